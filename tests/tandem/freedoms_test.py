# SPDX-License-Identifier: Apache-2.0
"""`ntrace tv verify`: what the architecture leaves open is no difference, what it does not is."""
import gzip
import json
import os
import random
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import tier
from tests.lib.catalogue import ROOT
from tests.tandem import freedoms, freedoms_cores, freedoms_counters, freedoms_effects, freedoms_extensions, freedoms_fences, freedoms_modes, freedoms_narrow, freedoms_off, freedoms_pages, freedoms_reads, freedoms_vectors, guest_pages, pages
from tests.tandem.cores import undecidable
from tests.tandem.cores.choices import SETTINGS, Choices
from tests.tandem.cores.core import Core, Group
from tests.tandem.cores.errors import KINDS, plant
from tests.tandem.cores.execute import execute

NEEDS = ("build/tests/tandem/plant",)
COUNT = 100000 if tier.WHOLE else 1200     # instructions of a right core
DRAWN = 50 if tier.WHOLE else 10           # cores that draw each choice
PLANTED = 143 if tier.WHOLE else 2         # errors of each kind
FIRST = int(os.environ.get("NTRACE_SEED", "1"))
BLUESPEC = ("amo-operand", "lr-store", "sc-fail-store", "eaddr-only")
HABITS = {**{habit: (habit,) for habit in BLUESPEC + ("amo-no-store", "store-wide", "trap-store", "no-fs")}, "bluespec": BLUESPEC}


class FreedomsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def verify(self, text, *options):
        source, path = self.folder / "t.s", self.folder / "t.ntv"
        source.write_text(text, encoding="ascii")
        subprocess.run([ROOT / "build/ntrace", "tv", "assemble", source, "-o", path], check=True)
        done = subprocess.run([ROOT / "build/ntrace", "tv", "verify", "--json", *options, path], check=False,
                              capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return json.loads(done.stdout)

    # one instruction each

    def test_what_the_architecture_leaves_open_is_no_difference_and_what_it_does_not_is(self):
        for xlen, rows in ((64, freedoms.ROWS), (32, freedoms.ROWS32), (64, freedoms_extensions.ROWS),
                           (64, freedoms_reads.ROWS), (64, freedoms_modes.ROWS), (64, freedoms_off.ROWS), (32, freedoms_off.ROWS32), (64, freedoms_vectors.ROWS), (64, freedoms_effects.ROWS), (32, freedoms_effects.ROWS32), (64, freedoms_narrow.ROWS), (64, freedoms_counters.ROWS), (64, freedoms_cores.ROWS), (32, freedoms_cores.ROWS32),
                           (64, freedoms_extensions.GUESTS), (32, freedoms_extensions.GUESTS32)):
            for what, right, state, steps in rows:
                with self.subTest(what, xlen=xlen, right=right):
                    result = self.verify(freedoms.text(state, steps, xlen), "--least", "0")
                    self.assertEqual(not result["differences"], right, result["differences"])

    def test_code_that_was_stored_to_is_as_before_or_as_now_until_fence_i(self):
        for what, right, state, steps in freedoms_effects.PATCHED:
            with self.subTest(what, right=right):
                result = self.verify(freedoms_effects.with_old(freedoms.text(state, steps)), "--least", "0")
                self.assertEqual(not result["differences"], right, result["differences"])

    def test_an_interrupt_has_to_be_enabled(self):
        for *state, right in freedoms.INTERRUPTS:
            with self.subTest(state):
                elements = [each["element"] for each in self.verify(freedoms.interrupt(*state))["differences"]]
                self.assertEqual(elements, [] if right else ["interrupt"])

    def test_a_choice_that_changes_is_reported(self):
        for name, number, writes in freedoms.CHANGES:
            with self.subTest(name):
                found = self.verify(freedoms.changes(name, number, writes))["differences"]
                self.assertEqual([each["insn"] for each in found], [len(writes) - 1])

    # translation

    def test_each_leaf_permits_what_it_says(self):
        for updates in (False, True):
            with self.subTest(updates=updates):
                right = self.verify(pages.text(updates))
                self.assertEqual((right["instructions"], right["differences"][:1]), (pages.COUNT, []))
                self.assertGreaterEqual(right["compared"]["translations"], pages.COUNT)
                wrong = {each["insn"] for each in self.verify(pages.text(updates, True))["differences"]}
                self.assertEqual(wrong, set(range(1, pages.COUNT)))

    def test_an_access_goes_where_the_tables_say_or_faults(self):
        for what, right, text in (*freedoms_pages.ROWS, *freedoms_fences.ROWS, *freedoms_cores.PAGED):
            with self.subTest(what, right=right):
                result = self.verify(text, "--least", "0")
                self.assertEqual(not result["differences"], right, result["differences"])

    def test_both_stages_of_a_guest_permit_what_they_say(self):
        for what, right, code, lines, given in guest_pages.ROWS:
            with self.subTest(what, right=right, **given):
                result = self.verify(guest_pages.text(code, lines, **given), "--least", "0")
                self.assertEqual(not result["differences"], right, result["differences"])
                self.assertGreaterEqual(result["compared"]["translations"], 1)

    # cores

    def run_core(self, seed, count, **given):
        drawn = random.Random(seed)
        core = Core(drawn, Choices(drawn, **given))
        if "no-fs" in core.choices.habits:
            core.set_status(core.csr[0x300] | 0x2000)  # FS is not dirty at first
        core.run(count)
        core.code_known()
        return core

    def test_cores_that_are_there_are_right(self):
        self.assertGreaterEqual(len(SETTINGS), 20)
        walks = 0
        for number, (name, given) in enumerate(SETTINGS.items()):
            with self.subTest(name):
                result = self.verify(self.run_core(FIRST + number, COUNT, **given).text())
                self.assertEqual(result["differences"][:1], [])
                self.assertTrue(result["passed"])
                walks += result["compared"]["translations"]
        self.assertGreater(walks, COUNT / 10)

    def test_cores_that_draw_every_choice_are_right(self):
        for seed in range(FIRST, FIRST + DRAWN):
            with self.subTest(f"NTRACE_SEED={seed}"):
                self.assertEqual(self.verify(self.run_core(seed, COUNT).text())["differences"][:1], [])

    def plant_errors(self, kind, count):
        """Errors of a kind, a third of them under translation, a third in traces without physical addresses. Returns how
        many are not reported at their instruction, and the explanations of those."""
        undecided, seed, planted = [], FIRST, 0
        while planted < count:
            given = (({}, {"s": True, "u": True, "satp_modes": (8, 9)}, {"no_paddr": True}) if kind != "address" else ({}, {}, {}))[seed % 3]
            core = self.run_core(seed, 500, **given)
            group = plant(random.Random(seed), core, kind, "satp_modes" in given)
            seed += 1
            if group is None:
                continue
            planted += 1
            at = {each["insn"] for each in self.verify(core.text())["differences"]}
            with self.subTest(f"NTRACE_SEED={seed - 1}, {kind}"):
                if kind in ("choice", "insn") and group.number not in at:
                    undecided.append(undecidable.explain(seed - 1, core, group, given))
                    self.assertIsNotNone(undecided[-1])
                    continue
                self.assertIn(group.number, at)
                self.assertGreaterEqual(min(at), group.number)
        return undecided

    def test_errors_are_reported_at_their_instruction(self):
        """But those that are another choice of the hart, at first: the report of the second one says so; and another
        instruction with the same effect, where no page table tells what memory has there. Of each two explanations are
        found, which are right by the architecture."""
        undecided = []
        for kind in KINDS:
            of_kind = self.plant_errors(kind, PLANTED)
            undecided += of_kind
            if tier.WHOLE:
                print(f"{kind}: {PLANTED} planted, {PLANTED - len(of_kind)} reported at their instruction", *of_kind, sep="\n    ")
        self.assertLessEqual(len(undecided), max(0.03 * len(KINDS) * PLANTED, 1))

    def test_an_error_that_is_another_choice_has_two_explanations(self):
        drawn = random.Random(1)
        core = Core(drawn, Choices(drawn, s=True, u=True, medeleg=0xb3ff))
        group = Group(0, freedoms.w(0x302))
        core.x[10] = 0xffff
        execute(core, group)
        for value, explained in ((0xb3fd, True), (0x1b3ff, False)):
            group.registers[0x302] = value
            with self.subTest(f"{value:#x}"):
                self.assertEqual(undecidable.explain(1, core, group, {}) is not None, explained)

    def test_an_encoding_that_is_reserved_explains_an_error_and_one_of_an_extension_does_not(self):
        for code, reserved in ((0x22bc34b3, True), (0x70079493, True), (0x20c5f533, True), (0x00150513, False), (0x60079493, False),
                               (0x20c5a533, False), (0x6b85d513, False), (0x0ec5d533, False), (0x40c5f533, False), (0x28c5a533, False), (0x32c58533, False),
                               (0xb2c58533, True), (0x10851513, False), (0x31051513, False), (0x0a029293, True), (0x08f51513, False),
                               (0x60351513, True), (0x60451513, False), (0x2875d513, False), (0x2865d513, True), (0x42a5d513, False)):
            with self.subTest(f"{code:#x}"):
                self.assertEqual(undecidable.is_reserved(code), reserved)

    def test_a_habit_that_is_declared_is_no_difference_and_else_it_is_proposed(self):
        listed = subprocess.run([ROOT / "build/ntrace", "tv", "verify", "--tables"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(set(re.findall(r"^\| ([a-z-]+) \| [^|]+ \| (?:yes)? \|$", listed.split("| habit |")[1], re.M)), set(HABITS) - {"bluespec"})
        for habit, parts in HABITS.items():
            core = self.run_core(7, 3000, habits=parts, a=True, f=True, fs="precise", misaligned=habit != "trap-store", no_paddr=False)
            with self.subTest(habit):
                declared = self.verify(core.text(), "--habit", habit)
                self.assertEqual(declared["differences"][:1], [])
                without = self.verify(core.text())
                self.assertEqual(without["verdict"], "failed")
                self.assertEqual(sorted(without["habits"]), sorted(parts))
                for kind in ("value", "data", "csr", "extra-csr"):
                    group = plant(random.Random(7), core, kind)
                    found = self.verify(core.text(), "--habit", habit)["differences"]
                    self.assertIn(group.number, [each["insn"] for each in found], kind)

    def test_a_missing_effective_address_is_reported_under_a_habit(self):
        core = self.run_core(7, 800, habits=("eaddr-only",), a=True, no_paddr=False)
        self.assertEqual(self.verify(core.text(), "--habit", "eaddr-only")["differences"], [])
        group = [group for group in core.groups if group.insn is not None and group.insn & 0x7f == 3 and group.eaddr][-1]
        group.eaddr = None
        found = self.verify(core.text(), "--habit", "eaddr-only")["differences"]
        self.assertEqual([(each["element"], each["got"]) for each in found], [("eaddr", None)])

    # other sources

    def test_logs_of_spike_have_no_difference(self):
        for name in ("traps", "delegation", "paging"):
            log, recording, path = (self.folder / f"{name}.{kind}" for kind in ("log", "ntr", "ntv"))
            log.write_bytes(gzip.decompress((ROOT / f"tests/data/tandem/spike/{name}.log.gz").read_bytes()))
            for words in (("import", "--format", "spike", log, "-o", recording), ("tv", "import", recording, "-o", path)):
                subprocess.run([ROOT / "build/ntrace", *words], check=True, capture_output=True)
            done = subprocess.run([ROOT / "build/ntrace", "tv", "verify", "--json", path], check=False,
                                  capture_output=True, text=True)
            with self.subTest(name):
                result = json.loads(done.stdout)
                self.assertEqual((result["verdict"], result["differences"]), ("passed", []))
                self.assertGreater(result["traps"], 10)

    def test_a_trace_and_a_recording_differ_in_each_element_that_both_have(self):
        log, recording, path, source = (self.folder / f"paging.{kind}" for kind in ("log", "ntr", "ntv", "s"))
        log.write_bytes(gzip.decompress((ROOT / "tests/data/tandem/spike/paging.log.gz").read_bytes()))
        for words in (("import", "--format", "spike", log, "-o", recording), ("tv", "import", recording, "-o", path)):
            subprocess.run([ROOT / "build/ntrace", *words], check=True, capture_output=True)
        text = subprocess.run([ROOT / "build/ntrace", "tv", "dump", path], check=True, capture_output=True, text=True).stdout

        def compare(changed, *options):
            source.write_text(changed, encoding="ascii")
            subprocess.run([ROOT / "build/ntrace", "tv", "assemble", source, "-o", path], check=True)
            done = subprocess.run([ROOT / "build/ntrace", "tv", "compare", "--json", *options, path, recording],
                                  check=False, capture_output=True, text=True)
            self.assertEqual(done.stderr, "")
            return json.loads(done.stdout)
        right = compare(text)
        self.assertTrue(right["equal"])
        self.assertTrue(all(right[kind] > 50 for kind in ("registers", "csrs", "addresses", "stores")), right)
        for line, said in (("mscratch = ", "mscratch is "), ("store64 = ", "store data is "), ("eaddr = ", "the effective address is ")):
            before, found, after = text.rpartition(line)
            with self.subTest(line):
                self.assertIn(said, compare(before + found + "0x77" + after[after.index("\n"):])["difference"])
        # behind start-up code that differs
        first = text.index("insn32")
        other = text[:first] + "insn32 0x00100013" + text[text.index("\n", first):]
        self.assertIn("the instruction is", compare(other)["difference"])
        later = compare(other, "--from", "0x80000000")
        self.assertTrue(later["equal"])
        self.assertLess(later["instructions"], right["instructions"])

    # how much was judged

    def test_what_is_not_judged_is_counted_though_the_instruction_is_verified(self):
        store = freedoms_vectors.access(freedoms_vectors.STORE)
        for lines, count in (([], 1), (["eaddr = 0x80000200", "paddr = 0x80000200", "store32 = 1"], 0)):
            text = freedoms.text({**freedoms_vectors.READY, "vl": 1, "a0": 0x80000200}, [(store, lines)])
            self.assertEqual(self.verify(text)["unjudged"], {"translations": 0, "vector_stores": count})
        text = freedoms.text(freedoms.S_PAGES, [(freedoms.SW, [*freedoms.PAGED, "eaddr = 0x7000", "store32 = 7"])])
        result = self.verify(text)
        self.assertEqual((result["verified"], result["unjudged"]["translations"]), (1, 2))
        done = subprocess.run([ROOT / "build/ntrace", "tv", "verify", self.folder / "t.ntv"], check=True, capture_output=True, text=True)
        self.assertRegex(done.stdout, "not judged, translations without their page tables +2\n")

    def test_a_csr_that_changes_by_two_views_is_one_difference(self):
        text = freedoms.text({"mstatus": freedoms.DIRTY, "fcsr": 0}, [(freedoms.NOP, ["fflags = 5", "frm = 5"])])
        self.assertEqual([each["element"] for each in self.verify(text)["differences"]], ["fcsr"])

    def test_too_little_is_inconclusive(self):
        steps = [(freedoms.NOP, []), (0x0000000b, []), (freedoms.NOP, [])]
        text = freedoms.text({}, steps)
        for least, verdict in (("66", "passed"), ("67", "inconclusive")):
            self.assertEqual(self.verify(text, "--least", least)["verdict"], verdict)

    def test_waivers_are_counted_and_those_not_used_are_told(self):
        steps = [(0x0000000b, ["s5 = 6"]), (freedoms.w(0x340), ["mscratch = 1"]), (freedoms.LW, ["a1 = 9", "paddr = 0x80000200"])]
        text = freedoms.text({**freedoms.AT, "mscratch": 0, "word": 5, "s5": 0}, steps)
        self.assertEqual(len(self.verify(text)["differences"]), 2)
        path = self.folder / "waivers"
        path.write_text("# ours\ninsn 0xb/0x7f our MAC\ncsr mscratch a known error\n"
                        "address 0x80000200:0x800002ff a device\ncsr mepc none\n", encoding="ascii")
        result = self.verify(text, "--waivers", path)
        self.assertEqual((result["verdict"], [each["used"] for each in result["waivers"]]), ("passed", [1, 1, 1, 0]))
        done = subprocess.run([ROOT / "build/ntrace", "tv", "verify", "--waivers", path, self.folder / "t.ntv"],
                              check=False, capture_output=True, text=True)
        self.assertRegex(done.stdout, "waiver, line 5: NOT USED")
        wide = "0x" + "0" * 70 + "5"
        for line in ("csr mscratch", "csr mscratch  ", "insn 0xb/0x7g what", "address 5:4 why", "cast 1 2", "insn 0x100000000 why",
                     "insn 0xb/ why", "insn -1 why", "insn +1 why", "csr 4096 why", f"csr {'m' * 70} why", "address 5 why",
                     "address 0:18446744073709551616 why", f"address {wide}:{wide} why", "address 1:2:3 why", "insn  ", "csr"):
            path.write_text(line, encoding="ascii")
            done = subprocess.run([ROOT / "build/ntrace", "tv", "verify", "--waivers", path, self.folder / "t.ntv"],
                                  check=False, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn("line 1: ", done.stderr)

    def test_a_waiver_of_an_address_is_one_of_data_alone(self):
        path = self.folder / "waivers"
        path.write_text("address 0x80000200:0x80000203 a device\n", encoding="ascii")
        state = {**freedoms.AT, "word": 5, "mstatus": freedoms.DIRTY, "fcsr": 0}
        for lines, elements in ((["a1 = 9", "paddr = 0x80000200"], []), (["a1 = 5", "paddr = 0x80000208"], ["paddr"]),
                                (["a1 = 9", "paddr = 0x80000200", "s5 = 1"], ["x21"]), (["a1 = 9", "paddr = 0x80000200", "fflags = 0x20"], ["fflags"])):
            with self.subTest(lines):
                text = freedoms.text(state, [(freedoms.LW, lines)])
                self.assertEqual([each["element"] for each in self.verify(text, "--waivers", path)["differences"]], elements)

    def test_names_of_habits_are_whole(self):
        (self.folder / "t.s").write_text(freedoms.text({}, [(freedoms.NOP, [])]), encoding="ascii")
        for names in ("", "amo-operand,", ",amo-operand", "amo", "amo-operand lr-store", "bluespec,none"):
            done = subprocess.run([ROOT / "build/ntrace", "tv", "verify", "--habit", names, self.folder / "t.s"], check=False,
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn("--habit: no such habit", done.stderr)

    def test_the_page_has_the_tables(self):
        done = subprocess.run([ROOT / "build/ntrace", "tv", "verify", "--tables"], check=True, capture_output=True,
                              text=True)
        page = (ROOT / "docs/tandem-verify.md").read_text(encoding="utf-8")
        for table in done.stdout.split("\n\n"):
            self.assertIn(table.strip(), page)


if __name__ == "__main__":
    unittest.main()
