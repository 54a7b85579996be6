# SPDX-License-Identifier: Apache-2.0
"""A supervisor that does what the perf driver of Linux does (tests/pmu/perf), on the firmware of
tests/pmu/firmware in QEMU; and with errors in its library, which it sees."""
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import c_faults, tier
from tests.lib.catalogue import ROOT
from tests.pmu import places, qemu
from tests.pmu.fault_list import FAULTS

NEEDS = ("example-core-built", "pmu-table-programs")
CHOICE = 0x80E01000  # a word of memory: the fault that the firmware has
CHECKS = {("64", "on"): 800, ("32", "on"): 600, ("64", "off"): 400, ("32", "off"): 400}  # at least
SAMPLES = 80
SHARE = 3  # of the faults one in so many by day


def command(xlen, sscofpmf, firmware, *words):
    """By count of instructions, so that all runs are alike."""
    return [*qemu.command(xlen, f"rv{xlen},sscofpmf={sscofpmf}", 1, firmware,
                          places.built(places.TABLE / f"perf{xlen}.elf")),
            "-icount", "shift=0", *words]


class Perf(unittest.TestCase):
    def test_the_driver_finds_what_it_relies_on(self):
        for (xlen, sscofpmf), least in CHECKS.items():
            with self.subTest(xlen=xlen, sscofpmf=sscofpmf):
                firmware = places.built(places.TABLE / f"firmware{xlen}.elf")
                lines = qemu.lines_of(command(xlen, sscofpmf, firmware))
                self.assertEqual([line for line in lines if line.startswith("failed")], [])
                found = re.fullmatch(r"checks (\d+) failed 0 samples (\d+), counters do not hold",
                                     lines[-2])
                self.assertIsNotNone(found, lines)
                self.assertGreater(int(found[1]), least)
                self.assertEqual(int(found[2]), SAMPLES if sscofpmf == "on" else 0)


CORE = (ROOT / "examples/core/nt_core_csr.v").read_text(encoding="ascii")
CONSOLE = "8003fff0"  # as tests/pmu/firmware/map.h
ADDRESS, MASK, DATA = 8, 10, 12  # in a line of the board's log


@unittest.skipUnless("sret" in CORE, "examples/core has no supervisor mode")
class Board(unittest.TestCase):
    """The same program and firmware on the example core, with nt_hpm."""

    def test_so_it_does_on_the_example_core(self):
        board = places.built(ROOT / "build/example-core/board")
        image = places.built(ROOT / "build/pmu/board/image.hex")
        with tempfile.TemporaryDirectory() as place:
            log = Path(place) / "log"
            done = subprocess.run([board, f"+program={image}", f"+log={log}"], check=True, capture_output=True,
                                  text=True)
            with log.open(encoding="ascii") as lines:
                stores = [row for row in map(lambda line: line.split(","), lines)
                          if row[ADDRESS] == CONSOLE and row[MASK] != "0"]
        text = "".join(chr(int(row[DATA], 16) & 0xFF) for row in stores).splitlines()
        self.assertEqual(text[0], "sbi 0x3000000 sscofpmf")
        found = re.fullmatch(r"checks (\d+) failed 0 samples (\d+)", text[1])
        self.assertIsNotNone(found, text)
        self.assertGreater(int(found[1]), 700)
        self.assertGreater(int(found[2]), 30)
        self.assertIn("finished: ", done.stdout)


# Those faults of the library that break what the driver relies on
SEEN = [
    "the type is in bit XLEN - 1",
    "the width is told less one",
    "a hole has no information",
    "a configured counter is not free",
    "programmable counters come first",
    "SKIP_MATCH takes the first of the set, not the base",
    "CLEAR_VALUE is for all types",
    "AUTO_START is for all types",
    "VSINH is of VS mode",
    "mcycle counts cycles",
    "a counter without an event is not started",
    "ALREADY_STARTED is answered",
    "a running counter keeps its value",
    "start arms the interrupt",
    "not while an overflow waits",
    "LCOFIP is bit 13",
    "start does not start others",
    "NO_SHMEM is answered before anything is stopped",
    "ALREADY_STOPPED is answered",
    "RESET is for those too that were stopped",
    "RESET takes the mapping away",
    "RESET clears mhpmevent",
    "the snapshot is taken of counters that stand",
    "all-ones disable",
    "slots are relative to the base",
    "the bitmap has OF",
    "the whole word is written",
    "each counter of an event counts",
    "events of the platform are told apart",
    "events are told apart",
    "S mode may read all counters",
    "mcycle and minstret run from boot",
    "an event stops what runs from boot",
]


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.folder = Path(place.name)
        shutil.copytree(ROOT / "pmu", cls.folder / "pmu")
        c_faults.put_choices(cls.folder, [changes for _, changes in FAULTS.values()],
                             c_faults.choice_in_memory(CHOICE))
        cls.firmware = cls.folder / "pmu/table/firmware64.elf"
        made = subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no",
                               f"PMU_SOURCE={cls.folder}/pmu", f"BUILD={cls.folder}",
                               "PMU_CFLAGS=-std=c11 -ffreestanding -Os -w -ffunction-sections",
                               str(cls.firmware)], check=False, capture_output=True, text=True)
        if made.returncode != 0:
            raise AssertionError(made.stdout + made.stderr)

    def sees(self, number):
        """What the driver has against a fault."""
        ended, lines = qemu.run(command(64, "on", self.firmware, "-device",
                                        f"loader,addr={CHOICE:#x},data={number},data-len=4"))
        failed = [line for line in lines if line.startswith("failed")]
        return failed if ended == "end" else [ended]

    def test_without_a_fault_it_sees_none(self):
        self.assertEqual(self.sees(0), [])

    def test_it_sees_those_that_break_what_it_relies_on(self):
        for number, name in enumerate(FAULTS, 1):
            if name in SEEN and (tier.WHOLE or SEEN.index(name) % SHARE == 0):
                with self.subTest(name):
                    self.assertNotEqual(self.sees(number), [])

    def test_there_are_those_faults(self):
        self.assertLessEqual(set(SEEN), set(FAULTS))


if __name__ == "__main__":
    unittest.main()
