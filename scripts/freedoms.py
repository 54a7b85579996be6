#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/freedoms.md: what the texts leave open to an encoder, from `ntrace check --freedoms` and the
cases of tests/sim/check/freedoms.

    freedoms.py [--ntrace FILE] > docs/freedoms.md
"""
import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
CASES = ROOT / "tests/sim/check/freedoms"
HEAD = """\
# Freedoms

What the texts leave open to an encoder, and what `ntrace check` and `ntrace vectors judge` therefore accept: `ntrace check --freedoms` lists them, and `--without ID` judges a stream as if one did not exist, so that the maker of an encoder can hold it to his own choices. What a stream uses is then broken, `freedom.without` where no other rule is nearer. The page is made by `scripts/freedoms.py` from the table `sim/check/freedoms.def` and the cases in `tests/sim/check/freedoms`; a test judges each example, with the freedom and without it, and its neighbour.

What the text demands (must, required, shall) is a rule that can be *broken*. What it recommends (should, recommended) is at most *not followed*, and so is what the text says in two ways: the rule's summary names both clauses.

| id | clause | what it leaves open | how it is recognized |
| --- | --- | --- | --- |
"""
MIDDLE = """
Below, the messages of each example and of its nearest neighbour that is broken, `*` at the message that breaks the rule. Where more than bytes is needed, the settings, the cycles at the ingress port ([ingress.md](ingress.md)) or the program come first.
"""


class Case:
    """A stream that holds or breaks, with what it is judged by."""

    def __init__(self, shared, words, breaks):
        self.breaks, self.words = breaks, words
        self.given, self.ingress, self.messages = list(shared.given), list(shared.ingress), []
        self.refused, self.advised = "", ""


class Shared:
    """What the cases of a freedom share."""

    def __init__(self):
        self.given, self.ingress, self.cases = [], [], []


def read(paths):
    """The freedoms' cases by id in the files' order, and the programs."""
    freedoms, programs = [], {}
    shared = case = block = None
    for line in (line for path in paths for line in [*path.read_text(encoding="utf-8").splitlines(), ""]):
        if not line.strip() or line.startswith("#"):
            continue
        if line[0] in " *":
            block.append(line)
            continue
        word, _, rest = line.partition(" ")
        at = case or shared
        if word == "program":
            block = programs.setdefault(rest, [])
        elif word == "freedom":
            shared, case = Shared(), None
            freedoms.append((rest, shared))
        elif word in ("holds", "breaks"):
            case = Case(shared, rest, word == "breaks")
            shared.cases.append(case)
            block = case.messages
        elif word == "with":
            at.given += rest.split()
        elif word == "ingress":
            at.ingress.clear()
            block = at.ingress
        elif word == "messages":
            block = at.messages
        elif word in ("refused", "advised"):
            setattr(case, word, rest)
    return freedoms, programs


def fence(lines):
    return ["```", *lines, "```", ""]


def code(words):
    return ", ".join(f"`{word}`" for word in words)


def conditions(shared, programs):
    """What all cases of the freedom are judged by."""
    given = [word for word in shared.given if not word.startswith("program=")]
    names = [word.removeprefix("program=") for word in shared.given if word.startswith("program=")]
    lines = [f"Judged with {code(given)}.", ""] if given else []
    for name in names:
        lines += ["The program:", "", *fence(line[2:] for line in programs[name])]
    if shared.ingress:
        lines += ["At the ingress port:", "", *fence(line[2:] for line in shared.ingress)]
    return lines


def example(case, shared):
    """One case as a paragraph and its messages."""
    own = [word for word in case.given if word not in shared.given]
    judged = f", judged with {code(own)}" if own else ""
    if case.breaks:
        rule, _, words = case.words.partition(" ")
        head = f"Broken, `{rule}`: {words}{judged}:" if words else f"Broken, `{rule}`{judged}:"
        lines = case.messages
    else:
        advised = f"; not followed: {code(case.advised.split())}" if case.advised else ""
        refused = "" if case.refused == "freedom.without" else f"; without it `{case.refused}` breaks"
        head = f"Holds: {case.words}{judged}{advised}{refused}:"
        lines = [line[2:] for line in case.messages]
    cycles = [] if case.ingress == shared.ingress else [*fence(line[2:] for line in case.ingress)]
    return [head, "", *cycles, *fence(lines)]


def page(table, freedoms, programs):
    lines = [HEAD.rstrip("\n")]
    for ident, clause, leaves, seen in table:
        anchor = ident.replace(".", "")
        lines.append(f"| [`{ident}`](#{anchor}) | {clause} | {leaves} | {seen} |")
    lines += [MIDDLE.rstrip("\n"), ""]
    for ident, _, leaves, _ in table:
        lines += [f"## {ident}", "", leaves[0].upper() + leaves[1:] + ".", ""]
        for shared in (shared for name, shared in freedoms if name == ident):
            lines += conditions(shared, programs)
            for case in shared.cases:
                lines += example(case, shared)
    return "\n".join(lines).rstrip("\n") + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ntrace", default=str(ROOT / "build/ntrace"))
    options = parser.parse_args()
    listed = subprocess.run([options.ntrace, "check", "--freedoms"], capture_output=True, text=True,
                            check=True).stdout
    table = [line.split("\t") for line in listed.splitlines()]
    freedoms, programs = read(sorted(CASES.glob("*.txt")))
    sys.stdout.write(page(table, freedoms, programs))


if __name__ == "__main__":
    main()
