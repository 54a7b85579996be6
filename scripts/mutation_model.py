#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make mutation-model, mutation-alike, mutation-pmu: does anybody notice an error in C?

Of the golden model, one that RTL and model share (--of alike: one of the pairs of tests/mutation/pairs,
whose line of the RTL is known, and whose lockstep has been shown to be silent); of the SBI PMU library
(--of pmu), one in its code for RV64, RV32 or an older SBI, which the table of cases, the witness of
random calls and the calls of perf judge. What follows is said of the model.

Puts one error at a time into the C of model/ (scripts/model_mutants.py), in the place of RTL and
model alike, and lets those judge it that know neither: round trip, rules, receivers, driver, lists
and worked examples typed from the specifications, byte limits, promises. A mutant that nobody sees
is an error that the two could have together unnoticed. tests/faults/model-explained.txt lists those
that make no difference, or a legal one, and why.

What came of a mutant is kept in build/mutation-model/results.txt, under a hash of the model, the
mutant and the judges, so that a run goes on where the one before ended.
"""
import argparse
import contextlib
import fcntl
import hashlib
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import alike, model_mutants, mutation, result_file  # noqa: E402 (the path comes first)
from tests.mutation import judges, pmu_judges  # noqa: E402

SURVIVES = "-"


@dataclass(frozen=True)
class Variant:
    """A build of what has the mutants, with all of them in it, and who judges it."""
    name: str
    folder: str
    judges: object
    flags: tuple = ()  # of the compiler
    target: str = "mutation-judges"  # of make: the judges over all mutants
    pattern: str = "**/*.[ch]"  # of the sources in the folder

    @property
    def out(self):
        return Path(f"build/mutation-{self.name}")

    @property
    def results(self):
        return self.out / "results.txt"


# What has mutants, by its folder. What the first variant does not see, the next ones may.
SUBJECTS = {
    "model": [Variant("model", "model", judges)],
    "alike": [Variant("model", "model", judges)],
    "pmu": [Variant(f"pmu{name}", "pmu", pmu_judges.Judges(name), flags, f"mutation-pmu{name}-judges", "*.[ch]")
            for name, flags in pmu_judges.VARIANTS.items()],
}


def explained_file(subject):
    return Path(f"tests/faults/{SUBJECTS[subject][0].folder}-explained.txt")


def explained(subject):
    """The mutants that are listed; a line that ends with ':' is the reason of those below it."""
    lines = explained_file(subject).read_text(encoding="ascii").splitlines()
    return {line for line in lines if re.match(rf"{SUBJECTS[subject][0].folder}/\S+: \S+: ", line)}


@contextlib.contextmanager
def alone_in(folder):
    """Nobody else builds there meanwhile: mutants of the model and of pairs have the same judges."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def build(variant, sources):
    """The library with all mutants, and the judges over it."""
    with alone_in(variant.out):
        build_alone(variant, sources)


def build_alone(variant, sources):
    for path in (variant.out / variant.folder).rglob("*.c"):
        if str(path.relative_to(variant.out)) not in map(str, sources):
            path.unlink()  # of a file that is no more, or has another name
    for path, source in sources.items():
        mutation.write_if_other(variant.out / path, model_mutants.schemata(source))
    done = subprocess.run(["make", "-s", "SETUP=no", variant.target], check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"mutation_model.py: the judges cannot be built:\n{done.stderr}")


def library_of(source, mutant):
    """Of a mutant in a table of constants of the model: a library of its own. None if it does not
    compile."""
    out = SUBJECTS["model"][0].out
    folder = out / "alone" / str(os.getpid())
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / "mutant.c"
    copy.write_text(model_mutants.alone(source, mutant), encoding="ascii")
    objects = [str(path) for path in sorted(out.glob("model/**/*.o"))
               if path != (out / source.path).with_suffix(".o")]
    done = subprocess.run(
        ["gcc", "-std=c11", "-D_GNU_SOURCE", "-w", "-O1", "-fPIC", "-shared",
         "-Wl,-soname,libmodel.so", "-I.", "-Iinclude",
         f"-I{Path(source.path).parent}", str(copy), *objects, str(out / "mutant.o"), "-o",
         str(folder / "libmodel.so")], check=False, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    return folder if done.returncode == 0 else None


def judge_one(order_of, source, mutant, first, quick):
    """Who sees it: the name of a judge, or SURVIVES. `first`: who saw it the last time."""
    environment = {"NT_MUTANT": str(mutant.number)}
    if mutant.alone:
        folder = library_of(source, mutant)
        if folder is None:
            return "compiler"
        environment = {"NT_MUTANT": "0", "LD_LIBRARY_PATH": str(folder)}
    order = order_of(mutant.path, quick)
    order.sort(key=lambda judge: judge.name != first)
    for judge in order:
        if not judge.is_content(environment):
            return judge.name
    return SURVIVES


def hash_of(*texts):
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text if isinstance(text, bytes) else text.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:24]


class Results:
    """What came of mutants, by the hash of all that decides about it, and by their text alone."""

    def __init__(self, variant, text):
        self.variant = variant
        self.base = hash_of(text, *(path.read_bytes() for path in variant.judges.files()))
        self.known = {}
        self.last = {}
        if variant.results.exists():
            for line in variant.results.read_text(encoding="ascii").splitlines():
                key, judge, text = line.split(" ", 2)
                self.known[key] = judge
                self.last[text] = judge

    def key(self, mutant):
        return hash_of(self.base, mutant.text)

    def keep(self, mutant, judge):
        self.write(self.key(mutant), judge, mutant.text)

    def write(self, key, judge, text):
        with self.variant.results.open("a", encoding="ascii") as file:
            file.write(f"{key} {judge} {text}\n")

    def complaints(self):
        """The judge who is not content with the model without a mutant, or SURVIVES."""
        key = hash_of(self.base, "no mutant")
        if key not in self.known:
            self.known[key] = self.variant.judges.complaints() or SURVIVES
            self.write(key, self.known[key], "no mutant")
        return self.known[key]


class Progress:
    """On standard error: how far it is."""

    def __init__(self, total):
        self.total = total
        self.done = 0
        self.start = time.monotonic()

    def step(self):
        self.done += 1
        if self.done % 100 == 0 or self.done == self.total:
            seconds = time.monotonic() - self.start
            print(f"{self.done} of {self.total} judged, {seconds:.0f} s", file=sys.stderr, flush=True)


def judge_all(sources, drawn, results, jobs, quick):
    """By mutant who saw it."""
    found = {mutant.number: results.known[results.key(mutant)] for mutant in drawn
             if results.key(mutant) in results.known}
    left = [mutant for mutant in drawn if mutant.number not in found]
    print(f"{len(found)} are known from before", file=sys.stderr)
    progress = Progress(len(left))
    with ProcessPoolExecutor(jobs) as pool:
        waiting = {pool.submit(judge_one, results.variant.judges.order, sources[mutant.path], mutant,
                               results.last.get(mutant.text), quick): mutant for mutant in left}
        for future in as_completed(waiting):
            mutant = waiting[future]
            found[mutant.number] = future.result()
            if found[mutant.number] == SURVIVES:
                print(f"nobody saw {mutant.text}", file=sys.stderr, flush=True)
            if not quick or found[mutant.number] != SURVIVES:
                results.keep(mutant, found[mutant.number])
            progress.step()
    return found


def report(subject, drawn, found, verbose):
    """Prints what came of them, by their texts. How many survive."""
    listed = explained(subject)
    rtl = {pair.model: pair.rtl for pair in alike.pairs()} if subject == "alike" else {}
    by_judge = {}
    survivors = explained_count = 0
    for text in drawn:
        judge = found[text]
        if judge != SURVIVES:
            by_judge[judge] = by_judge.get(judge, 0) + 1
            if text in listed:
                print(f"seen by {judge}, though explained: {text}")
            elif verbose:
                print(f"seen by {judge}: {text}")
        elif text in listed:
            explained_count += 1
        else:
            survivors += 1
            print(f"SURVIVES: {text}")
            if rtl:
                print(f"    alike {rtl[text]}")
    for judge, number in sorted(by_judge.items(), key=lambda one: -one[1]):
        print(f"{number:6} {judge}")
    print(f"{len(drawn)} mutants, {sum(by_judge.values())} seen, {explained_count} explained, "
          f"{survivors} survive")
    return {"mutants": len(drawn), "seen": sum(by_judge.values()), "explained": explained_count,
            "survivors": survivors}


def texts_of(subject, builds):
    """The mutants that there are, each once."""
    there = dict.fromkeys(mutant.text for sources in builds.values() for source in sources.values()
                          for mutant in source.mutants.values())
    if subject != "alike":
        return there
    paired = [pair.model for pair in alike.pairs()]
    gone = [text for text in paired if text not in there]
    if gone:
        sys.exit("mutation_model.py: not in the model (make alike-gone leaves them out, make alike-pairs finds "
                 "pairs anew):\n" + "\n".join(gone))
    return paired


def draw(texts, arguments):
    """By a hash of seed and text, so that others draw the same where the code changes elsewhere."""
    drawn = [text for text in texts if arguments.match in text]
    print(f"seed {arguments.seed}, {len(drawn)} mutants to draw from")
    drawn.sort(key=lambda text: hash_of(str(arguments.seed), text))
    return drawn[:arguments.number] if arguments.number else drawn


def judge_variant(variant, sources, drawn, arguments, quick):
    """By the text of a mutant who saw it in this build."""
    build(variant, sources)
    results = Results(variant, "".join(source.text for source in sources.values()))
    wrong = results.complaints()
    if wrong != SURVIVES:
        print(f"mutation_model.py: without a mutant {wrong} is not content", file=sys.stderr)
        sys.exit(2)
    mutants = [mutant for source in sources.values() for mutant in source.mutants.values()
               if mutant.text in drawn]
    found = judge_all(sources, mutants, results, arguments.jobs, quick)
    return {mutant.text: found[mutant.number] for mutant in mutants}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="which mutants are drawn (%(default)s)")
    parser.add_argument("--number", type=int, default=40, help="how many; 0: all (%(default)s)")
    parser.add_argument("--match", default="", help="only mutants with this in their text")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="at once (%(default)s)")
    parser.add_argument("--list", action="store_true", help="print the mutants, and judge none")
    parser.add_argument("--verbose", action="store_true", help="print the mutants that are seen too")
    parser.add_argument("--quick", action="store_true",
                        help="without the judges that take long; survivors are not kept")
    parser.add_argument("--blind", action="store_true",
                        help="nobody judges: shows that mutants then survive")
    parser.add_argument("--of", choices=SUBJECTS, default="model", help="what has the mutants (%(default)s)")
    result_file.add_option(parser)
    arguments = parser.parse_args()
    builds = {variant: model_mutants.find(Path(variant.folder), variant.flags, variant.pattern)
              for variant in SUBJECTS[arguments.of]}
    drawn = draw(texts_of(arguments.of, builds), arguments)
    if arguments.list:
        print("\n".join(drawn))
        return 0
    found = dict.fromkeys(drawn, SURVIVES)
    # Every build is asked what costs little before one is asked what takes long.
    for quick in [True] if arguments.quick else [False] if len(builds) == 1 else [True, False]:
        for variant, sources in builds.items():
            left = {text for text in drawn if found[text] == SURVIVES}
            if left and not arguments.blind:
                found.update(judge_variant(variant, sources, left, arguments, quick))
    figures = report(arguments.of, drawn, found, arguments.verbose)
    left = figures["survivors"]
    result_file.write(arguments.results, f"mutation-{arguments.of}", figures,
                      f"{left} mutants survive" if left else None)
    return 0 if left == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
