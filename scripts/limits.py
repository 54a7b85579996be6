# SPDX-License-Identifier: Apache-2.0
"""Limits on processor time: a busy or slow machine changes no verdict, and what hangs still ends."""
import os

TICKS = os.sysconf("SC_CLK_TCK")


def within(seconds, command):
    """`command`, ended by SIGXCPU after so much processor time (each process that it starts alike)."""
    return ["prlimit", f"--cpu={seconds}:{seconds + 1}", *map(str, command)]


def used(session):
    """Seconds of processor time that the processes of a session, and those they waited for, took."""
    ticks = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            ticks += _ticks(name, session)
    return ticks / TICKS


def _ticks(pid, session):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            # After the name, which may hold anything: state, ppid, pgrp, session, ... utime, stime,
            # and the same of children that were waited for
            fields = file.read().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(map(int, fields[11:15])) if int(fields[3]) == session else 0
