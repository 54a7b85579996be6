# SPDX-License-Identifier: Apache-2.0
"""Each stage of the encoder is broken in RTL, in the model, and in both alike, by patches on a copy.
Each time a witness must see it, and say where.
"""
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import QUICK, build_with_choices, build_with_faults, lockstep, roundtrip, run
from tests.lib.catalogue import ROOT
from tests.lib.faults import chosen

NEEDS = ("benches", "build/host.a")
CONFIG = "tiny"
STIMULUS = ["--random", "--everything", "--seed", 14, "--cycles", 200000, "--config", CONFIG]

# Fault, and the signal in which RTL and model differ first: in the RTL's patch, in the model's.
SIGNALS = {
    "ingress-latch": ("iretire_0", "iretire_0"),
    "icnt": ("icnt", "icnt"),
    "icnt-kept": ("icnt", "icnt"),
    "hist": ("hist_recent", "hist_recent"),
    "history-run": ("hist_pending", "hist_pending"),
    "reference-address": ("reference", "reference"),
    "fifo": ("head_", "write"),
    "serializer": ("fixed", "fixed"),
    "pib": ("TRC_CLK", "TRC_CLK"),
    "return-stack": ("slots", "slots"),
    "ownership": ("slot_2", "slot_2"),
    "context-lost": ("slots", "slots"),
    "notify-lost": ("slots", "slots"),
    "periodic-sync": ("due", "due"),
    "sync-priority": ("slot_1_code", "slot_1_code"),
    "late": ("late", "late"),
    "repeated-history": ("addr", "addr"),
    "filter": ("traced", "traced"),
    "disable": ("may_wait", "may_wait"),
    "stall-threshold": ("stall", "stall"),
}

# Broken alike in RTL and model, so that these two agree: the witness that sees it.
ALIKE = {
    "ingress-latch": "roundtrip",
    "icnt": "roundtrip",
    "hist": "roundtrip",
    "reference-address": "roundtrip",
    "serializer": "roundtrip",
    "pib": "pins",
    "return-stack": "roundtrip",
    "ownership": "rules_broken",
    "context-lost": "roundtrip",
    "notify-lost": "roundtrip",
    "sync-priority": "roundtrip",
    "late": "roundtrip",
    "repeated-history": "roundtrip",
    "filter": "roundtrip",
    "disable": "roundtrip",
}

# Likewise, of what is not in the bytes or was once taken from the model: the witness, what it says,
# and what the run is to have besides.
UNSHARED = {
    "error-code": ("roundtrip", "expected Error that tells of lost Ownership", []),
    "prescaler": ("roundtrip", "expected the time 0x", []),
    "loss-status": ("signals", "register 0x000 reads 0x", ["--registers"]),
    "status-kept": ("signals", "register 0x000 reads 0x", ["--registers"]),
    "time-reset": ("signals", "register 0x048 reads 0x", ["--registers"]),
    "empty-early": ("signals", "trTeEmpty is 1 before all was sent", []),
    "trigger-out": ("signals", "ext_trigger_out is 0x", []),
}

# Likewise, of what random ingress seldom meets; it has a test of its own.
SELDOM = ["branch-released"]

NAMES = [*SIGNALS, *UNSHARED, *SELDOM]


class FaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        # One bench has all faults of the RTL; a fault of the model makes one more of it.
        cls.benches = {None: build_with_choices([ROOT / f"tests/faults/rtl/{name}.patch" for name in NAMES],
                                                CONFIG, cls.folder / "rtl", QUICK)}

    def bench(self, fault, *sides):
        """The bench with the fault, and the environment in which it is there."""
        of_model = fault if "model" in sides else None
        if of_model not in self.benches:
            self.benches[of_model] = build_with_faults(
                {"model": ROOT / f"tests/faults/model/{fault}.patch"}, CONFIG, self.folder / fault,
                self.folder / "rtl", QUICK)
        return {"bench": self.benches[of_model],
                "env": chosen(1 + NAMES.index(fault) if "rtl" in sides else 0)}

    def run_with(self, fault, *sides, more=()):
        return lockstep(*STIMULUS, *more, "--report", self.folder / "report", **self.bench(fault, *sides))

    def test_without_a_fault_the_bench_is_content(self):
        status, summary, said = self.run_with("icnt")
        self.assertEqual((status, summary["mismatches"], said), (0, 0, ""))

    def check_lockstep_names(self, fault, side, signal):
        status, summary, said = self.run_with(fault, side)
        self.assertEqual(status, 1)
        first = summary["first_mismatch"]
        names = [entry["signal"] for entry in first["signals"]]
        self.assertTrue(any(signal in name for name in names), f"{signal} is not in {names}")
        self.assertIn(f"cycle {first['cycle']}: RTL and model", said)

    def check_other_witness_sees(self, fault, witness):
        status, summary, said = self.run_with(fault, "rtl", "model")
        self.assertEqual((status, summary["mismatches"]), (1, 0), said)
        self.assertNotIn(roundtrip(summary) if witness == "roundtrip" else summary[witness],
                         ("exact", 0))

    def check_witness_says(self, fault, witness, words, options):
        status, summary, said = self.run_with(fault, "rtl", "model", more=options)
        self.assertEqual((status, summary["mismatches"]), (1, 0), said)
        self.assertIn(words, summary[witness])

    def test_settings_that_an_early_trTeEmpty_lets_change_within_a_message_are_read_alike(self):
        """trTeInstExtendAddrMSB changes while an address is being sent, which the fault alone allows."""
        bench = self.bench("empty-early", "rtl", "model")
        _, summary, said = lockstep("--random", "--everything", "--seed", 7, "--cycles", 120000, "--config", CONFIG,
                                    "--report", self.folder / "report", **bench)
        self.assertEqual(summary["mismatches"], 0, said)
        self.assertIn("trTeEmpty is 1 before all was sent", summary["signals"])

    def test_a_hart_that_obeys_shows_that_both_stall_too_late(self):
        status, summary, said = self.run_with("stall-threshold", "rtl", "model", more=["--lossless"])
        self.assertEqual((status, summary["mismatches"]), (1, 0), said)
        self.assertIn("messages are lost, though the hart obeys stall", said)

    def test_a_trigger_that_is_lost_between_an_interrupt_and_its_handler_is_missed(self):
        """A taken branch in BTM, an interrupt, a trigger without a block, and the hart halts."""
        pins, code = self.folder / "lost.nti", self.folder / "branch"
        code.write_bytes(bytes.fromhex("630000fe"))  # beq x0, x0, -32
        pins.write_text("ntrace-ingress 2 xlen=32 nblocks=1 itype_w=4 iretire_w=3 context_w=7 ntriggers=2 build=tiny\n"
                        "rst=1\nset trTeActive=1 trTeInstMode=3 trTeTrigExtInControl=0x4\nidle\n"
                        "set trTeEnable=1 trTeInstTracing=1\n"
                        "priv=3 b iaddr=0x1000 iretire=2 itype=5 ilastsize=1\n"
                        "priv=3 cause=7 b itype=2\next_trigger=1\nhalted=1\nhalted=1\nhalted=1\nend\n",
                        encoding="ascii")
        for sides in ([], ["rtl"], ["model"], ["rtl", "model"]):
            with self.subTest(sides=sides):
                status, summary, said = lockstep(pins, "--image", f"{code},at=0x1000,xlen=32", "--report",
                                                 self.folder / "report", **self.bench("branch-released", *sides))
                self.assertEqual((status, summary["mismatches"] != 0), (int(sides != []), len(sides) == 1), said)
                if len(sides) != 1:
                    self.assertIn("expected SYNC=0 at 0x1000" if sides else "exact", summary["roundtrip"])

    def test_an_encoder_that_keeps_back_a_recordings_end_is_not_called_exact(self):
        """It waits for the target of the last jump, though it is disabled."""
        code, recording = self.folder / "code", self.folder / "return.ntr"
        code.write_text("0x1000,L2\n0x1002,R2\n", encoding="ascii")
        made = run("import", "--format", "pcseq", code, "--pcinfo", code, "--xlen", "32", "-o", recording)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        for sides, status, unjudged in (([], 0, 0), (["rtl", "model"], 1, 2)):
            with self.subTest(sides=sides):
                found, summary, said = lockstep(recording, "--config", CONFIG, "--report", self.folder / "report",
                                                **self.bench("disable", *sides))
                self.assertEqual((found, summary["mismatches"]), (status, 0), said)
                self.assertEqual(summary["instructions_unjudged"], unjudged)
                self.assertEqual(summary["roundtrip"] == "exact", not sides)


def add_test(name, method, *arguments):
    setattr(FaultsTest, "test_" + name.replace("-", "_"),
            lambda self: getattr(self, method)(*arguments))


for FAULT, (RTL, MODEL) in SIGNALS.items():
    add_test(f"lockstep_names_{FAULT}_in_rtl", "check_lockstep_names", FAULT, "rtl", RTL)
    add_test(f"lockstep_names_{FAULT}_in_model", "check_lockstep_names", FAULT, "model", MODEL)
for FAULT, ROW in UNSHARED.items():
    add_test(f"{ROW[0]}_says_{FAULT}_in_both", "check_witness_says", FAULT, *ROW)
for FAULT, WITNESS in ALIKE.items():
    add_test(f"{WITNESS}_shows_{FAULT}_in_both", "check_other_witness_sees", FAULT, WITNESS)
