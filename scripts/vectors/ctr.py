# SPDX-License-Identifier: Apache-2.0
"""The vectors of Control Transfer Records: their text, and the rules of both texts (tests/ctr/rules.txt) that they
exercise."""
import re

from scripts.vectors import ctr_transfers
from scripts.vectors.tool import ROOT, Wrong

NAME, SUFFIX = "ctr", "pins"
COUNTED = "rule of CTR 1.0 and of the draft (tests/ctr/rules.txt)"
_LIST = [[part.strip() for part in line.split(" | ")]
         for line in (ROOT / "tests/ctr/rules.txt").read_text(encoding="utf-8").splitlines() if re.match(r"[a-z][\w.-]* \|", line)]
# What no vector is about: the test of the witness that judges it in model and RTL
REASONS = {rule: "of the hart, of software, or advice" if test == "-" else f"no vector; {test.removeprefix('test_').replace('_', ' ')}: tests/ctr"
           for rule, _, _, _, test in _LIST}


def vectors():
    return ctr_transfers.vectors()


def rules():
    return [rule for rule, *_ in _LIST]


def render(vector, folder):
    unknown = set(vector.rules) - set(rules())
    if unknown:
        raise Wrong(f"{vector.name}: no such rules: {unknown}")
    has = [rule for rule in rules() if rule in vector.rules]
    return vector.text(has, vector.answers(folder)), has
