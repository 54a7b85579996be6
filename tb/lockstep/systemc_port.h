/* SPDX-License-Identifier: Apache-2.0 */
// Ports of SystemC as Verilator makes them with --sc: bool for a bit, a number for up to 64 bits,
// sc_bv for more. Bits are counted from 0, the lowest.
#ifndef NT_TB_LOCKSTEP_SYSTEMC_PORT_H
#define NT_TB_LOCKSTEP_SYSTEMC_PORT_H

#include <systemc>

#include <cstdint>
#include <type_traits>

namespace nt_sc {

template <unsigned Width>
using number =
    std::conditional_t<Width == 1, bool, std::conditional_t<Width <= 32, uint32_t, uint64_t>>;
template <unsigned Width>
using value =
    std::conditional_t<(Width <= 64), number<Width>, sc_dt::sc_bv<static_cast<int>(Width)>>;
template <unsigned Width> using in = sc_core::sc_in<value<Width>>;
template <unsigned Width> using out = sc_core::sc_out<value<Width>>;
template <unsigned Width> using signal = sc_core::sc_signal<value<Width>>;

// Returns the low `width` bits, 1 to 64.
constexpr uint64_t low(uint64_t bits, unsigned width) {
    return bits & (~uint64_t{0} >> (64 - width));
}

// Sets `width` bits, 1 to 64, from bit `at` on; those of a number were 0.
template <typename Value> void put(Value &to, unsigned at, unsigned width, uint64_t bits) {
    to = static_cast<Value>(to | low(bits, width) << at);
}
template <int Width> void put(sc_dt::sc_bv<Width> &to, unsigned at, unsigned width, uint64_t bits) {
    to.range(static_cast<int>(at + width) - 1, static_cast<int>(at)) =
        static_cast<sc_dt::uint64>(bits);
}

// Returns `width` bits, 1 to 64, from bit `at` on.
template <typename Value> uint64_t get(const Value &of, unsigned at, unsigned width) {
    return low(static_cast<uint64_t>(of) >> at, width);
}
template <int Width> uint64_t get(const sc_dt::sc_bv<Width> &of, unsigned at, unsigned width) {
    return of.range(static_cast<int>(at + width) - 1, static_cast<int>(at)).to_uint64();
}

// Sets a field of a view that the module owns, and that its user sees as constant.
template <typename Field> void set(const Field &field, uint64_t bits) {
    const_cast<Field &>(field) = static_cast<Field>(bits);
}

} // namespace nt_sc

#endif
