#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the declarations of headers in the form that cffi reads: preprocessed, without inline functions.

    python_cdef.py COMPILER OUTPUT HEADER...
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

STANDARD = ("stdbool.h", "stddef.h", "stdint.h", "stdio.h", "string.h", "inttypes.h")  # cffi knows their types


def preprocessed(compiler, headers):
    with tempfile.TemporaryDirectory() as folder:
        for name in STANDARD:
            (Path(folder) / name).touch()
        source = "".join(f'#include "{header}"\n' for header in headers)
        return subprocess.run([compiler, "-std=c11", "-E", "-P", "-nostdinc", f"-I{folder}", "-I.", "-Iinclude", "-"],
                              input=source, capture_output=True, text=True, check=True).stdout


def without_inline(text):
    """Cuts from each `static inline` to the end of its body."""
    while (begin := text.find("static inline")) >= 0:
        at, depth = text.index("{", begin) + 1, 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        text = text[:begin] + text[at:]
    return text


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__.strip())
    compiler, output, *headers = sys.argv[1:]
    text = re.sub(r"\n{2,}", "\n", without_inline(preprocessed(compiler, headers)))
    Path(output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
