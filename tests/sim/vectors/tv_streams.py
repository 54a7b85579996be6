# SPDX-License-Identifier: Apache-2.0
"""Tandem traces of the vectors as groups of lines, in the words of `ntrace tv dump`."""
import re

from tests.lib.bench import run
from tests.lib.catalogue import ROOT

FOLDER = ROOT / "tests/vectors/tv"


class Stream:
    """A vector's bytes in words: groups, each a list of lines from `begin` to `end`."""

    def __init__(self, path):
        text = path.read_text(encoding="ascii")
        header = dict(re.findall(r"(\w+)=(\w+)", re.search("^ntrace-pins.*$", text, re.M)[0]))
        self.head = [f".{name.lower()} {header[name]}" for name in ("XLEN", "FLEN", "MLEN")]
        self.xlen, self.groups = int(header["XLEN"]), []
        for line in re.findall(r"^#> (?:[0-9A-F]{2} )+ +(\S.*)$", text, re.M):
            if line == "begin":
                self.groups.append([])
            self.groups[-1].append(line)


def judge(folder, path, stream, groups):
    """Exit status and text; None: nobody can send these words."""
    (folder / "s").write_text("\n".join([*stream.head, *(line for group in groups for line in group), ""]), encoding="ascii")
    if run("tv", "assemble", folder / "s", "-o", folder / "tv").returncode != 0:
        return None, ""
    done = run("vectors", "judge", path, "--bytes", folder / "tv")
    return done.returncode, done.stdout + done.stderr
