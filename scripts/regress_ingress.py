#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the directed ingress files of the regression, tests/regress/ingress: what random jobs meet
seldom or never, each field of each message over every number of bytes.

    regress_ingress.py [-o DIR]

A long one is in the binary form; its program stands beside it, as a listing.
"""
import argparse
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts.vectors.tool import call  # noqa: E402
from scripts.vectors.vector import BTM, HTM, Vector  # noqa: E402

MODES = {"btm": BTM, "htm": HTM}
TEXT_LINES = 500  # of a file that people read
MDO_BITS = 6


def bytes_of_time(v, count, path):
    """A stretch of events, each so many ticks after the one before that TSTAMP, the distance or the
    time itself, has `count` bytes. In `path` + stands before an event, = before one at the same time; what
    stands in < > is a cycle without blocks, in [ ] a line of the ingress file."""
    step, now, tokens = 1 << MDO_BITS * (count - 1), 0, []
    for token in path.split():
        now += step if token[0] == "+" else 0
        if token[0] in "+=" and "<" not in token:
            signals, colon, what = token[1:].rpartition(":")
            token = f"time={now:#x}{',' if colon else ''}{signals}:{what}"
        elif "<" in token:
            token = f"[time={now:#x} {token.strip('+<>')}]"
        elif token[0] == "[":
            token = token.replace("_", " ")
        tokens.append(token)
    v.walk(" ".join(tokens))


# At JUMP stands a jump, at LOOP a branch to LOOP and a jump behind it.
JUMP, AWAY, LOOP = "0x100", "0x102", "0x140"
BEGIN = "<halted=1> <halted=1> +1 +ctype=1,context=5:1"
LOSS = "=sink_ready=0:J@AWAY =sink_ready=0:J@JUMP " * 40 + "[idle_300] +J@LOOP =T =1"
END = "+<halted=1> [idle_200]"
# Jumps of each kind, repetitions and their ends, and what is notified at a jump, a branch and between
BRANCHES = {
    "btm": "+J@LOOP +T +N =J@LOOP [set_trTeTrigExtInControl=4] +T +<ext_trigger=1> =N [set_trTeTrigExtInControl=0] +J@LOOP +ctype=2:1 +trigger=4:1 +T +T +T +T +N =J@JUMP",
    "htm": "+J@JUMP +trigger=4:J@JUMP +J@JUMP +J@JUMP +J@JUMP +J@LOOP +T +N =J@LOOP +T =N +trigger=4:J@LOOP " + "=T " * 27 + "+T " * 8 + "=N =J@JUMP",
}


def times():
    for name, mode in MODES.items():
        v = Vector(f"times-{name}", "TSTAMP of each message over each number of bytes.", "", mode=mode, pins="priv=1", trTsActive=1,
                   trTsMode=1, trTsEnable=1, trTeContext=1, ntEnRepeatBranch=1)
        v.code(int(JUMP, 0), "c.nop*3; c.jr a0").code(int(LOOP, 0), f"c.nop*3; c.beqz a0, {LOOP}; c.nop*2; c.jr a0")
        for count in range(1, 9):
            path = " ".join([BEGIN, BRANCHES[name], LOSS, END]).replace("JUMP", JUMP).replace("AWAY", AWAY).replace("LOOP", LOOP)
            bytes_of_time(v.at(int(JUMP, 0)), count, path)
        yield v


def addresses():
    """F-ADDR and U-ADDR over each number of bytes, in each message that has them."""
    path = {"btm": "1 J@{} T [set trTeTrigExtInControl=4] T [ext_trigger=1] N [set trTeTrigExtInControl=0] J@{} ctype=2:1 trigger=4:1 N [idle 100] J@0x100 J@{} N J@0x100",
            "htm": "1 J@{} T N trigger=4:J@{} N J@0x100 trigger=4:J@{} [idle 100] T N J@0x100 J@{} T trigger=4:1 N J@0x100"}
    for name, mode in MODES.items():
        v = Vector(f"addresses-{name}", "Addresses over each number of bytes.", "", mode=mode).code(0x100, "c.nop*2; c.jr a0")
        for count in range(1, 12):
            place = max(1 << MDO_BITS * count - 3, 0x10) if count < 11 else 1 << 63
            v.code(place, f"c.nop*2; c.beqz a0, {place:#x}; c.nop; c.jr a0")
            v.walk("[halted=1] [idle 100] [halted=1]").at(place).walk("1 N J@0x100 " + path[name].replace("{}", f"{place:#x}"))
        yield v


SPIN = f"c.nop*61; j {LOOP}"                             # a block as long as can be, of rv64
ROUND = f"c.nop*60; c.beqz a0, {LOOP}; j {LOOP}"          # N J: 63 half-words


def repeat(v, path, times):
    """Goes along a path that ends where it begins, so many times."""
    before = len(v.lines)
    v.walk(path).raw(*v.lines[before:] * (times - 1))


def counts():
    """I-CNT and B-CNT over each number of bytes."""
    v = Vector("counts-btm", "I-CNT and B-CNT over each number of bytes, at branches and traps.", "", mode=BTM, ntEnRepeatBranch=1)
    v.code(int(LOOP, 0), ROUND).code(0x400, f"c.nop; j {LOOP}")
    for rounds in (10, 100, 300, 4200):
        for end in ("T", "[set trTeTrigExtInControl=4] T [ext_trigger=1] N J [set trTeTrigExtInControl=0]", "2I@0x400 J", "2I@0x400 ctype=2:J", "trigger=4:N J"):
            repeat(v, "N J", rounds)
            v.walk(end)
    repeat(v, "T", 4200)
    yield v.walk("N J")
    v = Vector("counts-htm", "I-CNT and B-CNT over each number of bytes, with history.", "", mode=HTM, ntEnRepeatBranch=1)
    v.code(0x100, f"c.beqz a0, {LOOP}; c.nop; c.jr a0").code(int(LOOP, 0), SPIN).code(0x400, "c.nop; c.jr a0")
    for rounds in (10, 100, 4200):
        v.walk("T")
        repeat(v, "J", rounds)
        v.walk("trigger=4:2I@0x400 J@0x100")
    v.walk("N J@0x400")
    repeat(v, "J@0x400", 4200)
    yield v.walk("1")


def full_counters():
    v = Vector("times-full-btm", "TSTAMP of ResourceFull over each number of bytes.", "", build="rv64-wide", mode=BTM, trTsActive=1, trTsMode=1,
               trTsEnable=1)
    v.code(int(LOOP, 0), SPIN)
    now = 1
    for count in range(2, 9):
        now += 1 << MDO_BITS * (count - 1)
        v.walk(f"time={now:#x}:J")
        repeat(v, "(J J J J)", 8330)
    yield v
    v = Vector("source-full-btm", "I-CNT in ResourceFull, behind SRC in a byte less.", "", build="rv64-wide", mode=BTM, trTeSrcBits=3, trTeSrcID=5)
    v.code(int(LOOP, 0), SPIN).walk("J")
    repeat(v, "(J J J J)", 8330)
    yield v


FILES = [*times(), *addresses(), *counts(), *full_counters()]


def write(folder, v):
    """As text with its program; a long one in the binary form, its program beside it."""
    program = [v.header(), "", *(v.program[at].line() for at in sorted(v.program))]
    ingress = v.ingress()
    text = "\n".join([f"# {v.shows}", *program, "", *ingress, ""])
    if len(ingress) < TEXT_LINES:
        (folder / f"{v.name}.nti").write_text(text, encoding="ascii")
        return
    (folder / f"{v.name}.listing").write_text("\n".join([f"# {v.shows}", *program, ""]), encoding="ascii")
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "V.nti"
        path.write_text(text, encoding="ascii")
        call("shape", path, "-o", folder / f"{v.name}.nti")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", type=Path, default=ROOT / "tests/regress/ingress")
    folder = parser.parse_args().o
    folder.mkdir(parents=True, exist_ok=True)
    for v in FILES:
        write(folder, v)


if __name__ == "__main__":
    main()
