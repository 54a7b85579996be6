"""From descriptors to bytes: message stage, FIFO and serializers run in lockstep with the golden
model, alone, with every message and setting of every build; and a fault in the RTL is seen.
"""
import tempfile
import unittest

from tests.lib.units import build_with_faults, program, run

CYCLES = 1000000
NAMES = ["tiny", "tiny-wide", "tiny-wide8", "rv32-min", "rv64", "rv64-wide"]

# Which bench sees it, file, what stands there once, what stands there then.
FAULTS = {
    "base_time": ("tiny", "encoder/nt_message.v", "|(in_valid & ~in_late) ? now : then",
                  "in_late[SLOTS-1] ? then : now"),
    "address_of_an_absent_message": ("tiny", "encoder/nt_message.v",
                                     "else if (in_valid[i] && sync[i])", "else if (sync[i])"),
    "source": ("tiny", "transport/nt_parts.v", "bits >= 5'd6 ?", "bits > 5'd6 ?"),
    "second_message": ("tiny", "transport/nt_parts.v", "second ? FORMAT_SCONTEXT : btype",
                       "btype"),
    "kept_bytes": ("tiny-wide", "transport/nt_serializer_wide.v", "in_valid && !valid_kept[KEPT];",
                   "in_valid;"),
}


class BytesTest(unittest.TestCase):
    def check_lockstep(self, name):
        done = run(program("bytes", name), CYCLES, 7)
        self.assertEqual(done.returncode, 0, done.stderr)

    def check_fault(self, name, file, old, new):
        with tempfile.TemporaryDirectory() as folder:
            bench = build_with_faults(folder, "bytes", name, (f"rtl/{file}", old, new))
            done = run(bench, CYCLES, 7)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, rf"^cycle \d+: RTL and model of bytes \({name}\) differ:")


def add_test(name, method, *arguments):
    setattr(BytesTest, "test_" + name.replace("-", "_"),
            lambda self: getattr(self, method)(*arguments))


for NAME in NAMES:
    add_test(f"{NAME}_in_lockstep", "check_lockstep", NAME)
for FAULT, WHERE in FAULTS.items():
    add_test(f"a_fault_is_seen_in_{FAULT}", "check_fault", *WHERE)


if __name__ == "__main__":
    unittest.main()
