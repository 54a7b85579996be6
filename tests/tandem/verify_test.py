# SPDX-License-Identifier: Apache-2.0
"""`ntrace tv verify`: right traces have no difference, wrong ones are reported where they are wrong."""
import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

HEAD = """.ntv
.xlen 64
.flen 64
.mlen 64
"""
CODE = [0x00500293, 0x00a28313, 0x00653023, 0x00053383, 0x34029073, 0x00000073]
START = 0x80000000
TRAP = START + 0x100

# A program: li, addi, sd, ld, csrw mscratch, ecall, mret; each group's lines
INIT = ["a0 = 0x80001000", "mstatus = 0xa00000000", f"mtvec = {TRAP:#x}", "mepc = 0", "mcause = 0",
        "mtval = 0", "mscratch = 0", f"pc = {START:#x}"]
STEPS = [
    ["increment-pc", "insn32 0x00500293", "t0 = 5"],
    ["increment-pc", "insn32 0x00a28313", "t1 = 15"],
    ["increment-pc", "insn32 0x00653023", "paddr = 0x80001000", "store64 = 15"],
    ["increment-pc", "insn32 0x00053383", "t2 = 15", "paddr = 0x80001000"],
    ["increment-pc", "insn32 0x34029073", "mscratch = 5"],
    [f"pc = {TRAP:#x}", "insn32 0x00000073", "mepc = 0x80000014", "mcause = 11",
     "mstatus = 0xa00001800", "mtval = 0", "privilege = 3"],
    ["pc = 0x80000014", "insn32 0x30200073", "mstatus = 0xa00000080", "privilege = 3"],
]


def group(lines):
    return "begin\n" + "".join(f"  {line}\n" for line in lines) + "end\n"


def memory(code=CODE):
    words = [*((START + 4 * at, word) for at, word in enumerate(code)), (TRAP, 0x30200073)]
    return group(["initialize", *(f"request store 32 {at:#x} {word:#x}" for at, word in words)])


def program(steps, head=HEAD):
    return head + group(["reset"]) + memory() + group(["initialize", *INIT]) + \
        "".join(group(step) for step in steps)


def high_page():
    """Translated code before and after a store to the highest MiB, on RV32."""
    head = HEAD.replace("64", "32").replace(".flen 32", ".flen 0")
    init = ["a0 = 0xfffffff0", "satp = 0x80000001", "mstatus = 0", "privilege = 1", "pc = 0x400000"]
    place = ["paddr = 0xfffffff0", "eaddr = 0xfffffff0"]
    steps = [["increment-pc", "insn32 0x00500293", "t0 = 5"],
             ["increment-pc", "insn32 0x00552023", *place, "store32 = 5"],
             ["increment-pc", "insn32 0x00500293", "t0 = 5"],
             ["increment-pc", "insn32 0x00052383", *place, "t2 = 5"]]
    return head + group(["reset"]) + group(["initialize", *init]) + "".join(map(group, steps))


def hidden_store():
    """A translated store of which nobody tells where it goes; then loads in M mode from where it may have
    gone, and from beside that."""
    words = ["request store 64 0x80001000 1", "request store 64 0x80001008 1", "request store 64 0x80002000 1"]
    init = ["t0 = 5", "a0 = 0x7000", "a1 = 0x80001000", "a2 = 0x80002000", "satp = 0x8000000000000001", "mstatus = 0"]
    steps = [["increment-pc", "insn32 0x00553023", "store64 = 5", "eaddr = 0x7000"],
             ["initialize", "privilege = 3"],
             ["increment-pc", "insn32 0x0005b383", "t2 = 5"], ["increment-pc", "insn32 0x00063383", "t2 = 1"],
             ["increment-pc", "insn32 0x0085b383", "t2 = 1"]]
    return HEAD + ".absent paddr\n" + group(["reset"]) + group(["initialize", *words]) + \
        group(["initialize", *init, "privilege = 1", "pc = 0x400000"]) + "".join(map(group, steps))


def changed(number, old, new):
    steps = [list(step) for step in STEPS]
    steps[number] = [line for line in (new if line == old else line for line in steps[number]) if line]
    assert steps != STEPS
    return steps


def upper_return(before, after):
    """mret on RV32, of which the trace has mstatush too."""
    head = HEAD.replace("64", "32").replace(".flen 32", ".flen 0")
    init = ["mstatus = 0x1880", f"mepc = {START:#x}", *before, f"pc = {START:#x}"]
    step = [f"pc = {START:#x}", "insn32 0x30200073", "mstatus = 0x88", *after, "privilege = 3"]
    return head + group(["reset"]) + group(["initialize", *init]) + group(step)


class VerifyTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name) / "t.ntv"

    def run_command(self, *words):
        return subprocess.run([str(ROOT / "build/ntrace"), "tv", *map(str, words)], cwd=ROOT,
                              capture_output=True, check=False, text=True)

    def verify(self, text, *options, status=None):
        source = Path(self.folder.name) / "t.s"
        source.write_text(text, encoding="ascii")
        done = self.run_command("assemble", source, "-o", self.path)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = self.run_command("verify", "--json", *options, self.path)
        self.assertEqual(done.stderr, "")
        result = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0 if result["passed"] else 1)
        if status is not None:
            self.assertEqual(done.returncode, status, done.stdout)
        return result

    def differences(self, text, *options):
        result = self.verify(text, *options)
        return [(each["insn"], each["element"], each["expected"], each["got"])
                for each in result["differences"]]

    def test_mret_clears_bits_of_mstatush_and_changes_no_other(self):
        for before, after, expected in [
                ([], ["mstatush = 0"], []), ([], ["mstatush = 0x10"], []), ([], [], []),
                (["mstatush = 0x490"], ["mstatush = 0x10"], []), (["mstatush = 0x10"], [], []),
                ([], ["mstatush = 0x400"], [(0, "mstatush", "0x0", "0x400")]),
                (["mstatush = 0x480"], [], [(0, "mstatush", "0x0", "0x480")]),
                (["mstatush = 0x10"], ["mstatush = 0"], [(0, "mstatush", "0x10", "0x0")])]:
            with self.subTest(f"{before} {after}"):
                self.assertEqual(self.differences(upper_return(before, after)), expected)

    def test_a_right_trace_has_no_difference(self):
        result = self.verify(program(STEPS), status=0)
        self.assertEqual((result["instructions"], result["verified"], result["unverified"]), (7, 7, {}))
        self.assertEqual(result["compared"], {"registers": 3, "csrs": 6, "pc": 7, "privilege": 2,
                                              "insns": 7, "addresses": 2, "stored_bytes": 8, "translations": 0,
                                              "whole": 0})

    def test_each_wrong_element_is_reported_once(self):
        for number, old, new, expected in [
                (0, "t0 = 5", "t0 = 4", [(0, "x5", "0x5", "0x4")]),
                (0, "t0 = 5", "", [(0, "x5", "0x5", None)]),
                (0, "insn32 0x00500293", "insn32 0x00400293", [(0, "insn", "0x500293", "0x400293")]),
                (1, "increment-pc", "pc = 0x80000018", [(1, "pc", "0x80000008", "0x80000018")]),
                (1, "increment-pc", "", [(1, "pc", "0x80000008", "0x80000004")]),
                (2, "store64 = 15", "store64 = 14", [(2, "store", "0xf", "0xe")]),
                (2, "store64 = 15", "store32 = 15", [(2, "store-size", "0x8", "0x4")]),
                (2, "store64 = 15", "", [(2, "store", "0xf", None)]),
                (2, "paddr = 0x80001000", "paddr = 0x80001008", [(2, "paddr", "0x80001000", "0x80001008")]),
                (3, "paddr = 0x80001000", "", [(3, "paddr", "0x80001000", None)]),
                (4, "mscratch = 5", "mscratch = 7", [(4, "mscratch", "0x5", "0x7")]),
                (5, "mepc = 0x80000014", "mepc = 0x80000010", [(5, "mepc", "0x80000014", "0x80000010")]),
                (5, "mcause = 11", "mcause = 9", [(5, "mcause", "0xb", "0x9")]),
                (5, "mstatus = 0xa00001800", "mstatus = 0xa00000800",
                 [(5, "mstatus", "0xa00001800", "0xa00000800")]),
                (5, "privilege = 3", "privilege = 1", [(5, "privilege", "M", "S")])]:
            with self.subTest(new or f"no {old}"):
                self.assertEqual(self.differences(program(changed(number, old, new))), expected)

    def test_an_error_where_another_shows_is_reported_alone(self):
        steps = changed(0, "t0 = 5", "t0 = 4")
        steps[1][0] = "pc = 0x80000018"
        self.assertEqual(self.differences(program(steps)),
                         [(0, "x5", "0x5", "0x4"), (1, "pc", "0x80000008", "0x80000018")])

    def test_the_first_pc_may_stand_between_groups(self):
        text = HEAD + group(["reset"]) + "pc = 0x80000000\n" + group(STEPS[0])
        self.assertEqual(self.differences(text), [])
        text += "pc = 0x80000008\n" + group(STEPS[0])
        self.assertEqual([each[1] for each in self.differences(text)], ["pc"])

    def test_a_group_with_nothing_in_it_is_a_loss(self):
        entry = ["pc = 0x80000010", "privilege = 3"]
        text = program([*STEPS[:2], [], entry, ["increment-pc", "insn32 0x34029073", "mscratch = 7"],
                        ["increment-pc", "insn32 0x00500293", "t0 = 5"], ["increment-pc", "insn32 0x00653023",
                         "paddr = 0x80002000", "store64 = 3"], ["increment-pc", "insn32 0x00500293", "t0 = 5"]])
        result = self.verify(text, "--least", "1", status=1)
        self.assertEqual((result["verdict"], result["losses"], result["differences"]), ("inconclusive", 1, []))
        text = text.replace("t0 = 5\nend\n", "t0 = 6\nend\n")
        self.assertEqual([each["element"] for each in self.verify(text)["differences"]][-1:], ["x5"])

    def test_translated_code_gives_way_to_what_the_trace_touches(self):
        self.assertEqual(self.verify(high_page(), status=0)["verified"], 4)

    def test_memory_that_a_store_may_have_changed_is_not_known(self):
        result = self.verify(hidden_store(), "--least", "50", status=0)
        # all that such a store has is judged, but its physical address
        self.assertEqual((result["verified"], result["unverified"]), (2, {"memory-unknown": 2}))
        text = hidden_store()
        wrong = text[::-1].replace("t2 = 1"[::-1], "t2 = 2"[::-1], 1)[::-1]
        self.assertEqual(self.differences(wrong), [(3, "x7", "0x1", "0x2")])

    def test_traps_are_seen_without_csrs(self):
        """A load that faults, an interrupt; handlers that read why, and go back."""
        code = [0x00053383, 0x00a28313]
        handler = [0x342023f3, 0x30200073]
        steps = [[f"pc = {TRAP:#x}", "insn32 0x00053383", "privilege = 3"],
                 ["increment-pc", "insn32 0x342023f3", "t2 = 5"],
                 [f"pc = {START:#x}", "insn32 0x30200073", "privilege = 3"],
                 [f"pc = {TRAP:#x}", "privilege = 3"],
                 ["increment-pc", "insn32 0x342023f3", "t2 = 0x8000000000000007"],
                 [f"pc = {START:#x}", "insn32 0x30200073", "privilege = 3"]]
        words = [*zip((START, START + 4, TRAP, TRAP + 4), code + handler)]
        lines = [f"request store 32 {at:#x} {word:#x}" for at, word in words]
        init = [line.replace("mstatus = 0xa00000000", "mstatus = 0xa00001800") for line in INIT]
        text = HEAD + ".absent csr\n" + group(["reset"]) + group(["initialize", *lines]) + \
            group(["initialize", *init]) + "".join(map(group, steps))
        result = self.verify(text, "--least", "60", status=0)
        self.assertEqual((result["traps"], result["verified"], result["unverified"]), (2, 3, {"csr-unknown": 2}))
        wrong = text.replace(f"pc = {START:#x}\n  insn32 0x30200073", f"pc = {START + 4:#x}\n  insn32 0x30200073", 1)
        self.assertEqual(self.differences(wrong), [(2, "pc", hex(START), hex(START + 4))])

    def test_a_change_that_nothing_made_is_reported(self):
        steps = [list(step) for step in STEPS]
        steps[1].append("a0 = 1")
        self.assertEqual(self.differences(program(steps)), [(1, "x10", "0x80001000", "0x1")])
        steps[1][-1] = "mscratch = 1"
        self.assertEqual(self.differences(program(steps)), [(1, "mscratch", "0x0", "0x1")])

    def test_what_is_absent_is_not_missed(self):
        for kind, words in [("gpr", ["t0", "t1", "t2"]), ("csr", ["mscratch", "mepc", "mcause", "mtval", "mstatus"]),
                            ("paddr", ["paddr"]), ("store", ["store64"]), ("privilege", ["privilege"]),
                            ("pc", ["pc", "increment-pc"])]:
            steps = [[line for line in step if line.split()[0] not in words] for step in STEPS]
            with self.subTest(kind):
                if kind != "privilege":  # it is M throughout
                    self.assertNotEqual(self.differences(program(steps)), [])
                self.assertEqual(self.differences(program(steps), "--absent", kind), [])

    def test_a_run_that_verifies_nothing_does_not_pass(self):
        self.verify(program([]), status=1)

    def test_a_cut_trace_ends_with_its_offset(self):
        self.verify(program(STEPS))
        data = self.path.read_bytes()
        self.path.write_bytes(data[:-20])
        done = self.run_command("verify", self.path)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^ntrace tv verify: \S+: offset \d+: .*\n$")

    def test_the_text_says_what_differs_and_what_was_compared(self):
        self.verify(program(changed(0, "t0 = 5", "t0 = 4")))
        done = self.run_command("verify", self.path)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertRegex(done.stdout, r"instruction 0, offset \d+, pc 0x80000000: addi t0, zero, 5\n"
                                      r"  x5 +expected 0x5, got 0x4\n")
        self.assertTrue(re.search(r"failed: 1 groups differ in 1 elements\n$", done.stdout))

    def test_memory_is_bounded(self):
        far = "".join(group(["initialize", f"request store 64 {at << 40:#x} 1"]) for at in range(513))
        source = Path(self.folder.name) / "t.s"
        source.write_text(HEAD + far, encoding="ascii")
        self.run_command("assemble", source, "-o", self.path)
        done = self.run_command("verify", self.path)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^ntrace tv verify: offset \d{4,}: .*more than 512 blocks of 1 MiB; .* 0x2000000000000\n$")

    def test_fmin_and_fmax_of_a_number_and_a_signaling_nan_have_the_number(self):
        nan, one, box = 0x7ff4000000000000, 0x3ff0000000000000, 0xffffffff00000000
        single = box | 0x7fa00000
        for code, sources, result in (  # fmin.d, fmax.d, fmin.s, fmax.s ft2, ft0, ft1
                (0x2a100153, (nan, one), one), (0x2a101153, (one, nan), one),
                (0x2a100153, (nan, nan), 0x7ff8000000000000), (0x28100153, (single, box | 5), box | 5),
                (0x28101153, (box | 5, single), box | 5), (0x28100153, (single, 5), box | 0x7fc00000)):
            steps = [["increment-pc", f"insn32 {code:#x}", f"ft2 = {result:#x}", "fcsr |= 0x10",
                      "mstatus = 0x8000000a00006000"]]
            text = program(steps).replace("0x500293", hex(code)).replace(
                "mscratch = 0", f"ft0 = {sources[0]:#x}\n  ft1 = {sources[1]:#x}\n  fcsr = 0").replace(
                    "mstatus = 0xa00000000", "mstatus = 0xa00002000")
            with self.subTest(f"{code:#x} {sources}"):
                self.assertEqual(self.differences(text), [])
                wrong = self.differences(text.replace(f"ft2 = {result:#x}", "ft2 = 7"))
                self.assertEqual([each[1:3] for each in wrong], [("f2", hex(result))])

    def test_amos_of_words_have_the_lesser_and_the_greater(self):
        for amo, operand, stored in (  # amomin.w, amomax.w, amominu.w, amomaxu.w t1, t0, (a0)
                (0x80000000, 5, 0xfffffffd), (0xa0000000, 5, 5), (0xc0000000, 5, 5), (0xe0000000, 5, 0xfffffffd),
                (0x80000000, 1 << 63, 0xfffffffd), (0xa0000000, (1 << 63) - 1, 0xffffffff),
                (0xc0000000, 0xffff000000000000, 0), (0xe0000000, 0xffff000000000000, 0xfffffffd)):
            code = amo | 5 << 20 | 10 << 15 | 2 << 12 | 6 << 7 | 0x2f
            steps = [["increment-pc", f"insn32 {code:#x}", "t1 = 0xfffffffffffffffd", "paddr = 0x80001000",
                      f"store32 = {stored:#x}"]]
            text = program(steps).replace("0x500293", hex(code)).replace(
                "mscratch = 0", f"t0 = {operand:#x}").replace(
                    "  a0 =", "  request store 32 0x80001000 0xfffffffd\n  a0 =")
            with self.subTest(f"{code:#x} {operand:#x}"):
                self.assertEqual(self.differences(text), [])
                wrong = self.differences(text.replace(f"store32 = {stored:#x}", "store32 = 7"))
                self.assertEqual([each[2] for each in wrong], [hex(stored)])
                wrong = self.differences(text.replace("t1 = 0xfffffffffffffffd", "t1 = 0xfffffffd"))
                self.assertEqual([each[1] for each in wrong], ["x6"])

    def test_devices_and_unknown_state_are_counted(self):
        steps = [["increment-pc", "insn32 0x00053383", "t2 = 15", "paddr = 0x10000000"]]
        text = program(steps).replace("a0 = 0x80001000", "a0 = 0x10000000").replace("0x500293", "0x53383")
        self.assertEqual(self.verify(text, status=1)["unverified"], {"device": 1})
        text = program(steps).replace("0x10000000", "0x80001000").replace("0x500293", "0x53383")
        self.assertEqual(self.verify(text, status=1)["unverified"], {"memory-unknown": 1})

    def test_computation_from_unknown_sources_goes_on_to_the_next_instruction(self):
        """The result is unknown, the new pc is not."""
        step = ["increment-pc", "insn32 0x016a83b3", "t2 = 7"]  # add t2, s5, s6
        after = ["increment-pc", "insn32 0x00500293", "t0 = 5"]
        code = [0x016a83b3, 0x00500293]

        def text(steps):
            return program(steps).replace(memory(), memory(code))
        right = self.verify(text([step, after]), "--least", "50", status=0)
        self.assertEqual((right["verified"], right["unverified"]), (1, {"source-unknown": 1}))
        wrong = [["pc = 0x480000004", *step[1:]], ["pc = 0x80000008", *after[1:]]]
        self.assertEqual(self.differences(text(wrong)), [(0, "pc", "0x80000004", "0x480000004")])


if __name__ == "__main__":
    unittest.main()
