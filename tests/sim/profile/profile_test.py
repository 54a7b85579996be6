# SPDX-License-Identifier: Apache-2.0
"""`ntrace profile`: samples against the recording, totals against counts by the encodings of instructions, and what
the statistics say of fixed and random periods."""
import collections
import json
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.lib.programs import make_recordings
from tests.lib.tier import WHOLE
from tests.lib.transfers import NOT_TAKEN, transfers_at

NEEDS = ("build/programs/calls.ntr", "build/programs/crc32.ntr", "build/programs/kernel.ntr")
BOOT = "tests/data/boot.ntr"
KERNEL, CALLS, CRC32 = (f"build/programs/{name}.ntr" for name in ("kernel", "calls", "crc32"))
ELF = {name: ("--image", name.replace(".ntr", ".elf")) for name in (KERNEL, CALLS, CRC32)}
# Names of events here, and in docs/counters.md
EVENTS = {"instructions": "instructions", "branches": "branches", "taken": "taken branches",
          "not-taken": "not-taken branches", "calls": "calls", "returns": "returns", "jumps": "jumps",
          "exceptions": "exceptions", "interrupts": "interrupts", "trap-returns": "trap returns"}
NUMBERS = {"instructions": 2, "branches": 5, "taken": 0x8000, "not-taken": 0x8001, "calls": 0x8002, "returns": 0x8003,
           "jumps": 0x8004, "exceptions": 0x8005, "interrupts": 0x8006, "trap-returns": 0x8007}
INHIBIT = {"U": 1 << 60, "S": 1 << 61, "M": 1 << 62}
# All of the boot, or as much as has some thousand samples
BOOT_RUN = ("--period", 10000) if WHOLE else ("--period", 1000, "--limit", 3000000)
FIXED_RUN = ("--period", 10000) if WHOLE else ("--period", 900, "--limit", 3000000)


def run(*words):
    return subprocess.run([str(ROOT / "build/ntrace"), "profile", *map(str, words)], cwd=ROOT, capture_output=True,
                          text=True, check=False)


def profile(*words, status=0):
    done = run(*words, "--json")
    if (done.returncode, done.stderr) != (status, ""):
        raise AssertionError(f"{words}: {done.returncode} {done.stderr}")
    return json.loads(done.stdout)


def retired(recording):
    """Every instruction and trap of a recording."""
    done = subprocess.run([str(ROOT / "build/ntrace"), "info", recording, "--retired", "--json"], cwd=ROOT,
                          capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def steps(lines):
    """What tests.lib.transfers takes, and after how many instructions each of them was."""
    found, numbers, count = [], [], 0
    for one in lines:
        after = int(one["next"], 16) if one.get("next") else None
        if one["kind"] == "trap":
            found.append(("trap", int(one["pc"], 16), one["interrupt"], after))
            numbers.append(count)
        elif one["kind"] == "insn":
            count += 1
            found.append(("insn", int(one["pc"], 16), int(one["insn"], 16), one["size"], after))
            numbers.append(count)
    return found, numbers


def counts_by_mode():
    """The table of docs/counters.md, which tests/hpm/count_test.py counts by the encodings of instructions."""
    page = (ROOT / "docs/counters.md").read_text(encoding="utf-8")
    table = page.split("<!-- counts -->")[1].split("<!-- end of counts -->")[0]
    rows = [[cell.strip().replace(",", "") for cell in line.strip("|\n ").split("|")] for line in table.splitlines()[3:]]
    return {row[0]: dict(zip("USMA", map(int, row[1:]))) for row in rows if len(row) == 5}


def folded(path):
    lines = (line.rpartition(" ") for line in path.read_text(encoding="utf-8").splitlines())
    return collections.Counter({stack: int(count) for stack, _, count in lines})


class ProfileTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        make_recordings()
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    # ---- totals ----

    def check_totals(self, result, exact, longest):
        self.assertTrue(result["whole"])
        self.assertEqual((result["exact"]["events"], result["counted"]), (exact, exact))
        self.assertLessEqual(0, exact - result["sampled"])
        self.assertLessEqual(exact - result["sampled"], longest)
        self.assertEqual(sum(one["exact"] for one in result["functions"]), exact)
        self.assertEqual(sum(one["samples"] for one in result["functions"]), result["samples"])

    def test_samples_times_period_are_within_a_period_of_the_count_of_every_event(self):
        counts = counts_by_mode()
        for event, name in EVENTS.items():
            exact = counts[name]["A"]
            for period in (7, 100):
                fixed = profile(KERNEL, "--event", event, "--period", period, "--stack", "ras")
                self.check_totals(fixed, exact, period)
                self.assertEqual((fixed["samples"] + fixed["unserved"]) * period, fixed["sampled"], event)
                self.assertEqual(fixed["exact"]["source"], "N-Trace")
            self.check_totals(profile(KERNEL, "--event", event, "--period", 50, "--random", "--stack", "branches"),
                              exact, 75)

    def test_inhibit_bits_choose_the_modes(self):
        counts = counts_by_mode()
        for event, name in EVENTS.items():
            for mode in "USM":
                inhibit = sum(bit for other, bit in INHIBIT.items() if other != mode)
                result = profile(KERNEL, "--event", hex(NUMBERS[event] | inhibit), "--period", 20, "--stack", "ras")
                self.assertEqual(result["event"], event)
                self.check_totals(result, counts[name][mode], 20)

    def test_cycles_are_those_of_the_model(self):
        result = profile(KERNEL, "--event", "cycles", "--period", 100, "--random")
        self.check_totals(result, result["cycles"], 150)
        self.assertEqual(result["exact"]["source"], "model")
        self.assertEqual(result["verdict"]["bias"], "unbiased")

    def test_periods_shorter_than_the_interrupt_takes_are_counted_as_late(self):
        result = profile(CALLS, "--period", 1)
        self.assertEqual(result["exact"]["events"], result["instructions"])
        self.assertGreater(result["late"], result["samples"] // 2)
        self.check_totals(result, result["instructions"], 1)
        self.assertEqual(profile(CALLS, "--period", 10)["late"], 0)

    # ---- samples ----

    def test_pc_and_branch_stack_are_those_of_the_recording(self):
        found, numbers = steps(retired(KERNEL))  # one a cycle: an instruction, or a trap
        transfers = dict(transfers_at(found, 64))
        period, depth = 331, 16
        result = profile(KERNEL, "--period", period, "--depth", depth, "--stack", "branches", "-o", self.path / "stack")
        lines = (self.path / "stack/branches.txt").read_text(encoding="ascii").splitlines()
        self.assertEqual(len(lines), numbers[-1] // period)
        overflows = [place for place, step in enumerate(found) if step[0] == "insn" and numbers[place] % period == 0]
        begin, traps = -1, 0
        for overflow, line in zip(overflows, lines, strict=True):
            # LCOFIP is 1 two cycles after the overflow: one step is done meanwhile.
            ip, *stack = line.split()
            self.assertEqual(int(ip, 16), found[overflow + 2][1])
            expected = [transfers[place][:2] for place in range(overflow + 1, begin, -1)
                        if place in transfers and transfers[place][2] != NOT_TAKEN]
            self.assertEqual([tuple(int(word, 16) for word in one.split("/")[:2]) for one in stack], expected[:depth])
            for one in stack:
                self.assertRegex(one, r"^0x[0-9a-f]+/0x[0-9a-f]+/P/-/-/(\d+|-)/[A-Z_]+$")
            begin = overflow + 1
            traps += found[begin][0] == "trap"
        self.assertEqual((result["skid_most"], result["skid_sum"]), (1, result["samples"] - traps))

    def test_call_stacks_of_ctr_are_stacks_of_the_trace(self):
        result = profile(CALLS, "--period", 60, "--random", "-o", self.path / "calls", *ELF[CALLS])
        samples, exact = folded(self.path / "calls/samples.folded"), folded(self.path / "calls/exact.folded")
        self.assertEqual(sum(samples.values()), result["samples"])
        self.assertEqual(sum(exact.values()), result["instructions"])
        self.assertLessEqual(set(samples), set(exact))
        self.assertGreater(len(samples), 20)
        self.assertGreater(max(stack.count(";") for stack in samples), 8)
        self.assertEqual(result["cut_calls"], 0)

    def test_the_exact_profile_is_what_decode_tells_of_the_trace(self):
        run(KERNEL, "--period", 1000, "-o", self.path / "exact", *ELF[KERNEL])
        trace = self.path / "kernel.nex"
        for words in (("encode", KERNEL, "-o", trace, "--set", "trTeContext=1"),
                      ("decode", trace, "--image", KERNEL, *ELF[KERNEL], "--set", "trTeContext=1", "--to", "folded",
                       "-o", self.path / "kernel.folded")):
            subprocess.run([str(ROOT / "build/ntrace"), *map(str, words)], cwd=ROOT, check=True, capture_output=True)
        self.assertEqual(folded(self.path / "exact/exact.folded"), folded(self.path / "kernel.folded"))

    def test_the_flame_graph_has_the_samples(self):
        result = profile(CALLS, "--period", 100, "-o", self.path / "flame", *ELF[CALLS])
        svg = ElementTree.parse(self.path / "flame/flame.svg")
        titles = [title.text for title in svg.iter("{http://www.w3.org/2000/svg}title")]
        self.assertIn(f"_start: {result['samples']:,} samples (100.00 %)", titles)

    def test_a_hart_of_32_bits_is_sampled(self):
        result = profile(CRC32, "--period", 97, "--random", *ELF[CRC32])
        self.check_totals(result, result["instructions"], 146)
        self.assertEqual(result["verdict"]["bias"], "unbiased")

    # ---- bias ----

    def test_a_random_period_has_the_functions_of_the_boot_within_3_standard_errors(self):
        result = profile(BOOT, *BOOT_RUN, "--random", "--strict")
        self.assertGreater(result["samples"], 2000)
        self.check_totals(result, result["instructions"], 1.5 * BOOT_RUN[1])
        self.assertEqual(result["verdict"]["bias"], "unbiased")
        self.assertEqual(result["verdict"]["beyond"], 0)
        top = result["functions"][:20]
        for one in top:  # by hand
            share = one["exact"] / result["exact"]["events"]
            expected = share * result["samples"]
            errors = (one["samples"] - expected) / (expected * (1 - share)) ** 0.5
            self.assertAlmostEqual(errors, one["errors"])
            self.assertLessEqual(abs(errors), 3, one["name"])
        self.assertEqual([one["exact"] for one in top], sorted((one["exact"] for one in top), reverse=True))

    def test_a_fixed_period_meets_the_same_places_of_the_boot(self):
        result = profile(BOOT, *FIXED_RUN, "--strict", status=1)
        verdict = result["verdict"]
        self.assertEqual((verdict["bias"], verdict["by_period"], verdict["by_skid"]),
                         ("biased within functions", True, False))
        self.assertEqual((FIXED_RUN[1] % verdict["lap"], verdict["lap"]), (0, 5 if WHOLE else 3))
        self.assertLess(result["fit_overflows"]["addresses"]["p"], 1e-6)
        self.assertGreater(result["fit_random_period"]["addresses"]["p"], 0.001)

    def test_a_loop_that_divides_the_period_shows_one_of_its_functions(self):
        fixed = profile(CALLS, "--period", 60, *ELF[CALLS])
        samples = {one["name"]: (one["samples"], one["exact"]) for one in fixed["functions"]}
        self.assertEqual(samples["is_even"][1], 3003)  # the two call each other, 6 instructions for both
        self.assertEqual(samples["is_odd"][1], 3002)
        self.assertEqual(sorted((samples["is_even"][0], samples["is_odd"][0])), [0, 100])
        verdict = fixed["verdict"]
        self.assertEqual((verdict["bias"], verdict["by_period"], verdict["by_skid"], verdict["lap"]),
                         ("biased", True, False, 6))
        self.assertRegex(verdict["text"], r"passed every 6 instructions, and a period of 60 meets only 1 of these")
        shown = profile(CALLS, "--period", 60, "--random", *ELF[CALLS])
        samples = {one["name"]: one["samples"] for one in shown["functions"]}
        self.assertEqual(shown["verdict"]["bias"], "unbiased")
        self.assertTrue(30 < samples["is_even"] < 75 and 30 < samples["is_odd"] < 75)

    def test_skid_into_other_functions_is_told_from_the_period(self):
        result = profile(BOOT, "--period", 1000, "--random", "--limit", 3000000, "--blocks", 4, "--instructions", 255)
        self.assertEqual((result["verdict"]["bias"], result["verdict"]["by_period"], result["verdict"]["by_skid"]),
                         ("biased", False, True))
        self.assertGreater(result["skid_sum"], 20 * result["samples"])
        self.assertGreater(result["fit_overflows"]["functions"]["p"], 0.001)
        after_calls = profile(CALLS, "--event", "calls", "--period", 20, "--random", *ELF[CALLS])["verdict"]
        self.assertEqual((after_calls["bias"], after_calls["by_skid"]), ("biased", True))

    # ---- the command ----

    def test_a_seed_replays_the_samples(self):
        first = profile(CALLS, "--period", 100, "--random", "--seed", 7)
        self.assertEqual(first, profile(CALLS, "--period", 100, "--random", "--seed", 7))
        self.assertNotEqual(first["functions"], profile(CALLS, "--period", 100, "--random", "--seed", 8)["functions"])

    def test_text_and_json_are_of_one_run(self):
        result = profile(CALLS, "--period", 100, "-o", self.path / "both", *ELF[CALLS])
        done = run(CALLS, "--period", 100, *ELF[CALLS])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, (self.path / "both/report.txt").read_text(encoding="utf-8"))
        self.assertEqual(result, json.loads((self.path / "both/report.json").read_text(encoding="utf-8")))
        self.assertTrue(done.stdout.endswith(f"verdict: {result['verdict']['text']}\n"))
        table = [line.split() for line in done.stdout.splitlines() if re.match(r" +\d+ ", line)]
        self.assertEqual([(row[0], row[4]) for row in table],
                         [(str(one["samples"]), one["name"]) for one in result["functions"] if one["exact"]][:20])

    def test_the_page_shows_what_is_printed(self):
        page = (ROOT / "docs/profile.md").read_text(encoding="utf-8")
        shown = re.findall(r"```\n\$ build/ntrace profile (.*)\n((?:.*\n)*?)```", page)
        self.assertEqual(len(shown), 4)
        for words, lines in shown:
            if BOOT in words and not WHOLE:
                continue
            printed, at = run(*words.split()).stdout, 0
            for part in lines.split("...\n"):
                self.assertIn(part, printed[at:], words)
                at = printed.index(part, at) + len(part)

    def test_few_samples_are_no_verdict(self):
        result = profile(KERNEL, "--event", "interrupts", "--period", 10, "--strict")
        self.assertEqual((result["samples"], result["verdict"]["bias"]), (7, "unknown"))

    def test_what_ctr_records_is_chosen(self):
        for stack, names in (("ras", {"samples.folded"}), ("branches", {"samples.folded", "branches.txt"}),
                             ("both", {"samples.folded", "branches.txt"})):
            out = self.path / f"stack-{stack}"
            profile(CALLS, "--period", 500, "--stack", stack, "-o", out)
            self.assertEqual({path.name for path in out.iterdir()},
                             names | {"flame.svg", "exact.folded", "report.json", "report.txt"})
            deepest = max(line.count(";") for line in folded(out / "samples.folded"))
            self.assertEqual(deepest > 0, stack != "branches")

    def test_what_cannot_be_done_is_one_line_and_status_2_and_leaves_nothing(self):
        out = self.path / "none"
        text = self.path / "text"
        text.write_text("no recording\n", encoding="ascii")
        for words, said in (((), "REC is missing"), ((CALLS,), "--period is missing"),
                            ((CALLS, "--period", 0), "--period: expected 1 to"),
                            ((CALLS, "--period", 1, "--random"), "--period 1: nothing can be drawn"),
                            ((CALLS, "--period", 9, "--event", "misses"), "--event misses: no such event"),
                            ((CALLS, "--period", 9, "--event", "0x77"), "--event 0x77: mhpmevent has no such event"),
                            ((CALLS, "--period", 9, "--event", "trace-bytes"), "recordings do not have bytes of trace"),
                            ((CALLS, "--period", 9, "--event", hex(1 << 63 | 2)), "inhibit bits"),
                            ((CALLS, "--period", 9, "--depth", 17), "--depth 17: 16, 32, 64, 128 or 256"),
                            ((CALLS, "--period", 9, "--stack", "all"), "--stack all: both, ras or branches"),
                            ((CALLS, "--period", 9, "--blocks", 5), "--blocks"),
                            ((CALLS, "--period", 9, "--hart", 1), "there is no hart 1"),
                            ((CALLS, "--period", 9, "--image", CRC32), "XLEN is 32, but 64"),
                            ((text, "--period", 9), "text"), (("no-such-file", "--period", 9), "no-such-file")):
            done = run(*words, "-o", out)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(said, done.stderr)
            self.assertFalse(out.exists(), words)
        done = run(CALLS, "--period", 9, "-o", text)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        out.mkdir()
        (out / "mine").write_text("kept", encoding="ascii")
        self.assertEqual(run("no-such-file", "--period", 9, "-o", out).returncode, 2)
        self.assertEqual([path.name for path in out.iterdir()], ["mine"])

    def test_help_lists_the_events_of_the_page(self):
        page = (ROOT / "docs/counters.md").read_text(encoding="utf-8")
        listed = re.findall(r"(?m)^  ([a-z-]+) +(0x[0-9a-f]+) +(.*)$", run("--help").stdout)
        self.assertEqual({name for name, _, _ in listed}, set(EVENTS) | {"cycles"})
        for _, number, text in listed:
            self.assertIn(f"| {number} | {text} |", page)


if __name__ == "__main__":
    unittest.main()
