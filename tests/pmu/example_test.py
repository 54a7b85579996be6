# SPDX-License-Identifier: Apache-2.0
"""The example of docs/sbi-pmu.md, compiled against the library as `make install-pmu` installs it, and
run by a hart of QEMU."""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts import spdx

NEEDS = ("build/pmu/rv32/libntpmu.a", "build/pmu/rv32/libntpmu_fdt.a", "build/pmu/rv64/libntpmu.a",
         "build/pmu/rv64/libntpmu_fdt.a")
EXAMPLE = Path("tests/pmu/example")
PAGE = Path("docs/sbi-pmu.md")
COMMON = Path("tests/programs/common")
ARCH = {64: ["-march=rv64imac", "-mabi=lp64"], 32: ["-march=rv32imac", "-mabi=ilp32"]}
OUTPUT = """counters: 35
instructions are counted by: 3
timers that were set: 3
instructions were counted
"""


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, text=True,
                          stdout=subprocess.PIPE, **options).stdout


class Example(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        run("make", "-s", "SETUP=no", "install-pmu", f"PREFIX={cls.folder.name}")

    def flags(self, xlen):
        words = run("pkg-config", f"--define-variable=arch=rv{xlen}", "--cflags", "--libs", "ntpmu",
                    env={"PKG_CONFIG_PATH": f"{self.folder.name}/lib/pkgconfig", "PATH": "/usr/bin:/bin"})
        return words.split()

    def test_runs(self):
        for xlen, arch in ARCH.items():
            with self.subTest(xlen=xlen):
                program = f"{self.folder.name}/example{xlen}"
                run("riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-nostartfiles", "-mcmodel=medany",
                    "-misa-spec=2.2", *arch, "-std=gnu11", "-Os", "-ffreestanding", "-Wall", "-I.", "-T",
                    COMMON / "program.ld", "-Wl,--no-warn-rwx-segments", *EXAMPLE.glob("*.c"),
                    COMMON / "start.S", *self.flags(xlen), "-o", program)
                self.assertEqual(run(f"qemu-system-riscv{xlen}", "-M", "virt", "-cpu",
                                     f"rv{xlen},sscofpmf=on", "-icount", "shift=0", "-bios", "none",
                                     "-nographic", "-kernel", program), OUTPUT)

    def test_page_has_it(self):
        blocks = re.findall(r"```c\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
        self.assertIn(spdx.body((EXAMPLE / "sbi_pmu.c").read_text(encoding="ascii")), blocks)

    def test_manual_page(self):
        names = set(re.findall(r"\b(nt_pmu_\w+)\(", Path("pmu/nt_pmu.h").read_text(encoding="ascii")))
        manual = Path(f"{self.folder.name}/share/man/man3/nt_pmu.3").read_text(encoding="ascii")
        self.assertEqual({name for name in names - set(re.findall(r"nt_pmu_\w+", manual))},
                         {"nt_pmu_riscv_csr_read", "nt_pmu_riscv_csr_write"})


if __name__ == "__main__":
    unittest.main()
