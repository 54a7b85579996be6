# SPDX-License-Identifier: Apache-2.0
"""Sets of counters that are none, for each function that takes one: nothing is done then."""
from tests.pmu.vocabulary import (ALREADY_STOPPED, CYCLES, FIRMWARE, INVALID_PARAM, NUMBER, call,
                                  match, one, row, some, start, stop, top)

EVERYTHING = some(0, *range(2, 32), base=0)


def bad():
    """Name, base and mask."""
    yield from ((f"empty-{name}", base, 0) for name, base in (
        ("0", 0), ("3", 3), ("last", NUMBER - 1), ("beyond", NUMBER), ("all-ones", -1)))
    yield from (("hole-alone", 1, 1), ("hole-by-mask", 0, 2), ("hole-within", 0, 0xF),
                ("hole-first", 1, 7), ("hole-last", 0, 3), ("all-of-mask", 0, -1))
    yield from (("base-35", NUMBER, 1), ("base-36", NUMBER + 1, 1), ("base-63", 63, 1),
                ("base-64", 64, 1),
                ("base-4096", 4096, 1), ("base-2^31", 1 << 31, 1), ("base-2^32", 1 << 32, 8),
                ("base-2^32+3", 1 << 32 | 3, 1), ("base-2^63+3", 1 << 63 | 3, 1),
                ("base-top", top, 8))
    yield from (("last-and-beyond", NUMBER - 1, 3), ("beyond-of-mask", NUMBER - 1, 2),
                ("bit-31-beyond", 4, 1 << 31),
                ("bit-31-and-good", 4, 1 << 31 | 1), ("bit-35", 0, 1 << 35), ("bit-63", 0, 1 << 63),
                ("bit-63-and-good", 3, 1 << 63 | 1))
    yield from (("wraps-to-0", -1, 2), ("wraps-to-2", -1, 8), ("wraps-to-3", -3, 1 << 6),
                ("wraps-wide", -8, -1),
                ("wraps-to-good", -13, 0x30000), ("all-ones", -1, -1), ("all-ones-one", -1, 1))
    yield from (("index-64", 32, 1 << 32), ("index-64-and-good", 32, 1 << 32 | 1),
                ("index-97-and-good", 34, 1 << 63 | 1),
                ("index-63", 32, 1 << 31), ("index-63-and-good", 32, 1 << 31 | 1))


FUNCTIONS = {"match": 2, "start": 3, "stop": 4}
ARGUMENTS = {"match": (0, CYCLES), "start": (0, 0), "stop": (0,)}


def before(function):
    """All counters are such that a good set would do something."""
    if function == "match":
        return []
    state = [match(one(counter), CYCLES, counter) for counter in (3, 4, 5)]
    state.append(match(some(19, 34), FIRMWARE, 19))
    state.append(match(one(34), FIRMWARE, 34))
    return state + ([start(some(3, 4, 5)), start(some(19, 34))] if function == "stop" else [])


def after(function):
    """Nothing was done."""
    if function == "match":
        return [start(one(counter), error=INVALID_PARAM) for counter in (0, 2, 3, 4, 34)]
    # A counter that was started or stopped now would answer otherwise.
    return [start(some(3, 4, 5)) if function == "start" else stop(some(3, 4, 5)),
            start(some(19, 34)) if function == "start" else stop(some(19, 34))]


def rows():
    for function, fid in FUNCTIONS.items():
        for name, base, mask in bad():
            yield row(f"{function}/set-{name}",
                      f"{function}: set with an invalid counter: INVALID_PARAM", before(function),
                      call(fid, base, mask, *ARGUMENTS[function], error=INVALID_PARAM),
                      after(function))
        yield row(f"{function}/set-holes-nothing",
                  f"{function}: one invalid counter, and nothing is done",
                  before(function), call(fid, 0, 0x3B, *ARGUMENTS[function], error=INVALID_PARAM),
                  after(function))
    yield row("start/set-whole", "start: a set of all kinds",
              match(one(0), CYCLES, 0), match(one(3), CYCLES, 3), match(one(19), FIRMWARE, 19),
              start(some(0, 3, 19)), stop(some(0, 3, 19)))
    yield row("stop/set-whole", "stop: each counter there is, on RV32 by two calls",
              match(one(18), CYCLES, 18), match(one(34), FIRMWARE, 34), start(one(18)),
              start(one(34)),
              stop(EVERYTHING, error=ALREADY_STOPPED), stop((32, 7), error=ALREADY_STOPPED),
              stop(one(18), error=ALREADY_STOPPED), stop(one(34), error=ALREADY_STOPPED))
    yield row("start/set-bit-31", "start: the highest bit of an RV32 mask",
              match(one(34), FIRMWARE, 34), start((3, 1 << 31)), stop(one(34)))
    yield row("match/set-bit-31", "match: the highest bit of an RV32 mask",
              match((3, 1 << 31), FIRMWARE, 34))
    yield row("match/set-bit-34", "match: the last counter with base 0",
              match((0, 1 << 34), FIRMWARE, 34))
