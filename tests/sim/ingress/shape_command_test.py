# SPDX-License-Identifier: Apache-2.0
"""`ntrace shape`: reference programs, random programs, forms, the check, and bad input."""
import gzip
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

NTRACE = "build/ntrace"
DATA = pathlib.Path("tests/data/tg-reference")
PROGRAMS = ["dhrystone", "median", "mm", "multiply", "qsort", "rsort", "spmv", "towers", "vvadd",
            "xrle"]


def ntrace(*arguments, stdin=None):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, input=stdin,
                          check=False)


def sequence(program):
    """Address and size in half-words of every retired instruction."""
    with gzip.open(DATA / f"{program}.pcseq.gz", "rt") as lines:
        for line in lines:
            if line[:2] == "0x":
                address, kind = line.strip().split(",")[:2]
                yield int(address, 16), int(kind[-1]) // 2


def blocks(text):
    """(iaddr, iretire, itype, ilastsize) of every block of a text form."""
    found = []
    for line in text.splitlines():
        for block in (" " + line.split("#")[0]).split(" b ")[1:]:
            pins = dict(word.split("=") for word in block.split())
            found.append(tuple(int(pins.get(name, "0"), 0)
                               for name in ("iaddr", "iretire", "itype", "ilastsize")))
    return found


class Shape(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def good(self, *arguments):
        result = ntrace(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, b""), arguments)
        return result.stdout.decode()

    def bad(self, *arguments, stdin=None):
        """The one line that a bad command line or input gives."""
        before = sorted(self.folder.iterdir())
        result = ntrace(*arguments, stdin=stdin)
        error = result.stderr.decode()
        self.assertEqual(result.returncode, 2, arguments)
        self.assertEqual((result.stdout, error.count("\n")), (b"", 1), arguments)
        self.assertTrue(error.startswith("ntrace shape: "), error)
        self.assertEqual(before, sorted(self.folder.iterdir()))
        return error

    def recording(self, program):
        path = self.folder / f"{program}.ntr"
        if not path.exists():
            ntrace("import", "--format", "pcseq", DATA / f"{program}.pcseq.gz", "--pcinfo",
                   DATA / f"{program}.pcinfo.gz", "--xlen", 32 if program == "xrle" else 64,
                   "-o", path)
        return path

    def test_reference_programs_come_out_whole_and_break_no_rule(self):
        for program in PROGRAMS:
            path = self.folder / f"{program}.nti"
            self.good("shape", self.recording(program), "-o", path, "--format", "text")
            self.assertIn(" 0 of them", self.good("shape", "--check", path))
            expected = list(sequence(program))
            at = 0
            for iaddr, iretire, itype, ilastsize in blocks(path.read_text()):
                if iretire == 0:
                    continue
                self.assertEqual(iaddr, expected[at][0], program)
                size = 0
                while size < iretire:
                    size += expected[at][1]
                    at += 1
                self.assertEqual((size, 1 << ilastsize), (iretire, expected[at - 1][1]), program)
                self.assertIn(itype, range(16))
            self.assertEqual(at, len(expected), program)

    def test_variation_and_bubbles_break_no_rule(self):
        for program in ("qsort", "xrle"):
            path = self.folder / f"{program}.vary.nti"
            self.good("shape", self.recording(program), "-o", path, "--vary", "--bubbles", 50,
                      "--seed", 9)
            result = json.loads(self.good("shape", "--check", path, "--json"))
            self.assertEqual(result["broken"], 0)
            self.assertTrue(all(count == 0 for count in result["rules"].values()))

    def test_one_instruction_a_block_and_a_limit(self):
        path = self.folder / "one.nti"
        self.good("shape", self.recording("qsort"), "-o", path, "--format", "text",
                  "--instructions", 1, "--limit", 1000)
        found = blocks(path.read_text())
        self.assertEqual(len(found), 1000)
        self.assertEqual([(iaddr, iretire) for iaddr, iretire, _, _ in found],
                         list(sequence("qsort"))[:1000])

    def test_the_forms_of_a_file_say_the_same(self):
        a, b, c = (self.folder / name for name in ("a.nti", "b.nti", "c.nti"))
        self.good("shape", self.recording("qsort"), "-o", a, "--limit", 5000)
        self.good("shape", a, "-o", b, "--format", "text")
        self.good("shape", b, "-o", c)
        self.assertEqual(a.read_bytes(), c.read_bytes())
        self.assertNotEqual(a.read_bytes(), b.read_bytes())

    def test_the_hex_form_has_the_columns_of_the_manual(self):
        path = self.folder / "a.hex"
        self.good("shape", self.recording("qsort"), "-o", path, "--format", "hex", "--limit", 100)
        rows = [[int(word, 16) for word in line.split()] for line in path.read_text().splitlines()]
        fields = pathlib.Path("model/control/control_fields.def").read_text(encoding="utf-8")
        names = re.findall(r"FIELD\((\w+), \d", fields)
        manual = pathlib.Path("docs/ingress.md").read_text(encoding="utf-8")
        listed = re.search(r"control_fields\.def\): (.*)", manual)[1]
        self.assertEqual(re.findall(r"`(\w+)`", listed), names)
        self.assertTrue(all(len(row) == 20 + 5 + len(names) for row in rows))
        running = [row for row in rows if row[21] != 0]
        first = next(sequence("qsort"))[0]
        self.assertEqual((running[0][20], running[0][5]), (first, 3))
        tracing = 25 + names.index("trTeInstTracing")
        self.assertTrue(all(row[tracing] == 1 for row in running))
        self.assertEqual((rows[0][tracing], rows[-1][tracing], rows[0][0]), (0, 0, 1))

    def test_random_programs_are_replayed_by_their_seed_and_break_no_rule(self):
        for build in ("tiny", "rv32-min", "rv32", "rv64"):
            paths = [self.folder / f"{build}.{n}.nti" for n in range(3)]
            for path, seed in zip(paths, (4, 4, 5)):
                self.good("shape", "--random", "--config", build, "--cycles", 20000, "--seed", seed,
                          "-o", path, "--image-out", f"{path}.ntr")
                self.good("shape", "--check", path)
            self.assertEqual(paths[0].read_bytes(), paths[1].read_bytes())
            self.assertNotEqual(paths[0].read_bytes(), paths[2].read_bytes())
            self.good("info", f"{paths[0]}.ntr")

    def test_illegal_cycles_are_named_and_the_exit_status_is_1(self):
        path = self.folder / "illegal.nti"
        self.good("shape", "--random", "--illegal", "--cycles", 20000, "-o", path)
        result = ntrace("shape", "--check", path)
        self.assertEqual((result.returncode, result.stderr), (1, b""))
        self.assertRegex(result.stdout.decode().splitlines()[0], r"^cycle \d+: [a-z0-9-]+: ")
        result = ntrace("shape", "--check", path, "--json")
        self.assertEqual(result.returncode, 1)
        self.assertGreater(json.loads(result.stdout)["broken"], 10)

    def test_the_manuals_example_is_a_legal_file(self):
        manual = pathlib.Path("docs/ingress.md").read_text(encoding="utf-8")
        example = re.search(r"```\n(# Nine.*?)```", manual, re.DOTALL)[1]
        path = self.folder / "manual.nti"
        path.write_text(example)
        self.good("shape", "--check", path)
        self.assertEqual([itype for _, _, itype, _ in blocks(example)], [8, 4, 5, 0])

    def test_the_manual_lists_every_rule(self):
        manual = pathlib.Path("docs/ingress.md").read_text(encoding="utf-8")
        path = self.folder / "a.nti"
        path.write_text("ntrace-ingress 2 xlen=64 nblocks=1 itype_w=4 iretire_w=6\nend\n")
        for rule in json.loads(self.good("shape", "--check", path, "--json"))["rules"]:
            self.assertIn(f"`{rule}`", manual)

    def test_help_is_on_standard_output(self):
        self.assertIn("usage: ntrace shape", self.good("shape", "--help"))

    def test_bad_command_lines_and_input_give_one_line(self):
        rec, out = self.recording("qsort"), self.folder / "out.nti"
        cut = self.folder / "cut.ntr"
        cut.write_bytes(rec.read_bytes()[:-7])
        (self.folder / "empty.nti").touch()
        for arguments, says in [
            ([], "REC|F.nti is missing"),
            ([rec], "-o is missing"),
            ([rec, rec, "-o", out], "one file at a time"),
            ([rec, "-o", out, "--colour"], "--colour"),
            ([rec, "-o"], "-o"),
            ([rec, "-o", out, "--format", "xml"], "not binary, text or hex"),
            ([rec, "-o", out, "--config", "rv128"], "rv128"),
            ([rec, "-o", out, "--config", "tiny"], "RV32"),
            ([rec, "-o", out, "--blocks", 2], "blocks"),
            ([rec, "-o", out, "--bubbles", 256], "--bubbles"),
            ([rec, "-o", out, "--hart", 1], "no hart 1"),
            ([rec, "-o", out, "--limit", "x"], "--limit"),
            ([rec, "-o", out, "--set", "trTeInstMode=5"], "trTeInstMode"),
            ([rec, "-o", out, "--image-out", "x"], "--image-out"),
            ([rec, "-o", self.folder / "no" / "out.nti"], "out.nti"),
            ([rec, "-o", "/dev/full"], "No space left"),
            ([cut, "-o", out], "cut.ntr"),
            ([self.folder / "none.ntr", "-o", out], "none.ntr"),
            ([self.folder, "-o", out], str(self.folder)),
            (["--random", rec, "-o", out], "not with --random"),
            (["--random", "--cycles", 0, "-o", out], "--cycles"),
            (["--random", "-o", out, "--image-out", "/dev/full"], "No space left"),
            (["--check", rec], "not an ingress file"),
            (["--check", self.folder / "empty.nti"], "empty"),
            (["--check", self.folder / "none.nti"], "No such file"),
            (["--check", self.folder], "directory"),
        ]:
            self.assertIn(says, self.bad("shape", *arguments))

    def test_a_recording_comes_through_a_pipe(self):
        whole, piped = self.folder / "whole.nti", self.folder / "piped.nti"
        rec = self.recording("qsort")
        self.good("shape", rec, "-o", whole)
        result = ntrace("shape", "-", "-o", piped, stdin=rec.read_bytes())
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(whole.read_bytes(), piped.read_bytes())


if __name__ == "__main__":
    unittest.main()
