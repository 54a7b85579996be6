# SPDX-License-Identifier: Apache-2.0
"""Both wheels of the package ntrace in bare virtual environments, which get cffi from PyPI and nothing else: tags
that are true, and what the package does. `make wheels-test`."""
import platform
import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

from tests.lib.catalogue import ROOT

AUDITWHEEL = ROOT / "build/venv-manylinux/bin/auditwheel"
MACHINE = platform.machine()
FULL = ROOT / "build/python/dist", f"linux_{MACHINE}"
MANY = ROOT / "build/manylinux/dist", f"manylinux_2_28_{MACHINE}"

VECTOR = ROOT / "tests/vectors/encoder/ordinary-interrupt-btm-rv32.nti"
LOG = ROOT / "tests/sim/recording/data/spike-rv64ui-jalr.log.gz"

# What each does: models, the checker, encoding, an import, a vector judged, decoding with a recording's code
COMMON = """
import ntrace
data = ntrace.encode("sort.ntr").data
assert ntrace.check(data).good
with ntrace.Model("trace_encoder", "rv64") as model:
    model.inputs.rst = 1
    model.step()
assert ntrace.import_recording("spike-rv64ui-jalr.log.gz", "log.ntr", format="spike").instructions > 100
assert not ntrace.judge("ordinary-interrupt-btm-rv32.nti", data).good
with ntrace.Program("sort.ntr") as program:
    print(sum(1 for _ in ntrace.instructions(data, program)))
"""
ELF = """
import ntrace
try:
    ntrace.Program("sort.elf")
    print("read")
except ntrace.Error as error:
    print(error.name, error)
"""


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class WheelsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        for path in ROOT / "build/programs/sort.ntr", ROOT / "build/programs/sort.elf", VECTOR, LOG:
            shutil.copy(path, cls.folder)

    def wheel(self, dist):
        found = list(dist.glob("*.whl"))
        self.assertEqual(len(found), 1, found)
        return found[0]

    def bare(self, name, wheel):
        """A Python that has the wheel and what it asks for."""
        venv = self.folder / name
        run("python3", "-m", "venv", venv)
        run(venv / "bin/pip", "-q", "install", wheel)
        installed = set(re.findall(r"^([\w-]+)==|^([\w-]+) @", run(venv / "bin/pip", "freeze"), re.M))
        self.assertEqual({a or b for a, b in installed}, {"ntrace", "cffi", "pycparser"})
        return venv / "bin/python"

    def output(self, python, text):
        return run(python, "-c", text, cwd=self.folder)

    def test_each_has_the_tag_that_auditwheel_finds_true(self):
        for dist, tag in FULL, MANY:
            wheel = self.wheel(dist)
            said = " ".join(run(AUDITWHEEL, "show", wheel).split())
            with self.subTest(wheel=wheel.name):
                self.assertTrue(wheel.name.endswith(f"-py3-none-{tag}.whl"))
                judged = re.search(r'consistent with the following platform tag: "([^"]*)"', said)
                self.assertIsNotNone(judged, said)
                if tag.startswith("manylinux"):
                    self.assertLessEqual(self.version(judged[1]), self.version(tag), said)
                else:
                    self.assertEqual(judged[1], tag, said)

    @staticmethod
    def version(tag):
        return tuple(map(int, re.match(r"manylinux_(\d+)_(\d+)_", tag).groups()))

    def test_the_one_for_any_linux_has_no_other_library_inside_or_beside(self):
        with zipfile.ZipFile(self.wheel(MANY[0])) as archive:
            libraries = [name for name in archive.namelist() if ".so" in name]
            self.assertEqual(libraries, ["ntrace/_ntrace.so"])
            archive.extract(libraries[0], self.folder)
        needed = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", self.folder / libraries[0]))
        allowed = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2"}
        self.assertLessEqual(set(needed), allowed)

    def test_both_do_the_same_in_bare_environments(self):
        full = self.bare("full", self.wheel(FULL[0]))
        many = self.bare("many", self.wheel(MANY[0]))
        counts = [self.output(python, COMMON) for python in (full, many)]
        self.assertEqual(counts[0], counts[1])
        self.assertGreater(int(counts[0]), 100_000)
        self.assertEqual(self.output(full, ELF), "read\n")
        said = self.output(many, ELF)
        self.assertEqual(said.count("\n"), 1)
        self.assertRegex(said, r"^build sort\.elf: an ELF file, without which")


if __name__ == "__main__":
    unittest.main()
