"""What tests/run has to run: one Job for each file of tests, and one for each check by make."""
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_LIMIT = 300  # seconds; a line "time limit: N seconds" near a file's top says otherwise
FUZZ_SECONDS = 60

# A sentence that make can prove, the target that proves it, and its time limit in seconds.
CHECKS = [
    ("the tree is free of lint", "lint", 600),
    ("the contracts of the RTL hold, and faults break them", "formal-short", 900),
    ("the small builds can be synthesized, and need what the manual says", "synth-short", 300),
    ("Icarus gives the same bytes as the golden model", "icarus", 120),
    ("wrong lines of RTL are noticed", "mutation-short", 600),
    ("the API pages are made without a warning", "api", 120),
]


@dataclass
class Job:
    name: str  # the test file, or the check's sentence
    command: list
    again: str  # what to type to run it alone
    limit: int = DEFAULT_LIMIT
    tap: bool = True  # it reports single tests; otherwise its exit status is the one result
    environment: dict = field(default_factory=dict)


def all_jobs():
    # The checks first: they take longest.
    return [*_check_jobs(), *_cmocka_jobs(), *_python_jobs(), *_sanitizer_jobs(), *_fuzz_jobs()]


def _sources(pattern):
    paths = sorted(path.relative_to(ROOT) for path in (ROOT / "tests").rglob(pattern))
    return [path.as_posix() for path in paths]


def _limit(source):
    head = (ROOT / source).read_text(encoding="utf-8", errors="replace")[:2000]
    match = re.search(r"time limit: (\d+) seconds", head)
    return int(match[1]) if match else DEFAULT_LIMIT


def _cmocka_jobs():
    for source in _sources("*_test.c"):
        program = "build/" + source.removesuffix(".c")
        yield Job(source, [program], f"make unit && {program}", _limit(source),
                  environment={"CMOCKA_MESSAGE_OUTPUT": "TAP"})


def _python_jobs():
    for source in _sources("*_test.py"):
        module = source.removesuffix(".py").replace("/", ".")
        yield Job(source, ["python3", "-m", "tests.lib.unittest_tap", module],
                  f"python3 -m unittest {module}", _limit(source))


def _sanitizer_jobs():
    for source in _sources("*_test.c"):
        program = "build/asan/" + source.removesuffix(".c")
        yield Job(f"{source} is clean under ASan and UBSan", [program],
                  f"make asan && {program}", 3 * _limit(source), tap=False)


def _fuzz_jobs():
    for source in _sources("*_fuzz.c"):
        name = os.path.basename(source).removesuffix(".c")
        yield Job(f"{source} finds nothing in {FUZZ_SECONDS} seconds",
                  ["make", "-s", "SETUP=no", f"fuzz-{name}", f"FUZZ_SECONDS={FUZZ_SECONDS}"],
                  f"make fuzz-{name} FUZZ_SECONDS={FUZZ_SECONDS}", tap=False)


def _check_jobs():
    for sentence, target, limit in CHECKS:
        yield Job(sentence, ["make", "-s", "SETUP=no", target], f"make {target}", limit, tap=False)
