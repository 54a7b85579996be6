# SPDX-License-Identifier: Apache-2.0
"""Control Transfer Records as the texts tell them: draft 0.1.4 and 1.0 (ratified).

A witness, written from the clauses alone. The buffer is a list of records, the youngest first; WRPTR
stands beside it, and turns the list where software writes it. What the texts leave open is not
judged: after an access `known` has the bits of the answer that they define, and an answer without
any is None. Open are WRPTR and all entries after a change of the depth, until written (not if the
whole buffer was 0), and CC in a record without CCV.
"""
from types import SimpleNamespace

DEFAULTS = {"map": "ratified", "xlen": 64, "depths": (16, 32, 64, 128, 256), "ras": 1, "external": 1,
            "filters": 1, "freeze": 1, "cce": 4, "misp": 1, "h": 1}  # cce: bits of CCE, or None
U, S, M, DEBUG, VU, VS = 0, 1, 3, 4, 5, 6
TRAPS, NOT_TAKEN, CALLS, SWAP, RETURN = (1, 2), 4, (8, 9), 12, 13
FREEZE = {(1, 3): "BPFRZ", (2, 13): "LCOFIFRZ"}  # by itype and cause

FIELDS = {"ratified": {"U": 0, "S": 1, "M": 2, "RASEMU": 7, "STE": 8, "MTE": 9, "BPFRZ": 11,
                       "LCOFIFRZ": 12},
          "draft": {"M": 0, "S": 1, "U": 2, "MTE": 8, "STE": 9, "RASEMU": 10, "BPFRZ": 11,
                    "LCOFIFRZ": 12, "ETEN": 38}}
FILTERS = sum(1 << bit for bit in (33, 34, 35, 36, 37, 40, 41, 42, 43, 44, 45, 46, 47))
FROZEN, WRAP = {"ratified": 1 << 31, "draft": 1 << 15}, {"ratified": 0, "draft": 1 << 14}
NUMBERS = {"ratified": {0x34e: "m control", 0x14e: "s control", 0x24e: "v control", 0x14f: "s status",
                        0x15f: "s depth"},
           "draft": {0x381: "m control", 0x382: "m controlh", 0x383: "m status", 0x181: "s control",
                     0x182: "s controlh", 0x183: "s status", 0x281: "v control", 0x282: "v controlh"}}
INDIRECT = {0x350: "m", 0x150: "s", 0x250: "v"}
ENTRY_REGISTER = {1: 0, 2: 1, 3: 2, 5: 3, 6: 4, 7: 5}  # by the last digit of the CSR number
ZERO = (0, 0, 0, -1, -1, -1)  # ctrsource, ctrtarget, ctrdata; which of their bits are defined

# Of the two control registers "m" is what mctrctl and sctrctl show, "v" is vsctrctl.
MODE_ENABLE = {M: ("m", "M"), S: ("m", "S"), U: ("m", "U"), VS: ("v", "S"), VU: ("v", "U")}
TRAP_ENABLE = {M: ("m", "MTE"), S: ("m", "STE"), VS: ("v", "STE")}
# 1.0 "External Trap Enable Requirements": from, to, the modes whose xTE must be set
TRAP_ENABLES = {(U, S): (S,), (U, M): (M, S), (S, M): (M,), (VU, VS): (VS,), (VU, S): (S, VS),
                (VU, M): (M, S, VS), (VS, S): (S,), (VS, M): (M, S)}
COUNTER_BITS = {0: 12, 1: 13, 2: 15, 3: 19, 4: 27}  # 1.0 "Cycle Counter Size Options", by CCE bits


class Ctr:
    def __init__(self, options):
        self.options = has = SimpleNamespace(**{**DEFAULTS, **options})
        self.draft, self.bits = has.map == "draft", FIELDS[has.map]
        self.frozen_bit, self.wrap_bit = FROZEN[has.map], WRAP[has.map]
        self.ones = (1 << has.xlen) - 1
        names = ("M S U" + " RASEMU" * has.ras + " MTE STE ETEN" * has.external + " LCOFIFRZ"
                 * has.freeze + " BPFRZ" * (has.freeze or not self.draft))  # 1.0 requires BPFRZ
        fields = sum(1 << bit for name, bit in self.bits.items() if name in names.split())
        fields |= FILTERS * has.filters  # on RV32 nothing of 1.0 reaches them, so that they stay 0
        below = fields & ~(1 << self.bits["M"] | 1 << self.bits["MTE"])
        self.fields = {"m": fields, "s": below, "v": below}
        cc = 0 if has.cce is None else 0x8000 | (0xfff | (1 << has.cce) - 1 << 12) << 16
        self.entry_fields = (self.ones, self.ones - (not has.misp), 0xf | cc)
        self.recorded = self.freezes = 0
        self.reset()

    def reset(self):
        self.control, self.depth = {"m": 0, "v": 0}, min(self.options.depths)
        self.wrptr = self.wrap = self.frozen = self.open = 0  # open: bits that are not defined
        self.zero_entries()

    def zero_entries(self):
        """As SCTRCLR. There is then no record that cycles could be counted from."""
        self.records, self.clean = [list(ZERO)] * self.depth, True  # clean: all 0, at any depth
        self.count, self.count_valid = 0, False

    # Control transfers: 1.0 "Behavior", draft 5

    def cycle(self, n, priv, halted):
        if self.options.cce is not None and not halted and self.enabled(priv) and not self.frozen:
            self.count = min(self.count + n, (1 << COUNTER_BITS[self.options.cce]) - 1)

    def block(self, itype, isrc, itgt, priv, tpriv, cause, misp):
        source, target, trap = self.enabled(priv), self.enabled(tpriv), itype in TRAPS
        # 1.0 "Virtualization Mode Transitions": vsctrctl's, whichever way V changes
        active = "v" if {VS, VU} & {priv, tpriv} else "m"
        if (itype, cause) in FREEZE and self.set("v" if tpriv == VS else "m", FREEZE[itype, cause]):
            self.freezes += not self.frozen
            self.frozen = self.frozen_bit
        if itype == 0 or self.frozen:
            return
        if self.set(active, "RASEMU"):
            if source:
                self.emulate_ras(itype, isrc, itgt, misp)
            return
        inhibited = (self.control[active] >> 32 + itype & 1) != (itype == NOT_TAKEN)
        if trap and source and not target:
            if not self.external(active, priv, tpriv):
                return
            itgt = 0
        elif inhibited or not (target if trap else source):
            return
        elif not source:
            isrc = 0
        elif not target:
            itgt = 0
        self.push(self.record(itype, isrc, itgt, misp and not trap, self.count_valid))

    def set(self, register, name):
        return self.control[register] >> self.bits[name] & 1

    def enabled(self, mode):
        return mode in MODE_ENABLE and self.set(*MODE_ENABLE[mode])  # debug mode never is

    def external(self, active, priv, tpriv):
        needed = TRAP_ENABLES.get((priv, tpriv), ())
        if self.draft:
            needed = (tpriv,) if needed and self.set(active, "ETEN") else ()
        return needed and all(self.set(*TRAP_ENABLE[mode]) for mode in needed)

    def emulate_ras(self, itype, *record):
        if itype in CALLS:
            self.push(self.record(itype, *record, False))
        elif itype == SWAP:
            self.records[0] = self.record(itype, *record, False)
        elif itype == RETURN:
            source, *rest = self.records.pop(0)
            self.records.append([source & ~1, *rest[:2], rest[2] | 1, *rest[3:]])
            self.wrap = 0 if self.wrptr == 0 else self.wrap
            self.wrptr = (self.wrptr - 1) % self.depth

    def record(self, itype, isrc, itgt, misp, count_valid):
        data, known = itype, -1
        if self.options.cce is not None:
            exponent = max(self.count.bit_length() - 12, 0)
            mantissa = self.count >> max(exponent - 1, 0) & 0xfff
            data |= count_valid << 15 | mantissa << 16 | exponent << 28
            known = -1 if count_valid else ~0xffff0000
        self.count, self.count_valid, self.clean = 0, True, False
        self.recorded += 1
        return [isrc | 1, itgt & ~1 | (misp and self.options.misp), data, -1, -1, known]

    def push(self, record):
        self.records = [record] + self.records[:-1]
        self.wrap = self.wrap_bit if self.wrptr == self.depth - 1 else self.wrap
        self.wrptr = (self.wrptr + 1) % self.depth

    # Software: 1.0 "CSRs", "Entry Registers", "State Enable Access Control", draft 2 to 4

    def clear(self, priv, stateen):
        """SCTRCLR, which the draft does not have."""
        outcome = "none" if self.draft else self.permission("s", "clear", priv, stateen)
        if outcome == "hit":
            self.zero_entries()
        return outcome

    def access(self, addr, op, wdata, priv, select, stateen):
        level, what = self.find(addr, select)
        outcome = self.permission(level, what, priv, stateen) if what else "none"
        self.known = self.ones
        if outcome != "hit":
            return outcome, 0
        active = level != "v"  # for CLR: reached as the register of the mode that the hart is in
        level = "v" if priv == VS else level
        where = select - 0x200, ENTRY_REGISTER.get(addr & 0xf)
        old, known = self.read(level, what, where)
        if op:
            written = self.ones if op == 1 else wdata
            new = old & ~written if op == 3 else old & ~written | wdata
            self.write(level, what, where, new, written, active)
        self.known = known & self.ones
        return "hit", old if self.known else None

    def find(self, addr, select):
        """Whose level the CSR is of, and what it is; empty: nothing of this unit."""
        level, what = NUMBERS[self.options.map].get(addr, "- ").split(" ")
        if addr & 0xff0 in INDIRECT and addr & 0xf in ENTRY_REGISTER and 0x200 <= select <= 0x2ff:
            level, what = INDIRECT[addr & 0xff0], "entry"
        there = self.options.h if level == "v" else self.draft or what != "entry" or level == "s"
        return level, what if there and (what != "controlh" or self.options.xlen == 32) else ""

    def permission(self, level, what, priv, stateen):
        mctr, hctr, mcsrind, hcsrind = (stateen >> bit & 1 for bit in range(4))
        if priv in (M, DEBUG):
            return "hit"
        if level == "m" or priv == U or what == "entry" and not mcsrind:
            return "illegal"
        never = priv == VU or priv == VS and (level == "v" or what == "depth")
        if what == "entry" and (never or priv == VS and not hcsrind):
            # Sscsrind: whatever mstateen0.CTR is. Draft 4: virtual if hstateen0.CTR is all that lacks
            return "illegal" if self.draft and not never and mctr and not hctr else "virtual"
        if not mctr:
            return "illegal"
        return "virtual" if never or priv == VS and not hctr else "hit"

    def read(self, level, what, where):
        """The value, and which bits of it are defined."""
        if what in ("control", "controlh"):
            return self.control_value(level) >> 32 * (what == "controlh") & self.ones, -1
        if what == "depth":
            return self.depth.bit_length() - 5, -1
        if what == "status":
            return self.wrptr | self.wrap | self.frozen, ~self.open
        if where[0] >= self.depth or where[1] > 2:
            return 0, -1
        return self.records[where[0]][where[1]], self.records[where[0]][where[1] + 3]

    def control_value(self, level):
        depth = self.depth // 16 - 1 << 16 if self.draft else 0
        return self.control["v" if level == "v" else "m"] & self.fields[level] | depth

    def write(self, level, what, where, new, written, active):
        if what in ("control", "controlh"):
            self.write_control(level, new, 32 * (what == "controlh"), active)
        elif what == "depth":
            self.change_depth(16 << (new & 7))
        elif what == "status":
            self.write_status(new, written)
        elif where[0] < self.depth and where[1] < 3:
            record, self.clean = list(self.records[where[0]]), False
            record[where[1]] = new & self.entry_fields[where[1]]
            record[where[1] + 3] |= written
            self.records[where[0]] = record

    def write_control(self, level, new, low, active):
        value = self.control_value(level) & ~(self.ones << low) | new << low
        register, fields = "v" if level == "v" else "m", self.fields[level]
        self.control[register] = self.control[register] & ~fields | value & fields
        self.count, self.count_valid = 0, False
        clear = self.draft and active and value >> 7 & 1  # CLR
        if clear:  # first: nothing may stay in entries that a smaller DEPTH leaves out
            self.records = [list(ZERO)] * self.depth
            self.clean = self.clean or self.depth == max(self.options.depths)
        if self.draft and register == "m":  # the next smaller code that exists: 0, 1, 3, 7, 15
            self.change_depth(16 << ((value >> 16 & 15) + 1).bit_length() - 1)
        if clear:
            self.wrptr = self.wrap = self.frozen = self.open = 0

    def write_status(self, new, written):
        wrptr = new & self.depth - 1
        if self.open & written & 0xff:  # by how much it turns is not defined
            self.forget()
        turn = (self.wrptr - wrptr) % self.depth
        self.records = self.records[turn:] + self.records[:turn]
        self.wrptr, self.wrap, self.frozen = wrptr, new & self.wrap_bit, new & self.frozen_bit
        self.open &= ~written
        self.open |= (self.wrap_bit | self.depth - 1) * bool(self.open & 0xff)

    def change_depth(self, wanted):
        old, depths = self.depth, self.options.depths
        self.depth = max(depth for depth in depths if depth <= max(wanted, min(depths)))
        if self.depth != old:
            self.wrptr, self.open = self.wrptr % self.depth, self.wrap_bit | self.depth - 1
            self.forget()

    def forget(self):
        unknown = (0, 0, 0, *(~bits for bits in self.entry_fields))
        self.records = [list(ZERO if self.clean else unknown)] * self.depth
