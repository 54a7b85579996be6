/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A machine around sbi_pmu.c, as small as can be: M mode that knows nothing but the PMU extension
 * and set_timer, and a supervisor that counts its own instructions and the timers that it sets.
 */
#include "tests/programs/common/program.h"

#include <nt_pmu.h>

enum { UART = 0x10000000, TIMER_EID = 0x54494D45, A7 = 7, ECALL_FROM_S = 9 };

void sbi_pmu_start(unsigned hart);
void sbi_pmu_set_timer(unsigned hart);
void sbi_pmu_ecall(unsigned hart, nt_pmu_word reg[8]);
void trap_entry(void);

static void print(const char *text) {
    for (; *text != 0; text++) {
        *(volatile char *)UART = *text;
    }
}

static void print_number(const char *name, nt_pmu_word value) {
    char digits[24];
    unsigned at = sizeof digits - 1;
    digits[at] = 0;
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    print(name);
    print(&digits[at]);
    print("\n");
}

/* Called by trap_entry with a0 to a7. */
void handle_trap(nt_pmu_word reg[8]) {
    nt_pmu_word cause;
    nt_pmu_word epc;
    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    __asm__ volatile("csrr %0, mepc" : "=r"(epc));
    if (cause != ECALL_FROM_S) {
        print_number("trap ", cause);
        power_off(1);
    }
    __asm__ volatile("csrw mepc, %0" ::"r"(epc + 4));
    if (reg[A7] == SBI_EXT_PMU) {
        sbi_pmu_ecall(0, reg);
    } else {
        sbi_pmu_set_timer(0);
        reg[0] = SBI_SUCCESS;
    }
}

__asm__(".align 2\n"
        "trap_entry:\n"
#if NT_PMU_XLEN == 64
        ".macro move op, reg, at\n \\op\\()d \\reg, 8*\\at(sp)\n .endm\n"
#else
        ".macro move op, reg, at\n \\op\\()w \\reg, 4*\\at(sp)\n .endm\n"
#endif
        "csrrw sp, mscratch, sp\n"
        "addi sp, sp, -128\n"
        "move s, a0, 0\n move s, a1, 1\n move s, a2, 2\n move s, a3, 3\n"
        "move s, a4, 4\n move s, a5, 5\n move s, a6, 6\n move s, a7, 7\n"
        "move s, t0, 8\n move s, t1, 9\n move s, t2, 10\n move s, t3, 11\n"
        "move s, t4, 12\n move s, t5, 13\n move s, t6, 14\n move s, ra, 15\n"
        "mv a0, sp\n"
        "call handle_trap\n"
        "move l, a0, 0\n move l, a1, 1\n move l, a2, 2\n move l, a3, 3\n"
        "move l, a4, 4\n move l, a5, 5\n move l, a6, 6\n move l, a7, 7\n"
        "move l, t0, 8\n move l, t1, 9\n move l, t2, 10\n move l, t3, 11\n"
        "move l, t4, 12\n move l, t5, 13\n move l, t6, 14\n move l, ra, 15\n"
        "addi sp, sp, 128\n"
        "csrrw sp, mscratch, sp\n"
        "mret\n");

/* The supervisor. */

static nt_pmu_word call(nt_pmu_word eid, nt_pmu_word fid, nt_pmu_word base, nt_pmu_word mask,
                        nt_pmu_word flags, nt_pmu_word event, nt_pmu_word *value) {
    register nt_pmu_word a0 __asm__("a0") = base;
    register nt_pmu_word a1 __asm__("a1") = mask;
    register nt_pmu_word a2 __asm__("a2") = flags;
    register nt_pmu_word a3 __asm__("a3") = event;
    register nt_pmu_word a4 __asm__("a4") = 0;
    register nt_pmu_word a5 __asm__("a5") = 0;
    register nt_pmu_word a6 __asm__("a6") = fid;
    register nt_pmu_word a7 __asm__("a7") = eid;
    __asm__ volatile("ecall"
                     : "+r"(a0), "+r"(a1)
                     : "r"(a2), "r"(a3), "r"(a4), "r"(a5), "r"(a6), "r"(a7)
                     : "memory");
    *value = a1;
    return a0;
}

static void supervisor(void) {
    nt_pmu_word value;
    nt_pmu_word counter;
    nt_pmu_word wrong = call(SBI_EXT_PMU, SBI_EXT_PMU_NUM_COUNTERS, 0, 0, 0, 0, &value);
    print_number("counters: ", value);
    const nt_pmu_word flags = SBI_PMU_CFG_FLAG_CLEAR_VALUE | SBI_PMU_CFG_FLAG_AUTO_START;
    wrong |= call(SBI_EXT_PMU, SBI_EXT_PMU_COUNTER_CFG_MATCH, 0, 0x7fffd, flags,
                  SBI_PMU_HW_INSTRUCTIONS, &counter);
    print_number("instructions are counted by: ", counter);
    wrong |= call(SBI_EXT_PMU, SBI_EXT_PMU_COUNTER_CFG_MATCH, 19, 3, flags,
                  SBI_PMU_EVENT_TYPE_FW << 16 | SBI_PMU_FW_SET_TIMER, &counter);
    for (unsigned i = 0; i < 3; i++) {
        wrong |= call(TIMER_EID, 0, 0, 0, 0, 0, &value);
    }
    wrong |= call(SBI_EXT_PMU, SBI_EXT_PMU_COUNTER_FW_READ, counter, 0, 0, 0, &value);
    print_number("timers that were set: ", value);
    wrong |= call(SBI_EXT_PMU, SBI_EXT_PMU_COUNTER_STOP, 3, 1, 0, 0, &value);
    __asm__ volatile("csrr %0, hpmcounter3" : "=r"(value));
    print(value > 100 && value < 100000 ? "instructions were counted\n" : "wrong count\n");
    power_off(wrong != 0);
}

static unsigned char machine_stack[4096] __attribute__((aligned(16)));

int main(void) {
    sbi_pmu_start(0);
    __asm__ volatile("csrw pmpaddr0, %0\n\tcsrw pmpcfg0, %1" ::"r"(-1L), "r"(0x1fL));
    __asm__ volatile("csrw mtvec, %0" ::"r"(trap_entry));
    __asm__ volatile("csrw mscratch, %0" ::"r"(machine_stack + sizeof machine_stack));
    __asm__ volatile("csrc mstatus, %0\n\tcsrs mstatus, %1" ::"r"(3L << 11), "r"(1L << 11));
    __asm__ volatile("csrw mepc, %0\n\tmret" ::"r"(supervisor));
    return 1;
}
