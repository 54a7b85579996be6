#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lays out the pages of this tree for MkDocs: site.py FOLDER [--api HTML].

FOLDER gets mkdocs.yml and pages/: every page, and what pages link to. A source file becomes a text file beside the
pages, a folder a page that lists its files, so that each link of the site leads somewhere on the site. The order of
the pages is that of docs/README.md. `make site` runs MkDocs on it; scripts/site_links.py then checks what was made.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"(\]\()([^)\s]+)(\))")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
PICTURES = {".svg", ".png"}
FILES = "files"  # the folder of the site for what is no page
MKDOCS = {
    "site_name": "ntrace", "docs_dir": "pages", "site_dir": "html", "use_directory_urls": False, "strict": True,
    "theme": {"name": "material", "font": False, "features": ["navigation.sections", "navigation.top", "search.highlight",
                                                             "content.code.copy"]},
    "plugins": ["search"],
    "markdown_extensions": ["tables", "fenced_code", "sane_lists", {"toc": {"permalink": True}}],
    "validation": {"omitted_files": "ignore", "absolute_links": "warn", "unrecognized_links": "warn", "anchors": "warn"},
}


def pages():
    """Paths of all pages: what is committed, but for data of others."""
    listing = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for path in listing.split() if not path.startswith("tests/data/")]


def outside_code(text, change):
    """Text with `change` made of all that is in no block of code."""
    done, at = [], 0
    for fence in FENCE.finditer(text):
        done += [change(text[at:fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*done, change(text[at:])])


class Layout:
    def __init__(self, folder):
        self.folder = folder / "pages"
        self.known = set(pages())
        shutil.rmtree(self.folder, ignore_errors=True)

    def put(self, path, text):
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    def copy(self, path, place):
        (self.folder / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, self.folder / place)
        return place

    def of_folder(self, path):
        """The page that lists what is in a folder."""
        place = f"{FILES}/{path}/index.md"
        listing = subprocess.run(["git", "ls-files", path], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        if not (self.folder / place).exists():
            lines = [f"# {path}", ""]
            self.put(place, "")
            for file in listing.split():
                target = self.target(file)
                lines.append(f"- [{os.path.relpath(file, path)}]({os.path.relpath(target, os.path.dirname(place))})")
            self.put(place, "\n".join(lines) + "\n")
        return place

    def target(self, path):
        """Where on the site a path of the tree is; None: nowhere."""
        if path in self.known:
            return path
        if (ROOT / path).is_dir():
            return f"{path}/README.md" if f"{path}/README.md" in self.known else self.of_folder(path)
        if not (ROOT / path).is_file():
            return None
        if Path(path).suffix in PICTURES:
            return self.copy(path, path)
        return self.copy(path, f"{FILES}/{path}.txt")

    def page(self, path):
        """Its text with links that hold on the site."""
        def change(match):
            words, hash_, anchor = match[2].partition("#")
            if not words or re.match(r"\w+:", words):
                return match[0]
            target = self.target(os.path.normpath(os.path.join(os.path.dirname(path), words)))
            if target is None:
                raise SystemExit(f"site: {path}: no such file: {words}")
            keeps = hash_ + anchor if target.endswith(".md") else ""
            return match[1] + os.path.relpath(target, os.path.dirname(path) or ".") + keeps + match[3]
        text = (ROOT / path).read_text("utf-8")
        # A list follows its sentence at once here, which Markdown.py takes for one paragraph
        return outside_code(text, lambda part: re.sub(r"(?m)^(?!\s*(?:[-|#>]|\d+\.)|\s*$)(.+)\n(?=- )", r"\1\n\n",
                                                      LINK.sub(change, part)))


def navigation(text):
    """Sections of docs/README.md with their pages, as MkDocs takes them."""
    sections = []
    for line in text.splitlines():
        heading = re.match(r"\*\*(.+?)\*\*", line)
        if heading:
            sections.append((heading[1].split(",")[0], []))
        elif sections and line.startswith("| ["):
            sections[-1][1].extend(f"docs/{path}" for path in re.findall(r"\]\(([^)#]+\.md)\)", line.split("|")[1]))
    return [{name: paths} for name, paths in sections if paths]


def main():
    parser = argparse.ArgumentParser(prog="site.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--api", type=Path, help="the library's pages, as Doxygen makes them")
    options = parser.parse_args()
    layout = Layout(options.folder)
    for path in sorted(layout.known):
        layout.put(path, layout.page(path))
    menu = [{"ntrace": "README.md"}, {"All pages": "docs/README.md"}, *navigation((ROOT / "docs/README.md").read_text("utf-8")),
            {"Project": ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]}]
    if options.api:
        shutil.copytree(options.api, layout.folder / "api")
        menu.insert(2, {"API of libntrace": "api/index.html"})
    (options.folder / "mkdocs.yml").write_text(json.dumps(dict(MKDOCS, nav=menu), indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
