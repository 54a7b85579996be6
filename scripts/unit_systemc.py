#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make from the table of a unit its golden model as a SystemC module, and a bench's side of it.

    unit_systemc.py NAME.ports BUILD DIRECTORY [PARAMETER=VALUE...]

writes into DIRECTORY
    MODULE_model.h  the module: ports called and typed as those of the RTL made by verilator --sc
    systemc.inc     C++: RTL and module at the same signals, driving, comparison, lists
    verilator.args  which module of the RTL, with which parameters

The table (scripts/unit.py) has the word `model PREFIX`: in C, PREFIX_new(values, complaint) makes a view of a
model with these parameters (tb/lockstep/values.h), and PREFIX_settle(view), PREFIX_step(view) and PREFIX_free(view)
do what their names say.
"""
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import unit  # noqa: E402 (the path comes first)


def module(table, build, parameters):
    inputs, outputs = unit.parts(table.of("in")), unit.parts(table.of("out"))
    name = f"{table.module}_model"
    yield f"// The golden model of {table.module} in the build {build} as a SystemC module. Its ports are called"
    yield "// and typed as those of the RTL, as verilator --sc makes it."
    yield f"// Made by scripts/unit_systemc.py from {table.name}.ports."
    yield f"#ifndef {name.upper()}_H"
    yield f"#define {name.upper()}_H"
    yield 'extern "C" {'
    yield f'#include "{table.header}"'
    yield "}"
    yield '#include "tb/lockstep/systemc_port.h"'
    yield f"class {name} : public sc_core::sc_module {{"
    yield "  public:"
    yield '    sc_core::sc_in<bool> clk{"clk"};'
    for kind, of in (("in", inputs), ("out", outputs)):
        yield from (f'    nt_sc::{kind}<{width}> {port}{{"{port}"}};' for port, (width, _) in of.items())
    yield f"    SC_HAS_PROCESS({name});"
    yield f"    explicit {name}(const sc_core::sc_module_name &name) : sc_core::sc_module(name) {{"
    yield "        SC_METHOD(edge);"
    yield "        sensitive << clk.pos();"
    yield "        dont_initialize();"
    yield "        SC_METHOD(settle);"
    yield f"        sensitive << {' << '.join(['stepped', *inputs])};"
    yield "    }"
    yield f"    ~{name}() override {{ {table.model}_free(view); }}"
    yield "  private:"
    yield f"    {table.view} *view = make();"
    yield "    sc_core::sc_event stepped;"
    yield f"    static {table.view} *make() {{"
    yield "        const nt_value values[] = {"
    yield from (f'            {{"{name}", {value}}},' for name, value in parameters)
    yield "            {nullptr, 0}};"
    yield "        const char *complaint;"
    yield f"        return {table.model}_new(values, &complaint);"
    yield "    }"
    yield "    void take() {"
    yield f"        [[maybe_unused]] const {table.view} *v = view;"
    yield from unit.lets(table)
    for port, (_, rows) in inputs.items():
        yield from (f"        nt_sc::set({row.model}, nt_sc::get({port}.read(), {at}, {row.width}));"
                    for at, row in rows)
    yield f"        {table.model}_settle(view);"
    yield "    }"
    yield "    void edge() {"
    yield "        take();"
    yield f"        {table.model}_step(view);"
    yield "        stepped.notify(sc_core::SC_ZERO_TIME);"
    yield "    }"
    yield "    void settle() {"
    yield "        take();"
    yield f"        [[maybe_unused]] const {table.view} *v = view;"
    yield from unit.lets(table)
    for port, (width, rows) in outputs.items():
        yield f"        {{ nt_sc::value<{width}> x{{}};"
        yield from (f"          nt_sc::put(x, {at}, {row.width}, {unit.model_of(row)});" for at, row in rows)
        yield f"          {port}.write(x); }}"
    yield "    }"
    yield "};"
    yield "#endif"


def signals(table):
    """RTL and module at the same inputs."""
    inputs, outputs = unit.parts(table.of("in")), unit.parts(table.of("out"))
    yield "struct Signals {"
    yield "    sc_core::sc_signal<bool> clk;"
    yield from (f"    nt_sc::signal<{width}> {port};" for port, (width, _) in inputs.items())
    yield from (f"    nt_sc::signal<{width}> rtl_{port}, module_{port};"
                for port, (width, _) in outputs.items())
    yield '    Vsystemc rtl{"rtl"};'
    yield f'    {table.module}_model module{{"model"}};'
    yield "    Signals() {"
    for side in ("rtl", "module"):
        yield from (f"        {side}.{port}({port});" for port in ("clk", *inputs))
        yield from (f"        {side}.{port}({side}_{port});" for port in outputs)
    yield "    }"
    yield "};"


def code(table, build):
    inputs, outputs = unit.parts(table.of("in")), unit.parts(table.of("out"))
    yield f"/* Made by scripts/unit_systemc.py from {table.name}.ports. */"
    yield f"typedef {table.view} View;"
    yield f'const char UNIT_NAME[] = "{table.name}";'
    yield f'const char UNIT_BUILD[] = "{build}";'
    yield from signals(table)
    yield "const nt_probe probe_list[] = {"
    for group in ("RTL", "SystemC module"):
        yield from (f'    {{"{group}", "{row.name}", {row.width}}},' for row in table.of("out"))
    yield "};"
    yield "const nt_probe input_list[] = {"
    yield from (f'    {{"{row.group}", "{row.name}", {row.width}}},' for row in table.of("in"))
    yield "};"
    yield "void put_inputs(Signals *s, const View *v) {"
    yield from unit.lets(table)
    for port, (width, rows) in inputs.items():
        yield f"    {{ nt_sc::value<{width}> x{{}};"
        yield from (f"      nt_sc::put(x, {at}, {row.width}, (uint64_t)({row.model}));" for at, row in rows)
        yield f"      s->{port}.write(x); }}"
    yield "}"
    yield from unit.function(table, "void inputs_read(const View *v, uint64_t *value)",
                             [f"    value[{i}] = nt_sc::low((uint64_t)({row.model}), {row.width});"
                              for i, row in enumerate(table.of("in"))])
    yield "void probes_read(const Signals *s, const View *v, nt_probe_value *value) {"
    yield from unit.lets(table)
    index = 0
    for side in ("rtl", "module"):
        for port, (_, rows) in outputs.items():
            for at, row in rows:
                yield (f"    value[{index}] = {{nt_sc::get(s->{side}_{port}.read(), {at}, {row.width}), "
                       f"nt_sc::low({unit.model_of(row)}, {row.width}), (bool)({unit.condition(row)})}};")
                index += 1
    yield "}"


def arguments(usage):
    """Of a command NAME.ports BUILD DIRECTORY [PARAMETER=VALUE...]: the table, which has a model, build, directory and
    the module's parameters."""
    if len(sys.argv) < 4:
        sys.exit(usage.strip())
    path, build, directory, *words = sys.argv[1:]
    parameters = [(name, int(value)) for name, value in (word.split("=") for word in words)]
    table = unit.read(path, parameters)
    if not table.model:
        unit.fail(path, 1, "no model")
    if table.parameters:
        parameters = [(name, table.values[name]) for name in table.parameters]
    return table, build, directory, parameters


def main():
    table, build, directory, parameters = arguments(__doc__)
    unit.write(f"{directory}/{table.module}_model.h", module(table, build, parameters))
    unit.write(f"{directory}/systemc.inc", [f'#include "{table.module}_model.h"', "namespace {",
                                            *code(table, build), "}"])
    unit.write(f"{directory}/verilator.args", [f"--top-module {table.module}",
                                               *(f"-G{name}={value}" for name, value in parameters)])


if __name__ == "__main__":
    main()
