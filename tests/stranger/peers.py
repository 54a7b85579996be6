#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gives the stranger's streams to decoders of others, and compares what they make of them with what was executed.

Of each stream that a decoder supports all instructions must come back; exit status 1 if one did not. Without
`--whole` the settings that a decoder lacks are off, and messages that it does not know are not sent; nor is
anything left out of the messages.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.stranger.stranger import Stream  # noqa: E402 (the path comes first)

# With these not all that ran is in the messages, or a decoder would have to be told of new settings
INCOMPLETE = ("loss", "stop-omitted", "history-lost", "error-vendor", "change")
BTM, VENDOR = 3, 56
ERROR, RESOURCE_FULL, REPEAT_BRANCH, BRANCHES, HISTORIES, CORRELATION = 8, 27, 30, (4, 12), (28, 29), 33


class Peer:
    lacks = ()    # settings,
    without = ()  # and freedoms

    def __init__(self, program):
        self.program = program

    def run(self, *command, folder):
        return subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, check=False, timeout=20)

    def unsupported(self, stream):
        """Why the stream is beyond it; None: it is not."""
        if any(message.tcode >= VENDOR for message in stream.messages):
            return "a vendor's message"
        return next((name for name in self.lacks if stream.settings.get(name)), None)

    def decode(self, stream, folder):
        """The addresses that it makes of the stream."""
        raise NotImplementedError


class NexRv(Peer):
    """The decoder of the task group's reference code: refcode/c of riscv-non-isa/tg-nexus-trace."""
    lacks = ("trTeContext", "trTeSrcBits", "trTeInstEnSequentialJump", "trTeInstEnAllJumps", "trTeInstExtendAddrMSB")
    without = ("vendor-message", "vendor-resource")
    types = {"branch": "B", "jump": "J", "call": "C", "jal6": "J", "jr": "JI", "icall": "CI", "ret": "R", "swap": "CI",
             "jalr6": "JI", "mret": "JI", "sret": "JI", "dret": "JI"}
    depth = 32  # of its stack of calls, which it writes behind

    def unsupported(self, stream):
        if any(message.fields.get("RCODE", 0) > 2 for message in stream.messages):
            return "a vendor's RCODE"
        implicit = stream.settings["trTeInstEnImplicitReturn"]
        if implicit and any(insn.kind == "swap" for insn in stream.program.insns):
            return "swaps among implicit returns"
        return super().unsupported(stream) or ("implicit returns of 32 calls" if implicit and self.is_deep(stream) else None)

    def is_deep(self, stream):
        top = 0
        for address in stream.executed():
            kind = self.types.get(stream.program.at[address].kind, "L")
            top = top + 1 if kind[0] == "C" else max(top - 1, 0) if kind == "R" else top
            if top == self.depth:
                return True
        return False

    def code(self, program):
        for insn in program.insns:
            kind = self.types.get(insn.kind, "L")
            target = f",0x{insn.target:X}" if kind in ("B", "J", "C") else ""
            yield f"0x{insn.address:X},{kind}{2 * insn.size}{target}\n"

    def decode(self, stream, folder):
        (folder / "s.nex").write_bytes(stream.bytes())
        (folder / "s.info").write_text("".join(self.code(stream.program)), encoding="ascii")
        (folder / "s.out").write_text("", encoding="ascii")
        self.run(self.program, "-deco", "s.nex", "-pcinfo", "s.info", "-pcout", "s.out", "-none", folder=folder)
        found = re.findall(r"0x([0-9A-F]+)", (folder / "s.out").read_text(encoding="ascii"))
        return [int(address, 16) for address in found]


class Dqr(Peer):
    """SiFive's: sifive/trace-decoder."""
    lacks = ("trTeInstEnSequentialJump", "trTeInstEnAllJumps", "trTeInstExtendAddrMSB")
    without = ("vendor-message", "vendor-resource", "repeat-branch")
    cores, source_bits = 16, 8
    wide = re.compile(rb"[\1\3]\0{10}")  # MSEO of a field of 11 bytes or more
    tools = "riscv64-unknown-elf-"

    def unsupported(self, stream):
        tcodes = {message.tcode for message in stream.messages}
        btm = stream.settings["trTeInstMode"] == BTM
        reasons = (
            ("Error", ERROR in tcodes),
            ("RepeatBranch", REPEAT_BRANCH in tcodes),
            ("RCODE 2 or a vendor's", any(message.fields.get("RCODE", 0) > 1 for message in stream.messages)),
            ("ResourceFull in BTM", btm and RESOURCE_FULL in tcodes),
            ("implicit returns in BTM", stream.settings["trTeInstEnImplicitReturn"] and self.seems_btm(stream)),
            ("SRC of 16 and above, or 9 bits", stream.source()[0] >= self.cores or stream.source()[1] > self.source_bits),
            ("fields of more than 64 bits", self.wide.search(bytes(byte & 3 for byte in stream.bytes()))))
        return super().unsupported(stream) or next((why for why, applies in reasons if applies), None)

    @staticmethod
    def seems_btm(stream):
        """BTM is what it assumes before a message of HTM comes."""
        shows = (message.tcode for message in stream.messages if message.tcode in (*BRANCHES, *HISTORIES, RESOURCE_FULL)
                 or message.tcode == CORRELATION and message.fields["CDF"])
        return next(shows, None) in (None, *BRANCHES)

    def link(self, program, folder):
        (folder / "s.bin").write_bytes(program.image)
        self.run(self.tools + "objcopy", "-I", "binary", "-O", f"elf{program.xlen}-littleriscv", "-B", "riscv",
                 "--rename-section", ".data=.text,alloc,load,readonly,code,contents", "--redefine-sym",
                 "_binary_s_bin_start=_start", "s.bin", "s.o", folder=folder)
        self.run(self.tools + "ld", "-m", f"elf{program.xlen}lriscv", "--no-relax", f"-Ttext={program.base:#x}",
                 "-e", "_start", "s.o", "-o", "s.elf", folder=folder)

    def decode(self, stream, folder):
        (folder / "s.rtd").write_bytes(stream.bytes())
        self.link(stream.program, folder)
        done = self.run(self.program, "-t", "s.rtd", "-e", "s.elf", "-nosrc", "-nofile", "-nofunc", "-dasm",
                        f"-{stream.program.xlen}", f"-srcbits={stream.source()[1]}", folder=folder)
        found = re.findall(r"(?m)^(?:\[\d+\] )?\s*([0-9a-f]{8,16}):\s", done.stdout)
        return [int(address, 16) for address in found]


def drawn(peer, whole):
    """The stranger, or one who makes no use of what the peer lacks; by a seed."""
    class Plain(Stream):
        def draw(self, rng):
            return {**super().draw(rng), **dict.fromkeys(peer.lacks, 0)}
    return Stream if whole else lambda seed: Plain(seed, (*peer.without, *INCOMPLETE))


def left_out(stream):
    """Why there is nothing to compare with all that ran; None: there is."""
    if not stream.messages or not stream.encoder.spans:
        return "nothing is traced"
    return "the settings change" if stream.pins.changed else "not all is in messages" if stream.encoder.untold else None


def judge(peer, stream, folder):
    """What becomes of the stream: "exact", "differs", or why it is not compared."""
    why = left_out(stream) or peer.unsupported(stream)
    if why:
        return why
    try:
        return "exact" if peer.decode(stream, folder) == stream.executed() else "differs"
    except subprocess.TimeoutExpired:
        return "differs"


def count(peer, draw, seeds):
    """How many streams have which verdict, and the seeds of those that differ."""
    counts, differ = Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            verdict = judge(peer, draw(seed), Path(folder))
            counts[verdict] += 1
            differ += [seed] if verdict == "differs" else []
    return counts, differ


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nexrv", type=Path, help="NexRv.exe of the task group")
    parser.add_argument("--dqr", type=Path, help="dqr of SiFive")
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--whole", action="store_true", help="the draws as they are")
    arguments = parser.parse_args()
    failed = False
    for kind, program in ((NexRv, arguments.nexrv), (Dqr, arguments.dqr)):
        if program is not None:
            peer = kind(program.resolve())
            seeds = [f"{arguments.seed}.{at}" for at in range(arguments.number)]
            counts, differ = count(peer, drawn(peer, arguments.whole), seeds)
            print(f"{kind.__name__}: {arguments.number} streams:",
                  ", ".join(f"{number} {verdict}" for verdict, number in counts.most_common()))
            print("".join(f"  differs: {seed}\n" for seed in differ), end="", flush=True)
            failed = failed or bool(differ)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
