/* SPDX-License-Identifier: Apache-2.0 */
/* Exceptions of every kind that Ibex takes, interrupts of the timer among straight code and calls,
   and user mode, whose ecall comes back. */
#include "common/program.h"

enum {
    ILLEGAL = 2,
    BREAKPOINT = 3,
    LOAD_FAULT = 5,
    STORE_FAULT = 7,
    USER_ECALL = 8,
    MACHINE_ECALL = 11,
    ROUNDS = 40,
};

static volatile uint32_t count[16], interrupts;
static volatile uint32_t *const mtimecmp = (volatile uint32_t *)0x02004000;
static volatile uint32_t *const mtime = (volatile uint32_t *)0x0200bff8;

static void timer_in(uint32_t cycles) {
    mtimecmp[1] = UINT32_MAX;
    mtimecmp[0] = mtime[0] + cycles;
    mtimecmp[1] = 0;
}

/* All vectors lead here. */
__attribute__((interrupt("machine"))) void trap_entry(void) {
    uint32_t cause, epc;
    __asm__ volatile("csrr %0, mcause\n\tcsrr %1, mepc" : "=r"(cause), "=r"(epc));
    if (cause >> 31 != 0) {
        interrupts++;
        timer_in(37 + interrupts % 29);
        return;
    }
    count[cause & 15]++;
    if (cause == USER_ECALL) {
        __asm__ volatile("csrs mstatus, %0" ::"r"(3u << 11)); /* MPP: go on in M */
    }
    epc += (*(const volatile uint16_t *)(uintptr_t)epc & 3) == 3 ? 4 : 2;
    __asm__ volatile("csrw mepc, %0" ::"r"(epc));
}

__attribute__((noinline)) static uint32_t work(uint32_t n) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        sum = sum % 3 == 0 ? sum + i : sum ^ i;
    }
    return sum;
}

static void provoke(void) {
    __asm__ volatile("ecall\n\tebreak\n\t.option push\n\t.option rvc\n\tc.ebreak\n\t.option "
                     "pop\n\t.word 0xffffffff\n\t"
                     "lw zero, 0(%0)\n\tsw zero, 0(%0)" ::"r"(0x70000000)
                     : "memory");
}

/* In U mode until the ecall. */
static void visit_user(void) {
    __asm__ volatile("csrw pmpaddr0, %0\n\tcsrw pmpcfg0, %1\n\tcsrc mstatus, %2\n\tla t0, "
                     "1f\n\tcsrw mepc, t0\n\tmret\n"
                     "1:\taddi t0, t0, 1\n\tbnez t0, 2f\n\tnop\n2:\tecall" ::"r"(UINT32_MAX),
                     "r"(0x1f), "r"(3u << 11)
                     : "t0", "memory");
}

int main(void) {
    timer_in(100);
    __asm__ volatile("csrw mie, %0\n\tcsrsi mstatus, 8" ::"r"(1u << 7));
    uint32_t sum = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        provoke();
        sum += work(i * 7);
        visit_user();
    }
    __asm__ volatile("csrci mstatus, 8");
    static const uint8_t once[] = {ILLEGAL, LOAD_FAULT, STORE_FAULT, USER_ECALL, MACHINE_ECALL};
    for (unsigned i = 0; i < sizeof once; i++) {
        if (count[once[i]] != ROUNDS) {
            return 1 + once[i];
        }
    }
    return count[BREAKPOINT] != 2 * ROUNDS ? 20 : interrupts < 50 ? 21 : sum == 0;
}
