// Lockstep of nt_trace_encoder, the whole that an integrator instantiates, with its model: random
// ingress, control by APB alone, random register traffic.
//
//   nt_trace_encoder_bench CYCLES SEED
//   nt_trace_encoder_bench sequence
//       what a debugger does to enable and disable tracing (Trace Control Interface 1.0, "Enabling
//       and Disabling"), while a hart runs on and the sink is slow
//
// In every cycle every output of both sides is compared. Exit status 1 where any differs. With
// NT_ALONE the model runs without RTL.
#ifndef NT_ALONE
#include "Vtrace_encoder.h"
#include "tb/lockstep/port.h"
#endif

extern "C" {
#include "model/trace_encoder.h"
#include "sim/config_file.h"
#include "sim/ingress/random.h"
#include "tb/units/trace_encoder/register_traffic.h"
}

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

double sc_time_stamp() {
    return 0;
}

namespace {

#ifndef NT_ALONE
using nt_port::put;
#endif

struct Bench {
    const nt_config *config;
    nt_trace_encoder model{};
    nt_trace_encoder_outputs out{};
    uint64_t cycles = 0;
    uint64_t mismatches = 0;
    uint64_t bytes = 0;
    uint64_t transfers = 0;
    uint64_t tracing = 0;

    explicit Bench(const nt_config *build) : config(build) {
        nt_trace_encoder_init(&model, build);
    }

#ifdef NT_ALONE
    void drive(const nt_cycle & /*cycle*/, const nt_trace_encoder_inputs & /*in*/) {}
    void compare() {}
    void clock_edge() {}
#else
    std::unique_ptr<Vtrace_encoder> top = std::make_unique<Vtrace_encoder>();

    void clock_edge() {
        top->clk = 1;
        top->eval();
        top->clk = 0;
    }

    void drive_ingress(const nt_ingress &in) {
        for (unsigned i = 0; i < config->nblocks; i++) {
            const nt_block &block = in.block[i];
            put(top->itype, i * config->itype_w, config->itype_w, block.itype);
            put(top->iaddr, i * config->xlen, config->xlen, block.iaddr);
            put(top->iretire, i * config->iretire_w, config->iretire_w, block.iretire);
            put(top->ilastsize, 2 * i, 2, block.ilastsize);
            put(top->sijump, i, 1, block.sijump);
        }
        put(top->cause, 0, 6, in.cause);
        put(top->tval, 0, config->xlen, in.tval);
        put(top->priv, 0, 3, in.priv);
        put(top->hart_context, 0, config->scontext_w + config->hcontext_w, in.context);
        put(top->ctype, 0, 2, in.ctype);
        put(top->impdef, 0, 32, in.impdef);
        put(top->trigger, 0, config->nblocks + 2u, in.trigger);
        put(top->ext_trigger, 0, config->ntriggers, in.ext_trigger);
        put(top->hart_time, 0, config->tstamp_w, in.time);
        top->halted = in.halted;
        top->reset = in.reset;
        top->lowpower = in.lowpower;
    }

    void drive(const nt_cycle &cycle, const nt_trace_encoder_inputs &in) {
        top->rst = cycle.rst;
        top->PSEL = cycle.apb.PSEL;
        top->PENABLE = cycle.apb.PENABLE;
        top->PADDR = cycle.apb.PADDR;
        top->PWRITE = cycle.apb.PWRITE;
        top->PWDATA = cycle.apb.PWDATA;
        top->PSTRB = cycle.apb.PSTRB;
        drive_ingress(cycle.ingress);
        top->system_tick = in.system_tick;
        put(top->shared_time, 0, config->tstamp_w, in.shared_time);
        top->out_ready = in.out_ready;
        top->eval();
    }

    void expect(const char *name, uint64_t want, uint64_t got) {
        if (want != got && mismatches++ < 10) {
            std::printf("cycle %" PRIu64 ": %s: model 0x%" PRIx64 ", RTL 0x%" PRIx64 "\n", cycles,
                        name, want, got);
        }
    }

    void compare() {
        expect("PREADY", out.bus.PREADY, top->PREADY);
        expect("PSLVERR", out.bus.PSLVERR, top->PSLVERR);
        expect("PRDATA", out.bus.PRDATA, top->PRDATA);
        expect("stall", out.direct.encoder.stall, top->stall);
        expect("timestamp", config->tstamp_w == 0 ? 0 : out.direct.timestamp, top->timestamp);
        expect("ext_trigger_out", out.ext_trigger_out, top->ext_trigger_out);
        const nt_encoder_outputs &encoder = out.direct.encoder;
        expect("out_valid", encoder.out_valid, top->out_valid);
        if (encoder.out_valid) {
            uint64_t mask = UINT64_MAX >> (64 - 8u * encoder.out_count);
            expect("out_count", encoder.out_count, top->out_count);
            expect("out", encoder.out & mask, top->out & mask);
        }
    }
#endif

    void cycle(const nt_cycle &cycle) {
        nt_trace_encoder_inputs in{};
        in.rst = cycle.rst;
        in.apb = cycle.apb;
        in.ingress = &cycle.ingress;
        in.system_tick = cycles % 3 != 0;
        in.shared_time = cycles * 5;
        in.out_ready = cycle.sink_ready;
        drive(cycle, in);
        nt_trace_encoder_out(&model, &in, &out);
        compare();
        bytes += out.direct.encoder.out_valid && in.out_ready ? out.direct.encoder.out_count : 0;
        transfers += cycle.apb.PENABLE && out.bus.PREADY;
        tracing += model.direct.encoder.ingress.enable && model.direct.encoder.ingress.asked;
        nt_trace_encoder_step(&model, &in, &out);
        clock_edge();
        cycles++;
    }
};

int run(const nt_config *config, uint64_t cycles, uint64_t seed) {
    Bench bench(config);
    nt_settings settings;
    nt_settings_init(&settings);
    settings.config = bench.config;
    nt_random_options options{};
    options.seed = seed;
    options.cycles = cycles;
    options.settings = &settings;
    options.everything = true;
    nt_error error{};
    nt_source source;
    nt_image *image = nullptr;
    if (nt_random_open(&source, &image, bench.config, &options, &error) != 0 ||
        nt_register_traffic_open(&source, source, bench.config, seed, &error) != 0) {
        std::fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    nt_cycle reset{};
    reset.rst = true;
    bench.cycle(reset); // before it RTL's registers hold anything
    bench.mismatches = 0;
    nt_cycle cycle;
    int result;
    while ((result = source.next(source.self, bench.out.direct.encoder.stall, &cycle, &error)) ==
               1 &&
           bench.mismatches == 0) {
        bench.cycle(cycle);
    }
    source.close(source.self);
    nt_image_free(image);
    std::printf("%s: %" PRIu64 " cycles, %" PRIu64 " of them tracing, %" PRIu64
                " transfers, %" PRIu64 " bytes, %" PRIu64 " mismatches\n",
                bench.config->name, bench.cycles, bench.tracing, bench.transfers, bench.bytes,
                bench.mismatches);
    return result < 0 ? 2 : bench.mismatches != 0;
}

// A debugger beside a hart that runs in a loop of a straight run and a taken branch.
class Sequence {
  public:
    explicit Sequence(const nt_config *config) : bench(config) {
        nt_cycle cycle{};
        cycle.rst = true;
        bench.cycle(cycle);
        bench.mismatches = 0;
    }

    int run() {
        reset();
        enable();
        disable();
        enable_again();
        deactivate();
        std::printf("%s: %" PRIu64 " cycles, %" PRIu64 " bytes, %u steps wrong, %" PRIu64
                    " mismatches\n",
                    bench.config->name, bench.cycles, bench.bytes, wrong, bench.mismatches);
        return wrong != 0 || bench.mismatches != 0;
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
    unsigned wrong = 0;
    unsigned sink_pace = 1;         // a byte is taken every so many cycles; 0: never
    unsigned place = 0;             // in the loop
    std::vector<uint8_t> message{}; // the bytes of the latest one
    unsigned messages = 0;

    void check(bool right, const char *what) {
        if (!right) {
            std::printf("%s: cycle %" PRIu64 ": not so: %s\n", bench.config->name, bench.cycles,
                        what);
            wrong++;
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
        cycle.sink_ready = sink_pace != 0 && bench.cycles % sink_pace == 0;
        bench.cycle(cycle);
        const nt_encoder_outputs &out = bench.out.direct.encoder;
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

} // namespace

int main(int argc, char **argv) {
    nt_config_file file;
    nt_error error{};
    if (nt_config_file_read(&file, NT_CONFIG_FILE, &error) != 0) {
        std::fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    if (argc == 2 && std::strcmp(argv[1], "sequence") == 0) {
        return Sequence(&file.config).run();
    }
    if (argc != 3) {
        std::fprintf(stderr, "usage: nt_trace_encoder_bench CYCLES SEED | sequence\n");
        return 2;
    }
    return run(&file.config, std::strtoull(argv[1], nullptr, 10),
               std::strtoull(argv[2], nullptr, 10));
}
