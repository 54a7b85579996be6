# SPDX-License-Identifier: Apache-2.0
"""The parameters of the modules that stand alone, as rtl/config/parameters.txt lists them.

    schema = modules()["nt_encoder"]
    schema.parameters        each with name, comment, allows(value), allowed()
    schema.complaint(values) what is wrong with a dict of values, in words, or None
"""
import ast
import os
import re

PATH = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir,
                                     "rtl/config/parameters.txt"))

NO_LIMIT = 2 ** 31 - 1  # the most that a parameter of Verilog can be, where nothing else limits it


class Bad(Exception):
    """Input that cannot be read, in one line."""


class Parameter:
    """A parameter: its name, what it may be as ranges, and what it is in words."""

    def __init__(self, name, text, comment):
        self.name = name
        self.comment = comment
        self.ranges = [self.bounds(item.strip()) for item in text.split(",")]
        flat = [bound for pair in self.ranges for bound in pair]
        if flat != sorted(flat):
            raise Bad(f"values do not rise: {text}")
        self.least = flat[0]
        self.most = flat[-1]

    @staticmethod
    def bounds(item):
        match = re.fullmatch(r"(\d+)(?: to (\d+)| and (more))?", item)
        if not match:
            raise Bad(f"not a value: {item}")
        return int(match[1]), NO_LIMIT if match[3] else int(match[2] or match[1])

    def allows(self, value):
        return any(least <= value <= most for least, most in self.ranges)

    def allowed(self):
        """All values that it may have, in order."""
        return [value for least, most in self.ranges for value in range(least, most + 1)]

    def words(self):
        """Its values in words: "1 to 4", "32 or 64"."""
        items = [str(least) if least == most else
                 f"{least} and more" if most == NO_LIMIT else f"{least} to {most}"
                 for least, most in self.ranges]
        return " or ".join(filter(None, [", ".join(items[:-1]), items[-1]]))


class Rule:
    """A rule between parameters: an expression, and the sentence that says it."""

    BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Mod: "%",
              ast.BitAnd: "&", ast.LShift: "<<", ast.RShift: ">>"}
    COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==",
               ast.NotEq: "!="}

    def __init__(self, text, words, known):
        self.text = text
        self.words = words
        self.names = []
        self.known = known
        try:
            tree = ast.parse(text, mode="eval")
        except SyntaxError as error:
            raise Bad(f"not an expression: {text}") from error
        self.c = self.logic(tree.body)
        self.code = compile(tree, PATH, "eval")

    def holds(self, values):
        return bool(eval(self.code, {"__builtins__": {}}, values))

    # The expression in C, whose operators bind otherwise: every one gets its parentheses.

    def logic(self, node):
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return "(" + sign.join(map(self.logic, node.values)) + ")"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.logic(node.operand)}"
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            sign = self.COMPARE.get(type(node.ops[0]))
            if sign:
                return f"({self.number(node.left)} {sign} {self.number(node.comparators[0])})"
        raise Bad(f"neither a comparison nor and, or, not: {ast.unparse(node)}")

    def number(self, node):
        if isinstance(node, ast.Name):
            if node.id not in self.known:
                raise Bad(f"no parameter: {node.id}")
            if node.id not in self.names:
                self.names.append(node.id)
            return node.id
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return str(node.value)
        if isinstance(node, ast.BinOp):
            if isinstance(node.op, ast.Pow) and ast.unparse(node.left) == "2":
                return f"((int64_t)1 << {self.number(node.right)})"
            sign = self.BINARY.get(type(node.op))
            if sign:
                return f"({self.number(node.left)} {sign} {self.number(node.right)})"
        if isinstance(node, ast.Compare):
            return self.logic(node)
        raise Bad(f"not a number: {ast.unparse(node)}")


class Schema:
    """A module's parameters, in order, and the rules between them."""

    def __init__(self, module):
        self.module = module
        self.parameters = []
        self.rules = []

    def add(self, other):
        self.parameters += other.parameters
        self.rules += other.rules

    def without(self, other):
        """What this module has beside another's parameters and rules."""
        rest = Schema(self.module)
        rest.parameters = [one for one in self.parameters if one not in other.parameters]
        rest.rules = [one for one in self.rules if one not in other.rules]
        return rest

    def names(self):
        return [parameter.name for parameter in self.parameters]

    def parameter(self, name):
        return next(one for one in self.parameters if one.name == name)

    def complaints(self, values):
        """All that is wrong: values that a parameter does not have, else rules that are broken."""
        wrong = [f"{one.name} = {values[one.name]}: {one.words()}" for one in self.parameters
                 if not one.allows(values[one.name])]
        return wrong or [rule.words for rule in self.rules if not rule.holds(values)]

    def complaint(self, values):
        return next(iter(self.complaints(values)), None)


def read_row(found, module, line):
    """A row of the list; the module that the next one is about."""
    if line.startswith("= "):
        found[line[2:]] = Schema(line[2:])
        return line[2:]
    if module is None:
        raise Bad("a row before the first module")
    schema = found[module]
    if line.startswith("with "):
        if line[5:] not in found:
            raise Bad(f"no module above: {line[5:]}")
        schema.add(found[line[5:]])
        return module
    cells = [cell.strip() for cell in line.split(" | ")]
    if line.startswith("must ") and len(cells) == 2:
        schema.rules.append(Rule(cells[0][5:].strip(), cells[1], schema.names()))
    elif len(cells) == 3 and re.fullmatch(r"[A-Z][A-Z0-9_]*", cells[0]):
        if cells[0] in schema.names():
            raise Bad(f"{cells[0]} is there twice")
        schema.parameters.append(Parameter(*cells))
    else:
        raise Bad(f"neither a parameter nor a rule: {line}")
    return module


def modules(path=PATH):
    """The schema of each module, by its name."""
    found = {}
    module = None
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            line = line.strip()
            try:
                if line and not line.startswith("#"):
                    module = read_row(found, module, line)
            except Bad as error:
                raise Bad(f"{path}:{number}: {error}") from error
    return found
