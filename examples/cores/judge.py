#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs programs on a core that others wrote, traced by our RTL, and judges the trace by what the core itself logged.

    python3 -m examples.cores.judge CORE FOLDER [--settings NAME]... [--program NAME]...

FOLDER is build/cores/CORE, where `make core-CORE` builds bench and programs; FOLDER.json gets a summary. Of each
program, under each of the settings: it ends well, no instruction is lost, the decoded addresses are those that retired,
and the traps those that were taken, no rule of the trace is broken, and the tandem verifier finds no error in the core. Exit status 1 where that is not so."""
import argparse
import json
import sys
import tempfile
import tomllib
from pathlib import Path

from examples.core.judge import NTRACE, Wrong, decoded, flow_of, rows_of, run, same_flow

ROOT = Path(__file__).resolve().parents[2]
# What trTeControl and trTeInstFeatures are, and the same for whoever reads the trace
SETTINGS = {
    "htm": ("1000067", "0", ("trTeInstMode=6",)),
    "btm": ("1000037", "0", ("trTeInstMode=3",)),
    "returns": ("1000067", "188", ("trTeInstMode=6", "trTeInstEnImplicitReturn=1", "trTeInstImplicitReturnMode=2",
                                   "trTeInstEnRepeatedHistory=1")),
}


class Run:
    """A program's run on the bench: what the core logged, and what the sink stored."""

    def __init__(self, core, folder, name, settings, out):
        control, features, fields = SETTINGS[settings]
        self.elf = folder / f"{name}.elf"
        self.log, self.trace, words = (Path(out) / f"run.{kind}" for kind in ("rvfi", "nex", "words"))
        self.said = run(folder / "bench", f"+program={folder}/{name}.hex", f"+log={self.log}", f"+trace={words}",
                        f"+control={control}", f"+features={features}").splitlines()[-2]
        self.trace.write_bytes(b"".join(int(word, 16).to_bytes(4, "little") for word in words.read_text("ascii").split()))
        self.decode = (self.trace, "-i", self.elf, "-c", ROOT / f"examples/cores/{core}/core.cfg",
                       *(word for field in fields for word in ("-s", field)))

    def judge_end(self):
        if "finished 0," not in self.said or "overrun 0" not in self.said:
            raise Wrong(f"the program should end with 0, without an overrun: {self.said}")

    def itypes(self):
        """Those that the ingress port had."""
        met = int(self.said.rsplit("itypes ", maxsplit=1)[1], 16)
        return [itype for itype in range(16) if met >> itype & 1]

    def judge_trace(self):
        expected = flow_of(rows_of(self.log))
        same_flow(expected, decoded(*self.decode))
        return len(expected[0]), len(expected[1])

    def judge_rules(self):
        said = run(NTRACE, "check", *self.decode, status=(0, 1)).splitlines()[-1]
        if " 0 broken" not in said:
            raise Wrong(said)

    def judge_core(self, xlen):
        recording, tandem = self.log.with_suffix(".ntr"), self.log.with_suffix(".ntv")
        run(NTRACE, "import", "--format", "rvfi", "--xlen", xlen, self.log, "-o", recording)
        run(NTRACE, "tv", "import", recording, "-e", self.elf, "-o", tandem)
        said = run(NTRACE, "tv", "verify", tandem, status=(0, 1))
        if not said.endswith(": passed: no difference\n"):
            raise Wrong(f"the core: {said.strip()}")


def judge(core, about, folder, name, settings):
    """Everything about one run, as a row of the summary."""
    with tempfile.TemporaryDirectory() as out:
        one = Run(core, folder, name, settings, out)
        instructions, traps = one.judge_trace()
        one.judge_rules()
        one.judge_core(about["xlen"])
        one.judge_end()
        return {"program": name, "settings": settings, "instructions": instructions, "traps": traps, "bytes": one.trace.stat().st_size,
                "itypes": one.itypes()}


def summary(core, about, rows, wrong):
    met = sorted({itype for row in rows for itype in row["itypes"]})
    whole = {what: sum(row[what] for row in rows) for what in ("instructions", "traps", "bytes")}
    return {"core": core, "package": about["package"], "runs": len(rows), **whole,
            "bits_per_instruction": round(8 * whole["bytes"] / max(1, whole["instructions"]), 3),
            "itypes": met, "itypes_missing": sorted(set(about["itypes"]) - set(met)), "differences": wrong, "rows": rows}


def arguments():
    parser = argparse.ArgumentParser(prog="judge", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("core")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--settings", action="append", choices=SETTINGS, help="(all)")
    parser.add_argument("--program", action="append", help="of the folder (all)")
    return parser.parse_args()


def main():
    given = arguments()
    about = tomllib.loads((ROOT / f"examples/cores/{given.core}/core.toml").read_text("utf-8"))
    folder = given.folder.resolve()
    rows, wrong = [], []
    for name in given.program or sorted(path.stem for path in folder.glob("*.elf")):
        for settings in given.settings or SETTINGS:
            try:
                row = judge(given.core, about, folder, name, settings)
            except Wrong as why:
                wrong.append({"program": name, "settings": settings, "why": str(why)})
                print(f"{name}, {settings}: {why}", flush=True)
                continue
            rows.append(row)
            print(f"{name}, {settings}: {row['instructions']} instructions from {row['bytes']} bytes of trace", flush=True)
    said = summary(given.core, about, rows, wrong)
    missing = said["itypes_missing"] if not given.program else []
    folder.with_suffix(".json").write_text(json.dumps(said, indent=1) + "\n", "utf-8")
    print(f"{given.core}: {said['runs']} runs, {said['instructions']} instructions, {said['bytes']} bytes, "
          f"{said['bits_per_instruction']} bits per instruction, itypes {' '.join(map(str, said['itypes']))}"
          f"{''.join(f', itype {itype} is not met' for itype in missing)}, {len(wrong)} differences")
    return 1 if wrong or missing else 0


if __name__ == "__main__":
    sys.exit(main())
