# SPDX-License-Identifier: Apache-2.0
"""Kinds of damage to the encoder's streams: each has a name, and changes the messages of a vector, or its bytes. It gives
None where the vector has nothing of the kind. What it gives is no legal stream of the vector's ingress."""
import re

from tests.sim.vectors.streams import SYNCS, bits, name_of, put, value

NAMES = ("Ownership", "DirectBranch", "IndirectBranch", "Error", "ProgTraceSync", "DirectBranchSync", "IndirectBranchSync", "ResourceFull",
         "IndirectBranchHist", "IndirectBranchHistSync", "RepeatBranch", "ProgTraceCorrelation")
# Vectors whose stream may differ in more ways: what is lost, and periods, are the encoder's; branches of these examples go
# to the next instruction, taken or not
LOOSE = ("trTeInstSyncMode", "sink_ready", "vector example-hist-", "vector example-hrepeat-10", "vector example-all-fields-htm")
LOSSES = ("Error", "ECODE", "ETYPE")  # kinds that are for vectors with a loss


def at_of(messages, name, more=lambda message: True, first=0):
    """Where the first such message is; None: there is none."""
    return next((i for i in range(first, len(messages)) if name_of(messages[i]) == name and more(messages[i])), None)


def left_out(name, first=0):
    def damage(vector, messages):
        at = at_of(messages, name, first=first)
        return None if at is None or len(messages) == 1 else messages[:at] + messages[at + 1:]
    return damage


def without_ownership(_, messages):
    """All of the first place: one of two may be the message of a hart without hcontext."""
    at = at_of(messages, "Ownership")
    end = at
    while end is not None and end < len(messages) and name_of(messages[end]) == "Ownership":
        end += 1
    return None if at is None else messages[:at] + messages[end:]


def doubled(name):
    def damage(vector, messages):
        at = at_of(messages, name)
        return None if at is None else messages[:at + 1] + messages[at:]
    return damage


def swapped(name):
    """With the one before it."""
    def damage(vector, messages):
        at = at_of(messages, name, first=1)
        if at is None or messages[at] == messages[at - 1]:
            return None
        return messages[:at - 1] + [messages[at], messages[at - 1]] + messages[at + 1:]
    return damage


def changed(name, field, how, when=lambda message: True):
    """One field of the first such message has another value."""
    def damage(vector, messages):
        at = at_of(messages, name, lambda message: value(message, field) is not None and when(message))
        old = None if at is None else value(messages[at], field)
        new = None if old is None else how(old)
        if new is None or new == old or new < 0:
            return None
        return messages[:at] + [put(messages[at], field, new)] + messages[at + 1:]
    return damage


def told_before(name, field, how):
    """The same of the message before the first such one."""
    def damage(vector, messages):
        at = at_of(messages, name, first=1)
        old = None if at is None else value(messages[at - 1], field)
        return None if old is None else messages[:at - 1] + [put(messages[at - 1], field, how(old))] + messages[at:]
    return damage


def rewritten(name, pattern, words, when=lambda message: True):
    """The text of the first such message."""
    def damage(vector, messages):
        at = at_of(messages, name, lambda message: re.search(pattern, message) and when(message))
        if at is None:
            return None
        return messages[:at] + [re.sub(pattern, words, messages[at], count=1)] + messages[at + 1:]
    return damage


def inserted(line, behind, needs=lambda vector: True):
    """A message more behind the first one of a name."""
    def damage(vector, messages):
        at = at_of(messages, behind)
        if at is None or vector.src() or not needs(vector):
            return None
        return messages[:at + 1] + [line] + messages[at + 1:]
    return damage


def in_bytes(how):
    """`how` changes a bytearray; it returns False where it cannot."""
    def damage(vector, data):
        new = bytearray(data)
        return None if how(new) is False or new == data else bytes(new)
    damage.of_bytes = True
    return damage


# ---- kinds of numbers ----

NEAR = {"one more": lambda n: n + 1, "one less": lambda n: n - 1, "0": lambda n: 0}


HISTORIES = {"last branch the other way": lambda h: h ^ 1 if bits(h) > 0 else None,
             "first branch the other way": lambda h: h ^ 1 << bits(h) - 1 if bits(h) > 1 else None,
             "a branch more, taken": lambda h: h << 1 | 1 if bits(h) < 31 else None,
             "a branch more, not taken": lambda h: h << 1 if bits(h) < 31 else None,
             "a branch less": lambda h: h >> 1 if bits(h) > 0 else None,
             "no branch": lambda h: 1,
             "backwards": lambda h: int("1" + bin(h)[3:][::-1], 2) if bits(h) > 1 else None,
             "no stop bit": lambda h: 0}
ADDRESSES = {"bit 0 inverted": lambda a: a ^ 1, "bit 9 inverted": lambda a: a ^ 0x200}


def rcode(number):
    return lambda message: value(message, "RCODE") == number


def messages_kinds():
    for name in NAMES:
        yield f"{name} left out", without_ownership if name == "Ownership" else left_out(name)
        if name != "Error":  # two in a row are right
            yield f"{name} sent twice", doubled(name)
        yield f"{name} before the message that it follows", swapped(name)


def counts():
    for name in ("DirectBranch", "IndirectBranch", "ProgTraceSync", "DirectBranchSync", "IndirectBranchSync", "IndirectBranchHist",
                 "IndirectBranchHistSync", "ProgTraceCorrelation"):
        for words, how in NEAR.items():
            if name != "ProgTraceSync" or words == "one more":  # it is 0 nearly everywhere
                yield f"I-CNT of {name}: {words}", changed(name, "I-CNT", how)
    for words, how in NEAR.items():
        yield f"RDATA of ResourceFull with I-CNT: {words}", changed("ResourceFull", "RDATA", how, rcode(0))
        yield f"HREPEAT: {words}", changed("ResourceFull", "HREPEAT", how)
        yield f"B-CNT: {words}", changed("RepeatBranch", "B-CNT", how)


def addresses():
    for name in SYNCS:
        for words, how in ADDRESSES.items():
            yield f"F-ADDR of {name}: {words}", changed(name, "F-ADDR", how)
    for name in ("IndirectBranch", "IndirectBranchHist"):
        for words, how in ADDRESSES.items():
            yield f"U-ADDR of {name}: {words}", changed(name, "U-ADDR", how)
        yield f"U-ADDR of {name}: the whole address", whole_address(name)


def whole_address(name):
    def damage(vector, messages):
        reference = 0
        for i, message in enumerate(messages):
            full, part = value(message, "F-ADDR"), value(message, "U-ADDR")
            if name_of(message) == name and part is not None and reference:
                return messages[:i] + [put(message, "U-ADDR", reference ^ part)] + messages[i + 1:]
            reference = full if full is not None else reference ^ (part or 0)
        return None
    return damage


def histories():
    for name, field, when in (("IndirectBranchHist", "HIST", None), ("IndirectBranchHistSync", "HIST", None), ("ProgTraceCorrelation", "HIST", None),
                              ("ResourceFull", "RDATA", rcode(1)), ("ResourceFull", "RDATA", rcode(2))):
        where = name if when is None else f"ResourceFull with RCODE={1 if when('ResourceFull RCODE=1') else 2}"
        for words, how in HISTORIES.items():
            yield f"{field} of {where}: {words}", changed(name, field, how, *([when] if when else []))


def codes():
    for number in (8, 10, 11, 12, 13):
        yield f"SYNC={number}, which is reserved", changed("ProgTraceSync", "SYNC", lambda old, n=number: n)
    for old, new in ((3, 5), (5, 3), (1, 3), (9, 1), (3, 1), (5, 9), (3, 7), (0, 6), (6, 2), (5, 2), (3, 4), (5, 6), (5, 0)):
        yield f"SYNC={new} where it is {old}", changed("ProgTraceSync", "SYNC", lambda was, o=old, n=new: n if was == o else None,
                                                       lambda message, o=old: value(message, "SYNC") == o)
    # Of two triggers either may give the reason.
    yield "SYNC=0 where it is 6", lambda v, m: None if "both" in v.name else changed(
        "ProgTraceSync", "SYNC", lambda was: 0, lambda message: value(message, "SYNC") == 6)(v, m)
    for name in ("IndirectBranch", "IndirectBranchHist"):
        yield f"{name}: a jump as an exception", changed(name, "B-TYPE", lambda old: 2 if old == 0 else None)
        yield f"{name}: a jump as an interrupt", changed(name, "B-TYPE", lambda old: 3 if old == 0 else None)
        yield f"{name}: an exception as an interrupt", changed(name, "B-TYPE", lambda old: 3 if old == 2 else None, lambda m: value(m, "B-TYPE") == 2)
        yield f"{name}: an interrupt as an exception", changed(name, "B-TYPE", lambda old: 2 if old == 3 else None, lambda m: value(m, "B-TYPE") == 3)
        yield f"{name}: a trap as a jump", changed(name, "B-TYPE", lambda old: 0 if old else None, lambda m: value(m, "B-TYPE") in (2, 3))
    for old, new in ((0, 4), (4, 0), (0, 1), (1, 0), (4, 1)):  # 4 may stand for 1
        yield f"EVCODE={new} where it is {old}", changed("ProgTraceCorrelation", "EVCODE", lambda was, o=old, n=new: n if was == o else None,
                                                         lambda message, o=old: value(message, "EVCODE") == o)
    for number in (2, 3, 5, 6, 7):
        yield f"EVCODE={number}, which is reserved or for data", changed("ProgTraceCorrelation", "EVCODE", lambda old, n=number: n)
    for number in (3, 4, 5, 6, 7):
        yield f"RCODE={number}, which is reserved", raw_field("ResourceFull", "RCODE", number)
    yield "ResourceFull: HIST as I-CNT", changed("ResourceFull", "RCODE", lambda old: 0 if old == 1 else None, rcode(1))
    yield "ResourceFull: I-CNT as HIST", changed("ResourceFull", "RCODE", lambda old: 1 if old == 0 else None, rcode(0))
    for number in (2, 3):
        yield f"CDF={number}, which is reserved", raw_field("ProgTraceCorrelation", "CDF", number)
    yield "CDF=0 in HTM, without HIST", rewritten("ProgTraceCorrelation", r"CDF=(?:0x)?1 (I-CNT=\w+) HIST=\w+", r"CDF=0 \1")
    yield "CDF=1 in BTM, with HIST", rewritten("ProgTraceCorrelation", r"CDF=(?:0x)?0 (I-CNT=\w+)", r"CDF=1 \1 HIST=1")
    for number in (1, 7):
        yield f"ETYPE={number}", raw_field("Error", "ETYPE", number)
    for number, what in ((0x14, "a reserved bit"), (0x6, "a bit of data trace"), (0x104, "a bit above the mask"), (0x8, "lost Ownership where there is none")):
        yield f"ECODE: {what}", changed("Error", "ECODE", lambda old, n=number: n)


def raw_field(name, field, number):
    """A value that the table of messages does not permit: a line without any check."""
    def damage(vector, messages):
        at = at_of(messages, name)
        if at is None:
            return None
        return messages[:at] + [".message " + put(messages[at], field, number)] + messages[at + 1:]
    return damage


def ownership():
    yield "PROCESS: FORMAT=1, which is reserved", changed("Ownership", "PROCESS", lambda p: p & ~3 | 1)
    yield "PROCESS: PRV=2, which is reserved", changed("Ownership", "PROCESS", lambda p: p & ~0xc | 8)
    yield "PROCESS: V=1 of M", changed("Ownership", "PROCESS", lambda p: p | 0x1c)
    yield "PROCESS: another privilege", changed("Ownership", "PROCESS", lambda p: p ^ 4 if p >> 2 & 3 < 2 else p & ~8)
    yield "PROCESS: V inverted", changed("Ownership", "PROCESS", lambda p: p ^ 0x10 if p >> 2 & 3 != 3 else None)
    yield "PROCESS: another context", changed("Ownership", "PROCESS", lambda p: p ^ 0x20 if p & 2 else None, lambda m: value(m, "PROCESS") & 2)
    yield "PROCESS: a context with FORMAT=0", changed("Ownership", "PROCESS", lambda p: p | 0x20, lambda m: value(m, "PROCESS") & 3 == 0)
    yield "PROCESS: hcontext as scontext", changed("Ownership", "PROCESS", lambda p: p & ~1, lambda m: value(m, "PROCESS") & 3 == 3)
    yield "PROCESS: scontext as hcontext", changed("Ownership", "PROCESS", lambda p: p | 1, lambda m: value(m, "PROCESS") & 3 == 2)
    yield "scontext left out behind hcontext", without_scontext
    yield "scontext before hcontext", scontext_first
    yield "Ownership where trTeContext is 0", inserted("Ownership PROCESS=0xc", "ProgTraceSync", lambda v: not v.fields.get("trTeContext"))


def pair(messages):
    return next((i for i in range(len(messages) - 1) if name_of(messages[i]) == name_of(messages[i + 1]) == "Ownership"
                 and value(messages[i], "PROCESS") & 3 == 3 and value(messages[i + 1], "PROCESS") & 3 == 2), None)


def without_scontext(_, messages):
    at = pair(messages)
    return None if at is None else messages[:at + 1] + messages[at + 2:]


def scontext_first(_, messages):
    at = pair(messages)
    return None if at is None else messages[:at] + [messages[at + 1], messages[at]] + messages[at + 2:]


def sources_and_times():
    yield "SRC of another encoder in one message", lambda v, m: None if not v.src() or len(m) < 2 else \
        m[:1] + [put(m[1], "SRC", value(m[1], "SRC") ^ 1)] + m[2:]
    yield "SRC of another encoder in all messages", lambda v, m: None if not v.src() or "trTeSrcID" not in v.fields else \
        [put(message, "SRC", value(message, "SRC") ^ 1) for message in m]
    yield "SRC left out", lambda v, m: None if not v.src() else [re.sub(r"^(\w+) SRC=\w+", r".message \1", message) for message in m]
    yield "TSTAMP left out of a synchronizing message", rewritten("ProgTraceSync", r" TSTAMP=\w+$", "")
    yield "absolute TSTAMP: much later", later(lambda t: t + 0x10000)
    yield "absolute TSTAMP: 0", later(lambda t: 0)
    yield "relative TSTAMP: much later", relative(lambda t: t + 0x10000)
    yield "relative TSTAMP: the time itself", relative_absolute
    yield "TSTAMP that was not asked for", lambda v, m: None if v.timed() or name_of(m[0]) != "ProgTraceSync" else \
        [".message " + m[0] + " 0x5"] + m[1:]


def later(how):
    """Of a start after the first, to whose times the others are compared."""
    def damage(_, messages):
        first = at_of(messages, "ProgTraceSync")
        rest = [] if first is None else messages[first + 1:]
        changed_rest = changed("ProgTraceSync", "TSTAMP", how)(_, rest)
        return None if changed_rest is None else messages[:first + 1] + changed_rest
    return damage


def relative(how):
    def damage(_, messages):
        at = next((i for i, message in enumerate(messages) if name_of(message) in ("DirectBranch", "IndirectBranch", "IndirectBranchHist")
                   and value(message, "TSTAMP") is not None), None)
        return None if at is None else messages[:at] + [put(messages[at], "TSTAMP", how(value(messages[at], "TSTAMP")))] + messages[at + 1:]
    return damage


def relative_absolute(vector, messages):
    first = value(messages[0], "TSTAMP")
    return relative(lambda t: t + first)(vector, messages) if first and first > 8 else None


def other_messages():
    def of(mode):
        return lambda vector: vector.htm() == (mode == "HTM")
    yield "IndirectBranchHist as IndirectBranch: history is lost", rewritten(
        "IndirectBranchHist", r"^IndirectBranchHist(.*) HIST=\w+", r"IndirectBranch\1", lambda m: bits(value(m, "HIST")) > 0)
    yield "DirectBranch as IndirectBranch", rewritten("DirectBranch", r"^DirectBranch( SRC=\w+)?( I-CNT=\w+)", r"IndirectBranch\1 B-TYPE=0\2 U-ADDR=0")
    yield "IndirectBranch as DirectBranch", lambda v, m: None if v.htm() else rewritten(
        "IndirectBranch", r"^IndirectBranch( SRC=\w+)? B-TYPE=\w+( I-CNT=\w+) U-ADDR=\w+", r"DirectBranch\1\2")(v, m)
    yield "DirectBranchSync as ProgTraceSync: the branch is lost", rewritten("DirectBranchSync", r"^DirectBranchSync(.*) I-CNT=\w+", r"ProgTraceSync\1 I-CNT=0")
    yield "a start after debug mode as DirectBranchSync in HTM", lambda v, m: None if not v.htm() else rewritten(
        "ProgTraceSync", "^ProgTraceSync", "DirectBranchSync", lambda m: value(m, "SYNC") == 3)(v, m)
    yield "a DirectBranch more, in BTM", inserted("DirectBranch I-CNT=2", "ProgTraceSync", of("BTM"))
    yield "a DirectBranch in HTM", inserted("DirectBranch I-CNT=2", "ProgTraceSync", of("HTM"))
    yield "an IndirectBranch more", inserted("IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0", "ProgTraceSync")
    yield "a trap more", inserted("IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x40", "ProgTraceSync")
    yield "an IndirectBranchHist in BTM", inserted("IndirectBranchHist B-TYPE=0 I-CNT=2 U-ADDR=0 HIST=1", "ProgTraceSync", of("BTM"))
    yield "history in BTM", inserted("ResourceFull RCODE=1 RDATA=0x3", "ProgTraceSync", of("BTM"))
    yield "repeated history in BTM", inserted("ResourceFull RCODE=2 RDATA=0x3 HREPEAT=2", "ProgTraceSync", of("BTM"))
    yield "history more, in HTM", inserted("ResourceFull RCODE=1 RDATA=0x3", "ProgTraceSync", of("HTM"))
    yield "I-CNT more", inserted("ResourceFull RCODE=0 RDATA=0x2", "ProgTraceSync")
    yield "RepeatBranch behind a synchronizing message", inserted("RepeatBranch B-CNT=1", "ProgTraceSync")
    yield "RepeatBranch in HTM", inserted("RepeatBranch B-CNT=1", "IndirectBranch", of("HTM"))
    yield "RepeatBranch once more", inserted("RepeatBranch B-CNT=1", "DirectBranch")
    yield "Error: the address told before it, bit 9 inverted", told_before("Error", "U-ADDR", ADDRESSES["bit 9 inverted"])
    yield "Error where nothing was lost", inserted("Error ETYPE=0 ECODE=4", "ProgTraceSync")
    yield "Error, and tracing goes on without synchronization", inserted("Error ETYPE=0 ECODE=4", "IndirectBranch")
    yield "SYNC=7 where nothing was lost", inserted("ProgTraceSync SYNC=7 I-CNT=0 F-ADDR=0x80", "ProgTraceSync")
    yield "SYNC=2 where it is off", inserted("ProgTraceSync SYNC=2 I-CNT=0 F-ADDR=0x80", "ProgTraceSync")
    yield "SYNC=5 while tracing runs", inserted("ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80", "ProgTraceSync")
    yield "SYNC=6 where no trigger is", inserted("ProgTraceSync SYNC=6 I-CNT=0 F-ADDR=0x80", "ProgTraceSync", of("BTM"))
    yield "a stop while tracing runs", inserted("ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=0", "ProgTraceSync", of("BTM"))
    yield "a stop behind the stop", lambda v, m: None if name_of(m[-1]) != "ProgTraceCorrelation" or v.src() else \
        m + [f"ProgTraceCorrelation EVCODE=0 CDF={int(v.htm())} I-CNT=1" + (" HIST=1" if v.htm() else "")]
    yield "a branch behind the stop", lambda v, m: None if name_of(m[-1]) != "ProgTraceCorrelation" or v.src() or v.htm() else m + ["DirectBranch I-CNT=2"]
    yield "the stream begins behind its first synchronizing message", lambda v, m: m[1:] if name_of(m[0]) in SYNCS and len(m) > 1 and \
        name_of(m[1]) not in ("ProgTraceCorrelation", "Error", *SYNCS) else None
    yield "all messages backwards", lambda v, m: None if len(m) < 3 or m == m[::-1] else m[::-1]
    yield "the whole stream twice", lambda v, m: m + m if len(m) > 1 else None


FIELDS = {"Ownership": 1, "DirectBranch": 1, "IndirectBranch": 3, "Error": 2, "ProgTraceSync": 3, "DirectBranchSync": 3, "IndirectBranchSync": 4,
          "ResourceFull": 2, "IndirectBranchHist": 4, "IndirectBranchHistSync": 5, "RepeatBranch": 1, "ProgTraceCorrelation": 3}


def layouts():
    for name in NAMES:
        if name != "Error":  # ECODE shares a byte with ETYPE
            yield f"{name} without its last field", lambda v, m, n=name: None if v.timed() else rewritten(n, r"^(\w+)(.*) [\w-]+=\w+$", r".message \1\2")(v, m)
        yield f"{name} with a field more", lambda v, m, n=name: None if v.timed() else rewritten(n, "^(.*)$", r".message \1 0x5")(v, m)
    for number in (0, 1, 5, 13, 25, 31, 32, 34, 55):
        yield f"TCODE={number}, which is reserved", inserted(f".message {number} 0x5", "ProgTraceSync")
    for name, field, wide in (("DirectBranch", "I-CNT", 23), ("ProgTraceSync", "F-ADDR", 64), ("IndirectBranch", "U-ADDR", 64),
                              ("IndirectBranchHist", "HIST", 33), ("ResourceFull", "RDATA", 33), ("RepeatBranch", "B-CNT", 19), ("Ownership", "PROCESS", 65)):
        yield f"{field} of {wide} bits", wider(name, field, wide)


def wider(name, field, wide):
    return rewritten(name, rf"^(\w+.*) {field}=\w+", rf".message \1 {field}=ones/{wide}")


def last_of_first(data):
    return next(i for i, byte in enumerate(data) if byte & 3 == 3)


def set_bits(at, clear, put_in):
    def how(data):
        place = at(data)
        data[place] = data[place] & ~clear & 255 | put_in
    return how


def frames():
    first = lambda data: 0  # noqa: E731
    middle = lambda data: 1  # noqa: E731
    yield "MSEO=10 in the first byte", in_bytes(set_bits(first, 3, 2))
    yield "MSEO=10 in the second byte", in_bytes(set_bits(middle, 3, 2))
    yield "MSEO=10 in the last byte", in_bytes(set_bits(lambda data: len(data) - 1, 3, 2))
    yield "MSEO=01 in the first byte", in_bytes(set_bits(first, 3, 1))
    yield "MSEO=11 in the first byte", in_bytes(set_bits(first, 3, 3))
    yield "MSEO=00 in the last byte of a message", in_bytes(set_bits(last_of_first, 3, 0))
    yield "MSEO=01 in the last byte of a message", in_bytes(set_bits(last_of_first, 3, 1))
    yield "MSEO=00 in the last byte of the stream", in_bytes(set_bits(lambda data: len(data) - 1, 3, 0))
    yield "MSEO=11 in the second byte", in_bytes(set_bits(middle, 3, 3))
    yield "the last byte is lost", in_bytes(lambda data: data.pop() and None)
    yield "the first byte is lost", in_bytes(lambda data: data.pop(0) and None)
    yield "the second byte is lost", in_bytes(lambda data: data.pop(1) and None)
    yield "the last byte of a message is lost", in_bytes(lambda data: data.pop(last_of_first(data)) and None)
    yield "the first byte twice", in_bytes(lambda data: data.insert(0, data[0]))
    yield "the second byte twice", in_bytes(lambda data: data.insert(1, data[1]))
    yield "the first two bytes swapped", in_bytes(lambda data: data.__setitem__(slice(0, 2), data[1::-1]))
    yield "a byte 00 before the stream", in_bytes(lambda data: data.insert(0, 0))
    yield "a byte 00 behind the stream", in_bytes(lambda data: data.append(0))
    yield "a byte FF within a message", in_bytes(lambda data: data.insert(1, 0xff))
    yield "a byte 0F between messages", in_bytes(lambda data: data.insert(last_of_first(data) + 1, 0x0f))
    yield "a byte FD between messages", in_bytes(lambda data: data.insert(last_of_first(data) + 1, 0xfd))
    yield "a message of 100 bytes", in_bytes(lambda data: data.__setitem__(slice(2, 2), bytes(100)))
    yield "a hundred bytes 00 behind the stream", in_bytes(lambda data: data.extend(bytes(100)))
    yield "bits of each byte the other way round", in_bytes(lambda data: data.__setitem__(slice(None), bytes(
        int(f"{byte:08b}"[::-1], 2) for byte in data)))
    yield "all bytes backwards", in_bytes(lambda data: data.reverse())
    yield "all bytes inverted", in_bytes(lambda data: data.__setitem__(slice(None), bytes(byte ^ 0xff for byte in data)))
    yield "half of the stream", in_bytes(lambda data: data.__delitem__(slice(len(data) // 2, None)))
    yield "each 32-bit word of the other byte order", in_bytes(lambda data: data.__setitem__(slice(None), b"".join(
        bytes(data[i:i + 4][::-1]) for i in range(0, len(data), 4))))


def all_kinds():
    """Name and damage, by group."""
    return {"messages": list(messages_kinds()), "counts": list(counts()), "addresses": list(addresses()), "history": list(histories()),
            "codes": list(codes()), "Ownership": list(ownership()), "SRC and TSTAMP": list(sources_and_times()), "other messages": list(other_messages()),
            "layouts": list(layouts()), "frames": list(frames())}
