# SPDX-License-Identifier: Apache-2.0
"""A good file of each kind, and the words of a command that names them."""
import gzip

from tests.lib.bench import run
from tests.lib.catalogue import ROOT

DATA = ROOT / "tests/data/tg-reference"
MADE = ("import --format pcseq {pcseq} --pcinfo {pcinfo} -o {ntr}", "shape {ntr} -o {nti}",
        "shape {ntr} --format text -o {txt}", "encode {ntr} -o {nex}")


def words(text, files):
    """The arguments of a command; a value may be empty."""
    return [word.format(*[files.get("")], **files) for word in text.split(" ")]


def good_files(folder):
    """Their paths by kind; they are in that folder."""
    good = {kind: folder / f"good.{kind}" for kind in ("ntr", "nti", "txt", "nex", "pcseq", "pcinfo", "elf", "s")}
    good["elf"].write_bytes((ROOT / "tests/fuzz/corpus/elf_fuzz/e64").read_bytes()[1:])
    good["s"].write_bytes(b"ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x800\nDirectBranch I-CNT=4\n" * 40)
    for kind in ("pcseq", "pcinfo"):
        good[kind].write_bytes(gzip.decompress((DATA / f"median.{kind}.gz").read_bytes()))
    for command in MADE:
        done = run(*words(command, good))
        assert done.returncode == 0, done.stderr
    return good
