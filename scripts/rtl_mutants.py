# SPDX-License-Identifier: Apache-2.0
"""The mutants of rtl/: one error each, all of a file in one copy of it, chosen at run time.

Errors are operators, constants of one bit, conditions that are negated, and assignments that are
missing, of resets too. None is made in what must be constant (parameters, ranges, generate), in what
FORMAL adds, or in a wire that is there for lint alone. Nor is one made that lint would find: in a
combinational block an assignment is only missing where another was made before, or it were a latch.

In the copy an expression with mutants is a choice by number, and a statement that may be missing is
under an `if`; tests/mutation/nt_mutants.vh knows the number. Lines stay where they are.
"""
import functools
import re
from dataclasses import dataclass, field
from pathlib import Path

from scripts import rtl_files
from scripts.mutant_kinds import kind_of
from scripts.verilog import Bad, Reader

HEADER = "nt_mutants.vh"
SWAPPED = {"==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+", "&": "|", "|": "&",
           "^": "|", "<<": ">>", ">>": "<<", ">": ">=", ">=": ">", "<": "<=", "<=": "<"}
LIMITS = {"<", "<=", ">", ">="}
OTHER_BIT = {"1'b0": "1'b1", "1'b1": "1'b0"}
DROPPED = {"&&", "||"}  # of which an operand may be missing
CODES = Path("rtl/encoder/nt_codes.vh")


@functools.cache
def other_codes():
    """The neighbour of each code: the next one of its kind, of the last one the one before."""
    groups = {}
    for name in re.findall(r"^localparam \[.*?\] (\w+)", CODES.read_text(encoding="ascii"), re.M):
        groups.setdefault(name.split("_", maxsplit=1)[0], []).append(name)
    return {name: names[i + 1] if i + 1 < len(names) else names[i - 1]
            for names in groups.values() if len(names) > 1 for i, name in enumerate(names)}


def neighbours(text):
    """A decimal number that is one less or one more, as it is written; nothing of others."""
    match = re.fullmatch(r"(\d+'d)?(\d+)", text)
    value = int(match[2]) if match else 0
    most = (1 << int(match[1][:-2])) - 1 if match and match[1] else value + 1
    others = (value - 1, value + 1) if match else ()
    return [f"{match[1] or ''}{other}" for other in others if 0 <= other <= most]


@dataclass
class Mutant:
    path: str
    text: str     # its name: path, line, and the change in it as {old => new}
    line: int
    new: str      # what stands there instead; None: nothing, the statement is missing
    number: int = 0
    kind: str = ""


@dataclass
class Place:
    """Where mutants are: a part of the text, which may have others in it."""
    begin: int
    end: int
    statement: bool = False  # otherwise an expression
    mutants: list = field(default_factory=list)
    inner: list = field(default_factory=list)


@dataclass
class Source:
    path: str
    text: str
    places: list = field(default_factory=list)

    def mutants(self):
        return [mutant for place in self.places for mutant in place.mutants]


class Finder:
    """Goes through a module."""

    def __init__(self, path, text, more=False):
        self.reader = Reader(text)
        self.text = text
        self.more = more          # those too that the golden model has alone
        self.source = Source(path, text)
        self.loop_names = set()   # of genvars and integers
        self.assigned = None      # in a combinational block: what has been given a value for sure

    # Mutants

    def add(self, begin, end, at, length, word, new):
        """A mutant of the text from `begin` to `end`, told as `word` in the place of `length`
        characters at `at`."""
        place = next((one for one in self.source.places if (one.begin, one.end) == (begin, end)), None)
        if place is None:
            place = Place(begin, end, new is None)
            self.source.places.append(place)
        first = self.text.rfind("\n", 0, at) + 1
        last = self.text.find("\n", at)
        line = self.text[first:at] + "\0" + self.text[min(at + length, last):last]
        line = re.sub(r"//.*", "", line) if "\0" in re.sub(r"//.*", "", line) else line
        old = " ".join(self.text[at:min(at + length, last)].split())
        told = " ".join(line.split()).replace("\0", f"{{{old} => {word}}}")
        place.mutants.append(Mutant(self.source.path, f"{self.source.path}: {told}",
                                    self.text.count("\n", 0, at) + 1, new,
                                    kind=kind_of(old, word, new is None)))

    def plain(self, node):
        return self.text[node.begin:node.end]

    def is_constant(self, node):
        """Of numbers, parameters, genvars and the like alone."""
        if node.kind == "name":
            return node.sign.text in self.loop_names or node.sign.text.upper() == node.sign.text
        return all(self.is_constant(part) for part in node.parts)

    def expression(self, node):
        """Finds the mutants of an expression whose value is needed at run time."""
        act = getattr(self, "in_" + node.kind, None)
        if act:
            act(node)
        else:
            for part in node.parts:
                self.expression(part)

    def is_smaller_or_larger(self, node):
        """Whether a choice is the smaller of two values, or the larger one: where they are equal,
        either will do."""
        def values(nodes):
            return sorted(re.sub(r"\[[^]]*\]$", "", self.plain(one)) for one in nodes)
        condition = node.parts[0]
        return condition.kind == "two" and condition.sign.text in LIMITS and \
            values(condition.parts) == values(node.parts[1:])

    def in_two(self, node, as_it_is=False):
        sign, (left, right) = node.sign, node.parts
        if sign.text in SWAPPED and not as_it_is:
            other = SWAPPED[sign.text]
            self.add(node.begin, node.end, sign.begin, len(sign.text), other,
                     f"{self.plain(left)} {other} {self.plain(right)}")
        if self.more and sign.text in DROPPED:
            self.add(node.begin, node.end, node.begin, right.begin - node.begin, "", self.plain(right))
            self.add(node.begin, node.end, left.end, node.end - left.end, "", self.plain(left))
        self.expression(left)
        self.expression(right)

    def in_one(self, node):
        inner = node.parts[0]
        if node.sign.text in "!~":
            self.add(node.begin, node.end, node.sign.begin, 1, "", self.plain(inner))
        self.expression(inner)

    def in_number(self, node):
        if node.sign.text in OTHER_BIT:
            other = OTHER_BIT[node.sign.text]
            self.add(node.begin, node.end, node.begin, len(node.sign.text), other, other)
        elif self.more:
            for other in neighbours(node.sign.text):
                self.add(node.begin, node.end, node.begin, len(node.sign.text), other, other)

    def in_name(self, node):
        other = other_codes().get(node.sign.text)
        if other and self.more and CODES.name in self.text:
            self.add(node.begin, node.end, node.begin, node.end - node.begin, other, other)

    def in_join(self, node):
        for part in node.parts:
            if self.more and part.kind in ("name", "select") and not self.is_constant(part):
                self.add(part.begin, part.end, part.begin, part.end - part.begin, "0",
                         f"({self.plain(part)}) ^ ({self.plain(part)})")
            self.expression(part)

    def in_choice(self, node):
        self.condition(node.parts[0], self.is_smaller_or_larger(node))
        self.expression(node.parts[1])
        self.expression(node.parts[2])

    def in_repeat(self, node):
        for part in node.parts[1:]:
            self.expression(part)

    def in_select(self, node):
        for index in node.parts[1:]:
            if not self.is_constant(index):
                self.expression(index)
        if node.parts[0].kind == "select":
            self.expression(node.parts[0])

    def condition(self, node, as_it_is=False):
        """An expression that is only asked whether it is true: negated too, where no operator in it
        does that. `as_it_is`: its own operator stays."""
        top = node
        while top.kind == "group":
            top = top.parts[0]
        if not (top.kind in ("one", "two") and top.sign.text in ("!", "==", "!=")):
            self.add(node.begin, node.end, node.begin, 0, "!", f"!({self.plain(node)})")
        if as_it_is:
            self.in_two(node, True)
        else:
            self.expression(node)

    # Statements

    def assignment(self):
        """x = y; or x <= y; in a block."""
        reader = self.reader
        begin = reader.next.begin
        whole = reader.sees("{") or reader.tokens[reader.at + 1].text in ("=", "<=")
        target = reader.next.text
        reader.primary()
        blocking = reader.take("=", "<=").text == "="
        value = reader.expression()
        end = reader.take(";").end
        if target.startswith("unused"):
            return None
        if not blocking or (self.assigned is not None and target in self.assigned):
            self.add(begin, end, begin, end - begin, "", None)
        self.expression(value)
        return target if whole else None

    def statement(self, sure=True):
        """`sure`: it is reached whenever the block is."""
        reader = self.reader
        if reader.takes(";"):
            return
        if reader.takes("begin"):
            if reader.takes(":"):
                reader.take()
            while not reader.takes("end"):
                if reader.sees("integer", "reg"):
                    self.declaration()
                else:
                    self.statement(sure)
        elif reader.takes("if"):
            reader.take("(")
            self.condition(reader.expression())
            reader.take(")")
            self.statement(False)
            if reader.takes("else"):
                self.statement(False)
        elif reader.takes("for"):
            reader.skip_group()
            self.statement(False)
        elif reader.takes("case"):
            self.cases()
        else:
            target = self.assignment()
            if sure and target and self.assigned is not None:
                self.assigned.add(target)

    def cases(self):
        reader = self.reader
        reader.take("(")
        self.expression(reader.expression())
        reader.take(")")
        while not reader.takes("endcase"):
            if not reader.takes("default"):
                reader.expression()
                while reader.takes(","):
                    reader.expression()
            reader.take(":")
            self.statement(False)

    def block(self):
        """An always block. What is assigned in it by = must not be missing at first."""
        reader = self.reader
        reader.take("@")
        if not reader.takes("*"):
            reader.skip_group()
        self.assigned = set()
        self.statement()
        self.assigned = None

    # Items of a module

    def declaration(self):
        """wire, reg, integer, genvar: with values, or without."""
        reader = self.reader
        kind = reader.take().text
        reader.takes("signed")
        if reader.sees("["):
            reader.skip_group()
        while True:
            name = reader.take().text
            if kind in ("integer", "genvar"):
                self.loop_names.add(name)
            while reader.sees("["):
                reader.skip_group()
            if reader.takes("="):
                value = reader.expression()
                if not name.startswith("unused"):
                    self.expression(value)
            if reader.take(",", ";").text == ";":
                return

    def assign(self):
        reader = self.reader
        while True:
            reader.primary()
            reader.take("=")
            self.expression(reader.expression())
            if reader.take(",", ";").text == ";":
                return

    def function(self):
        """Its text is at run time what calls it."""
        reader = self.reader
        while not reader.sees(";", "("):
            if reader.sees("["):
                reader.skip_group()
            else:
                reader.take()
        if reader.sees("("):
            reader.skip_group()
        reader.take(";")
        self.assigned = set()
        while not reader.takes("endfunction"):
            if reader.sees("integer", "reg", "input"):
                self.declaration()
            else:
                self.statement()
        self.assigned = None

    def instance(self):
        reader = self.reader
        reader.take()
        if reader.takes("#"):
            reader.skip_group()
        reader.take()
        reader.take("(")
        while not reader.takes(")"):
            reader.take(".")
            reader.take()
            reader.take("(")
            if not reader.sees(")"):
                self.expression(reader.expression())
            reader.take(")")
            reader.takes(",")
        reader.take(";")

    def item(self):
        reader = self.reader
        word = reader.next.text
        if word in ("wire", "reg", "integer", "genvar"):
            self.declaration()
        elif word in ("localparam", "parameter"):
            reader.skip_to(";")
        elif word in ("`include", "`default_nettype"):
            reader.take()
            reader.take()
        elif word.startswith("`"):  # a macro of declarations
            reader.take()
        elif reader.takes("assign"):
            self.assign()
        elif reader.takes("always"):
            self.block()
        elif reader.takes("function"):
            self.function()
        elif reader.takes("generate", "endgenerate", ";"):
            pass
        elif reader.takes("begin"):
            if reader.takes(":"):
                reader.take()
            while not reader.takes("end"):
                self.item()
        elif reader.takes("if", "for"):
            reader.skip_group()
            self.item()
            if reader.takes("else"):
                self.item()
        elif reader.next.kind == "name":
            self.instance()
        else:
            reader.take("an item of a module")

    def module(self):
        reader = self.reader
        while not reader.takes("module"):
            reader.take()
        reader.skip_to(";")
        while not reader.takes("endmodule"):
            self.item()
        return self.source


def nest(places):
    """The outermost places, each with those in it."""
    outer = []
    open_ones = []
    for place in sorted(places, key=lambda one: (one.begin, -one.end)):
        place.inner = []
        while open_ones and open_ones[-1].end <= place.begin:
            open_ones.pop()
        (open_ones[-1].inner if open_ones else outer).append(place)
        open_ones.append(place)
    return outer


def one_line(text):
    return " ".join(re.sub(r"//.*", "", text).split())


def with_places(text, begin, end, places):
    """text[begin:end] with a choice at each place."""
    parts = []
    for place in places:
        parts.append(text[begin:place.begin])
        inner = with_places(text, place.begin, place.end, place.inner)
        if place.statement:
            choices = "".join(f"if (`NT_MUTANT_IS({mutant.number})) begin {one_line(mutant.new or '')} "
                              "end else " for mutant in place.mutants)
            parts.append(f"begin {choices}{inner} end")
        else:
            choices = "".join(f"`NT_MUTANT_IS({mutant.number}) ? ({one_line(mutant.new)}) : "
                              for mutant in place.mutants)
            parts.append(f"({choices}({inner}))")
        begin = place.end
    return "".join([*parts, text[begin:end]])


def copy_of(source):
    """The file with all its mutants. Lines are where they were."""
    text = with_places(source.text, 0, len(source.text), nest(source.places))
    return f'`include "{HEADER}" ' + text


# Written by scripts/ready_tops.py: wires alone, and a test compares what goes in with what comes out
READY_TOPS = "nt_*_system.v"
# Rules of a port for simulations and formal runs: no part of a design
CHECKERS = "checker/*.v"


def find(rtl="rtl", more=False):
    """By path (rtl/..., tb/units/...) the sources with their mutants, numbered from 1 on. `more`: those too that the
    golden model has alone (scripts/model_mutants.py)."""
    sources = {}
    number = 0
    below = Path(rtl).parent
    files = sorted(set(Path(rtl).rglob("*.v")) - set(Path(rtl).glob(READY_TOPS)) - set(Path(rtl).glob(CHECKERS)))
    for path in (*files, *map(Path, rtl_files.of_units(rtl))):
        try:
            name = str(Path("rtl") / path.relative_to(rtl) if path.is_relative_to(rtl) else path.relative_to(below))
            source = Finder(name, path.read_text(encoding="ascii"), more).module()
        except Bad as error:
            raise Bad(f"{path}: {error}") from error
        source.places.sort(key=lambda place: (place.begin, place.end))
        seen = {}
        for mutant in source.mutants():
            number += 1
            mutant.number = number
            seen[mutant.text] = seen.get(mutant.text, 0) + 1
            if seen[mutant.text] > 1:
                mutant.text += f" (again, {seen[mutant.text]})"
        sources[name] = source
    return sources
