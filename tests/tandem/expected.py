# SPDX-License-Identifier: Apache-2.0
"""What `ntrace tv dump --json` has to show of a trace, from the second decoder: an object of each
group and of what lies between two. Registers by their addresses (names.py puts names back)."""
from tests.tandem.violations import violations, warnings

MODES = {0: "U", 1: "S", 3: "M"}
OPS = ["load", "store", "lr", "sc", "amo-swap", "amo-add", "amo-xor", "amo-and", "amo-or",
       "amo-min", "amo-max", "amo-minu", "amo-maxu", "fetch"]
ADDRESSES = {"physical": "paddr", "effective": "eaddr"}
VIOLATIONS = {"increment without instruction": "increment-alone", "end without begin": "end-alone",
              "initialization outside a group": "initialization-outside",
              "initialization with execution": "initialization-with-execution", "x0 is not 0": "x0"}


def _register(field):
    how = {"register": "value", "add": "add", "or": "or"}[field.kind]
    return {"name": field.key, how: field.value if how == "add" else hex(field.value)}


def _memory(field):
    if field.kind in ADDRESSES:
        return {"name": ADDRESSES[field.kind], "value": hex(field.value)}
    if field.kind == "store":
        return {"name": f"store{8 * field.key}", "value": hex(field.value)}
    if field.kind == "request":
        of = {"operation": OPS[field.key[0]], "size": 8 << field.key[1],
              "address": hex(field.value.address)}
    else:
        of = {"size": 8 << field.key, "result": "failure" if field.value.result else "success"}
    data = field.value.data
    return {"name": field.kind, **of, **({} if data is None else {"data": hex(data)})}


def _pc(group, before, xlen):
    """The pc behind the group, as far as it is clear; `before`: None where it is not known."""
    kinds = [field.kind for field in group.fields]
    lengths = [field.key for field in group.fields if field.kind == "instruction"]
    given = [field.value for field in group.fields if field.kind == "pc"]
    increments = kinds.count("increment")
    if len(given) + increments > 1 or len(lengths) > 1:
        return None
    if given:
        return given[0]
    if before is None or "reset" in kinds or (increments == 1) != (len(lengths) == 1):
        return None  # an instruction without a pc, too: partial trace
    if increments:
        return (before + lengths[0]) % (1 << xlen) if group.inside else None
    return before


def _object(offset, group):
    """All but pc, violations and warnings."""
    shown = {"offset": offset, "group": bool(group and group.inside), "insn": None, "registers": [],
             "csrs": [], "memory": [], "privilege": None}
    for field in group.fields if group else []:
        if field.kind in ("register", "add", "or"):
            shown["csrs" if field.key < 0x1000 else "registers"].append(_register(field))
        elif field.kind in (*ADDRESSES, "store", "request", "response"):
            shown["memory"].append(_memory(field))
        elif field.kind == "instruction":
            shown["insn"] = f"0x{field.value:0{2 * field.key}x}"
        elif field.kind == "privilege":
            shown["privilege"] = MODES[field.value]
        elif field.kind in ("mtime", "pc physical"):
            shown[{"mtime": "mtime"}.get(field.kind, "pc_paddr")] = hex(field.value)
        elif field.kind in ("reset", "initialization"):
            shown[field.kind] = True
    return shown


def _parts(trace):
    """(offset, Group or None): ends without a begin are in what lies between two groups."""
    parts = []
    for offset, group in sorted([(offset, None) for offset in trace.stray_ends] +
                                [(group.offset, group) for group in trace.groups],
                                key=lambda part: part[0]):
        if parts and not (group and group.inside) and not (parts[-1][1] and parts[-1][1].inside):
            parts[-1] = parts[-1][0], parts[-1][1] or group
        else:
            parts.append((offset, group))
    return parts


def _named(problem, kinds):
    if problem.name == "changed twice":
        name = {"pc": "pc-twice", "increment": "pc-twice", "instruction": "two-instructions"}.get(
            kinds[problem.offset], "twice")
    else:
        name = VIOLATIONS[problem.name]
    return problem.offset, name


def _sizes(trace):
    """Responses with another size than their request's: a rule of ntrace, not of the text."""
    for group in trace.groups:
        for before, field in zip(group.fields, group.fields[1:]):
            if field.kind == "response" and field.key != before.key[1]:
                yield field.offset, "response-size"


def violations_of(trace):
    """(offset, name) of each, as ntrace names them."""
    kinds = {field.offset: field.kind for group in trace.groups for field in group.fields}
    return [_named(problem, kinds) for problem in violations(trace)] + list(_sizes(trace))


def json_of(trace, parameters):
    parts, bad = _parts(trace), violations_of(trace)
    odd = [(problem.offset, "instruction-length") for problem in warnings(trace)]
    objects, pc = [], None
    for (offset, group), after in zip(parts, [*(offset for offset, _ in parts[1:]), float("inf")]):
        shown = _object(offset, group)
        pc = _pc(group, pc, parameters.xlen) if group else pc
        shown["pc"] = None if pc is None else hex(pc)
        for name, found in (("violations", bad), ("warnings", odd)):
            shown[name] = sorted(one for one in found if offset <= one[0] < after)
        objects.append(shown)
    return objects
