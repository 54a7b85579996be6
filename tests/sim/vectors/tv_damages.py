# SPDX-License-Identifier: Apache-2.0
"""Kinds of damage to tandem traces: each has a name, and changes the groups of a vector; None: it has nothing of the kind.
What comes of it does not tell the same state."""
import re

SAME_AGAIN = "tv-full"  # its groups change nothing that the first did not
# Fields as the lines of the text begin: name, expression
FIELDS = {"increment-pc": "increment-pc", "pc": "pc = ", "insn16": "insn16", "insn32": "insn32", "a GPR": r"(?:gp|tp|[ast]\d+) = ",
          "an offset": r"\w+ \+= ", "a mask": r"[agst]\w* \|= ", "an FPR": r"f[ast]\d+ = ", "a CSR": r"m\w+ = ", "privilege": "privilege = ",
          "paddr": "paddr = ", "eaddr": "eaddr = ", "data of a store": r"store\d+ = ", "a request": "request ", "mtime": "mtime = ",
          "reset": "reset$", "initialize": "initialize$"}
# What a line is, and what it is then
OTHERS = {"another GPR": (r"(gp|a2|t0|s0) = ", "tp = "), "another FPR": (r"f[ast]\d+ = ", "ft11 = "), "mepc as mtval": ("mepc = ", "mtval = "),
          "mcause as mip": ("mcause = ", "mip = "), "mstatus as mie": ("mstatus = ", "mie = "), "mcycle as minstret": ("mcycle = ", "minstret = "),
          "paddr as eaddr": ("paddr = ", "eaddr = "), "eaddr as paddr": ("eaddr = ", "paddr = "), "M as S": ("privilege = 3", "privilege = 1"),
          "U as M": ("privilege = 0", "privilege = 3"), "64 bits stored as 32": ("store64 = 0x(?:.*)(.{8})$", r"store32 = 0x\1"),
          "a GPR as an FPR": (r"(?:gp|a2) = ", "ft3 = "), "a GPR as a CSR": (r"(?:gp|a2) = ", "mscratch = "),
          "insn32 as insn16": (r"insn32 0x\w*(\w{4})$", r"insn16 0x\1")}
MORE = ("s11 = 0x5", "eaddr = 0x80", "mtime = 0x1", "privilege = 1", "store8 = 0x5", "ft3 = 0x1", "mscratch = 0x7", "insn32 0x00000033", "pc = 0x4",
        "s10 += 1", "request store 8 0x40 0x1", "fcsr |= 0x1", "mcycle = 0x12345")


def first_line(groups, expression):
    return next(((g, at) for g, group in enumerate(groups) for at, line in enumerate(group) if re.match(expression, line)), None)


def with_line(groups, place, lines):
    g, at = place
    return [*groups[:g], [*groups[g][:at], *lines, *groups[g][at + 1:]], *groups[g + 1:]]


def left_out(expression):
    def damage(groups):
        place = first_line(groups, expression)
        return None if place is None else with_line(groups, place, [])
    return damage


def another_value(expression, flip):
    def damage(groups):
        place = first_line(groups, rf"{expression}.*\d")
        if place is None:
            return None
        line = groups[place[0]][place[1]]
        return with_line(groups, place, [re.sub(r"(0x[0-9a-f]+|-?\d+)$", lambda m: hex(int(m[0], 0) ^ flip) if "x" in m[0] else str(int(m[0]) ^ flip),
                                                line)])
    return damage


def replaced(old, new):
    def damage(groups):
        place = first_line(groups, old)
        return None if place is None else with_line(groups, place, [re.sub(f"^{old}", new, groups[place[0]][place[1]])])
    return damage


def more(line):
    def damage(groups):
        at = next((g for g, group in enumerate(groups) if "reset" not in group and "initialize" not in group), None)
        return None if at is None else [*groups[:at], [groups[at][0], line, *groups[at][1:]], *groups[at + 1:]]
    return damage


def told(group):
    return any(line.startswith("insn") for line in group)


def of_groups(how):
    """`how` takes groups that have two instructions or more."""
    return lambda groups: how(groups) if sum(map(told, groups)) > 1 else None


def all_kinds():
    groups = [("the first group left out", lambda groups: groups[1:] if len(groups) > 1 and told(groups[0]) else None),
              ("the last group left out", of_groups(lambda groups: groups[:-1] if told(groups[-1]) else None)),
              ("the last group twice", of_groups(lambda groups: groups + groups[-1:] if told(groups[-1]) else None)),
              ("the groups backwards", of_groups(lambda groups: groups[::-1] if groups != groups[::-1] else None)),
              ("the last two groups swapped", of_groups(lambda groups: [*groups[:-2], groups[-1], groups[-2]] if groups[-1] != groups[-2] else None)),
              ("two instructions in one group", of_groups(lambda groups: [
                  *groups[:-2], [*[line for line in groups[-2] if line != "end"], *groups[-1][1:]]])),
              ("all twice", of_groups(lambda groups: groups + groups))]
    return {"groups": groups,
            "fields left out": [(f"{name} left out", left_out(expression)) for name, expression in FIELDS.items()],
            "other values": [(f"{name}: {words} inverted", another_value(expression, flip)) for name, expression in FIELDS.items()
                             if name not in ("increment-pc", "reset", "initialize") for words, flip in (("bit 0", 1), ("bit 4", 0x10)) if (name, flip) != ("privilege", 0x10)],
            "other fields": [(name, replaced(*change)) for name, change in OTHERS.items()],
            "fields more": [(f"{line} more", more(line)) for line in MORE]}
