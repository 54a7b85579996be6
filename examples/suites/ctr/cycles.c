/* SPDX-License-Identifier: Apache-2.0 */
/* "Cycle Counting". */
#include "ctr.h"

#define CCV ((word)0x8000)

/* What ctrdata's fields CC and CCV can hold, and then one cannot be without the other. */
static word fields(void) {
    word was = data_of(0), held;
    csr_write(SIREG3, 0xffff8000);
    held = data_of(0) & 0xffff8000;
    csr_write(SIREG3, was);
    return held;
}

#define CYCLE_TEST(name, clauses, sentence)                                                        \
    static int cycle_##name(void);                                                                 \
    TEST(name, "ctrdata_cc_supported " clauses, sentence) {                                        \
        return fields() != 0 ? cycle_##name() : SKIP;                                              \
    }                                                                                              \
    static int cycle_##name(void)

/* The cycles that a CC stands for, by the formula of the clause. */
static word cycles_of(word data) {
    word cc = data >> 16 & 0xffff, exponent = cc >> 12, mantissa = cc & 0xfff;
    return exponent == 0 ? mantissa : (4096 + mantissa) << (exponent - 1);
}

/* Whether a record's CC fits the cycles by mcycle, give or take a few, unless it is saturated. */
static bool fits(word data, word cycles) {
    word most = fields() & 0xffff0000, got = cycles_of(data), exponent = data >> 28 & 15;
    word grain = exponent < 2 ? 0 : ((word)1 << (exponent - 1)) - 1;
    if ((data & 0xffff0000) == most) {
        return got <= cycles + 64;
    }
    return got + grain + 64 >= cycles && got <= cycles + 64;
}

CODE(two_code, "j 1f\n nop\n1: j 2f\n nop\n2: nop");

CYCLE_TEST(
    cc_fields, "ctr_ccounter_impl ctrdata_ccv ctrdata_cc",
    "with cycle counting CCV, all of CCM and 0 to 4 bits of CCE from the lowest on are there") {
    word cce = fields() >> 28;
    CHECK((fields() & 0x0fff8000) == 0x0fff8000 && (cce & (cce + 1)) == 0);
    return 0;
}

CYCLE_TEST(ccv_first, "ctr_ccounter_ccv ctr_ccounter_reset",
           "the first record after a write to mctrctl has CCV 0, the next one CCV 1") {
    run(U, ADDR(two_code), ON_U);
    CHECK((data_of(1) & CCV) == 0 && (data_of(0) & CCV) != 0);
    return 0;
}

CYCLE_TEST(ccv_each_write, "ctr_ccounter_ccv ctr_ccounter_reset",
           "so it is after each write, of the same value too") {
    run(U, ADDR(two_code), ON_U);
    run(U, ADDR(two_code), ON_U);
    CHECK((data_of(1) & CCV) == 0 && (data_of(0) & CCV) != 0);
    CHECK((data_of(3) & CCV) == 0 && (data_of(2) & CCV) != 0);
    return 0;
}

CODE(again_code, "j 1f\n1: j 2f\n2: csrr t0, 0x14e\n csrw 0x14e, t0\n j 3f\n3: j 4f\n4: nop");
CYCLE_TEST(ccv_sctrctl, "ctr_ccounter_ccv ctr_ccounter_reset",
           "a write to sctrctl starts the count again") {
    run(S, ADDR(again_code), ON_S);
    CHECK((data_of(3) & CCV) == 0 && (data_of(2) & CCV) != 0 && (data_of(1) & CCV) == 0 &&
          (data_of(0) & CCV) != 0);
    return 0;
}

CODE(again_set_code, "j 1f\n1: j 2f\n2: csrsi 0x14e, 2\n j 3f\n3: j 4f\n4: nop");
CYCLE_TEST(ccv_sctrctl_set, "ctr_ccounter_ccv ctr_ccounter_reset",
           "a csrrs of sctrctl is a write") {
    run(S, ADDR(again_set_code), ON_S);
    CHECK((data_of(2) & CCV) != 0 && (data_of(1) & CCV) == 0 && (data_of(0) & CCV) != 0);
    return 0;
}

CODE(read_code, "j 1f\n1: j 2f\n2: csrr t0, 0x14e\n csrr t0, 0x14f\n j 3f\n3: nop");
CYCLE_TEST(ccv_read, "ctr_ccounter_ccv", "reads of sctrctl and sctrstatus leave CCV") {
    run(S, ADDR(read_code), ON_S);
    CHECK((data_of(1) & CCV) != 0 && (data_of(0) & CCV) != 0);
    return 0;
}

CODE(clear_code, "j 1f\n1: j 2f\n2: .word 0x10400073\n j 3f\n3: j 4f\n4: nop");
CYCLE_TEST(ccv_clear, "sctrclr_op2 sctrclr_acc ctr_ccounter_reset",
           "the first record after SCTRCLR has CCV 0, the next one CCV 1") {
    run(S, ADDR(clear_code), ON_S);
    CHECK(trap.status == 4 && (data_of(1) & CCV) == 0 && (data_of(0) & CCV) != 0);
    return 0;
}

CODE(measured_code,
     "j 1f\n1: csrr a0, mcycle\n .rept 100\n nop\n .endr\n csrr a1, mcycle\n j 2f\n nop\n2: nop");
CYCLE_TEST(cc_counts, "ctr_ccounter_inc ctrdata_cc",
           "CC is the cycles since the record before, as mcycle has them") {
    run(M, ADDR(measured_code), ON_M);
    word data = data_of(1); /* the call that ended it is entry 0 */
    CHECK((data & CCV) != 0 && fits(data, trap.a[1] - trap.a[0]) &&
          cycles_of(data) >= trap.a[1] - trap.a[0]);
    return 0;
}

CODE(short_code, "j 1f\n1: csrr a0, mcycle\n .rept 100\n nop\n .endr\n j 2f\n2: csrr a1, mcycle\n "
                 ".rept 100\n nop\n .endr\n j 3f\n3: nop");
CYCLE_TEST(cc_restarts, "ctr_ccounter_inc", "each record starts the count again") {
    run(M, ADDR(short_code), ON_M);
    CHECK(fits(data_of(1), trap.a[1] - trap.a[0]) && fits(data_of(2), trap.a[1] - trap.a[0]));
    return 0;
}

CODE(long_code,
     "j 1f\n1: csrr a0, mcycle\n .rept 5000\n nop\n .endr\n csrr a1, mcycle\n j 2f\n nop\n2: nop");
CYCLE_TEST(cc_encoded, "ctr_ccounter_inc ctr_ccounter_sat",
           "from 4096 cycles on CCE and CCM are as the formula has them") {
    run(M, ADDR(long_code), ON_M);
    CHECK(trap.a[1] - trap.a[0] >= 4096);
    CHECK((data_of(1) & CCV) != 0 && fits(data_of(1), trap.a[1] - trap.a[0]) &&
          cycles_of(data_of(1)) >= 4095);
    return 0;
}

CODE(longer_code,
     "j 1f\n1: csrr a0, mcycle\n .rept 11000\n nop\n .endr\n csrr a1, mcycle\n j 2f\n nop\n2: nop");
CYCLE_TEST(cc_saturates, "ctr_ccounter_sat ccsize0 ccsize1 ccsize2",
           "CC holds the most that it can for more cycles than it can hold") {
    run(M, ADDR(longer_code), ON_M);
    word most = fields() & 0xffff0000, cycles = trap.a[1] - trap.a[0];
    if (cycles_of(most) > cycles) {
        return SKIP;
    }
    CHECK((data_of(1) & 0xffff0000) == most && (data_of(1) & CCV) != 0);
    return 0;
}

/* U mode records, S mode waits long in between */
CODE(wait_code, "li t0, 3000\n1: addi t0, t0, -1\n bnez t0, 1b\n csrr t0, sepc\n addi t0, t0, 4\n "
                "csrw sepc, t0\n sret");
CODE(waiting_code, "j 1f\n1: ecall\n j 2f\n2: csrr a0, mcycle");
CYCLE_TEST(cc_disabled, "ctr_ccounter_inc",
           "cycles in a mode that is not enabled are not counted") {
    csr_write(MEDELEG, 1 << ECALL_U);
    csr_write(STVEC, ADDR(wait_code));
    run(U, ADDR(waiting_code), ON_U);
    CHECK(trap.cause == ILLEGAL);
    CHECK((data_of(0) & CCV) != 0 && cycles_of(data_of(0)) < 1000 && is_empty(2));
    return 0;
}

CODE(freezing_code, "j 1f\n1: lui t0, 0x80000\n csrs 0x14f, t0\n li t1, 3000\n2: addi t1, t1, -1\n "
                    "bnez t1, 2b\n csrc 0x14f, t0\n j 3f\n3: nop");
CYCLE_TEST(cc_frozen, "ctr_ccounter_inc", "cycles while FROZEN is 1 are not counted") {
    run(S, ADDR(freezing_code), ON_S);
    CHECK(trap.status == 2 && (data_of(0) & CCV) != 0 && cycles_of(data_of(0)) < 1000);
    return 0;
}
