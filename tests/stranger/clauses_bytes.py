# SPDX-License-Identifier: Apache-2.0
"""Clauses about bytes, fields, reserved values and modes, each with a way to break it."""
from tests.stranger.breaks import NAMES, clause, has, known, overrun, rcode, tcode, trap, turn
from tests.stranger.messages import FIXED, Message

# MSEO Sequences

@clause("mseo-reserved", "MSEO Sequences", "a byte has MSEO=10", "frame.reserved")
def _(case):
    message = case.pick(known)
    raw = case.bytes_of(message)
    place = case.draw(0, len(raw))
    raw[place] = raw[place] & 0xFC | 2
    message.raw = bytes(raw)
    return True


@clause("mseo-start", "MSEO Sequences", "the first byte of a message has MSEO=01", "frame.start")
def _(case):
    message = case.pick(known)
    raw = case.bytes_of(message)
    raw[0] |= 1
    message.raw = bytes(raw)
    return len(raw) > 1


@clause("mseo-idle", "MSEO Sequences", "an idle byte is not 0xFF", "frame.idle")
def _(case):
    message = Message(63)
    message.raw = bytes([case.draw(0, 63) << 2 | 3])
    return case.insert(message)


@clause("mseo-fixed", "MSEO Sequences", "a byte within fixed fields ends a field", "frame.fixed", "frame.empty")
def _(case):
    message = case.pick(lambda message: known(message) and case.fixed(message) >= 12)
    if message is None:
        return False
    raw = case.bytes_of(message)
    raw[case.draw(1, case.fixed(message) // 6)] |= 1
    message.raw = bytes(raw)
    return True


@clause("mseo-short", "MSEO Sequences", "a message ends within its fixed fields", "frame.short",
        "frame.idle", "layout.*")
def _(case):
    message = case.pick(lambda message: known(message) and case.fixed(message) > 6)
    if message is None:
        return False
    raw = case.bytes_of(message)[:case.draw(1, (case.fixed(message) + 5) // 6)]
    raw[-1] |= 3
    message.raw = bytes(raw)
    return True


@clause("mseo-end", "MSEO Sequences", "the stream ends within a message", "frame.whole")
def _(case):
    case.at, case.idle = len(case.messages) - 1, 0
    size = len(case.stream.bytes(case.messages, 0)) - len(case.stream.bytes(case.messages[:-1], 0))
    case.cut = case.draw(1, size) if size > 1 else 0
    return bool(case.cut)


@clause("field-extra", "Fields in Messages", "two fields after the last", "frame.long", "time.enabled")
def _(case):
    message = case.pick(lambda message: known(message) and message.time is None)
    if message is None:
        return False
    raw = case.bytes_of(message)
    raw[-1] = raw[-1] & 0xFC | 1
    message.raw = bytes(raw) + bytes([case.draw(0, 64) << 2 | 1, case.draw(0, 32) << 2 | 3])
    return True


def add_layout(code):
    @clause(f"layout-{NAMES[code]}", "Fields in Messages", f"TCODE {code} without its last field",
            f"layout.{NAMES[code]}", "frame.short", "frame.empty", "frame.idle")
    def _(case):
        message = None if case.settings.get("trTsEnable") else case.pick(tcode(code))
        if message is None:
            return False
        names = [name for name in message.names() if name not in FIXED]
        del message.fields[names[-1]]
        if len(names) > 1:
            return True
        size = case.fixed(message)
        raw = case.bytes_of(message)[:(size + 5) // 6]
        raw[-1] |= 3
        message.raw = bytes(raw)
        return size % 6 == 0   # else the rest of the byte would be the field


for _code in NAMES:
    add_layout(_code)


# Maximum Field Sizes

def add_size(ident, name, bits, fits, *rules, title="Maximum Field Sizes"):
    @clause(ident, title, f"{name} of more than {bits} bits", *rules)
    def _(case):
        return case.change(fits, **{name: 1 << bits + case.draw(0, 2)})


add_size("size-count", "I-CNT", 22, has("I-CNT"), "size.icnt")
add_size("size-history", "HIST", 32, has("HIST"), "size.hist")
add_size("size-full-count", "RDATA", 22, rcode(0), "size.full-icnt")
add_size("size-full-history", "RDATA", 32, rcode(1), "size.full-hist")
add_size("size-repeated", "RDATA", 32, rcode(2), "size.repeat-hist")
add_size("size-repeats", "HREPEAT", 18, rcode(2), "size.hrepeat")
add_size("size-branches", "B-CNT", 18, tcode(30), "size.bcnt")


@clause("size-address", "Maximum Field Sizes", "F-ADDR of more than 63 bits", "size.address")
def _(case):
    return not case.settings.get("trTeInstExtendAddrMSB") and case.change(has("F-ADDR"), F_ADDR=lambda value: value | 1 << 63)


@clause("size-relative", "Maximum Field Sizes", "U-ADDR of more than 63 bits", "size.uaddr")
def _(case):
    return not case.settings.get("trTeInstExtendAddrMSB") and case.change(has("U-ADDR"), U_ADDR=lambda value: value | 1 << 63)


@clause("size-xlen", "Address Compression", "F-ADDR beyond XLEN of the hart", "size.xlen", level="pins")
def _(case):
    return (case.stream.port["xlen"] == 32 and not case.settings.get("trTeInstExtendAddrMSB")
            and case.change(has("F-ADDR"), F_ADDR=lambda value: value | 1 << 31 + case.draw(0, 20)))


@clause("size-time", "Maximum Field Sizes", "TSTAMP of more than 64 bits", "size.tstamp")
def _(case):
    message = case.pick(lambda message: known(message) and message.time is not None)
    if message is None:
        return False
    message.stamp = 1 << 64
    return True


# Reserved values

def add_reserved(ident, title, name, values, fits, *rules, level="settings"):
    @clause(ident, title, f"a reserved value of {name}", *rules, level=level)
    def _(case):
        return case.change(fits, **{name: case.rng.choice(values)})


add_reserved("sync-reserved", "Synchronizing Messages", "SYNC", (8, 10, 11, 12, 13), has("SYNC"), "code.sync")
add_reserved("rcode-reserved", "ResourceFull Message", "RCODE", (3, 4, 5, 6, 7), rcode(0), "code.rcode")
add_reserved("evcode-reserved", "ProgTraceCorrelation Message", "EVCODE", (5, 6, 7), tcode(33), "code.evcode")
add_reserved("evcode-data", "ProgTraceCorrelation Message", "EVCODE", (2, 3), tcode(33), "code.evcode-data")
add_reserved("cdf-reserved", "ProgTraceCorrelation Message", "CDF", (2, 3), tcode(33), "code.cdf")
add_reserved("etype-reserved", "Error Message", "ETYPE", range(1, 8), tcode(8), "code.etype")
add_reserved("ecode-reserved", "Error Message", "ECODE", (1, 16, 64, 5), overrun, "code.ecode")
add_reserved("ecode-data", "Error Message", "ECODE", (2, 32, 6), overrun, "code.ecode-data")


@clause("tcode-reserved", "Fields in Messages", "a message with a reserved TCODE", "code.tcode")
def _(case):
    codes = [code for code in range(64) if code not in NAMES and not 56 <= code <= 62]
    message = Message(case.rng.choice(codes))
    message.payload = bytes([case.draw(0, 64)])
    return case.insert(message)


@clause("traps-mixed", "Common Fields", "B-TYPE 1 in one message, 2 or 3 in others", "code.btype")
def _(case):
    if sum(map(trap, case.messages)) < 2:
        return False
    return case.change(trap, B_TYPE=2 if any(message.b_type == 1 for message in case.messages) else 1)


@clause("source-other", "Unified N-Trace Message Structure", "a message with another SRC", "src.constant", level="pins")
def _(case):
    message = case.pick(known) if case.source[1] else None
    if message is None:
        return False
    message.source = (case.source[0] ^ 1 << case.draw(0, case.source[1]), case.source[1])
    return True


# Main N-Trace Trace Modes

def add_mode(ident, title, what, btm, make, *rules):
    @clause(ident, title, what, *rules)
    def _(case):
        return case.btm == btm and make(case)


add_mode("direct-htm", "DirectBranch Message", "DirectBranch in HTM", False,
         lambda case: case.insert(Message(3, I_CNT=case.draw(1, 9)), tcode(4, 28)), "mode.direct", "mode.htm")
add_mode("history-btm", "Main N-Trace Trace Modes", "IndirectBranchHist in BTM", True,
         turn(tcode(4), 28, HIST=1), "mode.hist", "mode.btm")
add_mode("history-sync-btm", "IndirectBranchHistSync Message", "IndirectBranchHistSync in BTM", True,
         turn(tcode(12), 29, HIST=1), "mode.hist-sync", "mode.btm")
add_mode("full-history-btm", "HIST Field Full", "ResourceFull with HIST in BTM", True,
         lambda case: case.insert(Message(27, RCODE=1, RDATA=case.draw(2, 99)), tcode(3, 4)), "mode.full-hist", "mode.btm")
add_mode("full-repeats-btm", "Repeated History Optimization", "ResourceFull with HREPEAT in BTM", True,
         lambda case: case.insert(Message(27, RCODE=2, RDATA=case.draw(2, 99), HREPEAT=1), tcode(3, 4)),
         "mode.full-repeat", "mode.btm")
add_mode("cdf-btm", "ProgTraceCorrelation Message", "CDF=1 in BTM", True,
         turn(tcode(33), 33, CDF=1, HIST=1), "mode.cdf-btm", "mode.btm")
add_mode("cdf-htm", "ProgTraceCorrelation Message", "CDF=0 in HTM", False,
         turn(tcode(33), 33, drop=("HIST",), CDF=0), "mode.cdf-htm", "mode.htm")
