# SPDX-License-Identifier: Apache-2.0
"""The command line as a whole: help, letters of options, and what is said of a wrong file."""
import itertools
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

NTRACE = ROOT / "build/ntrace"
BOOT = ROOT / "tests/data/boot.ntr"


def ntrace(*arguments):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, text=True,
                          check=False)


def rows(table=None):
    """Every row of the table of commands, those of `ntrace tv` among them."""
    for command in json.loads(ntrace("help", "--json").stdout) if table is None else table:
        yield command
        yield from rows(command.get("commands", []))


def commands():
    """Every command's words."""
    return [row["name"].split() for row in rows()]


def outputs():
    """Each option that names what is written, with its command's row; folders are none."""
    return [(row, option) for row in rows() for option in row["options"]
            if option.get("writes") and option["value"] != "DIR"]


class OptionsTest(unittest.TestCase):
    def test_a_letter_is_the_same_option_in_every_command(self):
        names, letters = {}, {}
        for row in rows():
            for option in row["options"]:
                letters.setdefault(option["name"], set()).add(option["letter"])
                if option["letter"]:
                    names.setdefault(option["letter"], set()).add(option["name"])
        self.assertGreater(len(names), 10)
        self.assertEqual({letter: found for letter, found in names.items() if len(found) > 1}, {})
        self.assertEqual({name: found for name, found in letters.items() if len(found) > 1}, {})

    def test_the_table_names_the_commands_that_help_lists(self):
        listed = re.findall(r"(?m)^  ([\w-]+) +(.*)$", ntrace("help").stdout)
        table = json.loads(ntrace("help", "--json").stdout)
        self.assertEqual([(row["name"], row["summary"]) for row in table], listed)
        self.assertEqual(len(listed), len(list((ROOT / "sim/cmd").glob("*.c"))))

    def test_an_option_is_known_by_its_name_and_letter(self):
        """What takes a value asks for it; what takes none does not."""
        for row in rows():
            for option in row["options"]:
                for word in (f"--{option['name']}", f"-{option['letter']}"):
                    if word == "-" or option["name"] == "help":
                        continue
                    said = ntrace(*row["name"].split(), "no-such-file", word).stderr
                    with self.subTest(command=row["name"], option=word):
                        self.assertEqual("needs a value" in said, "value" in option, said)
                        self.assertNotIn("no such option", said)

    def test_an_option_that_is_not_there_has_its_neighbour_named(self):
        self.assertIn("is it --strict?", ntrace("decode", "--strcit", BOOT).stderr)
        self.assertNotIn("is it", ntrace("decode", "--something", BOOT).stderr)

    def test_help_has_a_line_for_each_option(self):
        for row in rows():
            text = ntrace(*row["name"].split(), "--help").stdout
            for option in row["options"]:
                letter = f"  -{option['letter']}, " if option["letter"] else "      "
                value = f" {option['value']}" if "value" in option else ""
                with self.subTest(command=row["name"], option=option["name"]):
                    self.assertIn(f"\n{letter}--{option['name']}{value}", text)
                    self.assertTrue(option["help"])
            self.assertLessEqual(max(map(len, text.splitlines())), 80, row["name"])

    def test_operands_of_the_synopsis_are_asked_for_and_counted(self):
        for row in rows():
            usage = ntrace(*row["name"].split(), "--help").stdout.splitlines()[0]
            words = usage.removeprefix(f"usage: ntrace {row['name']} ").split()
            operands = list(itertools.takewhile(lambda word: word[0] not in "-[", words))
            if "commands" in row or row["name"] == "lockstep" or words[0] in ("[V...]", "[NAME...]"):
                continue
            with self.subTest(usage=usage):
                for count, operand in enumerate(operands):
                    name = operand.removesuffix("...")
                    self.assertEqual(self.refused(row, *["no-such-file"] * count),
                                     f"{name} is missing (see --help)")
                if not any(operand.endswith("...") for operand in operands):
                    reason = "one file at a time" if operands else "takes options only"
                    self.assertEqual(self.refused(row, *["no-such-file"] * len(operands), "more"),
                                     f"more: {reason} (see --help)")

    def test_an_output_that_is_an_input_is_refused_and_stays_as_it_was(self):
        with tempfile.TemporaryDirectory() as folder:
            path, link = Path(folder) / "F.ntr", Path(folder) / "G.ntr"
            path.write_bytes(b"what somebody recorded")
            link.symlink_to(path)
            self.assertGreater(len(outputs()), 30)
            for row, option in outputs():
                for words in ([path, f"--{option['name']}", path], [path, f"--{option['name']}={link}"],
                              [f"{path},at=0x1000", f"--{option['name']}", link]):
                    done = ntrace(*row["name"].split(), *words)
                    with self.subTest(command=row["name"], option=option["name"], words=words):
                        self.assertEqual((done.returncode, done.stdout), (2, ""))
                        self.assertIn("is the same file; nothing was written", done.stderr)
            self.assertEqual(path.read_bytes(), b"what somebody recorded")

    def test_an_output_that_is_standard_input_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "F.ntr"
            path.write_bytes(BOOT.read_bytes())
            with path.open("rb") as stream:
                done = subprocess.run([NTRACE, "encode", "-", "-l", "100", "-o", path], stdin=stream, capture_output=True,
                                      text=True, check=False)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
            self.assertIn("'-' is the same file; nothing was written", done.stderr)
            self.assertEqual(path.read_bytes(), BOOT.read_bytes())

    def test_an_output_is_given_once_and_two_are_two_files(self):
        self.assertIn("--output: given twice", ntrace("encode", BOOT, "-o", "/tmp/a", "-o", "/tmp/b").stderr)
        self.assertIn("--results f: --junit is the same file", ntrace("check", BOOT, "--junit", "f", "--results", "f").stderr)
        self.assertIn("--results ./f: --junit is the same file", ntrace("check", BOOT, "--junit", "f", "--results", "./f").stderr)
        self.assertNotIn("is the same", ntrace("check", BOOT, "--junit", "/dev/null", "--results", "/dev/null").stderr)

    def test_an_output_replaces_no_file_of_a_folder_that_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            below = Path(folder) / "below"
            below.mkdir()
            (Path(folder) / "link").symlink_to(below)
            for name in ("a.json", "addr-1-bits.nex", "old.html"):
                (below / name).write_bytes(b"what somebody made")
            for words in (("report", folder, "-o", below / "a.json"), ("report", below, "--junit", f"{folder}/link/a.json"),
                          ("report", "--history", folder, "--lcov", below / "a.json"),
                          ("vectors", "judge", "--bytes-dir", below, "--junit", below / "addr-1-bits.nex"),
                          ("vectors", "judge", "--bytes-dir", below, "--json", below / "addr-1-bits.nex")):
                done = ntrace(*words)
                with self.subTest(words=words):
                    self.assertEqual((done.returncode, done.stdout), (2, ""))
                    self.assertIn("which is read; nothing was written", done.stderr)
            self.assertNotIn("which is read", ntrace("report", below, "-o", below / "old.html").stderr)
            self.assertIn("named twice", ntrace("vectors", "judge", "--bytes-dir", below, "--json", below / "j", "--junit",
                                                f"{folder}/link/j").stderr)
            self.assertEqual({path.read_bytes() for path in below.iterdir()}, {b"what somebody made"})

    def refused(self, row, *words):
        done = ntrace(*row["name"].split(), *words)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        return done.stderr.strip().removeprefix(f"ntrace {row['name']}: ")

    def test_an_option_that_stands_for_the_operand_takes_none(self):
        for words in ("check --list", "check --page", "dump --table", "shape -o /dev/full --random",
                      "regress -o /dev/full --job"):
            option = words.split()[-1]
            value = ["0"] if option == "--job" else []
            done = ntrace(*words.split(), *value, "no-such-file")
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f": no-such-file: not with {option} (see --help)\n", done.stderr)

    def test_help_has_the_help_of_each_command(self):
        self.assertEqual(ntrace("help").stdout, ntrace("--help").stdout)
        for command in commands():
            with self.subTest(command=command):
                done = ntrace("help", *command)
                self.assertEqual((done.returncode, done.stderr, done.stdout),
                                 (0, "", ntrace(*command, "--help").stdout))
                self.assertIn("usage: ntrace " + " ".join(command), done.stdout)

    def test_a_command_that_is_not_there_has_its_neighbour_named(self):
        for words, meant in ((["decod"], "decode"), (["help", "decod"], "decode"),
                             (["tv", "dmup"], "dump"), (["help", "tv", "verfiy"], "verify")):
            done = ntrace(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"is it '{meant}'?", done.stderr)
        self.assertNotIn("is it", ntrace("something").stderr)


class FilesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.trace = cls.folder / "boot.nex"
        assert ntrace("encode", BOOT, "--limit", 20000, "-o", cls.trace).returncode == 0

    def refused(self, *arguments):
        done = ntrace(*arguments)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        return done.stderr

    def test_a_folder_is_one_wherever_a_file_is_read(self):
        for words in (["decode", self.trace, "--image", self.folder], ["info", self.folder],
                      ["decode", self.trace, "--image", f"{self.folder},at=0"],
                      ["dump", self.folder], ["check", self.folder]):
            self.assertIn("Is a directory", self.refused(*words))

    def test_an_image_that_is_empty_or_odd_is_called_so(self):
        empty = self.folder / "empty"
        empty.touch()
        self.assertIn("empty: neither an ELF file", self.refused("decode", self.trace, "--image", empty))
        self.assertIn("0x1003: odd", self.refused("decode", self.trace, "--image", f"{empty},at=0x1003"))

    def test_the_name_of_an_image_may_have_commas(self):
        image = self.folder / "boot,at=1.ntr"
        image.symlink_to(BOOT)
        plain = ntrace("decode", self.trace, "--image", BOOT, "--to", "stats")
        for spec in (image, f"{image},priv=M+S+U"):
            done = ntrace("decode", self.trace, "--image", spec, "--to", "stats")
            self.assertEqual((done.returncode, done.stdout), (plain.returncode, plain.stdout), done.stderr)
        self.assertIn("is the same file", self.refused("decode", self.trace, "--image", f"{image},priv=M", "-o", BOOT))
        self.assertIn("2.ntr: no such key", self.refused("decode", self.trace, "--image", f"{self.folder}/boot,2.ntr"))

    def test_what_is_no_recording_is_told_for_what_it_is(self):
        for form in ("binary", "text"):
            ingress = self.folder / form
            ntrace("shape", "--random", "--cycles", 10, "--config", "tiny", "--format", form, "-o", ingress)
            self.assertIn("not a recording, but an ingress file", self.refused("info", ingress))
        pcs = self.folder / "pcs"
        pcs.write_text("0x80000000\n", encoding="ascii")
        self.assertIn("`ntrace import` takes it", self.refused("info", pcs))
        self.assertTrue(self.refused("encode", self.trace, "-o", self.folder / "x").endswith(
            "not a recording\n"))

    def test_numbers_out_of_range_are_told_the_range(self):
        for number in ("-5", "99999999999999999999"):
            self.assertIn("--limit: expected 1 to ",
                          self.refused("encode", BOOT, "--limit", number, "-o", self.folder / "x"))

    def test_dump_writes_a_file_whole_or_not_at_all(self):
        text = self.folder / "boot.txt"
        for words in ([], ["--asm"], ["--messages"]):
            done = ntrace("dump", self.trace, *words, "-o", text)
            self.assertEqual((done.returncode, done.stdout), (0, ""))
            self.assertEqual(text.read_text(encoding="ascii"), ntrace("dump", self.trace, *words).stdout)
            self.refused("dump", self.trace, *words, "-o", "/dev/full")
        os.remove(text)
        self.refused("dump", self.folder, "-o", text)
        self.assertFalse(text.exists())

    def test_standard_output_has_what_is_written_there_alone(self):
        result, folder = self.folder / "result.json", self.folder / "bytes"
        folder.mkdir()
        ntrace("check", self.trace, "--results", result, "--quiet")
        ntrace("vectors", "emit", "addr-1-bits", "--bytes", "-o", folder / "addr-1-bits.nex")
        judge = ("vectors", "judge", "--bytes-dir", folder, "--partial")
        for words, last in ((("check", self.trace, "--junit", "-"), "</testsuite>"),
                            (("report", result, "--junit", "-"), "</testsuites>"),
                            (("report", result, "-o", "-"), "</html>"),
                            ((*judge, "--junit", "-"), "</testsuite>"), ((*judge, "--json", "-"), "}")):
            done = ntrace(*words)
            self.assertEqual((done.returncode, done.stdout.rstrip()[-len(last):]), (0, last), words)
            self.assertNotEqual(done.stderr, "", words)

    def test_dump_counts_messages_that_nobody_may_send(self):
        stream = self.folder / "reserved.nex"
        stream.write_bytes(bytes([31 << 2, 3]) * 5 + bytes([56 << 2, 3]))
        done = ntrace("dump", stream)
        self.assertIn("6 messages, 0 errors, 5 with TCODEs that N-Trace does not have\n", done.stdout)
        self.assertIn('"reserved": 5', ntrace("dump", stream, "--json").stdout)
        self.assertIn("0 errors\n", ntrace("dump", self.trace).stdout)

    def test_quiet_leaves_of_check_what_is_broken_and_the_last_line(self):
        whole, quiet = (ntrace("check", self.trace, *words) for words in (["--all"], ["--quiet"]))
        self.assertEqual(quiet.stdout, whole.stdout.splitlines(True)[-1])
        broken = self.folder / "broken.nex"
        broken.write_bytes(bytes([31 << 2, 3]) + self.trace.read_bytes())
        quiet = ntrace("check", broken, "-q")
        self.assertEqual(quiet.returncode, 1)
        self.assertIn("broken         code.tcode", quiet.stdout)
        self.assertNotIn("not followed  ", quiet.stdout)

    def test_addresses_have_a_line_where_instructions_are_missing(self):
        periodic = self.folder / "periodic.nex"
        ntrace("encode", BOOT, "--limit", 20000, "-o", periodic, "--set", "trTeInstSyncMode=3",
               "--set", "trTeInstSyncMax=2")
        data = bytearray(periodic.read_bytes())
        data[len(data) // 2] ^= 0x24
        periodic.write_bytes(data)
        done = ntrace("decode", periodic, "--image", BOOT, "--to", "pc")
        lines = done.stdout.splitlines()
        marks = [number for number, line in enumerate(lines) if line.startswith("# fault at offset ")]
        self.assertTrue(marks and 0 < marks[0] < len(lines) - 1, done.stderr)
        self.assertTrue(all(line.startswith(("0x", "# ")) for line in lines))


if __name__ == "__main__":
    unittest.main()
