# SPDX-License-Identifier: Apache-2.0
"""`ntrace record --registers`: the values recorded are those that the instructions compute."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

NEEDS = ("build/programs/interpreter32.ntr", "build/programs/kernel.elf", "build/programs/sort.ntr")
NTRACE = os.path.abspath(os.environ.get("NTRACE", "build/ntrace"))
PROGRAMS = pathlib.Path("build/programs")
LIMIT = 30_000


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def computed(insn, pc, x, xlen):
    """The register that an instruction of the base set writes, and its value; None for all others.
    From the unprivileged text: LUI, AUIPC, JAL, JALR, OP-IMM, OP without multiplication."""
    opcode, rd, funct3 = insn & 0x7f, insn >> 7 & 31, insn >> 12 & 7
    a, b, funct7 = x[insn >> 15 & 31], x[insn >> 20 & 31], insn >> 25
    if opcode == 0x37:
        return rd, signed(insn & 0xfffff000, 32)
    if opcode == 0x17:
        return rd, pc + signed(insn & 0xfffff000, 32)
    if opcode in (0x6f, 0x67):
        return rd, pc + 4
    if opcode == 0x13 or (opcode == 0x33 and funct7 in (0, 0x20)):
        immediate = opcode == 0x13
        operand = signed(insn >> 20, 12) if immediate else b
        alternative = insn >> 30 & 1 and (not immediate or funct3 == 5)
        shift = operand & (xlen - 1)
        return rd, [a - operand if alternative else a + operand, a << shift,
                    int(signed(a, xlen) < signed(operand, xlen)),
                    int(a % 2**xlen < operand % 2**xlen), a ^ operand,
                    signed(a, xlen) >> shift if alternative else a >> shift,
                    a | operand, a & operand][funct3]
    return None


def computed_by_half(insn, x):
    """Likewise of 16 bits: C.ADDI, C.LI, C.SLLI, C.MV, C.ADD."""
    rd, rs2 = insn >> 7 & 31, insn >> 2 & 31
    immediate = signed(insn >> 12 & 1, 1) * 32 + rs2
    return {(1, 0): (rd, x[rd] + immediate), (1, 2): (rd, immediate),
            (2, 0): (rd, x[rd] << (insn >> 12 & 1) * 32 + rs2),
            (2, 4): (rd, x[rs2] + (x[rd] if insn >> 12 & 1 else 0)) if rs2 else None,
            }.get((insn & 3, insn >> 13))


class Registers(unittest.TestCase):
    def check(self, program, xlen):
        """Every register that an instruction computes has the value that it should have."""
        with tempfile.TemporaryDirectory() as folder:
            recording = pathlib.Path(folder) / "r.ntr"
            done = subprocess.run([NTRACE, "record", "-e", PROGRAMS / f"{program}.elf", "--registers", "-l",
                                   str(LIMIT), "--timeout", "600", "-o", recording],
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            listed = subprocess.run([NTRACE, "info", recording, "--retired", "--json"],
                                    capture_output=True, text=True, check=True).stdout
            self.same_trace(program, recording)
        x = [0] * 32
        compared = 0
        for step in map(json.loads, listed.splitlines()):
            written = {access["number"]: int(access["value"], 16) for access in step["accesses"]
                       if access["kind"] == "x"}
            wanted = None
            if step["kind"] == "insn":
                insn = int(step["insn"], 16)
                wanted = (computed_by_half(insn, x) if step["size"] == 2 else
                          computed(insn, int(step["pc"], 16), x, xlen))
            for number, value in written.items():
                x[number] = value
            if wanted and wanted[0]:
                compared += 1
                self.assertEqual(hex(x[wanted[0]]), hex(wanted[1] % 2**xlen), step)
                self.assertLessEqual(set(written), {wanted[0]}, step)
        self.assertGreater(compared, LIMIT // 8)

    def same_trace(self, program, recording):
        """Registers make no other trace."""
        traces = [subprocess.run([NTRACE, "encode", path, "-l", str(LIMIT - 10), "-o", "-"],
                                 capture_output=True, check=True).stdout
                  for path in (recording, PROGRAMS / f"{program}.ntr")]
        self.assertEqual(*traces)

    def test_of_rv64(self):
        self.check("sort", 64)

    def test_of_rv32(self):
        self.check("interpreter32", 32)

    def test_traps_have_written_their_csrs(self):
        with tempfile.TemporaryDirectory() as folder:
            recording = pathlib.Path(folder) / "r.ntr"
            subprocess.run([NTRACE, "record", "-e", PROGRAMS / "kernel.elf", "--registers", "-l", "60000",
                            "--timeout", "600", "-o", recording], check=True, capture_output=True)
            listed = subprocess.run([NTRACE, "info", recording, "--retired", "--json"],
                                    capture_output=True, text=True, check=True).stdout
        csrs, traps = {}, 0
        for step in map(json.loads, listed.splitlines()):
            csrs.update({access["name"]: int(access["value"], 16) for access in step["accesses"]
                         if access["kind"] == "csr"})
            if step["kind"] == "trap":
                traps += 1
                mode = "m" if int(step["next"], 16) == csrs["mtvec"] & ~3 else "s"
                cause = step["cause"] | step["interrupt"] << 63
                self.assertEqual((hex(csrs[f"{mode}epc"]), hex(csrs[f"{mode}cause"]),
                                  hex(csrs[f"{mode}tval"])),
                                 (step["pc"], hex(cause), step["tval"]), step)
        self.assertGreater(traps, 5)


if __name__ == "__main__":
    unittest.main()
