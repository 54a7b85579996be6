# SPDX-License-Identifier: Apache-2.0
"""The list of libntrace's sources, libntrace/sources.list, as make and CMake read it."""
import re

MAKES = ("elf", "zstd", "zlib", "ucontext", "posix")  # the parts that make builds


def rows(tree):
    """Each line's path, and its part if it has one."""
    text = (tree / "libntrace/sources.list").read_text(encoding="ascii")
    return [line.split() for line in text.splitlines() if re.match("[a-z]", line)]


def sources(tree, parts=MAKES):
    """The files of a build."""
    return [tree / "libntrace" / path for path, *part in rows(tree) if not part or part[0] in parts]
