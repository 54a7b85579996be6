# SPDX-License-Identifier: Apache-2.0
"""Random ingress with everything the builds of one block a cycle have, with random register traffic,
all witnesses, and every corner reached. random_wide_test.py has the build of four blocks, so that
two processors can share the work. tests/lib/random_runs.py tells how to make it longer.
"""
import unittest

from tests.lib import random_runs
from tests.lib.bench import CONFIGS, lockstep
from tests.lib.tier import WHOLE

NEEDS = ("system-benches",)
WIDE = "rv64-wide"
ILLEGAL = 2_000_000 if WHOLE else 500_000  # cycles


class RandomTest(unittest.TestCase):
    def test_a_minimal_encoder_alone_does_not_reach_what_everything_does(self):
        runs = random_runs.Runs(self, "tiny")
        runs.run(random_runs.SEED, 1_000_000)
        self.assertGreaterEqual(set(runs.missed()), {
            "Ownership", "ownership_format_3", "RepeatBranch", "hrepeat_maximum", "blocks_filtered",
            "sync_trace_event", "return_implicit_by_full", "messages_with_tstamp",
            "register_accesses"})

    def test_illegal_ingress_is_named_and_rtl_and_model_still_agree(self):
        for config in CONFIGS:
            with self.subTest(config=config):
                _, summary, said = lockstep("--random", "--illegal", "--seed", random_runs.SEED,
                                            "--cycles", ILLEGAL, "--config", config)
                self.assertEqual(summary["mismatches"], 0, said)
                self.assertGreater(summary["illegal_cycles"], 100)


def add_test(config):
    setattr(RandomTest, f"test_rtl_and_model_agree_and_every_corner_is_reached_in_{config}",
            lambda self: random_runs.everything(self, config))


for NAME in CONFIGS:
    if NAME != WIDE:
        add_test(NAME)

if __name__ == "__main__":
    unittest.main()
