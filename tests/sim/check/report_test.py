# SPDX-License-Identifier: Apache-2.0
"""`ntrace check`: the exit status, and that text, JSON and JUnit XML say the same."""
import json
import pathlib
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

NTRACE = "build/ntrace"
REFERENCE = pathlib.Path("tests/data/tg-reference")
START = "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x800"
BRANCH = "DirectBranch I-CNT=4"
ZERO = "DirectBranch I-CNT=0"  # breaks icnt.branch


def ntrace(*arguments, **more):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, text=True,
                          check=False, **more)


class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def stream(self, *lines):
        text, stream = self.folder / "F.s", self.folder / "F.nex"
        text.write_text("\n".join(lines) + "\n", encoding="ascii")
        done = ntrace("assemble", text, "-o", stream)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return stream

    def check(self, status, *arguments):
        """Runs the command three ways; the JSON, the XML and the text."""
        junit = self.folder / "F.xml"
        told = ntrace("check", *arguments, "--json", "--junit", junit)
        plain = ntrace("check", *arguments, "--all")
        for done in (told, plain):
            self.assertEqual((done.returncode, done.stderr), (status, ""), done.stdout)
        return json.loads(told.stdout), ElementTree.parse(junit).getroot(), plain.stdout

    def agree(self, told, suite, plain):
        self.assertEqual(suite.tag, "testsuite")
        cases = {case.get("name").split(":")[0]: case for case in suite.iter("testcase")}
        self.assertEqual(set(cases), {rule["id"] for rule in told["results"]})
        self.assertEqual(int(suite.get("tests")), told["rules"])
        self.assertEqual(int(suite.get("failures")), len(suite.findall("testcase/failure")))
        self.assertEqual(int(suite.get("failures")), told["rules_broken"])
        self.assertEqual(int(suite.get("skipped")), len(suite.findall("testcase/skipped")))
        self.assertEqual(int(suite.get("errors")), 0)
        for rule in told["results"]:
            case = cases[rule["id"]]
            with self.subTest(rule["id"]):
                self.assertEqual(case.get("classname"), rule["clause"])
                self.assertEqual(case.find("failure") is not None, rule["state"] == "broken")
                self.assertEqual(case.find("skipped") is not None,
                                 rule["state"] == "not exercised")
                self.agree_on_a_break(told, rule, case)
                self.assertRegex(plain, rf"(?m)^(held|not exercised|broken|follows|not followed) +"
                                        rf"{re.escape(rule['id'])} ")

    def agree_on_a_break(self, told, rule, case):
        if rule["state"] != "broken":
            return
        failure = case.find("failure")
        self.assertIn(f"offset {rule['offset']}: {rule['text']}", failure.get("message"))
        self.assertIn(failure.get("message"), failure.text)
        follows = rule["follows"] == rule["broken"]
        kind = "primary" if rule["id"] == told["primary"] else "follows" if follows else "broken"
        self.assertEqual(failure.get("type"), kind)

    def test_a_legal_stream_has_status_0(self):
        report = self.check(0, self.stream(START, BRANCH))
        self.agree(*report)
        self.assertEqual((report[0]["rules_broken"], report[0]["primary"]), (0, None))

    def test_a_recommendation_alone_has_status_0(self):
        report = self.check(0, self.stream(START, "DirectBranch I-CNT=4/12"))
        self.agree(*report)
        self.assertEqual((report[0]["rules_broken"], report[0]["not_followed"]), (0, 1))

    def test_a_broken_rule_has_status_1(self):
        report = self.check(1, self.stream(START, BRANCH, ZERO))
        self.agree(*report)
        self.assertEqual(report[0]["primary"], "icnt.branch")

    def test_two_breaks_far_apart_are_both_findings(self):
        told, suite, plain = self.check(1, self.stream(START, ZERO, BRANCH,
                                                       "Error ETYPE=1 ECODE=4", START))
        self.agree(told, suite, plain)
        self.assertEqual(told["primary"], "icnt.branch")
        kinds = [failure.get("type") for failure in suite.iter("failure")]
        self.assertEqual(sorted(kinds), ["broken", "primary"])

    def test_with_an_image_too(self):
        image = REFERENCE / "median.pcinfo.gz"
        report = self.check(1, REFERENCE / "median.btm.nex", "--image", image)
        self.agree(*report)
        self.assertEqual(report[0]["primary"], "image.branch")
        self.agree(*self.check(0, REFERENCE / "vvadd.btm.nex", "--image",
                               REFERENCE / "vvadd.pcinfo.gz"))

    def test_all_zeros_and_all_ones_are_judged(self):
        for byte, status in ((b"\0", 1), (b"\xff", 0), (b"\x55", 1)):
            stream = self.folder / "F.nex"
            stream.write_bytes(byte * 1000)
            self.agree(*self.check(status, stream))

    def test_a_name_with_marks_of_xml_is_escaped(self):
        stream = self.folder / "<&\">'é.nex"
        self.stream(START, BRANCH).rename(stream)
        self.agree(*self.check(0, stream))

    def test_what_cannot_be_read_has_status_2_and_leaves_no_file(self):
        junit = self.folder / "F.xml"
        stream = self.stream(START, BRANCH)
        empty = self.folder / "E.nex"
        empty.write_bytes(b"")
        for arguments in ((empty,), (self.folder / "none.nex",), (self.folder,),
                          (stream, "--image", stream), (stream, stream), ()):
            done = ntrace("check", *arguments, "--junit", junit)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertRegex(done.stderr, r"\Antrace check: [^\n]+\n\Z")
            self.assertFalse(junit.exists())

    def test_a_junit_file_that_cannot_be_written_has_status_2(self):
        stream = self.stream(START, BRANCH)
        for junit in ("/nowhere/F.xml", "/dev/full"):
            done = ntrace("check", stream, "--junit", junit)
            self.assertEqual(done.returncode, 2, junit)
            self.assertRegex(done.stderr, r"\Antrace check: [^\n]+\n\Z")

    def test_junit_on_standard_output_is_xml(self):
        done = ntrace("check", self.stream(START, ZERO), "--json", "--junit", "/dev/stderr")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout)["primary"], "icnt.branch")


if __name__ == "__main__":
    unittest.main()
