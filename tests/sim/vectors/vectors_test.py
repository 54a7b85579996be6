# SPDX-License-Identifier: Apache-2.0
"""`ntrace vectors`: the vectors are what their scripts make, RTL and model send their bytes, and
the command lists, writes, runs and judges them."""
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from tests.lib.bench import run
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

NEEDS = ("benches", "build/units/hpm/rv32-deleg/bench", "build/units/hpm/rv32-min/bench",
         "build/units/hpm/rv32/bench", "build/units/hpm/rv64-deleg/bench", "build/units/hpm/rv64-u/bench",
         "build/units/hpm/rv64/bench", "unit-ctr", "unit-tv")
FOLDER = ROOT / "tests/vectors"
FILES = [path for path in FOLDER.glob("*/*") if path.suffix not in (".txt", ".kit")]  # kit: programs
VECTOR = "start-debug-htm"


class VectorsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def good(self, *arguments):
        done = run("vectors", *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        return done.stdout

    def bad(self, status, *arguments):
        done = run("vectors", *arguments)
        self.assertEqual(done.returncode, status, (arguments, done.stdout, done.stderr))
        return done.stdout + done.stderr

    def expected(self, name=VECTOR):
        path = self.folder / "expected.nex"
        self.good("emit", name, "--bytes", "-o", path)
        return path

    def changed(self, data):
        path = self.folder / "changed.nex"
        path.write_bytes(data)
        return path

    def test_the_scripts_make_the_files_that_are_there(self):
        part = [] if WHOLE else ["--part", "6"]
        done = subprocess.run([sys.executable, str(ROOT / "scripts/vectors/make.py"), "--check", *part],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_the_manifest_has_each_rule_once(self):
        lines = [line.split()[0] for line in (FOLDER / "encoder/manifest.txt").read_text(encoding="ascii").splitlines()
                 if not line.startswith("#")]
        rules = [line.split("\t")[0] for line in run("check", "--list").stdout.splitlines()]
        self.assertEqual(lines, rules)

    def test_rtl_and_model_send_the_bytes_of_every_vector(self):
        said = json.loads(self.good("run", "--rtl", "--json"))
        self.assertEqual(said["failed"], [])
        self.assertEqual(said["vectors"], len(FILES))
        self.assertGreater(said["rtl"], 450)

    def test_a_wrong_byte_in_a_vector_fails(self):
        text = (FOLDER / f"encoder/{VECTOR}.nti").read_text(encoding="ascii")
        path = self.folder / "wrong.nti"
        path.write_text(text.replace("#> 24 0D", "#> 24 1D"), encoding="ascii")
        self.assertNotEqual(text, path.read_text(encoding="ascii"))
        self.assertIn("failed", self.bad(1, "run", path))

    def test_a_vector_of_another_unit_than_asked_for_is_refused(self):
        self.assertIn(f"{VECTOR} is of unit encoder, not tv", self.bad(2, "run", VECTOR, "--unit", "tv"))

    def test_list_has_a_line_for_each(self):
        lines = self.good("list", "--unit", "encoder").splitlines()
        self.assertEqual(len(lines), len(list(FOLDER.glob("encoder/*.nti"))))
        self.assertIn([VECTOR, "encoder", "8"], [line.split() for line in lines])
        objects = json.loads(self.good("list", "--json"))["vectors"]
        self.assertEqual([o["id"] for o in objects if o["unit"] == "encoder"], [line.split()[0] for line in lines])
        self.assertEqual({(o["unit"], o["id"]) for o in objects}, {(path.parent.name, path.stem) for path in FILES})
        self.assertIn("no such unit", self.bad(2, "list", "--unit", "engine"))

    def test_emit_writes_a_word_a_cycle_for_readmemh(self):
        lines = self.good("emit", VECTOR).splitlines()
        columns = re.findall(r"^// (\d+):(\d+) (\w+)$", "\n".join(lines), re.M)
        words = [int(line.replace("_", ""), 16) for line in lines if not line.startswith("//")]
        place = {name: (int(high), int(low)) for high, low, name in columns}

        def value(word, name):
            high, low = place[name]
            return word >> low & (1 << high - low + 1) - 1
        self.assertEqual([value(word, "rst") for word in words[:2]], [1, 0])
        block = [word for word in words if value(word, "iretire_0")]
        self.assertEqual([(value(word, "iaddr_0"), value(word, "trTeInstMode")) for word in block], [(0x100, 6)])

    def test_csv_and_json_have_the_same_cycles(self):
        rows = list(csv.reader(self.good("emit", VECTOR, "--format", "csv").splitlines()))
        said = json.loads(self.good("emit", VECTOR, "--format", "json"))
        self.assertEqual([said["columns"], *said["cycles"]], rows)
        self.assertEqual(bytes.fromhex(said["bytes"]), self.expected().read_bytes())
        self.assertEqual(said["parameters"]["XLEN"], 64)

    def test_the_bytes_come_as_text_too(self):
        text = self.good("emit", VECTOR, "--bytes", "--format", "hex")
        self.assertEqual(bytes.fromhex(text), self.expected().read_bytes())

    def test_the_golden_bytes_are_exact(self):
        said = self.good("judge", VECTOR, "--bytes", self.expected())
        self.assertEqual(said, f"{VECTOR}: exact, 8 bytes\n")

    def test_other_legal_bytes_conform_but_are_not_exact(self):
        other = self.changed(b"\xff" + self.expected().read_bytes() + b"\xff\xff")
        self.assertIn("conformant; 11 bytes", self.good("judge", VECTOR, "--bytes", other))
        self.bad(1, "judge", VECTOR, "--bytes", other, "--exact")

    def test_wrong_bytes_are_broken_with_rule_and_offset(self):
        data = bytearray(self.expected().read_bytes())
        data[1] ^= 0x18  # SYNC=5: not out of debug mode
        said = json.loads(self.bad(1, "judge", VECTOR, "--bytes", self.changed(data), "--json"))
        self.assertEqual((said["verdict"], said["rule"], said["difference"]), ("broken", "ingress.start-reason", 1))
        self.assertIn("empty", self.bad(1, "judge", VECTOR, "--bytes", self.changed(b"")))

    def test_what_cannot_be_used_says_why(self):
        self.assertIn("no vector", self.bad(2, "judge", "start-of-nothing", "--bytes", self.expected()))
        self.assertIn("No such file", self.bad(2, "judge", VECTOR, "--bytes", self.folder / "none"))
        self.assertIn("hex, csv or json", self.bad(2, "emit", VECTOR, "--format", "xml"))
        self.assertIn("see --help", self.bad(2, "judge", VECTOR))
        self.assertIn("no folder", self.bad(2, "list", "--from", self.folder / "none"))
        path = self.folder / "code.nti"
        path.write_text("#: 0x100  13\nntrace-ingress 2 xlen=64\n", encoding="ascii")
        done = run("decode", self.expected(), "--image", path)
        self.assertIn("line 1: code before the header", done.stderr)


if __name__ == "__main__":
    unittest.main()
