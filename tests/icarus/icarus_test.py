# SPDX-License-Identifier: Apache-2.0
"""What `make icarus` catches: a wrong byte, an output that stays unknown, a file it cannot use."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.lib.faults import put_fault

ROOT = Path(__file__).resolve().parents[2]


class IcarusTest(unittest.TestCase):
    def run_with(self, file, old, new):
        with tempfile.TemporaryDirectory() as folder:
            rtl = Path(folder) / "rtl"
            shutil.copytree(ROOT / "rtl", rtl)
            put_fault(rtl, file, old, new)
            return subprocess.run(
                [sys.executable, str(ROOT / "tests/icarus/run.py"), "--rtl", str(rtl),
                 "--build", folder], capture_output=True, text=True, check=False)

    def test_a_wrong_byte_is_seen(self):
        done = self.run_with("transport/nt_serializer.v", "tcode : shift_reg[5:0]", "tcode : ~shift_reg[5:0]")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"byte \d+: expected \w\w, got \w\w")

    def test_a_register_that_is_not_reset_is_seen(self):
        done = self.run_with("encoder/nt_message_fifo.v", "level_reg <= {LEVEL_W{1'b0}};", ";")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"cycle \d+: an output is unknown")


if __name__ == "__main__":
    unittest.main()
