// ATB bridges in lockstep with their models, under random beats, cuts, waits, ATREADY, flushes,
// enables and resets; a receiver listens to the RTL's signals, and its bytes are those that went
// in.
//
//   atb_bench CYCLES SEED
//   atb_bench throughput CYCLES
//       bytes are always pending, ATREADY always 1: of each shape the bytes a cycle against what
//       its narrower side can take.
//
// Exit status 1 with one line on standard error where an output differs, a rule of the ATB is
// broken, or a byte is lost, doubled or out of order.
#include "Vatb.h"
#include "verilated.h"

extern "C" {
#include "sim/receive/atb_receiver.h"
}
#include "tb/units/link_shapes.h"
#include "tb/units/link_source.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>

namespace {

constexpr auto &SHAPES = ATB_SHAPES;
constexpr unsigned UNITS = sizeof SHAPES / sizeof *SHAPES;

struct Unit {
    LinkSource source;
    nt_atb_bridge model;
    nt_atb_bridge_outputs out;
    nt_atb_bridge_inputs in;
    nt_atb_control control;
    nt_atb_receiver receiver;
    std::deque<uint8_t> inside; // bytes that went in and have not come out
    bool in_message = false;
    bool greedy = false;
    unsigned pressure = 0; // ATREADY is 0 in so many of 256 cycles
    unsigned flushes = 0;  // AFVALID in so many of 65536
    uint64_t bytes = 0;    // that came out
    uint64_t partial = 0;
    uint64_t syncs = 0;
};

struct Bench {
    Vatb top;
    nt_random random;
    Unit unit[UNITS];
    uint64_t number = 0; // of the cycle

    explicit Bench(uint64_t seed, bool greedy) {
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

    void choose(Unit &u) {
        bool first = number < 2;
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
        nt_atb_bridge_out(&u.model, &u.control, &u.out);
    }

    void put(unsigned n) {
        const Unit &u = unit[n];
        put_bit(top.rst, n, u.in.rst);
        put_bit(top.active, n, u.control.trAtbBridgeActive);
        put_bit(top.enable, n, u.control.trAtbBridgeEnable);
        top.id[n] = u.control.trAtbBridgeID;
        put_bit(top.in_valid, n, u.in.in.count > 0 || u.in.in.waits);
        top.in_count[n] = u.in.in.count;
        put_bytes(top.in, 2 * n, u.in.in.byte, 8);
        put_bit(top.ATREADY, n, u.in.ATREADY);
        put_bit(top.AFVALID, n, u.in.AFVALID);
        put_bit(top.SYNCREQ, n, u.in.SYNCREQ);
    }

    nt_atb_signals signals(unsigned n) const {
        nt_atb_signals now{};
        now.reset = unit[n].in.rst;
        now.ATVALID = top.ATVALID >> n & 1;
        now.ATREADY = unit[n].in.ATREADY;
        now.ATID = static_cast<uint8_t>(top.ATID[n]);
        now.ATBYTES = static_cast<uint8_t>(top.ATBYTES[n]);
        for (unsigned i = 0; i < NT_ATB_RECEIVER_BYTES; i++) {
            now.ATDATA[i] = get_byte(top.ATDATA, 4 * n, i);
        }
        now.AFVALID = unit[n].in.AFVALID;
        now.AFREADY = top.AFREADY >> n & 1;
        return now;
    }

    bool complain(unsigned n, const char *what) const {
        std::fprintf(stderr, "cycle %llu: bridge %u: %s\n", static_cast<unsigned long long>(number),
                     n, what);
        return false;
    }

    bool same(unsigned n) const {
        const nt_atb_bridge_outputs &out = unit[n].out;
        nt_atb_signals now = signals(n);
        bool same = (top.in_ready >> n & 1) == out.in_ready &&
                    (top.empty >> n & 1) == out.trAtbBridgeEmpty &&
                    (top.sync_request >> n & 1) == out.sync_request && now.ATVALID == out.ATVALID &&
                    now.AFREADY == out.AFREADY;
        if (out.ATVALID) {
            same = same && now.ATID == out.ATID && now.ATBYTES == out.ATBYTES &&
                   std::memcmp(now.ATDATA, out.ATDATA, sizeof out.ATDATA) == 0;
        }
        return same || complain(n, "model and RTL differ");
    }

    // What came out of the RTL is what went in, in order.
    bool receive(unsigned n) {
        Unit &u = unit[n];
        nt_atb_signals now = signals(n);
        nt_atb_receiver_cycle(&u.receiver, &now);
        if (u.receiver.wrong != 0) {
            return complain(n, u.receiver.first);
        }
        u.partial += u.receiver.received != 0 && u.receiver.received < SHAPES[n].atb_w / 8;
        for (unsigned i = 0; i < u.receiver.received; i++) {
            if (u.inside.empty() || u.inside.front() != u.receiver.byte[i]) {
                return complain(n, "a byte that did not go in next");
            }
            u.inside.pop_front();
            u.bytes++;
        }
        return true;
    }

    // What went in at this edge, and what a reset drops.
    void follow(unsigned n) {
        Unit &u = unit[n];
        bool valid = u.in.in.count > 0 || u.in.in.waits;
        bool hold = u.in.rst || u.control.trAtbBridgeActive == 0;
        bool taken = (top.in_ready >> n & 1) != 0 && u.in.in.count > 0 && !u.in.rst;
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
            bool stays = !u.in.rst && (top.ATVALID >> n & 1) != 0 && !u.in.ATREADY;
            u.inside.resize(stays ? top.ATBYTES[n] + 1 : 0);
            u.in_message = false;
        }
    }

    bool cycle() {
        for (unsigned n = 0; n < UNITS; n++) {
            choose(unit[n]);
            put(n);
        }
        top.clk = 0;
        top.eval();
        for (unsigned n = 0; n < UNITS; n++) {
            Unit &u = unit[n];
            if (number > 1) {
                if (!same(n) || !receive(n)) {
                    return false;
                }
                if ((top.AFREADY >> n & 1) != 0 && !u.inside.empty()) {
                    return complain(n, "AFREADY before all has gone");
                }
                if ((top.empty >> n & 1) != 0 && !u.inside.empty()) {
                    return complain(n, "trAtbBridgeEmpty before all has gone");
                }
                u.syncs += top.sync_request >> n & 1;
            }
            follow(n);
            nt_atb_bridge_step(&u.model, &u.in);
        }
        top.clk = 1;
        top.eval();
        number++;
        return true;
    }
};

int random_run(uint64_t cycles, uint64_t seed) {
    Bench bench(seed, false);
    while (bench.number < cycles) {
        if (!bench.cycle()) {
            return 1;
        }
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

int throughput(uint64_t cycles) {
    Bench bench(1, true);
    while (bench.number < cycles) {
        if (!bench.cycle()) {
            return 1;
        }
    }
    for (unsigned n = 0; n < UNITS; n++) {
        const Unit &u = bench.unit[n];
        unsigned limit = std::min<unsigned>(SHAPES[n].bytes, SHAPES[n].atb_w / 8);
        std::printf("%u to %u bits: %.4f of %u bytes a cycle, %.4f of transfers full\n",
                    8u * SHAPES[n].bytes, SHAPES[n].atb_w,
                    static_cast<double>(u.bytes) / static_cast<double>(cycles) / limit, limit,
                    static_cast<double>(u.receiver.full) /
                        static_cast<double>(u.receiver.transfers));
    }
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    Verilated::randReset(2);
    Verilated::randSeed(5);
    if (argc == 3 && std::strcmp(argv[1], "throughput") == 0) {
        return throughput(std::strtoull(argv[2], nullptr, 10));
    }
    if (argc == 3) {
        return random_run(std::strtoull(argv[1], nullptr, 10), std::strtoull(argv[2], nullptr, 10));
    }
    std::fprintf(stderr, "usage: atb_bench CYCLES SEED | throughput CYCLES\n");
    return 2;
}
