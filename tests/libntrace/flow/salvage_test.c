/* SPDX-License-Identifier: Apache-2.0 */
/* Decoding that goes on after a fault (nt_flow_options.salvage), on small streams; how well it does
   on long ones is in tests/sim/decode/salvage_test.py. */
#include "libntrace/program/image.h"
#include "tests/libntrace/flow/texts.h"

/* Two functions that a dispatcher at 0x100 calls by a pointer, over and over. */
static nt_image *code(void) {
    nt_image *image = nt_image_new(64);
    put(image, 0x100, 2, NT_INSN_OTHER, 0);
    put(image, 0x102, 2, NT_INSN_INDIRECT_CALL, 0);
    put(image, 0x104, 2, NT_INSN_DIRECT_JUMP, 0x100);
    put(image, 0x200, 4, NT_INSN_OTHER, 0);
    put(image, 0x204, 4, NT_INSN_BRANCH, 0x20c);
    put(image, 0x208, 4, NT_INSN_OTHER, 0);
    put(image, 0x20c, 2, NT_INSN_RETURN, 0);
    put(image, 0x300, 2, NT_INSN_OTHER, 0);
    put(image, 0x302, 2, NT_INSN_RETURN, 0);
    return image;
}

#define FIRST      "28 B-TYPE=0 I-CNT=2 U-ADDR=0x180 HIST=1; " /* from 0x100 to 0x200 */
#define BACK       "28 B-TYPE=0 I-CNT=7 U-ADDR=0x182 HIST=2; " /* from 0x200 to 0x104 */
#define CALL_FIRST "28 B-TYPE=0 I-CNT=3 U-ADDR=0x182 HIST=1; " /* from 0x104 to 0x200 */
#define CALL_OTHER "28 B-TYPE=0 I-CNT=3 U-ADDR=0x102 HIST=1; " /* from 0x104 to 0x300 */
#define RETURN_ONE "28 B-TYPE=0 I-CNT=2 U-ADDR=0x102 HIST=1; " /* from 0x300 to 0x104 */
#define SOME       CALL_OTHER RETURN_ONE CALL_FIRST BACK CALL_OTHER RETURN_ONE CALL_FIRST BACK

static const nt_flow_options salvage = {.size = sizeof(nt_flow_options), .salvage = true};

typedef struct sums {
    uint64_t instructions, suspect, faults, salvages, before;
} sums;

static int sum(void *context, const nt_flow_event *event) {
    sums *sums = context;
    switch (event->kind) {
    case NT_FLOW_RANGE:
        sums->instructions += event->range.instructions;
        break;
    case NT_FLOW_SUSPECT:
        sums->suspect += event->suspect.instructions;
        break;
    case NT_FLOW_FAULT:
        sums->before = sums->instructions;
        sums->faults++;
        break;
    case NT_FLOW_SALVAGE:
        sums->salvages++;
        break;
    default:
        break;
    }
    return 0;
}

static sums sums_of(const char *messages, const nt_flow_options *options) {
    text_stream stream = {0};
    text_put(&stream, messages);
    nt_image *image = code();
    sums sums = {0};
    nt_flow *flow = nt_flow_new(nt_image_code(image), options, sum, &sums);
    assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
    assert_int_equal(nt_flow_finish(flow), 0);
    assert_int_equal(nt_flow_get_counts(flow)->salvages, sums.salvages);
    assert_int_equal(nt_flow_get_counts(flow)->suspect, sums.suspect);
    nt_flow_free(flow);
    nt_image_free(image);
    return sums;
}

static void a_lost_message_costs_its_instructions_and_few_more(void **state) {
    (void)state;
    sums whole = sums_of(START("0x80") FIRST BACK SOME SOME STOP("1"), &salvage);
    assert_int_equal(whole.faults + whole.salvages + whole.suspect, 0);
    /* without RETURN_ONE in the middle */
    const char *lost = START("0x80")
        FIRST BACK SOME CALL_OTHER CALL_FIRST BACK CALL_OTHER RETURN_ONE CALL_FIRST BACK SOME STOP(
            "1");
    sums all = sums_of(START("0x80") FIRST BACK SOME SOME SOME STOP("1"), &salvage);
    sums some = sums_of(lost, &salvage);
    nt_flow_options plain = salvage;
    plain.salvage = false;
    sums without = sums_of(lost, &plain);
    assert_int_equal(some.faults, 1);
    assert_int_equal(some.salvages, 1);
    assert_int_equal(some.suspect, some.instructions);
    assert_in_range(some.instructions, all.instructions - 8, all.instructions);
    assert_int_equal(without.salvages, 0);
    assert_true(without.instructions < all.instructions / 2);
}

static void what_is_salvaged_is_suspect_up_to_the_next_synchronization(void **state) {
    (void)state;
    sums found = sums_of(START("0x80") FIRST BACK SOME CALL_FIRST BACK CALL_FIRST CALL_FIRST BACK
                             CALL_OTHER RETURN_ONE CALL_FIRST BACK CALL_OTHER RETURN_ONE CALL_FIRST
                         "9 SYNC=6 I-CNT=0 F-ADDR=0x100; " BACK SOME STOP("1"),
                         &salvage);
    assert_int_equal(found.salvages, 1);
    assert_true(found.suspect < found.instructions);
    assert_true(found.suspect > found.before);
}

static void without_anything_that_fits_the_rest_is_lost_as_ever(void **state) {
    (void)state;
    const char *nonsense = START("0x80") FIRST BACK "28 B-TYPE=0 I-CNT=30 U-ADDR=0x7 HIST=1; "
                                                    "28 B-TYPE=0 I-CNT=31 U-ADDR=0x7 HIST=1; "
                                                    "28 B-TYPE=0 I-CNT=32 U-ADDR=0x7 HIST=1; "
                                                    "28 B-TYPE=0 I-CNT=33 U-ADDR=0x7 HIST=1";
    nt_flow_options plain = salvage;
    plain.salvage = false;
    sums with = sums_of(nonsense, &salvage);
    sums without = sums_of(nonsense, &plain);
    assert_int_equal(with.salvages, 0);
    assert_int_equal(with.faults, 1);
    assert_int_equal(with.instructions, without.instructions);
    assert_int_equal(with.suspect, without.suspect);
}

static void events_come_in_the_order_of_the_header(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"a message that is repeated: left out",
         "sync5@0x100 <0x100..0x103> <0x200..0x20d> FAULT history bits are left over at an "
         "indirect "
         "jump. SALVAGE@0x104 <0x104..0x105> <0x100..0x103> <0x300..0x303> <0x104..0x105> stop4 ",
         START("0x80") FIRST BACK BACK CALL_OTHER RETURN_ONE STOP("1")},
    };
    decode_texts(code, salvage, examples, COUNT(examples));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lost_message_costs_its_instructions_and_few_more),
        cmocka_unit_test(what_is_salvaged_is_suspect_up_to_the_next_synchronization),
        cmocka_unit_test(without_anything_that_fits_the_rest_is_lost_as_ever),
        cmocka_unit_test(events_come_in_the_order_of_the_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
