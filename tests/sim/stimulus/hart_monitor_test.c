/* SPDX-License-Identifier: Apache-2.0 */
/* The monitor names each rule of the port of nt_ctr and nt_hpm where a cycle breaks it, and no
 * other. */
#include "sim/stimulus/hart_monitor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { U = 0, S = 1, M = 3 };

/* Answers of the unit: none; done, of a CSR of another unit or refused; done */
static const nt_hart_answer waits = {.ready = false};
static const nt_hart_answer done = {.ready = true};
static const nt_hart_answer taken = {.ready = true, .taken = true};

static nt_transfer call_in(uint8_t mode) {
    return (nt_transfer){
        .instructions = 2, .itype = 9, .isrc = 0x1000, .itgt = 0x2000, .priv = mode, .tpriv = mode};
}

static nt_transfer change(uint8_t itype, uint8_t from, uint8_t to) {
    nt_transfer block = call_in(from);
    block.itype = itype;
    block.tpriv = to;
    return block;
}

static nt_hart_cycle cycle_of(unsigned count, nt_transfer first, nt_transfer second) {
    return (nt_hart_cycle){.priv = first.priv, .count = count, .block = {first, second}};
}

/* What a fresh monitor says of a cycle; "" for nothing. */
static const char *said_of(nt_hart_cycle cycle) {
    nt_hart_monitor monitor = {.blocks = 2};
    const nt_hart_request none = {.valid = false};
    const char *rule = nt_hart_monitor_check(&monitor, &cycle, &none, waits);
    return rule == NULL ? "" : rule;
}

static void assert_rule(const char *said, const char *rule) {
    assert_true(strncmp(said, rule, strlen(rule)) == 0);
}

static void legal_cycles_break_none(void **state) {
    (void)state;
    assert_string_equal(said_of((nt_hart_cycle){.priv = M}), "");
    assert_string_equal(said_of((nt_hart_cycle){.priv = NT_HART_DEBUG, .halted = true}), "");
    assert_string_equal(said_of(cycle_of(2, call_in(U), change(1, U, S))), "");
    assert_string_equal(said_of(cycle_of(2, change(3, M, 6), change(2, 6, 6))), "");
    nt_transfer trap = change(2, 5, 1);
    trap.instructions = 0;
    assert_string_equal(said_of(cycle_of(1, trap, trap)), "");
}

static void each_rule_is_named(void **state) {
    (void)state;
    nt_hart_cycle cycle = {.priv = 2};
    assert_rule(said_of(cycle), "priv-reserved");
    assert_rule(said_of(cycle_of(1, change(1, M, 7), call_in(M))), "priv-reserved");
    assert_rule(said_of(cycle_of(1, change(1, M, NT_HART_DEBUG), call_in(M))), "priv-reserved");
    cycle = cycle_of(1, call_in(M), call_in(M));
    cycle.count = 3;
    assert_rule(said_of(cycle), "blocks");
    cycle.count = 1;
    cycle.halted = true;
    assert_rule(said_of(cycle), "stopped");
    assert_rule(said_of(cycle_of(2, call_in(M), call_in(S))), "mode-continues");
    assert_rule(said_of(cycle_of(1, change(6, M, M), call_in(M))), "itype-reserved");
    assert_rule(said_of(cycle_of(1, change(7, M, M), call_in(M))), "itype-reserved");
    assert_rule(said_of(cycle_of(2, change(1, S, M), call_in(M))), "trap-newest");
    assert_rule(said_of(cycle_of(1, change(9, M, S), call_in(M))), "mode-kept");
    assert_rule(said_of(cycle_of(1, change(1, M, S), call_in(M))), "mode-kept");
    assert_rule(said_of(cycle_of(1, change(3, S, M), call_in(M))), "mode-kept");
    nt_transfer odd = call_in(M);
    odd.itgt |= 1;
    assert_rule(said_of(cycle_of(1, odd, odd)), "address-odd");
    nt_transfer nothing = call_in(M);
    nothing.instructions = 0;
    assert_rule(said_of(cycle_of(1, nothing, nothing)), "retires-nothing");
}

static void a_mode_goes_on_unless_the_hart_halts_or_is_reset(void **state) {
    (void)state;
    nt_hart_monitor monitor = {.blocks = 1};
    const nt_hart_request none = {.valid = false};
    nt_hart_cycle in_m = {.priv = M};
    nt_hart_cycle in_u = {.priv = U};
    nt_hart_cycle halted = {.priv = NT_HART_DEBUG, .halted = true};
    nt_hart_cycle back = cycle_of(1, change(3, M, U), call_in(M));
    assert_null(nt_hart_monitor_check(&monitor, &in_m, &none, waits));
    assert_null(nt_hart_monitor_check(&monitor, &back, &none, waits));
    assert_null(nt_hart_monitor_check(&monitor, &in_u, &none, waits));
    assert_rule(nt_hart_monitor_check(&monitor, &in_m, &none, waits), "mode-continues");
    assert_null(nt_hart_monitor_check(&monitor, &halted, &none, waits));
    assert_null(nt_hart_monitor_check(&monitor, &in_u, &none, waits));
    nt_hart_monitor_reset(&monitor);
    assert_null(nt_hart_monitor_check(&monitor, &in_m, &none, waits));
}

static void an_access_is_held_until_it_is_done(void **state) {
    (void)state;
    nt_hart_cycle cycle = {.priv = M};
    const nt_hart_request one = {.valid = true, .addr = 0x34e, .op = 1, .wdata = 7};
    nt_hart_request others[9];
    for (unsigned i = 0; i < 9; i++) {
        others[i] = one;
    }
    others[0].valid = false;
    others[1].clear = true;
    others[2].addr = 0x14e;
    others[3].op = 2;
    others[4].wdata = 6;
    others[5].select = 1;
    others[6].stateen = 1;
    others[7].retires = true;
    others[8].cde = true;
    for (unsigned i = 0; i < 9; i++) {
        nt_hart_monitor monitor = {.blocks = 1};
        assert_null(nt_hart_monitor_check(&monitor, &cycle, &one, waits));
        assert_null(nt_hart_monitor_check(&monitor, &cycle, &one, waits));
        assert_rule(nt_hart_monitor_check(&monitor, &cycle, &others[i], waits), "access-held");
        monitor = (nt_hart_monitor){.blocks = 1};
        assert_null(nt_hart_monitor_check(&monitor, &cycle, &one, done));
        assert_null(nt_hart_monitor_check(&monitor, &cycle, &others[i], waits));
    }
}

/* What a monitor says of a cycle after an access that was answered so. */
static const char *after(nt_hart_answer answer, bool retires, nt_hart_cycle then,
                         nt_hart_answer again) {
    nt_hart_monitor monitor = {.blocks = 2};
    const nt_hart_cycle idle = {.priv = M};
    const nt_hart_request access = {.valid = true, .addr = 0xb02, .op = 1, .retires = retires};
    const nt_hart_request next = {.valid = again.ready, .addr = 0xb02};
    assert_null(nt_hart_monitor_check(&monitor, &idle, &access, answer));
    const char *rule = nt_hart_monitor_check(&monitor, &then, &next, again);
    return rule == NULL ? "" : rule;
}

static void the_instruction_whose_access_is_done_retires_first(void **state) {
    (void)state;
    nt_transfer trap = change(2, M, M);
    const nt_hart_cycle halted = {.priv = NT_HART_DEBUG, .halted = true};
    const nt_hart_cycle retires = cycle_of(1, trap, trap);
    trap.instructions = 0;
    const nt_hart_cycle traps = cycle_of(1, trap, trap);
    const nt_hart_cycle idle = {.priv = M};
    assert_string_equal(after(taken, true, retires, waits), "");
    assert_string_equal(after(taken, true, idle, waits), "");
    assert_rule(after(taken, true, traps, waits), "retires-first");
    assert_rule(after(taken, true, halted, waits), "retires-first");
    assert_rule(after(taken, true, idle, taken), "retires-first");
    /* A debugger's access, and one that was refused or is another unit's, owe nothing. */
    assert_string_equal(after(taken, false, traps, waits), "");
    assert_string_equal(after(taken, false, idle, taken), "");
    assert_string_equal(after(done, true, traps, waits), "");
    assert_string_equal(after(done, true, halted, waits), "");
    /* It owes until then, and no longer. */
    nt_hart_monitor monitor = {.blocks = 2};
    const nt_hart_request access = {.valid = true, .addr = 0xb02, .op = 1, .retires = true};
    const nt_hart_request none = {.valid = false};
    assert_null(nt_hart_monitor_check(&monitor, &idle, &access, taken));
    assert_null(nt_hart_monitor_check(&monitor, &idle, &none, waits));
    assert_null(nt_hart_monitor_check(&monitor, &retires, &none, waits));
    assert_null(nt_hart_monitor_check(&monitor, &traps, &none, waits));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_cycles_break_none),
        cmocka_unit_test(each_rule_is_named),
        cmocka_unit_test(a_mode_goes_on_unless_the_hart_halts_or_is_reset),
        cmocka_unit_test(an_access_is_held_until_it_is_done),
        cmocka_unit_test(the_instruction_whose_access_is_done_retires_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
