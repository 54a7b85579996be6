# SPDX-License-Identifier: Apache-2.0
"""The control registers' own bench in tests: random runs, and scripts as a debugger would do."""
import re
import subprocess

from scripts.config import read
from tests.lib import units
from tests.lib.catalogue import ROOT

CONFIGS = ["tiny", "rv32-min", "rv64"]


def build_of(config):
    """The parameters of a build."""
    return read(str(ROOT / f"rtl/config/{config}.cfg"))


def program(config):
    return str(units.program("control", config))


def random_run(config, transactions, seed, path=None):
    """Exit status and what was printed."""
    done = subprocess.run([path or program(config), "random", str(transactions), str(seed)],
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def differing(text):
    """The signals that are said to differ, each with the values of model and RTL; none where nothing
    is said."""
    _, _, rows = text.partition(" differ:\n")
    row = re.compile(r"^  .* (\S+) +(0x\w+|0) +(0x\w+|0)(?:  \d+)?$", re.M)
    return {name: (int(model, 16), int(rtl, 16)) for name, model, rtl in row.findall(rows)}


class Debugger:
    """Reads and writes registers of RTL and model together; wrong where the two differ."""

    def __init__(self, config, path=None):
        self.config = config
        self.start(path or program(config))

    def start(self, path, environment=None):
        self.process = subprocess.Popen([path, "script"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env=environment)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        rest, errors = self.process.communicate()
        if failure[0] is None:
            assert self.process.returncode == 0 and not rest, \
                f"status {self.process.returncode}: {rest}{errors}"

    def command(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if answer.startswith("not a command"):
            raise AssertionError(f"{line}: {answer}")
        if not answer:  # it has ended
            raise AssertionError(f"{line}: {self.process.stderr.read()}")
        return answer

    def access(self, address):
        """What reading answers: the value, PSLVERR, cycles of the access."""
        value, error, cycles = self.command(f"read {address:x}").split()
        return int(value, 16), int(error), int(cycles)

    def read(self, address):
        value, error, _ = self.access(address)
        assert error == 0, f"reading 0x{address:x}: PSLVERR"
        return value

    def write(self, address, value, strobes=15):
        """PSLVERR."""
        return int(self.command(f"write {address:x} {value:x} {strobes:x}").split()[0])

    def pin(self, name, value):
        self.command(f"pin {name} {value:x}")

    def pulse(self, name, value=1):
        self.pin(name, value)
        self.wait(1)
        self.pin(name, 0)

    def wait(self, cycles=1):
        self.command(f"wait {cycles}")

    def get(self, name):
        return int(self.command(f"get {name}"), 16)
