# SPDX-License-Identifier: Apache-2.0
"""The worked examples of the specifications, byte for byte: golden model, and RTL in lockstep.

Each file of tests/data/examples is an ingress file with, in comments,
    #: ADDRESS,TYPE             the program (pcinfo), for the round trip
    #> BYTES  MESSAGE           what the encoder sends, in the order sent; or: #> nothing
    #! PARAMETER=VALUE          a parameter in which the build differs; see
                                tests/icarus/examples_test.py and tests/model/parameters_test.c
The messages are those that the text prints, the bytes were made from them by hand or by
tests/lib/nexus.py, never by the encoder."""
import pathlib
import re
import tempfile
import unittest

from tests.lib import examples
from tests.lib.bench import lockstep, roundtrip, run
from tests.lib.nexus import LAYOUTS

NEEDS = ("benches",)


# What the texts print or list; each has a file of that name, or files that begin with it.
WANTED = """btm-first-branch-taken btm-second-branch-taken btm-no-branch-taken
htm-first-branch-taken htm-second-branch-taken htm-no-branch-taken
icnt-0 icnt-1 icnt-5 icnt-full-resource-full icnt-full-sync-btm icnt-full-sync-htm-rc7
hist-two hist-three hist-four hist-no hrepeat-10 hrepeat-150 process-vu-and-m
address-msb address-xor custom-instruction-taken custom-instruction-not-taken mdo-mseo
corner-back-to-back-return corner-back-to-back-jumps corner-back-to-back-exceptions
corner-exception-at-interrupt-destination corner-pending-interrupt-at-debug-exit
corner-exception-at-first-instruction corner-trace-starts-disabled
corner-halted-with-trace-disabled corner-exception-after-trap-return
corner-interrupt-after-trap-return case1 case2 case3 case4 case5 case6 nine-instructions
trigger-off-then-on trigger-on-and-off-at-once parameter-btype-trap parameter-draft parameter-draft-exceptions
parameter-sijump""".split()


class ExamplesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def encode(self, path):
        trace = self.folder / "model.nex"
        done = run("encode", path, "-o", trace)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return examples.words(trace.read_bytes())

    def run_lockstep(self, path, example):
        """The bytes of the RTL; all witnesses must agree."""
        image = []
        if example.code:
            image = ["--image", self.folder / "program.pcinfo"]
            image[1].write_text("\n".join(example.code) + "\n", encoding="ascii")
        trace = self.folder / "rtl.nex"
        status, summary, said = lockstep(path, *image, "-o", trace)
        self.assertEqual((status, said), (0, ""))
        self.assertEqual((summary["mismatches"], summary["rules_broken"]), (0, 0))
        if example.code:
            self.assertEqual((roundtrip(summary), summary["instructions_unjudged"]), ("exact", 0))
        return examples.words(trace.read_bytes())

    def variant(self, example, text):
        path = self.folder / example.path.name
        path.write_text(text, encoding="ascii")
        return path

    def test_every_example_of_the_texts_is_there(self):
        names = [example.name for example in examples.all_examples()]
        for wanted in WANTED:
            self.assertTrue(any(name.startswith(wanted) for name in names), wanted)

    def test_the_bytes_in_the_files_are_those_of_the_messages(self):
        for example in examples.all_examples():
            with self.subTest(example.name):
                self.assertEqual(example.bytes, example.bytes_of_messages())

    def test_all_twelve_messages_are_among_them_with_src_and_timestamp(self):
        whole = {line.split()[0] for example in examples.all_examples()
                 for line in example.messages if "SRC" in line and "TSTAMP" in line}
        self.assertEqual(whole, set(LAYOUTS))

    def test_the_model_sends_them(self):
        for example in examples.usual_examples():
            with self.subTest(example.name):
                self.assertEqual(self.encode(example.path), example.bytes)

    def test_the_rtl_sends_them_in_lockstep(self):
        for example in examples.usual_examples():
            with self.subTest(example.name):
                self.assertEqual(self.run_lockstep(example.path, example), example.bytes)

    def variants_agree(self, variant_of, least):
        """Where a build can have the example, it sends the same bytes."""
        tried = 0
        for example in examples.usual_examples():
            text = variant_of(example.text)
            if text is not None:
                with self.subTest(example.name):
                    tried += 1
                    path = self.variant(example, text)
                    self.assertEqual(self.run_lockstep(path, example), example.bytes)
        self.assertGreaterEqual(tried, least)

    def test_the_build_with_four_blocks_and_four_bytes_a_cycle_sends_the_same(self):
        self.variants_agree(examples.for_rv64_wide, 60)

    def test_the_build_of_32_bits_sends_the_same(self):
        self.variants_agree(examples.for_rv32, 55)

    def test_the_smallest_build_sends_the_same_where_it_has_what_it_takes(self):
        self.variants_agree(examples.for_rv32_min, 30)

    def test_one_instruction_less_gives_other_bytes(self):
        example = examples.Example(examples.FOLDER / "htm-no-branch-taken.nti")
        text, number = re.subn("iaddr=0x10e iretire=3 ilastsize=1", "iaddr=0x10e iretire=1",
                               example.text)
        self.assertEqual(number, 1)
        self.assertNotEqual(self.encode(self.variant(example, text)), example.bytes)


if __name__ == "__main__":
    unittest.main()
