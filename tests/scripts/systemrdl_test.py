# SPDX-License-Identifier: Apache-2.0
"""SystemRDL of the registers is in step, and the IP-XACT that PeakRDL makes of it names each register
and field of the table, and nothing else."""
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

from scripts import systemrdl
from tests.lib.catalogue import ROOT

NEEDS = ("venv-if-possible",)
PEAKRDL = ROOT / "build/venv/bin/peakrdl"
# Accesses of IP-XACT: software's, and what a write does.
ACCESS = {"RO": ("read-only", None), "RW": ("read-write", None), "WARL": ("read-write", None),
          "RW1C": ("read-write", "oneToClear"), "W1": ("write-only", "oneToSet")}


def wanted(registers):
    """(register, offset of each unit's, field, lowest bit, width, reset, access) of the table."""
    return {(one["name"], one["offset"] + unit * one["stride"], field["name"], field["lsb"],
             field["width"], field["reset_value"], ACCESS[field["access"]])
            for one in registers for unit in range(one["units"]) for field in one["fields"]}


class Component:
    """The registers of an IP-XACT component, as `wanted` has them."""

    def __init__(self, path):
        root = xml.parse(path).getroot()
        self.name = "{" + root.tag[1:].split("}")[0] + "}"
        self.found = set()
        self.take(root.find(f".//{self.name}addressBlock"), 0)

    def text(self, element, name, default=None):
        child = element.find(self.name + name)
        return default if child is None else child.text

    def number(self, element, name, default=None):
        text = self.text(element, name, default)
        return int(text.replace("'h", "0x"), 0)

    def take(self, block, base):
        for register in block.findall(f"{self.name}register"):
            offset = base + self.number(register, "addressOffset")
            for field in register.findall(f"{self.name}field"):
                reset = field.find(f"{self.name}resets/{self.name}reset")
                self.found.add((self.text(register, "name"), offset, self.text(field, "name"),
                                self.number(field, "bitOffset"), self.number(field, "bitWidth"),
                                self.number(reset, "value"),
                                (self.text(field, "access"), self.text(field, "modifiedWriteValue"))))
        for units in block.findall(f"{self.name}registerFile"):
            for unit in range(self.number(units, "dim", "1")):
                self.take(units, base + self.number(units, "addressOffset") +
                          unit * self.number(units, "range"))


class SystemRdlTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def peakrdl(self, form, path, out):
        subprocess.run([PEAKRDL, form, path, "-o", out], check=True, capture_output=True)

    def test_the_files_are_those_that_the_script_writes(self):
        subprocess.run([ROOT / "scripts/systemrdl.py", self.folder], check=True)
        there, written = ({path.name: path.read_text("utf-8") for path in folder.iterdir()}
                          for folder in (ROOT / "rtl/registers", self.folder))
        self.assertEqual(there, written, "make packages")

    def test_ip_xact_has_the_registers_of_the_table_and_no_others(self):
        for name, registers in systemrdl.components("rv64").items():
            with self.subTest(component=name):
                out = self.folder / f"{name}.xml"
                self.peakrdl("ip-xact", ROOT / f"rtl/registers/nt_{name}_registers.rdl", out)
                self.assertEqual(Component(out).found, wanted(registers))

    def test_one_that_is_wrong_is_seen(self):
        text = (ROOT / "rtl/registers/nt_pib_registers.rdl").read_text("utf-8")
        table = wanted(systemrdl.components("rv64")["pib"])
        for old, new in (("trPibActive[0:0]", "trPibActive[2:2]"), ("@ 0x0;", "@ 0x10;"),
                         (" = 0x0;", " = 0x1;"), ("sw = rw;", "sw = r;")):
            with self.subTest(new=new):
                source, out = self.folder / "wrong.rdl", self.folder / "wrong.xml"
                self.assertIn(old, text)
                source.write_text(text.replace(old, new, 1), "utf-8")
                self.peakrdl("ip-xact", source, out)
                self.assertNotEqual(Component(out).found, table)

    def test_a_build_with_fewer_units_has_fewer_registers(self):
        subprocess.run([ROOT / "scripts/systemrdl.py", "--config", "tiny", self.folder], check=True)
        text = (self.folder / "nt_encoder_registers.rdl").read_text("utf-8")
        self.assertEqual(re.findall(r"\[(\d+)\] @", text), ["2", "2"])
        out = self.folder / "tiny.xml"
        self.peakrdl("ip-xact", self.folder / "nt_encoder_registers.rdl", out)
        self.assertEqual(Component(out).found, wanted(systemrdl.components("tiny")["encoder"]))

    def test_the_c_header_compiles(self):
        out = self.folder / "registers.h"
        self.peakrdl("c-header", ROOT / "rtl/registers/nt_encoder_registers.rdl", out)
        self.assertIn("TRTECONTROL__TRTEACTIVE_bm", out.read_text("utf-8"))
        subprocess.run(["gcc", "-std=c11", "-Wall", "-Werror", "-fsyntax-only", "-x", "c", out],
                       check=True)


if __name__ == "__main__":
    unittest.main()
