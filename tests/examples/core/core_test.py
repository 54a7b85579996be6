# SPDX-License-Identifier: Apache-2.0
"""A core of our own with its trace, start to end: what is in memory after a compiled program has run is, decoded,
what the core itself logged. docs/my-core.md."""
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from examples.core import judge
from tests.examples.core.faults import FAULTS, PROGRAM, build
from tests.lib import tier
from tests.lib.catalogue import ROOT

NEEDS = ("example-core-built",)
BUILT = ROOT / "build/example-core"
PAGE = ROOT / "docs/my-core.md"
PROGRAMS = ("coroutine", "counters", "crc", "compressed", "integer", "interpreter", "muldiv", "records", "tasks", "timer", "traps", "user")
TRAPS = ("timer", "traps", "user", "tasks", "records")
JUDGED = PROGRAMS if tier.WHOLE else [name for name in PROGRAMS if name != "interpreter"]  # the longest


class Bench(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)


class CoreTest(Bench):
    def test_the_trace_from_memory_is_what_the_core_logged(self):
        for name in JUDGED:
            with self.subTest(name):
                self.assertRegex(judge.judge(BUILT, name, self.folder), f"{name}: .* as logged")

    def test_so_it_is_with_other_settings(self):
        """By day each program with one of them."""
        every = ("btm", "sync", "best")
        for number, name in enumerate(TRAPS):
            for settings in every if tier.WHOLE else [every[number % len(every)]]:
                with self.subTest(f"{name}, {settings}"):
                    judge.judge(BUILT, name, self.folder, settings)

    def test_traps_and_interrupts_are_among_them(self):
        kinds = {name: [kind for kind, *_ in judge.Run(BUILT, name, self.folder).judge_trace()[1]] for name in TRAPS}
        self.assertEqual(len(kinds["traps"]), 240)
        self.assertNotIn("interrupt", kinds["traps"])
        self.assertGreater(kinds["timer"].count("interrupt"), 60)
        self.assertNotIn("exception", kinds["timer"])
        for name in ("user", "tasks"):
            self.assertEqual(set(kinds[name]), {"exception", "interrupt"})

    def test_the_log_goes_into_lockstep(self):
        for name in TRAPS:
            with self.subTest(name):
                recording = judge.Run(BUILT, name, self.folder).imported()
                self.assertIn("\npassed: RTL and model agree", judge.run(judge.NTRACE, "lockstep", recording))

    if tier.WHOLE:  # Icarus takes its time
        def test_icarus_runs_the_same(self):
            words = [f"-y{ROOT}/{folder}" for folder in ("examples/core", "rtl", *(f"rtl/{part}" for part in (
                "adapter", "encoder", "control", "transport", "tandem", "hpm", "ctr")))]
            words += ["-I" + word[2:] for word in words] + [f"-I{BUILT}"]
            subprocess.run(["iverilog", "-g2005", *words, "-o", self.folder / "board",
                            ROOT / "examples/core/nt_board_bench.v"], check=True)
            shutil.copy(BUILT / "compressed.hex", self.folder)
            shutil.copy(BUILT / "compressed.elf", self.folder)
            self.assertEqual(judge.judge(self.folder, "compressed", self.folder),
                             judge.judge(BUILT, "compressed", self.folder))


class FaultsTest(Bench):
    def test_each_fault_is_seen_and_nothing_without_one(self):
        out = build(self.folder)
        for program in ("timer", *set(PROGRAM.values())):
            for kind in ("hex", "elf"):
                shutil.copy(BUILT / f"{program}.{kind}", out)
        for number, name in enumerate(("", *FAULTS)):
            with self.subTest(name):
                plus = (f"+fault={number}", "+limit=400000")
                if number == 0:
                    for program in ("timer", *set(PROGRAM.values())):
                        judge.judge(out, program, self.folder, more=plus)
                    continue
                with self.assertRaises(judge.Wrong) as seen:
                    judge.judge(out, PROGRAM.get(name, "timer"), self.folder, more=plus)
                self.assertRegex(str(seen.exception), FAULTS[name][3])


class PageTest(Bench):
    def test_its_commands_do_what_the_page_says(self):
        text = PAGE.read_text(encoding="utf-8")
        blocks = re.findall(r"```sh\n(.*?)```\n\n```\n(.*?)```", text, re.S)
        self.assertEqual(len(blocks), 3)
        for commands, output in blocks:
            script = re.sub(r"\b(build|examples)/", rf"{ROOT}/\1/", commands)
            done = subprocess.run(["bash", "-e", "-c", f'ntrace() {{ "{ROOT}/build/ntrace" "$@"; }}\n{script}'],
                                  cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            for line in output.splitlines():  # of any numbers
                self.assertRegex(done.stdout, re.sub(r"\d+", r"\\d+", re.escape(line)))

    def test_it_names_each_program(self):
        text = PAGE.read_text(encoding="utf-8")
        self.assertEqual(sorted(path.stem for path in BUILT.glob("*.hex") if path.stem in PROGRAMS), sorted(PROGRAMS))
        for name in PROGRAMS:
            self.assertIn(f"| {name} |", text)


if __name__ == "__main__":
    unittest.main()
