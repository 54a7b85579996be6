# SPDX-License-Identifier: Apache-2.0
"""The lists that are kept by hand beside the table, and what is wrong with results by them.

skipped.txt      place | what the place lacks | rows | why
deviations.txt   rows | what OpenSBI answers | why
where rows are names with {3..18} for numbers, {a,b} for words and * for anything, and an answer is
the number of the step and what came, or "dies".
"""
import fnmatch
import re
from itertools import product
from pathlib import Path

HERE = Path(__file__).parent


def lines_of(path, columns):
    for number, line in enumerate(Path(path).read_text(encoding="ascii").splitlines(), 1):
        if line and not line.startswith("#"):
            cells = [cell.strip() for cell in line.split("|")]
            if len(cells) != columns or not all(cells):
                raise ValueError(f"{path}:{number}: not {columns} columns")
            yield cells


def choices(text):
    numbers = re.fullmatch(r"(\d+)\.\.(\d+)", text)
    return [str(n) for n in range(int(numbers[1]),
                                  int(numbers[2]) + 1)] if numbers else text.split(",")


def expanded(pattern):
    """All names: {3..5} and {a,b} stand for each of them."""
    parts = re.split(r"\{([^}]*)\}", pattern)
    return ["".join(names) for names in product(*(
        choices(part) if i % 2 else [part] for i, part in enumerate(parts)))]


def skips(path=HERE / "skipped.txt"):
    """By place and need: how many rows, and why."""
    return {(place, need): (int(rows), why) for place, need, rows, why in lines_of(path, 4)}


def deviations(names, path=HERE / "deviations.txt"):
    """By row: the answer, and why. Each pattern is of rows that there are."""
    found = {}
    for patterns, answer, why in lines_of(path, 3):
        for name in (name for pattern in patterns.split() for name in expanded(pattern)):
            rows = fnmatch.filter(names, name) if "*" in name else [name]
            if not rows or not set(rows) <= set(names):
                raise ValueError(f"{path}: {name} is no row")
            for row in rows:
                if row in found:
                    raise ValueError(f"{path}: {row} is there twice")
                found[row] = answer, why
    return found
