# SPDX-License-Identifier: Apache-2.0
"""What the encoder reports of debug mode that `priv` alone shows, of external triggers in cycles
without a block, and of notifies: the messages of pins written by hand."""
import os
import subprocess
import tempfile
import unittest

from tests.lib.bench import NTRACE, run

HTM, BTM = "trTeInstMode=6", "trTeInstMode=3"
HEAD = """ntrace-ingress 2 xlen=64 nblocks=1 itype_w=4 iretire_w=6 context_w=46 ntriggers=8 build=rv64
rst=1
set trTeActive=1 {}
idle
set trTeEnable=1 trTeInstTracing=1
"""
OFF = "set trTeInstTracing=0\nidle\nset trTeEnable=0\nidle\nidle 50\nend\n"
NOTIFY = "trTeTrigExtInControl=0x4"


def block(iaddr, iretire=2, itype=0, last=1, **side):
    words = "".join(f"{name}={value} " for name, value in side.items())
    return f"{words}b iaddr={iaddr:#x} iretire={iretire} itype={itype} ilastsize={last}\n"


NOT_TAKEN, TAKEN, JUMP, EXCEPTION, INTERRUPT = 4, 5, 14, 1, 2

START = "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80"
EXTERNAL = "ext_trigger=1\n"
STRAIGHT = block(0x100) + block(0x104, 3)
BRANCHED = block(0x100) + block(0x104, 3, TAKEN)
JUMPED = block(0x100) + block(0x104, 3, JUMP)
HALT = "halted=1\n" * 3
INTERRUPTED = block(0x180, 0, INTERRUPT, cause=7)
HANDLER = block(0x800)


def stop(mode, evcode, count, hist=1):
    """ProgTraceCorrelation."""
    history = f" HIST={hist:#x}" if mode == HTM else ""
    return f"ProgTraceCorrelation EVCODE={evcode} CDF={int(mode == HTM)} I-CNT={count}{history}"


def both(scontext, prv):
    """Ownership of hcontext 0 and a scontext."""
    return f"Ownership PROCESS={3 | prv << 2:#x}", f"Ownership PROCESS={2 | prv << 2 | scontext << 5:#x}"


def mark(mode, count, address, sync=0, hist=1):
    """A synchronizing message that is no jump's."""
    if mode == BTM:
        return f"ProgTraceSync SYNC={sync} I-CNT={count} F-ADDR={address:#x}"
    kind, history = ("IndirectBranchHistSync", f" HIST={hist:#x}") if hist > 1 else ("IndirectBranchSync", "")
    return f"{kind} SYNC={sync} B-TYPE=0 I-CNT={count} F-ADDR={address:#x}{history}"


class RequestsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.pins = os.path.join(folder.name, "pins.nti")
        self.trace = os.path.join(folder.name, "trace.nex")

    def messages(self, settings, cycles, head=HEAD):
        with open(self.pins, "w", encoding="ascii") as file:
            file.write(head.format(settings) + cycles + OFF)
        made = run("encode", self.pins, "-o", self.trace)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        checked = run("shape", "--check", self.pins)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        shown = subprocess.run([NTRACE, "dump", "--asm", self.trace], capture_output=True, text=True, check=True)
        return [line for line in shown.stdout.splitlines() if line and line[0] not in "#."]

    def expect(self, settings, cycles, expected, head=HEAD):
        got = self.messages(settings, cycles, head)
        self.assertEqual([self.numbers(line) for line in got], [self.numbers(line) for line in expected])

    @staticmethod
    def numbers(line):
        name, *words = line.split()
        return name, {word.split("=")[0]: int(word.split("=")[1], 0) for word in words}

    # Debug mode by priv=4: EVCODE 0 "Required (do not send 4 instead!)"; SYNC=5 "must not be used for exit from
    # debug mode (in which case SYNC=3 must be used)".

    def debug(self, last):
        return block(0x100, priv=3) + last + block(0x800, 4, priv=4) + block(0x808, 2, 3, priv=4) + block(0x108, priv=3)

    def test_debug_mode_by_priv_that_is_filtered_has_evcode_0_and_sync_3(self):
        filtered = " trTeInstFilters=1 trTeFilter0Control=3 trTeFilter0MatchInst=8"
        for mode in (HTM, BTM):
            exits = ["ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x84", stop(mode, 4, 2)]
            for itype, btype in ((INTERRUPT, 3), (JUMP, 0)):
                with self.subTest(f"{mode}, itype {itype}"):
                    self.expect(mode + filtered, self.debug(block(0x104, 2, itype, priv=3)),
                                [START, f"IndirectBranch B-TYPE={btype} I-CNT=4 U-ADDR=0x480", stop(mode, 0, 0), *exits])
            with self.subTest(f"{mode}, without a trap code"):
                self.expect(mode + filtered, self.debug(block(0x104, 2, NOT_TAKEN, priv=3)),
                            [START, stop(mode, 0, 4, 2), *exits])

    def test_debug_mode_by_priv_that_is_traced_is_a_stop_and_a_start(self):
        for mode in (HTM, BTM):
            for itype in (INTERRUPT, JUMP, NOT_TAKEN):
                with self.subTest(f"{mode}, itype {itype}"):
                    hist = 2 if itype == NOT_TAKEN else 1
                    self.expect(mode, self.debug(block(0x104, 2, itype, priv=3)),
                                [START, stop(mode, 0, 4, hist), "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x400",
                                 stop(mode, 4, 6), "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x84", stop(mode, 4, 2)])

    # A trigger in a cycle without a block: "a packet with the current PC and, if enabled, a timestamp".

    def test_a_trigger_after_straight_code_is_at_the_next_pc(self):
        for mode in (HTM, BTM):
            told = [START, mark(mode, 5, 0x85)]
            handler = "IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x485"
            for name, cycles, rest in (("a block", block(0x10a), [stop(mode, 4, 2)]),
                                       ("halt", HALT, [stop(mode, 0, 0)]), ("the end", "", [stop(mode, 4, 0)]),
                                       ("interrupt", INTERRUPTED + HANDLER, [handler, stop(mode, 4, 2)]),
                                       ("interrupt and halt", INTERRUPTED + HALT, [stop(mode, 0, 0)])):
                with self.subTest(f"{mode}, {name}"):
                    self.expect(f"{mode} {NOTIFY}", STRAIGHT + EXTERNAL + cycles, told + rest)

    def test_a_trigger_after_straight_code_is_at_the_next_pc_though_the_hart_goes_on_elsewhere(self):
        """By `ctype` 3, and in debug mode that is traced."""
        for mode in (HTM, BTM):
            elsewhere = [(block(0x800, ctype=3), ["IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x485", stop(mode, 4, 2)]),
                         (block(0x800, priv=4), [stop(mode, 0, 0), "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x400",
                                                 stop(mode, 4, 2)])]
            for cycles, rest in elsewhere:
                with self.subTest(mode, cycles=cycles):
                    self.expect(f"{mode} {NOTIFY}", STRAIGHT + EXTERNAL + cycles, [START, mark(mode, 5, 0x85), *rest])

    def test_of_several_triggers_in_a_row_there_is_one_message_until_something_comes(self):
        for mode in (HTM, BTM):
            with self.subTest(mode):
                self.expect(f"{mode} {NOTIFY}",
                            STRAIGHT + EXTERNAL + "idle 3\n" + EXTERNAL * 2 + block(0x10a) + EXTERNAL + block(0x10e),
                            [START, mark(mode, 5, 0x85), mark(mode, 2, 0x87), stop(mode, 4, 2)])

    def test_ownership_of_a_trigger_after_straight_code_is_that_of_the_last_instruction(self):
        for mode in (HTM, BTM):
            with self.subTest(mode):
                self.expect(f"{mode} {NOTIFY} trTeContext=1",
                            block(0x100, context=5, priv=0) + EXTERNAL + block(0x104, context=6, ctype=1, priv=0),
                            [START, *both(5, 0), mark(mode, 2, 0x82), *both(5, 0), *both(6, 0), stop(mode, 4, 2)])

    def test_ownership_at_a_stop_is_that_of_the_last_instruction_where_the_hart_goes_on_elsewhere(self):
        for mode in (HTM, BTM):
            with self.subTest(mode):
                self.expect(f"{mode} {NOTIFY} trTeContext=1",
                            block(0x100, priv=0) + block(0x104, 3, priv=0) + block(0x180, 0, INTERRUPT, cause=7, priv=0)
                            + EXTERNAL + "set trTeInstTracing=0\nidle\n" + block(0x800, ctype=3, priv=3),
                            [START, *both(0, 0), mark(mode, 5, 0x85), *both(0, 0), stop(mode, 4, 0)])

    def test_a_trigger_after_a_taken_branch_is_at_the_next_block_or_at_the_branch(self):
        for mode in (HTM, BTM):
            branch = ("DirectBranchSync SYNC=0 I-CNT=5 F-ADDR=0x100" if mode == BTM else
                      "IndirectBranchHistSync SYNC=0 B-TYPE=0 I-CNT=5 F-ADDR=0x100 HIST=3")
            trap = (["DirectBranch I-CNT=5", "IndirectBranchSync SYNC=0 B-TYPE=3 I-CNT=0 F-ADDR=0x400"] if mode == BTM
                    else ["IndirectBranchHistSync SYNC=0 B-TYPE=3 I-CNT=5 F-ADDR=0x400 HIST=3"])
            last = mark(mode, 3, 0x83)
            for name, cycles, rest in (("a block", block(0x200), [branch, stop(mode, 4, 2)]),
                                       ("halt", HALT, [last, stop(mode, 0, 2, 3)]),
                                       ("the end", "", [last, stop(mode, 4, 2, 3)]),
                                       ("interrupt", INTERRUPTED + HANDLER, [*trap, stop(mode, 4, 2)]),
                                       ("interrupt and halt", INTERRUPTED + HALT, [last, stop(mode, 0, 2, 3)]),
                                       ("interrupt and the end", INTERRUPTED, [last, stop(mode, 4, 2, 3)])):
                with self.subTest(f"{mode}, {name}"):
                    self.expect(f"{mode} {NOTIFY}", BRANCHED + EXTERNAL + cycles, [START, *rest])

    def test_a_trigger_between_an_interrupt_and_its_handler_is_at_the_handler_or_at_the_branch_before(self):
        for mode in (HTM, BTM):
            last = mark(mode, 3, 0x83)
            if mode == BTM:
                told = ["DirectBranch I-CNT=5", "IndirectBranchSync SYNC=0 B-TYPE=3 I-CNT=0 F-ADDR=0x400"]
                untold = ["DirectBranch I-CNT=5", "IndirectBranch B-TYPE=3 I-CNT=0 U-ADDR=0x480"]
            else:
                told = ["IndirectBranchHistSync SYNC=0 B-TYPE=3 I-CNT=5 F-ADDR=0x400 HIST=3"]
                untold = ["IndirectBranchHist B-TYPE=3 I-CNT=5 U-ADDR=0x480 HIST=3"]
            halted = ["DirectBranch I-CNT=5", stop(mode, 0, 0)] if mode == BTM else [stop(mode, 0, 5, 3)]
            for name, cycles, rest in (("a block", EXTERNAL + HANDLER, [*told, stop(mode, 4, 2)]),
                                       ("halt", EXTERNAL + HALT, [last, stop(mode, 0, 2, 3)]),
                                       ("a second interrupt and halt", INTERRUPTED + EXTERNAL + INTERRUPTED + HALT,
                                        [last, stop(mode, 0, 2, 3)]),
                                       ("the end", EXTERNAL, [last, stop(mode, 4, 2, 3)]),
                                       ("no trigger", HANDLER, [*untold, stop(mode, 4, 2)]),
                                       ("no trigger, and halt", HALT, halted)):
                with self.subTest(f"{mode}, {name}"):
                    self.expect(f"{mode} {NOTIFY}", BRANCHED + INTERRUPTED + cycles, [START, *rest])

    def test_a_branch_and_an_interrupt_of_one_cycle_are_as_those_of_two(self):
        head = HEAD.replace("nblocks=1", "nblocks=4").replace("build=rv64", "build=rv64-wide")
        both = block(0x104, 3, TAKEN, cause=7).rstrip() + " b iaddr=0x180 iretire=0 itype=2\n"
        for mode in (HTM, BTM):
            with self.subTest(mode):
                self.expect(f"{mode} {NOTIFY}", block(0x100) + both + EXTERNAL + HALT,
                            [START, mark(mode, 3, 0x83), stop(mode, 0, 2, 3)], head)

    def test_a_trigger_keeps_its_time_behind_an_interrupt_in_the_handler_s_cycle(self):
        """`ticks 1` counts cycles: the trigger comes ten after the first block, the interrupt later."""
        head = HEAD.replace("nblocks=1", "nblocks=4").replace("build=rv64", "build=rv64-wide")
        both = "cause=7 b iaddr=0x180 iretire=0 itype=2 b iaddr=0x800 iretire=2 ilastsize=1\n"
        cycles = "ticks 1\n" + block(0x100, 2, JUMP) + "idle 9\n" + EXTERNAL + "idle 30\n" + both
        with open(self.pins, "w", encoding="ascii") as file:
            file.write(head.format(f"{HTM} trTsActive=1 trTsMode=1 trTsEnable=1 {NOTIFY}") + cycles + OFF)
        self.assertEqual(run("encode", self.pins, "-o", self.trace).returncode, 0)
        shown = subprocess.run([NTRACE, "dump", "--asm", self.trace], capture_output=True, text=True, check=True)
        times = [self.numbers(line)[1]["TSTAMP"] for line in shown.stdout.splitlines() if "SYNC=" in line]
        self.assertEqual(times[1] - times[0], 10, shown.stdout)

    def test_a_trigger_after_a_jump_is_at_its_target_or_at_the_jump(self):
        for mode in (HTM, BTM):
            last = mark(mode, 3, 0x83)
            target = "IndirectBranchSync SYNC=0 B-TYPE={} I-CNT=5 F-ADDR={}"
            for name, cycles, rest in (("a block", block(0x200), [target.format(0, "0x100"), stop(mode, 4, 2)]),
                                       ("halt", HALT, [last, stop(mode, 0, 2)]),
                                       ("the end", "", [last, stop(mode, 4, 2)]),
                                       ("interrupt", INTERRUPTED + HANDLER,
                                        [target.format(3, "0x400"), stop(mode, 4, 2)]),
                                       ("interrupt and halt", INTERRUPTED + HALT, [last, stop(mode, 0, 2)])):
                with self.subTest(f"{mode}, {name}"):
                    self.expect(f"{mode} {NOTIFY}", JUMPED + EXTERNAL + cycles, [START, *rest])

    def test_a_trigger_has_its_own_time_however_late_the_address_comes(self):
        """`ticks 1` counts cycles: the trigger comes ten after the first block."""
        times = " trTsActive=1 trTsMode=1 trTsEnable=1"
        for code, later in ((block(0x100), block(0x104)), (block(0x100, 2, JUMP), block(0x200))):
            cycles = "ticks 1\n" + code + "idle 9\n" + EXTERNAL + "idle 30\n" + later
            with open(self.pins, "w", encoding="ascii") as file:
                file.write(HEAD.format(HTM + times + f" {NOTIFY}") + cycles + OFF)
            self.assertEqual(run("encode", self.pins, "-o", self.trace).returncode, 0)
            shown = subprocess.run([NTRACE, "dump", "--asm", self.trace], capture_output=True, text=True, check=True)
            times_of = [self.numbers(line)[1]["TSTAMP"] for line in shown.stdout.splitlines() if "SYNC=" in line]
            self.assertEqual(times_of[1] - times_of[0], 10, shown.stdout)

    # Notify: "the address of the last instruction in the block".

    def test_a_notify_is_at_the_last_instruction_which_the_next_message_counts(self):
        for mode in (HTM, BTM):
            for last, head in ((0, 5), (1, 4)):
                for itype in (0, NOT_TAKEN):
                    hist = 2 if itype else 1
                    with self.subTest(f"{mode}, {itype=}, ilastsize={last}"):
                        self.expect(mode, block(0x100) + block(0x104, 6, itype, last, trigger=4) + block(0x110),
                                    [START, mark(mode, 2 + head, 0x82 + head, 6), stop(mode, 4, 8 - head, hist)])

    def test_a_notify_of_a_block_of_one_instruction_is_at_its_address(self):
        for mode in (HTM, BTM):
            with self.subTest(mode):
                self.expect(mode, block(0x100) + block(0x104, 2, trigger=4) + block(0x108),
                            [START, mark(mode, 2, 0x82, 6), stop(mode, 4, 4)])

    def test_an_external_trigger_where_nothing_retires_is_at_the_address_of_the_block(self):
        for mode in (HTM, BTM):
            with self.subTest(mode):
                self.expect(f"{mode} {NOTIFY}",
                            block(0x100) + block(0x104, 0, EXCEPTION, ext_trigger=1, cause=2) + HANDLER,
                            [START, mark(mode, 2, 0x82), "IndirectBranch B-TYPE=2 I-CNT=0 U-ADDR=0x482",
                             stop(mode, 4, 2)])

    def test_a_notify_of_a_jump_is_in_front_of_the_jump_s_message(self):
        for mode in (HTM, BTM):
            with self.subTest(mode):
                self.expect(mode, block(0x100) + block(0x104, 3, JUMP, trigger=4) + block(0x200),
                            [START, mark(mode, 3, 0x83, 6), "IndirectBranch B-TYPE=0 I-CNT=2 U-ADDR=0x183",
                             stop(mode, 4, 2)])

    def test_a_notify_of_a_taken_branch_in_btm_is_in_front_of_the_branch(self):
        self.expect(BTM, block(0x100) + block(0x104, 3, TAKEN, trigger=4) + block(0x200),
                    [START, mark(BTM, 3, 0x83, 6), "DirectBranch I-CNT=2", stop(BTM, 4, 2)])


if __name__ == "__main__":
    unittest.main()
