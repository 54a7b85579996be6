/* SPDX-License-Identifier: Apache-2.0 */
// Funnels in lockstep with their models, under random messages, cuts, control fields and
// back-pressure. Beside the model, the bench itself follows each source's bytes to the output.
//
//   funnel_bench CYCLES SEED
//   funnel_bench throughput CYCLES    what goes through where all sources, or one, are greedy
//
// Exit status 1 with one line on standard error where an output differs, bytes of a source are
// missing, wrong or interleaved, or an input waited for more turns than there are other inputs.
#include "tb/units/funnel/funnel.h"
#include "tb/units/link_bench.h"

#include <cstring>

namespace {

using namespace nt_funnel_view;

struct Bench {
    nt_lockstep *lockstep;
    nt_random random;
    View view;
    Unit (&unit)[UNITS] = view.unit;
    unsigned sources; // greedy ones, 0: everything at random

    Bench(nt_lockstep *of, uint64_t seed, unsigned greedy_sources = 0)
        : lockstep(of), sources(greedy_sources) {
        nt_random_seed(&random, seed);
        for (unsigned n = 0; n < UNITS; n++) {
            unit[n].shape = SHAPES[n];
            nt_funnel_init(&unit[n].model, &SHAPES[n]);
            for (unsigned i = 0; i < SHAPES[n].inputs; i++) {
                unit[n].source[i].random = &random;
                unit[n].source[i].width = SHAPES[n].in_bytes;
            }
            unit[n].reset(0);
        }
    }

    // Silent, modest and greedy sources; those behind a switch wait.
    void change(Unit &u) {
        u.pressure = nt_random_below(&random, 4) * 80;
        for (unsigned i = 0; i < u.shape.inputs; i++) {
            LinkSource &source = u.source[i];
            source.rate = nt_random_below(&random, 4) * 85;
            source.cuts = nt_random_chance(&random, 60) ? 300 : 0;
            bool waits = u.shape.whole >> i & 1 && nt_random_chance(&random, 60);
            source.waits = waits ? 60 : 0;
        }
    }

    // A reset, then `sources` greedy sources and a sink that is always ready; for measuring.
    void greedy(Unit &u, unsigned sources, bool first) {
        u.control = nt_funnel_control{1, 1, 0};
        u.in = nt_funnel_inputs{};
        u.in.rst = first;
        u.in.control = &u.control;
        u.in.out_ready = true;
        nt_funnel_out(&u.model, u.in.rst, &u.control, &u.out);
        for (unsigned i = 0; i < sources && !first; i++) {
            u.source[i].rate = 256;
            u.source[i].full = true;
            u.in.in[i] = u.source[i].offer();
        }
    }

    void choose(Unit &u, bool first) {
        if (sources > 0) {
            greedy(u, sources < u.shape.inputs ? sources : u.shape.inputs, first);
            return;
        }
        if (first || nt_random_below(&random, 500) == 0) {
            change(u);
        }
        if (first || nt_random_below(&random, 200) == 0) {
            u.control.trFunnelActive = !nt_random_chance(&random, 20);
            u.control.trFunnelEnable = u.control.trFunnelActive && !nt_random_chance(&random, 40);
        }
        if (first || nt_random_below(&random, 300) == 0) {
            bool some = nt_random_chance(&random, 100);
            u.control.trFunnelDisInput = some ? nt_random_below(&random, 1u << 16) : 0;
        }
        u.in.rst = first || nt_random_below(&random, 10000) == 0;
        u.in.control = &u.control;
        u.in.out_ready = !nt_random_chance(&random, u.pressure);
        nt_funnel_out(&u.model, u.in.rst, &u.control, &u.out);
        if (u.in.rst) {
            u.reset(first ? 0 : nt_random_below(&random, NT_MAX_FUNNEL_INPUTS));
        }
        for (unsigned i = 0; i < u.shape.inputs; i++) {
            bool was_inside = u.source[i].in_message;
            u.in.in[i] = u.in.rst ? nt_beat{} : u.source[i].offer();
            if (was_inside && !u.source[i].in_message) { // it was reset
                u.source[i].in_message = true;
                u.cut(i);
            }
        }
    }

    bool fail(const Unit &u, const char *what) const {
        return nt_lockstep_fail(lockstep, "funnel %td: %s", &u - unit, what);
    }

    bool follow(Unit &u, bool first) {
        bool hold = u.in.rst || !u.control.trFunnelActive;
        if (!first && !hold && u.in.out_ready && !u.follow_output()) {
            return fail(u, "a byte that no source sent, or in another order");
        }
        for (unsigned i = 0; i < u.shape.inputs; i++) {
            u.follow_input(i, hold);
            if (u.model.turns[i].longest >= u.shape.inputs) {
                return fail(u, "an input waited for too many turns");
            }
        }
        u.from = hold ? -1 : u.from;
        nt_funnel_step(&u.model, &u.in);
        nt_funnel_outputs after;
        nt_funnel_out(&u.model, false, &u.control, &after);
        for (unsigned i = 0; i < u.shape.inputs && after.trFunnelEmpty; i++) {
            if (!u.expected[i].empty()) {
                return fail(u, "empty, and bytes are missing");
            }
        }
        return true;
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
            if (!follow(u, first)) {
                return false;
            }
        }
        return true;
    }
};

// Bytes a cycle, and how turns were shared, of each shape.
int measure(nt_lockstep *lockstep, uint64_t cycles) {
    for (unsigned sources : {1u, 2u, 16u}) {
        Bench bench(lockstep, 1, sources);
        if (!nt_lockstep_begin(lockstep, 1)) {
            return 1;
        }
        for (uint64_t number = 0; number < cycles; number++) {
            if (!bench.cycle()) {
                return 1;
            }
        }
        for (const Unit &u : bench.unit) {
            unsigned used = sources < u.shape.inputs ? sources : u.shape.inputs;
            uint64_t least = UINT64_MAX;
            uint64_t most = 0;
            uint32_t longest = 0;
            for (unsigned i = 0; i < used; i++) {
                const nt_funnel_turns &turns = u.model.turns[i];
                least = turns.turns < least ? turns.turns : least;
                most = turns.turns > most ? turns.turns : most;
                longest = turns.longest > longest ? turns.longest : longest;
            }
            std::printf(
                "%u of %u inputs of %u bytes: %.4f of %u bytes per cycle; turns of an input "
                "%llu to %llu, waited for %u at most\n",
                used, u.shape.inputs, u.shape.in_bytes,
                static_cast<double>(u.bytes) / static_cast<double>(cycles), u.shape.bytes,
                static_cast<unsigned long long>(least), static_cast<unsigned long long>(most),
                longest);
        }
    }
    return 0;
}

int run(nt_lockstep *lockstep, int argc, char **argv) {
    if (argc == 3 && std::strcmp(argv[1], "throughput") == 0) {
        return measure(lockstep, std::strtoull(argv[2], nullptr, 10));
    }
    return run_random<Bench>(lockstep, argc, argv);
}

} // namespace

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED | throughput CYCLES", run);
}
