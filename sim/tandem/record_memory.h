/* SPDX-License-Identifier: Apache-2.0 */
/* Holds what is known of memory, byte by byte, by physical address. */
#ifndef NT_TANDEM_RECORD_MEMORY_H
#define NT_TANDEM_RECORD_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nt_tandem_page nt_tandem_page;

/* All 0 at first. */
typedef struct nt_tandem_memory {
    nt_tandem_page **pages; /* a power of two, by address */
    size_t size, used;
} nt_tandem_memory;

/* Writes the `size` low bytes of a value. Returns 0, or -1 without memory. */
int nt_tandem_memory_write(nt_tandem_memory *memory, uint64_t address, unsigned size,
                           uint64_t value);
/* Makes bytes unknown. */
void nt_tandem_memory_forget(nt_tandem_memory *memory, uint64_t address, unsigned size);
/* Returns whether `size` bytes, up to 8, are known, and gives their value. */
bool nt_tandem_memory_read(const nt_tandem_memory *memory, uint64_t address, unsigned size,
                           uint64_t *value);
void nt_tandem_memory_free(nt_tandem_memory *memory);

#endif
