# SPDX-License-Identifier: Apache-2.0
"""rtl/crossing/*.sdc cover every path between the clocks of each crossing, as OpenSTA finds them in a netlist of cells, and
each of their rows is needed."""
import subprocess
import tempfile
import unittest

from scripts import constraints, mapped, rtl_files
from tests.lib.catalogue import ROOT

# Periods without a common multiple that is short: a path that no row covers has its own, tight, in each pair of edges
PERIODS = {"in_clk": 7, "out_clk": 5}
TWO_CLOCKS = [module for module, paths in constraints.crossings().items() if "out_clk" in constraints.clocks(paths)]
COVERED = "Path Group: **default**"  # of a path that has a delay of its own
SCRIPT = """
read_liberty {liberty}
read_verilog {netlist}
link_design {module}
{clocks}
set nt_instance {{}}
set nt_period 5
{delays}
{variables}
{constraints}
foreach {{from to}} {{{pairs}}} {{
    report_checks -from [get_clocks $from] -to [get_clocks $to] -path_delay max -group_count 100000 -format full
    puts HOLD
    report_checks -from [get_clocks $from] -to [get_clocks $to] -path_delay min -group_count 100000 -format full
    puts NEXT
}}
"""


def sta(text):
    """What OpenSTA prints; a warning is a failure."""
    with tempfile.NamedTemporaryFile("w", suffix=".tcl") as file:
        file.write(text)
        file.flush()
        done = subprocess.run(["sta", "-no_splash", "-exit", file.name], capture_output=True, text=True, check=False, cwd=ROOT)
    said = done.stdout + done.stderr
    if done.returncode != 0 or "Warning" in said or "Error" in said:
        raise AssertionError(said)
    return said


def checked(module, netlist, paths):
    """Paths of a module between its clocks, both ways, and those for hold; with these rows of the table."""
    outputs = rtl_files.ports(module)[1]
    text = SCRIPT.format(
        delays="\n".join(f"set_output_delay 0 -clock {'in_clk' if name.startswith('in') else 'out_clk'} [get_ports {name}]"
                         for name in outputs),
        liberty=mapped.LIBERTY, netlist=netlist, module=module, constraints=constraints.sdc(module, paths),
        clocks="\n".join(f"create_clock -name {name} -period {period} [get_ports {name}]" for name, period in PERIODS.items()),
        variables="\n".join(f"set nt_{name} {name}" for name in PERIODS), pairs="in_clk out_clk out_clk in_clk")
    late, early = [], []
    for part in sta(text).split("NEXT")[:2]:
        for found, half in zip((late, early), part.split("HOLD")):
            found += ["Path Group" + one for one in half.split("Path Group")[1:]]
    return late, early


class ConstraintsTest(unittest.TestCase):
    def test_files_and_page_are_made_of_the_table(self):
        for path, text in constraints.made().items():
            self.assertEqual((ROOT / path).read_text("utf-8"), text, "scripts/constraints.py writes it")

    def test_every_crossing_has_its_file(self):
        modules = {path.stem for path in (ROOT / "rtl/crossing").glob("*.v")} - {"nt_sync2"}
        self.assertEqual(set(constraints.crossings()), modules)

    def test_each_path_is_covered_and_each_row_is_needed(self):
        with tempfile.TemporaryDirectory() as folder:
            for module in TWO_CLOCKS:
                netlist = mapped.netlist(module, module, {}, folder, named=True)
                paths = constraints.crossings()[module]
                with self.subTest(module):
                    late, early = checked(module, netlist, paths)
                    self.assertGreaterEqual(len(late), len(paths))
                    self.assertEqual([path for path in late if not path.startswith(COVERED)], [])
                    self.assertEqual(early, [])
                for path in paths:
                    with self.subTest(module, without=path["registers"]):
                        late, early = checked(module, netlist, [other for other in paths if other is not path])
                        self.assertNotEqual([path for path in late if not path.startswith(COVERED)], [])
                        self.assertNotEqual(early, [])

    def test_the_end_of_a_reset_is_no_path(self):
        with tempfile.TemporaryDirectory() as folder:
            netlist = mapped.netlist("nt_reset_sync", "nt_reset_sync", {}, folder, named=True)
            for paths, there in ((constraints.crossings()["nt_reset_sync"], False), ([], True)):
                said = sta(f"""
read_liberty {mapped.LIBERTY}
read_verilog {netlist}
link_design nt_reset_sync
create_clock -name clk -period 5 [get_ports clk]
set_input_delay 1 -clock clk [get_ports reset_n]
set nt_reset_n reset_n
{constraints.sdc("nt_reset_sync", paths) if paths else ""}
report_checks -from [get_ports reset_n]
""")
                self.assertEqual("Path Group" in said, there, said)


if __name__ == "__main__":
    unittest.main()
