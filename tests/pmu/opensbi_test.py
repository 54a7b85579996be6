# SPDX-License-Identifier: Apache-2.0
"""The glue for OpenSBI (pmu/opensbi): its callbacks in OpenSBI's order, errors in it, and what a platform of
OpenSBI needs of it. That it was run within OpenSBI is told by docs/sbi-pmu-opensbi.md."""
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import c_faults, faults
from tests.lib.catalogue import ROOT

NEEDS = ("build/tests/pmu/opensbi_calls32", "build/tests/pmu/opensbi_calls64")
GLUE = "pmu/opensbi/nt_pmu_opensbi.c"
PROGRAM = "tests/pmu/opensbi/calls.c"
FAULTS = {
    "an event has the type 15": ("return SBI_PMU_EVENT_TYPE_FW;", "return SBI_SUCCESS;"),
    "an event that no counter can count is none": ("    return SBI_ERR_INVALID_PARAM;\n}\n\nstatic int width", "    return 15;\n}\n\nstatic int width"),
    "a match clears the value": (".value = 0, .event_data = event_data", ".value = hart->counter[counter].value, .event_data = event_data"),
    "a match keeps event_data": (".value = 0, .event_data = event_data", ".value = 0, .event_data = 0"),
    "a counter that runs is not free": ("is_running(hart, counter) || !glue.event", "!glue.event"),
    "start gives the event": ("event_data != 0 ? event_data : own->event_data", "own->event_data"),
    "start gives the value": ("SBI_PMU_START_SET_INIT_VALUE, 0,", "0, 0,"),
    "start of what runs is refused": ("return SBI_ERR_ALREADY_STARTED;", "return 0;"),
    "stop of what stands is refused": ("return SBI_ERR_ALREADY_STOPPED;", "return 0;"),
    "stop keeps the value": ("hart->counter[counter].value = value_of(hart, counter);", ""),
    "a stopped counter is not running": ("hart->running &= ~(1u << counter);", ""),
    "hartids have a bound": ("hartid < glue.number && counter <", "hartid <= glue.number && counter <"),
    "counters have a bound": ("counter < NT_PMU_OPENSBI_COUNTERS ?", "counter <= NT_PMU_OPENSBI_COUNTERS ?"),
    "events are of a hart": ("&glue.harts[hartid].pmu, event_data", "&glue.harts[0].pmu, event_data"),
    "each hart has its own events": ("(uint32_t)(hart - glue.harts)", "0 * (uint32_t)(hart - glue.harts) + 1"),
}


class Glue(unittest.TestCase):
    def test_its_callbacks_do_what_opensbi_relies_on(self):
        for xlen in 32, 64:
            with self.subTest(xlen=xlen):
                self.assertEqual(subprocess.run([ROOT / f"build/tests/pmu/opensbi_calls{xlen}"], check=True,
                                                capture_output=True, text=True).stdout, "all as OpenSBI expects\n")

    def test_errors_in_it_are_seen(self):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            shutil.copytree(ROOT / "pmu", folder / "pmu")
            c_faults.put_choices(folder, [[(GLUE, *fault)] for fault in FAULTS.values()])
            subprocess.run(["gcc", "-std=c11", "-D_GNU_SOURCE", "-g", "-fsanitize=address,undefined", "-I", folder,
                            "-I.", PROGRAM, folder / GLUE, *folder.glob("pmu/*.c"), "-o", folder / "calls"],
                           cwd=ROOT, check=True)
            for number, name in enumerate(("none", *FAULTS)):
                with self.subTest(name):
                    done = subprocess.run([folder / "calls"], check=False, capture_output=True, env=faults.chosen(number))
                    self.assertEqual(done.returncode == 0, number == 0, done.stdout)

    def test_the_objects_of_a_platform_are_there(self):
        """All of the library but what OpenSBI has itself: CSRs by number, and what keeps counters over a suspend."""
        objects = re.findall(r"[\w/]+(?=\.o)", (ROOT / "tests/pmu/opensbi/objects.mk").read_text(encoding="ascii"))
        folder = "ntrace/pmu/"
        names = set(re.sub("^ntrace/", "", name).removeprefix("pmu/") for name in objects) - {"ntrace"}
        self.assertEqual(names, {path.stem for path in (ROOT / "pmu").glob("*.c")} - {"save"} |
                         {"fdt/map", "fdt/read", "opensbi/nt_pmu_opensbi", "opensbi/check_device"}, folder)


if __name__ == "__main__":
    unittest.main()
