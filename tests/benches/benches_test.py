# SPDX-License-Identifier: Apache-2.0
"""One ingress file through every bench that users of other environments have: the same bytes as those that the file
expects, and over the same fault in the encoder the same verdict.

A bench is a row of BENCHES: a function of a folder for its files and, where a fault is planted, a folder with a copy of
the tree's sides that has it. It returns a Run. Its cycle is the first in which it sees the fault: the lockstep compares
registers too, and sees it before the byte is sent.
"""
import re
import shutil
import subprocess
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from scripts.rtl_files import files_of
from tests.lib.bench import QUICK, build_with_faults, lockstep, run
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_patch
from tests.lib.python_package import VENV, environment, package
from tests.lib.tier import WHOLE

NEEDS = ("bench-tiny", "build/tlm/platform", "dpi-bench", "systemc", "unit-control", "venv-if-possible")
FOLDER = ROOT / "tests/benches"
STIMULUS = FOLDER / "worked-example.nti"
BUILD = "tiny"
FAULT = "icnt"  # of tests/faults, on both sides
WRONG_BYTE = 9  # I-CNT of the second message: 0x99, not 0xA9
REGISTER_CYCLE, BYTE_CYCLE = 13, 24

# Environments by version of cocotb: 1.9 is the tests' own; 2 is taken from PyPI by night
COCOTBS = [(ROOT / "build/venv-cocotb2", ROOT / "scripts/requirements-cocotb2.txt")] if WHOLE else []


@dataclass
class Run:
    """What a bench said."""

    passed: bool
    sent: bytes  # in a run that ends at the first difference, those before it and maybe the wrong one
    cycle: Optional[int] = None  # of the first difference; None: it compares bytes alone


def expected():
    """The bytes that the file expects."""
    lines = re.findall(r"^#> (.*)$", STIMULUS.read_text(encoding="ascii"), re.M)
    return bytes.fromhex(" ".join(lines))


def rtl_of(faulty):
    return (faulty or ROOT) / "rtl"


def make(*words):
    done = subprocess.run(["make", "-s", "-C", ROOT, "SETUP=no", *map(str, words)], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)


def by_lockstep(folder, faulty):
    bench = build_with_faults({"rtl": ROOT / f"tests/faults/rtl/{FAULT}.patch"}, BUILD, folder / "bench",
                              options=QUICK) if faulty else None
    status, summary, said = lockstep(STIMULUS, "--keep-going", "-o", folder / "sent.nex", "--report",
                                     folder / "report", bench=bench)
    if summary is None:
        raise AssertionError(said)
    first = summary.get("first_mismatch")
    return Run(status == 0, (folder / "sent.nex").read_bytes(), first and first["cycle"])


def by_cocotb(folder, faulty, stimulus=STIMULUS, build=BUILD, venv=VENV):
    for path in (ROOT / "examples/cocotb").iterdir():
        if path.is_file():
            (folder / path.name).write_bytes(path.read_bytes())
    done = subprocess.run(["make", "-s", f"RTL={rtl_of(faulty)}", f"NTI={stimulus}", f"BUILD={build}"], cwd=folder,
                          env={**environment(venv), "BYTES": str(folder / "sent")}, capture_output=True, text=True,
                          check=False)
    if not re.search(r"TESTS=1 PASS=[01] FAIL=[01]", done.stdout):
        raise AssertionError(done.stdout + done.stderr)
    said = re.search(r"Mismatch: cycle (\d+): ", done.stdout)
    if ("PASS=1 FAIL=0" in done.stdout) != (done.returncode == 0):
        raise AssertionError(f"make ends with status {done.returncode}: {done.stdout}")
    return Run(done.returncode == 0, (folder / "sent").read_bytes(), said and int(said[1]))


def by_icarus(folder, faulty):
    """A testbench in plain Verilog, and a word for each cycle from the golden model."""
    ntrace, rtl = package(), rtl_of(faulty)
    from ntrace.vectors import outputs, testbench, vector  # found by package()
    with ntrace.Model("trace_encoder", BUILD) as model, ntrace.Cycles(STIMULUS) as cycles:
        ready, words = [], []
        for cycle in cycles:
            inputs = ntrace.encoder_inputs(cycle, model.input_widths)
            ready.append(inputs["out_ready"])
            words.append(vector(model, inputs))
        (folder / "words.hex").write_text("".join(words), encoding="ascii")
        (folder / "bench.v").write_text(testbench("trace_encoder", BUILD), encoding="ascii")
        subprocess.run(["iverilog", "-g2005", "-Wall", "-Wno-timescale", f"-I{rtl}/encoder", f"-I{rtl}/control", "-o",
                        folder / "bench.vvp", folder / "bench.v", *files_of("nt_trace_encoder", str(rtl))], check=True)
        done = subprocess.run(["vvp", "-n", folder / "bench.vvp", f"+words={folder}/words.hex", f"+count={len(words)}",
                               f"+outputs={folder}/outputs"], capture_output=True, text=True, check=True)
        sent = b""
        for line, taken in zip((folder / "outputs").read_text(encoding="ascii").splitlines(), ready):
            shown = outputs(model, line)
            if taken and shown["out_valid"] == "1":
                sent += int(shown["out"], 2).to_bytes(8, "little")[:int(shown["out_count"], 2)]
    said = re.search(r"^FAILED: cycle (\d+): out is", done.stdout, re.M)
    return Run(done.stdout == f"passed: {len(words)} cycles\n", sent, said and int(said[1]))


def by_dpi(folder, faulty):
    """RTL and model side by side in SystemVerilog, in a program of Verilator alone."""
    bench = ROOT / f"build/dpi/bench/trace_encoder-{BUILD}"
    if faulty:
        bench = folder / "bench"
        make("dpi-bench", f"RTL={faulty}/rtl", f"DPI_BUILD={BUILD}", f"DPI_BENCH={bench}", "DPI_OPT=-O0")
    hexadecimal, sent = folder / "cycles.hex", folder / "sent"
    shaped = run("shape", STIMULUS, "-o", hexadecimal, "--format", "hex")
    if shaped.returncode != 0:
        raise AssertionError(shaped.stderr)
    done = run(f"+ingress={hexadecimal}", f"+bytes={sent}", program=str(bench / "bench"))
    if "passed" not in done.stdout and "differ" not in done.stdout:
        raise AssertionError(done.stdout + done.stderr)
    said = re.search(r"^cycle (\d+): ", done.stdout, re.M)
    return Run(done.returncode == 0, bytes.fromhex(sent.read_text(encoding="ascii")), said and int(said[1]))


def by_tlm(folder, faulty):
    """The model as a component of SystemC: over the faulty model its bytes are others."""
    platform = ROOT / "build/tlm/platform"
    if faulty:
        platform = folder / "tlm/platform"
        make(platform, f"MODEL={faulty}/model", f"TLM={folder}/tlm")
    sent, wanted = folder / "sent.nex", folder / "expected.nex"
    wanted.write_bytes(expected())
    done = run("-c", BUILD, "-e", wanted, STIMULUS, sent, program=str(platform))
    if done.returncode not in (0, 1):
        raise AssertionError(done.stderr)
    return Run(done.returncode == 0, sent.read_bytes())


# By name: the bench, and the cycle in which it sees the fault
BENCHES = {
    "lockstep": (by_lockstep, REGISTER_CYCLE),
    "cocotb": (by_cocotb, BYTE_CYCLE),
    "icarus": (by_icarus, BYTE_CYCLE),
    "dpi": (by_dpi, BYTE_CYCLE),
    "tlm": (by_tlm, None),
}


class BenchesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_bench(self, name, faulty=None):
        folder = self.folder / f"{name}-{'faulty' if faulty else 'good'}"
        folder.mkdir()
        return BENCHES[name][0](folder, faulty)

    def planted(self):
        """A folder with copies of rtl/ and model/ that have the fault."""
        folder = self.folder / "planted"
        for side in ("rtl", "model"):
            shutil.copytree(ROOT / side, folder / side)
            put_patch(folder, ROOT / f"tests/faults/{side}/{FAULT}.patch")
        return folder

    def test_every_bench_sends_the_bytes_that_the_file_expects(self):
        for name in BENCHES:
            with self.subTest(name):
                done = self.run_bench(name)
                self.assertTrue(done.passed)
                self.assertEqual(done.sent.hex(" "), expected().hex(" "))

    def test_cocotb_takes_a_random_walk_of_another_build(self):
        walk = self.folder / "walk.nti"  # of a seed that has no PIB, which is none of nt_trace_encoder
        made = run("shape", "--random", "--registers", "-c", "rv64", "-n", 2000, "--seed", 2, "-o", walk)
        self.assertEqual(made.returncode, 0, made.stderr)
        status, _, said = lockstep(walk, "-o", self.folder / "walk.nex")
        self.assertEqual((status, said), (0, ""))
        found = by_cocotb(self.folder, None, walk, "rv64")
        self.assertTrue(found.passed)
        self.assertGreater(len(found.sent), 500)
        self.assertEqual(found.sent, (self.folder / "walk.nex").read_bytes())

    def test_the_bench_of_cocotb_runs_with_each_version(self):
        for venv, requirements in COCOTBS:
            subprocess.run([ROOT / "scripts/venv", venv, requirements], check=True)
            for faulty in None, self.planted():
                folder = self.folder / f"{venv.name}-{faulty is None}"
                folder.mkdir()
                done = by_cocotb(folder, faulty, venv=venv)
                self.assertEqual((done.passed, done.cycle), (faulty is None, BYTE_CYCLE if faulty else None))

    def test_every_bench_finds_the_fault_at_the_same_byte(self):
        faulty = self.planted()
        for name, (_, cycle) in BENCHES.items():
            with self.subTest(name):
                done = self.run_bench(name, faulty)
                self.assertFalse(done.passed)
                self.assertEqual(done.cycle, cycle)
                self.assertEqual(done.sent[:WRONG_BYTE], expected()[:WRONG_BYTE])
                self.assertEqual(done.sent[WRONG_BYTE:WRONG_BYTE + 1], b"\x99")


if __name__ == "__main__":
    unittest.main()
