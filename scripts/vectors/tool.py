# SPDX-License-Identifier: Apache-2.0
"""What makes vectors have alike: calls of ntrace, and what cannot be made."""
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
NTRACE = ROOT / "build/ntrace"


class Wrong(Exception):
    """A vector that cannot be made."""


def call(*words, good=(0,)):
    if not NTRACE.exists():
        raise Wrong(f"{NTRACE} is not there: make host builds it")
    done = subprocess.run([NTRACE, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode not in good:
        raise Wrong(f"ntrace {' '.join(map(str, words))}\n{done.stdout[-2000:]}{done.stderr}")
    return done.stdout
