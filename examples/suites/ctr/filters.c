/* SPDX-License-Identifier: Apache-2.0 */
/* "Transfer Type Filtering". The filters are bits 47 to 33, which RV32 cannot reach. */
#include "ctr.h"

#define WITH(name, before, transfer)                                                               \
    CODE(name##_code,                                                                              \
         before "\n" #name "_from: " transfer "\n nop\n nop\n .balign 4\n1:\n" #name "_to: nop\n")

/* A transfer is recorded but for its filter; with all others set it still is. */
#define FILTERED(name, tag, what, type, before, transfer)                                          \
    WITH(name, before, transfer);                                                                  \
    TEST(name##_inhibited, tag, "with its filter " what " is not recorded") {                      \
        if (!has(FILTER(type))) {                                                                  \
            return SKIP;                                                                           \
        }                                                                                          \
        run(U, ADDR(name##_code), ON_U | FILTER(type));                                            \
        CHECK(trap.cause == ECALL_U && is_empty(0));                                               \
        run(U, ADDR(name##_code), ON_U);                                                           \
        CHECK(is_record(0, ADDR(name##_from), ADDR(name##_to), type));                             \
        return 0;                                                                                  \
    }                                                                                              \
    TEST(name##_other_filters, tag, "with all other filters " what " is recorded") {               \
        if (!has(FILTER(type))) {                                                                  \
            return SKIP;                                                                           \
        }                                                                                          \
        csr_write(MCTRCTL, (word)-1);                                                              \
        word all = csr_read(MCTRCTL) & ((word)FILTER(16) - (word)FILTER(0));                       \
        csr_write(MCTRCTL, 0);                                                                     \
        run(U, ADDR(name##_code), (ON_U | all) & ~FILTER(type));                                   \
        CHECK(is_record(0, ADDR(name##_from), ADDR(name##_to), type));                             \
        return 0;                                                                                  \
    }

#if __riscv_xlen == 64

FILTERED(taken, "mctrctl_tkbrinh_op", "a taken branch", TAKEN, "", "beq x0, x0, 1f")
FILTERED(indirect_call, "mctrctl_indcallinh_op", "an indirect call", INDIRECT_CALL, "lla a1, 1f",
         "jalr x1, 0(a1)")
FILTERED(direct_call, "mctrctl_dircallinh_op", "a direct call", DIRECT_CALL, "", "jal x1, 1f")
FILTERED(indirect_jump, "mctrctl_indjmpinh_op", "an indirect jump", INDIRECT_JUMP, "lla a1, 1f",
         "jalr x0, 0(a1)")
FILTERED(direct_jump, "mctrctl_dirjmpinh_op", "a direct jump", DIRECT_JUMP, "", "jal x0, 1f")
FILTERED(swap, "mctrctl_corswapinh_op", "a co-routine swap", SWAP, "lla x5, 1f", "jalr x1, 0(x5)")
FILTERED(function_return, "mctrctl_retinh_op", "a function return", RETURN, "lla x1, 1f",
         "jalr x0, 0(x1)")
FILTERED(other_indirect, "mctrctl_indljmpinh_op", "another indirect jump", OTHER_INDIRECT,
         "lla a1, 1f", "jalr a0, 0(a1)")
FILTERED(other_direct, "mctrctl_dirljmpinh_op", "another direct jump", OTHER_DIRECT, "",
         "jal a0, 1f")

extern const char suite_mret[], suite_m_entry[];

CODE(untaken_code, "untaken_from: bne x0, x0, 1f\nuntaken_to: nop\n1: nop");
TEST(not_taken_enabled, "mctrctl_ntbren_op ctr_ttype4 ctrtarget_pc_next_br",
     "with NTBREN a branch that is not taken is recorded, its target is the next instruction") {
    if (!has(FILTER(NOT_TAKEN))) {
        return SKIP;
    }
    run(U, ADDR(untaken_code), ON_U | FILTER(NOT_TAKEN));
    CHECK(is_record(0, ADDR(untaken_from), ADDR(untaken_to), NOT_TAKEN));
    run(U, ADDR(untaken_code), ON_U);
    CHECK(is_empty(1));
    return 0;
}

CODE(call_code, "call_from: nop");
TEST(exception_inhibited, "mctrctl_excinh_op ctr_behavior_criteri1",
     "with EXCINH an exception is not recorded") {
    if (!has(FILTER(EXCEPTION))) {
        return SKIP;
    }
    run(U, ADDR(call_code), ON_U | ON_M | FILTER(EXCEPTION));
    CHECK((data_of(0) & 15) == TRAP_RETURN && is_empty(1));
    return 0;
}

TEST(exception_inhibited_partial, "mctrctl_excinh_op ctr_trap_de",
     "with EXCINH an exception from a mode that is not enabled is not recorded") {
    if (!has(FILTER(EXCEPTION))) {
        return SKIP;
    }
    run(U, ADDR(call_code), ON_M | FILTER(EXCEPTION));
    CHECK((data_of(0) & 15) == TRAP_RETURN && is_empty(1));
    return 0;
}

CODE(soft_code, "soft_from: j soft_from");
static void interrupt_in_u(word control) {
    csr_write(MIE, 1 << SSI);
    csr_set(MIP, 1 << SSI);
    run(U, ADDR(soft_code), control);
    csr_clear(MIP, 1 << SSI);
}

TEST(interrupt_inhibited, "mctrctl_intrinh_op ctr_behavior_criteri1",
     "with INTRINH an interrupt is not recorded") {
    if (!has(FILTER(INTERRUPTED))) {
        return SKIP;
    }
    interrupt_in_u(ON_U | ON_M | FILTER(INTERRUPTED));
    CHECK((data_of(0) & 15) == TRAP_RETURN && is_empty(1));
    return 0;
}

TEST(interrupt_other_filters, "mctrctl_intrinh_op", "with EXCINH an interrupt is recorded") {
    if (!has(FILTER(EXCEPTION))) {
        return SKIP;
    }
    interrupt_in_u(ON_U | ON_M | FILTER(EXCEPTION));
    CHECK(is_record(0, ADDR(soft_from), (word)suite_m_entry, INTERRUPTED));
    return 0;
}

TEST(exception_other_filters, "mctrctl_excinh_op", "with INTRINH an exception is recorded") {
    if (!has(FILTER(INTERRUPTED))) {
        return SKIP;
    }
    run(U, ADDR(call_code), ON_U | ON_M | FILTER(INTERRUPTED));
    CHECK(is_record(0, ADDR(call_from) + 4, (word)suite_m_entry, EXCEPTION));
    return 0;
}

TEST(return_inhibited, "mctrctl_tretinh_op ctr_behavior_criteri1",
     "with TRETINH a trap return is not recorded") {
    if (!has(FILTER(TRAP_RETURN))) {
        return SKIP;
    }
    run(U, ADDR(call_code), ON_U | ON_M | FILTER(TRAP_RETURN));
    CHECK((data_of(0) & 15) == EXCEPTION && is_empty(1));
    return 0;
}

TEST(return_other_filters, "mctrctl_tretinh_op",
     "with EXCINH and INTRINH a trap return is recorded") {
    if (!has(FILTER(EXCEPTION) | FILTER(INTERRUPTED))) {
        return SKIP;
    }
    run(U, ADDR(call_code), ON_U | ON_M | FILTER(EXCEPTION) | FILTER(INTERRUPTED));
    CHECK(is_record(0, (word)suite_mret, ADDR(call_code), TRAP_RETURN) && is_empty(1));
    return 0;
}

TEST(external_exception_filter, "exttrap_def",
     "an external exception is recorded with EXCINH too") {
    if (!has(FILTER(EXCEPTION) | MTE | STE)) {
        return SKIP;
    }
    run(U, ADDR(call_code), ON_U | MTE | STE | FILTER(EXCEPTION));
    CHECK(is_record(0, ADDR(call_from) + 4, 0, EXCEPTION));
    return 0;
}

TEST(external_interrupt_filter, "exttrap_def",
     "an external interrupt is recorded with INTRINH too") {
    if (!has(FILTER(INTERRUPTED) | MTE | STE)) {
        return SKIP;
    }
    interrupt_in_u(ON_U | MTE | STE | FILTER(INTERRUPTED));
    CHECK(is_record(0, ADDR(soft_from), 0, INTERRUPTED));
    return 0;
}

TEST(filters_reserved, "mctrctl_impl",
     "bits 32, 38 and 39, which are no filters, are read-only 0") {
    csr_write(MCTRCTL, (word)-1);
    CHECK((csr_read(MCTRCTL) & (FILTER(0) | FILTER(6) | FILTER(7))) == 0);
    return 0;
}

TEST(control_upper, "mctrctl_impl mctrctl_custom_op",
     "bits 59 to 48 are read-only 0, the custom bits 63 to 60 are 0 after 0 was written") {
    csr_write(MCTRCTL, (word)0x0fff << 48);
    CHECK((csr_read(MCTRCTL) >> 48 & 0xfff) == 0);
    csr_write(MCTRCTL, 0);
    CHECK(csr_read(MCTRCTL) == 0);
    return 0;
}

TEST(filters_sctrctl, "Ssctr_sctrctl_acc", "the filters are the same in sctrctl") {
    csr_write(MCTRCTL, (word)-1);
    word all = csr_read(MCTRCTL) & ((word)FILTER(16) - (word)FILTER(0));
    CHECK((csr_read(SCTRCTL) & ((word)FILTER(16) - (word)FILTER(0))) == all);
    csr_write(SCTRCTL, 0);
    CHECK((csr_read(MCTRCTL) & ((word)FILTER(16) - (word)FILTER(0))) == 0);
    return 0;
}

#else

TEST(rv32_low_half, "Ssctr_mctrctl_sz_acc_op",
     "RV32 reaches bits 31 to 0 of mctrctl: all transfers are recorded") {
    csr_write(MCTRCTL, -1);
    CHECK((csr_read(MCTRCTL) & 0xffffe478) == 0);
    return 0;
}

#endif
