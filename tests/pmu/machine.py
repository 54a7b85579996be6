# SPDX-License-Identifier: Apache-2.0
"""A hart with the PMU extension in tests of the witness: the platform of the table of cases, where
nothing else is asked for."""
import unittest

from tests.pmu import clauses
from tests.pmu.hart import NONE, READ_ONLY, WRITABLE, Hart, Memory
from tests.pmu.witness import Platform, Pmu

BASE = 0x80200000
PAGE = 4096
COUNTERS = {0, 2, *range(3, 19)}  # firmware counters from 19 on
FW = 19
OF = 1 << 63
LCOFIP = 1 << 13

# Flags, as words
SKIP, CLEAR, AUTO, VUINH, VSINH, UINH, SINH, MINH = (1 << n for n in range(8))
INIT_VALUE, INIT_SNAPSHOT = 1, 2
RESET, TAKE_SNAPSHOT = 1, 2

# Events
CYCLES, INSTRUCTIONS, DTLB_READ_MISS = 1, 2, 0x10019
RAW, RAW_V2 = 0x20000, 0x30000
FW_LOAD, FW_IPI_SENT, FW_OWN, FW_PLATFORM = 0xf0002, 0xf0006, 0xf0100, 0xfffff


def table_event(event_idx, event_data, _):
    """What counters of that platform count: two general events, three of TLBs, raw ones below
    0x10000; of the implementation's firmware events 256, of the platform's 1 and 2."""
    if event_idx in (RAW, RAW_V2):
        return event_data if event_data < 0x10000 else None
    if event_idx == FW_PLATFORM:
        return event_idx if event_data in (1, 2) else None
    known = (CYCLES, INSTRUCTIONS, 0x10019, 0x1001b, 0x10021, FW_OWN)
    return event_idx if event_idx in known else None


class PmuTest(unittest.TestCase):
    def start_hart(self, first=0, **parameters):
        """A hart that comes up. Page 2 is read-only, page 3 is not the supervisor's."""
        chosen = {"counters": COUNTERS, "fw_counters": 16, "event": table_event, **parameters}
        self.platform = platform = Platform(**chosen)
        self.memory = Memory(BASE, [WRITABLE, WRITABLE, READ_ONLY, NONE])
        self.hart = Hart(platform.xlen, platform.counters, platform.width, platform.sscofpmf,
                         self.memory, first)
        self.pmu = Pmu(platform, self.hart)
        self.ones = 2 ** platform.xlen - 1

    def call(self, fid, *args):
        error, value = self.pmu.call(fid, [*args, 0, 0, 0, 0, 0, 0][:6])
        return clauses.ERRORS[error], value

    def ok(self, value=0):
        return "SUCCESS", value

    def match(self, base, mask, event, flags=0, data=0):
        words = (data % 2 ** 32, data >> 32) if self.platform.xlen == 32 else (data, 0)
        return self.call(2, base, mask, flags, event, *words)

    def configure(self, n, event=CYCLES, flags=0, data=0):
        """Just that counter."""
        self.assertEqual(self.match(n, 1, event, flags, data), self.ok(n))

    def begin(self, base, mask=1, flags=0, value=0):
        words = (value % 2 ** 32, value >> 32) if self.platform.xlen == 32 else (value, 0)
        return self.call(3, base, mask, flags, *words)

    def stop(self, base, mask=1, flags=0):
        return self.call(4, base, mask, flags)

    def share(self, page=0):
        """The snapshot area is that page."""
        self.assertEqual(self.call(7, BASE + PAGE * page, 0, 0), self.ok())

    def slot(self, index, page=0):
        return self.memory.read(PAGE * page + 8 + 8 * index, 8)

    def bitmap(self, page=0):
        return self.memory.read(PAGE * page, 8)

    def entry(self, index, event_idx, event_data=0, output=0xdeadbeef):
        """An entry of event_get_info, from the beginning of page 0 on."""
        self.memory.write(16 * index, 4, event_idx)
        self.memory.write(16 * index + 4, 4, output)
        self.memory.write(16 * index + 8, 8, event_data)

    def outputs(self, number):
        return [self.memory.read(16 * index + 4, 4) for index in range(number)]

    def runs(self, n):
        return self.pmu.running(n)

    def state(self):
        """All that a call may change."""
        hart, pmu = self.hart, self.pmu
        return (dict(hart.value), dict(hart.event), set(hart.inhibited), set(hart.readable),
                hart.mip, bytes(self.memory.content), dict(pmu.event), dict(pmu.fw_value),
                set(pmu.fw_running), pmu.area)

    def refuses(self, error, fid, *args):
        """A call fails and changes nothing."""
        before = self.state()
        self.assertEqual(self.call(fid, *args), (error, 0))
        self.assertEqual(self.state(), before)
