/* SPDX-License-Identifier: Apache-2.0 */
// Ports of Verilated RTL, whatever their width: Verilator makes a number of a port of up to 64
// bits, and an array of 32-bit words of a wider one. Bits are counted from 0, the lowest.
#ifndef NT_TB_LOCKSTEP_PORT_H
#define NT_TB_LOCKSTEP_PORT_H

#include "verilated.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace nt_port {

// Returns the low `width` bits of `value`; any width from 0 on.
constexpr uint64_t low(uint64_t value, unsigned width) {
    return width == 0 ? 0 : width < 64 ? value & (~uint64_t{0} >> (64 - width)) : value;
}

// Writes the low `width` bits of `value`, at most 64, at bit `at`. The other bits stay.
template <typename Port> void put(Port &port, unsigned at, unsigned width, uint64_t value) {
    const uint64_t mask = low(~uint64_t{0}, width) << at;
    port = static_cast<Port>((static_cast<uint64_t>(port) & ~mask) | (value << at & mask));
}
template <std::size_t Words>
void put(VlWide<Words> &port, unsigned at, unsigned width, uint64_t value) {
    while (width > 0) {
        const unsigned part = std::min(width, 32 - at % 32);
        const uint32_t mask = static_cast<uint32_t>(low(~uint64_t{0}, part)) << at % 32;
        uint32_t &word = port[at / 32];
        word = (word & ~mask) | (static_cast<uint32_t>(value) << at % 32 & mask);
        value >>= part;
        at += part;
        width -= part;
    }
}

// Returns the `width` bits, at most 64, at bit `at`.
template <typename Port> uint64_t get(const Port &port, unsigned at, unsigned width) {
    return low(static_cast<uint64_t>(port) >> at, width);
}
template <std::size_t Words> uint64_t get(const VlWide<Words> &port, unsigned at, unsigned width) {
    uint64_t value = 0;
    for (unsigned done = 0; done < width;) {
        const unsigned part = std::min(width - done, 32 - (at + done) % 32);
        value |= low(port[(at + done) / 32] >> (at + done) % 32, part) << done;
        done += part;
    }
    return value;
}

// Writes a port of up to 64 bits as a whole. What does not fit into Verilator's type is cut off.
template <typename Port> void set(Port &port, uint64_t value) {
    port = static_cast<Port>(value);
}

// Writes `count` 32-bit words from bit 0 on, as many as the port has room for. A port of less than
// three words, which a build without such units has, is not written.
template <typename Port> void put_words(Port &, const uint32_t *, std::size_t) {}
template <std::size_t Words>
void put_words(VlWide<Words> &port, const uint32_t *word, std::size_t count) {
    std::copy(word, word + std::min(count, Words), &port[0]);
}

// Writes text as a simulator keeps it in a register: the last character in the low byte.
template <typename Port> void put_text(Port &port, const char *text) {
    std::memset(&port, 0, sizeof port);
    const std::size_t size = std::min<std::size_t>(std::strlen(text), sizeof port);
    for (std::size_t i = 0; i < size; i++) {
        put(port, static_cast<unsigned>(8 * i), 8, static_cast<unsigned char>(text[size - 1 - i]));
    }
}

} // namespace nt_port

#endif
