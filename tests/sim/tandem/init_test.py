# SPDX-License-Identifier: Apache-2.0
"""`ntrace tv init`: an ELF file becomes reset, memory and the first pc."""
import json
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

PROGRAM = ROOT / "build/ntrace"

LOAD, NOTE, RISCV, EXECUTABLE = 1, 4, 243, 2


def elf(segments, xlen=64, entry=0x8000_0004):
    """`segments`: (type, virtual address, physical address, bytes, size in memory)."""
    head, entry_size = (64, 56) if xlen == 64 else (52, 32)
    at = head + entry_size * len(segments)
    headers, data = b"", b""
    for kind, virtual, physical, content, memory in segments:
        offset = at + len(data)
        if xlen == 64:
            headers += struct.pack("<IIQQQQQQ", kind, 7, offset, virtual, physical, len(content),
                                   memory, 1)
        else:
            headers += struct.pack("<IIIIIIII", kind, offset, virtual, physical, len(content),
                                   memory, 7, 1)
        data += content
    ident = b"\x7fELF" + bytes([2 if xlen == 64 else 1, 1, 1]) + bytes(9)
    word = "Q" if xlen == 64 else "I"
    return ident + struct.pack(f"<HHI{word}{word}{word}IHHHHHH", EXECUTABLE, RISCV, 1, entry, head,
                               0, 0, head, entry_size, len(segments), 0, 0, 0) + headers + data


def run(*words):
    return subprocess.run([str(PROGRAM), "tv", *map(str, words)], cwd=ROOT,
                          capture_output=True, check=False)


class InitTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.out = Path(self.folder.name) / "out.ntv"

    def path(self, content):
        path = Path(self.folder.name) / "a.elf"
        path.write_bytes(content)
        return path

    def groups(self, content, *options, dump=()):
        done = run("init", "--elf", self.path(content), "-o", self.out, *options)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        done = run("dump", "--json", *dump, self.out)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def memory(self, groups):
        """What a reader's memory has, a byte each."""
        memory = {}
        for group in groups:
            for field in group["memory"]:
                self.assertEqual((field["operation"], group["initialization"]), ("store", True))
                size, address = field["size"] // 8, int(field["address"], 16)
                self.assertEqual(address % size, 0)
                for i, byte in enumerate(int(field["data"], 16).to_bytes(size, "little")):
                    self.assertNotIn(address + i, memory)
                    memory[address + i] = byte
        return memory

    def refused(self, content, expected, *options):
        done = run("init", "--elf", self.path(content), "-o", self.out, *options)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertEqual(done.stderr.count(b"\n"), 1)
        self.assertIn(expected, done.stderr.decode())
        self.assertEqual([path.name for path in self.out.parent.iterdir()], ["a.elf"])

    def test_memory_is_what_the_segments_have_at_physical_addresses(self):
        content = bytes(range(1, 32))
        for xlen in (64, 32):
            with self.subTest(xlen=xlen):
                groups = self.groups(elf([(LOAD, 0x1000, 0x8000_0003, content, 1011),
                                          (NOTE, 0, 0x9000_0000, b"note", 4),
                                          (LOAD, 0x2000, 0xa000_0000, b"", 0)], xlen))
                self.assertTrue(groups[0]["reset"])
                expected = dict(enumerate(content + bytes(1011 - len(content)), 0x8000_0003))
                self.assertEqual(self.memory(groups[1:]), expected)
                self.assertEqual([group["pc"] for group in groups],
                                 [None] * (len(groups) - 1) + ["0x80000004"])
                self.assertEqual([key for group in groups for key in ("violations", "warnings")
                                  if group[key]], [])

    def test_the_pc_may_be_another(self):
        groups = self.groups(elf([(LOAD, 0, 0, b"abcd", 4)]), "--pc", "0x1000")
        self.assertEqual(groups[-1]["pc"], "0x1000")

    def test_a_bare_stream_has_no_header(self):
        content = elf([(LOAD, 0, 0, b"abcd", 4)])
        with_header = self.groups(content)
        self.assertEqual(self.groups(content, "--bare", dump=("--xlen", 64)), with_header)
        self.assertEqual(self.out.read_bytes()[:3], b"\x01\x0a\x02")

    def test_what_cannot_be_is_refused(self):
        good = (LOAD, 0, 0x8000_0000, b"abcd", 4)
        self.refused(elf([good]), "an ELF file for RV64, the trace has XLEN 32", "--xlen", 32)
        self.refused(elf([(LOAD, 0, 0, b"", 1 << 28), good]), "more than 256 MiB")
        self.refused(elf([(LOAD, 0, 0, b"", 1 << 63)]), "more than 256 MiB")
        self.refused(elf([(LOAD, 0, 0xffff_fffd, b"abcd", 4)], 32), "address space")
        self.groups(elf([(LOAD, 0, 0xffff_fffd, b"abcd", 4)], 32), "--mlen", 34)
        self.out.unlink()
        self.refused(elf([(LOAD, 0, 0, b"abcd", 3)]), "a segment has more bytes than memory")
        self.refused(elf([good])[:-1], "end behind the file's end")
        self.refused(b"text", "not an ELF file")
        self.refused(b"\x7fEL", "the ELF header is cut off")
        done = run("init", self.path(elf([good])), "-o", self.out)
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (2, 1))


if __name__ == "__main__":
    unittest.main()
