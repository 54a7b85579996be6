# SPDX-License-Identifier: Apache-2.0
"""Programs for QEMU's machine "virt", and how they end."""
import os
import re
import select
import signal
import subprocess
import tempfile
import time

from scripts import limits

ORDERS = 0x80E00000  # as tests/pmu/firmware/map.h
SECONDS = 60  # of processor time, so many that they only end what hangs
STILL = 60  # seconds without any processor time, after which nothing comes any more
# OpenSBI prints what it knows when it traps, and then waits for ever: the last line of that.
DEATH = re.compile(r"^sbi_trap_error: .*: t6=")


class Ended(Exception):
    """Without its last line."""


def qemu_version():
    text = subprocess.run(["qemu-system-riscv64", "--version"], capture_output=True, text=True,
                          check=True).stdout
    return re.search(r"version (\S+)", text)[1]


def command(xlen, cpu, harts, bios, kernel):
    return [f"qemu-system-riscv{xlen}", "-M", "virt", "-cpu", cpu, "-smp", str(harts), "-nographic",
            "-bios", str(bios), "-kernel", str(kernel)]


def orders(rows, without=(), announced=False):
    """The bytes that tell the supervisor what to do; map.h has them."""
    return bytes([announced]) + bytes(name in without for name in rows)


class Console:
    """The lines of a program, up to its end."""

    def __init__(self, arguments):
        self.process = subprocess.Popen(
            limits.within(SECONDS, arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True)
        self.lines = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.process.stdout.close()

    def _waits(self):
        """Waits for output. False: there is none, and no one works on it."""
        used, moved = 0.0, time.monotonic()
        while not select.select([self.process.stdout], [], [], 1)[0]:
            now = limits.used(self.process.pid)
            if now != used:
                used, moved = now, time.monotonic()
            elif time.monotonic() - moved > STILL:
                return False
        return True

    def read(self):
        """Why it ended: "end", "dies", "still", "limit" or "exit"."""
        rest = b""
        while self._waits():
            chunk = os.read(self.process.stdout.fileno(), 65536)
            if not chunk:
                return "limit" if self.process.wait() in (-signal.SIGXCPU,
                                                          -signal.SIGKILL) else "exit"
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self.lines.append(line.decode(errors="replace").strip("\r"))
                if self.lines[-1] == "end":
                    return "end"
                if DEATH.match(self.lines[-1]):
                    return "dies"
        return "still"


def run(arguments, told=b""):
    """Lines, and why it ended."""
    with tempfile.NamedTemporaryFile() as file:
        if told:
            file.write(told)
            file.flush()
            arguments = [*arguments, "-device", f"loader,file={file.name},addr={ORDERS:#x}"]
        with Console(arguments) as console:
            return console.read(), console.lines


def lines_of(arguments, told=b""):
    ended, lines = run(arguments, told)
    if ended != "end":
        reason = {"dies": "the firmware trapped", "still": f"nothing moved for {STILL} seconds",
                  "limit": f"not finished after {SECONDS} seconds of processor time",
                  "exit": "QEMU ended"}[ended]
        raise Ended("\n".join([f"{' '.join(arguments)}: {reason}; its last lines:", *lines[-20:]]))
    return lines
