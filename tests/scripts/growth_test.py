# SPDX-License-Identifier: Apache-2.0
"""What the house must have touched to grow: a control field takes six files by hand, an import format two, a build its
.cfg. Each is added to a copy of the tree, built and used there; whatever else changes was made by a script. (A unit:
tests/tb/guest_unit_test.py.)"""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE
from tests.lib.tree_copy import TreeCopy

NEEDS = ("host", "bench-tiny")

FIELD = "trTeInstEnExample"  # in trTeInstFeatures, bit 11
# File, a line that is there, and what comes after it; or (old, new) and None
FIELD_FILES = (
    ("model/control/control_fields.def", 'FIELD(trTeInstExtendAddrMSB, 1, 0, "0 or 1", is_bit)',
     f'/* 1: an example */\nFIELD({FIELD}, 1, 0, "0 or 1", is_bit)'),
    ("model/control/encoder_map.c", ("    STORED(trTeSrcID, 16,", f'    STORED({FIELD}, 11, 1, NT_WARL, with_options, '
                                     '"1: an example", "0 without OPTIONS."),\n    STORED(trTeSrcID, 16,'), None),
    ("rtl/control/nt_registers.v", "    reg        extend_msb_reg;", "    reg        example_reg;"),
    ("rtl/control/nt_registers.v", "            extend_msb_reg        <= 1'b0;", "            example_reg           <= 1'b0;"),
    ("rtl/control/nt_registers.v", "                    extend_msb_reg       <= HAS_OPTIONS && word[10];",
     "                    example_reg          <= HAS_OPTIONS && word[11];"),
    ("rtl/control/nt_registers.v", "    assign control[`NT_trTeInstExtendAddrMSB]        = extend_msb_reg;",
     f"    assign control[`NT_{FIELD}]            = example_reg;"),
    ("rtl/control/nt_registers.v", ("src_id_reg, 5'd0, extend_msb_reg", "src_id_reg, 4'd0, example_reg, extend_msb_reg"), None),
    ("tb/units/registers.rows", "probe | trTeInstExtendAddrMSB      | 1  |  | dut.registers.extend_msb_reg | c.trTeInstExtendAddrMSB",
     f"probe | {FIELD}          | 1  |  | dut.registers.example_reg | c.{FIELD}"),
    ("sim/witness/registers.c", "    ROW(INST_FEATURES, 10, 10, WITH_OPTIONS, trTeInstExtendAddrMSB),",
     f"    ROW(INST_FEATURES, 11, 11, WITH_OPTIONS, {FIELD}),"),
    ("tests/control/register_list.py", '        Field("trTeInstExtendAddrMSB", 10, 10, "WARL", UNDEF, if_any("OPTIONS", 1)),',
     f'        Field("{FIELD}", 11, 11, "WARL", UNDEF, if_any("OPTIONS", 1)),'),
)
# A format of lines of decimal addresses
FORMAT = '''/* SPDX-License-Identifier: Apache-2.0 */
/* A format of a test: a line per instruction, hart 0, "ADDRESS ENCODING", hexadecimal. */
#include "sim/recording/log_lines.h"

#include <stdio.h>

static int take_line(nt_log_lines *l, char *text, nt_error *error) {
    unsigned long long pc, bits;
    if (sscanf(text, "%llx %llx", &pc, &bits) != 2) {
        return nt_log_fail(&l->log, error, "expected ADDRESS ENCODING");
    }
    l->harts[0].priv_assumed = true;
    return nt_hart_log_insn(&l->harts[0], pc, bits, nt_encoding_size(bits), 3, error);
}

static int run(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
               nt_import_counts *counts, nt_error *error) {
    static const nt_log_format format = {.what = "an example", .longest = 100, .take = take_line};
    return nt_log_lines_import(&format, options, writer, progress, counts, error);
}

const nt_import_format nt_import_format_example = {
    .name = "example",
    .summary = "an example",
    .source = "an example",
    .most_harts = 1,
    .run = run,
};
'''
MADE = ("scripts/control_fields.py", "scripts/signals.py")


def put(path, old, new):
    text = path.read_text(encoding="ascii")
    line = old[0] if new is None else old + "\n"
    assert text.count(line) == 1, (path, line)
    path.write_text(text.replace(line, old[1] if new is None else line + new + "\n"), encoding="ascii")


class GrowthTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.tree = TreeCopy(Path(temporary.name) / "tree", ("tiny",))

    def tearDown(self):
        self.tree.git("add", "-A")
        self.tree.git("commit", "-q", "-m", "Grown")

    def changed(self):
        return [line[3:] for line in self.tree.status().splitlines()]

    def make(self, *goals):
        return self.tree.made("make", "-s", "SETUP=no", *goals)

    def test_a_build_is_its_cfg_alone(self):
        text = (self.tree.path / "rtl/config/tiny.cfg").read_text(encoding="ascii")
        (self.tree.path / "rtl/config/mine.cfg").write_text(re.sub(r"(?m)^(FIFO_DEPTH *=).*", r"\1 32", text), encoding="ascii")
        self.assertEqual(self.changed(), ["rtl/config/mine.cfg"])
        self.make("host")
        self.tree.made("build/ntrace", "registers", "--config", "mine")
        if not WHOLE:
            return
        self.make("CONFIG=mine", "bench-binary", "build/lint/rtl-mine")
        said = self.tree.made("build/ntrace", "lockstep", "--random", "--cycles", 3000, "--config", "mine")
        self.assertRegex(said, r"mismatches +0 \(")

    def test_an_import_format_is_a_file_and_a_name(self):
        (self.tree.path / "sim/recording/import_example.c").write_text(FORMAT, encoding="ascii")
        text = (self.tree.path / "sim/recording/import.h").read_text(encoding="ascii")
        (self.tree.path / "sim/recording/import.h").write_text(
            re.sub(r"(?m)^    FORMAT\(pc\) .*\n", r"\g<0>    FORMAT(example) \\\n", text), encoding="ascii")
        self.assertEqual(sorted(self.changed()), ["sim/recording/import.h", "sim/recording/import_example.c"])
        self.make("host")
        (self.tree.path / "build/a.txt").write_text("80000000 13\n80000004 6f\n80000004 6f\n", encoding="ascii")
        self.tree.made("build/ntrace", "import", "--format", "example", "build/a.txt", "--xlen", 32, "-o", "build/a.ntr")
        self.assertIn("instructions                 3\n", self.tree.made("build/ntrace", "info", "build/a.ntr"))

    @staticmethod
    def signals():
        """How many the bench of the tree compares."""
        done = subprocess.run([ROOT / "build/ntrace", "lockstep", "--random", "--cycles", "100", "--config", "tiny"],
                              cwd=ROOT, capture_output=True, text=True, check=True)
        return int(re.search(r"\((\d+) signals", done.stdout)[1])

    def test_a_control_field_takes_six_files(self):
        for path, old, new in FIELD_FILES:
            put(self.tree.path / path, old, new)
        by_hand = {path for path, _, _ in FIELD_FILES}
        self.assertEqual((set(self.changed()), len(by_hand)), (by_hand, 6))
        if not WHOLE:  # model and RTL are built anew by night
            return
        for script in MADE:
            self.tree.made(script)
        self.make("host", "CONFIG=tiny", "bench-binary", "build/lint/rtl-tiny", "unit-control")
        (self.tree.path / "docs/registers.md").write_text(self.tree.made("build/ntrace", "registers", "--page"), encoding="utf-8")
        said = self.tree.made("build/ntrace", "lockstep", "--random", "--everything", "--registers", "--cycles", 20000, "--config", "tiny")
        self.assertRegex(said, rf"mismatches +0 \({self.signals() + 1} signals in every cycle\)")
        self.assertIn(FIELD, self.tree.made("build/ntrace", "registers"))
        self.assertRegex(self.tree.made("build/units/control/tiny/bench", "random", 20000, 1), "cycles")
        self.tree.made("python3", "-m", "unittest", "tests.control.registers_test")


if __name__ == "__main__":
    unittest.main()
