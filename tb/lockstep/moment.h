/* SPDX-License-Identifier: Apache-2.0 */
/* Cycles of a run that a result file shows as a timing diagram: those around a finding, or around
   what --moment names. They are kept in memory while the run goes through them, thus they need no
   RTL that draws waves. */
#ifndef NT_TB_LOCKSTEP_MOMENT_H
#define NT_TB_LOCKSTEP_MOMENT_H

#include "libntrace/util/error.h"
#include "tb/lockstep/unit.h"

#include <jansson.h>

enum {
    NT_MOMENT_BEFORE = 6, /* cycles before the one that it is about, unless more are needed ... */
    NT_MOMENT_MOST = 60,  /* ... up to so many, ... */
    NT_MOMENT_AFTER = 3,  /* ... and after it */
    NT_MOMENT_CYCLES = NT_MOMENT_MOST + NT_MOMENT_AFTER + 1,
};

typedef struct nt_moment nt_moment;

/* Returns one without cycles; NULL: no memory. */
nt_moment *nt_moment_new(const nt_unit *unit);
void nt_moment_free(nt_moment *moment); /* NULL is fine */

/* Keeps a cycle, whose probes have these values; no more than NT_MOMENT_CYCLES, the last ones.
   Returns 0, or -1 with the error set: no memory. */
int nt_moment_cycle(nt_moment *moment, const void *view, uint64_t cycle,
                    const nt_probe_value *values, nt_error *error);

/* Returns the diagram of the cycles from `first` on, as WaveJSON: texts that say something, inputs
   that change, and of the outputs and registers RTL above model: those that differ in cycle `at`,
   or if none does there those that change. The caller owns it. NULL with the error set. */
json_t *nt_moment_json(const nt_moment *moment, uint64_t first, uint64_t at, nt_error *error);

#endif
