/* SPDX-License-Identifier: Apache-2.0 */
/* Triggers: what they ask for, and those that the encoder fires (model of
   rtl/control/nt_trigger.v; Trace Control Interface 1.0, "Trace Encoder Triggers"). */
#ifndef NT_MODEL_CONTROL_TRIGGER_H
#define NT_MODEL_CONTROL_TRIGGER_H

#include "model/control/control.h"

#include <stdbool.h>
#include <stdint.h>

/* trTeTrigExtInActionN */
enum { NT_ACTION_TRACE_ON = 2, NT_ACTION_TRACE_OFF = 3, NT_ACTION_NOTIFY = 4 };

typedef struct nt_trigger {
    bool tracing;            /* trTeInstTracing in the cycle before */
    uint8_t ext_trigger_out; /* bit n: output n fires */
} nt_trigger;

typedef struct nt_trigger_outputs {
    bool trace_on; /* both may come at once: the cycle is traced, and then off */
    bool trace_off;
} nt_trigger_outputs;

/* Combinational: `trigger` has trace-on of the debug module in bit 0 and trace-off in bit 1,
   `ext_trigger` one bit for each of `ntriggers` external inputs. */
void nt_trigger_out(unsigned ntriggers, const nt_control *control, uint8_t trigger,
                    uint8_t ext_trigger, nt_trigger_outputs *out);
void nt_trigger_step(nt_trigger *s, unsigned ntriggers, bool rst, const nt_control *control);

#endif
