# SPDX-License-Identifier: Apache-2.0
"""fw_read (FID 5), fw_read_hi (FID 6), and what firmware counters count."""
from tests.pmu.vocabulary import (ALREADY_STARTED, AUTO_START, CLEAR_VALUE, CYCLES, DTLB_READ_MISS,
                                  FIRMWARE, FIRMWARE_COUNTERS, FIXED, INSTRUCTIONS, INVALID_PARAM,
                                  PLATFORM, PROGRAMMABLE, RESET, SET_INIT_VALUE, SET_TIMER, VENDOR,
                                  call, fw_event, fw_read, fw_read_hi, match, one, row, some, start,
                                  stop)

BIG = 0x123456789ABCDEF0
HARDWARE = {0: CYCLES, 2: INSTRUCTIONS, **dict.fromkeys(PROGRAMMABLE, DTLB_READ_MISS)}
READS = {"read": fw_read, "read-hi": fw_read_hi}


def read_rows():
    for name, read in READS.items():
        for counter in (*FIXED, *PROGRAMMABLE):
            yield row(f"fw/{name}-hardware-{counter}", "a hardware counter: INVALID_PARAM",
                      read(counter, error=INVALID_PARAM),
                      match(one(counter), HARDWARE[counter], counter, AUTO_START),
                      read(counter, error=INVALID_PARAM))
        for counter in (1, 35, 36, 50, 51, 63, 64, 255, 1 << 31, 1 << 31 | 19, 1 << 32 | 19,
                        1 << 63 | 19):
            yield row(f"fw/{name}-no-counter-{counter:#x}", "no counter: INVALID_PARAM",
                      match(one(19), SET_TIMER, 19, CLEAR_VALUE),
                      read(counter, error=INVALID_PARAM))
        for counter in (-1, -13, -45):
            yield row(f"fw/{name}-no-counter-minus{counter}", "no counter: INVALID_PARAM",
                      match(one(19), SET_TIMER, 19, CLEAR_VALUE),
                      read(counter, error=INVALID_PARAM))
        yield row(f"fw/{name}-after-reset", "decided: without an event it counts nothing",
                  match(one(19), SET_TIMER, 19, AUTO_START), stop(one(19), RESET),
                  read(19, error=INVALID_PARAM))
        yield row(f"fw/{name}-stopped", "a stopped counter can be read",
                  match(one(19), SET_TIMER, 19, CLEAR_VALUE | AUTO_START), stop(one(19)),
                  read(19, 0))
        yield row(f"fw/{name}-stopped-before-start", "a counter that was never started can be read",
                  match(one(19), SET_TIMER, 19, CLEAR_VALUE), read(19, 0))
    for counter in FIRMWARE_COUNTERS:
        yield row(f"fw/read-unconfigured-{counter}", "decided: without an event it counts nothing",
                  fw_read(counter, error=INVALID_PARAM))
        yield row(f"fw/read-hi-unconfigured-{counter}",
                  "decided: without an event it counts nothing",
                  fw_read_hi(counter, error=INVALID_PARAM))
        yield row(f"fw/read-{counter}", "the counter's own value",
                  match(one(counter), SET_TIMER, counter),
                  start(one(counter), SET_INIT_VALUE, 100 + counter),
                  fw_event(SET_TIMER), fw_read(counter, 101 + counter))
    yield row("fw/read-arguments", "fw_read has one argument",
              match(one(19), SET_TIMER, 19), start(one(19), SET_INIT_VALUE, 6),
              call(5, 19, -1, -1, -1, -1, -1, value=6))


def high_rows():
    both = [match(one(19), SET_TIMER, 19), start(one(19), SET_INIT_VALUE, BIG)]
    yield row("fw/high-of-rv64", "RV64: fw_read_hi gives 0", both, fw_read_hi(19, 0),
              needs=["rv64"])
    yield row("fw/high-of-rv32", "RV32: bits 63:32", both, fw_read_hi(19, BIG >> 32),
              fw_read(19, BIG & 0xFFFFFFFF), needs=["rv32"])
    carry = [match(one(19), SET_TIMER, 19), start(one(19), SET_INIT_VALUE, 0xFFFFFFFE),
             fw_event(SET_TIMER, 3)]
    yield row("fw/carry-rv32", "the carry into the upper half", carry, fw_read(19, 1),
              fw_read_hi(19, 1), needs=["rv32"])
    yield row("fw/carry-rv64", "the carry into the upper half", carry, fw_read(19, 1 << 32 | 1),
              needs=["rv64"])
    half = [match(one(19), SET_TIMER, 19), start(one(19), SET_INIT_VALUE, 0x17FFFFFFE),
            fw_event(SET_TIMER, 3)]
    yield row("fw/carry-31-rv32", "the carry into bit 31", half, fw_read(19, 0x80000001),
              fw_read_hi(19, 1), needs=["rv32"])
    wrap = [match(one(19), SET_TIMER, 19), start(one(19), SET_INIT_VALUE, -2),
            fw_event(SET_TIMER, 3)]
    yield row("fw/wrap", "64 bits, then 0", wrap, fw_read(19, 1))
    yield row("fw/wrap-high", "64 bits, then 0", wrap, fw_read_hi(19, 0))
    yield row("fw/high-of-rv32-set", "RV32: each value has its upper half",
              match(one(19), SET_TIMER, 19),
              match(one(20), SET_TIMER, 20), start(one(19), SET_INIT_VALUE, 5 << 32),
              start(one(20), SET_INIT_VALUE, 6 << 32), fw_read_hi(19, 5), fw_read_hi(20, 6),
              needs=["rv32"])
    yield row("fw/high-cleared", "CLEAR_VALUE clears both halves", both, stop(one(19), RESET),
              match(one(19), SET_TIMER, 19, CLEAR_VALUE), fw_read(19, 0), fw_read_hi(19, 0))


def count_rows():
    for code in range(22):
        event, other = FIRMWARE + code, FIRMWARE + (code + 1) % 22
        yield row(f"fw/counts-{code}", "each firmware event, and no other",
                  match(one(19), event, 19, CLEAR_VALUE | AUTO_START), fw_event(other, 2),
                  fw_event(event, 3), fw_read(19, 3), needs=["events"])
    counted = [match(one(19), SET_TIMER, 19, CLEAR_VALUE | AUTO_START)]
    yield row("fw/counts-many", "1000 events", counted, fw_event(SET_TIMER, 1000),
              fw_read(19, 1000))
    yield row("fw/counts-not-of-others", "an event that no counter has", counted,
              fw_event(FIRMWARE, 5), fw_read(19, 0))
    yield row("fw/two-of-one", "two counters of one event count for themselves", counted,
              fw_event(SET_TIMER, 2),
              match(one(20), SET_TIMER, 20, CLEAR_VALUE | AUTO_START), fw_event(SET_TIMER),
              fw_read(19, 3), fw_read(20, 1))
    yield row("fw/two-of-one-start", "a value is one counter's", counted, fw_event(SET_TIMER, 2),
              match(one(20), SET_TIMER, 20), start(one(20), SET_INIT_VALUE, 50),
              fw_event(SET_TIMER), fw_read(19, 3), fw_read(20, 51))
    yield row("fw/two-of-one-stop", "a stop is one counter's", counted,
              match(one(20), SET_TIMER, 20, CLEAR_VALUE | AUTO_START), stop(one(19)),
              fw_event(SET_TIMER, 4), fw_read(19, 0), fw_read(20, 4))
    yield row("fw/all-counters", "16 counters of one event",
              *(match(one(counter), SET_TIMER, counter,
                      CLEAR_VALUE) for counter in FIRMWARE_COUNTERS),
              start((19, 0xFFFF)), fw_event(SET_TIMER, 7),
              *(fw_read(counter, 7) for counter in FIRMWARE_COUNTERS))
    yield row("fw/restarted", "the second start goes on", counted, fw_event(SET_TIMER),
              stop(one(19)), start(one(19)),
              start(one(19), error=ALREADY_STARTED), fw_event(SET_TIMER), fw_read(19, 2))
    yield row("fw/other-event-after-reset", "the new event alone is counted", counted,
              stop(one(19), RESET),
              match(one(19), FIRMWARE, 19, CLEAR_VALUE | AUTO_START), fw_event(SET_TIMER, 3),
              fw_read(19, 0))
    yield row("fw/vendor", "the implementation's own event",
              match(one(19), VENDOR, 19, CLEAR_VALUE | AUTO_START), fw_event(VENDOR, 4),
              fw_event(FIRMWARE, 1), fw_read(19, 4))
    yield row("fw/platform", "SBI_PMU_FW_PLATFORM: the event_data of the counter",
              match(one(19), PLATFORM, 19, CLEAR_VALUE | AUTO_START, 1),
              match(one(20), PLATFORM, 20, CLEAR_VALUE | AUTO_START, 2), fw_event(PLATFORM, 3, 1),
              fw_event(PLATFORM, 5, 2), fw_event(PLATFORM, 7, 3), fw_read(19, 3), fw_read(20, 5))
    yield row("fw/platform-wide", "SBI_PMU_FW_PLATFORM: all of event_data",
              match(one(19), PLATFORM, 19, CLEAR_VALUE | AUTO_START, 1),
              fw_event(PLATFORM, 3, 1 << 32 | 1), fw_read(19, 0))
    yield row("fw/platform-stopped", "SBI_PMU_FW_PLATFORM while it is stopped",
              match(one(19), PLATFORM, 19, CLEAR_VALUE, 1), fw_event(PLATFORM, 3, 1),
              fw_read(19, 0), start(one(19)), fw_event(PLATFORM, 2, 1), fw_read(19, 2))
    both = [match(one(counter), PLATFORM, counter, CLEAR_VALUE | AUTO_START, counter - 18)
            for counter in (19, 20)]
    counts = [fw_event(PLATFORM, 3, 1), fw_event(PLATFORM, 5, 2)]
    yield row("fw/platform-one-stops",
              "SBI_PMU_FW_PLATFORM: a stop is one counter's, and keeps its value",
              both, counts, stop(one(19)), counts, fw_read(19, 3), fw_read(20, 10))
    yield row("fw/platform-one-starts",
              "SBI_PMU_FW_PLATFORM: a start is one counter's, and goes on",
              both, counts, stop(some(19, 20)), counts, start(one(20)), counts, fw_read(19, 3),
              fw_read(20, 10), start(one(19)), start(one(20), error=ALREADY_STARTED), counts,
              fw_read(19, 6), fw_read(20, 15))
    yield row("fw/platform-and-others", "SBI_PMU_FW_PLATFORM beside other events",
              both, counts, match(one(21), SET_TIMER, 21, CLEAR_VALUE), start(one(21)), counts,
              fw_event(SET_TIMER), stop(one(21)), counts, fw_read(19, 9), fw_read(20, 15),
              fw_read(21, 1))
    yield row("fw/platform-value", "SBI_PMU_FW_PLATFORM: SET_INIT_VALUE", both, stop(some(19, 20)),
              start(one(19), SET_INIT_VALUE, 100), counts, fw_read(19, 103), fw_read(20, 0))
    yield row("fw/mixed-set", "started with hardware counters", match(one(18), CYCLES, 18),
              match(one(19), SET_TIMER, 19, CLEAR_VALUE), start(some(18, 19)),
              fw_event(SET_TIMER, 2), stop(some(18, 19)), fw_event(SET_TIMER, 2), fw_read(19, 2))


def rows():
    for part in (read_rows, high_rows, count_rows):
        yield from part()
