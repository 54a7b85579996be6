/* SPDX-License-Identifier: Apache-2.0 */
/* Trace funnel: several streams of messages become one, round robin, one whole message a turn
   (Trace Control Interface 1.0, "Trace Funnel"). */
#ifndef NT_MODEL_TRANSPORT_FUNNEL_H
#define NT_MODEL_TRANSPORT_FUNNEL_H

#include "model/control/components.h"
#include "model/transport/stream_buffer.h"

enum { NT_MAX_FUNNEL_INPUTS = 16 };

typedef struct nt_funnel_params {
    uint8_t inputs;   /* INPUTS: 2 to 16 */
    uint8_t in_bytes; /* IN_BYTES: most bytes of an input's beat, 1 to 8 */
    uint8_t bytes;    /* BYTES: of the output's, 1 to 8 */
    uint16_t whole;   /* WHOLE: a bit each input */
} nt_funnel_params;

/* How fair it was, since nt_funnel_init. The RTL has nothing of this. */
typedef struct nt_funnel_turns {
    uint64_t turns;   /* messages that began */
    uint32_t waits;   /* turns of others since this input's oldest byte could have had one */
    uint32_t longest; /* most of these before it had its turn: at most inputs - 1 */
} nt_funnel_turns;

typedef struct nt_funnel {
    nt_funnel_params params; /* steady */
    uint16_t inside;         /* of these sources a message has begun and not ended ... */
    uint16_t discard;        /* ... and is discarded */
    uint8_t turn;            /* whose turn it is, or was last */
    bool unended;            /* its message has begun and not ended */
    nt_stream_buffer input[NT_MAX_FUNNEL_INPUTS];
    nt_stream_buffer output;
    nt_funnel_turns turns[NT_MAX_FUNNEL_INPUTS];
} nt_funnel;

typedef struct nt_funnel_inputs {
    bool rst;
    const nt_funnel_control *control;
    nt_beat in[NT_MAX_FUNNEL_INPUTS];
    bool out_ready;
} nt_funnel_inputs;

typedef struct nt_funnel_outputs {
    uint16_t in_ready; /* a bit each input */
    nt_beat out;
    bool trFunnelEmpty;
} nt_funnel_outputs;

/* Empty, in the state after a reset. */
void nt_funnel_init(nt_funnel *s, const nt_funnel_params *params);

/* Of state, reset and control fields alone. In reset nothing is offered. */
void nt_funnel_out(const nt_funnel *s, bool rst, const nt_funnel_control *control,
                   nt_funnel_outputs *out);
void nt_funnel_step(nt_funnel *s, const nt_funnel_inputs *in);

#endif
