# SPDX-License-Identifier: Apache-2.0
"""Each item of required.txt is shown by the vectors that it names: corner cases, worked examples, codes, boundaries; and
addresses have all forms of their upper bits."""
import re
import unittest

from tests.lib.catalogue import ROOT

FOLDER = ROOT / "tests/vectors/encoder"
TABLE = ROOT / "tests/sim/vectors/required.txt"
MDO, LONGEST = 6, 38


def items():
    for line in TABLE.read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            item, vectors, match = line.split(" | ")
            yield item, vectors.split(), match


def expected(name):
    """The lines behind "#> "; with fields that fill a byte as one line each."""
    return "\n".join(re.findall(r"^#> (.*)$", (FOLDER / f"{name}.nti").read_text(encoding="ascii"), re.M))


def is_shown(text, match):
    return not re.search(match[1:], text) if match.startswith("!") else bool(re.search(match, text))


def address(name, field):
    return int(re.search(rf" {field}=(\w+)", expected(name))[1], 0)


class RequiredTest(unittest.TestCase):
    def test_each_item_is_shown_by_its_vectors(self):
        for item, vectors, match in items():
            for name in vectors if vectors != ["-"] else []:
                with self.subTest(item=item, vector=name):
                    text = expected(name)
                    self.assertTrue(is_shown(text, match), f"{match} in\n{text}")

    def test_an_item_that_is_not_shown_fails(self):
        self.assertFalse(is_shown(expected("icnt-16-btm"), "!ResourceFull"))
        self.assertFalse(is_shown(expected("icnt-15-btm"), "ResourceFull"))

    def test_all_worked_examples_are_vectors(self):
        left_out = {"parameter-draft-exceptions"}  # its stream breaks a rule of 1.0: scripts/vectors/examples.py
        there = {path.stem for path in (ROOT / "tests/data/examples").glob("*.nti")} - left_out
        self.assertEqual({path.stem.removeprefix("example-") for path in FOLDER.glob("example-*.nti")}, there)

    def test_addresses_fill_each_number_of_bytes_and_one_bit_more(self):
        full = range(MDO, 61, MDO)
        for bits in (1, *full, *(bits + 1 for bits in full), 63):
            self.assertEqual(address(f"addr-{bits}-bits", "F-ADDR").bit_length(), bits)
            self.assertEqual(re.findall(r"U-ADDR=(\w+)", expected(f"uaddr-{bits}-bits"))[0], hex(1 << bits - 1))

    def test_upper_bits_are_left_out_at_each_byte(self):
        for bits in (*range(MDO, 61, MDO), *range(MDO + 1, 62, MDO), 62):
            for kind, upper in (("zeros", 0), ("ones", 1)):
                first = re.search(r"((?:[0-9A-F]{2} )+) *ProgTraceSync .* F-ADDR=(\w+)", expected(f"addr-extend-{kind}-{bits}"))
                sent = [int(byte, 16) for byte in first[1].split()]
                *_, before, last = (i for i, byte in enumerate(sent) if byte & 3)  # the ends of I-CNT and F-ADDR
                if last - before < 11:  # all 63 bits leave out nothing
                    self.assertEqual(sent[last] >> 7, upper, (kind, bits))

    def test_the_longest_message_is_as_long_as_the_build_can_make_it(self):
        longest = max(len(line.split("  ")[0].split()) for line in expected("longest-sync").splitlines())
        for path in FOLDER.glob("*.nti"):
            for line in expected(path.stem).splitlines():
                size = len(line.split("  ")[0].split())
                self.assertLessEqual(size, longest, path.stem)
        self.assertLessEqual(longest, LONGEST)


if __name__ == "__main__":
    unittest.main()
