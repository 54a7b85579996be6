/* SPDX-License-Identifier: Apache-2.0 */
// ATB bridges in lockstep with their models, under random beats, cuts, waits, ATREADY, flushes,
// enables and resets; a receiver listens to the RTL's signals, and its bytes are those that went
// in.
//
//   atb_bench CYCLES SEED
//   atb_bench throughput CYCLES
//       bytes are always pending, ATREADY always 1: of each shape the bytes per cycle against what
//       its narrower side can take.
//
// Exit status 1 with one line on standard error where an output differs, a rule of the ATB is
// broken, or a byte is lost, doubled or out of order.
#include "tb/units/atb/atb.h"
#include "tb/units/link_bench.h"

#include <algorithm>
#include <cstring>

namespace {

using namespace nt_atb_view;

struct Bench {
    nt_lockstep *lockstep;
    nt_random random;
    View view;
    Unit (&unit)[UNITS] = view.unit;

    Bench(nt_lockstep *of, uint64_t seed, bool greedy) : lockstep(of) {
        nt_random_seed(&random, seed);
        for (unsigned n = 0; n < UNITS; n++) {
            Unit &u = unit[n];
            u.source.random = &random;
            u.source.width = SHAPES[n].bytes;
            u.greedy = greedy;
            u.control = {0, 0, 1};
            nt_atb_bridge_init(&u.model, &SHAPES[n]);
            const nt_atb_receiver_params params = {static_cast<uint8_t>(SHAPES[n].atb_w / 8), 0,
                                                   200};
            nt_atb_receiver_init(&u.receiver, &params);
        }
    }

    void change(Unit &u) {
        u.pressure = nt_random_below(&random, 4) * 80;
        u.source.rate = nt_random_between(&random, 1, 255);
        u.source.cuts = nt_random_chance(&random, 100) ? 600 : 0;
        u.source.waits = nt_random_chance(&random, 100) ? nt_random_below(&random, 128) : 0;
        u.flushes = nt_random_chance(&random, 128) ? 2000 : 0;
        u.control.trAtbBridgeActive = !nt_random_chance(&random, 16);
        u.control.trAtbBridgeEnable =
            u.control.trAtbBridgeActive != 0 && !nt_random_chance(&random, 64);
        if (nt_random_chance(&random, 32)) {
            u.control.trAtbBridgeID = nt_random_between(&random, 1, 0x6f);
        }
    }

    // A full beat in every cycle.
    static nt_beat greedy_beat(LinkSource &source) {
        while (source.held.size() < source.width) {
            source.add_message();
        }
        nt_beat beat{};
        beat.count = static_cast<uint8_t>(source.width);
        std::copy_n(source.held.begin(), source.width, beat.byte);
        return beat;
    }

    void choose(Unit &u, bool first) {
        if (u.greedy) {
            u.control.trAtbBridgeActive = u.control.trAtbBridgeEnable = !first;
        } else if (nt_random_below(&random, 300) == 0 || first) {
            change(u);
        }
        bool flushing = u.in.AFVALID && !u.out.AFREADY;
        u.in = nt_atb_bridge_inputs{};
        u.in.rst = first || (!u.greedy && nt_random_below(&random, 5000) == 0);
        if (u.in.rst) {
            u.source.reset();
        }
        u.in.control = &u.control;
        u.in.in = u.in.rst ? nt_beat{} : u.greedy ? greedy_beat(u.source) : u.source.offer();
        u.in.ATREADY = u.greedy || !nt_random_chance(&random, u.pressure);
        u.in.AFVALID = !u.in.rst && (flushing || nt_random_below(&random, 65536) < u.flushes);
        u.in.SYNCREQ = !u.greedy && nt_random_chance(&random, 4);
        nt_atb_bridge_out(&u.model, u.in.rst, &u.control, &u.out);
    }

    bool complain(const Unit &u, const char *what) const {
        return nt_lockstep_fail(lockstep, "bridge %td: %s", &u - unit, what);
    }

    static nt_atb_signals signals(const Unit &u) {
        nt_atb_signals now{};
        now.reset = u.in.rst;
        now.ATVALID = u.out.ATVALID;
        now.ATREADY = u.in.ATREADY;
        now.ATID = u.out.ATID;
        now.ATBYTES = u.out.ATBYTES;
        std::memcpy(now.ATDATA, u.out.ATDATA, sizeof u.out.ATDATA);
        now.AFVALID = u.in.AFVALID;
        now.AFREADY = u.out.AFREADY;
        return now;
    }

    // What comes out is what went in, in order.
    bool receive(Unit &u) {
        nt_atb_signals now = signals(u);
        const unsigned width = u.model.params.atb_w / 8u;
        nt_atb_receiver_cycle(&u.receiver, &now);
        if (u.receiver.wrong != 0) {
            return complain(u, u.receiver.first);
        }
        u.partial += u.receiver.received != 0 && u.receiver.received < width;
        for (unsigned i = 0; i < u.receiver.received; i++) {
            if (u.inside.empty() || u.inside.front() != u.receiver.byte[i]) {
                return complain(u, "a byte that did not go in next");
            }
            u.inside.pop_front();
            u.bytes++;
        }
        return true;
    }

    bool judge(Unit &u) {
        if (!receive(u)) {
            return false;
        }
        if (u.out.AFREADY && !u.inside.empty()) {
            return complain(u, "AFREADY before all has gone");
        }
        if (u.out.trAtbBridgeEmpty && !u.inside.empty()) {
            return complain(u, "trAtbBridgeEmpty before all has gone");
        }
        u.syncs += u.out.sync_request;
        return true;
    }

    // What went in at this edge, and what a reset drops.
    static void follow(Unit &u) {
        bool valid = u.in.in.count > 0 || u.in.in.waits;
        bool hold = u.in.rst || u.control.trAtbBridgeActive == 0;
        bool taken = u.out.in_ready && u.in.in.count > 0 && !u.in.rst;
        if (taken) {
            u.inside.insert(u.inside.end(), u.in.in.byte, u.in.in.byte + u.in.in.count);
            u.in_message = !nt_byte_ends_message(u.in.in.byte[u.in.in.count - 1]);
            u.source.take(u.in.in);
        } else if (u.in_message && !valid && !hold) {
            u.inside.push_back(NT_CUT_BYTE);
            u.in_message = false;
        }
        if (hold) {
            // Only what is offered on the ATB stays
            bool stays = !u.in.rst && u.out.ATVALID && !u.in.ATREADY;
            u.inside.resize(stays ? u.out.ATBYTES + 1u : 0);
            u.in_message = false;
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
            if (!first && !judge(u)) {
                return false;
            }
            follow(u);
            nt_atb_bridge_step(&u.model, &u.in);
        }
        return true;
    }

    bool run(uint64_t cycles, uint64_t seed) {
        if (!nt_lockstep_begin(lockstep, seed)) {
            return false;
        }
        for (uint64_t i = 0; i < cycles; i++) {
            if (!cycle()) {
                return false;
            }
        }
        return true;
    }
};

int random_run(nt_lockstep *lockstep, uint64_t cycles, uint64_t seed) {
    Bench bench(lockstep, seed, false);
    if (!bench.run(cycles, seed)) {
        return 1;
    }
    for (unsigned n = 0; n < UNITS; n++) {
        const Unit &u = bench.unit[n];
        std::printf("%u to %u bits: %llu bytes, %llu transfers, %llu partial, %llu flushes, %llu "
                    "sync requests\n",
                    8u * SHAPES[n].bytes, SHAPES[n].atb_w, static_cast<unsigned long long>(u.bytes),
                    static_cast<unsigned long long>(u.receiver.transfers),
                    static_cast<unsigned long long>(u.partial),
                    static_cast<unsigned long long>(u.receiver.flushes),
                    static_cast<unsigned long long>(u.syncs));
    }
    return 0;
}

int throughput(nt_lockstep *lockstep, uint64_t cycles) {
    Bench bench(lockstep, 1, true);
    if (!bench.run(cycles, 1)) {
        return 1;
    }
    for (unsigned n = 0; n < UNITS; n++) {
        const Unit &u = bench.unit[n];
        unsigned limit = std::min<unsigned>(SHAPES[n].bytes, SHAPES[n].atb_w / 8);
        std::printf("%u to %u bits: %.4f of %u bytes per cycle, %.4f of transfers full\n",
                    8u * SHAPES[n].bytes, SHAPES[n].atb_w,
                    static_cast<double>(u.bytes) / static_cast<double>(cycles) / limit, limit,
                    static_cast<double>(u.receiver.full) /
                        static_cast<double>(u.receiver.transfers));
    }
    return 0;
}

int run(nt_lockstep *lockstep, int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    uint64_t second = std::strtoull(argv[2], nullptr, 10);
    return std::strcmp(argv[1], "throughput") == 0
               ? throughput(lockstep, second)
               : random_run(lockstep, std::strtoull(argv[1], nullptr, 10), second);
}

} // namespace

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED | throughput CYCLES", run);
}
