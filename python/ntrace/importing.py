# SPDX-License-Identifier: Apache-2.0
"""Recordings of what other programs wrote."""
import os
from dataclasses import dataclass
from typing import Any, Optional

from ._library import ffi, lib
from ._settings import number_of
from .errors import error_of, new_error
from .program import Program, program_of
from .recording import Path


@dataclass(frozen=True)
class Imported:
    """What was imported. `breaks` are places where the text does not continue as the code does, recorded as
    interrupts; `first_break` is the line of the first."""

    instructions: int
    traps: int
    breaks: int
    first_break: int


def _name(path: Optional[Path]) -> Any:
    return ffi.NULL if path is None else ffi.new("char[]", os.fsencode(path))


def import_recording(path: Path, output: Path, *, format: str, program: Optional[Program] = None, pcinfo: Optional[Path] = None,
                     scope: Optional[str] = None, clock: Optional[str] = None, map: Optional[Path] = None, xlen: int = 0,
                     harts: int = 1, pcs_only: bool = False) -> Imported:
    """Makes a recording of what another program wrote, as `ntrace import` does: `format` and the options are its own,
    `program` is the code where the format needs it. The recording appears whole or not at all. Raises Error where the
    text cannot be read, or the format does not take an option."""
    if xlen not in (0, 32, 64) or harts < 1:
        raise ValueError("xlen is 32 or 64, harts are 1 or more")
    names = [_name(path), ffi.new("char[]", str(format).encode()), _name(output), _name(pcinfo), _name(scope), _name(clock),
             _name(map)]
    call = ffi.new("nt_flat_import *", {
        "input": names[0], "format": names[1], "output": names[2], "pcinfo": names[3], "scope": names[4], "clock": names[5],
        "map": names[6], "program": ffi.NULL if program is None else program_of(program).pointer, "xlen": xlen,
        "harts": number_of("harts", harts, 65535), "pcs_only": bool(pcs_only)})
    error = new_error()
    if lib.nt_flat_import_run(call, error) != 0:
        raise error_of(error)
    return Imported(call.instructions, call.traps, call.breaks, call.first_break)


__all__ = ["Imported", "import_recording"]
