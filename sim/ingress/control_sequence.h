/* SPDX-License-Identifier: Apache-2.0 */
/* Generates the control writes around a run, in the order that the Trace Control Interface
   requires. */
#ifndef NT_INGRESS_CONTROL_SEQUENCE_H
#define NT_INGRESS_CONTROL_SEQUENCE_H

#include "model/control/control.h"
#include "sim/ingress/ingress_file.h"

/* Fills cycle number `step` (from 0) of the start: reset, components made active, modes, PIB
   enabled, encoder enabled, tracing. Fields that stay 0 are not written. Returns false, with
   `cycle` unchanged, when the start is over. */
bool nt_control_start(const nt_control *control, unsigned step, nt_cycle *cycle);

/* Adds a write to the cycle, which must have room (NT_MAX_WRITES). */
void nt_control_write_field(nt_cycle *cycle, const char *field, uint32_t value);

/* Adds the writes that end a run's tracing: trTeInstTracing and trTeEnable become 0. Nothing
   retires behind them, so the target of a last jump or trap never comes: a stop by trTeInstTracing
   alone would wait for it, and keep back what retired. */
void nt_control_end(nt_cycle *cycle);

/* Is the number of idle cycles between the last block and the end, so that it is still traced: the
   fields act at once, ingress is latched first. */
enum { NT_SETTLE_CYCLES = 2 };

/* Returns the cycles after which an encoder with a full FIFO has sent everything, if its sink is
   ready. */
uint64_t nt_drain_cycles(const nt_config *config, const nt_control *control);

#endif
