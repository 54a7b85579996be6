# SPDX-License-Identifier: Apache-2.0
"""The report in a browser, at desktop and phone width: nothing sticks out, links lead somewhere. By
night, where Chromium is installed; by day its text alone."""
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import run
from tests.lib.tier import WHOLE

CHROMIUM = shutil.which("chromium")
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
document.title = `wide ${wide} lost ${lost} links ${links} at ${window.innerWidth}`;
</script></body>"""


def page(folder):
    """The text of a report of one short run, made in a folder."""
    run("lockstep", "--random", "--config", "tiny", "--cycles", "3000", "--results",
        folder / "job.json")
    done = run("report", folder / "job.json", "-o", folder / "r.html")
    assert done.returncode == 0, done.stderr
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


if WHOLE and CHROMIUM:
    class BrowserTest(unittest.TestCase):
        def test_it_fits_desktop_and_phone_and_its_links_lead_somewhere(self):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                text = page(folder)
                (folder / "look.html").write_text(text.replace("</body>", LOOK))
                for width in (1280, 500):
                    with self.subTest(width=width):
                        shown = subprocess.run(
                            [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu",
                             f"--user-data-dir={folder}/profile", f"--window-size={width},900",
                             "--dump-dom", f"file://{folder}/look.html"],
                            capture_output=True, text=True, check=True).stdout
                        title = re.search(r"<title>wide (-?\d+) lost (\d+) links (\d+) at", shown)
                        self.assertIsNotNone(title)
                        wide, lost, links = map(int, title.groups())
                        self.assertLessEqual(wide, 0)
                        self.assertEqual(lost, 0)
                        self.assertGreater(links, 5)


if __name__ == "__main__":
    unittest.main()
