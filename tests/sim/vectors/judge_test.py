# SPDX-License-Identifier: Apache-2.0
"""`ntrace vectors judge` takes a stream that differs from the golden model's in any freedom that the text leaves, and
refuses each kind of damage: tests/sim/vectors/damage.txt. `make nightly` takes all vectors, and more than one for a kind."""
import tempfile
import unittest

from tests.lib.tier import WHOLE
from tests.sim.vectors.damage_table import ENCODER, damaged, found, verdict
from tests.sim.vectors.damages import all_kinds
from tests.sim.vectors.freedoms import FREEDOMS, MODELS, VENDORS, of_vendor
from tests.sim.vectors.streams import Judge, all_vectors

STEP = 1 if WHOLE else 12  # one vector of so many
LEAST = 6  # vectors of a freedom by day, if it has so many
MOST = 6 if WHOLE else 0  # vectors of a kind of damage, beside that of the table
KINDS = 200


class JudgeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.judge = Judge(folder.name)
        cls.vectors = [vector for vector in all_vectors() if vector.messages]

    def some(self, there):
        """One of STEP vectors, but LEAST of them if there are so many."""
        return there[::max(1, min(STEP, len(there) // LEAST))]

    def test_every_freedom_of_the_text_is_taken(self):
        for name, (rewrite, barred) in FREEDOMS.items():
            there = [(vector, rewrite(vector, vector.messages)) for vector in self.vectors if not vector.has(*barred)]
            there = [(vector, other) for vector, other in there if other != vector.messages]
            self.assertGreater(len(there), 0, name)
            taken = 0
            for vector, other in self.some(there):
                with self.subTest(vector=vector.name, freedom=name):
                    status, said = self.judge.judge(vector, other)
                    self.assertIn(status, (0, None), f"{said}\n" + "\n".join(other))
                    taken += status == 0
            self.assertGreater(taken, 0, name)

    def test_encoders_of_other_settings_and_sizes_are_taken(self):
        """Their golden model runs the same ingress."""
        for name, (fields, parameters) in MODELS.items():
            there = [vector for vector in self.vectors if parameters or vector.has(*fields)]
            judged = other = 0
            for vector in self.some(there):
                data = self.judge.other_model(vector, fields, parameters)
                if data is None:
                    continue
                with self.subTest(vector=vector.name, encoder=name):
                    status, said = self.judge.judge_bytes(vector, data)
                    self.assertEqual(status, 0, said)
                    judged += 1
                    other += "conformant" in said
            self.assertGreater(judged, 0, name)
            if WHOLE:
                self.assertGreater(other, 0, name)

    def test_three_encoders_far_from_ours_are_taken(self):
        for name, ((fields, parameters), _) in VENDORS.items():
            other = 0
            for vector in self.some(self.vectors):
                data = self.judge.other_model(vector, fields, parameters)
                messages = vector.messages if data is None else self.judge.messages_of(vector, data)
                with self.subTest(vector=vector.name, vendor=name):
                    status, said = self.judge.judge(vector, of_vendor(name, vector, messages))
                    self.assertIn(status, (0, None), said)
                    other += "conformant" in said
            self.assertGreater(other, 0, name)

    def test_there_are_so_many_kinds_of_damage_each_with_a_name(self):
        names = [name for kinds in all_kinds().values() for name, _ in kinds]
        self.assertGreaterEqual(len(names), KINDS)
        self.assertEqual(len(names), len(set(names)))

    def test_each_kind_of_damage_is_refused_as_the_table_has_it(self):
        now, table, how = found(ENCODER)
        self.assertEqual(now, table, how)
        self.assertNotIn(" conformant", now)

    def test_it_is_refused_in_other_vectors_too(self):
        for kinds in all_kinds().values():
            for name, damage in kinds:
                for number, (vector, data) in enumerate(damaged(self.judge, self.vectors, name, damage)):
                    if number >= MOST:
                        break
                    with self.subTest(vector=vector.name, kind=name):
                        self.assertNotEqual(verdict(*self.judge.judge_bytes(vector, data)), "conformant")


if __name__ == "__main__":
    unittest.main()
