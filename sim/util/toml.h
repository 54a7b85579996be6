/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the part of TOML 1.0 that a list of capabilities needs: keys, tables, and values that are
   texts, integers, booleans, or arrays of these. */
#ifndef NT_UTIL_TOML_H
#define NT_UTIL_TOML_H

#include "libntrace/util/error.h"

#include <jansson.h>

/* Reads a file. Returns a new object, in which a table is an object; NULL with the error set, for
   instance "F: line 3: expected '=' behind the key". */
json_t *nt_toml_read(const char *path, nt_error *error);

/* Reads a text. `name` is what errors call it. */
json_t *nt_toml_parse(const char *text, const char *name, nt_error *error);

#endif
