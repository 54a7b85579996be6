# SPDX-License-Identifier: Apache-2.0
"""scripts/lint_files.py finds what it is for, in a folder that has just that."""
import os
import subprocess
import tempfile
import unittest

from scripts import spdx
from tests.lib.catalogue import ROOT

# Put together here, so that this file passes its own check.
SOMEONES_PATH = "/ho" + "me/someone/ntrace"


class LintFilesTest(unittest.TestCase):
    def lint(self, path, content, **more):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {path: content, **more}.items():
                full = os.path.join(folder, name)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "wb") as file:
                    file.write(text)
            done = subprocess.run([ROOT / "scripts/lint_files.py", folder], text=True,
                                  capture_output=True, check=False)
            self.assertEqual(done.stderr, "")
            self.assertEqual(done.returncode, 1 if done.stdout else 0)
            return done.stdout

    def test_a_clean_file_passes(self):
        self.assertEqual(self.lint("sim/a.txt", b"int a; /* see /usr/share */\n"), "")

    def test_finds_a_source_without_its_licence(self):
        for path, first in (("sim/a.c", b"/* %b */\n"), ("rtl/a.v", b"// %b\n"), ("tests/run", b"#!/bin/sh\n# %b\n")):
            with self.subTest(path):
                self.assertIn(f"{path}:1: no line", self.lint(path, b"\n"))
                self.assertEqual(self.lint(path, first % spdx.LINE.encode()), "")
        self.assertIn("no line", self.lint("a.py", b"\n\n# " + spdx.LINE.encode() + b"\n"))

    def test_names_the_line_with_white_space_at_its_end(self):
        self.assertEqual(self.lint("sim/a.txt", b"int a;\nint b; \n"),
                         "sim/a.txt:2: white space at the end of the line\n")

    def test_finds_a_missing_last_newline(self):
        self.assertIn("sim/a.txt:1: no newline", self.lint("sim/a.txt", b"int a;"))

    def test_finds_tabs_but_not_in_makefiles(self):
        self.assertIn("a tab", self.lint("sim/a.txt", b"\tint a;\n"))
        self.assertEqual(self.lint("Makefile", f"# {spdx.LINE}\na:\n\ttrue\n".encode()), "")

    def test_finds_a_path_of_one_machine(self):
        text = f"cd {SOMEONES_PATH}\n".encode()
        self.assertIn("docs/a.md:1: a path of one machine", self.lint("docs/a.md", text))

    def test_finds_a_link_to_a_file_that_is_not_there(self):
        self.assertIn("docs/a.md:1: a link to b.md", self.lint("docs/a.md", b"[b](b.md#top)\n"))
        self.assertEqual(self.lint("docs/a.md", b"[a](a.md) [x](https://example.org/y)\n"), "")

    def test_finds_a_page_that_the_index_of_the_manual_leaves_out(self):
        pages = {"docs/a.md": b"# A\n", "docs/b.md": b"# B\n"}
        self.assertEqual(self.lint("docs/README.md", b"[b](b.md)\n", **pages),
                         "docs/a.md:0: not in the index, docs/README.md\n")

    def test_finds_words_of_the_manual_that_have_usual_ones(self):
        for words, usual in (("traps are told as B-TYPE 1", "reported"),
                             ("Error tells of a loss", "reported"),
                             ("up to eight bytes a cycle", "per"),
                             ("3 million cycles a second", "per"),
                             ("jobs, a line each, in a file", "per"),
                             ("a register that nobody set", "unknown, none"),
                             ("which of them who sees", "what")):
            for path in ("README.md", "docs/a.md"):
                self.assertRegex(self.lint(path, f"# A\n{words}\n".encode()),
                                 f"^{path}:2: '.*': say '{usual}'\n$")

    def test_finds_a_paragraph_that_is_too_long(self):
        text = "a [word](b.md#" + "x" * 900 + ") and more. "
        self.assertNotIn("a paragraph", self.lint("docs/a.md", f"# A\n{text}\n| {'y ' * 500}|\n".encode(), **{"docs/b.md": b"# B\n"}))
        self.assertIn("docs/a.md:2: a paragraph of 900 characters; the limit is 800\n",
                      self.lint("docs/a.md", b"# A\n" + b"word " * 179 + b"words\n"))

    def test_leaves_alone_what_programs_print_and_other_files(self):
        for text in ("`is told`", "    4 bytes a cycle", "```\nis told\n```",
                     "<!-- options -->\n| 4 bytes a cycle |\n<!-- end of options -->",
                     "a message a debugger reads, and blocks of a cycle"):
            self.assertEqual(self.lint("docs/a.md", f"{text}\n".encode()), "")
        self.assertEqual(self.lint("tests/data/README.md", b"is told\n"), "")

    def test_finds_a_file_that_is_too_large_even_among_data(self):
        self.assertIn("the limit is", self.lint("tests/data/a.nex", bytes((1 << 20) + 1)))
        self.assertEqual(self.lint("tests/data/a.nex", bytes(1 << 20)), "")

    def test_finds_a_binary_outside_the_folders_for_data(self):
        self.assertIn("binary", self.lint("sim/a.bin", b"\0\1\2\n"))


if __name__ == "__main__":
    unittest.main()
