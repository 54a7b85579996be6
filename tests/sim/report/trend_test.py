# SPDX-License-Identifier: Apache-2.0
"""`ntrace report --history`: reports over time, as lines and as a table."""
import json
import re
import unittest

from tests.sim.report.report_test import Folder, Page, report

NEEDS = ("bench-tiny",)


class TrendTest(Folder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.history = cls.folder / "history"
        cls.history.mkdir()
        whole = json.loads(report(*cls.results[:2], "--json").stdout)
        for number, day, hit in ((1, "2026-11-03", 400), (2, "2026-11-01", 300), (3, "2026-11-02", 350)):
            whole["sources"]["variants"][0]["last"] = f"{day}T12:00:00Z"
            whole["coverage"]["hit"] = hit
            whole["total"]["failed"] = number
            (cls.history / f"report{number}.json").write_text(json.dumps(whole))
        (cls.history / "notes.txt").write_text("no report")
        (cls.history / "other.json").write_text("{}")

    def test_reports_stand_in_the_order_of_their_times_and_this_one_last(self):
        done = report(self.results[0], "--history", self.history, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        points = json.loads(done.stdout)["history"]
        self.assertEqual([(point["time"][:10], point["hit"], point["failed"]) for point in points[:3]],
                         [("2026-11-01", 300, 2), ("2026-11-02", 350, 3), ("2026-11-03", 400, 1)])
        self.assertEqual((len(points), points[3]["runs"], points[3]["name"]), (4, 1, ""))
        self.assertNotEqual(points[3]["revision"], "")

    def test_without_results_the_report_is_the_latest_one(self):
        page = self.folder / "trend.html"
        done = report("--history", self.history, "-o", page)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines()[:3]],
                         [f"2026-11-0{day}T12:00:00Z" for day in (1, 2, 3)])
        self.assertIn("400 of ", done.stdout.splitlines()[-1])
        text = page.read_text(encoding="ascii")
        self.assertIn("Passed", Page(text).text())
        self.assertIn('href="#trend"', text)

    def test_the_trend_is_drawn_with_higher_values_above(self):
        page = self.folder / "drawn.html"
        report("--history", self.history, "-o", page)
        text = page.read_text(encoding="ascii")
        lines = re.findall(r'<polyline class="trend \w+" points="([^"]+)"', text)
        self.assertEqual(len(lines), 4)
        points = [tuple(map(float, point.split(","))) for point in lines[0].split()]
        self.assertEqual([x for x, _ in points], sorted({x for x, _ in points}))
        self.assertGreater(points[0][1], points[1][1])
        self.assertGreater(points[1][1], points[2][1])
        failed = [float(point.split(",")[1]) for point in lines[1].split()]
        self.assertEqual(min(failed), failed[1])

    def test_what_is_no_folder_of_reports_is_one_line_and_status_2(self):
        empty = self.folder / "nothing"
        empty.mkdir()
        for folder in (empty, self.folder / "nowhere"):
            done = report("--history", folder)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        (empty / "cut.json").write_text('{"ntrace_report": 1')
        done = report(self.results[0], "--history", empty, "-o", empty / "r.html")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("cut.json", done.stderr)
        self.assertFalse((empty / "r.html").exists())


if __name__ == "__main__":
    unittest.main()
