# SPDX-License-Identifier: Apache-2.0
"""`ntrace lockstep`: what a run says and leaves behind, and how it ends."""
import gzip
import json
import os
import pty
import re
import shutil
import subprocess
import tempfile
import unittest

from scripts import config as parameters
from tests.lib.bench import CONFIGS, NTRACE, lockstep, roundtrip, run
from tests.lib.bench import make as bench_make
from tests.lib.catalogue import ROOT

NEEDS = ("benches", "build/host.a", "build/programs/coroutine.ntr", "build/programs/sort32.ntr")
DATA = ROOT / "tests/data/tg-reference"
CYCLES = 30000
KEYS = {"cycles", "instructions", "messages", "bytes", "mismatches", "roundtrip", "rules_broken",
        "by_tcode", "bits_per_instruction", "instructions_lost", "instructions_unjudged", "losses",
        "seed", "initial_seed", "config", "reached", "seconds", "illegal_cycles", "pins", "signals"}


class Folder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def assert_passes(self, result):
        status, summary, errors = result
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual((summary["mismatches"], roundtrip(summary), summary["signals"],
                          summary["rules_broken"]), (0, "exact", "exact", 0))
        return summary


class LockstepTest(Folder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        sequence = os.path.join(cls.folder, "towers.pcseq")
        with gzip.open(DATA / "towers.pcseq.gz") as packed, open(sequence, "wb") as file:
            shutil.copyfileobj(packed, file)
        cls.recording = os.path.join(cls.folder, "towers.ntr")
        done = run("import", "--format", "pcseq", sequence, "--pcinfo",
                   DATA / "towers.pcinfo.gz", "-o", cls.recording)
        assert done.returncode == 0, done.stderr

    def test_random_ingress_agrees_in_every_build_with_either_sink(self):
        for config in CONFIGS:
            for sink in ("bytes", "pib8"):
                with self.subTest(config=config, sink=sink):
                    summary = self.assert_passes(lockstep(
                        "--random", "--cycles", CYCLES, "--config", config, "--sink", sink))
                    self.assertGreaterEqual(summary.keys(), KEYS)
                    self.assertGreaterEqual(summary["cycles"], CYCLES)
                    self.assertGreater(summary["messages"], 100)
                    self.assertEqual(sum(summary["by_tcode"].values()), summary["messages"])
                    self.assertEqual(summary["pins"], "exact" if sink == "pib8" else "not used")

    def test_random_settings_change_only_after_a_slow_sink_took_all(self):
        self.assert_passes(lockstep("--random", "--everything", "--sink", "bytes", "--backpressure",
                                    80, "--seed", 11, "--cycles", 40000))

    def test_returns_that_counting_gets_wrong_are_those_that_a_comparison_reports(self):
        recording = ROOT / "build/programs/coroutine.ntr"
        options = ["--set", "trTeInstMode=6", "--limit", 20000, "--json"]
        counting, comparing = (
            run("lockstep", recording, *options, "--set", f"trTeInstImplicitReturnMode={mode}")
            for mode in (1, 3))
        wrong = json.loads(counting.stdout)["wrong_returns"]
        self.assertEqual(wrong, json.loads(comparing.stdout)["reached"]["return_elsewhere"])
        self.assertGreater(wrong, 100)
        self.assertEqual(json.loads(comparing.stdout)["wrong_returns"], 0)
        self.assertEqual(counting.stderr.count("went elsewhere than to their call"), 1)
        self.assertNotIn("went elsewhere", comparing.stderr)

    def test_the_pib_takes_the_bytes_in_every_mode(self):
        modes = {4: "swt-manchester", 5: "swt-uart", 8: "pib1", 9: "pib2", 10: "pib4", 11: "pib8",
                 12: "pib16"}
        for mode, name in modes.items():
            with self.subTest(mode=mode):
                summary = self.assert_passes(lockstep(
                    "--random", "--cycles", CYCLES, "--config", "tiny", "--sink", "pib8",
                    "--set", f"trPibMode={mode}"))
                self.assertEqual((summary["sink"], summary["pins"]), (name, "exact"))
                self.assertGreater(summary["messages"], 50)

    def test_an_ingress_file_with_its_code_agrees_in_every_build(self):
        for config in CONFIGS:
            with self.subTest(config=config):
                done = run("shape", "--random", "--cycles", CYCLES, "--config", config, "--format",
                           "text", "-o", self.path("r.nti"), "--image-out", self.path("r.ntr"))
                self.assertEqual(done.returncode, 0, done.stderr)
                summary = self.assert_passes(
                    lockstep(self.path("r.nti"), "--image", self.path("r.ntr")))
                self.assertEqual(summary["config"], config)

    def test_the_code_of_an_ingress_file_may_be_several_images_of_any_kind(self):
        with open(self.path("nops.bin"), "wb") as file:
            file.write(bytes.fromhex("13000000") * 4)
        with open(self.path("more.pcinfo"), "w", encoding="ascii") as file:
            file.write("0x8010,L4\n0x8014,L4\n")
        with open(self.path("i.nti"), "w", encoding="ascii") as file:
            file.write("ntrace-ingress 2 xlen=32 nblocks=1 itype_w=4 iretire_w=3 build=tiny\n"
                       "rst=1\nset trTeActive=1 trTeInstMode=3\nidle\n"
                       "set trTeEnable=1 trTeInstTracing=1\n" +
                       "".join(f"b iaddr={0x8000 + 4 * i:#x} iretire=2 ilastsize=1\n"
                               for i in range(6)) + "set trTeInstTracing=0\nidle\nidle 60\nend\n")
        summary = self.assert_passes(
            lockstep(self.path("i.nti"), "--image", f"{self.path('nops.bin')},at=0x8000",
                     "--image", self.path("more.pcinfo")))
        self.assertEqual((summary["instructions"], summary["roundtrip"]), (6, "exact"))
        status, _, errors = lockstep(self.path("i.nti"), "--image",
                                     f"{self.path('nops.bin')},at=0x8000,xlen=64")
        self.assertEqual(status, 2)
        self.assertIn("RV64", errors)

    def test_a_list_of_pcs_and_an_elf_file_lead_to_a_verdict(self):
        program = ROOT / "build/programs/sort32"
        run("encode", f"{program}.ntr", "--config", "tiny", "-o", self.path("whole.nex"))
        ran = run("decode", self.path("whole.nex"), "--config", "tiny", "--image", f"{program}.ntr",
                  "--image", f"{program}.elf").stdout.split()
        ran = [pc for pc in ran if int(pc, 16) >= 0x80000000]  # without the machine's reset code
        with open(self.path("pcs"), "w", encoding="ascii") as file:
            file.write("\n".join(ran[:5000]) + "\n")
        image = ["--image", f"{program}.elf"]
        for command in (["import", "--format", "pc", self.path("pcs"), *image, "-o", self.path("p.ntr")],
                        ["shape", self.path("p.ntr"), "--config", "tiny", "-o", self.path("p.nti")]):
            done = run(*command)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        summary = self.assert_passes(lockstep(self.path("p.nti"), *image, "-o", self.path("p.nex")))
        self.assertEqual((summary["instructions"], summary["config"]), (5000, "tiny"))
        judged = run("check", self.path("p.nex"), *image, "--ingress", self.path("p.nti"), "--quiet")
        self.assertEqual((judged.returncode, judged.stderr), (0, ""))
        self.assertIn(" 0 broken", judged.stdout)

    def test_an_ingress_file_may_begin_with_a_comment(self):
        status, summary, errors = lockstep("tests/icarus/worked-example.nti")
        self.assertEqual((status, errors, summary["mismatches"]), (0, "", 0))

    def test_a_recording_gives_the_same_bytes_whatever_takes_them_and_however_it_is_shaped(self):
        first = self.assert_passes(lockstep(self.recording, "-o", self.path("a.nex")))
        self.assertEqual(len(self.read("a.nex")), first["bytes"])
        shapes = (["--sink", "bytes"], ["--sink", "bytes", "--backpressure", 90],
                  ["--set", "trPibDivider=3"], ["--bubbles", 128, "--initial-seed", 99])
        for shape in shapes:
            with self.subTest(shape=shape):
                again = self.assert_passes(
                    lockstep(self.recording, *shape, "-o", self.path("b.nex")))
                self.assertEqual(again["instructions"], first["instructions"])
                self.assertEqual(self.read("b.nex"), self.read("a.nex"))

    def test_the_bytes_are_those_that_decode_reads(self):
        self.assert_passes(lockstep(self.recording, "-o", self.path("c.nex")))
        done = run("decode", self.path("c.nex"), "--image", self.recording, "--to", "pc")
        self.assertEqual(done.returncode, 0, done.stderr)
        with gzip.open(DATA / "towers.pcseq.gz", "rt") as file:
            expected = [int(line.split(",")[0], 16) for line in file if line.startswith("0x")]
        self.assertEqual([int(line, 16) for line in done.stdout.split()], expected)

    def test_the_same_arguments_give_the_same_run(self):
        runs = [lockstep("--random", "--cycles", CYCLES, "--seed", 7)[1] for _ in range(2)]
        for summary in runs:
            del summary["seconds"]
        self.assertEqual(*runs)

    def test_forbidden_ingress_is_named_and_fails_unless_asked_for(self):
        summary = lockstep("--random", "--cycles", CYCLES, "--illegal", "--config", "tiny")
        self.assertEqual((summary[0], summary[1]["mismatches"]), (0, 0))
        self.assertGreater(summary[1]["illegal_cycles"], 0)
        with open(self.path("odd.nti"), "w", encoding="ascii") as file:
            file.write("ntrace-ingress 2 xlen=32 nblocks=1 itype_w=4 iretire_w=3 build=tiny\n"
                       "rst=1\nb iaddr=0x8001 iretire=2 ilastsize=1\nend 2\n")
        status, summary, errors = lockstep(self.path("odd.nti"))
        self.assertEqual(status, 1, errors)
        self.assertEqual(summary["first_illegal"]["cycle"], 1)
        self.assertIn("iaddr-odd", summary["first_illegal"]["rule"])

    def test_code_that_did_not_run_makes_the_round_trip_fail(self):
        for seed in (1, 2):
            run("shape", "--random", "--cycles", CYCLES, "--config", "tiny", "--seed", seed, "-o",
                self.path(f"{seed}.nti"), "--image-out", self.path(f"{seed}.ntr"))
        status, summary, errors = lockstep(self.path("1.nti"), "--image", self.path("2.ntr"))
        self.assertEqual((status, summary["mismatches"]), (1, 0))
        self.assertNotEqual(roundtrip(summary), "exact")
        self.assertIn("round trip", errors)
        command = re.search(r"^again: (.*) --wave ", errors, re.M)[1].split()
        again = run(*command[1:], program=command[0])
        self.assertEqual((again.returncode, json.loads(again.stdout)["roundtrip"]),
                         (1, summary["roundtrip"]))

    def test_without_code_the_round_trip_is_not_judged(self):
        run("shape", "--random", "--cycles", 2000, "--config", "tiny", "-o", self.path("n.nti"))
        status, summary, _ = lockstep(self.path("n.nti"))
        self.assertEqual((status, summary["roundtrip"][:10]), (0, "not judged"))
        self.assertIsNone(summary["instructions_unjudged"])

    def test_the_parts_run_alone_for_measuring(self):
        whole = lockstep(self.recording, "--sink", "bytes")[1]
        for part in ("--bare", "--model-only"):
            with self.subTest(part=part):
                status, summary, _ = lockstep(self.recording, "--sink", "bytes", part)
                self.assertEqual(status, 0)
                self.assertEqual((summary["bytes"], summary["messages"], summary["instructions"]),
                                 (whole["bytes"], whole["messages"], whole["instructions"]))

    def test_memory_does_not_grow_with_the_run(self):
        sizes = []
        for cycles in (50000, 1000000):
            process = subprocess.Popen(
                [NTRACE, "lockstep", "--random", "--cycles", str(cycles), "--config", "tiny", "-o",
                 self.path("m.nex")], stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = status
            self.assertEqual(status, 0)
            sizes.append(usage.ru_maxrss)
        self.assertLess(sizes[1] - sizes[0], 8192, f"kilobytes: {sizes}")


class VerdictTest(Folder):
    RUN = ["lockstep", "--random", "--config", "tiny", "--cycles"]

    def test_the_last_line_is_the_verdict_and_all_there_is_when_quiet(self):
        whole, quiet = (run(*self.RUN, "3000", *words) for words in ((), ("--quiet",)))
        self.assertRegex(quiet.stdout, r"\Apassed: RTL and model agree in \d+ cycles, "
                                       r"round trip exact but for \d+ instructions lost, rules broken 0\n\Z")
        self.assertTrue(whole.stdout.endswith("\n" + quiet.stdout))
        self.assertEqual((whole.stderr, quiet.stderr), ("", ""))

    def test_a_run_that_compared_nothing_does_not_say_that_all_agree(self):
        done = run(*self.RUN, "3000", "--bare", "-q")
        self.assertEqual(done.stdout, "passed: nothing was compared (bare alone)\n")

    def test_a_long_run_tells_on_a_terminal_how_far_it_is(self):
        terminal, other = pty.openpty()
        process = subprocess.Popen([NTRACE, *self.RUN, "1000000", "--quiet"], stderr=other,
                                   stdout=subprocess.DEVNULL)
        os.close(other)
        self.assertEqual(process.wait(), 0)
        shown = os.read(terminal, 4096).decode("ascii")
        os.close(terminal)
        self.assertRegex(shown, r"\A\rlockstep \[#* *\] +\d+ % \d+\.\d M cycles, ")
        self.assertNotIn("\n", shown)


class UsageTest(Folder):
    def assert_refused(self, *arguments, program=NTRACE):
        before = sorted(os.listdir(self.folder))
        done = run("lockstep", *arguments, program=program)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"\Antrace lockstep: [^\n]+\n\Z")
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        return done.stderr

    def test_what_cannot_be_run_is_one_line_and_leaves_nothing(self):
        with open(self.path("text"), "w", encoding="ascii") as file:
            file.write("ntrace-ingress 2 xlen=32 nblocks=1 itype_w=4 iretire_w=3 build=tiny\nx\n")
        output = self.path("out.nex")
        for arguments in ([], ["--random", "file"], [self.path("none")], [self.folder],
                          ["/dev/null"], ["-"], [self.path("text")],
                          ["--random", "--config", "none"], ["--random", "--set", "none=1"],
                          ["--random", "--set", "trTeInstMode=5"], ["--random", "--sink", "none"],
                          ["--random", "--backpressure", "50"], ["--random", "--cycles", "-1"],
                          ["--random", "--window", "1:2"],
                          ["--random", "--wave-format", "lxt"], ["--random", "--bare", "--coverage", output],
                          ["--random", "--cycles", "1000", "--coverage", self.path("no/c.json")], ["--illegal"], ["--seed"], ["--none"],
                          ["--random", "--wave", self.path("w.fst"), "--window", "2:1"],
                          ["--random", "--cycles", "1000", "-o", self.path("no/out.nex")]):
            with self.subTest(arguments=arguments):
                self.assert_refused(*arguments, "-o", output) if "-o" not in arguments \
                    else self.assert_refused(*arguments)

    def test_a_full_disk_is_an_error(self):
        error = self.assert_refused("--random", "--cycles", "20000", "-o", "/dev/full")
        self.assertIn("No space left", error)

    def test_a_window_behind_the_end_is_an_error(self):
        self.assert_refused("--random", "--cycles", "1000", "--wave", self.path("w.fst"),
                            "--window", "1000000:1000001")

    def test_a_bench_that_is_not_built_is_named_with_the_way_to_build_it(self):
        program = os.path.join(self.folder, "ntrace")
        shutil.copy(NTRACE, program)
        error = self.assert_refused("--random", "--config", "tiny", program=program)
        self.assertIn("make CONFIG=tiny", error)
        os.remove(program)

    def test_the_bench_of_a_file_of_parameters_takes_ingress_that_names_its_build(self):
        folder = os.path.join(self.folder, "mine")
        cfg, cycles = self.path("mine.cfg"), self.path("mine.nti")
        values = parameters.read(str(ROOT / "rtl/config/tiny.cfg"))
        parameters.write({**values, "SRC_W": 2}, cfg)
        bench = bench_make("mine", folder, [], [f"CFG={cfg}", "WAVES=no", "BENCH_CXXFLAGS=-O0"])
        shaped = run("shape", "--random", "--cycles", "2000", "--config", cfg, "-o", cycles)
        self.assertEqual(shaped.returncode, 0, shaped.stderr)
        for words in ([cycles], ["--config", cfg, cycles]):
            done = subprocess.run([bench, *words], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("passed: RTL and model agree", done.stdout)
        tiny = self.path("tiny.nti")
        run("shape", "--random", "--cycles", "2000", "--config", "tiny", "-o", tiny)
        done = subprocess.run([bench, tiny], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("this bench is of the build mine, not tiny", done.stderr)

    def test_help_goes_to_standard_output(self):
        done = run("lockstep", "--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("--wave", done.stdout)


if __name__ == "__main__":
    unittest.main()
