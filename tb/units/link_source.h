/* SPDX-License-Identifier: Apache-2.0 */
// A source of beats that keeps to the rules of links: offered bytes stay until taken, a message has
// no gap once begun, unless the source is reset within it.
#ifndef NT_TB_LINK_SOURCE_H
#define NT_TB_LINK_SOURCE_H

extern "C" {
#include "model/transport/beat.h"
#include "sim/util/random.h"
}

#include <cstdint>
#include <vector>

struct LinkSource {
    nt_random *random = nullptr;
    unsigned width = 1;        // most bytes of a beat
    unsigned rate = 64;        // a message begins in so many of 256 cycles
    unsigned cuts = 0;         // a reset in so many of 65536 cycles
    unsigned waits = 0;        // behind a switch: nothing is offered in so many of 256 cycles
    bool full = false;         // as many bytes are offered as there are
    int tag = -1;              // 0 to 15: the upper bits of each byte
    unsigned dull = 0;         // in so many of 256 messages all MDO behind TCODE are zeros, or ones
    std::vector<uint8_t> held; // the bytes of whole messages, the oldest first
    unsigned shown = 0;        // how many of them are offered
    bool in_message = false;   // what was taken last was not the end of a message

    void add_message() {
        unsigned longest = nt_random_chance(random, 16) ? 40 : 8;
        unsigned length = nt_random_between(random, 2, longest);
        bool is_dull = nt_random_chance(random, dull);
        unsigned mdo = nt_random_chance(random, 128) ? 63 : 0;
        for (unsigned i = 0; i < length; i++) {
            unsigned mseo = i + 1 == length ? 3 : nt_random_chance(random, 64) && i > 0 ? 1 : 0;
            mdo = is_dull && i > 0 ? mdo : nt_random_below(random, 64);
            mdo = tag < 0 ? mdo : (mdo & 3) | static_cast<unsigned>(tag) << 2;
            held.push_back(static_cast<uint8_t>(mdo << 2 | mseo));
        }
    }

    void reset() {
        held.clear();
        shown = 0;
        in_message = false;
    }

    // What is offered in this cycle.
    nt_beat offer() {
        nt_beat beat{};
        if (nt_random_below(random, 65536) < cuts) {
            reset();
            return beat;
        }
        while (held.size() < width && nt_random_chance(random, rate)) {
            add_message();
        }
        unsigned most = held.size() < width ? static_cast<unsigned>(held.size()) : width;
        unsigned least = shown > 0 ? shown : most > 0 ? 1 : 0;
        shown =
            full || nt_random_chance(random, 200) ? most : nt_random_between(random, least, most);
        if (nt_random_chance(random, waits)) {
            beat.waits = true;
            return beat;
        }
        beat.count = static_cast<uint8_t>(shown);
        for (unsigned i = 0; i < shown; i++) {
            beat.byte[i] = held[i];
        }
        return beat;
    }

    // The beat was taken.
    void take(const nt_beat &beat) {
        if (beat.count > 0) {
            in_message = !nt_byte_ends_message(beat.byte[beat.count - 1]);
            held.erase(held.begin(), held.begin() + beat.count);
            shown = 0;
        }
    }
};

#endif
