# SPDX-License-Identifier: Apache-2.0
"""Recipes for continuous integration (docs/ci.md): as far as no container engine is needed."""
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

RECIPES = ROOT / "examples/ci"
NOBODY = 65534


def text(name):
    return (RECIPES / name).read_text(encoding="utf-8")


def statements():
    """Those of the Containerfile, a line each: instruction, words."""
    lines = re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", text("Containerfile")))
    return [line.split(maxsplit=1) for line in lines.splitlines() if line]


def commands():
    """What the recipes run."""
    found = re.findall(r"(?m)^ +- run: (.*)$", text("github.yml"))
    return found + re.findall(r"(?m)^    - ([a-z.].*)$", text("gitlab.yml").split("paths:")[0])


class CiTest(unittest.TestCase):
    def test_the_image_has_the_packages_of_setup_and_no_list_of_its_own(self):
        listed = set(re.findall(r"(?m)^([a-z0-9+.-]+)  +\S", (ROOT / "scripts/setup").read_text(encoding="utf-8")))
        self.assertGreater(len(listed), 30)
        runs = " && ".join(words for name, words in statements() if name == "RUN").split()
        self.assertIn("/opt/ntrace/setup", runs)
        self.assertEqual(sorted(listed & set(runs)), [])

    def test_the_image_copies_what_is_there_and_ends_without_root(self):
        copied = [word for name, words in statements() if name == "COPY" for word in words.split()[:-1]]
        self.assertEqual([name for name in copied if not (ROOT / name).is_file()], [])
        self.assertIn("scripts/setup", copied)
        self.assertEqual([words for name, words in statements() if name == "USER"], ["ci"])
        self.assertEqual(statements()[0], ["FROM", "debian:12"])

    def test_the_recipes_run_what_is_there_without_installing(self):
        help_text = subprocess.run(["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        targets = set(re.findall(r"(?m)^ *([a-z0-9-]+) +\S", help_text))
        self.assertGreater(len(commands()), 6)
        for command in commands():
            words = shlex.split(command)
            with self.subTest(command=command):
                if words[0] == "make":
                    self.assertIn(words[1], targets)
                    self.assertTrue("SETUP=no" in words or 'SETUP: "no"' in text("gitlab.yml"))
                elif words[0] != "mkdir":
                    self.assertTrue(os.access(ROOT / words[0], os.X_OK))
        for path in "build/tests/junit.xml", "build/regress/report.html":
            self.assertTrue(all(path in text(name) for name in ("github.yml", "gitlab.yml")))

    def test_without_rights_and_setup_it_builds_and_installs_nothing(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            folder.chmod(0o755)
            tree, tools = folder / "tree", folder / "tools"
            tree.mkdir()
            tools.mkdir()
            for part in ("Makefile", "include", "libntrace", "scripts", "rtl", "model", "sim", "driver",
                         "receive", "pmu", "tb", "tests/programs", "tests/vectors"):
                source, target = ROOT / part, tree / part
                target.parent.mkdir(parents=True, exist_ok=True)
                (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
            for tool in "apt-get", "sudo", "dpkg-query":
                (tools / tool).write_text(f"#!/bin/sh\necho {tool} >> {folder}/called\n", encoding="ascii")
                (tools / tool).chmod(0o755)
            user = []
            if os.getuid() == 0:
                user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
                subprocess.run(["chown", "-R", str(NOBODY), tree, tools], check=True)
            done = subprocess.run(
                [*user, "make", "-C", tree, "SETUP=no", "CFLAGS=-O0", "LTO=", "build/libntrace.so"],
                env={"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(tree)}, check=False,
                capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue((tree / "build/libntrace.so").exists())
            self.assertFalse((folder / "called").exists())


if __name__ == "__main__":
    unittest.main()
