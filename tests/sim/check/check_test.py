# SPDX-License-Identifier: Apache-2.0
"""`ntrace check`: what it prints, its exit status, and the page of rules."""
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

NTRACE = "build/ntrace"
REFERENCE = pathlib.Path("tests/data/tg-reference")
# ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x800; DirectBranch I-CNT=4
LEGAL = bytes.fromhex("24 15 00 83 0c 13".replace(" ", ""))


def check(*arguments, stream=None):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "F.nex")
        if stream is not None:
            path.write_bytes(stream)
            arguments = [*arguments, str(path)]
        return subprocess.run([NTRACE, "check", *map(str, arguments)], capture_output=True,
                              text=True, check=False)


def broken(result):
    return {rule["id"] for rule in json.loads(result.stdout)["results"]
            if rule["state"] == "broken"}


class Check(unittest.TestCase):
    def test_the_rules_page_is_what_the_table_gives(self):
        page = pathlib.Path("docs/rules.md").read_text(encoding="utf-8")
        self.assertEqual(check("--page").stdout, page,
                         "run: build/ntrace check --page > docs/rules.md")

    def test_the_page_of_freedoms_is_what_the_table_and_the_cases_give(self):
        page = pathlib.Path("docs/freedoms.md").read_text(encoding="utf-8")
        made = subprocess.run(["scripts/freedoms.py"], capture_output=True, text=True, check=True)
        self.assertEqual(made.stdout, page, "run: scripts/freedoms.py > docs/freedoms.md")

    def test_a_freedom_that_is_excluded_is_broken(self):
        stream = LEGAL + bytes.fromhex("e0 13".replace(" ", ""))  # TCODE=56
        self.assertEqual(check(stream=stream).returncode, 0)
        self.assertEqual(check("--without", "vendor.sync", stream=stream).returncode, 0)
        refused = check("--json", "--without", "vendor.tcode", stream=stream)
        self.assertEqual((refused.returncode, broken(refused)), (1, {"freedom.without"}))

    def test_the_list_has_a_line_of_id_clause_and_summary_for_each_rule(self):
        result = check("--list")
        self.assertEqual(result.returncode, 0)
        lines = [line.split("\t") for line in result.stdout.splitlines()]
        self.assertGreater(len(lines), 150)
        self.assertEqual({len(line) for line in lines}, {3})
        self.assertEqual(len({line[0] for line in lines}), len(lines))

    def test_the_page_of_clauses_names_each_rule_and_no_other(self):
        page = pathlib.Path("docs/clauses.md").read_text(encoding="utf-8")
        named = set(re.findall(r"`([a-z]+\.[a-z-]+)`", page))
        rules = {line.split("\t")[0] for line in check("--list").stdout.splitlines()}
        self.assertEqual(named, rules)

    def test_each_row_of_the_page_of_clauses_has_a_rule_or_a_reason(self):
        page = pathlib.Path("docs/clauses.md").read_text(encoding="utf-8")
        rows = [line for line in page.splitlines() if line.startswith("| ")]
        self.assertGreater(len(rows), 250)
        for row in rows:
            self.assertRegex(row, r"^\| [^|]+ \| [^|]+ \|$")

    def test_each_clause_is_a_title_of_the_specification_not_a_number(self):
        for line in check("--list").stdout.splitlines():
            self.assertRegex(line.split("\t")[1], r"^[A-Z][A-Za-z -]+$")

    def test_a_legal_stream_breaks_nothing(self):
        result = check(stream=LEGAL)
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"\A6 bytes, 2 messages; \d+ rules: 0 broken, [^\n]+\n\Z")

    def test_rules_that_hold_and_those_not_put_to_the_test_are_told_on_demand(self):
        result = check("--all", stream=LEGAL)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(len(result.stdout.splitlines()), len(check("--list").stdout.splitlines()) + 2)
        self.assertRegex(result.stdout, r"(?m)^held +start\.icnt ")
        self.assertRegex(result.stdout, r"(?m)^not exercised +error\.next ")

    def test_a_broken_rule_comes_first_with_its_offset(self):
        result = check(stream=LEGAL + b"\x07")
        self.assertEqual(result.returncode, 1)
        lines = result.stdout.splitlines()
        self.assertRegex(lines[0], r"^broken +frame\.idle ")
        self.assertIn("offset 6: byte 0x07 between messages is not 0xff (1 of 1)", lines[1])
        self.assertEqual((lines[2], len(lines)), ("", 4))
        self.assertIn("1 broken", lines[3])

    def test_a_recommendation_that_is_not_followed_is_told_but_breaks_nothing(self):
        result = check(stream=LEGAL[:4] + bytes.fromhex("0c1003"))  # I-CNT=4 and a byte of zeros
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"(?m)^not followed +size\.shortest ")

    def test_json_tells_each_rule(self):
        result = check("--json", stream=LEGAL + b"\x07")
        self.assertEqual(result.returncode, 1)
        told = json.loads(result.stdout)
        self.assertEqual((told["bytes"], told["messages"], told["rules_broken"]), (7, 2, 1))
        self.assertEqual(told["rules"], len(told["results"]))
        self.assertEqual(told["rules"], told["rules_broken"] + told["not_followed"] + told["held"]
                         + told["not_exercised"])
        rule = next(rule for rule in told["results"] if rule["state"] == "broken")
        self.assertEqual((rule["id"], rule["offset"], rule["broken"]), ("frame.idle", 6, 1))

    def test_reference_streams_break_what_their_readme_says(self):
        streams = sorted(REFERENCE.glob("*.nex"))
        self.assertGreater(len(streams), 10)
        for path in streams:
            result = check(path, "--json")
            self.assertLessEqual(broken(result), {"mode.cdf-htm"}, path)
            self.assertEqual(result.returncode, 1 if broken(result) else 0)
            if ".btm." in path.name:
                self.assertEqual(broken(result), set(), path)

    def test_an_image_lets_the_path_be_judged(self):
        for mode in ("btm", "htm"):
            result = check("--image", REFERENCE / "vvadd.pcinfo.gz",
                           REFERENCE / f"vvadd.{mode}.nex", "--json")
            self.assertLessEqual(broken(result), {"mode.cdf-htm"})
            states = {rule["id"]: rule["state"] for rule in json.loads(result.stdout)["results"]}
            self.assertEqual(states["image.path"], "held")
            self.assertEqual(states["image.hist" if mode == "htm" else "image.branch"], "held")
        # A step in this one's loop has an instruction too few.
        result = check("-i", REFERENCE / "median.pcinfo.gz", REFERENCE / "median.btm.nex", "--json")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(broken(result), {"image.branch"})

    def test_what_the_encoder_was_set_to_is_judged_too(self):
        # ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x800 (with SRC=5 of 4 bits), Ownership PROCESS=0x3ae
        plain = bytes.fromhex("2415008308b83b")
        with_src = bytes.fromhex("2454050083")
        for arguments, stream, rules in (
                ([], plain, set()),
                (["--set", "trTeContext=1"], plain, set()),
                (["--set", "trTeContext=0"], plain, {"ownership.enabled"}),
                (["--set", "trTeContext=1"], LEGAL, {"ownership.sync"}),
                (["--set", "trTeContext=1", "--config", "rv64"], plain, {"ownership.pair"}),
                (["--set", "trTeSrcBits=4", "--set", "trTeSrcID=5"], with_src, set()),
                (["--set", "trTeSrcBits=4", "--set", "trTeSrcID=6"], with_src, {"src.constant"}),
                (["--set", "ntRc7=1"], LEGAL, set()),
                (["--set", "trTeInstMode=3"], LEGAL, set()),
                (["--best"], LEGAL, {"mode.htm"})):
            result = check(*arguments, "--json", stream=stream)
            self.assertEqual(broken(result), rules, (arguments, result.stdout))
            self.assertEqual(result.returncode, 1 if rules else 0)

    def test_rc7_sets_hrepeat_no_limit_by_either_option(self):
        # LEGAL's ProgTraceSync; ResourceFull RCODE=2 RDATA=5 HREPEAT=0x100000
        stream = LEGAL[:4] + bytes.fromhex("6c480500000013")
        for arguments in (["--rc7"], ["--set", "ntRc7=1", "--set", "trTeInstEnRepeatedHistory=1"]):
            result = check(*arguments, "--json", stream=stream)
            self.assertEqual(broken(result), set())
            states = {rule["id"]: rule["state"] for rule in json.loads(result.stdout)["results"]}
            self.assertEqual(states["repeat.history"], "held")

    def test_what_follows_a_form_with_a_plain_meaning_is_judged_on_its_own(self):
        # DirectBranch I-CNT=0x400000 (too wide); a stray byte; then DirectBranch I-CNT=0
        for rule, form in {"size.icnt": "0c00000043", "frame.idle": "03"}.items():
            result = check("--json", stream=LEGAL + bytes.fromhex(form) + b"\x0c\x03")
            follows = {rule["id"]: rule["follows"] for rule in json.loads(result.stdout)["results"]
                       if rule["state"] == "broken"}
            self.assertEqual(follows, {rule: 0, "icnt.branch": 0})

    def test_the_path_goes_on_behind_a_form_with_a_plain_meaning(self):
        # nops; a stray byte, then ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=5
        with tempfile.NamedTemporaryFile() as image:
            image.write(b"\x01\x00" * 64 + b"\x82\x80")
            image.flush()
            result = check("--json", "--image", f"{image.name},at=0x1000", stream=LEGAL[:4] + b"\x03"
                           + bytes.fromhex("841017"))
        self.assertEqual(broken(result), {"frame.idle"})
        states = {rule["id"]: rule["state"] for rule in json.loads(result.stdout)["results"]}
        self.assertEqual(states["image.icnt"], "held")

    def test_the_first_offsets_of_a_rule_are_told(self):
        stream = LEGAL + bytes.fromhex("0c03") * 6 + LEGAL[4:]
        self.assertIn("offset 6: DirectBranch with I-CNT=0 (6 of 8; also at 8, 10, 12)",
                      check(stream=stream).stdout)
        rule = next(rule for rule in json.loads(check("--json", stream=stream).stdout)["results"]
                    if rule["state"] == "broken")
        self.assertEqual(rule["offsets"], [6, 8, 10, 12])

    def test_a_wrapped_buffer_may_begin_anywhere(self):
        # The end of a message, IndirectBranch, ProgTraceSync SYNC=2 I-CNT=4 F-ADDR=0x800, LEGAL's
        # DirectBranch.
        stream = bytes.fromhex("1113 10 41 07 2489 0083".replace(" ", "")) + LEGAL[4:]
        self.assertEqual(check("--wrapped", stream=stream).returncode, 0)
        self.assertEqual(check(stream=stream).returncode, 1)
        for cut in range(len(LEGAL * 3)):
            self.assertEqual(check("--wrapped", stream=(LEGAL * 3)[cut:]).returncode, 0, cut)

    def test_a_wrapped_buffer_is_judged_from_its_first_whole_message_on(self):
        result = check("--wrapped", "--json", stream=b"\x13" + bytes.fromhex("0c03") + LEGAL)
        self.assertEqual(broken(result), set())
        result = check("--wrapped", "--json", stream=b"\x13" + LEGAL + bytes.fromhex("1403"))
        self.assertEqual(broken(result), {"code.tcode"})

    def test_bytes_come_from_standard_input_too(self):
        result = subprocess.run([NTRACE, "check", "-"], input=LEGAL, capture_output=True,
                                check=False)
        self.assertEqual(result.returncode, 0)

    def test_bad_use_and_bad_input_give_one_line_and_status_2(self):
        for arguments, stream in (((), None), (("--list", "F.nex"), None), (("--nothing",), LEGAL),
                                  (("/nowhere/F.nex",), None), ((), b""), (("--image",), None),
                                  (("--image", "/nowhere/F.ntr"), LEGAL),
                                  (("--image", "tests/run"), LEGAL),
                                  (("--hart", "x"), LEGAL)):
            result = check(*arguments, stream=stream)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertEqual(result.stdout, "")
            self.assertRegex(result.stderr, r"\Antrace check: [^\n]+\n\Z")

    def test_a_full_disk_is_an_error(self):
        for arguments in (("--list",), ("--json",), ()):
            with tempfile.TemporaryDirectory() as folder, open("/dev/full", "wb") as full:
                path = pathlib.Path(folder, "F.nex")
                path.write_bytes(LEGAL)
                files = [] if arguments == ("--list",) else [str(path)]
                result = subprocess.run([NTRACE, "check", *arguments, *files], stdout=full,
                                        stderr=subprocess.PIPE, check=False)
                self.assertEqual(result.returncode, 2, arguments)

    def test_help_is_an_answer(self):
        result = check("--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("usage: ntrace check", result.stdout)


if __name__ == "__main__":
    unittest.main()
