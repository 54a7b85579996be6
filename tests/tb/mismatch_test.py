# SPDX-License-Identifier: Apache-2.0
"""A fault in the RTL: named by signal and cycle, shown in waves, and replayed by its ingress."""
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from scripts import made
from tests.lib.bench import NTRACE, QUICK, SHORT, build_with_faults, lockstep, run
from tests.lib.catalogue import ROOT
from tests.lib.waves import Waves

NEEDS = ("bench-tiny", "build/host.a")
FILES = ["mismatch.fst", "mismatch.gtkw", "mismatch.itype.words", "mismatch.nti", "mismatch.priv.words",
         "mismatch.sucl", "mismatch.tcode.words", "mismatch.txt"]
CYCLE_TIME = 10


class Folder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)


class MismatchTest(Folder):
    """I-CNT is not cleared where it is sent: tests/faults/rtl/icnt-kept.patch."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.bench = build_with_faults({"rtl": ROOT / "tests/faults/rtl/icnt-kept.patch"}, "tiny",
                                      os.path.join(cls.folder, "bench"), options=SHORT)
        cls.report = os.path.join(cls.folder, "report")
        cls.output = os.path.join(cls.folder, "out.nex")
        cls.status, cls.summary, cls.errors = lockstep(
            "--random", "--cycles", 20000, "--config", "tiny", "--report", cls.report, "-o",
            cls.output, "--results", os.path.join(cls.folder, "result.json"), bench=cls.bench)
        cls.mismatch = cls.summary["first_mismatch"]

    def text(self, report=None):
        with open(os.path.join(report or self.report, "mismatch.txt"), encoding="ascii") as file:
            return file.read()

    def test_it_fails_and_names_signal_cycle_and_values(self):
        self.assertEqual(self.status, 1)
        self.assertEqual([signal["signal"] for signal in self.mismatch["signals"]], ["icnt"])
        signal = self.mismatch["signals"][0]
        self.assertNotEqual(int(signal["expected"], 16), int(signal["got"], 16))
        self.assertEqual(self.summary["mismatches"], 1)
        self.assertIn(f"cycle {self.mismatch['cycle']}: RTL and model of encoder (tiny) differ:",
                      self.errors)

    def test_the_bytes_of_the_run_are_not_kept(self):
        self.assertFalse(os.path.exists(self.output))

    def test_the_sign_off_report_fails_and_shows_it_with_what_came_before(self):
        page = self.path("report.html")
        done = run("report", self.path("result.json"), "-o", page)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertRegex(done.stdout, r"\nfailed: 1 of 1 runs failed, 1 mismatches in \d+ cycles, ")
        with open(page, encoding="ascii") as file:
            text = file.read()
        signal = self.mismatch["signals"][0]
        self.assertIn(f"First mismatch, in cycle {self.mismatch['cycle']}", text)
        self.assertIn(f"<td><code>icnt</code></td><td><code>{signal['expected']}</code></td>"
                      f"<td><code>{signal['got']}</code></td>", text)
        self.assertIn("half-words", re.search(r"<pre>(.*?)</pre>", text, re.S)[1])
        self.assertEqual(set(re.findall(rf"{self.folder}\S*", text)), {self.bench})

    def test_the_sign_off_report_names_what_ran_and_starts_it_again(self):
        with open(self.path("result.json"), encoding="ascii") as file:
            result = json.load(file)
        signal = result["first_mismatch"]["signals"][0]
        self.assertEqual(signal["last_equal"], self.mismatch["cycle"] - 1)
        other = {name for name, checksum in result["made"]["sources"].items() if name.startswith("rtl/") and
                 checksum != made.sum_file(ROOT / name)}
        self.assertEqual(other, {"rtl/encoder/nt_flow_lane.v"})
        done = run("report", self.path("result.json"), "--junit", self.path("junit.xml"), "--json")
        again = json.loads(done.stdout)["runs"][0]["again"]
        self.assertEqual(subprocess.run([*shlex.split(again), "-q", "--report", self.path("again")], check=False,
                                        capture_output=True).returncode, 1)
        text = ElementTree.parse(self.path("junit.xml")).getroot().find(".//failure").text
        self.assertIn(f"icnt: expected {signal['expected']}, got {signal['got']}, last equal in cycle "
                      f"{signal['last_equal']}\n", text)
        self.assertTrue(text.endswith(f"again: {again}"))

    def test_the_report_tells_the_last_cycles_and_messages_in_words(self):
        cycle = self.mismatch["cycle"]
        text = self.text()
        self.assertEqual(re.findall(r"^ +(\d+):.*$", text.split("the last messages")[0], re.M)[-1],
                         str(cycle))
        values = re.search(r"^ +Flow +icnt +(\w+) +(\w+) +\d+$", text, re.M).groups()
        signal = self.mismatch["signals"][0]
        self.assertEqual([int(value, 16) for value in values],
                         [int(signal["expected"], 16), int(signal["got"], 16)])
        self.assertIn("half-words", text)
        self.assertIn("ProgTraceSync SYNC=0x", text)

    def test_cycles_that_repeat_are_one_line_with_their_number(self):
        lines = re.search(r"the last ingress cycles:\n(.*?)the last messages", self.text(),
                          re.S)[1].splitlines()
        cycle, words = None, None
        for line in lines:
            first, text, _, times, last = re.fullmatch(
                r" +(\d+):(.*?)( \((\d+) times, to (\d+)\))?", line).groups()
            self.assertIn(cycle, (None, int(first)))
            if int(first) != self.mismatch["cycle"]:
                self.assertNotEqual(text, words)
            cycle, words = int(first) + int(times or 1), text
            self.assertEqual(int(last or first), cycle - 1)
        self.assertIn("times, to", "".join(lines))

    def test_waves_hold_both_sides_around_it(self):
        self.assertEqual(sorted(os.listdir(self.report)), FILES)
        waves = Waves(os.path.join(self.report, "mismatch.fst"))
        cycle = self.mismatch["cycle"]
        at = cycle * CYCLE_TIME
        expected = self.mismatch["signals"][0]
        self.assertEqual(waves.number("rtl_icnt", at), int(expected["got"], 16))
        self.assertEqual(waves.number("model_icnt", at), int(expected["expected"], 16))
        self.assertEqual(waves.number("cycle", at), cycle)
        self.assertEqual(waves.times()[-1], (cycle + 20) * CYCLE_TIME + CYCLE_TIME // 2)

    def test_the_waves_begin_where_both_sides_were_last_equal(self):
        waves = Waves(os.path.join(self.report, "mismatch.fst"))
        equal = int(re.search(r"^ +Flow +icnt .* (\d+)$", self.text(), re.M)[1])
        self.assertEqual(waves.times()[0], max(0, equal - 3) * CYCLE_TIME)

    def test_the_command_that_is_printed_shows_it_again_with_the_bench_that_ran(self):
        command = re.search(r"^again: (.*)$", self.errors, re.M)[1]
        self.assertEqual(command.split()[0], self.bench)
        wave = self.path("again.fst")
        done = subprocess.run(command.replace("again.fst", wave).split(), cwd=self.folder,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        once, twice = Waves(os.path.join(self.report, "mismatch.fst")), Waves(wave)
        self.assertEqual(once.times(), twice.times())
        self.assertEqual(once.changes["rtl_icnt"], twice.changes["rtl_icnt"])

    def test_the_command_names_the_bench_that_ntrace_has_started(self):
        program = self.path("ntrace")
        os.makedirs(self.path("tiny"))
        shutil.copy(NTRACE, program)
        shutil.copy(self.bench, self.path("tiny/nt_bench"))
        done = run("lockstep", "--random", "--cycles", "20000", "--config", "tiny", "--report",
                   self.path("a b"), program=program)
        command = shlex.split(re.search(r"^again: (.*)$", done.stderr, re.M)[1])
        self.assertEqual(command[:2],
                         [self.path("tiny/nt_bench"), self.path("a b/mismatch.nti")])
        again = run(*command[1:4], program=command[0], cwd=self.folder)
        self.assertEqual((done.returncode, again.returncode), (1, 1), again.stderr)
        for result in (done, again):
            self.assertTrue(result.stdout.endswith("\nfailed: RTL and golden model differ\n"))

    def test_waves_of_a_mismatch_are_vcd_where_that_is_asked_for(self):
        report = self.path("vcd")
        status, _, errors = lockstep("--random", "--cycles", 20000, "--config", "tiny",
                                     "--wave-format", "vcd", "--report", report, bench=self.bench)
        self.assertEqual(status, 1)
        self.assertIn(" --wave again.vcd ", errors)
        once, vcd = (Waves(os.path.join(folder, f"mismatch.{kind}"))
                     for folder, kind in ((self.report, "fst"), (report, "vcd")))
        self.assertEqual(once.changes, vcd.changes)
        with open(os.path.join(report, "mismatch.gtkw"), encoding="ascii") as file:
            self.assertIn('[dumpfile] "mismatch.vcd"', file.read())

    def test_the_waves_of_the_run_are_around_it_unless_told_otherwise(self):
        words = ["--random", "--cycles", 20000, "--config", "tiny", "--report", self.path("window"), "--wave"]
        cycle = self.mismatch["cycle"]
        reported = Waves(os.path.join(self.report, "mismatch.fst")).times()
        for window, first, last in ((None, reported[0] // CYCLE_TIME, cycle + 20), ("mismatch,5:3", cycle - 5, cycle + 3),
                                    ("message=ProgTraceSync,0:9", None, None)):
            with self.subTest(window):
                wave = self.path("around.vcd")
                status, summary, _ = lockstep(*words, wave, *(["--window", window] if window else []),
                                              bench=self.bench)
                times = Waves(wave).times()
                self.assertEqual((status, summary["first_mismatch"]["cycle"]), (1, cycle))
                if first is None:
                    self.assertLessEqual(times[-1] // CYCLE_TIME, cycle)
                else:
                    self.assertEqual((times[0], times[-1] // CYCLE_TIME), (first * CYCLE_TIME, last))
        status, _, errors = lockstep(*words, self.path("late.vcd"), "--window", "message=ProgTraceSync#500",
                                     bench=self.bench)
        self.assertEqual(status, 1)
        self.assertIn("late.vcd is not written: the mismatch came before message", errors)
        self.assertFalse(os.path.exists(self.path("late.vcd")))

    def test_the_save_file_leads_to_it(self):
        with open(os.path.join(self.report, "mismatch.gtkw"), encoding="ascii") as file:
            text = file.read()
        self.assertRegex(text, rf"(?m)^\*-[0-9.]+ {self.mismatch['cycle'] * CYCLE_TIME}$")
        wrong = {signal["signal"] for signal in self.mismatch["signals"]}
        red = re.findall(r"^\[color\] 1\n@\w+\nTOP\.(?:rtl|model)_(\w+)", text, re.M)
        self.assertEqual(set(red), wrong)
        opened = re.findall(r"^@800200\n-(.*)\n", text, re.M)
        self.assertIn("Flow", opened)
        self.assertNotIn("PIB", opened)

    def test_the_waves_mark_the_cycles_that_differ(self):
        waves = Waves(os.path.join(self.report, "mismatch.fst"))
        at = self.mismatch["cycle"] * CYCLE_TIME
        self.assertEqual((waves.number("mismatch", at - CYCLE_TIME), waves.number("mismatch", at)),
                         (0, 1))

    def test_the_ingress_file_shows_it_again(self):
        ingress = os.path.join(self.report, "mismatch.nti")
        status, summary, _ = lockstep(ingress, "--report", self.path("again"), bench=self.bench)
        self.assertEqual((status, summary["first_mismatch"]), (1, self.mismatch))
        status, summary, errors = lockstep(ingress)
        self.assertEqual((status, summary["mismatches"]), (0, 0), errors)

    def test_the_report_lies_beside_the_output_unless_told_otherwise(self):
        os.mkdir(self.path("beside"))
        status, _, errors = lockstep("--random", "--cycles", 20000, "--config", "tiny", "-o",
                                     self.path("beside/out.nex"), bench=self.bench)
        self.assertEqual(status, 1)
        folder = self.path("beside/lockstep-mismatch")
        self.assertEqual(sorted(os.listdir(folder)), FILES)
        self.assertIn(folder, errors)

    def test_runs_of_one_folder_do_not_replace_each_others_reports(self):
        os.mkdir(self.path("several"))
        runs = [subprocess.Popen([self.bench, "--random", "--cycles", "20000", "--config", "tiny", "--quiet", "--seed", str(seed)],
                                 cwd=self.path("several"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                for seed in (1, 2, 3)]
        shown = [re.search(r"shown in ([\w-]+): ", run.communicate()[1])[1] for run in runs]
        self.assertEqual(sorted(shown), ["lockstep-mismatch", "lockstep-mismatch-2", "lockstep-mismatch-3"])
        for folder in shown:
            self.assertEqual(sorted(os.listdir(self.path(f"several/{folder}"))), FILES)

    def test_keep_going_counts_on(self):
        status, summary, _ = lockstep("--random", "--cycles", 20000, "--config", "tiny",
                                      "--keep-going", "--report", self.path("on"), bench=self.bench)
        self.assertEqual(status, 1)
        self.assertGreater(summary["mismatches"], 1)
        self.assertEqual(summary["first_mismatch"], self.mismatch)
        self.assertGreater(summary["cycles"], 20000)
        self.assertEqual(self.text(self.path("on")), self.text())


class FirstValuesTest(Folder):
    """A register that lacks its reset: tests/tb/sync-reset.patch."""

    def test_a_register_without_its_reset_is_found_by_its_random_first_value(self):
        bench = build_with_faults({"rtl": ROOT / "tests/tb/sync-reset.patch"}, "tiny",
                                  self.path("bench"), options=QUICK)
        found = set()
        for seed in (2, 3, 4):  # at 1 it happens to be the value of the reset
            status, summary, errors = lockstep(
                "--random", "--cycles", 1000, "--config", "tiny", "--initial-seed", seed,
                "--report", self.path("report"), bench=bench)
            self.assertEqual(status, 1, errors)
            mismatch = summary["first_mismatch"]
            self.assertEqual((mismatch["cycle"], mismatch["signals"][0]["signal"]), (0, "sync"))
            found.add(mismatch["signals"][0]["got"])
        self.assertGreater(len(found), 1)


@unittest.skipUnless(shutil.which("fst2vcd"), "fst2vcd (package gtkwave) is not there")
class WavesTest(Folder):
    FIRST, LAST = 300, 2300

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.wave = os.path.join(cls.folder, "w.fst")
        status, cls.summary, errors = lockstep(
            "--random", "--cycles", 5000, "--config", "tiny", "--wave", cls.wave, "--window",
            f"{cls.FIRST}:{cls.LAST}")
        assert status == 0, errors
        cls.waves = Waves(cls.wave)

    def test_the_window_is_what_was_asked_for(self):
        times = self.waves.times()
        self.assertEqual((times[0], times[-1]), (self.FIRST * CYCLE_TIME,
                                                 self.LAST * CYCLE_TIME + CYCLE_TIME // 2))

    def test_rtl_and_model_stand_side_by_side_and_agree(self):
        always = ["level", "read", "write", "slots", "flow_state", "itype_0", "TRC_DATA", "part"]
        for cycle in range(self.FIRST, self.LAST + 1):
            time = cycle * CYCLE_TIME
            for name in always:
                self.assertEqual(self.waves.number(f"rtl_{name}", time),
                                 self.waves.number(f"model_{name}", time), f"{name} at {time}")
            for text in ("message_name", "message_fields"):
                self.assertEqual(self.waves.text(f"rtl_{text}", time),
                                 self.waves.text(f"model_{text}", time))

    def test_the_message_being_sent_is_named(self):
        named = set()
        for cycle in range(self.FIRST, self.LAST + 1):
            time = cycle * CYCLE_TIME
            name = self.waves.text("rtl_message_name", time)
            self.assertEqual(name != "", self.waves.number("rtl_level", time) != 0)
            named.add(name)
        self.assertLessEqual(named - {""}, set(self.summary["by_tcode"]))
        self.assertGreater(len(named), 2)

    def test_the_pins_are_told_in_words_a_cycle_before_they_are_latched(self):
        itypes = {"taken branch": 5, "not-taken branch": 4, "exception": 1, "interrupt": 2}
        told = 0
        for cycle in range(self.FIRST, self.LAST):
            time, latched = cycle * CYCLE_TIME, (cycle + 1) * CYCLE_TIME
            if self.waves.number("rtl_mode", latched) == 0:
                continue
            text = self.waves.text("itype_name", time)
            if text in itypes:
                self.assertEqual(self.waves.number("rtl_itype_0", latched), itypes[text])
            address = self.waves.text("iaddr_text", time)
            if address:
                self.assertEqual(self.waves.number("rtl_iaddr_0", latched) << 1, int(address, 16))
                told += 1
        self.assertGreater(told, 100)

    def test_the_save_file_names_signals_that_are_there(self):
        with open(self.path("w.gtkw"), encoding="ascii") as file:
            text = file.read()
        names = re.findall(r"^(?:\+\{.*\} )?TOP\.(\w+)(?![\w.])", text, re.M)
        self.assertIn('[dumpfile] "w.fst"', text)
        shown = text[:text.index("All probes")]
        for name in ("tracing", "icnt", "hist_recent", "hist_pending", "level", "out", "TRC_DATA"):
            self.assertRegex(shown, rf"TOP\.rtl_{name}\b")
            self.assertRegex(shown, rf"TOP\.model_{name}\b")
        self.assertEqual([name for name in names if name not in self.waves.changes], [])

    def test_the_save_file_has_every_output_and_register_rtl_above_model(self):
        with open(self.path("w.gtkw"), encoding="ascii") as file:
            text = file.read()
        groups = re.findall(r"^TOP\.(\w+)(?![\w.])", text[text.index("All probes"):], re.M)
        probes = {name[4:] for name in self.waves.changes if name.startswith("rtl_")
                  and not name.startswith(("rtl_message_", "rtl_hint_"))}
        self.assertEqual(set(groups), {f"{side}_{name}" for name in probes
                                       for side in ("rtl", "model")})
        self.assertEqual([name[4:] for name in groups[::2]], [name[6:] for name in groups[1::2]])

    def test_a_file_named_vcd_is_vcd_and_has_the_same(self):
        vcd = self.path("v.vcd")
        status, _, errors = lockstep("--random", "--cycles", 5000, "--config", "tiny", "--wave",
                                     vcd, "--window", f"{self.FIRST}:{self.LAST}")
        self.assertEqual(status, 0, errors)
        with open(vcd, "rb") as file:
            self.assertTrue(file.read(5).startswith(b"$date"))
        self.assertEqual(Waves(vcd).changes, self.waves.changes)


if __name__ == "__main__":
    unittest.main()
