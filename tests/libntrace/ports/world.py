# SPDX-License-Identifier: Apache-2.0
"""libntrace built by CMake for other systems gives the same of all reference streams: threads instead of ucontext
and shared, Windows (mingw-w64, wine), big-endian (s390x, qemu-user). `make ports-test`; `scripts/setup nightly`
installs what it needs."""
import os
import shutil
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.libntrace.ports import port, streams

SYSROOT = ROOT / "build/ports/s390x"
PACKAGES = ("zlib1g", "zlib1g-dev", "libzstd1", "libzstd-dev", "libelf1", "libelf-dev", "libdw1", "libdw-dev",
            "liblzma5", "libbz2-1.0")
LIBRARIES = [SYSROOT / "lib/s390x-linux-gnu", SYSROOT / "usr/lib/s390x-linux-gnu"]
QEMU = ["qemu-s390x", "-L", "/usr/s390x-linux-gnu", "-E", f"LD_LIBRARY_PATH={':'.join(map(str, LIBRARIES))}"]
BIG = (f"-DCMAKE_TOOLCHAIN_FILE={port.HERE}/s390x.cmake", f"-DSYSROOT={SYSROOT}")
# How functions without symbols were read once
FAULT = ("functions_found.c", "return nt_little_32(word);", "uint32_t wrong; memcpy(&wrong, word, 4); return wrong;")


class PortsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        streams.write(cls.folder, True)
        with_elf = list(streams.of_program(cls.folder))
        (cls.folder / "ELF").write_text("".join(" ".join(line) + "\n" for line in with_elf), encoding="ascii")
        cls.reference = port.build_reference(cls.folder)
        cls.wanted = {name: cls.output([cls.reference], name) for name in ("LIST", "ELF")}

    @classmethod
    def output(cls, program, name, **options):
        return port.run(*program, name, cwd=cls.folder, **options).splitlines()

    def assert_same(self, name, came, without=()):
        """The lines, but for streams that a port does not read."""
        def kept(lines):
            skip = False
            for line in lines:
                skip = line.startswith(without) if not line.startswith(" ") and without else skip
                if not skip:
                    yield line
        self.assertEqual(list(kept(came)), list(kept(self.wanted[name])))

    def test_the_reference_decodes_all_of_it(self):
        self.assertGreater(len(self.wanted["LIST"]), 10_000)
        self.assertGreater(len(self.wanted["ELF"]), 10)

    def test_a_shared_library_that_waits_by_threads(self):
        program = port.build(self.folder / "threads", "-DNTRACE_COROUTINE=threads", "-DBUILD_SHARED_LIBS=ON")
        environment = {**port.CLEAN, "LD_LIBRARY_PATH": str(self.folder / "threads/prefix/lib")}
        for name in "LIST", "ELF":
            self.assert_same(name, self.output([program], name, env=environment))

    def test_windows(self):
        program = port.build(self.folder / "windows", f"-DCMAKE_TOOLCHAIN_FILE={port.HERE}/mingw.cmake",
                             "-DNTRACE_ELF=OFF", "-DNTRACE_ZSTD=OFF",
                             "-DNTRACE_z_LIBRARY=/usr/x86_64-w64-mingw32/lib/libz.a")
        environment = {**port.CLEAN, "WINEPREFIX": str(self.folder / "wine"), "WINEDEBUG": "-all", "DISPLAY": ""}
        self.assert_same("LIST", self.output(["wine", program], "LIST", env=environment), ("recording ",))

    def test_a_big_endian_machine(self):
        program = port.build(self.folder / "big", *BIG)
        for name in "LIST", "ELF":
            self.assert_same(name, self.output([*QEMU, program], name))

    def test_a_byte_order_that_is_assumed_is_noticed(self):
        wrong = self.folder / "wrong-sources"
        for folder in "libntrace", "include":
            shutil.copytree(ROOT / folder, wrong / folder)
        shutil.copy(ROOT / "VERSION", wrong)
        source = wrong / "libntrace/program" / FAULT[0]
        text = source.read_text(encoding="utf-8")
        self.assertEqual(text.count(FAULT[1]), 1)
        source.write_text(text.replace(*FAULT[1:]), encoding="utf-8")
        program = port.build(self.folder / "wrong", *BIG, source=wrong / "libntrace")
        self.assertNotEqual(self.output([*QEMU, program], "ELF"), self.wanted["ELF"])


def load_tests(loader, tests, pattern):
    del pattern
    port.run(ROOT / "scripts/sysroot", "s390x", SYSROOT, *PACKAGES, env=os.environ)
    return loader.loadTestsFromTestCase(PortsTest) if tests is None else tests


if __name__ == "__main__":
    unittest.main()
