/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Makes the calls that the perf driver of Linux makes, in its order: probes all events at boot,
 * takes counters for events, samples them with overflows, with and without snapshots; the library
 * answers over a hart that is an array. What the driver relies on is checked, and that nothing is
 * lost: samples times period and the rest are what was counted.
 */
#include "sim/pmu/csr_array.h"
#include "sim/util/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BITS_PER_LONG = NT_PMU_XLEN, LONGS = 64 / NT_PMU_XLEN, EVENTS = 3, LCOFIP = 13 };

#define CHECK(holds)                                                                               \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #holds);                             \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* An event of perf and its counter. */
struct perf_event {
    unsigned index;
    uint64_t period;
    uint64_t previous; /* what the counter was started with */
    uint64_t samples;
    uint64_t counted;
    uint64_t real; /* what the hart really did */
};

struct driver {
    struct nt_array *array;
    struct nt_pmu_hart *hart;
    uint64_t counters; /* indices of which get_info knows: cmask */
    uint64_t used;
    bool snapshots;
    uint64_t saved[64]; /* values of the last snapshot by index, as later ones overwrite the area */
    struct perf_event event[EVENTS];
    nt_random random;
};

static struct nt_pmu_ret call(struct driver *d, nt_pmu_word fid, nt_pmu_word a0, nt_pmu_word a1,
                              nt_pmu_word a2, uint64_t a3, uint64_t a4) {
    nt_pmu_word args[6] = {a0, a1, a2};
    if (NT_PMU_XLEN == 64) {
        args[3] = (nt_pmu_word)a3;
        args[4] = (nt_pmu_word)a4;
    } else if (fid == SBI_EXT_PMU_COUNTER_CFG_MATCH) {
        args[3] = (nt_pmu_word)a3;
        args[4] = (nt_pmu_word)a4;
        args[5] = (nt_pmu_word)(a4 >> 32);
    } else {
        args[3] = (nt_pmu_word)a3;
        args[4] = (nt_pmu_word)(a3 >> 32);
    }
    return nt_pmu_call(d->hart, fid, args);
}

static bool is(struct nt_pmu_ret ret, int error) {
    return ret.error == (nt_pmu_word)error;
}

/* The words of a set of indices, which the driver walks a long at a time. */
static nt_pmu_word word_of(uint64_t set, unsigned number) {
    return (nt_pmu_word)(NT_PMU_XLEN == 64 ? set : set >> (32 * number));
}

static uint64_t *area(struct driver *d) {
    return (uint64_t *)(void *)d->array->page[0]; /* [0]: the bitmap, then the values */
}

static void find_counters(struct driver *d) {
    nt_pmu_word number = call(d, SBI_EXT_PMU_NUM_COUNTERS, 0, 0, 0, 0, 0).value;
    CHECK(number == 35);
    d->counters = 0;
    for (nt_pmu_word i = 0; i < number; i++) {
        if (is(call(d, SBI_EXT_PMU_COUNTER_GET_INFO, i, 0, 0, 0, 0), SBI_SUCCESS)) {
            d->counters |= UINT64_C(1) << i;
        }
    }
    CHECK(d->counters == UINT64_C(0x7fffffffd)); /* all but index 1, the time */
}

/* Those events exist that match finds a counter for; it must say NOT_SUPPORTED of all others, and
   every counter must be free again after it. */
static unsigned probe(struct driver *d, nt_pmu_word event_idx) {
    struct nt_pmu_ret ret =
        call(d, SBI_EXT_PMU_COUNTER_CFG_MATCH, 0, word_of(0x7fffd, 0), 0, event_idx, 0);
    if (!is(ret, SBI_SUCCESS)) {
        CHECK(is(ret, SBI_ERR_NOT_SUPPORTED));
        return 0;
    }
    CHECK(ret.value == 3);
    ret = call(d, SBI_EXT_PMU_COUNTER_STOP, ret.value, 1, SBI_PMU_STOP_FLAG_RESET, 0, 0);
    CHECK(is(ret, SBI_ERR_ALREADY_STOPPED)); /* it was never started: and is reset all the same */
    return 1;
}

static void probe_all(struct driver *d) {
    unsigned exist = 0;
    for (nt_pmu_word general = 1; general <= SBI_PMU_HW_REF_CPU_CYCLES; general++) {
        exist += probe(d, general);
    }
    for (nt_pmu_word code = 0; code <= SBI_PMU_HW_CACHE_NODE << 3; code += 8) {
        for (nt_pmu_word op_result = 0; op_result < 6; op_result++) {
            exist += probe(d, 1 << 16 | code | op_result);
        }
    }
    CHECK(exist == 5); /* as many as the array has: sim/pmu/csr_array.c */
}

static void start_cpu(struct driver *d) {
    for (unsigned i = 0; i < LONGS; i++) {
        (void)call(d, SBI_EXT_PMU_COUNTER_STOP, i * BITS_PER_LONG, word_of(d->counters, i),
                   SBI_PMU_STOP_FLAG_RESET, 0, 0);
    }
    /* mcycle and minstret may run on, if no call has started them */
    CHECK((d->array->mcountinhibit | 5u) == d->array->platform->counters);
    if (d->snapshots) {
        CHECK(is(call(d, SBI_EXT_PMU_SNAPSHOT_SET_SHMEM, (nt_pmu_word)NT_ARRAY_BASE, 0, 0, 0, 0),
                 SBI_SUCCESS));
    }
}

/* The fixed counters by SKIP_MATCH, as the driver takes them where user space reads them. */
static void take_fixed(struct driver *d) {
    for (unsigned index = 0; index <= 2; index += 2) {
        struct nt_pmu_ret ret =
            call(d, SBI_EXT_PMU_COUNTER_CFG_MATCH, 0, (nt_pmu_word)1 << index,
                 SBI_PMU_CFG_FLAG_SKIP_MATCH,
                 index == 0 ? SBI_PMU_HW_CPU_CYCLES : SBI_PMU_HW_INSTRUCTIONS, 0);
        CHECK(is(ret, SBI_SUCCESS) && ret.value == index);
        CHECK(is(call(d, SBI_EXT_PMU_COUNTER_START, index, 1, SBI_PMU_START_SET_INIT_VALUE, 0, 0),
                 SBI_SUCCESS));
        nt_array_count(d->array, index, 1000 + index);
        ret = call(d, SBI_EXT_PMU_COUNTER_STOP, index, 1,
                   d->snapshots ? SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT : 0, 0, 0);
        CHECK(is(ret, SBI_SUCCESS) && d->array->counter[index] == 1000 + index);
        CHECK(!d->snapshots || area(d)[1] == 1000 + index);
        ret = call(d, SBI_EXT_PMU_COUNTER_STOP, index, 1, SBI_PMU_STOP_FLAG_RESET, 0, 0);
        CHECK(is(ret, SBI_ERR_ALREADY_STOPPED));
    }
}

/* A firmware counter, read over the call. */
static void take_firmware(struct driver *d) {
    nt_pmu_word base = 32, mask = 7; /* of 32 bits on RV32 */
    nt_pmu_word event = SBI_PMU_EVENT_TYPE_FW << 16 | SBI_PMU_FW_SET_TIMER;
    struct nt_pmu_ret ret = call(d, SBI_EXT_PMU_COUNTER_CFG_MATCH, base, mask, 0, event, 0);
    CHECK(is(ret, SBI_SUCCESS) && ret.value == base);
    CHECK(is(call(d, SBI_EXT_PMU_COUNTER_START, base, 1, SBI_PMU_START_SET_INIT_VALUE,
                  UINT64_C(0xfffffffe), 0),
             SBI_SUCCESS));
    for (unsigned i = 0; i < 5; i++) {
        nt_pmu_fw_event(d->hart, SBI_PMU_FW_SET_TIMER);
    }
    uint64_t count = call(d, SBI_EXT_PMU_COUNTER_FW_READ, base, 0, 0, 0, 0).value;
    count |= (uint64_t)call(d, SBI_EXT_PMU_COUNTER_FW_READ_HI, base, 0, 0, 0, 0).value << 32;
    CHECK(count == UINT64_C(0x100000003));
    CHECK(
        is(call(d, SBI_EXT_PMU_COUNTER_STOP, base, 1, SBI_PMU_STOP_FLAG_RESET, 0, 0), SBI_SUCCESS));
}

/* What happens while the driver runs too. */
static void happen(struct driver *d) {
    for (unsigned i = 0; i < EVENTS; i++) {
        struct perf_event *e = &d->event[i];
        const uint64_t number = nt_random_next(&d->random) % 4;
        if ((d->array->mcountinhibit >> e->index & 1) == 0) {
            nt_array_count(d->array, e->index, number);
            e->real += number;
        }
    }
}

static void start_event(struct driver *d, struct perf_event *e) {
    happen(d);
    e->previous = -e->period;
    CHECK(is(call(d, SBI_EXT_PMU_COUNTER_START, e->index, 1, SBI_PMU_START_SET_INIT_VALUE,
                  e->previous, 0),
             SBI_SUCCESS));
}

static void add_events(struct driver *d) {
    static const nt_pmu_word idx[EVENTS] = {SBI_PMU_HW_INSTRUCTIONS, SBI_PMU_HW_CPU_CYCLES,
                                            0x10019};
    static const uint64_t period[EVENTS] = {1000, 797, 13};
    d->used = 0;
    for (unsigned i = 0; i < EVENTS; i++) {
        struct nt_pmu_ret ret =
            call(d, SBI_EXT_PMU_COUNTER_CFG_MATCH, 0, word_of(d->counters, 0),
                 SBI_PMU_CFG_FLAG_CLEAR_VALUE | SBI_PMU_CFG_FLAG_SET_SINH, idx[i], 0);
        CHECK(is(ret, SBI_SUCCESS) && ret.value == 3 + i); /* has inhibits and overflow */
        d->event[i] = (struct perf_event){.index = (unsigned)ret.value, .period = period[i]};
        d->used |= UINT64_C(1) << ret.value;
        start_event(d, &d->event[i]);
    }
}

/* The handler of the overflow interrupt. */

static void stop_used(struct driver *d) {
    for (unsigned i = 0; i < LONGS; i++) {
        struct nt_pmu_ret ret =
            call(d, SBI_EXT_PMU_COUNTER_STOP, i * BITS_PER_LONG, word_of(d->used, i),
                 d->snapshots ? SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT : 0, 0, 0);
        for (unsigned slot = 0; d->snapshots && is(ret, SBI_SUCCESS) && slot < BITS_PER_LONG;
             slot++) {
            d->saved[i * BITS_PER_LONG + slot] = area(d)[1 + slot];
        }
    }
}

/* scountovf, or the bitmap of the snapshot; after all are stopped. */
static uint64_t overflowed(struct driver *d) {
    if (d->snapshots) {
        return area(d)[0];
    }
    uint64_t set = 0;
    for (unsigned i = 3; i < 32; i++) {
        set |= d->array->event[i] >> 63 << i;
    }
    return set;
}

static void restart_by_values(struct driver *d, uint64_t over) {
    for (unsigned i = 0; i < LONGS; i++) { /* with an empty set too: the answer is not looked at */
        (void)call(d, SBI_EXT_PMU_COUNTER_START, i * BITS_PER_LONG, word_of(d->used & ~over, i), 0,
                   0, 0);
    }
    for (unsigned i = 0; i < EVENTS; i++) {
        if ((over >> d->event[i].index & 1) != 0) {
            start_event(d, &d->event[i]);
        }
    }
}

static void restart_by_snapshot(struct driver *d, uint64_t over) {
    for (unsigned i = 0; i < EVENTS; i++) {
        struct perf_event *e = &d->event[i];
        e->previous = (over >> e->index & 1) != 0 ? -e->period : e->previous;
        area(d)[1 + e->index] = (over >> e->index & 1) != 0 ? e->previous : d->saved[e->index];
    }
    for (unsigned i = 0; i < LONGS; i++) {
        struct nt_pmu_ret ret = call(d, SBI_EXT_PMU_COUNTER_START, i * BITS_PER_LONG,
                                     word_of(d->used, i), SBI_PMU_START_FLAG_INIT_SNAPSHOT, 0, 0);
        CHECK(is(ret, i == 0 ? SBI_SUCCESS : SBI_ERR_INVALID_PARAM)); /* the others are empty */
    }
}

static void handle_overflow(struct driver *d) {
    stop_used(d);
    uint64_t over = overflowed(d);
    d->array->mip = 0;
    CHECK(over != 0 && (over & ~d->used) == 0);
    for (unsigned i = 0; i < EVENTS; i++) {
        struct perf_event *e = &d->event[i];
        uint64_t value = d->array->counter[e->index];
        if ((over >> e->index & 1) != 0) {
            CHECK(value < 1000); /* what came until the handler ran */
            e->samples++;
            e->counted += e->period + value;
        } else {
            CHECK(value >= -e->period);
        }
    }
    (d->snapshots ? restart_by_snapshot : restart_by_values)(d, over);
}

static void sample(struct driver *d, uint64_t seed) {
    nt_random_seed(&d->random, seed);
    add_events(d);
    for (unsigned i = 0; i < 200000; i++) {
        happen(d);
        if ((d->array->mip >> LCOFIP & 1) != 0 && nt_random_next(&d->random) % 2 != 0) {
            handle_overflow(d);
        }
    }
    stop_used(d);
    for (unsigned i = 0; i < EVENTS; i++) {
        struct perf_event *e = &d->event[i];
        uint64_t rest = d->array->counter[e->index] + e->period;
        CHECK(e->samples > 100 && e->counted + rest == e->real);
        printf("event %u: %llu samples\n", i, (unsigned long long)e->samples);
    }
    d->array->mip = 0;
    start_cpu(d);
}

/* A start base of 4096, which a version of the driver passes after the path of snapshots. */
static void wrong_base(struct driver *d) {
    CHECK(is(call(d, SBI_EXT_PMU_COUNTER_START, 4096, 1, 0, 0, 0), SBI_ERR_INVALID_PARAM));
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    static struct nt_array array;
    struct nt_pmu_hart hart;
    struct driver d = {.array = &array, .hart = &hart};
    printf("RV%d, seed %llu\n", NT_PMU_XLEN, (unsigned long long)seed);
    nt_array_init(&array, &nt_array_platform, 12345);
    nt_pmu_init(&hart, &nt_array_platform, &array);
    for (unsigned i = 0; i < 2; i++) {
        d.snapshots = i != 0;
        find_counters(&d);
        probe_all(&d);
        start_cpu(&d);
        take_fixed(&d);
        take_firmware(&d);
        sample(&d, seed + i);
        wrong_base(&d);
    }
    CHECK(array.bad_csrs == 0 && array.bad_memory == 0);
    printf("all as the driver expects\n");
    return 0;
}
