# SPDX-License-Identifier: Apache-2.0
"""Vectors of units whose ingress is of pins under Icarus: a testbench in plain Verilog made of what `ntrace vectors
emit` says of the word, and what the unit shows there."""
import re
import subprocess
import tempfile
from pathlib import Path

from tests.lib.catalogue import ROOT

ANSWERED = "!csr_valid || csr_ready"
ANSWER = """
        if (csr_valid && csr_ready)
            if (!csr_hit) $write("none ");
            else if (csr_illegal) $write("illegal ");
            else if (csr_virtual) $write("virtual ");
            else if ({done}) $write("done ");
            else $write("0x%0h ", csr_rdata);"""
# Module, files, when a word was taken, what is shown in its cycle
UNITS = {
    "tv": ("nt_tv_encoder", "tandem/nt_tv_*.v", ("tandem",), "rst || ready", """
        if (!rst && out_valid && out_ready)
            for (b = 0; b < out_count; b = b + 1) $write("%h ", out_data[8*b +: 8]);""",
           {"ready": 1, "out_valid": 1, "out_count": "$clog2(OUT_BYTES+1)", "out_data": "8*OUT_BYTES", "idle": 1}),
    "ctr": ("nt_ctr", "ctr/nt_ctr*.v", ("ctr",), ANSWERED, ANSWER.format(done="csr_clear || csr_op != 0"),
            {"csr_ready": 1, "csr_hit": 1, "csr_illegal": 1, "csr_virtual": 1, "csr_rdata": "XLEN"}),
    "hpm": ("nt_hpm", "hpm/nt_hpm*.v", ("hpm", "encoder"), ANSWERED, ANSWER.format(done="csr_op != 0") + """
        if (csr_valid && csr_ready) $write("%0s ", lcofip ? "pending" : "quiet");""",
            {"csr_ready": 1, "csr_hit": 1, "csr_illegal": 1, "csr_virtual": 1, "csr_rdata": "XLEN", "lcofip": 1,
             "mcounteren": 32, "hcounteren": 32, "scounteren": 32}),
}


READ = ("rst", "out_ready", "csr_valid", "csr_clear", "csr_op")  # of the inputs, by the testbench


def emitted(vector, folder):
    """The file of words, their number, and the place of each column."""
    path = Path(folder) / "words.hex"
    subprocess.run([ROOT / "build/ntrace", "vectors", "emit", vector, "-o", path], check=True)
    text = path.read_text(encoding="ascii")
    places = re.findall(r"^// (\d+):(\d+) (\w+)$", text, re.M)
    width = int(re.search(r"a word of (\d+) bits", text)[1])
    return path, sum(not line.startswith("//") for line in text.splitlines()), width, places


def ports(places):
    """By port the columns, the first in the low bits."""
    found = {}
    for high, low, name in places:
        base = re.sub(r"_\d+$", "", name)
        found.setdefault(base, []).insert(0, f"word[{high}:{low}]")
    return found


def size_of(part):
    """Its highest bit, from 0."""
    high, low = map(int, re.findall(r"\d+", part))
    return high - low


def testbench(unit, parameters, width, places):
    module, _, _, taken, show, outputs = UNITS[unit]
    inputs = ports(places)
    lines = ["`default_nettype none", "module pins_tb;",
             *(f"    localparam {name} = {value};" for name, value in parameters.items()),
             f"    reg [{width - 1}:0] memory [0:65535];", f"    reg [{width - 1}:0] word;",
             "    reg clk = 1'b0;", "    reg [8*256-1:0] file;", "    integer count, i, b;",
             *(f"    wire [{size_of(parts[0])}:0] {name} = {parts[0]};" for name, parts in inputs.items() if name in READ),
             *(f"    wire [({size})-1:0] {name};" for name, size in outputs.items()),
             f"    {module} #({', '.join(f'.{name}({name})' for name in parameters)}) dut (",
             "        .clk(clk),",
             *(f"        .{name}({{{', '.join(parts)}}})," for name, parts in inputs.items()),
             ",\n".join(f"        .{name}({name})" for name in outputs), "    );",
             "    initial begin", '        if (!$value$plusargs("words=%s", file)) $finish;',
             '        if (!$value$plusargs("count=%d", count)) $finish;',
             "        $readmemh(file, memory, 0, count - 1);", "        i = 0;", "        while (i < count) begin",
             "            word = memory[i];", "            #1;", show, f"            if ({taken}) i = i + 1;",
             "            clk = 1'b1;", "            #1;", "            clk = 1'b0;", "        end", "        $finish;",
             "    end", "endmodule", "`default_nettype wire"]
    return "\n".join(lines) + "\n"


class Benches:
    """Compiled testbenches, one for each unit and its parameters, over a tree of RTL."""

    def __init__(self, folder, rtl=ROOT / "rtl"):
        self.folder, self.rtl, self.made = Path(folder), Path(rtl), {}

    def program(self, unit, parameters, width, places):
        key = (unit, *sorted(parameters.items()))
        if key not in self.made:
            source, program = self.folder / f"{len(self.made)}.v", self.folder / f"{len(self.made)}.vvp"
            source.write_text(testbench(unit, parameters, width, places), encoding="ascii")
            _, files, folders, *_ = UNITS[unit]
            made = subprocess.run(["iverilog", "-g2005", "-Wall", "-Wno-timescale", "-Wno-sensitivity-entire-array",
                                   *(f"-I{self.rtl}/{folder}" for folder in folders), "-o", program, source,
                                   *sorted(self.rtl.glob(files))], capture_output=True, text=True, check=False)
            if made.returncode != 0 or made.stderr:
                raise AssertionError(made.stderr)
            self.made[key] = program
        return self.made[key]

    def shown(self, vector):
        """What the unit shows in a vector, as Icarus prints it."""
        header = re.search(r"^ntrace-pins 1 (.*)$", Path(vector).read_text(encoding="ascii"), re.M)[1]
        words = dict(word.split("=") for word in header.split())
        unit = words.pop("unit")
        words.pop("build", None)
        with tempfile.TemporaryDirectory() as folder:
            path, count, width, places = emitted(vector, folder)
            done = subprocess.run(["vvp", "-n", self.program(unit, words, width, places), f"+words={path}", f"+count={count}"],
                                  capture_output=True, text=True, check=True, timeout=60)
        return done.stdout
