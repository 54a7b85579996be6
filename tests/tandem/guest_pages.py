# SPDX-License-Identifier: Apache-2.0
"""A guest whose accesses go through both stages of translation, Sv39 and Sv39x4, an access each: what the tables
permit, and what they do not (Privileged ISA 1.13, 18.5)."""
from tests.tandem.freedoms import HEAD, LW, MRET, PC, SUM_S, SW, group

FIRST, SECOND, INNER, DATA, WORD = 0x80100000, 0x80104000, 0x80110000, 0x80200000, 0x12345678
TRAP = 0x80300100
CODE = 0xcf       # V R W X A D
USER = 0xdf       # and U
GPA = 1 << 39 | 0x40000000  # of the guest's data; with the wider first index of the second stage
ALIAS = 0x80000000  # the guest has its tables so much further on
HOST = {"misa": SUM_S | 1 << 7, "mstatus": 0x8a00000800, "mepc": PC + 4, "mcause": 0, "mtval": 0, "mtvec": TRAP,
        "hstatus": 2 << 32, "vsstatus": 2 << 32, "medeleg": 0, "hedeleg": 0, "mideleg": 0x1444, "hideleg": 0x444, "mie": 0,
        "satp": 0, "vsatp": 8 << 60 | FIRST + ALIAS >> 12, "hgatp": 8 << 60 | SECOND >> 12, "a0": 0x40000100, "a1": 0}


def entry(address, flags):
    return address >> 12 << 10 | flags


def text(code, lines, first=CODE, second=USER, state=None):
    """`first`, `second`: flags of the data's leaf in each stage."""
    memory = {FIRST + 16: entry(0x80000000, CODE), FIRST + 8: entry(INNER + ALIAS, 1), INNER: entry(INNER + ALIAS + 0x1000, 1),
              INNER + 0x1000: entry(GPA, first), SECOND + 16: entry(0x80000000, USER), SECOND + 32: entry(0x80000000, USER), SECOND + 8 * 513: entry(INNER + 0x2000, 1),
              INNER + 0x2000: entry(INNER + 0x3000, 1), INNER + 0x3000: entry(DATA, second), DATA + 0x100: WORD}
    stores = [f"request store 64 {at:#x} {value:#x}" for at, value in memory.items()]
    stores += [f"request store 32 {PC:#x} {MRET:#x}", f"request store 32 {PC + 4:#x} {code:#x}"]
    known = [f"{name} = {value:#x}" for name, value in {**HOST, **(state or {})}.items()]
    entered = [f"insn32 {MRET:#x}", f"pc = {PC + 4:#x}", "privilege = 1", "mstatus = 0xa00000080"]
    last = [f"insn32 {code:#x}", *([] if lines[0].startswith("pc = ") else ["increment-pc"]), *lines]
    return HEAD.format(xlen=64, flen=64, mlen=64) + "".join(map(group, (
        ["reset"], ["initialize", *stores], ["initialize", *known, f"pc = {PC:#x}"], entered, last)))


def loads(value=WORD, paddr=DATA + 0x100):
    return [f"a1 = {value:#x}", f"paddr = {paddr:#x}", "eaddr = 0x40000100"]


def stores():
    return [f"paddr = {DATA + 0x100:#x}", "eaddr = 0x40000100", "store32 = 0"]


def faults(cause):
    return [f"pc = {TRAP:#x}", f"mepc = {PC + 4:#x}", f"mcause = {cause:#x}", "mtval = 0x40000100", "mstatus = 0xca00000800",
            "privilege = 3"]


# What, whether it is right, instruction, lines, flags of both stages
ROWS = [
    ("a load", True, LW, loads(), {}),
    ("... of another value", False, LW, loads(WORD + 1), {}),
    ("... at another place", False, LW, loads(paddr=DATA + 0x1100), {}),
    ("... at the guest's physical address", False, LW, loads(paddr=GPA + 0x100), {}),
    ("... that faults", False, LW, faults(13), {}),
    ("... with a guest page fault", False, LW, faults(21), {}),
    ("a store", True, SW, stores(), {}),
    ("no page of the first stage", True, LW, faults(13), {"first": 0}),
    ("... is a guest page fault", False, LW, faults(21), {"first": 0}),
    ("... is none", False, LW, loads(), {"first": 0}),
    ("no page of the second stage", True, LW, faults(21), {"second": 0}),
    ("... is a page fault", False, LW, faults(13), {"second": 0}),
    ("... is none", False, LW, loads(), {"second": 0}),
    ("a page of the second stage without U", True, LW, faults(21), {"second": CODE}),
    ("... is used", False, LW, loads(), {"second": CODE}),
    ("a store to a page of the second stage without W", True, SW, faults(23), {"second": USER & ~4}),
    ("... is done", False, SW, stores(), {"second": USER & ~4}),
    ("a store to a page of the first stage without W", True, SW, faults(15), {"first": CODE & ~4}),
    ("a page of VU", True, LW, faults(13), {"first": USER}),
    ("... with vsstatus.SUM", True, LW, loads(), {"first": USER, "state": {"vsstatus": 2 << 32 | 1 << 18}}),
    ("... has to be read", False, LW, faults(13), {"first": USER, "state": {"vsstatus": 2 << 32 | 1 << 18}}),
    ("X alone with vsstatus.MXR", True, LW, loads(), {"first": 0xc9, "state": {"vsstatus": 2 << 32 | 1 << 19}}),
    ("X alone in the second stage with vsstatus.MXR", True, LW, faults(21), {"second": 0xd9, "state": {"vsstatus": 2 << 32 | 1 << 19}}),
    ("... is read", False, LW, loads(), {"second": 0xd9, "state": {"vsstatus": 2 << 32 | 1 << 19}}),
]
