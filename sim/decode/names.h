/* SPDX-License-Identifier: Apache-2.0 */
/* Distinguishes functions of the same name: the same code at two offsets, or in two files. */
#ifndef NT_DECODE_NAMES_H
#define NT_DECODE_NAMES_H

#include "ntrace/program.h"
#include "sim/decode/text.h"

#include <stdbool.h>
#include <stddef.h>

/* Sorts names, which belong to the caller. */
void nt_names_sort(const char **names, size_t count);
/* Returns whether the name occurs more than once among sorted ones. */
bool nt_names_twice(const char *const *names, size_t count, const char *name);

/* Writes start and image of one of them: " (0x80200120, u-boot.elf,offset=0x1000)". */
int nt_names_put_copy(nt_text *text, const nt_program *program, const nt_function *function,
                      nt_error *error);

#endif
