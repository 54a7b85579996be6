# SPDX-License-Identifier: Apache-2.0
"""A tandem verifier that does not compare, or reports an error again, fails the planted errors: faults in
copies of its code, chosen at run time."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import c_faults
from tests.lib.catalogue import ROOT

NEEDS = ("build/host.a",)
COMPARE, DATA, DOUBT, TRY = (f"sim/tandem/verify_{name}.c" for name in ("compare", "data", "doubt", "doubt_try"))
TRACES = [str(ROOT / "tests/data/tandem" / name) for name in ("integer.ntv.gz", "traps32.ntv.gz")]

# What is compared of an instruction behind CSRs
REST = "compare_part(v);\n    compare_impossible(v);\n    compare_pc(v);\n    compare_privilege(v);\n    nt_tv_compare_memory"

# What is wrong, kinds that must show it, file, text that is there once, what it becomes
FAULTS = [
    ("registers are not compared", ("register", "value"), COMPARE,
     f"compare_registers(v);\n    compare_csrs(v);\n    {REST}", f"compare_csrs(v);\n    {REST}"),
    ("CSRs are not compared", ("csr",), COMPARE,
     f"compare_csrs(v);\n    {REST}", REST),
    ("the pc is not compared", ("pc",), COMPARE, "if (shadow->user.pc != state->user.pc) {", "if (false) {"),
    ("privilege is not compared", ("privilege",), COMPARE, "if (v->shadow.privilege != state->privilege) {",
     "if (false) {"),
    ("the instruction is not compared", ("instruction",), COMPARE,
     "if (group->insn_size != outcome->insn.size || group->insn != outcome->code) {", "if (false) {"),
    ("store data are not compared", ("memory",), DATA,
     "bool same = has && has_same_data(v, expected);", "bool same = has;"),
    ("doubts are not tried", ("value", "missing", "pc"), TRY,
     "int result = try_to_agree(v, agrees);", "int result = 1;"),
    ("nothing is doubted", ("value", "missing", "pc"), DOUBT, "v->doubts[v->doubt_count++] = doubt;", "(void)doubt;"),
]


def run(*arguments, **options):
    return subprocess.run([str(argument) for argument in arguments], cwd=ROOT, check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


class PlantFaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        held = tempfile.TemporaryDirectory()
        cls.addClassCleanup(held.cleanup)
        cls.folder = Path(held.name)
        (cls.folder / "sim/tandem").mkdir(parents=True)
        c_faults.put_choices(cls.folder, [[fault[2:]] for fault in FAULTS])
        objects = [cls.compiled(name) for name in (COMPARE, DATA, DOUBT, TRY)]
        cls.built(run("gcc", "-fno-lto", *sorted((ROOT / "build/obj/tests/tandem/plant").glob("*.o")), *objects,
                      "build/host.a", *c_faults.LIBRARIES, "-o", cls.folder / "plant"))

    @classmethod
    def compiled(cls, name):
        to = cls.folder / (Path(name).stem + ".o")
        cls.built(run("gcc", "-std=c11", "-D_GNU_SOURCE", "-O1", "-Iinclude", "-I.", "-c", cls.folder / name,
                      "-o", to))
        return to

    @staticmethod
    def built(done):
        if done.returncode != 0:
            raise AssertionError(done.stdout)

    def noticed(self, number, kinds):
        environment = {**os.environ, "NT_MUTANT": str(number)}
        statuses = [run(self.folder / "plant", 1, kind, 10, *TRACES, env=environment).returncode for kind in kinds]
        self.assertFalse([status for status in statuses if status > 1], statuses)
        return 1 in statuses

    def test_without_a_fault_all_errors_are_reported_at_their_place(self):
        self.assertFalse(self.noticed(0, sorted({kind for fault in FAULTS for kind in fault[1]})))

    def test_each_fault_shows(self):
        missed = [fault[0] for number, fault in enumerate(FAULTS, 1) if not self.noticed(number, fault[1])]
        self.assertEqual(missed, [])


if __name__ == "__main__":
    unittest.main()
