# SPDX-License-Identifier: Apache-2.0
"""An access through page tables each, of Sv39, Sv48 and Sv32: what the tables permit, and what they do not (Privileged
ISA 1.13, 4.3 to 4.5, Svnapot, Svpbmt, Svrsw60t59b). Rows are what, whether it is right, and the trace."""
from tests.tandem.freedoms import HEAD, LW, S_MODE, SW, group

S = S_MODE["mstatus"]
TRAP, ROOT, FIRST, LEAVES, UPPER, DATA, CODE = 0x80000100, 0x80300000, 0x80301000, 0x80302000, 0x80304000, 0x80200000, 0x80000000
LD = 0x00053583
V, R, W, X, U, A, D = 1, 2, 4, 8, 16, 64, 128
ALL, SUPER = V | R | W | X | A | D, 0xcf
MXR, SUM, MPRV = 1 << 19, 1 << 18, 1 << 17
ROWS = []


def entry(address, flags):
    return address >> 12 << 10 | flags


def tables64(address, leaf, mode, code):
    at = [address >> 12 + 9 * level & 511 for level in range(4)]
    memory = {ROOT + 16: entry(CODE, code), ROOT + 8 * at[2]: entry(FIRST, V), FIRST + 8 * at[1]: entry(LEAVES, V), LEAVES + 8 * at[0]: leaf}
    if mode == 9:
        memory |= {UPPER: entry(UPPER + 0x1000, V), UPPER + 0x1000 + 16: entry(CODE, code), UPPER + 8 * at[3]: entry(ROOT, V)}
    return memory


def tables32(address, leaf):
    return {ROOT + 4 * (CODE >> 22): entry(CODE, SUPER), ROOT + 4 * (address >> 22): entry(LEAVES, V), LEAVES + 4 * (address >> 12 & 1023): leaf}


def text(address, code, lines, leaf=entry(DATA, ALL), *, mode=8, xlen=64, state=None, tables=None, privilege=1, fetch=SUPER, then=(), head=""):
    """One access, behind what is known; `tables`: other entries; `then`: groups behind it."""
    wide = xlen == 64
    memory = {**(tables64(address, leaf, mode, fetch) if wide else tables32(address, leaf)), **(tables or {})}
    known = {"mstatus": S if wide else 0, "satp": (mode << 60 if wide else 1 << 31) | (UPPER if mode == 9 else ROOT) >> 12, "mtvec": TRAP,
             "medeleg": 0, "mepc": 0, "mcause": 0, "mtval": 0, "a0": address, "a1": 7, "misa": 0x8000000000141105 if wide else 0x40141105, **(state or {})}
    stores = [f"request store {xlen} {at:#x} {value:#x}" for at, value in memory.items()]
    executed = [f"insn32 {code:#x}"] if code is not None else []
    return HEAD.format(xlen=xlen, flen=0, mlen=64 if wide else 34) + head + "".join(map(group, (
        ["reset"], ["initialize", *stores, f"request store 32 {DATA + (address & 0xfff):#x} 5", f"request store 32 {CODE:#x} {code or LW:#x}"],
        ["initialize", *(f"{name} = {value:#x}" for name, value in known.items()), f"pc = {CODE:#x}", f"privilege = {privilege}"],
        [*executed, *([] if lines[0].startswith("pc") else ["increment-pc"]), *lines], *then)))


def loads(address, place=None, value=5):
    return [f"a1 = {value:#x}", f"paddr = {DATA + (address & 0xfff) if place is None else place:#x}", f"eaddr = {address:#x}"]


def stores(address, place=None):
    return [f"paddr = {DATA + (address & 0xfff) if place is None else place:#x}", f"eaddr = {address:#x}", "store32 = 7"]


def faults(cause, address, mode=1, status=S):
    return [f"pc = {TRAP:#x}", f"mepc = {CODE:#x}", f"mcause = {cause}", f"mtval = {address:#x}", f"mstatus = {status | mode << 11:#x}", "privilege = 3"]


AT = 0xc0000124


def load(what, right, lines, leaf=entry(DATA, ALL), **given):
    ROWS.append((what, right, text(AT, LW, lines, leaf, **given)))


def store(what, right, lines, leaf=entry(DATA, ALL), **given):
    ROWS.append((what, right, text(AT, SW, lines, leaf, **given)))


PAGE, FAULT, STORE_FAULT, ELSEWHERE = entry(DATA, ALL), faults(13, AT), faults(15, AT), loads(AT, DATA + 0x1124)
load("a load", True, loads(AT))
load("... faults", False, FAULT)
load("... at another place", False, ELSEWHERE)
load("no leaf", True, FAULT, 0)
load("... with another tval", False, faults(13, AT + 4), 0)
load("... is read", False, loads(AT), 0)

# 4.4.1 and extensions: upper bits
NAPOT = entry(DATA + 0x8000, ALL) | 1 << 63
for what, leaf, known, may_load, may_fault in (
        ("bit 54", PAGE | 1 << 54, None, False, True), ("bit 58", PAGE | 1 << 58, None, False, True), ("bit 60", PAGE | 1 << 60, None, True, True),
        ("PBMT 3", PAGE | 3 << 61, 1 << 62, False, True), ("PBMT 1 without PBMTE", PAGE | 1 << 61, 0, False, True),
        ("PBMT 1 with PBMTE", PAGE | 1 << 61, 1 << 62, True, False), ("PBMT 2, and menvcfg is not known", PAGE | 2 << 61, None, True, True),
        ("N", NAPOT, None, True, True), ("N of another size", PAGE | 1 << 63, None, False, True)):
    given = {"state": {} if known is None else {"menvcfg": known}}
    load(what, may_load, loads(AT), leaf, **given)
    load("... faults", may_fault, FAULT, leaf, **given)
    load("... at another place", False, ELSEWHERE, leaf, **given)
load("N taken as bits of the address", False, loads(AT, DATA + 0x8124), NAPOT)
for what, bits in (("N", 1 << 63), ("PBMT", 1 << 61), ("bit 54", 1 << 54)):
    pointer = {"tables": {FIRST: entry(LEAVES, V) | bits}, "state": {"menvcfg": 1 << 62}}
    load(f"{what} in a pointer", False, loads(AT), **pointer)
    load("... faults", True, FAULT, **pointer)
SECOND = [["initialize", "privilege = 1", f"pc = {CODE:#x}", f"mstatus = {S:#x}", "a1 = 7"]]
load("N, and the hart has it", True, loads(AT), NAPOT, then=[*SECOND, [f"insn32 {LW:#x}", "increment-pc", *loads(AT)]])
load("... and has it not", False, loads(AT), NAPOT, then=[*SECOND, [f"insn32 {LW:#x}", *FAULT]])
load("... and has it after all", False, FAULT, NAPOT, then=[*SECOND, [f"insn32 {LW:#x}", "increment-pc", *loads(AT)]])

# 4.3.2: A and D
NO_A, NO_D, ADUE = entry(DATA, ALL & ~A), entry(DATA, ALL & ~D), {"menvcfg": 1 << 61}


def seen(value):
    """The leaf is read in M mode."""
    return [["initialize", f"a0 = {LEAVES:#x}", "privilege = 3", f"pc = {CODE + 0x80:#x}", f"request store 32 {CODE + 0x80:#x} {LD:#x}"],
            [f"insn32 {LD:#x}", "increment-pc", f"a1 = {value:#x}", f"paddr = {LEAVES:#x}"]]


load("A is 0: a fault", True, FAULT, NO_A)
load("... or set", True, loads(AT), NO_A, then=seen(NO_A | A))
load("... but not seen", False, loads(AT), NO_A, then=seen(NO_A))
load("... at another place", False, ELSEWHERE, NO_A)
load("... a fault with ADUE", False, FAULT, NO_A, state=ADUE)
store("D is 0: a fault", True, STORE_FAULT, NO_D)
store("... or set", True, stores(AT), NO_D, then=seen(NO_D | D))
store("... but not seen", False, stores(AT), NO_D, then=seen(NO_D))
load("D is 0: a load faults", False, FAULT, NO_D)
load("... sets it", False, loads(AT), NO_D, then=seen(NO_D | D))
load("... does not", True, loads(AT), NO_D, then=seen(NO_D))

SWITCHED_OFF = [["initialize", "menvcfg = 0", "a1 = 7", "privilege = 1", f"mstatus = {S:#x}", f"pc = {CODE:#x}",
                 f"request store 64 {LEAVES + 8 * (AT >> 12 & 511):#x} {NO_A:#x}"], [f"insn32 {LW:#x}", *FAULT]]
load("A is 0: set with ADUE, a fault without it", True, loads(AT), NO_A, state=ADUE, then=SWITCHED_OFF)
for what, right, lines in (("a fault with ADUE of menvcfgh", False, faults(13, 0x00c01124, 1, 0)), ("... set", True, loads(0x00c01124))):
    ROWS.append((f"Sv32: A is 0: {what}", right, text(0x00c01124, LW, lines, NO_A, xlen=32, state={"menvcfgh": 1 << 29})))

# MXR, SUM, MPRV
ONLY_X, OF_U = entry(DATA, V | X | A | D), entry(DATA, ALL & ~X | U)


def status(bits):
    return {"mstatus": S | bits}


load("X alone", False, loads(AT), ONLY_X)
load("... with MXR", True, loads(AT), ONLY_X, state=status(MXR))
load("... with MXR faults", False, faults(13, AT, 1, S | MXR), ONLY_X, state=status(MXR))
store("... with MXR is written", False, stores(AT), ONLY_X, state=status(MXR))
load("a page of U", False, loads(AT), OF_U)
load("... with SUM", True, loads(AT), OF_U, state=status(SUM))
load("... with SUM faults", False, faults(13, AT, 1, S | SUM), OF_U, state=status(SUM))
for what, right, lines, leaf, bits in (
        ("MPP S", True, loads(AT), PAGE, 0x800), ("MPP S, not translated", False, ["a1 = 5", f"paddr = {AT:#x}"], PAGE, 0x800), ("MPP M", False, loads(AT), PAGE, 0x1800),
        ("MPP U", False, loads(AT), PAGE, 0), ("MPP U faults", True, faults(13, AT, 3, S | MPRV), PAGE, 0), ("MPP S and SUM", True, loads(AT), OF_U, 0x800 | SUM)):
    load(f"MPRV with {what}", right, lines, leaf, privilege=3, state=status(MPRV | bits))

# pages that are larger, pointers, addresses that are not valid
for what, flags, may_load in (("aligned", entry(DATA, ALL), True), ("not aligned", entry(DATA + 0x1000, ALL), False)):
    load(f"2 MiB, {what}", may_load, loads(AT, DATA + 0x124 if may_load else DATA + 0x1124), 0, tables={FIRST: flags})
    load("... faults", not may_load, FAULT, 0, tables={FIRST: flags})
load("a pointer as the last", False, loads(AT), entry(DATA, V))
load("... faults", True, FAULT, entry(DATA, V))
load("W without R", False, loads(AT), entry(DATA, V | W | A | D))
for address, mode, right in ((0x80c0000124, 8, False), (0xffffffffc0000124, 8, True), (0x4080c0000124, 9, True), (0x14080c0000124, 9, False)):
    ROWS.append((f"address {address:#x}, MODE {mode}", right, text(address, LW, loads(address), mode=mode)))
    ROWS.append(("... at another place", False, text(address, LW, loads(address, DATA + 0x1124), mode=mode)))
    ROWS.append(("... faults", not right, text(address, LW, faults(13, address), mode=mode)))
ROWS.append(("... converted in tval", True, text(0x80c0000124, LW, faults(13, 0xffffff80c0000124))))

# Sv32: addresses of 34 bits
NARROW, FAR = 0x00c01124, 0x280200000
for what, right, code, lines, leaf, tables in (
        ("a load", True, LW, loads(NARROW), PAGE, {}), ("... at another place", False, LW, ELSEWHERE, PAGE, {}), ("... faults", False, LW, faults(13, NARROW, 1, 0), PAGE, {}),
        ("no leaf", False, LW, loads(NARROW), 0, {}), ("D is 0: a fault", True, SW, faults(15, NARROW, 1, 0), NO_D, {}),
        ("34 bits", True, SW, stores(NARROW, FAR + 0x124), entry(FAR, ALL), {}), ("... cut to 32", False, SW, stores(NARROW, 0x80200124), entry(FAR, ALL), {}),
        ("4 MiB", True, SW, stores(NARROW, CODE + 0x1124), PAGE, {ROOT + 12: entry(CODE, ALL)}),
        ("4 MiB, not aligned", False, LW, loads(NARROW, DATA + 0x1124), PAGE, {ROOT + 12: entry(DATA + 0x1000, ALL)})):
    ROWS.append((f"Sv32: {what}", right, text(NARROW, code, lines, leaf, xlen=32, tables=tables)))

# fetches
load("a fetch from a page of U in S", False, loads(AT), fetch=SUPER | U)
load("a fetch from a page without X", False, loads(AT), fetch=SUPER & ~X)
ROWS.append(("... faults", True, text(AT, None, faults(12, CODE), fetch=SUPER & ~X)))
ROWS.append(("a fetch that faults though it may be", False, text(AT, None, faults(12, CODE))))
ROWS.append(("a fetch with A 0 that faults", True, text(AT, None, faults(12, CODE), fetch=SUPER & ~A)))

# without physical addresses
HIDDEN = {"head": ".absent paddr\n"}
UNKNOWN = {"state": {"satp": 8 << 60 | 0x90000}, **HIDDEN}  # nobody has its tables
for what, right, code, lines, given in (
        ("a load", True, LW, ["a1 = 5", f"eaddr = {AT:#x}"], HIDDEN), ("... of another value", False, LW, ["a1 = 6", f"eaddr = {AT:#x}"], HIDDEN),
        ("... at another address", False, LW, ["a1 = 5", f"eaddr = {AT + 4:#x}"], HIDDEN), ("a store of another value", False, SW, [f"eaddr = {AT:#x}", "store32 = 8"], HIDDEN),
        ("a store and another pc", False, SW, ["pc = 0x80000008", f"eaddr = {AT:#x}", "store32 = 7"], HIDDEN),
        ("a load, sign-extended", True, LW, ["a1 = 0xffffffff80000005", f"eaddr = {AT:#x}"], UNKNOWN), ("... and not", False, LW, ["a1 = 0x80000005", f"eaddr = {AT:#x}"], UNKNOWN)):
    ROWS.append((f"no physical address: {what}", right, text(AT, code, lines, **given)))

# 3.1.16, 4.3.2: an access in two pages
BORDER, SECOND_PAGE, LHU = 0xc0000ffe, 0x80600000, 0x00055583


def crosses(what, right, code, lines, then=(), first=PAGE, second=entry(SECOND_PAGE, ALL)):
    tables = {SECOND_PAGE: 0x1234} | ({} if second is None else {LEAVES + 8: second})
    ROWS.append((f"across pages: {what}", right, text(BORDER, code, lines, first, tables=tables, then=then)))


def halfword(address, value):
    """A load in M mode."""
    return [["initialize", f"a0 = {address:#x}", "privilege = 3", f"pc = {CODE + 0x80:#x}", f"request store 32 {CODE + 0x80:#x} {LHU:#x}"],
            [f"insn32 {LHU:#x}", "increment-pc", f"a1 = {value:#x}", f"paddr = {address:#x}"]]


READ_ONLY, BEHIND = entry(SECOND_PAGE, V | R | A | D), BORDER + 2
crosses("a load", True, LW, loads(BORDER, value=0x12340005))
crosses("... as if the pages were beside each other", False, LW, loads(BORDER))
crosses("... at another place", False, LW, loads(BORDER, DATA + 0x1ffe, 0x12340005))
crosses("... is misaligned", True, LW, faults(4, BORDER))
crosses("... faults", False, LW, faults(13, BEHIND))
crosses("the second is no leaf", True, LW, faults(13, BEHIND), second=0)
crosses("... with the address of the first in tval", False, LW, faults(13, BORDER), second=0)
crosses("... is read", False, LW, loads(BORDER, value=0x12340005), second=0)
crosses("the first is no leaf", True, LW, faults(13, BORDER), first=0)
crosses("nobody told the second", True, LW, loads(BORDER, value=0x77770005), second=None)
crosses("... a fault", True, LW, faults(13, BEHIND), second=None)
crosses("a store where the second may be read alone", True, SW, faults(15, BEHIND), second=READ_ONLY)
crosses("... is done", False, SW, stores(BORDER), second=READ_ONLY)
crosses("a store, seen in the second page", True, SW, stores(BORDER), halfword(SECOND_PAGE, 0))
crosses("... not seen there", False, SW, stores(BORDER), halfword(SECOND_PAGE, 0x1234))
crosses("... seen in the first page", True, SW, stores(BORDER), halfword(DATA + 0xffe, 7))
crosses("... of another value", False, SW, [*stores(BORDER)[:2], "store32 = 8"])
crosses("a store, and nobody told the second", True, SW, stores(BORDER), halfword(SECOND_PAGE, 0x77), second=None)
crosses("A is 0 in the second: set", True, LW, loads(BORDER, value=0x12340005), second=entry(SECOND_PAGE, ALL & ~A))

# an sc that fails need not look for the page
SC = 0x18b5262f
ROWS += [("sc that fails where there is no page", True, text(AT, SC, ["a2 = 1"], 0, state={"a2": 0})),
         ("... faults", True, text(AT, SC, STORE_FAULT, 0, state={"a2": 0}))]

# 3.1.6.3: MPRV that a hart before 1.12 left set holds below M, or does not, as QEMU has it; held
LEFT = {"state": status(MPRV)}
AGAIN = [["initialize", f"pc = {CODE:#x}", "a1 = 7", "privilege = 1", f"mstatus = {S | MPRV:#x}"], [f"insn32 {LW:#x}", *faults(13, AT, 1, S | MPRV)]]
for what, right, lines, leaf, then in (
        ("a page of U", True, loads(AT), OF_U, ()), ("... faults", True, faults(13, AT, 1, S | MPRV), OF_U, ()), ("... at another place", False, ELSEWHERE, OF_U, ()),
        ("a page of S", True, loads(AT), PAGE, ()), ("no page", False, loads(AT), 0, ()), ("a page of U, twice in two ways", False, loads(AT), OF_U, AGAIN)):
    ROWS.append((f"MPRV below M: {what}", right, text(AT, LW, lines, leaf, then=then, **LEFT)))
# ... where A is 0 in a page of S, a hart that faults there has not shown which
NEXT = [["initialize", f"pc = {CODE:#x}", f"a0 = {AT + 0x1000:#x}", "a1 = 7", "privilege = 1", f"mstatus = {S | MPRV:#x}"],
        [f"insn32 {LW:#x}", "increment-pc", *loads(AT + 0x1000)]]
ROWS.append(("MPRV below M: a page of S without A, then one with it", True, text(
    AT, LW, faults(13, AT, 1, S | MPRV), entry(DATA, ALL & ~A), then=NEXT, tables={LEAVES + 8 * ((AT >> 12 & 511) + 1): entry(DATA, ALL)}, **LEFT)))
