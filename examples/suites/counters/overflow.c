/* SPDX-License-Identifier: Apache-2.0 */
/* Sscofpmf, overflow: OF, scountovf, LCOFIP and the interrupt. */
#include "counters.h"

#define OVERFLOW_TEST(name, clauses, sentence)                                                     \
    static int with_counter_##name(void);                                                          \
    TEST(name, clauses, sentence) {                                                                \
        return has_counter(3) ? with_counter_##name() : SKIP;                                      \
    }                                                                                              \
    static int with_counter_##name(void)

/* ---- OF */

OVERFLOW_TEST(of_set, "mhpmevent_of_op mhpmevent_of_bit_set", "a counter that overflows sets OF") {
    CHECK(overflow3(0));
    CHECK((event(3) & OF) != 0);
    return 0;
}

OVERFLOW_TEST(of_not_before, "mhpmevent_of_op",
              "a counter that counts without overflow leaves OF 0") {
    set_event(3, COUNTS);
    run_long(U);
    CHECK(counter(3) >= 1000 && (event(3) & OF) == 0);
    return 0;
}

OVERFLOW_TEST(of_stays, "mhpmevent_of_op", "OF stays while the counter goes on") {
    CHECK(overflow3(0));
    run_long(U);
    run_long(U);
    CHECK((event(3) & OF) != 0);
    return 0;
}

OVERFLOW_TEST(of_writable, "mhpmevent_of_op", "software sets and clears OF") {
    set_event(3, OF | COUNTS);
    CHECK((event(3) & OF) != 0);
    set_event(3, COUNTS);
    CHECK((event(3) & OF) == 0);
    return 0;
}

OVERFLOW_TEST(of_cleared, "mhpmevent_of_op", "software clears OF that an overflow set") {
    CHECK(overflow3(0));
    set_event(3, COUNTS);
    CHECK((event(3) & OF) == 0);
    return 0;
}

OVERFLOW_TEST(of_again, "mhpmevent_of_op mhpmevent_of_bit_set",
              "after OF was cleared the next overflow sets it again") {
    CHECK(overflow3(0) && overflow3(0));
    CHECK((event(3) & OF) != 0);
    return 0;
}

OVERFLOW_TEST(wraps, "hpmcounter_overflow",
              "the counter wraps around and goes on: nothing is lost") {
    CHECK(overflow3(MINH | SINH));
    uint64_t beyond = counter(3);
    CHECK(PLATFORM_EXACT ? beyond == 1 + 2000 - 100 : beyond > 0);
    run_twenty(U);
    CHECK(PLATFORM_EXACT ? counter(3) == beyond + TWENTY : counter(3) > beyond);
    return 0;
}

OVERFLOW_TEST(unsigned_overflow, "hpmcounter_overflow", "a carry into bit 63 is no overflow") {
    set_counter(3, BIT(63) - 100);
    if (counter(3) != BIT(63) - 100) {
        return SKIP; /* it is narrower */
    }
    set_event(3, COUNTS);
    run_long(U);
    CHECK(counter(3) > BIT(63) && (event(3) & OF) == 0 && !lcofip());
    return 0;
}

OVERFLOW_TEST(carry_32, "hpmcounter_overflow",
              "a carry into bit 32 is no overflow, and is not lost") {
    set_counter(3, BIT(33));
    if (counter(3) != BIT(33)) {
        return SKIP;
    }
    set_counter(3, BIT(32) - 100);
    set_event(3, COUNTS);
    run_long(U);
    CHECK(counter(3) >= BIT(32) && counter(3) < BIT(32) + 4000 && (event(3) & OF) == 0);
    return 0;
}

OVERFLOW_TEST(of_not_by_counter, "count_overflow_trigger",
              "writes of the counter from its end to 0 set no OF") {
    set_event(3, COUNTS);
    set_counter(3, -(uint64_t)1);
    set_counter(3, 0);
    csr_write(0xb03, -1);
    csr_write(0xb03, 0);
    CHECK((event(3) & OF) == 0 && !lcofip());
    return 0;
}

OVERFLOW_TEST(of_not_by_event, "count_overflow_trigger",
              "writes of mhpmevent set no OF but the one that is written") {
    set_counter(3, -(uint64_t)1);
    set_event(3, COUNTS);
    set_event(3, 0);
    set_event(3, COUNTS | SINH);
    CHECK((event(3) & OF) == 0 && !lcofip());
    return 0;
}

OVERFLOW_TEST(of_each_its_own, "mhpmevent_of_op",
              "an overflow sets the OF of its own counter alone") {
    if (!has_counter(4)) {
        return SKIP;
    }
    set_event(4, COUNTS);
    CHECK(overflow3(0));
    CHECK((event(3) & OF) != 0 && (event(4) & OF) == 0);
    set_event(3, COUNTS);
    CHECK(overflow4(0));
    CHECK((event(4) & OF) != 0 && (event(3) & OF) == 0);
    return 0;
}

OVERFLOW_TEST(of_both, "mhpmevent_of_op mhpmevent_of_bit_set",
              "two counters that overflow at the same instruction both set OF, and LCOFIP") {
    if (!has_counter(4)) {
        return SKIP;
    }
    set_counter(3, -(uint64_t)100);
    set_counter(4, -(uint64_t)100);
    set_event(3, COUNTS | MINH | SINH);
    set_event(4, COUNTS | MINH | SINH);
    run_long(U);
    CHECK((event(3) & OF) != 0 && (event(4) & OF) != 0 && lcofip());
    return 0;
}

OVERFLOW_TEST(of_inhibited, "mhpmevent_inh_op count_overflow_trigger",
              "a counter that is inhibited at its end does not overflow") {
    set_counter(3, -(uint64_t)1);
    set_event(3, COUNTS | MINH | SINH | UINH);
    run_long(U);
    CHECK((event(3) & OF) == 0 && counter(3) == (-(uint64_t)1));
    return 0;
}

OVERFLOW_TEST(of_mcountinhibit, "count_overflow_trigger",
              "a counter that mcountinhibit stops at its end does not overflow") {
    set_counter(3, -(uint64_t)1);
    set_event(3, COUNTS);
    CODE(stopped_code, "nop\n nop");
    run(U, ADDR(stopped_code), 0);
    CHECK((event(3) & OF) == 0 && counter(3) == (-(uint64_t)1));
    return 0;
}

/* ---- LCOFIP */

OVERFLOW_TEST(lcofip_set, "LCOFIP_op count_overflow_interrupt",
              "an overflow with OF 0 sets LCOFIP") {
    CHECK(overflow3(0));
    CHECK(lcofip());
    return 0;
}

OVERFLOW_TEST(lcofip_not_before, "LCOFIP_op", "without an overflow LCOFIP stays 0") {
    set_event(3, COUNTS);
    run_long(U);
    CHECK(!lcofip());
    return 0;
}

OVERFLOW_TEST(lcofip_disabled, "count_overflow_interrupt", "an overflow with OF 1 sets no LCOFIP") {
    CHECK(overflow3(OF));
    CHECK(!lcofip() && (event(3) & OF) != 0);
    return 0;
}

OVERFLOW_TEST(lcofip_second, "count_overflow_interrupt",
              "the second overflow, OF being 1 from the first, sets no LCOFIP") {
    CHECK(overflow3(0));
    clear_lcofip();
    set_counter(3, -(uint64_t)100);
    run_long(U);
    CHECK(counter(3) < BIT(31) && !lcofip());
    return 0;
}

OVERFLOW_TEST(lcofip_again, "count_overflow_interrupt LCOFIP_op",
              "after OF was cleared the next overflow sets LCOFIP again") {
    CHECK(overflow3(0));
    clear_lcofip();
    CHECK(!lcofip());
    CHECK(overflow3(0));
    CHECK(lcofip());
    return 0;
}

OVERFLOW_TEST(lcofip_written_of, "count_overflow_interrupt mhpmevent_of_op",
              "OF that software writes sets no LCOFIP") {
    set_event(3, COUNTS);
    set_event(3, OF | COUNTS);
    CHECK(!lcofip());
    return 0;
}

OVERFLOW_TEST(lcofip_sticky, "LCOFIP_op",
              "LCOFIP stays when OF is cleared, until software clears it") {
    CHECK(overflow3(0));
    CHECK(lcofip());
    set_event(3, COUNTS);
    set_counter(3, 0);
    CHECK(lcofip());
    csr_clear(MIP, 1 << LCOFI);
    CHECK((csr_read(MIP) >> LCOFI & 1) == 0);
    return 0;
}

OVERFLOW_TEST(lcofip_keeps_of, "LCOFIP_op mhpmevent_of_op", "OF stays when LCOFIP is cleared") {
    CHECK(overflow3(0));
    clear_lcofip();
    CHECK((event(3) & OF) != 0 && !lcofip());
    return 0;
}

OVERFLOW_TEST(lcofip_other_bits, "LCOFIP_op", "a write of other bits of mip leaves LCOFIP") {
    CHECK(overflow3(0));
    CHECK(lcofip());
    csr_set(MIP, 1 << SSI);
    csr_clear(MIP, 1 << SSI);
    CHECK(lcofip());
    return 0;
}

OVERFLOW_TEST(mie_bit, "count_overflow_trigger", "mie has the bit 13") {
    csr_write(MIE, 1 << LCOFI);
    CHECK(csr_read(MIE) == 1 << LCOFI);
    csr_write(MIE, 0);
    CHECK(csr_read(MIE) == 0);
    return 0;
}

OVERFLOW_TEST(mideleg_bit, "LCOFIP_op", "mideleg has the bit 13") {
    csr_write(MIDELEG, 1 << LCOFI);
    CHECK((csr_read(MIDELEG) >> LCOFI & 1) == 1);
    csr_write(MIDELEG, 0);
    CHECK((csr_read(MIDELEG) >> LCOFI & 1) == 0);
    return 0;
}

OVERFLOW_TEST(sie_bit, "LCOFIP_op", "sie shows and writes the bit 13 of mie if it is delegated") {
    csr_write(MIDELEG, 1 << LCOFI);
    csr_write(SIE, 1 << LCOFI);
    CHECK((csr_read(MIE) >> LCOFI & 1) == 1 && (csr_read(SIE) >> LCOFI & 1) == 1);
    csr_clear(SIE, 1 << LCOFI);
    CHECK((csr_read(MIE) >> LCOFI & 1) == 0);
    csr_write(MIDELEG, 0);
    csr_write(MIE, 1 << LCOFI);
    CHECK((csr_read(SIE) >> LCOFI & 1) == 0);
    csr_write(MIE, 0);
    return 0;
}

OVERFLOW_TEST(sip_bit, "LCOFIP_op", "sip shows LCOFIP if it is delegated") {
    CHECK(overflow3(0));
    CHECK(lcofip());
    csr_write(MIDELEG, 0);
    CHECK((csr_read(SIP) >> LCOFI & 1) == 0);
    csr_write(MIDELEG, 1 << LCOFI);
    CHECK((csr_read(SIP) >> LCOFI & 1) == 1);
    return 0;
}

OVERFLOW_TEST(sip_clears, "LCOFIP_op", "a delegated LCOFIP is cleared by sip") {
    CHECK(overflow3(0));
    CHECK(lcofip());
    csr_write(MIDELEG, 1 << LCOFI);
    csr_clear(SIP, 1 << LCOFI);
    CHECK((csr_read(MIP) >> LCOFI & 1) == 0);
    return 0;
}

/* ---- The interrupt */

CODE(spin_code, "li t0, 20000\nspin_from: addi t0, t0, -1\n bnez t0, spin_from");

static void arm(void) {
    set_counter(3, -(uint64_t)100);
    set_event(3, COUNTS | MINH);
    csr_write(MIE, 1 << LCOFI);
    go();
}

static bool came(word to) {
    hold();
    csr_write(MIE, 0);
    return trap.cause == INTERRUPT(LCOFI) && trap.to == to && trap.epc >= ADDR(spin_from) &&
           trap.epc <= ADDR(spin_from) + 4;
}

OVERFLOW_TEST(lcofi_u_m, "LCOFIP_op count_overflow_interrupt",
              "an LCOFI in U mode traps to M mode with cause 13") {
    arm();
    run(U, ADDR(spin_code), 0);
    CHECK(came(M));
    return 0;
}

OVERFLOW_TEST(lcofi_u_s, "LCOFIP_op", "a delegated LCOFI in U mode traps to S mode with cause 13") {
    csr_write(MIDELEG, 1 << LCOFI);
    arm();
    run(U, ADDR(spin_code), 0);
    CHECK(came(S));
    return 0;
}

OVERFLOW_TEST(lcofi_s_m, "LCOFIP_op", "an LCOFI that is not delegated traps from S to M mode") {
    arm();
    run(S, ADDR(spin_code), 0);
    CHECK(came(M));
    return 0;
}

CODE(spin_s_code, "csrsi sstatus, 2\n j spin_from");
OVERFLOW_TEST(lcofi_s_s, "LCOFIP_op", "a delegated LCOFI traps in S mode with sstatus.SIE") {
    csr_write(MIDELEG, 1 << LCOFI);
    arm();
    run(S, ADDR(spin_s_code), 0);
    CHECK(came(S));
    return 0;
}

OVERFLOW_TEST(lcofi_s_masked, "LCOFIP_op",
              "without sstatus.SIE a delegated LCOFI waits in S mode") {
    csr_write(MIDELEG, 1 << LCOFI);
    arm();
    csr_clear(SSTATUS, 2);
    CODE(short_spin_code, "li t0, 1000\n1: addi t0, t0, -1\n bnez t0, 1b");
    run(S, ADDR(short_spin_code), 0);
    hold();
    CHECK(trap.cause == ECALL_S && lcofip());
    csr_write(MIE, 0);
    return 0;
}

OVERFLOW_TEST(lcofi_not_enabled, "LCOFIP_op",
              "without mie.LCOFIE no interrupt comes, LCOFIP is set") {
    arm();
    csr_write(MIE, 0);
    CODE(disabled_spin_code, "li t0, 1000\n1: addi t0, t0, -1\n bnez t0, 1b");
    run(U, ADDR(disabled_spin_code), 0);
    hold();
    CHECK(trap.cause == ECALL_U && lcofip());
    return 0;
}

OVERFLOW_TEST(lcofi_of_1, "count_overflow_interrupt", "with OF 1 no interrupt comes") {
    arm();
    set_event(3, OF | COUNTS | MINH);
    CODE(of_spin_code, "li t0, 1000\n1: addi t0, t0, -1\n bnez t0, 1b");
    run(U, ADDR(of_spin_code), 0);
    hold();
    CHECK(trap.cause == ECALL_U && !lcofip());
    csr_write(MIE, 0);
    return 0;
}

OVERFLOW_TEST(lcofi_many, "LCOFIP_op mhpmevent_of_op",
              "20 LCOFIs, one after the other, served as a sampler does") {
    arm();
    for (word i = 0; i < 20; i++) {
        run(U, ADDR(spin_code), 0);
        CHECK(trap.cause == INTERRUPT(LCOFI) && (event(3) & OF) != 0);
        set_counter(3, -(uint64_t)(50 + i));
        set_event(3, COUNTS | MINH);
        csr_clear(MIP, 1 << LCOFI);
    }
    csr_write(MIE, 0);
    return 0;
}

/* ---- scountovf */

OVERFLOW_TEST(scountovf_shadow, "scountovf_op scountovf_mmode_read_access",
              "scountovf bit 3 is OF of mhpmevent3, in M mode always") {
    set_event(3, OF);
    CHECK((csr_read(SCOUNTOVF) >> 3 & 1) == 1);
    set_event(3, 0);
    CHECK((csr_read(SCOUNTOVF) >> 3 & 1) == 0);
    return 0;
}

OVERFLOW_TEST(scountovf_each, "scountovf_op",
              "scountovf bit 4 is OF of mhpmevent4, whatever bit 3 is") {
    if (!has_counter(4)) {
        return SKIP;
    }
    set_event(3, 0);
    set_event(4, OF);
    CHECK((csr_read(SCOUNTOVF) >> 3 & 3) == 2);
    set_event(3, OF);
    set_event(4, 0);
    CHECK((csr_read(SCOUNTOVF) >> 3 & 3) == 1);
    return 0;
}

OVERFLOW_TEST(scountovf_overflow, "scountovf_op", "scountovf shows an overflow") {
    set_event(3, 0);
    CHECK(overflow3(0));
    CHECK((csr_read(SCOUNTOVF) >> 3 & 1) == 1);
    return 0;
}

OVERFLOW_TEST(scountovf_size, "scountovf_op", "scountovf has no bits 2 to 0, and 32 bits") {
    CHECK((csr_read(SCOUNTOVF) & 7) == 0 && (uint64_t)csr_read(SCOUNTOVF) >> 32 == 0);
    return 0;
}

CODE(write_code, "write_at: csrw 0xda0, zero");
OVERFLOW_TEST(scountovf_read_only, "scountovf_op",
              "a write of scountovf is an illegal instruction") {
    run(M, ADDR(write_code), 0);
    CHECK(trap.cause == ILLEGAL && trap.epc == ADDR(write_at));
    run(S, ADDR(write_code), 0);
    CHECK(trap.cause == ILLEGAL && trap.epc == ADDR(write_at));
    return 0;
}

CODE(read_code, "read_at: csrr a0, 0xda0");
OVERFLOW_TEST(scountovf_from_u, "scountovf_op", "U mode cannot read scountovf") {
    csr_write(MCOUNTEREN, -1);
    run(U, ADDR(read_code), 0);
    CHECK(trap.cause == ILLEGAL && trap.epc == ADDR(read_at));
    return 0;
}

OVERFLOW_TEST(scountovf_from_s, "scountovf_smode_read_access scountovf_smode_read_access_control",
              "S mode reads bit 3 if mcounteren bit 3 is 1") {
    set_event(3, OF);
    csr_write(MCOUNTEREN, 8);
    run(S, ADDR(read_code), 0);
    CHECK(trap.cause == ECALL_S && trap.a[0] == 8);
    return 0;
}

OVERFLOW_TEST(scountovf_hidden, "scountovf_smode_read_access scountovf_smode_read_access_control",
              "S mode reads 0 where mcounteren bit 3 is 0") {
    set_event(3, OF);
    csr_write(MCOUNTEREN, ~(word)8);
    run(S, ADDR(read_code), 0);
    CHECK(trap.cause == ECALL_S && (trap.a[0] & 8) == 0);
    return 0;
}

OVERFLOW_TEST(scountovf_each_bit, "scountovf_smode_read_access_control",
              "each bit of mcounteren is about its own bit of scountovf") {
    if (!has_counter(4)) {
        return SKIP;
    }
    set_event(3, OF);
    set_event(4, OF);
    csr_write(MCOUNTEREN, 16);
    run(S, ADDR(read_code), 0);
    CHECK(trap.cause == ECALL_S && trap.a[0] == 16);
    return 0;
}

OVERFLOW_TEST(scountovf_machine, "scountovf_mmode_read_access",
              "M mode reads all bits, mcounteren being 0") {
    set_event(3, OF);
    csr_write(MCOUNTEREN, 0);
    CHECK((csr_read(SCOUNTOVF) >> 3 & 1) == 1);
    return 0;
}

OVERFLOW_TEST(scountovf_scounteren, "scountovf_smode_read_access",
              "scounteren changes nothing about it in S mode") {
    set_event(3, OF);
    csr_write(MCOUNTEREN, 8);
    csr_write(SCOUNTEREN, 0);
    run(S, ADDR(read_code), 0);
    CHECK(trap.cause == ECALL_S && trap.a[0] == 8);
    return 0;
}

OVERFLOW_TEST(event_from_s, "mhpmevent_of_op", "S mode cannot read mhpmevent3") {
    CODE(event_code, "event_at: csrr a0, 0x323");
    csr_write(MCOUNTEREN, -1);
    run(S, ADDR(event_code), 0);
    CHECK(trap.cause == ILLEGAL && trap.epc == ADDR(event_at));
    return 0;
}
