# SPDX-License-Identifier: Apache-2.0
"""set_shmem (FID 7)."""
from tests.pmu.vocabulary import (AUTO_START, CLEAR_VALUE, CYCLES, INVALID_ADDRESS, INVALID_PARAM,
                                  NO_SHMEM, PAGE, RAM, READ_ONLY, SET_TIMER, TAKE_SNAPSHOT,
                                  fw_event, match, one, page, Page, row, set_shmem, slot, start,
                                  stop, top, will64)

OVERFLOWS = 0  # where the bitmap is


def saved(number, at=0):
    """A firmware counter's snapshot, to see where the area is."""
    return [match(one(19), SET_TIMER, 19, CLEAR_VALUE | AUTO_START), fw_event(SET_TIMER, number),
            will64(at + slot(0), number), will64(at + OVERFLOWS, PATTERN_BITMAP & ~1),
            stop(one(19), TAKE_SNAPSHOT)]


def pattern(word):
    """As table.c fills the pages."""
    return 0xA500005A | word << 8


PATTERN_BITMAP = pattern(1) << 32 | pattern(0)


def refused(name, clause, *arguments, error, needs=()):
    """An error; there is no area then, and one that was there stays."""
    yield row(f"shmem/{name}", clause, set_shmem(*arguments, error=error),
              match(one(3), CYCLES, 3, AUTO_START), stop(one(3), TAKE_SNAPSHOT, error=NO_SHMEM),
              needs=needs)
    yield row(f"shmem/{name}-keeps", f"{clause}; the area before stays", set_shmem(page(0)),
              set_shmem(*arguments, error=error), saved(3), needs=needs)


def bitmap(number):
    """The bitmap of a page of the pattern."""
    return pattern(number * PAGE // 4 + 1) << 32 | pattern(number * PAGE // 4)


def good_rows():
    for number in range(READ_ONLY):
        yield row(f"shmem/page-{number}", "an area, and no word of it is touched",
                  set_shmem(page(number)))
        yield row(f"shmem/page-{number}-used", "an area that is used",
                  set_shmem(page(number)), match(one(19), SET_TIMER, 19, CLEAR_VALUE | AUTO_START),
                  fw_event(SET_TIMER, 5), will64(number * PAGE + slot(0), 5),
                  will64(number * PAGE, bitmap(number) & ~1), stop(one(19), TAKE_SNAPSHOT))
    yield row("shmem/again", "an area in place of another", set_shmem(page(1)), set_shmem(page(0)),
              saved(4))
    yield row("shmem/same-again", "the same area again", set_shmem(page(0)), set_shmem(page(0)),
              saved(4))
    yield row("shmem/none", "without an area: NO_SHMEM",
              match(one(3), CYCLES, 3, AUTO_START), stop(one(3), TAKE_SNAPSHOT, error=NO_SHMEM),
              needs=["fid7"])
    yield row("shmem/disable", "both all-ones: no area",
              set_shmem(page(0)), set_shmem(-1, -1), match(one(3), CYCLES, 3, AUTO_START),
              stop(one(3), TAKE_SNAPSHOT, error=NO_SHMEM), start(one(3), 2, error=NO_SHMEM))
    yield row("shmem/disable-twice", "both all-ones without an area", set_shmem(-1, -1),
              set_shmem(-1, -1))
    yield row("shmem/enable-again", "an area after none", set_shmem(page(0)), set_shmem(-1, -1),
              set_shmem(page(0)), saved(6))
    yield row("shmem/running", "counters that run are not touched",
              match(one(3), CYCLES, 3, AUTO_START), set_shmem(page(0)), stop(one(3)))


def bad_rows():
    for bit in range(64):
        yield from refused(f"flag-{bit}", "flags: INVALID_PARAM", page(0), 0, 1 << bit,
                           error=INVALID_PARAM)
    yield from refused("flags-all", "flags: INVALID_PARAM", page(1), 0, -1, error=INVALID_PARAM)
    yield from refused("flag-of-disable", "flags: INVALID_PARAM, also to disable", -1, -1, 1,
                       error=INVALID_PARAM)
    for bit in range(12):
        yield from refused(f"unaligned-{bit}", "aligned to 4096 bytes: INVALID_PARAM",
                           page(1, 1 << bit), error=INVALID_PARAM)
    yield from refused("unaligned-end", "aligned to 4096 bytes: INVALID_PARAM", page(1, -1),
                       error=INVALID_PARAM)
    yield from refused("low-all-ones", "one all-ones is an address, and none that is aligned", -1,
                       0, error=INVALID_PARAM)
    yield from refused("high-all-ones", "one all-ones is an address", page(1), -1,
                       error=INVALID_ADDRESS)
    for bit in range(64):
        if bit in (0, 1, 2, 16, 30, 31, 32, 62, 63):
            yield from refused(f"high-bit-{bit}",
                               "an address beyond what there is: INVALID_ADDRESS",
                               page(1), 1 << bit, error=INVALID_ADDRESS)
    for name, address in (("read-only", page(READ_ONLY)), ("behind", page(READ_ONLY + 1)),
                          ("firmware", RAM),
                          ("firmware-page", RAM + PAGE), ("zero", 0), ("no-memory", 0x1000),
                          ("top", top), ("last-page", -PAGE)):
        yield from refused(name, "not the supervisor's to write: INVALID_ADDRESS", address,
                           error=INVALID_ADDRESS)
    yield from refused("flag-before-address", "flags before the address", RAM, 0, 1,
                       error=INVALID_PARAM)
    yield from refused("alignment-before-address", "alignment before the address", RAM + 8,
                       error=INVALID_PARAM)
    yield from refused("alignment-before-high", "alignment before the address", Page(PAGE + 8), 1,
                       error=INVALID_PARAM)


def rows():
    yield from good_rows()
    yield from bad_rows()
