"""The report in a browser, at desktop and phone width: nothing sticks out, links lead somewhere. By
night, where Chromium is installed."""
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

if WHOLE and CHROMIUM:
    class BrowserTest(unittest.TestCase):
        def test_it_fits_desktop_and_phone_and_its_links_lead_somewhere(self):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                run("lockstep", "--random", "--config", "tiny", "--cycles", "3000", "--results",
                    folder / "job.json")
                done = run("report", folder / "job.json", "-o", folder / "r.html")
                self.assertEqual(done.returncode, 0, done.stderr)
                text = (folder / "r.html").read_text(encoding="ascii")
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
