/* SPDX-License-Identifier: Apache-2.0 */
/* Which values the outputs and registers of a unit have had: bins of the golden model's values,
   which are the RTL's. */
#ifndef NT_TB_LOCKSTEP_COVERAGE_H
#define NT_TB_LOCKSTEP_COVERAGE_H

#include "tb/lockstep/unit.h"

enum { NT_COVERAGE_VALUES = 16 }; /* signals of up to 4 bits have a bin for each value */

/* Holds the bins of one signal. A wider one has two for each bit: 0 and 1. */
typedef struct nt_coverage_signal {
    uint64_t cycles; /* in which it was valid */
    uint64_t zeros;  /* bits that were 0 */
    uint64_t ones;
    uint64_t values[NT_COVERAGE_VALUES]; /* cycles by value */
} nt_coverage_signal;

typedef struct nt_bench_coverage {
    nt_coverage_signal signal[NT_MAX_PROBES]; /* by index of the probe */
} nt_bench_coverage;

/* Counts a cycle, whose probes have these values. */
void nt_coverage_cycle(nt_bench_coverage *coverage, const nt_unit *unit,
                       const nt_probe_value *values);

/* Returns the bins as JSON, which the caller frees: `bins`, `hit`, and of each signal those that
   were missed. NULL: out of memory. */
char *nt_coverage_text(const nt_bench_coverage *coverage, const nt_unit *unit, uint64_t cycles);

#endif
