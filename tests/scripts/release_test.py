# SPDX-License-Identifier: Apache-2.0
"""make release writes the same bytes of the same commit, and nothing of a tree that is not one."""
import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
import time
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

FILES = {"VERSION": "2.3.4\n", "CHANGELOG.md": "# Changelog\n\n## [2.3.4]\n", "README.md": "x\n", "LICENSE": "y\n",
         "LICENSES/Apache-2.0.txt": "y\n", "REUSE.toml": "version = 1\n", "Bender.yml": "z\n", "rtl/a.v": "a\n",
         "model/a.c": "a\n", "driver/a.c": "a\n", "docs/vectors.md": "a\n", "docs/my-encoder.md": "a\n", "docs/kit.md": "a\n",
         "tests/vectors/a.pins": "a\n", "tests/run": "#!/bin/sh\n"}
WHO = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "a",
       "GIT_COMMITTER_EMAIL": "a@example.org"}


class ReleaseTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = Path(folder.name) / "tree"
        for name, text in {**FILES, "scripts/release.py": None, "scripts/whole_file.py": None}.items():
            path = self.tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                shutil.copy(ROOT / name, path)
            else:
                path.write_text(text, encoding="ascii")
        (self.tree / "tests/run").chmod(0o755)
        self.out = Path(folder.name) / "out"
        self.git("init", "-q")
        self.commit()

    def git(self, *words):
        subprocess.run(["git", *words], cwd=self.tree, env={**os.environ, **WHO}, check=True, capture_output=True)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-qm", "all")

    def release(self, out=None, status=0):
        done = subprocess.run([self.tree / "scripts/release.py", out or self.out], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (status, 1 if status else 0), done.stderr)
        return done.stderr

    def test_two_runs_write_the_same_bytes(self):
        self.release()
        time.sleep(1.1)  # times are in seconds
        for path in self.tree.glob("*/*"):
            path.touch()
        os.umask(os.umask(0o077) | 0o022)
        again = self.out.parent / "again"
        self.release(again)
        names = sorted(path.name for path in self.out.iterdir())
        self.assertEqual(len(names), 5)
        for name in names:
            self.assertEqual((self.out / name).read_bytes(), (again / name).read_bytes(), name)

    def test_the_checksums_are_those_of_the_archives(self):
        self.release()
        for line in (self.out / "SHA256SUMS").read_text("ascii").splitlines():
            value, name = line.split("  ")
            self.assertEqual(hashlib.sha256((self.out / name).read_bytes()).hexdigest(), value)

    def test_the_sources_are_all_of_the_commit(self):
        self.release()
        with tarfile.open(self.out / "ntrace-2.3.4.tar.gz") as archive:
            files = {member.name.removeprefix("ntrace-2.3.4/"): member for member in archive if member.isfile()}
        self.assertEqual(files.keys(), {*FILES, "scripts/release.py", "scripts/whole_file.py"})
        self.assertEqual(files["tests/run"].mode, 0o755)

    def test_what_is_not_committed_is_refused(self):
        (self.tree / "README.md").write_text("other\n", encoding="ascii")
        self.assertIn("expected all files committed", self.release(status=2))
        self.assertFalse(self.out.exists())

    def test_a_version_without_an_entry_in_the_changelog_is_refused(self):
        (self.tree / "VERSION").write_text("2.3.5\n", encoding="ascii")
        self.commit()
        self.assertIn("expected an entry of 2.3.5 in CHANGELOG.md", self.release(status=2))

    def test_a_folder_without_git_is_refused(self):
        shutil.rmtree(self.tree / ".git")
        self.assertIn("expected a clone of the repository", self.release(status=2))


if __name__ == "__main__":
    unittest.main()
