/* SPDX-License-Identifier: Apache-2.0 */
/* Exceptions in machine mode, and from user mode: illegal instructions, environment calls,
   breakpoints, misaligned accesses, access faults of fetch, load and store. */
#include "tandem/trap.h"

enum {
    FETCH_FAULT = 1,
    ILLEGAL = 2,
    BREAKPOINT = 3,
    LOAD_MISALIGNED = 4,
    LOAD_FAULT = 5,
    STORE_FAULT = 7,
    CALL_FROM_U = 8,
    CALL_FROM_M = 11,
};

static volatile word seen, where, value;
static volatile word count[16];
static volatile word back; /* where a fetch fault continues */
static volatile int done;

word machine_trap(word cause, word epc, word tval) {
    seen = cause;
    where = epc;
    value = tval;
    count[cause & 15]++;
    if (cause == FETCH_FAULT) {
        return back;
    }
    if (cause == CALL_FROM_U && done) {
        CSR_SET(mstatus, 3 << 11); /* back to M */
    }
    return behind(epc);
}

static int wrong;

static void expect(word cause) {
    wrong += seen != cause;
    seen = 0;
}

static void machine_traps(void) {
    static word words[4];
    word old;
    __asm__ volatile("ecall");
    expect(CALL_FROM_M);
    __asm__ volatile(".option push\n .option norvc\n ebreak\n .option pop");
    expect(BREAKPOINT);
    __asm__ volatile(".option push\n .option rvc\n c.ebreak\n .option pop");
    expect(BREAKPOINT);
    __asm__ volatile(".4byte 0x00000077" : : : "memory"); /* reserved */
    expect(ILLEGAL);
    __asm__ volatile(".2byte 0" : : : "memory");
    expect(ILLEGAL);
    __asm__ volatile("csrr %0, 0x3ff" : "=r"(old)); /* no such CSR */
    expect(ILLEGAL);
    __asm__ volatile("csrw mhartid, zero"); /* read-only */
    expect(ILLEGAL);
    __asm__ volatile("lr.w %0, (%1)" : "=r"(old) : "r"((char *)words + 1) : "memory");
    expect(LOAD_MISALIGNED);
    __asm__ volatile("lw %0, 0(%1)" : "=r"(old) : "r"(0x18000000));
    expect(LOAD_FAULT);
    wrong += value != 0x18000000;
    __asm__ volatile("sw zero, 4(%0)" : : "r"(0x18000000) : "memory");
    expect(STORE_FAULT);
    wrong += value != 0x18000004;
    __asm__ volatile("la t0, 1f\n " STORE_WORD " t0, %0\n jr %1\n1:"
                     : "=m"(back)
                     : "r"(0x18000000)
                     : "t0", "memory");
    expect(FETCH_FAULT);
    wrong += where != 0x18000000;
}

/* Runs in user mode; its last call goes back. */
static void user(void) {
    for (int i = 0; i < 3; i++) {
        __asm__ volatile("ecall");
        __asm__ volatile("csrw mscratch, zero");
        __asm__ volatile("mret");
        __asm__ volatile("ebreak");
        __asm__ volatile("wfi");
    }
    done = 1;
    __asm__ volatile("ecall");
    power_off((wrong != 0) | (count[CALL_FROM_U] != 4) << 1 | (count[ILLEGAL] < 4 + 3 * 2) << 2 |
              (count[BREAKPOINT] != 5) << 3);
}

int main(void) {
    take_traps();
    open_memory();
    for (int i = 0; i < 3; i++) {
        machine_traps();
    }
    count[BREAKPOINT] = 2;
    CSR_SET(mstatus, 1 << 21); /* TW: wfi traps in U */
    back = (word)user;
    run_in_mode(0, (void (*)(void))0x18000000); /* no fetch is allowed there: user, by a trap */
    return 1;
}
