# SPDX-License-Identifier: Apache-2.0
"""Addresses: F-ADDR and U-ADDR of every size, with and without the equal upper bits; all jumps and returns."""
from scripts.vectors.vector import BTM, HTM, Vector

CLAUSE = "Address Compression"
EXTEND = "Virtual Addresses Optimization"
# Widths that fill so many bytes, and one more than that
EDGES = [width for full in range(6, 61, 6) for width in (full, full + 1)]


def forms():
    """F-ADDR has 6 bits a byte: its top bit at the top of a byte, and at the bottom of the next."""
    for bits in (1, *EDGES, 63):
        address = 1 << bits
        yield Vector(f"addr-{bits}-bits", f"F-ADDR of {bits} bits, the top one 1.", CLAUSE, mode=BTM).code(address, "nop*2").walk("1")
    for bits in (*EDGES, 62):
        low = (1 << bits) - 2
        yield Vector(f"addr-extend-zeros-{bits}", f"F-ADDR with trTeInstExtendAddrMSB whose highest 1 is bit {bits - 2}: the upper zeros are "
                     "left out where the last bit sent is a 0.", EXTEND, mode=BTM, trTeInstExtendAddrMSB=1).code(low & ~6, "c.nop*2").walk("1")
        high = (1 << 64) - (1 << bits)
        yield Vector(f"addr-extend-ones-{bits}", f"F-ADDR with trTeInstExtendAddrMSB whose highest 0 is bit {bits - 2}: the upper ones are "
                     "left out where the last bit sent is a 1.", EXTEND, mode=BTM, trTeInstExtendAddrMSB=1).code(high, "c.nop*2").walk("1")
    for bits in (6, 7, 30, 31):
        high = (1 << 32) - (1 << bits)
        yield Vector(f"addr-extend-rv32-{bits}", f"F-ADDR of RV32 with trTeInstExtendAddrMSB whose highest 0 is bit {bits - 2}.", EXTEND, mode=BTM,
                     build="rv32", trTeInstExtendAddrMSB=1).code(high, "c.nop*2").walk("1")


def differences():
    """U-ADDR: XOR with the address before."""
    base = 0x100
    for bits in (1, *EDGES, 62, 63):
        target = base ^ 1 << bits
        v = Vector(f"uaddr-{bits}-bits", f"A jump to an address that differs in bit {bits} alone: U-ADDR of {bits} bits.", CLAUSE)
        v.code(base, "c.jr a0" if bits > 1 else "c.jr a0; c.nop")
        if target != base + 2:
            v.code(target, "c.nop*2")
        yield v.walk(f"J@{target:#x} 1")
    yield Vector("uaddr-none", "A jump to the address reported last: U-ADDR=0.", CLAUSE).code(base, "c.jr a0").walk("J@0x100 J@0x100")
    yield Vector("uaddr-after-sync", "U-ADDR relates to the F-ADDR of the synchronizing message before it.", CLAUSE) \
        .code(base, "c.nop*2; c.jr a0").code(0x4000, "c.nop").walk("trigger=4:1 1 J@0x4000 1")
    yield Vector("uaddr-extended", "U-ADDR with trTeInstExtendAddrMSB from a low address to one whose upper bits are 1.", EXTEND,
                 trTeInstExtendAddrMSB=1).code(base, "c.jr a0").code(0xffffffff80000000, "c.jr a0").walk("J@0xffffffff80000000 J@0x100 J@0xffffffff80000000 1")


KINDS = {"jr": ("c.jr a0", "another jump by a register, itype 14"), "jalr": ("jalr ra, 0(a0)", "a call by a register, itype 8"),
         "return": ("ret", "a return, itype 13"), "swap": ("jalr ra, 0(t0)", "a coroutine swap, itype 12")}
DIRECT = {"j": ("j 0x200", "itype 15"), "c-j": ("c.j 0x200", "itype 15"), "jal": ("jal ra, 0x200", "itype 9")}


def jumps():
    for mode_name, mode in (("btm", BTM), ("htm", HTM)):
        for name, (text, words) in KINDS.items():
            yield Vector(f"jump-{name}-{mode_name}", f"A block ends in {words}: its target is reported.", "IndirectBranch Message", mode=mode) \
                .code(0x100, f"c.nop; c.beqz a0, 0x100; {text}").code(0x300, "c.nop").walk("N J@0x300 1")
        for name, (text, words) in DIRECT.items():
            yield Vector(f"direct-{name}-{mode_name}", f"A direct jump ({words}) needs no message.", "Rules of Generating Messages", mode=mode) \
                .code(0x100, f"c.nop; {text}").code(0x200, "c.nop*2").walk("J 1")
            yield Vector(f"all-jumps-{name}-{mode_name}", f"A direct jump ({words}) with trTeInstEnAllJumps=1" +
                         (", which calls are not subject to." if name == "jal" else ": reported as a taken branch is."),
                         "N-Trace Specific Trace Controls", mode=mode, trTeInstEnAllJumps=1) \
                .code(0x100, f"c.nop; {text}").code(0x200, "c.nop*2").walk("A 1" if name != "jal" else "J 1")


def returns():
    """Calls and returns with the return stack."""
    clause = "Implicit Return Optimization"
    program = "jal ra, 0x200; c.nop*4"
    for mode in (1, 2, 3):
        for name, inst_mode in (("btm", BTM), ("htm", HTM)):
            yield Vector(f"return-mode-{mode}-{name}", f"A call and its return with trTeInstImplicitReturnMode={mode}: the return is not reported.", clause,
                         mode=inst_mode, trTeInstImplicitReturnMode=mode).code(0x100, program).code(0x200, "c.nop; ret").walk("J J 1")
    for mode in (2, 3):
        yield Vector(f"return-elsewhere-mode-{mode}", f"A return that goes elsewhere with trTeInstImplicitReturnMode={mode} is reported.", clause,
                     trTeInstImplicitReturnMode=mode).code(0x100, program).code(0x200, "c.nop; ret").code(0x300, "c.nop").walk("J J@0x300 1")
    yield Vector("return-stack-empty", "A return without a call before it is reported.", clause, trTeInstImplicitReturnMode=3) \
        .code(0x100, "c.nop; ret").code(0x200, "c.nop").walk("J@0x200 1")
    for depth in (31, 32, 33, 34):
        v = Vector(f"return-depth-{depth}", f"{depth} calls, each in the one before, then {depth} returns: the stack holds 32, and the oldest "
                   "are forgotten.", clause, trTeInstImplicitReturnMode=3)
        for i in range(depth):
            v.code(0x100 + 0x10 * i, f"jal ra, {0x110 + 0x10 * i:#x}; {'ret' if i else 'c.nop*2'}")
        yield v.code(0x100 + 0x10 * depth, "ret").walk("J*" + str(2 * depth) + " 1")
    for depth in (1, 2):
        v = Vector(f"return-depth-{depth}-of-1", f"{depth} calls and returns where the stack holds one.", clause, build="tiny",
                   trTeInstImplicitReturnMode=3)
        for i in range(depth):
            v.code(0x100 + 0x10 * i, f"jal ra, {0x110 + 0x10 * i:#x}; {'ret' if i else 'c.nop*2'}")
        yield v.code(0x100 + 0x10 * depth, "ret; c.nop*2").walk("J*" + str(2 * depth) + " 1")
    for depth in (31, 32, 33):
        v = Vector(f"return-count-{depth}", f"{depth} calls, each in the one before, then {depth} returns, with trTeInstImplicitReturnMode=1: they are "
                   "counted up to 32.", clause, trTeInstImplicitReturnMode=1)
        for i in range(depth):
            v.code(0x100 + 0x10 * i, f"jal ra, {0x110 + 0x10 * i:#x}; {'ret' if i else 'c.nop*2'}")
        yield v.code(0x100 + 0x10 * depth, "ret").walk("J*" + str(2 * depth) + " 1")
    yield Vector("return-indirect-call", "The target of an indirect call is reported, its return is not.", clause, trTeInstImplicitReturnMode=3) \
        .code(0x100, "jalr ra, 0(a0); c.nop*2").code(0x200, "ret").walk("J@0x200 J 1")
    yield Vector("return-swap", "A coroutine swap takes an entry and puts one.", clause, trTeInstImplicitReturnMode=3) \
        .code(0x100, "jal ra, 0x200; c.nop*2").code(0x200, "jalr t0, 0(ra); c.nop").walk("J J@0x104 1")
    yield Vector("return-forgotten-at-sync", "SYNC=6 makes the encoder forget the calls before it.", clause, trTeInstImplicitReturnMode=3) \
        .code(0x100, program).code(0x200, "c.nop*2; ret").walk("J trigger=4:1 J@0x104 1")
    yield Vector("return-icnt-full", "I-CNT is full at a return that turns out to be implicit: ResourceFull, and counting goes on.", clause, build="tiny",
                 trTeInstImplicitReturnMode=3).code(0x100, "jal ra, 0x140; c.nop*8").code(0x140, "c.nop*13; c.ret").walk("J J 1")
    yield Vector("return-trap", "A trap in a function keeps its call: the return behind the trap's handler is implicit.", clause,
                 trTeInstImplicitReturnMode=3).code(0x100, program).code(0x200, "c.nop*2; ret").code(0x400, "c.nop; mret") \
        .walk("J 1I@0x400 M@0x202 J 1")


def sequential():
    clause = "Sequential Jump Optimization"
    pairs = {"lui": ("lui a0, 0x4; jalr zero, 0x10(a0)", 0x4010), "auipc": ("auipc a0, 0x1; jalr zero, 0x20(a0)", 0x1120),
             "call": ("lui a0, 0x4; jalr ra, 0x10(a0)", 0x4010)}
    for name, (text, target) in pairs.items():
        for mode_name, mode in (("btm", BTM), ("htm", HTM)):
            yield Vector(f"sequential-{name}-{mode_name}", "A jump by the register that the instruction before it loads: not reported.", clause, mode=mode,
                         trTeInstEnSequentialJump=1).code(0x100, text).code(target, "c.nop*2").walk(f"S@{target:#x} 1")
    text, target = pairs["lui"]
    yield Vector("sequential-split", "The same where each instruction is a block of its own.", clause, trTeInstEnSequentialJump=1) \
        .code(0x100, text).code(target, "c.nop*2").walk(f"1 S@{target:#x} 1")
    yield Vector("sequential-off", "The same with trTeInstEnSequentialJump=0: reported.", clause).code(0x100, text).code(target, "c.nop*2") \
        .walk(f"S@{target:#x} 1")
    yield Vector("sequential-not", "An instruction stands between the two: reported.", clause, trTeInstEnSequentialJump=1) \
        .code(0x100, "lui a0, 0x4; c.nop; jalr zero, 0x10(a0)").code(target, "c.nop*2").walk(f"J@{target:#x} 1")
    yield Vector("sequential-icnt-full", "I-CNT is full at a jump that is not reported.", clause, build="tiny", trTeInstEnSequentialJump=1) \
        .code(0x100, "c.nop*14; " + text).code(target, "c.nop*2").walk(f"7 7 S@{target:#x} 1")


def vectors():
    return [*forms(), *differences(), *jumps(), *returns(), *sequential()]
