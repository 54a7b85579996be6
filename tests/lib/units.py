"""The locksteps of parts (scripts/make/bench_units.mk) in tests: running them, and building them over a
copy with a fault."""
import re
import shutil
import subprocess
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault


def program(unit, build="all"):
    return ROOT / f"build/units/{unit}/{build}/bench"


def parameters(unit, build):
    """Those that are a build's own, as scripts/make/bench_units.mk has them."""
    text = (ROOT / "scripts/make/bench_units.mk").read_text(encoding="utf-8").replace("\\\n", " ")
    words = re.search(rf"^{unit}_{build}\s*=(.*)$", text, re.M)[1].split()
    return {key: int(value) for key, value in (word.split("=") for word in words)}


def run(path, *arguments):
    """The finished process; its output is text."""
    return subprocess.run([str(path), *map(str, arguments)], cwd=ROOT, capture_output=True, text=True,
                          check=False)


def build_with_faults(folder, unit, build, *faults, options=("CXXFLAGS=-O1",)):
    """Builds a unit in `folder` over copies of rtl/ and model/ with faults: file, text that is
    there once, text that is there then. `options`: more words for make. The bench's path."""
    folder = Path(folder)
    sides = sorted({file.split("/", 1)[0] for file, _, _ in faults})
    for side in sides:
        shutil.copytree(ROOT / side, folder / side)
    for fault in faults:
        put_fault(folder, *fault)
    path = folder / f"units/{unit}/{build}/bench"
    made = subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", f"UNITS={folder}/units",
                           *(f"{side.upper()}={folder}/{side}" for side in sides), *options, str(path)],
                          check=False, capture_output=True, text=True)
    if made.returncode != 0:
        raise AssertionError(f"the bench cannot be built:\n{made.stdout}{made.stderr}")
    return path
