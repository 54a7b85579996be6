# SPDX-License-Identifier: Apache-2.0
"""Parts of a file that a script writes: what stands between `NAME` and `end of NAME`, as comments."""


class Unmarked(Exception):
    """A file without the one place for what is to be written."""


def replace(text, name, lines, comment="<!-- {} -->"):
    """The text with other lines between the marks."""
    first, last = comment.format(name) + "\n", comment.format(f"end of {name}")
    parts = text.split(first)
    if len(parts) != 2 or parts[1].count(last) != 1:
        raise Unmarked(f"not one place for {name}")
    rest = parts[1].split(last)[1]
    indent = parts[1].split(last)[0].rpartition("\n")[2]
    return parts[0] + first + "".join(line + "\n" for line in lines) + indent + last + rest
