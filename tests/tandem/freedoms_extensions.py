# SPDX-License-Identifier: Apache-2.0
"""Rows as those of freedoms.py, of harts with vectors, with instructions that the verifier does not have, and with
a hypervisor. From the texts of V 1.0, of Zicbom and Zacas, and of the Privileged ISA 1.13, 18."""
from tests.tandem.freedoms import ALL, AT, DIRTY, EBREAK, ECALL, LW, MRET, NOP, PC, SRET, SUM_S, SW, TRAP, csr, r, step, trap, w

VS_ON, VS_DIRTY = 0xa00001a00, 0x8000000a00001e00
VECTOR = {"mstatus": VS_ON, "a0": 0, "a1": 4}
DIRTIES = f"mstatus = {VS_DIRTY:#x}"
VSETVLI, VADD, VSE32, VLE32 = 0x0105f557, 0x02008057, 0x02056027, 0x02056007
MEMORY = {"a0": 0x80000200, "a1": 5, "word": 7}
SHA256SIG0 = 0x10251513

ROWS = [
    # V 3.2 to 3.8
    step("csrw vstart makes VS dirty", True, w(8), ["vstart = 0", DIRTIES], **VECTOR),
    step("... has to", False, w(8), ["vstart = 0"], **VECTOR),
    step("csrw vxrm", True, w(0xa), ["vxrm = 0x1", DIRTIES], **{**VECTOR, "a0": 1}),
    step("csrw vxrm, seen as vcsr", True, w(0xa), ["vcsr = 0x2", DIRTIES], **{**VECTOR, "a0": 1, "vcsr": 0}),
    step("csrw vxrm of 3", True, w(0xa), ["vcsr = 0x6", DIRTIES], **{**VECTOR, "a0": 3, "vcsr": 0}),
    step("csrw vxrm, another value", False, w(0xa), ["vcsr = 0x4", DIRTIES], **{**VECTOR, "a0": 1, "vcsr": 0}),
    step("csrw vxsat has one bit", True, w(9), ["vcsr = 0x1", DIRTIES], **{**VECTOR, "a0": 3, "vcsr": 0}),
    *(step(f"csrwi vcsr, 5, told as vxsat and vxrm: {said}", right, 0x00f2d073, [*said, DIRTIES], mstatus=VS_ON, **known)
      for known in ({}, {"vcsr": 0}) for said, right in ((["vxsat = 1", "vxrm = 2"], True), (["vxsat = 1", "vxrm = 3"], False),
                                                         (["vxsat = 0", "vxrm = 2"], False), (["vxsat = 1"], False))),
    ("csrw fcsr, told as fflags and frm, then csrr", True, {"mstatus": 0xa00003800, "a0": 0xa5},
     [(w(3), ["fflags = 5", "frm = 5", f"mstatus = {DIRTY:#x}"]), (r(3), ["a0 = 0xa5"])]),
    ("... of another value", False, {"mstatus": 0xa00003800, "a0": 0xa5},
     [(w(3), ["fflags = 5", "frm = 5", f"mstatus = {DIRTY:#x}"]), (r(3), ["a0 = 0xa4"])]),
    step("csrr vlenb makes VS dirty", True, r(0xc22), ["a0 = 16", DIRTIES], **VECTOR),
    step("csrw vstart with VS off", False, w(8), ["vstart = 0"], a0=0),
    step("csrr vl with VS off", False, r(0xc20), ["a0 = 4"], a0=0),
    trap("... is illegal", True, r(0xc20), 2, 0),
    step("vsetvli", True, VSETVLI, ["a0 = 4", "vl = 4", "vtype = 0x10", "vstart = 0", DIRTIES], **VECTOR),
    step("vsetvli with VS off", False, VSETVLI, ["a0 = 4", "vl = 4", "vtype = 0x10"], a1=4),
    trap("... is illegal", True, VSETVLI, 2, 0, {"a1": 4}),
    step("an addition makes VS dirty, at any time", True, 0x00150513, ["a0 = 1", DIRTIES], **VECTOR),
    step("... but not where it is off", False, 0x00150513, ["a0 = 1", DIRTIES], a0=0),
    step("vadd writes mscratch", False, VADD, ["mscratch = 5"], **{**VECTOR, "mscratch": 0}),
    step("vadd writes satp", False, VADD, ["satp = 5"], **{**VECTOR, "satp": 0}),
    step("vadd sets MIE", False, VADD, ["mstatus = 0x8000000a00001e08"], **VECTOR),
    trap("a vector load with a page fault", True, VLE32, 13, 0x7000,
         {"privilege": 1, "mstatus": 0xa00000200, "satp": 8 << 60 | 0x90000, "a0": 0x7000, "medeleg": 0}, status=0xa00000a00),
    trap("vadd with one", False, VADD, 13, 0x7000, {"mstatus": VS_ON}, status=VS_ON),
    ("a vector store, then a load", True, {**MEMORY, "mstatus": VS_ON},
     [(VSE32, [DIRTIES]), (LW, ["a1 = 9", "paddr = 0x80000200"])]),
    ("a strided one, far away", True, {**MEMORY, "mstatus": VS_ON, "a0": 0x80000000, "a2": 0x80000200},
     [(0x0a056027, [DIRTIES]), (0x00062583, ["a1 = 9", "paddr = 0x80000200"])]),
    ("no store, then a load", False, MEMORY, [(NOP, []), (LW, ["a1 = 9", "paddr = 0x80000200"])]),
    ("vadd, then a load", False, {**MEMORY, "mstatus": VS_ON}, [(VADD, [DIRTIES]), (LW, ["a1 = 9", "paddr = 0x80000200"])]),
    # other instructions that are not verified
    ("cbo.zero, then a load", True, MEMORY, [(0x0045200f, []), (LW, ["a1 = 0", "paddr = 0x80000200"])]),
    ("amoadd.b, then a load", True, MEMORY, [(0x00b5062f, ["a2 = 7", "paddr = 0x80000200", "store8 = 12"]),
                                            (LW, ["a1 = 12", "paddr = 0x80000200"])]),
    ("... of another value", False, MEMORY, [(0x00b5062f, ["a2 = 7", "paddr = 0x80000200", "store8 = 12"]),
                                            (LW, ["a1 = 7", "paddr = 0x80000200"])]),
    ("amocas.w, then a load", True, {**MEMORY, "a2": 7},
     [(0x28b5262f, ["a2 = 7", "paddr = 0x80000200", "store32 = 5"]), (LW, ["a1 = 5", "paddr = 0x80000200"])]),
    step("sha256sig0", True, SHA256SIG0, ["a0 = 5"], a0=1),
    step("sha256sig0 writes satp", False, SHA256SIG0, ["a0 = 5", "satp = 5"], satp=0, a0=1),
    step("sha256sig0 writes fcsr", False, SHA256SIG0, ["a0 = 5", "fcsr = 5"], fcsr=0, a0=1, mstatus=DIRTY),
    trap("a custom instruction with an exception of its own", True, 0x0000000b, 24, 0),
    trap("... with that of ecall", False, 0x0000000b, 11, 0),
    # Zfh
    step("flh", True, 0x00051507, ["fa0 = 0xffffffffffff0007", "paddr = 0x80000200"], mstatus=DIRTY, fa0=0, a0=0x80000200, word=7, fcsr=0),
    step("flh of another value", False, 0x00051507, ["fa0 = 0xffffffffffff0008", "paddr = 0x80000200"], mstatus=DIRTY, fa0=0, a0=0x80000200, word=7, fcsr=0),
    ("fsh, then a load", True, {**MEMORY, "mstatus": DIRTY, "fa1": 0xffffffffffff0001},
     [(0x00b51027, ["paddr = 0x80000200", "store16 = 1"]), (LW, ["a1 = 1", "paddr = 0x80000200"])]),
    step("fsh of another value", False, 0x00b51027, ["paddr = 0x80000200", "store16 = 2"], a0=0x80000200, fa1=0xffffffffffff0001, mstatus=DIRTY),
    trap("fadd.h with a mode that there is not", True, 0x04b57553, 2, 0x04b57553, {"mstatus": DIRTY, "fcsr": 0xa0, "fa0": 0, "fa1": 0}, status=DIRTY),
    # x0
    step("x0 is written", False, 0x00150013, ["zero = 1"], a0=1),
    step("... with 0", True, 0x00150013, ["zero = 0"], a0=1),
    # exceptions of any instruction
    trap("a hardware error of a load", True, LW, 19, 0x80000200, AT),
    trap("a hardware error of a fetch", True, None, 19, PC),
    trap("a hardware error of an instruction that was fetched, and accesses nothing", False, NOP, 19, PC),
    trap("a trigger", True, NOP, 3, PC, {"tdata1": 0x2000000000000044}),
    trap("a breakpoint without trigger", False, NOP, 3, PC, {"tdata1": 0}),
    trap("no landing pad", True, NOP, 18, 2, {"mseccfg": 1 << 10}),
    trap("no landing pad where none is needed", False, NOP, 18, 2, {"mseccfg": 0}),
    # 3.1.9, 18.2: what a hart without S or H does not have
    csr("mie", 0x304, 0x222, 0x222, False, misa=0x8000000000101104, mie=0),
    csr("mie", 0x304, 0x444, 0x444, False, misa=SUM_S, mie=0),
    csr("mie", 0x304, 0x1444, 0x1444, True, misa=SUM_S | 1 << 7, mie=0),
    csr("mideleg", 0x303, ALL, 0x666, False, misa=SUM_S, mideleg=0),
    csr("medeleg", 0x302, 1 << 10, 1 << 10, False, misa=SUM_S, medeleg=0),
    csr("medeleg", 0x302, 1 << 10, 1 << 10, True, misa=SUM_S | 1 << 7, medeleg=0),
    csr("medeleg", 0x302, 1 << 14, 1 << 14, False, medeleg=0),
]

# Guests: mret to VS mode, then what is given
H = SUM_S | 1 << 7
HOST = {"misa": H, "mstatus": 0x8a00000800, "mepc": PC + 4, "hstatus": 2 << 32, "vsstatus": 2 << 32, "medeleg": 0,
        "hedeleg": 0, "mideleg": 0x1444, "hideleg": 0x444, "mie": 0, "vsatp": 0, "hgatp": 0, "satp": 0,
        "stvec": TRAP, "vstvec": TRAP, "sscratch": 0, "vsscratch": 0, "scause": 0, "vscause": 0, "sepc": 0, "vsepc": 0,
        "stval": 0, "vstval": 0, "a0": 5}
ENTRY = (MRET, ["pc = 0x80000004", "privilege = 1", "mstatus = 0xa00000080"])
AT_M, LEFT = f"pc = {TRAP:#x}", f"pc = {TRAP:#x}"


def guest(what, right, *steps, **state):
    return what, right, {**HOST, **state}, [ENTRY, *steps]


def to_m(code, cause, status=0x8a00000800, tval=0):
    return code, [AT_M, f"mepc = {PC + 4:#x}", f"mcause = {cause:#x}", f"mtval = {tval:#x}", f"mstatus = {status:#x}"]


def to_s(code, cause, hstatus, status=0xa00000180, tval=0):
    return code, [LEFT, f"sepc = {PC + 4:#x}", f"scause = {cause:#x}", f"stval = {tval:#x}", f"mstatus = {status:#x}",
                  f"hstatus = {hstatus:#x}", "privilege = 1"]


def to_vs(code, cause, status=0x200000100, tval=0):
    return code, [LEFT, f"vsepc = {PC + 4:#x}", f"vscause = {cause:#x}", f"vstval = {tval:#x}", f"vsstatus = {status:#x}", "privilege = 1"]


SECOND = 0x200000180   # hstatus with SPV and SPVP
GUESTS = [
    guest("mret goes to the guest, and clears MPV", True),
    ("mret keeps MPV", False, HOST, [(MRET, ["pc = 0x80000004", "privilege = 1", "mstatus = 0x8a00000080"])]),
    guest("csrw sscratch", True, (w(0x140), ["vsscratch = 5"])),
    guest("... of the host", False, (w(0x140), ["sscratch = 5"])),
    guest("csrr sstatus", True, (r(0x100), ["a0 = 0x200000000"])),
    guest("csrr sstatus, the host's", False, (r(0x100), ["a0 = 0x200040000"]), mstatus=0x8a00040800),
    guest("csrw sie, one bit lower", True, (w(0x104), ["mie = 0x44"]), a0=0x22),
    guest("... as it is", False, (w(0x104), ["mie = 0x22"]), a0=0x22),
    guest("csrr hstatus", False, (r(0x600), ["a0 = 0x200000000"])),
    guest("... is a virtual instruction", True, to_m(r(0x600), 22)),
    guest("ecall", True, to_m(ECALL, 10)),
    guest("ecall with the cause of the host", False, to_m(ECALL, 9)),
    guest("a trap without MPV", False, to_m(ECALL, 10, 0xa00000800)),
    guest("a trap with GVA, without address", False, to_m(ECALL, 10, 0xca00000800)),
    guest("an access fault has GVA", True, to_m(LW, 5, 0xca00000800, 0x80000200), a0=0x80000200),
    guest("... has to", False, to_m(LW, 5, 0x8a00000800, 0x80000200), a0=0x80000200),
    guest("ecall to the host", True, to_s(ECALL, 10, SECOND), medeleg=1 << 10),
    guest("... without SPVP", False, to_s(ECALL, 10, 0x200000080), medeleg=1 << 10),
    guest("... without SPV", False, to_s(ECALL, 10, 0x200000100), medeleg=1 << 10),
    guest("a breakpoint in the guest", True, to_vs(EBREAK, 3), medeleg=8, hedeleg=8),
    guest("... not delegated", False, to_vs(EBREAK, 3), medeleg=8),
    guest("... without SPP", False, to_vs(EBREAK, 3, 0x200000000), medeleg=8, hedeleg=8),
    guest("sret in the guest", True, (SRET, ["pc = 0x80000008", "privilege = 0", "vsstatus = 0x200000020"]), vsepc=PC + 8),
    guest("... by the host's sepc", False, (SRET, ["pc = 0x80000008", "privilege = 0", "vsstatus = 0x200000020"]), sepc=PC + 8),
    guest("a guest page fault", True, to_m(LW, 21, 0xca00000800, 0x80000200), a0=0x80000200, hgatp=8 << 60),
    guest("... of a store", True, to_m(SW, 23, 0xca00000800, 0x80000200), a0=0x80000200, a1=7, hgatp=8 << 60),
    guest("... of a store with the cause of a load", False, to_m(SW, 21, 0xca00000800, 0x80000200), a0=0x80000200, a1=7, hgatp=8 << 60),
    guest("an interrupt of the guest", True, to_vs(None, 1 << 63 | 5, 0x200000120), mie=0x40, vsstatus=0x200000002),
    guest("... that is not enabled", False, to_vs(None, 1 << 63 | 5, 0x200000100), mie=0x40),
    guest("... with the host's number", False, to_vs(None, 1 << 63 | 6, 0x200000120), mie=0x40, vsstatus=0x200000002),
    guest("floating point that the guest has off", False, (0x00052507, ["fa0 = 0xffffffff3f800000", "paddr = 0x80000200"]),
          a0=0x80000200, word=0x3f800000, mstatus=0x8000008a00006800, fcsr=0, fa0=0),
    ("the host goes to the guest", True, {**HOST, "privilege": 1, "mstatus": 0xa00000100, "hstatus": SECOND, "sepc": PC + 4},
     [(SRET, ["pc = 0x80000004", "privilege = 1", "mstatus = 0xa00000020", "hstatus = 0x200000100"]), (w(0x140), ["vsscratch = 5"])]),
    ("... and keeps SPV", False, {**HOST, "privilege": 1, "mstatus": 0xa00000100, "hstatus": SECOND, "sepc": PC + 4},
     [(SRET, ["pc = 0x80000004", "privilege = 1", "mstatus = 0xa00000020"])]),
    trap("a guest page fault outside of guests", False, LW, 21, 0x80000200, AT),
    csr("vsscratch", 0x240, 5, 4, False, misa=H, vsscratch=0),
    csr("hstatus", 0x600, ALL, 0x2007003c0, True, misa=H, hstatus=2 << 32),
    csr("hstatus", 0x600, 1 << 22, 0x200000000, False, misa=H, hstatus=2 << 32),
    csr("hedeleg", 0x602, ALL, 0xb1ff, True, misa=H, hedeleg=0),
    csr("hedeleg", 0x602, ALL, 0xb5ff, False, misa=H, hedeleg=0),
    csr("hvip", 0x645, ALL, 0x444, True, misa=H, hvip=0),
    csr("hvip", 0x645, ALL, 0x400, False, misa=H, hvip=0),
    trap("hvip is missing", False, w(0x645), 2, 0, {"misa": H, "a0": 0}),
]

# RV32: MPV and GVA are in mstatush
GUESTS32 = [
    ("mret to the guest", True, {"misa": 0x40141184, "mstatus": 0x800, "mstatush": 0x80, "mepc": PC + 4, "vsscratch": 0, "a0": 5},
     [(MRET, ["pc = 0x80000004", "privilege = 1", "mstatus = 0x80", "mstatush = 0"]), (w(0x140), ["vsscratch = 5"])]),
    ("... that keeps MPV", False, {"misa": 0x40141184, "mstatus": 0x800, "mstatush": 0x80, "mepc": PC + 4},
     [(MRET, ["pc = 0x80000004", "privilege = 1", "mstatus = 0x80"])]),
]
