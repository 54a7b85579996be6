#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Streams of another encoder, made from the text alone: legal ones must be accepted, broken ones refused.

The last line is `N streams, N refused wrongly, N broken, N missed`; exit status 1 where any was refused
wrongly or missed, or none was judged. tests/stranger/README.md has more.
"""
import argparse
import collections
import multiprocessing
import os
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.stranger import removed  # noqa: E402 (the path comes first)
from tests.stranger.breaks import Broken  # noqa: E402
from tests.stranger.clauses import BREAKS  # noqa: E402
from tests.stranger.freedoms import FREEDOMS  # noqa: E402
from tests.stranger.judge import NTRACE, Judge  # noqa: E402
from tests.stranger.stranger import EVENTS, Stream  # noqa: E402

TRIES = 8  # clauses that are broken of each stream
# What few streams have a place for is broken first, the rarest before
RARE = ("layout-error", "layout-resource-full", "full-missing", "size-repeated", "size-repeats", "repeats-none",
        "layout-repeat-branch", "error-missing", "error-reason", "stop-debug-missing", "ecode-reserved",
        "ecode-data", "size-full-count", "rcode-reserved", "owner-trap-missing", "repeats-disabled",
        "layout-indirect-branch-hist-sync", "layout-direct-branch-sync", "branch-missing", "size-branches",
        "context-alone", "context-order", "layout-direct-branch", "history-unsaved", "size-full-history",
        "full-two-bits", "full-stop-bit", "stop-debug", "process-context", "start-debug", "sync-periodic",
        "layout-ownership", "layout-indirect-branch-hist", "layout-indirect-branch-sync", "trap-missing", "trap-type",
        "time-back", "etype-reserved", "jump-missing", "sync-count", "history-dropped")


def arguments(words=None):
    parser = argparse.ArgumentParser(prog="tests/stranger/run.py", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=1000, help="how many streams (1000)")
    parser.add_argument("--first", type=int, default=0, metavar="AT", help="leave out the streams before this one (0)")
    parser.add_argument("--seed", default="1", help="of all that is drawn (1)")
    parser.add_argument("--only", metavar="SEED", help="one stream: the seed that a line names")
    parser.add_argument("--without", default="", metavar="FREEDOM,...", help="freedoms that are not taken (`--freedoms` lists them), and events that do not happen (halt, notify, ...)")
    parser.add_argument("--with", dest="taken", metavar="FREEDOM,...", help="no freedoms but these (`none`: none)")
    parser.add_argument("--clause", default="", metavar="ID,...", help="break these clauses alone; `--clauses` lists them")
    parser.add_argument("--removed", nargs="?", const="", metavar="ID,...", help="how many streams it takes until the judge, without each of these of its freedoms (`ntrace check --freedoms`; all), refuses one")
    parser.add_argument("--keep", metavar="DIR", help="keep the files of each wrong verdict there")
    parser.add_argument("--judge", metavar="PATH", default=NTRACE, help="the `ntrace` that judges (build/ntrace)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (as many as there are cores)")
    parser.add_argument("--freedoms", action="store_true", help="list the freedoms, with their clauses")
    parser.add_argument("--clauses", action="store_true", help="list the clauses that are broken")
    options = parser.parse_args(words)
    for given, known in ((options.without, {*FREEDOMS, *EVENTS}), (options.taken or "none", {"none", *FREEDOMS}),
                         (options.clause, {rule.id for rule in BREAKS})):
        for name in filter(None, given.split(",")):
            if name not in known:
                parser.error(f"expected a name that --freedoms or --clauses lists, got {name!r}")
    return options


class Trial:
    """Judges the streams of some seeds; the same seed is judged alike in any process."""

    def __init__(self, options, folder, breaks=None):
        self.options, self.without = options, set(filter(None, options.without.split(",")))
        if options.taken is not None:
            self.without |= set(FREEDOMS) - set(options.taken.split(","))
        self.judge = Judge(folder, options.judge)
        only = tuple(filter(None, options.clause.split(",")))
        self.breaks = breaks or [rule for rule in BREAKS if not only or rule.id in only]
        self.wrong = []
        self.counts = collections.Counter()

    def one(self, seed):
        """All verdicts on one stream, and on what is broken of it."""
        self.wrong, self.counts = [], collections.Counter()
        stream = Stream(seed, self.without)
        if stream.messages:
            self.legal(stream)
            if not self.wrong:
                self.broken(stream)
        return self.wrong, self.counts

    def report(self, kind, stream, words, name):
        self.counts[kind] += 1
        again = "".join(f" {name} {value}" for name, value in (("--with", self.options.taken),
                                                               ("--without", self.options.without)) if value)
        self.wrong.append((name, f"{kind}: --only {stream.seed}{again}: {words}"))
        if self.options.keep:
            kept = Path(self.options.keep) / f"{stream.seed}-{name}".replace("/", "-")
            shutil.copytree(self.judge.folder, kept, dirs_exist_ok=True)
            (kept / "words").write_text(f"{words}\n{stream.describe()}\n", encoding="utf-8")

    def legal(self, stream):
        levels = ["pins", *(level for level in stream.levels() if stream.rng.random() < 0.1)]
        self.counts["streams"] += 1
        for level in levels:
            status, broken, _, words = self.judge.check(stream, stream.of(level), level)
            if status != 0:
                self.report("refused wrongly", stream, f"by {level}: {words}", "+".join(broken) or "unread")
                return
        if not stream.pins.changed and stream.encoder.spans and not stream.encoder.untold and stream.rng.random() < 0.1:
            status, addresses, words = self.judge.decode(stream)
            if status != 0 or addresses != stream.executed():
                self.report("refused wrongly", stream, f"decode: {words or 'other instructions'}", "decode")

    def broken(self, stream):
        done, order = 0, stream.rng.sample(self.breaks, len(self.breaks))
        for rule in sorted(order, key=lambda rule: RARE.index(rule.id) if rule.id in RARE else len(RARE)):
            if done == TRIES:
                return
            made = Broken.make(rule, stream)
            if made is None:
                continue
            done += 1
            self.counts["broken"] += 1
            named, words = self.names(rule, stream, made)
            self.counts[f"named {rule.id}"] += named
            if not named:
                self.report("missed", stream, f"--clause {rule.id}: by {rule.level}: {made.what}; "
                            f"{words or 'accepted'}", f"missed {rule.id}")

    def names(self, rule, stream, made):
        """Whether the judge names the clause that is broken, and its words."""
        status, broken, primary, words = self.judge.check(stream, made.bytes, rule.level)
        return int(status == 1 and any(map(rule.named, [primary or "", *broken]))), words


def work(task):
    """The verdicts on the streams of some seeds, in this process."""
    options, folder, seeds = task
    trial = Trial(options, f"{folder}/{os.getpid()}")
    return [trial.one(seed) for seed in seeds]


def judged(options, seeds):
    """The results of all seeds in their order, by several processes."""
    with tempfile.TemporaryDirectory(prefix="stranger") as folder:
        tasks = [(options, folder, seeds[at:at + 10]) for at in range(0, len(seeds), 10)]
        with multiprocessing.Pool(options.jobs) as pool:
            for results in pool.imap(work, tasks):
                yield from results


def main():
    options = arguments()
    if options.freedoms or options.clauses:
        table = [(name, *row) for name, row in FREEDOMS.items()] if options.freedoms else [
            (rule.id, rule.clause, rule.what, " ".join(rule.rules)) for rule in BREAKS]
        print("\n".join("\t".join(row) for row in table))
        return 0
    if options.removed is not None:
        return removed.report(options)
    seeds = [options.only] if options.only else [f"{options.seed}.{at}" for at in range(options.first, options.number)]
    counts, kinds, terminal = collections.Counter(), collections.Counter(), sys.stderr.isatty()
    for at, (wrong, more) in enumerate(judged(options, seeds)):
        counts += more
        for name, line in wrong:
            kinds[name] += 1
            if kinds[name] <= 3:
                print(line, flush=True)
        if terminal and at % 20 == 0:
            print(f"\r{at + 1} of {len(seeds)}", end="", file=sys.stderr, flush=True)
    if terminal:
        print("\r", end="", file=sys.stderr)
    for name, number in kinds.most_common():
        print(f"{number:6} {name}")
    clauses = {rule.id: counts[f"named {rule.id}"] for rule in BREAKS}
    least = sorted(clauses, key=clauses.get)[:8]
    often = sum(count >= 100 for count in clauses.values())
    print(f"seed {options.seed}: of {len(clauses)} clauses {often} refused 100 times or more by their own rules; "
          f"the least: {', '.join(f'{name} {clauses[name]}' for name in least)}")
    print(f"{counts['streams']} streams, {counts['refused wrongly']} refused wrongly, "
          f"{counts['broken']} broken, {counts['missed']} missed")
    return int(not counts["streams"] or counts["refused wrongly"] + counts["missed"] > 0)


if __name__ == "__main__":
    sys.exit(main())
