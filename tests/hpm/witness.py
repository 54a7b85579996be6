# SPDX-License-Identifier: Apache-2.0
"""The counters beside a hart as a machine that goes through its program: slow, plain, and made of
tests/hpm/clauses.py alone.

    hpm = Hpm(xlen=64, counters=4)
    hpm.cycle("M")                      a cycle begins in that mode
    hpm.block(7, 9, "M")                7 instructions retire, the last a direct call
    hpm.cycle("M")
    hpm.access(0xB02, READ).value       7
"""
from collections import namedtuple

from tests.hpm import clauses

READ, WRITE, SET, CLEAR = 0, 1, 2, 3
Answer = namedtuple("Answer", "hit value illegal virtual")
FIXED_WIDTH = 64  # of mcycle and minstret


class Hpm:
    def __init__(self, xlen=64, counters=29, width=64, modes=clauses.MODES, ext_events=8, cntrpmf=False,
                 cdeleg=False):
        self.xlen, self.modes, self.cdeleg = xlen, modes, cdeleg
        self.names = {**clauses.NAMES, **(clauses.NAMES_RV32 if xlen == 32 else {})}
        if cntrpmf:
            self.names |= clauses.NAMES_CNTRPMF | (clauses.NAMES_CNTRPMF_RV32 if xlen == 32 else {})
        if cdeleg:
            self.names |= clauses.NAMES_CDELEG
        self.programmable = list(range(3, 3 + counters))
        self.there = [0, 2, *self.programmable]
        self.width = {0: FIXED_WIDTH, 2: FIXED_WIDTH, **{n: width for n in self.programmable}}
        self.known = {number: name for number, name in clauses.EVENTS.items()
                      if not name.startswith("ext ") or int(name[4:]) < ext_events}
        self.overflows = 0
        self.reset()

    def reset(self):
        self.value = {n: 0 for n in self.there}
        self.event = {n: 0 for n in self.programmable}
        self.inhibited = {n: set() for n in self.there}
        self.overflowed = {n: False for n in self.programmable}
        self.stopped = set()        # counters that mcountinhibit stops
        self.enabled = {"mcounteren": set(), "scounteren": set(), "hcounteren": set()}
        self.writer_of = None       # the counter that an instruction wrote which has still to retire
        self.lcofip = False
        self.requested = False      # in the cycle before
        self._forget()

    def _forget(self):
        self.happened = []
        self.blocks = 0
        self.written = None
        self.named = 0
        self.lcofip_written = None
        self.stop = False

    # What happens in a cycle

    def cycle(self, mode, stop=False, ext=(), messages=0, octets=0, stall=False, loss=False):
        """A cycle begins in a mode; D is debug mode. `ext`: which of the hart's events there are."""
        self._end()
        self.mode, self.stop = mode, stop
        self._happen("cycles", 1)
        self._happen("messages", messages)
        self._happen("bytes", octets)
        self._happen("stalls", int(stall))
        self._happen("losses", int(loss))
        for number in ext:
            self._happen(f"ext {number}", 1)

    def block(self, icount, itype, mode_after):
        """Instructions retire; all that ends the block happens in the mode before it."""
        self.blocks += 1
        self._retire(icount)
        for name in clauses.EVENTS_OF_ITYPE[itype]:
            self._happen(name, 1)
        self.mode = mode_after

    def _retire(self, icount):
        """Instructions, the first of which counts in all counters but the one that it wrote."""
        if icount > 0 and self.writer_of is not None:
            self._happen("instructions", 1, but=self.writer_of)
            icount -= 1
        self.writer_of = None
        self._happen("instructions", icount)

    def write_lcofip(self, value):
        self.lcofip_written = bool(value)

    def access(self, number, operation, word=0, retires=False, select=0, stateen=3, cde=False):
        """An instruction on a CSR, in a cycle without blocks; `retires`: it does so next. What the hart holds: `select` in
        siselect or vsiselect, in `stateen` bit 60 of mstateen0 and hstateen0, `cde` in menvcfg."""
        if self._is_indirect(number, select):
            name, counter, outcome = self._indirect(number, select, stateen, cde)
        else:
            name, counter = self.names.get(number, (None, None))
            if name is None or clauses.NEEDS.get(name, "M") not in self.modes:
                return Answer(False, 0, False, False)
            outcome = self._outcome(name, counter, operation != READ, cde)
        if outcome != clauses.OK:
            return Answer(True, 0, outcome == clauses.ILL, outcome == clauses.VIRT)
        return self._done(name, counter, operation, word, retires, no_minh=number in clauses.SIREG and name in clauses.NO_MINH)

    def _done(self, name, counter, operation, word, retires, no_minh):
        # MINH, for a register that has it
        minh = 1 << (clauses.INHIBIT["M"] - (32 if name.endswith("h") else 0)) if no_minh and \
            (self.xlen == 64 or name.endswith("h")) else 0
        whole = self._read(name, counter)
        old = whole & ~minh
        if operation != READ:
            new = {WRITE: word, SET: old | word, CLEAR: old & ~word}[operation]
            self.written = (name, counter, new & ~minh | whole & minh)
            self.named = ~0 if operation == WRITE else word  # csrrs and csrrc write no other bits
            if self._is_count(name):
                self.writer_of = counter if retires and self.mode != "D" else None
        return Answer(True, old, False, False)

    # Ssccfg

    def _is_indirect(self, number, select):
        return self.cdeleg and select in clauses.SELECTS and \
            (number in clauses.SIREG or (number in clauses.VSIREG and "VS" in self.modes))

    def _indirect(self, number, select, stateen, cde):
        """What sireg* has: name, counter, outcome."""
        mode = "M" if self.mode == "D" else self.mode
        table = clauses.STATEEN_SIREG if number in clauses.SIREG else clauses.STATEEN_VSIREG
        refused = table[mode][2 * (stateen & 1) + (stateen >> 1)]
        if refused is not None:
            return None, None, refused
        if mode in clauses.SIREG_OF_A_GUEST:
            return None, None, clauses.SIREG_OF_A_GUEST[mode][cde]
        counter = select - 0x40
        register = clauses.SIREG[number]
        name = clauses.MAPPINGS[select][clauses.PLACE_OF_SIREG[register]] \
            if select in clauses.MAPPINGS and register in clauses.PLACE_OF_SIREG else None
        there = name in {known for known, _ in self.names.values()}
        delegated = cde and counter in self.enabled["mcounteren"]
        return name, counter, clauses.OK if there and delegated else clauses.ILL

    # The end of a cycle

    def _happen(self, name, times, but=None):
        self.happened.append((name, self.mode, times, but))

    def _end(self):
        request = False
        for n in self.there:
            if not self.stop and n not in self.stopped and not self._is_written(n):
                request |= self._count(n)
        if self.requested:
            self.lcofip = True
        elif self.lcofip_written is not None:
            self.lcofip = self.lcofip_written
        self.requested = request
        if self.written:
            self._write(*self.written)
        self._forget()

    def _is_written(self, n):
        """A write of the counter, any half of it, is instead of its increment."""
        return self.written is not None and self.written[1] == n and \
            self._is_count(self.written[0])

    @staticmethod
    def _is_count(name):
        return name in ("mcycle", "minstret", "mhpmcounter", "mcycleh", "minstreth", "mhpmcounterh")

    def _count(self, n):
        """Whether that asks for an interrupt."""
        self.value[n] += sum(times for name, mode, times, but in self.happened if n != but and self._counts(n, name, mode))
        if self.value[n] < 2 ** self.width[n]:
            return False
        self.value[n] -= 2 ** self.width[n]
        if n not in self.programmable or self._is_of_written(n):
            return False
        self.overflows += 1
        asks = not self.overflowed[n]
        self.overflowed[n] = True
        return asks

    def _is_of_written(self, n):
        return self.written is not None and self.written[1] == n and \
            self.written[0] == ("mhpmevent" if self.xlen == 64 else "mhpmeventh") and bool(self.named >> (self.xlen - 1) & 1)

    def _counts(self, n, name, mode):
        counted = {0: "cycles", 2: "instructions"}.get(n) or self.known.get(self.event[n])
        inhibited_as = "M" if mode == "D" else mode
        return counted == name and inhibited_as not in self.inhibited[n]

    # CSRs

    def _outcome(self, name, counter, writes, cde):
        mode = "M" if self.mode == "D" else self.mode
        if name == "scountinhibit":
            return clauses.SCOUNTINHIBIT_ACCESS[mode][cde]
        if name in clauses.USER:
            m, h, s = (counter in self.enabled[which] for which in ("mcounteren", "hcounteren", "scounteren"))
            table = clauses.USER_ACCESS_WITHOUT_S if mode == "U" and "S" not in self.modes \
                else clauses.USER_ACCESS[mode]
            outcome = table[4 * m + 2 * h + s]
        else:
            outcome = clauses.ACCESS.get(name, clauses.MACHINE_ACCESS)[mode]
            if name == "scountovf" and self.cdeleg and cde and mode in ("VS", "VU"):
                outcome = clauses.SCOUNTOVF_OF_A_GUEST
        return clauses.ILL if writes and name in clauses.READ_ONLY else outcome

    def word_of(self, name):
        """An enable register."""
        return self._word(self.enabled[name])

    def _word(self, numbers):
        return sum(1 << n for n in numbers)

    def _read(self, name, counter):
        if name in ("mcounteren", "scounteren", "hcounteren"):
            return self.word_of(name)
        if name == "mcountinhibit":
            return self._word(self.stopped)
        if name == "scountinhibit":
            return self._word(self.stopped & self.enabled["mcounteren"])
        if name == "scountovf":
            return self._word(n for n in self.programmable if self.overflowed[n] and self._sees(n))
        if counter not in self.there:
            return 0
        whole = self._event_word(counter) if "event" in name else self._inhibits(counter) if "cfg" in name else \
            self.value[counter]
        return whole >> 32 if name.endswith("h") else whole % (1 << self.xlen)

    def _sees(self, n):
        m, h = (n in self.enabled[which] for which in ("mcounteren", "hcounteren"))
        return {"M": True, "D": True, "S": m, "VS": m and h}[self.mode]

    def _event_word(self, n):
        word = self.event[n]
        if self.overflowed[n]:
            word += 1 << clauses.OF
        return word + self._inhibits(n)

    def _inhibits(self, n):
        return sum(1 << clauses.INHIBIT[mode] for mode in self.inhibited[n])

    def _write(self, name, counter, word):
        if name in ("mcounteren", "scounteren", "hcounteren"):
            self.enabled[name] = {n for n in (1, *self.there) if word >> n & 1}
        elif name == "mcountinhibit":
            self.stopped = {n for n in self.there if word >> n & 1}
        elif name == "scountinhibit":
            theirs = self.enabled["mcounteren"] - {1}
            self.stopped = self.stopped - theirs | {n for n in theirs if word >> n & 1}
        elif counter not in self.there:
            pass
        elif "event" in name:
            self._write_event(name, counter, word)
        elif "cfg" in name:
            if self.xlen == 64 or name.endswith("h"):
                self._write_inhibits(counter, word << 32 if name.endswith("h") else word)
        else:
            self._write_counter(name, counter, word)

    def _write_counter(self, name, n, word):
        low, high = self.value[n] % (1 << 32), self.value[n] >> 32
        if self.xlen == 64:
            low, high = word % (1 << 32), word >> 32
        elif name.endswith("h"):
            high = word
        else:
            low = word
        self.value[n] = ((high << 32) + low) % (1 << self.width[n])

    def _write_event(self, name, n, word):
        if not name.endswith("h"):
            number = word % (1 << 32)
            self.event[n] = number if number in self.known else 0
        if self.xlen == 64 or name.endswith("h"):
            bits = word << 32 if name.endswith("h") else word
            if self._is_of_written(n):
                self.overflowed[n] = bool(bits >> clauses.OF & 1)
            self._write_inhibits(n, bits)

    def _write_inhibits(self, n, bits):
        self.inhibited[n] = {mode for mode in self.modes if bits >> clauses.INHIBIT[mode] & 1}
