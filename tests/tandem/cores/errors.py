# SPDX-License-Identifier: Apache-2.0
"""Errors in what a core tells: each changes one group, so that no core may be like that."""
from tests.tandem.cores.core import Group

# CSRs of which a write determines all, or bits of them
SURE = {0x340: (1 << 64) - 1, 0x140: (1 << 64) - 1, 0x300: 0x88, 3: 0xff}


def is_told(group):
    return group.lines is None and group.insn is not None


def plain(group):
    return is_told(group) and not group.trap


def gprs(group):
    return [reg for reg in group.registers if 0x1000 < reg < 0x1020]


def is_access(group):
    return group.insn & 0x7f in (0x03, 0x23, 0x2f, 0x07, 0x27) and group.size == 4


def computes(group):
    return plain(group) and group.size == 4 and group.insn & 0x7f in (0x13, 0x33, 0x17, 0x37) and gprs(group)


def flip(random, value, mask):
    bits = [at for at in range(64) if mask >> at & 1]
    return value ^ 1 << random.choice(bits)


def csr_written(group):
    """A CSR of SURE that an instruction or trap wrote."""
    return [csr for csr in group.registers if csr in SURE and is_told(group) and not group.trap and
            group.insn & 0x7f == 0x73]


def wrong_value(random, group):
    reg = gprs(group)[0]
    group.registers[reg] = flip(random, group.registers[reg], group.all)


def wrong_register(random, group):
    reg = gprs(group)[0]
    value = group.registers.pop(reg)
    group.registers[random.choice([other for other in range(0x1001, 0x1020) if other != reg])] = value ^ 1


def missing(random, group):
    del group.registers[gprs(group)[0]]


def extra(random, group):
    free = [reg for reg in range(0x1001, 0x1020) if reg not in group.registers]
    group.registers[random.choice(free)] = random.getrandbits(64) & group.all


def wrong_csr(random, group):
    csr = csr_written(group)[0]
    group.registers[csr] = flip(random, group.registers[csr], SURE[csr] & group.all)


def any_csr(random, group):
    """Bits that a core may choose too."""
    csr = [reg for reg in group.registers if reg < 0x1000][0]
    mask = group.all if csr not in (0x302, 0x303, 0x304, 0x300) else 0x1aaa
    group.registers[csr] = flip(random, group.registers[csr], mask)


def wrong_trap(random, group):
    csr = random.choice([csr for csr in group.registers if csr in (0x341, 0x141, 0x300)])
    group.registers[csr] = flip(random, group.registers[csr], 0x88 if csr == 0x300 else 0xffffffc)


def wrong_cause(random, group):
    csr = [csr for csr in group.registers if csr in (0x342, 0x142)][0]
    group.registers[csr] = random.choice([cause for cause in (0, 4, 6, 9, 11, 13, 15) if cause != group.registers[csr]])


def extra_csr(random, group):
    group.registers[random.choice((0x340, 0x305, 0x304, 0x302, 0x3b0, 0x320, 0x180, 0x105))] = random.getrandbits(62) & group.all | 1


def wrong_pc(random, group):
    group.pc = (group.pc if group.pc is not None else 0x90010000) ^ random.choice((4, 64, 0x1000))


def wrong_insn(random, group):
    group.insn ^= 1 << random.randrange(15, 32)


def wrong_data(random, group):
    """A bit that is stored: by the habit store-wide there are more."""
    value, size = group.store
    group.store = (flip(random, value, (1 << (8 << (group.insn >> 12 & 3))) - 1), size)


def wrong_address(random, group):
    if group.eaddr is not None:
        group.eaddr ^= 1 << random.randrange(3, 12)
    else:
        group.paddr ^= 1 << random.randrange(3, 12)


def wrong_mode(random, group):
    group.privilege = random.choice([mode for mode in (0, 1, 3) if mode != group.now])


def has_choice(group):
    return plain(group) and group.insn & 0x7f == 0x73 and [reg for reg in group.registers if reg < 0x1000 and reg != 3]


KINDS = {
    "value": (computes, wrong_value), "register": (computes, wrong_register), "missing": (lambda group: computes(group) and group.changed, missing),
    "extra": (lambda group: plain(group) and group.size == 4, extra), "csr": (csr_written, wrong_csr),
    "choice": (has_choice, any_csr),
    "trap": (lambda group: is_told(group) and group.trap and group.kind != "interrupt", wrong_trap),
    "cause": (lambda group: is_told(group) and group.trap and group.insn in (0x73, 0x100073, 0x707f), wrong_cause),
    "extra-csr": (computes, extra_csr), "pc": (plain, wrong_pc), "insn": (computes, wrong_insn),
    "data": (lambda group: plain(group) and group.store and group.insn & 0x7f == 0x23, wrong_data),
    "address": (lambda group: plain(group) and is_access(group) and (group.eaddr or group.paddr), wrong_address),
    "mode": (computes, wrong_mode),
}


def plant(random, core, kind, translated=False):
    """Plants an error of a kind, where code is translated if asked for; the group, or None."""
    fits, change = KINDS[kind]
    mode = 3
    for group in core.groups:
        if group.lines is not None:
            mode = 3 if "privilege = 3" in group.lines else mode
        elif group.privilege is not None:
            mode = group.privilege
        group.now = mode
    absent = core.absent
    groups = [group for group in core.groups if fits(group) and (not translated or group.translated) and
              not (kind == "address" and group.eaddr is None and "paddr" in absent)]
    if not groups:
        return None
    group = random.choice(groups)
    group.all = core.all
    assert isinstance(group, Group)
    change(random, group)
    return group
