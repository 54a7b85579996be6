# SPDX-License-Identifier: Apache-2.0
"""A copy of the tree with what is built of it, to be added to: make builds there what an addition changes alone."""
import subprocess

from tests.lib.catalogue import ROOT

BUILT = ("obj", "rooms", "verilated", "library", "man", "completion", "ntrace", "configs.c", "units.c", "units.mk", "libntrace.a",
         "libntrace.so", "host.a", "command")
LEFT = ("./build", "./.git")


class TreeCopy:
    def __init__(self, path, more=()):
        """`more`: further names of build/."""
        self.path = path
        left = [word for name in LEFT for word in ("-path", name, "-o")]
        files = subprocess.run(["find", ".", "(", *left, "-name", "__pycache__", ")", "-prune", "-o", "-type", "f", "-print0"],
                               cwd=ROOT, capture_output=True, check=True).stdout
        (path / "build").mkdir(parents=True)
        subprocess.run(["xargs", "-0", "cp", "-a", "--parents", "-t", path], cwd=ROOT, input=files, check=True)
        there = [ROOT / "build" / name for name in (*BUILT, *more) if (ROOT / "build" / name).exists()]
        subprocess.run(["cp", "-a", *there, path / "build"], check=True)
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "The tree")

    def run(self, *words):
        return subprocess.run(list(map(str, words)), cwd=self.path, capture_output=True, text=True, check=False)

    def made(self, *words):
        """What a command prints that ends well."""
        done = self.run(*words)
        if done.returncode != 0:
            raise AssertionError(f"{words}: {done.stdout}{done.stderr}")
        return done.stdout

    def git(self, *words):
        return self.made("git", "-c", "user.name=none", "-c", "user.email=none", *words)

    def status(self):
        """The files and folders that are not as in the tree, a line each."""
        return self.git("status", "--short", "-unormal")
