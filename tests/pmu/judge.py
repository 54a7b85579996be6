# SPDX-License-Identifier: Apache-2.0
"""What the results of all places come to: passed, skipped, failed, and what
does not fit the lists."""
from tests.pmu import places


class Judge:
    """One place, all of its runs."""

    def __init__(self, place, xlen, rows, skips, deviations=None):
        self.place, self.xlen, self.rows = place, xlen, rows
        self.skips = skips
        self.deviations = deviations or {}
        self.passed, self.skipped, self.failed, self.deviates = set(), {}, {}, {}
        self.counts = {}  # rows for each thing that the place lacks
        self.wrong = []  # what is in no row

    def take(self, runs):
        for run in runs:
            self.wrong += [f"{self.place}: {name} depends on the rows before it"
                           for name in run.unordered]
            for name, result in run.results.items():
                self._take_row(name, result)

    def _take_row(self, name, result):
        if result.outcome == "pass":
            self.passed.add(name)
        elif result.outcome == "skip":
            self._skip(name, places.needs(result))
        elif self.deviations.get(name, ("",))[0] == result.text(self.xlen):
            self.deviates[name] = self.deviations[name]
        else:
            self.failed[name] = result.text(self.xlen)

    def take_deaths(self, deaths):
        """Rows that were run alone, and whether they were survived."""
        for name, survived in deaths.items():
            if survived:
                self.failed[name] = "is survived"
            else:
                self.deviates[name] = self.deviations[name]

    def _skip(self, name, lacks):
        if name in self.skipped:
            return
        reasons = []
        for need in lacks:
            self.counts[need] = self.counts.get(need, 0) + 1
            reasons.append(self.skips.get((self.place, need),
                                          (0, ""))[1] or f"lacks {need}, which is in no list")
        self.skipped[name] = "; ".join(reasons)

    def finish(self):
        """What no run had, and both lists the other way round."""
        for row in self.rows:
            if not any(row.name in where for where in (self.passed, self.skipped, self.failed,
                                                       self.deviates)):
                self._skip(row.name, [f"platform {row.platform}"])
        # A row that passed on one hart and failed on another has failed.
        self.passed -= set(self.failed) | set(self.deviates)
        listed = {need: rows for (place, need),
                  (rows, _) in self.skips.items() if place == self.place}
        for need in sorted(set(listed) | set(self.counts)):
            there, allowed = self.counts.get(need, 0), listed.get(need, 0)
            if there != allowed:
                self.wrong.append(f"{self.place}: {there} rows are skipped for {need}, "
                                  f"{allowed} are listed in tests/pmu/skipped.txt")
        for name in set(self.deviations) - set(self.deviates) - set(self.failed):
            self.wrong.append(f"{self.place}: {name} is in tests/pmu/deviations.txt and was "
                              f"{'passed' if name in self.passed else 'skipped'}")
        return self

    def summary(self):
        return {"rows": len(self.rows), "passed": len(self.passed),
                "skipped": dict(sorted(self.skipped.items())),
                "deviations": {name: {"answer": answer, "why": why}
                               for name, (answer, why) in sorted(self.deviates.items())},
                "failed": dict(sorted(self.failed.items())), "wrong": self.wrong}
