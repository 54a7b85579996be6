/* SPDX-License-Identifier: Apache-2.0 */
/* An M-mode firmware for QEMU's "virt" with the SBI PMU library: boots a supervisor on each hart
   and answers its calls. Extensions: base, legacy console, timer, IPI, PMU, reset, and one for
   tests. */
#include "pmu/nt_pmu.h"
#include "tests/pmu/firmware/machine.h"
#include "tests/pmu/firmware/map.h"
#include "tests/pmu/firmware/memory.h"

#include <stddef.h>

enum {
    SBI_EXT_0_1_CONSOLE_PUTCHAR = 1,
    SBI_EXT_BASE = 0x10,
    SBI_EXT_TIME = 0x54494d45,
    SBI_EXT_IPI = 0x735049,
    SBI_EXT_SRST = 0x53525354,
};

/* Registers of a trap, by number. */
struct frame {
    word x[32];
};
enum { A0 = 10, A1, A2, A3, A4, A5, A6, A7 };

struct hart {
    struct nt_pmu_hart pmu;
    struct nt_pmu_platform platform;
    struct nt_pmu_saved saved;
    bool ready; /* its counters are initialized: events of other harts may come */
};

static struct hart harts[MAP_HARTS];

/* The platform of the table of cases: QEMU's counters, whose events have the SBI's numbers. So have
   those of nt_hpm. */

static bool event(void *context, uint32_t event_idx, uint64_t event_data, unsigned counter,
                  uint64_t *mhpmevent) {
    (void)context;
    (void)counter;
    const bool raw =
        event_idx >> 16 == SBI_PMU_EVENT_TYPE_RAW || event_idx >> 16 == SBI_PMU_EVENT_TYPE_RAW_V2;
    *mhpmevent = raw ? event_data : event_idx;
    switch (event_idx) {
    case SBI_PMU_HW_CPU_CYCLES:
    case SBI_PMU_HW_INSTRUCTIONS:
#ifdef MAP_BOARD
    case SBI_PMU_HW_BRANCH_INSTRUCTIONS:
#else
    case 0x10019: /* reads that miss the data TLB */
    case 0x1001b: /* writes that do */
    case 0x10021: /* fetches that miss the instruction TLB */
#endif
    case 0xf0100: /* this firmware's own event */
        return true;
    case 0xfffff:
        return event_data == 1 || event_data == 2;
    default:
        return raw && event_data < 0x10000;
    }
}

static const struct nt_pmu_ops ops = {
    .csr_read = nt_pmu_riscv_csr_read,
    .csr_write = nt_pmu_riscv_csr_write,
    .event = event,
    .memory = memory_of_supervisor,
};

/* Whether scountovf is there, or traps. */
static bool has_sscofpmf(void) {
    word found = 0;
    word old;
    __asm__ volatile("la %1, 1f\n\t"
                     "csrrw %1, mtvec, %1\n\t"
                     "csrr %0, 0xda0\n\t"
                     "li %0, 1\n\t"
                     "j 2f\n\t"
                     ".align 2\n"
                     "1: li %0, 0\n"
                     "2: csrw mtvec, %1"
                     : "=&r"(found), "=&r"(old));
    return found != 0;
}

/* What is fatal. */

static void put_text(const char *text) {
    while (*text != '\0') {
        machine_put(*text++);
    }
}

static void put_hex(word number) {
    for (unsigned shift = 8 * sizeof number; shift > 0;) {
        shift -= 4;
        machine_put("0123456789abcdef"[number >> shift & 15]);
    }
}

_Noreturn static void fatal(word cause) {
    put_text("firmware: trap ");
    put_hex(cause);
    put_text(" at ");
    put_hex(CSR_READ("mepc"));
    put_text(" value ");
    put_hex(CSR_READ("mtval"));
    put_text("\n");
    machine_off(true);
}

/* The calls. */

struct answer {
    word error;
    word value;
};

static struct answer call_base(word function, word argument) {
    static const word known[] = {SBI_EXT_BASE,  SBI_EXT_0_1_CONSOLE_PUTCHAR,
                                 SBI_EXT_TIME,  SBI_EXT_IPI,
                                 SBI_EXT_SRST,  SBI_EXT_PMU,
                                 TEST_EXTENSION};
    struct answer answer = {SBI_SUCCESS, 0};
    switch (function) {
    case 0: /* get_spec_version */
        answer.value = NT_PMU_VERSION;
        break;
    case 1: /* get_impl_id */
        answer.value = TEST_IMPLEMENTATION;
        break;
    case 3: /* probe_extension */
        for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
            answer.value |= known[i] == argument;
        }
        break;
    case 2: /* get_impl_version */
    case 4: /* get_mvendorid, get_marchid, get_mimpid */
    case 5:
    case 6:
        break;
    default:
        answer.error = (word)SBI_ERR_NOT_SUPPORTED;
    }
    return answer;
}

static struct answer call_timer(unsigned self, const struct frame *frame) {
    uint64_t time = frame->x[A0];
#if __riscv_xlen == 32
    time |= (uint64_t)frame->x[A1] << 32;
#endif
    nt_pmu_fw_event(&harts[self].pmu, SBI_PMU_FW_SET_TIMER);
    machine_timer(self, time);
    CSR_CLEAR("mip", (word)1 << IRQ_S_TIMER);
    CSR_SET("mie", (word)1 << IRQ_M_TIMER);
    return (struct answer){SBI_SUCCESS, 0};
}

/* Sent is counted on this hart and received on that one, once for each target. */
static struct answer call_ipi(unsigned self, word mask, word base) {
    for (unsigned i = 0; i < MAP_HARTS; i++) {
        const bool wanted = base == (word)-1 || (i >= base && i - base < 8 * sizeof mask &&
                                                 (mask >> (i - base) & 1) != 0);
        if (wanted && __atomic_load_n(&harts[i].ready, __ATOMIC_ACQUIRE)) {
            nt_pmu_fw_event(&harts[self].pmu, SBI_PMU_FW_IPI_SENT);
            nt_pmu_fw_event(&harts[i].pmu, SBI_PMU_FW_IPI_RECEIVED);
            machine_software_interrupt(i, true);
        }
    }
    return (struct answer){SBI_SUCCESS, 0};
}

/* As before and after a suspend that keeps nothing, and at a start with memory of any content. */
static void test_power(struct hart *hart, word what) {
    const struct nt_pmu_platform *platform = hart->pmu.platform;
    switch (what) {
    case 3:
        for (unsigned i = 0; i < sizeof hart->pmu; i++) {
            ((volatile uint8_t *)&hart->pmu)[i] = 0xa5;
        }
        nt_pmu_init(&hart->pmu, platform, NULL);
        break;
    case 0:
        nt_pmu_init(&hart->pmu, platform, NULL);
        break;
    case 1:
        nt_pmu_save(&hart->pmu, &hart->saved);
        break;
    default:
        nt_pmu_restore(&hart->pmu, &hart->saved);
    }
}

static struct answer call_test(unsigned self, const struct frame *frame) {
    struct nt_pmu_hart *pmu = &harts[self].pmu;
    const word *x = frame->x;
    struct answer answer = {SBI_SUCCESS, 0};
    switch (x[A6]) {
    case TEST_CSR_READ:
        answer.value = nt_pmu_riscv_csr_read(NULL, (unsigned)x[A0]);
        break;
    case TEST_CSR_WRITE:
        nt_pmu_riscv_csr_write(NULL, (unsigned)x[A0], x[A1]);
        break;
    case TEST_POWER:
        test_power(&harts[self], x[A0]);
        break;
    case TEST_FW_EVENT:
        for (word i = 0; i < x[A1]; i++) {
            if (x[A0] == SBI_PMU_FW_PLATFORM) {
                nt_pmu_fw_platform_event(pmu, (uint64_t)(uint32_t)x[A3] << 32 | (uint32_t)x[A2]);
            } else {
                nt_pmu_fw_event(pmu, (uint32_t)x[A0]);
            }
        }
        break;
    default:
        answer.error = (word)SBI_ERR_NOT_SUPPORTED;
    }
    return answer;
}

static struct answer call(unsigned self, const struct frame *frame) {
    const word *x = frame->x;
    switch (x[A7]) {
    case SBI_EXT_BASE:
        return call_base(x[A6], x[A0]);
    case SBI_EXT_TIME:
        return call_timer(self, frame);
    case SBI_EXT_IPI:
        return call_ipi(self, x[A0], x[A1]);
    case SBI_EXT_PMU: {
        const nt_pmu_word args[6] = {x[A0], x[A1], x[A2], x[A3], x[A4], x[A5]};
        const struct nt_pmu_ret ret = nt_pmu_call(&harts[self].pmu, x[A6], args);
        return (struct answer){ret.error, ret.value};
    }
    case SBI_EXT_SRST:
        machine_off(x[A1] != 0);
    case TEST_EXTENSION:
        return call_test(self, frame);
    default:
        return (struct answer){(word)SBI_ERR_NOT_SUPPORTED, 0};
    }
}

/* Legacy calls give a0 alone. */
static void supervisor_call(unsigned self, struct frame *frame) {
    if (frame->x[A7] == SBI_EXT_0_1_CONSOLE_PUTCHAR) {
        machine_put((char)frame->x[A0]);
        frame->x[A0] = 0;
    } else {
        const struct answer answer = call(self, frame);
        frame->x[A0] = answer.error;
        frame->x[A1] = answer.value;
    }
    CSR_WRITE("mepc", CSR_READ("mepc") + 4);
}

void firmware_trap(struct frame *frame) {
    const unsigned self = (unsigned)CSR_READ("mhartid");
    const word cause = CSR_READ("mcause");
    if (cause == CAUSE_ECALL_S) {
        supervisor_call(self, frame);
    } else if (cause == INTERRUPT(IRQ_M_SOFT)) {
        machine_software_interrupt(self, false);
        CSR_SET("mip", (word)1 << IRQ_S_SOFT);
    } else if (cause == INTERRUPT(IRQ_M_TIMER)) {
        CSR_CLEAR("mie", (word)1 << IRQ_M_TIMER);
        CSR_SET("mip", (word)1 << IRQ_S_TIMER);
    } else {
        fatal(cause);
    }
}

/* What the supervisor gets is all that it can handle: faults, and local interrupts with LCOFI. */
static void delegate(void) {
    CSR_WRITE("medeleg", (word)0xb1ff);
    CSR_WRITE("mideleg", (word)1 << IRQ_S_SOFT | (word)1 << IRQ_S_TIMER |
                             (word)1 << IRQ_S_EXTERNAL | (word)1 << IRQ_LCOF);
    CSR_WRITE("mie", (word)1 << IRQ_M_SOFT);
    CSR_WRITE("mcounteren", (word)2); /* time; the library adds the counters */
}

/* Prepares a hart for the mret that follows. */
word firmware_main(word self) {
    struct hart *hart = &harts[self];
    hart->platform = (struct nt_pmu_platform){.ops = &ops,
                                              .counters = MAP_COUNTERS,
                                              .width = 64,
                                              .fw_counters = 16,
                                              .sscofpmf = has_sscofpmf()};
    delegate();
    memory_protect();
    nt_pmu_init(&hart->pmu, &hart->platform, NULL);
    __atomic_store_n(&hart->ready, true, __ATOMIC_RELEASE);
    CSR_WRITE("mepc", (word)MAP_SUPERVISOR);
    CSR_CLEAR("mstatus", (word)3 << 11);
    CSR_SET("mstatus", (word)1 << 11); /* MPP: S */
    return self;
}
