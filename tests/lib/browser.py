# SPDX-License-Identifier: Apache-2.0
"""Chromium without a window: what a page looks like at a width. A script in the page puts what it sees into the title."""
import shutil
import subprocess

CHROMIUM = shutil.which("chromium")


def command(folder, *words):
    """Chromium with a profile of its own in a folder."""
    return [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", *words]


def shown(folder, page, width):
    """The page as it is once its scripts have run, in a window so wide. `page`: its path."""
    return subprocess.run(command(folder, f"--window-size={width},900", "--virtual-time-budget=5000", "--dump-dom", page.as_uri()),
                          capture_output=True, text=True, check=True).stdout
