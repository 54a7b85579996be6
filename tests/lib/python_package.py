# SPDX-License-Identifier: Apache-2.0
"""The package `ntrace` of Python in tests: as it is built, with what it takes of the virtual environment."""
import importlib
import os
import sys
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

PACKAGE = ROOT / "build/python/package"
VENV = ROOT / "build/venv"


def package():
    """The module, in this process, which is of the same Python as the environment."""
    folders = [PACKAGE, *(VENV / "lib").glob("python3*/site-packages")]
    sys.path[:0] = [str(folder) for folder in folders if str(folder) not in sys.path]
    return importlib.import_module("ntrace")


class PackageTest(unittest.TestCase):
    """Has the module as `ntrace`, and a folder for all of its tests as `folder`."""

    @classmethod
    def setUpClass(cls):
        cls.ntrace = package()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)


def environment(venv=VENV):
    """Of a process that has the package, and the environment's commands before others."""
    return {**os.environ, "PATH": f"{venv}/bin:{os.environ['PATH']}", "PYTHONPATH": str(PACKAGE),
            "PYTHONDONTWRITEBYTECODE": "1"}
