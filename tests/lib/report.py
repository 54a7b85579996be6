# SPDX-License-Identifier: Apache-2.0
"""What tests/run prints and writes about the outcomes."""
import os
import xml.etree.ElementTree as ElementTree

from tests.lib import tap

ILLEGAL_IN_XML = {code: None for code in range(32) if code not in (9, 10, 13)}
SLOWEST = 10


def one_line(outcome):
    failed = outcome.count(tap.FAILED)
    skipped = outcome.count(tap.SKIPPED)
    counts = f"{outcome.count(tap.PASSED)} passed"
    counts += f", {failed} failed" if failed else ""
    counts += f", {skipped} skipped" if skipped else ""
    mark = "FAIL" if failed else "ok"
    return (f"{mark:<4}  {outcome.seconds:6.1f} s, {outcome.used:6.1f} s of processor time  "
            f"{outcome.job.name}: {counts}")


def failure(outcome):
    """Everything that a failed job said, and how to run it again."""
    lines = [f"==== {outcome.job.name}"]
    for result in outcome.results:
        if result.outcome == tap.FAILED:
            lines += [f"failed: {result.name}", *_indented(result.detail)]
    said = [line for line in outcome.output.splitlines() if not line.startswith("ok ")]
    lines += ["its output:", *("  " + line for line in said)] if said else []
    return "\n".join([*lines, f"alone: {outcome.job.again}", ""])


def _indented(text):
    return ["  " + line for line in text.splitlines()]


def skips(outcomes):
    return [f"skipped: {result.name}: {result.detail or 'no reason given'}"
            for outcome in outcomes for result in outcome.results
            if result.outcome == tap.SKIPPED]


def slowest(outcomes):
    ranked = sorted(outcomes, key=lambda outcome: -outcome.seconds)[:SLOWEST]
    return [f"  {outcome.seconds:6.1f} s  {outcome.job.name}" for outcome in ranked]


def write_junit(outcomes, path):
    root = ElementTree.Element("testsuites")
    for outcome in outcomes:
        suite = ElementTree.SubElement(
            root, "testsuite", name=outcome.job.name, time=f"{outcome.seconds:.3f}",
            tests=str(len(outcome.results)), failures=str(outcome.count(tap.FAILED)),
            skipped=str(outcome.count(tap.SKIPPED)))
        for result in outcome.results:
            case = ElementTree.SubElement(suite, "testcase", classname=outcome.job.name,
                                          name=result.name, time=f"{result.seconds:.3f}")
            if result.outcome == tap.FAILED:
                ElementTree.SubElement(case, "failure").text = _xml(result.detail)
            elif result.outcome == tap.SKIPPED:
                ElementTree.SubElement(case, "skipped", message=_xml(result.detail))
        if outcome.count(tap.FAILED):
            ElementTree.SubElement(suite, "system-out").text = _xml(outcome.output)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def _xml(text):
    return text.translate(ILLEGAL_IN_XML)
