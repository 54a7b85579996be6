/* SPDX-License-Identifier: Apache-2.0 */
/* Branches as programs have them, for tests: loops in loops, and stretches of noise. */
#ifndef NT_TB_BRANCHES_H
#define NT_TB_BRANCHES_H

#include "sim/util/random.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct branch_source {
    nt_random random;
    uint64_t pattern; /* the loop's branches, the next one in bit 0 */
    unsigned period;  /* how many there are; 0: noise */
    unsigned at;
    unsigned left;  /* branches until another loop, or another level */
    unsigned noise; /* of 256 branches so many differ from the pattern */
} branch_source;

static inline void branches_init(branch_source *s, uint64_t seed) {
    *s = (branch_source){.left = 0};
    nt_random_seed(&s->random, seed);
}

/* The next loop: noise, a new pattern, or the last one with an outer branch behind it. */
static inline void branches_turn(branch_source *s) {
    unsigned kind = nt_random_below(&s->random, 4);
    if (kind == 0) {
        s->period = 0;
    } else if (kind == 1 && s->period != 0 && s->period < 40) {
        s->pattern |= (uint64_t)nt_random_below(&s->random, 4) << s->period;
        s->period += 2;
    } else {
        s->period = nt_random_between(&s->random, 1, nt_random_chance(&s->random, 128) ? 4 : 33);
        s->pattern = nt_random_next(&s->random) >> 31;
    }
    s->at = 0;
    s->left = nt_random_between(&s->random, 1, nt_random_chance(&s->random, 128) ? 40 : 400);
    s->noise = nt_random_chance(&s->random, 64) ? nt_random_below(&s->random, 20) : 0;
}

static inline bool branches_next(branch_source *s) {
    if (s->left == 0) {
        branches_turn(s);
    }
    s->left--;
    if (s->period == 0 || nt_random_chance(&s->random, s->noise)) {
        return nt_random_chance(&s->random, 128);
    }
    bool taken = s->pattern >> s->at & 1;
    s->at = s->at + 1 == s->period ? 0 : s->at + 1;
    return taken;
}

#endif
