# SPDX-License-Identifier: Apache-2.0
"""A sampler that is broken, or an exact count that is, does not pass: faults in copies of sim/profile."""
import json
import os
import subprocess
import tempfile
import unittest

from tests.lib import c_faults
from tests.lib.catalogue import ROOT
from tests.lib.programs import make_recordings

NEEDS = ("build/host.a", "build/programs/calls.ntr", "build/programs/kernel.ntr")
SAMPLER, PROFILE, EXACT = (f"sim/profile/{name}.c" for name in ("sampler", "profile", "exact"))
CALLS = ("build/programs/calls.ntr", "--image", "build/programs/calls.elf", "--random", "--strict", "--period", "60")
OF_CALLS = (*CALLS[:-1], "7", "--event", "calls")
USER = ("build/programs/kernel.ntr", "--random", "--strict", "--period", "50", "--event", hex(6 << 60 | 2))
WHOLE, BIASED = "samples are missing", "biased"

# What is wrong; file, text, text then; the run that notices, and by what
FAULTS = [
    ("events that come before the handler runs are lost", SAMPLER,
     "c->preset - since);\n    return ended", "c->preset);\n    return ended", CALLS, WHOLE),
    ("interrupts end after the fifth", SAMPLER, "const bool main = nt_lcofi_is_pending(&s->main.lcofi);",
     "const bool main = nt_lcofi_is_pending(&s->main.lcofi) && s->totals->samples < 5;", CALLS, WHOLE),
    ("samples in some functions are dropped", SAMPLER, "    nt_lcofi_take(&s->main.lcofi, sample.priv, pc, &trap);",
     "    nt_lcofi_take(&s->main.lcofi, sample.priv, pc, &trap);\n"
     "    if ((pc & 0x100) != 0) {\n        uint64_t l;\n        (void)begin_period(s, &s->main, &l);\n"
     "        s->overflowed = false;\n        return 0;\n    }", CALLS, WHOLE),
    ("the pc is that of code behind", SAMPLER, "nt_sample sample = {.pc = pc,", "nt_sample sample = {.pc = pc + 0x60,",
     CALLS, BIASED),
    ("the pc is where the instruction before the interrupt was called from", SAMPLER,
     "return error->text[0] != '\\0' ? -1 : o->sample(o->context, &sample, error);",
     "sample.pc = sample.call_count > 0 ? sample.calls[0].source : pc;\n"
     "    return error->text[0] != '\\0' ? -1 : o->sample(o->context, &sample, error);", CALLS, BIASED),
    ("random periods are multiples of a loop", SAMPLER, "return least + drawn;", "return (least + drawn) / 6 * 6;",
     CALLS, BIASED),
    ("names are those of code behind", PROFILE, "const nt_function *function = nt_view_function(p->view, pc);",
     "const nt_function *function = nt_view_function(p->view, pc + 0x80);", CALLS, BIASED),
    ("indirect calls are not counted exactly", EXACT,
     "case NT_EVENT_ID_CALLS:\n        return class_ == NT_INSN_DIRECT_CALL || class_ == NT_INSN_INDIRECT_CALL;",
     "case NT_EVENT_ID_CALLS:\n        return class_ == NT_INSN_DIRECT_CALL;", OF_CALLS, WHOLE),
    ("modes are those of the mode before", EXACT, "event->ownership.prv + (event->ownership.v ? GUEST : 0)",
     "c->last.priv + 0 * event->ownership.prv", USER, WHOLE),
    ("exact counts go to the instruction behind", EXACT, "nt_places_at(c->places, at->pc, at->function)",
     "nt_places_at(c->places, at->pc & ~UINT64_C(6), at->function)", CALLS, BIASED),
]


class FaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        make_recordings()
        cls.folder = tempfile.TemporaryDirectory()
        cls.ntrace = c_faults.make_ntrace(cls.folder.name, [[fault[1:4]] for fault in FAULTS])

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_with(self, number, words):
        done = subprocess.run([self.ntrace, "profile", *words, "--json"], cwd=ROOT, capture_output=True, text=True,
                              check=False, env={**os.environ, "NT_MUTANT": str(number)})
        self.assertEqual(done.stderr, "")
        return done.returncode, json.loads(done.stdout)

    def test_without_a_fault_all_runs_pass(self):
        for words in (CALLS, OF_CALLS[:-2], USER):
            status, result = self.run_with(0, words)
            self.assertEqual((status, result["whole"]), (0, True), result["verdict"]["text"])

    def test_every_fault_is_noticed(self):
        for number, (what, _, _, _, words, why) in enumerate(FAULTS, 1):
            with self.subTest(what):
                status, result = self.run_with(number, words)
                self.assertEqual(status, 1)
                if why == WHOLE:
                    self.assertFalse(result["whole"])
                else:
                    self.assertTrue(result["whole"])
                    self.assertIn("biased", result["verdict"]["bias"].split())


if __name__ == "__main__":
    unittest.main()
