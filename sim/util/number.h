/* SPDX-License-Identifier: Apache-2.0 */
/* Parses numbers on command lines. */
#ifndef NT_UTIL_NUMBER_H
#define NT_UTIL_NUMBER_H

#include "libntrace/util/error.h"

#include <stdint.h>

/* Reads a whole decimal or 0x number from `text` into `*value`; `what` names it in the error.
   Returns 0, or -1: not a number, or not within `low` to `high`. */
int nt_parse_number(uint64_t *value, const char *text, const char *what, uint64_t low,
                    uint64_t high, nt_error *error);

/* Reads FIRST:LAST, two numbers of cycles, at most `high`, the second no less than the first.
   Returns 0, or -1 with `what` in the error. */
int nt_parse_range(uint64_t *first, uint64_t *last, const char *text, const char *what,
                   uint64_t high, nt_error *error);

/* Reads the value of --xlen, 32 or 64. Returns 0, or -1. */
int nt_parse_xlen(unsigned *xlen, const char *text, nt_error *error);

#endif
