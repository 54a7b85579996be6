/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder/comparator.h"

enum { INPUT_IADDR, INPUT_CONTEXT, INPUT_TVAL }; /* 3, daddr, is not there */
enum { EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, MASK };
enum { MODE_P, MODE_BOTH, MODE_NOT, MODE_LATCHED };

static unsigned bits(uint32_t word, unsigned low, unsigned width) {
    return word >> low & ((1u << width) - 1);
}

static unsigned match_mode(const nt_comparator_control *control) {
    return bits(control->control, 12, 2);
}

static unsigned primary_function(const nt_comparator_control *control) {
    return bits(control->control, 4, 3);
}

bool nt_comparator_latches(const nt_comparator_control *control) {
    return match_mode(control) == MODE_LATCHED;
}

bool nt_comparator_primes(const nt_comparator_control *control) {
    return nt_comparator_latches(control) && primary_function(control) == MASK;
}

bool nt_comparator_notifies(const nt_comparator_control *control) {
    return bits(control->control, 14, 2) != 0;
}

static uint64_t ones(unsigned width) {
    return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

/* An input of a comparator: its value, and the bits that it has; none if it is not there. */
typedef struct operand {
    uint64_t value;
    uint64_t mask;
} operand;

static operand select_input(unsigned input, const nt_config *config, const nt_block *block,
                            const nt_ingress_latch *in) {
    uint64_t address = ones(config->xlen);
    switch (input) {
    case INPUT_IADDR:
        return (operand){block->iaddr & ~(uint64_t)1, address};
    case INPUT_CONTEXT:
        return (operand){in->context, ones(config->scontext_w + (unsigned)config->hcontext_w)};
    case INPUT_TVAL:
        return (operand){in->tval, block->itype == NT_ITYPE_EXCEPTION ? address : 0};
    default:
        return (operand){0, 0};
    }
}

static bool compare(unsigned function, operand input, uint64_t pattern, uint64_t mask) {
    bool there = input.mask != 0;
    uint64_t value = input.value & input.mask & mask;
    pattern &= input.mask & mask;
    switch (function) {
    case EQUAL:
        return there && value == pattern;
    case NOT_EQUAL:
        return there && value != pattern;
    case LESS:
        return there && value < pattern;
    case LESS_OR_EQUAL:
        return there && value <= pattern;
    case GREATER:
        return there && value > pattern;
    case GREATER_OR_EQUAL:
        return there && value >= pattern;
    default:
        return function != MASK;
    }
}

static uint64_t word(const uint32_t half[2]) {
    return half[0] | (uint64_t)half[1] << 32;
}

nt_comparator_outputs nt_comparator(bool *latch, const nt_comparator_control *control,
                                    const nt_config *config, const nt_block *block,
                                    const nt_ingress_latch *in) {
    unsigned p_input = bits(control->control, 0, 2);
    unsigned s_input = bits(control->control, 2, 2);
    unsigned s_function = bits(control->control, 8, 3);
    uint64_t mask = s_function == MASK ? word(control->smatch) : UINT64_MAX;

    bool p = compare(primary_function(control), select_input(p_input, config, block, in),
                     word(control->pmatch), mask);
    bool s = s_function == MASK || compare(s_function, select_input(s_input, config, block, in),
                                           word(control->smatch), UINT64_MAX);

    unsigned mode = match_mode(control);
    bool match = mode == MODE_P ? p : mode == MODE_BOTH ? p && s : !(p && s);
    if (mode == MODE_LATCHED) {
        match = *latch || p;
    }
    *latch = mode == MODE_LATCHED && match && !s;
    bool p_notify = bits(control->control, 14, 1) && p_input == INPUT_IADDR && p;
    bool s_notify = bits(control->control, 15, 1) && s_input == INPUT_IADDR && s;
    return (nt_comparator_outputs){match, p_notify || s_notify};
}
