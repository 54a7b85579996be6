# SPDX-License-Identifier: Apache-2.0
"""Writes a file that is there whole or not at all, also where several write it at once."""
import os
from pathlib import Path


def write(path, content):
    """`content`: bytes, or text. Its folder is made."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content.encode() if isinstance(content, str) else content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
