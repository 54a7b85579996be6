# SPDX-License-Identifier: Apache-2.0
"""The locksteps of parts (tb/units/NAME/unit.toml) in tests: running them, and building them over a
copy with a fault."""
import shutil
import subprocess
import tempfile
from pathlib import Path

from scripts import units
from tests.lib import c_faults
from tests.lib.catalogue import ROOT
from tests.lib.faults import chosen, put_choices, put_fault


parameters = units.parameters


def program(unit, build="all"):
    return ROOT / f"build/units/{unit}/{build}/bench"


def run(path, *arguments, **options):
    """The finished process; its output is text."""
    return subprocess.run([str(path), *map(str, arguments)], cwd=ROOT, capture_output=True, text=True,
                          check=False, **options)


def make(folder, unit, build, sides, options=()):
    """The path of a unit's bench built in `folder`, over what is there of rtl/ and model/."""
    path = Path(folder) / f"units/{unit}/{build}/bench"
    made = subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", f"UNITS={folder}/units",
                           *(f"{side.upper()}={folder}/{side}" for side in sides),
                           f"{unit}_CXXFLAGS=-O1", *options, str(path)],
                          check=False, capture_output=True, text=True)
    if made.returncode != 0:
        raise AssertionError(f"the bench cannot be built:\n{made.stdout}{made.stderr}")
    return path


def build_with_faults(folder, unit, build, *faults, options=()):
    """Builds a unit in `folder` over copies of rtl/ and model/ with faults: file, text that is
    there once, text that is there then. `options`: more words for make. The bench's path."""
    folder = Path(folder)
    sides = sorted({file.split("/", 1)[0] for file, _, _ in faults})
    if sides == ["model"]:
        shutil.copytree(program(unit, build).parent, folder / f"units/{unit}/{build}")
    for side in sides:
        shutil.copytree(ROOT / side, folder / side)
    for fault in faults:
        put_fault(folder, *fault)
    return make(folder, unit, build, sides, options)


class Faults:
    """Benches of a unit over copies of rtl/, one for each build, that have all faults of this build in
    them; a run has one. `faults`: by name build, file, text that is there once, text that is there then."""

    def __init__(self, unit, faults, options=()):
        self.unit = unit
        self.names = list(faults)
        self.faults = faults
        self.options = options
        self.folder = tempfile.TemporaryDirectory()
        self.benches = {}
        self.content = set()

    def bench(self, name):
        """The path of the bench that has the fault, and the environment in which it is there."""
        build = self.faults[name][0]
        names = [one for one, fault in self.faults.items() if fault[0] == build]
        if build not in self.benches:
            folder = Path(self.folder.name) / build
            shutil.copytree(ROOT / "rtl", folder / "rtl")
            put_choices(folder, [self.put(one) for one in names])
            self.benches[build] = make(folder, self.unit, build, ["rtl"], self.options)
        return self.benches[build], chosen(1 + names.index(name))

    def put(self, name):
        return lambda folder: put_fault(folder, *self.faults[name][1:])

    def run(self, name, *arguments):
        """The finished process with the fault; without a fault the bench is content."""
        path, environment = self.bench(name)
        if path not in self.content:
            done = run(path, *arguments, env=chosen(0))
            if done.returncode != 0:
                raise AssertionError(f"without a fault: {done.stdout}{done.stderr}")
            self.content.add(path)
        return run(path, *arguments, env=environment)


def of_side(side, changes):
    """Those of the changes (file, text that is there once, text that is there then) below rtl/ or model/."""
    return [change for change in changes if change[0].startswith(f"{side}/")]


def put_changes(folder, changes):
    for change in changes:
        put_fault(folder, *change)


class BothSides:
    """Copies of rtl/ and model/ with faults that both have alike, chosen at run time, and a unit's benches
    over them. `faults`: the changes of each in both; number N is there with faults.chosen(N)."""

    def __init__(self, unit, faults):
        self.unit = unit
        self.place = tempfile.TemporaryDirectory()
        self.folder = Path(self.place.name)
        self.benches = {}
        for side in ("rtl", "model"):
            shutil.copytree(ROOT / side, self.folder / side)
        put_choices(self.folder, [lambda copy, rtl=of_side("rtl", changes): put_changes(copy, rtl)
                                  for changes in faults])
        c_faults.put_choices(self.folder, [of_side("model", changes) for changes in faults])

    def cleanup(self):
        self.place.cleanup()

    def bench(self, build):
        """Its path; built when it is first asked for."""
        if build not in self.benches:
            self.benches[build] = make(self.folder, self.unit, build, ["rtl", "model"])
        return self.benches[build]
