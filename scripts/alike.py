# SPDX-License-Identifier: Apache-2.0
"""Pairs of errors, one of a line of the golden model and one of a line of the RTL, that are the same
error: tests/mutation/pairs/UNIT.txt, made by scripts/alike_find.py and shown to be alike in the lockstep
of the unit by tests/faults/alike_test.py.

A pair is two lines, as scripts/model_mutants.py and scripts/rtl_mutants.py name their mutants.
"""
import functools
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from scripts import limits, model_mutants, mutation, rtl_mutants
from tests.mutation import judges, rtl_judges

FOLDER = Path("tests/mutation/pairs")
CHOICE = '#include "tests/mutation/mutant.h"\n'
SECONDS = 20  # of processor time for a run
SEEDS = 3     # by which each pair is compared


@dataclass(frozen=True)
class Unit:
    """What has pairs: a lockstep, the words of a run of it, and where the lines of
    both are."""
    name: str
    build: str
    run: tuple
    models: tuple
    rtl: tuple = ("rtl/",)
    more: tuple = ()  # words of runs of what random ones seldom meet

    @property
    def key(self):
        return f"{self.name}-{self.build}"

    @property
    def path(self):
        return FOLDER / f"{self.key}.txt"

    def words(self, seed):
        return [word.replace("SEED", str(seed + 7)) for word in self.run]


def random(cycles, *words):
    return *words, "--random", "--cycles", str(cycles), "--seed", "SEED"


def encoder(build):
    return Unit("encoder", build, random(8000, "--config", f"rtl/config/{build}.cfg", "--everything", "--registers"),
                ("model/encoder", "model/transport/parts.", "model/transport/serializer"),
                ("rtl/encoder/", "rtl/transport/nt_part", "rtl/transport/nt_serializer", "rtl/transport/nt_message_end"),
                (judges.HELD,) if build == "tiny" else ())


def beside_a_hart(name, build, cycles, *models):
    return Unit(name, build, random(cycles, "--unit", name), models)


def link(name, build, cycles, *models):
    return Unit(name, build, (str(cycles), "SEED"), (*models, "model/transport/stream_buffer."))


def adapter(name, build):
    return Unit(name, build, ("4000", "SEED"), ("model/adapter/",))


UNITS = [
    link("pib", "4", 20000, "model/transport/pib."),
    link("ram_sink", "both", 20000, "model/transport/ram_sink.", "model/transport/axi_writer."),
    link("funnel", "all", 8000, "model/transport/funnel."),
    link("switch", "all", 8000, "model/transport/sink_switch."),
    link("atb", "all", 8000, "model/transport/atb_bridge."),
    beside_a_hart("ctr", "rv64", 4000, "model/ctr/"),
    beside_a_hart("hpm", "rv64", 4000, "model/hpm/"),
    beside_a_hart("hpm", "rv64-cfg", 4000, "model/hpm/"),
    beside_a_hart("hpm", "rv64-deleg", 8000, "model/hpm/"),
    beside_a_hart("tv", "rv64-small", 2000, "model/tandem/tv_"),
    Unit("tv_rvfi", "rv64", ("4000", "SEED"), ("model/tandem/tv_rvfi",)),
    adapter("rvfi", "rv64-wide"),
    adapter("tci", "rv32-4"),
    adapter("iti", "rv64-2"),
    encoder("tiny"),
    encoder("rv64"),
]


@dataclass(frozen=True)
class Pair:
    unit: Unit
    model: str
    rtl: str


def pairs_of(unit):
    text = unit.path.read_text(encoding="ascii") if unit.path.exists() else ""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [Pair(unit, *lines[at:at + 2]) for at in range(0, len(lines), 2)]


def pairs():
    return [pair for unit in UNITS for pair in pairs_of(unit)]


@functools.cache
def of_both():
    """By text all errors of the model, and all of the RTL."""
    return ({one.text: one for source in model_mutants.find().values() for one in source.mutants.values()},
            {one.text: one for source in rtl_mutants.find(more=True).values() for one in source.mutants()})


def lines_of(some, model, rtl):
    """The lines of these pairs, each two once."""
    return {(model[pair.model].path, model[pair.model].line, rtl[pair.rtl].path, rtl[pair.rtl].line)
            for pair in some}


# The lockstep with errors on both sides


def copies(folder, of_rtl, of_model, rtl, model):
    """Below `folder`: rtl/ and model/ with these mutants, by their texts, of all that the sources have. Returns
    those of each side by text."""
    for source in rtl.values():
        for place in source.places:
            place.mutants = [one for one in place.mutants if one.text in of_rtl]
        source.places = [place for place in source.places if place.mutants]
    for source in model.values():
        source.mutants = {key: one for key, one in source.mutants.items() if one.text in of_model}
    mutation.write_copy({path: source for path, source in rtl.items() if source.places}, "rtl", folder)
    write_model(folder, model)
    return ({one.text: one for source in rtl.values() for one in source.mutants()},
            {one.text: one for source in model.values() for one in source.mutants.values()})


def write_model(folder, sources):
    """Below `folder`: model/ with the mutants of these sources, NT_MODEL_MUTANT says which one runs."""
    for path in Path("model").rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="ascii")
            source = sources.get(str(path))
            copy = model_mutants.schemata(source) if source else text
            mutation.write_if_other(folder / path, text if copy == text else CHOICE + copy)
    mutation.write_if_other(folder / "model/mutant.c", Path("tests/mutation/mutant.c").read_text(encoding="ascii"))


def bench_of(unit, folder):
    """The lockstep of a unit, to be built over folder/rtl and folder/model."""
    there = rtl_judges.Benches(folder)
    bench = there.encoder(f"rtl/config/{unit.build}.cfg") if unit.name == "encoder" else there.unit(unit.name, unit.build)
    # What is compiled for a few short runs
    bench.words = [str(word).replace("CXXFLAGS=-O1", "CXXFLAGS=-O0") for word in bench.words]
    bench.words += [f"MODEL={folder}/model", "CFLAGS=-O1 -w", "LTO="]
    return bench


DIFFER = "RTL and model of "


@dataclass(frozen=True)
class Difference:
    """What a run has found first: in which cycle, and what; if RTL and model differ, the values of the model
    and of the RTL, by signal."""
    cycle: int
    said: str
    values: tuple = ()

    @property
    def is_verdict(self):
        """Of what both did alike."""
        return not self.said.startswith(DIFFER)

    def mirrored(self):
        return Difference(self.cycle, self.said, tuple((name, right, left) for name, left, right in self.values))


ROW = re.compile(r"^  \S* +(\S+) +(0x[0-9a-f]+|0) +(0x[0-9a-f]+|0)(?: .*)?$", re.M)
FOUND = re.compile(r"^cycle (\d+): (.*)$", re.M)


def said_by(program, words, **environment):
    """What a bench finds first, None if it is content. What crashes or hangs has said nothing."""
    done = subprocess.run(limits.within(SECONDS, [program, *words]), check=False, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ, **environment})
    if done.returncode == 0:
        return None
    text = done.stderr.decode(errors="replace")
    found = FOUND.search(text)
    if found is None:
        return Difference(0, f"status {done.returncode}")
    values = ROW.findall(text[found.end():]) if found[2].startswith(DIFFER) else ()
    return Difference(int(found[1]), found[2], tuple(values))


def difference(bench, words, rtl, model):
    """What a run of the lockstep finds with these mutants of the RTL and of the model, by number, 0 for none."""
    return said_by(bench.program, words, NT_MUTANT=str(rtl), NT_MODEL_MUTANT=str(model))


def judge_of(unit):
    """The program of judges.FOLDER that has the model in the place of both, of scripts/make/test_mutation.mk."""
    return f"nt_bench-{unit.build}" if unit.name == "encoder" else unit.key
