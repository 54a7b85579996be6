# SPDX-License-Identifier: Apache-2.0
"""Faults as changes of text in a copy of sources; those of the RTL all in one copy, chosen at run time."""
import difflib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from scripts import rtl_mutants
from scripts.verilog import Bad, Reader
from tests.lib.catalogue import ROOT


def changed(source, old, new):
    """The text in which `old`, that is there once, is `new`."""
    if source.count(old) != 1:
        raise AssertionError(f"{source.count(old)} times: {old}")
    return source.replace(old, new)


def put_fault(folder, file, old, new):
    """In a file of a copy: `old`, that is there once, becomes `new`."""
    path = Path(folder) / file
    path.write_text(changed(path.read_text(encoding="utf-8"), old, new), encoding="utf-8")


def put_patch(folder, patch):
    subprocess.run(["patch", "-s", "-p1", "-d", folder, "-i", os.path.abspath(patch)], check=True)


class _Places(rtl_mutants.Finder):
    """The statements of a module, and its expressions as wholes: what can be another at run time."""

    def add(self, *_):
        pass

    def expression(self, node):
        self.source.places.append(rtl_mutants.Place(node.begin, node.end))

    def condition(self, node, as_it_is=False):
        self.expression(node)

    def statement(self, sure=True):
        begin = self.reader.next.begin
        super().statement(sure)
        end = self.reader.tokens[self.reader.at - 1].end
        self.source.places.append(rtl_mutants.Place(begin, end, True))


def _changes(old, new):
    """What is another in `new`: begin and end in `old`, and how much longer it is then."""
    lines = old.splitlines(True), new.splitlines(True)
    starts = [[sum(map(len, text[:n])) for n in range(len(text) + 1)] for text in lines]
    for kind, *where in difflib.SequenceMatcher(None, *lines, False).get_opcodes():
        if kind != "equal":
            begin, end = starts[0][where[0]], starts[0][where[1]]
            texts = old[begin:end], new[starts[1][where[2]]:starts[1][where[3]]]
            before = len(os.path.commonprefix(texts))
            rest = [text[before:][::-1] for text in texts]
            yield begin + before, end - len(os.path.commonprefix(rest)), len(texts[1]) - len(texts[0])


def _is_expression(text):
    try:
        reader = Reader(text)
        reader.expression()
        return reader.next.kind == "end"
    except Bad:
        return False


def _add_choice(source, number, new):
    """The smallest places that hold what is another in `new` are so with the fault of this number."""
    changes = list(_changes(source.text, new))
    for begin, end, _ in changes:
        for place in sorted(source.places, key=lambda one: one.end - one.begin):
            first = place.begin + sum(more for at, _, more in changes if at < place.begin)
            last = place.end + sum(more for at, _, more in changes if at <= place.end)
            if place.begin <= begin and end <= place.end and \
                    (place.statement or _is_expression(new[first:last])):
                if all(mutant.number != number for mutant in place.mutants):
                    place.mutants.append(rtl_mutants.Mutant(
                        source.path, "", 0, new[first:last], number))
                break
        else:
            raise AssertionError(f"cannot be chosen at run time: {source.text[begin:end]}")


def put_choices(folder, faults, roots=("rtl",)):
    """Puts into copies of roots in folder, rtl/ among them, all of the faults, functions that put one into the
    copy that they get. Number N of them, from 1 on, is there in a run with NT_MUTANT=N, none with 0."""
    sources = {}
    for number, put in enumerate(faults, 1):
        with tempfile.TemporaryDirectory() as copy:
            for root in roots:
                shutil.copytree(ROOT / root, Path(copy) / root)
            put(copy)
            for path in (path for root in roots for path in (ROOT / root).rglob("*.v*")):
                name, old = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
                text = (Path(copy) / name).read_text(encoding="utf-8")
                if text != old:
                    if name not in sources:
                        sources[name] = _Places(name, old).module()
                    _add_choice(sources[name], number, text)
    for name, source in sources.items():
        source.places = [place for place in source.places if place.mutants]
        (Path(folder) / name).write_text(rtl_mutants.copy_of(source), encoding="utf-8")
    shutil.copy(ROOT / "tests/mutation/nt_mutants.vh", Path(folder) / "rtl")


def chosen(number):
    """The environment in which that fault is there."""
    return {**os.environ, "NT_MUTANT": str(number)}
