/* SPDX-License-Identifier: Apache-2.0 */
/* Logs of a few lines, and the events that they are. In the logs, as QEMU 7.2 writes them:
   CODE translates an instruction, RUN says that it is about to run; its block has the name 0x7f
   followed by the PC's digits, unless said otherwise. */
#include "sim/record/recorder.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEADING(priv)          "----------------\nIN: \nPriv: " priv "; Virt: 0\n"
#define CODE(pc, opcode)       HEADING("3") "0x" pc ":  " opcode "          nonsense  a0,a1\n\n"
#define RUN_BLOCK(b, pc, priv) "Trace 0: 0x" b " [00000000/" pc "/0020900" priv "/ff020201] f\n"
#define RUN(pc, priv)          RUN_BLOCK("7f" pc, pc, priv)
#define NEW(pc, opcode)        CODE(pc, opcode) RUN(pc, "3")
#define STOPPED(pc)            "Stopped execution of TB chain before 0x7f" pc " [" pc "] f\n"
#define REWOUND(pc)            "cpu_io_recompile: rewound execution of TB to " pc "\n"
#define TRAP(async, cause, epc)                                                                    \
    "riscv_cpu_do_interrupt: hart:0, async:" async ", cause:0000000" cause ", epc:0x" epc          \
    ", tval:0x00000005, desc=d\n"

#define NOP    "0001"
#define NOP4   "00000013"
#define ECALL  "00000073"
#define J_8    "a021" /* c.j +8 */
#define BNEZ_8 "e401" /* c.bnez s0, +8 */
#define RET    "8082"

typedef struct outcome {
    char text[4096]; /* a line an event */
    size_t length;
    nt_recorder_counts counts;
    int result; /* of the last call that was made */
    nt_error error;
} outcome;

__attribute__((format(printf, 2, 3))) static void append(outcome *o, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    o->length +=
        (size_t)vsnprintf(o->text + o->length, sizeof o->text - o->length, format, arguments);
    va_end(arguments);
    assert_true(o->length < sizeof o->text);
}

static int write_down(void *context, const nt_event *event, nt_error *error) {
    (void)error;
    outcome *o = context;
    if (event->hart != 0) {
        append(o, "hart %u: ", event->hart);
    }
    switch (event->kind) {
    case NT_EVENT_RUN:
        append(o, "run %" PRIx64 " %u %u\n", event->run.pc, event->run.instructions,
               event->run.halfwords);
        return 0;
    case NT_EVENT_TRAP:
        append(o, "%s %" PRIu64 " %" PRIx64 " %" PRIx64 "\n",
               event->trap.interrupt ? "interrupt" : "exception", event->trap.cause,
               event->trap.epc, event->trap.tval);
        return 0;
    case NT_EVENT_MODE:
        append(o, "mode %u\n", event->mode.priv);
        return 0;
    case NT_EVENT_CODE:
        append(o, "code %" PRIx64 " ", event->code.address);
        for (uint32_t i = 0; i < event->code.size; i++) {
            append(o, "%02x", event->code.bytes[i]);
        }
        append(o, "\n");
        return 0;
    case NT_EVENT_ACCESS:
        if (event->access.kind >= NT_ACCESS_LOAD) {
            append(o, "%s %u %" PRIx64 " %" PRIx64 "\n",
                   event->access.kind == NT_ACCESS_STORE ? "store" : "load", event->access.size,
                   event->access.address, event->access.physical);
            return 0;
        }
        append(o, "%c%u %" PRIx64 "\n", "xfvc"[event->access.kind], event -> access.number,
               event->access.value);
        return 0;
    default:
        fail();
        return -1;
    }
}

static nt_recorder_options plain(void) {
    return (nt_recorder_options){
        .name = "log", .xlen = 32, .harts = 1, .limit = UINT64_MAX, .sink = write_down};
}

/* Feeds the log in pieces of `piece` bytes. */
static void feed(outcome *o, nt_recorder_options options, const char *log, size_t piece) {
    *o = (outcome){.length = 0};
    options.context = o;
    nt_recorder *recorder = nt_recorder_new(&options);
    assert_non_null(recorder);
    size_t left = strlen(log);
    while (left > 0 && o->result == 0) {
        size_t size = left < piece ? left : piece;
        o->result = nt_recorder_feed(recorder, log, size, &o->error);
        log += size;
        left -= size;
    }
    if (o->result >= 0) {
        o->result = nt_recorder_finish(recorder, &o->error);
    }
    o->counts = *nt_recorder_count(recorder);
    nt_recorder_free(recorder);
}

static void expect_with(nt_recorder_options options, const char *log, const char *events) {
    static const size_t pieces[] = {1, 7, SIZE_MAX};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        outcome o;
        feed(&o, options, log, pieces[i]);
        assert_string_equal(o.error.text, "");
        assert_string_equal(o.text, events);
        assert_int_equal(o.counts.discontinuities, 0);
    }
}

static void expect(const char *log, const char *events) {
    expect_with(plain(), log, events);
}

static void expect_error(nt_recorder_options options, const char *log, const char *reason) {
    outcome o;
    feed(&o, options, log, SIZE_MAX);
    assert_int_equal(o.result, -1);
    assert_string_equal(o.error.text, reason);
}

static void expect_discontinuity(const char *log, const char *reason) {
    outcome o;
    feed(&o, plain(), log, SIZE_MAX);
    assert_int_equal(o.counts.discontinuities, 1);
    assert_string_equal(o.counts.discontinuity, reason);
}

static void a_line_of_code_is_one_run_and_its_code_comes_first(void **state) {
    (void)state;
    expect(NEW("80000000", NOP) NEW("80000002", NOP4) NEW("80000006", NOP),
           "mode 3\ncode 80000000 0100130000000100\nrun 80000000 3 4\n");
}

static void a_jump_and_a_taken_branch_start_a_run(void **state) {
    (void)state;
    expect(NEW("80000000", J_8) NEW("80000008", BNEZ_8) NEW("80000010", NOP),
           "mode 3\ncode 80000000 21a0\ncode 80000008 01e4\nrun 80000000 1 1\n"
           "code 80000010 0100\nrun 80000008 1 1\nrun 80000010 1 1\n");
}

static void a_branch_not_taken_goes_on_in_its_run(void **state) {
    (void)state;
    expect(NEW("80000008", BNEZ_8) NEW("8000000a", NOP),
           "mode 3\ncode 80000008 01e40100\nrun 80000008 2 2\n");
}

static void a_stopped_instruction_counts_when_it_comes_again(void **state) {
    (void)state;
    expect(NEW("80000000", NOP) NEW("80000002", NOP) STOPPED("80000002") RUN("80000002", "3")
               NEW("80000004", NOP),
           "mode 3\ncode 80000000 010001000100\nrun 80000000 3 3\n");
}

static void a_stopped_instruction_can_be_interrupted_before_it_runs(void **state) {
    (void)state;
    expect(NEW("80000000", NOP) NEW("80000002", NOP) STOPPED("80000002") TRAP("1", "7", "80000002")
               NEW("80000100", NOP),
           "mode 3\ncode 80000000 01000100\nrun 80000000 1 1\ninterrupt 7 80000002 5\n"
           "code 80000100 0100\nrun 80000100 1 1\n");
}

static void an_access_to_a_device_that_is_rewound_counts_once(void **state) {
    (void)state;
    expect(NEW("80000000", NOP) REWOUND("80000000") CODE("80000000", NOP)
               RUN_BLOCK("7e00", "80000000", "3") NEW("80000002", NOP),
           "mode 3\ncode 80000000 01000100\nrun 80000000 2 2\n");
}

static void an_instruction_that_traps_does_not_retire(void **state) {
    (void)state;
    expect(NEW("80000000", NOP) NEW("80000002", ECALL) TRAP("0", "b", "80000002")
               NEW("80000100", NOP),
           "mode 3\ncode 80000000 010073000000\nrun 80000000 1 1\nexception 11 80000002 5\n"
           "code 80000100 0100\nrun 80000100 1 1\n");
}

static void a_jump_to_where_no_fetch_is_allowed_retires(void **state) {
    (void)state;
    expect(NEW("80000000", J_8) TRAP("0", "c", "80000008") NEW("80000100", NOP),
           "mode 3\ncode 80000000 21a0\nrun 80000000 1 1\nexception 12 80000008 5\n"
           "code 80000100 0100\nrun 80000100 1 1\n");
}

static void an_interrupt_leaves_the_instruction_before_it_retired(void **state) {
    (void)state;
    /* A jump to itself: its own PC is the interrupt's epc. */
    expect(NEW("80000000", "a001") TRAP("1", "7", "80000000") NEW("80000100", NOP),
           "mode 3\ncode 80000000 01a0\nrun 80000000 1 1\ninterrupt 7 80000000 5\n"
           "code 80000100 0100\nrun 80000100 1 1\n");
}

static void a_trap_can_follow_a_trap_at_once(void **state) {
    (void)state;
    expect(NEW("80000000", ECALL) TRAP("0", "b", "80000000") NEW("80000100", ECALL)
               TRAP("0", "2", "80000100") NEW("80000100", NOP),
           "mode 3\ncode 80000000 73000000\nexception 11 80000000 5\ncode 80000100 73000000\n"
           "exception 2 80000100 5\ncode 80000100 0100\nrun 80000100 1 1\n");
}

static void the_mode_changes_after_the_trap_and_before_the_run(void **state) {
    (void)state;
    expect(CODE("80000000", NOP) RUN("80000000", "0") CODE("80000002", ECALL) RUN("80000002", "0")
               TRAP("0", "8", "80000002") CODE("80000100", NOP) RUN("80000100", "1"),
           "mode 0\ncode 80000000 010073000000\nrun 80000000 1 1\nexception 8 80000002 5\nmode 1\n"
           "code 80000100 0100\nrun 80000100 1 1\n");
}

static void replaced_code_comes_between_the_runs_of_old_and_new(void **state) {
    (void)state;
    expect(NEW("80000000", NOP) NEW("80000002", RET) NEW("80000000", NOP4) NEW("80000004", RET),
           "mode 3\ncode 80000000 01008280\nrun 80000000 2 2\ncode 80000000 130000008280\n"
           "run 80000000 2 3\n");
}

static void the_same_code_translated_again_is_not_written_again(void **state) {
    (void)state;
    expect(NEW("80000000", RET) CODE("80000000", RET) RUN_BLOCK("7e00", "80000000", "3"),
           "mode 3\ncode 80000000 8280\nrun 80000000 1 1\nrun 80000000 1 1\n");
}

static void
the_block_tells_which_code_runs_where_two_address_spaces_share_an_address(void **state) {
    (void)state;
    expect(CODE("80000000", RET) RUN_BLOCK("1", "80000000", "3") CODE("80000000", "8282")
               RUN_BLOCK("2", "80000000", "3") RUN_BLOCK("1", "80000000", "3")
                   RUN_BLOCK("2", "80000000", "3"),
           "mode 3\ncode 80000000 8280\nrun 80000000 1 1\ncode 80000000 8282\nrun 80000000 1 1\n"
           "code 80000000 8280\nrun 80000000 1 1\ncode 80000000 8282\nrun 80000000 1 1\n");
}

static void harts_have_their_own_runs_modes_and_code(void **state) {
    (void)state;
    nt_recorder_options options = plain();
    options.harts = 2;
    expect_with(options,
                NEW("80000000", NOP) "Trace 1: 0x7f80000000 [0/80000000/00000003/0]\n" NEW(
                    "80000002", NOP) "Trace 1: 0x7f80000002 [0/80000002/00000003/0]\n",
                "mode 3\ncode 80000000 0100\nrun 80000000 1 1\n"
                "hart 1: mode 3\nhart 1: code 80000000 0100\nhart 1: run 80000000 1 1\n"
                "code 80000002 0100\nrun 80000002 1 1\n"
                "hart 1: code 80000002 0100\nhart 1: run 80000002 1 1\n");
}

static void the_order_between_harts_is_that_of_the_log(void **state) {
    (void)state;
    nt_recorder_options options = plain();
    options.harts = 2;
    expect_with(options,
                NEW("80000000", NOP) NEW("80000002", NOP)
                    CODE("80000010", NOP) "Trace 1: 0x7f80000010 [0/80000010/00000003/0]\n" NEW(
                        "80000004", NOP),
                "mode 3\ncode 80000000 01000100\nrun 80000000 2 2\n"
                "hart 1: mode 3\nhart 1: code 80000010 0100\nhart 1: run 80000010 1 1\n"
                "code 80000004 0100\nrun 80000004 1 1\n");
}

static void a_trap_of_an_instruction_that_had_retired_is_refused(void **state) {
    (void)state;
    nt_recorder_options options = plain();
    options.harts = 2;
    expect_error(options,
                 NEW("80000000", NOP)
                     CODE("80000010", NOP) "Trace 1: 0x7f80000010 "
                                           "[0/80000010/00000003/0]\n" TRAP("0", "2", "80000000"),
                 "log: offset 274: an instruction traps after another hart has run");
}

static void the_limit_counts_retired_instructions_exactly(void **state) {
    (void)state;
    nt_recorder_options options = plain();
    options.limit = 2;
    expect_with(options,
                NEW("80000000", NOP) NEW("80000002", NOP) STOPPED("80000002") RUN("80000002", "3")
                    NEW("80000004", NOP) NEW("80000006", NOP),
                "mode 3\ncode 80000000 01000100\nrun 80000000 2 2\n");
}

static void a_stop_address_ends_the_recording_before_it_runs(void **state) {
    (void)state;
    nt_recorder_options options = plain();
    options.until = true;
    options.until_pc = 0x80000004;
    expect_with(options,
                NEW("80000000", NOP) NEW("80000002", NOP) NEW("80000004", NOP) NEW("80000006", NOP),
                "mode 3\ncode 80000000 01000100\nrun 80000000 2 2\n");
}

static void a_pc_that_does_not_follow_is_counted_and_named(void **state) {
    (void)state;
    expect_discontinuity(NEW("80000000", NOP) NEW("80000004", NOP),
                         "instruction 1 of hart 0: 0x80000004 does not follow from 0x80000000");
    expect_discontinuity(NEW("80000000", J_8) NEW("80000002", NOP),
                         "instruction 1 of hart 0: 0x80000002 does not follow from 0x80000000");
    expect_discontinuity(NEW("80000008", BNEZ_8) NEW("8000000e", NOP),
                         "instruction 1 of hart 0: 0x8000000e does not follow from 0x80000008");
    expect_discontinuity(NEW("80000000", NOP) TRAP("0", "c", "80000004"),
                         "instruction 1 of hart 0: 0x80000004 does not follow from 0x80000000");
    expect_discontinuity(NEW("80000000", NOP) RUN("80000000", "3"),
                         "instruction 1 of hart 0: 0x80000000 does not follow from 0x80000000");
}

static void a_log_that_cannot_be_is_refused_with_its_offset(void **state) {
    (void)state;
    expect_error(plain(), "hello\n", "log: offset 0: not a line of QEMU's log");
    expect_error(plain(), "\nhello\n", "log: offset 1: not a line of QEMU's log");
    expect_error(plain(), RUN("80000000", "3"),
                 "log: offset 0: an instruction runs whose code the log has not shown");
    expect_error(plain(), "\n" STOPPED("80000000"),
                 "log: offset 1: takes back an instruction that was not the last one");
    expect_error(plain(), "Trace 1: 0x7f [0/80000000/3/0]\n",
                 "log: offset 0: a hart that was not announced (see --smp)");
    expect_error(plain(), "Trace 0: 0x7f [0/0000000080000000/3/0]\n",
                 "log: offset 0: another XLEN than was announced (see --xlen)");
    expect_error(plain(), "Priv: 1; Virt: 1\n", "log: offset 0: virtualization is not supported");
    expect_error(plain(), "\nTrace 0: 0x7", "log: offset 1: the log ends within a line");
}

static void a_line_without_end_is_refused(void **state) {
    (void)state;
    char *log = malloc(100001);
    assert_non_null(log);
    memset(log, 'x', 100000);
    log[100000] = '\0';
    expect_error(plain(), log, "log: offset 0: not a line of QEMU's log");
    outcome o;
    feed(&o, plain(), log, 100);
    assert_int_equal(o.result, -1);
    free(log);
}

/* Registers before the instruction that is about to run. */
#define STATE(ra, mepc)                                                                            \
    " V      =   0\n pc       80000000\n mepc     " mepc "\n x0/zero  00000000 x1/ra    " ra "\n"

static nt_recorder_options with_registers(void) {
    nt_recorder_options options = plain();
    options.registers = true;
    return options;
}

static void what_changed_was_written_by_the_instruction_before(void **state) {
    (void)state;
    expect_with(with_registers(),
                NEW("80000000", NOP) STATE("00000000", "00000000") NEW("80000002", NOP4)
                    STATE("00000005", "00000000") NEW("80000006", NOP) STATE("00000005", "00000000")
                        NEW("80000008", NOP) STATE("00000000", "00000004"),
                "c833 0\nx1 0\nmode 3\ncode 80000000 0100\nrun 80000000 1 1\nx1 5\n"
                "code 80000002 130000000100\nrun 80000002 2 3\nc833 4\nx1 0\n"
                "code 80000008 0100\nrun 80000008 1 1\n");
}

/* The same with mstatus, and with any integer register's number and name. */
#define STATE_OF(mstatus, x, value, mepc)                                                          \
    " mstatus  " mstatus "\n mepc     " mepc "\n " x "    " value "\n"

static void what_changed_after_a_trap_was_written_by_it(void **state) {
    (void)state;
    expect_with(with_registers(),
                NEW("80000000", ECALL) STATE_OF("00000008", "x1/ra", "00000000", "00000000")
                    TRAP("0", "b", "80000000") NEW("80000100", NOP)
                        STATE_OF("00001880", "x1/ra", "00000000", "80000000"),
                "c768 8\nc833 0\nx1 0\nmode 3\ncode 80000000 73000000\nexception 11 80000000 5\n"
                "c833 80000000\nc834 b\nc835 5\nc768 1880\n"
                "code 80000100 0100\nrun 80000100 1 1\n");
}

static void what_an_instruction_before_an_interrupt_has_written_is_its_own(void **state) {
    (void)state;
    expect_with(with_registers(),
                NEW("80000000", NOP) STATE_OF("00000008", "x1/ra", "00000000", "00000000")
                    TRAP("1", "7", "80000002") NEW("80000100", NOP)
                        STATE_OF("00001880", "x1/ra", "00000007", "80000002"),
                "c768 8\nc833 0\nx1 0\nmode 3\ncode 80000000 0100\nrun 80000000 1 1\nx1 7\n"
                "interrupt 7 80000002 5\nc833 80000002\nc834 80000007\nc835 5\nc768 1880\n"
                "code 80000100 0100\nrun 80000100 1 1\n");
}

static void an_interrupt_right_after_its_enabling_leaves_both_values_of_mstatus(void **state) {
    (void)state;
    /* csrsi mstatus, 8 */
    expect_with(with_registers(),
                NEW("80000000", "30046073") STATE_OF("00000000", "x1/ra", "00000000", "00000000")
                    TRAP("1", "7", "80000004") NEW("80000100", NOP)
                        STATE_OF("00001880", "x1/ra", "00000000", "80000004"),
                "c768 0\nc833 0\nx1 0\nmode 3\ncode 80000000 73600430\nrun 80000000 1 2\nc768 8\n"
                "interrupt 7 80000004 5\nc833 80000004\nc834 80000007\nc835 5\nc768 1880\n"
                "code 80000100 0100\nrun 80000100 1 1\n");
}

static void the_mode_between_a_trap_return_and_a_trap_follows_from_mstatus(void **state) {
    (void)state;
    /* mret to U; a fetch there is not allowed */
    expect_with(with_registers(),
                NEW("80000000", "30200073") STATE_OF("00000080", "x1/ra", "00000000", "80000200")
                    TRAP("0", "c", "80000200") NEW("80000100", NOP)
                        STATE_OF("00000080", "x1/ra", "00000000", "80000200"),
                "c768 80\nc833 80000200\nx1 0\nmode 3\ncode 80000000 73002030\nrun 80000000 1 2\n"
                "c768 88\nmode 0\nexception 12 80000200 5\nc834 c\nc835 5\nc768 80\nmode 3\n"
                "code 80000100 0100\nrun 80000100 1 1\n");
}

static void two_traps_without_an_instruction_between_have_their_own_registers(void **state) {
    (void)state;
    expect_with(with_registers(),
                NEW("80000000", ECALL) STATE_OF("00000008", "x1/ra", "00000000", "00000000")
                    TRAP("0", "b", "80000000") TRAP("0", "c", "80000300") NEW("80000100", NOP)
                        STATE_OF("00001800", "x1/ra", "00000000", "80000300"),
                "c768 8\nc833 0\nx1 0\nmode 3\ncode 80000000 73000000\nexception 11 80000000 5\n"
                "c833 80000000\nc834 b\nc835 5\nc768 1880\n"
                "exception 12 80000300 5\nc833 80000300\nc834 c\nc768 1800\n"
                "code 80000100 0100\nrun 80000100 1 1\n");
}

static void an_mstatus_that_follows_from_nothing_is_refused(void **state) {
    (void)state;
    expect_error(with_registers(),
                 NEW("80000000", NOP) STATE_OF("00000008", "x1/ra", "00000000", "00000000")
                     TRAP("1", "7", "80000002") NEW("80000100", NOP)
                         STATE_OF("00000080", "x1/ra", "00000000", "80000002") NEW("80000102", NOP),
                 "log: offset 501: mstatus does not follow from the instruction and the traps "
                 "before");
}

static void the_limit_leaves_the_trap_of_its_last_instruction(void **state) {
    (void)state;
    nt_recorder_options options = with_registers();
    options.limit = 1;
    expect_with(options,
                NEW("80000000", NOP) STATE_OF("00000008", "x1/ra", "00000000", "00000000")
                    TRAP("1", "7", "80000002") NEW("80000100", NOP)
                        STATE_OF("00001880", "x1/ra", "00000007", "80000002") NEW("80000102", NOP),
                "c768 8\nc833 0\nx1 0\nmode 3\ncode 80000000 0100\nrun 80000000 1 1\nx1 7\n"
                "interrupt 7 80000002 5\nc833 80000002\nc834 80000007\nc835 5\nc768 1880\n");
}

static void traps_without_end_stop_the_log(void **state) {
    (void)state;
    for (int registers = 0; registers <= 1; registers++) {
        char log[16384] = NEW("80000000", NOP);
        outcome o;
        strcat(log, registers == 1 ? STATE("00000000", "00000000") : "");
        for (int i = 0; i < 65; i++) {
            strcat(log, TRAP("0", "1", "00000000"));
        }
        feed(&o, registers == 1 ? with_registers() : plain(), log, SIZE_MAX);
        assert_int_equal(o.result, 0);
        assert_string_equal(o.error.text, "");
        assert_int_equal(o.counts.traps, NT_RECORDER_TRAPS);
        assert_int_equal(o.counts.exceptions, NT_RECORDER_TRAPS);
        assert_int_equal(o.counts.trap.trap.cause, 1);
    }
}

#define ACCESS(kind, size, address, physical, place)                                               \
    "access: hart:0 " kind " " size " 0x00000000" address " 0x00000000" physical " " place "\n"

static nt_recorder_options with_memory(void) {
    nt_recorder_options options = plain();
    options.memory = true;
    return options;
}

static void an_access_is_that_of_the_instruction_before_it(void **state) {
    (void)state;
    expect_with(with_memory(),
                NEW("80000000", NOP) NEW("80000002", NOP)
                    ACCESS("load", "4", "80001000", "80001000", "memory") NEW("80000004", NOP)
                        NEW("80000006", NOP) ACCESS("store", "1", "00100000", "00100000", "device"),
                "mode 3\ncode 80000000 01000100\nrun 80000000 2 2\nload 4 80001000 80001000\n"
                "code 80000004 01000100\nrun 80000004 2 2\nstore 1 100000 100000\n");
}

static void within_rom_qemu_gives_no_physical_address(void **state) {
    (void)state;
    expect_with(with_memory(),
                NEW("80000000", NOP) ACCESS("load", "8", "00001000", "08001000", "memory"),
                "mode 3\ncode 80000000 0100\nrun 80000000 1 1\nload 8 1000 0\n");
}

static void an_access_of_an_instruction_that_traps_or_is_taken_back_did_not_happen(void **state) {
    (void)state;
    expect_with(with_memory(),
                NEW("80000000", NOP) ACCESS("load", "4", "80001000", "80001000", "memory")
                    STOPPED("80000000") RUN("80000000", "3") NEW("80000002", NOP)
                        ACCESS("load", "4", "80001000", "80001000", "memory")
                            TRAP("0", "7", "80000002") NEW("80000100", NOP),
                "mode 3\ncode 80000000 01000100\nrun 80000000 1 1\nexception 7 80000002 5\n"
                "code 80000100 0100\nrun 80000100 1 1\n");
}

static void accesses_where_none_are_expected_are_refused(void **state) {
    (void)state;
    outcome o;
    feed(&o, plain(), NEW("80000000", NOP) ACCESS("load", "4", "80001000", "80001000", "memory"),
         SIZE_MAX);
    assert_non_null(strstr(o.error.text, "an access to memory where none is expected"));
    feed(&o, with_memory(), ACCESS("load", "4", "80001000", "80001000", "memory"), SIZE_MAX);
    assert_non_null(strstr(o.error.text, "an access to memory where none is expected"));
}

static void an_instruction_that_is_taken_back_has_written_nothing(void **state) {
    (void)state;
    expect_with(with_registers(),
                NEW("80000000", NOP) STATE("00000000", "00000000") NEW("80000002", NOP)
                    STATE("00000001", "00000000") STOPPED("80000002") RUN("80000002", "3")
                        STATE("00000001", "00000000") NEW("80000004", NOP)
                            STATE("00000002", "00000000"),
                "c833 0\nx1 0\nmode 3\ncode 80000000 0100\nrun 80000000 1 1\nx1 1\n"
                "code 80000002 0100\nrun 80000002 1 1\nx1 2\ncode 80000004 0100\n"
                "run 80000004 1 1\n");
}

static void the_last_instruction_has_its_registers_too(void **state) {
    (void)state;
    nt_recorder_options options = with_registers();
    options.limit = 1;
    expect_with(options,
                NEW("80000000", NOP) STATE("00000000", "00000000") NEW("80000002", NOP)
                    STATE("00000001", "00000000") NEW("80000004", NOP)
                        STATE("00000002", "00000000"),
                "c833 0\nx1 0\nmode 3\ncode 80000000 0100\nrun 80000000 1 1\nx1 1\n");
}

static void registers_that_are_missing_or_unexpected_are_refused(void **state) {
    (void)state;
    outcome o;
    feed(&o, plain(), NEW("80000000", NOP) STATE("00000000", "00000000"), SIZE_MAX);
    assert_int_equal(o.result, -1);
    assert_non_null(strstr(o.error.text, "registers where none are expected"));
    feed(&o, with_registers(), NEW("80000000", NOP) NEW("80000002", NOP), SIZE_MAX);
    assert_int_equal(o.result, -1);
    assert_non_null(strstr(o.error.text, "the log has no registers"));
    feed(&o, with_registers(), HEADING("3") STATE("00000000", "00000000"), SIZE_MAX);
    assert_int_equal(o.result, -1);
    assert_non_null(strstr(o.error.text, "registers where none are expected"));
    feed(&o, with_registers(), NEW("80000000", NOP) " x1/ra    0000000000000000\n", SIZE_MAX);
    assert_int_equal(o.result, -1);
    assert_non_null(strstr(o.error.text, "a register of another size"));
}

static void a_listing_without_end_is_the_end(void **state) {
    (void)state;
    static const char line[] = "0x80000772:  000000000000ffff  illegal\n";
    char log[100 * sizeof line + 100] = HEADING("3");
    for (int i = 0; i < 100; i++) {
        strcat(log, line);
    }
    outcome o;
    feed(&o, plain(), log, SIZE_MAX);
    assert_int_equal(o.result, 0);
    assert_true(o.counts.endless);
    assert_int_equal(o.counts.endless_pc, 0x80000772);
}

static int refuse(void *context, const nt_event *event, nt_error *error) {
    (void)context;
    return event->kind == NT_EVENT_RUN ? nt_fail(error, "disk full") : 0;
}

static void an_error_of_the_sink_ends_it(void **state) {
    (void)state;
    nt_recorder_options options = plain();
    options.sink = refuse;
    expect_error(options, NEW("80000000", J_8) NEW("80000008", NOP), "disk full");
    expect_error(options, NEW("80000000", J_8) NEW("80000008", NOP) NEW("8000000a", NOP),
                 "disk full");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_of_code_is_one_run_and_its_code_comes_first),
        cmocka_unit_test(a_jump_and_a_taken_branch_start_a_run),
        cmocka_unit_test(a_branch_not_taken_goes_on_in_its_run),
        cmocka_unit_test(a_stopped_instruction_counts_when_it_comes_again),
        cmocka_unit_test(a_stopped_instruction_can_be_interrupted_before_it_runs),
        cmocka_unit_test(an_access_to_a_device_that_is_rewound_counts_once),
        cmocka_unit_test(an_instruction_that_traps_does_not_retire),
        cmocka_unit_test(a_jump_to_where_no_fetch_is_allowed_retires),
        cmocka_unit_test(an_interrupt_leaves_the_instruction_before_it_retired),
        cmocka_unit_test(a_trap_can_follow_a_trap_at_once),
        cmocka_unit_test(the_mode_changes_after_the_trap_and_before_the_run),
        cmocka_unit_test(replaced_code_comes_between_the_runs_of_old_and_new),
        cmocka_unit_test(the_same_code_translated_again_is_not_written_again),
        cmocka_unit_test(the_block_tells_which_code_runs_where_two_address_spaces_share_an_address),
        cmocka_unit_test(harts_have_their_own_runs_modes_and_code),
        cmocka_unit_test(the_order_between_harts_is_that_of_the_log),
        cmocka_unit_test(a_trap_of_an_instruction_that_had_retired_is_refused),
        cmocka_unit_test(the_limit_counts_retired_instructions_exactly),
        cmocka_unit_test(a_stop_address_ends_the_recording_before_it_runs),
        cmocka_unit_test(a_pc_that_does_not_follow_is_counted_and_named),
        cmocka_unit_test(a_log_that_cannot_be_is_refused_with_its_offset),
        cmocka_unit_test(a_line_without_end_is_refused),
        cmocka_unit_test(what_changed_was_written_by_the_instruction_before),
        cmocka_unit_test(what_changed_after_a_trap_was_written_by_it),
        cmocka_unit_test(an_instruction_that_is_taken_back_has_written_nothing),
        cmocka_unit_test(what_an_instruction_before_an_interrupt_has_written_is_its_own),
        cmocka_unit_test(an_interrupt_right_after_its_enabling_leaves_both_values_of_mstatus),
        cmocka_unit_test(the_mode_between_a_trap_return_and_a_trap_follows_from_mstatus),
        cmocka_unit_test(two_traps_without_an_instruction_between_have_their_own_registers),
        cmocka_unit_test(an_mstatus_that_follows_from_nothing_is_refused),
        cmocka_unit_test(the_limit_leaves_the_trap_of_its_last_instruction),
        cmocka_unit_test(traps_without_end_stop_the_log),
        cmocka_unit_test(an_access_is_that_of_the_instruction_before_it),
        cmocka_unit_test(within_rom_qemu_gives_no_physical_address),
        cmocka_unit_test(an_access_of_an_instruction_that_traps_or_is_taken_back_did_not_happen),
        cmocka_unit_test(accesses_where_none_are_expected_are_refused),
        cmocka_unit_test(the_last_instruction_has_its_registers_too),
        cmocka_unit_test(registers_that_are_missing_or_unexpected_are_refused),
        cmocka_unit_test(a_listing_without_end_is_the_end),
        cmocka_unit_test(an_error_of_the_sink_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
