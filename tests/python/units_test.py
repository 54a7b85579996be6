"""The golden models of all units in Python, against their RTL under Icarus by the package's own testbench: every output in
every cycle, over random inputs where the RTL takes any, else over compliance vectors; and a fault in the RTL shows."""
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

ANY_INPUTS = ("ctr", "pib", "rvfi", "trace_encoder")
BY_VECTORS = {"ctr": 8, "hpm": 8, "tv": 8}  # by unit, each of so many vectors in `make test`
CYCLES = 3000 if WHOLE else 300


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

    def random_words(self, unit, build, seed):
        dice = random.Random(seed)
        with self.ntrace.Model(unit, build) as model:
            settings = {}
            for cycle in range(CYCLES):
                inputs = {name: dice.getrandbits(width) if dice.random() < 0.3 else 0
                          for name, width in model.input_widths.items()}
                if unit == "pib":
                    settings = self.pins_set(dice, settings, inputs)
                    inputs.update(settings, in_count=min(inputs["in_count"], model.parameters["BYTES"]))
                yield self.vectors.vector(model, {**inputs, "rst": cycle < 2 or dice.random() < 0.01})

    @staticmethod
    def pins_set(dice, before, drawn):
        """Settings of a PIB, which stay for a while, long enough for messages."""
        if before and dice.random() > 0.01:
            return before
        return {**{name: value for name, value in drawn.items() if name.startswith("trPib")},
                "trPibActive": dice.random() < 0.9, "trPibEnable": dice.random() < 0.9, "trPibDivider": dice.randrange(3),
                "trPibMode": dice.choice((4, 5, 8, 9, 10, 11, 12))}

    def vector_words(self, unit, path):
        """The parameters of a compliance vector, and the words of its cycles."""
        header = dict(word.split("=") for word in
                      re.search(r"^ntrace-pins 1 (.*)$", path.read_text(encoding="ascii"), re.M)[1].split())
        build = {name: int(value) for name, value in header.items() if name not in ("unit", "build")}
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

    def test_every_unit_is_looked_at(self):
        self.assertEqual(set(self.ntrace.units()), {*ANY_INPUTS, *BY_VECTORS})

    def test_rtl_and_model_agree_over_random_inputs(self):
        for unit in ANY_INPUTS:
            for build in self.ntrace.builds(unit):
                with self.subTest(unit=unit, build=build):
                    words = list(self.random_words(unit, build, 1))
                    self.assertGreater(len(set(words)), CYCLES // 3)
                    self.assertEqual(self.judged(unit, build, words), f"passed: {CYCLES} cycles\n")

    def test_a_fault_in_the_pins_shows_over_random_inputs(self):
        rtl = Path(shutil.copytree(ROOT / "rtl", self.folder / "rtl"))
        put_patch(self.folder, ROOT / "tests/faults/rtl/pib.patch")
        said = self.judged("pib", "4", list(self.random_words("pib", "4", 1)), rtl)
        self.assertRegex(said, r"^FAILED: cycle \d+: TRC_\w+ is [01]+, expected ")

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
