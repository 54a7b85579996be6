# SPDX-License-Identifier: Apache-2.0
"""Every command that reads: what cannot be read ends it with status 2, one line that names the
culprit, nothing on standard output and no file left behind.

Runs on the program with sanitizers where it is built (make asan).
"""
import gzip
import os
import random
import resource
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from scripts import limits
from tests.lib.bench import run
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE
from tests.system.good_files import good_files, words

NEEDS = ("build/asan/ntrace", "recordings", "system-rv64-2")
ASAN = ROOT / "build/asan/ntrace"
PLAIN = ROOT / "build/ntrace"
PROGRAM = ASAN if ASAN.exists() else PLAIN
SECONDS = 180 if PROGRAM == ASAN else 60  # of processor time: more is a hang

# Where a command wants a file: the command with one place for the file under test, as "{}", and
# the kind of file that belongs there. "{NAME}" is a good file of another kind, "{out}" an output.
READERS = [
    ("ntr", "info {}"),
    ("ntr", "info {} --json"),
    ("ntr", "shape {} -o {out}"),
    ("nti", "shape {} -o {out}"),
    ("nti", "shape --check {}"),
    ("nti", "shape --check {} --json"),
    ("ntr", "encode {} -o {out}"),
    ("nti", "encode {} -o {out} --json"),
    ("txt", "encode {} -o {out}"),
    ("txt", "shape {} -o {out}"),
    ("pcinfo", "decode {nex} --image {} -o {out}"),
    ("ntr", "decode {nex} --image {} -o {out} --json"),
    ("elf", "decode {nex} --image {} -o {out}"),
    ("elf", "decode {nex} --image {ntr} --image {},offset=0x1000,priv=M --to insn -o {out}"),
    ("elf", "check {nex} --image {}"),
    ("nti", "check {nex} --image {pcinfo} --ingress {}"),
    ("s", "assemble {} -o {out}"),
    ("s", "assemble -o {out} {}"),
    ("pcinfo", "check {nex} --image {}"),
    ("ntr", "check {nex} --image {}"),
    ("pcseq", "import --format pcseq {} --pcinfo {pcinfo} -o {out}"),
    ("pcinfo", "import --format pcseq {pcseq} --pcinfo {} -o {out}"),
    ("ntr", "lockstep {} -o {out} --json"),
    ("nti", "lockstep {} -o {out} --json"),
    ("pcinfo", "lockstep {nti} --image {} -o {out} --json"),
    ("ntr", "lockstep {} --harts 2 --sink sram -o {out} --json"),
    ("ntr", "lockstep {ntr} {} --harts 2 --sink pib8 -o {out} --json"),
]
FORMS = ["pc", "insn", "calls", "folded", "perfetto", "stats", "json", "ranges"]
# Any bytes are a stream, good or bad, once there is one: what can fail is the file itself.
STREAMS = [
    "decode {} --image {pcinfo} -o {out}",
    "decode {} --image {pcinfo} --json",
    *(f"decode {{}} --image {{elf}} --to {form}" for form in FORMS),
    "decode {} --image {pcinfo} --jobs 2 -o {out}",
    "decode {} --image {elf},priv=M --image {ntr},priv=U,scontext=1 --hart 0 -o {out}",
    "decode {} --image {elf},priv=M --image {elf},offset=4 --set trTeSrcBits=2 -o {out}",
    "dump {}",
    "dump {} --messages",
    "dump {} --json",
    "dump {} --asm --offsets",
    "check {}",
    "check {} --junit {out}",
    "check {} --image {elf} --set trTeSrcBits=3",
    "check {} --image {pcinfo} --json",
]
# From standard input, megabytes without a message.
ENDLESS = [
    "dump - --json", "dump - --messages", "dump - --asm", "check -", "check - --image {elf}",
    "decode - --image {elf} --json", "decode - --image {elf} --to ranges",
    "decode - --image {elf} --set trTeSrcBits=3 --to json",
]
MEGABYTES = 100 if WHOLE else 25
MOST = None if WHOLE else 1 << 15  # bytes of a stream
WRITERS = [
    "shape {ntr} -o {}",
    "shape {ntr} --format text -o {}",
    "shape {ntr} --format hex -o {}",
    "shape --random --cycles 2000 -o {}",
    "shape --random --cycles 2000 -o {scratch} --image-out {}",
    "encode {ntr} -o {}",
    "decode {nex} --image {pcinfo} -o {}",
    *(f"decode {{nex}} --image {{ntr}} --to {form} -o {{}}" for form in FORMS),
    "check {nex} --junit {}",
    "assemble {s} -o {}",
    "import --format pcseq {pcseq} --pcinfo {pcinfo} -o {}",
    "lockstep {ntr} -o {}",
    "lockstep {ntr} --harts 2 --sink smem -o {}",
]
PRINTERS = [
    "info {ntr}", "info {ntr} --json", "shape --check {nti}", "shape --check {nti} --json",
    "encode {ntr} -o {scratch}", "encode {ntr} -o {scratch} --json", "encode {ntr} -o -",
    "decode {nex} --image {pcinfo}", "decode {nex} --image {pcinfo} --to ranges",
    "decode {nex} --image {pcinfo} --json", "dump {nex}", "dump {nex} --json", "dump {nex} --asm",
    *(f"decode {{nex}} --image {{ntr}} --to {form}" for form in FORMS), "dump --table",
    "assemble {s} -o -",
    "check {nex}", "check {nex} --json", "check --list", "check --page",
    "import --format pcseq {pcseq} --pcinfo {pcinfo} -o {scratch} --json", "lockstep {ntr}",
    "lockstep {ntr} --json", "lockstep {ntr} --harts 2", "lockstep {ntr} --harts 2 --json",
    *(f"{command} --help" for command in ("assemble", "info", "shape", "encode", "decode", "dump", "check",
                                          "import", "record", "lockstep")),
]
# Each with the words that its error must have.
ARGUMENTS = [
    *((f"{command} --nonsense", "--nonsense") for command in (
        "info {ntr}", "shape {ntr} -o {out}", "encode {ntr} -o {out}",
        "decode {nex} --image {pcinfo}", "dump {nex}", "check {nex}", "assemble {s} -o {out}",
        "import --format pcseq {pcseq} -o {out}", "record -o {out}", "lockstep {ntr}")),
    *((f"{command} {option}", option) for command, option in (
        ("shape {ntr}", "-o"), ("encode {ntr}", "-o"), ("encode {ntr} -o {out}", "--set"),
        ("encode {ntr} -o {out}", "--limit"), ("decode {nex}", "--image"), ("check {nex}", "--image"),
        ("dump {nex}", "--set"), ("assemble {s}", "-o"), ("check {nex}", "--junit"),
        ("import {pcseq} -o {out}", "--format"), ("record", "--limit"),
        ("record", "--elf"), ("lockstep {ntr}", "--window"), ("lockstep {ntr}", "--seed"))),
    *((f"{command} --set {value}", "--set") for command in (
        "shape {ntr} -o {out}", "encode {ntr} -o {out}", "decode {nex} --image {pcinfo}",
        "dump {nex}", "lockstep {ntr}") for value in (
        "trTeNothing=1", "trTeInstMode=99", "trTeInstMode=", "trTeInstMode", "=", "",
        "trTeInstMode=-6", "trTeInstMode=6x", "trTeInstMode=0x100000006", "trTeInstMode=+6",
        f"{'x' * 300}=1")),
    *((f"{command} --config {name}", "--config") for command in (
        "shape {ntr} -o {out}", "encode {ntr} -o {out}", "decode {nex} --image {pcinfo}",
        "dump {nex}", "lockstep {ntr}") for name in ("nonsense", "")),
    ("encode {ntr} -o {out} --config tiny", "--config tiny"),
    *((f"{command} {value}", command.split()[-1]) for command in (
        "shape {ntr} -o {out} --hart", "encode {ntr} -o {out} --hart", "decode {nex} --image {ntr} --hart",
        "check {nex} --image {ntr} --hart", "lockstep {ntr} --hart", "shape {ntr} -o {out} --limit",
        "encode {ntr} -o {out} --limit", "lockstep {ntr} --limit", "shape {ntr} -o {out} --blocks",
        "lockstep {ntr} --blocks", "shape {ntr} -o {out} --bubbles", "lockstep {ntr} --bubbles",
        "shape --random -o {out} --cycles", "lockstep --random --cycles",
        "lockstep {ntr} --backpressure", "record -o {out} --limit", "record -o {out} --smp",
        "record -o {out} --timeout", "import --format pcseq {pcseq} -o {out} --xlen") for value in (
        "x", "", "-1", "99999999999999999999", "1e3")),
    *((f"{command} 1", "hart 1") for command in (
        "shape {ntr} -o {out} --hart", "encode {ntr} -o {out} --hart", "lockstep {ntr} --hart",
        "decode {nex} --image {ntr} --hart", "check {nex} --image {ntr} --hart")),
    ("decode {nex} --image {pcinfo} --to nonsense", "--to"),
    ("dump {nex} --asm --json", "--asm"), ("dump {nex} --messages --asm", "--asm"),
    ("dump {nex} --offsets", "--offsets"), ("dump --asm", "F.nex"), ("dump {nex} {nex} --asm", "one file at a time"),
    ("assemble -o {out}", "F.s"), ("assemble {s} {s} -o {out}", "one file at a time"), ("assemble {s}", "-o"),
    *((f"{command} --image {{elf}},{words}", words.split("=")[0]) for command in (
        "decode {nex}", "check {nex}") for words in (
        "offset=x", "offset=", "offset", "xlen=16", "priv=Q", "priv=", "priv=M+", "scontext=-1",
        "scontext=0x1ffffffffffffffff", "hcontext=x", "nonsense=1", "at=y")),
    ("shape {ntr} -o {out} --format nonsense", "--format"),
    ("import {pcseq} -o {out} --format nonsense", "--format"),
    ("import --format pcseq {pcseq} -o {out}", "--pcinfo"),
    ("lockstep {ntr} --sink nonsense", "--sink"),
    *((f"lockstep {{ntr}} {words}", culprit) for words, culprit in (
        ("--harts 0", "--harts"), ("--harts 17", "--harts"),
        ("--harts x", "--harts"), ("--harts", "--harts"), ("{ntr} --harts 3", "2 recordings"),
        ("--harts 2 --sink bytes", "--sink bytes"), ("{nti} --harts 2", "take recordings"),
        ("{ntr} --harts 2 --random", "--random"), ("--harts 2 --keep-going", "--keep-going"),
        ("--harts 2 --bare", "--bare"), ("--sink pib1 --backpressure 5", "--backpressure"),
        ("--sink pib1 --set trPibDivider=65536", "trPibDivider"),
        ("--sink pib1 --set trPibDivider=", "trPibDivider"),
        ("--sink pib1 --set trPibEnable=2", "--set"),
        ("--harts 2 --set trFunnelDisInput=4", "trFunnelDisInput"),
        ("--set trFunnelDisInput=1", "trFunnelDisInput"),
        ("--sink atb --set trAtbBridgeID=0x70", "trAtbBridgeID"),
        ("--sink atb --set trAtbBridgeID=0", "trAtbBridgeID"),
        ("--harts 2 --set trTeInhibitSrc=1", "trTeInhibitSrc"),
        ("--cluster 2", "--cluster"), ("--local-ram", "--local-ram"),
        ("--harts 2 --cluster 1", "--cluster"), ("--harts 16 --cluster 2", "--cluster"),
        ("--harts 2 --sink sram --config rv32-min", "rv32-min"))),
    ("lockstep --random --harts 2 --config rv32-min", "SRC"),
    ("lockstep --random --harts 16 --config tiny", "SRC"),
    ("lockstep {ntr} --wave {out} --window 5:1", "--window"),
]


class BadInputTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.good = good_files(cls.folder)
        cls.output = cls.folder / "output"
        cls.output.mkdir()
        cls.bad = cls.folder / "bad"
        cls.bad.mkdir()

    def start(self, text, **files):
        """Runs it; the files of the command that are not given are good ones."""
        self.output.mkdir(exist_ok=True)
        files = {**self.good, "out": self.output / "file", **files}
        program = PLAIN if text.startswith("lockstep") else PROGRAM
        done = subprocess.run(limits.within(SECONDS, [program, *words(text, files)]),
                              capture_output=True, cwd=self.output, check=False,
                              stdin=subprocess.DEVNULL)
        self.assertNotEqual(done.returncode, -signal.SIGXCPU,
                            f"ntrace {text}: no end within {SECONDS} seconds")
        return done

    def left_behind(self):
        """The files that a command left; they are gone now."""
        left = list(self.output.iterdir())
        for path in left:
            path.unlink()
        return left

    def refused(self, text, named, silent=True, **files):
        done = self.start(text, **files)
        left = self.left_behind()
        lines = done.stderr.decode(errors="replace").splitlines()
        self.assertEqual(done.returncode, 2, lines[:20])
        self.assertEqual(len(lines), 1, lines[:20])
        self.assertIn(str(named), lines[0])
        if silent:
            self.assertEqual(done.stdout[:200], b"")
        self.assertEqual(left, [])

    def write(self, name, content):
        path = self.bad / name
        path.write_bytes(content)
        return path

    def foreign(self):
        """Files that are nothing of ours."""
        garbage = random.Random(1).randbytes(4000)
        yield self.write("empty", b"")
        yield self.write("random", garbage)
        yield self.write("zeros", bytes(1 << 22))
        yield self.write("letters", b"a" * (1 << 20))
        yield self.write("lines", b"\n" * 1000)
        yield self.write("picture.png", b"\x89PNG\r\n\x1a\n" + garbage)
        yield self.write("packed.gz", gzip.compress(garbage))
        yield self.write("header.gz", gzip.compress(garbage)[:10])
        yield PLAIN
        yield self.folder / "missing"
        yield self.folder

    def test_a_file_that_is_foreign_is_refused_by_every_reader(self):
        for path in self.foreign():
            for _, command in READERS:
                with self.subTest(command=command, file=path.name):
                    self.refused(command, path, **{"": path})

    def test_a_file_of_another_kind_is_refused_by_every_reader(self):
        same = {"nti": "txt", "txt": "nti"}
        for kind, path in self.good.items():
            for wanted, command in READERS:
                takes = {wanted, same.get(wanted)}
                if "--check" not in command and "--image" not in command and wanted in same:
                    takes.add("ntr")
                if command.startswith(("shape", "encode", "lockstep")) and wanted == "ntr":
                    takes |= {"nti", "txt"}
                if "--ingress" in command:
                    takes = {"nti", "txt"}
                elif "--image" in command:
                    kinds = ("decode", "check", "lockstep")
                    takes = {"ntr", "pcinfo"} | ({"elf"} if command.startswith(kinds) else set())
                if kind not in takes:
                    with self.subTest(command=command, file=path.name):
                        self.refused(command, path, **{"": path})

    def test_a_file_that_is_cut_off_is_refused_by_every_reader_of_binary_files(self):
        for kind, command in READERS:
            content = self.good[kind].read_bytes()
            if kind in ("ntr", "nti", "elf"):
                # The last byte of an ELF file belongs to its table of sections, which no code needs.
                last = len(content) - 1 if kind != "elf" else len(content) // 2 - 1
                for size in (1, 8, 9, 12, 40, 63, len(content) // 2, last):
                    path = self.write(f"cut-{size}.{kind}", content[:size])
                    with self.subTest(command=command, size=size):
                        self.refused(command, path, **{"": path})

    def test_text_that_is_cut_off_in_a_line_is_refused(self):
        for kind, command in READERS:
            content = self.good[kind].read_bytes()
            if kind == "txt":
                for size in (3, 10, 60):
                    path = self.write(f"cut-{size}.{kind}", content[:size])
                    with self.subTest(command=command, size=size):
                        self.refused(command, path, **{"": path})

    def test_a_packed_file_that_is_cut_off_is_refused_by_every_reader(self):
        for kind, command in [*READERS, *(("nex", command) for command in STREAMS)]:
            packed = gzip.compress(self.good[kind].read_bytes())
            for size in (11, len(packed) // 2, len(packed) - 1):
                path = self.write(f"cut-{size}.{kind}", packed[:size])
                with self.subTest(command=command, size=size):
                    # A stream is shown, and judged, as it comes.
                    self.refused(command, path, silent="dump" not in command, **{"": path})

    def test_another_version_of_a_format_is_refused_by_every_reader(self):
        for kind, command in READERS:
            content = self.good[kind].read_bytes()
            if kind in ("ntr", "nti", "txt"):
                at = 8 if kind != "txt" else content.index(b"1")
                path = self.write(f"version.{kind}",
                                  content[:at] + bytes([content[at] + 1]) + content[at + 1:])
                with self.subTest(command=command):
                    self.refused(command, path, **{"": path})

    def test_idle_cycles_without_end_are_refused(self):
        text = self.good["txt"].read_bytes()
        header = text[:text.index(b"\n") + 1]
        for count in ((1 << 24) + 1, (1 << 64) - 1):
            path = self.write("idle.txt", header + b"idle %d\nend\n" % count)
            for command in ("shape {} -o {out}", "encode {} -o {out}", "shape --check {}"):
                with self.subTest(command=command, count=count):
                    self.refused(command, path, **{"": path})

    def test_one_wrong_byte_in_a_recording_is_refused(self):
        content = self.good["ntr"].read_bytes()
        for at in random.Random(2).sample(range(len(content)), 30):
            path = self.write("flipped.ntr",
                              content[:at] + bytes([content[at] ^ 0x10]) + content[at + 1:])
            with self.subTest(at=at):
                self.refused("encode {} -o {out}", path, **{"": path})

    def test_a_stream_without_bytes_is_refused(self):
        for path in (self.write("empty", b""), self.folder / "missing", self.folder):
            for command in STREAMS:
                with self.subTest(command=command, file=path.name):
                    self.refused(command, path, **{"": path})

    def test_any_bytes_are_judged_in_time_and_without_a_crash(self):
        """By day by a third of the commands, in turn: each command has a third of the files."""
        content = self.good["nex"].read_bytes()
        streams = [path for path in self.foreign() if path.parent == self.bad][1:]
        streams.append(self.write("program", PLAIN.read_bytes()[:300000]))
        streams += [self.write(f"cut-{size}.nex", content[:size]) for size in (1, 100, 1000)]
        streams += [self.good[kind] for kind in ("ntr", "nti", "txt", "pcseq")]
        for number, path in enumerate(streams):
            path = self.write(f"first-{path.name}", path.read_bytes()[:MOST])
            for command in STREAMS if WHOLE else STREAMS[number % 3::3]:
                with self.subTest(command=command, file=path.name):
                    done = self.start(command, **{"": path})
                    left = self.left_behind()
                    self.assertIn(done.returncode, (0, 1, 2))
                    self.assertNotIn(b"Sanitizer", done.stderr)
                    self.assertNotIn(b"runtime error", done.stderr)
                    if done.returncode == 2 or (done.returncode == 1 and "check" not in command):
                        self.assertIn(str(path).encode(), done.stderr)
                    if done.returncode == 2:
                        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr[:2000])
                    self.assertTrue(not left or done.returncode != 2, left)

    def test_a_few_bytes_that_repeat_for_hours_are_a_fault(self):
        start = bytes([0x24, 0x15, 0x00, 0x83])  # ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x1000 / 2
        jumps = [f"{0x1000 + 2 * i:#x},JD2,{0x1002 + 2 * i:#x}" for i in range(200)]
        streams = {
            # A branch back to where it is, and a jump back: DirectBranch I-CNT=2^22-1 goes round
            # and round, RepeatBranch B-CNT=2^18-1 tells it again and again.
            "RepeatBranch": (["0x1000,BD2,0x1000", "0x1002,JD2,0x1000"], bytes([
                0x0c, 0xfc, 0xfc, 0xfc, 0x3f, 0x78, 0xfc, 0xfc, 0xff])),
            # 200 jumps to a branch back to the first: ResourceFull RCODE=2 with 31 branches taken,
            # HREPEAT=2^18-1.
            "HREPEAT": ([*jumps, "0x1190,BD2,0x1000"], bytes([
                0x6c, 0xc8, 0xfc, 0xfc, 0xfc, 0xfc, 0xfd, 0xfc, 0xfc, 0xff])),
        }
        for name, (code, message) in streams.items():
            stream = self.write("repeats.nex", start + message)
            image = self.write("repeats.pcinfo", "\n".join([*code, ""]).encode())
            with self.subTest(name):
                done = run("decode", stream, "--image", image, "--json", seconds=SECONDS)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn(f"{stream}: offset ", done.stderr)
                self.assertIn("repeats more than 2^28 basic blocks", done.stderr)
                if not WHOLE and name == "HREPEAT":
                    continue
                done = run("check", stream, "--image", image, seconds=3 * SECONDS)
                self.assertEqual(done.returncode, 1)
                self.assertIn("repeats more than", done.stdout)

    def feed(self, command, piece, count):
        """Exit status and standard error of the command that reads that, in half the memory."""
        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 19, MEGABYTES << 19))
        with subprocess.Popen(limits.within(3 * SECONDS, [PLAIN, *words(command, self.good)]), stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              preexec_fn=little_memory) as process:
            try:
                for _ in range(count):
                    process.stdin.write(piece)
            except BrokenPipeError:
                pass
            _, error = process.communicate()
            return process.returncode, error.decode()

    def test_megabytes_without_a_message_take_little_memory(self):
        for name, byte in (("zeros", b"\0"), ("ones", b"\xff"), ("MSEO=01", b"\x01")):
            for command in ENDLESS:
                with self.subTest(command=command, stream=name):
                    status, error = self.feed(command, byte * (1 << 20), MEGABYTES)
                    self.assertIn(status, (0, 1, 2), error)
                    self.assertLessEqual(len(error.splitlines()), 1)
                    self.assertNotIn("memory", error)

    def test_a_text_without_end_is_assembled_or_refused_in_little_memory(self):
        for line, status in ((b".idle 16777216\n", 0), (b"DirectBranch I-CNT=1\n" * 50000, 0),
                             (b" " * (1 << 20), 2), (b"I" * (1 << 20), 2), (b";\n" * 500000, 2)):
            with self.subTest(line=line[:20]):
                self.assertEqual(self.feed("assemble - -o /dev/null", line, 20)[0], status)

    def test_an_output_that_cannot_be_written_is_an_error(self):
        blocked = self.write("blocked", b"") / "file"
        targets = ["/dev/full", self.folder / "missing/file", blocked, self.folder, "/proc/file"]
        for command in WRITERS:
            for target in targets:
                with self.subTest(command=command, target=str(target)):
                    self.refused(command, target, scratch="/dev/null", **{"": target})

    def test_waves_do_not_take_the_place_of_a_device_or_folder(self):
        pipe = self.bad / "pipe"
        os.mkfifo(pipe)
        for target in (pipe, self.folder):
            with self.subTest(target=target.name):
                self.refused("lockstep --random --cycles 20 --wave {}", target, **{"": target})
        self.assertTrue(pipe.is_fifo())

    def test_a_disk_that_is_full_leaves_no_file(self):
        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        for command in WRITERS:
            if not command.startswith("lockstep"):  # its bench makes memory files
                with self.subTest(command=command):
                    target = self.output / "file"
                    done = subprocess.run(
                        limits.within(SECONDS, [PROGRAM, *words(
                            command, {**self.good, "": target, "scratch": "/dev/null"})]),
                        capture_output=True, check=False,
                        preexec_fn=small_files, restore_signals=False)
                    left = self.left_behind()
                    self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1),
                                     done.stderr)
                    self.assertIn(str(target).encode(), done.stderr)
                    self.assertEqual(left, [])

    def test_standard_output_that_cannot_be_written_is_an_error(self):
        for command in PRINTERS:
            program = PLAIN if command.startswith("lockstep") else PROGRAM
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                done = subprocess.run(
                    limits.within(SECONDS, [program, *words(
                        command, {**self.good, "scratch": "/dev/null"})]), stdout=full,
                    stderr=subprocess.PIPE, check=False, cwd=self.output)
                self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1),
                                 done.stderr)
                self.assertIn(b"No space left", done.stderr)

    def test_an_option_or_value_that_does_not_exist_is_named(self):
        for command, named in ARGUMENTS:
            with self.subTest(command=command):
                self.refused(command, named)

    def test_a_command_that_does_not_exist_is_named(self):
        self.refused("nonsense", "nonsense")

    def test_a_name_with_a_line_break_still_gives_one_line(self):
        for command in ("info {}", "dump {}", "encode {} -o {out}", "check {nex} --image {}"):
            with self.subTest(command=command):
                self.refused(command, "missing", **{"": self.folder / "a\nmissing\x1b[2J"})


if __name__ == "__main__":
    unittest.main()
