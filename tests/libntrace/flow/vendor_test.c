/* SPDX-License-Identifier: Apache-2.0 */
/* Encoders that deviate from N-Trace as a vendor's do (nt_quirks). */
#include "libntrace/program/image.h"
#include "tests/libntrace/flow/texts.h"

/* 0x100: two branches in a loop; 0x200: calls, of which one swaps. */
static nt_image *code(void) {
    nt_image *image = nt_image_new(64);
    put(image, 0x100, 2, NT_INSN_BRANCH, 0x104);
    put(image, 0x102, 2, NT_INSN_DIRECT_JUMP, 0x100);
    put(image, 0x104, 2, NT_INSN_BRANCH, 0x100);
    put(image, 0x106, 2, NT_INSN_OTHER, 0);
    put(image, 0x200, 2, NT_INSN_DIRECT_CALL, 0x300);
    put(image, 0x202, 2, NT_INSN_OTHER, 0);
    put(image, 0x300, 2, NT_INSN_COROUTINE_SWAP, 0);
    put(image, 0x302, 2, NT_INSN_RETURN, 0);
    put(image, 0x400, 2, NT_INSN_RETURN, 0);
    return image;
}

static const nt_flow_options sifive = {
    .size = sizeof(nt_flow_options), .vendor = NT_VENDOR_SIFIVE, .tstamp_bits = 0};

static void runs_of_branches_are_read_as_histories(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"three taken",
         "sync5@0x100 <0x100..0x101> <0x104..0x105> <0x100..0x101> <0x104..0x107> stop4 ",
         START("0x80") "27 RCODE=9 RDATA=3; " STOP_HTM("5", "2")},
        {"two not taken, then one of a history",
         "sync5@0x100 <0x100..0x103> <0x100..0x101> <0x102..0x103> <0x100..0x101> stop4 ",
         START("0x80") "27 RCODE=8 RDATA=2; " STOP_HTM("5", "3")},
        {"a run of none", "sync5@0x100 <0x100..0x101> <0x104..0x105> stop4 ",
         START("0x80") "27 RCODE=9 RDATA=0; " STOP_HTM("2", "7")},
    };
    decode_texts(code, sifive, examples, COUNT(examples));
}

static void without_the_vendor_they_are_skipped_and_counted(void **state) {
    (void)state;
    text_stream stream = {0};
    text_put(&stream, START("0x80") "27 RCODE=9 RDATA=3; 27 RCODE=8 RDATA=3; 27 RCODE=9 RDATA=1; "
                                    "27 RCODE=15; ");
    nt_image *image = code();
    nt_flow *flow = nt_flow_new(nt_image_code(image), NULL, NULL, NULL);
    assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
    const nt_flow_counts *counts = nt_flow_get_counts(flow);
    assert_int_equal(counts->unknown, 4);
    assert_int_equal(counts->faults, 0);
    assert_int_equal(counts->by_rcode[8], 1);
    assert_int_equal(counts->by_rcode[9], 2);
    assert_int_equal(counts->by_rcode[15], 1);
    nt_flow_free(flow);
    nt_image_free(image);
}

static void a_swap_that_is_a_call_pops_nothing(void **state) {
    (void)state;
    /* call; the swap goes to 0x400, whose return goes behind the swap, and the next behind the call
     */
    static const text_example vendors[] = {
        {"calls nest",
         "sync5@0x200 <0x200..0x201> <0x300..0x301> <0x400..0x401> <0x302..0x303> "
         "<0x202..0x203> stop4 ",
         START("0x100") "4 B-TYPE=0 I-CNT=2 U-ADDR=0x300; " STOP("3")},
    };
    static const text_example standard[] = {
        {"the swap popped",
         "sync5@0x200 <0x200..0x201> <0x300..0x301> <0x400..0x401> "
         "<0x302..0x303> FAULT I-CNT goes on behind an indirect jump. ",
         START("0x100") "4 B-TYPE=0 I-CNT=2 U-ADDR=0x300; " STOP("3")},
    };
    nt_flow_options options = sifive;
    options.implicit_returns = true;
    decode_texts(code, options, vendors, 1);
    options.vendor = NT_VENDOR_NONE;
    decode_texts(code, options, standard, 1);
}

static void timestamps_are_xored(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"0x64, XOR 3, XOR 0x60", "t100:sync5@0x100 t103:stop4 t7:stop4 ",
         "9 SYNC=5 I-CNT=0 F-ADDR=0x80 TSTAMP=0x64; 33 EVCODE=4 CDF=0 I-CNT=0 TSTAMP=3; "
         "33 EVCODE=4 CDF=0 I-CNT=0 TSTAMP=0x60"},
    };
    nt_flow_options options = sifive;
    options.tstamp_bits = 40;
    decode_texts(code, options, examples, 1);
}

static void every_vendor_has_a_row_and_its_name_finds_it(void **state) {
    (void)state;
    assert_null(nt_quirks_get(NT_VENDOR_NONE));
    assert_null(nt_quirks_get(NT_VENDORS));
    for (unsigned vendor = 1; vendor < NT_VENDORS; vendor++) {
        const nt_quirks *quirks = nt_quirks_get(vendor);
        assert_non_null(quirks->text);
        assert_int_equal(nt_quirks_find(quirks->name), vendor);
        assert_true(quirks->taken_run == 0 || quirks->taken_run >= 8); /* the vendors' RCODEs */
        assert_true(quirks->not_taken_run == 0 || quirks->not_taken_run >= 8);
    }
    assert_int_equal(nt_quirks_find("nobody"), NT_VENDOR_NONE);
    nt_flow_options options = {.size = sizeof options, .vendor = NT_VENDORS};
    nt_image *image = code();
    assert_null(nt_flow_new(nt_image_code(image), &options, NULL, NULL));
    nt_image_free(image);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_of_branches_are_read_as_histories),
        cmocka_unit_test(without_the_vendor_they_are_skipped_and_counted),
        cmocka_unit_test(a_swap_that_is_a_call_pops_nothing),
        cmocka_unit_test(timestamps_are_xored),
        cmocka_unit_test(every_vendor_has_a_row_and_its_name_finds_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
