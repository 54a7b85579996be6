/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Firmware counters. Their events come from any hart, while their own hart starts, stops and reads
 * them: without locks, by relaxed atomics. An event that another hart counts while the counter is
 * stopped or set may fall on either side of that.
 */
#include "internal.h"

#if NT_PMU_XLEN == 32
/* RV32 cannot add to 64 bits at once. The half of the count's range that `low` is in tells whether
   `halves` has followed already, so that a reader in between is not misled. */

static void add_one(struct nt_pmu_fw_counter *counter) {
    uint32_t before = __atomic_fetch_add(&counter->low, 1, __ATOMIC_RELAXED);
    if (((before ^ (before + 1)) >> 31) != 0) {
        __atomic_fetch_add(&counter->halves, 1, __ATOMIC_RELEASE); /* seen after low */
    }
}

static uint64_t events_of(const struct nt_pmu_fw_counter *counter) {
    uint32_t halves = __atomic_load_n(&counter->halves, __ATOMIC_ACQUIRE);
    uint32_t low = load(&counter->low);
    halves += (halves ^ low >> 31) & 1;
    return ((union words){.half = {low, halves >> 1}}).whole;
}

static uint64_t count_of(const struct nt_pmu_fw_counter *counter) {
    return counter->base + events_of(counter);
}

/* Writes nothing that other harts write, so that none of their events is lost. */
static void set_count(struct nt_pmu_fw_counter *counter, uint64_t value) {
    counter->base = value - events_of(counter);
}
#else
static void add_one(struct nt_pmu_fw_counter *counter) {
    __atomic_fetch_add(&counter->count, 1, __ATOMIC_RELAXED);
}

static uint64_t count_of(const struct nt_pmu_fw_counter *counter) {
    return __atomic_load_n(&counter->count, __ATOMIC_RELAXED);
}

static void set_count(struct nt_pmu_fw_counter *counter, uint64_t value) {
    __atomic_store_n(&counter->count, value, __ATOMIC_RELAXED);
}
#endif

void nt_pmu_fw_init(struct nt_pmu_fw_counter *counter) {
    store(&counter->event, 0);
    store_both(counter->event_data, 0);
#if NT_PMU_XLEN == 32
    store(&counter->low, 0);
    store(&counter->halves, 0);
#endif
    set_count(counter, 0);
}

/* Whether the platform counts it. */
static bool is_platforms(const hart_t *hart, unsigned number) {
    return hart->platform->ops->fw_start != 0 && hart->fw[number].event == SBI_PMU_FW_PLATFORM;
}

uint64_t nt_pmu_fw_value(const hart_t *hart, unsigned number) {
    return is_platforms(hart, number) && (hart->fw_started >> number & 1) != 0
               ? hart->platform->ops->fw_read(hart->context, hart->fw_base + number)
               : count_of(&hart->fw[number]);
}

void nt_pmu_fw_set_value(hart_t *hart, unsigned number, uint64_t value) {
    set_count(&hart->fw[number], value);
}

void nt_pmu_fw_start(hart_t *hart, uint32_t numbers) {
    for (unsigned i = 0; i < hart->platform->fw_counters; i++) {
        if ((numbers >> i & 1) != 0 && is_platforms(hart, i)) {
            hart->platform->ops->fw_start(hart->context, hart->fw_base + i,
                                          load_both(hart->fw[i].event_data),
                                          count_of(&hart->fw[i]));
        }
    }
    store(&hart->fw_started, hart->fw_started | numbers);
}

void nt_pmu_fw_stop(hart_t *hart, uint32_t numbers) {
    for (unsigned i = 0; i < hart->platform->fw_counters; i++) {
        if ((numbers >> i & 1) != 0 && is_platforms(hart, i)) {
            set_count(&hart->fw[i], nt_pmu_fw_value(hart, i));
            hart->platform->ops->fw_stop(hart->context, hart->fw_base + i);
        }
    }
    store(&hart->fw_started, hart->fw_started & ~numbers);
}

void nt_pmu_fw_program(hart_t *hart, unsigned number, const struct event *event) {
    struct nt_pmu_fw_counter *counter = &hart->fw[number];
    store(&counter->event, event->idx & 0xffff);
    store_both(counter->event_data, event->data);
}

/* Counts on all that run and are for this event. */
static void count(hart_t *hart, uint32_t code, uint64_t data) {
    uint32_t started = load(&hart->fw_started);
    for (unsigned i = 0; started != 0; i++, started >>= 1) {
        if ((started & 1) != 0 && load(&hart->fw[i].event) == code &&
            load_both(hart->fw[i].event_data) == data) {
            add_one(&hart->fw[i]);
        }
    }
}

void nt_pmu_fw_event(hart_t *hart, uint32_t code) {
    count(hart, code, 0);
}

void nt_pmu_fw_platform_event(hart_t *hart, uint64_t event_data) {
    count(hart, SBI_PMU_FW_PLATFORM, event_data);
}
