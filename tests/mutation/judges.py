# SPDX-License-Identifier: Apache-2.0
"""Who judges a mutant of the golden model, without RTL and without the model as it should be.

Each is a program over build/mutation-model/lib, or a list typed from the specification that is held
against one. They are asked in the order of what they cost, the nearest to the mutant first."""
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.control import component_list, components_test, discovery_test, register_list, \
    registers_test
from tests.control import bench as control
from tests.ctr import directed
from tests.hpm import replay
from tests.tandem import lanes, rvfi

FOLDER = Path("build/mutation-model/judges")
BOOT = "tests/data/boot.ntr"
XRLE = "build/mutation-model/xrle.ntr"
CONFIGS = ["tiny", "rv32-min", "rv32", "rv64", "rv64-wide"]
MILLISECONDS = 20000  # of processor time, at most, of any judge; many times what one needs
INCREMENTS = ["rv64-small", "rv64-three", "rv32-f"]  # builds of the tandem encoder that tell GPRs by their change
SECONDS = 600         # by the clock, where one hangs without using any


class Judge:
    """A program that says by its exit status whether it is content."""

    def __init__(self, name, program, *arguments, reached="", folder=FOLDER, **wanted):
        self.name = name
        self.program = str(folder / Path(program) if folder else program)
        self.arguments = [str(argument) for argument in arguments]
        self.reached = reached.split()  # what its JSON must have counted
        self.wanted = wanted            # what it must say

    def environment(self, mutant):
        return {**os.environ, **mutant, "NT_MILLISECONDS": str(MILLISECONDS)}

    def is_content(self, mutant):
        try:
            done = subprocess.run([self.program, *self.arguments], env=self.environment(mutant),
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, check=False, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0 and self.says_what_is_wanted(done.stdout)

    def says_what_is_wanted(self, output):
        if not self.wanted and not self.reached:
            return True
        summary = json.loads(output)
        return all(summary[name] == value for name, value in self.wanted.items()) and \
            all(summary["reached"][name] for name in self.reached)


class TableJudge(Judge):
    """The registers as `ntrace registers` lists them, against the specification's."""

    def says_what_is_wanted(self, output):
        table = json.loads(output)
        components = table["components"]
        return not any(register_list.differences(table)) and not any(
            line for name, registers in component_list.COMPONENTS.items()
            for line in register_list.differ(components[name], registers))


class ScriptJudge(Judge):
    """Tests of registers that speak with a program."""

    def __init__(self, name, *cases):
        super().__init__(name, name)
        self.cases = cases

    def is_content(self, mutant):
        control.program = lambda config: str(FOLDER / f"control-{config}")
        components_test.program = lambda name: str(FOLDER / f"components-{name}")
        saved = dict(os.environ)
        os.environ.update(self.environment(mutant))
        try:
            suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(case)
                                       for case in self.cases)
            result = unittest.TextTestRunner(stream=io.StringIO(), failfast=True).run(suite)
            return result.wasSuccessful()
        finally:
            os.environ.clear()
            os.environ.update(saved)


class ReplayJudge(Judge):
    """A random run of the performance counters, in the witness that knows neither RTL nor model."""

    def __init__(self, build, seed, cycles):
        super().__init__(f"hpm-{build}-{seed}", f"hpm-{build}", "--unit", "hpm", "--random", "--cycles", cycles, "--seed", seed,
                         "--report", FOLDER / "report")

    def is_content(self, mutant):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            alike = Judge(self.name, Path(self.program).name, *self.arguments, "-o", log)
            if not alike.is_content(mutant):
                return False
            try:
                replay.replay(log.read_text(encoding="ascii").splitlines())
            except replay.Wrong:
                return False
        return True


class LanesJudge(Judge):
    """The encoder of the tandem trace over random lanes: libntrace reads its bytes in the bench, and the witness
    that knows neither RTL nor model from the log."""

    def __init__(self, build, seed, cycles, **wanted):
        self.build = build
        super().__init__(f"tv-{build}-{seed}", f"tv-{build}", "--unit", "tv", "--random", "--cycles", cycles, "--seed", seed,
                         "--json", "--report", FOLDER / "report", **wanted)

    def is_content(self, mutant):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            if not Judge(self.name, Path(self.program).name, *self.arguments, "-o", log, **self.wanted).is_content(mutant):
                return False
            try:
                found = lanes.judge(log.read_text(encoding="ascii").splitlines())
            except AssertionError:
                return False
        return (found.changes > 0) == (self.build in INCREMENTS)


class RateJudge(Judge):
    """How often the encoder of the tandem trace stalls a hart that retires an instruction in each cycle."""

    def says_what_is_wanted(self, output):
        return output.endswith(b" ready low in 0 cycles\n")


class RvfiJudge(Judge):
    """Lanes that were made of the RVFI of a random core, in the witness that knows neither RTL nor model."""

    def is_content(self, mutant):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            number, seed, *more = self.arguments
            if not Judge(self.name, Path(self.program).name, number, seed, log, *more).is_content(mutant):
                return False
            try:
                rvfi.replay(log.read_text(encoding="ascii").splitlines())
            except rvfi.Wrong:
                return False
        return True


class DirectedJudge(Judge):
    """The directed tests of Control Transfer Records: what the witness answered."""

    def is_content(self, mutant):
        try:
            return not any(script.differences(self.program, 1, env=self.environment(mutant), timeout=SECONDS)
                           for script in directed.scripts())
        except (AssertionError, subprocess.TimeoutExpired):
            return False


def cases_of(module):
    return [case for case in vars(module).values() if isinstance(case, type)
            and issubclass(case, unittest.TestCase)
            and not case.__name__.startswith(("Table", "Lockstep", "EachBuild"))]


def random_bench(config, seed, cycles, *options, name="", **wanted):
    return Judge(f"random{name}-{config}-{seed}", f"nt_bench-{config}", "--random", "--seed", seed,
                 "--cycles", cycles, "--config", config, "--json", *options, **wanted)


def system_bench(bench, config, harts, sink, seed, cycles, *options):
    return Judge(f"system-{sink}-{bench}-{seed}", f"nt_system_bench-{bench}", "--random", "--seed",
                 seed, "--cycles", cycles, "--config", config, "--harts", harts, "--sink", sink,
                 "--json", *options)


ALL = ["--everything", "--registers"]
QUICK = [random_bench(config, 1, 4000, *ALL, name="-quick") for config in ("tiny", "rv64")]
UNITS = [Judge(path, path) for path in (
    "model/examples_test", "model/encoder_test", "model/sync_test", "model/parameters_test",
    "model/encoder/ingress_test", "model/encoder/filter_test", "model/encoder/repeat_lane_test",
    "model/encoder/options_test", "model/encoder/flow_test", "model/trace_encoder_test",
    "model/reset_test")]
SERIALIZER = [Judge("model/transport/serializer_test", "model/transport/serializer_test")]
LINKS = [Judge(path, path) for path in (
    "model/transport/links_test", "model/transport/pib_test", "model/transport/ram_sink_test",
    "model/transport/axi_writer_test", "model/transport/atb_bridge_test",
    "model/transport/funnel_test", "model/system_test")]
# The benches of each component alone follow bytes, pins and pointers by themselves.
BENCHES = [Judge(name, name, cycles, 1) for name, cycles in (
    *((f"{link}-all", 20000) for link in ("stream", "funnel", "switch", "atb")),
    *((f"ram_sink-{build}", 200000) for build in ("sram", "smem", "both", "bytes")),
    *((f"pib-{width}", 200000) for width in (1, 4, 8)))]
DRIVER = [Judge("driver/driver_test", "driver/driver_test")]
TABLE = [TableJudge("table", "ntrace", "registers", "--json")]
SCRIPTS = [ScriptJudge("register-scripts", *cases_of(registers_test)),
           ScriptJudge("discovery-scripts", *cases_of(discovery_test))]
COMPONENTS = [ScriptJudge("component-scripts", *cases_of(components_test))]
SEQUENCE = [Judge(f"sequence-{config}", f"trace_encoder-{config}", "sequence")
            for config in ("tiny", "rv32-min", "rv64")]
RANDOM = [random_bench(config, seed, 30000, *ALL) for seed in (1, 2) for config in CONFIGS]
# Every option on as long as a run lasts, three ways, each with a seed that uses every option that is on.
ON = {"trTeContext": 1, "trTsActive": 1, "trTsMode": 3, "trTsCount": 1, "trTsEnable": 1,
      "trTeInstEnRepeatedHistory": 1, "ntEnRepeatBranch": 1, "trTeInstEnSequentialJump": 1,
      "trTeInstExtendAddrMSB": 1, "trTeSrcBits": 4, "trTeSrcID": 5}
USED = "sequential_jump_inferred repeat_of_direct_branch ownership_format_2 ownership_format_3 " \
       "messages_with_src messages_with_tstamp messages_with_extended_address " \
       "stop_waits_for_target error_with_ownership "
WAYS = {
    "htm": (1, {"trTeInstMode": 6, "trTeInstImplicitReturnMode": 3, "trTeInstSyncMode": 1},
            "repeat_of_indirect_branch hist_repeated return_implicit_by_full "
            "call_with_full_stack sync_periodic_by_messages"),
    "btm": (3, {"trTeInstMode": 3, "trTeInstImplicitReturnMode": 2, "trTeInstSyncMode": 2,
             "ntEnSyncICNT": 1, "trTeInstEnAllJumps": 1},
            "repeat_of_indirect_branch return_implicit_by_partial direct_call_as_branch "
            "sync_periodic_by_cycles"),
    "rc7": (1, {"trTeInstMode": 6, "ntRc7": 1, "trTeInstSyncMode": 3, "trTeInstSyncMax": 1},
            "ownership_format_0 sync_periodic_by_halfwords"),
}


def options_bench(config, way):
    seed, fields, used = WAYS[way]
    sets = [word for name, value in {**ON, **fields}.items() for word in ("--set", f"{name}={value}")]
    return Judge(f"options-{config}-{way}", f"nt_bench-{config}", "--random", "--seed", seed,
                 "--cycles", 40000, "--config", config, "--json", *sets, reached=USED + used)


OPTIONS = [options_bench(config, way) for config in ("tiny", "rv64", "rv64-wide") for way in WAYS]
# A hart that obeys `stall` loses nothing, however slow the sink.
STALL = [Judge(f"stall-{config}", f"nt_bench-{config}", recording, "--config", config, "--limit",
               limit, "--set", "trTeInstStallEna=1", "--set", f"trTeInstMode={mode}", "--sink",
               "bytes", "--backpressure", 85, "--seed", 1, "--json", losses=0)
         for config, recording, limit, mode in (
             ("rv64", BOOT, 10000, 3), ("rv64-wide", BOOT, 20000, 6), ("tiny", XRLE, 10000, 6))]
STALL += [random_bench(config, 3, 20000, "--everything", "--lossless", name="-stall")
          for config in CONFIGS]
SINKS = [system_bench("tiny-2", "tiny", 2, sink, 1, 6000)
         for sink in ("pib1", "pib2", "pib4", "pib8", "pib16", "swt-uart", "swt-manchester", "sram",
                      "smem", "atb")]
TOGGLES = [system_bench("tiny-2", "tiny", 2, sink, 2, 12000, "--toggle", *wait)
           for sink, wait in (("pib4", []), ("sram", []), ("smem", ["--backpressure", 30]),
                              ("atb", ["--backpressure", 30]))]
# The last of two clusters is not full.
CLUSTER = [Judge("system-cluster", "nt_system_bench-tiny-6", "--random", "--seed", 1, "--cycles",
                 6000, "--config", "tiny", "--harts", 6, "--cluster", 3, "--local-ram", "--sink",
                 "pib16", "--json", "--toggle")]
CLUSTER += [Judge("system-fork", "nt_system_bench-tiny-3", "--random", "--seed", 1, "--cycles",
                  6000, "--config", "tiny", "--harts", 3, "--local-ram", "--sink", "sram", "--json",
                  "--toggle")]
WIDE = [system_bench("rv64-wide-1", "rv64-wide", 1, sink, 1, 6000, "--toggle")
        for sink in ("pib16", "smem", "atb")]
# Branches that fill HIST and I-CNT, with and without a trigger behind them, before the hart halts
HELD = ("tests/data/held/held.nti", "--image", "tests/data/held/branch,at=0x1000,xlen=32")
FULL = [Judge("held", "nt_bench-tiny", *HELD)]
BYTES = [Judge("reference-bytes", "model/encoder/reference_bytes_test")]
LONG = [random_bench(config, 5, cycles, *ALL, name="-long")
        for config, cycles in (("tiny", 600000), ("rv64", 100000), ("rv64-wide", 60000))]

NEAR = {
    "model/encoder/history_lane.c": [Judge(path, path) for path in (
        "model/encoder/history_lane_test",)],
    "model/transport/serializer": SERIALIZER,
    "model/transport/parts": SERIALIZER,
}
REGISTERS = [Judge(path, path) for path in (
    "model/control/blocks_test", "model/control/register_map_test", "model/control/registers_test",
    "model/control/control_test", "model/control/timestamp_test", "model/control/trigger_test",
    "model/encoder/options_test")]
# Short logs first, and of builds with few counters: the witness takes longer to read one than the bench to write it.
COUNTERS = [ReplayJudge(build, seed, cycles) for seed, cycles in ((3, 3000), (1, 40000), (2, 40000))
            for build in ("rv32-deleg-cfg", "rv32-min", "rv32", "rv32-deleg", "rv64-u", "rv64-deleg", "rv64")]
LANES = [RvfiJudge(f"tv_rvfi-{build}", f"tv_rvfi-{build}", 12000, 1, *more)
         for more in ([], ["rude"]) for build in ("rv64", "rv64-2", "rv32-min", "rv32-4")]
TANDEM = [*(LanesJudge(build, seed, 12000, most_level=size) for seed, build, size in (
              (7, "rv64", 256), (7, "rv64-small", 512), (7, "rv32", 256), (7, "rv32-f", 512), (7, "rv32-min", 256),
              (7, "rv64-three", 1024), (8, "rv64-small", 512), (8, "rv32-f", 512))),
          Judge("model/tandem/encoder_test", "model/tandem/encoder_test"),
          RateJudge("tv-rate", "tv-rv64", "full", 20000, 1)]
ADAPTERS = [Judge(f"rvfi-{build}{''.join(more)}", f"rvfi-{build}", 60000, 1, *more)
            for more in ([], ["wild"]) for build in ("rv64-wide", "rv64", "rv32-min", "rv32-2", "tiny")]
ADAPTERS += [Judge(f"{name}{''.join(more)}", name, 60000, 1, *more)
             for more in ([], ["hurry"]) for name in ("tci-rv64", "tci-rv32-4", "iti-rv64-2", "iti-rv32")]
TRANSFERS = [DirectedJudge("ctr-scripts", "ctr_script")]
CONTROL = REGISTERS + TABLE + QUICK + DRIVER + SEQUENCE + COMPONENTS + SCRIPTS
ENCODER = UNITS + QUICK + FULL + OPTIONS + RANDOM + STALL + BYTES + SEQUENCE
SYSTEM = QUICK + SINKS + TOGGLES + CLUSTER + WIDE


def order(path, quick=False):
    """The judges in the order in which they are asked about a mutant of this file. `quick`: without
    those that take long."""
    if "/hpm/" in path:
        some = COUNTERS
    elif "/adapter/" in path:
        some = ADAPTERS
    elif "tv_rvfi" in path:
        some = LANES
    elif "/tandem/" in path:
        some = TANDEM
    elif "/ctr/" in path:
        some = TRANSFERS
    elif "/control/" in path:
        some = CONTROL + SINKS + TOGGLES + CLUSTER + WIDE + UNITS + OPTIONS + RANDOM + STALL + LONG
    else:
        near = [judge for start, some in NEAR.items() if path.startswith(start) for judge in some]
        if "encoder" in path or near:
            some = ENCODER + near + SINKS[2:3] + TOGGLES[:2] + CLUSTER + LONG
        else:
            word = Path(path).stem.split("_", maxsplit=1)[0]
            alone = sorted(LINKS + BENCHES, key=lambda judge: word not in judge.name)
            some = alone + SYSTEM + UNITS + OPTIONS + RANDOM + STALL + SEQUENCE + DRIVER + LONG
    slow = RANDOM[5:] + LONG + SCRIPTS if quick else []
    return [judge for judge in some if judge not in slow]


def everybody():
    some = [judge for path in ("model/control/", "model/system.c", "model/hpm/", "model/ctr/", "model/adapter/",
                             "model/tandem/tv_rvfi.c", "model/tandem/tv_encoder.c", *NEAR) for judge in order(path)]
    return list(dict.fromkeys(some))


def complaints():
    """The first judge who is not content with the model without a mutant, or None."""
    for judge in everybody():
        if not judge.is_content({"NT_MUTANT": "0"}):
            return judge.name
    return None


def files():
    """What they are made of, apart from the model."""
    programs = {Path(judge.program) for judge in everybody()}
    texts = [*Path("tests/mutation").glob("*.py"), *Path("tests/control").glob("*.py"),
             *Path("tests/hpm").glob("*.py"), *Path("tests/ctr").glob("*.py"),
             *(Path(f"tests/tandem/{name}.py") for name in ("rvfi", "lanes", "decoder", "violations"))]
    return sorted(path for path in [*programs, *texts] if path.is_file())
