# SPDX-License-Identifier: Apache-2.0
"""Where tracing starts and stops: every SYNC of a start, every EVCODE, and what is awaited then."""
from scripts.vectors.vector import BTM, HTM, Vector

MODES = {"btm": BTM, "htm": HTM}
SYNCS = {"reset": 1, "debug": 3, "enable": 5, "power": 9}
REASONS = {"reset": "out of reset", "debug": "out of debug mode", "enable": "by trTeInstTracing",
           "power": "out of low power"}
EVCODES = {"debug": 0, "power": 1, "reset": 4, "off": 4, "disable": 4}
STOPPED = {"debug": "the hart enters debug mode", "power": "the hart enters low power", "reset": "the hart is reset",
           "off": "trTeInstTracing becomes 0", "disable": "trTeEnable becomes 0"}
CLAUSE_SYNC, CLAUSE_STOP = "Synchronizing Messages", "ProgTraceCorrelation Message"


def starts():
    for name, mode in MODES.items():
        for start, sync in SYNCS.items():
            yield Vector(f"start-{start}-{name}", f"Tracing starts {REASONS[start]}: ProgTraceSync with SYNC={sync} and I-CNT=0.",
                         CLAUSE_SYNC, mode=mode, start=start).code(0x100, "nop*4").walk("2")


def stops():
    for name, mode in MODES.items():
        for stop, evcode in EVCODES.items():
            v = Vector(f"stop-{stop}-{name}", f"Tracing stops behind straight code and a branch not taken, as {STOPPED[stop]}: "
                       f"ProgTraceCorrelation with EVCODE={evcode} and what was counted since.", CLAUSE_STOP, mode=mode, stop=stop)
            v.code(0x100, "nop; beq zero, zero, 0x100; nop*2").walk("N 1")
            if stop == "off":
                v.walk("1")
            yield v


def awaited():
    for name, mode in MODES.items():
        for stop in EVCODES:
            waits = stop == "off"
            v = Vector(f"stop-{stop}-awaited-{name}", f"As a jump's target is awaited, {STOPPED[stop]}: " +
                       ("the stop waits for the target, which IndirectBranch reports before it." if waits else
                        "the stop does not wait, and the jump is not reported."), CLAUSE_STOP, mode=mode, stop="none")
            v.code(0x100, "nop; jalr zero, 0(a0)").code(0x200, "nop*2").walk("J@0x200")
            v.raw(*{"off": ["set trTeInstTracing=0"], "disable": ["set trTeEnable=0", "idle"]}.get(stop, [{
                "debug": "halted=1", "power": "lowpower=1", "reset": "reset=1"}.get(stop)]))
            if waits:
                v.walk("1")
            yield v


def again():
    """Tracing that stops and starts again, for each pair of reasons."""
    for stop, start in (("halted", 3), ("lowpower", 9), ("reset", 1)):
        yield Vector(f"restart-{stop}", f"Tracing stops and starts again through {stop}=1: the address base is the new one, SYNC={start}.",
                     CLAUSE_SYNC, stop="debug").code(0x100, "nop*8").walk(f"2 [{stop}=1] [{stop}=1] 2")
    yield Vector("restart-latest-reason", "The hart is halted, then in low power, then reset before it goes on: SYNC has the latest "
                 "reason.", CLAUSE_SYNC).code(0x100, "nop*8").walk("2 [halted=1] [lowpower=1] [reset=1] 2")
    yield Vector("start-waits-for-block", "Tracing is on for cycles in which nothing retires: ProgTraceSync comes with the first block.",
                 "ProgTraceSync Message", start="enable").code(0x100, "nop*2").walk("[idle 5] 1")
    yield Vector("start-and-stop-without-block", "Tracing is turned on and off while nothing retires: no message at all.",
                 "Corner Cases and Sequences", start="enable", stop="off").code(0x100, "nop").walk("[idle 3]")
    yield Vector("start-at-interrupt", "The first thing is an interrupt with nothing retired: tracing starts at its handler.",
                 "Corner Cases and Sequences").code(0x100, "nop").code(0x400, "nop*2").walk("I@0x400 1")
    yield Vector("start-at-exception", "The first thing is an exception with nothing retired: ProgTraceSync has its epc, and "
                 "IndirectBranch with I-CNT=0 its handler.", "Corner Cases and Sequences").code(0x100, "nop").code(0x400, "nop*2").walk("X@0x400 1")


def vectors():
    return [*starts(), *stops(), *awaited(), *again()]
