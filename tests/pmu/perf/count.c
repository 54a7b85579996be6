/* SPDX-License-Identifier: Apache-2.0 */
/* Counting: what `perf stat` makes of the calls. */
#include "tests/pmu/perf/perf.h"

enum {
    ROUNDS = PERF_ROUNDS,
    SLACK = 200, /* instructions around the work that is counted */
    CALL = 8000, /* instructions of a call, in M mode too where it is not excluded */
    RAW = SBI_PMU_EVENT_TYPE_RAW << 16,
    FIRMWARE = SBI_PMU_EVENT_TYPE_FW << 16,
};

/* What a counter is started with, far from its overflow (but not beyond what QEMU's timers can: it
   hangs then). It carries into the upper half, which is lost in QEMU 7.2's RV32. */
static uint64_t initial(const struct perf_hart *hart) {
    return UINT64_C(3) << 62 | (perf_exact(hart) ? UINT64_C(0x1fffffff0) : UINT64_C(0x100001000));
}

void perf_try(struct perf_hart *hart) {
    const struct nt_pmu_ret ret = perf_match(hart, hart->counters, 0, SBI_PMU_HW_INSTRUCTIONS, 0);
    const unsigned index = (unsigned)ret.value & 31;
    (void)perf_start(hart, index, initial(hart));
    perf_work(ROUNDS);
    const uint64_t running = perf_read(index);
    (void)perf_stop(hart, index, 0);
    const uint64_t stopped = perf_read(index);
    hart->holds = stopped >= running && perf_read(index) == stopped;
    (void)perf_stop(hart, index, SBI_PMU_STOP_FLAG_RESET);
}

/* Reads as the driver does: from the snapshot where there is one, once the counter stands. It
   stands then: the next read gives the same, or in QEMU what it was started with. */
static uint64_t read_stopped(struct perf_hart *hart, unsigned index, uint64_t running) {
    uint64_t value = hart->snapshots ? hart->saved[index] : perf_read(index);
    if (perf_exact(hart)) {
        perf_within(hart, "what a counter stops at", value, running, running + CALL);
    } else {
        value = running;
    }
    perf_work(100);
    perf_is(hart, "a counter that is stopped stands", perf_read(index),
            hart->holds ? value : initial(hart));
    return value;
}

static void count_event(struct perf_hart *hart, unsigned index, word event) {
    const uint64_t begin = initial(hart);
    perf_answers(hart, "start", perf_start(hart, index, begin), SBI_SUCCESS);
    const uint64_t before = perf_read(index);
    perf_work(ROUNDS);
    const uint64_t after = perf_read(index);
    perf_within(hart, "a counter begins at its value", before, begin, begin + CALL);
    perf_within(hart, "what is counted", after - before,
                event == SBI_PMU_HW_CPU_CYCLES ? 1 : 2 * ROUNDS,
                (event == SBI_PMU_HW_CPU_CYCLES ? PERF_CYCLES : 2) * (ROUNDS + SLACK));
    perf_answers(hart, "start of what runs", perf_start(hart, index, 0), SBI_ERR_ALREADY_STARTED);
    perf_within(hart, "start of what runs keeps its value", perf_read(index), after, after + CALL);
    perf_answers(hart, "stop", perf_stop(hart, index, 0), SBI_SUCCESS);
    const uint64_t stopped = read_stopped(hart, index, after);
    perf_answers(hart, "stop of what stands", perf_stop(hart, index, 0), SBI_ERR_ALREADY_STOPPED);
    perf_answers(hart, "start again", perf_call(hart, SBI_EXT_PMU_COUNTER_START, index, 1, 0, 0, 0),
                 SBI_SUCCESS);
    perf_within(hart, "start again goes on", perf_read(index), stopped, stopped + CALL);
    perf_answers(hart, "stop and reset", perf_stop(hart, index, SBI_PMU_STOP_FLAG_RESET),
                 SBI_SUCCESS);
    perf_answers(hart, "start after reset", perf_start(hart, index, 0), SBI_ERR_INVALID_PARAM);
}

static void count_general(struct perf_hart *hart) {
    static const word events[] = {SBI_PMU_HW_CPU_CYCLES, SBI_PMU_HW_INSTRUCTIONS};
    for (unsigned i = 0; i < 2; i++) {
        const struct nt_pmu_ret ret = perf_match(hart, hart->counters, 0, events[i], 0);
        perf_answers(hart, "match", ret, SBI_SUCCESS);
        if (ret.error == SBI_SUCCESS) {
            count_event(hart, (unsigned)ret.value, events[i]);
        }
    }
}

/* A counter for user space: the driver knows which, and asks for it. */
static void count_fixed(struct perf_hart *hart) {
    for (unsigned index = 0; index <= 2; index += 2) {
        const word event = index == 0 ? SBI_PMU_HW_CPU_CYCLES : SBI_PMU_HW_INSTRUCTIONS;
        const struct nt_pmu_ret ret =
            perf_match(hart, UINT64_C(1) << index, SBI_PMU_CFG_FLAG_SKIP_MATCH, event, 0);
        perf_answers(hart, "SKIP_MATCH", ret, SBI_SUCCESS);
        perf_is(hart, "SKIP_MATCH takes the counter of the set", ret.value, index);
        count_event(hart, index, event);
    }
}

/* Returns what a counter with these flags counts of perf_other(). */
static uint64_t count_others(struct perf_hart *hart, word flags) {
    flags |= SBI_PMU_CFG_FLAG_CLEAR_VALUE | SBI_PMU_CFG_FLAG_AUTO_START;
    const struct nt_pmu_ret ret = perf_match(hart, hart->counters, flags, PERF_OTHER_EVENT, 0);
    perf_answers(hart, "match and start", ret, SBI_SUCCESS);
    const unsigned index = (unsigned)ret.value & 31;
    const uint64_t cleared = perf_read(index);
    perf_other();
    const uint64_t counted = perf_read(index) - cleared;
    perf_within(hart, "CLEAR_VALUE clears", cleared, 0, CALL);
    perf_answers(hart, "stop of AUTO_START", perf_stop(hart, index, SBI_PMU_STOP_FLAG_RESET),
                 SBI_SUCCESS);
    return counted;
}

/* exclude_kernel and the others. */
static void count_excluded(struct perf_hart *hart) {
    perf_within(hart, "events in S mode", count_others(hart, 0), PERF_OTHERS, 4 * PERF_OTHERS);
    perf_within(hart, "events in S mode without U mode",
                count_others(hart, SBI_PMU_CFG_FLAG_SET_UINH), PERF_OTHERS, 4 * PERF_OTHERS);
    perf_within(hart, "events in S mode without VS and VU mode",
                count_others(hart, SBI_PMU_CFG_FLAG_SET_VSINH | SBI_PMU_CFG_FLAG_SET_VUINH),
                PERF_OTHERS, 4 * PERF_OTHERS);
    perf_is(hart, "events without S mode", count_others(hart, SBI_PMU_CFG_FLAG_SET_SINH), 0);
}

/* More events than counters: the driver takes turns. */
static void count_all(struct perf_hart *hart) {
    const uint64_t programmable = hart->counters & ~UINT64_C(7);
    uint64_t taken = 0;
    for (unsigned i = 3; (programmable >> i & 1) != 0; i++) {
        const struct nt_pmu_ret ret = perf_match(hart, hart->counters, 0, RAW, 0x100 + i);
        perf_answers(hart, "match of a raw event", ret, SBI_SUCCESS);
        taken |= UINT64_C(1) << (ret.value & 63);
    }
    perf_is(hart, "each raw event has a counter of its own", taken, programmable);
    perf_answers(hart, "match where none is free", perf_match(hart, hart->counters, 0, RAW, 0x99),
                 SBI_ERR_NOT_SUPPORTED);
    (void)perf_stop(hart, 4, SBI_PMU_STOP_FLAG_RESET);
    perf_is(hart, "match takes what was reset",
            perf_match(hart, hart->counters, 0, RAW, 0x99).value, 4);
    for (unsigned i = 0; i < PERF_LONGS; i++) {
        (void)perf_call(hart, SBI_EXT_PMU_COUNTER_STOP, i * PERF_LONG, perf_word(programmable, i),
                        SBI_PMU_STOP_FLAG_RESET, 0, 0);
    }
    perf_is(hart, "match after a reset of all", perf_match(hart, hart->counters, 0, RAW, 1).value,
            3);
    (void)perf_stop(hart, 3, SBI_PMU_STOP_FLAG_RESET);
}

/* Counters of the firmware. */

static void happen(struct perf_hart *hart, word event, unsigned times) {
    for (unsigned i = 0; i < times; i++) {
        if (event == SBI_PMU_FW_SET_TIMER) {
            (void)sbi(SBI_TIME, 0, (word)-1, (word)-1, 0, 0);
        } else {
            (void)sbi(SBI_IPI, 0, (word)1 << hart->self, 0, 0, 0);
        }
    }
}

/* The set of the first long that has counters of the firmware. */
static uint64_t firmware_set(const struct perf_hart *hart) {
    return perf_word(hart->firmware, 0) != 0 ? perf_word(hart->firmware, 0) : hart->firmware;
}

static void count_firmware(struct perf_hart *hart, word event) {
    static const uint64_t begin = UINT64_C(0xfffffffd);
    const struct nt_pmu_ret ret = perf_match(hart, firmware_set(hart), 0, FIRMWARE | event, 0);
    perf_answers(hart, "match of a firmware event", ret, SBI_SUCCESS);
    const unsigned index = (unsigned)ret.value;
    perf_is(hart, "a firmware event has a firmware counter", hart->firmware >> (index & 63) & 1, 1);
    happen(hart, event, 1);
    perf_answers(hart, "start of a firmware counter", perf_start(hart, index, begin), SBI_SUCCESS);
    happen(hart, event, 5);
    perf_is(hart, "firmware events", perf_firmware_read(hart, index), begin + 5);
    happen(hart, event == SBI_PMU_FW_SET_TIMER ? SBI_PMU_FW_IPI_SENT : SBI_PMU_FW_SET_TIMER, 3);
    perf_is(hart, "other firmware events", perf_firmware_read(hart, index), begin + 5);
    perf_answers(hart, "stop of a firmware counter", perf_stop(hart, index, 0), SBI_SUCCESS);
    happen(hart, event, 2);
    perf_is(hart, "a firmware counter that is stopped stands", perf_firmware_read(hart, index),
            begin + 5);
    perf_is(hart, "the snapshot has it", hart->snapshots ? hart->saved[index] : begin + 5,
            begin + 5);
    perf_answers(hart, "reset of a firmware counter",
                 perf_stop(hart, index, SBI_PMU_STOP_FLAG_RESET), SBI_ERR_ALREADY_STOPPED);
    CSR_CLEAR("sip", (word)1 << IRQ_S_SOFT);
}

/* Two users of one event: each has its own counter. */
static void count_twice(struct perf_hart *hart) {
    unsigned index[2];
    for (unsigned i = 0; i < 2; i++) {
        index[i] =
            (unsigned)perf_match(hart, firmware_set(hart), 0, FIRMWARE | SBI_PMU_FW_SET_TIMER, 0)
                .value;
        perf_answers(hart, "start of one of two", perf_start(hart, index[i], 100 * i), SBI_SUCCESS);
        happen(hart, SBI_PMU_FW_SET_TIMER, 2);
    }
    for (unsigned i = 0; i < 2; i++) {
        perf_is(hart, "one event on two counters", perf_firmware_read(hart, index[i]),
                i == 0 ? 4 : 102);
        (void)perf_stop(hart, index[i], SBI_PMU_STOP_FLAG_RESET);
    }
}

/* Two platform events at once, which event_data tells apart. */
static void count_platform(struct perf_hart *hart) {
    unsigned index[2];
    const word flags = SBI_PMU_CFG_FLAG_CLEAR_VALUE | SBI_PMU_CFG_FLAG_AUTO_START;
    for (unsigned i = 0; i < 2; i++) {
        const struct nt_pmu_ret ret =
            perf_match(hart, firmware_set(hart), flags, FIRMWARE | SBI_PMU_FW_PLATFORM, i + 1);
        perf_answers(hart, "match of a platform event", ret, SBI_SUCCESS);
        index[i] = (unsigned)ret.value;
    }
    for (unsigned i = 0; i < 2; i++) {
        (void)sbi(TEST_EXTENSION, TEST_FW_EVENT, SBI_PMU_FW_PLATFORM, 3 + i, i + 1, 0);
    }
    for (unsigned i = 0; i < 2; i++) {
        perf_is(hart, "platform events", perf_firmware_read(hart, index[i]), 3 + i);
        perf_answers(hart, "stop of a platform event",
                     perf_stop(hart, index[i], SBI_PMU_STOP_FLAG_RESET), SBI_SUCCESS);
    }
    perf_answers(hart, "match of a platform event that there is not",
                 perf_match(hart, firmware_set(hart), 0, FIRMWARE | SBI_PMU_FW_PLATFORM, 3),
                 SBI_ERR_NOT_SUPPORTED);
}

void perf_count(struct perf_hart *hart) {
    count_general(hart);
    count_fixed(hart);
    if (hart->sscofpmf) {
        count_excluded(hart);
    }
    count_all(hart);
    count_firmware(hart, SBI_PMU_FW_SET_TIMER);
    count_firmware(hart, SBI_PMU_FW_IPI_SENT);
    count_twice(hart);
    if (hart->with_platform) {
        count_platform(hart);
    }
}
