/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A supervisor that does what the perf driver of a Linux does, on the firmware of
 * tests/pmu/firmware and on other SBIs: finds counters and events, counts, samples by overflow with
 * and without snapshots. What the driver relies on is checked; each check has a name.
 */
#ifndef NT_TESTS_PMU_PERF_H
#define NT_TESTS_PMU_PERF_H

#include "tests/pmu/firmware/map.h"
#include "tests/pmu/supervisor/sbi.h"

#include <stddef.h>

enum {
    PERF_LONG = 8 * sizeof(word),
    PERF_LONGS = 64 / PERF_LONG,
    PERF_EVENTS = 3,
    PERF_FAILURES = 40, /* that are printed */
};

/* What differs between the machines: how long things take, and an event beside cycles and
   instructions, which perf_other() lets happen PERF_OTHERS times or little more. */
#ifdef MAP_BOARD
enum {
    PERF_EXIST = 3, /* general and cache events */
    PERF_ROUNDS = 500,
    PERF_LATE = 2000, /* events of one kind until the handler runs */
    PERF_PERIOD = 2503,
    PERF_SAMPLES = 6,
    PERF_CYCLES = 16, /* at most, of a round of perf_work() */
    PERF_OTHER_EVENT = SBI_PMU_HW_BRANCH_INSTRUCTIONS,
};
#else
enum {
    PERF_EXIST = 5,
    PERF_ROUNDS = 10000,
    PERF_LATE = 5000,
    PERF_PERIOD = 50021,
    PERF_SAMPLES = 20,
    PERF_CYCLES = 2,
    PERF_OTHER_EVENT = 0x10019, /* reads that miss the data TLB */
};
#endif
enum { PERF_OTHERS = 16 };

struct perf_failure {
    const char *what;
    uint64_t seen, least, most;
};

/* An event that is counted. */
struct perf_event {
    unsigned index; /* of its counter */
    uint64_t period;
    uint64_t previous; /* what the counter was started with */
    uint64_t counted;
    unsigned samples;
};

struct perf_hart {
    unsigned self;
    bool sscofpmf;
    bool with_firmware;    /* that of tests/pmu/firmware */
    bool with_platform;    /* TEST_EXTENSION is there, which lets events of the platform happen */
    bool kept;             /* calls have changed a0 and a1 alone */
    bool holds;            /* a counter that is stopped keeps its value (not in QEMU 7.2) */
    volatile bool probing; /* a CSR that may not be there */
    word version;          /* of the SBI */
    unsigned number;       /* of counters */
    uint64_t counters;     /* indices of the hardware's counters */
    uint64_t firmware;     /* ... of the firmware's */
    bool snapshots;
    volatile uint64_t *area; /* of snapshots: the bitmap, then the values */
    uint64_t saved[64];      /* values of the last snapshot by index, as later ones overwrite it */
    uint64_t used;           /* indices of events that are sampled */
    struct perf_event event[PERF_EVENTS];
    unsigned events;                     /* of these */
    unsigned samples;                    /* in all */
    volatile unsigned interrupts, empty; /* LCOFIs, and those without an overflow */
    unsigned checks, failed, kinds;      /* ... of failures: each is printed once */
    struct perf_failure failure[PERF_FAILURES];
};

/* Checks: check.c */

void perf_is(struct perf_hart *hart, const char *what, uint64_t seen, uint64_t wanted);
void perf_within(struct perf_hart *hart, const char *what, uint64_t seen, uint64_t least,
                 uint64_t most);

/* An answer without a value to look at; `error` is SBI_SUCCESS or SBI_ERR_... */
void perf_answers(struct perf_hart *hart, const char *what, struct nt_pmu_ret ret, int error);
bool perf_error(struct nt_pmu_ret ret, int error);

/* Calls as the driver makes them: call.c */

struct nt_pmu_ret perf_call(struct perf_hart *hart, word fid, word a0, word a1, word a2,
                            uint64_t a3, uint64_t a4);
struct nt_pmu_ret perf_match(struct perf_hart *hart, uint64_t set, word flags, word event_idx,
                             uint64_t event_data);
struct nt_pmu_ret perf_start(struct perf_hart *hart, unsigned index, uint64_t value);
struct nt_pmu_ret perf_stop(struct perf_hart *hart, unsigned index, word flags);
uint64_t perf_firmware_read(struct perf_hart *hart, unsigned index);

/* The words of a set of indices, which the driver walks a long at a time. */
static inline word perf_word(uint64_t set, unsigned number) {
    return PERF_LONGS == 1 ? (word)set : (word)(set >> (32 * number));
}

/* hpmcounterN, cycle and instret by index; both halves on RV32. */
uint64_t perf_read(unsigned index);

/* The parts, in their order. */

void perf_find(struct perf_hart *hart);     /* find.c: at boot */
void perf_probe(struct perf_hart *hart);    /* ... which events there are */
void perf_stop_all(struct perf_hart *hart); /* ... as each hart begins, and at the end */
void perf_try(struct perf_hart *hart);      /* count.c: what the hart's counters can */
void perf_count(struct perf_hart *hart);    /* ... perf stat */
void perf_sample(struct perf_hart *hart);   /* sample.c: perf record */
void perf_overflow(struct perf_hart *hart); /* ... the handler of LCOFI */
/* ... shared memory: false where the SBI has none */
bool perf_snapshots_begin(struct perf_hart *hart);
void perf_snapshots_end(struct perf_hart *hart);

/* Whether a counter may be read more than once after its stop: in QEMU 7.2 the first read alone
   gives its value, later ones what it was started with; on RV32 each half is a read. */
static inline bool perf_exact(const struct perf_hart *hart) {
    return hart->holds || PERF_LONGS == 1;
}

/* Two instructions, so many times; interrupts may change memory meanwhile. */
static inline void perf_work(word rounds) {
    __asm__ volatile(".balign 4\n"
                     "1: addi %0, %0, -1\n\t"
                     "bnez %0, 1b"
                     : "+r"(rounds)::"memory");
}

static inline void perf_other(void) {
#ifdef MAP_BOARD
    perf_work(PERF_OTHERS);
#else
    __asm__ volatile("sfence.vma" ::: "memory");
    for (unsigned i = 0; i < PERF_OTHERS; i++) {
        (void)*(volatile uint8_t *)((word)MAP_SUPERVISOR + i * 0x1000);
    }
#endif
}

#endif
