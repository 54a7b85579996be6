#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turn the parameter files rtl/config/*.cfg into what the tools read.

    config.py c  FILE...   all builds, and the judge of others, in C (model/config.h)
    config.py vh FILE      a Verilog header with one `define a parameter
    config.py g FILE       Verilator's options that set the parameters of the top module

Which parameters there are, and what they may be, stands in rtl/config/parameters.txt alone.

As a module: parameters(), rules(), complaint(values), read(path), write(values, path).
"""
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                                 os.pardir)))

from scripts.schema import Bad, modules  # noqa: E402 (the path comes first)

ENCODER = modules()["nt_encoder"]


def parameters():
    """The parameters of a build, in order: name, comment, least, most, allows(value), allowed()."""
    return ENCODER.parameters


def rules():
    """What must hold between them: names of parameters, words, holds(values)."""
    return ENCODER.rules


def complaint(values):
    """What is wrong with a build's values, in words, or None."""
    return ENCODER.complaint(values)


def read(path):
    """The values of a .cfg file, by name; Bad where it has others than those of a legal build."""
    values = {}
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            text = line.split("#", 1)[0].strip()
            if not text:
                continue
            match = re.fullmatch(r"(\w+)\s*=\s*(\d+)", text)
            if not match or match[1] not in ENCODER.names() or match[1] in values:
                raise Bad(f"{path}:{number}: not a parameter: {text}")
            values[match[1]] = int(match[2])
    missing = [name for name in ENCODER.names() if name not in values]
    if missing:
        raise Bad(f"{path}: missing {', '.join(missing)}")
    if complaint(values):
        raise Bad(f"{path}: {complaint(values)}")
    return {name: values[name] for name in ENCODER.names()}


def text_of(values, head):
    """A .cfg file, with the parameters' comments."""
    width = max(map(len, ENCODER.names()))
    return f"# {head}\n" + "".join(f"{one.name:{width}} = {values[one.name]:<3} # {one.comment}\n"
                                   for one in ENCODER.parameters)


def write(values, path, head="A build."):
    """Writes values, legal or not, as a .cfg file."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text_of(values, head))


def name_of(path):
    return os.path.splitext(os.path.basename(path))[0]


def c_table(paths):
    """In C the builds, the parameters by name, and what they may be (model/config.h)."""
    yield "/* Made by scripts/config.py from rtl/config. */"
    yield '#include "model/config.h"\n'
    yield "const nt_config nt_configs[] = {"
    for path in paths:
        fields = ", ".join(f".{name.lower()} = {value}" for name, value in read(path).items())
        yield f'    {{.name = "{name_of(path)}", {fields}}},'
    yield "    {.name = NULL},\n};\n\nconst nt_config_parameter nt_config_parameters[] = {"
    for name in ENCODER.names():
        yield f'    {{"{name}", offsetof(nt_config, {name.lower()})}},'
    yield "    {NULL, 0},\n};\n\nconst char *nt_config_complaint(const nt_config *config) {"
    for name in ENCODER.names():
        yield f"    const int64_t {name} = config->{name.lower()};"
    for condition, words in c_conditions():
        yield f'    if (!{condition}) {{\n        return "{words}";\n    }}'
    yield "    return NULL;\n}"


def c_conditions():
    """What must hold, in C, and how it is said."""
    for one in ENCODER.parameters:
        ranges = [f"({one.name} == {least})" if least == most else
                  f"({one.name} >= {least} && {one.name} <= {most})" for least, most in one.ranges]
        yield f"({' || '.join(ranges)})", f"{one.name} is {one.words()}"
    for rule in ENCODER.rules:
        yield f"({rule.c})", rule.words


def output(form, paths):
    if form == "c":
        return list(c_table(paths))
    values = read(paths[0])
    if form == "vh":
        return [f"`define NT_{name} {value}" for name, value in values.items()]
    return [" ".join(f"-G{name}={value}" for name, value in values.items())]


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("c", "vh", "g"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        print("\n".join(output(sys.argv[1], sys.argv[2:])))
    except (Bad, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
