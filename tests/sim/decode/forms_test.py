# SPDX-License-Identifier: Apache-2.0
"""`ntrace decode --to insn, json, stats, lcov`: held against `--to pc`, nm, addr2line, objdump.
"""
import collections
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.lib.programs import (NTRACE, PROGRAMS, Symbols, Trace, instructions, make_recordings,
                                ntrace, source_lines, tool)

NEEDS = ("recordings",)
NAMES = ["calls", "kernel", "coroutine", "interpreter", "crc32"]


def tracefile(text):
    """What a tracefile says, by source file: lines, functions, branches, sums."""
    files = {}
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key == "SF":
            now = files[value] = {"DA": {}, "FN": {}, "FNDA": {}, "BRDA": []}
        elif key == "DA":
            number, count = map(int, value.split(","))
            now["DA"][number] = count
        elif key == "FN":
            number, name = value.split(",")
            now["FN"][name] = int(number)
        elif key == "FNDA":
            count, name = value.split(",")
            now["FNDA"][name] = int(count)
        elif key == "BRDA":
            number, block, branch, count = value.split(",")
            now["BRDA"].append((int(number), int(block), int(branch), count))
        elif line not in ("TN:", "end_of_record"):
            now[key] = int(value)
    return files


class FormsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        make_recordings()
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)
        cls.traces = {name: Trace(cls.path, name, "--set", "trTeContext=1") for name in NAMES}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    # ---- insn ----

    def test_insn_is_pc_with_the_bytes_and_lines_that_binutils_tell(self):
        for name in ("calls", "kernel", "crc32"):
            with self.subTest(program=name):
                trace = self.traces[name]
                pcs = trace.pcs()
                code = instructions(trace.elf)
                lines = source_lines(trace.elf, sorted(set(pcs)))
                shown, source, wrong = [], None, []
                for line in trace.to("insn").splitlines():
                    if line.startswith("0x"):
                        pc, word = line.split()[:2]
                        shown.append(int(pc, 16))
                        insn = code.get(shown[-1])
                        if insn is not None and (insn.bytes, lines[insn.pc]) != (word, source):
                            wrong.append((line, insn, lines[insn.pc], source))
                    elif not line.startswith("#"):
                        path, number = line.rsplit(":", 1)
                        source = None if path == "??" else (str(ROOT / path), int(number))
                self.assertEqual(shown, pcs)
                self.assertEqual(wrong[:3], [])

    def test_insn_names_symbols_with_offsets(self):
        text = self.traces["calls"].to("insn", "--function", "far_count")
        first = [line for line in text.splitlines() if line.startswith("0x")][:2]
        self.assertTrue(first[0].endswith(" <far_count>"), first)
        self.assertTrue(first[1].endswith(" <far_count+0x2>"), first)
        self.assertIn("c.beqz a0, ", first[0])

    def test_traps_and_privilege_are_remarks_of_insn(self):
        text = self.traces["kernel"].to("insn")
        for remark in ("# exception at 0x", "# interrupt at 0x", "# in S, ", "# in U, ", "# in M, ",
                       "# stop EVCODE="):
            self.assertIn("\n" + remark, text)

    # ---- json ----

    def test_json_is_an_object_a_line_that_together_tell_every_instruction(self):
        trace = self.traces["kernel"]
        kinds = collections.Counter()
        total = 0
        for line in trace.to("json").splitlines():
            event = json.loads(line)
            self.assertLessEqual({"kind", "hart", "offset"}, set(event))
            kinds[event["kind"]] += 1
            total += event.get("instructions", 0)
        counts = json.loads(trace.run("--json").stdout)
        self.assertEqual(total, counts["instructions"])
        self.assertEqual((kinds["trap"], kinds["sync"], kinds["ownership"], kinds["stop"]),
                         (counts["traps"], counts["syncs"], counts["ownerships"], counts["stops"]))
        self.assertGreater(kinds["trap"], 10)

    # ---- stats ----

    def test_stats_count_the_instructions_of_each_function_as_nm_places_them(self):
        for name, trace in self.traces.items():
            with self.subTest(program=name):
                symbols = Symbols(trace.elf)
                expected = collections.Counter()
                for pc in trace.pcs():
                    names = symbols.at(pc)
                    expected[names[0] if names else None] += 1
                stats = json.loads(trace.run("--to", "stats", "--json").stdout)
                told = collections.Counter()
                for function in stats["functions"]:
                    place = None
                    if "name" in function:
                        names = symbols.at(int(function["start"], 16))
                        self.assertIn(function["name"], names)
                        place = names[0]
                    told[place] += function["instructions"]
                self.assertEqual(told, expected)
                self.assertEqual(stats["instructions"], sum(told.values()))
                bits = sum(one["bits"] for one in stats["functions"]) + stats["other_bits"]
                self.assertAlmostEqual(bits, 8 * stats["bytes"], places=3)
                self.assertGreaterEqual(stats["other_bits"], 0)

    def test_stats_tell_copies_of_a_function_apart(self):
        image, offset = self.traces["calls"].elf, 0x1000000
        main = next(int(line.split()[0], 16) for line in tool("nm", image).splitlines()
                    if line.endswith(" main"))
        text = "".join(f"ProgTraceSync SYNC=5 I-CNT=0 F-ADDR={address >> 1:#x}\n"
                       "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=2\n"
                       for address in (main, main + offset))
        stream = self.path / "copies.nex"
        (self.path / "copies.s").write_text(text, encoding="ascii")
        ntrace("assemble", self.path / "copies.s", "-o", stream)
        arguments = ["decode", stream, "--to", "stats", "--image", image, "--image",
                     f"{image},offset={offset:#x}"]
        told = ntrace(*arguments).stdout
        self.assertIn(f"  main ({main:#x}, {image})\n", told)
        self.assertIn(f"  main ({main + offset:#x}, {image},offset={offset:#x})\n", told)
        functions = json.loads(ntrace(*arguments, "--json").stdout)["functions"]
        self.assertEqual({one.get("offset") for one in functions}, {None, hex(offset)})

    def test_stats_count_calls(self):
        functions = {one.get("name"): one for one in json.loads(
            self.traces["calls"].run("--to", "stats", "--json").stdout)["functions"]}
        pcs = self.traces["calls"].pcs()
        code = instructions(self.traces["calls"].elf)
        for name in ("ackermann", "far_call", "far_count", "main", "box_area", "line_edge"):
            start = int(functions[name]["start"], 16)
            calls = sum(pc == start and (code[before].mnemonic in ("jal", "jalr", "c.jalr", "c.jr")
                                         if before in code else True)
                        for before, pc in zip(pcs, pcs[1:]))
            # far_count jumps to its own start, which is no call
            expected = 1 if name == "far_count" else calls
            self.assertEqual(functions[name]["calls"], expected, name)

    def test_the_table_of_stats_says_the_same_as_its_json(self):
        trace = self.traces["calls"]
        rows = [line.split() for line in trace.to("stats").splitlines()[1:-2]]
        keys = json.loads(trace.run("--to", "stats", "--json").stdout)["functions"]
        self.assertEqual([(int(row[0]), int(row[2])) for row in rows],
                         [(one["instructions"], one["calls"]) for one in keys])

    # ---- lcov ----

    def test_lcov_counts_lines_as_addr2line_places_what_ran(self):
        for name in ("calls", "interpreter", "crc32"):
            with self.subTest(program=name):
                trace = self.traces[name]
                ran = collections.Counter(trace.pcs())
                addresses = sorted(instructions(trace.elf))
                lines = source_lines(trace.elf, addresses)
                expected = {}
                for before, pc in zip([None, *addresses], addresses):
                    place = lines[pc]
                    if place is not None and (before is None or lines[before] != place):
                        expected[place] = max(expected.get(place, 0), ran[pc])
                told = {(str(ROOT / path), number): count
                        for path, file in tracefile(trace.to("lcov")).items()
                        for number, count in file["DA"].items()}
                self.assertEqual(told, expected)

    def test_lcov_counts_both_ways_of_each_branch(self):
        trace = self.traces["interpreter"]
        pcs = trace.pcs()
        code = instructions(trace.elf)
        lines = source_lines(trace.elf, sorted(code))
        branches = {pc for pc, insn in code.items()
                    if insn.mnemonic.removeprefix("c.").rstrip("z") in
                    ("beq", "bne", "blt", "bge", "bltu", "bgeu") and lines[pc] is not None}
        taken, ran = collections.Counter(), collections.Counter()
        for pc, following in zip(pcs, pcs[1:]):
            if pc in branches:
                ran[pc] += 1
                taken[pc] += following != pc + code[pc].size
        expected = collections.Counter()
        for pc in branches:
            expected[lines[pc], 0] += taken[pc]
            expected[lines[pc], 1] += ran[pc] - taken[pc]
        told, number = collections.Counter(), 0
        for path, file in tracefile(trace.to("lcov")).items():
            number += len(file["BRDA"])
            self.assertEqual(file["BRF"], len(file["BRDA"]))
            self.assertEqual(file["BRH"], sum(one[3] not in ("-", "0") for one in file["BRDA"]))
            for line, _, way, count in file["BRDA"]:
                told[(str(ROOT / path), line), way] += 0 if count == "-" else int(count)
        self.assertEqual(+told, +expected)
        self.assertEqual(number, 2 * len(branches))

    def test_lcov_names_functions_with_the_times_that_they_began(self):
        trace = self.traces["calls"]
        ran = collections.Counter(trace.pcs())
        functions = {}
        for file in tracefile(trace.to("lcov")).values():
            functions.update(file["FNDA"])
            self.assertEqual(file["FNF"], len(file["FN"]))
            self.assertEqual(file["FNH"], sum(count != 0 for count in file["FNDA"].values()))
            self.assertEqual((file["LF"], file["LH"]),
                             (len(file["DA"]), sum(count != 0 for count in file["DA"].values())))
        for line in tool("nm", trace.elf).splitlines():
            address, kind, name = line.split(maxsplit=2)
            if name in functions:
                self.assertEqual(functions[name], ran[int(address, 16)], name)
        self.assertLess({"main", "ackermann", "is_even"}, set(functions))

    def test_genhtml_takes_the_tracefile_and_finds_every_source(self):
        info = self.path / "calls.info"
        info.write_text(self.traces["calls"].to("lcov"), encoding="ascii")
        made = subprocess.run(["genhtml", "--branch-coverage", "-o", self.path / "html", info],
                              cwd=ROOT, capture_output=True, text=True, check=False)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        pages = "".join(page.read_text() for page in (self.path / "html").rglob("calls.c.gcov.html"))
        self.assertIn("ackermann(m - 1, ackermann(m, n - 1))", pages)

    def test_without_lines_a_listing_is_the_source(self):
        stripped = self.path / "stripped.elf"
        tool("strip", "-o", stripped, PROGRAMS / "calls.elf")
        trace = Trace(self.path, "calls",
                      images=["--image", PROGRAMS / "calls.ntr", "--image", stripped])
        refused = trace.run("--to", "lcov")
        self.assertEqual((refused.returncode, refused.stderr.count("\n")), (2, 1))
        self.assertIn("--listing", refused.stderr)
        listing = self.path / "calls.S"
        file = tracefile(trace.to("lcov", "--listing", listing))[str(listing)]
        ran = collections.Counter(trace.pcs())
        seen = set()
        for number, line in enumerate(listing.read_text().splitlines(), 1):
            if line.startswith(" "):
                pc = int(line.split(":")[0], 16)
                seen.add(pc)
                self.assertEqual(file["DA"][number], ran[pc], line)
        self.assertLessEqual({pc for pc in ran if pc >= 0x80000000}, seen)
        # of functions that are called, the begin of each is found
        names = {f"sub_{pc:x}" for pc in
                 (int(line.split()[0], 16) for line in
                  tool("nm", PROGRAMS / "calls.elf").splitlines()
                  if line.split()[2] in ("main", "ackermann", "far_call", "is_even"))}
        self.assertLessEqual(names, set(file["FN"]))

    # ---- all ----

    def test_damage_is_told_in_every_form_and_none_breaks(self):
        trace = self.traces["kernel"]
        broken = self.path / "broken.nex"
        data = bytearray(trace.path.read_bytes())
        data[len(data) // 3] ^= 0x04
        data[len(data) // 2] = 0x02
        broken.write_bytes(data)
        for form in ("pc", "insn", "calls", "folded", "perfetto", "stats", "lcov", "json", "ranges"):
            with self.subTest(form=form):
                result = ntrace("decode", broken, *trace.images, *trace.options, "--to", form)
                self.assertEqual(result.returncode, 1)
                self.assertIn(": offset ", result.stderr)
                if form in ("insn", "calls"):
                    self.assertIn("# fault at offset ", result.stdout)
                if form == "perfetto":
                    json.loads(result.stdout)

    def test_a_full_disk_is_one_line_and_status_2_in_every_form(self):
        trace = self.traces["calls"]
        for form in ("insn", "calls", "folded", "perfetto", "stats", "lcov", "json"):
            result = trace.run("--to", form, "-o", "/dev/full")
            self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1), form)
        result = trace.run("--to", "lcov", "--listing", "/no/folder/x", "-o", self.path / "info")
        self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1))
        self.assertFalse((self.path / "info").exists())

    def test_forms_are_listed_by_help(self):
        text = subprocess.run([NTRACE, "decode", "--help"], capture_output=True, text=True,
                              check=True).stdout
        for form in ("pc", "insn", "calls", "folded", "perfetto", "stats", "lcov", "json", "ranges"):
            self.assertRegex(text, rf"\n  {form} +\S")


if __name__ == "__main__":
    unittest.main()
