# SPDX-License-Identifier: Apache-2.0
"""The encoder of the tandem trace under Icarus, where registers begin unknown: with every input unknown that is
not valid, outputs are known from the reset on, and examples of the specification come out byte for byte."""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault

BYTES = """
01 0a 02
01 03 11 b3 81 62 00 04 03 10 34 12 00 00 00 00 00 00 02
01 03 11 d3 f3 16 01 04 27 10 f9 f4 fe 66 ff ff ff ff 06 03 00 01 02
01 07 0a 00 00 01 00 00 00 00 00 04 41 03 56 12 08 00 00 00 00 00 04 42 03 03 00 00 00 00 00 00 80
04 00 03 b0 18 00 00 0a 00 00 00 04 43 03 00 00 00 00 00 00 00 00 07 01 03 02
01 0b 08 00 00 00 80 00 00 00 00 31 88 77 66 55 44 33 22 11 02
"""


def simulate(rtl):
    """What the bench prints."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "tb"
        made = subprocess.run(["iverilog", "-g2005", "-Wall", "-Wno-timescale", f"-I{rtl}/tandem", "-o", program,
                               ROOT / "tests/tandem/nt_tv_tb.v", *sorted(Path(rtl).glob("tandem/nt_tv_*.v"))],
                              capture_output=True, text=True, check=False)
        if made.returncode != 0 or made.stderr:
            raise AssertionError(made.stderr)
        done = subprocess.run(["vvp", "-n", program], capture_output=True, text=True, check=True, timeout=60)
        return done.stdout.split()


class IcarusTest(unittest.TestCase):
    def test_examples_come_out_and_nothing_is_unknown(self):
        self.assertEqual(simulate(ROOT / "rtl"), [*BYTES.split(), "idle"])

    def broken(self, file, old, new):
        with tempfile.TemporaryDirectory() as folder:
            rtl = Path(shutil.copytree(ROOT / "rtl", Path(folder) / "rtl"))
            put_fault(rtl, file, old, new)
            return simulate(rtl)

    def test_a_register_that_is_not_reset_is_seen(self):
        self.assertIn("unknown", self.broken("tandem/nt_tv_buffer.v", "level_reg     <= {ADDRESS_W+1{1'b0}};", ";"))

    def test_an_input_that_is_not_valid_and_used_is_seen(self):
        printed = self.broken("tandem/nt_tv_group.v", "{8*FLAGS{item_flags_valid}}", "{8*FLAGS{1'b1}}")
        self.assertNotEqual(printed, [*BYTES.split(), "idle"])


if __name__ == "__main__":
    unittest.main()
