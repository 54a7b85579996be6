/* SPDX-License-Identifier: Apache-2.0 */
// The lanes of history and of RepeatBranch as Verilated RTL against the golden model, under random
// branches with loops in loops, and random messages that often repeat.
//
//   lanes_bench CYCLES SEED
//
// Exit status 1 with one line on standard error where an output differs.
extern "C" {
#include "sim/util/random.h"
#include "tb/lockstep/lockstep.h"
#include "tb/units/lanes/lanes.h"
}
#include "tb/units/lanes/branches.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

class Bench {
  public:
    Bench(nt_lockstep *of, const nt_config &build, uint64_t seed) : lockstep(of), config(build) {
        nt_random_seed(&random, seed);
        branches_init(&branches, seed);
    }

    // One cycle; whether all is well.
    bool cycle(uint64_t number) {
        bool start = number % 4096 == 0;
        if (start) {
            view.repeated = nt_random_chance(&random, 224);
            view.enable = nt_random_chance(&random, 224);
            flushes = nt_random_below(&random, 3) * nt_random_below(&random, 5);
        }
        view.rst = number == 0;
        choose_history(start);
        choose_messages();
        settle_history();
        settle_messages();
        if (number == 0) {
            repeat = nt_repeat_state{};
            nt_lockstep_uncompared(lockstep, &view);
            return true;
        }
        return nt_lockstep_cycle(lockstep, &view);
    }

    uint64_t runs = 0;    // messages with HREPEAT
    uint64_t repeats = 0; // RepeatBranch messages

  private:
    nt_lockstep *lockstep;
    lanes_view view{};
    nt_random random;
    nt_config config;
    branch_source branches{};
    nt_history_state history{};
    nt_repeat_state repeat{};
    nt_descriptor last[2]{};
    unsigned flushes = 0; // a block flushes in so many of 256 cases

    void choose_history(bool start) {
        for (unsigned b = 0; b < config.nblocks; b++) {
            nt_history_inputs &in = view.in[b];
            in = nt_history_inputs{};
            in.repeated = view.repeated;
            in.clear = start && b == 0;
            in.flush = !in.clear && nt_random_chance(&random, flushes);
            in.push = nt_random_chance(&random, 230);
            in.taken = in.push ? branches_next(&branches) : nt_random_chance(&random, 128);
        }
    }

    void settle_history() {
        view.before = history;
        for (unsigned b = 0; b < config.nblocks; b++) {
            nt_history_inputs &in = view.in[b];
            in.pop = in.flush && history.pending != 0 && nt_random_chance(&random, 64);
            in.hold = nt_random_chance(&random, 64);
            view.out[b] = nt_history_lane(&history, &view.in[b], &config);
            runs += view.out[b].push.valid && view.out[b].push.rcode == NT_RCODE_HREPEAT;
        }
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
            unsigned some = nt_random_below(&random, 2) << kind;
            view.valid[b] = static_cast<uint8_t>(rare ? nt_random_below(&random, 16) : some);
            view.run[b] = nt_random_chance(&random, 4);
            for (unsigned i = 0; i < 4; i++) {
                bool is_branch = (i == 1 || i == 3) && !(rare && nt_random_chance(&random, 64));
                view.slot[4 * b + i] = is_branch ? branch(i / 2) : other();
            }
        }
    }

    void settle_messages() {
        view.last = repeat;
        for (unsigned b = 0; b < config.nblocks; b++) {
            nt_descriptor *sent = &view.sent[4 * b];
            std::copy_n(&view.slot[4 * b], 4, sent);
            view.left[b] =
                nt_repeat_lane(&repeat, view.enable, view.run[b], view.valid[b], sent, &config);
            for (unsigned i = 0; i < 4; i++) {
                repeats += view.left[b] >> i & 1 && sent[i].tcode == NT_TCODE_REPEAT_BRANCH;
            }
        }
    }
};

int run(nt_lockstep *lockstep, int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    uint64_t cycles = std::strtoull(argv[1], nullptr, 10);
    uint64_t seed = std::strtoull(argv[2], nullptr, 10);
    Bench bench(lockstep, *nt_config_find(NT_CONFIG), seed);
    if (!nt_lockstep_begin(lockstep, seed)) {
        return 1;
    }
    for (uint64_t number = 0; number < cycles; number++) {
        if (!bench.cycle(number)) {
            return 1;
        }
    }
    std::printf("%llu cycles, %llu runs of history, %llu RepeatBranch\n",
                static_cast<unsigned long long>(cycles),
                static_cast<unsigned long long>(bench.runs),
                static_cast<unsigned long long>(bench.repeats));
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED", run);
}
