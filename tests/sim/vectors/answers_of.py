# SPDX-License-Identifier: Apache-2.0
"""The answers that a vector expects."""
import re


def answers(path):
    """By line the forms, each its words and the bits of a number that may be anything."""
    lines = re.findall(r"^#> (.*)$", path.read_text(encoding="ascii"), re.M)
    return [[parse(form) for form in re.split("  ", line)[0].split(" | ")] for line in lines]


def parse(form):
    free = re.search(r" any=(0x[0-9a-f]+)", form)
    return re.sub(r" any=\S+", "", form), int(free[1], 16) if free else 0
