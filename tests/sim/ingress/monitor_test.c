/* SPDX-License-Identifier: Apache-2.0 */
/* The ingress monitor: every rule broken once, by one change to a legal stretch of cycles. */
#include "sim/ingress/monitor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const nt_config narrow = {
    .name = "narrow", .xlen = 32, .nblocks = 2, .itype_w = 3, .iretire_w = 3, .scontext_w = 4};
static const nt_config wide = {.name = "wide",
                               .xlen = 64,
                               .nblocks = 2,
                               .itype_w = 4,
                               .iretire_w = 6,
                               .scontext_w = 32,
                               .hcontext_w = 14,
                               .ntriggers = 2};

enum { LEGAL = 4 };

/* Straight code with a notify, a taken branch with a block behind it, a trap, its handler; a
   register is read and one is written. */
static void legal_cycles(nt_cycle cycles[LEGAL]) {
    memset(cycles, 0, LEGAL * sizeof *cycles);
    nt_ingress *in[LEGAL];
    for (unsigned i = 0; i < LEGAL; i++) {
        cycles[i].sink_ready = true;
        in[i] = &cycles[i].ingress;
        in[i]->priv = i == 3 ? 3 : 1;
    }
    in[0]->block[0] = (nt_block){.iaddr = 0x1000, .iretire = 4, .ilastsize = 1};
    in[1]->block[0] = (nt_block){.iaddr = 0x1008, .iretire = 2, .ilastsize = 1, .itype = 5};
    in[1]->block[1] = (nt_block){.iaddr = 0x2000, .iretire = 3, .ilastsize = 0, .itype = 4};
    in[2]->block[0] = (nt_block){.iaddr = 0x2006, .iretire = 0, .itype = 1};
    in[2]->cause = 8;
    in[2]->tval = 0x1234;
    in[3]->block[0] = (nt_block){.iaddr = 0x100, .iretire = 1, .itype = 3};
    in[0]->trigger = 1 | 4;
    in[1]->trigger = 2 | 4 | 8;
    cycles[0].apb = (nt_apb){.PSEL = true, .PADDR = 0x48};
    cycles[1].apb = (nt_apb){.PSEL = true, .PENABLE = true, .PADDR = 0x48};
    cycles[2].apb = (nt_apb){.PSEL = true, .PWRITE = true, .PADDR = 4, .PWDATA = 7, .PSTRB = 0xf};
    cycles[3].apb = cycles[2].apb;
    cycles[3].apb.PENABLE = true;
}

typedef void breaker(nt_cycle *cycles);

static void wide_iaddr(nt_cycle *c) {
    c[0].ingress.block[0].iaddr = 0x100001000;
}
static void wide_iretire(nt_cycle *c) {
    c[1].ingress.block[1].iretire = 8;
    c[2].ingress.block[0].iaddr = 0x2010;
}
static void wide_itype(nt_cycle *c) {
    c[1].ingress.block[0].itype = 8;
}
static void third_block(nt_cycle *c) {
    c[1].ingress.block[2] = (nt_block){.iaddr = 0x2006, .iretire = 1};
    c[2].ingress.block[0].iaddr = 0x2008;
}
static void itype_7(nt_cycle *c) {
    c[1].ingress.block[0].itype = 7;
}
static void itype_6(nt_cycle *c) {
    c[1].ingress.block[0].itype = 6;
}
static void priv_2(nt_cycle *c) {
    c[3].ingress.priv = 2;
}
static void halted(nt_cycle *c) {
    c[1].ingress.halted = true;
}
static void in_reset(nt_cycle *c) {
    c[2].ingress.reset = true;
}
static void low_power(nt_cycle *c) {
    c[3].ingress.lowpower = true;
}
static void gap(nt_cycle *c) {
    c[0].ingress.block[1] = c[0].ingress.block[0];
    c[0].ingress.block[0] = (nt_block){0};
}
static void behind_trap(nt_cycle *c) {
    c[2].ingress.block[1] = (nt_block){.iaddr = 0x100, .iretire = 1};
    c[3].ingress.block[0].iaddr = 0x102;
    c[3].ingress.priv = 1;
}
static void branch_of_nothing(nt_cycle *c) {
    c[1].ingress.block[0].iretire = 0;
}
static void large_last(nt_cycle *c) {
    c[3].ingress.block[0].ilastsize = 1;
}
static void odd(nt_cycle *c) {
    c[0].ingress.block[0].iaddr = 0xfff;
    c[0].ingress.block[0].itype = 5;
}
static void elsewhere(nt_cycle *c) {
    c[2].ingress.block[0].iaddr = 0x2008;
}
static void wide_tval(nt_cycle *c) {
    c[2].ingress.tval = 0x100000000;
}
static void priv_for_no_reason(nt_cycle *c) {
    c[1].ingress.priv = 0;
    c[2].ingress.priv = 0;
}

static void wide_context(nt_cycle *c) {
    c[1].ingress.context = 0x10;
}
static void wide_ctype(nt_cycle *c) {
    c[1].ingress.ctype = 4;
}
static void trigger_of_a_third_block(nt_cycle *c) {
    c[1].ingress.trigger |= 16;
}
static void trigger_of_nothing(nt_cycle *c) {
    c[2].ingress.trigger = 1;
}
static void notify_of_nothing(nt_cycle *c) {
    c[0].ingress.trigger |= 8;
}
static void third_external_trigger(nt_cycle *c) {
    c[2].ingress.ext_trigger = 4;
}
/* After a taken branch; where one instruction of the same block came before, all is well. */
static void sijump_of_one(nt_cycle *c) {
    c[1].ingress.block[1] = (nt_block){.iaddr = 0x2000, .iretire = 1, .itype = 10, .sijump = true};
}
static void enable_at_once(nt_cycle *c) {
    c[0].apb.PENABLE = true;
}
static void enable_without_select(nt_cycle *c) {
    c[1].apb.PSEL = false;
}
static void other_address(nt_cycle *c) {
    c[3].apb.PADDR = 8;
}
static void other_data(nt_cycle *c) {
    c[3].apb.PWDATA = 8;
}
static void strobes_in_a_read(nt_cycle *c) {
    c[0].apb.PSTRB = 1;
}

static const struct {
    const nt_config *config;
    breaker *breaks;
    unsigned cycle; /* in which it must be named */
    const char *rule;
} cases[] = {
    {&narrow, wide_iaddr, 0, "iaddr-width"},
    {&narrow, wide_iretire, 1, "iretire-width"},
    {&narrow, wide_itype, 1, "itype-width"},
    {&wide, third_block, 1, "blocks"},
    {&wide, itype_7, 1, "itype-reserved"},
    {&narrow, itype_7, 1, "itype-reserved"},
    {&wide, itype_6, 1, "itype-reserved"},
    {&wide, priv_2, 3, "priv-reserved"},
    {&wide, halted, 1, "stopped"},
    {&wide, in_reset, 2, "stopped"},
    {&wide, low_power, 3, "stopped"},
    {&wide, gap, 0, "group-order"},
    {&wide, behind_trap, 2, "trap-newest"},
    {&wide, branch_of_nothing, 1, "retires-nothing"},
    {&wide, large_last, 3, "ilastsize"},
    {&wide, odd, 0, "iaddr-odd"},
    {&wide, elsewhere, 2, "contiguous"},
    {&narrow, wide_tval, 2, "tval-width"},
    {&wide, priv_for_no_reason, 1, "priv-change"},
    {&narrow, wide_context, 1, "context-width"},
    {&wide, wide_ctype, 1, "ctype-width"},
    {&wide, trigger_of_a_third_block, 1, "trigger-width"},
    {&wide, trigger_of_nothing, 2, "trigger-retired"},
    {&wide, notify_of_nothing, 0, "notify-retired"},
    {&wide, third_external_trigger, 2, "ext-trigger-width"},
    {&wide, sijump_of_one, 1, "sijump-pair"},
    {&wide, enable_at_once, 0, "apb-setup"},
    {&wide, enable_without_select, 1, "apb-setup"},
    {&wide, other_address, 3, "apb-stable"},
    {&wide, other_data, 3, "apb-stable"},
    {&wide, strobes_in_a_read, 0, "apb-strobe"},
};
enum { CASES = sizeof cases / sizeof cases[0] };

static void legal_cycles_break_no_rule(void **state) {
    (void)state;
    const nt_config *const configs[] = {&narrow, &wide};
    for (unsigned k = 0; k < 2; k++) {
        nt_cycle cycles[LEGAL];
        legal_cycles(cycles);
        nt_monitor *monitor = nt_monitor_new(configs[k]);
        for (unsigned i = 0; i < LEGAL; i++) {
            assert_null(nt_monitor_step(monitor, &cycles[i]));
        }
        nt_monitor_free(monitor);
    }
}

static void each_broken_rule_is_named_in_its_cycle(void **state) {
    (void)state;
    for (unsigned k = 0; k < CASES; k++) {
        nt_cycle cycles[LEGAL];
        legal_cycles(cycles);
        cases[k].breaks(cycles);
        nt_monitor *monitor = nt_monitor_new(cases[k].config);
        for (unsigned i = 0; i < cases[k].cycle; i++) {
            const char *rule = nt_monitor_step(monitor, &cycles[i]);
            if (rule != NULL) {
                fail_msg("%s: cycle %u breaks '%s'", cases[k].rule, i, rule);
            }
        }
        const char *rule = nt_monitor_step(monitor, &cycles[cases[k].cycle]);
        size_t length = strlen(cases[k].rule);
        if (rule == NULL || strncmp(rule, cases[k].rule, length) != 0 || rule[length] != ':') {
            fail_msg("case %u: expected %s, got '%s'", k, cases[k].rule, rule ? rule : "nothing");
        }
        nt_monitor_free(monitor);
    }
}

static void every_rule_has_a_case_here(void **state) {
    (void)state;
    for (unsigned r = 0; r < nt_monitor_rule_count; r++) {
        bool found = false;
        for (unsigned k = 0; k < CASES; k++) {
            size_t length = strlen(cases[k].rule);
            found |= strncmp(nt_monitor_rules[r].text, cases[k].rule, length) == 0 &&
                     nt_monitor_rules[r].text[length] == ':';
        }
        if (!found) {
            fail_msg("no case for '%s'", nt_monitor_rules[r].text);
        }
        assert_non_null(nt_monitor_rules[r].clause);
    }
}

static void broken_rules_are_counted(void **state) {
    (void)state;
    nt_cycle cycles[LEGAL];
    legal_cycles(cycles);
    large_last(cycles);
    nt_monitor *monitor = nt_monitor_new(&wide);
    for (unsigned i = 0; i < LEGAL; i++) {
        nt_monitor_step(monitor, &cycles[i]);
    }
    uint64_t sum = 0;
    for (unsigned r = 0; r < nt_monitor_rule_count; r++) {
        sum += nt_monitor_counts(monitor)[r];
    }
    assert_true(sum == 1);
    nt_monitor_free(monitor);
}

/* A direct jump has no itype of its own where itype has 3 bits. */
static void with_3_bit_itype_code_may_go_on_elsewhere_after_itype_0(void **state) {
    (void)state;
    nt_cycle cycles[LEGAL];
    legal_cycles(cycles);
    cycles[1].ingress.block[0].iaddr = 0x5000;
    nt_monitor *monitor = nt_monitor_new(&narrow);
    assert_null(nt_monitor_step(monitor, &cycles[0]));
    assert_null(nt_monitor_step(monitor, &cycles[1]));
    nt_monitor_free(monitor);
}

/* "Treated the same as an exception": another hart, or a hart in another task. */
static void with_ctype_3_the_hart_may_be_anywhere_in_any_privilege(void **state) {
    (void)state;
    nt_cycle cycles[LEGAL];
    legal_cycles(cycles);
    cycles[1].ingress.block[0].iaddr = 0x5000;
    cycles[1].ingress.priv = 6;
    for (unsigned ctype = 2; ctype < 4; ctype++) {
        cycles[1].ingress.ctype = (uint8_t)ctype;
        nt_monitor *monitor = nt_monitor_new(&wide);
        assert_null(nt_monitor_step(monitor, &cycles[0]));
        assert_true((nt_monitor_step(monitor, &cycles[1]) == NULL) == (ctype == 3));
        nt_monitor_free(monitor);
    }
}

static void a_sequential_jump_behind_its_pair_is_legal(void **state) {
    (void)state;
    nt_cycle cycles[2] = {{.sink_ready = true}, {.sink_ready = true}};
    cycles[0].ingress.block[0] = (nt_block){.iaddr = 0x1000, .iretire = 2, .ilastsize = 1};
    cycles[1].ingress.block[0] =
        (nt_block){.iaddr = 0x1004, .iretire = 2, .ilastsize = 1, .itype = 10, .sijump = true};
    cycles[1].ingress.block[1] =
        (nt_block){.iaddr = 0x2000, .iretire = 3, .ilastsize = 0, .itype = 8, .sijump = true};
    nt_monitor *monitor = nt_monitor_new(&wide);
    assert_null(nt_monitor_step(monitor, &cycles[0]));
    assert_null(nt_monitor_step(monitor, &cycles[1]));
    nt_monitor_free(monitor);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_cycles_break_no_rule),
        cmocka_unit_test(each_broken_rule_is_named_in_its_cycle),
        cmocka_unit_test(every_rule_has_a_case_here),
        cmocka_unit_test(broken_rules_are_counted),
        cmocka_unit_test(with_ctype_3_the_hart_may_be_anywhere_in_any_privilege),
        cmocka_unit_test(a_sequential_jump_behind_its_pair_is_legal),
        cmocka_unit_test(with_3_bit_itype_code_may_go_on_elsewhere_after_itype_0),
    };
    return cmocka_run_group_tests_name("ingress monitor", tests, NULL, NULL);
}
