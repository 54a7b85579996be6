/* SPDX-License-Identifier: Apache-2.0 */
/* Classes, sizes and targets of instructions, as the ISA manuals encode them. */
#include "libntrace/flow/insn.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { PC = 0x80001000 };

typedef struct encoding {
    const char *text;
    uint32_t code;
    unsigned xlen; /* 0: both alike */
    uint8_t size;
    uint8_t class_;
    int32_t offset; /* of the target, where the class has one */
} encoding;

static const encoding encodings[] = {
    /* Unprivileged ISA, "Control Transfer Instructions" */
    {"beq x0,x0,+16", 0x00000863, 0, 4, NT_INSN_BRANCH, 16},
    {"bne x10,x11,-4", 0xfeb51ee3, 0, 4, NT_INSN_BRANCH, -4},
    {"blt x10,x11,+4094", 0x7eb54fe3, 0, 4, NT_INSN_BRANCH, 4094},
    {"bge x10,x11,-4096", 0x80b55063, 0, 4, NT_INSN_BRANCH, -4096},
    {"bltu x10,x11,+2048", 0x00b560e3, 0, 4, NT_INSN_BRANCH, 2048},
    {"bgeu x10,x11,+2", 0x00b57163, 0, 4, NT_INSN_BRANCH, 2},
    {"reserved, BRANCH funct3=2", 0x00b52163, 0, 4, NT_INSN_OTHER, 0},
    {"reserved, BRANCH funct3=3", 0x00b53163, 0, 4, NT_INSN_OTHER, 0},
    {"jal x0,+8", 0x0080006f, 0, 4, NT_INSN_DIRECT_JUMP, 8},
    {"jal x1,-2", 0xfffff0ef, 0, 4, NT_INSN_DIRECT_CALL, -2},
    {"jal x5,+2048", 0x001002ef, 0, 4, NT_INSN_DIRECT_CALL, 2048},
    {"jal x6,+4096", 0x0000136f, 0, 4, NT_INSN_DIRECT_JUMP_LINK, 4096},
    {"jal x0,-1048576", 0x8000006f, 0, 4, NT_INSN_DIRECT_JUMP, -1048576},
    {"jal x0,+1048574", 0x7ffff06f, 0, 4, NT_INSN_DIRECT_JUMP, 1048574},
    {"jalr x0,0(x10)", 0x00050067, 0, 4, NT_INSN_INDIRECT_JUMP, 0},
    {"jalr x0,0(x1)", 0x00008067, 0, 4, NT_INSN_RETURN, 0},
    {"jalr x0,-1(x5)", 0xfff28067, 0, 4, NT_INSN_RETURN, 0},
    {"jalr x6,0(x5)", 0x00028367, 0, 4, NT_INSN_RETURN, 0},
    {"jalr x1,0(x10)", 0x000500e7, 0, 4, NT_INSN_INDIRECT_CALL, 0},
    {"jalr x5,0(x10)", 0x000502e7, 0, 4, NT_INSN_INDIRECT_CALL, 0},
    {"jalr x1,0(x1)", 0x000080e7, 0, 4, NT_INSN_INDIRECT_CALL, 0},
    {"jalr x5,0(x5)", 0x000282e7, 0, 4, NT_INSN_INDIRECT_CALL, 0},
    {"jalr x1,0(x5)", 0x000280e7, 0, 4, NT_INSN_COROUTINE_SWAP, 0},
    {"jalr x5,0(x1)", 0x000082e7, 0, 4, NT_INSN_COROUTINE_SWAP, 0},
    {"jalr x6,0(x10)", 0x00050367, 0, 4, NT_INSN_INDIRECT_JUMP_LINK, 0},
    {"reserved, JALR funct3=1", 0x00051067, 0, 4, NT_INSN_OTHER, 0},
    {"add x10,x10,x11", 0x00b50533, 0, 4, NT_INSN_OTHER, 0},
    /* Unprivileged and privileged ISA, SYSTEM */
    {"ecall", 0x00000073, 0, 4, NT_INSN_OTHER, 0},
    {"ebreak", 0x00100073, 0, 4, NT_INSN_OTHER, 0},
    {"sret", 0x10200073, 0, 4, NT_INSN_TRAP_RETURN, 0},
    {"mret", 0x30200073, 0, 4, NT_INSN_TRAP_RETURN, 0},
    {"mnret", 0x70200073, 0, 4, NT_INSN_TRAP_RETURN, 0},
    {"dret", 0x7b200073, 0, 4, NT_INSN_TRAP_RETURN, 0},
    {"wfi", 0x10500073, 0, 4, NT_INSN_OTHER, 0},
    {"csrrw x0,mepc,x10", 0x34151073, 0, 4, NT_INSN_OTHER, 0},
    /* C extension */
    {"illegal, all zeros", 0x0000, 0, 2, NT_INSN_OTHER, 0},
    {"c.nop", 0x0001, 0, 2, NT_INSN_OTHER, 0},
    {"c.j +2", 0xa009, 0, 2, NT_INSN_DIRECT_JUMP, 2},
    {"c.j -2", 0xbffd, 0, 2, NT_INSN_DIRECT_JUMP, -2},
    {"c.j +2046", 0xaffd, 0, 2, NT_INSN_DIRECT_JUMP, 2046},
    {"c.j -2048", 0xb001, 0, 2, NT_INSN_DIRECT_JUMP, -2048},
    {"c.jal +64", 0x2081, 32, 2, NT_INSN_DIRECT_CALL, 64},
    {"c.addiw x1,0 in RV64", 0x2081, 64, 2, NT_INSN_OTHER, 0},
    {"c.beqz x8,+8", 0xc401, 0, 2, NT_INSN_BRANCH, 8},
    {"c.bnez x15,-256", 0xf381, 0, 2, NT_INSN_BRANCH, -256},
    {"c.bnez x8,+254", 0xec7d, 0, 2, NT_INSN_BRANCH, 254},
    {"c.jr x1", 0x8082, 0, 2, NT_INSN_RETURN, 0},
    {"c.jr x5", 0x8282, 0, 2, NT_INSN_RETURN, 0},
    {"c.jr x10", 0x8502, 0, 2, NT_INSN_INDIRECT_JUMP, 0},
    {"reserved, c.jr x0", 0x8002, 0, 2, NT_INSN_OTHER, 0},
    {"c.jalr x10", 0x9502, 0, 2, NT_INSN_INDIRECT_CALL, 0},
    {"c.jalr x1", 0x9082, 0, 2, NT_INSN_INDIRECT_CALL, 0},
    {"c.jalr x5", 0x9282, 0, 2, NT_INSN_COROUTINE_SWAP, 0},
    {"c.ebreak", 0x9002, 0, 2, NT_INSN_OTHER, 0},
    {"c.mv x10,x11", 0x852e, 0, 2, NT_INSN_OTHER, 0},
    {"c.add x10,x11", 0x952e, 0, 2, NT_INSN_OTHER, 0},
    {"c.fsdsp, which is cm.popret without D", 0xbe42, 0, 2, NT_INSN_OTHER, 0},
    /* "Base Instruction-Length Encoding" */
    {"48 bits", 0x0000001f, 0, 6, NT_INSN_OTHER, 0},
    {"64 bits", 0x0000003f, 0, 8, NT_INSN_OTHER, 0},
    {"80 bits", 0x0000007f, 0, 10, NT_INSN_OTHER, 0},
    {"176 bits", 0x0000607f, 0, 22, NT_INSN_OTHER, 0},
    {"reserved for 192 bits and more", 0x0000707f, 0, 24, NT_INSN_OTHER, 0},
};

static const nt_isa rv32 = {.xlen = 32};
static const nt_isa rv64 = {.xlen = 64};

static void check(const encoding *e, unsigned xlen) {
    uint8_t bytes[24] = {(uint8_t)e->code, (uint8_t)(e->code >> 8), (uint8_t)(e->code >> 16),
                         (uint8_t)(e->code >> 24)};
    uint64_t pc = xlen == 32 ? PC : UINT64_C(0xffffffff00000000) + PC;
    nt_insn insn;
    assert_int_equal(
        nt_insn_decode(&insn, bytes, sizeof bytes, pc, &(nt_isa){.xlen = (uint8_t)xlen}), 0);
    uint64_t target = nt_insn_is_direct(e->class_) ? pc + (uint64_t)(int64_t)e->offset : 0;
    if (insn.size != e->size || insn.class_ != e->class_ || insn.target != target) {
        fail_msg("%s, RV%u: expected size %u, class %u, target 0x%" PRIx64
                 "; got %u, %u, 0x%" PRIx64,
                 e->text, xlen, e->size, e->class_, target, insn.size, insn.class_, insn.target);
    }
}

static void every_encoding_has_its_class_size_and_target(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof encodings / sizeof encodings[0]; i++) {
        if (encodings[i].xlen != 64) {
            check(&encodings[i], 32);
        }
        if (encodings[i].xlen != 32) {
            check(&encodings[i], 64);
        }
    }
}

static void targets_wrap_at_the_end_of_the_address_space(void **state) {
    (void)state;
    const uint8_t backward[] = {0xfd, 0xbf}; /* c.j -2 */
    nt_insn insn;
    assert_int_equal(nt_insn_decode(&insn, backward, 2, 0, &rv32), 0);
    assert_true(insn.target == 0xfffffffe);
    assert_int_equal(nt_insn_decode(&insn, backward, 2, 0, &rv64), 0);
    assert_true(insn.target == UINT64_MAX - 1);
}

typedef struct constant_load {
    const char *text;
    uint32_t code;
    uint8_t reg;    /* 0: no such load */
    uint64_t value; /* with RV64, at PC */
} constant_load;

static const constant_load loads[] = {
    {"lui x7,0x12345", 0x123453b7, 7, 0x12345000},
    {"lui x1,0x80000", 0x800000b7, 1, 0xffffffff80000000},
    {"lui x0,1", 0x00001037, 0, 0},
    {"auipc x31,1", 0x00001f97, 31, 0x80002000},
    {"auipc x5,0xfffff", 0xfffff297, 5, 0x80000000},
    {"c.lui x7,31", 0x63fd, 7, 0x1f000},
    {"c.lui x7,-32", 0x7381, 7, 0xfffffffffffe0000},
    {"reserved, c.lui x7,0", 0x6381, 0, 0},
    {"c.addi16sp 32", 0x6105, 0, 0},
    {"c.li x7,1", 0x4385, 0, 0},
    {"addi x7,x0,1", 0x00100393, 0, 0},
};

static void put_code(uint8_t bytes[4], uint32_t code) {
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(code >> (8 * i));
    }
}

static void loads_of_constants_tell_register_and_value(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
        uint8_t bytes[4];
        put_code(bytes, loads[i].code);
        for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
            nt_insn_constant got = {0};
            bool is = nt_insn_loads_constant(&got, bytes, 4, PC, xlen);
            uint64_t value = xlen == 32 ? loads[i].value & UINT32_MAX : loads[i].value;
            if (is != (loads[i].reg != 0) ||
                (is && (got.reg != loads[i].reg || got.value != value))) {
                fail_msg("%s, RV%u: got %d, x%u, 0x%" PRIx64, loads[i].text, xlen, is, got.reg,
                         got.value);
            }
        }
        nt_insn_constant none;
        assert_false(nt_insn_loads_constant(&none, bytes, 1, PC, 64));
    }
}

static void jumps_by_the_loaded_register_have_a_known_target(void **state) {
    (void)state;
    static const struct {
        uint32_t code;
        bool by_x7;
        uint64_t target;
    } jumps[] = {
        {0x00038067, true, 0x5000}, /* jalr x0,0(x7) */
        {0x7ff380e7, true, 0x57fe}, /* jalr x1,2047(x7): bit 0 is cleared */
        {0x80038367, true, 0x4800}, /* jalr x6,-2048(x7) */
        {0x8382, true, 0x5000},     /* c.jr x7 */
        {0x9382, true, 0x5000},     /* c.jalr x7 */
        {0x00030067, false, 0},     /* jalr x0,0(x6) */
        {0x00039067, false, 0},     /* reserved, JALR funct3=1 */
        {0x8502, false, 0},         /* c.jr x10 */
        {0x839e, false, 0},         /* c.mv x7,x7 */
        {0x0080006f, false, 0},     /* jal x0,+8 */
    };
    const nt_insn_constant x7 = {7, 0x5000};
    for (size_t i = 0; i < sizeof jumps / sizeof jumps[0]; i++) {
        uint8_t bytes[4];
        uint64_t target = 0;
        put_code(bytes, jumps[i].code);
        assert_int_equal(nt_insn_jumps_by(&x7, bytes, 4, 64, &target), jumps[i].by_x7);
        if (jumps[i].by_x7) {
            assert_int_equal(target, jumps[i].target);
        }
        assert_false(nt_insn_jumps_by(&x7, bytes, 1, 64, &target));
    }
}

static void only_the_four_custom_opcodes_are_custom(void **state) {
    (void)state;
    for (uint32_t opcode = 0; opcode < 128; opcode++) {
        uint8_t bytes[4];
        put_code(bytes, opcode);
        bool custom = opcode == 0x0b || opcode == 0x2b || opcode == 0x5b || opcode == 0x7b;
        assert_int_equal(nt_insn_is_custom(bytes, 4), custom);
        assert_false(nt_insn_is_custom(bytes, 3) && custom);
    }
}

static void an_instruction_that_is_cut_off_is_an_error(void **state) {
    (void)state;
    static const uint8_t firsts[][2] = {{0x01, 0}, {0x13, 0}, {0x1f, 0}, {0x3f, 0}, {0x7f, 0x70}};
    static const uint8_t sizes[] = {2, 4, 6, 8, 24};
    uint8_t bytes[24] = {0};
    nt_insn insn;
    for (size_t i = 0; i < sizeof sizes; i++) {
        memcpy(bytes, firsts[i], 2);
        for (size_t available = 0; available < sizes[i]; available++) {
            assert_int_equal(nt_insn_decode(&insn, bytes, available, PC, &rv64), -1);
        }
        assert_int_equal(nt_insn_decode(&insn, bytes, sizes[i], PC, &rv64), 0);
        assert_int_equal(insn.size, sizes[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_encoding_has_its_class_size_and_target),
        cmocka_unit_test(targets_wrap_at_the_end_of_the_address_space),
        cmocka_unit_test(loads_of_constants_tell_register_and_value),
        cmocka_unit_test(jumps_by_the_loaded_register_have_a_known_target),
        cmocka_unit_test(only_the_four_custom_opcodes_are_custom),
        cmocka_unit_test(an_instruction_that_is_cut_off_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
