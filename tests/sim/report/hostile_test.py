# SPDX-License-Identifier: Apache-2.0
"""Results of which a member is another: each is reported, or refused in one line with status 2. Folders with what is no
file, options that would not be heeded."""
import copy
import json
import os
import random
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from tests.lib.bench import run
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

CASES = 2000 if WHOLE else 100
VALUES = (None, 5, -1, "<b>", [], {}, 1.5, [None], [5], {"a": None}, 1 << 62, True, [[[]]], {"signal": 5})


def paths(value, path=()):
    """Of the first members of each object and array, since the rest are like them."""
    if path:
        yield path
    items = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    for name, member in items[:10]:
        yield from paths(member, (*path, name))


def failed(result):
    """The result as if RTL and model had differed."""
    wave = {"signal": [{"name": "cycle", "wave": "22", "data": ["8", "9"]}, ["Pairs", {"name": "icnt (RTL)", "wave": "29", "data": ["0x1", "0x2"]}]],
            "config": {"hscale": 3}}
    signal = {"signal": "icnt", "expected": "0x3", "got": "0x2", "last_equal": 8}
    return {**result, "failure": "RTL and golden model differ", "first_mismatch": {"cycle": 9, "window": ["a"], "signals": [signal]},
            "first_illegal": {"rule": "r", "cycle": 3}, "diagrams": [{"title": "First mismatch", "cycle": 9, "wave": wave}]}


class HostileTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        trace, self.result = self.folder / "a.nex", self.folder / "results/a.json"
        self.result.parent.mkdir()
        run("encode", ROOT / "tests/data/boot.ntr", "--limit", "300", "-o", trace)
        self.assertEqual(run("check", trace, "-i", ROOT / "tests/data/boot.ntr", "-q", "--results", self.result).returncode, 0)

    def report(self, status, *words):
        done = run("report", *words, "-q", seconds=10)
        self.assertEqual(done.returncode, status, (words, done.stderr))
        if status == 2:
            self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1))
        return done.stdout + done.stderr

    def bears(self, result):
        junit, ucis = self.folder / "j.xml", self.folder / "u.xml"
        self.result.write_text(json.dumps(result), encoding="ascii")
        done = run("report", self.result, "-q", "-o", self.folder / "r.html", "--junit", junit, "--ucis", ucis)
        self.assertIn(done.returncode, (0, 1, 2), done.stderr)
        self.assertEqual(done.stderr.count("\n"), int(done.returncode == 2), done.stderr)
        if done.returncode < 2:
            for path in (junit, ucis):
                ElementTree.parse(path)
        return done

    def test_a_member_that_is_another_is_reported_or_refused(self):
        result = failed(json.loads(self.result.read_text(encoding="ascii")))
        self.assertEqual(self.bears(result).returncode, 1)
        chance = random.Random(33)
        places = list(paths(result))
        for path in chance.choices(places, k=CASES):
            other, value = copy.deepcopy(result), chance.choice(VALUES)
            place = other
            for name in path[:-1]:
                place = place[name]
            place[path[-1]] = value
            with self.subTest(path=path, value=value):
                self.bears(other)

    def test_what_it_was_made_of_has_its_types(self):
        result = json.loads(self.result.read_text(encoding="ascii"))
        for member, value in (("command", [None]), ("command", ["a", 5]), ("command", []), ("command", "a"), ("time", 5), ("revision", []),
                              ("machine", {}), ("seed", "1"), ("sources", []), ("sources", {"sim/": 5})):
            done = self.bears({**result, "made": {**result["made"], member: value}})
            self.assertEqual(done.returncode, 2, (member, value))
            self.assertIn("made", done.stderr)
        self.assertEqual(self.bears({**result, "made": 5}).returncode, 2)
        del result["made"]
        self.assertEqual(self.bears(result).returncode, 0)

    def test_a_pipe_in_a_folder_is_refused_and_not_waited_for(self):
        for name in ("b.json", "b.dat"):
            pipe = self.result.parent / name
            os.mkfifo(pipe)
            self.assertIn(f"{pipe}: not a regular file", self.report(2, self.result.parent))
            self.assertIn("incomplete: 1 results left out", self.report(1, self.result.parent, "--partial"))
            pipe.unlink()
        (self.result.parent / "c.json").mkdir()
        self.report(0, self.result.parent)
        os.mkfifo(self.result.parent / "d.json")
        self.assertIn("d.json: not a regular file", self.report(2, "--history", self.result.parent))

    def test_what_would_not_be_heeded_is_refused(self):
        saved = self.folder / "saved.json"
        saved.write_text(run("report", self.result, "--json").stdout, encoding="ascii")
        for option in ("-o", "--junit", "--ucis", "--lcov"):
            self.assertIn("--check: prints alone", self.report(2, "--check", saved, option, self.folder / "out"))
        for words in ((self.result,), ("--check", saved)):
            self.assertIn("--sources", self.report(2, *words, "--sources", self.folder / "none"))
        self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    unittest.main()
