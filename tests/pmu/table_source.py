# SPDX-License-Identifier: Apache-2.0
"""The rows as C for tests/pmu/table.h:

    python3 -m tests.pmu.table_source XLEN
"""
import sys

from tests.pmu.cases import all_rows
from tests.pmu.vocabulary import NEEDS, PLATFORMS, Halves, resolved


def plain_steps(row, xlen):
    """Steps of the row as the interpreter takes them."""
    if not row.is_for(xlen):
        return []
    return [part for step in row.steps
            for part in (step.parts(xlen) if isinstance(step, Halves) else [step])]


def c_step(step, xlen):
    words, relative = step.words(xlen)
    number, error, mask = (resolved(n, xlen) for n in (step.number, step.error, step.mask))
    value = 0 if step.value is None else resolved(step.value, xlen) & mask
    words = [f"{word:#x}" for word in words + [0] * (6 - len(words))]
    return (f"{{NT_STEP_{step.kind}, {relative:#x}, {int(step.value is None)}, "
            f"{number:#x}, "
            f"{{{', '.join(words)}}}, {error:#x}, {value:#x}, {mask:#x}}}")


def bits(names, of):
    return sum(1 << of.index(name) for name in names)


def source(xlen):
    yield '#include "tests/pmu/table.h"\n'
    steps, heads = [], []
    for row in all_rows():
        mine = [c_step(step, xlen) for step in plain_steps(row, xlen)]
        heads.append(f'    {{"{row.name}", steps + {len(steps)}, {len(mine)}, '
                     f"{bits(row.needs, NEEDS):#x}, {PLATFORMS.index(row.platform)}}},")
        steps += mine
    yield "static const struct nt_step steps[] = {"
    yield from (f"    {step}," for step in steps)
    yield "};\n\nconst struct nt_case nt_cases[] = {"
    yield from heads
    yield "};\n"
    yield "const unsigned nt_case_count = sizeof nt_cases / sizeof *nt_cases;"


if __name__ == "__main__":
    print("\n".join(source(int(sys.argv[1]))))
