# SPDX-License-Identifier: Apache-2.0
"""All that random calls have to reach: answers and reasons of the witness for each build, and what
it saw."""
from tests.pmu import clauses

SET = ("an empty set", "a set beyond the counters", "a set with a hole")
REFUSALS = {
    1: ("no such counter",),
    2: ("reserved flags", *SET, "SKIP_MATCH of a running counter", "an event that is reserved",
        "an event that the counter of SKIP_MATCH cannot count",
        "none free that can count the event", "inhibits that the counter left does not have"),
    3: ("reserved flags", *SET, "a counter without an event", "all started before",
        "some started before"),
    4: ("reserved flags", *SET, "all stopped before", "some stopped before"),
    5: ("no such counter", "a hardware counter", "a firmware counter without an event"),
    6: ("no such counter", "a hardware counter", "a firmware counter without an event"),
    7: ("a platform that shares no memory", "reserved flags", "an address that is not aligned",
        "an address that is not the supervisor's"),
    8: ("a platform that shares no memory", "reserved flags", "an address that is not aligned",
        "no entries", "more bytes than there are", "an address that is not the supervisor's",
        "reserved bits in an entry"),
}
SNAPSHOT = ("no area", "an area that is no longer the supervisor's")
BEYOND = "an address beyond 64 bits"  # of two registers of 64 bits
ANY_OTHER = 9  # as which replay.py counts all FIDs from 9 on

SEEN = {
    "wraps", "wraps that set OF", "wraps while OF is 1", "wraps while LCOFIP is 1",
    "wraps without OF", "OF cleared by start", "OF cleared by start while LCOFIP is 1",
    "overflow bits in snapshots",
    "firmware events counted",
    "events supported", "events not supported", "suspends", "counts within calls",
    "reads by S mode", "illegal reads by S mode",
    *(f"counters with an event of type {kind}" for kind in (0, 1, 2, 3, 15)),
}


def functions(build):
    """FIDs that the build's version has."""
    version = build.partition("-")[2] or clauses.VERSIONS[-1]
    return {fid for fid, (_, since) in clauses.FUNCTIONS.items() if since <= version}


def refusals(build):
    """FID and reason of all errors."""
    there = functions(build)
    found = {(fid, why) for fid in there for why in REFUSALS.get(fid, ())}
    found |= {(fid, "no such function") for fid in range(ANY_OTHER + 1) if fid not in there}
    if 7 in there:
        found |= {(fid, why) for fid in (3, 4) for why in SNAPSHOT}
        found.add((3, "SET_INIT_VALUE and INIT_SNAPSHOT"))
    if build.startswith("host64"):
        found |= {(fid, BEYOND) for fid in (7, 8) if fid in there}
    return found


def answers(build):
    """FID and error of all answers; those of the tables, unless the version does not have them."""
    there = functions(build)
    found = {(fid, error) for fid in there for error in clauses.ANSWERS[fid]
             if error != clauses.NO_SHMEM or 7 in there}
    missing = {fid for fid in range(ANY_OTHER + 1) if fid not in there}
    return found | {(fid, clauses.NOT_SUPPORTED) for fid in missing}
