# SPDX-License-Identifier: Apache-2.0
"""Worked examples for parameters that no build has, byte for byte from the RTL under Icarus. The
golden model sends the same in tests/model/parameters_test.c."""
import os
import tempfile
import unittest

from tests.icarus.run import call, compile_bench
from tests.lib.catalogue import ROOT
from tests.lib.examples import all_examples, words


class ExamplesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(ROOT)

    def rtl_bytes(self, example, parameters):
        program = compile_bench(example.build, "rtl", self.folder, parameters)
        stem = f"{self.folder}/{example.name}"
        call("build/ntrace", "shape", example.path, "-o", stem + ".hex", "--format", "hex")
        said = call("vvp", "-n", program, f"+ingress={stem}.hex", f"+bytes={stem}.bytes")
        self.assertNotIn("FAILED", said)
        with open(stem + ".bytes", encoding="ascii") as file:
            return words(bytes.fromhex(file.read()))

    def test_the_rtl_sends_them(self):
        tried = [example for example in all_examples() if example.parameters]
        self.assertGreater(len(tried), 1)
        for example in tried:
            with self.subTest(example.name):
                self.assertEqual(self.rtl_bytes(example, example.parameters), example.bytes)

    def test_without_the_parameter_the_bytes_are_others(self):
        for example in all_examples():
            if example.parameters:
                with self.subTest(example.name):
                    self.assertNotEqual(self.rtl_bytes(example, {}), example.bytes)


if __name__ == "__main__":
    unittest.main()
