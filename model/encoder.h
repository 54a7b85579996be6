/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of rtl/nt_encoder.v: exact to the bit and to the cycle.

   A cycle: set the inputs, call nt_encoder_out (outputs depend on state, reset and control fields),
   then nt_encoder_step, one clock edge. No I/O, no allocation, no global state. */
#ifndef NT_MODEL_ENCODER_H
#define NT_MODEL_ENCODER_H

#include "model/config.h"
#include "model/control/control.h"
#include "model/encoder/flow.h"
#include "model/encoder/ingress.h"
#include "model/encoder/message.h"
#include "model/encoder/message_fifo.h"
#include "model/encoder/options.h"
#include "model/encoder/qualify.h"
#include "model/transport/serializer_wide.h"

typedef struct nt_encoder {
    const nt_config *config; /* the caller's, for the encoder's life */
    nt_options options;      /* taken over while empty and not tracing */
    nt_ingress_latch ingress;
    nt_qualify qualify;
    nt_flow_stage flow;
    nt_message_stage message;
    nt_message_fifo fifo;
    nt_serializer serializer;           /* with OUT_BYTES=1 */
    nt_serializer_wide serializer_wide; /* with OUT_BYTES=4 or 8 */
    bool dropped; /* the latest step lost messages: with `stall`, sets trTeInstStallOrOverflow */
} nt_encoder;

typedef struct nt_encoder_inputs {
    bool rst;
    const nt_control *control;
    const nt_ingress *ingress;
    bool trace_on;      /* a trigger turns tracing on */
    uint64_t timestamp; /* of this cycle; TSTAMP_W bits */
    bool out_ready;     /* the bytes offered in this cycle are taken */
} nt_encoder_inputs;

typedef struct nt_encoder_outputs {
    bool out_valid;    /* 0 in reset */
    uint64_t out;      /* {MDO, MSEO} each, the first one lowest; valid with out_valid */
    uint8_t out_count; /* how many, 1 to OUT_BYTES; valid with out_valid */
    bool trTeEmpty;    /* tracing has stopped and all was sent */
    bool stall; /* combinational in trTeEnable and trTeInstStallEna too: the hart retires nothing
                   from the next cycle on */
    nt_qualify_outputs qualify; /* of the latched ingress, for nt_encoder_step */
} nt_encoder_outputs;

/* All state 0; the first cycles must reset it, as in RTL. */
void nt_encoder_init(nt_encoder *s, const nt_config *config);
void nt_encoder_out(const nt_encoder *s, bool rst, const nt_control *control,
                    nt_encoder_outputs *out);

/* `out`: of this cycle, by nt_encoder_out with the same reset and control fields. */
void nt_encoder_step(nt_encoder *s, const nt_encoder_inputs *in, const nt_encoder_outputs *out);

#endif
