/* SPDX-License-Identifier: Apache-2.0 */
/* What an SBI implementation adds so that S mode has the PMU extension. */
#include <nt_pmu.h>

enum { HARTS = 2, A6 = 6, A7 = 7 };

static bool event(void *hart, uint32_t event_idx, uint64_t event_data, unsigned counter,
                  uint64_t *mhpmevent) {
    *mhpmevent = event_idx; /* as this hart numbers them */
    return event_idx == SBI_PMU_HW_CPU_CYCLES || event_idx == SBI_PMU_HW_INSTRUCTIONS;
}

static void *memory(void *hart, uint64_t address, uint64_t size, bool writes) {
    const uint64_t ram = 0x80000000, end = 0x88000000; /* what the supervisor may use */
    return address >= ram && address < end && size <= end - address ? (void *)(uintptr_t)address
                                                                    : 0;
}

static const struct nt_pmu_ops ops = {.csr_read = nt_pmu_riscv_csr_read,
                                      .csr_write = nt_pmu_riscv_csr_write,
                                      .event = event,
                                      .memory = memory};
static const struct nt_pmu_platform platform = {
    .ops = &ops, .counters = 0x7fffd, .width = 64, .fw_counters = 16, .sscofpmf = true};
static struct nt_pmu_hart harts[HARTS];

void sbi_pmu_start(unsigned hart) { /* on each hart, as it starts */
    nt_pmu_init(&harts[hart], &platform, 0);
}

void sbi_pmu_set_timer(unsigned hart) { /* where sbi_set_timer is handled; so for other events */
    nt_pmu_fw_event(&harts[hart], SBI_PMU_FW_SET_TIMER);
}

void sbi_pmu_ecall(unsigned hart, nt_pmu_word reg[8]) { /* a0 to a7, where a7 is SBI_EXT_PMU */
    struct nt_pmu_ret ret = nt_pmu_call(&harts[hart], reg[A6], reg);
    reg[0] = ret.error;
    reg[1] = ret.value;
}
