/* Classes, sizes and targets of instructions, as the ISA manuals encode them. */
#include "sim/recording/insn.h"

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

static void check(const encoding *e, unsigned xlen) {
    uint8_t bytes[24] = {(uint8_t)e->code, (uint8_t)(e->code >> 8), (uint8_t)(e->code >> 16),
                         (uint8_t)(e->code >> 24)};
    uint64_t pc = xlen == 32 ? PC : UINT64_C(0xffffffff00000000) + PC;
    nt_insn insn;
    assert_int_equal(nt_insn_decode(&insn, bytes, sizeof bytes, pc, xlen), 0);
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
    assert_int_equal(nt_insn_decode(&insn, backward, 2, 0, 32), 0);
    assert_true(insn.target == 0xfffffffe);
    assert_int_equal(nt_insn_decode(&insn, backward, 2, 0, 64), 0);
    assert_true(insn.target == UINT64_MAX - 1);
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
            assert_int_equal(nt_insn_decode(&insn, bytes, available, PC, 64), -1);
        }
        assert_int_equal(nt_insn_decode(&insn, bytes, sizes[i], PC, 64), 0);
        assert_int_equal(insn.size, sizes[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_encoding_has_its_class_size_and_target),
        cmocka_unit_test(targets_wrap_at_the_end_of_the_address_space),
        cmocka_unit_test(an_instruction_that_is_cut_off_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
