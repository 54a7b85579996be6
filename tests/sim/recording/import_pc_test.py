# SPDX-License-Identifier: Apache-2.0
"""`ntrace import --format pc`: a list of PCs and the program's images become a recording."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

NEEDS = ("build/programs/sort.ntr",)
SORT = ROOT / "build/programs/sort"
BASE = 0x80000000
# nop; beq x0, x0, +8; c.nop; c.nop; jal x0, -4
CODE = bytes.fromhex("13000000" "63040000" "0100" "0100" "6ff0dfff")
LOOP = [BASE, BASE + 4, BASE + 12, BASE + 8, BASE + 10, BASE + 12]


def ntrace(*arguments):
    return subprocess.run([ROOT / "build/ntrace", *map(str, arguments)], capture_output=True,
                          text=True, check=False)


class ImportPcTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.list, self.recording = self.folder / "pcs", self.folder / "r.ntr"
        (self.folder / "code").write_bytes(CODE)
        self.image = f"{self.folder}/code,at={BASE:#x},xlen=64"

    def imports(self, text, *images):
        self.list.write_text(text, encoding="utf-8")
        words = [word for image in images or [self.image] for word in ("--image", image)]
        return ntrace("import", "--format", "pc", self.list, *words, "-o", self.recording, "--json")

    def decoded(self, *images):
        """The PCs of the trace that the golden model makes of the recording."""
        trace = self.folder / "r.nex"
        made = ntrace("encode", self.recording, "-o", trace)
        self.assertEqual(made.returncode, 0, made.stderr)
        words = [word for image in images for word in ("--image", image)]
        done = ntrace("decode", trace, *words, "--to", "pc")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [int(line, 16) for line in done.stdout.split()]

    def test_a_list_gives_a_recording_whose_trace_decodes_to_it(self):
        text = "# of a simulator\n\n" + "".join(f"{pc:#x}\n" for pc in LOOP)
        for form in (text, text.replace("0x", " ").replace("\n", "\r\n")):
            done = self.imports(form)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            summary = json.loads(done.stdout)
            self.assertEqual((summary["instructions"], summary["breaks"], summary["xlen"]), (6, 0, 64))
            self.assertEqual(self.decoded(self.recording), LOOP)
            self.assertEqual(self.decoded(self.image), LOOP)

    def test_a_program_in_elf_and_its_list(self):
        trace = self.folder / "sort.nex"
        ntrace("encode", f"{SORT}.ntr", "-o", trace)
        ran = ntrace("decode", trace, "--image", f"{SORT}.ntr", "--image", f"{SORT}.elf").stdout.split()
        ran = [pc for pc in ran if int(pc, 16) >= BASE]  # without the machine's reset code
        done = self.imports("\n".join(ran) + "\n", f"{SORT}.elf")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.decoded(f"{SORT}.elf"), [int(pc, 16) for pc in ran])

    def test_several_images_of_any_kind(self):
        (self.folder / "types").write_text("0x9000,L4\n0x9004,R4\n", encoding="ascii")
        done = self.imports(f"9000\n9004\n{BASE:x}\n", self.image, self.folder / "types")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_where_the_code_does_not_lead_is_an_interrupt_and_told(self):
        done = self.imports("".join(f"{pc:#x}\n" for pc in [BASE, BASE + 4, BASE]))
        self.assertEqual((done.returncode, json.loads(done.stdout)["breaks"]), (0, 1))
        self.assertIn("line 3: not where the code leads", done.stderr)
        info = json.loads(ntrace("info", self.recording, "--json").stdout)
        self.assertEqual(info["harts"][0]["interrupts"], {"unknown": 1})

    def test_what_is_wrong_has_its_line(self):
        good = f"{BASE:#x}\n"
        for text, reason in [(good + "0x70000000\n", "line 2: 0x70000000: no image has code there"),
                             (good * 3 + "rubbish\n", "line 4: rubbish: not one hexadecimal address"),
                             (good + "0x80000000,L4\n", "line 2: 0x80000000,L4: not one"),
                             (good + "-4\n", "line 2: -4: not one"),
                             (good + "1" * 17 + "\n", "line 2: 11111111111111111: not one"),
                             (good + "0x80000001\n", "line 2: 0x80000001: not an address of an"),
                             ("# nothing\n", "no address, not a list of PCs"),
                             ("\0\n", "not text"), ("", "no address")]:
            with self.subTest(text=text):
                done = self.imports(text)
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
                self.assertIn(reason, done.stderr)
                self.assertFalse(self.recording.exists())

    def test_the_images_are_needed_and_of_no_use_elsewhere(self):
        self.list.write_text(f"{BASE:#x}\n", encoding="ascii")
        for words, reason in ((["pc"], "needs --image"), (["spike", "--image", self.image], "does not take --image")):
            done = ntrace("import", "--format", words[0], self.list, *words[1:], "-o", self.recording)
            self.assertEqual(done.returncode, 2)
            self.assertIn(reason, done.stderr)


if __name__ == "__main__":
    unittest.main()
