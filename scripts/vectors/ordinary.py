# SPDX-License-Identifier: Apache-2.0
"""Ordinary code, as any hart runs it and any encoder takes it: branches, loops, jumps, calls and traps, without options
and with counters that do not fill; in both modes, RV32 and RV64, and with several blocks in a cycle."""
import copy
import importlib
import random
import re

from scripts.vectors import needs
from scripts.vectors.vector import BTM, BUILDS, HTM, STARTS, Vector

MODES = {"btm": BTM, "htm": HTM}
BRANCH, JUMP, CALL, TRAP, STOP = ("DirectBranch Message", "IndirectBranch Message", "Control Transfer Instructions",
                                  "Corner Cases and Sequences", "ProgTraceCorrelation Message")
# Name; what it shows; clause; the code by address; the path (scripts/vectors/hart.py)
SHAPES = [
    # Branches
    ("straight", "Straight code alone: what retired is in I-CNT of the stop.", STOP, {0x1000: "nop*20"}, "4 4 1 3"),
    ("taken-forward", "A branch forward is taken.", BRANCH, {0x1000: "nop*3; beq a0, a1, 0x1040", 0x1040: "nop*8"}, "T 3"),
    ("taken-backward", "A branch backward is taken once.", BRANCH, {0x1000: "nop*4; beq a0, a1, 0x1004; nop*4"}, "T N 2"),
    ("not-taken", "A branch is not taken.", BRANCH, {0x1000: "nop*2; beq a0, a1, 0x1040; nop*6"}, "N 3"),
    ("not-taken-runs", "Eight branches in a row are not taken.", BRANCH, {0x1000: "beq a0, a1, 0x1000; " * 8 + "nop*4"}, "N*8 2"),
    ("taken-then-not", "A branch is taken, and not taken when the code comes by again.", BRANCH,
     {0x1000: "nop; bne a0, a1, 0x1000; nop*3"}, "T N 2"),
    ("not-then-taken", "One branch is not taken, the next one is.", BRANCH,
     {0x1000: "bne a0, a1, 0x1100; nop; bne a2, a3, 0x1040", 0x1040: "nop*4"}, "N T 2"),
    ("alternating", "A branch is taken every second time.", BRANCH,
     {0x1000: "nop; beq a0, a1, 0x1000; jal zero, 0x1000"}, "T N J T N J T N"),
    ("first-instruction", "The first instruction that is traced is a taken branch.", BRANCH,
     {0x1000: "beq a0, a1, 0x1100", 0x1100: "nop*4"}, "T 2"),
    ("adjacent", "Three taken branches, each right at the target of the one before.", BRANCH,
     {0x1000: "beq a0, a1, 0x1100", 0x1100: "beq a0, a1, 0x1200", 0x1200: "beq a0, a1, 0x1300", 0x1300: "nop*4"}, "T T T 2"),
    ("to-next", "A taken branch whose target is the instruction behind it.", BRANCH,
     {0x1000: "nop; beq a0, a1, 0x1008; nop*4"}, "T 2"),
    ("far-forward", "A taken branch as far forward as one reaches.", BRANCH,
     {0x1000: "beq a0, a1, 0x1ffc", 0x1ffc: "nop*4"}, "T 2"),
    ("far-backward", "A taken branch as far backward as one reaches.", BRANCH,
     {0x2000: "beq a0, a1, 0x1000", 0x1000: "nop*4"}, "T 2"),
    ("long-straight", "Sixty instructions stand before a taken branch.", BRANCH,
     {0x1000: "nop*60; beq a0, a1, 0x1000"}, "7 7 7 7 7 7 7 7 4 T 2"),
    ("one-by-one", "Instructions retire one at a time up to a taken branch.", BRANCH,
     {0x1000: "nop*6; beq a0, a1, 0x1000"}, "1 1 1 1 1 1 T 1"),
    # Loops
    ("loop-self", "A branch to itself is taken five times.", BRANCH, {0x1000: "beq a0, a1, 0x1000; nop*2"}, "T*5 N 1"),
    ("loop-2", "A loop of two iterations.", BRANCH, {0x1000: "nop*3; bne a0, a1, 0x1000; nop*2"}, "T N 1"),
    ("loop-10", "A loop of ten iterations.", BRANCH, {0x1000: "nop*3; bne a0, a1, 0x1000; nop*2"}, "T*9 N 1"),
    ("loop-25", "A loop of 25 iterations.", BRANCH, {0x1000: "nop; bne a0, a1, 0x1000; nop*2"}, "T*24 N 1"),
    ("loop-exit-inside", "A loop is left from its middle.", BRANCH,
     {0x1000: "nop; beq a2, a3, 0x1040; nop; jal zero, 0x1000", 0x1040: "nop*4"}, "N J N J N J T 2"),
    ("loop-nested", "Three times an inner loop of four.", BRANCH,
     {0x1000: "nop; nop; bne a0, a1, 0x1004; bne a2, a3, 0x1000; nop*2"}, "T*3 N T T*3 N T T*3 N N 1"),
    ("loop-if", "A branch in a loop is taken in some iterations.", BRANCH,
     {0x1000: "beq a0, a1, 0x1010; nop*3; nop; bne a2, a3, 0x1000; nop*2"}, "N T T T N T T T N N 1"),
    ("loop-call", "A loop calls a function four times.", CALL,
     {0x1000: "nop; jal ra, 0x1100; bne a0, a1, 0x1000; nop*2", 0x1100: "nop*2; ret"}, "J R T J R T J R T J R N 1"),
    # Jumps
    ("jump-forward", "A direct jump forward, which no message reports.", CALL, {0x1000: "nop; jal zero, 0x1800", 0x1800: "nop*4"}, "J 2"),
    ("jump-backward", "A direct jump backward.", CALL, {0x2000: "nop; jal zero, 0x1800", 0x1800: "nop*4"}, "J 2"),
    ("jumps-in-a-row", "Direct jumps, each to the next.", CALL,
     {0x1000: "jal zero, 0x1100", 0x1100: "jal zero, 0x1200", 0x1200: "jal zero, 0x1300", 0x1300: "nop*4"}, "J J J 2"),
    ("jump-then-branch", "A taken branch behind a direct jump: I-CNT is of both runs.", BRANCH,
     {0x1000: "nop*2; jal zero, 0x1100", 0x1100: "nop; beq a0, a1, 0x1000"}, "J T 2"),
    ("indirect-near", "An indirect jump to an address that differs in its lower bits.", JUMP,
     {0x1000: "nop; jalr zero, 0(a0)", 0x1020: "nop*4"}, "J@0x1020 2"),
    ("indirect-back", "An indirect jump backward.", JUMP, {0x1100: "nop; jalr zero, 0(a0)", 0x1000: "nop*4"}, "J@0x1000 2"),
    ("indirect-page", "An indirect jump to another page.", JUMP, {0x1000: "nop; jalr zero, 0(a0)", 0x5a7c: "nop*4"}, "J@0x5a7c 2"),
    ("indirect-far", "An indirect jump far away.", JUMP, {0x1000: "nop; jalr zero, 0(a0)", 0x40001000: "nop*4"}, "J@0x40001000 2"),
    ("indirect-top", "An indirect jump into the upper half of 4 GiB.", JUMP,
     {0x1000: "nop; jalr zero, 0(a0)", 0x80000000: "nop*4"}, "J@0x80000000 2"),
    ("indirect-there-and-back", "An indirect jump far away and one back.", JUMP,
     {0x1000: "nop; jalr zero, 0(a0)", 0x80000000: "nop; jalr zero, 0(a0)", 0x1008: "nop*4"}, "J@0x80000000 J@0x1008 2"),
    ("indirect-self", "An indirect jump to itself, then on.", JUMP,
     {0x1000: "jalr zero, 0(a0)", 0x1100: "nop*4"}, "J@0x1000 J@0x1000 J@0x1100 2"),
    ("indirect-to-next", "An indirect jump to the instruction behind it.", JUMP, {0x1000: "nop; jalr zero, 0(a0); nop*4"}, "J@0x1008 2"),
    ("indirect-after-branch", "An indirect jump behind branches that were not taken.", JUMP,
     {0x1000: "beq a0, a1, 0x1000; beq a0, a1, 0x1000; jalr zero, 0(a0)", 0x1100: "nop*4"}, "N N J@0x1100 2"),
    ("indirect-after-taken", "An indirect jump behind a taken branch.", JUMP,
     {0x1000: "beq a0, a1, 0x1100", 0x1100: "nop; jalr zero, 0(a0)", 0x1200: "nop*4"}, "T J@0x1200 2"),
    ("jump-table", "A loop takes a jump table's four entries.", JUMP,
     {0x1000: "nop; jalr zero, 0(a0)", 0x1100: "jal zero, 0x1000", 0x1110: "nop; jal zero, 0x1000",
      0x1120: "nop*2; jal zero, 0x1000", 0x1130: "nop*4"}, "J@0x1110 J J@0x1100 J J@0x1120 J J@0x1130 2"),
    # Calls
    ("call", "A call and its return.", CALL, {0x1000: "nop; jal ra, 0x1100; nop*4", 0x1100: "nop*2; ret"}, "J R 2"),
    ("call-twice", "A function is called from two places.", CALL,
     {0x1000: "jal ra, 0x1100; nop; jal ra, 0x1100; nop*4", 0x1100: "nop; ret"}, "J R J R 2"),
    ("call-nested", "Calls three deep.", CALL,
     {0x1000: "jal ra, 0x1100; nop*4", 0x1100: "nop; jal ra, 0x1200; nop; ret", 0x1200: "jal ra, 0x1300; ret", 0x1300: "nop; ret"},
     "J J J R R R 2"),
    ("call-recursive", "A function calls itself three times.", CALL,
     {0x1000: "jal ra, 0x1100; nop*4", 0x1100: "beq a0, a1, 0x110c; jal ra, 0x1100; nop; ret"}, "J N J N J N J T R R R R 2"),
    ("call-leaf-branch", "A function with a branch that is taken on the second call.", CALL,
     {0x1000: "jal ra, 0x1100; jal ra, 0x1100; nop*4", 0x1100: "beq a0, a1, 0x1108; nop; nop; ret"}, "J N R J T R 2"),
    ("call-indirect", "A call through a register, as of a virtual function.", CALL,
     {0x1000: "nop; jalr ra, 0(a0); nop*4", 0x1100: "nop; ret"}, "J@0x1100 R 2"),
    ("call-indirect-three", "One indirect call goes to three functions.", CALL,
     {0x1000: "jalr ra, 0(a0); bne a0, a1, 0x1000; nop*2", 0x1100: "nop; ret", 0x1200: "ret", 0x1300: "nop*3; ret"},
     "J@0x1100 R T J@0x1200 R T J@0x1300 R N 1"),
    ("call-tail", "A function jumps to another, which returns for it.", CALL,
     {0x1000: "jal ra, 0x1100; nop*4", 0x1100: "nop; jal zero, 0x1200", 0x1200: "nop; ret"}, "J J R 2"),
    ("return-elsewhere", "A return to another place than its call's, as longjmp does.", CALL,
     {0x1000: "jal ra, 0x1100; nop*4", 0x1100: "jal ra, 0x1200; ret", 0x1200: "nop; ret", 0x1040: "nop*4"}, "J J R@0x1040 2"),
    ("coroutine", "Two coroutines change places.", CALL,
     {0x1000: "nop; jalr ra, 0(t0); nop; jalr ra, 0(t0); nop*2", 0x1100: "nop; jalr ra, 0(t0); nop; jalr ra, 0(t0)"},
     "J@0x1100 J@0x1008 J@0x1108 J@0x1010 1"),
    # Traps
    ("ecall", "ecall, which does not retire, a handler, and mret behind it.", TRAP,
     {0x1000: "nop*2; ecall; nop*4", 0x2000: "nop*3; mret"}, "2X@0x2000 M@0x100c 2"),
    ("exception-first", "An exception at the first instruction behind a taken branch.", TRAP,
     {0x1000: "beq a0, a1, 0x1100", 0x1100: "nop*4", 0x2000: "nop; mret"}, "T X@0x2000 M@0x1104 2"),
    ("exception-in-loop", "A load in a loop traps in one iteration, and is tried again.", TRAP,
     {0x1000: "nop*2; bne a0, a1, 0x1000; nop*2", 0x2000: "nop*2; mret"}, "T T 1X@0x2000 M@0x1004 T N 1"),
    ("exception-behind-jump", "An exception at the target of an indirect jump.", TRAP,
     {0x1000: "nop; jalr zero, 0(a0)", 0x1100: "nop*4", 0x2000: "nop; mret"}, "J@0x1100 X@0x2000 M@0x1104 2"),
    ("exception-in-handler", "An exception in the handler of an exception.", TRAP,
     {0x1000: "nop*6", 0x2000: "nop*4; mret", 0x3000: "nop; mret"}, "1X@0x2000 1X@0x3000 M@0x2008 M@0x1008 2"),
    ("interrupt", "An interrupt behind straight code.", TRAP, {0x1000: "nop*8", 0x2000: "nop*3; mret"}, "3I@0x2000 M@0x100c 2"),
    ("interrupt-behind-branch", "An interrupt right behind a taken branch.", TRAP,
     {0x1000: "beq a0, a1, 0x1100", 0x1100: "nop*4", 0x2000: "nop; mret"}, "T I@0x2000 M@0x1100 2"),
    ("interrupt-behind-not-taken", "An interrupt right behind a branch that is not taken.", TRAP,
     {0x1000: "beq a0, a1, 0x1100; nop*4", 0x2000: "nop; mret"}, "N I@0x2000 M@0x1004 2"),
    ("interrupt-behind-jump", "An interrupt right behind an indirect jump, before anything at its target retires.", TRAP,
     {0x1000: "nop; jalr zero, 0(a0)", 0x1100: "nop*4", 0x2000: "nop; mret"}, "J@0x1100 I@0x2000 M@0x1100 2"),
    ("interrupt-behind-call", "An interrupt right behind a call.", TRAP,
     {0x1000: "jal ra, 0x1100; nop*4", 0x1100: "nop*2; ret", 0x2000: "nop; mret"}, "J I@0x2000 M@0x1100 R 2"),
    ("interrupt-behind-return", "An interrupt right behind a return.", TRAP,
     {0x1000: "jal ra, 0x1100; nop*4", 0x1100: "nop*2; ret", 0x2000: "nop; mret"}, "J R I@0x2000 M@0x1004 2"),
    ("interrupt-in-loop", "A loop is interrupted twice.", TRAP,
     {0x1000: "nop*2; bne a0, a1, 0x1000; nop*2", 0x2000: "nop; mret"}, "T 1I@0x2000 M@0x1004 T T 2I@0x2000 M@0x1008 N 1"),
    ("interrupts-in-a-row", "A second interrupt comes right behind the first handler's mret.", TRAP,
     {0x1000: "nop*6", 0x2000: "nop; mret"}, "2I@0x2000 M@0x1008 I@0x2000 M@0x1008 2"),
    ("interrupt-nested", "A handler is interrupted.", TRAP,
     {0x1000: "nop*6", 0x2000: "nop*4; mret", 0x3000: "nop; mret"}, "2I@0x2000 2I@0x3000 M@0x2008 M@0x1008 2"),
    ("interrupt-vectored", "Interrupts of two causes go through a vector table of jumps.", TRAP,
     {0x1000: "nop*8", 0x2004: "jal zero, 0x2100", 0x200c: "jal zero, 0x2200", 0x2100: "nop; mret", 0x2200: "nop*2; mret"},
     "2I@0x2004 J M@0x1008 2I@0x200c J M@0x1010 2"),
    ("handler-branches", "A handler with a loop and a call.", TRAP,
     {0x1000: "nop*6", 0x2000: "nop; bne a0, a1, 0x2000; jal ra, 0x2100; mret", 0x2100: "nop; ret"}, "2I@0x2000 T T N J R M@0x1008 2"),
    ("task-switch", "A handler returns to another task, and later to the first.", TRAP,
     {0x1000: "nop*6", 0x4000: "nop*6", 0x2000: "nop*2; mret"}, "2I@0x2000 M@0x4000 3I@0x2000 M@0x1008 2"),
    # Code of 16 bits
    ("c-branches", "Branches and jumps of 16 bits.", BRANCH,
     {0x1000: "c.nop; c.beqz a0, 0x1008; c.nop*2; c.j 0x1010", 0x1010: "c.nop; c.jr a0", 0x1102: "c.nop*4"}, "T J J@0x1102 2"),
    ("c-mixed", "Instructions of 16 and 32 bits, at addresses that are no multiples of 4.", BRANCH,
     {0x1002: "nop; c.nop; beq a0, a1, 0x1022", 0x1022: "c.nop; nop; c.beqz a0, 0x1002; nop*2"}, "T T T N 1"),
]
# In builds with several blocks in a cycle: so many
TOGETHER = 3
# Random programs of each build and mode
MIXES = {("rv32", "btm"): 60, ("rv32", "htm"): 8, ("rv64", "btm"): 8, ("rv64", "htm"): 8, ("rv64-wide", "btm"): 6, ("rv64-wide", "htm"): 6}


def walk_together(v, path):
    """Goes along a path with up to TOGETHER blocks in a cycle; a trap ends it."""
    blocks = []
    for token in path.split():
        blocks += [block for _, now in v.hart.step(token) for block in now]
        while len(blocks) >= TOGETHER or (blocks and re.search(r" itype=[12]\b", blocks[-1][0])):
            v.cycle("", blocks[:TOGETHER])
            blocks = blocks[TOGETHER:]
    if blocks:
        v.cycle("", blocks)
    return v


def shaped(shape, build, mode):
    name, shows, clause, code, path = shape
    v = Vector(f"ordinary-{name}-{mode}-{build}", shows, clause, build=build, mode=MODES[mode], start="enable", stop="disable")
    for address, text in code.items():
        v.code(address, text)
    return walk_together(v, path) if v.values["NBLOCKS"] > 1 else v.walk(path)


FUNCTIONS, PIECES, STEPS = 4, 5, 60
PAUSE = 3  # cycles behind a step, so that no message is lost


def function_code(draw, base):
    """Pieces that end in branches, jumps and calls; the last one returns."""
    at = [base]
    for _ in range(PIECES):
        at.append(at[-1] + 4 * (draw.randrange(4) + 1))
    pieces = []
    for i in range(PIECES):
        straight = (at[i + 1] - at[i]) // 4 - 1
        to = draw.choice(at[:-1])
        last = draw.choice([f"beq a0, a1, {to:#x}"] * 4 + [f"jal ra, {draw.randrange(FUNCTIONS) * 0x400 + 0x1000:#x}", "jalr ra, 0(a0)"])
        pieces += [f"nop*{straight}"] * (straight > 0) + [last]
    return "; ".join([*pieces, "ret"])


def step_of(draw, v, stack):
    """The next step of a random path, by the instruction that ends the straight run ahead."""
    pc = v.hart.pc
    while v.program[pc].kind == "straight":
        pc += v.program[pc].size
    kind, behind = v.program[pc].kind, pc + v.program[pc].size
    if draw.random() < 0.1 and len(stack) < 12:
        stack.append(v.hart.pc)
        return draw.choice(["I", "X"]) + "@0x8000"
    if kind == "branch":
        return draw.choice("TTN")
    if kind in ("call", "icall"):
        stack.append(behind)
        return "J" if kind == "call" else f"J@{draw.randrange(FUNCTIONS) * 0x400 + 0x1000:#x}"
    target = stack.pop() if stack else 0x1000
    return f"{'M' if kind == 'trap-return' else 'R'}@{target:#x}"


def mixed(seed, build, mode):
    """Four functions at random, that branch, loop and call each other, with traps; and a path through them."""
    draw = random.Random(f"{seed} {build} {mode}")
    v = Vector(f"ordinary-mix-{seed}-{mode}-{build}", f"Four functions that branch, loop and call each other, and traps: a path of {STEPS} steps.",
               "Main N-Trace Trace Modes", build=build, mode=MODES[mode], start="enable", stop="disable")
    for i in range(FUNCTIONS):
        v.code(0x1000 + 0x400 * i, function_code(draw, 0x1000 + 0x400 * i))
    v.code(0x8000, "nop*2; mret")
    stack = []
    for _ in range(STEPS):
        v.walk(step_of(draw, v, stack)).raw(f"idle {PAUSE}")
    return v


# Subjects whose vectors of RV64 have twins of RV32: those that need nothing, but that all start and stop by debug mode.
TWINS = ["addresses", "fields", "events", "starts"]
PLAIN = {"debug", "compressed"}


def has_twin(v):
    by_debug = v.begin is STARTS["debug"] and v.stop == "debug" and "debug mode" not in v.shows
    return (by_debug and v.build == "rv64" and not v.parameters and not v.pins and max(v.program) < 1 << 32
            and set(v.fields) == {"trTeInstMode"} and not any(line.startswith("set ") for line in v.lines)
            and set(needs.features(v.text())) <= PLAIN and not any("halted" in line for line in v.lines))


def twin(v):
    """The same on RV32, with trTeInstTracing in place of debug mode."""
    other = copy.copy(v)
    other.name, other.build, other.values = f"{v.name}-rv32", "rv32", BUILDS["rv32"]
    other.begin, other.stop = STARTS["enable"], "disable"
    return other


def twins():
    for subject in TWINS:
        yield from (twin(v) for v in importlib.import_module(f"scripts.vectors.{subject}").vectors() if has_twin(v))


def vectors():
    yield from twins()
    for shape in SHAPES:
        for build in ("rv32", "rv64"):
            for mode in MODES:
                yield shaped(shape, build, mode)
    for shape in SHAPES[::3]:
        for mode in MODES:
            yield shaped(shape, "rv64-wide", mode)
    for (build, mode), count in MIXES.items():
        for seed in range(1, count + 1):
            yield mixed(seed, build, mode)
