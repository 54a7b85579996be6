# SPDX-License-Identifier: Apache-2.0
"""Cores that others wrote, traced: a slice by day, all by `make core-NAME`. A fault in the core, in the adapter or in the
port is named."""
import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault
from tests.lib.tier import WHOLE

NEEDS = ("host", "cores-if-possible")
BUILT = ROOT / "build/cores"
WORLD = next(ROOT.glob("build/venv-cores/lib/python3*/site-packages"), None)
SLICES = {  # by core what runs by day, and how many riscv-tests there are
    "picorv32": (("crc", "test-lw", "test-jalr"), 45),
    "ibex": (("crc", "traps", "test-lw", "test-jalr"), 48),
}
TRACE = r"crc, htm: .*decode.*|crc, htm: (instruction|trap) \d+ of \d+: the core logged .*, the trace has .*"
# Name: folder, file, text that is there once, text that is there then, what is said of it
FAULTS = {
    "core": ("world", "pythondata_cpu_picorv32/verilog/picorv32.v", "alu_out = reg_op1 ^ reg_op2;", "alu_out = reg_op1 | reg_op2;",
             r"crc, htm: the core: .*"),
    "adapter": ("rtl", "adapter/nt_rvfi.v", "code == ITYPE_NOT_TAKEN && leaves ?", "code == ITYPE_NOT_TAKEN && !leaves ?",
                TRACE),
    "port": ("cores", "nt_core_trace.v", ".rvfi_pc_wdata(pc_wdata)", ".rvfi_pc_wdata(pc_rdata)",
             TRACE),
}


def judge(core, folder, programs, *words):
    chosen = [word for name in programs for word in ("--program", name)]
    done = subprocess.run(["python3", "-m", "examples.cores.judge", core, folder, *chosen, *words], cwd=ROOT,
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines(), json.loads(folder.with_suffix(".json").read_text("utf-8"))


class CoresTest(unittest.TestCase):
    def setUp(self):
        if WORLD is None:
            print("# no core is traced: their packages cannot be had from PyPI")
            return
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_what_the_trace_has_is_what_the_core_logged(self):
        for core, (programs, tests) in SLICES.items() if WORLD else ():
            with self.subTest(core):
                shutil.copytree(BUILT / core, self.folder / core, ignore=shutil.ignore_patterns("verilated"))
                status, said, summary = judge(core, self.folder / core, programs)
                self.assertEqual(status, 0, said)
                self.assertEqual((summary["runs"], summary["differences"]), (3 * len(programs), []))
                self.assertGreater(summary["instructions"], 500000)
                self.assertEqual(len(list((BUILT / core).glob("test-*.elf"))), tests)

    def built(self, name, folder, file, old, new):
        world, rtl, cores = (self.folder / name / one for one in ("world", "rtl", "cores"))
        shutil.copytree(WORLD / "pythondata_cpu_picorv32", world / "pythondata_cpu_picorv32")
        shutil.copytree(ROOT / "rtl", rtl)
        shutil.copytree(ROOT / "examples/cores", cores)
        put_fault(self.folder / name / folder, file, old, new)
        out = self.folder / name / "out"
        subprocess.run(["make", "-s", "SETUP=no", f"CORES_OUT={out}", f"CORES_RTL={rtl}", f"CORES_WORLD={world}",
                        f"CORES_FOLDER={cores}", f"{out}/picorv32/bench"], cwd=ROOT, check=True, capture_output=True)
        for path in (BUILT / "picorv32").glob("crc.*"):
            shutil.copy(path, out / "picorv32")
        return out / "picorv32"

    def test_a_fault_is_named(self):
        for name, (folder, file, old, new, wanted) in FAULTS.items() if WORLD and WHOLE else ():
            with self.subTest(name):
                status, said, summary = judge("picorv32", self.built(name, folder, file, old, new), ("crc",), "--settings", "htm")
                self.assertEqual((status, len(summary["differences"])), (1, 1))
                self.assertRegex(said[0], f"^(?:{wanted})$")


if __name__ == "__main__":
    unittest.main()
