# SPDX-License-Identifier: Apache-2.0
"""`ntrace decode --to calls`: a program with every way in and out of a function (tree.S), whose call
tree is known; what cuts it; and tasks, traps and co-routines of real programs."""
import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.lib.programs import TOOLS, Trace, make_recordings, ntrace

NEEDS = ("build/programs/kernel.ntr",)
SOURCE = ROOT / "tests/sim/decode/tree.S"
GCC = [TOOLS + "gcc", "-nostdlib", "-nostartfiles", "-march=rv64gc", "-misa-spec=2.2",
       "-mabi=lp64d", "-mcmodel=medany", "-Wl,-Ttext=0x80000000", "-Wl,--no-relax",
       "-Wl,--no-warn-rwx-segments"]
# Times are instructions; a call's stands before its first one, a return's behind its last one.
TREE = """\
           0  in 0x1000
           6  0x1000 returns
           6  in _start
          13    main
          16      leaf
          18      leaf returns
          20      tailer
          22      jump to leaf
          24      leaf returns
          26      outer
          29        thrower
          32        thrower is unwound
          32      outer is unwound
          32      exception at 0x80000050: handler
          35        leaf
          37        leaf returns
          42      handler returns
          46      yield
          50      yield waits
          50    main waits
          50  _start waits
          50  in task
          53    yield
          57    yield waits
          57  task waits
          57  again in _start
          57    again in main
          57      again in yield
          57      yield returns
          59      yield
          63      yield waits
          63    main waits
          63  _start waits
          63  again in task
          63    again in yield
          63    yield returns
          67    yield
          71    yield waits
          71  task waits
          71  again in _start
          71    again in main
          71      again in yield
          71      yield returns
          74      swapper
          78        partner
          80        partner returns
          81        partner+0x8
          83        partner returns
          85      swapper returns
          87    main returns
          91  # stop EVCODE=4
"""


class CallsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)
        cls.elf, cls.recording = cls.path / "tree.elf", cls.path / "tree.ntr"
        subprocess.run([*GCC, SOURCE, "-o", cls.elf], check=True)
        made = ntrace("record", "--elf", cls.elf, "-o", cls.recording)
        if made.returncode != 0:
            raise RuntimeError(made.stderr)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def decode(self, form, *settings, damage=None, status=0):
        trace = self.path / "tree.nex"
        ntrace("encode", self.recording, "-o", trace, *settings)
        if damage is not None:
            data = bytearray(trace.read_bytes())
            damage(data)
            trace.write_bytes(data)
        result = ntrace("decode", trace, "--image", self.recording, "--image", self.elf, "--to",
                        form, *settings)
        self.assertEqual(result.returncode, status, result.stderr)
        return result.stdout

    def test_the_tree_is_as_the_program_calls(self):
        self.assertEqual(self.decode("calls"), TREE)

    def test_it_is_the_same_in_every_mode_that_tells_the_same(self):
        for settings in (["--best"], ["--set", "trTeInstMode=3"],
                         ["--set", "trTeInstEnImplicitReturn=1"],
                         ["--set", "trTeInstSyncMode=1", "--set", "trTeInstSyncMax=0"]):
            self.assertEqual(self.decode("calls", *settings), TREE, settings)

    def test_with_timestamps_the_times_are_theirs(self):
        times = ["--set", "trTsActive=1", "--set", "trTsMode=3", "--set", "trTsCount=1", "--set",
                 "trTsEnable=1"]
        lines = self.decode("calls", *times).splitlines()
        self.assertEqual([line[12:] for line in lines], [line[12:] for line in TREE.splitlines()])
        shown = [int(line[:12]) for line in lines]
        stamps = [json.loads(line)["time"] for line in self.decode("json", *times).splitlines()]
        self.assertEqual(shown, sorted(shown))
        self.assertEqual((shown[0], shown[-1]), (stamps[0], stamps[-1]))
        self.assertGreater(len(set(shown)), 15)

    def test_a_fault_empties_the_stack_and_the_next_synchronization_begins_anew(self):
        def damage(data):
            data[len(data) // 2] = 0x02  # MSEO=10

        settings = ["--set", "trTeInstSyncMode=1", "--set", "trTeInstSyncMax=0"]
        lines = self.decode("calls", *settings, damage=damage, status=1).splitlines()
        fault = next(i for i, line in enumerate(lines) if "# fault at offset " in line)
        self.assertEqual(lines[:fault], TREE.splitlines()[:fault])
        behind = [line[14:] for line in lines[fault + 1:] if "#" not in line]
        if behind:
            self.assertTrue(behind[0].startswith("in "), behind[0])

    def test_folded_is_the_same_tree(self):
        stacks = dict(line.rsplit(" ", 1) for line in self.decode("folded").splitlines())
        self.assertEqual(stacks["_start;main;outer;thrower"], "3")
        self.assertEqual(stacks["_start;main;(exception);handler;leaf"], "2")
        self.assertEqual(stacks["_start;main;leaf"], "4")  # called, and in the place of tailer
        self.assertEqual(stacks["_start;main;tailer"], "2")
        self.assertEqual(sum(map(int, stacks.values())), int(TREE.splitlines()[-1].split()[0]))

    def test_every_trap_of_the_kernel_is_entered_and_left(self):
        make_recordings()
        trace = Trace(self.path, "kernel")
        text = trace.to("calls")
        traps = json.loads(trace.run("--json").stdout)["traps"]
        entered = re.findall(r"(?:exception|interrupt|trap) at 0x[0-9a-f]+: ", text)
        self.assertEqual(len(entered), traps)
        self.assertGreater(traps, 10)


if __name__ == "__main__":
    unittest.main()
