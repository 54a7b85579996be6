# SPDX-License-Identifier: Apache-2.0
"""What version 1.0 of libntrace promises to programs that are built: its binary interface is
compared with a snapshot, and a program of that version runs with the library as it is now.

A snapshot changes only with a new version: `python3 -m tests.libntrace.abi_test FILE` writes one."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from tests.lib import library_sources

NEEDS = ("build/programs/sort.ntr",)
ROOT = Path(__file__).resolve().parents[2]
FIRST = ROOT / "tests/libntrace/abi/1.0"
SNAPSHOT = FIRST / "libntrace.abi"
LIBRARY = ROOT / "build/libntrace.so"
HEADERS = ROOT / "include/ntrace"
SORT = ROOT / "build/programs/sort"


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False, **options)


def good(*command, **options):
    done = run(*command, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


def snapshot(path):
    good("abidw", "--no-show-locs", "--no-comp-dir-path", "--no-corpus-path",
         "--no-parameter-names", "--drop-private-types", "--exported-interfaces-only",
         "--headers-dir", HEADERS, "--out-file", path, LIBRARY)


def compare(library):
    """What is added is no difference; what structs keep to themselves is not in the snapshot."""
    return run("abidiff", "--no-added-syms", SNAPSHOT, library)


def change(path, old, new):
    text = path.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise AssertionError(f"{path}: {old!r} is there {text.count(old)} times")
    path.write_text(text.replace(old, new), encoding="utf-8")


class AbiTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.trace = cls.folder / "sort.nex"
        good(ROOT / "build/ntrace", "encode", f"{SORT}.ntr", "-o", cls.trace, "--set",
             "trTeInstMode=6")
        cls.program = cls.folder / "first"
        good("gcc", "-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{FIRST}",
             FIRST / "first.c", f"-L{ROOT / 'build'}", "-lntrace", "-o", cls.program)

    def first(self, library):
        """The first version's program, with this library."""
        place = Path(tempfile.mkdtemp(dir=self.folder))
        (place / "libntrace.so.1").symlink_to(library)
        return run(self.program, self.trace, f"{SORT}.ntr", f"{SORT}.elf", place / "made.ntr",
                   env={**os.environ, "LD_LIBRARY_PATH": str(place)})

    def changed(self):
        """A library of which the interface is broken in three ways."""
        tree = self.folder / "tree"
        shutil.copytree(ROOT / "include", tree / "include")
        shutil.copytree(ROOT / "libntrace", tree / "libntrace")
        flow = tree / "include/ntrace/flow.h"
        change(flow, "    nt_flow_kind kind; /* its kind */\n",
               "    nt_flow_kind kind; /* its kind */\n    uint64_t middle; /* is new */\n")
        change(flow, "    NT_FLOW_TRAP,", "    NT_FLOW_NEW,\n    NT_FLOW_TRAP,")
        change(tree / "libntrace/libntrace.map", "    nt_demux_*;\n", "")
        library = self.folder / "libchanged.so"
        good("gcc", "-std=c11", "-D_GNU_SOURCE", "-g", "-O0", "-w", "-shared", "-fPIC", f"-I{tree}",
             f"-I{tree / 'include'}", "-Wl,-soname,libntrace.so.1",
             f"-Wl,--version-script={tree / 'libntrace/libntrace.map'}",
             *library_sources.sources(tree), "-ldw", "-lelf", "-lzstd", "-lz", "-o", library)
        return library

    def test_the_interface_is_as_the_first_version_had_it(self):
        done = compare(LIBRARY)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)

    def test_a_struct_that_grows_and_a_symbol_that_goes_are_noticed(self):
        library = self.changed()
        done = compare(library)
        self.assertEqual(done.returncode & 12, 12, done.stdout)  # changed, and incompatible
        for words in ("nt_demux_bytes", "uint64_t middle", "NT_FLOW_NEW", "nt_flow_event"):
            self.assertIn(words, done.stdout)
        self.assertNotEqual(self.first(library).returncode, 0)

    def test_a_program_of_the_first_version_runs(self):
        done = self.first(LIBRARY)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        counts = re.match(r"(\d+) instructions, (\d+) messages, 0 faults, 1 syncs, 1 stops, 1 of", lines[3])
        self.assertIsNotNone(counts, lines[3])
        self.assertTrue(all(line.endswith(" same") for line in lines[:3]))
        folded = good(ROOT / "build/ntrace", "decode", "--to", "folded", self.trace, "--image",
                      f"{SORT}.ntr", "--image", f"{SORT}.elf").splitlines()
        self.assertEqual(lines[4:-4], folded)
        self.assertEqual(lines[-4], f"{counts[1]} one by one")
        self.assertEqual(sum(int(line.rsplit(" ", 1)[1]) for line in folded), int(counts[1]))
        self.assertEqual(lines[-3:], ["RV32, 1 harts, first: 3 0", "11 11 5 x0",
                                      "I-CNT, csrrs t0, mhartid, zero, 2 images"])

    def test_symbols_have_a_version(self):
        symbols = good("nm", "-D", "--defined-only", "--with-symbol-versions", LIBRARY).splitlines()
        self.assertGreater(len(symbols), 80)
        for line in symbols:
            self.assertRegex(line, r" [TA] (nt_\w+@@)?NTRACE_1\.0$")

    def test_the_archive_has_what_the_library_exports_and_no_name_of_others(self):
        def names(*words):
            return {line.split()[2].split("@")[0] for line in good("nm", *words).splitlines()
                    if len(line.split()) == 3}
        archive = names("-g", "--defined-only", ROOT / "build/libntrace.a")
        self.assertEqual(names("-D", "--defined-only", LIBRARY) - archive, {"NTRACE_1.0"})
        self.assertEqual([name for name in archive if not name.startswith("nt_")], [])

    def test_no_header_shows_a_table(self):
        for header in HEADERS.iterdir():
            text = header.read_text(encoding="utf-8")
            # What an object that is loaded as a reference defines itself
            shown = ["extern const nt_reference ntrace_reference;"] if header.name == "reference.h" else []
            with self.subTest(header=header.name):
                self.assertEqual(re.findall(r"(?m)^extern (?!\"C\").*", text), shown)
                self.assertEqual(re.findall(r"\[(?:NT_FIELDS|NT_TCODES|NT_TOLERATED|NT_ACCESSES)\]", text), [])


if __name__ == "__main__":
    if len(sys.argv) == 2 and not sys.argv[1].startswith("-") and "." in sys.argv[1]:
        snapshot(sys.argv[1])
    else:
        unittest.main()
