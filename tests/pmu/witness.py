# SPDX-License-Identifier: Apache-2.0
"""The SBI's PMU extension as the text has it: a second implementation, slow and plain, that was
written from the specification and the decisions on it, without a look into pmu/.

    pmu = Pmu(Platform(xlen=64, counters={0, 2, 3, 4}, fw_counters=2), hart)
    pmu.call(2, [0, 0x1f, 4, 1, 0, 0])      (0, 3): counter 3 counts cycles now

A set of counters is the list of their indices. Numbers do not wrap: an index is what base and bit
add up to. Where a call is refused, `Refused` says why, so that tests see which reasons they had.
"""
from dataclasses import dataclass, field
from typing import Callable

from tests.pmu import clauses
from tests.pmu.clauses import (ALREADY_STARTED, ALREADY_STOPPED, INVALID_ADDRESS, INVALID_PARAM,
                               NO_SHMEM, NOT_SUPPORTED)
from tests.pmu.hart import CYCLE, FIXED, bits_of


@dataclass
class Platform:
    """What all harts have. `event(event_idx, event_data, index)` is what mhpmevent has to hold for
    an event, or None where that counter cannot count it."""
    xlen: int = 64
    version: str = "3.0"
    counters: set = field(default_factory=set)  # 0: mcycle, 2: minstret, N: mhpmcounterN
    width: int = 64  # bits of mhpmcounterN
    fw_counters: int = 0
    sscofpmf: bool = True
    stops_fixed: bool = False
    counts_m: bool = False
    shares_memory: bool = True
    event: Callable = lambda event_idx, event_data, index: None


class Refused(Exception):
    def __init__(self, error, why):
        super().__init__(why)
        self.error, self.why = error, why


def bit(word, number):
    return word >> number & 1


class Pmu:
    def __init__(self, platform, hart):
        self.platform, self.hart = platform, hart
        self.why = None  # reason of the last call's error
        self.fixed = [n for n in hart.counters if n in FIXED]
        self.programmable = [n for n in hart.counters if n not in FIXED]
        first = max(hart.counters, default=-1) + 1
        self.firmware = range(first, first + platform.fw_counters)
        self.indices = {*hart.counters, *self.firmware}
        # bits of mhpmevent that are an event's
        self.event_bits = 56 if platform.sscofpmf or platform.xlen == 64 else 32
        self.functions = {0: self.num_counters, 1: self.get_info, 2: self.config_matching,
                          3: self.start, 4: self.stop, 5: self.fw_read, 6: self.fw_read_hi,
                          7: self.set_shmem, 8: self.event_get_info}
        self.init()

    def init(self):
        """The firmware's start: nothing has an event, S mode may read all; mcycle and minstret count as they
        do without a PMU, nothing else does."""
        hart = self.hart
        hart.inhibited.update(hart.counters)
        if not self.platform.stops_fixed:
            hart.inhibited.difference_update(self.fixed)
        hart.readable.update(hart.counters)
        for n in self.programmable:
            hart.event[n] = 0
        self.event = {}  # by index: (type, code, event_data) of counters that are configured
        self.fw_value = {n: 0 for n in self.firmware}
        self.fw_running = set()
        self.area = None  # physical address of the snapshot area
        self.served = set()  # programmable counters that stood when a start found no request pending

    def call(self, fid, args):
        """a0 and a1, with a0 as a signed number."""
        self.why = None
        try:
            if fid not in clauses.FUNCTIONS or not self.has(clauses.FUNCTIONS[fid][1]):
                raise Refused(NOT_SUPPORTED, "no such function")
            return clauses.SUCCESS, self.functions[fid](args)
        except Refused as refused:
            self.why = refused.why
            return refused.error, 0

    def has(self, version):
        """Whether the extension answers as that version or a later one."""
        return clauses.VERSIONS.index(self.platform.version) >= clauses.VERSIONS.index(version)

    def number_of(self, low, high):
        """64 bits in arguments: on RV32 two of them."""
        return low + (high << 32) if self.platform.xlen == 32 else low

    # Counters

    def chosen(self, base, mask):
        """The indices of a set, if all of them are counters."""
        if mask == 0:
            raise Refused(INVALID_PARAM, "an empty set")
        chosen = [base + offset for offset in bits_of(mask)]
        for n in chosen:
            if n not in self.indices:
                if n >= self.number_of_counters():
                    raise Refused(INVALID_PARAM, "a set beyond the counters")
                raise Refused(INVALID_PARAM, "a set with a hole")
        return chosen

    def number_of_counters(self):
        return max(self.indices, default=-1) + 1

    def running(self, n):
        """By a call: a fixed counter that counts from boot has no event."""
        if n in self.firmware:
            return n in self.fw_running
        return n not in self.hart.inhibited and (n in self.programmable or n in self.event)

    def value(self, n):
        return self.fw_value[n] if n in self.firmware else self.hart.value[n]

    def set_value(self, n, value):
        if n in self.firmware:
            self.fw_value[n] = value % 2 ** 64
        else:
            self.hart.set_value(n, value)

    def run(self, n):
        if n in self.firmware:
            self.fw_running.add(n)
        else:
            self.hart.inhibited.discard(n)

    def halt(self, n):
        if n in self.firmware:
            self.fw_running.discard(n)
        else:
            self.hart.inhibited.add(n)

    def fw_event(self, code):
        """Something happened that firmware events are about."""
        self._fw_count((clauses.FIRMWARE, code, 0))

    def fw_platform_event(self, event_data, number=1):
        self._fw_count((clauses.FIRMWARE, clauses.FW_PLATFORM, event_data), number)

    def _fw_count(self, event, number=1):
        for n in self.fw_running:
            if self.event[n] == event:
                self.hart.seen["firmware events counted"] += 1
                self.set_value(n, self.fw_value[n] + number)

    # FID 0, 1: what counters there are

    def num_counters(self, _):
        return self.number_of_counters()

    def get_info(self, args):
        n = args[0]
        if n not in self.indices:
            raise Refused(INVALID_PARAM, "no such counter")
        if n in self.firmware:
            return (1 << self.platform.xlen - 1) + (63 << 12)
        return CYCLE + n + (self.hart.width[n] - 1 << 12)

    # FID 2: find and configure a counter

    def config_matching(self, args):
        base, mask, flags, event_idx = args[:4]
        refuse_reserved(flags, 8)
        chosen = self.chosen(base, mask)
        skip = bit(flags, clauses.SKIP_MATCH)
        if skip and self.running(chosen[0]):
            raise Refused(INVALID_PARAM, "SKIP_MATCH of a running counter")
        event = self.known_event(event_idx, self.number_of(args[4], args[5]))
        if skip and not self.can_count(chosen[0], event):
            raise Refused(NOT_SUPPORTED, "an event that the counter of SKIP_MATCH cannot count")
        inhibits = [flag for flag in clauses.INHIBIT if bit(flags, flag)]
        n = chosen[0] if skip else self.match(chosen, event, inhibits)
        self.configure(n, event, inhibits)
        if bit(flags, clauses.CLEAR_VALUE):
            self.set_value(n, 0)
        if bit(flags, clauses.AUTO_START):
            self.note_served()
            self.begin(n)
        return n

    def known_event(self, event_idx, event_data):
        """Type, code and data of an event that the text defines."""
        kind, code = event_idx >> 16, event_idx % 2 ** 16
        if kind == clauses.GENERAL:
            known = code in clauses.GENERAL_CODES and event_data == 0
        elif kind == clauses.CACHE:
            cache, op = code >> 3, code >> 1 & 3
            known = cache in clauses.CACHE_IDS and op in clauses.CACHE_OPS and event_data == 0
        elif kind == clauses.RAW or kind == clauses.RAW_V2 and self.has(clauses.RAW_V2_SINCE):
            known = code == 0
            event_data %= 2 ** min(clauses.RAW_BITS[kind], self.event_bits)
        elif kind == clauses.FIRMWARE and code == clauses.FW_PLATFORM:
            known = True
        elif kind == clauses.FIRMWARE:
            known = event_data == 0 and (code in clauses.FIRMWARE_CODES
                                         or code in clauses.IMPLEMENTATION_CODES)
        else:
            known = False
        if not known:
            raise Refused(NOT_SUPPORTED, "an event that is reserved")
        return kind, code, event_data

    def can_count(self, n, event):
        kind, code, event_data = event
        if (kind == clauses.FIRMWARE) != (n in self.firmware):
            return False
        if n in self.fixed:
            return event == (clauses.GENERAL, clauses.FIXED[n], 0)
        if kind == clauses.FIRMWARE and code in clauses.FIRMWARE_CODES:
            return True
        return self.platform.event((kind << 16) + code, event_data, n) is not None

    def match(self, chosen, event, inhibits):
        """The first of the free counters that can count an event. Those with inhibits and overflow
        come before those without."""
        able = [n for n in chosen if n not in self.event and not self.running(n)]
        able = [n for n in able if self.can_count(n, event)]
        if self.platform.sscofpmf:
            fixed = [n for n in able if n in self.fixed]
            able = [n for n in able if n not in self.fixed]
            if fixed and not able and inhibits:
                raise Refused(NOT_SUPPORTED, "inhibits that the counter left does not have")
            able = able or fixed
        if not able:
            raise Refused(NOT_SUPPORTED, "none free that can count the event")
        return able[0]

    def configure(self, n, event, inhibits):
        kind, code, event_data = event
        self.event[n] = event
        if n in self.fixed:
            self.halt(n)
        if n not in self.programmable:
            return
        word = self.platform.event((kind << 16) + code, event_data, n)
        word %= 2 ** min(clauses.RAW_BITS.get(kind, self.event_bits), self.event_bits)
        if self.platform.sscofpmf:
            always = set() if self.platform.counts_m else {clauses.SET_MINH}
            word += sum(1 << clauses.INHIBIT[flag] for flag in always.union(inhibits))
        self.hart.event[n] = word

    # FID 3, 4: start and stop

    def start(self, args):
        base, mask, flags = args[:3]
        refuse_reserved(flags, 2 if self.has(clauses.SNAPSHOT_SINCE) else 1)
        from_argument = bit(flags, clauses.SET_INIT_VALUE)
        from_area = bit(flags, clauses.INIT_SNAPSHOT)
        if from_argument and from_area:
            raise Refused(INVALID_PARAM, "SET_INIT_VALUE and INIT_SNAPSHOT")
        chosen = self.chosen(base, mask)
        if any(n not in self.event for n in chosen):
            raise Refused(INVALID_PARAM, "a counter without an event")
        place = self.snapshot(writes=False) if from_area else None
        stopped = [n for n in chosen if not self.running(n)]
        self.note_served()
        for n in stopped:
            if from_argument:
                self.set_value(n, self.number_of(args[3], args[4]))
            elif from_area:
                where = place + clauses.VALUES + clauses.VALUE_BYTES * (n - base)
                self.set_value(n, self.hart.memory.read(where, clauses.VALUE_BYTES))
            self.begin(n)
        if stopped != chosen:
            which = "some" if stopped else "all"
            raise Refused(ALREADY_STARTED, f"{which} started before")
        return 0

    def note_served(self):
        """Of those that stand while no request is pending, none has one that was not taken."""
        if not self.hart.lcofip():
            self.served.update(n for n in self.programmable if n in self.hart.inhibited)

    def begin(self, n):
        hart = self.hart
        if n in self.served:
            if hart.overflowed(n):
                hart.seen["OF cleared by start"] += 1
                hart.seen["OF cleared by start while LCOFIP is 1"] += hart.lcofip()
            hart.clear_overflow(n)
            self.served.discard(n)
        self.run(n)

    def stop(self, args):
        base, mask, flags = args[:3]
        refuse_reserved(flags, 2 if self.has(clauses.SNAPSHOT_SINCE) else 1)
        chosen = self.chosen(base, mask)
        place = self.snapshot(writes=True) if bit(flags, clauses.TAKE_SNAPSHOT) else None
        running = [n for n in chosen if self.running(n)]
        for n in running:
            self.halt(n)
        if place is not None:
            self.save_snapshot(place, base, chosen)
        if bit(flags, clauses.RESET):
            for n in chosen:
                self.event.pop(n, None)
                if n in self.programmable:
                    self.hart.event[n] = 0
        if running != chosen:
            which = "some" if running else "all"
            raise Refused(ALREADY_STOPPED, f"{which} stopped before")
        return 0

    def snapshot(self, writes):
        """Where the snapshot area is."""
        if self.area is None:
            raise Refused(NO_SHMEM, "no area")
        place = self.hart.memory.find(self.area, clauses.AREA_BYTES, writes)
        if place is None:
            raise Refused(NO_SHMEM, "an area that is no longer the supervisor's")
        return place

    def save_snapshot(self, place, base, chosen):
        memory = self.hart.memory
        overflown = set(bits_of(memory.read(place + clauses.BITMAP, 8)))
        if not self.platform.sscofpmf:
            overflown.clear()
        for n in chosen:
            if self.hart.overflowed(n):
                self.hart.seen["overflow bits in snapshots"] += 1
                overflown.add(n - base)
            else:
                overflown.discard(n - base)
            slot = place + clauses.VALUES + clauses.VALUE_BYTES * (n - base)
            memory.write(slot, clauses.VALUE_BYTES, self.value(n))
        memory.write(place + clauses.BITMAP, 8, sum(1 << offset for offset in overflown))

    # FID 5, 6: firmware counters

    def fw_read(self, args):
        return self.fw_count(args[0]) % 2 ** self.platform.xlen

    def fw_read_hi(self, args):
        count = self.fw_count(args[0])
        return count >> 32 if self.platform.xlen == 32 else 0

    def fw_count(self, n):
        if n not in self.indices:
            raise Refused(INVALID_PARAM, "no such counter")
        if n not in self.firmware:
            raise Refused(INVALID_PARAM, "a hardware counter")
        if n not in self.event:
            raise Refused(INVALID_PARAM, "a firmware counter without an event")
        return self.fw_value[n]

    # FID 7, 8: shared memory

    def set_shmem(self, args):
        low, high, flags = args[:3]
        self.refuse_without_memory()
        refuse_reserved(flags, 0)
        all_ones = 2 ** self.platform.xlen - 1
        if low == high == all_ones:
            self.area = None
            return 0
        if low % clauses.AREA_BYTES != 0:
            raise Refused(INVALID_PARAM, "an address that is not aligned")
        address = self.address(low, high)
        if self.hart.memory.find(address, clauses.AREA_BYTES, writes=True) is None:
            raise Refused(INVALID_ADDRESS, "an address that is not the supervisor's")
        self.area = address
        return 0

    def event_get_info(self, args):
        low, high, number, flags = args[:4]
        self.refuse_without_memory()
        refuse_reserved(flags, 0)
        if low % clauses.ENTRY_BYTES != 0:
            raise Refused(INVALID_PARAM, "an address that is not aligned")
        size = clauses.ENTRY_BYTES * number
        if number == 0:
            raise Refused(INVALID_PARAM, "no entries")
        if size >= 2 ** self.platform.xlen:
            raise Refused(INVALID_PARAM, "more bytes than there are")
        memory = self.hart.memory
        place = memory.find(self.address(low, high), size, writes=True)
        if place is None:
            raise Refused(INVALID_ADDRESS, "an address that is not the supervisor's")
        entries = range(place, place + size, clauses.ENTRY_BYTES)
        if any(memory.read(entry, 4) >= 2 ** 20 for entry in entries):
            raise Refused(INVALID_PARAM, "reserved bits in an entry")
        for entry in entries:
            supported = self.some_can_count(memory.read(entry, 4), memory.read(entry + 8, 8))
            self.hart.seen["events supported" if supported else "events not supported"] += 1
            memory.write(entry + clauses.OUTPUT, 4, int(supported))
        return 0

    def some_can_count(self, event_idx, event_data):
        """Whether there is a counter for an event, free or not. For general and cache events the
        entry has no event_data."""
        if event_idx >> 16 in (clauses.GENERAL, clauses.CACHE):
            event_data = 0
        try:
            event = self.known_event(event_idx, event_data)
        except Refused:
            return False
        return any(self.can_count(n, event) for n in self.indices)

    def refuse_without_memory(self):
        if not self.platform.shares_memory:
            raise Refused(NOT_SUPPORTED, "a platform that shares no memory")

    def address(self, low, high):
        """The supervisor has 64 bits of addresses at most."""
        if self.platform.xlen == 64 and high != 0:
            raise Refused(INVALID_ADDRESS, "an address beyond 64 bits")
        return self.number_of(low, high)

    # A suspend that does not retain the hart's state

    def save(self):
        hart = self.hart
        saved = dict(hart.value), dict(hart.event), set(hart.inhibited)
        hart.inhibited.update(hart.counters)
        return saved

    def restore(self, saved):
        value, event, inhibited = saved
        self.hart.value, self.hart.event = dict(value), dict(event)
        self.hart.inhibited = set(inhibited)
        self.hart.readable.update(self.hart.counters)


def refuse_reserved(flags, defined):
    """Only so many bits, from bit 0 on, are flags."""
    if flags >= 2 ** defined:
        raise Refused(INVALID_PARAM, "reserved flags")
