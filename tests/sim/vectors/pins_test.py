# SPDX-License-Identifier: Apache-2.0
"""Vectors whose ingress is of pins: the tables of pins are those of the units' ports, cycles are read as written, and
what cannot be read is refused in one line."""
import json
import os
import re
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import run
from tests.lib.catalogue import ROOT

NEEDS = ("build/units/ctr/rv64/bench", "build/units/hpm/rv64/bench", "build/units/tv/rv32/bench",
         "build/units/tv/rv64-small/bench")
FOLDER = ROOT / "tests/vectors"
# By unit, the table of the lockstep, and a vector
TABLES = {"tv": "tb/units/tv/tv.ports", "ctr": "tb/units/ctr/ctr.ports", "hpm": "tb/units/hpm/hpm.ports"}
VECTOR = {"tv": "tv-two-lanes", "ctr": "ctr-cycles-one-cycle", "hpm": "hpm-minstret", "sbi": "sbi-number"}
HEADER = "ntrace-pins 1 unit=tv build=rv64-small XLEN=64 MLEN=64 FLEN=64 NRET=2 OUT_BYTES=8 VIRTUAL=1 IMPLIED_END=1 INCREMENT=1"


def emitted(vector):
    return json.loads(run("vectors", "emit", vector, "--format", "json").stdout)


class PinsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def vector(self, *lines, header=HEADER):
        path = self.folder / "v.pins"
        path.write_text("\n".join(["#= vector v", "#= unit tv", header, *lines, ""]), encoding="ascii")
        return path

    def test_columns_are_the_inputs_of_the_port(self):
        for unit, table in TABLES.items():
            text = (ROOT / table).read_text(encoding="utf-8")
            inputs = {name.strip().split("[")[0] for name in re.findall(r"^in +\| ([^|]+)\|", text, re.M)}
            columns = {re.sub(r"_\d+$", "", name) for name in emitted(VECTOR[unit])["columns"]}
            self.assertEqual(columns, inputs, unit)

    def test_cycles_are_read_as_written(self):
        path = self.vector("rst=1", "set out_ready=0 mtime_valid=0", "lane insn=0x13 lane csr csr_addr=1", "  csr csr_addr=2 csr_data=3  # on",
                           " gpr_addr=5", "idle 2", "set out_ready=1", "init_kind=2 init_valid=0", "idle", "end")
        said = emitted(path)
        cycles = [dict(zip(said["columns"], (int(value, 16) for value in cycle))) for cycle in said["cycles"]]
        self.assertEqual([cycle["out_ready"] for cycle in cycles], [1, 0, 0, 0, 1, 1])
        self.assertEqual([cycle["rst"] for cycle in cycles], [1, 0, 0, 0, 0, 0])
        self.assertEqual({name: value for name, value in cycles[1].items() if value},
                         {"valid_0": 1, "insn_valid_0": 1, "insn_0": 0x13, "valid_1": 1, "csr_valid_4": 1, "csr_addr_4": 1, "csr_valid_5": 1,
                          "csr_addr_5": 2, "csr_data_5": 3, "gpr_valid_1": 1, "gpr_addr_1": 5})
        self.assertEqual((cycles[4]["init_kind"], cycles[4]["init_valid"]), (2, 0))

    def test_what_cannot_be_read_is_refused_in_one_line(self):
        for lines, reason in ((["rst=1"], "line 4: the file ends"), (["lane lane lane", "end"], "line 4: the build has fewer: lane"),
                              (["gpr_addr=5", "end"], "the part that has it is not begun: gpr_addr"), (["csr", "end"], "is not begun: csr"),
                              (["lane gpr_addr=32", "end"], "too wide for its input: gpr_addr"), (["lane gpr=1", "end"], "no such input: gpr"),
                              (["rst=x", "end"], "not a number: x"), (["rst", "end"], "no such input: rst"), (["idle 0", "end"], "no cycle: 0"),
                              (["idle -1", "end"], "not a number: -1"), (["idle 18446744073709551615", "end"], "too many cycles"), (["set foo=1", "end"], "no such input: foo")):
            done = run("vectors", "run", self.vector(*lines))
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), (lines, done.stdout, done.stderr))
            self.assertIn(reason, done.stderr)
        for header, reason in (("ntrace-ingress 2", "no header"), (HEADER + " X=1", "no such parameter: X"), (HEADER.replace(" NRET=2", ""), "a parameter is missing: NRET"),
                               (HEADER.replace("NRET=2", "NRET=5"), "too many of a part: lane"), (HEADER.replace("=2", "=y"), "not a number: y"),
                               (HEADER.replace("unit=tv", "unit=ctr"), "another unit: ctr"), (HEADER.replace("NRET=2", "NRET=300"), "too large: 300")):
            done = run("vectors", "run", self.vector("end", header=header))
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), (header, done.stdout, done.stderr))
            self.assertIn(reason, done.stderr)

    def test_parameters_that_no_build_can_have_are_refused(self):
        """Each of a unit, at values that its RTL refuses; the model would read beyond its arrays."""
        wrong = {"tv": {"XLEN": (0, 33), "FLEN": (1, 65), "MLEN": (0, 34), "NRET": (0,), "OUT_BYTES": (0, 2, 33), "VIRTUAL": (2, 255)},
                 "ctr": {"XLEN": (16,), "NBLOCKS": (0,), "DRAFT": (2,), "DEPTH_MIN": (0, 15, 17), "DEPTH_MAX": (8, 512, 65535), "CCE_W": (5, 255)},
                 "hpm": {"XLEN": (0, 128), "NBLOCKS": (0,), "ICOUNT_W": (0, 9), "NCOUNTERS": (30, 4294967295), "WIDTH": (31, 65), "NEXT_EVENTS": (9,),
                         "HAS_U": (0, 2), "HAS_S": (0,), "HAS_H": (3,)},
                 "sbi": {"XLEN": (32,), "COUNTERS": (2, 3), "WIDTH": (0, 65, 256), "FW_COUNTERS": (33, 255), "SSCOFPMF": (2,), "MEMORY": (9,)}}
        for unit, parameters in wrong.items():
            text = (FOLDER / f"{unit}/{VECTOR[unit]}.pins").read_text(encoding="ascii")
            for name, values in parameters.items():
                for value in values:
                    path = self.folder / "v.pins"
                    path.write_text(re.sub(rf" {name}=\d+", f" {name}={value}", text), encoding="ascii")
                    done = run("vectors", "run", path)
                    self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), (unit, name, value, done.stdout, done.stderr))
                    self.assertRegex(done.stderr, r"no build can have this parameter|too large|too many of a part")

    def test_a_unit_that_does_not_take_a_cycle_is_said(self):
        path = self.vector("rst=1", "set out_ready=0", *["lane insn=0x13 gpr_addr=5 gpr_data=6"] * 400, "end")
        self.assertIn("the unit never takes it", run("vectors", "run", path).stderr)

    def test_other_bytes_than_rtl_and_model_send_fail(self):
        text = (FOLDER / "tv/tv-two-lanes.pins").read_text(encoding="ascii")
        path = self.folder / "wrong.pins"
        path.write_text(text.replace("gpr_data=7", "gpr_data=8"), encoding="ascii")
        for words in ((), ("--rtl",), ("--bench", ROOT / "build/units/tv/rv64-small/bench", "--build", "rv64-small", "--unit", "tv")):
            done = run("vectors", "run", path, *words)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("failed", done.stdout)

    def test_ingress_that_breaks_a_rule_of_the_port_fails(self):
        for unit, vector in (("ctr", "ctr-return-to-off"), ("hpm", "hpm-trap-mode")):
            text = (FOLDER / f"{unit}/{vector}.pins").read_text(encoding="ascii")
            path = self.folder / f"{vector}.pins"
            path.write_text(re.sub(r"^(halted=1 )?priv=4.*\n|^priv=4.*\n", "", text, flags=re.M), encoding="ascii")
            done = run("vectors", "run", path, "--rtl")
            self.assertEqual((done.returncode, done.stdout.count("RTL: failed")), (1, 1), done.stdout + done.stderr)

    def test_a_bench_of_another_build_refuses_the_vector(self):
        done = run("vectors", "run", FOLDER / "tv/tv-nop.pins", "--bench", ROOT / "build/units/tv/rv32/bench", "--build", "rv64", "--unit", "tv")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)

    def test_a_run_leaves_nothing_in_the_folder_of_temporary_files(self):
        for vector in ("example-error", "tv-nop"):  # encoder: with a sidecar
            place = self.folder / vector
            place.mkdir()
            done = run("vectors", "run", vector, "--rtl", env={**os.environ, "TMPDIR": str(place)})
            self.assertEqual((done.returncode, done.stderr, list(place.iterdir())), (0, "", []))

    def test_the_model_writes_its_bytes(self):
        path = self.folder / "out"
        self.assertEqual(run("vectors", "run", "tv-reset", "-o", path).returncode, 0)
        self.assertEqual(path.read_bytes(), bytes.fromhex("010a02"))
        self.assertIn("for one vector", run("vectors", "run", "-o", path).stderr)


if __name__ == "__main__":
    unittest.main()
