# SPDX-License-Identifier: Apache-2.0
"""What the encoder of the tandem trace gives, read by the second decoder: of random lanes, of traces, of each
kind of instruction; and how fast."""
import gzip
import json
import tempfile
import unittest
from pathlib import Path

from tests.lib import tier, units
from tests.lib.catalogue import ROOT
from tests.lib.programs import ntrace
from tests.tandem.encoder_lockstep_test import BUILDS, MORE, built
from tests.tandem.lanes import judge

NEEDS = ("unit-tv",)
CYCLES = 200000 if tier.WHOLE else 15000
RECORDINGS = sorted((ROOT / "tests/data/tandem").glob("*.ntv*"))
INSTRUCTIONS = 1000000

# Bytes of a group by chapter 2 of the specification, typed by hand: RV64 with an instruction of 32 bits and of
# 16; RV32 with MLEN 32 and 34. 0: there is none. N: the pc is incremented; J: it is given; I: there is no
# instruction. S: a store of XLEN bits.
SIZES = [
    ("integer computation", "N;a0 = 1", 19, 17, 15, 15),
    ("nop", "N", 8, 6, 8, 8),
    ("branch, jump", "J", 17, 15, 13, 13),
    ("branch and link, jump and link", "J;ra = 1", 28, 26, 20, 20),
    ("load", "N;a0 = 1;paddr = 8", 29, 27, 21, 22),
    ("load (virtual address)", "N;a0 = 1;paddr = 8;eaddr = 8", 39, 37, 27, 29),
    ("store", "N;paddr = 8;S", 28, 26, 20, 21),
    ("store (virtual address)", "N;paddr = 8;eaddr = 8;S", 38, 36, 26, 28),
    ("sc, amo", "N;a0 = 1;paddr = 8;eaddr = 8;S", 49, 0, 33, 35),
    ("csr read-write", "N;a0 = 1;mie = 1", 30, 0, 22, 22),
    ("csr write only", "N;mie = 1", 19, 0, 15, 15),
    ("floating point computation", "N;fa0 = 1;fcsr |= 1", 23, 0, 23, 23),
    ("floating point conversion", "N;a0 = 1;fcsr |= 1", 23, 0, 19, 19),
    ("floating point load", "N;fa0 = 1;paddr = 8;eaddr = 8", 39, 37, 31, 33),
    ("floating point store", "N;paddr = 8;eaddr = 8;store64 = 1", 38, 36, 30, 32),
    ("interrupt", "I;mepc = 1;mcause = 1;mstatus = 1;mtval = 1;privilege = 3", 59, 0, 39, 39),
    ("exception", "J;mepc = 1;mcause = 1;mstatus = 1;mtval = 1;privilege = 3", 64, 62, 44, 44),
]


def lengths_of(path):
    """XLEN, FLEN, MLEN, as the header of a file of ours has them."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
        return tuple(file.read(8)[5:8])


def lockstep(build, *words):
    """The summary of a run without a mismatch, and its log."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        done = units.run(built(build), "--unit", "tv", *words, "--json", "-o", log, "--report", folder)
        if done.returncode != 0 or done.stderr:
            raise AssertionError(f"{build}: {done.stdout}{done.stderr}")
        return json.loads(done.stdout), log.read_text(encoding="utf-8").splitlines()


def group(form, xlen, insn):
    """The text of a group, as `ntrace tv assemble` takes it."""
    first, *rest = form.split(";")
    head = {"N": ["increment-pc", insn], "J": ["pc = 4", insn], "I": ["pc = 4"]}[first]
    return "\n".join(["begin", *head, *(f"store{xlen} = 1" if one == "S" else one for one in rest), "end", ""])


class SizesTest(unittest.TestCase):
    def check(self, build, xlen, flen, mlen, insn, column):
        rows = [row for row in SIZES if row[column] != 0 and (flen == 64 or "floating" not in row[0])]
        with tempfile.TemporaryDirectory() as folder:
            text, trace = Path(folder) / "sizes.s", Path(folder) / "sizes.ntv"
            text.write_text(f".xlen {xlen}\n.flen {flen}\n.mlen {mlen}\n.ntv\n" +
                            "".join(group(row[1], xlen, insn) for row in rows), encoding="utf-8")
            self.assertEqual(ntrace("tv", "assemble", text, "-o", trace).returncode, 0)
            found, log = lockstep(build, trace)
        self.assertEqual([(row[0], size) for row, size in zip(rows, judge(log).sizes, strict=True)],
                         [(row[0], row[column]) for row in rows])
        self.assertEqual(found["identical"], len(rows))

    def test_groups_have_the_sizes_that_chapter_2_gives(self):
        self.check("rv64", 64, 64, 64, "insn32 0x13", 2)
        self.check("rv64", 64, 64, 64, "insn16 1", 3)
        self.check("rv32", 32, 64, 34, "insn32 0x13", 5)

    if tier.WHOLE:
        def test_groups_have_these_sizes_with_short_addresses_too(self):
            self.check("rv32-d", 32, 64, 32, "insn32 0x13", 4)


class DecodedTest(unittest.TestCase):
    def test_random_lanes_come_back_from_the_second_decoder(self):
        for build in BUILDS + MORE * tier.WHOLE:
            with self.subTest(build):
                found, log = lockstep(build, "--random", "--cycles", CYCLES, "--seed", 5)
                seen = judge(log)
                # What the latest reset of the encoder cut was seen by the bench in part alone
                self.assertLessEqual(abs(seen.groups - found["groups"]), found["resets"])
                self.assertEqual(seen.changes > 0, units.parameters("tv", build)["INCREMENT"] != 0)

    def test_the_witness_sees_what_is_not_as_it_was_taken(self):
        _, log = lockstep("rv64", "--random", "--cycles", 300, "--seed", 5)
        judge(log)
        for old, new in (("- gpr ", "- fpr "), ("lane", "reset"), ("- csr 3", "- csr 7"), ("- priv 3", "- priv 1")):
            at = next(i for i, line in enumerate(log) if line.startswith(old))
            with self.subTest(old), self.assertRaises(AssertionError):
                judge([*log[:at], log[at].replace(old, new, 1), *log[at + 1:]])
        for at in (next(i for i, line in enumerate(log) if line.startswith("out")), len(log) - 1):
            with self.subTest("lost"), self.assertRaises(AssertionError):
                judge([*log[:at], *log[at + 1:]])


class TraceTest(unittest.TestCase):
    """Recordings, and what the encoder makes of them."""

    def groups(self, path):
        """All groups of a trace, and those of an instruction or of one register."""
        done = ntrace("tv", "dump", "--json", path)
        groups = [json.loads(line) for line in done.stdout.splitlines()]
        single = [one for one in groups if one["insn"] is not None or
                  (one.get("initialization") and len(one["registers"]) + len(one["csrs"]) == 1 and not one["memory"])]
        return groups, single

    def test_recordings_come_back_byte_for_byte(self):
        self.assertNotEqual(RECORDINGS, [])
        for path in RECORDINGS:
            lengths = lengths_of(path)
            build = f"rv{lengths[0]}"
            has = units.parameters("tv", build)
            groups, single = self.groups(path)
            with self.subTest(path.name):
                found, _ = lockstep(build, path)
                self.assertEqual((found["mismatches"], found["instructions"]),
                                 (0, sum(one["insn"] is not None for one in groups)))
                self.assertGreaterEqual(found["groups"], len(groups))
                if lengths == tuple(has[name] for name in ("XLEN", "FLEN", "MLEN")):
                    self.assertGreaterEqual(found["identical"], len(single))

    def test_recordings_come_back_whatever_the_pace_and_the_lanes(self):
        for path in RECORDINGS[:None if tier.WHOLE else 1]:
            if lengths_of(path)[0] == 32:
                continue
            with self.subTest(path.name):
                found, log = lockstep("rv64-small", path, "--vary", "--bubbles", 40, "--limit", 3000)
                self.assertEqual(found["mismatches"], 0)
                self.assertGreater(found["incremental"], 100)
                self.assertEqual(judge(log).groups, found["groups"])

    def test_a_trace_that_the_encoder_cannot_have_is_refused(self):
        text = ".xlen {}\n.ntv\nbegin\nincrement-pc\ninsn32 0x13\n{}\nend\n"
        cases = [(64, "a0 = 1\na1 = 2", "offset 18: a second GPR"), (32, "", "has XLEN 32, FLEN 0, MLEN 32"),
                 (64, "a0 += 1", "offset 7: a change of register 0x100a, whose value is not known"),
                 (64, "mtime = 1", "offset 7: mtime"), (64, "mie = 1\nmtvec = 1\nmepc = 1\nmtval = 1\nmcause = 1",
                                                       "offset 51: a fifth CSR")]
        with tempfile.TemporaryDirectory() as folder:
            for xlen, fields, message in cases:
                source, trace = Path(folder) / "a.s", Path(folder) / "a.ntv"
                source.write_text(text.format(xlen, fields), encoding="utf-8")
                self.assertEqual(ntrace("tv", "assemble", source, "-o", trace).returncode, 0)
                done = units.run(built("rv64"), "--unit", "tv", trace)
                with self.subTest(message):
                    self.assertEqual(done.returncode, 2)
                    self.assertIn(message, done.stderr)


class RateTest(unittest.TestCase):
    def test_integer_code_never_stalls_a_hart_of_one_instruction_a_cycle(self):
        done = units.run(built("rv64"), "full", INSTRUCTIONS, 1)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, rf"^{INSTRUCTIONS} instructions, \d+ bytes, ready low in 0 cycles\n$")

    def test_with_fewer_bytes_a_cycle_it_does(self):
        done = units.run(built("rv32"), "full", 2000, 1)
        self.assertRegex(done.stdout, r"^2000 instructions, \d+ bytes, ready low in [1-9]\d{2,} cycles\n$")


if __name__ == "__main__":
    unittest.main()
