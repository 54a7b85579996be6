# SPDX-License-Identifier: Apache-2.0
"""What the package of Python judges, imports and names source lines of is what the command does."""
import json
import re
import subprocess
import unittest

from tests.lib.catalogue import ROOT
from tests.lib.python_package import PackageTest

NEEDS = ("wheel-if-possible", "build/programs/sort.elf", "build/programs/sort.ntr")
NTRACE = ROOT / "build/ntrace"
VECTORS = ROOT / "tests/vectors"
LOG = ROOT / "tests/sim/recording/data/spike-rv64ui-jalr.log.gz"
ELF, RECORDING = (ROOT / f"build/programs/sort.{kind}" for kind in ("elf", "ntr"))
ENCODER, TANDEM = VECTORS / "encoder/ordinary-interrupt-btm-rv32.nti", VECTORS / "tv/tv-two-lanes.pins"


def ntrace(*words, status=(0,)):
    done = subprocess.run([NTRACE, *map(str, words)], check=False, capture_output=True, text=True)
    if done.returncode not in status:
        raise AssertionError(f"{words}: status {done.returncode}: {done.stderr}")
    return done.stdout


class ComplianceTest(PackageTest):
    def expected(self, vector):
        path = self.folder / "expected"
        ntrace("vectors", "emit", vector.stem, "--bytes", "-o", path)
        return path.read_bytes()

    def by_command(self, vector, data):
        path = self.folder / "judged"
        path.write_bytes(data)
        told = json.loads(ntrace("vectors", "judge", vector.stem, "--bytes", path, "--json", status=(0, 1)))
        return told["verdict"], told.get("rule"), told.get("offset", 0), told.get("text", "")

    def test_judge_says_what_the_command_says(self):
        for vector in ENCODER, TANDEM:
            data = self.expected(vector)
            verdicts = set()
            damaged = [data[:at] + bytes([data[at] ^ 4]) + data[at + 1:] for at in range(0, len(data), 3)]
            for one in [data, data + b"\xff" * (vector == ENCODER), data[:-1], b"", *damaged]:
                judged = self.ntrace.judge(vector, one)
                self.assertEqual((judged.verdict, judged.rule, judged.offset, judged.text), self.by_command(vector, one))
                self.assertEqual(judged.good, judged.verdict != "broken")
                verdicts.add(judged.verdict)
            self.assertLessEqual({"exact", "broken"} | ({"conformant"} if vector == ENCODER else set()), verdicts)

    def test_answers_are_judged_too(self):
        vector = VECTORS / "sbi/sbi-number.pins"
        answers = self.expected(vector)
        self.assertEqual(self.ntrace.judge(vector, answers).verdict, "exact")
        self.assertEqual(self.ntrace.judge(vector, answers + b"0x1\n").verdict, "broken")

    def test_what_is_no_vector_is_refused(self):
        for path in self.folder / "nowhere.nti", ELF:
            with self.assertRaisesRegex(self.ntrace.Error, path.name):
                self.ntrace.judge(path, b"")

    def test_an_imported_log_is_the_recording_of_the_command(self):
        ours, theirs = self.folder / "ours.ntr", self.folder / "theirs.ntr"
        told = json.loads(ntrace("import", "--format", "spike", LOG, "-o", theirs, "--json"))
        made = self.ntrace.import_recording(LOG, ours, format="spike")
        self.assertEqual((made.instructions, made.breaks), (told["instructions"], told["breaks"]))
        self.assertGreater(made.instructions, 100)
        self.assertEqual(ours.read_bytes(), theirs.read_bytes())
        pcs = self.folder / "pcs.txt"
        listed = ntrace("info", "--retired", "--limit", "50", ours).splitlines()
        pcs.write_text("".join(f"{line.split()[2]}\n" for line in listed), encoding="ascii")
        with self.ntrace.Program(ours) as program:
            made = self.ntrace.import_recording(pcs, self.folder / "pcs.ntr", format="pc", program=program)
        self.assertEqual((made.instructions, made.breaks), (50, 0))

    def test_an_import_that_fails_leaves_no_recording(self):
        wrong, output = self.folder / "wrong.log", self.folder / "wrong.ntr"
        wrong.write_text("no line of a log\n", encoding="ascii")
        for options in ({"format": "spike"}, {"format": "nobody"}, {"format": "pcseq"}, {"format": "pc"},
                        {"format": "ibex", "xlen": 64}):
            with self.subTest(**options), self.assertRaises(self.ntrace.Error):
                self.ntrace.import_recording(wrong, output, **options)
            self.assertFalse(output.exists())
        for options in {"xlen": 16}, {"harts": 0}, {"harts": -1}:
            with self.assertRaises(ValueError):
                self.ntrace.import_recording(wrong, output, format="spike", **options)

    def test_instructions_have_the_source_lines_of_the_command(self):
        trace = self.folder / "sort.nex"
        ntrace("encode", RECORDING, "--limit", 20000, "-o", trace)
        with self.ntrace.Program(RECORDING, ELF) as program:
            found = {(one.file, one.line) for one in self.ntrace.instructions(trace.read_bytes(), program) if one.line}
        counted, name = set(), ""
        for line in ntrace("decode", trace, "-i", RECORDING, "-i", ELF, "--to", "lcov").splitlines():
            if line.startswith("SF:"):
                name = line[3:]
            elif re.match(r"DA:\d+,[1-9]", line):
                counted.add((name, int(line[3:].split(",", maxsplit=1)[0])))
        self.assertGreater(len(counted), 10)
        self.assertEqual(found, counted)


if __name__ == "__main__":
    unittest.main()
