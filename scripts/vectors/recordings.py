# SPDX-License-Identifier: Apache-2.0
"""The beginning of a recording: of a real boot (OpenSBI under QEMU) in several modes and builds, or of any
other in one."""
import functools
import json
import re
import tempfile
from pathlib import Path

from scripts.vectors.tool import ROOT, Wrong, call
from scripts.vectors.vector import BTM, HTM, Vector

RECORDING = ROOT / "tests/data/boot.ntr"
BEST = {"trTeInstImplicitReturnMode": 3, "trTeInstEnRepeatedHistory": 1, "trTeInstEnSequentialJump": 1,
        "trTeInstExtendAddrMSB": 1}
# Name: what it shows, build, instructions, fields
CUTS = {
    "btm": ("in BTM", "rv64", 400, {"trTeInstMode": BTM}),
    "htm": ("in HTM", "rv64", 400, {"trTeInstMode": HTM}),
    "best": ("in HTM with all optimizations but RepeatBranch", "rv64", 1200, {"trTeInstMode": HTM, **BEST}),
    "wide": ("with four blocks per cycle, in HTM with all optimizations but RepeatBranch", "rv64-wide", 1200, {"trTeInstMode": HTM, **BEST}),
    "all-fields": ("with SRC, timestamps and Ownership", "rv64", 400, {
        "trTeInstMode": HTM, "trTeSrcBits": 4, "trTeSrcID": 3, "trTeContext": 1, "trTsMode": 3, "trTsEnable": 1}),
    "periodic": ("with a synchronizing message every 64 cycles", "rv64", 800, {
        "trTeInstMode": HTM, "trTeInstSyncMode": 2, "trTeInstSyncMax": 2}),
}


class Line:
    def __init__(self, text):
        self.text = f"#: {text}"

    def line(self):
        return self.text


@functools.cache
def code(recording, limit):
    """Instructions by address, as lines."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "F.nex"
        call("encode", recording, "-o", trace, "--limit", limit)
        text = call("decode", trace, "--image", recording, "--to", "insn")
        retired = call("info", recording, "--retired", "--json", "--limit", limit)
    found = re.findall(r"^(0x\w+) +([0-9a-f]+) +(.*)$", text, re.M)
    steps = [json.loads(line) for line in retired.splitlines() if '"type"' in line]
    typed = {int(step["pc"], 16): Line(f"{step['pc']},{step['type']}") for step in steps}
    return typed | {int(address, 16): Line(f"{address}  {bytes_}  {words}") for address, bytes_, words in found}


class Cut(Vector):
    """The first `limit` instructions of a recording."""

    def __init__(self, name, shows, build, limit, fields, recording=RECORDING, known=None):
        super().__init__(name, shows, "Main N-Trace Trace Modes", build=build,
                         mode=fields["trTeInstMode"], **{k: v for k, v in fields.items() if k != "trTeInstMode"})
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "F.nti"
            words = [word for k, v in {**fields, "trPibActive": 0, "trPibMode": 0}.items() for word in ("-s", f"{k}={v}")]
            call("shape", recording, "-o", path, "--format", "text", "--limit", limit, "--config", build, "--vary",
                 "--instructions", 16, "--bubbles", 20, *words)
            lines = path.read_text(encoding="ascii").splitlines()
        self.own_header, self.own_lines = lines[0], lines[1:]
        known = known or code(recording, limit)
        # A signal that is 0 is left out
        for start, half_words in re.findall(r"(?:iaddr=(\w+) )?iretire=(\d+)", "\n".join(lines)):
            first = int(start or "0", 0)
            for address in range(first, first + 2 * int(half_words), 2):
                if address in known:
                    self.program[address] = known[address]

    def header(self):
        return self.own_header

    def ingress(self):
        return self.own_lines


def vectors():
    most = max(limit for _, _, limit, _ in CUTS.values())
    for name, (shows, build, limit, fields) in CUTS.items():
        yield Cut(f"boot-{name}", f"The first {limit} instructions of a boot, {shows}.", build, limit, fields,
                  known=code(RECORDING, most))


def types(pcinfo):
    """Instructions by address, of a file that has their types."""
    try:
        lines = Path(pcinfo).read_text(encoding="ascii").split()
        return {int(line.split(",")[0], 0): Line(line) for line in lines}
    except OSError as error:
        raise Wrong(f"--pcinfo {pcinfo}: {error.strerror}") from error
    except ValueError as error:
        raise Wrong(f"--pcinfo {pcinfo}: not a file of types, ADDRESS,TYPE[,TARGET] a line") from error


def of_recording(path, build, limit, mode=HTM, pcinfo=None):
    """A vector of anybody's recording. `pcinfo`: the code of one that has none."""
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    return Cut(name, f"The first {limit} instructions of {path.name}.", build, limit, {"trTeInstMode": mode}, path.resolve(),
               known=types(pcinfo) if pcinfo else None)
