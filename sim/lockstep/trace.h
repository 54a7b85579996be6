/* SPDX-License-Identifier: Apache-2.0 */
/* Ends the trace that a lockstep writes (-o), with its sidecar. */
#ifndef NT_LOCKSTEP_TRACE_H
#define NT_LOCKSTEP_TRACE_H

#include "sim/lockstep/options.h"
#include "sim/sidecar/output.h"

/* Commits `trace`, which is freed also on an error. Returns 0, or -1 with the error set. */
int nt_lockstep_commit_trace(const nt_lockstep_options *options, const nt_watch *settings,
                             nt_trace_output *trace, nt_error *error);

#endif
