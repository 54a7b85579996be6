#!/usr/bin/env python3
"""Make from tb/probes.txt what the lockstep bench of one build needs.

    probes.py LIST CONFIG.cfg DIRECTORY

writes into DIRECTORY
    probe_ports.vh    ports of nt_bench_top: the build's ingress blocks, rtl_NAME, model_NAME
    probe_assigns.vh  what drives rtl_NAME
    probes.inc        C++: comparison, reading, and the list for reports and waves
"""
import itertools
import os
import re
import subprocess
import sys


WIDE_WORDS = 6  # NT_WIDE_BUFFER bytes


def fail(number, text):
    sys.exit(f"probes.py: line {number}: {text}")


def parameters(config):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "config.py")
    text = subprocess.run([sys.executable, script, "vh", config], check=True,
                          capture_output=True, text=True).stdout
    fields = (line.split() for line in text.splitlines())
    return {name.removeprefix("NT_"): int(value) for _, name, value in fields}


def expand(text, ranges):
    """The text once for each block, slot or word that it is about."""
    for word, count in ranges.items():
        if "{" + word + "}" in text:
            return [text.replace("{" + word + "}", str(index)) for index in range(count)]
    return [text]


def bits_of(value):
    return value.bit_length()


def derived(values):
    """Widths that follow from the build's parameters, as the RTL reckons them."""
    full = values["HIST_W"] - 1 + (values["HIST_W"] - 1) // 2
    return {"TIME_W": max(1, values["TSTAMP_W"]), "TRIGGERS_W": max(1, values["NTRIGGERS"]),
            "CONTEXT_W": max(1, values["SCONTEXT_W"] + values["HCONTEXT_W"]),
            "HISTORY_KEPT": max((2 << values["PERIOD_W"]) - 3, full),
            "HISTORY_PENDING_W": bits_of(full),
            "STACK_W": bits_of(values["STACK_DEPTH"])}


def read(path, values):
    values = dict(values, **derived(values))
    ranges = {"block": values["NBLOCKS"], "slot": 4 * values["NBLOCKS"], "word": WIDE_WORDS}
    probes, names, group = [], set(), ""
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            if line.startswith("= "):
                group = line[2:]
                continue
            for row in expand(line, ranges):
                cells = [cell.strip() for cell in re.split(r" \|(?= )", row)]
                if len(cells) != 5:
                    fail(number, f"{len(cells)} columns, not 5")
                name, width, valid, rtl, model = cells
                if name in names:
                    fail(number, f"{name} is there twice")
                names.add(name)
                condition, _, width = width.rpartition("?")
                if condition and not eval(condition, {}, values):
                    continue
                bits = eval(width, {}, values)  # an expression of ours, in the build's parameters
                if not 1 <= bits <= 64:
                    fail(number, f"{name}: {bits} bits, not 1 to 64")
                probes.append((group, name, bits, valid, rtl, model))
    return [probe for _, rows in itertools.groupby(probes, lambda probe: bool(needed(probe[3])))
            for probe in sorted(rows, key=slot_of)]


def port(direction, bits, name, kind="wire"):
    width = f"[{bits - 1}:0] " if bits > 1 else ""
    return f"{direction} {kind} {width}{name}"


def ports(probes, values):
    blocks = values["NBLOCKS"]
    lines = [port("input", blocks * values[width], "next_" + name) + ","
             for name, width in (("itype", "ITYPE_W"), ("iretire", "IRETIRE_W"))]
    lines.append(port("input", blocks * values["XLEN"], "next_iaddr") + ",")
    lines.append("`ifdef NT_WAVES")
    lines += [port("input", bits, "model_" + name) + "," for _, name, bits, *_ in probes]
    lines.append("`endif")
    lines.append(",\n".join(port("output", bits, "rtl_" + name, "reg" if needed(valid) else "wire")
                            for _, name, bits, valid, *_ in probes))
    return lines


def slot_of(probe):
    """Probes of one slot stand together; the others stay where they are."""
    slot = re.match(r"SLOT\((\d+)\)", probe[3])
    return int(slot[1]) if slot else -1


# The same condition in RTL.
NEEDED = {r"SLOT\((\d+)\)": "encoder.flow.valid_reg[{0}]", "HEAD": "encoder.fifo_valid",
          "IN_RUN": "encoder.flow.history_reg[RUN_AT]", "BRANCH": "encoder.flow.branch_reg[0]",
          r"WORD\((\d+)\)": "serializer_valid[8*{0}]"}


def needed(valid):
    """The condition in RTL for probes that are seldom valid, and many: they are not kept up while
    nobody looks. Empty for the others."""
    for pattern, condition in NEEDED.items():
        found = re.match(pattern, valid)
        if found:
            return condition.format(*found.groups())
    return ""


def assigns(probes):
    # Narrower registers are widened: a probe's width need not depend on every parameter.
    yield "/* verilator lint_off WIDTH */"
    yield "/* verilator lint_off LATCH */"
    for condition, rows in itertools.groupby(probes, lambda probe: needed(probe[3])):
        if not condition:
            yield from (f"assign rtl_{name} = {rtl};" for _, name, _, _, rtl, _ in rows)
            continue
        yield f"always @* if ({condition}) begin"
        yield from (f"    rtl_{name} = {rtl};" for _, name, _, _, rtl, _ in rows)
        yield "end"
    yield "/* verilator lint_on LATCH */"
    yield "/* verilator lint_on WIDTH */"


def compare(probes):
    """Conditions that follow each other are asked once, and so are their first parts."""
    for first, rows in itertools.groupby(probes, lambda probe: probe[3].partition(" && ")[0]):
        yield f"    if ({first or 'true'}) {{"
        for valid, same in itertools.groupby(rows, lambda probe: probe[3].partition(" && ")[2]):
            yield f"        if ({valid or 'true'}) {{"
            yield from (f"            differs |= (uint64_t)top->rtl_{name} ^ (uint64_t)({model});"
                        for _, name, _, _, _, model in same)
            yield "        }"
        yield "    }"


def code(probes, config, values):
    name = os.path.basename(config)
    yield f"/* Made by scripts/probes.py from tb/probes.txt and {name}. */"
    yield f'static const char NT_CONFIG_NAME[] = "{os.path.splitext(name)[0]}";'
    for key in values:
        yield f"enum {{ NT_{key} = {values[key]} }};"
    yield "static const nt_probe probe_list[] = {"
    for group, name, bits, *_ in probes:
        yield f'    {{"{group}", "{name}", {bits}}},'
    yield "};\n"
    yield "static inline uint64_t probes_differ(const Top *top, const nt_bench_view *b) {"
    yield "    PROBE_VIEWS"
    yield "    uint64_t differs = 0;"
    yield from compare(probes)
    yield "    return differs;\n}\n"
    yield "static void probes_read(const Top *top, const nt_bench_view *b, nt_probe_value *value) {"
    yield "    PROBE_VIEWS"
    for index, (_, name, bits, valid, _, model) in enumerate(probes):
        yield (f"    value[{index}] = probe_value(top->rtl_{name}, {valid or 'true'}, "
               f"[&] {{ return (uint64_t)({model}); }});")
    yield "}\n"
    yield "#ifdef NT_WAVES"
    yield "static void probes_show(Top *top, const nt_probe_value *value) {"
    for index, (_, name, *_) in enumerate(probes):
        yield f"    set(top->model_{name}, value[{index}].model);"
    yield "}\n#endif"


def write(directory, name, lines):
    with open(os.path.join(directory, name), "w", encoding="utf-8") as out:
        out.writelines(line + "\n" for line in lines)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.strip())
    source, config, directory = sys.argv[1:]
    values = parameters(config)
    probes = read(source, values)
    write(directory, "probe_ports.vh", ports(probes, values))
    write(directory, "probe_assigns.vh", assigns(probes))
    write(directory, "probes.inc", code(probes, config, values))


main()
