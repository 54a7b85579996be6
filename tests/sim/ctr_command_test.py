# SPDX-License-Identifier: Apache-2.0
"""`ntrace ctr`: the buffer after N instructions, against the transfers of the recording by their encodings."""
import json
import re
import subprocess
import unittest

from tests.lib.catalogue import ROOT
from tests.lib.transfers import NOT_TAKEN, transfers_at

NEEDS = ("build/programs/kernel.ntr",)
RECORDING = "build/programs/kernel.ntr"


def run(*words):
    return subprocess.run([str(ROOT / "build/ntrace"), "ctr", *map(str, words)], cwd=ROOT, capture_output=True,
                          text=True, check=False)


def steps(limit):
    """Instructions and traps of the recording, and after how many instructions each was."""
    done = subprocess.run([str(ROOT / "build/ntrace"), "info", RECORDING, "--retired", "--json", "--limit",
                           str(limit)], cwd=ROOT, capture_output=True, text=True, check=True)
    found, numbers, retired = [], [], 0
    for line in done.stdout.splitlines():
        one = json.loads(line)
        after = int(one["next"], 16) if one.get("next") else None
        if one["kind"] == "trap":
            found.append(("trap", int(one["pc"], 16), one["interrupt"], after))
        elif one["kind"] == "insn":
            retired += 1
            found.append(("insn", int(one["pc"], 16), int(one["insn"], 16), one["size"], after))
        numbers.append(retired)
    return found, numbers


class CtrCommandTest(unittest.TestCase):
    def test_it_prints_the_last_transfers_newest_first(self):
        found, numbers = steps(60000)
        for at in (0, 1, 18, 700, 43046, 43047, 50000, 59999):
            expected = [one for place, one in transfers_at(found, 64)
                        if numbers[place] <= at and one[2] != NOT_TAKEN and
                        not (found[place][0] == "trap" and numbers[place] == at)][::-1][:16]
            for chosen in ("ratified", "draft"):
                done = run(RECORDING, "--at", at, "--depth", 16, "--map", chosen)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual([tuple(int(word, 0) for word in line.split()) for line in done.stdout.splitlines()],
                                 expected, f"after {at} instructions")

    def test_fields_of_the_control_register_decide(self):
        all_of_them = json.loads(run(RECORDING, "--at", 100000, "--set", "NTBREN=1", "--json").stdout)
        self.assertEqual((all_of_them["depth"], len(all_of_them["entries"])), (256, 256))
        self.assertIn(4, {one["type"] for one in all_of_them["entries"]})
        calls = json.loads(run(RECORDING, "--at", 100000, "--set", "RASEMU=1", "--json").stdout)
        self.assertLessEqual({one["type"] for one in calls["entries"]}, {8, 9, 12})
        self.assertTrue(all(one["cycles"] is None for one in calls["entries"]))
        nothing = run(RECORDING, "--set", "M=0", "--set", "S=0", "--set", "U=0")
        self.assertEqual((nothing.returncode, nothing.stdout), (0, ""))

    def test_a_branch_stack_is_as_perf_prints_it(self):
        done = run(RECORDING, "--at", 50000, "--depth", 16, "--perf")
        stack = done.stdout.split()
        self.assertEqual(len(stack), 16)
        for one in stack:
            self.assertRegex(one, r"^0x[0-9a-f]+/0x[0-9a-f]+/P/-/-/(\d+|-)/[A-Z_]+$")

    def test_the_page_shows_what_it_prints(self):
        page = (ROOT / "docs/ctr.md").read_text(encoding="utf-8")
        words, shown = re.search(r"\$ build/ntrace ctr (.*) \| head -3\n((?:0x.*\n)+)", page).groups()
        self.assertEqual("".join(run(*words.split()).stdout.splitlines(True)[:3]), shown)

    def test_what_cannot_be_done_is_one_line_and_status_2(self):
        for words, said in (((RECORDING, "--at", 10**9), "hart 0 has 203404 instructions, not 1000000000"),
                            ((RECORDING, "--depth", 17), "--depth 17: 16, 32, 64, 128 or 256"),
                            ((RECORDING, "--map", "other"), "--map other: ratified or draft"),
                            ((RECORDING, "--set", "ETEN=1"), "--set ETEN=1: mctrctl has no such field in this map"),
                            ((RECORDING, "--set", "M"), "--set M: FIELD=0 or FIELD=1"),
                            ((RECORDING, "--hart", 1), "there is no hart 1"),
                            (("no-such-file",), "no-such-file"), ((), "REC is missing")):
            done = run(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    unittest.main()
