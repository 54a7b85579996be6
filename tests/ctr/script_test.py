# SPDX-License-Identifier: Apache-2.0
"""What the golden model answers scripts with: that it tells differences, and what it cannot read."""
import os
import subprocess
import unittest

from tests.ctr.script import PROGRAM, Script, Told
from tests.lib.catalogue import ROOT

NEEDS = ("build/tests/ctr/ctr_script",)
HEADER = "ctr map=ratified xlen=64 depths=16..256 ras=1 external=1 filters=1 freeze=1 cce=4 misp=1 h=1"
ASAN = ROOT / "build/asan/tests/ctr/ctr_script"


def answers(text, program=PROGRAM):
    return subprocess.run([str(program)], input=text, capture_output=True, text=True, check=False)


class ScriptTest(unittest.TestCase):
    def test_a_wrong_answer_is_told_with_what_came_before(self):
        script = Script()
        unit = Told({}, script)
        unit.cycle(1, 3, 0)
        unit.access(0x15f, 1, 2, 3, 0, 15)
        unit.access(0x15f, 0, 0, 3, 0, 15)
        unit.clear(5, 15)
        self.assertEqual(script.differences(), [])
        script.answers[1] = "hit 3"
        self.assertEqual(script.differences(), [
            f"the witness says hit 3, this says hit 2\n    {script.lines[0]}\n    c 1 3 0\n"
            "    a 15f 1 2 3 0 15\n    a 15f 0 0 3 0 15"])
        script.answers[2] = "hit"
        self.assertEqual(len(script.differences()), 2)

    def test_bits_that_are_not_defined_may_be_anything(self):
        script = Script()
        unit = Told({}, script)
        unit.access(0x34e, 1, 7, 3, 0, 15)
        unit.cycle(1, 3, 0)
        unit.block(9, 0x100, 0x200, 3, 3, 0, 0)
        unit.access(0x153, 0, 0, 3, 0x200, 15)  # CC without CCV
        script.answers[1] = "hit 12340009"
        self.assertEqual(script.differences(), [])
        script.answers[1] = "hit 1234000a"
        self.assertEqual(len(script.differences()), 1)

    def test_more_transfers_than_lanes_are_still_of_one_cycle(self):
        calls = "b 9 100 200 3 3 0 0\n" * 9
        found = answers(f"{HEADER}\na 34e 1 4 3 0 15\nc 7 3 0\n{calls}c 5 3 0\nb 9 300 200 3 3 0 0\n"
                        + "".join(f"a 153 0 0 3 {0x200 + index:x} 15\n" for index in range(11)))
        counts = [5, *[0] * 8]
        self.assertEqual(found.stdout.split("\n"), [
            "hit 0", *[f"hit {0x8009 | count << 16:x}" for count in counts], "hit 70009", "hit 0", ""])

    def test_what_cannot_be_read_is_said_in_one_line(self):
        for number, text in ((0, ""), (1, "c 1 3 0"), (1, "q"), (1, HEADER.replace(" h=1", "")),
                             (1, HEADER.replace("h=1", "h=2")), (1, HEADER.replace("h=1", "g=1")),
                             (1, HEADER.replace("64", "16")), (1, HEADER.replace("16..256", "16..100")),
                             (1, HEADER.replace("16..256", "256..16")), (1, HEADER.replace("cce=4", "cce=5")),
                             (1, HEADER.replace("h=1", "h")), (1, HEADER.replace("ratified", "1.0")),
                             (1, HEADER.replace("h=1", "xlen=64 xlen=64")), (1, HEADER.replace("h=1", "misp=1")),
                             (2, f"{HEADER}\nc 1 3"), (2, f"{HEADER}\nc 1 8 0"), (2, f"{HEADER}\nc -1 3 0"),
                             (2, f"{HEADER}\na 1000 0 0 3 0 15"), (2, f"{HEADER}\na 15f 4 0 3 0 15"),
                             (2, f"{HEADER}\na 15f 0 0 3 0 15 -> hit 0"), (2, f"{HEADER}\nx 3 16"),
                             (2, f"{HEADER}\nb 9 zz 0 0 0 0 0"), (2, f"{HEADER}\nr 1"), (2, f"{HEADER}\n" + "a " * 99),
                             (2, f"{HEADER}\nc 99999999999999999999 3 0"), (3, f"{HEADER}\n\nd")):
            found = answers(text)
            self.assertEqual(found.returncode, 2, text)
            self.assertRegex(found.stderr, rf"\Actr_script: line {number}: [^\n]+\n\Z", text)
            if os.environ.get("NT_TIER", "check") != "check":  # `make asan` came before
                self.assertEqual(answers(text, ASAN).stderr, found.stderr, text)


if __name__ == "__main__":
    unittest.main()
