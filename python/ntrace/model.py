# SPDX-License-Identifier: Apache-2.0
"""Golden models of units, exact to the bit and the cycle, stepped by their caller.

    with Model("trace_encoder", "rv64") as encoder:
        encoder.inputs.rst = 1
        encoder.step()                  # one clock edge
        encoder.inputs.rst = 0
        encoder.inputs["iretire"] = 4
        encoder.settle()
        if encoder.outputs.out_valid:
            print(encoder.outputs.out)

A cycle: set inputs, which keep their values until they are set again; settle; read outputs and probes; step. Inputs
and outputs are the ports of the RTL, by name and width; probes are its registers, as the lockstep compares them. An
output that means nothing in a cycle is None.
"""
import json
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Optional

from . import _schema, _unit
from ._library import FOLDER, Handle, ffi, lib, text
from ._settings import Build, values_of
from .errors import Error


def _found() -> dict[str, Any]:
    units = {}
    at = 0
    while lib.nt_flat_units[at] != ffi.NULL:
        units[text(lib.nt_flat_units[at].name)] = lib.nt_flat_units[at]
        at += 1
    return units


_UNITS = _found()


def units() -> list[str]:
    """The names of the units that have a model here."""
    return sorted(_UNITS)


def _unit_of(name: str) -> Any:
    if name not in _UNITS:
        raise ValueError(f"no unit is called {name}: {', '.join(units())}")
    return _UNITS[name]


def builds(unit: str) -> list[str]:
    """The names of a unit's builds."""
    return list(_builds(unit))


def _facts(unit: str) -> dict[str, Any]:
    _unit_of(unit)
    found: dict[str, Any] = json.loads((FOLDER / f"_units/{unit}.json").read_text(encoding="utf-8"))
    return found


def _builds(unit: str) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = _facts(unit)["builds"]
    return found


def parameters(unit: str, build: Build) -> dict[str, int]:
    """The RTL's parameters of a build by its name, or those given; ValueError where the RTL cannot have them."""
    known = _builds(unit)
    if isinstance(build, str):
        if build not in known:
            raise ValueError(f"no build of {unit} is called {build}: {', '.join(known)}")
        return dict(known[build])
    values = dict(build)
    names = list(next(iter(known.values())))
    if set(values) != set(names):
        raise ValueError(f"parameters of {unit} are {', '.join(names)}")
    return values


def _complaint(module: str, values: dict[str, int]) -> Optional[str]:
    schema = _schema.modules(FOLDER / "_parameters.txt").get(module)
    if schema is None:
        return None
    complaint: Optional[str] = schema.complaint({name: values[name] for name in schema.names()})
    return complaint


class _Port:
    """A port or probe: its width, and its rows in the library with the bit that each begins at."""

    def __init__(self, width: int, rows: list[tuple[int, int, int]]) -> None:
        self.width = width
        self.rows = rows  # index in the library, first bit, width


def _ports(rows: Any, kinds: dict[str, int], wide: bool) -> dict[str, _Port]:
    """Ports by name; of probes each row alone."""
    parts = _unit.parts(rows) if wide else {row.name: (row.width, [(0, row)]) for row in rows}
    ports = {}
    for name, (width, placed) in parts.items():
        missing = [row.name for _, row in placed if row.name not in kinds]
        if missing:
            raise ValueError(f"{missing[0]}: this library has no model of so large a build")
        ports[name] = _Port(width, [(kinds[row.name], low, row.width) for low, row in placed])
    return ports


class Inputs(Mapping[str, int]):
    """The inputs of a model by name, as items or as attributes. A value that its port cannot hold is a ValueError, a
    port that is not there a KeyError or an AttributeError."""

    _model: "Model"

    def __init__(self, model: "Model") -> None:
        object.__setattr__(self, "_model", model)

    def __getitem__(self, name: str) -> int:
        return self._model._input(name)

    def __setitem__(self, name: str, value: int) -> None:
        self._model._set(name, value)

    def __iter__(self) -> Iterator[str]:
        return iter(self._model.input_widths)

    def __len__(self) -> int:
        return len(self._model.input_widths)

    def __getattr__(self, name: str) -> int:
        if name not in self._model.input_widths:
            raise AttributeError(f"{self._model.unit} has no input {name}")
        return self[name]

    def __setattr__(self, name: str, value: int) -> None:
        if name not in self._model.input_widths:
            raise AttributeError(f"{self._model.unit} has no input {name}")
        self[name] = value


class Outputs(Mapping[str, Optional[int]]):
    """The settled outputs of a model by name, as items or as attributes; None: it means nothing in this cycle."""

    def __init__(self, model: "Model") -> None:
        self._model = model

    def __getitem__(self, name: str) -> Optional[int]:
        return self._model._output(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._model.output_widths)

    def __len__(self) -> int:
        return len(self._model.output_widths)

    def __getattr__(self, name: str) -> Optional[int]:
        if name not in self._model.output_widths:
            raise AttributeError(f"{self._model.unit} has no output {name}")
        return self[name]


class Model(Handle):
    """The golden model of a unit. `build`: the name of one of its builds, or all parameters of the RTL by name.

    module, parameters               of the RTL
    inputs, outputs                  the ports
    input_widths, output_widths, probe_widths   their widths in bits, by name, in the order of the unit's table
    """

    def __init__(self, unit: str, build: Build = "rv64") -> None:
        self.unit = unit
        self.parameters = parameters(unit, build)
        functions = _unit_of(unit)
        self.module: str = _facts(unit)["module"]
        wrong = _complaint(self.module, self.parameters)
        if wrong is not None:
            raise ValueError(wrong)
        table = _unit.read(FOLDER / f"_units/{unit}.ports", self.parameters)
        indices = {what: {text(rows.name[i]): i for i in range(rows.count)} for what, rows in
                   (("in", functions.inputs), ("out", functions.outputs), ("probe", functions.probes))}
        self._inputs = _ports(table.of("in"), indices["in"], True)
        self._outputs = _ports(table.of("out"), indices["out"], True)
        self._probes = _ports([row for row in table.of("probe") if row.name in indices["probe"]], indices["probe"], False)
        super().__init__(self._made(functions), functions.free)
        self._functions = functions
        self._in = ffi.new("uint64_t[]", max(1, len(indices["in"])))
        self._out = self._room(len(indices["out"]))
        self._state = self._room(len(indices["probe"]))
        self._settled = self._read = self._probed = False
        self.inputs = Inputs(self)
        self.outputs = Outputs(self)
        self.input_widths, self.output_widths, self.probe_widths = (
            {name: port.width for name, port in ports.items()} for ports in (self._inputs, self._outputs, self._probes))

    def _made(self, functions: Any) -> Any:
        values, names = values_of(self.parameters)
        complaint = ffi.new("const char **")
        view = functions.make(values, complaint)
        del names
        if view == ffi.NULL:
            if complaint[0] != ffi.NULL:
                raise ValueError(text(complaint[0]))
            raise Error("out of memory", "memory")
        return view

    @staticmethod
    def _room(count: int) -> tuple[Any, Any]:
        return ffi.new("uint64_t[]", max(1, count)), ffi.new("uint8_t[]", max(1, count))

    def __enter__(self) -> "Model":
        return self

    def __exit__(self, kind: Optional[type[BaseException]], value: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def set(self, **values: int) -> None:
        """Sets inputs by name."""
        for name, value in values.items():
            self._set(name, value)

    def settle(self) -> None:
        """Lets the outputs settle by state and inputs. Reading an output, a probe and a step do so too."""
        if not self._settled:
            self._functions.put(self.pointer, self._in)
            self._functions.settle(self.pointer)
            self._settled = True
            self._read = self._probed = False

    def step(self) -> None:
        """Takes the model over one clock edge."""
        self.settle()
        self._functions.step(self.pointer)
        self._settled = False

    def probe(self, name: str) -> Optional[int]:
        """The value of a register in this cycle, by its name in the unit's table; None: it means nothing."""
        self.settle()
        if not self._probed:
            self._functions.probes_get(self.pointer, *self._state)
            self._probed = True
        return self._value(self._probes[name], self._state)

    def _input(self, name: str) -> int:
        return sum(self._in[index] << low for index, low, _ in self._inputs[name].rows)

    def _set(self, name: str, value: int) -> None:
        port = self._inputs[name]
        if not 0 <= value < 1 << port.width:
            raise ValueError(f"{name} has {port.width} bits, which cannot hold {value:#x}")
        for index, low, width in port.rows:
            self._in[index] = value >> low & (1 << width) - 1
        self._settled = False

    def _output(self, name: str) -> Optional[int]:
        self.settle()
        if not self._read:
            self._functions.outputs_get(self.pointer, *self._out)
            self._read = True
        return self._value(self._outputs[name], self._out)

    @staticmethod
    def _value(port: _Port, room: tuple[Any, Any]) -> Optional[int]:
        values, valid = room
        if not all(valid[index] for index, _, _ in port.rows):
            return None
        return sum((int(values[index]) & (1 << width) - 1) << low for index, low, width in port.rows)
