# SPDX-License-Identifier: Apache-2.0
"""Fields that settings add: SRC, TSTAMP, Ownership; and the longest messages."""
from scripts.vectors.vector import BTM, HTM, Vector

SOURCE = "Unified N-Trace Message Structure"
TIME = "Timestamp Reporting"
OWNER = "Ownership Message"
U, S, M, VU, VS = 0, 1, 3, 4, 5


def sources():
    for bits in (1, 2, 5, 6, 7, 12):
        yield Vector(f"src-{bits}-bits", f"SRC of {bits} bits, all of them 1, in every message.", SOURCE, trTeSrcBits=bits, trTeSrcID=(1 << bits) - 1) \
            .code(0x100, "c.nop; c.beqz a0, 0x100; c.jr a0").code(0x200, "c.nop*2").walk("T N J@0x200 1")
    yield Vector("src-cut", "trTeSrcID is wider than trTeSrcBits: its lower bits are sent.", SOURCE, trTeSrcBits=4, trTeSrcID=0xabc) \
        .code(0x100, "c.nop").walk("1")
    yield Vector("src-inhibited", "trTeInhibitSrc=1: no SRC, whatever trTeSrcBits is.", SOURCE, trTeSrcBits=4, trTeSrcID=5, trTeInhibitSrc=1) \
        .code(0x100, "c.nop").walk("1")
    yield Vector("src-fills-byte", "SRC of 6 bits: the byte behind TCODE holds nothing else.", SOURCE, mode=BTM, trTeSrcBits=6, trTeSrcID=0) \
        .code(0x100, "c.beqz a0, 0x100").walk("T")


def timed(name, shows, path, **fields):
    fields = {"mode": BTM, "trTsActive": 1, "trTsMode": 1, **fields}
    v = Vector(name, shows, TIME, **fields, trTsEnable=1)
    v.code(0x100, "c.nop*2; c.beqz a0, 0x100; c.jr a0").code(0x400, "c.nop*4")
    return v.walk(path)


def times():
    for gap in (0, 1, 63, 64, 4095, 4096):
        yield timed(f"time-gap-{gap}", f"The second message comes {gap} ticks behind the first: TSTAMP is the distance.",
                    f"[ticks 0] time=1000:2 T time={1000 + gap}:2 time={1000 + gap}:T", mode=BTM)
    yield timed("time-absolute", "A synchronizing message has the time itself, others the distance to the message before.",
                "time=1000:1 time=1000:1 time=1100:T time=1150,trigger=4:1 time=1160:1 time=1170:T")
    yield timed("time-of-jump", "IndirectBranch has the time of the jump, not of its target.", "time=1000:1 time=1000:1 N time=2000:J@0x400 time=3000:1")
    yield timed("time-of-notify-behind-jump", "A notify behind the jump's target, in the target's block, has the time of the block, IndirectBranch that of the jump.",
                "time=1000:1 time=1000:1 N time=2000:J@0x400 time=3000,trigger=4:2 1")
    yield timed("time-of-trap", "A trap's message has the time of the trap, not of its handler.", "time=1000:1 time=1500:1I@0x400 time=2500:1")
    yield timed("time-zero", "Time 0 is sent as TSTAMP=0.", "time=0:1 1 time=0:T")
    yield timed("time-widest", "Time of 48 ones.", "time=0xffffffffffff:1 time=0xffffffffffff:1 time=0xffffffffffff:T")
    yield timed("time-wraps", "8 bits of time that wrap: the distance is modulo 256.", "time=250:1 time=250:1 time=5:T 1", build="tiny")
    yield timed("time-wraps-48", "48 bits of time that wrap between two messages.", "time=0xfffffffffff0:1 time=0xfffffffffff0:1 time=0x10:T 1")
    for prescale in (0, 1, 2, 3):
        yield timed(f"time-prescale-{prescale}", f"The internal counter with trTsPrescale={prescale}: every {4 ** prescale} cycles.",
                    "1 1 [idle 200] T [idle 200] 1 1 T", trTsMode=3, trTsPrescale=prescale)
    yield timed("time-stops-in-debug", "trTsRunInDebug=0: the internal counter rests in debug mode.", "1 1 T [idle 20] " + "[halted=1] " * 20 + "1 1 T", trTsMode=3)
    yield timed("time-runs-in-debug", "trTsRunInDebug=1: the internal counter goes on in debug mode.", "1 1 T [idle 20] " + "[halted=1] " * 20 + "1 1 T",
                trTsMode=3, trTsRunInDebug=1)
    yield timed("time-count-off", "trTsCount=0: the internal counter stands still.", "1 1 [idle 50] T 1 1 T", trTsMode=3, trTsCount=0)
    yield timed("time-with-src", "SRC and TSTAMP together.", "time=1000:1 time=1000:1 time=1064:T 1", trTeSrcBits=4, trTeSrcID=9)
    yield timed("time-htm", "TSTAMP behind HIST.", "time=1000:1 time=1000:1 time=1010:T 2 N time=1100:J@0x400 time=1200:1", mode=HTM)
    yield timed("time-icnt-full", "ResourceFull has the time of the block that filled I-CNT.", "time=10:1 time=11:1 " + "N J@0x100 2 " * 5, mode=HTM,
                build="tiny", ntEnRepeatBranch=0)


def owned(name, shows, path, pins="priv=3", mode=BTM, **fields):
    v = Vector(name, shows, OWNER, mode=mode, pins=pins, trTeContext=1, **fields)
    v.code(0x100, "c.nop*4; c.jr a0").code(0x400, "c.nop*4; mret; c.nop*2")
    return v.walk(path)


def owners():
    for name, priv in (("u", U), ("s", S), ("m", M), ("vu", VU), ("vs", VS)):
        yield owned(f"owner-{name}", f"Ownership behind ProgTraceSync in {name.upper()} mode: V and PRV of PROCESS.", "1", f"priv={priv}")
    for context in (1, 0x7f, 0x80, 0xffffffff):
        yield owned(f"owner-scontext-{context:x}", f"scontext is {context:#x}.", "1", f"priv=1 context={context:#x}")
    yield owned("owner-hcontext", "hcontext and scontext: two messages, hcontext first.", "1", f"priv=5 context={0x3fff << 32 | 0x12345678:#x}")
    yield owned("owner-rv32", "hcontext of 6 bits, scontext of 16.", "1", "priv=1 context=0x3fffff", build="rv32")
    yield owned("owner-trap", "A trap from U to M mode: Ownership with FORMAT=0 behind its message, and behind the trap return's.",
                "priv=0:2 priv=0:1I@0x400 priv=3:2 priv=3:2 priv=3:M@0x106 priv=0:1", "")
    yield owned("owner-trap-same", "A trap from M to M mode: no Ownership.", "2 1I@0x400 4 M@0x106 1")
    yield owned("owner-trap-rc7", "A trap from M to M mode with ntRc7=1: Ownership behind its message.", "2 1I@0x400 4 M@0x106 1", ntRc7=1)
    for ctype in (1, 2, 3):
        path = {1: "2 ctype=1,context=5:1 context=5:1", 2: "2 ctype=2,context=5:1 context=5:1",
                3: "2 ctype=3,context=5:1 context=5:1"}[ctype]
        for mode_name, mode in (("btm", BTM), ("htm", HTM)):
            yield owned(f"owner-ctype-{ctype}-{mode_name}", f"scontext changes with ctype={ctype}.", path, "priv=1", mode=mode)
    yield owned("owner-ctype-0", "scontext changes with ctype=0: not reported before the next synchronizing message.", "2 context=5:1 context=5:1", "priv=1")
    yield owned("owner-trimmed", "ntTrimOwnership=1 with SRC of 3 bits: PROCESS without upper zeros.", "1", "priv=0", ntTrimOwnership=1,
                trTeSrcBits=3, trTeSrcID=5)
    yield owned("owner-at-notify", "Ownership behind each synchronizing message.", "2 trigger=4:1 1")
    yield Vector("owner-off", "trTeContext=0: a change of context is not reported.", OWNER, pins="priv=1") \
        .code(0x100, "c.nop*4").walk("2 ctype=1,context=5:1 1")


def longest():
    everything = dict(trTeSrcBits=12, trTeSrcID=0xfff, trTsActive=1, trTsMode=1, trTsEnable=1)
    v = Vector("longest-sync", "The longest message of this encoder: IndirectBranchHistSync with SRC of 12 bits, the widest address, 30 branches and "
               "the widest TSTAMP.", "N-Trace subset", **everything)
    v.code(0x100, "c.beqz a0, 0x100; c.jr a0").code(0xfffffffffffffff0, "c.nop*2")
    yield v.walk("[ticks 0] time=0xffffffffffff:T T*28 time=0xffffffffffff:N time=0xffffffffffff:J@0xfffffffffffffff0 time=0xffffffffffff,ctype=2:1")
    v = Vector("longest-jump", "IndirectBranchHist with the widest U-ADDR and 30 branches.", "N-Trace subset", trTeSrcBits=12, trTeSrcID=0xfff)
    v.code(0x100, "c.beqz a0, 0x100; c.jr a0").code(0xfffffffffffffef0, "c.nop*2")
    yield v.walk("T*29 N J@0xfffffffffffffef0 1")
    v = Vector("longest-owner", "Ownership with the widest SRC and context.", OWNER, pins=f"priv=5 context={(1 << 46) - 1:#x}", trTeContext=1,
               **everything)
    yield v.code(0x100, "c.nop").walk("time=0xffffffffffff:1")


def vectors():
    return [*sources(), *times(), *owners(), *longest()]
