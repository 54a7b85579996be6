# SPDX-License-Identifier: Apache-2.0
"""Parts of a cocotb bench, of cocotb 1.9 and 2: a unit of RTL beside its golden model.

    board = Scoreboard(dut, model)
    bytes_ = ByteMonitor(dut)
    for inputs in ...:
        await cycle(dut, board, inputs, bytes_)
"""
from collections.abc import Mapping
from typing import Any, Optional

from cocotb.triggers import Timer  # type: ignore[import-not-found,import-untyped,unused-ignore]

from .model import Model

__all__ = ["ByteMonitor", "Mismatch", "Scoreboard", "cycle"]

HALF_NS = 5


class Mismatch(AssertionError):
    """An output of the RTL is not what the golden model has."""

    def __init__(self, number: int, name: str, got: str, expected: int) -> None:
        super().__init__(f"cycle {number}: {name} is {got}, expected {expected:#x}")
        self.cycle, self.name, self.got, self.expected = number, name, got, expected


def value(handle: Any) -> Optional[int]:
    """What a signal has; None where a bit of it is unknown."""
    now = handle.value
    return int(now) if now.is_resolvable else None


class Scoreboard:
    """Drives RTL and model alike, and compares every output that the model says counts, in every cycle from the first
    reset on. Outputs begin unknown; after it none may be."""

    def __init__(self, dut: Any, model: Model, *, reset: str = "rst") -> None:
        self.dut, self.model, self.reset = dut, model, reset
        self.number = 0
        self.was_reset = False

    def drive(self, inputs: Mapping[str, int]) -> None:
        self.model.set(**inputs)
        for name, bits in inputs.items():
            getattr(self.dut, name).value = bits
        self.in_reset = bool(inputs.get(self.reset, 0))

    def compare(self) -> None:
        for name, expected in self.model.outputs.items() if self.was_reset else ():
            handle = getattr(self.dut, name)
            if expected is not None and value(handle) != expected:
                raise Mismatch(self.number, name, str(handle.value), expected)

    def step(self) -> None:
        self.was_reset |= self.in_reset
        self.model.step()
        self.number += 1


class ByteMonitor:
    """Collects the bytes that a sink takes of an encoder: `data`."""

    def __init__(self, dut: Any, *, ready: Optional[str] = "out_ready") -> None:
        self.dut, self.ready = dut, ready
        self.data = bytearray()

    def take(self) -> None:
        if value(self.dut.out_valid) == 1 and (self.ready is None or value(getattr(self.dut, self.ready)) == 1):
            count, bits = value(self.dut.out_count), value(self.dut.out)
            if count is None or bits is None:
                raise AssertionError("bytes are valid, and unknown")
            self.data += bits.to_bytes(8, "little")[:count]


async def cycle(dut: Any, board: Scoreboard, inputs: Mapping[str, int], monitor: Optional[ByteMonitor] = None) -> None:
    """A clock of `dut.clk`: what is driven settles, is compared and taken, and both sides step."""
    board.drive(inputs)
    await Timer(HALF_NS, "ns")
    if monitor is not None and board.was_reset:
        monitor.take()
    board.compare()
    board.step()
    dut.clk.value = 1
    await Timer(HALF_NS, "ns")
    dut.clk.value = 0
