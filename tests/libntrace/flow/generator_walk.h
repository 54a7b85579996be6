/* SPDX-License-Identifier: Apache-2.0 */
/* The generator's walk (generator.h): what the program does, and when it is reported. */
#ifndef NT_TESTS_FLOW_GENERATOR_WALK_H
#define NT_TESTS_FLOW_GENERATOR_WALK_H

#include "libntrace/flow/code.h"
#include "tests/libntrace/flow/generator_messages.h"

/* A number for `pc` that stays the same for some time, so that loops repeat. */
static inline uint32_t gen_habit(generator *g, uint32_t below) {
    if (nt_random_chance(&g->code.random, 6)) {
        g->mood = nt_random_next(&g->code.random);
    }
    uint64_t mixed = (g->pc ^ g->mood) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)((mixed >> 40) % below);
}

static inline uint64_t gen_any_pc(generator *g) {
    uint32_t any = nt_random_chance(&g->code.random, 220)
                       ? gen_habit(g, g->code.count)
                       : nt_random_below(&g->code.random, g->code.count);
    return g->code.pcs[any];
}

/* ---- calls and jumps ---- */

static inline void gen_push(generator *g, uint64_t address) {
    g->calls[g->call++ % GEN_CALLS] = address;
    if (!g->options.implicit_returns) {
        return;
    }
    if (g->returns_used == g->depth) {
        memmove(g->returns, g->returns + 1, (g->depth - 1) * sizeof g->returns[0]);
        g->returns_used--;
        g->kinds[GEN_RETURN_DEEP]++;
    }
    g->returns[g->returns_used++] = address;
}

static inline bool gen_pops(const nt_insn *insn) {
    return insn->class_ == NT_INSN_RETURN || insn->class_ == NT_INSN_COROUTINE_SWAP;
}

/* What the encoder's stack does at an indirect jump: whether it knew the target. */
static inline bool gen_use_stack(generator *g, const nt_insn *insn, uint64_t next) {
    bool known = gen_pops(insn) && g->returns_used != 0 && g->returns[--g->returns_used] == next;
    if (insn->class_ == NT_INSN_RETURN) {
        g->kinds[known ? GEN_RETURN_IMPLICIT : GEN_RETURN_EXPLICIT]++;
    } else if (insn->class_ == NT_INSN_COROUTINE_SWAP) {
        g->kinds[known ? GEN_SWAP_IMPLICIT : GEN_SWAP_EXPLICIT]++;
    }
    if (insn->class_ == NT_INSN_INDIRECT_CALL || insn->class_ == NT_INSN_COROUTINE_SWAP) {
        gen_push(g, g->pc + insn->size);
        g->kinds[GEN_INDIRECT_CALL] += insn->class_ == NT_INSN_INDIRECT_CALL;
    }
    return known;
}

/* Where an indirect jump goes, and whether a decoder can know. */
static inline bool gen_indirect(generator *g, const nt_insn *insn, uint64_t *next) {
    uint64_t constant;
    nt_code code = nt_image_code(g->code.image);
    bool pair = g->before != 1 && nt_code_sequential_jump(&code, g->before, g->pc, &constant);
    *next = gen_any_pc(g);
    if (pair) {
        *next = constant;
    } else if (gen_pops(insn) && g->call != 0 && nt_random_chance(&g->code.random, 220)) {
        *next = g->calls[--g->call % GEN_CALLS];
    }
    bool inferable = pair && g->together && g->options.sequential_jumps;
    if (pair && g->options.sequential_jumps) {
        g->kinds[inferable ? GEN_PAIR_SEQUENTIAL : GEN_PAIR_SPLIT]++;
        g->kinds[GEN_PAIR_BEHIND_STRAIGHT] += inferable && g->line != 0 && g->line % 256 == 0;
    }
    return gen_use_stack(g, insn, *next) || inferable;
}

/* The target of an indirect jump is reported; or a trap comes before anything runs there. */
static inline uint64_t gen_report_jump(generator *g, uint64_t next) {
    bool cut = nt_random_chance(&g->code.random, 8);
    next = cut ? gen_any_pc(g) : next;
    g->kinds[GEN_INDIRECT_INTERRUPTED] += cut;
    gen_branch_message(g, false, cut ? 3 : 0, next);
    return next;
}

/* ---- instructions ---- */

static inline uint64_t gen_taken(generator *g, uint64_t target) {
    if (g->btm) {
        gen_branch_message(g, true, 0, target);
    } else {
        gen_add_bit(g, true);
    }
    return target;
}

static inline uint64_t gen_conditional(generator *g, const nt_insn *insn) {
    bool taken = nt_random_chance(&g->code.random, 20) ? nt_random_chance(&g->code.random, 128)
                                                       : gen_habit(g, 3) != 0;
    if (taken) {
        return gen_taken(g, insn->target);
    }
    if (!g->btm) {
        gen_add_bit(g, false);
    }
    return g->pc + insn->size;
}

/* A custom instruction may jump anywhere; a jump is reported. */
static inline uint64_t gen_other(generator *g, const nt_insn *insn) {
    uint64_t next = g->pc + insn->size;
    nt_code code = nt_image_code(g->code.image);
    g->kinds[GEN_LONG_INSTRUCTION] += insn->size > 4;
    if (!nt_code_is_custom(&code, g->pc)) {
        return next;
    }
    if (gen_habit(g, 3) != 0) {
        g->kinds[GEN_CUSTOM_RUNS_ON]++;
        return next;
    }
    g->kinds[GEN_CUSTOM_JUMPS]++;
    return gen_report_jump(g, gen_any_pc(g));
}

/* Of Zcmt and Zcmp. */
static inline void gen_count_zcm(generator *g, const nt_insn *insn) {
    uint8_t bytes[2] = {0, 0};
    (void)nt_image_bytes(g->code.image, g->pc, bytes, 2);
    uint32_t code = bytes[0] | (uint32_t)bytes[1] << 8;
    if ((code & 0xe003) != 0xa002) {
        return;
    }
    g->kinds[GEN_POPRET] += insn->class_ == NT_INSN_RETURN;
    g->kinds[GEN_TABLE_JUMP] += insn->class_ == NT_INSN_DIRECT_JUMP;
    g->kinds[GEN_TABLE_CALL] += insn->class_ == NT_INSN_DIRECT_CALL;
    g->kinds[GEN_NO_ZCM] += !g->code.isa.zcmt && (code & 0xfc00) == 0xa000;
}

static inline uint64_t gen_direct(generator *g, const nt_insn *insn) {
    nt_code code = nt_image_code(g->code.image);
    uint64_t target;
    bool known = nt_code_target(&code, g->pc, insn, &target);
    assert(known);
    if (g->options.all_jumps) {
        g->kinds[GEN_ALL_JUMPS]++;
        (void)gen_taken(g, target);
    }
    return target;
}

/* One instruction retires. */
static inline void gen_retire(generator *g) {
    nt_insn insn = nt_image_at(g->code.image, g->pc);
    uint64_t next = g->pc + insn.size;
    assert(insn.size != 0);
    gen_count_zcm(g, &insn);
    nt_flow_event *item = gen_item(g, NT_FLOW_RANGE);
    item->range.pc = g->pc;
    item->range.instructions = 1;
    g->retired++;
    g->icnt += insn.size / 2;
    switch (insn.class_) {
    case NT_INSN_OTHER:
        next = gen_other(g, &insn);
        break;
    case NT_INSN_BRANCH:
        next = gen_conditional(g, &insn);
        break;
    case NT_INSN_DIRECT_CALL:
        gen_push(g, next);
        g->kinds[GEN_CALL]++;
        /* fall through */
    case NT_INSN_DIRECT_JUMP:
    case NT_INSN_DIRECT_JUMP_LINK:
        next = gen_direct(g, &insn);
        break;
    default:
        if (!gen_indirect(g, &insn, &next)) {
            next = gen_report_jump(g, next);
        }
        break;
    }
    bool runs_on = insn.class_ == NT_INSN_OTHER && next == g->pc + insn.size;
    g->line = runs_on ? g->line + 1 : 0;
    g->kinds[GEN_STRAIGHT] += g->line == 257;
    g->before = runs_on ? g->pc : 1;
    g->together = true;
    g->pc = next;
}

/* ---- between instructions ---- */

static inline void gen_trap(generator *g) {
    g->pc = gen_any_pc(g);
    g->before = 1;
    gen_branch_message(g, false, nt_random_between(&g->code.random, 1, 3), g->pc);
}

static inline void gen_change_code(generator *g) {
    if (g->changes && g->change_count < GEN_CHANGES && nt_random_chance(&g->code.random, 100)) {
        nt_image *image = g->code.image;
        g->code.image = g->code.variant;
        g->code.variant = image;
        g->change[g->change_count++] = g->retired;
        g->kinds[GEN_CODE_CHANGES]++;
    }
}

/* Code that changes is replayed by the number of instructions, so none may be lost. */
static inline void gen_leave(generator *g) {
    bool whole = g->icnt_sent == 0; /* an I-CNT does not wait for the rest */
    switch (nt_random_below(&g->code.random, 3)) {
    case 0:
        gen_stop(g);
        break;
    case 1:
        if (whole && !g->changes) {
            gen_stop_untold(g);
        }
        break;
    default:
        if (!g->changes) {
            gen_lose(g);
        }
        break;
    }
}

static inline void gen_event(generator *g) {
    switch (nt_random_below(&g->code.random, 240)) {
    case 0:
    case 1:
        gen_trap(g);
        break;
    case 2:
        gen_sync_linear(g);
        break;
    case 3:
        gen_ownership(g);
        break;
    case 4:
    case 5:
        gen_icnt_full(g);
        break;
    case 6:
    case 7:
        if (g->bits_used != 0) {
            gen_send_history(g);
        }
        break;
    case 8:
        if (nt_random_chance(&g->code.random, 80)) {
            gen_leave(g);
        }
        break;
    case 9:
        if (nt_random_chance(&g->code.random, 64)) {
            gen_sync_reset(g, gen_any_pc(g));
        }
        break;
    case 10:
    case 11:
        gen_change_code(g);
        break;
    default:
        break;
    }
}

static inline void gen_while_stopped(generator *g) {
    uint32_t draw = nt_random_below(&g->code.random, 16);
    if (draw == 0) {
        gen_ownership(g);
    } else if (draw == 1 && g->lost) {
        gen_stop(g);
    } else if (draw == 2 && g->lost) {
        gen_lose(g);
    }
}

/* Makes a stream of `instructions`; options, btm, repeat_branches, changes, depth, and of the code
   random, image, variant and base are set. What fewer instructions make is what more begin with. */
static inline void gen_run(generator *g, uint32_t instructions) {
    g->before = 1;
    random_code_make(&g->code);
    for (uint32_t i = 0; i < instructions && g->item_count < GEN_ITEMS - 64; i++) {
        if (!g->running) {
            gen_while_stopped(g);
            g->pc = gen_any_pc(g);
            gen_start(g);
        }
        gen_retire(g);
        if (g->bits_used > GEN_BITS - 64) {
            gen_shorten_history(g);
        }
        gen_event(g);
    }
    if (g->running) {
        gen_stop(g);
    }
}

#endif
