# SPDX-License-Identifier: Apache-2.0
"""Control Transfer Records over many cycles: 100 million in `make nightly`."""
import json
import subprocess
import unittest

from tests.lib import tier
from tests.lib.catalogue import ROOT

NEEDS = ("build/units/ctr/rv64-draft/bench", "build/units/ctr/rv64/bench")
CYCLES = 10**8 if tier.WHOLE else 10**6


class LongTest(unittest.TestCase):
    def test_both_maps_agree_with_one_block_and_four(self):
        for build in ("rv64", "rv64-draft"):
            for blocks in (1, 4):
                with self.subTest(build=build, blocks=blocks):
                    done = subprocess.run([str(ROOT / "build/ntrace"), "lockstep", "--random", "--unit", "ctr",
                                           "--build", build, "--blocks", str(blocks), "--cycles", str(CYCLES),
                                           "--seed", "2026", "--json"],
                                          cwd=ROOT, capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    summary = json.loads(done.stdout)
                    self.assertEqual(summary["mismatches"], 0)
                    self.assertGreaterEqual(summary["cycles"], CYCLES)
                    self.assertGreater(summary["accesses"], summary["cycles"] // 20)
                    print(f"# {build}, {blocks} block(s): {summary['entries']} entries, "
                          f"{summary['accesses']} accesses, {summary['freezes']} freezes")


if __name__ == "__main__":
    unittest.main()
