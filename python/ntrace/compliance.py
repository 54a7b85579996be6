# SPDX-License-Identifier: Apache-2.0
"""Compliance vectors: the bytes of another encoder, judged."""
import os
import tempfile
from dataclasses import dataclass
from typing import Optional

from ._library import ffi, lib, text
from ._settings import stream_of
from .errors import error_of, new_error
from .recording import Path


@dataclass(frozen=True)
class Judgement:
    """The verdict of a vector: "exact" (the golden model's bytes), "conformant" (another legal stream of the same
    ingress), or "broken": then the rule that broke first (None: no rule tells), the offset of its message, and words."""

    verdict: str
    rule: Optional[str] = None
    offset: int = 0
    text: str = ""

    @property
    def good(self) -> bool:
        """Whether nothing is broken."""
        return self.verdict != "broken"


def judge(vector: Path, data: bytes) -> Judgement:
    """Judges the bytes that an encoder sent for the ingress of a vector, `vector` its file; of a unit that answers the
    text of its answers. Raises Error where the vector cannot be read."""
    judgement, error = ffi.new("nt_flat_judgement *"), new_error()
    with tempfile.NamedTemporaryFile(suffix=".nex") as stream:
        stream.write(stream_of(data))
        stream.flush()
        if lib.nt_flat_judge(judgement, os.fsencode(vector), os.fsencode(stream.name), error) != 0:
            raise error_of(error)
    verdict = text(judgement.verdict)
    if verdict != "broken":
        return Judgement(verdict)
    rule = text(judgement.rule) if judgement.rule != ffi.NULL else None
    return Judgement(verdict, rule, judgement.offset, text(judgement.text))


__all__ = ["Judgement", "judge"]
