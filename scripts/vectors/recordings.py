"""The beginning of a real boot (OpenSBI under QEMU), in several modes and builds."""
import functools
import re
import subprocess
import tempfile
from pathlib import Path

from scripts.vectors.vector import BTM, HTM, ROOT, Vector

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


def ntrace(*words):
    return subprocess.run([ROOT / "build/ntrace", *map(str, words)], capture_output=True, text=True, check=True).stdout


@functools.cache
def code():
    """Instructions by address, as lines."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "F.nex"
        ntrace("encode", RECORDING, "-o", trace, "--limit", max(limit for _, _, limit, _ in CUTS.values()))
        text = ntrace("decode", trace, "--image", RECORDING, "--to", "insn")
    return {int(address, 16): (code, words) for address, code, words in re.findall(r"^(0x\w+) +([0-9a-f]+) +(.*)$", text, re.M)}


class Line:
    def __init__(self, address, bytes_, words):
        self.text = f"#: {address:#x}  {bytes_}  {words}"

    def line(self):
        return self.text


class Cut(Vector):
    def __init__(self, name, shows, build, limit, fields):
        super().__init__(f"boot-{name}", f"The first {limit} instructions of a boot, {shows}.", "Main N-Trace Trace Modes", build=build,
                         mode=fields["trTeInstMode"], **{k: v for k, v in fields.items() if k != "trTeInstMode"})
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "F.nti"
            words = [word for k, v in {**fields, "trPibActive": 0, "trPibMode": 0}.items() for word in ("-s", f"{k}={v}")]
            ntrace("shape", RECORDING, "-o", path, "--format", "text", "--limit", limit, "--config", build, "--vary",
                   "--instructions", 16, "--bubbles", 20, *words)
            lines = path.read_text(encoding="ascii").splitlines()
        self.own_header, self.own_lines = lines[0], lines[1:]
        for start, half_words in re.findall(r"iaddr=(\w+) iretire=(\d+)", "\n".join(lines)):
            for address in range(int(start, 0), int(start, 0) + 2 * int(half_words), 2):
                if address in code():
                    self.program[address] = Line(address, *code()[address])

    def header(self):
        return self.own_header

    def ingress(self):
        return self.own_lines


def vectors():
    return [Cut(name, *cut) for name, cut in CUTS.items()]
