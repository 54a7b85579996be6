# SPDX-License-Identifier: Apache-2.0
"""The places where the table runs, and what each row gave there."""
import re
import subprocess
from dataclasses import dataclass, field

from scripts import limits
from tests.lib.catalogue import ROOT
from tests.pmu import qemu
from tests.pmu.cases import all_rows
from tests.pmu.vocabulary import ERRORS, NEEDS

TABLE = ROOT / "build/pmu/table"
HOSTS = ROOT / "build/tests/pmu"
# What each version of the library is run on: tests/pmu/table_host.c
HARTS = {"": ("sscofpmf", "itself", "plain", "no-memory", "wide", "bare"), "-2.0": ("sbi-2.0",),
         "-0.3": ("sbi-0.3",)}
SECONDS = 60  # of processor time, for a program on this machine
LINE = re.compile(r"(?P<order>backward: )?(?P<outcome>pass|skip|fail answer|fail csr|fail memory) "
                  r"(?P<name>\S+)(?: (?P<numbers>0x\S+ 0x\S+ 0x\S+))?$")


@dataclass(frozen=True)
class Result:
    outcome: str
    step: int = 0
    seen: tuple = (0, 0)

    def text(self, xlen):
        """What was seen: step, then answer, CSR or word of memory."""
        first, second = self.seen
        what = {"fail answer": f"{error_name(first, xlen)} {second:#x}",
                "fail csr": f"CSR {first:#x}",
                "fail memory": f"memory {first:#x}: {second:#x}"}[self.outcome]
        return f"{self.step + 1}: {what}"


@dataclass
class Run:
    """One hart, one pass over the table."""
    place: str
    xlen: int
    results: dict = field(default_factory=dict)
    unordered: list = field(default_factory=list)  # rows whose result depends on those before
    others: list = field(default_factory=list)  # lines that are of no row


def error_name(number, xlen):
    number -= (number >> xlen - 1) << xlen
    return ERRORS.get(number, str(number))


def names():
    return [row.name for row in all_rows()]


def parse(place, xlen, lines):
    """A run for each line "platform"; what is before that and after the rows is in `others`."""
    runs = [Run(place, xlen)]
    for line in lines:
        match = LINE.match(line)
        if line.startswith("platform "):
            runs.append(Run(place, xlen))
        if match is None:
            runs[-1].others.append(line)
            continue
        step, *seen = [int(number, 16) for number in (match["numbers"] or "0 0 0").split()]
        if match["order"]:
            runs[-1].unordered.append(match["name"])
        else:
            runs[-1].results[match["name"]] = Result(match["outcome"], step, tuple(seen))
    return runs


def built(path):
    """`make test` has made it; alone, this does."""
    if not path.exists():
        subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", str(path.relative_to(ROOT))],
                       check=True)
    return path


def table_of(program, *arguments, environment=None):
    """The lines of a program on this machine."""
    done = subprocess.run(limits.within(SECONDS, [program, *arguments]), capture_output=True,
                          text=True, check=False, env=environment)
    if done.returncode not in (0, 1):
        raise qemu.Ended(f"{program.name} {' '.join(arguments)}: exit status {done.returncode}\n"
                         f"{done.stderr}")
    return done.stdout.splitlines()


def host(xlen):
    """Array CSRs: several harts, and SBIs of earlier versions."""
    runs = []
    for version, harts in HARTS.items():
        for hart in harts:
            lines = table_of(built(HOSTS / f"table_host{xlen}{version}"), hart)
            runs += parse(f"array-{xlen}", xlen, lines)
    return runs


def hpm():
    """The Verilated counters."""
    return parse("nt_hpm", 64, table_of(built(TABLE / "hpm")))


def cpus(xlen):
    return f"rv{xlen},sscofpmf=on", f"rv{xlen}"


def firmware(xlen):
    """Ours, on two harts at once."""
    runs = []
    for cpu in cpus(xlen):
        lines = qemu.lines_of(qemu.command(xlen, cpu, 2, built(TABLE / f"firmware{xlen}.elf"),
                                              built(TABLE / f"supervisor{xlen}.elf")))
        runs += parse(f"firmware-{xlen}", xlen, lines)
    return runs


def opensbi_command(cpu):
    return qemu.command(64, cpu, 1, "default", built(TABLE / "supervisor64.elf"))


def opensbi(deadly=()):
    """Debian's, without the rows that it does not survive."""
    runs = []
    told = qemu.orders(names(), without=set(deadly))
    for cpu in cpus(64):
        runs += parse("opensbi", 64, qemu.lines_of(opensbi_command(cpu), told))
    return runs


def survives(row):
    """Whether OpenSBI does survive a row, alone."""
    told = qemu.orders(names(), without=set(names()) - {row}, announced=True)
    ended, lines = qemu.run(opensbi_command(cpus(64)[0]), told)
    if f"row {row}" not in lines or ended not in ("end", "dies"):
        raise qemu.Ended("\n".join([f"{row}: {ended}", *lines[-20:]]))
    return ended == "end"


def needs(result):
    """What a place lacks for a row that was skipped."""
    return [need for bit, need in enumerate(NEEDS) if result.seen[0] >> bit & 1]
