/* SPDX-License-Identifier: Apache-2.0 */
// Lockstep of the register blocks of funnel, PIB, RAM sink and ATB bridge with their models.
//
//   nt_components_bench random TRANSACTIONS SEED
//       random APB traffic, status and resets; a line that sums up.
//   nt_components_bench script
//       commands on standard input, as in bench_script.h.
//       Bits 16:12 of an address are the component's page.
//
// Pointers of the RAM sink are as a sink would keep them: they take what is written, and the read
// pointer goes on by a word. In every cycle every output and register of both sides is compared.
extern "C" {
#include "model/control/register_file.h"
#include "sim/util/random.h"
#include "tb/lockstep/lockstep.h"
#include "tb/units/components/components.h"
}

#include "tb/units/bench_script.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

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
    explicit Lockstep(nt_lockstep *of) : lockstep(of) {
        nt_funnel_registers_init(&view.funnel, &funnel_params);
        nt_pib_registers_init(&view.pib, &pib_params);
        nt_ram_registers_init(&view.ram, &ram_params);
        nt_atb_registers_init(&view.atb);
        pins.rst = true;
        settle();
        nt_lockstep_uncompared(lockstep, &view); // before a reset RTL's registers hold anything
        step();
        cycle();
        pins.rst = false;
    }

    Pins pins;
    nt_apb_answer bus{};

    // One cycle: settles, compares, clock edge. What the bus answered is in `bus`.
    void cycle() {
        settle();
        cycle_or_over(lockstep, &view);
        step();
    }

    uint64_t cycles() const {
        return nt_lockstep_number(lockstep);
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
#define NT_OUTPUT(from, field) {#field, view.from.field},
        const std::map<std::string, uint64_t> outputs = {
            // clang-format off
            NT_OUTPUT(bus, PREADY)
            NT_OUTPUT(bus, PSLVERR)
            NT_OUTPUT(bus, PRDATA)
            NT_OUTPUT(funnel_out, trTsReset)
            NT_OUTPUT(ram_out, pointer_write)
            NT_OUTPUT(ram_out, pointer_value)
            NT_OUTPUT(ram_out, data_read)
            NT_OUTPUT(funnel.fields.control, trFunnelActive)
            NT_OUTPUT(funnel.fields.control, trFunnelEnable)
            NT_OUTPUT(funnel.fields.control, trFunnelDisInput)
            NT_OUTPUT(funnel.fields.timestamp, trTsActive)
            NT_OUTPUT(funnel.fields.timestamp, trTsCount)
            NT_OUTPUT(funnel.fields.timestamp, trTsMode)
            NT_OUTPUT(funnel.fields.timestamp, trTsPrescale)
            NT_OUTPUT(pib.control, trPibActive)
            NT_OUTPUT(pib.control, trPibEnable)
            NT_OUTPUT(pib.control, trPibMode)
            NT_OUTPUT(pib.control, trPibClkCenter)
            NT_OUTPUT(pib.control, trPibCalibrate)
            NT_OUTPUT(pib.control, trPibDivider)
            NT_OUTPUT(ram.control, trRamActive)
            NT_OUTPUT(ram.control, trRamEnable)
            NT_OUTPUT(ram.control, trRamMode)
            NT_OUTPUT(ram.control, trRamStopOnWrap)
            NT_OUTPUT(ram.control, trRamStartLow)
            NT_OUTPUT(ram.control, trRamStartHigh)
            NT_OUTPUT(ram.control, trRamLimitLow)
            NT_OUTPUT(ram.control, trRamLimitHigh)
            NT_OUTPUT(atb.control, trAtbBridgeActive)
            NT_OUTPUT(atb.control, trAtbBridgeEnable)
            NT_OUTPUT(atb.control, trAtbBridgeID)
            // clang-format on
        };
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
    nt_lockstep *lockstep;
    components_view view{}; // with the models

    uint64_t pin(const char *name) const {
        return pins.value.at(name);
    }

    nt_apb on(unsigned page) const {
        nt_apb apb = pins.apb;
        apb.PSEL = apb.PSEL && pins.page == page;
        return apb;
    }

    // Inputs, and the models' outputs
    void settle() {
        view.rst = pins.rst;
        view.apb = pins.apb;
        view.page = pins.page;
        view.funnel_in = {pins.rst, on(FUNNEL), pin("trFunnelEmpty") != 0, pin("timestamp")};
        view.pib_in = {pins.rst, on(PIB), pin("trPibEmpty") != 0};
        view.ram_in = {pins.rst,
                       on(RAM),
                       pin("trRamEmpty") != 0,
                       pin("stop") != 0,
                       pins.trRamWP,
                       pins.trRamRP,
                       static_cast<uint32_t>(pin("data")),
                       pin("data_valid") != 0,
                       pin("error") != 0,
                       pin("error_address")};
        view.atb_in = {pins.rst, on(ATB), pin("trAtbBridgeEmpty") != 0};
        nt_funnel_registers_out(&view.funnel, &view.funnel_in, &view.funnel_out);
        nt_ram_registers_out(&view.ram, &view.ram_in, &view.ram_out);
        bus = pins.page == FUNNEL ? view.funnel_out.bus
              : pins.page == PIB  ? nt_pib_registers_out(&view.pib, &view.pib_in)
              : pins.page == RAM  ? view.ram_out.bus
              : pins.page == ATB  ? nt_atb_registers_out(&view.atb, &view.atb_in)
                                  : nt_apb_answer{true, false, 0};
        view.bus = bus;
    }

    // The pointers as a sink keeps them.
    void step_pointers() {
        uint64_t value = view.ram_out.pointer_value;
        switch (view.ram_out.pointer_write) {
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
            pins.trRamRP += view.ram_out.data_read ? 4 : 0;
        }
        if (pins.rst || !view.ram.control.trRamActive) {
            pins.trRamWP = pins.trRamRP = 0;
        }
    }

    void step() {
        nt_funnel_registers_step(&view.funnel, &view.funnel_in);
        nt_pib_registers_step(&view.pib, &view.pib_in);
        nt_ram_registers_step(&view.ram, &view.ram_in);
        nt_atb_registers_step(&view.atb, &view.atb_in);
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
    return page.map->registers[nt_random_below(random, page.map->count)].address;
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
            bits |= static_cast<uint32_t>(field->legal(page.build, field, word));
        }
        return bits << field->lsb;
    }

    bool tried(const Page &page, const nt_register *one, const nt_register_field *field) const {
        uint32_t bits = possible(page, field);
        uint64_t clear = bits & ~(field->legal(page.build, field, 0) << field->lsb);
        auto at = page.number << 12 | one->address;
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
    for (uint64_t i = 0; i < transactions; i++) {
        random_transfer(bench, coverage, &random);
    }
    unsigned fields;
    unsigned untried = coverage.untried(&fields);
    std::printf("%" PRIu64 " transactions, %" PRIu64
                " cycles, 0 mismatches, %u fields, %u not tried\n",
                transactions, bench.cycles(), fields, untried);
    return untried != 0;
}

int run(nt_lockstep *lockstep, int argc, char **argv) {
    return run_bench(
        lockstep, argc, argv, [lockstep] { return Lockstep(lockstep); }, run_random);
}

} // namespace

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, BENCH_WORDS, run);
}
