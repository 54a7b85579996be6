# SPDX-License-Identifier: Apache-2.0
"""N-Trace messages as bytes, typed from N-Trace 1.0 ("N-Trace Messages (Details)", "N-Trace
Transmission Protocol"); shares nothing with model/message.

A message is a line of words: its name, then FIELD=VALUE in the order sent. FIELD[n]=VALUE gives the
bits sent: of SRC, whose width is a setting, and of a variable field that is longer than its value
needs."""
import re

# TCODE, then the fields; a number is the width of a fixed one. Those after "|" may be left out.
LAYOUTS = {
    "Ownership": (2, "PROCESS"),
    "DirectBranch": (3, "I-CNT"),
    "IndirectBranch": (4, "B-TYPE:2 I-CNT U-ADDR"),
    "Error": (8, "ETYPE:4 ECODE"),
    "ProgTraceSync": (9, "SYNC:4 I-CNT F-ADDR"),
    "DirectBranchSync": (11, "SYNC:4 I-CNT F-ADDR"),
    "IndirectBranchSync": (12, "SYNC:4 B-TYPE:2 I-CNT F-ADDR"),
    "ResourceFull": (27, "RCODE:4 RDATA | HREPEAT"),
    "IndirectBranchHist": (28, "B-TYPE:2 I-CNT U-ADDR HIST"),
    "IndirectBranchHistSync": (29, "SYNC:4 B-TYPE:2 I-CNT F-ADDR HIST"),
    "RepeatBranch": (30, "B-CNT"),
    "ProgTraceCorrelation": (33, "EVCODE:4 CDF:2 I-CNT | HIST"),
}
WORD = re.compile(r"([A-Z-]+)(?:\[(\d+)\])?=(\w+)")


def _fields(name, words):
    """The message's fields in order: value, bits of a fixed one or None, bits asked for or None."""
    tcode, layout = LAYOUTS[name]
    required, _, optional = layout.partition("|")
    fixed = dict((word.split(":") + [None])[:2] for word in layout.replace("|", "").split())
    given = [WORD.fullmatch(word).groups() for word in words]
    names = [field for field, _, _ in given]
    order = ["SRC", *fixed, "TSTAMP"]
    missing = {word.split(":")[0] for word in required.split()} - set(names)
    if missing or names != [field for field in order if field in names]:
        raise ValueError(f"{name}: fields {names}, expected {required}({optional} )")
    yield tcode, 6, None
    for field, asked, value in given:
        width = asked if field == "SRC" else fixed.get(field)
        yield int(value, 0), int(width) if width else None, int(asked) if asked else None


def message_bytes(line):
    """The bytes of a message in words: six bits each (MDO) above MSEO."""
    name, *words = line.split()
    bits = []
    ends = []  # where variable fields end, in bits
    for value, width, asked in _fields(name, words):
        length = width or max(value.bit_length(), asked or 1)
        if value >> length:
            raise ValueError(f"{line}: {value:#x} has more than {length} bits")
        bits += [value >> i & 1 for i in range(length)]
        if width is None:
            bits += [0] * (-len(bits) % 6)
            ends.append(len(bits))
    return bytes(sum(bit << i for i, bit in enumerate(bits[at:at + 6])) << 2 |
                 (3 if at + 6 == len(bits) else at + 6 in ends)
                 for at in range(0, len(bits), 6))
