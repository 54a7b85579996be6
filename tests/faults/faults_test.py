"""Each stage of the encoder is broken once in RTL, once in the model, and once in both alike, by a
patch on a copy. Each time a witness must see it, and say where.

time limit: 900 seconds
"""
import json
import os
import shutil
import subprocess
import unittest

from tests.lib.paths import ROOT

CONFIG = "tiny"
BUILD = "build/faults"

# Fault, and the signal in which RTL and model must differ first.
SIGNALS = {
    "ingress-latch": "iretire_0",
    "icnt": "icnt",
    "hist": "hist",
    "reference-address": "reference",
    "fifo": "write",
    "serializer": "fixed",
    "pib": "TRC_CLK",
}
# Where the RTL's fault differs from the model's of the same name.
RTL_SIGNALS = {"fifo": "head_"}

# Broken alike in both, so that only the other witnesses can see it: which one does.
ALIKE = {
    "ingress-latch": "roundtrip",
    "icnt": "roundtrip",
    "hist": "roundtrip",
    "reference-address": "roundtrip",
    "serializer": "roundtrip",
    "pib": "pins",
}


def copy_with_fault(side, fault, folder):
    target = f"{folder}/{side}"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / side, ROOT / target)
    patch = ROOT / "tests/faults" / side / f"{fault}.patch"
    subprocess.run(["patch", "-s", "-p1", "-i", str(patch)], cwd=ROOT / folder, check=True)
    return target


def build(name, sides, fault):
    """A bench over copies of rtl/ and model/ with the fault; returns its path."""
    folder = f"{BUILD}/{name}"
    os.makedirs(ROOT / folder, exist_ok=True)
    sources = [f"{side.upper()}={copy_with_fault(side, fault, folder)}" for side in sides]
    subprocess.run(["make", "-s", "SETUP=no", "bench-binary", f"CONFIG={CONFIG}",
                    f"BENCH={folder}", *sources], cwd=ROOT, check=True)
    return f"{folder}/nt_bench"


def run(bench, mode):
    command = [bench, "--random", "--seed", "7", "--cycles", "200000", "--config", CONFIG,
               "--report", os.path.dirname(bench) + "/report", "--json", *mode]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False, timeout=300)
    return done.returncode, json.loads(done.stdout), done.stderr


class Faults(unittest.TestCase):
    def sees_mismatch(self, side, fault, signal):
        bench = build(f"{side}-{fault}", [side], fault)
        status, result, said = run(bench, [])
        self.assertEqual(status, 1)
        first = result["first_mismatch"]
        signals = [entry["signal"] for entry in first["signals"]]
        self.assertTrue(any(signal in name for name in signals), f"{signal}: {first}")
        self.assertIn(f"mismatch in cycle {first['cycle']}", said)
        report = ROOT / os.path.dirname(bench) / "report"
        for file in ("mismatch.txt", "mismatch.nti", "mismatch.fst", "mismatch.gtkw"):
            self.assertTrue((report / file).stat().st_size > 0, file)

    def sees_other_witness(self, fault, witness):
        bench = build(f"both-{fault}", ["rtl", "model"], fault)
        status, result, _ = run(bench, [])
        self.assertEqual(status, 1)
        self.assertEqual(result["mismatches"], 0)
        self.assertNotEqual(result[witness], "exact")


def add_tests():
    for fault, signal in SIGNALS.items():
        name = fault.replace("-", "_")
        for side in ("rtl", "model"):
            expected = RTL_SIGNALS.get(fault, signal) if side == "rtl" else signal

            def mismatch(self, side=side, fault=fault, expected=expected):
                self.sees_mismatch(side, fault, expected)

            setattr(Faults, f"test_lockstep_names_a_fault_in_{side}_{name}", mismatch)
        if fault in ALIKE:

            def alike(self, fault=fault):
                self.sees_other_witness(fault, ALIKE[fault])

            setattr(Faults, f"test_{ALIKE[fault]}_sees_the_same_fault_on_both_sides_{name}", alike)


add_tests()

if __name__ == "__main__":
    unittest.main()
