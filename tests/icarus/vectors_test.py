# SPDX-License-Identifier: Apache-2.0
"""The vectors of tests/vectors under Icarus: RTL whose registers begin unknown sends their bytes.
`make nightly` takes all of them, `make test` one of forty."""
import os
import re
import tempfile
import unittest

from tests.icarus.run import call, compile_bench
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

FOLDER = ROOT / "tests/vectors/encoder"
STEP = 1 if WHOLE else 40
# A trigger writes trTeInstTracing, which is in a register that this bench does not have.
LEFT_OUT = {"example-trigger-on-and-off", "trigger-on", "trigger-off"}


class VectorsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(ROOT)
        self.programs = {}

    def program(self, text):
        """The bench of a vector's build and parameters."""
        build = re.search(r"build=(\S+)", text)[1]
        parameters = dict(re.findall(r"^#! (\w+)=(\w+)$", text, re.M))
        key = (build, *sorted(parameters.items()))
        if key not in self.programs:
            folder = f"{self.folder}/{len(self.programs)}"
            os.mkdir(folder)
            self.programs[key] = compile_bench(build, "rtl", folder, parameters)
        return self.programs[key]

    def rtl_bytes(self, path, text):
        stem = f"{self.folder}/V"
        call("build/ntrace", "shape", path, "-o", stem + ".hex", "--format", "hex")
        said = call("vvp", "-n", self.program(text), f"+ingress={stem}.hex", f"+bytes={stem}.bytes")
        self.assertNotIn("FAILED", said)
        with open(stem + ".bytes", encoding="ascii") as file:
            return bytes.fromhex(file.read())

    def test_icarus_gives_the_bytes_of_the_vectors(self):
        paths = sorted(path for path in FOLDER.glob("*.nti") if path.stem not in LEFT_OUT)
        self.assertGreater(len(paths), 400)
        for path in paths[::STEP]:
            text = path.read_text(encoding="ascii")
            lines = re.findall(r"^#> ((?:[0-9A-F]{2} )*[0-9A-F]{2})  ", text, re.M)
            with self.subTest(path.stem):
                self.assertEqual(self.rtl_bytes(path, text), bytes.fromhex(" ".join(lines)))


if __name__ == "__main__":
    unittest.main()
