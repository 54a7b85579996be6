# SPDX-License-Identifier: Apache-2.0
"""The licence of this project, as each of its sources names it (SPDX 3, REUSE 3.3)."""
import os
import re

NAME = "Apache-2.0"
LINE = f"SPDX-License-Identifier: {NAME}"
# How a comment is written, by a file's extension or name
COMMENTS = {"//": (".v", ".vh", ".sv", ".vlt", ".rdl", ".f"),
            "/*": (".c", ".h", ".cpp", ".S", ".ld", ".def", ".dts"),
            "#": (".py", ".sh", ".mk", ".cfg", ".ports", ".rows", ".cmake", ".list", ".toml", ".sdc", ".yml", ".core",
                  "Makefile", "CMakeLists.txt", "Containerfile", "scripts/setup", "scripts/sysroot", "scripts/venv", "tests/run", ".ci/run")}
STYLE = {ending: comment for comment, endings in COMMENTS.items() for ending in endings}
# Data: kept as it came
DATA = re.compile(r"^tests/(?:.*/)?(?:data|corpus)/|^tests/libntrace/abi/")


def comment(style):
    """The line with which a source starts, or that follows the one that has to be the first."""
    return f"{style} {LINE}" + (" */" if style == "/*" else "")


def style_of(path):
    """How comments of a file are written, if it is a source."""
    if DATA.search(path):
        return None
    return STYLE.get(path) or STYLE.get(os.path.basename(path)) or STYLE.get(os.path.splitext(path)[1])


def is_missing(path, text):
    """Whether a source does not name its licence within its first two lines."""
    style = style_of(path)
    return style is not None and comment(style) not in text.split("\n", 2)[:2]


def body(text):
    """A source as pages show it: without that line."""
    return "".join(line for line in text.splitlines(keepends=True) if LINE not in line)
