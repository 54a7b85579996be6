/* SPDX-License-Identifier: Apache-2.0 */
/* The flow stage, cycle by cycle: when it asks for a stall, what a loss leaves, which messages tell
   of an earlier cycle, and when periodic synchronization is due (docs/encoder.md, "Flow", "Loss and
   stall"). */
#include "model/codes.h"
#include "model/encoder/flow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct bench {
    nt_flow_stage flow;
    nt_config config;
    nt_options options;
    nt_ingress_latch ingress; /* blocks and ctype are cleared after each cycle */
    nt_qualify_outputs qualify;
    nt_flow_inputs in;
} bench;

/* One block a cycle, all traced; nothing traced before. */
static void setup(bench *b, bool htm) {
    memset(b, 0, sizeof *b);
    b->config = (nt_config){.xlen = 32,
                            .nblocks = 1,
                            .itype_w = 4,
                            .iretire_w = 6,
                            .icnt_w = 22,
                            .hist_w = 32,
                            .fifo_depth = 32,
                            .scontext_w = 8,
                            .tstamp_w = 40,
                            .repeat_w = 5};
    b->in = (nt_flow_inputs){
        .rst = true, .ingress = &b->ingress, .qualify = &b->qualify, .options = &b->options};
    b->qualify = (nt_qualify_outputs){.tracing = true, .htm = htm, .may_wait = true};
    for (unsigned i = 0; i < NT_MAX_BLOCKS; i++) {
        b->qualify.traced[i] = true;
        b->qualify.sync_reason[i] = NT_SYNC_ENABLE;
    }
    nt_flow_step(&b->flow, &b->config, &b->in);
    b->in.rst = false;
}

/* True if messages were dropped. */
static bool cycle(bench *b) {
    b->ingress.timestamp += 100;
    bool dropped = nt_flow_step(&b->flow, &b->config, &b->in);
    memset(b->ingress.block, 0, sizeof b->ingress.block);
    b->ingress.ctype = 0;
    return dropped;
}

static bool block(bench *b, uint64_t iaddr, unsigned iretire, nt_itype itype) {
    b->ingress.block[0] =
        (nt_block){.iaddr = iaddr, .iretire = (uint16_t)iretire, .itype = (uint8_t)itype};
    return cycle(b);
}

static bool notified(bench *b, uint64_t iaddr, unsigned iretire, nt_itype itype) {
    b->qualify.notify6[0] = true;
    bool dropped = block(b, iaddr, iretire, itype);
    b->qualify.notify6[0] = false;
    return dropped;
}

/* A taken branch that is held back, since a trigger may still ask about it. */
static bool held(bench *b, uint64_t iaddr, unsigned iretire) {
    b->qualify.hold[0] = true;
    bool dropped = block(b, iaddr, iretire, NT_ITYPE_TAKEN);
    b->qualify.hold[0] = false;
    return dropped;
}

/* An external trigger in a cycle without a block. */
static void asked(bench *b) {
    b->config.ntriggers = 1;
    b->qualify.notify_idle = true;
    cycle(b);
    b->qualify.notify_idle = false;
}

/* The messages of the latest cycle: a TCODE for each slot, -1 where there is none. */
static void expect(const bench *b, int error, int address, int ownership, int behind) {
    const int expected[NT_LANE_SLOTS] = {error, address, ownership, behind};
    for (unsigned i = 0; i < NT_LANE_SLOTS; i++) {
        int found = b->flow.valid >> i & 1 ? b->flow.slot[i].tcode : -1;
        assert_int_equal(found, expected[i]);
    }
    assert_int_equal(b->flow.valid >> NT_LANE_SLOTS, 0);
}

enum { NONE = -1 };

/* Entries that are kept free: 9 * NBLOCKS + 4 with Ownership, else 6 * NBLOCKS + 3, one more with
   repeats, one less without return stack, repeats and external triggers. */
static void a_stall_is_asked_for_while_what_is_under_way_fits(void **state) {
    (void)state;
    static const struct {
        nt_config config;
        unsigned most; /* level without a stall */
    } rows[] = {
        {{.nblocks = 1, .fifo_depth = 16, .scontext_w = 8, .stack_depth = 2, .repeat_w = 3}, 2},
        {{.nblocks = 1, .fifo_depth = 16, .scontext_w = 8}, 3},
        {{.nblocks = 1, .fifo_depth = 8}, 0},
        {{.nblocks = 1, .fifo_depth = 16}, 8},
        {{.nblocks = 1, .fifo_depth = 16, .stack_depth = 1}, 7},
        {{.nblocks = 1, .fifo_depth = 16, .repeat_w = 1}, 6},
        {{.nblocks = 1, .fifo_depth = 32, .scontext_w = 1, .stack_depth = 32, .repeat_w = 18}, 18},
        {{.nblocks = 4, .fifo_depth = 64, .scontext_w = 1, .stack_depth = 32, .repeat_w = 18}, 23},
        {{.nblocks = 4, .fifo_depth = 64, .stack_depth = 32}, 37},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        nt_flow_stage flow;
        memset(&flow, 0, sizeof flow);
        for (unsigned level = 0; level <= rows[i].config.fifo_depth; level++) {
            assert_int_equal(nt_flow_nearly_full(&flow, &rows[i].config, level),
                             level > rows[i].most);
        }
        flow.valid = 0x11; /* two more */
        assert_int_equal(nt_flow_nearly_full(&flow, &rows[i].config, rows[i].most), true);
        if (rows[i].most >= 2) {
            assert_false(nt_flow_nearly_full(&flow, &rows[i].config, rows[i].most - 2));
            assert_true(nt_flow_nearly_full(&flow, &rows[i].config, rows[i].most - 1));
        }
    }
}

/* A jump's message finds no room. */
static void lose(bench *b) {
    block(b, 0x100, 2, NT_ITYPE_INDIRECT_JUMP);
    b->in.level = b->config.fifo_depth;
    assert_true(block(b, 0x200, 2, NT_ITYPE_NONE));
    assert_int_equal(b->flow.valid, 0);
}

/* FIFO_DEPTH, ntResumeLevel, and the level up to which tracing resumes. */
static void tracing_resumes_at_its_level(void **state) {
    (void)state;
    static const uint8_t rows[][3] = {{8, 0, 2},  {32, 0, 8}, {128, 0, 32}, {32, 1, 1},
                                      {32, 2, 2}, {32, 9, 9}, {32, 31, 31}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned level = 0; level <= rows[i][0]; level++) {
            bench b;
            setup(&b, false);
            b.config.fifo_depth = rows[i][0];
            lose(&b);
            b.in.resume_level = rows[i][1];
            b.in.level = level;
            bool dropped = block(&b, 0x300, 2, NT_ITYPE_NONE);
            assert_int_equal(b.flow.valid != 0 || dropped, level <= rows[i][2]);
        }
    }
}

static void error_tells_of_the_loss_before_tracing_resumes(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    lose(&b);
    assert_false(block(&b, 0x300, 2, NT_ITYPE_NONE));
    assert_int_equal(b.flow.valid, 0); /* no room yet */
    b.in.level = 0;
    cycle(&b);
    expect(&b, NONE, NONE, NONE, NONE); /* Error comes with the first address */
    block(&b, 0x304, 2, NT_ITYPE_NONE);
    expect(&b, NT_TCODE_ERROR, NT_TCODE_PROG_TRACE_SYNC, NONE, NONE);
    assert_int_equal(b.flow.slot[0].icnt, NT_ECODE_PROGRAM_TRACE);
    assert_int_equal(b.flow.slot[1].code, NT_SYNC_OVERRUN);
    assert_int_equal(b.flow.slot[1].addr, 0x304 >> 1);
}

/* Where tracing is off already, Error waits for room too, and then for nothing. */
static void error_without_a_restart_waits_for_room(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    block(&b, 0x100, 2, NT_ITYPE_NONE);
    b.qualify.tracing = b.qualify.traced[0] = false;
    b.in.level = 32;
    assert_true(cycle(&b)); /* the stop */
    assert_false(nt_flow_empty(&b.flow));
    cycle(&b);
    expect(&b, NONE, NONE, NONE, NONE);
    b.in.level = 8;
    cycle(&b);
    expect(&b, NT_TCODE_ERROR, NONE, NONE, NONE);
    cycle(&b);
    assert_true(nt_flow_empty(&b.flow));
    /* The loss does not count for the next start. */
    b.qualify.tracing = b.qualify.traced[0] = true;
    block(&b, 0x400, 2, NT_ITYPE_NONE);
    expect(&b, NONE, NT_TCODE_PROG_TRACE_SYNC, NONE, NONE);
    assert_int_equal(b.flow.slot[1].code, NT_SYNC_ENABLE);
}

/* An Error that is lost itself has told nothing: the next tells of Ownership again. */
static void an_error_that_is_lost_comes_again(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    b.options.ownership = true;
    block(&b, 0x100, 2, NT_ITYPE_INDIRECT_JUMP);
    expect(&b, NONE, NT_TCODE_PROG_TRACE_SYNC, NT_TCODE_OWNERSHIP, NONE);
    b.in.level = 32;
    assert_true(block(&b, 0x200, 2, NT_ITYPE_NONE)); /* with the Ownership before it */
    b.in.resume_level = 31;
    b.in.level = 31;
    assert_true(block(&b, 0x300, 2, NT_ITYPE_NONE)); /* Error, ProgTraceSync, Ownership */
    b.in.level = 0;
    assert_false(block(&b, 0x304, 2, NT_ITYPE_NONE));
    expect(&b, NT_TCODE_ERROR, NT_TCODE_PROG_TRACE_SYNC, NT_TCODE_OWNERSHIP, NONE);
    assert_int_equal(b.flow.slot[0].icnt, NT_ECODE_PROGRAM_TRACE | NT_ECODE_OWNERSHIP);
}

/* ECODE has the bit for Ownership where one was among what was lost, also before an Error alone
   that found no room itself. */
static void an_error_that_is_lost_alone_comes_again(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    b.options.ownership = true;
    b.in.level = 32;
    assert_true(block(&b, 0x100, 2, NT_ITYPE_NONE)); /* ProgTraceSync, Ownership */
    b.qualify.tracing = b.qualify.traced[0] = false;
    b.in.resume_level = 32;
    assert_true(cycle(&b)); /* Error */
    b.in.level = 0;
    cycle(&b);
    expect(&b, NT_TCODE_ERROR, NONE, NONE, NONE);
    assert_int_equal(b.flow.slot[0].icnt, NT_ECODE_PROGRAM_TRACE | NT_ECODE_OWNERSHIP);
}

/* Times: `now` of the cycle's blocks, `then` of the event that late messages tell of. */
static void a_target_is_told_with_the_time_of_its_jump(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    block(&b, 0x100, 2, NT_ITYPE_INDIRECT_JUMP); /* at 100 */
    assert_int_equal(b.flow.late, 0);
    cycle(&b);
    cycle(&b);
    block(&b, 0x200, 2, NT_ITYPE_NONE); /* at 400 */
    expect(&b, NONE, NT_TCODE_INDIRECT_BRANCH, NONE, NONE);
    assert_int_equal(b.flow.late, 1 << 1);
    assert_int_equal(b.flow.then, 100);
    assert_int_equal(b.flow.now, 400);
}

/* A branch that waited is late; Ownership of an interrupt without an address is of its own cycle.
 */
static void ownership_alone_is_not_late(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    b.options.ownership = true;
    block(&b, 0x100, 2, NT_ITYPE_NONE);
    held(&b, 0x104, 2);
    expect(&b, NONE, NONE, NONE, NONE);
    b.ingress.ctype = 1;
    block(&b, 0, 0, NT_ITYPE_INTERRUPT);
    expect(&b, NT_TCODE_DIRECT_BRANCH, NONE, NT_TCODE_OWNERSHIP, NONE);
    assert_int_equal(b.flow.late, 1 << 0);
}

/* ctype goes with a block: an interrupt is one, though nothing retires. */
static void ctype_means_nothing_without_a_block(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    b.options.ownership = true;
    block(&b, 0x100, 2, NT_ITYPE_NONE);
    b.ingress.ctype = 1;
    cycle(&b);
    expect(&b, NONE, NONE, NONE, NONE);
    b.ingress.ctype = 1;
    block(&b, 0, 0, NT_ITYPE_INTERRUPT);
    expect(&b, NONE, NONE, NT_TCODE_OWNERSHIP, NONE);
    b.ingress.ctype = 1;
    block(&b, 0x400, 1, NT_ITYPE_NONE);
    assert_int_equal(b.flow.valid >> 2 & 1, 1);
}

/* What was counted must be told before a branch that waits for its target: it may be let go behind
   ResourceFull and Error, where nothing is counted. */
static void a_branch_that_waits_ends_a_count(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    b.options.repeat_branch = true;
    block(&b, 0x100, 2, NT_ITYPE_TAKEN);
    for (unsigned i = 0; i < 3; i++) {
        block(&b, 0x100, 2, NT_ITYPE_TAKEN);
    }
    expect(&b, NONE, NONE, NONE, NONE);
    held(&b, 0x100, 2);
    expect(&b, NT_TCODE_REPEAT_BRANCH, NONE, NONE, NONE);
    assert_int_equal(b.flow.slot[0].addr, 3);
    block(&b, 0, 0, NT_ITYPE_INTERRUPT);
    expect(&b, NT_TCODE_DIRECT_BRANCH, NONE, NONE, NONE);
}

/* trTeInstSyncMode; what counts; the first cycle whose block comes with SYNC=2 after the start, by
   trTeInstSyncMax of 0 and 1. Blocks of 2 half-words. */
static void periods_are_16_and_32(void **state) {
    (void)state;
    static const unsigned rows[][2] = {{0, 0}, {0, 0}, {17, 33}, {9, 17}};
    for (uint8_t mode = 0; mode < 4; mode++) {
        for (uint8_t most = 0; most < 2; most++) {
            bench b;
            setup(&b, false);
            b.options.sync_mode = mode;
            b.options.sync_max = most;
            block(&b, 0x100, 2, NT_ITYPE_NONE);
            unsigned first = 0;
            for (unsigned i = 1; i < 60 && first == 0; i++) {
                block(&b, 0x104, 2, NT_ITYPE_NONE);
                first = b.flow.valid != 0 ? i : 0;
            }
            assert_int_equal(first, rows[mode][most]);
            assert_true(first == 0 || b.flow.slot[1].code == NT_SYNC_PERIODIC);
        }
    }
}

/* 16 messages: the branch in each cycle behind the start. */
static void periods_count_messages(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    b.options.sync_mode = 1;
    block(&b, 0x100, 2, NT_ITYPE_NONE);
    for (unsigned i = 0; i < 16; i++) {
        block(&b, 0x104, 2, NT_ITYPE_TAKEN);
        expect(&b, NONE, NONE, NONE, NT_TCODE_DIRECT_BRANCH);
    }
    block(&b, 0x104, 2, NT_ITYPE_NONE);
    expect(&b, NONE, NT_TCODE_PROG_TRACE_SYNC, NONE, NONE);
}

/* Half-words of traced blocks: none while a stop waits for its target. */
static void periods_of_half_words_stand_still_while_a_stop_waits(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    b.options.sync_mode = 3;
    block(&b, 0x100, 2, NT_ITYPE_INDIRECT_JUMP);
    b.qualify.tracing = b.qualify.traced[0] = false;
    for (unsigned i = 0; i < 40; i++) {
        cycle(&b);
    }
    block(&b, 0x200, 2, NT_ITYPE_NONE);
    expect(&b, NONE, NT_TCODE_INDIRECT_BRANCH, NONE, NT_TCODE_PROG_TRACE_CORRELATION);
}

static nt_block one(uint64_t iaddr, unsigned iretire, nt_itype itype) {
    return (nt_block){.iaddr = iaddr, .iretire = (uint16_t)iretire, .itype = (uint8_t)itype};
}

/* In the place of a target that is awaited from before: its handler is of its own cycle. */
static void an_interrupt_is_told_with_its_own_time(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    b.config.nblocks = 2;
    block(&b, 0x100, 2, NT_ITYPE_INDIRECT_JUMP);
    b.ingress.block[1] = one(0x400, 2, NT_ITYPE_NONE);
    block(&b, 0, 0, NT_ITYPE_INTERRUPT);
    assert_int_equal(b.flow.valid, 1 << (NT_LANE_SLOTS + 1));
    assert_int_equal(b.flow.late, 0);
}

/* RepeatBranch before a request that is placed tells of a branch behind one of this very cycle. */
static void a_repeat_in_the_cycle_of_a_placed_request_is_not_late(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    b.config.nblocks = 4;
    b.options.repeat_branch = true;
    block(&b, 0x100, 2, NT_ITYPE_NONE);
    b.ingress.block[1] = one(0x100, 4, NT_ITYPE_TAKEN);
    b.ingress.block[2] = one(0x100, 2, NT_ITYPE_NONE);
    b.ingress.block[3] = one(0x104, 2, NT_ITYPE_NONE);
    b.qualify.notify6[2] = true;
    b.qualify.traced[3] = false;
    block(&b, 0x104, 2, NT_ITYPE_TAKEN);
    const nt_descriptor *slot = &b.flow.slot[2 * NT_LANE_SLOTS];
    assert_int_equal(b.flow.valid, 1u << 3 | (1u << 0 | 1u << 1) << (2 * NT_LANE_SLOTS) |
                                       1u << (3 * NT_LANE_SLOTS + 3));
    assert_int_equal(b.flow.slot[3].tcode, NT_TCODE_DIRECT_BRANCH);
    assert_int_equal(slot[0].tcode, NT_TCODE_REPEAT_BRANCH);
    assert_int_equal(slot[1].tcode, NT_TCODE_PROG_TRACE_SYNC);
    assert_int_equal(b.flow.late, 0);
}

/* A discontinuity to what is not traced stops without the target; a start behind it begins anew. */
static void what_was_awaited_before_a_stop_is_not_late_behind_the_next_start(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    b.config.nblocks = 3;
    block(&b, 0x100, 2, NT_ITYPE_INDIRECT_JUMP);
    b.qualify.traced[0] = false;
    b.qualify.notify6[1] = true;
    b.ingress.ctype = 3;
    b.ingress.block[1] = one(0x300, 2, NT_ITYPE_NONE);
    b.ingress.block[2] = one(0x304, 2, NT_ITYPE_NONE);
    block(&b, 0x200, 2, NT_ITYPE_NONE);
    const nt_descriptor *slot = b.flow.slot;
    assert_int_equal(b.flow.valid, 1u << 3 | 1u << (NT_LANE_SLOTS + 1) | 1u << (NT_LANE_SLOTS + 2));
    assert_int_equal(slot[3].tcode, NT_TCODE_PROG_TRACE_CORRELATION);
    assert_int_equal(slot[NT_LANE_SLOTS + 1].code, NT_SYNC_ENABLE);
    assert_int_equal(slot[NT_LANE_SLOTS + 2].code, NT_SYNC_TRACE_EVENT);
    assert_int_equal(b.flow.late, 0);
}

/* A call, a return and where it goes; the message at its target, if any. */
static unsigned return_to(uint8_t mode, uint64_t target) {
    bench b;
    setup(&b, false);
    b.config.stack_depth = 8;
    b.config.partial_w = 4;
    b.options.return_mode = mode;
    block(&b, 0x100, 2, NT_ITYPE_DIRECT_CALL); /* back to 0x104 */
    block(&b, 0x200, 2, NT_ITYPE_RETURN);
    block(&b, target, 2, NT_ITYPE_NONE);
    return b.flow.valid;
}

/* By trTeInstImplicitReturnMode: no target is compared, 4 bits of it, or all. */
static void a_return_is_implicit_by_what_its_mode_compares(void **state) {
    (void)state;
    static const struct {
        uint64_t target;
        unsigned told[4];
    } rows[] = {
        {0x104, {2, 0, 0, 0}}, {0x124, {2, 0, 0, 2}},      {0x114, {2, 0, 2, 2}},
        {0x106, {2, 0, 2, 2}}, {0x80000104, {2, 0, 0, 2}},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (uint8_t mode = 0; mode < 4; mode++) {
            assert_int_equal(return_to(mode, rows[i].target), rows[i].told[mode]);
        }
    }
}

/* rc7 forgets the return stack at SYNC=2 alone, 1.0 at every synchronizing message. */
static void a_synchronizing_message_forgets_calls(void **state) {
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        bool rc7 = i & 1;
        bool periodic = i & 2;
        bench b;
        setup(&b, false);
        b.config.stack_depth = 8;
        b.options.return_mode = 3;
        b.options.rc7 = rc7;
        block(&b, 0x100, 2, NT_ITYPE_DIRECT_CALL);
        asked(&b);
        if (periodic) {
            b.flow.state.due = NT_DUE_PERIODIC; /* in the place of the event */
        }
        block(&b, 0x200, 2, NT_ITYPE_RETURN);
        assert_int_equal(b.flow.slot[1].code,
                         periodic ? NT_SYNC_PERIODIC : NT_SYNC_EXTERNAL_TRIGGER);
        block(&b, 0x104, 2, NT_ITYPE_NONE);
        assert_int_equal(b.flow.valid, rc7 && !periodic ? 0 : 2);
    }
}

/* The message of the target has it. */
static void a_full_icnt_at_a_jump_makes_no_message(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    b.config.icnt_w = 5;
    block(&b, 0x100, 16, NT_ITYPE_INDIRECT_JUMP);
    expect(&b, NONE, NT_TCODE_PROG_TRACE_SYNC, NONE, NONE);
    block(&b, 0x200, 16, NT_ITYPE_NONE);
    expect(&b, NONE, NT_TCODE_INDIRECT_BRANCH, NONE, NT_TCODE_RESOURCE_FULL);
    assert_int_equal(b.flow.slot[1].icnt, 16);
    assert_int_equal(b.flow.slot[3].icnt, 16);
}

/* Nor does it with ntEnSyncICNT: SYNC=4 comes in the place of ResourceFull alone. */
static void a_full_icnt_at_a_jump_asks_for_no_synchronizing_message(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    b.config.icnt_w = 5;
    b.options.sync_icnt = true;
    block(&b, 0x100, 16, NT_ITYPE_INDIRECT_JUMP);
    block(&b, 0x200, 2, NT_ITYPE_NONE);
    expect(&b, NONE, NT_TCODE_INDIRECT_BRANCH, NONE, NONE);
    assert_int_equal(b.flow.slot[1].icnt, 16);
}

/* A call, a branch not taken, and a return with which I-CNT is full: to 0x104, where it is
   implicit. */
static void return_full(bench *b, bool htm) {
    setup(b, htm);
    b->config.icnt_w = 5;
    b->config.stack_depth = 8;
    b->options.return_mode = 3;
    block(b, 0x100, 2, NT_ITYPE_DIRECT_CALL);
    block(b, 0x200, 2, NT_ITYPE_NOT_TAKEN);
    block(b, 0x204, 12, NT_ITYPE_RETURN);
    expect(b, NONE, NONE, NONE, NONE);
}

/* "A return that turns out to be implicit at the block behind it is told of there." The stop has
   the history. */
static void a_full_icnt_at_an_implicit_return_takes_no_history(void **state) {
    (void)state;
    bench b;
    return_full(&b, true);
    b.qualify.tracing = b.qualify.traced[0] = false;
    block(&b, 0x104, 2, NT_ITYPE_NONE);
    expect(&b, NONE, NT_TCODE_RESOURCE_FULL, NONE, NT_TCODE_PROG_TRACE_CORRELATION);
    assert_int_equal(b.flow.slot[1].code, NT_RCODE_ICNT);
    assert_int_equal(b.flow.slot[1].icnt, 16);
    assert_int_equal(b.flow.slot[3].icnt, 0);
    assert_int_equal(b.flow.slot[3].hist, 2);
}

/* With ntEnSyncICNT by SYNC=4. */
static void a_full_icnt_at_an_implicit_return_may_synchronize(void **state) {
    (void)state;
    bench b;
    return_full(&b, false);
    b.options.sync_icnt = true;
    block(&b, 0x104, 2, NT_ITYPE_NONE);
    assert_int_equal(b.flow.valid, 1 << 1);
    assert_int_not_equal(b.flow.slot[1].tcode, NT_TCODE_RESOURCE_FULL);
    assert_int_equal(b.flow.slot[1].code, NT_SYNC_ICNT);
    assert_int_equal(b.flow.slot[1].icnt, 16);
    assert_int_equal(b.flow.slot[1].addr, 0x104 >> 1);
}

/* A context is told "at once, in the cycle of the block that ctype comes with", though ResourceFull
   before it is of the return. */
static void ownership_behind_a_full_icnt_is_not_late(void **state) {
    (void)state;
    bench b;
    return_full(&b, false);
    b.options.ownership = true;
    b.ingress.ctype = 1;
    block(&b, 0x104, 2, NT_ITYPE_NONE);
    expect(&b, NONE, NT_TCODE_RESOURCE_FULL, NT_TCODE_OWNERSHIP, NONE);
    assert_int_equal(b.flow.late, 1 << 1);
}

/* Its slots are 0 and 3 of the lane; what is said of each. */
static void a_stop_takes_hist_and_ends_all(void **state) {
    (void)state;
    bench b;
    setup(&b, true);
    block(&b, 0x100, 2, NT_ITYPE_TAKEN);
    b.qualify.tracing = b.qualify.traced[0] = b.qualify.may_wait = false;
    b.qualify.evcode = NT_EVCODE_DEBUG;
    cycle(&b);
    expect(&b, NONE, NONE, NONE, NT_TCODE_PROG_TRACE_CORRELATION);
    assert_int_equal(b.flow.slot[3].hist, 3);
    assert_int_equal(b.flow.slot[3].icnt, 2);
    assert_int_equal(b.flow.slot[3].code, NT_EVCODE_DEBUG);
    assert_false(nt_flow_empty(&b.flow));
    cycle(&b);
    assert_true(nt_flow_empty(&b.flow));
    /* The next start may be in the other mode, and has no request from before. */
    b.qualify.htm = false;
    b.qualify.tracing = b.qualify.traced[0] = b.qualify.may_wait = true;
    block(&b, 0x200, 2, NT_ITYPE_TAKEN);
    expect(&b, NONE, NT_TCODE_PROG_TRACE_SYNC, NONE, NT_TCODE_DIRECT_BRANCH);
}

/* "The mode is taken when tracing starts, and kept until it stops", be the stop lost or not; a loss
   alone is none. */
static void the_mode_is_taken_when_tracing_starts(void **state) {
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        bool stopped = i & 1;
        bool lost = i & 2;
        bench b;
        setup(&b, false);
        block(&b, 0x100, 2, NT_ITYPE_INDIRECT_JUMP);
        b.in.level = lost ? 32 : 0;
        b.qualify.tracing = b.qualify.traced[0] = b.qualify.may_wait = !stopped;
        assert_int_equal(block(&b, 0x200, 2, NT_ITYPE_NONE), lost);
        b.in.level = 0;
        b.qualify.htm = true;
        b.qualify.tracing = b.qualify.traced[0] = b.qualify.may_wait = true;
        block(&b, 0x204, 2, NT_ITYPE_TAKEN);
        expect(&b, lost ? NT_TCODE_ERROR : NONE, lost || stopped ? NT_TCODE_PROG_TRACE_SYNC : NONE,
               NONE, stopped ? NONE : NT_TCODE_DIRECT_BRANCH);
    }
}

/* How a block of each itype is told: not at all, at once, or at its target. */
enum { NOT, AT_ONCE, AT_TARGET };

static unsigned how_told(nt_itype itype, bool all_jumps, bool sijump) {
    bench b;
    setup(&b, false);
    b.options.all_jumps = all_jumps;
    b.options.sequential_jump = sijump;
    block(&b, 0x100, 2, NT_ITYPE_NONE);
    b.ingress.block[0] = one(0x104, 2, itype);
    b.ingress.block[0].sijump = sijump;
    cycle(&b);
    if (b.flow.valid != 0) {
        expect(&b, NONE, NONE, NONE, NT_TCODE_DIRECT_BRANCH);
        return AT_ONCE;
    }
    block(&b, 0x200, 2, NT_ITYPE_NONE);
    if (b.flow.valid != 0) {
        expect(&b, NONE, NT_TCODE_INDIRECT_BRANCH, NONE, NONE);
        return AT_TARGET;
    }
    return NOT;
}

static void each_itype_is_told_in_its_way(void **state) {
    (void)state;
    static const struct {
        uint8_t plain, all_jumps, sequential;
    } rows[16] = {
        {NOT, NOT, NOT},
        {AT_TARGET, AT_TARGET, AT_TARGET}, /* exception */
        {AT_TARGET, AT_TARGET, AT_TARGET}, /* interrupt */
        {AT_TARGET, AT_TARGET, AT_TARGET}, /* trap return */
        {NOT, NOT, NOT},                   /* not-taken branch */
        {AT_ONCE, AT_ONCE, AT_ONCE},       /* taken branch */
        {AT_TARGET, AT_TARGET, NOT},       /* indirect, with 3 bits */
        {NOT, NOT, NOT},
        {AT_TARGET, AT_TARGET, NOT},       /* indirect call */
        {NOT, AT_ONCE, NOT},               /* direct call */
        {AT_TARGET, AT_TARGET, NOT},       /* indirect jump */
        {NOT, AT_ONCE, NOT},               /* direct jump */
        {AT_TARGET, AT_TARGET, NOT},       /* coroutine swap */
        {AT_TARGET, AT_TARGET, AT_TARGET}, /* return */
        {AT_TARGET, AT_TARGET, NOT},       /* other indirect */
        {NOT, AT_ONCE, NOT},               /* other direct */
    };
    for (unsigned itype = 0; itype < 16; itype++) {
        assert_int_equal(how_told((nt_itype)itype, false, false), rows[itype].plain);
        assert_int_equal(how_told((nt_itype)itype, true, false), rows[itype].all_jumps);
        assert_int_equal(how_told((nt_itype)itype, false, true), rows[itype].sequential);
    }
}

/* A jump with sijump, as the first block of a trace. */
static bool is_told(unsigned iretire, uint8_t ilastsize) {
    bench b;
    setup(&b, false);
    b.options.sequential_jump = true;
    b.ingress.block[0] = one(0x100, iretire, NT_ITYPE_INDIRECT_JUMP);
    b.ingress.block[0].ilastsize = ilastsize;
    b.ingress.block[0].sijump = true;
    cycle(&b);
    block(&b, 0x200, 2, NT_ITYPE_NONE);
    return b.flow.valid != 0;
}

/* "Reported where it is the only instruction since I-CNT was sent." */
static void a_sequential_jump_is_told_where_it_stands_alone(void **state) {
    (void)state;
    assert_true(is_told(1, 0));
    assert_true(is_told(2, 1));
    assert_false(is_told(2, 0));
    assert_false(is_told(3, 1));
    assert_false(is_told(4, 1));
}

/* A block of an itype, and behind it a return or a return before it. */
static bool is_implicit(nt_itype first, nt_itype second) {
    bench b;
    setup(&b, false);
    b.config.stack_depth = 8;
    b.options.return_mode = 3;
    block(&b, 0x100, 2, first);
    block(&b, 0x200, 2, second);
    block(&b, 0x104, 2, NT_ITYPE_NONE);
    return b.flow.valid == 0;
}

static void calls_and_returns_are_those_of_the_table(void **state) {
    (void)state;
    enum { CALLS = 1 << 8 | 1 << 9 | 1 << 12, RETURNS = 1 << 12 | 1 << 13 };
    enum { JUMPS = 1 << 3 | 1 << 6 | 1 << 8 | 1 << 10 | 1 << 12 | 1 << 13 | 1 << 14 };
    for (unsigned itype = 0; itype < 16; itype++) {
        assert_int_equal(is_implicit((nt_itype)itype, NT_ITYPE_RETURN), CALLS >> itype & 1);
        if (JUMPS >> itype & 1) {
            assert_int_equal(is_implicit(NT_ITYPE_DIRECT_CALL, (nt_itype)itype),
                             RETURNS >> itype & 1);
        }
    }
}

/* With a request too, which makes it a synchronizing message; the same in BTM and HTM. */
static void a_discontinuity_is_told_by_an_indirect_branch(void **state) {
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        bool requested = i & 1;
        bench b;
        setup(&b, i & 2);
        block(&b, 0x100, 2, NT_ITYPE_NONE);
        block(&b, 0x104, 2, NT_ITYPE_NONE);
        if (requested) {
            asked(&b);
            expect(&b, NONE,
                   b.qualify.htm ? NT_TCODE_INDIRECT_BRANCH_SYNC : NT_TCODE_PROG_TRACE_SYNC, NONE,
                   NONE);
            assert_int_equal(b.flow.slot[1].addr, 0x108 >> 1);
            assert_int_equal(b.flow.slot[1].icnt, 4);
        }
        b.ingress.ctype = 3;
        block(&b, 0x300, 2, NT_ITYPE_NONE);
        expect(&b, NONE, NT_TCODE_INDIRECT_BRANCH, NONE, NONE);
        assert_int_equal(b.flow.slot[1].btype, NT_BTYPE_INTERRUPT);
        assert_int_equal(b.flow.slot[1].icnt, requested ? 0 : 4);
        assert_int_equal(b.flow.slot[1].addr, 0x300 >> 1);
    }
}

/* The stop waits for the jump's target, then for the handler in its place. */
static void an_interrupt_before_a_stop_is_told_with_its_own_time(void **state) {
    (void)state;
    bench b;
    setup(&b, false);
    b.config.nblocks = 2;
    block(&b, 0x100, 2, NT_ITYPE_INDIRECT_JUMP);
    b.qualify.tracing = b.qualify.traced[0] = b.qualify.traced[1] = false;
    cycle(&b);
    assert_int_equal(b.flow.valid, 0);
    b.ingress.block[1] = one(0x400, 2, NT_ITYPE_NONE);
    block(&b, 0, 0, NT_ITYPE_INTERRUPT);
    const nt_descriptor *slot = &b.flow.slot[NT_LANE_SLOTS];
    assert_int_equal(b.flow.valid, (1u << 1 | 1u << 3) << NT_LANE_SLOTS);
    assert_int_equal(slot[1].tcode, NT_TCODE_INDIRECT_BRANCH);
    assert_int_equal(slot[1].btype, NT_BTYPE_INTERRUPT);
    assert_int_equal(slot[3].tcode, NT_TCODE_PROG_TRACE_CORRELATION);
    assert_int_equal(b.flow.late, 0);
}

/* A request's message has the place behind its block where tracing stops without an address: of
   straight code alone. */
static void only_straight_code_has_a_place_behind_it(void **state) {
    (void)state;
    static const struct {
        nt_itype itype;
        uint8_t itype_w;
        bool placed;
    } rows[] = {
        {NT_ITYPE_NONE, 4, true},         {NT_ITYPE_NONE, 3, false},
        {NT_ITYPE_NOT_TAKEN, 4, true},    {NT_ITYPE_NOT_TAKEN, 3, true},
        {NT_ITYPE_DIRECT_JUMP, 4, false}, {NT_ITYPE_DIRECT_CALL, 4, false},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench b;
        setup(&b, false);
        b.config.itype_w = rows[i].itype_w;
        block(&b, 0x100, 2, NT_ITYPE_NONE);
        block(&b, 0x104, 1, rows[i].itype);
        asked(&b);
        if (rows[i].placed) {
            expect(&b, NONE, NT_TCODE_PROG_TRACE_SYNC, NONE, NONE);
            assert_int_equal(b.flow.slot[1].addr, 0x106 >> 1);
            assert_int_equal(b.flow.slot[1].icnt, 3);
        } else {
            assert_int_equal(b.flow.valid, 0);
        }
        b.qualify.tracing = b.qualify.traced[0] = false;
        cycle(&b);
        if (rows[i].placed) {
            expect(&b, NONE, NONE, NONE, NT_TCODE_PROG_TRACE_CORRELATION);
            assert_int_equal(b.flow.slot[3].icnt, 0);
        } else {
            expect(&b, NONE, NT_TCODE_PROG_TRACE_SYNC, NONE, NT_TCODE_PROG_TRACE_CORRELATION);
            assert_int_equal(b.flow.slot[1].addr, 0x104 >> 1);
            assert_int_equal(b.flow.slot[1].icnt, 2);
            assert_int_equal(b.flow.slot[3].icnt, 1);
        }
    }
}

/* "The address of the last instruction in the block", which the next message counts. */
static void a_notify_is_told_at_the_last_instruction(void **state) {
    (void)state;
    bench b;
    setup(&b, true);
    block(&b, 0x100, 2, NT_ITYPE_NONE);
    notified(&b, 0x104, 3, NT_ITYPE_TAKEN);
    expect(&b, NONE, NT_TCODE_INDIRECT_BRANCH_SYNC, NONE, NONE);
    assert_int_equal(b.flow.slot[1].addr, 0x108 >> 1);
    assert_int_equal(b.flow.slot[1].icnt, 4);
    assert_int_equal(b.flow.state.icnt, 1);
    block(&b, 0x200, 2, NT_ITYPE_INDIRECT_JUMP);
    notified(&b, 0x300, 3, NT_ITYPE_NONE); /* behind the message of an awaited target */
    expect(&b, NONE, NT_TCODE_INDIRECT_BRANCH_HIST, NT_TCODE_INDIRECT_BRANCH_SYNC, NONE);
    assert_int_equal(b.flow.slot[2].addr, 0x304 >> 1);
    assert_int_equal(b.flow.slot[2].icnt, 2);
}

/* "Never lost": the jump whose target is not known is taken out of I-CNT again. */
static void a_trigger_after_a_jump_is_told_before_the_stop(void **state) {
    (void)state;
    bench b;
    setup(&b, true);
    block(&b, 0x100, 3, NT_ITYPE_INDIRECT_JUMP);
    asked(&b);
    expect(&b, NONE, NONE, NONE, NONE);
    b.qualify.tracing = b.qualify.traced[0] = b.qualify.may_wait = false;
    cycle(&b);
    expect(&b, NONE, NT_TCODE_INDIRECT_BRANCH_SYNC, NONE, NT_TCODE_PROG_TRACE_CORRELATION);
    assert_int_equal(b.flow.slot[1].addr, 0x104 >> 1);
    assert_int_equal(b.flow.slot[1].icnt, 2);
    assert_int_equal(b.flow.slot[3].icnt, 1);
}

static void interrupt(bench *b) {
    block(b, 0, 0, NT_ITYPE_INTERRUPT);
}

/* In BTM the branch waits on behind an interrupt, so that a stop before the handler can tell its
   address; else both come with the handler. */
static void a_trigger_between_an_interrupt_and_its_handler_is_not_lost(void **state) {
    (void)state;
    for (unsigned stops = 0; stops < 2; stops++) {
        bench b;
        setup(&b, false);
        b.config.ntriggers = 1;
        held(&b, 0x100, 3);
        b.qualify.hold[0] = true;
        interrupt(&b);
        expect(&b, NONE, NONE, NONE, NONE);
        asked(&b);
        interrupt(&b);
        expect(&b, NONE, NONE, NONE, NONE);
        if (stops) {
            b.qualify.tracing = b.qualify.traced[0] = b.qualify.may_wait = false;
            cycle(&b);
            expect(&b, NONE, NT_TCODE_PROG_TRACE_SYNC, NONE, NT_TCODE_PROG_TRACE_CORRELATION);
            assert_int_equal(b.flow.slot[1].addr, 0x104 >> 1);
            assert_int_equal(b.flow.slot[3].icnt, 1);
        } else {
            block(&b, 0x800, 2, NT_ITYPE_NONE);
            expect(&b, NT_TCODE_DIRECT_BRANCH, NT_TCODE_INDIRECT_BRANCH_SYNC, NONE, NONE);
            assert_int_equal(b.flow.slot[0].icnt, 3);
            assert_int_equal(b.flow.slot[1].icnt, 0);
            assert_int_equal(b.flow.slot[1].btype, NT_BTYPE_INTERRUPT);
            assert_int_equal(b.flow.then, 300); /* that of the trigger */
        }
    }
}

/* Where nothing is, or can be, asked, DirectBranch comes with the time of the branch. */
static void a_branch_that_waits_for_nothing_more_is_told_at_an_interrupt(void **state) {
    (void)state;
    for (unsigned ntriggers = 0; ntriggers < 2; ntriggers++) {
        bench b;
        setup(&b, false);
        b.config.ntriggers = (uint8_t)ntriggers;
        held(&b, 0x100, 3);
        b.qualify.hold[0] = ntriggers == 0;
        interrupt(&b);
        expect(&b, NT_TCODE_DIRECT_BRANCH, NONE, NONE, NONE);
        assert_int_equal(b.flow.late & 1, 1);
        assert_int_equal(b.flow.then, 100);
    }
}

static void a_reset_leaves_nothing(void **state) {
    (void)state;
    bench b;
    setup(&b, true);
    lose(&b);
    b.in.rst = true;
    assert_false(block(&b, 0x100, 2, NT_ITYPE_NONE));
    b.in.rst = false;
    assert_int_equal(b.flow.valid, 0);
    assert_true(nt_flow_empty(&b.flow));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stall_is_asked_for_while_what_is_under_way_fits),
        cmocka_unit_test(tracing_resumes_at_its_level),
        cmocka_unit_test(error_tells_of_the_loss_before_tracing_resumes),
        cmocka_unit_test(error_without_a_restart_waits_for_room),
        cmocka_unit_test(an_error_that_is_lost_comes_again),
        cmocka_unit_test(an_error_that_is_lost_alone_comes_again),
        cmocka_unit_test(a_target_is_told_with_the_time_of_its_jump),
        cmocka_unit_test(ownership_alone_is_not_late),
        cmocka_unit_test(ctype_means_nothing_without_a_block),
        cmocka_unit_test(a_branch_that_waits_ends_a_count),
        cmocka_unit_test(periods_are_16_and_32),
        cmocka_unit_test(periods_count_messages),
        cmocka_unit_test(periods_of_half_words_stand_still_while_a_stop_waits),
        cmocka_unit_test(an_interrupt_is_told_with_its_own_time),
        cmocka_unit_test(a_repeat_in_the_cycle_of_a_placed_request_is_not_late),
        cmocka_unit_test(what_was_awaited_before_a_stop_is_not_late_behind_the_next_start),
        cmocka_unit_test(a_return_is_implicit_by_what_its_mode_compares),
        cmocka_unit_test(a_synchronizing_message_forgets_calls),
        cmocka_unit_test(a_full_icnt_at_a_jump_makes_no_message),
        cmocka_unit_test(a_full_icnt_at_a_jump_asks_for_no_synchronizing_message),
        cmocka_unit_test(a_full_icnt_at_an_implicit_return_takes_no_history),
        cmocka_unit_test(a_full_icnt_at_an_implicit_return_may_synchronize),
        cmocka_unit_test(ownership_behind_a_full_icnt_is_not_late),
        cmocka_unit_test(a_stop_takes_hist_and_ends_all),
        cmocka_unit_test(the_mode_is_taken_when_tracing_starts),
        cmocka_unit_test(each_itype_is_told_in_its_way),
        cmocka_unit_test(a_sequential_jump_is_told_where_it_stands_alone),
        cmocka_unit_test(calls_and_returns_are_those_of_the_table),
        cmocka_unit_test(a_discontinuity_is_told_by_an_indirect_branch),
        cmocka_unit_test(an_interrupt_before_a_stop_is_told_with_its_own_time),
        cmocka_unit_test(only_straight_code_has_a_place_behind_it),
        cmocka_unit_test(a_notify_is_told_at_the_last_instruction),
        cmocka_unit_test(a_trigger_after_a_jump_is_told_before_the_stop),
        cmocka_unit_test(a_trigger_between_an_interrupt_and_its_handler_is_not_lost),
        cmocka_unit_test(a_branch_that_waits_for_nothing_more_is_told_at_an_interrupt),
        cmocka_unit_test(a_reset_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
