/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/calls/steps.h"

#include "libntrace/util/resident.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEPS = 1 << 13,
    WHOLES = 1 << 11,   /* ranges */
    LONGEST_STEP = 256, /* instructions: bounds the work for one */
};

struct nt_steps {
    nt_view *view;
    nt_code code;
    uint64_t mask; /* of an address */
    uint64_t generation;
    uint64_t space;
    nt_step cut;
    nt_step step[STEPS];   /* direct-mapped by address */
    nt_step whole[WHOLES]; /* by address and size; without instructions: it is several steps */
};

nt_steps *nt_steps_new(nt_view *view) {
    nt_steps *steps = calloc(1, sizeof *steps);
    if (steps != NULL) {
        steps->view = view;
        steps->code = nt_view_code(view);
        steps->mask = steps->code.isa.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    }
    return steps;
}

void nt_steps_free(nt_steps *steps) {
    free(steps);
}

void nt_steps_settle(nt_steps *steps) {
    nt_make_resident(steps, sizeof *steps);
}

/* Forgets everything when other code is seen. */
static inline void refresh(nt_steps *steps) {
    const nt_code *code = &steps->code;
    uint64_t generation = code->generation == NULL ? 0 : code->generation(code->context);
    uint64_t space = code->space == NULL ? 0 : code->space(code->context);
    if (generation != steps->generation || space != steps->space) {
        memset(steps->step, 0, sizeof steps->step);
        memset(steps->whole, 0, sizeof steps->whole);
        steps->generation = generation;
        steps->space = space;
    }
}

/* Up to the first instruction that can leave the line, or whatever else ends a step. */
static void walk(const nt_steps *steps, nt_step *step, uint64_t halfwords) {
    while (step->instructions < LONGEST_STEP && step->exit == NT_INSN_OTHER) {
        nt_insn insn = steps->code.at(steps->code.context, step->next);
        if (insn.size == 0 || step->halfwords + insn.size / 2u > halfwords) {
            return;
        }
        step->instructions++;
        step->halfwords += insn.size / 2u;
        step->next = (step->next + insn.size) & steps->mask;
        step->exit = insn.class_;
    }
}

static nt_step make_step(nt_steps *steps, uint64_t pc, uint64_t halfwords) {
    const nt_function *function = nt_view_function(steps->view, pc);
    nt_step step = {.pc = pc, .next = pc, .function = function, .exit = NT_INSN_OTHER};
    uint64_t within = function == NULL ? UINT64_MAX : (function->start + function->size - pc) / 2;
    walk(steps, &step, halfwords < within ? halfwords : within);
    if (step.instructions == 0) { /* an instruction that reaches beyond the function's end */
        uint8_t size = steps->code.at(steps->code.context, pc).size;
        walk(steps, &step, halfwords < size / 2u ? halfwords : size / 2u);
    }
    return step;
}

const nt_step *nt_steps_at(nt_steps *steps, uint64_t pc, uint64_t halfwords) {
    refresh(steps);
    nt_step *step = &steps->step[(pc >> 1 ^ pc >> 14) % STEPS];
    if (step->pc != pc || step->instructions == 0) {
        *step = make_step(steps, pc, UINT64_MAX);
    }
    if (step->halfwords <= halfwords && step->instructions != 0) {
        return step;
    }
    steps->cut = make_step(steps, pc, halfwords);
    return &steps->cut;
}

static nt_step join(nt_steps *steps, uint64_t pc, uint64_t halfwords) {
    nt_step whole = *nt_steps_at(steps, pc, halfwords);
    while (whole.instructions != 0 && whole.halfwords < halfwords) {
        const nt_step *next = nt_steps_at(steps, whole.next, halfwords - whole.halfwords);
        if (!nt_step_goes_on(whole.exit) || next->instructions == 0 ||
            next->function != whole.function) {
            whole.instructions = 0;
            break;
        }
        whole.instructions += next->instructions;
        whole.halfwords += next->halfwords;
        whole.next = next->next;
        whole.exit = next->exit;
    }
    whole.pc = pc;
    whole.halfwords = (uint32_t)halfwords;
    return whole;
}

const nt_step *nt_steps_whole(nt_steps *steps, uint64_t pc, uint64_t halfwords) {
    refresh(steps);
    nt_step *whole = &steps->whole[(pc >> 1 ^ pc >> 12 ^ halfwords * 0x95) % WHOLES];
    if (whole->pc != pc || whole->halfwords != halfwords) {
        *whole = join(steps, pc, halfwords);
    }
    return whole->instructions == 0 ? NULL : whole;
}
