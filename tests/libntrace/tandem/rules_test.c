/* SPDX-License-Identifier: Apache-2.0 */
/* Each decision of docs/tandem.md, by streams that hold to it and streams that break it: bytes
   typed by hand from chapters 2 and 3. */
#include "libntrace/tandem/tables.h"
#include "tests/libntrace/tandem/streams.h"

static const nt_tandem_format rv32 = {32, 0, 32, false, 0};
static const nt_tandem_format rv32_sv32 = {32, 64, 34, false, 0};
static const nt_tandem_format rv32_other = {32, 64, 34, true, 0};
static const nt_tandem_format rv64_f = {64, 32, 64, false, 0};
static const nt_tandem_format rv64_integer = {64, 0, 64, false, 0};

typedef struct row {
    const nt_tandem_format *format;
    const char *bytes;
    const char *text;  /* as an outcome has it, up to the fault */
    const char *fault; /* NULL: none */
    uint64_t offset;
    bool complete;
} row;

/* Fields and their lengths. */
static const row fields[] = {
    /* Memory requests and responses: where the data is, whatever the result. */
    {&rv64, "08 10 00 00 00 00 00 00 00 00", "(request load 8 0x10)", NULL, 0, false},
    {&rv64, "08 10 00 00 00 00 00 00 00 10 09 01 34 12",
     "(request load 16 0x10, "
     "response 16 success 0x1234)",
     NULL, 0, false},
    {&rv64, "08 10 00 00 00 00 00 00 00 20 09 12 04 03 02 01",
     "(request load 32 0x10, response 32 failure 0x1020304)", NULL, 0, false},
    {&rv64, "08 10 00 00 00 00 00 00 00 31 08 07 06 05 04 03 02 01 09 03",
     "(request store 64 0x10 0x102030405060708, response 64 success)", NULL, 0, false},
    {&rv64, "08 10 00 00 00 00 00 00 00 22 09 02 04 03 02 01",
     "(request lr 32 0x10, response 32 success 0x1020304)", NULL, 0, false},
    {&rv64, "08 10 00 00 00 00 00 00 00 03 ff 09 10",
     "(request sc 8 0x10 0xff, "
     "response 8 failure)",
     NULL, 0, false},
    {&rv64, "08 10 00 00 00 00 00 00 00 14 34 12 09 01 78 56",
     "(request amo-swap 16 0x10 0x1234, response 16 success 0x5678)", NULL, 0, false},
    {&rv64, "08 10 00 00 00 00 00 00 00 05 01 08 10 00 00 00 00 00 00 00 06 02",
     "(request amo-add 8 0x10 0x1, request amo-xor 8 0x10 0x2)", NULL, 0, false},
    {&rv64, "08 10 00 00 00 00 00 00 00 07 01 08 10 00 00 00 00 00 00 00 08 02",
     "(request amo-and 8 0x10 0x1, request amo-or 8 0x10 0x2)", NULL, 0, false},
    {&rv64, "08 10 00 00 00 00 00 00 00 09 01 08 10 00 00 00 00 00 00 00 0a 02",
     "(request amo-min 8 0x10 0x1, request amo-max 8 0x10 0x2)", NULL, 0, false},
    {&rv64, "08 10 00 00 00 00 00 00 00 0b 01 08 10 00 00 00 00 00 00 00 0c 02",
     "(request amo-minu 8 0x10 0x1, request amo-maxu 8 0x10 0x2)", NULL, 0, false},
    {&rv64, "08 10 00 00 00 00 00 00 00 2d 09 02 13 00 00 00",
     "(request fetch 32 0x10, response 32 success 0x13)", NULL, 0, false},
    /* Additional state, in its order. */
    {&rv64, "01 07 01 00 07 02 01 00 00 00 00 00 00 80 07 03 02 00 00 00 00 00 00 00 07 04 ff 02",
     "[privilege = 0, paddr = 0x8000000000000001, eaddr = 0x2, store8 = 0xff]", NULL, 0, false},
    {&rv64, "07 05 02 01 07 08 08 07 06 05 04 03 02 01 07 09 03 00 00 00 00 00 00 00",
     "(store16 = 0x102, mtime = 0x102030405060708, pc-paddr = 0x3)", NULL, 0, false},
    {&rv64, "07 06 04 03 02 01", "(store32 = 0x1020304)", NULL, 0, false},
    {&rv64, "07 07 08 07 06 05 04 03 02 01", "(store64 = 0x102030405060708)", NULL, 0, false},
    {&rv32, "07 0a 04 03 02 01 07 02 08 07 06 05 07 08 08 07 06 05 04 03 02 01",
     "(pc = 0x1020304, paddr = 0x5060708, mtime = 0x102030405060708)", NULL, 0, false},
    /* MLEN 34: five bytes, the upper six bits 0. */
    {&rv32_sv32, "07 02 04 03 02 01 03 07 03 04 03 02 01 00 07 09 01 00 00 00 02",
     "(paddr = 0x301020304, eaddr = 0x1020304, pc-paddr = 0x200000001)", NULL, 0, false},
    {&rv32_sv32, "0a 07 02 04 03 02 01 04", "(reset)", "wide-address", 7, false},
    {&rv32_sv32, "08 04 03 02 01 01 00", "(request load 8 0x101020304)", NULL, 0, false},
    {&rv32_sv32, "08 04 03 02 01 80 00", "", "wide-address", 5, false},
    {&rv32_other, "07 03 04 03 02 01 07 02 04 03 02 01 03",
     "(eaddr = 0x1020304, paddr = 0x301020304)", NULL, 0, false},
    /* XLEN and FLEN. */
    {&rv32, "04 01 10 04 03 02 01", "(ra = 0x1020304)", NULL, 0, false},
    {&rv32_sv32, "04 20 10 08 07 06 05 04 03 02 01 04 41 03 04 03 02 01",
     "(ft0 = 0x102030405060708, mepc = 0x1020304)", NULL, 0, false},
    {&rv64_f, "04 3f 10 04 03 02 01", "(ft11 = 0x1020304)", NULL, 0, false},
    {&rv64_integer, "0a 04 20 10 00", "(reset)", "no-fpr", 2, false},
    {&rv32, "05 3f 10 00", "", "no-fpr", 1, false},
    /* Register addresses: dpc is a CSR. */
    {&rv64_integer, "04 b1 07 01 00 00 00 00 00 00 00", "(dpc = 0x1)", NULL, 0, false},
    {&rv64_integer, "06 ff 0f 01", "(0xfff |= 0x1)", NULL, 0, false},
    {&rv64, "04 40 10 00 00 00 00 00 00 00 00", "", "unknown-register", 1, false},
    {&rv64, "05 ff ff 00", "", "unknown-register", 1, false},
    /* An offset is signed, a mask not. */
    {&rv64, "05 05 10 fc 06 27 10 fc", "(t0 += -4, ft7 |= 0xfc)", NULL, 0, false},
    {&rv64, "05 05 10 7f", "(t0 += 127)", NULL, 0, false},
    {&rv64, "05 05 10 80", "(t0 += -128)", NULL, 0, false},
    /* What is not defined ends the stream; what came before it holds. */
    {&rv64, "01 0a 02 00", "[reset]", "unknown-opcode", 3, false},
    {&rv64, "0c", "", "unknown-opcode", 0, false},
    {&rv64, "0f", "", "unknown-opcode", 0, false},
    {&rv64, "12", "", "unknown-opcode", 0, false},
    {&rv64, "ff", "", "unknown-opcode", 0, false},
    {&rv64, "07 00", "", "unknown-identifier", 1, false},
    {&rv64, "07 0b", "", "unknown-identifier", 1, false},
    {&rv64, "08 00 00 00 00 00 00 00 00 40", "", "unknown-size", 9, false},
    {&rv64, "08 00 00 00 00 00 00 00 00 0e", "", "unknown-operation", 9, false},
    {&rv64, "08 00 00 00 00 00 00 00 00 0f", "", "unknown-operation", 9, false},
    {&rv64, "08 00 00 00 00 00 00 00 00 01 00 09 04", "(request store 8 0x0 0x0)", "unknown-size",
     12, false},
    {&rv64, "08 00 00 00 00 00 00 00 00 01 00 09 20", "(request store 8 0x0 0x0)", "unknown-result",
     12, false},
    {&rv64, "07 01 02", "", "unknown-privilege", 2, false},
    {&rv64, "07 01 04", "", "unknown-privilege", 2, false},
    {&rv64, "07 01 07", "", "unknown-privilege", 2, false},
    {&rv64, "07 01 01", "(privilege = 1)", NULL, 0, false},
    /* A response elsewhere has no length. */
    {&rv64, "09 00 00", "", "lone-response", 0, false},
    {&rv64, "08 00 00 00 00 00 00 00 00 01 00 01 09 00", "(request store 8 0x0 0x0)",
     "lone-response", 12, false},
    {&rv64, "08 00 00 00 00 00 00 00 00 01 00 09 00 09 00",
     "(request store 8 0x0 0x0, response 8 success)", "lone-response", 13, false},
    {&rv64, "01 08 00 00 00 00 00 00 00 00 01 00 02 09 00", "[request store 8 0x0 0x0]",
     "lone-response", 13, false},
    {&rv64, "01 08 00 00 00 00 00 00 00 00 01 00 0a 09 00", "", "lone-response", 13, false},
};

/* Groups. */
static const row groups[] = {
    {&rv64, "01 02 01 01 02", "[]<>[]", NULL, 0, false},
    {&rv64, "01 0a 02 01", "[reset]", "cut", 4, false},
    {&rv64, "0a 01 0a", "(reset)", "cut", 3, false},
    {&rv64, "0a 04 03", "(reset)", "cut", 3, false},
    {&rv64, "0a", "(reset)", NULL, 0, false},
    {&rv64, "01 02 02 01 02", "[](end !end-alone@2)[]", NULL, 0, false},
    {&rv64, "02", "(end !end-alone@0)", NULL, 0, false},
    /* An element at most once, also between groups. */
    {&rv64, "01 05 03 10 01 06 03 10 01 02", "[gp += 1, gp |= 0x1 !twice@5]", NULL, 0, false},
    {&rv64, "05 03 10 01 06 03 10 01", "(gp += 1, gp |= 0x1 !twice@4)", NULL, 0, false},
    {&rv64, "05 03 10 01 01 02 06 03 10 01", "(gp += 1)[](gp |= 0x1)", NULL, 0, false},
    {&rv64, "01 05 03 10 01 01 05 03 10 01 02", "<gp += 1>[gp += 1]", NULL, 0, false},
    {&rv64, "01 04 03 10 01 00 00 00 00 00 00 00 05 03 10 01 02", "[gp = 0x1, gp += 1 !twice@12]",
     NULL, 0, false},
    {&rv64, "06 03 00 01 06 01 00 01", "(fcsr |= 0x1, fflags |= 0x1 !twice@4)", NULL, 0, false},
    {&rv64, "06 02 00 01 06 03 00 01", "(frm |= 0x1, fcsr |= 0x1 !twice@4)", NULL, 0, false},
    {&rv64, "06 02 00 01 06 01 00 01", "(frm |= 0x1, fflags |= 0x1)", NULL, 0, false},
    {&rv64, "06 00 03 01 06 00 01 01", "(mstatus |= 0x1, sstatus |= 0x1 !twice@4)", NULL, 0, false},
    {&rv64, "06 04 01 01 06 04 03 01", "(sie |= 0x1, mie |= 0x1 !twice@4)", NULL, 0, false},
    {&rv64, "06 44 03 01 06 44 01 01", "(mip |= 0x1, sip |= 0x1 !twice@4)", NULL, 0, false},
    {&rv64, "07 01 03 07 01 03", "(privilege = 3, privilege = 3 !twice@3)", NULL, 0, false},
    {&rv64, "07 04 03 07 05 03 00", "(store8 = 0x3, store16 = 0x3 !twice@3)", NULL, 0, false},
    {&rv32, "07 02 03 00 00 00 07 03 03 00 00 00 07 09 03 00 00 00",
     "(paddr = 0x3, eaddr = 0x3, pc-paddr = 0x3)", NULL, 0, false},
    /* The pc and the instruction. */
    {&rv32, "01 03 11 13 00 00 00 07 0a 04 00 00 00 02",
     "[increment-pc, insn32 0x00000013, pc = 0x4 !pc-twice@7]", NULL, 0, false},
    {&rv32, "01 03 03 10 01 00 02", "[increment-pc, increment-pc !pc-twice@2, insn16 0x0001]", NULL,
     0, false},
    {&rv32, "01 07 0a 04 00 00 00 07 0a 04 00 00 00 02", "[pc = 0x4, pc = 0x4 !pc-twice@7]", NULL,
     0, false},
    {&rv32, "01 10 01 00 11 13 00 00 00 02",
     "[insn16 0x0001, insn32 0x00000013 !two-instructions@4]", NULL, 0, false},
    {&rv32, "01 03 02", "[increment-pc !increment-alone@1]", NULL, 0, false},
    {&rv32, "03 10 01 00", "(increment-pc !increment-alone@0, insn16 0x0001)", NULL, 0, false},
    {&rv32, "01 10 01 00 03 02", "[insn16 0x0001, increment-pc]", NULL, 0, false},
    {&rv32, "10 03 00 11 01 00 00 00",
     "(insn16 0x0003 !instruction-length@0, "
     "insn32 0x00000001 !two-instructions@3 !instruction-length@3)",
     NULL, 0, false},
    {&rv32, "01 10 01 00 02", "[insn16 0x0001]", NULL, 0, false},
    {&rv32, "01 10 01 00 02 01 10 01 00 03 02 01 10 01 00 07 0a 00 00 00 00 02 01 05 01 10 01 02",
     "[insn16 0x0001 !no-pc@1][insn16 0x0001, increment-pc][insn16 0x0001, pc = 0x0][ra += 1]",
     NULL, 0, true},
    /* x0 is 0. */
    {&rv32, "04 00 10 00 00 00 00", "(zero = 0x0)", NULL, 0, false},
    {&rv32, "04 00 10 00 00 00 01", "(zero = 0x1000000 !x0@0)", NULL, 0, false},
    {&rv32, "05 00 10 ff", "(zero += -1 !x0@0)", NULL, 0, false},
    {&rv32, "06 00 10 80", "(zero |= 0x80 !x0@0)", NULL, 0, false},
    /* State initialization. */
    {&rv32, "01 05 01 10 01 0b 02", "[ra += 1, initialize]", NULL, 0, false},
    {&rv32, "0b", "(initialize !initialization-outside@0)", NULL, 0, false},
    {&rv32, "01 0b 10 01 00 02", "[initialize !initialization-with-execution@1, insn16 0x0001]",
     NULL, 0, false},
    {&rv32, "01 11 13 00 00 00 0b 02",
     "[insn32 0x00000013, initialize !initialization-with-execution@6]", NULL, 0, false},
    {&rv32, "01 0a 0b 02", "[reset, initialize !initialization-with-execution@2]", NULL, 0, false},
    {&rv32, "08 00 00 00 00 01 ff 09 01",
     "(request store 8 0x0 0xff, response 16 success !response-size@7)", NULL, 0, false},
    {&rv32, "08 00 00 00 00 00 09 01 ff ff",
     "(request load 8 0x0, response 16 success 0xffff !response-size@6)", NULL, 0, false},
};

static void check(const row *one) {
    static stream in;
    static outcome out;
    from_hex(&in, one->bytes);
    for (size_t piece = 1; piece <= in.size; piece++) {
        read_stream(&out, one->format, one->complete, &in, piece);
        assert_string_equal(out.text, one->text);
        assert_int_equal(out.result, one->fault == NULL ? 0 : -1);
        assert_string_equal(nt_tandem_fault_name(out.fault.kind),
                            one->fault == NULL ? "none" : one->fault);
        assert_int_equal(out.fault.offset, one->offset);
        if (one->fault == NULL) {
            assert_int_equal(out.again.size, in.size);
        }
        assert_memory_equal(out.again.bytes, in.bytes, out.again.size);
    }
}

static void fields_have_the_lengths_and_limits_of_chapter_2(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(fields); i++) {
        check(&fields[i]);
    }
}

static void groups_are_judged_by_chapter_3(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(groups); i++) {
        check(&groups[i]);
    }
}

static void every_violation_and_fault_has_a_case_a_name_and_a_clause(void **state) {
    (void)state;
    for (unsigned i = 0; i < NT_TANDEM_VIOLATIONS; i++) {
        const nt_tandem_violation_info *info = &nt_tandem_violations[i];
        bool found = false;
        for (size_t j = 0; j < COUNT(groups); j++) {
            found = found || strstr(groups[j].text, info->name) != NULL;
        }
        assert_true(found && info->clause[0] != '\0' && info->text[0] != '\0');
        assert_int_equal(info->warning, i == NT_TANDEM_INSN_LENGTH);
    }
    for (unsigned kind = NT_TANDEM_BAD_OPCODE; kind < NT_TANDEM_CUT; kind++) {
        bool found = false;
        for (size_t j = 0; j < COUNT(fields); j++) {
            found = found || (fields[j].fault != NULL &&
                              strcmp(fields[j].fault, nt_tandem_fault_name(kind)) == 0);
        }
        assert_true(found && nt_tandem_fault_clause(kind)[0] != '\0');
    }
}

/* 1024 fields are taken, the next ends the stream: memory is bounded. */
static void a_group_without_end_is_refused(void **state) {
    static stream in;
    static outcome out;
    (void)state;
    in.size = 0;
    in.bytes[in.size++] = NT_TANDEM_BEGIN;
    for (int i = 0; i < NT_TANDEM_FIELDS; i++) {
        in.bytes[in.size++] = NT_TANDEM_RESET;
    }
    in.bytes[in.size++] = NT_TANDEM_END;
    read_stream(&out, &rv64, false, &in, 100);
    assert_int_equal(out.result, 0);
    in.bytes[in.size - 1] = NT_TANDEM_RESET;
    read_stream(&out, &rv64, false, &in, 100);
    assert_int_equal(out.result, -1);
    assert_int_equal(out.fault.kind, NT_TANDEM_LONG_GROUP);
    assert_int_equal(out.fault.offset, NT_TANDEM_FIELDS + 1);
    assert_int_equal(out.groups, 0);
}

static void only_harts_that_exist_have_a_format(void **state) {
    (void)state;
    unsigned valid = 0;
    for (unsigned xlen = 0; xlen < 256; xlen++) {
        for (unsigned flen = 0; flen < 256; flen++) {
            for (unsigned mlen = 0; mlen < 256; mlen++) {
                nt_tandem_format format = {(uint8_t)xlen, (uint8_t)flen, (uint8_t)mlen, false, 0};
                valid += nt_tandem_format_is_valid(&format);
            }
        }
    }
    assert_int_equal(valid, 9); /* FLEN 0, 32, 64 with 32/32, 32/34, 64/64 */
}

static void what_has_no_encoding_is_refused_by_name(void **state) {
    static const struct {
        nt_tandem_field field;
        nt_tandem_fault_kind kind;
    } refused[] = {
        {{.opcode = 0}, NT_TANDEM_BAD_OPCODE},
        {{.opcode = 12}, NT_TANDEM_BAD_OPCODE},
        {{.opcode = NT_TANDEM_REGISTER, .reg = 0x1040}, NT_TANDEM_BAD_REGISTER},
        {{.opcode = NT_TANDEM_REGISTER, .reg = 0x1020}, NT_TANDEM_NO_FPR},
        {{.opcode = NT_TANDEM_REGISTER, .value = UINT64_C(1) << 32}, NT_TANDEM_TOO_WIDE},
        {{.opcode = NT_TANDEM_REGISTER_ADD, .value = 128}, NT_TANDEM_TOO_WIDE},
        {{.opcode = NT_TANDEM_REGISTER_ADD, .value = 0xff}, NT_TANDEM_TOO_WIDE},
        {{.opcode = NT_TANDEM_REGISTER_OR, .value = 256}, NT_TANDEM_TOO_WIDE},
        {{.opcode = NT_TANDEM_STATE, .id = 11}, NT_TANDEM_BAD_ID},
        {{.opcode = NT_TANDEM_STATE, .id = 1, .value = 2}, NT_TANDEM_BAD_PRIVILEGE},
        {{.opcode = NT_TANDEM_STATE, .id = 1, .value = 259}, NT_TANDEM_BAD_PRIVILEGE},
        {{.opcode = NT_TANDEM_STATE, .id = 2, .value = UINT64_C(1) << 32}, NT_TANDEM_TOO_WIDE},
        {{.opcode = NT_TANDEM_REQUEST, .operation = 14}, NT_TANDEM_BAD_OPERATION},
        {{.opcode = NT_TANDEM_REQUEST, .size = 4}, NT_TANDEM_BAD_SIZE},
        {{.opcode = NT_TANDEM_REQUEST, .value = 1}, NT_TANDEM_TOO_WIDE}, /* a load has no data */
        {{.opcode = NT_TANDEM_RESPONSE}, NT_TANDEM_LONE_RESPONSE},
        {{.opcode = NT_TANDEM_RESET, .value = 1}, NT_TANDEM_TOO_WIDE},
        {{.opcode = NT_TANDEM_INSN16, .value = 0x10000}, NT_TANDEM_TOO_WIDE},
    };
    static const nt_tandem_field request = {.opcode = NT_TANDEM_REQUEST, .operation = 0};
    static const nt_tandem_field failure = {.opcode = NT_TANDEM_RESPONSE, .result = 2};
    uint8_t bytes[NT_TANDEM_FIELD_BYTES];
    nt_tandem_fault fault;
    (void)state;
    for (size_t i = 0; i < COUNT(refused); i++) {
        assert_int_equal(nt_tandem_field_encode(&refused[i].field, &rv32, NULL, bytes, &fault), 0);
        assert_int_equal(fault.kind, refused[i].kind);
    }
    assert_int_equal(nt_tandem_field_encode(&failure, &rv32, &request, bytes, &fault), 0);
    assert_int_equal(fault.kind, NT_TANDEM_BAD_RESULT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_have_the_lengths_and_limits_of_chapter_2),
        cmocka_unit_test(groups_are_judged_by_chapter_3),
        cmocka_unit_test(every_violation_and_fault_has_a_case_a_name_and_a_clause),
        cmocka_unit_test(a_group_without_end_is_refused),
        cmocka_unit_test(only_harts_that_exist_have_a_format),
        cmocka_unit_test(what_has_no_encoding_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
