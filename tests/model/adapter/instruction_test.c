/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of instructions of the adapters, against libntrace's decoder: every encoding of 16
   bits, and of 32 bits every one of the opcodes that jump, branch, load a constant or return, with
   registers and functions. */
#include "model/adapter/instruction.h"

#include "libntrace/flow/insn.h"
#include "sim/stimulus/itype.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void expect_same(uint32_t code, unsigned xlen) {
    const uint8_t bytes[4] = {(uint8_t)code, (uint8_t)(code >> 8), (uint8_t)(code >> 16),
                              (uint8_t)(code >> 24)};
    const nt_isa isa = {.xlen = (uint8_t)xlen};
    nt_insn insn;
    if (nt_insn_decode(&insn, bytes, sizeof bytes, 0, &isa) != 0) {
        return; /* longer ones are not for adapters */
    }
    nt_instruction is = nt_instruction_of(code, xlen);
    nt_insn_constant constant;
    if (is.bytes != insn.size ||
        is.itype != nt_itype_of((nt_insn_class)insn.class_, NT_ITYPES_WIDE, false)) {
        fail_msg("0x%08x: %u bytes, itype %u", (unsigned)code, is.bytes, is.itype);
    }
    /* x0 has nothing, and c.lui of 0 is reserved */
    bool loads = nt_insn_loads_constant(&constant, bytes, insn.size, 0, xlen);
    if (loads) {
        assert_true(is.loads);
        assert_int_equal(is.rd, constant.reg);
    } else if (is.loads && is.rd != 0) {
        assert_int_equal(code & 0xf07f, 0x6001);
    }
}

static void each_encoding_of_16_bits_is_what_the_decoder_says(void **state) {
    (void)state;
    for (uint32_t code = 0; code < 0x10000; code++) {
        if ((code & 3) != 3) {
            expect_same(code, 32);
            expect_same(code, 64);
        }
    }
}

static void each_opcode_of_32_bits_with_each_register_is_what_the_decoder_says(void **state) {
    (void)state;
    for (uint32_t opcode = 3; opcode < 128; opcode += 4) {
        /* rd, funct3 and rs1 in all values */
        for (uint32_t middle = 0; middle < 1 << 13; middle++) {
            expect_same(opcode | middle << 7, 64);
            expect_same(opcode | middle << 7 | 0x30200000, 32);
        }
    }
}

static void each_funct12_of_system_is_what_the_decoder_says(void **state) {
    (void)state;
    for (uint32_t funct12 = 0; funct12 < 1 << 12; funct12++) {
        expect_same(funct12 << 20 | 0x73, 64);
        nt_instruction is = nt_instruction_of(funct12 << 20 | 0x73, 64);
        assert_int_equal(is.trap_call, funct12 < 2);
    }
    assert_true(nt_instruction_of(0x9002, 64).trap_call);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_encoding_of_16_bits_is_what_the_decoder_says),
        cmocka_unit_test(each_opcode_of_32_bits_with_each_register_is_what_the_decoder_says),
        cmocka_unit_test(each_funct12_of_system_is_what_the_decoder_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
