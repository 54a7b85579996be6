# SPDX-License-Identifier: Apache-2.0
"""The report in a browser, at desktop and phone width: nothing sticks out, links lead somewhere. By
night, where Chromium is installed; by day its text alone."""
import json
import re
import tempfile
import unittest
from pathlib import Path

from tests.lib import browser
from tests.lib.bench import run
from tests.lib.tier import WHOLE

NEEDS = ("bench-tiny",)
# What is looked at goes into the title, which --dump-dom shows.
LOOK = """<script>
const wide = document.documentElement.scrollWidth - window.innerWidth;
let lost = 0, links = 0;
for (const link of document.querySelectorAll('a[href^="#"]')) {
  links++;
  link.click();
  const place = document.querySelector(location.hash);
  lost += location.hash != link.getAttribute('href') || !place || place.getClientRects().length == 0;
}
const bad = [...document.querySelectorAll('.wide .bad, .narrow .bad')].map(one => one.getBoundingClientRect())
                                                          .filter(one => one.width > 0);
const seen = bad.length ? Math.min(...bad.map(one => one.left)) : 0;
document.title = `bad ${bad.length} from ${Math.round(seen)} wide ${wide} lost ${lost} links ${links} at ${window.innerWidth}`;
</script></body>"""


def page(folder):
    """The text of a report of one short run, made in a folder."""
    run("lockstep", "--random", "--config", "tiny", "--cycles", "3000", "--results",
        folder / "job.json")
    done = run("report", folder / "job.json", "-o", folder / "r.html")
    assert done.returncode == 0, done.stderr
    return (folder / "r.html").read_text(encoding="ascii")


def failing_page(folder):
    """The text of a report of a run whose mismatch is in the last of 40 cycles."""
    page(folder)
    result = json.loads((folder / "job.json").read_text(encoding="ascii"))
    numbers = {"name": "cycle", "wave": "2" * 40, "data": [str(1000 + n) for n in range(40)]}
    lanes = [{"name": f"icnt ({side})", "wave": "2" + "." * 38 + "9", "data": ["0x1", value]}
             for side, value in (("RTL", "0x2"), ("model", "0x3"))]
    result.update(failure="RTL and golden model differ",
                  first_mismatch={"cycle": 1039, "signals": [{"signal": "icnt", "expected": "0x3", "got": "0x2",
                                                              "last_equal": 1038}]},
                  diagrams=[{"title": "First mismatch", "cycle": 1039,
                             "wave": {"signal": [numbers, ["Pairs", *lanes]], "config": {"hscale": 3}}}])
    (folder / "job.json").write_text(json.dumps(result), encoding="ascii")
    run("report", folder / "job.json", "-o", folder / "r.html")
    return (folder / "r.html").read_text(encoding="ascii")


class TextTest(unittest.TestCase):
    def test_links_lead_somewhere_and_nothing_is_loaded(self):
        with tempfile.TemporaryDirectory() as name:
            text = page(Path(name))
        links = set(re.findall(r'href="#([^"]+)"', text))
        self.assertGreater(len(links), 5)
        self.assertEqual(links - set(re.findall(r'id="([^"]+)"', text)), set())
        self.assertEqual(re.findall(r'(?:src|href)="(?:https?:)?//', text), [])
        self.assertIn('name="viewport"', text)


if WHOLE and browser.CHROMIUM:
    class BrowserTest(unittest.TestCase):
        def look(self, folder, text, width):
            """What the browser says of the page: by name its numbers."""
            (folder / "look.html").write_text(text.replace("</body>", LOOK))
            title = re.search(r"<title>(bad .* links \d+) at", browser.shown(folder, folder / "look.html", width))[1].split()
            return dict(zip(title[::2], map(int, title[1::2])))

        def test_it_fits_desktop_and_phone_and_its_links_lead_somewhere(self):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                text = page(folder)
                for width in (1280, 500):
                    with self.subTest(width=width):
                        found = self.look(folder, text, width)
                        self.assertLessEqual(found["wide"], 0)
                        self.assertEqual(found["lost"], 0)
                        self.assertGreater(found["links"], 5)

        def test_a_mismatch_is_in_sight_on_desktop_and_phone(self):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                text = failing_page(folder)
                for width in (1280, 500):
                    with self.subTest(width=width):
                        found = self.look(folder, text, width)
                        self.assertEqual(found["bad"], 2)
                        self.assertLess(found["from"], min(width - 60, 340 if width < 640 else width))
                        self.assertLessEqual(found["wide"], 0)


if __name__ == "__main__":
    unittest.main()
