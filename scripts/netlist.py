# SPDX-License-Identifier: Apache-2.0
"""What a netlist of gates needs, and its longest path. Reads what Yosys' write_json writes.

A memory's read port is in a path as the multiplexers that flip-flops in its place would have:
log2 of its rows.
"""
import re

FLIP_FLOP = "$_DFF_P_"
FLIP_FLOP_NAND2 = 6.0
MEMORY = ("$mem", "$mem_v2")
KINDS = ("cells", "flip_flops", "nand2", "memory_bits")


class Unknown(Exception):
    """A cell that is neither gate, flip-flop, memory nor module."""


def weights(genlib):
    """NAND2 equivalents of each kind of cell."""
    with open(genlib, encoding="utf-8") as file:
        found = dict(re.findall(r"^GATE\s+(\w+)\s+([\d.]+)", file.read(), re.M))
    return {FLIP_FLOP: FLIP_FLOP_NAND2, **{gate: float(area) for gate, area in found.items()}}


def number(bits):
    return int(bits, 2) if isinstance(bits, str) else bits


def top_of(design):
    return next(name for name, module in design["modules"].items()
                if number(module["attributes"].get("top", "0")) == 1)


def name_of(design, key):
    """A module's name in the source, without its parameters."""
    return design["modules"][key]["attributes"].get("hdlname", key).split("\\")[-1]


def figures(design, key, weight):
    """What one module needs, those inside it apart."""
    found = dict.fromkeys(KINDS, 0)
    for cell in design["modules"][key]["cells"].values():
        kind = cell["type"]
        if kind in weight:
            found["cells"] += 1
            found["flip_flops"] += kind == FLIP_FLOP
            found["nand2"] += weight[kind]
        elif kind in MEMORY:
            found["memory_bits"] += (number(cell["parameters"]["SIZE"]) *
                                     number(cell["parameters"]["WIDTH"]))
        elif kind not in design["modules"]:
            raise Unknown(f"a cell of no known weight: {kind}")
    return found


def instances(design, key):
    """How often each module is inside `key`, itself included."""
    found = {key: 1}
    for cell in design["modules"][key]["cells"].values():
        if cell["type"] in design["modules"]:
            for inside, times in instances(design, cell["type"]).items():
                found[inside] = found.get(inside, 0) + times
    return found


def whole(design, key, weight):
    """What a module needs together with all that is inside it."""
    total = dict.fromkeys(KINDS, 0)
    for inside, times in instances(design, key).items():
        for kind, value in figures(design, inside, weight).items():
            total[kind] += times * value
    return total


class Graph:
    """The gates of a module and of all inside it: each net's driver."""

    def __init__(self, design, key):
        self.design = design
        self.driver = {}  # net: (gates, nets that it depends on, instance)
        self.names = {}   # net: a name in the source
        self.ends = {}    # net at the input of a flip-flop: net at its output
        self.nets = 0
        self._add(key, {}, "")

    def _net(self, local, bit):
        if bit not in local:
            local[bit] = self.nets
            self.nets += 1
        return local[bit]

    def _add(self, key, local, where):
        module = self.design["modules"][key]
        for name, net in module["netnames"].items():
            if not number(net.get("hide_name", 0)):
                for at, bit in enumerate(net["bits"]):
                    if not isinstance(bit, str):
                        index = f"[{at}]" if len(net["bits"]) > 1 else ""
                        self.names.setdefault(self._net(local, bit), f"{where}{name}{index}")
        for name, cell in module["cells"].items():
            pins = {port: [self._net(local, bit) for bit in bits if not isinstance(bit, str)]
                    for port, bits in cell["connections"].items()}
            if cell["type"] == FLIP_FLOP:
                self.ends.update({net: pins["Q"][0] for net in pins["D"]})
            elif cell["type"] in MEMORY:
                rows = number(cell["parameters"]["SIZE"])
                for net in pins["RD_DATA"]:
                    self.driver[net] = ((rows - 1).bit_length(), pins["RD_ADDR"], where + "memory.")
            elif cell["type"] in self.design["modules"]:
                self._add(cell["type"], self._ports(cell, local), f"{where}{name}.")
            else:
                inputs = [net for port, nets in pins.items() if port != "Y" for net in nets]
                self.driver[pins["Y"][0]] = (1, inputs, where)

    def _ports(self, cell, local):
        """The nets of a submodule's ports. A port that is another port gets a driver of no gates."""
        ports = self.design["modules"][cell["type"]]["ports"]
        inner = {}
        for wanted in ("input", "output"):
            for port, outer in cell["connections"].items():
                if ports[port]["direction"] != wanted:
                    continue
                for bit, outside in zip(ports[port]["bits"], outer):
                    if isinstance(bit, str) or isinstance(outside, str):
                        continue
                    net = self._net(local, outside)
                    if inner.setdefault(bit, net) != net:
                        self.driver[net] = (0, [inner[bit]], "")
        return inner

    def _depths(self):
        """Gates in a row that end at each net."""
        depth = {}
        entered = set()
        for start in self.driver:
            stack = [start]
            while stack:
                net = stack[-1]
                gates, inputs, _ = self.driver[net]
                wanting = [one for one in inputs if one in self.driver and one not in depth]
                if not wanting:
                    depth[net] = gates + max((depth.get(one, 0) for one in inputs), default=0)
                    stack.pop()
                elif net in entered:
                    raise Unknown(f"a loop through {self.names.get(net, 'a gate')}")
                else:
                    entered.add(net)
                    stack += wanting
        return depth

    def longest_path(self):
        """{gates, from, to, through: [[instance, gates] ...]} between flip-flops or ports."""
        depth = self._depths()
        if not depth:
            return {"gates": 0, "from": "", "to": "", "through": []}
        end = net = max(depth, key=depth.get)
        through = []
        while net in self.driver:
            gates, inputs, where = self.driver[net]
            if gates:
                if not through or through[-1][0] != where:
                    through.append([where, 0])
                through[-1][1] += gates
            if not inputs:
                break
            net = max(inputs, key=lambda one: depth.get(one, 0))
        name = self.names.get
        return {"gates": depth[end], "from": name(net, "?"),
                "to": name(self.ends.get(end, end), name(end, "?")),
                "through": [[where.rstrip(".") or "top", gates] for where, gates in through[::-1]]}
