# SPDX-License-Identifier: Apache-2.0
"""Kinds of damage to answers: each has a name, and changes the lines of a vector; None: it has nothing of the kind.
`expected`: by line its forms, each the words and the bits that may be anything."""
import re

UNITS = ("ctr", "hpm", "sbi")
OUTCOMES = {"ctr": ("done", "illegal", "virtual", "none"), "hpm": ("done", "illegal", "virtual", "none"),
            "sbi": ("SUCCESS", "FAILED", "NOT_SUPPORTED", "INVALID_PARAM", "DENIED", "INVALID_ADDRESS", "ALREADY_AVAILABLE", "ALREADY_STARTED",
                    "ALREADY_STOPPED", "NO_SHMEM")}


def first(lines, expression, expected, open_bits=0):
    """The first line that matches, of one form, where none of those bits may be anything."""
    return next((i for i, line in enumerate(lines) if re.search(expression, line) and len(expected[i]) == 1
                 and not expected[i][0][1] & open_bits), None)


def put(lines, at, line):
    return None if at is None or line == lines[at] else [*lines[:at], line, *lines[at + 1:]]


def outcome(old, new):
    def damage(lines, expected):
        at = first(lines, rf"^{old}\b", expected, 2 ** 64 - 1)
        return put(lines, at, re.sub(rf"^{old}\b", new, lines[at])) if at is not None else None
    return damage


def number_as(new):
    def damage(lines, expected):
        at = first(lines, "^0x", expected, 2 ** 64 - 1)
        return put(lines, at, re.sub(r"^0x\w+", new, lines[at])) if at is not None else None
    return damage


def bit(number):
    def damage(lines, expected):
        at = first(lines, "0x", expected, 1 << number)
        return put(lines, at, re.sub(r"0x\w+", lambda m: hex(int(m[0], 16) ^ 1 << number), lines[at], count=1)) if at is not None else None
    return damage


def request(old, new):
    def damage(lines, expected):
        at = first(lines, f" {old}$", expected)
        return put(lines, at, lines[at].replace(f" {old}", f" {new}")) if at is not None else None
    return damage


def kinds_of(unit):
    names = OUTCOMES[unit]
    yield "the first answer left out", lambda lines, _: lines[1:] if len(lines) > 1 and lines[0] != lines[1] else None
    yield "the last answer left out", lambda lines, _: lines[:-1] or None
    yield "the last answer twice", lambda lines, _: lines + lines[-1:]
    yield "the first answer twice", lambda lines, _: lines[:1] + lines
    yield "the answers backwards", lambda lines, expected: lines[::-1] if all(len(e) == 1 and not e[0][1] for e in expected) and lines[0] != lines[-1] else None
    yield "no answer", lambda lines, _: []
    yield "a word more", lambda lines, _: [lines[0] + " done", *lines[1:]]
    yield "words that mean nothing", lambda lines, _: ["maybe", *lines[1:]]
    yield "the name in other letters", lambda lines, expected: put(lines, first(lines, "^[A-Z]", expected), lines[0].lower()) if unit == "sbi" else None
    for number in (0, 1, 4, 12, 31, 63):
        yield f"bit {number} of a value inverted", bit(number)
    for old in names:
        for new in names:
            if old != new and (unit != "sbi" or "SUCCESS" in (old, new) or new == "FAILED"):
                yield f"{new} where it is {old}", outcome(old, new)
    if unit != "sbi":
        for new in names:
            yield f"{new} where a value is read", number_as(new)
    if unit == "hpm":
        yield "pending where it is quiet", request("quiet", "pending")
        yield "quiet where it is pending", request("pending", "quiet")
        yield "LCOFIP left out", lambda lines, _: [lines[0].split()[0], *lines[1:]]


def all_kinds():
    return {unit: list(kinds_of(unit)) for unit in UNITS}
