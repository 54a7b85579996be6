# SPDX-License-Identifier: Apache-2.0
"""Who judges a mutant of the SBI PMU library: programs over build/mutation-pmu64 and the like, asked in
the order of what they cost."""
import tempfile
from pathlib import Path

from tests.mutation.judges import Judge
from tests.pmu import replay
from tests.pmu.places import HARTS


class RandomJudge(Judge):
    """Random calls, in the second implementation."""

    def is_content(self, mutant):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            alike = Judge(self.name, self.program, *self.arguments, "-o", log, folder="")
            if not alike.is_content(mutant):
                return False
            try:
                with log.open("rb") as file:
                    replay.replay(file)
            except (replay.Wrong, ValueError, IndexError, KeyError):
                return False
        return True


def flags(xlen, version):
    return f"-DNT_PMU_XLEN={xlen}", f"-DNT_PMU_VERSION=NT_PMU_VERSION_{version}"


# Builds of the library, as scripts/make/pmu_test.mk has them
VARIANTS = {"64": flags(64, "3_0"), "32": flags(32, "3_0"), "64-2.0": flags(64, "2_0"),
            "64-0.3": flags(64, "0_3")}


class Judges:
    """Those of one build."""

    def __init__(self, variant):
        self.folder = Path(f"build/mutation-pmu{variant}/judges")
        details = [Judge("details", "details", folder=self.folder)]
        perf = [Judge("perf", "perf_driver", folder=self.folder)] if variant in ("64", "32") else []
        table = [Judge(f"table-{hart}", "table_host", hart, folder=self.folder)
                 for hart in HARTS["".join(variant.partition("-")[1:])]]
        self.quick = [*table, *details, *perf, self.random(1, 2000), self.random(2, 10000)]
        self.long = [self.random(3, 60000), self.random(4, 60000)]

    def random(self, seed, calls):
        return RandomJudge(f"random-{seed}", "random_calls", "--calls", calls, "--seed", seed,
                           folder=self.folder)

    def order(self, _path, quick=False):
        return self.quick + ([] if quick else self.long)

    def complaints(self):
        """The first judge who is not content with the library as it is, or None."""
        for judge in self.quick + self.long:
            if not judge.is_content({"NT_MUTANT": "0"}):
                return judge.name
        return None

    def files(self):
        """What they are made of, apart from the library."""
        programs = {Path(judge.program) for judge in self.quick}
        texts = [*Path("tests/pmu").rglob("*.py"), *Path("tests/mutation").glob("*.py")]
        return sorted(path for path in [*programs, *texts] if path.is_file())
