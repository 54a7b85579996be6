/* SPDX-License-Identifier: Apache-2.0 */
/* What a vector needs, as JSON. */
#ifndef NT_VECTORS_NEEDS_JSON_H
#define NT_VECTORS_NEEDS_JSON_H

#include "sim/vectors/needs.h"

#include <jansson.h>

/* Returns words, between blanks, as a new array. */
json_t *nt_vector_words_json(const char *text);

/* Adds mode, sizes and "features" to an object. Returns 0, or -1 without memory. */
int nt_vector_needs_json(json_t *object, const nt_vector_needs *needs);

#endif
