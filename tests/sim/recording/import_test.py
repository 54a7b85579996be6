# SPDX-License-Identifier: Apache-2.0
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
        self.assertEqual(self.info()["interrupts"], {"unknown": 2})

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
                ([seq], "-f is missing"),
                (["--format", "elf", seq], "no such format"),
                (["--format", "pcseq", "-o", out, "--pcinfo", info], "FILE is missing"),
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


SPIKE = """\
core   0: >>>>  _start
core   0: 0x0000000080000000 (0x00000297) auipc   t0, 0x0
core   0: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000
core   0: 3 0x0000000080000004 (0x30032073) c768_mstatus 0x8000000a00006000
core   0: 3 0x0000000080000008 (0xd0037053) f0  0xffffffff46c00000 c1_fflags 0x0000000000000000
core   0: 3 0x000000008000000c (0x00013427) mem 0x0000000080001000 0xffffffff46c00000
core   0: 3 0x0000000080000010 (0x6108) x10 0x0000000000000001 mem 0x0000000080001008
core   0: 3 0x0000000080000012 (0x5e0030d7) e32 m1 l4 v1  0x00000001000000020000000300000004
core   0: 0x0000000080000016 (0x00000073) ecall
core   0: exception trap_machine_ecall, epc 0x0000000080000016
core   0:           tval 0x0000000000000000
core   0: 3 0x0000000080000100 (0x30200073) c768_mstatus 0x0000000000000080
core   0: 0 0x000000008000001a (0x0a52) x20 0x0000000000000014
"""


class Spike(unittest.TestCase):
    """`ntrace import --format spike`: what the log has is what `ntrace info --retired` lists."""
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = pathlib.Path(folder.name) / "log"
        self.recording = pathlib.Path(folder.name) / "rec.ntr"

    def run_import(self, log, *options):
        self.log.write_text(log)
        return ntrace("import", "-f", "spike", self.log, "-o", self.recording, *options)

    def made(self, log, *options):
        result = self.run_import(log, *options, "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def info(self, *options):
        result = ntrace("info", self.recording, *options)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return result.stdout.decode()

    def retired(self, *options):
        return [json.loads(line) for line in self.info("--retired", "--json", *options).splitlines()]

    def test_the_log_comes_back_as_list(self):
        self.assertEqual(self.made(SPIKE)["breaks"], 0)
        self.assertEqual([line.rstrip() for line in self.info("--retired").splitlines()], [
            "         0 M  0x80000000 0x00000297  x5=0x80000000",
            "         1 M  0x80000004 0x30032073  mstatus=0x8000000a00006000",
            "         2 M  0x80000008 0xd0037053  f0=0xffffffff46c00000  fflags=0x0",
            "         3 M  0x8000000c 0x00013427  store 8 0x80001000=0xffffffff46c00000",
            "         4 M  0x80000010 0x6108      x10=0x1  load 8 0x80001008",
            "         5 M  0x80000012 0x5e0030d7  v1=0x00000001000000020000000300000004",
            " exception M  0x80000016 cause 11 tval 0x0",
            "         6 M  0x80000100 0x30200073  mstatus=0x80",
            "         7 U  0x8000001a 0x0a52      x20=0x14"])

    def test_json_has_the_same(self):
        self.made(SPIKE)
        retired = self.retired()
        self.assertEqual(len(retired), 9)
        self.assertEqual(retired[3], {
            "kind": "insn", "pc": "0x8000000c", "privilege": "M", "context": "0x0", "number": 3,
            "size": 4, "insn": "0x00013427", "next": "0x80000010",
            "accesses": [{"kind": "store", "address": "0x80001000", "size": 8,
                          "value": "0xffffffff46c00000"}]})
        self.assertEqual(retired[4]["accesses"], [
            {"kind": "x", "number": 10, "size": 8, "value": "0x1"},
            {"kind": "load", "address": "0x80001008", "size": 8}])
        self.assertEqual(retired[6], {
            "kind": "trap", "pc": "0x80000016", "privilege": "M", "context": "0x0",
            "interrupt": False, "cause": 11, "tval": "0x0", "next": "0x80000100", "accesses": []})
        self.assertNotIn("next", retired[8])
        self.assertEqual(self.retired("--limit", "2"), retired[:2])

    def test_the_summary_counts_accesses(self):
        self.made(SPIKE)
        info = json.loads(self.info("--json"))
        self.assertEqual((info["version"], info["parts"]),
                         (3, ["x", "f", "v", "csr", "load", "store"]))
        self.assertEqual({kind: value["count"] for kind, value in info["accesses"].items()},
                         {"x": 3, "f": 1, "v": 1, "csr": 3, "load": 1, "store": 1})
        self.assertEqual((info["by_privilege"], info["exceptions"]), ({"M": 7, "U": 1}, {"11": 1}))
        text = self.info()
        self.assertIn("version 3, RV64, 1 hart\n", text)
        self.assertIn("parts: x f v csr load store\n", text)
        self.assertRegex(text, r"accesses, store +1  8 bytes\n")

    def test_the_recording_is_traced_and_decoded(self):
        self.made(SPIKE)
        trace = self.recording.with_suffix(".nex")
        self.assertEqual(ntrace("encode", self.recording, "-o", trace).returncode, 0)
        decoded = ntrace("decode", trace, "--image", self.recording, "--json")
        self.assertEqual(decoded.returncode, 0, decoded.stderr)
        self.assertEqual(json.loads(decoded.stdout)["instructions"], 8)

    def test_a_trap_without_its_line_is_a_break(self):
        commits = "".join(line for line in SPIKE.splitlines(True)
                          if "exception" not in line and "tval" not in line)
        result = self.run_import(commits)
        self.assertEqual(result.returncode, 0)
        self.assertIn("line 10: not where the code leads; 1 such place", result.stderr.decode())
        self.assertEqual(self.retired()[6]["pc"], "0x80000016")
        self.assertTrue(self.retired()[6]["interrupt"])

    def test_harts_and_xlen_are_told(self):
        log = ("core   0: 3 0x80000000 (0x00000297) x5  0x80000000\n"
               "core   1: 1 0x80000000 (0x00000297) x6  0x80000000\n"
               "core   0: 3 0x80000004 (0x0001)\n")
        self.assertEqual(self.made(log, "--xlen", "32", "--harts", "2")["instructions"], 3)
        self.assertEqual([step["accesses"] for step in self.retired("--hart", "1")],
                         [[{"kind": "x", "number": 6, "size": 4, "value": "0x80000000"}]])
        self.assertEqual(len(self.retired("--hart", "0")), 2)

    def test_the_events_of_harts_stay_in_the_order_of_the_log(self):
        """A recording of one hart first has the same instructions in another order, so other bytes."""
        lines = ["core   0: 3 0x80000000 (0x00000013)\n", "core   1: 3 0x80000000 (0x00000013)\n",
                 "core   1: 3 0x80000004 (0x00000013)\n", "core   0: 3 0x80000004 (0x00000013)\n"]
        made = []
        for log in ("".join(lines), "".join(lines), "".join([lines[0], lines[3], *lines[1:3]])):
            self.made(log, "--xlen", "32", "--harts", "2")
            made.append(self.recording.read_bytes())
        self.assertEqual(made[0], made[1])
        self.assertNotEqual(made[0], made[2])

    def test_a_wrong_line_is_named(self):
        for log, reason, *options in [
                ("", "offset 0: no instruction"),
                ("Hello\n", "line 1: no line of Spike's log"),
                (SPIKE + "core   0: 3 0x0000000080000000", "line 14: no instruction"),
                (SPIKE.replace("x10 ", "x32 "), "line 7: an access to an impossible register"),
                (SPIKE.replace("c1_", "c4096_"), "line 5: an access to an impossible register"),
                (SPIKE.replace("f0 ", "y0 "), "line 5: no access"),
                (SPIKE.replace("core   0: 0", "core   1: 0"), "a hart that --harts does not have"),
                (SPIKE.replace("0000000080000000 (", "80000000 ("), "--xlen 32 reads these"),
                ("core   0: 3 0x80000000 (0x0001) x1 0x100000000\n",
                 "line 1: a value that is wider than its register", "--xlen", "32"),
                (SPIKE, "does not take --pcinfo", "--pcinfo", "x"),
                (SPIKE, "256 at most", "--harts", "257")]:
            with self.subTest(reason=reason):
                result = self.run_import(log, *options)
                self.assertEqual((result.returncode, result.stdout), (2, b""))
                self.assertEqual(result.stderr.count(b"\n"), 1)
                self.assertIn(reason, result.stderr.decode())
                self.assertFalse(self.recording.exists())

    def test_a_list_of_what_is_no_recording_is_refused(self):
        self.made(SPIKE)
        for arguments, reason in [(["--retired", "--hart", "1"], "there is no hart 1"),
                                  (["--limit", "1"], "need --retired"),
                                  (["--hart", "1"], "need --retired")]:
            result = ntrace("info", self.recording, *arguments)
            self.assertEqual((result.returncode, result.stdout), (2, b""))
            self.assertIn(reason, result.stderr.decode())


class Info(unittest.TestCase):
    def refuses(self, result, reason):
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertEqual(result.stderr.count(b"\n"), 1)
        self.assertIn(reason, result.stderr.decode())

    def test_what_is_no_recording_is_refused(self):
        self.refuses(ntrace("info", "-", stdin=b""), "-: offset 0: empty")
        self.refuses(ntrace("info", DATA / "vvadd.htm.nex"), "offset 0: not a recording")
        self.refuses(ntrace("info", DATA / "vvadd.pcinfo.gz"), "offset 0: not a recording")
        self.refuses(ntrace("info"), "REC is missing")
        self.refuses(ntrace("info", "a", "b"), "b: one file at a time")
        self.refuses(ntrace("info", "--wrong"), "--wrong")

    def test_text_tells_the_same_as_json(self):
        made = ntrace("import", "-f", "pcseq", DATA / "median.pcseq.gz", "-p",
                      DATA / "median.pcinfo.gz", "-o", "-")
        text = ntrace("info", "-", stdin=made.stdout).stdout.decode()
        self.assertRegex(text, r"version 3, RV64, 1 hart\n")
        self.assertRegex(text, r"instructions +15010\n")
        self.assertRegex(text, r"in M +15010\n")
        self.assertRegex(text, r"interrupt unknown +1 ")

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
