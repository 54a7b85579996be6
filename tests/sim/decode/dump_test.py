# SPDX-License-Identifier: Apache-2.0
"""`ntrace dump`, and the page that it makes of the message table."""
import json
import pathlib
import subprocess
import tempfile
import unittest

NTRACE = "build/ntrace"
EXAMPLE = bytes.fromhex("ff70d01d1df8ffff")  # N-Trace 1.0, "MDO and MSEO Encoding Example"


def dump(*arguments, stream=None):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "F.nex")
        if stream is not None:
            path.write_bytes(stream)
            arguments = [str(path), *arguments]
        return subprocess.run([NTRACE, "dump", *arguments], capture_output=True, text=True,
                              check=False)


class Dump(unittest.TestCase):
    def test_the_messages_page_is_what_the_table_gives(self):
        page = pathlib.Path("docs/messages.md").read_text(encoding="utf-8")
        self.assertEqual(dump("--table").stdout, page,
                         "run: build/ntrace dump --table > docs/messages.md")

    def test_the_example_of_the_specification_looks_as_printed_there(self):
        result = dump(stream=EXAMPLE)
        self.assertEqual(result.returncode, 0)
        self.assertEqual([line.split(None, 1)[1] for line in result.stdout.splitlines()[:8]], [
            "0xFF  111111 11  Idle",
            "0x70  011100 00  TCODE[6] = 28 - IndirectBranchHist",
            "0xD0  110100 00  B-TYPE[2] = 0x0",
            "0x1D  000111 01  I-CNT[10] = 0x7D",
            "0x1D  000111 01  U-ADDR[6] = 0x7",
            "0xF8  111110 00",
            "0xFF  111111 11  HIST[12] = 0xFFE",
            "0xFF  111111 11  Idle",
        ])

    def test_a_message_takes_one_line(self):
        result = dump("--messages", stream=EXAMPLE)
        self.assertEqual(result.stdout.splitlines()[0].split(None, 1),
                         ["1", "28 IndirectBranchHist B-TYPE=0 I-CNT=0x7d U-ADDR=0x7 HIST=0xffe"])

    def test_process_and_the_absolute_time_stand_in_words(self):
        # ProgTraceSync TSTAMP=100, Ownership PROCESS=0x3B2 TSTAMP=7, of 0xC without TSTAMP
        stream = bytes.fromhex("240d0009" "9007" "08c8391f" "0833")
        result = dump("--messages", "--set", "trTsEnable=1", stream=stream)
        self.assertEqual([line.split(None, 1)[1] for line in result.stdout.splitlines()[:3]], [
            "9 ProgTraceSync SYNC=3 I-CNT=0x0 F-ADDR=0x80 TSTAMP=0x64 (time 100)",
            "2 Ownership PROCESS=0x3b2 (VU-mode scontext=0x1d) TSTAMP=0x7 (time 107)",
            "2 Ownership PROCESS=0xc (M-mode)"])
        lines = dump("--set", "trTsEnable=1", stream=stream).stdout.splitlines()
        self.assertIn("PROCESS[12] = 0x3B2 (VU-mode scontext=0x1d)", lines[8])
        self.assertIn("TSTAMP[6] = 0x7 (time 107)", lines[9])

    def test_each_source_has_a_time_of_its_own(self):
        # SRC of 6 bits, 1 and 2: ProgTraceSync at 100 and at 10; DirectBranch 1 and 2 later
        stream = bytes.fromhex("24040d00099007" "24080d00092b" "0c040507" "0c08050b")
        result = dump("--messages", "--set", "trTsEnable=1", "--set", "trTeSrcBits=6",
                      stream=stream)
        self.assertEqual([line.split("SRC=")[1] for line in result.stdout.splitlines()[:4]], [
            "1 SYNC=3 I-CNT=0x0 F-ADDR=0x80 TSTAMP=0x64 (time 100)",
            "2 SYNC=3 I-CNT=0x0 F-ADDR=0x80 TSTAMP=0xa (time 10)",
            "1 I-CNT=0x1 TSTAMP=0x1 (time 101)", "2 I-CNT=0x1 TSTAMP=0x2 (time 12)"])

    def test_extended_addresses_are_shown_in_full(self):
        # ProgTraceSync to 0xfffffffe3ffffffe, as the specification prints it
        stream = bytes.fromhex("240d" "fcfcfcfc7cf3")
        for arguments, address in (([], "0xf1fffffff"), (["--best"], "0x7fffffff1fffffff"),
                                   (["--set", "trTeInstExtendAddrMSB=1"], "0x7fffffff1fffffff")):
            result = dump("--messages", *arguments, stream=stream)
            self.assertIn(f"F-ADDR={address}\n", result.stdout)

    def test_counts_come_as_json(self):
        result = dump("--json", stream=EXAMPLE + b"\xe0\x03" b"\x14\x03")
        self.assertEqual(json.loads(result.stdout), {
            "bytes": 12, "idles": 2, "messages": 3, "errors": 0, "reserved": 1,
            "by_tcode": {"IndirectBranchHist": 1, "56": 1, "DataWrite": 1}})

    def test_messages_that_n_trace_leaves_out_have_their_names(self):
        # Watchpoint, InCircuitTrace, of TCODE 40 and 57, ResourceFull RCODE=9 (a vendor's)
        result = dump("--messages", stream=bytes.fromhex("3c03" "8803" "a003" "e403" "6c2503"))
        self.assertEqual(result.returncode, 0)
        self.assertEqual([line.split(None, 1)[1] for line in result.stdout.splitlines()[:5]], [
            "15 Watchpoint WPHIT=0x0", "34 InCircuitTrace 0x0", "40 reserved 0x0",
            "57 vendor defined 0x0", "27 ResourceFull RCODE=9 0x0 0x0"])
        self.assertRegex(result.stdout, r"40 reserved +1\n +57 vendor defined +1\n")

    def test_data_acquisition_watchpoints_and_vendors_messages_show_what_they_contain(self):
        # IDTAG=3 DQDATA="Hello", WPHIT=5, and of TCODE 58 two fields
        stream = bytes.fromhex("1c0dbcc4186c948413" "3c17" "e84455d02007")
        lines = dump("--messages", stream=stream).stdout.splitlines()
        self.assertEqual([line.split(None, 1)[1] for line in lines[:3]], [
            "7 DataAcquisition IDTAG=0x3 DQDATA=0x48656c6c6f", "15 Watchpoint WPHIT=0x5",
            "58 vendor defined 0x551 0x1234"])
        lines = dump(stream=stream).stdout.splitlines()
        self.assertEqual([line.split("  ")[-1] for line in (lines[1], lines[8], lines[10], lines[16])],
                         ["IDTAG[6] = 0x3", "DQDATA[42] = 0x48656c6c6f", "WPHIT[6] = 0x5",
                          "field[18] = 0x1234"])
        # with SRC of four bits and a TSTAMP: DataAcquisition SRC=5 IDTAG=1 DQDATA=2 TSTAMP=3
        stream = bytes.fromhex("1c" "55" "09" "0f")
        line = dump("--messages", "--set", "trTeSrcBits=4", "--set", "trTsEnable=1",
                    stream=stream).stdout.splitlines()[0]
        self.assertEqual(line.split(None, 1)[1],
                         "7 DataAcquisition SRC=5 IDTAG=0x1 DQDATA=0x2 TSTAMP=0x3")

    def test_every_byte_has_its_line_whatever_the_bytes_are(self):
#A message of a reserved TCODE(0) is no error, however long it is.
        for status, stream in ((1, bytes(5000)), (1, b"\x01" * 300), (1, b"\x02\x03\x0b" * 50),
                               (1, EXAMPLE[:4]), (1, bytes(range(256)) * 8),
                               (0, bytes(63) + b"\x03"), (0, bytes(64) + b"\x03")):
            result = dump(stream=stream)
            lines = [line for line in result.stdout.splitlines() if "  0x" in line[:12]]
            self.assertEqual([int(line.split()[1], 16) for line in lines], list(stream))
            self.assertEqual([int(line.split()[0]) for line in lines], list(range(len(stream))))
            self.assertEqual(result.returncode, status)
            self.assertEqual("offset" in result.stderr, status == 1)

    def test_broken_messages_are_named_by_offset_and_field(self):
        result = dump("--messages", stream=EXAMPLE + bytes.fromhex("6c0d03"))
        self.assertEqual(result.returncode, 1)
        self.assertIn("RCODE: reserved value", result.stdout)
        self.assertIn("offset 8: ", result.stderr)

    def test_rc7_sets_hrepeat_and_b_cnt_no_limit(self):
        # ResourceFull RCODE=2 RDATA=5 HREPEAT=0x100000; RepeatBranch B-CNT=0x40000
        stream = bytes.fromhex("6c480500000013" "7800000007")
        for arguments, status in (((), 1), (("--set", "ntRc7=1"), 0)):
            result = dump("--messages", *arguments, stream=stream)
            self.assertEqual(result.returncode, status, result.stdout)
        self.assertIn("HREPEAT=0x100000\n", result.stdout)
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder, "F.s")
            text.write_text(dump("--asm", "--set", "ntRc7=1", stream=stream).stdout)
            back = subprocess.run([NTRACE, "assemble", text, "-o", "-"], capture_output=True,
                                  check=False)
            self.assertEqual((back.stdout, back.stderr), (stream, b""))

    def test_an_empty_or_missing_stream_is_one_line_and_status_2(self):
        for result in (dump(stream=b""), dump("no/such/file"), dump(), dump("--nonsense", "x"),
                       dump("--set", "nonsense", stream=EXAMPLE)):
            self.assertEqual(result.returncode, 2)
            self.assertEqual(result.stdout, "")
            self.assertEqual(result.stderr.count("\n"), 1)
            self.assertTrue(result.stderr.startswith("ntrace dump: "))


if __name__ == "__main__":
    unittest.main()
