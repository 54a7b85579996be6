# SPDX-License-Identifier: Apache-2.0
"""Streams of the encoder's vectors as lists of messages, in the words of `ntrace assemble`."""
import re
from pathlib import Path

from tests.lib.bench import run
from tests.lib.catalogue import ROOT

FOLDER = ROOT / "tests/vectors/encoder"
SYNCS = ("ProgTraceSync", "DirectBranchSync", "IndirectBranchSync", "IndirectBranchHistSync")


class Vector:
    """`text`: the file. `head`: directives for the format of its messages. `messages`: those expected."""

    def __init__(self, path):
        self.path, self.name = path, path.stem
        self.text = path.read_text(encoding="ascii")
        words = re.findall(r"(trTe\w+|trTs\w+|nt[A-Z]\w+)=(\w+)", " ".join(re.findall(r"^set (.*)$", self.text, re.M)[::-1]))
        self.fields = {name: int(value, 0) for name, value in words}
        self.xlen = int(re.search("xlen=([0-9]+)", self.text)[1])
        self.messages = re.findall(r"^#> (?:[0-9A-F]{2} ?)+ +([A-Z][a-z].*)$", self.text, re.M)
        self.head = [f".src {self.src()}"] if self.src() else []
        self.head += [".tstamp"] if self.timed() else []
        self.head += [f".extend {self.xlen - 1}"] if self.fields.get("trTeInstExtendAddrMSB") else []

    def src(self):
        return 0 if self.fields.get("trTeInhibitSrc") else self.fields.get("trTeSrcBits", 0)

    def timed(self):
        return bool(self.fields.get("trTsEnable"))

    def htm(self):
        return self.fields.get("trTeInstMode") == 6

    def has(self, *words):
        return any(word in self.text for word in words)


def all_vectors():
    """By name; last those that end by trTeEnable=0, since an encoder need not report that, or what came right before."""
    vectors = [Vector(path) for path in sorted(FOLDER.glob("*.nti"))]
    return sorted(vectors, key=lambda vector: vector.has("set trTeEnable=0"))


def name_of(message):
    return message.split()[0]


def value(message, field):
    found = re.search(rf" {re.escape(field)}=(\w+)", message)
    return int(found[1], 0) if found else None


def put(message, field, number):
    return re.sub(rf" {re.escape(field)}=[\w/]+", f" {field}={number:#x}", message, count=1)


def bits(hist):
    """The number of branches that a history has."""
    return hist.bit_length() - 1


class Judge:
    """Judges streams of messages, in a folder of its own."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def bytes_of(self, lines):
        """None: the lines are no stream."""
        text, trace = self.folder / "F.s", self.folder / "F.nex"
        text.write_text("".join(line + "\n" for line in lines), encoding="ascii")
        return trace.read_bytes() if run("assemble", text, "-o", trace).returncode == 0 else None

    def judge_bytes(self, vector, data):
        """Exit status and words."""
        trace = self.folder / "F.nex"
        trace.write_bytes(data)
        done = run("vectors", "judge", vector.path, "--bytes", trace)
        return done.returncode, done.stdout + done.stderr

    def judge(self, vector, messages):
        data = self.bytes_of(vector.head + messages)
        return (None, "no stream") if data is None else self.judge_bytes(vector, data)

    def other_model(self, vector, fields, parameters):
        """The bytes that the golden model sends with other fields or parameters; None: no other ones, or it cannot."""
        text = vector.text
        for name, number in parameters.items():
            text, there = re.subn(rf"^#! {name}=\S+", f"#! {name}={number}", text, flags=re.M)
            text = text if there else text.replace("ntrace-ingress 2", f"#! {name}={number}\nntrace-ingress 2", 1)
        for name, number in fields.items():
            text = re.sub(rf"\b{name}=\w+", f"{name}={number}", text)
        path, out = self.folder / "other.nti", self.folder / "other.nex"
        path.write_text(text, encoding="ascii")
        done = run("vectors", "run", path, "-o", out)
        return out.read_bytes() if text != vector.text and done.returncode in (0, 1) else None

    def messages_of(self, vector, data):
        """The messages of a stream."""
        trace = self.folder / "D.nex"
        trace.write_bytes(data)
        extend = vector.fields.get("trTeInstExtendAddrMSB", 0)
        done = run("dump", "--asm", trace, "-s", f"trTeSrcBits={vector.src()}", "-s", f"trTsEnable={int(vector.timed())}",
                   "-s", f"trTeInstExtendAddrMSB={extend}", "--config", "rv64" if vector.xlen == 64 else "rv32")
        return [line.split(" ; ")[0] for line in done.stdout.splitlines() if not line.startswith((".src", ".tstamp", ".extend"))]
