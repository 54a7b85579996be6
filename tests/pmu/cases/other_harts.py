# SPDX-License-Identifier: Apache-2.0
"""Harts with all counters that there can be, or with none, and a firmware that shares no memory."""
from tests.pmu.vocabulary import (ALREADY_STARTED, ALREADY_STOPPED, AUTO_START, CALLS, CLEAR_VALUE,
                                  CYCLES, FIRMWARE, INIT_SNAPSHOT, INSTRUCTIONS, INVALID_PARAM,
                                  M_INHIBIT, NO_SHMEM, NOT_SUPPORTED, OF, RAW, RAW_V2, RESET,
                                  SET_INIT_VALUE, SET_TIMER, TAKE_SNAPSHOT, call, counter_is,
                                  entries, event_info, event_is, event_write, fw_event, fw_read,
                                  fw_read_hi, get_info, match, one, page, poke64, row, set_shmem,
                                  slot, some, start, stop, top, will, will64)

WIDE = tuple(range(3, 32))
BIG = 0x123456789ABCDEF0
BELOW_48 = (1 << 48) - 1


def no_memory_rows():
    def without(name, clause, *steps):
        return row(f"no-memory/{name}", f"no shared memory: {clause}", *steps, platform="no-memory")

    yield without("set-shmem", "NOT_SUPPORTED", set_shmem(page(0), error=NOT_SUPPORTED),
                  set_shmem(-1, -1, error=NOT_SUPPORTED),
                  set_shmem(page(0), 0, 1, error=NOT_SUPPORTED))
    yield without("event-get-info", "NOT_SUPPORTED", entries(0, CYCLES),
                  event_info(page(0), 1, error=NOT_SUPPORTED),
                  event_info(page(0), 0, error=NOT_SUPPORTED))
    yield without("snapshots", "NO_SHMEM", match(one(3), CYCLES, 3),
                  start(one(3), INIT_SNAPSHOT, error=NO_SHMEM), start(one(3)),
                  stop(one(3), TAKE_SNAPSHOT, error=NO_SHMEM), stop(one(3)))


def wide(name, clause, *steps, needs=()):
    return row(f"wide/{name}", f"29 counters of 48 bits and 32 of the firmware: {clause}", *steps,
               needs=needs, platform="wide")


def wide_rows():
    yield wide("num", "64 indices", call(0, value=64))
    for counter, width in ((0, 64), (2, 64), (3, 48), (31, 48)):
        yield wide(f"info-{counter}", "width", get_info(counter, 0xC00 + counter | width - 1 << 12))
    for counter in (32, 63):
        yield wide(f"info-{counter}", "type", get_info(counter, lambda xlen: top(xlen) | 63 << 12))
    for counter in (1, 64, 65):
        yield wide(f"info-no-counter-{counter}", "INVALID_PARAM",
                   get_info(counter, error=INVALID_PARAM))
    for counter in (32, 33, 62, 63):
        yield wide(f"firmware-{counter}", "a firmware counter",
                   match(one(counter), SET_TIMER, counter, CLEAR_VALUE), start(one(counter)),
                   start(one(counter), error=ALREADY_STARTED), fw_event(SET_TIMER, 3),
                   fw_read(counter, 3),
                   stop(one(counter)), fw_event(SET_TIMER), fw_read(counter, 3))
    yield wide("all-of-cycles", "each in turn, the fixed one at last",
               *(match((0, 0xFFFFFFFD), CYCLES, counter) for counter in (*WIDE, 0)),
               match((0, 0xFFFFFFFD), CYCLES, error=NOT_SUPPORTED))
    yield wide("mixed", "a set over both kinds", match(one(31), RAW, 31, 0, CALLS),
               match(one(32), SET_TIMER, 32, CLEAR_VALUE), start(some(31, 32)), fw_event(SET_TIMER),
               stop(some(31, 32)), fw_read(32, 1))
    yield wide("mixed-running", "one that runs of both kinds",
               match(one(31), RAW, 31, AUTO_START, CALLS),
               match(one(32), SET_TIMER, 32), start(some(31, 32), error=ALREADY_STARTED),
               stop(some(31, 32)), stop(some(31, 32), error=ALREADY_STOPPED))
    yield wide("value", "cut to the width", match(one(31), RAW, 31, 0, CALLS),
               start(one(31), SET_INIT_VALUE, BIG), counter_is(31, BIG & BELOW_48))
    yield wide("value-minstret", "64 bits", match(one(2), INSTRUCTIONS, 2),
               start(one(2), SET_INIT_VALUE, BIG), stop(one(2)), counter_is(2, BIG))
    yield wide("of", "start clears OF of the last", match(one(31), RAW, 31, 0, CALLS),
               event_write(31, OF | CALLS), start(one(31)), event_is(31, CALLS))
    for counter, base in ((31, 0), (31, 3), (30, 0)):
        yield wide(f"snapshot-{counter}-{base}", "the last slots of RV32", set_shmem(page(0)),
                   poke64(0, 0), match(one(counter), RAW, counter, AUTO_START | CLEAR_VALUE, CALLS),
                   event_write(counter, OF | CALLS), will64(slot(counter - base), 0),
                   will64(0, 1 << counter - base), stop(some(counter, base=base), TAKE_SNAPSHOT))
    for counter in (32, 33, 63):
        yield wide(f"snapshot-{counter}", "slots beyond those of RV32", set_shmem(page(0)),
                   poke64(0, (1 << 64) - 1), match(one(counter), FIRMWARE, counter),
                   start(one(counter), SET_INIT_VALUE, BIG), will64(slot(counter), BIG),
                   will64(0, (1 << 64) - 1 & ~(1 << counter)),
                   stop(some(counter, base=0), TAKE_SNAPSHOT))
    for counter in (32, 63):
        yield wide(f"init-snapshot-{counter}", "slots beyond those of RV32", set_shmem(page(0)),
                   match(one(counter), FIRMWARE, counter), poke64(slot(counter), 77),
                   start(some(counter, base=0), INIT_SNAPSHOT), fw_read(counter, 77))
    for name, base, mask in (("index-64", 33, 1 << 31), ("index-64-of-63", 63, 2),
                             ("index-95", 64, 1), ("index-94", 63, 1 << 31), ("hole", 0, -1)):
        yield wide(f"set-{name}", "INVALID_PARAM", stop((base, mask), error=INVALID_PARAM))
    yield wide("set-whole", "all that there are by two sets",
               stop((2, 0x7FFFFFFF), error=ALREADY_STOPPED),
               stop((32, 0xFFFFFFFF), error=ALREADY_STOPPED))
    for code in (3, 9, 10):
        yield wide(f"event-general-{code}", "each that the text has", match(one(3), code, 3))
    yield wide("event-general-11", "none that it has not", match(one(3), 11, error=NOT_SUPPORTED))
    for low in (1 << 1, 2 << 1, 2 << 1 | 1):
        yield wide(f"event-cache-{low}", "each that the text has",
                   match(one(3), 0x10000 | 6 << 3 | low, 3))
    for event in (RAW, RAW_V2):
        for bit in (16, 31, 32, 47):
            yield wide(f"event-{event >> 16}-bit-{bit}",
                       "bits of event_data are those of mhpmevent",
                       match(one(3), event, 3, 0, 1 << bit | 1),
                       event_is(3, 1 << bit | 1 | M_INHIBIT))
    for bit in (48, 55):
        yield wide(f"event-3-bit-{bit}", "bits 55:48 too with type 3",
                   match(one(3), RAW_V2, 3, 0, 1 << bit | 1), event_is(3, 1 << bit | 1 | M_INHIBIT))
    yield wide("event-firmware-65534", "the implementation's last",
               match(one(63), FIRMWARE + 65534, 63, CLEAR_VALUE | AUTO_START),
               fw_event(FIRMWARE + 65534, 2), fw_read(63, 2))
    yield wide("event-info", "some counter can count it", set_shmem(page(2)), entries(0, 10),
               will(4, 1), event_info(page(0), 1))


def bare(name, clause, *steps):
    return row(f"bare/{name}", f"firmware counters alone: {clause}", *steps, platform="bare")


def bare_rows():
    yield bare("num", "32 indices", call(0, value=32))
    for counter in (0, 1, 2, 31):
        yield bare(f"info-{counter}", "type", get_info(counter, lambda xlen: top(xlen) | 63 << 12))
        yield bare(f"counter-{counter}", "a firmware counter",
                   match(one(counter), SET_TIMER, counter, CLEAR_VALUE), start(one(counter)),
                   fw_event(SET_TIMER, 3), start(one(counter), error=ALREADY_STARTED),
                   fw_read(counter, 3),
                   fw_read_hi(counter, 0), stop(one(counter), RESET),
                   fw_read(counter, error=INVALID_PARAM))
    yield bare("info-no-counter", "INVALID_PARAM", get_info(32, error=INVALID_PARAM))
    yield bare("all", "each in turn", *(match((0, 0xFFFFFFFF), SET_TIMER,
                                              counter) for counter in range(32)),
               match((0, 0xFFFFFFFF), SET_TIMER, error=NOT_SUPPORTED), start((0, 0xFFFFFFFF)),
               stop((0, 0xFFFFFFFF)), stop((0, 0xFFFFFFFF), error=ALREADY_STOPPED))
    yield bare("cycles", "no hardware event", match((0, 7), CYCLES, error=NOT_SUPPORTED),
               match(one(0), CYCLES, flags=1, error=NOT_SUPPORTED))
    yield bare("event-info", "no hardware event", entries(0, CYCLES), entries(16, FIRMWARE),
               will(4, 0), will(20, 1), event_info(page(0), 2))
    yield bare("snapshot", "slots from 0 on", set_shmem(page(0)), poke64(0, 3),
               match(one(0), FIRMWARE, 0),
               start(one(0), SET_INIT_VALUE, BIG), will64(slot(0), BIG), will64(0, 2),
               stop(one(0), TAKE_SNAPSHOT))
    yield bare("suspend", "there is nothing to keep", match(one(0), SET_TIMER, 0,
                                                            CLEAR_VALUE | AUTO_START),
               fw_event(SET_TIMER), fw_read(0, 1))


def rows():
    yield from no_memory_rows()
    yield from wide_rows()
    yield from bare_rows()
