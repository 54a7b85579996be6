/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder/filter.h"

/* Bits of trTeFilterControl */
enum {
    ENABLE = 1 << 0,
    MATCH_PRIVILEGE = 1 << 1,
    MATCH_ECAUSE = 1 << 2,
    MATCH_INTERRUPT = 1 << 3,
    MATCH_TRAP = MATCH_ECAUSE | MATCH_INTERRUPT,
    MATCH_IMPDEF = 1 << 16,
};

static bool is_trap(const nt_block *block) {
    return block->itype == NT_ITYPE_EXCEPTION || block->itype == NT_ITYPE_INTERRUPT;
}

/* The block ends in a trap that the filter wants. */
static bool begins(const nt_filter_control *control, const nt_block *block,
                   const nt_ingress_latch *in) {
    bool wants_interrupt = control->inst >> 8 & 1;
    if (!is_trap(block)) {
        return false;
    }
    if ((control->control & MATCH_INTERRUPT) &&
        (block->itype == NT_ITYPE_INTERRUPT) != wants_interrupt) {
        return false;
    }
    return !(control->control & MATCH_ECAUSE) ||
           (control->ecause[in->cause >> 5 & 1] >> (in->cause & 31) & 1);
}

/* A condition on traps: from the block that ends in such a trap to the block that ends in its
   return. Traps on the way are counted; at the most that can be, no more. */
static bool in_trap(uint8_t *nest, const nt_filter_control *control, const nt_block *block,
                    const nt_ingress_latch *in) {
    if (*nest == 0) {
        *nest = begins(control, block, in);
        return *nest != 0;
    }
    if (is_trap(block) && *nest < NT_FILTER_NEST_MAX) {
        (*nest)++;
    } else if (block->itype == NT_ITYPE_TRAP_RETURN) {
        (*nest)--;
    }
    return true;
}

static unsigned comparator_of(const nt_filter_control *control, unsigned n) {
    unsigned field = control->control >> (4 + 4 * n); /* trTeFilterMatchComp, trTeFilterComp */
    return field & 1 ? 1u << (field >> 1 & 7) : 0;
}

unsigned nt_filter_comparators(const nt_filter_control *control) {
    return comparator_of(control, 0) | comparator_of(control, 1) | comparator_of(control, 2);
}

bool nt_filter(uint8_t *nest, const nt_filter_control *control, const nt_block *block,
               const nt_ingress_latch *in, unsigned comparators) {
    if (!(control->control & ENABLE) || !(control->control & MATCH_TRAP)) {
        *nest = 0;
    }
    if (!(control->control & ENABLE)) {
        return false;
    }
    bool match = !(control->control & MATCH_TRAP) || in_trap(nest, control, block, in);
    if (control->control & MATCH_PRIVILEGE) {
        match = match && (control->inst >> in->priv & 1);
    }
    if (control->control & MATCH_IMPDEF) {
        match = match && ((in->impdef ^ control->impdef) & control->impdef_mask) == 0;
    }
    return match && (nt_filter_comparators(control) & ~comparators) == 0;
}
