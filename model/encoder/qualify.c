#include "model/encoder/qualify.h"

#include "model/codes.h"

#include <string.h>

enum { MODE_BTM = 3, MODE_HTM = 6 };

static bool is_enabled(const nt_ingress_latch *in) {
    return in->enable && (in->mode == MODE_BTM || in->mode == MODE_HTM);
}

static uint8_t evcode(const nt_ingress_latch *in) {
    if (in->reset) {
        return NT_EVCODE_DISABLED;
    }
    if (in->halted) {
        return NT_EVCODE_DEBUG;
    }
    return in->lowpower ? NT_EVCODE_LOWPOWER : NT_EVCODE_DISABLED;
}

bool nt_qualify_tracing(const nt_ingress_latch *in) {
    return is_enabled(in) && !in->halted && !in->reset && !in->lowpower;
}

void nt_qualify_out(const nt_qualify *s, const nt_config *config, const nt_control *control,
                    const nt_ingress_latch *in, nt_qualify_outputs *out) {
    (void)control;
    memset(out, 0, sizeof *out);
    out->hart_runs = !(in->halted || in->reset || in->lowpower);
    out->tracing = nt_qualify_tracing(in);
    out->htm = in->mode == MODE_HTM;
    out->evcode = evcode(in);
    for (unsigned b = 0; b < config->nblocks; b++) {
        out->traced[b] = out->tracing;
        out->sync_reason[b] = s->sync;
    }
}

/* The latest reason for not tracing is the reason for the next start. */
void nt_qualify_step(nt_qualify *s, const nt_config *config, bool rst, const nt_control *control,
                     const nt_ingress_latch *in) {
    (void)config;
    (void)control;
    if (rst) {
        s->sync = NT_SYNC_ENABLE;
    } else if (in->reset) {
        s->sync = NT_SYNC_RESET;
    } else if (in->halted) {
        s->sync = NT_SYNC_DEBUG;
    } else if (in->lowpower) {
        s->sync = NT_SYNC_LOWPOWER;
    } else if (!is_enabled(in)) {
        s->sync = NT_SYNC_ENABLE;
    }
}
