# SPDX-License-Identifier: Apache-2.0
"""What holds for all functions."""
from tests.pmu.vocabulary import (ALREADY_STARTED, ALREADY_STOPPED, AUTO_START, CALLS, CLEAR_VALUE,
                                  CYCLES, FIRMWARE_COUNTERS, FIXED, INHIBITS, INSTRUCTIONS,
                                  INVALID_ADDRESS, INVALID_PARAM, M_INHIBIT, MCOUNTEREN, NO_SHMEM,
                                  NOT_SUPPORTED, OF, PROGRAMMABLE, RAM, RAW, RESET, SET_INIT_VALUE,
                                  SET_TIMER, SINH, SKIP_MATCH, TAKE_SNAPSHOT, call, counter_is, counter_write,
                                  csr_is, entries, event_is, event_write, fw_event, fw_read, lost,
                                  match, one, page, power, row, running, set_shmem, start, stop,
                                  will)

COUNTERS = sum(1 << counter for counter in (*FIXED, *PROGRAMMABLE))


def rows():
    failing = {
        "get-info": [call(1, 1, error=INVALID_PARAM, value=0)],
        "match": [call(2, 3, 1, 0, 3, 0, 0, error=NOT_SUPPORTED, value=0)],
        "match-flags": [call(2, 3, 1, 256, 1, 0, 0, error=INVALID_PARAM, value=0)],
        "start": [call(3, 3, 1, 0, 0, 0, error=INVALID_PARAM, value=0)],
        "start-again": [match(one(3), CYCLES, 3, AUTO_START),
                        call(3, 3, 1, 0, 0, 0, error=ALREADY_STARTED, value=0)],
        "stop": [call(4, 35, 1, 0, error=INVALID_PARAM, value=0)],
        "stop-again": [call(4, 3, 1, 0, error=ALREADY_STOPPED, value=0)],
        "fw-read": [call(5, 3, error=INVALID_PARAM, value=0)],
        "fw-read-hi": [call(6, 3, error=INVALID_PARAM, value=0)],
        "set-shmem": [call(7, RAM, 0, 0, error=INVALID_ADDRESS, value=0)],
        "set-shmem-flags": [call(7, RAM, 0, 1, error=INVALID_PARAM, value=0)],
        "take-snapshot": [call(4, 3, 1, 2, error=NO_SHMEM, value=0)],
        "event-get-info": [call(8, RAM, 0, 1, 0, error=INVALID_ADDRESS, value=0)],
        "unknown": [call(9, 1, 2, 3, 4, 5, 6, error=NOT_SUPPORTED, value=0)],
    }
    for name, steps in failing.items():
        needs = ["fid7"] if name == "take-snapshot" else []
        yield row(f"value/of-error-{name}", "decided: a1 is 0 with an error", *steps, needs=needs)
    yield row("value/of-start", "decided: a1 is 0 where there is no value",
              match(one(3), CYCLES, 3), call(3, 3, 1, 0, 0, 0, value=0), call(4, 3, 1, 0, value=0))
    yield row("value/of-set-shmem", "decided: a1 is 0 where there is no value",
              call(7, page(0), 0, 0, value=0), call(7, -1, -1, 0, value=0))
    yield row("value/of-event-get-info", "decided: a1 is 0 where there is no value",
              entries(0, CYCLES), will(4, 1), call(8, page(0), 0, 1, 0, value=0))
    yield from init_rows()
    yield from suspend_rows()


def init_rows():
    anew = [lost(), power("init")]
    yield row("init/mcounteren", "init: the supervisor may read all counters", anew,
              csr_is(MCOUNTEREN, COUNTERS, COUNTERS))
    yield row("init/running", "init: mcycle and minstret run, all others are stopped", anew, running(*FIXED))
    yield row("init/fixed", "decided: no call has started what runs from boot; an event stops it", anew,
              stop(one(0), error=ALREADY_STOPPED), start(one(0), error=INVALID_PARAM), running(*FIXED),
              match(one(0), CYCLES, 0, SKIP_MATCH), running(2), start(one(0)), running(*FIXED),
              start(one(0), error=ALREADY_STARTED), stop(one(0), RESET), running(2),
              match(one(2), INSTRUCTIONS, 2, AUTO_START), stop(one(2)), running())
    yield row("init/mhpmevent", "init: no counter has an event", anew,
              *(event_is(counter, 0) for counter in PROGRAMMABLE))
    yield row("init/unconfigured", "init: no counter has an event",
              match(one(3), CYCLES, 3), match(one(19), SET_TIMER, 19), anew,
              *(start(one(counter), error=INVALID_PARAM) for counter in (*FIXED, *PROGRAMMABLE,
                                                                         *FIRMWARE_COUNTERS)))
    yield row("init/firmware-stopped", "init: firmware counters are stopped and 0",
              match(one(19), SET_TIMER, 19), start(one(19), SET_INIT_VALUE, 5), anew,
              fw_event(SET_TIMER),
              match(one(19), SET_TIMER, 19), fw_event(SET_TIMER), fw_read(19, 0))
    yield row("init/value", "decided: init keeps values", counter_write(3, 5), power("init"),
              counter_is(3, 5))
    yield row("init/garbage", "init: whatever was in the memory",
              match(one(3), CYCLES, 3, AUTO_START),
              match(one(19), SET_TIMER, 19, CLEAR_VALUE | AUTO_START), lost(), power("garbage"),
              running(*FIXED), start(one(3), error=INVALID_PARAM), match(one(19), SET_TIMER, 19),
              fw_read(19, 0), stop(one(3), TAKE_SNAPSHOT, error=NO_SHMEM), needs=["fid7"])
    yield row("init/area", "init: there is no area", set_shmem(page(0)), anew,
              stop(one(3), TAKE_SNAPSHOT, error=NO_SHMEM))
    yield row("init/usable", "after init all is as ever", anew,
              match(one(3), RAW, 3, CLEAR_VALUE, CALLS), start(one(3)),
              running(*FIXED, 3), stop(one(3), RESET), running(*FIXED))


def suspend_rows():
    raw = [match(one(3), RAW, 3, SINH, CALLS), start(one(3), SET_INIT_VALUE, 0x123456789ABCDEF0),
           match(one(18), RAW, 18, 0, CALLS), counter_write(18, 18)]
    over = [power("save"), running(), lost(0xFFFFFFFF), power("restore")]
    yield row("suspend/saved", "save stops the counters", raw, power("save"), running())
    yield row("suspend/running", "restore starts what ran", raw, over, running(3))
    yield row("suspend/running-before", "restore stops what did not run", raw, power("save"),
              lost(0), power("restore"), running(3))
    yield row("suspend/values", "restore brings the values back", raw, over,
              counter_is(3, 0x123456789ABCDEF0), counter_is(18, 18))
    yield row("suspend/events", "restore brings the events back", raw, event_write(18, OF | CALLS),
              over,
              event_is(3, CALLS | M_INHIBIT | INHIBITS[SINH]), event_is(18, OF | CALLS),
              event_is(4, 0))
    yield row("suspend/mcounteren", "the supervisor may read all counters", raw, over,
              csr_is(MCOUNTEREN, COUNTERS, COUNTERS))
    yield row("suspend/minstret", "a fixed counter", match(one(2), INSTRUCTIONS, 2),
              start(one(2), SET_INIT_VALUE, 9), over, running(2), counter_is(2, 9), needs=["holds"])
    yield row("suspend/mcycle", "a fixed counter", match(one(0), CYCLES, 0), counter_write(0, 77),
              over, counter_is(0, 77), running(), needs=["holds"])
    yield row("suspend/calls", "the state of the calls stays", raw,
              match(one(19), SET_TIMER, 19, CLEAR_VALUE | AUTO_START),
              over, start(one(3), error=ALREADY_STARTED), stop(one(3)), start(one(18)),
              fw_event(SET_TIMER), fw_read(19, 1))
