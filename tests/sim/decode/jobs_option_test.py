# SPDX-License-Identifier: Apache-2.0
"""`ntrace decode --jobs`: from the command line all is as with one thread, errors too."""
import pathlib
import subprocess
import tempfile
import unittest

NTRACE = "build/ntrace"
BOOT = "tests/data/boot.ntr"
SYNC = ["--set", "trTeInstSyncMode=2", "--set", "trTeInstSyncMax=4"]


def ntrace(*arguments):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, check=False)


class Jobs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.trace = pathlib.Path(cls.folder.name) / "boot.nex"
        made = ntrace("encode", BOOT, *SYNC, "--limit", 3_000_000, "-o", cls.trace)
        assert made.returncode == 0, made.stderr

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def decode(self, trace, *arguments):
        return ntrace("decode", trace, "--image", BOOT, *SYNC, *arguments)

    def both(self, trace, *arguments):
        one, many = (self.decode(trace, *arguments, "--jobs", jobs) for jobs in (1, 4))
        self.assertEqual((one.returncode, one.stderr), (many.returncode, many.stderr))
        self.assertTrue(one.stdout == many.stdout, "another output")
        return one

    def test_lines_sums_and_counts_are_the_same(self):
        for form in ("pc", "ranges", "stats", "calls", "folded"):
            self.assertEqual(self.both(self.trace, "--to", form).returncode, 0)
        self.assertIn(b'"instructions": 3000000', self.both(self.trace, "--json").stdout)

    def test_faults_are_told_alike(self):
        data = bytearray(self.trace.read_bytes())
        for at in range(1000, len(data), len(data) // 40):
            data[at] ^= 0x10
        damaged = self.trace.with_name("damaged.nex")
        damaged.write_bytes(data)
        result = self.both(damaged, "--to", "ranges")
        self.assertEqual(result.returncode, 1)
        self.assertIn(b" more faults\n", result.stderr)

    def test_streams_that_cannot_be_decoded_end_with_the_same_line(self):
        for data in (b"", b"\xff" * 100_000, bytes(100_000)):
            broken = self.trace.with_name("broken.nex")
            broken.write_bytes(data)
            result = self.both(broken, "--json")
            self.assertEqual(result.returncode, 2)
            self.assertEqual(result.stderr.count(b"\n"), 1)

    def test_a_full_disk_is_an_error_and_ends_all_threads(self):
        result = self.decode(self.trace, "--to", "pc", "-o", "/dev/full", "--jobs", 4)
        self.assertEqual((result.returncode, result.stderr.count(b"\n")), (2, 1))
        self.assertIn(b"No space left", result.stderr)

    def test_a_number_of_jobs_that_is_none_is_refused(self):
        for jobs in ("-1", "x", "1000"):
            self.assertEqual(self.decode(self.trace, "--json", "--jobs", jobs).returncode, 2)
        self.assertEqual(self.decode(self.trace, "--json", "--jobs", 0).returncode, 0)


if __name__ == "__main__":
    unittest.main()
