// Verilated RTL of a unit behind tb/lockstep/unit.h. unit.inc is made by scripts/unit.py.
#include "tb/lockstep/unit.h"

#include "tb/lockstep/port.h"

#include "Vunit.h"
#include "unit_view.h"
#include "verilated_fst_c.h"

#include <memory>
#include <new>

namespace {

using nt_port::low;
using nt_port::set;
typedef Vunit Top;

struct Instance {
    VerilatedContext context;
    std::unique_ptr<Top> top;
    std::unique_ptr<VerilatedFstC> wave;
};

Top *top_of(const void *rtl) {
    return static_cast<const Instance *>(rtl)->top.get();
}

#include "unit.inc"

void *create(uint32_t seed) {
    Instance *rtl = new (std::nothrow) Instance;
    if (rtl == nullptr) {
        return nullptr;
    }
    // Verilator takes 0 as "no seed given".
    rtl->context.randReset(UNIT_RANDOM ? 2 : 0);
    rtl->context.randSeed(static_cast<int>((seed & 0x7fffffff) + (seed == 0)));
    rtl->context.traceEverOn(true);
    rtl->top = std::make_unique<Top>(&rtl->context);
    rtl->top->clk = 0;
    rtl->top->eval();
    return rtl;
}

void destroy(void *rtl) {
    if (rtl != nullptr) {
        top_of(rtl)->final();
        delete static_cast<Instance *>(rtl);
    }
}

// The falling edge settles nothing: all inputs go through registers.
void step(void *rtl, const void *view) {
    Top *top = top_of(rtl);
    top->clk = 0;
    top->eval();
    put_inputs(top, static_cast<const View *>(view));
    top->clk = 1;
    top->eval();
}

bool differs(const void *rtl, const void *view) {
    return probes_differ(top_of(rtl), static_cast<const View *>(view)) != 0;
}

void read(const void *rtl, const void *view, nt_probe_value *value) {
    probes_read(top_of(rtl), static_cast<const View *>(view), value);
}

void read_inputs(const void *view, uint64_t *value) {
    inputs_read(static_cast<const View *>(view), value);
}

bool wave_open(void *rtl, const char *path) {
    Instance *instance = static_cast<Instance *>(rtl);
    instance->wave = std::make_unique<VerilatedFstC>();
    instance->top->trace(instance->wave.get(), 99);
    instance->wave->open(path);
    return instance->wave->isOpen();
}

void wave_cycle(void *rtl, const void *view, uint64_t cycle) {
    Instance *instance = static_cast<Instance *>(rtl);
    Top *top = instance->top.get();
    models_show(top, static_cast<const View *>(view));
    top->cycle = cycle;
    top->mismatch = differs(rtl, view);
    top->eval();
    instance->wave->dump(cycle * 10);
    top->clk = 0;
    top->eval();
    instance->wave->dump(cycle * 10 + 5);
}

void wave_close(void *rtl) {
    static_cast<Instance *>(rtl)->wave->close();
}

} // namespace

static_assert(sizeof probe_list / sizeof probe_list[0] <= NT_MAX_PROBES, "probes");
static_assert(sizeof input_list / sizeof input_list[0] <= NT_MAX_PROBES, "inputs");

const nt_unit nt_unit_rtl = {
    UNIT_NAME,  UNIT_BUILD,
    probe_list, sizeof probe_list / sizeof probe_list[0],
    input_list, sizeof input_list / sizeof input_list[0],
    create,     destroy,
    step,       differs,
    read,       read_inputs,
    wave_open,  wave_cycle,
    wave_close,
};
