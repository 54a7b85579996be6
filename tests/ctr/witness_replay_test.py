# SPDX-License-Identifier: Apache-2.0
"""Logs that are replayed through the witness: what agrees, what differs, what cannot be read."""
import random
import unittest

from tests.ctr import maps, replay

HEADER = "ctr map=ratified xlen=64 depths=16..256 ras=1 external=1 filters=1 freeze=1 cce=4 misp=1 h=1"
LOG = f"""{HEADER}
r
c 1 3 0
a 34e 1 801 3 0 15 -> hit 0
c 9 0 0
c 1 0 0
b 9 1000 2000 0 0 0 1
b 4 2000 2004 0 0 0 0
c 1 0 0
b 13 3000 1004 0 0 0 0
b 1 1004 80000000 0 3 3 0
c 1 3 0
a 14f 0 0 3 0 15 -> hit 80000002
c 1 1 0
a 151 0 0 1 200 15 -> hit 3001
c 1 1 0
a 153 0 0 1 200 15 -> hit 1800d
c 1 1 0
a 152 0 0 1 201 15 -> hit 2001
c 1 1 0
a 153 0 0 1 201 15 -> hit abc0009
c 1 0 0
a 151 0 0 0 200 15 -> illegal 0
c 1 6 0
a 15f 0 0 6 0 15 -> virtual 0
c 1 3 0
a 381 0 0 3 0 15 -> none 0
c 1 3 0
a 15f 1 1 3 0 15 -> hit 0
c 1 3 0
a 151 0 0 3 200 15 -> hit 123
c 1 5 0
x 5 15 -> virtual
c 1 1 0
x 1 15 -> hit
c 1 1 0
a 151 0 0 1 200 0 -> illegal 0
c 1 1 0
a 151 0 0 1 200 5 -> hit 0
"""


class ReplayTest(unittest.TestCase):
    def test_a_log_that_agrees_is_counted(self):
        """The entry after the change of the depth is not compared, and CC without CCV neither."""
        self.assertEqual(replay.replay(LOG.splitlines()), (
            0, "replayed 4 blocks, 15 accesses (14 compared), 2 recorded entries, 1 freezes"))

    def test_each_wrong_answer_is_found_in_its_line(self):
        lines = LOG.splitlines()
        for number, line in enumerate(lines):
            if "->" not in line:
                continue
            left, answer = line.split("-> ")
            wrong = ["none" if "hit" in answer else "hit", *answer.split()[1:]]
            self.differs(lines, number, f"{left}-> {' '.join(wrong)}")
            if line.startswith("a") and "123" not in answer:
                outcome, rdata = answer.split()
                self.differs(lines, number, f"{left}-> {outcome} {int(rdata, 16) ^ 1:x}")

    def differs(self, lines, number, wrong):
        status, text = replay.replay([*lines[:number], wrong, *lines[number + 1:]])
        self.assertEqual((status, text.split(":")[0]), (1, f"line {number + 1}"), wrong)

    def test_a_difference_names_both_values(self):
        status, text = replay.replay([HEADER, "a 15f 0 0 3 0 15 -> hit 3"])
        self.assertEqual((status, text), (1, "line 2: CSR 15f: the witness reads 0x0, the log has 3\n"
                                             "    a 15f 0 0 3 0 15 -> hit 3"))

    def test_what_cannot_be_read_is_said(self):
        for log in ([], [""], ["c 1 0 0"], [HEADER.replace(" h=1", "")], [HEADER, "c 1 0"], [HEADER, "q"],
                    [HEADER.replace("ratified", "1.0")], [HEADER, "b 9 zz 0 0 0 0 0"],
                    [HEADER, "a 15f 0 0 3 0 15 -> hit"]):
            status, text = replay.replay(log)
            self.assertEqual((status, text[:5]), (2, "line "), log)

    def test_a_long_log_of_all_kinds_replays(self):
        """Answers come from the witness, so nothing differs."""
        for chosen, xlen, depths in (("ratified", 64, "16..256"), ("draft", 32, "32..128"), ("draft", 64, "16")):
            header = HEADER.replace("ratified", chosen).replace("64", str(xlen)).replace("16..256", depths)
            lines = self.answered([header, *self.random_lines(random.Random(1), chosen, xlen)])
            status, text = replay.replay(lines)
            self.assertEqual(status, 0, text)
            self.assertRegex(text, r"^replayed \d{4} blocks, \d{3,4} accesses \(\d{3,4} compared\), \d{3,} rec",
                             chosen)

    @staticmethod
    def random_lines(rng, chosen, xlen):
        numbers = [view.number for view in maps.MAPS[chosen]]
        for step in range(2000):
            if step % 20 == 0:  # all modes are recorded again
                yield "c 1 3 0"
                yield f"a {maps.MCONTROL[chosen]:x} 1 7 3 0 15"
                yield f"a {maps.VSCONTROL[chosen]:x} 1 7 3 0 15"
                yield f"a {maps.SSTATUS[chosen]:x} 3 8000c000 3 0 15"
            priv = rng.choice((0, 1, 3, 5, 6))
            yield f"c {rng.choice((1, 1, 5000))} {priv} {int(rng.random() < .1)}"
            if rng.random() < .3:
                value = rng.choice((rng.getrandbits(xlen), 1 << rng.randrange(xlen), 7))
                yield (f"a {rng.choice(numbers):x} {rng.randrange(4)} {value:x} {priv} "
                       f"{rng.choice((0x200, 0x201, 0x20f, 0x2ff, 0x300)):x} "
                       f"{rng.choice((15, rng.randrange(16)))}")
            elif rng.random() < .02:
                yield f"x {priv} 15"
            else:
                for _ in range(rng.randrange(4)):
                    yield (f"b {rng.choice((0, 1, 2, 3, 4, 5, 8, 9, 12, 13))} {rng.getrandbits(xlen) & ~1:x} "
                           f"{rng.getrandbits(xlen) & ~1:x} {priv} {priv} {rng.choice((3, 8, 13))} 1")

    @staticmethod
    def answered(lines):
        run = replay.Replay()
        for line in lines:
            words = line.split()
            if words[0] == "a":
                addr, op, wdata, priv, select, stateen = words[1:]
                outcome, value = run.unit.access(int(addr, 16), int(op), int(wdata, 16), int(priv),
                                                 int(select, 16), int(stateen))
                line += f" -> {outcome} {value or 0:x}"
            elif words[0] == "x":
                line += f" -> {run.unit.clear(int(words[1]), int(words[2]))}"
            else:
                run.line(words)
            yield line


if __name__ == "__main__":
    unittest.main()
