# SPDX-License-Identifier: Apache-2.0
"""The directed tests of Control Transfer Records as scripts, for others than the golden model as it is."""
import functools
import importlib
import unittest
from pathlib import Path

from tests.ctr.hart import Hart, HartTest

MODULES = [f"tests.ctr.{path.stem}" for path in sorted(Path(__file__).parent.glob("witness_*test.py"))]


def _tests():
    """By name; the modules are read when they are asked for."""
    for module in map(importlib.import_module, MODULES):
        for case in vars(module).values():
            if isinstance(case, type) and issubclass(case, HartTest) and case is not HartTest:
                for name in unittest.defaultTestLoader.getTestCaseNames(case):
                    yield name, case


@functools.cache
def script(name):
    """What a test does with the witness, and what that answers."""
    test = dict(_tests())[name](name)
    test.setUp()
    getattr(test, name)()
    return Hart.script


@functools.cache
def scripts():
    """Of all tests, the short ones first."""
    return sorted((script(name) for name, _ in _tests()), key=lambda one: len(one.lines))
