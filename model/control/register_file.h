/* SPDX-License-Identifier: Apache-2.0 */
/* What the register blocks of all components have in common: reading and writing fields by a
   component's table. Status and side effects are each component's own. */
#ifndef NT_MODEL_CONTROL_REGISTER_FILE_H
#define NT_MODEL_CONTROL_REGISTER_FILE_H

#include "model/control/apb.h"
#include "model/control/register_map.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A component's registers, of `map`: its build and its fields, as the map wants both. The caller
   owns all three. */
typedef struct nt_register_file {
    const nt_register_map *map;
    const void *build;
    void *fields;
} nt_register_file;

/* Active (nt_register_map.has_active); true where the map has none. */
bool nt_register_file_active(const nt_register_file *file);

/* Stored and constant fields at an address; 0 where there is no register, its unit is not built, or
   (but for the first register) the component is not active. */
uint64_t nt_register_file_read(const nt_register_file *file, uint32_t address);

/* Writes a whole register, each field becoming legal; nothing where reading answers 0. */
void nt_register_file_write(const nt_register_file *file, uint32_t address, uint64_t word);

/* What the access of this cycle writes, if it does, to registers of 32 bits: for components that
   let no write wait and have no fields in which only ones count. */
void nt_register_file_access(const nt_register_file *file, const nt_apb *apb);

/* Makes every field what writing it would have made of it. */
void nt_register_file_legalize(const nt_register_file *file);

/* The stored fields of a register as its bits. */
uint64_t nt_register_word(const nt_register_map *map, const void *fields, const nt_register *where,
                          unsigned unit);

#endif
