# SPDX-License-Identifier: Apache-2.0
"""What a core shows an adapter while it runs a program, of a recording of what QEMU's hart did: cycles for the benches of
this folder. The kit's expectations have no share in it."""
import json
import subprocess
from dataclasses import dataclass

from tests.lib.catalogue import ROOT

NTRACE = ROOT / "build/ntrace"
MODES = {"U": 0, "S": 1, "M": 3}
RETURNS = (0x30200073, 0x10200073)
OPCODES = {0x63: "branch", 0x6f: "jal", 0x67: "jalr"}
REST = 3  # cycles behind a trap or its return, in which nothing retires


@dataclass
class Event:
    """An instruction that retired, or a trap."""
    xlen: int
    pc: int
    priv: int
    leads: int       # to the next one's pc
    size: int = 0    # 0: a trap
    code: int = 0
    interrupt: bool = False
    cause: int = 0
    tval: int = 0

    @property
    def kind(self):
        """By opcode: other, branch, jal, jalr, return."""
        if self.size == 4:
            return "return" if self.code in RETURNS else OPCODES.get(self.code & 0x7f, "other")
        quarter, top = self.code & 3, self.code >> 13
        if quarter == 1 and top in (6, 7):
            return "branch"
        if quarter == 1 and (top == 5 or (top == 1 and self.xlen == 32)):
            return "jal"
        return "jalr" if quarter == 2 and top == 4 and self.code >> 2 & 31 == 0 and self.code >> 7 & 31 else "other"

    @property
    def special(self):
        return self.size == 0 or self.kind != "other"

    @property
    def taken(self):
        return int(self.leads != self.pc + self.size)


def recorded(elf, path, limit, *more):
    """Runs so many instructions of a program in QEMU, with `more` of its own words."""
    subprocess.run([NTRACE, "record", "--elf", elf, "-o", path, "--limit", str(limit), *(["--", *more] if more else [])],
                   check=True, capture_output=True)
    return path


def events_of(recording, xlen):
    shown = subprocess.run([NTRACE, "info", "--retired", "--json", recording], check=True, capture_output=True, text=True).stdout
    rows = [json.loads(line) for line in shown.splitlines()]
    return [Event(xlen, int(row["pc"], 16), MODES[row["privilege"]], int(row.get("next", row["pc"]), 16),
                  *((row["size"], int(row["insn"], 16)) if row["kind"] == "insn"
                    else (0, 0, row["interrupt"], row["cause"], int(row["tval"], 16)))) for row in rows]


def cycles_of(events, nret, nblocks, random):
    """Lists of events that a core shows in a cycle each: of one privilege, a trap at the end, and no more blocks than the port
    has. Some cycles are empty."""
    at = 0
    while at < len(events):
        if random.random() < 0.2:
            yield []
        group, specials = [], 0
        most = random.randint(1, nret)
        while at < len(events) and len(group) < most and specials < nblocks:
            event = events[at]
            if group and (event.size == 0 or event.priv != group[0].priv or event.pc != group[-1].leads):
                break
            group.append(event)
            specials += event.special
            at += 1
            if event.size == 0 or event.kind == "return":
                break
        yield group
        if group[-1].size == 0 or group[-1].kind == "return":
            yield from [[]] * REST


def hexadecimal(*numbers):
    return " ".join(f"{number:x}" for number in numbers)


def tci(group, nret, xlen):
    """Rocket's: traps are instructions, jumps are jal or jalr, trap returns have the code of returns."""
    codes = {"other": 0, "jal": 15, "jalr": 14, "return": 13}
    trap = group[-1] if group and group[-1].size == 0 else Event(xlen, 0, 0, 0)
    rows = [hexadecimal(group[0].priv if group else 0, trap.cause | trap.interrupt << xlen - 1, trap.tval)]
    for event in group:
        code = 1 + event.interrupt if event.size == 0 else 4 + event.taken if event.kind == "branch" else codes[event.kind]
        rows.append(hexadecimal(1, event.pc, code, event.size == 4))
    return " ".join(rows + ["0 0 0 0"] * (nret - len(group)))


def iti(group, nret, xlen):
    """CVA6's: an exception or interrupt is alone."""
    trap = group[-1] if group and group[-1].size == 0 else None
    rows = [hexadecimal(trap is not None, (trap.cause | trap.interrupt << xlen - 1) if trap else 0, trap.tval if trap else 0,
                        group[0].priv if group else 0)]
    for event in group:
        rows.append(hexadecimal(event.size != 0, event.pc, event.kind == "return", event.kind == "branch", event.kind == "jalr",
                                event.size == 2, event.taken))
    return " ".join(rows + ["0 0 0 0 0 0 0"] * (nret - len(group)))


class Rvfi:
    """RVFI: an instruction that traps is shown, and the handler's first one has its cause."""

    def __init__(self):
        self.trap = None

    def __call__(self, group, nret, _):
        rows = []
        for event in group:
            entry, self.trap = self.trap, event if event.size == 0 else None
            if event.size == 0 and event.interrupt:
                continue
            cause, tval = (entry.cause, entry.tval) if entry else (0, 0)
            rows.append(hexadecimal(1, event.code, event.size == 0, entry is not None and entry.interrupt, event.priv, event.pc,
                                    event.leads, cause, tval))
        return " ".join(rows + ["0 0 0 0 0 0 0 0 0"] * (nret - len(rows)))
