# SPDX-License-Identifier: Apache-2.0
"""Mutants of C: where in a folder such as model/ an error can be put, and a copy that has them all.

The places come from clang's syntax tree, with their offsets in the text. Those in functions are
compiled together: in the copy each expression that can be wrong is
`(NT_M(n) ? wrong : ... : right)`, and nt_mutant, set as the program starts, says which one is.
Those in tables of constants cannot be chosen at run time: they are texts to compile one by one.
"""
import json
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from scripts.mutant_kinds import kind_of

FLAGS = ["-std=c11", "-D_GNU_SOURCE", "-I.", "-Iinclude"]

# Of two errors of which one is seen wherever the other is, the one that is harder to see: a limit
# that is off by one, not its opposite; an operand of && that is missing, not || in its place; a
# statement that is missing, not its inverse.
RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OPERATIONS = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&": "|", "|": "&", "^": "|",
              "<<": ">>", ">>": "<<"}
LOGIC = ("&&", "||")
ASSIGNMENTS = {"|=": "=", "&=": "="}
SCALAR = re.compile(r"^(const )?(_Bool|(unsigned )?(char|short|int|long)|unsigned|u?int\d+_t|size_t"
                    r"|bool|signed char)$")
NOT_EVALUATED = {"UnaryExprOrTypeTraitExpr", "OffsetOfExpr", "StaticAssertDecl", "EnumDecl",
                 "RecordDecl", "TypedefDecl"}
DELETED = {"BinaryOperator", "CompoundAssignOperator", "CallExpr", "UnaryOperator"}
MISSING = ("(void)0", "{ }")  # in the place of a statement
LEAVING = {"ReturnStmt", "BreakStmt", "ContinueStmt"}

# What shows links between components to the comparison with the RTL, which has its own: an error
# makes the two differ, and cannot be shared. Nor has the RTL names of fields.
SHOWN = {"show_link", "show_links", "nt_ctr_field_find", "nt_tv_word"}


@dataclass
class Mutant:
    """The text of `path` from `begin` to `end` becomes `new`."""
    path: str
    function: str
    begin: int
    end: int
    new: str
    alone: bool         # compiled by itself
    site: tuple = None  # what the copy writes twice, right and wrong
    wrong: str = None   # the site's text, wrong
    number: int = 0
    text: str = ""      # how it is called, also where lines have moved
    kind: str = ""
    line: int = 0


@dataclass
class Source:
    """A file, and what can be wrong in it."""
    path: str
    text: str
    mutants: dict = field(default_factory=dict)  # by begin, end, new


class Tree:
    """The syntax tree of one translation unit. clang says a location's file only where it is
    another than that of the location before."""

    def __init__(self, path, sources, flags):
        self.sources = sources
        self.neighbour = {}  # of the constants of enums, by name
        self.choices = set()  # ranges of the comparisons of `a < b ? a : b`
        self.file = None
        self.function = ""
        done = subprocess.run(["clang", *FLAGS, *flags, "-Xclang", "-ast-dump=json", "-fsyntax-only", path],
                              capture_output=True, check=True)
        self.walk_locations(json.loads(done.stdout))

    def walk_locations(self, top):
        """Each node gets its file and its range in it; then the declarations are looked into."""
        stack = [top]
        while stack:
            node = stack.pop()
            for place in (node.get("loc"), node.get("range", {}).get("begin"),
                          node.get("range", {}).get("end")):
                self.locate(place)
            node["file"] = self.file
            stack.extend(reversed(node.get("inner", [])))
        for node in top["inner"]:
            if node.get("kind") == "EnumDecl":
                self.take_enum(node)
        for node in top["inner"]:
            source = self.sources.get(node["file"])
            if source is not None:
                self.declaration(node, source)

    def locate(self, place):
        if not place:
            return
        for one in (place.get("spellingLoc"), place.get("expansionLoc"), place):
            if one is not None and "file" in one:
                self.file = one["file"].removeprefix("./")

    def take_enum(self, node):
        names = [one["name"] for one in node.get("inner", []) if one["kind"] == "EnumConstantDecl"]
        for i, name in enumerate(names):
            if len(names) > 1:
                self.neighbour[name] = names[i + 1] if i + 1 < len(names) else names[i - 1]

    # ---- ranges ----

    @staticmethod
    def place(one, end):
        """Offset of a location, None within a macro's text; whether a macro stands there."""
        if "spellingLoc" in one or "expansionLoc" in one:
            spelled, expanded = one["spellingLoc"], one["expansionLoc"]
            if expanded.get("isMacroArgExpansion"):
                return spelled["offset"] + (spelled["tokLen"] if end else 0), "argument"
            return expanded["offset"] + (expanded["tokLen"] if end else 0), "macro"
        if "offset" not in one:
            return None, None
        return one["offset"] + (one["tokLen"] if end else 0), None

    def extent(self, node, source):
        """(begin, end, macro) of a node in the text; None where it cannot be told."""
        both = node.get("range")
        if not both:
            return None
        begin, macro = self.place(both["begin"], False)
        end, other = self.place(both["end"], True)
        if begin is None or end is None or begin >= end or end > len(source.text):
            return None
        kind = macro or other
        if kind == "macro" and source.text[end:end + 1] == "(":
            return None  # a macro with arguments
        return begin, end, kind

    # ---- declarations ----

    def declaration(self, node, source):
        if node["kind"] == "FunctionDecl" and node["name"] not in SHOWN:
            self.function = node["name"]
            for inner in node.get("inner", []):
                if inner["kind"] == "CompoundStmt":
                    self.last = inner.get("inner", [None])[-1]
                    self.statement(inner, source)
        elif node["kind"] == "VarDecl":
            self.function = node["name"]
            for inner in node.get("inner", []):
                self.constants(inner, source)

    def constants(self, node, source):
        """Of a table: numbers and names of enums."""
        if node.get("kind") in NOT_EVALUATED:
            return
        kind = node.get("kind")
        if kind == "IntegerLiteral" or self.is_enum(node):
            self.value(node, source, alone=True)
        for inner in node.get("inner", []):
            self.constants(inner, source)

    @staticmethod
    def is_enum(node):
        return node.get("kind") == "DeclRefExpr" and \
            node["referencedDecl"]["kind"] == "EnumConstantDecl"

    # ---- statements ----

    def statement(self, node, source):
        """One that may be deleted, or has some."""
        kind = node.get("kind")
        if kind is None or kind in NOT_EVALUATED:
            return
        if kind == "VarDecl" and node.get("storageClass") == "static":
            for inner in node.get("inner", []):
                self.constants(inner, source)
            return
        parts = node.get("inner", [])
        if kind in ("CompoundStmt", "IfStmt", "ForStmt", "WhileStmt", "DoStmt", "CaseStmt",
                    "DefaultStmt"):
            bodies = {"CompoundStmt": parts, "IfStmt": parts[1:], "ForStmt": parts[-1:],
                      "WhileStmt": parts[-1:], "DoStmt": parts[:1], "CaseStmt": parts[-1:],
                      "DefaultStmt": parts}[kind]
            for body in bodies:
                self.delete(body, source)
        if kind == "CaseStmt":
            parts = parts[-1:]
        if kind in ("IfStmt", "WhileStmt", "ConditionalOperator"):
            self.negate(parts[0], source)
        if kind == "ConditionalOperator":
            self.choose(parts, source)
        self.expression(node, source)
        for inner in parts:
            self.statement(inner, source)

    def choose(self, parts, source):
        """The lesser or the greater of two: where they are equal, either will do."""
        condition, *chosen = parts
        if condition.get("opcode") not in ("<", "<=", ">", ">="):
            return
        where = [self.extent(one, source) for one in (*condition["inner"], *chosen, condition)]
        if None in where:
            return
        *texts, _ = [source.text[begin:end] for begin, end, _ in where]
        if sorted(texts[:2]) == sorted(texts[2:]):
            self.choices.add(where[-1][:2])

    def delete(self, node, source):
        kind = node.get("kind")
        where = self.extent(node, source) if kind in DELETED | LEAVING else None
        if where is None or where[2] == "argument":
            return
        begin, end, _ = where
        if source.text.startswith("(void)", begin):
            return  # does nothing
        if kind == "UnaryOperator" and node["opcode"] not in ("++", "--"):
            return
        if kind in LEAVING:
            if node is self.last:
                return
            end = source.text.index(";", end - 1) + 1
            self.add(source, begin, end, "", (begin, end), MISSING[1])
            return
        self.add(source, begin, end, "", (begin, end), MISSING[0])

    def negate(self, node, source):
        where = self.extent(node, source)
        inner = node
        while inner.get("kind") in ("ImplicitCastExpr", "ParenExpr"):
            inner = inner["inner"][0]
        changed = inner.get("kind") == "BinaryOperator" and \
            (inner["opcode"] in RELATIONS or inner["opcode"] in LOGIC)
        negated = inner.get("kind") == "UnaryOperator" and inner["opcode"] == "!"
        if where is None or where[2] or changed or negated:
            return
        begin, end, _ = where
        old = source.text[begin:end]
        self.add(source, begin, end, f"!({old})", (begin, end), f"!({old})")

    # ---- expressions ----

    def expression(self, node, source):
        kind = node.get("kind")
        if kind == "BinaryOperator":
            self.operation(node, source)
        elif kind == "CompoundAssignOperator":
            self.assignment(node, source)
        elif kind == "UnaryOperator":
            self.unary(node, source)
        elif kind == "IntegerLiteral" or self.is_enum(node):
            self.value(node, source, alone=False)
        elif kind == "ArraySubscriptExpr":
            self.index(node, source)
        elif kind == "InitListExpr":
            self.fields(node, source)

    def operands(self, node, source):
        whole = self.extent(node, source)
        parts = [self.extent(one, source) for one in node["inner"]]
        if whole is None or None in parts or "argument" in (whole[2], parts[0][2], parts[1][2]):
            return None
        (begin, left, _), (right, end, _) = parts
        if begin != whole[0] or end != whole[1] or left > right:
            return None
        return begin, left, right, end

    def operation(self, node, source):
        where = self.operands(node, source)
        opcode = node["opcode"]
        if where is None:
            return
        begin, left, right, end = where
        old = source.text[begin:left], source.text[right:end]
        new = RELATIONS.get(opcode) or OPERATIONS.get(opcode)
        if opcode in ("<<", ">>") and old[1].strip() == "0":
            return  # either way
        if new is not None and (begin, end) not in self.choices:
            at = source.text.index(opcode, left, right)
            self.add(source, at, at + len(opcode), new, (begin, end),
                     f"({old[0]}) {new} ({old[1]})")
        elif opcode in LOGIC:
            self.add(source, begin, right, "", (begin, end), f"!!({old[1]})")
            self.add(source, left, end, "", (begin, end), f"!!({old[0]})")

    def assignment(self, node, source):
        where = self.operands(node, source)
        opcode = node["opcode"]
        if where is None or opcode not in ASSIGNMENTS:
            return
        begin, left, right, end = where
        at = source.text.index(opcode, left, right)
        new = ASSIGNMENTS[opcode]
        self.add(source, at, at + len(opcode), new, (begin, end),
                 f"{source.text[begin:left]} {new} {source.text[right:end]}")

    def unary(self, node, source):
        where = self.extent(node, source)
        opcode = node["opcode"]
        if where is None or where[2] or opcode not in ("!", "~", "-"):
            return
        begin, end, _ = where
        prefix = "!!" if opcode == "!" else ""
        self.add(source, begin, begin + 1, "", (begin, end),
                 f"{prefix}({source.text[begin + 1:end]})")

    def value(self, node, source, alone):
        where = self.extent(node, source)
        if where is None or (where[2] == "argument" and not alone):
            return
        begin, end, macro = where
        text = source.text[begin:end]
        for new in self.values(node, text, macro, alone):
            self.add(source, begin, end, new, (begin, end), new, alone)

    def values(self, node, text, macro, alone):
        if self.is_enum(node):
            name = node["referencedDecl"]["name"]
            return [self.neighbour[name]] if name in self.neighbour and text == name else []
        if text in ("true", "false"):
            return ["false" if text == "true" else "true"]
        number = re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)", text)
        if number is None or (macro == "macro"):
            return []
        digits, suffix = number.groups()
        was = int(digits, 16 if digits[:2] in ("0x", "0X") else 10)
        others = [was + 1] if alone or was == 0 else [0] if was == 1 else [was - 1, was + 1]
        return [f"{value}{suffix}" for value in others]

    def index(self, node, source):
        part = node["inner"][1]
        where = self.extent(part, source)
        inner = part
        while inner.get("kind") in ("ImplicitCastExpr", "ParenExpr"):
            inner = inner["inner"][0]
        if where is None or where[2] or inner.get("kind") == "IntegerLiteral" or self.is_enum(inner):
            return
        begin, end, _ = where
        old = source.text[begin:end]
        self.add(source, begin, end, f"({old}) + 1", (begin, end), f"({old}) + 1")

    def fields(self, node, source):
        """Of a structure that a function makes: a value that is not connected."""
        for part in node.get("inner", []):
            kind = part.get("type", {})
            where = self.extent(part, source)
            if where is None or where[2] or not SCALAR.match(kind.get("desugaredQualType",
                                                                      kind.get("qualType", ""))):
                continue
            begin, end, _ = where
            text = source.text[begin:end]
            if re.fullmatch(r"[\w()]+", text) and not re.search("[a-z]", text):
                continue  # a number, or an enum's name, which become others
            self.add(source, begin, end, "0", (begin, end), "0")

    # ---- what was found ----

    def add(self, source, begin, end, new, site, wrong, alone=False):
        key = (begin, end, new)
        if key not in source.mutants:
            kind = kind_of(source.text[begin:end].strip(), new, wrong in MISSING)
            source.mutants[key] = Mutant(source.path, self.function, begin, end, new, alone, site,
                                         wrong, kind=kind)


def describe(mutant, text):
    """FILE: FUNCTION: the lines, with what changes as {old => new}."""
    first = text.rfind("\n", 0, mutant.begin) + 1
    last = text.find("\n", max(mutant.end - 1, mutant.begin))
    old = text[mutant.begin:mutant.end]
    line = f"{text[first:mutant.begin]}{{{old} => {mutant.new}}}{text[mutant.end:last]}"
    line = re.sub(r"/\*.*?\*/|//.*", "", line)
    return f"{mutant.path}: {mutant.function}: {' '.join(line.split())}"


def find(folder=Path("model"), flags=(), pattern="**/*.[ch]"):
    """All sources of a pattern in a folder with their mutants, which are numbered from 1 on. `flags`:
    for the compiler."""
    paths = sorted(folder.glob(pattern))
    sources = {str(path): Source(str(path), path.read_text(encoding="ascii")) for path in paths}
    for path in paths:
        if path.suffix == ".c":
            Tree(str(path), sources, flags)
    number = 0
    for source in sources.values():
        seen = defaultdict(int)
        for key in sorted(source.mutants):
            mutant = source.mutants[key]
            number += 1
            mutant.number = number
            mutant.text = describe(mutant, source.text)
            mutant.line = source.text.count("\n", 0, mutant.begin) + 1
            seen[mutant.text] += 1
            if seen[mutant.text] > 1:
                mutant.text += f" (again, {seen[mutant.text]})"
    return sources


def render(text, sites, begin, end):
    """The text from `begin` to `end` with its sites, of which none holds a part of another."""
    out = []
    at = begin
    while sites and sites[-1][0][0] < end:
        (first, last), mutants = sites.pop()
        out.append(text[at:first])
        inside = render(text, sites, first, last)
        if text[first:last].endswith(";"):
            wrong = " || ".join(f"NT_M({m.number})" for m in mutants)
            out.append(f"{{ if (!({wrong})) {{ {inside} }} }}")
        else:
            void = [m for m in mutants if m.wrong == "(void)0"]
            other = "".join(f"NT_M({m.number}) ? ({m.wrong}) : " for m in mutants if m not in void)
            inside = f"({other}({inside}))" if other else inside
            for m in void:
                inside = f"(NT_M({m.number}) ? (void)0 : (void)({inside}))"
            out.append(inside)
        at = last
    out.append(text[at:end])
    return "".join(out)


def schemata(source):
    """The text of a source with all mutants of its functions."""
    sites = defaultdict(list)
    for mutant in source.mutants.values():
        if not mutant.alone:
            sites[mutant.site].append(mutant)
    ordered = sorted(sites.items(), key=lambda one: (-one[0][0], one[0][1]))
    return render(source.text, ordered, 0, len(source.text))


def alone(source, mutant):
    """The text of a source with one mutant."""
    return source.text[:mutant.begin] + mutant.new + source.text[mutant.end:]
