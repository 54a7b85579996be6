# SPDX-License-Identifier: Apache-2.0
"""In reset, before the first edge of a clock, no top offers anything and the pins are at rest, whatever its flip-flops hold."""
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts.rtl_files import files_of, includes, ports
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault

# What a receiver acts on, alone; other outputs are valid beside one of these, or from the first edge on
OFFERS = {"out_valid": "0", "valid": "0", "AWVALID": "0", "WVALID": "0", "ATVALID": "0", "AFREADY": "0", "out_PSEL": "0",
          "out_PENABLE": "0", "TRC_CLK": "0", "TRC_DATA": "1"}
OWN = {"nt_cdc_pulse": {"out": "0"}}
RESETS = {"rst": 1, "in_rst": 1, "out_rst": 1}
# Of each file that has the gate: a top with it, what is there, and what an error leaves
FAULTS = {
    "rtl/nt_encoder.v": ("nt_encoder", "out_valid", "offers && !rst", "offers"),
    "rtl/transport/nt_funnel.v": ("nt_funnel_unit", "out_valid", "!output_empty && !rst", "!output_empty"),
    "rtl/transport/nt_pib.v": ("nt_pib_unit", "TRC_DATA", "data_reg | {16{rst}}", "data_reg"),
    "rtl/transport/nt_atb_bridge.v": ("nt_system", "ATVALID", "ATVALID          = valid_reg && !rst", "ATVALID          = valid_reg"),
    "rtl/transport/nt_axi_writer.v": ("nt_ram_unit", "WVALID", "begun_reg && !rst", "begun_reg"),
    "rtl/tandem/nt_tv_buffer.v": ("nt_tv_encoder", "out_valid", "out_valid_reg && !rst", "out_valid_reg"),
    "rtl/tandem/nt_tv_rvfi.v": ("nt_tv_rvfi", "valid", "if (rst) valid =", "if (rst && clk) valid ="),
    "rtl/crossing/nt_apb_bridge.v": ("nt_apb_bridge", "out_PSEL", "select_reg && !out_rst", "select_reg"),
    "rtl/crossing/nt_cdc_fifo.v": ("nt_cdc_fifo", "out_valid", "(some || out_message_reg) && !out_rst", "some || out_message_reg"),
    "rtl/crossing/nt_cdc_pulse.v": ("nt_cdc_pulse", "out", "out_reg && !out_rst", "out_reg"),
}
TOPS = sorted(path.stem for path in (ROOT / "rtl/lists").glob("*.f"))


def in_reset(top, rtl=ROOT / "rtl"):
    """The outputs of a top that offer something, and their bits: inputs 0, resets up, no edge, all state unknown."""
    inputs, outputs = ports(top, str(rtl))
    rest = OFFERS | OWN.get(top, {})
    given = "".join(f"force dut.{name} = {RESETS.get(name, 0)};\n" for name in inputs)
    shown = "".join(f'$display("{name} %b", dut.{name});\n' for name in outputs if name in rest)
    with tempfile.TemporaryDirectory() as folder:
        bench, design = Path(folder, "bench.v"), Path(folder, "design")
        bench.write_text(f"module bench; {top} dut (); initial begin {given} #10; {shown} end endmodule\n", encoding="utf-8")
        subprocess.run(["iverilog", "-g2005", "-s", "bench", "-o", design, *includes(str(rtl)), bench, *files_of(top, str(rtl))],
                       check=True)
        done = subprocess.run(["vvp", design], capture_output=True, text=True, check=True)
    return dict(line.split() for line in done.stdout.splitlines())


def offered(top, rtl=ROOT / "rtl"):
    """Those that are not at rest."""
    rest = OFFERS | OWN.get(top, {})
    return [name for name, bits in in_reset(top, rtl).items() if set(bits) != {rest[name]}]


class ResetTest(unittest.TestCase):
    def test_nothing_is_offered_before_the_first_edge(self):
        seen = set()
        for top in TOPS:
            with self.subTest(top):
                self.assertEqual(offered(top), [])
                seen |= set(in_reset(top))
        self.assertEqual(seen, set(OFFERS) | {"out"})

    def test_each_gate_is_needed(self):
        for path, (top, name, there, wrong) in FAULTS.items():
            with self.subTest(path), tempfile.TemporaryDirectory() as folder:
                subprocess.run(["cp", "-a", ROOT / "rtl", folder], check=True)
                put_fault(folder, path, there, wrong)
                self.assertIn(name, offered(top, Path(folder, "rtl")))


if __name__ == "__main__":
    unittest.main()
