# SPDX-License-Identifier: Apache-2.0
"""A core's RVFI through nt_tv_rvfi and nt_tv_encoder, under Icarus: the second decoder reads of the bytes what
the witness reads of RVFI."""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts.rtl_files import files_of
from tests.lib import tier, units
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault
from tests.tandem import decoder, rvfi

NEEDS = ("unit-tv_rvfi",)
CYCLES = 20000 if tier.WHOLE else 1500
BUILDS = ("rv64", "rv32-min", "rv64-2", "rv64-deep") if tier.WHOLE else ("rv64-2",)
# Of each channel, in the order of the ports: name in the log, width
PORTS = (("order", 64), ("insn", 32), ("trap", 1), ("halt", 1), ("intr", 1), ("mode", 2), ("rd_addr", 5),
         ("rd_wdata", "XLEN"), ("pc_rdata", "XLEN"), ("pc_wdata", "XLEN"), ("mem_addr", "XLEN"), ("mem_rmask", "BYTES"),
         ("mem_wmask", "BYTES"), ("mem_wdata", "XLEN"), ("mem_extamo", 1), ("mem_paddr", 64), ("frd_wvalid", 1),
         ("frd_addr", 5), ("frd_wdata", "FPR_W"))
CSR = (("addr", 12), ("rmask", "XLEN"), ("wmask", "XLEN"), ("rdata", "XLEN"), ("wdata", "XLEN"))
FAULT = ("rtl/tandem/nt_tv_rvfi.v", "if (is_trap) pc_next", "if (is_trap && 1'b0) pc_next")


def rows_of(log):
    """The channels that were taken in each cycle."""
    rows, row, taken = [], [], False
    for line in [*log, "end"]:
        word, *rest = line.split()
        if word == "rvfi":
            row.append(rvfi.Instruction(rest))
        elif word != "lane":
            if row and taken:
                rows.append(row)
            row, taken = [], "rvfi_ready=1" in rest
    return rows


class Row:
    """The ports in a cycle as one number."""

    def __init__(self, values):
        self.values = {**values, "BYTES": values["XLEN"] // 8, "FPR_W": values["FLEN"] or 1}

    def number(self, row):
        nret, csrs = self.values["NRET"], self.values["CSRS"]
        fields = [(len(row) * [1], 1, nret)]
        fields += [([getattr(now, name) for now in row], width, nret) for name, width in PORTS]
        fields += [([now.csrs[c][place] for now in row for c in range(csrs)], width, nret * max(csrs, 1))
                   for place, (_, width) in enumerate(CSR)]
        number = 0
        for some, width, count in fields:
            width = self.values.get(width, width)
            number = number << width * count | sum(value << width * at for at, value in enumerate(some))
        return number


def lane_of(group):
    """A group of the trace as the witness writes a lane, without an order."""
    lane = []
    for field in group.fields:
        if field.kind == "increment":
            continue
        if field.kind == "register":
            name = f"csr_{field.key:03x}" if field.key < 0x1000 else f"{'xf'[field.key >> 5 & 1]}{field.key & 31}"
        else:
            name = {"instruction": f"insn{8 * (field.key or 0)}", "physical": "paddr", "effective": "eaddr",
                    "store": f"store{8 * (field.key or 0)}", "privilege": "priv"}.get(field.kind, field.kind)
        lane.append(f"{name}={field.value:x}")
    return sorted(lane)


class ChainTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def compiled(self, values, rtl):
        program = self.folder / "program"
        files = dict.fromkeys(files_of("nt_tv_rvfi", str(rtl)) + files_of("nt_tv_encoder", str(rtl)))
        made = subprocess.run(["iverilog", "-g2005", "-Wall", f"-I{rtl}/tandem", "-o", program,
                               *(f"-Pnt_tv_chain_tb.{name}={value}" for name, value in values.items()),
                               "tests/tandem/chain/nt_tv_chain_tb.v", *files], cwd=ROOT, capture_output=True,
                              text=True, check=False)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        return program

    def differences(self, build, rtl=ROOT / "rtl", **given):
        """How many groups there are; and the first that is not as it should, with what was expected. Without STOPS:
        how many times something is lost, too."""
        values = {**units.parameters("tv_rvfi", build), **given}
        log = self.folder / "log"
        done = units.run(units.program("tv_rvfi", build), CYCLES, 11, log)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = log.read_text(encoding="ascii").splitlines()
        rows = rows_of(lines)
        (self.folder / "rvfi").write_text("".join(f"{Row(values).number(row):x}\n" for row in rows), encoding="ascii")
        said = subprocess.run(["vvp", "-n", self.compiled(values, rtl), f"+rvfi={self.folder}/rvfi",
                               f"+bytes={self.folder}/bytes", f"+lost={self.folder}/lost"], capture_output=True, text=True, check=False).stdout
        self.assertEqual(said, "done\n")
        data = bytes.fromhex((self.folder / "bytes").read_text(encoding="ascii"))
        trace = decoder.decode(data, decoder.Parameters(values["XLEN"], values["FLEN"], values["MLEN"]))
        self.assertIsNone(trace.error)
        witness = rvfi.Witness(rvfi.values(lines[0].split()[1:]))
        lost = {int(line) for line in (self.folder / "lost").read_text(encoding="ascii").splitlines()}
        for number, row in enumerate(rows):
            if number - 1 in lost and number not in lost:
                witness.lose()
            for now in row if number not in lost else ():
                witness.retire(now)
        witness.rest()
        if len(rows) - 1 in lost:
            witness.lose()
        self.losses, self.lost = sum(lane == [] for lane in witness.lanes), len(lost)
        expected = [sorted(lane) for lane in witness.lanes]
        got = [lane_of(group) for group in trace.groups]
        got = [lane for lane, before in zip(got, [None, *got]) if lane or before]  # two losses may follow each other
        self.assertGreater(len(expected), CYCLES // 8)
        wrong = [(one, other) for one, other in zip(expected, got) if one != other]
        return len(got) - len(expected), wrong[:1]

    def test_the_bytes_are_what_the_core_said(self):
        for build in BUILDS:
            with self.subTest(build):
                self.assertEqual(self.differences(build), (0, []))

    def test_what_a_core_that_does_not_wait_loses_is_told_in_the_bytes(self):
        self.assertEqual(self.differences("rv64-deep", STOPS=0, OUT_BYTES=8), (0, []))
        lost = self.lost
        self.assertGreater(self.losses, 10)
        self.assertEqual(self.differences("rv64-deep", STOPS=0, OUT_BYTES=32, DEPTH=64), (0, []))
        self.assertLess(self.lost, lost, "rows")

    def test_a_fault_is_seen(self):
        shutil.copytree(ROOT / "rtl", self.folder / "rtl")
        put_fault(self.folder, *FAULT)
        self.assertNotEqual(self.differences("rv64-2", self.folder / "rtl"), (0, []))


if __name__ == "__main__":
    unittest.main()
