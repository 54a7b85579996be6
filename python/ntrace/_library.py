# SPDX-License-Identifier: Apache-2.0
"""The shared library and the declarations of what is in it, both made by the build."""
from pathlib import Path
from typing import Any

from cffi import FFI

FOLDER = Path(__file__).resolve().parent

ffi: Any = FFI()
ffi.cdef((FOLDER / "_declarations.h").read_text(encoding="utf-8"))
lib: Any = ffi.dlopen(str(FOLDER / "_ntrace.so"))


def text(chars: Any) -> str:
    """A string of C."""
    return str(ffi.string(chars).decode("utf-8", "replace"))


def name_of(enumeration: str, prefix: str, value: int) -> str:
    """The name of an enumeration's value, as NT_FLOW_RANGE is "range" after its prefix."""
    names = ffi.typeof(enumeration).elements
    return str(names.get(value, f"{prefix}{value}")).removeprefix(prefix).lower().replace("_", "-")


class Handle:
    """An object of the library that is freed once, when nobody has it: neither its owner, until close or the end of a
    `with`, nor a decoder that still uses it."""

    def __init__(self, pointer: Any, free: Any) -> None:
        self._pointer = ffi.gc(pointer, free)

    @property
    def pointer(self) -> Any:
        """The library's object; ValueError after close."""
        if self._pointer is None:
            raise ValueError(f"this {type(self).__name__} is closed")
        return self._pointer

    def close(self) -> None:
        """Gives it up; a second call does nothing."""
        self._pointer = None
