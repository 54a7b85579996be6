# SPDX-License-Identifier: Apache-2.0
"""The worked examples that the specifications print, from tests/data/examples: messages and bytes
there were made by hand. Their programs, known by type alone, become instructions of that type."""
import re

from scripts.vectors.assembler import Instruction, parse
from scripts.vectors.vector import ROOT, Vector

FOLDER = ROOT / "tests/data/examples"
TEXTS = {"L4": "nop", "L2": "c.nop", "BD4": "beq zero, zero, {}", "BD2": "c.beqz a0, {}", "JD4": "j {}",
         "JD2": "c.j {}", "CD4": "jal ra, {}", "CI4": "jalr ra, 0(a0)", "CI2": "c.jalr a0",
         "JI4": "jalr zero, 0(a0)", "JI2": "c.jr a0", "R4": "ret", "R2": "c.ret"}


class Typed:
    """An instruction known by type alone."""

    def __init__(self, text):
        self.text = text

    def line(self):
        return f"#: {self.text}"


def instruction(line, typed):
    """Address and instruction of a line of pcinfo."""
    address, kind, *target = line.split(",")
    address = int(address, 0)
    if typed or kind not in TEXTS:
        return address, Typed(line)
    text = TEXTS[kind].format(*target)
    try:
        code, size, what, goal = parse(text, address)
    except ValueError:  # its target is too far
        return address, Typed(line)
    return address, Instruction(address, text, code & 0xffffffff, size, what, goal)


class Example(Vector):
    def __init__(self, path, typed):
        text = path.read_text(encoding="ascii")
        head, _, rest = text.partition("ntrace-ingress 2 ")
        lines = rest.split("\nend")[0].splitlines()
        words = " ".join(line.lstrip("# ") for line in head.splitlines())
        fields = {}
        for name, value in re.findall(r"(\w+)=(\w+)", " ".join(line for line in lines if line.startswith("set "))):
            fields.setdefault(name, int(value, 0))
        clause = re.search(r'(N-Trace 1\.0(?:\.0_rc7)?|Efficient Trace[^,]*), "([^"]*)"', words)
        parameters = {name: int(value) for name, value in re.findall(r"^#! (\w+)=(\w+)$", text, re.M)}
        mode = fields.pop("trTeInstMode", 0)
        super().__init__(f"example-{path.stem}", words, clause[2] if clause else "worked example",
                         build=re.search(r"build=(\S+)", lines[0])[1], mode=mode, parameters=parameters, **fields)
        self.own_header, self.own_lines = "ntrace-ingress 2 " + lines[0], lines[1:]
        self.program = dict(instruction(line, typed) for line in re.findall(r"^#: (\S+)$", text, re.M))
        for address, code in CODE.get(path.stem, {}).items():
            self.code(address, code)

    def header(self):
        return self.own_header

    def ingress(self):
        return [*self.own_lines, "end"]


# Programs of those that have none, by address
CODE = {
    "parameter-btype-trap": {0x100: "c.nop*2", 0x400: "nop*2", 0x500: "nop"},
    "parameter-draft": {0x100: "c.jalr t0; c.jalr a0; c.nop", 0x200: "c.ret", 0x400: "c.ret"},
    "parameter-sijump": {0x100: "c.nop*2; c.jr a0", 0x200: "c.nop"},
}
# Its stream breaks image.trap-jump: the draft's port does not show where an exception interrupts a jump.
LEFT_OUT = {"parameter-draft-exceptions"}
# Code whose bytes would say something else than the block: known by type alone.
TYPED = {"custom-instruction-not-taken", "custom-instruction-taken"}


def vectors():
    return [Example(path, path.stem in TYPED) for path in sorted(FOLDER.glob("*.nti"))
            if path.stem not in LEFT_OUT]
