#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A picture (SVG) of a JSON trace that `ntrace decode --to perfetto` wrote, for pages that cannot
open Perfetto:

    build/ntrace decode F.nex --image ELF --to perfetto | scripts/timeline.py > timeline.svg

Each hart has its calls, callees below callers, its privilege modes, and how many messages came."""
import argparse
import json
import sys
import zlib
from xml.sax.saxutils import escape

ROW = 15
LEFT = 92
LETTER = 6.0  # width of one, at 10 px
HUES = ["#7fb3d5", "#f5b041", "#82e0aa", "#c39bd3", "#f1948a", "#76d7c4", "#f7dc6f", "#aab7b8"]
TRAPS = {"exception": "#e74c3c", "interrupt": "#e67e22", "trap": "#e74c3c"}
MODES = {"M": "#566573", "S": "#2e86c1", "U": "#28b463", "VS": "#8e44ad", "VU": "#d4ac0d"}


class Slice:
    def __init__(self, event, depth):
        self.name = event["name"]
        self.category = event["cat"]
        self.start = event["ts"]
        self.end = event["ts"]
        self.depth = depth


def read(trace):
    """By process name and thread name: slices, and times of instants."""
    names, stacks, tracks = {}, {}, {}
    for event in trace["traceEvents"]:
        if event["ph"] == "M":
            names[event["name"], event["pid"], event.get("tid")] = event["args"].get("name", "")
            continue
        track = event["pid"], event["tid"]
        slices, instants = tracks.setdefault(track, ([], []))
        stack = stacks.setdefault(track, [])
        if event["ph"] == "B":
            stack.append(Slice(event, len(stack)))
            slices.append(stack[-1])
        elif event["ph"] == "E":
            stack.pop().end = event["ts"]
        else:
            instants.append(event["ts"])
    result = {}
    for (pid, tid), track in sorted(tracks.items()):
        process = names.get(("process_name", pid, 0), f"process {pid}")
        result.setdefault(process, {})[names.get(("thread_name", pid, tid), str(tid))] = track
    return result


class Picture:
    def __init__(self, start, end, width):
        self.start = start
        self.width = width
        self.scale = (width - LEFT - 8) / max(end - start, 1e-9)
        self.shapes = []
        self.y = 24

    def at(self, time):
        return LEFT + (time - self.start) * self.scale

    def text(self, x, y, text, extra=""):
        self.shapes.append(f'<text x="{x:.1f}" y="{y:.1f}" {extra}>{escape(text)}</text>')

    def slices(self, title, slices, colour):
        self.text(LEFT - 6, self.y + 11, title, 'text-anchor="end" fill="#555"')
        deepest, drawn = 0, {}
        for one in slices:
            x, end = self.at(one.start), self.at(one.end)
            if end - x < 1 and x < drawn.get(one.depth, -2) + 1:
                continue  # what is too thin to be seen, where something is already
            drawn[one.depth] = end
            deepest = max(deepest, one.depth)
            width = max(end - x, 0.5)
            y = self.y + one.depth * ROW
            letters = int((width - 4) / LETTER)
            label = one.name if letters >= len(one.name) else \
                one.name[:letters - 1] + "…" if letters > 2 else ""
            self.shapes.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW - 1}" '
                               f'fill="{colour(one)}"/>')
            if label:
                self.text(x + 2, y + 10.5, label)
        self.y += (deepest + 1) * ROW + 5

    def density(self, title, times):
        height, step = 24, 3
        self.text(LEFT - 6, self.y + 16, title, 'text-anchor="end" fill="#555"')
        bins = [0] * ((self.width - LEFT - 8) // step + 1)
        for time in times:
            bins[min(int((self.at(time) - LEFT) / step), len(bins) - 1)] += 1
        most = max(bins, default=0) or 1
        path = "".join(f"M{LEFT + i * step},{self.y + height}v{-max(1, height * n / most):.1f}"
                       for i, n in enumerate(bins) if n)
        self.shapes.append(f'<path d="{path}" stroke="#7d6608" stroke-width="{step - 1}"/>')
        self.y += height + 5

    def axis(self, end):
        self.y += 2
        for i in range(9):
            time = self.start + (end - self.start) * i / 8
            anchor = "start" if i == 0 else "end" if i == 8 else "middle"
            digits = 0 if end - self.start > 80 else 2
            self.text(self.at(time), self.y + 10, f"{time:,.{digits}f} µs",
                      f'text-anchor="{anchor}" fill="#555"')
        self.y += 16

    def svg(self, title):
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.y}" '
            f'viewBox="0 0 {self.width} {self.y}" font-family="monospace" font-size="10">',
            f'<rect width="{self.width}" height="{self.y}" fill="#fff"/>',
            f'<text x="8" y="15" font-size="12" font-weight="bold">{escape(title)}</text>',
            *self.shapes, "</svg>", ""])


def call_colour(one):
    return TRAPS.get(one.category) or HUES[zlib.crc32(one.name.encode()) % len(HUES)]


def mode_colour(one):
    return MODES.get(one.name, "#999")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("trace", nargs="?", help="the JSON trace (standard input)")
    parser.add_argument("--title", default="timeline")
    parser.add_argument("--width", type=int, default=1000)
    options = parser.parse_args()
    try:
        if options.trace is None:
            processes = read(json.load(sys.stdin))
        else:
            with open(options.trace, encoding="utf-8") as file:
                processes = read(json.load(file))
    except (OSError, ValueError, KeyError, IndexError) as error:
        print(f"timeline: not a trace that decode wrote: {error}", file=sys.stderr)
        return 2
    times = [time for tracks in processes.values() for slices, instants in tracks.values()
             for time in [*(one.start for one in slices), *(one.end for one in slices), *instants]]
    if not times:
        print("timeline: nothing is in the trace", file=sys.stderr)
        return 2
    picture = Picture(min(times), max(times), options.width)
    for process, tracks in processes.items():
        picture.text(8, picture.y + 11, process, 'font-weight="bold"')
        for name, (slices, instants) in tracks.items():
            if instants:
                picture.density(name, instants)
            else:
                picture.slices(name, slices, mode_colour if name == "privilege" else call_colour)
        picture.y += 8
    picture.axis(max(times))
    sys.stdout.write(picture.svg(options.title))
    return 0


if __name__ == "__main__":
    sys.exit(main())
