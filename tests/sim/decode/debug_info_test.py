# SPDX-License-Identifier: Apache-2.0
"""Debugging information that is not in the program's own sections: in a file of its own, or compressed."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

NEEDS = ("build/programs/sort.ntr",)
NTRACE = str(ROOT / "build/ntrace")
SORT = ROOT / "build/programs/sort"
OBJCOPY = "riscv64-unknown-elf-objcopy"


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)


def good(*command):
    done = run(*command)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


class DebugInfoTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.trace = self.folder / "sort.nex"
        good(NTRACE, "encode", f"{SORT}.ntr", "-l", 200, "-o", self.trace)
        self.program, self.debug = self.folder / "prog.elf", self.folder / "prog.debug"

    def split(self, link=True, build_id=None):
        """The program without its names, and these in prog.debug."""
        whole = self.folder / "whole.elf"
        whole.write_bytes(Path(f"{SORT}.elf").read_bytes())
        if build_id is not None:
            note = self.folder / "note"
            note.write_bytes(bytes([4, 0, 0, 0, len(build_id), 0, 0, 0, 3, 0, 0, 0]) + b"GNU\0" + build_id)
            good(OBJCOPY, "--add-section", f".note.gnu.build-id={note}", "--set-section-flags",
                 ".note.gnu.build-id=readonly", whole)
            self.note_type(whole)
        good(OBJCOPY, "--only-keep-debug", whole, self.debug)
        good(OBJCOPY, "--strip-all", *(["--keep-section=.note.gnu.build-id"] if build_id else []), whole, self.program)
        if build_id is not None:
            self.note_type(self.program)
            self.note_type(self.debug)
        if link:
            good(OBJCOPY, f"--add-gnu-debuglink={self.debug}", self.program)

    def note_type(self, path):
        """objcopy has no way to say that a section is a note: its type is the second word of the header."""
        data = bytearray(path.read_bytes())
        listed = good("riscv64-unknown-elf-readelf", "-SW", path)
        number = int(re.search(r"\[ *(\d+)\] \.note\.gnu\.build-id", listed)[1])
        start = int.from_bytes(data[40:48], "little") + number * 64
        data[start + 4:start + 8] = (7).to_bytes(4, "little")
        path.write_bytes(data)

    def decode(self, *images):
        options = [word for image in images for word in ("--image", image)]
        return run(NTRACE, "decode", self.trace, "--image", f"{SORT}.ntr", *options, "--to", "insn")

    def whole(self):
        return self.decode(f"{SORT}.elf").stdout

    def has_all(self, *images):
        done = self.decode(*images)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("start.S:13", done.stdout)
        self.assertTrue(done.stdout == self.whole(), done.stdout[:3000])

    def lacks(self, reason, *images):
        done = self.decode(*images)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (0, 1), done.stderr)
        self.assertRegex(done.stderr, reason)
        self.assertFalse("start.S" in done.stdout)

    def test_a_file_that_the_link_names_is_found_beside_and_in_the_folder_for_it(self):
        self.split()
        self.has_all(self.program)
        (self.folder / ".debug").mkdir()
        self.debug.rename(self.folder / ".debug/prog.debug")
        self.has_all(self.program)

    def test_a_file_of_the_same_build_id_is_found_without_a_link(self):
        self.split(link=False, build_id=bytes.fromhex("abcdef0123456789"))
        self.has_all(self.program)
        place = self.folder / ".build-id/ab"
        place.mkdir(parents=True)
        self.debug.rename(place / "cdef0123456789.debug")
        self.has_all(self.program)
        (place / "cdef0123456789.debug").rename(place / "cdef0124456789.debug")
        self.lacks(r"prog.elf: it is stripped, and no file of its build ID abcdef0123456789 is in", self.program)

    def test_what_is_missing_is_named_in_a_line(self):
        self.split()
        away = self.folder / "away"
        self.debug.rename(away)
        self.lacks(r"prog.elf: its debugging information is in prog\.debug, which is neither beside", self.program)
        self.debug.write_bytes(away.read_bytes() + b"x")
        self.lacks(r"prog.elf: prog\.debug is not that of this file", self.program)
        self.debug.write_bytes(b"\x7fELF rubbish")
        self.lacks(r"prog.elf: prog\.debug is not that of this file", self.program)
        self.debug.unlink()
        os.mkfifo(self.debug)  # which nobody writes
        self.lacks(r"which is neither beside it", self.program)

    def test_the_file_of_debugging_information_is_an_image_that_gives_names(self):
        self.split(link=False)
        self.debug.rename(self.folder / "names.debug")
        self.has_all(self.program, self.folder / "names.debug")
        done = run(NTRACE, "decode", self.trace, "--image", self.folder / "names.debug", "--to", "pc")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no code is known at the PC", done.stderr)

    def test_compressed_sections_are_read(self):
        for method in ("zlib", "zlib-gnu", "zstd"):
            with self.subTest(method=method):
                good(OBJCOPY, f"--compress-debug-sections={method}", f"{SORT}.elf", self.program)
                self.has_all(self.program)
        self.split()
        good(OBJCOPY, "--compress-debug-sections=zstd", self.debug)
        good(OBJCOPY, "--remove-section=.gnu_debuglink", self.program)
        good(OBJCOPY, f"--add-gnu-debuglink={self.debug}", self.program)
        self.has_all(self.program)

    def test_a_damaged_compressed_section_is_named(self):
        good(OBJCOPY, "--compress-debug-sections=zstd", f"{SORT}.elf", self.program)
        whole = self.program.read_bytes()
        at = whole.index(b"\x28\xb5\x2f\xfd")  # of a zstd frame
        self.program.write_bytes(whole[:at] + b"\x29" + whole[at + 1:])
        self.lacks("prog.elf: its debugging information cannot be unpacked", self.program)
        head = whole.index((2).to_bytes(4, "little") + bytes(4), at - 32, at)
        self.program.write_bytes(whole[:head] + b"\x09" + whole[head + 1:])
        self.assertRegex(self.decode(self.program).stderr, r"compressed by an unknown method \(9\)")

    def test_damaged_lines_of_any_packing_are_named(self):
        for method, section in (("zlib", ".debug_line"), ("zlib-gnu", ".zdebug_line"), ("none", ".debug_line")):
            with self.subTest(method=method):
                good(OBJCOPY, f"--compress-debug-sections={method}", f"{SORT}.elf", self.program)
                data = bytearray(self.program.read_bytes())
                listed = good("riscv64-unknown-elf-readelf", "-SW", self.program)
                start, size = (int(word, 16) for word in re.search(rf" \{section} +\w+ +\w+ (\w+) (\w+)", listed).groups())
                for at in range(start + (0 if method == "none" else 24), start + size):
                    data[at] ^= 0x55
                self.program.write_bytes(data)
                self.lacks("prog.elf: its source lines are damaged, too many, or of other code: they are missing", self.program)

    def test_names_that_are_packed_by_xz_are_named(self):
        self.split(link=False)
        names = self.folder / "names.xz"
        names.write_bytes(b"\xfd7zXZ\0")
        good(OBJCOPY, "--add-section", f".gnu_debugdata={names}", self.program)
        self.lacks("prog.elf: its names are in .gnu_debugdata, packed by xz, which is not read", self.program)

    def test_a_segment_without_bytes_may_have_any_offset(self):
        data = bytearray(Path(f"{SORT}.elf").read_bytes())
        start, count = int.from_bytes(data[32:40], "little"), int.from_bytes(data[56:58], "little")
        header = next(at for at in range(start, start + 56 * count, 56)
                      if int.from_bytes(data[at:at + 4], "little") != 1)  # one that is no PT_LOAD
        data[header:header + 56] = (1).to_bytes(4, "little") + (6).to_bytes(4, "little") \
            + (1 << 40).to_bytes(8, "little") + 2 * (0x90000000).to_bytes(8, "little") + bytes(8) \
            + (4096).to_bytes(8, "little") + (1).to_bytes(8, "little")
        self.program.write_bytes(data)
        done = self.decode(self.program)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
