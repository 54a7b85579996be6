#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make demo: firmware boots, its trace is made in Verilog and in C at once, and judged.

Everything that comes out lies in build/demo: the recording, the bytes, a waveform, the summary.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys

NTRACE = "build/ntrace"
OUT = "build/demo"
KEPT = "tests/data/boot.ntr"
FIRMWARE = "/usr/lib/riscv64-linux-gnu/opensbi/generic/fw_jump.elf"
LOADER = "/usr/lib/u-boot/qemu-riscv64_smode/uboot.elf"
# The loader moves itself to the end of memory: it is there twice.
ELF = [FIRMWARE, LOADER, LOADER + ",offset=0x7d57000"]


def step(text):
    print(f"\n== {text}", flush=True)


def run(*command, capture=False):
    """Runs a command, shown as it could be typed; ends the demo with its exit status if that is 2."""
    print("   $ " + " ".join(command), flush=True)
    done = subprocess.run(command, stdout=subprocess.PIPE if capture else None, text=True,
                          check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.returncode)
    return done


def record(instructions):
    """The boot of OpenSBI and U-Boot; where there is no QEMU, the one that lies in tests/."""
    if not shutil.which("qemu-system-riscv64"):
        print(f"   no qemu-system-riscv64 here: taking the recording {KEPT}")
        return KEPT
    path = f"{OUT}/boot.ntr"
    if not os.path.exists(path):
        run(NTRACE, "record", "--timeout", "600", "--boot", "opensbi-uboot", "--limit", str(instructions), "-o", path)
    run(NTRACE, "info", path)
    return path


def lockstep(recording):
    done = run(NTRACE, "lockstep", recording, "-o", f"{OUT}/boot.nex", "--report",
               f"{OUT}/mismatch", "--json", capture=True)
    return json.loads(done.stdout)


def report(result):
    """The summary, as lines of text."""
    by_tcode = result["by_tcode"]
    lines = ["message                        number"]
    for name, number in sorted(by_tcode.items(), key=lambda item: -item[1]):
        if number:
            lines.append(f"{name:26s} {number:10d}")
    lines += [
        "",
        f"cycles                     {result['cycles']:10d}",
        f"instructions               {result['instructions']:10d}",
        f"messages                   {result['messages']:10d}",
        f"bytes                      {result['bytes']:10d}",
        f"bits per instruction       {result['bits_per_instruction']:10.4f}",
        "",
        f"RTL against model          {result['mismatches']} mismatches",
        f"round trip                 {result['roundtrip']}",
        f"pins                       {result['pins']}",
        f"rules broken               {result['rules_broken']}",
    ]
    return lines


def passed(result):
    return (result["mismatches"] == 0 and result["roundtrip"] == "exact"
            and result["rules_broken"] == 0
            and result["decoded"] == result["instructions"] > 0)


def show_bytes(recording):
    """The first messages and instructions, so that one sees what went in and what comes back.
    Returns how many instructions came back."""
    first = run(NTRACE, "dump", f"{OUT}/boot.nex", "--messages", capture=True).stdout
    print("\n".join("   " + line for line in first.splitlines()[:8]))
    command = [NTRACE, "decode", f"{OUT}/boot.nex", "--image", recording, "--to", "pc"]
    print("   $ " + " ".join(command), flush=True)
    count, first = 0, []
    with subprocess.Popen(command, stdout=subprocess.PIPE) as decoder:
        for chunk in iter(lambda: decoder.stdout.read(1 << 20), b""):
            first = first or chunk[:200].decode().splitlines()[:6]
            count += chunk.count(b"\n")
    print("   " + " ".join(first) + f" ...   {count} instructions")
    return count


def show_functions(recording):
    """Where the instructions were spent: a table's head, and a flame graph."""
    images = [recording, *(spec for spec in ELF if os.path.exists(spec.partition(",")[0]))]
    decode = [NTRACE, "decode", f"{OUT}/boot.nex", *(w for i in images for w in ("--image", i))]
    table = run(*decode, "--to", "stats", capture=True).stdout
    print("\n".join("   " + line for line in table.splitlines()[:6]))
    run(*decode, "--to", "flame", "--title", "boot", "-o", f"{OUT}/flame.svg")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--instructions", type=int, default=20_000_000,
                        help="how much of the boot is recorded (%(default)s)")
    arguments = parser.parse_args()
    os.makedirs(OUT, exist_ok=True)

    step("Record: OpenSBI starts U-Boot under QEMU")
    recording = record(arguments.instructions)
    step("Lockstep: Verilog and C in the same cycles, every output and probe compared")
    result = lockstep(recording)
    step("Waveform: RTL and model side by side, the first cycles of the boot")
    run(NTRACE, "lockstep", recording, "--limit", "20000", "--wave", f"{OUT}/boot.fst", "--window",
        "0:4000", "--report", f"{OUT}/mismatch", "--json", capture=True)
    print(f"   open it with: gtkwave {OUT}/boot.fst {OUT}/boot.gtkw")
    step("Bytes, and decoded back")
    result["decoded"] = show_bytes(recording)

    step("Functions: the same trace as a table and as a flame graph")
    show_functions(recording)

    step("Result")
    lines = report(result)
    print("\n".join("   " + line for line in lines))
    with open(f"{OUT}/summary.txt", "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")
    with open(f"{OUT}/summary.json", "w", encoding="ascii") as file:
        json.dump(result, file, indent=2)
        file.write("\n")
    print(f"\n   {OUT}: boot.nex, boot.fst, boot.gtkw, flame.svg, summary.txt, "
          "summary.json")
    print("   all witnesses agree" if passed(result) else "   NOT as it should be")
    return 0 if passed(result) else 1


sys.exit(main())
