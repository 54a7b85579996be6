/* SPDX-License-Identifier: Apache-2.0 */
/* Lists names for an error: "expected one of a, b, c". */
#ifndef NT_UTIL_NAMES_H
#define NT_UTIL_NAMES_H

#include <stddef.h>

/* Adds a name to a list in `text`, which begins empty, as far as there is room. */
void nt_names_add(char *text, size_t size, const char *name);

#endif
