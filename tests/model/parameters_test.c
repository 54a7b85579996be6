/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model against worked examples that need parameters of their own, byte for byte:
   N-Trace 1.0 counts in 4 bits, keeps 30 branches in HIST, or tells traps as B-TYPE 1. Those that
   RTL can have too are in tests/data/examples/parameter-*.nti. */
#include "tests/model/encoder_bench.h"

/* "Examples of I-CNT Field Full Generation": 4 bits, the top one for overflow. */
static nt_config four_bits(void) {
    nt_config config = rv64;
    config.icnt_w = 4;
    config.iretire_w = 2;
    return config;
}

static void straight_code(bench *b, uint64_t from, uint64_t to) {
    for (uint64_t address = from; address < to; address += 4) {
        block(b, address, 2, NT_ITYPE_NONE);
    }
}

static void icnt_full_1_0(bench *b, uint32_t mode, nt_control control) {
    const nt_config config = four_bits();
    setup_with(b, &config, mode, control);
    block(b, 0x100, 3, NT_ITYPE_NOT_TAKEN);
    straight_code(b, 0x106, 0x11a);
    block(b, 0x11a, 1, NT_ITYPE_NONE);
    halt(b);
}

/* Both print I-CNT=9 and then 5; a block of one instruction more makes no difference. */
static void icnt_full_is_reported_as_resource_full(void **state) {
    (void)state;
    bench b;
    icnt_full_1_0(&b, HTM, (nt_control){0});
    expect_bytes(&b, START_AT_100 " 6C 40 0B 84 40 15 0B");
}

static void icnt_full_is_reported_by_sync_4_in_btm(void **state) {
    (void)state;
    bench b;
    icnt_full_1_0(&b, BTM, (nt_control){.ntEnSyncICNT = 1});
    expect_bytes(&b, START_AT_100 " 24 50 09 24 0B 84 00 17");
}

/* rc7 8.4.4: an instruction of 16 bits behind the branch, thus I-CNT=8 and then 6. */
static void icnt_full_is_reported_by_sync_4_in_htm_of_rc7(void **state) {
    (void)state;
    nt_config config = four_bits();
    bench b;
    setup_with(&b, &config, HTM, (nt_control){.ntEnSyncICNT = 1, .ntRc7 = 1});
    block(&b, 0x100, 3, NT_ITYPE_NOT_TAKEN);
    block(&b, 0x106, 1, NT_ITYPE_NONE);
    straight_code(&b, 0x108, 0x11c);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 74 10 21 20 09 0B 84 40 19 07");
}

/* "Repeated History Optimization": 01 fifteen times in each of ten messages. HIST of 31 bits holds
   the 30 branches and the stop bit. */
static void history_of_the_text(bench *b, bool repeated) {
    nt_config config = rv64;
    config.hist_w = 31;
    config.repeat_w = 18;
    config.period_w = 5;
    setup_with(b, &config, HTM, (nt_control){.trTeInstEnRepeatedHistory = repeated});
    for (unsigned i = 0; i < 150; i++) {
        block(b, 0x100, 1, NT_ITYPE_NOT_TAKEN);
        block(b, 0x102, 1, NT_ITYPE_TAKEN);
    }
    halt(b);
}

static void repeated_history_off_takes_ten_messages(void **state) {
    (void)state;
    bench b;
    history_of_the_text(&b, false);
#define FULL " 6C 44 54 54 54 54 57" /* ResourceFull RCODE=1 RDATA=0x55555555 */
    expect_bytes(&b,
                 START_AT_100 FULL FULL FULL FULL FULL FULL FULL FULL FULL FULL " 84 40 B0 11 07");
}

/* Of the two ways that the text prints: the shortest pattern, HREPEAT=150. */
static void repeated_history_takes_one(void **state) {
    (void)state;
    bench b;
    history_of_the_text(&b, true);
    expect_bytes(&b, START_AT_100 " 6C 48 05 58 0B 84 40 B0 11 07");
}

/* As tests/data/examples/parameter-btype-trap.nti. */
static void traps_are_told_as_one_type_where_the_build_knows_no_other(void **state) {
    (void)state;
    nt_config config = rv64;
    config.btype_trap = 1;
    bench b;
    setup(&b, &config, BTM);
    block(&b, 0x100, 1, NT_ITYPE_EXCEPTION);
    block(&b, 0x400, 2, NT_ITYPE_INTERRUPT);
    block(&b, 0x500, 2, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 10 15 00 2B 10 25 00 0B 84 00 0B");
}

/* As tests/data/examples/parameter-draft.nti: 7 is a swap, 12 a return that cannot be inferred. */
static void the_draft_has_other_itypes_and_no_implicit_returns(void **state) {
    (void)state;
    nt_config config = rv64;
    config.draft = 1;
    config.stack_depth = 32;
    bench b;
    setup_with(&b, &config, BTM, (nt_control){.trTeInstImplicitReturnMode = 3});
    block(&b, 0x100, 1, (nt_itype)7);
    block(&b, 0x400, 1, (nt_itype)12);
    block(&b, 0x102, 1, NT_ITYPE_INDIRECT_CALL);
    block(&b, 0x200, 1, NT_ITYPE_RETURN);
    block(&b, 0x104, 1, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, START_AT_100 " 10 11 00 2B 10 11 04 2B 10 11 04 1B 10 11 08 1B 84 00 07");
}

/* As tests/data/examples/parameter-draft-exceptions.nti. */
static void in_the_draft_an_exception_with_nothing_retired_has_no_address(void **state) {
    (void)state;
    nt_config config = rv64;
    config.draft = 1;
    bench b;
    setup(&b, &config, BTM);
    block(&b, 0x7ffe, 0, NT_ITYPE_EXCEPTION); /* nothing to start at */
    block(&b, 0x100, 2, NT_ITYPE_INDIRECT_JUMP);
    block(&b, 0x7ffe, 0, NT_ITYPE_EXCEPTION); /* in the place of the target */
    block(&b, 0x200, 2, NT_ITYPE_EXCEPTION);
    b.control.trTeInstTracing = 0;
    block(&b, 0x7ffe, 0, NT_ITYPE_EXCEPTION); /* the stop still waits */
    block(&b, 0x300, 1, NT_ITYPE_NONE);
    idle(&b, 20);
    expect_bytes(&b, START_AT_100 " 10 29 00 1B 10 29 00 0B 84 10 03");
}

/* As tests/data/examples/parameter-sijump.nti. */
static void a_sijump_that_is_not_connected_means_nothing(void **state) {
    (void)state;
    for (unsigned connected = 0; connected < 2; connected++) {
        nt_config config = rv64;
        config.options = 1;
        config.sijump = (uint8_t)connected;
        bench b;
        setup_with(&b, &config, BTM, (nt_control){.trTeInstEnSequentialJump = 1});
        block(&b, 0x100, 2, NT_ITYPE_NONE);
        b.ingress.block[0] = (nt_block){
            .iaddr = 0x104, .iretire = 1, .itype = NT_ITYPE_INDIRECT_JUMP, .sijump = true};
        cycle(&b, false);
        block(&b, 0x200, 1, NT_ITYPE_NONE);
        halt(&b);
        expect_bytes(&b,
                     connected ? START_AT_100 " 84 00 13" : START_AT_100 " 10 31 00 1B 84 00 07");
    }
}

/* An option that the build lacks: its field means nothing. */
static void fields_of_options_that_are_not_built_mean_nothing(void **state) {
    (void)state;
    nt_control control;
    memset(&control, 0xff, sizeof control);
    const nt_options options = nt_options_of(&control, &rv64);
    assert_false(options.ownership || options.sequential_jump || options.repeated ||
                 options.repeat_branch || options.all_jumps);
    assert_int_equal(options.return_mode, 0);
    assert_int_equal(options.format.src_bits, 0);
    assert_false(options.format.ts_enable || options.format.extend_msb ||
                 options.format.trim_ownership);
}

static void a_timestamp_of_one_bit_is_one(void **state) {
    (void)state;
    nt_config config = rv64;
    config.tstamp_w = 1;
    bench b;
    setup_with(&b, &config, BTM, (nt_control){.trTsEnable = 1});
    block(&b, 0x100, 1, NT_ITYPE_NONE);
    halt(&b);
    expect_bytes(&b, "24 0D 00 09 03 84 00 05 03");
}

/* PRV=3, V=0; scontext=1 of 4 bits, and hcontext=1 where there is one. */
static void ownership_has_the_contexts_of_the_build(void **state) {
    (void)state;
    for (uint8_t hcontext_w = 0; hcontext_w < 2; hcontext_w++) {
        nt_config config = rv64;
        config.scontext_w = 4;
        config.hcontext_w = hcontext_w;
        bench b;
        setup_with(&b, &config, BTM, (nt_control){.trTeContext = 1});
        b.ingress.priv = 3;
        b.ingress.context = 0x11;
        block(&b, 0x100, 1, NT_ITYPE_NONE);
        halt(&b);
        /* FORMAT=3 and FORMAT=2, or that alone */
        expect_bytes(&b, hcontext_w != 0 ? START_AT_100 " 08 BF 08 BB 84 00 07"
                                         : START_AT_100 " 08 BB 84 00 07");
    }
}

static void itype_7_is_a_taken_branch_with_all_jumps(void **state) {
    (void)state;
    for (unsigned all_jumps = 0; all_jumps < 2; all_jumps++) {
        nt_config config = rv64;
        config.options = 1;
        bench b;
        setup_with(&b, &config, BTM, (nt_control){.trTeInstEnAllJumps = all_jumps});
        block(&b, 0x100, 1, (nt_itype)7);
        block(&b, 0x200, 1, NT_ITYPE_NONE);
        halt(&b);
        expect_bytes(&b, all_jumps ? START_AT_100 " 0C 07 84 00 07" : START_AT_100 " 84 00 0B");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(icnt_full_is_reported_as_resource_full),
        cmocka_unit_test(icnt_full_is_reported_by_sync_4_in_btm),
        cmocka_unit_test(icnt_full_is_reported_by_sync_4_in_htm_of_rc7),
        cmocka_unit_test(repeated_history_off_takes_ten_messages),
        cmocka_unit_test(repeated_history_takes_one),
        cmocka_unit_test(traps_are_told_as_one_type_where_the_build_knows_no_other),
        cmocka_unit_test(the_draft_has_other_itypes_and_no_implicit_returns),
        cmocka_unit_test(in_the_draft_an_exception_with_nothing_retired_has_no_address),
        cmocka_unit_test(a_sijump_that_is_not_connected_means_nothing),
        cmocka_unit_test(fields_of_options_that_are_not_built_mean_nothing),
        cmocka_unit_test(a_timestamp_of_one_bit_is_one),
        cmocka_unit_test(ownership_has_the_contexts_of_the_build),
        cmocka_unit_test(itype_7_is_a_taken_branch_with_all_jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
