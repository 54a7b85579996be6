"""Who judges a mutant of the SBI PMU library, for RV64 or RV32: programs over build/mutation-pmu64
or -pmu32, asked in the order of what they cost."""
import tempfile
from pathlib import Path

from tests.mutation.judges import Judge
from tests.pmu import replay


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


class Judges:
    """Those of one XLEN."""

    def __init__(self, xlen):
        folder = Path(f"build/mutation-pmu{xlen}/judges")
        self.quick = [Judge("perf", "perf_driver", folder=folder),
                      *(RandomJudge(f"random-{seed}", "random_calls", "--calls", calls, "--seed", seed,
                                    folder=folder) for seed, calls in ((1, 2000), (2, 10000)))]
        self.long = [RandomJudge(f"random-{seed}", "random_calls", "--calls", 60000, "--seed", seed,
                                 folder=folder) for seed in (3, 4)]

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
        texts = [*Path("tests/pmu").glob("*.py"), *Path("tests/mutation").glob("*.py")]
        return sorted(path for path in [*programs, *texts] if path.is_file())


def of(xlen):
    return Judges(xlen)
