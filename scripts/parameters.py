#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write what is made of rtl/config/parameters.txt into the files that have it: the members of
nt_config in model/config.h, the tables of parameters in docs/, and the list of an encoder's
parameters that every module with an encoder inside includes, with the defaults of a build.

    parameters.py [--check]

--check writes nothing, and ends with status 1 where a file is not as it would be written.
"""
import os
import sys
import textwrap

sys.dont_write_bytecode = True
ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
sys.path.insert(0, ROOT)

from scripts import config, marks, spdx  # noqa: E402 (the path comes first)
from scripts.schema import Bad, modules  # noqa: E402

HEADER = "model/config.h"
LIST = "rtl/control/nt_encoder_parameters.vh"
DEFAULTS = "rv64"
# The page with a module's parameters; a system's are those beside its encoders'.
PAGES = {
    "docs/encoder.md": ["nt_encoder"],
    "docs/system.md": ["nt_system"],
    "docs/transport.md": ["nt_stream_buffer", "nt_pib", "nt_ram_sink", "nt_atb_bridge"],
}
WIDTH = 100  # of a line of C


def members(schema):
    """The parameters as members of a struct."""
    lines = []
    for one in schema.parameters:
        if one.most > 255:
            raise Bad(f"{one.name}: more than a uint8_t holds")
        comment = f"/* {one.comment}: {one.words()} */"
        lines += textwrap.wrap(comment, WIDTH, initial_indent="    ", subsequent_indent="       ")
        lines.append(f"    uint8_t {one.name.lower()};")
    return lines


def of_modules(schema, values):
    """The parameters as the first ones of a module in Verilog."""
    lines = [spdx.comment("//"), f"// Made by scripts/parameters.py of rtl/config/parameters.txt; defaults are those of {DEFAULTS}.cfg."]
    for one in schema.parameters:
        comment = f"{one.comment[0].upper()}{one.comment[1:]} ({one.words()})"
        lines += textwrap.wrap(comment, WIDTH, initial_indent="    // ", subsequent_indent="    // ")
        lines.append(f"    parameter integer {one.name} = {values[one.name]},")
    return "\n".join([*lines, ""])


def builds():
    """The values of all builds, by name, small ones first."""
    folder = os.path.join(ROOT, "rtl/config")
    found = {name.removesuffix(".cfg"): config.read(os.path.join(folder, name))
             for name in os.listdir(folder) if name.endswith(".cfg")}
    return dict(sorted(found.items(), key=lambda item: (item[1]["NBLOCKS"], item[1]["XLEN"],
                                                        item[1]["ICNT_W"], item[1]["SRC_W"])))


def table(schema, columns):
    """The parameters as a table in Markdown, with a column for each build."""
    head = ["parameter", *(f"`{name}`" for name in columns), "may be", "what it is"]
    rows = [head, ["---"] * len(head)]
    rows += [[f"`{one.name}`", *(values[one.name] for values in columns.values()), one.words(),
              one.comment] for one in schema.parameters]
    return ["| " + " | ".join(map(str, row)) + " |" for row in rows]


def page_part(schema, columns):
    lines = table(schema, columns)
    if schema.rules:
        lines += ["", "What must hold between them:", ""]
        lines += [f"- {rule.words}" for rule in schema.rules]
    return lines


def texts(found):
    """Each file as it should be, by path."""
    def old(path):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            return file.read()
    encoder = found["nt_encoder"]
    yield LIST, of_modules(encoder, builds()[DEFAULTS])
    yield HEADER, marks.replace(old(HEADER), "parameters", members(encoder), "/* {} */")
    for path, names in PAGES.items():
        text = old(path)
        for name in names:
            schema = found[name] if found[name] is encoder else found[name].without(encoder)
            text = marks.replace(text, f"parameters of {name}",
                                 page_part(schema, builds() if schema is encoder else {}))
        yield path, text


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    stale = []
    try:
        for path, text in list(texts(modules())):
            full = os.path.join(ROOT, path)
            with open(full, encoding="utf-8") as file:
                if file.read() == text:
                    continue
            stale.append(path)
            if not sys.argv[1:]:
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
    except (Bad, marks.Unmarked) as error:
        print(f"parameters.py: {error}", file=sys.stderr)
        return 2
    if sys.argv[1:] and stale:
        print(f"{', '.join(stale)}: not what rtl/config/parameters.txt says (scripts/parameters.py)",
              file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
