"""An N-Trace encoder, from the pins and the text alone. What the text leaves open is drawn."""
from tests.stranger.freedoms import FREEDOMS
from tests.stranger.messages import Message

DEBUG, RESET, LOW, OFF = "debug", "reset", "low", "off"
START = {DEBUG: 3, RESET: 1, LOW: 9, OFF: 5}
UNINFERABLE = (3, 6, 8, 10, 12, 13, 14)


class Encoder:
    def __init__(self, rng, port, settings, without=()):
        self.rng, self.port, self.settings, self.out = rng, port, settings, []
        self.without = without
        self.btm = settings["trTeInstMode"] == 3
        self.full_bits = rng.choice((3, 7, 15, 29, 31))            # branches that HIST holds
        self.full_count = rng.choice((16, 60, 200, 1000, 1 << 16))  # half-words that I-CNT holds
        self.most_repeats = (1 << rng.choice((2, 4, 18))) - 1
        self.eager = 0.2 * self.may("history-early", 0.3)  # ResourceFull with less than the whole HIST
        self.traps = (1, 1) if self.may("one-trap-type", 0.5) else (2, 3)
        self.hcontext = port["context_w"] > 32 or not self.may("no-hcontext", 1)
        self.no_notify, self.no_low = self.may("no-notify", 0.1), self.may("no-low", 0.3)
        self.repeats = self.may("repeat-branch", 0.7)
        self.depth = rng.choice((1, 4, 32)) if self.may("stack-depth", 1) else 32
        self.mode = settings.get("trTeInstImplicitReturnMode", 0) * settings.get("trTeInstEnImplicitReturn", 0)
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
        self.lost, self.synced, self.stopped, self.time = False, False, None, 0
        self.context, self.priv = 0, 3
        self.untold = False                        # something that retired is in no message
        self.clear()

    def clear(self):
        """What a synchronizing message resets."""
        self.count, self.bits, self.stack, self.waiting, self.due = 0, [], [], None, []
        self.same, self.again, self.periods = None, 0, 0

    def chance(self, probability):
        return self.rng.random() < probability

    def may(self, freedom, probability):
        """Takes a freedom (freedoms.py) with this probability."""
        assert freedom in FREEDOMS, freedom
        return self.chance(probability) and freedom not in self.without

    # Messages

    def send(self, tcode, **fields):
        """Adds a message; branches that are repeated come before any other."""
        self.rest_of_repeats()
        if tcode not in (3, 4):
            self.same = None
        self.put(Message(tcode, self.stamp, **fields))

    def put(self, message):
        message.at = max(message.time + self.delay, self.out[-1].at if self.out else 0)
        stamped = self.settings.get("trTsEnable") and (message.synchronizes
                                                       or self.synced and self.chance(self.stamped))
        message.time = message.at if stamped else None
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
            message = Message(self.rng.randrange(56, 63), self.time)
            message.payload = bytes(self.rng.randrange(64) for _ in range(self.rng.randrange(1, 5)))
            message.at = self.out[-1].at if self.out else 0
            message.time = None
            self.out.append(message)
            self.periods += self.settings.get("trTeInstSyncMode") == 1
        elif self.may("vendor-resource", 1):
            self.send(27, RCODE=self.rng.randrange(8, 16), RDATA=self.rng.getrandbits(self.rng.randrange(1, 40)))

    def rest_of_repeats(self):
        if self.again:
            again, self.again = self.again, 0
            self.put(Message(30, self.repeated, B_CNT=again))

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
        while len(self.bits) > room:
            most = min(len(self.bits), self.full_bits)
            size = most if self.chance(0.7) else self.rng.randrange(1, most + 1)
            part, times = self.bits[:size], 1
            while self.bits[times * size:(times + 1) * size] == part and times < self.most_repeats:
                times += 1
            hist = int("1" + "".join(map(str, part)), 2)
            if self.settings.get("trTeInstEnRepeatedHistory") and (times > 1 or self.chance(0.1)):
                self.send(27, RCODE=2, RDATA=hist, HREPEAT=times)
            else:
                self.send(27, RCODE=1, RDATA=hist)
                times = 1
            self.bits = self.bits[times * size:]

    def ownership(self, context=True):
        """Right after synchronizing messages, and where privilege or context change."""
        if not self.settings.get("trTeContext"):
            return
        virtual, mode = int(self.priv >= 5), {5: 0, 6: 1}.get(self.priv, self.priv)
        low = virtual << 4 | mode << 2
        if context and not (self.port["context_w"] == 0 and self.may("ownership-plain", 0.5)):
            if self.hcontext:
                self.send(2, PROCESS=self.context >> 32 << 5 | low | 3)
            self.send(2, PROCESS=(self.context & 0xFFFFFFFF) << 5 | low | 2)
        else:
            self.send(2, PROCESS=low)

    def sync(self, code, address, time=None, tcode=None, btype=0, start=False):
        """A synchronizing message with all that was not yet sent."""
        count, self.stamp = 0 if start else None, self.stamp if time is None else time
        if tcode is None and self.btm:
            tcode = 9 if start else self.rng.choice((9, 12, 11 if self.may("sync-linear", 1) else 9))
        elif tcode is None:
            tcode = 9 if start or not self.bits and self.may("sync-prog", 0.3) else 29
        if start and code == 5 and self.may("start-replaced", 0.1):
            tcode = self.rng.choice((11, 12) if self.btm else (12, 29))
        hist = None
        if tcode == 29:
            hist = self.take_bits()
            if hist == 1 and self.chance(self.empty_hist):
                tcode, hist = 12, None
        elif self.bits:
            self.send_bits(0)
        self.send(tcode, SYNC=code, B_TYPE=btype if tcode in (12, 29) else None,
                  I_CNT=self.take_count() if count is None else 0, F_ADDR=address >> 1, HIST=hist)
        due = self.due
        self.clear()
        self.due, self.reference, self.stopped = due, address, None
        self.ownership()
        self.stamp = self.time

    # One cycle after another

    def run(self, cycles):
        for cycle, after in zip(cycles, [*cycles[1:], None]):
            self.again_on = after is not None and after.trigger & 1
            self.time = self.stamp = cycle.time
            self.cycle(cycle)
        if self.awaited:
            self.target(None, None)
        if self.on and self.waiting and self.waiting[0] == "branch":
            self.branch_without_target()
        self.untold = self.untold or self.on   # the pins end while tracing goes on
        if self.lost:
            self.error()
        self.untold = self.untold or self.carried is not None
        self.rest_of_repeats()
        return self.out

    def cycle(self, cycle):
        if self.state is None and cycle.signals.get("halted"):
            self.enter(DEBUG)   # also where tracing is disabled in the same cycle: "do not send 4 instead"
        if "trTeInstTracing" in cycle.sets or "trTeEnable" in cycle.sets:
            self.enabled = cycle.sets.get("trTeEnable", self.enabled)
            self.controls(cycle.sets.get("trTeInstTracing", self.tracing))
        hart = next((state for name, state in (("halted", DEBUG), ("reset", RESET), ("lowpower", LOW))
                     if cycle.signals.get(name) and (state != LOW or not self.no_low)), None)
        if cycle.priv == 4 and cycle.blocks:
            hart = DEBUG
        elif self.state == DEBUG and hart is None and not cycle.blocks and self.by_priv:
            hart = DEBUG
        self.by_priv = cycle.priv == 4
        triggers = self.settings.get("trTeInstTrigEnable") and self.enabled and cycle.trigger & 3
        if triggers == 1:
            self.controls(1)
        if self.awaited and (cycle.blocks or hart not in (self.state, None)):
            self.target(cycle, cycle.blocks[0] if cycle.blocks else None)
        self.enter(hart)
        if self.awaited and cycle.priv == 4:
            self.target(cycle, cycle.blocks[0])
        for place, block in enumerate(cycle.blocks):
            if hart is None and (block.iretire or block.itype):
                self.block(cycle, block, cycle.trigger >> 2 + place & 1 and not self.no_notify)
        if cycle.signals.get("ext_trigger") and self.settings.get("trTeTrigExtInControl") == 4 and self.on:
            self.due.append((0, self.time))
        if triggers == 2 and not self.again_on:   # else "tracing will continue unimpeded"
            self.controls(0)
        self.gate()
        if self.wild and self.on and self.chance(self.wild) and not self.lost:
            self.vendor()
        if self.on and self.settings.get("trTeInstSyncMode") == 2:
            self.periods += 1

    by_priv = False

    def controls(self, tracing):
        """trTeInstTracing changes, by a write or a trigger."""
        before, self.tracing = self.tracing, tracing
        self.gate(late=True)
        if self.enabled and not self.on and self.optional():
            if before and not tracing and self.state == DEBUG and self.stopped != 4:
                self.idle(4)
            elif tracing and not before and self.state == DEBUG and self.stopped != 0:
                self.idle(0)
            elif not tracing and not before and self.state is None and self.stopped is None and not self.synced:
                self.idle(4)

    def optional(self):
        return not self.lost and self.may("stop-idle", 0.3)

    def idle(self, code):
        """ProgTraceCorrelation while nothing is traced."""
        self.stopped = code
        self.send(33, EVCODE=code, CDF=int(not self.btm), I_CNT=0, HIST=None if self.btm else 1)

    def enter(self, hart):
        """The hart runs (None), or is in debug mode, reset or low power."""
        if hart == self.state:
            return self.gate()
        before, self.state = self.state, hart
        if before is not None:
            self.starting = before
        elif hart == DEBUG and not self.on and self.enabled and not self.tracing and self.optional():
            self.idle(0)
        return self.gate()

    def gate(self, late=False):
        wanted = bool(self.enabled and self.tracing and self.state is None)
        if wanted and self.extra:
            self.extra = 0
        if wanted and not self.on:
            self.on, self.skip = True, 0
            if late:
                self.starting, self.skip = OFF, int(self.late and self.chance(0.5))
            self.starting = self.starting or OFF
        elif self.on and not wanted:
            if late and self.state is None and self.enabled and self.late and not self.starting and self.chance(0.5):
                self.extra = 1  # one block more
            elif not (self.extra and self.state is None and self.enabled):
                self.stop(self.state if self.tracing and self.enabled or self.extra == 0 and self.state else OFF)

    def stop(self, reason):
        self.on, self.extra = False, 0
        starting, self.starting = self.starting, None
        if starting and not self.lost:   # nothing was traced
            if reason == DEBUG and self.enabled and self.stopped != 0:
                self.idle(0)
            return
        if self.lost:
            return
        if self.waiting and self.waiting[0] == "branch":
            self.branch_without_target()
        if self.waiting and not self.awaited and (reason == OFF or self.by_priv) and not (
                self.may("stop-at-jump", 0.5) or not self.may("stop-awaits", 1)):
            self.awaited = reason
            return
        self.awaited = None
        code = {DEBUG: 0, RESET: 8 if self.may("stop-vendor", 0.3) else 4, LOW: 1, OFF: 4}[reason]
        if reason in (RESET, LOW) and self.waiting is None and self.may("stop-carried", 0.4):
            self.carried = (self.count, self.bits)  # in the message of the restart
            return
        if reason == OFF and self.chance(self.omits):
            self.untold = True
            self.rest_of_repeats()
            self.clear()
            return
        hist = None if self.btm else self.take_bits()
        self.send(33, EVCODE=code, CDF=int(not self.btm), I_CNT=self.take_count(), HIST=hist)
        self.clear()
        self.stopped = code

    def target(self, cycle, block):
        """A stop that awaited the target of a jump or trap, which is known now, or never will be."""
        reason, self.on = self.awaited, True
        if block is not None and (block.iretire or block.itype == 1):
            waiting, self.waiting = self.waiting, None
            self.stamp = self.time if self.at_target else waiting[3]
            if not self.implied(waiting, block.iaddr):
                self.branch(waiting, block.iaddr)
            self.stamp = self.time
            if cycle.priv not in (self.priv, 4):
                self.priv = cycle.priv
                self.ownership(context=False)
        self.stop(reason)

    carried = awaited = None

    def error(self):
        lost = 4 | (8 if self.settings.get("trTeContext") and self.chance(0.3) else 0)
        self.lost = False
        self.send(8, ETYPE=0, ECODE=self.rng.choice((0, lost, lost)))

    # One block

    def block(self, cycle, block, notify):
        first = block is cycle.blocks[0] and block.iretire > 0
        known = block.iretire > 0 or block.itype == 1
        if not self.on or self.skip and block.iretire:
            self.skip = 0
            self.priv, self.context = cycle.priv, cycle.context
            return
        if self.lost or not self.starting and self.waiting is None and self.chance(self.loss):
            return self.lose(cycle, block, known)
        if self.starting and not known:
            return None
        if self.starting:
            self.start(cycle, block)
        elif known:
            self.arrive(cycle, block, first and cycle.ctype)
        else:
            self.priv, self.context = cycle.priv, cycle.context
        self.spans.append((block.iaddr, block.iretire))
        self.inside(block, notify)
        if self.extra and block.iretire:
            self.extra = 0
            self.stop(OFF)
        return None

    def lose(self, cycle, block, known):
        """A FIFO overrun: nothing is sent until there is room."""
        if not self.lost:
            self.rest_of_repeats()
            self.clear()
            self.lost, self.untold, self.carried = True, True, None
        elif known and self.chance(0.4):
            self.error()
            self.priv, self.context, self.starting = cycle.priv, cycle.context, self.starting or "overrun"
            self.start(cycle, block)
            self.spans.append((block.iaddr, block.iretire))
            self.inside(block, False)

    def start(self, cycle, block):
        sent = len(self.out)
        self.begin(cycle, block)
        for message in self.out[sent:]:
            message.begins = message.synchronizes

    def begin(self, cycle, block):
        self.priv, self.context = cycle.priv, cycle.context
        code, self.starting = START.get(self.starting, 7), None
        if self.carried and code in (1, 9):
            (self.count, self.bits), self.carried = self.carried, None
            self.sync(code, block.iaddr)
            return
        self.untold = self.untold or self.carried is not None
        due = [] if self.may("requests-merged", 0.5) else self.due
        self.carried = None
        self.clear()
        self.due = due
        self.sync(code, block.iaddr, start=True)

    def arrive(self, cycle, block, ctype):
        """The next address is known: what waited for it is sent."""
        changed = cycle.priv != self.priv
        context = ctype and cycle.context != self.context
        waiting, sent = self.waiting, len(self.out)
        self.waiting = None
        if waiting and self.implied(waiting, block.iaddr):
            waiting = None
        self.priv, self.context = cycle.priv, cycle.context
        if waiting:
            self.stamp = self.time if self.at_target else waiting[3]
            reason = self.reason() if self.may("sync-upgraded", 0.7) else None
            early = changed and not reason and self.may("ownership-early", 0.1)
            if early:
                self.ownership(context=False)
            if reason:
                self.upgraded(waiting, *reason, block.iaddr)
            else:
                self.branch(waiting, block.iaddr)
            if changed and not early and not reason:
                self.ownership(context=False)
            self.stamp = self.time
        reason = self.reason()
        while reason:
            self.sync(reason[0], block.iaddr, reason[1])
            reason = self.reason()
        if context and not any(message.synchronizes for message in self.out[sent:]):
            if ctype == 2:
                self.sync(self.rng.choice((14, 15)), block.iaddr)
            else:
                self.ownership()

    def implied(self, waiting, address):
        """A return whose target the decoder knows from the call."""
        return (waiting[2] is not None and waiting[0] == "jump" and self.mode
                and (self.mode == 1 or waiting[2][0] == address))

    def reason(self):
        """Why to synchronize now, and when it was asked for."""
        if self.due:
            reason = self.due.pop(0)
            if self.due and self.may("requests-merged", 0.5):
                self.due = []
            return reason
        mode, limit = self.settings.get("trTeInstSyncMode", 0), 16 << self.settings.get("trTeInstSyncMax", 0)
        if mode and (self.periods >= limit and self.chance(0.5) or self.may("sync-early", 0.01)):
            return 2, None
        if self.may("sync-vendor", self.wild):
            return self.rng.choice((14, 15)), None
        return None

    def upgraded(self, waiting, code, time, address):
        kind, btype = waiting[:2]
        if kind == "branch":
            self.sync(code, address, time, tcode=11)
        else:
            self.sync(code, address, time, tcode=12 if self.btm else 29, btype=btype)

    def branch_without_target(self):
        self.stamp = self.waiting[3]
        self.branch(self.waiting, None)
        self.waiting, self.stamp = None, self.time

    def branch(self, waiting, address):
        """DirectBranch, IndirectBranch or IndirectBranchHist, or one more of the same."""
        kind, btype, target, _ = waiting
        if kind == "branch":
            key = (3, self.count, target)
            same = self.same == key and self.repeats and self.chance(0.9)
            tcode, more = 3, {}
        else:
            key = (4, self.count, btype, address)
            same = self.same == key and self.repeats and self.btm and self.chance(0.9)
            more = {"B_TYPE": btype, "U_ADDR": (address ^ self.reference) >> 1}
            tcode = 4
            if not self.btm:
                more["HIST"] = self.take_bits()
                tcode = 28
                if more["HIST"] == 1 and self.chance(self.empty_hist):
                    tcode, more["HIST"] = 4, None
            self.reference = address
        if same:
            self.again, self.repeated = self.again + 1, self.stamp
            self.take_count()
            return
        self.send(tcode, I_CNT=self.take_count(), **more)
        self.same = key

    def inside(self, block, notify):
        retired = block.iretire
        size = block.last + 1
        address = block.iaddr
        if notify and self.may("notify-at-last", 0.4):
            last = address + 2 * (retired - size)
            self.advance(address, retired - size)
            self.sync(6, last)
            self.advance(last, size)
        else:
            self.advance(address, retired)
            if notify:
                self.due.append((6, self.time))
        self.end(block, retired > size)

    def advance(self, address, retired):
        """Retired half-words; I-CNT may become full before or after them."""
        if self.count and self.count + retired > self.full_count:
            if self.btm and self.may("count-sync", 0.3):
                self.sync(4, address)
            else:
                self.send(27, RCODE=0, RDATA=self.take_count())
        self.count += retired
        if self.settings.get("trTeInstSyncMode") == 3:
            self.periods += retired

    def end(self, block, pair):
        itype = block.itype
        if itype in (9, 11, 15) and self.settings.get("trTeInstEnAllJumps"):
            if itype == 9:
                self.push(block)
            itype = 5
        if self.count >= self.full_count and self.may("count-after", 0.5):
            counted = self.count
            self.send(27, RCODE=0, RDATA=self.take_count())
            pair = False if counted else pair
        if itype in (4, 5):
            if not self.btm:
                self.bits.append(itype - 4)
                self.history()
            elif itype == 5:
                self.waiting = ("branch", None, block.iaddr + 2 * block.iretire, self.time)
        elif itype in (1, 2):
            self.waiting = ("trap", self.traps[itype - 1], None, self.time)
        elif itype in UNINFERABLE:
            self.jump(block, pair)
        elif itype == 9:
            self.push(block)

    def history(self):
        hold = self.settings.get("trTeInstEnRepeatedHistory") and self.may("history-held", 0.9) and len(self.bits) < 300
        if len(self.bits) >= self.full_bits and not hold or self.chance(self.eager * 0.2):
            self.send_bits(self.full_bits - 1 if self.chance(0.5) else 0)

    def push(self, block):
        if self.mode and self.depth:
            self.stack = [*self.stack, (block.iaddr + 2 * block.iretire, False)][-self.depth:]

    def jump(self, block, pair):
        itype = block.itype
        inferred = (self.settings.get("trTeInstEnSequentialJump") and block.sijump and pair
                    and itype in (6, 8, 10, 12, 14) and not self.may("sequential-reported", 0.2))
        popped = self.stack.pop() if itype in (12, 13) and self.stack else None
        if popped and not popped[1] and self.reported_calls:
            popped = None
        if itype in (8, 12):
            self.push(block)
        if not inferred:
            self.waiting = ("jump", 0, popped, self.time)
