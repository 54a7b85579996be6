/* SPDX-License-Identifier: Apache-2.0 */
/* Sink switch: one link in, a link to each of several sinks; sinks join and leave between
   messages. */
#ifndef NT_MODEL_TRANSPORT_SINK_SWITCH_H
#define NT_MODEL_TRANSPORT_SINK_SWITCH_H

#include "model/transport/beat.h"

enum { NT_MAX_SINKS = 8 };

typedef struct nt_sink_switch_params {
    uint8_t sinks; /* SINKS: 1 to NT_MAX_SINKS */
    uint8_t bytes; /* BYTES: most bytes of a beat, 1 to 8 */
} nt_sink_switch_params;

typedef struct nt_sink_switch {
    nt_sink_switch_params params; /* steady */
    bool inside;                  /* a message has begun and not ended */
    uint8_t joined;               /* it goes to these, a bit each sink; valid while inside */
} nt_sink_switch;

typedef struct nt_sink_switch_inputs {
    bool rst;
    uint8_t active; /* a bit each sink */
    uint8_t enable;
    uint8_t out_ready;
    nt_beat in; /* not read by nt_sink_switch_ready */
} nt_sink_switch_inputs;

void nt_sink_switch_init(nt_sink_switch *s, const nt_sink_switch_params *params);

/* Combinational, in the control fields and the sinks' readiness: in_ready. */
bool nt_sink_switch_ready(const nt_sink_switch *s, const nt_sink_switch_inputs *in);

/* Combinational: the beat that is offered to each sink. A sink takes it if it is ready itself; then
   all others that it concerns are. */
void nt_sink_switch_out(const nt_sink_switch *s, const nt_sink_switch_inputs *in,
                        nt_beat out[NT_MAX_SINKS]);
void nt_sink_switch_step(nt_sink_switch *s, const nt_sink_switch_inputs *in);

#endif
