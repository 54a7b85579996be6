# SPDX-License-Identifier: Apache-2.0
"""What performance counters count, and who may read them. Events have the numbers of docs/counters.md."""
from scripts.vectors.answers import CLEAR, MODES, READ, SET, WRITE, Answers

NUMBERS = {"mcycle": 0xb00, "minstret": 0xb02, "cycle": 0xc00, "instret": 0xc02, "mcountinhibit": 0x320, "mcounteren": 0x306,
           "scounteren": 0x106, "hcounteren": 0x606, "scountovf": 0xda0, "mcycleh": 0xb80, "minstreth": 0xb82, "time": 0xc01,
           **{f"mhpmcounter{n}": 0xb00 + n for n in range(3, 32)}, **{f"hpmcounter{n}": 0xc00 + n for n in range(3, 32)},
           **{f"mhpmevent{n}": 0x320 + n for n in range(3, 32)}, **{f"mhpmcounter{n}h": 0xb80 + n for n in range(3, 32)},
           **{f"mhpmevent{n}h": 0x720 + n for n in range(3, 32)}, "scountinhibit": 0x120,
           **{f"{which}sireg{at}": 0x150 + base + low for which, base in (("", 0), ("v", 0x100))
              for at, low in (("", 1), (2, 2), (3, 3), (4, 5), (5, 6), (6, 7))}}
OF, MINH, SINH, UINH, VSINH, VUINH = (1 << bit for bit in (63, 62, 61, 60, 59, 58))
CYCLES, INSTRUCTIONS, BRANCHES, TAKEN, NOT_TAKEN, CALLS, RETURNS, JUMPS = 1, 2, 5, 0x8000, 0x8001, 0x8002, 0x8003, 0x8004
EXCEPTIONS, INTERRUPTS, TRAP_RETURNS, MESSAGES, BYTES, STALLS, LOSSES, EXT = 0x8005, 0x8006, 0x8007, 0x8010, 0x8011, 0x8012, 0x8013, 0x8020
HPM, SSCOFPMF = "Hardware Performance Monitor", "Sscofpmf"


class Counts(Answers):
    UNIT = "hpm"

    def __init__(self, name, shows, clause=HPM, build="rv64", rules=(), events=()):
        """`events`: of the counters from mhpmcounter3 on, which begin with 0."""
        super().__init__(f"hpm-{name}", shows, clause, build, rules)
        if not self.values["HAS_CDELEG"]:
            del self.values["HAS_CDELEG"]      # as vectors before it; it is 0 where it is not there
        self.write("mcountinhibit", 0)
        for n, event in enumerate(events, 3):
            self.write(f"mhpmevent{n}", event).write(f"mhpmcounter{n}", 0)

    def csr(self, name, op, value=0, mode="M", free=0, late=False, of="", **pins):
        """`late`: LCOFIP may be pending or not, since the request has just been made. `of`: more words."""
        has = {"csr_addr": NUMBERS[name], **({"csr_op": op, "csr_wdata": value} if op else {}), **pins}
        self.enter(mode)
        how = {READ: "read", WRITE: "write", SET: "set bits of", CLEAR: "clear bits of"}[op]
        return self.access(f"{how} {name}{of}" + (f" in {mode} mode" if mode != "M" else ""), free, late, **has)

    def read(self, name, **more):
        return self.csr(name, READ, **more)

    def write(self, name, value, op=WRITE, **more):
        return self.csr(name, op, value, **more)

    def counters(self, count, first=3, **more):
        for n in range(first, first + count):
            self.read(f"mhpmcounter{n}", **more)
        return self

    def blocks(self, *blocks, mode="M", comment="", **pins):
        """A cycle; each block is (instructions, type of its end, mode after it)."""
        words = [f"block icount={icount} itype={itype} tpriv={MODES[to]}" for icount, itype, to in blocks]
        self.enter(mode)
        self.cycle(*words, comment=comment or f"{sum(block[0] for block in blocks)} instructions" + f" in {mode} mode" * (mode != "M"), **pins)
        return self.left(blocks[-1][2])

    def run(self, icount, itype=0, mode="M", to=None, **more):
        return self.blocks((icount, itype, to or mode), mode=mode, **more)

    def answers(self, folder):
        """With what a late LCOFIP permits."""
        lines = []
        for line, (_, free, late) in zip(self.plain(folder), self.notes):
            form, words = line[3:].split("  ", 1)
            value, pending = form.rsplit(" ", 1)
            value += f" any={free:#x}" if free else ""
            other = {"quiet": "pending", "pending": "quiet"}[pending]
            lines.append((f"{value} {pending}" + (f" | {value} {other}" if late else ""), words.strip()))
        width = max(len(form) for form, _ in lines)
        return [f"#> {form:<{width}}  {words}" for form, words in lines]

    def plain(self, folder):
        notes, self.notes = self.notes, [(words, 0, ()) for words, _, _ in self.notes]
        try:
            return super().answers(folder)
        finally:
            self.notes = notes


def counting():
    yield Counts("minstret", "minstret counts the instructions of all blocks of a cycle.", rules=["count.minstret", "count.several"]) \
        .write("minstret", 0).run(7).blocks((3, 9, "M"), (200, 13, "M"), (1, 0, "M")).read("minstret").read("instret")
    v = Counts("own", "A counter that an instruction writes reads back as written by the next one; it counts in the others.", "Zicsr",
               rules=["count.own"], events=[INSTRUCTIONS])
    yield v.write("minstret", 0, csr_retires=1).run(1).read("minstret", csr_retires=1).run(1).write("mhpmcounter3", 100, csr_retires=1).run(3) \
        .counters(1).read("minstret")
    yield Counts("mcycle", "mcycle counts cycles. A write wins over the count of its cycle.", rules=["count.mcycle", "count.write"]) \
        .write("mcycle", 0x100).read("mcycle").idle(9).read("mcycle")
    yield Counts("inhibit", "mcountinhibit stops counters one by one.", rules=["count.inhibit"], events=[INSTRUCTIONS, INSTRUCTIONS]) \
        .write("minstret", 0).write("mcountinhibit", 1 << 2 | 1 << 4).run(5).read("minstret").counters(2).read("mcountinhibit")
    yield Counts("stop", "While `stop` is 1, in debug mode, no cycle counts.", rules=["count.stop"], events=[INSTRUCTIONS, CYCLES]) \
        .run(3).cycle(priv=4, stop=1).cycle(priv=4, stop=1).cycle(priv=4, stop=1).counters(2)
    yield Counts("no-event", "A counter without an event counts nothing.", rules=["count.event"], events=[0]).run(5).counters(1).read("mhpmevent3")
    yield Counts("unknown-event", "mhpmevent takes events that there are; what it holds after another is some legal value.",
                 rules=["event.unknown"]).write("mhpmevent3", 0x7fff).read("mhpmevent3", free=(1 << 58) - 1).write("mhpmevent3", CYCLES).read("mhpmevent3")
    yield Counts("width", "A counter of 48 bits: upper bits read 0, and it overflows there.", build="rv64-u",
                 rules=["count.width", "overflow.of"], events=[INSTRUCTIONS]).write("mhpmcounter3", 2**64 - 1).read("mhpmcounter3") \
        .run(1).idle(20).counters(1).read("mhpmevent3")
    yield Counts("halves", "On RV32 counters and events have upper halves.", build="rv32", rules=["count.halves"]) \
        .write("mcountinhibit", 7).write("mcycle", 0x12345678).write("mcycleh", 0x9abcdef0).read("mcycle").read("mcycleh").write("minstret", 2**32 - 1) \
        .write("minstreth", 5).write("mhpmevent3h", 1 << 30).read("mhpmevent3h").write("mcountinhibit", 0).run(1).read("minstret").read("minstreth")
    yield Counts("absent", "Counters that the build lacks are read-only 0.", build="rv32-min", rules=["count.absent"]) \
        .write("mhpmcounter4", 5).read("mhpmcounter4").write("mhpmevent4", 1).read("mhpmevent4").write("mcountinhibit", 2**32 - 1).read("mcountinhibit")


def events():
    yield Counts("instructions-cycles", "The events of all clock cycles and of all instructions.", rules=["event.cycles", "event.instructions"],
                 events=[INSTRUCTIONS, CYCLES]).run(250).idle(3).counters(2)
    yield Counts("branches", "Branches taken and not taken, and both.", rules=["event.branches"], events=[BRANCHES, TAKEN, NOT_TAKEN]) \
        .run(2, 5).run(1, 4).blocks((1, 5, "M"), (3, 5, "M")).counters(3)
    v = Counts("transfers", "Calls, returns and all other jumps; a swap is a jump.", rules=["event.transfers"], events=[CALLS, RETURNS, JUMPS])
    for itype in (8, 9, 10, 11, 12, 13, 14, 15):
        v.run(1, itype)
    yield v.counters(3)
    yield Counts("traps", "Exceptions, interrupts and returns from traps; a trap retires nothing.", rules=["event.traps"],
                 events=[EXCEPTIONS, INTERRUPTS, TRAP_RETURNS, INSTRUCTIONS]) \
        .run(3, 1).run(0, 2).run(1, 3).run(0, 1).counters(4)
    yield Counts("trace", "Messages and bytes of the trace system by their number, stalls and losses by cycles.", "docs/counters.md",
                 rules=["event.trace"], events=[MESSAGES, BYTES, STALLS, LOSSES]) \
        .cycle(trace_messages=3, trace_bytes=15).cycle(trace_bytes=4, trace_stall=1).cycle(trace_stall=1, trace_loss=1).counters(4)
    yield Counts("external", "Events of the hart, each a cycle.", "docs/counters.md", rules=["event.external"], events=[EXT, EXT + 7]) \
        .cycle(ext_event=0x81).cycle(ext_event=1).cycle(ext_event=0x7e).counters(2)


def modes():
    flags = ((MINH, "m"), (SINH, "s"), (UINH, "u"), (VSINH, "vs"), (VUINH, "vu"))
    for bit, name in flags:
        v = Counts(f"inhibit-{name}", f"{name.upper()}INH keeps a counter from counting in {name.upper()} mode, and in no other.", SSCOFPMF,
                   rules=[f"inhibit.{name}", "count.modes"], events=[INSTRUCTIONS | bit, INSTRUCTIONS])
        for icount, mode in enumerate(("M", "S", "U", "VS", "VU")):
            v.run(1 << icount, mode=mode)
        yield v.counters(2)
    yield Counts("trap-mode", "A trap, and the instructions before it, count in the mode that it leaves.", SSCOFPMF, rules=["count.trap-mode"],
                 events=[EXCEPTIONS | MINH, EXCEPTIONS | UINH, INSTRUCTIONS | UINH]) \
        .run(5, 1, mode="U", to="M").run(2).counters(3)


def overflows():
    most = 2**64 - 1
    yield Counts("overflow", "An overflow sets OF, and LCOFIP is pending.", SSCOFPMF, rules=["overflow.of", "overflow.request", "lcofip.pending"],
                 events=[INSTRUCTIONS]).write("mhpmcounter3", most).run(1).idle(20).read("mhpmcounter3").read("mhpmevent3")
    yield Counts("overflow-late", "When LCOFIP becomes pending is the implementation's; that it does is not.", SSCOFPMF, rules=["lcofip.delay"],
                 events=[INSTRUCTIONS]).write("mhpmcounter3", most).run(1).read("mhpmcounter3", late=True).idle(20).read("mhpmevent3")
    yield Counts("overflow-again", "With OF 1 another overflow asks for nothing.", SSCOFPMF, rules=["overflow.again", "lcofip.cleared"],
                 events=[INSTRUCTIONS | OF]).write("mhpmcounter3", most).run(1).idle(20).read("mhpmcounter3").read("mhpmevent3")
    yield Counts("overflow-exact", "The largest value is no overflow; one more is.", SSCOFPMF, rules=["overflow.exact"], events=[INSTRUCTIONS]) \
        .write("mhpmcounter3", most - 3).run(3).idle(20).read("mhpmcounter3").read("mhpmevent3").run(1).idle(20).read("mhpmcounter3").read("mhpmevent3")
    yield Counts("overflow-beyond", "A cycle with many instructions overflows, and the count goes on beyond 0.", SSCOFPMF, rules=["overflow.beyond"],
                 events=[INSTRUCTIONS]).write("mhpmcounter3", most).blocks((255, 9, "M"), (255, 9, "M")).idle(20).read("mhpmcounter3").read("mhpmevent3")
    yield Counts("overflow-cleared", "The hart clears LCOFIP, and OF stays; after OF is cleared an overflow asks again.", SSCOFPMF,
                 rules=["lcofip.cleared"], events=[INSTRUCTIONS]).write("mhpmcounter3", most).run(1).idle(20).read("mhpmevent3") \
        .cycle(lcofip_wdata=0, comment="the hart clears LCOFIP").read("mhpmevent3").write("mhpmevent3", OF, op=CLEAR).write("mhpmcounter3", most) \
        .run(1).idle(20).read("mhpmevent3")
    yield Counts("overflow-fixed", "mcycle and minstret have no OF: they ask for nothing.", SSCOFPMF, rules=["overflow.fixed"]) \
        .write("minstret", most).write("mcycle", most).run(2).idle(20).read("minstret").read("scountovf")
    yield Counts("scountovf", "scountovf has the OF of all counters; S mode sees those that mcounteren enables, VS mode those that hcounteren does too.",
                 SSCOFPMF, rules=["scountovf.m", "scountovf.s", "scountovf.vs"], events=[OF, OF, OF]) \
        .write("mcounteren", 1 << 3 | 1 << 4).write("hcounteren", 1 << 4 | 1 << 5).read("scountovf").read("scountovf", mode="S").read("scountovf", mode="VS")


def accesses():
    v = Counts("access-u", "U mode reads what mcounteren and scounteren enable.", "Machine Counter-Enable Register", rules=["access.u", "access.s"])
    v.write("mcountinhibit", 7).write("mcycle", 5).write("minstret", 6).write("mcounteren", 5).write("scounteren", 4)
    yield v.read("cycle", mode="U").read("instret", mode="U").read("cycle", mode="S").read("hpmcounter3", mode="S")
    v = Counts("access-guest", "In a guest, what hcounteren forbids is a virtual instruction, what mcounteren forbids is illegal.",
               "Hypervisor Counter-Enable Register", rules=["access.vs", "access.vu"])
    v.write("mcountinhibit", 7).write("mcycle", 5).write("minstret", 6).write("mcounteren", 5).write("hcounteren", 4).write("scounteren", 0)
    yield v.read("cycle", mode="VS").read("instret", mode="VS").read("hpmcounter3", mode="VS").read("instret", mode="VU")
    yield Counts("access-machine", "Machine registers are illegal below M mode.", "CSR Address Mapping Conventions", rules=["access.machine"]) \
        .read("mcycle", mode="S").write("mcountinhibit", 1, mode="VS").read("mhpmevent3", mode="U").read("mcountinhibit")
    yield Counts("access-read-only", "What is read-only is illegal to write, in M mode too; `time` is not the unit's.",
                 "CSR Address Mapping Conventions", rules=["access.read-only", "access.none"]).write("cycle", 0).write("scountovf", 0).read("time")
    yield Counts("operations", "CSRRW, CSRRS and CSRRC write, set and clear.", "Zicsr", rules=["access.operations", "overflow.write"]) \
        .write("mcounteren", 0xd).write("mcounteren", 0x10, op=SET).write("mcounteren", 1, op=CLEAR).read("mcounteren")


def vectors():
    return [*counting(), *events(), *modes(), *overflows(), *accesses()]
