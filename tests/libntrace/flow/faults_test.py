# SPDX-License-Identifier: Apache-2.0
"""The decoder is broken by patches on a copy. Of faults/, one at each thing that a stream may hold, the
random legal streams (generator_test) must show each; of path_faults/, one at each thing that a path
that is remembered depends on, the comparison with walks (paths_test of sim/decode).
"""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scripts import limits
from tests.lib import c_faults
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

NEEDS = ("build/host.a", "build/tests/libntrace/flow/generator_test", "build/tests/sim/decode/paths_test")
FAULTS = sorted((ROOT / "tests/libntrace/flow/faults").glob("*.patch"))
PATH_FAULTS = sorted((ROOT / "tests/libntrace/flow/path_faults").glob("*.patch"))
STREAMS = {"libntrace/flow/generator_test": "1-10000", "sim/decode/paths_test": "1-4"}
NOTICED = re.compile(r"seed \d+[:,] ")


def run(*command, seconds=300, **options):
    return subprocess.run(limits.within(seconds, command), cwd=ROOT, capture_output=True, text=True,
                          check=False, **options)


def build(patch, folder, test):
    """The test over a copy of libntrace/ with the fault; its path."""
    shutil.copytree(ROOT / "libntrace", folder / "libntrace")
    done = run("patch", "-s", "-p1", "-d", folder, "-i", patch)
    if done.returncode != 0:
        raise AssertionError(f"{patch.name} does not apply: {done.stdout}")
    objects = []
    for name in re.findall(r"^\+\+\+ b/(.*\.c)$", patch.read_text(), re.M):
        objects.append(folder / (Path(name).stem + ".o"))
        done = run("gcc", "-std=c11", "-D_GNU_SOURCE", "-O1", f"-I{folder}", "-Iinclude", "-I.", "-c",
                   folder / name, "-o", objects[-1])
        if done.returncode != 0:
            raise AssertionError(f"{patch.name}: {done.stderr}")
    program = folder / "test"
    done = run("gcc", "-fno-lto", *objects, f"build/obj/tests/{test}.o", "build/host.a", *c_faults.LIBRARIES, "-lcmocka", "-o", program)
    if done.returncode != 0:
        raise AssertionError(f"{patch.name}: {done.stderr}")
    return program


def try_fault(patch, test="libntrace/flow/generator_test"):
    """None, or what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            program = build(patch, Path(folder), test)
        except AssertionError as error:
            return str(error)
        done = run(program, env={**os.environ, "NTRACE_STREAMS": STREAMS[test]})
        noticed = done.returncode != 0 and NOTICED.search(done.stderr)
        return None if noticed else f"{patch.name}: nobody notices"


def try_path_fault(patch):
    return try_fault(patch, "sim/decode/paths_test")


class FaultsTest(unittest.TestCase):
    def expect_noticed(self, patches, attempt):
        with ThreadPoolExecutor(max_workers=2) as workers:
            problems = [problem for problem in workers.map(attempt, patches) if problem]
        self.assertEqual(problems, [])

    def test_each_fault_of_the_decoder_shows_in_a_legal_stream(self):
        self.assertGreater(len(FAULTS), 30)
        self.expect_noticed(FAULTS, try_fault)

    def test_each_fault_of_remembered_paths_shows_beside_the_same_paths_walked(self):
        self.assertGreater(len(PATH_FAULTS), 8)
        self.expect_noticed(PATH_FAULTS if WHOLE else PATH_FAULTS[::3], try_path_fault)


if __name__ == "__main__":
    unittest.main()
