// Lockstep of nt_registers, nt_trigger and nt_timestamp with their models.
//
//   nt_control_bench random TRANSACTIONS SEED
//       random APB traffic, triggers and resets; a line that sums up.
//   nt_control_bench script
//       commands on standard input, as in bench_script.h.
//
// In every cycle every output of both sides is compared. Exit status 1 where any differs. With
// NT_ALONE the models run without RTL, for scripts that judge what they answer.
#ifndef NT_ALONE
#include "Vcontrol.h"
#include "tb/lockstep/port.h"
#endif

extern "C" {
#include "model/control/register_table.h"
#include "model/control/registers.h"
#include "model/control/timestamp.h"
#include "model/control/trigger.h"
#include "sim/config_file.h"
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

// Control fields that are ports of their own, by name.
// clang-format off
#define NT_FIELDS(F) \
    F(trTeActive) F(trTeEnable) F(trTeInstTracing) F(trTeInstMode) F(trTeContext) \
    F(trTeInstTrigEnable) F(trTeInstStallEna) F(trTeInhibitSrc) F(trTeInstSyncMode) \
    F(trTeInstSyncMax) F(trTeInstEnSequentialJump) F(trTeInstEnImplicitReturn) \
    F(trTeInstImplicitReturnMode) F(trTeInstEnRepeatedHistory) F(trTeInstEnAllJumps) \
    F(trTeInstExtendAddrMSB) F(trTeSrcID) F(trTeSrcBits) F(trTeInstFilters) F(trTsActive) \
    F(trTsCount) F(trTsRunInDebug) F(trTsMode) F(trTsPrescale) F(trTsEnable) \
    F(trTeTrigExtInControl) F(trTeTrigExtOutControl) F(ntResumeLevel) F(ntEnRepeatBranch) \
    F(ntEnSyncICNT) F(ntRc7) F(ntTrimOwnership)
// clang-format on

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
    explicit Lockstep(const nt_config *build) : config(build) {
        nt_registers_init(&registers, config);
    }

    Pins pins;
    const nt_config *const config;
    uint64_t cycles = 0;
    uint64_t mismatches = 0;
    nt_registers_outputs bus{};

    // One cycle: settles, compares, clock edge. What the bus answered is in `bus`.
    void cycle() {
        drive();
        nt_timestamp_inputs time_in = timestamp_inputs();
        outputs["timestamp"] = nt_timestamp_out(&timestamp, config->tstamp_w, &time_in);
        nt_trigger_out(config->ntriggers, &registers.control, pins.trigger, pins.ext_trigger,
                       &asked);
        nt_registers_inputs in = registers_inputs();
        nt_registers_out(&registers, &in, &bus);
        outputs["ext_trigger_out"] = trigger.ext_trigger_out;
        outputs["trace_on"] = asked.trace_on;
        outputs["trace_off"] = asked.trace_off;
        compare();

        time_in.trTsReset = bus.trTsReset;
        nt_timestamp_step(&timestamp, config->tstamp_w, &time_in);
        nt_trigger_step(&trigger, config->ntriggers, hold(), &registers.control);
        nt_registers_step(&registers, &in);
        clock_edge();
        cycles++;
    }

    // An output by its name; both sides agree on it.
    bool get(const std::string &name, uint64_t *value) {
        auto found = outputs.find(name);
        if (found != outputs.end()) {
            *value = found->second;
            return true;
        }
        int field = nt_control_find(name.c_str());
        if (field >= 0) {
            *value = nt_control_get(&registers.control, static_cast<unsigned>(field));
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
    nt_registers registers{};
    nt_timestamp timestamp{};
    nt_trigger trigger{};
    nt_trigger_outputs asked{};
    std::map<std::string, uint64_t> outputs;

    bool hold() const {
        return pins.rst || !registers.control.trTeActive;
    }

    nt_timestamp_inputs timestamp_inputs() const {
        nt_timestamp_inputs in{};
        in.rst = hold();
        in.control = &registers.control;
        in.halted = pins.halted;
        in.system_tick = pins.system_tick;
        in.external_time = pins.external_time;
        in.shared_time = pins.shared_time;
        return in;
    }

    nt_registers_inputs registers_inputs() {
        nt_registers_inputs in{};
        in.rst = pins.rst;
        in.apb = pins.apb;
        in.trTeEmpty = pins.trTeEmpty;
        in.stall_or_overflow = pins.stall_or_overflow;
        in.trace_on = asked.trace_on;
        in.trace_off = asked.trace_off;
        in.timestamp = outputs["timestamp"];
        return in;
    }

#ifdef NT_ALONE
    void drive() {}
    void compare() {}
    void clock_edge() {}
#else
    std::unique_ptr<Vcontrol> top = std::make_unique<Vcontrol>();

    void clock_edge() {
        top->clk = 1;
        top->eval();
        top->clk = 0;
    }

    void drive() {
        top->rst = pins.rst;
        top->PSEL = pins.apb.PSEL;
        top->PENABLE = pins.apb.PENABLE;
        top->PADDR = pins.apb.PADDR;
        top->PWRITE = pins.apb.PWRITE;
        top->PWDATA = pins.apb.PWDATA;
        top->PSTRB = pins.apb.PSTRB;
        top->trTeEmpty = pins.trTeEmpty;
        top->stall_or_overflow = pins.stall_or_overflow;
        top->trigger = pins.trigger;
        top->ext_trigger = pins.ext_trigger & nt_register_mask(config->ntriggers);
        top->halted = pins.halted;
        top->system_tick = pins.system_tick;
        nt_port::put(top->external_time, 0, config->tstamp_w, pins.external_time);
        nt_port::put(top->shared_time, 0, config->tstamp_w, pins.shared_time);
        top->eval();
    }

    void expect(const char *name, uint64_t model, uint64_t rtl) {
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
        expect("trTsReset", bus.trTsReset, top->trTsReset);
        expect("timestamp", outputs["timestamp"], top->timestamp);
        expect("trace_on", asked.trace_on, top->trace_on);
        expect("trace_off", asked.trace_off, top->trace_off);
        expect("ext_trigger_out", trigger.ext_trigger_out, top->ext_trigger_out);
#define NT_COMPARE(field) expect(#field, registers.control.field, top->field);
        NT_FIELDS(NT_COMPARE)
        compare_units();
    }

    void compare_units() {
        for (unsigned i = 0; i < config->nfilters; i++) {
            const nt_filter_control *f = &registers.control.filter[i];
            const uint32_t words[] = {f->control,   f->inst,   f->ecause[0],
                                      f->ecause[1], f->impdef, f->impdef_mask};
            for (unsigned n = 0; n < 6; n++) {
                expect("filters", words[n], nt_port::get(top->filters, 32 * (6 * i + n), 32));
            }
        }
        for (unsigned i = 0; i < config->ncomparators; i++) {
            const nt_comparator_control *c = &registers.control.comparator[i];
            const uint32_t words[] = {c->control, c->pmatch[0], c->pmatch[1], c->smatch[0],
                                      c->smatch[1]};
            for (unsigned n = 0; n < 5; n++) {
                expect("comparators", words[n],
                       nt_port::get(top->comparators, 32 * (5 * i + n), 32));
            }
        }
    }
#endif
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
            for (unsigned unit = 0; unit < nt_register_units_built(config, one->unit); unit++) {
                auto address = static_cast<uint16_t>(one->offset + unit * NT_REGISTER_STRIDE);
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
            bits |= field->legal(config, field, word);
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
    bool built = nt_register_units_built(config, one->unit) != 0 && nt_random_chance(random, 224);
    unsigned units =
        built ? nt_register_units_built(config, one->unit) : nt_register_units(one->unit);
    return static_cast<uint16_t>(one->offset + nt_random_below(random, units) * NT_REGISTER_STRIDE);
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
    for (uint64_t i = 0; i < transactions && bench.mismatches == 0; i++) {
        random_transfer(bench, coverage, &random);
    }
    unsigned fields;
    unsigned untried = coverage.untried(&fields);
    std::printf("%s: %" PRIu64 " transactions, %" PRIu64 " cycles, %" PRIu64
                " mismatches, %u fields, %u not tried\n",
                bench.config->name, transactions, bench.cycles, bench.mismatches, fields, untried);
    return bench.mismatches != 0 || untried != 0;
}

} // namespace

int main(int argc, char **argv) {
    nt_config_file file;
    nt_error error{};
    if (nt_config_file_read(&file, NT_CONFIG_FILE, &error) != 0) {
        std::fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    Lockstep bench(&file.config);
    bench.pins.rst = true;
    bench.cycle(); // before it RTL's registers hold anything
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
    std::fprintf(stderr, "usage: nt_control_bench random TRANSACTIONS SEED | script\n");
    return 2;
}
