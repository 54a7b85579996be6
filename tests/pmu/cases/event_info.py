# SPDX-License-Identifier: Apache-2.0
"""event_get_info (FID 8)."""
from tests.pmu.vocabulary import (AUTO_START, CALLS, CYCLES, DTLB_READ_MISS, DTLB_WRITE_MISS,
                                  FIRMWARE, INSTRUCTIONS, INVALID_ADDRESS, INVALID_PARAM,
                                  ITLB_READ_MISS, PAGE, PLATFORM, PROGRAMMABLE, RAM, RAW, RAW_V2,
                                  READ_ONLY, entries, event_info, match, one, page, poke, row, top,
                                  will)


def answers(name, clause, event, supported, data=0, needs=()):
    return row(f"event-info/{name}", clause, entries(0, event, data=data), will(4, int(supported)),
               event_info(page(0), 1), needs=needs)


def refused(name, clause, *arguments, error):
    """Entries that could be answered, and are not."""
    return row(f"event-info/{name}", clause, entries(0, CYCLES, 8),
               event_info(*arguments, error=error))


def support_rows():
    for code in range(17):
        yield answers(f"general-{code}", "type 0", code, code in (CYCLES, INSTRUCTIONS))
    for cache in range(8):
        for low in (1, 3, 5, 7):
            event = 0x10000 | cache << 3 | low
            yield answers(f"cache-{cache}-{low}", "type 1", event,
                          event in (DTLB_READ_MISS, DTLB_WRITE_MISS, ITLB_READ_MISS))
    for kind in range(4, 15):
        yield answers(f"type-{kind}", "a reserved type is not supported", kind << 16 | 1, False)
    for code, supported in ((0, 1), (5, 1), (21, 1), (22, 0), (255, 0), (256, 1), (257, 0),
                            (65534, 0)):
        yield answers(f"firmware-{code}", "type 15", FIRMWARE + code, supported)
    for data, supported in ((0, 0), (1, 1), (2, 1), (3, 0), (1 << 32 | 1, 0)):
        yield answers(f"platform-{data:#x}", "SBI_PMU_FW_PLATFORM, by event_data", PLATFORM,
                      supported, data)
    for name, event, bits in (("raw", RAW, 48), ("raw-v2", RAW_V2, 56)):
        for data in (1, 5, CALLS, 0x10000, 1 << 31, 1 << 32 | CALLS, 1 << 47, 1 << 48 | CALLS,
                     1 << 55 | CALLS, 1 << 56 | CALLS, 1 << 63 | CALLS):
            yield answers(f"{name}-{data:#x}", "event_data under the mask of its type", event,
                          data & (1 << bits) - 1 < 0x10000, data)
        yield answers(f"{name}-code", "code should be zero", event | 1, False, CALLS)
    for data in (1, 1 << 32, 1 << 63):
        for name, event in (("general", CYCLES), ("cache", DTLB_READ_MISS)):
            yield answers(f"{name}-data-{data:#x}",
                          "event_data is valid for types 2, 3 and 15 alone", event, True, data)
        yield answers(f"firmware-data-{data:#x}", "event_data of firmware events is reserved",
                      FIRMWARE, False, data)
    yield row("event-info/busy", "supported is not: free now", *(
        match(one(counter), CYCLES, counter, AUTO_START) for counter in (0, *PROGRAMMABLE)),
              entries(0, CYCLES), will(4, 1), event_info(page(0), 1))
    yield row("event-info/takes-none", "no counter is taken", entries(0, CYCLES), will(4, 1),
              event_info(page(0), 1), match(one(3), CYCLES, 3))


def output_rows():
    for garbage in (0, 1, 2, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFE):
        for event in (CYCLES, 3):
            yield row(f"event-info/output-{garbage:#x}-{event}", "the entire word is written",
                      entries(0, event), poke(4, garbage), will(4, int(event == CYCLES)),
                      event_info(page(0), 1))
    yield row("event-info/many", "each of 100 entries, and nothing else", entries(0, CYCLES, 100),
              poke(16 * 40, 3), will(4, 1, 100), will(16 * 40 + 4, 0), event_info(page(0), 100))
    yield row("event-info/offset", "at any 16 bytes", entries(0x130, CYCLES, 3), will(0x134, 1, 3),
              event_info(page(0, 0x130), 3))
    yield row("event-info/two-pages", "over the end of a page", entries(PAGE - 16, CYCLES, 2),
              will(PAGE - 12, 1, 2), event_info(page(0, PAGE - 16), 2))
    yield row("event-info/three-pages", "as many as the supervisor has room for",
              entries(0, INSTRUCTIONS, 768), will(4, 1, 768), event_info(page(0), 768))
    yield row("event-info/alternating", "each by itself", entries(0, CYCLES, 64),
              poke(0, 4, 32, 32), will(4, 0, 32, 32), will(20, 1, 32, 32), event_info(page(0), 64))
    yield row("event-info/twice", "the answer is the same", entries(0, CYCLES, 2), poke(16, 3),
              will(4, 1), will(20, 0), event_info(page(0), 2), event_info(page(0), 2))


def reserved_rows():
    for bit in range(20, 32):
        yield row(f"event-info/reserved-bit-{bit}",
                  "a reserved bit of event_idx: INVALID_PARAM, nothing is written",
                  entries(0, 1 << bit | CYCLES), event_info(page(0), 1, error=INVALID_PARAM))
    for name, number in (("first", 0), ("middle", 50), ("last", 99)):
        for bit in (20, 31):
            yield row(f"event-info/reserved-{name}-{bit}",
                      "one bad entry of 100: nothing is written",
                      entries(0, CYCLES, 100), poke(16 * number, 1 << bit | CYCLES),
                      event_info(page(0), 100, error=INVALID_PARAM))
    yield row("event-info/reserved-behind", "an entry behind the last is not looked at",
              entries(0, CYCLES, 3), poke(32, 0xFFFFFFFF), will(4, 1, 2), event_info(page(0), 2))
    yield row("event-info/reserved-all", "all bits", entries(0, 0xFFFFFFFF),
              event_info(page(0), 1, error=INVALID_PARAM))


def argument_rows():
    for bit in range(64):
        yield refused(f"flag-{bit}", "flags: INVALID_PARAM", page(0), 1, 0, 1 << bit,
                      error=INVALID_PARAM)
    yield refused("flags-all", "flags: INVALID_PARAM", page(0), 1, 0, -1, error=INVALID_PARAM)
    for offset in range(1, 16):
        yield refused(f"unaligned-{offset}", "aligned to 16 bytes: INVALID_PARAM", page(0, offset),
                      1, error=INVALID_PARAM)
    yield refused("none", "decided: 0 entries: INVALID_PARAM", page(0), 0, error=INVALID_PARAM)
    for name, number in (("2^(XLEN-4)", lambda xlen: 1 << (xlen - 4)),
                         ("2^(XLEN-4)+1", lambda xlen: (1 << (xlen - 4)) + 1),
                         ("top", top), ("top+1", lambda xlen: top(xlen) + 1), ("all-ones", -1)):
        yield refused(f"wraps-{name}", "16 * num_entries wraps: INVALID_PARAM", page(0), number,
                      error=INVALID_PARAM)
    for name, number in (("one-too-many", 769), ("2^(XLEN-5)", lambda xlen: 1 << (xlen - 5)),
                         ("2^(XLEN-4)-1", lambda xlen: (1 << (xlen - 4)) - 1)):
        yield refused(f"beyond-{name}", "not all of it is the supervisor's: INVALID_ADDRESS",
                      page(0), number, error=INVALID_ADDRESS)
    for name, address in (("read-only", page(READ_ONLY)),
                          ("read-only-end", page(READ_ONLY, PAGE - 16)),
                          ("behind", page(READ_ONLY + 1)), ("firmware", RAM), ("zero", 0),
                          ("no-memory", 0x1000), ("end", -16), ("all-ones-page", -PAGE)):
        yield refused(name, "not the supervisor's to write: INVALID_ADDRESS", address, 1,
                      error=INVALID_ADDRESS)
    yield refused("into-read-only", "its end is not to be written: INVALID_ADDRESS",
                  page(READ_ONLY, -16), 2, error=INVALID_ADDRESS)
    yield refused("end-wraps", "beyond all addresses: INVALID_ADDRESS", -16, 2,
                  error=INVALID_ADDRESS)
    for bit in (0, 1, 16, 31, 32, 63):
        yield refused(f"high-{bit}", "an address beyond what there is: INVALID_ADDRESS", page(0), 1,
                      1 << bit, error=INVALID_ADDRESS)
    yield refused("high-all-ones", "an address beyond what there is: INVALID_ADDRESS", page(0), 1,
                  -1, error=INVALID_ADDRESS)
    yield refused("all-ones", "all-ones is not aligned", -1, 1, -1, error=INVALID_PARAM)
    yield refused("flag-before-address", "flags before the address", RAM, 1, 0, 1,
                  error=INVALID_PARAM)
    yield refused("none-before-address", "the number before the address", RAM, 0,
                  error=INVALID_PARAM)
    yield refused("alignment-before-address", "alignment before the address", RAM + 8, 1,
                  error=INVALID_PARAM)
    yield refused("wrap-before-high", "the number before the address", page(0), -1, 1,
                  error=INVALID_PARAM)


def rows():
    for part in (support_rows, output_rows, reserved_rows, argument_rows):
        yield from part()
