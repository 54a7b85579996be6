/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the verifier over a trace with planted errors, in this process, and judges its reports. */
#ifndef NT_PLANT_RUN_H
#define NT_PLANT_RUN_H

#include "tests/tandem/plant/draw.h"

enum { PLANT_MOST_EDITS = 64 };

/* Says what to run. */
typedef struct plant_plan {
    const plant_trace *trace;
    const plant_edit *const *edits; /* in the order of their groups */
    size_t count;
    size_t end;   /* groups of the trace that are read */
    bool partial; /* elements were left out */
    uint16_t
        mark; /* kinds that the trace is said not to have (bits nt_tandem_kind), beside its own */
} plant_plan;

/* Is the verdict. */
typedef struct plant_verdict {
    size_t at_place;          /* edits whose group was reported, with their element */
    size_t other;             /* edits whose group was reported with other elements alone */
    size_t missed;            /* edits whose group was not */
    size_t elsewhere;         /* reports of other groups */
    size_t before;            /* ... that come before the first edit's */
    uint64_t first_elsewhere; /* offset of the first of those */
    uint64_t verified;        /* instructions */
} plant_verdict;

/* Returns 0, or -1 with the error set: the verifier could not go on. */
int plant_run(const plant_plan *plan, plant_verdict *verdict, nt_error *error);

/* Writes the trace with its errors to a file. Returns 0, or -1 with the error set. */
int plant_write(const plant_plan *plan, const char *path, nt_error *error);

/* Returns whether all elements of an error are of the kinds (bits nt_tandem_kind). */
bool plant_is_marked(const plant_edit *edit, uint16_t kinds);

/* Returns whether each error was reported at its place, and nothing else. What is absent from a
   partial trace goes on with an error, which nothing sets right: there reports may follow. */
bool plant_is_right(const plant_plan *plan, const plant_verdict *verdict);

#endif
