# SPDX-License-Identifier: Apache-2.0
"""From the trace ports of Rocket and CVA6 to the trace ingress port: RTL and golden model in lockstep under
random harts, each block as the hart did, and from the port through golden encoder and decoder to the
instructions that retired."""
import tempfile
import unittest
from pathlib import Path

from tests.adapter import chain
from tests.lib import faults, tier, units

NEEDS = ("build/host.a", "unit-iti", "unit-tci")
CYCLES = 20000000 if tier.WHOLE else 200000
TRACED = 1000000 if tier.WHOLE else 30000
BUILDS = [("tci", "rv64"), ("tci", "rv32-4"), ("iti", "rv64-2"), ("iti", "rv32")]
# Errors of both sides, by unit and build: what the bench says, and the changes
FAULTS = {
    ("tci", "rv64"): {
        "Rocket's returns are trap returns": ("itype", [
            ("rtl/adapter/nt_tci.v", "own == ITYPE_RETURN ? ITYPE_TRAP_RETURN : own", "own"),
            ("model/adapter/tci.c", "returns ? (uint8_t)NT_ITYPE_TRAP_RETURN : group->itype",
             "returns ? group->itype : group->itype")]),
        "debug mode is not traced": ("halted|iaddr|an instruction|a trap|priv|contiguous|itype-reserved", [
            ("rtl/adapter/nt_groups.v", "live  = comes && !debug;", "live  = comes;"),
            ("model/adapter/groups.c", "} else if (in->debug) {", "} else if (false) {")]),
        "a halted hart in low power is halted still": ("the last of halted", [
            ("rtl/adapter/nt_groups.v", "status_reg[0] && !hart_reset", "status_reg[0] && hart_reset"),
            ("model/adapter/groups.c", "in->hart_reset ? 0U : status & NT_STOP_HALTED",
             "in->hart_reset ? status & NT_STOP_HALTED : 0U")]),
        "what was told is kept": ("the last of halted", [
            ("rtl/adapter/nt_groups.v", "status_reg <= told;", "status_reg <= 3'd0;"),
            ("model/adapter/groups.c", "next.status = put_levels(state, in, &list);",
             "next.status = put_levels(state, in, &list) & 0U;")]),
        "a hart that comes out of reset is not halted": ("the last of halted|halted, reset", [
            ("rtl/adapter/nt_groups.v", "status_reg  <= 3'd0;", "status_reg  <= 3'd1;"),
            ("model/adapter/groups.c", "in->rst ? 0 : next.status", "in->rst ? 1 : next.status")]),
        "a trap has the cause": ("cause", [
            ("rtl/adapter/nt_tci.v", ".trap_cause(group_cause[5:0])", ".trap_cause(group_cause[6:1])"),
            ("model/adapter/tci.c", ".cause = in->cause & 63,", ".cause = in->cause >> 1 & 63,")])},
    ("iti", "rv64-2"): {
        "an interrupt is told by the top bit of the cause": ("itype of a trap", [
            ("rtl/adapter/nt_iti.v", "ex_cause[XLEN-1] ? ITYPE_INTERRUPT", "ex_cause[0] ? ITYPE_INTERRUPT"),
            ("model/adapter/iti.c", "(in->cause >> (params->xlen - 1) & 1) != 0", "(in->cause & 1) != 0")]),
        "with a trap nothing retires": ("an instruction|iaddr|trap-newest|itype|a trap|contiguous", [
            ("rtl/adapter/nt_iti.v", "ex_valid ? g == 0 : valid[g]", "valid[g] || (ex_valid && g == 0)"),
            ("model/adapter/iti.c", "in->ex_valid ? first : port->valid", "port->valid || (in->ex_valid && first)")]),
        "each instruction ends its block": ("itype|iaddr|an instruction|a block|iretire", [
            ("rtl/adapter/nt_iti.v", ".ends({NRET{1'b1}})", ".ends(op_jalr | trap)"),
            ("model/adapter/iti.c", ".ends = true,", ".ends = port->op_jalr || (in->ex_valid && first),")])},
}

# Of tci in its build rv32-4, where groups are lost and the bench resets the adapter now and then
RESET_FAULT = [("rtl/adapter/nt_groups.v", "overrun_reg <= 1'b0;", "overrun_reg <= overrun_reg;"),
               ("model/adapter/groups.c", "next.overrun && !in->rst", "next.overrun")]


class GroupsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_rtl_and_model_agree_and_the_blocks_are_what_the_hart_did(self):
        for unit, build in BUILDS:
            with self.subTest(unit, build=build):
                found = chain.lockstep(unit, build, CYCLES, 7)
                self.assertEqual(found.pop("after an overrun"), 0)
                for what, count in found.items():
                    self.assertGreater(count, CYCLES // 1000, what)

    def test_what_is_lost_is_told_and_the_port_keeps_its_rules(self):
        for unit, build in BUILDS:
            with self.subTest(unit, build=build):
                found = chain.lockstep(unit, build, CYCLES // 2, 8, "hurry")
                self.assertGreater(found["blocks"], CYCLES // 10)
                # Where more can come than can go
                self.assertEqual(found["after an overrun"] > 0, (unit, build) == ("tci", "rv32-4"))

    def test_what_the_decoder_says_is_what_retired(self):
        for unit, build in BUILDS:
            with self.subTest(unit, build=build):
                values = units.parameters(unit, build)
                config = chain.config(self.folder, "rv32-min", XLEN=values["XLEN"], NBLOCKS=values["NBLOCKS"],
                                      IRETIRE_W=values["IRETIRE_W"], OUT_BYTES=4)
                decoded, pcs = chain.run(self.folder, unit, build, config, TRACED, 9)
                self.assertTrue(decoded == pcs, "decoded instructions are others than those that retired")


class FaultsTest(unittest.TestCase):
    def test_what_both_sides_break_alike_is_seen(self):
        for (unit, build), some in FAULTS.items():
            copies = units.BothSides(unit, [changes for _, changes in some.values()])
            self.addCleanup(copies.cleanup)
            done = units.run(copies.bench(build), 60000, 5, env=faults.chosen(0))
            self.assertEqual(done.returncode, 0, done.stderr)
            for number, (name, (what, _)) in enumerate(some.items(), 1):
                with self.subTest(name):
                    done = units.run(copies.bench(build), 60000, 5, env=faults.chosen(number))
                    self.assertEqual(done.returncode, 1, done.stdout)
                    self.assertRegex(done.stderr, rf"cycle \d+: ({what})")

    def test_an_overrun_that_a_reset_leaves_on_both_sides_is_seen(self):
        copies = units.BothSides("tci", [RESET_FAULT])
        self.addCleanup(copies.cleanup)
        for number, status in ((0, 0), (1, 1)):
            done = units.run(copies.bench("rv32-4"), 60000, 5, "hurry", env=faults.chosen(number))
            self.assertEqual(done.returncode, status, done.stderr)
        self.assertRegex(done.stderr, r"cycle \d+: after a reset something is left")


if __name__ == "__main__":
    unittest.main()
