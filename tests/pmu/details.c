/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Details of the SBI PMU library that calls alone do not reach: the carry of firmware counters on
 * RV32, which other harts see half done, and what the firmware has in mcounteren and mcountinhibit
 * for itself.
 */
#include "sim/pmu/csr_array.h"

#include <stdio.h>
#include <stdlib.h>

#define CHECK(holds)                                                                               \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #holds);                             \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

enum { FIRMWARE = 19, TIME = 1 << 1 };

static struct nt_array array;
static struct nt_pmu_hart hart;

static struct nt_pmu_ret call(nt_pmu_word fid, nt_pmu_word a0, nt_pmu_word a1, nt_pmu_word a2,
                              nt_pmu_word a3) {
    return nt_pmu_call(&hart, fid, (nt_pmu_word[6]){a0, a1, a2, a3});
}

static uint64_t count(void) {
    uint64_t low = call(SBI_EXT_PMU_COUNTER_FW_READ, FIRMWARE, 0, 0, 0).value;
    return low | (uint64_t)call(SBI_EXT_PMU_COUNTER_FW_READ_HI, FIRMWARE, 0, 0, 0).value << 32;
}

static void mcounteren_keeps_what_is_not_of_counters(void) {
    struct nt_pmu_saved saved;
    nt_array_init(&array, &nt_array_platform, 5);
    array.mcounteren = TIME;
    nt_pmu_init(&hart, &nt_array_platform, &array);
    CHECK(array.mcounteren == (nt_array_platform.counters | TIME));
    nt_pmu_save(&hart, &saved);
    array.mcounteren = TIME;
    nt_pmu_restore(&hart, &saved);
    CHECK(array.mcounteren == (nt_array_platform.counters | TIME));
}

/* A hart with more counters than the platform names: all bits of mcountinhibit are there. */

enum { MCOUNTINHIBIT = 0x320 };
static const uint32_t others =
    0xfff80000; /* counters of the firmware's own; half of them stopped */
static const uint32_t stopped = 0xaaa80000;
static const uint32_t fixed = 5; /* mcycle and minstret run from boot */
static uint32_t inhibit;

static nt_pmu_word csr_read(void *context, unsigned csr) {
    return csr == MCOUNTINHIBIT ? inhibit : nt_array_ops.csr_read(context, csr);
}

static void csr_write(void *context, unsigned csr, nt_pmu_word value) {
    if (csr == MCOUNTINHIBIT) {
        inhibit = (uint32_t)value;
    } else {
        nt_array_ops.csr_write(context, csr, value);
    }
}

static void counters_of_others_are_left_alone(void) {
    struct nt_pmu_ops ops = nt_array_ops;
    struct nt_pmu_platform platform = nt_array_platform;
    struct nt_pmu_saved saved;
    ops.csr_read = csr_read;
    ops.csr_write = csr_write;
    platform.ops = &ops;
    nt_array_init(&array, &platform, 0);
    inhibit = stopped;
    nt_pmu_init(&hart, &platform, &array);
    CHECK(inhibit == (stopped | (platform.counters & ~fixed)));
    (void)call(SBI_EXT_PMU_COUNTER_CFG_MATCH, 3, 1, SBI_PMU_CFG_FLAG_AUTO_START, 2);
    CHECK(inhibit == (stopped | (platform.counters & ~8u & ~fixed)));
    nt_pmu_save(&hart, &saved);
    CHECK(inhibit == (stopped | platform.counters));
    inhibit = others; /* as another part of the firmware has them by then */
    nt_pmu_restore(&hart, &saved);
    CHECK(inhibit == (others | (platform.counters & ~8u & ~fixed)));
    (void)call(SBI_EXT_PMU_COUNTER_STOP, 3, 1, 0, 0);
    CHECK(inhibit == (others | (platform.counters & ~fixed)));
    platform.stops_fixed = true;
    nt_pmu_init(&hart, &platform, &array);
    CHECK(inhibit == (others | platform.counters));
}

static void a_counter_that_runs_without_an_event_is_not_free(void) {
    nt_array_init(&array, &nt_array_platform, 0);
    nt_pmu_init(&hart, &nt_array_platform, &array);
    array.mcountinhibit &= ~8u;
    CHECK(call(SBI_EXT_PMU_COUNTER_CFG_MATCH, 3, 3, 0, 2).value == 4);
}

#if NT_PMU_XLEN == 32
/* Sets the number of events, as if so many had come; `halves` may not have followed yet. */
static void have(uint32_t low, uint32_t halves) {
    hart.fw[0].low = low;
    hart.fw[0].halves = halves;
}

static void an_event_carries_into_each_bit_once(void) {
    have(UINT32_MAX >> 2, 0);
    nt_pmu_fw_event(&hart, SBI_PMU_FW_IPI_SENT);
    CHECK(count() == UINT64_C(1) << 30);
    have(INT32_MAX, 0);
    nt_pmu_fw_event(&hart, SBI_PMU_FW_IPI_SENT);
    CHECK(count() == UINT64_C(1) << 31 && hart.fw[0].halves == 1);
    have(UINT32_MAX, hart.fw[0].halves);
    nt_pmu_fw_event(&hart, SBI_PMU_FW_IPI_SENT);
    CHECK(count() == UINT64_C(1) << 32 && hart.fw[0].halves == 2);
}

static void a_carry_that_is_under_way_is_counted(void) {
    have(UINT32_C(1) << 31, 0);
    CHECK(count() == UINT64_C(1) << 31);
    have(0, 1);
    CHECK(count() == UINT64_C(1) << 32);
    have(3, 2);
    CHECK(count() == (UINT64_C(1) << 32) + 3);
}

static void a_new_value_leaves_the_events_alone(void) {
    have(77, 8);
    (void)call(SBI_EXT_PMU_COUNTER_STOP, FIRMWARE, 1, 0, 0);
    (void)call(SBI_EXT_PMU_COUNTER_START, FIRMWARE, 1, SBI_PMU_START_SET_INIT_VALUE, 1000);
    CHECK(hart.fw[0].low == 77 && hart.fw[0].halves == 8 && count() == 1000);
    nt_pmu_fw_event(&hart, SBI_PMU_FW_IPI_SENT);
    CHECK(count() == 1001);
}
#endif

int main(void) {
    counters_of_others_are_left_alone();
    a_counter_that_runs_without_an_event_is_not_free();
    mcounteren_keeps_what_is_not_of_counters();
    struct nt_pmu_ret ret = call(SBI_EXT_PMU_COUNTER_CFG_MATCH, FIRMWARE, 1,
                                 SBI_PMU_CFG_FLAG_AUTO_START, 0xf0000 | SBI_PMU_FW_IPI_SENT);
    CHECK(ret.error == SBI_SUCCESS && ret.value == FIRMWARE && count() == 0);
#if NT_PMU_XLEN == 32
    an_event_carries_into_each_bit_once();
    a_carry_that_is_under_way_is_counted();
    a_new_value_leaves_the_events_alone();
#endif
    printf("RV%d: the details are right\n", NT_PMU_XLEN);
    return 0;
}
