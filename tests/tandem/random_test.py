# SPDX-License-Identifier: Apache-2.0
"""Random user-level instructions as QEMU executes them, before the verifier, whose reference is Unicorn: where
the two differ, one of them is wrong, or the recorder. NTRACE_PROGRAMS=FIRST-LAST: other seeds."""
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import c_faults, tier
from tests.lib.catalogue import ROOT
from tests.tandem import random_program

NEEDS = ("build/host.a", "build/ntrace-memory.so")
PROGRAMS, COUNT = (12, 8000) if tier.WHOLE else (1, 800)  # of each XLEN; lines of instructions
FIRST, LAST = map(int, os.environ.get("NTRACE_PROGRAMS", f"1-{PROGRAMS}").split("-"))
GCC = ["riscv64-unknown-elf-gcc", "-nostdlib", "-nostartfiles", "-T", "tests/programs/common/program.ld",
       "-Wl,--no-warn-rwx-segments", "-Wl,--no-relax", "-misa-spec=2.2"]
HARTS = {64: (["-march=rv64gc", "-mabi=lp64d"], []), 32: (["-march=rv32imafc", "-mabi=ilp32f"], ["--flen", "32"])}
LENGTH = 1.05  # instructions a line, at least

# What Unicorn 2.0.1 does wrong, not made good: file, text that is there once, what it becomes
SHELL, ACCESS = "sim/tandem/shell_user.c", "sim/tandem/shell_access.c"
FAULTS = [
    ("words compared with the whole register", ACCESS, "if (is_minmax_of_words(shell)) {", "if (false) {"),
    ("singles that are not boxed on the way in", SHELL, "        user->f[i] = BOX | CANONICAL_NAN;\n", ""),
    ("singles that are not boxed on the way out", SHELL, "state->user.f[insn->rd - NT_TV_F0] |= BOX;",
     "state->user.f[insn->rd - NT_TV_F0] |= 0;"),
    ("a signaling NaN is taken for the lesser", SHELL, "if (one_is_nan != is_nan(shell, two)) {", "if (false) {"),
]


def run(*words):
    return subprocess.run(list(map(str, words)), cwd=ROOT, capture_output=True, check=False, text=True)


class RandomTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def record(self, seed, xlen):
        """The path of the trace."""
        source, elf, trace = (self.folder / name for name in ("random.S", "random.elf", "random.ntv"))
        flags, options = HARTS[xlen]
        source.write_text(random_program.text(seed, xlen, COUNT), encoding="ascii")
        for words in ([*GCC, *flags, source, "-o", elf],
                      ["build/ntrace", "tv", "record", "--elf", elf, "-o", trace, "--fcsr", "--timeout", 600, *options]):
            done = run(*words)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        return trace

    def test_unicorn_and_the_shell_do_what_qemu_does(self):
        for seed in range(FIRST, LAST + 1):
            for xlen in HARTS:
                with self.subTest(f"NTRACE_PROGRAMS={seed}-{seed}, RV{xlen}"):
                    done = run("build/ntrace", "tv", "verify", "--json", self.record(seed, xlen))
                    result = json.loads(done.stdout)
                    self.assertEqual(result["differences"], [])
                    self.assertEqual(set(result["unverified"]), {"memory-unknown"})  # the boot ROM's words
                    self.assertGreater(result["verified"], LENGTH * COUNT)
                    self.assertLess(result["traps"], COUNT / 50)
                    for kind, least in (("registers", 0.7), ("csrs", 0.05), ("addresses", 0.2), ("stored_bytes", 0.3)):
                        self.assertGreater(result["compared"][kind], least * COUNT, kind)

    def test_what_is_not_made_good_shows(self):
        trace, program = self.record(1, 64), c_faults.make_ntrace(self.folder, [[fault[1:]] for fault in FAULTS])
        for number, fault in enumerate([("nothing",), *FAULTS]):
            with self.subTest(fault[0]):
                done = subprocess.run([program, "tv", "verify", trace], cwd=ROOT, capture_output=True, check=False,
                                      env={**os.environ, "NT_MUTANT": str(number)})
                self.assertEqual(done.returncode, int(number > 0))

    def test_programs_have_the_instructions(self):
        """All that the assembler knows, but fences, jumps that are compressed, and what traps or is privileged."""
        for xlen, count in ((64, 190), (32, 120)):
            lines = random_program.text(1, xlen, 8000).splitlines()
            names = {re.sub(r"[.](aq)?(rl)?$", "", line.split()[0]) for line in lines
                     if re.match(" +[a-z][a-z0-9.]*( |$)", line)}
            with self.subTest(xlen):
                self.assertGreaterEqual(len(names), count, sorted(names))


if __name__ == "__main__":
    unittest.main()
