# SPDX-License-Identifier: Apache-2.0
"""The lockstep bench with its control fields written by APB: the registers beside the encoder.
"""
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import CONFIGS, QUICK, build_with_faults, lockstep
from tests.lib.catalogue import ROOT

NEEDS = ("benches", "build/host.a")
RANDOM = ["--random", "--everything", "--registers"]


class RegistersLockstepTest(unittest.TestCase):
    def test_rtl_and_model_are_alike_while_registers_drive_the_encoder(self):
        for config in CONFIGS:
            for seed in 1, 2:
                with self.subTest(config, seed=seed), tempfile.TemporaryDirectory() as folder:
                    _, summary, said = lockstep(*RANDOM, "--config", config, "--seed", seed,
                                                "--cycles", 100000, "--report", folder)
                    self.assertEqual(summary["mismatches"], 0, said)
                    self.assertGreater(summary["messages"], 1000)

    def test_a_register_that_holds_something_else_is_seen(self):
        with tempfile.TemporaryDirectory() as folder:
            bench = build_with_faults({"rtl": ROOT / "tests/control/registers-fault.patch"}, "tiny",
                                      Path(folder) / "bench", options=QUICK)
            status, summary, _ = lockstep(*RANDOM, "--config", "tiny", "--cycles", 50000,
                                          "--report", f"{folder}/report", bench=bench)
            self.assertEqual(status, 1)
            names = [one["signal"] for one in summary["first_mismatch"]["signals"]]
            self.assertEqual(names, ["trTeInstSyncMax"])


if __name__ == "__main__":
    unittest.main()
