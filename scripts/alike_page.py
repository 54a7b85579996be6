#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/alike.md: the pairs of tests/mutation/pairs in numbers, and those that nobody need see.

    alike_page.py > docs/alike.md
"""
import os
import sys
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import alike, mutation_model  # noqa: E402 (the path comes first)
from scripts.mutant_kinds import KINDS  # noqa: E402

HEAD = """\
# Errors alike

Where RTL and golden model are wrong alike, their lockstep is silent. `make mutation-alike NUMBER=n SEED=s` puts such errors in, one at a time, and asks [the witnesses](witnesses.md#errors-that-rtl-and-model-share) alone: {pairs} pairs of an error of the model and an error of the RTL, made by one set of operators ([mutant_kinds.py](../scripts/mutant_kinds.py)) in corresponding lines. The last line is `N mutants, N seen, N explained, N survive`; `NUMBER=0` judges all, and a pair that survives is printed with both of its lines.

The pairs stand in [tests/mutation/pairs](../tests/mutation/pairs), a file for each lockstep. `make alike-pairs` finds them: it lets each error of either side run alone, and where RTL and model then first differ, in which cycle and by which values, is the error's print. Two of the same operator whose prints mirror each other with {seeds} seeds then run together, and are a pair if the lockstep stays silent. So a pair does not rest on an opinion about which lines correspond: the lockstep cannot tell one side from the other. Of the RTL there are more errors here than `make mutation` makes: operands and terms that are missing and other constants, as the model has them. `make alike-gone` leaves out pairs whose lines have changed since.

Since both sides then do the same in each cycle, the model in the place of both is judged, without RTL, as `make mutation-model` does. That this is the same is shown by [alike_test.py](../tests/faults/alike_test.py), for one lockstep by day and for all by night: over RTL and model with the pairs in them, the comparison sees the error of the RTL alone and that of the model alone; with both it sees nothing, and what the bench then says of them, in which cycle, is word for word what it says of the model in the place of both.

{pairs} pairs, of {lines} pairs of lines; {seen} must be seen, {explained} are explained ({percent:.1f} %), none survives. The page is made by `scripts/alike_page.py`.

| lockstep | model | RTL | pairs | explained |
| --- | --- | --- | --- | --- |
"""
OPERATORS = """
| operator | pairs |
| --- | --- |
"""
LIST = """
## Explained

What need not be seen, by the line of the model and that of the RTL. The reasons are those of [model-explained.txt](../tests/faults/model-explained.txt).

| error of the model | error of the RTL | why it makes no difference, or a legal one |
| --- | --- | --- |
"""
OPEN = """
## Open

Many errors have no partner on the other side, since the two are written otherwise: of `nt_tv_rvfi` 406 errors of the RTL and 357 of the model show, 162 are pairs. What only other builds have, such as the addresses of RV64 in the encoder, is in no pair.
"""


def reasons():
    """By explained mutant its reason."""
    found = {}
    for block in mutation_model.explained_file("alike").read_text(encoding="ascii").split("\n\n"):
        lines = block.splitlines()
        reason = " ".join(line for line in lines if not line.startswith("model/")).rstrip(":")
        found.update(dict.fromkeys((line for line in lines if line.startswith("model/")), reason))
    return found


def code(text):
    """In a cell of a table."""
    return "`" + text.replace("|", "\\|") + "`"


def folder(text):
    return "/".join(text.split(":")[0].split("/")[:2])


def page():
    pairs, why = alike.pairs(), reasons()
    model, rtl = alike.of_both()
    listed = [pair for pair in pairs if pair.model in why]
    lines = alike.lines_of(pairs, model, rtl)
    yield HEAD.format(pairs=len(pairs), seeds=alike.SEEDS, lines=len(lines), seen=len(pairs) - len(listed),
                      explained=len(listed), percent=100 * len(listed) / len(pairs))
    for unit in alike.UNITS:
        own = [pair for pair in pairs if pair.unit is unit]
        if not own:
            continue
        folders = [", ".join(f"`{one}`" for one in sorted({folder(getattr(pair, side)) for pair in own}))
                   for side in ("model", "rtl")]
        yield f"| `{unit.key}` | {' | '.join(folders)} | {len(own)} | {sum(pair in listed for pair in own)} |\n"
    yield OPERATORS
    kinds = Counter(model[pair.model].kind for pair in pairs)
    yield from (f"| {what} | {kinds[kind]} |\n" for kind, what in KINDS.items() if kinds[kind])
    yield LIST
    yield from (f"| {code(pair.model)} | {code(pair.rtl)} | {why[pair.model]} |\n" for pair in listed)
    yield OPEN


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.stdout.writelines(page())
