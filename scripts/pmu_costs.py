#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures of the SBI PMU library: bytes of code, of stack and of state, instructions of a call.

    pmu_costs.py [--check]

Writes them into docs/sbi-pmu.md; --check writes nothing, and ends with status 1 where they are others.
Needs what `make pmu pmu-host` builds. Stack is the sum of frames on the deepest way, as the compiler
tells them; instructions are those of a hart of QEMU (tests/pmu/cost.c)."""
import argparse
import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import marks  # noqa: E402 (the path comes first)

PAGE = ROOT / "docs/sbi-pmu.md"
TOOLS = "riscv64-unknown-elf-"
XLENS = (64, 32)


def folder(xlen):
    return ROOT / f"build/pmu/rv{xlen}"


def output(*command):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, check=True,
                          text=True).stdout


def text_of(path):
    """Bytes of code and constants of an object."""
    return int(output(TOOLS + "size", path).splitlines()[1].split()[0])


def state_of(xlen):
    """Bytes of struct nt_pmu_hart."""
    symbols = output(TOOLS + "nm", "-S", ROOT / f"build/tests/pmu/cost{xlen}.elf")
    return int(re.search(r"^\w+ (\w+) b hart$", symbols, re.M)[1], 16)


def frames(xlen):
    """Bytes of stack by function; all are fixed."""
    found = {}
    for path in folder(xlen).glob("*.su"):
        for line in path.read_text(encoding="ascii").splitlines():
            where, size, kind = line.split("\t")
            assert kind == "static", line
            found[re.sub(r"\..*", "", where.rsplit(":", 1)[-1])] = int(size)
    return found


def call_graph(path):
    """Who calls whom, from the relocations of the code."""
    calls, caller = {}, None
    for line in output(TOOLS + "objdump", "-dr", path).splitlines():
        if match := re.match(r"[0-9a-f]+ <(\w+)[^>]*>:$", line):
            caller = match[1]
        elif match := re.search(r"R_RISCV_(?:CALL|CALL_PLT|JAL|RVC_JUMP)\s+(\w+)", line):
            calls.setdefault(caller, set()).add(match[1])
    return calls


def deepest(function, calls, sizes):
    return sizes.get(function, 0) + max(
        (deepest(callee, calls, sizes) for callee in calls.get(function, ())
         if callee in sizes and callee != function), default=0)


def stack_of(xlen):
    return deepest("nt_pmu_call", call_graph(folder(xlen) / "ntpmu.o"), frames(xlen))


def instructions(xlen):
    """By the name of a call."""
    text = output(f"qemu-system-riscv{xlen}", "-M", "virt", "-cpu", f"rv{xlen},sscofpmf=on,pmu-num=29",
                  "-bios", "none", "-icount", "shift=0", "-nographic", "-kernel",
                  ROOT / f"build/tests/pmu/cost{xlen}.elf")
    return {name: int(number) for name, number in re.findall(r"^(.*) (\d+)$", text, re.M)}


def rows():
    yield "| | RV64 | RV32 |"
    yield "| --- | ---: | ---: |"
    for name, figure in (
            ("bytes of code", lambda xlen: text_of(folder(xlen) / "ntpmu.o")),
            ("with all CSRs by number", lambda xlen: text_of(folder(xlen) / "ntpmu.o") +
             text_of(folder(xlen) / "csr_riscv.o")),
            ("bytes of stack", stack_of), ("bytes of state for each hart", state_of)):
        yield f"| {name} | " + " | ".join(f"{figure(xlen):,}" for xlen in XLENS) + " |"
    costs = [instructions(xlen) for xlen in XLENS]
    for name in costs[0]:
        yield f"| instructions of {name} | " + " | ".join(f"{cost[name]:,}" for cost in costs) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, only compare")
    check = parser.parse_args().check
    page = PAGE.read_text(encoding="utf-8")
    made = marks.replace(page, "costs", rows())
    if check:
        print("as in the page" if made == page else f"{PAGE.name} has other figures: scripts/pmu_costs.py")
        return int(made != page)
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
