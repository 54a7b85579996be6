# SPDX-License-Identifier: Apache-2.0
"""The programs of the ingress kit, a situation each, in assembly; the instruction `end` follows, a jump to itself.

`types` are the itypes other than 0 that the port has to show before the end, in order: "1:11" is an exception of cause 11,
"2:1" an interrupt of code 1. They are written from the text, not from a run."""
from dataclasses import dataclass, replace

JUMPS, ITYPE, PORT = ("Jump classification and target inference", "Instruction Type (itype) encoding",
                      "Instruction Trace Interface")
SIGNALS, BLOCK, PRIV = ("Instruction interface signals", "Instruction interface signals, multiple retirement per block",
                        "Privilege level (priv) encoding")
ALL = ("rv32", "rv32c", "rv64", "rv64c")
SHORT = ("rv32c", "rv64c")
LONG = ("rv32", "rv64")


@dataclass(frozen=True)
class Program:
    stem: str
    shows: str
    clause: str
    types: str
    text: str
    needs: str = ""
    variants: tuple = ALL
    end: str = "j end"
    end_type: str = "11"
    variant: str = ""

    @property
    def name(self):
        return f"{self.stem}-{self.variant}"

    @property
    def xlen(self):
        return int(self.variant[2:4])

    @property
    def compressed(self):
        return self.variant.endswith("c")

    @property
    def has_modes(self):
        return bool({"user", "supervisor"} & set(self.needs.split()))


def long(text):
    """An instruction that is not to be compressed."""
    return f".option push; .option norvc; {text}; .option pop;"


SETUP = "la t0, handler; csrw mtvec, t0;"
ENABLED = SETUP + "csrwi mie, 2;"  # the supervisor's software interrupt, where mstatus lets it


def behind(size=4):
    """A handler that goes on behind the instruction that trapped."""
    return f" .balign 4; handler: csrr a1, mepc; addi a1, a1, {size}; csrw mepc, a1; mret"


TO_END = " .balign 4; handler: la a1, end; csrw mepc, a1; li a2, 0x1800; csrs mstatus, a2; mret"
CLEAR = " .balign 4; handler: csrci mip, 2; mret"
TO_SUPERVISOR = "li t1, 0x100; csrw medeleg, t1; la t1, sup; csrw stvec, t1;"


def to_mode(mode):
    """To the label of the mode's name, in it."""
    mpp = {"user": 0, "super": 0x800}[mode]
    return f"li t1, 0x1800; csrc mstatus, t1; li t1, {mpp}; csrs mstatus, t1; la t1, {mode}; csrw mepc, t1; mret; {mode}:"


P = Program
STRAIGHT = [
    P("straight", "Code in a line has itype 0, in blocks as long as the hart likes.", BLOCK, "",
      "li a0, 1; addi a1, a0, 2; add a2, a1, a0; nop"),
    P("straight-long", "Code in a line that is longer than any iretire: it takes several blocks.", BLOCK, "",
      ".rept 280; nop; .endr"),
    P("memory", "Loads and stores are instructions like others.", ITYPE, "11",
      "la a0, word; lw a1, 0(a0); sw a1, 4(a0); lw a2, 4(a0); j end; .balign 8; word: .4byte 0x13, 0x13"),
    P("fence", "fence and fence.i leave the line no more than others do.", ITYPE, "", "fence; fence.i; nop"),
    P("csr", "Reading and writing a CSR is an instruction like others.", ITYPE, "",
      "li a0, 5; csrw mscratch, a0; csrr a1, mscratch; csrrw a2, mscratch, zero"),
    P("loop-of-one", "A branch to itself, a block of its own each time.", ITYPE, "", "nop", end="beqz zero, end", end_type="5"),
]

BRANCHES = [
    P("branch-taken", "A taken branch ends its block with itype 5; the next one begins at its target.", ITYPE, "5",
      "li a0, 0; beqz a0, 1f; nop; 1: nop"),
    P("branch-not-taken", "A branch that is not taken ends its block with itype 4; the next one begins behind it.", ITYPE, "4",
      "li a0, 1; beqz a0, 1f; nop; 1: nop"),
    P("branch-to-next", "A branch to the instruction behind it is taken all the same.", ITYPE, "5",
      "li a0, 0; beqz a0, 1f; 1: nop", "taken-to-next"),
    P("branch-first", "A branch may be the only instruction of its block.", BLOCK, "5 5",
      "beqz zero, 1f; nop; 1: beqz zero, 2f; nop; 2: nop"),
    P("branch-loop", "A loop of four rounds.", ITYPE, "5 5 5 4", "li a0, 4; 1: addi a0, a0, -1; bnez a0, 1b"),
    P("branch-nested-loops", "A loop within a loop.", ITYPE, "5 5 4 5 5 5 4 4",
      "li a0, 2; 1: li a1, 3; 2: addi a1, a1, -1; bnez a1, 2b; addi a0, a0, -1; bnez a0, 1b"),
    P("branch-run", "Branches right behind each other end a block each.", BLOCK, "4 4 5 4",
      "li a0, 1; beqz a0, 1f; beqz a0, 1f; bnez a0, 1f; nop; 1: beqz a0, end; nop"),
    P("branch-conditions", "All conditions, each way.", ITYPE, "5 4 4 5 5 4 4 5 4 5 5 4",
      "li a0, -1; li a1, 1;" + "".join(f"{condition} {words}, 1f; nop; 1:" for condition, words in (
          ("beq", "a0, a0"), ("beq", "a0, a1"), ("bne", "a0, a0"), ("bne", "a0, a1"), ("blt", "a0, a1"), ("blt", "a1, a0"),
          ("bge", "a0, a1"), ("bge", "a1, a0"), ("bltu", "a0, a1"), ("bltu", "a1, a0"), ("bgeu", "a0, a1"), ("bgeu", "a1, a0")))),
]

TRANSFERS = [
    P("jump", "jal without link: itype 11.", JUMPS, "11", "j 1f; nop; 1: nop"),
    P("jump-backward", "The same to an address before it.", JUMPS, "11 11 11", "j 2f; 1: nop; j 3f; 2: nop; j 1b; 3: nop"),
    P("jump-run", "Jumps that lead to jumps: a block each, in one cycle as many as the port has groups.", PORT, "11 11 11 11",
      "j 1f; nop; 1: j 2f; nop; 2: j 3f; nop; 3: j 4f; nop; 4: nop"),
    P("call-ra", "jal x1: a call, 9, and the return by x1, 13.", JUMPS, "9 13 11", "jal ra, f; j end; f: nop; ret"),
    P("call-t0", "jal x5: a call, 9, and the return by x5, 13.", JUMPS, "9 13 11", "jal t0, f; j end; f: nop; jr t0"),
    P("jump-link-other", "jal with another link register is no call, 15; jalr by that register no return, 10.", JUMPS, "15 10 11",
      "jal a0, f; j end; f: nop; jr a0"),
    P("call-by-register", "jalr x1 by another register than x5: an uninferable call, 8.", JUMPS, "8 13 11",
      "la a0, f; jalr ra, 0(a0); j end; f: nop; ret"),
    P("call-t0-by-register", "jalr x5 by another register than x1: an uninferable call, 8.", JUMPS, "8 13 11",
      "la a0, f; jalr t0, 0(a0); j end; f: nop; jr t0"),
    P("call-ra-by-ra", "jalr x1 by x1 is a call, 8: no swap.", JUMPS, "8 13 11", "la ra, f; jalr ra, 0(ra); j end; f: nop; ret"),
    P("call-t0-by-t0", "jalr x5 by x5 is a call, 8: no swap.", JUMPS, "8 13 11",
      "la t0, f; jalr t0, 0(t0); j end; f: nop; jr t0"),
    P("swap", "jalr x1 by x5, and x5 by x1: coroutine swaps, 12.", JUMPS, "12 12 12 11",
      "la t0, f; jalr ra, 0(t0); nop; jalr ra, 0(t0); f: jalr t0, 0(ra); j end"),
    P("return-with-link", "jalr with another link register, by x1 or x5: returns, 13.", JUMPS, "9 13 9 13 11",
      "jal ra, f; jal t0, g; j end; f: jalr a0, 0(ra); g: jalr a1, 0(t0)"),
    P("jump-by-register", "jalr without link, by neither x1 nor x5: 10.", JUMPS, "10", "la a0, 1f; jr a0; nop; 1: nop"),
    P("jump-by-register-link-other", "jalr with another link register, by neither x1 nor x5: 14.", JUMPS, "14 10 11",
      "la a0, f; jalr a1, 0(a0); j end; f: nop; jr a1"),
    P("jump-odd", "jalr clears the low bit of its target.", JUMPS, "10", "la a0, 1f; jalr zero, 1(a0); nop; 1: nop"),
    P("calls-nested", "Three calls, and their returns.", JUMPS, "9 9 9 13 13 13 11",
      "jal ra, f; j end; f: mv s0, ra; jal ra, g; mv ra, s0; ret; g: mv s1, ra; jal ra, h; mv ra, s1; ret; h: nop; ret"),
    P("tail-call", "A tail call is a jump without link: 11, or 10 by a register.", JUMPS, "9 11 13 9 10 13 11",
      "jal ra, f; jal ra, g; j end; f: nop; j h; g: la a0, h; jr a0; h: nop; ret"),
    P("dispatch", "Jumps by a table that memory has.", JUMPS, "10 11 5 10 11 5 10 11 4 11",
      "la s0, table; li s1, 3; 1: lw a0, 0(s0); la a1, table; add a0, a0, a1; jr a0;"
      "2: addi s0, s0, 4; addi s1, s1, -1; bnez s1, 1b; j end; 3: j 2b; 4: nop; j 2b; .balign 4;"
      "table: .4byte 3b - table, 4b - table, 3b - table"),
]

PAIRS = [
    P("pair-auipc", "A jump by the register that auipc loads right before is sequentially inferable.", JUMPS, "10 8 13 11",
      "auipc a0, 0; jalr zero, 12(a0); nop; auipc a1, 0; jalr ra, 12(a1); j end; nop; ret", "sijump", LONG),
    P("pair-broken", "With an instruction between, or by another register, there is no pair.", JUMPS, "10 10",
      "la a0, 1f; auipc a1, 0; jr a0; nop; 1: la a1, 2f; auipc a0, 0; nop; jalr zero, 0(a1); nop; 2: nop", "sijump"),
    P("pair-with-link", "A swap and another jump with link may be pairs too.", JUMPS, "12 14 11",
      "auipc t0, 0; jalr ra, 12(t0); nop; auipc a0, 0; jalr a1, 12(a0); nop; j end", "sijump", LONG),
    P("pair-return", "Of a return sijump is ignored.", JUMPS, "13", "auipc ra, 0; jalr zero, 12(ra); nop; nop", "", LONG),
    P("pair-lui", "A jump by the register that lui loads right before is sequentially inferable.", JUMPS, "10 8 13 11",
      "lui a0, %hi(1f); jalr zero, %lo(1f)(a0); nop; 1: lui a1, %hi(f); jalr ra, %lo(f)(a1); j end; f: nop; ret", "sijump",
      ("rv32",)),
    P("pair-c-lui", "c.lui and c.jr are a pair. Where they lead nothing is: exception 1.", JUMPS, "10 1:1 3",
      SETUP + "c.lui a0, 0x1f; c.jr a0;" + TO_END, "sijump absent", SHORT),
]

EXCEPTIONS = [
    P("ecall", "An environment call retires nothing: exception 11 at its address, and later the return, 3.", ITYPE, "1:11 3 11",
      SETUP + "nop; ecall; nop; j end;" + behind()),
    P("ecall-twice", "The first instruction behind a trap return is an exception: nothing retires between.", PORT,
      "1:11 3 1:11 3 11", SETUP + "ecall; ecall; j end;" + behind()),
    P("ecall-at-target", "The first instruction behind a jump is an exception: a block with iretire 0, whose iaddr is its.",
      SIGNALS, "11 1:11 3 11", SETUP + "j 1f; nop; 1: ecall; j end;" + behind()),
    P("ecall-behind-branch", "The same behind branches, taken and not.", SIGNALS, "5 1:11 3 4 1:11 3 11",
      SETUP + "beqz zero, 1f; nop; 1: ecall; bnez zero, end; ecall; j end;" + behind()),
    P("ecall-at-call", "The same behind a call and its return.", SIGNALS, "9 1:11 3 13 1:11 3 11",
      SETUP + "jal ra, f; ecall; j end; f: ecall; ret;" + behind()),
    P("ebreak", "A breakpoint retires nothing: exception 3.", ITYPE, "1:3 3 11", SETUP + "nop;" + long("ebreak") +
      "nop; j end;" + behind()),
    P("illegal", "An illegal instruction: exception 2.", ITYPE, "1:2 3 11", SETUP + "nop;" + long("unimp") + "nop; j end;" +
      behind()),
    P("illegal-csr", "A CSR that there is not: exception 2.", ITYPE, "1:2 3 11", SETUP + "csrr a0, 0x7ff; j end;" + behind()),
    P("trap-in-handler", "A handler that traps itself, nested.", PORT, "1:11 4 1:3 5 3 3 11",
      SETUP + "li s1, 0; ecall; j end; .balign 4; handler: csrr a1, mepc; addi a1, a1, 4; bnez s1, 1f; mv s2, a1; li s1, 1;" +
      long("ebreak") + "csrw mepc, s2; li a2, 0x1800; csrs mstatus, a2; mret; 1: csrw mepc, a1; mret"),
    P("mret", "mret without a change of mode: itype 3.", ITYPE, "3",
      "li t1, 0x1800; csrs mstatus, t1; la t1, 1f; csrw mepc, t1; mret; nop; 1: nop"),
    P("load-misaligned", "A load from an address that is not aligned: exception 4.", ITYPE, "1:4 3 11",
      SETUP + "la a0, handler;" + long("lw a1, 2(a0)") + "j end;" + behind(), "misaligned"),
    P("store-misaligned", "A store to one: exception 6.", ITYPE, "1:6 3 11",
      SETUP + "la a0, handler;" + long("sw a1, 1(a0)") + "j end;" + behind(), "misaligned"),
    P("load-fault", "A load from where nothing is: exception 5.", ITYPE, "1:5 3 11",
      SETUP + "nop;" + long("lw a1, 0(zero)") + "j end;" + behind(), "absent"),
    P("store-fault", "A store to where nothing is: exception 7.", ITYPE, "1:7 3 11",
      SETUP + "nop;" + long("sw a1, 0(zero)") + "j end;" + behind(), "absent"),
    P("fetch-fault", "A jump to where nothing is retires; the exception, 1, is at its target.", PORT, "10 1:1 3",
      SETUP + "jr zero;" + TO_END, "absent"),
    P("fetch-page-fault", "Virtual memory with an empty table: the first instruction of S mode is not there, exception 12.",
      PORT, "3 1:12 3",
      SETUP + "la t1, table; srli t1, t1, 12; li t2, -1; srli t3, t2, 1; sub t2, t2, t3; or t1, t1, t2; csrw satp, t1;" +
      to_mode("super") + "nop; .balign 4; handler: csrw satp, zero; la a1, end; csrw mepc, a1; li a2, 0x1800; csrs mstatus, a2; "
      "mret;"
      "j end; .balign 4096; table: .rept 1024; .4byte 0; .endr", "supervisor paging"),
    P("target-misaligned", "A jump to half of a word does not retire where there are no short instructions: exception 0.", PORT,
      "1:0 3 11", SETUP + ".insn 0x0060006f; nop; j end;" + behind(), "ialign32", LONG),
    P("branch-misaligned", "Nor does a taken branch; one that is not taken does.", PORT, "4 1:0 3 11",
      SETUP + ".insn 0x00001363; .insn 0x00000363; nop; j end;" + behind(), "ialign32", LONG),
]

MODES = [
    P("to-user", "mret to U mode, whose ecall, 8, comes back: the blocks of a cycle have one privilege.", PRIV, "3 1:8 3",
      SETUP + to_mode("user") + "nop; ecall;" + TO_END, "user"),
    P("user-flow", "Branches, calls and returns of U mode.", PRIV, "3 5 9 13 4 1:8 3",
      SETUP + to_mode("user") + "beqz zero, 1f; nop; 1: jal ra, f; bnez zero, user; ecall; f: nop; ret;" + TO_END, "user"),
    P("user-illegal", "An instruction that U mode may not execute: exception 2.", PRIV, "3 1:2 3",
      SETUP + to_mode("user") + "nop; csrr a0, mstatus;" + TO_END, "user"),
    P("user-first-traps", "The first instruction of U mode traps: nothing of U mode retires.", PRIV, "3 1:8 3",
      SETUP + to_mode("user") + "ecall;" + TO_END, "user"),
    P("to-supervisor", "mret to S mode, whose ecall is exception 9.", PRIV, "3 1:9 3",
      SETUP + to_mode("super") + "nop; ecall;" + TO_END, "supervisor"),
    P("delegated", "An exception that is delegated goes from U mode to S mode, and sret back.", PRIV, "3 1:8 3 1:2 3",
      SETUP + TO_SUPERVISOR + to_mode("user") + "nop; ecall; nop; csrr a0, mstatus;"
      ".balign 4; sup: csrr a2, sepc; addi a2, a2, 4; csrw sepc, a2; sret;" + TO_END, "supervisor user"),
    P("sret", "sret of M mode to U mode.", ITYPE, "3 1:8 3",
      SETUP + "li t1, 0x100; csrc mstatus, t1; la t1, 1f; csrw sepc, t1; sret; 1: nop; ecall;" + TO_END, "supervisor user"),
    P("handler-first-traps", "The first instruction of a handler traps: two exceptions, and nothing retires between.", PORT,
      "3 1:8 1:2 3", SETUP + TO_SUPERVISOR + to_mode("user") + "nop; ecall; .balign 4; sup: csrr a0, mstatus;" + TO_END,
      "supervisor user"),
]

INTERRUPTS = [
    P("interrupt", "An interrupt right behind the instruction that makes it pending.", ITYPE, "2:1 3 11",
      ENABLED + "csrsi mstatus, 8; csrsi mip, 2; nop; j end;" + CLEAR, "supervisor"),
    P("interrupt-enabled", "One that pends is taken when mstatus lets it.", ITYPE, "2:1 3 11",
      ENABLED + "csrsi mip, 2; nop; csrsi mstatus, 8; nop; j end;" + CLEAR, "supervisor"),
    P("interrupt-masked", "One that mie masks is none.", ITYPE, "",
      "csrwi mie, 0; csrsi mip, 2; csrsi mstatus, 8; nop; csrci mstatus, 8; csrci mip, 2", "supervisor"),
    P("interrupt-behind-mret", "One that is taken as mret enables it: nothing retires between, and the block has no address.",
      PORT, "3 2:1 3 11", ENABLED + "csrsi mip, 2; li t1, 0x1880; csrs mstatus, t1; la t1, 1f; csrw mepc, t1; mret; nop; 1: nop; "
      "j end;" + CLEAR,
      "supervisor"),
    P("interrupt-vectored", "A handler that mtvec's vectored mode chooses.", ITYPE, "2:1 3 11",
      "la t0, handler; addi t0, t0, 1; csrw mtvec, t0; csrwi mie, 2; csrsi mstatus, 8; csrsi mip, 2; nop; j end; .balign 64;"
      "handler: " + long("j end") + "csrci mip, 2; mret", "supervisor"),
    P("interrupt-nested", "An interrupt within the handler of an exception.", PORT, "1:11 4 2:1 5 3 3 11",
      ENABLED + "li s1, 0; ecall; j end; .balign 4; handler: csrr a1, mepc; bnez s1, 1f; addi s2, a1, 4; li s1, 1; csrsi mip, 2;"
      "csrsi mstatus, 8; csrw mepc, s2; li t1, 0x1800; csrs mstatus, t1; mret; 1: csrci mip, 2; mret", "supervisor"),
    P("wfi", "wfi, with an interrupt that pends and is not taken.", ITYPE, "",
      "csrwi mie, 2; csrsi mip, 2; wfi; nop; csrci mip, 2", "supervisor"),
    P("wfi-interrupt", "wfi, and then the interrupt.", ITYPE, "2:1 3 11",
      ENABLED + "csrsi mip, 2; wfi; csrsi mstatus, 8; nop; j end;" + CLEAR, "supervisor"),
    P("interrupt-to-user", "mret to U mode, and an interrupt before anything of U mode retires.", PRIV, "3 2:1 4 3 1:8 5 3",
      ENABLED + "csrsi mip, 2;" + to_mode("user") + "nop; ecall; .balign 4; handler: csrr a0, mcause; bgez a0, 1f; csrci mip, 2; "
      "mret;"
      "1: la a1, end; csrw mepc, a1; li t1, 0x1800; csrs mstatus, t1; mret", "supervisor user"),
    P("interrupt-delegated", "An interrupt that is delegated: from U mode to S mode.", PRIV, "3 2:1 3 1:8 3",
      ENABLED + "csrwi mideleg, 2; csrsi mip, 2; la t1, sup; csrw stvec, t1;" + to_mode("user") +
      "nop; ecall; .balign 4; sup: csrci sip, 2; sret;" + TO_END, "supervisor user"),
    P("interrupt-supervisor", "S mode makes an interrupt pending for itself.", PRIV, "3 2:1 3 1:9 3",
      ENABLED + "csrwi mideleg, 2; la t1, sup; csrw stvec, t1;" + to_mode("super") +
      "csrsi sstatus, 2; csrsi sip, 2; nop; ecall; .balign 4; sup: csrci sip, 2; sret;" + TO_END, "supervisor"),
    P("interrupt-machine", "A software interrupt of machine mode, from the CLINT, that waits for mstatus.", ITYPE, "2:3 3 11",
      SETUP + "csrwi mie, 8; li a0, 0x02000000; li a1, 1; sw a1, 0(a0); lw a2, 0(a0); wfi; csrsi mstatus, 8; nop; j end;"
      ".balign 4; handler: sw zero, 0(a0); lw a2, 0(a0); csrci mie, 8; mret", "clint"),
]

SIZES = [
    P("sizes", "Instructions of 2 and 4 bytes: ilastsize is that of the last one.", BLOCK, "4 4 11 11",
      "c.nop;" + long("nop; bnez zero, end") + "li a0, 1; c.beqz a0, 1f; 1: c.nop;" + long("j 2f") +
      "2: c.j 3f; c.nop; 3: c.nop", "", SHORT),
    P("across-words", "Instructions of 4 bytes that lie across two words, jumps among them.", BLOCK, "5 9 13 11 1:11 3 11",
      SETUP + ".balign 4; c.nop;" + long("beqz zero, 1f") + "c.nop; c.nop; 1:" + long("jal ra, f; j 2f") + "f:" +
      long("nop; jr ra") + "2:" + long("ecall") + "c.j end;" + behind(), "", SHORT),
    P("c-jump", "c.j: 11.", JUMPS, "11", "c.j 1f; c.nop; 1: c.nop", "", SHORT),
    P("c-jal", "c.jal, which only RV32 has, links to x1: a call, 9. c.jr x1 returns.", JUMPS, "9 13 11",
      "c.jal f; c.j end; f: c.nop; c.jr ra", "", ("rv32c",)),
    P("c-jr", "c.jr by x1 and by x5 is a return, 13; by another register a jump, 10.", JUMPS, "13 13 10",
      "la ra, 1f; c.jr ra; c.nop; 1: la t0, 2f; c.jr t0; c.nop; 2: la a0, 3f; c.jr a0; c.nop; 3: c.nop", "", SHORT),
    P("c-jalr", "c.jalr by x5 is a swap, 12; by x1 or another register a call, 8.", JUMPS, "12 8 8",
      "la t0, 1f; c.jalr t0; c.nop; 1: la ra, 2f; c.jalr ra; c.nop; 2: la a0, 3f; c.jalr a0; c.nop; 3: c.nop", "", SHORT),
    P("c-branches", "c.beqz and c.bnez, each way.", ITYPE, "5 4 4 5",
      "li a0, 0; c.beqz a0, 1f; c.nop; 1: c.bnez a0, 2f; c.nop; 2: li a0, 1; c.beqz a0, 3f; c.nop; 3: c.bnez a0, 4f; c.nop; "
      "4: c.nop",
      "", SHORT),
    P("c-ebreak", "c.ebreak: exception 3.", ITYPE, "1:3 3 11", SETUP + "c.nop; c.ebreak; c.nop; c.j end;" + behind(2), "", SHORT),
    P("c-illegal", "A half-word of zeros: exception 2.", ITYPE, "1:2 3 11", SETUP + "c.nop; c.unimp; c.nop; c.j end;" +
      behind(2), "", SHORT),
    P("c-straight-long", "Short instructions in a line, more than any iretire has half-words, and one of 4 bytes at the end.",
      BLOCK, "", ".rept 255; c.nop; .endr;" + long("nop") + "c.nop", "", SHORT),
]

SUBJECTS = (STRAIGHT, BRANCHES, TRANSFERS, PAIRS, EXCEPTIONS, MODES, INTERRUPTS, SIZES)


def programs():
    """Each variant of each."""
    return [replace(one, variant=variant) for subject in SUBJECTS for one in subject for variant in one.variants]
