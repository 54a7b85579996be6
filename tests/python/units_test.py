# SPDX-License-Identifier: Apache-2.0
"""The golden models of all units in Python, against their RTL under Icarus by the package's own testbench: every output in
every cycle, over random inputs that keep to the rules of the port, and over compliance vectors; and a fault in the RTL
shows."""
import random
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts.rtl_files import files_of
from tests.icarus.pins_tb import emitted, ports
from tests.icarus.pins_vectors_test import FAULTS
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault, put_patch
from tests.lib.python_package import package
from tests.lib.tier import WHOLE
from tests.python import random_inputs

NEEDS = ("wheel-if-possible",)
BY_DAY = {"hpm": ("rv64-u",), "tv": ("rv64-small",)}  # the builds of units that `make test` does not take all of
BY_VECTORS = {"ctr": 8, "hpm": 8, "tv": 8}  # by unit, each of so many vectors in `make test`
CYCLES = 3000 if WHOLE else 300
# By unit, over random inputs: a build, and what is replaced in a file of the RTL
SEEDS = range(1, 5)  # a fault shows over one of these at least
RANDOM_FAULTS = {"hpm": ("rv64-u", "hpm/nt_hpm_ingress.v", "block_valid[b] ? icount[ICOUNT_W*b +: ICOUNT_W] : {ICOUNT_W{1'b0}}",
                         "icount[ICOUNT_W*b +: ICOUNT_W]"),
                 "tv": ("rv64-small", *FAULTS["tv"][:3])}
# By the rule that inputs break, one of all: unit, build, the input that is drawn without it, and the output that differs
BROKEN = {"a block is there only if all older ones are": ("hpm", "rv64-u", "block_valid", "csr_ready"),
          "a register that is initialized has an address": ("tv", "rv64", "init_addr", "out_count")}

# Parameters that vectors from before them do not have, with what they stand for (NT_PIN_LATER)
LATER = {"hpm": {"HAS_CDELEG": 0}}


class UnitsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ntrace = package()
        from ntrace import vectors  # found by package()
        cls.vectors = vectors

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def judged(self, unit, build, words, rtl=ROOT / "rtl"):
        """What the testbench says of the RTL."""
        stem = self.folder / "bench"
        stem.with_suffix(".hex").write_text("".join(words), encoding="ascii")
        stem.with_suffix(".v").write_text(self.vectors.testbench(unit, build), encoding="ascii")
        with self.ntrace.Model(unit, build) as model:
            files = files_of(model.module, str(rtl))
        made = subprocess.run(["iverilog", "-g2005", "-Wno-timescale", *(f"-I{folder}" for folder in rtl.iterdir()), "-o",
                               stem.with_suffix(".vvp"), stem.with_suffix(".v"), *files], capture_output=True, text=True,
                              check=False)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        return subprocess.run(["vvp", "-n", stem.with_suffix(".vvp"), f"+words={stem}.hex", f"+count={len(words)}"],
                              capture_output=True, text=True, check=True).stdout

    def random_words(self, unit, build, seed, rules=random_inputs.RULES):
        with self.ntrace.Model(unit, build) as model:
            for inputs in random_inputs.cycles(random.Random(seed), model, CYCLES, rules):
                yield self.vectors.vector(model, inputs)

    def vector_words(self, unit, path):
        """The parameters of a compliance vector, and the words of its cycles."""
        header = dict(word.split("=") for word in
                      re.search(r"^ntrace-pins 1 (.*)$", path.read_text(encoding="ascii"), re.M)[1].split())
        build = {**LATER.get(unit, {}), **{name: int(value) for name, value in header.items() if name not in ("unit", "build")}}
        file, _, _, places = emitted(path, self.folder)
        taken = [int(line, 16) for line in file.read_text(encoding="ascii").splitlines() if not line.startswith("//")]
        words = []
        with self.ntrace.Model(unit, build) as model:
            while taken and len(words) < 20000:
                inputs = {name: self.value(parts, taken[0]) for name, parts in ports(places).items()}
                model.set(**inputs)
                done = model.outputs.ready if unit == "tv" else not inputs["csr_valid"] or model.outputs.csr_ready
                words.append(self.vectors.vector(model, inputs))
                if inputs["rst"] or done:
                    taken.pop(0)
        self.assertEqual(taken, [])
        return build, words

    @staticmethod
    def value(parts, word):
        """Of a port whose parts, the highest first, are places in a word."""
        result = 0
        for part in parts:
            high, low = map(int, re.findall(r"\d+", part))
            result = result << high - low + 1 | word >> low & (1 << high - low + 1) - 1
        return result

    def test_rtl_and_model_agree_over_random_inputs(self):
        for unit in self.ntrace.units():
            builds = self.ntrace.builds(unit)
            for build in builds if WHOLE else BY_DAY.get(unit, builds):
                with self.subTest(unit=unit, build=build):
                    words = list(self.random_words(unit, build, 1))
                    self.assertGreater(len(set(words)), CYCLES // 3)
                    self.assertEqual(self.judged(unit, build, words), f"passed: {CYCLES} cycles\n")

    def test_inputs_that_break_a_rule_tell_rtl_and_model_apart(self):
        for rule, (unit, build, port, output) in BROKEN.items():
            with self.subTest(rule):
                def without(dice, parameters, drawn, before, unit=unit, port=port):
                    return {**random_inputs.RULES[unit](dice, parameters, drawn, before), port: drawn[port]}
                words = list(self.random_words(unit, build, 1, {unit: without}))
                self.assertRegex(self.judged(unit, build, words), rf"^FAILED: cycle \d+: {output} is [01]+, expected ")

    def test_a_mode_that_the_build_lacks_tells_rtl_and_model_apart(self):
        """It is rare over random inputs: VU reads a counter that mcounteren allows."""
        allow = {"priv": 3, "csr_valid": 1, "csr_addr": 0x306, "csr_op": 1, "csr_wdata": 1, "rst": 0}
        for priv, said in ((0, "passed: 3 cycles"), (5, "FAILED: cycle 2: csr_rdata is 0")):
            with self.subTest(priv=priv), self.ntrace.Model("hpm", "rv64-u") as model:
                words = [self.vectors.vector(model, inputs) for inputs in
                         ({"rst": 1}, allow, {**allow, "priv": priv, "csr_addr": 0xC00, "csr_op": 0})]
                self.assertIn(said, self.judged("hpm", "rv64-u", words))

    def test_a_fault_in_the_pins_shows_over_random_inputs(self):
        rtl = Path(shutil.copytree(ROOT / "rtl", self.folder / "rtl"))
        put_patch(self.folder, ROOT / "tests/faults/rtl/pib.patch")
        said = self.judged("pib", "4", list(self.random_words("pib", "4", 1)), rtl)
        self.assertRegex(said, r"^FAILED: cycle \d+: TRC_\w+ is [01]+, expected ")

    def test_a_fault_beside_the_encoder_shows_over_random_inputs(self):
        for unit, (build, file, old, new) in RANDOM_FAULTS.items():
            with self.subTest(unit):
                rtl = Path(shutil.copytree(ROOT / "rtl", self.folder / unit / "rtl"))
                put_fault(rtl, file, old, new)
                words = [word for seed in SEEDS for word in self.random_words(unit, build, seed)]
                self.assertRegex(self.judged(unit, build, words, rtl), r"^FAILED: cycle \d+: \w+ is [01]+, expected ")

    def test_rtl_and_model_agree_over_compliance_vectors(self):
        for unit, step in BY_VECTORS.items():
            paths = sorted((ROOT / f"tests/vectors/{unit}").glob("*.pins"))
            self.assertGreater(len(paths), 10)
            for path in paths[::1 if WHOLE else step]:
                with self.subTest(path.stem):
                    build, words = self.vector_words(unit, path)
                    self.assertEqual(self.judged(unit, build, words), f"passed: {len(words)} cycles\n")

    def test_a_fault_in_the_rtl_shows(self):
        for unit, (file, old, new, vector) in FAULTS.items():
            with self.subTest(unit):
                rtl = Path(shutil.copytree(ROOT / "rtl", self.folder / unit / "rtl"))
                put_fault(rtl, file, old, new)
                build, words = self.vector_words(unit, ROOT / f"tests/vectors/{unit}/{vector}.pins")
                self.assertRegex(self.judged(unit, build, words, rtl), r"^FAILED: cycle \d+: \w+ is [01x]+, expected ")


if __name__ == "__main__":
    unittest.main()
