# SPDX-License-Identifier: Apache-2.0
"""Ingress files: what an encoder's pins saw, cycle by cycle."""
import os
from collections.abc import Iterator
from types import TracebackType
from typing import Optional, Union

from ._library import Handle, ffi, lib, text
from .errors import error_of, new_error

# Pins that nt_trace_encoder has by other names
PORTS = {"sink_ready": "out_ready", "context": "hart_context", "time": "hart_time"}


class Cycles(Handle):
    """The cycles of an ingress file, in order: for each a dict of its pins by name, as docs/ingress.md has them; a
    pin of the blocks is a list, one value for each block of the port, oldest first.

    Raises Error where the file cannot be read, or sets control fields other than by APB.
    """

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        error = new_error()
        pointer = lib.nt_flat_cycles_open(os.fsencode(path), error)
        if pointer == ffi.NULL:
            raise error_of(error)
        super().__init__(pointer, lib.nt_flat_cycles_close)
        count = lib.nt_flat_cycles_count(pointer)
        self._pins = [(text(lib.nt_flat_cycles_name(pointer, i)), lib.nt_flat_cycles_block(pointer, i))
                      for i in range(count)]
        self._values = ffi.new("uint64_t[]", count)

    def __enter__(self) -> "Cycles":
        return self

    def __exit__(self, kind: Optional[type[BaseException]], value: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __iter__(self) -> Iterator[dict[str, Union[int, list[int]]]]:
        error = new_error()
        while (result := lib.nt_flat_cycles_next(self.pointer, self._values, error)) == 1:
            cycle: dict[str, Union[int, list[int]]] = {}
            for (name, block), value in zip(self._pins, self._values):
                if block < 0:
                    cycle[name] = value
                else:
                    values = cycle.setdefault(name, [])
                    assert isinstance(values, list)
                    values.append(value)
            yield cycle
        if result < 0:
            raise error_of(error)


def encoder_inputs(cycle: dict[str, Union[int, list[int]]], widths: dict[str, int]) -> dict[str, int]:
    """A cycle as the inputs of nt_trace_encoder that have these widths; a clock of the system's counter in each cycle.

    Bits of a pin above its port's width are left out, as at a port that has fewer bits.
    """
    inputs = {"system_tick": 1}
    for pin, value in cycle.items():
        name = PORTS.get(pin, pin.upper() if pin.startswith("p") and pin != "priv" else pin)
        width = widths.get(name, 0)
        if isinstance(value, list):
            each = width // len(value)
            inputs[name] = sum((one & (1 << each) - 1) << i * each for i, one in enumerate(value))
        elif width:
            inputs[name] = value & (1 << width) - 1
    return inputs
