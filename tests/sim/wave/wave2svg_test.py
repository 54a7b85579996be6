# SPDX-License-Identifier: Apache-2.0
"""`ntrace wave2svg`: which cycles and signals a timing diagram shows, and how; and what is said of a
wrong file."""
import gzip
import json
import os
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from tests.lib.bench import lockstep, run
from tests.lib.catalogue import ROOT
from tests.lib.waves import Waves

NEEDS = ("bench-tiny", "venv-if-possible")
RENDERER = ROOT / "build/venv/bin/wavedrompy"
SVG = "{http://www.w3.org/2000/svg}"
CYCLE_TIME = 10


def vcd(signals, cycles):
    """A dump that others could have made: `signals`, name, bits; `cycles`, the values of all in each."""
    codes = {name: chr(ord("A") + number) for number, (name, _) in enumerate(signals)}
    lines = ["$timescale 1ns $end", "$scope module top $end", "$var wire 1 ! clk $end"]
    scope = ""
    for name, bits in signals:
        inner, _, last = name.rpartition(".")
        if inner != scope:
            lines += ["$upscope $end"] * bool(scope) + [f"$scope module {inner} $end"] * bool(inner)
            scope = inner
        lines.append(f"$var wire {bits} {codes[name]} {last} {f'[{bits - 1}:0]' if bits > 1 else ''} $end")
    lines += ["$upscope $end"] * bool(scope) + ["$upscope $end", "$enddefinitions $end", "#0", "0!"]
    for number, values in enumerate(cycles):
        lines += [f"#{10 * number + 5}", "1!"]
        lines += [f"b{value} {codes[name]}" if bits > 1 else f"{value}{codes[name]}"
                  for (name, bits), value in zip(signals, values)]
        lines += [f"#{10 * number + 10}", "0!"]
    return "\n".join(lines) + "\n"


class Folder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def wavejson(self, path, *words, errors=""):
        done = run("wave2svg", path, "--json", *map(str, words))
        self.assertEqual((done.returncode, done.stderr), (0, errors))
        return json.loads(done.stdout)

    def lanes(self, path, *words, **more):
        return lanes_of(self.wavejson(path, *words, **more))


def lanes_of(wavejson):
    """By name the lane's group, its wave and its labels."""
    found = {}
    for one in wavejson["signal"]:
        for lane in one[1:] if isinstance(one, list) else [one]:
            found[lane["name"]] = (one[0] if isinstance(one, list) else None, lane["wave"], lane.get("data", []))
    return found


COUNTER = [("en", 1), ("n", 8), ("below.q", 1)]


class AnyWaveTest(Folder):
    """Waves of others: cycles are counted, and begin with a rising edge."""

    def setUp(self):
        self.wave = self.file("counter.vcd", vcd(COUNTER, [
            ("x", "xxxxxxxx", "z"), (0, "0", 0), (1, "0", 0), (1, "1", 1), (0, "10", 1)] + [(0, "11", 0)] * 9
            + [(1, "11", 0)]))

    def test_what_changes_is_shown_as_it_was_in_each_cycle(self):
        self.assertEqual(self.lanes(self.wave, "--window", "0:4"), {
            "cycle": (None, "22222", ["0", "1", "2", "3", "4"]), "clk": (None, "p....", []),
            "en": (None, "x01.0", []), "n": (None, "x2.22", ["0x0", "0x1", "0x2"]), "below.q": (None, "z0.1.", [])})

    def test_many_equal_cycles_are_a_gap_with_the_first_and_the_last(self):
        lanes = self.lanes(self.wave, "--window", "4:14")
        self.assertEqual(lanes["cycle"], (None, "22|22", ["4", "5", "13", "14"]))
        self.assertEqual(lanes["clk"][1], "p.|..")
        self.assertEqual(lanes["n"], (None, "22|..", ["0x2", "0x3"]))
        self.assertEqual(lanes["en"][1], "0.|.1")

    def test_four_equal_cycles_are_all_shown(self):
        self.assertEqual(self.lanes(self.wave, "--window", "5:8")["cycle"][1], "2222")

    def test_signals_come_in_the_order_in_which_they_are_named(self):
        lanes = self.lanes(self.wave, "--window", "0:1", "--signal", "n", "--signal", "e?", "--signal", "below.*")
        self.assertEqual(list(lanes), ["cycle", "clk", "n", "en", "below.q"])

    def test_a_window_can_be_about_a_value(self):
        self.assertEqual(self.lanes(self.wave, "--window", "n=2,1:1")["cycle"][2], ["3", "4", "5"])
        self.assertEqual(self.lanes(self.wave, "--window", "en=1#2,1:1")["cycle"][2], ["13", "14"])

    def test_without_a_window_it_is_the_beginning(self):
        self.assertEqual(self.lanes(self.wave)["cycle"][2][0], "0")

    def test_another_clock_can_be_named(self):
        self.assertEqual(self.lanes(self.wave, "--clock", "en", "--signal", "n"),
                         {"cycle": (None, "22", ["0", "1"]), "en": (None, "p.", []), "n": (None, "2.", ["0x3"])})

    def test_labels_that_have_no_room_are_cut_off(self):
        wave = self.file("wide.vcd", vcd([("word", 200)], [("1" * 200,), ("0",)]))
        first = self.lanes(wave, "--scale", 1)["word"][2][0]
        self.assertLess(len(first), 6)
        self.assertTrue(first.startswith("0x") or first.endswith(".."), first)
        self.assertEqual(self.wavejson(wave, "--scale", 9)["config"], {"hscale": 9})

    def test_the_title_stands_above(self):
        self.assertEqual(self.wavejson(self.wave, "--title", "Two <b> & three")["head"], {"text": "Two <b> & three"})


class LockstepTest(Folder):
    """Waves of a lockstep of this project."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.path = cls.folder / "w.vcd"
        status, _, errors = lockstep("--random", "--cycles", "3000", "--config", "tiny", "--wave", str(cls.path),
                                     "--window", "500:800")
        assert status == 0, errors
        cls.waves = Waves(str(cls.path))

    def test_each_label_is_what_the_wave_has_in_its_cycle(self):
        names = ("icnt", "out", "itype_name", "rtl_message_name", "level")
        lanes = self.lanes(self.path, "--window", "500:800", "--scale", 9, *[
            word for name in names for word in ("--signal", name)])
        shown = {"icnt (RTL)": "rtl_icnt", "level (model)": "model_level", "itype": "itype_name",
                 "rtl_message": "rtl_message_name"}
        cycles = self.cycles(lanes)
        self.assertGreater(len(cycles), 40)
        for lane, signal in shown.items():
            values = self.values(lanes[lane])
            text = signal.endswith("_name")
            for place, cycle in cycles.items():
                expected = self.waves.text(signal, cycle * CYCLE_TIME) if text else \
                    f"{self.waves.number(signal, cycle * CYCLE_TIME):#x}"
                self.assertEqual(values[place], expected, f"{lane} in cycle {cycle}")

    def cycles(self, lanes):
        """The cycle of each place that has one."""
        _, wave, numbers = lanes["cycle"]
        places = [place for place, brick in enumerate(wave) if brick == "2"]
        return dict(zip(places, map(int, numbers), strict=True))

    def values(self, lane):
        _, wave, data = lane
        values, labels = [], iter(data)
        for brick in wave:
            values.append(values[-1] if brick in ".|" else next(labels) if brick in "29" else
                          "" if brick == "z" else brick)
        return values

    def test_rtl_stands_above_model_and_inputs_and_words_are_groups(self):
        lanes = self.lanes(self.path, "--window", "600:620", "--signal", "itype[0]", "--signal", "*_name")
        self.assertEqual([(group, name) for name, (group, _, _) in lanes.items()], [
            (None, "cycle"), (None, "clk"), ("Inputs", "itype_0"), ("Words", "itype"), ("Words", "priv"),
            ("Words", "symbol_0"), ("Words", "rtl_message"), ("Words", "model_message"), ("Words", "field"),
            ("Pairs", "itype_0 (RTL)"), ("Pairs", "itype_0 (model)")])

    def test_what_says_nothing_is_left_out_and_what_is_left_out_is_said(self):
        done = run("wave2svg", self.path, "--json", "--window", "600:620")
        lanes = lanes_of(json.loads(done.stdout))
        self.assertNotIn("insn_0", lanes)
        self.assertIn("itype", lanes)
        self.assertRegex(done.stderr, r"w\.vcd: \d+ more signals change; --signal names those to show\n")

    @unittest.skipUnless(shutil.which("fst2vcd"), "fst2vcd (package gtkwave) is not there")
    def test_fst_gives_the_same(self):
        fst = self.folder / "w.fst"
        lockstep("--random", "--cycles", "3000", "--config", "tiny", "--wave", str(fst), "--window", "500:800")
        words = ("--window", "600:640", "--signal", "icnt", "--signal", "out")
        self.assertEqual(self.wavejson(fst, *words), self.wavejson(self.path, *words))

    def test_it_is_drawn_as_svg_with_its_labels(self):
        svg = self.folder / "w.svg"
        done = run("wave2svg", self.path, "-o", svg, "--window", "600:612", "--signal", "icnt",
                   "--title", "a <title> & more", "--renderer", RENDERER)
        self.assertEqual((done.returncode, done.stderr, done.stdout), (0, "", ""))
        root = ElementTree.parse(svg).getroot()
        texts = {text.text for text in root.iter(SVG + "tspan")}
        self.assertEqual(root.tag, SVG + "svg")
        self.assertTrue(svg.read_text().endswith(">\n"))
        self.assertLessEqual({"600", "612", "icnt (RTL)", "icnt (model)", "a <title> & more"}, texts)


class WrongTest(Folder):
    def refused(self, *words, errors):
        before = sorted(os.listdir(self.folder))
        done = run("wave2svg", *map(str, words))
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
        self.assertRegex(done.stderr, "^ntrace wave2svg: " + errors)
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_a_damaged_dump_is_one_line_with_its_place(self):
        text = vcd(COUNTER, [(0, "0", 0), (1, "1", 1)])
        damages = {
            "empty": ("", "empty, no value change dump"), "text": ("hello\n", "line 1: no declaration"),
            "cut": (text[:120], "ends within a declaration"),
            "bits": (text.replace("b1 B", "b111111111111 B"), "no value of the signal's size"),
            "value": (text.replace("b1 B", "q1 B"), "no change of a value"),
            "size": (text.replace("wire 8", "wire eight"), "a variable without a size"),
            "still": (text.replace("\n1!", ""), "no cycle: the clock does not rise"),
            "unclocked": (text.replace("clk", "tick"), "no clk, clock or clk_i; --clock names it")}
        for name, (damaged, words) in damages.items():
            with self.subTest(name):
                path = self.file(f"{name}.vcd", damaged)
                self.refused(path, "--json", errors=f"{path}: .*{words}")

    @unittest.skipUnless(shutil.which("fst2vcd"), "fst2vcd (package gtkwave) is not there")
    def test_an_fst_that_is_packed_as_a_whole_gives_the_same(self):
        """As GHDL writes them: a block of type 254 with the sizes, in it the file by gzip."""
        text = vcd(COUNTER, [(0, "0", 0), (1, "1", 1), (2, "0", 1), (3, "1", 2), (4, "0", 2), (5, "1", 3)])
        dump, plain, whole = self.file("w.vcd", text), self.folder / "w.fst", self.folder / "p.fst"
        subprocess.run(["vcd2fst", dump, plain], check=True, capture_output=True)
        data = plain.read_bytes()
        packed = gzip.compress(data)
        whole.write_bytes(b"\xfe" + (16 + len(packed)).to_bytes(8, "big") + len(data).to_bytes(8, "big") + packed)
        self.assertEqual(self.wavejson(whole), self.wavejson(plain))

    def test_a_damaged_fst_is_one_line(self):
        path = self.folder / "bad.fst"
        path.write_bytes(bytes.fromhex("000000000000000149") + b"\xff" * 50)
        self.refused(path, "--json", errors=f"{path}.*fst2vcd|{path} as VCD: ")

    def test_what_is_not_there_is_one_line(self):
        path = self.file("good.vcd", vcd(COUNTER, [(0, "0", 0), (1, "1", 1)]))
        for words, errors in ((["--window", "7:9"], "has none of the cycles 7 to 9"),
                              (["--window", "mismatch"], "no mismatch"), (["--signal", "nothing"], "no signal nothing"),
                              (["--window", "n=9"], "n does not become 0x9"), (["--clock", "n"], "no clock n"),
                              (["--window", "symbol=main"], "no signal symbol; --window takes")):
            with self.subTest(words):
                self.refused(path, "--json", *words, errors=f"{path}: {errors}")
        self.refused(self.folder / "none.vcd", "--json", errors=".*none.vcd: No such file")
        self.refused(path, errors="needs either -o or --json")
        self.refused("--json", errors="WAVE is missing")

    def test_more_cycles_than_a_diagram_has_are_refused(self):
        path = self.file("long.vcd", vcd([("n", 16)], [(f"{n:b}",) for n in range(500)]))
        self.refused(path, "--json", "--window", "0:499", errors="more than 400 different cycles")

    def test_without_a_renderer_the_error_says_what_to_install(self):
        path = self.file("fine.vcd", vcd(COUNTER, [(0, "0", 0), (1, "1", 1)]))
        self.refused(path, "-o", self.folder / "x.svg", "--renderer", "no-such-program",
                     errors="no-such-program is not there: `pip install wavedrom` has it, .*--json needs none")
        self.refused(path, "-o", self.folder / "x.svg", "--renderer", "false", errors="false: draws nothing")
        self.refused(path, "-o", self.folder / "x.svg", "--renderer", "echo", errors="echo: draws nothing")


if __name__ == "__main__":
    unittest.main()
