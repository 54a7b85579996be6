# SPDX-License-Identifier: Apache-2.0
"""What a tandem trace says that can be read and is wrong (chapter 3): only unambiguous changes, and
which field needs or excludes which. Reading goes on behind each."""
from tests.tandem.decoder import REGISTER, Problem

X0 = 0x1000
# CSRs that show the same state: fcsr is fflags and frm; sstatus, sie, sip are of mstatus, mie, mip
SAME = {0x003: {0x001, 0x002}, 0x100: {0x300}, 0x104: {0x304}, 0x144: {0x344}}
MEMORY_OR_NONE = {"request", "response", "reset", "initialization"}


def _elements(field):
    """What of the state a field changes: each of them once in a group."""
    if field.kind in REGISTER.values():
        return SAME.get(field.key, {field.key})
    if field.kind in MEMORY_OR_NONE:
        return set()
    return {"pc" if field.kind == "increment" else field.kind}


def _of_group(group):
    kinds, changed = {field.kind for field in group.fields}, set()
    for field in group.fields:
        if changed & _elements(field):
            yield Problem("changed twice", field.offset)
        changed |= _elements(field)
        if field.kind == "increment" and not (group.inside and "instruction" in kinds):
            yield Problem("increment without instruction", field.offset)
        if field.kind == "initialization" and not group.inside:
            yield Problem("initialization outside a group", field.offset)
        if field.kind == "initialization" and kinds & {"instruction", "reset"}:
            yield Problem("initialization with execution", field.offset)
        if field.kind in REGISTER.values() and field.key == X0 and field.value != 0:
            yield Problem("x0 is not 0", field.offset)


def violations(trace):
    """In the order of the stream."""
    found = [Problem("end without begin", offset) for offset in trace.stray_ends]
    for group in trace.groups:
        found += _of_group(group)
    return sorted(found, key=lambda problem: problem.offset)


def warnings(trace):
    """An opcode that the instruction's low two bits contradict; the opcode counts."""
    return [Problem("size of instruction", field.offset) for group in trace.groups
            for field in group.fields
            if field.kind == "instruction" and (field.value & 3 == 3) != (field.key == 4)]
