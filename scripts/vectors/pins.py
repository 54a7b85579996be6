# SPDX-License-Identifier: Apache-2.0
"""A vector whose ingress is what the pins of a unit see: its cycles, and its text."""
import textwrap

from scripts.units import parameters


class Pins:
    """`shows`: what it shows, in a sentence or two. `clause`: of the unit's specification. `more`:
    parameters in which it is no build that the lockstep has; all of them, where `build` is None. `rules`: that it exercises."""

    UNIT, EXPECTED = "", ""  # the unit, and what its answers are called

    def __init__(self, name, shows, clause, build="rv64", rules=(), **more):
        self.name, self.shows, self.clause, self.build, self.rules = name, shows, clause, build, list(rules)
        self.values = {**({} if build is None else parameters(self.UNIT, build)), **more}
        self.own = bool(more)
        self.lines = ["rst=1"]
        self.drain = 40

    def cycle(self, *words, comment="", **pins):
        """A cycle: words as they are, and pins by their values."""
        words = [*words, *(f"{name}={shown(value)}" for name, value in pins.items())]
        first, *more = textwrap.wrap(" ".join(words) or "idle", 100, subsequent_indent="  ")
        self.lines += [f"{first:<56}  # {comment}" if comment else first, *more]
        return self

    def idle(self, cycles):
        self.lines.append(f"idle {cycles}")
        return self

    def set(self, **pins):
        """From here on, where a cycle says nothing of them."""
        self.lines.append("set " + " ".join(f"{name}={shown(value)}" for name, value in pins.items()))
        return self

    def header(self):
        words = [f"unit={self.UNIT}", *([] if self.own else [f"build={self.build}"]),
                 *(f"{name}={value}" for name, value in self.values.items())]
        return f"ntrace-pins 1 {' '.join(words)}"

    def text(self, rules=(), expected=()):
        return "\n".join([
            f"#= vector {self.name}", f"#= unit {self.UNIT}",
            *(f"#= shows {line}" for line in textwrap.wrap(self.shows, 100)), f"#= clause {self.clause}",
            *(f"#= rules {line}" for line in textwrap.wrap(" ".join(rules), 100, break_on_hyphens=False)), "",
            self.header(), "", "# Ingress", *self.lines, f"idle {self.drain}", "end", "",
            f"# {self.EXPECTED}", *(expected or ["#> nothing"])]) + "\n"


def shown(value):
    return str(int(value)) if value < 32 else f"{value:#x}"
