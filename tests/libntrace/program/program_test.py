# SPDX-License-Identifier: Apache-2.0
"""Programs of real ELF files: functions and lines against nm and addr2line."""
import re
import struct
import subprocess
import unittest

from tests.lib.catalogue import ROOT
from tests.lib.program import ImageSpec, Program, ProgramError

NEEDS = ("build/programs/calls.elf", "build/programs/kernel.elf", "build/programs/nbody.elf",
         "build/programs/selfmod.elf", "build/programs/sort32.elf")
OPENSBI = "/usr/lib/riscv64-linux-gnu/opensbi/generic/fw_jump.elf"
UBOOT = "/usr/lib/u-boot/qemu-riscv64_smode/uboot.elf"
RELOCATED = 0x5f72e000


def build(name):
    subprocess.run(["make", "SETUP=no", "-s", f"build/programs/{name}.elf"], cwd=ROOT, check=True)
    return str(ROOT / f"build/programs/{name}.elf")


def made(name):
    """Where an ELF file that a test makes goes: not to the programs, which all run and are recorded."""
    folder = ROOT / "build/tests/elf"
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / name)


def tool(name, *arguments, stdin=None):
    done = subprocess.run([f"riscv64-unknown-elf-{name}", *arguments], input=stdin,
                          capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout.splitlines()


def symbols(elf, *options):
    """Name, address and size (0 where nm has none) of what nm calls code."""
    for line in tool("nm", "-S", *options, elf):
        found = re.match(r"([0-9a-f]+) (?:([0-9a-f]+) )?[tTwW] (.+)", line)
        if found and not found[3].startswith(("$", ".L")):
            yield found[3], int(found[1], 16), int(found[2] or "0", 16)


class ProgramTest(unittest.TestCase):
    def test_functions_are_those_that_nm_lists(self):
        for elf, options in ((build("kernel"), []), (build("nbody"), []), (build("sort32"), []),
                             (UBOOT, ["-D"])):
            known = {}
            for name, start, size in symbols(elf, *options):
                known.setdefault(start, []).append((name, size))
            with Program(elf) as program:
                functions = program.functions()
                self.assertGreater(len(functions), 10)
                named = [row for row in functions if not row[0].startswith("sub_")]
                self.assertGreaterEqual(len(named), 20 if elf == UBOOT else len(functions))
                for name, start, size in named:
                    self.assertIn(name, [n for n, _ in known[start]])
                    self.assertGreater(size, 0)
                    sized = [s for n, s in known[start] if n == name and s != 0]
                    if sized:
                        self.assertEqual(size, sized[0], name)
                    self.assertEqual(program.function(start), name)

    def test_an_address_within_a_function_names_it(self):
        with Program(build("kernel")) as program:
            starts = {name: (start, size) for name, start, size in program.functions()}
            start, size = starts["machine_trap"]
            self.assertEqual(program.function(start + size - 2), "machine_trap")
            self.assertNotEqual(program.function(start + size), "machine_trap")
            self.assertIsNone(program.function(0x1000))

    def test_lines_are_those_of_addr2line(self):
        for name in ("kernel", "calls", "sort32", "selfmod"):
            elf = build(name)
            with Program(elf) as program:
                starts = [start for _, line, start, _ in program.lines() if line != 0]
                self.assertGreater(len(starts), 50)
                asked = [pc for start in starts for pc in (start, start + 2)
                         if program.line(pc) is not None]
                said = tool("addr2line", "-e", elf, stdin="\n".join(map(hex, asked)))
                self.assertEqual(len(said), len(asked))
                for pc, line in zip(asked, said):
                    file, number = program.line(pc)
                    path, _, want = line.split(" (")[0].rpartition(":")
                    with self.subTest(elf=elf, pc=hex(pc)):
                        self.assertEqual(str(number), want)
                        self.assertTrue(path.endswith(file), (path, file))

    def test_dwarf_4_and_5_give_the_same_lines(self):
        elf, lines = {}, {}
        for version in (4, 5):
            elf[version] = made(f"dwarf{version}.elf")
            tool("gcc", "--specs=picolibc.specs", "-nostartfiles", "-mcmodel=medany", "-O2",
                 f"-gdwarf-{version}", "-misa-spec=2.2", "-march=rv64gc", "-mabi=lp64d",
                 "-Itests/programs", "-T", "tests/programs/common/program.ld",
                 "-Wl,--no-warn-rwx-segments", "tests/programs/calls.c",
                 "tests/programs/common/start.S", "-o", elf[version])
            with Program(elf[version]) as program:
                # DWARF 5 names files with their directory where 4 may leave it to the unit's.
                lines[version] = [(file.rpartition("/")[2], *rest)
                                  for file, *rest in program.lines()]
        self.assertGreater(len(lines[4]), 50)
        self.assertEqual(lines[4], lines[5])

    def test_firmware_that_relocates_itself_is_there_twice(self):
        with Program(UBOOT, ImageSpec(path=UBOOT.encode(), offset=RELOCATED)) as program:
            functions = program.functions(0)
            moved = [(name, start + RELOCATED, size) for name, start, size in functions]
            self.assertEqual(program.functions(1), moved)
            for name, start, _ in functions[::100]:
                self.assertEqual(program.function(start), name)
                self.assertEqual(program.function(start + RELOCATED), name)
                self.assertEqual(program.disassemble(start)[0],
                                 program.disassemble(start + RELOCATED)[0])

    def test_functions_of_a_stripped_firmware_are_found_in_its_code(self):
        with Program(OPENSBI) as program:
            self.assertEqual(program.disassemble(0x80000000)[1], "add s0, a0, zero")
            self.assertEqual(program.function(0x80000000), "sub_80000000")
            self.assertEqual(program.function(0x80002a4a), "sbi_tlb_local_fence_i")
            self.assertGreater(len(program.functions()), 300)
            self.assertEqual(program.lines(), [])

    def test_most_functions_of_a_program_are_found_without_its_symbols(self):
        elf = build("nbody")
        stripped = made("nbody-stripped.elf")
        tool("objcopy", "--strip-all", elf, stripped)
        with Program(elf) as program:
            known = {start for _, start, _ in program.functions()}
        with Program(stripped) as program:
            found = {start for _, start, _ in program.functions()}
        self.assertGreater(len(found & known), len(known) // 2)
        self.assertLess(len(found - known), len(found) // 4)

    def test_functions_are_looked_for_in_no_more_code_than_the_file_has(self):
        count, code = 3, bytes.fromhex("ef008000") + bytes.fromhex("0100") * 512  # jal ra, .+8
        at = 64 + 56 * count
        header = b"\x7fELF\2\1\1" + bytes(9) + struct.pack(
            "<HHIQQQIHHHHHH", 2, 243, 1, 0x10000, 64, 0, 0, 64, 56, count, 64, 0, 0)
        segments = b"".join(struct.pack("<IIQQQQQQ", 1, 5, at, 0x10000 * i, 0, len(code),
                                        len(code), 4) for i in range(1, count + 1))
        path = made("same-bytes.elf")
        with open(path, "wb") as file:
            file.write(header + segments + code)
        with Program(path) as program:
            starts = [start for _, start, _ in program.functions()]
        self.assertEqual(starts, [0x10008])

    def test_a_program_has_one_xlen(self):
        with self.assertRaisesRegex(ProgramError, "XLEN is 32, but 64 in the images before"):
            Program(build("kernel"), build("sort32"))

    def test_what_is_no_program_is_told_with_file_offset_and_reason(self):
        for path, reason in (("/bin/true", r"^/bin/true: offset 18: an ELF file for machine 62, "
                                           r"not for RISC-V \(243\)$"),
                             ("README.md", "^README.md: line [0-9]+: neither an ingress file nor an image$"),
                             ("no-such-file", "^no-such-file: No such file")):
            with self.assertRaisesRegex(ProgramError, reason):
                Program(path)


if __name__ == "__main__":
    unittest.main()
