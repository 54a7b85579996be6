# SPDX-License-Identifier: Apache-2.0
"""A planted error of one bit is found with the report and the waves alone: both name the register in the
cycle in which it first differs, and show what it was made of. docs/search.md goes through one."""
import json
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from tests.lib import units
from tests.lib.bench import SHORT, lockstep, make, run
from tests.lib.catalogue import ROOT
from tests.lib.faults import chosen, put_choices, put_fault
from tests.lib.tier import WHOLE
from tests.lib.waves import Waves
from tests.sim.wave.wave2svg_test import CYCLE_TIME, lanes_of

NEEDS = ("bench-tiny", "build/host.a", "unit-funnel")


# By what is wrong: file, text that is there once, text that is there then; the register that is the first to
# differ, and in the cycle before what the new value is made of: a signal, and what it then has to be
FAULTS = {
    "HIST": ("rtl/encoder/nt_history_lane.v", "push ? {old[KEPT-2:0], taken} : old",
             "push ? {old[KEPT-2:3], old[2] && !old[1], old[1:0], taken} : old",
             "hist_recent", "rtl_itype_0", (4, 5)),
    "return stack": ("rtl/encoder/nt_stack_lane.v", "{{WINDOW*WIDTH-WIDTH{1'b0}}, push_addr}",
                     "{{WINDOW*WIDTH-WIDTH{1'b0}}, push_addr[WIDTH-1:5], push_addr[4] && !push_addr[2], "
                     "push_addr[3:0]}",
                     "stack_latest_0", "rtl_itype_0", (8, 9)),
    "repeat state": ("rtl/encoder/nt_repeat_lane.v", "counts ? count_sum : COUNT_ZERO",
                     "counts ? {count_sum[REPEAT_W-1:1], count_sum[0] && !count_sum[1]} : COUNT_ZERO",
                     "branch_count", "rtl_branch", (1,)),
    "TSTAMP base": ("rtl/encoder/nt_message.v", "if (|in_valid) base_reg <= |(in_valid & ~in_late) ? now : then;",
                    "if (|in_valid) base_reg <= (|(in_valid & ~in_late) ? now : then) ^ "
                    "{{TSTAMP_W-1{1'b0}}, &now[3:0]};",
                    "base", "rtl_slots", range(1, 16)),
}
FUNNEL = ("rtl/transport/nt_funnel.v", "inside_reg  <= rst ? {INPUTS{1'b0}} : inside_next;",
          "inside_reg  <= rst ? {INPUTS{1'b0}} : inside_next & {{INPUTS-1{1'b1}}, !(&turn_count)};")
RANDOM = ["--random", "--everything", "--cycles", "20000", "--config", "tiny", "--seed", "11"]


class Search(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.bench = cls.build()

    def assert_found(self, register, cause, values, errors):
        """In all that the run has left: what it said, mismatch.txt, waves, their diagram, and the report."""
        mismatch = json.loads((self.folder / "result.json").read_text())["first_mismatch"]
        cycle = mismatch["cycle"]
        self.assertEqual([signal["signal"] for signal in mismatch["signals"]], [register])
        expected, got = (int(mismatch["signals"][0][side], 16) for side in ("expected", "got"))
        self.assertEqual((expected ^ got).bit_count(), 1)
        flat = re.sub(r"\W+", "_", register).rstrip("_")
        self.assert_said(errors, register, cycle)
        self.assert_said((self.folder / "report/mismatch.txt").read_text(), register, cycle)
        self.assert_waves(flat, cycle, expected, got, cause, values)
        self.assert_diagram(flat, cycle, self.drawn(), expected, got)
        diagram = json.loads((self.folder / "result.json").read_text())["diagrams"][0]
        self.assertEqual((diagram["title"], diagram["cycle"]), ("First mismatch", cycle))
        self.assert_diagram(register, cycle, diagram["wave"], expected, got)
        self.assert_page(register, cycle, expected, got)

    def assert_said(self, text, register, cycle):
        """The register, in its cycle, and that it was equal in the one before."""
        self.assertRegex(text, rf"(?m)^cycle {cycle}: RTL and model of .* differ:$")
        self.assertRegex(text, rf"(?m)^ +\S+ +{re.escape(register)} +0x\w+ +0x\w+  {cycle - 1}\b")

    def assert_waves(self, name, cycle, expected, got, cause, values):
        """Both sides are the same up to the cycle before, which has what the new value is made of."""
        waves = Waves(str(self.folder / "report/mismatch.fst"))
        at = cycle * CYCLE_TIME
        self.assertEqual((waves.number(f"model_{name}", at), waves.number(f"rtl_{name}", at)), (expected, got))
        self.assertLess(waves.times()[0], at)
        self.assertEqual(waves.number(f"model_{name}", at - CYCLE_TIME), waves.number(f"rtl_{name}", at - CYCLE_TIME))
        self.assertEqual([waves.number("mismatch", time) for time in (at - CYCLE_TIME, at)], [0, 1])
        self.assertIn(waves.number(cause, at - CYCLE_TIME), values)
        with open(self.folder / "report/mismatch.gtkw", encoding="ascii") as view:
            red = re.findall(r"^\[color\] 1\n@\w+\nTOP\.(?:rtl|model)_(\w+)", view.read(), re.M)
        self.assertEqual(set(red), {name})

    def drawn(self):
        done = run("wave2svg", self.folder / "report/mismatch.fst", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def assert_diagram(self, name, cycle, wavejson, expected, got):
        """Both sides are red from that cycle on, and in none before."""
        lanes = lanes_of(wavejson)
        _, bricks, numbers = lanes["cycle"]
        place = [place for place, brick in enumerate(bricks) if brick == "2"][numbers.index(str(cycle))]
        for side, value in (("RTL", got), ("model", expected)):
            _, wave, data = lanes[f"{name} ({side})"]
            self.assertEqual(wave.index("9"), place)
            self.assertEqual(data[len(re.findall("[29]", wave[:place]))], f"{value:#x}")
        self.assertEqual({lane for lane, (_, wave, _) in lanes.items() if "9" in wave},
                         {f"{name} (RTL)", f"{name} (model)"})
        self.assertLessEqual(place, 40)

    def assert_page(self, register, cycle, expected, got):
        page = self.folder / "report.html"
        done = run("report", self.folder / "result.json", "-o", page)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        text = page.read_text(encoding="ascii")
        self.assertIn(f"First mismatch, in cycle {cycle}", text)
        self.assertIn(f"<td><code>{register}</code></td><td><code>{expected:#x}</code></td>"
                      f"<td><code>{got:#x}</code></td>", text)
        picture = re.search(r'<svg class="timing".*?</svg>', text, re.S)[0]
        for label in (str(cycle), f"{register} (RTL)", f"{register} (model)", f"{expected:#x}", f"{got:#x}"):
            self.assertIn(f">{label}</text>", picture)
        self.assertGreaterEqual(picture.count('class="value bad"'), 2)
        self.assertNotIn("<script", text)


class EncoderTest(Search):
    @classmethod
    def build(cls):
        shutil.copytree(ROOT / "rtl", cls.folder / "rtl")
        put_choices(cls.folder, [lambda copy, fault=fault: put_fault(copy, *fault[:3]) for fault in FAULTS.values()])
        return make("tiny", str(cls.folder), ["rtl"], SHORT)

    def lockstep(self, number):
        return lockstep(*RANDOM, "--report", self.folder / "report", "--results", self.folder / "result.json",
                        bench=self.bench, env=chosen(number))

    def search(self, name):
        status, _, errors = self.lockstep(1 + list(FAULTS).index(name))
        self.assertEqual(status, 1, errors)
        self.assert_found(*FAULTS[name][3:], errors)

    def test_without_an_error_there_is_nothing_to_find(self):
        status, summary, errors = self.lockstep(0)
        self.assertEqual((status, summary["mismatches"]), (0, 0), errors)
        self.assertNotIn("diagrams", json.loads((self.folder / "result.json").read_text()))

    def test_one_in_hist_is_found(self):
        self.search("HIST")

    def test_one_in_the_return_stack_is_found(self):
        self.search("return stack")

    def test_one_in_the_state_of_repeated_branches_is_found(self):
        self.search("repeat state")

    def test_one_in_the_base_of_timestamps_is_found(self):
        self.search("TSTAMP base")


if WHOLE:
    class FunnelTest(Search):
        @classmethod
        def build(cls):
            cls.faults = units.Faults("funnel", {"inside": ("all", *FUNNEL)}, options=["funnel_CXXFLAGS=-O1"])
            return cls.faults.bench("inside")[0]

        def test_one_in_the_funnel_is_found(self):
            done = self.faults.run("inside", "20000", "1", "--report", self.folder / "report", "--results",
                                   self.folder / "result.json")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assert_found("inside[4]", "rtl_in_ready_4", range(1, 1 << 16), done.stderr)


if __name__ == "__main__":
    unittest.main()
