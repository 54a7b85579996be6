# SPDX-License-Identifier: Apache-2.0
"""Traces that `ntrace tv record` makes, judged by others: by the recording for N-Trace of the same
program, by the memory that QEMU has at the end, and by `ntrace tv verify`."""
import json
import pathlib
import subprocess
import tempfile
import unittest

from tests.lib import tier
from tests.tandem import programs
from tests.tandem.gdb import Gdb
from tests.tandem.programs import NTRACE

NEEDS = ("build/ntrace-memory.so", "build/tandem/delegation32.elf")
SWITCH = 0x100000  # the device that ends the machine
DAY = ["delegation32"]
# Where the time of an interrupt depends on how QEMU translates, memory does too.
QUIET = [name for name in programs.OPTIONS if not name.startswith("interrupts")]


def cpu(name):
    """The hart that `ntrace tv record` chooses: others have another mstatus."""
    if not name.endswith("32"):
        return "rv64,h=off"
    return "rv32,h=off,d=off" if "--flen" in programs.OPTIONS[name] else "rv32,h=off,d=off,f=off"


def groups(path):
    done = subprocess.run([NTRACE, "tv", "dump", path, "--json"], capture_output=True, check=True)
    return map(json.loads, done.stdout.splitlines())


def stores(path):
    """Address, size in bytes and value of each, of initialization too, up to the machine's end; and
    the address of the instruction that ends it."""
    pc = None
    found = []
    for group in groups(path):
        values = {field["name"]: field for field in group["memory"] if field["name"] != "request"}
        found += [(int(field["address"], 16), field["size"] // 8, int(field["data"], 16))
                  for field in group["memory"] if field["name"] == "request"]
        for name, field in values.items():
            if name.startswith("store"):
                address = int(values["paddr"]["value"], 16)
                if address == SWITCH:
                    return found, pc
                found.append((address, int(name[5:]) // 8, int(field["value"], 16)))
        pc = int(group["pc"], 16) if group["pc"] else pc
    raise AssertionError("the machine does not end")


class Witnesses(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.trace, self.recording = (pathlib.Path(folder.name) / name for name in ("t.ntv", "r.ntr"))

    def record(self, name):
        done = programs.record(name, self.trace)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_pcs_traps_and_modes_are_those_of_the_recording_for_n_trace(self):
        for name in programs.OPTIONS if tier.WHOLE else DAY:
            with self.subTest(name):
                self.record(name)
                # With registers; but `ntrace record` knows no hart with FLEN 32
                options = [] if "32" in programs.OPTIONS[name] else ["--registers"]
                subprocess.run([NTRACE, "record", "-e", programs.elf(name), *options, "-o", self.recording,
                                "--", "-cpu", cpu(name)], check=True)
                done = subprocess.run([NTRACE, "tv", "compare", self.trace, self.recording],
                                      capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)

    def test_the_program_and_all_stores_are_the_memory_at_the_end(self):
        for name in QUIET if tier.WHOLE else DAY:
            with self.subTest(name):
                self.record(name)
                found, pc = stores(self.trace)
                memory = {}
                for address, size, value in found:
                    for i in range(size):
                        memory[address + i] = value >> 8 * i & 255
                gdb = Gdb(programs.elf(name), 32 if name.endswith("32") else 64)
                self.addCleanup(gdb.close)
                gdb.run_to(pc)
                first = min(address for address in memory if address >= 0x80000000)
                size = max(memory) + 1 - first
                real = gdb.memory(first, size)
                wrong = [hex(address) for address, byte in memory.items()
                         if address >= first and real[address - first] != byte]
                self.assertEqual(wrong, [])
                self.assertGreater(len(memory), 1000)

    def test_the_verifier_finds_no_difference(self):
        for name in programs.OPTIONS if tier.WHOLE else DAY:
            with self.subTest(name):
                self.record(name)
                done = subprocess.run([NTRACE, "tv", "verify", self.trace, "--json"],
                                      capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
                counted = json.loads(done.stdout)
                self.assertGreater(counted["verified"], 0.99 * counted["instructions"])


if __name__ == "__main__":
    unittest.main()
