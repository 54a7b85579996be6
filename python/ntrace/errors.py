# SPDX-License-Identifier: Apache-2.0
"""What fails in the library, as an exception."""
from typing import Any

from ._library import ffi, name_of, text


class Error(Exception):
    """A failure of the library. `name`: which, as "format" for NT_ERROR_FORMAT; `offset`: in bytes of the file."""

    def __init__(self, words: str, name: str = "other", offset: int = 0) -> None:
        super().__init__(words)
        self.name = name
        self.offset = offset


def new_error() -> Any:
    """An nt_error for a call."""
    return ffi.new("nt_error *")


def error_of(error: Any) -> Error:
    """The exception of an nt_error that a call has set."""
    return Error(text(error.text), name_of("nt_error_code", "NT_ERROR_", error.code), error.offset)
