# SPDX-License-Identifier: Apache-2.0
"""The programs of tests/programs/tandem, and how they are recorded. As a program: makes the stored
recordings in tests/data/tandem anew (`make tandem-data`)."""
import gzip
import os
import pathlib
import subprocess

NTRACE = os.path.abspath(os.environ.get("NTRACE", "build/ntrace"))
DATA = pathlib.Path("tests/data/tandem")

# Options of `ntrace tv record`
OPTIONS = {
    "integer": [], "compressed": [], "muldiv": [], "atomic": [], "traps": [], "interrupts": [], "delegation": [],
    "integer32": [], "compressed32": [], "muldiv32": [], "atomic32": [], "traps32": [], "interrupts32": [],
    "delegation32": [], "paging": [], "paging32": ["--mlen", "34"],
    "single": ["--fcsr"], "double": ["--fcsr"], "single32": ["--fcsr", "--flen", "32"],
}

# What tests/data/tandem has beside them, of build/programs: up to the first system calls from U mode
STRETCHES = {"kernel": ["--limit", "52000"], "kernel32": ["--limit", "36000"]}


def elf(name):
    folder = "build/tandem" if name in OPTIONS else "build/programs"
    return pathlib.Path(folder) / f"{name}.elf"


def record(name, path, *options):
    """The finished `ntrace tv record`."""
    return subprocess.run([NTRACE, "tv", "record", "--elf", elf(name), "-o", path, "--timeout", "600", "--limit", "400000",
                           *(OPTIONS | STRETCHES).get(name, []), *map(str, options)], capture_output=True, check=False)


def main():
    for name in OPTIONS | STRETCHES:
        done = record(name, "-")
        if done.returncode != 0:
            raise SystemExit(done.stderr.decode())
        (DATA / f"{name}.ntv.gz").write_bytes(gzip.compress(done.stdout, 9, mtime=0))


if __name__ == "__main__":
    main()
