"""Clauses of the text, each with a way to break it at one place of a legal stream."""
import copy
import random
from dataclasses import dataclass

from tests.stranger.messages import FIXED, Message, serialize

PATH = ("image.*", "ingress.path", "ingress.trap", "ingress.trap-address", "ingress.trap-type", "ingress.stop", "ingress.off",
        "ingress.end", "ingress.sync", "ingress.mark")
NAMES = {2: "ownership", 3: "direct-branch", 4: "indirect-branch", 8: "error", 9: "prog-trace-sync",
         11: "direct-branch-sync", 12: "indirect-branch-sync", 27: "resource-full", 28: "indirect-branch-hist",
         29: "indirect-branch-hist-sync", 30: "repeat-branch", 33: "prog-trace-correlation"}


@dataclass
class Break:
    id: str
    clause: str
    what: str
    rules: tuple   # those of the judge that are this clause's; NAME.* all of a kind
    make: object   # breaks a Case; whether it could
    level: str

    def named(self, rule):
        return any(rule == own or own.endswith("*") and rule.startswith(own[:-1]) for own in self.rules)


BREAKS = []


def clause(ident, title, what, *rules, level="settings"):
    def add(make):
        BREAKS.append(Break(ident, title, what, rules or (ident,), make, level))
        return make
    return add


class Case:
    """Messages of a stream that are its own copies, and the place that is broken."""

    def __init__(self, stream, rng):
        self.stream, self.rng, self.settings = stream, rng, stream.settings
        self.messages = [copy.copy(message) for message in stream.messages]
        for message in self.messages:
            message.fields, message.widths = dict(message.fields), dict(message.widths)
        self.at, self.cut, self.idle = None, 0, stream.idle
        self.btm = stream.settings["trTeInstMode"] == 3
        self.source = stream.source()

    def pick(self, fits, last=True):
        """A random message that fits; `last`: also one of the last three."""
        places = [at for at, message in enumerate(self.messages[:None if last else -3]) if fits(message)]
        if not places:
            return None
        self.at = self.rng.choice(places)
        return self.messages[self.at]

    def after(self, ahead=1):
        return self.messages[self.at + ahead] if self.at + ahead < len(self.messages) else None

    def change(self, fits, last=True, **fields):
        """Sets fields of a random message that fits; a function is given the value."""
        message = self.pick(fits, last)
        if message is None:
            return False
        for name, value in fields.items():
            name = name.replace("_", "-")
            message.widths.pop(name, None)
            message.fields[name] = value(message.fields.get(name)) if callable(value) else value
        return True

    def insert(self, message, fits=lambda message: True, behind=1):
        """Adds a message after a random one that fits, and after its Ownership."""
        if self.pick(fits) is None:
            return False
        self.at += behind
        while behind and self.at < len(self.messages) and self.messages[self.at].tcode == 2:
            self.at += 1
        if self.at and self.messages[self.at - 1].tcode == 8:   # Error is followed at once
            return False
        self.messages.insert(self.at, message)
        return True

    def remove(self, fits, last=False):
        """Takes a random message away, of a stream that reports all that retired. Of a loop one pass
        less could be a stop that came early."""
        if self.stream.encoder.untold or self.pick(fits, last) is None:
            return False
        if self.after() is not None and self.after().fields == self.messages[self.at].fields:
            return False
        del self.messages[self.at]
        return True

    def bytes_of(self, message):
        return bytearray(serialize(message, self.source, None if message.time is None else 0))

    def fixed(self, message):
        return 6 + self.source[1] + sum(FIXED.get(name, 0) for name in message.names())

    def draw(self, low, high):
        return self.rng.randrange(low, high)


class Broken:
    """A stream with one clause broken: its bytes, and what was done."""

    def __init__(self, case, rule):
        message = case.messages[case.at].text() if case.at is not None and case.at < len(case.messages) else "the end"
        self.what = f"{rule.what}: message {case.at}, {message}"
        self.bytes = case.stream.bytes(case.messages, case.idle)
        self.bytes = self.bytes[:len(self.bytes) - case.cut]

    @staticmethod
    def change(rule, stream):
        """The messages, with the clause broken."""
        case = Case(stream, random.Random(f"{stream.seed} {rule.id}"))
        assert rule.make(case), rule.id
        return case.messages

    @staticmethod
    def make(rule, stream):
        """None where the stream has no place for it, or it changes nothing."""
        case = Case(stream, random.Random(f"{stream.seed} {rule.id}"))
        if not rule.make(case):
            return None
        return Broken(case, rule)


def known(message):
    return message.tcode in NAMES and message.fields.get("RCODE", 0) < 8


def tcode(*codes):
    return lambda message: message.tcode in codes


def has(name, *codes):
    return lambda message: name in message.fields and (not codes or message.tcode in codes)


def inner(message):
    """A synchronizing message within running trace."""
    return message.synchronizes and not message.begins


def starts(message):
    return message.synchronizes and message.begins and message.fields["SYNC"] in (3, 5) and message.tcode == 9


def rcode(code):
    return lambda message: message.tcode == 27 and message.fields["RCODE"] == code


def trap(message):
    return message.fields.get("B-TYPE", 0) != 0


def jump(message):
    return message.tcode in (4, 28) and message.fields["B-TYPE"] == 0


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
    message = case.pick(lambda message: message.time is not None)
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
add_reserved("ecode-reserved", "Error Message", "ECODE", (1, 16, 64, 5), tcode(8), "code.ecode")
add_reserved("ecode-data", "Error Message", "ECODE", (2, 32, 6), tcode(8), "code.ecode-data")


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


def turn(fits, code, drop=(), **more):
    """Makes a message one of another TCODE."""
    def make(case):
        message = case.pick(fits)
        if message is None:
            return False
        message.tcode = code
        message.fields = {**{name: value for name, value in message.fields.items() if name not in drop},
                          **{name.replace("_", "-"): value for name, value in more.items()}}
        return True
    return make


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


# Ownership Message

@clause("process-format", "Ownership Message", "FORMAT=1", "ownership.format")
def _(case):
    return case.change(tcode(2), PROCESS=lambda value: value & ~3 | 1)


@clause("process-privilege", "Ownership Message", "PRV=2", "ownership.privilege")
def _(case):
    return case.change(tcode(2), PROCESS=lambda value: value & ~0xC | 8)


@clause("process-virtual", "Ownership Message", "V=1 with PRV=3", "ownership.virtual")
def _(case):
    return case.change(tcode(2), PROCESS=lambda value: value | 0x1C)


@clause("process-context", "Ownership Message", "FORMAT=0 with a context", "ownership.context")
def _(case):
    return case.change(lambda message: message.tcode == 2 and not message.process & 3,
                       PROCESS=lambda value: value | case.draw(1, 99) << 5)


@clause("context-alone", "Ownership Message", "hcontext without scontext after it", "ownership.hcontext")
def _(case):
    if case.pick(lambda message: message.tcode == 2 and message.process & 3 == 3) is None:
        return False
    del case.messages[case.at + 1]
    return case.after() is not None and known(case.after())


@clause("context-order", "Ownership Message", "scontext before hcontext", "ownership.pair", "ownership.hcontext",
        "ingress.ownership-format")
def _(case):
    if case.pick(lambda message: message.tcode == 2 and message.process & 3 == 3) is None:
        return False
    at = case.at
    case.messages[at], case.messages[at + 1] = case.messages[at + 1], case.messages[at]
    return case.after(2) is not None and known(case.after(2))


@clause("owner-missing", "Synchronizing Messages", "no Ownership after a synchronizing message", "ownership.sync",
        "ownership.every", "ingress.ownership", level="pins")
def _(case):
    if not case.settings.get("trTeContext") or case.pick(lambda message: message.synchronizes) is None:
        return False
    while case.after() is not None and case.after().tcode == 2:
        del case.messages[case.at + 1]
    return True


@clause("owner-trap-missing", "Ownership Message", "no Ownership where the privilege changes", "ownership.trap",
        "ingress.ownership", level="pins")
def _(case):
    message = case.pick(lambda message: message.tcode == 2 and not message.process & 3)
    if message is None or case.at and case.messages[case.at - 1].synchronizes or (
            case.after() is None or case.after().tcode in (2, 33)):
        return False
    del case.messages[case.at]
    return True


@clause("owner-disabled", "Ownership Message", "Ownership where trTeContext is 0", "ownership.enabled", level="pins")
def _(case):
    return not case.settings.get("trTeContext") and case.insert(Message(2, PROCESS=0xC), inner)


@clause("owner-privilege", "Ownership Message", "another privilege than the hart's", "ingress.ownership-privilege",
        "ownership.one", level="pins")
def _(case):
    return case.change(lambda message: message.tcode == 2 and message.process & 0x1C != 4,
                       PROCESS=lambda value: value & ~0x1C | 4)


@clause("owner-context", "Ownership Message", "another context than the hart's", "ingress.ownership-context", level="pins")
def _(case):
    return case.change(lambda message: message.tcode == 2 and message.process & 3 == 2,
                       PROCESS=lambda value: value ^ 32 << case.draw(0, 7))


# Starts, stops and losses

@clause("start-missing", "Decoding Algorithm Principles", "the first synchronizing message is missing", "start.sync",
        "start.reference")
def _(case):
    at = next((at for at, message in enumerate(case.messages) if message.synchronizes), None)
    if at is None:
        return False
    case.at = at
    del case.messages[at]
    while at < len(case.messages) and case.messages[at].tcode == 2:
        del case.messages[at]
    return at < len(case.messages) and case.messages[at].tcode in (3, 4, 27, 28) and case.messages[at].rcode not in range(8, 16)


@clause("start-count", "ProgTraceSync Message", "I-CNT is not 0 at a start", "start.icnt")
def _(case):
    return case.change(starts, I_CNT=case.draw(1, 30))


@clause("start-reason", "Synchronizing Messages", "a start has SYNC 0, 2 or 6", "start.*", "ingress.start-reason",
        "sync.periodic", level="pins")
def _(case):
    return case.change(starts, SYNC=case.rng.choice((0, 2, 6)))


@clause("start-debug", "Synchronizing Messages", "SYNC=5 at exit from debug mode", "ingress.start-reason", level="pins")
def _(case):
    return case.change(lambda message: starts(message) and message.sync == 3, SYNC=5)


@clause("stop-goes-on", "Rules of Generating Messages", "no synchronizing message after a stop", "stop.next")
def _(case):
    stops = [at for at, message in enumerate(case.messages[:-1])
             if message.tcode == 33 and starts(case.messages[at + 1])]
    if not stops:
        return False
    case.at = case.rng.choice(stops) + 1
    while case.at < len(case.messages) and (case.messages[case.at].synchronizes or case.messages[case.at].tcode == 2):
        del case.messages[case.at]
    return case.at < len(case.messages) and case.messages[case.at].tcode in (3, 4, 28)


@clause("stop-debug", "ProgTraceCorrelation Message", "EVCODE=4 at entry into debug mode (\"do not send 4 instead!\")",
        "ingress.stop-reason", level="pins")
def _(case):
    return case.change(lambda message: message.tcode == 33 and message.evcode == 0 and message.i_cnt, EVCODE=4)


@clause("stop-debug-missing", "ProgTraceCorrelation Message", "entry into debug mode is not reported (required)",
        "ingress.stop", "ingress.stop-reason", "sync.debug", "ingress.sync", "ingress.end", "icnt.hist", level="pins")
def _(case):
    return case.remove(lambda message: message.tcode == 33 and message.evcode == 0 and message.i_cnt, last=True)


@clause("error-alone", "Error Message", "Error, but no synchronizing message after it", "error.next")
def _(case):
    return case.insert(Message(8, ETYPE=0, ECODE=4), tcode(3, 4, 28), 0)


@clause("error-missing", "Error Message", "SYNC=7 without Error", "error.overrun")
def _(case):
    lost = [at for at, message in enumerate(case.messages[:-1]) if message.tcode == 8 and case.messages[at + 1].sync == 7]
    if not lost:
        return False
    case.at = case.rng.choice(lost)
    del case.messages[case.at]
    return True


@clause("error-reason", "Synchronizing Messages", "SYNC=2 after Error", "error.sync", "start.reason", "sync.periodic")
def _(case):
    return case.change(lambda message: message.sync == 7, SYNC=2)


@clause("sync-overrun", "Synchronizing Messages", "SYNC=7 where nothing was lost", "error.overrun")
def _(case):
    return case.change(inner, SYNC=7)


@clause("sync-debug", "Synchronizing Messages", "SYNC=3 in running trace", "sync.debug")
def _(case):
    return case.change(lambda message: inner(message) and message.i_cnt, SYNC=3)


@clause("sync-enable", "Synchronizing Messages", "SYNC=5 in running trace", "sync.enable", "ingress.*", level="pins")
def _(case):
    return case.change(lambda message: inner(message) and message.i_cnt, SYNC=5)


@clause("sync-count", "I-CNT Details", "SYNC=4 in HTM", "sync.icnt")
def _(case):
    return not case.btm and case.change(inner, SYNC=4)


@clause("sync-periodic", "Synchronizing Messages", "SYNC=2 where trTeInstSyncMode is 0", "sync.periodic", level="pins")
def _(case):
    return not case.settings.get("trTeInstSyncMode") and case.change(inner, SYNC=2)


# HIST and I-CNT

@clause("history-stop-bit", "HIST Field Generation", "HIST=0", "hist.stop-bit")
def _(case):
    return case.change(has("HIST"), HIST=0)


@clause("full-stop-bit", "ResourceFull Message", "HIST=0 in ResourceFull", "hist.full-stop-bit", "hist.repeat-stop-bit")
def _(case):
    return case.change(lambda message: rcode(1)(message) or rcode(2)(message), RDATA=0)


@clause("full-two-bits", "ResourceFull Message", "HIST of ResourceFull has no branch", "hist.two-bits")
def _(case):
    return case.change(rcode(1), RDATA=1)


@clause("repeats-none", "Repeated History Optimization", "HREPEAT=0", "repeat.history")
def _(case):
    return case.change(rcode(2), HREPEAT=0)


@clause("repeats-disabled", "Repeated History Optimization", "RCODE=2 where trTeInstEnRepeatedHistory is 0",
        "repeat.enabled", level="pins")
def _(case):
    return not case.settings.get("trTeInstEnRepeatedHistory") and case.change(rcode(1), RCODE=2, HREPEAT=1)


@clause("repeat-of-sync", "RepeatBranch Message", "RepeatBranch after a synchronizing message", "repeat.previous")
def _(case):
    return case.btm and case.insert(Message(30, B_CNT=case.draw(1, 9)), lambda message: message.synchronizes)


@clause("branch-uncounted", "I-CNT Details", "I-CNT=0 of a taken branch", "icnt.branch", *PATH, level="pins")
def _(case):
    return case.change(lambda message: message.tcode == 3 and message.i_cnt, I_CNT=0)


@clause("jump-uncounted", "I-CNT Details", "I-CNT=0 of a jump", "icnt.jump", "icnt.jump-hist", "icnt.hist", *PATH, level="pins")
def _(case):
    return case.change(lambda message: jump(message) and message.i_cnt, I_CNT=0)


@clause("count-more", "I-CNT Details", "I-CNT counts one half-word more", "stop.idle", *PATH, level="pins")
def _(case):
    return case.change(lambda message: "I-CNT" in message.fields and not message.begins, last=False, I_CNT=lambda value: value + 1)


@clause("history-flipped", "HIST Field Generation", "a branch goes the other way", *PATH, level="pins")
def _(case):
    return case.change(lambda message: message.fields.get("HIST", 1) > 1, HIST=lambda value: value ^ 1 << case.draw(0, value.bit_length() - 1))


@clause("history-dropped", "Rules of Generating Messages", "IndirectBranch where HIST is not empty", "image.hist-empty", *PATH, level="pins")
def _(case):
    return turn(lambda message: message.tcode == 28 and message.hist > 1, 4, drop=("HIST",))(case)


@clause("history-unsaved", "Synchronizing Messages", "synchronization loses pending history", "image.hist-sync", "sync.*", *PATH,
        level="pins")
def _(case):
    return turn(lambda message: message.tcode == 29 and message.hist > 1 and message.sync in (1, 2, 9, 14, 15), 12, drop=("HIST",))(case)


# The path

@clause("target-other", "Address Compression", "U-ADDR of another address", *PATH, level="pins")
def _(case):
    return case.change(has("U-ADDR"), last=False, U_ADDR=lambda value: value ^ 1 << case.draw(0, 5))


@clause("address-other", "Synchronizing Messages", "F-ADDR is not the PC", "ingress.start", *PATH, level="pins")
def _(case):
    return case.change(has("F-ADDR"), last=False, F_ADDR=lambda value: value ^ 1 << case.draw(0, 5))


@clause("branch-missing", "DirectBranch Message", "a taken branch is not reported", "repeat.previous", "ingress.time", *PATH, level="pins")
def _(case):
    return case.remove(tcode(3))


@clause("jump-missing", "Rules of Generating Messages", "a jump is not reported", "repeat.previous", "ingress.ownership-none", "ingress.time", "ownership.*", *PATH, level="pins")
def _(case):
    return case.remove(jump)


@clause("trap-missing", "Rules of Generating Messages", "a trap is not reported", "repeat.previous", "ingress.ownership-none", "ingress.time", "ownership.*", *PATH, level="pins")
def _(case):
    return case.remove(lambda message: trap(message) and not message.synchronizes)


@clause("full-missing", "ResourceFull Message", "a full I-CNT or HIST is not reported", "ingress.time", *PATH, level="pins")
def _(case):
    return case.remove(lambda message: message.tcode == 27 and message.rcode < 8)


@clause("trap-type", "Common Fields", "an exception is reported as an interrupt, or the other way", "ingress.trap-type", level="pins")
def _(case):
    return case.change(lambda message: message.fields.get("B-TYPE", 0) >= 2, B_TYPE=lambda value: 5 - value)


# Timestamp Reporting

@clause("time-missing", "Timestamp Reporting", "a synchronizing message without TSTAMP", "time.sync")
def _(case):
    message = case.pick(lambda message: message.synchronizes and message.time is not None)
    if message is None:
        return False
    message.time = None
    return True


@clause("time-disabled", "Timestamp Reporting", "TSTAMP where trTsEnable is 0", "time.enabled", "frame.long", level="pins")
def _(case):
    message = None if case.settings.get("trTsEnable") else case.pick(
        lambda message: known(message) and message.fields.get("RCODE", 0) < 8)
    if message is None:
        return False
    message.stamp = case.draw(0, 99)
    return True


@clause("time-back", "Timestamp Reporting", "an absolute time before the one reported before", "time.forward", "ingress.time",
        level="pins")
def _(case):
    times = [message.time for message in case.messages if message.time is not None]
    message = case.pick(lambda message: message.synchronizes and message.time is not None and message.time > times[0] + 100)
    if message is None:
        return False
    message.stamp = case.draw(0, times[0] + 1)
    return True


assert len({rule.id for rule in BREAKS}) == len(BREAKS)
