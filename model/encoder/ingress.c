/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder/ingress.h"

enum { ITYPE_7 = 7, DRAFT_UNINFERABLE_RETURN = 12 };

/* It has no sijump: "ignored for itype codes other than 8, 10, 12 or 14". */
static bool is_draft_swap(const nt_block *block, const nt_config *config) {
    return config->draft && block->itype == ITYPE_7;
}

uint8_t nt_itype_map(uint8_t itype, const nt_config *config, bool all_jumps) {
    if (config->draft) {
        return itype == ITYPE_7                    ? NT_ITYPE_INDIRECT_CALL
               : itype == DRAFT_UNINFERABLE_RETURN ? NT_ITYPE_RETURN
                                                   : itype;
    }
    if (itype == ITYPE_7) {
        return all_jumps ? NT_ITYPE_TAKEN : NT_ITYPE_NONE;
    }
    return itype;
}

static uint64_t mask_of(unsigned bits) {
    return ((uint64_t)1 << bits) - 1;
}

/* Without one priv and context are undefined. */
static bool has_block(const nt_ingress *in, const nt_config *config) {
    bool has = false;
    for (unsigned i = 0; i < config->nblocks; i++) {
        has = has || in->block[i].itype != NT_ITYPE_NONE || in->block[i].iretire != 0;
    }
    return has;
}

void nt_ingress_step(nt_ingress_latch *s, const nt_config *config,
                     const nt_ingress_inputs *inputs) {
    const nt_control *control = inputs->control;
    const nt_ingress *in = inputs->ingress;
    bool rst = inputs->rst;
    s->enable = !rst && control->trTeEnable;
    s->asked = !rst && (control->trTeInstTracing || inputs->trace_on);
    s->mode = rst ? 0 : (uint8_t)control->trTeInstMode;
    for (unsigned i = 0; i < config->nblocks; i++) {
        s->block[i] = in->block[i];
        s->block[i].itype = nt_itype_map(in->block[i].itype, config, inputs->all_jumps);
        s->block[i].sijump = in->block[i].sijump && !is_draft_swap(&in->block[i], config);
        if (rst) {
            s->block[i].itype = NT_ITYPE_NONE;
            s->block[i].iretire = 0;
        }
    }
    s->tval = in->tval;
    if (rst || has_block(in, config)) {
        s->context = rst ? 0 : in->context & mask_of(config->scontext_w + config->hcontext_w);
        s->priv = rst ? 0 : in->priv;
    }
    s->impdef = in->impdef;
    s->cause = in->cause;
    s->ctype = rst ? 0 : in->ctype;
    s->timestamp = inputs->timestamp;
    s->trigger = rst ? 0 : in->trigger;
    s->ext_trigger = rst ? 0 : in->ext_trigger;
    s->halted = !rst && in->halted;
    s->reset = !rst && in->reset;
    s->lowpower = !rst && in->lowpower;
}
