# SPDX-License-Identifier: Apache-2.0
"""What the stored list reaches: every bin of the functional coverage that can be reached."""
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts.coverage import missed
from tests.lib.catalogue import ROOT

NTRACE = ROOT / "build/ntrace"
LIST = ROOT / "tests/regress/jobs.txt"


def of_the_encoder(text):
    """The jobs that hit bins: those of one encoder."""
    return "".join(line + "\n" for line in text.splitlines() if "--unit " not in line and "--harts " not in line)


class BinsTest(unittest.TestCase):
    def test_the_stored_list_hits_every_bin_that_is_not_listed_as_unreachable(self):
        with tempfile.TemporaryDirectory() as name:
            jobs = Path(name, "jobs.txt")
            jobs.write_text(of_the_encoder(LIST.read_text(encoding="ascii")), encoding="ascii")
            done = subprocess.run([NTRACE, "regress", jobs, "-o", f"{name}/regress"], cwd=ROOT, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout[-2000:])
            results = sorted(Path(name, "regress/results").glob("*.json"))
            done = subprocess.run([NTRACE, "report", *results, "-o", f"{name}/report.html", "--json"], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        coverage = json.loads(done.stdout)["coverage"]
        self.assertEqual(missed(coverage), [], "no job hits these")
        self.assertEqual((coverage["hit"], coverage["contradicted"]), (coverage["reachable"], 0))


class IngressTest(unittest.TestCase):
    def test_the_directed_ingress_files_are_as_their_script_makes_them(self):
        with tempfile.TemporaryDirectory() as name:
            subprocess.run([ROOT / "scripts/regress_ingress.py", "-o", name], check=True)
            stored = ROOT / "tests/regress/ingress"
            names = sorted(path.name for path in stored.iterdir())
            self.assertEqual(sorted(path.name for path in Path(name).iterdir()), names)
            for file in names:
                self.assertEqual(Path(name, file).read_bytes(), (stored / file).read_bytes(), f"{file}: make it again by scripts/regress_ingress.py")
            listed = LIST.read_text(encoding="ascii")
            self.assertEqual([file for file in names if f"tests/regress/ingress/{file} " not in listed + " " and file.endswith(".nti")], [])


if __name__ == "__main__":
    unittest.main()
