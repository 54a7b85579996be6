# SPDX-License-Identifier: Apache-2.0
"""The hart below the PMU extension as its texts have it: counters with Sscofpmf or without, and
memory that the supervisor shares. What sim/pmu/csr_array.h is in C, and shares nothing with.
"""
import functools
from collections import Counter

from tests.pmu import clauses

FIXED = (0, 2)  # mcycle, minstret: 64 bits, no mhpmevent
CYCLE, CYCLEH = 0xC00, 0xC80  # the user CSRs of counter 0; those of counter N are N later
NONE, READ_ONLY, WRITABLE = 0, 1, 2
PAGE, PAGES = 4096, 4


@functools.lru_cache(maxsize=1 << 16)
def bits_of(word):
    """The numbers of the bits that are set, the lowest first."""
    return tuple(bit for bit in range(word.bit_length()) if word >> bit & 1)


class Memory:
    """Pages in a row that the supervisor has, each of them as `pages` says."""

    def __init__(self, base, pages):
        self.base, self.pages = base, list(pages)
        self.content = bytearray(PAGE * len(self.pages))

    def find(self, address, size, writes):
        """Where in `content` all bytes of a range are; None if the supervisor may not use one."""
        first, last = address - self.base, address - self.base + size - 1
        if first < 0 or last >= len(self.content):
            return None
        needed = WRITABLE if writes else READ_ONLY
        if any(self.pages[page] < needed for page in range(first // PAGE, last // PAGE + 1)):
            return None
        return first

    def read(self, place, size):
        return int.from_bytes(self.content[place:place + size], "little")

    def write(self, place, size, value):
        self.content[place:place + size] = value.to_bytes(size, "little")


class Hart:
    def __init__(self, xlen, counters, width, sscofpmf, memory, first=0):
        self.xlen, self.sscofpmf, self.memory = xlen, sscofpmf, memory
        self.counters = sorted(counters)
        self.programmable = [n for n in self.counters if n not in FIXED]
        self.width = {n: 64 if n in FIXED else width for n in self.counters}
        self.seen = Counter()  # what happened, by its name
        self.power_up(first)

    def power_up(self, first):
        """All counters count, from `first` on."""
        self.value = {n: first % 2 ** self.width[n] for n in self.counters}
        self.event = {n: 0 for n in self.programmable}  # mhpmevent
        self.inhibited = set()  # mcountinhibit
        self.readable = set()  # mcounteren
        self.mip = 0

    def lcofip(self):
        return self.mip >> clauses.LCOFIP & 1

    def overflowed(self, n):
        return self.sscofpmf and n in self.event and self.event[n] >> clauses.OF & 1

    def clear_overflow(self, n):
        if self.overflowed(n):
            self.event[n] -= 1 << clauses.OF

    def set_value(self, n, value):
        self.value[n] = value % 2 ** self.width[n]

    def count(self, n, number):
        """Sscofpmf: OF is set by an increment that wraps, and asks for an interrupt if it was 0."""
        if n in self.inhibited:
            return
        total = self.value[n] + number
        self.set_value(n, total)
        if total < 2 ** self.width[n]:
            return
        self.seen["wraps"] += 1
        if n not in self.event or not self.sscofpmf:
            self.seen["wraps without OF"] += 1
        elif self.overflowed(n):
            self.seen["wraps while OF is 1"] += 1
        else:
            self.seen["wraps that set OF"] += 1
            self.seen["wraps while LCOFIP is 1"] += self.lcofip()
            self.event[n] += 1 << clauses.OF
            self.mip |= 1 << clauses.LCOFIP

    def user_read(self, csr):
        """What S mode reads; None: an illegal instruction."""
        upper = self.xlen == 32 and csr >= CYCLEH
        n = csr - (CYCLEH if upper else CYCLE)
        if n not in self.readable:
            return None
        value = self.value.get(n, 0)  # one that the platform does not give stands still
        return value >> 32 if upper else value % 2 ** self.xlen
