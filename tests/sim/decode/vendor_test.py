# SPDX-License-Identifier: Apache-2.0
"""`ntrace decode --vendor`, and what is said of vendors' codes that are skipped."""
import json
import re
import tempfile
import unittest
from pathlib import Path

from tests.sim.decode.salvage_test import MODES, Program, good, ntrace


class Vendor(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.program = Program(cls.folder, "towers")
        plain = cls.program.trace(cls.folder, *MODES["HTM"])
        cls.ran = good("decode", plain, "--image", cls.program.recording)
        cls.text = good("dump", "--asm", plain)

    def assembled(self, text):
        source = self.folder / "changed.s"
        source.write_text(text, encoding="ascii")
        good("assemble", source, "-o", self.folder / "changed.nex")
        return self.folder / "changed.nex"

    def with_runs(self):
        """The same trace with runs of taken branches as SiFive's encoders send them."""
        text, count = re.subn(r"(?m)^ResourceFull RCODE=1 RDATA=0xffffffff$",
                              ".message ResourceFull RCODE=9 RDATA=0x1f", self.text)
        self.assertGreater(count, 5)
        return self.assembled(text), count

    def test_runs_of_branches_decode_to_what_ran(self):
        path, _ = self.with_runs()
        done = ntrace("decode", path, "--image", self.program.recording, "--vendor", "sifive")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout == self.ran)
        self.assertIn("ResourceFull RCODE=9 RDATA=0x1f\n",
                      good("dump", "--messages", "--vendor", "sifive", path))

    def test_skipped_codes_are_named_once_each_with_the_way_out(self):
        path, count = self.with_runs()
        text = good("dump", "--asm", path) + ".message 58 0x5\n.message 62 1\n.message 58 2\n"
        path = self.assembled(text)
        done = ntrace("decode", path, "--image", self.program.recording, "--json")
        self.assertEqual(done.returncode, 1)
        lines = [line for line in done.stderr.splitlines() if "vendor defines" in line]
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertIn(f"TCODE 58 2, TCODE 62 1, RCODE 9 {count}; --vendor sifive reads RCODE 8 and 9",
                      lines[0])
        self.assertIn("hint: `ntrace decode --vendor sifive` decodes", done.stderr)
        counts = json.loads(done.stdout)
        self.assertEqual(counts["vendor"], {"TCODE 58": 2, "TCODE 62": 1, "RCODE 9": count})

    def judged(self, path, *options):
        done = ntrace("check", path, "--json", *options)
        result = json.loads(done.stdout)
        return done.returncode, {row["id"]: row for row in result["results"]}, done.stderr

    def test_the_checker_follows_runs_of_branches(self):
        path, count = self.with_runs()
        image = ["--image", self.program.recording]
        status, plain, said = self.judged(path, *image)
        self.assertEqual((status, plain["hist.full-stop-bit"]["state"]), (1, "held"))
        self.assertIn("--vendor sifive", said)
        self.assertEqual(self.judged(path, *image, "--vendor", "sifive")[::2], (0, ""))
        self.assertEqual(self.judged(path, "--vendor", "sifive")[0], 0)
        # They are what ends a history of that length, in HTM alone, and still use a freedom.
        status, rules, _ = self.judged(path, "--vendor", "sifive", "--without", "vendor.rcode")
        self.assertEqual((status, rules["freedom.without"]["broken"]), (1, count))
        self.assertEqual(rules["hist.repeat-stop-bit"]["state"], "not exercised")
        wrong = self.assembled(self.text.replace("ResourceFull RCODE=1 RDATA=0xffffffff",
                                                 ".message ResourceFull RCODE=8 RDATA=0x1f"))
        self.assertEqual(self.judged(wrong, *image, "--vendor", "sifive")[0], 1)

    def test_the_checker_xors_times(self):
        lines = ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x40000000 TSTAMP=0x64",
                 "Ownership PROCESS=0x5 TSTAMP=0x6c", "ProgTraceSync SYNC=2 I-CNT=1 F-ADDR=0x40000001 TSTAMP=0x9"]
        path = self.assembled(".tstamp\n" + "\n".join(lines) + "\n")
        options = ["--set", "trTsEnable=1"]
        self.assertEqual(self.judged(path, *options)[1]["time.forward"]["state"], "not followed")
        self.assertEqual(self.judged(path, *options, "--vendor", "sifive")[1]["time.forward"]["state"], "held")

    def test_to_the_checker_a_swap_pops_nothing(self):
        code = self.folder / "swap.bin"  # jal ra, 0x1010; nop; nop; nop; jalr t0, 0(ra)
        code.write_bytes(b"".join(word.to_bytes(4, "little") for word in (0x010000ef, 0x13, 0x13, 0x13, 0x82e7)))
        path = self.assembled("ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x800\n"
                              "IndirectBranch B-TYPE=0 I-CNT=4 U-ADDR=2\nProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=2\n")
        options = ["--image", f"{code},at=0x1000,xlen=64", "--set", "trTeInstImplicitReturnMode=3",
                   "--without", "return.told"]
        self.assertEqual(self.judged(path, *options)[1]["freedom.without"]["state"], "broken")
        self.assertEqual(self.judged(path, *options, "--vendor", "sifive")[0], 0)

    def test_times_are_xored(self):
        path = self.assembled(".tstamp\nProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x40000000 TSTAMP=0x64\n"
                              "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=0 TSTAMP=0x6\n")
        for vendor, time in (([], 106), (["--vendor", "sifive"], 98)):
            options = ["--set", "trTsEnable=1", *vendor]
            self.assertIn(f"TSTAMP=0x6 (time {time})", good("dump", "-m", *options, path))
            events = good("decode", path, "--image", self.program.recording, *options, "--to", "json")
            self.assertEqual(json.loads(events.splitlines()[1])["time"], time)

    def test_a_vendor_that_there_is_not_is_refused_with_those_that_there_are(self):
        done = ntrace("decode", self.folder / "towers.nex", "-i", self.program.recording, "--vendor", "x")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, "ntrace decode: --vendor x: no such vendor; expected: sifive\n")


if __name__ == "__main__":
    unittest.main()
