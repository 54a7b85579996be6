# SPDX-License-Identifier: Apache-2.0
"""The documentation as a site: what it is made of, what its links lead to, and by night the site itself in a browser."""
import functools
import http.server
import re
import shutil
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from scripts import site, site_links
from tests.lib import browser
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

WIDTHS = (1400, 390)  # of a desk and of a phone
# What is looked at goes into the title, which --dump-dom shows.
LOOK = """<script>window.addEventListener('load', () => setTimeout(() => {
document.title = `wide ${document.documentElement.scrollWidth - window.innerWidth} at ${window.innerWidth}`; }, 300));</script></body>"""
# Types words into the search, and asks the server for /found with the first page that is shown.
SEARCH = """<script>window.addEventListener('load', () => {
const query = document.querySelector('[data-md-component="search-query"]');
document.querySelector('[data-md-toggle="search"]').checked = true;
setInterval(() => {
  query.focus();
  query.value = 'scountovf';
  query.dispatchEvent(new Event('input', {bubbles: true}));
  query.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true}));
  const found = document.querySelector('.md-search-result__link');
  if (found) fetch('/found?' + found.getAttribute('href'));
}, 500); });</script></body>"""


class Server(http.server.SimpleHTTPRequestHandler):
    """A folder's files; what is asked of /found is kept."""

    def __init__(self, *arguments, found, **options):
        self.found = found
        super().__init__(*arguments, **options)

    def do_GET(self):
        if self.path.startswith("/found?"):
            self.found.append(self.path)
        super().do_GET()

    def log_message(self, *_):
        pass


class LayoutTest(unittest.TestCase):
    def test_every_page_is_laid_out_and_links_to_what_is_there(self):
        with tempfile.TemporaryDirectory() as name:
            layout = site.Layout(Path(name))
            for path in site.pages():
                layout.put(path, layout.page(path))
            for path in site.pages():
                text = (layout.folder / path).read_text("utf-8")
                for link in (match[2] for match in site.LINK.finditer(site.FENCE.sub("", text))):
                    if not re.match(r"\w+:|#", link):
                        self.assertTrue((layout.folder / path).parent.joinpath(link.split("#")[0]).is_file(), (path, link))

    def test_the_menu_has_every_page_of_the_index(self):
        menu = site.navigation((ROOT / "docs/README.md").read_text("utf-8"))
        pages = {page for section in menu for paths in section.values() for page in paths}
        self.assertEqual({f"docs/{path}" for path in (p.relative_to(ROOT / "docs").as_posix()
                                                       for p in (ROOT / "docs").rglob("*.md"))
                          if path not in ("README.md", "api/mainpage.md")} - pages, set())

    def test_links_in_code_stay(self):
        self.assertEqual(site.outside_code("a\n```\na\n```\na", str.upper), "A\n```\na\n```\nA")


class LinksTest(unittest.TestCase):
    def wrong(self, body):
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "a.html").write_text(f"<html><body><h1 id='here'>A</h1>{body}</body></html>")
            (Path(name) / "b").mkdir()
            (Path(name) / "b/index.html").write_text("<p id='there'><a href='../a.html#here'>a</a></p>")
            return [why for _, _, why in site_links.check(name)[2]]

    def test_what_is_right_is_accepted(self):
        self.assertEqual(self.wrong("<a href='#here'></a><a href='b/#there'></a><a href='b/index.html'></a>"
                                    "<a href='https://riscv.org/'></a><a href='mailto:a@b'></a>"), [])

    def test_each_kind_of_wrong_link_is_found(self):
        for body, why in (("<a href='none.html'></a>", "no such file"), ("<a href='../a.html'></a>", "no such file"),
                          ("<img src='none.png'>", "no such file"), ("<a href='#none'></a>", "no such place on the page"),
                          ("<a href='b/#none'></a>", "no such place on the page"), ("<a href='foo:bar'></a>", "no such scheme"),
                          ("<script src='https://example.org/a.js'></script>", "loaded from elsewhere"),
                          ("<img src='//example.org/a.png'>", "loaded from elsewhere")):
            self.assertEqual(self.wrong(body), [why], body)

    def test_a_site_with_a_wrong_link_ends_with_1(self):
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "a.html").write_text("<a href='none.html'></a>")
            done = subprocess.run([ROOT / "scripts/site_links.py", name], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (1, "1 links on 1 pages, 1 wrong"))


if WHOLE and browser.CHROMIUM:
    class BrowserTest(unittest.TestCase):
        @classmethod
        def setUpClass(cls):
            subprocess.run(["make", "-s", "SETUP=no", "site"], cwd=ROOT, check=True)
            cls.place = tempfile.TemporaryDirectory()
            cls.folder = Path(cls.place.name)
            shutil.copytree(ROOT / "build/site/html", cls.folder / "html")

        @classmethod
        def tearDownClass(cls):
            cls.place.cleanup()

        def look(self, page, width):
            """By how many pixels the page is wider than the window."""
            at = page.with_name("look.html")
            at.write_text(page.read_text("utf-8").replace("</body>", LOOK))
            return int(re.search(r"<title>wide (-?\d+) at", browser.shown(self.folder, at, width))[1])

        def test_no_page_is_wider_than_desk_or_phone(self):
            pages = [self.folder / "html" / path for path in ("index.html", "docs/index.html", "docs/commands.html",
                     "docs/encoder.html", "docs/rules.html", "docs/registers.html", "docs/vectors.html", "docs/report.html",
                     "docs/synthesis.html", "files/examples/core/index.html")]
            self.assertEqual([(page.name, width) for page in pages for width in WIDTHS if self.look(page, width) > 0], [])

        def test_search_finds_a_page_by_its_words(self):
            html, found = self.folder / "html", []
            (html / "look.html").write_text((html / "index.html").read_text("utf-8").replace("</body>", SEARCH))
            with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Server, directory=html, found=found)) as server:
                threading.Thread(target=server.serve_forever, daemon=True).start()
                window = subprocess.Popen(browser.command(self.folder / "search", "--remote-debugging-port=0",
                                                          f"http://127.0.0.1:{server.server_port}/look.html"),
                                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                for _ in range(600):
                    if found or window.poll() is not None:
                        break
                    time.sleep(0.5)
                window.terminate()
                window.wait()
                server.shutdown()
            self.assertRegex(" ".join(found[:1]), r"docs/[a-z-]+\.html")


if __name__ == "__main__":
    unittest.main()
