# SPDX-License-Identifier: Apache-2.0
"""Addresses of the registers that `ntrace tv dump --json` names: those of CSRs by the assembler of
binutils."""
import re
import subprocess
import tempfile
from pathlib import Path

INTEGER = ("zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 "
           "s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6").split()
FLOATING = ("ft0 ft1 ft2 ft3 ft4 ft5 ft6 ft7 fs0 fs1 fa0 fa1 fa2 fa3 fa4 fa5 fa6 fa7 "
            "fs2 fs3 fs4 fs5 fs6 fs7 fs8 fs9 fs10 fs11 ft8 ft9 ft10 ft11").split()
REGISTERS = {**{name: 0x1000 + number for number, name in enumerate(INTEGER)},
             **{name: 0x1020 + number for number, name in enumerate(FLOATING)}}
OLDEST, NEWEST = "1.9.1", "1.12"  # of the privileged specification, that binutils has
TOOLS = "riscv64-unknown-elf-"


def _assembled(names, version):
    """{name: number} of those that the assembler knows."""
    with tempfile.TemporaryDirectory() as place:
        source, made = Path(place) / "a.s", Path(place) / "a.o"
        known = list(names)
        while known:
            source.write_text("".join(f"csrr x0, {name}\n" for name in known), encoding="utf-8")
            done = subprocess.run([f"{TOOLS}as", f"-mpriv-spec={version}", source, "-o", made],
                                  check=False, capture_output=True, text=True)
            lines = {int(line) for line in re.findall(r":(\d+): Error", done.stderr)}
            if not lines:
                break
            known = [name for number, name in enumerate(known, 1) if number not in lines]
        if not known:
            return {}
        subprocess.run([f"{TOOLS}objcopy", "-O", "binary", "-j", ".text", made], check=True)
        code = made.read_bytes()
    return {name: int.from_bytes(code[4 * at:4 * at + 4], "little") >> 20
            for at, name in enumerate(known)}


def csr_numbers(names):
    numbers = {name: int(name, 16) for name in names if name.startswith("0x")}
    for version in (NEWEST, OLDEST):
        numbers.update(_assembled([name for name in names if name not in numbers], version))
    return numbers


def with_numbers(shown, numbers):
    """An object of the dump with addresses for names, and without clauses."""
    of = {"registers": REGISTERS, "csrs": numbers}
    return {key: [{**one, "name": of[key].get(one["name"], one["name"])} for one in value]
            if key in of else
            sorted((one["offset"], one["name"]) for one in value)
            if key in ("violations", "warnings") else value for key, value in shown.items()}
