#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make from tb/units/NAME/NAME.ports what the harness of tb/lockstep needs of one build of a unit.

    unit.py NAME.ports BUILD DIRECTORY [PARAMETER=VALUE...]

writes into DIRECTORY
    nt_NAME_unit.v  the top: inputs through registers, the unit as `dut`, probes as outputs
    unit.inc        C++: driving, comparison, reading, and the lists for reports and waves

A table has words and rows. Words, each on a line of its own:
    module NAME          what the unit's module is called
    view TYPE HEADER     the C struct that has inputs, outputs and model of a cycle, and its header
    outputs TYPE NAME... what the RTL shows the bench: the fields of a struct in that header, each
                         called like the row that it is read from
    model PREFIX         its functions in C: scripts/unit_systemc.py
    let NAME = EXPRESSION   in C, of the view `v`: for short rows
    width NAME = EXPRESSION   in the build's parameters: for widths
    parameters NAME...   the module has these alone of the build's parameters and the widths
    zeros                registers begin with 0, not with random values
    each NAME COUNT      rows with {NAME} in them that follow each other are there so many times,
                         from 0 on, as a group; COUNT is an expression too
    each NAME control    the same for the encoder's control fields: {NAME} is one's name, {NAME_w}
                         its width
    include FILE         the lines of a file stand here; from the folder of this one
    = TEXT               begins a group
    clock NAME = C       the `in` rows that follow are taken by a clock of that name, which ticks in
                         cycles in which C holds, and is a port of the module
    hold NAME = C        the same, but the module has no such port
    clock                goes back to clk
    while C ~ RTL        the rows that follow are compared while C holds, and are kept up only while
                         RTL, the same condition, does; ~ RTL may be missing. `while` ends it
Rows, in columns that ` | ` separates, {NAME} in any of them a parameter or width:
    in    | name | width | model              the port of that name is driven with it
    out   | name | width | valid | model      the port of that name is compared with it
    probe | name | width | valid | RTL | model   so is what is in the RTL, as seen from the top
    see   | name | width          the port of that name is for `outputs` alone
    text  | name | characters | model         shown in waves: a C string; named *_name, *_text, *_fields
    event | name | model          what a window of waves can be about: whether, in C, it has `value`
    not   | RTL | condition | reason   registers, * for any part, that no row compares in builds
                                       with the condition (empty: in any), and why not
`valid` is C, and may be empty: always. A width is at most 64 bits; a wider port has rows in[0],
in[1]... from the lowest bits on. `CONDITION ? WIDTH`: the row is in such builds alone.

Model ports and texts are ports of the top with NT_WAVES alone.
"""
import itertools
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import control_fields  # noqa: E402 (the path comes first)


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
    clock: str = "clk"
    gate: tuple = ("", "")  # while it is compared, in C, and kept up, in RTL

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
    model: str = ""
    lets: list = field(default_factory=list)
    each: dict = field(default_factory=dict)
    zeros: bool = False
    parameters: list = field(default_factory=list)
    outputs: list = field(default_factory=list)  # of the struct, its type first
    clocks: dict = field(default_factory=dict)  # in C when they tick, by name
    held: set = field(default_factory=set)  # clocks that the module does not have
    excused: list = field(default_factory=list)
    events: list = field(default_factory=list)  # name, and in C whether it has `value`
    rows: list = field(default_factory=list)
    clock: str = "clk"  # of the rows that come
    gate: tuple = ("", "")

    def of(self, *kinds):
        return [row for row in self.rows if row.what in kinds]


COLUMNS = {"in": ("name", "width", "model"), "out": ("name", "width", "valid", "model"),
           "probe": ("name", "width", "valid", "rtl", "model"), "see": ("name", "width"),
           "text": ("name", "width", "model"), "event": ("name", "model"), "not": ("name", "condition", "reason")}
TEXT_MOST = 64  # characters
TEXT_NAMES = ("_name", "_text", "_fields")


def number_of(table, where, text):
    """An expression of ours, in the build's parameters."""
    try:
        return eval(text.strip(), {"clog2": clog2, "max": max, "min": min}, table.values)
    except (NameError, SyntaxError, TypeError) as error:
        fail(*where, f"{text.strip()}: {error}")


def read_excuse(table, where, cell):
    if not cell["condition"] or number_of(table, where, cell["condition"]):
        table.excused.append(cell["name"])


def read_row(table, where, group, line):
    what, *cells = [cell.strip() for cell in re.split(r" \|(?= |$)", line)]
    if what not in COLUMNS:
        fail(*where, f"{what}: neither {', '.join(list(COLUMNS)[:-1])} nor not")
    if len(cells) != len(COLUMNS[what]):
        fail(*where, f"{len(cells) + 1} columns, not {len(COLUMNS[what]) + 1}")
    cell = dict(zip(COLUMNS[what], cells))
    if what == "not":
        read_excuse(table, where, cell)
        return
    if what == "event":
        table.events.append((cell["name"], cell["model"]))
        return
    condition, _, text = cell["width"].rpartition("?")
    if condition and not number_of(table, where, condition):
        return
    width = number_of(table, where, text)
    if not 1 <= width <= TEXT_MOST:
        fail(*where, f"{cell['name']}: {width} {'characters' if what == 'text' else 'bits'}, not 1 to 64")
    if (what == "text") != cell["name"].endswith(TEXT_NAMES):
        fail(*where, f"{cell['name']}: texts, and they alone, end in {', '.join(TEXT_NAMES)}")
    row = Row(what, group, cell["name"], width, cell.get("valid", ""), cell.get("rtl", ""),
              cell.get("model", ""), table.clock if what == "in" else "clk", table.gate)
    if any(row.flat() == other.flat() and clash(what, other.what) for other in table.rows):
        fail(*where, f"{row.name} is there twice")
    table.rows.append(row)


def clash(what, other):
    """A register may have the name of an input."""
    return {what, other} != {"in", "probe"}


def expand(lines, each):
    """Numbered lines, those that are about each of several things once for each."""
    for name, things in each.items():
        result = []
        for about, group in itertools.groupby(lines, lambda line: "{" + name + "}" in line[1]):
            rows = list(group)
            for one, width in things if about else [("0", 0)]:
                result += [(number, text.replace("{" + name + "}", one)
                            .replace("{" + name + "_w}", str(width))) for number, text in rows]
        lines = result
    return lines


def read_word(table, where, word, rest):
    """Whether the line is a word and no row."""
    if word in ("module", "model"):
        setattr(table, word, rest)
    elif word == "view":
        table.view, table.header = rest.split()
    elif word == "let":
        table.lets.append(rest)
    elif word == "outputs":
        table.outputs += rest.split()
    elif word == "zeros":
        table.zeros = True
    elif word == "parameters":
        table.parameters = rest.split()
    elif word == "each":
        name, _, text = rest.partition(" ")
        table.each[name] = control_fields.fields() if text == "control" else [
            (str(i), 0) for i in range(number_of(table, where, text))]
    elif word == "width":
        name, _, text = rest.partition(" = ")
        table.values[name] = number_of(table, where, text)
    else:
        return False
    return True


def read_state(table, line):
    """Whether the line changes what the rows after it are about."""
    word, _, rest = line.partition(" ")
    if word in ("clock", "hold"):
        table.clock, _, condition = rest.partition(" = ")
        if table.clock:
            table.clocks[table.clock] = condition
            table.held.update([table.clock] if word == "hold" else [])
        table.clock = table.clock or "clk"
    elif word == "while":
        condition, _, rtl = rest.partition(" ~ ")
        table.gate = (condition.strip(), rtl.strip())
    else:
        return False
    return True


def read_lines(table, path):
    """Numbered rows, with their file; words are done with."""
    rows = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        line = re.sub(r"\{(\w+)\}", lambda word: str(table.values.get(word[1], word[0])), line).strip()
        word, _, rest = line.partition(" ")
        if word == "include":
            rows += read_lines(table, Path(path).parent / rest)
        elif line and not line.startswith("#") and not read_word(table, (path, number), word, rest):
            rows.append(((path, number), line))
    return rows


def read(path, values):
    table = Table(Path(path).stem, dict(values))
    group = ""
    for where, line in expand(read_lines(table, path), table.each):
        if line.startswith("= "):
            group = line[2:]
        elif not read_state(table, line):
            read_row(table, where, group, line)
    for what in ("module", "view"):
        if not getattr(table, what):
            fail(path, 1, f"no {what}")
    return table


def bits(width):
    return f"[{width - 1}:0] " if width > 1 else ""


def parts(rows):
    """The module's ports among rows: by name the width, and its rows with the bit each begins at."""
    found = {}
    for row in rows:
        width, placed = found.get(row.port(), (0, []))
        placed.append((width, row))
        found[row.port()] = (width + row.width, placed)
    return found


def input_registers(table):
    """Each port as a register of its clock."""
    for name, (width, rows) in parts(table.of("in")).items():
        whole = ", ".join(f"next_{row.flat()}" for _, row in reversed(rows))
        yield f"    reg {bits(width)}{name};"
        yield f"    always @(posedge {rows[0][1].clock}) {name} <= {{{whole}}};"


def assigns(table):
    """What drives the outputs. Those behind a gate keep what they had while it is closed."""
    for name, (width, rows) in parts(table.of("out", "see")).items():
        for low, row in rows:
            row.rtl = name if row.width == width else f"{name}[{low} +: {row.width}]"
    for gate, rows in itertools.groupby(table.of("out", "probe", "see"), lambda row: row.gate[1]):
        if not gate:
            yield from (f"    assign rtl_{row.flat()} = {row.rtl};" for row in rows)
            continue
        yield f"    always @* if ({gate}) begin"
        yield from (f"        rtl_{row.flat()} = {row.rtl};" for row in rows)
        yield "    end"


def top(table, parameters):
    inputs, probes, shown = table.of("in"), table.of("out", "probe"), parts(table.of("out", "see"))
    yield f"// Made by scripts/unit.py from {table.name}.ports."
    yield from (f"// not compared: {name}" for name in table.excused)
    yield "`default_nettype none"
    yield f"module nt_{table.name}_unit ("
    yield "    input wire clk,"
    yield from (f"    input wire {name}," for name in table.clocks)
    yield from (f"    input wire {bits(row.width)}next_{row.flat()}," for row in inputs)
    yield "`ifdef NT_WAVES"
    yield from (f"    input wire {bits(row.width)}model_{row.flat()}," for row in probes)
    yield from (f"    input wire {bits(8 * row.width)}{row.name}," for row in table.of("text"))
    yield "    input wire [63:0] cycle,"
    yield "    input wire mismatch,"
    yield "`endif"
    yield ",\n".join(f"    output {'reg' if row.gate[1] else 'wire'} {bits(row.width)}rtl_{row.flat()}"
                     for row in table.of("out", "probe", "see"))
    yield ");"
    yield from input_registers(table)
    yield from (f"    wire {bits(width)}{name};" for name, (width, _) in shown.items())
    yield f"    {table.module} #({', '.join(f'.{key}({value})' for key, value in parameters)}) dut ("
    names = ["clk", *(name for name in table.clocks if name not in table.held), *parts(inputs), *shown]
    yield "        " + ", ".join(f".{name}({name})" for name in names)
    yield "    );"
    yield "    /* verilator lint_off WIDTH */"
    yield "    /* verilator lint_off LATCH */"
    yield from assigns(table)
    yield "    /* verilator lint_on LATCH */"
    yield "    /* verilator lint_on WIDTH */"
    yield "endmodule"
    yield "`default_nettype wire"


def condition(row):
    """In C, when a row is compared."""
    return " && ".join(f"({part})" for part in (row.gate[0], row.valid) if part) or "true"


def model_of(row):
    """In C, the model's value of a row: 0 while it is not valid."""
    valid = condition(row)
    return f"(uint64_t)({row.model})" if valid == "true" else f"({valid}) ? (uint64_t)({row.model}) : 0"


def put_inputs(table):
    for clock, rows in itertools.groupby(table.of("in"), lambda row: row.clock):
        yield f"    {f'if ((top->{clock} = ({table.clocks[clock]})) != 0) ' if clock in table.clocks else ''}{{"
        yield from (f"        set(top->next_{row.flat()}, low((uint64_t)({row.model}), {row.width}));"
                    for row in rows)
        yield "    }"


def compare(table):
    """Conditions that follow each other are asked once."""
    for gate, rows in itertools.groupby(table.of("out", "probe"), lambda row: row.gate[0]):
        yield f"    if ({gate or 'true'}) {{"
        for valid, same in itertools.groupby(rows, lambda row: row.valid):
            yield f"        if ({valid or 'true'}) {{"
            yield from (f"            differs |= (uint64_t)top->rtl_{row.flat()} ^ (uint64_t)({row.model});"
                        for row in same)
            yield "        }"
        yield "    }"


def lists(table, build, parameters):
    yield f"/* Made by scripts/unit.py from {table.name}.ports. */"
    yield f"typedef {table.view} View;"
    yield f"typedef {table.outputs[0] if table.outputs else 'void'} Outputs;"
    yield f'const char UNIT_NAME[] = "{table.name}";'
    yield f'const char UNIT_BUILD[] = "{build}";'
    yield f"const bool UNIT_RANDOM = {'false' if table.zeros else 'true'};"
    for kind, rows in (("probe", table.of("out", "probe")), ("input", table.of("in")),
                       ("text", table.of("text"))):
        yield f"const nt_probe {kind}_list[] = {{"
        yield from (f'    {{"{row.group}", "{row.name}", {row.width}}},' for row in rows)
        yield "    {nullptr, nullptr, 0},"
        yield "};"
    yield f"const char *const event_list[] = {{{''.join(f'{chr(34)}{name}{chr(34)}, ' for name, _ in table.events)}nullptr}};"
    yield "const nt_unit_parameter parameter_list[] = {"
    yield from (f'    {{"{name}", {value}}},' for name, value in parameters)
    yield "    {nullptr, 0},"
    yield "};"


def lets(table, lines=None):
    """All, or those that the lines need: a view may have no more than these."""
    needed = []
    text = None if lines is None else "\n".join(lines)
    for let in reversed(table.lets):
        name, _, expression = let.partition(" = ")
        if text is None or re.search(rf"\b{name}\b", text):
            needed.append(f"    [[maybe_unused]] const auto &{let};")
            text = None if text is None else text + expression
    return needed[::-1]


def function(table, head, lines, tail=()):
    lines = list(lines)
    yield head + " {"
    yield from lets(table, lines)
    yield from lines
    yield from (f"    {line}" for line in tail)
    yield "}"


def shown(rows):
    """What the RTL shows in a cycle as a struct of its own, and how it is taken."""
    names = [f"rtl_{row.flat()}" for row in sorted(rows, key=lambda row: clog2(max(row.width, 8)))]
    yield "struct Shown {"
    yield from (f"    decltype(Root::{name}) {name};" for name in names)
    yield "};"
    yield "void take_probes(const Root *top, Shown *shown) {"
    yield from (f"    shown->{name} = top->{name};" for name in names)
    yield "}"


def code(table, build, parameters):
    inputs, probes = table.of("in"), table.of("out", "probe")
    yield from lists(table, build, parameters)
    yield from function(table, "void put_inputs(Root *top, const View *v)", put_inputs(table))
    yield "void clocks_low([[maybe_unused]] Root *top) {"
    yield from (f"    top->{name} = 0;" for name in table.clocks)
    yield "}"
    yield from function(table, "void inputs_read(const View *v, uint64_t *value)",
                        [f"    value[{i}] = low((uint64_t)({row.model}), {row.width});"
                         for i, row in enumerate(inputs)])
    yield from function(table, "bool event_happens([[maybe_unused]] const View *v, "
                        "[[maybe_unused]] unsigned event, [[maybe_unused]] uint64_t value)",
                        [f"    if (event == {i}) return {model};"
                         for i, (_, model) in enumerate(table.events)], ["return false;"])
    yield from function(table, "void texts_read([[maybe_unused]] const View *v, [[maybe_unused]] const char **text)",
                        [f"    text[{i}] = {row.model};" for i, row in enumerate(table.of("text"))])
    yield from shown(probes)
    yield "template <typename Rtl>"
    yield from function(table, "uint64_t probes_differ(const Rtl *top, const View *v)",
                        ["    uint64_t differs = 0;", *compare(table)], ["return differs;"])
    yield "template <typename Rtl>"
    yield from function(table, "void probes_read(const Rtl *top, const View *v, nt_probe_value *value)",
                        [f"    value[{i}] = {{(uint64_t)top->rtl_{row.flat()}, {model_of(row)}, "
                         f"(bool)({condition(row)})}};" for i, row in enumerate(probes)])
    yield "void outputs_read([[maybe_unused]] const Root *top, [[maybe_unused]] Outputs *outputs) {"
    yield from (f"    outputs->{name} = static_cast<decltype(outputs->{name})>(top->rtl_{name});"
                for name in table.outputs[1:])
    yield "}"
    yield "#ifdef NT_WAVES"
    yield from function(table, "void models_show(Root *top, const View *v)",
                        [*(f"    set(top->model_{row.flat()}, {model_of(row)});" for row in probes),
                         *(f"    nt_port::put_text(top->{row.name}, {row.model});" for row in table.of("text"))])
    yield "#endif"


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
    write(f"{directory}/unit.inc", code(table, build, parameters))
    write(f"{directory}/unit_view.h", [f'#include "{table.header}"'])


if __name__ == "__main__":
    main()
