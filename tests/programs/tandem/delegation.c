/* SPDX-License-Identifier: Apache-2.0 */
/* Supervisor mode without translation: exceptions and interrupts delegated to it, taken direct and
   vectored, from user and supervisor mode; those that are not delegated go to machine mode. */
#include "tandem/trap.h"

enum {
    BREAKPOINT = 3,
    CALL_FROM_U = 8,
    CALL_FROM_S = 9,
    SOFTWARE = 1,
    TIMER = 5,
    SSTATUS_SIE = 2,
    SSTATUS_SPP = 1 << 8,
};

static volatile unsigned in_s[16], in_m[16], interrupts[16];
static volatile int phase;

static void user(void);

word supervisor_trap(word cause, word epc, word tval) {
    (void)tval;
    if ((cause & INTERRUPT) != 0) {
        interrupts[cause & 15]++;
        if ((cause & 15) == SOFTWARE) {
            CSR_CLEAR(sip, 1 << SOFTWARE);
        } else {
            __asm__ volatile("ecall" : : : "memory"); /* M takes the timer back; nested */
        }
        return epc;
    }
    in_s[cause & 15]++;
    if (cause == CALL_FROM_U && phase == 1) {
        phase = 2;
        CSR_SET(sstatus, SSTATUS_SPP); /* goes on in S */
    }
    return behind(epc);
}

word machine_trap(word cause, word epc, word tval) {
    (void)tval;
    in_m[cause & 15]++;
    if (cause == CALL_FROM_S) {
        CSR_CLEAR(mip, 1 << TIMER);
    }
    return behind(epc);
}

/* In S: interrupts, then on to U. */
static void supervisor(void) {
    for (int i = 0; i < 3; i++) {
        CSR_WRITE(stvec, i % 2 == 0 ? (word)supervisor_entry : (word)supervisor_vectors | 1);
        CSR_SET(sip, 1 << SOFTWARE);
        CSR_SET(sie, 1 << SOFTWARE);
        CSR_SET(sstatus, SSTATUS_SIE); /* it comes here */
        CSR_CLEAR(sstatus, SSTATUS_SIE);
        __asm__ volatile("ebreak");
    }
    CSR_SET(sie, 1 << TIMER); /* pending since M has set it */
    CSR_SET(sstatus, SSTATUS_SIE);
    CSR_CLEAR(sstatus, SSTATUS_SPP);
    CSR_WRITE(sepc, (word)user);
    __asm__ volatile("sret");
}

static void user(void) {
    for (int i = 0; i < 2; i++) {
        __asm__ volatile("ecall");
        __asm__ volatile("ebreak");
        __asm__ volatile("csrr t0, sstatus" : : : "t0"); /* illegal, not delegated */
    }
    phase = 1;
    __asm__ volatile("ecall");
    int right = in_s[CALL_FROM_U] == 3 && in_s[BREAKPOINT] == 5 && in_m[2] == 2 &&
                in_m[CALL_FROM_S] == 1 && interrupts[SOFTWARE] == 3 && interrupts[TIMER] == 1;
    power_off(right && phase == 2 ? 0 : 1);
}

int main(void) {
    take_traps();
    open_memory();
    CSR_WRITE(medeleg, 1 << BREAKPOINT | 1 << CALL_FROM_U);
    CSR_WRITE(mideleg, 1 << SOFTWARE | 1 << TIMER);
    CSR_WRITE(mcounteren, 7);
    CSR_SET(mip, 1 << TIMER);
    run_in_mode(1, supervisor);
    return 2;
}
