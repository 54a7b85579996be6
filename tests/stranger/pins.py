# SPDX-License-Identifier: Apache-2.0
"""The steps of a walk as cycles at the pins of a trace ingress port (docs/ingress.md, text form)."""
from dataclasses import dataclass, field

from tests.stranger.program import Step


@dataclass
class Block:
    iaddr: int
    iretire: int = 0
    itype: int = 0
    last: int = 0     # ilastsize
    sijump: int = 0

    def text(self):
        return (f"b iaddr={self.iaddr:#x} iretire={self.iretire} itype={self.itype} ilastsize={self.last}"
                f" sijump={self.sijump}")


@dataclass
class Cycle:
    blocks: list = field(default_factory=list)
    priv: int = 3
    context: int = 0
    ctype: int = 0
    sets: dict = field(default_factory=dict)
    signals: dict = field(default_factory=dict)  # halted, reset, lowpower, ext_trigger
    trigger: int = 0
    time: int = 0

    def text(self):
        words = [f"{name}={value}" for name, value in self.signals.items()]
        words += [f"time={self.time}", f"priv={self.priv}", f"context={self.context}",
                  f"ctype={self.ctype}", f"trigger={self.trigger}"]
        sets = list(self.sets.items())
        lines = ["set " + " ".join(f"{name}={value}" for name, value in sets[:8])] if sets else []
        return "\n".join([*lines, " ".join([*words, *(block.text() for block in self.blocks)])])


class Pins:
    def __init__(self, rng, port, settings, walk, program):
        self.rng, self.port, self.settings, self.program = rng, port, settings, program
        self.changed = False
        self.cycles, self.open, self.cycle, self.special = [], False, None, None
        self.limit = rng.choice((1, 2, 1000))  # instructions a block
        self.all_jumps = settings.get("trTeInstEnAllJumps", 0)
        self.external_too = settings.get("trTeTrigExtInControl")
        self.tracing, self.bubbles = True, rng.choice((0, 0.2))
        self.add(signals={"rst": 1})
        names = [name for name in settings if name.startswith("tr")]
        for at in range(0, len(names), 8):
            self.add(sets={name: settings[name] for name in names[at:at + 8]})
        late = rng.random() < 0.15  # enabled, but not yet traced
        self.add(sets={"trTeEnable": 1, "trTeInstTracing": int(not late)})
        self.tracing = not late
        for step in walk.steps:
            getattr(self, step.what, self.state)(step)
        if rng.random() < 0.8:
            self.add(sets={"trTeInstTracing": 0})
            self.add(sets={"trTeEnable": 0})
        time, tick = rng.choice((0, 5, 1 << 20)), rng.choice((1, 1, 3))
        for cycle in self.cycles:
            time += tick if rng.random() < 0.9 else tick * rng.randrange(1, 200)
            cycle.time = time

    def add(self, **more):
        self.open, self.cycle = False, Cycle(**more)
        if self.cycles and "priv" not in more:
            self.cycle.priv, self.cycle.context = self.cycles[-1].priv, self.cycles[-1].context
        self.cycles.append(self.cycle)
        return self.cycle

    def room(self, step):
        """A cycle that has room for another block of this step."""
        cycle = self.cycle
        if (not cycle.blocks or len(cycle.blocks) == self.port["nblocks"] or step.priv != cycle.priv
                or step.context != cycle.context or step.ctype or cycle.blocks[-1].itype in (1, 2)
                or self.rng.random() < 0.3 or cycle.trigger & 2):
            if self.rng.random() < self.bubbles:
                self.add()
            self.add(priv=step.priv, context=step.context, ctype=step.ctype)
        return self.cycle

    def itype(self, step):
        if self.all_jumps and step.itype in ((9, 11, 15) if self.port["itype_w"] == 3 else (11, 15)):
            return 5
        if self.port["itype_w"] == 4 or step.itype < 8:
            return step.itype
        return 0 if step.itype in (9, 11, 15) else 6

    def retire(self, step):
        most = (1 << self.port["iretire_w"]) - 1
        block = self.cycle.blocks[-1] if self.open and self.cycle.blocks else None
        if (block is None or block.iretire + step.size > most or step.ctype or step.priv != self.cycle.priv
                or step.context != self.cycle.context or self.count >= self.limit or self.rng.random() < 0.05):
            block = Block(step.pc)
            self.room(step).blocks.append(block)
            self.open, self.count = True, 0
        self.count += 1
        block.iretire, block.last = block.iretire + step.size, step.size - 1
        block.itype, block.sijump = self.itype(step), step.sijump
        if step.itype:
            self.open = False

    def trap(self, step):
        block = self.cycle.blocks[-1] if self.open and self.cycle.blocks else None
        if block is None or self.rng.random() < 0.3 or step.priv != self.cycle.priv:
            block = Block(step.pc)
            self.room(step).blocks.append(block)
        block.itype, self.open = step.itype, False
        self.cycle.signals["cause"] = 2 if step.itype == 1 else 7

    # Side events

    def switch(self, tracing):
        self.tracing = bool(tracing)
        return {"trTeInstTracing": int(tracing)}

    def off(self, _step):
        self.add(sets=self.switch(False))

    def on(self, _step):
        self.add(sets=self.switch(True))

    def toggle(self, step):
        (self.off if self.tracing else self.on)(step)

    def trigger(self, _step):
        """Trace-on or trace-off by the hart, which is a pulse in a cycle in which something retires."""
        if self.cycle.blocks and not self.cycle.trigger:
            self.tracing = not self.tracing
            self.cycle.trigger |= 1 if self.tracing else 2
            self.open = False

    def notify(self, _step):
        if self.cycle.blocks and self.cycle.blocks[-1].iretire:
            self.cycle.trigger |= 4 << len(self.cycle.blocks) - 1
            if self.external_too and self.rng.random() < 0.3:
                self.cycle.signals["ext_trigger"] = 1
            self.open = False

    def external(self, step):
        if step.value < 0.5 or not self.cycle.blocks:
            self.add()
        self.cycle.signals["ext_trigger"] = 1
        self.open = False

    def state(self, step):
        """The hart is halted, in reset or in low power for some cycles."""
        name = {"halt": "halted", "reset": "reset", "low": "lowpower"}[step.what]
        for _ in range(self.rng.randrange(1, 4)):
            self.add(signals={name: 1})
            if step.what == "halt" and self.rng.random() < 0.2:
                self.cycle.sets.update(self.switch(not self.tracing))
        self.add()

    def change(self, _step):
        """Settings change while the encoder is disabled."""
        rng, sets = self.rng, {"trTeInstEnSequentialJump": self.rng.randrange(2)}
        if self.settings["trTeInstSyncMode"]:
            sets.update(trTeInstSyncMode=rng.choice((1, 2, 3)), trTeInstSyncMax=rng.choice((0, 1, 15)))
        if self.settings["trTeInstEnImplicitReturn"]:
            sets["trTeInstEnImplicitReturn"] = rng.randrange(2)
        self.changed = True
        self.add(sets={"trTeInstTracing": 0})
        self.add(sets={"trTeEnable": 0})
        self.add()
        self.add(sets=sets)
        self.add(sets={"trTeEnable": 1, "trTeInstTracing": 1})
        self.tracing = True

    def debug(self, step):
        """Debug mode shown by `priv`, with a trap code or without."""
        if self.open and self.rng.random() < 0.5:
            self.trap(Step("trap", step.pc, itype=2, priv=step.priv))
        at = self.program.debug
        self.add(priv=4, context=step.context).blocks.append(Block(at, 6, 3, 1))
        self.open = False

    def text(self):
        head = " ".join(f"{name}={value}" for name, value in self.port.items())
        lines = [f"ntrace-ingress 2 {head}", *(cycle.text() for cycle in self.cycles)]
        return "\n".join([*lines, "idle 20", f"end {len(self.cycles) + 20}", ""])
