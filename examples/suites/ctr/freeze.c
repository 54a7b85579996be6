/* SPDX-License-Identifier: Apache-2.0 */
/* "Freeze". */
#include "ctr.h"

#include "platform.h"

extern const char suite_mret[], suite_m_entry[], suite_s_entry[];

CODE(break_code, "jump_from: j 1f\n nop\n1:\njump_to: nop\nbreak_at: ebreak");

static bool has_jump(word entry) {
    return is_record(entry, ADDR(jump_from), ADDR(jump_to), DIRECT_JUMP);
}

TEST(bpfrz_m, "mctrctl_bpfrz_op ctr_freeze_bp",
     "with BPFRZ a breakpoint to M mode sets FROZEN, and is not recorded") {
    run(U, ADDR(break_code), ON_U | ON_M | BPFRZ);
    CHECK(trap.cause == BREAKPOINT && trap.status == (FROZEN | 2) && has_jump(0) && is_empty(2));
    return 0;
}

TEST(bpfrz_s, "mctrctl_bpfrz_op ctr_freeze_bp",
     "with BPFRZ a breakpoint to S mode sets FROZEN, and is not recorded") {
    delegate();
    run(U, ADDR(break_code), ON_U | ON_S | BPFRZ);
    CHECK(trap.cause == BREAKPOINT && trap.to == S && trap.status == (FROZEN | 1) && has_jump(0) &&
          is_empty(1));
    return 0;
}

TEST(bpfrz_s_from_s, "mctrctl_bpfrz_op ctr_freeze_bp",
     "so it is of a breakpoint in S mode itself") {
    delegate();
    run(S, ADDR(break_code), ON_S | BPFRZ);
    CHECK(trap.cause == BREAKPOINT && trap.to == S && trap.status == (FROZEN | 1) && has_jump(0) &&
          is_empty(1));
    return 0;
}

TEST(bpfrz_m_from_m, "mctrctl_bpfrz_op ctr_freeze_bp", "and of one in M mode") {
    run(M, ADDR(break_code), ON_M | BPFRZ);
    CHECK(trap.cause == BREAKPOINT && trap.status == (FROZEN | 2) && has_jump(0) && is_empty(2));
    return 0;
}

TEST(bpfrz_off, "mctrctl_bpfrz_op ctr_freeze_bp",
     "without BPFRZ a breakpoint freezes nothing and is recorded") {
    run(U, ADDR(break_code), ON_U | ON_M);
    CHECK(trap.cause == BREAKPOINT && trap.status == 3);
    CHECK(is_record(0, ADDR(break_at), (word)suite_m_entry, EXCEPTION) && has_jump(1));
    return 0;
}

CODE(c_break_code, ".option rvc\nc_break_at: c.ebreak\n .option norvc\n .balign 4\n nop");
TEST(bpfrz_compressed, "ctr_freeze_bp", "C.EBREAK freezes as EBREAK does") {
    if ((csr_read(MISA) >> 2 & 1) == 0) {
        return SKIP;
    }
    run(U, ADDR(c_break_code), ON_U | BPFRZ);
    CHECK(trap.cause == BREAKPOINT && trap.status == FROZEN);
    return 0;
}

CODE(other_code, "other_at: .word 0\n nop");
TEST(bpfrz_illegal, "ctr_freeze_bp",
     "another exception does not freeze with BPFRZ, and is recorded") {
    run(U, ADDR(other_code), ON_U | ON_M | BPFRZ);
    CHECK(trap.cause == ILLEGAL && trap.status == 2);
    CHECK(is_record(0, ADDR(other_at), (word)suite_m_entry, EXCEPTION));
    return 0;
}

CODE(call_code, "nop");
TEST(bpfrz_ecall, "ctr_freeze_bp", "a call of the environment does not freeze with BPFRZ") {
    run(U, ADDR(call_code), ON_U | ON_M | BPFRZ);
    CHECK(trap.cause == ECALL_U && trap.status == 2);
    return 0;
}

TEST(bpfrz_by_sctrctl, "Ssctr_sctrctl_acc ctr_freeze_bp",
     "BPFRZ that was written by sctrctl freezes") {
    csr_write(SCTRCTL, BPFRZ);
    run(U, ADDR(break_code), csr_read(MCTRCTL) | ON_U);
    CHECK(trap.status == (FROZEN | 1) && has_jump(0));
    return 0;
}

TEST(frozen_stays, "sctrstatus_frozen_set sctrstatus_frozen_op",
     "what froze stays frozen until software clears FROZEN") {
    run(U, ADDR(break_code), ON_U | BPFRZ);
    csr_write(SCTRSTATUS, trap.status);
    run(U, ADDR(break_code), ON_U);
    CHECK(trap.status == (FROZEN | 1) && is_empty(1));
    csr_clear(SCTRSTATUS, FROZEN);
    run(U, ADDR(break_code), ON_U);
    CHECK(trap.status == 2 && has_jump(0) && has_jump(1));
    return 0;
}

/* ---- LCOFI. Counter 3 counts in U mode alone, and overflows after some instructions. */

enum {
    MHPMCOUNTER3 = 0xb03,
    MHPMCOUNTER3H = 0xb83,
    MHPMEVENT3 = 0x323,
    MHPMEVENT3H = 0x723,
    SCOUNTOVF = 0xda0
};

static void arm(void) {
    uint64_t event = PLATFORM_EVENT_INSTRUCTIONS | BIT(62) | BIT(61);
    csr_write(MCOUNTINHIBIT, -1);
#if __riscv_xlen == 64
    csr_write(MHPMEVENT3, event);
    csr_write(MHPMCOUNTER3, (word)-20);
#else
    csr_write(MHPMEVENT3, (word)event);
    csr_write(MHPMEVENT3H, (word)(event >> 32));
    csr_write(MHPMCOUNTER3, (word)-20);
    csr_write(MHPMCOUNTER3H, -1);
#endif
    csr_clear(MIP, 1 << LCOFI);
    csr_write(MCOUNTINHIBIT, 0);
}

CODE(spin_code, "li t0, 3000\nspin_from: addi t0, t0, -1\nspin_branch: bnez t0, spin_from");

static bool is_spin(word entry) {
    return is_record(entry, ADDR(spin_branch), ADDR(spin_from), TAKEN);
}

/* An LCOFI in U mode; false: none came. */
static bool overflow(bool enabled, word control) {
    arm();
    csr_write(MIE, enabled ? 1 << LCOFI : 0);
    run(U, ADDR(spin_code), control);
    csr_write(MIE, 0);
    csr_clear(MIP, 1 << LCOFI);
    return trap.cause == INTERRUPT(LCOFI);
}

#define LCOFI_TEST(name, clauses, sentence)                                                        \
    static int lcofi_##name(void);                                                                 \
    TEST(name, clauses, sentence) {                                                                \
        return csr_there(SCOUNTOVF) ? lcofi_##name() : SKIP;                                       \
    }                                                                                              \
    static int lcofi_##name(void)

LCOFI_TEST(lcofifrz_m, "mctrctl_lcofifrz_op sctrstatus_frozen_set",
           "with LCOFIFRZ an LCOFI to M mode sets FROZEN, and is not recorded") {
    CHECK(overflow(true, ON_U | ON_M | LCOFIFRZ));
    CHECK((trap.status & FROZEN) != 0 && is_spin(0) && is_spin(1));
    return 0;
}

LCOFI_TEST(lcofifrz_s, "mctrctl_lcofifrz_op sctrstatus_frozen_set",
           "with LCOFIFRZ an LCOFI to S mode sets FROZEN, and is not recorded") {
    delegate();
    CHECK(overflow(true, ON_U | ON_S | LCOFIFRZ));
    CHECK(trap.to == S && (trap.status & FROZEN) != 0 && is_spin(0) && is_spin(1));
    return 0;
}

LCOFI_TEST(lcofifrz_off, "mctrctl_lcofifrz_op sctrstatus_frozen_set",
           "without LCOFIFRZ an LCOFI freezes nothing and is recorded") {
    CHECK(overflow(true, ON_U | ON_M));
    CHECK((trap.status & FROZEN) == 0 && is_record(0, trap.epc, (word)suite_m_entry, INTERRUPTED) &&
          is_spin(1));
    return 0;
}

LCOFI_TEST(lcofifrz_pending, "sctrstatus_frozen_set",
           "an LCOFI that is pending and not taken freezes nothing") {
    CHECK(!overflow(false, ON_U | LCOFIFRZ));
    CHECK(trap.cause == ECALL_U && (trap.status & FROZEN) == 0 && is_spin(0));
    return 0;
}

LCOFI_TEST(lcofifrz_breakpoint, "mctrctl_lcofifrz_op ctr_freeze_bp",
           "LCOFIFRZ alone does not freeze at a breakpoint") {
    run(U, ADDR(break_code), ON_U | LCOFIFRZ);
    CHECK(trap.cause == BREAKPOINT && (trap.status & FROZEN) == 0);
    return 0;
}

LCOFI_TEST(bpfrz_lcofi, "mctrctl_bpfrz_op sctrstatus_frozen_set",
           "BPFRZ alone does not freeze at an LCOFI") {
    CHECK(overflow(true, ON_U | BPFRZ));
    CHECK((trap.status & FROZEN) == 0);
    return 0;
}

LCOFI_TEST(lcofifrz_entries, "sctrstatus_frozen_set",
           "after a freeze by LCOFI all entries are the transfers before it, to the depth") {
    csr_write(SCTRDEPTH, 0);
    depth = 16U << csr_read(SCTRDEPTH);
    CHECK(overflow(true, ON_U | LCOFIFRZ) && (trap.status & FROZEN) != 0);
    word count = 0;
    while (count < depth && is_spin(count)) {
        count++;
    }
    CHECK(count >= 2);
    for (word i = count; i < depth; i++) {
        CHECK(is_empty(i));
    }
    return 0;
}

CODE(soft_code, "soft_from: j soft_from");
TEST(lcofifrz_other, "sctrstatus_frozen_set",
     "another interrupt does not freeze with LCOFIFRZ, and is recorded") {
    csr_write(MIE, 1 << SSI);
    csr_set(MIP, 1 << SSI);
    run(U, ADDR(soft_code), ON_U | ON_M | LCOFIFRZ);
    CHECK(trap.cause == INTERRUPT(SSI) && trap.status == 2);
    CHECK(is_record(0, ADDR(soft_code), (word)suite_m_entry, INTERRUPTED));
    return 0;
}
