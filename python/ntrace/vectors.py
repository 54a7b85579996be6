# SPDX-License-Identifier: Apache-2.0
"""A unit's RTL against its golden model in any simulator of Verilog, without an interface to another language: the model
writes a word for each cycle, its inputs and the outputs that it expects, and a testbench in plain Verilog reads them.

    with Model("trace_encoder", "tiny") as model, open("words.hex", "w") as file:
        for cycle in cycles:
            file.write(vector(model, encoder_inputs(cycle, model.input_widths)))
    open("bench.v", "w").write(testbench("trace_encoder", "tiny"))

The testbench takes +words=FILE and +count=CYCLES, 65536 at most. After the first cycle with rst it compares every output of every
cycle that means something, prints "FAILED: cycle N: PORT is A, expected B" at the first that differs, and else
"passed: N cycles". What fails ends by $stop, so `vvp -N` has exit status 1 then. With +outputs=FILE it writes the outputs of the RTL, hexadecimal, a line a cycle.
"""
from collections.abc import Mapping

from ._settings import Build
from .model import Model

CYCLES = 1 << 16  # of a testbench at most


def vector(model: Model, inputs: Mapping[str, int]) -> str:
    """Runs the model over one cycle with these inputs; its word: inputs, expected outputs, and for each bit of these
    whether it means something, in the order of the unit's table, the first in the high bits."""
    model.set(**inputs)
    word, bits = 0, 0
    expected = [(model.output_widths[name], value) for name, value in model.outputs.items()]
    for width, value in ([(width, model.inputs[name]) for name, width in model.input_widths.items()] +
                         [(width, value or 0) for width, value in expected] +
                         [(width, 0 if value is None else (1 << width) - 1) for width, value in expected]):
        word, bits = word << width | value, bits + width
    model.step()
    return f"{word:0{(bits + 3) // 4}x}\n"


def outputs(model: Model, line: str) -> dict[str, str]:
    """A line of +outputs by port: bits as in Verilog, the highest first, 0, 1, x or z."""
    found, at = {}, 0
    for name, width in model.output_widths.items():
        found[name], at = line[at:at + width], at + width
    return found


def testbench(unit: str, build: Build) -> str:
    """The testbench of a unit for words of `vector`, in Verilog-2005."""
    with Model(unit, build) as model:
        ins, outs = model.input_widths, model.output_widths
        module, values = model.module, model.parameters
    total = sum(ins.values()) + 2 * sum(outs.values())
    low: dict[str, int] = {}
    at = total
    for name, width in [*ins.items(), *((f"expected {name}", width) for name, width in outs.items()),
                        *((f"means {name}", width) for name, width in outs.items())]:
        at -= width
        low[name] = at

    def part(name: str, width: int) -> str:
        return f"word[{low[name]} +: {width}]"

    connections = [".clk(clk)", *(f".{name}({part(name, width)})" for name, width in ins.items()),
                   *(f".{name}({name})" for name in outs)]
    checks = [f"""            if ((({name} ^ {part(f"expected {name}", width)}) & {part(f"means {name}", width)}) !== {width}'d0 && !failed) begin
                $display("FAILED: cycle %0d: {name} is %b, expected %b", cycle, {name}, {part(f"expected {name}", width)});
                failed = 1'b1;
            end""" for name, width in outs.items()]
    return "\n".join([
        "`timescale 1ns / 1ns", "`default_nettype none", f"module {module}_vectors;",
        f"    reg [{total - 1}:0] words [0:{CYCLES - 1}];", f"    reg [{total - 1}:0] word;", "    reg clk = 1'b0;",
        "    reg seen = 1'b0, failed = 1'b0;", "    reg [8*1024-1:0] name;", "    integer count, cycle, file;",
        *(f"    wire [{width - 1}:0] {name};" for name, width in outs.items()),
        f"    {module} #({', '.join(f'.{name}({value})' for name, value in values.items())}) dut (",
        ",\n".join(f"        {one}" for one in connections), "    );",
        "    initial begin", "        file = 0;",
        "        if (!$value$plusargs(\"count=%d\", count) || !$value$plusargs(\"words=%s\", name)) begin",
        "            $display(\"FAILED: +words=FILE and +count=CYCLES are needed\");", "            $stop;", "            $finish;", "        end",
        f"        if (count > {CYCLES}) begin", f"            $display(\"FAILED: more than {CYCLES} cycles\");",
        "            $stop;", "            $finish;", "        end",
        "        $readmemh(name, words, 0, count - 1);",
        "        if ($value$plusargs(\"outputs=%s\", name)) file = $fopen(name, \"w\");",
        "        for (cycle = 0; cycle < count; cycle = cycle + 1) begin",
        "            word = words[cycle];", "            #5;",
        f"            if (file != 0) $fdisplay(file, \"%b\", {{{', '.join(outs)}}});",
        "            if (seen) begin", *checks, "            end",
        f"            if ({part('rst', 1)}) seen = 1'b1;", "            clk = 1'b1;", "            #5;",
        "            clk = 1'b0;", "        end",
        "        if (!failed) $display(\"passed: %0d cycles\", count);", "        if (failed) $stop;",
        "        $finish;", "    end", "endmodule",
        "`default_nettype wire", ""])
