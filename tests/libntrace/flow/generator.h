/* Random legal streams: a random program, a random walk through it, and what any encoder might send
   of it, by the text of the specification. Shares nothing with the encoder's model but the codec.
 */
#ifndef NT_TESTS_DECODE_GENERATOR_H
#define NT_TESTS_DECODE_GENERATOR_H

#include "libntrace/flow/code.h"
#include "libntrace/program/image.h"
#include "tests/libntrace/flow/generator_messages.h"

static inline uint64_t gen_any_pc(generator *g) {
    return g->code.pcs[nt_random_below(&g->code.random, g->code.count)];
}

static inline void gen_push(generator *g, uint64_t address) {
    g->calls[g->call++ % GEN_CALLS] = address;
    if (!g->options.implicit_returns) {
        return;
    }
    if (g->returns_used == g->depth) {
        memmove(g->returns, g->returns + 1, (g->depth - 1) * sizeof g->returns[0]);
        g->returns_used--;
    }
    g->returns[g->returns_used++] = address;
}

static inline void gen_taken(generator *g, uint64_t target) {
    if (g->btm) {
        gen_branch_message(g, true, 0, target);
    } else {
        g->bits[g->bits_used++] = 1;
    }
}

/* Where an indirect jump goes, and whether a decoder can know. */
static inline bool gen_indirect(generator *g, const nt_insn *insn, bool traced, uint64_t *next) {
    uint64_t link = g->pc + insn->size;
    uint64_t constant;
    nt_code code = nt_image_code(g->code.image);
    bool pair = g->before != 1 && nt_code_sequential_jump(&code, g->before, g->pc, &constant);
    bool pops = insn->class_ == NT_INSN_RETURN || insn->class_ == NT_INSN_COROUTINE_SWAP;
    *next = gen_any_pc(g);
    if (pair) {
        *next = constant;
    } else if (pops && g->call != 0 && nt_random_chance(&g->code.random, 220)) {
        *next = g->calls[--g->call % GEN_CALLS];
    }
    bool inferable = pair && g->together && g->options.sequential_jumps;
    if (traced && pops && g->returns_used != 0) {
        inferable |= g->returns[--g->returns_used] == *next;
    }
    if (traced &&
        (insn->class_ == NT_INSN_INDIRECT_CALL || insn->class_ == NT_INSN_COROUTINE_SWAP)) {
        gen_push(g, link);
    }
    return inferable;
}

/* The branch's way: often in patterns, so that there is something to repeat. */
static inline bool gen_direction(generator *g) {
    if (g->bits_used > 5 && nt_random_chance(&g->code.random, 230)) {
        return g->bits[g->bits_used - 3] != 0;
    }
    return nt_random_chance(&g->code.random, 128);
}

/* One instruction retires. */
static inline void gen_retire(generator *g) {
    nt_insn insn = nt_image_at(g->code.image, g->pc);
    uint64_t next = g->pc + insn.size;
    nt_flow_event *item = gen_item(g, NT_FLOW_RANGE);
    item->range.pc = g->pc;
    item->range.instructions = 1;
    g->icnt += insn.size / 2;
    switch (insn.class_) {
    case NT_INSN_OTHER:
        break;
    case NT_INSN_BRANCH:
        if (gen_direction(g)) {
            next = insn.target;
            gen_taken(g, next);
        } else if (!g->btm) {
            g->bits[g->bits_used++] = 0;
        }
        break;
    case NT_INSN_DIRECT_CALL:
        gen_push(g, next);
        /* fall through */
    case NT_INSN_DIRECT_JUMP:
    case NT_INSN_DIRECT_JUMP_LINK:
        next = insn.target;
        if (g->options.all_jumps) {
            gen_taken(g, next);
        }
        break;
    default:
        if (!gen_indirect(g, &insn, true, &next)) {
            bool cut = nt_random_chance(&g->code.random, 8); /* a trap before the target runs */
            next = cut ? gen_any_pc(g) : next;
            gen_branch_message(g, false, cut ? 3 : 0, next);
        }
        break;
    }
    g->before = insn.class_ == NT_INSN_OTHER ? g->pc : 1;
    g->together = true;
    g->pc = next;
}

static inline void gen_start(generator *g, uint32_t sync) {
    g->icnt = 0;
    g->bits_used = 0;
    g->returns_used = 0;
    gen_sync(g, NT_TCODE_PROG_TRACE_SYNC, sync, 0, g->pc);
    g->running = true;
}

static inline void gen_stop(generator *g) {
    static const uint8_t evcodes[] = {0, 1, 4};
    gen_shorten_history(g);
    nt_message message = gen_message(NT_TCODE_PROG_TRACE_CORRELATION);
    uint8_t evcode = evcodes[nt_random_below(&g->code.random, 3)];
    nt_message_set(&message, NT_FIELD_EVCODE, evcode);
    nt_message_set(&message, NT_FIELD_CDF, g->btm ? 0 : 1);
    gen_take_icnt(g, &message);
    gen_send(g, &message);
    nt_flow_event *item = gen_item(g, NT_FLOW_STOP);
    item->stop.evcode = evcode;
    gen_timed(g, item, &message);
    g->running = false;
}

/* All that was not told yet is lost, and some more. */
static inline void gen_lose(generator *g) {
    while (g->bits_used != 0) {
        gen_send_history(g);
    }
    if (g->icnt != 0) { /* what has retired is told, so that the sequence stays as it is */
        gen_branch_message(g, false, 2, gen_any_pc(g));
    }
    nt_message message = gen_message(NT_TCODE_ERROR);
    uint32_t ecode = nt_random_below(&g->code.random, 256);
    nt_message_set(&message, NT_FIELD_ETYPE, 0);
    nt_message_set(&message, NT_FIELD_ECODE, ecode);
    gen_send(g, &message);
    nt_flow_event *item = gen_item(g, NT_FLOW_LOSS);
    item->loss.ecode = ecode;
    gen_timed(g, item, &message);
    g->running = false;
}

static inline void gen_icnt_full(generator *g) {
    nt_message message = gen_message(NT_TCODE_RESOURCE_FULL);
    nt_message_set(&message, NT_FIELD_RCODE, 0);
    nt_message_set(&message, NT_FIELD_RDATA, g->icnt);
    g->icnt = 0;
    g->together = false;
    gen_send(g, &message);
}

/* Between two instructions. */
static inline void gen_event(generator *g) {
    uint32_t sync;
    switch (nt_random_below(&g->code.random, 200)) {
    case 0:
    case 1:
        g->pc = gen_any_pc(g);
        g->before = 1;
        gen_branch_message(g, false, nt_random_between(&g->code.random, 1, 3), g->pc);
        break;
    case 2: /* on linear code */
        (void)gen_wants_sync(g, &sync);
        gen_sync(g, g->btm ? NT_TCODE_PROG_TRACE_SYNC : NT_TCODE_INDIRECT_BRANCH_HIST_SYNC, sync, 0,
                 g->pc);
        break;
    case 3:
        gen_ownership(g);
        break;
    case 4:
    case 5:
        gen_icnt_full(g);
        break;
    case 6:
        if (g->bits_used != 0) {
            gen_send_history(g);
        }
        break;
    case 7:
        if (nt_random_chance(&g->code.random, 80)) {
            gen_stop(g);
        }
        break;
    case 8:
        if (nt_random_chance(&g->code.random, 80)) {
            gen_lose(g);
        }
        break;
    default:
        break;
    }
}

/* Makes a stream of about `instructions`; options, btm, repeat_branches, depth, and of the code
 * random, image and base are set. */
static inline void gen_run(generator *g, uint32_t instructions) {
    static const uint8_t starts[] = {1, 3, 5, 7, 9};
    g->before = 1;
    random_code_make(&g->code);
    for (uint32_t i = 0; i < instructions; i++) {
        if (!g->running) {
            g->pc = gen_any_pc(g);
            g->before = 1;
            gen_start(g, starts[nt_random_below(&g->code.random, 5)]);
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
