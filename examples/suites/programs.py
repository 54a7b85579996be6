# SPDX-License-Identifier: Apache-2.0
"""Links the programs of a suite, one of each TEST in its objects, and lists them: name, source, clauses, sentence.

    python3 -m examples.suites.programs FOLDER OBJECT...

FOLDER gets NAME.elf, .bin and .hex of each, and `list`."""
import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent / "software/suite.ld"
TOOLS = "riscv64-unknown-elf-"


def tests_of(an_object):
    """What the TESTs of an object say of themselves (suite.h)."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run([f"{TOOLS}objcopy", "-O", "binary", "--only-section=.suite", "--set-section-flags", ".suite=alloc",
                        an_object, file.name], check=True)
        texts = file.read().decode("ascii").split("\0")[:-1]
    return [tuple(texts[at:at + 3]) for at in range(0, len(texts), 3)]


def link(folder, objects, name):
    elf = folder / f"{name}.elf"
    emulation = subprocess.run([f"{TOOLS}objdump", "-f", objects[0]], capture_output=True, text=True, check=True).stdout
    bits = "64" if "elf64" in emulation else "32"
    subprocess.run([f"{TOOLS}ld", "-m", f"elf{bits}lriscv", "--no-warn-rwx-segments", "--gc-sections", "-T", SCRIPT,
                    "-u", f"test_{name}", f"--defsym=suite_test=test_{name}", *objects, "-o", elf], check=True)
    subprocess.run([f"{TOOLS}objcopy", "-O", "binary", elf, folder / f"{name}.bin"], check=True)
    subprocess.run([f"{TOOLS}objcopy", "-O", "verilog", "--change-addresses", "-0x80000000", elf, folder / f"{name}.hex"],
                   check=True)


def main():
    folder, objects = Path(sys.argv[1]), sys.argv[2:]
    tests = [(*test, Path(one).stem) for one in objects for test in tests_of(one)]
    names = [name for name, *_ in tests]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        sys.exit(f"two programs of one name: {', '.join(sorted(twice))}")
    for old in folder.glob("*.elf"):
        old.unlink()
    for name in names:
        link(folder, objects, name)
    lines = [f"{name}\t{source}\t{clauses}\t{sentence}\n" for name, clauses, sentence, source in tests]
    (folder / "list").write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    main()
