# SPDX-License-Identifier: Apache-2.0
"""What `make gates` catches: in each build, cells of the netlist that are other ones, drawn by a seed; a flip-flop that is
not reset. By day in one build."""
import random
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from scripts import mapped, synth
from tests.icarus import gates, run
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault
from tests.lib.tier import WHOLE

NEEDS = ("build/ntrace", "build/programs/interpreter32.ntr")
BUILDS = sorted(path.stem for path in (ROOT / "rtl/config").glob("*.cfg")) if WHOLE else ["rv32-min"]
# A cell for another with the same pins
OTHER = {"NAND2X1": "NOR2X1", "NOR2X1": "NAND2X1", "AND2X1": "OR2X1", "OR2X1": "AND2X1", "XOR2X1": "XNOR2X1",
         "XNOR2X1": "XOR2X1", "AOI21X1": "OAI21X1", "OAI21X1": "AOI21X1"}
CELL = re.compile(rf"^  ({'|'.join(OTHER)}) (\w+) \(", re.M)
DRAWS, SEED = 6 if WHOLE else 3, 5


def changed(text, cell):
    """The netlist with another kind of cell in that place."""
    return text[:cell.start(1)] + OTHER[cell[1]] + text[cell.end(1):]


class GatesTest(unittest.TestCase):
    def netlist(self, build):
        return mapped.netlist(build, synth.ENCODER, synth.parameters(build))

    def fails(self, build, text, start="unknown"):
        """Whether a run with this netlist does; a cell that is another may end in a loop that never settles."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "netlist.v")
            path.write_text(text, encoding="utf-8")
            program, words = gates.benches(build, path, folder)[start]
            try:
                for name, ingress in gates.inputs_of(build, folder):
                    run.compare(program, build, name, ingress, folder, words)
            except run.Failure:
                return True
        return False

    def test_a_changed_cell_is_seen(self):
        for build in BUILDS:
            text = Path(self.netlist(build)).read_text("utf-8")
            drawn = random.Random(SEED).sample(list(CELL.finditer(text)), DRAWS)
            seen = [self.fails(build, changed(text, cell)) for cell in drawn]
            print(f"{build}: {sum(seen)} of {DRAWS} changed cells are seen, seed {SEED}")
            with self.subTest(build):
                self.assertGreaterEqual(sum(seen), DRAWS // 2)

    def test_a_start_that_reaches_an_output_is_seen(self):
        """nt_message_fifo's level without its reset: unknown, and with a start that is drawn wrong bytes."""
        with tempfile.TemporaryDirectory() as folder:
            rtl = Path(folder, "rtl")
            shutil.copytree(ROOT / "rtl", rtl)
            put_fault(rtl, "encoder/nt_message_fifo.v", "level_reg <= {LEVEL_W{1'b0}};", ";")
            path = mapped.netlist("broken", synth.ENCODER, synth.parameters("rv32-min"), folder, str(rtl))
            text = Path(path).read_text("utf-8")
        self.assertTrue(self.fails("rv32-min", text))
        self.assertTrue(self.fails("rv32-min", text, "seed 1"))


if __name__ == "__main__":
    unittest.main()
