# SPDX-License-Identifier: Apache-2.0
"""A library with an error is seen by the table, on array CSRs and on the Verilated counters.

The errors are those of tests/pmu/fault_list.py, all in one copy of the library, chosen at run time.
"""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import c_faults, faults, tier
from tests.lib.catalogue import ROOT
from tests.pmu import places
from tests.pmu.fault_list import FAULTS

NEEDS = ("pmu-table-programs",)
NAMES = list(FAULTS)
BUILDS = sorted({build for build, _ in FAULTS.values()})
PLATFORMS = {build: places.HARTS["".join(build.partition("-")[1:])] for build in BUILDS}
SHARE = 1 if tier.WHOLE else 3  # one in so many
# What the table cannot see
RIGHTS = "the rights to an area do not change while it is one"
WITHIN = "nothing is counted within a call"
BEHIND = "more than the pages would have to be there: tests/pmu/hostile.c"
MANY = "it takes 2^31 events"
FOREIGN = "no counter of the table is another's: tests/pmu/random_calls.c has such"
SETTING = "no platform of the table asks for it: tests/pmu/random_calls.c has one"
UNSEEN = {
    "start only reads the area": RIGHTS,
    "stop writes to the area": RIGHTS,
    "the value comes before the start": WITHIN,
    "the snapshot is taken of counters that stand": WITHIN,
    "so many entries there cannot be": BEHIND,
    "halves are of 31 bits of the count": MANY,
    "OF is cleared before the counter is released": WITHIN,
    "start leaves counters alone that are not the supervisor's": FOREIGN,
    "stop leaves counters alone that are not the supervisor's": FOREIGN,
    "S mode keeps what it may read of others": FOREIGN,
    "a hart begins without a change of others": FOREIGN,
    "restore leaves others alone": FOREIGN,
    "unless they are to be stopped": SETTING,
}
# Some that a hart must count to see: the row of the Verilated counters that does
COUNTED = {"M mode is never counted": "count/in-M-without-none",
           "VSINH is of VS mode": "count/in-VS-without-VS",
           "start arms the interrupt": "overflow/start-anew",
           "not while an overflow waits": "overflow/pending-unserved",
           "restore starts what ran": "suspend/running"}


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.folder = Path(place.name)
        shutil.copytree(ROOT / "pmu", cls.folder / "pmu")
        c_faults.put_choices(cls.folder, [changes for _, changes in FAULTS.values()])
        for build in BUILDS:
            cls.make(f"{cls.folder}/tests/pmu/table_{build}", f"BUILD={cls.folder}")
        cls.make(f"{cls.folder}/hpm", f"PMU_TABLE_LIBRARY={cls.folder}/pmu/host64/libntpmu.a",
                 f"PMU_TABLE_HPM={cls.folder}/hpm")

    @classmethod
    def make(cls, *arguments):
        made = subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no",
                               f"PMU_SOURCE={cls.folder}/pmu", "LTO=",
                               "CFLAGS=-O1", *arguments], check=False, capture_output=True,
                              text=True)
        if made.returncode != 0:
            raise AssertionError(made.stdout + made.stderr)

    def failed(self, program, number, *platform):
        """The rows that fail with a fault."""
        lines = places.table_of(self.folder / program, *platform, environment=faults.chosen(number))
        results = {}
        for run in places.parse(program, 64, lines):
            results.update(run.results)
        self.assertGreater(len(results), 2)
        return {row for row, result in results.items() if result.outcome.startswith("fail")}

    def test_the_table_sees_each(self):
        for build in BUILDS:
            for platform in PLATFORMS[build]:
                self.assertEqual(self.failed(f"tests/pmu/table_{build}", 0, platform), set())
        for number, name in list(enumerate(NAMES, 1))[::SHARE]:
            with self.subTest(name):
                build = FAULTS[name][0]
                seen = any(self.failed(f"tests/pmu/table_{build}", number,
                                       platform) for platform in PLATFORMS[build])
                self.assertEqual(seen, name not in UNSEEN)

    def test_so_does_it_on_the_verilated_counters(self):
        self.assertEqual(self.failed("hpm", 0), set())
        for name, row in COUNTED.items():
            with self.subTest(name):
                self.assertIn(row, self.failed("hpm", 1 + NAMES.index(name)))


if __name__ == "__main__":
    unittest.main()
