/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/filter.h"

#include <string.h>

enum { MOST_OPEN_TRAPS = 15 }; /* what the encoder counts; more end a filter's match too early */

void nt_witness_filter_init(nt_witness_filter *filter, const nt_config *config) {
    filter->config = config;
    nt_witness_filter_reset(filter);
}

void nt_witness_filter_reset(nt_witness_filter *filter) {
    const nt_config *config = filter->config;
    memset(filter, 0, sizeof *filter);
    filter->config = config;
    filter->passes = true;
}

/* A field of a register, named by its highest and lowest bit as in the text. */
static uint32_t field(uint32_t reg, unsigned high, unsigned low) {
    uint32_t value = 0;
    for (unsigned bit = high + 1; bit-- > low;) {
        value = 2 * value + ((reg >> bit) & 1);
    }
    return value;
}

/* trTeCompPInput, trTeCompSInput: the width of the input in the table's order; 0: not there. */
static unsigned input_width(const nt_witness_filter *filter, uint32_t which,
                            const nt_block *block) {
    switch (which) {
    case 0:
        return filter->config->xlen;
    case 1:
        return (unsigned)filter->config->scontext_w + filter->config->hcontext_w;
    case 2:
        return block->itype == 1 ? filter->config->xlen : 0;
    default:
        return 0;
    }
}

/* trTeCompPFunction, trTeCompSFunction 0 to 5: true if the input is ... the match value. */
static bool relation_holds(uint32_t function, uint64_t input, uint64_t match) {
    static const struct {
        bool less, equal, greater;
    } relation[] = {
        {false, true, false}, /* 0: equal to */
        {true, false, true},  /* 1: not equal to */
        {true, false, false}, /* 2: less than */
        {true, true, false},  /* 3: less than or equal to */
        {false, false, true}, /* 4: greater than */
        {false, true, true},  /* 5: greater than or equal to */
    };
    if (input < match) {
        return relation[function].less;
    }
    return input == match ? relation[function].equal : relation[function].greater;
}

/* One of the pair of comparators; function 0 to 5. */
static bool compares(const nt_witness_filter *filter, uint32_t which, uint32_t function,
                     const uint32_t match[2], uint64_t mask, const nt_block *block,
                     const nt_ingress *ingress) {
    const uint64_t inputs[] = {block->iaddr >> 1 << 1, ingress->context, ingress->tval, 0};
    unsigned width = input_width(filter, which, block);
    if (width == 0) {
        return false;
    }
    uint64_t unused = width < 64 ? UINT64_MAX << width : 0; /* bits that the input does not have */
    uint64_t value = match[1];
    value = (value << 32) + match[0];
    return relation_holds(function, inputs[which] & mask & ~unused, value & mask & ~unused);
}

typedef struct comparison {
    bool primary;
    bool secondary;
} comparison;

static comparison compare(const nt_witness_filter *filter, const nt_comparator_control *unit,
                          const nt_block *block, const nt_ingress *ingress) {
    uint32_t p_function = field(unit->control, 6, 4);
    uint32_t s_function = field(unit->control, 10, 8);
    comparison result = {p_function == 7, s_function >= 6};
    uint64_t mask = UINT64_MAX;
    if (s_function == 6) {
        mask = ((uint64_t)unit->smatch[1] << 32) + unit->smatch[0];
    }
    if (p_function < 6) {
        result.primary = compares(filter, field(unit->control, 1, 0), p_function, unit->pmatch,
                                  mask, block, ingress);
    }
    if (s_function < 6) {
        result.secondary = compares(filter, field(unit->control, 3, 2), s_function, unit->smatch,
                                    UINT64_MAX, block, ingress);
    }
    return result;
}

/* The overall output of a comparator for a block with an address. */
static bool comparator_output(nt_witness_filter *filter, unsigned number,
                              const nt_comparator_control *unit, comparison result) {
    bool both = result.primary && result.secondary;
    bool asserted;
    switch (field(unit->control, 13, 12)) {
    case 0:
        return result.primary;
    case 1:
        return both;
    case 2:
        return !both;
    default:
        /* Set when primary, asserted until the instruction after secondary. */
        asserted = result.primary || filter->latched[number];
        filter->latched[number] = asserted && !result.secondary;
        return asserted;
    }
}

static bool wants_notify(const nt_comparator_control *unit, comparison result) {
    bool p = field(unit->control, 14, 14) && field(unit->control, 1, 0) == 0;
    bool s = field(unit->control, 15, 15) && field(unit->control, 3, 2) == 0;
    return (p && result.primary) || (s && result.secondary);
}

/* Latches that are not in use are clear; function 6 primes its latch once. */
static void set_up_latches(nt_witness_filter *filter, const nt_control *live) {
    for (unsigned i = 0; i < filter->config->ncomparators; i++) {
        uint32_t control = live->comparator[i].control;
        bool in_use = field(control, 13, 12) == 3;
        bool prime = in_use && field(control, 6, 4) == 6;
        if (!in_use) {
            filter->latched[i] = false;
        } else if (prime && !filter->primed[i]) {
            filter->latched[i] = true;
        }
        filter->primed[i] = prime;
    }
}

static bool is_trap(const nt_block *block) {
    return block->itype == 1 || block->itype == 2;
}

/* A trap that starts the match of trTeFilterMatchEcause and trTeFilterMatchInterrupt. */
static bool is_wanted_trap(const nt_filter_control *unit, const nt_block *block,
                           const nt_ingress *ingress) {
    if (field(unit->control, 3, 3) && block->itype != (field(unit->inst, 8, 8) ? 2 : 1)) {
        return false;
    }
    if (field(unit->control, 2, 2)) {
        unsigned cause = ingress->cause & 63;
        return field(unit->ecause[cause / 32], cause % 32, cause % 32);
    }
    return true;
}

/* The filter's condition on traps. */
static bool trap_condition(unsigned *open, const nt_filter_control *unit, const nt_block *block,
                           const nt_ingress *ingress) {
    if (*open == 0) {
        if (!is_trap(block) || !is_wanted_trap(unit, block, ingress)) {
            return false;
        }
        *open = 1;
    } else if (is_trap(block)) {
        *open += *open < MOST_OPEN_TRAPS;
    } else if (block->itype == 3) {
        *open -= 1;
    }
    return true;
}

/* Do all conditions of a filter hold? `comparator`: the overall outputs. */
static bool filter_matches(nt_witness_filter *filter, unsigned number,
                           const nt_filter_control *unit, const nt_block *block,
                           const nt_ingress *ingress, const bool comparator[8]) {
    bool on_traps = field(unit->control, 2, 2) || field(unit->control, 3, 3);
    bool matches = true;
    if (!field(unit->control, 0, 0) || !on_traps) {
        filter->open_traps[number] = 0;
    } else {
        matches = trap_condition(&filter->open_traps[number], unit, block, ingress);
    }
    if (field(unit->control, 1, 1)) {
        matches &= field(unit->inst, 7, 0) >> (ingress->priv & 7) & 1;
    }
    for (unsigned low = 4; low <= 12; low += 4) { /* trTeFilterMatchComp1 to 3 */
        if (field(unit->control, low, low)) {
            matches &= comparator[field(unit->control, low + 3, low + 1)];
        }
    }
    if (field(unit->control, 16, 16)) {
        matches &= (ingress->impdef & unit->impdef_mask) == (unit->impdef & unit->impdef_mask);
    }
    return matches && field(unit->control, 0, 0);
}

/* Whether the block passes the filters; true in *notify if a comparator asks for a message. */
static bool judge(nt_witness_filter *filter, const nt_control *live, const nt_block *block,
                  const nt_ingress *ingress, bool *notify) {
    bool has_address = block->iretire > 0 || (block->itype == 1 && !filter->config->draft);
    bool comparator[8] = {false};
    if (!filter->in_use) {
        filter->passes |= has_address;
        return filter->passes;
    }
    for (unsigned i = 0; i < filter->config->ncomparators && has_address; i++) {
        comparison result = compare(filter, &live->comparator[i], block, ingress);
        comparator[i] = comparator_output(filter, i, &live->comparator[i], result);
        *notify |= wants_notify(&live->comparator[i], result);
    }
    bool any_selected = false;
    bool any_matches = false;
    for (unsigned i = 0; i < filter->config->nfilters; i++) {
        if (!(live->trTeInstFilters >> i & 1)) {
            filter->open_traps[i] = 0;
            continue;
        }
        any_selected = true;
        any_matches |= filter_matches(filter, i, &live->filter[i], block, ingress, comparator);
    }
    if (has_address) {
        filter->passes = any_matches || !any_selected;
    }
    return filter->passes;
}

static bool external_notify(const nt_witness_filter *filter, const nt_witness_filter_inputs *in) {
    bool asks = false;
    for (unsigned i = 0; i < filter->config->ntriggers && in->ext_trigger != 0; i++) {
        bool action = field(in->live->trTeTrigExtInControl, 4 * i + 3, 4 * i) == 4;
        asks |= action && (in->ext_trigger >> i & 1);
    }
    return asks;
}

/* Mostly nothing is set up: no filter is selected, no comparator does anything. Then there is no
   state either. */
static void take_over(nt_witness_filter *filter, const nt_control *live, uint32_t version) {
    if (!filter->in_use && version != 0 && version == filter->version) {
        return;
    }
    filter->version = version;
    uint32_t any = live->trTeInstFilters & ((1u << filter->config->nfilters) - 1);
    for (unsigned i = 0; i < filter->config->ncomparators; i++) {
        any |= live->comparator[i].control;
    }
    if (any != 0 || filter->in_use) {
        set_up_latches(filter, live);
    }
    if (any == 0 && filter->in_use) {
        memset(filter->open_traps, 0, sizeof filter->open_traps);
    }
    filter->in_use = any != 0;
}

void nt_witness_filter_cycle(nt_witness_filter *filter, const nt_witness_filter_inputs *in,
                             nt_witness_filtered block[NT_MAX_BLOCKS]) {
    int newest = -1; /* of the blocks that are not empty */
    take_over(filter, in->live, in->version);
    bool asks = external_notify(filter, in);
    for (unsigned i = 0; i < filter->config->nblocks; i++) {
        const nt_block *now = &in->ingress->block[i];
        bool notify = in->ingress->trigger >> (2 + i) & 1;
        bool passes = judge(filter, in->live, now, in->ingress, &notify);
        bool empty = now->iretire == 0 && now->itype == 0;
        block[i].traced = in->tracing && passes;
        block[i].asks6 = notify && !empty;
        block[i].asks0 = asks && !empty;
        block[i].notify6 = block[i].traced && block[i].asks6;
        block[i].notify0 = false;
        newest = empty ? newest : (int)i;
    }
    if (newest >= 0) {
        block[newest].notify0 = asks && block[newest].traced;
    }
    filter->asked = asks && newest < 0 && block[0].traced;
    if (in->ingress->reset) {
        memset(filter->open_traps, 0, sizeof filter->open_traps);
    }
}
