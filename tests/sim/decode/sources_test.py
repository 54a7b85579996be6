# SPDX-License-Identifier: Apache-2.0
"""Which source of a stream is decoded, with the code of which hart; `--split`; hints that name ways
out."""
import json
import tempfile
import unittest
from pathlib import Path

from tests.sim.decode.salvage_test import MODES, Program, good, ntrace

SRC = ["--set", "trTeSrcBits=4"]
MRET = """0x1000,CD4,0x1010
0x1004,JD4,0x1000
0x1010,L4
0x1014,L4
0x1018,R4
0x2000,L4
0x2004,%s4
"""


class Sources(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.program = Program(cls.folder, "towers")
        plain = cls.program.trace(cls.folder, *MODES["HTM"])
        cls.ran = good("decode", plain, "--image", cls.program.recording).splitlines()
        cls.five = cls.program.trace(cls.folder, *MODES["HTM"], *SRC, "--set", "trTeSrcID=5")
        cls.five = cls.five.rename(cls.folder / "five.nex")

    def decode(self, path, *options):
        return ntrace("decode", path, "--image", self.program.recording, *SRC, *options)

    def test_one_source_of_another_number_than_the_one_hart_is_chosen_either_way(self):
        for options in (["--hart", 5], ["--set", "trTeSrcID=5"], ["--hart", 5, "--set", "trTeSrcID=5"],
                        ["--hart", 0, "--set", "trTeSrcID=5"]):
            done = self.decode(self.five, *options)
            self.assertEqual((done.returncode, done.stderr), (0, ""), options)
            self.assertTrue(done.stdout.splitlines() == self.ran, options)

    def test_the_error_for_a_source_without_code_names_the_way_out(self):
        done = self.decode(self.five)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        self.assertRegex(done.stderr, "there is no hart 5; the recording has 1; "
                                      "--set trTeSrcID=5 with --hart N decodes it by the code of hart N")

    def test_the_checker_chooses_as_the_decoder_does(self):
        def judged(*options):
            return ntrace("check", self.five, "--image", self.program.recording, *SRC, "-q", *options)
        for options in (["--hart", 5], ["--set", "trTeSrcID=5"], ["--hart", 5, "--set", "trTeSrcID=5"],
                        ["--hart", 0, "--set", "trTeSrcID=5"]):
            done = judged(*options)
            self.assertEqual((done.returncode, done.stderr), (0, ""), (options, done.stdout))
        done = judged()
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        self.assertIn("there is no hart 5; the recording has 1; --set trTeSrcID=5 with --hart N", done.stderr)

    def test_source_0_may_be_chosen_by_its_number(self):
        zero = self.program.trace(self.folder, *MODES["HTM"], *SRC)
        zero.write_bytes(zero.read_bytes() + self.five.read_bytes())
        done = self.decode(zero, "--set", "trTeSrcID=0")
        self.assertEqual((done.returncode, done.stdout.splitlines() == self.ran), (0, True))

    def test_a_recording_of_several_harts_is_chosen_from_either_way(self):
        made = self.folder / "boot.nex"
        good("encode", "tests/data/boot2.ntr", "--hart", 1, *SRC, "--set", "trTeSrcID=1",
             "--limit", 20_000, "-o", made)
        told = [good("decode", made, "--image", "tests/data/boot2.ntr", *SRC, *options)
                for options in (["--hart", 1], ["--set", "trTeSrcID=1"])]
        self.assertGreater(len(told[0].splitlines()), 200)
        self.assertTrue(told[0] == told[1])
        good("check", made, "--image", "tests/data/boot2.ntr", *SRC, "--set", "trTeSrcID=1")

    def test_beside_addresses_there_are_only_remarks(self):
        both = self.folder / "both.nex"
        both.write_bytes(self.program.trace(self.folder, *MODES["HTM"], *SRC).read_bytes())
        for form in ("pc", "insn"):
            lines = good("decode", both, "--image", self.program.recording, *SRC, "--to", form).splitlines()
            self.assertEqual(lines[0], "# hart 0")
            self.assertEqual([line for line in lines if not line.startswith(("0x", "# "))
                              and form == "pc"], [])

    def test_split_writes_the_bytes_of_each_source(self):
        zero = self.program.trace(self.folder, *MODES["HTM"], *SRC).read_bytes()
        five = self.five.read_bytes()
        mixed = self.folder / "mixed.nex"
        mixed.write_bytes(zero[:0] + b"\xff\xff" + zero + b"\xff" + five)
        done = json.loads(good("decode", mixed, "--split", self.folder / "split", *SRC, "--json"))
        self.assertEqual((self.folder / "split/src0.nex").read_bytes(), zero)
        self.assertEqual((self.folder / "split/src5.nex").read_bytes(), five)
        self.assertEqual([(file["src"], file["bytes"]) for file in done["files"]],
                         [(0, len(zero)), (5, len(five))])
        whole = self.decode(self.folder / "split/src5.nex", "--hart", 5)
        self.assertTrue(whole.stdout.splitlines() == self.ran)

    def test_split_needs_no_image_but_the_width_of_src(self):
        for options, words in (([], "trTeSrcBits=N"), (SRC, None)):
            done = ntrace("decode", self.five, "--split", self.folder / "one", *options)
            self.assertEqual(done.returncode, 2 if words else 0, done.stderr)
            self.assertIn(words or "", done.stderr)
        done = ntrace("decode", self.five)
        self.assertEqual((done.returncode, done.stderr),
                         (2, "ntrace decode: -i is missing (see --help)\n"))
        done = ntrace("decode", self.five, *SRC, "--split", self.five / "x")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))

    def mret(self, letters):
        """A call whose body a trap interrupts, twelve times; the handler ends in an mret."""
        lines = ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x800"]
        before, count = 0x1000, 4
        for _ in range(12):
            lines.append(f"IndirectBranchHist B-TYPE=1 I-CNT={count} U-ADDR={(before ^ 0x2000) >> 1:#x} HIST=1")
            lines.append(f"IndirectBranchHist B-TYPE=0 I-CNT=4 U-ADDR={(0x2000 ^ 0x1014) >> 1:#x} HIST=1")
            before, count = 0x1014, 10
        source = self.folder / "mret.s"
        source.write_text("\n".join(lines) + "\nProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=4\n")
        good("assemble", source, "-o", self.folder / "mret.nex")
        image = self.folder / "mret.pcinfo"
        image.write_text(MRET % letters)
        return ntrace("decode", self.folder / "mret.nex", "--image", image, "--set",
                      "trTeInstImplicitReturnMode=3")

    def test_an_mret_that_a_pcinfo_types_as_a_return_is_named(self):
        self.assertEqual(self.mret("JI").returncode, 0)
        done = self.mret("R")
        self.assertEqual(done.returncode, 1)
        self.assertIn("hint: the instruction at 0x2004 has the type of a return, R", done.stderr)
        self.assertNotIn("does the image belong", done.stderr)


if __name__ == "__main__":
    unittest.main()
