/* The encoder with its trigger and timestamp units, its control fields driven directly: what
   stands beside the registers in rtl/nt_trace_encoder.v and tb/encoder/nt_encoder_top.v. */
#ifndef NT_MODEL_DIRECT_H
#define NT_MODEL_DIRECT_H

#include "model/control/timestamp.h"
#include "model/control/trigger.h"
#include "model/encoder.h"

typedef struct nt_direct {
    nt_encoder encoder;
    nt_trigger trigger;
    nt_timestamp ts;
} nt_direct;

typedef struct nt_direct_inputs {
    bool rst;
    const nt_control *control;
    const nt_ingress *ingress;
    bool trTsReset;       /* of nt_registers; counts in nt_direct_step alone */
    bool system_tick;     /* a clock of the system's counter */
    uint64_t shared_time; /* the timestamp of another component */
} nt_direct_inputs;

typedef struct nt_direct_outputs {
    nt_encoder_outputs encoder;
    nt_trigger_outputs triggers;
    uint64_t timestamp; /* of this cycle */
} nt_direct_outputs;

/* All state 0; the first cycles must reset it, as in RTL. */
void nt_direct_init(nt_direct *s, const nt_config *config);
void nt_direct_out(const nt_direct *s, const nt_direct_inputs *in, nt_direct_outputs *out);

/* `out`: of this cycle. `out_ready`: the bytes offered in it are taken. */
void nt_direct_step(nt_direct *s, const nt_direct_inputs *in, const nt_direct_outputs *out,
                    bool out_ready);

/* What the triggers of a cycle leave of trTeInstTracing for the next, as in nt_registers. */
void nt_direct_pull(nt_control *control, const nt_trigger_outputs *triggers);

#endif
