"""Every register of the design is a probe of tb/probes.txt, or has a reason in tb/unprobed.txt."""
import fnmatch
import glob
import os
import re
import subprocess
import tempfile
import unittest

from tests.lib.catalogue import ROOT
from tests.lib.design import Design

CONFIGS = ["rv64", "rv64-wide", "rv32", "rv32-min", "tiny"]
TOP = "nt_bench_top"
PROBES = "tb/probes.txt"
REASONS = "tb/unprobed.txt"
ADVICE = "a line in tb/probes.txt compares it with the golden model's"


def script(*words):
    return subprocess.run(["python3", *words], cwd=ROOT, check=True, capture_output=True,
                          text=True).stdout


def elaborate(config, folder, probes=PROBES, first=None):
    """The bench's top in a build as Verilator understands it. `first`: a folder with modules that
    stand in for those of rtl/."""
    path = f"rtl/config/{config}.cfg"
    out = os.path.join(folder, f"{config}.xml")
    script("scripts/probes.py", probes, path, folder)
    options = script("scripts/config.py", "g", path).split()
    folders = [first] if first else []
    folders += sorted({os.path.dirname(name) for name in
                       glob.glob(os.path.join(ROOT, "rtl/**/*.v*"), recursive=True)})
    run = subprocess.run(["verilator", "--xml-only", "--xml-output", out, "-Mdir", folder,
                          *options, "--top-module", TOP, f"-I{folder}",
                          *(f"-I{name}" for name in folders), "tb/nt_bench_top.v"],
                         cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise AssertionError(run.stderr)
    return Design(out, TOP)


def reasons():
    """Of each row the register, the condition on the build's parameters, and the reason."""
    with open(os.path.join(ROOT, REASONS), encoding="utf-8") as lines:
        rows = [re.split(r" \|(?= )", line) for line in lines
                if line.strip() and not line.startswith("#")]
    return [tuple(cell.strip() for cell in row) for row in rows]


def parameters(config):
    lines = script("scripts/config.py", "vh", f"rtl/config/{config}.cfg").splitlines()
    return {name.removeprefix("NT_"): int(value)
            for _, name, value in (line.split() for line in lines)}


def excuses(row, register, values):
    return fnmatch.fnmatchcase(register, row[0]) and (not row[1] or eval(row[1], {}, values))


class ProbesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.designs = {config: elaborate(config, folder.name) for config in CONFIGS}
        cls.values = {config: parameters(config) for config in CONFIGS}
        cls.rows = reasons()

    def missing(self, designs):
        """A line for each register without a probe and without a reason."""
        return {f"{register}: {why}; {ADVICE}, or one in {REASONS} says why not"
                for config, design in designs.items()
                for register, why in design.unprobed().items()
                if not any(excuses(row, register, self.values[config]) for row in self.rows)}

    def test_every_register_is_a_probe_or_has_a_reason_why_not(self):
        lines = self.missing(self.designs)
        self.assertEqual(lines, set(), "\n" + "\n".join(sorted(lines)))

    def test_every_reason_is_of_a_register_that_is_no_probe(self):
        for row in self.rows:
            self.assertEqual((len(row), bool(row[-1])), (3, True), f"{row[0]}: three columns")
            self.assertTrue(any(excuses(row, register, self.values[config])
                                for config, design in self.designs.items()
                                for register in design.unprobed()),
                            f"{REASONS}: {row[0]} is no register, or is a probe")

    def without(self, path, pattern, replacement):
        """What is missing in tiny if a line of a file is another one."""
        with tempfile.TemporaryDirectory() as folder:
            changed = os.path.join(folder, os.path.basename(path))
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                text, count = re.subn(pattern, replacement, file.read())
            self.assertEqual(count, 1, pattern)
            with open(changed, "w", encoding="utf-8") as file:
                file.write(text)
            if path == PROBES:
                return self.missing({"tiny": elaborate("tiny", folder, probes=changed)})
            return self.missing({"tiny": elaborate("tiny", folder, first=folder)})

    def test_a_probe_that_is_gone_is_missed(self):
        lines = self.without(PROBES, r"(?m)^last_prv .*\n", "")
        self.assertEqual(len(lines), 1)
        self.assertIn("encoder.flow.prv_reg: it is no probe", lines.pop())

    def test_bits_that_no_probe_looks_at_are_missed(self):
        lines = self.without(PROBES, r"(?m)^hist_period .*\n", "")
        self.assertEqual(len(lines), 1)
        self.assertRegex(lines.pop(), r"encoder\.flow\.history_reg: bits \[\d+, \d+\]")

    def test_a_new_register_is_missed(self):
        lines = self.without("rtl/encoder/nt_flow.v", r"(?m)^endmodule",
                             "    reg [3:0] new_reg;\n"
                             "    always @(posedge clk) new_reg <= new_reg + {3'd0, rst};\n"
                             "endmodule")
        self.assertEqual(len(lines), 1)
        self.assertIn("encoder.flow.new_reg: it is no probe", lines.pop())


if __name__ == "__main__":
    unittest.main()
