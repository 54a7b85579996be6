// Funnels in lockstep with their models, under random messages, cuts, control fields and
// back-pressure. Beside the model, the bench itself follows each source's bytes to the output.
//
//   funnel_bench CYCLES SEED
//   funnel_bench throughput CYCLES    what goes through where all sources, or one, are greedy
//
// Exit status 1 with one line on standard error where an output differs, bytes of a source are
// missing, wrong or interleaved, or an input waited for more turns than there are other inputs.
#include "Vfunnel.h"
#include "verilated.h"

#include "tb/units/link_bench.h"
#include "tb/units/link_shapes.h"
#include "tb/units/link_source.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>

namespace {

constexpr auto &SHAPES = FUNNEL_SHAPES;
constexpr unsigned UNITS = sizeof SHAPES / sizeof *SHAPES;

struct Unit {
    nt_funnel_params shape;
    LinkSource source[NT_MAX_FUNNEL_INPUTS];
    bool discards[NT_MAX_FUNNEL_INPUTS] = {}; // the message under way is not expected
    std::deque<uint8_t> expected[NT_MAX_FUNNEL_INPUTS];
    int from = -1; // whose message is at the output, -1: none is under way
    nt_funnel model;
    nt_funnel_control control{};
    nt_funnel_outputs out;
    nt_funnel_inputs in{};
    unsigned pressure = 0; // the sink takes nothing in so many of 256 cycles
    uint64_t bytes = 0;

    // What the funnel must give in the end.
    void follow_input(unsigned i, bool hold) {
        bool was_inside = source[i].in_message;
        const nt_beat &beat = in.in[i];
        if (out.in_ready >> i & 1 && !in.rst) {
            for (unsigned k = 0; k < beat.count; k++) {
                bool begins = k == 0 && !was_inside;
                discards[i] = begins ? control.trFunnelDisInput >> i & 1 : discards[i];
                if (!discards[i]) {
                    expected[i].push_back(beat.byte[k]);
                }
            }
            source[i].take(beat);
        }
        if (hold) {
            expected[i].clear();
            discards[i] = true;
        }
    }

    // The source is reset now: what it has begun is ended.
    void cut(unsigned i) {
        if (source[i].in_message && !discards[i]) {
            expected[i].push_back(NT_CUT_BYTE);
        }
        source[i].reset();
    }

    bool follow_output() {
        for (unsigned k = 0; k < out.out.count; k++) {
            uint8_t byte = out.out.byte[k];
            from = from < 0 ? byte >> 4 : from;
            if (from >= shape.inputs || expected[from].empty() || expected[from].front() != byte) {
                return false;
            }
            expected[from].pop_front();
            from = nt_byte_ends_message(byte) ? -1 : from;
        }
        bytes += out.out.count;
        return true;
    }
};

struct Bench {
    Vfunnel top;
    nt_random random;
    Unit unit[UNITS];
    unsigned sources; // greedy ones, 0: everything at random

    explicit Bench(uint64_t seed, unsigned greedy_sources = 0) : sources(greedy_sources) {
        nt_random_seed(&random, seed);
        for (unsigned n = 0; n < UNITS; n++) {
            unit[n].shape = SHAPES[n];
            nt_funnel_init(&unit[n].model, &SHAPES[n]);
            for (unsigned i = 0; i < SHAPES[n].inputs; i++) {
                unit[n].source[i].random = &random;
                unit[n].source[i].width = SHAPES[n].in_bytes;
                unit[n].source[i].tag = static_cast<int>(i);
            }
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
        nt_funnel_out(&u.model, &u.control, &u.out);
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
        nt_funnel_out(&u.model, &u.control, &u.out);
        for (unsigned i = 0; i < u.shape.inputs; i++) {
            if (u.in.rst) {
                u.source[i].reset();
            }
            bool was_inside = u.source[i].in_message;
            u.in.in[i] = u.in.rst ? nt_beat{} : u.source[i].offer();
            if (was_inside && !u.source[i].in_message) { // it was reset
                u.source[i].in_message = true;
                u.cut(i);
            }
        }
    }

    void put(unsigned n) {
        const Unit &u = unit[n];
        put_bit(top.rst, n, u.in.rst);
        put_bit(top.active, n, u.control.trFunnelActive);
        put_bit(top.enable, n, u.control.trFunnelEnable);
        put_bit(top.out_ready, n, u.in.out_ready);
        top.disinput[n] = u.control.trFunnelDisInput;
        top.in_valid[n] = 0;
        for (unsigned i = 0; i < u.shape.inputs; i++) {
            const nt_beat &beat = u.in.in[i];
            top.in_valid[n] |= static_cast<uint32_t>(beat.count > 0 || beat.waits) << i;
            top.in_count[16 * n + i] = beat.count;
            put_bytes(top.in, 2 * (16 * n + i), beat.byte, 8);
        }
    }

    bool same(unsigned n) {
        const nt_funnel_outputs &out = unit[n].out;
        bool same = top.in_ready[n] == out.in_ready && (top.empty >> n & 1) == out.trFunnelEmpty &&
                    (top.out_valid >> n & 1) == (out.out.count > 0) &&
                    top.out_count[n] == out.out.count;
        for (unsigned i = 0; i < NT_MAX_BEAT; i++) {
            same = same && get_byte(top.out, 2 * n, i) == out.out.byte[i];
        }
        return same;
    }

    bool fail(uint64_t number, unsigned n, const char *what) {
        std::fprintf(stderr, "cycle %llu: funnel %u: %s\n", static_cast<unsigned long long>(number),
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
            if (number > 1 && !same(n)) {
                return fail(number, n, "model and RTL differ");
            }
            bool hold = u.in.rst || !u.control.trFunnelActive;
            if (number > 1 && !hold && u.in.out_ready && !u.follow_output()) {
                return fail(number, n, "a byte that no source sent, or in another order");
            }
            for (unsigned i = 0; i < u.shape.inputs; i++) {
                u.follow_input(i, hold);
                if (u.model.turns[i].longest >= u.shape.inputs) {
                    return fail(number, n, "an input waited for too many turns");
                }
            }
            u.from = hold ? -1 : u.from;
            nt_funnel_step(&u.model, &u.in);
            nt_funnel_outputs after;
            nt_funnel_out(&u.model, &u.control, &after);
            for (unsigned i = 0; i < u.shape.inputs && after.trFunnelEmpty; i++) {
                if (!u.expected[i].empty()) {
                    return fail(number, n, "empty, and bytes are missing");
                }
            }
        }
        top.clk = 1;
        top.eval();
        return true;
    }
};

// Bytes a cycle, and how turns were shared, of each shape.
int measure(uint64_t cycles) {
    for (unsigned sources : {1u, 2u, 16u}) {
        Bench bench(1, sources);
        for (uint64_t number = 0; number < cycles; number++) {
            if (!bench.cycle(number)) {
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
            std::printf("%u of %u inputs of %u bytes: %.4f of %u bytes a cycle; turns of an input "
                        "%llu to %llu, waited for %u at most\n",
                        used, u.shape.inputs, u.shape.in_bytes,
                        static_cast<double>(u.bytes) / static_cast<double>(cycles), u.shape.bytes,
                        static_cast<unsigned long long>(least),
                        static_cast<unsigned long long>(most), longest);
        }
    }
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    if (argc == 3 && std::strcmp(argv[1], "throughput") == 0) {
        return measure(std::strtoull(argv[2], nullptr, 10));
    }
    return run_random<Bench>("funnel_bench", argc, argv);
}
