/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes of the groups of an instruction (appendix D), worked out again by hand from chapter 2: the
   printed table counts an instruction as 9 bytes, where it has 5. */
#include "tests/libntrace/tandem/streams.h"

static const nt_tandem_format rv32 = {32, 64, 32, false, 0};
static const nt_tandem_format rv32_sv32 = {32, 64, 34, false, 0};

typedef struct category {
    const char *name;
    const char *fields; /* N: "increment-pc" and the instruction; J: pc and the instruction */
    size_t rv64, rv64_16;
    size_t rv32, rv32_sv32;
} category;

/* 0: does not occur. Store data has 64 bits on RV64 and 32 on RV32, where that of FPRs has 64. */
static const category categories[] = {
    {"integer computation", "N;a0 = 1", 19, 17, 15, 15},
    {"csr read only", "N;a0 = 1", 19, 17, 15, 15},
    {"floating point move", "N;a0 = 1", 19, 17, 15, 15},
    {"nop", "N", 8, 6, 8, 8},
    {"branch, jump", "J", 17, 15, 13, 13},
    {"branch and link, jump and link", "J;ra = 1", 28, 26, 20, 20},
    {"load", "N;a0 = 1;paddr = 8", 29, 27, 21, 22},
    {"load (virtual address)", "N;a0 = 1;paddr = 8;eaddr = 8", 39, 37, 27, 29},
    {"store", "N;paddr = 8;S = 1", 28, 26, 20, 21},
    {"store (virtual address)", "N;paddr = 8;eaddr = 8;S = 1", 38, 36, 26, 28},
    {"sc, amo", "N;a0 = 1;paddr = 8;eaddr = 8;S = 1", 49, 0, 33, 35},
    {"csr read-write", "N;a0 = 1;mie = 1", 30, 0, 22, 22},
    {"csr write only", "N;mie = 1", 19, 0, 15, 15},
    {"floating point computation", "N;fa0 = 1;fcsr |= 1", 23, 0, 23, 23},
    {"floating point conversion", "N;a0 = 1;fcsr |= 1", 23, 0, 19, 19},
    {"floating point load", "N;fa0 = 1;paddr = 8;eaddr = 8", 39, 37, 31, 33},
    {"floating point store", "N;paddr = 8;eaddr = 8;store64 = 1", 38, 36, 30, 32},
    {"interrupt", "pc = 4;mepc = 1;mcause = 1;mstatus = 1;mtval = 1;privilege = 3", 59, 0, 39, 39},
    {"exception", "J;mepc = 1;mcause = 1;mstatus = 1;mtval = 1;privilege = 3", 64, 62, 44, 44},
};

static void expand(char *out, const char *fields, unsigned xlen, const char *insn) {
    char *at = out + sprintf(out, "begin;");
    for (; *fields != '\0'; fields++) {
        if (*fields == 'N' || *fields == 'J') {
            at += sprintf(at, "%s;%s", *fields == 'N' ? "increment-pc" : "pc = 4", insn);
        } else if (*fields == 'S') {
            at += sprintf(at, "store%u", xlen);
        } else {
            *at++ = *fields;
        }
    }
    (void)sprintf(at, ";end");
}

static void has_size(const category *one, const nt_tandem_format *format, const char *insn,
                     size_t size) {
    static stream in;
    static outcome out;
    char text[256];
    if (size == 0) {
        return;
    }
    expand(text, one->fields, format->xlen, insn);
    assemble_text(&in, format, text);
    if (in.size != size) {
        fail_msg("%s: %zu bytes, expected %zu", one->name, in.size, size);
    }
    read_stream(&out, format, true, &in, 5);
    assert_int_equal(out.result, 0);
    assert_int_equal(out.groups, 1);
    assert_int_equal(out.violations, 0);
    assert_memory_equal(out.again.bytes, in.bytes, in.size);
}

static void categories_have_the_sizes_that_chapter_2_gives(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(categories); i++) {
        const category *one = &categories[i];
        has_size(one, &rv64, "insn32 0x13", one->rv64);
        has_size(one, &rv64, "insn16 1", one->rv64_16);
        has_size(one, &rv32, "insn32 0x13", one->rv32);
        has_size(one, &rv32_sv32, "insn32 0x13", one->rv32_sv32);
    }
}

/* What depends on FLEN alone. */
static void floating_point_registers_have_flen_bits(void **state) {
    static const struct {
        nt_tandem_format format;
        size_t size;
    } rows[] = {{{64, 32, 64, false, 0}, 19},
                {{32, 32, 32, false, 0}, 19},
                {{32, 64, 34, false, 0}, 23},
                {{64, 64, 64, false, 0}, 23}};
    static const category fp = {.name = "fp", .fields = "N;fa0 = 1;fcsr |= 1"};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        has_size(&fp, &rows[i].format, "insn32 0x53", rows[i].size);
    }
}

static void an_implied_end_saves_a_byte(void **state) {
    static stream in;
    static outcome out;
    (void)state;
    assemble_text(&in, &rv64, "begin;increment-pc;insn32 0x13;a0 = 1;begin;reset;end");
    assert_int_equal(in.size, 18 + 3);
    read_stream(&out, &rv64, true, &in, 4);
    assert_string_equal(out.text, "<increment-pc, insn32 0x00000013, a0 = 0x1>[reset]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(categories_have_the_sizes_that_chapter_2_gives),
        cmocka_unit_test(floating_point_registers_have_flen_bits),
        cmocka_unit_test(an_implied_end_saves_a_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
