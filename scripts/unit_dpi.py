#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make from the table of a unit its golden model as a module of SystemVerilog, by DPI-C.

    unit_dpi.py NAME.ports BUILD DIRECTORY [PARAMETER=VALUE...]

writes into DIRECTORY
    MODULE_model.sv       the model: parameters and ports are called as those of the RTL
    MODULE_scoreboard.sv  all ports of the RTL in; compares them with the model in every cycle
    MODULE_random_tb.sv   a bench: the RTL beside the scoreboard, at random inputs, +cycles=N +seed=N

Both need the package tb/dpi/nt_dpi.sv and the library libntrace_dpi.so, which has the models as
scripts/unit_flat.py makes them of the table's word `model`.
"""
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import unit  # noqa: E402 (the path comes first)
from scripts.unit_systemc import arguments  # noqa: E402


def heading(table, build, text):
    yield f"// {text} {table.module} in the build {build}."
    yield f"// Made by scripts/unit_dpi.py from {table.name}.ports."


def ports(table, outputs):
    """The module's ports. `outputs`: what those of the RTL are here."""
    yield "    input  wire clk"
    for kind, rows in (("input  wire", table.of("in")), (outputs, table.of("out"))):
        yield from (f"    , {kind} {unit.bits(width)}{port}" for port, (width, _) in unit.parts(rows).items())


def places(rows):
    """Each row with its index and with the port or the bits of it that it is, in Verilog."""
    for port, (width, parts) in unit.parts(rows).items():
        for low, row in parts:
            yield rows.index(row), row, port if row.width == width else f"{port}[{low} +: {row.width}]"


def head(table, parameters, name, outputs):
    yield f"module {name} #("
    yield ",\n".join(f"    parameter integer {key} = {value}" for key, value in parameters)
    yield ") ("
    yield from ports(table, outputs)
    yield ");"


def model(table, build, parameters):
    inputs, outputs = table.of("in"), table.of("out")
    yield from heading(table, build, "The golden model of")
    yield "`default_nettype none"
    yield from head(table, parameters, f"{table.module}_model", "output logic")
    for key, value in parameters:
        yield f'    if ({key} != {value}) $error("{key} is %0d, and the module was made for {value}", {key});'
    yield "    import nt_dpi::*;"
    yield "    string nt_complaint;"
    yield f'    chandle nt_model = nt_dpi_new("{table.name}", "{" ".join(f"{k}={v}" for k, v in parameters)}",'
    yield f'        "{" ".join(row.name for row in inputs)}",'
    yield f'        "{" ".join(row.name for row in outputs)}", nt_complaint);'
    yield f'    initial if (nt_model == null) $fatal(1, "{table.module}_model: %s", nt_complaint);'
    yield "    final nt_dpi_free(nt_model);"
    yield f"    longint unsigned nt_settling [{len(inputs)}];  // inputs"
    yield f"    longint unsigned nt_stepping [{len(inputs)}];"
    yield f"    longint unsigned nt_out [{len(outputs)}];"
    yield f"    byte unsigned nt_valid [{len(outputs)}];"
    yield "    bit nt_stepped = 1'b0;"
    yield f"    always @(nt_stepped, {', '.join(unit.parts(inputs))}) begin"
    yield from (f"        nt_settling[{i}] = 64'({bits});" for i, _, bits in places(inputs))
    yield "        nt_dpi_settle(nt_model, nt_settling, nt_out, nt_valid);"
    yield from (f"        {bits} = nt_out[{i}]{f'[{row.width - 1}:0]' if row.width < 64 else ''};"
                for i, row, bits in places(outputs))
    yield "    end"
    yield "    always @(posedge clk) begin"
    yield from (f"        nt_stepping[{i}] = 64'({bits});" for i, _, bits in places(inputs))
    yield "        nt_dpi_step(nt_model, nt_stepping);"
    yield "        nt_stepped <= !nt_stepped;"
    yield "    end"
    yield "endmodule"
    yield "`default_nettype wire"


def scoreboard(table, build, parameters):
    inputs, outputs = unit.parts(table.of("in")), unit.parts(table.of("out"))
    yield from heading(table, build, "Compares with its golden model")
    yield "// Outputs are compared at each rising edge of clk after the first with rst, where they mean something;"
    yield "// one that is unknown differs. `nt_mismatches` counts cycles; the first is reported."
    yield "`default_nettype none"
    yield from head(table, parameters, f"{table.module}_scoreboard", "input  wire")
    yield "    int unsigned nt_cycle = 0, nt_mismatches = 0;"
    yield "    bit nt_was_reset = 1'b0, nt_differs;"
    yield from (f"    wire {unit.bits(width)}model_{port};" for port, (width, _) in outputs.items())
    yield f"    {table.module}_model #({', '.join(f'.{key}({key})' for key, _ in parameters)}) golden ("
    yield "        .clk(clk), " + ", ".join([*(f".{port}({port})" for port in inputs),
                                             *(f".{port}(model_{port})" for port in outputs)])
    yield "    );"
    yield "    always @(posedge clk) begin"
    yield "        nt_differs = 1'b0;"
    for i, row, bits in places(table.of("out")):
        yield f"        if (nt_was_reset && golden.nt_valid[{i}] != 0 && {bits} !== model_{bits}) begin"
        yield "            nt_differs = 1'b1;"
        yield "            if (nt_mismatches == 0)"
        yield f'                $display("cycle %0d: {row.name}: expected %h (model), got %h", nt_cycle, model_{bits}, {bits});'
        yield "        end"
    yield "        if (nt_differs) nt_mismatches = nt_mismatches + 1;"
    yield "        if (rst) nt_was_reset = 1'b1;"
    yield "        nt_cycle = nt_cycle + 1;"
    yield "    end"
    yield "endmodule"
    yield "`default_nettype wire"


def random_bench(table, build, parameters):
    """Each input is random in three of ten cycles, else 0; there are resets in one of a hundred."""
    inputs, outputs = unit.parts(table.of("in")), unit.parts(table.of("out"))
    yield from heading(table, build, "Random inputs for")
    yield f"module {table.module}_random_tb;"
    yield "    logic clk = 1'b0;"
    yield from (f"    logic {unit.bits(width)}{port};" for port, (width, _) in inputs.items())
    yield from (f"    wire {unit.bits(width)}{port};" for port, (width, _) in outputs.items())
    values = ", ".join(f".{key}({key})" for key, _ in parameters)
    yield from (f"    localparam integer {key} = {value};" for key, value in parameters)
    for name, instance in ((table.module, "dut"), (f"{table.module}_scoreboard", "scoreboard")):
        yield f"    {name} #({values}) {instance} ("
        yield "        " + ", ".join(f".{port}({port})" for port in ("clk", *inputs, *outputs))
        yield "    );"
    yield "    int nt_cycles = 1000, nt_seed = 1, nt_dice;"
    yield "    initial begin"
    yield '        if ($value$plusargs("cycles=%d", nt_cycles) != 0) ;'
    yield '        if ($value$plusargs("seed=%d", nt_seed) != 0) ;'
    yield "        nt_dice = $urandom(nt_seed);"
    yield "        for (int i = 0; i < nt_cycles; i++) begin"
    for port, (width, _) in inputs.items():
        words = f"{width}'({{{', '.join(['$urandom'] * -(-width // 32))}}})"
        yield (f"            {port} = {f'i < 2 || $urandom_range(99) == 0' if port == 'rst' else f'$urandom_range(9) < 3 ? {words} : 0'};")
    yield "            #5;"
    yield "            clk = 1'b1;"
    yield "            #5;"
    yield "            clk = 1'b0;"
    yield "        end"
    yield '        if (scoreboard.nt_mismatches != 0) $fatal(1, "%0d of %0d cycles differ", scoreboard.nt_mismatches, nt_cycles);'
    yield '        $display("passed: %0d cycles", nt_cycles);'
    yield "        $finish;"
    yield "    end"
    yield "endmodule"


def main():
    table, build, directory, parameters = arguments(__doc__)
    if table.clocks:
        unit.fail(sys.argv[1], 1, "more clocks than clk")
    for name, text in (("model", model), ("scoreboard", scoreboard), ("random_tb", random_bench)):
        unit.write(f"{directory}/{table.module}_{name}.sv", text(table, build, parameters))


if __name__ == "__main__":
    main()
