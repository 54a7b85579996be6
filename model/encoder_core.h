/* SPDX-License-Identifier: Apache-2.0 */
/* A trace encoder without its registers: the encoder with its trigger and timestamp units, control
   fields driven directly. In RTL these stand side by side in rtl/nt_trace_encoder.v and
   tb/encoder/nt_encoder_top.v. */
#ifndef NT_MODEL_ENCODER_CORE_H
#define NT_MODEL_ENCODER_CORE_H

#include "model/control/timestamp.h"
#include "model/control/trigger.h"
#include "model/encoder.h"

typedef struct nt_encoder_core {
    nt_encoder encoder;
    nt_trigger trigger;
    nt_timestamp ts;
} nt_encoder_core;

typedef struct nt_encoder_core_inputs {
    bool rst;
    const nt_control *control;
    const nt_ingress *ingress;
    bool trTsReset;       /* of nt_encoder_registers; counts in nt_encoder_core_step alone */
    bool system_tick;     /* a clock of the system's counter */
    uint64_t shared_time; /* the timestamp of another component */
} nt_encoder_core_inputs;

typedef struct nt_encoder_core_outputs {
    nt_encoder_outputs encoder;
    nt_trigger_outputs triggers;
    uint64_t timestamp; /* of this cycle */
} nt_encoder_core_outputs;

/* All state 0; the first cycles must reset it, as in RTL. */
void nt_encoder_core_init(nt_encoder_core *s, const nt_config *config);
void nt_encoder_core_out(const nt_encoder_core *s, const nt_encoder_core_inputs *in,
                         nt_encoder_core_outputs *out);

/* `out`: of this cycle. `out_ready`: the bytes offered in it are taken. */
void nt_encoder_core_step(nt_encoder_core *s, const nt_encoder_core_inputs *in,
                          const nt_encoder_core_outputs *out, bool out_ready);

/* What the triggers of a cycle leave of trTeInstTracing for the next, as in nt_encoder_registers.
 */
void nt_encoder_core_pull(nt_control *control, const nt_trigger_outputs *triggers);

#endif
