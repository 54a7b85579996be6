# SPDX-License-Identifier: Apache-2.0
"""`ntrace vectors judge` of units that answer: what a vector says may be anything may be, all else is refused."""
import random
import re
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import run
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE
from tests.sim.vectors.answer_damages import UNITS, all_kinds
from tests.sim.vectors.answers_of import answers
from tests.sim.vectors.damage_table import ANSWERS, found

FOLDER = ROOT / "tests/vectors"
STEP = 1 if WHOLE else 6
DAMAGES = 300 if WHOLE else 60


def another(line, mask):
    """The number has these bits the other way round."""
    return re.sub(r"0x[0-9a-f]+", lambda found: f"{int(found[0], 16) ^ mask:#x}", line, count=1)


def free_bits(forms, chance):
    line, free = forms[0]
    return another(line, free & chance.getrandbits(64)) if free else line


def other_answers(forms, chance):
    return chance.choice(forms)[0]


def in_decimal(forms, _):
    return re.sub(r"0x[0-9a-f]+", lambda found: str(int(found[0], 16)), forms[0][0])


def with_blanks(forms, _):
    return "  " + forms[0][0].replace(" ", "   ") + " "


FREEDOMS = (free_bits, other_answers, in_decimal, with_blanks)


def wrong_bit(lines, at, expected, chance):
    free = expected[at][0][1]
    bits = [bit for bit in range(64) if not free >> bit & 1]
    lines[at] = another(lines[at], 1 << chance.choice(bits))


def other_outcome(lines, at, _, chance):
    first, *rest = lines[at].split()
    lines[at] = " ".join([chance.choice([word for word in ("done", "illegal", "virtual", "none", "FAILED", "0x5a5a") if word != first]), *rest])


def dropped(lines, at, _, __):
    del lines[at]


def doubled(lines, at, _, __):
    lines.insert(at, lines[at])


def more_words(lines, at, _, __):
    lines[at] += " done"


def other_request(lines, at, expected, _):
    if len(expected[at]) == 1:
        lines[at] = lines[at].replace("quiet", "Q").replace("pending", "quiet").replace("Q", "pending")


DAMAGE = (other_request, wrong_bit, other_outcome, dropped, doubled, more_words)


class AnswersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "answers"

    def judge(self, vector, lines):
        self.path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
        return run("vectors", "judge", vector, "--bytes", self.path)

    def vectors(self):
        return [path for unit in UNITS for path in sorted(FOLDER.glob(f"{unit}/*.pins"))]

    def test_the_golden_answers_are_exact(self):
        for path in self.vectors()[::STEP]:
            done = self.judge(path, [forms[0][0] for forms in answers(path)])
            self.assertEqual((done.returncode, done.stdout.split(":")[1].split(",")[0]), (0, " exact"), done.stdout)

    def test_what_the_text_permits_is_taken(self):
        chance = random.Random(1)
        tried = {freedom.__name__: 0 for freedom in FREEDOMS}
        for path in self.vectors():
            expected = answers(path)
            for freedom in FREEDOMS:
                lines = [freedom(forms, chance) for forms in expected]
                if lines == [forms[0][0] for forms in expected] or not WHOLE and tried[freedom.__name__] > 8:
                    continue
                tried[freedom.__name__] += 1
                done = self.judge(path, lines)
                self.assertEqual(done.returncode, 0, (path, lines, done.stdout))
                self.assertIn("conformant", done.stdout)
        self.assertGreater(min(count for name, count in tried.items() if name != "other_answers"), 8, tried)

    def test_all_else_is_refused_with_its_number(self):
        chance = random.Random(2)
        refused = dict.fromkeys((kind.__name__ for kind in DAMAGE), 0)
        while sum(refused.values()) < DAMAGES:
            path, kind = chance.choice(self.vectors()), chance.choice(DAMAGE)
            expected = answers(path)
            good = [forms[0][0] for forms in expected]
            lines, at = list(good), chance.randrange(len(good))
            kind(lines, at, expected, chance)
            legal = len(lines) == len(expected) and all(any(line == form for form, _ in forms) for line, forms in zip(lines, expected))
            if legal or lines == good or kind is other_outcome and expected[at][0][1]:
                continue
            done = self.judge(path, lines)
            self.assertEqual(done.returncode, 1, (path, kind, at, lines, done.stdout))
            self.assertIn("  answer  offset " if lines else "  stream.empty  offset 0", done.stdout)
            refused[kind.__name__] += 1
        self.assertTrue(all(refused.values()), refused)

    def test_each_kind_of_damage_is_refused_as_the_table_has_it(self):
        self.assertEqual(*found(ANSWERS))
        self.assertGreater(sum(map(len, all_kinds().values())), 60)

    def test_nothing_is_no_answer(self):
        done = self.judge(self.vectors()[0], [])
        self.assertIn("broken", done.stdout)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
