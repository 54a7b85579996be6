/* SPDX-License-Identifier: Apache-2.0 */
// Verilated RTL of a unit behind tb/lockstep/unit.h; unit.inc is made by scripts/unit.py. Compiled
// for each way in which the RTL was built: as nt_unit_wave with NT_WAVES, else as nt_unit_fast, and
// as both with NT_ONLY, where that is the only one.
#include "tb/lockstep/unit.h"

#include "tb/lockstep/port.h"

#include "unit_view.h"

#ifdef NT_WAVES
#include "Vwave.h"
#include "Vwave___024root.h"
#include "gtkwave/fstapi.h"
#include "verilated_fst_c.h"

#include <csignal>

#include <cstdio>
#else
#include "Vfast.h"
#include "Vfast___024root.h"
#endif

#if VM_COVERAGE
#include "verilated_cov.h"

#include <cstdlib>
#include <fstream>
#include <string>
#endif

#include <memory>
#include <new>

namespace {

using nt_port::low;
using nt_port::set;
// Ports are read and written in the root: Top has a reference to each.
#ifdef NT_WAVES
typedef Vwave Top;
typedef Vwave___024root Root;
#else
typedef Vfast Top;
typedef Vfast___024root Root;
#endif

struct Instance {
    VerilatedContext context;
    std::unique_ptr<Top> top;
    Root *root;
#ifdef NT_WAVES
    std::unique_ptr<VerilatedFstC> wave;
#endif
#if VM_COVERAGE
    unsigned cycles = 0; // up to the first that count
    std::string begun;   // points of those before
#endif
};

Root *root_of(const void *rtl) {
    return static_cast<const Instance *>(rtl)->root;
}

#include "unit.inc"

void *create(uint32_t seed) {
    Instance *rtl = new (std::nothrow) Instance;
    if (rtl == nullptr) {
        return nullptr;
    }
    rtl->context.threads(1); // a second one would take signals that output_file.c holds back
    // Verilator takes 0 as "no seed given".
#if VM_COVERAGE
    // A random first value that the first write ends would count as a toggle.
    rtl->context.randReset(0);
#else
    rtl->context.randReset(UNIT_RANDOM ? 2 : 0);
#endif
    rtl->context.randSeed(static_cast<int>((seed & 0x7fffffff) + (seed == 0)));
    Verilated::threadContextp(&rtl->context); // for parts that are a library of their own
#ifdef NT_WAVES
    rtl->context.traceEverOn(true);
#endif
    rtl->top = std::make_unique<Top>(&rtl->context);
    rtl->root = rtl->top->rootp;
    rtl->root->clk = 0;
    rtl->top->eval();
    return rtl;
}

#if VM_COVERAGE
// Built with COVERAGE=yes: what was reached, in Verilator's form.
void write_coverage(Instance *rtl) {
    const char *path = std::getenv("NT_RTL_COVERAGE");
    if (path != nullptr) {
        rtl->context.coveragep()->write(path);
        std::ofstream(path, std::ios::app) << rtl->begun;
    }
}

// Forgets the toggles of the cycles in which registers come out of their random first values: with
// them Verilator draws what it compares each signal with, so that half of all constants would count
// as toggled. Lines count, since some run then alone.
void begin_coverage(Instance *rtl) {
    constexpr unsigned FIRST = 4;
    const char *path = std::getenv("NT_RTL_COVERAGE");
    if (path == nullptr || rtl->cycles == FIRST || ++rtl->cycles < FIRST) {
        return;
    }
    rtl->context.coveragep()->write(path);
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        rtl->begun += line.find("v_toggle/") == std::string::npos ? line + '\n' : "";
    }
    rtl->context.coveragep()->zero();
}
#else
void write_coverage(Instance *) {}
void begin_coverage(Instance *) {}
#endif

void destroy(void *rtl) {
    if (rtl != nullptr) {
        static_cast<Instance *>(rtl)->top->final();
        write_coverage(static_cast<Instance *>(rtl));
        delete static_cast<Instance *>(rtl);
    }
}

// The falling edge settles nothing: all inputs go through registers.
void step(void *rtl, const void *view, void *outputs) {
    Top *top = static_cast<Instance *>(rtl)->top.get();
    Root *root = root_of(rtl);
    root->clk = 0;
    clocks_low(root);
    top->eval();
    put_inputs(root, static_cast<const View *>(view));
    root->clk = 1;
    top->eval();
    begin_coverage(static_cast<Instance *>(rtl));
    if (outputs != nullptr) {
        outputs_read(root, static_cast<Outputs *>(outputs));
    }
}

void take(const void *rtl, void *shown) {
    take_probes(root_of(rtl), static_cast<Shown *>(shown));
}

bool differs(const void *rtl, const void *view) {
    return probes_differ(root_of(rtl), static_cast<const View *>(view)) != 0;
}

bool shown_differs(const void *shown, const void *view) {
    return probes_differ(static_cast<const Shown *>(shown), static_cast<const View *>(view)) != 0;
}

void read(const void *rtl, const void *view, nt_probe_value *value) {
    probes_read(root_of(rtl), static_cast<const View *>(view), value);
}

void shown_read(const void *shown, const void *view, nt_probe_value *value) {
    probes_read(static_cast<const Shown *>(shown), static_cast<const View *>(view), value);
}

void read_inputs(const void *view, uint64_t *value) {
    inputs_read(static_cast<const View *>(view), value);
}

bool happens(const void *view, unsigned event, uint64_t value) {
    return event_happens(static_cast<const View *>(view), event, value);
}

void read_texts(const void *view, const char **text) {
    texts_read(static_cast<const View *>(view), text);
}

#ifdef NT_WAVES
constexpr uint64_t cycle_time = 10;

bool wave_open(void *rtl, const char *path) {
    Instance *instance = static_cast<Instance *>(rtl);
    instance->wave = std::make_unique<VerilatedFstC>();
    instance->top->trace(instance->wave.get(), 99);
    instance->wave->open(path);
    return instance->wave->isOpen();
}

void wave_cycle(void *rtl, const void *view, uint64_t cycle) {
    Instance *instance = static_cast<Instance *>(rtl);
    Root *root = instance->root;
    models_show(root, static_cast<const View *>(view));
    root->cycle = cycle;
    root->mismatch = differs(rtl, view);
    instance->top->eval();
    instance->wave->dump(cycle * cycle_time);
    root->clk = 0;
    instance->top->eval();
    instance->wave->dump(cycle * cycle_time + cycle_time / 2);
}

void wave_close(void *rtl) {
    static_cast<Instance *>(rtl)->wave->close();
}

// The reader makes a file that has a name for a moment, until it is removed: no signal may end the
// program then.
class Held {
  public:
    Held() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, &before);
    }
    ~Held() {
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }
    Held(const Held &) = delete;
    Held &operator=(const Held &) = delete;

  private:
    sigset_t before;
};

bool names_written(void *reader, std::FILE *out) {
    const Held held;
    return fstReaderProcessHier(reader, out) != 0;
}

bool wave_is_whole(const char *fst, uint64_t last) {
    const Held held;
    void *reader = fstReaderOpen(fst);
    if (reader == nullptr) {
        return false;
    }
    uint64_t names = 0;
    while (const fstHier *hierarchy = fstReaderIterateHier(reader)) {
        names += hierarchy->htyp == FST_HT_VAR ? 1 : 0;
    }
    const bool whole = names == fstReaderGetVarCount(reader) &&
                       fstReaderGetEndTime(reader) == last * cycle_time + cycle_time / 2;
    fstReaderClose(reader);
    return whole;
}

// With the reader of the library by which Verilator writes FST.
bool wave_to_vcd(const char *fst, const char *vcd) {
    void *reader = fstReaderOpen(fst);
    std::FILE *out = reader != nullptr ? std::fopen(vcd, "wb") : nullptr;
    bool written = out != nullptr && names_written(reader, out);
    if (written) {
        fstReaderSetFacProcessMaskAll(reader);
        written = fstReaderIterBlocks(reader, nullptr, nullptr, out) != 0;
    }
    if (out != nullptr) {
        const bool whole = std::ferror(out) == 0;
        written = std::fclose(out) == 0 && whole && written;
    }
    if (reader != nullptr) {
        fstReaderClose(reader);
    }
    return written;
}
#else
constexpr decltype(nt_unit::wave_open) wave_open = nullptr;
constexpr decltype(nt_unit::wave_cycle) wave_cycle = nullptr;
constexpr decltype(nt_unit::wave_close) wave_close = nullptr;
constexpr decltype(nt_unit::wave_is_whole) wave_is_whole = nullptr;
constexpr decltype(nt_unit::wave_to_vcd) wave_to_vcd = nullptr;
#endif

// Lists end with an empty entry.
template <unsigned Size> constexpr unsigned count(const nt_probe (&)[Size]) {
    static_assert(Size <= NT_MAX_PROBES + 1, "of a unit");
    return Size - 1;
}

constexpr nt_unit unit = {
    UNIT_NAME,     UNIT_BUILD,
    false,         parameter_list,
    probe_list,    count(probe_list),
    input_list,    count(input_list),
    text_list,     count(text_list),
    event_list,    create,
    destroy,       step,
    differs,       read,
    sizeof(Shown), take,
    shown_differs, shown_read,
    read_inputs,   happens,
    read_texts,    wave_open,
    wave_cycle,    wave_close,
    wave_is_whole, wave_to_vcd,
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
