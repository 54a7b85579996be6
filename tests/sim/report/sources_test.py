# SPDX-License-Identifier: Apache-2.0
"""Results say what they were made of, the report marks those of other sources, and a verdict expires when
its sources change."""
import json
import os
import re
import shutil
import subprocess
import unittest

from scripts import made
from tests.lib.bench import run
from tests.lib.catalogue import ROOT
from tests.sim.report.report_test import CYCLES, Folder, Page, essence, report

NEEDS = ("bench-tiny",)
ONE = "rtl/encoder/nt_flow_lane.v"


class Sources(Folder):
    """Results of the tree as it is, which may be newer than the bench that made them."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        now = made.sources()
        for path in cls.results:
            result = json.loads(path.read_text())
            sources = result["made"]["sources"]
            sources.update({name: now.get(name) or made.sum_file(ROOT / name) for name in sources})
            path.write_text(json.dumps(result))

    def variant(self, name, sources, number=1, **members):
        """A result as if it had been made of other sources; without, as if nobody knew."""
        result = json.loads(self.results[number].read_text())
        result.update(members)
        result["made"]["sources"].update(sources or {})
        if sources is None:
            del result["made"]
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps(result))
        return path

    def saved(self, *paths):
        path = self.folder / "saved.json"
        path.write_text(report(*paths, "--json").stdout)
        return path


class MadeTest(Sources):
    def test_a_result_says_what_it_was_made_of_where_and_when(self):
        result = json.loads(self.results[1].read_text())["made"]
        self.assertEqual(result["seed"], 2)
        self.assertRegex(result["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertIn(os.uname().nodename, result["machine"])
        self.assertTrue(result["simulator"].startswith("Verilator "))
        self.assertEqual(result["program"], made.sum_file(ROOT / "build/tiny/nt_bench"))
        for name in (ONE, "model/", "sim/", "tb/", "libntrace/", "include/"):
            self.assertRegex(result["sources"][name], "^[0-9a-f]{64}$")
        self.assertNotIn("rtl/hpm/nt_hpm.v", result["sources"])
        self.assertNotIn(str(self.folder), json.dumps(result))

    def test_the_time_is_that_of_source_date_epoch_where_it_is_set(self):
        paths = [self.folder / f"epoch{number}.json" for number in (1, 2)]
        for path in paths:
            run("lockstep", "--random", "--config", "tiny", "--cycles", CYCLES, "--results", path, "-q",
                env={**os.environ, "SOURCE_DATE_EPOCH": "86400"})
        self.assertEqual(json.loads(paths[0].read_text())["made"]["time"], "1970-01-02T00:00:00Z")
        self.assertEqual(paths[0].read_bytes(), paths[1].read_bytes())

    def test_again_is_the_command_of_the_bench_that_ran_with_its_inputs_where_they_are(self):
        nti, path, other = (self.folder / name for name in ("in.nti", "again.json", "other.json"))
        run("shape", "--random", "--config", "tiny", "--cycles", CYCLES, "-o", nti)
        bench = self.folder / "my bench"
        shutil.copy(ROOT / "build/tiny/nt_bench", bench)
        done = run(nti, "--results", path, "-q", program=bench)
        self.assertEqual(done.returncode, 0, done.stderr)
        again = self.object(path)["runs"][0]["again"]
        self.assertTrue(again.startswith(f"'{bench}' {nti} "), again)
        done = subprocess.run(f"{again} -q --results {other}", shell=True, check=False, capture_output=True)
        self.assertEqual((done.returncode, essence(other)), (0, essence(path)))

    def test_a_job_that_ran_twice_counts_once(self):
        first, again = self.job("--seed", "1"), self.job("--seed", "1")
        both = [report(*order, "--json").stdout for order in ((first, again), (again, first))]
        self.assertEqual(both[0], both[1])
        self.assertEqual(json.loads(both[0])["total"]["runs"], 1)


class VariantTest(Sources):
    def test_results_of_other_sources_stand_beside_the_report_s_own_and_are_marked(self):
        other = self.variant("other", {ONE: 64 * "0"}, failure="RTL and golden model differ")
        page = self.folder / "page.html"
        done = report(*self.results, other, "-o", page)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"variant 1: 1 runs of other sources than this report's: {ONE}\n", done.stdout)
        whole = self.object(*self.results, other)
        self.assertEqual([run["variant"] for run in whole["runs"]].count(1), 1)
        self.assertEqual(whole["configurations"]["lockstep: encoder tiny"]["runs"], 3)
        self.assertEqual(whole["configurations"]["lockstep: encoder tiny, variant 1"]["failed"], 1)
        self.assertEqual(whole["sources"]["variants"][1]["differs"], {ONE: 64 * "0"})
        text = Page(page.read_text(encoding="ascii")).text()
        self.assertIn(f"Variant 1 has otherwise {ONE}", text)
        self.assertIn("other sources than this report: variant 1", text)

    def test_other_sources_cover_nothing_of_the_report_s_own(self):
        other = self.variant("uncovered", {ONE: 64 * "1"})
        self.assertEqual(self.object(self.results[0], self.results[2], other)["coverage"],
                         self.object(self.results[0], self.results[2])["coverage"])

    def test_the_report_is_about_a_tree_if_one_is_given(self):
        tree = self.folder / "tree"
        for name in ("rtl", "model", "sim", "tb", "libntrace", "include"):
            shutil.copytree(ROOT / name, tree / name, dirs_exist_ok=True)
        done = report(*self.results, "--sources", tree, "--json")
        self.assertEqual({run["variant"] for run in json.loads(done.stdout)["runs"]}, {0})
        with open(tree / ONE, "a", encoding="ascii") as file:
            file.write("// changed\n")
        done = report(*self.results, "--sources", tree, "--json")
        self.assertEqual({run["variant"] for run in json.loads(done.stdout)["runs"]}, {1})

    def test_a_result_that_does_not_say_is_marked(self):
        unknown = self.variant("unknown", None)
        done = report(self.results[0], unknown)
        self.assertIn("1 runs do not say of which sources they were made\n", done.stdout)
        self.assertEqual({run["variant"] for run in self.object(self.results[0], unknown)["runs"]}, {0, None})

    def test_the_page_shows_revision_simulator_and_checksums(self):
        page = self.folder / "made.html"
        report(*self.results, "-o", page)
        result = json.loads(self.results[0].read_text())["made"]
        text = Page(page.read_text(encoding="ascii")).text()
        for words in (result["revision"] or "not known", result["simulator"], result["machine"], result["sources"][ONE]):
            self.assertIn(words, text)


class CheckTest(Sources):
    def setUp(self):
        self.tree = self.folder / "checked"
        for name in ("rtl", "model", "sim", "tb", "libntrace", "include"):
            shutil.copytree(ROOT / name, self.tree / name, dirs_exist_ok=True)
        self.addCleanup(shutil.rmtree, self.tree)

    def check(self, path, status):
        done = report("--check", path, "--sources", self.tree)
        self.assertEqual((done.returncode, done.stderr), (status, ""), done.stdout)
        return done.stdout

    def test_a_verdict_holds_while_its_sources_are_as_they_were(self):
        path = self.saved(*self.results)
        self.assertRegex(self.check(path, 0), r"^holds: passed, and none of \d+ sources has changed\n$")
        (self.tree / "rtl/hpm/nt_hpm.v").write_text("// not a part of what ran\n")
        (self.tree / "sim/notes.md").write_text("no source\n")
        self.check(path, 0)

    def test_a_verdict_expires_by_name_when_a_source_changes(self):
        path = self.saved(*self.results)
        with open(self.tree / ONE, "a", encoding="ascii") as file:
            file.write("\n")
        self.assertRegex(self.check(path, 1), rf"^{ONE} has changed\nexpired: 1 of \d+ sources ")
        (self.tree / ONE).unlink()
        (self.tree / "model/new.c").write_text("")
        out = self.check(path, 1)
        self.assertIn(f"{ONE} is gone\n", out)
        self.assertIn("model/ has changed\n", out)
        self.assertTrue(re.search(r"^expired: 2 of \d+ sources that the verdict covers", out, re.M), out)
        expiry = json.loads(report("--check", path, "--sources", self.tree, "--json").stdout)
        self.assertEqual((expiry["holds"], expiry["passed"], len(expiry["changed"])), (False, True, 2))

    def test_results_of_other_sources_do_not_hold(self):
        out = self.check(self.saved(*self.results, self.variant("stale", {ONE: 64 * "0"})), 1)
        self.assertIn(f"{ONE} has changed\n", out)

    def test_a_failed_verdict_and_unknown_sources_do_not_hold(self):
        failed = self.changed("fails", failure="RTL and golden model differ")
        self.assertIn("does not hold: the report has failed\n", self.check(self.saved(failed), 1))
        self.assertIn("expired: 1 runs do not say", self.check(self.saved(self.variant("who", None)), 1))

    def test_what_is_no_report_is_one_line_and_status_2(self):
        old = self.folder / "old.json"
        old.write_text('{"ntrace_report": 1, "passed": true}')
        for path in (self.results[0], old, self.folder / "nowhere.json", self.folder):
            done = report("--check", path)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), path)
        self.assertEqual(report("--check", old, old).returncode, 2)


if __name__ == "__main__":
    unittest.main()
