/* SPDX-License-Identifier: Apache-2.0 */
// What the benches of links are run by: NAME CYCLES SEED.
#ifndef NT_TB_LINK_BENCH_H
#define NT_TB_LINK_BENCH_H

#include "tb/lockstep/lockstep.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

// Hands a cycle over; before the reset has acted, `first`, there is nothing to compare.
inline bool compare(nt_lockstep *lockstep, const void *view, bool first) {
    if (first) {
        nt_lockstep_uncompared(lockstep, view);
    }
    return first || nt_lockstep_cycle(lockstep, view);
}

// Runs random cycles of a Bench(lockstep, seed) with a `cycle()` that says whether all is well, and
// `unit`s that count their `bytes`: each must get some.
template <typename Bench> int run_random(nt_lockstep *lockstep, int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    uint64_t cycles = std::strtoull(argv[1], nullptr, 10);
    uint64_t seed = std::strtoull(argv[2], nullptr, 10);
    Bench bench(lockstep, seed);
    if (!nt_lockstep_begin(lockstep, seed)) {
        return 1;
    }
    for (uint64_t number = 0; number < cycles; number++) {
        if (!bench.cycle()) {
            return 1;
        }
    }
    bool all = true;
    std::printf("%llu cycles;", static_cast<unsigned long long>(cycles));
    for (const auto &unit : bench.unit) {
        std::printf(" %llu", static_cast<unsigned long long>(unit.bytes));
        all = all && unit.bytes > 0;
    }
    std::printf(" bytes\n");
    return !all;
}

#endif
