# SPDX-License-Identifier: Apache-2.0
"""docs/ingress.md has every code of itype, by the names that the RTL has."""
import re
import unittest

from tests.lib.catalogue import ROOT

WORDS = {"NONE": "nothing", "NOT_TAKEN": "not-taken branch", "TAKEN": "a taken branch",
         "INDIRECT": "any indirect jump", "OTHER_INDIRECT": "other indirect jump",
         "OTHER_DIRECT": "other direct jump"}


class ItypePageTest(unittest.TestCase):
    def test_each_code_is_told_once_and_is_what_the_rtl_calls_it(self):
        page = (ROOT / "docs/ingress.md").read_text(encoding="utf-8")
        table = page[page.index("### Codes of itype"):page.index("Compressed forms")]
        rows = re.findall(r"(?m)^\| (\d+) \| (.*) \|$", table)
        self.assertEqual([int(code) for code, _ in rows], list(range(16)))
        codes = (ROOT / "rtl/encoder/nt_codes.vh").read_text(encoding="utf-8")
        named = re.findall(r"ITYPE_(\w+) += 4'd(\d+);", codes)
        self.assertEqual(len(named), 15)
        for name, code in named:
            self.assertIn(WORDS.get(name, name.lower().replace("_", " ")), rows[int(code)][1])
        reserved = {int(code) for code, text in rows if text == "reserved"}
        self.assertEqual(reserved, set(range(16)) - {int(code) for _, code in named})


if __name__ == "__main__":
    unittest.main()
