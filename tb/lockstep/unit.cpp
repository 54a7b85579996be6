// Verilated RTL of a unit behind tb/lockstep/unit.h; unit.inc is made by scripts/unit.py. Compiled
// for each way in which the RTL was built: as nt_unit_wave with NT_WAVES, else as nt_unit_fast, and
// as both with NT_ONLY, where that is the only one.
#include "tb/lockstep/unit.h"

#include "tb/lockstep/port.h"

#include "unit_view.h"

#ifdef NT_WAVES
#include "Vwave.h"
#include "verilated_fst_c.h"
#else
#include "Vfast.h"
#endif

#include <memory>
#include <new>

namespace {

using nt_port::low;
using nt_port::set;
#ifdef NT_WAVES
typedef Vwave Top;
#else
typedef Vfast Top;
#endif

struct Instance {
    VerilatedContext context;
    std::unique_ptr<Top> top;
#ifdef NT_WAVES
    std::unique_ptr<VerilatedFstC> wave;
#endif
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
    Verilated::threadContextp(&rtl->context); // for parts that are a library of their own
#ifdef NT_WAVES
    rtl->context.traceEverOn(true);
#endif
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
void step(void *rtl, const void *view, void *outputs) {
    Top *top = top_of(rtl);
    top->clk = 0;
    clocks_low(top);
    top->eval();
    put_inputs(top, static_cast<const View *>(view));
    top->clk = 1;
    top->eval();
    if (outputs != nullptr) {
        outputs_read(top, static_cast<Outputs *>(outputs));
    }
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

#ifdef NT_WAVES
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
#else
constexpr decltype(nt_unit::wave_open) wave_open = nullptr;
constexpr decltype(nt_unit::wave_cycle) wave_cycle = nullptr;
constexpr decltype(nt_unit::wave_close) wave_close = nullptr;
#endif

// Lists end with an empty entry.
template <unsigned Size> constexpr unsigned count(const nt_probe (&)[Size]) {
    static_assert(Size <= NT_MAX_PROBES + 1, "of a unit");
    return Size - 1;
}

constexpr nt_unit unit = {
    UNIT_NAME,  UNIT_BUILD,        false,     parameter_list,   probe_list, count(probe_list),
    input_list, count(input_list), text_list, count(text_list), create,     destroy,
    step,       differs,           read,      read_inputs,      wave_open,  wave_cycle,
    wave_close,
};

} // namespace

#if defined NT_WAVES || defined NT_ONLY
#ifdef NT_WAVES
const nt_unit nt_unit_wave = unit;
#else
const nt_unit nt_unit_wave = {};
#endif
#endif
#if !defined NT_WAVES || defined NT_ONLY
const nt_unit nt_unit_fast = unit;
#endif
