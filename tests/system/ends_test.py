# SPDX-License-Identifier: Apache-2.0
"""Nothing is lost at an end behind a funnel and a sink: a recording stops anywhere, in one hart earlier
than in the other, and each hart's instructions come back."""
import random
import unittest

from tests.lib.bench import lockstep, settings
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

NEEDS = ("system-rv64-2",)
BOOT = ROOT / "tests/data/boot.ntr"
SINKS = ("sram", "pib8", "smem", "atb")
SETTINGS = {"BTM": settings(trTeInstMode=3), "HTM": [], "best": ["--best"],
            "returns": settings(trTeInstImplicitReturnMode=3)}
SEED = 16


class EndsTest(unittest.TestCase):
    def agree(self, *arguments, instructions):
        status, summary, said = lockstep(*arguments, "--harts", 2)
        self.assertEqual((status, said), (0, ""), arguments)
        self.assertEqual((summary["roundtrip"], summary["pins"], summary["instructions_lost"],
                          summary["instructions_unjudged"]), ("exact", "exact", 0, 0), arguments)
        self.assertEqual([(hart["instructions"], hart["unjudged"], hart["roundtrip"]) for hart in summary["harts"]],
                         [(count, 0, "exact") for count in instructions], arguments)

    def test_a_boot_may_stop_at_any_instruction(self):
        draw = random.Random(SEED)
        limits = [17, 3194, *(draw.randint(1, 20000) for _ in range(300))]
        for i, limit in enumerate(limits if WHOLE else limits[:20]):
            sink, name = SINKS[i % len(SINKS)], list(SETTINGS)[i // len(SINKS) % len(SETTINGS)]
            with self.subTest(limit=limit, sink=sink, settings=name):
                self.agree(BOOT, "--limit", limit, "--sink", sink, *SETTINGS[name], instructions=[limit] * 2)

    def test_blocks_of_any_shape_end_whole(self):
        for seed in range(1, 4):
            with self.subTest(seed=seed):
                self.agree(BOOT, "--limit", 3194, "--sink", "sram", "--vary", "--bubbles", 60, "--seed", seed,
                           instructions=[3194] * 2)

    def test_what_is_lost_is_not_called_exact(self):
        status, summary, _ = lockstep(BOOT, "--limit", 20000, "--harts", 2, "--sink", "atb", "--backpressure", 99,
                                      *settings(trTeInstStallEna=0, trTeInstMode=3))
        self.assertEqual(status, 0)
        self.assertGreater(summary["instructions_lost"], 0)
        self.assertEqual(summary["roundtrip"], f"exact but for {summary['instructions_lost']} instructions lost")


if __name__ == "__main__":
    unittest.main()
