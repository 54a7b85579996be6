# SPDX-License-Identifier: Apache-2.0
"""A second decoder of the tandem trace: slow, plain, made of chapters 2 and 3 of its text alone.

    trace = decode(bytes.fromhex("01 03 10 01 00 02"), Parameters(xlen=64, flen=64, mlen=64))
    trace.groups      [Group(0, True, [Field(1, "increment"), Field(2, "instruction", 2, 1)])]
    trace.stray_ends  offsets of ends without a begin, which cost nothing
    trace.error       None, or the Problem behind which nothing can be read: there is no framing

Fields between two groups are a Group too, with inside=False. A group that is cut off is none.
What a stream says that it should not, and that can be read all the same, is in violations.py.
"""
from collections import namedtuple

Parameters = namedtuple("Parameters", "xlen flen mlen", defaults=(64, 64, 64))
Field = namedtuple("Field", "offset kind key value", defaults=(None, None))  # offset: its opcode's
Group = namedtuple("Group", "offset inside fields")
Problem = namedtuple("Problem", "name offset")
Request = namedtuple("Request", "address data")  # data, here and below: None where there is none
Response = namedtuple("Response", "result data")

BEGIN, END = 1, 2
PLAIN = {3: "increment", 10: "reset", 11: "initialization"}
INSTRUCTION = {16: 2, 17: 4}  # bytes
REGISTER = {4: "register", 5: "add", 6: "or"}
ADDITIONAL, REQUEST, RESPONSE = 7, 8, 9
# Bytes; M and X: as MLEN and XLEN say
STATE = {1: ("privilege", 1), 2: ("physical", "M"), 3: ("effective", "M"), 4: ("store", 1),
         5: ("store", 2), 6: ("store", 4), 7: ("store", 8), 8: ("mtime", 8),
         9: ("pc physical", "M"), 10: ("pc", "X")}
SIZES = range(4)  # of a memory request: 1 << size bytes
RESULTS = range(2)
OPS = range(14)
LOAD, STORE, LR, SC, FETCH = 0, 1, 2, 3, 13
PRIVILEGES = 0, 1, 3
FPRS, REGISTERS_END = range(0x1020, 0x1040), 0x1040  # as the debug specification has them


class Stop(Exception):
    """What ends the reading: name, offset."""


class _Reader:
    def __init__(self, data, parameters):
        self.data, self.at = data, 0
        self.parameters = parameters
        self.op = None  # of the memory request that ends here

    def take(self, count):
        if self.at + count > len(self.data):
            raise Stop("cut off", len(self.data))
        self.at += count
        return int.from_bytes(self.data[self.at - count:self.at], "little")

    def known(self, value, values, name):
        """A value of the byte that was read last."""
        if value not in values:
            raise Stop(f"unknown {name}", self.at - 1)
        return value

    def address(self):
        length = (self.parameters.mlen + 7) // 8
        value = self.take(length)
        if value >> self.parameters.mlen:
            raise Stop("address over MLEN", self.at - 1)  # the unused bits are all in that byte
        return value

    def field(self):
        offset, op, self.op = self.at, self.op, None
        opcode = self.take(1)
        if opcode in PLAIN:
            return Field(offset, PLAIN[opcode])
        if opcode in INSTRUCTION:
            return Field(offset, "instruction", INSTRUCTION[opcode], self.take(INSTRUCTION[opcode]))
        if opcode in REGISTER:
            return Field(offset, REGISTER[opcode], *self._register(opcode))
        if opcode == ADDITIONAL:
            return Field(offset, *self._state())
        if opcode == REQUEST:
            return Field(offset, "request", *self._request())
        if opcode == RESPONSE:
            if op is None:
                raise Stop("response without request", offset)
            return Field(offset, "response", *self._response(op))
        raise Stop("unknown opcode", offset)

    def _register(self, opcode):
        address = self.take(2)
        width = self.parameters.flen if address in FPRS else self.parameters.xlen
        if width == 0 or address >= REGISTERS_END:
            raise Stop("unknown register", self.at - 2)
        value = self.take(width // 8 if opcode == 4 else 1)
        return address, value - 256 if opcode == 5 and value > 127 else value

    def _state(self):
        kind, length = STATE[self.known(self.take(1), STATE, "identifier")]
        if length == "M":
            return kind, None, self.address()
        value = self.take(self.parameters.xlen // 8 if length == "X" else length)
        if kind == "privilege":
            self.known(value, PRIVILEGES, "privilege")
        return kind, length if kind == "store" else None, value

    def _request(self):
        address, both = self.address(), self.take(1)
        op, size = self.known(both & 15, OPS, "op"), self.known(both >> 4, SIZES, "size")
        data = None if op in (LOAD, LR, FETCH) else self.take(1 << size)
        self.op = op
        return (op, size), Request(address, data)

    def _response(self, op):
        both = self.take(1)
        size = self.known(both & 15, SIZES, "size")
        result = self.known(both >> 4, RESULTS, "result")
        return size, Response(result, None if op in (STORE, SC) else self.take(1 << size))


class Trace:
    def __init__(self):
        self.groups, self.stray_ends, self.error = [], [], None

    def add(self, offset, inside, fields):
        if inside or fields:
            self.groups.append(Group(offset if inside else fields[0].offset, inside, fields))


def decode(data, parameters=Parameters()):
    trace, reader = Trace(), _Reader(data, parameters)
    begin, inside, fields = 0, False, []
    try:
        while reader.at < len(data):
            opcode = data[reader.at]
            if opcode == END and not inside:
                trace.stray_ends.append(reader.at)
            elif opcode in (BEGIN, END):
                trace.add(begin, inside, fields)
                begin, inside, fields = reader.at, opcode == BEGIN, []
            else:
                fields.append(reader.field())
                continue
            reader.at, reader.op = reader.at + 1, None
        if inside:
            raise Stop("cut off", len(data))
    except Stop as stop:
        trace.error = Problem(*stop.args)
    trace.add(begin, False, [] if inside else fields)
    return trace
