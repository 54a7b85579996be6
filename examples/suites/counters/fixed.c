/* SPDX-License-Identifier: Apache-2.0 */
/* Smcntrpmf: mcyclecfg and minstretcfg. */
#include "counters.h"

#define CFG_TEST(name, clauses, sentence)                                                          \
    static int with_cfg_##name(void);                                                              \
    TEST(name, clauses, sentence) {                                                                \
        if (!csr_there(MCYCLECFG)) {                                                               \
            return SKIP;                                                                           \
        }                                                                                          \
        set_cyclecfg((uint64_t)0);                                                                 \
        set_instretcfg((uint64_t)0);                                                               \
        return with_cfg_##name();                                                                  \
    }                                                                                              \
    static int with_cfg_##name(void)

#define ALL (MINH | SINH | UINH)
enum { LONG = 2001 };

static uint64_t instructions(word mode, uint64_t cfg) {
    set_instretcfg(cfg);
    set_counter(2, (uint64_t)0);
    run_twenty(mode);
    return minstret();
}

static uint64_t cycles(word mode, uint64_t cfg) {
    set_cyclecfg(cfg);
    set_counter(0, (uint64_t)0);
    run_long(mode);
    return mcycle();
}

#define WRITABLE(name, reg, bit, text)                                                             \
    CFG_TEST(name##_writable, "mcyclecfg_op mcyclecfg_sz", text " is writable") {                  \
        set_##reg(bit);                                                                            \
        CHECK(reg() == (bit));                                                                     \
        set_##reg((uint64_t)0);                                                                    \
        CHECK(reg() == 0);                                                                         \
        return 0;                                                                                  \
    }

WRITABLE(cycle_minh, cyclecfg, MINH, "mcyclecfg.MINH")
WRITABLE(cycle_sinh, cyclecfg, SINH, "mcyclecfg.SINH")
WRITABLE(cycle_uinh, cyclecfg, UINH, "mcyclecfg.UINH")
WRITABLE(instret_minh, instretcfg, MINH, "minstretcfg.MINH")
WRITABLE(instret_sinh, instretcfg, SINH, "minstretcfg.SINH")
WRITABLE(instret_uinh, instretcfg, UINH, "minstretcfg.UINH")

#define EACH(name, reg, other, text)                                                               \
    CFG_TEST(name##_no_of, "mcyclecfg_sz",                                                         \
             "bit 63 of " text ", which is OF elsewhere, is read-only 0") {                        \
        set_##reg(OF);                                                                             \
        CHECK(reg() == 0);                                                                         \
        return 0;                                                                                  \
    }                                                                                              \
    CFG_TEST(name##_absent_modes, "unimplemented_mode_bits",                                       \
             "without the H extension VSINH and VUINH of " text " are read-only 0") {              \
        if ((csr_read(MISA) >> 7 & 1) != 0) {                                                      \
            return SKIP;                                                                           \
        }                                                                                          \
        set_##reg(VSINH | VUINH);                                                                  \
        CHECK(reg() == 0);                                                                         \
        return 0;                                                                                  \
    }                                                                                              \
    CFG_TEST(name##_reserved, "mcyclecfg_sz", "bits 57 to 0 of " text " are read-only 0") {        \
        set_##reg(BIT(58) - 1);                                                                    \
        CHECK(reg() == 0);                                                                         \
        return 0;                                                                                  \
    }                                                                                              \
    CFG_TEST(name##_own, "mcyclecfg_op", text " is a register of its own") {                       \
        set_##reg(MINH | UINH);                                                                    \
        CHECK(other() == 0);                                                                       \
        set_##other(SINH);                                                                         \
        CHECK(reg() == (MINH | UINH) && other() == SINH);                                          \
        return 0;                                                                                  \
    }

EACH(cyclecfg, cyclecfg, instretcfg, "mcyclecfg")
EACH(instretcfg, instretcfg, cyclecfg, "minstretcfg")

#define REFUSED(name, mode, csr, sentence)                                                         \
    CODE(name##_code, #name "_at: csrr a0, " #csr);                                                \
    CFG_TEST(name, "csr_supervisor_access", sentence) {                                            \
        run(mode, ADDR(name##_code), 0);                                                           \
        CHECK(trap.cause == ILLEGAL && trap.epc == ADDR(name##_at));                               \
        return 0;                                                                                  \
    }

REFUSED(cyclecfg_from_s, S, 0x321, "S mode cannot read mcyclecfg")
REFUSED(cyclecfg_from_u, U, 0x321, "U mode cannot read mcyclecfg")
REFUSED(instretcfg_from_s, S, 0x322, "S mode cannot read minstretcfg")
REFUSED(instretcfg_from_u, U, 0x322, "U mode cannot read minstretcfg")

#if __riscv_xlen == 32
REFUSED(cyclecfgh_from_s, S, 0x721, "S mode cannot read mcyclecfgh")
REFUSED(instretcfgh_from_s, S, 0x722, "S mode cannot read minstretcfgh")

CFG_TEST(cyclecfgh, "rv32_high_access",
         "mcyclecfgh has bits 63 to 32 of mcyclecfg, mcyclecfg none") {
    csr_write(MCYCLECFGH, MINH >> 32);
    CHECK(csr_read(MCYCLECFGH) == MINH >> 32 && csr_read(MCYCLECFG) == 0);
    csr_write(MCYCLECFG, -1);
    CHECK(csr_read(MCYCLECFGH) == MINH >> 32);
    return 0;
}

CFG_TEST(instretcfgh, "rv32_high_access",
         "minstretcfgh has bits 63 to 32 of minstretcfg, minstretcfg none") {
    csr_write(MINSTRETCFGH, SINH >> 32);
    CHECK(csr_read(MINSTRETCFGH) == SINH >> 32 && csr_read(MINSTRETCFG) == 0);
    csr_write(MINSTRETCFG, -1);
    CHECK(csr_read(MINSTRETCFGH) == SINH >> 32);
    return 0;
}
#endif

/* ---- minstret */

#define INSTRET_MODE(name, mode, letter, own)                                                      \
    CFG_TEST(instret_in_##name, "instret_non_inhibited counter_inhibited_behavior",                \
             "instructions in " letter " mode count, the others inhibited") {                      \
        uint64_t got = instructions(mode, ALL & ~(own));                                           \
        CHECK((mode) == M ? got >= TWENTY : is_count(got, TWENTY));                                \
        return 0;                                                                                  \
    }                                                                                              \
    CFG_TEST(instret_not_in_##name, "instret_non_inhibited counter_inhibited_behavior",            \
             "instructions in " letter " mode do not count with its bit") {                        \
        CHECK(is_count(instructions(mode, (own) | MINH), 0));                                      \
        return 0;                                                                                  \
    }                                                                                              \
    CFG_TEST(instret_all_##name, "all_xinh_zero",                                                  \
             "with all bits 0 instructions in " letter " mode count") {                            \
        CHECK(instructions(mode, (uint64_t)0) >= TWENTY);                                          \
        return 0;                                                                                  \
    }

INSTRET_MODE(u, U, "U", UINH)
INSTRET_MODE(s, S, "S", SINH)
INSTRET_MODE(m, M, "M", MINH)

CODE(exception_code, "nop\n nop\n nop\n .word 0\n nop");
CFG_TEST(instret_exception, "instret_exception transition_counting_defined",
         "an instruction that raises an exception does not count") {
    set_instretcfg(MINH | SINH);
    set_counter(2, (uint64_t)0);
    go();
    run(U, ADDR(exception_code), 0);
    hold();
    CHECK(trap.cause == ILLEGAL && is_count(minstret(), 3));
    return 0;
}

CODE(call_code, "nop");
CFG_TEST(instret_call, "instret_exception transition_counting_defined",
         "a call of the environment does not count") {
    set_instretcfg(MINH | SINH);
    set_counter(2, (uint64_t)0);
    go();
    run(U, ADDR(call_code), 0);
    hold();
    CHECK(trap.cause == ECALL_U && minstret() == 1);
    return 0;
}

CODE(alone_code, "");
CFG_TEST(instret_mret_inhibited, "instret_xret transition_counting_defined",
         "mret from an inhibited mode does not count, though it leads to one that is not") {
    set_instretcfg(MINH | SINH);
    set_counter(2, (uint64_t)0);
    go();
    run(U, ADDR(alone_code), 0);
    hold();
    CHECK(trap.cause == ECALL_U && minstret() == 0);
    return 0;
}

CODE(
    sret_code,
    "lla t0, sret_to\n csrw sepc, t0\n li t0, 0x100\n csrc sstatus, t0\n sret\nsret_to: nop\n nop");
CFG_TEST(instret_sret, "instret_xret transition_counting_defined",
         "sret counts in the mode that it leaves, though it leads to an inhibited one") {
    set_instretcfg(MINH | UINH);
    set_counter(2, (uint64_t)0);
    go();
    run(S, ADDR(sret_code), 0);
    hold();
    CHECK(trap.cause == ECALL_U && minstret() == 6);
    return 0;
}

CFG_TEST(instret_sret_inhibited, "instret_xret transition_counting_defined",
         "sret from an inhibited mode does not count, what comes after it does") {
    set_instretcfg(MINH | SINH);
    set_counter(2, (uint64_t)0);
    go();
    run(S, ADDR(sret_code), 0);
    hold();
    CHECK(trap.cause == ECALL_U && minstret() == 2);
    return 0;
}

CFG_TEST(instret_not_cycle, "mcyclecfg_op", "minstretcfg leaves mcycle as it is") {
    set_instretcfg(ALL);
    CHECK(cycles(U, (uint64_t)0) >= 300);
    return 0;
}

/* ---- mcycle. Modes may change in any cycle of a trap, so a few cycles count here and there. */

enum { MANY = 300, FEW = 250 };

#define CYCLE_MODE(name, mode, letter, own)                                                        \
    CFG_TEST(cycle_in_##name, "cycle_counting counter_inhibited_behavior",                         \
             "cycles in " letter " mode count, the others inhibited") {                            \
        CHECK(cycles(mode, ALL & ~(own)) >= MANY);                                                 \
        return 0;                                                                                  \
    }                                                                                              \
    CFG_TEST(cycle_not_in_##name, "cycle_counting counter_inhibited_behavior",                     \
             "cycles in " letter " mode do not count with its bit") {                              \
        CHECK(cycles(mode, (own) | MINH) < FEW);                                                   \
        return 0;                                                                                  \
    }                                                                                              \
    CFG_TEST(cycle_all_##name, "all_xinh_zero",                                                    \
             "with all bits 0 cycles in " letter " mode count") {                                  \
        CHECK(cycles(mode, (uint64_t)0) >= MANY);                                                  \
        return 0;                                                                                  \
    }

CYCLE_MODE(u, U, "U", UINH)
CYCLE_MODE(s, S, "S", SINH)
CYCLE_MODE(m, M, "M", MINH)

CFG_TEST(cycle_not_instret, "mcyclecfg_op", "mcyclecfg leaves minstret as it is") {
    set_cyclecfg(ALL);
    CHECK(is_count(instructions(U, MINH | SINH), TWENTY));
    return 0;
}

CFG_TEST(no_lcofi, "mcyclecfg_sz", "mcycle and minstret that overflow ask for no LCOFI") {
    if (!csr_there(SCOUNTOVF)) {
        return SKIP;
    }
    set_counter(0, -(uint64_t)100);
    set_counter(2, -(uint64_t)100);
    run_long(U);
    CHECK(minstret() < BIT(32) && mcycle() < BIT(32) && !lcofip());
    return 0;
}

TEST(minstret_written, "minstret_write", "csrr after csrw minstret reads what was written") {
    word read;
    go();
    for (word value = 1; value != 0; value <<= 1) {
        __asm__ volatile("csrw minstret, %1\n csrr %0, minstret" : "=&r"(read) : "r"(value));
        CHECK(read == value);
    }
    return 0;
}

TEST(minstret_counted, "minstret_write", "and after four more instructions four more") {
    word read;
    go();
    __asm__ volatile("csrw minstret, zero\n nop\n nop\n nop\n nop\n csrr %0, minstret"
                     : "=&r"(read));
    CHECK(is_count(read, 4));
    return 0;
}
