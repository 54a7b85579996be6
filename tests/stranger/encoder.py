# SPDX-License-Identifier: Apache-2.0
"""An N-Trace encoder, from the pins and the text alone."""
from tests.stranger.sender import Sender

DEBUG, RESET, LOW, OFF = "debug", "reset", "low", "off"
START = {DEBUG: 3, RESET: 1, LOW: 9, OFF: 5}
UNINFERABLE = (3, 6, 8, 10, 12, 13, 14)


class Encoder(Sender):
    def run(self, cycles):
        for cycle, after in zip(cycles, [*cycles[1:], None]):
            self.again_on = after is not None and after.trigger & 1
            self.time = self.stamp = cycle.time
            self.cycle(cycle)
        if self.awaited:
            self.target(None, None)
        if self.on:
            self.branch_without_target()
        self.untold = self.untold or self.on or self.carried is not None   # the pins end while tracing goes on
        if self.lost:
            self.error()
        self.rest_of_repeats()
        return self.out

    def cycle(self, cycle):
        hart = next((state for name, state in (("halted", DEBUG), ("reset", RESET), ("lowpower", LOW))
                     if cycle.signals.get(name) and (state != LOW or not self.no_low)), None)
        traced = hart is None and self.matches >> 4 & 1   # debug mode by priv, too
        if cycle.priv == 4 and (cycle.blocks or self.by_priv) and not traced:
            hart = DEBUG
        if hart is None and (not self.matches >> cycle.priv & 1 if cycle.blocks else self.state == OFF):
            hart, self.due = OFF, [] if cycle.blocks else self.due   # filtered, as is the PC of what was asked for
        early = cycle.trigger & 3 == 2 and not self.again_on and not cycle.sets and self.late and self.chance(0.3)
        if early and self.settings.get("trTeInstTrigEnable") and self.enabled:
            self.controls(0, late=False)   # before what retires in the trigger's cycle
        if self.awaited and (cycle.blocks or hart not in (self.state, None) or cycle.sets.get("trTeEnable") == 0):
            self.target(cycle, cycle.blocks[0] if cycle.blocks else None)
        if self.state is None and cycle.signals.get("halted"):
            self.enter(DEBUG)   # also where tracing is disabled in the same cycle: "do not send 4 instead"
        if cycle.sets:
            self.enabled = cycle.sets.get("trTeEnable", self.enabled)
            self.settings = {**self.settings, **cycle.sets}
            self.mode = self.settings.get("trTeInstImplicitReturnMode", 0) * self.settings.get("trTeInstEnImplicitReturn", 0)
            self.controls(cycle.sets.get("trTeInstTracing", self.tracing))
        self.by_priv = cycle.priv == 4 and not traced
        triggers = self.settings.get("trTeInstTrigEnable") and self.enabled and cycle.trigger & 3
        if triggers == 1:
            self.controls(1)
        self.enter(hart)
        if self.awaited and cycle.blocks and (cycle.priv == 4 or hart == OFF):
            self.target(cycle, cycle.blocks[0])
        if cycle.blocks and self.debugs != (cycle.priv == 4):
            self.debugs = cycle.priv == 4
            if traced and self.on and not self.lost:
                self.cross()
        for place, block in enumerate(cycle.blocks):
            if hart is None and (block.iretire or block.itype):
                self.block(cycle, block, cycle.trigger >> 2 + place & 1 and not self.no_notify)
        if cycle.signals.get("ext_trigger") and self.settings.get("trTeTrigExtInControl") == 4 and self.on:
            late = cycle.blocks or self.lost or self.starting or self.due or self.count < self.tail[1]
            if not late and self.may("external-at-last", 0.3):
                self.count -= self.tail[1]
                self.sync(0, self.tail[0])
                self.count = self.tail[1]
            else:
                self.due.insert(len(self.due) - self.chance(0.5 * (self.due[-1:] == [(6, self.time)])), (0, self.time))
        if triggers == 2 and not self.again_on:   # else "tracing will continue unimpeded"
            self.controls(0)
        self.gate()
        if self.wild and self.on and self.chance(self.wild) and not self.lost:
            self.vendor()
        self.periods += self.on and self.settings.get("trTeInstSyncMode") == 2

    by_priv, debugs, carried, awaited, tail = False, False, None, None, (0, 1 << 30)

    def cross(self):
        """Debug mode that is traced begins or ends: nothing is awaited, and tracing starts again."""
        if not self.starting:
            self.waiting = self.waiting if self.waiting and self.waiting[0] == "branch" else None
            self.stop(DEBUG if self.debugs else OFF)
            self.on = True
        self.starting = self.debugs and self.starting or (OFF if self.debugs and not self.may("start-in-debug", 0.5) else DEBUG)

    def controls(self, tracing, late=True):
        """trTeInstTracing changes, by a write or a trigger."""
        before, self.tracing = self.tracing, tracing
        self.gate(late)
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
        self.extra = 0 if wanted else self.extra
        if wanted and not self.on:
            if self.awaited:
                self.target(None, None)
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
        self.branch_without_target()
        if self.waiting and not self.awaited and self.enabled and (
                reason == OFF or self.by_priv and self.waiting[0] == "trap") and not (
                self.may("stop-at-jump", 0.5) or not self.may("stop-awaits", 1)):
            self.awaited = reason
            return
        if self.wrote:
            self.ownership()
        self.awaited, code = None, {DEBUG: 0, RESET: 8 if self.may("stop-vendor", 0.3) else 4, LOW: 1, OFF: 4}[reason]
        if reason in (RESET, LOW) and self.waiting is None and self.may("stop-carried", 0.4):
            self.carried = (self.count, self.bits)  # in the message of the restart
            return
        # Of what ResourceFull has counted a message must end the path.
        if reason == OFF and self.chance(self.omits) and [sent.tcode for sent in self.out if 2 < sent.tcode < 56][-1:] != [27]:
            self.untold, self.stopped = True, 4   # one that comes later would end what ran, with no count
            self.rest_of_repeats()
            self.clear()
            return
        hist = None if self.btm else self.take_bits()
        self.send(33, EVCODE=code, CDF=int(not self.btm), I_CNT=self.take_count(), HIST=hist)
        self.clear()
        self.stopped = code

    def target(self, cycle, block):
        """A stop that awaited the target of a jump or trap, which is known now or never; what starts next comes later."""
        reason, self.on, self.starting = self.awaited, True, None
        if block and (block.iretire or block.itype == 1) and (cycle.priv != 4 or self.waiting[0] == "trap"):
            waiting, self.waiting = self.waiting, None
            self.stamp = self.time if self.at_target else waiting[3]
            if not self.implied(waiting, block.iaddr):
                self.branch(waiting, block.iaddr)
            self.stamp = self.time
            if cycle.priv not in (self.priv, 4):
                self.priv = cycle.priv
                self.ownership(context=False)
        self.stop(reason)

    def error(self):
        self.lost, lost = False, 4 | (8 if self.settings.get("trTeContext") and self.chance(0.3) else 0)
        self.send(8, ETYPE=0, ECODE=self.rng.choice((0, lost, lost)))

    def block(self, cycle, block, notify):
        first, known = block is cycle.blocks[0] and block.iretire > 0, block.iretire > 0 or block.itype == 1
        if not self.on or self.skip:
            if self.awaited:
                self.target(cycle, block)
            self.skip, self.priv, self.context, self.due = 0, cycle.priv, cycle.context, self.due if self.on else []
            return
        if self.lost or not self.starting and self.waiting is None and self.chance(self.loss):
            return self.lose(cycle, block, known, notify) or self.over(cycle, block)
        if self.starting and not known:
            return None
        if self.starting:
            self.start(cycle, block)
        elif known:
            self.arrive(cycle, block, first and cycle.ctype)
        else:
            self.branch_without_target()
            self.priv, self.context = cycle.priv, cycle.context
        self.spans.append((block.iaddr, block.iretire))
        self.inside(block, notify)
        return self.over(cycle, block)

    def over(self, cycle, block):
        """The one block more was traced, or lost: with the trap before it in its cycle."""
        if self.extra and (block.iretire or block is cycle.blocks[-1]):
            self.stop(OFF)

    def lose(self, cycle, block, known, notify):
        """A FIFO overrun: nothing is sent until there is room."""
        if not self.lost:
            self.rest_of_repeats()
            self.clear()
            self.lost, self.untold, self.carried = True, True, None
        elif self.may("error-again", 0.1):
            self.error()
            self.lost = True
        elif known and self.chance(0.4):
            self.error()
            self.priv, self.context, self.starting = cycle.priv, cycle.context, self.starting or "overrun"
            self.start(cycle, block)
            self.spans.append((block.iaddr, block.iretire))
            self.inside(block, notify)

    def start(self, cycle, block):
        sent = len(self.out)
        self.begin(cycle, block)
        for message in self.out[sent:]:
            message.begins = message.synchronizes
        while self.due:   # asked for before, of which the current PC is here
            self.sync(self.due[0][0], block.iaddr, self.due.pop(0)[1])

    def begin(self, cycle, block):
        self.priv, self.context = cycle.priv, cycle.context
        code, self.starting = START.get(self.starting, 7), None
        if self.carried and code in (1, 9):
            (self.count, self.bits), self.carried = self.carried, None
            return self.sync(code, block.iaddr)
        self.untold = self.untold or self.carried is not None
        if code in (1, 9) and self.may("start-enabled", 0.3):
            code = 5
        due, self.carried = [] if self.may("requests-merged", 0.5) else self.due, None
        self.clear()
        self.due = due
        return self.sync(code, block.iaddr, start=True)

    def arrive(self, cycle, block, ctype):
        """The next address is known: what waited for it is sent."""
        changed = cycle.priv != self.priv
        if self.wrote and ctype:
            self.stamp = self.waiting[3] if self.waiting and not self.at_target else self.time
            self.ownership()
            self.stamp = self.time
        context = ctype and (cycle.context != self.context or ctype == 2 or ctype == 3 and not self.plain)
        if ctype == 3:   # "treated the same as an exception"
            self.branch_without_target()
            self.waiting = ("trap", self.traps[not self.may("discontinuity-exception", 0.5)], None, self.time)
        waiting, self.waiting, sent = self.waiting, None, len(self.out)
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
            if changed and not early and not reason and not (context and (ctype == 3 or self.may("ownership-merged", 0.3))):
                self.ownership(context=False)
            self.stamp = self.time
            if self.wrote:
                self.ownership()
        reason = self.reason()
        while reason:
            self.sync(reason[0], block.iaddr, reason[1])
            reason = self.reason()
        if context and not any(message.synchronizes for message in self.out[sent:]):
            self.wrote = ctype == 1 and not changed and self.may("context-late", 0.5)
            if ctype == 2:
                self.sync(self.rng.choice((14, 15)), block.iaddr)
            elif not self.wrote:
                self.ownership()

    def branch_without_target(self):
        if self.waiting and self.waiting[0] == "branch":
            self.stamp = self.waiting[3]
            self.branch(self.waiting, None)
            self.waiting, self.stamp = None, self.time

    def inside(self, block, notify):
        retired, size, address = block.iretire, block.last + 1, block.iaddr
        if notify and self.may("notify-at-last", 0.4):
            last = address + 2 * (retired - size)
            self.advance(address, retired - size)
            self.sync(6, last)
            self.advance(last, size)
            retired = size   # what comes before the jump is in another message
        else:
            self.advance(address, retired)
            if notify:
                self.due.append((6, self.time))
        self.end(block, retired > size)
        self.tail = (block.iaddr + 2 * (block.iretire - size), size) if not block.itype else (0, 1 << 30)

    def advance(self, address, retired):
        """Retired half-words; I-CNT may become full before or after them."""
        if self.count and self.count + retired > self.full_count:
            if self.btm and self.may("count-sync", 0.3):
                self.sync(4, address)
            else:
                self.send(27, RCODE=0, RDATA=self.take_count())
        self.count += retired
        self.periods += retired * (self.settings.get("trTeInstSyncMode") == 3)

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
        hold = self.settings.get("trTeInstEnRepeatedHistory") and self.may("history-held", 0.99) and len(self.bits) < 300
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
        popped = None if popped and not popped[1] and self.reported_calls else popped
        if itype in (8, 12):
            self.push(block)
        if not inferred:
            self.waiting = ("jump", 0, popped, self.time)
