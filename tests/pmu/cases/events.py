# SPDX-License-Identifier: Apache-2.0
"""config_matching (FID 2): which events there are."""
from tests.pmu.vocabulary import (AUTO_START, CALLS, CYCLES, DTLB_READ_MISS, DTLB_WRITE_MISS,
                                  FIRMWARE, INSTRUCTIONS, ITLB_READ_MISS, M_INHIBIT, NOT_SUPPORTED,
                                  PLATFORM, RAW, RAW_V2, SKIP_MATCH, VENDOR, event_is, match, one,
                                  row, some, start)

HARDWARE = some(*range(3, 19))
CACHE_EVENTS = (DTLB_READ_MISS, DTLB_WRITE_MISS, ITLB_READ_MISS)


def none(name, clause, event, data=0, counters=HARDWARE):
    """By match and by SKIP_MATCH."""
    for flags, way in (0, ""), (SKIP_MATCH, "-skip"):
        yield row(f"event/{name}{way}", clause, match(counters, event, flags=flags, data=data,
                                                      error=NOT_SUPPORTED))


def there(name, clause, event, data=0, counter=3):
    yield row(f"event/{name}", clause, match(one(counter), event, counter, AUTO_START, data))


def general_rows():
    for code in (*range(0, 17), 0xFF, 0x100, 0x8000, 0xFFFF):
        kind = "reserved" if code > 10 else "what the hart can count"
        clause = f"type 0: {kind if code != 0 else 'event_idx cannot be zero'}"
        make = there if code in (CYCLES, INSTRUCTIONS) else none
        yield from make(f"general-{code}", clause, code)
    for data in (1, 1 << 31, 1 << 32, 1 << 63):
        yield from none(f"general-data-{data:#x}", "type 0: event_data is reserved", CYCLES, data)


def cache_rows():
    for cache in range(8):
        for operation in range(4):
            for result in range(2):
                event = 0x10000 | cache << 3 | operation << 1 | result
                reserved = cache > 6 or operation == 3
                make = there if event in CACHE_EVENTS else none
                yield from make(f"cache-{cache}-{operation}-{result}",
                           "type 1: " + ("reserved" if reserved else "what the hart can count"),
                                event)
    for code in (8 << 3 | 1, 16 << 3 | 1, 0x8019, 0xFFF9, 0xFFFF):
        yield from none(f"cache-code-{code:#x}", "type 1: a cache that there is not",
                        0x10000 | code)
    for data in (1, 1 << 31, 1 << 32, 1 << 63):
        yield from none(f"cache-data-{data:#x}", "type 1: event_data is reserved", DTLB_READ_MISS,
                        data)


def raw_rows():
    for name, event, bits in (("raw", RAW, 48), ("raw-v2", RAW_V2, 56)):
        for data in (1, 5, CALLS):
            yield from there(f"{name}-{data:#x}", f"type {event >> 16}: what the hart has", event,
                             data)
        for data in (0x10000, 1 << 31, 1 << 32 | CALLS, 1 << 47 | CALLS):
            yield from none(f"{name}-data-{data:#x}", f"type {event >> 16}: what the hart has not",
                            event, data)
        for code in (1, 2, 0x8000, 0xFFFF):
            yield from none(f"{name}-code-{code:#x}", f"type {event >> 16}: code should be zero",
                            event | code, CALLS)
        for bit in range(48, 64):
            if bit < bits:
                yield from none(f"{name}-bit-{bit}", "type 3: bits 55:0 are the event", event,
                                1 << bit | CALLS)
            else:
                yield row(f"event/{name}-bit-{bit}",
                          f"type {event >> 16}: mhpmevent[63:{bits}] is the firmware's",
                          match(one(3), event, 3, 0, 1 << bit | CALLS),
                          event_is(3, CALLS | M_INHIBIT))
        yield row(f"event/{name}-fixed", "raw events are for mhpmevent",
                  match(some(0, 2), event, data=CALLS, error=NOT_SUPPORTED))
        yield row(f"event/{name}-firmware-counter", "raw events are for mhpmevent",
                  match(one(19), event, data=CALLS, error=NOT_SUPPORTED))


def firmware_rows():
    for code in range(22):
        yield from there(f"firmware-{code}", "type 15: codes 0 to 21", FIRMWARE + code, counter=19)
    counters = 19, 0xFFFF
    for code in (22, 23, 31, 32, 64, 127, 128, 254, 255):
        yield from none(f"firmware-{code}", "type 15: reserved", FIRMWARE + code, counters=counters)
    yield from there("firmware-256", "type 15: the implementation's own", VENDOR, counter=19)
    for code in (257, 0x7FFF, 65534):
        yield from none(f"firmware-{code}", "type 15: the implementation has no such",
                        FIRMWARE + code, counters=counters)
    for data in (1, 2):
        yield from there(f"platform-{data}", "SBI_PMU_FW_PLATFORM: event_data is the event",
                         PLATFORM, data, 19)
    for data in (0, 3, 1 << 32 | 1, 1 << 63 | 2):
        yield from none(f"platform-{data:#x}", "SBI_PMU_FW_PLATFORM: the platform has no such",
                        PLATFORM, data, counters)
    for code in (0, 5, 21, 256):
        for data in (1, 1 << 32, 1 << 63):
            yield from none(f"firmware-{code}-data-{data:#x}", "type 15: event_data is reserved",
                            FIRMWARE + code, data,
                       counters)


def reserved_rows():
    for kind in range(4, 15):
        for code in (0, 1):
            yield from none(f"type-{kind}-{code}", "reserved types", kind << 16 | code,
                       counters=some(*range(3, 31)))
    for bit in range(20, 64):
        yield from none(f"bit-{bit}", "event_idx has 20 bits", 1 << bit | CYCLES)
        if bit < 24:
            yield from none(f"bit-{bit}-firmware", "event_idx has 20 bits", 1 << bit | FIRMWARE,
                            counters=(19, 0xFFFF))
    yield row("event/after-none", "a match that fails takes no counter",
              match(HARDWARE, 0, error=NOT_SUPPORTED), match(HARDWARE, CYCLES, 3), start(one(3)))


def rows():
    for part in (general_rows, cache_rows, raw_rows, firmware_rows, reserved_rows):
        yield from part()
