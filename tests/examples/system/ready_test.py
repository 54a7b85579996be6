# SPDX-License-Identifier: Apache-2.0
"""The ready tops: what nt_rvfi_system stores of a core's instructions decodes to them, and its parts
are connected as the headers say."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts import ready_tops
from tests.lib.bench import run
from tests.lib.catalogue import ROOT

BENCH = ROOT / "examples/system/nt_rvfi_system_tb.v"
RECORDING = ROOT / "tests/data/boot.ntr"
NUMBER = 1500
# Wires of the top that lead to another place
FAULTS = {
    "another_pc": (".rvfi_pc_rdata(rvfi_pc_rdata[", ".rvfi_pc_rdata(rvfi_pc_wdata["),
    "another_instruction": (".rvfi_insn(rvfi_insn[", ".rvfi_insn(~rvfi_insn["),
    "half_the_blocks": (".iretire(iretire)", ".iretire({NHARTS*NBLOCKS*IRETIRE_W{1'b0}})"),
}


def instructions():
    """Those of the recording: number, pc, the next, mode."""
    done = run("info", RECORDING, "--retired", "--json", "--limit", str(NUMBER), program=ROOT / "build/ntrace")
    return [json.loads(line) for line in done.stdout.splitlines()]


class ReadyTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.ran = instructions()
        lines = [f"{one['insn'][2:]} {one['pc'][2:]} {one['next'][2:]} {'US?M'.index(one['privilege'])} 0 0\n"
                 for one in cls.ran]
        (cls.folder / "core.rvfi").write_text("".join(lines), "ascii")

    def test_the_tops_are_those_that_the_script_writes(self):
        for path, text in ready_tops.ready_tops():
            self.assertEqual((ROOT / path).read_text("utf-8"), text, f"{path}: make packages")

    def is_right(self, overrun, back):
        return overrun == "0" and back == [int(one["pc"], 16) for one in self.ran]

    def decoded(self, listing):
        """What comes back, of the top in that list; it is read from another folder."""
        program, words, trace = (self.folder / name for name in ("bench.vvp", "words", "trace.nex"))
        subprocess.run(["iverilog", "-g2005", "-s", "nt_rvfi_system_tb", "-o", program, "-f", listing, BENCH], check=True,
                       cwd=self.folder, env={"NTRACE": str(ROOT), "PATH": "/usr/bin:/bin"})
        done = subprocess.run(["vvp", "-N", program, "+rvfi=core.rvfi", f"+bytes={words}"], cwd=self.folder, check=True,
                              capture_output=True, text=True)
        self.assertNotIn("FAILED", done.stdout)
        trace.write_bytes(b"".join(int(word, 16).to_bytes(4, "little") for word in words.read_text("ascii").split()
                                   if "x" not in word))
        back = run("decode", trace, "--image", RECORDING, "--to", "pc", program=ROOT / "build/ntrace")
        return done.stdout.split()[-1], [int(line, 16) for line in back.stdout.split() if line.startswith("0x")]

    def test_what_goes_in_by_rvfi_is_what_the_memory_has(self):
        overrun, back = self.decoded(ROOT / "rtl/lists/anywhere/nt_rvfi_system.f")
        self.assertTrue(self.is_right(overrun, back), f"overrun {overrun}, {len(back)} instructions")

    def test_a_line_of_other_columns_is_told(self):
        for lines, count in (("00000013 0 4 3 0 0\ninsn,trap,intr\n", 1), ("pc,insn\n", 0), ("00000013 0 4\n", 0)):
            (self.folder / "other.rvfi").write_text(lines, "ascii")
            program = self.folder / "other.vvp"
            subprocess.run(["iverilog", "-g2005", "-s", "nt_rvfi_system_tb", "-o", program, "-f",
                            ROOT / "rtl/lists/anywhere/nt_rvfi_system.f", BENCH], check=True,
                           env={"NTRACE": str(ROOT), "PATH": "/usr/bin:/bin"})
            done = subprocess.run(["vvp", "-N", program, "+rvfi=other.rvfi", "+bytes=other.words"], cwd=self.folder, check=False,
                                  capture_output=True, text=True)
            self.assertIn(f"FAILED: {count} instructions, then a line of other columns", done.stdout)
            self.assertEqual(done.returncode, 1)
        for words in (["+rvfi=none.rvfi", "+bytes=other.words"], ["+rvfi=core.rvfi"], ["+bytes=other.words"],
                      ["+rvfi=core.rvfi", "+bytes=none/words"]):
            done = subprocess.run(["vvp", "-N", program, *words], cwd=self.folder, check=False, capture_output=True, text=True)
            self.assertIn("FAILED: +rvfi=FILE or +bytes=FILE is not given, or cannot be opened", done.stdout)
            self.assertEqual(done.returncode, 1)

    def test_a_wire_that_leads_to_another_place_is_seen(self):
        text = (ROOT / "rtl/nt_rvfi_system.v").read_text("utf-8")
        listing = (ROOT / "rtl/lists/anywhere/nt_rvfi_system.f").read_text("utf-8")
        for name, (old, new) in FAULTS.items():
            with self.subTest(name):
                self.assertEqual(text.count(old), 1)
                (self.folder / "top.v").write_text(text.replace(old, new), "utf-8")
                (self.folder / "list.f").write_text(listing.replace("${NTRACE}/rtl/nt_rvfi_system.v", "top.v"), "utf-8")
                overrun, back = self.decoded(self.folder / "list.f")
                self.assertFalse(self.is_right(overrun, back))


if __name__ == "__main__":
    unittest.main()
