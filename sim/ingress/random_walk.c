/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/random_walk.h"

#include "sim/stimulus/itype.h"

enum { ITYPE_DRAFT_SWAP = 7 };

static const nt_random_place *here(const nt_walk *w) {
    return &w->program->places[w->at];
}

void nt_walk_start(nt_walk *walk, const nt_random_program *program, const nt_config *config,
                   nt_random *random) {
    *walk = (nt_walk){
        .program = program,
        .random = random,
        .style = {.taken = 128, .most = 1, .stray = 16},
        .max_halfwords = (1u << config->iretire_w) - 1,
        .mask = config->xlen == 64 ? UINT64_MAX : UINT32_MAX,
        .itypes = nt_itype_set_of(config),
    };
    nt_walk_restart(walk);
}

void nt_walk_restart(nt_walk *w) {
    w->at = nt_random_program_region(w->program, w->style.region, w->random);
    w->priv = 3;
    w->calls = 0;
    w->traps = 0;
    w->leave = false;
    w->both_round = 0;
    w->has_before = false;
}

void nt_walk_divert(nt_walk *w, uint32_t goal) {
    w->leave = true;
    w->goal = goal;
    w->traps = 0; /* what was interrupted is forgotten, as after a task switch */
}

/* Where an indirect jump goes: the regions that need to be entered in their own way are left out.
 */
static uint32_t draw_place(nt_walk *w) {
    const nt_random_program *p = w->program;
    if (nt_random_chance(w->random, w->style.stay)) {
        return nt_random_program_region(p, w->style.region, w->random);
    }
    const nt_region *region;
    do {
        region = &p->regions[nt_random_below(w->random, p->region_count)];
    } while (region->kind >= NT_REGION_SPIN);
    return nt_random_chance(w->random, 128)
               ? region->first
               : region->first + nt_random_below(w->random, region->count);
}

static void push_call(nt_walk *w, uint32_t back) {
    w->call[w->top++ % NT_CALL_DEPTH] = back;
    w->calls += w->calls < NT_CALL_DEPTH;
}

static uint32_t pop_call(nt_walk *w) {
    if (w->calls == 0 || (!w->matched && nt_random_chance(w->random, w->style.stray))) {
        return draw_place(w); /* longjmp, tail call: not every return matches */
    }
    w->calls--;
    return w->call[--w->top % NT_CALL_DEPTH];
}

static uint8_t draw_priv(const nt_walk *w) {
    static const uint8_t privs[] = {0, 1, 3, 3, 0, 5, 5, 6, 6, 4};
    return privs[nt_random_below(w->random, w->everything ? sizeof privs : 4)];
}

/* Where a trap may go: to the hypervisor's guest, to the supervisor, to machine mode. */
static uint8_t draw_handler(const nt_walk *w) {
    bool virtual = w->priv == 5 || w->priv == 6;
    if (virtual && nt_random_chance(w->random, 128)) {
        return 6;
    }
    bool supervisor = w->priv != 3 && w->priv != 4 && nt_random_chance(w->random, 128);
    return supervisor ? 1 : 3;
}

static uint32_t trap_return(nt_walk *w) {
    bool empty = w->traps == 0;
    uint32_t back = 0;
    w->both_round = 0;
    if (empty) {
        w->priv = draw_priv(w);
    } else {
        w->traps--;
        back = w->trapped[w->traps];
        w->priv = w->trapped_priv[w->traps];
    }
    if (w->leave) {
        w->leave = false;
        w->traps = 0;
        w->both_round = w->program->both_rounds > 0 && w->goal == w->program->both_entry;
        return w->goal;
    }
    return empty || nt_random_chance(w->random, 32) ? draw_place(w) : back;
}

/* A trap at the next instruction; `skip`: its handler returns behind it, as from an ecall. */
static void enter_trap(nt_walk *w, bool skip) {
    if (w->traps < NT_TRAP_DEPTH) {
        w->trapped[w->traps] = w->at + (skip && here(w)->class_ == NT_INSN_OTHER);
        w->trapped_priv[w->traps++] = w->priv;
    }
    w->priv = draw_handler(w);
    w->has_before = false;
    w->at = nt_random_program_region(w->program, NT_REGION_HANDLER, w->random);
}

void nt_walk_debug(nt_walk *w) {
    enter_trap(w, false);
    w->priv = 4;
}

static void take_trap(nt_walk *w, nt_walk_block *step, bool interrupt) {
    static const uint8_t interrupts[] = {1, 3, 5, 7, 9, 11, 13};
    step->block.itype = interrupt ? NT_ITYPE_INTERRUPT : NT_ITYPE_EXCEPTION;
    if (interrupt) {
        step->cause = interrupts[nt_random_below(w->random, sizeof interrupts)];
    } else {
        step->cause = (uint16_t)nt_random_below(w->random, 64); /* also custom ones */
        step->tval = nt_random_next(w->random) & w->mask;
    }
    enter_trap(w, !interrupt && nt_random_chance(w->random, 128));
}

/* A trap with nothing retired. The iaddr of an interrupt means nothing then, in the draft that of
   an exception neither: any value will do. */
static void trap_alone(nt_walk *w, nt_walk_block *step, bool interrupt) {
    bool told = !interrupt && w->itypes != NT_ITYPES_DRAFT;
    bool known = told || nt_random_chance(w->random, 128);
    step->block.iaddr = known ? here(w)->pc : nt_random_next(w->random) & w->mask;
    take_trap(w, step, interrupt);
}

static bool take_branch(nt_walk *w) {
    if (w->both_round > 0) {
        return w->both_round++ < w->program->both_rounds;
    }
    if (w->pattern_length > 0) {
        return w->pattern[w->pattern_at++ % w->pattern_length];
    }
    return nt_random_chance(w->random, w->style.taken);
}

/* What the last instruction of a block does; `at` is still on it. */
static void leave_block(nt_walk *w, nt_walk_block *step) {
    const nt_random_place *last = here(w);
    uint32_t after = w->at + 1;
    step->block.itype = nt_itype_of(last->class_, w->itypes, w->all_jumps);
    step->block.sijump = last->pair && w->has_before && w->before + 1 == w->at;
    if (w->itypes == NT_ITYPES_DRAFT && last->class_ == NT_INSN_INDIRECT_CALL &&
        nt_random_chance(w->random, 128)) {
        step->block.itype = ITYPE_DRAFT_SWAP; /* jalr x1, x1 */
    }
    switch ((nt_insn_class)last->class_) {
    case NT_INSN_BRANCH:
        w->at = after;
        if (take_branch(w)) {
            step->block.itype = NT_ITYPE_TAKEN;
            w->at = last->target;
        }
        return;
    case NT_INSN_DIRECT_CALL:
        push_call(w, after);
        w->at = last->target;
        return;
    case NT_INSN_DIRECT_JUMP:
    case NT_INSN_DIRECT_JUMP_LINK:
        w->at = last->target;
        return;
    case NT_INSN_INDIRECT_CALL:
        w->at = draw_place(w);
        push_call(w, after);
        return;
    case NT_INSN_INDIRECT_JUMP_LINK:
        w->at = draw_place(w);
        if (!w->matched) {
            push_call(w, after); /* by a register that no trace takes for a call's */
        }
        return;
    case NT_INSN_INDIRECT_JUMP:
        w->at = draw_place(w);
        w->both_round = 0;
        return;
    case NT_INSN_COROUTINE_SWAP:
        w->at = pop_call(w);
        push_call(w, after);
        return;
    case NT_INSN_RETURN:
        w->at = pop_call(w);
        return;
    case NT_INSN_TRAP_RETURN:
        w->at = trap_return(w);
        return;
    case NT_INSN_OTHER:
    case NT_INSN_CLASSES:
        break;
    }
    w->at = after;
}

/* A jump whose pair has retired goes where that says, whatever else it does. */
static void leave(nt_walk *w, nt_walk_block *step) {
    const nt_random_place *last = here(w);
    uint32_t left = w->at;
    leave_block(w, step);
    if (step->block.sijump) {
        w->at = last->target;
    }
    w->before = left;
    w->has_before = true;
}

/* Takes instructions up to one that may leave the line, or `most`. With `before_jump`, that one
   is left out. `at` ends on the last instruction taken; false if there is none. */
static bool take_instructions(nt_walk *w, nt_block *block, uint32_t most, bool before_jump) {
    uint32_t halfwords = 0;
    uint32_t i = w->at;
    for (uint32_t n = 0; n < most; n++, i++) {
        const nt_random_place *place = &w->program->places[i];
        bool jumps = place->class_ != NT_INSN_OTHER;
        if (halfwords + place->size / 2u > w->max_halfwords || (jumps && before_jump)) {
            break;
        }
        halfwords += place->size / 2u;
        block->ilastsize = place->size == 4;
        if (jumps) {
            i++;
            break;
        }
    }
    if (halfwords == 0) {
        return false;
    }
    block->iaddr = here(w)->pc;
    block->iretire = (uint16_t)halfwords;
    if (i - 1 > w->at) {
        w->before = i - 2;
        w->has_before = true;
    }
    w->at = i - 1;
    return true;
}

static uint32_t draw_most(nt_walk *w) {
    uint32_t most = w->style.most;
    return w->style.vary ? 1 + nt_random_below(w->random, nt_random_between(w->random, 1, most))
                         : most;
}

void nt_walk_switch(nt_walk *w) {
    uint32_t calls = w->calls;
    nt_walk_restart(w);
    w->calls = w->matched ? calls : 0;
    w->priv = draw_priv(w);
}

void nt_walk_step_plain(nt_walk *w, nt_walk_block *step) {
    *step = (nt_walk_block){0};
    take_instructions(w, &step->block, draw_most(w), false);
    leave(w, step);
}

void nt_walk_step(nt_walk *w, nt_walk_block *step) {
    *step = (nt_walk_block){0};
    bool divert = w->leave && w->traps == 0;
    if (!divert && !nt_random_chance(w->random, w->style.trap)) {
        nt_walk_step_plain(w, step);
        return;
    }
    unsigned draw = nt_random_below(w->random, 8);
    bool interrupt = divert || (draw & 1) == 0;
    if (draw < 4 && take_instructions(w, &step->block, draw_most(w), true)) {
        w->at++;
        take_trap(w, step, interrupt);
    } else {
        trap_alone(w, step, interrupt);
    }
}
