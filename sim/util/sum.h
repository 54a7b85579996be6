/* SPDX-License-Identifier: Apache-2.0 */
/* A checksum of 64 bits, FNV-1a: it names contents and notices damage, and is no protection against
   intent. */
#ifndef NT_UTIL_SUM_H
#define NT_UTIL_SUM_H

#include "libntrace/util/error.h"

#include <stddef.h>
#include <stdint.h>

#define NT_SUM_START UINT64_C(0xcbf29ce484222325)

/* Goes on with more bytes, from NT_SUM_START on. */
uint64_t nt_sum(uint64_t sum, const void *bytes, size_t size);

/* Sums up a file as it lies on the disk. Returns 0, or -1 with the error set. */
int nt_sum_file(uint64_t *sum, const char *path, nt_error *error);

#endif
