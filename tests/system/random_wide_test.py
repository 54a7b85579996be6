# SPDX-License-Identifier: Apache-2.0
"""Random ingress with everything in the build of four blocks a cycle; see random_test.py.
"""
import unittest

from tests.lib import random_runs

NEEDS = ("system-rv64-wide-2",)


class RandomWideTest(unittest.TestCase):
    def test_rtl_and_model_agree_and_every_corner_is_reached_in_rv64_wide(self):
        random_runs.everything(self, "rv64-wide")


if __name__ == "__main__":
    unittest.main()
