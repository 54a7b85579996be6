# SPDX-License-Identifier: Apache-2.0
"""`ntrace report`: results of jobs become one report, the same whatever their order."""
import itertools
import json
import re
import shlex
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

from scripts import result_file
from tests.lib.bench import run
from tests.lib.catalogue import ROOT

NEEDS = ("bench-tiny",)
CYCLES = "3000"


def report(*arguments):
    return run("report", *map(str, arguments))


def essence(path):
    """All of a result but when and where it was made."""
    result = json.loads(Path(path).read_text())
    del result["made"]
    return result


class Page(HTMLParser):
    """Texts of the page, its links and identifiers, and elements that are not closed."""
    VOID = {"meta", "link", "br", "rect"}

    def __init__(self, text):
        super().__init__()
        self.links, self.names, self.open, self.outside, self.words = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "a":
            self.links.append(attributes["href"])
        elif "src" in attributes or "href" in attributes:
            self.outside.append(attributes.get("src") or attributes["href"])
        if "id" in attributes:
            self.names.append(attributes["id"])
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.words.append(data)

    def text(self):
        return " ".join(" ".join(self.words).replace("\u202f", "").split())


class Folder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.results = [cls.job("--seed", "1"), cls.job("--seed", "2", "--everything"),
                       cls.job("--seed", "3", "--set", "trTeInstMode=3")]

    @classmethod
    def job(cls, *words, status=0):
        path = cls.folder / f"job{len(list(cls.folder.glob('job*')))}.json"
        done = run("lockstep", "--random", "--config", "tiny", "--cycles", CYCLES, *words,
                   "--results", path, "-q")
        assert done.returncode == status, done.stderr
        return path

    def changed(self, name, **members):
        """The first result with other members, as another job."""
        result = json.loads(self.results[0].read_text())
        result.update(members)
        result["run"]["command"].append(name)
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps(result))
        return path

    def object(self, *paths):
        done = report(*paths, "--json")
        self.assertEqual(done.stderr, "")
        return json.loads(done.stdout)


class MergeTest(Folder):
    def test_results_add_up(self):
        whole = self.object(*self.results)
        parts = [json.loads(path.read_text()) for path in self.results]
        for figure in ("cycles", "instructions", "messages", "bytes"):
            self.assertEqual(whole["total"]["figures"][figure],
                             sum(part["figures"][figure] for part in parts))
        rows = {f"{group}: {row['bin']}": row["hits"]
                for group, members in whole["coverage"]["groups"].items() for row in members["rows"]}
        keys = set().union(*(part["bins"] for part in parts))
        self.assertEqual({key for key, hits in rows.items() if hits}, keys)
        for key in keys:
            self.assertEqual(rows[key], sum(part["bins"].get(key, 0) for part in parts))
        self.assertEqual(whole["total"]["runs"], len(whole["runs"]), 3)

    def test_any_order_gives_the_same_bytes_and_a_job_counts_once(self):
        seen = set()
        for order in itertools.permutations(self.results):
            page, junit = self.folder / "page.html", self.folder / "junit.xml"
            done = report(*order, order[0], "-o", page, "--junit", junit, "--json")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            seen.add((page.read_bytes(), junit.read_bytes(), done.stdout))
        self.assertEqual(len(seen), 1)

    def test_configurations_stand_by_kind_and_unit_whatever_their_builds(self):
        others = []
        for unit, build in (("ctr", "zz"), ("pib", "1"), ("ctr", "aa")):
            result = json.loads(self.results[0].read_text())
            result["run"].update(unit=unit, build=build)
            others.append(self.folder / f"{unit}-{build}.json")
            others[-1].write_text(json.dumps(result))
        rows = list(self.object(self.results[0], *others)["configurations"])
        self.assertEqual(rows, ["lockstep: ctr aa", "lockstep: ctr zz", "lockstep: encoder tiny", "lockstep: pib 1"])

    def test_ingress_that_the_port_forbids_covers_nothing(self):
        result = json.loads(self.job("--illegal", "--seed", "5").read_text())
        self.assertEqual((result["failure"], result["bins"]), (None, {}))
        self.assertGreater(result["figures"]["illegal_cycles"], 0)
        self.assertEqual(result["witnesses"]["monitor"], {"state": "unused"})
        self.assertEqual(result["witnesses"]["comparison"], {"state": "right"})

    def test_a_job_is_the_same_however_it_was_asked_for(self):
        again = self.job("--seed", "1", "--sink", "pib8")
        other = [self.job("--seed=1", "--initial-seed", "1"),
                 self.job("--threads", "2", "--seed", "0x1", "-o", str(self.folder / "o.nex"))]
        self.assertEqual([essence(path) for path in other], [essence(self.results[0])] * 2)
        self.assertEqual(self.object(self.results[0], *other, again)["total"]["runs"], 2)

    def test_another_result_of_the_same_job_is_refused(self):
        result = json.loads(self.results[0].read_text())
        result["figures"]["cycles"] += 1
        path = self.folder / "differs.json"
        path.write_text(json.dumps(result))
        done = report(self.results[0], path)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"\Antrace report: \S+differs.json: differs from [^\n]+\n\Z")

    def test_a_command_of_the_report_is_for_a_shell(self):
        words = ["ntrace", "lockstep", "my boot.ntr", "it's", "--moment", "itype[0]=1", "$HOME", ""]
        result = json.loads(self.results[0].read_text())
        result["run"]["command"] = words
        path = self.folder / "shell.json"
        path.write_text(json.dumps(result))
        self.assertEqual(shlex.split(self.object(path)["runs"][0]["command"]), words)

    def test_a_command_of_the_report_runs_its_job_again(self):
        for number, member in enumerate(self.object(*self.results)["runs"]):
            path = self.folder / f"again{number}.json"
            words = member["command"].split()
            done = run(*words[1:], "--results", path, "-q")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(essence(path), [essence(result) for result in self.results])


class CheckTest(Folder):
    def test_a_stream_that_is_checked_is_a_job_too(self):
        stream, result = self.folder / "a.nex", self.folder / "check.json"
        boot = ROOT / "tests/data/boot.ntr"
        run("encode", boot, "--limit", "5000", "-o", stream, "--no-sidecar")
        done = run("check", stream, "--image", boot, "--set", "trTeInstMode=6", "--results", result)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        whole = self.object(result)
        self.assertTrue(whole["passed"])
        self.assertEqual(whole["runs"][0]["command"], "ntrace check a.nex --image boot.ntr "
                                                      "--set trTeInstMode=6")
        hits = {row["bin"]: row["hits"] for row in whole["coverage"]["groups"]["rule"]["rows"]}
        judged = json.loads(run("check", stream, "--image", boot, "--set", "trTeInstMode=6",
                                "--json").stdout)["results"]
        self.assertEqual(hits, {rule["id"]: rule["judged"] for rule in judged})

    def test_what_its_sidecar_says_is_in_the_command_that_checks_it_again(self):
        stream, result, again = (self.folder / name for name in ("c.nex", "c.json", "again.json"))
        boot = ROOT / "tests/data/boot2.ntr"
        run("encode", boot, "--limit", "5000", "--hart", 1, "-o", stream, "--set", "trTsEnable=1")
        self.assertEqual(run("check", stream, "--image", boot, "--results", result).returncode, 0)
        words = json.loads(result.read_text())["run"]["command"]
        self.assertIn("trTsEnable=1", words)
        done = run("check", stream, "--image", boot, *words[words.index("boot2.ntr") + 1:], "--results", again)
        self.assertEqual((done.returncode, essence(again)), (0, essence(result)))
        Path(f"{stream}.json").unlink()
        run("check", stream, "--image", boot, *words[words.index("boot2.ntr") + 1:], "--results", again)
        self.assertEqual(essence(again), essence(result))

    def test_a_stream_that_breaks_a_rule_fails(self):
        stream, result = self.folder / "b.nex", self.folder / "broken.json"
        stream.write_bytes(bytes([0x64, 0x03]))
        done = run("check", stream, "--results", result)
        self.assertEqual(done.returncode, 1)
        whole = self.object(result)
        self.assertFalse(whole["passed"])
        self.assertEqual(whole["witnesses"]["rules"], {"right": 0, "wrong": 1, "unused": 0})
        self.assertEqual(whole["runs"][0]["failure"].split(":")[0],
                         json.loads(run("check", stream, "--json").stdout)["primary"])


class MeasureTest(Folder):
    def test_mutants_and_proofs_are_jobs_too_with_figures_that_add_up(self):
        paths = [self.folder / f"m{seed}.json" for seed in (1, 2)]
        for seed, path in enumerate(paths, 1):
            result_file.write(path, "mutation", {"mutants": 40, "seen": 38 + seed}, None,
                              ["/any/where/mutation.py", "--seed", str(seed), "--jobs", "2", "--verbose",
                               "--results", str(path), "--out=x"])
        whole = self.object(*self.results, *paths, paths[0])
        self.assertEqual(whole["measures"], {"mutation": {"mutants": 80, "seen": 79}})
        self.assertIn("scripts/mutation.py --seed 1", [one["command"] for one in whole["runs"]])
        self.assertTrue(whole["passed"])
        self.assertFalse(whole["checks_only"])

    def test_a_mutant_that_survives_makes_the_report_fail(self):
        path = self.folder / "blind.json"
        result_file.write(path, "mutation", {"mutants": 5, "survivors": 5}, "5 mutants survive", ["m.py"])
        page = self.folder / "blind.html"
        done = report(*self.results, path, "-o", page)
        self.assertEqual(done.returncode, 1)
        self.assertIn("failed: scripts/m.py: 5 mutants survive\n", done.stdout)
        self.assertIn("Mutants, proofs, sweeps", Page(page.read_text(encoding="ascii")).text())


class OutputTest(Folder):
    def test_page_junit_and_json_have_the_same_figures(self):
        page, junit = self.folder / "page.html", self.folder / "junit.xml"
        done = report(*self.results, "-o", page, "--junit", junit)
        self.assertEqual(done.returncode, 0, done.stderr)
        whole = self.object(*self.results)
        total, coverage = whole["total"], whole["coverage"]
        self.assertTrue(done.stdout.endswith(
            f"passed: 0 of 3 runs failed, 0 mismatches in {total['figures']['cycles']} cycles, "
            f"{coverage['hit']} of {coverage['reachable']} reachable bins hit\n"))
        text = Page(page.read_text(encoding="ascii")).text()
        for words in ("Passed 0 of 3 runs failed, 0 mismatches", "3 runs",
                      f"{total['figures']['cycles']} cycles in lockstep",
                      f"{total['figures']['messages']} messages"):
            self.assertIn(words, text)
        for group in coverage["groups"].values():
            self.assertIn(f"{group['hit']} {group['reachable']} "
                          f"{group['bins'] - group['reachable']}", text)
        suites = {suite.get("name"): suite for suite in ElementTree.parse(junit).getroot()}
        self.assertEqual((suites["runs"].get("tests"), suites["runs"].get("failures")), ("3", "0"))
        for name, group in coverage["groups"].items():
            self.assertEqual(len(suites[name]), group["bins"])
            self.assertEqual(int(suites[name].get("skipped")), group["bins"] - group["hit"])

    def test_the_page_needs_no_other_file_and_its_links_lead_somewhere(self):
        page = self.folder / "page.html"
        report(*self.results, "-o", page)
        text = page.read_text(encoding="ascii")
        parsed = Page(text)
        self.assertEqual((parsed.open, parsed.outside), ([], ["data:,"]))
        self.assertNotRegex(text, r"(?i)https?://|<script|@import|url\(")
        self.assertEqual(len(set(parsed.names)), len(parsed.names))
        self.assertGreater(len(parsed.links), 5)
        for link in parsed.links:
            self.assertIn(link[1:], parsed.names)
        self.assertNotIn(str(self.folder), text)

    def test_a_list_of_bins_has_a_column_of_words_where_a_bin_has_some(self):
        page = self.folder / "page.html"
        report(*self.results, "-o", page)
        lists = re.findall(r"<details[^>]*><summary>Bins.*?</details>", page.read_text(encoding="ascii"), re.S)
        words = [re.findall(r"</th><td>[^<]*</td><td>([^<]*)</td>", one) for one in lists if "what it is" in one]
        self.assertTrue(words and all(any(column) for column in words), words)
        self.assertTrue([one for one in lists if "what it is" not in one and "why" not in one])

    def test_a_run_that_failed_is_shown_with_its_mismatch_and_window(self):
        failed = self.changed(
            "failed", failure="RTL and golden model differ", window=["cycle <1>", "cycle 2"],
            first_mismatch={"cycle": 42, "signals": [
                {"signal": "icnt", "expected": "0x1", "got": "0x2"}]})
        page, junit = self.folder / "f.html", self.folder / "f.xml"
        done = report(*self.results, failed, "-o", page, "--junit", junit)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("\nfailed: 1 of 4 runs failed", done.stdout)
        text = Page(page.read_text(encoding="ascii")).text()
        self.assertIn("Failed 1 of 4 runs failed", text)
        self.assertIn("First mismatch, in cycle 42 signal expected (model) got (RTL) last equal in cycle "
                      "icnt 0x1 0x2", text)
        self.assertIn("cycle <1> cycle 2", text)
        suite = ElementTree.parse(junit).getroot().find("testsuite")
        self.assertEqual([case.get("message") for case in suite.iter("failure")],
                         ["RTL and golden model differ"])

    def test_a_bin_that_is_hit_though_listed_as_unreachable_makes_it_fail(self):
        whole = self.object(self.results[0])
        unreachable = next(row["bin"] for row in whole["coverage"]["groups"]["message"]["rows"]
                           if "reason" in row)
        path = self.changed("contradicted", bins={f"message: {unreachable}": 1})
        page = self.folder / "c.html"
        done = report(path, "-o", page)
        self.assertEqual(done.returncode, 1)
        self.assertIn(unreachable, page.read_text(encoding="ascii").split("</section>")[0])


class InputTest(Folder):
    def refused(self, *arguments):
        output = self.folder / "none.html"
        done = report(*arguments, "-o", output)
        self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
        self.assertRegex(done.stderr, r"\Antrace report: [^\n]+\n\Z")
        self.assertFalse(output.exists())
        return done.stderr

    def test_a_page_is_not_left_where_the_other_file_cannot_be_written(self):
        self.refused(self.results[0], "--junit", self.folder / "no-folder/junit.xml")

    def test_what_is_no_result_of_this_version_is_one_line_and_status_2(self):
        good = self.results[0].read_text()
        broken = {"empty": "", "half": good[:len(good) // 2], "list": "[]", "object": "{}",
                  "twice": good.replace("{", '{"run": 1, "run": 2,', 1), "bytes": "\x00\x01",
                  "version": good.replace('"ntrace_result": 1', '"ntrace_result": 2'),
                  "kind": good.replace('"kind": "lockstep"', '"kind": 1'),
                  "state": good.replace('"state": "right"', '"state": "fine"'),
                  "bin": good.replace('"bins": {', '"bins": {"state: none": 1,'),
                  "count": good.replace('"cycles": ', '"cycles": -', 1),
                  "huge": good.replace('"cycles": ', f'"cycles": {1 << 46}', 1),
                  "mismatches": good.replace('"mismatches": 0', '"mismatches": 1'),
                  "wrong": good.replace('"state": "right"', '"state": "wrong"', 1),
                  "failure": good.replace('"failure": null', '"failure": 3'),
                  "words": re.sub(r'"command": \[[^]]*\]', '"command": []', good)}
        for name, text in broken.items():
            with self.subTest(name):
                self.assertNotEqual(text, good)
                path = self.folder / f"bad-{name}.json"
                path.write_text(text)
                self.assertIn(str(path), self.refused(path))
        self.assertIn("version 2; this ntrace reads version 1",
                      self.refused(self.folder / "bad-version.json"))

    def test_a_parameter_of_any_size_ends(self):
        result = json.loads(self.results[0].read_text())
        result["run"]["parameters"] = {name: (1 << 32) - 1 for name in result["run"]["parameters"]}
        path = self.folder / "wide.json"
        path.write_text(json.dumps(result))
        done = run("report", path, "-q", seconds=10)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_what_cannot_be_read_or_written_is_status_2(self):
        self.refused()
        self.refused(self.folder / "nowhere.json")
        (self.folder / "empty").mkdir()
        self.refused(self.folder / "empty" / "nothing")
        self.refused(self.results[0], "--none")
        for path in ("/nowhere/r.html", "/dev/full"):
            self.assertEqual(report(self.results[0], "-o", path).returncode, 2)

    def test_a_result_needs_rtl_and_model(self):
        done = run("lockstep", "--random", "--bare", "--results", self.folder / "bare.json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--results", done.stderr)


if __name__ == "__main__":
    unittest.main()
