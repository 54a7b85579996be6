# SPDX-License-Identifier: Apache-2.0
"""Streams judged by the rules of N-Trace: docs/rules.md lists them."""
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional

from ._library import ffi, lib, text
from ._settings import Build, config_of, control_of, default_build, number_of, stream_of
from .errors import Error, error_of, new_error
from .program import MOST_HART, Program, program_of

NONE: Mapping[str, int] = {}


@dataclass(frozen=True)
class Finding:
    """A rule that a stream broke."""

    rule: str  # its id
    clause: str  # title of the section of N-Trace 1.0
    required: bool  # False: a recommendation
    count: int  # how often it broke
    offset: int  # of the first time
    text: str  # that in words


@dataclass(frozen=True)
class Verdict:
    """What the checker says of a stream."""

    findings: list[Finding]  # in the order of docs/rules.md
    exercised: int  # rules that the stream put to the test
    messages: int
    size: int  # bytes

    @property
    def good(self) -> bool:
        """No required rule broke."""
        return not any(finding.required for finding in self.findings)


def check(data: bytes, *, settings: Mapping[str, int] = NONE, build: Optional[Build] = None,
          program: Optional[Program] = None, hart: int = 0, wrapped: bool = False) -> Verdict:
    """Judges a whole stream. Rules about control fields, widths and code are judged by what is given, and by nothing
    else: `settings`, `build`, `program`. `wrapped`: it may begin within a message. Raises Error where it is empty."""
    data = stream_of(data)
    if len(data) == 0:
        raise Error("offset 0: the stream is empty", "cut")
    control, known = control_of(settings)
    xlen = program_of(program).xlen if program is not None else 64
    config = config_of(build or default_build(xlen))
    options = ffi.new("nt_check_options *", lib.nt_check_options_of(control, config))
    options.known = known[0]
    options.sources = options.format.src_bits != 0 and "trTeSrcID" not in settings
    options.wrapped = bool(wrapped)
    if build is None:
        options.xlen = xlen if program is not None else 0
        options.scontext_w = options.hcontext_w = options.tstamp_w = options.btype = 0
    judge = lib.nt_check_new(options)
    if judge == ffi.NULL:
        raise Error("out of memory", "memory")
    try:
        if program is None:
            lib.nt_check_bytes(judge, data, len(data))
        else:
            _with_code(judge, data, program, (control, config, settings, options.sources),
                       number_of("hart", hart, MOST_HART))
        lib.nt_check_finish(judge)
        return _verdict(judge)
    finally:
        lib.nt_check_free(judge)


def _with_code(judge: Any, data: bytes, program: Program, encoder: tuple[Any, Any, Mapping[str, int], bool],
               hart: int) -> None:
    control, config, settings, sources = encoder
    options = ffi.new("nt_check_harts_options *", {"hart": hart, "every_hart": sources})
    options.flow = lib.nt_flow_options_of(control, config)
    options.flow.tolerant = True
    options.flow.inst_mode = settings.get("trTeInstMode", 0)
    options.isa.xlen = program.xlen
    error = new_error()
    harts = lib.nt_check_harts_new(judge, program.pointer, options, error)
    if harts == ffi.NULL:
        raise error_of(error)
    try:
        lib.nt_check_bytes(judge, data, len(data))
        if lib.nt_check_harts_finish(harts, error) != 0:
            raise error_of(error)
    finally:
        lib.nt_check_harts_free(harts)


def _verdict(judge: Any) -> Verdict:
    findings = []
    for rule in range(lib.NT_RULES):
        result = lib.nt_check_result(judge, rule)
        if result.state == lib.NT_RULE_BROKEN:
            row = lib.nt_rules[rule]
            findings.append(Finding(text(row.id), text(row.clause), row.level == lib.NT_REQUIRED, result.broken,
                                    result.offset, text(result.text)))
    return Verdict(findings, lib.nt_check_summarize(judge).exercised, lib.nt_check_messages(judge),
                   lib.nt_check_size(judge))
