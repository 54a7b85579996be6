# SPDX-License-Identifier: Apache-2.0
"""The harness of units: a unit from outside the tree, as docs/unit.md has it, and what a table says
that is not understood."""
import json
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts import spdx
from tests.lib import units
from tests.lib.catalogue import ROOT
from tests.lib.waves import Waves

NEEDS = ("build/host.a",)
EXAMPLE = ROOT / "tests/tb/saturating"


def build(folder):
    done = subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", "CXXFLAGS=-O1",
                           f"UNITS={folder}/out", "UNIT=saturating", f"UNIT_FOLDER={folder}",
                           "UNIT_VALUES=W=6", "unit-saturating"],
                          check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)
    return folder / "out/saturating/own/bench"


class NewUnitTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.good, cls.bad = (Path(temporary.name) / name for name in ("good", "bad"))
        shutil.copytree(EXAMPLE, cls.good)
        shutil.copytree(EXAMPLE, cls.bad)
        subprocess.run(["patch", "-s", "-p4", "-d", cls.bad, "-i", cls.bad / "fault.patch"],
                       check=True)
        cls.bench = build(cls.good)
        cls.broken = build(cls.bad)

    def test_it_runs_from_a_folder_outside_the_tree(self):
        done = units.run(self.bench, 20000, 3)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^20000 cycles, [1-9]\d* saturated\n$")

    def test_a_fault_is_named_by_signal_and_cycle(self):
        done = units.run(self.broken, 20000, 3)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^cycle \d+: RTL and model of saturating \(own\) differ:\n.*\n"
                                      r"  Outputs +count +0x3f +0x\w+  \d+\n$")

    def report(self):
        folder = self.bad / "report"
        done = units.run(self.broken, 20000, 3, "--report", folder)
        self.assertEqual(done.returncode, 1)
        return folder, done.stderr

    def test_the_report_has_words_waves_and_a_view_of_them(self):
        folder, said = self.report()
        cycle = int(re.match(r"cycle (\d+):", said)[1])
        text = (folder / "mismatch.txt").read_text(encoding="utf-8")
        self.assertTrue(text.startswith(said.split("\nshown in")[0]))
        self.assertRegex(text, rf"(?m)^  {cycle}:")
        waves = Waves(folder / "mismatch.fst")
        time = 10 * cycle
        self.assertEqual(waves.number("model_count", time), 0x3f)
        self.assertNotEqual(waves.number("rtl_count", time), 0x3f)
        self.assertEqual([waves.number("mismatch", 10 * at) for at in (cycle - 1, cycle)], [0, 1])
        self.assertEqual(waves.number("cycle", time), cycle)
        view = (folder / "mismatch.gtkw").read_text(encoding="utf-8")
        for signal in ("TOP.rtl_count[5:0]", "TOP.model_count[5:0]", "TOP.next_in[5:0]"):
            self.assertIn(signal, view)

    def test_the_waves_begin_where_both_were_last_equal(self):
        folder, said = self.report()
        equal = int(re.search(r"count .* (\d+)\n", said)[1])
        first = min(Waves(folder / "mismatch.fst").times())
        self.assertEqual(first, 10 * (equal - 3))

    def test_the_command_that_is_printed_shows_it_again(self):
        folder, said = self.report()
        again = re.search(r"^again: (.*)$", said, re.M)[1].replace("again.fst", f"{folder}/again.fst")
        done = subprocess.run(again.split(), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(done.stderr.splitlines()[2], said)
        once, twice = Waves(folder / "mismatch.fst"), Waves(folder / "again.fst")
        self.assertEqual(once.times(), twice.times())
        self.assertEqual(once.changes, twice.changes)

    def test_words_that_are_not_understood_are_refused(self):
        for words in (["20000"], ["20000", "3", "--what"], ["20000", "3", "--window", "5"],
                      ["20000", "3", "--window", "9:5"]):
            with self.subTest(words):
                done = units.run(self.bench, *words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn("CYCLES SEED", done.stderr)

    def test_a_window_that_the_run_does_not_reach_leaves_no_file(self):
        wave = self.good / "late.fst"
        done = units.run(self.bench, 2000, 3, "--wave", wave, "--window", "50000:50100")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"\A\S+: \S+late.fst: the run ended after 2000 cycles, before the window\n\Z")
        self.assertEqual(list(self.good.glob("late*")), [])

    def test_coverage_has_the_bins_of_every_signal_and_which_were_missed(self):
        def bins(cycles):
            path = self.good / "coverage.json"
            self.assertEqual(units.run(self.bench, cycles, 3, "--coverage", path).returncode, 0)
            found = json.loads(path.read_text(encoding="utf-8"))
            self.assertEqual((found["unit"], found["build"], found["cycles"]),
                             ("saturating", "own", cycles))
            return found, {signal["signal"]: signal for signal in found["signals"]}
        few, of_few = bins(30)
        many, signals = bins(20000)
        # in_ready 2, count 12, level 4, two entries of 12
        self.assertEqual((few["bins"], many["bins"]), (42, 42))
        self.assertLessEqual(few["hit"], many["hit"])
        self.assertEqual(sum(signals["in_ready"]["cycles_by_value"]), 19999)
        self.assertEqual(signals["level"]["cycles_by_value"][3], 0)
        self.assertEqual(signals["count"]["never_0"], "0x0")
        self.assertEqual(of_few["count"]["valid_cycles"], 29)
        self.assertLess(signals["newest"]["valid_cycles"], 20000)

    def test_help_is_no_error(self):
        done = units.run(self.bench, "--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("FIRST:LAST", done.stdout)

    def test_a_report_that_cannot_be_written_is_one_line_and_the_mismatch_is_told(self):
        done = units.run(self.broken, 20000, 3, "--report", "/dev/null/report")
        self.assertEqual(done.returncode, 1)
        self.assertIn("RTL and model of", done.stderr)
        self.assertRegex(done.stderr, r"(?m)^not written: /dev/null/report: \w+")

    def test_the_manual_shows_the_table_as_it_is(self):
        page = (ROOT / "docs/unit.md").read_text(encoding="utf-8")
        table = spdx.body((EXAMPLE / "saturating.ports").read_text(encoding="utf-8"))
        self.assertIn(f"```\n{table}```\n", page)
        for name in ("nt_saturating.v", "saturating.ports", "saturating_bench.c", "unit.toml"):
            lines = len(spdx.body((EXAMPLE / name).read_text(encoding="utf-8")).splitlines())
            self.assertIn(f"| `{name}` | {lines} |", page)


class TableTest(unittest.TestCase):
    def refused(self, change, message):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "saturating.ports"
            table = (EXAMPLE / "saturating.ports").read_text(encoding="utf-8")
            path.write_text(change(table), encoding="utf-8")
            done = subprocess.run(["python3", "scripts/unit.py", path, "own", folder, "W=6"], cwd=ROOT,
                                  capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, rf"^unit.py: \S+saturating.ports:\d+: {message}\n$")

    def test_what_a_table_may_not_have_is_named_by_its_line(self):
        row = "in    | enable   | 1 | v->in.enable\n"
        for new, message in (("wire | a | 1 | v->in\n", "wire: neither in, out, probe, see, text, event nor not"),
                             ("in | a | v->in\n", "3 columns, not 4"),
                             ("in | a | X | v->in\n", "X: name 'X' is not defined"),
                             ("in | a | 65 | v->in\n", "a: 65 bits, not 1 to 64"),
                             ("in | a | 0 | v->in\n", "a: 0 bits, not 1 to 64"),
                             ("text | a | 8 | v->in\n", "a: texts, and they alone, end in _name, _text, _fields"),
                             ("in | a_name | 8 | v->in\n", "a_name: texts, and they alone, end in _name, _text, _fields"),
                             (row + row, "enable is there twice")):
            with self.subTest(new):
                self.refused(lambda table, new=new: table.replace(row, new), re.escape(message))

    def test_a_table_without_its_module_or_view_is_refused(self):
        for word in ("module", "view"):
            with self.subTest(word):
                self.refused(lambda table, word=word: re.sub(rf"(?m)^{word}.*$", "", table),
                             f"no {word}")


if __name__ == "__main__":
    unittest.main()
