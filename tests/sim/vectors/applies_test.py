# SPDX-License-Identifier: Apache-2.0
"""Which vectors apply to an encoder, folders of its bytes judged at once, and what changed between two folders of vectors:
`ntrace vectors features`, `list --have`, `judge --bytes-dir`, `changes`."""
import functools
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from scripts.vectors import needs, version
from tests.lib.bench import run
from tests.lib.catalogue import ROOT

FOLDER = ROOT / "tests/vectors"
EXAMPLE = ROOT / "examples/encoder"
HAVE = EXAMPLE / "encoder.toml"
TAKEN, TRAP = "ordinary-taken-forward-btm-rv32", "ordinary-ecall-btm-rv32"


def example():
    """The module examples/encoder/encode.py."""
    spec = importlib.util.spec_from_file_location("example_encoder", EXAMPLE / "encode.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ENCODE = example()


@functools.cache
def pins(name):
    return json.loads(run("vectors", "emit", name, "--format", "json").stdout)


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def call(self, status, *words):
        done = run("vectors", *words)
        self.assertEqual(done.returncode, status, (words, done.stdout[-2000:], done.stderr))
        if status == 2:
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stdout + done.stderr

    def listed(self, *words):
        return json.loads(self.call(0, "list", "--json", *words))["vectors"]

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


class ApplyTest(Folder):
    def test_an_encoder_of_btm_on_rv32_without_options_has_120_vectors_and_60_with_ordinary_code(self):
        names = ",".join(needs.NAMES)
        ids = [vector["id"] for vector in self.listed("--mode", "btm", "--xlen", "32", "--without", names)]
        self.assertGreaterEqual(len(ids), 120)
        self.assertGreaterEqual(len([name for name in ids if name.startswith("ordinary-")]), 60)

    def test_without_a_feature_no_vector_that_needs_it_is_listed_and_all_others_are(self):
        every = self.listed("--unit", "encoder")
        for name in needs.NAMES:
            listed = {vector["id"] for vector in self.listed("--without", name)}
            self.assertEqual(listed, {vector["id"] for vector in every if name not in vector["features"]}, name)

    def test_an_option_that_is_given_again_adds_to_what_it_said(self):
        for apart, joined in ((("--without", "tstamp", "--without", "src"), ("--without", "tstamp,src")),
                              (("--xlen", "32", "--xlen", "64", "--mode", "btm"), ("--xlen", "32,64", "--mode", "btm"))):
            self.assertEqual(self.call(0, "list", *apart), self.call(0, "list", *joined))
        self.call(2, "list", *33 * ("--mode", "btm"))

    def test_features_are_counted_as_the_vectors_have_them(self):
        rows = json.loads(self.call(0, "features", "--json"))["features"]
        every = self.listed("--unit", "encoder")
        self.assertEqual({row["name"]: row["vectors"] for row in rows},
                         {name: len([v for v in every if name in v["features"]]) for name in needs.NAMES})

    def test_a_file_of_capabilities_is_as_good_as_the_options(self):
        table = self.write("e.toml", '# mine\nmode = "btm"\nxlen = [32] # bits\nwithout = ["tstamp",\n  "src",\n]\n')
        self.assertEqual(self.listed("--have", table), self.listed("--mode", "btm", "--xlen", "32", "--without", "tstamp,src"))

    def test_sizes_of_the_port_and_the_features_that_there_are_narrow_it(self):
        table = self.write("e.toml", "address = 20\niretire = 4\nitype = 3\nblocks = 1\nfeatures = ['debug']\n")
        listed = self.listed("--have", table)
        self.assertTrue(listed)
        for vector in listed:
            self.assertLessEqual((vector["address"] <= 20, vector["iretire"] <= 4, vector["itype"], vector["blocks"] <= 1),
                                 (True, True, 3, True))
            self.assertLessEqual(set(vector["features"]), {"debug"})

    def test_a_file_that_cannot_be_used_says_why_in_one_line(self):
        for text, reason in [("mode = btm\n", "line 1: expected a text"), ("xlen 32\n", "line 1: expected '='"),
                             ("xlen = 33\n", "32 or 64"), ("mode = ['BTM']\n", "no such mode 'BTM'"),
                             ("\nfeatures = ['speed']\n", "no such feature 'speed'; expected one of tstamp"),
                             ("speed = 3\n", "no such key 'speed'"), ("xlen = 32\nxlen = 64\n", "line 2: xlen is given twice"),
                             ("without = ['src'\n", "expected ',' or ']'"), ("name = 'a\n", "a text without its end"),
                             ("blocks = 1.5\n", "expected a text, an integer"), ("blocks = -1\n", "1 to 255"),
                             ("name = 3\n", "name: expected a text"), ("xlen = 32 64\n", "the end of the line"),
                             ("[port]\nxlen = 32\n", "no such key 'port'"), ("name = \"\\u0041\"\n", "other escapes"),
                             ("a = 'x'\0\n", "zero byte"), ("mode = []\n", "mode: expected at least one"),
                             ("xlen = []\n", "xlen: expected at least one"), ("blocks = 0\n", "blocks: expected 1 to 255"),
                             ("address = 0\n", "address: expected 1 to 255"), ("blocks = [1]\n", "blocks: expected an integer"),
                             ("xlen = ['32']\n", "xlen: expected integers"), ("features = [1]\n", "features: expected texts"),
                             ("features = ['src']\nwithout = ['src']\n", "features and without: expected one of the two")]:
            self.assertIn(reason, self.call(2, "list", "--have", self.write("e.toml", text)), text)
        self.assertIn("No such file", self.call(2, "list", "--have", self.folder / "none"))
        self.assertIn("no such feature 'x'", self.call(2, "list", "--without", "tstamp,x"))
        self.assertIn("expected btm or htm", self.call(2, "list", "--mode", "both"))
        self.assertIn("list: --xlen: expected 32 or 64", self.call(2, "list", "--xlen", "128"))

    def test_a_file_may_begin_with_a_byte_order_mark_and_end_its_lines_as_windows_does(self):
        plain = self.listed("--have", self.write("e.toml", "mode = 'btm'\nxlen = 32\n"))
        (self.folder / "w.toml").write_bytes(b"\xef\xbb\xbfmode = 'btm'\r\nxlen = 32\r\n")
        self.assertEqual(self.listed("--have", self.folder / "w.toml"), plain)

    def test_what_an_encoder_has_is_not_asked_of_other_units(self):
        for words in (("list",), ("judge", "--bytes-dir", self.folder)):
            for option in (("--have", HAVE), ("--mode", "btm"), ("--xlen", "32"), ("--without", "src")):
                self.assertIn("--unit tv: --have, --mode", self.call(2, *words, "--unit", "tv", *option))

    def test_a_folder_without_vectors_is_an_error(self):
        for words in (("list",), ("list", "--unit", "encoder"), ("run",), ("emit", TAKEN), ("judge", "--bytes-dir", self.folder)):
            self.assertIn(f"{self.folder}: no vectors", self.call(2, *words, "--from", self.folder), words)
        self.assertIn("no vectors", self.call(2, "changes", self.folder))

    def test_a_vector_is_no_output(self):
        (self.folder / "v/encoder").mkdir(parents=True)
        path = self.folder / f"v/encoder/{TAKEN}.nti"
        shutil.copy(FOLDER / f"encoder/{TAKEN}.nti", path)
        link, hard = self.folder / "link", self.folder / "hard.nti"
        link.symlink_to(self.folder / "v")
        for words in (("emit", TAKEN), ("emit", TAKEN, "--bytes"), ("run", TAKEN)):
            for out in (path, link / f"encoder/{TAKEN}.nti"):
                self.assertIn("nothing was written", self.call(2, *words, "--from", self.folder / "v", "-o", out))
        bytes_dir = self.folder / "b"
        bytes_dir.mkdir()
        for option in ("--junit", "--json", "--report"):
            self.assertIn("nothing was written", self.call(2, "judge", "--bytes-dir", bytes_dir, "--from", self.folder / "v", option, path))
        self.assertEqual(path.read_bytes(), (FOLDER / f"encoder/{TAKEN}.nti").read_bytes())
        hard.hardlink_to(path)
        self.call(0, "emit", TAKEN, "--from", self.folder / "v", "-o", hard)  # a new file takes the name; the vector stays
        self.assertEqual(path.read_bytes(), (FOLDER / f"encoder/{TAKEN}.nti").read_bytes())

    def test_a_vector_that_does_not_say_what_it_needs_does_not_apply(self):
        (self.folder / "v/encoder").mkdir(parents=True)
        text = (FOLDER / f"encoder/{TAKEN}.nti").read_text(encoding="ascii")
        path = self.folder / f"v/encoder/{TAKEN}.nti"
        path.write_text(text, encoding="ascii")
        self.assertEqual(len(self.listed("--from", self.folder / "v", "--mode", "btm")), 1)
        path.write_text("".join(line for line in text.splitlines(True) if "#= needs" not in line), encoding="ascii")
        self.assertEqual(self.listed("--from", self.folder / "v", "--mode", "btm"), [])
        path.write_text(text.replace("#= needs mode", "#= needs speed=3 mode"), encoding="ascii")
        self.assertIn("no such size: speed", self.call(2, "list", "--from", self.folder / "v"))


class JudgeFolderTest(Folder):
    """Bytes of the small encoder in examples/encoder, which is right, or forgets traps."""

    def encoded(self, name, forget_traps=False):
        out = self.folder / "bytes" / f"{name}.nex"
        out.parent.mkdir(exist_ok=True)
        out.write_bytes(ENCODE.encode(pins(name), ENCODE.Encoder(forget_traps)))
        return out

    def judge(self, status, *words):
        return self.call(status, "judge", "--bytes-dir", self.folder / "bytes", "--have", HAVE, *words)

    def all(self, forget_traps=False):
        for vector in self.listed("--have", HAVE):
            self.encoded(vector["id"], forget_traps)

    def test_a_right_encoder_passes_all_that_apply(self):
        self.all()
        said = json.loads(self.judge(0, "--json"))
        self.assertGreaterEqual(said["total"]["exact"] + said["total"]["conformant"], 120)
        self.assertEqual((said["total"]["broken"], said["total"]["missing"], said["failed"]), (0, 0, False))
        self.assertEqual(said["encoder"], "encode.py")

    def test_the_example_is_a_command(self):
        table = self.write("pins.json", json.dumps(pins(TAKEN)))
        done = subprocess.run([sys.executable, str(EXAMPLE / "encode.py"), table, self.folder / "o.nex"], check=False)
        self.assertEqual(done.returncode, 0)
        self.assertIn("exact", self.call(0, "judge", TAKEN, "--bytes", self.folder / "o.nex"))

    def test_an_encoder_that_forgets_traps_fails_those_with_traps_alone(self):
        self.all(forget_traps=True)
        said = json.loads(self.judge(1, "--json"))
        for row in said["vectors"]:
            text = (FOLDER / f"encoder/{row['id']}.nti").read_text(encoding="ascii")
            if row["verdict"] != "not applicable":
                self.assertEqual(row["verdict"] == "broken", "B-TYPE=2" in text or "B-TYPE=3" in text, row)
                self.assertIn(row.get("rule", "ingress.trap"), ("ingress.trap", "image.ecall"), row)

    def test_one_wrong_file_is_status_1_with_its_rule_and_clause(self):
        self.encoded(TAKEN)
        wrong = self.encoded(TRAP, forget_traps=True)
        junit, page, table = (self.folder / name for name in ("j.xml", "p.html", "t.json"))
        text = self.judge(1, "--partial", "--junit", junit, "--report", page, "--json", table)
        self.assertIn(f"{TRAP}: broken\n  image.ecall  offset 4: the ecall at 0x1008 is counted", text)
        said = json.loads(table.read_text(encoding="utf-8"))
        self.assertEqual(said["clauses"]["Corner Cases and Sequences"]["broken"], 1)
        self.assertEqual(said["total"]["exact"], 1)
        suite = ElementTree.parse(junit).getroot()
        failed = [case.get("name") for case in suite if case.find("failure") is not None]
        self.assertEqual((failed, suite.get("failures")), ([TRAP], "1"))
        self.assertEqual(len(suite), len(said["vectors"]))
        self.assertIn("image.ecall", page.read_text(encoding="utf-8"))
        wrong.unlink()
        self.judge(0, "--partial")

    def test_a_file_that_is_not_there_is_missing(self):
        self.encoded(TAKEN)
        said = json.loads(self.judge(1, "--json"))
        self.assertGreater(said["total"]["missing"], 100)
        self.assertIn("more are missing", self.judge(1))
        self.assertIn(f"1 exact, 0 conformant, 0 broken, {said['total']['missing']} missing", self.judge(0, "--partial"))

    def test_text_of_hexadecimal_digits_is_read_as_the_bytes(self):
        data = self.encoded(TAKEN).read_bytes()
        (self.folder / f"bytes/{TAKEN}.nex").unlink()
        text = self.folder / f"bytes/{TAKEN}.hex"
        for form in (data.hex(" "), data.hex(), "// of $writememh\n@0\n" + data.hex("\n") + "\n",
                     ", ".join(f"0x{byte:02X}" for byte in data) + "  # all", f"@10 {data[:2].hex(' ')} // two\n@12\n{data[2:].hex(' ')}",
                     data.hex(" ").upper().replace(" ", "\r\n"), f"\ufeff@0 {data[:4].hex()} @1 {data[4:].hex()}"):
            text.write_text(form, encoding="utf-8", newline="")
            self.assertIn("1 exact", self.judge(0, "--partial"))
            self.assertIn("exact", self.call(0, "judge", TAKEN, "--bytes", text))
        (self.folder / f"bytes/{TAKEN}.nex").write_text(data.hex(" "), encoding="ascii")
        text.unlink()
        self.assertIn("MSEO=10 (text of hexadecimal digits? Its name ends in .hex, then)", self.judge(1, "--partial"))
        (self.folder / f"bytes/{TAKEN}.nex").unlink()
        text.write_text("24 xx\n", encoding="ascii")
        self.assertIn("line 1: expected bytes of two hexadecimal digits", self.judge(2, "--partial"))
        for form, reason in ((f"@0 {data[:2].hex(' ')}\n@3 {data[2:].hex(' ')}", "line 2: an address that is not the next word's"),
                             (f"{data.hex(' ')}\n@0", "line 2: an address"), (f"@ {data.hex(' ')}", "line 1: expected '@' and"),
                             (f"@0x {data.hex(' ')}", "line 1: expected '@' and"), (data.hex()[1:], "line 1: expected bytes of two")):
            text.write_text(form, encoding="ascii")
            self.assertIn(reason, self.judge(2, "--partial"))
        text.rename(text.with_suffix(".HEX"))
        text.with_suffix(".HEX").write_text(data.hex(" "), encoding="ascii")
        self.assertIn("1 exact", self.judge(0, "--partial"))
        self.assertIn("exact", self.call(0, "judge", TAKEN, "--bytes", text.with_suffix(".HEX")))
        text.with_suffix(".HEX").rename(text.with_suffix(".bin"))
        text.with_suffix(".bin").write_bytes(data)
        self.assertIn("1 exact", self.judge(0, "--partial"))
        text.write_text(data.hex(), encoding="ascii")
        self.assertIn(f"more than one file of {TAKEN}", self.judge(2, "--partial"))

    def test_files_of_no_vector_are_named_and_nothing_to_judge_is_an_error(self):
        self.encoded(TAKEN).rename(self.folder / "bytes/ordinary-taken-foreward.nex")
        self.assertIn("no file of a vector that applies", self.judge(2, "--partial"))
        self.encoded(TAKEN)
        self.assertIn("ordinary-taken-foreward.nex: no vector of this name", self.judge(0, "--partial"))
        other = self.folder / f"bytes/{TRAP}.dat"
        other.touch()
        self.assertIn(f"{TRAP}.dat: not read: its name ends in neither .nex", self.judge(0, "--partial"))
        for number in range(20):
            (self.folder / f"bytes/other-{number}.nex").touch()
        self.assertIn("and 14 more files that are not read", self.judge(0, "--partial"))
        pipe = self.folder / f"bytes/{TRAP}.bin"
        os.mkfifo(pipe)
        self.assertIn(f"{TRAP}.bin: not a regular file", self.judge(2, "--partial"))
        self.assertIn("no folder", self.call(2, "judge", "--bytes-dir", self.folder / "none"))
        self.assertIn("V is missing", self.call(2, "judge", "--bytes", self.folder / "none"))
        self.assertIn("not with --bytes-dir", self.judge(2, TAKEN))
        self.assertIn("not with --bytes-dir", self.judge(2, "--bytes", pipe))

    def test_nothing_to_judge_names_a_file_that_is_not_read(self):
        (self.folder / "bytes").mkdir()
        (self.folder / f"bytes/{TAKEN}.dat").touch()
        self.assertIn(f"no file of a vector that applies; not read: {TAKEN}.dat", self.judge(2))

    def test_a_single_vector_refuses_what_is_of_a_folder(self):
        path = self.encoded(TAKEN)
        for words in (("--junit", self.folder / "j"), ("--report", self.folder / "r"), ("--have", HAVE), ("--partial",), ("--unit", "encoder"),
                      ("--mode", "btm"), ("--xlen", "32"), ("--without", "src")):
            self.assertIn(f"{words[0]}: of a folder alone", self.call(2, "judge", TAKEN, "--bytes", path, *words))

    def test_answers_are_texts_whatever_their_names_end_in(self):
        name = self.listed("--unit", "ctr")[0]["id"]
        path = self.folder / "bytes" / f"{name}.txt"
        path.parent.mkdir()
        self.call(0, "emit", name, "--bytes", "-o", path)
        for suffix in (".txt", ".hex", ".nex"):
            path = path.rename(path.with_suffix(suffix))
            self.assertIn("1 exact", self.call(0, "judge", "--bytes-dir", path.parent, "--unit", "ctr", "--partial"))
            self.assertIn("exact", self.call(0, "judge", name, "--bytes", path))

    def test_exact_takes_the_golden_bytes_alone(self):
        path = self.encoded(TAKEN)
        path.write_bytes(path.read_bytes() + b"\xff")
        self.judge(0, "--partial")
        junit = self.folder / "j.xml"
        self.assertIn(f"{TAKEN}: conformant, not exact", self.judge(1, "--partial", "--exact", "--junit", junit))
        suite = ElementTree.parse(junit).getroot()
        self.assertEqual(([case.get("name") for case in suite if case.find("failure") is not None], suite.get("failures")), ([TAKEN], "1"))


class ChangesTest(Folder):
    def old(self):
        folder = self.folder / "old"
        (folder / "encoder").mkdir(parents=True)
        for name in (TAKEN, TRAP):
            shutil.copy(FOLDER / f"encoder/{name}.nti", folder / "encoder")
        return folder

    def test_added_removed_and_changed_vectors_are_named_with_their_versions(self):
        old, now = self.old(), self.folder / "now"
        shutil.copytree(old, now)
        (now / f"encoder/{TRAP}.nti").rename(now / "encoder/other.nti")
        text = (now / f"encoder/{TAKEN}.nti").read_text(encoding="ascii")
        (now / f"encoder/{TAKEN}.nti").write_text(text.replace("#= version 1", "#= version 2"), encoding="ascii")
        said = self.call(0, "changes", old, "--from", now, "--unit", "encoder")
        self.assertEqual(said.splitlines()[:2], [f"removed  {TRAP}", f"changed  {TAKEN}  version 1 to 2: cycles or code"])
        self.assertTrue(said.endswith("1 added, 1 removed, 1 changed\n"))
        self.assertEqual(len(json.loads(self.call(0, "changes", old, "--from", now, "--json"))["changes"]), 3)
        self.assertIn("0 added, 0 removed, 0 changed", self.call(0, "changes", old, "--from", old))

    def test_a_version_is_one_more_where_cycles_or_bytes_change_and_not_for_words(self):
        text = (FOLDER / f"encoder/{TAKEN}.nti").read_text(encoding="ascii")
        bare = version.LINE.sub("", text)
        self.assertEqual(version.of(bare, None), 1)
        self.assertEqual(version.of(bare.replace("A branch forward", "One forward").replace("# on", "# goes on"), text), 1)
        for old, new in (("iretire=8", "iretire=6"), ("#> 24 15", "#> 24 1D"), ("00000013  nop", "00000093  nop"), ("idle 100", "idle 99")):
            self.assertIn(old, bare)
            self.assertEqual(version.of(bare.replace(old, new, 1), text), 2, old)
        self.assertEqual(version.stamped(bare, text), text)


if __name__ == "__main__":
    unittest.main()
