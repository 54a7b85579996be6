# SPDX-License-Identifier: Apache-2.0
"""The version of a vector: the line `#= version`, one more with each change of what goes into the unit or comes out."""
import re

KEPT = re.compile(r"#: \S+(  [0-9a-f]+)?|#! .*|#> (nothing|([0-9A-F]{2}( |$))+|\S+( \S+)*)")  # without the words behind
BARE = re.compile(r"[^#]*")
LINE = re.compile(r"^#= version (\d+)\n", re.M)


def substance(text):
    """Cycles, code, parameters and what is expected, without words and comments."""
    lines = [KEPT.match(line) or BARE.match(line) for line in text.splitlines()]
    return [line[0].rstrip() for line in lines if line[0].strip()]


def of(text, before):
    """1 of a new vector. `before`: the text that there was, or None."""
    if before is None:
        return 1
    found = LINE.search(before)
    last = int(found[1]) if found else 1
    return last if substance(text) == substance(before) else last + 1


def stamped(text, before):
    """The text with its version, behind the line of the unit."""
    return re.sub(r"^(#= unit .*\n)", rf"\1#= version {of(text, before)}\n", text, count=1, flags=re.M)
