#!/usr/bin/env python3
"""A flame graph (SVG) of folded stacks, as `ntrace decode --to folded` writes them:

    build/ntrace decode F.nex --image ELF --to folded | scripts/flamegraph.py > flame.svg

Each box is a function; as wide as what ran in it and in all that it called; below its caller. With
the pointer on a box, the browser shows its whole name and figures."""
import argparse
import sys
import zlib
from xml.sax.saxutils import escape

ROW = 17
MARGIN = 10
LETTER = 6.6  # width of one, at 11 px
WARM = [(230, 94, 60), (236, 128, 62), (240, 160, 70), (244, 190, 90), (226, 110, 84)]


class Frame:
    def __init__(self):
        self.total = 0
        self.callees = {}


def read(lines):
    """The tree of all stacks; a line is `a;b;c N`."""
    root = Frame()
    for number, line in enumerate(lines, 1):
        stack, _, count = line.strip().rpartition(" ")
        if not stack or not count.isdigit():
            raise ValueError(f"line {number}: no stack and number: {line.strip()!r}")
        frame = root
        frame.total += int(count)
        for name in stack.split(";"):
            frame = frame.callees.setdefault(name, Frame())
            frame.total += int(count)
    return root


def depth_of(frame, least):
    return 1 + max((depth_of(one, least) for one in frame.callees.values() if one.total >= least),
                   default=0)


def colour(name):
    red, green, blue = WARM[zlib.crc32(name.encode()) % len(WARM)]
    return f"rgb({red},{green},{blue})"


class Picture:
    def __init__(self, root, width, title, unit):
        self.root = root
        self.width = width
        self.title = title
        self.unit = unit
        self.least = root.total / (width - 2 * MARGIN) * 0.8  # pixels
        self.scale = (width - 2 * MARGIN) / max(root.total, 1)
        self.boxes = []

    def box(self, name, frame, start, row):
        x, width = MARGIN + start * self.scale, frame.total * self.scale
        y = 34 + row * ROW
        share = 100 * frame.total / self.root.total
        told = f"{name}: {frame.total:,} {self.unit} ({share:.2f} %)"
        letters = int((width - 4) / LETTER)
        shown = name if letters >= len(name) else name[:letters - 1] + "…" if letters > 2 else ""
        self.boxes.append(
            f'<g><title>{escape(told)}</title><rect x="{x:.1f}" y="{y}" width="{width:.1f}" '
            f'height="{ROW - 1}" fill="{colour(name)}" rx="1"/>'
            + (f'<text x="{x + 2:.1f}" y="{y + 12}">{escape(shown)}</text>' if shown else "")
            + "</g>")
        self.callees(frame, start, row + 1)

    def callees(self, frame, start, row):
        for name, callee in sorted(frame.callees.items()):
            if callee.total >= self.least:
                self.box(name, callee, start, row)
            start += callee.total

    def svg(self):
        self.callees(self.root, 0, 0)
        height = 34 + (depth_of(self.root, self.least) - 1) * ROW + MARGIN
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{height}" '
            f'viewBox="0 0 {self.width} {height}" font-family="monospace" font-size="11">',
            f'<rect width="{self.width}" height="{height}" fill="#fffdf8"/>',
            f'<text x="{MARGIN}" y="20" font-size="13" font-weight="bold">{escape(self.title)}: '
            f'{self.root.total:,} {escape(self.unit)}</text>', *self.boxes, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folded", nargs="?", help="folded stacks (standard input)")
    parser.add_argument("--title", default="flame graph")
    parser.add_argument("--unit", default="instructions")
    parser.add_argument("--width", type=int, default=1000)
    options = parser.parse_args()
    try:
        if options.folded is None:
            root = read(sys.stdin)
        else:
            with open(options.folded, encoding="utf-8") as lines:
                root = read(lines)
    except (OSError, ValueError) as error:
        print(f"flamegraph: {error}", file=sys.stderr)
        return 2
    sys.setrecursionlimit(100_000)
    sys.stdout.write(Picture(root, options.width, options.title, options.unit).svg())
    return 0


if __name__ == "__main__":
    sys.exit(main())
