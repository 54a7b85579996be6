# SPDX-License-Identifier: Apache-2.0
"""Filters and comparators run in lockstep with the golden model, alone, with every setting that
there is, and say the same as the witnesses' own filters; and a fault on either side is seen.
"""
import tempfile
import unittest

from tests.lib.tier import WHOLE
from tests.lib.units import Faults, build_with_faults, program, run

NEEDS = ("build/host.a", "unit-filter")
CYCLES = 1000000 if WHOLE else 300000
NAMES = ["tiny", "rv32-min", "rv64", "rv64-wide"]

# File, what stands there once, what stands there then; and who tells it from the RTL: a fault of
# the model is seen by RTL and model, one that both had is for the witness.
FAULTS = {
    "rtl_mask": ("rtl/encoder/nt_comparator.v", "tval_wide) & p_mask,", "tval_wide),"),
    "rtl_width": ("rtl/encoder/nt_comparator.v", "s_match & s_width);", "s_match);"),
    "rtl_end_of_a_latch": ("rtl/encoder/nt_comparator.v", "(latch || p) && !s : latch)",
                           "latch ? !s : p : latch)"),
    "rtl_saturation": ("rtl/encoder/nt_filter.v", "is_trap && !(&open) ", "is_trap "),
    "rtl_interrupt": ("rtl/encoder/nt_filter.v", "is_interrupt == own[INTERRUPT]",
                      "is_interrupt"),
    "rtl_prime_once": ("rtl/encoder/nt_qualify.v", "(primes & ~primes_reg)", "primes"),
    "rtl_reset": ("rtl/encoder/nt_qualify.v",
                  "reset ? {NF*NEST_W{1'b0}} : block[NBLOCKS-1].nest_next", "block[NBLOCKS-1].nest_next"),
    "model_unsigned": ("model/encoder/comparator.c", "there && value < pattern",
                       "there && (int32_t)value < (int32_t)pattern"),
    "model_tval_only_of_an_exception": ("model/encoder/comparator.c",
                                        "block->itype == NT_ITYPE_EXCEPTION ? address : 0",
                                        "address"),
    "model_ecause": ("model/encoder/filter.c", "in->cause >> 5 & 1", "0"),
    "model_impdef": ("model/encoder/filter.c", "& control->impdef_mask) == 0",
                     "& ~control->impdef_mask) == 0"),
    "model_empty_block": ("model/encoder/qualify.c",
                          "    if (has_address) {\n        s->unmatched",
                          "    {\n        s->unmatched"),
}
# The same fault on both sides.
BOTH = [("rtl/encoder/nt_comparator.v", "p_input == INPUT_IADDR && p)", "p)"),
        ("model/encoder/comparator.c", "p_input == INPUT_IADDR && p;", "p;")]
BROKEN = Faults("filter", {name: ("tiny", *row) for name, row in FAULTS.items() if name.startswith("rtl")})
DIFFER = r"^cycle \d+: RTL and model of filter \(tiny\) differ:\n"


class FilterTest(unittest.TestCase):
    def check_lockstep(self, name):
        done = run(program("filter", name), CYCLES, 7)
        self.assertEqual(done.returncode, 0, done.stderr)
        counts = {key: int(value) for key, value in map(str.split, done.stdout.splitlines())}
        absent = {key for key, value in counts.items() if value == 0}
        # One block a cycle; no filters, comparators and triggers
        allowed = set() if name == "rv64-wide" else {"within_cycle"}
        if name == "rv32-min":
            allowed |= set(counts) - {"traced", "empty_traced", "notify6", "crosses"}
        self.assertEqual(absent, allowed)

    def check_fault_of_rtl(self, name):
        done = BROKEN.run(name, CYCLES, 7)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, DIFFER)

    def check_faults(self, faults, message=DIFFER):
        with tempfile.TemporaryDirectory() as folder:
            done = run(build_with_faults(folder, "filter", "tiny", *faults), CYCLES, 7)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, message)

    def test_a_fault_of_rtl_and_model_alike_is_seen_by_the_witness(self):
        self.check_faults(BOTH, r"^cycle \d+: notify6\[0\] is 1, the witness expects 0\n")


def add_test(name, method, *arguments):
    setattr(FilterTest, "test_" + name.replace("-", "_"),
            lambda self: getattr(self, method)(*arguments))


for NAME in NAMES:
    add_test(f"{NAME}_in_lockstep", "check_lockstep", NAME)
for FAULT, WHERE in FAULTS.items():
    if FAULT in BROKEN.names:
        add_test(f"a_fault_is_seen_in_{FAULT}", "check_fault_of_rtl", FAULT)
    else:
        add_test(f"a_fault_is_seen_in_{FAULT}", "check_faults", [WHERE])


if __name__ == "__main__":
    unittest.main()
