# SPDX-License-Identifier: Apache-2.0
"""Files that are no vectors, or vectors that are damaged: each command ends with status 0, 1, or 2 and one line, and
writes no file where it fails."""
import random
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import run
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

FOLDER = ROOT / "tests/vectors"
VECTORS = ("encoder/start-debug-htm.nti", "encoder/example-parameter-btype-trap.nti", "tv/tv-two-lanes.pins", "ctr/ctr-type-taken.pins",
           "hpm/hpm-minstret.pins", "sbi/sbi-overflow.pins")
DAMAGES = 400 if WHOLE else 40  # of each vector, beside the lines left out


def lines_left_out(data):
    lines = data.splitlines(keepends=True)
    return [b"".join(lines[:at] + lines[at + 1:]) for at in range(len(lines))]


def damaged(data, chance):
    """Bytes that are other, gone, more, or from elsewhere; or the file is cut."""
    at, size = chance.randrange(len(data)), chance.randrange(1, 40)
    return chance.choice((data[:at] + bytes([chance.randrange(256)]) + data[at + 1:], data[:at] + data[at + size:], data[:at],
                          data[:at] + data[chance.randrange(len(data)):][:size] + data[at:], data[:at] + b"9" * size + data[at:],
                          data[:at] + b"\0" * size + data[at:], data.replace(b"0x", b"0x" + b"f" * (size % 20), 1 + at % 3)))


class HostileTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def bears(self, path, bytes_file):
        out = self.folder / "out"
        for words in (("run", path), ("emit", path, "-o", out), ("emit", path, "--format", "json", "-o", out), ("judge", path, "--bytes", bytes_file)):
            out.unlink(missing_ok=True)
            done = run("vectors", *words)
            with self.subTest(words=words[0]):
                self.assertIn(done.returncode, (0, 1, 2), (path.read_bytes(), done.stderr))
                self.assertEqual(done.stderr.count("\n"), int(done.returncode == 2), done.stderr)
                self.assertEqual(out.exists(), words[0] == "emit" and done.returncode == 0)

    def test_damaged_vectors_are_refused_or_fail(self):
        chance = random.Random(3)
        for name in VECTORS:
            data = (FOLDER / name).read_bytes()
            path, bytes_file = self.folder / Path(name).name, self.folder / "bytes"
            run("vectors", "emit", FOLDER / name, "--bytes", "-o", bytes_file)
            kinds = lines_left_out(data)[::1 if WHOLE else 4] + [damaged(data, chance) for _ in range(DAMAGES)]
            for other in kinds:
                path.write_bytes(other)
                self.bears(path, bytes_file)

    def test_files_that_are_no_vectors_are_refused(self):
        (self.folder / "empty").write_bytes(b"")
        (self.folder / "zeros").write_bytes(bytes(10000))
        (self.folder / "line").write_bytes(b"#= " + b"x" * 100000)
        (self.folder / "unit").write_bytes(b"#= vector v\n#= unit " + b"y" * 5000 + b"\n")
        for path in (self.folder / "empty", self.folder / "zeros", self.folder / "line", self.folder / "unit", self.folder, self.folder / "none",
                     ROOT / "tests/data/boot.ntr", ROOT / "build/ntrace"):
            for words in (("run", path), ("emit", path), ("judge", path, "--bytes", path)):
                done = run("vectors", *words)
                self.assertEqual((done.returncode, done.stderr.count("\n"), done.stdout), (2, 1, ""), (path, words, done.stderr))

    def test_bytes_that_a_terminal_obeys_are_not_in_the_error(self):
        data = (FOLDER / VECTORS[2]).read_bytes()
        path = self.folder / "v\u00e4.pins"
        path.write_bytes(data.replace(b"lane ", b"\x1b[31m\xc8x=1 "))
        done = run("vectors", "run", path)
        self.assertIn("v\u00e4.pins: line 13: no such input: ?[31m?x", done.stderr)

    def test_a_folder_of_damaged_vectors_is_not_listed(self):
        (self.folder / "tv").mkdir()
        (self.folder / "tv/v.pins").write_bytes((FOLDER / VECTORS[2]).read_bytes()[:300])
        done = run("vectors", "list", "--from", self.folder)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)

    def test_bytes_that_cannot_be_read_are_refused(self):
        for path in (self.folder, self.folder / "none"):
            for name in VECTORS:
                done = run("vectors", "judge", FOLDER / name, "--bytes", path)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)


if __name__ == "__main__":
    unittest.main()
