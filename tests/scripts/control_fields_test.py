# SPDX-License-Identifier: Apache-2.0
"""rtl/control/nt_control_fields.vh is what model/control/control_fields.def makes, and packs the
fields without a gap."""
import re
import subprocess
import unittest

from scripts import control_fields
from tests.lib.catalogue import ROOT

SCRIPT = ROOT / "scripts/control_fields.py"


class ControlFieldsTest(unittest.TestCase):
    def test_the_file_is_in_step(self):
        done = subprocess.run([SCRIPT, "--check"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_fields_follow_each_other_from_bit_0(self):
        text = control_fields.HEADER.read_text(encoding="ascii")
        places = [(name, int(high), int(low))
                  for name, high, low in re.findall(r"`define NT_(\w+) (\d+):(\d+)", text)]
        self.assertEqual([(name, high - low + 1) for name, high, low in places],
                         control_fields.fields())
        self.assertEqual([low for _, _, low in places], [0] + [high + 1 for _, high, _ in places[:-1]])
        self.assertIn(f"`define NT_CONTROL_W {places[-1][1] + 1}\n", text)

    def test_what_is_not_an_option_is_usage(self):
        done = subprocess.run([SCRIPT, "--chek"], capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("control_fields.py [--check]", done.stderr)


if __name__ == "__main__":
    unittest.main()
