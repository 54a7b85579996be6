"""The kinds of damage to streams of the encoder, for each the first vector that has it, and the rule that refuses it:

    python3 -m tests.sim.vectors.damage_table > tests/sim/vectors/damage.txt
"""
import re
import tempfile

from tests.lib.catalogue import ROOT
from tests.sim.vectors.damages import LOOSE, LOSSES, all_kinds
from tests.sim.vectors.streams import Judge, all_vectors

FILE = ROOT / "tests/sim/vectors/damage.txt"


def damaged(judge, vectors, name, damage):
    """Vectors that have the kind, and the bytes then."""
    for vector in vectors:
        if vector.has(*LOOSE) and not any(word in name for word in LOSSES):
            continue
        if getattr(damage, "of_bytes", False):
            data = damage(vector, judge.bytes_of(vector.head + vector.messages))
        else:
            other = damage(vector, list(vector.messages))
            data = judge.bytes_of(vector.head + other) if other not in (None, vector.messages) else None
        if data is not None:
            yield vector, data


def finding(judge, vector, data):
    """The rule that is broken; conformant: none is."""
    status, said = judge.judge_bytes(vector, data)
    rule = re.search(r"^  (\S+)  offset", said, re.M)
    return rule[1] if status == 1 and rule else "conformant" if status == 0 else said


def rows(judge, vectors):
    kinds = all_kinds()
    yield f"# {sum(map(len, kinds.values()))} kinds of damage to the encoder's streams: what is wrong, a vector that has it, the rule that finds it."
    yield "# Made by tests/sim/vectors/damage_table.py."
    for group, of_group in kinds.items():
        yield ""
        yield f"# {group}"
        for name, damage in of_group:
            vector, data = next(damaged(judge, vectors, name, damage), (None, None))
            found = "no vector has it" if vector is None else f"{vector.name:<44} {finding(judge, vector, data)}"
            yield f"{name:<66} {found}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print("\n".join(rows(Judge(folder), [vector for vector in all_vectors() if vector.messages])))
