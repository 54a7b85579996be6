/* SPDX-License-Identifier: Apache-2.0 */
/* Sampling: what `perf record` makes of the calls, and of LCOFI. */
#include "tests/pmu/perf/perf.h"

enum {
    SAMPLES = PERF_SAMPLES,
    MISSES = 10, /* at least, of the event beside */
    LEAST = PERF_LATE,
    PATIENCE = 100 * SAMPLES /* turns of work after which no interrupt comes any more */
};

static const struct {
    word event_idx;
    uint64_t period;
} sampled[PERF_EVENTS] = {
    {SBI_PMU_HW_INSTRUCTIONS, PERF_PERIOD},
    {SBI_PMU_HW_CPU_CYCLES, 3 * PERF_PERIOD / 2},
    {PERF_OTHER_EVENT, UINT64_C(1)
                           << 60}, /* never overflows: counts on over the interrupts of others */
};

static struct nt_pmu_ret set_memory(struct perf_hart *hart, word low, word high) {
    return perf_call(hart, SBI_EXT_PMU_SNAPSHOT_SET_SHMEM, low, high, 0, 0, 0);
}

bool perf_snapshots_begin(struct perf_hart *hart) {
    const word pages = MAP_PAGES + hart->self * MAP_PAGES_SIZE;
    hart->area = (volatile uint64_t *)pages;
    const struct nt_pmu_ret ret = set_memory(hart, pages, 0);
    if (!hart->with_firmware && perf_error(ret, SBI_ERR_NOT_SUPPORTED)) {
        return false;
    }
    perf_answers(hart, "shared memory", ret, SBI_SUCCESS);
    perf_answers(hart, "shared memory that is not aligned", set_memory(hart, pages + 8, 0),
                 SBI_ERR_INVALID_PARAM);
    if (hart->with_firmware) {
        perf_answers(hart, "shared memory that is the firmware's",
                     set_memory(hart, MAP_FIRMWARE, 0), SBI_ERR_INVALID_ADDRESS);
    }
    hart->snapshots = true;
    return true;
}

void perf_snapshots_end(struct perf_hart *hart) {
    perf_answers(hart, "no shared memory", set_memory(hart, (word)-1, (word)-1), SBI_SUCCESS);
    hart->snapshots = false;
    perf_answers(
        hart, "snapshot without shared memory",
        perf_call(hart, SBI_EXT_PMU_COUNTER_STOP, 3, 1, SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT, 0, 0),
        SBI_ERR_NO_SHMEM);
}

static void begin_event(struct perf_hart *hart, struct perf_event *event) {
    event->previous = -event->period;
    perf_answers(hart, "start of a period", perf_start(hart, event->index, event->previous),
                 SBI_SUCCESS);
}

/* The handler of LCOFI: all are stopped first, then those that have overflowed begin anew and the
   others go on. */

static void stop_used(struct perf_hart *hart) {
    const word flags = hart->snapshots ? SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT : 0;
    for (unsigned i = 0; i < PERF_LONGS; i++) {
        const word set = perf_word(hart->used, i);
        const struct nt_pmu_ret ret =
            perf_call(hart, SBI_EXT_PMU_COUNTER_STOP, i * PERF_LONG, set, flags, 0, 0);
        for (unsigned slot = 0; hart->snapshots && ret.error == SBI_SUCCESS && slot < PERF_LONG;
             slot++) {
            if ((set >> slot & 1) != 0) {
                hart->saved[i * PERF_LONG + slot] = hart->area[1 + slot];
            }
        }
    }
}

static void restart_by_values(struct perf_hart *hart, uint64_t over) {
    for (unsigned i = 0; i < PERF_LONGS; i++) {
        (void)perf_call(hart, SBI_EXT_PMU_COUNTER_START, i * PERF_LONG,
                        perf_word(hart->used & ~over, i), 0, 0, 0);
    }
    for (unsigned i = 0; i < hart->events; i++) {
        if ((over >> hart->event[i].index & 1) != 0) {
            begin_event(hart, &hart->event[i]);
        }
    }
}

static void restart_by_snapshot(struct perf_hart *hart, uint64_t over) {
    for (unsigned i = 0; i < hart->events; i++) {
        struct perf_event *event = &hart->event[i];
        const bool begins = (over >> event->index & 1) != 0;
        event->previous = begins ? -event->period : event->previous;
        hart->area[1 + event->index] = begins ? event->previous : hart->saved[event->index];
    }
    for (unsigned i = 0; i < PERF_LONGS; i++) {
        (void)perf_call(hart, SBI_EXT_PMU_COUNTER_START, i * PERF_LONG, perf_word(hart->used, i),
                        SBI_PMU_START_FLAG_INIT_SNAPSHOT, 0, 0);
    }
}

static uint64_t read_stopped(struct perf_hart *hart, const struct perf_event *event) {
    const uint64_t value = hart->snapshots ? hart->saved[event->index] : perf_read(event->index);
    if (hart->snapshots && hart->holds) {
        perf_is(hart, "the snapshot is what the counter has", value, perf_read(event->index));
    }
    return value;
}

/* Of several events one may overflow while the handler has not started the others again: what these
   had is no overflow of theirs then. */
static void take_event(struct perf_hart *hart, struct perf_event *event, bool over) {
    const uint64_t value = read_stopped(hart, event);
    if (over) {
        event->samples++;
        event->counted += value - event->previous;
    }
    if (over && perf_exact(hart)) {
        perf_within(hart, "what was counted until the handler", value, 0, LEAST);
    } else if (perf_exact(hart)) {
        perf_within(hart, "a counter that has not overflowed", value, event->previous, UINT64_MAX);
    }
}

void perf_overflow(struct perf_hart *hart) {
    if (++hart->interrupts > PATIENCE) {
        CSR_CLEAR("sie", (word)1 << IRQ_LCOF);
    }
    stop_used(hart);
    const uint64_t counters = CSR_READ("0xda0") & hart->used;
    const uint64_t over = hart->snapshots ? hart->area[0] & hart->used : counters;
    CSR_CLEAR("sip", (word)1 << IRQ_LCOF);
    perf_is(hart, "the bitmap of the snapshot is scountovf", over, counters);
    hart->empty += over == 0;
    for (unsigned i = 0; i < hart->events; i++) {
        take_event(hart, &hart->event[i], (over >> hart->event[i].index & 1) != 0);
    }
    (hart->snapshots ? restart_by_snapshot : restart_by_values)(hart, over);
}

/* Those of `sampled` whose bits are in `which`. */
static void add_events(struct perf_hart *hart, unsigned which) {
    hart->used = 0;
    hart->events = 0;
    hart->interrupts = 0;
    hart->empty = 0;
    for (unsigned i = 0; i < PERF_EVENTS; i++) {
        if ((which >> i & 1) == 0) {
            continue;
        }
        const struct nt_pmu_ret ret =
            perf_match(hart, hart->counters, SBI_PMU_CFG_FLAG_SET_UINH, sampled[i].event_idx, 0);
        perf_answers(hart, "match for sampling", ret, SBI_SUCCESS);
        hart->event[hart->events++] =
            (struct perf_event){.index = (unsigned)ret.value & 31, .period = sampled[i].period};
        hart->used |= UINT64_C(1) << (ret.value & 31);
    }
    perf_is(hart, "counters that can overflow", hart->used & 7, 0);
    for (unsigned i = 0; i < hart->events; i++) {
        begin_event(hart, &hart->event[i]);
    }
}

/* QEMU's timer of the last period expires, and hits no other event. */
static void settle(const struct perf_hart *hart) {
    if (!hart->holds) {
        perf_work(20 * LEAST);
    }
}

/* What was counted in all is what was done: no interrupt loses anything. */
static void remove_events(struct perf_hart *hart, uint64_t done) {
    stop_used(hart);
    for (unsigned i = 0; i < hart->events; i++) {
        struct perf_event *event = &hart->event[i];
        event->counted += read_stopped(hart, event) - event->previous;
        hart->samples += event->samples;
        const bool beside = i + 1 == hart->events;
        if (perf_exact(hart)) {
            perf_within(hart, "what was counted over all samples", event->counted,
                        beside ? MISSES : done, PERF_CYCLES / 2 * done + SAMPLES * 4 * LEAST);
        }
        perf_within(hart, "samples", event->samples, beside ? 0 : SAMPLES / 2,
                    beside ? 0 : 4 * SAMPLES);
    }
    perf_within(hart, "interrupts", hart->interrupts, SAMPLES / 2, PATIENCE);
    perf_is(hart, "interrupts without an overflow", hart->empty, 0);
    CSR_CLEAR("sip", (word)1 << IRQ_LCOF); /* of an overflow after the last interrupt */
    for (unsigned i = 0; i < hart->events; i++) {
        (void)perf_stop(hart, hart->event[i].index, SBI_PMU_STOP_FLAG_RESET);
    }
    hart->used = 0;
    settle(hart);
}

static void sample_events(struct perf_hart *hart, unsigned which) {
    uint64_t done = 0;
    add_events(hart, which);
    CSR_SET("sstatus", (word)2);
    for (unsigned turn = 0; hart->event[0].samples < SAMPLES && turn < PATIENCE; turn++) {
        perf_work(LEAST / 2);
        done += LEAST;
        if (turn % 16 == 0) {
            perf_other();
        }
    }
    CSR_CLEAR("sstatus", (word)2);
    remove_events(hart, done);
}

/* A task switch between an overflow and its interrupt: the handler must still see whose it was. */
static void sample_pending(struct perf_hart *hart) {
    add_events(hart, 1);
    struct perf_event *event = &hart->event[0];
    for (unsigned turn = 0; (CSR_READ("sip") >> IRQ_LCOF & 1) == 0 && turn < PATIENCE; turn++) {
        perf_work(LEAST);
    }
    perf_answers(hart, "stop between overflow and interrupt", perf_stop(hart, event->index, 0),
                 SBI_SUCCESS);
    begin_event(hart, event);
    perf_is(hart, "the interrupt is still pending", CSR_READ("sip") >> IRQ_LCOF & 1, 1);
    perf_is(hart, "an overflow that is pending stays", CSR_READ("0xda0") & hart->used, hart->used);
    (void)perf_stop(hart, event->index, SBI_PMU_STOP_FLAG_RESET);
    CSR_CLEAR("sip", (word)1 << IRQ_LCOF);
    perf_is(hart, "no overflow after reset", CSR_READ("0xda0") & hart->used, 0);
    hart->used = 0;
    settle(hart);
}

/* In QEMU 7.2 an overflow of one of the first two is one of the other too. */
void perf_sample(struct perf_hart *hart) {
    sample_pending(hart);
    sample_events(hart, 1 << 0 | 1 << 2);
    sample_events(hart, 1 << 1 | 1 << 2);
    if (hart->holds) {
        sample_events(hart, 1 << 0 | 1 << 1 | 1 << 2);
    }
}
