# SPDX-License-Identifier: Apache-2.0
"""The vectors of Control Transfer Records by the witness: it answers what they expect, and bits that may be anything
are those that the texts leave open."""
import json
import re
import unittest

from tests.ctr.witness import Ctr
from tests.lib.bench import run
from tests.lib.catalogue import ROOT

FOLDER = ROOT / "tests/vectors/ctr"


def options(parameters):
    p = parameters
    depths = tuple(depth for depth in (16, 32, 64, 128, 256) if p["DEPTH_MIN"] <= depth <= p["DEPTH_MAX"])
    return {"map": "draft" if p["DRAFT"] else "ratified", "xlen": p["XLEN"], "depths": depths, "ras": p["HAS_RAS"],
            "external": p["HAS_EXTERNAL"], "filters": p["HAS_FILTERS"], "freeze": p["HAS_FREEZE"],
            "cce": p["CCE_W"] if p["HAS_CYCLES"] else None, "misp": p["HAS_MISP"], "h": p["HAS_H"]}


def answered(unit, pins, blocks):
    """What the witness says in a cycle with an access, and which bits of it are defined."""
    unit.cycle(1, pins["priv"], pins["halted"])
    priv = pins["priv"]
    for lane in range(blocks):
        block = {name: pins[f"{name}_{lane}"] for name in ("block_valid", "itype", "isrc", "itgt", "tpriv", "misp")}
        if block.pop("block_valid"):
            unit.block(priv=priv, cause=pins["cause"], **block)
            priv = block["tpriv"]
    if not pins["csr_valid"]:
        return None
    if pins["csr_clear"]:
        outcome = unit.clear(pins["priv"], pins["stateen"])
        return "done" if outcome == "hit" else outcome, -1
    outcome, value = unit.access(pins["csr_addr"], pins["csr_op"], pins["csr_wdata"], pins["priv"], pins["select"], pins["stateen"])
    if outcome != "hit":
        return outcome, -1
    return (hex(value or 0), unit.known) if pins["csr_op"] == 0 else ("done", -1)


def replayed(path):
    said = json.loads(run("vectors", "emit", path, "--format", "json").stdout)
    unit = Ctr(options(said["parameters"]))
    for cycle in said["cycles"]:
        pins = {name: int(value, 16) for name, value in zip(said["columns"], cycle)}
        if pins["rst"]:
            unit.reset()
            continue
        answer = answered(unit, pins, said["parameters"]["NBLOCKS"])
        if answer is not None:
            yield *answer, unit.ones


class VectorsTest(unittest.TestCase):
    def test_the_witness_answers_what_the_vectors_expect(self):
        paths = sorted(FOLDER.glob("*.pins"))
        self.assertGreater(len(paths), 50)
        for path in paths:
            lines = re.findall(r"^#> (\S+)(?: any=(\S+))?", path.read_text(encoding="ascii"), re.M)
            with self.subTest(path.stem):
                answers = list(replayed(path))
                self.assertEqual(len(answers), len(lines))
                for number, ((answer, known, ones), (expected, free)) in enumerate(zip(answers, lines), 1):
                    free = int(free or "0", 16)
                    if answer.startswith("0x") and expected.startswith("0x"):
                        self.assertEqual((int(answer, 16) ^ int(expected, 16)) & known & ones, 0, f"answer {number}")
                        self.assertEqual(free, ~known & ones, f"answer {number}: what is open")
                    else:
                        self.assertEqual((answer, free), (expected, 0), f"answer {number}")


if __name__ == "__main__":
    unittest.main()
