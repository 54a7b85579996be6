#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A small N-Trace encoder to take through the vectors: Branch Trace Messaging alone, RV32, one block in a cycle.

    encode.py PINS.json OUT.nex      # what `ntrace vectors emit V --format json` wrote

It stands for an encoder that somebody brings, and shows what it takes to judge one. Where the hardware would look at its
pins, it reads rows; what it sends is in the order of the text: SYNC when tracing starts, DirectBranch for a taken
branch, IndirectBranch for jumps by a register and traps, ProgTraceCorrelation when tracing ends.

    --forget-traps      it is imperfect: a trap is not reported
"""
import argparse
import json
import sys

DIRECT_BRANCH, INDIRECT_BRANCH, PROG_TRACE_SYNC, CORRELATION = 3, 4, 9, 33  # TCODE
ENABLED, DISABLED = 5, 4                                                    # SYNC; EVCODE
EXCEPTION, INTERRUPT, TRAP_RETURN, TAKEN = 1, 2, 3, 5                       # itype
UNINFERABLE = (TRAP_RETURN, 8, 10, 12, 13, 14)


class Bytes:
    """A message: fields of fixed size, then those that end a byte. MDO is the upper six bits, MSEO the lower two."""

    def __init__(self, tcode, *fixed):
        self.bits, self.size, self.data = tcode, 6, []
        for value, size in fixed:
            self.bits |= value << self.size
            self.size += size

    def variable(self, value):
        self.bits |= value << self.size
        self.size += max(value.bit_length(), 1)
        while self.size > 0:
            self.data.append((self.bits & 63) << 2)
            self.bits >>= 6
            self.size -= 6
        self.bits = self.size = 0
        self.data[-1] |= 1
        return self

    def end(self):
        self.data[-1] |= 3
        return bytes(self.data)


class Encoder:
    def __init__(self, forget_traps=False):
        self.forget_traps = forget_traps
        self.out = bytearray()
        self.tracing = False
        self.count = 0          # I-CNT: half-words since the last message
        self.address = 0        # what the last message reported, in half-words
        self.waiting = None     # B-TYPE of a jump whose target is the next block's address

    def send(self, *fields):
        message = Bytes(*fields).variable(self.count)
        self.count = 0
        return message

    def target(self, address):
        """The first block, or the one behind a jump or trap."""
        half = address >> 1
        if not self.tracing:
            self.tracing = True
            self.out += self.send(PROG_TRACE_SYNC, (ENABLED, 4)).variable(half).end()
        elif self.waiting is not None:
            self.out += self.send(INDIRECT_BRANCH, (self.waiting, 2)).variable(half ^ self.address).end()
        else:
            return
        self.address, self.waiting = half, None

    def block(self, address, half_words, itype):
        if half_words or itype == EXCEPTION:  # an interrupt with nothing retired is of no address
            self.target(address)
        self.count += half_words
        if itype == TAKEN:
            self.out += self.send(DIRECT_BRANCH).end()
        elif itype in (EXCEPTION, INTERRUPT):
            self.waiting = self.waiting if self.forget_traps or not self.tracing else 2 + (itype == INTERRUPT)
        elif itype in UNINFERABLE:
            self.waiting = 0

    def stop(self):
        if self.tracing:
            self.out += self.send(CORRELATION, (DISABLED, 4), (0, 2)).end()
        self.tracing, self.waiting = False, None


def encode(vector, encoder):
    columns = {name: number for number, name in enumerate(vector["columns"])}
    for row in vector["cycles"]:
        pin = {name: int(row[number], 0) for name, number in columns.items()}
        on = pin["trTeActive"] and pin["trTeEnable"] and pin["trTeInstTracing"]
        if not on:
            encoder.stop()
        elif pin["iretire_0"] or pin["itype_0"]:
            encoder.block(pin["iaddr_0"], pin["iretire_0"], pin["itype_0"])
    return bytes(encoder.out)


def main():
    parser = argparse.ArgumentParser(description="A small N-Trace encoder: BTM, RV32, without options.")
    parser.add_argument("pins")
    parser.add_argument("output")
    parser.add_argument("--forget-traps", action="store_true", help="do not report traps: it is imperfect")
    arguments = parser.parse_args()
    with open(arguments.pins, encoding="ascii") as file:
        vector = json.load(file)
    with open(arguments.output, "wb") as file:
        file.write(encode(vector, Encoder(arguments.forget_traps)))


if __name__ == "__main__":
    sys.exit(main())
