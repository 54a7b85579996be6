/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of QEMU 7.2's log, as it writes them. */
#include "sim/record/qemu_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static nt_log_line parse(const char *text) {
    nt_log_line line;
    nt_log_line_parse(&line, text, strlen(text));
    return line;
}

static void an_instruction_about_to_run_tells_hart_block_pc_and_privilege(void **state) {
    (void)state;
    nt_log_line line = parse("Trace 1: 0x7fe4e8032f00 "
                             "[0000000000000000/0000000080400180/00203001/ff020201] task_main");
    assert_int_equal(line.kind, NT_LOG_EXEC);
    assert_int_equal(line.exec.hart, 1);
    assert_int_equal(line.exec.block, 0x7fe4e8032f00);
    assert_int_equal(line.exec.pc, 0x80400180);
    assert_int_equal(line.exec.xlen, 64);
    assert_int_equal(line.exec.priv, 1);
}

static void a_32_bit_machine_writes_shorter_addresses(void **state) {
    (void)state;
    nt_log_line line = parse("Trace 0: 0x7f0000000100 [00000000/80000004/0000b003/ff020201] ");
    assert_int_equal(line.kind, NT_LOG_EXEC);
    assert_int_equal(line.exec.pc, 0x80000004);
    assert_int_equal(line.exec.xlen, 32);
    assert_int_equal(line.exec.priv, 3);
}

static void both_kinds_of_lines_that_take_an_instruction_back_name_its_pc(void **state) {
    (void)state;
    nt_log_line line = parse("Stopped execution of TB chain before 0x7fe4e802da80 "
                             "[0000000080400018] collatz");
    assert_int_equal(line.kind, NT_LOG_TAKEN_BACK);
    assert_int_equal(line.taken_back.pc, 0x80400018);
    line = parse("cpu_io_recompile: rewound execution of TB to 000000008000b268");
    assert_int_equal(line.kind, NT_LOG_TAKEN_BACK);
    assert_int_equal(line.taken_back.pc, 0x8000b268);
}

static void a_trap_tells_its_cause_apart_from_the_interrupt_bit(void **state) {
    (void)state;
    nt_log_line line =
        parse("riscv_cpu_do_interrupt: hart:0, async:0, cause:0000000000000002, "
              "epc:0x0000000080007e68, tval:0x000000003c002873, desc=illegal_instruction");
    assert_int_equal(line.kind, NT_LOG_TRAP);
    assert_false(line.trap.interrupt);
    assert_int_equal(line.trap.cause, 2);
    assert_int_equal(line.trap.epc, 0x80007e68);
    assert_int_equal(line.trap.tval, 0x3c002873);
    line = parse("riscv_cpu_do_interrupt: hart:3, async:1, cause:00000007, epc:0x80400018, "
                 "tval:0x00000000, desc=m_timer");
    assert_int_equal(line.kind, NT_LOG_TRAP);
    assert_true(line.trap.interrupt);
    assert_int_equal(line.trap.hart, 3);
    assert_int_equal(line.trap.cause, 7);
}

static void code_comes_as_it_lies_in_memory(void **state) {
    (void)state;
    nt_log_line line = parse("0x000000008000b268:  00b78023          sb                 a1,0(a5)");
    const uint8_t wide[4] = {0x23, 0x80, 0xb7, 0x00};
    assert_int_equal(line.kind, NT_LOG_CODE);
    assert_int_equal(line.code.pc, 0x8000b268);
    assert_int_equal(line.code.size, 4);
    assert_memory_equal(line.code.bytes, wide, 4);
    line = parse("0x000000008000b26c:  6422              ld                 s0,8(sp)");
    assert_int_equal(line.code.size, 2);
    assert_int_equal(line.code.bytes[0], 0x22);
    assert_int_equal(line.code.bytes[1], 0x64);
}

static void headings_and_blank_lines_say_nothing(void **state) {
    (void)state;
    assert_int_equal(parse("").kind, NT_LOG_NOTHING);
    assert_int_equal(parse("----------------").kind, NT_LOG_NOTHING);
    assert_int_equal(parse("IN: main").kind, NT_LOG_NOTHING);
    nt_log_line line = parse("Priv: 1; Virt: 1");
    assert_int_equal(line.kind, NT_LOG_PRIVILEGE);
    assert_true(line.privilege.virtualized);
    assert_false(parse("Priv: 1; Virt: 0").privilege.virtualized);
}

static void registers_come_four_and_csrs_one_a_line(void **state) {
    (void)state;
    nt_log_line line = parse(" x28/t3   0000000000000000 x29/t4   ffffffffffffffff "
                             "x30/t5   0000000080001028 x31/t6   0000000000000001");
    assert_int_equal(line.kind, NT_LOG_STATE);
    assert_int_equal(line.state.count, 4);
    assert_int_equal(line.state.registers[1].kind, NT_ACCESS_X);
    assert_int_equal(line.state.registers[1].number, 29);
    assert_int_equal(line.state.registers[1].size, 8);
    assert_int_equal(line.state.registers[1].value, UINT64_MAX);
    assert_int_equal(line.state.registers[3].value, 1);
    line = parse(" f8/fs0   4000000000000000");
    assert_int_equal(line.state.count, 1);
    assert_int_equal(line.state.registers[0].kind, NT_ACCESS_F);
    assert_int_equal(line.state.registers[0].number, 8);
    line = parse(" mtval2   00000010");
    assert_int_equal(line.state.registers[0].kind, NT_ACCESS_CSR);
    assert_int_equal(line.state.registers[0].number, 0x34b);
    assert_int_equal(line.state.registers[0].size, 4);
    assert_int_equal(line.state.registers[0].value, 16);
}

static void pc_and_virtualization_are_known_without_their_lines(void **state) {
    (void)state;
    nt_log_line line = parse(" pc       0000000000001004");
    assert_int_equal(line.kind, NT_LOG_STATE);
    assert_int_equal(line.state.count, 0);
    line = parse(" V      =   0");
    assert_int_equal(line.kind, NT_LOG_STATE);
    assert_int_equal(line.state.count, 0);
}

static void whatever_is_cut_or_foreign_is_unknown(void **state) {
    (void)state;
    static const char *const lines[] = {
        "hello",
        "Trace",
        "Trace 0: 0x7f [0/80000000/3/0",
        "Trace 0: 0x7f [0/80000000",
        "Trace 12345: 0x7f [0/80000000/3/0]",
        "Trace 0: 0x [0/80000000/3/0]",
        "Trace 0: 0x7f [0/00000000000000000/3/0]",
        "Stopped execution of TB chain before 0x7f",
        "cpu_io_recompile: rewound execution of TB to",
        "riscv_cpu_do_interrupt: hart:0, async:0, cause:2, epc:0x1",
        "0x80000000:  123  three digits",
        "0x80000000:  00000013zz",
        "0x80000000",
        "Priv: x",
        " x32/t7   0000000000000000",
        " x1/ra",
        " x1/ra    ",
        " x1/ra    00000000000",
        " x1       0000000000000000",
        " y1/ra    0000000000000000",
        " mstatus  0",
        " mhello   0000000000000000",
        " x1/ra 00000000 x2/sp 00000000 x3/gp 00000000 x4/tp 00000000 x5/t0 00000000",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_int_equal(parse(lines[i]).kind, NT_LOG_UNKNOWN);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_instruction_about_to_run_tells_hart_block_pc_and_privilege),
        cmocka_unit_test(a_32_bit_machine_writes_shorter_addresses),
        cmocka_unit_test(both_kinds_of_lines_that_take_an_instruction_back_name_its_pc),
        cmocka_unit_test(a_trap_tells_its_cause_apart_from_the_interrupt_bit),
        cmocka_unit_test(code_comes_as_it_lies_in_memory),
        cmocka_unit_test(headings_and_blank_lines_say_nothing),
        cmocka_unit_test(registers_come_four_and_csrs_one_a_line),
        cmocka_unit_test(pc_and_virtualization_are_known_without_their_lines),
        cmocka_unit_test(whatever_is_cut_or_foreign_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
