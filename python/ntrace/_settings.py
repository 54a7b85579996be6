# SPDX-License-Identifier: Apache-2.0
"""How an encoder was built and set, as the library has it."""
import operator
from collections.abc import Mapping
from typing import Any, Union

from ._library import ffi, lib, text

Build = Union[str, Mapping[str, int]]
MOST = (1 << 64) - 1  # of a parameter, as a number: its own limits are the library's


def stream_of(data: Any) -> bytes:
    """The bytes of a stream, of anything that has bytes; TypeError where it has none (of a number, bytes() makes zeros)."""
    return bytes(memoryview(data))


def number_of(name: str, value: Any, most: int) -> int:
    """A number of 0 to `most`; TypeError where it is none, ValueError where it is another."""
    number = operator.index(value)
    if not 0 <= number <= most:
        raise ValueError(f"{name} {number} is not 0 to {most}")
    return number


def named(what: str, values: Any) -> Mapping[str, int]:
    """Numbers by name; TypeError where it is something else."""
    if not isinstance(values, Mapping) or not all(isinstance(name, str) for name in values):
        raise TypeError(f"{what} are numbers by name, not {values!r:.60}")
    return values


def values_of(parameters: Mapping[str, int]) -> Any:
    """Parameters as a list of nt_value; it lives as long as what is returned."""
    names = [ffi.new("char[]", name.encode()) for name in named("parameters", parameters)]
    values = ffi.new("nt_value[]", len(parameters) + 1)
    for value, name, number in zip(values, names, parameters.values()):
        value.name, value.value = name, number_of(ffi.string(name).decode(), number, MOST)
    return values, names


def config_of(build: Build) -> Any:
    """The nt_config of a build's name or parameters; ValueError where there is none."""
    if isinstance(build, str):
        found = lib.nt_config_find(build.encode())
        if found == ffi.NULL:
            raise ValueError(f"no build is called {build}")
        return found
    config = ffi.new("nt_config *")
    values, names = values_of(build)
    complaint = lib.nt_values_config(values, config)
    del names
    if complaint != ffi.NULL:
        raise ValueError(text(complaint))
    return config


def control_of(settings: Mapping[str, int]) -> tuple[Any, Any]:
    """Control fields, as they are after reset but for `settings`, and which of them are known; nt_control both."""
    control = ffi.new("nt_control *")
    known = ffi.new("nt_control *")
    for name, value in named("settings", settings).items():
        value = operator.index(value)
        field = lib.nt_control_find(name.encode())
        if field < 0:
            raise ValueError(f"no control field is called {name}")
        row = lib.nt_control_fields[field]
        if not 0 <= value < 1 << row.width or (row.is_legal != ffi.NULL and not row.is_legal(value)):
            raise ValueError(f"{name} is {text(row.legal)}, not {value}")
        lib.nt_control_set(control, field, value)
        lib.nt_control_set(known, field, 1)
    return control, known


def default_build(xlen: int) -> str:
    """The build that a stream is taken to be of, where nobody says."""
    return "rv32" if xlen == 32 else "rv64"


def flow_options(settings: Mapping[str, int], build: Build, vendor: str = "", salvage: bool = False) -> Any:
    """nt_flow_options of an encoder."""
    if not isinstance(vendor, str):
        raise TypeError(f"a vendor is a name, not {vendor!r:.60}")
    control, _ = control_of(settings)
    options = ffi.new("nt_flow_options *", lib.nt_flow_options_of(control, config_of(build)))
    options.size = ffi.sizeof("nt_flow_options")
    options.vendor = lib.nt_quirks_find(vendor.encode())
    options.salvage = bool(salvage)
    if vendor and options.vendor == lib.NT_VENDOR_NONE:
        raise ValueError(f"no vendor is called {vendor}")
    return options
