# SPDX-License-Identifier: Apache-2.0
"""What tests/run has to run: one Job for each file of tests, and one for each check by make."""
import os
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 3600  # seconds of processor time, so many that they only end what hangs
STILL = 600  # seconds without any processor time, after which a job waits for what never comes
TIERS = ("check", "test", "nightly")
FUZZ_RUNS = 2000  # inputs that each fuzzer tries: its own, and others by a seed
FUZZ_SECONDS = 120  # for which it searches in the night

# A sentence that make can prove, and how in each tier; None: not there.
CHECKS = [
    ("C, shell, Python and files are laid out as all are", "lint-quick", None, None),
    ("the tree is free of lint", None, "lint", "lint"),
    ("the decoder takes no more machine instructions than before", "decode-instructions-gate",
     "decode-instructions-gate", "decode-instructions-gate"),
    ("the contracts of the RTL hold, and faults break them", None, "formal-short", "formal"),
    ("the builds can be synthesized, and need what the manual says", None, "synth-short", "synth"),
    ("Icarus gives the same bytes as the golden model", None, "icarus", "icarus"),
    ("gates of a real library give the same bytes as the golden model", None, "gates-short", "gates"),
    ("RTL and model agree at parameters of no build", None, "sweep-short",
     "sweep NUMBER=60 SEED=2001"),
    ("RTL and model agree at other parameters of no build", None, None, "sweep NUMBER=60 SEED=2002"),
    ("wrong lines of RTL are noticed", None, "mutation-short", "mutation NUMBER=0"),
    ("errors that RTL and golden model could share are noticed", None, "mutation-model-short",
     "mutation-model NUMBER=0"),
    ("errors of corresponding lines of RTL and golden model are noticed", None, "mutation-alike-short",
     "mutation-alike NUMBER=0"),
    ("errors in the SBI PMU library are noticed", None, "mutation-pmu-short",
     "mutation-pmu NUMBER=0"),
    ("the regression of every build and unit passes, and covers bins and RTL", None, None, "signoff"),
    ("threads of the lockstep change nothing", None, None, "threads NUMBER=100"),
    ("logs of Spike itself come back from traces", None, None, "import-spike"),
    ("libntrace gives the same on other systems", None, None, "ports-test"),
    ("both wheels work in bare environments, and their tags are true", None, None, "wheels-test"),
    ("Spike as the reference finds what is wrong and nothing else", None, None, "world-test"),
    ("the trace of PicoRV32 is what its log says", None, None, "core-picorv32"),
    ("the trace of Ibex is what its log says", None, None, "core-ibex"),
    ("the API pages are made without a warning", None, "api", "api"),
]

# What takes more than half a minute of `make test`, and is not to be begun at its end
LONGEST = {*(sentence for sentence, *_ in CHECKS), "tests/system/bad_input_test.py",
           "tests/system/transport_test.py", "tests/system/loss_test.py", "tests/system/programs_test.py",
           "tests/system/random_test.py", "tests/tb/mismatch_test.py", "tests/faults/faults_test.py",
           "tests/rtl/transport/links_test.py", "tests/scripts/config_test.py", "tests/hpm/hpm_test.py",
           "tests/libntrace/flow/damages_test.c"}

# Tests that take seconds, and are not in `make check`.
LONG = {f"tests/{name}" for name in (
    "benches/benches_test.py", "python/page_test.py", "python/stream_test.py", "python/units_test.py",
    "control/components_test.py", "control/lockstep_test.py", "control/registers_test.py",
    "control/trace_encoder_test.py", "faults/alike_test.py", "faults/explained_test.py", "faults/faults_test.py",
    "ctr/faults_test.py", "ctr/lockstep_test.py", "examples/core/core_test.py", "examples/suites/suites_test.py", "faults/mutation_test.py", "hpm/clauses_test.py",
    "hpm/count_test.py", "hpm/hpm_test.py", "hpm/suite_qemu_test.py",
    "libntrace/cmake_test.py", "libntrace/flow/damages_test.c", "libntrace/flow/faults_test.py",
    "libntrace/flow/generator_test.c", "libntrace/tandem/faults_test.py",
    "pmu/table_faults_test.py", "pmu/table_test.py", "pmu/faults_test.py", "pmu/random_test.py",
    "pmu/fdt_faults_test.py", "pmu/perf_test.py",
    "regress/regress_test.py", "regress/slurm_test.py",
    "rtl/encoder/filter_test.py", "rtl/encoder/lanes_test.py",
    "rtl/transport/atb_test.py", "rtl/transport/bytes_test.py", "rtl/crossing/cdc_test.py",
    "rtl/transport/links_test.py", "rtl/transport/pib_test.py", "rtl/transport/ram_sink_test.py",
    "scripts/config_test.py", "scripts/lint_test.py", "scripts/sweep_test.py",
    "scripts/synth_test.py", "stranger/stranger_test.py", "sim/decode/assemble_test.py", "sim/decode/elf_test.py",
    "sim/decode/forms_test.py", "sim/ingress/random_test.c", "sim/profile/profile_test.py", "sim/record/record_test.py",
    "sim/record/registers_test.py", "sim/recording/formats_test.py",
    "system/bad_input_test.py", "system/loss_test.py", "system/programs_test.py",
    "system/random_test.py", "system/random_wide_test.py", "system/reference_test.py",
    "tandem/dump_faults_test.py", "tandem/dump_test.py", "tandem/encoder_faults_test.py", "tandem/encoder_test.py", "tandem/rvfi_chain_test.py", "tandem/rvfi_test.py",
    "tandem/random_test.py", "tandem/verify_damage_faults_test.py",
    "system/throughput_test.py", "system/transport_test.py", "tb/mismatch_test.py", "tb/search_test.py",
    "tb/systemc_test.py",
    "tb/threads_test.py",
    "tb/unit_registers_test.py", "tb/units_test.py")}


@dataclass
class Job:
    name: str  # the test file, or the check's sentence
    command: list
    again: str  # what to type to run it alone
    limit: int = LIMIT
    still: int = STILL
    tap: bool = True  # it reports single tests; otherwise its exit status is the one result
    needs: tuple = ()  # targets of make beside the command; of a Python test they are in its file
    environment: dict = field(default_factory=dict)


def all_jobs(tier="test"):
    """Those of a tier, what takes longest first."""
    jobs = [*_check_jobs(tier), *_cmocka_jobs(), *_python_jobs()]
    if tier == "check":
        jobs = [job for job in jobs if job.name not in LONG]
    else:
        jobs += [*_sanitizer_jobs(), *_fuzz_jobs(tier)]
    for job in jobs:
        job.environment["NT_TIER"] = tier
    return sorted(jobs, key=lambda job: job.name not in LONGEST)


def _sources(pattern):
    paths = sorted(path.relative_to(ROOT) for path in (ROOT / "tests").rglob(pattern))
    return [path.as_posix() for path in paths]


def _cmocka_jobs():
    for source in _sources("*_test.c"):
        program = "build/" + source.removesuffix(".c")
        yield Job(source, [program], f"make t T={source}", needs=(program,),
                  environment={"CMOCKA_MESSAGE_OUTPUT": "TAP"})


def _python_jobs():
    for source in _sources("*_test.py"):
        module = source.removesuffix(".py").replace("/", ".")
        yield Job(source, ["python3", "-m", "tests.lib.unittest_tap", module],
                  f"make t T={source}")


def _sanitizer_jobs():
    for source in _sources("*_test.c"):
        program = "build/asan/" + source.removesuffix(".c")
        yield Job(f"{source} is clean under ASan and UBSan", [program],
                  f"make {program} && {program}", tap=False, needs=(program,))


def _fuzz_jobs(tier):
    what, limit = {"test": (f"{FUZZ_RUNS} inputs", f"-seed=1 -runs={FUZZ_RUNS}"),
                   "nightly": (f"{FUZZ_SECONDS} seconds", f"-max_total_time={FUZZ_SECONDS}")}[tier]
    for source in _sources("*_fuzz.c"):
        name = os.path.basename(source).removesuffix(".c")
        yield Job(f"{source} finds nothing in {what}",
                  ["make", "-s", "SETUP=no", f"fuzz-{name}", f"FUZZ_LIMIT={limit}"],
                  f"make fuzz-{name} FUZZ_LIMIT='{limit}'", tap=False)


def _check_jobs(tier):
    for sentence, *targets in CHECKS:
        target = targets[TIERS.index(tier)]
        if target is not None:
            limit = LIMIT if tier != "nightly" else 8 * LIMIT
            yield Job(sentence, ["make", "-s", "SETUP=no", *target.split()], f"make {target}",
                      limit=limit, tap=False)
