"""What tests/run has to run: one Job for each file of tests, and one for each check by make."""
import os
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 3600  # seconds of processor time, so many that they only end what hangs
STILL = 600  # seconds without any processor time, after which a job waits for what never comes
FUZZ_SECONDS = 30

# A sentence that make can prove, and the target that proves it.
CHECKS = [
    ("the tree is free of lint", "lint"),
    ("the contracts of the RTL hold, and faults break them", "formal-short"),
    ("the small builds can be synthesized, and need what the manual says", "synth-short"),
    ("Icarus gives the same bytes as the golden model", "icarus"),
    ("RTL and model agree at parameters of no build", "sweep-short"),
    ("wrong lines of RTL are noticed", "mutation-short"),
    ("errors that RTL and golden model could share are noticed", "mutation-model-short"),
    ("the API pages are made without a warning", "api"),
]


@dataclass
class Job:
    name: str  # the test file, or the check's sentence
    command: list
    again: str  # what to type to run it alone
    limit: int = LIMIT
    still: int = STILL
    tap: bool = True  # it reports single tests; otherwise its exit status is the one result
    environment: dict = field(default_factory=dict)


def all_jobs():
    # The checks first: they take longest.
    return [*_check_jobs(), *_cmocka_jobs(), *_python_jobs(), *_sanitizer_jobs(), *_fuzz_jobs()]


def _sources(pattern):
    paths = sorted(path.relative_to(ROOT) for path in (ROOT / "tests").rglob(pattern))
    return [path.as_posix() for path in paths]


def _cmocka_jobs():
    for source in _sources("*_test.c"):
        program = "build/" + source.removesuffix(".c")
        yield Job(source, [program], f"make unit && {program}",
                  environment={"CMOCKA_MESSAGE_OUTPUT": "TAP"})


def _python_jobs():
    for source in _sources("*_test.py"):
        module = source.removesuffix(".py").replace("/", ".")
        yield Job(source, ["python3", "-m", "tests.lib.unittest_tap", module],
                  f"python3 -m unittest {module}")


def _sanitizer_jobs():
    for source in _sources("*_test.c"):
        program = "build/asan/" + source.removesuffix(".c")
        yield Job(f"{source} is clean under ASan and UBSan", [program],
                  f"make asan && {program}", tap=False)


def _fuzz_jobs():
    for source in _sources("*_fuzz.c"):
        name = os.path.basename(source).removesuffix(".c")
        yield Job(f"{source} finds nothing in {FUZZ_SECONDS} seconds",
                  ["make", "-s", "SETUP=no", f"fuzz-{name}", f"FUZZ_SECONDS={FUZZ_SECONDS}"],
                  f"make fuzz-{name} FUZZ_SECONDS={FUZZ_SECONDS}", tap=False)


def _check_jobs():
    for sentence, target in CHECKS:
        yield Job(sentence, ["make", "-s", "SETUP=no", target], f"make {target}", tap=False)
