# SPDX-License-Identifier: Apache-2.0
"""`ntrace report --ucis`: functional coverage as UCIS XML. By night pyucis, from PyPI, reads it back, and
judges it by the standard's schema."""
import json
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

from tests.lib import tier
from tests.lib.catalogue import ROOT
from tests.sim.report.report_test import Folder, report

NEEDS = ("bench-tiny",)


# Prints by covergroup and coverpoint the bins that count, and those that do not, with their hits.
READ_BACK = """
import json, sys
from ucis.cover_type_t import CoverTypeT
from ucis.history_node_kind import HistoryNodeKind
from ucis.scope_type_t import ScopeTypeT
from ucis.xml import validate_ucis_xml
from ucis.xml.xml_reader import XmlReader
assert validate_ucis_xml(sys.argv[1])
db = XmlReader().read(sys.argv[1])
groups = {}
for instance in db.scopes(ScopeTypeT.INSTANCE):
    for group in instance.scopes(ScopeTypeT.COVERGROUP):
        for point in group.scopes(ScopeTypeT.COVERPOINT):
            for kind in (CoverTypeT.CVGBIN, CoverTypeT.IGNOREBIN):
                for one in point.coverItems(kind):
                    key = f"{group.getScopeName()}: {one.getName()}"
                    groups[key] = [kind == CoverTypeT.CVGBIN, one.getCoverData().data]
print(json.dumps({"runs": len(list(db.getHistoryNodes(HistoryNodeKind.ALL))), "bins": groups}))
"""


class UcisTest(Folder):
    def write(self):
        """The file, and by group and bin what it has to hold: whether the bin counts, and its hits."""
        path = self.folder / "coverage.xml"
        done = report(*self.results, "--ucis", path, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        groups = json.loads(done.stdout)["coverage"]["groups"]
        return path, {f"{name}: {row['bin']}": ["reason" not in row, row["hits"]]
                      for name, group in groups.items() for row in group["rows"]}

    def test_it_has_each_bin_with_its_hits_and_each_run(self):
        path, expected = self.write()
        root = ElementTree.parse(path).getroot()
        found = {f"{group.get('name')}: {one.get('name')}":
                 [one.get("type") == "bins", int(one.find("range/contents").get("coverageCount"))]
                 for group in root.iter("cgInstance") for one in group.iter("coverpointBin")}
        self.assertEqual(found, expected)
        runs = list(root.iter("historyNodes"))
        self.assertEqual([(run.get("testStatus"), run.get("seed")) for run in runs],
                         [("true", seed) for seed in sorted(run.get("seed") for run in runs)])
        self.assertEqual({run.get("seed") for run in runs}, {"1", "2", "3"})

    def test_each_coverpoint_stands_once(self):
        path, _ = self.write()
        for group in ElementTree.parse(path).getroot().iter("cgInstance"):
            names = [point.get("name") for point in group.iter("coverpoint")]
            self.assertEqual(len(names), len(set(names)), group.get("name"))

    if tier.WHOLE:
        def test_pyucis_reads_it_back(self):
            venv = ROOT / "build/venv-ucis"
            subprocess.run([ROOT / "scripts/venv", venv, ROOT / "scripts/requirements-ucis.txt"], check=True)
            path, expected = self.write()
            done = subprocess.run([venv / "bin/python", "-c", READ_BACK, path], capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout), {"runs": 3, "bins": expected})


if __name__ == "__main__":
    unittest.main()
