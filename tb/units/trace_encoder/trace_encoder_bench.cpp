/* SPDX-License-Identifier: Apache-2.0 */
// Lockstep of nt_trace_encoder, the whole that an integrator instantiates, with its model: random
// ingress, control by APB alone, random register traffic.
//
//   nt_trace_encoder_bench CYCLES SEED
//   nt_trace_encoder_bench sequence
//       what a debugger does to enable and disable tracing (Trace Control Interface 1.0, "Enabling
//       and Disabling"), while a hart runs on and the sink is slow
//
// In every cycle every output and register of both sides is compared.
extern "C" {
#include "sim/ingress/random.h"
#include "sim/settings/config_file.h"
#include "tb/lockstep/lockstep.h"
#include "tb/units/trace_encoder/register_traffic.h"
#include "tb/units/trace_encoder/trace_encoder.h"
}

#include "tb/lockstep/over.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

struct Bench {
    nt_lockstep *lockstep;
    const nt_config *config;
    trace_encoder_view view{}; // with the model
    nt_trace_encoder &model = view.model;
    nt_trace_encoder_outputs &out = view.out;
    uint64_t bytes = 0;
    uint64_t transfers = 0;
    uint64_t tracing = 0;

    Bench(nt_lockstep *of, const nt_config *build) : lockstep(of), config(build) {
        nt_trace_encoder_init(&model, build);
        // Before a reset RTL's registers hold anything; the options take over what the control
        // fields were.
        nt_cycle reset{};
        reset.rst = true;
        for (unsigned i = 0; i < 2; i++) {
            settle(reset);
            nt_lockstep_uncompared(lockstep, &view);
            step();
        }
    }

    uint64_t cycles() const {
        return nt_lockstep_number(lockstep);
    }

    void cycle(const nt_cycle &cycle) {
        settle(cycle);
        cycle_or_over(lockstep, &view);
        bytes += out.core.encoder.out_valid && view.in.out_ready ? out.core.encoder.out_count : 0;
        transfers += cycle.apb.PENABLE && out.bus.PREADY;
        tracing += model.core.encoder.ingress.enable && model.core.encoder.ingress.asked;
        step();
    }

  private:
    // The timestamp of another component, which is set anew every 4096 cycles
    uint64_t shared(uint64_t number) const {
        uint64_t set = (number >> 12) * UINT64_C(0x9e3779b97f4a7c15);
        return config->tstamp_w == 0 ? 0
                                     : (set + number * 5) & (UINT64_MAX >> (64 - config->tstamp_w));
    }

    // Inputs, and the model's outputs
    void settle(const nt_cycle &cycle) {
        uint64_t number = cycles();
        view.in = {cycle.rst,       cycle.apb,      &cycle.ingress,
                   number % 3 != 0, shared(number), cycle.sink_ready};
        trace_encoder_settle(&view);
    }

    void step() {
        trace_encoder_step(&view);
    }
};

// Random ingress under random register traffic.
struct Stimulus {
    nt_settings settings{};
    nt_source source{};
    nt_image *image = nullptr;
    bool open = false;

    int begin(const nt_config *config, uint64_t cycles, uint64_t seed, nt_error *error) {
        nt_settings_init(&settings);
        settings.config = config;
        nt_random_options options{};
        options.seed = seed;
        options.cycles = cycles;
        options.settings = &settings;
        options.everything = true;
        open = nt_random_open(&source, &image, config, &options, error) == 0 &&
               nt_register_traffic_open(&source, source, config, seed, error) == 0;
        return open ? 0 : -1;
    }

    ~Stimulus() {
        if (open) {
            source.close(source.self);
            nt_image_free(image);
        }
    }
};

int run_random(nt_lockstep *lockstep, const nt_config *config, uint64_t cycles, uint64_t seed) {
    Stimulus stimulus;
    nt_error error{};
    int result = stimulus.begin(config, cycles, seed, &error);
    if (result == 0) {
        Bench bench(lockstep, config);
        nt_cycle cycle;
        nt_source &source = stimulus.source;
        while ((result = source.next(source.self, bench.out.core.encoder.stall, &cycle, &error)) ==
               1) {
            bench.cycle(cycle);
        }
        std::printf("%s: %" PRIu64 " cycles, %" PRIu64 " of them tracing, %" PRIu64
                    " transfers, %" PRIu64 " bytes, 0 mismatches\n",
                    config->name, bench.cycles(), bench.tracing, bench.transfers, bench.bytes);
    }
    if (result < 0) {
        std::fprintf(stderr, "%s\n", error.text);
    }
    return result < 0;
}

// A debugger beside a hart that runs in a loop of a straight run and a taken branch.
class Sequence {
  public:
    Sequence(nt_lockstep *lockstep, const nt_config *config) : bench(lockstep, config) {}

    int run() {
        reset();
        enable();
        disable();
        enable_again();
        deactivate();
        std::printf("%s: %" PRIu64 " cycles, %" PRIu64 " bytes, 0 steps wrong, 0 mismatches\n",
                    bench.config->name, bench.cycles(), bench.bytes);
        return 0;
    }

  private:
    enum : uint32_t {
        CONTROL = 0x000,
        ACTIVE = 1 << 0,
        ENABLE = 1 << 1,
        TRACING = 1 << 2,
        EMPTY = 1 << 3,
        HTM = 6 << 4,
        POLLS = 200,
        SYNC_ENABLE = 5,
        EVCODE_DISABLED = 4,
    };
    enum : uint8_t { PROG_TRACE_SYNC = 9 << 2, CORRELATION = 33 << 2, LAST = 3 };

    Bench bench;
    unsigned sink_pace = 1;         // a byte is taken every so many cycles; 0: never
    unsigned place = 0;             // in the loop
    std::vector<uint8_t> message{}; // the bytes of the latest one
    unsigned messages = 0;

    void check(bool right, const char *what) const {
        if (!right) {
            nt_lockstep_fail(bench.lockstep, "not so: %s", what);
            throw Over();
        }
    }

    nt_ingress next_block() {
        nt_ingress in{};
        place = (place + 1) % 8;
        in.priv = 3;
        in.block[0].iaddr = 0x80000000u + 4 * place;
        in.block[0].iretire = 2;
        in.block[0].ilastsize = 1;
        in.block[0].itype = place == 7 ? NT_ITYPE_TAKEN : NT_ITYPE_NONE;
        return in;
    }

    void cycle(const nt_apb &apb) {
        nt_cycle cycle{};
        cycle.apb = apb;
        cycle.ingress = next_block();
        cycle.sink_ready = sink_pace != 0 && bench.cycles() % sink_pace == 0;
        bench.cycle(cycle);
        const nt_encoder_outputs &out = bench.out.core.encoder;
        for (unsigned i = 0; out.out_valid && cycle.sink_ready && i < out.out_count; i++) {
            take(static_cast<uint8_t>(out.out >> (8 * i)));
        }
    }

    void take(uint8_t byte) {
        if (message.empty() || (message.back() & LAST) == LAST) {
            message.clear();
            messages++;
        }
        message.push_back(byte);
    }

    void transfer(bool write, uint32_t data) {
        nt_apb apb{true, false, write, CONTROL, static_cast<uint8_t>(write ? 15 : 0), data};
        cycle(apb);
        apb.PENABLE = true;
        cycle(apb);
    }

    uint32_t read() {
        transfer(false, 0);
        return bench.out.bus.PRDATA;
    }

    // trTeControl, once those bits are so; a debugger waits with a reasonable timeout.
    uint32_t poll(uint32_t mask, uint32_t value, const char *what) {
        uint32_t word = 0;
        for (unsigned i = 0; i < POLLS; i++) {
            word = read();
            if ((word & mask) == value) {
                return word;
            }
        }
        check(false, what);
        return word;
    }

    // The four bits behind TCODE: SYNC, or EVCODE.
    unsigned code() const {
        return message.size() > 1 ? message[1] >> 2 & 15 : 16;
    }

    void reset() {
        transfer(true, 0);
        poll(ACTIVE, 0, "trTeActive is 0");
        transfer(true, ACTIVE);
        uint32_t word = poll(ACTIVE, ACTIVE, "trTeActive is 1");
        check((word & (ENABLE | EMPTY)) == EMPTY, "out of reset it is disabled and empty");
    }

    void enable() {
        transfer(true, ACTIVE | HTM);
        check((read() & HTM) == HTM, "the mode is as written");
        transfer(true, ACTIVE | HTM | ENABLE);
        poll(ENABLE, ENABLE, "trTeEnable is 1");
        check(messages == 0, "nothing is sent before tracing");
        transfer(true, ACTIVE | HTM | ENABLE | TRACING);
        sink_pace = 2;
        for (unsigned i = 0; i < 2000; i++) {
            cycle(nt_apb{});
        }
        uint32_t word = read();
        check((word & (ENABLE | TRACING | EMPTY)) == (ENABLE | TRACING), "it traces");
        check(messages > 1, "messages are sent");
    }

    void disable() {
        sink_pace = 0;
        transfer(true, ACTIVE | HTM | TRACING);
        poll(ENABLE, 0, "trTeEnable is 0");
        for (unsigned i = 0; i < POLLS; i++) {
            check((read() & EMPTY) == 0, "not empty while the sink takes nothing");
        }
        sink_pace = 2;
        poll(EMPTY, EMPTY, "trTeEmpty is 1 when the sink has taken all");
        check(!message.empty() && (message.back() & LAST) == LAST, "the last message is whole");
        check(message[0] == CORRELATION && code() == EVCODE_DISABLED,
              "the last message is ProgTraceCorrelation with EVCODE 4");
        unsigned before = messages;
        for (unsigned i = 0; i < 100; i++) {
            cycle(nt_apb{});
        }
        check(messages == before, "nothing is sent while disabled");
    }

    void enable_again() {
        unsigned before = messages;
        transfer(true, ACTIVE | HTM | ENABLE | TRACING);
        for (unsigned i = 0; i < 100 && (messages == before || message.size() < 2); i++) {
            cycle(nt_apb{});
        }
        check(messages == before + 1 && message[0] == PROG_TRACE_SYNC && code() == SYNC_ENABLE,
              "the first message is ProgTraceSync with SYNC 5");
    }

    void deactivate() {
        transfer(true, 0);
        uint32_t word = read();
        check((word & (ACTIVE | ENABLE | TRACING | EMPTY)) == EMPTY, "it is in reset");
        uint64_t before = bench.bytes;
        for (unsigned i = 0; i < 100; i++) {
            cycle(nt_apb{});
        }
        check(bench.bytes == before, "nothing is sent in reset");
    }
};

int run(nt_lockstep *lockstep, int argc, char **argv) {
    bool sequence = argc == 2 && std::strcmp(argv[1], "sequence") == 0;
    if (!sequence && argc != 3) {
        return 2;
    }
    nt_config_file file;
    nt_error error{};
    if (nt_config_file_read(&file, NT_CONFIG_FILE, &error) != 0) {
        std::fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    uint64_t seed = sequence ? 1 : std::strtoull(argv[2], nullptr, 10);
    if (!nt_lockstep_begin(lockstep, seed)) {
        return 1;
    }
    try {
        return sequence
                   ? Sequence(lockstep, &file.config).run()
                   : run_random(lockstep, &file.config, std::strtoull(argv[1], nullptr, 10), seed);
    } catch (const Over &) {
        return 1;
    }
}

} // namespace

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED | sequence", run);
}
