/* Qualify: is this cycle's ingress traced, why did tracing start, why does it stop? */
#ifndef NT_MODEL_ENCODER_QUALIFY_H
#define NT_MODEL_ENCODER_QUALIFY_H

#include "model/encoder/ingress.h"

typedef struct nt_qualify {
    uint8_t sync; /* SYNC reason of the next start */
} nt_qualify;

typedef struct nt_qualify_outputs {
    bool tracing;        /* trace this cycle's blocks */
    bool htm;            /* History Trace Messaging; else Branch Trace Messaging */
    bool hart_runs;      /* the hart goes on: an awaited target will still come */
    uint8_t evcode;      /* why tracing stops, while not tracing */
    uint8_t sync_reason; /* why tracing starts, while tracing */
} nt_qualify_outputs;

/* Combinational in the latched control fields and ingress of the cycle. */
void nt_qualify_out(const nt_qualify *s, const nt_ingress_latch *in, nt_qualify_outputs *out);
void nt_qualify_step(nt_qualify *s, bool rst, const nt_ingress_latch *in);

#endif
