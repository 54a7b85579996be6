// From descriptors to bytes in lockstep: message stage, message FIFO and serializer as Verilated
// RTL against the golden model, under random messages, settings and back-pressure.
//
//   bytes_bench CYCLES SEED
//
// Exit status 1 with one line on standard error where an output differs.
#include "Vbytes.h"
#include "tb/lockstep/port.h"

extern "C" {
#include "model/encoder/message.h"
#include "model/encoder/message_fifo.h"
#include "model/transport/serializer_wide.h"
}
#include "tb/units/bytes/descriptors.h"

#include <cstdio>
#include <cstdlib>

namespace {

using nt_port::put;

struct Bench {
    Vbytes top;
    nt_random random;
    nt_config config;
    nt_format_settings settings{};
    nt_message_stage message{};
    nt_message_fifo fifo{};
    nt_serializer narrow{};
    nt_serializer_wide wide{};
    nt_message_inputs in{};
    nt_descriptor slot[NT_MAX_SLOTS]{};
    uint64_t time = 0;
    unsigned pressure = 0; // the sink takes nothing in so many of 256 cycles
    unsigned rate = 0;     // a slot holds a message in so many of 256 cycles
    uint64_t bytes = 0;

    explicit Bench(const nt_config &build, uint64_t seed) : config(build) {
        config.out_bytes = P_OUT_BYTES;
        nt_random_seed(&random, seed);
    }

    bool is_empty() const {
        return fifo.level == 0 && (config.out_bytes == 1 || wide.level == 0);
    }

    uint64_t time_mask() const {
        return (UINT64_C(1) << config.tstamp_w) - 1;
    }

    // New settings only while nothing is held; a start is a message with a full address.
    void begin_stretch() {
        settings = random_settings(&random, &config);
        pressure = nt_random_below(&random, 4) * 80;
        rate = nt_random_between(&random, 1, 3) * nt_random_between(&random, 1, 60);
    }

    void choose_messages(bool flows) {
        unsigned slots = 4u * config.nblocks;
        uint64_t then = time;
        time = (time + random_value(&random, config.tstamp_w)) & time_mask();
        in = nt_message_inputs{};
        in.now = time;
        in.then = then;
        bool late = nt_random_chance(&random, 64);
        for (unsigned i = 0; i < slots; i++) {
            bool room = fifo.level + slots <= config.fifo_depth;
            slot[i] = random_descriptor(&random, &config, i % 4 == 1);
            late = late && nt_random_chance(&random, 200);
            bool start = !message.known;
            if (start && i == 1) {
                slot[i].tcode = NT_TCODE_PROG_TRACE_SYNC;
            }
            if (flows && room && (start ? i == 1 : nt_random_chance(&random, rate))) {
                in.valid |= 1u << i;
            }
            if (late) {
                in.late |= 1u << i;
            }
        }
    }

    void put_inputs(bool rst, bool ready) {
        unsigned width = 12u + config.icnt_w + config.xlen - 1u + config.hist_w;
        top.rst = rst;
        top.src_bits = settings.src_bits;
        top.src_id = settings.src_id;
        top.ts_enable = settings.ts_enable;
        top.extend_msb = settings.extend_msb;
        top.trim_ownership = settings.trim_ownership;
        top.out_ready = ready;
        put(top.in_valid, 0, 16, in.valid);
        put(top.in_late, 0, 16, in.late);
        put(top.now, 0, 63, in.now);
        put(top.then, 0, 63, in.then);
        for (unsigned i = 0; i < 4u * config.nblocks; i++) {
            unsigned at = i * width;
            put(top.in, at, 6, slot[i].tcode);
            put(top.in, at + 6, 4, slot[i].code);
            put(top.in, at + 10, 2, slot[i].btype);
            put(top.in, at + 12, config.icnt_w, slot[i].icnt);
            put(top.in, at + 12 + config.icnt_w, config.xlen - 1u, slot[i].addr);
            put(top.in, at + width - config.hist_w, config.hist_w, slot[i].hist);
        }
    }

    // What the model offers in this cycle.
    unsigned offered(const nt_serializer_inputs *head, uint64_t *out, bool *last) {
        *out = 0;
        *last = false;
        if (config.out_bytes > 1) {
            nt_serializer_wide_outputs outputs;
            nt_serializer_wide_out(&wide, &config, &outputs);
            *out = outputs.out;
            return outputs.out_count;
        }
        if (head->head == nullptr) {
            return 0;
        }
        nt_serializer_outputs outputs;
        nt_serializer_out(&narrow, head, &outputs);
        *out = outputs.out;
        *last = outputs.last_byte;
        return 1;
    }

    // One cycle; false where an output differs.
    bool cycle(uint64_t number, bool rst, bool flows) {
        choose_messages(flows && !rst);
        bool ready = !nt_random_chance(&random, pressure);
        put_inputs(rst, ready);
        top.clk = 0;
        top.eval();

        nt_serializer_inputs head = {&config, &settings,
                                     fifo.level ? nt_message_fifo_head(&fifo) : nullptr};
        uint64_t out;
        bool last;
        unsigned count = offered(&head, &out, &last);
        if (!rst && (top.out_valid != (count != 0) || top.level != fifo.level ||
                     (count != 0 && (top.out != out || top.out_count != count)))) {
            std::fprintf(stderr,
                         "cycle %llu: model: level %u, %u bytes %016llx; RTL: level %u, %u bytes "
                         "%016llx\n",
                         static_cast<unsigned long long>(number), fifo.level, count,
                         static_cast<unsigned long long>(out), static_cast<unsigned>(top.level),
                         top.out_valid ? top.out_count : 0u,
                         static_cast<unsigned long long>(top.out));
            return false;
        }

        bool send = ready && count != 0;
        bool read =
            config.out_bytes > 1 ? nt_serializer_wide_reads(&wide, &head, ready) : send && last;
        bytes += send && !rst ? count : 0;
        if (config.out_bytes > 1) {
            nt_serializer_wide_step(&wide, rst, &head, ready);
        } else {
            nt_serializer_step(&narrow, rst, &head, send);
        }
        nt_message_step(&message, &config, &in, slot);
        nt_message_fifo_step(&fifo, config.fifo_depth, rst, in.valid, slot, read);
        top.clk = 1;
        top.eval();
        return true;
    }
};

} // namespace

int main(int argc, char **argv) {
    const nt_config *config = nt_config_find(NT_CONFIG);
    if (argc != 3 || config == nullptr) {
        std::fprintf(stderr, "usage: bytes_bench CYCLES SEED\n");
        return 2;
    }
    uint64_t cycles = std::strtoull(argv[1], nullptr, 10);
    uint64_t seed = std::strtoull(argv[2], nullptr, 10);
    Verilated::randReset(2);
    Verilated::randSeed(static_cast<int>(seed + 1));
    Bench bench(*config, seed);
    bool flows = true;
    bench.begin_stretch();
    for (uint64_t number = 0; number < cycles; number++) {
        bool rst = number < 2 || nt_random_below(&bench.random, 5000) == 0;
        if (!flows && bench.is_empty()) {
            bench.begin_stretch();
            flows = true;
        } else if (nt_random_below(&bench.random, 1000) == 0) {
            flows = false;
            bench.pressure /= 2;
        }
        if (!bench.cycle(number, rst, flows)) {
            return 1;
        }
    }
    std::printf("%llu cycles, %llu bytes\n", static_cast<unsigned long long>(cycles),
                static_cast<unsigned long long>(bench.bytes));
    return bench.bytes == 0;
}
