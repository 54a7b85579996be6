# SPDX-License-Identifier: Apache-2.0
"""Timing diagrams of the report: a result file's are drawn as they stand there, and those that cannot be
are refused."""
import json
import re
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from tests.lib.bench import run

NEEDS = ("bench-tiny",)
DIAGRAM = {"title": "First <mismatch>", "cycle": 7, "wave": {
    "signal": [{"name": "cycle", "wave": "222|2", "data": ["5", "6", "7", "20"]}, {"name": "clk", "wave": "p..|."},
               ["Pairs", {"name": "a & b (RTL)", "wave": "0.1|.", "data": []},
                {"name": "n", "wave": "x29|z", "data": ["0x1", "0x<2>"]}]],
    "head": {}, "config": {"hscale": 2}}}


class TimingTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        done = run("lockstep", "--random", "--config", "tiny", "--cycles", "1000", "--results", cls.folder / "job.json")
        assert done.returncode == 0, done.stderr

    def result(self, name, diagrams, failure="RTL and golden model differ"):
        result = json.loads((self.folder / "job.json").read_text())
        result.update(failure=failure, diagrams=diagrams)
        path = self.folder / name
        path.write_text(json.dumps(result))
        return path

    def picture(self, diagram):
        page = self.folder / "page.html"
        done = run("report", self.result("one.json", [diagram]), "-o", page)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        text = re.search(r'<svg class="timing".*?</svg>', page.read_text(encoding="ascii"), re.S)[0]
        return ElementTree.fromstring(text)

    def test_lanes_labels_and_title_are_those_of_the_result(self):
        root = self.picture(DIAGRAM)
        self.assertEqual(root.find("title").text, "First <mismatch>, cycle 7")
        self.assertEqual([text.text for text in root.iter("text")], [
            "cycle", "5", "6", "7", "20", "clk", "Pairs", "a & b (RTL)", "n", "0x1", "0x<2>"])

    def test_what_is_wrong_unknown_quiet_or_a_gap_looks_so(self):
        kinds = [path.get("class") for path in self.picture(DIAGRAM).iter("path")]
        self.assertEqual(kinds.count("value bad"), 1)
        self.assertEqual(kinds.count("value unknown"), 1)
        self.assertEqual(kinds.count("quiet"), 1)
        self.assertEqual(kinds.count("gap"), 4)

    def test_nothing_sticks_out_of_the_picture(self):
        root = self.picture(DIAGRAM)
        width, height = int(root.get("width")), int(root.get("height"))
        for text in root.iter("text"):
            self.assertTrue(0 <= int(text.get("x")) <= width and 0 <= int(text.get("y")) <= height)
        for path in root.iter("path"):
            for x in re.findall(r"[MLH](\d+)", path.get("d")):
                self.assertLessEqual(int(x), width)

    def test_what_cannot_be_drawn_is_one_line(self):
        def changed(change):
            copy = json.loads(json.dumps(DIAGRAM))
            change(copy)
            return [copy]
        damages = {
            "no array": {"title": "x"}, "too many": [DIAGRAM] * 9, "no title": changed(lambda d: d.pop("title")),
            "no wave": changed(lambda d: d.pop("wave")), "no lanes": changed(lambda d: d["wave"].update(signal=[])),
            "brick": changed(lambda d: d["wave"]["signal"][0].update(wave="2q")),
            "begins with nothing": changed(lambda d: d["wave"]["signal"][0].update(wave=".2")),
            "long": changed(lambda d: d["wave"]["signal"][0].update(wave="2" * 2001)),
            "label": changed(lambda d: d["wave"]["signal"][0].update(data=[1])),
            "name": changed(lambda d: d["wave"]["signal"][0].pop("name")),
            "group": changed(lambda d: d["wave"]["signal"][2].pop(0)),
            "lanes": changed(lambda d: d["wave"].update(signal=d["wave"]["signal"][:1] * 301)),
            "scale": changed(lambda d: d["wave"]["config"].update(hscale=0)),
            "wide": changed(lambda d: d["wave"]["config"].update(hscale=10))}
        for name, diagrams in damages.items():
            with self.subTest(name):
                path = self.result("bad.json", diagrams)
                done = run("report", path, "-o", self.folder / "bad.html")
                self.assertEqual((done.returncode, done.stdout, done.stderr), (
                    2, "", f"ntrace report: {path}: diagrams has one that cannot be drawn\n"))
                self.assertFalse((self.folder / "bad.html").exists())

    def test_the_order_of_results_makes_no_difference(self):
        paths = [self.result("a.json", [DIAGRAM]), self.folder / "b.json"]
        other = json.loads(paths[0].read_text())
        other["run"]["command"].append("--other")
        paths[1].write_text(json.dumps(other))
        pages = set()
        for order in (paths, paths[::-1]):
            run("report", *order, "-o", self.folder / "order.html")
            pages.add((self.folder / "order.html").read_bytes())
        self.assertEqual(len(pages), 1)
        # Of each run what it is about, for desk and phone, and the whole
        self.assertEqual(pages.pop().count(b'<svg class="timing"'), 6)

    def test_the_part_that_is_shown_first_begins_shortly_before_what_it_is_about(self):
        """The column of the cycle is in sight: 1,080 pixels from the left on a desk, 340 on a phone."""
        columns = 60
        numbers = {"name": "cycle", "wave": "2" * columns, "data": [str(100 + n) for n in range(columns)]}
        lane = {"name": "icnt (RTL)", "wave": "2" * 50 + "9" + "." * (columns - 51),
                "data": [f"{n:#x}" for n in range(50)] + ["0xbad"]}
        for scale in (1, 4, 9):
            wave = {"signal": [numbers, ["Pairs", lane]], "config": {"hscale": scale}}
            path = self.result("late.json", [{"title": "First mismatch", "cycle": 150, "wave": wave}])
            run("report", path, "-o", self.folder / "late.html")
            text = (self.folder / "late.html").read_text(encoding="ascii")
            for kind, room in (("wide", 1080), ("narrow", 340)):
                picture = re.search(rf'<figure tabindex="0" class="{kind}">.*?</figure>', text, re.S)[0]
                middle = int(re.search(r'<text x="(\d+)" [^>]*>150</text>', picture)[1])
                bad = int(re.search(r'<path class="value bad" d="M(\d+) ', picture)[1])
                self.assertEqual(bad, middle - 23 * scale)
                self.assertLessEqual(bad, room - 40, (kind, scale))
                self.assertNotIn(">100</text>", picture)
            self.assertIn(">100</text>", text.split('class="whole"')[1])

    def test_moments_of_a_run_are_shown_in_words_and_values(self):
        path, page = self.folder / "moments.json", self.folder / "moments.html"
        words = ["lockstep", "--random", "--config", "tiny", "--cycles", "3000", "-q", "--results", path]
        done = run(*words, "--moment", "message=ProgTraceSync#2,3:9", "--moment", "itype[0]=1", "--moment", "level=77")
        self.assertEqual((done.returncode, done.stderr), (0, "--moment level=77: the run does not come to it\n"))
        result = json.loads(path.read_text())
        self.assertEqual([one["title"] for one in result["diagrams"]], ["message=ProgTraceSync#2,3:9", "itype[0]=1"])
        self.assertEqual(result["run"]["command"][-6:], [
            "--moment", "message=ProgTraceSync#2,3:9", "--moment", "itype[0]=1", "--moment", "level=77"])
        sync, trap = (self.lanes(one["wave"]) for one in result["diagrams"])
        at = str(result["diagrams"][0]["cycle"])
        self.assertEqual(sync["cycle"]["data"][3], at)
        self.assertIn("ProgTraceSync", sync["rtl_message"]["data"])
        self.assertIn("0x1", trap["itype[0]"]["data"])
        self.assertFalse(any("9" in lane["wave"] for lane in [*sync.values(), *trap.values()]))
        done = run("report", path, self.folder / "job.json", "-o", page)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        section = re.search(r'<section id="moments".*?</section>', page.read_text(encoding="ascii"), re.S)[0]
        self.assertEqual(section.count('<svg class="timing"'), 2)
        self.assertIn('href="#moments"', page.read_text(encoding="ascii"))

    def lanes(self, wave):
        return {lane["name"]: lane for one in wave["signal"] for lane in (one[1:] if isinstance(one, list) else [one])}

    def test_moments_change_nothing_else_in_the_result(self):
        results = []
        for words in ([], ["--moment", "message=ProgTraceSync"]):
            path = self.folder / "same.json"
            run("lockstep", "--random", "--config", "tiny", "--cycles", "3000", "-q", "--results", path, *words)
            results.append(json.loads(path.read_text()))
            del results[-1]["made"]
        self.assertEqual(len(results[1].pop("diagrams")), 1)
        results[1]["run"]["command"] = results[1]["run"]["command"][:-2]
        self.assertEqual(*results)

    def test_what_is_no_moment_is_one_line(self):
        words = ["lockstep", "--random", "--config", "tiny", "--cycles", "100"]
        results = ["--results", self.folder / "none.json"]
        for more in (["--moment", "level=1"], [*results, "--moment", "1:5"], [*results, "--moment", "mismatch"],
                     [*results, "--moment", "level=1,50:1"], [*results, *["--moment", "level=1"] * 5],
                     [*results, "--moment", "nothing=1"]):
            with self.subTest(more):
                done = run(*words, *more)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertFalse((self.folder / "none.json").exists())


if __name__ == "__main__":
    unittest.main()
