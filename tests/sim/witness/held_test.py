"""What is asked about the last instruction is never lost: a taken branch in HTM, a trigger without a block, and
the hart halts before an address comes. Full history, or a full I-CNT, waits for that."""
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import run
from tests.mutation.judges import HELD

HEAD = """ntrace-ingress 2 xlen=32 nblocks=1 itype_w=4 iretire_w=3 context_w=7 ntriggers=2 build=tiny
rst=1
set trTeActive=1 trTeInstMode=6 trTeTrigExtInControl=0x4
idle
set trTeEnable=1 trTeInstTracing=1
"""
BRANCH = "priv=3 b iaddr=0x1000 iretire=2 itype=5 ilastsize=1\n"
START = "24 15 00 83"
REPORTED = START + "74 00 19 00 81 3f 84 40 09 0f"  # IndirectBranchHistSync with SYNC=0 at the last branch
LOST = START + "6c c4 1f 84 40 21 07"               # ResourceFull, and nothing at the stop


class HeldTest(unittest.TestCase):
    def judged(self, messages, ingress, *more):
        """`ntrace check` of an encoder of ours: status and output."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / name for name in ("stream.nex", "pins.nti")]
            paths[0].write_bytes(bytes.fromhex(messages))
            paths[1].write_text(ingress, encoding="ascii")
            done = run("check", paths[0], "--ingress", paths[1], *HELD[1:], *more)
            return done.returncode, done.stdout + done.stderr

    def test_a_trigger_behind_the_branch_that_fills_hist_is_reported_at_the_stop(self):
        pins = HEAD + 4 * BRANCH + "ext_trigger=1\n" + 8 * "halted=1\n" + "end\n"
        self.assertEqual(self.judged(REPORTED, pins, "--golden")[0], 0)
        status, said = self.judged(LOST, pins, "--golden")
        self.assertEqual(status, 1, said)
        self.assertIn("expected SYNC=0 at 0x1000", said)

    def test_nothing_is_missed_where_nothing_is_asked(self):
        pins = HEAD + 4 * BRANCH + 8 * "halted=1\n" + "end\n"
        self.assertEqual(self.judged(LOST, pins)[0], 0)

    def test_another_encoder_may_leave_it_out(self):
        pins = HEAD + 4 * BRANCH + "ext_trigger=1\n" + 8 * "halted=1\n" + "end\n"
        for messages in (REPORTED, LOST):
            self.assertEqual(self.judged(messages, pins.replace(" build=tiny", ""))[0], 0)


if __name__ == "__main__":
    unittest.main()
