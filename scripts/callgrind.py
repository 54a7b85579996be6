# SPDX-License-Identifier: Apache-2.0
"""Machine instructions of a command, counted by callgrind of valgrind: they repeat on any machine."""
import contextlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path


@contextlib.contextmanager
def profile(command, accepted=(0,)):
    """The path of the profile, for as long as it is looked at. Another exit status of the command than those that are
    accepted ends the program."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "callgrind.out"
        words = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={path}", *map(str, command)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode not in accepted:
            sys.exit(f"callgrind: exit status {done.returncode}: {' '.join(words)}\n{done.stderr}")
        yield path


def total(command, accepted=(0,)):
    """Instructions of a whole run, start-up included."""
    with profile(command, accepted) as path:
        text = path.read_text(encoding="utf-8", errors="replace")
    return int(re.search(r"^(?:summary|totals): (\d+)", text, re.M)[1])
