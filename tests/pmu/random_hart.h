/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hart of random calls: sim/pmu/csr_array.h with parameters that are drawn, a platform's own
 * map of events, pages that come and go, firmware counters that the platform counts, and time that
 * passes within calls. What the library may not ask for is counted in `misuse`.
 */
#ifndef NT_TESTS_PMU_RANDOM_HART_H
#define NT_TESTS_PMU_RANDOM_HART_H

#include "sim/pmu/csr_array.h"
#include "sim/util/random.h"

enum { PAGE_NONE, PAGE_READ_ONLY, PAGE_WRITABLE };
enum { RANDOM_INDICES = NT_PMU_HW_MAX + NT_PMU_FW_MAX };

/* A firmware counter that the platform counts. */
struct own_counter {
    bool runs;
    uint64_t event_data;
    uint64_t value;
};

/* What a call in progress may do with shared memory. */
enum { MEMORY_NO, MEMORY_READ, MEMORY_WRITE };

struct random_hart {
    struct nt_array array; /* first: contexts of both are the same */
    struct nt_pmu_ops ops;
    struct nt_pmu_platform platform;
    struct nt_pmu_hart hart;
    nt_random *random;  /* the caller's */
    uint64_t first;     /* what the counters began with */
    uint64_t base;      /* physical address of page 0 */
    uint64_t salt;      /* changes the map of events; 0: each counter counts each event */
    uint32_t pages;     /* PAGE_..., page N in bits 2N + 1 to 2N */
    unsigned indices;   /* one more than the highest */
    unsigned fw_first;  /* index of the first firmware counter */
    bool counts_itself; /* SBI_PMU_FW_PLATFORM */
    struct own_counter own[NT_PMU_FW_MAX];
    int may;             /* MEMORY_... */
    bool time_passes;    /* at each access to a CSR */
    uint32_t ran;        /* hardware counters that ran when the call began */
    uint32_t stopped;    /* ... of these, those that were stopped since */
    uint64_t passed[32]; /* what each counted in the call, as long as it ran from its beginning */
    uint64_t later[32];  /* ... and once it was started in it */
    uint64_t misuse;
};

/* Draws platform and hart, and switches it on; nt_pmu_init() is the caller's. */
void random_hart_init(struct random_hart *h, nt_random *random);

/* The index is that of a counter. */
bool random_hart_has(const struct random_hart *h, unsigned index);

/* Bits of a hardware counter. */
unsigned random_hart_width(const struct random_hart *h, unsigned counter);

/* Lets time pass within what follows, or not. */
void random_hart_begin(struct random_hart *h, bool time_passes, int may);

/* Counts SBI_PMU_FW_PLATFORM `number` times with this event_data. */
void random_hart_platform_event(struct random_hart *h, uint64_t event_data, unsigned number);

/* Loses the CSRs, as in a suspend; all counters then run, or none. */
void random_hart_lose(struct random_hart *h, bool stopped);

#endif
