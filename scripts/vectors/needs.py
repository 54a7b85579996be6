# SPDX-License-Identifier: Apache-2.0
"""What a vector asks of an encoder and its port, found in the vector itself: the line `#= needs`."""
import re
from dataclasses import dataclass, field

MODES = {"3": "btm", "6": "htm"}


@dataclass
class Use:
    """What the text of a vector uses."""
    fields: dict = field(default_factory=dict)    # control field: the values that it is set to
    signals: dict = field(default_factory=dict)   # signal: the values that it has
    blocks: list = field(default_factory=list)    # of each cycle, how many
    messages: str = ""                            # in assembly
    code: list = field(default_factory=list)      # addresses and bytes of instructions, in hexadecimal

    def on(self, *names):
        """Whether one of these control fields is ever other than 0."""
        return any(value for name in names for value in self.fields.get(name, ()))

    def set_any(self, prefix):
        return any(name.startswith(prefix) and any(values) for name, values in self.fields.items())

    def high(self, *signals):
        return any(value for name in signals for value in self.signals.get(name, ()))

    def most(self, signal):
        return max(self.signals.get(signal, ()), default=0)


# A feature: its name, what it is in words, whether a vector has it. They are in the order of `ntrace vectors features`.
FEATURES = [
    ("tstamp", "TSTAMP in messages", lambda use: use.on("trTsEnable")),
    ("src", "SRC in messages", lambda use: " SRC=" in use.messages),
    ("repeat", "RepeatBranch, or HREPEAT of repeated history",
     lambda use: use.on("trTeInstEnRepeatedHistory", "ntEnRepeatBranch")),
    ("context", "Ownership", lambda use: use.on("trTeContext")),
    ("returns", "implicit returns", lambda use: use.on("trTeInstImplicitReturnMode")),
    ("sequential", "sequentially inferable jumps, which are not reported", lambda use: use.on("trTeInstEnSequentialJump")),
    ("all-jumps", "direct jumps reported too", lambda use: use.on("trTeInstEnAllJumps")),
    ("extend", "addresses without their upper bits that are alike", lambda use: use.on("trTeInstExtendAddrMSB")),
    ("filters", "filters and comparators", lambda use: use.set_any("trTeInstFilters") or use.set_any("trTeFilter")),
    ("triggers", "triggers of the debug module, and from outside",
     lambda use: use.high("trigger", "ext_trigger") or use.on("trTeInstTrigEnable") or use.set_any("trTeTrigExtIn")),
    ("periodic", "periodic synchronization", lambda use: use.on("trTeInstSyncMode")),
    ("sync-icnt", "SYNC=4 where I-CNT is full", lambda use: use.on("ntEnSyncICNT")),
    ("stall", "stalling the hart", lambda use: use.on("trTeInstStallEna")),
    ("loss", "a sink that does not keep up, and Error", lambda use: "sink_ready" in use.signals or "Error" in use.messages),
    ("debug", "debug mode, by `halted`", lambda use: use.high("halted")),
    ("low-power", "low power, by `lowpower`", lambda use: use.high("lowpower")),
    ("hart-reset", "a reset of the hart alone, by `reset`", lambda use: use.high("reset")),
    ("pib", "a PIB behind the encoder", lambda use: use.set_any("trPib")),
    ("draft", "the forms of release candidate 7", lambda use: use.on("ntRc7")),
    ("compressed", "instructions of 16 bits", lambda use: any(len(code) == 4 for _, code in use.code)),
]
NAMES = [name for name, _, _ in FEATURES]


def number(text):
    return int(text, 0)


def add_words(use, words):
    """Of a line of the ingress file: signals and blocks."""
    use.blocks.append(words.count("b"))
    for word in words:
        name, _, value = word.partition("=")
        if value:
            use.signals.setdefault(name, set()).add(number(value))


def add_line(use, line):
    if code := re.match(r"#: (0x[0-9a-f]+) +([0-9a-f]+) ", line):
        use.code.append((code[1], code[2]))
    elif line.startswith("#> "):
        use.messages += line + "\n"
    elif line.startswith("set "):
        for word in line.split()[1:]:
            name, _, value = word.partition("=")
            use.fields.setdefault(name, set()).add(number(value))
    elif line[:1].isalpha() and not line.startswith("ntrace-ingress"):
        add_words(use, line.split("#")[0].split())


def used(text):
    use = Use()
    for line in text.splitlines():
        add_line(use, line)
    return use


def features(text):
    use = used(text)
    return [name for name, _, has in FEATURES if has(use)]


def line_of(text):
    """`mode=btm xlen=32 address=9 iretire=3 itype=4 blocks=1 FEATURE...`: address, iretire and itype are the bits that
    addresses, the lengths of blocks and their types take, blocks the most in a cycle."""
    use = used(text)
    xlen = re.search(r"^ntrace-ingress .*\bxlen=(\d+)", text, re.M)[1]
    modes = [MODES[str(value)] for value in sorted(use.fields["trTeInstMode"])]
    address = max([use.most("iaddr"), *(number(address) for address, _ in use.code)])
    sizes = [f"mode={'+'.join(modes)}", f"xlen={xlen}", f"address={address.bit_length()}",
             f"iretire={use.most('iretire').bit_length()}", f"itype={4 if use.most('itype') > 7 else 3}",
             f"blocks={max(use.blocks, default=0)}"]
    return " ".join(sizes + features(text))


def said(text):
    """The features of a vector's line `#= needs`."""
    found = re.search(r"^#= needs (.*)$", text, re.M)
    return [word for word in found[1].split() if "=" not in word] if found else []


def catalogue(counts):
    """The file features.txt: each feature, the number of vectors that need it, its words."""
    yield "# What a vector may need of an encoder: feature, number of vectors, meaning. Made by scripts/vectors/make.py."
    for name, words, _ in FEATURES:
        yield f"{name:<16} {counts.get(name, 0):>4}  {words}"
