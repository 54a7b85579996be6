# SPDX-License-Identifier: Apache-2.0
"""`ntrace tv verify` over the stored recordings: no difference, next to nothing left out, and floors for
what was compared."""
import gzip
import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

RECORDINGS = sorted((ROOT / "tests/data/tandem").glob("*.ntv*"))
KINDS = ("gpr", "fpr", "csr", "fcsr", "paddr", "eaddr", "store", "privilege", "pc", "memory", "counters")
REASONS = {"memory-unknown", "device", "counter", "csr-unknown", "fpr-wider-than-xlen"}


def verify(path, *options):
    done = subprocess.run([str(ROOT / "build/ntrace"), "tv", "verify", "--json", *options, str(path)],
                          cwd=ROOT, capture_output=True, check=False, text=True)
    if done.returncode == 2:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def dump(path):
    return subprocess.run([str(ROOT / "build/ntrace"), "tv", "dump", str(path)], cwd=ROOT, capture_output=True,
                          check=True, text=True).stdout


def options_for(path):
    """QEMU has AMOs fault as loads; of the programs the kernels alone have such faults."""
    return ["--amo-load-causes"] if path.name.startswith("kernel") else []


class VerifyRecordingsTest(unittest.TestCase):
    def test_there_are_recordings(self):
        self.assertGreaterEqual(len(RECORDINGS), 15)

    def test_each_has_no_difference_and_is_verified(self):
        for path in RECORDINGS:
            with self.subTest(path.name):
                result = verify(path, *options_for(path))
                self.assertEqual(result["differences"], [])
                self.assertTrue(result["passed"])
                count = result["instructions"]
                self.assertEqual(result["verified"] + sum(result["unverified"].values()), count)
                self.assertLessEqual(set(result["unverified"]), REASONS)
                floats = result["unverified"].get("fpr-wider-than-xlen", 0)
                self.assertGreaterEqual(result["verified"] + floats, 0.99 * count)
                compared = result["compared"]
                self.assertGreaterEqual(compared["pc"], count)
                self.assertGreaterEqual(compared["registers"], 0.29 * count)
                self.assertGreaterEqual(compared["addresses"], 0.02 * count)
                self.assertGreaterEqual(compared["stored_bytes"], 0.02 * count)
                self.assertGreaterEqual(compared["csrs"], 4 * result["traps"])

    def test_what_is_said_to_be_absent_is_not_compared(self):
        path = next(path for path in RECORDINGS if "integer" in path.name)
        whole = verify(path)["compared"]
        for kind, counted in (("gpr", "registers"), ("paddr", "addresses"), ("store", "stored_bytes"),
                              ("pc", "pc"), ("csr", "csrs")):
            with self.subTest(kind):
                result = verify(path, "--absent", kind)
                self.assertEqual(result["differences"], [])
                self.assertLess(result["compared"][counted], whole[counted] / 2)

    def test_any_kind_may_be_absent(self):
        for path in RECORDINGS[::3]:
            for kind in KINDS:
                with self.subTest(f"{path.name} {kind}"):
                    self.assertEqual(verify(path, *options_for(path), "--absent", kind)["differences"], [])

    def test_kernels_go_to_u_mode_and_back(self):
        for name in ("kernel", "kernel32", "paging", "paging32"):
            with self.subTest(name):
                path = ROOT / f"tests/data/tandem/{name}.ntv.gz"
                modes = re.findall("privilege = (.)", dump(path))
                self.assertLessEqual({"01", "10"}, set(map("".join, zip(modes, modes[1:]))))
                self.assertGreaterEqual(verify(path, *options_for(path))["compared"]["privilege"], 30)

    def test_a_cut_recording_is_refused_and_nothing_of_the_rest_is_reported(self):
        data = gzip.decompress(next(path for path in RECORDINGS if path.suffix == ".gz").read_bytes())
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "cut.ntv"
            for size in (len(data) // 3, len(data) // 2, len(data) - 9):
                path.write_bytes(data[:size])
                done = subprocess.run([str(ROOT / "build/ntrace"), "tv", "verify", str(path)], cwd=ROOT,
                                      capture_output=True, check=False, text=True)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertRegex(done.stderr, r"offset \d+")


if __name__ == "__main__":
    unittest.main()
