# SPDX-License-Identifier: Apache-2.0
"""Waves: which cycles they show (--window), what they say in words, and the views that lie beside them."""
import os
import re
import subprocess
import unittest

from tests.lib import units
from tests.lib.bench import NTRACE, lockstep, run
from tests.lib.catalogue import ROOT
from tests.lib.programs import PROGRAMS
from tests.lib.waves import Waves
from tests.tb.mismatch_test import CYCLE_TIME, Folder

NEEDS = ("bench-tiny", "build/programs/interpreter32.ntr", "units")
RANDOM = ["--random", "--cycles", 5000, "--config", "tiny"]
PROGRAM = ["--config", "tiny", "--single", "--limit", 3000, PROGRAMS / "interpreter32.ntr"]
SYMBOLS = ["--symbols", PROGRAMS / "interpreter32.elf"]
# Benches of units, with the words of a short run
UNITS = {unit: ["3000", "1"] for unit in (
    "trace_encoder/tiny", "filter/tiny", "lanes/tiny", "bytes/tiny", "pib/1", "ram_sink/sram", "stream/all",
    "funnel/all", "switch/all", "atb/all", "tv_rvfi/rv64")}
UNITS.update({unit: ["random", "40000", "1"] for unit in ("control/tiny", "components/full")})


def cycles_of(waves):
    times = waves.times()
    return times[0] // CYCLE_TIME, times[-1] // CYCLE_TIME


def rises(waves, last, holds):
    """The cycles up to `last` in which it holds and did not in the one before."""
    was, found = False, []
    for cycle in range(last + 1):
        now = holds(cycle * CYCLE_TIME)
        if now and not was:
            found.append(cycle)
        was = now
    return found


def signals_of(inc):
    """Outputs and registers of a table, as scripts/unit.py has made a list of them."""
    text = (ROOT / inc).read_text(encoding="utf-8")
    rows = re.search(r"probe_list\[\] = \{\n(.*?)\{nullptr", text, re.S)[1]
    return re.findall(r'\{"[^"]*", "([^"]*)", (\d+)\}', rows)


def flat(name):
    return re.sub(r"\W+", "_", name).rstrip("_")


class Views(Folder):
    """What lies beside waves."""

    def gtkwave(self, name):
        """Its signals, as they stand there, and the lists of words by signal."""
        with open(self.path(f"{name}.gtkw"), encoding="ascii") as file:
            text = file.read()
        signals = re.findall(r"^(?:\+\{.*\} )?TOP\.([\w.]+)(?:\[\d+:0\])?$", text, re.M)
        words = dict(reversed(pair) for pair in
                     re.findall(r"^@2024\n\^1 (\S+)\n(?:\+\{.*\} )?TOP\.(\w+)", text, re.M))
        return signals, words

    def surfer(self, name):
        """Its rows, as (kind, name, colour, format); each is focused before it is dressed."""
        rows = []
        with open(self.path(f"{name}.sucl"), encoding="ascii") as file:
            lines = file.read().splitlines()
        for line in lines:
            command, word = line.split()
            if command in ("variable_add", "divider_add"):
                self.assertRegex(word, r"^[\w.]+$")
                rows.append([command, word.removeprefix("TOP."), None, None])
            elif command == "item_focus":
                digits = "".join("0123456789abcdef"["abcdefghijklmnop".index(c)] for c in word)
                self.assertEqual(int(digits, 16), len(rows) - 1)
            elif command in ("item_set_color", "item_set_format"):
                rows[-1][2 if command == "item_set_color" else 3] = word
            else:
                self.assertEqual(command, "cursor_set")
        return rows

    def assert_views(self, name, waves, table):
        """Both have signals that are there alone, the same ones, and all of the table on both sides."""
        signals, _ = self.gtkwave(name)
        rows = [row for row in self.surfer(name) if row[0] == "variable_add"]
        self.assertEqual([row[1] for row in rows], signals)
        self.assertEqual([one for one in signals if "." not in one and one not in waves.changes], [])
        sides = {f"{side}_{flat(one)}" for one, _ in table for side in ("rtl", "model")}
        self.assertEqual(sides - set(signals), set())
        self.assertEqual(sides - set(waves.changes), set())
        for row in rows:
            self.assertIn(row[2], ("Orange", "Red") if row[1].startswith("rtl_") and flat(row[1]) in sides else
                          ("Green", "Red") if row[1] in sides else (None, "Red", "Orange", "Green"))


class WindowTest(Folder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.whole = cls.drawn_of(cls, RANDOM, "0:3000")

    def drawn_of(self, words, window, name="w.vcd"):
        wave = os.path.join(self.folder, name)
        status, _, errors = lockstep(*map(str, words), "--wave", wave, *(["--window", window] if window else []))
        assert status == 0, errors
        return Waves(wave)

    def assert_window(self, words, window, first, last):
        self.assertEqual(cycles_of(self.drawn_of(words, window)), (first, last))

    def test_it_is_around_a_message_from_its_first_byte_on(self):
        begins = rises(self.whole, 3000, lambda time: self.whole.number("rtl_level", time) != 0 and
                       self.whole.number("rtl_head_tcode", time) == 27 and self.whole.number("rtl_part", time) == 0
                       and self.whole.number("rtl_second", time) == 0)
        self.assert_window(RANDOM, "message=ResourceFull", max(0, begins[0] - 50), begins[0] + 200)
        self.assert_window(RANDOM, "message=ResourceFull#4,10:30", begins[3] - 10, begins[3] + 30)

    def test_it_is_around_the_value_of_a_register_an_output_or_an_input(self):
        for signal, shown, value in (("flow_state", "rtl_flow_state", 2), ("out_valid", "rtl_out_valid", 1),
                                     ("itype[0]", "next_itype_0", 5)):
            with self.subTest(signal):
                begins = rises(self.whole, 3000,
                               lambda time, shown=shown, value=value: self.whole.number(shown, time) == value)
                self.assert_window(RANDOM, f"{signal}={value}#2,0:0x5", begins[1], begins[1] + 5)

    def test_a_symbol_is_the_address_of_its_first_instruction(self):
        waves = self.drawn_of([*PROGRAM, *SYMBOLS], "symbol=main,3:9")
        first, last = cycles_of(waves)
        time = (first + 3) * CYCLE_TIME
        self.assertEqual((last - first, waves.text("symbol_0_name", time)), (12, "main"))
        address = waves.text("iaddr_text", time)
        again = self.drawn_of(PROGRAM, f"address={address},3:9")
        self.assertEqual(cycles_of(again), (first, last))
        self.assertEqual(again.text("symbol_0_name", time), "")

    def test_an_address_within_a_block_counts(self):
        words = [word for word in PROGRAM if word != "--single"]
        waves = self.drawn_of([*words, *SYMBOLS], "symbol=main,0:9")
        first = cycles_of(waves)[0]
        inside = int(waves.text("iaddr_text", first * CYCLE_TIME), 16) + 4
        self.assertGreater(waves.number("next_iretire_0", first * CYCLE_TIME), 2)
        self.assert_window(words, f"address={inside:#x},0:9", first, first + 9)

    def test_it_ends_with_the_run(self):
        cycles = lockstep(*map(str, RANDOM))[1]["cycles"]
        first, last = cycles_of(self.drawn_of(RANDOM, "trTeEmpty=1#2,0:1000000"))
        self.assertLess(first, last)
        self.assertEqual(last, cycles - 1)

    def test_without_one_it_is_the_beginning_where_nothing_differs(self):
        cycles = lockstep(*map(str, RANDOM))[1]["cycles"]
        self.assert_window(RANDOM, None, 0, cycles - 1)

    def test_no_mismatch_is_no_file_and_no_failure(self):
        wave = self.path("none.fst")
        status, _, errors = lockstep(*map(str, RANDOM), "--wave", wave, "--window", "mismatch")
        self.assertEqual((status, errors), (0, f"{wave} is not written: there is no mismatch\n"))
        self.assertFalse(os.path.exists(wave))

    def test_what_cannot_be_shown_is_one_line(self):
        wave = self.path("bad.fst")
        for window in ("", "5", "7:6", "mismatch#2", "mismatch,5", "message=Nothing", "address=main", "nothing=1",
                       "address=0x1", "symbol=main", "level=1#0", "level=1,3", "level=1,a:b", "level=",
                       "level=200#1", "x" * 600):
            with self.subTest(window):
                done = run("lockstep", *map(str, RANDOM), "--wave", wave, "--window", window)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertFalse(any(name.startswith("bad") for name in os.listdir(self.folder)))
        done = run("lockstep", *map(str, PROGRAM + SYMBOLS), "--wave", wave, "--window", "symbol=no_such")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no image has that function", done.stderr)

    def test_the_search_finds_the_same_with_threads(self):
        first = cycles_of(self.drawn_of(RANDOM, "message=ProgTraceSync#3"))
        self.assertEqual(cycles_of(self.drawn_of([*RANDOM, "--threads", 3], "message=ProgTraceSync#3")), first)


class TextTest(Views):
    """Texts against what the decoder, which knows nothing of the bench, says of the same run."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.trace = os.path.join(cls.folder, "t.nex")
        status, cls.summary, errors = lockstep(*map(str, PROGRAM + SYMBOLS), "--wave",
                                               os.path.join(cls.folder, "t.vcd"), "--window", "0:100000", "-o",
                                               cls.trace)
        assert status == 0, errors
        cls.waves = Waves(os.path.join(cls.folder, "t.vcd"))
        cls.times = [time for time in cls.waves.times() if time % CYCLE_TIME == 0]

    def test_instructions_are_those_that_the_decoder_finds(self):
        done = run("decode", self.trace, "--image", PROGRAMS / "interpreter32.ntr", "--to", "insn", program=NTRACE)
        self.assertEqual(done.returncode, 0, done.stderr)
        decoded = re.findall(r"^\s*(?:0x)?([0-9a-f]+):?\s+[0-9a-f]+\s+(\S.*?)\s*$", done.stdout, re.M)
        drawn = []
        for time in self.times:
            if self.waves.text("insn_0_text", time):
                drawn.append((self.waves.text("iaddr_text", time), self.waves.text("insn_0_text", time)))
        self.assertEqual(len(drawn), self.summary["instructions"])
        self.assertGreater(len(decoded), 2900)
        self.assertEqual([(f"0x{int(address, 16):x}", text[:48]) for address, text in decoded], drawn)

    def test_functions_are_those_of_the_symbol_table(self):
        done = subprocess.run(["riscv64-unknown-elf-nm", "--defined-only", PROGRAMS / "interpreter32.elf"],
                              check=True, capture_output=True, text=True)
        address = {line.split()[2]: int(line.split()[0], 16) for line in done.stdout.splitlines()}
        seen = set()
        for time in self.times:
            name, _, offset = self.waves.text("symbol_0_name", time).partition("+")
            if name:
                self.assertEqual(address[name] + int(offset or "0", 16), int(self.waves.text("iaddr_text", time), 16))
                seen.add(name)
        self.assertIn("main", seen)

    def taken(self):
        """Message, field and byte of each byte that the sink took."""
        for time in self.times:
            if self.waves.number("rtl_out_valid", time) and self.waves.number("rtl_out_ready", time):
                yield (self.waves.text("rtl_message_name", time), self.waves.text("field_name", time),
                       self.waves.number("rtl_out", time))

    def test_messages_and_fields_are_those_of_their_bytes(self):
        done = run("dump", self.trace, program=NTRACE)
        expected, fields, message, bit, at = [], [], "", 0, 0
        for byte, words in re.findall(r"^ *\d+  0x(\w\w)  \d+ \d\d(.*)$", done.stdout, re.M):
            begins = re.search(r"TCODE\[6\] = \d+ - (\w+)", words)
            if begins:
                message, fields, bit, at = begins[1], [], 0, 0
            for name, width in re.findall(r"([A-Z-]+)\[(\d+)\] =", words):
                fields.append((name, bit, bit + int(width)))
                bit += int(width)
            expected.append((message, fields, at, int(byte, 16)))
            at += 6
        names = [(message, "+".join(name for name, begin, end in fields if begin < at + 6 and end > at), byte)
                 for message, fields, at, byte in expected]
        self.assertEqual(list(self.taken()), names)
        self.assertGreater(len(set(names)), 50)

    def test_privilege_and_itype_are_those_at_the_pins(self):
        itypes, privileges = set(), set()
        for time in self.times:
            number = self.waves.number("next_itype_0", time)
            text = self.waves.text("itype_name", time)
            self.assertEqual(text != "", number != 0)
            itypes.add((number, text))
            privileges.add(self.waves.text("priv_name", time))
        self.assertEqual(len(itypes), len(dict(itypes)))
        self.assertLessEqual({(4, "not-taken branch"), (5, "taken branch"), (13, "return")}, itypes)
        self.assertEqual(privileges, {"", "M"})

    def test_the_views_show_what_is_there_and_every_output_and_register(self):
        self.assert_views("t", self.waves, signals_of("build/tiny/unit.inc"))

    def test_numbers_with_names_are_translated(self):
        _, words = self.gtkwave("t")
        self.assertEqual(words["rtl_head_tcode"], os.path.realpath(self.path("t.tcode.words")))
        self.assertEqual(words["model_itype_0"], os.path.realpath(self.path("t.itype.words")))
        self.assertEqual(words["rtl_priv"], os.path.realpath(self.path("t.priv.words")))
        lists = {}
        for name in set(words.values()):
            with open(name, encoding="ascii") as file:
                lists[os.path.basename(name)] = dict(line.rstrip("\n").split(" ", 1) for line in file)
        self.assertEqual(lists["t.priv.words"]["3"], "M")
        for time in self.times:
            if self.waves.number("rtl_level", time) != 0:
                number = str(self.waves.number("rtl_head_tcode", time))
                self.assertEqual(lists["t.tcode.words"][number], self.waves.text("rtl_message_name", time))
            itype = self.waves.number("next_itype_0", time)
            if itype:
                self.assertEqual(lists["t.itype.words"][str(itype)], self.waves.text("itype_name", time))


class UnitsTest(Views):
    def test_every_unit_has_all_of_its_table_on_both_sides(self):
        for unit, words in UNITS.items():
            with self.subTest(unit):
                name, build = unit.split("/")
                wave = self.path(f"{name}.vcd")
                done = units.run(units.program(name, build), *words, "--wave", wave, "--window", "20:40")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assert_views(name, Waves(wave), signals_of(f"build/units/{unit}/unit.inc"))

    def test_units_beside_the_hart_too(self):
        for unit, build in (("ctr", "rv64"), ("hpm", "rv64"), ("tv", "rv64")):
            with self.subTest(unit):
                wave = self.path(f"{unit}.vcd")
                done = run("lockstep", "--random", "--cycles", "400", "--unit", unit, "--build", build, "--wave", wave,
                           "--window", "20:40")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assert_views(unit, Waves(wave), signals_of(f"build/units/{unit}/{build}/unit.inc"))


if __name__ == "__main__":
    unittest.main()
