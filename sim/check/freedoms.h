/* SPDX-License-Identifier: Apache-2.0 */
/* Defines what the texts leave open to an encoder: one table for the judges, `ntrace check
   --freedoms` and docs/freedoms.md, in sim/check/freedoms.def. A judge takes a set of freedoms:
   what uses one of the set holds, what uses another is judged as our own encoder is. */
#ifndef NT_CHECK_FREEDOMS_H
#define NT_CHECK_FREEDOMS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum nt_freedom_id {
#define FREEDOM(name, ...) NT_FREEDOM_##name,
#include "sim/check/freedoms.def"
#undef FREEDOM
    NT_FREEDOMS /* 64 at most */
} nt_freedom_id;

typedef struct nt_freedom {
    const char *id;
    const char *clause; /* title of the section that leaves it open */
    const char *open;   /* what it leaves open */
    const char *seen;   /* how a judge recognizes it */
} nt_freedom;

/* Is the table of freedoms, by nt_freedom_id. */
extern const nt_freedom nt_freedom_table[NT_FREEDOMS];

/* Holds a set of freedoms, one bit by nt_freedom_id. */
typedef uint64_t nt_freedoms;

#define NT_NO_FREEDOM    ((nt_freedoms)0)
#define NT_EVERY_FREEDOM (~NT_NO_FREEDOM)

/* Returns whether a stream may use this freedom. */
static inline bool nt_may(nt_freedoms set, nt_freedom_id id) {
    return (set >> id & 1) != 0;
}

/* Returns the freedom's nt_freedom_id, or -1. */
int nt_freedom_find(const char *id);

/* Prints one line per freedom: id, clause, what it leaves open, how it is recognized, separated
   by tabs. */
void nt_freedoms_list(FILE *out);

#endif
