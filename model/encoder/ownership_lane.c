/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder/ownership_lane.h"

#include "model/codes.h"

enum { PRIV_DEBUG = 4, PRIV_VU = 5, PRIV_VS = 6, PRV_M = 3, V = 4 };
enum { FORMAT_PRIV = 0, FORMAT_SCONTEXT = 2, FORMAT_HCONTEXT = 3 };
enum { CTYPE_IMPRECISE = 1 };

uint8_t nt_ownership_prv(uint8_t priv) {
    if (priv == PRIV_DEBUG) {
        return PRV_M;
    }
    return priv > PRIV_DEBUG ? (uint8_t)(V | (priv - PRIV_VU)) : priv;
}

static nt_descriptor ownership_message(const nt_ownership_inputs *in, uint8_t format) {
    return (nt_descriptor){.tcode = NT_TCODE_OWNERSHIP,
                           .code = nt_ownership_prv(in->priv),
                           .btype = format,
                           .addr = in->context};
}

/* A context is reported that goes with no address. Where the block is not traced, the instruction
   before it may have written the context; what is precise, or comes with a discontinuity, is of the
   block itself. */
static bool is_written(const nt_ownership_inputs *in) {
    return in->on && (in->traced ? in->ctype != 0 : in->ctype == CTYPE_IMPRECISE);
}

bool nt_ownership_lane(nt_ownership_state *state, const nt_ownership_inputs *in,
                       const nt_config *config, nt_descriptor *slot) {
    if (!in->enable) {
        *state = (nt_ownership_state){0};
        return false;
    }
    if (!in->told && !is_written(in)) {
        return false;
    }
    bool whole = in->events->synced || in->ctype != 0;
    uint8_t prv = nt_ownership_prv(in->priv);
    bool changed = prv != state->prv || (in->rc7 && in->events->trap);
    state->prv = prv;
    if (!whole && !changed) {
        return false;
    }
    uint8_t context_format = config->hcontext_w != 0 ? FORMAT_HCONTEXT : FORMAT_SCONTEXT;
    *slot = ownership_message(in, whole ? context_format : (uint8_t)FORMAT_PRIV);
    return true;
}
