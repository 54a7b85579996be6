#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make from the table of a unit its golden model as flat functions (tb/flat/flat.h), for other languages.

    unit_flat.py NAME.ports DIRECTORY BUILD PARAMETER=VALUE... [-- BUILD PARAMETER=VALUE...]...

writes into DIRECTORY
    NAME.cpp    the functions
    NAME.ports  the table with what it includes
    NAME.json   the module, and the parameters of the builds by name

The rows are those of all builds together, and of one called `most`, which is none. A row that is in several has the
same meaning in C in each, or it is refused; so the parameters may be others at run time. The table has the word
`model` (scripts/unit_systemc.py). An input that is no place in the view, but worked out from it, is put by a function of
the unit: PREFIX_put_ROW(view, value), called in the order of the table.
"""
import itertools
import json
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import unit  # noqa: E402 (the path comes first)

PLACE = re.compile(r"[\w.\[\]/%]+|\w+->[\w.\[\]/%]+")  # in C
KINDS = (("in", "inputs"), ("out", "outputs"), ("probe", "probes"))


def points(words):
    """The parameters of each build, by its name."""
    found = {}
    for last, group in itertools.groupby(words, lambda word: word == "--"):
        if not last:
            build, *values = group
            found[build] = {name: int(value) for name, value in (word.split("=") for word in values)}
    return found


def whole(path):
    """The lines of a table and of what it includes."""
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        included = re.fullmatch(r"include (\S+)", line.strip())
        yield from whole(Path(path).parent / included[1]) if included else [line]


def united(tables):
    """One table with the rows of all."""
    first, found = tables[0], {}
    for row in (row for table in tables for row in table.rows):
        same = found.setdefault((row.what, row.name), row)
        if (same.model, unit.condition(same)) != (row.model, unit.condition(row)):
            sys.exit(f"unit_flat.py: {first.name}: {row.name} means {same.model} in one build, {row.model} in another")
    first.rows = list(found.values())
    return first


def names(table, what, plural):
    rows = table.of(what)
    yield f"const char *const {plural}[] = {{"
    yield from (f'    "{row.name}",' for row in rows)
    yield "    nullptr};"


def put(table):
    """A place in the view is set; what is worked out from the view, by the unit's PREFIX_put_ROW."""
    lines = (f"    set({row.model}, value[{i}]);" if PLACE.fullmatch(row.model) else
             f"    {table.model}_put_{row.flat()}(v, value[{i}]);" for i, row in enumerate(table.of("in")))
    yield from unit.function(table, f"void put_in({table.view} *v, const uint64_t *value)", lines)


def get(table, what, plural):
    lines = []
    for i, row in enumerate(table.of(what)):
        lines.append(f"    valid[{i}] = (bool)({unit.condition(row)});")
        lines.append(f"    value[{i}] = valid[{i}] ? (uint64_t)({row.model}) : 0;")
    yield from unit.function(table, f"void {plural}_of([[maybe_unused]] const {table.view} *v, "
                             "[[maybe_unused]] uint64_t *value, [[maybe_unused]] uint8_t *valid)", lines)


def code(table):
    view = f"static_cast<{table.view} *>(view)"
    constant = f"static_cast<const {table.view} *>(view)"
    yield f"// Made by scripts/unit_flat.py from {table.name}.ports."
    yield 'extern "C" {'
    yield f'#include "{table.header}"'
    yield '#include "tb/flat/flat.h"'
    yield "}"
    yield "namespace {"
    yield "// Sets a field of a view, which the bench sees as constant."
    yield "template <typename Field> void set(const Field &field, uint64_t bits) {"
    yield "    const_cast<Field &>(field) = static_cast<Field>(bits);"
    yield "}"
    for what, plural in KINDS:
        yield from names(table, what, plural)
    yield from put(table)
    for what, plural in KINDS[1:]:
        yield from get(table, what, plural)
    yield "} // namespace"
    yield f'extern "C" const nt_flat_unit nt_flat_{table.name} = {{'
    yield f'    "{table.name}",'
    yield from (f"    {{{plural}, {len(table.of(what))}}}," for what, plural in KINDS)
    yield (f"    [](const nt_value *values, const char **complaint) -> void * "
           f"{{ return {table.model}_new(values, complaint); }},")
    yield f"    [](void *view) {{ {table.model}_free({view}); }},"
    yield f"    [](void *view, const uint64_t *value) {{ put_in({view}, value); }},"
    yield f"    [](void *view) {{ {table.model}_settle({view}); }},"
    for _, plural in KINDS[1:]:
        yield (f"    [](const void *view, uint64_t *value, uint8_t *valid) "
               f"{{ {plural}_of({constant}, value, valid); }},")
    yield f"    [](void *view) {{ {table.model}_step({view}); }},"
    yield "};"


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__.strip())
    path, directory, *words = sys.argv[1:]
    found = points(words)
    tables = [unit.read(path, values) for values in found.values()]
    if not tables[0].model:
        unit.fail(path, 1, "no model")
    found.pop("most", None)
    stem = f"{directory}/{Path(path).stem}"
    unit.write(f"{stem}.cpp", code(united(tables)))
    unit.write(f"{stem}.ports", whole(path))
    unit.write(f"{stem}.json", [json.dumps({"module": tables[0].module, "builds": found})])


if __name__ == "__main__":
    main()
