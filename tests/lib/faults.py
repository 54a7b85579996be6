"""Faults as changes of text in a copy of sources."""
from pathlib import Path


def changed(source, old, new):
    """The text in which `old`, that is there once, is `new`."""
    if source.count(old) != 1:
        raise AssertionError(f"{source.count(old)} times: {old}")
    return source.replace(old, new)


def put_fault(folder, file, old, new):
    """In a file of a copy: `old`, that is there once, becomes `new`."""
    path = Path(folder) / file
    path.write_text(changed(path.read_text(encoding="utf-8"), old, new), encoding="utf-8")
