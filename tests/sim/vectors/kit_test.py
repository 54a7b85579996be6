# SPDX-License-Identifier: Apache-2.0
"""`ntrace kit`: its programs are there as pages say, are written as the assembler would, and a port is judged by what the text
determines and by nothing else. What is wrong in a file is one line."""
import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

NEEDS = ("build/ntrace",)
NTRACE = ROOT / "build/ntrace"
FOLDER = ROOT / "tests/vectors/port"
HEAD = "ntrace-ingress 2 xlen={} nblocks={} itype_w={} iretire_w=6\n"
BASE = 0x80000000
NARROW = {8: 6, 9: 0, 10: 6, 11: 0, 12: 6, 13: 6, 14: 6, 15: 0}
EVERY = 1 if WHOLE else 10


def run(*words):
    return subprocess.run([NTRACE, *map(str, words)], capture_output=True, text=True, check=False, cwd=ROOT)


def steps_of(name):
    """(address, priv, {word: value}) of each step, written out."""
    text = (FOLDER / f"{name}.kit").read_text(encoding="ascii")
    for place, times, priv, rest in re.findall(r"^#> (=?0x[0-9a-f]+)(?:\*(\d+))? (\S+) (.*?)  ", text, re.M):
        word = dict(one.split("=") for one in rest.split())
        address = int(place.lstrip("="), 16) + (0 if place[0] == "=" else BASE)
        for number in range(int(times or 1)):
            yield address + number * int(word.get("size", 0)), priv, word


def block(address, priv, word, width=4):
    size, itype = int(word.get("size", 0)), int(word["itype"])
    tval = word.get("tval", "0").split("|")[-1]
    number = int(tval.lstrip("+"), 0) + (BASE if tval[0] == "+" else 0)
    sijump = 1 if word.get("sijump") == "1" else 0
    return {"priv": "us-m".index(priv[0]), "cause": int(word.get("cause", 0)), "tval": number, "iaddr": address,
            "iretire": size // 2, "itype": itype if width == 4 else NARROW.get(itype, itype), "ilastsize": size // 4,
            "sijump": sijump}


def line(one):
    own = " ".join(f"{name}={one[name]:#x}" for name in ("iaddr", "iretire", "itype", "ilastsize", "sijump"))
    return f"priv={one['priv']} cause={one['cause']} tval={one['tval']:#x} b {own}\n"


def joined(blocks, ends):
    """Blocks as long as they may be, but where `ends` says otherwise; a trap with the one before it."""
    made = []
    for one in blocks:
        last = made[-1] if made else None
        straight = last and last["itype"] == 0 and last["priv"] == one["priv"] and last["iretire"] and not ends()
        both = last["iretire"] + one["iretire"] if last else 0
        if straight and one["iretire"] and one["iaddr"] == last["iaddr"] + 2 * last["iretire"] and both < 64:
            last |= {"iretire": both} | {name: one[name] for name in ("itype", "ilastsize", "sijump")}
        elif straight and one["itype"] in (1, 2) and not one["iretire"]:
            last |= {"itype": one["itype"], "cause": one["cause"], "tval": one["tval"]}
        else:
            made.append(dict(one))
    return made


class KitTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.port = self.folder / "port.nti"

    def write(self, name, blocks, width=4, path=None):
        text = HEAD.format(64 if "-rv64" in name else 32, 1, width) + "idle 3\n" + "".join(map(line, blocks)) + "end\n"
        (path or self.port).write_text(text, encoding="ascii")

    def judge(self, name, blocks, width=4):
        self.write(name, blocks, width)
        done = run("kit", "judge", name, "--port", self.port)
        self.assertEqual(done.stderr, "")
        return done

    def blocks(self, name, width=4):
        return [block(*step, width) for step in steps_of(name)]

    def refused(self, done, reason):
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, rf"\A[^\n]*{reason}[^\n]*\n\Z")


class ListTest(KitTest):
    def test_there_are_as_many_programs_as_the_pages_say(self):
        listed = json.loads(run("kit", "list", "--json").stdout)["programs"]
        self.assertEqual(len(listed), len(list(FOLDER.glob("*.kit"))))
        for page, text in (("kit.md", f"They are {len(listed)} programs"), ("vectors.md", f"| `port` | {len(listed)} |")):
            self.assertIn(text, (ROOT / "docs" / page).read_text(encoding="utf-8"))
        for xlen in (32, 64):
            for compressed in (False, True):
                some = [row for row in listed if row["xlen"] == xlen and ("compressed" in row["features"]) == compressed]
                self.assertGreaterEqual(len(some), 60)

    def test_options_and_a_file_choose_those_that_apply(self):
        words = ("--xlen", "64", "--without", "compressed,user")
        chosen = json.loads(run("kit", "list", "--json", *words).stdout)["programs"]
        self.assertTrue(chosen)
        for row in chosen:
            self.assertEqual((row["xlen"], {"compressed", "user"} & set(row["features"])), (64, set()))
        have = self.folder / "core.toml"
        have.write_text('xlen = [64]\nwithout = ["compressed", "user"]\n', encoding="ascii")
        self.assertEqual(json.loads(run("kit", "list", "--json", "--have", have).stdout)["programs"], chosen)
        self.refused(run("kit", "list", "--without", "wings"), "no such feature 'wings'; expected one of compressed, ")

    def test_features_are_counted(self):
        rows = json.loads(run("kit", "features", "--json").stdout)["features"]
        listed = json.loads(run("kit", "list", "--json").stdout)["programs"]
        for row in rows:
            self.assertEqual(row["vectors"], sum(row["name"] in one["features"] for one in listed))

    def test_commands_of_vectors_leave_programs_to_the_kit(self):
        program = FOLDER / "jump-rv32.kit"
        self.assertNotIn("jump-rv32", run("vectors", "list").stdout)
        for words in (("emit", program), ("emit", program, "--bytes"), ("run", program), ("run", "--unit", "port")):
            self.refused(run("vectors", *words), "`ntrace kit")
        self.refused(run("kit", "judge", ROOT / "tests/vectors/tv/tv-amo.pins", "--port", self.port), "of unit tv, not port")
        self.refused(run("kit", "emit", "no-such-program", "-o", self.folder), "no program no-such-program; `ntrace kit list`")


class EmitTest(KitTest):
    def test_the_assembler_makes_the_same_bytes_of_the_assembly(self):
        names = sorted(path.stem for path in FOLDER.glob("*.kit"))[::EVERY]
        self.assertEqual(run("kit", "emit", *names, "-o", self.folder).stdout, f"{len(names)} programs in {self.folder}\n")
        for name in names:
            with self.subTest(name):
                stem = self.folder / name
                xlen = 64 if "-rv64" in name else 32
                subprocess.run(["riscv64-unknown-elf-as", f"-march=rv{xlen}ic", "-o", f"{stem}.o", f"{stem}.S"], check=True)
                subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", "-j", ".text", f"{stem}.o", f"{stem}.raw"],
                               check=True)
                expected = (self.folder / f"{name}.bin").read_bytes()
                self.assertEqual((self.folder / f"{name}.raw").read_bytes(), expected)
                digits = (self.folder / f"{name}.hex").read_text(encoding="ascii").split("\n", 1)[1]
                self.assertEqual(bytes.fromhex(digits), expected)
                shown = subprocess.run(["riscv64-unknown-elf-readelf", "-hl", f"{stem}.elf"], check=True, capture_output=True,
                                       text=True).stdout
                self.assertRegex(shown, rf"Class: +ELF{xlen}\n")
                self.assertRegex(shown, r"Entry point address: +0x80000000\n")
                self.assertEqual((self.folder / f"{name}.elf").read_bytes()[4096:], expected)

    def test_a_base_moves_addresses_and_lui_alone(self):
        run("kit", "emit", "pair-lui-rv32", "-o", self.folder, "--base", "0x10000")
        text = (self.folder / "pair-lui-rv32.txt").read_text(encoding="ascii")
        self.assertIn("\n0x10004 m size=4 itype=10 sijump=1  ", text)
        code = (self.folder / "pair-lui-rv32.bin").read_bytes()
        self.assertEqual(int.from_bytes(code[:4], "little") >> 12, 0x10)
        self.refused(run("kit", "emit", "pair-lui-rv32", "-o", self.folder, "--base", "0x10002"), "--base: expected a multiple")


class JudgeTest(KitTest):
    NAMES = sorted(path.stem for path in FOLDER.glob("*.kit"))[::EVERY]

    def test_a_block_for_each_step_is_conformant(self):
        for name in self.NAMES:
            for width in (3, 4):
                with self.subTest(f"{name}, {width}"):
                    done = self.judge(name, self.blocks(name, width), width)
                    self.assertRegex(done.stdout, rf"\A{name}: conformant, (\d+) of \1 steps in \d+ blocks\n\Z")

    def test_so_are_blocks_that_are_joined(self):
        for name in self.NAMES:
            for ends in (lambda: False, iter([False, True, False] * 2000).__next__):
                with self.subTest(name):
                    done = self.judge(name, joined(self.blocks(name), ends))
                    self.assertEqual(done.returncode, 0, done.stdout)

    def test_so_are_steps_of_the_loop_at_the_end_and_what_was_before(self):
        for name in ("jump-rv32", "loop-of-one-rv64c"):
            blocks = self.blocks(name)
            before = block(0x1000, "m", {"size": "4", "itype": "10"})
            self.assertEqual(self.judge(name, [before, *blocks, *blocks[-1:] * 5]).returncode, 0)

    def test_each_damage_is_named(self):
        """Name, the step's number, what is changed, the rule."""
        for name, number, change, rule in (
                ("branch-taken-rv32", 1, {"itype": 4}, "kit.itype"), ("branch-taken-rv32", 1, {"priv": 1}, "kit.priv"),
                ("branch-taken-rv32c", 1, {"ilastsize": 1}, "kit.ilastsize"),
                ("branch-taken-rv32", 2, {"iaddr": BASE + 8}, "kit.iaddr"),
                ("branch-taken-rv32", 1, {"iretire": 4}, "kit.iretire"), ("branch-taken-rv64", 1, {"iretire": 1}, "kit.iretire"),
                ("ebreak-rv32", 4, {"cause": 2}, "kit.cause"), ("ebreak-rv32", 4, {"tval": 4}, "kit.tval"),
                ("ebreak-rv32", 4, {"itype": 2}, "kit.itype"), ("ecall-at-target-rv64", 4, {"iaddr": BASE}, "kit.iaddr"),
                ("ebreak-rv32", 4, {"itype": 0, "iretire": 2, "ilastsize": 1}, "kit.trap"),
                ("branch-taken-rv32", 1, {"itype": 1, "iretire": 0}, "kit.trap"),
                ("pair-auipc-rv64", 1, {"sijump": 0}, "kit.sijump"), ("jump-by-register-rv32", 2, {"sijump": 1}, "kit.sijump"),
                ("interrupt-to-user-rv64", 14, {"priv": 1}, "kit.priv"), ("jump-rv32", 0, {"iaddr": BASE + 64}, "kit.begin")):
            with self.subTest(f"{name} {change}"):
                blocks = self.blocks(name)
                blocks[number] |= change
                done = self.judge(name, blocks)
                self.assertEqual(done.returncode, 1)
                first = rf"\A{name}: broken, {number} of \d+ steps in \d+ blocks\n"
                self.assertRegex(done.stdout, rf"{first}  {re.escape(rule)}  cycle \d+: .*\(.+\)\n\Z")

    def test_a_port_that_ends_too_soon_is_broken_and_the_rules_are_judged(self):
        blocks = self.blocks("call-ra-rv64")
        self.assertIn("kit.end", self.judge("call-ra-rv64", blocks[:-1]).stdout)
        self.write("call-ra-rv64", blocks)
        self.port.write_text(self.port.read_text(encoding="ascii").replace("priv=3", "halted=1 priv=3"), encoding="ascii")
        done = run("kit", "judge", "call-ra-rv64", "--port", self.port)
        self.assertRegex(done.stdout, r"\n  port  cycle 3: stopped: ")

    def test_two_blocks_of_a_cycle_are_taken_in_order(self):
        blocks = self.blocks("jump-run-rv32")
        text = HEAD.format(32, 2, 4)
        for one, two in zip(blocks[::2], [*blocks[1::2], None]):
            text += line(one) if two is None else line(one).rstrip("\n") + line(two)[line(two).index(" b "):]
        self.port.write_text(text + "end\n", encoding="ascii")
        self.assertEqual(run("kit", "judge", "jump-run-rv32", "--port", self.port).returncode, 0)

    def test_files_that_are_none_are_refused(self):
        self.refused(run("kit", "judge", "jump-rv32", "--port", self.folder / "none"), "none")
        self.port.write_text("jump\n", encoding="ascii")
        self.refused(run("kit", "judge", "jump-rv32", "--port", self.port), "not an ingress file")
        self.write("jump-rv64", self.blocks("jump-rv64"))
        self.refused(run("kit", "judge", "jump-rv32", "--port", self.port), "the port is of RV64, the program of RV32")
        for text, reason in (("#> 0x0 x size=4 itype=0  nop", "no privilege"), ("#> 0x0 m size=5 itype=0  nop", "size"),
                             ("#> 0x0 m itype=0  nop", "no step"), ("#: 0x0  12  nop", "no instruction"),
                             ("#: 0x10001  0001  nop", "address"),
                             ("#> 0x0*5000 m size=4 itype=0  nop", "times"), ("#> 0x0 m size=4 wings=1  nop", "no 'wings'")):
            with self.subTest(text):
                program = self.folder / "own.kit"
                program.write_text(f"#= vector own\n#= unit port\n#= needs xlen=32\n{text}\n", encoding="ascii")
                self.refused(run("kit", "judge", program, "--port", self.port), f"line 4: .*{reason}")


class FolderTest(KitTest):
    def test_a_folder_is_judged_and_reported(self):
        names = ("jump-rv32", "call-ra-rv32", "ecall-rv32")
        for name in names:
            self.write(name, self.blocks(name), path=self.folder / f"{name}.nti")
        run("kit", "emit", "jump-rv32", "-o", self.folder)
        wrong = self.blocks("call-ra-rv32")
        wrong[0]["itype"] = 11
        self.write("call-ra-rv32", wrong, path=self.folder / "call-ra-rv32.nti")
        words = ("--port-dir", self.folder, "--xlen", "32", "--without", "user", "--partial")
        done = run("kit", "judge", *words, "--junit", self.folder / "j.xml", "--report", self.folder / "r.html", "--json",
                   self.folder / "j.json")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\Acall-ra-rv32: broken\n  kit\.itype  cycle 3: itype 11, expected 9")
        self.assertRegex(done.stdout, r"\n2 conformant, 1 broken, \d+ missing, \d+ not applicable\n\Z")
        judged = json.loads((self.folder / "j.json").read_text(encoding="utf-8"))
        rows = {row["id"]: row for row in judged["vectors"]}
        self.assertEqual([rows[name]["verdict"] for name in names], ["conformant", "broken", "conformant"])
        self.assertEqual(rows["jump-rv64"]["reason"], "xlen 64")
        self.assertEqual(rows["to-user-rv32"]["reason"], "feature user")
        self.assertEqual([name for name in judged["unknown"] if not name.startswith(("j.", "r."))], [])
        suite = ElementTree.parse(self.folder / "j.xml").getroot()
        self.assertEqual((suite.get("name"), suite.get("failures")), ("ntrace kit judge", "1"))
        self.assertIn("<h1>Ingress kit", (self.folder / "r.html").read_text(encoding="utf-8"))
        (self.folder / "call-ra-rv32.nti").unlink()
        self.assertEqual(run("kit", "judge", *words).returncode, 0)
        self.assertEqual(run("kit", "judge", *words[:-1]).returncode, 1)


if __name__ == "__main__":
    unittest.main()
