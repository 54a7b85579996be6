"""The SBI PMU library as it is built: what it needs, how large it is; its programs under sanitizers.

The limits are those of docs/sbi-pmu.md. Nothing of the archives may be undefined but what the
firmware gives through struct nt_pmu_ops, so nothing at all."""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.tier import WHOLE

TOOLS = "riscv64-unknown-elf-"
ARCHIVES = {"rv64": Path("build/pmu/rv64"), "rv32": Path("build/pmu/rv32")}
TEXT = {"rv64": 8192, "rv32": 6144}  # bytes at most, without the CSRs by number
STACK = 512
PUBLIC = {"nt_pmu_init", "nt_pmu_call", "nt_pmu_fw_event", "nt_pmu_fw_platform_event", "nt_pmu_save",
          "nt_pmu_restore", "nt_pmu_riscv_csr_read", "nt_pmu_riscv_csr_write"}
PROGRAMS = Path("build/tests/pmu")


def output(*command):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, check=True,
                          text=True).stdout


COSTS = {"num_counters": 200, "fw_read": 200, "config_matching, no match in 32 counters": 3000}


def undefined(path):
    return [line.split()[-1] for line in output(TOOLS + "nm", "-u", path).splitlines()
            if line.strip() and not line.endswith(":")]


def text_of(path):
    return int(output(TOOLS + "size", path).splitlines()[1].split()[0])


class Archive(unittest.TestCase):
    def test_nothing_is_undefined(self):
        for name, folder in ARCHIVES.items():
            with self.subTest(name):
                self.assertEqual(undefined(folder / "libntpmu.a"), [])

    def test_what_is_undefined_is_seen(self):
        source = "void *memset(void *, int, unsigned long); void f(char *p) { memset(p, 1, 999); }"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "needs.o"
            subprocess.run([TOOLS + "gcc", "-march=rv64imac", "-mabi=lp64", "-c", "-x", "c", "-",
                            "-o", path], input=source, text=True, check=True)
            self.assertEqual(undefined(path), ["memset"])

    def test_what_it_shows(self):
        for name, folder in ARCHIVES.items():
            with self.subTest(name):
                lines = output(TOOLS + "nm", "-g", "--defined-only", folder / "libntpmu.a")
                self.assertEqual({line.split()[-1] for line in lines.splitlines() if " T " in line},
                                 PUBLIC)

    def test_text(self):
        for name, folder in ARCHIVES.items():
            with self.subTest(name):
                size = text_of(folder / "ntpmu.o")
                self.assertGreater(size, 1000)
                self.assertLess(size, TEXT[name])

    def test_stack(self):
        """Frames of every function on the deepest way, by the compiler's own figures."""
        for name, folder in ARCHIVES.items():
            with self.subTest(name):
                frames = stack_frames(folder)
                calls = call_graph(folder / "ntpmu.o")
                deepest = depth("nt_pmu_call", calls, frames)
                self.assertGreater(deepest, 100)
                self.assertLess(deepest, STACK)


def stack_frames(folder):
    frames = {}
    for path in folder.glob("*.su"):
        for line in path.read_text(encoding="ascii").splitlines():
            where, size, kind = line.split("\t")
            assert kind == "static", line
            frames[re.sub(r"\..*", "", where.rsplit(":", 1)[-1])] = int(size)
    return frames


def call_graph(path):
    """Who calls whom, from the relocations of the code."""
    calls, caller = {}, None
    for line in output(TOOLS + "objdump", "-dr", path).splitlines():
        if match := re.match(r"[0-9a-f]+ <(\w+)[^>]*>:$", line):
            caller = match[1]
        elif match := re.search(r"R_RISCV_(?:CALL|CALL_PLT|JAL|RVC_JUMP)\s+(\w+)", line):
            calls.setdefault(caller, set()).add(match[1])
    return calls


def depth(function, calls, frames):
    return frames.get(function, 0) + max(
        (depth(callee, calls, frames) for callee in calls.get(function, ()) if callee in frames
         and callee != function), default=0)


def costs(xlen):
    """Instructions of each call, by a hart of QEMU."""
    text = output(f"qemu-system-riscv{xlen}", "-M", "virt", "-cpu", f"rv{xlen},sscofpmf=on,pmu-num=29",
                  "-bios", "none", "-icount", "shift=0", "-nographic", "-kernel",
                  PROGRAMS / f"cost{xlen}.elf")
    return {name: int(number) for name, number in re.findall(r"^(.*) (\d+)$", text, re.M)}


class Costs(unittest.TestCase):
    def test_instructions(self):
        for xlen in 64, 32:
            found = costs(xlen)
            for name, most in COSTS.items():
                with self.subTest(xlen=xlen, name=name):
                    self.assertGreater(found[name], 10)
                    self.assertLess(found[name], most)


class Programs(unittest.TestCase):
    """The programs print their seed; a figure of a run is in its output."""

    def run_program(self, name, *arguments):
        done = subprocess.run([PROGRAMS / name, *arguments], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_as_perf_calls(self):
        for xlen in 32, 64:
            for kind in "plain", "asan":
                with self.subTest(xlen=xlen, kind=kind):
                    self.assertIn("all as the driver expects",
                                  self.run_program(f"{kind}{xlen}/perf_driver", "7"))

    def test_hostile(self):
        calls = 50_000_000 if WHOLE else 500_000
        for xlen in 32, 64:
            with self.subTest(xlen=xlen):
                text = self.run_program(f"asan{xlen}/hostile", "--calls", str(calls), "--seed", "3")
                self.assertIn(f"{calls} calls", text)

    def test_two_harts(self):
        calls = 2_000_000 if WHOLE else 50_000
        for xlen in 32, 64:
            with self.subTest(xlen=xlen):
                text = self.run_program(f"tsan{xlen}/harts", "--calls", str(calls))
                self.assertEqual(len(re.findall(r"hart \d: (\d+) events counted, \1 sent", text)), 2)


if __name__ == "__main__":
    unittest.main()
