# SPDX-License-Identifier: Apache-2.0
"""The trace of a recording or ingress file, by the golden model."""
import os
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Optional, Union

from ._library import ffi, lib, text
from ._settings import Build, config_of, control_of, number_of
from .errors import error_of, new_error

NONE: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class Encoded:
    """A trace: its bytes without idle, the build that made it, cycles, and instructions (0 of an ingress file)."""

    data: bytes
    build: str
    cycles: int
    instructions: int


def encode(path: Union[str, "os.PathLike[str]"], *, settings: Mapping[str, int] = NONE, best: bool = False,
           build: Optional[Build] = None, hart: int = 0, limit: int = 0) -> Encoded:
    """Encodes a recording, or an ingress file, as `ntrace encode` does: `settings` by the names of control fields,
    `best` for those of the smallest stream, `build` by name or parameters (rv64 or rv32 without), `hart` and at most
    `limit` instructions of a recording. Raises Error where it cannot be read, ValueError for a value that is not
    legal."""
    control, known = control_of(settings)
    most, hart = number_of("limit", limit, (1 << 64) - 1), number_of("hart", hart, 65535)
    name = ffi.new("char[]", os.fsencode(path))
    config = ffi.NULL if build is None else config_of(build)
    call = ffi.new("nt_flat_encoding *", {"input": name, "config": config, "best": bool(best), "hart": hart, "limit": most})
    call.control, call.given = control[0], known[0]
    error = new_error()
    try:
        if lib.nt_flat_encode(call, error) != 0:
            raise error_of(error)
        data = bytes(ffi.buffer(call.bytes, call.size)) if call.bytes != ffi.NULL else b""
        return Encoded(data, text(call.build) if isinstance(build, str) or build is None else "", call.cycles,
                       call.instructions)
    finally:
        lib.nt_flat_encoding_free(call)
