/* SPDX-License-Identifier: Apache-2.0 */
/* Generates random numbers that a seed replays on every machine: xoshiro256** (Blackman, Vigna),
   seeded by splitmix64. */
#ifndef NT_UTIL_RANDOM_H
#define NT_UTIL_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_random {
    uint64_t state[4];
} nt_random;

static inline void nt_random_seed(nt_random *random, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        random->state[i] = z ^ (z >> 31);
    }
}

static inline uint64_t nt_random_rotl(uint64_t value, int by) {
    return (value << by) | (value >> (64 - by));
}

static inline uint64_t nt_random_next(nt_random *random) {
    uint64_t *s = random->state;
    uint64_t result = nt_random_rotl(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = nt_random_rotl(s[3], 45);
    return result;
}

/* Returns 0 to bound - 1; bound is at least 1. The bias of at most bound / 2^32 does not matter
   here. */
static inline uint32_t nt_random_below(nt_random *random, uint32_t bound) {
    return (uint32_t)(((nt_random_next(random) >> 32) * bound) >> 32);
}

/* Returns low to high, both included. */
static inline uint32_t nt_random_between(nt_random *random, uint32_t low, uint32_t high) {
    return low + nt_random_below(random, high - low + 1);
}

/* Returns true `chance` times of 256. */
static inline bool nt_random_chance(nt_random *random, unsigned chance) {
    return (nt_random_next(random) >> 56) < chance;
}

#endif
