# SPDX-License-Identifier: Apache-2.0
"""The reference streams for each port of libntrace: all that the repository has, as a list for digest.c."""
import gzip
import re
import shutil
import subprocess

from tests.lib.catalogue import ROOT

BYTES = re.compile(r"^#> ((?:[0-9A-F]{2} )*[0-9A-F]{2})(?:  |$)", re.M)
DAMAGED = 2000  # bytes of a stream that are kept
SETTINGS = {"trTeInstImplicitReturnMode": "implicit_returns", "trTeInstEnSequentialJump": "sequential_jumps",
            "trTeInstEnAllJumps": "all_jumps", "trTeInstExtendAddrMSB": "extend_addr"}


def setting(text, name):
    found = re.findall(rf"\b{name}=(\d+)", text)
    return int(found[-1]) if found else 0


def options(text):
    """How the messages of an ingress file are read."""
    words = [f"xlen={setting(text, 'xlen') or 64}"]
    if setting(text, "trTeSrcBits"):
        words += [f"src_bits={setting(text, 'trTeSrcBits')}", f"src={setting(text, 'trTeSrcID')}"]
    if setting(text, "trTsEnable"):
        words.append("tstamp_bits=40")
    if "rc7" in text:
        words.append("rc7=1")
    return words + [f"{name}=1" for field, name in SETTINGS.items() if setting(text, field)]


def of_ingress(folder, pattern):
    """Vectors and examples: their messages, and the code in their comments."""
    for path in sorted((ROOT / "tests").glob(pattern)):
        text = path.read_text(encoding="utf-8")
        data = bytes.fromhex(" ".join(BYTES.findall(text)))
        if data:
            name = f"{path.parent.name}-{path.stem}"
            shutil.copy(path, folder / f"{name}.nti")
            (folder / f"{name}.nex").write_bytes(data)
            images = [f"{name}.nti"] if re.search("^#: ", text, re.M) and text.startswith("#") else []
            yield ["trace", *options(text), f"{name}.nex", *images]


def of_task_group(folder, pattern):
    for path in sorted((ROOT / "tests/data/tg-reference").glob(pattern)):
        program = path.name.split(".")[0]
        shutil.copy(path, folder)
        image = folder / f"{program}.pcinfo"
        if not image.exists():
            image.write_bytes(gzip.decompress(path.with_name(f"{program}.pcinfo.gz").read_bytes()))
        returns = ["implicit_returns=1"] if "-cs" in path.name else []
        yield ["trace", "xlen=64", *returns, path.name, image.name]


def of_tandem(folder):
    for path in sorted((ROOT / "tests/data/tandem").glob("*.ntv.gz")):
        (folder / path.stem).write_bytes(gzip.decompress(path.read_bytes()))
        yield ["tandem", path.stem]


def damaged(folder, lines):
    """Some of the streams with bytes changed, so that faults, losses and salvage are there too."""
    for number, line in enumerate(lines):
        name = next(word for word in line if word.endswith(".nex"))
        data = bytearray((folder / name).read_bytes())
        del data[DAMAGED:]
        for at in range(5 + number % 7, len(data), 97):
            data[at] ^= 1 << (at + number) % 8
        (folder / f"damaged-{name}").write_bytes(data)
        yield [f"damaged-{word}" if word == name else word for word in line]
        yield ["trace", "salvage=1", *[f"damaged-{word}" if word == name else word for word in line[1:]]]


def write(folder, whole):
    """Writes the streams and LIST into a folder, all or those that take a second; returns the lines of the list."""
    group = list(of_task_group(folder, "*.nex" if whole else "xrle.*.nex"))
    lines = [*of_ingress(folder, "vectors/encoder/*.nti"), *of_ingress(folder, "data/examples/*.nti"), *group,
             *of_tandem(folder), *damaged(folder, group)]
    for name in ("boot.ntr", "boot2.ntr") if whole else ():
        shutil.copy(ROOT / "tests/data" / name, folder)
        lines.append(["recording", name])
    (folder / "LIST").write_text("".join(" ".join(line) + "\n" for line in lines), encoding="ascii")
    return lines


def of_program(folder):
    """A program whose code is in an ELF file, with symbols and lines, and without."""
    program = ROOT / "build/programs/sort"
    subprocess.run([ROOT / "build/ntrace", "encode", f"{program}.ntr", "-o", folder / "sort.nex"], check=True,
                   capture_output=True)
    shutil.copy(f"{program}.elf", folder)
    shutil.copy(f"{program}.ntr", folder)
    subprocess.run(["riscv64-unknown-elf-objcopy", "--strip-all", "sort.elf", "stripped.elf"], cwd=folder, check=True)
    for name in "sort.elf", "stripped.elf":
        yield ["trace", "xlen=64", "sort.nex", "sort.ntr", name]
