# SPDX-License-Identifier: Apache-2.0
"""Cycles for the bench of the counters, one after the other, and what RTL, model and witness said.

    script = Script("rv64")
    script.write(0xB03, 2**64 - 1)
    value = script.read(0xB03)
    answers = script.run()              all three agree, or it raises
    answers[value].value                2**64 - 1
"""
import tempfile
from pathlib import Path

from tests.hpm import replay
from tests.hpm.witness import CLEAR, READ, SET, WRITE
from tests.lib import units

PRIV = {mode: priv for priv, mode in replay.PRIV.items()}


class Script:
    program = staticmethod(lambda build: units.program("hpm", build))
    environment = None

    def __init__(self, build="rv64"):
        self.build = build
        self.lines = []
        self.accesses = 0
        self.cycles = 0

    def cycle(self, mode="M", stop=False, ext=0, messages=0, octets=0, stall=False, loss=False, reset=False):
        """The place of the cycle, for `lcofip`."""
        self.lines.append(f"c {reset:d} {PRIV[mode]} {stop:d} {ext:x} {messages} {octets} {stall:d} {loss:d}")
        self.cycles += 1
        return self.cycles

    def idle(self, count, mode="M"):
        for _ in range(count):
            self.cycle(mode)

    def block(self, icount, itype=0, mode_after="M"):
        """In the latest cycle."""
        self.lines.append(f"b {icount} {itype} {PRIV[mode_after]}")

    def blocks(self, *blocks, mode="M"):
        self.cycle(mode)
        for block in blocks:
            self.block(*block)

    def access(self, number, operation, word=0, mode="M", retires=False, select=0, stateen=3, cde=False, **happens):
        """The place of the answer. `retires`: an instruction accesses, which the next block begins with. What the hart
        holds: `select` in siselect or vsiselect, in `stateen` bit 60 of mstateen0 and hstateen0, `cde` in menvcfg."""
        self.cycle(mode, **happens)
        self.lines.append(f"a {number:x} {operation} {word:x} {retires:d} {select:x} {stateen} {cde:d}")
        self.accesses += 1
        return self.accesses - 1

    def read(self, number, mode="M", **happens):
        return self.access(number, READ, 0, mode, **happens)

    def execute(self, number, operation, word=0, mode="M", **holds):
        """An instruction that accesses the CSR, and retires in the next cycle."""
        place = self.access(number, operation, word, mode, retires=True, **holds)
        self.blocks((1, 0, mode), mode=mode)
        return place

    def write(self, number, word, mode="M", **happens):
        return self.access(number, WRITE, word, mode, **happens)

    def set(self, number, word, mode="M"):
        return self.access(number, SET, word, mode)

    def clear(self, number, word, mode="M"):
        return self.access(number, CLEAR, word, mode)

    def write_lcofip(self, value):
        """In the latest cycle."""
        self.lines.append(f"w {value:d}")

    def run(self):
        """All answers, in order; `lcofip` has LCOFIP of each cycle."""
        with tempfile.TemporaryDirectory() as folder:
            script, log = Path(folder) / "script", Path(folder) / "log"
            script.write_text("".join(f"{line}\n" for line in self.lines), encoding="ascii")
            done = units.run(self.program(self.build), "play", script, log, env=self.environment)
            if done.returncode != 0:
                raise AssertionError(done.stdout + done.stderr)
            lines = log.read_text(encoding="ascii").splitlines()
        try:
            replay.replay(lines)
        except replay.Wrong as wrong:
            raise AssertionError(str(wrong)) from wrong
        self.lcofip = [bool(int(line.split()[9])) for line in lines if line.startswith("c")]
        return [replay.answer_of(line.split()[1:]) for line in lines if line.startswith("a")]

    def values(self, *places):
        answers = self.run()
        for place in places:
            if answers[place].illegal or answers[place].virtual or not answers[place].hit:
                raise AssertionError(f"access {place}: {answers[place]}")
        return [answers[place].value for place in places]
