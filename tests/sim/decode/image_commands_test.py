# SPDX-License-Identifier: Apache-2.0
"""Code as an ELF file, a raw dump, a recording, and several images, in every command that takes --image:
the result is the same. A wrong image is noticed by each."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

NEEDS = ("bench-rv64", "build/programs/sort.ntr")
NTRACE = ROOT / "build/ntrace"
SORT = ROOT / "build/programs/sort"
BASE = 0x80000000
LIMIT = 20000


def ntrace(*arguments):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, text=True, check=False)


def good(*arguments):
    done = ntrace(*arguments)
    if done.returncode != 0:
        raise AssertionError(f"{arguments}: {done.stderr}")
    return done.stdout


class ImageCommandsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.recording, cls.ingress, cls.trace, cls.pcs, raw = (
            cls.folder / name for name in ("sort.ntr", "sort.nti", "sort.nex", "sort.pcs", "sort.bin"))
        elf = Path(f"{SORT}.elf")
        good("encode", f"{SORT}.ntr", "--limit", LIMIT, "-o", cls.trace)
        ran = good("decode", cls.trace, "--image", f"{SORT}.ntr").split()
        cls.ran = [line for line in ran if int(line, 16) >= BASE]  # without the machine's reset code
        cls.pcs.write_text("\n".join(cls.ran) + "\n", encoding="ascii")
        good("import", "--format", "pc", cls.pcs, "--image", elf, "-o", cls.recording)
        good("encode", cls.recording, "-o", cls.trace)
        good("shape", cls.recording, "-o", cls.ingress)
        xlen = json.loads(good("info", cls.recording, "--json"))["xlen"]
        subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", elf, raw], check=True)
        code = raw.read_bytes()
        half = len(code) // 4 * 2
        low, high = cls.folder / "low.bin", cls.folder / "high.bin"
        low.write_bytes(code[:half])
        high.write_bytes(code[half:])
        dump = f",xlen={xlen},at="
        cls.images = {
            "ELF": [elf],
            "raw dump": [f"{raw}{dump}{BASE:#x}"],
            "recording": [cls.recording],
            "two raw dumps": [f"{low}{dump}{BASE:#x}", f"{high}{dump}{BASE + half:#x}"],
            "raw dump before ELF": [f"{low}{dump}{BASE:#x}", elf],
            "ELF moved away, ELF": [f"{elf},offset=0x10000000", elf],
        }
        cls.wrong = [f"{raw}{dump}{BASE + 2:#x}"]

    def commands(self, images):
        """The exit status of each command, and what must be the same for all images."""
        words = [word for image in images for word in ("--image", image)]
        made = self.folder / "made.ntr"
        made.unlink(missing_ok=True)
        done = {
            "decode": ntrace("decode", self.trace, *words, "--to", "pc"),
            "check": ntrace("check", self.trace, *words, "--json"),
            "check --ingress": ntrace("check", self.trace, *words, "--ingress", self.ingress, "--json"),
            "lockstep": ntrace("lockstep", self.ingress, *words, "--quiet", "--report", self.folder / "report"),
            "import": ntrace("import", "--format", "pc", self.pcs, *words, "-o", made),
            "profile": ntrace("profile", self.recording, "--period", 500, *words, "--json"),
        }
        results = {name: (one.returncode, one.stdout) for name, one in done.items()}
        if made.exists():
            results["import"] = (done["import"].returncode, done["import"].stderr, good("info", "--retired", made))
        profile = json.loads(done["profile"].stdout) if done["profile"].returncode == 0 else {}
        results["profile"] = (done["profile"].returncode, profile.get("samples"), profile.get("instructions"))
        return results

    def test_the_table_has_every_command_with_images(self):
        table = json.loads(good("help", "--json"))
        named = {row["name"] for row in table for option in row["options"] if option["name"] == "image"}
        self.assertEqual(named, {name.split()[0] for name in self.commands(self.images["ELF"])})

    def test_what_comes_out_is_the_same_whatever_the_image(self):
        wanted = self.commands(self.images["ELF"])
        self.assertEqual({name: result[0] for name, result in wanted.items()}, dict.fromkeys(wanted, 0))
        self.assertEqual(wanted["decode"][1].split(), self.ran)
        self.assertIn("round trip exact", wanted["lockstep"][1])
        self.assertEqual(wanted["import"][1], "")
        for name, images in self.images.items():
            for command, result in self.commands(images).items():
                with self.subTest(images=name, command=command):
                    self.assertEqual(result, wanted[command])

    def test_a_wrong_image_is_noticed(self):
        found = self.commands(self.wrong)
        statuses = {name: result[0] for name, result in found.items()}
        for name in ("decode", "check", "check --ingress", "lockstep"):
            self.assertEqual(statuses[name], 1, (name, found[name]))
        self.assertTrue(statuses["import"] == 2 or "not where the code leads" in found["import"][1])


if __name__ == "__main__":
    unittest.main()
