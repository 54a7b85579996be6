/* SPDX-License-Identifier: Apache-2.0 */
// Sink switches in lockstep with their models, under random messages, cuts, control fields and
// sinks. Beside the model, the bench itself says which messages each sink must get.
//
//   switch_bench CYCLES SEED
//
// Exit status 1 with one line on standard error where an output differs or a sink gets other bytes.
#include "tb/units/link_bench.h"
#include "tb/units/switch/switch.h"

namespace {

using namespace nt_switch;

struct Bench {
    nt_lockstep *lockstep;
    nt_random random;
    View view;
    Unit (&unit)[UNITS] = view.unit;

    Bench(nt_lockstep *of, uint64_t seed) : lockstep(of) {
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

    bool cycle() {
        const bool first = nt_lockstep_number(lockstep) < 2;
        for (Unit &u : unit) {
            choose(u, first);
        }
        if (!compare(lockstep, &view, first)) {
            return false;
        }
        for (Unit &u : unit) {
            if (u.ready && !u.in.rst) {
                if (!u.follow()) {
                    return nt_lockstep_fail(lockstep,
                                            "switch %td: a sink gets other bytes than "
                                            "those of its messages",
                                            &u - unit);
                }
                u.source.take(u.in.in);
            }
            nt_sink_switch_step(&u.model, &u.in);
        }
        return true;
    }
};

} // namespace

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED", run_random<Bench>);
}
