# SPDX-License-Identifier: Apache-2.0
"""The reader of the device tree's node riscv,pmu: what it makes of trees, what the library answers from
them, and which it refuses (tests/pmu/fdt/reader.c, with sanitizers)."""
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

NEEDS = ("build/tests/pmu/fdt_reader",)
TREES = ROOT / "tests/pmu/fdt"
READER = ROOT / "build/tests/pmu/fdt_reader"
EVENTS, SELECT, RAW = ("riscv,event-to-mhpmcounters", "riscv,event-to-mhpmevent",
                       "riscv,raw-event-to-mhpmcounters")


def compiled(text):
    return subprocess.run(["dtc", "-q", "-O", "dtb", "-"], input=text.encode("ascii"), check=True,
                          capture_output=True).stdout


def tree(*nodes):
    return compiled("/dts-v1/; / { " + "".join(f"n{i} {{ {node} }};" for i, node in enumerate(nodes)) + " };")


def node(**properties):
    """EVENTS, SELECT, RAW: cells."""
    names = {"events": EVENTS, "select": SELECT, "raw": RAW}
    return 'compatible = "riscv,pmu";' + "".join(
        f"{names[name]} = <{cells}>;" for name, cells in properties.items())


def read(blob, *queries):
    """What the reader prints."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(blob)
        file.flush()
        words = [word for query in queries for word in query.split()]
        done = subprocess.run([READER, file.name, *words], check=False, capture_output=True, text=True)
    if done.stderr or done.returncode not in (0, 1):
        raise AssertionError(f"exit status {done.returncode}\n{done.stderr}")
    return done.stdout.splitlines()


class Accepted(unittest.TestCase):
    def answers(self, blob, expected):
        """`expected`: event_idx and event_data, counters and what mhpmevent gets."""
        lines = read(blob, *expected)
        self.assertEqual(lines[0], "ok")
        self.assertEqual(lines[-len(expected):],
                         [f"{query}: {answer}".replace(": ,", ":,") for query, answer in expected.items()])
        return lines[1:-len(expected)]

    def file(self, name, expected):
        return self.answers(compiled((TREES / f"{name}.dts").read_text(encoding="ascii")), expected)

    def test_events_that_are_their_own_selectors(self):
        counters = " ".join(map(str, range(3, 19)))
        rows = self.file("direct", {
            "0x1 0": f"{counters} 0, mhpmevent 0x1", "0x2 0": f"{counters} 2, mhpmevent 0x2",
            "0xa 0": f"{counters}, mhpmevent 0xa", "0x10019 0": f"{counters}, mhpmevent 0x10019",
            "0x10038 0": ", mhpmevent 0", "0x20000 0": ", mhpmevent 0"})
        self.assertEqual(rows[-1], "all 0x7fff8")

    def test_events_with_selectors(self):
        rows = self.file("selected", {
            "0x1 0": "0, mhpmevent 0", "0x2 0": "2, mhpmevent 0", "0x3 0": "3 4, mhpmevent 0x1100",
            "0x4 0": "3 4, mhpmevent 0x302", "0x5 0": "3 4, mhpmevent 0x1200004000",
            "0x6 0": ", mhpmevent 0", "0x10001 0": "3, mhpmevent 0x202",
            "0x10021 0": "3, mhpmevent 0xffffffffffffff", "0x10020 0": ", mhpmevent 0"})
        self.assertEqual(rows[-1], "all 0x18")
        self.assertEqual(len(rows), 4 + 5 + 1)

    def test_raw_events(self):
        """Bits of a selector that an event has not are not looked at."""
        rows = self.file("raw", {
            "0x20000 0x42": "3, mhpmevent 0x42", "0x20000 0x43": ", mhpmevent 0",
            "0x20000 0x100": "4 5 6 7, mhpmevent 0x100", "0x20000 0x10f": "4 5 6 7, mhpmevent 0x10f",
            "0x20000 0x110": ", mhpmevent 0", "0x20000 0x907": "31, mhpmevent 0x907",
            "0x20000 0x100007": "4 31, mhpmevent 0x100007",
            "0x30000 0xff000000000009": "5, mhpmevent 0xff000000000009",
            "0x20000 0x9": "5, mhpmevent 0x9", "0x1 0": "0, mhpmevent 0"})
        self.assertEqual(rows[-1], "all 0x800000f8")

    def test_the_tree_of_qemu(self):
        """Five cells of zeros follow its rows."""
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "virt.dtb"
            subprocess.run(["qemu-system-riscv64", "-M", f"virt,dumpdtb={path}", "-cpu", "rv64,sscofpmf=on",
                            "-display", "none"], check=True, capture_output=True)
            rows = self.answers(path.read_bytes(), {"0x10019 0": " ".join(map(str, range(3, 19))) +
                                                                 ", mhpmevent 0x10019"})
        self.assertEqual(rows, ["counters 0x1 0x1 0x7fff9", "counters 0x2 0x2 0x7fffc",
                                *(f"counters {event} {event} 0x7fff8"
                                  for event in ("0x10019", "0x1001b", "0x10021")), "all 0x7fff8"])

    def test_no_property_is_no_event(self):
        self.answers(tree(node()), {"0x1 0": "0, mhpmevent 0", "0x3 0": ", mhpmevent 0"})

    def test_a_disabled_node_is_none(self):
        two = tree('status = "disabled";' + node(events="3 3 8"), 'status = "okay";' + node(events="4 4 8"))
        self.assertEqual(read(two)[:2], ["ok", "counters 0x4 0x4 0x8"])

    def test_bytes_beyond_the_tree_are_not_its(self):
        self.assertEqual(read(tree(node()) + b"\xff" * 100)[0], "ok")

    def test_as_many_rows_as_there_is_room_for(self):
        for name, row in ("events", "{0} {0} 8"), ("select", "{0} 0 1"), ("raw", "0 {0} 0 0xffff 8"):
            for number, result in (128, "ok"), (129, "rows"):
                cells = " ".join(row.format(i + (0 if name == "raw" else 0x10000)) for i in range(number))
                properties = {name: cells} if name != "select" else {"events": "3 3 8", name: cells}
                with self.subTest(name, number=number):
                    self.assertEqual(read(tree(node(**properties)))[0], result)


class Refused(unittest.TestCase):
    def refused(self, why, *nodes):
        self.assertEqual(read(tree(*nodes)), [why, "all 0"])

    def test_what_is_no_tree(self):
        whole = tree(node(events="3 3 8", raw="0 1 0 1 8"))
        for size in range(0, len(whole), 13):
            self.assertEqual(read(whole[:size]), ["tree", "all 0"], size)
        for version in 0, 5, 16:
            self.assertEqual(read(whole[:20] + version.to_bytes(4, "big") + whole[24:]), ["tree", "all 0"])
        self.assertEqual(read(b"\0" * 100), ["tree", "all 0"])

    def test_a_tree_without_the_node(self):
        self.refused("no node", 'compatible = "riscv,pmux";')
        self.refused("no node", 'status = "disabled";' + node())
        self.refused("no node", 'status = "fail";' + node())

    def test_several_nodes(self):
        self.refused("nodes", node(events="3 3 8"), node(events="3 3 8"))

    def test_rows_that_are_cut(self):
        self.refused("length", node(events="3 3"))
        self.refused("length", node(events="3 3 8 4"))
        self.refused("length", node(events="3 3 8", select="3 0 1 4 0"))
        self.refused("length", node(raw="0 1 0 0xff 8 0 1 0 0xff"))
        self.refused("length", f'compatible = "riscv,pmu"; {EVENTS} = [00 00 00 03 00 00 00 03 00 00 00 08 00];')

    def test_events_that_it_cannot_have(self):
        for row in ("0 0 8", "0 3 8", "4 3 8", "3 0x10001 8", "0x20000 0x20000 8", "0x10000 0x20000 8",
                    "0xf0005 0xf0005 8", "0x100003 0x100003 8", "0xffffffff 0xffffffff 8"):
            with self.subTest(row):
                self.refused("event", node(events=row))
        for event in (0, 0x20000, 0x30000, 0xf0001, 0xffffffff):
            self.refused("event", node(events="3 3 8", select=f"{event:#x} 0 1"))

    def test_an_event_twice(self):
        for row in ("3 3 8", "2 3 8", "5 9 8", "1 9 8", "4 4 8"):
            self.refused("overlap", node(events=f"3 5 8 {row}"))
        self.refused("overlap", node(events="3 5 8", select="3 0 1 3 0 1"))
        self.refused("overlap", node(events="3 5 8", select="3 0 1 4 0 1 3 0 1"))

    def test_fixed_counters_of_other_events(self):
        for row in ("3 3 1", "3 3 2", "3 3 4", "1 1 4", "2 2 1", "1 1 2", "1 2 7", "1 3 1", "2 3 4",
                    "0x10000 0x10000 9"):
            with self.subTest(row):
                self.refused("counter", node(events=row))
        for counters in (1, 2, 4, 9):
            self.refused("counter", node(raw=f"0 1 0 0xff {counters}"))

    def test_selectors_that_cannot_be(self):
        for bit in range(24, 32):
            self.refused("select", node(events="3 3 8", select=f"3 {1 << bit:#x} 1"))
        self.refused("select", node(raw="0 0x101 0 0xff 8"))
        self.refused("select", node(raw="1 0 0 0xffffffff 8"))

    def test_selectors_without_counters(self):
        self.refused("alone", node(select="3 0 1"))


if __name__ == "__main__":
    unittest.main()
