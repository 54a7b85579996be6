# SPDX-License-Identifier: Apache-2.0
"""Every fault applies to the sources as they are. Those who build with them take minutes to say so."""
import subprocess
import unittest

from tests.lib.catalogue import ROOT


class PatchesTest(unittest.TestCase):
    def test_every_patch_applies(self):
        patches = sorted((ROOT / "tests").rglob("*.patch"))
        self.assertGreater(len(patches), 50)
        for path in patches:
            with self.subTest(patch=str(path.relative_to(ROOT))):
                done = subprocess.run(["patch", "--dry-run", "-s", "-f", "-p1", "-d", ROOT, "-i", path],
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
