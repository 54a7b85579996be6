# SPDX-License-Identifier: Apache-2.0
"""Errors in the reader of the device tree's node riscv,pmu are seen by tests/pmu/fdt_test.py."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tests.lib import c_faults, faults, tier
from tests.lib.catalogue import ROOT
from tests.pmu import fdt_test

SHARE = 1 if tier.WHOLE else 5  # one in so many
MAP, READ = "pmu/fdt/map.c", "pmu/fdt/read.c"
FAULTS = {
    "a tree is checked whole": [(READ, "fdt_check_full(fdt, size) == 0", "fdt_check_header(fdt) == 0")],
    "a tree is of version 17": [(READ, "fdt_version(fdt) >= 17", "fdt_version(fdt) >= 16")],
    "a disabled node is none": [(READ, "if (is_disabled(fdt, node)) {", "if (node < 0) {")],
    "status ok is not disabled": [(READ, "return status != 0 &&", "return status != 0 ||")],
    "one node alone": [(READ, "if (*found >= 0) {", "if (*found < -1) {")],
    "rows are whole": [(READ, "        !are_zero(&rows->cells[number * width], cells - number * width)) {",
                        "        number > cells) {")],
    "cells are whole": [(READ, "(unsigned)length % CELL != 0 ||", "")],
    "zeros are no rows": [(READ, "rows->number = drop_zeros(rows, number);", "rows->number = number;")],
    "rows have room": [(READ, "rows->number > NT_PMU_MAP_ROWS ?", "rows->number > NT_PMU_MAP_ROWS + 1 ?")],
    "no event has index 0": [(READ, "return event_idx != SBI_PMU_HW_NO_EVENT &&", "return")],
    "raw events have no index": [(READ, "<= SBI_PMU_EVENT_TYPE_CACHE", "<= SBI_PMU_EVENT_TYPE_RAW")],
    "ranges are in order": [(READ, "row->first <= row->last &&", "")],
    "ranges are of one type": [(READ, "row->first >> EVENT_TYPE == row->last >> EVENT_TYPE", "true")],
    "ranges do not meet": [(READ, "row.last >= map->counters[j].first", "row.last > map->counters[j].last")],
    "the first counter is of cycles": [(READ, "row->first == SBI_PMU_HW_CPU_CYCLES ?", "row->first <= SBI_PMU_HW_INSTRUCTIONS ?")],
    "the time is no counter": [(READ, "fixed & ~own", "fixed & ~own & 5")],
    "a selector is one": [(READ, "if (row.event_idx == map->select[j].event_idx) {", "if (row.event_idx < map->select[j].event_idx) {")],
    "selectors leave Sscofpmf its bits": [(READ, "(row.mhpmevent & OWN_BITS) != 0", "row.mhpmevent >> 57 != 0")],
    "selectors need counters": [(READ, "rows->number != 0 && map->counters_rows == 0 ?", "rows->number > 128 ?")],
    "raw selectors are within their mask": [(READ, "(row.select & ~row.mask) != 0", "(row.select & ~row.mask) >> 32 != 0")],
    "raw events have no fixed counters": [(READ, "if ((row.counters & FIXED) != 0) {", "if ((row.counters & 3) != 0) {")],
    "what is refused leaves no rows": [(READ, "    if (result != NT_PMU_FDT_OK) {\n        clear(map);", "    if (result == NT_PMU_FDT_TREE) {\n        clear(map);")],
    "cells are big-endian, the high one first": [(READ, "<< 32 | cell(rows, row, column + 1)", "| (uint64_t)cell(rows, row, column + 1) << 32")],
    "the last event is of the range": [(MAP, "event_idx <= row->last", "event_idx < row->last")],
    "all rows of a raw event count": [(MAP, "counters |= row->counters;\n        }\n    }\n    return counters;", "counters = row->counters;\n        }\n    }\n    return counters;")],
    "a mask is looked at": [(MAP, "& row->mask & bits) == 0", "& bits) == 0")],
    "raw events have so many bits": [(MAP, "& row->mask & bits) == 0", "& row->mask) == 0")],
    "an event without a selector is its own": [(MAP, "    return event_idx;", "    return 0;")],
    "fixed counters are not the map's": [(MAP, "return counters & ~(uint32_t)FIXED;", "return counters;")],
}


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        folder = Path(place.name)
        shutil.copytree(ROOT / "pmu", folder / "pmu")
        c_faults.put_choices(folder, list(FAULTS.values()))
        cls.reader = folder / "reader"
        subprocess.run(["gcc", "-std=c11", "-D_GNU_SOURCE", "-O1", "-I", folder, "-I.",
                        "tests/pmu/fdt/reader.c", *folder.glob("pmu/*.c"), *folder.glob("pmu/fdt/*.c"),
                        "sim/pmu/csr_array.c", "-lfdt", "-o", cls.reader], cwd=ROOT, check=True)

    def is_seen(self, number):
        suite = unittest.TestSuite(
            unittest.defaultTestLoader.loadTestsFromTestCase(case)
            for case in (fdt_test.Refused, fdt_test.Accepted))
        result = unittest.TestResult()
        result.failfast = True
        with mock.patch.object(fdt_test, "READER", self.reader), mock.patch.dict(os.environ, faults.chosen(number)):
            suite.run(result)
        return not result.wasSuccessful()

    def test_without_one_nothing_is_seen(self):
        self.assertFalse(self.is_seen(0))

    def test_each_is_seen(self):
        for number, name in list(enumerate(FAULTS, 1))[::SHARE]:
            with self.subTest(name):
                self.assertTrue(self.is_seen(number))


if __name__ == "__main__":
    unittest.main()
