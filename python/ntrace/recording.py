# SPDX-License-Identifier: Apache-2.0
"""Recordings: the execution of harts, read and written event by event."""
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Optional, Union

from ._library import Handle, ffi, lib, name_of, text
from .errors import error_of, new_error

ACCESSES = ("x", "f", "v", "csr", "load", "store")
MODES = {"U": 0, "S": 1, "M": 3, "D": 4, "VU": 5, "VS": 6}
NAMES = {number: name for name, number in MODES.items()}
Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class RecordingEvent:
    """An event of a hart. What it has depends on its kind:

    run     pc, instructions, halfwords
    trap    interrupt, cause, epc, tval (None: unknown)
    mode    mode ("U", "S", "M", "D", "VU", "VS"), context
    code    address, data
    access  access ("x", "f", "v", "csr", "load", "store"), number, address, size, value (None: unknown)
    insn    pc, halfwords
    """

    kind: str
    hart: int = 0
    details: dict[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["details"][name]
        except KeyError:
            raise AttributeError(f"an event of this kind has no {name}") from None


def _access(one: Any) -> dict[str, Any]:
    data = bytes(ffi.buffer(one.bytes, one.size)) if one.bytes != ffi.NULL else None
    known = one.has_value or (one.kind >= ACCESSES.index("load") and one.size > 0)
    value = None if not known else int.from_bytes(data, "little") if data is not None else int(one.value)
    return {"access": ACCESSES[one.kind], "number": one.number, "size": one.size, "value": value,
            "address": None if one.address_unknown else int(one.address)}


def _details(event: Any, kind: str) -> dict[str, Any]:
    if kind == "run":
        return {"pc": event.run.pc, "instructions": event.run.instructions, "halfwords": event.run.halfwords}
    if kind == "trap":
        trap = event.trap
        return {"interrupt": bool(trap.interrupt), "cause": None if trap.cause_unknown else trap.cause, "epc": trap.epc,
                "tval": None if trap.tval_unknown else trap.tval}
    if kind == "mode":
        return {"mode": NAMES.get(event.mode.priv, str(event.mode.priv)), "context": event.mode.context}
    if kind == "code":
        return {"address": event.code.address, "data": bytes(ffi.buffer(event.code.bytes, event.code.size))}
    if kind == "insn":
        return {"pc": event.insn.pc, "halfwords": event.insn.insn.size // 2}
    return _access(event.access)


class Recording(Handle):
    """Reads a recording (.ntr), in one pass: an iterator of RecordingEvent.

        with Recording("program.ntr") as recording:
            for event in recording: ...
    """

    def __init__(self, path: Path) -> None:
        reader, error = ffi.new("nt_reader **"), new_error()
        if lib.nt_reader_open(reader, os.fsencode(path), error) != 0:
            raise error_of(error)
        super().__init__(reader[0], lib.nt_reader_close)
        header = lib.nt_reader_header(self.pointer)
        self.xlen = int(header.xlen)
        self.harts = int(header.harts)
        self.source = text(header.source)
        self.parts = tuple(name for bit, name in enumerate(ACCESSES) if header.parts >> bit & 1)

    def __enter__(self) -> "Recording":
        return self

    def __exit__(self, kind: Optional[type[BaseException]], value: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __iter__(self) -> Iterator[RecordingEvent]:
        event, error = ffi.new("nt_event *"), new_error()
        while (status := lib.nt_reader_next(self.pointer, event, error)) == 1:
            kind = name_of("nt_event_kind", "NT_EVENT_", event.kind)
            yield RecordingEvent(kind, event.hart, _details(event, kind))
        if status < 0:
            raise error_of(error)


class RecordingWriter:
    """Writes a recording, which appears under its name with the end of the `with`, unless that raises.

        with RecordingWriter("program.ntr", xlen=64, source="my simulator") as writer:
            writer.mode("M")
            writer.code(0x80000000, program)
            writer.run(0x80000000, halfwords=2)
    """

    def __init__(self, path: Path, *, xlen: int, harts: int = 1, source: str = "", parts: tuple[str, ...] = ()) -> None:
        unknown = [part for part in parts if part not in ACCESSES]
        if unknown or xlen not in (32, 64) or not 0 < harts < 1 << 16:
            raise ValueError(f"{unknown[0]} is no part" if unknown else "xlen is 32 or 64, harts are 1 to 65535")
        header = ffi.new("nt_recording_header *", {"xlen": xlen, "harts": harts, "unknowns": 1,
                                                   "parts": sum(1 << ACCESSES.index(part) for part in set(parts))})
        header.size = ffi.sizeof("nt_recording_header")
        header.source = str(source).encode()[:255]
        writer, error = ffi.new("nt_writer **"), new_error()
        if lib.nt_writer_open(writer, os.fsencode(path), header, error) != 0:
            raise error_of(error)
        self._writer = writer[0]

    def __enter__(self) -> "RecordingWriter":
        return self

    def __exit__(self, kind: Optional[type[BaseException]], value: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        writer, self._writer = self._writer, None
        if kind is not None:
            lib.nt_writer_abort(writer)
            return
        error = new_error()
        if lib.nt_writer_commit(writer, error) != 0:
            raise error_of(error)

    def _put(self, kind: str, hart: int, member: str, values: dict[str, Any]) -> None:
        if self._writer is None:
            raise ValueError("this RecordingWriter is closed")
        if not 0 <= hart < 1 << 16:
            raise ValueError("hart is 0 to 65535")
        try:
            event = ffi.new("nt_event *", {"kind": getattr(lib, f"NT_EVENT_{kind}"), "hart": hart, member: values})
        except OverflowError as reason:
            raise ValueError(f"{kind.lower()}: {reason}") from None
        error = new_error()
        if lib.nt_writer_event(self._writer, event, error) != 0:
            raise error_of(error)

    def run(self, pc: int, *, instructions: int = 1, halfwords: int = 2, hart: int = 0) -> None:
        """Instructions at consecutive addresses retired."""
        self._put("RUN", hart, "run", {"pc": pc, "instructions": instructions, "halfwords": halfwords})

    def trap(self, epc: int, *, interrupt: bool = False, cause: Optional[int] = None, tval: Optional[int] = None,
             hart: int = 0) -> None:
        """A trap behind the last instruction; None is unknown."""
        self._put("TRAP", hart, "trap", {"interrupt": interrupt, "cause": cause or 0, "epc": epc, "tval": tval or 0,
                                         "cause_unknown": cause is None, "tval_unknown": tval is None})

    def mode(self, mode: str, *, context: int = 0, hart: int = 0) -> None:
        """Privilege and context of all that follows."""
        if mode not in MODES:
            raise ValueError(f"{mode} is no mode")
        self._put("MODE", hart, "mode", {"priv": MODES[mode], "context": context})

    def code(self, address: int, data: bytes, *, hart: int = 0) -> None:
        """What memory has at an address from now on, before it runs."""
        for at in range(0, len(data), 1 << 16):
            piece = ffi.from_buffer(data[at:at + (1 << 16)])
            self._put("CODE", hart, "code", {"address": address + at, "size": len(piece),
                                             "bytes": ffi.cast("const uint8_t *", piece)})


__all__ = ["Recording", "RecordingEvent", "RecordingWriter"]
