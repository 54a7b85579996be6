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

    def test_counts_come_as_json(self):
        result = dump("--json", stream=EXAMPLE + b"\xe0\x03")
        self.assertEqual(json.loads(result.stdout), {
            "bytes": 10, "idles": 2, "messages": 2, "errors": 0,
            "by_tcode": {"IndirectBranchHist": 1, "56": 1}})

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

    def test_an_empty_or_missing_stream_is_one_line_and_status_2(self):
        for result in (dump(stream=b""), dump("no/such/file"), dump(), dump("--nonsense", "x"),
                       dump("--set", "nonsense", stream=EXAMPLE)):
            self.assertEqual(result.returncode, 2)
            self.assertEqual(result.stdout, "")
            self.assertEqual(result.stderr.count("\n"), 1)
            self.assertTrue(result.stderr.startswith("ntrace dump: "))


if __name__ == "__main__":
    unittest.main()
