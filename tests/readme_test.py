# SPDX-License-Identifier: Apache-2.0
"""The quick start of README.md prints what it says there, and takes about as long."""
import os
import re
import resource
import subprocess
import tempfile
import unittest

from tests.lib.catalogue import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
# A command that needs no Verilated RTL, and its seconds
COMMAND = re.compile(r"^    (build/ntrace [^#\n]+?) +# ([\d.]+) s$", re.M)
SLOWER = 5  # a machine, at most, than the one in README.md
INSTRUCTIONS = 24000000


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class ReadmeTest(unittest.TestCase):
    def test_the_quick_start_prints_what_it_says_in_about_that_time(self):
        commands = COMMAND.findall(README)
        self.assertEqual([command.split()[1] for command, _ in commands],
                         ["encode", "decode", "check"])
        with tempfile.TemporaryDirectory() as folder:
            for command, seconds in commands:
                before = processor_seconds()
                done = subprocess.run(
                    command.replace("build/boot.nex", os.path.join(folder, "boot.nex")).split(),
                    cwd=ROOT, capture_output=True, text=True, check=False)
                took = processor_seconds() - before
                self.assertEqual((done.returncode, done.stderr), (0, ""), command)
                if "--json" in command:
                    self.assertIn(f'"instructions": {INSTRUCTIONS},', done.stdout)
                    self.assertIn('"faults": 0,', done.stdout)
                else:
                    self.assertIn(done.stdout.strip(), README, command)
                self.assertLess(took, SLOWER * float(seconds), command)

    def test_bits_per_instruction_follow_from_the_bytes(self):
        rows = re.findall(r"\| ([\d,]+) \| (0\.\d{3}) \|$", README, re.M)
        self.assertEqual(len(rows), 4)
        for size, bits in rows:
            self.assertEqual(f"{int(size.replace(',', '')) * 8 / INSTRUCTIONS:.3f}", bits)

    def test_it_is_read_in_one_go(self):
        self.assertLess(len(README.splitlines()), 120)


if __name__ == "__main__":
    unittest.main()
