# SPDX-License-Identifier: Apache-2.0
"""No type of C has the name of another: two headers with one would not go together."""
import re
import subprocess
import unittest

from tests.lib import library_sources
from tests.lib.catalogue import ROOT

FOLDERS = ("include", "libntrace", "model", "sim", "tb", "driver", "receive", "pmu", "tlm")
DEFINED = re.compile(r"^(?:typedef )?(?:struct|enum|union) (nt_\w+) \{", re.M)


def defined_twice(texts):
    """Names with the files that define them, of names that several do. `texts`: by path."""
    files = {}
    for path, text in texts.items():
        for name in DEFINED.findall(text):
            files.setdefault(name, []).append(path)
    return {name: paths for name, paths in files.items() if len(paths) > 1}


class NamesTest(unittest.TestCase):
    def test_no_type_is_defined_twice(self):
        listing = subprocess.run(["find", *FOLDERS, "-name", "*.[ch]", "-o", "-name", "*.cpp"], cwd=ROOT,
                                 capture_output=True, text=True, check=True).stdout.split()
        # Sources of which no build has two
        others = {f"libntrace/{path}" for path, *part in library_sources.rows(ROOT)
                  if part and part[0] not in library_sources.MAKES}
        texts = {path: (ROOT / path).read_text("utf-8") for path in listing if path not in others}
        self.assertGreater(len(DEFINED.findall("".join(texts.values()))), 300)
        self.assertEqual(defined_twice(texts), {})

    def test_a_second_one_is_found(self):
        self.assertEqual(defined_twice({"a.h": "typedef struct nt_a {\n", "b.c": "struct nt_a {\n", "c.h": "struct nt_a;\n"}),
                         {"nt_a": ["a.h", "b.c"]})


if __name__ == "__main__":
    unittest.main()
