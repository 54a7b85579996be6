# SPDX-License-Identifier: Apache-2.0
"""A parameter that is overridden by a value with a width is the same as by one without: each parameter of each top, in
widths of 1 to 64. Icarus' compiled design has to be the same to the letter, so that no parameter inside and no bit that is
selected from one may differ; where the value does not fit, so that another is left, both are refused or neither. Beside it:
no parameter of the RTL is without a type."""
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts.rtl_files import files_of, includes
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault
from tests.lib.tier import WHOLE

TOPS = sorted(path.stem for path in (ROOT / "rtl/lists").glob("*.f")
              if "parameter" in Path(files_of(path.stem, str(ROOT / "rtl"))[0]).read_text("utf-8"))
WIDTHS = range(1, 65) if WHOLE else (1, 32, 64)
UNTYPED = re.compile(r"\b(?:parameter|localparam) +\w+ *=")
# What differs between two compilations of the same design: addresses, and the file of the instance
OTHER = re.compile(r"0x[0-9a-f]+|\"[^\"]*instance\.v\"")
PARAMETER = re.compile(r'\.param/l "(\w+)" 0 \d+ \d+, \+?C4<([01]+)>;')


def compiled(top, overrides, rtl=ROOT / "rtl"):
    """Icarus' design of a top with (name, text of the value), or None where it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        instance, design = Path(folder, "instance.v"), Path(folder, "design.vvp")
        values = ", ".join(f".{name}({value})" for name, value in overrides)
        instance.write_text(f"module instance_of_it; {top} #({values}) dut (); endmodule\n", encoding="utf-8")
        done = subprocess.run(["iverilog", "-g2005", "-s", "instance_of_it", "-o", design, *includes(str(rtl)),
                               instance, *files_of(top, str(rtl))], capture_output=True, text=True, check=False)
        return OTHER.sub("", design.read_text("utf-8")) if done.returncode == 0 else None


def defaults(top, rtl=ROOT / "rtl"):
    """The top's own parameters and their values."""
    text = compiled(top, [], rtl)
    own = text.split(" .scope ")[2]  # behind that of the instance's module
    return {name: int(bits, 2) for name, bits in PARAMETER.findall(own)}


def sized(value, width):
    width = max(width, value.bit_length(), 1)
    return f"{width}'d{value}"


def differences(top, rtl=ROOT / "rtl"):
    """Widths of all parameters at once in which the top is another, each value in no fewer bits than it has."""
    values = defaults(top, rtl)
    plain = compiled(top, values.items(), rtl)
    for width in WIDTHS:
        if compiled(top, [(name, sized(value, width)) for name, value in values.items()], rtl) != plain:
            yield width


def narrow(top):
    """Parameters, and widths too small for them, in which what is left of the value is taken otherwise than without a width."""
    for name, value in defaults(top).items():
        for width in range(1, value.bit_length()):
            left = value % (1 << width)
            if compiled(top, [(name, f"{width}'d{left}")]) != compiled(top, [(name, left)]):
                yield name, width


class SizedParametersTest(unittest.TestCase):
    def test_a_width_of_the_value_changes_nothing(self):
        for top in TOPS:
            with self.subTest(top):
                self.assertGreater(len(defaults(top)), 0)
                self.assertEqual(list(differences(top)), [])

    def test_what_a_narrow_value_leaves_is_taken_as_a_value_without_a_width(self):
        for top in TOPS if WHOLE else ("nt_funnel", "nt_pib"):
            with self.subTest(top):
                self.assertEqual(list(narrow(top)), [])

    def test_every_parameter_has_a_type(self):
        for path in sorted((ROOT / "rtl").rglob("*.v*")):
            with self.subTest(path.name):
                self.assertIsNone(UNTYPED.search(path.read_text("utf-8")))

    def test_a_parameter_without_a_type_is_seen(self):
        with tempfile.TemporaryDirectory() as folder:
            rtl = Path(shutil.copytree(ROOT / "rtl", Path(folder) / "rtl"))
            for file, name in (("control/nt_encoder_parameters.vh", "FIFO_DEPTH = 32"), ("encoder/nt_flow.v", "FIFO_DEPTH = 32")):
                put_fault(rtl, file, f"parameter integer {name}", f"parameter {name}")
                self.assertIsNotNone(UNTYPED.search((rtl / file).read_text("utf-8")))
            self.assertNotEqual(list(differences("nt_encoder", rtl)), [])


if __name__ == "__main__":
    unittest.main()
