#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Seeds of the fuzzers that what the repository has anyway can be made into: seeds.py FOLDER writes
FOLDER/NAME_fuzz/*. Streams are the worked examples, the cases of the rules and the heads of the
reference streams, each with the options of the fuzzer in front."""
import hashlib
import random
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from tests.lib import coresight, examples  # noqa: E402
from tests.lib.nexus import message_bytes  # noqa: E402

# Options of flow_fuzz for code as bytes with Zcmp and Zcmt: c.beqz a0, +8; cm.jt 0; cm.jalt 32;
# cm.popret {ra}, 16; c.nop; beq x0, x0, -8; c.j -14, and a table.
CODE = b"\x00\x00\x38\x00\x12" + bytes.fromhex("01c5" "02a0" "82a0" "42be" "0100" "e30c00fe" "c5bf" "0000")
# Through the spaces of fuzz_spaces.h: M-mode, a trap return to U-mode of contexts 1 and 2, to
# VU-mode of guest 3, back by a trap, and to S-mode.
SPACES = [
    "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x800", "Ownership PROCESS=0xc",
    "IndirectBranchHist B-TYPE=0 I-CNT=0xe U-ADDR=0x0 HIST=0x3", "Ownership PROCESS=0x22",
    "DirectBranch I-CNT=4", "IndirectBranch B-TYPE=1 I-CNT=2 U-ADDR=0x4",
    "Ownership PROCESS=0x42", "ResourceFull RCODE=1 RDATA=0x9", "Ownership PROCESS=0x73",
    "IndirectBranchHistSync SYNC=2 B-TYPE=0 I-CNT=3 F-ADDR=0x820 HIST=0x2",
    "Ownership PROCESS=0x4", "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=3 HIST=0x1",
]
HEAD = 240  # bytes of a reference stream


def lines_of(words):
    """A message of a rule's case as the assembler has it, and as tests.lib.nexus has it."""
    return words, re.sub(r"=(\w+)/(\d+)", r"[\2]=\1", words)


def rule_cases():
    """The messages of each case: lists of lines."""
    for path in sorted((ROOT / "tests/sim/check/rules").glob("*.txt")):
        case = []
        for line in path.read_text(encoding="ascii").splitlines():
            message = re.fullmatch(r"[ *] ([A-Z][A-Za-z]+(?: [A-Z-]+=\S+)*)", line)
            if message:
                case.append(message[1])
            elif case and re.match(r"(rule|holds|breaks)", line):
                yield case
                case = []
        if case:
            yield case


def as_bytes(case):
    try:
        return b"".join(message_bytes(lines_of(line)[1]) for line in case)
    except (ValueError, AttributeError, KeyError):
        return None


def streams():
    for example in examples.all_examples():
        yield bytes.fromhex(example.bytes)
    for case in rule_cases():
        made = as_bytes(case)
        if made:
            yield made
    for size in range(1, len(SPACES) + 1):
        yield as_bytes(SPACES[:size])
    for path in sorted((ROOT / "tests/data/tg-reference").glob("*.nex")):
        yield path.read_bytes()[:HEAD]


def vectors():
    """Short ones of each unit, without the lines that nothing reads."""
    for folder in sorted((ROOT / "tests/vectors").iterdir()):
        short = sorted((path for path in folder.iterdir() if path.suffix != ".txt"), key=lambda path: (path.stat().st_size, path.name))
        for path in short[:60:6]:
            yield re.sub(r"^#= (shows|clause|rules).*\n|^#<.*\n", "", path.read_text(encoding="ascii"), flags=re.M).encode("ascii")


def kit_programs():
    """Short ones, each with a port that says what is expected, a block for each step."""
    paths = sorted((ROOT / "tests/vectors/port").glob("*.kit"), key=lambda path: (path.stat().st_size, path.name))
    for path in paths[:150:10]:
        text = re.sub(r"^#= (shows|clause|rules).*\n", "", path.read_text(encoding="ascii"), flags=re.M)
        port = [f"ntrace-ingress 2 xlen={64 if '-rv64' in path.name else 32} nblocks=1 itype_w=4 iretire_w=6"]
        for address, priv, rest in re.findall(r"^#> (0x[0-9a-f]+) ([usm])\S* (.*?)  ", text, re.M):
            word = dict(one.split("=") for one in rest.split())
            size = int(word.get("size", 0))
            port.append(f"priv={'us-m'.index(priv)} cause={word.get('cause', 0)} b iaddr={int(address, 16) + 0x80000000:#x} "
                        f"iretire={size // 2} itype={word['itype']} ilastsize={size // 4}")
        yield (text + "\n".join(port) + "\nend\n").encode("ascii")


def texts():
    for example in examples.all_examples():
        yield "\n".join(re.sub(r"\[\d+\]", "", line) for line in example.messages)
    for case in rule_cases():
        yield "\n".join(case)
    yield ".src 4\n.tstamp 40\n.extend 63\n.message 57 SRC=1 0x3/12 ones/70 ; x\n.idle 3\n" \
          ".byte 1 0xfe\n.fill 40 0x00\n"


class Folder:
    def __init__(self, path):
        self.path = Path(path)

    def put(self, fuzzer, content):
        folder = self.path / fuzzer
        folder.mkdir(parents=True, exist_ok=True)
        (folder / hashlib.sha1(content).hexdigest()[:16]).write_bytes(content)


def main():
    out = Folder(sys.argv[1])
    for number, stream in enumerate(streams()):
        for head in (b"\x00", b"\x01", b"\x09"):
            out.put("message_fuzz", head + stream)
        out.put("assembly_fuzz", b"\x00" + stream)
        # Nothing known; settings known; and with the fixed code. BTM, HTM.
        for head in (b"\x00\x60\x00\x00", b"\x40\x00\x01\x00", b"\x40\x08\x06\x01",
                     b"\x80\x20\x00\x03", b"\xd0\x08\x03\x00"):
            out.put("check_fuzz", head + stream)
        # The fourth byte: plain; a vendor's; salvage.
        for head in (b"\x60\x00\x00\x00\x00", b"\x00\x00\x01\x01\x00", b"\x80\x03\x00\x00\x00",
                     b"\x60\x00\x00\xc0\x00", CODE, CODE[:3] + b"\xc0" + CODE[4:]):
            out.put("flow_fuzz", head + stream)
        frames = coresight.frames([(1 + number % 100, stream), (0x6f, stream[:40])])
        out.put("coresight_fuzz", b"\x07" + coresight.with_syncs(frames, random.Random(number)))
        for form in (number, number + 5):
            out.put("decode_fuzz", bytes([form % 10, 0, 0x80]) + stream)
        out.put("spaces_fuzz", b"\x00" + stream)
        out.put("spaces_fuzz", b"\x47" + stream)
    for text in texts():
        out.put("assembly_fuzz", b"\x80" + text.encode("ascii"))
    corpus = ROOT / "tests/fuzz/corpus"
    out.put("elf_fuzz", b"\x00" + (corpus / "recording_fuzz/vvadd").read_bytes()[1:])
    pcinfo = (corpus / "nexus_text_fuzz/vvadd").read_bytes().split(b"\n--\n")[0]
    out.put("elf_fuzz", b"\x00" + pcinfo + b"\n")
    for vector in vectors():
        out.put("vector_fuzz", vector)
    for program in kit_programs():
        out.put("kit_fuzz", program)
    for tree in sorted((ROOT / "tests/pmu/fdt").glob("*.dts")):
        made = subprocess.run(["dtc", "-q", "-O", "dtb", tree], check=True, capture_output=True)
        out.put("pmu_fdt_fuzz", made.stdout)
    for example in examples.all_examples():
        out.put("ingress_file_fuzz", example.text.encode("ascii"))
        # Comments without use here, so that mutations are elsewhere.
        cycles = re.sub(r"^#.*\n", "", example.text, flags=re.M).encode("ascii")
        out.put("ingress_check_fuzz", cycles + b"--\n" + bytes.fromhex(example.bytes))


if __name__ == "__main__":
    main()
