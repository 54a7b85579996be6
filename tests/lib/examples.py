# SPDX-License-Identifier: Apache-2.0
"""The files of tests/data/examples; what is in them says tests/system/examples_test.py."""
import re

from tests.lib.catalogue import ROOT
from tests.lib.nexus import message_bytes

FOLDER = ROOT / "tests/data/examples"


def words(data):
    """Bytes as the files have them."""
    return data.hex(" ").upper()


class Example:
    def __init__(self, path):
        self.path = path
        self.name = path.stem
        self.text = path.read_text(encoding="ascii")
        self.build = re.search(r"build=(\S+)", self.text)[1]
        self.code = re.findall(r"^#: (\S+)$", self.text, re.M)
        self.parameters = dict(re.findall(r"^#! (\w+)=(\w+)$", self.text, re.M))
        lines = re.findall(r"^#> ((?:[0-9A-F]{2} )*[0-9A-F]{2}) +([A-Z][a-z].*)$", self.text, re.M)
        if not lines and "#> nothing" not in self.text:
            raise ValueError(f"{path}: no messages")
        self.bytes = " ".join(line[0] for line in lines)
        self.messages = [line[1] for line in lines]

    def bytes_of_messages(self):
        return words(b"".join(message_bytes(line) for line in self.messages))


def all_examples():
    return [Example(path) for path in sorted(FOLDER.glob("*.nti"))]


def usual_examples():
    """Those for a build as it is in rtl/config."""
    return [example for example in all_examples() if not example.parameters]


def for_rv64_wide(text):
    """An ingress file of rv64, one block in each cycle of rv64-wide; None for other builds'."""
    if "build=rv64" not in text:
        return None
    return text.replace("nblocks=1", "nblocks=4").replace("build=rv64", "build=rv64-wide")


def _fits_32_bits(text):
    """An ingress file of rv64 whose addresses are no wider."""
    addresses = [int(address, 0) for address in re.findall(r"(?:iaddr|tval)=(\w+)", text)]
    return "build=rv64" in text and max(addresses, default=0) >> 32 == 0


def for_rv32(text):
    """The same for rv32; None where an address is too wide."""
    if not _fits_32_bits(text):
        return None
    return text.replace("xlen=64", "xlen=32").replace("build=rv64", "build=rv32") \
               .replace("context_w=46", "context_w=22")


def _itype_of_3_bits(match):
    itype = int(match[1])
    return f"itype={6 if itype in (8, 10, 12, 13, 14) else 0 if itype > 7 else itype}"


def for_rv32_min(text):
    """The same for rv32-min; None where it asks for what that build lacks."""
    sizes = [int(size) for size in re.findall(r"iretire=(\d+)", text)]
    options = r"context_w|ntriggers|trTs|trTeSrc|trTeInstEn|trTeInstImplicit|trTeInstExtend|trigger="
    if not _fits_32_bits(text) or re.search(options, text) or max(sizes, default=0) > 7:
        return None
    text = re.sub(r"\bitype=(\d+)", _itype_of_3_bits, text)
    return text.replace("xlen=64", "xlen=32").replace("itype_w=4", "itype_w=3") \
               .replace("iretire_w=6", "iretire_w=3").replace("build=rv64", "build=rv32-min")
