# SPDX-License-Identifier: Apache-2.0
"""Messages of an N-Trace encoder, from the text alone. What the text leaves open is drawn."""
from tests.stranger.freedoms import FREEDOMS
from tests.stranger.messages import Message


class Sender:
    """What is to be sent, and what was: counters, history, addresses, repeats."""

    def __init__(self, rng, port, settings, without=()):
        self.rng, self.port, self.settings, self.out, self.without = rng, port, settings, [], without
        self.btm = settings["trTeInstMode"] == 3
        self.full_bits = rng.choice((3, 7, 15, 29, 31))            # branches that HIST holds
        self.full_count = rng.choice((16, 60, 200, 1000, 1 << 16))  # half-words that I-CNT holds
        self.most_repeats = (1 << rng.choice((2, 4, 18))) - 1
        self.eager = 0.2 * self.may("history-early", 0.3)  # ResourceFull with less than the whole HIST
        self.traps = (1, 1) if self.may("one-trap-type", 0.5) else (2, 3)
        self.hcontext = port["context_w"] > 32 or not self.may("no-hcontext", 1)
        self.plain = port["context_w"] == 0 and self.may("ownership-plain", 0.5)   # without scontext
        self.no_notify, self.no_low = self.may("no-notify", 0.1), self.may("no-low", 0.3)
        self.repeats = self.may("repeat-branch", 0.7) and (self.btm or self.may("repeat-history", 0.3))
        self.depth = rng.choice((1, 4, 32)) if self.may("stack-depth", 1) else 32
        self.matches = settings["trTeFilter0MatchInst"] if settings.get("trTeInstFilters") else ~0   # privileges
        self.reported_calls = self.may("calls-reported", 0.3)
        self.delay = 7 * self.may("time-late", 0.3)
        self.at_target = self.may("time-target", 0.2)
        self.stamped = rng.choice((1, 0.3, 0)) if self.may("time-sparse", 0.5) else 1
        self.wild = 0.02 * self.chance(0.3)        # a vendor's messages, codes and synchronization
        self.loss = 0 if settings.get("trTeInstStallEna") else 0.02 * self.may("loss", 0.25)
        self.late = self.may("late", 0.2)          # tracing begins or ends a block later
        self.omits = rng.choice((0, 0.5)) if self.may("stop-omitted", 1) else 0
        self.empty_hist = rng.choice((0, 0.5, 1)) if self.may("history-empty", 1) else 0
        self.enabled = self.tracing = False
        self.state = self.starting = None
        self.on, self.skip, self.extra = False, 0, 0
        self.fields, self.spans = {}, []           # what was traced: blocks
        self.lost, self.synced, self.stopped, self.time, self.latest, self.mode = False, False, None, 0, 0, 0
        self.context, self.priv = 0, 3
        self.untold = False                        # something that retired is in no message
        self.clear()

    def clear(self):
        """What a synchronizing message resets."""
        self.count, self.bits, self.stack, self.waiting, self.due = 0, [], [], None, []
        self.same, self.again, self.periods, self.owed, self.wrote = None, 0, 0, None, False

    def chance(self, probability):
        return self.rng.random() < probability

    def may(self, freedom, probability):
        """Takes a freedom (freedoms.py) with this probability."""
        assert freedom in FREEDOMS, freedom
        return self.chance(probability) and freedom not in self.without

    def send(self, tcode, **fields):
        """Adds a message; branches that are repeated come before any other, and a change of privilege that waits."""
        self.rest_of_repeats(tcode != 27 or self.chance(0.3))
        self.same = None
        self.put(Message(tcode, self.stamp, **fields))

    def put(self, message):
        at = max(message.time + self.delay, self.latest)   # of those with a time none is before another
        stamped = self.settings.get("trTsEnable") and (message.synchronizes
                                                       or self.synced and self.chance(self.stamped))
        message.time, self.latest = (at, at) if stamped else (None, self.latest)
        self.synced = self.synced or message.synchronizes
        for name in ("I-CNT", "HIST", "RDATA", "PROCESS", "B-CNT"):
            if name in message.fields and self.may("padding", 0.01):   # zero-filled by more than need be
                message.widths[name] = message.fields[name].bit_length() + 6
        for name in ("F-ADDR", "U-ADDR"):
            if name in message.fields:
                self.address(message, name)
        self.out.append(message)
        self.periods += self.settings.get("trTeInstSyncMode") == 1

    def address(self, message, name):
        bits, value = self.port["xlen"] - 1, message.fields[name]
        if not self.settings.get("trTeInstExtendAddrMSB"):
            return
        least = next(width for width in range(6, bits + 6, 6)
                     if width >= bits or value >> width - 1 in (0, (1 << bits - width + 1) - 1))
        width = self.rng.randrange(least, bits + 6, 6) if self.may("address-long", 0.3) else least
        message.fields[name], message.widths[name] = value & (1 << width) - 1, min(width, bits)

    def vendor(self):
        """Between messages that need not follow one another at once."""
        self.rest_of_repeats()
        if self.may("vendor-message", 0.5):
            message = Message(self.rng.randrange(56, 63))
            message.payload = bytes(self.rng.randrange(64) for _ in range(self.rng.randrange(1, 5)))
            self.out.append(message)
            self.periods += self.settings.get("trTeInstSyncMode") == 1
        elif self.may("vendor-resource", 1):
            self.send(27, RCODE=self.rng.randrange(8, 16), RDATA=self.rng.getrandbits(self.rng.randrange(1, 40)))

    def rest_of_repeats(self, owed=True):
        if self.again:
            again, self.again = self.again, 0
            self.put(Message(30, self.repeated, B_CNT=again))
        if owed and self.owed is not None:
            process, self.owed = self.owed, None
            self.send(2, PROCESS=process)

    def take_count(self):
        count, self.count = self.count, 0
        self.stack = [(address, True) for address, _ in self.stack]
        return count

    def take_bits(self):
        """HIST for a message; what it cannot hold is sent before."""
        self.send_bits(self.rng.choice((self.full_bits, self.full_bits, 0)) if self.eager else self.full_bits)
        bits, self.bits = self.bits, []
        return int("1" + "".join(map(str, bits)), 2)

    def send_bits(self, room):
        """ResourceFull, in any division, until no more than `room` branches are left."""
        size = 0
        while len(self.bits) > room:
            most = min(len(self.bits), self.full_bits)
            if not 0 < size <= most or self.chance(0.3):
                size = most if self.chance(0.7) else self.rng.randrange(1, most + 1)
            part, times = self.bits[:size], 1
            while self.bits[times * size:(times + 1) * size] == part and times < self.most_repeats:
                times += 1
            times = self.rng.randrange(1, times + 1) if self.chance(0.5) else times
            hist = int("1" + "".join(map(str, part)), 2)
            if self.settings.get("trTeInstEnRepeatedHistory") and (times > 1 or self.chance(0.1)):
                self.send(27, RCODE=2, RDATA=hist, HREPEAT=times)
            else:
                self.send(27, RCODE=1, RDATA=hist)
                times = 1
            self.bits = self.bits[times * size:]

    def ownership(self, context=True):
        """Right after synchronizing messages, and where privilege or context change (alone: also later)."""
        if not self.settings.get("trTeContext"):
            return
        virtual, mode, self.wrote = int(self.priv >= 5), {4: 3, 5: 0, 6: 1}.get(self.priv, self.priv), self.wrote and not context
        low = virtual << 4 | mode << 2
        if context and not self.plain:
            if self.hcontext:
                self.send(2, PROCESS=self.context >> 32 << 5 | low | 3)
            self.send(2, PROCESS=(self.context & 0xFFFFFFFF) << 5 | low | 2)
        elif not context and self.may("ownership-late", 0.2):
            self.rest_of_repeats()   # one that waits already
            self.owed = low
        else:
            self.send(2, PROCESS=low)

    def sync(self, code, address, time=None, tcode=None, btype=0, start=False):
        """A synchronizing message with all that was not yet sent."""
        count, self.stamp = 0 if start else None, self.stamp if time is None else time
        if tcode is None and self.btm:
            tcode = 9 if start else self.rng.choice((9, 12, 11 if self.may("sync-linear", 1) else 9))
        elif tcode is None:
            tcode = 9 if start or not self.bits and self.may("sync-prog", 0.3) else 29
            if code in (0, 6) and not start and self.bits and self.may("history-lost", 0.2):
                tcode, self.bits, self.untold = 9, [], True
            elif not start and not self.bits and self.may("sync-direct", 0.05):
                tcode = 11
        if start and code == 5 and self.may("start-replaced", 0.1):
            tcode = self.rng.choice((11, 12) if self.btm else (12, 29))
        hist = None
        if tcode == 29:
            hist = self.take_bits()
            if hist == 1 and self.chance(self.empty_hist):
                tcode, hist = 12, None
        elif self.bits:
            self.send_bits(0)
        if code >= 14 and self.may("error-vendor", 0.3):
            self.send(8, ETYPE=self.rng.randrange(8, 16), ECODE=self.rng.choice((0, 128)))
            self.untold = True   # for who does not know the vendor's reason something is lost
        self.send(tcode, SYNC=code, B_TYPE=btype if tcode in (12, 29) else None,
                  I_CNT=self.take_count() if count is None else 0, F_ADDR=address >> 1, HIST=hist)
        due = self.due
        self.clear()
        self.due, self.reference, self.stopped = due, address, None
        self.ownership()
        self.stamp = self.time

    def implied(self, waiting, address):
        """A return whose target the decoder knows from the call."""
        return (waiting[2] is not None and waiting[0] == "jump" and self.mode
                and (self.mode == 1 or waiting[2][0] == address))

    def reason(self):
        """Why to synchronize now, and when it was asked for."""
        waits = self.due and self.may("request-waits", 0.1) and self.may("sync-vendor", 1)
        if self.due and not waits:
            reason = self.due.pop(0)
            if self.due and self.may("requests-merged", 0.5):
                self.due = []
            return reason
        mode, limit = self.settings.get("trTeInstSyncMode", 0), 16 << self.settings.get("trTeInstSyncMax", 0)
        if mode and (self.periods >= limit and self.chance(0.5) or self.may("sync-early", 0.01)):
            return 2, None
        if waits or self.may("sync-vendor", self.wild):
            return self.rng.choice((14, 15)), None
        return None

    def upgraded(self, waiting, code, time, address):
        self.sync(code, address, time, tcode=11 if waiting[0] == "branch" else 12 if self.btm else 29, btype=waiting[1])

    def branch(self, waiting, address):
        """DirectBranch, IndirectBranch or IndirectBranchHist, or one more of the same."""
        kind, btype, target, _ = waiting
        if kind == "branch":
            key, tcode, more = (3, self.count, target), 3, {}
        else:
            more = {"B_TYPE": btype, "U_ADDR": (address ^ self.reference) >> 1}
            tcode = 4
            if not self.btm:
                more["HIST"] = self.take_bits()
                tcode = 28
                if more["HIST"] == 1 and self.chance(self.empty_hist):
                    tcode, more["HIST"] = 4, None
            # Identical as a message too: whether a repeated U-ADDR is applied once more, the text leaves unsaid.
            key = (tcode, self.count, btype, address, more.get("HIST"), more["U_ADDR"])
            self.reference = address
        if self.same == key and self.repeats and self.owed is None and self.chance(0.9):
            self.again, self.repeated = self.again + 1, self.stamp
            self.take_count()
            return
        self.send(tcode, I_CNT=self.take_count(), **more)
        self.same = key
