# SPDX-License-Identifier: Apache-2.0
"""Runs jobs, a few at a time, each with a limit on its processor time and its output in a file."""
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

from scripts import limits
from tests.lib import tap
from tests.lib.catalogue import ROOT

LOOK = 0.5  # seconds between two looks at the processor time


@dataclass
class Outcome:
    job: object
    results: list = field(default_factory=list)
    output: str = ""
    seconds: float = 0.0
    used: float = 0.0  # seconds of processor time

    def count(self, outcome):
        return sum(result.outcome == outcome for result in self.results)


class _Running:
    def __init__(self, job):
        self.job = job
        self.started = time.monotonic()
        self.output = tempfile.TemporaryFile()
        self.ended = None  # why it was ended
        self.used = 0.0  # seconds of processor time
        self.looked = self.moved = self.started
        self.process = None
        self.no_start = None
        try:
            self.process = subprocess.Popen(
                job.command, cwd=ROOT, env={**_environment(), **job.environment},
                stdin=subprocess.DEVNULL, stdout=self.output, stderr=subprocess.STDOUT,
                start_new_session=True)
        except OSError as error:
            self.no_start = f"{error.strerror}: {job.command[0]} (not built?)"

    def finished(self):
        if self.process is None or self.process.poll() is not None:
            return True
        now = time.monotonic()
        if now - self.looked >= LOOK:
            self.looked = now
            self.ended = self._over_limit(now)
        if self.ended:
            self.kill()
        return self.ended is not None

    def _over_limit(self, now):
        used = limits.used(self.process.pid)
        if used != self.used:
            self.used, self.moved = used, now
        if used > self.job.limit:
            return f"not finished after {self.job.limit} seconds of processor time"
        if now - self.moved > self.job.still:
            return f"stood still for {self.job.still} seconds"
        return None

    def kill(self):
        if self.process is not None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.process.wait()

    def outcome(self):
        self.output.seek(0)
        text = self.output.read().decode(errors="replace")
        self.output.close()
        outcome = Outcome(self.job, output=text, seconds=time.monotonic() - self.started,
                          used=self.used)
        outcome.results = self._results(text)
        return outcome

    def _results(self, text):
        results, planned = tap.parse(text) if self.job.tap else ([], None)
        problem = self._problem(results, planned)
        if problem:
            results.append(tap.Result(self.job.name, tap.FAILED, problem))
        elif not self.job.tap:
            results.append(tap.Result(self.job.name, tap.PASSED))
        return results

    def _problem(self, results, planned):
        """Why the job as a whole failed; None where its single results say it all."""
        if self.no_start:
            return self.no_start
        if self.ended:
            return self.ended
        status = self.process.returncode
        if status < 0:
            return f"killed by signal {signal.Signals(-status).name}"
        failed = any(result.outcome == tap.FAILED for result in results)
        if status != 0 and not failed:
            return f"exit status {status}"
        if not self.job.tap:
            return None
        if not results:
            return "no test in it"
        if planned is None or (len(results) < planned
                               and all(result.outcome == tap.PASSED for result in results)):
            return f"{len(results)} of {planned} announced tests reported"
        return None


def _environment():
    # A make that a test starts is a make of its own.
    drop = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")
    return {key: value for key, value in os.environ.items() if key not in drop}


def run(jobs, at_once, on_done):
    """Runs every job; calls on_done(outcome, done, total) as each ends."""
    waiting = list(jobs)
    total = len(waiting)
    running = []
    done = 0
    progress = _Progress()
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                running.append(_Running(waiting.pop(0)))
            for one in [one for one in running if one.finished()]:
                running.remove(one)
                done += 1
                progress.show("")
                on_done(one.outcome(), done, total)
            names = ", ".join(os.path.basename(one.job.name) for one in running)
            progress.show(f"[{done}/{total}] {names}" if running else "")
            time.sleep(0.02)
    finally:
        progress.show("")
        for one in running:
            one.kill()


class _Progress:
    """One line on a terminal, rewritten in place; nothing elsewhere."""

    def __init__(self):
        self.shown = ""

    def show(self, line):
        if line == self.shown or not sys.stderr.isatty():
            return
        sys.stderr.write(f"\r\033[K{line[:78]}")
        sys.stderr.flush()
        self.shown = line
