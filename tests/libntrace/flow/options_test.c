/* SPDX-License-Identifier: Apache-2.0 */
/* What an encoder's options change in its stream, one thing at a time; implicit returns are in
   returns_test.c. */
#include "libntrace/program/image.h"
#include "tests/libntrace/flow/texts.h"

/* ---- sequential jumps ---- */

static void put32(nt_image *image, uint64_t pc, uint32_t code) {
    uint8_t bytes[] = {(uint8_t)code, (uint8_t)(code >> 8), (uint8_t)(code >> 16),
                       (uint8_t)(code >> 24)};
    assert_int_equal(nt_image_write(image, pc, bytes, 4), 0);
}

static nt_image *pair_code(void) {
    nt_image *image = nt_image_new(64);
    put32(image, 0x1000, 0x00000397); /* auipc x7, 0 */
    put32(image, 0x1004, 0x040380e7); /* jalr x1, 64(x7): to 0x1040 */
    put32(image, 0x1008, 0x000023b7); /* lui x7, 2 */
    put32(image, 0x100c, 0xff038067); /* jalr x0, -16(x7): to 0x1ff0 */
    put32(image, 0x1040, 0x83826389); /* c.lui x7, 2; c.jr x7: to 0x2000 */
    put32(image, 0x1ff0, 0x00000397); /* auipc x7, 0 */
    put32(image, 0x1ff4, 0x00030067); /* jalr x0, 0(x6): of another register */
    put32(image, 0x2000, 0x00000013);
    put32(image, 0x2004, 0x000083b7); /* lui x7, 8 */
    put32(image, 0x2008, 0x00000013);
    put32(image, 0x200c, 0x00038067); /* jalr x0, 0(x7): not right behind */
    put32(image, 0x3000, 0x00002297); /* auipc x5, 2 */
    put32(image, 0x3004, 0x000280e7); /* jalr x1, 0(x5): a co-routine swap, to 0x5000 */
    put32(image, 0x4000, 0x00000097); /* auipc x1, 0 */
    put32(image, 0x4004, 0x00008067); /* jalr x0, 0(x1): a return */
    put32(image, 0x5000, 0x80828082); /* c.jr x1 twice */
    return image;
}

static void sequential_jumps_go_to_what_was_loaded_right_before(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"auipc and jalr, c.lui and c.jr",
         "sync5@0x1000 <0x1000..0x1007> <0x1040..0x1043> <0x2000..0x2003> stop4 ",
         START("0x800") STOP("8")},
        {"lui and jalr with a negative offset; then another register",
         "sync5@0x1008 <0x1008..0x100f> <0x1ff0..0x1ff7> FAULT I-CNT goes on behind an indirect "
         "jump. ",
         START("0x804") STOP("9")},
        {"an instruction between them",
         "sync5@0x2004 <0x2004..0x200f> FAULT I-CNT goes on behind an indirect jump. ",
         START("0x1002") STOP("7")},
        {"the jump alone in its message",
         "sync5@0x1000 <0x1000..0x1003> sync6@0x1004 <0x1004..0x1007> FAULT I-CNT goes on behind "
         "an indirect jump. ",
         START("0x800") "9 SYNC=6 I-CNT=2 F-ADDR=0x802; " STOP("3")},
        {"a pair that was reported all the same",
         "sync5@0x1000 <0x1000..0x1007> <0x2000..0x2003> stop4 ",
         START("0x800") "4 B-TYPE=0 I-CNT=4 U-ADDR=0x1800; " STOP("2")},
        {"the jump reported in a message of its own",
         "sync5@0x1000 <0x1000..0x1007> <0x2000..0x2003> stop4 ",
         START("0x800") "27 RCODE=0 RDATA=2; 4 B-TYPE=0 I-CNT=2 U-ADDR=0x1800; " STOP("2")},
        {"a return is none",
         "sync5@0x4000 <0x4000..0x4007> FAULT I-CNT goes on behind an indirect jump. ",
         START("0x2000") STOP("6")},
        {"a swap, and what it pushed",
         "sync5@0x3000 <0x3000..0x3007> <0x5000..0x5001> FAULT no code is known at the PC. ",
         START("0x1800") STOP("6")},
    };
    decode_texts(pair_code, (nt_flow_options){.sequential_jumps = true, .implicit_returns = true},
                 examples, COUNT(examples));
}

/* A pair across the limit of the decoder's blocks; the code is straight from 0x1000 on. */
static void a_pair_far_down_straight_code_is_found(void **state) {
    (void)state;
    for (uint32_t before = 250; before < 260; before++) {
        nt_image *image = nt_image_new(64);
        uint64_t pc = 0x1000;
        for (uint32_t i = 0; i < before; i++, pc += 4) {
            put32(image, pc, 0x00000013);
        }
        put32(image, pc, 0x00002397); /* auipc x7, 2 */
        put32(image, pc + 4, 0x00038067);
        put32(image, pc + 0x2000, 0x00000013);
        char messages[64];
        text_stream stream = {0};
        (void)snprintf(messages, sizeof messages, START("0x800") STOP("%u"), 2 * before + 6);
        text_put(&stream, messages);
        const nt_flow_options options = {.sequential_jumps = true};
        nt_flow *flow = nt_flow_new(nt_image_code(image), &options, NULL, NULL);
        assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
        assert_int_equal(nt_flow_get_counts(flow)->faults, 0);
        assert_int_equal(nt_flow_get_counts(flow)->instructions, before + 3);
        nt_flow_free(flow);
        nt_image_free(image);
    }
}

/* ---- all-jumps ---- */

static nt_image *jumping_code(void) {
    nt_image *image = nt_image_new(64);
    put(image, 0x100, 2, NT_INSN_OTHER, 0);
    put(image, 0x102, 2, NT_INSN_DIRECT_JUMP, 0x200);
    put(image, 0x200, 2, NT_INSN_DIRECT_CALL, 0x300);
    put(image, 0x202, 2, NT_INSN_OTHER, 0);
    put(image, 0x300, 2, NT_INSN_RETURN, 0);
    return image;
}

static void all_jumps_are_taken_branches(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"BTM: DirectBranch ends on them",
         "sync5@0x100 <0x100..0x103> <0x200..0x201> <0x300..0x301> <0x202..0x203> stop4 ",
         START("0x80") "3 I-CNT=2; 3 I-CNT=1; " STOP("2")},
        {"BTM: DirectBranchSync", "sync5@0x100 <0x100..0x103> sync2@0x200 stop4 ",
         START("0x80") "11 SYNC=2 I-CNT=2 F-ADDR=0x100; " STOP("0")},
        {"BTM: one is not reported",
         "sync5@0x100 <0x100..0x103> FAULT I-CNT goes on behind a direct jump that was not "
         "reported. ",
         START("0x80") STOP("3")},
        {"HTM: a bit each",
         "sync5@0x100 <0x100..0x103> <0x200..0x201> <0x300..0x301> <0x202..0x203> stop4 ",
         START("0x80") STOP_HTM("5", "7")},
        {"HTM: the bit is 0",
         "sync5@0x100 <0x100..0x103> <0x200..0x201> FAULT the history bit of a direct jump is 0. ",
         START("0x80") STOP_HTM("5", "6")},
        {"HTM: the bit is missing",
         "sync5@0x100 <0x100..0x103> <0x200..0x201> FAULT a conditional branch has no history "
         "bit. ",
         START("0x80") STOP_HTM("5", "3")},
    };
    decode_texts(jumping_code, (nt_flow_options){.all_jumps = true, .implicit_returns = true},
                 examples, COUNT(examples));
}

/* ---- SRC and TSTAMP ---- */

static nt_image *plain_code(void) {
    nt_image *image = nt_image_new(64);
    put(image, 0x100, 2, NT_INSN_OTHER, 0);
    put(image, 0x102, 2, NT_INSN_BRANCH, 0x100);
    put(image, 0x104, 2, NT_INSN_OTHER, 0);
    return image;
}

static void messages_of_another_source_are_skipped(void **state) {
    (void)state;
    static const text_example example = {
        "SRC of 5 bits", "sync5@0x100 <0x100..0x103> <0x100..0x103> stop4 ",
        "9 SRC=9/5 SYNC=5 I-CNT=0 F-ADDR=0x80; 8 SRC=8/5 ETYPE=0 ECODE=4; 3 SRC=9/5 I-CNT=2; "
        "3 SRC=1/5 I-CNT=9; 56 SRC=9/5 I-CNT=1; 3 SRC=9/5 I-CNT=2; "
        "33 SRC=25/5 EVCODE=0 CDF=0 I-CNT=0; 33 SRC=9/5 EVCODE=4 CDF=0 I-CNT=0"};
    decode_texts(plain_code, (nt_flow_options){.src_bits = 5, .src = 9}, &example, 1);

    text_stream stream = {0};
    text_put(&stream, example.messages);
    nt_image *image = plain_code();
    const nt_flow_options options = {.src_bits = 5, .src = 9};
    nt_flow *flow = nt_flow_new(nt_image_code(image), &options, NULL, NULL);
    assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
    assert_int_equal(nt_flow_get_counts(flow)->skipped, 3);
    assert_int_equal(nt_flow_get_counts(flow)->messages, 5);
    nt_flow_free(flow);
    nt_image_free(image);
}

static void timestamps_add_up_from_each_synchronizing_message(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"relative ones count from the last that was there",
         "t100:sync5@0x100 t103:ownership0:03:0x0 <0x100..0x103> t110:trap2@0x100 stop4 "
         "t50:sync5@0x100 t51:stop4 ",
         "9 SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=100; 2 PROCESS=0xc TSTAMP=3; 3 I-CNT=2; "
         "4 B-TYPE=2 I-CNT=0 U-ADDR=0 TSTAMP=7; 33 EVCODE=4 CDF=0 I-CNT=0; "
         "9 SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=50; 33 EVCODE=4 CDF=0 I-CNT=0 TSTAMP=1"},
        {"they wrap at the encoder's width of 10 bits", "t1020:sync5@0x100 t5:loss0 ",
         "9 SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=1020; 8 ETYPE=0 ECODE=4 TSTAMP=9"},
        {"before a synchronizing message, and behind a broken one, no time is known",
         "stop4 t7:sync5@0x100 FAULT MSEO=10 is reserved. loss0 t9:sync7@0x100 ",
         "33 EVCODE=4 CDF=0 I-CNT=0 TSTAMP=4; 9 SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=7; "
         "hex 0c 02 03; 8 ETYPE=0 ECODE=4 TSTAMP=1; 9 SYNC=7 I-CNT=0 F-ADDR=0x80 TSTAMP=9"},
    };
    decode_texts(plain_code, (nt_flow_options){.tstamp_bits = 10}, examples, COUNT(examples));
}

/* ---- synchronization and loss ---- */

static void every_reason_and_form_of_synchronization_decodes(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"BTM: on linear code, on a taken branch, beside one",
         "sync1@0x100 <0x100..0x101> sync2@0x102 <0x102..0x103> sync4@0x100 <0x100..0x103> "
         "sync6@0x104 stop1 ",
         "9 SYNC=1 I-CNT=0 F-ADDR=0x80; 9 SYNC=2 I-CNT=1 F-ADDR=0x81; "
         "11 SYNC=4 I-CNT=1 F-ADDR=0x80; 11 SYNC=6 I-CNT=2 F-ADDR=0x82; "
         "33 EVCODE=1 CDF=0 I-CNT=0"},
        {"HTM: on linear code with B-TYPE=0, with history and without",
         "sync9@0x100 <0x100..0x103> <0x100..0x101> sync0@0x102 sync2@0x102 <0x102..0x105> stop0 ",
         "9 SYNC=9 I-CNT=0 F-ADDR=0x80; 29 SYNC=0 B-TYPE=0 I-CNT=3 F-ADDR=0x81 HIST=3; "
         "12 SYNC=2 B-TYPE=0 I-CNT=0 F-ADDR=0x81; 33 EVCODE=0 CDF=1 I-CNT=2 HIST=2"},
        {"a trap told by a synchronizing message",
         "sync3@0x100 <0x100..0x101> trap3@0x104 sync2@0x104 stop4 ",
         "9 SYNC=3 I-CNT=0 F-ADDR=0x80; 29 SYNC=2 B-TYPE=3 I-CNT=1 F-ADDR=0x82 HIST=1; "
         "33 EVCODE=4 CDF=1 I-CNT=0 HIST=1"},
        {"reserved and vendor defined reasons are reported as they are",
         "sync8@0x100 <0x100..0x101> sync14@0x102 ",
         "9 SYNC=8 I-CNT=0 F-ADDR=0x80; 9 SYNC=14 I-CNT=1 F-ADDR=0x81"},
        {"out of reset in between: execution goes on elsewhere",
         "sync5@0x100 <0x100..0x101> sync1@0x100 ", START("0x80") "9 SYNC=1 I-CNT=1 F-ADDR=0x80"},
    };
    decode_texts(plain_code, (nt_flow_options){0}, examples, COUNT(examples));
}

static void an_error_of_any_kind_is_a_loss_also_at_the_end(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"Ownership lost", "sync5@0x100 loss0:0x8 sync7@0x104 ",
         START("0x80") "8 ETYPE=0 ECODE=8; 9 SYNC=7 I-CNT=0 F-ADDR=0x82"},
        {"nothing said", "sync5@0x100 loss0:0x0 ", START("0x80") "8 ETYPE=0 ECODE=0"},
        {"all said, by a vendor's type", "sync5@0x100 loss9:0xffff ",
         START("0x80") "8 ETYPE=9 ECODE=0xffff"},
        {"a stop behind it", "sync5@0x100 loss0 stop4 ",
         START("0x80") "8 ETYPE=0 ECODE=4; " STOP("0")},
    };
    decode_texts(plain_code, (nt_flow_options){0}, examples, COUNT(examples));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequential_jumps_go_to_what_was_loaded_right_before),
        cmocka_unit_test(a_pair_far_down_straight_code_is_found),
        cmocka_unit_test(all_jumps_are_taken_branches),
        cmocka_unit_test(messages_of_another_source_are_skipped),
        cmocka_unit_test(timestamps_add_up_from_each_synchronizing_message),
        cmocka_unit_test(every_reason_and_form_of_synchronization_decodes),
        cmocka_unit_test(an_error_of_any_kind_is_a_loss_also_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
