# SPDX-License-Identifier: Apache-2.0
"""`ntrace report` with Verilator's coverage: points of all runs together, exclusions, sources."""
import itertools
import json
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import run

SOURCE = """module nt_one (input wire clk, input wire [1:0] in);
    reg [1:0] level_reg;
    always @(posedge clk)
        if (in[0])
            level_reg <= in;
endmodule
"""
LINE, BRANCH, TOGGLE = "line", "branch", "toggle"


def point(kind, line, text, count, file="rtl/nt_one.v", instance="TOP.one"):
    fields = {"f": file, "l": line, "n": 5, "page": f"v_{kind}/nt_one", "o": text, "h": instance}
    return "C '" + "".join(f"\1{key}\2{value}" for key, value in fields.items()) + f"' {count}\n"


def dat(*points):
    return "# SystemC::Coverage-3\n" + "".join(points)


class RtlCoverageTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "rtl").mkdir()
        (self.folder / "rtl/nt_one.v").write_text(SOURCE)
        self.write("job.json", run_result())
        self.first = self.write("a.dat", dat(
            point(LINE, 3, "block", 9), point(BRANCH, 4, "if", 0), point(BRANCH, 4, "else", 9),
            point(TOGGLE, 2, "level_reg[0]", 0), point(TOGGLE, 2, "level_reg[1]", 0),
            point(LINE, 7, "block", 0, file="build/nt_one_unit.v")))
        self.second = self.write("b.dat", dat(
            point(BRANCH, 4, "if", 2, file="copy/elsewhere/rtl/nt_one.v"),
            point(TOGGLE, 2, "level_reg[0]", 0, instance="TOP.two"),
            point(TOGGLE, 2, "level_reg[0]", 4)))

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name

    def report(self, *words):
        return run("report", self.folder / "job.json", *map(str, words))

    def rtl(self, *words):
        done = self.report(*words, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)["rtl"]

    def test_a_point_is_covered_if_any_instance_in_any_run_was(self):
        self.assertEqual(self.rtl(self.first)["sums"],
                         {LINE: {"points": 1, "hit": 1, "excluded": 0},
                          BRANCH: {"points": 2, "hit": 1, "excluded": 0},
                          TOGGLE: {"points": 2, "hit": 0, "excluded": 0}})
        both = self.rtl(self.first, self.second)
        self.assertEqual(both["sums"], {LINE: {"points": 1, "hit": 1, "excluded": 0},
                                        BRANCH: {"points": 2, "hit": 2, "excluded": 0},
                                        TOGGLE: {"points": 2, "hit": 1, "excluded": 0}})
        self.assertEqual([file["file"] for file in both["files"]], ["rtl/nt_one.v"])

    def test_any_order_gives_the_same_page(self):
        pages = set()
        for order in itertools.permutations([self.first, self.second, self.second]):
            self.report(*order, "--sources", self.folder, "-o", self.folder / "r.html")
            pages.add((self.folder / "r.html").read_bytes())
        self.assertEqual(len(pages), 1)

    def test_what_is_excluded_has_its_reason_and_does_not_hide_what_is_covered(self):
        excluded = self.write("excluded", "# words\n\n"
                              "toggle | rtl/nt_*.v | level_reg[[]?] | never more than one\n"
                              "branch | rtl/nt_one.v | if (in[[]0]) | in is even | odd\n")
        rtl = self.rtl(self.first, "--sources", self.folder, "--rtl-excluded", excluded)
        self.assertEqual(rtl["sums"], {LINE: {"points": 1, "hit": 1, "excluded": 0},
                                       BRANCH: {"points": 2, "hit": 1, "excluded": 1},
                                       TOGGLE: {"points": 2, "hit": 0, "excluded": 2}})
        reasons = {point["text"]: point.get("reason") for point in rtl["files"][0]["points"]}
        self.assertEqual(reasons, {"block": None, "else": None, "if": "in is even | odd",
                                   "level_reg[0]": "never more than one",
                                   "level_reg[1]": "never more than one"})
        both = self.rtl(self.first, self.second, "--sources", self.folder, "--rtl-excluded", excluded)
        self.assertEqual(both["sums"][TOGGLE], {"points": 2, "hit": 1, "excluded": 1})
        self.assertEqual(both["sums"][BRANCH], {"points": 2, "hit": 2, "excluded": 0})

    def test_the_page_has_the_source_with_what_was_missed(self):
        self.report(self.first, "--sources", self.folder, "-o", self.folder / "r.html")
        text = (self.folder / "r.html").read_text(encoding="ascii")
        self.assertIn('<span class="miss"><b>    2</b>     reg [1:0] level_reg;<i>toggle level_reg[0]'
                      "</i><i>toggle level_reg[1]</i></span>", text)
        self.assertIn('<span class="hit"><b>    3</b>', text)
        self.assertIn('<span class="part"><b>    4</b>         if (in[0])<i>branch if</i></span>', text)
        self.assertIn("<span><b>    1</b> module", text)
        self.assertNotIn(str(self.folder), text)

    def test_lines_and_branches_are_written_as_lcov_has_them(self):
        excluded = self.write("excluded", "branch | rtl/nt_one.v | if (in[[]0]) | odd\n")
        info = self.folder / "rtl.info"
        self.assertEqual(self.report(self.first, self.second, "--lcov", info).returncode, 0)
        self.assertEqual(info.read_text(), "TN:ntrace\nSF:rtl/nt_one.v\nBRDA:4,0,0,1\nBRDA:4,0,1,1\nBRF:2\nBRH:2\n"
                                           "DA:3,1\nLF:1\nLH:1\nend_of_record\n")
        self.report(self.first, "--lcov", info, "--sources", self.folder, "--rtl-excluded", excluded)
        self.assertIn("BRDA:4,0,0,1\nBRF:1\nBRH:1\n", info.read_text())
        done = self.report("--lcov", self.folder / "none.info")
        self.assertEqual((done.returncode, done.stderr), (2, "ntrace report: --lcov: no coverage of the RTL is among "
                                                             "the results\n"))
        self.assertFalse((self.folder / "none.info").exists())

    def test_what_cannot_be_used_is_one_line_and_status_2(self):
        cut = self.write("cut.dat", self.first.read_text()[:-30])
        rows = self.write("rows", "toggle | rtl/* | level_reg\n")
        kind = self.write("kind", "expression | rtl/* | level_reg | why\n")
        for words in ([cut], [self.first, "--sources", self.folder / "none"],
                      [self.first, "--rtl-excluded", rows],
                      [self.first, "--sources", self.folder, "--rtl-excluded", rows],
                      [self.first, "--sources", self.folder, "--rtl-excluded", kind],
                      [self.first, "--sources", self.folder, "--rtl-excluded", self.folder / "no"]):
            with self.subTest(words=words):
                done = self.report(*words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertRegex(done.stderr, r"\Antrace report: [^\n]+\n\Z")


def run_result():
    return json.dumps({"ntrace_result": 1, "failure": None, "figures": {}, "witnesses": {}, "bins": {},
                       "run": {"kind": "lockstep", "unit": "one", "build": "own", "inputs": [], "parameters": {},
                               "command": ["bench", "1"]}})


if __name__ == "__main__":
    unittest.main()
