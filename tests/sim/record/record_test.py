# SPDX-License-Identifier: Apache-2.0
"""`ntrace record`: the test programs, and QEMUs that misbehave."""
import collections
import filecmp
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

NEEDS = ("recordings",)
NTRACE = os.path.abspath(os.environ.get("NTRACE", "build/ntrace"))
PROGRAMS = pathlib.Path("build/programs")

# What a QEMU logs that runs two instructions.
LOG = """\
----------------
IN:
Priv: 3; Virt: 0
0x0000000080000000:  00000297          auipc                   t0,0

Trace 0: 0x7f9858000100 [0000000000000000/0000000080000000/00209003/ff020201]
----------------
IN:
Priv: 3; Virt: 0
0x0000000080000004:  02828613          addi                    a2,t0,40

Trace 0: 0x7f9858000240 [0000000000000000/0000000080000004/00209003/ff020201]
"""


def programs():
    # `make test` has made them; alone, this test does it.
    if not list(PROGRAMS.glob("*.ntr")):
        subprocess.run(["make", "SETUP=no", "recordings"], check=True, capture_output=True)
    return sorted(PROGRAMS.glob("*.elf"))


class WithFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "out"
        self.out.mkdir()
        self.recording = self.out / "R.ntr"

    def record(self, *arguments, output=None):
        return subprocess.run([NTRACE, "record", "--timeout", "600", "-o",
                               str(output or self.recording), *arguments],
                              capture_output=True, text=True, check=False)

    def fake(self, script):
        """A QEMU that is a shell script; "log" in it writes LOG to where the log goes."""
        path = self.folder / "fake-qemu"
        (self.folder / "log").write_text(LOG, encoding="ascii")
        path.write_text(f"#!/bin/sh\nlog() {{ cat '{self.folder}/log' >&3; }}\n{script}\n",
                        encoding="ascii")
        path.chmod(0o755)
        return str(path)

    def nothing_is_left(self):
        self.assertEqual(list(self.out.iterdir()), [])

    def expect_error(self, reason, *arguments, output=None):
        result = self.record(*arguments, output=output)
        self.assertEqual(result.stdout, "")
        self.assertRegex(result.stderr, rf"\Antrace record: [^\n]*{reason}[^\n]*\n\Z")
        self.assertEqual(result.returncode, 2)
        self.nothing_is_left()

    def expect_fake_error(self, reason, script, *arguments):
        self.expect_error(reason, "--qemu", self.fake(script), *arguments, "--", "-version")


def how(program):
    """As scripts/make/programs.mk records it."""
    if program.stem == "sampling":
        return ["--", "-cpu", "rv64,sscofpmf=on", "-bios", "none", "-kernel", str(program)]
    return ["--elf", str(program)]


class Programs(WithFolder):
    def test_every_program_gives_the_right_result_and_the_same_recording_again(self):
        for program in programs():
            with self.subTest(program=program.name):
                result = self.record("--json", *how(program))
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                summary = json.loads(result.stdout)
                self.assertEqual(summary["discontinuities"], 0)
                self.assertEqual(summary["stopped"], "end")
                self.assertTrue(50_000 <= summary["instructions"] <= 2_000_000, summary)
                self.assertTrue(filecmp.cmp(self.recording, program.with_suffix(".ntr"), False))

    def test_the_kernels_meet_every_kind_of_trap_in_every_mode(self):
        programs()
        for name in ("kernel", "kernel32"):
            with self.subTest(name=name):
                info = subprocess.run([NTRACE, "info", PROGRAMS / f"{name}.ntr"], text=True,
                                      capture_output=True, check=True).stdout
                seen = set(re.findall(r"(exception|interrupt) (\d+)", info))
                self.assertEqual(seen, {("exception", cause) for cause in
                                        "2 3 4 5 7 8 9 12 13 15".split()} |
                                 {("interrupt", "5"), ("interrupt", "7")})
                for mode in "USM":
                    self.assertRegex(info, rf"in {mode} +\d{{5}}")

    def test_a_plain_reading_of_the_log_gives_the_same_instructions(self):
        """Written anew, with regular expressions, so that a slip of the recorder shows.
        The recording's own instructions are those that its trace decodes to."""
        programs()
        for name, bits in (("kernel", 64), ("kernel32", 32)):
            with self.subTest(name=name):
                log = self.folder / "log"
                # The recorder's own command line, with another log.
                fake = self.fake(f"""for a; do
                                         shift
                                         [ "$a" = /dev/fd/3 ] && a={log}
                                         set -- "$@" "$a"
                                     done
                                     exec qemu-system-riscv{bits} "$@" """)
                self.record("--elf", str(PROGRAMS / f"{name}.elf"), "--qemu", fake)
                pcs, plain = read_log(log)
                self.assertGreater(len(pcs), 50_000)
                result = self.record("--elf", str(PROGRAMS / f"{name}.elf"), "--json")
                summary = json.loads(result.stdout)
                self.assertEqual({key: summary[key] for key in plain}, plain)
                self.assertTrue(self.traced() == pcs, "other PCs than in the log")

    def traced(self):
        trace = self.folder / "F.nex"
        subprocess.run([NTRACE, "encode", self.recording, "-o", trace, "--set", "trTeInstMode=6"],
                       check=True, capture_output=True)
        result = subprocess.run([NTRACE, "decode", trace, "--set", "trTeInstMode=6", "--image",
                                 self.recording, "--to", "pc"], check=True, text=True,
                                capture_output=True)
        return [int(line, 16) for line in result.stdout.split()]

    def test_limit_and_stop_address_end_a_recording(self):
        program = str(programs()[0])
        summary = json.loads(self.record("--elf", program, "--limit", "1234", "--json").stdout)
        self.assertEqual((summary["instructions"], summary["stopped"]), (1234, "limit"))
        result = self.record("--elf", program, "--until-pc", "0x80000000", "--json")
        summary = json.loads(result.stdout)
        self.assertEqual((summary["instructions"], summary["stopped"]), (6, "until-pc"))

    def test_arguments_after_two_dashes_go_to_qemu(self):
        program = str(programs()[0])
        result = self.record("--json", "--", "-bios", "none", "-kernel", program)
        self.assertEqual(json.loads(result.stdout)["exit_status"], 0)

    def test_a_recording_can_go_through_a_pipe(self):
        program = programs()[0]
        result = subprocess.run([NTRACE, "record", "--elf", program, "-o", "-"],
                                capture_output=True, check=True)
        self.assertEqual(result.stdout, program.with_suffix(".ntr").read_bytes())

    def test_the_console_goes_to_a_file(self):
        serial = self.folder / "serial"
        result = self.record("--boot", "opensbi-uboot", "--limit", "4000000", "--serial",
                             str(serial))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("OpenSBI", serial.read_text(encoding="ascii", errors="replace"))

    def test_two_harts_are_recorded_the_same_way_each_time(self):
        programs()
        arguments = ("--elf", str(PROGRAMS / "kernel.elf"), "--smp", "2", "--json")
        summary = json.loads(self.record(*arguments).stdout)
        self.assertEqual((summary["harts"], summary["discontinuities"]), (2, 0))
        again = self.out / "again.ntr"
        self.record(*arguments, output=again)
        self.assertTrue(filecmp.cmp(self.recording, again, False))
        info = subprocess.run([NTRACE, "info", again], text=True, capture_output=True, check=True)
        self.assertRegex(info.stdout, r"hart 1\n +instructions +[1-9]")

    def test_the_boot_of_two_harts_is_recorded(self):
        summary = json.loads(self.record("--boot", "opensbi-uboot", "--smp", "2", "--limit",
                                         "1000000", "--json").stdout)
        self.assertEqual((summary["harts"], summary["instructions"], summary["discontinuities"]),
                         (2, 1000000, 0))


def read_log(path):
    counts = collections.Counter()
    pcs = []
    held = False  # the last of them may yet be taken back
    modes = []
    with open(path, encoding="utf-8", errors="replace") as log:
        for line in log:
            if match := re.match(r"Trace 0: \S+ \[\w+/(\w+)/(\w+)/", line):
                pcs.append(int(match[1], 16))
                held = True
                mode = int(match[2], 16) % 4
                if modes[-1:] != [mode]:
                    modes.append(mode)
            elif match := re.match(r"Stopped.*\[(\w+)\]|cpu_io_recompile.* (\w+)$", line):
                assert held and pcs.pop() == int(match[1] or match[2], 16)
                held = False
            elif match := re.match(r"riscv_cpu_do_int.*async:(\d), cause:(\w+), epc:(\w+)", line):
                fetch = int(match[2], 16) in (1, 12)
                if held and match[1] == "0" and not fetch and pcs[-1] == int(match[3], 16):
                    pcs.pop()
                held = False
                counts["interrupts" if match[1] == "1" else "exceptions"] += 1
    return pcs, {"instructions": len(pcs), "exceptions": counts["exceptions"],
                 "interrupts": counts["interrupts"], "mode_changes": len(modes) - 1}


class BadQemu(WithFolder):
    def test_the_fake_can_do_well_too(self):
        result = self.record("--qemu", self.fake("log"), "--json", "--", "-version")
        self.assertEqual(result.stderr, "")
        self.assertEqual(json.loads(result.stdout)["instructions"], 2)

    def test_one_that_is_not_there_is_named(self):
        self.expect_error("/nowhere/qemu: cannot be run: No such file", "--qemu", "/nowhere/qemu", "--", "-x")

    def test_one_that_ends_at_once_is_named_with_its_status(self):
        self.expect_error("false: ended with status 1 and ran nothing", "--qemu", "false", "--", "")
        self.expect_fake_error("status 1 and ran nothing: no such machine",
                               "echo no such machine >&2; echo more >&2; exit 1")

    def test_qemus_own_complaint_is_passed_on(self):
        self.expect_error("ran nothing: qemu-system-riscv64: .*no-such-option", "--",
                          "-no-such-option")

    def test_garbage_is_refused(self):
        self.expect_fake_error("QEMU's log: offset 0: not a line", "echo garbage >&3; sleep 60")
        self.expect_fake_error("QEMU's log: offset 0: not a line", "cat /dev/zero >&3")
        self.expect_fake_error("ran nothing", "echo garbage; exec cat /dev/null")

    def test_one_that_hangs_is_ended(self):
        self.expect_fake_error("hangs: its log is closed, but it does not end", "log; exec 3>&-; sleep 5000", "--timeout", "1")
        self.expect_fake_error("stopped by nothing in QEMU's log for 1 s before an instruction", "sleep 5000", "--timeout", "1")

    def test_a_log_that_stands_still_keeps_what_there_is(self):
        for script in "log; sleep 5000", "log; sleep 5000 & exit 0", "log; printf 'Trace 0: 0x7f' >&3; sleep 5000":
            with self.subTest(script=script):
                result = self.record("--qemu", self.fake(script), "--timeout", "1", "--json", "--", "-version")
                self.assertEqual((result.returncode, result.stderr.count("\n")), (1, 1), result.stderr)
                self.assertRegex(result.stderr, r"recorded up to nothing in QEMU's log for 1 s: 2 instructions; the program waits for ever")
                self.assertEqual((json.loads(result.stdout)["stopped"], json.loads(self.info("--json"))["instructions"]), ("timeout", 2))
                self.recording.unlink()

    def test_one_that_is_killed_leaves_no_recording(self):
        self.expect_fake_error("killed by signal 9", "log; kill -9 $$")

    def test_a_log_that_breaks_off_is_refused(self):
        self.expect_fake_error("ends within a line", "log; printf 'Trace 0: 0x7f' >&3")

    def test_a_pc_that_does_not_follow_fails_the_check(self):
        script = "log; log | sed s/x/y/; sed s/80000004/80000008/ $(dirname $0)/log | tail -6 >&3"
        result = self.record("--qemu", self.fake(script), "--json", "--", "-version")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, "not written: 1 discontinuities")

    def test_a_program_that_fails_is_recorded_and_told(self):
        result = self.record("--qemu", self.fake("log; exit 3"), "--", "-version")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, "recorded, but the program ended with status 3")
        self.assertTrue(self.recording.exists())

    def test_nothing_is_left_running(self):
        """Neither after a signal to the recorder nor after its sudden death."""
        pids = self.folder / "pids"
        script = f"sleep 60 & echo $! $$ > '{pids}.new'; mv '{pids}.new' '{pids}'; log; wait"
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            with self.subTest(signal=number), subprocess.Popen(
                    [NTRACE, "record", "-o", self.recording, "--qemu", self.fake(script), "--",
                     "-version"], stderr=subprocess.PIPE, text=True) as process:
                wait_until(pids.exists)
                child, leader = map(int, pids.read_text(encoding="ascii").split())
                process.send_signal(number)
                error = process.communicate()[1]
                if number == signal.SIGKILL:
                    wait_until(lambda gone=leader: not runs(gone))
                    os.kill(child, signal.SIGKILL)  # real QEMUs have none
                else:
                    # A signal may come before the first line of the log is read
                    self.assertEqual(process.returncode, 1 if self.recording.exists() else 2)
                    self.assertRegex(error, "recorded up to signal|stopped by signal .* before an instruction")
                    wait_until(lambda gone=(leader, child): not any(map(runs, gone)))
                    self.recording.unlink(missing_ok=True)
            self.nothing_is_left()
            pids.unlink()

    def test_a_signal_before_an_instruction_leaves_nothing(self):
        pid = self.folder / "pid"
        with subprocess.Popen([NTRACE, "record", "-o", self.recording, "--qemu", self.fake(f"echo $$ > '{pid}'; sleep 60"),
                               "--", "-version"], stderr=subprocess.PIPE, text=True) as process:
            wait_until(pid.exists)
            process.send_signal(signal.SIGINT)
            error = process.communicate()[1]
        self.assertEqual((process.returncode, error.count("\n")), (2, 1))
        self.assertIn("stopped by signal 2 (Interrupt) before an instruction", error)
        self.nothing_is_left()

    def build(self, text):
        source, elf = self.folder / "program.S", self.folder / "program.elf"
        source.write_text(f".globl _start\n_start:\n{text}\n", encoding="ascii")
        subprocess.run(["riscv64-unknown-elf-gcc", "-nostdlib", "-static", "-Wl,-Ttext=0x80000000", source, "-o", elf],
                       check=True, capture_output=True)
        return elf

    def info(self, *options):
        return subprocess.run([NTRACE, "info", self.recording, *options], capture_output=True, text=True, check=True).stdout

    def test_a_program_that_traps_for_ever_ends(self):
        elf = self.build("csrw mtvec, zero\n.word 0")
        for options in ([], ["--registers", "--memory"]):
            with self.subTest(options=options):
                result = self.record("--elf", elf, *options)
                self.assertEqual((result.returncode, result.stderr.count("\n")), (1, 1), result.stderr)
                self.assertRegex(result.stderr, r"recorded, but the program traps for ever: 64 traps without an "
                                 r"instruction, exception 1, epc 0x0; hint: what mtvec")
                listed = self.info("--retired")
                self.assertIn("exception M  0x80000004 cause 2", listed)
                self.recording.unlink()

    def test_a_program_that_waits_for_ever_is_recorded(self):
        result = self.record("--elf", self.build("nop\n1: wfi\nj 1b"), "--timeout", "1")
        self.assertEqual((result.returncode, result.stderr.count("\n")), (1, 1), result.stderr)
        self.assertIn("as with wfi", result.stderr)
        self.assertIn("0x10500073", self.info("--retired"))

    def test_code_that_qemu_lists_without_end_keeps_what_there_is(self):
        elf = self.build("li t0, 0x40000000\ncsrw mtvec, t0\nnop\n.word 0")
        result = self.record("--elf", elf, "--json")
        self.assertEqual((result.returncode, result.stderr.count("\n")), (1, 1), result.stderr)
        self.assertIn("recorded, but QEMU cannot go on: it lists an encoding of more than 4 bytes at 0x40000000", result.stderr)
        self.assertEqual(json.loads(result.stdout)["stopped"], "listing")
        self.assertIn("exception M  0x8000000a cause 2", self.info("--retired"))

    def test_a_loop_of_several_stretches_has_a_hint(self):
        loops = {"calls": "1: call f\nj 1b\nf: ret",
                 "traps": "la t0, h\ncsrw mtvec, t0\n1: ecall\nj 1b\n.balign 4\nh: csrr t0, mepc\naddi t0, t0, 4\ncsrw mepc, t0\nmret",
                 "two handlers": "la t0, h\ncsrw mtvec, t0\necall\n.balign 4\nh: la t1, g\ncsrw mtvec, t1\n.word 0\n"
                                 ".balign 4\ng: la t1, h\ncsrw mtvec, t1\n.word 0"}
        for about, text in loops.items():
            with self.subTest(about=about), subprocess.Popen([NTRACE, "record", "-o", self.recording, "--elf", self.build(text)],
                                                             stderr=subprocess.PIPE, text=True) as process:
                self.addCleanup(process.kill)
                self.assertRegex(process.stderr.readline(), r"has run a loop at 0x800000\w\w \d+ times; --limit N ends")
                process.send_signal(signal.SIGINT)
                self.assertEqual((process.communicate()[1].count("\n"), process.returncode), (1, 1))

    def test_a_signal_keeps_what_there_is_and_a_loop_without_end_has_a_hint(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen([NTRACE, "record", "-o", self.recording, "--elf", self.build("nop\n1: j 1b")],
                                  stderr=subprocess.PIPE, text=True) as process:
                self.addCleanup(process.kill)
                hint = process.stderr.readline()
                process.send_signal(number)
                error = process.communicate()[1]
                self.assertRegex(hint, r"has run a loop at 0x80000002 \d+ times; --limit N ends")
            self.assertEqual((process.returncode, error.count("\n")), (1, 1), error)
            self.assertRegex(error, rf"recorded up to signal {number:d} \(.*\): \d+ instructions")
            info = json.loads(self.info("--json"))
            self.assertGreater(info["instructions"], 1000)
            self.recording.unlink()

    def test_a_limit_ends_the_qemu_that_goes_on(self):
        pid = self.folder / "pid"
        script = f"echo $$ > '{pid}'; log; while :; do sleep 60; done"
        result = self.record("--qemu", self.fake(script), "--limit", "1", "--", "-version")
        self.assertEqual(result.returncode, 0)
        self.assertFalse(runs(int(pid.read_text(encoding="ascii"))))


def runs(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1]
    except OSError:
        return False
    return state.split()[0] != "Z"


def wait_until(condition):
    """Waits; where it never comes to that, the runner ends the test."""
    while not condition():
        time.sleep(0.02)


class BadArguments(WithFolder):
    def test_a_file_that_is_no_program_is_refused(self):
        text = self.folder / "text"
        text.write_text("no ELF file, but long enough for one", encoding="ascii")
        self.expect_error("offset 0: not an ELF file for RISC-V", "--elf", str(text))
        self.expect_error("No such file", "--elf", "/nowhere/program")
        self.expect_error("not an ELF file for RISC-V", "--elf", NTRACE)

    def test_a_program_of_the_other_xlen_is_refused(self):
        programs()
        program = str(PROGRAMS / "kernel32.elf")
        self.expect_error("for RV32, not --xlen 64", "--xlen", "64", "--elf", program)
        self.expect_error("another XLEN", "--xlen", "64", "--qemu", "qemu-system-riscv32", "--",
                          "-bios", "none", "-kernel", program)

    def test_more_harts_than_were_announced_are_refused(self):
        programs()
        self.expect_error("not announced", "--elf", str(PROGRAMS / "kernel.elf"), "--", "-smp", "2")

    def test_a_full_disk_is_told(self):
        program = str(programs()[0])
        self.expect_error("/dev/full: .*No space left", "--elf", program, output="/dev/full")
        self.expect_error("No such file or directory", "--elf", program,
                          output="/nowhere/R.ntr")

    def test_wrong_options_are_told(self):
        for reason, *arguments in (("what to run is missing",),
                                   ("one of them", "--elf", "a", "--boot", "b"),
                                   ("only opensbi-uboot", "--boot", "linux"),
                                   ("32 or 64", "--xlen", "16", "--elf", "a"),
                                   ("--smp", "--smp", "0", "--elf", "a"),
                                   ("--limit", "--limit", "-1", "--elf", "a"),
                                   ("--timeout", "--timeout", "x", "--elf", "a"),
                                   ("--until-pc", "--until-pc", "0xg", "--elf", "a"),
                                   ("--nonsense", "--nonsense"),
                                   ("takes options only", "program.elf")):
            with self.subTest(arguments=arguments):
                self.expect_error(reason, *arguments)
        result = subprocess.run([NTRACE, "record", "--elf", "a"], capture_output=True, text=True,
                                check=False)
        self.assertEqual((result.returncode, result.stderr),
                         (2, "ntrace record: -o is missing (see --help)\n"))

    def test_help_is_on_standard_output(self):
        result = subprocess.run([NTRACE, "record", "--help"], capture_output=True, text=True,
                                check=True)
        self.assertIn("usage: ntrace record", result.stdout)
        self.assertIsNotNone(shutil.which("qemu-system-riscv64"))


if __name__ == "__main__":
    unittest.main()
