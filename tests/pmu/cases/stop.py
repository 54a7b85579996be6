# SPDX-License-Identifier: Apache-2.0
"""stop (FID 4)."""
from tests.pmu.cases.start import BIG, EVENT, raw
from tests.pmu.vocabulary import (ALREADY_STARTED, ALREADY_STOPPED, AUTO_START, CALLS, CLEAR_VALUE,
                                  CYCLES, FIRMWARE, FIRMWARE_COUNTERS, FIXED, INSTRUCTIONS,
                                  INVALID_PARAM, LCOFIP, MIP, NO_SHMEM, OF, PROGRAMMABLE, RESET,
                                  SET_INIT_VALUE, SET_TIMER, SINH, TAKE_SNAPSHOT, counter_is,
                                  counter_write, csr_write, event_is, event_write, fw_event,
                                  fw_read, match, one, pending, row, running, some, start, stop)


def flag_rows():
    for bit in range(2, 64):
        yield row(f"stop/reserved-flag-{bit}",
                  "stop: reserved bit: INVALID_PARAM, and nothing is stopped",
                  match(one(3), CYCLES, 3, AUTO_START), stop(one(3), 1 << bit, error=INVALID_PARAM),
                  stop(one(3)))
    for bit in (2, 31, 63):
        yield row(f"stop/reserved-flag-{bit}-stopped", "reserved bits before anything else",
                  match(one(3), CYCLES, 3), stop(one(3), 1 << bit, error=INVALID_PARAM))
        yield row(f"stop/reserved-flag-{bit}-reset", "reserved bits beside RESET: the event stays",
                  match(one(3), CYCLES, 3, AUTO_START),
                  stop(one(3), 1 << bit | RESET, error=INVALID_PARAM), stop(one(3)), start(one(3)))
    yield row("stop/no-flag", "stop keeps the event", match(one(3), CYCLES, 3, AUTO_START),
              stop(one(3)), start(one(3)))
    yield row("stop/reset", "RESET takes the event away",
              match(one(3), CYCLES, 3, AUTO_START), stop(one(3), RESET),
              start(one(3), error=INVALID_PARAM), match(one(3), INSTRUCTIONS, 3))
    for name, counter in (("fixed", 0), ("hardware", 3), ("firmware", 19)):
        for flags in (TAKE_SNAPSHOT, TAKE_SNAPSHOT | RESET):
            yield row(f"stop/snapshot-without-area-{name}-{flags}",
                      "TAKE_SNAPSHOT without an area: nothing is stopped",
                      match(one(counter), EVENT[counter], counter, AUTO_START),
                      stop(one(counter), flags, error=NO_SHMEM),
                      start(one(counter), error=ALREADY_STARTED), needs=["fid7"])
    yield row("stop/snapshot-without-area-stopped", "NO_SHMEM before ALREADY_STOPPED",
              match(one(3), CYCLES, 3), stop(one(3), TAKE_SNAPSHOT, error=NO_SHMEM), needs=["fid7"])
    yield row("stop/snapshot-without-area-bad-set", "the set before the area",
              stop((1, 1), TAKE_SNAPSHOT, error=INVALID_PARAM), needs=["fid7"])
    yield row("stop/snapshot-without-area-reserved", "reserved bits before the area",
              stop(one(3), 6, error=INVALID_PARAM))


def error_rows():
    for counter in (*FIXED, *PROGRAMMABLE, *FIRMWARE_COUNTERS):
        yield row(f"stop/unconfigured-{counter}", "decided: a counter without an event is stopped",
                  stop(one(counter), error=ALREADY_STOPPED))
        yield row(f"stop/reset-stopped-{counter}",
                  "RESET of a stopped counter: ALREADY_STOPPED, the event is gone",
                  match(one(counter), EVENT[counter], counter),
                  stop(one(counter), RESET, error=ALREADY_STOPPED),
                  start(one(counter), error=INVALID_PARAM),
                  match(one(counter), EVENT[counter], counter))
    for name, order in (("first", (3, 4, 5)), ("middle", (4, 3, 5)), ("last", (5, 3, 4))):
        stopped, *others = order
        for kind, event, add in (("hardware", CYCLES, 0), ("firmware", SET_TIMER, 16)):
            yield row(f"stop/one-stopped-{name}-{kind}",
                      "ALREADY_STOPPED, and the others are stopped",
                      *(match(one(counter + add), event, counter + add,
                              AUTO_START) for counter in (3, 4, 5)),
                      stop(one(stopped + add)),
                      stop(some(*(counter + add for counter in (3, 4, 5))), error=ALREADY_STOPPED),
                      *(start(one(other + add)) for other in others))
    yield row("stop/reset-one-stopped", "RESET of a set with one stopped: all events are gone",
              match(one(3), CYCLES, 3), match(one(4), CYCLES, 4, AUTO_START),
              stop(some(3, 4), RESET, error=ALREADY_STOPPED), start(one(3), error=INVALID_PARAM),
              start(one(4), error=INVALID_PARAM), match(some(3, 4), CYCLES, 3),
              match(some(3, 4), CYCLES, 4))
    yield row("stop/unconfigured-and-running", "the others of the set are stopped",
              match(one(4), CYCLES, 4, AUTO_START), stop(some(3, 4, 5), error=ALREADY_STOPPED),
              start(one(4)))
    yield row("stop/mixed", "a set of both kinds", match(one(18), CYCLES, 18, AUTO_START),
              match(one(19), SET_TIMER, 19, AUTO_START), stop(some(18, 19)), start(some(18, 19)))
    yield row("stop/others", "counters that are not of the set run on",
              match(one(3), CYCLES, 3, AUTO_START), match(one(4), CYCLES, 4, AUTO_START),
              match(one(19), FIRMWARE, 19, AUTO_START), match(one(20), FIRMWARE, 20, AUTO_START),
              stop(some(3, 19)), start(one(4), error=ALREADY_STARTED),
              start(one(20), error=ALREADY_STARTED))


def state_rows():
    yield row("stop/mhpmevent", "RESET: mhpmevent is 0", raw(3, flags=SINH), start(one(3)),
              stop(one(3), RESET), event_is(3, 0), running())
    yield row("stop/mhpmevent-of", "RESET clears OF too", raw(3), event_write(3, OF | CALLS),
              stop(one(3), RESET, error=ALREADY_STOPPED), event_is(3, 0))
    yield row("stop/mhpmevent-kept", "without RESET mhpmevent stays", raw(3, flags=AUTO_START),
              stop(one(3)), event_is(3, CALLS | 1 << 62))
    yield row("stop/of-kept", "decided: stop does not touch OF", raw(3, flags=AUTO_START),
              event_write(3, OF | CALLS), stop(one(3)), event_is(3, OF | CALLS))
    yield row("stop/of-not-set", "decided: stop does not touch OF", raw(3, flags=AUTO_START),
              event_write(3, CALLS), stop(one(3)), event_is(3, CALLS))
    yield row("stop/of-of-others", "mhpmevent of other counters stays", raw(3, 4, flags=AUTO_START),
              event_write(4, OF | CALLS), stop(one(3), RESET), event_is(4, OF | CALLS), running(4))
    yield row("stop/pending-kept", "LCOFIP is the supervisor's", raw(3, flags=AUTO_START),
              csr_write(MIP, LCOFIP), stop(one(3), RESET), pending(True))
    yield row("stop/value-kept", "RESET keeps the value", raw(3),
              start(one(3), SET_INIT_VALUE, BIG), stop(one(3), RESET), counter_is(3, BIG))
    yield row("stop/value-of-others", "no value changes", raw(3, 4), counter_write(4, 44),
              start(one(3), SET_INIT_VALUE, BIG), stop(one(3)), counter_is(3, BIG),
              counter_is(4, 44))
    for flags in (0, RESET):
        yield row(f"stop/unconfigured-changes-nothing-{flags}", "a counter without an event",
                  counter_write(3, 5), stop(one(3), flags, error=ALREADY_STOPPED), counter_is(3, 5),
                  event_is(3, 0), running())
    yield row("stop/value-firmware", "a firmware counter that is stopped counts nothing",
              match(one(19), SET_TIMER, 19, CLEAR_VALUE | AUTO_START), fw_event(SET_TIMER, 2),
              stop(one(19)), fw_event(SET_TIMER, 3), fw_read(19, 2))
    yield row("stop/linux-start-of-hart", "as Linux stops all at each hart's start",
              match(one(3), CYCLES, 3, AUTO_START), match(one(0), CYCLES, 0, AUTO_START),
              stop(some(0, *range(2, 32)), RESET, error=ALREADY_STOPPED),
              start(one(3), error=INVALID_PARAM),
              start(one(0), error=INVALID_PARAM), match(one(3), CYCLES, 3))


def rows():
    for part in (flag_rows, error_rows, state_rows):
        yield from part()
