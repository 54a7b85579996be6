# SPDX-License-Identifier: Apache-2.0
"""Each sentence of Smcdeleg and Ssccfg, and what Sscsrind says of sireg* and vsireg*, as a case that RTL, model and
witness run, with the values typed by hand. Tags are those of the specification."""
import unittest

from tests.hpm.clauses_test import INSTRUCTIONS, MCOUNTEREN, MCOUNTINHIBIT, MINH, OF, SCOUNTOVF, SINH, TOP, UINH, VSINH, VUINH
from tests.hpm.script import Script
from tests.hpm.witness import CLEAR, READ, SET, WRITE, Answer

NEEDS = ("build/units/hpm/rv32-deleg-cfg/bench", "build/units/hpm/rv32-deleg/bench", "build/units/hpm/rv32/bench",
         "build/units/hpm/rv64-cfg/bench", "build/units/hpm/rv64-deleg/bench", "build/units/hpm/rv64-u/bench")
SCOUNTINHIBIT = 0x120
SIREG, SIREG2, SIREG3, SIREG4, SIREG5, SIREG6 = ALL_SIREG = (0x151, 0x152, 0x153, 0x155, 0x156, 0x157)
ALL_VSIREG = tuple(number + 0x100 for number in ALL_SIREG)
ALL = 2 ** 32 - 1
ILLEGAL, VIRTUAL, ABSENT = Answer(True, 0, True, False), Answer(True, 0, False, True), Answer(False, 0, False, False)

# Of the specification, and the test that has it; None: it is of the hart
TAGS = {
    "norm:smcdeleg_ssccfg_tandem": "test_without_the_extension_none_of_it_is_there",
    "norm:smcdeleg_cde_en": "test_sireg_has_the_counter_and_sireg2_its_event",
    "norm:ssccfg_illegal_sireg_cde0": "test_who_may_by_mode_state_enables_and_cde",
    "norm:ssccfg_illegal_sireg3_6": "test_sireg3_and_sireg6_are_illegal",
    "norm:ssccfg_illegal_sireg4_5_xlen64": "test_sireg4_and_sireg5_are_illegal_on_rv64",
    "norm:ssccfg_illegal_sireg_not_delegated": "test_a_counter_that_is_not_delegated_is_illegal_and_time_always",
    "norm:ssccfg_missing_extension_illegal": "test_what_an_absent_extension_has_is_illegal",
    "norm:ssccfg_hyp_vs_or_vu_access_vsireg_illegal": "test_who_may_by_mode_state_enables_and_cde",
    "norm:ssccfg_hyp_m_s_vsireg_illegal": "test_who_may_by_mode_state_enables_and_cde",
    "norm:ssccfg_hyp_vs_access_sireg_conditional": "test_who_may_by_mode_state_enables_and_cde",
    "norm:ssccfg_scountinhibit_exists": "test_scountinhibit_is_mcountinhibit_of_the_delegated_counters",
    "norm:ssccfg_scountinhibit_delegated_rw": "test_scountinhibit_is_mcountinhibit_of_the_delegated_counters",
    "norm:ssccfg_scountinhibit_nondelegated_ro": "test_scountinhibit_is_mcountinhibit_of_the_delegated_counters",
    "norm:ssccfg_illegal_scountinhibit_cde0": "test_who_may_access_scountinhibit",
    "norm:ssccfg_illegal_scountinhibit_vs_vu": "test_who_may_access_scountinhibit",
    "norm:ssccfg_virtual_scountovf_vs_vu": "test_with_cde_scountovf_is_virtual_in_a_guest",
    "norm:ssccfg_lcofi_mvip_mvien": None,
    "norm:ssccfg_lcofi_hvip_hvien": None,
    # Smcntrpmf
    "norm:csr_supervisor_access": "test_the_supervisor_inhibits_modes_of_cycle_and_instret",
    # Sscsrind
    "norm:select_value_separate_address_space": "test_other_selects_are_none_of_ours",
    "norm:sscsrind_virtual_inst_fault": "test_who_may_by_mode_state_enables_and_cde",
    "norm:sscsrind_csrs_access_control": "test_who_may_by_mode_state_enables_and_cde",
    "norm:hypervisor_impl_csrs_access_control": "test_who_may_by_mode_state_enables_and_cde",
}

# By mode, for a counter that is delegated where CDE is 1. h: done; i: illegal; v: virtual. A letter for each value 00 to 11
# of mstateen0[60], hstateen0[60]
#        sireg, CDE 0 and 1   vsireg, CDE 0 and 1
WHO = {
    "M":  ("iiii", "hhhh",    "iiii", "iiii"),
    "D":  ("iiii", "hhhh",    "iiii", "iiii"),
    "S":  ("iiii", "iihh",    "iiii", "iiii"),
    "U":  ("iiii", "iiii",    "iiii", "iiii"),
    "VS": ("iivi", "iivv",    "iivv", "iivv"),
    "VU": ("iivv", "iivv",    "iivv", "iivv"),
}
OUTCOMES = {"h": (True, False, False), "i": ILLEGAL[:1] + ILLEGAL[2:], "v": VIRTUAL[:1] + VIRTUAL[2:]}


class Delegated(Script):
    """The registers by a siselect, with CDE 1; all counters are delegated, and none counts."""

    def __init__(self, build="rv64-deleg", delegated=ALL, counts=False):
        super().__init__(build)
        self.write(MCOUNTEREN, delegated)
        self.write(MCOUNTINHIBIT, 0 if counts else ALL)

    def by(self, register, n, operation=READ, word=0, mode="S", **more):
        return self.access(register, operation, word, mode, **{"select": 0x40 + n, "cde": True, **more})

    def put(self, register, n, word, **more):
        return self.by(register, n, WRITE, word, **more)


class DelegationTest(unittest.TestCase):
    def check(self, script, expected):
        """Of (place, answer or outcome as a letter, what it is about)"""
        answers = script.run()
        for place, outcome, case in expected:
            answer = answers[place]
            if isinstance(outcome, str):
                answer, outcome = answer[:1] + answer[2:], OUTCOMES[outcome]
            self.assertEqual(answer, outcome, case)

    def test_sireg_has_the_counter_and_sireg2_its_event(self):
        """On RV64: whole registers, both ways, in S and in M mode."""
        script = Delegated()
        events = {0: 0x321, 2: 0x322, **{n: 0x320 + n for n in range(3, 8)}}
        expected = []
        for n, event in events.items():
            for mode in ("S", "M"):
                value = 0x0123456789ABCD00 + n
                script.put(SIREG, n, value, mode=mode)
                script.put(SIREG2, n, SINH | VUINH | (0x8000 + n if n > 2 else 0), mode=mode)
                expected += [(script.read(0xB00 + n), Answer(True, value, False, False), n),
                             (script.read(event), Answer(True, SINH | VUINH | (0x8000 + n if n > 2 else 0), False, False), n)]
                script.write(0xB00 + n, n + 7)
                script.write(event, UINH | VSINH | (INSTRUCTIONS if n > 2 else 0))
                expected += [(script.by(SIREG, n, mode=mode), Answer(True, n + 7, False, False), n),
                             (script.by(SIREG2, n, mode=mode), Answer(True, UINH | VSINH | (INSTRUCTIONS if n > 2 else 0), False, False), n)]
        for n, event in events.items():      # and of no other counter
            expected += [(script.read(0xB00 + n), Answer(True, n + 7, False, False), n),
                         (script.read(event), Answer(True, UINH | VSINH | (INSTRUCTIONS if n > 2 else 0), False, False), n)]
        self.check(script, expected)

    def test_on_rv32_upper_halves_are_by_sireg4_and_sireg5(self):
        for build, events in (("rv32-deleg-cfg", {0: 0x321, 2: 0x322, 3: 0x323, 4: 0x324}), ("rv32-deleg", {3: 0x323, 5: 0x325})):
            script = Delegated(build)
            expected = []
            for n, event in events.items():
                script.put(SIREG, n, 0x11110000 + n)
                script.put(SIREG4, n, 0x2220 + n)
                script.put(SIREG2, n, 5)
                script.put(SIREG5, n, (SINH | UINH) >> 32)
                reads = ((0xB00 + n, SIREG, 0x11110000 + n), (0xB80 + n, SIREG4, 0x2220 + n),
                         (event, SIREG2, 5 if n > 2 else 0), (event + 0x400, SIREG5, (SINH | UINH) >> 32))
                for number, register, value in reads:
                    expected += [(script.read(number), Answer(True, value, False, False), (build, hex(number))),
                                 (script.by(register, n), Answer(True, value, False, False), (build, n, hex(register)))]
            self.check(script, expected)

    def test_operations_set_and_clear_bits(self):
        script = Delegated()
        script.put(SIREG, 3, 0xF0)
        script.by(SIREG, 3, SET, 0x0F)
        set_bits = script.by(SIREG, 3)
        script.by(SIREG, 3, CLEAR, 0x3C)
        cleared = script.by(SIREG, 3)
        self.assertEqual(script.values(set_bits, cleared), [0xFF, 0xC3])

    def test_who_may_by_mode_state_enables_and_cde(self):
        script = Delegated()
        expected = []
        for mode, (*sireg, vsireg_0, vsireg_1) in WHO.items():
            for cde in (0, 1):
                for at in range(4):
                    stateen = (at >> 1) | (at & 1) << 1
                    holds = {"mode": mode, "cde": bool(cde), "stateen": stateen}
                    for n in (0, 2, 3, 7):
                        for register in (SIREG, SIREG2):
                            expected.append((script.by(register, n, **holds), sireg[cde][at], (mode, cde, at, n)))
                    for register in ALL_SIREG if sireg[cde][at] != "h" else ():
                        expected.append((script.by(register, 3, WRITE, TOP, **holds), sireg[cde][at], (mode, cde, at, hex(register))))
                    for register in ALL_VSIREG:
                        for operation in (READ, WRITE):
                            expected.append((script.by(register, 3, operation, 1, **holds), (vsireg_0, vsireg_1)[cde][at], (mode, cde, at, hex(register))))
        self.check(script, expected)

    def test_in_a_guest_the_state_of_the_counter_does_not_matter(self):
        script = Delegated(delegated=0)
        expected = []
        for register in ALL_SIREG:
            for n in (0, 1, 3, 31):
                for mode, cde, letter in (("VS", True, "v"), ("VS", False, "i"), ("VU", True, "v"), ("VU", False, "v")):
                    expected.append((script.by(register, n, mode=mode, cde=cde), letter, (hex(register), n, mode, cde)))
        self.check(script, expected)

    def test_without_a_hypervisor_vsireg_is_not_there(self):
        script = Delegated("rv32-deleg-cfg")
        self.check(script, [(script.by(register, 3, mode=mode), ABSENT, (hex(register), mode)) for register in ALL_VSIREG for mode in ("M", "S", "U")])

    def test_sireg3_and_sireg6_are_illegal(self):
        for build in ("rv64-deleg", "rv32-deleg"):
            script = Delegated(build)
            self.check(script, [(script.by(register, n, operation, mode=mode), ILLEGAL, (build, hex(register), n)) for register in (SIREG3, SIREG6)
                                for n in (0, 1, 2, 3, 5) for mode in ("M", "S") for operation in (READ, WRITE)])

    def test_sireg4_and_sireg5_are_illegal_on_rv64(self):
        script = Delegated()
        self.check(script, [(script.by(register, n, operation, mode=mode), ILLEGAL, (hex(register), n)) for register in (SIREG4, SIREG5)
                            for n in (0, 2, 3, 7) for mode in ("M", "S") for operation in (READ, WRITE)])

    def test_a_counter_that_is_not_delegated_is_illegal_and_time_always(self):
        """Each bit of mcounteren alone, and all but it; absent counters have no bit."""
        script = Delegated()
        expected = []
        for bit in range(8):
            for enables in (1 << bit, 0xFF & ~(1 << bit)):
                script.write(MCOUNTEREN, enables)
                for n in (*range(8), 8, 31):
                    there = n not in (1, 8, 31) and enables >> n & 1
                    for mode in ("M", "S"):
                        for register in (SIREG, SIREG2):
                            expected.append((script.by(register, n, mode=mode), "h" if there else "i", (bit, hex(enables), n, mode)))
        self.check(script, expected)

    def test_what_an_absent_extension_has_is_illegal(self):
        """Smcntrpmf: cyclecfg and instretcfg."""
        for build, letter in (("rv32-deleg", "i"), ("rv32-deleg-cfg", "h")):
            script = Delegated(build)
            expected = [(script.by(register, n, mode=mode), letter, (build, hex(register), n)) for register in (SIREG2, SIREG5) for n in (0, 2)
                        for mode in ("M", "S")]
            expected += [(script.by(register, n), "h", (build, hex(register), n)) for register in (SIREG, SIREG4) for n in (0, 2)]
            self.check(script, expected)

    def test_other_selects_are_none_of_ours(self):
        script = Delegated()
        self.check(script, [(script.access(register, operation, TOP, mode, select=select, cde=True), ABSENT, (hex(select), hex(register)))
                            for select in (0, 0x3F, 0x60, 0x43 + 0x80, 0x43 + 0x100, 0x43 + 0x200, 0x43 + 0x400, 0x843, 0xFFF)
                            for register in (SIREG, SIREG2, SIREG6, *ALL_VSIREG) for mode in ("M", "S", "VS") for operation in (READ, WRITE)])

    def test_what_lies_between_them_is_none_of_ours(self):
        """siselect, vsiselect, and the places of miph and mireg*."""
        script = Delegated()
        self.check(script, [(script.by(number, 3, mode=mode), ABSENT, hex(number)) for number in (0x150, 0x154, 0x158, 0x250, 0x254, 0x350, 0x351, 0x352, 0x354)
                            for mode in ("M", "S")])

    def test_without_the_extension_none_of_it_is_there(self):
        for build in ("rv64-cfg", "rv32", "rv64-u"):
            script = Delegated(build)
            self.check(script, [(script.by(number, 3, mode="M"), ABSENT, (build, hex(number))) for number in (*ALL_SIREG, *ALL_VSIREG, SCOUNTINHIBIT)])

    def test_minh_is_read_only_0_by_sireg2_and_stays(self):
        script = Delegated()
        expected = []
        for n, direct in ((0, 0x321), (2, 0x322), (3, 0x323), (7, 0x327)):
            event = INSTRUCTIONS if n > 2 else 0
            for before in (0, MINH):
                for operation, word, after in ((WRITE, MINH | UINH, UINH), (WRITE, UINH, UINH), (SET, MINH, SINH), (CLEAR, MINH, SINH)):
                    script.write(direct, before | SINH | event)
                    done = script.by(SIREG2, n, operation, word | event if operation == WRITE else word)
                    case = (n, hex(before), operation)
                    expected += [(done, Answer(True, SINH | event, False, False), case),
                                 (script.by(SIREG2, n), Answer(True, after | event, False, False), case),
                                 (script.read(direct), Answer(True, before | after | event, False, False), case)]
        self.check(script, expected)

    def test_minh_is_read_only_0_by_sireg5_on_rv32(self):
        script = Delegated("rv32-deleg-cfg")
        expected = []
        for n, direct in ((0, 0x721), (2, 0x722), (3, 0x723)):
            for before in (0, MINH >> 32):
                script.write(direct, before)
                script.put(SIREG5, n, (MINH | SINH) >> 32)
                expected += [(script.by(SIREG5, n), Answer(True, SINH >> 32, False, False), n),
                             (script.read(direct), Answer(True, before | SINH >> 32, False, False), n)]
        self.check(script, expected)

    def test_bit_62_of_a_count_is_a_bit_like_others(self):
        script = Delegated()
        script.write(0x323, MINH)
        script.put(SIREG, 3, 1 << 62)
        read = script.by(SIREG, 3)
        script.put(SIREG, 3, 0)
        cleared = script.by(SIREG, 3)
        self.assertEqual(script.values(read, cleared), [1 << 62, 0])

    def test_the_supervisor_inhibits_modes_of_cycle_and_instret(self):
        script = Delegated(counts=True)
        script.put(SIREG2, 0, SINH)
        script.put(SIREG2, 2, UINH)
        script.put(SIREG, 0, 0)
        script.put(SIREG, 2, 0)
        script.blocks((3, 0, "S"), mode="S")     # mcycle: none in S
        script.blocks((5, 3, "S"), mode="U")     # minstret: none of U
        cycle, instret = script.by(SIREG, 0), script.by(SIREG, 2)
        self.assertEqual(script.values(cycle, instret), [1, 3])

    def test_the_supervisor_serves_an_overflow_without_m_mode(self):
        """Sampling: OF and the period by sireg* alone, twice, and each time a request."""
        script = Delegated(delegated=1 << 3, counts=True)
        for _ in range(2):
            script.put(SIREG, 3, TOP - 9)
            script.put(SIREG2, 3, INSTRUCTIONS | MINH)
            script.blocks((10, 0, "S"), mode="S")
            script.idle(3, "S")
            script.write_lcofip(0)
            pending = script.cycles
            of = script.access(SCOUNTOVF, READ, 0, "S", cde=True)
            event, count = script.by(SIREG2, 3), script.by(SIREG, 3)
            self.assertEqual(script.values(of, event, count), [1 << 3, OF | INSTRUCTIONS, 0])
            self.assertTrue(script.lcofip[pending])
            script.idle(2, "S")
            script.run()
            self.assertFalse(script.lcofip[-1])

    def test_a_counter_written_by_sireg_reads_back_by_the_next_instruction_as_written(self):
        for register, n in ((SIREG, 2), (SIREG, 3)):
            script = Delegated(counts=True)
            script.put(SIREG2, 3, INSTRUCTIONS)
            script.execute(register, WRITE, 100, "S", select=0x40 + n, cde=True)
            read = script.execute(register, READ, 0, "S", select=0x40 + n, cde=True)
            after = script.execute(register, READ, 0, "S", select=0x40 + n, cde=True)
            self.assertEqual(script.values(read, after), [100, 101], n)

    def test_what_sireg_selects_is_not_what_counts(self):
        """A refused write leaves nothing out, nor does one of the event."""
        script = Delegated(delegated=0, counts=True)
        script.write(0xB02, 0)
        script.execute(SIREG, WRITE, 100, "S", select=0x42, cde=True)
        refused = script.read(0xB02)
        script.write(MCOUNTEREN, ALL)
        script.execute(SIREG2, WRITE, 0, "S", select=0x42, cde=True)
        event = script.read(0xB02)
        self.assertEqual(script.values(refused, event), [1, 2])

    def test_scountinhibit_is_mcountinhibit_of_the_delegated_counters(self):
        script = Delegated(delegated=0b10101001)
        there = 0b11111101
        expected = []
        for mode in ("S", "M"):
            for before, written, seen, after in ((there, 0, 0b10101001, 0b01010100), (0, ALL, 0, 0b10101001), (there, ALL, 0b10101001, there),
                                                 (0b01010100, 0b00001000, 0, 0b01011100)):
                script.write(MCOUNTINHIBIT, before)
                expected += [(script.access(SCOUNTINHIBIT, READ, 0, mode, cde=True), Answer(True, seen, False, False), (mode, before)),
                             (script.access(SCOUNTINHIBIT, WRITE, written, mode, cde=True), Answer(True, seen, False, False), (mode, before)),
                             (script.read(MCOUNTINHIBIT), Answer(True, after, False, False), (mode, before, written))]
            script.write(MCOUNTINHIBIT, there)
            script.access(SCOUNTINHIBIT, CLEAR, 0b1111, mode, cde=True)
            expected.append((script.read(MCOUNTINHIBIT), Answer(True, there & ~0b1001, False, False), mode))
            script.access(SCOUNTINHIBIT, SET, 0b0110, mode, cde=True)
            expected.append((script.read(MCOUNTINHIBIT), Answer(True, there & ~0b1001, False, False), mode))
        self.check(script, expected)

    def test_scountinhibit_has_no_bit_of_time(self):
        script = Delegated()
        script.access(SCOUNTINHIBIT, WRITE, ALL, "S", cde=True)
        read = script.access(SCOUNTINHIBIT, READ, 0, "S", cde=True)
        self.assertEqual(script.values(read), [0b11111101])

    def test_who_may_access_scountinhibit(self):
        script = Delegated()
        expected = []
        for mode, without, with_cde in (("M", "i", "h"), ("D", "i", "h"), ("S", "i", "h"), ("U", "i", "i"), ("VS", "i", "v"), ("VU", "i", "v")):
            for operation in (READ, WRITE, SET, CLEAR):
                for stateen in range(4):
                    expected += [(script.access(SCOUNTINHIBIT, operation, 0, mode, cde=cde, stateen=stateen), letter, (mode, cde, operation))
                                 for cde, letter in ((False, without), (True, with_cde))]
        self.check(script, expected)

    def test_with_cde_scountovf_is_virtual_in_a_guest(self):
        script = Delegated()
        expected = []
        for mode, without, with_cde in (("M", "h", "h"), ("S", "h", "h"), ("U", "i", "i"), ("VS", "h", "v"), ("VU", "v", "v")):
            for cde, letter in ((False, without), (True, with_cde)):
                expected += [(script.access(SCOUNTOVF, READ, 0, mode, cde=cde), letter, (mode, cde)),
                             (script.access(SCOUNTOVF, WRITE, 0, mode, cde=cde), "i", (mode, cde, "it is read-only"))]
        self.check(script, expected)

    def test_cde_changes_no_other_register(self):
        """All numbers in all modes and many selects: the witness is the judge of each answer (Script.run)."""
        for build in ("rv64-deleg", "rv32-deleg", "rv32-deleg-cfg"):
            script = Delegated(build, delegated=0x55)
            for mode in ("M", "S", "U", "VS", "VU") if build != "rv32-deleg-cfg" else ("M", "S", "U"):
                for number in (*range(0x100, 0x160), *range(0x240, 0x260), *range(0x300, 0x360), 0x606, *range(0xB00, 0xB08), *range(0xC00, 0xC08), 0xDA0):
                    for select in (0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x46, 0x5F, 0x60):
                        for holds in ({"cde": True}, {"cde": False}, {"cde": True, "stateen": 1}, {"cde": True, "stateen": 2}):
                            script.access(number, READ, 0, mode, select=select, **holds)
            script.run()


class TagsTest(unittest.TestCase):
    def test_every_tag_has_its_test(self):
        for tag, name in TAGS.items():
            self.assertTrue(name is None or hasattr(DelegationTest, name), tag)


if __name__ == "__main__":
    unittest.main()
