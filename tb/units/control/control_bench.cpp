/* SPDX-License-Identifier: Apache-2.0 */
// Lockstep of nt_registers, nt_trigger and nt_timestamp with their models.
//
//   nt_control_bench random TRANSACTIONS SEED
//       random APB traffic, triggers and resets; a line that sums up.
//   nt_control_bench script
//       commands on standard input, as in bench_script.h.
//
// In every cycle every output and register of both sides is compared.
extern "C" {
#include "model/control/encoder_map.h"
#include "sim/settings/config_file.h"
#include "sim/util/random.h"
#include "tb/lockstep/lockstep.h"
#include "tb/units/control/control.h"
}

#include "tb/units/bench_script.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

namespace {

// All inputs of a cycle.
struct Pins {
    bool rst = false;
    nt_apb apb{};
    bool trTeEmpty = true;
    bool stall_or_overflow = false;
    uint8_t trigger = 0;
    uint8_t ext_trigger = 0;
    bool halted = false;
    bool system_tick = false;
    uint64_t external_time = 0;
    uint64_t shared_time = 0;
};

class Lockstep {
  public:
    Lockstep(nt_lockstep *of, const nt_config *build) : config(build), lockstep(of) {
        nt_encoder_registers_init(&view.registers, config);
        pins.rst = true;
        settle();
        nt_lockstep_uncompared(lockstep, &view); // before a reset RTL's registers hold anything
        step();
        cycle();
        pins.rst = false;
    }

    Pins pins;
    const nt_config *const config;
    nt_encoder_registers_outputs bus{};

    // One cycle: settles, compares, clock edge. What the bus answered is in `bus`.
    void cycle() {
        settle();
        cycle_or_over(lockstep, &view);
        step();
    }

    uint64_t cycles() const {
        return nt_lockstep_number(lockstep);
    }

    // An output by its name; both sides agree on it.
    bool get(const std::string &name, uint64_t *value) {
        const std::map<std::string, uint64_t> outputs = {
            {"timestamp", view.in.timestamp},
            {"ext_trigger_out", fired},
            {"trace_on", view.asked.trace_on},
            {"trace_off", view.asked.trace_off},
        };
        auto found = outputs.find(name);
        if (found != outputs.end()) {
            *value = found->second;
            return true;
        }
        int field = nt_control_find(name.c_str());
        if (field >= 0) {
            *value = nt_control_get(&view.registers.control, static_cast<unsigned>(field));
        }
        return field >= 0;
    }

    bool set_pin(const std::string &name, uint64_t value) {
        bool bit = value != 0;
        if (name == "rst") {
            pins.rst = bit;
        } else if (name == "trTeEmpty") {
            pins.trTeEmpty = bit;
        } else if (name == "stall_or_overflow") {
            pins.stall_or_overflow = bit;
        } else if (name == "trigger") {
            pins.trigger = static_cast<uint8_t>(value);
        } else if (name == "ext_trigger") {
            pins.ext_trigger = static_cast<uint8_t>(value);
        } else if (name == "halted") {
            pins.halted = bit;
        } else if (name == "system_tick") {
            pins.system_tick = bit;
        } else if (name == "external_time") {
            pins.external_time = value;
        } else if (name == "shared_time") {
            pins.shared_time = value;
        } else {
            return false;
        }
        return true;
    }

    static uint16_t address(unsigned whole) {
        return static_cast<uint16_t>(whole);
    }

  private:
    nt_lockstep *lockstep;
    control_view view{}; // with the models
    uint64_t fired = 0;  // ext_trigger_out of the last cycle

    bool hold() const {
        return pins.rst || !view.registers.control.trTeActive;
    }

    // Inputs, and the models' outputs
    void settle() {
        const nt_control &control = view.registers.control;
        view.trigger_in = pins.trigger;
        view.ext_trigger = pins.ext_trigger;
        view.time_in = {hold(),           &control,           false,           pins.halted,
                        pins.system_tick, pins.external_time, pins.shared_time};
        uint64_t timestamp = nt_timestamp_out(&view.time, config->tstamp_w, &view.time_in);
        nt_trigger_out(config->ntriggers, &control, pins.trigger, pins.ext_trigger, &view.asked);
        view.in = {pins.rst,
                   pins.apb,
                   pins.trTeEmpty,
                   pins.stall_or_overflow,
                   view.asked.trace_on,
                   view.asked.trace_off,
                   timestamp};
        nt_encoder_registers_out(&view.registers, &view.in, &view.out);
        view.time_in.trTsReset = view.out.trTsReset;
        fired = view.trigger.ext_trigger_out;
        bus = view.out;
    }

    void step() {
        nt_timestamp_step(&view.time, config->tstamp_w, &view.time_in);
        nt_trigger_step(&view.trigger, config->ntriggers, hold(), &view.registers.control);
        nt_encoder_registers_step(&view.registers, &view.in);
    }
};

// Random traffic.

// What of each register was read as 1 and could be: nothing may stay untried.
class Coverage {
  public:
    explicit Coverage(const nt_config *build) : config(build) {}

    void read(uint16_t address, uint32_t data) {
        seen[address] |= data;
        zero[address] |= ~data;
    }

    unsigned untried(unsigned *fields) const {
        unsigned missing = 0;
        *fields = 0;
        for (unsigned r = 0; r < nt_encoder_map.count; r++) {
            const nt_register *one = &nt_encoder_map.registers[r];
            unsigned units = nt_register_units_built(&nt_encoder_map, one, config);
            for (unsigned unit = 0; unit < units; unit++) {
                auto address =
                    static_cast<uint16_t>(nt_register_address(&nt_encoder_map, one, unit));
                for (unsigned f = 0; f < one->field_count; f++) {
                    ++*fields;
                    missing += !tried(one, &one->fields[f], address);
                }
            }
        }
        return missing;
    }

  private:
    const nt_config *config;
    std::map<uint16_t, uint32_t> seen;
    std::map<uint16_t, uint32_t> zero;

    // The bits that some write makes 1.
    uint32_t possible(const nt_register_field *field) const {
        if (field->source == NT_SOURCE_STATUS) {
            return 0; // whatever came
        }
        uint32_t bits = 0;
        for (uint32_t word : {UINT32_MAX, UINT32_C(0xaaaaaaaa), UINT32_C(0x55555555),
                              UINT32_C(0x22222222), UINT32_C(0x33333333), UINT32_C(0x44444444)}) {
            bits |= static_cast<uint32_t>(field->legal(config, field, word));
        }
        return bits;
    }

    bool tried(const nt_register *one, const nt_register_field *field, uint16_t address) const {
        uint32_t bits = possible(field) << field->lsb;
        auto ones = seen.find(address);
        auto zeros = zero.find(address);
        if (ones == seen.end() || (ones->second & bits) != bits ||
            (field->source == NT_SOURCE_STORED && (zeros->second & bits) != bits)) {
            std::printf("%s.%s at 0x%03x: not every bit was tried\n", one->name, field->name,
                        address);
            return false;
        }
        return true;
    }
};

enum : uint16_t { TE_CONTROL = 0x000, TS_CONTROL = 0x040 };

uint16_t random_address(nt_random *random, const nt_config *config) {
    if (nt_random_chance(random, 24)) {
        return static_cast<uint16_t>(nt_random_below(random, 0x1000));
    }
    if (nt_random_chance(random, 48)) {
        return nt_random_chance(random, 128) ? TE_CONTROL : TS_CONTROL;
    }
    const nt_register *one =
        &nt_encoder_map.registers[nt_random_below(random, nt_encoder_map.count)];
    unsigned units = nt_register_units_built(&nt_encoder_map, one, config);
    if (units == 0 || !nt_random_chance(random, 224)) {
        units = nt_register_units(&nt_encoder_map, one)->count;
    }
    unsigned unit = nt_random_below(random, units);
    return static_cast<uint16_t>(nt_register_address(&nt_encoder_map, one, unit));
}

uint32_t random_data(nt_random *random, uint16_t address) {
    auto data = static_cast<uint32_t>(nt_random_next(random));
    uint32_t kind = nt_random_below(random, 8);
    data = kind == 0   ? 0
           : kind == 1 ? UINT32_MAX
           : kind == 2 ? data & static_cast<uint32_t>(nt_random_next(random))
                       : data;
    // Mostly not into reset, so that something stays to be read
    bool has_active = address == TE_CONTROL || address == TS_CONTROL;
    return has_active && !nt_random_chance(random, 16) ? data | 1 : data;
}

void random_pins(nt_random *random, Pins *pins) {
    pins->rst = nt_random_below(random, 4000) == 0;
    pins->trTeEmpty = nt_random_chance(random, 128);
    pins->stall_or_overflow = nt_random_chance(random, 8);
    pins->trigger =
        nt_random_chance(random, 16) ? static_cast<uint8_t>(nt_random_below(random, 4)) : 0;
    pins->ext_trigger =
        nt_random_chance(random, 48) ? static_cast<uint8_t>(nt_random_next(random)) : 0;
    pins->halted = nt_random_chance(random, 64);
    pins->system_tick = nt_random_chance(random, 128);
    pins->external_time = nt_random_next(random);
    pins->shared_time = nt_random_next(random);
}

// A transfer with changing pins; sometimes not as the protocol wants it.
void random_transfer(Lockstep &bench, Coverage &coverage, nt_random *random) {
    uint16_t address = random_address(random, bench.config);
    bool write = nt_random_chance(random, 128);
    auto strobes =
        static_cast<uint8_t>(nt_random_chance(random, 160) ? 15 : nt_random_below(random, 16));
    bool broken = nt_random_chance(random, 2);
    bench.pins.apb = {true, false, write, address, strobes, random_data(random, address)};
    do {
        random_pins(random, &bench.pins);
        if (broken && nt_random_chance(random, 64)) {
            bench.pins.apb.PSEL = !bench.pins.apb.PSEL;
        }
        bench.cycle();
        bench.pins.apb.PENABLE = true;
        // The first cycle was the setup, whatever it answered
        if (bench.pins.apb.PSEL && !write) {
            coverage.read(address, bench.bus.PRDATA);
        }
    } while (nt_random_chance(random, broken ? 64 : 0));
    do {
        random_pins(random, &bench.pins);
        bench.cycle();
    } while (!bench.bus.PREADY && !broken);
    if (bench.pins.apb.PSEL && !write) {
        coverage.read(address, bench.bus.PRDATA);
    }
    bench.pins.apb.PSEL = bench.pins.apb.PENABLE = false;
    for (unsigned idle = nt_random_chance(random, 128) ? 0 : nt_random_below(random, 4); idle > 0;
         idle--) {
        random_pins(random, &bench.pins);
        bench.cycle();
    }
}

int run_random(Lockstep &bench, uint64_t transactions, uint64_t seed) {
    nt_random random;
    nt_random_seed(&random, seed);
    Coverage coverage(bench.config);
    for (uint64_t i = 0; i < transactions; i++) {
        random_transfer(bench, coverage, &random);
    }
    unsigned fields;
    unsigned untried = coverage.untried(&fields);
    std::printf("%s: %" PRIu64 " transactions, %" PRIu64
                " cycles, 0 mismatches, %u fields, %u not tried\n",
                bench.config->name, transactions, bench.cycles(), fields, untried);
    return untried != 0;
}

int run(nt_lockstep *lockstep, int argc, char **argv) {
    nt_config_file file;
    nt_error error{};
    if (nt_config_file_read(&file, NT_CONFIG_FILE, &error) != 0) {
        std::fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    return run_bench(
        lockstep, argc, argv, [&] { return Lockstep(lockstep, &file.config); }, run_random);
}

} // namespace

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, BENCH_WORDS, run);
}
