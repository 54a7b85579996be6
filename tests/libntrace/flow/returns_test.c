/* SPDX-License-Identifier: Apache-2.0 */
/* Implicit returns (N-Trace 1.0, "Implicit Return Optimization"). */
#include "libntrace/program/image.h"
#include "tests/libntrace/flow/texts.h"

static nt_image *calling_code(void) {
    nt_image *image = nt_image_new(64);
    put(image, 0x100, 2, NT_INSN_DIRECT_CALL, 0x200);
    put(image, 0x102, 4, NT_INSN_DIRECT_CALL, 0x200);
    put(image, 0x106, 2, NT_INSN_BRANCH, 0x100);
    put(image, 0x108, 2, NT_INSN_INDIRECT_CALL, 0);
    put(image, 0x10a, 2, NT_INSN_OTHER, 0);
    put(image, 0x10c, 2, NT_INSN_RETURN, 0);
    put(image, 0x200, 2, NT_INSN_DIRECT_CALL, 0x300); /* a function that calls another */
    put(image, 0x202, 2, NT_INSN_RETURN, 0);
    put(image, 0x300, 2, NT_INSN_OTHER, 0);
    put(image, 0x302, 2, NT_INSN_RETURN, 0);
    put(image, 0x400, 2, NT_INSN_OTHER, 0); /* a co-routine, one swap after another */
    put(image, 0x402, 2, NT_INSN_COROUTINE_SWAP, 0);
    put(image, 0x404, 2, NT_INSN_RETURN, 0);
    put(image, 0x500, 2, NT_INSN_DIRECT_CALL, 0x400);
    put(image, 0x502, 2, NT_INSN_COROUTINE_SWAP, 0);
    put(image, 0x504, 2, NT_INSN_OTHER, 0);
    put(image, 0x600, 2, NT_INSN_DIRECT_CALL, 0x300); /* calls for ever */
    put(image, 0x602, 2, NT_INSN_DIRECT_JUMP, 0x600);
    return image;
}

static void implicit_returns_go_to_where_the_call_was(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"two levels, twice",
         "sync5@0x100 <0x100..0x101> <0x200..0x201> <0x300..0x303> <0x202..0x203> <0x102..0x105> "
         "<0x200..0x201> <0x300..0x303> <0x202..0x203> <0x106..0x107> stop4 ",
         START("0x80") STOP("12")},
        {"I-CNT ends on a return: a trap where the return led",
         "sync5@0x100 <0x100..0x101> <0x200..0x201> <0x300..0x303> trap2@0x600 stop4 ",
         START("0x80") "4 B-TYPE=2 I-CNT=4 U-ADDR=0x380; " STOP("0")},
        {"an explicit return pops too",
         "sync5@0x100 <0x100..0x101> <0x200..0x201> <0x300..0x303> <0x202..0x203> <0x102..0x105> "
         "stop4 ",
         START("0x80") "4 B-TYPE=0 I-CNT=4 U-ADDR=0x181; " STOP("3")},
        {"an indirect call pushes",
         "sync5@0x108 <0x108..0x109> <0x300..0x303> <0x10a..0x10b> stop4 ",
         START("0x84") "4 B-TYPE=0 I-CNT=1 U-ADDR=0x104; " STOP("3")},
        {"a co-routine swap pops, then pushes",
         "sync5@0x500 <0x500..0x501> <0x400..0x403> <0x502..0x503> <0x404..0x405> <0x504..0x505> "
         "stop4 ",
         START("0x280") STOP("6")},
        {"an explicit swap pops and pushes as well",
         "sync5@0x500 <0x500..0x501> <0x400..0x403> <0x300..0x303> <0x404..0x405> FAULT I-CNT goes "
         "on behind an indirect jump. ",
         START("0x280") "4 B-TYPE=0 I-CNT=3 U-ADDR=0x300; " STOP("4")},
        {"nothing on the stack",
         "sync5@0x300 <0x300..0x303> FAULT I-CNT goes on behind an indirect jump. ",
         START("0x180") STOP("3")},
        {"a synchronizing message empties it",
         "sync5@0x100 <0x100..0x101> <0x200..0x201> sync6@0x300 <0x300..0x303> FAULT I-CNT goes on "
         "behind an indirect jump. ",
         START("0x80") "9 SYNC=6 I-CNT=2 F-ADDR=0x180; " STOP("3")},
        {"in history: the branch behind two returns, taken, then not",
         "sync5@0x100 <0x100..0x101> <0x200..0x201> <0x300..0x303> <0x202..0x203> <0x102..0x105> "
         "<0x200..0x201> <0x300..0x303> <0x202..0x203> <0x106..0x107> <0x100..0x101> "
         "<0x200..0x201> <0x300..0x303> <0x202..0x203> <0x102..0x105> <0x200..0x201> "
         "<0x300..0x303> <0x202..0x203> <0x106..0x109> stop4 ",
         START("0x80") STOP_HTM("25", "6")},
        {"history where the stack is empty",
         "sync5@0x300 <0x300..0x303> FAULT history bits are left over at an indirect jump. ",
         START("0x180") STOP_HTM("9", "2")},
    };
    decode_texts(calling_code, (nt_flow_options){.implicit_returns = true}, examples,
                 COUNT(examples));
}

static void a_full_icnt_that_ends_on_a_return_leaves_open_where_it_led(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"implicit, as I-CNT goes on",
         "sync5@0x100 <0x100..0x101> <0x200..0x201> <0x300..0x303> <0x202..0x203> stop4 ",
         START("0x80") "27 RCODE=0 RDATA=4; " STOP("1")},
        {"implicit, as a trap follows",
         "sync5@0x100 <0x100..0x101> <0x200..0x201> <0x300..0x303> trap3@0x200 <0x200..0x201> "
         "<0x300..0x303> <0x202..0x203> <0x102..0x105> stop4 ",
         START("0x80") "27 RCODE=0 RDATA=4; 4 B-TYPE=3 I-CNT=0 U-ADDR=0x180; " STOP("6")},
        {"explicit",
         "sync5@0x100 <0x100..0x101> <0x200..0x201> <0x300..0x303> <0x10a..0x10d> <0x102..0x105> "
         "stop4 ",
         START("0x80") "27 RCODE=0 RDATA=4; 4 B-TYPE=0 I-CNT=0 U-ADDR=0x5; " STOP("4")},
    };
    decode_texts(calling_code, (nt_flow_options){.implicit_returns = true}, examples,
                 COUNT(examples));
}

static void rc7_keeps_the_stack_at_sync_0_4_and_6(void **state) {
    (void)state;
    static const char kept[] = "sync5@0x100 <0x100..0x101> <0x200..0x201> sync%c@0x300 "
                               "<0x300..0x303> <0x202..0x203> stop4 ";
    static const char cleared[] =
        "sync5@0x100 <0x100..0x101> <0x200..0x201> sync%c@0x300 <0x300..0x303> FAULT I-CNT goes on "
        "behind an indirect jump. ";
    for (int sync = '0'; sync <= '9'; sync++) {
        char messages[128];
        char events[256];
        bool keeps = sync == '0' || sync == '4' || sync == '6';
        (void)snprintf(messages, sizeof messages,
                       START("0x80") "9 SYNC=%c I-CNT=2 F-ADDR=0x180; " STOP("3"), sync);
        (void)snprintf(events, sizeof events, keeps ? kept : cleared, sync);
        const text_example example = {messages, events, messages};
        decode_texts(calling_code, (nt_flow_options){.implicit_returns = true, .rc7 = true},
                     &example, 1);
    }
}

static void rc7_keeps_nothing_of_before_a_gap(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"a fault",
         "sync5@0x100 <0x100..0x101> <0x200..0x201> FAULT B-TYPE=0 but the last instruction is not "
         "an indirect jump. sync6@0x300 <0x300..0x303> FAULT I-CNT goes on behind an indirect "
         "jump. ",
         START("0x80") "4 B-TYPE=0 I-CNT=2 U-ADDR=0x380; 9 SYNC=6 I-CNT=0 F-ADDR=0x180; " STOP(
             "3")},
        {"an Error",
         "sync5@0x100 <0x100..0x101> <0x200..0x201> trap2@0x300 loss0 sync6@0x300 <0x300..0x303> "
         "FAULT I-CNT goes on behind an indirect jump. ",
         START("0x80") "4 B-TYPE=2 I-CNT=2 U-ADDR=0x100; 8 ETYPE=0 ECODE=4; "
                       "9 SYNC=6 I-CNT=0 F-ADDR=0x180; " STOP("3")},
    };
    decode_texts(calling_code, (nt_flow_options){.implicit_returns = true, .rc7 = true}, examples,
                 COUNT(examples));
}

/* Functions at 0x1000, 0x1010, ... that call the next one and return. */
static nt_image *deep_code(void) {
    nt_image *image = nt_image_new(64);
    for (uint64_t pc = 0x1000; pc < 0x1000 + 80 * 16; pc += 16) {
        put(image, pc, 2, NT_INSN_DIRECT_CALL, pc + 16);
        put(image, pc + 2, 2, NT_INSN_RETURN, 0);
    }
    put(image, 0x1000 + 80 * 16, 2, NT_INSN_RETURN, 0);
    return image;
}

static void the_stack_holds_what_any_encoder_can_hold_and_drops_the_oldest(void **state) {
    (void)state;
    for (unsigned depth = 1; depth <= 80; depth++) {
        nt_image *image = deep_code();
        text_stream stream = {0};
        char messages[128]; /* so many calls from the last on, and all returns but one */
        (void)snprintf(messages, sizeof messages, "9 SYNC=5 I-CNT=0 F-ADDR=0x%x; " STOP("%u"),
                       (0x1000 + (80 - depth) * 16) / 2, 2 * depth + 1);
        text_put(&stream, messages);
        const nt_flow_options options = {.implicit_returns = true};
        nt_flow *flow = nt_flow_new(nt_image_code(image), &options, NULL, NULL);
        assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
        /* One more return than there were calls ends I-CNT; beyond 64 the oldest call is lost. */
        assert_int_equal(nt_flow_get_counts(flow)->faults, depth <= 64 ? 0 : 1);
        nt_flow_free(flow);
        nt_image_free(image);
    }
}

static void repeated_history_and_branches_repeat_calls_and_returns(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"HREPEAT=2: each time round two calls of two levels",
         "sync5@0x100 <0x100..0x101> <0x200..0x201> <0x300..0x303> <0x202..0x203> <0x102..0x105> "
         "<0x200..0x201> <0x300..0x303> <0x202..0x203> <0x106..0x107> <0x100..0x101> "
         "<0x200..0x201> <0x300..0x303> <0x202..0x203> <0x102..0x105> <0x200..0x201> "
         "<0x300..0x303> <0x202..0x203> <0x106..0x107> stop4 ",
         START("0x80") "27 RCODE=2 RDATA=3 HREPEAT=2; " STOP_HTM("24", "1")},
        {"B-CNT=1",
         "sync5@0x102 <0x102..0x105> <0x200..0x201> <0x300..0x303> <0x202..0x203> <0x106..0x109> "
         "<0x102..0x105> <0x200..0x201> <0x300..0x303> <0x202..0x203> <0x106..0x109> stop4 ",
         START("0x81") "4 B-TYPE=0 I-CNT=8 U-ADDR=0; 30 B-CNT=1; " STOP("0")},
        {"a loop of calls without a branch ends",
         "sync5@0x600 <0x600..0x601> <0x300..0x303> <0x602..0x603> <0x600..0x601> <0x300..0x303> "
         "<0x602..0x603> stop4 ",
         START("0x300") STOP("8")},
    };
    decode_texts(calling_code, (nt_flow_options){.implicit_returns = true}, examples,
                 COUNT(examples));
}

/* Ranges by the million: only a fault at the end counts. */
static int keep_fault(void *context, const nt_flow_event *event) {
    if (event->kind != NT_FLOW_SUSPECT) {
        *(nt_flow_fault *)context = event->kind == NT_FLOW_FAULT ? event->fault.code : NT_FAULTS;
    }
    return 0;
}

static void history_in_a_loop_of_calls_without_a_branch_is_a_fault(void **state) {
    (void)state;
    text_stream stream = {0};
    text_put(&stream, START("0x300") "27 RCODE=1 RDATA=3");
    nt_image *image = calling_code();
    nt_flow_fault fault = NT_FAULTS;
    const nt_flow_options options = {.implicit_returns = true};
    nt_flow *flow = nt_flow_new(nt_image_code(image), &options, keep_fault, &fault);
    assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
    assert_int_equal(fault, NT_FAULT_HIST_LOOP);
    nt_flow_free(flow);
    nt_image_free(image);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(implicit_returns_go_to_where_the_call_was),
        cmocka_unit_test(a_full_icnt_that_ends_on_a_return_leaves_open_where_it_led),
        cmocka_unit_test(rc7_keeps_the_stack_at_sync_0_4_and_6),
        cmocka_unit_test(rc7_keeps_nothing_of_before_a_gap),
        cmocka_unit_test(the_stack_holds_what_any_encoder_can_hold_and_drops_the_oldest),
        cmocka_unit_test(repeated_history_and_branches_repeat_calls_and_returns),
        cmocka_unit_test(history_in_a_loop_of_calls_without_a_branch_is_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
