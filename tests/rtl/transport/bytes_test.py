# SPDX-License-Identifier: Apache-2.0
"""From descriptors to bytes: message stage, FIFO and serializers run in lockstep with the golden
model, alone, with every message and setting of every build; and a fault in the RTL is seen.
"""
import unittest

from tests.lib.tier import WHOLE
from tests.lib.units import Faults, program, run

NEEDS = ("build/host.a", "unit-bytes")
CYCLES = 1000000 if WHOLE else 300000
NAMES = ["tiny", "tiny-wide", "tiny-wide8", "rv32-min", "rv64", "rv64-wide"]

MESSAGE = "rtl/encoder/nt_message.v"
PARTS = "rtl/transport/nt_parts.v"
WIDE = "rtl/transport/nt_serializer_wide.v"
# Which bench sees it, file, what stands there once, what stands there then.
FAULTS = Faults("bytes", {
    "base_time": ("tiny", MESSAGE, "|(in_valid & ~in_late) ? now : then",
                  "in_late[SLOTS-1] ? then : now"),
    "address_of_an_absent_message": ("tiny", MESSAGE,
                                     "else if (in_valid[i] && sync[i])", "else if (sync[i])"),
    "source": ("tiny", PARTS, "bits >= 5'd6 ?", "bits > 5'd6 ?"),
    "second_message": ("tiny", PARTS, "second ? FORMAT_SCONTEXT : btype",
                       "btype"),
    "kept_bytes": ("tiny-wide", WIDE, "in_valid && !valid_kept[KEPT];",
                   "in_valid;"),
})


class BytesTest(unittest.TestCase):
    def check_lockstep(self, name):
        done = run(program("bytes", name), CYCLES, 7)
        self.assertEqual(done.returncode, 0, done.stderr)

    def check_fault(self, fault):
        done = FAULTS.run(fault, CYCLES, 7)
        self.assertEqual(done.returncode, 1, done.stderr)
        build = FAULTS.faults[fault][0]
        self.assertRegex(done.stderr, rf"^cycle \d+: RTL and model of bytes \({build}\) differ:")


def add_test(name, method, *arguments):
    setattr(BytesTest, "test_" + name.replace("-", "_"),
            lambda self: getattr(self, method)(*arguments))


for NAME in NAMES:
    add_test(f"{NAME}_in_lockstep", "check_lockstep", NAME)
for FAULT in FAULTS.names:
    add_test(f"a_fault_is_seen_in_{FAULT}", "check_fault", FAULT)


if __name__ == "__main__":
    unittest.main()
