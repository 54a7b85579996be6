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
