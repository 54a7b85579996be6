# SPDX-License-Identifier: Apache-2.0
"""What the text leaves to an encoder: each freedom takes a vector and its messages, and gives messages of another
encoder that are right too. Where it gives the same ones, the freedom is not the vector's."""
import re

from tests.sim.vectors.streams import SYNCS, bits, name_of, put, value

WIDEST = {"I-CNT": 22, "U-ADDR": 63, "F-ADDR": 63, "HIST": 32, "RDATA": 32, "B-CNT": 18, "HREPEAT": 18, "TSTAMP": 64, "PROCESS": 64}
VENDOR_SYNC, VENDOR_TCODE = 14, 57
LOOSE = ("Error", "trTsEnable=1")  # what is lost, and when, is the FIFO's


def idle_between(_, messages):
    return [line for message in messages for line in (".idle 2", message)] + [".idle 1"]


def padded(field):
    """A byte of zeros more than needed, which is not recommended."""
    def rewrite(vector, messages):
        def longer(match):
            width = max(int(match[2], 0).bit_length(), 1) + 6
            return match[0] if width > min(WIDEST[field], vector.xlen - 1 if "ADDR" in field else 64) else f"{match[0]}/{width}"
        return [re.sub(rf"( {field}=)(\w+)", longer, message, count=1) for message in messages]
    return rewrite


def cut_history(at):
    """Some branches of HIST, as many as `at` says of how many there are, go ahead in a ResourceFull."""
    def rewrite(_, messages):
        out = []
        for message in messages:
            hist = value(message, "HIST")
            first = at(bits(hist)) if hist is not None and bits(hist) > 1 else 0
            if first:
                rest = bits(hist) - first
                src = re.search(r" SRC=\w+", message)
                out.append(f"ResourceFull{src[0] if src else ''} RCODE=1 RDATA={hist >> rest:#x}")
                message = put(message, "HIST", 1 << rest | hist & (1 << rest) - 1)
            out.append(message)
        return out
    return rewrite


def full_history(messages, at):
    """RDATA of a ResourceFull with RCODE=1; None: it is another message."""
    there = at < len(messages) and name_of(messages[at]) == "ResourceFull" and value(messages[at], "RCODE") == 1
    return value(messages[at], "RDATA") if there else None


def cut_full_history(_, messages):
    """A ResourceFull with RCODE=1 in two."""
    out = []
    for i, message in enumerate(messages):
        hist = full_history(messages, i)
        if hist is not None and bits(hist) > 1:
            rest = bits(hist) // 2
            out.append(put(message, "RDATA", hist >> rest))
            message = put(message, "RDATA", 1 << rest | hist & (1 << rest) - 1)
        out.append(message)
    return out


def joined_history(_, messages):
    """Two ResourceFull with RCODE=1 in one, where HIST has room."""
    out = list(messages)
    for i in range(len(out) - 1, 0, -1):
        first, second = full_history(out, i - 1), full_history(out, i)
        if first is not None and second is not None and bits(first) + bits(second) <= 31:
            out[i - 1:i + 1] = [put(out[i - 1], "RDATA", first << bits(second) | second & (1 << bits(second)) - 1)]
    return out


def repeated(message):
    return name_of(message) == "ResourceFull" and value(message, "RCODE") == 2


def plain(message, hist):
    return re.sub(r" RCODE=\w+ RDATA=\w+ HREPEAT=\w+", f" RCODE=1 RDATA={hist:#x}", message)


def history_written_out(_, messages):
    """The history that RCODE=2 repeats, with RCODE=1 as often."""
    return [line for message in messages
            for line in ([plain(message, value(message, "RDATA"))] * value(message, "HREPEAT") if repeated(message) else [message])]


def longer_pattern(_, messages):
    """The repeated history twice in RDATA, half as often."""
    def twice(message):
        hist, often = (value(message, field) for field in ("RDATA", "HREPEAT")) if repeated(message) else (1, 1)
        if often % 2 or 2 * bits(hist) > 31:
            return message
        return put(put(message, "RDATA", hist << bits(hist) | hist & (1 << bits(hist)) - 1), "HREPEAT", often // 2)
    return [twice(message) for message in messages]


def repeated_once(vector, messages):
    """RCODE=2 with HREPEAT=1 for RCODE=1, where it is enabled."""
    if not vector.fields.get("trTeInstEnRepeatedHistory"):
        return messages
    return [message if full_history(messages, i) is None else
            re.sub(r"RCODE=1 RDATA=(\w+)|RCODE=0x1 RDATA=(\w+)", lambda m: f"RCODE=2 RDATA={m[1] or m[2]} HREPEAT=1", message)
            for i, message in enumerate(messages)]


def addressed(messages):
    """Each message, and the address (without bit 0) reported last, its own where it has one."""
    reference = 0
    for message in messages:
        full, part = value(message, "F-ADDR"), value(message, "U-ADDR")
        reference = full if full is not None else reference ^ (part or 0)
        yield message, reference


def followed_by(messages, i, *names):
    return i + 1 < len(messages) and name_of(messages[i + 1]) in names


def sync_at_jumps(_, messages):
    """A vendor's SYNC where a jump is reported."""
    out = []
    for i, (message, address) in enumerate(addressed(messages)):
        jump = re.match(r"(IndirectBranch(?:Hist)?)((?: SRC=\w+)?) B-TYPE=(\w+) I-CNT=(\w+) U-ADDR=\w+( HIST=\w+)?$", message)
        if jump and not followed_by(messages, i, "RepeatBranch"):
            message = f"{jump[1]}Sync{jump[2]} SYNC={VENDOR_SYNC} B-TYPE={jump[3]} I-CNT={jump[4]} F-ADDR={address:#x}{jump[5] or ''}"
        out.append(message)
    return out


def sync_behind_jumps(_, messages):
    """A ProgTraceSync with a vendor's SYNC behind each message that has an address."""
    out = []
    for i, (message, address) in enumerate(addressed(messages)):
        out.append(message)
        if value(message, "U-ADDR") is not None and not followed_by(messages, i, "RepeatBranch"):
            src = re.search(r" SRC=\w+", message)
            out.append(f"ProgTraceSync{src[0] if src else ''} SYNC={VENDOR_SYNC} I-CNT=0 F-ADDR={address:#x}")
    return out


def sync_of_icnt(vector, messages):
    """SYNC=4 for a full I-CNT, where code that has no jumps began at the address reported last."""
    out, address, straight = [], 0, True
    for message in messages:
        full, icnt = value(message, "F-ADDR"), value(message, "I-CNT")
        if name_of(message) == "ResourceFull" and value(message, "RCODE") == 0 and straight:
            address += value(message, "RDATA")
            message = f"ProgTraceSync SYNC=4 I-CNT={value(message, 'RDATA'):#x} F-ADDR={address:#x}"
        elif full is not None:
            address, straight = full, True
        elif icnt:
            straight = False
        out.append(message)
    return messages if vector.htm() else out


def no_repeats(_, messages):
    """RepeatBranch written out: the message itself, as often."""
    out = []
    for message in messages:
        if message.startswith("RepeatBranch"):
            out += [out[-1] if value(out[-1], "U-ADDR") is None else put(out[-1], "U-ADDR", 0)] * value(message, "B-CNT")
        else:
            out.append(message)
    return out


def joined_branches(vector, messages):
    """RepeatBranch for each DirectBranch as the one before."""
    out = []
    for message in messages:
        count = value(out[-1], "B-CNT") if out and name_of(out[-1]) == "RepeatBranch" else 0
        before = out[-2] if count else out[-1] if out else ""
        if name_of(message) == "DirectBranch" and message == before:
            src = re.search(r" SRC=\w+", message)
            out[len(out) - bool(count):] = [f"RepeatBranch{src[0] if src else ''} B-CNT={count + 1:#x}"]
        else:
            out.append(message)
    return messages if vector.htm() else out


def one_btype(_, messages):
    """An encoder that does not tell exceptions from interrupts."""
    return [re.sub("B-TYPE=(0x)?[23]", "B-TYPE=1", message) for message in messages]


def hist_for_none(vector, messages):
    """IndirectBranchHist with empty HIST for IndirectBranch, in HTM."""
    if not vector.htm():
        return messages
    return [re.sub(r"^IndirectBranch( .*?)(?=( TSTAMP|$))", r"IndirectBranchHist\1 HIST=1", message, count=1) for message in messages]


def cut_icnt(vector, messages):
    """The first instruction at an address that was just reported, in a ResourceFull of its own."""
    sizes = {int(address, 0): len(code) // 2 for address, code in re.findall(r"^#: (0x\w+)  (\w+)  ", vector.text, re.M)}
    out, address = [], None
    for message, reported in addressed(messages):
        icnt, size = value(message, "I-CNT"), sizes.get(2 * address, 0) // 2 if address is not None else 0
        if icnt and size and icnt > size and name_of(message) not in SYNCS:
            src = re.search(r" SRC=\w+", message)
            out.append(f"ResourceFull{src[0] if src else ''} RCODE=0 RDATA={size:#x}")
            message = put(message, "I-CNT", icnt - size)
        out.append(message)
        if name_of(message) != "Ownership":
            has = value(message, "F-ADDR") is not None or value(message, "U-ADDR") is not None
            address = reported if has else None
    return out


def time_at_syncs_alone(_, messages):
    """TSTAMP in synchronizing messages alone."""
    return [message if name_of(message) in SYNCS else re.sub(r" TSTAMP=\w+$", "", message) for message in messages]


def time_at_every_other(_, messages):
    """TSTAMP in every other message: the next one has the distance from the last that has one."""
    out, left = [], 0
    for i, message in enumerate(messages):
        if name_of(message) not in SYNCS and value(message, "TSTAMP") is not None:
            left += value(message, "TSTAMP")
            message = re.sub(r" TSTAMP=\w+$", "", message) if i % 2 else put(message, "TSTAMP", left)
            left = left if i % 2 else 0
        else:
            left = 0
        out.append(message)
    return out


def stops_while_off(vector, messages):
    """ProgTraceCorrelation with EVCODE=4 before tracing starts: the encoder was enabled with tracing off."""
    src = f" SRC={vector.fields.get('trTeSrcID', 0) & (1 << vector.src()) - 1}" if vector.src() else ""
    first = f"ProgTraceCorrelation{src} EVCODE=4 CDF={int(vector.htm())} I-CNT=0" + (" HIST=1" if vector.htm() else "")
    return [first, *messages] if messages and name_of(messages[0]) in SYNCS else messages


def vendor_messages(vector, messages):
    """A vendor's message before the first, and behind the last."""
    src = f" SRC={vector.fields.get('trTeSrcID', 0) & (1 << vector.src()) - 1}" if vector.src() else ""
    line = f".message {VENDOR_TCODE}{src} 0x123 0x4"
    return [line, *messages, line] if messages else messages


def started_by_a_branch(_, messages):
    """SYNC=5 in IndirectBranchSync, as note 1 of the six cases has it."""
    return [re.sub(r"^ProgTraceSync((?: SRC=\w+)?) SYNC=(?:0x)?5 ", r"IndirectBranchSync\1 SYNC=5 B-TYPE=0 ", message) for message in messages]


def marked_by_a_branch(_, messages):
    """SYNC=6 and SYNC=0 in IndirectBranchSync with B-TYPE=0, on linear code."""
    return [re.sub(r"^ProgTraceSync((?: SRC=\w+)?) SYNC=(0x0|0x6|0|6) ", r"IndirectBranchSync\1 SYNC=\2 B-TYPE=0 ", message) for message in messages]


def code_unknown(_, messages):
    """ECODE=0: an encoder that does not know what was lost."""
    return [put(message, "ECODE", 0) if name_of(message) == "Error" else message for message in messages]


# Name: what it does, and words of vectors that it is not for
FREEDOMS = {
    "idle bytes between messages": (idle_between, ()),
    **{f"{field} with a byte of zeros more": (padded(field), ("ExtendAddr",) if "ADDR" in field else ()) for field in WIDEST},
    "the first branch of HIST goes ahead": (cut_history(lambda n: 1), LOOSE + ("RepeatBranch",)),
    "half of HIST goes ahead": (cut_history(lambda n: n // 2), LOOSE + ("RepeatBranch",)),
    "all of HIST but a branch goes ahead": (cut_history(lambda n: n - 1), LOOSE + ("RepeatBranch",)),
    "full HIST in two": (cut_full_history, LOOSE),
    "two full HIST in one": (joined_history, LOOSE),
    "repeated history written out": (history_written_out, LOOSE),
    "repeated history with twice the pattern": (longer_pattern, LOOSE),
    "history that is repeated once": (repeated_once, LOOSE),
    "synchronization at each jump": (sync_at_jumps, LOOSE + ("trTeContext=1", "ImplicitReturn", "SyncMode", "ExtendAddr", "SequentialJump", "RepeatedHistory")),
    "synchronization behind each jump": (sync_behind_jumps, LOOSE + ("trTeContext=1", "ImplicitReturn", "SyncMode", "ExtendAddr", "SequentialJump",
                                                                  "RepeatedHistory")),
    "SYNC=4 for a full I-CNT": (sync_of_icnt, LOOSE + ("trTeContext=1", "ImplicitReturn", "SyncMode", "SrcBits", "ExtendAddr", "EnAllJumps")),
    "RepeatBranch written out": (no_repeats, LOOSE),
    "RepeatBranch for equal branches": (joined_branches, LOOSE + ("SyncMode",)),
    "B-TYPE=1 for all traps": (one_btype, ("BTYPE_TRAP", "Error", "RepeatBranch")),
    "IndirectBranchHist without history": (hist_for_none, ("Error", "RepeatBranch")),
    "I-CNT in two": (cut_icnt, LOOSE + ("RepeatBranch", "ImplicitReturn", "SequentialJump")),
    "TSTAMP in synchronizing messages alone": (time_at_syncs_alone, ()),
    "TSTAMP in every other message": (time_at_every_other, ("Error",)),
    "ProgTraceCorrelation while nothing is traced": (stops_while_off, LOOSE),
    "a vendor's messages": (vendor_messages, LOOSE),
    "started by IndirectBranchSync": (started_by_a_branch, LOOSE),
    "marked by IndirectBranchSync": (marked_by_a_branch, LOOSE),
    "Error without a reason": (code_unknown, ()),
}

# Other encoders by their settings and sizes: name, control fields, parameters
MODELS = {
    "no implicit returns": ({"trTeInstImplicitReturnMode": 0}, {}),
    "a return stack of two": ({}, {"STACK_DEPTH": 2}),
    "no sequential jumps": ({"trTeInstEnSequentialJump": 0}, {}),
    "no repeated history": ({"trTeInstEnRepeatedHistory": 0}, {}),
    "no SYNC=4": ({"ntEnSyncICNT": 0}, {}),
    "PROCESS not trimmed": ({"ntTrimOwnership": 0}, {}),
    "I-CNT of 7 bits": ({}, {"ICNT_W": 7}),
    "I-CNT of 22 bits": ({}, {"ICNT_W": 22}),
    "HIST of 8 bits": ({}, {"HIST_W": 8, "PERIOD_W": 3}),
    "HREPEAT and B-CNT of 6 bits": ({}, {"REPEAT_W": 6}),
    "a FIFO of 64": ({}, {"FIFO_DEPTH": 64}),
    "B-TYPE=1": ({}, {"BTYPE_TRAP": 1}),
}

# Three other encoders, far from this one: settings and sizes of its model, and freedoms one after the other
VENDORS = {
    "frugal": (({"trTeInstImplicitReturnMode": 0, "trTeInstEnSequentialJump": 0, "trTeInstEnRepeatedHistory": 0, "ntEnRepeatBranch": 0, "ntEnSyncICNT": 0},
                {"ICNT_W": 7, "HIST_W": 8, "PERIOD_W": 0, "FIFO_DEPTH": 64, "BTYPE_TRAP": 1}),
               ("TSTAMP in synchronizing messages alone", "idle bytes between messages")),
    "talkative": (({}, {}),
                  ("RepeatBranch written out", "repeated history written out", "full HIST in two", "IndirectBranchHist without history", "I-CNT in two",
                   "synchronization behind each jump", "started by IndirectBranchSync", "marked by IndirectBranchSync",
                   "ProgTraceCorrelation while nothing is traced", "I-CNT with a byte of zeros more", "a vendor's messages")),
    "thrifty": (({}, {"ICNT_W": 22}),
                ("RepeatBranch for equal branches", "two full HIST in one", "history that is repeated once", "repeated history with twice the pattern",
                 "SYNC=4 for a full I-CNT", "TSTAMP in every other message", "Error without a reason")),
}


def of_vendor(name, vector, messages):
    """The messages with those freedoms of the vendor's that are the vector's too."""
    for freedom in VENDORS[name][1]:
        rewrite, barred = FREEDOMS[freedom]
        if not vector.has(*barred):
            messages = rewrite(vector, messages)
    return messages
