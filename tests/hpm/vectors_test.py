# SPDX-License-Identifier: Apache-2.0
"""The vectors of the performance counters by the witness: it answers what they expect."""
import json
import re
import unittest

from tests.hpm.replay import PRIV
from tests.hpm.witness import READ, Hpm
from tests.lib.bench import run
from tests.lib.catalogue import ROOT

FOLDER = ROOT / "tests/vectors/hpm"


def machine(p):
    modes = ["M", *["U"] * p["HAS_U"], *["S"] * p["HAS_S"], *["VS", "VU"] * p["HAS_H"]]
    return Hpm(p["XLEN"], p["NCOUNTERS"], p["WIDTH"], tuple(modes), p["NEXT_EVENTS"], bool(p["HAS_CNTRPMF"]),
               bool(p["HAS_CDELEG"]))


def answered(hpm, pins, blocks):
    hpm.cycle(PRIV[pins["priv"]], bool(pins["stop"]), [n for n in range(8) if pins["ext_event"] >> n & 1], pins["trace_messages"],
              pins["trace_bytes"], bool(pins["trace_stall"]), bool(pins["trace_loss"]))
    pending = "pending" if hpm.lcofip else "quiet"
    for lane in range(blocks):
        if pins[f"block_valid_{lane}"]:
            hpm.block(pins[f"icount_{lane}"], pins[f"itype_{lane}"], PRIV[pins[f"tpriv_{lane}"]])
    if pins["lcofip_write"]:
        hpm.write_lcofip(pins["lcofip_wdata"])
    if not pins["csr_valid"]:
        return None
    answer = hpm.access(pins["csr_addr"], pins["csr_op"], pins["csr_wdata"], bool(pins["csr_retires"]),
                        pins["select"], pins["stateen"], bool(pins["cde"]))
    outcome = "none" if not answer.hit else "illegal" if answer.illegal else "virtual" if answer.virtual else \
        hex(answer.value) if pins["csr_op"] == READ else "done"
    return f"{outcome} {pending}"


def replayed(path):
    said = json.loads(run("vectors", "emit", path, "--format", "json").stdout)
    hpm = machine(said["parameters"])
    for cycle in said["cycles"]:
        pins = {name: int(value, 16) for name, value in zip(said["columns"], cycle)}
        if pins["rst"]:
            hpm.reset()
            continue
        answer = answered(hpm, pins, said["parameters"]["NBLOCKS"])
        if answer is not None:
            yield answer


class VectorsTest(unittest.TestCase):
    def test_the_witness_answers_what_the_vectors_expect(self):
        paths = sorted(FOLDER.glob("*.pins"))
        self.assertGreater(len(paths), 30)
        for path in paths:
            lines = re.findall(r"^#> (.*?)  ", path.read_text(encoding="ascii"), re.M)
            expected = [re.sub(r" any=\S+", "", line.split(" | ")[0]).strip() for line in lines]
            with self.subTest(path.stem):
                self.assertEqual(list(replayed(path)), expected)


if __name__ == "__main__":
    unittest.main()
