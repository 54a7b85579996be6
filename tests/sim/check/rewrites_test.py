# SPDX-License-Identifier: Apache-2.0
"""Streams of another encoder, made of ours: each message may be written otherwise, as the text allows.

What the pins saw is random; the stream of the golden model is taken apart into messages, and some of
them are replaced, added or left out by legal ones. No rule may break, by bytes or by the pins.
NTRACE_REWRITES=FIRST-LAST: other seeds. A failing one is printed with its messages."""
import os
import pathlib
import random
import re
import subprocess
import tempfile
import unittest

NTRACE = "build/ntrace"
FIRST, LAST = map(int, os.environ.get("NTRACE_REWRITES", "1-40").split("-"))
CYCLES = 1500


def run(*arguments):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, text=True,
                          check=False)


class Message:
    """A line of the assembly: a name, and fields in their order."""

    def __init__(self, name, **fields):
        self.name = name
        self.fields = fields

    @classmethod
    def parse(cls, line):
        name, *fields = line.split()
        return cls(name, **{key: int(value, 0) for key, value in
                            (field.split("=") for field in fields)})

    def __str__(self):
        return " ".join([self.name, *(f"{key}={value:#x}" for key, value in self.fields.items())])

    def __eq__(self, other):
        return str(self) == str(other)

    def __getitem__(self, field):
        return self.fields[field]

    def has(self, field):
        return field in self.fields


def stop(evcode, htm):
    fields = {"EVCODE": evcode, "CDF": int(htm), "I-CNT": 0, **({"HIST": 1} if htm else {})}
    return Message("ProgTraceCorrelation", **fields)


def tell_modes(messages):
    """For each message whether it is of HTM; None where the trace it is of does not tell."""
    modes, begin, mode = [], 0, None
    for i, message in enumerate(messages):
        if message.has("HIST") or (message.name == "ResourceFull" and message["RCODE"] == 1):
            mode = True
        elif message.name in ("DirectBranch", "ProgTraceCorrelation"):
            mode = False if mode is None else mode
        if message.name in ("ProgTraceCorrelation", "Error") or i + 1 == len(messages):
            modes += [mode] * (i + 1 - begin)
            begin, mode = i + 1, None
    return modes


class Rewriter:
    """Takes messages one after the other and appends what another encoder could have sent."""

    def __init__(self, seed, btype):
        self.random = random.Random(seed)
        self.btype = btype  # 1 for every trap, or 2 and 3
        self.out = []
        self.used = set()
        self.reference = None
        self.tracing = False

    def may(self, what, chance=0.3):
        yes = self.random.random() < chance
        if yes:
            self.used.add(what)
        return yes

    def put(self, message):
        self.out.append(message)

    def split_history(self, message, htm):
        """Part of HIST by ResourceFull: the bits are the same."""
        if htm and message.has("HIST") and message["HIST"] > 3 and self.may("split"):
            bits = message["HIST"].bit_length() - 1
            first = self.random.randrange(1, bits)
            left = bits - first
            self.put(Message("ResourceFull", RCODE=1, RDATA=message["HIST"] >> left))
            message.fields["HIST"] = 1 << left | message["HIST"] & (1 << left) - 1
        return message

    def as_sync(self, message, sync):
        """A branch message in its Sync form."""
        fields = {"SYNC": sync, "B-TYPE": message["B-TYPE"], "I-CNT": message["I-CNT"],
                  "F-ADDR": self.reference}
        if message.has("HIST"):
            fields["HIST"] = message["HIST"]
        return Message(message.name + "Sync", **fields)

    def jump(self, message, htm, repeats):
        self.reference ^= message["U-ADDR"]
        if self.btype == 1 and message["B-TYPE"] != 0:
            message.fields["B-TYPE"] = 1
            self.used.add("btype")
        message = self.split_history(message, htm)
        if htm and not message.has("HIST") and self.may("hist"):
            message = Message("IndirectBranchHist", **message.fields, HIST=1)
        elif message.has("HIST") and message["HIST"] == 1:
            message = Message("IndirectBranch", **{key: value for key, value in
                                                   message.fields.items() if key != "HIST"})
        if not repeats and self.may("vendor", 0.1):
            message = self.as_sync(message, 14)
        self.put(message)
        if not repeats and self.may("marker", 0.05):
            self.put(Message("ProgTraceSync", SYNC=15, **{"I-CNT": 0, "F-ADDR": self.reference}))

    def start(self, message, htm):
        stopped = self.out and self.out[-1].name == "ProgTraceCorrelation"
        idle = not self.tracing and (not self.out or stopped)
        optional = stopped and self.out[-1]["EVCODE"] in (1, 4)
        if message["SYNC"] in (1, 9) and optional and self.tracing_before and self.may("reset", 0.5):
            before = self.out.pop()
            fields = {"SYNC": message["SYNC"], "B-TYPE": 0, "I-CNT": before["I-CNT"],
                      "F-ADDR": message["F-ADDR"]}
            if before.has("HIST") and before["HIST"] != 1:
                message = Message("IndirectBranchHistSync", **fields, HIST=before["HIST"])
            else:
                del fields["B-TYPE"]
                message = Message("ProgTraceSync", **fields)
        elif message["SYNC"] == 5 and self.may("start"):
            message = Message("IndirectBranchSync", SYNC=5, **{
                "B-TYPE": 0, "I-CNT": 0, "F-ADDR": message["F-ADDR"]})
        elif idle and htm is not None and self.may("idle", 0.5):
            self.put(stop(4, htm))
        self.put(message)
        self.tracing = True

    def take(self, message, htm, repeats):
        self.tracing_before = self.out and self.out[-1].name == "ProgTraceCorrelation" and \
            self.stop_was_of_trace
        self.stop_was_of_trace = False
        if message.has("F-ADDR"):
            self.reference = message["F-ADDR"]
        if message.has("SYNC") and not self.tracing:
            self.start(message, htm)
        elif message.has("U-ADDR"):
            self.jump(message, htm, repeats)
        elif message.name == "ProgTraceCorrelation":
            self.put(self.split_history(message, htm))
            self.tracing, self.stop_was_of_trace = False, True
            if self.may("behind", 0.2):
                self.put(stop(4, message["CDF"] == 1))
                self.stop_was_of_trace = False
        elif message.name == "Error":
            self.tracing = False
            self.put(Message("Error", ETYPE=0, ECODE=self.random.choice((0, 4))))
        else:
            self.put(message)

    stop_was_of_trace = False
    tracing_before = False


def repeat_branches(messages, rewriter):
    """RepeatBranch in place of equal DirectBranch in a row."""
    out = []
    for message in messages:
        last = out[-1] if out else None
        if message.name == "DirectBranch" and last is not None and rewriter.may("repeat", 0.7):
            if last.name == "RepeatBranch" and out[-2] == message:
                last.fields["B-CNT"] += 1
                continue
            if last == message:
                out.append(Message("RepeatBranch", **{"B-CNT": 1}))
                continue
        out.append(message)
    return out


def rewrite(lines, seed, btype):
    messages = [Message.parse(line) for line in lines]
    rewriter = Rewriter(seed, btype)
    modes = tell_modes(messages)
    for i, message in enumerate(messages):
        repeats = i + 1 < len(messages) and messages[i + 1].name == "RepeatBranch"
        rewriter.take(message, modes[i], repeats)
    return repeat_branches(rewriter.out, rewriter), rewriter.used


class Rewrites(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def good(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        return done.stdout

    def another(self, seed):
        """The pins, by a file that names no build where B-TYPE is another encoder's."""
        ingress, image, stream, text = (self.folder / name
                                        for name in ("F.nti", "F.ntr", "F.nex", "F.s"))
        foreign = seed % 2 == 1
        self.good("shape", "--random", "--seed", seed, "--cycles", CYCLES, "--format", "text", "-o",
                  ingress, "--image-out", image)
        self.good("encode", "--no-sidecar", ingress, "-o", stream)
        lines = self.good("dump", stream, "--asm").splitlines()
        messages, used = rewrite(lines, seed, 1 if foreign else 2)
        text.write_text("".join(f"{message}\n" for message in messages), encoding="ascii")
        self.good("assemble", text, "-o", stream)
        if foreign:
            ingress.write_text(re.sub(" build=\\S+", "", ingress.read_text(encoding="ascii"), 1),
                               encoding="ascii")
        return stream, image, ingress, used

    def test_what_another_encoder_may_send_breaks_nothing(self):
        seen = set()
        for seed in range(FIRST, LAST + 1):
            with self.subTest(seed=seed):
                stream, image, ingress, used = self.another(seed)
                seen |= used
                for more in ((), ("--image", image), ("--image", image, "--ingress", ingress)):
                    done = run("check", stream, *more)
                    self.assertEqual((done.returncode, done.stderr), (0, ""),
                                     f"seed {seed}\n{done.stdout}")
        if LAST - FIRST >= 20:
            self.assertEqual(seen, {"split", "hist", "vendor", "marker", "btype", "reset", "start",
                                    "idle", "behind", "repeat"})


if __name__ == "__main__":
    unittest.main()
