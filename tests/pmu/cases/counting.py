# SPDX-License-Identifier: Apache-2.0
"""What counters count between the calls, where a place can let events happen."""
from tests.pmu.cases.snapshot import AREA, bitmap
from tests.pmu.vocabulary import (AUTO_START, CALLS, CLEAR_VALUE, CYCLES, DTLB_READ_MISS,
                                  DTLB_WRITE_MISS, INHIBITS, INIT_SNAPSHOT, INSTRUCTIONS,
                                  ITLB_READ_MISS, MINH, MIP, MODES, OF, PROGRAMMABLE, RAW, RAW_V2,
                                  RESET, SET_INIT_VALUE, SINH, SKIP_MATCH, TAKE_SNAPSHOT, UINH,
                                  VSINH, VUINH, counter_is, csr_write, event_is, happen, match, one,
                                  page, pending, poke64, row, set_shmem, slot, some, start, stop,
                                  will64)

EVENTS = {"instructions": (INSTRUCTIONS, 0), "dtlb-read": (DTLB_READ_MISS, 0),
          "dtlb-write": (DTLB_WRITE_MISS, 0),
          "itlb-read": (ITLB_READ_MISS, 0), "raw": (RAW, CALLS), "raw-v2": (RAW_V2, CALLS)}
INHIBITED = {"U": UINH, "S": SINH, "VU": VUINH, "VS": VSINH}
COUNTED = match(one(3), RAW, 3, CLEAR_VALUE | AUTO_START, CALLS)


def happened(event):
    """The mhpmevent of an event, for happen()."""
    return CALLS if event in (RAW, RAW_V2) else event


def is_another(one, event):
    """A call is an instruction too."""
    return happened(one) not in (happened(event), CALLS if event == INSTRUCTIONS else None)


def count_rows():
    for name, (event, data) in EVENTS.items():
        yield row(f"count/{name}", "the event that was asked for, and no other",
                  match(one(3), event, 3, CLEAR_VALUE | AUTO_START, data),
                  happen(happened(event), 5),
                  *(happen(happened(other), 7) for other,
                    _ in EVENTS.values() if is_another(other, event)),
                  counter_is(3, 5))
    for counter in PROGRAMMABLE:
        yield row(f"count/counter-{counter}", "each counter",
                  match(one(counter), RAW, counter, CLEAR_VALUE | AUTO_START, CALLS),
                  happen(CALLS, 3), stop(one(counter)), happen(CALLS, 4), counter_is(counter, 3))
    yield row("count/minstret", "the fixed counter of instructions",
              match((0, 4), INSTRUCTIONS, 2, SKIP_MATCH | CLEAR_VALUE | AUTO_START),
              happen(INSTRUCTIONS, 6), stop(one(2)), happen(INSTRUCTIONS, 5), counter_is(2, 6))
    yield row("count/mcycle", "the fixed counter of cycles: stands while it is stopped",
              match(one(0), CYCLES, 0), start(one(0), SET_INIT_VALUE, 6), stop(one(0)),
              start(one(0), SET_INIT_VALUE, 5 << 32), stop(one(0), RESET),
              match(one(0), CYCLES, 0, CLEAR_VALUE), counter_is(0, 0))
    yield row("count/stopped", "a counter that is stopped",
              match(one(3), RAW, 3, CLEAR_VALUE, CALLS), happen(CALLS, 5), counter_is(3, 0))
    yield row("count/restarted", "on from where it was", COUNTED, happen(CALLS, 2), stop(one(3)),
              happen(CALLS, 4), start(one(3)), happen(CALLS, 8), counter_is(3, 10))
    yield row("count/after-reset", "no event after RESET", COUNTED, happen(CALLS, 2),
              stop(one(3), RESET), happen(CALLS, 4), counter_is(3, 2))
    yield row("count/two-of-one", "two counters of one event", COUNTED, happen(CALLS, 2),
              match(one(4), RAW, 4, CLEAR_VALUE | AUTO_START, CALLS), happen(CALLS, 3),
              counter_is(3, 5), counter_is(4, 3))
    yield row("count/init-value", "on from initial_value", match(one(3), RAW, 3, 0, CALLS),
              start(one(3), SET_INIT_VALUE, 0xFFFFFFFF), happen(CALLS, 2),
              counter_is(3, 1 << 32 | 1))
    yield row("count/snapshot", "the count in the area", AREA, COUNTED, happen(CALLS, 12),
              will64(slot(0), 12), bitmap(clear=[0]), stop(one(3), TAKE_SNAPSHOT))


def mode_rows():
    for mode in MODES:
        for mask in range(16):
            flags = sum(flag for bit, flag in enumerate(INHIBITED.values()) if mask >> bit & 1)
            counted = 0 if mode == "M" or flags & INHIBITED[mode] else 3
            hints = "+".join(name for name, flag in INHIBITED.items() if flags & flag) or "none"
            yield row(f"count/in-{mode}-without-{hints}",
                      "config_flags 7:3: what is inhibited is not counted, M never is",
                      match(one(3), RAW, 3, CLEAR_VALUE | AUTO_START | flags, CALLS),
                      happen(CALLS, 3, mode), counter_is(3, counted))
    yield row("count/hints-at-start", "start keeps the inhibits",
              match(one(3), RAW, 3, CLEAR_VALUE | UINH | MINH, CALLS), start(one(3)),
              happen(CALLS, 3, "U"), happen(CALLS, 4, "S"), counter_is(3, 4))


def overflow_rows():
    almost = [match(one(3), RAW, 3, 0, CALLS), start(one(3), SET_INIT_VALUE, -3)]
    yield row("overflow/of", "an overflow sets OF and LCOFIP", almost, happen(CALLS, 3),
              counter_is(3, 0), event_is(3, OF | INHIBITS[MINH] | CALLS), pending(True))
    yield row("overflow/not-yet", "no overflow, no interrupt", almost, happen(CALLS, 2),
              counter_is(3, -1), event_is(3, INHIBITS[MINH] | CALLS), pending(False))
    yield row("overflow/goes-on", "counting goes on", almost, happen(CALLS, 10), counter_is(3, 7))
    yield row("overflow/start-anew", "start with a value arms the interrupt again", almost,
              happen(CALLS, 3),
              stop(one(3)), csr_write(MIP, 0), start(one(3), SET_INIT_VALUE, -2), pending(False),
              event_is(3, INHIBITS[MINH] | CALLS), happen(CALLS, 2), pending(True),
              event_is(3, OF | INHIBITS[MINH] | CALLS))
    yield row("overflow/while-of", "with OF 1 there is no interrupt", almost, happen(CALLS, 3),
              csr_write(MIP, 0),
              happen(CALLS, 5), pending(False), event_is(3, OF | INHIBITS[MINH] | CALLS))
    yield row("overflow/order-of-start", "the old value does not overflow in start",
              match(one(3), RAW, 3, 0, CALLS),
              start(one(3), SET_INIT_VALUE, -1), stop(one(3)), start(one(3), SET_INIT_VALUE, 5),
              happen(CALLS, 3), pending(False), counter_is(3, 8))
    yield row("overflow/stopped", "a stopped counter does not overflow", almost, stop(one(3)),
              happen(CALLS, 9), counter_is(3, -3), pending(False))
    yield row("overflow/pending-unserved", "start with LCOFIP pending keeps the overflow", almost,
              happen(CALLS, 3),
              stop(one(3)), pending(True), start(one(3)), pending(True),
              event_is(3, OF | INHIBITS[MINH] | CALLS))
    yield row("overflow/two", "two counters, one interrupt, both served", almost,
              match(one(4), RAW, 4, 0, CALLS), start(one(4), SET_INIT_VALUE, -2), happen(CALLS, 3),
              pending(True),
              event_is(3, OF | INHIBITS[MINH] | CALLS), event_is(4, OF | INHIBITS[MINH] | CALLS),
              stop(some(3, 4)),
              csr_write(MIP, 0), start(some(3, 4), SET_INIT_VALUE, -1), pending(False),
              happen(CALLS, 1), pending(True))
    yield row("overflow/two-in-turn", "the first overflows anew before the other is started", almost,
              match(one(4), RAW, 4, 0, CALLS), start(one(4), SET_INIT_VALUE, -2), happen(CALLS, 3),
              stop(some(3, 4)), csr_write(MIP, 0), start(one(3), SET_INIT_VALUE, -1), happen(CALLS, 1),
              pending(True), start(one(4), SET_INIT_VALUE, -9), pending(True),
              event_is(3, OF | INHIBITS[MINH] | CALLS), event_is(4, INHIBITS[MINH] | CALLS))
    yield row("overflow/two-unserved", "what has run again has a request again", almost, happen(CALLS, 3),
              stop(one(3)), csr_write(MIP, 0), start(one(3), SET_INIT_VALUE, -1), happen(CALLS, 1),
              stop(one(3)), pending(True), start(one(3)),
              event_is(3, OF | INHIBITS[MINH] | CALLS))
    yield row("overflow/snapshot", "the bitmap tells which", AREA, almost,
              match(one(4), RAW, 4, CLEAR_VALUE | AUTO_START,
                                                                                  CALLS),
              happen(CALLS, 4),
              will64(slot(0), 1), will64(slot(1), 4), bitmap(clear=[1], put=[0]),
              stop(some(3, 4), TAKE_SNAPSHOT), pending(True))
    yield row("overflow/snapshot-restart", "as Linux restarts: from the area", set_shmem(page(0)),
              almost,
              happen(CALLS, 3), will64(slot(0), 0), bitmap(put=[0]), stop(one(3), TAKE_SNAPSHOT),
              csr_write(MIP, 0),
              poke64(slot(0), (1 << 64) - 2), start(one(3), INIT_SNAPSHOT), happen(CALLS, 1),
              pending(False), happen(CALLS, 1), pending(True))
    yield row("overflow/match-clears", "match clears OF", almost, happen(CALLS, 3), stop(one(3)),
              csr_write(MIP, 0),
              match(one(3), RAW, 3, SKIP_MATCH | CLEAR_VALUE, CALLS),
              event_is(3, INHIBITS[MINH] | CALLS))
    yield row("overflow/reset-clears", "RESET clears OF", almost, happen(CALLS, 3),
              stop(one(3), RESET), event_is(3, 0))
    yield row("overflow/inhibited-mode", "what is inhibited does not overflow",
              match(one(3), RAW, 3, SINH, CALLS), start(one(3), SET_INIT_VALUE, -1),
              happen(CALLS, 4, "S"), pending(False), happen(CALLS, 1, "U"), pending(True))


def rows():
    for part in (count_rows, mode_rows, overflow_rows):
        yield from part()
