# SPDX-License-Identifier: Apache-2.0
"""Control transfers, and what software reads of them afterwards."""
from scripts.vectors.answers import CLEAR, MODES, READ, SET, WRITE, Answers

NUMBERS = {"mctrctl": 0x34e, "sctrctl": 0x14e, "vsctrctl": 0x24e, "sctrstatus": 0x14f, "sctrdepth": 0x15f,
           "mctrcontrol": 0x381, "sctrcontrol": 0x181, "vsctrcontrol": 0x281, "mctrcontrolh": 0x382, "mctrstatus": 0x383,
           "sireg": 0x151, "sireg2": 0x152, "sireg3": 0x153, "sireg4": 0x155, "mireg": 0x351, "vsireg": 0x251}
ENTRY = (("sireg", "ctrsource"), ("sireg2", "ctrtarget"), ("sireg3", "ctrdata"))
TYPES = {1: "exception", 2: "interrupt", 3: "trap-return", 4: "not-taken", 5: "taken", 8: "indirect-call", 9: "direct-call",
         10: "indirect-jump", 11: "direct-jump", 12: "swap", 13: "return", 14: "other-indirect", 15: "other-direct"}
FILTERS = {1: "excinh", 2: "intrinh", 3: "tretinh", 4: "ntbren", 5: "tkbrinh", 8: "indcallinh", 9: "dircallinh", 10: "indjmpinh",
           11: "dirjmpinh", 12: "corswapinh", 13: "retinh", 14: "indljmpinh", 15: "dirljmpinh"}
U, S, M, RASEMU, STE, MTE, BPFRZ, LCOFIFRZ = (1 << bit for bit in (0, 1, 2, 7, 8, 9, 11, 12))
NTBREN, FROZEN, CC = 1 << 36, 1 << 31, 0xffff0000
CALL, RETURN, SWAP, JUMP = 9, 13, 12, 11


class Transfers(Answers):
    UNIT = "ctr"
    HALTED = {"priv": MODES["DEBUG"], "halted": 1}

    def __init__(self, name, shows, clause, build="rv64", rules=(), m=None, vs=None):
        super().__init__(f"ctr-{name}", shows, clause, build, rules)
        self.transfers = 0
        self.settle()
        if vs is not None:
            self.write("vsctrctl", vs)
        if m is not None:
            self.write("mctrctl", m)

    def settle(self):
        """What the texts leave open after a reset."""
        least = self.values["DEPTH_MIN"].bit_length() - 5
        if self.values["DRAFT"]:
            self.write("mctrcontrol", (1 << least) - 1 << 16 | 1 << 7).write("vsctrcontrol", 0)
            return
        if self.values["HAS_H"]:
            self.write("vsctrctl", 0)
        self.write("mctrctl", 0).write("sctrdepth", least).write("sctrstatus", 0).clear()

    def csr(self, name, op, value=0, words="", mode="M", free=0, others=(), **pins):
        has = {"csr_addr": NUMBERS[name], **({"csr_op": op, "csr_wdata": value} if op else {}), **pins}
        self.enter(mode)
        how = {READ: "read", WRITE: "write", SET: "set bits of", CLEAR: "clear bits of"}[op]
        return self.access(f"{how} {words or name}" + (f" in {mode} mode" if mode != "M" else ""), free, others, **has)

    def read(self, name, words="", **more):
        return self.csr(name, READ, 0, words, **more)

    def write(self, name, value, words="", op=WRITE, **more):
        return self.csr(name, op, value, words, **more)

    def clear(self, mode="M", **pins):
        return self.enter(mode).access(f"SCTRCLR in {mode} mode", csr_clear=1, **pins)

    def entry(self, index=0, free=0, **more):
        """All three registers; `free` bits of ctrdata."""
        for name, words in ENTRY:
            self.read(name, f"{words} of entry {index}", free=free if name == "sireg3" else 0, select=0x200 + index, **more)
        return self

    def status(self):
        return self.read("sctrstatus")

    def blocks(self, *blocks, mode="M", **pins):
        """A cycle; each block is (type, mode after it, MISP)."""
        words = []
        self.enter(mode)
        for itype, to, misp in blocks:
            self.transfers += 1
            place = 0x80000000 + 0x100 * self.transfers
            words.append(f"block itype={itype} isrc={place:#x} itgt={place + 0x40:#x} tpriv={MODES[to]}" + " misp=1" * misp)
        text = ", ".join(TYPES.get(itype, "no transfer").replace("-", " ") for itype, *_ in blocks)
        self.cycle(*words, comment=text + (f" in {mode} mode" if mode != "M" else ""), **pins)
        return self.left(blocks[-1][1])

    def transfer(self, itype, mode="M", to=None, misp=0, **pins):
        return self.blocks((itype, to or mode, misp), mode=mode, **pins)


def types():
    for itype, name in TYPES.items():
        control = M | (NTBREN if itype == 4 else 0)
        yield Transfers(f"type-{name}", f"A record of type {itype}, {name.replace('-', ' ')}: source with V, target, TYPE. It is the first "
                        "since the control register was written, so CCV is 0, and CC may be anything.", "Control Transfer Type Filtering",
                        rules=[f"type.{name}", "ctrdata.type", "ctrsource.pc", "ctrsource.v", "ctrtarget.pc", "cycles.invalid-cc"], m=control) \
            .transfer(itype).entry(free=CC).status()
        if itype == 4:
            yield Transfers("filter-ntbren", "A branch that is not taken is recorded only where NTBREN is 1.", "Control Transfer Type Filtering",
                            rules=["control.ntbren", "type.default"], m=M).transfer(itype).entry().status()
    inhibit = sum(1 << 32 + itype for itype in TYPES if itype != 4)
    v = Transfers("filters", "With all inhibit bits set no type is recorded.", "Control Transfer Type Filtering",
                  rules=["record.type", *(f"control.{name}" for itype, name in FILTERS.items() if itype != 4)], m=M | inhibit)
    for itype in TYPES:
        v.transfer(itype)
    yield v.read("mctrctl").status().entry()
    v = Transfers("one-filter", "An inhibit bit is about its type alone.", "Control Transfer Type Filtering", rules=["record.type"],
                  m=M | 1 << 32 + CALL)
    yield v.transfer(CALL).transfer(JUMP).transfer(CALL).entry(0, free=CC).status()


def buffer():
    v = Transfers("youngest", "Entry 0 is the youngest record, 1 the one before it.", "CTR entry registers",
                  rules=["buffer.youngest", "record.push", "status.logical", "cycles.ccv", "cycles.since"], m=M)
    yield v.transfer(CALL).idle(5).transfer(JUMP).entry(0).entry(1, free=CC).entry(2).status()
    v = Transfers("full", "At depth 16 the 17th record takes the place of the first, and WRPTR begins anew.", "sctrstatus",
                  rules=["buffer.circular", "status.wrptr-wrap", "status.wrptr-increment", "depth.beyond", "depth.entries"], m=M)
    for _ in range(17):
        v.transfer(JUMP)
    yield v.status().entry(0).entry(15).entry(16)
    v = Transfers("depth", "Each depth has a code. After a change WRPTR is some legal value.", "sctrdepth",
                  rules=["depth.codes", "depth.wrptr", "depth.wpri"], m=M)
    for code in range(5):
        v.write("sctrdepth", code).read("sctrdepth").read("sctrstatus", free=(16 << code) - 1 if code else 0)
    yield v
    v = Transfers("depth-increase", "What a larger depth holds after records were made is some legal value; new records are as ever.",
                  "sctrdepth", rules=["depth.increase"], m=M).transfer(JUMP)
    v.write("sctrdepth", 1).write("sctrstatus", 0).transfer(CALL)
    yield v.entry(0)
    yield Transfers("depth-write-beyond", "What is written to an entry from the depth on goes nowhere, and it reads 0.", "sctrdepth",
                    rules=["depth.beyond"], m=M).transfer(JUMP).write("sireg", 0x1235, "ctrsource of entry 16", select=0x210).entry(16).entry(0, free=CC)
    yield Transfers("depth-none", "A depth that the build lacks is never read.", "sctrdepth", "rv64-sram",
                    rules=["depth.supported", "depth.reserved"]) \
        .write("sctrdepth", 4).read("sctrdepth").write("sctrdepth", 7).read("sctrdepth")
    v = Transfers("clear", "SCTRCLR zeroes all entries, and nothing else: WRPTR stays. The next record has CCV=0.",
                  "SCTRCLR", rules=["sctrclr.entries", "sctrclr.reads", "sctrclr.status", "sctrclr.cycles", "cycles.reset-clear"], m=M)
    yield v.transfer(JUMP).transfer(CALL).clear().entry(0).entry(1).status().transfer(JUMP).entry(0, free=CC)
    v = Transfers("software", "Software writes entries and status, and reads them back; bits without a field stay 0.", "CTR entry registers",
                  rules=["entry.undefined", "status.software", "status.undefined", "ctrdata.undefined", "entry.zero-registers"])
    for name, words in (*ENTRY, ("sireg4", "the fourth register")):
        v.write(name, 2**64 - 1, f"{words} of entry 3", select=0x203).read(name, f"{words} of entry 3", select=0x203)
    yield v.write("sctrstatus", 2**64 - 1).status()


def modes():
    clause = "Mode filtering and control transfers"
    yield Transfers("mode-off", "Nothing is recorded in a mode that is not enabled.", clause, rules=["record.mode", "control.modes"], m=M | S) \
        .transfer(JUMP, "U").transfer(JUMP, "S").entry(0, free=CC).entry(1)
    yield Transfers("trap-from-off", "A trap from a mode that is off to one that is on: the source PC is 0, V is 1.", clause,
                    rules=["mode.trap-de", "mode.partial-v"], m=M).transfer(1, "U", "M", cause=8).entry(0, free=CC)
    yield Transfers("trap-to-off", "A trap to a mode that is off is not recorded.", clause, rules=["mode.trap-ed", "external.definition"], m=U) \
        .transfer(1, "U", "M", cause=8).entry().status()
    yield Transfers("external-trap", "With MTE and STE it is, as an external trap: the target PC is 0.", "External traps",
                    rules=["external.u-m", "external.target", "control.mte", "control.ste"], m=U | MTE | STE) \
        .transfer(1, "U", "M", cause=8).entry(0, free=CC)
    yield Transfers("external-needs-all", "From U to M needs STE beside MTE.", "External traps",
                    rules=["external.requirements"], m=U | MTE).transfer(1, "U", "M", cause=8).entry().status()
    yield Transfers("external-guest-filter", "An external trap from VU to VS needs vsctrctl.STE, and INTRINH and EXCINH do not inhibit it.",
                    "External traps", rules=["external.vu-vs", "external.no-filter", "vsctrctl.ste"], m=0, vs=U | STE | 1 << 34 | 1 << 33) \
        .transfer(2, "VU", "VS", cause=5).transfer(1, "VU", "VS", cause=8).entry(0).entry(1, free=CC).status()
    yield Transfers("guest-trap-from-off", "A trap from VU, which is off, to VS, which is on: the source PC is 0, V is 1.", clause,
                    rules=["mode.trap-de", "mode.partial-v", "vsctrctl.s"], m=0, vs=S).transfer(1, "VU", "VS", cause=8).entry(0, free=CC).status()
    yield Transfers("guest-return-to-off", "A return from VS, which is on, to VU, which is off: the target PC is 0.", clause,
                    rules=["mode.return-ed", "vsctrctl.u"], m=0, vs=S).transfer(3, "VS", "VU").entry(0, free=CC).status()
    yield Transfers("guest-return-from-off", "A return from VS, which is off, to VU, which is on, is not recorded.", clause,
                    rules=["mode.return-de", "vsctrctl.u"], m=0, vs=U).transfer(3, "VS", "VU").entry().status()
    yield Transfers("return-to-off", "A return to a mode that is off: the target PC is 0.", clause, rules=["mode.return-ed"], m=M) \
        .transfer(3, "M", "U").entry(0, free=CC)
    yield Transfers("return-from-off", "A return from a mode that is off is not recorded.", clause, rules=["mode.return-de"], m=U) \
        .transfer(3, "M", "U").entry().status()
    yield Transfers("guest", "vsctrctl enables VS and VU mode, and mctrctl does not.", "vsctrctl",
                    rules=["vsctrctl.s", "vsctrctl.u", "vsctrctl.own-state"], m=S | M, vs=U) \
        .transfer(JUMP, "VS").transfer(JUMP, "VU").entry(0, free=CC).entry(1)


def ras():
    clause = "RAS (Return Address Stack) Emulation Mode"
    yield Transfers("ras-calls", "RAS emulation records calls and nothing else; CCV is 0.", clause,
                    rules=["ras.on", "ras.calls", "ras.others", "choice.cycles-ras"], m=M | RASEMU) \
        .transfer(8).transfer(JUMP).transfer(CALL).entry(0, free=CC).entry(1, free=CC).entry(2).status()
    yield Transfers("ras-return", "A return takes WRPTR down and clears V; the call's record is then the last entry.", clause,
                    rules=["ras.return", "ras.return-rotates", "choice.ras-return-keeps", "status.wrptr-decrement"], m=M | RASEMU) \
        .transfer(CALL).transfer(8).transfer(RETURN).status().entry(0, free=CC).entry(15, free=CC)
    yield Transfers("ras-empty", "A return without a call takes WRPTR from 0 to 15.", clause, rules=["choice.ras-empty"], m=M | RASEMU) \
        .transfer(RETURN).status().entry(0)
    yield Transfers("ras-swap", "A swap overwrites entry 0.", clause, rules=["ras.swap"], m=M | RASEMU) \
        .transfer(CALL).transfer(SWAP).status().entry(0, free=CC).entry(1)


def freeze():
    clause = "Freeze"
    yield Transfers("freeze-lcofi", "With LCOFIFRZ an LCOFI freezes: the trap and what follows are not recorded, what was before it is.", clause,
                    rules=["freeze.lcofi", "freeze.not-recorded", "freeze.older", "freeze.stays"], m=M | LCOFIFRZ) \
        .transfer(CALL).transfer(2, cause=13).transfer(JUMP).status().entry(0, free=CC).entry(1)
    yield Transfers("freeze-other", "No other interrupt freezes.", clause, rules=["freeze.lcofi-kind"], m=M | LCOFIFRZ) \
        .transfer(2, cause=7).status()
    yield Transfers("freeze-breakpoint", "With BPFRZ a breakpoint exception does.", clause, rules=["freeze.breakpoint", "freeze.breakpoint-kind"],
                    m=M | BPFRZ).transfer(1, cause=3).status().entry()
    yield Transfers("freeze-thaw", "Software clears FROZEN, and recording goes on.", clause,
                    rules=["status.frozen", "freeze.stays", "record.not-frozen"], m=M) \
        .write("sctrstatus", FROZEN).transfer(CALL).entry().write("sctrstatus", FROZEN, op=CLEAR).transfer(JUMP).entry(0, free=CC).status()


def cycles():
    clause = "Cycle counting"
    yield Transfers("cycles", "CC counts the cycles since the record before.", clause, rules=["cycles.since", "cycles.ccm"], m=M) \
        .transfer(JUMP).idle(9).transfer(JUMP).transfer(JUMP).entry(0).entry(1)
    yield Transfers("cycles-exponent", "From 4096 on CC is mantissa and exponent.", clause, rules=["cycles.cce", "cycles.formula"], m=M) \
        .transfer(JUMP).idle(9000).transfer(JUMP).entry(0)
    yield Transfers("cycles-modes", "Cycles in a mode that is off do not count, what was counted before stays.", clause,
                    rules=["cycles.active", "cycles.kept"], m=M).transfer(JUMP).idle(3).enter("U").idle(20).transfer(JUMP).entry(0)
    yield Transfers("cycles-one-cycle", "Of several records of a cycle the oldest has the count, the others 0; the youngest is entry 0.", clause,
                    rules=["choice.cycles-same"], m=M).transfer(JUMP).idle(6).blocks((CALL, "M", 0), (JUMP, "M", 0), (RETURN, "M", 0)) \
        .entry(0).entry(1).entry(2)
    yield Transfers("cycles-halted", "Cycles of a halted hart do not count.", clause, rules=["cycles.active", "mode.debug"], m=M) \
        .transfer(JUMP).idle(3).cycle(comment="halted", **Transfers.HALTED).cycle(comment="halted", **Transfers.HALTED).transfer(JUMP).entry(0)
    for name, op, mode in (("mctrctl", SET, "M"), ("mctrctl", CLEAR, "M"), ("sctrctl", SET, "S"), ("sctrctl", CLEAR, "M"), ("vsctrctl", SET, "M"),
                           ("vsctrctl", CLEAR, "S")):
        how = {SET: "csrrs", CLEAR: "csrrc"}[op]
        yield Transfers(f"cycles-{how}-{name}-{mode.lower()}", f"{how} of {name} with a register that holds 0 is a write: the next record has "
                        "CCV=0.", clause, rules=["cycles.reset-write", "cycles.ccv", "access.operations"], m=M | S) \
            .transfer(JUMP).idle(3).write(name, 0, op=op, mode=mode).enter("M").transfer(JUMP).entry(0, free=CC)
    yield Transfers("misp", "MISP is set for what was mispredicted.", "ctrtarget", rules=["ctrtarget.misp"], m=M) \
        .transfer(RETURN, misp=1).entry(0, free=CC)
    yield Transfers("small", "What a build lacks is read-only 0.", "Sub-extensions", "rv64-small",
                    rules=["control.optional", "cycles.optional", "ctrtarget.no-misp", "control.required", "ras.absent", "external.absent"],
                    m=2**64 - 1).read("mctrctl").write("mctrctl", M).transfer(RETURN, misp=1).entry()


def accesses():
    clause = "State Enable Access Control"
    v = Transfers("access-user", "U mode may access nothing, VU mode raises the other exception.", "CSRs",
                  rules=["access.user", "access.machine", "sctrclr.modes"])
    for mode in ("U", "VU"):
        v.read("sctrctl", mode=mode).read("sireg", "ctrsource of entry 0", mode=mode, select=0x200).read("mctrctl", mode=mode).clear(mode)
    yield v
    v = Transfers("access-guest", "In VS mode sctrctl's number reaches vsctrctl; vsctrctl's own and sctrdepth raise a virtual-instruction exception.",
                  "vsctrctl", rules=["vsctrctl.substitutes", "access.vs-numbers", "depth.from-guest"], vs=S)
    yield v.read("sctrctl", mode="VS").read("vsctrctl", mode="VS").read("sctrdepth", mode="VS").read("sctrctl", mode="S")
    v = Transfers("stateen", "mstateen0.CTR is 0: all is illegal below M mode, and recording goes on.", clause,
                  rules=["access.mstateen-0-registers", "access.mstateen-0-entries", "access.mstateen-0-clear", "access.mstateen-0-records"], m=S)
    v.set(stateen=14).read("sctrctl", mode="S").read("sireg", "ctrsource of entry 0", mode="S", select=0x200).clear("S")
    yield v.transfer(JUMP, "S").entry(0, free=CC)
    v = Transfers("hstateen", "hstateen0.CTR is 0: virtual in VS mode.", clause, rules=["access.hstateen-0", "access.hstateen-depth"])
    yield v.set(stateen=13).read("sctrctl", mode="VS").read("sireg", "ctrsource of entry 0", mode="VS", select=0x200).clear("VS").read("sctrdepth", mode="S")
    v = Transfers("operations", "CSRRW, CSRRS and CSRRC write, set and clear; sctrctl shows no M and no MTE.", "CSRs",
                  rules=["access.operations", "sctrctl.without-m", "sctrctl.subset"], m=M | MTE)
    yield v.write("mctrctl", U | S, op=SET).write("mctrctl", U, op=CLEAR).read("mctrctl").read("sctrctl").write("sctrctl", 0).read("mctrctl")
    v = Transfers("none", "Another number, or another select, is not this unit's.", "CSRs", rules=["entry.selects", "entry.no-miselect"])
    yield v.read("mctrstatus", "0x383").read("sireg", "sireg with another select", select=0x1ff).read("mireg", "mireg", select=0x200)


def draft():
    """Draft 0.1.4 has other numbers and bits."""
    m, u = 1, 4
    yield Transfers("draft-control", "The control register of the draft: M, S, U the other way round, DEPTH in bits 19 to 16.", "draft 2.1",
                    "rv64-draft", rules=["number.mctrcontrol", "control.bits-draft", "depth.codes-draft"]) \
        .write("mctrcontrol", m | u | 3 << 16).read("mctrcontrol").read("sctrcontrol")
    yield Transfers("draft-clear", "CLR zeroes entries and status, and reads 0.", "draft 2.1", "rv64-draft",
                    rules=["clr.entries", "clr.status", "clr.reads"]) \
        .write("mctrcontrol", m).transfer(JUMP).write("mctrcontrol", m | 1 << 7).read("mctrcontrol").read("mctrstatus") \
        .entry(0)
    yield Transfers("draft-clear-frozen", "CLR zeroes FROZEN, so that recording goes on.", "draft 2.1 2.4", "rv64-draft", rules=["clr.status"]) \
        .write("mctrcontrol", m).write("mctrstatus", 1 << 15).transfer(JUMP).read("mctrstatus").write("mctrcontrol", m | 1 << 7) \
        .read("mctrstatus").transfer(CALL).entry(0, free=CC)
    v = Transfers("draft-wrap", "WRAP is set where WRPTR goes on from the last entry.", "draft 2.4", "rv64-draft",
                  rules=["status.wrap-set", "number.mctrstatus", "status.fields-draft"]).write("mctrcontrol", m)
    for _ in range(17):
        v.transfer(JUMP)
    yield v.read("mctrstatus")
    v = Transfers("draft-cycles-most", "With one bit of CCE the count goes up to 8191, all ones, and stays there.", "draft 5.3", "rv32-draft",
                  rules=["cycles.saturation"]).write("mctrcontrol", m).transfer(JUMP)
    for cycles, before in ((8190, 0), (8191, 3), (9000, 3)):  # `before`: the accesses since the last record
        v.idle(cycles - 1 - before).transfer(JUMP).entry(0)
    yield v
    yield Transfers("draft-mireg", "mireg reaches the entries in the draft.", "draft 4", "rv64-draft", rules=["entry.miselect"]) \
        .write("mctrcontrol", m).transfer(CALL).read("mireg", "ctrsource of entry 0", select=0x200)
    yield Transfers("draft-halves", "On RV32 the upper half of the control register has its own number.", "draft 2.6", "rv32-draft",
                    rules=["control.rv32-halves", "number.upper-halves"]) \
        .write("mctrcontrolh", 2**32 - 1).read("mctrcontrolh").read("mctrcontrol")
    yield Transfers("draft-external", "An external trap needs ETEN and the trap enable of its target mode.", "draft 5", "rv64-draft",
                    rules=["external.draft", "control.eten"]) \
        .write("mctrcontrol", u | 1 << 8 | 1 << 38).transfer(1, "U", "M", cause=8).entry(0, free=CC)
    yield Transfers("rv32", "RV32: registers have 32 bits, so there are no filters.", "mctrctl", "rv32", rules=["control.rv32"], m=2**32 - 1) \
        .read("mctrctl").transfer(JUMP).write("sctrstatus", 0).entry(0)


def vectors():
    return [*types(), *buffer(), *modes(), *ras(), *freeze(), *cycles(), *accesses(), *draft()]
