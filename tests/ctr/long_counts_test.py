# SPDX-License-Identifier: Apache-2.0
"""CC of counts of 2^23 cycles and more, where CCE is 12 and above: RTL and model run all cycles as pins, and the answers
are typed from the formula of the text, (2^12 + CCM) << (CCE - 1). Neither random runs nor recordings go so far."""
import tempfile
import unittest
from pathlib import Path

from tests.lib import faults, tier, units

NEEDS = ("build/host.a", "build/units/ctr/rv64/bench")
CYCLES, RECORD = "rtl/ctr/nt_ctr_cycles.v", "model/ctr/ctr_record.c"
JUMP = 11
IDLE = 1 << 20  # at most, of a line

# Cycles from one record to the next: CCE, CCM
COUNTS = {
    8388607: (11, 0xFFF), 8388608: (12, 0), 8390655: (12, 0), 8390656: (12, 1), 14002175: (12, 0xAB4), 16777215: (12, 0xFFF),
    16777216: (13, 0), 28000256: (13, 0xAB4), 33554431: (13, 0xFFF), 33554432: (14, 0), 56000512: (14, 0xAB4), 67108863: (14, 0xFFF),
    67108864: (15, 0), 67125247: (15, 0), 67125248: (15, 1), 134201343: (15, 0xFFE), 134201344: (15, 0xFFF), 134217727: (15, 0xFFF), 134300000: (15, 0xFFF),
}
BY_DAY = (8388608, 14002175)

# Errors that both sides have: rule, changes
ALIKE = {
    "CCE goes on beyond 11": [
        (CYCLES, "encoded = {e[3:0], count[e - 1 +: 12]};", "encoded = {e > 11 ? 4'd11 : e[3:0], e > 11 ? count[10 +: 12] : count[e - 1 +: 12]};"),
        (RECORD, "while (cycles >> (CCM_W + exponent) != 0) {", "while (cycles >> (CCM_W + exponent) != 0 && exponent < 11) {")],
    "CCM is of 12 bits for CCE of 12 as well": [
        (CYCLES, "encoded = {e[3:0], count[e - 1 +: 12]};", "encoded = {e[3:0], e == 12 ? count[e +: 12] : count[e - 1 +: 12]};"),
        (RECORD, "exponent == 0 ? cycles : cycles >> (exponent - 1);", "exponent == 0 ? cycles : cycles >> (exponent == 12 ? exponent : exponent - 1);")],
}


def vector(folder, counts):
    """Pins: M mode alone records, and a jump comes after each number of cycles; ctrdata of each is read."""
    parameters = " ".join(f"{name}={value}" for name, value in units.parameters("ctr", "rv64").items())
    jump = f"block itype={JUMP} isrc=0x80000100 itgt=0x80000140 tpriv=3"
    lines = ["#= vector long", "#= unit ctr", f"ntrace-pins 1 unit=ctr build=rv64 {parameters}", "rst=1", "csr_addr=0x34e csr_op=1 csr_wdata=4", jump]
    waits = 0                                # cycles since the last jump
    for count in counts:
        wait = count - 1 - waits
        lines += [f"idle {min(IDLE, wait - begin)}" for begin in range(0, wait, IDLE)]
        lines += [jump, "csr_addr=0x153 select=0x200"]
        waits = 1                            # the access
    path = Path(folder) / "long.pins"
    path.write_text("\n".join([*lines, "idle 1", "end", ""]), encoding="ascii")
    return path


def answers(folder, bench, counts, **more):
    """CCE, CCM of each, by RTL and model in lockstep."""
    out = Path(folder) / "answers"
    done = units.run(bench, "vector", vector(folder, counts), out, **more)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)
    words = [int(line, 16) for line in out.read_text(encoding="ascii").split() if line.startswith("0x")]
    return [(word >> 28, word >> 16 & 0xFFF) for word in words if word & 0x800F == 0x8000 | JUMP]


class LongCountsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_counts_of_2_to_the_23_and_more_are_by_the_formula(self):
        counts = COUNTS if tier.WHOLE else BY_DAY
        self.assertEqual(answers(self.folder, units.program("ctr", "rv64"), counts), [COUNTS[count] for count in counts])

    def test_the_table_is_the_formula(self):
        """What CCE and CCM stand for is at most the count, and less than a step below it; all ones stand for all above."""
        for count, (exponent, mantissa) in COUNTS.items():
            told, step = (4096 + mantissa) << exponent - 1, 1 << exponent - 1
            self.assertLessEqual(told, count)
            self.assertTrue(count < told + step or (exponent, mantissa) == (15, 0xFFF), count)

    def test_what_both_sides_break_alike_there_is_noticed(self):
        copies = units.BothSides("ctr", list(ALIKE.values()))
        self.addCleanup(copies.cleanup)
        for number, name in enumerate(ALIKE, 1):
            with self.subTest(name):
                said = answers(self.folder, copies.bench("rv64"), (8388608, 14002175), env=faults.chosen(number))
                self.assertNotEqual(said, [(12, 0), (12, 0xAB4)])


if __name__ == "__main__":
    unittest.main()
