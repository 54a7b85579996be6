#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Figures within sentences: fills in what the tables of docs/synthesis.md say.

    figures.py [--check]

A page has `<!-- = TABLE/ROW/COLUMN -->45,106<!-- -->`, also sums and differences of such, with `~`
before them rounded to hundreds (below 1,000 to tens). TABLE stands between marks in
docs/synthesis.md (scripts/synth.py writes it), and a heading that is there twice is the second time
"HEADING 2". In the table of parts COLUMN is a build: the NAND2 of all instances; "BUILD each",
"BUILD flip-flops" and "BUILD path" are those of one. --check writes nothing, and ends with status 1
where a figure is another.
"""
import os
import re
import sys

sys.dont_write_bytecode = True
ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
TABLES = "docs/synthesis.md"
TABLE = re.compile(r"<!-- (\w+) -->\n(.*?)<!-- end of \1 -->", re.S)
FIGURE = re.compile(r"(<!-- = (~ )?([^>]+?) -->)(.*?)(<!-- -->)")
PART = re.compile(r"(?:(\d+) x )?(\d+) / (\d+) / (\d+)")


class Missing(Exception):
    """A figure that no table has."""


def cells_of(line):
    return [cell.replace("`", "").strip() for cell in line.strip().strip("|").split("|")]


def headings(line):
    seen = {}
    for name in cells_of(line):
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} {seen[name]}"


def parts(column, cell):
    """What a cell of the table of parts holds, by column."""
    found = [[int(number or 1) for number in match] for match in PART.findall(cell)]
    if found:
        yield column, sum(times * nand2 for times, nand2, _, _ in found)
        yield f"{column} each", found[0][1]
        yield f"{column} flip-flops", found[0][2]
        yield f"{column} path", found[0][3]


def read_tables(text):
    """{(table, row, column): number}"""
    found = {}
    for name, body in TABLE.findall(text):
        lines = body.splitlines()
        columns = list(headings(lines[0])) if lines else []
        for line in lines[2:]:
            row, *cells = cells_of(line)
            for column, cell in zip(columns[1:], cells):
                pairs = parts(column, cell) if name == "parts" else (
                    [(column, int(re.match(r"-?\d+", cell)[0]))] if re.match(r"-?\d", cell) else [])
                found.update({(name, row, key): value for key, value in pairs})
    return found


def value_of(tables, expression):
    total = 0
    for sign, term in re.findall(r"(^|[+-] )([^/]+/[^/]+/.+?)(?= [+-] |$)", expression):
        key = tuple(term.strip().split("/"))
        if key not in tables:
            raise Missing(f"{TABLES} has no {term.strip()}")
        total += -tables[key] if sign == "- " else tables[key]
    return total


def figure(tables, rounded, expression):
    value = value_of(tables, expression)
    if rounded:
        unit = 100 if value >= 1000 else 10
        value = (value + unit // 2) // unit * unit
    return f"{value:,}"


def filled(tables, text):
    return FIGURE.sub(lambda match: match[1] + figure(tables, match[2], match[3]) + match[5], text)


def pages():
    return sorted(f"docs/{name}" for name in os.listdir(os.path.join(ROOT, "docs"))
                  if name.endswith(".md")) + ["README.md"]


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def update(check=False):
    """The pages whose figures are, or were, others than those of the tables."""
    tables = read_tables(read(TABLES))
    stale = []
    for path in pages():
        old = read(path)
        new = filled(tables, old)
        if new != old:
            stale.append(path)
            if not check:
                with open(os.path.join(ROOT, path), "w", encoding="utf-8") as file:
                    file.write(new)
    return stale


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    check = bool(sys.argv[1:])
    try:
        stale = update(check)
    except Missing as error:
        print(f"figures.py: {error}", file=sys.stderr)
        return 2
    if check and stale:
        print(f"{', '.join(stale)}: figures that {TABLES} does not have (scripts/figures.py)",
              file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
