/* SPDX-License-Identifier: Apache-2.0 */
/* The worked examples that N-Trace 1.0 prints, byte for byte. Those of I-CNT are in flow_test.c. */
#include "libntrace/program/image.h"
#include "ntrace/messages.h"
#include "tests/libntrace/flow/events.h"

#include <stdlib.h>

#define SYNC_0x100 0x24, 0x0d, 0x00, 0x0b /* ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80 */

/* ---- "Ownership Message" ---- */

static nt_image *no_code(void) {
    return nt_image_new(64);
}

static void the_two_values_of_process_tell_mode_and_scontext(void **state) {
    (void)state;
    static const stream_example examples[] = {
        {"PROCESS=0x3B2: scontext=0x1D V=1 PRV=0", "ownership2:10:0x1d ", BYTES(0x08, 0xc8, 0x3b)},
        {"PROCESS=0xC: V=0 PRV=3", "ownership0:03:0x0 ", BYTES(0x08, 0x33)},
        {"FORMAT=3: hcontext=0x5 V=0 PRV=1", "ownership3:01:0x5 ", BYTES(0x08, 0x9c, 0x0b)},
        {"FORMAT=1 is reserved", "", BYTES(0x08, 0x37)},
    };
    decode_examples(no_code, NULL, examples, COUNT(examples));
}

/* ---- "Repeated History Optimization" ---- */

/* A loop that leaves a 0 and a 1 in the history each time round. */
static nt_image *loop_of_two(void) {
    nt_image *image = nt_image_new(64);
    put(image, 0x100, 2, NT_INSN_OTHER, 0);
    put(image, 0x102, 2, NT_INSN_BRANCH, 0x200);
    put(image, 0x104, 2, NT_INSN_BRANCH, 0x100);
    return image;
}

static int count_rounds(void *context, const nt_flow_event *event) {
    unsigned *rounds = context;
    bool round = event->kind == NT_FLOW_RANGE && event->range.pc == 0x100 &&
                 event->range.instructions == 3 && event->range.halfwords == 3;
    *rounds += round;
    return event->kind == NT_FLOW_FAULT || (event->kind == NT_FLOW_RANGE && !round);
}

static void repeated_history_counts_150_rounds_either_way(void **state) {
    (void)state;
    /* ... and ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=450 HIST=1 behind each */
    static const stream_example examples[] = {
        {"RDATA=0x55555555 HREPEAT=10", NULL,
         BYTES(SYNC_0x100, 0x6c, 0x48, 0x54, 0x54, 0x54, 0x54, 0x55, 0x2b, 0x84, 0x50, 0x08, 0x1d,
               0x07)},
        {"RDATA=0x5 HREPEAT=150", NULL,
         BYTES(SYNC_0x100, 0x6c, 0x48, 0x05, 0x58, 0x0b, 0x84, 0x50, 0x08, 0x1d, 0x07)},
        {"RDATA=0x5 HREPEAT=75 twice", NULL,
         BYTES(SYNC_0x100, 0x6c, 0x48, 0x05, 0x2c, 0x07, 0x6c, 0x48, 0x05, 0x2c, 0x07, 0x84, 0x50,
               0x08, 0x1d, 0x07)},
    };
    for (size_t i = 0; i < COUNT(examples); i++) {
        nt_image *image = loop_of_two();
        unsigned rounds = 0;
        nt_flow *flow = nt_flow_new(nt_image_code(image), NULL, count_rounds, &rounds);
        assert_int_equal(nt_flow_bytes(flow, examples[i].bytes, examples[i].size), 0);
        assert_int_equal(nt_flow_finish(flow), 0);
        assert_int_equal(rounds, 150);
        assert_int_equal(nt_flow_get_counts(flow)->instructions, 450);
        nt_flow_free(flow);
        nt_image_free(image);
    }
}

/* ---- "Virtual Addresses Optimization" ---- */

/* ProgTraceSync SYNC=3 I-CNT=0, F-ADDR as printed, TSTAMP=5. */
#define SYNC_TO(...) BYTES(0x24, 0x0d, __VA_ARGS__, 0x17)
#define ONES_4       0xfc, 0xfc, 0xfc, 0xfc

static const stream_example addresses[] = {
    {"most significant MDO bit = 0", "t5:sync3@0xffffffffe ", SYNC_TO(ONES_4, 0xfc, 0x7d)},
    {"most significant MDO bit = 1", "t5:sync3@0xfffffffe3ffffffe ", SYNC_TO(ONES_4, 0x7c, 0xf1)},
    {"an extra MDO with all 0-s", "t5:sync3@0x1ffffffffe ", SYNC_TO(ONES_4, 0xfc, 0xfc, 0x01)},
    {"full 64-bit address", "t5:sync3@0xbffffffffffffffe ",
     SYNC_TO(ONES_4, ONES_4, 0xfc, 0xfc, 0x15)},
};

static void addresses_are_extended_as_printed(void **state) {
    (void)state;
    const nt_flow_options options = {.extend_addr = true, .tstamp_bits = 64};
    decode_examples(no_code, &options, addresses, COUNT(addresses));
}

static void without_the_option_only_the_second_address_is_another(void **state) {
    (void)state;
    const nt_flow_options options = {.tstamp_bits = 64};
    stream_example plain[COUNT(addresses)];
    memcpy(plain, addresses, sizeof plain);
    plain[1].events = "t5:sync3@0x1e3ffffffe ";
    decode_examples(no_code, &options, plain, COUNT(plain));
}

/* An RV32 address is extended to bit 31, and a U-ADDR before it is XORed. */
static void extension_ends_at_xlen_and_comes_before_xor(void **state) {
    (void)state;
    const nt_flow_options options = {.extend_addr = true};
    /* F-ADDR=111111 is address 0xfffffffe, that with U-ADDR=111110 is 2; F-ADDR of 30 bits */
    static const uint8_t bytes[] = {0x24, 0x0d, 0xff, 0x10, 0x0d, 0xfb, 0x24,
                                    0x15, 0x04, 0x00, 0x00, 0x00, 0x83};
    nt_image *image = nt_image_new(32);
    event_log log = {""};
    nt_flow *flow = nt_flow_new(nt_image_code(image), &options, log_event, &log);
    assert_int_equal(nt_flow_bytes(flow, bytes, sizeof bytes), 0);
    assert_string_equal(log.text, "sync3@0xfffffffe trap3@0x2 sync5@0xc0000002 ");
    nt_flow_free(flow);
    nt_image_free(image);
}

/* ---- "Custom Instructions" ---- */

static nt_image *custom_code(void) {
    static const uint8_t at_0x100[] = {0x33, 0, 0, 0, 0x0b, 0, 0, 0, 0x01, 0, 0x02, 0x90};
    static const uint8_t at_0x200[] = {0x01, 0, 0x02, 0x90};
    nt_image *image = nt_image_new(64);
    assert_int_equal(nt_image_write(image, 0x100, at_0x100, sizeof at_0x100), 0);
    assert_int_equal(nt_image_write(image, 0x200, at_0x200, sizeof at_0x200), 0);
    return image;
}

static void a_custom_instruction_may_be_told_as_an_indirect_jump(void **state) {
    (void)state;
    static const stream_example examples[] = {
        {"not taken: I-CNT=5", "sync3@0x100 <0x100..0x109> stop0 ",
         BYTES(SYNC_0x100, 0x84, 0x00, 0x17)},
        {"taken: I-CNT=4 F-ADDR=0x100, I-CNT=1",
         "sync3@0x100 <0x100..0x107> sync2@0x200 <0x200..0x201> stop0 ",
         BYTES(SYNC_0x100, 0x30, 0x08, 0x11, 0x00, 0x13, 0x84, 0x00, 0x07)},
        {"taken: I-CNT=4 U-ADDR=0x180, I-CNT=1", "sync3@0x100 <0x100..0x107> <0x200..0x201> stop0 ",
         BYTES(SYNC_0x100, 0x10, 0x41, 0x00, 0x1b, 0x84, 0x00, 0x07)},
        {"the add before it cannot: I-CNT=2 U-ADDR=0x180",
         "sync3@0x100 <0x100..0x103> FAULT B-TYPE=0 but the last instruction is not an indirect "
         "jump. ",
         BYTES(SYNC_0x100, 0x10, 0x21, 0x00, 0x1b)},
        {"nor can one of the message before: I-CNT=0 U-ADDR=0x180",
         "sync3@0x100 <0x100..0x107> sync2@0x108 FAULT B-TYPE=0 but the last instruction is not an "
         "indirect jump. ",
         BYTES(SYNC_0x100, 0x30, 0x08, 0x11, 0x10, 0x0b, 0x10, 0x01, 0x00, 0x1b)},
    };
    decode_examples(custom_code, NULL, examples, COUNT(examples));
}

/* ---- "Corner Cases and Sequences" ---- */

static nt_image *corner_code(void) {
    nt_image *image = nt_image_new(64);
    put(image, 0x100, 2, NT_INSN_OTHER, 0);
    put(image, 0x102, 2, NT_INSN_RETURN, 0);
    put(image, 0x200, 4, NT_INSN_RETURN, 0);
    put(image, 0x300, 4, NT_INSN_BRANCH, 0x304);
    put(image, 0x304, 4, NT_INSN_BRANCH, 0x300);
    put(image, 0x400, 4, NT_INSN_OTHER, 0); /* handler */
    put(image, 0x404, 4, NT_INSN_TRAP_RETURN, 0);
    return image;
}

static void corner_cases_decode_to_what_happened(void **state) {
    (void)state;
    static const stream_example examples[] = {
        {"back to back return: I-CNT=2 of the second",
         "sync3@0x100 <0x100..0x103> <0x200..0x203> stop4 ",
         BYTES(SYNC_0x100, 0x10, 0x21, 0x00, 0x1b, 0x10, 0x21, 0x00, 0x0b, 0x84, 0x10, 0x03)},
        {"back to back branches: I-CNT=2 of each",
         "sync5@0x300 <0x300..0x303> <0x304..0x307> stop4 ",
         BYTES(0x24, 0x15, 0x00, 0x1b, 0x0c, 0x0b, 0x0c, 0x0b, 0x84, 0x10, 0x03)},
        {"back to back exceptions: B-TYPE=2 I-CNT=0",
         "sync3@0x100 <0x100..0x101> trap2@0x400 trap2@0x500 stop4 ",
         BYTES(SYNC_0x100, 0x10, 0x19, 0x00, 0x2b, 0x10, 0x09, 0x00, 0x0b, 0x84, 0x10, 0x03)},
        {"the same of an encoder that knows B-TYPE=1 only",
         "sync3@0x100 <0x100..0x101> trap1@0x400 trap1@0x500 stop4 ",
         BYTES(SYNC_0x100, 0x10, 0x15, 0x00, 0x2b, 0x10, 0x05, 0x00, 0x0b, 0x84, 0x10, 0x03)},
        {"exception at interrupt destination",
         "sync3@0x100 <0x100..0x101> trap3@0x400 trap2@0x500 stop4 ",
         BYTES(SYNC_0x100, 0x10, 0x1d, 0x00, 0x2b, 0x10, 0x09, 0x00, 0x0b, 0x84, 0x10, 0x03)},
        {"pending interrupt at debug mode exit", "sync3@0x100 trap3@0x400 stop4 ",
         BYTES(SYNC_0x100, 0x10, 0x0d, 0x00, 0x2b, 0x84, 0x10, 0x03)},
        {"exception at first instruction traced", "sync3@0x100 trap2@0x400 stop4 ",
         BYTES(SYNC_0x100, 0x10, 0x09, 0x00, 0x2b, 0x84, 0x10, 0x03)},
        {"trace starts disabled", "stop4 sync5@0x100 <0x100..0x101> stop4 ",
         BYTES(0x84, 0x10, 0x03, 0x24, 0x15, 0x00, 0x0b, 0x84, 0x10, 0x07)},
        {"hart halted with trace disabled", "sync3@0x100 stop4 stop0 ",
         BYTES(SYNC_0x100, 0x84, 0x10, 0x03, 0x84, 0x00, 0x03)},
        {"interrupt immediately following trap return",
         "sync3@0x400 <0x400..0x407> sync2@0x100 ownership0:00:0x0 trap3@0x400 sync2@0x400 "
         "ownership0:03:0x0 stop4 ",
         BYTES(0x24, 0x0d, 0x00, 0x23, 0x10, 0x41, 0x00, 0x2b, 0x30, 0x08, 0x01, 0x00, 0x0b, 0x08,
               0x03, 0x30, 0xc8, 0x01, 0x00, 0x23, 0x08, 0x33, 0x84, 0x10, 0x03)},
    };
    decode_examples(corner_code, NULL, examples, COUNT(examples));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_two_values_of_process_tell_mode_and_scontext),
        cmocka_unit_test(repeated_history_counts_150_rounds_either_way),
        cmocka_unit_test(addresses_are_extended_as_printed),
        cmocka_unit_test(without_the_option_only_the_second_address_is_another),
        cmocka_unit_test(extension_ends_at_xlen_and_comes_before_xor),
        cmocka_unit_test(a_custom_instruction_may_be_told_as_an_indirect_jump),
        cmocka_unit_test(corner_cases_decode_to_what_happened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
