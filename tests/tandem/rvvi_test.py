# SPDX-License-Identifier: Apache-2.0
"""`ntrace tv to-rvvi` and back by `ntrace import --format rvvi`: nothing differs, and what is damaged shows."""
import os
import random
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tests.lib import tier
from tests.lib.catalogue import ROOT
from tests.tandem.cores import draw
from tests.tandem.cores.choices import Choices
from tests.tandem.cores.core import Core

COUNT = 5000 if tier.WHOLE else 600
CORES = 20 if tier.WHOLE else 3
DAMAGED = 400 if tier.WHOLE else 24
FIRST = int(os.environ.get("NTRACE_SEED", "1"))


def short(core, drawn):
    """Without the code that has no length."""
    return [drawn.choice((0x73, 0x100073))]


class RvviTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_command(self, *words, status=0, **given):
        done = subprocess.run([ROOT / "build/ntrace", *words], cwd=self.folder, check=False, capture_output=True, text=True,
                              **given)
        if status is not None:
            self.assertEqual(done.returncode, status, done.stderr)
        return done

    def make(self, seed):
        """A trace t.ntv, and its text."""
        drawn = random.Random(seed)
        core = Core(drawn, Choices(drawn, no_paddr=False, xlen=64)).run(COUNT)
        core.code_known()
        (self.folder / "t.s").write_text(core.text(), encoding="ascii")
        self.run_command("tv", "assemble", "t.s", "-o", "t.ntv")
        done = self.run_command("tv", "to-rvvi", "t.ntv")
        self.assertRegex(done.stderr, r"changes of state between instructions")
        self.moved = core.text().count("  initialize\n  pc = ") != 0  # from outside, which the text does not have
        self.flen = "64" if core.choices.f else "0"
        return done.stdout

    def back(self, text, status=0):
        (self.folder / "t.rvvi").write_text(text, encoding="ascii")
        return self.run_command("import", "--format", "rvvi", "t.rvvi", "-o", "t.ntr", status=status)

    def test_a_trace_goes_there_and_back(self):
        # The text has nothing that moves a core from outside
        with mock.patch.object(draw, "traps", short), mock.patch("tests.tandem.cores.core.LOOP", COUNT):
            verified = 0
            for seed in range(FIRST, FIRST + CORES):
                with self.subTest(f"NTRACE_SEED={seed}"):
                    text = self.make(seed)
                    self.back(text)
                    said = self.run_command("tv", "compare", "t.ntv", "t.ntr").stdout
                    self.assertRegex(said, r"^equal: \d+ instructions, \d+ traps, \d+ registers, \d+ CSRs, \d+ addresses")
                    self.run_command("tv", "import", "--flen", self.flen, "t.ntr", "-o", "u.ntv")
                    if not self.moved:
                        self.assertIn("passed: no difference", self.run_command("tv", "verify", "--least", "1", "u.ntv").stdout)
                        verified += 1
            self.assertGreater(verified, CORES // 2)

    def test_recordings_with_traps_and_interrupts_go_there_and_back(self):
        """An encoding of 0 that is illegal, and handlers that begin with a CSR instruction."""
        for name in ("traps", "interrupts", "delegation"):
            with self.subTest(name):
                path = ROOT / f"tests/data/tandem/{name}.ntv.gz"
                self.assertNotIn("such places", self.back(self.run_command("tv", "to-rvvi", path).stdout).stderr)
                self.assertRegex(self.run_command("tv", "compare", path, "t.ntr").stdout, "^equal: ")
                self.run_command("tv", "import", "t.ntr", "-o", "u.ntv")
                self.assertIn("passed: no difference", self.run_command("tv", "verify", "u.ntv").stdout)

    def test_another_value_differs(self):
        with mock.patch.object(draw, "traps", short):
            text = self.make(FIRST)
        values = list(re.finditer(r" (X|C) \w+ [0-9a-f]+", text))
        for found in random.Random(FIRST).sample(values, DAMAGED // 2):
            at = found.end() - 1
            self.back(text[:at] + f"{int(text[at], 16) ^ 1:x}" + text[at + 1:])
            with self.subTest(found[0]):
                self.run_command("tv", "compare", "t.ntv", "t.ntr", status=1)

    def test_what_is_damaged_is_refused_or_differs(self):
        with mock.patch.object(draw, "traps", short):
            text = self.make(FIRST + 1)
        drawn, refused = random.Random(FIRST), 0
        for _ in range(DAMAGED):
            at = drawn.randrange(len(text))
            change = drawn.choice(("", "X", "\0", " ", "RET ", "'", "zz", "-", text[at] * 70000))
            damaged = text[:at] + change + text[at + drawn.randrange(3):]
            done = self.back(damaged, status=None)
            self.assertIn(done.returncode, (0, 2), done.stderr)
            if done.returncode == 2:
                refused += 1
                self.assertRegex(done.stderr, r"^ntrace import: t\.rvvi: (line|offset) \d+: ")
            else:
                self.assertIn(self.run_command("tv", "compare", "t.ntv", "t.ntr", status=None).returncode, (0, 1))
        self.assertGreater(refused, DAMAGED // 3)

    def test_what_a_trace_has_is_what_the_text_says(self):
        head = ".ntv\n.xlen 64\n.flen 64\n.mlen 64\n"
        groups = (["reset"], ["initialize", "pc = 0x80000000"],
                  ["increment-pc", "insn32 0x00052507", "fa0 = 0xffffffff3f800000", "mstatus = 0x6000", "paddr = 0x80001000",
                   "eaddr = 0x7000"],
                  ["increment-pc", "insn16 0x8082", "privilege = 1"],
                  ["pc = 0x80000100", "mepc = 0x80000006", "mcause = 0x8000000000000007", "mtval = 0", "privilege = 3"],
                  ["increment-pc", "insn32 0x00b50023", "eaddr = 0x80001001", "store8 = 5"],
                  ["pc = 0x80000100", "insn32 0x00000073", "mepc = 0x80000104", "mcause = 11", "mtval = 0", "privilege = 3"])
        text = head + "".join("begin\n" + "".join(f"  {line}\n" for line in lines) + "end\n" for lines in groups)
        (self.folder / "t.s").write_text(text, encoding="ascii")
        self.run_command("tv", "assemble", "t.s", "-o", "t.ntv")
        self.assertEqual(self.run_command("tv", "to-rvvi", "t.ntv").stdout.splitlines(), [
            "VERSION 0 4", "PARAMS 2 XLEN 64 FLEN 64",
            "RET 0000000080000000 00052507 F 10 ffffffff3f800000 C 300 0000000000006000 MEM D 4 7000 80001000 0 MODE 3",
            "RET 0000000080000004 8082",
            "RET 0000000080000100 00b50023 C 341 0000000080000006 C 342 8000000000000007 C 343 0000000000000000 "
            "MEM D 1 80001001 80001001 0",
            "TRAP 0000000080000104 00000073 C 341 0000000080000104 C 342 000000000000000b C 343 0000000000000000"])

    def test_a_jump_that_is_not_aligned_has_its_instruction(self):
        lines = ["VERSION 0 4", "PARAMS 1 XLEN 64", "RET 80000000 30529073 C 305 80000100 MODE 3",
                 "TRAP 80000004 0060006f C 341 80000004 C 342 0 C 343 8000000a C 300 1800", "RET 80000100 00000013"]
        self.back("\n".join(lines) + "\n")
        self.run_command("tv", "import", "t.ntr", "-o", "u.ntv")
        self.assertIn("passed: no difference", self.run_command("tv", "verify", "--least", "1", "u.ntv").stdout)


if __name__ == "__main__":
    unittest.main()
