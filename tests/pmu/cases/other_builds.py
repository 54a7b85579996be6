# SPDX-License-Identifier: Apache-2.0
"""A hart without Sscofpmf, and SBIs of earlier versions."""
from tests.pmu.cases.snapshot import bitmap, value
from tests.pmu.vocabulary import (ALREADY_STARTED, ALREADY_STOPPED, AUTO_START, CALLS, CLEAR_VALUE,
                                  CYCLES, FIRMWARE, FIXED, INSTRUCTIONS, INVALID_PARAM,
                                  NOT_SUPPORTED, RAW, RAW_V2, RESET, SET_INIT_VALUE, SET_TIMER,
                                  SINH, SKIP_MATCH, TAKE_SNAPSHOT, call, counter_is, counter_write,
                                  csr_is, fw_event, fw_read, get_info, lost, match, num_counters,
                                  one, page, poke64, power, row, running, set_shmem, slot, some,
                                  start, stop, will64)


def plain_rows():
    def plain(name, clause, *steps, needs=()):
        return row(f"plain/{name}", f"without Sscofpmf: {clause}", *steps, needs=needs,
                   platform="plain")

    def mhpmevent(counter, number):
        return csr_is(0x320 + counter, number)

    yield plain("num", "number of counters", num_counters())
    for counter in (*FIXED, 3, 18):
        yield plain(f"info-{counter}", "CSR and width",
                    get_info(counter, 0xC00 + counter | 63 << 12))
    for event, counter in ((CYCLES, 0), (INSTRUCTIONS, 2)):
        yield plain(f"fixed-first-{event}", "decided: the lowest counter of all",
                    match(some(0, *range(2, 19)), event, counter),
                    match(some(0, *range(2, 19)), event, 3))
        yield plain(f"fixed-hints-{event}", "config_flags 7:3 are hints",
                    match(some(0, *range(2, 19)), event, counter, 0xF8), start(one(counter)))
        yield plain(f"in-the-set-{event}", "the counter lies in the set",
                    match(some(3, 4), event, 3), match(some(3, 4), event, 4), start(some(3, 4)))
        yield plain(f"high-base-{event}", "the counter lies in the set", match(one(18), event, 18))
    yield plain("skip", "SKIP_MATCH: the first of the set",
                match((0, 4), INSTRUCTIONS, 2, SKIP_MATCH))
    yield plain("mhpmevent", "no inhibits in mhpmevent", match(one(3), RAW, 3, SINH | 128, CALLS),
                mhpmevent(3, CALLS))
    yield plain("mhpmevent-reset", "RESET: mhpmevent is 0",
                match(one(3), RAW, 3, AUTO_START, CALLS), stop(one(3), RESET), mhpmevent(3, 0))
    yield plain("value", "SET_INIT_VALUE", match(one(3), RAW, 3, 0, CALLS),
                start(one(3), SET_INIT_VALUE, 0x123456789), counter_is(3, 0x123456789), running(3))
    yield plain("suspend", "save and restore", match(one(3), RAW, 3, AUTO_START | CLEAR_VALUE,
                                                     CALLS),
                match(one(18), RAW, 18, 0, 5), counter_write(18, 18), power("save"), running(),
                lost(0xFFFFFFFF), power("restore"), running(3), mhpmevent(3, CALLS),
                mhpmevent(18, 5), mhpmevent(4, 0), counter_is(3, 0), counter_is(18, 18))
    yield plain("errors", "start and stop", match(one(3), CYCLES, 3), start(one(3)),
                start(one(3), error=ALREADY_STARTED), stop(one(3)),
                stop(one(3), error=ALREADY_STOPPED))
    yield plain("firmware", "firmware counters", match(one(19), SET_TIMER, 19,
                                                       CLEAR_VALUE | AUTO_START),
                fw_event(SET_TIMER, 2), fw_read(19, 2))
    yield plain("raw-32", "RV32: 32 bits of event_data", match(one(3), RAW, 3, 0, 1 << 32 | CALLS),
                match(one(4), RAW_V2, 4, 0, 1 << 55 | CALLS), mhpmevent(3, CALLS),
                mhpmevent(4, CALLS), needs=["rv32"])
    yield plain("raw-64", "RV64: all of event_data", match(one(3), RAW, data=1 << 32 | CALLS,
                                                           error=NOT_SUPPORTED), needs=["rv64"])
    yield plain("bitmap", "the bitmap is 0", set_shmem(page(0)), poke64(0, (1 << 64) - 1),
                value(3, 9), will64(slot(0), 9), will64(0, 0), stop(one(3), TAKE_SNAPSHOT))
    yield plain("bitmap-of-firmware", "the bitmap is 0", set_shmem(page(0)),
                match(one(19), FIRMWARE, 19),
                start(one(19), SET_INIT_VALUE, 9), will64(slot(3), 9), will64(0, 0),
                stop(some(19, base=16), TAKE_SNAPSHOT))


def older_rows():
    for version in ("2.0", "0.3"):
        def older(name, clause, *steps):
            return row(f"sbi-{version}/{name}", f"SBI {version}: {clause}", *steps,
                       platform=f"sbi-{version}")

        yield older("num", "FID 0", num_counters())
        yield older("start-and-stop", "FIDs 1 to 4", get_info(3, 0xC03 | 63 << 12),
                    match(one(3), CYCLES, 3), start(one(3)), stop(one(3), RESET))
        yield older("event-get-info", "no FID 8", call(8, page(0), 0, 1, 0, error=NOT_SUPPORTED))
        yield older("event-get-info-flags", "no FID 8",
                    call(8, page(0), 0, 1, 1, error=NOT_SUPPORTED))
        yield older("raw-v2", "no type 3", match(one(3), RAW_V2, error=NOT_SUPPORTED, data=CALLS),
                    match(one(3), RAW_V2, error=NOT_SUPPORTED, data=CALLS, flags=SKIP_MATCH))
        yield older("raw", "type 2", match(one(3), RAW, 3, 0, CALLS),
                    csr_is(0x323, CALLS, 0xFFFFFFFF))
        yield older("unknown", "FID 9", call(9, error=NOT_SUPPORTED))
    yield row("sbi-2.0/fw-read-hi", "SBI 2.0: FID 6", match(one(19), SET_TIMER, 19, CLEAR_VALUE),
              call(6, 19, value=0), platform="sbi-2.0")
    yield row("sbi-2.0/snapshot", "SBI 2.0: FID 7 and TAKE_SNAPSHOT", set_shmem(page(0)),
              value(3, 5),
              will64(slot(0), 5), bitmap(clear=[0]), stop(one(3), TAKE_SNAPSHOT),
              platform="sbi-2.0")
    yield row("sbi-0.3/fw-read-hi", "SBI 0.3: no FID 6", match(one(19), SET_TIMER, 19),
              call(6, 19, error=NOT_SUPPORTED), platform="sbi-0.3")
    yield row("sbi-0.3/set-shmem", "SBI 0.3: no FID 7", call(7, page(0), 0, 0, error=NOT_SUPPORTED),
              call(7, -1, -1, 0, error=NOT_SUPPORTED), platform="sbi-0.3")
    yield row("sbi-0.3/init-snapshot", "SBI 0.3: start_flags bit 1 is reserved",
              match(one(3), CYCLES, 3),
              start(one(3), 2, error=INVALID_PARAM), start(one(3)), platform="sbi-0.3")
    yield row("sbi-0.3/take-snapshot", "SBI 0.3: stop_flags bit 1 is reserved",
              match(one(3), CYCLES, 3, AUTO_START),
              stop(one(3), 2, error=INVALID_PARAM), stop(one(3)), platform="sbi-0.3")


def rows():
    yield from plain_rows()
    yield from older_rows()
