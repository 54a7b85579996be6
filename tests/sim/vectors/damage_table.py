# SPDX-License-Identifier: Apache-2.0
"""The kinds of damage to what a unit sends, for each the first vector that has it, and the rule that refuses it:

    python3 -m tests.sim.vectors.damage_table     writes damage*.txt
"""
import re
import tempfile
from pathlib import Path

from tests.lib.bench import run
from tests.lib.catalogue import ROOT
from tests.sim.vectors import answer_damages, damages, tv_damages, tv_streams
from tests.sim.vectors.answers_of import answers
from tests.sim.vectors.streams import Judge, all_vectors

FOLDER = ROOT / "tests/sim/vectors"
NO_VECTOR = "no vector has it"


def verdict(status, said):
    """The rule that is broken; conformant: none is."""
    rule = re.search(r"^  (\S+)  offset", said, re.M)
    return rule[1] if status == 1 and rule else "conformant" if status == 0 else said


# ---- the encoder: `judge` is a Judge, `vectors` are its ----

def damaged(judge, vectors, name, damage):
    """Vectors that have the kind, and the bytes then."""
    for vector in vectors:
        if vector.has(*damages.LOOSE) and not any(word in name for word in damages.LOSSES):
            continue
        if getattr(damage, "of_bytes", False):
            data = damage(vector, judge.bytes_of(vector.head + vector.messages))
        else:
            other = damage(vector, list(vector.messages))
            data = judge.bytes_of(vector.head + other) if other not in (None, vector.messages) else None
        if data is not None:
            yield vector, data


def of_encoder(folder):
    judge, vectors = Judge(folder), [vector for vector in all_vectors() if vector.messages]

    def find(name, damage):
        vector, data = next(damaged(judge, vectors, name, damage), (None, None))
        return None if vector is None else (vector.name, verdict(*judge.judge_bytes(vector, data)))
    return damages.all_kinds(), find


# ---- the tandem encoder ----

def of_tandem(folder):
    paths = [path for path in sorted(tv_streams.FOLDER.glob("*.pins")) if path.stem != tv_damages.SAME_AGAIN]
    streams = [(path, tv_streams.Stream(path)) for path in paths]

    def find(_, damage):
        for path, stream in streams:
            groups = damage([[*group] for group in stream.groups])
            if groups is not None and groups != stream.groups:
                status, said = tv_streams.judge(Path(folder), path, stream, groups)
                if status is not None:
                    return path.stem, verdict(status, said)
        return None
    return tv_damages.all_kinds(), find


# ---- units that answer ----

def of_answers(folder):
    place = Path(folder) / "answers"
    units = {name: unit for unit, kinds in answer_damages.all_kinds().items() for name, _ in ((f"{unit}: {name}", 0) for name, _ in kinds)}

    def find(name, damage):
        for path in sorted((ROOT / "tests/vectors" / units[name]).glob("*.pins")):
            expected = answers(path)
            good = [forms[0][0] for forms in expected]
            lines = damage(list(good), expected) if good else None
            if lines is not None and lines != good:
                place.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
                done = run("vectors", "judge", path, "--bytes", place)
                return path.stem, "stream.empty" if not lines and done.returncode == 1 else verdict(done.returncode, done.stdout + done.stderr)
        return None
    return {unit: [(f"{unit}: {name}", damage) for name, damage in kinds] for unit, kinds in answer_damages.all_kinds().items()}, find


ENCODER, TANDEM, ANSWERS = "damage.txt", "damage-tv.txt", "damage-answers.txt"
TABLES = {ENCODER: ("the encoder's streams", of_encoder), TANDEM: ("tandem traces", of_tandem), ANSWERS: ("answers", of_answers)}


def rows(table):
    of_what, open_table = TABLES[table]
    with tempfile.TemporaryDirectory() as folder:
        kinds, find = open_table(folder)
        lines = []
        for group, of_group in kinds.items():
            there = [(name, find(name, damage)) for name, damage in of_group]
            lines += ["", f"# {group}", *(f"{name:<66} {place[0]:<44} {place[1]}" for name, place in there if place is not None)]
    number = sum(bool(line) and line[0] != "#" for line in lines)
    yield f"# {number} kinds of damage to {of_what}: what is wrong, a vector that has it, the rule that finds it."
    yield "# Made by tests/sim/vectors/damage_table.py."
    yield from lines


def found(table):
    """What is found now, what the file has, and how it is made."""
    return "\n".join(rows(table)) + "\n", (FOLDER / table).read_text(encoding="ascii"), "python3 -m tests.sim.vectors.damage_table writes it"


if __name__ == "__main__":
    for name in TABLES:
        (FOLDER / name).write_text("\n".join(rows(name)) + "\n", encoding="ascii")
