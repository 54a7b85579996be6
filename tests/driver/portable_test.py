# SPDX-License-Identifier: Apache-2.0
"""The driver needs no libc: firmware for a machine without an operating system compiles it as it is."""
import pathlib
import re
import subprocess
import tempfile
import unittest

SOURCES = sorted(pathlib.Path("driver").glob("*.c"))
HEADERS = sorted(pathlib.Path("driver").glob("*.h"))
TARGETS = [["-march=rv32imac", "-mabi=ilp32"], ["-march=rv64imac", "-mabi=lp64"]]


class PortableTest(unittest.TestCase):
    def test_it_includes_fixed_width_integers_and_bool_alone(self):
        for path in [*SOURCES, *HEADERS]:
            for name in re.findall(r'#include [<"](.*)[>"]', path.read_text(encoding="utf-8")):
                self.assertTrue(name in ("stdint.h", "stdbool.h") or name.startswith("driver/"),
                                f"{path}: {name}")

    def test_it_compiles_for_bare_machines_and_calls_nothing_outside(self):
        for target in TARGETS:
            with self.subTest(target), tempfile.TemporaryDirectory() as folder:
                linked = f"{folder}/driver.o"
                subprocess.run(["riscv64-unknown-elf-gcc", *target, "-std=c11", "-Os", "-Wall",
                                "-Wextra", "-Wconversion", "-Werror", "-ffreestanding", "-nostdlib",
                                "-I.", "-r", *map(str, SOURCES), "-lgcc", "-o", linked], check=True)
                names = subprocess.run(["riscv64-unknown-elf-nm", "-u", linked], check=True,
                                       capture_output=True, text=True).stdout.split()
                # What a compiler may always call
                self.assertLessEqual(set(names) - {"U"}, {"memcpy", "memset", "memcmp", "memmove"})


if __name__ == "__main__":
    unittest.main()
