# SPDX-License-Identifier: Apache-2.0
"""Counters that machine mode delegates to the supervisor: Smcdeleg and Ssccfg, with Sscsrind."""
from scripts.vectors.answers import CLEAR, READ, SET, WRITE
from scripts.vectors.hpm_counts import INSTRUCTIONS, MINH, OF, SINH, UINH, Counts

SSCCFG, SSCSRIND = "Counter Delegation", "Access control by the state-enable CSRs"
MOST = 2**64 - 1


class Delegated(Counts):
    """Of the counters of `delegates`, which do not count; CDE is 1."""

    def __init__(self, name, shows, rules, clause=SSCCFG, build="rv64-deleg", delegates=0xff, counts=False):
        super().__init__(f"deleg-{name}", shows, clause, build, rules)
        self.write("mcounteren", delegates)
        if not counts:
            self.write("mcountinhibit", 0xff)

    def by(self, register, n, op=READ, value=0, mode="S", cde=1, **pins):
        """By sireg* or vsireg* with the select of counter n."""
        return self.csr(register, op, value, mode, of=f" of counter {n}" + " without CDE" * (not cde), select=0x40 + n, cde=cde, **pins)

    def held(self, name, op=READ, value=0, mode="S", cde=1, **pins):
        return self.csr(name, op, value, mode, of=" without CDE" * (not cde), cde=cde, **pins)


def registers():
    v = Delegated("sireg", "sireg has the counter, sireg2 its mhpmevent: the supervisor writes them, and machine mode reads the same.",
                  ["deleg.sireg", "deleg.sireg2"])
    v.by("sireg", 0, WRITE, 0x100).by("sireg", 2, WRITE, 0x102).by("sireg", 3, WRITE, 0x103).by("sireg2", 3, WRITE, SINH | INSTRUCTIONS)
    v.read("mcycle").read("minstret").read("mhpmcounter3").read("mhpmevent3").write("mhpmcounter4", 0x104)
    yield v.by("sireg", 4).by("sireg", 4, SET, 0xf0).by("sireg", 4, CLEAR, 4).by("sireg", 4)
    yield Delegated("halves", "On RV32 sireg4 and sireg5 have the upper halves.", ["deleg.halves"], build="rv32-deleg") \
        .by("sireg", 3, WRITE, 0x89abcdef).by("sireg4", 3, WRITE, 0x4567).by("sireg2", 3, WRITE, 5).by("sireg5", 3, WRITE, SINH >> 32) \
        .read("mhpmcounter3").read("mhpmcounter3h").read("mhpmevent3").read("mhpmevent3h").by("sireg4", 3).by("sireg5", 3)
    v = Delegated("cfg", "sireg2 of counters 0 and 2 has cyclecfg and instretcfg of Smcntrpmf.", ["deleg.sireg2"], "Smcntrpmf", counts=True)
    v.by("sireg2", 2, WRITE, SINH).by("sireg2", 0, WRITE, UINH).by("sireg", 2, WRITE, 0).run(5, mode="S")
    yield v.by("sireg", 2).by("sireg2", 2).by("sireg2", 0)
    v = Delegated("minh", "MINH is read-only 0 for the supervisor, and stays as machine mode wrote it.", ["deleg.minh"])
    v.write("mhpmevent3", MINH | INSTRUCTIONS).by("sireg2", 3).by("sireg2", 3, WRITE, UINH | INSTRUCTIONS).read("mhpmevent3")
    yield v.write("mhpmevent3", INSTRUCTIONS).by("sireg2", 3, SET, MINH | SINH).by("sireg2", 3).read("mhpmevent3")
    v = Delegated("overflow", "The supervisor serves an overflow alone: it sees OF, clears it, and sets the counter anew.", ["deleg.overflow"], counts=True)
    v.by("sireg", 3, WRITE, MOST).by("sireg2", 3, WRITE, INSTRUCTIONS).run(1, mode="S").idle(20).held("scountovf").by("sireg2", 3)
    v.cycle(lcofip_wdata=0, comment="the hart clears LCOFIP").by("sireg2", 3, CLEAR, OF).by("sireg", 3, WRITE, MOST - 4)
    yield v.run(5, mode="S").idle(20).by("sireg2", 3)
    v = Delegated("own", "A counter that an instruction writes by sireg reads back as written by the next one.", ["deleg.own"], "Zicsr", counts=True)
    yield v.by("sireg", 2, WRITE, 100, csr_retires=1).run(1, mode="S").by("sireg", 2)


def refused():
    v = Delegated("cde", "Without menvcfg.CDE nothing is delegated, and machine mode has no sireg* of counters either.", ["deleg.cde"])
    yield v.by("sireg", 3, cde=0).by("sireg2", 3, cde=0).by("sireg", 3, mode="M", cde=0).by("sireg", 3, mode="M")
    v = Delegated("mcounteren", "What mcounteren does not enable is not delegated, nor is `time`.", ["deleg.mcounteren", "deleg.time"], delegates=0b1010)
    yield v.by("sireg", 0).by("sireg", 1).by("sireg2", 2).by("sireg", 3).by("sireg", 3, mode="M").by("sireg", 4, mode="M")
    yield Delegated("sireg3", "There is nothing by sireg3 and sireg6, on RV64 nor by sireg4 and sireg5.", ["deleg.sireg3", "deleg.sireg4"]) \
        .by("sireg3", 3).by("sireg6", 3).by("sireg4", 3).by("sireg5", 3).by("sireg3", 3, WRITE, 1, mode="M")
    yield Delegated("missing", "Without Smcntrpmf there is no cyclecfg and no instretcfg.", ["deleg.missing"], build="rv32-deleg") \
        .write("mcycle", 5).by("sireg2", 0).by("sireg5", 2).by("sireg", 0).by("sireg4", 2)
    v = Delegated("stateen", "mstateen0[60] shuts sireg* for all but machine mode; hstateen0[60] makes them virtual in a guest.", ["deleg.stateen"], SSCSRIND)
    for stateen in (0, 2, 1, 3):
        v.by("sireg", 3, stateen=stateen)
    for stateen in (0, 1):
        v.by("sireg", 3, mode="VS", stateen=stateen)
    yield v.by("sireg", 3, mode="M", stateen=0)
    v = Delegated("guest", "A guest has no counters: sireg* is illegal without CDE and virtual with it, in VU mode always virtual.", ["deleg.guest"])
    yield v.by("sireg", 3, mode="VS", cde=0).by("sireg", 3, mode="VS").by("sireg3", 1, mode="VS").by("sireg", 3, mode="VU", cde=0).by("sireg", 3, mode="VU") \
        .by("sireg", 3, mode="U")
    v = Delegated("vsireg", "vsireg* of counters is illegal for machine mode and the hypervisor, virtual for a guest.", ["deleg.vsireg"])
    yield v.by("vsireg", 3, mode="M").by("vsireg", 3).by("vsireg2", 3, WRITE, 0).by("vsireg", 3, mode="VS").by("vsireg", 3, mode="VU", cde=0)


def inhibits():
    v = Delegated("scountinhibit", "scountinhibit has the bits of mcountinhibit of delegated counters, and leaves the others.", ["deleg.scountinhibit"],
                  "Supervisor Counter Inhibit (`scountinhibit`) Register", delegates=0b1001, counts=True)
    v.write("mcountinhibit", 0b11101).held("scountinhibit").held("scountinhibit", WRITE, 0).read("mcountinhibit")
    yield v.held("scountinhibit", SET, 0b1110).read("mcountinhibit").held("scountinhibit")
    yield Delegated("scountinhibit-refused", "scountinhibit is illegal without CDE, and with it virtual for a guest.", ["deleg.scountinhibit"],
                    "Supervisor Counter Inhibit (`scountinhibit`) Register") \
        .held("scountinhibit", cde=0).held("scountinhibit", mode="M", cde=0).held("scountinhibit", mode="VS", cde=0).held("scountinhibit", mode="VS") \
        .held("scountinhibit", mode="VU").held("scountinhibit", mode="U")
    yield Delegated("scountovf", "With CDE scountovf is virtual for a guest.", ["deleg.scountovf"], "Virtualizing `scountovf`") \
        .held("scountovf").held("scountovf", mode="VS", cde=0).held("scountovf", mode="VS").held("scountovf", mode="VU")


def vectors():
    return [*registers(), *refused(), *inhibits()]
