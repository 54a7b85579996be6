# SPDX-License-Identifier: Apache-2.0
"""What the tests of adapters have in common: the lockstep's counts, and from the port that it leaves through
golden encoder and decoder to addresses."""
from tests.lib import units
from tests.lib.catalogue import ROOT


def output(path, *words):
    done = units.run(path, *words)
    if done.returncode != 0:
        raise AssertionError(f"{done.stdout}{done.stderr}")
    return done.stdout


def lockstep(unit, build, *words):
    """What there was, by name."""
    line = output(units.program(unit, build), *words).strip()
    return {name: int(number) for number, name in (part.split(" ", 1) for part in line.split(", "))}


def config(folder, name, **values):
    """An encoder's build with other values, and a FIFO from which nothing is lost, though the hart does not
    wait."""
    values = {"FIFO_DEPTH": 128, **values}
    path = folder / f"{name}.cfg"
    lines = (ROOT / f"rtl/config/{name}.cfg").read_text(encoding="utf-8").splitlines()
    path.write_text("".join(f"{key} = {values[key]}\n" if (key := line.split("=")[0].strip()) in values else line + "\n"
                            for line in lines), encoding="utf-8")
    return path


def run(folder, unit, build, cfg, cycles, seed, *options):
    """Addresses that the decoder says, and those of the instructions that retired. `options`: the decoder's."""
    ntrace = ROOT / "build/ntrace"
    stem = folder / f"{unit}-{build}"
    retired = lockstep(unit, build, cycles, seed, stem)["instructions"]
    checked = output(ntrace, "shape", "--check", f"{stem}.nti", "-c", cfg)
    output(ntrace, "encode", f"{stem}.nti", "-c", cfg, "-o", f"{stem}.nex")
    decoded = output(ntrace, "decode", f"{stem}.nex", "-c", cfg, "-i", f"{stem}.ntr", *options).split()
    happened = output(ntrace, "info", f"{stem}.ntr", "--retired").splitlines()
    pcs = [line.split()[2] for line in happened if line.split()[0].isdigit()]
    if len(pcs) > retired or " 0 of them against the port's rules" not in checked:
        raise AssertionError(f"{len(pcs)} of {retired} instructions; {checked}")
    return decoded, pcs
