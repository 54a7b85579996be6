# SPDX-License-Identifier: Apache-2.0
"""Rooms of sim/ and files of the tree call downwards alone: what the objects' symbols say of it."""
import subprocess
import unittest

from tests.lib.catalogue import ROOT

NEEDS = ("build/host.a",)
OBJECTS = ROOT / "build/obj"
FOLDERS = ("sim", "model", "libntrace", "driver", "receive", "pmu")


def objects():
    """Objects of the folders that have a source, by path without its suffix."""
    return [path.relative_to(OBJECTS).with_suffix("") for folder in FOLDERS
            for path in sorted((OBJECTS / folder).rglob("*.o"))
            if (ROOT / path.relative_to(OBJECTS)).with_suffix(".c").exists()]


def calls_of(symbols):
    """For each file the files with what it needs. `symbols`: (defined, undefined) by file."""
    home = {name: file for file, (defined, _) in symbols.items() for name in defined}
    return {file: {home[name] for name in needed if name in home} - {file} for file, (_, needed) in symbols.items()}


def symbols_of(paths):
    """(defined, undefined) of each object, by nm."""
    found = {str(path): (set(), set()) for path in paths}
    listing = subprocess.run(["nm", "--print-file-name", *(f"{path}.o" for path in found)], cwd=OBJECTS,
                             capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        file, rest = line.split(".o:", 1)
        kind, name = rest.split()[-2:]
        if kind == "U":
            found[file][1].add(name)
        elif kind in "TDBRCV":
            found[file][0].add(name)
    return found


def circles(calls):
    """Sets of files that reach each other."""
    reach = {}
    for start in calls:
        seen, todo = set(), [start]
        while todo:
            for file in calls[todo.pop()] - seen:
                seen.add(file)
                todo.append(file)
        reach[start] = seen
    found = {frozenset(other for other in reach[file] if file in reach[other]) for file in calls if file in reach[file]}
    return sorted(map(sorted, found))


def upwards(calls, order):
    """Calls from a room to one that comes later. `order`: rooms, lowest first."""
    def room(file):
        return file.split("/")[1]
    return sorted((file, other) for file, others in calls.items() for other in others
                  if file.count("/") > 1 and other.count("/") > 1 and file.startswith("sim/") and other.startswith("sim/")
                  and order.index(room(other)) > order.index(room(file)))


class RoomsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.calls = calls_of(symbols_of(objects()))
        lines = (ROOT / "sim/rooms.list").read_text("utf-8").splitlines()
        cls.order = [line.split()[0] for line in lines if line and not line.startswith("#")]

    def test_every_folder_of_sim_is_a_room(self):
        self.assertEqual(sorted(self.order), sorted(path.name for path in (ROOT / "sim").iterdir() if path.is_dir()))

    def test_rooms_call_downwards_alone(self):
        self.assertGreater(len(self.calls), 400)
        self.assertEqual(upwards(self.calls, self.order), [])

    def test_no_files_call_each_other_in_a_circle(self):
        self.assertEqual(circles(self.calls), [])

    def test_a_circle_and_a_call_upwards_are_found(self):
        symbols = {"sim/a/x": ({"one"}, {"two", "printf"}), "sim/b/y": ({"two"}, {"three"}), "sim/b/z": ({"three"}, {"one"}),
                   "sim/b/w": ({"four"}, {"one"})}
        calls = calls_of(symbols)
        self.assertEqual(circles(calls), [["sim/a/x", "sim/b/y", "sim/b/z"]])
        self.assertEqual(upwards(calls, ["a", "b"]), [("sim/a/x", "sim/b/y")])


if __name__ == "__main__":
    unittest.main()
