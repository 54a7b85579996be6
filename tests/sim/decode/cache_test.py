# SPDX-License-Identifier: Apache-2.0
"""What decoder and checker remember changes no output: of each reference stream, and of the recorded boots in each
mode, every form is the same to the byte with --no-cache. Random and damaged streams: paths_test.c, and known_test.c of
the checker."""
import itertools
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts import limits
from scripts.bench_decode import ELFS
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

NEEDS = ("build/ntrace",)
PROGRAM = ROOT / "build/ntrace"
REFERENCE = ROOT / "tests/data/tg-reference"
FORMS = ("stats", "pc", "insn", "ranges", "calls", "folded", "flame", "perfetto")
MODES = {"HTM": ["--set", "trTeInstSyncMode=2", "--set", "trTeInstSyncMax=6"],
         "BTM": ["--set", "trTeInstMode=3", "--set", "trTeInstSyncMode=2", "--set", "trTeInstSyncMax=8"],
         "best": ["--best"]}
INSTRUCTIONS = 3_000_000 if WHOLE else 60_000
STREAMS = sorted(REFERENCE.glob("*.nex"))
SECONDS = 600


def settings_of(path):
    """What the stream's name says of its encoder: whether it infers returns."""
    return ["--set", "trTeInstImplicitReturnMode=3"] if "-cs8" in path.name else []


class CacheTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.path = Path(cls.folder.name)

    def run_of(self, words):
        """Status, output and what else the command says."""
        done = subprocess.run(limits.within(SECONDS, [PROGRAM, *words]), capture_output=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def listed(self):
        """The listing that the latest command wrote, which is then gone."""
        path = self.path / "listing"
        text = path.read_bytes() if path.exists() else b""
        path.unlink(missing_ok=True)
        return text

    def expect_same(self, *words):
        with self.subTest(words=" ".join(map(str, words))):
            remembered = self.run_of(words)
            listing = self.listed()
            self.assertIn(remembered[0], (0, 1), remembered[2])
            walked = self.run_of((*words, "--no-cache"))
            self.assertEqual(remembered[0], walked[0])
            self.assertTrue(remembered[1] == walked[1], "the output differs")
            self.assertTrue(listing == self.listed(), "the listing differs")
            self.assertEqual(remembered[2], walked[2])

    def expect_all_same(self, stream, image, settings):
        for form in FORMS:
            self.expect_same("decode", stream, "--image", image, "--to", form, *settings)
        self.expect_same("decode", stream, "--image", image, "--json", *settings)
        self.expect_same("check", stream, "--image", image, "--json", *settings)

    def test_every_form_of_a_reference_stream_is_the_same(self):
        self.assertEqual(len(STREAMS), 50)
        for stream in STREAMS if WHOLE else STREAMS[::7]:
            image = REFERENCE / (stream.name.split(".")[0] + ".pcinfo.gz")
            self.expect_all_same(stream, image, settings_of(stream))

    def test_every_form_of_a_boot_is_the_same(self):
        for recording, (mode, settings) in itertools.product(("boot", "boot2"), MODES.items()):
            stream = self.path / f"{recording}-{mode}.nex"
            status, _, error = self.run_of(["encode", ROOT / f"tests/data/{recording}.ntr", *settings, "-o", stream,
                                            "--limit", str(INSTRUCTIONS)])
            self.assertEqual(status, 0, error)
            self.expect_all_same(stream, ROOT / f"tests/data/{recording}.ntr", [])
            images = [word for elf in ELFS for word in ("--image", elf)]
            self.expect_same("decode", stream, "--image", ROOT / f"tests/data/{recording}.ntr", *images, "--to", "lcov",
                             "--listing", self.path / "listing")


if __name__ == "__main__":
    unittest.main()
