#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make alike-pairs: finds which errors of the golden model are which errors of the RTL.

Builds the lockstep of a unit over copies of rtl/ and model/ that have all mutants, and lets each run
alone: where RTL and model first differ, and in what, is its print. An error of the RTL and one of the
model, made by the same operator, whose prints are each other's mirror with every seed, may be the same
error. Both together then run, and must not differ: a pair. Of several the one whose lines have more
words in common is kept; each error is in one pair. tests/mutation/pairs has what was found.
"""
import argparse
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import alike, model_mutants, mutation, rtl_mutants  # noqa: E402 (the path comes first)

LEAST = 0.05  # of the words of two lines are in both: fewer, and it were chance
HEAD = """# Errors that RTL and golden model can have alike, shown by the lockstep {key}: the line of the model, that of
# the RTL. Made by `make alike-pairs ALIKE={key}`.
"""


def write_copies(folder, rtl, model):
    """Below `folder`: rtl/ and model/ with all of these mutants."""
    mutation.write_copy(rtl, "rtl", folder)
    alike.write_model(folder, model)


class Prints:
    """What runs of the bench show of mutants."""

    def __init__(self, bench, unit, jobs):
        self.bench = bench
        self.unit = unit
        self.pool = ThreadPoolExecutor(jobs)

    def difference(self, words, rtl, model):
        return alike.difference(self.bench, words, rtl and rtl.number, model and model.number)

    def of(self, mutants, is_rtl):
        """By operator and print those mutants of a side that have one by the first seed."""
        found, words = {}, self.unit.words(0)
        seen = self.pool.map(lambda one: self.difference(words, *((one, 0) if is_rtl else (0, one))), mutants)
        for mutant, one in zip(mutants, seen):
            if one and one.values:
                found.setdefault((mutant.kind, one if is_rtl else one.mirrored()), []).append(mutant)
        return found

    def are_alike(self, rtl, model):
        """Whether both together never differ, though their verdict may be that something is wrong; and by the
        other seeds each alone shows what mirrors the other."""
        runs = [*map(self.unit.words, range(alike.SEEDS)), *self.unit.more]
        for number, words in enumerate(runs):
            both = self.difference(words, rtl, model)
            if both and not both.is_verdict:
                return False
            if 0 < number < alike.SEEDS:
                left, right = self.difference(words, rtl, 0), self.difference(words, 0, model)
                if left != (right and right.mirrored()):
                    return False
        return True

    def alike(self, candidates):
        return [pair for pair, are in zip(candidates, self.pool.map(lambda pair: self.are_alike(*pair), candidates))
                if are]


def words_of(text):
    """What a line is about."""
    text = re.sub(r"^\S+: ", "", text).lower()
    return set(re.findall(r"[a-z]+\d*|\d+", re.sub(r"\b(s|in|state|reg|nt|dut)\b|_reg\b", " ", text.replace("_", " "))))


def likeness(rtl, model):
    left, right = words_of(rtl.text), words_of(model.text)
    return len(left & right) / max(1, len(left | right))


def choose(pairs, taken):
    """Each error once, the likest lines first, and none of those that are taken."""
    chosen = []
    for rtl, model in sorted(pairs, key=lambda pair: (-likeness(*pair), pair[1].text, pair[0].text)):
        if rtl.text not in taken and model.text not in taken:
            taken |= {rtl.text, model.text}
            chosen.append((rtl, model))
    return chosen


def find(unit, folder, jobs):
    """The pairs of a unit, (error of the RTL, error of the model)."""
    rtl, model = rtl_mutants.find(more=True), model_mutants.find()
    write_copies(folder, rtl, model)
    bench = alike.bench_of(unit, folder)
    bench.build()
    if alike.difference(bench, unit.words(0), 0, 0) is not None:
        sys.exit(f"alike_find.py: without a mutant {bench.name} is not content")
    prints = Prints(bench, unit, jobs)
    of_rtl = prints.of([one for one in bench.has([one for source in rtl.values() for one in source.mutants()])
                        if one.path in bench.files and one.path.startswith(unit.rtl)], True)
    of_model = prints.of([one for source in model.values() for one in source.mutants.values()
                          if one.path.startswith(unit.models) and not one.alone], False)
    candidates = [(left, right) for key, some in of_rtl.items() for left in some for right in of_model.get(key, [])
                  if likeness(left, right) >= LEAST]
    found = prints.alike(candidates)
    others = [pair for other in alike.UNITS if other is not unit for pair in alike.pairs_of(other)]
    chosen = choose(found, {text for pair in others for text in (pair.model, pair.rtl)})
    print(f"{unit.key}: {sum(map(len, of_rtl.values()))} errors of the RTL, {sum(map(len, of_model.values()))} of "
          f"the model show; {len(candidates)} may be pairs, {len(found)} are, {len(chosen)} kept", flush=True)
    return chosen


def write(unit, found):
    found = sorted(found, key=lambda pair: (pair[1].path, pair[1].begin, pair[1].text))
    text = "".join(f"\n{model.text}\n{rtl.text}\n" for rtl, model in found)
    unit.path.write_text(HEAD.format(key=unit.key) + text, encoding="ascii")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("unit", nargs="*", help="NAME-BUILD: of these alone")
    parser.add_argument("--gone", action="store_true", help="leave out pairs whose lines are no more, and find none")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="at once (%(default)s)")
    parser.add_argument("--out", default="build/alike-find", metavar="DIR", help="where to build")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    if arguments.gone:
        model, rtl = alike.of_both()
    for unit in alike.UNITS:
        if arguments.gone and unit.path.exists():
            write(unit, [(rtl[pair.rtl], model[pair.model]) for pair in alike.pairs_of(unit)
                         if pair.rtl in rtl and pair.model in model])
        elif not arguments.gone and (not arguments.unit or unit.key in arguments.unit):
            write(unit, find(unit, Path(arguments.out), arguments.jobs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
