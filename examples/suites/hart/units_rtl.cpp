/* SPDX-License-Identifier: Apache-2.0 */
// The RTL behind the hart's CSRs: examples/core/nt_core_units.v, of the width that it was verilated
// with.
#include "Vnt_core_units.h"
#include "units.h"

#include "verilated.h"

#include <new>

struct units {
    VerilatedContext context;
    Vnt_core_units top{&context};
};

static void edge(Vnt_core_units &top) {
    top.clk = 0;
    top.eval();
    top.clk = 1;
    top.eval();
}

static void drive(Vnt_core_units &top, const units_inputs &in) {
    top.step = in.step;
    top.retire = in.retire;
    top.itype = in.itype;
    top.isrc = in.isrc;
    top.itgt = in.itgt;
    top.cause = in.cause;
    top.from = in.mode;
    top.to = in.mode_next;
    top.access = in.access;
    top.clear = in.clear;
    top.op = in.op;
    top.operand = in.operand;
    top.address = in.address;
    top.write = in.write;
    top.wdata = in.wdata;
    top.lcofip_write = in.lcofip_write;
}

// Depth and CCE are those of the build
units *units_new(unsigned, unsigned, unsigned) {
    return new (std::nothrow) units;
}

void units_free(units *u) {
    delete u;
}

void units_reset(units *u) {
    const units_inputs none = {};
    drive(u->top, none);
    u->top.rst = 1;
    edge(u->top);
    edge(u->top);
    u->top.rst = 0;
}

void units_step(units *u, const units_inputs *in) {
    drive(u->top, *in);
    edge(u->top);
}

bool units_read(const units *u, const units_inputs *in, uint64_t *value) {
    units *own = const_cast<units *>(u);
    drive(own->top, *in);
    own->top.eval();
    *value = own->top.rdata;
    return own->top.known;
}

bool units_lcofip(const units *u) {
    return u->top.lcofip;
}
