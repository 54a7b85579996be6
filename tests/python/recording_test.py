# SPDX-License-Identifier: Apache-2.0
"""Recordings in Python: what is encoded is what the command encodes, and what is read can be written again."""
import subprocess
import unittest

from tests.lib.catalogue import ROOT
from tests.lib.python_package import PackageTest

NEEDS = ("wheel-if-possible",)
NTRACE = ROOT / "build/ntrace"
RECORDING = ROOT / "tests/data/boot.ntr"
LIMIT = 20000  # instructions
EVENTS = 20000


class RecordingTest(PackageTest):
    def encoded(self, *words):
        trace = self.folder / "trace.nex"
        subprocess.run([NTRACE, "encode", RECORDING, "-o", trace, *words], check=True, capture_output=True)
        return trace.read_bytes()

    def test_encode_gives_the_bytes_of_the_command(self):
        limit = ["--limit", str(LIMIT)]
        for words, options in ((["--set", "trTeInstMode=3"], {"settings": {"trTeInstMode": 3}}), (["--best"], {"best": True}),
                               (["-c", "tiny"], {"build": "tiny"})):
            if "tiny" in words:  # which is of RV32, and the recording of RV64
                with self.assertRaisesRegex(self.ntrace.Error, "RV32"):
                    self.ntrace.encode(RECORDING, limit=LIMIT, **options)
                continue
            with self.subTest(words=words):
                made = self.ntrace.encode(RECORDING, limit=LIMIT, **options)
                self.assertEqual((made.data, made.instructions, made.build), (self.encoded(*words, *limit), LIMIT, "rv64"))

    def test_encode_takes_an_ingress_file_too(self):
        ingress = self.folder / "walk.nti"
        subprocess.run([NTRACE, "shape", RECORDING, "-o", ingress, "--limit", "3000"], check=True, capture_output=True)
        made = self.ntrace.encode(ingress)
        self.assertEqual((made.data, made.instructions), (self.encoded("--limit", "3000"), 0))

    def copied(self, events):
        """A recording that has these events alone, written by the package."""
        copy = self.folder / "copy.ntr"
        with self.ntrace.Recording(RECORDING) as read, \
                self.ntrace.RecordingWriter(copy, xlen=read.xlen, harts=read.harts, source=read.source) as writer:
            for number, event in enumerate(read):
                if number == events:
                    break
                if event.kind == "run":
                    writer.run(event.pc, instructions=event.instructions, halfwords=event.halfwords, hart=event.hart)
                elif event.kind == "trap":
                    writer.trap(event.epc, interrupt=event.interrupt, cause=event.cause, tval=event.tval, hart=event.hart)
                elif event.kind == "mode":
                    writer.mode(event.mode, context=event.context, hart=event.hart)
                else:
                    writer.code(event.address, event.data, hart=event.hart)
        return copy

    def test_what_is_read_and_written_again_is_the_same_run(self):
        retired = [subprocess.run([NTRACE, "info", "--retired", "--limit", "3000", path], check=True, capture_output=True).stdout
                   for path in (RECORDING, self.copied(EVENTS))]
        self.assertEqual(len(retired[0].splitlines()), 3000)
        self.assertTrue(retired[0] == retired[1])

    def test_a_recording_that_is_not_finished_leaves_no_file(self):
        path = self.folder / "broken.ntr"
        with self.assertRaises(KeyError), self.ntrace.RecordingWriter(path, xlen=32) as writer:
            writer.run(0x80000000)
            raise KeyError
        self.assertFalse(path.exists())

    def test_what_does_not_fit_is_refused(self):
        for call in (lambda: self.ntrace.encode(RECORDING, settings={"trTeInstMode": 99}),
                     lambda: self.ntrace.encode(RECORDING, hart=-1),
                     lambda: self.ntrace.RecordingWriter(self.folder / "x.ntr", xlen=16),
                     lambda: self.ntrace.RecordingWriter(self.folder / "x.ntr", xlen=32, parts=("y",))):
            with self.assertRaises(ValueError):
                call()
        for path in self.folder / "nowhere", NTRACE:
            with self.assertRaisesRegex(self.ntrace.Error, path.name):
                self.ntrace.encode(path)
            with self.assertRaisesRegex(self.ntrace.Error, path.name):
                self.ntrace.Recording(path)


if __name__ == "__main__":
    unittest.main()
