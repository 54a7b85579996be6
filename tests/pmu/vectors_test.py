# SPDX-License-Identifier: Apache-2.0
"""The vectors of the SBI's PMU calls by the witness, which shares nothing with the library: it gives an answer that each
of them permits; and `judge` refuses the answers of libraries with an error."""
import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import c_faults, faults
from tests.lib.bench import run
from tests.lib.catalogue import ROOT
from tests.pmu import clauses
from tests.pmu.fault_list import FAULTS
from tests.pmu.hart import CYCLE, READ_ONLY, WRITABLE, Hart, Memory
from tests.pmu.witness import Platform, Pmu

NEEDS = ("build/host.a",)
FOLDER = ROOT / "tests/vectors/sbi"
BASE, PAGES = 0x80200000, [WRITABLE] * 3 + [READ_ONLY]
SCOUNTOVF, SIP, MINSTRET = 0xda0, 0x144, 2
GIVE = (0, 1, 2, 5, 6)
INHIBITED_BY = {0: 60, 1: 61, 3: 62, 5: 58, 6: 59}  # bits of mhpmevent by mode
LEAST = 55  # faults of the library that the vectors see


def event(event_idx, event_data, _):
    """What the platform of the vectors can count, as docs/vectors.md has it: the number of the hart's event."""
    if event_idx in (1, 2, 0x10019, 0x1001b, 0x10021, 0xf0100):
        return event_idx
    if event_idx in (0x20000, 0x30000):
        return event_data if event_data < 0x10000 else None
    return event_data if event_idx == 0xfffff and event_data in (1, 2) else None


class Machine:
    def __init__(self, p):
        self.memory = Memory(BASE, PAGES)
        for word in range(len(self.memory.content) // 4):
            self.memory.write(4 * word, 4, 0xa500005a | word << 8)
        counters = {n for n in range(32) if p["COUNTERS"] >> n & 1}
        self.hart = Hart(p["XLEN"], counters, p["WIDTH"], bool(p["SSCOFPMF"]), self.memory, first=0x0123456789abcdef)
        platform = Platform(xlen=p["XLEN"], counters=counters, width=p["WIDTH"], fw_counters=p["FW_COUNTERS"],
                            sscofpmf=bool(p["SSCOFPMF"]), shares_memory=bool(p["MEMORY"]), event=event)
        self.pmu = Pmu(platform, self.hart)

    def meet(self, pins):
        for n, word in self.hart.event.items():
            if pins["event"] and word % 2 ** 56 == pins["event_idx"] and not word >> INHIBITED_BY[pins["priv"]] & 1:
                self.hart.count(n, pins["times"])
        if pins["event"] and pins["event_idx"] == 2 and MINSTRET in self.hart.counters:
            self.hart.count(MINSTRET, pins["times"])
        for _ in range(pins["times"] if pins["fw"] else 0):
            if pins["fw_code"] == clauses.FW_PLATFORM:
                self.pmu.fw_platform_event(pins["fw_data"])
            else:
                self.pmu.fw_event(pins["fw_code"])
        if pins["lcofip_clear"]:
            self.hart.mip = 0

    def cycle(self, pins):
        """What it answers; None: nothing is asked."""
        self.meet(pins)
        if pins["store"]:
            self.memory.write(pins["store_addr"] - BASE, 4, pins["store_data"])
        if pins["call"]:
            error, value = self.pmu.call(pins["fid"], [pins[f"a{i}"] for i in range(6)])
            return clauses.ERRORS[error] + (f" {value:#x}" if error == 0 and pins["fid"] in GIVE else "")
        if pins["load"]:
            return hex(self.memory.read(pins["load_addr"] - BASE, 4))
        return self.read(pins["csr_addr"]) if pins["csr"] else None

    def read(self, csr):
        if csr == SIP:
            return hex(self.hart.mip)
        if csr == SCOUNTOVF:
            return hex(sum(1 << n for n in self.hart.event if self.hart.overflowed(n)))
        return hex(self.hart.user_read(csr)) if CYCLE <= csr < CYCLE + 32 else "none"


def replayed(path):
    said = json.loads(run("vectors", "emit", path, "--format", "json").stdout)
    machine = None
    for cycle in said["cycles"]:
        pins = {name: int(value, 16) for name, value in zip(said["columns"], cycle)}
        if pins["rst"]:
            machine = Machine(said["parameters"])
            continue
        answer = machine.cycle(pins)
        if answer is not None:
            yield answer


class VectorsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.paths = sorted(FOLDER.glob("*.pins"))

    def judge(self, path, lines):
        answers = self.folder / "answers"
        answers.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
        return run("vectors", "judge", path, "--bytes", answers)

    def test_the_witness_answers_what_the_vectors_permit(self):
        self.assertGreater(len(self.paths), 40)
        for path in self.paths:
            with self.subTest(path.stem):
                done = self.judge(path, replayed(path))
                self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_counter_that_the_text_lets_it_choose_is_taken_and_another_is_not(self):
        path = FOLDER / "sbi-match-free.pins"
        self.assertIn("conformant", self.judge(path, ["SUCCESS 12"]).stdout)
        for answer in ("SUCCESS 4", "SUCCESS 6", "NOT_SUPPORTED", "SUCCESS", "5"):
            self.assertEqual(self.judge(path, [answer]).returncode, 1, answer)

    def test_libraries_with_an_error_are_seen(self):
        names = [name for name, (build, _) in FAULTS.items() if build == "host64"]
        shutil.copytree(ROOT / "pmu", self.folder / "pmu")
        c_faults.put_choices(self.folder, [FAULTS[name][1] for name in names])
        made = subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", f"PMU_SOURCE={self.folder}/pmu", "LTO=", "CFLAGS=-O1",
                               f"BUILD={self.folder}", f"{self.folder}/pmu/host64/libntpmu.a"],
                              check=False, capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stderr)
        program = self.folder / "ntrace"
        self.link(program)
        missed = [name for number, name in enumerate(names, 1) if self.failed(program, number) == 0]
        print("\n".join(f"not seen: {name}" for name in missed))
        self.assertEqual(self.failed(program, 0), 0)
        self.assertGreaterEqual(len(names) - len(missed), LEAST)

    def link(self, program):
        """The command over that library."""
        done = subprocess.run(["gcc", "-O1", "-fno-lto", "-o", str(program), str(ROOT / "build/obj/sim/main.o"),
                               *map(str, (self.folder / "pmu/host64").glob("*.o")), str(ROOT / "build/host.a"),
                               *c_faults.LIBRARIES], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    @staticmethod
    def failed(program, number):
        done = subprocess.run([str(program), "vectors", "run", "--unit", "sbi", "--from", str(ROOT / "tests/vectors"), "--json"],
                              env=faults.chosen(number), capture_output=True, text=True, check=False)
        return len(json.loads(done.stdout)["failed"])


if __name__ == "__main__":
    unittest.main()
