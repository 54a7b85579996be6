# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of one unittest module and reports them in the Test Anything Protocol.

    python3 -m tests.lib.unittest_tap MODULE
"""
import sys
import time
import unittest


class TapResult(unittest.TestResult):
    """A test fails once, however many of its subtests do; a skip inside one is the test's."""

    def __init__(self):
        super().__init__()
        self.number = 0
        self.bad = 0

    def startTest(self, test):
        super().startTest(test)
        self.started = time.monotonic()
        self.problems = []
        self.skip = None

    def stopTest(self, test):
        self._report(test.id())
        super().stopTest(test)

    def addError(self, test, err):
        self._problem(test, err)

    def addFailure(self, test, err):
        self._problem(test, err)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self._problem(subtest, err)

    def addSkip(self, test, reason):
        if hasattr(self, "problems"):
            self.skip = reason
        else:  # a whole class, from setUpClass
            self.startTest(test)
            self.skip = reason
            self._report(test.id())

    def addExpectedFailure(self, test, err):
        self._problem(test, err)

    def addUnexpectedSuccess(self, test):
        self.problems.append("was expected to fail, and passed\n")

    def _problem(self, test, err):
        text = f"{test}\n{self._exc_info_to_string(err, test)}"
        if hasattr(self, "problems"):
            self.problems.append(text)
        else:  # setUpClass or setUpModule, outside any test
            self.startTest(test)
            self.problems.append(text)
            self._report(test.id())

    def _report(self, name):
        self.number += 1
        sys.stderr.flush()
        if self.problems:
            self.bad += 1
            print(f"not ok {self.number} - {name}")
            for line in "".join(self.problems).splitlines():
                print(f"# {line}")
        elif self.skip is not None:
            print(f"ok {self.number} - {name} # SKIP {self.skip}")
        else:
            print(f"ok {self.number} - {name}")
        print(f"# seconds {time.monotonic() - self.started:.3f}", flush=True)
        del self.problems


def main():
    suite = unittest.defaultTestLoader.loadTestsFromName(sys.argv[1])
    print(f"1..{suite.countTestCases()}", flush=True)
    result = TapResult()
    suite.run(result)
    print(f"# {result.number} run")
    return 1 if result.bad else 0


if __name__ == "__main__":
    sys.exit(main())
