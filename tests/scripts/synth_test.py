"""What scripts/synth.py counts, and that it fails on what must not be synthesized."""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class SynthTest(unittest.TestCase):
    def synthesize(self, old="", new=""):
        """scripts/synth.py nt_pib in a copy of the tree, with a change in the PIB."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder)
            for name in ("rtl", "scripts"):
                shutil.copytree(ROOT / name, copy / name)
            path = copy / "rtl/transport/nt_pib.v"
            source = path.read_text(encoding="utf-8")
            if old:
                self.assertEqual(source.count(old), 1, old)
                path.write_text(source.replace(old, new), encoding="utf-8")
            done = subprocess.run([sys.executable, "scripts/synth.py", "nt_pib"], cwd=copy,
                                  capture_output=True, text=True, check=False)
            figures = copy / "build/synth/nt_pib.json"
            return done, json.loads(figures.read_text()) if figures.exists() else None

    def test_a_flip_flop_counts_as_six_and_each_register_bit_is_one(self):
        done, figures = self.synthesize()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(figures["flip_flops"], 1 + 8 + 16 + 1)
        self.assertGreater(figures["nand2"], 6 * figures["flip_flops"])
        self.assertRegex(done.stdout, r"nt_pib .*" + str(round(figures["nand2"])))

    def test_a_latch_is_an_error(self):
        done, _ = self.synthesize(
            "assign TRC_DATA   = data_reg;",
            "assign TRC_DATA   = held; reg [7:0] held; always @* if (runs) held = data_reg;")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"ERROR: .*dlatch")

    def test_a_combinational_loop_is_an_error(self):
        done, _ = self.synthesize(
            "wire take     = in_valid && in_ready;",
            "wire take     = in_valid && in_ready && !other; wire other = take || in[7];")
        self.assertEqual(done.returncode, 1)
        self.assertTrue(re.search(r"ERROR: .*problems", done.stdout), done.stdout)

    def test_registers_shrink_with_what_the_build_lacks(self):
        sizes = []
        for name in "rv32-min-registers", "tiny-registers":
            done = subprocess.run([sys.executable, "scripts/synth.py", name], cwd=ROOT,
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            path = ROOT / f"build/synth/{name}.json"
            sizes.append(json.loads(path.read_text(encoding="utf-8"))["flip_flops"])
        # trTeControl 15, ntResumeLevel 3, ntEnSyncICNT, ntRc7: nothing of what is not there
        self.assertEqual(sizes[0], 20)
        self.assertGreater(sizes[1], 5 * sizes[0])


if __name__ == "__main__":
    unittest.main()
