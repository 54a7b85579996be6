# SPDX-License-Identifier: Apache-2.0
"""`ntrace check --ingress`: what the pins saw against what the messages tell, from files."""
import itertools
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

from tests.lib.examples import usual_examples
from tests.lib.program import Program

NTRACE = "build/ntrace"
BOOT = "tests/data/boot.ntr"
OPENSBI = "/usr/lib/riscv64-linux-gnu/opensbi/generic/fw_jump.elf"
UBOOT = "/usr/lib/u-boot/qemu-riscv64_smode/uboot.elf"
# What must be known to read messages, and the path that they tell.
TO_READ = ("trTsEnable", "trTeSrcBits", "trTeInstExtendAddrMSB", "trTeInstImplicitReturnMode",
           "trTeInstEnImplicitReturn", "trTeInstEnSequentialJump", "trTeInstEnAllJumps", "ntRc7")
ROM = 0x1000  # QEMU's own code, where harts start; in no ELF file


def run(*arguments):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, text=True,
                          check=False)


def primary(result):
    return json.loads(result.stdout)["primary"]


class IngressCheck(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.stream = self.folder / "F.nex"

    def path(self, name, text=None):
        path = self.folder / name
        if text is not None:
            path.write_text(text, encoding="ascii")
        return path

    def good(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)

    def check(self, images, ingress):
        images = images if isinstance(images, list) else [images]
        return run("check", self.stream, *(word for image in images for word in ("--image", image)),
                   "--ingress", ingress, "--json")

    def judged(self, images, ingress, status):
        result = self.check(images, ingress)
        self.assertEqual((result.returncode, result.stderr), (status, ""), result.stdout)
        return result

    def random(self, seed, *options):
        ingress, image = self.path("R.nti"), self.path("R.ntr")
        self.good("shape", "--random", *options, "--seed", seed, "--cycles", 6000, "-o", ingress,
                  "--image-out", image)
        self.good("encode", ingress, "-o", self.stream)
        return image, ingress

    def test_the_examples_of_the_specification_break_nothing(self):
        for example in usual_examples():
            with self.subTest(example.name):
                self.stream.write_bytes(bytes.fromhex(example.bytes))
                image = self.path("F.pcinfo", "\n".join(example.code) + "\n")
                if example.messages:
                    result = self.judged(image, example.path, 0)
                    states = {rule["id"]: rule["state"]
                              for rule in json.loads(result.stdout)["results"]}
                    self.assertEqual(states["ingress.end"], "held")

    def test_they_break_nothing_from_bytes_and_with_the_code_whatever_is_known_of_settings(self):
        for example in usual_examples():
            fields = dict(re.findall(r"\b((?:tr|nt)[A-Z]\w+)=(\w+)",
                                     re.sub(r"(?m)^#.*", "", example.text)))
            needed = {name: value for name, value in fields.items() if name in TO_READ}
            self.stream.write_bytes(bytes.fromhex(example.bytes))
            image = self.path("F.pcinfo", "\n".join(example.code) + "\n")
            xlen = re.search(r"xlen=\d+", example.text)[0]
            ways = itertools.product((needed, fields), ((), ("--image", f"{image},{xlen}")),
                                     ((), ("--config", example.build)), ((), ("--rc7",)))
            for settings, *more in ways if example.messages else ():
                words = [f"--set={name}={value}" for name, value in settings.items()]
                words += itertools.chain(*more)
                if "--rc7" in words and example.name == "ownership-at-trap" and settings is fields:
                    continue  # where trTeContext is known to be 1, rc7 wants Ownership at each trap
                with self.subTest(example.name, words=words):
                    done = run("check", self.stream, *words)
                    self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)

    def test_random_ingress_with_all_signals_breaks_nothing(self):
        for seed in range(1, 4):
            with self.subTest(seed=seed):
                self.judged(*self.random(seed, "--everything"), 0)
                self.judged(*self.random(seed), 0)

    def boot(self, limit, *settings):
        """The boot's first instructions; what ran in it, by files that say where it lay."""
        ingress = self.path("B.nti")
        self.good("shape", BOOT, *settings, "--limit", limit, "-o", ingress)
        self.good("encode", ingress, "-o", self.stream)
        rom = self.path("rom.bin")
        with Program(BOOT) as program:
            rom.write_bytes(program.bytes(ROM, 4096))
        return ingress, [f"{rom},at={ROM:#x}", f"{OPENSBI},priv=M", f"{UBOOT},priv=S"]

    def test_the_code_comes_from_elf_files_and_raw_dumps_too_for_the_privilege_that_runs(self):
        ingress, images = self.boot(2000000, "--set", "trTeContext=1")
        states = [{rule["id"]: rule["state"]
                   for rule in json.loads(self.judged(code, ingress, 0).stdout)["results"]}
                  for code in (BOOT, images)]
        self.assertEqual(*states)
        self.assertEqual(states[1]["ingress.path"], "held")
        for missing in range(2):
            result = self.judged(images[:missing] + images[missing + 1:], ingress, 1)
            self.assertRegex(primary(result), r"^image\.")

    def test_an_image_that_does_not_tell_its_xlen_has_the_ports(self):
        for example in usual_examples():
            if "xlen=32" in example.text and example.messages:
                self.stream.write_bytes(bytes.fromhex(example.bytes))
                image = self.path("F.pcinfo", "\n".join(example.code) + "\n")
                self.judged(image, example.path, 0)
                self.judged(f"{image},xlen=32", example.path, 0)
                result = self.check(f"{image},xlen=64", example.path)
                self.assertEqual(result.returncode, 2)
                self.assertRegex(result.stderr, r"\A[^\n]+RV64[^\n]+\n\Z")
                return
        self.fail("no example of RV32")

    def test_a_stream_of_other_ingress_is_named(self):
        image, ingress = self.random(3)
        text = self.path("T.nti")
        self.good("shape", ingress, "-o", text, "--format", "text")
        lines = text.read_text(encoding="ascii").splitlines()
        at = next(i for i, line in enumerate(lines) if "itype=1" in line.split())
        lines[at] = lines[at].replace("itype=1", "itype=2")
        text.write_text("\n".join(lines) + "\n", encoding="ascii")
        self.assertEqual(primary(self.judged(image, text, 1)), "ingress.trap-type")

    def test_a_stream_that_is_cut_at_a_message_is_named(self):
        image, ingress = self.random(2)
        data = self.stream.read_bytes()
        end = max(i for i in range(len(data) // 2) if data[i] & 3 == 3) + 1
        self.stream.write_bytes(data[:end])
        self.assertRegex(primary(self.judged(image, ingress, 1)), r"^ingress\.")

    def as_another_encoder(self, ingress):
        """The same cycles, of a file that names no build."""
        text = self.path("T.nti")
        self.good("shape", ingress, "-o", text, "--format", "text")
        text.write_text(text.read_text(encoding="ascii").replace(" build=rv64", "", 1),
                        encoding="ascii")
        return text

    def test_of_another_encoder_all_but_what_is_lost_is_judged(self):
        image, ingress = self.random(1)
        text = self.as_another_encoder(ingress)
        result = json.loads(self.judged(image, text, 0).stdout)
        states = {rule["id"]: rule["state"] for rule in result["results"]}
        self.assertEqual((states["ingress.path"], states["ingress.error"]), ("held", "held"))
        self.assertGreater(result["instructions_unjudged"], 0)
        self.assertGreater(result["instructions_judged"], result["instructions_unjudged"])
        said = run("check", self.stream, "--image", image, "--ingress", text).stdout
        self.assertIn(f"{result['instructions_unjudged']} instructions not judged (lost)",
                      said.splitlines()[-1])

    def test_an_instruction_more_behind_a_loss_is_broken(self):
        image, ingress = self.random(1)
        lines = run("dump", self.stream, "--asm").stdout.splitlines()
        at = [i for i, line in enumerate(lines) if line.startswith("Error")][0] + 2
        while not lines[at].startswith("IndirectBranch "):
            at += 1
        lines[at] = re.sub(r"I-CNT=(\w+)", lambda found: f"I-CNT={int(found[1], 0) + 1:#x}", lines[at])
        self.good("assemble", self.path("T.s", "\n".join(lines) + "\n"), "-o", self.stream)
        self.judged(image, self.as_another_encoder(ingress), 1)

    def test_what_is_set_otherwise_behind_a_loss_is_judged_too(self):
        for seed in (*range(1, 12), 23):
            image, ingress = self.random(seed, "--everything")
            self.judged(image, self.as_another_encoder(ingress), 0)

    def test_the_golden_judge_takes_an_error_before_the_encoder_is_set_anew_by_the_old_settings(self):
        for seed in (19, 64, 107, 182):
            image, ingress = self.random(seed, "--everything", "--config", "tiny")
            done = run("check", self.stream, "--image", image, "--ingress", ingress, "--golden", "--quiet")
            self.assertEqual(done.returncode, 0, done.stdout)

    def test_the_golden_judge_takes_no_error_behind_a_reset_that_was_not_sent_before_it(self):
        image, ingress = self.random(29, "--everything", "--config", "rv32-min")
        lines = run("dump", self.stream, "--asm").stdout.splitlines()
        first = next(i for i, line in enumerate(lines) if line.startswith("Error"))
        self.assertTrue(lines[first + 1].startswith("Error"))
        lines.insert(first, lines[first])
        self.good("assemble", self.path("T.s", "\n".join(lines) + "\n"), "-o", self.stream)
        done = run("check", self.stream, "--image", image, "--ingress", ingress, "--golden", "--quiet")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("ingress.error", done.stdout.splitlines()[0])

    def test_the_golden_judge_takes_each_error_that_was_sent_before_a_reset(self):
        for seed, config in ((58, "tiny"), (29, "rv32-min")):
            image, ingress = self.random(seed, "--everything", "--config", config)
            done = run("check", self.stream, "--image", image, "--ingress", ingress, "--golden", "--quiet")
            self.assertEqual(done.returncode, 0, done.stdout)

    def test_the_golden_judge_allows_our_own_encoder_no_freedom(self):
        text = self.path("T.nti", """ntrace-ingress 2 xlen=64 nblocks=1 itype_w=4 iretire_w=6 build=rv64
rst=1
set trTeActive=1 trTeInstMode=6
idle
set trTeEnable=1 trTeInstTracing=1
b iaddr=0x1000 iretire=2 itype=1 ilastsize=1
b iaddr=0x1010 iretire=2 ilastsize=1
set trTeInstTracing=0
idle
idle 100
end
""")
        image = self.path("F.pcinfo", "0x1000,L4\n0x1010,L4\n")
        for btype, status in ((2, 0), (1, 1)):
            self.good("assemble", self.path("T.s", f"""ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x800
IndirectBranch B-TYPE={btype} I-CNT=2 U-ADDR=8
ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=1
"""), "-o", self.stream)
            self.judged(image, text, 0)
            done = run("check", self.stream, "--image", image, "--ingress", text, "--golden",
                       "--json")
            self.assertEqual(done.returncode, status, done.stdout)
            self.assertTrue(json.loads(done.stdout)["golden"])
        for seed in (1, 2):
            image, ingress = self.random(seed)
            done = run("check", self.stream, "--image", image, "--ingress", ingress, "--golden")
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)

    def test_bad_use_gives_one_line_and_status_2(self):
        image, ingress = self.random(1)
        cut = self.path("C.nti")
        cut.write_bytes(ingress.read_bytes()[:-9])
        empty = self.path("E.nex", "")
        for arguments in (
                (self.stream, "--ingress", ingress),
                (self.stream, "--image", image, "--golden"),
                (self.stream, "--image", image, "--ingress", "/nowhere.nti"),
                (self.stream, "--image", image, "--ingress", image),
                (self.stream, "--image", image, "--ingress", cut),
                (self.stream, "--image", image, "--ingress", ingress, "--set", "trTeContext=1"),
                (self.stream, "--image", ingress, "--ingress", ingress),
                (empty, "--image", image, "--ingress", ingress),
                ("/nowhere.nex", "--image", image, "--ingress", ingress)):
            result = run("check", *arguments)
            self.assertEqual((result.returncode, result.stdout), (2, ""), arguments)
            self.assertRegex(result.stderr, r"\Antrace check: [^\n]+\n\Z")

    def test_a_reset_that_cuts_messages_is_refused(self):
        text = self.path("T.nti", """ntrace-ingress 2 xlen=64 nblocks=1 itype_w=4 iretire_w=6
rst=1
set trTeActive=1 trTeInstMode=6
idle
set trTeEnable=1 trTeInstTracing=1
b iaddr=0x1000 iretire=2 ilastsize=1
b iaddr=0x1004 iretire=2 itype=10 ilastsize=1
b iaddr=0x1000 iretire=2 ilastsize=1
rst=1
idle 9
end
""")
        image = self.path("F.pcinfo", "0x1000,L4\n0x1004,JI4\n")
        self.stream.write_bytes(bytes.fromhex("2415008310"))
        result = self.check(image, text)
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("cycle", result.stderr)


if __name__ == "__main__":
    unittest.main()
