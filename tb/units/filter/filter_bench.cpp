/* SPDX-License-Identifier: Apache-2.0 */
// Qualify with its filters and comparators in lockstep: RTL against model, every output and every
// register in every cycle, and both against the witnesses' own filters, under random settings and
// random blocks. filter_bench CYCLES SEED; what was exercised comes out as lines NAME COUNT.
extern "C" {
#include "sim/witness/filter.h"
#include "tb/lockstep/lockstep.h"
#include "tb/units/filter/filter.h"
}

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace {

// xorshift64*
struct Random {
    uint64_t state;
    uint64_t next() {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return state * 0x2545f4914f6cdd1dU;
    }
    uint64_t below(uint64_t limit) {
        return (next() >> 16) % limit;
    }
    bool one_in(uint64_t n) {
        return below(n) == 0;
    }
};

struct Bench {
    const nt_config *config;
    Random random;
    nt_lockstep *lockstep;
    nt_witness_filter witness = {};
    filter_view view = {};
    nt_qualify &model = view.model;
    nt_control &control = view.control;
    nt_ingress_latch &in = view.in;
    bool &rst = view.rst;
    uint64_t trap_rate = 8; // a block ends in a trap or return, one in so many
    uint64_t counts[15] = {0};
};

enum {
    TRACED,
    UNTRACED,
    STARTS,
    STOPS,
    NOTIFY6,
    NOTIFY0,
    IDLE,
    CROSSES,
    LATCHED,
    PRIMED,
    NESTED,
    SATURATED,
    EMPTY_TRACED,
    EMPTY_UNTRACED,
    WITHIN_CYCLE,
};
const char *const names[] = {"traced",       "untraced",       "starts",      "stops",
                             "notify6",      "notify0",        "idle",        "crosses",
                             "latched",      "primed",         "nested",      "saturated",
                             "empty_traced", "empty_untraced", "within_cycle"};

// Few values, so that they meet often; some differ in high bits alone.
uint64_t some_value(Random &random) {
    static const uint64_t high[] = {
        0, 0, 0, 0x8000000000000000U, 0x100000000U, 0xffffffff00000000U, 0x80000000U};
    return high[random.below(7)] | (random.below(12) << 1) | random.one_in(8);
}

uint32_t often_zero(Random &random, unsigned bit, uint64_t odds) {
    return static_cast<uint32_t>(random.one_in(odds)) << bit;
}

void draw_filter(Random &random, nt_filter_control *filter) {
    uint32_t control = static_cast<uint32_t>(random.next() & 0xeee0U); // comparators' numbers
    control |= !random.one_in(8);
    for (unsigned bit : {1U, 2U, 3U, 4U, 8U, 12U, 16U}) {
        control |= often_zero(random, bit, 4);
    }
    filter->control = control | (random.one_in(8) ? 3U << 24 : 0);
    filter->inst = static_cast<uint32_t>(random.next() & 0x1ff) | (random.one_in(2) ? 0x0b : 0);
    filter->ecause[0] = static_cast<uint32_t>(random.next());
    filter->ecause[1] = static_cast<uint32_t>(random.next());
    filter->impdef = static_cast<uint32_t>(random.next());
    filter->impdef_mask = 1U << random.below(32) | 1U << random.below(32);
}

void draw_comparator(Random &random, nt_comparator_control *unit) {
    uint64_t p = some_value(random);
    uint64_t s = random.one_in(3) ? random.next() : some_value(random);
    uint32_t control = static_cast<uint32_t>(random.next() & 0x3fff);
    if (random.one_in(2)) { // iaddr
        control &= ~(random.one_in(2) ? 0xfU : 0x3U);
    }
    if (random.one_in(3)) {
        control |= 3U << 12;
    }
    if (random.one_in(6)) {
        control = (control & ~0x70U) | 3U << 12 | 6U << 4;
    }
    unit->control = control | often_zero(random, 14, 8) | often_zero(random, 15, 8);
    unit->pmatch[0] = static_cast<uint32_t>(p);
    unit->pmatch[1] = static_cast<uint32_t>(p >> 32);
    unit->smatch[0] = static_cast<uint32_t>(s);
    unit->smatch[1] = static_cast<uint32_t>(s >> 32);
}

void draw_settings(Bench &bench) {
    Random &random = bench.random;
    nt_control &control = bench.control;
    bench.trap_rate = 2 + random.below(20);
    if (random.one_in(3)) {
        unsigned i = static_cast<unsigned>(random.below(NT_MAX_FILTERS));
        draw_filter(random, &control.filter[i]);
        draw_comparator(random, &control.comparator[i % NT_MAX_COMPARATORS]);
        return;
    }
    uint32_t selected = static_cast<uint32_t>(random.next());
    for (uint64_t i = random.below(5); i > 0; i--) {
        selected &= static_cast<uint32_t>(random.next());
    }
    control.trTeInstFilters = random.one_in(8) ? 0 : selected & 0xffff;
    control.trTeTrigExtInControl = static_cast<uint32_t>(random.next()) & 0x77777777U;
    for (nt_filter_control &filter : control.filter) {
        draw_filter(random, &filter);
    }
    for (nt_comparator_control &unit : control.comparator) {
        draw_comparator(random, &unit);
    }
}

uint64_t keep_bits(uint64_t value, unsigned width) {
    return width >= 64 ? value : value & ((UINT64_C(1) << width) - 1);
}

void draw_block(Bench &bench, nt_block *block) {
    static const uint8_t plain[] = {0, 0, 0, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15};
    static const uint8_t traps[] = {1, 2, 3, 3, 1};
    Random &random = bench.random;
    unsigned kinds = bench.config->itype_w == 4 ? sizeof plain : 6;
    block->iaddr = keep_bits(some_value(random), bench.config->xlen);
    block->iretire =
        random.one_in(3) ? 0 : static_cast<uint16_t>(random.below(1U << bench.config->iretire_w));
    block->itype = random.one_in(bench.trap_rate) ? traps[random.below(sizeof traps)]
                   : block->iretire == 0          ? 0
                                                  : plain[random.below(kinds)];
}

void draw_cycle(Bench &bench) {
    Random &random = bench.random;
    nt_ingress_latch &in = bench.in;
    if (random.one_in(200)) {
        draw_settings(bench);
    }
    in.enable = in.enable ? !random.one_in(90) : random.one_in(4);
    in.asked = in.asked ? !random.one_in(90) : random.one_in(4);
    in.mode = random.one_in(100) ? static_cast<uint8_t>(random.below(8)) : random.one_in(2) ? 3 : 6;
    in.halted = random.one_in(in.halted ? 3 : 80);
    in.reset = random.one_in(in.reset ? 3 : 150);
    in.lowpower = random.one_in(in.lowpower ? 3 : 80);
    for (unsigned b = 0; b < bench.config->nblocks; b++) {
        draw_block(bench, &in.block[b]);
    }
    if (random.one_in(3)) {
        in.context =
            keep_bits(some_value(random),
                      bench.config->scontext_w + static_cast<unsigned>(bench.config->hcontext_w));
    }
    in.tval = keep_bits(some_value(random), bench.config->xlen);
    in.impdef = static_cast<uint32_t>(random.next());
    in.cause = static_cast<uint16_t>(random.below(64));
    in.priv = static_cast<uint8_t>(random.below(8));
    in.trigger = random.one_in(10) ? static_cast<uint16_t>(random.next() & 0x3f) : 0;
    in.ext_trigger =
        random.one_in(20)
            ? static_cast<uint8_t>(random.next() & ((1U << bench.config->ntriggers) - 1))
            : 0;
    bench.rst = random.one_in(2000);
}

// What the witness says otherwise.
bool is_denied(const Bench &bench, const nt_witness_filtered *expected) {
    const nt_qualify_outputs &out = bench.view.out;
    for (unsigned b = 0; b < bench.config->nblocks; b++) {
        const struct {
            const char *name;
            bool is, expected;
        } signals[] = {{"traced", out.traced[b], expected[b].traced},
                       {"notify6", out.notify6[b], expected[b].notify6},
                       {"notify0", out.notify0[b], expected[b].notify0}};
        for (const auto &signal : signals) {
            if (signal.is != signal.expected) {
                nt_lockstep_fail(bench.lockstep, "%s[%u] is %d, the witness expects %d",
                                 signal.name, b, signal.is, signal.expected);
                return true;
            }
        }
    }
    return false;
}

void count(Bench &bench, const nt_qualify_outputs &out) {
    uint64_t *counts = bench.counts;
    static const unsigned saturated = 15;
    bool before = !bench.model.unmatched;
    for (unsigned b = 0; b < bench.config->nblocks && out.tracing; b++) {
        const nt_block &block = bench.in.block[b];
        bool empty = block.iretire == 0 && block.itype == 0;
        counts[empty ? (out.traced[b] ? EMPTY_TRACED : EMPTY_UNTRACED)
                     : (out.traced[b] ? TRACED : UNTRACED)]++;
        counts[STARTS] += out.traced[b] && !before;
        counts[STOPS] += !out.traced[b] && before;
        counts[WITHIN_CYCLE] += b > 0 && out.traced[b] != before;
        counts[NOTIFY6] += out.notify6[b];
        counts[NOTIFY0] += out.notify0[b];
        before = out.traced[b];
    }
    counts[IDLE] += out.notify_idle;
    counts[CROSSES] += out.crosses && out.tracing;
    counts[LATCHED] += bench.model.latch != 0;
    counts[PRIMED] += bench.model.primes != 0;
    for (unsigned nest : bench.model.nest) {
        counts[NESTED] += nest > 1;
        counts[SATURATED] += nest == saturated;
    }
}

// The witness is fed as in a run: the latched cycle as an ingress cycle.
void ask_witness(Bench &bench, bool tracing, nt_witness_filtered *expected) {
    nt_ingress ingress = {};
    std::memcpy(ingress.block, bench.in.block, sizeof ingress.block);
    ingress.tval = bench.in.tval;
    ingress.context = bench.in.context;
    ingress.impdef = bench.in.impdef;
    ingress.cause = bench.in.cause;
    ingress.trigger = bench.in.trigger;
    ingress.priv = bench.in.priv;
    ingress.reset = bench.in.reset;
    nt_witness_filter_inputs inputs = {&ingress, &bench.control, 0, bench.in.ext_trigger, tracing};
    nt_witness_filter_cycle(&bench.witness, &inputs, expected);
    if (bench.rst) {
        nt_witness_filter_reset(&bench.witness);
    }
}

bool cycle(Bench &bench) {
    nt_qualify_outputs &out = bench.view.out;
    nt_witness_filtered expected[NT_MAX_BLOCKS];
    nt_qualify_out(&bench.model, bench.config, &bench.control, &bench.in, &out);
    if (!nt_lockstep_cycle(bench.lockstep, &bench.view)) {
        return false;
    }
    ask_witness(bench, nt_qualify_tracing(&bench.in), expected);
    count(bench, out);
    nt_qualify_step(&bench.model, bench.rst, &bench.in, &out);
    return !is_denied(bench, expected);
}

int run(nt_lockstep *lockstep, int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    uint64_t cycles = std::strtoull(argv[1], nullptr, 10);
    uint64_t seed = std::strtoull(argv[2], nullptr, 10);
    Bench bench{nt_config_find(NT_CONFIG), {seed * 2 + 1}, lockstep};
    nt_witness_filter_init(&bench.witness, bench.config);
    if (!nt_lockstep_begin(lockstep, seed)) {
        return 1;
    }
    // A reset first: registers start with anything
    bench.rst = true;
    nt_lockstep_uncompared(lockstep, &bench.view);
    nt_qualify_step(&bench.model, true, &bench.in, &bench.view.out);
    for (uint64_t i = 0; i < cycles; i++) {
        draw_cycle(bench);
        if (!cycle(bench)) {
            return 1;
        }
    }
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        std::printf("%s %" PRIu64 "\n", names[i], bench.counts[i]);
    }
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED", run);
}
