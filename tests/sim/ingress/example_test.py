# SPDX-License-Identifier: Apache-2.0
"""The ingress port's worked example: nine instructions over four cycles, two branches."""
import json
import pathlib
import re
import tempfile
import unittest

from tests.lib.bench import lockstep, run

NEEDS = ("bench-rv64", "bench-rv64-wide")
EXAMPLE = pathlib.Path("tests/data/examples/nine-instructions.nti")
PROGRAM = """0x1000,L4
0x1004,L4
0x1008,L4
0x100c,CI2
0x0940,L4
0x0944,BD2,0x0a00
0x0946,BD2,0x0988
0x0988,L4
0x098c,L4
"""
RETIRED = [0x1000, 0x1004, 0x1008, 0x100C, 0x940, 0x944, 0x946, 0x988, 0x98C]
# The blocks of the table, and how a port with more groups shows them.
BLOCKS = ["b iaddr=0x1000 iretire=7 itype=8", "b iaddr=0x940 iretire=3 itype=4",
          "b iaddr=0x946 iretire=1 itype=5", "b iaddr=0x988 iretire=4 ilastsize=1"]


class ExampleTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.image = self.folder / "nine.pcinfo"
        self.image.write_text(PROGRAM, encoding="ascii")

    def good(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        return done.stdout

    def variant(self, name, mode, groups):
        """The example in another mode, with that many groups of the port in each cycle."""
        text = EXAMPLE.read_text(encoding="ascii").replace("trTeInstMode=6", f"trTeInstMode={mode}")
        text = re.sub(r"(b iaddr.*\n)+", "\n".join(
            " ".join(BLOCKS[i:i + groups]) for i in range(0, 4, groups)) + "\n", text)
        if groups > 1:
            text = text.replace("nblocks=1", "nblocks=4").replace("build=rv64", "build=rv64-wide")
        path = self.folder / name
        path.write_text(text, encoding="ascii")
        return path

    def test_the_file_holds_the_blocks_of_the_table(self):
        text = EXAMPLE.read_text(encoding="ascii")
        found = [line.split("#")[0].strip() for line in text.splitlines() if line.startswith("b ")]
        self.assertEqual(found, BLOCKS)

    def test_it_breaks_no_rule_of_the_port(self):
        for groups in (1, 2, 4):
            path = self.variant("v.nti", 6, groups)
            self.assertEqual(json.loads(self.good("shape", "--check", path, "--json"))["broken"], 0)

    def test_all_nine_instructions_come_back_from_the_trace(self):
        trace = self.folder / "nine.nex"
        for mode in (3, 6):
            bytes_seen = set()
            for groups in (1, 2, 4):
                with self.subTest(mode=mode, groups=groups):
                    path = self.variant("v.nti", mode, groups)
                    self.good("encode", path, "-o", trace)
                    said = self.good("decode", trace, "--image", self.image, "--to", "pc")
                    self.assertEqual([int(line, 16) for line in said.split()], RETIRED)
                    bytes_seen.add(trace.read_bytes())
            self.assertEqual(len(bytes_seen), 1, "other groups, other bytes")

    def test_the_messages_are_those_that_the_text_asks_for(self):
        trace = self.folder / "nine.nex"
        self.good("encode", EXAMPLE, "-o", trace)
        lines = self.good("dump", trace, "--messages")
        self.assertIn("ProgTraceSync", lines)
        self.assertRegex(lines, r"IndirectBranch\b.*I-CNT=0x7\b")
        # Not taken, taken: HIST 1 01 with its stop bit; 3 + 1 + 4 half-words since the jump.
        self.assertRegex(lines, r"ProgTraceCorrelation.*I-CNT=0x8\b.*HIST=0x5\b")

    def test_rtl_and_model_agree_on_it(self):
        for groups in (1, 4):
            path = self.variant("v.nti", 6, groups)
            status, summary, said = lockstep(path, "--image", self.image)
            self.assertEqual((status, said), (0, ""))
            self.assertEqual((summary["mismatches"], summary["roundtrip"]), (0, "exact"))
            self.assertEqual(summary["instructions"], len(RETIRED))


if __name__ == "__main__":
    unittest.main()
