# SPDX-License-Identifier: Apache-2.0
"""Replays a run of the bench in the witness: every answer and LCOFIP have to be as logged.

    python3 -m tests.hpm.replay LOG

The lines are those of tb/units/hpm/hpm_log.c.
"""
import sys

from tests.hpm.witness import Answer, Hpm

PRIV = {0: "U", 1: "S", 3: "M", 4: "D", 5: "VU", 6: "VS"}


class Wrong(Exception):
    """The witness says otherwise."""


def machine(line):
    """The witness with the parameters of a log's first line."""
    values = {key: int(value) for key, value in (word.split("=") for word in line.split()[1:])}
    modes = ["M", *(["U"] * values["u"]), *(["S"] * values["s"]), *(["VS", "VU"] * values["h"])]
    return Hpm(values["xlen"], values["counters"], values["width"], tuple(modes), values["ext_events"],
               bool(values["cntrpmf"]), bool(values["cdeleg"]))


def expect(number, what, expected, got):
    if expected != got:
        raise Wrong(f"cycle {number}: {what} is {got}, the witness expects {expected}")


def take_cycle(hpm, number, words):
    """Whether it is a reset."""
    reset, priv, stop, ext, messages, octets, stall, loss, lcofip, *enables = \
        (int(word, 10 if at in (4, 5) else 16) for at, word in enumerate(words))
    hpm.cycle(PRIV[priv], bool(stop), [n for n in range(8) if ext >> n & 1], messages, octets,
              bool(stall), bool(loss))
    if number > 0:
        expect(number, "LCOFIP", int(hpm.lcofip), lcofip)
        for name, value in zip(("mcounteren", "hcounteren", "scounteren"), enables):
            expect(number, name, hpm.word_of(name), value)
    return bool(reset)


def answer_of(words):
    """That of a line; None while the access waits."""
    ready, hit, value, illegal, virtual = (int(word, 16) for word in words[7:])
    return Answer(bool(hit), value, bool(illegal), bool(virtual)) if ready else None


def take_access(hpm, number, words):
    """Whether it is done. It is in the first cycle without blocks, and only there."""
    address, operation, word, retires = int(words[0], 16), int(words[1]), int(words[2], 16), words[3] == "1"
    select, stateen, cde = int(words[4], 16), int(words[5]), words[6] == "1"
    got = answer_of(words)
    if hpm.blocks or got is None:
        expect(number, "csr_ready", not hpm.blocks, got is not None)
        return False
    expect(number, f"the answer of {address:#x} ({select:#x}), operation {operation}",
           hpm.access(address, operation, word, retires, select, stateen, cde), got)
    return True


def replay(lines):
    """What was compared: cycles, accesses, and overflows of the witness. Raises Wrong."""
    lines = iter(lines)
    hpm = machine(next(lines))
    number, accesses, reset = -1, 0, True
    for line in lines:
        kind, *words = line.split()
        if kind == "c":
            if reset:
                hpm.reset()  # it acts from the cycle after its own on
            number += 1
            reset = take_cycle(hpm, number, words)
        elif kind == "b":
            icount, itype, priv = map(int, words)
            hpm.block(icount, itype, PRIV.get(priv))
        elif kind == "w":
            hpm.write_lcofip(int(words[0]))
        elif number > 0:
            accesses += take_access(hpm, number, words)
    return number, accesses, hpm.overflows


def main():
    with open(sys.argv[1], encoding="ascii") as file:
        try:
            print("%d cycles, %d accesses, %d overflows" % replay(file))
        except Wrong as wrong:
            sys.exit(str(wrong))


if __name__ == "__main__":
    main()
