# SPDX-License-Identifier: Apache-2.0
"""The code that a traced hart ran."""
import os
from types import TracebackType
from typing import Optional, Union

from ._library import Handle, ffi, lib
from .errors import Error, error_of, new_error

MODES = {"U": 1 << 0, "S": 1 << 1, "M": 1 << 3, "VU": 1 << 5, "VS": 1 << 6}


MOST_HART = 65535


class Program(Handle):
    """Images of code: ELF files, recordings, pcinfo files, raw dumps.

        with Program("firmware.elf") as program:
            program.add("dump.bin", at=0x80000000, xlen=64, modes=("M",))
    """

    def __init__(self, *paths: Union[str, "os.PathLike[str]"]) -> None:
        pointer = lib.nt_program_new()
        if pointer == ffi.NULL:
            raise Error("out of memory", "memory")
        super().__init__(pointer, lib.nt_program_free)
        for path in paths:
            self.add(path)

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, kind: Optional[type[BaseException]], value: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def add(self, path: Union[str, "os.PathLike[str]"], *, offset: int = 0, at: Optional[int] = None, xlen: int = 0,
            modes: tuple[str, ...] = ()) -> None:
        """Adds an image after the others. `offset` is added to an ELF file's addresses; `at` is where a raw dump
        begins; `xlen`, 32 or 64, is that of a raw dump or pcinfo; `modes`, of U, S, M, VU and VS, are those in which
        it applies, all without them. Raises Error where it cannot be read."""
        unknown = [mode for mode in modes if mode not in MODES]
        if unknown or xlen not in (0, 32, 64) or not 0 <= offset < 1 << 64 or not 0 <= (at or 0) < 1 << 64:
            raise ValueError(f"{unknown[0]} is no mode" if unknown else "xlen is 32 or 64, an address has 64 bits")
        name = ffi.new("char[]", os.fsencode(path))
        spec = ffi.new("nt_image_spec *", {"path": name, "offset": offset, "raw": at is not None, "at": at or 0,
                                           "xlen": xlen, "modes": sum(MODES[mode] for mode in set(modes))})
        error = new_error()
        if lib.nt_program_add(self.pointer, spec, error) != 0:
            raise error_of(error)

    @property
    def xlen(self) -> int:
        """XLEN of the images that have it; 64 if none does."""
        return int(lib.nt_program_xlen(self.pointer))


def program_of(program: Program) -> Program:
    """The same; TypeError where it is no Program."""
    if not isinstance(program, Program):
        raise TypeError(f"the code is a Program, not {program!r:.60}")
    return program
