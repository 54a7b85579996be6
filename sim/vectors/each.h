/* SPDX-License-Identifier: Apache-2.0 */
/* Takes the vectors that apply, one after the other. */
#ifndef NT_VECTORS_EACH_H
#define NT_VECTORS_EACH_H

#include "sim/vectors/capability.h"

/* Takes a vector. Returns 0, or -1 with the error set. */
typedef int (*nt_vector_taker)(void *context, nt_vector *vector, nt_error *error);

typedef struct nt_vector_choice {
    const char *from; /* the folder of the vectors; NULL: the program's */
    const char *unit; /* NULL: any */
    nt_capability_words words;
} nt_vector_choice;

/* Reads each that applies, in order of their names. Returns 0, or -1 with the error set. */
int nt_vector_each(const nt_vector_choice *choice, nt_vector_taker take, void *context,
                   nt_error *error);

/* Lists vectors: as text, a line each, or as an object with `key`, an array of what `json` makes.
 */
typedef struct nt_vector_lister {
    const char *key;
    json_t *(*json)(const nt_vector *vector); /* a new object; NULL: out of memory */
    void (*print)(const nt_vector *vector);
} nt_vector_lister;

/* Lists each that applies, on standard output. Returns 0, or -1 with the error set. */
int nt_vector_list_each(const nt_vector_lister *lister, const nt_vector_choice *choice, bool json,
                        nt_error *error);

#endif
