// The lanes of history and of RepeatBranch as Verilated RTL against the golden model, under random
// branches with loops in loops, and random messages that often repeat.
//
//   lanes_bench CYCLES SEED
//
// Exit status 1 with one line on standard error where an output differs.
#include "Vlanes.h"
#include "tb/lockstep/port.h"

extern "C" {
#include "model/codes.h"
#include "model/encoder/history_lane.h"
#include "model/encoder/repeat_lane.h"
#include "sim/util/random.h"
}
#include "tb/units/lanes/branches.h"

#include <cstdio>
#include <cstdlib>

namespace {

using nt_port::get;
using nt_port::put;

class Bench {
  public:
    Bench(const nt_config &build, uint64_t seed) : config(build) {
        nt_random_seed(&random, seed);
        count_w = config.repeat_w == 0 ? 1 : config.repeat_w;
        message_w = 12u + config.icnt_w + config.xlen - 1u + config.hist_w;
        branches_init(&branches, seed);
    }

    // One cycle; the name of what differs, or nullptr.
    const char *cycle(uint64_t number) {
        bool start = number % 4096 == 0;
        if (start) {
            top.repeated = nt_random_chance(&random, 224);
            top.enable = nt_random_chance(&random, 224);
            flushes = nt_random_below(&random, 3) * nt_random_below(&random, 5);
        }
        top.rst = number == 0;
        choose_history(start);
        choose_messages();
        top.clk = 0;
        top.eval();
        const char *wrong = check_history();
        if (wrong == nullptr) {
            wrong = number == 0 ? nullptr : check_messages();
        }
        if (number == 0) {
            repeat = nt_repeat_state{};
        }
        top.clk = 1;
        top.eval();
        return wrong != nullptr ? wrong : check_state();
    }

    uint64_t runs = 0;    // messages with HREPEAT
    uint64_t repeats = 0; // RepeatBranch messages

  private:
    Vlanes top;
    nt_random random;
    nt_config config;
    branch_source branches{};
    nt_history_state history{};
    nt_repeat_state repeat{};
    nt_history_inputs in[4]{};
    nt_descriptor slot[16]{};
    nt_descriptor last[2]{};
    uint8_t valid[4]{};
    bool run[4]{};
    unsigned count_w = 0;
    unsigned message_w = 0;
    unsigned flushes = 0; // a block flushes in so many of 256 cases

    void choose_history(bool start) {
        for (unsigned b = 0; b < config.nblocks; b++) {
            in[b] = nt_history_inputs{};
            in[b].repeated = top.repeated;
            in[b].clear = start && b == 0;
            in[b].flush = !in[b].clear && nt_random_chance(&random, flushes);
            in[b].push = nt_random_chance(&random, 230);
            in[b].taken = in[b].push ? branches_next(&branches) : nt_random_chance(&random, 128);
            put(top.clear, b, 1, in[b].clear);
            put(top.flush, b, 1, in[b].flush);
            put(top.push, b, 1, in[b].push);
            put(top.taken, b, 1, in[b].taken);
        }
    }

    bool same(const nt_history_message &message, unsigned b, uint64_t valids, uint64_t rcode,
              uint64_t hist, uint64_t hrepeat) const {
        if ((valids >> b & 1) != message.valid) {
            return false;
        }
        return !message.valid || (rcode == message.rcode && hist == message.hist &&
                                  (message.rcode == NT_RCODE_HIST || hrepeat == message.hrepeat));
    }

    const char *check_history() {
        unsigned w = config.hist_w;
        for (unsigned b = 0; b < config.nblocks; b++) {
            nt_history_outputs out = nt_history_lane(&history, &in[b], &config);
            if (!in[b].clear && get(top.hist, b * w, w) != out.hist) {
                return "hist";
            }
            if (!same(out.flush, b, top.flush_valid, get(top.flush_rcode, 4 * b, 4),
                      get(top.flush_hist, b * w, w),
                      get(top.flush_hrepeat, b * count_w, count_w))) {
                return "flush";
            }
            if (!same(out.push, b, top.push_valid, get(top.push_rcode, 4 * b, 4),
                      get(top.push_hist, b * w, w), get(top.push_hrepeat, b * count_w, count_w))) {
                return "push";
            }
            if ((top.run >> b & 1) != out.run) {
                return "run";
            }
            runs += out.push.valid && out.push.rcode == NT_RCODE_HREPEAT;
        }
        return nullptr;
    }

    // The state in the registers behind the clock edge.
    const char *check_state() {
        if (config.period_w == 0) {
            return nullptr; // HIST alone, which is an output too
        }
        unsigned full = (config.hist_w - 1u) * 3 / 2;
        unsigned periods = (1u << config.period_w) - 1;
        unsigned kept = 2 * periods - 1 > full ? 2 * periods - 1 : full;
        unsigned pending_w = 1;
        while (full >> pending_w) {
            pending_w++;
        }
        unsigned at = kept + pending_w + 1;
        unsigned p = config.period_w;
        bool good = get(top.history, 0, kept) == history.recent &&
                    get(top.history, kept, pending_w) == history.pending &&
                    get(top.history, kept + pending_w, 1) == history.run;
        bool in_run = get(top.history, at, p) == history.period &&
                      get(top.history, at + p, p) == history.phase &&
                      get(top.history, at + 2 * p, config.repeat_w) == history.count;
        return good && (!history.run || in_run) ? nullptr : "state";
    }

    nt_descriptor branch(unsigned i) {
        if (!nt_random_chance(&random, 24)) {
            return last[i];
        }
        nt_descriptor message{};
        message.tcode = i == 1                           ? NT_TCODE_DIRECT_BRANCH
                        : nt_random_chance(&random, 128) ? NT_TCODE_INDIRECT_BRANCH
                                                         : NT_TCODE_INDIRECT_BRANCH_HIST;
        message.icnt = nt_random_below(&random, 3);
        message.btype = static_cast<uint8_t>(i == 1 ? 0 : nt_random_below(&random, 2) * 2);
        message.addr =
            i == 1 ? 0 : static_cast<uint64_t>(nt_random_below(&random, 2)) << (config.xlen - 2);
        message.hist = i == 1 ? 1 : nt_random_below(&random, 2) + 1;
        last[i] = message;
        return message;
    }

    nt_descriptor other() {
        static const uint8_t tcodes[] = {NT_TCODE_OWNERSHIP, NT_TCODE_RESOURCE_FULL,
                                         NT_TCODE_INDIRECT_BRANCH_SYNC, NT_TCODE_ERROR};
        nt_descriptor message{};
        message.tcode = tcodes[nt_random_below(&random, 4)];
        message.icnt = nt_random_below(&random, 8);
        message.hist = nt_random_below(&random, 8);
        return message;
    }

    // Mostly branch messages, in the slots where they come; stretches of one kind, so that they
    // repeat.
    void choose_messages() {
        for (unsigned b = 0; b < config.nblocks; b++) {
            bool rare = nt_random_chance(&random, 12);
            unsigned kind = rare ? 0 : nt_random_chance(&random, 8) ? 1 : 3;
            valid[b] = static_cast<uint8_t>(nt_random_below(&random, 2) << kind);
            valid[b] = static_cast<uint8_t>(rare ? nt_random_below(&random, 16) : valid[b]);
            run[b] = nt_random_chance(&random, 4);
            put(top.branch_run, b, 1, run[b]);
            put(top.in_valid, 4 * b, 4, valid[b]);
            for (unsigned i = 0; i < 4; i++) {
                bool is_branch = (i == 1 || i == 3) && !(rare && nt_random_chance(&random, 64));
                slot[4 * b + i] = is_branch ? branch(i / 2) : other();
                put_message(4 * b + i);
            }
        }
    }

    void put_message(unsigned i) {
        unsigned at = i * message_w;
        put(top.in, at, 6, slot[i].tcode);
        put(top.in, at + 6, 4, slot[i].code);
        put(top.in, at + 10, 2, slot[i].btype);
        put(top.in, at + 12, config.icnt_w, slot[i].icnt);
        put(top.in, at + 12 + config.icnt_w, config.xlen - 1u, slot[i].addr);
        put(top.in, at + message_w - config.hist_w, config.hist_w, slot[i].hist);
    }

    const char *check_messages() {
        for (unsigned b = 0; b < config.nblocks; b++) {
            valid[b] = nt_repeat_lane(&repeat, top.enable, run[b], valid[b], &slot[4 * b], &config);
            if (get(top.out_valid, 4 * b, 4) != valid[b]) {
                return "valid messages";
            }
            for (unsigned i = 4 * b; i < 4 * b + 4; i++) {
                if (!(valid[b] >> i % 4 & 1)) {
                    continue;
                }
                unsigned at = i * message_w;
                repeats += slot[i].tcode == NT_TCODE_REPEAT_BRANCH;
                if (get(top.out, at, 6) != slot[i].tcode ||
                    get(top.out, at + 6, 4) != slot[i].code ||
                    get(top.out, at + 10, 2) != slot[i].btype ||
                    get(top.out, at + 12, config.icnt_w) != slot[i].icnt ||
                    get(top.out, at + 12 + config.icnt_w, config.xlen - 1u) != slot[i].addr ||
                    get(top.out, at + message_w - config.hist_w, config.hist_w) != slot[i].hist) {
                    return "message";
                }
            }
        }
        return nullptr;
    }
};

} // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        std::fputs("usage: lanes_bench CYCLES SEED\n", stderr);
        return 2;
    }
    const nt_config *config = nt_config_find(NT_CONFIG);
    uint64_t cycles = std::strtoull(argv[1], nullptr, 10);
    uint64_t seed = std::strtoull(argv[2], nullptr, 10);
    Verilated::randReset(2);
    Verilated::randSeed(static_cast<int>(seed + 1));
    Bench bench(*config, seed);
    for (uint64_t number = 0; number < cycles; number++) {
        if (const char *wrong = bench.cycle(number)) {
            std::fprintf(stderr, "cycle %llu: RTL and model differ: %s\n",
                         static_cast<unsigned long long>(number), wrong);
            return 1;
        }
    }
    std::printf("%llu cycles, %llu runs of history, %llu RepeatBranch\n",
                static_cast<unsigned long long>(cycles),
                static_cast<unsigned long long>(bench.runs),
                static_cast<unsigned long long>(bench.repeats));
    return 0;
}
