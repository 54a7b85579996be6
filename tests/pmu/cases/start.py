# SPDX-License-Identifier: Apache-2.0
"""start (FID 3)."""
from tests.pmu.vocabulary import (ALREADY_STARTED, ALREADY_STOPPED, AUTO_START, CALLS, CLEAR_VALUE,
                                  CYCLES, DTLB_READ_MISS, FIRMWARE, FIRMWARE_COUNTERS, FIXED,
                                  INIT_SNAPSHOT, INSTRUCTIONS, INVALID_PARAM, LCOFIP, MIP, NO_SHMEM,
                                  OF, PROGRAMMABLE, RAW, RESET, SET_INIT_VALUE, SET_TIMER, call,
                                  counter_is, counter_write, csr_write, event_is, event_write,
                                  fw_event, fw_read, match, one, pending, row, running, some, start,
                                  stop)

BIG = 0x123456789ABCDEF0
EVENT = {0: CYCLES, 2: INSTRUCTIONS, **dict.fromkeys(PROGRAMMABLE, DTLB_READ_MISS),
         **dict.fromkeys(FIRMWARE_COUNTERS, FIRMWARE + 3)}


def raw(*counters, flags=0):
    return [match(one(counter), RAW, counter, flags, CALLS) for counter in counters]


def flag_rows():
    for bit in range(2, 64):
        yield row(f"start/reserved-flag-{bit}",
                  "start: reserved bit: INVALID_PARAM, and nothing is started",
                  match(one(3), CYCLES, 3), start(one(3), 1 << bit, error=INVALID_PARAM),
                  start(one(3)))
    for bit in (2, 31, 63):
        yield row(f"start/reserved-flag-{bit}-running", "reserved bits before anything else",
                  match(one(3), CYCLES, 3, AUTO_START),
                  start(one(3), 1 << bit, error=INVALID_PARAM))
        yield row(f"start/reserved-flag-{bit}-unconfigured", "reserved bits before anything else",
                  start(one(3), 1 << bit, error=INVALID_PARAM))
    yield row("start/reserved-flag-with-value",
              "reserved bits beside SET_INIT_VALUE: no value is set",
              raw(3), counter_write(3, 5), start(one(3), 5, 77, error=INVALID_PARAM),
              counter_is(3, 5), running())
    yield row("start/both-flags", "SET_INIT_VALUE and INIT_SNAPSHOT exclude each other",
              match(one(3), CYCLES, 3), start(one(3), 3, error=INVALID_PARAM), start(one(3)))
    yield row("start/both-flags-firmware", "SET_INIT_VALUE and INIT_SNAPSHOT exclude each other",
              match(one(19), SET_TIMER, 19), start(one(19), 3, error=INVALID_PARAM), start(one(19)))
    for name, counter in (("fixed", 0), ("hardware", 3), ("firmware", 19)):
        yield row(f"start/snapshot-without-area-{name}",
                  "INIT_SNAPSHOT without an area: NO_SHMEM, nothing is started",
                  match(one(counter), EVENT[counter], counter),
                  start(one(counter), INIT_SNAPSHOT, error=NO_SHMEM),
                  start(one(counter)), needs=["fid7"])
    yield row("start/snapshot-without-area-set", "NO_SHMEM before anything is started",
              match(one(3), CYCLES, 3, AUTO_START), match(one(4), CYCLES, 4),
              start(some(3, 4), INIT_SNAPSHOT, error=NO_SHMEM), start(one(4)), needs=["fid7"])
    yield row("start/snapshot-without-area-bad-set", "the set before the area",
              match(one(3), CYCLES, 3), start((1, 1), INIT_SNAPSHOT, error=INVALID_PARAM),
              needs=["fid7"])
    yield row("start/snapshot-without-area-unconfigured",
              "decided: unconfigured counters before the area",
              start(one(3), INIT_SNAPSHOT, error=INVALID_PARAM), needs=["fid7"])


def error_rows():
    for counter in (*FIXED, *PROGRAMMABLE, *FIRMWARE_COUNTERS):
        yield row(f"start/one-{counter}", "start, ALREADY_STARTED, and stop of each counter",
                  match(one(counter), EVENT[counter], counter), start(one(counter)),
                  start(one(counter), error=ALREADY_STARTED), stop(one(counter)),
                  stop(one(counter), error=ALREADY_STOPPED), start(one(counter)))
        yield row(f"start/unconfigured-{counter}", "a counter without an event: INVALID_PARAM",
                  start(one(counter), error=INVALID_PARAM))
    for name, counter in (("fixed", 2), ("hardware", 3), ("firmware", 19)):
        yield row(f"start/after-reset-{name}", "RESET takes the event away",
                  match(one(counter), EVENT[counter], counter, AUTO_START),
                  stop(one(counter), RESET), start(one(counter), error=INVALID_PARAM))
    yield row("start/one-unconfigured", "one counter without an event: nothing is started",
              match(one(3), CYCLES, 3), start(some(3, 4), error=INVALID_PARAM), start(one(3)))
    yield row("start/one-unconfigured-firmware", "one counter without an event: nothing is started",
              match(one(19), FIRMWARE, 19), start(some(19, 20), error=INVALID_PARAM),
              start(one(19)))
    yield row("start/unconfigured-first", "one counter without an event: nothing is started",
              match(one(4), CYCLES, 4), start(some(3, 4), error=INVALID_PARAM), start(one(4)))
    yield row("start/unconfigured-and-running", "INVALID_PARAM before ALREADY_STARTED",
              match(one(3), CYCLES, 3, AUTO_START), start(some(3, 4), error=INVALID_PARAM))
    for name, order in (("first", (3, 4, 5)), ("middle", (4, 3, 5)), ("last", (5, 3, 4))):
        running_one, *others = order
        yield row(f"start/one-running-{name}", "ALREADY_STARTED, and the others are started",
                  *(match(one(counter), CYCLES, counter) for counter in (3, 4, 5)),
                  start(one(running_one)), start(some(3, 4, 5), error=ALREADY_STARTED),
                  *(start(one(other), error=ALREADY_STARTED) for other in others))
        yield row(f"start/one-running-{name}-firmware",
                  "ALREADY_STARTED, and the others are started",
                  *(match(one(counter + 16), SET_TIMER, counter + 16,
                          CLEAR_VALUE) for counter in (3, 4, 5)),
                  start(one(running_one + 16)), start(some(19, 20, 21), error=ALREADY_STARTED),
                  fw_event(SET_TIMER), *(fw_read(counter + 16, 1) for counter in (3, 4, 5)))
    yield row("start/mixed-running", "a set of both kinds",
              match(one(18), CYCLES, 18, AUTO_START), match(one(19), SET_TIMER, 19),
              start(some(18, 19), error=ALREADY_STARTED), stop(one(19)))
    yield row("start/again", "start after stop", match(one(3), CYCLES, 3, AUTO_START), stop(one(3)),
              start(one(3)))


def value_rows():
    yield row("start/value", "SET_INIT_VALUE", raw(3), start(one(3), SET_INIT_VALUE, BIG),
              counter_is(3, BIG))
    yield row("start/value-last", "SET_INIT_VALUE of the last hardware counter",
              raw(18), start(one(18), SET_INIT_VALUE, BIG), counter_is(18, BIG))
    yield row("start/value-high", "the upper half of the value",
              raw(3), start(one(3), SET_INIT_VALUE, 1 << 32), counter_is(3, 1 << 32))
    yield row("start/value-all-ones", "the greatest value",
              raw(3), start(one(3), SET_INIT_VALUE, -1), counter_is(3, -1))
    yield row("start/value-fixed", "SET_INIT_VALUE of minstret",
              match(one(2), INSTRUCTIONS, 2), start(one(2), SET_INIT_VALUE, BIG), stop(one(2)),
              counter_is(2, BIG))
    yield row("start/value-each", "SET_INIT_VALUE for each of a set",
              raw(3, 5), start(some(3, 5), SET_INIT_VALUE, BIG), counter_is(3, BIG),
              counter_is(5, BIG))
    yield row("start/value-of-others", "no other counter changes",
              raw(3, 4, 5), counter_write(3, 1), counter_write(5, 2),
              start(one(4), SET_INIT_VALUE, BIG), counter_is(3, 1), counter_is(5, 2), running(4))
    yield row("start/value-without-flag", "without the flag the value stays",
              raw(3), counter_write(3, 9), start(one(3), 0, BIG), counter_is(3, 9))
    yield row("start/value-of-running", "a counter that runs keeps its value",
              raw(3, 4), start(one(3), SET_INIT_VALUE, 1),
              start(some(3, 4), SET_INIT_VALUE, BIG, error=ALREADY_STARTED),
              counter_is(3, 1), counter_is(4, BIG))
    yield row("start/value-on", "the value after a stop", raw(3),
              start(one(3), SET_INIT_VALUE, BIG), stop(one(3)), start(one(3)), counter_is(3, BIG))
    yield row("start/value-firmware", "SET_INIT_VALUE of a firmware counter",
              match(one(19), SET_TIMER, 19), start(one(19), SET_INIT_VALUE, 0x1234567),
              fw_read(19, 0x1234567))
    yield row("start/value-firmware-64", "SET_INIT_VALUE of a firmware counter, 64 bits",
              match(one(19), SET_TIMER, 19), start(one(19), SET_INIT_VALUE, BIG), fw_read(19, BIG),
              needs=["rv64"])
    yield row("start/value-firmware-low", "RV32: fw_read gives the lower half",
              match(one(19), SET_TIMER, 19), start(one(19), SET_INIT_VALUE, BIG),
              fw_read(19, BIG & 0xFFFFFFFF), needs=["rv32"])
    yield row("start/value-firmware-each", "SET_INIT_VALUE for each of a set",
              match(one(19), SET_TIMER, 19), match(one(34), FIRMWARE, 34),
              start(some(19, 34), SET_INIT_VALUE, 7), fw_read(19, 7), fw_read(34, 7))
    yield row("start/value-firmware-without-flag", "without the flag the value stays",
              match(one(19), SET_TIMER, 19, CLEAR_VALUE), start(one(19), 0, 5), fw_read(19, 0))
    yield row("start/value-firmware-of-running", "a counter that runs keeps its value",
              match(one(19), SET_TIMER, 19), start(one(19), SET_INIT_VALUE, 7),
              start(one(19), SET_INIT_VALUE, 9, error=ALREADY_STARTED), fw_read(19, 7))
    yield row("start/value-firmware-on", "counting goes on from where it was",
              match(one(19), SET_TIMER, 19, CLEAR_VALUE | AUTO_START), fw_event(SET_TIMER, 2),
              stop(one(19)),
              fw_event(SET_TIMER, 4), start(one(19)), fw_event(SET_TIMER), fw_read(19, 3))
    yield row("start/register-of-value", "RV32: the value in a3 and a4, low first",
              raw(3), call(3, 3, 1, SET_INIT_VALUE, 0x11111111, 0x22222222, 0x33333333),
              counter_is(3, 0x2222222211111111), needs=["rv32"])
    yield row("start/register-of-value-64", "RV64: the value in a3",
              raw(3), call(3, 3, 1, SET_INIT_VALUE, 0x11111111, 0x22222222, 0x33333333),
              counter_is(3, 0x11111111), needs=["rv64"])


def csr_rows():
    for counter in (0, 2, 3, 10, 18):
        yield row(f"start/mcountinhibit-{counter}", "only the bits of the set change",
                  match(one(counter), EVENT[counter], counter) if counter < 3 else raw(counter),
                  start(one(counter)), running(counter), stop(one(counter)), running())
    yield row("start/mcountinhibit-set", "only the bits of the set change",
              raw(3, 4, 5, 6), start(some(4, 6)), running(4, 6), start(one(5)), running(4, 5, 6))
    yield row("start/of-cleared", "start clears OF, and nothing else of mhpmevent",
              raw(3), event_write(3, OF | CALLS | 1 << 61), start(one(3)),
              event_is(3, CALLS | 1 << 61))
    yield row("start/of-of-others", "OF of other counters stays",
              raw(3, 4), event_write(4, OF | CALLS), start(one(3)), event_is(4, OF | CALLS))
    yield row("start/of-pending", "OF stays while LCOFIP is pending: an overflow would be lost",
              raw(3), event_write(3, OF | CALLS), csr_write(MIP, LCOFIP), pending(True),
              start(one(3)), event_is(3, OF | CALLS), running(3), pending(True))
    yield row("start/of-served", "a pending request is not that of a counter that stood when none was",
              raw(3, 4), event_write(4, OF | CALLS), start(one(3)), csr_write(MIP, LCOFIP), start(one(4)),
              event_is(4, CALLS), running(3, 4), pending(True))
    yield row("start/of-of-running", "a counter that runs keeps OF",
              raw(3, 4), start(one(3)), event_write(3, OF | CALLS),
              start(some(3, 4), error=ALREADY_STARTED), event_is(3, OF | CALLS), running(3, 4))
    yield row("start/of-failed", "a start that fails keeps OF",
              raw(3), event_write(3, OF | CALLS), start(one(3), 4, error=INVALID_PARAM),
              event_is(3, OF | CALLS))
    yield row("start/pending-kept", "LCOFIP is the supervisor's", raw(3), csr_write(MIP, LCOFIP),
              start(one(3)), pending(True))


def rows():
    for part in (flag_rows, error_rows, value_rows, csr_rows):
        yield from part()
