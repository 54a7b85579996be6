# SPDX-License-Identifier: Apache-2.0
"""docs/formal.md tells of every proof, with its parameters and the number of its faults."""
import unittest
from pathlib import Path

from tests.formal.proofs import FAULTS, PROOFS

PAGE = Path(__file__).resolve().parents[2] / "docs/formal.md"


def rows():
    """Of the table of proofs: name, method, parameters, properties, covers, faults, time."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and cells[0].startswith("`"):
            yield cells[0].strip("`"), cells[2], cells[5]


class PageTest(unittest.TestCase):
    maxDiff = None

    def test_it_has_the_proofs_that_are_run(self):
        expected = [(proof.name,
                     ", ".join(f"{name} {value}" for name, value in proof.parameters.items())
                     or "none",
                     str(sum(fault.proof == proof.name for fault in FAULTS)))
                    for proof in PROOFS]
        self.assertEqual(list(rows()), expected)


if __name__ == "__main__":
    unittest.main()
