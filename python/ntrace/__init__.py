# SPDX-License-Identifier: Apache-2.0
"""Trace of RISC-V harts in Python: golden models of the hardware, stepped cycle by cycle; N-Trace streams as messages,
events and instructions; and the rule checker.

    with Model("trace_encoder", "rv64") as encoder: ...     the golden model of a unit, ntrace.model
    Cycles("file.nti")                                      what an encoder's pins saw, ntrace.cycles
    messages(data), events(data, program), ...              a stream decoded, ntrace.stream
    check(data)                                             a stream judged, ntrace.checker
    encode("program.ntr")                                   a recording's trace, ntrace.encoder
    Recording("program.ntr"), RecordingWriter(...)          recordings read and written, ntrace.recording
    import_recording("log", "program.ntr", format="spike")  recordings of what others wrote, ntrace.importing
    judge("vector.nti", data)                               a compliance vector judged, ntrace.compliance

What fails in the library raises Error, with the library's name of it; a value that does not fit raises ValueError;
a closed object raises ValueError too.
"""
from .checker import Finding, Verdict, check
from .compliance import Judgement, judge
from .cycles import Cycles, encoder_inputs
from .encoder import Encoded, encode
from .errors import Error
from .importing import Imported, import_recording
from .model import Inputs, Model, Outputs, builds, parameters, units
from .program import Program
from .recording import Recording, RecordingEvent, RecordingWriter
from .stream import Event, Instruction, Message, events, instructions, messages

__all__ = ["Cycles", "Encoded", "Error", "Event", "Finding", "Imported", "Inputs", "Instruction", "Judgement", "Message",
           "Model", "Outputs", "Program", "Recording", "RecordingEvent", "RecordingWriter", "Verdict", "builds", "check",
           "encode", "encoder_inputs", "events", "import_recording", "instructions", "judge", "messages", "parameters",
           "units"]
