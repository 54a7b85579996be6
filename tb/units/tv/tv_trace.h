/* SPDX-License-Identifier: Apache-2.0 */
/* Shows the encoder what a tandem-verification trace has, cycle by cycle. */
#ifndef NT_TB_UNITS_TV_TRACE_H
#define NT_TB_UNITS_TV_TRACE_H

#include "sim/lockstep/options.h"
#include "sim/util/random.h"
#include "tb/units/tv/tv_both.h"

typedef struct tv_trace {
    const nt_lockstep_options *options;
    tv_both *both;
    nt_random random;
    nt_tandem_format format; /* of the trace */
    nt_tv_inputs next;       /* the cycle that is being filled */
    unsigned lanes;          /* in it */
    unsigned rank;           /* of the latest thing in it */
    uint64_t taken;          /* instructions */
} tv_trace;

/* Runs the trace that the options name. Returns 0 at its end, 1 where something is wrong, -1 with
   the error set. */
int tv_trace_run(tv_trace *trace, tv_both *both, const nt_lockstep_options *options,
                 nt_error *error);

#endif
