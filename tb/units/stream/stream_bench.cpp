// Stream buffers in lockstep with their models, under random beats, cuts, waits and takes.
//
//   stream_bench CYCLES SEED
//
// Exit status 1 with one line on standard error where an output differs.
#include "Vstream.h"
#include "verilated.h"

#include "tb/units/link_bench.h"
#include "tb/units/link_shapes.h"
#include "tb/units/link_source.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr auto &SHAPES = STREAM_SHAPES;
constexpr unsigned UNITS = sizeof SHAPES / sizeof *SHAPES;

struct Unit {
    LinkSource source;
    nt_stream_buffer model;
    nt_stream_buffer_outputs out;
    nt_stream_buffer_inputs in;
    unsigned pressure = 0; // nothing is taken in so many of 256 cycles
    uint64_t bytes = 0;
};

struct Bench {
    Vstream top;
    nt_random random;
    Unit unit[UNITS];

    explicit Bench(uint64_t seed) {
        nt_random_seed(&random, seed);
        for (unsigned n = 0; n < UNITS; n++) {
            unit[n].source.random = &random;
            unit[n].source.width = SHAPES[n].in;
            nt_stream_buffer_init(&unit[n].model, &SHAPES[n]);
        }
    }

    void change(Unit &u) {
        u.pressure = nt_random_below(&random, 4) * 80;
        u.source.rate = nt_random_between(&random, 1, 255);
        u.source.cuts = nt_random_chance(&random, 100) ? 600 : 0;
        u.source.waits = nt_random_chance(&random, 100) ? nt_random_below(&random, 128) : 0;
    }

    void choose(Unit &u, bool first) {
        if (nt_random_below(&random, 500) == 0 || first) {
            change(u);
        }
        u.in = nt_stream_buffer_inputs{};
        u.in.rst = first || nt_random_below(&random, 5000) == 0;
        if (u.in.rst) {
            u.source.reset();
        }
        u.in.in = u.in.rst ? nt_beat{} : u.source.offer();
        nt_stream_buffer_out(&u.model, &u.out);
        if (!nt_random_chance(&random, u.pressure)) {
            bool all = nt_random_chance(&random, 128);
            u.in.take = static_cast<uint8_t>(all ? u.out.count
                                                 : nt_random_below(&random, u.out.count + 1u));
        }
    }

    void put(unsigned n) {
        const Unit &u = unit[n];
        put_bit(top.rst, n, u.in.rst);
        put_bit(top.in_valid, n, u.in.in.count > 0 || u.in.in.waits);
        top.in_count[n] = u.in.in.count;
        put_bytes(top.in, 2 * n, u.in.in.byte, 8);
        top.out_take[n] = u.in.take;
    }

    bool same(unsigned n) {
        const nt_stream_buffer_outputs &out = unit[n].out;
        bool same = (top.in_ready >> n & 1) == out.in_ready && (top.empty >> n & 1) == out.empty &&
                    top.out_count[n] == out.count;
        for (unsigned i = 0; i < NT_STREAM_MAX_OUT; i++) {
            same = same && get_byte(top.out, 4 * n, i) == out.byte[i];
        }
        return same;
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
            if (number > 1 && !same(n)) {
                std::fprintf(stderr,
                             "cycle %llu: buffer %u: model: ready %u, %u bytes; RTL: ready %u, %u "
                             "bytes, or other bytes\n",
                             static_cast<unsigned long long>(number), n, u.out.in_ready,
                             u.out.count, top.in_ready >> n & 1u, top.out_count[n]);
                return false;
            }
            if (u.out.in_ready && !u.in.rst) {
                u.source.take(u.in.in);
            }
            u.bytes += u.in.rst ? 0 : u.in.take;
            nt_stream_buffer_step(&u.model, &u.in);
        }
        top.clk = 1;
        top.eval();
        return true;
    }
};

} // namespace

int main(int argc, char **argv) {
    return run_random<Bench>("stream_bench", argc, argv);
}
