# SPDX-License-Identifier: Apache-2.0
"""Events at the port: traps, triggers, periodic synchronization, filters, loss, several blocks per cycle."""
from scripts.vectors.vector import BTM, HTM, Vector

MODES = (("btm", BTM), ("htm", HTM))
SYNC = "Examples of Synchronizing Messages"
TRAP = "Rules of Generating Messages"
PROGRAM = {0x100: "c.nop*4; c.beqz a0, 0x100; c.nop*2; c.jr a0", 0x300: "c.nop*8; mret", 0x500: "c.nop*8; mret"}


def put(v, program=None):
    for address, text in (program or PROGRAM).items():
        v.code(address, text)
    return v


def traps():
    paths = {
        "exception": ("2X@0x300 1", "An exception behind straight code."),
        "interrupt": ("2I@0x300 1", "An interrupt behind straight code."),
        "exception-alone": ("2 X@0x300 1", "An exception with nothing retired in its cycle."),
        "interrupt-alone": ("2 I@0x300 1", "An interrupt with nothing retired in its cycle."),
        "exception-after-branch": ("T X@0x300 1", "An exception at the target of a taken branch."),
        "interrupt-after-branch": ("N I@0x300 1", "An interrupt behind a branch not taken."),
        "exception-at-target": ("N J@0x500 X@0x300 1", "An exception at the first instruction of a jump's target."),
        "interrupt-at-target": ("N J@0x500 I@0x300 1", "An interrupt while a jump's target is awaited."),
        "interrupt-in-handler": ("2 I@0x300 I@0x500 1", "An interrupt before the first instruction of a handler."),
        "exception-in-handler": ("2 X@0x300 X@0x500 1", "An exception at the first instruction of a handler."),
        "nested": ("2I@0x300 2I@0x500 8 M@0x304 1", "A trap in a handler, and the return to it."),
        "return": ("2I@0x300 8 M@0x104 1", "A trap and its return."),
        "return-then-interrupt": ("2I@0x300 8 M@0x104 I@0x500 1", "An interrupt while a trap return's target is awaited."),
        "then-debug": ("2I@0x300 [halted=1]", "Debug mode before the first instruction of a handler: the trap is not reported."),
        "history": ("T T N I@0x300 1", "A trap behind branches: the history goes with its message."),
    }
    for mode_name, mode in MODES:
        for name, (path, shows) in paths.items():
            if mode == BTM or name in ("exception", "interrupt", "history", "nested", "interrupt-at-target", "exception-after-branch"):
                yield put(Vector(f"trap-{name}-{mode_name}", shows, TRAP, mode=mode)).walk(path)


def triggers():
    """notify is bit 2 of `trigger` where a cycle has one block."""
    paths = {
        "straight": ("2 trigger=4:1 1", "straight code"), "branch-taken": ("1 trigger=4:T 1", "a taken branch"),
        "branch-not-taken": ("1 trigger=4:N 1", "a branch not taken"), "jump": ("N trigger=4:J@0x300 1", "a jump"),
        "interrupt": ("1 trigger=4:1I@0x300 1", "an interrupt"), "exception": ("1 trigger=4:1X@0x300 1", "an exception"),
        "trap-return": ("1I@0x300 8 trigger=4:M@0x104 1", "a trap return"), "history": ("T T trigger=4:N 1", "branches"),
        "twice": ("trigger=4:1 trigger=4:1 1", "two blocks in a row"), "first": ("trigger=4:2 1", "the first block"),
        "then-stop": ("2 trigger=4:1 [set trTeInstTracing=0] 1", "the last block before a stop"),
    }
    for mode_name, mode in MODES:
        for name, (path, where) in paths.items():
            yield put(Vector(f"notify-{name}-{mode_name}", f"The debug trigger asks for synchronization at {where}: SYNC=6.", SYNC, mode=mode)).walk(path)
            if name in ("straight", "branch-taken", "jump", "history"):
                yield put(Vector(f"external-{name}-{mode_name}", f"An external trigger asks for synchronization at {where}: SYNC=0.", SYNC, mode=mode,
                                 trTeTrigExtInControl=0x4)).walk(path.replace("trigger=4", "ext_trigger=1"))
    idle = {
        "straight": ("2 [idle 5] [ext_trigger=1] [idle 3] 1 1", "straight code: the next PC"),
        "branch-taken": ("1 T [ext_trigger=1] [idle 3] 1 1", "a taken branch: its target"),
        "jump": ("N J@0x300 [ext_trigger=1] [idle 3] 1 1", "a jump: its target"),
        "interrupt": ("2 [ext_trigger=1] [idle 3] I@0x300 8 1", "straight code, which an interrupt ends: the next PC"),
        "halt": ("2 [ext_trigger=1] [halted=1]", "straight code, and the hart halts: the next PC"),
        "branch-halt": ("1 T [ext_trigger=1] [halted=1]", "a taken branch, and the hart halts: the branch"),
        "jump-halt": ("N J@0x300 [ext_trigger=1] [halted=1]", "a jump, and the hart halts: the jump"),
        "trap-halt": ("1 T [ext_trigger=1] [idle 3] I@0x300 [halted=1]", "a taken branch, before an interrupt, and the hart halts: the branch"),
        "trapped": ("1 T I@0x300 [ext_trigger=1] [idle 3] 8 1", "a taken branch and an interrupt: the handler"),
        "trapped-halt": ("1 T I@0x300 [ext_trigger=1] [halted=1]", "a taken branch and an interrupt, and the hart halts: the branch"),
    }
    for mode_name, mode in MODES:
        for name, (path, where) in idle.items():
            yield put(Vector(f"external-idle-{name}-{mode_name}", f"An external trigger in a cycle without a block, after {where}: SYNC=0.", SYNC, mode=mode,
                             trTeTrigExtInControl=0x4)).walk(path)
        yield put(Vector(f"external-idle-branch-debug-{mode_name}", "An external trigger in a cycle without a block, after a taken branch, and debug mode, which priv "
                         "shows and a filter keeps out: the branch, SYNC=0.", SYNC, mode=mode, trTeTrigExtInControl=0x4, trTeInstFilters=1, trTeFilter0Control=3,
                         trTeFilter0MatchInst=8)).walk("priv=3:1 priv=3:T [ext_trigger=1] [priv=4 b iaddr=0x800 iretire=2 ilastsize=1] priv=3:1")
    yield put(Vector("notify-both", "Debug trigger and external trigger at the same block: SYNC=6.", SYNC, trTeTrigExtInControl=0x4)) \
        .walk("2 trigger=4,ext_trigger=1:1 1")
    yield put(Vector("trigger-on", "trace-on of the debug trigger starts tracing with the block of its cycle.", "Trace Control Interface", start="enable",
                     trTeInstTrigEnable=1)).walk("[set trTeInstTracing=0] 1 1 trigger=1:1 1")
    yield put(Vector("trigger-off", "trace-off of the debug trigger stops tracing behind the block of its cycle.", "Trace Control Interface",
                     trTeInstTrigEnable=1)).walk("1 trigger=2:1 1 1")


def periodic():
    branches = {0x100: "c.nop; c.beqz a0, 0x100; c.nop*3; c.jr a0"}
    for mode_name, mode in MODES:
        for kind, unit in ((1, "messages"), (2, "cycles"), (3, "half-words")):
            path = "T " * 24 + "N J@0x100 " * 6 + "1"
            yield put(Vector(f"periodic-{unit}-{mode_name}", f"A synchronizing message every 16 {unit}: SYNC=2.", "Synchronizing Messages", mode=mode,
                             trTeInstSyncMode=kind), branches).walk(path)
    yield put(Vector("periodic-many", "Synchronization by messages over five of its intervals.", "Trace Control Interface", mode=BTM,
                     trTeInstSyncMode=1), branches).walk("T [idle 3] " * 90)
    yield put(Vector("periodic-many-half-words", "Synchronization by half-words over five of its intervals.", "Trace Control Interface", mode=BTM,
                     trTeInstSyncMode=3), branches).walk("T [idle 3] " * 45)
    for half_words in (15, 16, 17):
        yield put(Vector(f"periodic-after-{half_words}", f"Synchronization every 16 half-words, and a jump is the last of {half_words}: IndirectBranchSync "
                         "where 16 retired before it.", "Synchronizing Messages", mode=BTM, trTeInstSyncMode=3),
                  {0x100: f"c.nop*{half_words - 1}; c.jr a0", 0x200: "c.nop*2"}).walk(f"1*{half_words - 1} J@0x200 1")
    yield put(Vector("periodic-straight", "Synchronization is due in straight code.", "Synchronizing Messages", trTeInstSyncMode=2),
              {0x100: "c.nop*60"}).walk("1*50")


def losses():
    """16 entries in the FIFO of `tiny`, and a sink that takes nothing for so many blocks."""
    for mode_name, mode in MODES:
        for blocks in (14, 15, 16, 17, 18):
            v = Vector(f"loss-{blocks}-{mode_name}", f"The sink takes nothing while {blocks} jumps retire: the FIFO has 16 entries.", "Error Message", build="tiny",
                       mode=mode, trTeInstStallEna=0)
            yield v.code(0x100, "c.nop; c.jr a0").walk(f"sink_ready=0:J@0x100*{blocks} [idle 200] J@0x100 1")
    yield Vector("loss-twice", "Messages are lost, tracing goes on, and they are lost again.", "Error Message", build="tiny", mode=BTM, trTeInstStallEna=0) \
        .code(0x100, "c.nop; c.jr a0").walk("sink_ready=0:J@0x100*20 [idle 200] J@0x100 sink_ready=0:J@0x100*20 [idle 200] J@0x100 1")
    yield Vector("loss-then-stop", "Tracing stops while messages are lost: Error alone.", "Error Message", build="tiny", mode=BTM, trTeInstStallEna=0,
                 stop="none").code(0x100, "c.nop; c.jr a0").walk("sink_ready=0:J@0x100*20 [set trTeInstTracing=0] [idle 200]")
    yield Vector("loss-of-owner", "Ownership is lost too: ECODE has its bit.", "Error Message", build="tiny", mode=BTM, trTeInstStallEna=0, trTeContext=1,
                 pins="priv=1").code(0x100, "c.nop; c.jr a0") \
        .walk("sink_ready=0,ctype=1:J@0x100*20 [idle 200] J@0x100 1")
    for level in (0, 3):
        yield Vector(f"loss-resume-{level}", f"Tracing goes on behind a loss where the FIFO has drained to ntResumeLevel={level}.", "Error Message", build="tiny",
                     mode=BTM, trTeInstStallEna=0, ntResumeLevel=level).code(0x100, "c.nop; c.jr a0") \
            .walk("sink_ready=0:J@0x100*20 " + "J@0x100 [idle 5] " * 24 + "1")


def wide():
    clause = "Trace Ingress Port"
    for mode_name, mode in MODES:
        for name, path, shows in (
                ("four-branches", "(T T T N) [idle 20] 1", "Four branches retire in a cycle."),
                ("jump-and-target", "(N J@0x300 1 1) 1", "A jump and the block at its target retire in one cycle."),
                ("trap-last", "(1 T 1 1I@0x300) (1 1)", "The newest of four blocks ends in an interrupt."),
                ("two-jumps", "(N J@0x100 N J@0x300) (1 1 1)", "Two jumps in a cycle, the second awaited."),
                ("half-filled", "(1 1) (T) (N 1)", "Cycles with one, two and three blocks.")):
            yield put(Vector(f"wide-{name}-{mode_name}", shows, clause, build="rv64-wide", mode=mode)).walk(path)
    yield put(Vector("wide-notify-each", "Each block of a cycle has its own notify.", clause, build="rv64-wide")).walk("(trigger=0x14:1 T N 1) 1")
    yield put(Vector("wide-calls", "A call and its return in a cycle, with the return stack.", clause, build="rv64-wide", trTeInstImplicitReturnMode=3),
              {0x100: "jal ra, 0x200; c.nop*4", 0x200: "c.nop; ret"}).walk("(J J 1 1) 1")
    for build in ("rv32", "rv32-min"):
        yield put(Vector(f"small-{build}", f"Branches, a jump, a trap and its return in {build}.", clause, build=build)) \
            .walk("T N J@0x300 2I@0x500 2 6 M@0x304 1")


def vectors():
    return [*traps(), *triggers(), *periodic(), *losses(), *wide()]
