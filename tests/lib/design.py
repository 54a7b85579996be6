# SPDX-License-Identifier: Apache-2.0
"""RTL as Verilator understands it: the registers of a design, and which of them a top shows."""
import collections
import xml.etree.ElementTree as xml


class Design:
    """Registers (what clocked blocks assign) and probes, by path from the top `name`. `path`: what
    verilator --xml-only has written."""

    def __init__(self, path, name):
        root = xml.parse(path).getroot()
        self.widths = {}
        for table in root.iter("typetable"):
            for kind in table:
                self.widths[kind.get("id")] = self.width_of(kind)
        self.modules = {module.get("name"): module for module in root.iter("module")}
        self.registers = {}
        instances = list(self.instances(root))
        self.paths = {path for path, _ in instances}
        for path, module in instances:
            self.add_registers(path, module)
        self.probes = self.probes_of(self.modules[name])

    def width_of(self, kind):
        """Bits of a vector; None of a memory, whose entries no probe could list."""
        if kind.tag != "basicdtype":
            return None
        left, right = int(kind.get("left", 0)), int(kind.get("right", 0))
        return abs(left - right) + 1

    def instances(self, root):
        for cell in root.find("cells").iter("cell"):
            path = cell.get("hier").partition(".")[2]
            if path:
                yield path, self.modules[cell.get("submodname")]

    def add_registers(self, path, module):
        kinds = {variable.get("name"): variable.get("dtype_id") for variable in module.iter("var")}
        for assign in module.iter("assigndly"):
            target = assign[-1]
            while target.tag in ("sel", "arraysel"):
                target = target[0]
            name = target.get("name")
            self.registers[f"{path}.{name}"] = self.widths.get(kinds[name])

    def probes_of(self, top):
        """What drives each port rtl_NAME: signals below, with the bits that are looked at."""
        drivers = collections.defaultdict(list)
        for assign in [*top.iter("contassign"), *top.iter("assign"), *top.iter("assigndly")]:
            target = assign[-1]
            while target.tag in ("sel", "arraysel"):
                target = target[0]
            drivers[target.get("name")].append(assign[0])
        probes = collections.defaultdict(list)
        for name, sources in drivers.items():
            if name.startswith("rtl_"):
                for source in sources:
                    self.look(source, drivers, probes, set())
        return probes

    def signal(self, reference):
        """Its path without the generate blocks, as registers have theirs."""
        path = ""
        for part in reference.get("dotted").split("."):
            path = f"{path}.{part}".strip(".") if f"{path}.{part}".strip(".") in self.paths else path
        return f"{path}.{reference.get('name')}"

    def look(self, node, drivers, probes, seen):
        if node.tag == "varxref":
            probes[self.signal(node)].append(None)
        elif node.tag == "sel" and node[0].tag == "varxref" and node[1].tag == "const":
            low, width = (int(part.get("name").rpartition("h")[2], 16) for part in node[1:3])
            probes[self.signal(node[0])].append(range(low, low + width))
        elif node.tag == "varref":
            name = node.get("name")
            if name not in seen:
                seen.add(name)
                for source in drivers.get(name, []):
                    self.look(source, drivers, probes, seen)
        else:
            for part in node:
                self.look(part, drivers, probes, seen)

    def unprobed(self):
        """Registers that no probe looks at, and those that some bits of are missing."""
        found = {}
        for path, width in self.registers.items():
            looks = self.probes.get(path, [])
            if None in looks:
                continue
            bits = {bit for look in looks for bit in look}
            missing = sorted(set(range(width or 0)) - bits)
            if width is None or missing:
                found[path] = f"bits {missing} of it are in no probe" if bits else "it is no probe"
        return found
