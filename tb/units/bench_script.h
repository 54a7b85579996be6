/* SPDX-License-Identifier: Apache-2.0 */
// What the benches of register blocks share: APB transfers, and commands on standard input with an
// answer to each in a line on standard output:
//
//   read ADDR               DATA ERROR CYCLES
//   write ADDR DATA STROBES ERROR CYCLES
//   pin NAME VALUE          holds an input at a value: ok
//   wait CYCLES             ok
//   get NAME                VALUE of an output
//
// Numbers are hexadecimal, but for cycles. A bench has cycle(), which does not return where
// anything differs, bus (what was answered in the last cycle), pins.apb, address(), set_pin() and
// get().
#ifndef NT_TB_BENCH_SCRIPT_H
#define NT_TB_BENCH_SCRIPT_H

#include "tb/lockstep/over.h"

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// A transfer as a manager does it: setup, then access until ready. Its cycles.
template <typename Bench>
unsigned transfer(Bench &bench, bool write, unsigned address, uint32_t data, uint8_t strobes) {
    bench.pins.apb = {true, false, write, bench.address(address), strobes, data};
    bench.cycle();
    bench.pins.apb.PENABLE = true;
    unsigned cycles = 1;
    do {
        bench.cycle();
        cycles++;
    } while (!bench.bus.PREADY && cycles < 100);
    bench.pins.apb = {};
    return cycles;
}

template <typename Bench> bool run_command(Bench &bench, const char *line) {
    char name[40];
    unsigned address;
    unsigned strobes;
    uint32_t data;
    uint64_t value;
    if (std::sscanf(line, "read %x", &address) == 1) {
        unsigned cycles = transfer(bench, false, address, 0, 0);
        std::printf("%08" PRIx32 " %d %u\n", bench.bus.PRDATA, bench.bus.PSLVERR, cycles);
    } else if (std::sscanf(line, "write %x %" SCNx32 " %x", &address, &data, &strobes) == 3) {
        unsigned cycles = transfer(bench, true, address, data, static_cast<uint8_t>(strobes));
        std::printf("%d %u\n", bench.bus.PSLVERR, cycles);
    } else if (std::sscanf(line, "pin %39s %" SCNx64, name, &value) == 2 &&
               bench.set_pin(name, value)) {
        std::puts("ok");
    } else if (std::sscanf(line, "wait %" SCNu64, &value) == 1) {
        for (; value > 0; value--) {
            bench.cycle();
        }
        std::puts("ok");
    } else if (std::sscanf(line, "get %39s", name) == 1 && bench.get(name, &value)) {
        std::printf("%" PRIx64 "\n", value);
    } else {
        std::printf("not a command: %s", line);
        return false;
    }
    std::fflush(stdout);
    return true;
}

// The exit status: 0, or 2 where a line is no command.
template <typename Bench> int run_script(Bench &bench) {
    char line[200];
    while (std::fgets(line, sizeof line, stdin) != nullptr) {
        if (!run_command(bench, line)) {
            return 2;
        }
    }
    return 0;
}

// The words of such a bench.
constexpr const char BENCH_WORDS[] = "random TRANSACTIONS SEED | script";

// The body: commands, or `run_random` with TRANSACTIONS and SEED, of the bench that `make` gives.
template <typename Make, typename Random>
int run_bench(nt_lockstep *lockstep, int argc, char **argv, Make make, Random run_random) {
    // By options: TRANSACTIONS and SEED alone
    const bool random = argc == 3 || (argc == 4 && std::strcmp(argv[1], "random") == 0);
    if (!random && (argc != 2 || std::strcmp(argv[1], "script") != 0)) {
        return 2;
    }
    const uint64_t seed = random ? std::strtoull(argv[argc - 1], nullptr, 10) : 1;
    if (!nt_lockstep_begin(lockstep, seed)) {
        return 1;
    }
    try {
        auto bench = make();
        if (random) {
            return run_random(bench, std::strtoull(argv[argc - 2], nullptr, 10), seed);
        }
        nt_lockstep_once(lockstep);
        return run_script(bench);
    } catch (const Over &) {
        return 1;
    }
}

#endif
