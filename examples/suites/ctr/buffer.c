/* SPDX-License-Identifier: Apache-2.0 */
/* "Behavior": the buffer, WRPTR, and the depth. */
#include "ctr.h"

/* 460 jumps, of 8 bytes each */
CODE(many_code, ".rept 460\n j .+8\n nop\n .endr");
enum { MANY = 460 };

static bool is_many(word entry) {
    word from = ADDR(many_code) + 8 * (MANY - 1 - entry);
    return is_record(entry, from, from + 8, DIRECT_JUMP);
}

#define DEPTH(name, code, entries)                                                                 \
    TEST(name, "ctr_depth sctrdepth_depth_op0 sctrdepth_depth_op1 Smctr_transfer_steps",           \
         "with the depth of " #entries " the last " #entries                                       \
         " of 460 jumps are there, in their order") {                                              \
        if (!set_depth(code)) {                                                                    \
            return SKIP;                                                                           \
        }                                                                                          \
        sctrclr();                                                                                 \
        run(U, ADDR(many_code), ON_U);                                                             \
        CHECK(depth == (entries) && (trap.status & 0xff) == MANY % (entries));                     \
        for (word i = 0; i < (entries); i++) {                                                     \
            CHECK(is_many(i));                                                                     \
        }                                                                                          \
        for (word i = (entries); i < 256; i++) {                                                   \
            CHECK(source_of(i) == 0 && target_of(i) == 0 && data_of(i) == 0);                      \
        }                                                                                          \
        return 0;                                                                                  \
    }

DEPTH(depth_16, 0, 16)
DEPTH(depth_32, 1, 32)
DEPTH(depth_64, 2, 64)
DEPTH(depth_128, 3, 128)
DEPTH(depth_256, 4, 256)

CODE(three_code, "three_a: j 1f\n nop\n1:\nthree_b: jal x1, 2f\n nop\n2:\nthree_c: beq x0, x0, "
                 "3f\n nop\n3: nop");

TEST(pushed_down, "ctr_stack Smctr_transfer_steps",
     "the youngest record is entry 0, older ones follow") {
    run(U, ADDR(three_code), ON_U);
    CHECK(is_record(0, ADDR(three_c), ADDR(three_c) + 8, TAKEN));
    CHECK(is_record(1, ADDR(three_b), ADDR(three_b) + 8, DIRECT_CALL));
    CHECK(is_record(2, ADDR(three_a), ADDR(three_a) + 8, DIRECT_JUMP));
    CHECK(is_empty(3));
    return 0;
}

TEST(wrptr_counts, "sctrstatus_wrptr", "each record increments WRPTR") {
    run(U, ADDR(three_code), ON_U);
    CHECK(trap.status == 3);
    run(U, ADDR(three_code), ON_U);
    CHECK(trap.status == 6);
    return 0;
}

TEST(wrptr_wraps, "sctrstatus_wrptr", "WRPTR wraps from depth - 1 to 0") {
    csr_write(SCTRSTATUS, depth - 1);
    run(U, ADDR(three_code), ON_U);
    CHECK(trap.status == 2);
    CHECK(is_record(2, ADDR(three_a), ADDR(three_a) + 8, DIRECT_JUMP));
    return 0;
}

TEST(wrptr_written, "sctrstatus_wrptr", "records go on where WRPTR was written to") {
    csr_write(SCTRSTATUS, 5);
    run(U, ADDR(three_code), ON_U);
    CHECK(trap.status == 8);
    csr_write(SCTRSTATUS, 6);
    CHECK(is_record(0, ADDR(three_a), ADDR(three_a) + 8, DIRECT_JUMP) && is_empty(1));
    return 0;
}

TEST(overwritten, "Smctr_transfer_steps ctr_stack", "a full buffer loses its oldest record") {
    for (word i = 0; i < depth; i++) {
        put_entry(i, 0x80000001 + 16 * i, 0x80000008, 0);
    }
    run(U, ADDR(three_code), ON_U);
    CHECK(is_record(2, ADDR(three_a), ADDR(three_a) + 8, DIRECT_JUMP));
    for (word i = 3; i < depth; i++) {
        CHECK(source_of(i) == 0x80000001 + 16 * (i - 3));
    }
    return 0;
}

TEST(valid_bit, "ctr_validbit ctrsource_ctrtarget_ctrdata_Vbit",
     "a record sets V and all fields of an entry that held others") {
    csr_write(SCTRSTATUS, 1);
    put_entry(0, 0, -1, -1);
    csr_write(SCTRSTATUS, 0);
    run(U, ADDR(three_code), ON_U);
    CHECK(is_record(2, ADDR(three_a), ADDR(three_a) + 8, DIRECT_JUMP));
    return 0;
}

TEST(synthesized, "sctrstatus_wrptr siselect_acc_op",
     "software adds a record: WRPTR + 1, then entry 0") {
    run(U, ADDR(three_code), ON_U);
    csr_write(SCTRSTATUS, 4);
    put_entry(0, 0x80000041, 0x80000050, has_types ? INDIRECT_CALL : 0);
    CHECK(is_record(0, 0x80000040, 0x80000050, INDIRECT_CALL));
    CHECK(is_record(1, ADDR(three_c), ADDR(three_c) + 8, TAKEN));
    run(U, ADDR(three_code), ON_U);
    CHECK(is_record(3, 0x80000040, 0x80000050, INDIRECT_CALL));
    return 0;
}

CODE(frozen_s_code, "frozen_s_a: j 1f\n nop\n1: lui t0, 0x80000\n csrs 0x14f, t0\n j 2f\n nop\n2: "
                    "csrr a0, 0x14f\n csrc 0x14f, t0\nfrozen_s_b: j 3f\n nop\n3: nop");
TEST(frozen, "sctrstatus_frozen_op ctr_behavior_criteria2",
     "while FROZEN is 1 nothing is recorded, and WRPTR stays") {
    csr_write(SCTRSTATUS, FROZEN | 2);
    run(U, ADDR(three_code), ON_U);
    CHECK(trap.status == (FROZEN | 2) && is_empty(0) && is_empty(depth - 2));
    return 0;
}

TEST(frozen_by_s, "sctrstatus_frozen_op", "S mode freezes by sctrstatus, and goes on") {
    run(S, ADDR(frozen_s_code), ON_S);
    CHECK(trap.cause == ECALL_S && trap.a[0] == (FROZEN | 1) && trap.status == 2);
    CHECK(is_record(0, ADDR(frozen_s_b), ADDR(frozen_s_b) + 8, DIRECT_JUMP));
    CHECK(is_record(1, ADDR(frozen_s_a), ADDR(frozen_s_a) + 8, DIRECT_JUMP));
    return 0;
}

CODE(enable_s_code,
     "j 1f\n1: csrwi 0x14e, 2\nenable_s_from: j 2f\n nop\n2: csrwi 0x14e, 0\n j 3f\n3: nop");
TEST(enabled_between, "ctr_behavior_criteria0 Ssctr_sctrctl_op",
     "the transfers between the writes that enable and disable are recorded, no other") {
    run(S, ADDR(enable_s_code), 0);
    CHECK(is_record(0, ADDR(enable_s_from), ADDR(enable_s_from) + 8, DIRECT_JUMP) && is_empty(1));
    return 0;
}

CODE(trapping_code, "li t0, 0\n trapping_at: lw a0, 1(t0)\n j .");
TEST(not_retired, "ctr_behavior_criteria3",
     "an instruction that traps is no transfer of its own: the exception alone is recorded") {
    extern const char suite_m_entry[];
    run(U, ADDR(trapping_code), ON_U | ON_M);
    CHECK(is_record(0, trap.epc, (word)suite_m_entry, EXCEPTION));
    CHECK((data_of(1) & 15) == (has_types ? TRAP_RETURN : 0) && is_empty(2));
    return 0;
}

TEST(kept_between_modes, "ctr_behavior", "records stay when modes and settings change") {
    run(U, ADDR(three_code), ON_U);
    csr_write(MCTRCTL, ON_S);
    csr_write(MCTRCTL, 0);
    run(S, ADDR(three_code), ON_S);
    for (word i = 0; i < 2; i++) {
        CHECK(is_record(3 * i, ADDR(three_c), ADDR(three_c) + 8, TAKEN));
        CHECK(is_record(3 * i + 2, ADDR(three_a), ADDR(three_a) + 8, DIRECT_JUMP));
    }
    return 0;
}

/* ---- SCTRCLR */

static bool all_zero(void) {
    for (word i = 0; i < depth; i++) {
        if (source_of(i) != 0 || target_of(i) != 0 || data_of(i) != 0) {
            return false;
        }
    }
    return true;
}

TEST(clear_entries, "sctrclr_op1 sctrclr_acc",
     "SCTRCLR zeroes ctrsource, ctrtarget and ctrdata of all entries") {
    run(U, ADDR(many_code), ON_U);
    CHECK(!is_empty(0) && !is_empty(depth - 1));
    sctrclr();
    CHECK(all_zero());
    return 0;
}

TEST(clear_all_depths, "sctrclr_op1",
     "SCTRCLR zeroes entries of all depths, those too that are out of reach") {
    word largest = csr_read(SCTRDEPTH);
    run(U, ADDR(many_code), ON_U);
    csr_write(SCTRDEPTH, 0);
    sctrclr();
    set_depth(largest);
    CHECK(all_zero());
    return 0;
}

TEST(clear_keeps_status, "sctrclr_op1 sctrclr_op2",
     "SCTRCLR keeps WRPTR, FROZEN, the depth and the settings") {
    csr_write(SCTRSTATUS, FROZEN | 7);
    csr_write(MCTRCTL, ON_U | BPFRZ);
    word was = csr_read(SCTRDEPTH);
    sctrclr();
    CHECK(csr_read(SCTRSTATUS) == (FROZEN | 7) && csr_read(MCTRCTL) == (ON_U | BPFRZ) &&
          csr_read(SCTRDEPTH) == was);
    return 0;
}

CODE(clear_s_code, "j 1f\n nop\n1: .word 0x10400073\nclear_s_from: j 2f\n nop\n2: nop");
TEST(clear_from_s, "sctrclr_op1 sctrclr_acc",
     "SCTRCLR in S mode: what comes after it is recorded, what came before is gone") {
    run(S, ADDR(clear_s_code), ON_S);
    CHECK(trap.status == 2 &&
          is_record(0, ADDR(clear_s_from), ADDR(clear_s_from) + 8, DIRECT_JUMP));
    CHECK(source_of(1) == 0 && target_of(1) == 0 && data_of(1) == 0);
    return 0;
}

TEST(clear_then_write, "sctrclr_op1 siselect_acc_op",
     "an entry register written after SCTRCLR leaves the other two 0") {
    run(U, ADDR(many_code), ON_U);
    sctrclr();
    csr_write(SISELECT, 0x203);
    csr_write(SIREG2, 0x80000004);
    CHECK(target_of(3) == 0x80000004 && source_of(3) == 0 && data_of(3) == 0 && target_of(2) == 0);
    return 0;
}
