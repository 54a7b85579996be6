# SPDX-License-Identifier: Apache-2.0
"""Walks a program along a given path, and tells the ingress port's blocks of it."""
import re

# What a block ends with, by kind of instruction (Efficient Trace for RISC-V: itype)
ITYPES = {"straight": 0, "jump": 15, "call": 9, "ijump": 14, "icall": 8, "return": 13, "swap": 12, "trap-return": 3}
NOT_TAKEN, TAKEN, EXCEPTION, INTERRUPT = 4, 5, 1, 2
NARROW = {8: 6, 9: 0, 12: 6, 13: 6, 14: 6, 15: 0}  # itype of 3 bits
TOKEN = re.compile(r"(?P<signals>(?:\w+=\w+,)*\w+=\w+:)?(?P<what>\d+|[TNJRXIMAS])?(?P<trap>[XI])?"
                   r"(?:@(?P<target>0x[0-9a-f]+))?(?:\*(?P<times>\d+))?$")


class Hart:
    """`program`: instructions by address. `most`: half-words of the longest block."""

    def __init__(self, program, pc, most, itype_w):
        self.program = program
        self.pc = pc
        self.most = most
        self.itype_w = itype_w
        self.calls = []

    def block(self, instructions, itype, words):
        first = instructions[0].address if instructions else self.pc
        half_words = sum(i.size for i in instructions) // 2
        fields = [f"iaddr={first:#x}", f"iretire={half_words}"]
        if self.itype_w == 3:
            itype = NARROW.get(itype, itype)
        if itype:
            fields.append(f"itype={itype}")
        if instructions and instructions[-1].size == 4:
            fields.append("ilastsize=1")
        return "b " + " ".join(fields), words

    def take(self, count, stop):
        """Blocks of the next instructions: so many, or up to the first that stop() accepts."""
        blocks, now = [], []
        while True:
            if self.pc not in self.program:
                raise ValueError(f"no code at {self.pc:#x}")
            instruction = self.program[self.pc]
            if now and sum(i.size for i in now) // 2 + instruction.size // 2 > self.most:
                blocks.append(self.block(now, 0, "on"))
                now = []
            now.append(instruction)
            count -= 1
            last = stop(instruction) if stop else count == 0
            if not last and instruction.kind != "straight":
                raise ValueError(f"{instruction.text} at {self.pc:#x} on a straight path")
            self.pc += instruction.size
            if last:
                return blocks, now

    def branch(self, taken):
        blocks, now = self.take(0, lambda i: i.kind == "branch")
        itype = TAKEN if taken else NOT_TAKEN
        words = f"{now[-1].text}: {'taken' if taken else 'not taken'}"
        blocks.append(self.block(now, itype, words))
        self.pc = now[-1].target if taken else self.pc
        return blocks

    def jump(self, target, itype=None, more=""):
        blocks, now = self.take(0, lambda i: i.kind != "straight")
        last = now[-1]
        behind = self.pc
        if last.kind in ("call", "icall", "swap"):
            self.calls.append(behind)
        if last.kind == "return" and target is None:
            target = self.calls.pop()
        elif last.kind == "return" and self.calls:
            self.calls.pop()
        direct = last.kind in ("jump", "call")
        self.pc = last.target if direct else target
        block, words = self.block(now, itype or ITYPES[last.kind], f"{last.text}" + ("" if direct else f" -> {self.pc:#x}"))
        return [*blocks, (block + more, words)]

    def straight(self, count, trap, target):
        """So many instructions; a trap may end their block."""
        blocks, now = self.take(count, None) if count else ([], [])
        itype = {"X": EXCEPTION, "I": INTERRUPT, None: 0}[trap]
        words = {"X": "exception", "I": "interrupt", None: "on"}[trap]
        words += f" -> {target:#x}" if target is not None else ""
        blocks.append(self.block(now, itype, words))
        self.pc = target if trap else self.pc
        return blocks

    def step(self, token):
        """A token of a path: for each of its times its signals, and its blocks with words.

        5: five instructions; T, N: up to the next branch, taken or not; J, R, M: up to the next jump,
        return, trap return, with @TARGET where it is indirect; A: a direct jump that counts as a taken
        branch; S: a jump whose target the instruction before it has loaded; X@HANDLER, I@HANDLER: a trap with
        nothing retired; 5X@HANDLER: with five instructions before it in its block; *3: three times;
        SIGNAL=VALUE,...: before it."""
        match = TOKEN.match(token)
        if not match or not match["what"]:
            raise ValueError(f"{token}: no step")
        target = int(match["target"], 0) if match["target"] else None
        signals = (match["signals"] or "").rstrip(":").replace(",", " ")
        return [(signals, self.blocks_of(match, target)) for _ in range(int(match["times"] or 1))]

    def blocks_of(self, match, target):
        what = match["what"]
        if what in "TN":
            return self.branch(what == "T")
        if what in "JRM":
            return self.jump(target)
        if what == "A":
            return self.jump(None, TAKEN)
        if what == "S":
            return self.jump(target, None, " sijump=1")
        if what in "XI":
            return self.straight(0, what, target)
        return self.straight(int(what), match["trap"], target)
