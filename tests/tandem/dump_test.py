# SPDX-License-Identifier: Apache-2.0
"""`ntrace tv dump` against the second decoder, on the vectors, random groups and damaged streams:
each group, violation and error with its offset, and the exit status. `ntrace tv assemble` of what
it shows gives the bytes again."""
import unittest

from tests.lib import tier
from tests.tandem import vectors
from tests.tandem.decoder import Parameters, decode
from tests.tandem.expected import violations_of
from tests.tandem.make_groups import ALL_PARAMETERS, Maker
from tests.tandem.names import csr_numbers
from tests.tandem.subject import Subject

RV64 = Parameters(64, 64, 64)
# CSRs that are younger than binutils 2.40: Zcmt, Smctr
YOUNGER = {"jvt": 0x017, "sctrctl": 0x14E, "sctrstatus": 0x14F, "sctrdepth": 0x15F,
           "vsctrctl": 0x24E, "mctrctl": 0x34E}
STREAMS = 20 if tier.WHOLE else 2  # of each parameters
GROUPS = 300  # of a stream
DAMAGED = 100_000 if tier.WHOLE else 2000


class DumpTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.subject = Subject()

    @classmethod
    def tearDownClass(cls):
        cls.subject.close()

    def check(self, data, parameters, name):
        self.assertEqual(list(self.subject.differences(data, parameters)), [],
                         f"{name}: {data[:2000].hex(' ')}, {parameters}")

    def check_again(self, data, parameters):
        """What it shows is assembled to the same bytes."""
        self.assertEqual(self.subject.again(data, parameters), data)

    def test_csrs_have_the_names_of_the_assembler(self):
        for parameters in (RV64, Parameters(32, 64, 34)):
            names = self.subject.csr_names(parameters)
            known = {**csr_numbers(names), **YOUNGER}
            self.assertEqual([known.get(name, name) for name in names], list(range(0x1000)))
            self.assertGreater(len([name for name in names if not name.startswith("0x")]), 200)

    def test_vectors(self):
        for vector in vectors.EXAMPLES + vectors.FOREIGN:
            self.check(vectors.data(vector.hex), RV64, vector.name)
            self.check_again(vectors.data(vector.hex), RV64)
        for slip in vectors.SLIPS:
            self.check(vectors.data(slip.hex), RV64, slip.name)

    def test_an_empty_file_is_refused_though_the_text_allows_it(self):
        done = self.subject.dump(b"", RV64)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"^ntrace tv dump: \S+: offset 0: the stream is empty\n$")

    def test_a_cut_at_each_byte(self):
        first = vectors.data(vectors.EXAMPLES[0].hex)
        for vector in vectors.EXAMPLES[::3] + vectors.FOREIGN[7:]:
            data = vectors.data(vector.hex)
            for length in range(len(data)):
                self.check(first + data[:length], RV64, vector.name)

    def test_random_groups(self):
        for parameters in ALL_PARAMETERS:
            maker = Maker(11, parameters)
            for number in range(STREAMS):
                data, _ = maker.stream(GROUPS)
                self.check(data, parameters, f"stream {number}")
                self.check_again(data, parameters)

    def test_wild_groups(self):
        found = set()
        for parameters in ALL_PARAMETERS:
            maker = Maker(12, parameters, wild=True)
            for number in range(STREAMS):
                data, _ = maker.stream(GROUPS)
                self.check(data, parameters, f"stream {number}")
                self.check_again(data, parameters)
                found |= {name for _, name in violations_of(decode(data, parameters))}
        self.assertEqual(len(found), 9, found)

    def test_damaged_streams(self):
        names = set()
        for number in range(DAMAGED):
            parameters = ALL_PARAMETERS[number % len(ALL_PARAMETERS)]
            maker = Maker(number, parameters, wild=number % 5 == 0)
            _, data = maker.damaged(maker.stream(4)[0])
            self.check(data, parameters, f"damaged stream {number}")
            trace = decode(data, parameters)
            names.add(getattr(trace.error, "name", None))
            if number % 40 == 0 and trace.groups:  # the text is that of what came before the error
                back = self.subject.again(data, parameters)
                self.assertEqual(back, data[:len(back)], f"damaged stream {number}")
                self.assertGreater(len(back), trace.groups[-1].offset)
        self.assertEqual(len(names), 11, names)


if __name__ == "__main__":
    unittest.main()
