# SPDX-License-Identifier: Apache-2.0
"""Reads the Test Anything Protocol as cmocka and tests/lib/unittest_tap.py print it."""
import re
from dataclasses import dataclass

RESULT = re.compile(r"^(not )?ok\b(?: (\d+))?(?: -)? ?(.*)$")
PLAN = re.compile(r"^1\.\.(\d+)$")
SKIP = re.compile(r"^(.*?)\s*# SKIP\b\s*(.*)$", re.IGNORECASE)
SECONDS = re.compile(r"^# seconds ([0-9.]+)$")

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


@dataclass
class Result:
    name: str
    outcome: str
    detail: str = ""  # what the test said after its result, or why it was skipped
    seconds: float = 0.0


def parse(text):
    """The results in `text`, and how many the plans announced (None without a plan)."""
    results, planned = [], None
    for line in text.splitlines():
        if match := PLAN.match(line):
            planned = (planned or 0) + int(match[1])
        elif match := RESULT.match(line):
            results.append(_result(match))
        elif results and (match := SECONDS.match(line)):
            results[-1].seconds = float(match[1])
        elif results and line.startswith("#") and results[-1].outcome != SKIPPED:
            results[-1].detail += line[1:].removeprefix(" ") + "\n"
    return results, planned


def _result(match):
    if skip := SKIP.match(match[3]):
        # cmocka prints "# SKIP name"; others "name # SKIP reason".
        return Result(skip[1] or skip[2], SKIPPED, skip[2] if skip[1] else "")
    return Result(match[3], FAILED if match[1] else PASSED)
