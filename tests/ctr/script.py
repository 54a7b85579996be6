# SPDX-License-Identifier: Apache-2.0
"""Scripts of Control Transfer Records: what a test does with the witness, and what that answers, so
that the golden model is asked the same (tests/ctr/ctr_script.c)."""
import subprocess

from tests.ctr.witness import Ctr
from tests.lib.catalogue import ROOT

PROGRAM = ROOT / "build/tests/ctr/ctr_script"


class Script:
    """Lines without answers; the answers; and which bits of one are defined, where not all are."""

    def __init__(self):
        self.lines, self.answers, self.defined = [], [], {}

    def answer(self, line, text, known=None):
        if known is not None:
            self.defined[len(self.answers)] = known
        self.lines.append(line)
        self.answers.append(text)

    def differences(self, program=PROGRAM, most=3, **options):
        """What another answers otherwise, in words; the first few."""
        done = subprocess.run([str(program)], input="\n".join([*self.lines, ""]), capture_output=True,
                              text=True, check=False, **options)
        if done.returncode != 0:
            raise AssertionError(f"{program}: exit status {done.returncode}: {done.stderr}")
        found = done.stdout.splitlines()
        if len(found) != len(self.answers):
            raise AssertionError(f"{program}: {len(found)} answers, not {len(self.answers)}")
        wrong = []
        if found != self.answers:
            wrong = [number for number, (text, answer) in enumerate(zip(found, self.answers))
                     if text != answer and not self.is_same(number, text)]
        return [self.told(number, found) for number in wrong[:most]]

    def is_same(self, number, text):
        known = self.defined.get(number)
        if known is None:
            return False
        (outcome, value), (expected, wanted) = text.split(), self.answers[number].split()
        return outcome == expected and not (int(value, 16) ^ int(wanted, 16)) & known

    def told(self, number, found):
        """With the lines from the header on, the last of them."""
        at = [place for place, line in enumerate(self.lines) if line[0] in "ax"][number]
        first = max(place for place in range(at) if self.lines[place].startswith("ctr"))
        past = "\n    ".join([self.lines[first], *self.lines[max(first + 1, at - 12):at + 1]])
        return f"the witness says {self.answers[number]}, this says {found[number]}\n    {past}"


class Told(Ctr):
    """The witness, writing down what it is asked and answers."""

    def __init__(self, options, script):
        self.script = script
        super().__init__(options)
        has = self.options
        cce = "none" if has.cce is None else has.cce
        script.lines.append(f"ctr map={has.map} xlen={has.xlen} depths={min(has.depths)}..{max(has.depths)} "
                            f"ras={has.ras} external={has.external} filters={has.filters} "
                            f"freeze={has.freeze} misp={has.misp} h={has.h} cce={cce}")
        self.newest = script.lines[-1]

    def reset(self):
        if hasattr(self, "newest"):
            self.script.lines.append("r")
        super().reset()

    def cycle(self, n, priv, halted):
        self.script.lines.append(f"c {n} {priv} {int(halted)}")
        super().cycle(n, priv, halted)

    def block(self, itype, isrc, itgt, priv, tpriv, cause, misp):
        self.script.lines.append(f"b {itype} {isrc:x} {itgt:x} {priv} {tpriv} {cause} {int(misp)}")
        super().block(itype, isrc, itgt, priv, tpriv, cause, misp)

    def clear(self, priv, stateen):
        outcome = super().clear(priv, stateen)
        self.script.answer(f"x {priv} {stateen}", outcome)
        return outcome

    def access(self, addr, op, wdata, priv, select, stateen):
        outcome, value = super().access(addr, op, wdata, priv, select, stateen)
        line = f"a {addr:x} {op} {wdata & self.ones:x} {priv} {select:x} {stateen}"
        known = self.known if self.known != self.ones else None
        self.script.answer(line, f"{outcome} {value or 0:x}", known)
        return outcome, value
