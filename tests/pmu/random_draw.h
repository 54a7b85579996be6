/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What S mode asks for in random calls: mostly sense, so that counters get events, run and
 * overflow, and edges everywhere. It knows of the hart what the answers said.
 */
#ifndef NT_TESTS_PMU_RANDOM_DRAW_H
#define NT_TESTS_PMU_RANDOM_DRAW_H

#include "tests/pmu/random_hart.h"

struct caller {
    nt_random *random;
    struct random_hart *h; /* its memory is poked before calls */
    uint64_t configured;   /* bit N: the counter with index N, as all sets here */
    uint64_t running;
};

struct call {
    nt_pmu_word fid;
    nt_pmu_word args[6];
    bool pokes; /* entries of event_get_info were put into memory */
};

/* Knows nothing of the hart's counters but that they are stopped. */
void caller_init(struct caller *c, struct random_hart *h);

/* Draws a call; what it reads is put into memory. */
void caller_draw(struct caller *c, struct call *call);

/* Takes note of an answer. */
void caller_learn(struct caller *c, const struct call *call, struct nt_pmu_ret answer);

/* Draws an event_data that SBI_PMU_FW_PLATFORM counters may have. */
uint64_t caller_platform_data(struct caller *c);

/* Draws 64 bits: a value from which a counter soon overflows, or an edge. */
uint64_t caller_value(struct caller *c);

#endif
