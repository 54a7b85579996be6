# SPDX-License-Identifier: Apache-2.0
"""Rows as those of freedoms.py, of instructions of vectors: the trace has no vector registers, but what it has is
judged by encoding, vl and vtype. From V 1.0, by section."""
from tests.tandem.freedoms import TRAP, PC, r, step, trap, w

VILL, VS_ON = 1 << 63, 0xa00001a00
DIRTIES = "mstatus = 0x8000000a00001e00"
VLENB, MAX32 = 16, 4  # 128 bits
READY = {"mstatus": VS_ON, "vlenb": VLENB, "vl": 4, "vtype": 0x10, "vstart": 0, "vcsr": 0, "fcsr": 0, "a0": 0, "a1": 4, "a2": 8}


def vsetvli(vtype, rs1=11, rd=10):
    return vtype << 20 | rs1 << 15 | 7 << 12 | rd << 7 | 0x57


def vsetivli(vtype, length, rd=10):
    return 3 << 30 | vtype << 20 | length << 15 | 7 << 12 | rd << 7 | 0x57


def vsetvl(rs1=11, rs2=12, rd=10):
    return 0x40 << 25 | rs2 << 20 | rs1 << 15 | 7 << 12 | rd << 7 | 0x57


def arithmetic(six, function, vs2=2, vs1=1, vd=3):
    return six << 26 | 1 << 25 | vs2 << 20 | vs1 << 15 | function << 12 | vd << 7 | 0x57


def access(opcode, width=6, mop=0, rs2=0, fields=1):
    """At (a0); masks are off."""
    return (fields - 1) << 29 | mop << 26 | 1 << 25 | rs2 << 20 | 10 << 15 | width << 12 | 3 << 7 | opcode


def row(what, right, code, *lines, **state):
    ROWS.append(step(what, right, code, [*lines, DIRTIES], **{**READY, **state}))


VADD, VMV_X_S, VCPOP, VFIRST, VFMV_F_S = arithmetic(0, 0), arithmetic(16, 2, 2, 0, 10), arithmetic(16, 2, 2, 16, 10), arithmetic(16, 2, 2, 17, 10), arithmetic(16, 1, 2, 0, 10)
VSADDU, VFADD, LOAD, STORE = arithmetic(0x20, 0), arithmetic(0, 1), 0x07, 0x27
ROWS = []

# 6: vl and vtype
for what, right, avl, vl in (("of AVL", True, 3, 3), ("another one", False, 3, 2), ("of VLMAX", True, 8, 4), ("less, for twice VLMAX", False, 8, 3), ("more", False, 8, 8),
                             ("half of 6", True, 6, 3), ("VLMAX for 6", True, 6, 4), ("less than half of 6", False, 6, 2), ("more than VLMAX for 6", False, 6, 5), ("0 of none", True, 0, 0), ("some of none", False, 0, 1)):
    row(f"vsetvli: {what}", right, vsetvli(0x10), f"a0 = {vl}", f"vl = {vl}", a1=avl, vl=9)
row("vsetvli with another vl in rd", False, vsetvli(0x10), "a0 = 3", "vl = 4", vl=9)
row("vsetvli keeps vl", False, vsetvli(0x10), "a0 = 3", a1=3)
row("vsetvli: vtype", True, vsetvli(0xd8), "a0 = 2", "vl = 2", "vtype = 0xd8", a1=9)
row("... another one", False, vsetvli(0xd8), "a0 = 2", "vl = 2", "vtype = 0x58", a1=9)
row("... that is not there: vill", True, vsetvli(0x1f), "a0 = 0", "vl = 0", f"vtype = {VILL:#x}")
row("... with elements", False, vsetvli(0x1f), "a0 = 4", f"vtype = {VILL:#x}")
row("a reserved vtype", True, vsetvli(0x100), "a0 = 0", "vl = 0", f"vtype = {VILL:#x}")
row("... is held", False, vsetvli(0x100), "a0 = 4", "vtype = 0x100")
row("vsetvli of m8", True, vsetvli(0x13), "a0 = 32", "vl = 32", "vtype = 0x13", a1=99)
row("vsetvli of mf2", True, vsetvli(0x17), "a0 = 2", "vl = 2", "vtype = 0x17", a1=99)
row("... with elements of m1", False, vsetvli(0x17), "a0 = 4", "vtype = 0x17", a1=99)
row("vsetivli", True, vsetivli(0x10, 3), "a0 = 3", "vl = 3")
row("... of AVL in a register", False, vsetivli(0x10, 3), "a0 = 4", "vl = 4", vl=2)
row("vsetvl", True, vsetvl(), "a0 = 4", "vtype = 8", vl=4)
row("... keeps vtype", False, vsetvl(), "a0 = 4", vl=4)
row("vsetvli of all", True, vsetvli(0x10, 0), "a0 = 4", a1=0)
row("... of fewer", False, vsetvli(0x10, 0), "a0 = 3", "vl = 3")
row("vsetvli that keeps vl", True, vsetvli(0x50, 0, 0), "vtype = 0x50", vl=3)
row("... does not", False, vsetvli(0x50, 0, 0), "vtype = 0x50", "vl = 4", vl=3)
row("vsetvl that keeps vl", True, vsetvl(0, 12, 0), "vtype = 0x50", vl=3, a2=0x50)
row("... does not", False, vsetvl(0, 12, 0), "vtype = 0x50", "vl = 4", vl=3, a2=0x50)
row("vsetvli clears vstart", True, vsetvli(0x10), "a0 = 4", "vstart = 0", vstart=2)
row("... has to", False, vsetvli(0x10), "a0 = 4", vstart=2)
row("vsetvli jumps", False, vsetvli(0x10), "a0 = 4", "pc = 0x80000010")
row("vsetvli writes mscratch", False, vsetvli(0x10), "a0 = 4", "mscratch = 1", mscratch=0)
UNSAID = {**READY, "vlenb": None}
for what, right, again in (("VLEN that is learned", True, 4), ("... that changes", False, 8)):
    ROWS.append((what, right, UNSAID, [(vsetvli(0x10, 0), ["a0 = 4", DIRTIES]), (vsetvli(0x10, 0, 13), [f"a3 = {again}", *([f"vl = {again}"] if again != 4 else [])])]))
ROWS.append(("VLEN that is not a power of 2, then read", False, UNSAID, [(vsetvli(0x10, 0), ["a0 = 4", DIRTIES]), (r(0xc22, 13), ["a3 = 32"])]))
for what, right, again in (("a length for 6 that stays", True, 3), ("... that changes", False, 4)):
    ROWS.append((what, right, {**READY, "a1": 6}, [(vsetvli(0x10), ["a0 = 3", "vl = 3", DIRTIES]), (vsetvli(0x10), [f"a0 = {again}", *(["vl = 4"] if again == 4 else [])])]))
ROWS.append(step("vl is written", False, w(0xc20), [DIRTIES], **READY))

# 3.4, 3.7: what any other instruction writes
row("vadd.vv", True, VADD)
row("... writes a GPR", False, VADD, "gp = 1", gp=0)
row("... an FPR", False, VADD, "ft3 = 1", ft3=0)
row("... vl", False, VADD, "vl = 3")
row("... vtype", False, VADD, "vtype = 8")
row("... fflags", False, VADD, "fcsr = 1")
row("... vxsat", False, VADD, "vcsr = 1")
row("... stores", False, VADD, "paddr = 0x80000200", "store32 = 1")
row("vadd.vv clears vstart", True, VADD, "vstart = 0", vstart=1)
row("... has to", False, VADD, vstart=1)
row("vadd.vv with vill executes", False, VADD, vtype=VILL, vl=0)
ROWS.append(trap("... is illegal", True, VADD, 2, 0, {**READY, "vtype": VILL, "vl": 0}, status=VS_ON))
row("vsaddu sets vxsat", True, VSADDU, "vcsr = 1")
row("... clears it", False, VSADDU, "vcsr = 0", vcsr=1)
row("... writes vxrm", False, VSADDU, "vcsr = 3")
row("vfadd sets flags", True, VFADD, "fcsr = 5")
row("... clears one", False, VFADD, "fcsr = 0", fcsr=1)
row("... writes frm", False, VFADD, "fcsr = 0x20")
# 16.1, 16.2, 15.2, 15.3: scalar results
row("vmv.x.s", True, VMV_X_S, "a0 = 0xffffffff80000000")
row("... of more than an element", False, VMV_X_S, "a0 = 0x180000000")
row("... not sign-extended", False, VMV_X_S, "a0 = 0x80000000")
row("... to another register", False, VMV_X_S, "a3 = 5", a3=0)
row("vcpop.m", True, VCPOP, "a0 = 4")
row("... of more than vl", False, VCPOP, "a0 = 5")
row("vfirst.m", True, VFIRST, "a0 = 3")
row("... of none", True, VFIRST, "a0 = 0xffffffffffffffff")
row("... behind vl", False, VFIRST, "a0 = 4")
row("vfmv.f.s", True, VFMV_F_S, "fa0 = 0xffffffff3f800000", fa0=0)
row("... writes a GPR", False, VFMV_F_S, "a0 = 1")
# 7: accesses
AT = {"a0": 0x80000200, "a2": 16}
row("vle32.v", True, access(LOAD), "paddr = 0x8000020c", **AT)
row("... behind its elements", False, access(LOAD), "paddr = 0x80000210", **AT)
row("... before", False, access(LOAD), "paddr = 0x800001fc", **AT)
row("... of fewer elements", False, access(LOAD), "paddr = 0x80000208", **{**AT, "vl": 2})
row("... writes a GPR", False, access(LOAD), "gp = 1", gp=0, **AT)
row("... vl", False, access(LOAD), "vl = 2", **AT)
row("vle32ff.v makes vl less", True, access(LOAD, rs2=16), "vl = 2", **AT)
row("... 0", False, access(LOAD, rs2=16), "vl = 0", **AT)
row("... more", False, access(LOAD, rs2=16), "vl = 5", **AT)
row("vse32.v", True, access(STORE), "paddr = 0x80000204", "store32 = 7", **AT)
row("... at another place", False, access(STORE), "paddr = 0x80000220", "store32 = 7", **AT)
row("vse32.v without vl", False, access(STORE), "paddr = 0x80000200", "store32 = 7", **{**AT, "vl": 0})
row("vlse32.v", True, access(LOAD, mop=2, rs2=12), "paddr = 0x80000230", **AT)
row("... between its elements", False, access(LOAD, mop=2, rs2=12), "paddr = 0x80000238", **AT)
row("vlseg2e32.v", True, access(LOAD, fields=2), "paddr = 0x8000021c", **AT)
row("vl1re32.v", True, access(LOAD, rs2=8), "paddr = 0x8000020c", **{**AT, "vl": 1})
row("... behind its register", False, access(LOAD, rs2=8), "paddr = 0x80000210", **{**AT, "vl": 8})
row("... with vill", True, access(LOAD, rs2=8), "paddr = 0x80000200", **{**AT, "vl": 0, "vtype": VILL})
row("vlm.v", True, access(LOAD, 0, rs2=11), "paddr = 0x80000200", **AT)
row("... of a second byte", False, access(LOAD, 0, rs2=11), "paddr = 0x80000201", **AT)
row("vluxei32.v may be anywhere", True, access(LOAD, mop=1, rs2=5), "paddr = 0x80000900", **AT)
for what, right, vstart in (("stops at an element", True, "vstart = 2"), ("changes vl", False, "vl = 2")):
    ROWS.append(trap(f"vle32.v that faults {what}", right, access(LOAD), 5, 0x80000208, {**READY, **AT}, [vstart, f"pc = {TRAP:#x}"][:1], status=VS_ON, epc=PC))
