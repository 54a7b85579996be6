# SPDX-License-Identifier: Apache-2.0
"""The wheel in an environment of its own: it installs without a network, and what docs/python.md shows runs."""
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts import spdx
from tests.lib.catalogue import ROOT
from tests.lib.python_package import VENV

NEEDS = ("build/programs/sort.ntr", "wheel-if-possible")
PAGE = ROOT / "docs/python.md"
BENCH = ROOT / "examples/cocotb/encoder_bench.py"
WHEELS = ROOT / "build/python/dist"


def blocks():
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        subprocess.run(["python3", "-m", "venv", "--without-pip", cls.folder / "venv"], check=True)
        cls.python = cls.folder / "venv/bin/python"
        subprocess.run([VENV / "bin/pip", "-q", "--python", cls.python, "install", "--no-index", "--no-deps",
                        "--find-links", WHEELS, "ntrace"], check=True)
        # What the package needs comes from the tests' environment, not from a network.
        site = next((cls.folder / "venv/lib").glob("python3*/site-packages"))
        others = next((VENV / "lib").glob("python3*/site-packages"))
        (site / "others.pth").write_text(f"{others}\n", encoding="ascii")
        shutil.copy(ROOT / "build/programs/sort.ntr", cls.folder)
        subprocess.run([ROOT / "build/ntrace", "encode", "sort.ntr", "-o", "sort.nex"], cwd=cls.folder, check=True,
                       capture_output=True)

    def run_python(self, text):
        return subprocess.run([self.python, "-c", text], cwd=self.folder, capture_output=True, text=True, check=False)

    def test_the_package_is_the_installed_one(self):
        done = self.run_python("import ntrace; print(ntrace.__file__)")
        self.assertTrue(done.stdout.startswith(str(self.folder)), done.stdout + done.stderr)

    def test_the_page_shows_the_bench_of_cocotb_in_less_than_80_lines(self):
        self.assertIn(spdx.body(BENCH.read_text(encoding="ascii")), blocks())
        self.assertLess(len(BENCH.read_text(encoding="ascii").splitlines()), 80)

    def test_the_other_examples_run(self):
        model, stream = (text for text in blocks() if "import cocotb" not in text)
        done = self.run_python(model)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "24 15 00 00 00 00 00 07\n")
        done = self.run_python(stream)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("\n695904\n", done.stdout)
        self.assertIn("frame.whole", done.stdout)

    def test_types_agree(self):
        shutil.copy(ROOT / "build/python/package/pyproject.toml", self.folder)
        package = next((self.folder / "venv/lib").glob("python3*/site-packages")) / "ntrace"
        done = subprocess.run([VENV / "bin/mypy", "--cache-dir", self.folder / "mypy", package], cwd=self.folder,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
