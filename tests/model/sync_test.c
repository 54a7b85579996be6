/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model's synchronizing messages: their forms, what they wait for, and when settings
   take effect. */
#include "tests/model/encoder_bench.h"

enum { NOTIFY = 4 };     /* `trigger`: of block 0 */
enum { EXT_NOTIFY = 4 }; /* action of an external trigger */

/* A block behind which a synchronizing message is asked for. */
static void notified(bench *b, uint64_t iaddr, unsigned iretire, nt_itype itype) {
    b->ingress.trigger = NOTIFY;
    block(b, iaddr, iretire, itype);
    b->ingress.trigger = 0;
}

static void a_request_in_btm_is_told_by_prog_trace_sync(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    notified(&b, 0x100, 2, NT_ITYPE_NONE);
    block(&b, 0x104, 2, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 24 99 08 0B 84 00 0B");
}

static void a_request_in_htm_takes_hist_along(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, HTM);
    block(&b, 0x100, 2, NT_ITYPE_NOT_TAKEN);
    notified(&b, 0x104, 2, NT_ITYPE_NONE);
    block(&b, 0x108, 2, NT_ITYPE_NONE);
    halt(&b);
    /* I-CNT=3 F-ADDR=0x83 HIST=2: at the block's last instruction, which the stop counts. */
    expect_bytes(&b, START_AT_100 " 74 18 0D 0C 09 0B 84 40 0D 07");
}

static void a_request_in_htm_without_hist_is_told_by_indirect_branch_sync(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, HTM);
    notified(&b, 0x100, 2, NT_ITYPE_NONE);
    block(&b, 0x104, 2, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 30 18 09 08 0B 84 40 09 07");
}

static void a_requested_branch_waits_for_its_target(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    notified(&b, 0x100, 2, NT_ITYPE_TAKEN);
    idle(&b, 20);
    expect_bytes(&b, START_AT_100);
    block(&b, 0x200, 2, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 2C 99 00 13 84 00 0B");
}

/* The branch alone has no address; what the request waits for is then the handler. */
static void a_trap_in_place_of_the_target_lets_the_branch_go(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    notified(&b, 0x100, 2, NT_ITYPE_TAKEN);
    block(&b, 0, 0, NT_ITYPE_INTERRUPT);
    block(&b, 0x400, 2, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 0C 0B 30 D8 01 00 23 84 00 0B");
}

/* Likewise where a stop waits: its target is then the handler. */
static void a_trap_lets_the_branch_go_while_a_stop_waits(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    notified(&b, 0x100, 2, NT_ITYPE_TAKEN);
    b.control.trTeInstTracing = 0;
    block(&b, 0, 0, NT_ITYPE_INTERRUPT);
    block(&b, 0x400, 2, NT_ITYPE_NONE);
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 0C 0B 30 D8 01 00 23 84 10 03");
}

static void a_halt_lets_the_branch_go_and_forgets_the_request(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    notified(&b, 0x100, 2, NT_ITYPE_TAKEN);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 0C 0B 84 00 03");
    b.size = 0;
    b.ingress.halted = false;
    block(&b, 0x100, 2, NT_ITYPE_NONE);
    block(&b, 0x104, 0, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 84 00 0B");
}

/* What is counted goes out before a branch is held, since that one may go without its target. */
static void repeats_are_told_before_a_branch_that_is_held(void **state) {
    (void)state;
    nt_config config = rv64;
    config.repeat_w = 4;
    config.ntriggers = 1;
    bench b;
    setup_with(&b, &config, BTM, (nt_control){.ntEnRepeatBranch = 1});
    for (unsigned i = 0; i < 3; i++) {
        block(&b, 0x100, 2, NT_ITYPE_TAKEN);
    }
    idle(&b, 2);
    b.control.trTeTrigExtInControl = EXT_NOTIFY;
    block(&b, 0x100, 2, NT_ITYPE_TAKEN);
    halt(&b);
    /* DirectBranch, RepeatBranch B-CNT=2, DirectBranch */
    expect_bytes(&b, START_AT_100 " 0C 0B 78 0B 0C 0B 84 00 03");
}

/* The message at the branch itself ends the count; the branch behind it is no repetition. */
static void repeats_are_told_before_a_request_at_the_branch(void **state) {
    (void)state;
    nt_config config = rv64;
    config.repeat_w = 4;
    bench b;
    setup_with(&b, &config, BTM, (nt_control){.ntEnRepeatBranch = 1});
    for (unsigned i = 0; i < 3; i++) {
        block(&b, 0x100, 2, NT_ITYPE_TAKEN);
    }
    notified(&b, 0x100, 2, NT_ITYPE_TAKEN);
    halt(&b);
    /* RepeatBranch B-CNT=2, ProgTraceSync SYNC=6 I-CNT=1 F-ADDR=0x81, DirectBranch I-CNT=1 */
    expect_bytes(&b, START_AT_100 " 0C 0B 78 0B 24 59 04 0B 0C 07 84 00 03");
}

/* Nor does what is counted wait while more branches are pending than HIST holds: four. */
static void repeats_are_told_before_a_run_of_history(void **state) {
    (void)state;
    nt_config config = rv64;
    config.hist_w = 5;
    config.repeat_w = 4;
    config.period_w = 1;
    bench b;
    setup_with(&b, &config, HTM,
               (nt_control){.trTeInstEnRepeatedHistory = 1, .ntEnRepeatBranch = 1});
    for (unsigned i = 0; i < 3; i++) {
        block(&b, 0x100, 1, NT_ITYPE_INDIRECT_JUMP);
    }
    for (unsigned i = 0; i < 6; i++) {
        block(&b, 0x100, 1, NT_ITYPE_NOT_TAKEN);
    }
    halt(&b);
    /* IndirectBranch, RepeatBranch B-CNT=2, ResourceFull RCODE=1 RDATA=0x10, I-CNT=6 HIST=4 */
    expect_bytes(&b, START_AT_100 " 10 11 03 78 0B 6C 04 13 84 40 19 13");
}

static void a_request_is_told_at_the_block_where_tracing_stops(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    notified(&b, 0x100, 2, NT_ITYPE_NONE);
    b.control.trTeInstTracing = 0;
    block(&b, 0x104, 2, NT_ITYPE_NONE);
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 24 99 08 0B 84 10 03");
}

/* A stop that need not wait for a target does not wait for a request. */
static void
a_request_is_told_where_straight_code_leads_if_tracing_stops_without_a_block(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    notified(&b, 0x100, 2, NT_ITYPE_NONE);
    b.control.trTeInstTracing = 0;
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 24 99 08 0B 84 10 03");
}

static void a_request_is_forgotten_where_tracing_stops_and_nobody_knows_the_place(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    notified(&b, 0x100, 2, NT_ITYPE_DIRECT_JUMP);
    b.control.trTeInstTracing = 0;
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 84 10 0B");
}

/* 16 half-words; those of the block at which a synchronizing message comes do not count. */
static void periods_begin_anew_at_each_synchronizing_message(void **state) {
    (void)state;
    bench b;
    setup_with(&b, &rv64, BTM, (nt_control){.trTeInstSyncMode = 3});
    block(&b, 0x100, 2, NT_ITYPE_NONE);
    block(&b, 0x104, 8, NT_ITYPE_NONE);
    block(&b, 0x114, 8, NT_ITYPE_NONE);
    block(&b, 0x124, 0, NT_ITYPE_NONE);
    idle(&b, 20);
    expect_bytes(&b, START_AT_100);
    b.size = 0;
    block(&b, 0x124, 8, NT_ITYPE_NONE); /* SYNC=2 I-CNT=18 F-ADDR=0x92 */
    block(&b, 0x134, 8, NT_ITYPE_NONE);
    idle(&b, 20);
    expect_bytes(&b, "24 88 11 48 0B");
}

/* SRC: neither while it traces nor while something is still to be sent. */
static void settings_take_effect_when_all_was_sent(void **state) {
    (void)state;
    nt_config config = rv64;
    config.src_w = 12;
    bench b;
    setup(&b, &config, BTM);
    block(&b, 0x100, 2, NT_ITYPE_NONE);
    b.control.trTeSrcBits = 4;
    b.control.trTeSrcID = 5;
    halt(&b); /* still asked to trace */
    expect_bytes(&b, START_AT_100 " 84 00 0B");
    b.size = 0;
    b.ingress.halted = false;
    block(&b, 0x100, 2, NT_ITYPE_NONE);
    b.blocked = true;
    b.control.trTeInstTracing = 0;
    idle(&b, 20);
    b.blocked = false;
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 84 10 0B");
    b.size = 0;
    b.control.trTeInstTracing = 1;
    idle(&b, 1);
    block(&b, 0x100, 2, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, "24 54 05 00 0B 84 14 83"); /* SRC=5, SYNC=5 */
}

/* Fields that change in the cycle of trace-on are too late. */
static void settings_do_not_take_effect_with_trace_on(void **state) {
    (void)state;
    nt_config config = rv64;
    config.src_w = 12;
    bench b;
    setup(&b, &config, BTM);
    b.control.trTeInstTracing = 0;
    idle(&b, 20);
    b.control.trTeSrcBits = 4;
    b.ingress.block[0] = (nt_block){.iaddr = 0x100, .iretire = 2};
    const nt_encoder_inputs in = {
        .control = &b.control, .ingress = &b.ingress, .trace_on = true, .out_ready = true};
    nt_encoder_outputs out;
    nt_encoder_out(&b.encoder, false, &b.control, &out);
    nt_encoder_step(&b.encoder, &in, &out);
    b.control.trTeInstTracing = 1;
    b.ingress.block[0].iretire = 0;
    idle(&b, 1);
    halt(&b);
    expect_bytes(&b, "24 15 00 0B 84 00 0B"); /* SYNC=5, no SRC */
}

static void a_mode_that_is_not_there_traces_nothing(void **state) {
    (void)state;
    for (uint32_t mode = 0; mode < 8; mode++) {
        bench b;
        nt_encoder_outputs out;
        setup(&b, &rv64, mode);
        block(&b, 0x100, 2, NT_ITYPE_NONE);
        nt_encoder_out(&b.encoder, false, &b.control, &out);
        bool traces = mode == BTM || mode == HTM;
        assert_int_equal(out.trTeEmpty, !traces);
        halt(&b);
        assert_int_equal(b.size != 0, traces);
    }
}

/* A hart in reset is neither in debug mode nor in low power. */
static void a_stop_by_a_reset_has_evcode_4(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 2, NT_ITYPE_NONE);
    b.ingress.reset = b.ingress.lowpower = true;
    halt(&b);
    expect_bytes(&b, START_AT_100 " 84 10 0B");
}

/* itype 7 is a direct jump to all-jumps, and nothing without. */
static void all_jumps_takes_itype_7_for_a_taken_branch(void **state) {
    (void)state;
    nt_config config = rv64;
    config.options = 1;
    for (unsigned all_jumps = 0; all_jumps < 2; all_jumps++) {
        bench b;
        setup_with(&b, &config, BTM, (nt_control){.trTeInstEnAllJumps = all_jumps});
        block(&b, 0x100, 3, (nt_itype)7);
        block(&b, 0x106, 1, NT_ITYPE_NONE);
        halt(&b);
        expect_bytes(&b, all_jumps ? START_AT_100 " 0C 0F 84 00 07" : START_AT_100 " 84 00 13");
    }
}

/* Taken branches in HTM, and then a trigger without a block, which asks for a message, before the
   hart halts. */
static void ask_behind_branches(bench *b, unsigned icnt_w, unsigned hist_w, unsigned branches) {
    nt_config config = rv64;
    config.icnt_w = (uint8_t)icnt_w;
    config.hist_w = (uint8_t)hist_w;
    config.ntriggers = 1;
    setup_with(b, &config, HTM, (nt_control){.trTeTrigExtInControl = EXT_NOTIFY});
    for (unsigned i = 0; i < branches; i++) {
        block(b, 0x100, 2, NT_ITYPE_TAKEN);
    }
    idle(b, 2);
    b->ingress.ext_trigger = 1;
    idle(b, 1);
    b->ingress.ext_trigger = 0;
    halt(b);
}

/* The last branch is taken back out of I-CNT and HIST, so both wait for a trigger where they are
 * full. */
static void full_history_waits_while_a_trigger_may_ask(void **state) {
    (void)state;
    bench b;
    ask_behind_branches(&b, 22, 5, 4);
    /* I-CNT=7 F-ADDR=0x81 HIST=15; at the stop I-CNT=1 HIST=3 */
    expect_bytes(&b, START_AT_100 " 74 00 1D 04 09 3F 84 40 05 0F");
}

static void a_full_count_waits_while_a_trigger_may_ask(void **state) {
    (void)state;
    bench b;
    ask_behind_branches(&b, 5, 32, 8);
    /* I-CNT=15 F-ADDR=0x81 HIST=255; at the stop I-CNT=1 HIST=3 */
    expect_bytes(&b, START_AT_100 " 74 00 3D 04 09 FC 0F 84 40 05 0F");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_in_btm_is_told_by_prog_trace_sync),
        cmocka_unit_test(a_request_in_htm_takes_hist_along),
        cmocka_unit_test(a_request_in_htm_without_hist_is_told_by_indirect_branch_sync),
        cmocka_unit_test(a_requested_branch_waits_for_its_target),
        cmocka_unit_test(a_trap_in_place_of_the_target_lets_the_branch_go),
        cmocka_unit_test(a_trap_lets_the_branch_go_while_a_stop_waits),
        cmocka_unit_test(a_halt_lets_the_branch_go_and_forgets_the_request),
        cmocka_unit_test(repeats_are_told_before_a_branch_that_is_held),
        cmocka_unit_test(repeats_are_told_before_a_request_at_the_branch),
        cmocka_unit_test(repeats_are_told_before_a_run_of_history),
        cmocka_unit_test(a_request_is_told_at_the_block_where_tracing_stops),
        cmocka_unit_test(
            a_request_is_told_where_straight_code_leads_if_tracing_stops_without_a_block),
        cmocka_unit_test(a_request_is_forgotten_where_tracing_stops_and_nobody_knows_the_place),
        cmocka_unit_test(periods_begin_anew_at_each_synchronizing_message),
        cmocka_unit_test(settings_take_effect_when_all_was_sent),
        cmocka_unit_test(settings_do_not_take_effect_with_trace_on),
        cmocka_unit_test(a_mode_that_is_not_there_traces_nothing),
        cmocka_unit_test(a_stop_by_a_reset_has_evcode_4),
        cmocka_unit_test(all_jumps_takes_itype_7_for_a_taken_branch),
        cmocka_unit_test(full_history_waits_while_a_trigger_may_ask),
        cmocka_unit_test(a_full_count_waits_while_a_trigger_may_ask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
