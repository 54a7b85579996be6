# SPDX-License-Identifier: Apache-2.0
"""What rows of the table are made of: a state that calls make, a call, its answer, the state after.

    row("start/twice", "start: ALREADY_STARTED",
        match(one(3), CYCLES, 3), start(one(3)), start(one(3), error=ALREADY_STARTED))

A number that depends on XLEN is a function of it; a negative one is that of XLEN bits. Each row
begins with all counters stopped and reset, without shared memory, and with pages of a pattern;
after each call, all bytes of the pages are compared, so only what will() announces
may have changed.
"""
from dataclasses import dataclass

SUCCESS, FAILED, NOT_SUPPORTED, INVALID_PARAM, DENIED, INVALID_ADDRESS = 0, -1, -2, -3, -4, -5
ALREADY_AVAILABLE, ALREADY_STARTED, ALREADY_STOPPED, NO_SHMEM = -6, -7, -8, -9
ERRORS = {SUCCESS: "SUCCESS", FAILED: "FAILED", NOT_SUPPORTED: "NOT_SUPPORTED",
          INVALID_PARAM: "INVALID_PARAM", DENIED: "DENIED", INVALID_ADDRESS: "INVALID_ADDRESS",
          ALREADY_AVAILABLE: "ALREADY_AVAILABLE", ALREADY_STARTED: "ALREADY_STARTED",
          ALREADY_STOPPED: "ALREADY_STOPPED", NO_SHMEM: "NO_SHMEM"}

FUNCTIONS = ("num_counters", "get_info", "match", "start", "stop", "fw_read", "fw_read_hi",
             "set_shmem", "event_get_info")

# config_flags
SKIP_MATCH, CLEAR_VALUE, AUTO_START = 1, 2, 4
VUINH, VSINH, UINH, SINH, MINH = 8, 16, 32, 64, 128
# start_flags, stop_flags
SET_INIT_VALUE, INIT_SNAPSHOT = 1, 2
RESET, TAKE_SNAPSHOT = 1, 2

# event_idx
CYCLES, INSTRUCTIONS = 1, 2
DTLB_READ_MISS, DTLB_WRITE_MISS, ITLB_READ_MISS = 0x10019, 0x1001B, 0x10021
RAW, RAW_V2, FIRMWARE = 0x20000, 0x30000, 0xF0000
SET_TIMER = FIRMWARE + 5  # the firmware event that S mode can cause wherever there is an SBI
VENDOR, PLATFORM = FIRMWARE + 256, FIRMWARE + 65535
CALLS = 0x8002  # a raw event: no machine here counts it on its own

# The platform
FIXED = (0, 2)
PROGRAMMABLE = tuple(range(3, 19))
FIRMWARE_COUNTERS = tuple(range(19, 35))
NUMBER = 35
PAGE, READ_ONLY = 4096, 3  # size of the supervisor's pages, and the one that is not to be written
RAM = 0x80000000  # where the firmware lies: no supervisor's

# M-mode CSRs
MCOUNTEREN, MCOUNTINHIBIT, MIP, SCOUNTOVF = 0x306, 0x320, 0x344, 0xDA0
OF, LCOFIP = 1 << 63, 1 << 13
INHIBITS = {VUINH: 1 << 58, VSINH: 1 << 59, UINH: 1 << 60, SINH: 1 << 61, MINH: 1 << 62}
M_INHIBIT = INHIBITS[MINH]

# What a place may lack for a row, in the order of bits in the C table
NEEDS = ("rv64", "rv32", "csr", "count", "holds", "events", "raw", "vendor", "fid6", "fid7", "fid8",
         "power")
PLATFORMS = ("sscofpmf", "plain", "sbi-2.0", "sbi-0.3", "no-memory", "wide", "bare")


def top(xlen):
    return 1 << (xlen - 1)


def resolved(number, xlen):
    return (number(xlen) if callable(number) else number) & ((1 << xlen) - 1)


@dataclass(frozen=True)
class Wide:
    """A 64-bit argument: two of RV32, the low one first."""
    value: int

    def words(self, xlen):
        return [self.value & (2**64 - 1)] if xlen == 64 else \
            [self.value & 0xFFFFFFFF, self.value >> 32 & 0xFFFFFFFF]


@dataclass(frozen=True)
class Page:
    """The physical address of a byte of the supervisor's pages."""
    offset: int

    def words(self, xlen):
        return [resolved(self.offset, xlen)]


def page(number, offset=0):
    return Page(number * PAGE + offset)


@dataclass(frozen=True)
class Step:
    kind: str
    number: int = 0  # FID, CSR, code, place in the pages
    arguments: tuple = ()
    error: int = 0
    value: object = None  # None: any
    mask: object = -1  # of the value
    needs: frozenset = frozenset()

    def words(self, xlen):
        """The argument words, and a bit for each that is relative to the first page."""
        words, relative = [], 0
        for argument in self.arguments:
            relative |= isinstance(argument, Page) << len(words)
            words += argument.words(xlen) if hasattr(argument, "words") else \
                [resolved(argument, xlen)]
        return words, relative


@dataclass(frozen=True)
class Case:
    name: str
    clause: str
    steps: tuple
    platform: str
    needs: frozenset

    def is_for(self, xlen):
        return ("rv32" if xlen == 64 else "rv64") not in self.needs


def flat(steps):
    for step in steps:
        if isinstance(step, (list, tuple)):
            yield from flat(step)
        else:
            yield step


def row(name, clause, *steps, needs=(), platform="sscofpmf"):
    steps = tuple(flat(steps))
    needs = frozenset(needs).union(*(step.needs for step in steps))
    for step in steps:
        if any(not callable(n) and isinstance(n, int) and n >= 1 << 32
               for n in (*step.arguments, step.number)):
            needs |= {"rv64"}
    return Case(name, clause, steps, platform, needs)


# Sets of counters: base and mask

def one(counter):
    return counter, 1


def some(*counters, base=None):
    base = min(counters) if base is None else base
    return base, sum(1 << counter - base for counter in counters)


# Calls

def call(fid, *arguments, error=0, value=None, mask=-1, needs=()):
    if isinstance(fid, int) and 6 <= fid <= 8:
        needs = (*needs, f"fid{fid}")
    return Step("CALL", fid, arguments, error, value, mask, frozenset(needs))


def num_counters():
    return call(0, value=NUMBER)


def get_info(counter, value=None, error=0, mask=-1):
    return call(1, counter, value=value, error=error, mask=mask)


def match(counters, event, gives=None, flags=0, data=0, error=0):
    needs = []
    if error == 0 and gives is None:
        raise ValueError("a match that succeeds gives a counter")
    if error == 0 and event in (RAW, RAW_V2):
        needs.append("raw")
    if error == 0 and event >= VENDOR:
        needs.append("vendor")
    return call(2, *counters, flags, event, Wide(data), error=error, value=gives, needs=needs)


def start(counters, flags=0, value=0, error=0):
    return call(3, *counters, flags, Wide(value), error=error)


def stop(counters, flags=0, error=0):
    return call(4, *counters, flags, error=error)


def fw_read(counter, value=None, error=0):
    return call(5, counter, value=value, error=error)


def fw_read_hi(counter, value=None, error=0):
    return call(6, counter, value=value, error=error)


def set_shmem(low, high=0, flags=0, error=0):
    return call(7, low, high, flags, error=error)


def event_info(low, entries, high=0, flags=0, error=0):
    return call(8, low, high, entries, flags, error=error)


# What only some places can do

def csr_is(number, value, mask=-1, needs=()):
    return Step("CSR_IS", number, (), value=value, mask=mask, needs=frozenset(("csr", *needs)))


def csr_write(number, value):
    return Step("CSR_WRITE", number, (value,), needs=frozenset(["csr"]))


@dataclass(frozen=True)
class Halves:
    """A 64-bit CSR: two of RV32. table_source.py takes it apart."""
    kind: str
    number: int
    high: int
    value: int
    mask: int = 2**64 - 1
    needs: frozenset = frozenset(["csr"])
    arguments: tuple = ()

    def parts(self, xlen):
        halves = [(self.number, 0), (self.high, 32)] if xlen == 32 else [(self.number, 0)]
        for number, shift in halves:
            value, mask = (bits >> shift & (1 << xlen) - 1 for bits in (self.value, self.mask))
            if self.kind == "CSR_WRITE":
                yield Step(self.kind, number, (value,))
            elif mask != 0:
                yield Step(self.kind, number, (), value=value & mask, mask=mask)


def event_is(counter, value, mask=2**64 - 1):
    return Halves("CSR_IS", 0x320 + counter, 0x720 + counter, value & 2**64 - 1, mask)


def event_write(counter, value):
    return Halves("CSR_WRITE", 0x320 + counter, 0x720 + counter, value)


def counter_is(counter, value):
    """Counters 0 and 2 run in QEMU while they are stopped."""
    needs = frozenset(["csr", "holds"] if counter < 3 else ["csr"])
    return Halves("CSR_IS", 0xB00 + counter, 0xB80 + counter, value & 2**64 - 1, needs=needs)


def counter_write(counter, value):
    return Halves("CSR_WRITE", 0xB00 + counter, 0xB80 + counter, value & 2**64 - 1)


def running(*counters, of=None):
    """mcountinhibit: these run, and the others of `of` (all) are stopped."""
    of = (*FIXED, *PROGRAMMABLE) if of is None else of
    mask = sum(1 << counter for counter in of)
    return csr_is(MCOUNTINHIBIT, mask & ~sum(1 << counter for counter in counters), mask)


def pending(value):
    return csr_is(MIP, LCOFIP if value else 0, LCOFIP)


MODES = {"U": 0, "S": 1, "M": 3, "VU": 5, "VS": 6}


def happen(event, number, mode="S"):
    """The hart meets an event so many times: its mhpmevent."""
    return Step("HAPPEN", event, (number, MODES[mode]), needs=frozenset(["count"]))


def fw_event(event, number=1, data=0):
    """The firmware meets an event of type 15 so many times."""
    needs = [] if event == SET_TIMER else ["events"]
    return Step("FW_EVENT", event & 0xFFFF, (number, Wide(data)), needs=frozenset(needs))


def power(what):
    """The firmware initializes the library, saves the counters, or restores them; garbage: it
    initializes memory that holds anything."""
    number = ("init", "save", "restore", "garbage").index(what)
    return Step("POWER", number, needs=frozenset(["power"]))


def lost(mcountinhibit=0):
    """All CSRs of the counters hold something else."""
    return Step("LOST", mcountinhibit, needs=frozenset(["power"]))


# Shared memory: 32-bit words, `count` of them, `stride` bytes from one to the next

def poke(offset, word, count=1, stride=16):
    """The supervisor writes."""
    return Step("POKE", offset, (word & 0xFFFFFFFF, count, stride))


def will(offset, word, count=1, stride=16):
    """The next call will write."""
    return Step("WILL", offset, (word & 0xFFFFFFFF, count, stride))


def poke64(offset, value):
    return [poke(offset, value), poke(offset + 4, value >> 32)]


def will64(offset, value):
    return [will(offset, value), will(offset + 4, value >> 32)]


def slot(number):
    """Where counter_values[number] of the snapshot is."""
    return 8 + 8 * number


def entries(offset, event, count=1, data=0):
    """Entries of event_get_info, their output garbage."""
    return [poke(offset, event, count), poke(offset + 4, 0xDEADBEEF, count),
            poke(offset + 8, data, count), poke(offset + 12, data >> 32, count)]
