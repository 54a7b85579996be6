# SPDX-License-Identifier: Apache-2.0
"""What the counters count over a recording is what a program in Python counts in its instructions and traps, by
their encodings alone: every event of the instruction stream, in all filters of modes; and with a period, LCOFIs
times period and the rest."""
import functools
import json
import re
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from tests.hpm import clauses, hpm_test, replay
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE
from tests.lib.transfers import transfers_at
from tests.lib.units import build_with_faults, parameters, program, run

NEEDS = ("build/host.a", "build/programs/kernel.ntr", "build/programs/kernel32.ntr", "build/programs/sampling.ntr",
         "unit-hpm")
KERNEL, KERNEL32 = "build/programs/kernel.ntr", "build/programs/kernel32.ntr"
SAMPLING, BOOT = "build/programs/sampling.ntr", "tests/data/boot.ntr"

PAGE = ROOT / "docs/counters.md"

NUMBERS = {name: number for number, name in clauses.EVENTS.items()}
EVENTS = ("instructions", "branches", "taken branches", "not-taken branches", "calls", "returns", "jumps", "exceptions",
          "interrupts", "trap returns", "cycles")
FILTERS = [tuple(mode for place, mode in enumerate(clauses.MODES) if number >> place & 1) for number in range(32)]
ALL = [(event, inhibited) for inhibited in FILTERS for event in EVENTS]
# The counts do not depend on what comes in which cycle.
SHAPES = ([], ["--vary", "--bubbles", 64], ["--instructions", 3], ["--blocks", 1])
# Periods, and so few instructions a cycle that none is over before the LCOFI of the one before is served
PERIODS = {1000: ["--instructions", 8], 97: ["--instructions", 8, "--vary"], 10: ["--instructions", 1, "--blocks", 1]}


def mhpmevent(event, inhibited):
    return NUMBERS[event] | sum(1 << clauses.INHIBIT[mode] for mode in inhibited)


def limited(limit):
    return ["--limit", limit] if limit else []


class Exact:
    """How often each event was in each mode, but for cycles: `count`."""

    def __init__(self, recording, xlen, limit=None):
        self.recording, self.limit = recording, limit
        self.count = Counter()
        self.mode = None
        for _, (_, _, itype) in transfers_at(self.steps(), xlen):
            self.count.update((event, self.mode) for event in clauses.EVENTS_OF_ITYPE[itype])

    def steps(self):
        """Of the recording, or of its first instructions. What ends a step is of the mode that it leaves."""
        command = [ROOT / "build/ntrace", "info", self.recording, "--retired", "--json",
                   *limited(self.limit and self.limit + 1)]
        with subprocess.Popen([str(word) for word in command], cwd=ROOT, stdout=subprocess.PIPE) as info:
            for line in info.stdout:
                one = json.loads(line)
                if self.limit and self.count["all"] == self.limit:
                    continue
                self.mode = one.get("privilege")
                if one["kind"] == "trap":
                    yield "trap", int(one["pc"], 16), one["interrupt"], int(one.get("next", "0"), 16)
                elif one["kind"] == "insn":
                    self.count.update(["all", ("instructions", self.mode)])
                    after = int(one["next"], 16) if "next" in one else None
                    yield "insn", int(one["pc"], 16), int(one["insn"], 16), one["size"], after
        if info.returncode != 0:
            raise AssertionError(self.recording)

    def of(self, event, inhibited, cycles):
        where = cycles if event == "cycles" else {mode: self.count[event, mode] for mode in clauses.MODES}
        return sum(count for mode, count in where.items() if mode not in inhibited)


@functools.cache
def exact(recording, xlen, limit=None):
    return Exact(recording, xlen, limit)


def cycles_of(log):
    """By mode, the cycles of a log in which counters were not stopped."""
    found = Counter()
    for line in log:
        if line.startswith("c 0"):
            _, _, priv, stop, _ = line.split(maxsplit=4)
            found[replay.PRIV[int(priv)]] += stop == "0"
    return found


def counted(bench, expected, selections, *words):
    """The summary of a run with these selections, and what each has to have counted."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        needs_log = any(event == "cycles" for event, _ in selections)
        selected = [word for one in selections for word in ("--mhpmevent", hex(mhpmevent(*one)))]
        done = run(bench, "--unit", "hpm", expected.recording, *limited(expected.limit), *selected, *words, "--json",
                   *(["-o", log] if needs_log else []), "--report", folder)
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)
        cycles = Counter()
        if needs_log:
            with open(log, encoding="ascii") as lines:
                cycles = cycles_of(lines)
        return json.loads(done.stdout), [expected.of(*one, cycles) for one in selections]


def groups(selections, build):
    size = parameters("hpm", build)["NCOUNTERS"]
    return [selections[at:at + size] for at in range(0, len(selections), size)]


def table(values):
    """The lines of docs/counters.md: filters that let one mode through. Cycles depend on the shape."""
    yield "| event | U | S | M | all |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for event in EVENTS:
        if event != "cycles":
            alone = [tuple(mode for mode in clauses.MODES if mode != one) for one in "USM"]
            yield "| " + " | ".join([event, *(f"{values[event, inhibited]:,}" for inhibited in (*alone, ()))]) + " |"


class CountTest(unittest.TestCase):
    def count_all(self, build, recorded, selections):
        """What each selection has counted."""
        values = {}
        for number, group in enumerate(groups(selections, build)):
            shape = SHAPES[number % len(SHAPES)]
            with self.subTest(build=build, recording=recorded.recording, shape=shape):
                found, expected = counted(program("hpm", build), recorded, group, "--seed", number, *shape)
                self.assertEqual([one["value"] for one in found["counters"]], expected, group)
                self.assertEqual(found["minstret"], recorded.count["all"])
                self.assertEqual(found["mcycle"], found["cycles"] - found["stopped"])
                values.update(zip(group, expected))
        return values

    def test_every_event_in_all_filters_is_counted_as_in_python(self):
        values = self.count_all("rv64", exact(KERNEL, 64), ALL)
        self.assertEqual(len(values), len(ALL))
        _, page = PAGE.read_text(encoding="utf-8").split("<!-- counts -->\n")
        self.assertEqual(page.split("<!-- end of counts -->")[0].splitlines(), list(table(values)))

    def test_an_rv32_counts_so_too(self):
        self.count_all("rv32", exact(KERNEL32, 32), ALL if WHOLE else ALL[::9])

    def test_a_program_that_samples_is_counted(self):
        values = self.count_all("rv64", exact(SAMPLING, 64, None if WHOLE else 100000), ALL)
        self.assertGreater(values["interrupts", ()], 200 if WHOLE else 20)

    def test_a_boot_is_counted(self):
        self.count_all("rv64", exact(BOOT, 64, 3000000 if WHOLE else 100000), ALL)


class PeriodTest(unittest.TestCase):
    def test_lcofis_and_the_rest_are_the_count(self):
        """By day each event with one of the periods."""
        for build, recorded in (("rv64", exact(KERNEL, 64)), ("rv32", exact(KERNEL32, 32))):
            for number, (period, shape) in enumerate(PERIODS.items()):
                for event in EVENTS if WHOLE else EVENTS[number::len(PERIODS)]:
                    with self.subTest(build=build, period=period, event=event):
                        found, [count] = counted(program("hpm", build), recorded, [(event, ())], "--period", period,
                                                 *shape)
                        [one] = found["counters"]
                        self.assertEqual(found["lcofis"] * period + one["value"], count)
                        self.assertLess(one["value"], period)
                        self.assertEqual((one["lcofis"], one["late"]), (found["lcofis"], 0))

    def test_counters_that_share_lcofis_lose_nothing(self):
        recorded = exact(SAMPLING, 64, None if WHOLE else 100000)
        selections = [*((event, ()) for event in EVENTS), *((event, ("S", "VU")) for event in EVENTS)]
        for period, shape in PERIODS.items():
            with self.subTest(period=period):
                found, counts = counted(program("hpm", "rv64"), recorded, selections, "--period", period, *shape)
                self.assertEqual([one["lcofis"] * period + one["value"] for one in found["counters"]], counts)
                self.assertLess(found["lcofis"], sum(one["lcofis"] for one in found["counters"]))

    def test_an_lcofi_may_be_late_by_whole_periods(self):
        found, counts = counted(program("hpm", "rv64"), exact(KERNEL, 64), [(event, ()) for event in EVENTS],
                                "--period", 10)
        self.assertGreater(found["counters"][0]["late"], 1000)
        self.assertEqual([(one["lcofis"] + one["late"]) * 10 + one["value"] for one in found["counters"]], counts)


class PageTest(unittest.TestCase):
    def test_what_the_page_shows_is_what_commands_say(self):
        shown = re.findall(r"^\$ (build/ntrace .*)\n((?:.+\n)+?)```", PAGE.read_text(encoding="utf-8"), re.M)
        self.assertEqual(len(shown), 2)
        for command, output in shown:
            done = run(*command.split())
            self.assertEqual((done.returncode, done.stdout), (0, output), command)


class WrongTest(unittest.TestCase):
    def test_what_rtl_and_model_count_wrongly_alike_is_noticed(self):
        build, _, faults = hpm_test.BOTH["trap_in_the_mode_it_enters"]
        with tempfile.TemporaryDirectory() as folder:
            bench = build_with_faults(folder, "hpm", build, *faults)
            found, expected = counted(bench, exact(KERNEL, 64), [("trap returns", ("M",)), ("exceptions", ("U",))])
        self.assertEqual([one["value"] == count for one, count in zip(found["counters"], expected)], [False, False])

    def test_selections_that_the_build_lacks_are_refused(self):
        for words, said in ((["--mhpmevent", 3], "--mhpmevent 0x3: no event of the build rv64"),
                            (["--mhpmevent", 1 << 63 | 1], "--mhpmevent 0x8000000000000001: no event"),
                            (["--mhpmevent", 1 << 40 | 1], "--mhpmevent 0x10000000001: no event"),
                            (["--mhpmevent", 1] * 30, "--mhpmevent: 29 at most"),
                            (["--period", 5], "--period: needs --mhpmevent"),
                            (["--sample", 5], "--sample: needs --unit ctr"),
                            (["--instructions", 256], "--instructions 256: a block of the build rv64 has 255 at most")):
            with self.subTest(said):
                done = run(program("hpm", "rv64"), "--unit", "hpm", KERNEL, *words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(said, done.stderr)


if __name__ == "__main__":
    unittest.main()
