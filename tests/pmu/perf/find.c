/* SPDX-License-Identifier: Apache-2.0 */
/* What the driver finds out at boot. */
#include "tests/pmu/perf/perf.h"

enum {
    CSR_CYCLE = 0xc00,
    CACHE_CODES = (SBI_PMU_HW_CACHE_NODE + 1) << 3,
    ENTRIES = SBI_PMU_HW_REF_CPU_CYCLES + CACHE_CODES,
};

/* An entry of event_get_info. */
struct entry {
    uint32_t event_idx;
    uint32_t output;
    uint64_t event_data;
};

/* User space counts without a driver: cycle and instret run from boot. */
static void find_running(struct perf_hart *hart) {
    const uint64_t cycle = perf_read(0);
    const uint64_t instret = perf_read(2);
    perf_work(1000);
    perf_within(hart, "cycle runs from boot", perf_read(0) - cycle, 1000, UINT32_MAX);
    perf_within(hart, "instret runs from boot", perf_read(2) - instret, 2000, UINT32_MAX);
}

static void find_counter(struct perf_hart *hart, unsigned index) {
    const struct nt_pmu_ret ret = perf_call(hart, SBI_EXT_PMU_COUNTER_GET_INFO, index, 0, 0, 0, 0);
    if (ret.error != SBI_SUCCESS) {
        perf_answers(hart, "get_info of what is no counter", ret, SBI_ERR_INVALID_PARAM);
        return;
    }
    const bool firmware = ret.value >> (PERF_LONG - 1) != 0;
    perf_is(hart, "width of a counter", ret.value >> 12 & 63, 63);
    perf_is(hart, "reserved bits of get_info", ret.value << 1 >> 19, 0);
    if (!firmware) {
        perf_is(hart, "CSR of a counter", ret.value & 0xfff, CSR_CYCLE + index);
    }
    *(firmware ? &hart->firmware : &hart->counters) |= UINT64_C(1) << index;
}

void perf_find(struct perf_hart *hart) {
    find_running(hart);
    perf_is(hart, "the extension is there", sbi(SBI_BASE, 3, SBI_EXT_PMU, 0, 0, 0).value != 0,
            true);
    hart->number = (unsigned)perf_call(hart, SBI_EXT_PMU_NUM_COUNTERS, 0, 0, 0, 0, 0).value;
    perf_within(hart, "counters", hart->number, 4, 64);
    hart->counters = 0;
    hart->firmware = 0;
    for (unsigned i = 0; i < hart->number && i < 64; i++) {
        find_counter(hart, i);
    }
    perf_answers(hart, "get_info beyond the last counter",
                 perf_call(hart, SBI_EXT_PMU_COUNTER_GET_INFO, hart->number, 0, 0, 0, 0),
                 SBI_ERR_INVALID_PARAM);
    perf_is(hart, "cycle and instret, no time", hart->counters & 7, 5);
    perf_is(hart, "counters of the hardware", hart->counters, MAP_COUNTERS);
    perf_is(hart, "counters of the firmware", hart->firmware,
            (uint64_t)0xffff << (64 - __builtin_clzll(MAP_COUNTERS)));
}

/* All that may run is stopped, whatever the answer. */
void perf_stop_all(struct perf_hart *hart) {
    const uint64_t all = hart->counters | hart->firmware;
    for (unsigned i = 0; i < PERF_LONGS; i++) {
        (void)perf_call(hart, SBI_EXT_PMU_COUNTER_STOP, i * PERF_LONG, perf_word(all, i),
                        SBI_PMU_STOP_FLAG_RESET, 0, 0);
    }
    if (hart->sscofpmf) {
        CSR_CLEAR("sip", (word)1 << IRQ_LCOF);
        CSR_SET("sie", (word)1 << IRQ_LCOF);
    }
}

/* An event exists if match finds a counter for it; the counter is free again after it. */
static bool probe(struct perf_hart *hart, word event_idx) {
    struct nt_pmu_ret ret = perf_match(hart, hart->counters, 0, event_idx, 0);
    if (ret.error != SBI_SUCCESS) {
        perf_answers(hart, "match of an event that there is not", ret, SBI_ERR_NOT_SUPPORTED);
        return false;
    }
    if (hart->sscofpmf) {
        perf_is(hart, "match takes the first that is free", ret.value, 3);
    }
    ret = perf_call(hart, SBI_EXT_PMU_COUNTER_STOP, ret.value, 1, SBI_PMU_STOP_FLAG_RESET, 0, 0);
    perf_answers(hart, "stop of what was never started", ret, SBI_ERR_ALREADY_STOPPED);
    return true;
}

static unsigned list_events(struct entry *entries) {
    unsigned number = 0;
    for (unsigned i = SBI_PMU_HW_CPU_CYCLES; i <= SBI_PMU_HW_REF_CPU_CYCLES; i++) {
        entries[number++].event_idx = i;
    }
    for (unsigned code = 0; code < CACHE_CODES; code++) {
        if ((code & 7) < 6) {
            entries[number++].event_idx = SBI_PMU_EVENT_TYPE_CACHE << 16 | code;
        }
    }
    return number;
}

static struct nt_pmu_ret ask(struct perf_hart *hart, struct entry *entries, unsigned number) {
    return perf_call(hart, SBI_EXT_PMU_EVENT_GET_INFO, (word)entries, 0, number, 0, 0);
}

/* What is no event of the hardware */
static void ask_others(struct perf_hart *hart, struct entry *entry) {
    *entry = (struct entry){.event_idx = SBI_PMU_EVENT_TYPE_FW << 16 | SBI_PMU_FW_SET_TIMER};
    perf_answers(hart, "event_get_info", ask(hart, entry, 1), SBI_SUCCESS);
    perf_is(hart, "event_get_info has firmware events", *(volatile uint32_t *)&entry->output, 1);
    *entry = (struct entry){.event_idx = 1u << 20 | SBI_PMU_HW_CPU_CYCLES};
    perf_answers(hart, "event_get_info of a reserved bit", ask(hart, entry, 1),
                 SBI_ERR_INVALID_PARAM);
}

/* Both ways of asking have one answer. */
void perf_probe(struct perf_hart *hart) {
    struct entry *entries =
        (struct entry *)(word)(MAP_PAGES + hart->self * MAP_PAGES_SIZE + 0x1000);
    const unsigned number = list_events(entries);
    const bool asks = hart->version >= NT_PMU_VERSION_3_0;
    for (unsigned i = 0; i < number; i++) {
        entries[i].output = 0xdead;
        entries[i].event_data = 0;
    }
    if (asks) {
        perf_answers(hart, "event_get_info", ask(hart, entries, number), SBI_SUCCESS);
    }
    unsigned found = 0;
    for (unsigned i = 0; i < number; i++) {
        const bool exists = probe(hart, entries[i].event_idx);
        found += exists;
        if (asks) {
            perf_is(hart, "event_get_info answers as match does",
                    *(volatile uint32_t *)&entries[i].output, exists);
        }
    }
    perf_is(hart, "general and cache events", found, PERF_EXIST);
    if (asks) {
        ask_others(hart, entries);
    }
}
