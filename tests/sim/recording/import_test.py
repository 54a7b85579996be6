"""`ntrace import` and `ntrace info`: what they make, say, and refuse."""
import gzip
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

NTRACE = "build/ntrace"
DATA = pathlib.Path("tests/data/tg-reference")

PCINFO = "0x1000,L2\n0x1002,BD4,0x1000\n0x1006,CD4,0x1010\n0x1010,JI2\n0x1012,CI4\n0x1016,R2\n"
PCSEQ = "0x1000,L2\n0x1002,B4\n0x1000,L2\n0x1002,BN4\n0x1006,C4\n0x1010,JI2\n0x1012,CI4\n0x1016,R2\n"


def ntrace(*arguments, stdin=None):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, input=stdin,
                          check=False)


class Import(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.recording = self.folder / "rec.ntr"

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def run_import(self, pcseq=PCSEQ, pcinfo=PCINFO, *options, output=None):
        return ntrace("import", "--format", "pcseq", self.file("seq", pcseq), "--pcinfo",
                      self.file("info", pcinfo), "-o", output or self.recording, *options)

    def info(self):
        result = ntrace("info", self.recording, "--json")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return json.loads(result.stdout)

    def refuses(self, result, reason):
        """Exit status 2, one line that has the reason, and no file left."""
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        lines = result.stderr.decode().splitlines()
        self.assertEqual(len(lines), 1, lines)
        self.assertIn(reason, lines[0])
        self.assertEqual(sorted(os.listdir(self.folder)),
                         sorted(set(os.listdir(self.folder)) & {"seq", "info", "old"}))

    def test_a_sequence_becomes_a_recording(self):
        result = self.run_import()
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
        info = self.info()
        self.assertEqual((info["instructions"], info["instruction_bytes"], info["xlen"]), (8, 24, 64))
        self.assertEqual(info["by_privilege"], {"M": 8})
        self.assertEqual((info["code_instructions"], info["code_bytes"], info["runs"]), (6, 0, 3))
        self.assertEqual((info["exceptions"], info["interrupts"]), ({}, {}))
        self.assertEqual(len(info["harts"]), 1)

    def test_every_reference_sequence_has_the_instructions_of_the_table(self):
        rows = [line.split("\t") for line in (DATA / "table.tsv").read_text().splitlines()[1:]]
        breaks = {"dhrystone": 3, "median": 1, "mm": 2, "multiply": 1, "spmv": 1, "towers": 1}
        for program, instructions in {row[0]: int(row[2]) for row in rows}.items():
            xlen = 32 if program == "xrle" else 64
            result = ntrace("import", "-f", "pcseq", DATA / f"{program}.pcseq.gz", "-p",
                            DATA / f"{program}.pcinfo.gz", "-o", self.recording, "-x", xlen, "-j")
            self.assertEqual(result.returncode, 0, result.stderr)
            summary = json.loads(result.stdout)
            self.assertEqual((summary["instructions"], summary["breaks"], summary["xlen"]),
                             (instructions, breaks.get(program, 0), xlen))
            self.assertEqual(b"not where the code leads" in result.stderr, program in breaks)
            info = self.info()
            self.assertEqual((info["instructions"], info["xlen"]), (instructions, xlen))
            self.assertEqual(sum(info["interrupts"].values()), breaks.get(program, 0))

    def test_a_step_that_no_code_does_is_an_interrupt(self):
        result = self.run_import("0x1000,L2\n0x1000,L2\n0x1002,B4\n0x1002,B4\n")
        self.assertEqual(result.returncode, 0)
        self.assertIn("line 2: not where the code leads; 2 such places", result.stderr.decode())
        self.assertEqual(self.info()["interrupts"], {"0": 2})

    def test_packed_and_plain_texts_give_the_same_recording(self):
        self.assertEqual(self.run_import().returncode, 0)
        plain = self.recording.read_bytes()
        packed = self.run_import(gzip.compress(PCSEQ.encode()), gzip.compress(PCINFO.encode()))
        self.assertEqual(packed.returncode, 0, packed.stderr)
        self.assertEqual(self.recording.read_bytes(), plain)
        crlf = self.run_import(PCSEQ.replace("\n", "\r\n"), PCINFO.replace("\n", "\r\n"))
        self.assertEqual(crlf.returncode, 0, crlf.stderr)
        self.assertEqual(self.recording.read_bytes(), plain)

    def test_standard_input_and_output_do(self):
        piped = ntrace("import", "--format", "pcseq", "--pcinfo", self.file("info", PCINFO), "-o",
                       "-", "-", stdin=PCSEQ.encode())
        self.assertEqual(piped.returncode, 0, piped.stderr)
        info = ntrace("info", "-", "--json", stdin=piped.stdout)
        self.assertEqual(json.loads(info.stdout)["instructions"], 8)

    def test_a_wrong_line_is_named(self):
        for pcseq, reason in [
                ("0x1000,L2\n0x1002,L4\n", "line 2: 0x1002 has type L4; the pcinfo says B4"),
                ("0x1000,L4\n", "line 1: 0x1000 has type L4; the pcinfo says L2"),
                ("0x1000,L2\n0x1004,L2\n", "line 2: the pcinfo has no instruction at 0x1004"),
                ("0x1000,L2\n0x1001,L2\n", "line 2: an odd address"),
                ("0x1000,L2\n0x1002,BD4\n", "line 2: a destination where"),
                ("0x1000,Q2\n", "line 1: an unknown type"),
                ("0x1000,L2\ngarbage\n", "line 2: no address"),
                ("0x1000,L2\n\n", "line 2: no address"),
                ("0x1000,L2\n0x1002,B4,0x1000\n", "line 2: something after"),
                ("0x1000,L2\n\0\0\n", "line 2: offset 13: not text"),
                ("0x1000,L2\n" + "x" * 100000, "line 2: offset 10: the line is too long"),
                ("", "empty, not a pcseq")]:
            with self.subTest(pcseq=pcseq[:40]):
                self.refuses(self.run_import(pcseq), reason)

    def test_a_wrong_pcinfo_is_named(self):
        self.refuses(self.run_import(PCSEQ, "0x1000,L2\n0x1000,L4\n"), "line 2: 0x1000 was another")
        self.refuses(self.run_import(PCSEQ, ""), "empty, not a pcinfo")
        self.refuses(self.run_import(PCSEQ, "0x100001000,L2\n", "--xlen", "32"), "beyond 32 bits")

    def test_cut_off_gzip_is_an_error(self):
        packed = gzip.compress(PCSEQ.encode())
        for size in (5, 15, len(packed) - 9, len(packed) - 1):
            self.refuses(self.run_import(packed[:size]), "offset ")

    def test_wrong_arguments_are_refused(self):
        info = self.file("info", PCINFO)
        seq = self.file("seq", PCSEQ)
        out = self.recording
        for arguments, reason in [
                ([], "--format is missing"),
                (["--format", "elf", seq], "no such format"),
                (["--format", "pcseq", "-o", out, "--pcinfo", info], "file to import is missing"),
                (["--format", "pcseq", "--pcinfo", info, seq], "-o is missing"),
                (["--format", "pcseq", seq, "-o", out], "needs --pcinfo"),
                (["--format", "pcseq", seq, "-o", out, "--xlen", "16"], "32 or 64"),
                (["--format", "pcseq", seq, seq, "-o", out, "-p", info], "one file at a time"),
                (["--nonsense"], "--nonsense"),
                (["-Z"], "-Z"),
                (["--format"], "needs a value"),
                (["-f", "pcseq", "-p", info, seq, "-o", "-", "--json"], "cannot share"),
                (["-f", "pcseq", "-p", info, self.folder / "none", "-o", out], "No such file"),
                (["-f", "pcseq", "-p", self.folder / "none", seq, "-o", out], "No such file"),
                (["-f", "pcseq", "-p", info, self.folder, "-o", out], "Is a directory"),
                (["-f", "pcseq", "-p", info, seq, "-o", self.folder / "no/where"], "No such file"),
                (["-f", "pcseq", "-p", info, seq, "-o", "/dev/full"], "No space left")]:
            with self.subTest(arguments=arguments):
                self.refuses(ntrace("import", *arguments), reason)

    def test_a_recording_that_was_there_stays_when_an_import_fails(self):
        old = self.file("old", "precious")
        self.refuses(self.run_import("0x1001,L2\n", output=old), "line 1")
        self.assertEqual(old.read_text(), "precious")

    def test_help_goes_to_standard_output(self):
        for command in ("import", "info"):
            result = ntrace(command, "--help")
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertTrue(result.stdout.startswith(f"usage: ntrace {command}".encode()))


class Info(unittest.TestCase):
    def refuses(self, result, reason):
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertEqual(result.stderr.count(b"\n"), 1)
        self.assertIn(reason, result.stderr.decode())

    def test_what_is_no_recording_is_refused(self):
        self.refuses(ntrace("info", "-", stdin=b""), "-: offset 0: empty")
        self.refuses(ntrace("info", DATA / "vvadd.htm.nex"), "offset 0: not a recording")
        self.refuses(ntrace("info", DATA / "vvadd.pcinfo.gz"), "offset 0: not a recording")
        self.refuses(ntrace("info"), "one recording is wanted")
        self.refuses(ntrace("info", "a", "b"), "one recording is wanted")
        self.refuses(ntrace("info", "--wrong"), "--wrong")

    def test_text_tells_the_same_as_json(self):
        made = ntrace("import", "-f", "pcseq", DATA / "median.pcseq.gz", "-p",
                      DATA / "median.pcinfo.gz", "-o", "-")
        text = ntrace("info", "-", stdin=made.stdout).stdout.decode()
        self.assertRegex(text, r"version 1, RV64, 1 hart\n")
        self.assertRegex(text, r"instructions +15010\n")
        self.assertRegex(text, r"in M +15010\n")
        self.assertRegex(text, r"interrupt 0 +1 ")

    def test_a_full_disk_is_an_error(self):
        made = ntrace("import", "-f", "pcseq", DATA / "vvadd.pcseq.gz", "-p",
                      DATA / "vvadd.pcinfo.gz", "-o", "-")
        for options in ([], ["--json"]):
            with open("/dev/full", "wb") as full:
                result = subprocess.run([NTRACE, "info", "-", *options], input=made.stdout,
                                        stdout=full, stderr=subprocess.PIPE, check=False)
            self.assertEqual(result.returncode, 2)
            self.assertEqual(result.stderr.count(b"\n"), 1)


if __name__ == "__main__":
    unittest.main()
