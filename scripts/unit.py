#!/usr/bin/env python3
"""Make from tb/units/NAME/NAME.ports what the harness of tb/lockstep needs of one build of a unit.

    unit.py NAME.ports BUILD DIRECTORY [PARAMETER=VALUE...]

writes into DIRECTORY
    nt_NAME_unit.v  the top: inputs through registers, the unit as `dut`, probes as outputs
    unit.inc        C++: driving, comparison, reading, and the lists for reports and waves

A table has words and rows. Words, each on a line of its own:
    module NAME          what the unit's module is called
    view TYPE HEADER     the C struct that has inputs, outputs and model of a cycle, and its header
    let NAME = EXPRESSION   in C, of the view `v`: for short rows
    width NAME = EXPRESSION   in the build's parameters: for widths
    parameters NAME...   the module has these alone of the build's parameters and the widths
    zeros                registers begin with 0, not with random values
    each NAME COUNT      rows with {NAME} in them that follow each other are there so many times,
                         from 0 on, as a group; COUNT is an expression too
    = TEXT               begins a group
Rows, in columns that ` | ` separates, {NAME} in any of them a parameter or width:
    in    | name | width | model              the port of that name is driven with it
    out   | name | width | valid | model      the port of that name is compared with it
    probe | name | width | valid | RTL | model   so is what is in the RTL, as seen from the top
    not   | RTL | reason          registers, * for any part, that no row compares, and why not
`valid` is C, and may be empty: always. A width is at most 64 bits; a wider port has rows in[0],
in[1]... from the lowest bits on. `CONDITION ? WIDTH`: the row is in such builds alone.
"""
import itertools
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path


def fail(path, number, text):
    sys.exit(f"unit.py: {path}:{number}: {text}")


def clog2(value):
    return (value - 1).bit_length()


@dataclass
class Row:
    what: str
    group: str
    name: str
    width: int
    valid: str
    rtl: str
    model: str

    def port(self):
        """The port that it is, or a part of: its name, without the index."""
        return self.name.split("[")[0]

    def flat(self):
        """The name as one identifier."""
        return re.sub(r"\W+", "_", self.name).rstrip("_")


@dataclass
class Table:
    name: str
    values: dict
    module: str = ""
    view: str = ""
    header: str = ""
    lets: list = field(default_factory=list)
    each: dict = field(default_factory=dict)
    zeros: bool = False
    parameters: list = field(default_factory=list)
    excused: list = field(default_factory=list)
    rows: list = field(default_factory=list)

    def of(self, *kinds):
        return [row for row in self.rows if row.what in kinds]


COLUMNS = {"in": ("name", "width", "model"), "out": ("name", "width", "valid", "model"),
           "probe": ("name", "width", "valid", "rtl", "model")}


def number_of(table, where, text):
    """An expression of ours, in the build's parameters."""
    try:
        return eval(text.strip(), {"clog2": clog2, "max": max}, table.values)
    except (NameError, SyntaxError, TypeError) as error:
        fail(*where, f"{text.strip()}: {error}")


def read_row(table, where, group, line):
    what, *cells = [cell.strip() for cell in re.split(r" \|(?= |$)", line)]
    if what == "not" and len(cells) == 2:
        table.excused.append(cells)
        return
    if what not in COLUMNS:
        fail(*where, f"{what}: neither in, out nor probe")
    if len(cells) != len(COLUMNS[what]):
        fail(*where, f"{len(cells) + 1} columns, not {len(COLUMNS[what]) + 1}")
    cell = dict(zip(COLUMNS[what], cells))
    condition, _, text = cell["width"].rpartition("?")
    if condition and not number_of(table, where, condition):
        return
    width = number_of(table, where, text)
    if not 1 <= width <= 64:
        fail(*where, f"{cell['name']}: {width} bits, not 1 to 64")
    row = Row(what, group, cell["name"], width, cell.get("valid", ""), cell.get("rtl", ""),
              cell["model"])
    if any(row.flat() == other.flat() for other in table.rows):
        fail(*where, f"{row.name} is there twice")
    table.rows.append(row)


def expand(lines, each):
    """Numbered lines, those that are about each of several things once for each."""
    for name, count in each.items():
        result = []
        for about, group in itertools.groupby(lines, lambda line: "{" + name + "}" in line[1]):
            rows = list(group)
            for i in range(count) if about else ["0"]:
                result += [(number, text.replace("{" + name + "}", str(i)))
                           for number, text in rows]
        lines = result
    return lines


def read_word(table, where, word, rest):
    """Whether the line is a word and no row."""
    if word == "module":
        table.module = rest
    elif word == "view":
        table.view, table.header = rest.split()
    elif word == "let":
        table.lets.append(rest)
    elif word == "zeros":
        table.zeros = True
    elif word == "parameters":
        table.parameters = rest.split()
    elif word == "each":
        name, _, text = rest.partition(" ")
        table.each[name] = number_of(table, where, text)
    elif word == "width":
        name, _, text = rest.partition(" = ")
        table.values[name] = number_of(table, where, text)
    else:
        return False
    return True


def read(path, values):
    table = Table(Path(path).stem, dict(values))
    rows = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        line = re.sub(r"\{(\w+)\}", lambda word: str(table.values.get(word[1], word[0])), line).strip()
        word, _, rest = line.partition(" ")
        if line and not line.startswith("#") and not read_word(table, (path, number), word, rest):
            rows.append((number, line))
    group = ""
    for number, line in expand(rows, table.each):
        if line.startswith("= "):
            group = line[2:]
        else:
            read_row(table, (path, number), group, line)
    for what in ("module", "view"):
        if not getattr(table, what):
            fail(path, 1, f"no {what}")
    return table


def bits(width):
    return f"[{width - 1}:0] " if width > 1 else ""


def ports(rows):
    """The module's ports among rows: name and whole width."""
    widths = {}
    for row in rows:
        widths[row.port()] = widths.get(row.port(), 0) + row.width
    return widths


def top(table, parameters):
    inputs, probes = table.of("in"), table.of("out", "probe")
    yield f"// Made by scripts/unit.py from tb/units/{table.name}/{table.name}.ports."
    yield "`default_nettype none"
    yield f"module nt_{table.name}_unit ("
    yield "    input wire clk,"
    yield from (f"    input wire {bits(row.width)}next_{row.flat()}," for row in inputs)
    yield from (f"    input wire {bits(row.width)}model_{row.flat()}," for row in probes)
    yield "    input wire [63:0] cycle,"
    yield "    input wire mismatch,"
    yield ",\n".join(f"    output wire {bits(row.width)}rtl_{row.flat()}" for row in probes)
    yield ");"
    for name, width in ports(inputs).items():
        parts = ", ".join(f"next_{row.flat()}" for row in reversed(inputs) if row.port() == name)
        yield f"    reg {bits(width)}{name};"
        yield f"    always @(posedge clk) {name} <= {{{parts}}};"
    yield from (f"    wire {bits(width)}{name};" for name, width in ports(table.of("out")).items())
    yield f"    {table.module} #({', '.join(f'.{key}({value})' for key, value in parameters)}) dut ("
    names = [*ports(inputs), *ports(table.of("out"))]
    yield "        .clk(clk), " + ", ".join(f".{name}({name})" for name in names)
    yield "    );"
    yield "    /* verilator lint_off WIDTH */"
    at = {}
    for row in probes:
        rtl = row.rtl
        if row.what == "out":
            low = at.get(row.port(), 0)
            at[row.port()] = low + row.width
            whole = ports(table.of("out"))[row.port()] == row.width
            rtl = row.port() if whole else f"{row.port()}[{low} +: {row.width}]"
        yield f"    assign rtl_{row.flat()} = {rtl};"
    yield "    /* verilator lint_on WIDTH */"
    yield "endmodule"
    yield "`default_nettype wire"


def code(table, build):
    inputs, probes = table.of("in"), table.of("out", "probe")
    lets = [f"    [[maybe_unused]] const auto &{let};" for let in table.lets]
    yield f"/* Made by scripts/unit.py from tb/units/{table.name}/{table.name}.ports. */"
    yield f"typedef {table.view} View;"
    yield f'const char UNIT_NAME[] = "{table.name}";'
    yield f'const char UNIT_BUILD[] = "{build}";'
    yield f"const bool UNIT_RANDOM = {'false' if table.zeros else 'true'};"
    for kind, rows in (("probe", probes), ("input", inputs)):
        yield f"const nt_probe {kind}_list[] = {{"
        yield from (f'    {{"{row.group}", "{row.name}", {row.width}}},' for row in rows)
        yield "};"
    yield "void put_inputs(Top *top, const View *v) {"
    yield from lets
    yield from (f"    set(top->next_{row.flat()}, low((uint64_t)({row.model}), {row.width}));"
                for row in inputs)
    yield "}"
    yield "void inputs_read(const View *v, uint64_t *value) {"
    yield from lets
    yield from (f"    value[{i}] = low((uint64_t)({row.model}), {row.width});"
                for i, row in enumerate(inputs))
    yield "}"
    yield "uint64_t probes_differ(const Top *top, const View *v) {"
    yield from lets
    yield "    uint64_t differs = 0;"
    for row in probes:
        yield (f"    {f'if ({row.valid}) ' if row.valid else ''}"
               f"differs |= (uint64_t)top->rtl_{row.flat()} ^ (uint64_t)({row.model});")
    yield "    return differs;"
    yield "}"
    yield "void probes_read(const Top *top, const View *v, nt_probe_value *value) {"
    yield from lets
    for i, row in enumerate(probes):
        valid = row.valid or "true"
        yield (f"    value[{i}] = {{(uint64_t)top->rtl_{row.flat()}, "
               f"({valid}) ? (uint64_t)({row.model}) : 0, (bool)({valid})}};")
    yield "}"
    yield "void models_show(Top *top, const View *v) {"
    yield from lets
    yield from (f"    set(top->model_{row.flat()}, "
                f"{f'({row.valid}) ? (uint64_t)({row.model}) : 0' if row.valid else row.model});"
                for row in probes)
    yield "}"


def write(path, lines):
    Path(path).write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__.strip())
    path, build, directory, *words = sys.argv[1:]
    parameters = [(name, int(value)) for name, value in (word.split("=") for word in words)]
    table = read(path, parameters)
    if table.parameters:
        parameters = [(name, table.values[name]) for name in table.parameters]
    write(f"{directory}/nt_{table.name}_unit.v", top(table, parameters))
    write(f"{directory}/unit.inc", code(table, build))
    write(f"{directory}/unit_view.h", [f'#include "{table.header}"'])


if __name__ == "__main__":
    main()
