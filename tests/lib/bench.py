# SPDX-License-Identifier: Apache-2.0
"""The lockstep bench in tests: running it, and building it over a copy with a fault."""
import json
import os
import re
import shutil
import subprocess
from functools import partial
from pathlib import Path

from scripts import limits
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_choices, put_patch

NTRACE = str(ROOT / "build/ntrace")
# Words for make, where the runs are short; and nobody looks at the waves
SHORT = ["BENCH_CXXFLAGS=-O1"]
QUICK = ["WAVES=no", *SHORT]
CONFIGS = sorted(path.stem for path in (ROOT / "rtl/config").glob("*.cfg"))


def run(*arguments, program=NTRACE, seconds=600, **options):
    """The finished process, its output as text; ended after so much processor time."""
    return subprocess.run(limits.within(seconds, [program, *arguments]), capture_output=True,
                          check=False, **{"text": True, **options})


def lockstep(*arguments, bench=None, **options):
    """`ntrace lockstep --json`: exit status, the JSON object (None without one), standard error.

    `bench`: a bench other than the usual one, by its path."""
    command = [*arguments, "--json"]
    done = run(*command, program=bench, **options) if bench else run("lockstep", *command, **options)
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def roundtrip(summary):
    """The round trip of a run that may lose messages, or have resets: "exact" where all that came
    back is equal."""
    return re.sub(r" but for [0-9a-z ]+$", "", summary["roundtrip"])


def settings(fields=None, **more):
    """Control fields as arguments of a command."""
    return [word for name, value in {**(fields or {}), **more}.items()
            for word in ("--set", f"{name}={value}")]


def take_over(base, folder):
    """What was made of the RTL and its table, as new as it was."""
    folder.mkdir(parents=True)
    for path in base.iterdir():
        if path.name in ("fast", "wave"):
            shutil.copytree(path, folder / path.name)
        elif path.suffix in (".inc", ".v") or path.name == "unit_view.h":
            shutil.copy2(path, folder)


def build_with_faults(patches, config, folder, base=None, options=()):
    """Builds the bench of a build over copies of rtl/ and model/ with faults in them, all inside
    `folder`. `patches`: by side, "rtl" or "model", the patch for it. `base`: a folder in which such
    a bench was built over the same RTL, with the same options, whose Verilated code is taken over;
    without it, and without a patch for the RTL, the usual build is. `options`: more words for make.
    Returns the bench's path."""
    folder = os.path.abspath(folder)
    shutil.rmtree(folder, ignore_errors=True)
    sources = {side: ROOT / side for side in patches}
    if base is None and "rtl" not in patches:
        base = ROOT / "build" / config
        options = [word for word in options if word != "WAVES=no"]
    elif base is not None:
        sources["rtl"] = Path(base) / "rtl"
    if base is not None:
        take_over(Path(base), Path(folder))
    for side, source in sources.items():
        shutil.copytree(source, os.path.join(folder, side))
        if side in patches:
            put_patch(folder, patches[side])
    return make(config, folder, sources, options)


def build_with_choices(patches, config, folder, options=()):
    """Likewise over a copy of rtl/ with all of these patches, one of which is there in a run with
    faults.chosen(its number from 1 on)."""
    folder = os.path.abspath(folder)
    shutil.copytree(ROOT / "rtl", os.path.join(folder, "rtl"))
    put_choices(folder, [partial(put_patch, patch=patch) for patch in patches])
    return make(config, folder, ["rtl"], options)


def make(config, folder, sides, options):
    sides = [f"{side.upper()}={folder}/{side}" for side in sides]
    made = subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", "bench-binary",
                           f"CONFIG={config}", *sides, *options, f"BENCH={folder}", "LTO=-fno-lto"],
                          check=False, capture_output=True, text=True)
    if made.returncode != 0:
        raise AssertionError(f"the bench cannot be built:\n{made.stdout}{made.stderr}")
    return os.path.join(folder, "nt_bench")
