# SPDX-License-Identifier: Apache-2.0
"""`ntrace tv record`: what real programs do under QEMU, as a tandem-verification trace."""
import gzip
import json
import pathlib
import subprocess
import tempfile
import unittest

from tests.tandem import programs
from tests.tandem.programs import DATA, NTRACE

NEEDS = ("build/ntrace-memory.so", "build/programs/kernel.elf", "tandem-programs")
PROGRAMS = pathlib.Path("build/tandem")
FETCH_FAULTS = {("mcause", "0x1"), ("scause", "0xc")}  # of which there is no instruction


def run(*arguments):
    return subprocess.run([NTRACE, "tv", *map(str, arguments)], capture_output=True, text=True,
                          check=False)


def record(program, path, *options):
    done = programs.record(program, path, "--json", *options)
    assert (done.returncode, done.stderr) == (0, b""), done
    return json.loads(done.stdout)


def groups(path):
    done = run("dump", path, "--json", "--complete")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


class Record(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_two_recordings_are_identical_and_leave_no_other_file(self):
        traces = []
        for name in ("one.ntv", "two.ntv"):
            summary = record("integer", self.folder / name)
            traces.append((self.folder / name).read_bytes())
        self.assertEqual(*traces)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["one.ntv", "two.ntv"])
        self.assertEqual((summary["stopped"], summary["exit_status"]), ("end", 0))
        self.assertEqual(set(summary["absent"].values()), {0})

    def test_every_program_gives_its_right_result_and_a_trace_that_breaks_no_rule(self):
        for program in programs.OPTIONS:
            with self.subTest(program):
                xlen = 32 if program.endswith("32") else 64
                summary = record(program, self.folder / "t.ntv")
                trace = groups(self.folder / "t.ntv")
                self.assertEqual([group for group in trace if group["violations"] or
                                  group["warnings"]], [])
                run_ = [group for group in trace if group["insn"]]
                fetches = sum(not group["insn"] and not group.get("initialization") and
                              any((csr["name"], csr.get("value")) in FETCH_FAULTS
                                  for csr in group["csrs"]) for group in trace)
                self.assertEqual(len(run_) + fetches,
                                 summary["instructions"] + summary["exceptions"])
                self.assertGreater(len(run_), 1000)
                self.assertEqual(run_[-1]["memory"][0],
                                 {"name": "paddr", "value": "0x100000"}, "the machine's switch")
                self.assertLess(max(int(group["pc"], 16) for group in run_), 1 << xlen)
                self.assertEqual({kind: count for kind, count in summary["absent"].items()
                                  if kind != "csrs"}, {"paddrs": 0, "stores": 0, "results": 0})
                self.assertLess(summary["absent"]["csrs"], 5)

    def test_mip_changes_between_instructions_where_none_writes_it(self):
        record("interrupts", self.folder / "t.ntv")
        trace = groups(self.folder / "t.ntv")
        changes = [group for group in trace for csr in group["csrs"] if csr["name"] == "mip"]
        self.assertGreater(len(changes), 20)
        self.assertTrue(all(group["initialization"] and group["insn"] is None
                            for group in changes))

    def test_it_begins_with_reset_the_program_and_the_registers(self):
        record("integer", self.folder / "t.ntv", "--limit", 10)
        trace = groups(self.folder / "t.ntv")
        start = trace[:[group["insn"] is None for group in trace].index(False)]
        self.assertTrue(start[0]["reset"])
        self.assertTrue(all(group["initialization"] for group in start[1:]))
        self.assertEqual(len([group for group in trace if group["insn"]]), 10)
        words = [group["memory"][0] for group in start if group["memory"]]
        self.assertEqual(int(words[0]["address"], 16), 0x80000000)
        named = {name["name"] for group in start for name in group["registers"] + group["csrs"]}
        self.assertLessEqual({"ra", "t6", "ft0", "mstatus", "mtvec", "mip", "satp"}, named)
        self.assertEqual(trace[len(start) - 1]["pc"], "0x1000")

    def test_the_stored_traces_decode(self):
        paths = sorted(DATA.glob("*.ntv.gz"))
        self.assertGreater(len(paths), 1)
        self.assertLess(sum(path.stat().st_size for path in paths), 400_000)
        for path in paths:
            with self.subTest(path.name):
                self.assertEqual(gzip.decompress(path.read_bytes())[:4], b"\x89NTV")
                done = run("dump", path, "--complete")
                self.assertEqual((done.returncode, done.stderr), (0, ""))


class Refused(unittest.TestCase):
    def check(self, reason, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            done = run("record", "-o", pathlib.Path(folder) / "t.ntv", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(reason, done.stderr)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])

    def test_what_is_no_program(self):
        self.check("No such file", "--elf", "/nowhere/program.elf")
        self.check("not an ELF file", "--elf", __file__)

    def test_arguments(self):
        self.check("-e is missing")
        self.check("RV64 has no FLEN 16", "--elf", PROGRAMS / "integer.elf", "--flen", 16)
        self.check("RV64 has no FLEN 64 with MLEN 34", "--elf", PROGRAMS / "integer.elf", "--mlen",
                   34)

    def test_a_qemu_that_is_missing_or_runs_nothing(self):
        self.check("cannot be run", "--elf", PROGRAMS / "integer.elf", "--qemu", "/nowhere/qemu")
        self.check("does not tell its version", "--elf", PROGRAMS / "integer.elf", "--qemu",
                   "/bin/true")

    def fake(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "qemu"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def test_a_qemu_of_another_version_is_named(self):
        qemu = self.fake("echo 'QEMU emulator version 8.1.3 (v8.1.3)'\n")
        self.check("is version 8.1.3; the log of 7.2 is known", "--elf", PROGRAMS / "integer.elf",
                   "--qemu", qemu)

    def with_version(self, text):
        return self.fake('[ "$1" = --version ] && { echo "QEMU emulator version 7.2.22"; exit; }\n' + text)

    def test_a_qemu_that_is_killed_in_the_middle_leaves_no_trace(self):
        qemu = self.with_version("""
            export NT_QEMU_PID=$$
            (sleep 0.3; kill -9 $NT_QEMU_PID) &
            exec qemu-system-riscv64 "$@" -append x
        """)
        self.check("killed by signal 9", "--elf", "build/programs/kernel.elf", "--qemu", qemu)

    def test_a_log_that_is_none_is_refused_with_its_offset(self):
        qemu = self.with_version("echo nonsense >&3")
        self.check("QEMU's log: offset 0: not a line of QEMU's log", "--elf",
                   PROGRAMS / "integer.elf", "--qemu", qemu)

    def test_a_full_disk(self):
        done = run("record", "--elf", PROGRAMS / "integer.elf", "-o", "/dev/full")
        self.assertEqual(done.returncode, 2)
        self.assertIn("No space left", done.stderr)


class FloatingPoint(unittest.TestCase):
    def test_fcsr_is_there_by_a_second_run_that_is_stepped(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "t.ntv"
            record("double", path)
            self.assertNotIn("fcsr", run("dump", path).stdout.split("begin", 1)[0])
            trace = groups(path)
        elements = [(group["insn"], csr) for group in trace if group["insn"] for csr in
                    group["csrs"] if csr["name"] == "fcsr"]
        raised = {csr["or"] for _, csr in elements if "or" in csr}
        self.assertLessEqual({"0x1", "0x8", "0x10"}, raised)
        written = {csr["value"] for insn, csr in elements if "value" in csr}
        self.assertLessEqual({"0x0", "0x60", "0x5f"}, written)
        self.assertTrue(all(int(insn, 16) & 0x7f == 0x73 for insn, csr in elements
                            if "value" in csr), "computations only raise flags")

    def test_a_hart_without_it_has_none(self):
        done = run("record", "--elf", PROGRAMS / "integer32.elf", "-o", "/dev/null", "--fcsr")
        self.assertEqual(done.returncode, 2)
        self.assertIn("a hart with FLEN 0 has none", done.stderr)


class Import(unittest.TestCase):
    def test_a_recording_with_registers_and_memory_becomes_the_same_trace(self):
        """But for the hart, which `ntrace record` does not choose."""
        with tempfile.TemporaryDirectory() as folder:
            recording, direct, imported = (pathlib.Path(folder) / name
                                           for name in ("r.ntr", "d.ntv", "i.ntv"))
            elf = PROGRAMS / "interrupts.elf"
            subprocess.run([NTRACE, "record", "--registers", "--memory", "-o", recording, "--", "-cpu",
                            "rv64,h=off", "-bios", "none", "-kernel", elf], check=True)
            record("interrupts", direct)
            done = run("import", recording, "--elf", elf, "-o", imported)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(imported.read_bytes(), direct.read_bytes())

    def test_what_a_recording_lacks_is_absent(self):
        with tempfile.TemporaryDirectory() as folder:
            recording, imported = (pathlib.Path(folder) / name for name in ("r.ntr", "i.ntv"))
            subprocess.run([NTRACE, "record", "-e", PROGRAMS / "integer.elf", "-o", recording],
                           check=True)
            done = run("import", recording, "-o", imported)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            text = run("dump", imported, "--complete").stdout
            absent = {line.split()[1] for line in text.splitlines() if line.startswith(".absent")}
            self.assertEqual(absent, {"gpr", "fpr", "csr", "fcsr", "paddr", "eaddr", "store",
                                      "memory", "counters"})
            self.assertEqual(run("import", recording).returncode, 2)
            self.assertIn("not a recording", run("import", __file__, "-o", imported).stderr)

    def test_a_log_of_spike_becomes_a_trace_by_way_of_a_recording(self):
        log = ("core   0: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000\n"
               "core   0: 3 0x0000000080000004 (0x30529073) c773_mtvec 0x0000000080000000\n"
               "core   0: 3 0x0000000080000008 (0x0066b423) mem 0x0000000080000008 0x0000000000001234\n"
               "core   0: 3 0x000000008000000c (0x00000013)\n")
        with tempfile.TemporaryDirectory() as folder:
            text, recording, trace = (pathlib.Path(folder) / name for name in
                                      ("spike.log", "r.ntr", "t.ntv"))
            text.write_text(log)
            subprocess.run([NTRACE, "import", "--format", "spike", text, "-o", recording], check=True)
            done = run("import", recording, "-o", trace)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            first, second, third = [group for group in groups(trace) if group["insn"]][:3]
        self.assertEqual(first["registers"], [{"name": "t0", "value": "0x80000000"}])
        self.assertEqual(second["csrs"], [{"name": "mtvec", "value": "0x80000000"}])
        self.assertEqual(third["memory"], [{"name": "eaddr", "value": "0x80000008"},
                                           {"name": "store64", "value": "0x1234"}])


if __name__ == "__main__":
    unittest.main()
