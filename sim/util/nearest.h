/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the word that a typing error was meant to be. */
#ifndef NT_UTIL_NEAREST_H
#define NT_UTIL_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/* Holds the nearest word so far. */
typedef struct nt_nearest {
    const char *typed;
    const char *word; /* NULL: none is near */
    unsigned changes; /* from one to the other */
} nt_nearest;

/* Compares one word of those that are known. */
void nt_nearest_try(nt_nearest *nearest, const char *word);

#endif
