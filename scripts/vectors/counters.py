# SPDX-License-Identifier: Apache-2.0
"""Counters at their limits: I-CNT, HIST, B-CNT, HREPEAT, each one under, exactly full and one over."""
import re

from scripts.vectors.vector import BTM, HTM, Vector

MODES = {"btm": BTM, "htm": HTM}
ICNT = "I-CNT Details"


def icnt():
    """`tiny` counts in 5 bits, the top one for overflow."""
    for name, mode in MODES.items():
        for half_words in (15, 16, 17, 32):
            yield Vector(f"icnt-{half_words}-{name}", f"{half_words} half-words retire, one at a time, before tracing stops: I-CNT of 4 "
                         "bits and an overflow bit.", ICNT, build="tiny", mode=mode).code(0x100, "c.nop*40").walk(f"1*{half_words}")
        for block in (1, 7):
            yield Vector(f"icnt-block-of-{block}-{name}", f"I-CNT is 15 and a block of {block} half-words retires.", ICNT, build="tiny",
                         mode=mode).code(0x100, "c.nop*40").walk(f"7 7 1 {block}")
        yield Vector(f"icnt-full-at-branch-{name}", "The block that fills I-CNT ends in a taken branch.", ICNT, build="tiny", mode=mode) \
            .code(0x100, "c.nop*15; c.beqz a0, 0x140").code(0x140, "c.nop*2").walk("7 7 1 T 1")
        yield Vector(f"icnt-full-at-jump-{name}", "The block that fills I-CNT ends in a jump: the message of the jump has the count.", ICNT,
                     build="tiny", mode=mode).code(0x100, "c.nop*15; c.jr a0").code(0x140, "c.nop*2").walk("7 7 1 J@0x140 1")
        yield Vector(f"icnt-full-at-trap-{name}", "The block that fills I-CNT ends in an interrupt.", ICNT, build="tiny", mode=mode) \
            .code(0x100, "c.nop*20").code(0x140, "c.nop*2").walk("7 7 4I@0x140 1")
        yield Vector(f"icnt-full-at-stop-{name}", "The block that fills I-CNT is the last before a stop.", ICNT, build="tiny", mode=mode,
                     stop="disable").code(0x100, "c.nop*20").walk("7 7 2")
        yield Vector(f"icnt-sync-4-{name}", "I-CNT is full with ntEnSyncICNT=1: SYNC=4 in BTM, ResourceFull in HTM.", ICNT, build="tiny",
                     mode=mode, ntEnSyncICNT=1).code(0x100, "c.nop*40").walk("7 7 4 7 2")
    yield Vector("icnt-sync-4-htm-rc7", "I-CNT is full with ntEnSyncICNT=1 and ntRc7=1: SYNC=4 in HTM too.", ICNT, build="tiny", ntEnSyncICNT=1,
                 ntRc7=1).code(0x100, "c.beqz a0, 0x110; c.nop*40").walk("N 7 7 4 7 2")
    yield Vector("icnt-sync-4-at-branch", "The block that fills I-CNT with ntEnSyncICNT=1 ends in a taken branch: DirectBranchSync SYNC=4.", ICNT,
                 build="tiny", mode=BTM, ntEnSyncICNT=1).code(0x100, "c.nop*15; c.beqz a0, 0x140").code(0x140, "c.nop*2").walk("7 7 1 T 1")
    yield Vector("icnt-sync-4-behind-branch", "I-CNT is full with ntEnSyncICNT=1 behind a DirectBranch, which says that the trace is BTM.", ICNT,
                 build="tiny", mode=BTM, ntEnSyncICNT=1).code(0x100, "c.nop; c.beqz a0, 0x140").code(0x140, "c.nop*40").walk("T 7 7 4 7 2")
    yield Vector("icnt-sync-4-at-jump", "The block that fills I-CNT with ntEnSyncICNT=1 ends in a jump: IndirectBranchSync SYNC=4.", ICNT,
                 build="tiny", mode=BTM, ntEnSyncICNT=1).code(0x100, "c.nop*15; c.jr a0").code(0x140, "c.nop*2").walk("7 7 1 J@0x140 1")


def loop(v, path):
    """A branch to itself; a jump behind it goes back, where it is not taken."""
    v.code(0x100, "c.beqz a0, 0x100; c.j 0x100")
    return v.walk(re.sub(r"N(?:\*(\d+))?", lambda match: " ".join(["N J"] * int(match[1] or 1)), path))


def hist():
    clause = "HIST Field Full"
    for branches in (30, 31, 32, 62):
        yield loop(Vector(f"hist-{branches}", f"{branches} branches before tracing stops: HIST of 31 and a stop bit.", clause),
                   " ".join("TN"[i % 3 == 0] for i in range(branches)))
    for branches in (3, 4, 5, 9):
        yield loop(Vector(f"hist-{branches}-of-4", f"{branches} branches before tracing stops: HIST of 4 bits and a stop bit.", clause,
                          build="tiny"), " ".join("TN"[i % 3 == 0] for i in range(branches)))
    yield loop(Vector("hist-all-taken", "HIST full of ones.", clause), "T*31")
    yield loop(Vector("hist-all-not-taken", "HIST full of zeros: the stop bit alone reports how many.", clause), "N*31")
    yield Vector("hist-full-at-jump", "A jump behind 31 branches: its message comes behind the ResourceFull, with empty history.", clause) \
        .code(0x100, "c.beqz a0, 0x100; c.jr a0").code(0x200, "c.nop").walk("T*30 N J@0x200 1")
    yield Vector("hist-and-icnt-full", "A branch fills I-CNT and HIST: ResourceFull for each, in this order.", clause, build="tiny") \
        .code(0x100, "c.nop*6; c.beqz a0, 0x100; c.nop*2").walk("T*2 [idle] T N 1")
    yield Vector("hist-empty-jump", "A jump without branches before it in HTM: IndirectBranch, not IndirectBranchHist.",
                 "IndirectBranchHist Message").code(0x100, "c.nop; c.jr a0").code(0x200, "c.nop").walk("J@0x200 1")
    yield Vector("hist-empty-sync", "A trigger without branches before it in HTM: IndirectBranchSync.", "IndirectBranchHistSync Message") \
        .code(0x100, "c.nop*4").walk("1 trigger=4:1 1")


def repeat_history():
    """Where all history has one pattern: `run` branches, then what ends it."""
    clause = "Repeated History Optimization"
    # period: the pattern as one T or N after the other
    patterns = {1: "T", 2: "TN", 3: "TTN", 7: "TTTNTTN", 8: "TTTTTTTN", 16: "N" * 15 + "T",
                31: "N" * 30 + "T"}
    for period, pattern in patterns.items():
        times = max(4, 80 // period)
        yield loop(Vector(f"repeat-period-{period}", f"A pattern of {period} branches, {times} times, and a part of it: ResourceFull RCODE=2 "
                          "with pattern and HREPEAT, the rest in HIST.", clause, trTeInstEnRepeatedHistory=1),
                   " ".join((pattern * times)[:period * times] + pattern[:period // 2]))
    for run in (30, 31, 32, 46, 47):
        yield loop(Vector(f"repeat-run-of-{run}", f"A run of {run} taken branches, then tracing stops.", clause, trTeInstEnRepeatedHistory=1),
                   f"T*{run}")
    yield loop(Vector("repeat-ends-by-branch", "A run ends with a branch that differs.", clause, trTeInstEnRepeatedHistory=1), "T*60 N T T")
    yield loop(Vector("repeat-prefix", "Branches before the run are sent by RCODE=1.", clause, trTeInstEnRepeatedHistory=1),
               "N T N N T N T T N " + "T*60 N")
    yield loop(Vector("repeat-two-runs", "A run behind another: two ResourceFull RCODE=2.", clause, trTeInstEnRepeatedHistory=1),
               "T*60 N*60 T")
    yield loop(Vector("repeat-none", "History without a pattern, with repeated history on: RCODE=1.", clause, trTeInstEnRepeatedHistory=1),
               " ".join("TN"[(i * i + i // 3) % 7 % 2] for i in range(70)))
    for run in (27, 28, 29, 55, 56, 57):
        yield loop(Vector(f"hrepeat-of-3-bits-{run}", f"A run of {run} taken branches where HREPEAT has 3 bits and HIST 4.", clause, build="tiny",
                          trTeInstEnRepeatedHistory=1), f"T*{run}")
    yield Vector("repeat-ends-by-jump", "A run ends with a jump: ResourceFull RCODE=2 comes before its message.", clause,
                 trTeInstEnRepeatedHistory=1).code(0x100, "c.beqz a0, 0x100; c.jr a0").code(0x200, "c.nop").walk("T*50 N J@0x200 1")
    yield Vector("repeat-ends-by-trap", "A run ends with an interrupt.", clause, trTeInstEnRepeatedHistory=1) \
        .code(0x100, "c.beqz a0, 0x100; c.nop").code(0x200, "c.nop").walk("T*50 I@0x200 1")


def repeat_branch():
    clause = "RepeatBranch Message"
    for count in (1, 2, 3, 8, 9, 10):
        build = "tiny" if count > 3 else "rv64"
        yield loop(Vector(f"repeat-branch-{count}", f"{count} equal DirectBranch, then a stop" +
                          (": B-CNT of 3 bits." if build == "tiny" else "."), clause, build=build, mode=BTM, ntEnRepeatBranch=1), f"T*{count}")
    yield Vector("repeat-branch-other", "Equal branches, then another: RepeatBranch comes before it.", clause, mode=BTM, ntEnRepeatBranch=1) \
        .code(0x100, "c.beqz a0, 0x100; c.nop; c.beqz a0, 0x100").walk("T*4 N T")
    yield Vector("repeat-branch-jump", "Equal jumps: IndirectBranch with U-ADDR=0 behind the first is counted.", clause, mode=BTM,
                 ntEnRepeatBranch=1).code(0x100, "c.nop; c.jr a0").walk("J@0x100*5 1")
    yield Vector("repeat-branch-htm", "Equal IndirectBranchHist in HTM, which one sentence of the text excludes and another describes.",
                 "Repeated History Optimization", ntEnRepeatBranch=1).code(0x100, "c.beqz a0, 0x100; c.jr a0") \
        .walk("T N J@0x100 " * 5 + "T")
    yield Vector("repeat-branch-icnt-full", "I-CNT full between equal branches: the run ends.", clause, build="tiny", mode=BTM,
                 ntEnRepeatBranch=1).code(0x100, "c.beqz a0, 0x100; c.nop*40").walk("T*3 N 7 7 4")
    yield Vector("repeat-branch-trap", "A trap ends equal branches.", clause, mode=BTM, ntEnRepeatBranch=1) \
        .code(0x100, "c.beqz a0, 0x100").code(0x200, "c.nop").walk("T*3 I@0x200 1")


def vectors():
    return [*icnt(), *hist(), *repeat_history(), *repeat_branch()]
