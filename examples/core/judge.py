#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs programs on the example's board, and judges their traces by what the core itself logged.

    python3 -m examples.core.judge FOLDER [PROGRAM...]

FOLDER is build/example-core, where `make example-core` builds everything. docs/my-core.md."""
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NTRACE = ROOT / "build/ntrace"
CONFIG = ROOT / "examples/core/board.cfg"
ENCODER, TRACING = 0x10000000, 1 << 2 | 1 << 1  # where trTeControl is; trTeInstTracing and trTeEnable in it

# Settings by name: the switches of the board, and the same fields for whoever reads the trace
SETTINGS = {
    "htm": (("+control=01000062",), ("trTeInstMode=6",)),
    "btm": (("+control=01000032",), ("trTeInstMode=3",)),
    "sync": (("+control=01012062",), ("trTeInstMode=6", "trTeInstSyncMode=1", "trTeInstStallEna=1")),
    "best": (("+control=01000062", "+features=5cc", "+own=1"), None),
}


class Wrong(Exception):
    """What is not as it should be, in a sentence."""


def run(*words, status=(0,)):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode not in status:
        raise Wrong(f"{words[0]} {words[1]}: {(done.stderr + done.stdout).strip()}")
    return done.stdout


def leads_anywhere(insn):
    """An indirect jump, mret or sret: where it leads only the trace can tell."""
    return insn in (0x30200073, 0x10200073) or insn & 0x7f == 0x67 or insn & 0xe07f == 0x8002


def rows_of(path):
    """The lines of a log, by the names of RVFI."""
    with open(path, encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            yield {name: int(value, 16) for name, value in row.items()}


def traced(rows):
    """Those that were traced. The registers act when they are written, before the store retires: so the
    store after which trTeInstTracing and trTeEnable are set is the first instruction of the trace, and the
    one that clears one of them is no more in it."""
    tracing = False
    for row in rows:
        if row["mem_wmask"] != 0 and row["mem_addr"] == ENCODER:
            tracing = row["mem_wdata"] & TRACING == TRACING
        if tracing:
            yield row


def flow_of(rows):
    """PCs of what retired, and traps as (kind, pcs, where to).

    Where an interrupt comes right after an indirect jump or mret, one message may tell both, without
    the target: then what is known of the PC is that it was behind the jump."""
    pcs, traps, came, left = [], [], None, [0]
    for row in rows:
        pc = row["pc_rdata"]
        if came is not None:
            traps.append(("exception", [came], pc))
        elif row["intr"]:
            traps.append(("interrupt", left, pc))
        came = pc if row["trap"] else None
        if not row["trap"]:
            pcs.append(pc)
            behind = pc + (4 if row["insn"] & 3 == 3 else 2)
            left = [row["pc_wdata"]] + [behind] * leads_anywhere(row["insn"])
    return pcs, traps


def decoded(*words):
    """PCs and traps as a trace has them. `words`: trace, program, options of `ntrace decode`."""
    pcs = [int(line, 16) for line in run(NTRACE, "decode", *words, "--to", "pc").split()]
    events = map(json.loads, run(NTRACE, "decode", *words, "--to", "json").splitlines())
    return pcs, [(event["trap"], int(event["pc"], 16), int(event["to"], 16)) for event in events if event["kind"] == "trap"]


def same_flow(expected, got):
    known = [(kind, pcs[0] if trap[1] in pcs else trap[1], to) for (kind, pcs, to), trap in zip(expected[1], got[1])]
    difference("trap", [(kind, pcs[0], to) for kind, pcs, to in expected[1]],
               [(trap[0], one[1], trap[2]) for trap, one in zip(got[1], known)] + got[1][len(known):])
    difference("instruction", expected[0], got[0])
    if not expected[0]:
        raise Wrong("nothing was traced")


def difference(what, expected, got):
    if expected != got:
        at = next((i for i, both in enumerate(zip(expected, got)) if both[0] != both[1]), min(len(expected), len(got)))
        show = [some[at] if at < len(some) else "the end" for some in (expected, got)]
        raise Wrong(f"{what} {at} of {len(expected)}: the core logged {show[0]}, the trace has {show[1]}")


class Run:
    """A program's run: what the board wrote of it."""

    def __init__(self, folder, name, out, settings="htm", more=()):
        switches, fields = SETTINGS[settings]
        self.elf = Path(folder) / f"{name}.elf"
        self.log, self.trace, self.tandem, self.recording = (Path(out) / f"{name}.{kind}"
                                                             for kind in ("rvfi", "nex", "tv", "ntr"))
        self.said = run(Path(folder) / "board", f"+program={folder}/{name}.hex", f"+log={self.log}",
                        f"+trace={self.trace}", f"+tandem={self.tandem}", *switches, *more).splitlines()[0]
        self.options = ["-c", CONFIG, *(("--best",) if fields is None else
                                        (word for field in fields for word in ("-s", field)))]
        if not self.said.startswith("finished"):
            raise Wrong(self.said)

    def judge_trace(self):
        expected = flow_of(traced(rows_of(self.log)))
        same_flow(expected, decoded(self.trace, "-i", self.elf, *self.options))
        return expected

    def judge_rules(self):
        said = run(NTRACE, "check", self.trace, "-i", self.elf, *self.options, status=(0, 1)).splitlines()[-1]
        if " 0 broken" not in said:
            raise Wrong(said)

    def judge_core(self, *absent):
        """The core itself, by the verifier of the tandem trace."""
        said = run(NTRACE, "tv", "verify", "--xlen", "32", *absent, "--elf", self.elf, self.tandem, status=(0, 1))
        if not said.endswith(": passed: no difference\n"):
            raise Wrong(said.strip())

    def imported(self):
        run(NTRACE, "import", "--format", "rvfi", "--xlen", "32", self.log, "-o", self.recording)
        return self.recording


# To where an mret leads from which an interrupt is taken at once, RVFI has no way to tell
USER_MODE = {"user", "tasks"}


def judge(folder, name, out, settings="htm", more=()):
    """Everything about one program; what there was, in a line."""
    one = Run(folder, name, out, settings, more)
    pcs, traps = one.judge_trace()
    one.judge_rules()
    one.judge_core(*(("--absent", "privilege") if name in USER_MODE else ()))
    interrupts = sum(kind == "interrupt" for kind, *_ in traps)
    return (f"{name}: {len(pcs)} instructions, {len(traps) - interrupts} exceptions, {interrupts} interrupts from "
            f"{one.trace.stat().st_size} bytes of trace, as logged")


def main():
    folder = Path(sys.argv[1]).resolve()
    names = sys.argv[2:] or sorted(path.stem for path in folder.glob("*.elf"))
    with tempfile.TemporaryDirectory() as out:
        for name in names:
            print(judge(folder, name, out), flush=True)


if __name__ == "__main__":
    try:
        main()
    except Wrong as wrong:
        sys.exit(f"FAILED: {wrong}")
