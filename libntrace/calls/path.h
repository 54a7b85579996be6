/* SPDX-License-Identifier: Apache-2.0 */
/* Takes paths instead of their ranges (libntrace/flow/flow_paths.h). */
#ifndef NT_CALLS_PATH_H
#define NT_CALLS_PATH_H

#include "libntrace/flow/flow_paths.h"
#include "ntrace/calls.h"

/* Takes a path, as nt_calls_take takes its RANGE events. */
int nt_calls_take_path(nt_calls *calls, const nt_flow_path *path);

/* Makes all that it may remember of code and paths resident. */
void nt_calls_settle(nt_calls *calls);

#endif
