"""Random ingress: 50 million cycles in each build, all witnesses, and every corner reached.

NTRACE_RANDOM_SEED chooses other streams, NTRACE_RANDOM_RUNS more of them (10 million cycles each).
time limit: 7200 seconds
"""
import os
import unittest

from tests.lib.bench import CONFIGS, lockstep

SEED = int(os.environ.get("NTRACE_RANDOM_SEED", "1"))
RUNS = int(os.environ.get("NTRACE_RANDOM_RUNS", "5"))
CYCLES = 10_000_000

MESSAGES = ["ProgTraceSync", "DirectBranch", "IndirectBranch", "IndirectBranchHist",
            "ResourceFull", "ProgTraceCorrelation", "Error"]
# Counts that are not corners: they may well be 0.
FREE = {"fifo_most"}


def add(total, counts):
    for name, count in counts.items():
        total[name] = total.get(name, 0) + count


class RandomTest(unittest.TestCase):
    def run_build(self, config):
        reached, messages, cycles = {}, {}, 0
        for seed in range(SEED, SEED + RUNS):
            arguments = ["--random", "--seed", seed, "--cycles", CYCLES, "--config", config]
            again = "build/ntrace lockstep " + " ".join(map(str, arguments))
            status, summary, said = lockstep(*arguments, timeout=1800)
            self.assertEqual((status, said), (0, ""), again)
            self.assertEqual((summary["mismatches"], summary["roundtrip"],
                              summary["rules_broken"], summary["illegal_cycles"]),
                             (0, "exact", 0, 0), again)
            add(reached, summary["reached"])
            add(messages, summary["by_tcode"])
            cycles += summary["cycles"]
        self.assertGreaterEqual(cycles, RUNS * CYCLES)
        missed = [name for name, count in reached.items() if count == 0 and name not in FREE]
        self.assertEqual(missed, [], f"seeds from {SEED}")
        self.assertEqual([name for name in MESSAGES if not messages.get(name)], [])

    def test_illegal_ingress_is_named_and_rtl_and_model_still_agree(self):
        for config in CONFIGS:
            with self.subTest(config=config):
                _, summary, said = lockstep("--random", "--illegal", "--seed", SEED, "--cycles",
                                            2_000_000, "--config", config)
                self.assertEqual(summary["mismatches"], 0, said)
                self.assertGreater(summary["illegal_cycles"], 100)


def add_test(config):
    setattr(RandomTest, f"test_rtl_and_model_agree_and_every_corner_is_reached_in_{config}",
            lambda self: self.run_build(config))


for NAME in CONFIGS:
    add_test(NAME)

if __name__ == "__main__":
    unittest.main()
