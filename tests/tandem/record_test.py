"""`ntrace tv record`: what real programs do under QEMU, as a tandem-verification trace."""
import gzip
import json
import pathlib
import subprocess
import tempfile
import unittest

from tests.tandem import programs
from tests.tandem.programs import DATA, NTRACE

PROGRAMS = pathlib.Path("build/tandem")


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
                fetches = sum(not group["insn"] and
                              {"name": "mcause", "value": "0x1"} in group["csrs"]
                              for group in trace)
                self.assertEqual(len(run_) + fetches,
                                 summary["instructions"] + summary["exceptions"])
                self.assertGreater(len(run_), 1000)
                self.assertEqual(run_[-1]["memory"][0],
                                 {"name": "paddr", "value": "0x100000"}, "the machine's switch")
                self.assertLess(max(int(group["pc"], 16) for group in run_), 1 << xlen)
                self.assertEqual({kind: count for kind, count in summary["absent"].items()
                                  if kind != "csrs"}, {"paddrs": 0, "stores": 0, "results": 0})
                self.assertLess(summary["absent"]["csrs"], 5)

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
        self.check("--elf and -o are needed")
        self.check("RV64 has no FLEN 16", "--elf", PROGRAMS / "integer.elf", "--flen", 16)
        self.check("RV64 has no FLEN 64 with MLEN 34", "--elf", PROGRAMS / "integer.elf", "--mlen",
                   34)

    def test_a_qemu_that_is_missing_or_runs_nothing(self):
        self.check("cannot be run", "--elf", PROGRAMS / "integer.elf", "--qemu", "/nowhere/qemu")
        self.check("ran nothing", "--elf", PROGRAMS / "integer.elf", "--qemu", "/bin/true")


if __name__ == "__main__":
    unittest.main()
