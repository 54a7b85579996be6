/* SPDX-License-Identifier: Apache-2.0 */
/* The worked examples of the specification (appendix C), typed by hand: three as printed, five
   corrected, and what the printed form of those gives; groups of another maker's encoder, and every
   opcode by its bytes. */
#include "tests/libntrace/tandem/streams.h"

typedef struct example {
    const char *name;
    const char *bytes;
    const char *text;
} example;

static const example examples[] = {
    {"C.1", "01 03 11 b3 81 62 00 04 03 10 34 12 00 00 00 00 00 00 02",
     "[increment-pc, insn32 0x006281b3, gp = 0x1234]"},
    {"C.2", "01 07 0a 00 01 00 0c 00 00 00 00 11 67 00 01 10 02",
     "[pc = 0xc000100, insn32 0x10010067]"},
    {"C.3", "01 03 11 d3 f3 16 01 04 27 10 f9 f4 fe 66 ff ff ff ff 06 03 00 01 02",
     "[increment-pc, insn32 0x0116f3d3, ft7 = 0xffffffff66fef4f9, fcsr |= 0x1]"},
    {"C.4", "01 03 10 0d 8d 04 0a 10 78 56 34 12 ff ff ff ff 02",
     "[increment-pc, insn16 0x8d0d, a0 = 0xffffffff12345678]"},
    {"C.5",
     "01 03 11 03 a2 82 00 04 04 10 aa 55 aa 55 00 00 00 00 07 02 08 00 00 01 00 00 00 00 02",
     "[increment-pc, insn32 0x0082a203, tp = 0x55aa55aa, paddr = 0x1000008]"},
    {"C.6",
     "01 03 11 f3 b4 45 30 04 09 10 88 08 00 00 00 00 00 00 04 04 03 80 08 00 00 00 00 00 00 02",
     "[increment-pc, insn32 0x3045b4f3, s1 = 0x888, mie = 0x880]"},
    {"C.7",
     "01 07 0a 00 00 01 00 00 00 00 00 11 00 00 00 00 04 41 03 34 12 08 00 00 00 00 00 04 42 03 02 "
     "00 00 00 00 00 00 00 04 00 03 b0 18 00 00 0a 00 00 00 04 43 03 00 00 00 00 00 00 00 00 07 01 "
     "03 02",
     "[pc = 0x10000, insn32 0x00000000 !instruction-length@11, mepc = 0x81234, mcause = 0x2, "
     "mstatus = 0xa000018b0, mtval = 0x0, privilege = 3]"},
    {"C.7, 16 bits",
     "01 07 0a 00 00 01 00 00 00 00 00 10 00 00 04 41 03 34 12 08 00 00 00 00 00 04 42 03 02 "
     "00 00 00 00 00 00 00 04 00 03 b0 18 00 00 0a 00 00 00 04 43 03 00 00 00 00 00 00 00 00 07 01 "
     "03 02",
     "[pc = 0x10000, insn16 0x0000, mepc = 0x81234, mcause = 0x2, mstatus = 0xa000018b0, "
     "mtval = 0x0, privilege = 3]"},
    {"C.8",
     "01 07 0a 00 00 01 00 00 00 00 00 04 41 03 56 12 08 00 00 00 00 00 04 42 03 03 00 00 00 00 00 "
     "00 80 04 00 03 b0 18 00 00 0a 00 00 00 04 43 03 00 00 00 00 00 00 00 00 07 01 03 02",
     "[pc = 0x10000, mepc = 0x81256, mcause = 0x8000000000000003, mstatus = 0xa000018b0, "
     "mtval = 0x0, privilege = 3]"},
};

/* Groups of the encoder of another maker, RV64 with F and D. */
static const example others[] = {
    {"reset", "01 0a 02", "[reset]"},
    {"C.1", "01 07 0a 04 00 00 80 00 00 00 00 11 b3 81 62 00 04 03 10 34 12 00 00 00 00 00 00 02",
     "[pc = 0x80000004, insn32 0x006281b3, gp = 0x1234]"},
    {"C.4", "01 07 0a 06 00 00 80 00 00 00 00 10 0d 8d 04 0a 10 78 56 34 12 ff ff ff ff 02",
     "[pc = 0x80000006, insn16 0x8d0d, a0 = 0xffffffff12345678]"},
    {"C.5",
     "01 07 0a 08 00 00 80 00 00 00 00 11 03 a2 82 00 04 04 10 aa 55 aa 55 00 00 00 00 07 03 08 00 "
     "00 01 00 00 00 00 02",
     "[pc = 0x80000008, insn32 0x0082a203, tp = 0x55aa55aa, eaddr = 0x1000008]"},
    {"C.7",
     "01 07 0a 00 00 01 00 00 00 00 00 11 00 00 00 00 07 01 03 04 00 03 b0 18 00 00 0a 00 00 00 04 "
     "42 03 02 00 00 00 00 00 00 00 04 41 03 34 12 08 00 00 00 00 00 04 43 03 00 00 00 00 00 00 00 "
     "00 02",
     "[pc = 0x10000, insn32 0x00000000 !instruction-length@11, privilege = 3, "
     "mstatus = 0xa000018b0, mcause = 0x2, mepc = 0x81234, mtval = 0x0]"},
    {"C.8",
     "01 07 0a 00 00 01 00 00 00 00 00 07 01 03 04 00 03 b0 18 00 00 0a 00 00 00 04 42 03 03 00 00 "
     "00 00 00 00 80 04 41 03 56 12 08 00 00 00 00 00 04 43 03 00 00 00 00 00 00 00 00 02",
     "[pc = 0x10000, privilege = 3, mstatus = 0xa000018b0, mcause = 0x8000000000000003, "
     "mepc = 0x81256, mtval = 0x0]"},
    {"C.3",
     "01 07 0a 0c 00 00 80 00 00 00 00 11 d3 f3 16 01 04 27 10 f9 f4 fe 66 ff ff ff ff 04 01 00 01 "
     "00 00 00 00 00 00 00 04 00 03 00 60 00 00 0a 00 00 80 02",
     "[pc = 0x8000000c, insn32 0x0116f3d3, ft7 = 0xffffffff66fef4f9, fflags = 0x1, "
     "mstatus = 0x8000000a00006000]"},
    {"memory", "01 0b 08 00 00 00 80 00 00 00 00 31 88 77 66 55 44 33 22 11 02",
     "[initialize, request store 64 0x80000000 0x1122334455667788]"},
    {"mip", "01 0b 04 44 03 80 00 00 00 00 00 00 00 02", "[initialize, mip = 0x80]"},
};

/* What appendix C prints, where it is not what chapter 2 says. */
static const struct {
    const char *name;
    const char *bytes;
    nt_tandem_fault_kind kind;
    uint64_t value;
    uint64_t offset;
    const char *text; /* of the fault */
} printed[] = {
    {"C.2", "01 07 10 00 01 00 0c 00 00 00 00 11 67 00 01 10 02", NT_TANDEM_BAD_ID, 16, 2,
     "unknown identifier 16 (chapter 2, identifiers)"},
    {"C.5",
     "01 03 10 03 a2 82 00 04 04 10 aa 55 aa 55 aa 55 aa 55 07 02 08 00 00 01 00 00 00 00 02",
     NT_TANDEM_BAD_OPCODE, 0x82, 5, "unknown opcode 0x82 (chapter 2, opcodes)"},
    {"C.7",
     "01 07 10 00 00 01 00 00 00 00 00 11 00 00 00 00 04 41 03 34 12 08 00 00 00 00 00 04 42 03 02 "
     "00 00 00 00 00 00 00 04 00 03 b0 18 00 00 0a 00 00 00 04 43 03 00 00 00 00 00 00 00 00 07 01 "
     "03 02",
     NT_TANDEM_BAD_ID, 16, 2, "unknown identifier 16 (chapter 2, identifiers)"},
    {"C.8",
     "01 07 10 00 00 01 00 00 00 00 00 04 41 03 56 12 08 00 00 00 00 00 04 42 03 03 00 00 00 00 00 "
     "00 80 04 00 03 b0 18 00 00 0a 00 00 00 04 43 03 00 00 00 00 00 00 00 00 07 01 03 02",
     NT_TANDEM_BAD_ID, 16, 2, "unknown identifier 16 (chapter 2, identifiers)"},
};

static void decodes_to(const example *one) {
    static stream in;
    static outcome out;
    from_hex(&in, one->bytes);
    for (size_t piece = 1; piece <= in.size; piece++) {
        read_stream(&out, &rv64, false, &in, piece);
        assert_int_equal(out.result, 0);
        assert_string_equal(out.text, one->text);
        assert_int_equal(out.again.size, in.size);
        assert_memory_equal(out.again.bytes, in.bytes, in.size);
    }
}

static void examples_decode_to_what_their_tables_say_and_encode_to_the_same_bytes(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        decodes_to(&examples[i]);
    }
}

static void groups_of_another_encoder_decode_and_encode_to_the_same_bytes(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(others); i++) {
        decodes_to(&others[i]);
    }
}

static void examples_as_printed_give_the_error_of_their_slip(void **state) {
    static stream in;
    static outcome out;
    char text[NT_TANDEM_TEXT];
    (void)state;
    for (size_t i = 0; i < COUNT(printed); i++) {
        from_hex(&in, printed[i].bytes);
        for (size_t piece = 1; piece <= in.size; piece++) {
            read_stream(&out, &rv64, false, &in, piece);
            assert_int_equal(out.result, -1);
            assert_string_equal(out.text, "");
            assert_int_equal(out.fault.kind, printed[i].kind);
            assert_int_equal(out.fault.value, printed[i].value);
            assert_int_equal(out.fault.offset, printed[i].offset);
            nt_tandem_fault_describe(&out.fault, text);
            assert_string_equal(text, printed[i].text);
        }
    }
}

/* No decoder can see this one. */
static void c4_as_printed_is_an_instruction_that_writes_x16(void **state) {
    static const example c4 = {"C.4", "01 03 10 0d 8d 04 10 10 78 56 34 12 ff ff ff ff 02",
                               "[increment-pc, insn16 0x8d0d, a6 = 0xffffffff12345678]"};
    (void)state;
    decodes_to(&c4);
}

static void a_cut_at_any_byte_shows_no_half_group(void **state) {
    static stream in;
    static outcome out;
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        from_hex(&in, examples[i].bytes);
        in.size--;
        for (; in.size != 0; in.size--) {
            read_stream(&out, &rv64, false, &in, 7);
            assert_int_equal(out.result, -1);
            assert_int_equal(out.groups, 0);
            assert_int_equal(out.fault.kind, NT_TANDEM_CUT);
            assert_int_equal(out.fault.offset, in.size);
            assert_int_equal(out.fault.value, 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_decode_to_what_their_tables_say_and_encode_to_the_same_bytes),
        cmocka_unit_test(groups_of_another_encoder_decode_and_encode_to_the_same_bytes),
        cmocka_unit_test(examples_as_printed_give_the_error_of_their_slip),
        cmocka_unit_test(c4_as_printed_is_an_instruction_that_writes_x16),
        cmocka_unit_test(a_cut_at_any_byte_shows_no_half_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
