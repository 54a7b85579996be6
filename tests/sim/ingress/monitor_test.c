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
    .name = "narrow", .xlen = 32, .nblocks = 2, .itype_w = 3, .iretire_w = 3};
static const nt_config wide = {
    .name = "wide", .xlen = 64, .nblocks = 2, .itype_w = 4, .iretire_w = 6};

enum { LEGAL = 4 };

/* Straight code, a taken branch with a block behind it, a trap, its handler. */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_cycles_break_no_rule),
        cmocka_unit_test(each_broken_rule_is_named_in_its_cycle),
        cmocka_unit_test(every_rule_has_a_case_here),
        cmocka_unit_test(broken_rules_are_counted),
        cmocka_unit_test(with_3_bit_itype_code_may_go_on_elsewhere_after_itype_0),
    };
    return cmocka_run_group_tests_name("ingress monitor", tests, NULL, NULL);
}
