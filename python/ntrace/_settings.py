# SPDX-License-Identifier: Apache-2.0
"""How an encoder was built and set, as the library has it."""
from collections.abc import Mapping
from typing import Any, Union

from ._library import ffi, lib, text

Build = Union[str, Mapping[str, int]]


def values_of(parameters: Mapping[str, int]) -> Any:
    """Parameters as a list of nt_value; it lives as long as what is returned."""
    names = [ffi.new("char[]", name.encode()) for name in parameters]
    values = ffi.new("nt_value[]", len(parameters) + 1)
    for value, name, number in zip(values, names, parameters.values()):
        value.name, value.value = name, number
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
    for name, value in settings.items():
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
    control, _ = control_of(settings)
    options = ffi.new("nt_flow_options *", lib.nt_flow_options_of(control, config_of(build)))
    options.size = ffi.sizeof("nt_flow_options")
    options.vendor = lib.nt_quirks_find(vendor.encode())
    options.salvage = salvage
    if vendor and options.vendor == lib.NT_VENDOR_NONE:
        raise ValueError(f"no vendor is called {vendor}")
    return options
