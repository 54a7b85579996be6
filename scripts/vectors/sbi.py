# SPDX-License-Identifier: Apache-2.0
"""The vectors of the SBI's PMU calls: rows of the table of cases in tests/pmu/cases, which was written from the text;
what the library answers must be what the row says. Their rules: each function with each of its errors, each flag, each
type of event, what of the platform differs, and what the supervisor sees beside answers."""
from scripts.vectors import sbi_calls
from scripts.vectors.tool import Wrong
from tests.pmu import clauses

NAME, SUFFIX = "sbi", "pins"
COUNTED = "call, error, flag, event of the SBI's PMU extension"
REASONS = {}


def vectors():
    return sbi_calls.vectors()


def rules():
    for function, errors in clauses.ANSWERS.items():
        name = clauses.FUNCTIONS[function][0]
        yield from (f"{name}.{clauses.ERRORS[error]}" for error in errors)
        yield from (f"{name}.{flag}" for flag in clauses.FLAGS.get(function, {}).values())
    yield "unknown.NOT_SUPPORTED"
    yield from (f"event.{name}" for name in sbi_calls.EVENT_TYPES.values())
    yield from ("event.platform", "event.reserved")
    yield from (f"hart.{name}" for name in sbi_calls.PLATFORMS)
    yield from ("seen.counter", "seen.scountovf", "seen.LCOFIP", "seen.snapshot", "seen.event-info")


def render(vector, folder):
    answers = vector.answers(folder)
    has = [rule for rule in rules() if rule in vector.rules]
    if len(has) != len(vector.rules):
        raise Wrong(f"{vector.name}: no such rules: {set(vector.rules) - set(has)}")
    return vector.text(has, answers), has
