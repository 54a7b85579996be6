/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of Spike's log. */
#include "sim/recording/spike_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint8_t bytes[NT_SPIKE_VALUE];

static nt_spike_line parse(const char *text, unsigned xlen) {
    nt_spike_line line;
    const char *problem = nt_spike_parse(&line, text, xlen);
    if (problem != NULL) {
        fail_msg("%s: %s", text, problem);
    }
    return line;
}

static nt_access access_of(nt_spike_line *line, unsigned xlen) {
    nt_access access;
    bool found;
    const char *problem = nt_spike_access(line, xlen, &access, bytes, &found);
    if (problem != NULL || !found) {
        fail_msg("no access: %s", problem);
    }
    return access;
}

static void assert_no_more(nt_spike_line *line) {
    nt_access access;
    bool found = true;
    assert_null(nt_spike_access(line, 64, &access, bytes, &found));
    assert_false(found);
}

static void a_commit_has_hart_privilege_pc_and_instruction(void **state) {
    (void)state;
    nt_spike_line line =
        parse("core  12: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000", 64);
    assert_int_equal(line.kind, NT_SPIKE_COMMIT);
    assert_int_equal(line.hart, 12);
    assert_int_equal(line.insn.priv, 3);
    assert_int_equal(line.insn.pc, 0x80000000);
    assert_int_equal(line.insn.bits, 0x297);
    assert_int_equal(line.insn.size, 4);
    nt_access access = access_of(&line, 64);
    assert_int_equal(access.kind, NT_ACCESS_X);
    assert_int_equal(access.number, 5);
    assert_int_equal(access.size, 8);
    assert_int_equal(access.value, 0x80000000);
    assert_no_more(&line);

    line = parse("core   0: 0 0x80000004 (0x0001)", 32);
    assert_int_equal(line.insn.size, 2);
    assert_int_equal(line.insn.priv, 0);
    assert_no_more(&line);
}

/* Older versions print all instructions with eight digits, and registers with a space. */
static void older_versions_are_read_too(void **state) {
    (void)state;
    nt_spike_line line =
        parse("core   0: 1 0x0000000080000002 (0x00004505) x 1 0x0000000000000007", 64);
    assert_int_equal(line.insn.size, 2);
    nt_access access = access_of(&line, 64);
    assert_int_equal(access.number, 1);
    assert_int_equal(access.value, 7);
}

static void every_kind_of_access_is_read(void **state) {
    (void)state;
    nt_spike_line line = parse("core   0: 3 0x0000000080000000 (0x02005107) e32 mf2 l2 v31 "
                               "0x0102030405060708090a0b0c0d0e0f10 f0  0x7fc00000 "
                               "c768_mstatus 0x8000000a00006000 mem 0x0000000080001000 "
                               "mem 0x0000000080001008 0x0f mem 0x0000000080001010 0x5 "
                               "mem 0x0000000080001012 0x0123",
                               64);
    nt_access v = access_of(&line, 64);
    assert_int_equal(v.kind, NT_ACCESS_V);
    assert_int_equal(v.number, 31);
    assert_int_equal(v.size, 16);
    assert_int_equal(v.bytes[0], 0x10);
    assert_int_equal(v.bytes[15], 0x01);
    nt_access f = access_of(&line, 64);
    assert_int_equal(f.kind, NT_ACCESS_F);
    assert_int_equal(f.size, 4);
    assert_int_equal(f.value, 0x7fc00000);
    nt_access csr = access_of(&line, 64);
    assert_int_equal(csr.kind, NT_ACCESS_CSR);
    assert_int_equal(csr.number, 0x300);
    assert_int_equal(csr.value, 0x8000000a00006000);
    nt_access load = access_of(&line, 64);
    assert_int_equal(load.kind, NT_ACCESS_LOAD);
    assert_int_equal(load.address, 0x80001000);
    assert_int_equal(load.size, 0); /* a vector's */
    assert_false(load.has_value);
    static const uint16_t sizes[] = {1, 1, 2};
    static const uint64_t values[] = {15, 5, 0x123};
    for (size_t i = 0; i < 3; i++) {
        nt_access store = access_of(&line, 64);
        assert_int_equal(store.kind, NT_ACCESS_STORE);
        assert_int_equal(store.size, sizes[i]);
        assert_int_equal(store.value, values[i]);
    }
    assert_no_more(&line);
}

static void the_instruction_tells_the_size_of_a_load(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned xlen;
        uint16_t size;
    } rows[] = {
        {"core   0: 3 0x0000000080000000 (0x00050283) mem 0x0000000080001000", 64, 1},  /* lb */
        {"core   0: 3 0x0000000080000000 (0x00051283) mem 0x0000000080001000", 64, 2},  /* lh */
        {"core   0: 3 0x0000000080000000 (0x00052283) mem 0x0000000080001000", 64, 4},  /* lw */
        {"core   0: 3 0x0000000080000000 (0x00053283) mem 0x0000000080001000", 64, 8},  /* ld */
        {"core   0: 3 0x0000000080000000 (0x00054283) mem 0x0000000080001000", 64, 1},  /* lbu */
        {"core   0: 3 0x0000000080000000 (0x00056283) mem 0x0000000080001000", 64, 4},  /* lwu */
        {"core   0: 3 0x0000000080000000 (0x00052007) mem 0x0000000080001000", 64, 4},  /* flw */
        {"core   0: 3 0x0000000080000000 (0x00054007) mem 0x0000000080001000", 64, 16}, /* flq */
        {"core   0: 3 0x0000000080000000 (0x02050007) mem 0x0000000080001000", 64, 0},  /* vle8.v */
        {"core   0: 3 0x0000000080000000 (0x0005a2af) mem 0x0000000080001000", 64,
         4}, /* amoadd.w */
        {"core   0: 3 0x0000000080000000 (0x1005b2af) mem 0x0000000080001000", 64, 8}, /* lr.d */
        {"core   0: 3 0x0000000080000000 (0x4108) mem 0x0000000080001000", 64, 4},     /* c.lw */
        {"core   0: 3 0x0000000080000000 (0x6108) mem 0x0000000080001000", 64, 8},     /* c.ld */
        {"core   0: 3 0x80000000 (0x6108) mem 0x80001000", 32, 4},                     /* c.flw */
        {"core   0: 3 0x0000000080000000 (0x2108) mem 0x0000000080001000", 64, 8},     /* c.fld */
        {"core   0: 3 0x0000000080000000 (0x4502) mem 0x0000000080001000", 64, 4},     /* c.lwsp */
        {"core   0: 3 0x0000000080000000 (0x8108) mem 0x0000000080001000", 64, 1},     /* c.lbu */
        {"core   0: 3 0x0000000080000000 (0x8508) mem 0x0000000080001000", 64, 2},     /* c.lhu */
        {"core   0: 3 0x0000000080000000 (0xbe42) mem 0x0000000080001000", 64, 0}, /* cm.popret */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        nt_spike_line line = parse(rows[i].text, rows[i].xlen);
        nt_access load = access_of(&line, rows[i].xlen);
        if (load.kind != NT_ACCESS_LOAD || load.size != rows[i].size) {
            fail_msg("%s: size %u, expected %u", rows[i].text, load.size, rows[i].size);
        }
    }
}

static void lines_of_the_option_l_are_read(void **state) {
    (void)state;
    nt_spike_line line = parse("core   0: 0x0000000080000000 (0x00000297) auipc   t0, 0x0", 64);
    assert_int_equal(line.kind, NT_SPIKE_EXECUTE);
    assert_int_equal(line.insn.bits, 0x297);
    line = parse("core   0: exception trap_machine_ecall, epc 0x0000000080000016", 64);
    assert_int_equal(line.kind, NT_SPIKE_TRAP);
    assert_false(line.trap.interrupt);
    assert_int_equal(line.trap.cause, 11);
    assert_int_equal(line.trap.epc, 0x80000016);
    line = parse("core   1: exception interrupt #7, epc 0x80000016", 32);
    assert_true(line.trap.interrupt);
    assert_int_equal(line.trap.cause, 7);
    line = parse("core   0: exception trap #33, epc 0x0000000080000016", 64);
    assert_false(line.trap.interrupt);
    assert_int_equal(line.trap.cause, 33);
    line = parse("core   0:           tval 0x00000000deadbeef", 64);
    assert_int_equal(line.kind, NT_SPIKE_TVAL);
    assert_int_equal(line.tval, 0xdeadbeef);
    assert_int_equal(parse("core   0: >>>>  _start", 64).kind, NT_SPIKE_NOTHING);
    assert_int_equal(parse("core   0: Executed 12 times", 64).kind, NT_SPIKE_NOTHING);
    assert_int_equal(parse("", 64).kind, NT_SPIKE_NOTHING);
    assert_int_equal(parse("*** FAILED *** (tohost = 3)", 64).kind, NT_SPIKE_NOTHING);
}

static void other_lines_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned xlen;
        const char *problem;
    } rows[] = {
        {"Hello", 64, "no line of Spike's log"},
        {"core", 64, "no line of Spike's log"},
        {"core   0", 64, "no line of Spike's log"},
        {"core   0: ", 64, "no line of Spike's log"},
        {"core   0: hello", 64, "no line of Spike's log"},
        {"core   0: 2 0x0000000080000000 (0x00000297)", 64, "a privilege"},
        {"core   0: 33 0x0000000080000000 (0x00000297)", 64, "a privilege"},
        {"core   0: 3 80000000 (0x00000297)", 64, "no PC"},
        {"core   0: 3 0x0000000080000001 (0x00000297)", 64, "no PC"},
        {"core   0: 3 0x00000000080000000 (0x00000297)", 64, "no PC"},
        {"core   0: 3 0x80000000 (0x00000297)", 64, "a PC of 32 bits; --xlen 32"},
        {"core   0: 3 0x0000000180000000 (0x00000297)", 32, "no PC that fits"},
        {"core   0: 3 0x0000000080000000", 64, "no instruction after"},
        {"core   0: 3 0x0000000080000000 (0x)", 64, "no instruction after"},
        {"core   0: 3 0x0000000080000000 (0x00000297", 64, "no instruction after"},
        {"core   0: 3 0x0000000080000000 (0x0000007f)", 64, "of an unknown size"},
        {"core   0: 3 0x0000000080000000 (0x00010001)", 64, "of an unknown size"},
        {"core   0: exception trap_hello, epc 0x0", 64, "a trap of an unknown name"},
        {"core   0: exception hello, epc 0x0", 64, "a trap of an unknown name"},
        {"core   0: exception interrupt #, epc 0x0", 64, "a trap of an unknown name"},
        {"core   0: exception trap_breakpoint", 64, "no epc"},
        {"core   0: exception trap_breakpoint, epc 0x1", 64, "no epc"},
        {"core   0: tval", 64, "no line"},
        {"core   0: tval 0x", 64, "no value after tval"},
        {"core   0: tval 0x1 2", 64, "no value after tval"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        nt_spike_line line;
        const char *problem = nt_spike_parse(&line, rows[i].text, rows[i].xlen);
        if (problem == NULL || strstr(problem, rows[i].problem) == NULL) {
            fail_msg("%s: expected \"%s\", got \"%s\"", rows[i].text, rows[i].problem, problem);
        }
    }
}

static void other_accesses_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *rest;
        const char *problem;
    } rows[] = {
        {" y5 0x1", "no access"},      {" x", "no register's number"},
        {" x5", "no value"},           {" x5 0x", "no value"},
        {" x5 17", "no value"},        {" x100000 0x1", "no register's number"},
        {" c768_mstatus", "no value"}, {" mem", "no access"},
        {" mem 12", "no address"},     {" mem 0x10000000000000000", "no address"},
        {" mem 0x1000 0", "no value"}, {" e", "no access"},
        {" elephant", "no access"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        nt_spike_line line = {.rest = rows[i].rest};
        nt_access access;
        bool found;
        const char *problem = nt_spike_access(&line, 64, &access, bytes, &found);
        if (problem == NULL || strstr(problem, rows[i].problem) == NULL) {
            fail_msg("\"%s\": expected \"%s\", got \"%s\"", rows[i].rest, rows[i].problem, problem);
        }
    }
    static char digits[2 * NT_SPIKE_VALUE + 16] = " v1 0x";
    memset(digits + 6, '1', 2 * NT_SPIKE_VALUE + 1);
    nt_spike_line line = {.rest = digits};
    nt_access access;
    bool found;
    assert_non_null(nt_spike_access(&line, 64, &access, bytes, &found));
    digits[6 + 2 * NT_SPIKE_VALUE] = '\0';
    line.rest = digits;
    assert_null(nt_spike_access(&line, 64, &access, bytes, &found));
    assert_int_equal(access.size, NT_SPIKE_VALUE);
    assert_int_equal(access.bytes[NT_SPIKE_VALUE - 1], 0x11);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_commit_has_hart_privilege_pc_and_instruction),
        cmocka_unit_test(older_versions_are_read_too),
        cmocka_unit_test(every_kind_of_access_is_read),
        cmocka_unit_test(the_instruction_tells_the_size_of_a_load),
        cmocka_unit_test(lines_of_the_option_l_are_read),
        cmocka_unit_test(other_lines_are_refused),
        cmocka_unit_test(other_accesses_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
