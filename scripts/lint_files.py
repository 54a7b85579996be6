#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks every file of the repository: size, line ends, links, the manual's index, words of the
manual, no one's machine, the licence.

    lint_files.py [DIRECTORY]
"""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)))

from scripts import spdx  # noqa: E402 (the path comes first)

MAX_BYTES = 1 << 20
# Files that are data: kept as they came.
DATA = re.compile(r"^tests/(.*/)?(data|corpus)/|\.(gz|zst|ntr|nti|nex|png|patch)$")
TABS = re.compile(r"(^|/)Makefile$|\.mk$|^LICENSE$|^\.gitmodules$")
LINK = re.compile(r"\]\(([^)\s]+)\)")
# Folders where people's files lie; a system's own (/usr, /dev, /tmp) are the same everywhere.
MACHINE_PATH = re.compile(rb"(?<![\w.~$}/-])/(?:home|root|work|Users|mnt|media|srv)/\w")

# Words of this project for something that the field calls otherwise.
DIALECT = {
    "reported": re.compile(r"\b(?:is|are|was|were|be|been|as|not) told\b|\btold (?:as|by)\b"
                           r"|\btells? of\b"),
    "per": re.compile(r"\b(?:bits|bytes?|words?|blocks?|branches|instructions|messages|cycles)"
                      r" a (?:cycle|second|message)\b|\ba line each\b"),
    "unknown, none": re.compile(r"\b[Nn]obody\b"),
    "what": re.compile(r"\bwho (?:sees|takes|asks)\b"),
}
# Characters of a paragraph of the manual, targets of links aside. What is read in one breath is half of that.
MOST_PARAGRAPH = 800
MANUAL = re.compile(r"^(README|docs/[^/]+)\.md$")
# What programs print: code, tables between marks.
PRINTED = re.compile(r"^```.*?^```|^    [^\n]*|`[^`\n]*`|^<!-- (\w+) -->$.*?^<!-- end of \1 -->$",
                     re.M | re.S)


def findings(path, content):
    if len(content) > MAX_BYTES:
        yield 0, f"{len(content)} bytes; the limit is {MAX_BYTES}"
    if DATA.search(path):
        return
    if b"\0" in content:
        yield 0, "binary, and not in a folder for data"
        return
    if spdx.is_missing(path, content.decode(errors="replace")):
        yield 1, f"no line {spdx.comment(spdx.style_of(path))!r}"
    if content and not content.endswith(b"\n"):
        yield content.count(b"\n") + 1, "no newline at the end"
    for number, line in enumerate(content.split(b"\n"), 1):
        if line != line.rstrip():
            yield number, "white space at the end of the line"
        if b"\t" in line and not TABS.search(path):
            yield number, "a tab"
        if MACHINE_PATH.search(line):
            yield number, "a path of one machine"
        if path.endswith(".md"):
            yield from ((number, f"a link to {name}, which is not there")
                        for name in links(line.decode(errors="replace"))
                        if not os.path.exists(os.path.join(os.path.dirname(path), name)))
    if MANUAL.match(path):
        yield from dialect(content.decode(errors="replace"))


def dialect(text):
    """Lines of a page with words that a reader from the field would have to learn."""
    text = PRINTED.sub(lambda match: "\n" * match[0].count("\n"), text)
    for number, line in enumerate(text.split("\n"), 1):
        for usual, words in DIALECT.items():
            yield from ((number, f"{found[0]!r}: say {usual!r}") for found in words.finditer(line))
        size = len(re.sub(r"\]\([^)]*\)", "]", line))
        if size > MOST_PARAGRAPH and not line.startswith("|"):
            yield number, f"a paragraph of {size} characters; the limit is {MOST_PARAGRAPH}"


def links(line):
    """The files of this repository that a line of Markdown links to."""
    for target in LINK.findall(line):
        name = target.split("#")[0]
        if name and ":" not in name:
            yield name


def unlisted(paths):
    """Pages of the manual that its index does not link to."""
    if "docs/README.md" in paths:
        with open("docs/README.md", encoding="utf-8") as index:
            listed = {f"docs/{name}" for line in index for name in links(line)}
        for path in paths:
            if re.fullmatch(r"docs/[^/]+\.md", path) and path != "docs/README.md" and path not in listed:
                yield path


def files():
    # Tracked, and new ones that are not ignored; without git, what is there but for build/.
    listing = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"],
                             capture_output=True, text=True, check=False)
    if listing.returncode == 0:
        return sorted(set(filter(None, listing.stdout.split("\0"))))
    found = []
    for folder, folders, names in os.walk("."):
        folders[:] = [name for name in folders if name not in (".git", "build", "__pycache__")]
        found += [os.path.relpath(os.path.join(folder, name)) for name in names]
    return sorted(found)


def main():
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), ".."))
    found = 0
    paths = files()
    for path in unlisted(paths):
        print(f"{path}:0: not in the index, docs/README.md")
        found += 1
    for path in paths:
        if os.path.islink(path) or not os.path.isfile(path):
            continue
        with open(path, "rb") as file:
            content = file.read()
        for line, text in findings(path, content):
            print(f"{path}:{line}: {text}")
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
