# SPDX-License-Identifier: Apache-2.0
"""`ntrace dump --asm` and `ntrace assemble`: every stream of the repository goes round, also read with
settings that are not its own, and the examples of docs/assembly.md are as printed there.

Any bytes at all: tests/libntrace/messages/assembly_test.c."""
import random
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import examples
from tests.lib.bench import NTRACE, run, settings
from tests.lib.catalogue import ROOT

PAGE = (ROOT / "docs/assembly.md").read_text(encoding="utf-8")
SETTINGS = [{}, {"trTeSrcBits": 4, "trTeSrcID": 1, "trTsEnable": 1}, {"trTeInstExtendAddrMSB": 1},
            {"trTeSrcBits": 12, "trTeInstExtendAddrMSB": 1}]


def block(kind):
    return re.search(rf"^```{kind}\n(.*?)^```$", PAGE, re.M | re.S)[1]


def dump(stream, *options):
    return subprocess.run([NTRACE, "dump", "--asm", "-", *options], input=stream,
                          capture_output=True, check=False)


def assemble(text):
    return subprocess.run([NTRACE, "assemble", "-", "-o", "-"], input=text, capture_output=True,
                          check=False)


class AssembleTest(unittest.TestCase):
    def goes_round(self, stream):
        for fields in SETTINGS:
            for more in ([], ["--offsets"]):
                text = dump(stream, *settings(fields), *more)
                self.assertEqual((text.returncode, text.stderr), (0, b""))
                made = assemble(text.stdout)
                self.assertEqual((made.returncode, made.stderr), (0, b""))
                self.assertEqual(made.stdout, stream)

    def test_the_worked_examples_of_the_specifications_go_round(self):
        tried = 0
        for example in examples.all_examples():
            stream = bytes.fromhex(example.bytes)
            if stream:
                with self.subTest(example.name):
                    self.goes_round(stream)
                    tried += 1
        self.assertGreater(tried, 70)

    def test_an_example_s_text_is_its_messages(self):
        for example in examples.all_examples():
            if not re.search(r"trTeSrcBits|trTsEnable|ExtendAddrMSB", example.text):
                with self.subTest(example.name):
                    wanted = [re.sub(r"\[\d+\]", "", line) for line in example.messages]
                    lines = dump(bytes.fromhex(example.bytes)).stdout.decode().splitlines()
                    lines = [line.split("/")[0] for line in lines if not line.startswith(".idle")]
                    self.assertEqual([self.numbers(line) for line in lines],
                                     [self.numbers(line) for line in wanted])

    @staticmethod
    def numbers(line):
        name, *fields = line.split()
        return name, [(field.split("=")[0], int(field.split("=")[1], 0)) for field in fields]

    def test_the_reference_streams_go_round(self):
        paths = sorted((ROOT / "tests/data/tg-reference").glob("*.nex"))
        self.assertGreaterEqual(len(paths), 10)
        for path in paths:
            with self.subTest(path.name):
                self.goes_round(path.read_bytes())

    def test_every_reference_stream_is_whole_messages_alone(self):
        for path in sorted((ROOT / "tests/data/tg-reference").glob("*.nex")):
            text = dump(path.read_bytes()).stdout.decode()
            with self.subTest(path.name):
                odd = [line for line in text.splitlines() if line.startswith((".byte", ".message"))]
                self.assertEqual(odd, [])

    def test_the_program_itself_goes_round(self):
        self.goes_round(Path(NTRACE).read_bytes()[:300000])

    def test_megabytes_of_one_byte_go_round(self):
        for byte in (0x00, 0xff, 0xfe, 0x01):
            with self.subTest(byte=byte):
                text = dump(bytes([byte]) * (1 << 25))
                self.assertLess(len(text.stdout), 2000)
                self.assertEqual(assemble(text.stdout).stdout, bytes([byte]) * (1 << 25))

    def test_random_bytes_go_round(self):
        self.goes_round(random.Random(5).randbytes(300000))

    def test_the_page_s_example_makes_the_bytes_that_it_says(self):
        made = assemble(block("asm").encode())
        self.assertEqual((made.returncode, made.stderr), (0, b""))
        self.assertEqual(made.stdout, bytes.fromhex(block("hex")))
        text = dump(made.stdout, "--offsets", *settings({"trTeSrcBits": 2, "trTsEnable": 1}))
        self.assertEqual(text.stdout.decode(), block("out"))

    def test_errors_are_those_of_the_page(self):
        for line in block("errors").splitlines():
            text, error = line.split("|")
            with self.subTest(text), tempfile.TemporaryDirectory() as folder:
                source = Path(folder, "F.s")
                source.write_text(text, encoding="ascii")
                done = run("assemble", source, "-o", Path(folder, "F.nex"))
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertEqual(done.stderr, f"ntrace assemble: {source}: {error.strip()}\n")
                self.assertEqual([path.name for path in Path(folder).iterdir()], ["F.s"])

    def test_the_line_of_an_error_is_told(self):
        done = assemble(b"; a comment\n\n.src 3\n  DirectBranch I-CNT=1 ; no SRC\n")
        self.assertEqual(done.stderr,
                         b"ntrace assemble: -: line 4: column 16: SRC is missing\n")

    def test_windows_line_ends_are_fine(self):
        self.assertEqual(assemble(b".idle 1\r\nDirectBranch I-CNT=1\r\n").stdout, b"\xff\x0c\x07")

    def test_a_text_without_messages_is_refused(self):
        for text in (b"", b"; nothing\n", b".src 3\n"):
            done = assemble(text)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"no message", done.stderr)


if __name__ == "__main__":
    unittest.main()
