# SPDX-License-Identifier: Apache-2.0
"""`--framing coresight`: traces in frames of the CoreSight formatter, with one source and several."""
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import coresight
from tests.sim.decode.salvage_test import MODES, Program, good, ntrace

CORESIGHT = ["--framing", "coresight"]


class CoreSight(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.program = Program(cls.folder, "towers")
        cls.streams = {}
        for number, options in zip((0x10, 0x6f), MODES.values()):
            cls.streams[number] = cls.program.trace(cls.folder, *options).read_bytes()
        cls.ran = good("decode", cls.folder / "towers.nex", "--image", cls.program.recording)

    def pieces(self, rng):
        """Both sources' bytes, a few at a time."""
        left = dict(self.streams)
        while left:
            source = rng.choice(list(left))
            size = rng.randrange(1, 40)
            yield source, left[source][:size]
            left[source] = left[source][size:]
            if not left[source]:
                del left[source]

    def write(self, data):
        path = self.folder / "frames.bin"
        path.write_bytes(data)
        return path

    def decode(self, path, *options):
        return ntrace("decode", path, "--image", self.program.recording, *options)

    def test_one_source_needs_no_id(self):
        made = coresight.frames([(0x10, self.streams[0x10])])
        for data in (b"".join(made), coresight.with_syncs(made, random.Random(1))):
            path = self.write(data)
            for options in ([], ["--atid", "0x10"]):
                done = self.decode(path, *CORESIGHT, *options)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertTrue(done.stdout == self.ran)
            with path.open("rb") as file:
                piped = subprocess.run(["build/ntrace", "decode", "-", "-i", self.program.recording,
                                        *CORESIGHT], stdin=file, capture_output=True, text=True, check=True)
            self.assertTrue(piped.stdout == self.ran)

    def test_of_several_one_is_chosen_and_the_error_names_them(self):
        rng = random.Random(2)
        path = self.write(coresight.with_syncs(coresight.frames(list(self.pieces(rng))), rng))
        done = self.decode(path, *CORESIGHT)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        self.assertIn(f"the IDs 0x10 ({len(self.streams[0x10])} bytes), "
                      f"0x6f ({len(self.streams[0x6f])} bytes): choose one by --atid", done.stderr)
        for source in self.streams:
            done = self.decode(path, *CORESIGHT, "--atid", source)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue(done.stdout == self.ran)
        self.assertIn("the frames have no ID 0x11, but 0x10",
                      self.decode(path, *CORESIGHT, "--atid", "17").stderr)
        dump = good("dump", "--messages", *CORESIGHT, "--atid", 0x10, path)
        plain = self.folder / "plain.nex"
        plain.write_bytes(self.streams[0x10])
        self.assertEqual(dump, good("dump", "--messages", plain))

    def test_frames_are_recognized_and_the_hint_names_the_option(self):
        rng = random.Random(3)
        for made in (coresight.frames([(0x10, self.streams[0x10])]),
                     coresight.frames(list(self.pieces(rng)))):
            for data in (b"".join(made), coresight.with_syncs(made, rng)):
                done = self.decode(self.write(data))
                self.assertIn("--framing coresight", done.stderr)
                self.assertNotEqual(done.returncode, 0)
        strays = self.streams[0x10].replace(b"\x27", b"\x27\x03\x07")  # a byte that some send between messages
        done = self.decode(self.write(b"".join(coresight.frames([(0x10, strays)]))))
        self.assertIn("--framing coresight", done.stderr)
        for stream in self.streams.values():  # N-Trace that is damaged is none
            done = self.decode(self.write(stream[:100] + stream[103:]))
            self.assertNotIn("coresight", done.stderr)

    def test_split_makes_a_file_of_each_id(self):
        path = self.write(b"".join(coresight.frames(list(self.pieces(random.Random(4))))))
        good("decode", path, *CORESIGHT, "--split", self.folder / "ids")
        self.assertEqual({file.name: file.read_bytes() for file in (self.folder / "ids").iterdir()},
                         {f"atid{source}.nex": data for source, data in self.streams.items()})

    def test_the_checker_judges_a_source_as_its_bytes_alone(self):
        rng = random.Random(6)
        path = self.write(coresight.with_syncs(coresight.frames(list(self.pieces(rng))), rng))
        plain = self.folder / "alone.nex"
        for source, stream in self.streams.items():
            plain.write_bytes(stream)
            for options in ([], ["--image", self.program.recording]):
                done = ntrace("check", path, *CORESIGHT, "--atid", source, "--json", *options)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(done.stdout, good("check", plain, "--json", *options))
        done = ntrace("check", path, *CORESIGHT)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        self.assertIn("choose one by --atid", done.stderr)
        for options in ([], ["--image", self.program.recording]):
            done = ntrace("check", path, *options)
            self.assertEqual(done.returncode, 1)
            self.assertIn("hint: the file is frames of the CoreSight formatter", done.stderr)
        plain.write_bytes(stream[:-1])  # is broken, and no frames
        self.assertEqual(ntrace("check", plain).stderr, "")
        result = self.folder / "result.json"
        good("check", path, *CORESIGHT, "--atid", 0x6f, "--results", result)
        self.assertIn('"--framing", "coresight"', " ".join(result.read_text().split()))
        done = ntrace("check", path, *CORESIGHT, "-i", self.program.recording, "--ingress", path)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        self.assertIn("neither --vendor nor --framing", done.stderr)

    def test_a_wrapped_capture_begins_at_a_synchronization_packet(self):
        rng = random.Random(5)
        whole = coresight.with_syncs(coresight.frames([(0x10, self.streams[0x10])]), rng)
        own = self.streams[0x10]
        for cut in range(1, 60, 7):
            path = self.write(whole[cut:])
            done = good("dump", "--asm", *CORESIGHT, "--atid", 0x10, path)
            source = self.folder / "cut.s"
            source.write_text(done, encoding="ascii")
            good("assemble", source, "-o", self.folder / "cut.nex")
            rest = (self.folder / "cut.nex").read_bytes()
            self.assertTrue(own.endswith(rest) or rest == b"")
            self.assertGreater(len(rest), len(own) - 200)

    def test_what_is_none_is_refused_in_one_line(self):
        for data in (b"", b"\x01" * 16, bytes(range(256)), self.streams[0x10]):
            done = self.decode(self.write(data), *CORESIGHT)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), data[:8])
        path = self.write(b"".join(coresight.frames([(0x10, self.streams[0x10])])))
        for command in (["decode", path, "-i", self.program.recording], ["dump", path], ["check", path]):
            done = ntrace(*command, "--atid", 0x10)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), command)
            self.assertIn("--atid is of frames", done.stderr)
        done = self.decode(self.write(b"x"), "--framing", "itm")
        self.assertIn("expected none or coresight", done.stderr)


if __name__ == "__main__":
    unittest.main()
