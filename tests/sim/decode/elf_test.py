# SPDX-License-Identifier: Apache-2.0
"""Traces decoded with ELF files alone, against the recording that they were made from."""
import subprocess
import tempfile
import unittest

from tests.lib.catalogue import ROOT
from tests.lib.program import Program

NEEDS = ("recordings",)
NTRACE = str(ROOT / "build/ntrace")
TEXT = ROOT / "LICENSES/Apache-2.0.txt"  # no image
OPENSBI = "/usr/lib/riscv64-linux-gnu/opensbi/generic/fw_jump.elf"
UBOOT = "/usr/lib/u-boot/qemu-riscv64_smode/uboot.elf"
RELOCATED = 0x7d57000  # where U-Boot moves itself, in this recording
SETTINGS = ["-s", "trTeContext=1", "-s", "trTeInstMode=6"]
ROM = 0x1000  # QEMU's own code, where harts start; in no ELF file


def run(*arguments):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, text=True,
                          check=False)


class ElfTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def encode(self, recording, *options):
        trace = f"{self.folder}/trace.nex"
        done = run("encode", recording, *SETTINGS, *options, "-o", trace)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with Program(recording) as program, open(f"{self.folder}/rom.bin", "wb") as file:
            file.write(program.bytes(ROM, 4096))
        return trace

    def decode(self, trace, *images):
        options = [word for image in images for word in ("--image", image)]
        return run("decode", trace, *SETTINGS, *options, "--to", "ranges")

    def rom(self):
        return f"{self.folder}/rom.bin,at={ROM:#x}"

    def test_a_boot_decodes_with_firmware_by_privilege_and_by_load_offset(self):
        recording = str(ROOT / "tests/data/boot.ntr")
        trace = self.encode(recording)
        images = [self.rom(), f"{OPENSBI},priv=M", f"{UBOOT},priv=S",
                  f"{UBOOT},priv=S,offset={RELOCATED:#x}"]
        want = self.decode(trace, recording)
        got = self.decode(trace, *images)
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        self.assertEqual(got.stdout.count("\n"), want.stdout.count("\n"))
        self.assertTrue(got.stdout == want.stdout)
        # Without one of them there is code that nobody knows.
        for missing in range(len(images)):
            got = self.decode(trace, *images[:missing], *images[missing + 1:])
            self.assertEqual(got.returncode, 1)
            self.assertIn("no code is known at the PC", got.stderr)

    def test_a_recording_goes_before_an_elf_file_which_gives_the_names(self):
        recording = str(ROOT / "tests/data/boot.ntr")
        trace = self.encode(recording, "-l", 1000000)
        want = self.decode(trace, recording)
        self.assertEqual(want.stdout, self.decode(trace, OPENSBI, recording).stdout)
        stats = run("decode", trace, *SETTINGS, "--image", OPENSBI, "--image", recording,
                    "--to", "stats")
        self.assertEqual((stats.returncode, stats.stderr), (0, ""))
        self.assertIn("sub_80000000", stats.stdout)

    def test_programs_decode_with_their_elf_file(self):
        for name in ("sort", "calls", "sort32", "interpreter32"):
            subprocess.run(["make", "SETUP=no", "-s", f"build/programs/{name}.ntr"], cwd=ROOT,
                           check=True, capture_output=True)
            recording = str(ROOT / f"build/programs/{name}.ntr")
            trace = self.encode(recording)
            want = self.decode(trace, recording)
            got = self.decode(trace, self.rom(), ROOT / f"build/programs/{name}.elf")
            self.assertEqual((name, got.returncode, got.stderr), (name, 0, ""))
            self.assertTrue(got.stdout == want.stdout, name)

    def test_code_that_a_program_writes_needs_the_recording(self):
        subprocess.run(["make", "SETUP=no", "-s", "build/programs/selfmod.ntr"], cwd=ROOT,
                       check=True, capture_output=True)
        recording = str(ROOT / "build/programs/selfmod.ntr")
        elf = str(ROOT / "build/programs/selfmod.elf")
        trace = self.encode(recording)
        want = self.decode(trace, recording)
        self.assertEqual(want.returncode, 0)
        self.assertEqual(want.stdout, self.decode(trace, elf, recording).stdout)
        self.assertEqual(self.decode(trace, self.rom(), elf).returncode, 1)

    def test_bad_images_are_one_line_and_status_2(self):
        for image, reason in (("/bin/true", "/bin/true: offset 18: an ELF file for machine 62, not "
                                            "for RISC-V (243)"),
                              (f"{OPENSBI},at=0x80000000,xlen=48", "--image: xlen: 32 or 64, "
                                                                   "not 48"),
                              (f"{TEXT},offset=4", f"{TEXT}: offset 0: neither an ELF "
                                                       "file, a recording nor a pcinfo (a raw "
                                                       "dump needs an address)")):
            for command in ("decode", "check"):
                done = run(command, __file__, "--image", image)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertEqual(done.stderr, f"ntrace {command}: {reason}\n")


if __name__ == "__main__":
    unittest.main()
