/* SPDX-License-Identifier: Apache-2.0 */
/* Who may: CSRs and SCTRCLR by mode, and "State Enable Access Control". */
#include "ctr.h"

/* An instruction in a mode raises an illegal-instruction exception, or does not. */
#define REFUSED(name, clauses, mode, instruction, sentence)                                        \
    CODE(name##_code, #name "_at: " instruction);                                                  \
    TEST(name, clauses, sentence) {                                                                \
        csr_write(SISELECT, 0x200);                                                                \
        run(mode, ADDR(name##_code), 0);                                                           \
        CHECK(trap.cause == ILLEGAL && trap.epc == ADDR(name##_at));                               \
        return 0;                                                                                  \
    }
#define ALLOWED(name, clauses, mode, instruction, sentence)                                        \
    CODE(name##_code, instruction);                                                                \
    TEST(name, clauses, sentence) {                                                                \
        csr_write(SISELECT, 0x200);                                                                \
        run(mode, ADDR(name##_code), 0);                                                           \
        CHECK(trap.cause == ECALL_U + (mode));                                                     \
        return 0;                                                                                  \
    }

#define SCTRCLR ".word 0x10400073"

REFUSED(mctrctl_from_s, "Ssctr_mctrctl_sz_acc_op Smctr_scope", S, "csrr a0, 0x34e",
        "S mode cannot read mctrctl")
REFUSED(mctrctl_from_s_write, "Ssctr_mctrctl_sz_acc_op Smctr_scope", S, "csrw 0x34e, zero",
        "S mode cannot write mctrctl")
REFUSED(mctrctl_from_u, "Ssctr_mctrctl_sz_acc_op", U, "csrr a0, 0x34e",
        "U mode cannot read mctrctl")
REFUSED(sctrctl_from_u, "Ssctr_sctrctl_op", U, "csrr a0, 0x14e", "U mode cannot read sctrctl")
REFUSED(sctrctl_from_u_write, "Ssctr_sctrctl_op", U, "csrw 0x14e, zero",
        "U mode cannot write sctrctl")
REFUSED(sctrstatus_from_u, "sctrstatus", U, "csrr a0, 0x14f", "U mode cannot read sctrstatus")
REFUSED(sctrdepth_from_u, "sctrdepth", U, "csrr a0, 0x15f", "U mode cannot read sctrdepth")
REFUSED(sireg_from_u, "siselect_acc_op", U, "csrr a0, 0x151", "U mode cannot read ctrsource")
REFUSED(sireg2_from_u, "siselect_acc_op", U, "csrr a0, 0x152", "U mode cannot read ctrtarget")
REFUSED(sireg3_from_u, "siselect_acc_op", U, "csrr a0, 0x153", "U mode cannot read ctrdata")
REFUSED(siselect_from_u, "siselect_acc_op", U, "csrr a0, 0x150", "U mode cannot read siselect")
REFUSED(sctrclr_from_u, "sctrclr_exceptions", U, SCTRCLR,
        "SCTRCLR is an illegal instruction in U mode")

ALLOWED(sctrctl_from_s, "Ssctr_sctrctl_op mstateen_ctr1", S, "csrr a0, 0x14e\n csrw 0x14e, a0",
        "S mode reads and writes sctrctl")
ALLOWED(sctrstatus_from_s, "sctrstatus mstateen_ctr1", S, "csrr a0, 0x14f\n csrw 0x14f, a0",
        "S mode reads and writes sctrstatus")
ALLOWED(sctrdepth_from_s, "sctrdepth mstateen_ctr1", S, "csrr a0, 0x15f\n csrw 0x15f, a0",
        "S mode reads and writes sctrdepth")
ALLOWED(sireg_from_s, "siselect_acc_op mstateen_ctr1", S,
        "csrr a0, 0x151\n csrw 0x152, a0\n csrr a0, 0x153", "S mode reads and writes entries")
ALLOWED(sctrclr_from_s, "sctrclr_exceptions mstateen_ctr1", S, SCTRCLR, "S mode executes SCTRCLR")
ALLOWED(sctrctl_from_m, "Ssctr_sctrctl_op", M,
        "csrr a0, 0x14e\n csrr a0, 0x14f\n csrr a0, 0x15f\n csrr a0, 0x151\n " SCTRCLR,
        "M mode executes all of it")

TEST(sctrclr_refused, "sctrclr_exceptions", "SCTRCLR that is refused clears nothing") {
    put_entry(0, 0x80000001, 0x80000004, 0);
    run(U, ADDR(sctrclr_from_u_code), 0);
    CHECK(trap.cause == ILLEGAL && source_of(0) == 0x80000001 && target_of(0) == 0x80000004);
    return 0;
}

CODE(write_u_code, "li t0, -1\n csrw 0x14e, t0");
TEST(sctrctl_refused, "Ssctr_sctrctl_op", "a write that is refused changes nothing") {
    run(U, ADDR(write_u_code), ON_S);
    CHECK(trap.cause == ILLEGAL && trap.control == ON_S);
    return 0;
}

CODE(value_s_code,
     "li t0, 0x803\n csrw 0x14e, t0\n csrr a0, 0x14e\n csrw 0x14e, zero\n csrr a1, 0x14e");
TEST(sctrctl_value_s, "Ssctr_sctrctl_op Ssctr_sctrctl_acc",
     "S mode reads in sctrctl what it wrote") {
    run(S, ADDR(value_s_code), ON_M);
    CHECK(trap.cause == ECALL_S && trap.a[0] == 0x803 && trap.a[1] == 0 && trap.control == ON_M);
    return 0;
}

/* mstateen0.CTR is 0 */
#define SHUT(name, tag, mode, instruction, sentence)                                               \
    CODE(name##_code, #name "_at: " instruction);                                                  \
    TEST(name, "mstateen_ctr0 " tag, sentence) {                                                   \
        if (!has_state()) {                                                                        \
            return SKIP;                                                                           \
        }                                                                                          \
        csr_write(SISELECT, 0x200);                                                                \
        set_state(false, true);                                                                    \
        run(mode, ADDR(name##_code), 0);                                                           \
        CHECK(trap.cause == ILLEGAL && trap.epc == ADDR(name##_at));                               \
        return 0;                                                                                  \
    }

SHUT(shut_sctrctl, "mstateen_ctr0_except1", S, "csrr a0, 0x14e",
     "without mstateen0.CTR S mode cannot read sctrctl")
SHUT(shut_sctrctl_write, "mstateen_ctr0_except1", S, "csrw 0x14e, zero",
     "without mstateen0.CTR S mode cannot write sctrctl")
SHUT(shut_sctrdepth, "mstateen_ctr0_except1", S, "csrr a0, 0x15f",
     "without mstateen0.CTR S mode cannot read sctrdepth")
SHUT(shut_sctrstatus, "mstateen_ctr0_except1", S, "csrr a0, 0x14f",
     "without mstateen0.CTR S mode cannot read sctrstatus")
SHUT(shut_sctrstatus_write, "mstateen_ctr0_except1", S, "csrs 0x14f, sp",
     "without mstateen0.CTR S mode cannot write sctrstatus")
SHUT(shut_sireg, "mstateen_ctr0_except2", S, "csrr a0, 0x151",
     "without mstateen0.CTR S mode cannot read ctrsource")
SHUT(shut_sireg2, "mstateen_ctr0_except2", S, "csrr a0, 0x152",
     "without mstateen0.CTR S mode cannot read ctrtarget")
SHUT(shut_sireg3, "mstateen_ctr0_except2", S, "csrr a0, 0x153",
     "without mstateen0.CTR S mode cannot read ctrdata")
SHUT(shut_sireg4, "mstateen_ctr0_except2", S, "csrr a0, 0x155",
     "without mstateen0.CTR S mode cannot read sireg4 of an entry")
SHUT(shut_sctrclr, "mstateen_ctr0_except3", S, SCTRCLR,
     "without mstateen0.CTR SCTRCLR is illegal in S mode")
SHUT(shut_sctrctl_u, "mstateen_ctr0_except1", U, "csrr a0, 0x14e",
     "without mstateen0.CTR U mode cannot read sctrctl")

TEST(shut_not_machine, "mstateen_ctr0", "without mstateen0.CTR M mode has all of it") {
    if (!has_state()) {
        return SKIP;
    }
    set_state(false, false);
    put_entry(0, 0x80000001, 0x80000004, 0);
    CHECK(source_of(0) == 0x80000001);
    sctrclr();
    CHECK(source_of(0) == 0);
    csr_write(SCTRCTL, ON_U);
    CHECK(csr_read(MCTRCTL) == ON_U);
    return 0;
}

CODE(records_code, "records_from: j 1f\n nop\n1:\nrecords_to: nop");
TEST(shut_records_u, "mstateen_ctr0_qualified_transfer",
     "without mstateen0.CTR transfers in U mode are recorded") {
    if (!has_state()) {
        return SKIP;
    }
    set_state(false, false);
    run(U, ADDR(records_code), ON_U);
    CHECK(is_record(0, ADDR(records_from), ADDR(records_to), DIRECT_JUMP) &&
          (trap.status & 0xff) == 1);
    return 0;
}

TEST(shut_records_s, "mstateen_ctr0_qualified_transfer",
     "without mstateen0.CTR transfers in S mode are recorded") {
    if (!has_state()) {
        return SKIP;
    }
    set_state(false, false);
    run(S, ADDR(records_code), ON_S);
    CHECK(is_record(0, ADDR(records_from), ADDR(records_to), DIRECT_JUMP) &&
          (trap.status & 0xff) == 1);
    return 0;
}

/* mstateen0 bit 60 is 0 */
#define SHUT_INDEX(name, instruction, sentence)                                                    \
    CODE(name##_code, #name "_at: " instruction);                                                  \
    TEST(name, "mstateen_csrind", sentence) {                                                      \
        if (!has_state()) {                                                                        \
            return SKIP;                                                                           \
        }                                                                                          \
        csr_write(SISELECT, 0x200);                                                                \
        set_state(true, false);                                                                    \
        run(S, ADDR(name##_code), 0);                                                              \
        CHECK(trap.cause == ILLEGAL && trap.epc == ADDR(name##_at));                               \
        return 0;                                                                                  \
    }

SHUT_INDEX(shut_index_siselect, "csrr a0, 0x150",
           "without bit 60 of mstateen0 S mode cannot read siselect")
SHUT_INDEX(shut_index_sireg, "csrr a0, 0x151",
           "without bit 60 of mstateen0 S mode cannot read sireg")

CODE(index_only_code, "csrr a0, 0x14e\n csrr a0, 0x14f\n csrr a0, 0x15f\n" SCTRCLR);
TEST(shut_index_only, "mstateen_csrind mstateen_ctr1",
     "without bit 60 S mode has sctrctl, sctrstatus, sctrdepth and SCTRCLR") {
    if (!has_state()) {
        return SKIP;
    }
    set_state(true, false);
    run(S, ADDR(index_only_code), 0);
    CHECK(trap.cause == ECALL_S);
    return 0;
}
