/* SPDX-License-Identifier: Apache-2.0 */
/* "Control Transfer Type Definitions": each kind of transfer is recorded with its source, target
 * and type. They run in U mode, which alone is enabled: entries to it and the call that ends it are
 * not recorded. */
#include "ctr.h"

/* Instructions before, and the transfer, which goes to 1f. */
#define TRANSFER(name, before, transfer)                                                           \
    CODE(name##_code, before "\n" #name "_from:\n " transfer "\n" #name                            \
                             "_next:\n nop\n nop\n .balign 4\n1:\n" #name "_to:\n")

#define RECORDED(name, clauses, sentence, type, before, transfer)                                  \
    TRANSFER(name, before, transfer);                                                              \
    TEST(name, clauses, sentence) {                                                                \
        run(U, ADDR(name##_code), ON_U);                                                           \
        CHECK(trap.cause == ECALL_U);                                                              \
        CHECK(is_record(0, ADDR(name##_from), ADDR(name##_to), type));                             \
        CHECK(is_empty(1));                                                                        \
        return 0;                                                                                  \
    }

/* The same of 16-bit instructions, of a hart that has them. */
#define RECORDED_C(name, clauses, sentence, type, before, transfer)                                \
    TRANSFER(name, ".option rvc\n" before, transfer);                                              \
    TEST(name, clauses, sentence) {                                                                \
        if ((csr_read(MISA) >> 2 & 1) == 0) {                                                      \
            return SKIP;                                                                           \
        }                                                                                          \
        run(U, ADDR(name##_code), ON_U);                                                           \
        CHECK(trap.cause == ECALL_U);                                                              \
        CHECK(is_record(0, ADDR(name##_from), ADDR(name##_to), type));                             \
        CHECK(is_empty(1));                                                                        \
        return 0;                                                                                  \
    }

#define JUMPS "ctr_various_jump_enc"

RECORDED(jal_x1, "ctr_ttype9 " JUMPS, "JAL x1 is a direct call", DIRECT_CALL, "", "jal x1, 1f")
RECORDED(jal_x5, "ctr_ttype9 " JUMPS, "JAL x5 is a direct call", DIRECT_CALL, "", "jal x5, 1f")
RECORDED(jalr_x1, "ctr_ttype8 " JUMPS, "JALR x1, a1 is an indirect call", INDIRECT_CALL,
         "lla a1, 1f", "jalr x1, 0(a1)")
RECORDED(jalr_x5, "ctr_ttype8 " JUMPS, "JALR x5, a1 is an indirect call", INDIRECT_CALL,
         "lla a1, 1f", "jalr x5, 0(a1)")
RECORDED(jalr_x1_x1, "ctr_ttype8 " JUMPS, "JALR x1, x1 is an indirect call", INDIRECT_CALL,
         "lla x1, 1f", "jalr x1, 0(x1)")
RECORDED(jalr_x5_x5, "ctr_ttype8 " JUMPS, "JALR x5, x5 is an indirect call", INDIRECT_CALL,
         "lla x5, 1f", "jalr x5, 0(x5)")
RECORDED(jalr_x0, "ctr_ttype10 " JUMPS, "JALR x0, a1 is an indirect jump", INDIRECT_JUMP,
         "lla a1, 1f", "jalr x0, 0(a1)")
RECORDED(jalr_x0_offset, "ctrtarget_op", "the target of JALR is with its offset", INDIRECT_JUMP,
         "lla a1, 1f\n addi a1, a1, -12", "jalr x0, 12(a1)")
RECORDED(jal_x0, "ctr_ttype11 " JUMPS, "JAL x0 is a direct jump", DIRECT_JUMP, "", "jal x0, 1f")
RECORDED(jalr_x1_x5, "ctr_ttype12 " JUMPS, "JALR x1, x5 is a co-routine swap", SWAP, "lla x5, 1f",
         "jalr x1, 0(x5)")
RECORDED(jalr_x5_x1, "ctr_ttype12 " JUMPS, "JALR x5, x1 is a co-routine swap", SWAP, "lla x1, 1f",
         "jalr x5, 0(x1)")
RECORDED(return_x1, "ctr_ttype13 " JUMPS, "JALR x0, x1 is a function return", RETURN, "lla x1, 1f",
         "jalr x0, 0(x1)")
RECORDED(return_x5, "ctr_ttype13 " JUMPS, "JALR x0, x5 is a function return", RETURN, "lla x5, 1f",
         "jalr x0, 0(x5)")
RECORDED(return_link_x1, "ctr_ttype13 " JUMPS, "JALR a0, x1 is a function return", RETURN,
         "lla x1, 1f", "jalr a0, 0(x1)")
RECORDED(return_link_x5, "ctr_ttype13 " JUMPS, "JALR a0, x5 is a function return", RETURN,
         "lla x5, 1f", "jalr a0, 0(x5)")
RECORDED(jalr_a0, "ctr_ttype14 " JUMPS, "JALR a0, a1 is another indirect jump", OTHER_INDIRECT,
         "lla a1, 1f", "jalr a0, 0(a1)")
RECORDED(jal_a0, "ctr_ttype15 " JUMPS, "JAL a0 is another direct jump", OTHER_DIRECT, "",
         "jal a0, 1f")

RECORDED_C(c_jalr, "ctr_ttype8 " JUMPS, "C.JALR a1 is an indirect call", INDIRECT_CALL,
           "lla a1, 1f", "c.jalr a1")
RECORDED_C(c_jalr_x5, "ctr_ttype12 " JUMPS, "C.JALR x5 is a co-routine swap", SWAP, "lla x5, 1f",
           "c.jalr x5")
RECORDED_C(c_jr, "ctr_ttype10 " JUMPS, "C.JR a1 is an indirect jump", INDIRECT_JUMP, "lla a1, 1f",
           "c.jr a1")
RECORDED_C(c_jr_x1, "ctr_ttype13 " JUMPS, "C.JR x1 is a function return", RETURN, "lla x1, 1f",
           "c.jr x1")
RECORDED_C(c_jr_x5, "ctr_ttype13 " JUMPS, "C.JR x5 is a function return", RETURN, "lla x5, 1f",
           "c.jr x5")
RECORDED_C(c_j, "ctr_ttype11 " JUMPS, "C.J is a direct jump", DIRECT_JUMP, "", "c.j 1f")
#if __riscv_xlen == 32
RECORDED_C(c_jal, "ctr_ttype9 " JUMPS, "C.JAL is a direct call", DIRECT_CALL, "", "c.jal 1f")
#endif
RECORDED_C(c_beqz, "ctr_ttype5", "C.BEQZ that is taken is a taken branch", TAKEN, "li a0, 0",
           "c.beqz a0, 1f")
RECORDED_C(c_bnez, "ctr_ttype5", "C.BNEZ that is taken is a taken branch", TAKEN, "li a0, 1",
           "c.bnez a0, 1f")

RECORDED(beq_taken, "ctr_ttype5", "BEQ that is taken is a taken branch", TAKEN, "",
         "beq x0, x0, 1f")
RECORDED(bne_taken, "ctr_ttype5", "BNE that is taken is a taken branch", TAKEN, "li a0, 1",
         "bne a0, x0, 1f")
RECORDED(blt_taken, "ctr_ttype5", "BLT that is taken is a taken branch", TAKEN, "li a0, -1",
         "blt a0, x0, 1f")
RECORDED(bge_taken, "ctr_ttype5", "BGE that is taken is a taken branch", TAKEN, "li a0, 1",
         "bge a0, x0, 1f")
RECORDED(bltu_taken, "ctr_ttype5", "BLTU that is taken is a taken branch", TAKEN, "li a0, 1",
         "bltu x0, a0, 1f")
RECORDED(bgeu_taken, "ctr_ttype5", "BGEU that is taken is a taken branch", TAKEN, "li a0, -1",
         "bgeu a0, x0, 1f")

CODE(backward_code,
     "j 2f\n1: nop\nbackward_to: ecall\n2: nop\nbackward_from: beq x0, x0, backward_to");
TEST(backward_branch, "ctr_ttype5 ctrtarget_op",
     "a branch backward has the lower address as its target") {
    run(U, ADDR(backward_code), ON_U);
    CHECK(is_record(0, ADDR(backward_from), ADDR(backward_to), TAKEN));
    CHECK(!is_empty(1) && is_empty(2));
    return 0;
}

CODE(not_taken_code,
     "bne x0, x0, 1f\n blt x0, x0, 1f\n beq x0, sp, 1f\n li a0, 1\n bgeu x0, a0, 1f\n1: nop");
TEST(not_taken_default, "ctr_ttf_default mctrctl_ntbren_op",
     "branches that are not taken are no records by default") {
    run(U, ADDR(not_taken_code), ON_U);
    CHECK(trap.cause == ECALL_U);
    CHECK(is_empty(0));
    return 0;
}

CODE(plain_code, "nop\n lla a0, plain_data\n lw a1, 0(a0)\n fence\n add a1, a1, a0\n j "
                 "plain_end\nplain_data: .word 0\nplain_end: nop");
TEST(no_transfer, "ctr_behavior ctr_ttype0",
     "instructions that are no control transfers are no records") {
    run(U, ADDR(plain_code), ON_U);
    CHECK(trap.cause == ECALL_U);
    CHECK(!is_empty(0) && is_empty(1));
    return 0;
}
