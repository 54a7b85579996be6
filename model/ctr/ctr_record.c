/* SPDX-License-Identifier: Apache-2.0 */
#include "model/ctr/ctr_record.h"

#include "model/ctr/ctr_control.h"

#include <string.h>

enum {
    EXCEPTION = 1,
    INTERRUPT = 2,
    TRAP_RETURN = 3,
    NOT_TAKEN = 4,
    INDIRECT_CALL = 8,
    DIRECT_CALL = 9,
    COROUTINE_SWAP = 12,
    FUNCTION_RETURN = 13,
    BREAKPOINT = 3,      /* cause of the exception */
    LOCAL_OVERFLOW = 13, /* cause of the interrupt LCOFI */
    CCM_W = 12,
    CCV_BIT = 15,
    CC_LSB = 16,
};

/* A transfer, and what decides about it. */
typedef struct transfer {
    uint8_t type;
    uint8_t from;
    uint8_t to;
    bool from_enabled;
    bool to_enabled;
    bool is_trap;
    uint64_t active; /* the control register that has RASEMU and filters for it */
} transfer;

static bool is_virtual(uint8_t mode) {
    return mode == NT_CTR_VU || mode == NT_CTR_VS;
}

static bool bit(uint64_t word, unsigned at) {
    return (word >> at & 1) != 0;
}

bool nt_ctr_mode_enabled(const nt_ctr *s, uint8_t mode) {
    /* U, S and M are bits 0, 1 and 2 of mctrctl, VU and VS bits 0 and 1 of vsctrctl. */
    switch (mode) {
    case NT_CTR_U:
        return bit(s->control, 0);
    case NT_CTR_S:
        return bit(s->control, 1);
    case NT_CTR_M:
        return bit(s->control, 2);
    case NT_CTR_VU:
        return bit(s->vscontrol, 0);
    case NT_CTR_VS:
        return bit(s->vscontrol, 1);
    default:
        return false;
    }
}

static transfer transfer_of(const nt_ctr *s, const nt_ctr_block *block, uint8_t from) {
    return (transfer){
        .type = block->itype,
        .from = from,
        .to = block->tpriv,
        .from_enabled = nt_ctr_mode_enabled(s, from),
        .to_enabled = nt_ctr_mode_enabled(s, block->tpriv),
        .is_trap = block->itype == EXCEPTION || block->itype == INTERRUPT,
        /* Whichever way V changes, vsctrctl has it: "Virtualization Mode Transitions". */
        .active = is_virtual(from) || is_virtual(block->tpriv) ? s->vscontrol : s->control,
    };
}

/* Freeze: by the register of the mode that traps to. */
static bool freezes(const nt_ctr *s, const transfer *t, uint16_t cause) {
    uint64_t control = t->to == NT_CTR_VS ? s->vscontrol : s->control;
    return (t->type == EXCEPTION && cause == BREAKPOINT && bit(control, NT_CTRCTL_BPFRZ)) ||
           (t->type == INTERRUPT && cause == LOCAL_OVERFLOW && bit(control, NT_CTRCTL_LCOFIFRZ));
}

/* 1.0: the target's enable, and those of all modes between. */
static bool external_allowed(const nt_ctr *s, const transfer *t) {
    bool mte = bit(s->control, NT_CTRCTL_MTE);
    bool ste = bit(s->control, NT_CTRCTL_STE);
    bool vste = bit(s->vscontrol, NT_CTRCTL_STE);
    if (t->to == NT_CTR_VS) {
        return vste;
    }
    bool passes_s = t->to == NT_CTR_S || t->from != NT_CTR_S;
    return (t->to != NT_CTR_M || mte) && (!passes_s || ste) && (t->from != NT_CTR_VU || vste);
}

/* Draft: ETEN where the trap comes from, and the target's enable. */
static bool external_allowed_draft(const nt_ctr *s, const transfer *t) {
    uint64_t source = is_virtual(t->from) ? s->vscontrol : s->control;
    uint64_t target = t->to == NT_CTR_VS ? s->vscontrol : s->control;
    return bit(source, NT_CTRCTL_ETEN) &&
           bit(target, t->to == NT_CTR_M ? NT_CTRCTL_MTE : NT_CTRCTL_STE);
}

static bool is_inhibited(const transfer *t) {
    bool filter = bit(t->active, NT_CTRCTL_FILTERS + t->type);
    return t->type == NOT_TAKEN ? !filter : filter;
}

static nt_ctr_op stack_op(const transfer *t) {
    if (!t->from_enabled) {
        return NT_CTR_NOTHING;
    }
    switch (t->type) {
    case INDIRECT_CALL:
    case DIRECT_CALL:
        return NT_CTR_PUSH;
    case COROUTINE_SWAP:
        return NT_CTR_SWAP;
    case FUNCTION_RETURN:
        return NT_CTR_POP;
    default:
        return NT_CTR_NOTHING;
    }
}

static nt_ctr_op op_of(const nt_ctr *s, const nt_ctr_config *config, const transfer *t) {
    if (t->type == 0) {
        return NT_CTR_NOTHING;
    }
    if (bit(t->active, NT_CTRCTL_RASEMU)) {
        return stack_op(t);
    }
    bool wanted;
    if (t->is_trap && t->from_enabled && !t->to_enabled) {
        wanted = config->draft ? external_allowed_draft(s, t) : external_allowed(s, t);
    } else {
        wanted = (t->is_trap ? t->to_enabled : t->from_enabled) && !is_inhibited(t);
    }
    return wanted ? NT_CTR_PUSH : NT_CTR_NOTHING;
}

/* The write pointer moves. */
static void advance(nt_ctr *s, const nt_ctr_config *config) {
    s->wrap |= config->draft && s->wrptr == nt_ctr_depth(s) - 1;
    s->wrptr = (uint8_t)((s->wrptr + 1U) & (nt_ctr_depth(s) - 1));
}

static void retreat(nt_ctr *s) {
    s->wrap &= s->wrptr != 0;
    s->wrptr = (uint8_t)((s->wrptr - 1U) & (nt_ctr_depth(s) - 1));
}

uint16_t nt_ctr_cc(uint32_t cycles) {
    unsigned exponent = 0;
    while (cycles >> (CCM_W + exponent) != 0) {
        exponent++;
    }
    uint32_t mantissa = exponent == 0 ? cycles : cycles >> (exponent - 1);
    return (uint16_t)(exponent << CCM_W | (mantissa & ((1U << CCM_W) - 1)));
}

uint32_t nt_ctr_cycles_most(unsigned cce_w) {
    unsigned most = (1U << cce_w) - 1; /* exponent */
    unsigned width = most == 0 ? CCM_W : CCM_W + most;
    return (UINT32_C(1) << width) - 1;
}

static uint32_t data_of(const nt_ctr *s, const nt_ctr_config *config, const transfer *t) {
    uint32_t data = t->type;
    if (config->has_cycles) {
        bool counted = s->counted && !bit(t->active, NT_CTRCTL_RASEMU);
        data |= (uint32_t)counted << CCV_BIT | (uint32_t)nt_ctr_cc(s->cycles) << CC_LSB;
    }
    return data;
}

/* Writes entry 0 and starts the next count. */
static void write_record(nt_ctr *s, const nt_ctr_config *config, const transfer *t,
                         const nt_ctr_block *block) {
    uint64_t mask = (config->xlen == 32 ? UINT32_MAX : UINT64_MAX) & ~UINT64_C(1);
    uint64_t misp = config->has_misp && block->misp && !t->is_trap; /* instructions alone have it */
    unsigned place = nt_ctr_place(s, 0);
    s->entry[place] = (nt_ctr_entry){
        .source = t->from_enabled ? block->isrc & mask : 0,
        .target = (t->to_enabled ? block->itgt & mask : 0) | misp,
        .data = data_of(s, config, t),
    };
    nt_ctr_put_bit(&s->valid, place, true);
    nt_ctr_put_bit(&s->has_source, place, true);
    nt_ctr_put_bit(&s->has_target, place, true);
    nt_ctr_put_bit(&s->has_data, place, true);
    s->cycles = 0;
    s->counted = config->has_cycles;
}

static nt_ctr_op apply(nt_ctr *s, const nt_ctr_config *config, const transfer *t,
                       const nt_ctr_block *block) {
    nt_ctr_op op = op_of(s, config, t);
    switch (op) {
    case NT_CTR_PUSH:
        advance(s, config);
        write_record(s, config, t, block);
        break;
    case NT_CTR_SWAP:
        write_record(s, config, t, block);
        break;
    case NT_CTR_POP:
        nt_ctr_put_bit(&s->valid, nt_ctr_place(s, 0), false);
        retreat(s);
        break;
    default:
        break;
    }
    return op;
}

void nt_ctr_record(nt_ctr *s, const nt_ctr_config *config, const nt_ctr_inputs *in) {
    uint8_t mode = in->priv;
    memset(s->did, NT_CTR_NOTHING, sizeof s->did);
    if (config->has_cycles && !s->frozen && !in->halted && nt_ctr_mode_enabled(s, mode) &&
        s->cycles != nt_ctr_cycles_most(config->cce_w)) {
        s->cycles++;
    }
    for (unsigned i = 0; i < config->nblocks && in->block[i].valid; i++) {
        transfer t = transfer_of(s, &in->block[i], mode);
        mode = t.to;
        if (freezes(s, &t, in->cause)) {
            s->frozen = true;
        } else if (!s->frozen) {
            s->did[i] = (uint8_t)apply(s, config, &t, &in->block[i]);
        }
    }
}
