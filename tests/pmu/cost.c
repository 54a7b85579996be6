/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What calls of the SBI PMU library cost: instructions of a hart of QEMU (minstret, -icount), each
 * the worst of its kind; on the console `NAME INSTRUCTIONS`, without the ones of the measurement.
 */
#include "pmu/nt_pmu.h"
#include "tests/programs/common/program.h"

enum { UART = 0x10000000, FIRMWARE = 19 };

static void print(const char *text) {
    for (; *text != 0; text++) {
        *(volatile char *)UART = *text;
    }
}

static void print_number(unsigned long value) {
    if (value > 9) {
        print_number(value / 10);
    }
    print((char[]){(char)('0' + value % 10), 0});
}

/* Nothing but what the measurement itself needs. */
static bool event(void *context, uint32_t event_idx, uint64_t event_data, unsigned counter,
                  uint64_t *mhpmevent) {
    (void)context;
    (void)event_data;
    (void)counter;
    *mhpmevent = event_idx;
    return event_idx < 3;
}

static uint32_t shared[1024] __attribute__((aligned(4096)));

static void *memory(void *context, uint64_t address, uint64_t size, bool writes) {
    (void)context;
    (void)size;
    (void)writes;
    return (void *)(uintptr_t)address;
}

static const struct nt_pmu_ops ops = {
    nt_pmu_riscv_csr_read, nt_pmu_riscv_csr_write, event, memory, 0, 0, 0,
};

/* All that QEMU has but minstret, which measures; and as many as there can be. */
static const struct nt_pmu_platform some = {
    .ops = &ops, .counters = 0x7fff9, .width = 64, .fw_counters = 16, .sscofpmf = true};
static const struct nt_pmu_platform all = {
    .ops = &ops, .counters = 0xfffffff9, .width = 64, .fw_counters = 16, .sscofpmf = true};

static struct nt_pmu_hart hart;

static unsigned long retired(void) {
    unsigned long value;
    __asm__ volatile("csrr %0, minstret" : "=r"(value));
    return value;
}

static unsigned long overhead;

static void measure(const char *name, nt_pmu_word fid, const nt_pmu_word args[6], int error) {
    unsigned long before = retired();
    struct nt_pmu_ret ret = nt_pmu_call(&hart, fid, args);
    unsigned long after = retired();
    if (ret.error != (nt_pmu_word)error) {
        print("wrong answer: ");
        print(name);
        print("\n");
        power_off(1);
    }
    print(name);
    print(" ");
    print_number(after - before - overhead);
    print("\n");
}

#define ARGS(...) ((const nt_pmu_word[6]){__VA_ARGS__})

int main(void) {
    const nt_pmu_word page = (nt_pmu_word)(uintptr_t)shared;
    unsigned long before = retired();
    overhead = retired() - before;
    nt_pmu_init(&hart, &some, 0);
    measure("num_counters", SBI_EXT_PMU_NUM_COUNTERS, ARGS(0), SBI_SUCCESS);
    measure("get_info", SBI_EXT_PMU_COUNTER_GET_INFO, ARGS(FIRMWARE), SBI_SUCCESS);
    measure("set_shmem", SBI_EXT_PMU_SNAPSHOT_SET_SHMEM, ARGS(page, 0, 0), SBI_SUCCESS);
    measure("config_matching", SBI_EXT_PMU_COUNTER_CFG_MATCH, ARGS(3, 0xffff, 6, 2), SBI_SUCCESS);
    measure("stop", SBI_EXT_PMU_COUNTER_STOP, ARGS(3, 1, 0), SBI_SUCCESS);
    measure("start", SBI_EXT_PMU_COUNTER_START, ARGS(3, 1, 1, 5), SBI_SUCCESS);
    measure("stop with snapshot", SBI_EXT_PMU_COUNTER_STOP, ARGS(3, 1, 2), SBI_SUCCESS);
    measure("config_matching, firmware", SBI_EXT_PMU_COUNTER_CFG_MATCH,
            ARGS(FIRMWARE, 1, 4, 0xf0000 | SBI_PMU_FW_IPI_SENT), SBI_SUCCESS);
    measure("fw_read", SBI_EXT_PMU_COUNTER_FW_READ, ARGS(FIRMWARE), SBI_SUCCESS);
    measure("event_get_info, 1 entry", SBI_EXT_PMU_EVENT_GET_INFO, ARGS(page + 1024, 0, 1, 0),
            SBI_SUCCESS);
    before = retired();
    nt_pmu_fw_event(&hart, SBI_PMU_FW_IPI_SENT);
    before = retired() - before - overhead;
    print("nt_pmu_fw_event ");
    print_number(before);
    print("\n");
    nt_pmu_init(&hart, &all, 0);
    measure("config_matching, no match in 32 counters", SBI_EXT_PMU_COUNTER_CFG_MATCH,
            ARGS(3, ~(nt_pmu_word)0 >> (NT_PMU_XLEN - 32), 0, 3), SBI_ERR_NOT_SUPPORTED);
    return 0;
}
