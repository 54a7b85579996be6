# SPDX-License-Identifier: Apache-2.0
"""`ntrace check` of a stream of several sources: each is judged as a stream of its own, with the
code that its hart sees."""
import json
import pathlib
import random
import subprocess
import tempfile
import unittest

NTRACE = "build/ntrace"

# One source in BTM, the other in HTM, which no single encoder could send.
LEGAL = """\
.src 4
ProgTraceSync SRC=1 SYNC=5 I-CNT=0 F-ADDR=0x800
ProgTraceSync SRC=2 SYNC=5 I-CNT=0 F-ADDR=0x800
DirectBranch SRC=1 I-CNT=3
IndirectBranchHist SRC=2 B-TYPE=0 I-CNT=4 U-ADDR=8 HIST=3
ProgTraceCorrelation SRC=2 EVCODE=4 CDF=1 I-CNT=2 HIST=1
ProgTraceCorrelation SRC=1 EVCODE=4 CDF=0 I-CNT=1
"""
# 0x1000 c.nop; 0x1002 beq +8; 0x1006 c.nop; 0x1008 c.nop; 0x100a c.jr ra; 0x100c j 0x1000; 0x1010 nop
CODE = bytes.fromhex("0100 6304 0000 0100 0100 8280 6ff0 5fff 1300 0000")


def check(text, *arguments):
    """The JSON result, and the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "F.s").write_text(text, encoding="utf-8")
        (path / "code.bin").write_bytes(CODE)
        subprocess.run([NTRACE, "assemble", path / "F.s", "-o", path / "F.nex"], check=True)
        arguments = [argument.replace("CODE", str(path / "code.bin")) for argument in arguments]
        result = subprocess.run([NTRACE, "check", path / "F.nex", "--set", "trTeSrcBits=4",
                                 "--json", *arguments], capture_output=True, text=True,
                                check=False)
        return json.loads(result.stdout), result.returncode


def rule(told, name):
    return next(rule for rule in told["results"] if rule["id"] == name)


class Sources(unittest.TestCase):
    def test_sources_are_judged_apart(self):
        told, status = check(LEGAL)
        self.assertEqual((status, told["sources"], told["rules_broken"]), (0, 2, 0))
        self.assertEqual(rule(told, "mode.cdf-btm")["state"], "held")
        self.assertEqual(rule(told, "mode.cdf-htm")["state"], "held")

    def test_a_finding_names_its_source(self):
        told, status = check(LEGAL.replace("CDF=1 I-CNT=2 HIST=1", "CDF=0 I-CNT=2"))
        self.assertEqual((status, told["primary"]), (1, "mode.cdf-htm"))
        self.assertEqual(rule(told, "mode.cdf-htm")["text"], "SRC=2: CDF=0 in HTM")

    def test_a_source_that_starts_late_is_a_stream_from_there(self):
        told, status = check(LEGAL + "DirectBranch SRC=3 I-CNT=3\n")
        self.assertEqual((status, told["primary"], told["sources"]), (1, "start.sync", 3))

    def test_a_source_that_is_given_is_the_only_one(self):
        told, status = check(LEGAL, "--set", "trTeSrcID=1")
        self.assertEqual((status, told["primary"]), (1, "src.constant"))

    def test_each_hart_is_decoded(self):
        told, status = check(LEGAL, "--image", "CODE,at=0x1000")
        self.assertEqual((status, rule(told, "image.branch")["state"]), (0, "held"))
        self.assertEqual(rule(told, "image.jump-hist")["state"], "held")
        told, status = check(LEGAL.replace("HIST=3", "HIST=5"), "--image", "CODE,at=0x1000")
        self.assertEqual((status, told["primary"]), (1, "image.hist"))
        self.assertEqual(rule(told, "image.hist")["offset"], 12)
        self.assertTrue(rule(told, "image.hist")["text"].startswith("SRC=2: "))

    def test_a_message_that_ends_before_its_source_does_is_lost_by_any_hart(self):
        # SRC=65 has 7 bits, of which the message has 6: the branch is not known to be hart 65's.
        text = LEGAL.replace(".src 4", ".src 7").replace("SRC=1", "SRC=65")
        text = text.replace("DirectBranch SRC=65 I-CNT=3", ".byte 0x0c 0x07")
        text = text.replace("CDF=0 I-CNT=1", "CDF=0 I-CNT=2")
        told, status = check(text, "--set", "trTeSrcBits=7", "--image", "CODE,at=0x1000")
        self.assertEqual((status, told["primary"]), (1, "frame.short"))
        self.assertNotEqual(rule(told, "image.icnt")["state"], "broken")

    def test_a_source_that_the_recording_lacks_is_judged_by_its_bytes(self):
        # The recording has harts 0 and 1.
        told, status = check(LEGAL, "--image", "tests/data/boot2.ntr")
        self.assertEqual(status, 1)
        for found in told["results"]:
            if found["state"] == "broken":
                self.assertTrue(found["id"].startswith("image."), found)
                self.assertTrue(found["text"].startswith("SRC=1: "), found)
        self.assertEqual(rule(told, "mode.cdf-htm")["state"], "held")

    def test_one_hart_may_be_chosen_for_what_needs_code(self):
        bad = LEGAL.replace("HIST=3", "HIST=5")
        self.assertEqual(check(bad, "--image", "CODE,at=0x1000", "--hart", "1")[1], 0)
        self.assertEqual(check(bad, "--image", "CODE,at=0x1000", "--hart", "2")[1], 1)

    def test_a_framing_error_leaves_every_source_in_doubt_until_it_synchronizes(self):
        told, status = check(LEGAL + ".byte 0x02 0x03\nDirectBranch SRC=1 I-CNT=3\n"
                             "DirectBranch SRC=2 I-CNT=3\n", "--image", "CODE,at=0x1000")
        self.assertEqual((status, told["primary"]), (1, "frame.reserved"))
        for found in told["results"]:
            if found["state"] == "broken" and found["id"] != "frame.reserved":
                self.assertEqual(found["follows"], found["broken"], found)

    def test_any_bytes_of_many_sources_are_judged(self):
        with tempfile.TemporaryDirectory() as folder:
            code = pathlib.Path(folder, "code.bin")
            code.write_bytes(CODE)
            for seed in range(20):
                for bits in (1, 6, 12):
                    result = subprocess.run(
                        [NTRACE, "check", "-", "--set", f"trTeSrcBits={bits}", "--image",
                         f"{code},at=0x1000"], input=random.Random(seed).randbytes(3000),
                        capture_output=True, check=False)
                    self.assertEqual(result.returncode, 1, (seed, bits, result.stderr))


if __name__ == "__main__":
    unittest.main()
