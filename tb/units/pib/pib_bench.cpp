/* SPDX-License-Identifier: Apache-2.0 */
// nt_pib in lockstep with its model, and receivers at its pins.
//
//   pib_bench CYCLES SEED [corrupt]
//   pib_bench throughput CYCLES
//       the link is always full, trPibDivider 0: of each mode the bytes per cycle, and their share
//       of what the mode has room for
//
// Sessions in random modes: random messages, trPibEnable on and off, a source that is reset within
// messages; at the end all is flushed, or cut off. One receiver listens from the session's
// beginning, another from anywhere. Between them stretches of chaos, where every input changes in
// any cycle and lockstep alone is judged. `corrupt`: what the receivers see is now and then not
// what is at the pins; they must say so. Exit status 1 with one line on standard error where
// something differs.
extern "C" {
#include "receive/pib_receiver.h"
#include "tb/lockstep/lockstep.h"
#include "tb/units/pib/pib.h"
}
#include "tb/units/link_source.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr unsigned MODES[] = {4, 5, 8, 9, 10, 11, 12};

struct Bench {
    nt_lockstep *lockstep;
    pib_view view = {}; // with the model
    nt_random random = {};
    LinkSource source;
    nt_pib_control control = {};
    bool corrupt = false;

    // A session
    nt_pib_receiver probe = {};
    nt_pib_receiver late = {};
    bool listens = false; // the receivers are there
    bool late_listens = false;
    std::vector<uint8_t> sent;     // bytes that the link carried, and those that end cut messages
    std::vector<uint8_t> received; // by the probe
    std::vector<uint8_t> caught;   // by the late one
    bool inside = false;           // of the message that the link carries

    uint64_t bytes = 0;
    uint64_t by_mode[16][2] = {}; // received, by mode and trPibClkCenter
    uint64_t late_bytes[16] = {};
    uint64_t cuts = 0;
    uint64_t flushes = 0;
    uint64_t breaks = 0;

    Bench(nt_lockstep *of, uint64_t seed) : lockstep(of) {
        nt_random_seed(&random, seed);
        source.random = &random;
        source.width = P_BYTES;
        const nt_pib_params params = {P_BYTES};
        nt_pib_init(&view.model, &params);
    }

    uint64_t number() const {
        return nt_lockstep_number(lockstep);
    }
    uint32_t below(uint32_t n) {
        return nt_random_below(&random, n);
    }
    bool one_in(uint32_t n) {
        return below(n) == 0;
    }

    bool fail(const std::string &what) const {
        return nt_lockstep_fail(lockstep, "mode %u, trPibClkCenter %u, trPibDivider %u: %s",
                                control.trPibMode, control.trPibClkCenter, control.trPibDivider,
                                what.c_str());
    }

    void listen() {
        const uint16_t noise = corrupt && one_in(2000) ? 1 : 0;
        nt_pib_receiver_cycle(&probe, view.out.TRC_CLK, view.out.TRC_DATA ^ noise);
        received.insert(received.end(), probe.alignment.byte,
                        probe.alignment.byte + probe.received);
        if (late_listens) {
            nt_pib_receiver_cycle(&late, view.out.TRC_CLK, view.out.TRC_DATA);
            caught.insert(caught.end(), late.alignment.byte, late.alignment.byte + late.received);
        }
    }

    void follow_link(const nt_beat &beat) {
        if (beat.count == 0 && !beat.waits && inside) {
            sent.push_back(NT_CUT_BYTE);
            inside = false;
            cuts++;
        }
        if (beat.count != 0 && view.out.in_ready) {
            sent.insert(sent.end(), beat.byte, beat.byte + beat.count);
            inside = (sent.back() & 3) != 3;
        }
    }

    bool cycle(bool rst, const nt_beat &beat) {
        view.rst = rst;
        view.control = control;
        view.in = beat;
        nt_pib_out(&view.model, rst, &control, &view.out);
        if (number() < 2) {
            nt_lockstep_uncompared(lockstep, &view);
        } else if (!nt_lockstep_cycle(lockstep, &view)) {
            return false;
        }
        if (listens) {
            listen();
            follow_link(beat);
        }
        const nt_pib_inputs in = {rst, &control, beat};
        nt_pib_step(&view.model, &in);
        return true;
    }

    // One cycle of a session.
    bool trace() {
        const nt_beat beat = source.offer();
        if (!cycle(false, beat)) {
            return false;
        }
        if (view.out.in_ready) {
            source.take(beat);
        }
        return true;
    }

    bool turn_off() {
        listens = false;
        source.reset();
        const unsigned how = below(3);
        control.trPibActive = how == 0 ? control.trPibActive : 0;
        for (unsigned i = 0; i < 2; i++) {
            if (!cycle(how != 1, nt_beat{})) {
                return false;
            }
        }
        control.trPibActive = 0;
        control.trPibDivider = below(1 << 16); // nothing runs by it
        return cycle(false, nt_beat{});
    }

    void begin_session() {
        control = {};
        control.trPibActive = 1;
        control.trPibMode = MODES[below(7)];
        control.trPibClkCenter = below(2);
        control.trPibDivider = one_in(8) ? below(40) : below(4);
        const nt_pib_receiver_params params = {static_cast<uint8_t>(control.trPibMode),
                                               control.trPibClkCenter != 0, false,
                                               control.trPibDivider + 1};
        nt_pib_receiver_init(&probe, &params);
        late_listens = false;
        inside = false;
        sent.clear();
        received.clear();
        caught.clear();
        source.rate = one_in(3) ? 256 : below(256);
        source.cuts = one_in(2) ? below(200) : 0;
        source.waits = one_in(4) ? below(64) : 0;
        source.dull = one_in(2) ? below(256) : 0;
    }

    // The late one begins to listen, and has to find the timing too where there is one wire.
    void begin_late() {
        nt_pib_receiver_params params = probe.params;
        params.anywhere = true;
        params.timing = one_in(2) ? 0 : params.timing;
        nt_pib_receiver_init(&late, &params);
        late_listens = true;
    }

    bool flush() {
        control.trPibEnable = 0;
        for (uint64_t left = 2000 + 1000ull * 24 * (control.trPibDivider + 1); left > 0; left--) {
            if (!trace()) {
                return false;
            }
            if (view.out.trPibEmpty && !inside) {
                flushes++;
                return true;
            }
        }
        return fail("does not become empty");
    }

    bool judge(bool whole) {
        if (probe.gaps != 0) {
            return fail("pins: idle within a message");
        }
        if (probe.wrong != 0) {
            return fail(std::string("pins: ") + probe.first);
        }
        if (received.size() > sent.size() || (whole && received.size() != sent.size()) ||
            !std::equal(received.begin(), received.end(), sent.begin())) {
            char text[96];
            std::snprintf(text, sizeof text, "%zu bytes received are not the %zu that were sent",
                          received.size(), sent.size());
            return fail(text);
        }
        if (late.wrong != 0 && late_listens) {
            return fail(std::string("pins, listening from anywhere: ") + late.first);
        }
        if (caught.size() > received.size() ||
            !std::equal(caught.rbegin(), caught.rend(), received.rbegin())) {
            return fail("listening from anywhere: not the bytes that were sent");
        }
        const size_t begin = received.size() - caught.size();
        if (begin != 0 && begin < received.size() && (received[begin - 1] & 3) != 3) {
            return fail("listening from anywhere: begins within a message");
        }
        bytes += received.size();
        by_mode[control.trPibMode][control.trPibClkCenter] += received.size();
        late_bytes[control.trPibMode] += caught.size();
        return true;
    }

    bool session() {
        begin_session();
        if (!trace()) {
            return false;
        }
        listens = true; // the pins are quiescent, as the mode has it
        for (unsigned quiet = below(20); quiet > 0; quiet--) {
            if (!trace()) {
                return false;
            }
        }
        control.trPibEnable = 1;
        const uint64_t cycles = (100 + below(1500)) * (control.trPibDivider + 1ull);
        const uint64_t late_at = below(static_cast<uint32_t>(cycles));
        for (uint64_t i = 0; i < cycles; i++) {
            if (one_in(200)) {
                control.trPibEnable ^= 1;
            }
            if (i == late_at) {
                begin_late();
            }
            if (!trace()) {
                return false;
            }
        }
        const bool whole = !one_in(4);
        if (whole && !flush()) {
            return false;
        }
        breaks += !whole;
        return judge(whole) && turn_off();
    }

    // A session with messages always pending, from which `received` is kept.
    bool full(unsigned mode, bool center, uint64_t cycles) {
        begin_session();
        control.trPibMode = mode;
        control.trPibClkCenter = center;
        control.trPibDivider = 0;
        const nt_pib_receiver_params params = {static_cast<uint8_t>(mode), center, false, 1};
        nt_pib_receiver_init(&probe, &params);
        source.rate = 256;
        source.cuts = source.waits = 0;
        if (!trace()) {
            return false;
        }
        listens = true;
        control.trPibEnable = 1;
        for (uint64_t i = 0; i < cycles; i++) {
            if (!trace()) {
                return false;
            }
        }
        return judge(false) && turn_off();
    }

    // Anything at any time: RTL and model agree all the same.
    bool chaos() {
        nt_beat beat = {};
        for (unsigned i = 0; i < 400; i++) {
            if (one_in(20)) {
                control.trPibActive = !one_in(8);
                control.trPibEnable = !one_in(4);
                control.trPibMode = one_in(4) ? below(16) : MODES[below(7)];
                control.trPibClkCenter = below(2);
                control.trPibCalibrate = one_in(3);
                control.trPibDivider = below(3);
            }
            if (beat.count == 0 || view.out.in_ready || one_in(50)) {
                beat = {};
                beat.count = static_cast<uint8_t>(below(P_BYTES + 1));
                beat.waits = beat.count == 0 && one_in(2);
                for (unsigned k = 0; k < beat.count; k++) {
                    // Messages far longer than the buffer too
                    beat.byte[k] = static_cast<uint8_t>(below(256) & (i < 200 ? 0xff : 0xfc));
                }
            }
            if (!cycle(one_in(200), beat)) {
                return false;
            }
        }
        return true;
    }
};

// Cycles that a mode needs for messages at least, trPibDivider 0: Trace Control Interface 1.0,
// "Allowed PIB Configurations"; a 16-bit PIB leaves a byte idle behind a message of odd length, and
// the narrower ones send an idle byte before each synchronizing message.
uint64_t cycles_needed(const std::vector<uint8_t> &bytes, unsigned mode, bool center) {
    constexpr unsigned SYNCHRONIZING[] = {9, 11, 12, 29}; // TCODE
    uint64_t needed = 0;
    for (size_t i = 0, first = 0; i < bytes.size(); i++) {
        if ((bytes[i] & 3) != 3) {
            continue;
        }
        const uint64_t length = i + 1 - first;
        const bool synchronizing =
            std::count(std::begin(SYNCHRONIZING), std::end(SYNCHRONIZING), bytes[first] >> 2) != 0;
        first = i + 1;
        if (mode == 4) {
            needed += 2 * (8 * length + 2);
        } else if (mode == 5) {
            needed += 10 * length;
        } else if (mode == 12) {
            needed += (length + 1) / 2;
        } else {
            needed += (length + (synchronizing && mode < 11)) * 8 >> (mode - 8);
        }
    }
    return center && mode >= 8 ? 2 * needed : needed;
}

int throughput(nt_lockstep *lockstep, uint64_t cycles) {
    Bench bench(lockstep, 1);
    if (!nt_lockstep_begin(lockstep, 1)) {
        return 1;
    }
    if (!bench.cycle(true, nt_beat{}) || !bench.cycle(true, nt_beat{}) || !bench.turn_off()) {
        return 1;
    }
    for (unsigned mode : MODES) {
        for (unsigned center = 0; center < (mode >= 8 ? 2 : 1); center++) {
            if (!bench.full(mode, center != 0, cycles)) {
                return 1;
            }
            const double all = static_cast<double>(cycles);
            std::printf("mode %u, trPibClkCenter %u: %.4f bytes per cycle, %.4f of the limit\n",
                        mode, center, static_cast<double>(bench.received.size()) / all,
                        static_cast<double>(cycles_needed(bench.received, mode, center)) / all);
        }
    }
    return 0;
}

int run(nt_lockstep *lockstep, int argc, char **argv) {
    if (argc == 3 && std::strcmp(argv[1], "throughput") == 0) {
        return throughput(lockstep, std::strtoull(argv[2], nullptr, 10));
    }
    if (argc != 3 && (argc != 4 || std::strcmp(argv[3], "corrupt") != 0)) {
        return 2;
    }
    uint64_t cycles = std::strtoull(argv[1], nullptr, 10);
    uint64_t seed = std::strtoull(argv[2], nullptr, 10);
    Bench bench(lockstep, seed);
    bench.corrupt = argc == 4;
    if (!nt_lockstep_begin(lockstep, seed) || !bench.cycle(true, nt_beat{}) ||
        !bench.cycle(true, nt_beat{}) || !bench.turn_off()) {
        return 1;
    }
    while (bench.number() < cycles) {
        if (!(bench.one_in(4) ? bench.chaos() && bench.turn_off() : bench.session())) {
            return 1;
        }
    }
    std::printf("%llu cycles, %llu bytes, %llu flushes, %llu breaks, %llu cuts\n",
                static_cast<unsigned long long>(bench.number()),
                static_cast<unsigned long long>(bench.bytes),
                static_cast<unsigned long long>(bench.flushes),
                static_cast<unsigned long long>(bench.breaks),
                static_cast<unsigned long long>(bench.cuts));
    for (unsigned mode : MODES) {
        std::printf("mode %u: %llu and %llu bytes, from anywhere %llu\n", mode,
                    static_cast<unsigned long long>(bench.by_mode[mode][0]),
                    static_cast<unsigned long long>(bench.by_mode[mode][1]),
                    static_cast<unsigned long long>(bench.late_bytes[mode]));
    }
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED [corrupt] | throughput CYCLES", run);
}
