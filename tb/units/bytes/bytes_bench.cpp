/* SPDX-License-Identifier: Apache-2.0 */
// From descriptors to bytes in lockstep: message stage, message FIFO and serializer as Verilated
// RTL against the golden model, under random messages, settings and back-pressure.
//
//   bytes_bench CYCLES SEED
//
// Exit status 1 with one line on standard error where an output differs.
extern "C" {
#include "tb/lockstep/lockstep.h"
#include "tb/units/bytes/bytes.h"
}
#include "tb/units/bytes/descriptors.h"

#include <cstdio>
#include <cstdlib>

namespace {

struct Bench {
    nt_lockstep *lockstep;
    nt_random random;
    nt_config config;
    bytes_view view{}; // with the model
    nt_format_settings &settings = view.settings;
    nt_message_stage &message = view.message;
    nt_message_fifo &fifo = view.fifo;
    nt_message_inputs &in = view.in;
    nt_descriptor (&slot)[NT_MAX_SLOTS] = view.slot;
    uint64_t time = 0;
    unsigned pressure = 0; // the sink takes nothing in so many of 256 cycles
    unsigned rate = 0;     // a slot holds a message in so many of 256 cycles
    uint64_t bytes = 0;

    Bench(nt_lockstep *of, const nt_config &build, uint64_t seed) : lockstep(of), config(build) {
        config.out_bytes = P_OUT_BYTES;
        nt_random_seed(&random, seed);
    }

    bool is_empty() const {
        return fifo.level == 0 && (config.out_bytes == 1 || view.wide.level == 0);
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

    // What the model offers in this cycle.
    void offer(const nt_serializer_inputs *head, bool *last) {
        view.out = 0;
        view.count = 0;
        *last = false;
        if (config.out_bytes > 1) {
            nt_serializer_wide_outputs outputs;
            nt_serializer_wide_out(&view.wide, &config, &outputs);
            view.out = outputs.out;
            view.count = outputs.out_count;
        } else if (head->head != nullptr) {
            nt_serializer_outputs outputs;
            nt_serializer_out(&view.narrow, head, &outputs);
            view.out = outputs.out;
            view.count = 1;
            *last = outputs.last_byte;
        }
    }

    // One cycle; false where an output differs. In the first two nothing was reset yet.
    bool cycle(uint64_t number, bool rst, bool flows) {
        choose_messages(flows && !rst);
        bool ready = !nt_random_chance(&random, pressure);
        view.rst = rst;
        view.out_ready = ready;
        nt_serializer_inputs head = {&config, &settings,
                                     fifo.level ? nt_message_fifo_head(&fifo) : nullptr};
        bool last;
        offer(&head, &last);
        if (number < 2) {
            nt_lockstep_uncompared(lockstep, &view);
        } else if (!nt_lockstep_cycle(lockstep, &view)) {
            return false;
        }

        bool send = ready && view.count != 0;
        bool read = config.out_bytes > 1 ? nt_serializer_wide_reads(&view.wide, &head, ready)
                                         : send && last;
        bytes += send && !rst ? view.count : 0;
        if (config.out_bytes > 1) {
            nt_serializer_wide_step(&view.wide, rst, &head, ready);
        } else {
            nt_serializer_step(&view.narrow, rst, &head, send);
        }
        nt_message_step(&message, &config, &in, slot);
        nt_message_fifo_step(&fifo, config.fifo_depth, rst, in.valid, slot, read);
        return true;
    }
};

int run(nt_lockstep *lockstep, int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    uint64_t cycles = std::strtoull(argv[1], nullptr, 10);
    uint64_t seed = std::strtoull(argv[2], nullptr, 10);
    Bench bench(lockstep, *nt_config_find(NT_CONFIG), seed);
    if (!nt_lockstep_begin(lockstep, seed)) {
        return 1;
    }
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

} // namespace

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED", run);
}
