# SPDX-License-Identifier: Apache-2.0
"""The vectors of the performance counters: their text, and the rules that they exercise, of the privileged architecture
(Hardware Performance Monitor, counter enables), of Sscofpmf, and of Smcdeleg and Ssccfg."""
from scripts.vectors import hpm_counts, hpm_delegated
from scripts.vectors.tool import Wrong

NAME, SUFFIX = "hpm", "pins"
COUNTED = "rule of the counters (privileged architecture, Sscofpmf 1.0, Ssccfg)"
_RULES = """
count.mcycle count.minstret count.event count.several count.modes count.trap-mode count.write count.width count.halves
count.own count.stop count.absent count.inhibit
event.cycles event.instructions event.branches event.transfers event.traps event.trace event.external event.unknown
inhibit.m inhibit.s inhibit.u inhibit.vs inhibit.vu
overflow.of overflow.request overflow.again overflow.exact overflow.beyond overflow.fixed overflow.write
lcofip.pending lcofip.cleared lcofip.delay
scountovf.m scountovf.s scountovf.vs
access.machine access.s access.u access.vs access.vu access.read-only access.none access.operations
deleg.sireg deleg.sireg2 deleg.halves deleg.minh deleg.overflow deleg.own deleg.cde deleg.mcounteren deleg.time deleg.sireg3 deleg.sireg4 deleg.missing
deleg.stateen deleg.guest deleg.vsireg deleg.scountinhibit deleg.scountovf
time
""".split()
REASONS = {"time": "the hart's: the unit gives the enables alone"}


def vectors():
    return hpm_counts.vectors() + hpm_delegated.vectors()


def rules():
    return _RULES


def render(vector, folder):
    unknown = set(vector.rules) - set(_RULES)
    if unknown:
        raise Wrong(f"{vector.name}: no such rules: {unknown}")
    has = [rule for rule in _RULES if rule in vector.rules]
    return vector.text(has, vector.answers(folder)), has
