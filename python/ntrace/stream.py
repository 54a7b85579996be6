# SPDX-License-Identifier: Apache-2.0
"""N-Trace streams as messages, events and instructions.

`settings` are control fields by name, as far as they differ from 0: without them a stream has no SRC, no TSTAMP and
none of the options. `build` is an encoder's, by name or parameters; without it rv64, or rv32 for code of RV32.
"""
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Optional, Union

from ._library import ffi, lib, name_of, text
from ._settings import Build, config_of, default_build, flow_options, number_of, stream_of
from .errors import Error, error_of, new_error
from .program import MOST_HART, Program, program_of

PIECE = 4096  # bytes that are decoded at a time
NONE: Mapping[str, int] = {}


@dataclass(frozen=True)
class Message:
    """A message, or a byte that breaks the framing, which has no bytes but the wrong one."""

    offset: int  # of its first byte in the stream
    data: bytes
    tcode: int
    name: str  # as "DirectBranch"; empty where none is known
    fields: dict[str, int]  # by name, as "I-CNT"
    status: str  # "ok", or what is wrong, as "too-wide" or "bad-start"
    text: str  # in words


def messages(data: bytes, *, settings: Mapping[str, int] = NONE, build: Optional[Build] = None,
             vendor: str = "") -> Iterator[Message]:
    """The messages of a stream, in order. What breaks the protocol is a Message too, whose status is not "ok".
    `vendor`: whose deviations from N-Trace it has, as "sifive"."""
    data = stream_of(data)
    build = build or default_build(64)
    form = ffi.new("nt_message_format *", lib.nt_flow_format(flow_options(settings, build, vendor), config_of(build).xlen))
    framer = ffi.new("nt_framer *")
    begin = 0
    for at, byte in enumerate(data):
        frame = lib.nt_framer_byte(framer, byte)
        if frame == lib.NT_FRAME_START:
            begin = at
        elif frame == lib.NT_FRAME_END:
            yield _message(form, data[begin:at + 1], begin)
        elif frame >= lib.NT_FRAME_BAD_RESERVED:
            yield Message(at, bytes([byte]), 0, "", {}, text(lib.nt_frame_name(frame)), text(lib.nt_frame_text(frame)))


def _message(form: Any, data: bytes, offset: int) -> Message:
    message = ffi.new("nt_message *")
    wrong = ffi.new("nt_field *")
    status = lib.nt_message_decode(message, form, data, len(data), wrong)
    words = ffi.new("char[]", lib.NT_MESSAGE_TEXT)
    lib.nt_message_describe(message, ffi.NULL, words)
    name = lib.nt_tcode_name(message.tcode)
    fields = {text(lib.nt_field_get(i).name): message.value[i] for i in range(1, lib.NT_FIELDS) if message.present >> i & 1}
    return Message(offset, data, message.tcode, "" if name == ffi.NULL else text(name), fields,
                   "ok" if status == lib.NT_MESSAGE_OK else text(lib.nt_message_status_name(status)), text(words))


@dataclass(frozen=True)
class Event:
    """What a message tells of the execution, or a fault of the stream: include/ntrace/flow.h has the kinds."""

    kind: str  # "range", "trap", "sync", "ownership", "stop", "loss", "fault", "suspect" or "salvage"
    offset: int  # of the message's first byte in the stream
    pc: int
    time: Optional[int]  # absolute, where known
    details: dict[str, Union[int, str]] = field(default_factory=dict)  # the members of that kind by name


def _details(event: Any, kind: str) -> dict[str, Union[int, str]]:
    found: dict[str, Union[int, str]] = {}
    if kind == "salvage":  # no member of its own
        return found
    part = getattr(event, kind)
    for name, _ in ffi.typeof(part).fields:
        value = getattr(part, name)
        found[name] = int(value) if isinstance(value, (int, bool)) else text(value)
    if kind == "fault":
        found["name"] = text(lib.nt_flow_fault_name(event.fault.code))
    return found


def _event(event: Any) -> Event:
    kind = name_of("nt_flow_kind", "NT_FLOW_", event.kind)
    return Event(kind, event.offset, event.pc, event.time if event.has_time else None, _details(event, kind))


class _Decoder:
    """A flow decoder over a program; what it found since it was asked last."""

    def __init__(self, program: Program, hart: int, options: Any) -> None:
        error = new_error()
        self.program = program.pointer  # kept until the view is gone
        self.view = lib.nt_view_new(self.program, hart, error)
        if self.view == ffi.NULL:
            raise error_of(error)
        self.found: list[Event] = []
        self.failed: list[BaseException] = []
        self.sink = ffi.callback("int(void *, const nt_flow_event *)", self.take, error=1)
        options.error = error
        self.flow = lib.nt_flow_new(lib.nt_view_code(self.view), options, self.sink, ffi.NULL)
        if self.flow == ffi.NULL:
            lib.nt_view_free(self.view)
            raise error_of(error)

    def take(self, _: Any, event: Any) -> int:
        """Receives an event."""
        lib.nt_view_take(self.view, event)
        self.found.append(_event(event))
        return 0

    def bytes(self, data: bytes) -> list[Event]:
        """The events of the next bytes."""
        self.found = []
        lib.nt_flow_bytes(self.flow, data, len(data))
        return self.found

    def finish(self) -> list[Event]:
        """What was pending at the stream's end."""
        self.found = []
        lib.nt_flow_finish(self.flow)
        return self.found

    def free(self) -> None:
        lib.nt_flow_free(self.flow)
        lib.nt_view_free(self.view)


def _decoded(data: bytes, program: Program, hart: int, settings: Mapping[str, int],
             build: Optional[Build], vendor: str = "", salvage: bool = False) -> Iterator[tuple[_Decoder, list[Event]]]:
    data = stream_of(data)
    decoder = _Decoder(program_of(program), number_of("hart", hart, MOST_HART), flow_options(settings, build or default_build(program.xlen), vendor, salvage))
    try:
        for at in range(0, len(data), PIECE):
            yield decoder, decoder.bytes(data[at:at + PIECE])
        yield decoder, decoder.finish()
    finally:
        decoder.free()


def events(data: bytes, program: Program, *, settings: Mapping[str, int] = NONE, build: Optional[Build] = None,
           hart: int = 0, vendor: str = "", salvage: bool = False) -> Iterator[Event]:
    """What a stream tells of its hart, in order, over the code that ran. A fault is an Event, and decoding goes on at
    the next synchronizing message, or with `salvage` where the next messages fit the code. `vendor`: as of messages."""
    for _, found in _decoded(data, program, hart, settings, build, vendor, salvage):
        yield from found


@dataclass(frozen=True)
class Instruction:
    """An instruction that retired."""

    pc: int
    size: int  # bytes
    text: str  # "addi a0, a0, 1"
    file: str = ""  # of its source, as the compiler recorded it; "": not known
    line: int = 0  # from 1


def instructions(data: bytes, program: Program, *, settings: Mapping[str, int] = NONE, build: Optional[Build] = None,
                 hart: int = 0) -> Iterator[Instruction]:
    """The instructions that a stream reports as retired, in order. The program is one image for each address: for code
    that changes as it runs, take events. Raises Error at the first fault of the stream."""
    known: dict[int, Instruction] = {}
    for decoder, found in _decoded(data, program, hart, settings, build):
        for event in found:
            if event.kind == "fault":
                raise Error(f"offset {event.offset}: {event.details['reason']}", str(event.details["name"]), event.offset)
            if event.kind == "range":
                yield from _range(decoder.view, event, known)


def _instruction(view: Any, pc: int) -> Instruction:
    code = ffi.new("nt_disassembly *")
    lib.nt_view_disassemble(view, pc, code)
    row = lib.nt_view_line(view, pc)
    known = row != ffi.NULL and row.line != 0 and row.file != ffi.NULL
    return Instruction(pc, code.size, text(code.text), text(row.file) if known else "", int(row.line) if known else 0)


def _range(view: Any, event: Event, known: dict[int, Instruction]) -> Iterator[Instruction]:
    pc = int(event.details["pc"])
    for _ in range(int(event.details["instructions"])):
        if pc not in known:
            known[pc] = _instruction(view, pc)
        yield known[pc]
        pc += known[pc].size
