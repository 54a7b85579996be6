# SPDX-License-Identifier: Apache-2.0
"""The performance counters run in lockstep with the golden model, alone, and every answer of a run is what
the witness says; a fault on either side is seen, and one that both have by the witness."""
import json
import tempfile
import unittest
from pathlib import Path

from scripts import hpm_events
from tests.hpm import clauses, replay
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE
from tests.lib.units import Faults, build_with_faults, program, run

NEEDS = ("build/host.a", "build/programs/kernel.ntr", "build/programs/kernel32.ntr", "unit-hpm")
DELEGATED = ("rv64-deleg", "rv32-deleg", "rv32-deleg-cfg")
BUILDS = ("rv64", "rv32", "rv64-u", "rv32-min", "rv64-cfg", "rv32-cfg", *DELEGATED)
CYCLES = 10000000 if WHOLE else 400000
REPLAYED = 500000 if WHOLE else 30000
FAULTY = 300000

TOP, COUNTER, ACCESS, INGRESS = (f"rtl/hpm/nt_{name}.v" for name in ("hpm", "hpm_counter", "hpm_access", "hpm_ingress"))
# Build whose bench sees it, file, what stands there once, what stands there then
FAULTS = {
    "carry_of_a_write": ("rv64", COUNTER, "sum[WIDTH] && write_count == 2'b00;", "sum[WIDTH];"),
    "write_is_incremented": ("rv32-min", COUNTER, "write_count == 2'b00 ? sum[WIDTH-1:0] : count_reg",
                             "sum[WIDTH-1:0]"),
    "half_is_written_whole": ("rv32", TOP, "XLEN == 64 ? 2'b11 : {high, !high}", "2'b11"),
    "carry_into_a_kept_half": ("rv32-min", COUNTER, "write_count == 2'b00 ? sum[WIDTH-1:0]",
                               "!write_count[0] ? sum[WIDTH-1:0]"),
    "carry_within_a_counter": ("rv64", COUNTER, "low_sum[AMOUNT_W] ? high_sum :", "1'b0 ? high_sum :"),
    "carry_within_minstret": ("rv64", TOP, "low_sum[LOW] ? high_sum : minstret_reg[63:LOW]", "minstret_reg[63:LOW]"),
    "fourth_block_left_out": ("rv64", COUNTER, "{1'b0, older} + {1'b0, newer}", "{1'b0, older} + {2'b00, newer[ICOUNT_W-1:0]}"),
    "request_while_of": ("rv64", COUNTER, "overflows && !of_reg && !write_of",
                         "overflows && !write_of"),
    "request_though_of_is_written": ("rv64-u", COUNTER, "overflows && !of_reg && !write_of",
                                     "overflows && !of_reg"),
    "of_by_a_low_write": ("rv32", COUNTER, "if (write_of) of_reg", "if (write_of || write_event[0]) of_reg"),
    "of_wins_over_the_write": ("rv64-u", COUNTER, "of_reg <= wdata[OF];", "of_reg <= wdata[OF] || overflows;"),
    "of_lost_to_other_bits": ("rv64-u", TOP, "half[1] && (csr_op == OP_WRITE || csr_wdata[XLEN-1])", "half[1]"),
    "inhibit_of_an_absent_mode": ("rv64-u", COUNTER, "wdata[VUINH +: 5] & MODES", "wdata[VUINH +: 5]"),
    "inhibits_of_blocks_ignored": ("rv64", COUNTER, "(block_mode[5*b +: 5] & inhibit_reg) == 5'd0", "1'b1"),
    "inhibits_of_cycles_ignored": ("rv64", COUNTER, "(cycle_mode & inhibit_reg) == 5'd0", "1'b1"),
    "mode_after_the_block": ("rv64", INGRESS, "(b == 0 ? 0 : 3*(b-1)) +: 3", "3*b +: 3"),
    "oldest_block_of_no_mode": ("rv32", INGRESS, "b == 0 ? cycle_mode :", "b < 0 ? cycle_mode :"),
    "swap_taken_for_a_return": ("rv64", INGRESS, "t == ITYPE_RETURN;", "t == ITYPE_RETURN || t == ITYPE_COROUTINE_SWAP;"),
    "instructions_of_no_block": ("rv64", INGRESS, "block_valid[b] ? icount[ICOUNT_W*b +: ICOUNT_W] :",
                                 "1'b1 ? icount[ICOUNT_W*b +: ICOUNT_W] :"),
    "debug_mode_is_no_m": ("rv64", INGRESS, "3'd3, 3'd4: mode_of", "3'd3: mode_of"),
    "guests_swapped": ("rv64", INGRESS, "mode_of = 5'b00001;  // VU", "mode_of = 5'b00010;  // VU"),
    "stop_ignored": ("rv64", TOP, "stop ? 32'd0 : ~mcountinhibit_reg", "~mcountinhibit_reg"),
    "inhibits_bit_1": ("rv64", TOP, "HAS_CDELEG == 0 ? INHIBITS :", "HAS_CDELEG == 0 ? ENABLES :"),
    "cde_ignored": ("rv64-deleg", ACCESS, "unimplemented = !cde ||", "unimplemented ="),
    "not_delegated_ignored": ("rv64-deleg", ACCESS, "by_vs || !mcounteren[chosen] ||", "by_vs ||"),
    "selects_beyond": ("rv64-deleg", ACCESS, "select[11:5] == 7'h02", "select[10:5] == 6'h02"),
    "sireg3_is_the_event": ("rv64-deleg", ACCESS, "any_index && addr[1:0] == 2'd2 && has_half", "any_index && addr[1] && has_half"),
    "sireg4_on_rv64": ("rv64-deleg", ACCESS, "has_half     = !addr[2] || RV32", "has_half     = 1'b1"),
    "time_is_delegated": ("rv64-deleg", ACCESS, "addr[1:0] == 2'd1 && has_half && chosen != 5'd1", "addr[1:0] == 2'd1 && has_half"),
    "cyclecfg_without_cntrpmf": ("rv32-deleg", ACCESS, "(chosen >= 5'd3 || HAS_CNTRPMF != 0)", "1'b1"),
    "cyclecfg_is_of_instret": ("rv64-deleg", ACCESS, "index_event && chosen == 5'd0 ? 5'd1", "index_event && chosen == 5'd0 ? 5'd2"),
    "upper_half_by_sireg": ("rv32-deleg", ACCESS, "(any_index && addr[2])", "(any_index && addr[1])"),
    "vsireg_of_s": ("rv64-deleg", ACCESS, "unimplemented = !cde || by_vs ||", "unimplemented = !cde ||"),
    "mstateen0_ignored": ("rv64-deleg", ACCESS, "(!machine && !stateen[0]) || priv == PRIV_U ||", "priv == PRIV_U ||"),
    "hstateen0_ignored": ("rv64-deleg", ACCESS, "!never && stateen[1] && !cde", "!never && !cde"),
    "illegal_for_vu": ("rv64-deleg", ACCESS, "by_vs || priv == PRIV_VU;", "by_vs;"),
    "minh_is_read": ("rv64-deleg", TOP, "minh && !is_delegated", "minh"),
    "minh_is_written": ("rv64-deleg", TOP, "is_delegated && is_event ? minh : words[62]", "words[62]"),
    "minh_in_a_count": ("rv64-deleg", TOP, "is_delegated && is_event ? minh : words[62]", "is_delegated ? minh : words[62]"),
    "scountinhibit_of_all": ("rv64-deleg", TOP, "is_mcountinhibit ? INHIBITS : INHIBITS & mcounteren_reg", "INHIBITS"),
    "scountinhibit_shows_all": ("rv64-deleg", TOP, "is_scountinhibit ? mcountinhibit_reg & mcounteren_reg", "is_scountinhibit ? mcountinhibit_reg"),
    "scountinhibit_without_cde": ("rv64-deleg", ACCESS, "inhibit_illegal = !cde ||", "inhibit_illegal ="),
    "scountovf_of_a_guest": ("rv64-deleg", ACCESS, "cde && is_scountovf && guest", "1'b0 && is_scountovf && guest"),
    "lcofip_lost_to_a_write": ("rv64", TOP, "request_reg || (lcofip_write ? lcofip_wdata : lcofip_reg)",
                               "lcofip_write ? lcofip_wdata : request_reg || lcofip_reg"),
    "lcofip_at_once": ("rv64", TOP, "request_reg || (lcofip_write", "|requests || (lcofip_write"),
    "access_beside_blocks": ("rv64", TOP, "done    = csr_valid && block_valid == {NBLOCKS{1'b0}}", "done    = csr_valid"),
    "clear_is_write": ("rv64", TOP, "csr_rdata & ~csr_wdata : csr_wdata", "~csr_wdata : csr_wdata"),
    "refused_write_is_done": ("rv64", TOP, "allowed && csr_op != OP_READ", "done && hit && csr_op != OP_READ"),
    "absent_event_is_selected": ("rv64-u", TOP, "{1'b0, found} < PLACES ? found : EVENT_NONE", "found"),
    "minstret_written_in_part": ("rv32", TOP, "half[1] ? wdata[63:32] : whole[63:32]", "wdata[63:32]"),
    "illegal_for_a_guest": ("rv64", ACCESS, "(closed_by_hs && !guest)", "closed_by_hs"),
    "virtual_before_illegal": ("rv64", ACCESS, "closed_by_m   = is_user_count && !mcounteren[number]",
                               "closed_by_m   = is_user_count && !guest && !mcounteren[number]"),
    "scounteren_of_no_s_mode": ("rv64-u", ACCESS, "HAS_S != 0 && user && !scounteren[number]",
                                "user && !scounteren[number]"),
    "of_seen_by_a_guest": ("rv64", ACCESS, "mcounteren & (guest ? hcounteren : ~32'd0)", "mcounteren"),
    "scountovf_is_written": ("rv64", ACCESS, "read_only     = is_user_count || is_scountovf",
                             "read_only     = is_user_count"),
    "upper_halves_on_rv64": ("rv64", ACCESS, "u_high        = RV32 && page", "u_high        = page"),
    "own_instruction_counts": ("rv64", COUNTER, "                        b == 0 && own ? rest_icount", "                        b > NBLOCKS && own ? rest_icount"),
    "own_instruction_counts_in_minstret": ("rv64", INGRESS, "counted[ICOUNT_W-1:0] = rest_icount;", "counted[ICOUNT_W-1:0] = oldest;"),
    "own_instruction_of_a_debugger": ("rv64", TOP, "csr_retires && priv != PRIV_DEBUG", "csr_retires"),
    "own_instruction_of_every_block": ("rv64", TOP, "else if (block_valid != {NBLOCKS{1'b0}}) own_reg", "else if (rst) own_reg"),
    "mcyclecfg_ignored": ("rv64-cfg", TOP, "may_count[0] && (cycle_mode & cycle_inhibit) == 5'd0", "may_count[0]"),
    "minstretcfg_of_the_cycle": ("rv64-cfg", INGRESS, "(block_mode[5*m +: 5] & inhibit_minstret)",
                                 "(block_mode[4:0] & inhibit_minstret)"),
    "cfg_by_its_low_half": ("rv32-cfg", TOP, "number == 5'd1 && half[1]) cycle_reg", "number == 5'd1) cycle_reg"),
    "time_is_ours": ("rv64", ACCESS, "(u_low || u_high) && number != 5'd1", "u_low || u_high"),
}
BROKEN = Faults("hpm", FAULTS)

# Of the model alone, in rv64
MODEL = {
    "trap_in_the_mode_it_enters": (
        "model/hpm/hpm.c", "        priv = in->block[b].tpriv;\n", ""),
    "width": ("model/hpm/hpm.c", "amount > most - *value", "amount >= most - *value"),
}
# The same on both sides, in the build; and what the witness says
BOTH = {
    "lcofip_lost": ("rv64", "LCOFIP", [
        (TOP, "request_reg || (lcofip_write ? lcofip_wdata : lcofip_reg)",
         "lcofip_write ? lcofip_wdata : request_reg || lcofip_reg"),
        ("model/hpm/hpm.c", "s->lcofip = s->request || (in->lcofip_write ? in->lcofip_wdata : s->lcofip);",
         "s->lcofip = in->lcofip_write ? in->lcofip_wdata : s->request || s->lcofip;")]),
    "jumps_without_swaps": ("rv64", "the answer of", [
        (INGRESS, "t == ITYPE_COROUTINE_SWAP || t == ITYPE_OTHER_INDIRECT", "t == ITYPE_OTHER_INDIRECT"),
        ("model/hpm/hpm.c", "t >= 10 && t != 13", "t >= 10 && t != 13 && t != 12")]),
    "guest_refused_as_illegal": ("rv64", "the answer of", [
        (ACCESS, "(closed_by_hs && !guest)", "closed_by_hs"),
        ("model/hpm/hpm_access.c", "return is_guest(priv) ? VIRTUAL : ILLEGAL;", "return is_guest(priv) ? ILLEGAL : ILLEGAL;"),
        ("model/hpm/hpm_access.c", "        return VIRTUAL;", "        return ILLEGAL;")]),
    "request_though_of_is_written": ("rv64-u", "LCOFIP", [
        (COUNTER, "overflows && !of_reg && !write_of", "overflows && !of_reg"),
        ("model/hpm/hpm.c", "step_counter(s, p, in, n) && n != of_written;",
         "step_counter(s, p, in, n) && of_written != n + 99;")]),
    "access_beside_a_block": ("rv64", "csr_ready", [
        (TOP, "done    = csr_valid && block_valid == {NBLOCKS{1'b0}}", "done    = csr_valid"),
        ("model/hpm/hpm.c", "in->csr.valid && !in->block[0].valid", "in->csr.valid")]),
    "own_instruction_counts": ("rv64", "the answer of", [
        (COUNTER, "                        b == 0 && own ? rest_icount", "                        b > NBLOCKS && own ? rest_icount"),
        (INGRESS, "counted[ICOUNT_W-1:0] = rest_icount;", "counted[ICOUNT_W-1:0] = oldest;"),
        ("model/hpm/hpm.c", "return s->own && s->own_number == n;", "return s->own && s->own_number == n + 99;")]),
    "stop_ignored": ("rv64", "the answer of", [
        (TOP, "stop ? 32'd0 : ~mcountinhibit_reg", "~mcountinhibit_reg"), ("model/hpm/hpm.c", "!in->stop &&", "(!in->stop || true) &&")]),
    "trap_in_the_mode_it_enters": ("rv64", "the answer of", [
        (INGRESS, "b == 0 ? cycle_mode : mode_of(tpriv[(b == 0 ? 0 : 3*(b-1)) +: 3])", "mode_of(tpriv[3*b +: 3])"),
        ("model/hpm/hpm.c", "        /* What ends a block belongs to the mode that it leaves. */\n",
         "        priv = in->block[b].tpriv;\n")]),
}


DIFFERS = r"(?m)^cycle \d+: RTL and model of hpm \({}\) differ:"
RECORDINGS = {"rv64": ["build/programs/kernel.ntr"], "rv32": ["build/programs/kernel32.ntr"]}
KEYS = {"unit", "build", "input", "seed", "mismatches", "signals_compared", "illegal_cycles", "first_illegal"}


def words(cycles, seed, *more):
    return ["--unit", "hpm", "--random", "--cycles", cycles, "--seed", seed, "--json", *more]


def counts_of(text):
    """Those of a summary, without what says which run it was."""
    return {key: value for key, value in json.loads(text).items() if key not in KEYS}


class HpmTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def check_lockstep(self, build):
        done = run(program("hpm", build), *words(CYCLES, 7, "--report", self.folder))
        self.assertEqual(done.returncode, 0, done.stderr)
        summary = json.loads(done.stdout)
        self.assertEqual([summary[key] for key in ("unit", "build", "input", "seed", "mismatches", "illegal_cycles",
                                                   "cycles")], ["hpm", build, "random", 7, 0, 0, CYCLES])
        self.assertGreater(summary["signals_compared"], 20)
        counts = counts_of(done.stdout)
        absent = {name for name, count in counts.items() if count == 0}
        # 255 in one cycle: more than two blocks of 8 bits; guests
        allowed = set() if build in ("rv64", "rv64-deleg") else {"large_overflows", "virtual"}
        if build not in DELEGATED:
            allowed |= {"delegated", "delegated_writes"}
        self.assertLessEqual(absent, allowed)
        self.assertGreater(counts["accesses"], CYCLES / 25)
        self.assertGreater(counts["presets"], counts["sets"] / 4)
        self.assertGreater(counts["overflows"], CYCLES / 4000)
        self.assertGreater(counts["lcofis"], CYCLES / 5000)

    def replayed(self, build, *arguments):
        """The counts of a run whose log is what the witness says."""
        log = self.folder / "log"
        done = run(program("hpm", build), *arguments, "-o", log, "--report", self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(log, encoding="ascii") as file:
            cycles, accesses, overflows = replay.replay(file)
        counts = counts_of(done.stdout)
        self.assertEqual((cycles, accesses), (counts["cycles"], counts["accesses"]))
        self.assertGreaterEqual(overflows, counts["overflows"])
        return counts

    def check_replay(self, build):
        counts = self.replayed(build, *words(REPLAYED, 3))
        self.assertGreater(counts["overflows"], REPLAYED / 4000)

    def check_recording(self, build):
        for recording in RECORDINGS[build]:
            for shape in ([], ["--vary", "--bubbles", 64, "--instructions", 3]):
                with self.subTest(recording=recording, shape=shape):
                    counts = self.replayed(build, "--unit", "hpm", recording, "--json", *shape)
                    retired = run(ROOT / "build/ntrace", "info", recording, "--json")
                    self.assertEqual(counts["instructions"], json.loads(retired.stdout)["instructions"])
                    self.assertGreater(counts["accesses"], counts["cycles"] / 25)
                    self.assertGreater(counts["overflows"], 20)

    def check_fault(self, fault):
        done = BROKEN.run(fault, *words(FAULTY, 7, "--report", self.folder))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, DIFFERS.format(FAULTS[fault][0]))

    def check_fault_of_model(self, fault):
        bench = build_with_faults(self.folder, "hpm", "rv64", MODEL[fault])
        done = run(bench, *words(FAULTY, 7, "--report", self.folder / "report"))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, DIFFERS.format("rv64"))

    def check_fault_of_both(self, fault):
        build, what, faults = BOTH[fault]
        bench = build_with_faults(self.folder, "hpm", build, *faults)
        log = self.folder / "log"
        done = run(bench, *words(REPLAYED, 3, "-o", log, "--report", self.folder / "report"))
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(log, encoding="ascii") as file, self.assertRaisesRegex(replay.Wrong, what):
            replay.replay(file)


class OptionsTest(unittest.TestCase):
    def test_what_does_not_suit_is_refused(self):
        kernel = RECORDINGS["rv64"][0]
        for arguments, said in ((["--random", "--vary"], "--random: draws its own blocks"),
                                (["--random", "--mhpmevent", 1], "--mhpmevent: needs --unit hpm and a recording"),
                                (RECORDINGS["rv32"] + ["--build", "rv64"], "the recording is RV32, the build RV64"),
                                ([kernel, "--build", "rv64-u"], "has a mode that the build rv64-u has not"),
                                ([kernel, "--blocks", 4, "--build", "rv64-u"], "--blocks 4: the build rv64-u has 2")):
            with self.subTest(said):
                done = run(ROOT / "build/ntrace", "lockstep", "--unit", "hpm", *arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(said, done.stderr)

    def test_the_command_takes_the_build_of_the_recording(self):
        for build, recordings in RECORDINGS.items():
            done = run(ROOT / "build/ntrace", "lockstep", "--unit", "hpm", recordings[0], "--json")
            self.assertEqual(json.loads(done.stdout)["build"], build)


class EventsTest(unittest.TestCase):
    def test_header_and_page_are_made_of_the_table(self):
        for path, text in hpm_events.made().items():
            self.assertEqual(path.read_text(encoding="utf-8"), text, "scripts/hpm_events.py writes it")

    def test_the_table_has_the_numbers_that_the_clauses_have(self):
        self.assertEqual([number for _, number, _ in hpm_events.events()], list(clauses.EVENTS))

    def test_every_row_is_read(self):
        text = hpm_events.TABLE.read_text(encoding="ascii")
        self.assertEqual(len(hpm_events.events()), text.count("\nEVENT("))


def add_test(name, method, *arguments):
    setattr(HpmTest, "test_" + name.replace("-", "_"), lambda self: getattr(self, method)(*arguments))


for BUILD in BUILDS:
    add_test(f"{BUILD}_in_lockstep", "check_lockstep", BUILD)
    add_test(f"{BUILD}_as_the_witness_says", "check_replay", BUILD)
for BUILD in RECORDINGS:
    add_test(f"{BUILD}_beside_a_recording", "check_recording", BUILD)
# Those of a build are one bench: by day the largest builds alone
for FAULT in [name for name in FAULTS if WHOLE or FAULTS[name][0] in ("rv64", "rv64-deleg")]:
    add_test(f"a_fault_is_seen_in_{FAULT}", "check_fault", FAULT)
# Each is a bench of its own: by day the first of three
for FAULT in list(MODEL)[::1 if WHOLE else 3]:
    add_test(f"a_fault_of_the_model_is_seen_in_{FAULT}", "check_fault_of_model", FAULT)
for FAULT in list(BOTH)[::1 if WHOLE else 3]:
    add_test(f"the_witness_sees_in_both_{FAULT}", "check_fault_of_both", FAULT)


if __name__ == "__main__":
    unittest.main()
