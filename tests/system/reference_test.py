"""The ten programs of the reference encoder: in its modes btm and htm no longer than its streams,
in the best settings far shorter than its best; decoded back from the bytes and the pcinfo alone,
and in lockstep."""
import gzip
import json
import math
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import lockstep, run
from tests.lib.catalogue import ROOT

DATA = ROOT / "tests/data/tg-reference"
# Settings of ours, and the mode of the reference that they are measured against.
MODES = {"btm": ["--set", "trTeInstMode=3"], "htm": ["--set", "trTeInstMode=6"],
         "htm-cs8-rep": ["--best"]}
BEST = "htm-cs8-rep"
XLEN = {"xrle": 32}

# Six sequences repeat an instruction of a loop in places where no program can (the simulator
# logged it twice). The reference counts it; we send the restart as an interrupt: at most 6 bytes.
RESTARTS = {"dhrystone": 3, "mm": 2, "median": 1, "multiply": 1, "spmv": 1, "towers": 1}


def table():
    rows = (DATA / "table.tsv").read_text(encoding="ascii").splitlines()[1:]
    return {tuple(row.split("\t")[:2]): int(row.split("\t")[3]) for row in rows}


def sequence(program):
    with gzip.open(DATA / f"{program}.pcseq.gz", "rt", encoding="ascii") as lines:
        return [int(line.split(",")[0], 16) for line in lines]


class ReferenceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.encoded = {}
        cls.programs = sorted({program for program, _ in table()})
        for program in cls.programs:
            done = run("import", "--format", "pcseq", DATA / f"{program}.pcseq.gz", "--pcinfo",
                       DATA / f"{program}.pcinfo.gz", "--xlen", XLEN.get(program, 64), "-o",
                       cls.folder / f"{program}.ntr")
            assert done.returncode == 0, done.stderr
            for mode, fields in MODES.items():
                done = run("encode", cls.folder / f"{program}.ntr", "-o",
                           cls.folder / f"{program}.{mode}.nex", "--json", *fields)
                assert done.returncode == 0, done.stderr
                cls.encoded[program, mode] = json.loads(done.stdout)

    def each(self):
        for program in self.programs:
            for mode in MODES:
                with self.subTest(program=program, mode=mode):
                    yield program, mode

    def test_no_trace_is_longer_than_the_reference_by_more_than_8_bytes(self):
        for program, mode in self.each():
            if mode != BEST:
                allowed = max(8, 6 * RESTARTS.get(program, 0))
                ours = (self.folder / f"{program}.{mode}.nex").stat().st_size
                self.assertLessEqual(ours, table()[program, mode] + allowed)

    def test_the_best_settings_need_at_most_0_72_of_the_reference_s_best(self):
        shares = []
        for program in self.programs:
            reference = table()[program, BEST]
            ours = (self.folder / f"{program}.{BEST}.nex").stat().st_size
            with self.subTest(program=program, bytes=ours, reference=reference):
                encoded = self.encoded[program, BEST]
                self.assertEqual(encoded["bytes"], ours)
                self.assertLessEqual(ours, reference + 8 + 6 * encoded["icnt_full"])
            shares.append(ours / reference)
        self.assertEqual(len(shares), 10)
        mean = math.prod(shares) ** (1 / len(shares))
        self.assertLessEqual(mean, 0.72)

    def test_rsort_sends_no_full_icnt(self):
        self.assertEqual(self.encoded["rsort", BEST]["icnt_full"], 0)

    def test_bytes_and_pcinfo_alone_give_back_the_exact_sequence(self):
        for program, mode in self.each():
            done = run("decode", self.folder / f"{program}.{mode}.nex", "--image",
                       DATA / f"{program}.pcinfo.gz", "--to", "pc", *MODES[mode])
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual([int(line, 16) for line in done.stdout.split()], sequence(program))

    def test_rtl_and_model_agree_and_give_the_same_bytes_as_encode(self):
        for program, mode in self.each():
            output = self.folder / "lockstep.nex"
            status, summary, said = lockstep(self.folder / f"{program}.ntr", *MODES[mode],
                                             "-o", output)
            self.assertEqual((status, said), (0, ""))
            self.assertEqual((summary["mismatches"], summary["roundtrip"],
                              summary["rules_broken"]), (0, "exact", 0))
            self.assertEqual(output.read_bytes(),
                             (self.folder / f"{program}.{mode}.nex").read_bytes())


if __name__ == "__main__":
    unittest.main()
