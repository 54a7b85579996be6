"""Stream buffers, funnels and sink switches run in lockstep with their models, and their benches
follow the bytes; and a fault in the RTL is seen, by the model or by who follows the bytes."""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

CYCLES = 300000

# Which bench sees it, file, what stands there once, what stands there then.
FAULTS = {
    "the_room_for_a_cut": ("stream", "nt_stream_buffer.v", "MOST    = DEPTH - IN - 1;",
                           "MOST    = DEPTH - IN;"),
    "the_order_of_turns": ("funnel", "nt_funnel_merge.v",
                           "above   = waiting & ~(behind | (behind - {{INPUTS-1{1'b0}}, 1'b1}));",
                           "above   = waiting & ~behind;"),
    "who_joins": ("switch", "nt_sink_switch.v", "take && (ends || !inside_reg) ?",
                  "take && last_ends ?"),
}


def run(bench, seed):
    return subprocess.run([bench, str(CYCLES), str(seed)], capture_output=True, text=True,
                          check=False)


class LinksTest(unittest.TestCase):
    def check_lockstep(self, name):
        done = run(ROOT / f"build/links/{name}_bench", 7)
        self.assertEqual(done.returncode, 0, done.stderr)

    def check_fault(self, name, file, old, new):
        with tempfile.TemporaryDirectory() as folder:
            rtl = Path(folder) / "rtl"
            shutil.copytree(ROOT / "rtl", rtl)
            path = rtl / "transport" / file
            source = path.read_text(encoding="utf-8")
            self.assertEqual(source.count(old), 1, f"{file}: {old}")
            path.write_text(source.replace(old, new), encoding="utf-8")
            subprocess.run(["make", "-s", "-C", str(ROOT), "SETUP=no", f"{folder}/x/{name}_bench",
                            f"RTL={rtl}", f"LINKS_DIR={folder}/x", "LTO="],
                           check=True, capture_output=True, text=True)
            done = run(f"{folder}/x/{name}_bench", 7)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, r"^cycle \d+: \w+ \d: ")


def add_test(name, method, *arguments):
    setattr(LinksTest, "test_" + name, lambda self: getattr(self, method)(*arguments))


for NAME in ("stream", "funnel", "switch"):
    add_test(f"{NAME}_in_lockstep", "check_lockstep", NAME)
for FAULT, WHERE in FAULTS.items():
    add_test(f"a_fault_is_seen_in_{FAULT}", "check_fault", *WHERE)


if __name__ == "__main__":
    unittest.main()
