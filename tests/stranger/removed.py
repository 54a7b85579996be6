# SPDX-License-Identifier: Apache-2.0
"""A judge from which one freedom is removed refuses a stream that uses it: how many streams that takes."""
import multiprocessing
import os
import subprocess
import tempfile

from tests.stranger.judge import Judge
from tests.stranger.stranger import EVENTS, Stream

# Freedoms of the judge that no stream of the stranger uses, and why
UNUSED = {}
# Every so many streams triggers are the only events, and as likely as this: some freedoms need one at a rare place
TRIGGERS, LIKELY = 8, 0.3
OTHERS = [event for event in EVENTS if event not in ("notify", "external")]


def freedoms(command):
    """The ids of all freedoms of the judge."""
    listed = subprocess.run([command, "check", "--freedoms"], capture_output=True, text=True, check=True)
    return [line.split("\t")[0] for line in listed.stdout.splitlines()]


def used(judge, seed, removed):
    """Those of the freedoms without which the judge refuses the stream, which it accepts with all."""
    triggers = int(seed.rpartition(".")[2]) % TRIGGERS == TRIGGERS - 1
    stream, found = Stream(seed, OTHERS, LIKELY) if triggers else Stream(seed), set()
    for level in ("pins", *stream.levels()) if stream.messages else ():
        data, left = stream.of(level), [name for name in removed if name not in found]

        def refused(*names):
            return judge.check(stream, data, level, names)[0] == 1

        if left and refused(*left) and not refused():
            found |= {name for name in left if refused(name)}
    return found


def work(task):
    folder, command, seed, removed = task
    return used(Judge(f"{folder}/{os.getpid()}", command), seed, removed)


def refusals(command, removed, seeds, jobs):
    """How many streams it takes to refuse one without each of the freedoms; those never refused are not in it."""
    needed = {}
    with tempfile.TemporaryDirectory(prefix="stranger") as folder, multiprocessing.Pool(jobs) as pool:
        at = 0
        while at < len(seeds) and len(needed) < len(removed):
            left = [name for name in removed if name not in needed]
            some = seeds[at:at + jobs * (4 if len(left) > 9 else 20)]
            for place, found in enumerate(pool.map(work, [(folder, command, seed, left) for seed in some], 1)):
                needed |= {name: at + place + 1 for name in found if name not in needed}
            at += len(some)
    return needed


def report(options):
    """Prints the number for each freedom; status 1 where one was never refused."""
    known = freedoms(options.judge)
    removed = list(filter(None, options.removed.split(","))) or [name for name in known if name not in UNUSED]
    for name in removed:
        if name not in known:
            raise SystemExit(f"expected a freedom that `ntrace check --freedoms` lists, got {name!r}")
    needed = refusals(options.judge, removed, [f"{options.seed}.{at}" for at in range(options.number)], options.jobs)
    for name in removed:
        print(f"{needed.get(name, 'never'):>6} {name}")
    for name, why in UNUSED.items() if not options.removed else ():
        print(f"     - {name}: {why}")
    print(f"{len(removed)} freedoms removed, {len(needed)} refused, {len(removed) - len(needed)} never")
    return int(len(needed) < len(removed))
