# SPDX-License-Identifier: Apache-2.0
"""config_matching (FID 2): flags, and which counter is chosen."""
from itertools import product

from tests.pmu.vocabulary import (ALREADY_STARTED, ALREADY_STOPPED, AUTO_START, CALLS, CLEAR_VALUE,
                                  CYCLES, DTLB_READ_MISS, DTLB_WRITE_MISS, FIRMWARE,
                                  FIRMWARE_COUNTERS, FIXED, INHIBITS, INSTRUCTIONS, INVALID_PARAM,
                                  ITLB_READ_MISS, M_INHIBIT, MINH, NOT_SUPPORTED, PROGRAMMABLE, RAW,
                                  RESET, SET_INIT_VALUE, SET_TIMER, SINH, SKIP_MATCH, UINH, VSINH,
                                  VUINH, counter_is, event_is, fw_event, fw_read, match, one, row,
                                  running, some, start, stop)

KINDS = {"general": (3, CYCLES, 0), "cache": (3, DTLB_READ_MISS, 0), "raw": (3, RAW, CALLS),
         "firmware": (19, SET_TIMER, 0)}
FLAGS = {"skip": SKIP_MATCH, "clear": CLEAR_VALUE, "auto": AUTO_START}
HINTS = {"vuinh": VUINH, "vsinh": VSINH, "uinh": UINH, "sinh": SINH, "minh": MINH}


def names(flags, table):
    return "+".join(name for name, flag in table.items() if flags & flag) or "none"


def flag_rows():
    for bit in range(8, 64):
        yield row(f"match/reserved-flag-{bit}", "match: reserved bit: INVALID_PARAM",
                  match(one(3), CYCLES, flags=1 << bit, error=INVALID_PARAM),
                  start(one(3), error=INVALID_PARAM))
    yield row("match/reserved-flag-with-others", "match: reserved bit beside good ones",
              match(one(3), CYCLES, flags=0x1FF, error=INVALID_PARAM),
              start(one(3), error=INVALID_PARAM))
    yield row("match/reserved-flags-all", "match: all flags",
              match(one(3), CYCLES, flags=-1, error=INVALID_PARAM),
              start(one(3), error=INVALID_PARAM))
    for (kind, (counter, event, data)), *on in product(KINDS.items(), (0, 1), (0, 2), (0, 4)):
        flags = sum(on)
        started = flags & AUTO_START
        yield row(f"match/{kind}-{names(flags, FLAGS)}",
                  "match: config_flags 2:0, for each type of event",
                  match(one(counter), event, counter, flags, data),
                  start(one(counter), error=ALREADY_STARTED if started else 0), stop(one(counter)))
    for bits in range(32):
        flags = bits << 3
        hints = M_INHIBIT
        for flag, inhibit in INHIBITS.items():
            hints |= inhibit if flags & flag else 0
        yield row(f"match/hints-{names(flags, HINTS)}", "match: config_flags 7:3",
                  match(one(3), DTLB_READ_MISS, 3, flags))
        yield row(f"match/inhibits-{names(flags, HINTS)}",
                  "mhpmevent: inhibits of the flags, M always",
                  match(one(3), RAW, 3, flags, CALLS), event_is(3, CALLS | hints))


def choice_rows():
    for counter in PROGRAMMABLE:
        yield row(f"match/one-{counter}", "match: a set of one counter",
                  match(one(counter), DTLB_WRITE_MISS, counter), start(one(counter)))
    for counter in FIRMWARE_COUNTERS:
        yield row(f"match/one-{counter}", "match: a set of one counter",
                  match(one(counter), FIRMWARE + 1, counter), start(one(counter)))
    yield row("match/lowest", "match: the lowest that is free", match(some(5, 9, 12), CYCLES, 5))
    yield row("match/of-any-base", "match: base beyond 0, the first bits not set",
              match((2, 0x60), INSTRUCTIONS, 7))
    yield row("match/next-after-configured", "match: a counter that is configured is not free",
              match(some(3, 4), CYCLES, 3), match(some(3, 4), CYCLES, 4))
    yield row("match/next-after-started", "match: not started",
              match(some(3, 4), CYCLES, 3, AUTO_START), match(some(3, 4), CYCLES, 4))
    yield row("match/next-after-stopped", "decided: stopped and not reset is not free",
              match(some(3, 4), CYCLES, 3), start(one(3)), stop(one(3)),
              match(some(3, 4), CYCLES, 4))
    yield row("match/free-after-reset", "stop: RESET ends the mapping",
              match(some(3, 4), CYCLES, 3), start(one(3)), stop(one(3), RESET),
              match(some(3, 4), CYCLES, 3))
    yield row("match/none-free", "match: NOT_SUPPORTED where none is free",
              match(some(3, 4), CYCLES, 3), match(some(3, 4), CYCLES, 4),
              match(some(3, 4), CYCLES, error=NOT_SUPPORTED))
    yield row("match/none-free-of-firmware", "match: NOT_SUPPORTED where none is free",
              match(one(19), FIRMWARE, 19), match(one(19), FIRMWARE, error=NOT_SUPPORTED))
    yield row("match/all-of-firmware", "match: each free counter in turn",
              *(match((19, 0xFFFF), FIRMWARE + 2, counter) for counter in FIRMWARE_COUNTERS),
              match((19, 0xFFFF), FIRMWARE + 2, error=NOT_SUPPORTED))
    yield row("match/all-of-cache", "match: each free counter in turn, never a fixed one",
              *(match(some(0, *range(2, 19)), DTLB_READ_MISS, counter) for counter in PROGRAMMABLE),
              match(some(0, *range(2, 19)), DTLB_READ_MISS, error=NOT_SUPPORTED))
    for event, fixed in ((CYCLES, 0), (INSTRUCTIONS, 2)):
        yield row(f"match/fixed-last-{event}",
                  "decided: a fixed counter only where no other is free",
                  *(match(some(0, *range(2, 19)), event, counter) for counter in (*PROGRAMMABLE,
                                                                                  fixed)),
                  match(some(0, *range(2, 19)), event, error=NOT_SUPPORTED))
        yield row(f"match/fixed-not-for-hints-{event}", "decided: a fixed counter has no inhibits",
                  *(match(some(0, 2, counter), event, counter) for counter in (5,)),
                  match(some(0, 2, 5), event, flags=SINH, error=NOT_SUPPORTED))
        yield row(f"match/fixed-alone-{event}", "match: a set of the fixed counter alone",
                  match(one(fixed), event, fixed), start(one(fixed)), stop(one(fixed)))
        yield row(f"match/fixed-skip-{event}", "as Linux takes it, by SKIP_MATCH",
                  match((0, 1 << fixed), event, fixed, SKIP_MATCH | CLEAR_VALUE), start(one(fixed)),
                  stop(one(fixed)))
        yield row(f"match/fixed-twice-{event}", "match: not free",
                  match(one(fixed), event, fixed), match(one(fixed), event, error=NOT_SUPPORTED))
        yield row(f"match/fixed-after-reset-{event}", "a fixed counter is there again after RESET",
                  match(one(fixed), event, fixed, AUTO_START), stop(one(fixed), RESET),
                  match(one(fixed), event, fixed))
        for flag in INHIBITS:
            yield row(f"match/fixed-hint-{names(flag, HINTS)}-{event}",
                      "decided: none without inhibits is taken",
                      match(one(fixed), event, flags=flag, error=NOT_SUPPORTED))
            yield row(f"match/fixed-skip-{names(flag, HINTS)}-{event}",
                      "config_flags 7:3 are hints",
                      match(one(fixed), event, fixed, SKIP_MATCH | flag))
        for other in (CYCLES, INSTRUCTIONS, DTLB_READ_MISS, ITLB_READ_MISS, 3):
            if other != event:
                yield row(f"match/fixed-{fixed}-event-{other:#x}",
                          "a fixed counter counts one event",
                          match(one(fixed), other, error=NOT_SUPPORTED))
                yield row(f"match/fixed-{fixed}-event-{other:#x}-skip",
                          "a fixed counter counts one event",
                          match(one(fixed), other, flags=SKIP_MATCH, error=NOT_SUPPORTED))
    yield row("match/firmware-of-mixed", "the event's type decides the kind of counter",
              match(some(3, 4, 19, 20), FIRMWARE, 19), match(some(3, 4, 19, 20), CYCLES, 3))
    yield row("match/firmware-on-hardware", "none of the counters can monitor it",
              match(some(3, 4), FIRMWARE, error=NOT_SUPPORTED))
    yield row("match/firmware-on-fixed", "none of the counters can monitor it",
              match(some(*FIXED), FIRMWARE, error=NOT_SUPPORTED))
    yield row("match/hardware-on-firmware", "none of the counters can monitor it",
              match((19, 0xFFFF), CYCLES, error=NOT_SUPPORTED),
              match((19, 0xFFFF), DTLB_READ_MISS, error=NOT_SUPPORTED))
    yield row("match/firmware-last-bit", "only the last of a set can monitor it",
              match(some(3, 34), FIRMWARE, 34))


def skip_rows():
    yield row("match/skip-first", "SKIP_MATCH: the first of the set, not base",
              match((0, 4), INSTRUCTIONS, 2, SKIP_MATCH))
    yield row("match/skip-first-of-many", "SKIP_MATCH: the first of the set",
              match((1, 0x70), CYCLES, 5, SKIP_MATCH), start(one(5)))
    yield row("match/skip-first-of-firmware", "SKIP_MATCH: the first of the set",
              match((17, 0x18), FIRMWARE, 20, SKIP_MATCH), start(one(20)))
    yield row("match/skip-configured", "SKIP_MATCH may take a counter that is configured",
              match(one(3), CYCLES, 3), match(one(3), INSTRUCTIONS, 3, SKIP_MATCH), start(one(3)))
    yield row("match/skip-stopped", "SKIP_MATCH may take a counter that is stopped",
              match(one(3), CYCLES, 3, AUTO_START), stop(one(3)),
              match(one(3), INSTRUCTIONS, 3, SKIP_MATCH))
    yield row("match/skip-reprograms", "SKIP_MATCH programs the new event",
              match(one(3), CYCLES, 3, SINH), match(one(3), RAW, 3, SKIP_MATCH | UINH, CALLS),
              event_is(3, CALLS | M_INHIBIT | INHIBITS[UINH]))
    for kind, (counter, event, data) in KINDS.items():
        yield row(f"match/skip-running-{kind}",
                  "decided: SKIP_MATCH of a running counter: INVALID_PARAM",
                  match(one(counter), event, counter, AUTO_START, data),
                  match(one(counter), event, flags=SKIP_MATCH, data=data, error=INVALID_PARAM),
                  stop(one(counter)))
    yield row("match/skip-running-and-free", "SKIP_MATCH looks at the first alone",
              match(one(3), CYCLES, 3, AUTO_START),
              match(some(3, 4), CYCLES, flags=SKIP_MATCH, error=INVALID_PARAM))
    yield row("match/skip-cannot", "SKIP_MATCH: the event is checked against that counter",
              match(some(2, 3), CYCLES, flags=SKIP_MATCH, error=NOT_SUPPORTED),
              start(one(3), error=INVALID_PARAM))
    yield row("match/skip-cannot-firmware", "SKIP_MATCH: the event is checked against that counter",
              match(some(18, 19), FIRMWARE, flags=SKIP_MATCH, error=NOT_SUPPORTED),
              start(one(19), error=INVALID_PARAM))
    yield row("match/skip-cannot-hardware", "SKIP_MATCH: the event is checked against that counter",
              match(one(19), CYCLES, flags=SKIP_MATCH, error=NOT_SUPPORTED),
              start(one(19), error=INVALID_PARAM))


def value_rows():
    big = 0x123456789ABCDEF0
    kept = [match(one(3), RAW, 3, 0, CALLS), start(one(3), SET_INIT_VALUE, big),
            stop(one(3), RESET)]
    yield row("match/value-kept", "without CLEAR_VALUE the value stays",
              kept, match(one(3), RAW, 3, 0, CALLS), counter_is(3, big))
    yield row("match/value-kept-auto", "AUTO_START has no impact on the value",
              kept, match(one(3), RAW, 3, AUTO_START, CALLS), counter_is(3, big))
    yield row("match/value-cleared", "CLEAR_VALUE",
              kept, match(one(3), RAW, 3, CLEAR_VALUE, CALLS), counter_is(3, 0))
    yield row("match/value-cleared-auto", "CLEAR_VALUE with AUTO_START",
              kept, match(one(3), RAW, 3, CLEAR_VALUE | AUTO_START, CALLS), counter_is(3, 0))
    yield row("match/value-cleared-skip", "CLEAR_VALUE with SKIP_MATCH",
              kept, match(one(3), RAW, 3, CLEAR_VALUE | SKIP_MATCH, CALLS), counter_is(3, 0))
    yield row("match/value-of-others", "CLEAR_VALUE of one counter is of no other",
              kept, match(one(4), RAW, 4, CLEAR_VALUE, CALLS), counter_is(3, big))
    yield row("match/value-cleared-fixed", "CLEAR_VALUE of a fixed counter",
              match(one(2), INSTRUCTIONS, 2), start(one(2), SET_INIT_VALUE, big),
              stop(one(2), RESET), match(one(2), INSTRUCTIONS, 2, CLEAR_VALUE), counter_is(2, 0))
    fired = [match(one(19), SET_TIMER, 19, CLEAR_VALUE | AUTO_START), fw_event(SET_TIMER, 3),
             stop(one(19), RESET)]
    yield row("match/value-kept-firmware", "decided: a firmware counter counts on after RESET",
              fired, match(one(19), SET_TIMER, 19), fw_read(19, 3))
    yield row("match/value-cleared-firmware", "CLEAR_VALUE of a firmware counter",
              fired, match(one(19), SET_TIMER, 19, CLEAR_VALUE), fw_read(19, 0))
    yield row("match/auto-firmware-counts", "AUTO_START of a firmware event",
              match(one(19), SET_TIMER, 19, CLEAR_VALUE | AUTO_START), fw_event(SET_TIMER, 2),
              fw_read(19, 2))
    yield row("match/no-auto-firmware", "without AUTO_START nothing is counted",
              match(one(19), SET_TIMER, 19, CLEAR_VALUE), fw_event(SET_TIMER, 2), fw_read(19, 0))


def state_rows():
    yield row("match/mhpmevent-general", "mhpmevent of a general event",
              match(one(3), CYCLES, 3), event_is(3, CYCLES | M_INHIBIT))
    yield row("match/mhpmevent-instructions", "mhpmevent of a general event",
              match(one(18), INSTRUCTIONS, 18), event_is(18, INSTRUCTIONS | M_INHIBIT))
    yield row("match/stopped", "match without AUTO_START leaves the counter stopped",
              match(one(3), RAW, 3, 0, CALLS), running())
    yield row("match/started", "AUTO_START, and no other counter",
              match(one(7), RAW, 7, AUTO_START, CALLS), running(7))
    yield row("match/started-fixed", "AUTO_START of a fixed counter",
              match(one(2), INSTRUCTIONS, 2, AUTO_START), running(2))
    yield row("match/failed-keeps-event", "a match that fails changes nothing",
              match(one(3), RAW, 3, SINH, CALLS),
              match(one(3), RAW, flags=SKIP_MATCH | CLEAR_VALUE | AUTO_START, data=0x10000,
                    error=NOT_SUPPORTED),
              event_is(3, CALLS | M_INHIBIT | INHIBITS[SINH]), running(), start(one(3)))
    yield row("match/failed-keeps-value", "a match that fails changes nothing",
              match(one(3), RAW, 3, 0, CALLS), start(one(3), SET_INIT_VALUE, 77), stop(one(3)),
              match(one(3), RAW, flags=SKIP_MATCH | CLEAR_VALUE, data=0x10000, error=NOT_SUPPORTED),
              counter_is(3, 77))
    yield row("match/skip-running-keeps", "a match that fails changes nothing",
              match(one(3), RAW, 3, AUTO_START | SINH, CALLS),
              match(one(3), RAW, flags=SKIP_MATCH | UINH, data=CALLS, error=INVALID_PARAM),
              event_is(3, CALLS | M_INHIBIT | INHIBITS[SINH]), running(3))
    yield row("match/reserved-flag-first", "reserved bits before the event",
              match(one(3), 0, flags=1 << 8, error=INVALID_PARAM))
    yield row("match/set-before-event", "the set before the event",
              match((1, 1), 0, error=INVALID_PARAM))
    yield row("match/skip-running-before-event", "a running counter before the event",
              match(one(3), CYCLES, 3, AUTO_START), match(one(3), 0, flags=SKIP_MATCH,
                                                          error=INVALID_PARAM))
    yield row("match/hints-of-firmware", "firmware counters have no inhibits",
              match(one(19), SET_TIMER, 19, CLEAR_VALUE | AUTO_START | 0xF8),
              fw_event(SET_TIMER, 1), fw_read(19, 1))
    yield row("match/linux-probe", "as Linux asks for each event at boot",
              *(step for event in (CYCLES, INSTRUCTIONS, DTLB_READ_MISS,
                                   ITLB_READ_MISS) for step in (
                  match(some(0, *range(2, 32)), event, 3),
                                                                stop(one(3), RESET,
                                                                     error=ALREADY_STOPPED))))


def rows():
    for part in (flag_rows, choice_rows, skip_rows, value_rows, state_rows):
        yield from part()
