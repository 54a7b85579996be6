# SPDX-License-Identifier: Apache-2.0
"""What the encoder of the tandem trace must say of what it took, from the log of a bench: written from the
page of its port and the specification, with the second decoder. Shares nothing with RTL, model and library.

    found = judge(lines)    of `ntrace lockstep --unit tv -o LOG`; AssertionError: something is wrong
    found.groups            how many were compared
    found.sizes             bytes of each, in order
    found.changes           GPRs that were told by their change
"""
import collections

from tests.tandem.decoder import Parameters, decode
from tests.tandem.violations import violations

Found = collections.namedtuple("Found", "groups sizes changes")
COUNTERS = {"mcycle": 0xb00, "minstret": 0xb02}
UPPER = 0x80  # of a counter's CSR, with XLEN 32
GPRS, FPRS = range(0x1000, 0x1020), range(0x1020, 0x1040)
STORE = 1


class Bench:
    """The first line of a log."""

    def __init__(self, line):
        word, *numbers = line.split()
        assert word == "tv", line
        (self.xlen, self.flen, self.mlen, self.nret, self.out_bytes, self.virtual, self.implied,
         self.increment) = map(int, numbers)
        self.parameters = Parameters(self.xlen, self.flen, self.mlen)

    def cut(self, value):
        return value % (1 << self.xlen)


def number(text):
    return int(text, 16)


def init(bench, kind, address, size, data):
    if kind == 2:
        return [("pc", None, bench.cut(data)), ("initialization", None, None)]
    if kind == 1:
        return [("initialization", None, None),
                ("request", (STORE, size), (address, data % (1 << (8 << size))))]
    length = bench.flen if address in FPRS else bench.xlen
    return [("initialization", None, None), ("register", address, data % (1 << length))]


def counters(bench, mtime, mcycle, minstret):
    fields = [("initialization", None, None)]
    for name, text in (("mcycle", mcycle), ("minstret", minstret)):
        if text != "-":
            value, csr = number(text), COUNTERS[name]
            fields.append(("register", csr, bench.cut(value)))
            if bench.xlen == 32:
                fields.append(("register", csr + UPPER, value >> 32))
    return fields + ([] if mtime == "-" else [("mtime", None, number(mtime))])


def lane(bench, elements):
    """Fields in the order of the specification's examples."""
    has = collections.defaultdict(list)
    for kind, *values in elements:
        has[kind].append([number(value) for value in values])
    fields = []
    if has["pc"]:
        fields.append(("pc", None, has["pc"][0][0]))
    elif has["insn"]:
        fields.append(("increment", None, None))
    for size, insn in has["insn"]:
        length = 4 if size else 2
        fields.append(("instruction", length, insn % (1 << 8 * length)))
    fields += [("register", GPRS[x], value) for x, value in has["gpr"] if x != 0]
    fields += [("register", FPRS[f], value) for f, value in has["fpr"] if bench.flen]
    fields += [("register", csr, value) for csr, value in has["csr"]]
    fields += [("or", 0x003, bits) for bits, in has["flags"]]
    fields += [("physical", None, address) for address, in has["paddr"]]
    fields += [("effective", None, address) for address, in has["eaddr"] if bench.virtual]
    fields += [("store", 1 << size, data % (1 << (8 << size))) for size, data in has["mem"]]
    return fields + [("privilege", None, mode) for mode, in has["priv"]]


class Log:
    """A part of a run without a reset of the encoder: the groups that must come, and the bytes that came."""

    def __init__(self):
        self.expected, self.data = [], bytearray()

    def take(self, bench, items):
        for word, *rest, elements in items:
            if word == "reset":
                self.expected.append([("reset", None, None)])
            elif word == "init":
                self.expected.append(init(bench, *map(number, rest)))
            elif word == "counters":
                self.expected.append(counters(bench, *rest))
            else:
                assert word == "lane", word
                self.expected.append(lane(bench, elements))


def parts(lines):
    """The bench, and each part of the run with the items that it took."""
    lines = iter(lines)
    bench = Bench(next(lines))
    runs, items = [Log()], []
    for line in lines:
        word, *rest = line.split()
        if word == "-":
            items[-1][-1].append(rest)
        elif word == "out":
            word = bytes.fromhex(rest[0])
            assert 0 < len(word) <= bench.out_bytes, f"a word of {len(word)} bytes"
            runs[-1].data += word
        elif word == "rst":
            runs[-1].take(bench, items)
            runs.append(Log())
            items = []
        else:
            items.append((word, *rest, []))
    runs[-1].take(bench, items)
    return bench, runs


class Registers:
    """GPRs as the trace has told them: what was told by a change becomes the value."""

    def __init__(self, bench):
        self.bench, self.values, self.changes = bench, {}, 0

    def form(self, key, value, told):
        """How a GPR must be told: by its change wherever the page says so."""
        if told or not self.bench.increment or key not in self.values:
            return "register"
        old = self.values[key]
        if self.bench.cut(value - old + 128) < 256:
            return "add"
        return "or" if old & ~value == 0 and value - old < 256 else "register"

    def gpr(self, field, told):
        """`told`: from outside, whole."""
        old, value = self.values.get(field.key), field.value
        if field.kind != "register":
            assert self.bench.increment and old is not None, "a GPR that is not known changes"
            value = self.bench.cut(old + value) if field.kind == "add" else old | value
            self.changes += 1
        form = self.form(field.key, value, told)
        assert field.kind == form, f"at byte {field.offset}: told as {field.kind}, not as {form}"
        self.values[field.key] = value
        return "register", field.key, value

    def filled(self, group):
        told = any(field.kind == "initialization" for field in group.fields)
        for field in group.fields:
            kind, key, value = field.kind, field.key, field.value
            if kind == "reset":
                self.values = {}
            if kind in ("register", "add", "or") and key in GPRS:
                yield self.gpr(field, told)
            else:
                yield kind, key, tuple(value) if kind == "request" else value


def compare(bench, run, complete):
    trace = decode(bytes(run.data), bench.parameters)
    assert trace.error is None or (not complete and trace.error.name == "cut off"), trace.error
    if complete:
        assert len(trace.groups) == len(run.expected), f"{len(trace.groups)} groups of {len(run.expected)}"
    registers, sizes = Registers(bench), []
    begins = [group.offset for group in trace.groups]
    for group, expected in zip(trace.groups, run.expected):
        got = list(registers.filled(group))
        assert group.inside and got == expected, f"at byte {group.offset}: {got}, not {expected}"
    # What a reset of the encoder has cut is no group
    for begin, end in zip(begins, begins[1:] + [len(run.data)] * (trace.error is None)):
        assert bench.implied or run.data[end - 1] == 2, f"the group at byte {begin} has no end"
        sizes.append(end - begin)
    assert not violations(trace), violations(trace)[0]
    return sizes, registers.changes


def judge(lines, cut=False):
    """`cut`: the run ended somewhere, and what was under way is missing."""
    bench, runs = parts(lines)
    sizes, changes = [], 0
    for run in runs:
        of_run, changed = compare(bench, run, not cut and run is runs[-1])
        sizes += of_run
        changes += changed
    return Found(len(sizes), sizes, changes)
