/* SPDX-License-Identifier: Apache-2.0 */
/* Zcmp and Zcmt: what jumps, by opt-in, and where the jump table says. */
#include "libntrace/flow/insn.h"
#include "libntrace/program/image.h"
#include "tests/libntrace/flow/texts.h"

typedef struct encoding {
    const char *text;
    uint16_t code;
    nt_insn_class class_; /* with Zcmp and Zcmt */
    bool zcmp;            /* of that extension, else of Zcmt */
} encoding;

/* Typed from the Zc extensions' encodings. */
static const encoding encodings[] = {
    {"cm.jt 0", 0xa002, NT_INSN_DIRECT_JUMP, false},
    {"cm.jt 31", 0xa07e, NT_INSN_DIRECT_JUMP, false},
    {"cm.jalt 32", 0xa082, NT_INSN_DIRECT_CALL, false},
    {"cm.jalt 255", 0xa3fe, NT_INSN_DIRECT_CALL, false},
    {"cm.push {ra}, -16", 0xb842, NT_INSN_OTHER, true},
    {"cm.pop {ra}, 16", 0xba42, NT_INSN_OTHER, true},
    {"cm.popretz {ra}, 16", 0xbc42, NT_INSN_RETURN, true},
    {"cm.popretz {ra, s0-s11}, 112", 0xbcfe, NT_INSN_RETURN, true},
    {"cm.popret {ra}, 16", 0xbe42, NT_INSN_RETURN, true},
    {"cm.popret {ra, s0-s11}, 112", 0xbefe, NT_INSN_RETURN, true},
    {"cm.popret of a reserved rlist", 0xbe32, NT_INSN_OTHER, true},
    {"cm.popretz of a reserved rlist", 0xbc02, NT_INSN_OTHER, true},
    {"cm.mvsa01 s0, s1", 0xac26, NT_INSN_OTHER, true},
    {"cm.mva01s s0, s1", 0xac66, NT_INSN_OTHER, true},
    {"reserved", 0xa402, NT_INSN_OTHER, true},
    {"reserved", 0xb902, NT_INSN_OTHER, true},
    {"reserved", 0xbd42, NT_INSN_OTHER, true},
    {"reserved", 0xbf42, NT_INSN_OTHER, true},
};

static nt_insn decode(uint16_t code, const nt_isa *isa) {
    const uint8_t bytes[] = {(uint8_t)code, (uint8_t)(code >> 8)};
    nt_insn insn;
    assert_int_equal(nt_insn_decode(&insn, bytes, sizeof bytes, 0x1000, isa), 0);
    assert_int_equal(insn.size, 2);
    assert_int_equal(insn.target, 0);
    return insn;
}

static void jumps_of_zcmp_and_zcmt_are_known_where_the_hart_has_them(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(encodings); i++) {
        for (unsigned has = 0; has < 4; has++) {
            const nt_isa isa = {.xlen = has % 3 == 0 ? 32 : 64, .zcmp = has & 1, .zcmt = has & 2};
            bool known = encodings[i].zcmp ? isa.zcmp : isa.zcmt;
            nt_insn insn = decode(encodings[i].code, &isa);
            if (insn.class_ != (known ? encodings[i].class_ : NT_INSN_OTHER)) {
                fail_msg("%s, extensions %u: class %u", encodings[i].text, has, insn.class_);
            }
        }
    }
}

static void the_table_entry_is_found_by_index_and_xlen(void **state) {
    (void)state;
    static const struct {
        uint8_t xlen;
        uint64_t jvt;
        uint16_t code;
        uint64_t entry;
    } entries[] = {
        {32, 0x2000, 0xa002, 0x2000},
        {32, 0x2000, 0xa07e, 0x2000 + 31 * 4},
        {64, 0x2000, 0xa082, 0x2000 + 32 * 8},
        {64, UINT64_C(0xffffffff80002000), 0xa3fe, UINT64_C(0xffffffff80002000) + 255 * 8},
        {64, 0x203f, 0xa006, 0x2008},    /* the mode is no part of the address */
        {32, 0xffffffc0, 0xa3fe, 0x3bc}, /* wraps */
    };
    for (size_t i = 0; i < COUNT(entries); i++) {
        const nt_isa isa = {.xlen = entries[i].xlen, .zcmt = true, .jvt = entries[i].jvt};
        const uint8_t bytes[] = {(uint8_t)entries[i].code, (uint8_t)(entries[i].code >> 8)};
        uint64_t address;
        assert_true(nt_insn_table_entry(bytes, 2, &isa, &address));
        assert_int_equal(address, entries[i].entry);
    }
}

static void put16(nt_image *image, uint64_t pc, uint16_t code) {
    const uint8_t bytes[] = {(uint8_t)code, (uint8_t)(code >> 8)};
    assert_int_equal(nt_image_write(image, pc, bytes, sizeof bytes), 0);
}

static void put_entry(nt_image *image, uint64_t entry, unsigned size, uint64_t target) {
    uint8_t bytes[8];
    for (unsigned i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(target >> 8 * i);
    }
    assert_int_equal(nt_image_write(image, entry, bytes, size), 0);
}

static nt_image *table_code(unsigned xlen) {
    const nt_isa isa = {.xlen = (uint8_t)xlen, .zcmp = true, .zcmt = true, .jvt = 0x2000};
    nt_image *image = nt_image_new(xlen);
    nt_image_set_isa(image, &isa);
    put16(image, 0x100, 0xa006); /* cm.jt 1: to 0x200 */
    put16(image, 0x200, 0xa082); /* cm.jalt 32: to 0x300 */
    put16(image, 0x202, 0x0001);
    put16(image, 0x204, 0xa00a); /* cm.jt 2: the table does not go so far */
    put16(image, 0x300, 0xb842); /* cm.push */
    put16(image, 0x302, 0xbe42); /* cm.popret */
    put_entry(image, 0x2000 + xlen / 8, xlen / 8, 0x201); /* bit 0 does not count */
    put_entry(image, 0x2000 + 32 * xlen / 8, xlen / 8, 0x300);
    return image;
}

static nt_image *table_code_32(void) {
    return table_code(32);
}

static nt_image *table_code_64(void) {
    return table_code(64);
}

static void table_jumps_are_followed_calls_pushed_and_popret_returns(void **state) {
    (void)state;
    static const text_example examples[] = {
        {"through the table and back",
         "sync5@0x100 <0x100..0x101> <0x200..0x201> <0x300..0x303> <0x202..0x203> stop4 ",
         START("0x80") STOP("5")},
        {"an entry that is not known",
         "sync5@0x202 <0x202..0x203> FAULT the entry of the jump table is not known. ",
         START("0x101") STOP("2")},
    };
    const nt_flow_options returns = {.implicit_returns = true};
    decode_texts(table_code_32, returns, examples, COUNT(examples));
    decode_texts(table_code_64, returns, examples, COUNT(examples));
    static const text_example explicit_return = {
        "a return that is told",
        "sync5@0x100 <0x100..0x101> <0x200..0x201> <0x300..0x303> <0x202..0x203> stop4 ",
        START("0x80") "4 B-TYPE=0 I-CNT=4 U-ADDR=0x181; " STOP("1")};
    decode_texts(table_code_64, (nt_flow_options){0}, &explicit_return, 1);
}

static void without_the_extensions_they_are_stores_of_doubles(void **state) {
    (void)state;
    nt_image *image = table_code(64);
    const nt_isa none = {.xlen = 64};
    assert_int_equal(nt_image_at(image, 0x302).class_, NT_INSN_RETURN);
    nt_image_set_isa(image, &none);
    assert_int_equal(nt_image_at(image, 0x302).class_, NT_INSN_OTHER);
    assert_int_equal(nt_image_at(image, 0x100).class_, NT_INSN_OTHER);
    nt_image_free(image);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_of_zcmp_and_zcmt_are_known_where_the_hart_has_them),
        cmocka_unit_test(the_table_entry_is_found_by_index_and_xlen),
        cmocka_unit_test(table_jumps_are_followed_calls_pushed_and_popret_returns),
        cmocka_unit_test(without_the_extensions_they_are_stores_of_doubles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
