# SPDX-License-Identifier: Apache-2.0
"""scripts/setup on machines that are made up of a few fake commands."""
import os
import subprocess
import tempfile
import unittest

from tests.lib.catalogue import ROOT

SETUP = str(ROOT / "scripts/setup")
TOOLS = ["awk", "cat", "echo", "env", "mktemp", "rm", "sh", "tail", "touch"]


class SetupTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for tool in TOOLS:
            self.link(tool)

    def link(self, tool):
        for folder in ("/usr/bin", "/bin"):
            if os.path.exists(f"{folder}/{tool}"):
                os.symlink(f"{folder}/{tool}", f"{self.folder}/{tool}")
                return

    def command(self, name, script):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="ascii") as file:
            file.write(f"#!/bin/sh\n{script}\n")
        os.chmod(path, 0o755)

    def packages(self, missing):
        """A dpkg-query that knows every package but those missing."""
        known = "case $p in " + "".join(f"{name}) ;; " for name in missing)
        self.command("dpkg-query", f'shift 3; for p in "$@"; do {known}*) '
                                   'echo "installed $p" ;; esac; done')

    def apt(self, script="exit 0"):
        self.command("apt-get", f'echo "$@" >> {self.folder}/apt.log\n{script}')

    def apt_log(self):
        try:
            with open(f"{self.folder}/apt.log", encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def run_setup(self, *words):
        return subprocess.run([SETUP, *words], env={"PATH": self.folder, "TMPDIR": self.folder},
                              capture_output=True, text=True, check=False)

    def test_does_nothing_where_everything_is_there(self):
        self.packages(missing=[])
        self.apt()
        done = self.run_setup()
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(self.apt_log(), "")

    def test_installs_as_root_only_what_is_missing(self):
        self.packages(missing=["yosys", "gcc"])
        self.apt()
        self.command("id", "echo 0")
        done = self.run_setup()
        self.assertEqual(done.returncode, 0, done.stderr)
        update, install = self.apt_log().splitlines()
        self.assertTrue(update.endswith(" update"), update)
        self.assertTrue(install.endswith("install --no-install-recommends gcc yosys"), install)
        self.assertIn("2 of the Debian packages", done.stdout)

    def test_installs_what_only_the_night_needs_only_then(self):
        self.packages(missing=["munge", "slurm-wlm"])
        self.apt()
        self.command("id", "echo 0")
        self.assertEqual((self.run_setup().returncode, self.apt_log()), (0, ""))
        self.assertEqual(self.run_setup("nightly").returncode, 0)
        self.assertTrue(self.apt_log().endswith("install --no-install-recommends slurm-wlm munge\n"))

    def test_installs_through_sudo(self):
        self.packages(missing=["yosys"])
        self.apt()
        self.command("id", "echo 1000")
        self.command("sudo", f'touch {self.folder}/sudo; exec "$@"')
        self.assertEqual(self.run_setup().returncode, 0)
        self.assertTrue(os.path.exists(f"{self.folder}/sudo"))

    def test_says_so_without_root_and_sudo(self):
        self.packages(missing=["yosys"])
        self.apt()
        self.command("id", "echo 1000")
        done = self.run_setup()
        self.assertEqual(done.returncode, 1)
        self.assertIn("setup: neither root nor sudo; as root: apt-get install yosys", done.stderr)
        self.assertEqual(self.apt_log(), "")

    def test_says_so_without_apt(self):
        self.packages(missing=["yosys"])
        done = self.run_setup()
        self.assertEqual(done.returncode, 1)
        self.assertIn("setup: there is no apt-get", done.stderr)

    def test_says_so_where_it_is_not_debian(self):
        done = self.run_setup()
        self.assertEqual(done.returncode, 1)
        self.assertIn("setup: this is not Debian", done.stderr)

    def test_shows_what_apt_said_when_it_fails(self):
        self.packages(missing=["yosys"])
        self.apt("echo 'E: Could not resolve host'; exit 100")
        self.command("id", "echo 0")
        done = self.run_setup()
        self.assertEqual(done.returncode, 1)
        self.assertIn("E: Could not resolve host", done.stderr)
        self.assertIn("setup: apt-get update failed", done.stderr)
        self.assertNotIn("install", self.apt_log())


if __name__ == "__main__":
    unittest.main()
