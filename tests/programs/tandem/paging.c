/* SPDX-License-Identifier: Apache-2.0 */
/* Translated addresses, Sv39 or Sv32: supervisor mode where virtual and physical addresses are the
   same, user mode at others; page faults, calls, sfence.vma and a page that moves. */
#include "tandem/trap.h"

enum {
    ILLEGAL = 2,
    CALL_FROM_U = 8,
    CALL_FROM_S = 9,
    FETCH_PAGE_FAULT = 12,
    LOAD_PAGE_FAULT = 13,
    STORE_PAGE_FAULT = 15,
    SSTATUS_SPP = 1 << 8,
    SSTATUS_SUM = 1 << 18,
};

enum { V = 1, R = 2, W = 4, X = 8, U = 16, A = 64, D = 128, LEAF = V | R | W | X | A | D };

#define ALIAS ((word)0x40000000) /* user mode sees all of RAM from here on */
#define NONE  ((word)0xa0000000) /* nothing is there */
#if __riscv_xlen == 64
enum { ENTRIES = 512, SHIFT = 30 };
#define MODE ((word)8 << 60)
#else
enum { ENTRIES = 1024, SHIFT = 22 };
#define MODE ((word)1 << 31)
#endif

static word root[ENTRIES] __attribute__((aligned(4096)));
static volatile unsigned in_s[16], in_m[16];
static volatile word back;
static volatile uint32_t place;

word supervisor_trap(word cause, word epc, word tval) {
    in_s[cause & 15]++;
    if (cause == FETCH_PAGE_FAULT) {
        return back;
    }
    if ((cause == LOAD_PAGE_FAULT || cause == STORE_PAGE_FAULT) && (tval & ~(word)63) != NONE) {
        power_off(16);
    }
    if (cause == CALL_FROM_U) {
        /* What user mode stored by one address is there by the other. */
        place = *(volatile uint32_t *)((word)&place - ALIAS) + 1;
        if (in_s[CALL_FROM_U] == 4) {
            __asm__ volatile("ecall"); /* the end */
        }
    }
    return behind(epc);
}

word machine_trap(word cause, word epc, word tval) {
    (void)tval;
    in_m[cause & 15]++;
    if (cause == CALL_FROM_S) {
        int right = in_s[CALL_FROM_U] == 4 && in_s[LOAD_PAGE_FAULT] == 3 &&
                    in_s[STORE_PAGE_FAULT] == 3 && in_s[FETCH_PAGE_FAULT] == 3 &&
                    in_m[ILLEGAL] == 3 && place == 4 * 11;
        power_off(right ? 0 : 1);
    }
    return epc + 4;
}

/* Runs at ALIAS. */
static void user(void) {
    uint32_t buffer[4];
    uint32_t seed = 7;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            buffer[j] = next_random(&seed);
        }
        ((volatile uint8_t *)buffer)[3] = (uint8_t)i;
        place = (uint32_t)(10 + i * 11);
        __asm__ volatile("ecall" : : : "memory");
        __asm__ volatile("lw t0, 8(%0)\n sw t0, 12(%0)" : : "r"(NONE) : "t0", "memory");
        if (buffer[1] != 0) {
            __asm__ volatile("csrw satp, zero" : : : "memory");
        }
        __asm__ volatile("la t0, 1f\n" STORE_WORD " t0, %0\n"
                         "jr %1\n"
                         "1:"
                         : "=m"(back)
                         : "r"(NONE)
                         : "t0", "memory");
    }
}

static void supervisor(void) {
    CSR_SET(sstatus, SSTATUS_SUM);
    CSR_CLEAR(sstatus, SSTATUS_SPP);
    back = 0;
    for (unsigned i = 0; i < ENTRIES; i += ENTRIES / 8) {
        *(volatile word *)&root[i] = root[i];
    }
    __asm__ volatile("sfence.vma" : : : "memory");
    CSR_WRITE(sepc, (word)user - ALIAS);
    __asm__ volatile("sub sp, sp, %0\n sret" : : "r"(ALIAS));
}

int main(void) {
    const word ram = 0x80000000, ppn = (ram >> 12) << 10;
    take_traps();
    open_memory();
    root[ram >> SHIFT] = ppn | LEAF;
    root[(ram - ALIAS) >> SHIFT] = ppn | LEAF | U;
    CSR_WRITE(medeleg, 1 << CALL_FROM_U | 1 << FETCH_PAGE_FAULT | 1 << LOAD_PAGE_FAULT |
                           1 << STORE_PAGE_FAULT);
    CSR_WRITE(satp, MODE | (word)root >> 12);
    __asm__ volatile("sfence.vma");
    run_in_mode(1, supervisor);
    return 2;
}
