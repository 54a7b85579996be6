# SPDX-License-Identifier: Apache-2.0
"""The adapters under the ingress kit: QEMU's hart runs each program, the adapter is shown what the hart did as its core would,
and what its port says is judged. The same of `ntrace shape`, which makes a port of the recording itself."""
import random
import shutil
import tempfile
import unittest
from pathlib import Path

from tests.adapter.kit import stimulus
from tests.examples.kit.bench import NTRACE, call
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault
from tests.lib.tier import WHOLE

NEEDS = ("build/ntrace",)
BENCHES = ROOT / "tests/adapter/kit"
# Each with those of XLEN, channels and blocks
SHAPES = {"rvfi": [(32, 1, 1), (64, 1, 1), (32, 2, 1), (64, 4, 4)],
          "tci": [(32, 1, 1), (64, 3, 2)],
          "iti": [(32, 1, 1), (64, 2, 2)]}
WIDTHS = {"rvfi": 4, "tci": 3, "iti": 3}
# What QEMU's hart lacks, or a recording does not tell; and ports without sijump
LACKS = ["misaligned", "ialign32", "taken-to-next"]
SILENT = {"rvfi": [], "tci": ["sijump"], "iti": ["sijump"]}
EVERY = 1 if WHOLE else 12
# Of an adapter: file, text, what it is instead, and the program that shows it
FAULTS = {
    "rvfi": ("adapter/nt_rvfi.v", "code == ITYPE_NOT_TAKEN && leaves ? ITYPE_TAKEN : code;", "code;", "branch-taken-rv32"),
    "tci": ("adapter/nt_tci.v", "own == ITYPE_RETURN ? ITYPE_TRAP_RETURN : own;", "own;", "mret-rv32"),
    "iti": ("adapter/nt_iti.v", "ITYPE_INTERRUPT : ITYPE_EXCEPTION", "ITYPE_EXCEPTION : ITYPE_INTERRUPT", "interrupt-rv32"),
}
BOOT, PRELUDE, END = 10, 10, 6  # instructions before the program and behind it


class Recorded:
    """Each program's recording, made once."""

    def __init__(self, folder):
        self.folder = Path(folder)
        call(NTRACE, "kit", "emit", "-o", folder)

    def recording(self, name):
        path = self.folder / f"{name}.ntr"
        if not path.exists():
            steps = len((self.folder / f"{name}.txt").read_text(encoding="ascii").splitlines())
            stimulus.recorded(self.folder / f"{name}.elf", path, steps + BOOT + PRELUDE + END)
        return path


def names(lacks, xlen, every):
    listed = call(NTRACE, "kit", "list", "--xlen", xlen, "--without", ",".join(lacks)).splitlines()
    return [line.split()[0] for line in listed][::every]


class KitTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.recorded = Recorded(folder.name)
        cls.folder = cls.recorded.folder

    def judge(self, name, port):
        """What the kit says of it."""
        said = call(NTRACE, "kit", "judge", name, "--port", port, good=(0, 1))
        self.assertRegex(said, rf"^{name}: conformant, (\d+) of \1 steps")

    def bench(self, unit, xlen, nret, nblocks, rtl=ROOT / "rtl"):
        program = self.folder / f"{unit}-{xlen}-{nret}.vvp"
        words = [word for name in ("checker", "adapter", "encoder", "control") for word in ("-y", rtl / name, "-I", rtl / name)]
        top = f"nt_kit_{unit}_tb"
        parameters = {"XLEN": xlen, "NRET": nret, "NBLOCKS": nblocks, "ITYPE_W": WIDTHS[unit]}
        call("iverilog", "-g2005", *words, "-y", ROOT / "examples/kit", "-I", BENCHES,
             *(f"-P{top}.{name}={value}" for name, value in parameters.items()), "-o", program, BENCHES / f"{top}.v")
        return program

    def show(self, unit, shape, program, name, seed, legal=True):
        """The port's ingress file. `legal`: its rules have nothing to say."""
        xlen, nret, nblocks = shape
        cycles, port = self.folder / "cycles", self.folder / f"{unit}.nti"
        line = {"rvfi": stimulus.Rvfi(), "tci": stimulus.tci, "iti": stimulus.iti}[unit]
        groups = stimulus.cycles_of(stimulus.events_of(self.recorded.recording(name), xlen), nret, nblocks, random.Random(seed))
        cycles.write_text("".join(f"{line(group, nret, xlen)}\n" for group in groups), encoding="ascii")
        said = call("vvp", "-n", program, f"+cycles={cycles}", f"+port={port}")
        if legal:
            self.assertEqual(said, "")
        return port

    def test_the_port_of_each_adapter_says_what_the_text_determines(self):
        for unit, shapes in SHAPES.items():
            for number, shape in enumerate(shapes):
                program = self.bench(unit, *shape)
                judged = names([*LACKS, *SILENT[unit]], shape[0], EVERY)
                for name in judged:
                    with self.subTest(f"{unit} {shape} {name}"):
                        self.judge(name, self.show(unit, shape, program, name, number))
                print(f"{unit}, RV{shape[0]}, {shape[1]} channels, {shape[2]} blocks: {len(judged)} programs")

    def test_an_adapter_that_is_wrong_is_named(self):
        for unit, (source, old, new, name) in FAULTS.items():
            with self.subTest(unit):
                rtl = Path(shutil.copytree(ROOT / "rtl", self.folder / f"rtl-{unit}"))
                put_fault(rtl, source, old, new)
                port = self.show(unit, (32, 1, 1), self.bench(unit, 32, 1, 1, rtl), name, 0, legal=False)
                said = call(NTRACE, "kit", "judge", name, "--port", port, good=(1,))
                self.assertRegex(said, rf"^{name}: broken.*\n  kit\.itype  cycle")

    def test_so_does_the_shaper_with_blocks_of_any_size(self):
        forms = ((), ("--instructions", "1"), ("--vary", "--bubbles", "30"), ("--single",))
        for build, xlen in (("rv64", 64), ("rv64-wide", 64), ("rv32", 32), ("rv32-min", 32)):
            for name in names([*LACKS, *(["sijump"] if build == "rv32-min" else [])], xlen, EVERY):
                if name.startswith("loop-of-one"):  # the last branch of a recording counts as not taken
                    continue
                for form in forms if WHOLE else forms[2:3]:
                    with self.subTest(f"{build} {form} {name}"):
                        port = self.folder / "shaped.nti"
                        call(NTRACE, "shape", self.recorded.recording(name), "-o", port, "--config", build, *form)
                        self.judge(name, port)


if __name__ == "__main__":
    unittest.main()
