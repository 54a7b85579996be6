#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make mutation: does anybody notice when a line of the RTL is wrong?

Makes a copy of rtl/ with one error at each place (scripts/rtl_mutants.py), all of them chosen at run
time, and lets the lockstep benches run it with one at a time: first the bench of the part, then those
of encoder and system (tests/mutation/rtl_judges.py). A mutant that no bench notices is a survivor: a
hole in the tests, or a change that makes no difference. tests/faults/rtl-explained.txt lists those
that make none, and why.

What a bench said of a mutant is kept in build/mutation/results.txt, under a hash of all that decides
about it, so that a run goes on where the one before ended. The last line is
`N mutants, N seen, N explained, N survive`. Exit status 0: none survives; 1: some do; 2: usage, or a
bench that complains without a mutant.
"""
import argparse
import hashlib
import os
import re
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import result_file, rtl_mutants  # noqa: E402 (the path comes first)
from tests.mutation import rtl_judges  # noqa: E402

EXPLAINED = Path("tests/faults/rtl-explained.txt")
SEEN, UNSEEN, ABSENT = "seen", "unseen", "absent"


def explained():
    """The mutants that are listed; a line that ends with ':' is the reason of those below it."""
    lines = EXPLAINED.read_text(encoding="ascii").splitlines()
    return {line for line in lines if re.match(r"rtl/\S+: ", line)}


def hash_of(*texts):
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:24]


def write_if_other(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="ascii") != text:
        path.write_text(text, encoding="ascii")


def write_copy(sources, rtl, out):
    """The RTL with all mutants, out/rtl. What is as before stays untouched, so that benches are not
    built again."""
    texts = {Path(rtl_mutants.HEADER): rtl_judges.HEADER.read_text(encoding="ascii")}
    for path in Path(rtl).rglob("*"):
        if path.suffix in (".v", ".vh"):
            name = path.relative_to(rtl)
            source = sources.get(f"rtl/{name}")
            texts[name] = rtl_mutants.copy_of(source) if source else path.read_text(encoding="ascii")
    for name, source in sources.items():
        if name.startswith("tb/"):  # found in the copy before it is found in the unit's folder
            texts[Path(name).relative_to("tb")] = rtl_mutants.copy_of(source)
    for path in out.glob("rtl/**/*.v*"):
        if path.relative_to(out / "rtl") not in texts:
            path.unlink()
    for name, text in texts.items():
        write_if_other(out / "rtl" / name, text)
    return hash_of(*(f"{name}\0{text}" for name, text in sorted(texts.items())))


class Results:
    """What benches said of mutants, by the hash of all that decides about it."""

    def __init__(self, path, rtl):
        self.path = path
        self.rtl = rtl  # the hash of the copy
        self.known = {}
        if path.exists():
            for line in path.read_text(encoding="ascii").splitlines():
                key, verdict, _ = line.split(" ", 2)
                self.known[key] = verdict

    def key(self, digest, text):
        return hash_of(self.rtl, digest, text)

    def get(self, digest, text):
        return self.known.get(self.key(digest, text))

    def keep(self, digest, text, verdict):
        self.known[self.key(digest, text)] = verdict
        with self.path.open("a", encoding="ascii") as file:
            file.write(f"{self.key(digest, text)} {verdict} {text}\n")


class Complains(Exception):
    """A bench does, though there is no mutant."""


def judge(bench, mutants, results, jobs):
    """By mutant what the bench says of it."""
    digest = bench.digest()
    found = {mutant.number: results.get(digest, mutant.text) for mutant in mutants}
    left = [mutant for mutant in mutants if found[mutant.number] is None]
    if not left:
        return found
    start = time.monotonic()
    bench.build()
    built = time.monotonic()
    if results.get(digest, "no mutant") is None:
        if not bench.is_content(0):
            raise Complains(f"without a mutant {bench.name} is not content")
        results.keep(digest, "no mutant", UNSEEN)
    there = {mutant.number for mutant in bench.has(left)}
    for mutant in left:
        if mutant.number not in there:
            found[mutant.number] = ABSENT
            results.keep(digest, mutant.text, ABSENT)
    with ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(bench.is_content, mutant.number): mutant for mutant in left
                   if mutant.number in there}
        for future in as_completed(waiting):
            mutant = waiting[future]
            found[mutant.number] = UNSEEN if future.result() else SEEN
            results.keep(digest, mutant.text, found[mutant.number])
    if bench.report:
        shutil.rmtree(bench.report, ignore_errors=True)
    print(f"{bench.name}: {len(left)} to judge, {len(there)} are in it, "
          f"{sum(found[mutant.number] == SEEN for mutant in left)} seen; built in "
          f"{built - start:.0f} s, judged in {time.monotonic() - built:.0f} s", file=sys.stderr, flush=True)
    return found


def judge_all(benches, drawn, results, jobs):
    """By mutant who saw it, None for nobody; and the numbers of those that no build has."""
    listed = explained()
    saw = {mutant.number: None for mutant in drawn}
    nowhere = {mutant.number for mutant in drawn}
    for bench in benches:
        left = [mutant for mutant in drawn if saw[mutant.number] is None and
                mutant.path in bench.files and not (bench.long and mutant.text in listed)]
        for number, verdict in judge(bench, left, results, jobs).items():
            if verdict != ABSENT:
                nowhere.discard(number)
            if verdict == SEEN:
                saw[number] = bench.name
    return saw, nowhere


def report(drawn, saw, nowhere, verbose):
    """Prints what came of them. How many survive."""
    listed = explained()
    by_bench = {}
    survivors = explained_count = 0
    for mutant in sorted(drawn, key=lambda one: one.number):
        bench = saw[mutant.number]
        if bench is not None:
            by_bench[bench] = by_bench.get(bench, 0) + 1
            if mutant.text in listed:
                print(f"seen by {bench}, though explained: {mutant.text}")
            elif verbose:
                print(f"seen by {bench}: {mutant.text}")
        elif mutant.text in listed:
            explained_count += 1
        else:
            survivors += 1
            where = ", which no build has" if mutant.number in nowhere else ""
            print(f"SURVIVES{where}: {mutant.text}")
    for bench, number in sorted(by_bench.items(), key=lambda one: -one[1]):
        print(f"{number:6} {bench}")
    print(f"{len(drawn)} mutants, {sum(by_bench.values())} seen, {explained_count} explained, "
          f"{survivors} survive")
    return {"mutants": len(drawn), "seen": sum(by_bench.values()), "explained": explained_count,
            "survivors": survivors}


def draw(sources, arguments):
    """By a hash of seed and text, so that others draw the same where the RTL changes elsewhere."""
    drawn = [mutant for source in sources.values() for mutant in source.mutants()
             if not arguments.match or any(text in mutant.text for text in arguments.match)]
    if arguments.quick:
        listed = explained()
        drawn = [mutant for mutant in drawn if mutant.text not in listed]
    print(f"seed {arguments.seed}, {len(drawn)} mutants to draw from", flush=True)
    drawn.sort(key=lambda mutant: hash_of(str(arguments.seed), mutant.text))
    return drawn[:arguments.number] if arguments.number else drawn


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="which mutants are drawn (%(default)s)")
    parser.add_argument("--number", type=int, default=40, help="how many; 0: all (%(default)s)")
    parser.add_argument("--match", action="append", metavar="TEXT",
                        help="only mutants with this in their text, which begins with the file; "
                             "of several one will do")
    parser.add_argument("--bench", default="", metavar="TEXT",
                        help="only benches with this in their name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="at once (%(default)s)")
    parser.add_argument("--list", action="store_true", help="print the mutants, and judge none")
    parser.add_argument("--verbose", action="store_true", help="print the mutants that are seen too")
    parser.add_argument("--quick", action="store_true",
                        help="the benches of parts alone, and what is explained is not drawn")
    parser.add_argument("--rtl", default="rtl", metavar="DIR", help="laid out as rtl/")
    parser.add_argument("--out", default="build/mutation", metavar="DIR", help="where to build")
    result_file.add_option(parser)
    return parser.parse_args()


def benches_of(arguments):
    there = rtl_judges.Benches(Path(arguments.out))
    benches = there.of_parts() + ([] if arguments.quick else there.of_wholes())
    return [bench for bench in benches if arguments.bench in bench.name]


def survived(figures):
    return f"{figures['survivors']} mutants survive" if figures["survivors"] else None


def main():
    arguments = parse()
    os.chdir(ROOT)
    sources = rtl_mutants.find(arguments.rtl)
    drawn = draw(sources, arguments)
    if arguments.list:
        for mutant in drawn:
            print(mutant.text)
        return 0
    out = Path(arguments.out)
    results = Results(out / "results.txt", write_copy(sources, arguments.rtl, out))
    try:
        saw, nowhere = judge_all(benches_of(arguments), drawn, results, arguments.jobs)
    except (Complains, rtl_judges.CannotBuild) as error:
        print(f"mutation.py: {error}", file=sys.stderr)
        return 2
    figures = report(drawn, saw, nowhere, arguments.verbose)
    result_file.write(arguments.results, "mutation", figures, survived(figures))
    return 0 if figures["survivors"] == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
