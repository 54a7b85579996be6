# SPDX-License-Identifier: Apache-2.0
"""The boot with a sink that is too slow: with trTeInstStallEna=1 nothing is lost, without it every
gap is announced, and what is between gaps is exact.
"""
import struct
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import lockstep, roundtrip, run, settings
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

NEEDS = ("system-benches",)
BOOT = ROOT / "tests/data/boot.ntr"
SLOW = ["--sink", "bytes", "--backpressure", 97]
LONG = 20_000_000 if WHOLE else 6_000_000
STALLED = 20_000_000 if WHOLE else 3_000_000
SHORT = 300_000
HTM, BTM = 6, 3


class LossTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def boot(self, *arguments, **fields):
        """All witnesses agree, and what was lost is what the messages say."""
        status, summary, said = lockstep(BOOT, *arguments, *settings(fields), seconds=1800)
        self.assertEqual((status, said), (0, ""))
        self.assertEqual((summary["mismatches"], roundtrip(summary), summary["rules_broken"]),
                         (0, "exact", 0))
        reached = summary["reached"]
        self.assertEqual(summary["losses"], summary["by_tcode"].get("Error", 0))
        self.assertEqual(reached["sync_after_loss"] + reached["error_at_stop"], summary["losses"])
        return summary

    def decoded(self, name, **fields):
        """The addresses, eight bytes each: one string for each piece between two gaps."""
        trace = self.folder / name
        texts = []
        for form in ("pc", "ranges"):
            done = run("decode", trace, "--image", BOOT, "--to", form, *settings(fields))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            texts.append([line for line in done.stdout.splitlines() if not line.startswith("#")])
        addresses, ranges = texts
        counts = [0]
        for line in ranges:
            if line.startswith("loss"):
                counts.append(0)
            elif line.startswith("0x"):
                counts[-1] += int(line.split()[1])
        self.assertEqual(sum(counts), len(addresses))
        pieces, at = [], 0
        for count in counts:
            pieces.append(b"".join(struct.pack("<Q", int(address, 16))
                                   for address in addresses[at:at + count]))
            at += count
        return pieces

    def assert_pieces_in_order(self, pieces, whole):
        at = 0
        for piece in pieces:
            at = whole.find(piece, at)
            while at > 0 and at % 8 != 0:
                at = whole.find(piece, at + 1)
            self.assertGreaterEqual(at, 0, "a piece that did not run")
            at += len(piece)

    def test_with_stall_every_instruction_of_the_boot_decodes(self):
        for config, mode, divider in (("rv64", HTM, 15), ("rv64", BTM, 3)):
            with self.subTest(config=config, mode=mode):
                summary = self.boot("--config", config, "--limit", STALLED, trTeInstMode=mode,
                                    trPibDivider=divider, trTeInstStallEna=1)
                self.assertGreaterEqual(summary["instructions"], STALLED)
                self.assertGreater(summary["reached"]["stall_cycles"], 100_000)
                self.assertEqual((summary["losses"], summary["instructions_lost"],
                                  summary["reached"]["drops"]), (0, 0, 0))

    def test_without_stall_every_gap_of_the_boot_is_announced(self):
        for config, mode, fields in (("rv64", BTM, {}), ("rv64", HTM, {"trTeContext": 1}),
                                     ("rv64-wide", BTM, {"ntResumeLevel": 1}),
                                     ("rv64-wide", HTM, {"ntResumeLevel": 40})):
            with self.subTest(config=config, mode=mode, **fields):
                summary = self.boot("--config", config, "--limit", LONG, *SLOW, trTeInstMode=mode,
                                    trTeInstStallEna=0, **fields)
                self.assertGreater(summary["losses"], 100)
                self.assertGreater(summary["instructions_lost"], 0)
                self.assertEqual(summary["reached"]["stall_cycles"], 0)

    def test_the_pieces_between_gaps_are_what_ran(self):
        summary = self.boot("--limit", SHORT, *SLOW, "-o", self.folder / "whole", trTeInstMode=BTM,
                            trTeInstStallEna=1)
        whole = self.decoded("whole", trTeInstMode=BTM)
        self.assertEqual(len(whole), 1)
        self.assertEqual(len(whole[0]) // 8, summary["instructions"])
        for level in (0, 1, 8, 31):
            with self.subTest(ntResumeLevel=level):
                fields = {"trTeInstMode": BTM, "trTeInstStallEna": 0, "ntResumeLevel": level}
                summary = self.boot("--limit", SHORT, *SLOW, "-o", self.folder / "pieces", **fields)
                pieces = self.decoded("pieces", **fields)
                self.assertEqual(len(pieces), summary["losses"] + 1)
                self.assertGreater(len(pieces), 10)
                self.assertEqual(sum(map(len, pieces)) // 8 + summary["instructions_lost"],
                                 summary["instructions"])
                self.assert_pieces_in_order(pieces, whole[0])
                pieces[len(pieces) // 2] += struct.pack("<Q", 2)
                with self.assertRaises(AssertionError):
                    self.assert_pieces_in_order(pieces, whole[0])

    def test_a_higher_resume_level_ends_gaps_sooner(self):
        losses = [self.boot("--limit", SHORT, *SLOW, trTeInstMode=BTM, trTeInstStallEna=0,
                            ntResumeLevel=level)["losses"] for level in (1, 16, 31)]
        self.assertEqual(losses, sorted(losses))
        self.assertLess(losses[0], losses[-1])


if __name__ == "__main__":
    unittest.main()
