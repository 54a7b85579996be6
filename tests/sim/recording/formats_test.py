# SPDX-License-Identifier: Apache-2.0
"""Every format of `ntrace import`, in one table: what it gives goes through lockstep, encoder, checker,
decoder and report; damaged variants are refused in one line, and leave no file."""
import json
import random
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.sim.recording import import_logs_test, import_pc_test, import_rvfi_test
from tests.sim.recording.import_rvfi_test import LOOP, RISCV_DV, text_of
from tests.sim.recording.import_test import PCINFO, PCSEQ, SPIKE

NEEDS = ("bench-rv64", "bench-tiny")
NTRACE = ROOT / "build/ntrace"
SEED = 20260
DAMAGES = 40


def ntrace(*arguments, **options):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, check=False, **options)


def dump(folder):
    """RVFI's signals as Icarus dumps them."""
    bench = import_rvfi_test.RvfiDumpTest()
    bench.folder = folder
    return bench.dump(LOOP, 1)


def make(folder):
    """Format, file, options, and the addresses that retired. The lists are those of the formats' own
    tests."""
    code, info = folder / "code", folder / "pcinfo"
    code.write_bytes(import_pc_test.CODE)
    info.write_text(PCINFO, encoding="ascii")
    base = import_pc_test.BASE
    loop = [values["pc_rdata"] for values in LOOP if not values["trap"]]
    spike = [base, base + 4, base + 8, base + 12, base + 16, base + 18, base + 0x100, base + 26]
    commits = "".join(line for line in SPIKE.splitlines(True)
                      if re.match(r"core +\d+: [013] ", line) or "exception" in line or "tval" in line)
    sequence = [int(line.split(",")[0], 16) for line in PCSEQ.split()]
    csv = [int(line.split(",")[0], 16) for line in RISCV_DV.splitlines()[1:]]
    image = ["--image", f"{code},at={base:#x},xlen=32"]
    rows = (
        ("pc", "pc", "".join(f"{pc:#x}\n" for pc in import_pc_test.LOOP), image, import_pc_test.LOOP),
        ("pcseq", "pcseq", PCSEQ, ["--pcinfo", info], sequence),
        ("spike-l", "spike", SPIKE, [], spike),
        ("spike-commits", "spike", commits, [], spike),
        ("rvfi", "rvfi", text_of(LOOP), ["--xlen", 32], loop),
        ("rvfi-vcd", "rvfi-vcd", dump(folder), ["--xlen", 32], loop),
        ("riscv-dv", "riscv-dv", RISCV_DV, [], csv),
    )
    logs = [(log.split(".")[0], form, (import_logs_test.LOGS / log).read_text(encoding="utf-8"),
             import_logs_test.options(log), import_logs_test.addresses(listed))
            for (form, log), listed in import_logs_test.LISTED.items()]
    for name, form, text, options, pcs in (*rows, *logs):
        path = folder / f"{name}.txt"
        path.write_text(text, encoding="ascii")
        yield name, form, path, options, pcs


class FormatsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.rows = list(make(cls.folder))

    def good(self, *arguments):
        done = ntrace(*arguments, cwd=self.folder)
        self.assertEqual(done.returncode, 0, (arguments, done.stderr))
        return done.stdout.decode()

    def test_the_table_has_every_format(self):
        help_text = self.good("import", "--help")
        listed = set(re.findall(r"(?m)^  ([\w-]+) ", help_text[help_text.index("\nFormats:"):]))
        self.assertEqual({form for _, form, *_ in self.rows}, listed)

    def test_each_goes_through_lockstep_checker_decoder_and_report(self):
        for name, form, path, options, pcs in self.rows:
            recording, trace, ingress = (self.folder / f"{name}.{kind}" for kind in ("ntr", "nex", "nti"))
            results = [self.folder / f"{name}.{kind}.json" for kind in ("lockstep", "ingress", "check")]
            with self.subTest(format=name):
                self.good("import", "--format", form, path, *options, "-o", recording)
                xlen = json.loads(self.good("info", recording, "--json"))["xlen"]
                build = ["--config", "tiny" if xlen == 32 else "rv64"]
                said = self.good("lockstep", recording, *build, "--quiet", "--results", results[0])
                self.assertIn("round trip exact, rules broken 0", said)
                self.good("shape", recording, *build, "-o", ingress)
                said = self.good("lockstep", ingress, "--image", recording, "--quiet", "--results", results[1])
                self.assertIn("round trip exact, rules broken 0", said)
                self.good("encode", recording, "-o", trace)
                self.good("check", trace, "--image", recording, "--results", results[2])
                decoded = self.good("decode", trace, "--image", recording, "--to", "pc")
                self.assertEqual([int(line, 16) for line in decoded.split()], pcs)
                page = self.folder / f"{name}.html"
                self.assertIn("passed: 0 of 3 runs failed", self.good("report", *results, "-o", page))
                self.assertIn("<html", page.read_text(encoding="utf-8"))

    def test_each_becomes_a_vector(self):
        for name, form, path, options, _ in self.rows:
            recording, folder = self.folder / f"own-{name}.ntr", self.folder / f"vectors-{name}"
            with self.subTest(format=name):
                self.good("import", "--format", form, path, *options, "-o", recording)
                build = "tiny" if json.loads(self.good("info", recording, "--json"))["xlen"] == 32 else "rv64"
                code = options if "--pcinfo" in options else []
                subprocess.run([ROOT / "scripts/vectors/make.py", "--recording", recording, "--build", build, *code,
                                "-o", folder], check=True, stdout=subprocess.DEVNULL)
                said = self.good("vectors", "run", f"own-{name}", "--from", folder)
                self.assertIn("1 vectors, 0 of them through the RTL: 0 failed", said)
                vector = (folder / f"encoder/own-{name}.nti").read_text(encoding="ascii")
                self.assertIn("\n#> ", vector)
                self.assertIn("\n#< ", vector)

    def test_a_program_at_address_0_becomes_a_vector_in_both_modes(self):
        code, recording = self.folder / "zero.bin", self.folder / "zero.ntr"
        code.write_bytes(bytes.fromhex("13053000" "13000000" "6f000000"))  # li a0, 3; nop; j .
        pcs = self.folder / "zero.pcs"
        pcs.write_text("0\n4\n8\n8\n", encoding="ascii")
        self.good("import", "--format", "pc", pcs, "--image", f"{code},at=0,xlen=32", "-o", recording)
        for mode, number in (("btm", 3), ("htm", 6)):
            folder = self.folder / f"vectors-{mode}"
            subprocess.run([ROOT / "scripts/vectors/make.py", "--recording", recording, "--build", "rv32", "--mode", mode,
                            "-o", folder], check=True, stdout=subprocess.DEVNULL)
            self.assertIn(f"trTeInstMode={number}", (folder / "encoder/zero.nti").read_text(encoding="ascii"))
            said = self.good("vectors", "run", "zero", "--from", folder)
            self.assertIn("1 vectors, 0 of them through the RTL: 0 failed", said)

    def test_a_vector_of_files_that_cannot_be_used_is_refused_in_a_line(self):
        boot = ROOT / "tests/data/boot.ntr"
        binary = self.folder / "no-types"
        binary.write_bytes(b"\xff\0\n")
        words = self.folder / "words"
        words.write_text("all,nop\n", encoding="ascii")
        for about, options in [("--pcinfo", ["--recording", boot, "--pcinfo", self.folder / "none"]),
                               ("--pcinfo", ["--recording", boot, "--pcinfo", binary]),
                               ("--pcinfo", ["--recording", boot, "--pcinfo", words]),
                               ("--build", ["--recording", boot, "--build", "huge"]),
                               ("none.ntr", ["--recording", self.folder / "none.ntr"])]:
            with self.subTest(options=options[1:]):
                done = subprocess.run([ROOT / "scripts/vectors/make.py", *options, "-o", self.folder / "refused"], capture_output=True,
                                      text=True, check=False)
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
                self.assertIn(about, done.stderr)
                self.assertFalse((self.folder / "refused").exists())

    def test_damaged_variants_are_refused_in_a_line_or_are_other_recordings(self):
        draw = random.Random(SEED)
        recording = self.folder / "damaged.ntr"
        for name, form, path, options, _ in self.rows:
            whole = path.read_bytes()
            refused = 0
            for number in range(DAMAGES):
                bad = bytearray(whole)
                at = draw.randrange(len(bad))
                if number % 4 == 0:
                    del bad[at:]
                else:
                    bad[at] = draw.choice(b"\0\n,: xz-9\xff")
                source = self.folder / "damaged"
                source.write_bytes(bad)
                done = ntrace("import", "--format", form, source, *options, "-o", recording)
                with self.subTest(format=name, seed=SEED, number=number, at=at):
                    self.assertIn(done.returncode, (0, 2))
                    self.assertEqual(recording.exists(), done.returncode == 0)
                    if done.returncode == 2:
                        lines = done.stderr.decode(errors="replace").splitlines()
                        self.assertEqual(len(lines), 1, lines)
                        self.assertRegex(lines[0], r"damaged: (line|offset) \d+: ")
                        refused += 1
                recording.unlink(missing_ok=True)
            self.assertGreater(refused, DAMAGES // 8, name)

    def test_each_reads_standard_input(self):
        for name, form, path, options, _ in self.rows:
            with self.subTest(format=name), path.open("rb") as file:
                done = ntrace("import", "--format", form, "-", *options, "-o", self.folder / "in.ntr",
                              stdin=file)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.good("import", "--format", form, path, *options, "-o", self.folder / "file.ntr")
                self.assertEqual((self.folder / "in.ntr").read_bytes(), (self.folder / "file.ntr").read_bytes())

    def test_a_dump_in_fst_goes_through_gtkwaves_converter(self):
        packed, recording = self.folder / "dump.fst", self.folder / "fst.ntr"
        source = self.folder / "rvfi-vcd.txt"
        subprocess.run(["vcd2fst", source, packed], check=True, capture_output=True)
        text = subprocess.run(["fst2vcd", packed], check=True, capture_output=True).stdout
        done = ntrace("import", "--format", "rvfi-vcd", "-", "--xlen", 32, "-o", recording, input=text)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.good("import", "--format", "rvfi-vcd", source, "--xlen", 32, "-o", self.folder / "vcd.ntr")
        self.assertEqual(self.good("info", "--retired", recording),
                         self.good("info", "--retired", self.folder / "vcd.ntr"))
        done = ntrace("import", "--format", "rvfi-vcd", packed, "--xlen", 32, "-o", recording)
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (2, 1))
        self.assertIn(b"fst2vcd", done.stderr)


if __name__ == "__main__":
    unittest.main()
