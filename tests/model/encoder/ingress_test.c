/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder/ingress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Every code of a build, all-jumps off or on, against the codes behind the latch. */
static void check(uint8_t itype_w, bool draft, bool all_jumps, const uint8_t *expected) {
    const nt_config config = {
        .nblocks = 1, .itype_w = itype_w, .draft = draft, .options = 1, .sijump = 1};
    for (uint8_t itype = 0; itype < 1u << itype_w; itype++) {
        const nt_ingress in = {.block = {{.iretire = 1, .itype = itype}}};
        const nt_control control = {0};
        nt_ingress_latch latch = {0};
        assert_int_equal(nt_itype_map(itype, &config, all_jumps), expected[itype]);
        const nt_ingress_inputs inputs = {
            .control = &control, .ingress = &in, .all_jumps = all_jumps};
        nt_ingress_step(&latch, &config, &inputs);
        assert_int_equal(latch.block[0].itype, expected[itype]);
    }
}

static void test_itype_7_is_nothing_or_with_all_jumps_a_taken_branch(void **state) {
    (void)state;
    static const uint8_t off[] = {0, 1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 11, 12, 13, 14, 15};
    static const uint8_t on[] = {0, 1, 2, 3, 4, 5, 6, 5, 8, 9, 10, 11, 12, 13, 14, 15};
    check(3, false, false, off);
    check(3, false, true, on);
    check(4, false, false, off);
    check(4, false, true, on);
}

static void test_codes_of_the_draft_become_those_of_the_ratified_text(void **state) {
    (void)state;
    /* 7, its swap, is a call; 12 and 13, its returns, are returns */
    static const uint8_t draft[] = {0, 1, 2, 3, 4, 5, 6, 8, 8, 9, 10, 11, 13, 13, 14, 15};
    check(4, true, false, draft);
    check(4, true, true, draft);
}

static void test_the_draft_s_swap_has_no_sijump(void **state) {
    (void)state;
    for (uint8_t itype = 0; itype < 16; itype++) {
        const nt_config config = {.nblocks = 1, .itype_w = 4, .draft = true};
        const nt_ingress in = {.block = {{.iretire = 1, .itype = itype, .sijump = true}}};
        const nt_control control = {0};
        nt_ingress_latch latch = {0};
        const nt_ingress_inputs inputs = {.control = &control, .ingress = &in};
        nt_ingress_step(&latch, &config, &inputs);
        assert_int_equal(latch.block[0].sijump, itype != 7);
    }
}

static void test_the_latch_has_as_many_bits_of_context_as_the_build(void **state) {
    (void)state;
    static const struct {
        uint8_t scontext_w, hcontext_w;
        uint64_t context;
    } widths[] = {{0, 0, 0}, {1, 0, 1}, {4, 0, 0xf}, {4, 3, 0x7f}, {32, 14, 0x3fffffffffff}};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        const nt_config config = {
            .nblocks = 1, .scontext_w = widths[i].scontext_w, .hcontext_w = widths[i].hcontext_w};
        const nt_ingress in = {.block = {{.iretire = 1}}, .context = UINT64_MAX};
        const nt_control control = {0};
        nt_ingress_latch latch = {0};
        const nt_ingress_inputs inputs = {.control = &control, .ingress = &in};
        nt_ingress_step(&latch, &config, &inputs);
        assert_true(latch.context == widths[i].context);
    }
}

/* Filters would judge it a cycle later, where comparators and traps have states. */
static void test_what_retires_in_a_reset_is_not_latched(void **state) {
    (void)state;
    const nt_config config = {.nblocks = 2, .itype_w = 4};
    const nt_ingress in = {.block = {{.iaddr = 0x100, .iretire = 3, .itype = NT_ITYPE_TAKEN},
                                     {.iaddr = 0x200, .iretire = 2, .itype = NT_ITYPE_EXCEPTION}}};
    const nt_control control = {0};
    nt_ingress_latch latch = {0};
    const nt_ingress_inputs inputs = {.rst = true, .control = &control, .ingress = &in};
    nt_ingress_step(&latch, &config, &inputs);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(latch.block[i].itype, NT_ITYPE_NONE);
        assert_int_equal(latch.block[i].iretire, 0);
    }
}

/* And what of the control fields decides whether it is traced, and the time. */
static void test_the_latch_takes_the_port_as_it_is(void **state) {
    (void)state;
    const nt_config config = {.xlen = 64, .nblocks = 2, .itype_w = 4, .scontext_w = 32};
    const nt_ingress in = {.block = {{.iaddr = 0x8000000000000100,
                                      .iretire = 255,
                                      .itype = NT_ITYPE_OTHER_INDIRECT,
                                      .ilastsize = 2,
                                      .sijump = true},
                                     {.iaddr = 0x300, .iretire = 1, .itype = NT_ITYPE_EXCEPTION}},
                           .tval = 0xfedcba9876543210,
                           .context = 0x89abcdef,
                           .impdef = 0xdeadbeef,
                           .cause = 63,
                           .trigger = 0x3f,
                           .priv = 6,
                           .ctype = 3,
                           .ext_trigger = 0x81,
                           .halted = true,
                           .reset = true,
                           .lowpower = true};
    const nt_control control = {.trTeEnable = 1, .trTeInstTracing = 1, .trTeInstMode = 6};
    nt_ingress_latch latch = {0};
    const nt_ingress_inputs inputs = {
        .control = &control, .ingress = &in, .timestamp = 0x123456789abcdef0};
    nt_ingress_step(&latch, &config, &inputs);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(latch.block[i].iaddr == in.block[i].iaddr);
        assert_int_equal(latch.block[i].iretire, in.block[i].iretire);
        assert_int_equal(latch.block[i].itype, in.block[i].itype);
        assert_int_equal(latch.block[i].ilastsize, in.block[i].ilastsize);
        assert_int_equal(latch.block[i].sijump, in.block[i].sijump);
    }
    assert_true(latch.tval == in.tval);
    assert_true(latch.context == in.context);
    assert_int_equal(latch.impdef, in.impdef);
    assert_int_equal(latch.cause, in.cause);
    assert_int_equal(latch.trigger, in.trigger);
    assert_int_equal(latch.priv, in.priv);
    assert_int_equal(latch.ctype, in.ctype);
    assert_int_equal(latch.ext_trigger, in.ext_trigger);
    assert_true(latch.halted && latch.reset && latch.lowpower);
    assert_true(latch.enable && latch.asked);
    assert_int_equal(latch.mode, 6);
    assert_true(latch.timestamp == inputs.timestamp);
}

static void test_in_the_draft_only_what_retires_has_an_address(void **state) {
    (void)state;
    const nt_config ratified = {.itype_w = 4};
    const nt_config draft = {.itype_w = 4, .draft = true};
    const nt_block exception = {.itype = NT_ITYPE_EXCEPTION};
    const nt_block interrupt = {.itype = NT_ITYPE_INTERRUPT};
    const nt_block retired = {.iretire = 1, .itype = NT_ITYPE_EXCEPTION};
    assert_true(nt_block_has_address(&exception, &ratified));
    assert_false(nt_block_has_address(&exception, &draft));
    assert_false(nt_block_has_address(&interrupt, &ratified));
    assert_false(nt_block_has_address(&interrupt, &draft));
    assert_true(nt_block_has_address(&retired, &ratified));
    assert_true(nt_block_has_address(&retired, &draft));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_itype_7_is_nothing_or_with_all_jumps_a_taken_branch),
        cmocka_unit_test(test_codes_of_the_draft_become_those_of_the_ratified_text),
        cmocka_unit_test(test_the_draft_s_swap_has_no_sijump),
        cmocka_unit_test(test_the_latch_has_as_many_bits_of_context_as_the_build),
        cmocka_unit_test(test_what_retires_in_a_reset_is_not_latched),
        cmocka_unit_test(test_the_latch_takes_the_port_as_it_is),
        cmocka_unit_test(test_in_the_draft_only_what_retires_has_an_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
