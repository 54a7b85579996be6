# SPDX-License-Identifier: Apache-2.0
"""`ntrace encode`: what it says, what it writes, and how it ends."""
import json
import os
import tempfile
import unittest

from tests.lib.bench import lockstep, run
from tests.lib.catalogue import ROOT

NEEDS = ("bench-rv64", "bench-tiny", "build/programs/calls.ntr", "build/programs/coroutine.ntr",
         "build/programs/sort.elf")
BOOT = ROOT / "tests/data/boot.ntr"
FEW = ["--limit", 50000]


class EncodeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.output = os.path.join(self.folder, "out.nex")

    def encode(self, *arguments):
        done = run("encode", BOOT, "-o", self.output, *FEW, "--json", *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def test_it_counts_what_it_wrote(self):
        counts = self.encode()
        self.assertEqual(counts["instructions"], 50000)
        self.assertEqual(counts["bytes"], os.path.getsize(self.output))
        self.assertEqual(counts["messages"], sum(counts["by_tcode"].values()))

    def test_returns_that_counting_gets_wrong_are_counted_and_warned_of(self):
        programs = ROOT / "build/programs"
        for program, mode, wrong in (("coroutine", 1, True), ("coroutine", 2, False), ("coroutine", 3, False),
                                     ("calls", 1, False)):
            settings = ["--set", "trTeInstMode=6", "--set", f"trTeInstImplicitReturnMode={mode}"]
            recording = programs / f"{program}.ntr"
            done = run("encode", recording, "-o", self.output, "--json", *settings)
            count = json.loads(done.stdout)["wrong_returns"]
            self.assertEqual((count > 0, "returns went elsewhere" in done.stderr), (wrong, wrong), program)
            decoded = run("decode", self.output, "--image", recording, "--json", *settings)
            self.assertEqual(decoded.returncode, 1 if wrong else 0)
            self.assertEqual("counts calls without their addresses" in decoded.stderr, wrong)
            self.assertNotIn("does the image belong", decoded.stderr)
            # Code that is not there is no fault of the mode
            other = run("decode", self.output, "--image", programs / "sort.elf", "--json", *settings)
            self.assertNotIn("counts calls without their addresses", other.stderr)
            self.assertIn("does the image belong", other.stderr)

    def test_a_return_is_wrong_where_it_is_not_to_its_call_and_no_message_says_so(self):
        """A call at 0x1000, a return to 0x2000 instead of 0x1004; then a call and its return."""
        pc = os.path.join(self.folder, "pc.txt")
        image = os.path.join(self.folder, "code.pcinfo")
        with open(image, "w", encoding="ascii") as file:
            file.write("0x1000,CD4,0x3000\n0x1004,L4\n0x2000,CD4,0x3000\n0x2004,L4\n0x3000,R4\n")
        with open(pc, "w", encoding="ascii") as file:
            file.write("1000\n3000\n2000\n3000\n2004\n")
        recording = os.path.join(self.folder, "pc.ntr")
        made = run("import", "-f", "pc", "--image", image, pc, "-o", recording)
        self.assertEqual(made.returncode, 0, made.stderr)
        done = run("encode", recording, "-o", self.output, "--json", "--set", "trTeInstMode=6", "--set",
                   "trTeInstImplicitReturnMode=1")
        self.assertEqual(json.loads(done.stdout)["wrong_returns"], 1)

    def test_the_best_settings_give_fewer_bytes_and_the_same_instructions(self):
        plain = self.encode()
        best = self.encode("--best")
        self.assertLess(best["bytes"], plain["bytes"])
        self.assertEqual(best["instructions"], plain["instructions"])
        # What is set by name counts, if it comes later.
        later = self.encode("--best", "--set", "trTeInstMode=3")
        self.assertNotIn("IndirectBranchHist", later["by_tcode"])
        done = run("encode", BOOT, "-o", self.output, *FEW, "--json", "--best")
        self.assertEqual(json.loads(done.stdout)["bytes"], best["bytes"])

    def test_without_repeat_branch_the_best_settings_follow_every_sentence_about_htm(self):
        for settings, followed in ((["--best"], False),
                                   (["--best", "--set", "ntEnRepeatBranch=0"], True)):
            run("encode", BOOT, "-o", self.output, "--limit", 4000000, *settings)
            done = run("check", self.output, "--json")
            results = {rule["id"]: rule["state"] for rule in json.loads(done.stdout)["results"]}
            self.assertEqual(results["mode.repeat"] == "not exercised", followed, settings)
            decoded = run("decode", self.output, "--image", BOOT, "--to", "stats", "--best", "--json")
            self.assertEqual(json.loads(decoded.stdout)["instructions"], 4000000)

    def test_the_bytes_of_the_boot_are_those_of_the_manual(self):
        readme, manual = ((ROOT / path).read_text(encoding="utf-8")
                          for path in ("README.md", "docs/encoder.md"))
        for settings in (["--set", "trTeInstMode=3"], [], ["--best"],
                         ["--best", "--set", "ntEnRepeatBranch=0"]):
            done = run("encode", BOOT, "-o", self.output, "--json", *settings)
            size = f"{json.loads(done.stdout)['bytes']:,}"
            self.assertIn(size, readme, settings)
            self.assertIn(size, manual, settings)

    def test_it_counts_the_messages_that_tell_of_a_full_icnt(self):
        ingress = os.path.join(self.folder, "random.nti")
        for settings in ([], ["--set", "trTeSrcBits=3", "--set", "ntEnSyncICNT=1"]):
            done = run("shape", "--random", "--config", "tiny", "--cycles", 20000, "--keep-control",
                       *settings, "-o", ingress)
            self.assertEqual(done.returncode, 0, done.stderr)
            done = run("encode", ingress, "-o", self.output, "--json")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            lines = run("dump", self.output, "--messages", "--config", "tiny", *settings).stdout
            full = sum(" RCODE=0" in line or " SYNC=4" in line for line in lines.splitlines())
            self.assertGreater(full, 10)
            self.assertEqual(json.loads(done.stdout)["icnt_full"], full)

    def test_its_bytes_are_those_of_the_rtl(self):
        for mode in (3, 6):
            self.encode("--set", f"trTeInstMode={mode}")
            other = os.path.join(self.folder, "rtl.nex")
            status, _, said = lockstep(BOOT, *FEW, "--set", f"trTeInstMode={mode}", "-o", other)
            self.assertEqual((status, said), (0, ""))
            with open(self.output, "rb") as ours, open(other, "rb") as rtl:
                self.assertEqual(ours.read(), rtl.read())

    def test_control_fields_come_by_apb_too(self):
        ingress, other = (os.path.join(self.folder, name) for name in ("apb.nti", "rtl.nex"))
        done = run("shape", "--random", "--everything", "--registers", "--config", "tiny",
                   "--cycles", 50000, "-o", ingress)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(run("encode", ingress, "-o", self.output).returncode, 0)
        status, summary, said = lockstep(ingress, "--sink", "bytes", "-o", other)
        self.assertEqual((status, said), (0, ""))
        self.assertGreater(summary["messages"], 100)
        with open(self.output, "rb") as ours, open(other, "rb") as rtl:
            self.assertEqual(ours.read(), rtl.read())

    def test_an_ingress_file_gives_the_same_trace_as_its_recording(self):
        counts = self.encode()
        ingress = os.path.join(self.folder, "boot.nti")
        self.assertEqual(run("shape", BOOT, "-o", ingress, *FEW).returncode, 0)
        done = run("encode", ingress, "-o", self.output, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["by_tcode"], counts["by_tcode"])

    def test_the_trace_can_go_to_standard_output(self):
        self.encode()
        with open(self.output, "rb") as file:
            expected = file.read()
        done = run("encode", BOOT, "-o", "-", *FEW, text=False)
        self.assertEqual((done.returncode, done.stdout), (0, expected))

    def test_what_it_cannot_do_is_one_line_and_leaves_nothing(self):
        empty = os.path.join(self.folder, "empty.ntr")
        with open(empty, "wb"):
            pass
        before = set(os.listdir(self.folder))
        for arguments in ([], [BOOT], [BOOT, "-o"], [BOOT, BOOT, "-o", self.output],
                          [BOOT, "-o", self.output, "--set", "trTeInstMode=4"],
                          [BOOT, "-o", self.output, "--set", "nothing=1"],
                          [BOOT, "-o", self.output, "--config", "none"],
                          [BOOT, "-o", self.output, "--config", "tiny"],
                          [BOOT, "-o", self.output, "--hart", "1"],
                          [BOOT, "-o", self.output, "--limit", "0"],
                          [BOOT, "-o", "-", "--json"],
                          [BOOT, "-o", "/dev/full"],
                          [empty, "-o", self.output],
                          [os.path.join(self.folder, "none.ntr"), "-o", self.output]):
            with self.subTest(arguments=arguments):
                done = run("encode", *arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertRegex(done.stderr, r"\Antrace encode: [^\n]+\n\Z")
                self.assertEqual(set(os.listdir(self.folder)), before)


if __name__ == "__main__":
    unittest.main()
