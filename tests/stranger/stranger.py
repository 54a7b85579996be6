# SPDX-License-Identifier: Apache-2.0
"""Draws streams of another encoder, and what the judge is to make of them. See README.md."""
import random

from tests.stranger.encoder import Encoder
from tests.stranger.messages import stream
from tests.stranger.pins import Pins
from tests.stranger.program import Program, Walk


FIELDS = ("trTeContext", "trTeInstTrigEnable", "trTeInstStallEna", "trTeInhibitSrc", "trTeInstSyncMode",
          "trTeInstEnSequentialJump", "trTeInstEnImplicitReturn", "trTeInstEnRepeatedHistory", "trTeInstEnAllJumps",
          "trTeInstExtendAddrMSB", "trTeSrcBits", "trTsEnable")


# What may happen at the pins besides code and traps; `--without` leaves these out too
EVENTS = ("halt", "reset", "low", "toggle", "notify", "context", "debug", "trigger", "external", "discontinuity", "change", "debug-traced")


class Stream:
    """One stream: settings, program, pins and messages, all drawn from a seed."""

    def __init__(self, seed, without=(), rate=0.03):
        self.rng = rng = random.Random(seed)
        self.seed = seed
        xlen = rng.choice((32, 64))
        self.port = {"xlen": xlen, "nblocks": rng.choice((1, 1, 2, 4)), "itype_w": rng.choice((3, 4, 4)),
                     "iretire_w": rng.choice((3, 4, 6, 7)), "context_w": rng.choice((0, 8, 32, 46)),
                     "ntriggers": rng.choice((0, 1, 8))}
        if "any-port" in without:
            self.port.update(xlen=64, nblocks=1, itype_w=4, iretire_w=6)
        xlen = self.port["xlen"]
        self.width = 64
        self.settings = self.draw(rng)
        regular = self.settings.get("trTeInstImplicitReturnMode", 0) in (1, 2)
        loops = rng.random() < (0.6 if self.settings["trTeInstEnRepeatedHistory"] else 0.1)
        self.program = Program(rng, xlen, regular, loops)
        if self.settings.get("trTeInstFilters") and random.Random(f"{seed} debug").random() < 0.3 and "debug-traced" not in without:
            self.settings["trTeFilter0MatchInst"] |= 1 << 4   # debug mode, too; other streams stay as they are
        events = [event for event in EVENTS[:-1] if rng.random() < 0.4 and self.allows(event)
                  and f"{event}-by-priv" not in without and event not in without]
        walk = Walk(rng, self.program, rng.choice((5, 30, 100, 300) if not loops else (30, 300, 400)), regular, events,
                    self.port["context_w"], rate)
        self.pins = Pins(rng, self.port, self.settings, walk, self.program)
        self.encoder = Encoder(rng, self.port, self.settings, without)
        self.messages = self.encoder.run(self.pins.cycles)
        self.idle = rng.choice((0, 0, 0.1, 0.9)) if "idle" not in without else 0

    def allows(self, event):
        needed = {"debug": "trTeInstFilters", "trigger": "trTeInstTrigEnable", "external": "trTeTrigExtInControl"}
        filtered = self.settings.get("trTeFilter0MatchInst", 0x6B) not in (0x6B, 0x7B) and event in ("halt", "reset", "low", "debug")
        return not filtered and (event not in needed or self.settings.get(needed[event]))

    def draw(self, rng):
        settings = {"trTeActive": 1, "trTeInstMode": rng.choice((3, 6)), **dict.fromkeys(FIELDS, 0)}

        def maybe(probability, **fields):
            if rng.random() < probability:
                settings.update(fields)

        maybe(0.5, trTeContext=1)
        maybe(0.4, trTeInstTrigEnable=1)
        maybe(0.3, trTeInstStallEna=1)
        maybe(0.5, trTeInstSyncMode=rng.choice((1, 2, 3)), trTeInstSyncMax=rng.choice((0, 0, 1, 4, 15)))
        maybe(0.4, trTeInstEnSequentialJump=1)
        maybe(0.4, trTeInstEnRepeatedHistory=1)
        maybe(0.2, trTeInstEnAllJumps=1)
        maybe(0.4, trTeInstExtendAddrMSB=1)
        if self.port["itype_w"] == 4:
            maybe(0.5, trTeInstEnImplicitReturn=1, trTeInstImplicitReturnMode=rng.choice((1, 2, 3)))
        bits = rng.choice((1, 2, 2, 3, 6, 8, 8, 12))
        maybe(0.4, trTeSrcBits=bits, trTeSrcID=rng.randrange(1 << bits))
        maybe(0.1, trTeInhibitSrc=1)
        if self.port["ntriggers"]:
            maybe(0.5, trTeTrigExtInControl=4)
        maybe(0.5, trTsActive=1, trTsMode=1, trTsEnable=1)
        maybe(0.3, trTeInstFilters=1, trTeFilter0Control=3, trTeFilter0MatchInst=rng.choice((0x6B, 0x6B, 0x48, 0x23)))
        return settings

    def source(self):
        """SRC and its width."""
        bits = 0 if self.settings["trTeInhibitSrc"] else self.settings["trTeSrcBits"]
        return (self.settings.get("trTeSrcID", 0), bits) if bits else (0, 0)

    def bytes(self, messages=None, idle=None):
        rng, idle = random.Random(f"{self.seed} idle"), self.idle if idle is None else idle
        return stream(self.messages if messages is None else messages, self.source(), self.width,
                      lambda: rng.randrange(1, 4) if rng.random() < idle else 0)

    def levels(self):
        """By what it is judged but the pins: its code and settings, where they do not change."""
        return [*([] if self.pins.changed else ["code"]), "settings", "middle", "wrapped"]

    def of(self, level):
        """The bytes for a level of the judge: for `wrapped`, those after a place within them, for `middle` the
        messages from a synchronizing one to any other."""
        data, rng = self.bytes(), random.Random(f"{self.seed} middle")
        if level == "wrapped":
            return data[rng.randrange(len(data)):]
        places = [at for at, message in enumerate(self.messages) if message.synchronizes]
        if level != "middle" or not places:
            return data
        first = rng.choice(places)
        return self.bytes(self.messages[first:rng.randrange(first, len(self.messages)) + 1])

    def describe(self):
        """Settings, freedoms and messages, to read beside the judge's words."""
        lines = [f"port {self.port}", f"settings {self.settings}"]
        return "\n".join([*lines, *(message.text() for message in self.messages)])

    def executed(self):
        """The addresses of the instructions in the blocks that were traced."""
        at, addresses = self.program.at, []
        for address, size in self.encoder.spans:
            while size > 0:
                addresses.append(address)
                size -= at[address].size
                address += 2 * at[address].size
        return addresses
