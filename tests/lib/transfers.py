# SPDX-License-Identifier: Apache-2.0
"""Control transfers by the encodings of instructions, in Python and from the texts alone: the types of
Efficient Trace 2.0, table "itype", as the CTR extension repeats them."""

EXCEPTION, INTERRUPT, TRAP_RETURN, NOT_TAKEN, TAKEN = 1, 2, 3, 4, 5
INDIRECT_CALL, DIRECT_CALL, INDIRECT_JUMP, DIRECT_JUMP, SWAP, RETURN = 8, 9, 10, 11, 12, 13
OTHER_INDIRECT, OTHER_DIRECT = 14, 15
UNINFERABLE = (TRAP_RETURN, INDIRECT_CALL, INDIRECT_JUMP, SWAP, RETURN, OTHER_INDIRECT)
LINKS = (1, 5)
XRET = (0x30200073, 0x10200073)  # mret, sret


def jal(rd):
    return DIRECT_CALL if rd in LINKS else DIRECT_JUMP if rd == 0 else OTHER_DIRECT


def jalr(rd, rs):
    if rd in LINKS:
        return SWAP if rs in LINKS and rs != rd else INDIRECT_CALL
    if rs in LINKS:
        return RETURN
    return INDIRECT_JUMP if rd == 0 else OTHER_INDIRECT


def compressed(bits, xlen):
    quadrant, funct = bits & 3, bits >> 13
    if quadrant == 1:
        if funct == 5 or (funct == 1 and xlen == 32):
            return jal(0 if funct == 5 else 1)
        return "branch" if funct in (6, 7) else 0
    rs, rs2 = bits >> 7 & 31, bits >> 2 & 31
    if quadrant == 2 and funct == 4 and rs2 == 0 and rs != 0:
        return jalr(bits >> 12 & 1, rs)
    return 0


def kind(bits, size, xlen):
    """The type of an instruction; "branch" for both ways of one, 0 for what transfers nothing."""
    if size == 2:
        return compressed(bits, xlen)
    opcode, rd, rs = bits & 0x7f, bits >> 7 & 31, bits >> 15 & 31
    if opcode == 0x6f:
        return jal(rd)
    if opcode == 0x67:
        return jalr(rd, rs)
    if opcode == 0x63:
        return "branch"
    return TRAP_RETURN if bits in XRET else 0


def transfers_at(steps, xlen):
    """(place of the step, (source, target, type)) of the steps that transfer, in order. A step is
    ("insn", pc, bits, size, next pc or None) or ("trap", epc, is interrupt, handler's pc or None)."""
    for place, (what, pc, *rest) in enumerate(steps):
        if what == "trap":
            interrupt, target = rest
            of = INTERRUPT if interrupt else EXCEPTION
        else:
            bits, size, target = rest
            of = kind(bits, size, xlen)
            if of == "branch":
                of = NOT_TAKEN if target == pc + size else TAKEN
        if of and target is not None:
            yield place, (pc, target, of)


def transfers(steps, xlen):
    """(source, target, type) of those."""
    return (one for _, one in transfers_at(steps, xlen))
