#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks a site of HTML: every link and picture leads to a file of it, every anchor to a place on the page, and
nothing is loaded from elsewhere. The last line is `N links on N pages, N wrong`; exit status 1 where any is wrong.

    site_links.py FOLDER
"""
import os
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LINKS = {"a": "href", "img": "src", "link": "href", "script": "src", "iframe": "src", "object": "data"}


class Page(HTMLParser):
    """What a page links to, and its anchors."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.anchors |= {attributes[name] for name in ("id", "name") if attributes.get(name)}
        link = attributes.get(LINKS.get(tag))
        if link is not None and attributes.get("rel") not in ("canonical", "sitemap"):
            self.links.append((tag, link))


def complaint(folder, at, tag, link, pages):
    """Why a link of the page `at` is wrong; None: it is not. `pages`: by path, those of the site."""
    parts = urlsplit(link)
    if parts.scheme in ("http", "https") or parts.netloc:
        return None if tag == "a" else "loaded from elsewhere"
    if parts.scheme:
        return None if parts.scheme in ("mailto", "javascript", "data") else "no such scheme"
    path = os.path.normpath(os.path.join(os.path.dirname(at), unquote(parts.path))) if parts.path else at
    if (folder / path).is_dir():
        path = f"{path}/index.html"
    if path.startswith("..") or not (folder / path).is_file():
        return "no such file"
    if parts.fragment and path in pages and unquote(parts.fragment) not in pages[path].anchors:
        return "no such place on the page"
    return None


def check(folder):
    """(links, pages, [(page, link, why it is wrong)])."""
    folder = Path(folder)
    pages = {path.relative_to(folder).as_posix(): Page(path.read_text("utf-8", errors="replace"))
             for path in sorted(folder.rglob("*.html")) if path.name != "404.html"}
    wrong, links = [], 0
    for at, page in pages.items():
        links += len(page.links)
        for tag, link in page.links:
            why = complaint(folder, at, tag, link, pages)
            if why:
                wrong.append((at, link, why))
    return links, len(pages), wrong


def main():
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        print("site_links.py: expected the folder of a site", file=sys.stderr)
        return 2
    links, pages, wrong = check(sys.argv[1])
    for at, link, why in wrong:
        print(f"{at}: {link}: {why}")
    print(f"{links} links on {pages} pages, {len(wrong)} wrong")
    return 1 if wrong or not links else 0


if __name__ == "__main__":
    sys.exit(main())
