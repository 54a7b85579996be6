# SPDX-License-Identifier: Apache-2.0
"""scripts/formal.py fails where a proof fails, where a cover is out of reach, where a fault shows
nothing, and where no fault is known for a property."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.lib.faults import put_fault

ROOT = Path(__file__).resolve().parents[2]
TRIGGER = "rtl/control/nt_trigger.v"


class FormalTest(unittest.TestCase):
    def prove(self, file, old, new):
        """The proof of nt_trigger in a copy of the tree, with a change."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder)
            for name in ("rtl", "scripts", "tests/formal"):
                shutil.copytree(ROOT / name, copy / name)
            put_fault(copy, file, old, new)
            return subprocess.run([sys.executable, "scripts/formal.py", "trigger"], cwd=copy,
                                  capture_output=True, text=True, check=False)

    def check(self, done, text):
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(text, done.stdout)

    def test_a_broken_module_fails_its_proof(self):
        self.check(self.prove(TRIGGER, "wire starts = trTeInstTracing &&",
                              "wire starts = !trTeInstTracing &&"), "a counterexample")

    def test_an_assumption_that_leaves_nothing_fails_the_covers(self):
        self.check(self.prove(TRIGGER, "if (!f_started) a_reset: assume (rst);",
                              "a_reset: assume (rst);"), "is not reached")

    def test_a_property_that_cannot_fail_is_named(self):
        self.check(self.prove(TRIGGER, "p_gated: assert (!trace_on && !trace_off);",
                              "p_gated: assert (1'b1);"), "p_gated holds with the fault")

    def test_a_property_without_a_fault_is_named(self):
        self.check(self.prove(TRIGGER, "p_gated: assert", "p_other: assert"),
                   "no fault breaks p_other")

    def test_a_fault_that_does_not_fit_the_source_any_more_is_named(self):
        self.check(self.prove("tests/formal/proofs/control.py", '"assign trace_on        = trTeInstTrigEnable &&"', '"gone"'),
                   "not there once")


if __name__ == "__main__":
    unittest.main()
