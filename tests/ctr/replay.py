#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Replays a log of a Control Transfer Records unit through the witness and compares every answer.

    replay.py [LOG]

Without a name the log comes from standard input. Exit status 1 at the first difference, with the
line's number and both values; 2 where the log cannot be read. A line is one of

    ctr map=ratified xlen=64 depths=16..256 ras=1 external=1 filters=1 freeze=1 cce=4 misp=1 h=1
    r                                           reset
    c N PRIV HALTED                             so many clock cycles begin
    b ITYPE ISRC ITGT PRIV TPRIV CAUSE MISP     a block of the cycle that began last
    a ADDR OP WDATA PRIV SELECT STATEEN -> OUTCOME RDATA
    x PRIV STATEEN -> OUTCOME                   SCTRCLR

`ctr` comes first. ISRC, ITGT, ADDR, WDATA, SELECT, RDATA are hexadecimal, all others decimal;
cce=none is without cycle counting. OUTCOME is hit, illegal, virtual or none.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir))

from tests.ctr.witness import DEFAULTS, Ctr  # noqa: E402 (the path comes first)


class Difference(Exception):
    pass


def build(words):
    """The options of the header; none may be missing."""
    given = dict(word.split("=") for word in words)
    if set(given) != set(DEFAULTS):
        raise ValueError(f"the header wants {' '.join(DEFAULTS)}")
    least, _, largest = given.pop("depths").partition("..")
    options = {"map": given.pop("map"), "depths": tuple(
        depth for depth in (16, 32, 64, 128, 256) if int(least) <= depth <= int(largest or least))}
    if options["map"] not in ("ratified", "draft"):
        raise ValueError(f"no map is called {options['map']}")
    for name, value in given.items():
        options[name] = None if (name, value) == ("cce", "none") else int(value)
    return options


class Replay:
    def __init__(self):
        self.unit = None
        self.blocks = self.accesses = self.compared = 0

    def line(self, words):
        kind = words[0]
        if kind == "ctr":
            self.unit = Ctr(build(words[1:]))
        elif kind == "c":
            n, priv, halted = words[1:]
            self.unit.cycle(int(n), int(priv), int(halted))
        elif kind == "b":
            itype, isrc, itgt, priv, tpriv, cause, misp = words[1:]
            self.unit.block(int(itype), int(isrc, 16), int(itgt, 16), int(priv), int(tpriv), int(cause),
                            int(misp))
            self.blocks += 1
        elif kind == "a":
            self.access(*words[1:])
        elif kind == "x":
            priv, stateen, _, found = words[1:]
            self.accesses += 1
            self.compared += 1
            self.same_outcome(self.unit.clear(int(priv), int(stateen)), found)
        elif words == ["r"]:
            self.unit.reset()
        else:
            raise ValueError(f"no line is of kind {kind!r}")

    def access(self, addr, op, wdata, priv, select, stateen, _, outcome, rdata):
        expected, value = self.unit.access(int(addr, 16), int(op), int(wdata, 16), int(priv), int(select, 16),
                                           int(stateen))
        self.accesses += 1
        self.same_outcome(expected, outcome)
        if value is not None:
            self.compared += 1
            if (value ^ int(rdata, 16)) & self.unit.known:
                defined = "" if self.unit.known == self.unit.ones else f" in the bits {self.unit.known:#x}"
                raise Difference(f"CSR {addr}: the witness reads {value:#x}{defined}, the log has {rdata}")

    @staticmethod
    def same_outcome(expected, found):
        if expected != found:
            raise Difference(f"the witness says {expected}, the log {found}")

    def summary(self):
        return (f"replayed {self.blocks} blocks, {self.accesses} accesses ({self.compared} compared), "
                f"{self.unit.recorded} recorded entries, {self.unit.freezes} freezes")


def replay(lines):
    """Exit status, and what to say."""
    run, number = Replay(), 0
    for number, line in enumerate(lines, 1):
        words = line.split()
        try:
            if words:
                run.line(words)
        except Difference as difference:
            return 1, f"line {number}: {difference}\n    {line.strip()}"
        except (ValueError, TypeError, AttributeError) as error:
            return 2, f"line {number}: {error}\n    {line.strip()}"
    if run.unit is None:
        return 2, f"line {number}: no header"
    return 0, run.summary()


def main():
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as log:
            status, text = replay(log)
    else:
        status, text = replay(sys.stdin)
    print(text, file=sys.stderr if status else sys.stdout)
    return status


if __name__ == "__main__":
    sys.exit(main())
