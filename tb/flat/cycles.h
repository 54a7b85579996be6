/* SPDX-License-Identifier: Apache-2.0 */
/* Reads an ingress file (docs/ingress.md) as numbers, one for each pin of a cycle. */
#ifndef NT_TB_FLAT_CYCLES_H
#define NT_TB_FLAT_CYCLES_H

#include "ntrace/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct nt_flat_cycles nt_flat_cycles;

/* Opens a file of any port. Returns NULL with the error set. */
nt_flat_cycles *nt_flat_cycles_open(const char *path, nt_error *error);

/* Returns the number of values of a cycle: the pins of the cycle, then those of each block, oldest
 * first. */
size_t nt_flat_cycles_count(const nt_flat_cycles *cycles);
/* Returns the name of a value, as in the text form; static text. */
const char *nt_flat_cycles_name(const nt_flat_cycles *cycles, size_t index);
/* Returns the block of a value; -1: it is of the cycle. */
int nt_flat_cycles_block(const nt_flat_cycles *cycles, size_t index);

/* Gets the next cycle's values. Returns 1, 0 at the end, -1 with the error set; a file that sets
   control fields other than by APB is an error, since these are no pins. */
int nt_flat_cycles_next(nt_flat_cycles *cycles, uint64_t *value, nt_error *error);

void nt_flat_cycles_close(nt_flat_cycles *cycles);

#endif
