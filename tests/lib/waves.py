# SPDX-License-Identifier: Apache-2.0
"""Waveforms in tests, as values by signal and time: VCD, or FST through fst2vcd (package gtkwave)."""
import bisect
import subprocess


class Waves:
    def __init__(self, path):
        text = self._text(path)
        self.changes = {}  # by signal of the top: [(time, bits)]
        header, _, body = text.partition("$enddefinitions $end")
        names = self._names(header)
        time = 0
        for line in body.splitlines():
            if line.startswith("#"):
                time = int(line[1:])
            elif line[:1] in ("0", "1"):
                self._change(names.get(line[1:]), time, line[0])
            elif line.startswith("b"):
                bits, code = line[1:].split()
                self._change(names.get(code), time, bits)

    @staticmethod
    def _text(path):
        with open(path, "rb") as file:
            data = file.read()
        if data.startswith(b"$date"):
            return data.decode("ascii")
        return subprocess.run(["fst2vcd", path], check=True, capture_output=True, text=True).stdout

    @staticmethod
    def _names(header):
        names, depth = {}, 0
        for line in header.splitlines():
            words = line.split()
            if words[:1] == ["$scope"]:
                depth += 1
            elif words[:1] == ["$upscope"]:
                depth -= 1
            elif words[:1] == ["$var"] and depth == 1:
                names.setdefault(words[3], []).append(words[4])
        return names

    def _change(self, names, time, bits):
        for name in names or ():
            self.changes.setdefault(name, []).append((time, bits))

    def times(self):
        return sorted({time for changes in self.changes.values() for time, _ in changes})

    def bits(self, name, time):
        """The value at a time, None before its first."""
        changes = self.changes[name]
        place = bisect.bisect_right(changes, time, key=lambda change: change[0])
        return changes[place - 1][1] if place > 0 else None

    def number(self, name, time):
        return int(self.bits(name, time), 2)

    def text(self, name, time):
        bits = self.bits(name, time)
        data = int(bits, 2).to_bytes((len(bits) + 7) // 8, "big")
        return data.lstrip(b"\0").decode("ascii")
