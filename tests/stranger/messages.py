# SPDX-License-Identifier: Apache-2.0
"""Messages of N-Trace and their bytes, typed from the text: Fields in Messages, MSEO Sequences."""

FIXED = {"SYNC": 4, "B-TYPE": 2, "ETYPE": 4, "RCODE": 4, "EVCODE": 4, "CDF": 2}
LAYOUT = {
    2: ("PROCESS",), 3: ("I-CNT",), 4: ("B-TYPE", "I-CNT", "U-ADDR"), 8: ("ETYPE", "ECODE"),
    9: ("SYNC", "I-CNT", "F-ADDR"), 11: ("SYNC", "I-CNT", "F-ADDR"),
    12: ("SYNC", "B-TYPE", "I-CNT", "F-ADDR"), 27: ("RCODE", "RDATA", "HREPEAT"),
    28: ("B-TYPE", "I-CNT", "U-ADDR", "HIST"), 29: ("SYNC", "B-TYPE", "I-CNT", "F-ADDR", "HIST"),
    30: ("B-CNT",), 33: ("EVCODE", "CDF", "I-CNT", "HIST")}
SYNCS = (9, 11, 12, 29)
ADDRESSES = ("F-ADDR", "U-ADDR")


class Message:
    """One message. `time`: absolute, or None. `widths`: bits to which a field is zero-extended."""

    def __init__(self, tcode, time=None, **fields):
        self.tcode, self.time = tcode, time
        self.fields = {name.replace("_", "-"): value for name, value in fields.items()
                       if value is not None}
        self.widths = {}
        self.stamp = None   # TSTAMP as it is sent, where a break sets it
        self.payload = b""  # MDO of a vendor's message after TCODE and SRC
        self.raw = None     # bytes instead of these, set by a break
        self.source = None  # SRC and its width, where a break sets them
        self.begins = False  # tracing starts here

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self.fields.get(name.upper().replace("_", "-"))

    def names(self):
        return [name for name in LAYOUT.get(self.tcode, ()) if name in self.fields]

    @property
    def synchronizes(self):
        return self.tcode in SYNCS

    def text(self):
        words = [f"{name}={self.fields[name]:#x}" for name in self.fields]
        return " ".join([f"TCODE={self.tcode}", *words, *([f"time={self.time}"] if self.time is not None else [])])


class Record:
    """Collects bits into bytes of 6 bits MDO over 2 bits MSEO."""

    def __init__(self):
        self.mdo, self.room, self.ends = [], 0, []

    def bits(self, value, width):
        while width:
            if not self.room:
                self.mdo.append(0)
                self.ends.append(0)
                self.room = 6
            take = min(width, self.room)
            self.mdo[-1] |= (value & ((1 << take) - 1)) << (6 - self.room)
            value, width, self.room = value >> take, width - take, self.room - take

    def variable(self, value, width):
        self.bits(value, max(width, value.bit_length(), 1))
        self.room, self.ends[-1] = 0, 1

    def bytes(self):
        self.ends[-1] = 3
        return bytes(mdo << 2 | end for mdo, end in zip(self.mdo, self.ends))


def serialize(message, source, stamp):
    """The bytes of a message. `source`: SRC and its width."""
    if message.raw is not None:
        return message.raw
    record = Record()
    record.bits(message.tcode, 6)
    record.bits(*source)
    for mdo in message.payload:
        record.bits(mdo, 6)
    for name in message.names():
        if name in FIXED:
            record.bits(message.fields[name], FIXED[name])
        else:
            record.variable(message.fields[name], message.widths.get(name, 0))
    if stamp is not None:
        record.variable(stamp, message.widths.get("TSTAMP", 0))
    return record.bytes()


def stamps(messages, width):
    """TSTAMP of each: absolute in synchronizing messages, else since the one before."""
    last = None
    for message in messages:
        if message.time is None:
            yield message.stamp
            continue
        time = message.time % (1 << width)
        absolute = message.synchronizes or last is None
        yield message.stamp if message.stamp is not None else time if absolute else time - last
        last = time


def stream(messages, source, width, idle):
    """The bytes of a stream. `idle`: how many idle bytes before each message, and at the end."""
    parts = []
    for message, stamp in zip(messages, stamps(messages, width)):
        parts += [b"\xff" * idle(), serialize(message, message.source or source, stamp)]
    return b"".join([*parts, b"\xff" * idle()])
