# SPDX-License-Identifier: Apache-2.0
"""The ingress kit on the example's core: what its port says of each program is what the text allows. A fault in the port is
named by the kit, and where it breaks the port's rules by these, in Verilog and in C."""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.examples.kit.bench import HAVE, NTRACE, Bench, call
from tests.examples.kit.faults import FAULTS, faulty
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

NEEDS = ("build/ntrace",)
EVERY = 1 if WHOLE else 9


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)


class CoreTest(InFolder):
    def test_its_port_says_what_the_text_determines(self):
        bench = Bench(self.folder)
        names = bench.emit()
        for name in names[::EVERY]:
            with self.subTest(name):
                self.assertEqual(bench.run(name), [])
        said = call(NTRACE, "kit", "judge", "--port-dir", self.folder, "--have", HAVE, *([] if WHOLE else ["--partial"]),
                    good=(0, 1))
        print(said.splitlines()[-1])
        run, missing = len(names[::EVERY]), len(names) - len(names[::EVERY])
        self.assertRegex(said, rf"\n{run} conformant, 0 broken, {missing} missing, \d+ not applicable\n$")


class FaultsTest(InFolder):
    def test_each_is_named_by_the_kit_and_by_the_rules(self):
        source = self.folder / "nt_kit_bench.v"
        source.write_text(faulty(), encoding="utf-8")
        bench = Bench(self.folder, source)
        bench.emit(*{row[2] for row in FAULTS.values()})
        named = 0
        for number, (fault, (*_, name, kit, rule)) in enumerate(FAULTS.items(), 1):
            with self.subTest(fault):
                broken = bench.run(name, f"+fault={number}")
                self.assertRegex(bench.judged(name), rf"^{name}: broken, .*\n  {re.escape(kit)}  cycle \d+: .*\(.*\)\n$")
                checked = re.findall(r"^cycle \d+: ([\w-]+): ", bench.checked(name), re.M)
                self.assertEqual(checked, broken[:len(checked)])
                self.assertEqual(rule in broken, rule is not None, broken)
                self.assertTrue(broken or rule is None)
                named += rule is not None
        self.assertGreaterEqual(named, 20)

    def test_without_one_all_programs_of_the_table_are_good(self):
        source = self.folder / "nt_kit_bench.v"
        source.write_text(faulty(), encoding="utf-8")
        bench = Bench(self.folder, source)
        for name in bench.emit(*sorted({row[2] for row in FAULTS.values()})):
            with self.subTest(name):
                self.assertEqual(bench.run(name), [])
                self.assertRegex(bench.judged(name), rf"^{name}: conformant, ")


class PageTest(InFolder):
    PAGE = (ROOT / "docs/kit.md").read_text(encoding="utf-8")

    def test_its_numbers_are_those_of_the_tests(self):
        applies = len(call(NTRACE, "kit", "list", "--have", HAVE).splitlines())
        by_rules = sum(row[-1] is not None for row in FAULTS.values())
        self.assertIn(f"the example's core: {applies} programs apply", self.PAGE)
        self.assertIn(f"{len(FAULTS)} faults in its port: each is named by the kit; {by_rules} break the port's rules", self.PAGE)

    def test_its_commands_do_what_it_says(self):
        (commands, output), = re.findall(r"```sh\n(.*?)```\n\n```\n(.*?)```", self.PAGE, re.S)
        call("make", "-s", "SETUP=no", f"EXAMPLE={self.folder}", self.folder / "kit.vvp")
        script = commands.replace("ntrace kit", f"{NTRACE} kit").replace("build/example-core", str(self.folder))
        done = subprocess.run(["bash", "-e", "-c", script], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual((done.stdout, done.stderr), (output, ""))


if __name__ == "__main__":
    unittest.main()
