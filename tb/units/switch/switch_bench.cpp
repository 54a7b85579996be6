// Sink switches in lockstep with their models, under random messages, cuts, control fields and
// sinks. Beside the model, the bench itself says which messages each sink must get.
//
//   switch_bench CYCLES SEED
//
// Exit status 1 with one line on standard error where an output differs or a sink gets other bytes.
#include "Vswitch.h"
#include "verilated.h"

#include "tb/units/link_bench.h"
#include "tb/units/link_shapes.h"
#include "tb/units/link_source.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr auto &SHAPES = SWITCH_SHAPES;
constexpr unsigned UNITS = sizeof SHAPES / sizeof *SHAPES;

struct Unit {
    nt_sink_switch_params shape;
    LinkSource source;
    bool inside = false; // a message is under way, of which these sinks get the bytes
    bool gets[NT_MAX_SINKS] = {};
    nt_sink_switch model;
    nt_sink_switch_inputs in{};
    nt_beat out[NT_MAX_SINKS];
    bool ready = false;
    unsigned pressure[NT_MAX_SINKS] = {}; // each sink is not ready in so many of 256 cycles
    uint64_t bytes = 0;

    // What each sink must get of the beat that goes over: messages from their beginning on. Where
    // nobody is wanted, who has the message before has the next one of the same beat too.
    bool follow() {
        nt_beat expected[NT_MAX_SINKS] = {};
        for (unsigned k = 0; k < in.in.count; k++) {
            for (unsigned i = 0; i < shape.sinks; i++) {
                unsigned wanted = in.active & in.enable;
                gets[i] = inside || wanted == 0 ? gets[i] : (wanted >> i & 1) != 0;
                if (gets[i]) {
                    expected[i].byte[expected[i].count++] = in.in.byte[k];
                }
            }
            inside = !nt_byte_ends_message(in.in.byte[k]);
        }
        bool same = true;
        for (unsigned i = 0; i < shape.sinks; i++) {
            same = same && expected[i].count == out[i].count &&
                   std::memcmp(expected[i].byte, out[i].byte, NT_MAX_BEAT) == 0;
            bytes += out[i].count;
        }
        return same;
    }
};

struct Bench {
    Vswitch top;
    nt_random random;
    Unit unit[UNITS];

    explicit Bench(uint64_t seed) {
        nt_random_seed(&random, seed);
        for (unsigned n = 0; n < UNITS; n++) {
            unit[n].shape = SHAPES[n];
            unit[n].source.random = &random;
            unit[n].source.width = SHAPES[n].bytes;
            nt_sink_switch_init(&unit[n].model, &SHAPES[n]);
        }
    }

    void choose(Unit &u, bool first) {
        unsigned some = (1u << u.shape.sinks) - 1;
        if (first || nt_random_below(&random, 500) == 0) {
            u.source.rate = nt_random_below(&random, 256);
            u.source.cuts = nt_random_chance(&random, 60) ? 300 : 0;
            u.source.waits = nt_random_chance(&random, 60) ? 60 : 0;
            for (unsigned i = 0; i < u.shape.sinks; i++) {
                u.pressure[i] = nt_random_below(&random, 4) * 70;
            }
        }
        if (first || nt_random_below(&random, 50) == 0) {
            u.in.active = static_cast<uint8_t>(
                nt_random_chance(&random, 200) ? some : nt_random_below(&random, some + 1));
            u.in.enable = static_cast<uint8_t>(nt_random_below(&random, some + 1));
        }
        u.in.rst = first || nt_random_below(&random, 5000) == 0;
        if (u.in.rst) {
            u.source.reset();
        }
        u.in.in = u.in.rst ? nt_beat{} : u.source.offer();
        u.in.out_ready = 0;
        for (unsigned i = 0; i < u.shape.sinks; i++) {
            bool ready = !nt_random_chance(&random, u.pressure[i]);
            u.in.out_ready =
                static_cast<uint8_t>(u.in.out_ready | static_cast<unsigned>(ready) << i);
            u.gets[i] = u.gets[i] && u.in.active >> i & 1; // out at once
        }
        u.inside = u.inside && u.source.in_message;
        u.ready = nt_sink_switch_ready(&u.model, &u.in);
        nt_sink_switch_out(&u.model, &u.in, u.out);
    }

    void put(unsigned n) {
        const Unit &u = unit[n];
        put_bit(top.rst, n, u.in.rst);
        put_bit(top.in_valid, n, u.in.in.count > 0 || u.in.in.waits);
        top.active[n] = u.in.active;
        top.enable[n] = u.in.enable;
        top.out_ready[n] = u.in.out_ready;
        top.in_count[n] = u.in.in.count;
        put_bytes(top.in, 2 * n, u.in.in.byte, 8);
    }

    bool same(unsigned n) {
        const Unit &u = unit[n];
        bool same = (top.in_ready >> n & 1) == u.ready;
        for (unsigned i = 0; i < u.shape.sinks; i++) {
            const nt_beat &beat = u.out[i];
            same = same && (top.out_valid[n] >> i & 1) == (beat.count > 0 || beat.waits) &&
                   top.out_count[8 * n + i] == beat.count;
            for (unsigned k = 0; k < NT_MAX_BEAT; k++) {
                same = same && get_byte(top.out, 2 * (8 * n + i), k) == beat.byte[k];
            }
        }
        return same;
    }

    bool fail(uint64_t number, unsigned n, const char *what) {
        std::fprintf(stderr, "cycle %llu: switch %u: %s\n", static_cast<unsigned long long>(number),
                     n, what);
        return false;
    }

    bool cycle(uint64_t number) {
        for (unsigned n = 0; n < UNITS; n++) {
            choose(unit[n], number < 2);
            put(n);
        }
        top.clk = 0;
        top.eval();
        for (unsigned n = 0; n < UNITS; n++) {
            Unit &u = unit[n];
            if (number > 1 && !u.in.rst && !same(n)) {
                return fail(number, n, "model and RTL differ");
            }
            if (u.ready && !u.in.rst) {
                if (!u.follow()) {
                    return fail(number, n, "a sink gets other bytes than those of its messages");
                }
                u.source.take(u.in.in);
            }
            nt_sink_switch_step(&u.model, &u.in);
        }
        top.clk = 1;
        top.eval();
        return true;
    }
};

} // namespace

int main(int argc, char **argv) {
    return run_random<Bench>("switch_bench", argc, argv);
}
