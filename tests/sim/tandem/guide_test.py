# SPDX-License-Identifier: Apache-2.0
"""docs/tandem.md, "A core, start to end": its commands do what the page says."""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

NEEDS = ("bench-rv64", "build/ntrace-memory.so", "build/tandem/integer.elf")
PAGE = ROOT / "docs/tandem.md"


class GuideTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.text = PAGE.read_text(encoding="utf-8").split("## A core, start to end")[1] \
            .split("\n## ")[0]

    def run_block(self, block, status=0):
        """The last command's output; each must end well, the last one with `status`."""
        script = block.replace("build/", f"{ROOT}/build/")
        done = subprocess.run(["bash", "-e", "-c", f'ntrace() {{ "{ROOT}/build/ntrace" "$@"; }}\n'
                               + script], cwd=self.folder.name, capture_output=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return done.stdout.decode()

    def test_a_core_is_verified_and_its_error_found(self):
        right, wrong, look = re.findall(r"```sh\n(.*?)```", self.text, re.S)
        report, = re.findall(r"```\n(instruction.*?)```", self.text, re.S)
        verdict = re.search(r"last line is `(.*?)`", self.text)[1]
        self.assertEqual(self.run_block(right).splitlines()[-1], verdict)
        out = self.run_block(wrong, status=1)
        self.assertTrue(out.startswith(report), out)
        self.assertEqual(out.count("expected"), 1)
        out = self.run_block(look)
        number = int(re.match(r"instruction (\d+)", report)[1])
        self.assertIn(f"--limit {number + 2}", look)
        self.assertIn(f"{number} M  0x8000015a 0x8fb9 ", out)
        self.assertIn("x15=0x5bad", out)
        self.assertTrue((Path(self.folder.name) / "wrong.fst").stat().st_size > 0)


if __name__ == "__main__":
    unittest.main()
