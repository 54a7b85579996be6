# SPDX-License-Identifier: Apache-2.0
"""`ntrace decode --to flame`: the stacks of `--to folded` as boxes."""
import collections
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from tests.lib.programs import Trace, make_recordings, ntrace

NEEDS = ("build/programs/calls.ntr", "build/programs/kernel.ntr")
SVG = "{http://www.w3.org/2000/svg}"
BOOT2 = "tests/data/boot2.ntr"


def boxes(svg):
    """(name, count, width) of each box."""
    found = []
    for group in ElementTree.fromstring(svg).iter(SVG + "g"):
        name, _, rest = group.find(SVG + "title").text.rpartition(": ")
        found.append((name, int(rest.split()[0].replace(",", "")), float(group.find(SVG + "rect").get("width"))))
    return found


def totals(folded):
    """The count of each stack with all those on it."""
    total = collections.Counter()
    for line in folded.splitlines():
        stack, _, count = line.replace(");", ") ").rpartition(" ")
        frames = stack.split(";")
        for depth in range(1, len(frames) + 1):
            total[tuple(frames[:depth])] += int(count)
    return total


class FlameTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        make_recordings()
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def check(self, folded, svg):
        total = totals(folded)
        whole = sum(count for stack, count in total.items() if len(stack) == 1)
        wide = sorted((stack[-1], count) for stack, count in total.items() if count * 980 / whole >= 0.8)
        self.assertEqual(sorted((name, count) for name, count, _ in boxes(svg)), wide)
        for _, count, width in boxes(svg):
            self.assertAlmostEqual(width, 980 * count / whole, delta=0.051)

    def test_a_box_is_there_for_each_stack(self):
        for program in ("calls", "kernel"):
            trace = Trace(self.path, program, "--set", "trTeContext=1")
            self.check(trace.to("folded"), trace.to("flame"))

    def test_it_has_the_title_that_is_given(self):
        trace = Trace(self.path, "calls")
        self.assertIn(">flame graph: 147,162 instructions</text>", trace.to("flame"))
        self.assertIn(">a &lt; b: 147,162 instructions</text>", trace.to("flame", "--title", "a < b"))

    def test_several_harts_are_in_one_picture(self):
        both = b""
        settings = ["--set", "trTeSrcBits=1"]
        for hart in (0, 1):
            path = self.path / f"hart{hart}.nex"
            made = ntrace("encode", BOOT2, "--hart", hart, "--limit", 200000, *settings, "--set", f"trTeSrcID={hart}",
                          "-o", path)
            self.assertEqual(made.stderr, "")
            both += path.read_bytes()
        (self.path / "both.nex").write_bytes(both)
        folded, flame = (ntrace("decode", self.path / "both.nex", "--image", BOOT2, *settings, "--to", form)
                         for form in ("folded", "flame"))
        self.assertEqual((folded.stderr, flame.stderr), ("", ""))
        self.check(folded.stdout, flame.stdout)
        self.assertLessEqual({"hart 0", "hart 1"}, {name for name, _, _ in boxes(flame.stdout)})


if __name__ == "__main__":
    unittest.main()
