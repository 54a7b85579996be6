// Lockstep of the register blocks of funnel, PIB, RAM sink and ATB bridge with their models.
//
//   nt_components_bench random TRANSACTIONS SEED
//       random APB traffic, status and resets; a line that sums up.
//   nt_components_bench script
//       commands on standard input, as in bench_script.h.
//       Bits 16:12 of an address are the component's page.
//
// Pointers of the RAM sink are as a sink would keep them: they take what is written, and the read
// pointer goes on by a word. In every cycle every output of both sides is compared. Exit status 1
// where any differs. With NT_ALONE the models run without RTL, for scripts that judge what they
// answer.
#ifndef NT_ALONE
#include "Vcomponents.h"
#endif

extern "C" {
#include "model/control/atb_registers.h"
#include "model/control/funnel_registers.h"
#include "model/control/pib_registers.h"
#include "model/control/ram_registers.h"
#include "model/control/register_file.h"
#include "sim/util/random.h"
}

#include "tb/units/bench_script.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>

double sc_time_stamp() {
    return 0;
}

namespace {

enum : unsigned { FUNNEL = 16, PIB = 24, RAM = 25, ATB = 26 };

const nt_funnel_registers_params funnel_params = {P_INPUTS, P_TSTAMP_W};
const nt_pib_registers_params pib_params = {P_MODES, P_CLK_CENTER != 0, P_CALIBRATE != 0,
                                            P_DIVIDER_W, P_DIVIDER_RESET};
const nt_ram_registers_params ram_params = {P_SRAM_WORDS, P_SMEM != 0};

struct Page {
    unsigned number;
    const nt_register_map *map;
    const void *build;
};

const Page pages[] = {
    {FUNNEL, &nt_funnel_map, &funnel_params},
    {PIB, &nt_pib_map, &pib_params},
    {RAM, &nt_ram_map, &ram_params},
    {ATB, &nt_atb_map, nullptr},
};

// All inputs of a cycle; the rest are bits, by name.
struct Pins {
    bool rst = false;
    nt_apb apb{};
    unsigned page = 0;
    std::map<std::string, uint64_t> value = {
        {"trFunnelEmpty", 1},    {"timestamp", 0}, {"trPibEmpty", 1},
        {"trRamEmpty", 1},       {"stop", 0},      {"data", 0},
        {"data_valid", 1},       {"error", 0},     {"error_address", 0},
        {"trAtbBridgeEmpty", 1},
    };
    uint64_t trRamWP = 0;
    uint64_t trRamRP = 0;
};

class Lockstep {
  public:
    Lockstep() {
        nt_funnel_registers_init(&funnel, &funnel_params);
        nt_pib_registers_init(&pib, &pib_params);
        nt_ram_registers_init(&ram, &ram_params);
        nt_atb_registers_init(&atb);
    }

    Pins pins;
    uint64_t cycles = 0;
    uint64_t mismatches = 0;
    nt_apb_answer bus{};

    // One cycle: settles, compares, clock edge. What the bus answered is in `bus`.
    void cycle() {
        drive();
        model();
        compare();
        step();
        clock_edge();
        cycles++;
    }

    bool set_pin(const std::string &name, uint64_t value) {
        if (name == "rst") {
            pins.rst = value != 0;
            return true;
        }
        auto found = pins.value.find(name);
        if (found != pins.value.end()) {
            found->second = value;
        }
        return found != pins.value.end();
    }

    bool get(const std::string &name, uint64_t *found) const {
        auto output = outputs.find(name);
        if (output == outputs.end()) {
            return false;
        }
        *found = output->second;
        return true;
    }

    // Of the page that is accessed from now on.
    uint16_t address(unsigned whole) {
        pins.page = whole >> 12;
        return static_cast<uint16_t>(whole & 0xfff);
    }

  private:
    std::map<std::string, uint64_t> outputs;
    nt_funnel_registers funnel{};
    nt_pib_registers pib{};
    nt_ram_registers ram{};
    nt_atb_registers atb{};
    nt_funnel_registers_inputs funnel_in{};
    nt_pib_registers_inputs pib_in{};
    nt_ram_registers_inputs ram_in{};
    nt_atb_registers_inputs atb_in{};
    nt_funnel_registers_outputs funnel_out{};
    nt_ram_registers_outputs ram_out{};

    uint64_t pin(const char *name) const {
        return pins.value.at(name);
    }

    nt_apb on(unsigned page) const {
        nt_apb apb = pins.apb;
        apb.PSEL = apb.PSEL && pins.page == page;
        return apb;
    }

    void model() {
        funnel_in = {pins.rst, on(FUNNEL), pin("trFunnelEmpty") != 0, pin("timestamp")};
        pib_in = {pins.rst, on(PIB), pin("trPibEmpty") != 0};
        ram_in = {pins.rst,
                  on(RAM),
                  pin("trRamEmpty") != 0,
                  pin("stop") != 0,
                  pins.trRamWP,
                  pins.trRamRP,
                  static_cast<uint32_t>(pin("data")),
                  pin("data_valid") != 0,
                  pin("error") != 0,
                  pin("error_address")};
        atb_in = {pins.rst, on(ATB), pin("trAtbBridgeEmpty") != 0};
        nt_funnel_registers_out(&funnel, &funnel_in, &funnel_out);
        nt_ram_registers_out(&ram, &ram_in, &ram_out);
        bus = pins.page == FUNNEL ? funnel_out.bus
              : pins.page == PIB  ? nt_pib_registers_out(&pib, &pib_in)
              : pins.page == RAM  ? ram_out.bus
              : pins.page == ATB  ? nt_atb_registers_out(&atb, &atb_in)
                                  : nt_apb_answer{true, false, 0};
    }

#ifdef NT_ALONE
    void drive() {}
    void clock_edge() {}
    void compare() {}
#else
    std::unique_ptr<Vcomponents> top = std::make_unique<Vcomponents>();

    void clock_edge() {
        top->clk = 1;
        top->eval();
        top->clk = 0;
    }

    void drive() {
        top->rst = pins.rst;
        top->PSEL = pins.apb.PSEL;
        top->PENABLE = pins.apb.PENABLE;
        top->PADDR = pins.page << 12 | pins.apb.PADDR;
        top->PWRITE = pins.apb.PWRITE;
        top->PWDATA = pins.apb.PWDATA;
        top->PSTRB = pins.apb.PSTRB;
        top->trFunnelEmpty = pin("trFunnelEmpty") != 0;
        top->timestamp = pin("timestamp") & (P_TSTAMP_W == 0 ? 0 : UINT64_MAX >> (64 - P_TSTAMP_W));
        top->trPibEmpty = pin("trPibEmpty") != 0;
        top->trRamEmpty = pin("trRamEmpty") != 0;
        top->stop = pin("stop") != 0;
        top->trRamWP = pins.trRamWP;
        top->trRamRP = pins.trRamRP;
        top->data = static_cast<uint32_t>(pin("data"));
        top->data_valid = pin("data_valid") != 0;
        top->error = pin("error") != 0;
        top->error_address = pin("error_address");
        top->trAtbBridgeEmpty = pin("trAtbBridgeEmpty") != 0;
        top->eval();
    }

    void expect(const char *name, uint64_t model, uint64_t rtl) {
        outputs[name] = model;
        if (model == rtl) {
            return;
        }
        if (mismatches++ < 10) {
            std::printf("cycle %" PRIu64 ": %s: model 0x%" PRIx64 ", RTL 0x%" PRIx64 "\n", cycles,
                        name, model, rtl);
        }
    }

    void compare() {
        expect("PREADY", bus.PREADY, top->PREADY);
        expect("PSLVERR", bus.PSLVERR, top->PSLVERR);
        expect("PRDATA", bus.PRDATA, top->PRDATA);
        expect("trTsReset", funnel_out.trTsReset, top->trTsReset);
        expect("pointer_write", ram_out.pointer_write, top->pointer_write);
        if (ram_out.pointer_write != 0) {
            expect("pointer_value", ram_out.pointer_value, top->pointer_value);
        }
        expect("data_read", ram_out.data_read, top->data_read);
#define NT_COMPARE(from, field) expect(#field, from.field, top->field);
        NT_COMPARE(funnel.fields.control, trFunnelActive)
        NT_COMPARE(funnel.fields.control, trFunnelEnable)
        NT_COMPARE(funnel.fields.control, trFunnelDisInput)
        NT_COMPARE(funnel.fields.timestamp, trTsActive)
        NT_COMPARE(funnel.fields.timestamp, trTsCount)
        NT_COMPARE(funnel.fields.timestamp, trTsMode)
        NT_COMPARE(funnel.fields.timestamp, trTsPrescale)
        NT_COMPARE(pib.control, trPibActive)
        NT_COMPARE(pib.control, trPibEnable)
        NT_COMPARE(pib.control, trPibMode)
        NT_COMPARE(pib.control, trPibClkCenter)
        NT_COMPARE(pib.control, trPibCalibrate)
        NT_COMPARE(pib.control, trPibDivider)
        NT_COMPARE(ram.control, trRamActive)
        NT_COMPARE(ram.control, trRamEnable)
        NT_COMPARE(ram.control, trRamMode)
        NT_COMPARE(ram.control, trRamStopOnWrap)
        NT_COMPARE(ram.control, trRamStartLow)
        NT_COMPARE(ram.control, trRamStartHigh)
        NT_COMPARE(ram.control, trRamLimitLow)
        NT_COMPARE(ram.control, trRamLimitHigh)
        NT_COMPARE(atb.control, trAtbBridgeActive)
        NT_COMPARE(atb.control, trAtbBridgeEnable)
        NT_COMPARE(atb.control, trAtbBridgeID)
    }
#endif

    // The pointers as a sink keeps them.
    void step_pointers() {
        uint64_t value = ram_out.pointer_value;
        switch (ram_out.pointer_write) {
        case NT_RAM_WP_LOW:
            pins.trRamWP = (pins.trRamWP >> 32 << 32) | (value & ~UINT64_C(2));
            break;
        case NT_RAM_WP_HIGH:
            pins.trRamWP = (pins.trRamWP & UINT32_MAX) | value << 32;
            break;
        case NT_RAM_RP_LOW:
            pins.trRamRP = (pins.trRamRP >> 32 << 32) | (value & ~UINT64_C(3));
            break;
        case NT_RAM_RP_HIGH:
            pins.trRamRP = (pins.trRamRP & UINT32_MAX) | value << 32;
            break;
        default:
            pins.trRamRP += ram_out.data_read ? 4 : 0;
        }
        if (pins.rst || !ram.control.trRamActive) {
            pins.trRamWP = pins.trRamRP = 0;
        }
    }

    void step() {
        nt_funnel_registers_step(&funnel, &funnel_in);
        nt_pib_registers_step(&pib, &pib_in);
        nt_ram_registers_step(&ram, &ram_in);
        nt_atb_registers_step(&atb, &atb_in);
        step_pointers();
    }
};

// Random traffic.

void random_pins(nt_random *random, Pins *pins) {
    pins->rst = nt_random_below(random, 4000) == 0;
    for (auto &pin : pins->value) {
        pin.second = pin.first == "stop"                            ? nt_random_chance(random, 8)
                     : pin.first == "data_valid"                    ? nt_random_chance(random, 64)
                     : pin.first.find("Empty") != std::string::npos ? nt_random_chance(random, 192)
                                                                    : nt_random_next(random);
    }
}

uint32_t random_data(nt_random *random, unsigned offset) {
    auto data = static_cast<uint32_t>(nt_random_next(random));
    uint32_t kind = nt_random_below(random, 8);
    data = kind == 0   ? 0
           : kind == 1 ? UINT32_MAX
           : kind == 2 ? data & static_cast<uint32_t>(nt_random_next(random))
           : kind == 3 ? nt_random_below(random, 2048)
                       : data;
    // Mostly not into reset, so that something stays to be read
    bool has_active = offset == 0x000 || offset == 0x040;
    data = has_active && !nt_random_chance(random, 16) ? data | 1 : data;
    return offset == 0x000 && nt_random_chance(random, 160) ? data & ~UINT32_C(2) : data;
}

unsigned random_offset(nt_random *random, const Page &page) {
    if (nt_random_chance(random, 24)) {
        return nt_random_below(random, 0x1000);
    }
    if (nt_random_chance(random, 48)) {
        return 0;
    }
    return page.map->registers[nt_random_below(random, page.map->count)].offset;
}

// What was read as 1, and as 0, at an address.
struct Coverage {
    std::map<unsigned, uint32_t> ones;
    std::map<unsigned, uint32_t> zeros;

    unsigned untried(unsigned *fields) const {
        unsigned missing = 0;
        *fields = 0;
        for (const Page &page : pages) {
            for (unsigned r = 0; r < page.map->count; r++) {
                const nt_register *one = &page.map->registers[r];
                for (unsigned f = 0; f < one->field_count; f++) {
                    ++*fields;
                    missing += !tried(page, one, &one->fields[f]);
                }
            }
        }
        return missing;
    }

  private:
    static uint32_t possible(const Page &page, const nt_register_field *field) {
        if (field->source == NT_SOURCE_STATUS) {
            return 0; // whatever came
        }
        uint32_t bits = 0;
        for (uint32_t word : {UINT32_MAX, UINT32_C(0xaaaaaaaa), UINT32_C(0x55555555),
                              UINT32_C(0x33333333), UINT32_C(0xcccccccc), UINT32_C(0x080)}) {
            bits |= field->legal(page.build, field, word);
        }
        return bits << field->lsb;
    }

    bool tried(const Page &page, const nt_register *one, const nt_register_field *field) const {
        uint32_t bits = possible(page, field);
        uint32_t clear = bits & ~(field->legal(page.build, field, 0) << field->lsb);
        auto at = page.number << 12 | one->offset;
        auto is_one = ones.find(at);
        auto is_zero = zeros.find(at);
        if (is_one == ones.end() || (is_one->second & bits) != bits ||
            (field->source == NT_SOURCE_STORED && (is_zero->second & clear) != clear)) {
            std::printf("%s.%s: not every bit was tried\n", one->name, field->name);
            return false;
        }
        return true;
    }
};

// A transfer with changing pins; sometimes not as the protocol wants it.
void random_transfer(Lockstep &bench, Coverage &coverage, nt_random *random) {
    const Page &page = pages[nt_random_below(random, 4)];
    unsigned offset = random_offset(random, page);
    bool write = nt_random_chance(random, 128);
    auto strobes =
        static_cast<uint8_t>(nt_random_chance(random, 160) ? 15 : nt_random_below(random, 16));
    bool broken = nt_random_chance(random, 2);
    bench.pins.page = page.number;
    bench.pins.apb = {
        true, false, write, static_cast<uint16_t>(offset), strobes, random_data(random, offset)};
    random_pins(random, &bench.pins);
    bench.cycle();
    bench.pins.apb.PENABLE = true;
    do {
        random_pins(random, &bench.pins);
        bench.pins.apb.PSEL = !broken || !nt_random_chance(random, 64);
        bench.cycle();
    } while (!bench.bus.PREADY && !broken);
    if (bench.pins.apb.PSEL && !write && bench.bus.PREADY) {
        coverage.ones[page.number << 12 | offset] |= bench.bus.PRDATA;
        coverage.zeros[page.number << 12 | offset] |= ~bench.bus.PRDATA;
    }
    bench.pins.apb.PSEL = bench.pins.apb.PENABLE = false;
    for (unsigned idle = nt_random_below(random, 3); idle > 0; idle--) {
        random_pins(random, &bench.pins);
        bench.cycle();
    }
}

int run_random(Lockstep &bench, uint64_t transactions, uint64_t seed) {
    nt_random random;
    nt_random_seed(&random, seed);
    Coverage coverage;
    for (uint64_t i = 0; i < transactions && bench.mismatches == 0; i++) {
        random_transfer(bench, coverage, &random);
    }
    unsigned fields;
    unsigned untried = coverage.untried(&fields);
    std::printf("%" PRIu64 " transactions, %" PRIu64 " cycles, %" PRIu64
                " mismatches, %u fields, %u not tried\n",
                transactions, bench.cycles, bench.mismatches, fields, untried);
    return bench.mismatches != 0 || untried != 0;
}

} // namespace

int main(int argc, char **argv) {
    Lockstep bench;
    bench.pins.rst = true;
    bench.mismatches = 10; // and no word of it: before a reset RTL's registers hold anything
    bench.cycle();
    bench.mismatches = 0;
    bench.cycle();
    bench.pins.rst = false;
    if (argc == 4 && std::strcmp(argv[1], "random") == 0) {
        return run_random(bench, std::strtoull(argv[2], nullptr, 10),
                          std::strtoull(argv[3], nullptr, 10));
    }
    if (argc == 2 && std::strcmp(argv[1], "script") == 0) {
        return run_script(bench);
    }
    std::fprintf(stderr, "usage: nt_components_bench random TRANSACTIONS SEED | script\n");
    return 2;
}
