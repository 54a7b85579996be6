// What the benches of transport/ take from Verilator, and need not where the golden model stands in
// the place of the RTL. In this folder a VNAME.h has the ports of a Verilated top, and behind them
// the model: of two models that are wrong alike the bench's comparison says nothing, and what it
// knows of bytes, pins and pointers by itself judges.
#ifndef NT_TESTS_MUTATION_VERILATED_H
#define NT_TESTS_MUTATION_VERILATED_H

#include <cstddef>
#include <cstdint>

template <std::size_t Words> struct VlWide {
    uint32_t word[Words];
    uint32_t &operator[](std::size_t i) {
        return word[i];
    }
    const uint32_t &operator[](std::size_t i) const {
        return word[i];
    }
};

struct Verilated {
    static void randReset(int) {}
    static void randSeed(int) {}
};

#endif
