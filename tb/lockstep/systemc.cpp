/* SPDX-License-Identifier: Apache-2.0 */
// A unit behind tb/lockstep/unit.h in SystemC: the RTL made by verilator --sc, and the model's
// module, at the same signals; both are compared with the bench's own model. systemc.inc is made by
// scripts/unit_systemc.py. A simulation of SystemC runs once in a process.
extern "C" {
#include "tb/lockstep/unit.h"
}

#include "Vsystemc.h"

#include "systemc.inc"

#include <new>

namespace {

const sc_core::sc_time HALF(5, sc_core::SC_NS);

void *create(uint32_t seed) {
    Verilated::threadContextp()->threads(1);
    // Verilator takes 0 as "no seed given".
    Verilated::randReset(2);
    Verilated::randSeed(static_cast<int>((seed & 0x7fffffff) + (seed == 0)));
    Signals *signals = new (std::nothrow) Signals;
    if (signals != nullptr) {
        sc_core::sc_start(HALF);
    }
    return signals;
}

void destroy(void *signals) {
    delete static_cast<Signals *>(signals);
}

// The edge takes the inputs of the cycle before; then those of this one settle.
void step(void *rtl, const void *view, void *) {
    Signals *signals = static_cast<Signals *>(rtl);
    signals->clk.write(true);
    sc_core::sc_start(HALF);
    put_inputs(signals, static_cast<const View *>(view));
    signals->clk.write(false);
    sc_core::sc_start(HALF);
}

constexpr unsigned PROBES = sizeof probe_list / sizeof probe_list[0];
static_assert(PROBES <= NT_MAX_PROBES, "probes");
constexpr unsigned INPUTS = sizeof input_list / sizeof input_list[0];
static_assert(INPUTS <= NT_MAX_PROBES, "inputs");

void read(const void *rtl, const void *view, nt_probe_value *value) {
    probes_read(static_cast<const Signals *>(rtl), static_cast<const View *>(view), value);
}

bool differs(const void *rtl, const void *view) {
    nt_probe_value value[PROBES];
    read(rtl, view, value);
    bool found = false;
    for (const nt_probe_value &one : value) {
        found |= one.valid && one.rtl != one.model;
    }
    return found;
}

void read_inputs(const void *view, uint64_t *value) {
    inputs_read(static_cast<const View *>(view), value);
}

constexpr nt_unit make_unit() {
    nt_unit unit{};
    unit.name = UNIT_NAME;
    unit.build = UNIT_BUILD;
    unit.once = true;
    unit.probes = probe_list;
    unit.probe_count = PROBES;
    unit.inputs = input_list;
    unit.input_count = INPUTS;
    unit.create = create;
    unit.destroy = destroy;
    unit.step = step;
    unit.differs = differs;
    unit.read = read;
    unit.read_inputs = read_inputs;
    return unit;
}

} // namespace

const nt_unit nt_unit_fast = make_unit();
const nt_unit nt_unit_wave = {};

// The bench has its own main(); the library asks for this one.
int sc_main(int, char **) {
    return 0;
}
