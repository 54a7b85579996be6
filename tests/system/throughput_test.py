# SPDX-License-Identifier: Apache-2.0
"""Four blocks a cycle, in every cycle: what the encoder of four blocks sustains, and what happens
where a sink of one message a cycle cannot.
"""
import random
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import lockstep, roundtrip, run, settings

NEEDS = ("system-rv64-2", "system-rv64-wide-2")
CONFIG = "rv64-wide"
BLOCKS = 4
BASE = 0x80000000
HTM = 6
PLAIN = {"trTeInstMode": HTM, "trTeInstEnRepeatedHistory": 0, "trTeSrcBits": 0, "trTsEnable": 0}
FIFO_DEPTH = 64
# A message leaves the FIFO in each cycle at most, of four that come.
CYCLES_TO_FULL = FIFO_DEPTH / (BLOCKS - 1)


class BranchesTest(unittest.TestCase):
    """Branches of two bytes to the one behind them, so that both ways out lead there; the last of a
    lap is taken, to the first."""

    LAP = 64  # branches
    LAPS = 128  # different ones
    REPEATS = 600

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.ingress = Path(folder.name) / "branches.nti"
        cls.code = Path(folder.name) / "branches.pcinfo"
        places = [BASE + 2 * i for i in range(cls.LAP)]
        cls.code.write_text("".join(f"{place:#x},BD2,{target:#x}\n" for place, target in
                                    zip(places, places[1:] + places[:1])), encoding="ascii")
        drawn = random.Random(3)
        some = "".join(cls.lap(places, drawn) for _ in range(cls.LAPS))
        fields = " ".join(f"{name}={value}" for name, value in PLAIN.items())
        with open(cls.ingress, "w", encoding="ascii") as file:
            file.write(f"ntrace-ingress 2 xlen=64 nblocks={BLOCKS} itype_w=4 iretire_w=6 "
                       f"build={CONFIG}\nrst=1\nset trTeActive=1\nidle\nset {fields}\nidle\n"
                       "set trTeEnable=1 trTeInstTracing=1\nidle\n")
            for _ in range(cls.REPEATS):
                file.write(some)
            file.write("set trTeInstTracing=0\nidle\nidle 1000\nend\n")
        cls.cycles = cls.LAP * cls.LAPS * cls.REPEATS // BLOCKS

    @staticmethod
    def lap(places, drawn):
        blocks = [f"b iaddr={place:#x} iretire=1 itype={drawn.choice((4, 5))}"
                  for place in places[:-1]]
        blocks.append(f"b iaddr={places[-1]:#x} iretire=1 itype=5")
        return "".join(" ".join(blocks[i:i + BLOCKS]) + "\n"
                       for i in range(0, len(blocks), BLOCKS))

    def test_four_branches_in_every_cycle_are_traced_without_stall_or_loss(self):
        self.assertGreater(self.cycles, 1_000_000)
        for stall in (1, 0):
            path = self.ingress
            if stall:
                path = self.ingress.with_name("stall.nti")
                text = self.ingress.read_text(encoding="ascii")
                path.write_text(text.replace("set trTeEnable", "set trTeInstStallEna=1 trTeEnable"),
                                encoding="ascii")
            status, summary, said = lockstep(path, "--image", self.code)
            self.assertEqual((status, said), (0, ""))
            self.assertEqual((summary["mismatches"], roundtrip(summary),
                              summary["rules_broken"]), (0, "exact", 0))
            reached = summary["reached"]
            self.assertEqual(reached["cycles_with_every_block"], self.cycles)
            self.assertEqual(summary["instructions"], BLOCKS * self.cycles)
            self.assertEqual((reached["stall_cycles"], reached["drops"], summary["losses"],
                              summary["instructions_lost"]), (0, 0, 0, 0))
            self.assertEqual(reached["sync_after_loss"], 0)


class JumpsTest(unittest.TestCase):
    """An indirect jump in every block, each told in a message of three bytes."""

    JUMPS = 400_000

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.recording = Path(folder.name) / "jumps.ntr"
        places = [BASE, BASE + 0x20]
        (Path(folder.name) / "pcinfo").write_text(
            "".join(f"{place:#x},JI2\n" for place in places), encoding="ascii")
        (Path(folder.name) / "pcseq").write_text(
            "".join(f"{places[i % 2]:#x},JI2\n" for i in range(cls.JUMPS)), encoding="ascii")
        done = run("import", "--format", "pcseq", Path(folder.name) / "pcseq", "--pcinfo",
                   Path(folder.name) / "pcinfo", "-o", cls.recording)
        assert done.returncode == 0, done.stderr

    def jump(self, stall, *options):
        status, summary, said = lockstep(self.recording, "--config", CONFIG, *options,
                                         *settings(PLAIN, trTeInstStallEna=stall))
        self.assertEqual((status, said), (0, ""))
        self.assertEqual((summary["mismatches"], roundtrip(summary), summary["rules_broken"]),
                         (0, "exact", 0))
        return summary

    def test_the_fifo_is_full_after_as_many_cycles_as_computed(self):
        for cycles, drops in ((int(CYCLES_TO_FULL) - 2, False), (int(CYCLES_TO_FULL) + 4, True)):
            summary = self.jump(0, "--limit", BLOCKS * cycles)
            self.assertEqual(summary["reached"]["drops"] > 0, drops, cycles)

    def test_without_stall_loss_is_told_by_error_and_sync_7(self):
        summary = self.jump(0)
        reached = summary["reached"]
        self.assertGreaterEqual(reached["cycles_with_every_block"], self.JUMPS // BLOCKS - 1)
        self.assertEqual(reached["stall_cycles"], 0)
        self.assertGreater(summary["losses"], 100)
        self.assertEqual(summary["losses"], reached["error_messages"])
        self.assertEqual(reached["sync_after_loss"],
                         reached["error_messages"] - reached["error_at_stop"])
        self.assertGreater(summary["instructions_lost"], self.JUMPS // 2)
        self.assertLess(summary["instructions_lost"], self.JUMPS)

    def test_with_stall_nothing_is_lost_and_the_serializer_is_never_idle(self):
        summary = self.jump(1)
        reached = summary["reached"]
        self.assertEqual((summary["losses"], summary["instructions_lost"], reached["drops"]),
                         (0, 0, 0))
        self.assertEqual(summary["instructions"], self.JUMPS)
        self.assertGreater(reached["stall_cycles"], self.JUMPS // 2)
        # One message a cycle, but for the end, where the file waits until all must be sent
        self.assertGreaterEqual(summary["messages"], self.JUMPS)
        self.assertAlmostEqual(summary["cycles"] / summary["messages"], 1, delta=0.02)


if __name__ == "__main__":
    unittest.main()
