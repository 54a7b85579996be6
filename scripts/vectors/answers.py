# SPDX-License-Identifier: Apache-2.0
"""A vector of a unit that answers accesses: what each is, and what else the text permits."""
from scripts.vectors.pins import Pins
from scripts.vectors.tool import Wrong, call

READ, WRITE, SET, CLEAR = range(4)
MODES = {"U": 0, "S": 1, "M": 3, "DEBUG": 4, "VU": 5, "VS": 6}


class Answers(Pins):
    EXPECTED = "Answers"
    HALTED = {"priv": MODES["DEBUG"]}  # in debug mode

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.notes, self.drain, self.mode = [], 1, "M"

    def enter(self, mode):
        """In debug mode a debugger chooses the mode that the hart goes on in."""
        if mode == self.mode:
            return self
        self.cycle(comment=f"a debugger chooses {mode} mode", **self.HALTED)
        return self.left(mode)

    def left(self, mode):
        """The mode after the cycle."""
        if mode != self.mode:
            self.set(priv=MODES[mode])
            self.mode = mode
        return self

    def access(self, words, free=0, others=(), **pins):
        """A cycle with an access; `free`: bits of the answer that may be anything; `others`: answers that the text
        permits beside the model's."""
        self.cycle(comment=words, **pins)
        self.notes.append((words, free, others))
        return self

    def answers(self, folder):
        """The lines "#> ANSWER  WORDS", by the golden model."""
        path, out = folder / "V.pins", folder / "V.txt"
        path.write_text(self.text(), encoding="ascii")
        call("vectors", "run", path, "-o", out, good=(0, 1))
        lines = out.read_text(encoding="ascii").splitlines()
        if len(lines) != len(self.notes):
            raise Wrong(f"{self.name}: {len(lines)} answers, {len(self.notes)} accesses")
        forms = [" | ".join([line + (f" any={free:#x}" if free else ""), *others])
                 for line, (_, free, others) in zip(lines, self.notes)]
        width = max(map(len, forms), default=0)
        return [f"#> {form:<{width}}  {words}" for form, (words, *_) in zip(forms, self.notes)]

