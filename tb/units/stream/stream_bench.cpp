/* SPDX-License-Identifier: Apache-2.0 */
// Stream buffers in lockstep with their models, under random beats, cuts, waits and takes.
//
//   stream_bench CYCLES SEED
//
// Exit status 1 with one line on standard error where an output differs.
#include "tb/units/link_bench.h"
#include "tb/units/stream/stream.h"

namespace {

using namespace nt_stream;

struct Bench {
    nt_lockstep *lockstep;
    nt_random random;
    View view;
    Unit (&unit)[UNITS] = view.unit;

    Bench(nt_lockstep *of, uint64_t seed) : lockstep(of) {
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

    bool cycle() {
        const bool first = nt_lockstep_number(lockstep) < 2;
        for (Unit &u : unit) {
            choose(u, first);
        }
        if (!compare(lockstep, &view, first)) {
            return false;
        }
        for (Unit &u : unit) {
            if (u.out.in_ready && !u.in.rst) {
                u.source.take(u.in.in);
            }
            u.bytes += u.in.rst ? 0 : u.in.take;
            nt_stream_buffer_step(&u.model, &u.in);
        }
        return true;
    }
};

} // namespace

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED", run_random<Bench>);
}
