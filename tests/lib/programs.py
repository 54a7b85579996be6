# SPDX-License-Identifier: Apache-2.0
"""Programs of tests/programs, their traces, and what binutils say of them."""
import bisect
import collections
import re
import subprocess

from tests.lib.catalogue import ROOT

NTRACE = str(ROOT / "build/ntrace")
PROGRAMS = ROOT / "build/programs"
TOOLS = "riscv64-unknown-elf-"


def make_recordings():
    subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", "recordings"], check=True,
                   capture_output=True)


def tool(name, *arguments, stdin=None):
    return subprocess.run([TOOLS + name, *map(str, arguments)], check=True, capture_output=True,
                          text=True, input=stdin).stdout


def ntrace(*arguments):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, text=True,
                          check=False, cwd=ROOT)


class Trace:
    """A program's trace, and how to decode it."""

    def __init__(self, folder, program, *settings, images=None):
        self.elf = PROGRAMS / f"{program}.elf"
        self.path = folder / f"{program}.nex"
        self.options = list(settings)
        recording = PROGRAMS / f"{program}.ntr"
        self.images = images or ["--image", recording, "--image", self.elf]
        made = ntrace("encode", recording, "-o", self.path, *settings)
        if made.returncode != 0:
            raise RuntimeError(made.stderr)

    def run(self, *arguments):
        return ntrace("decode", self.path, *self.images, *self.options, *arguments)

    def to(self, form, *arguments):
        result = self.run("--to", form, *arguments)
        if (result.returncode, result.stderr) != (0, ""):
            raise RuntimeError(result.stderr)
        return result.stdout

    def pcs(self, *arguments):
        return [int(line, 16) for line in self.to("pc", *arguments).split()]


class Symbols:
    """Names of code by nm: where an address lies is the last symbol of code at or before it."""

    def __init__(self, elf):
        found = {}
        for line in tool("nm", "-n", elf).splitlines():
            address, kind, name = line.split(maxsplit=2)
            if kind in "tTwW" and not name.startswith((".L", "$")):
                found.setdefault(int(address, 16), []).append(name)
        self.starts = sorted(found)
        self.names = [found[start] for start in self.starts]

    def at(self, pc):
        """All names of the place; none before the first."""
        index = bisect.bisect_right(self.starts, pc) - 1
        return self.names[index] if index >= 0 and pc >= 0x80000000 else []


def source_lines(elf, addresses):
    """(file, line) of each address, None where there is none."""
    text = tool("addr2line", "-e", elf, stdin="".join(f"{pc:#x}\n" for pc in addresses))
    lines = []
    for line in text.splitlines():
        path, number = re.sub(r" \(discriminator.*", "", line).rsplit(":", 1)
        lines.append((path, int(number)) if number.isdigit() and number != "0" else None)
    return dict(zip(addresses, lines))


Insn = collections.namedtuple("Insn", "pc bytes mnemonic size")


def instructions(elf):
    """All instructions of the code, by address."""
    found = {}
    for line in tool("objdump", "-d", "-M", "no-aliases", elf).splitlines():
        match = re.match(r"\s*([0-9a-f]+):\s+([0-9a-f]+)\s+(\S+)", line)
        if match:
            pc = int(match[1], 16)
            found[pc] = Insn(pc, match[2], match[3], len(match[2]) // 2)
    return found
