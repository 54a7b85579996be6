# SPDX-License-Identifier: Apache-2.0
"""The suite of programs about counters (Sscofpmf) on a hart of QEMU: what passes, and what QEMU does otherwise, by
tests/hpm/suite_qemu.txt, which is kept by hand and compared both ways."""
import subprocess
import unittest

from tests.lib import tier
from tests.lib.catalogue import ROOT
from tests.pmu import qemu

NEEDS = ("suites",)
LIST = ROOT / "tests/hpm/suite_qemu.txt"
QEMU = "7.2."
SECONDS = 20  # of the clock: a program takes a tenth of one
SKIPPED = 0xFF  # what of 0xffff is left in an exit status
SHARE = 1 if tier.WHOLE else 6  # one in so many


def deviations():
    """Names by XLEN."""
    found = {"64": set(), "32": set()}
    for line in LIST.read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            xlen, names, reason = line.split(" | ")
            assert reason
            found[xlen].update(names.split())
    return found


def outcome(xlen, program):
    command = [f"qemu-system-riscv{xlen}", "-M", "virt", "-cpu", f"rv{xlen},sscofpmf=on", "-display", "none", "-serial",
               "none", "-monitor", "none", "-icount", "shift=0", "-bios", program]
    try:
        status = subprocess.run(command, check=False, capture_output=True, timeout=SECONDS).returncode
    except subprocess.TimeoutExpired:
        return "deviates"
    return {0: "passes", SKIPPED: "is skipped"}.get(status, "deviates")


@unittest.skipUnless((ROOT / "examples/suites/counters").exists(), "there is no suite of counters")
class Suite(unittest.TestCase):
    def test_qemu_deviates_as_listed(self):
        version = qemu.qemu_version()
        self.assertTrue(version.startswith(QEMU), f"QEMU {version} is installed; the list is of QEMU {QEMU}x")
        for xlen, deviating in deviations().items():
            folder = ROOT / f"build/suites/counters{xlen}"
            subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", str((folder / "list").relative_to(ROOT))], check=True)
            names = [line.split("\t")[0] for line in (folder / "list").read_text(encoding="ascii").splitlines()]
            self.assertLessEqual(deviating, set(names))
            passed = 0
            for name in names[::SHARE]:
                came = outcome(xlen, folder / f"{name}.elf")
                passed += came == "passes"
                with self.subTest(name, xlen=xlen):
                    self.assertEqual(came == "deviates", name in deviating)
            self.assertGreater(passed * SHARE, 15)


if __name__ == "__main__":
    unittest.main()
