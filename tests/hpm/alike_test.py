# SPDX-License-Identifier: Apache-2.0
"""What RTL and golden model of the counters break alike, their lockstep cannot see: the case of clauses_test.py or
delegation_test.py that is about the rule does."""
import unittest
from unittest import mock

from tests.hpm import clauses_test, delegation_test
from tests.hpm.alike_faults import FAULTS
from tests.hpm.script import Script
from tests.lib import faults, units

NEEDS = ("build/host.a", "unit-hpm")
NAMES = list(FAULTS)
GROUPS = {**vars(clauses_test), **vars(delegation_test)}


class AlikeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.copies = units.BothSides("hpm", [FAULTS[name][1] for name in NAMES])
        cls.addClassCleanup(cls.copies.cleanup)

    def failures(self, case, number):
        """Of a case over the fault of that number."""
        group, name = case
        result = unittest.TestResult()
        with mock.patch.object(Script, "program", staticmethod(self.copies.bench)), \
                mock.patch.object(Script, "environment", faults.chosen(number)):
            GROUPS[group](name).run(result)
        self.assertEqual(result.testsRun, 1)
        failures = [text for _, text in result.failures + result.errors]
        for text in failures:
            self.assertNotRegex(text, "RTL and model of|cannot be built", "not alike on both sides")
        return failures

    def test_without_a_fault_each_case_passes(self):
        for case in {case for case, _ in FAULTS.values()}:
            self.assertEqual(self.failures(case, 0), [])

    def test_each_fault_of_both_sides_is_seen_by_its_case(self):
        for number, name in enumerate(NAMES, 1):
            with self.subTest(name):
                self.assertNotEqual(self.failures(FAULTS[name][0], number), [])


if __name__ == "__main__":
    unittest.main()
