// What the benches of links are run by: NAME CYCLES SEED.
#ifndef NT_TB_LINK_BENCH_H
#define NT_TB_LINK_BENCH_H

#include "tb/lockstep/port.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

// Random cycles of a Bench(seed) with a `cycle(number)` that says whether all is well, and `unit`s
// that count their `bytes`: each must get some. The process's exit status.
template <typename Bench> int run_random(const char *name, int argc, char **argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s CYCLES SEED\n", name);
        return 2;
    }
    uint64_t cycles = std::strtoull(argv[1], nullptr, 10);
    uint64_t seed = std::strtoull(argv[2], nullptr, 10);
    Verilated::randReset(2);
    Verilated::randSeed(static_cast<int>(seed + 1));
    Bench bench(seed);
    for (uint64_t number = 0; number < cycles; number++) {
        if (!bench.cycle(number)) {
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
