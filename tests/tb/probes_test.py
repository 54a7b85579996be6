"""Every register of the design is a probe of tb/probes.txt, or has a reason in tb/unprobed.txt."""
import collections
import fnmatch
import glob
import os
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml

from tests.lib.catalogue import ROOT

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
    return Design(xml.parse(out).getroot())


class Design:
    """Registers (what clocked blocks assign) and probes, by path from the top."""

    def __init__(self, root):
        self.widths = {}
        for table in root.iter("typetable"):
            for kind in table:
                self.widths[kind.get("id")] = self.width_of(kind)
        self.modules = {module.get("name"): module for module in root.iter("module")}
        self.registers = {}
        instances = list(self.instances(root))
        self.paths = {path for path, _ in instances}
        for path, module in instances:
            self.add_registers(path, module)
        self.probes = self.probes_of(self.modules[TOP])

    def width_of(self, kind):
        """Bits of a vector; None of a memory, whose entries no probe could list."""
        if kind.tag != "basicdtype":
            return None
        left, right = int(kind.get("left", 0)), int(kind.get("right", 0))
        return abs(left - right) + 1

    def instances(self, root):
        for cell in root.find("cells").iter("cell"):
            path = cell.get("hier").partition(".")[2]
            if path:
                yield path, self.modules[cell.get("submodname")]

    def add_registers(self, path, module):
        kinds = {variable.get("name"): variable.get("dtype_id") for variable in module.iter("var")}
        for assign in module.iter("assigndly"):
            target = assign[-1]
            while target.tag in ("sel", "arraysel"):
                target = target[0]
            name = target.get("name")
            self.registers[f"{path}.{name}"] = self.widths.get(kinds[name])

    def probes_of(self, top):
        """What drives each port rtl_NAME: signals below, with the bits that are looked at."""
        drivers = collections.defaultdict(list)
        for assign in [*top.iter("contassign"), *top.iter("assign"), *top.iter("assigndly")]:
            target = assign[-1]
            while target.tag in ("sel", "arraysel"):
                target = target[0]
            drivers[target.get("name")].append(assign[0])
        probes = collections.defaultdict(list)
        for name, sources in drivers.items():
            if name.startswith("rtl_"):
                for source in sources:
                    self.look(source, drivers, probes, set())
        return probes

    def signal(self, reference):
        """Its path without the generate blocks, as registers have theirs."""
        path = ""
        for part in reference.get("dotted").split("."):
            path = f"{path}.{part}".strip(".") if f"{path}.{part}".strip(".") in self.paths else path
        return f"{path}.{reference.get('name')}"

    def look(self, node, drivers, probes, seen):
        if node.tag == "varxref":
            probes[self.signal(node)].append(None)
        elif node.tag == "sel" and node[0].tag == "varxref" and node[1].tag == "const":
            low, width = (int(part.get("name").rpartition("h")[2], 16) for part in node[1:3])
            probes[self.signal(node[0])].append(range(low, low + width))
        elif node.tag == "varref":
            name = node.get("name")
            if name not in seen:
                seen.add(name)
                for source in drivers.get(name, []):
                    self.look(source, drivers, probes, seen)
        else:
            for part in node:
                self.look(part, drivers, probes, seen)

    def unprobed(self):
        """Registers that no probe looks at, and those that some bits of are missing."""
        found = {}
        for path, width in self.registers.items():
            looks = self.probes.get(path, [])
            if None in looks:
                continue
            bits = {bit for look in looks for bit in look}
            missing = sorted(set(range(width or 0)) - bits)
            if width is None or missing:
                found[path] = f"bits {missing} of it are in no probe" if bits else "it is no probe"
        return found


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
