# SPDX-License-Identifier: Apache-2.0
"""Random tandem traces with their meaning, in all parameters, and damaged copies of them.

    maker = Maker(seed=1, parameters=Parameters(32, 64, 34))
    data, groups = maker.stream(10)    groups: as decoder.decode(data) has to find them
    maker.damaged(data)                offset of the first damage, bytes
"""
import random

from tests.tandem.decoder import Field, Group, Parameters, Request, Response

ALL_PARAMETERS = [Parameters(64, flen, 64) for flen in (0, 32, 64)] + \
    [Parameters(32, flen, mlen) for flen in (0, 32, 64) for mlen in (32, 34)]
# Typed again, from the other side
OPCODES = {"increment": 3, "register": 4, "add": 5, "or": 6, "reset": 10, "initialization": 11}
IDENTIFIERS = {"privilege": 1, "physical": 2, "effective": 3, "mtime": 8, "pc physical": 9,
               "pc": 10}
STORES = {1: 4, 2: 5, 4: 6, 8: 7}
REQUEST_DATA, RESPONSE_DATA = {1, 3, *range(4, 13)}, {0, 2, *range(4, 14)}
MACHINE = {0x001: "fflags", 0x002: "frm", 0x003: "fcsr", 0x100: "mstatus", 0x300: "mstatus",
           0x104: "mie", 0x304: "mie", 0x144: "mip", 0x344: "mip"}
SPECIAL = [*MACHINE, 0x305, 0x341, 0x342, 0x343, 0x7B1, 0xB00, 0xB80, 0xC01, 0xFFF]


def to_bytes(kind, key, value, parameters):
    """Of one field."""
    def little(number, bits):
        return (number % (1 << bits)).to_bytes((bits + 7) // 8, "little")

    xlen, flen, mlen = parameters
    if kind == "instruction":
        return bytes([16 if key == 2 else 17]) + little(value, 8 * key)
    if kind in ("register", "add", "or"):
        width = 8 if kind != "register" else flen if 0x1020 <= key < 0x1040 else xlen
        return bytes([OPCODES[kind]]) + little(key, 16) + little(value, width)
    if kind == "store":
        return bytes([7, STORES[key]]) + little(value, 8 * key)
    if kind in IDENTIFIERS:
        width = {"privilege": 8, "mtime": 64, "pc": xlen}.get(kind, mlen)
        return bytes([7, IDENTIFIERS[kind]]) + little(value, width)
    if kind == "request":
        (op, size), (address, data) = key, value
        data = b"" if data is None else little(data, 8 << size)
        return bytes([8]) + little(address, mlen) + bytes([size << 4 | op]) + data
    if kind == "response":
        result, data = value
        return bytes([9, result << 4 | key]) + (b"" if data is None else little(data, 8 << key))
    return bytes([OPCODES[kind]])


class Maker:
    def __init__(self, seed, parameters, wild=False):
        """`wild`: groups may hold what violations.py finds."""
        self.random = random.Random(f"{seed} {parameters} {wild}")
        self.parameters, self.wild = parameters, wild

    # Units: fields that stay together, with the elements of the state that they change

    def _number(self, bits):
        draw = self.random.random()
        if draw < 0.1:
            return 0
        if draw < 0.2:
            return (1 << bits) - 1
        return self.random.getrandbits(bits if draw < 0.8 else min(bits, 5))

    def _register(self):
        flen, xlen = self.parameters.flen, self.parameters.xlen
        space = self.random.choice(["gpr", "gpr", "fpr", "csr", "csr"])
        if space == "gpr" or flen == 0 and space == "fpr":
            key, width = 0x1000 + self.random.randrange(32), xlen
        elif space == "fpr":
            key, width = 0x1020 + self.random.randrange(32), flen
        else:
            key, width = self.random.choice([*SPECIAL, self.random.randrange(0x1000)]), xlen
        kind = self.random.choice(["register", "register", "add", "or"])
        value = self._number(width if kind == "register" else 8)
        if kind == "add":
            value = value - 256 if value >= 128 else value
        if key == 0x1000 and not self.wild:
            value = 0
        name = MACHINE.get(key, key)
        return [(kind, key, value)], {"fflags", "frm"} if name == "fcsr" else {name}

    def _state(self):
        kind = self.random.choice([*IDENTIFIERS, "store", "store"])
        if kind == "store":
            size = self.random.choice([1, 2, 4, 8])
            return [(kind, size, self._number(8 * size))], {kind}
        if kind == "privilege":
            return [(kind, None, self.random.choice([0, 1, 3]))], {kind}
        width = {"mtime": 64, "pc": self.parameters.xlen}.get(kind, self.parameters.mlen)
        return [(kind, None, self._number(width))], {kind}

    def _memory(self):
        key = op, size = self.random.randrange(14), self.random.randrange(4)

        def data(when):
            return self._number(8 << size) if when else None

        request = Request(self._number(self.parameters.mlen), data(op in REQUEST_DATA))
        if self.wild and self.random.random() < 0.2:
            size = self.random.randrange(4)  # of the response alone
        response = Response(self.random.randrange(2), data(op in RESPONSE_DATA))
        fields = [("request", key, request), ("response", size, response)]
        return fields[:self.random.choice([1, 2, 2])], set()

    def _instruction(self):
        size = self.random.choice([2, 4])
        value = self._number(8 * size)
        if self.random.random() < 0.9:  # else the opcode counts
            value = value | 3 if size == 4 else value & ~3 | self.random.randrange(3)
        return [("instruction", size, value)], {"instruction"}

    def _units(self, kind):
        pick = self.random.choice
        if kind == "instruction":
            yield self._instruction()
            if self.random.random() < 0.6:
                yield [("increment", None, None)], {"pc"}
        if kind == "initialization":
            yield [("initialization", None, None)], set()
        if kind == "reset":
            yield [("reset", None, None)], set()
        for _ in range(pick([0, 1, 2, 2, 3, 4, 6, 9])):
            yield pick([self._register, self._register, self._state, self._memory])()
        if self.wild and self.random.random() < 0.3:
            yield [(pick(["increment", "reset", "initialization"]), None, None)], set()
        if self.wild and self.random.random() < 0.1:
            yield self._instruction()

    def _fields(self, kind):
        """(kind, key, value) of each, in any order that is allowed."""
        changed, chosen = set(), []
        for fields, elements in self._units(kind):
            if self.wild or not changed & elements:
                changed |= elements
                chosen.append(fields)
        self.random.shuffle(chosen)
        return [field for fields in chosen for field in fields]

    # Streams

    def stream(self, groups):
        data, meaning, before = bytearray(), [], "nothing"
        for _ in range(groups):
            if before != "open" and self.random.random() < 0.1:
                meaning += self._append(data, False, self._fields("loose"))
            kinds = ["instruction"] * 6 + ["trap", "initialization", "initialization", "reset"]
            meaning += self._append(data, True, self._fields(self.random.choice(kinds)))
            before = self.random.choice(["open", "closed"])
            data += b"" if before == "open" else b"\x02"
            if self.wild and before == "closed" and self.random.random() < 0.05:
                data += b"\x02"
        return bytes(data + (b"\x02" if before == "open" else b"")), meaning

    def _append(self, data, inside, fields):
        offset = len(data)
        data += b"\x01" if inside else b""
        placed = []
        for field in fields:
            placed.append(Field(len(data), *field))
            data += to_bytes(*field, self.parameters)
        return [Group(offset, inside, placed)] if inside or placed else []

    def damaged(self, data):
        """Bytes that are cut off, have wrong bits, or hold others in between."""
        data, kind = bytearray(data), self.random.choice(["cut", "bits", "insert"])
        first = at = self.random.randrange(1, len(data))
        if kind == "cut":
            return at, bytes(data[:at])
        if kind == "insert":
            data[at:at] = self.random.randbytes(self.random.randint(1, 4))
            return at, bytes(data)
        for _ in range(self.random.choice([1, 1, 2, 3])):
            data[at] ^= 1 << self.random.randrange(8)
            first, at = min(first, at), self.random.randrange(len(data))
        return first, bytes(data)
