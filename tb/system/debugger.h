/* SPDX-License-Identifier: Apache-2.0 */
/* What a debugger does at the bus: by the driver it finds and configures all components, enables
   and disables them in the order of the text; it reads memories (Trace Control Interface 1.0,
   "Reset and Discovery", "Enabling and Disabling"). All return 1, or 0 or -1 as
   nt_system_run_cycle. */
#ifndef NT_TB_SYSTEM_DEBUGGER_H
#define NT_TB_SYSTEM_DEBUGGER_H

#include "tb/system/run.h"

/* Resets and configures everything, and enables sinks, funnels, encoders, in this order. */
int nt_debugger_start(nt_system_run *run);

/* Disables encoders, funnels, sinks, and waits for each to be empty. */
int nt_debugger_stop(nt_system_run *run);

/* Something is turned off and on again, drawn from run->toggles: a hart's tracing, an encoder, a
   funnel (a flush), the sink. */
int nt_debugger_toggle(nt_system_run *run);

/* Reads out the memories of RAM sinks that are nearly full, or all of them, and empties them. */
int nt_debugger_read_out(nt_system_run *run, bool all);

#endif
