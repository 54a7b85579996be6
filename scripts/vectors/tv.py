# SPDX-License-Identifier: Apache-2.0
"""The vectors of the tandem encoder: their text, and the rules of the format that they exercise."""
import re

from scripts.vectors import tv_groups
from scripts.vectors.tool import Wrong, call

NAME, SUFFIX = "tv", "pins"
COUNTED = "rule of the tandem trace (opcodes and identifiers of chapter 2, parameters and groups of chapter 3)"

# What a line of `ntrace tv dump` looks like that exercises the rule
WORDS = {
    "opcode.begin": r"begin",
    "opcode.end": r"end",
    "opcode.increment-pc": r"increment-pc",
    "opcode.full-register": r"(?!privilege|paddr|eaddr|store|mtime|pc)[\w.]+ = .*",
    "opcode.offset": r"\w+ \+= .*",
    "opcode.mask": r"\w+ \|= .*",
    "opcode.state": r"(privilege|paddr|eaddr|store\d+|mtime|pc|pc-paddr) = .*",
    "opcode.request": r"request .*",
    "opcode.response": r"response .*",
    "opcode.reset": r"reset",
    "opcode.initialize": r"initialize",
    "opcode.insn16": r"insn16 .*",
    "opcode.insn32": r"insn32 .*",
    "id.privilege-u": r"privilege = 0",
    "id.privilege-s": r"privilege = 1",
    "id.privilege-m": r"privilege = 3",
    "id.paddr": r"paddr = .*",
    "id.eaddr": r"eaddr = .*",
    "id.store8": r"store8 = .*",
    "id.store16": r"store16 = .*",
    "id.store32": r"store32 = .*",
    "id.store64": r"store64 = .*",
    "id.mtime": r"mtime = .*",
    "id.pc-paddr": r"pc-paddr = .*",
    "id.pc": r"pc = .*",
    "register.gpr": r"(ra|sp|gp|tp|[ast]\d+) [+|]?= .*",
    "register.fpr": r"f[ast]\d+ = .*",
    "register.csr": r"(m\w+|s[a-z]\w+|0x\w+) = .*",
    "register.fcsr-mask": r"fcsr \|= .*",
    "request.store8": r"request store 8 .*",
    "request.store16": r"request store 16 .*",
    "request.store32": r"request store 32 .*",
    "request.store64": r"request store 64 .*",
    "request.other": r"request (?!store).*",
}
PARAMETERS = ["xlen.32", "xlen.64", "flen.0", "flen.32", "flen.64", "mlen.32", "mlen.34", "mlen.64"]
# What a vector says of itself: no line tells it
SAID = ["group.end-implied", "group.order", "group.trap", "group.interrupt", "group.largest", "group.x0",
        "group.pc-before", "stream.order", "stream.lanes", "stream.sink", "incremental.least", "incremental.most",
        "incremental.beyond", "incremental.unknown", "incremental.reset", "counters.halves"]
REASONS = {
    "opcode.response": "the encoder's port has no responses of memory; `judge` takes them behind a store that initializes",
    "id.pc-paddr": "the encoder's port has no physical pc; `judge` takes it",
    "request.other": "the encoder initializes memory, and watches no bus",
}


def vectors():
    return tv_groups.vectors()


def rules():
    return [*WORDS, *PARAMETERS, *SAID]


def lengths(vector):
    return [word for name in ("XLEN", "FLEN", "MLEN") for word in (f"--{name.lower()}", vector.values[name])]


def size_of(data, vector):
    """Bytes of the field that the data begin with, by chapter 2."""
    xlen, flen, mlen = vector.values["XLEN"] // 8, vector.values["FLEN"] // 8, (vector.values["MLEN"] + 7) // 8
    opcode = data[0]
    if opcode == 4:
        return 3 + (flen if data[1] | data[2] << 8 >= 0x1020 else xlen)
    if opcode == 7:
        return 2 + {1: 1, 2: mlen, 3: mlen, 4: 1, 5: 2, 6: 4, 7: 8, 8: 8, 10: xlen}[data[1]]
    if opcode == 8:
        return 2 + mlen + (1 << (data[1 + mlen] >> 4))
    return {1: 1, 2: 1, 3: 1, 5: 4, 6: 4, 10: 1, 11: 1, 16: 3, 17: 5}[opcode]


def expected(vector, trace):
    """The lines "#> BYTES  WORDS", one for each field."""
    data = trace.read_bytes()
    if not data:
        return
    said = call("tv", "dump", trace, *lengths(vector))
    words = [line.split(";")[0].rstrip() for line in said.splitlines() if not line.startswith(".")]
    fields, at = [], 0
    while at < len(data):
        fields.append(data[at:at + size_of(data[at:], vector)].hex(" ").upper())
        at += size_of(data[at:], vector)
    if len(fields) != len(words) or at != len(data):
        raise Wrong(f"{vector.name}: {len(fields)} fields, {len(words)} in words")
    width = max(map(len, fields))
    for field, word in zip(fields, words):
        yield f"#> {field:<{width}}  {word}"


def exercised(vector, lines):
    words = [re.split("  +", line, maxsplit=1)[1].strip() for line in lines]
    has = {rule for rule, form in WORDS.items() if any(re.fullmatch(form, word) for word in words)}
    has |= {f"{name.lower()}.{vector.values[name]}" for name in ("XLEN", "FLEN", "MLEN")}
    return [rule for rule in rules() if rule in has or rule in vector.rules]


def render(vector, folder):
    unknown = set(vector.rules) - set(SAID)
    if unknown:
        raise Wrong(f"{vector.name}: no such rules: {unknown}")
    path, trace = folder / "V.pins", folder / "V.tv"
    path.write_text(vector.text(), encoding="ascii")
    call("vectors", "run", path, "-o", trace, good=(0, 1))
    lines = list(expected(vector, trace))
    has = exercised(vector, lines)
    return vector.text(has, lines), has
