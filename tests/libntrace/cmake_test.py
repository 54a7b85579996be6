# SPDX-License-Identifier: Apache-2.0
"""The CMake build of libntrace without what it may be built without: the same results, and clear errors."""
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import library_sources
from tests.lib.catalogue import ROOT
from tests.libntrace.ports import port, streams

# Of each, a build has one
PARTS = [{"elf", "no-elf"}, {"zstd", "no-zstd"}, {"zlib", "no-zlib"}, {"ucontext", "fibers", "threads"},
         {"posix", "windows"}]
BUILD = 9  # NT_ERROR_BUILD


class SourcesTest(unittest.TestCase):
    def test_the_list_has_each_source_once(self):
        found = sorted(path.relative_to(ROOT / "libntrace").as_posix() for path in (ROOT / "libntrace").rglob("*.c"))
        self.assertEqual(sorted(row[0] for row in library_sources.rows(ROOT)), found)

    def test_make_builds_what_the_list_says(self):
        words = subprocess.run(["make", "-s", "SETUP=no", "-f", "Makefile", "--eval", "print: ; @echo $(LIBNTRACE_SRC)", "print"],
                               cwd=ROOT, check=True, capture_output=True, text=True, env=port.CLEAN).stdout.split()
        self.assertEqual(words, [path.relative_to(ROOT).as_posix() for path in library_sources.sources(ROOT)])

    def test_each_part_is_one_that_a_build_can_have(self):
        self.assertEqual({row[1] for row in library_sources.rows(ROOT) if len(row) > 1}, set.union(*PARTS))
        self.assertLessEqual(max(len(row) for row in library_sources.rows(ROOT)), 2)


@unittest.skipIf(shutil.which("cmake") is None, "cmake is not there: apt-get install cmake")
class CMakeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.program = port.build(cls.folder / "plain", *port.NOTHING, "-DNTRACE_COROUTINE=threads", optimize="-O0")
        cls.reference = port.build_reference(cls.folder)
        streams.write(cls.folder, False)

    def one(self, line):
        (self.folder / "ONE").write_text(line + "\n", encoding="ascii")
        return port.run(self.program, "ONE", cwd=self.folder)

    def test_all_small_streams_give_the_same_without_any_library(self):
        wanted = port.run(self.reference, "LIST", cwd=self.folder)
        came = port.run(self.program, "LIST", cwd=self.folder)
        self.assertGreater(wanted.count("\n  instructions "), 1000)
        self.assertEqual(came.splitlines(), wanted.splitlines())

    def test_a_decoder_that_waits_by_threads_passes_the_tests_of_those_that_wait(self):
        for name in "pull", "instructions":
            with self.subTest(name):
                program = self.folder / name
                port.run("gcc", "-std=c11", f"-I{ROOT}", f"-I{ROOT}/include", ROOT / f"tests/libntrace/flow/{name}_test.c",
                         self.folder / "plain/prefix/lib/libntrace.a", "-lcmocka", "-pthread", "-o", program)
                port.run(program)

    def test_a_digest_changes_with_one_bit_of_its_stream(self):
        before = self.one("trace xrle.htm.nex xrle.pcinfo")
        data = bytearray((self.folder / "xrle.htm.nex").read_bytes())
        data[len(data) // 2] ^= 4
        (self.folder / "other.nex").write_bytes(data)
        after = self.one("trace other.nex xrle.pcinfo")
        for name in "messages", "assembly", "events", "pulled", "instructions":
            with self.subTest(name):
                sums = [re.search(rf"\n  {name} .*", text)[0] for text in (before, after)]
                self.assertNotEqual(*sums)

    def test_what_this_build_leaves_out_is_named_in_one_line(self):
        (self.folder / "program.elf").write_bytes(b"\x7fELF" + bytes(60))
        for path in "boot.ntr", "tg-reference/xrle.pcinfo.gz":
            shutil.copy(ROOT / "tests/data" / path, self.folder)
        for image, word in (("program.elf", "NTRACE_ELF"), ("boot.ntr", "NTRACE_ZSTD"),
                            ("xrle.pcinfo.gz", "NTRACE_ZLIB")):
            with self.subTest(image):
                lines = self.one(f"trace xrle.htm.nex {image}").splitlines()
                said = [line for line in lines if line.startswith(f"  {BUILD} ")]
                self.assertEqual(len(said), 1, lines)
                self.assertIn(f"{image}: ", said[0])
                self.assertIn(f"without which this libntrace was built ({word})", said[0])

    def test_pkg_config_finds_it_too(self):
        words = subprocess.run(["pkg-config", "--cflags", "--libs", "--static", "ntrace"], check=True, text=True,
                               capture_output=True, env={**port.CLEAN, "PKG_CONFIG_PATH": str(
                                   self.folder / "plain/prefix/lib/pkgconfig")}).stdout.split()
        self.assertNotIn("-lelf", words)
        port.run("gcc", port.HERE / "digest.c", *words, "-o", self.folder / "by-pkg-config")

    def test_a_library_that_is_missing_is_named_with_what_to_do(self):
        done = subprocess.run(["cmake", "-S", ROOT / "libntrace", "-B", self.folder / "wrong", "-DNTRACE_ELF=OFF",
                               f"-DCMAKE_FIND_ROOT_PATH={self.folder}", "-DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY",
                               "-DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY"], check=False,
                              capture_output=True, text=True, env=port.CLEAN)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("libntrace needs zstd with <zstd.h>", done.stderr)
        self.assertIn("NTRACE_ZSTD", done.stderr)


if __name__ == "__main__":
    unittest.main()
