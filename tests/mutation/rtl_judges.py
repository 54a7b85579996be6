# SPDX-License-Identifier: Apache-2.0
"""Who judges a mutant of the RTL: the lockstep benches, over a copy of rtl/ with all mutants in it.

The nearest to a file comes first, and what takes long comes last. A bench is Verilated once; NT_MUTANT
says which mutant runs. A mutant can only be judged where the build has it: where its number stands in
the Verilated code.
"""
import hashlib
import os
import re
import subprocess
from pathlib import Path

from scripts import limits, units
from scripts.rtl_files import INSTANCE, files_of
from tests.rtl.crossing.crossing_test import PARTS

HEADER = Path("tests/mutation/nt_mutants.vh")
SECONDS = 60  # of processor time for a run, many times what one needs: more is a hang
COMMON = ["model", "sim", "receive", "driver", "include", "libntrace", "tb/lockstep", HEADER,
          "scripts/rtl_mutants.py", "scripts/verilog.py"]
AXI = ["tb/axi_memory.c", "tb/axi_memory.h"]
TABLES = ["scripts/unit.py", "tb/units/encoder.rows", "tb/units/registers.rows"]
PROGRAMS = ("ctr", "hpm", "tv")  # units whose benches are those of `ntrace lockstep`: they always leave a report
NUMBER = re.compile(r"0x4d([0-9a-f]{6})U")


class CannotBuild(Exception):
    """With what make said."""


def files_below(paths):
    for path in map(Path, paths):
        yield from sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]


class Bench:
    """A program over Verilated RTL, and how it is run."""

    def __init__(self, name, tops, program, words, runs, sources, report=None):
        self.name = name
        self.files = sorted({path for top in tops for path in files_of(top)})
        self.program = program
        self.words = words      # for make
        self.runs = [[str(word) for word in run] for run in runs]
        self.sources = sources  # beyond COMMON
        self.report = report    # the folder for what a mismatch looks like, if it wants one
        self.long = False       # it takes long, and is asked of nothing that is explained

    def digest(self):
        """Of all that decides about its verdicts, but for the RTL."""
        found = hashlib.sha256(repr((self.name, self.runs, SECONDS)).encode())
        for path in files_below([*COMMON, *self.sources]):
            if path.suffix not in (".pyc", ".d", ".o"):
                found.update(str(path).encode() + b"\0" + path.read_bytes())
        return found.hexdigest()

    def build(self):
        done = subprocess.run(["make", "-s", "-j1", "SETUP=no", *map(str, self.words)],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            raise CannotBuild(f"{self.name} cannot be built:\n{done.stdout}")

    def has(self, mutants):
        """Those that the build has."""
        numbers = {int(number, 16) for path in self.program.parent.rglob("*.cpp")
                   for number in NUMBER.findall(path.read_text(encoding="ascii"))}
        return [mutant for mutant in mutants if mutant.number in numbers]

    def is_content(self, number):
        """With the mutant of this number, 0 for none."""
        more = ["--report", self.report / f"{self.name}-{number}"] if self.report else []
        return all(is_content([self.program, *run, *more], number) for run in self.runs)


class Icarus(Bench):
    """A module of tests/mutation that compiles the copy for each mutant, with Icarus."""

    def build(self):
        pass

    def has(self, mutants):
        return list(mutants)

    def is_content(self, number):
        return is_content(["python3", "-m", f"tests.mutation.{self.name}", self.program], number)


def is_content(command, number):
    """Whether a process is, with this mutant: it neither complains, nor crashes, nor hangs."""
    done = subprocess.run(limits.within(SECONDS, command), check=False, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          env={**os.environ, "NT_MUTANT": str(number)})
    return done.returncode == 0


class Benches:
    """Those over the copy of rtl/ in `out`, built there."""

    def __init__(self, out):
        self.out = out
        self.rtl = f"RTL={out}/rtl"

    def unit(self, name, build, *runs, cfg=None):
        """`cfg`: parameters of a build that is there for mutants alone."""
        folder = Path("tb/units") / name
        program = self.out / "units" / name / build / "bench"
        own = [f"{name}_BUILDS={build}", f"CONFIG={build}", f"CFG={cfg}"] if cfg else []
        return Bench(f"{name}-{build}", units.modules(name), program, [self.rtl, f"UNITS={self.out}/units", f"{name}_CXXFLAGS=-O1", *own,
                               program], runs,
                     [folder, *AXI, *TABLES, *sorted(Path("tb/units").glob("*.h")),
                      "scripts/make/bench_units.mk"], self.out / "report" if name in PROGRAMS else None)

    def long_encoder(self, cfg, *runs):
        bench = self.encoder(cfg, *runs)
        bench.name += "-long"
        bench.long = True
        return bench

    def encoder(self, cfg, *runs):
        config = Path(cfg).stem
        text = Path("tb/encoder/nt_encoder_top.v").read_text(encoding="ascii")
        folder = self.out / config
        return Bench(f"encoder-{config}", dict.fromkeys(INSTANCE.findall(text)),
                     folder / "nt_bench",
                     [self.rtl, "bench-binary", f"CONFIG={config}", f"CFG={cfg}", f"BENCH={folder}",
                      "WAVES=no", "BENCH_CXXFLAGS=-O1", "BENCH_LTO=-fno-lto"],
                     [["--random", "--config", cfg, *run] for run in runs],
                     ["tb/encoder", *TABLES, cfg, "scripts/make/bench.mk"], self.out / "report")

    def files(self, cfg, *paths):
        """The encoder's bench on ingress that is no random walk's."""
        bench = self.encoder(cfg)
        bench.name += "-files"
        bench.runs = [[str(path)] for path in paths]
        bench.sources += map(Path, paths)
        return bench

    def system(self, name, config, words, *runs):
        folder = self.out / f"system-{name}"
        return Bench(f"system-{name}", ["nt_system"], folder / "nt_system_bench",
                     [self.rtl, "system-bench", f"CONFIG={config}", f"SYSTEM_DIR={folder}",
                      "CXXFLAGS=-O1", *words],
                     [["--random", "--config", config, *run] for run in runs],
                     [*AXI, *TABLES, "tb/encoder", "tb/system", f"rtl/config/{config}.cfg",
                      "scripts/make/system.mk"])

    def icarus(self, name, files, *sources):
        bench = Icarus(name, [], self.out / "rtl", [], [], [f"tests/mutation/{name}.py", *sources])
        bench.files = files
        return bench

    def of_units(self, when):
        """What the units name in their unit.toml."""
        return [self.unit(name, build, *map(str.split, row["runs"])) for name, unit in units.units().items()
                for row in unit["mutation"].get(when, ()) for build in row["builds"]]

    def of_parts(self):
        """The nearest to each file, which take little."""
        return [
            *self.of_units("near"),
            self.icarus("crossing", ["rtl/crossing/nt_cdc_fifo.v"], "tests/rtl/crossing/nt_cdc_tb.v",
                        "tests/rtl/crossing/cdc_test.py"),
            self.icarus("crossing_parts", [f"rtl/crossing/{part}.v" for part in PARTS], "tests/rtl/crossing/nt_crossing_tb.v",
                        "tests/rtl/crossing/crossing_test.py"),
            self.icarus("shapes", ["rtl/nt_system.v"], "tests/system/nt_bare_tb.v",
                        "tests/system/nt_fork_tb.v", "tests/system/shapes_test.py"),
        ]

    def of_wholes(self):
        """Encoders and systems, and the parts in builds that have what others lack."""
        return [
            self.encoder("rtl/config/tiny.cfg", *EVERYTHING, *OTHER),
            *self.of_units("more"),
            self.unit("control", "draft", ["random", 200000, 1], cfg="tests/mutation/draft.cfg"),
            self.system("2", "tiny", ["HARTS=2"], *system_runs(2)),
            *(self.encoder(cfg, *SHORT) for cfg in (
                "rtl/config/rv32-min.cfg", "tests/mutation/draft.cfg", "tests/mutation/partial.cfg",
                "tests/mutation/narrow.cfg", "rtl/config/rv64.cfg", "rtl/config/rv64-wide.cfg")),
            self.system("c", "tiny", ["HARTS=2", "CLUSTER=3"], *system_runs(2, "--cluster", 3)),
            self.system("7", "tiny", ["HARTS=7", "CLUSTER=3", "LOCAL_RAM=1"],
                        *system_runs(7, "--cluster", 3, "--local-ram")),
            self.system("wide", "rv64-wide", ["HARTS=1"], *system_runs(1)),
            self.long_encoder("rtl/config/tiny.cfg", *LONG),
            self.files("rtl/config/rv64-wide.cfg", "tests/mutation/lanes.nti"),
            self.long_encoder("rtl/config/rv64-wide.cfg", *random((1, 2, 3), 300000, *RETURNS),
                              *random((1,), 3000000, "--everything", "--illegal")),
        ]


def random(seeds, cycles, *words):
    return [["--cycles", cycles, "--seed", seed, *words] for seed in seeds]


EVERYTHING = random((1, 2, 3), 300000, "--everything", "--registers")
OTHER = [*random((1, 2), 150000, "--everything", "--sink", "bytes"),
         *random((1,), 150000, "--everything", "--illegal"),
         *random((1,), 100000, "--everything", "--lossless", "--sink", "bytes")]
# What is rare in a small build
LONG = [*random((11, 13), 1000000, "--everything"),
        *random((31,), 5000000, "--everything", "--sink", "bytes")]
RETURNS = ["--set", "trTeInstEnImplicitReturn=1", "--set", "trTeInstImplicitReturnMode=2"]
SHORT = [*random((1, 2), 100000, "--everything", "--registers"),
         *random((1,), 50000, "--everything", "--sink", "bytes"),
         *random((1,), 50000, "--everything", "--illegal"),
         *random((1,), 50000, "--set", "trTeInstEnSequentialJump=1", *RETURNS)]


# Timestamps, and external triggers that become messages: SYNCREQ of the ATB is one.
MORE = [word for field in ("trTsActive=1", "trTsCount=1", "trTsMode=2", "trTsEnable=1",
                           "trTeTrigExtInControl=0x44")
        for word in ("--set", field)]


def system_runs(harts, *words):
    return [["--harts", harts, "--sink", sink, "--cycles", 20000, "--toggle", "--seed", seed, *words,
             *more, *(["--backpressure", 30] if sink in ("smem", "atb") else [])]
            for seed, more in ((1, []), (2, MORE)) for sink in ("pib4", "sram", "smem", "atb")]
