# SPDX-License-Identifier: Apache-2.0
"""A vector under construction: settings, program, path; and its text, which is an ingress file."""
import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scripts import config  # noqa: E402 (the path comes first)
from scripts.vectors import needs  # noqa: E402
from scripts.vectors.assembler import assemble  # noqa: E402
from scripts.vectors.hart import Hart  # noqa: E402

BTM, HTM = 3, 6
MOST_WRITES = 8  # control fields before a cycle
# What starts tracing, and the SYNC of it: lines before the first block
STARTS = {
    "debug": ["halted=1", "set trTeEnable=1 trTeInstTracing=1", "halted=1"],
    "enable": ["idle", "set trTeEnable=1 trTeInstTracing=1"],
    "reset": ["reset=1", "set trTeEnable=1 trTeInstTracing=1", "reset=1"],
    "power": ["lowpower=1", "set trTeEnable=1 trTeInstTracing=1", "lowpower=1"],
}
STOPS = {
    "debug": ["halted=1"],
    "power": ["lowpower=1"],
    "reset": ["reset=1"],
    "off": ["set trTeInstTracing=0"],
    "disable": ["set trTeEnable=0", "idle"],
    "none": [],
}


def builds():
    return {path.stem: config.read(path) for path in sorted((ROOT / "rtl/config").glob("*.cfg"))}


BUILDS = builds()


class Vector:
    """`shows`: what it shows, in a sentence or two. `clause`: of N-Trace 1.0. `start`, `stop`: what
    begins and ends it. `fields`: control fields. `parameters`: those in which the build differs."""

    def __init__(self, name, shows, clause, build="rv64", mode=HTM, start="debug", stop="debug",
                 parameters=None, pins="", **fields):
        self.name, self.shows, self.clause, self.build = name, shows, clause, build
        self.parameters = parameters or {}
        self.values = {**BUILDS[build], **self.parameters}
        self.fields = {"trTeInstMode": mode, **fields}
        self.pins = pins  # signals of every cycle in which something retires
        self.program, self.lines, self.hart = {}, [], None
        self.begin, self.stop, self.drain = STARTS[start], stop, 100
        self.decodes = True

    def code(self, address, text):
        """Puts instructions there; the first is where the hart begins."""
        for instruction in assemble(address, text):
            self.program[instruction.address] = instruction
        if self.hart is None:
            most = (1 << self.values["IRETIRE_W"]) - 1
            self.hart = Hart(self.program, address, most, self.values["ITYPE_W"])
        return self

    def at(self, address):
        self.hart.pc = address
        return self

    def raw(self, *lines):
        self.lines += lines
        return self

    def cycle(self, signals, blocks):
        words = " ".join(filter(None, [self.pins, signals, *(block for block, _ in blocks)]))
        comments = "; ".join(word for _, word in blocks if word)
        self.lines.append(f"{words:<56}  # {comments}" if comments else words)

    def walk(self, path):
        """Goes on along a path: steps of Hart.step; ( ) around those of a cycle; [ ] around a line
        of the ingress file."""
        for token in re.findall(r"\[[^]]*\]|\([^)]*\)|\S+", path):
            if token[0] == "[":
                self.lines.append(token[1:-1])
            elif token[0] == "(":
                steps = [time for step in token[1:-1].split() for time in self.hart.step(step)]
                self.cycle(" ".join(filter(None, (signals for signals, _ in steps))),
                           [block for _, blocks in steps for block in blocks])
            else:
                for signals, blocks in self.hart.step(token):
                    for i, block in enumerate(blocks):
                        self.cycle(signals if i + 1 == len(blocks) else "", [block])
        return self

    # ---- the text ----

    def header(self):
        v = self.values
        context = v["SCONTEXT_W"] + v["HCONTEXT_W"]
        words = [f"xlen={v['XLEN']}", f"nblocks={v['NBLOCKS']}", f"itype_w={v['ITYPE_W']}",
                 f"iretire_w={v['IRETIRE_W']}"]
        words += [f"context_w={context}"] if context else []
        words += [f"ntriggers={v['NTRIGGERS']}"] if v["NTRIGGERS"] else []
        return f"ntrace-ingress 2 {' '.join(words)} build={self.build}"

    def settings(self):
        """The control fields, in portions."""
        words = ["trTeActive=1", *(f"{name}={value}" for name, value in self.fields.items())]
        for i in range(0, len(words), MOST_WRITES):
            yield "set " + " ".join(words[i:i + MOST_WRITES])
            yield self.begin[0]

    def ingress(self):
        lines = ["rst=1", *self.settings(), *self.begin[1:], *self.lines, *STOPS[self.stop]]
        lines += [f"idle {self.drain}", "end"]
        # Behind `set` stands one cycle.
        return [word for i, line in enumerate(lines)
                for word in (["idle"] if line.startswith("idle ") and lines[i - 1].startswith("set ") else []) + [line]]

    def text(self, rules=(), messages=(), decoded=()):
        lines = [*(f"#! {name}={value}" for name, value in self.parameters.items()), self.header(), "",
                 "# Program",
                 *(self.program[address].line() for address in sorted(self.program)), "",
                 "# Ingress", *self.ingress(), "",
                 "# Messages", *(messages or ["#> nothing"])]
        if decoded:
            lines += ["", "# Decoded", *(f"#< {line}" for line in decoded)]
        body = "\n".join(lines) + "\n"
        head = [f"#= vector {self.name}", "#= unit encoder",
                *(f"#= shows {line}" for line in textwrap.wrap(self.shows, 100)),
                f"#= clause {self.clause}", f"#= needs {needs.line_of(body)}",
                *(f"#= rules {line}" for line in textwrap.wrap(" ".join(rules), 100, break_on_hyphens=False)), ""]
        return "\n".join(head) + "\n" + body
