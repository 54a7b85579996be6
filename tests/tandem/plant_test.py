# SPDX-License-Identifier: Apache-2.0
"""Errors planted in recordings: `ntrace tv verify` must report each at its instruction, once, and right
traces not at all. tests/tandem/plant/plant.c plants them and judges the verifier's reports."""
import re
import subprocess
import unittest

from tests.lib import tier
from tests.lib.catalogue import ROOT

NEEDS = ("build/tests/tandem/plant",)
PLANT = ROOT / "build/tests/tandem/plant"
SOME = ("integer", "integer32", "muldiv", "compressed32", "traps", "delegation32", "interrupts", "double")
ALL = sorted(path for path in (ROOT / "tests/data/tandem").glob("*.ntv*")
             if tier.WHOLE or not path.name.startswith("kernel"))
RECORDINGS = [path for path in ALL if tier.WHOLE or path.name.split(".")[0] in SOME]
# Partial traces are tried over all recordings, and have errors in these
PARTIAL = RECORDINGS if tier.WHOLE else [path for path in RECORDINGS if path.name.startswith(("integer.", "traps", "interrupts"))]
LACKING = RECORDINGS if tier.WHOLE else [path for path in RECORDINGS if path.name.startswith(("integer.", "traps."))]
KINDS = ("register", "value", "csr", "pc", "instruction", "memory", "address", "missing", "spurious",
         "privilege", "order", "left-out", "twice")
# Draws that once were missed, or reported a second time: seed, kind, what is dropped, trace
FOUND = ((51, "pc", "gpr", "interrupts"), (82, "value", "paddr", "traps"), (167, "value", "paddr", "traps32"),
         (83, "spurious", "paddr", "traps32"), (83, "csr", "privilege", "traps32"), (153, "address", "memory", "double"))
RUNS, MANY, ABSENT = (1000, 1000, 200) if tier.WHOLE else (40, 20, 6)
SEEDS = (1, 100000, 200000) if tier.WHOLE else (1,)
ELEMENTS = ("gpr", "fpr", "csr", "fcsr", "paddr", "eaddr", "store", "privilege", "pc", "memory", "counters")
ALONE = ("paddr", "eaddr", "privilege", "memory", "counters")  # what is absent does not go on with an error


def plant(*arguments, traces=None):
    """Exit status and output; a wrong run is named there with the command that repeats it."""
    files = [str(path) for path in traces or RECORDINGS]
    done = subprocess.run([PLANT, *map(str, arguments), *files], cwd=ROOT, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def counts(output):
    """What the line of each kind counts."""
    return {match[1]: {name: int(number) for number, name in re.findall(r"(\d+) ([a-z ]+?)(?= +\d|$)", match[2])}
            for match in re.finditer(r"^([a-z-]+) +(\d+ planted.*)$", output, re.M)}


class PlantTest(unittest.TestCase):
    def right(self, *arguments, **options):
        status, output = plant(*arguments, **options)
        self.assertEqual(status, 0, f"{' '.join(map(str, arguments))}:\n{output}")
        return output

    def test_right_traces_give_no_report(self):
        self.right(1, "none", 1)

    def test_errors_of_each_kind_are_reported_at_their_instruction_and_nowhere_else(self):
        for seed in SEEDS:
            found = counts(self.right(seed, "all", RUNS))
            self.assertEqual(sorted(found), sorted(KINDS))
            for kind in KINDS:
                with self.subTest(f"{kind}, seed {seed}"):
                    self.assertEqual((found[kind]["planted"], found[kind]["at place"]), (RUNS, RUNS))

    def test_20_errors_in_one_trace_give_20_reports(self):
        for seed in SEEDS:
            with self.subTest(seed):
                found = counts(self.right(seed, "many", MANY))["many"]
                self.assertEqual((found["planted"], found["at place"]), (20 * MANY, 20 * MANY))

    # 3.2, partial trace

    def test_a_trace_that_says_what_it_lacks_gives_no_report(self):
        for element in ELEMENTS:
            with self.subTest(element):
                self.right(1, "none", 1, "--drop", element, traces=ALL)
                self.right(1, "none", 1, "--mark", element, traces=ALL)

    def test_errors_elsewhere_are_reported_when_a_kind_of_element_is_absent(self):
        for element in ELEMENTS:
            found = {}
            for kind in ("value", "csr", "pc", "instruction", "memory", "address", "missing", "spurious", "privilege"):
                found |= counts(self.right(1, kind, ABSENT, "--drop", element, traces=PARTIAL))
            with self.subTest(element):
                self.assertTrue(all(one["at place"] == one["planted"] for one in found.values()), found)
                self.assertGreaterEqual(sum(one["planted"] > 0 for one in found.values()), 4, found)
                if element in ALONE:
                    self.assertEqual(sum(one["elsewhere"] for one in found.values()), 0, found)

    def test_what_is_in_doubt_goes_on_into_what_the_trace_lacks(self):
        for seed, kind, element, name in FOUND:
            with self.subTest(seed=seed, kind=kind):
                traces = [ROOT / f"tests/data/tandem/{name}.ntv.gz"]
                found = counts(self.right(seed, kind, 1, "--drop", element, traces=traces))[kind]
                self.assertEqual((found["at place"], found["elsewhere"]), (1, 0))

    def test_errors_in_absent_elements_are_not_reported(self):
        for element, kinds in (("gpr", ("register", "value", "missing", "spurious")), ("csr", ("csr",)),
                               ("paddr", ("address",)), ("store", ("memory", "spurious")),
                               ("privilege", ("privilege",)), ("pc", ("pc",))):
            for kind in kinds:
                with self.subTest(f"{kind} in {element}"):
                    output = self.right(1, kind, ABSENT, "--mark", element, traces=PARTIAL)
                    self.assertGreater(counts(output)[kind]["missed"], 0, output)

    def test_a_trace_that_does_not_say_what_it_lacks_is_reported(self):
        lacking = set()
        for element in ELEMENTS:
            with self.subTest(element):
                if re.search("^lacking", self.right(1, "none", 1, "--lack", element, traces=LACKING), re.M):
                    lacking.add(element)
        self.assertGreaterEqual(lacking, {"gpr", "csr", "paddr", "store", "pc"})


if __name__ == "__main__":
    unittest.main()
