# SPDX-License-Identifier: Apache-2.0
"""The file lists for others (.f, FuseSoC, Bender) are those that scripts/packages.py writes, name
exactly the files of each top, and work."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts import packages
from tests.lib import tier
from tests.lib.catalogue import ROOT

NEEDS = ("venv-if-possible",)
FUSESOC = ROOT / "build/venv/bin/fusesoc"
BY_DAY = "nt_tv_encoder", "nt_system"
EXAMPLE = "tests/icarus/worked-example.nti"


def run(*command, cwd=ROOT):
    return subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True,
                          check=False, env={**os.environ, "NTRACE": str(ROOT)})


def listed(top):
    lines = (ROOT / f"rtl/lists/{top}.f").read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith(("//", "+"))]


def read_by_icarus(listing, top, cwd=ROOT):
    """What Icarus reads for a top when it is given a list, or None where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        done = run("iverilog", "-g2005", "-tnull", "-s", top, "-f", listing, "-M", f"{folder}/read", cwd=cwd)
        return set(Path(folder, "read").read_text("utf-8").split()) if done.returncode == 0 else None


def of_core(top):
    """Paths that a core file names, from its text."""
    text = (ROOT / f"rtl/{top}.core").read_text("utf-8")
    return {f"rtl/{path}" for path in re.findall(r"^      - ([\w/.]+\.vh?)", text, re.M)}


def of_bender(top):
    text = (ROOT / "Bender.yml").read_text("utf-8")
    found = []
    for group in text.split("  - target: ")[1:]:
        target, rest = group.split("\n", 1)
        if top in re.findall(r"\bnt_\w+", target):
            found += re.findall(r"^      - (\S+)$", rest, re.M)
    return found


class PackagesTest(unittest.TestCase):
    def test_the_files_are_those_that_the_script_writes(self):
        os.chdir(ROOT)
        written = dict(packages.packages())
        for path, text in written.items():
            self.assertEqual((ROOT / path).read_text("utf-8"), text, f"{path}: make packages")
        there = {path.relative_to(ROOT).as_posix() for pattern in ("rtl/*.core", "rtl/lists/**/*")
                 for path in ROOT.glob(pattern) if path.is_file()}
        self.assertEqual({path for path in written if path.startswith("rtl/")}, there)

    def test_the_table_of_modules_has_each_with_its_status(self):
        page = (ROOT / "docs/project/modules.md").read_text("utf-8")
        rows = re.findall(r"^\| `(nt_\w+)` \| (stable|new|experimental)[ ;]", page, re.M)
        self.assertEqual(sorted(name for name, _ in rows), sorted(packages.OWN))

    def test_each_names_exactly_what_icarus_reads(self):
        for top in packages.OWN:
            with self.subTest(top=top):
                files = listed(top)
                read = read_by_icarus(ROOT / f"rtl/lists/{top}.f", top)
                self.assertEqual(set(files), {path for path in read if path.endswith(".v")})
                self.assertEqual(of_core(top), read)
                self.assertEqual(sorted(of_bender(top)), sorted(files))

    def test_a_list_for_anywhere_names_the_same_from_another_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            for top in packages.OWN if tier.WHOLE else BY_DAY:
                with self.subTest(top=top):
                    read = read_by_icarus(ROOT / f"rtl/lists/anywhere/{top}.f", top, folder)
                    self.assertEqual({path.removeprefix(f"{ROOT}/") for path in read if path.endswith(".v")}, set(listed(top)))

    def test_a_list_without_one_of_its_files_does_not_elaborate(self):
        with tempfile.TemporaryDirectory() as folder:
            short = Path(folder, "short.f")
            lines = (ROOT / "rtl/lists/nt_tv_encoder.f").read_text("utf-8").splitlines()
            short.write_text("\n".join(lines[:3] + lines[4:]), "utf-8")
            self.assertIsNone(read_by_icarus(short, "nt_tv_encoder"))

    def fusesoc(self, folder, target, core, *options):
        return run(FUSESOC, "--cores-root", ROOT / "rtl", "--cores-root", ROOT / "tests/icarus",
                   "run", "--target", target, core, *options, cwd=folder)

    def test_fusesoc_lints_them(self):
        with tempfile.TemporaryDirectory() as folder:
            for top in packages.OWN if tier.WHOLE else BY_DAY:
                with self.subTest(top=top):
                    done = self.fusesoc(folder, "lint", f"ntrace:rtl:{top}")
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_fusesoc_runs_the_testbench(self):
        for target, build in ("sim", "rv64"), ("sim_rv32", "rv32"):
            with self.subTest(target=target), tempfile.TemporaryDirectory() as folder:
                pins, wanted, got = (Path(folder, name) for name in ("pins", "wanted", "got"))
                example = ROOT / EXAMPLE if build == "rv64" else Path(folder, "walk.nti")
                if build != "rv64":
                    run("build/ntrace", "shape", "--random", "--cycles", 2000, "--config", build,
                        "-o", example)
                run("build/ntrace", "shape", example, "-o", pins, "--format", "hex", "--config", build)
                run("build/ntrace", "encode", example, "-o", wanted, "--config", build)
                done = self.fusesoc(folder, target, "ntrace:tb:nt_encoder_tb", "--ingress", pins,
                                    "--bytes", got)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                sent = bytes.fromhex(got.read_text("ascii"))
                self.assertTrue(sent)
                self.assertEqual(sent, wanted.read_bytes())


if __name__ == "__main__":
    unittest.main()
