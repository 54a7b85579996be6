/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model against the worked examples that N-Trace 1.0 prints, byte for byte. */
#include "tests/model/encoder_bench.h"

static void btm_first_branch_taken(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 3, NT_ITYPE_TAKEN);
    block(&b, 0x200, 1, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 0C 0F 84 00 07");
}

static void btm_second_branch_taken(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 3, NT_ITYPE_NOT_TAKEN);
    block(&b, 0x106, 4, NT_ITYPE_TAKEN);
    block(&b, 0x300, 2, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 0C 1F 84 00 0B");
}

static void btm_no_branch_taken(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 3, NT_ITYPE_NOT_TAKEN);
    block(&b, 0x106, 4, NT_ITYPE_NOT_TAKEN);
    block(&b, 0x10e, 3, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 84 00 2B");
}

static void htm_first_branch_taken(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, HTM);
    block(&b, 0x100, 3, NT_ITYPE_TAKEN);
    block(&b, 0x200, 1, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 84 40 11 0F");
}

static void htm_second_branch_taken(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, HTM);
    block(&b, 0x100, 3, NT_ITYPE_NOT_TAKEN);
    block(&b, 0x106, 4, NT_ITYPE_TAKEN);
    block(&b, 0x300, 2, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 84 40 25 17");
}

static void htm_no_branch_taken(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, HTM);
    block(&b, 0x100, 3, NT_ITYPE_NOT_TAKEN);
    block(&b, 0x106, 4, NT_ITYPE_NOT_TAKEN);
    block(&b, 0x10e, 3, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 84 40 29 13");
}

/* "Address XOR Calculation Examples": F-ADDR=0x1FE02, U-ADDR=0x7B6, U-ADDR=0x934. */
static void addresses_are_compressed_by_xor(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x3fc04, 1, NT_ITYPE_INDIRECT_JUMP);
    block(&b, 0x3f368, 1, NT_ITYPE_INDIRECT_JUMP);
    block(&b, 0x3e100, 1, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, "24 0D 08 E0 7F " /* ProgTraceSync: 0x02 0x38 0x1F */
                     "10 11 D8 7B "    /* IndirectBranch I-CNT=1: 0x36 0x1E */
                     "10 11 D0 93 "    /* IndirectBranch I-CNT=1: 0x34 0x24 */
                     "84 00 07");
}

/* "N-Trace Message Example": B-TYPE=0, I-CNT=0x7D, U-ADDR=0x7, HIST=0xFFE. */
static void the_message_example_comes_out_byte_for_byte(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, HTM);
    block(&b, 0x100, 3, NT_ITYPE_TAKEN);
    b.size = 0;
    for (unsigned i = 0; i < 9; i++) {
        block(&b, 0x200, 10, NT_ITYPE_TAKEN);
    }
    block(&b, 0x200, 10, NT_ITYPE_NOT_TAKEN);
    block(&b, 0x214, 22, NT_ITYPE_RETURN);
    b.size = 0;
    block(&b, 0x10e, 1, NT_ITYPE_NONE);
    idle(&b, 20);
    expect_bytes(&b, "70 D0 1D 1D F8 FF");
}

static void hist_example(unsigned branches, unsigned bits, const char *hex) {
    bench b;
    setup(&b, &rv64, HTM);
    block(&b, 0x100, 1, NT_ITYPE_NONE);
    for (unsigned i = branches; i-- > 0;) {
        block(&b, 0x102, 1, (bits >> i) & 1 ? NT_ITYPE_TAKEN : NT_ITYPE_NOT_TAKEN);
    }
    halt(&b);
    char expected[64];
    sprintf(expected, "%s %s", START_AT_100, hex);
    expect_bytes(&b, expected);
}

static void hist_has_the_last_branch_in_its_low_bit(void **state) {
    (void)state;
    hist_example(2, 0x1, "84 40 0D 17"); /* 0x5: not-taken, taken */
    hist_example(3, 0x7, "84 40 11 3F"); /* 0xF: three taken */
    hist_example(4, 0x0, "84 40 15 43"); /* 0x10: four not-taken */
    hist_example(0, 0x0, "84 40 05 07"); /* 0x1: no branches at all */
}

static void a_full_hist_is_sent_at_once_with_its_stop_bit(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, HTM);
    for (unsigned i = 0; i < 31; i++) {
        block(&b, 0x100, 2, i & 1 ? NT_ITYPE_TAKEN : NT_ITYPE_NOT_TAKEN);
    }
    idle(&b, 20);
    /* ResourceFull RCODE=1 RDATA=0xAAAAAAAA: 1, then 31 times 0 1 0 ... 0 */
    expect_bytes(&b, START_AT_100 " 6C 84 A8 A8 A8 A8 AB");
}

/* Rows of the table "Corner Cases". */
static void back_to_back_returns_have_the_second_ones_size_as_icnt(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 1, NT_ITYPE_RETURN);
    block(&b, 0x120, 2, NT_ITYPE_RETURN);
    block(&b, 0x100, 1, NT_ITYPE_NONE);
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 10 11 43 10 21 43");
}

static void back_to_back_exceptions_have_icnt_0(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 1, NT_ITYPE_EXCEPTION);
    block(&b, 0x120, 0, NT_ITYPE_EXCEPTION);
    block(&b, 0x100, 1, NT_ITYPE_NONE);
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 10 19 43 10 09 43");
}

static void an_interrupt_pending_at_debug_exit_follows_the_start(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 0, NT_ITYPE_EXCEPTION); /* its first instruction; an address is needed */
    block(&b, 0x120, 1, NT_ITYPE_NONE);
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 10 09 43");
}

static void an_interrupt_right_after_a_jump_is_reported_in_its_place(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 1, NT_ITYPE_RETURN);
    block(&b, 0, 0, NT_ITYPE_INTERRUPT); /* no address: where the return went is not known */
    block(&b, 0x120, 1, NT_ITYPE_NONE);
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 10 1D 43");
}

static void a_stop_waits_for_a_target_while_the_hart_runs(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 1, NT_ITYPE_RETURN);
    b.control.trTeInstTracing = 0;
    idle(&b, 20);
    expect_bytes(&b, START_AT_100);
    block(&b, 0x120, 1, NT_ITYPE_NONE);
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 10 11 43 84 10 03");
}

static void a_halt_does_not_wait_for_a_target(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 1, NT_ITYPE_RETURN);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 84 00 07");
}

static void what_does_not_fit_is_announced_and_tracing_restarts(void **state) {
    (void)state;
    nt_config config = rv64;
    config.fifo_depth = 8;
    bench b;
    setup(&b, &config, BTM);
    b.blocked = true;
    block(&b, 0x100, 1, NT_ITYPE_TAKEN);
    for (unsigned i = 0; i < 20; i++) {
        block(&b, 0x100, 1, NT_ITYPE_TAKEN);
    }
    b.blocked = false;
    idle(&b, 100);
    /* The start and seven branches fit; nothing more until a block comes to resume at. */
    expect_bytes(&b, START_AT_100 " 0C 07 0C 07 0C 07 0C 07 0C 07 0C 07 0C 07");
    b.size = 0;
    block(&b, 0x120, 2, NT_ITYPE_NONE);
    idle(&b, 20);
    /* Error ETYPE=0 ECODE=4; ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x90 */
    expect_bytes(&b, "20 00 07 24 1D 40 0B");
}

/* "They must assure that the internal FIFOs are designed to hold at least two maximum sized
   messages": an entry is a message of any size, here with long fields; no build has less of them.
 */
static void the_smallest_fifo_holds_two_of_the_longest_messages(void **state) {
    (void)state;
    nt_config config = rv64;
    config.fifo_depth = 8;
    config.src_w = 12;
    config.iretire_w = 8;
    bench b;
    setup_with(&b, &config, HTM, (nt_control){.trTeSrcBits = 12, .trTeSrcID = 0xfff});
    block(&b, 0x100, 1, NT_ITYPE_NONE);
    idle(&b, 50);
    b.size = 0;
    b.blocked = true;
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t at = i == 0 ? 0x100 : UINT64_C(0xfffffffffffff000);
        for (unsigned j = 0; j < 30; j++) {
            block(&b, at, 200, NT_ITYPE_NOT_TAKEN);
        }
        block(&b, at, 200, NT_ITYPE_INDIRECT_JUMP);
    }
    block(&b, 0x100, 1, NT_ITYPE_NONE);
    b.blocked = false;
    idle(&b, 100);
    unsigned messages = 0;
    for (size_t i = 0, first = 0; i < b.size; i++) {
        if ((b.bytes[i] & 3) == 3) {
            assert_int_equal(b.bytes[first], 28 << 2); /* IndirectBranchHist, no Error */
            assert_true(i + 1 - first >= 23);
            first = i + 1;
            messages++;
        }
    }
    assert_int_equal(messages, 2);
}

static void block_of_a_context(bench *b, uint64_t iaddr, unsigned iretire, nt_itype itype,
                               uint64_t context) {
    b->ingress.context = context;
    b->ingress.ctype = 1;
    block(b, iaddr, iretire, itype);
    b->ingress.ctype = 0;
}

/* PROCESS with scontext=0, then 1. */
static void a_context_comes_with_an_exception_of_which_nothing_retires(void **state) {
    (void)state;
    nt_config config = rv64;
    config.scontext_w = 4;
    bench b;
    setup_with(&b, &config, BTM, (nt_control){.trTeContext = 1});
    b.ingress.priv = 3;
    block(&b, 0x100, 1, NT_ITYPE_NONE);
    block_of_a_context(&b, 0x102, 0, NT_ITYPE_EXCEPTION, 1);
    block(&b, 0x400, 1, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 08 3B 08 BB 10 19 00 2B 84 00 07");
}

/* I-CNT of five bits is full at 16: the jump's message takes it along. */
static void a_full_icnt_goes_with_the_jump_that_fills_it(void **state) {
    (void)state;
    nt_config config = rv64;
    config.icnt_w = 5;
    config.iretire_w = 4;
    bench b;
    setup(&b, &config, BTM);
    block(&b, 0x100, 8, NT_ITYPE_NONE);
    block(&b, 0x110, 8, NT_ITYPE_INDIRECT_JUMP);
    block(&b, 0x100, 1, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 10 00 05 03 84 00 07");
}

/* The address at which tracing starts anew: the hart goes on by two bytes in each cycle. */
static uint64_t resumes_at(unsigned resume_level) {
    nt_config config = rv64;
    config.fifo_depth = 16;
    bench b;
    setup_with(&b, &config, BTM, (nt_control){.ntResumeLevel = resume_level});
    b.blocked = true;
    for (unsigned i = 0; i < 20; i++) {
        block(&b, 0x100, 1, NT_ITYPE_TAKEN);
    }
    b.blocked = false;
    b.size = 0;
    for (unsigned i = 0; i < 100; i++) {
        block(&b, 0x1000 + 2 * i, 1, NT_ITYPE_NONE);
    }
    /* Start, 15 branches of two bytes each, Error of three, ProgTraceSync SYNC=7: 24 1D, F-ADDR */
    assert_int_equal(b.size, 41);
    assert_int_equal(b.bytes[37], 0x24);
    assert_int_equal(b.bytes[38], 0x1d);
    return (b.bytes[39] >> 2 | (uint64_t)(b.bytes[40] >> 2) << 6) << 1;
}

static void tracing_resumes_at_the_level_that_is_set_or_at_a_quarter(void **state) {
    (void)state;
    assert_int_equal(resumes_at(0), resumes_at(4));
    /* A message of two bytes leaves the FIFO in two cycles */
    assert_int_equal(resumes_at(3), resumes_at(4) + 4);
    assert_int_equal(resumes_at(1), resumes_at(4) + 12);
}

static bool is_empty(const bench *b) {
    nt_encoder_outputs out;
    nt_encoder_out(&b->encoder, false, &b->control, &out);
    return out.trTeEmpty;
}

static bool stalls(const bench *b) {
    nt_encoder_outputs out;
    nt_encoder_out(&b->encoder, false, &b->control, &out);
    return out.stall;
}

/* The start has SYNC=5, whatever state the hart was in. */
static void what_the_hart_did_in_the_encoders_reset_is_not_known(void **state) {
    (void)state;
    for (unsigned was = 0; was < 3; was++) {
        bench b;
        setup(&b, &rv64, BTM);
        b.size = 0;
        b.ingress.reset = was == 0;
        b.ingress.halted = was == 1;
        b.ingress.lowpower = was == 2;
        cycle(&b, true);
        b.ingress.reset = b.ingress.halted = b.ingress.lowpower = false;
        block(&b, 0x100, 1, NT_ITYPE_NONE);
        halt(&b);
        expect_bytes(&b, "24 15 00 0B 84 00 07");
    }
}

static void nothing_is_counted_where_nothing_is_offered(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    nt_encoder_outputs out;
    nt_encoder_out(&b.encoder, false, &b.control, &out);
    assert_false(out.out_valid);
    assert_int_equal(out.out_count, 0);
}

static void empty_is_told_only_once_the_stop_was_sent(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 1, NT_ITYPE_NONE);
    idle(&b, 20);
    b.control.trTeInstTracing = 0;
    for (unsigned i = 0; !is_empty(&b); i++) {
        assert_true(i < 20);
        idle(&b, 1);
    }
    expect_bytes(&b, START_AT_100 " 84 10 07");
}

static void empty_is_not_told_while_a_stop_waits_for_a_target(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 1, NT_ITYPE_RETURN);
    b.control.trTeInstTracing = 0;
    idle(&b, 20);
    assert_false(is_empty(&b));
    block(&b, 0x120, 1, NT_ITYPE_NONE);
    idle(&b, 20);
    assert_true(is_empty(&b));
}

static void disabling_does_not_wait_for_a_target(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 1, NT_ITYPE_RETURN);
    b.control.trTeEnable = 0;
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 84 10 07");
    assert_true(is_empty(&b));
}

static void disabling_ends_the_waiting_of_a_stop(void **state) {
    (void)state;
    bench b;
    setup(&b, &rv64, BTM);
    block(&b, 0x100, 1, NT_ITYPE_RETURN);
    b.control.trTeInstTracing = 0;
    idle(&b, 1000);
    assert_false(is_empty(&b));
    b.control.trTeEnable = 0;
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 84 10 07");
    assert_true(is_empty(&b));
}

/* With a full FIFO, a jump pending and the stop itself lost: all goes out, whatever the hart does,
   and four cycles after the sink has taken the last byte of the FIFO it is empty. */
static void disabling_is_over_when_the_sink_has_taken_all(void **state) {
    (void)state;
    nt_config config = rv64;
    config.fifo_depth = 8;
    bench b;
    setup(&b, &config, BTM);
    b.blocked = true;
    for (unsigned i = 0; i < 8; i++) {
        block(&b, 0x100, 1, NT_ITYPE_RETURN);
    }
    idle(&b, 10);
    b.control.trTeEnable = 0;
    idle(&b, 1000);
    assert_int_equal(b.encoder.fifo.level, 8);
    b.blocked = false;
    unsigned quiet = 0;
    for (size_t sent = b.size; quiet < 4; quiet = b.size == sent ? quiet + 1 : 0) {
        sent = b.size;
        idle(&b, 1);
        b.ingress.halted = !b.ingress.halted;
    }
    assert_true(is_empty(&b));
    assert_int_equal(b.bytes[b.size - 3], 0x20); /* Error, in place of the stop that was lost */
}

static void a_disabled_encoder_stalls_nobody(void **state) {
    (void)state;
    nt_config config = rv64;
    config.fifo_depth = 8;
    bench b;
    setup(&b, &config, BTM);
    b.control.trTeInstStallEna = 1;
    b.blocked = true;
    idle(&b, 3);
    assert_false(stalls(&b));
    block(&b, 0x100, 1, NT_ITYPE_NONE);
    idle(&b, 3);
    /* One of eight: what three more cycles bring, two messages each, one owed, and a stop would not
       fit. */
    assert_true(stalls(&b));
    b.control.trTeEnable = 0;
    assert_false(stalls(&b));
    idle(&b, 3);
    assert_false(stalls(&b));
    b.blocked = false;
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 84 10 07");
}

/* Edges from the one behind the cycle with the block at the pins until `seen`. */
static unsigned edges_until(const nt_config *config, bool (*seen)(const bench *)) {
    bench b;
    setup(&b, config, BTM);
    b.blocked = true;
    block(&b, 0x100, 1, NT_ITYPE_NONE);
    unsigned edges = 1;
    for (; !seen(&b); edges++) {
        assert_true(edges < 10);
        idle(&b, 1);
    }
    return edges;
}

static bool is_in_the_fifo(const bench *b) {
    return b->encoder.fifo.level != 0;
}

static bool is_offered(const bench *b) {
    nt_encoder_outputs out;
    nt_encoder_out(&b->encoder, false, &b->control, &out);
    return out.out_valid;
}

/* docs/encoder.md, "Latencies". */
static void a_message_takes_three_cycles_to_the_fifo_and_its_first_byte(void **state) {
    (void)state;
    nt_config wide = rv64;
    wide.out_bytes = 4;
    assert_int_equal(edges_until(&rv64, is_in_the_fifo), 3);
    assert_int_equal(edges_until(&rv64, is_offered), 3);
    assert_int_equal(edges_until(&wide, is_in_the_fifo), 3);
    assert_int_equal(edges_until(&wide, is_offered), 4);
}

/* Cycles of jumps back and forth, each told in three bytes, until a cycle's messages are dropped.
 */
static unsigned cycles_until_loss(const nt_config *config) {
    bench b;
    setup(&b, config, BTM);
    for (unsigned cycles = 0;; cycles++) {
        for (unsigned i = 0; i < config->nblocks; i++) {
            uint64_t address = (cycles * config->nblocks + i) % 2 == 0 ? 0x100 : 0x120;
            b.ingress.block[i] =
                (nt_block){.iaddr = address, .iretire = 1, .itype = NT_ITYPE_INDIRECT_JUMP};
        }
        cycle(&b, false);
        if (b.encoder.dropped) {
            return cycles;
        }
        assert_true(cycles < 1000);
    }
}

/* docs/encoder.md, "Loss and stall". The stages before the FIFO hold two cycles' messages, and the
   start has one byte more. */
static void a_jump_in_every_block_fills_the_fifo_as_computed(void **state) {
    (void)state;
    nt_config wide = rv64;
    wide.nblocks = 4;
    wide.fifo_depth = 64;
    wide.out_bytes = 4;
    assert_in_range(cycles_until_loss(&rv64), 32 * 3 / 2 - 2, 32 * 3 / 2 + 2);
    assert_in_range(cycles_until_loss(&wide), 64 / 3 - 2, 64 / 3 + 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(btm_first_branch_taken),
        cmocka_unit_test(btm_second_branch_taken),
        cmocka_unit_test(btm_no_branch_taken),
        cmocka_unit_test(htm_first_branch_taken),
        cmocka_unit_test(htm_second_branch_taken),
        cmocka_unit_test(htm_no_branch_taken),
        cmocka_unit_test(addresses_are_compressed_by_xor),
        cmocka_unit_test(the_message_example_comes_out_byte_for_byte),
        cmocka_unit_test(hist_has_the_last_branch_in_its_low_bit),
        cmocka_unit_test(a_full_hist_is_sent_at_once_with_its_stop_bit),
        cmocka_unit_test(back_to_back_returns_have_the_second_ones_size_as_icnt),
        cmocka_unit_test(back_to_back_exceptions_have_icnt_0),
        cmocka_unit_test(an_interrupt_pending_at_debug_exit_follows_the_start),
        cmocka_unit_test(an_interrupt_right_after_a_jump_is_reported_in_its_place),
        cmocka_unit_test(a_stop_waits_for_a_target_while_the_hart_runs),
        cmocka_unit_test(a_halt_does_not_wait_for_a_target),
        cmocka_unit_test(what_does_not_fit_is_announced_and_tracing_restarts),
        cmocka_unit_test(the_smallest_fifo_holds_two_of_the_longest_messages),
        cmocka_unit_test(a_context_comes_with_an_exception_of_which_nothing_retires),
        cmocka_unit_test(a_full_icnt_goes_with_the_jump_that_fills_it),
        cmocka_unit_test(tracing_resumes_at_the_level_that_is_set_or_at_a_quarter),
        cmocka_unit_test(what_the_hart_did_in_the_encoders_reset_is_not_known),
        cmocka_unit_test(nothing_is_counted_where_nothing_is_offered),
        cmocka_unit_test(empty_is_told_only_once_the_stop_was_sent),
        cmocka_unit_test(empty_is_not_told_while_a_stop_waits_for_a_target),
        cmocka_unit_test(disabling_does_not_wait_for_a_target),
        cmocka_unit_test(disabling_ends_the_waiting_of_a_stop),
        cmocka_unit_test(disabling_is_over_when_the_sink_has_taken_all),
        cmocka_unit_test(a_disabled_encoder_stalls_nobody),
        cmocka_unit_test(a_message_takes_three_cycles_to_the_fifo_and_its_first_byte),
        cmocka_unit_test(a_jump_in_every_block_fills_the_fifo_as_computed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
