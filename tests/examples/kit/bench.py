# SPDX-License-Identifier: Apache-2.0
"""The bench of examples/kit under Icarus, as it is or with other texts in it, and what it says of programs."""
import re
import subprocess
from pathlib import Path

from tests.lib.catalogue import ROOT

NTRACE = ROOT / "build/ntrace"
HAVE = ROOT / "examples/kit/core.toml"


def call(*words, good=(0,)):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode not in good:
        raise AssertionError(f"{' '.join(map(str, words))}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


class Bench:
    """Programs and what came of them lie in a folder."""

    def __init__(self, folder, source=None):
        self.folder, self.program = Path(folder), Path(folder) / "kit.vvp"
        call("make", "-s", "SETUP=no", f"EXAMPLE={folder}", *([f"KIT_BENCH={source}"] if source else []), self.program)

    def emit(self, *names):
        call(NTRACE, "kit", "emit", *names, "-o", self.folder, *(() if names else ("--have", HAVE)))
        return names or [path.stem for path in sorted(self.folder.glob("*.hex"))]

    def run(self, name, *plus):
        """The names of the port's rules that were seen broken, in order."""
        said = call("vvp", "-n", self.program, f"+program={self.folder}/{name}.hex", f"+port={self.folder}/{name}.nti", *plus)
        return re.findall(r"cycle \d+: ([\w-]+): breaks", said)

    def judged(self, name):
        """The kit's verdict."""
        return call(NTRACE, "kit", "judge", name, "--port", self.folder / f"{name}.nti", good=(0, 1))

    def checked(self, name):
        """The C monitor's."""
        return call(NTRACE, "shape", "--check", self.folder / f"{name}.nti", good=(0, 1))
