# SPDX-License-Identifier: Apache-2.0
"""Executes an instruction of a core, for its group."""
from tests.tandem.cores.choices import FS, MPP, MPRV, SPP
from tests.tandem.cores.core import S_VIEW, Trap, signed

def bits(code, high, low):
    return code >> low & (1 << high - low + 1) - 1


def illegal(code):
    raise Trap(2, code)


def write(core, group, rd, value):
    if rd:
        group.changed = core.x[rd] != value & core.all
        core.x[rd] = value & core.all
        group.registers[0x1000 + rd] = value & core.all


def execute(core, group):
    code, c = group.insn, core.choices
    if group.size == 2:
        if not c.c:
            illegal(code)
        compressed(core, group, code)
        core.pc += 2
        return
    opcode = code & 0x7f
    {0x13: op_imm, 0x33: op, 0x17: auipc, 0x37: lui, 0x6f: jump, 0x63: branch, 0x03: memory, 0x23: memory,
     0x2f: atomic, 0x73: system, 0x0f: lambda core, group, code: None, 0x53: floats, 0x07: memory,
     0x27: memory}.get(opcode, lambda core, group, code: illegal(code))(core, group, code)
    if group.pc is None:
        core.pc += 4


def compressed(core, group, code):
    rd = bits(code, 11, 7)
    if code >> 13 == 0:    # c.addi
        write(core, group, rd, core.x[rd] + signed(bits(code, 6, 2) | bits(code, 12, 12) << 5, 6))
    elif code >> 13 == 2:  # c.li
        write(core, group, rd, signed(bits(code, 6, 2) | bits(code, 12, 12) << 5, 6))


def op_imm(core, group, code):
    imm, rs1 = signed(code >> 20, 12), core.x[bits(code, 19, 15)]
    f3 = bits(code, 14, 12)
    amount, number = imm & core.xlen - 1, signed(rs1, core.xlen)
    value = {0: rs1 + imm, 1: rs1 << amount, 2: int(number < imm), 3: int(rs1 < imm & core.all), 4: rs1 ^ imm,
             5: rs1 >> amount if not code >> 30 & 1 else number >> amount, 6: rs1 | imm, 7: rs1 & imm}[f3]
    if f3 == 1 and code >> 26:
        zb(core, code)
        value = {0x600: lambda: core.xlen - rs1.bit_length(), 0x602: lambda: bin(rs1).count("1"),
                 0x604: lambda: signed(rs1, 8)}[code >> 20]()
    write(core, group, bits(code, 11, 7), value)


def need_letter(core, code, letter, has):
    """misa may switch it off."""
    if not has or core.choices.misa == "told" and not core.csr[0x301] >> ord(letter) - 65 & 1:
        illegal(code)


def zb(core, code):
    if not core.choices.zb:
        illegal(code)


def op(core, group, code):
    a, b = core.x[bits(code, 19, 15)], core.x[bits(code, 24, 20)]
    key = (code >> 25, bits(code, 14, 12))
    xlen, amount, number_a, number_b = core.xlen, b & core.xlen - 1, signed(a, core.xlen), signed(b, core.xlen)
    if key[0] == 1:
        need_letter(core, code, "M", core.choices.m)
    if key[0] not in (0, 1, 0x20) or key in ((0x20, 4), (0x20, 6), (0x20, 7)):
        zb(core, code)
    values = {(0, 0): lambda: a + b, (0x20, 0): lambda: a - b, (0, 4): lambda: a ^ b, (0, 6): lambda: a | b,
              (0, 7): lambda: a & b, (0, 1): lambda: a << amount, (0, 5): lambda: a >> amount,
              (0, 2): lambda: int(number_a < number_b), (0, 3): lambda: int(a < b), (1, 0): lambda: a * b,
              (1, 3): lambda: a * b >> xlen, (1, 5): lambda: a // b if b else core.all,
              (0x10, 2): lambda: (a << 1) + b, (0x10, 4): lambda: (a << 2) + b, (0x20, 7): lambda: a & ~b,
              (0x20, 4): lambda: ~(a ^ b), (7, 5): lambda: a if b else 0, (7, 7): lambda: 0 if b else a,
              (0x24, 5): lambda: a >> amount & 1, (0x14, 1): lambda: a | 1 << amount,
              (5, 4): lambda: a if number_a < number_b else b, (5, 7): lambda: max(a, b)}
    write(core, group, bits(code, 11, 7), values[key]())


def auipc(core, group, code):
    write(core, group, bits(code, 11, 7), core.pc + signed(code & 0xfffff000, 32))


def lui(core, group, code):
    write(core, group, bits(code, 11, 7), signed(code & 0xfffff000, 32))


def go(core, group, target):
    if target & 2 and not core.choices.c:
        raise Trap(0, target & core.all)
    core.pc = group.pc = target & core.all


def jump(core, group, code):
    offset = bits(code, 31, 31) << 20 | bits(code, 19, 12) << 12 | bits(code, 20, 20) << 11 | bits(code, 30, 21) << 1
    link, rd = core.pc + 4, bits(code, 11, 7)
    go(core, group, core.pc + signed(offset, 21))
    write(core, group, rd, link)


def branch(core, group, code):
    a, b = core.x[bits(code, 19, 15)], core.x[bits(code, 24, 20)]
    less = signed(a, core.xlen) < signed(b, core.xlen)
    taken = {0: a == b, 1: a != b, 4: less, 5: not less, 6: a < b, 7: a >= b}
    offset = bits(code, 31, 31) << 12 | bits(code, 7, 7) << 11 | bits(code, 30, 25) << 5 | bits(code, 11, 8) << 1
    if taken[bits(code, 14, 12)]:
        go(core, group, core.pc + signed(offset, 13))


def place(core, group, address, size, kind):
    """The physical address of an access."""
    c = core.choices
    if address % size and (not c.misaligned or kind == "a"):
        raise Trap(4 if kind == "r" else 6, address)
    if address % size and (address & 0xfff) + size > 0x1000:
        raise Trap(4 if kind == "r" else 6, address)
    physical = core.translate(address, kind)
    group.paddr = physical
    group.eaddr = address if physical != address or "eaddr-only" in c.habits or is_translated(core) else None
    if "eaddr-only" in c.habits:
        group.paddr = None
    return physical


def is_translated(core):
    status, mode = core.csr[0x300], core.privilege
    mode = status >> 11 & 3 if mode == 3 and status & MPRV else mode
    return mode != 3 and core.is_paged()


def need_floats(core, code):
    if not core.csr[0x300] & FS:
        illegal(code)
    if not core.choices.f:
        illegal(code)


def memory(core, group, code):
    opcode, f3, c = code & 0x7f, bits(code, 14, 12), core.choices
    load = opcode in (0x03, 0x07)
    floating = opcode in (0x07, 0x27)
    if floating:
        need_floats(core, code)
        core.dirty(group, False) if not load else None
    imm = code >> 20 if load else bits(code, 31, 25) << 5 | bits(code, 11, 7)
    address = core.x[bits(code, 19, 15)] + signed(imm, 12) & core.all
    size = 1 << (f3 & 3)
    if not load:
        rs2 = bits(code, 24, 20)
        value = (core.f if floating else core.x)[rs2] & (1 << 8 * size) - 1
        group.faulting = (value, size)
        at = place(core, group, address, size, "w")
        core.put(at, value, size)
        group.store = (value, size) if "store-wide" not in c.habits else (value, core.xlen // 8)
        return
    at = place(core, group, address, size, "r")
    value = core.get(at, size)
    rd = bits(code, 11, 7)
    if floating:
        core.f[rd] = value | core.box
        group.registers[0x1020 + rd] = core.f[rd]
        core.dirty(group, True)
    else:
        write(core, group, rd, value if f3 & 4 else signed(value, 8 * size))


def atomic(core, group, code):
    c = core.choices
    need_letter(core, code, "A", c.a)
    size = 1 << bits(code, 14, 12)
    address, b = core.x[bits(code, 19, 15)], core.x[bits(code, 24, 20)] & (1 << 8 * size) - 1
    rd, which = bits(code, 11, 7), code >> 27
    if which == 2:
        if address % size:
            raise Trap(4, address)
        at = place(core, group, address, size, "r")
        core.reserved = True
        write(core, group, rd, signed(core.get(at, size), 8 * size))
        group.store = (b, size) if "lr-store" in c.habits else None
        return
    at = place(core, group, address, size, "a" if which != 3 else "a" if address % size else "w")
    if which == 3:
        success = core.reserved and core.random.random() < 0.8
        core.reserved = False
        group.store = (b, size) if success or "sc-fail-store" in c.habits else None
        core.put(at, b, size) if success else None
        write(core, group, rd, int(not success))
        return
    old = core.get(at, size)
    bits_ = 8 * size
    new = {0: old + b, 1: b, 4: old ^ b, 8: old | b, 12: old & b, 16: min(old, b, key=lambda v: signed(v, bits_)),
           20: max(old, b, key=lambda v: signed(v, bits_)), 24: min(old, b), 28: max(old, b)}[which]
    new &= (1 << bits_) - 1
    core.put(at, new, size)
    group.store = None if "amo-no-store" in c.habits else (b if "amo-operand" in c.habits else new, size)
    write(core, group, rd, signed(old, bits_))


def floats(core, group, code):
    """fsgnj.s, feq.s without NaNs, fmv.x.w, fmv.w.x."""
    need_floats(core, code)
    f7, rd, rs1, rs2 = code >> 25, bits(code, 11, 7), bits(code, 19, 15), bits(code, 24, 20)
    if f7 == 0x10:
        a, b = (core.f[reg] & 0xffffffff if core.f[reg] >= core.box else 0x7fc00000 for reg in (rs1, rs2))
        core.f[rd] = core.box | a & 0x7fffffff | b & 0x80000000
        group.registers[0x1020 + rd] = core.f[rd]
        core.dirty(group, True)
    elif f7 == 0x78:
        core.f[rd] = core.box | core.x[rs1] & 0xffffffff
        group.registers[0x1020 + rd] = core.f[rd]
        core.dirty(group, True)
    else:
        write(core, group, rd, signed(core.f[rs1] & 0xffffffff, 32))
        core.dirty(group, False)


def returns(core, group, code):
    machine, status = code == 0x30200073, core.csr[0x300]
    c = core.choices
    if core.privilege < (3 if machine else 1) or (not machine and not c.s) or \
            (not machine and core.privilege == 1 and status & 1 << 22):
        illegal(code)
    if machine:
        to = status >> 11 & 3
        status = status & ~(0x88 | MPP) | (status & 0x80) >> 4 | 0x80 | (0 if c.u else MPP)
    else:
        to = status >> 8 & 1
        status = status & ~(0x22 | SPP) | (status & 0x20) >> 4 | 0x20
    if to != 3 and not c.keeps_mprv:
        status &= ~MPRV
    core.set_status(status)
    core.privilege = to
    core.pc = core.csr[0x341 if machine else 0x141] & ~(1 if c.c else 3)
    group.pc, group.privilege = core.pc, to
    group.registers[0x300] = core.csr[0x300]


def system(core, group, code):
    status = core.csr[0x300]
    if bits(code, 14, 12):
        csr_access(core, group, code)
    elif code == 0x73:
        raise Trap(8 + core.privilege)
    elif code == 0x100073:
        raise Trap(3, core.pc)
    elif code in (0x30200073, 0x10200073):
        returns(core, group, code)
    elif code == 0x10500073:
        if core.privilege == 0 and core.choices.s or core.privilege < 3 and status & 1 << 21:
            illegal(code)
    elif code >> 25 == 9:
        if core.privilege == 0 or not core.choices.s or core.privilege == 1 and status & 1 << 20:
            illegal(code)
    else:
        illegal(code)


def view(core, csr):
    """The CSR that holds it, and which bits it shows."""
    if csr == 0x100:
        return 0x300, S_VIEW & core.all | core.choices.sd
    if csr in (0x104, 0x144):
        return csr + 0x200, core.csr[0x303]
    return {1: (3, 0x1f), 2: (3, 0xe0)}.get(csr, (csr, core.all))


def with_sd(choices, status):
    return status & ~choices.sd | (choices.sd if status & FS == FS else 0)


def csr_access(core, group, code):
    csr, f3, rs1, rd = code >> 20, bits(code, 14, 12), bits(code, 19, 15), bits(code, 11, 7)
    writes = f3 & 3 == 1 or rs1 != 0
    home, mask = view(core, csr)
    status = core.csr[0x300]
    if csr >> 8 & 3 > core.privilege or (csr >> 10 == 3 and writes) or not core.exists(csr) or \
            (csr == 0x180 and core.privilege == 1 and status & 1 << 20) or \
            (home == 3 and not status & FS):
        illegal(code)
    shift = 5 if csr == 2 else 0
    old = (core.csr[home] & mask) >> shift
    operand = rs1 if f3 & 4 else core.x[rs1]
    new = {1: operand, 2: old | operand, 3: old & ~operand}[f3 & 3] & core.all
    if writes:
        held = core.csr[home] & ~mask | new << shift & mask
        before = core.csr[home]

        def holds(choices):
            value = (choices.write(home, before, held) if home != 3 else held & 0xff) & core.all
            value = value & mask | before & ~mask if home != 3 else value  # bits that a view does not show stay
            return with_sd(choices, value) if csr == 0x100 else value
        core.csr[home] = holds(core.choices)
        group.registers[home] = core.csr[home]
        group.write = (home, before, held, holds, core.csr[home])
        core.dirty(group, True) if home == 3 else None
    elif home == 3:
        core.dirty(group, False)
    write(core, group, rd, old)
