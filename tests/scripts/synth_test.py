# SPDX-License-Identifier: Apache-2.0
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
sys.path.insert(0, str(ROOT))

from scripts import config, netlist, synth  # noqa: E402 (the path comes first)
from tests.lib.faults import put_fault  # noqa: E402


class SynthTest(unittest.TestCase):
    def synthesize(self, old="", new=""):
        """scripts/synth.py nt_pib in a copy of the tree, with a change in the PIB."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder)
            for name in ("rtl", "scripts", "docs", "tb/units"):
                shutil.copytree(ROOT / name, copy / name)
            if old:
                put_fault(copy, "rtl/transport/nt_pib.v", old, new)
            done = subprocess.run([sys.executable, "scripts/synth.py", "nt_pib"], cwd=copy,
                                  capture_output=True, text=True, check=False)
            figures = copy / "build/synth/nt_pib.json"
            return done, json.loads(figures.read_text()) if figures.exists() else None

    def test_a_flip_flop_counts_as_six_and_each_register_bit_is_one(self):
        done, figures = self.synthesize()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(figures["flip_flops"], 61 + 28)  # its own, the buffer's
        self.assertEqual(figures["path"]["gates"],
                         sum(gates for _, gates in figures["path"]["through"]))
        self.assertGreater(figures["nand2"], 6 * figures["flip_flops"])
        self.assertRegex(done.stdout, r"nt_pib, flat .*" + str(round(figures["nand2"])))

    def test_a_latch_is_an_error(self):
        done, _ = self.synthesize(
            "assign TRC_DATA   = data_reg | {16{rst}};",
            "assign TRC_DATA   = held; reg [15:0] held; always @* if (runs) held = data_reg;")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"ERROR: .*dlatch")

    def test_a_combinational_loop_is_an_error(self):
        done, _ = self.synthesize(
            "assign in_ready = accepts && buffer_ready;",
            "assign in_ready = accepts && buffer_ready && !other; wire other = in_ready || in[7];")
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

    def test_the_builds_of_all_options_are_legal(self):
        for name, values in synth.option_builds().items():
            self.assertIsNone(config.complaint(values), name)

    def test_figures_that_the_manual_does_not_tell_are_stale(self):
        row, parts = synth.told("rv32-min")
        found = {"name": "rv32-min",
                 **{kind: float(row[heading]) for kind, heading in synth.HEADINGS.items()},
                 "modules": [{"module": module, "instances": 1, "nand2": nand2}
                             for module, nand2 in parts.items()]}
        self.assertIsNone(synth.stale(found))
        for kind in netlist.KINDS:
            self.assertIn(kind, synth.stale({**found, kind: found[kind] * 1.1}))
        for part in found["modules"]:
            if part["module"] in ("nt_flow", "nt_message_fifo"):
                part["nand2"] *= 1.2
                self.assertIn(f"NAND2 of {part['module']}", synth.stale(found))
                part["nand2"] /= 1.2
        self.assertIn("no row", synth.stale({**found, "name": "other"}))

    def test_the_smallest_build_has_a_limit_in_the_manual_too(self):
        nand2 = re.search(r"^\| `rv32-min` \| \d+ \| \d+ \| (\d+)",
                          (ROOT / synth.DOCS).read_text(encoding="utf-8"), re.M)[1]
        self.assertLess(int(nand2), synth.LIMIT["rv32-min"])
        found = {"name": "rv32-min", "nand2": 8000.0}
        synth.check_limit(found)
        with self.assertRaises(synth.Failure):
            synth.check_limit({**found, "nand2": 8000.5})


def gate(kind, **pins):
    return {"type": kind, "parameters": {}, "connections": {port: [net]
                                                            for port, net in pins.items()}}


def design(loop=False):
    """inside: Y = !A, and Z is A itself. top: q = !(!q * other), with `inside` in the way."""
    ports = {"A": ("input", [2]), "Y": ("output", [3]), "Z": ("output", [2])}
    inside = {"attributes": {}, "netnames": {},
              "ports": {name: {"direction": way, "bits": bits}
                        for name, (way, bits) in ports.items()},
              "cells": {"gate": gate("NOT", A=2, Y=3)}}
    first = 8 if loop else 5
    cells = {"one": gate("inside", A=first, Y=6, Z=7), "nand": gate("NAND2", A=6, B=7, Y=8),
             "flop": gate("$_DFF_P_", C=4, D=8, Q=5)}
    top = {"attributes": {"top": "1"}, "ports": {}, "cells": cells,
           "netnames": {"q": {"hide_name": 0, "bits": [5]}}}
    return {"modules": {"inside": inside, "top": top}}


class NetlistTest(unittest.TestCase):
    def test_the_longest_path_goes_through_the_modules(self):
        path = netlist.Graph(design(), "top").longest_path()
        self.assertEqual(path, {"gates": 2, "from": "q", "to": "q",
                                "through": [["one", 1], ["top", 1]]})

    def test_a_memory_counts_as_the_multiplexers_that_read_it(self):
        tree = design()
        memory = gate("$mem_v2", RD_ADDR=8, RD_DATA=9)
        memory["parameters"] = {"SIZE": 8, "WIDTH": 1}
        tree["modules"]["top"]["cells"]["memory"] = memory
        self.assertEqual(netlist.Graph(tree, "top").longest_path()["gates"], 2 + 3)
        weight = netlist.weights(ROOT / synth.GENLIB)
        self.assertEqual(netlist.whole(tree, "top", weight),
                         {"cells": 3, "flip_flops": 1, "nand2": 6 + 1 + 0.5, "memory_bits": 8})

    def test_a_loop_and_an_unknown_cell_are_errors(self):
        with self.assertRaisesRegex(netlist.Unknown, "loop"):
            netlist.Graph(design(loop=True), "top").longest_path()
        tree = design()
        tree["modules"]["top"]["cells"]["nand"]["type"] = "$add"
        with self.assertRaisesRegex(netlist.Unknown, "[$]add"):
            netlist.figures(tree, "top", netlist.weights(ROOT / synth.GENLIB))


if __name__ == "__main__":
    unittest.main()
