# SPDX-License-Identifier: Apache-2.0
"""The disassembler against objdump: instructions of programs, and each row of its table."""
import random
import re
import subprocess
import tempfile
import unittest

from tests.lib.catalogue import ROOT
from tests.lib.program import Program

NEEDS = ("build/programs/kernel.elf", "build/programs/kernel32.elf", "build/programs/nbody.elf",
         "build/programs/sort32.elf")
TABLE = ROOT / "libntrace/program/insn_table.c"
ROW = re.compile(r'\{"([^"]+)",\s*(0x[0-9a-f]+),\s*(0x[0-9a-f]+),\s*"([^"]*)",\s*(\d+),'
                 r'\s*(0x[0-9a-f]+|0)\}')
ARCH = ("rv{}i2p1_m_a_f_d{}_c_h_zicsr_zifencei_zfh_zba_zbb_zbc_zbs_zbkb_zbkc_zbkx_zknd_zkne_zknh"
        "_zksh_svinval_zicbom_zicboz_zawrs")
# Binutils 2.40 does not know these; their encodings were typed from their specifications.
NEWER = {"czero.eqz", "czero.nez", "amocas.w", "amocas.d", "c.lbu", "c.lhu", "c.lh", "c.sb", "c.sh",
         "c.mul", "c.zext.b", "c.sext.b", "c.zext.h", "c.sext.h", "c.zext.w", "c.not", "mnret",
         "brev8", "zip", "unzip"}
OBJDUMP_LINE = re.compile(r"\s*([0-9a-f]+):\t([0-9a-f]+)\s+\t(.*)")
JUMP = re.compile(r"(c\.)?(jal|j|b(eq|ne|lt|ge|ltu|geu|eqz|nez))\b")


def objdump(path, *options):
    """Address and text of each instruction."""
    done = subprocess.run(["riscv64-unknown-elf-objdump", "-d", "-M", "no-aliases", *options, path],
                          capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        found = OBJDUMP_LINE.match(line)
        if found:
            text = re.sub(r"\s*(<.*>|#.*)", "", found[3]).replace("\t", " ").strip()
            if JUMP.match(text):
                text = re.sub(r"\b([0-9a-f]+)$", r"0x\1", text)
            yield int(found[1], 16), text


def plain(text):
    """Ours as objdump writes it: without aliases of its own, and without a space behind a comma."""
    text = re.sub(r"\s*<.*>", "", text).replace(", ", ",")
    text = {"c.nop": "c.addi zero,0", "pause": "fence w,unknown"}.get(text, text)
    return re.sub(r"^(c.s(?:ll|rl|ra)i)( .*),0x0$", r"\g<1>64\2", text)


def assemble(folder, xlen, words):
    """An ELF file of the words."""
    source, elf = f"{folder}/words.S", f"{folder}/words{xlen}.elf"
    arch = ARCH.format(xlen, "_q" if xlen == 64 else "")
    with open(source, "w", encoding="ascii") as file:
        file.write(f'.attribute arch, "{arch}"\n.globl _start\n_start:\n')
        for size, word in words:
            file.write(f".insn {size}, {word:#x}\n")
    subprocess.run(["riscv64-unknown-elf-gcc", f"-march=rv{xlen}gc",
                    "-mabi=" + ("lp64d" if xlen == 64 else "ilp32d"), "-nostdlib", "-o", elf,
                    source], check=True, capture_output=True)
    return elf


def rows(xlen):
    for row in ROW.findall(TABLE.read_text(encoding="ascii")):
        name, mask, match, nonzero, only = (row[0], int(row[1], 16), int(row[2], 16),
                                            int(row[5], 16), int(row[4]))
        if only in (0, xlen) and name not in NEWER and not name.startswith("cm."):
            yield name, mask, match, nonzero


class DisassembleTest(unittest.TestCase):
    def compare(self, elf):
        compared = 0
        with Program(elf) as program:
            for pc, want in objdump(elf):
                size, got = program.disassemble(pc)
                if re.match(r"\.(word|short|[24]byte)|unimp|c.unimp", want):
                    continue  # objdump knows fewer extensions
                if want.endswith(",unknown") and not got == "pause":
                    self.assertTrue(got.startswith(".4byte"), got)  # a reserved rounding mode
                    continue
                with self.subTest(elf=elf, pc=hex(pc)):
                    self.assertEqual(plain(got), want)
                self.assertIn(size, (2, 4))
                compared += 1
        return compared

    def test_programs_read_as_objdump_has_them(self):
        for name in ("kernel", "nbody", "kernel32", "sort32"):
            subprocess.run(["make", "SETUP=no", "-s", f"build/programs/{name}.elf"], cwd=ROOT,
                           check=True)
            self.assertGreater(self.compare(str(ROOT / f"build/programs/{name}.elf")), 500)

    def test_every_instruction_of_the_table_reads_as_objdump_has_it(self):
        source = random.Random(5)
        for xlen in (32, 64):
            words = []
            for name, mask, match, nonzero in rows(xlen):
                size = 2 if match & 3 != 3 else 4
                free = (0xffff if size == 2 else 0xffffffff) & ~mask
                for _ in range(4):
                    word = match | source.getrandbits(32) & free
                    while nonzero and not word & nonzero:
                        word |= source.getrandbits(32) & nonzero
                    words.append((size, word))
            with tempfile.TemporaryDirectory() as folder:
                self.assertGreater(self.compare(assemble(folder, xlen, words)), len(words) * 3 // 4)


if __name__ == "__main__":
    unittest.main()
