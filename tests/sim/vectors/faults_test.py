# SPDX-License-Identifier: Apache-2.0
"""Errors in copies of the RTL, one for a family of rules each: the bytes of a vector show each of them.
In `make nightly`; all errors are in one copy for each of two builds, chosen at run time."""
import json
import shutil
import tempfile
import unittest
from functools import partial
from pathlib import Path

from tests.lib.bench import QUICK, make, run
from tests.lib.catalogue import ROOT
from tests.lib.faults import chosen, put_choices, put_fault, put_patch
from tests.lib.tier import WHOLE

LANE, OWNER, REPEAT = "encoder/nt_flow_lane.v", "encoder/nt_ownership_lane.v", "encoder/nt_repeat_lane.v"
OPTIONS, MESSAGE = "encoder/nt_options.v", "encoder/nt_message.v"
# Family, file, what becomes what
FAULTS = [
    ("SYNC of a start", LANE, "SYNC_OVERRUN : sync_reason", "SYNC_OVERRUN : 4'd5"),
    ("SYNC=7", LANE, "(!off && overrun)", "(off && overrun)"),
    ("SYNC=0", LANE, "due_here[2] ? SYNC_EXTERNAL_TRIGGER", "due_here[2] ? SYNC_TRACE_EVENT"),
    ("SYNC=6", LANE, "due_here[3] ? SYNC_TRACE_EVENT", "due_here[3] ? SYNC_PERIODIC"),
    ("SYNC=4", LANE, "due_here[1] ? SYNC_ICNT", "due_here[1] ? SYNC_PERIODIC"),
    ("SYNC=4 in HTM", LANE, "sync_icnt && (!now_htm || rc7)", "sync_icnt && !now_htm"),
    ("EVCODE", LANE, "stops ? evcode :", "stops ? 4'd4 :"),
    ("CDF", LANE, "assign slot3_cdf   = is_htm", "assign slot3_cdf   = 1'b0"),
    ("I-CNT of a stop", LANE, "stops ? icnt_before : icnt_sum", "stops ? icnt_sum : icnt_sum"),
    ("B-TYPE of exceptions", LANE, "btype_next = exception ? TRAP_EXCEPTION", "btype_next = exception ? TRAP_INTERRUPT"),
    ("B-TYPE of ctype 3", LANE, "breaks ? TRAP_INTERRUPT", "breaks ? TRAP_EXCEPTION"),
    ("coroutine swaps", LANE, "kind == ITYPE_COROUTINE_SWAP || kind == ITYPE_RETURN ||", "kind == ITYPE_RETURN ||"),
    ("calls", LANE, "calls       = kind == ITYPE_INDIRECT_CALL", "calls       = kind == ITYPE_INDIRECT_JUMP"),
    ("all jumps", LANE, "(all_jumps && direct_jump)", "(all_jumps && jump)"),
    ("branches not taken", LANE, "(taken || kind == ITYPE_NOT_TAKEN)", "(taken || kind == ITYPE_TAKEN)"),
    ("HIST of a stop", LANE, "assign flush = told || stops", "assign flush = told"),
    ("I-CNT of DirectBranch", LANE, "(direct_told || full_told) ? ICNT_ZERO", "full_told ? ICNT_ZERO"),
    ("return stack at SYNC", LANE, "syncs && !(rc7", "syncs && (rc7"),
    ("implicit returns", LANE, "awaits == AWAIT_RETURN && near", "awaits == AWAIT_RETURN"),
    ("sequential jumps", LANE, "sequential_jump && sijump && sequential", "sijump && sequential"),
    ("stops that wait", LANE, "(awaits_here == AWAIT_NONE || !may_wait || leaves)", "(awaits_here == AWAIT_NONE || leaves)"),
    ("triggers at a stop", LANE, "!traced && awaits == AWAIT_NONE && placed", "!traced && awaits != AWAIT_NONE && placed"),
    ("time of an event", LANE, "assign late  = (lands || marks || gives_up) && carried", "assign late  = 1'b0"),
    ("Error at a stop", LANE, "drained && (starts || !traced) && !on", "drained && starts && !on"),
    ("contexts by ctype", OWNER, "synced || ctype != 2'd0", "synced"),
    ("Ownership of rc7", OWNER, "(rc7 && trap_told)", "1'b0"),
    ("FORMAT", OWNER, "HCONTEXT_W != 0 ? FORMAT_HCONTEXT : FORMAT_SCONTEXT", "FORMAT_SCONTEXT"),
    ("V of PROCESS", OWNER, "{1'b1, guest[1:0]}", "{1'b0, guest[1:0]}"),
    ("SRC inhibited", OPTIONS, "control[`NT_trTeInhibitSrc] ? 4'd0", "1'b0 ? 4'd0"),
    ("width of SRC", OPTIONS, "src_bits_reg        <= bits_field", "src_bits_reg        <= 4'd4"),
    ("equal upper bits", OPTIONS, "OPTIONS != 0 && extend_msb_reg", "1'b0"),
    ("trimmed Ownership", OPTIONS, "SCONTEXT_W != 0 && trim_ownership_reg", "1'b0"),
    ("equal branches", REPEAT, "count != COUNT_ZERO && !same1 && !same3", "count != COUNT_ZERO && !same1"),
    ("B-CNT full", REPEAT, "same3 && (full || run)", "same3 && run"),
    ("absolute time", MESSAGE, "tstamp = in_late[t] ? then : now", "tstamp = now"),
    ("time since the message before", MESSAGE, "|(in_valid & ~in_late) ? now : then", "now"),
]
# The same from tests/faults/rtl
PATCHES = ["ingress-latch", "icnt", "hist", "history-run", "repeated-history", "reference-address", "serializer", "error-code",
           "periodic-sync", "return-stack", "sync-priority"]
BUILDS = ("rv64", "tiny")
# Families of the rules of `ntrace check`, the first word of each, and faults that break them
FAMILIES = {"frame": ["serializer"], "layout": ["CDF"], "size": ["trimmed Ownership", "equal upper bits"], "src": ["SRC inhibited", "width of SRC"],
            "code": ["EVCODE", "B-TYPE of exceptions", "B-TYPE of ctype 3"], "mode": ["SYNC=4 in HTM", "CDF"],
            "ownership": ["FORMAT", "V of PROCESS", "Ownership of rc7", "contexts by ctype"], "start": ["SYNC of a start"], "stop": ["stops that wait"],
            "error": ["Error at a stop", "error-code"], "sync": ["SYNC=4", "SYNC=7", "periodic-sync", "sync-priority"],
            "hist": ["hist", "HIST of a stop", "history-run", "branches not taken"], "icnt": ["icnt", "I-CNT of DirectBranch", "I-CNT of a stop"],
            "repeat": ["equal branches", "B-CNT full", "repeated-history"], "time": ["absolute time", "time of an event", "time since the message before"],
            "image": ["implicit returns", "sequential jumps", "reference-address", "return-stack", "return stack at SYNC", "calls", "coroutine swaps", "all jumps"],
            "ingress": ["SYNC=6", "SYNC=0", "triggers at a stop", "ingress-latch"]}


def put_text(copy, file, old, new):
    put_fault(Path(copy) / "rtl", file, old, new)


def all_faults():
    """Name, and a function that puts it into a copy."""
    return [(name, partial(put_text, file=file, old=old, new=new)) for name, file, old, new in FAULTS] + \
           [(name, partial(put_patch, patch=ROOT / f"tests/faults/rtl/{name}.patch")) for name in PATCHES]


class FaultsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def sees(self, bench, build, number):
        """The vector whose bytes show a fault; None: none does."""
        done = run("vectors", "run", "--bench", bench, "--build", build, "--bytes-alone", "--first", "--json",
                   env={**chosen(number), "TMPDIR": str(self.folder)})
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return next(iter(json.loads(done.stdout)["failed"]), None)

    def build(self, build):
        """The bench over a copy of the RTL that has all faults, one of them in a run."""
        folder = self.folder / build
        shutil.copytree(ROOT / "rtl", folder / "rtl")
        put_choices(folder, [put for _, put in all_faults()])
        return make(build, str(folder), ["rtl"], QUICK)

    def test_there_is_one_for_each_of_forty_families(self):
        self.assertGreaterEqual(len({name for name, _ in all_faults()}), 40)

    def test_each_family_of_rules_has_one(self):
        families = {line.split(".")[0] for line in run("check", "--list").stdout.splitlines()}
        self.assertEqual(set(FAMILIES), families - {"freedom"})  # which `check --without` alone can break
        self.assertEqual({name for names in FAMILIES.values() for name in names}, {name for name, _ in all_faults()})

    def test_the_bytes_of_a_vector_show_each(self):
        if not WHOLE:
            return  # two benches are built for it
        missed = {number: name for number, (name, _) in enumerate(all_faults(), 1)}
        for build in BUILDS:
            bench = self.build(build)
            self.assertIsNone(self.sees(bench, build, 0), "without a fault")
            for number in list(missed):
                vector = self.sees(bench, build, number)
                if vector is not None:
                    print(f"{missed.pop(number)}: {vector}")
        self.assertEqual(missed, {})


if __name__ == "__main__":
    unittest.main()
