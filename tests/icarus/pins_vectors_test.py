# SPDX-License-Identifier: Apache-2.0
"""The vectors of units whose ingress is of pins, under Icarus: RTL whose registers begin unknown shows what they
expect. `make nightly` takes all of them, `make test` one of eight; and a fault in the RTL shows."""
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from tests.icarus.pins_tb import Benches
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault
from tests.lib.tier import WHOLE

FOLDER = ROOT / "tests/vectors"
STEP = 1 if WHOLE else 8
# By unit: a file of RTL, what is there, what is there then, a vector that shows it
FAULTS = {"tv": ("tandem/nt_tv_group.v", "{8*FLAGS{item_flags_valid}}", "{8*FLAGS{1'b0}}", "tv-example-fadd"),
          "ctr": ("ctr/nt_ctr_lane.v", "!trap ? from_on && !inhibited", "!trap ? from_on", "ctr-filters"),
          "hpm": ("hpm/nt_hpm_counter.v", "if (enable && (block_mode[5*b +: 5] & inhibit_reg)", "if ((block_mode[5*b +: 5] & inhibit_reg)",
                  "hpm-inhibit")}


def expected(path):
    """The bytes that it expects, or the lines of answers."""
    lines = re.findall(r"^#> (.*)$", path.read_text(encoding="ascii"), re.M)
    if all(re.match(r"[0-9A-F]{2} ", line) or line == "nothing" for line in lines):
        return [byte.lower() for line in lines if line != "nothing" for byte in line.split("  ")[0].split()]
    return [word for line in lines for word in re.sub(r" any=\S+", "", re.split(r"  | \|", line)[0]).split()]


class PinsVectorsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_icarus_shows_what_the_vectors_expect(self):
        benches = Benches(self.folder)
        paths = sorted(path for unit in FAULTS for path in FOLDER.glob(f"{unit}/*.pins"))
        self.assertGreater(len(paths), 60)
        for path in paths[::STEP]:
            with self.subTest(path.stem):
                self.assertEqual(benches.shown(path).split(), expected(path))

    def test_a_fault_in_the_rtl_shows(self):
        for unit, (file, old, new, vector) in FAULTS.items():
            with self.subTest(unit):
                rtl = Path(shutil.copytree(ROOT / "rtl", self.folder / unit / "rtl"))
                put_fault(rtl, file, old, new)
                path = FOLDER / f"{unit}/{vector}.pins"
                self.assertNotEqual(Benches(self.folder / unit, rtl).shown(path).split(), expected(path))


if __name__ == "__main__":
    unittest.main()
