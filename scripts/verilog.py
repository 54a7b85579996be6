# SPDX-License-Identifier: Apache-2.0
"""Reads the Verilog of rtl/: tokens, and of expressions a tree with their places in the text.

Only what rtl/ uses; anything else is a Bad with the line.
"""
import re
from dataclasses import dataclass, field

TOKEN = re.compile(r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/|\(\*(?!\)).*?\*\))
  | (?P<string>"[^"\n]*")
  | (?P<number>(?:\d[\d_]*)?'[sS]?[bodhBODH][0-9a-fA-FxXzZ_?]+|\d[\d_]*)
  | (?P<name>[`$]?[A-Za-z_][\w$]*)
  | (?P<sign>\|\||&&|===|!==|==|!=|<=|>=|<<<|>>>|<<|>>|\*\*|~&|~\||~\^|\+:|-:|[-+*/%&|^~!<>=?:;,.(){}\[\]#@])
""", re.X | re.S)

# How strongly operators of two sides bind, the weakest first.
BINDS = [["||"], ["&&"], ["|"], ["^", "~^"], ["&"], ["==", "!=", "===", "!=="],
         ["<", "<=", ">", ">="], ["<<", ">>", "<<<", ">>>"], ["+", "-"], ["*", "/", "%"], ["**"]]
LEVEL = {sign: level for level, signs in enumerate(BINDS) for sign in signs}
ONE_SIDED = {"!", "~", "-", "+", "&", "|", "^", "~&", "~|", "~^"}


class Bad(Exception):
    """Verilog that is not understood here."""


@dataclass
class Token:
    kind: str
    text: str
    begin: int
    end: int


@dataclass
class Node:
    """An expression: what it is, where it stands, its parts. `sign` is the operator's token."""
    kind: str  # name number string one two choice select join repeat call group
    begin: int
    end: int
    parts: list = field(default_factory=list)
    sign: Token = None


def without_formal(text):
    """`text` with blanks in the place of what stands between `ifdef FORMAL and `endif."""
    return re.sub(r"^`ifdef FORMAL$.*?^`endif$", lambda match: re.sub(r"[^\n]", " ", match[0]), text,
                  flags=re.M | re.S)


def tokens(text):
    found = []
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise Bad(f"line {text.count(chr(10), 0, at) + 1}: {text[at:at + 20]!r}")
        if match.lastgroup != "space":
            found.append(Token(match.lastgroup, match[0], at, match.end()))
        at = match.end()
    return found


class Reader:
    """Tokens one after another."""

    def __init__(self, text):
        self.text = text
        self.tokens = tokens(without_formal(text)) + [Token("end", "", len(text), len(text))]
        self.at = 0

    @property
    def next(self):
        return self.tokens[self.at]

    def sees(self, *texts):
        return self.next.text in texts

    def take(self, *texts):
        """The next token, which must be one of `texts`, if any are given."""
        token = self.next
        if texts and token.text not in texts:
            line = self.text.count("\n", 0, token.begin) + 1
            raise Bad(f"line {line}: {token.text!r} where {' or '.join(texts)} was expected")
        self.at += 1
        return token

    def takes(self, *texts):
        """Whether the next token was one of `texts`, and is behind us."""
        if not self.sees(*texts):
            return False
        self.at += 1
        return True

    def skip_group(self):
        """Goes over what stands in brackets."""
        closing = {"(": ")", "[": "]", "{": "}"}[self.take("(", "[", "{").text]
        while not self.sees(closing):
            if self.sees("(", "[", "{"):
                self.skip_group()
            else:
                self.take()
        self.take(closing)

    def skip_to(self, text):
        """Goes behind the next `text` outside of brackets."""
        while not self.sees(text):
            if self.sees("(", "[", "{"):
                self.skip_group()
            else:
                self.take()
        self.take(text)

    # Expressions

    def expression(self):
        condition = self.two_sided(0)
        if not self.sees("?"):
            return condition
        sign = self.take()
        first = self.expression()
        self.take(":")
        second = self.expression()
        return Node("choice", condition.begin, second.end, [condition, first, second], sign)

    def two_sided(self, level):
        left = self.two_sided(level + 1) if level + 1 < len(BINDS) else self.one_sided()
        while LEVEL.get(self.next.text) == level:
            sign = self.take()
            right = self.two_sided(level + 1) if level + 1 < len(BINDS) else self.one_sided()
            left = Node("two", left.begin, right.end, [left, right], sign)
        return left

    def one_sided(self):
        if self.next.text in ONE_SIDED:
            sign = self.take()
            inner = self.one_sided()
            return Node("one", sign.begin, inner.end, [inner], sign)
        return self.primary()

    def primary(self):
        token = self.next
        if token.text == "(":
            self.take()
            inner = self.expression()
            return Node("group", token.begin, self.take(")").end, [inner])
        if token.text == "{":
            return self.join()
        if token.kind in ("number", "string"):
            self.take()
            return Node(token.kind, token.begin, token.end, [], token)
        if token.kind != "name":
            self.take("an expression")
        return self.named()

    def join(self):
        """{a, b} or {n{a, b}}."""
        begin = self.take("{").begin
        first = self.expression()
        kind = "join"
        parts = [first]
        if self.takes("{"):
            kind = "repeat"
            parts.append(self.expression())
        while self.takes(","):
            parts.append(self.expression())
        if kind == "repeat":
            self.take("}")
        return Node(kind, begin, self.take("}").end, parts)

    def named(self):
        """A name, with what is selected of it; or a function's value."""
        token = self.take()
        node = Node("name", token.begin, token.end, [], token)
        if self.sees("(") and (token.text[0] in "$`" or not self.sees("[")):
            node.kind = "call"
            self.take("(")
            node.parts.append(self.expression())
            while self.takes(","):
                node.parts.append(self.expression())
            node.end = self.take(")").end
        while self.sees("[", "."):
            if self.takes("."):
                # Through a generate block: what stands in brackets before it is a constant
                node = Node("name", node.begin, self.take().end, [], token)
                continue
            self.take("[")
            index = self.expression()
            fixed = self.takes(":")
            part = fixed or self.takes("+:", "-:")
            parts = [node] if fixed else [node, index]
            if part:
                self.expression()
            node = Node("select", node.begin, self.take("]").end, parts)
        return node
