# SPDX-License-Identifier: Apache-2.0
"""What a command writes where disk, folder or time do not suffice: the files are whole, or not there;
nothing else is left, and what was there before is still there."""
import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from tests.lib.bench import NTRACE, run
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE
from tests.system.good_files import good_files, words

NEEDS = ("bench-rv64", "bench-tiny", "build/programs/sort.ntr", "build/units/tv/rv64/bench", "system-rv64-2")
MOMENTS = 20 if WHOLE else 4
OLD = b'{\n "ntrace_sidecar": 1,\n'  # what was there before
RANDOM = "--random --cycles 2000 --seed 5"
LOCKSTEP = f"lockstep {RANDOM} --config tiny --quiet"
FORMS = ("pc", "insn", "calls", "folded", "flame", "perfetto", "stats", "json", "ranges")
VIEWS = ("w.gtkw", "w.sucl", *(f"w.{what}.words" for what in ("itype", "priv", "tcode")))
# Each command with the files that it writes in the folder {out}.
WRITERS = [
    ("assemble {s} -o {out}/a.nex", ["a.nex"]),
    ("check {nex} --junit {out}/j.xml --results {out}/r.json --quiet", ["j.xml", "r.json"]),
    *((f"decode {{nex}} -i {{ntr}} --to {form} -o {{out}}/d.{form}", [f"d.{form}"]) for form in FORMS),
    ("decode {nex} -i {elf} --to lcov --listing {out}/d.s -o {out}/d.info", ["d.info", "d.s"]),
    ("decode {src} --set trTeSrcBits=4 --split {out}/parts", ["parts/src1.nex", "parts/src1.nex.json"]),
    ("dump {nex} --asm -o {out}/d.s", ["d.s"]),
    ("encode {ntr} -o {out}/e.nex", ["e.nex", "e.nex.json"]),
    ("import -f pcseq {pcseq} -p {pcinfo} -o {out}/i.ntr", ["i.ntr"]),
    ("profile {ntr} --period 500 -o {out}/p", [f"p/{name}" for name in (
        "samples.folded", "flame.svg", "branches.txt", "exact.folded", "report.json", "report.txt")]),
    ("report {result} --quiet -o {out}/r.html --junit {out}/r.xml", ["r.html", "r.xml"]),
    ("report {result} {dat} --quiet --ucis {out}/u.xml --lcov {out}/l.info", ["u.xml", "l.info"]),
    ("shape {ntr} -o {out}/s.nti", ["s.nti"]),
    ("shape {ntr} --format text -o {out}/s.txt", ["s.txt"]),
    (f"shape {RANDOM} -o {{out}}/s.nti --image-out {{out}}/s.ntr", ["s.nti", "s.ntr"]),
    ("wave2svg {vcd} --renderer {renderer} -o {out}/w.svg", ["w.svg"]),
    ("vectors emit {vector} -f json -o {out}/v.json", ["v.json"]),
    ("vectors judge --bytes-dir {bytes} --partial --junit {out}/j.xml --json {out}/j.json --report {out}/j.html",
     ["j.xml", "j.json", "j.html"]),
    ("kit emit jump-rv32 -o {out}/k", [f"k/jump-rv32.{end}" for end in ("elf", "hex", "bin", "S", "txt")]),
    ("kit judge --port-dir {ports} --partial --junit {out}/j.xml --json {out}/j.json --report {out}/j.html",
     ["j.xml", "j.json", "j.html"]),
    ("tv init -e {elf} -o {out}/t.ntv", ["t.ntv"]),
    ("tv assemble {tvs} -o {out}/t.bin", ["t.bin"]),
    ("tv to-ntr {ntv} -o {out}/t.ntr", ["t.ntr"]),
    ("tv import {registers} -o {out}/t.ntv", ["t.ntv"]),
    *((f"{command} -e {{program}} -l 2000 -o {{out}}/r --serial {{out}}/r.txt", ["r", "r.txt"]) for command in ("record", "tv record")),
    ("dump {nex} -o {out}/d.txt", ["d.txt"]),
    ("vectors run {vector} -o {out}/v.nex", ["v.nex"]),
    (f"{LOCKSTEP} -o {{out}}/l.nex", ["l.nex", "l.nex.json"]),
    (f"{LOCKSTEP} --coverage {{out}}/c.json --results {{out}}/r.json", ["c.json", "r.json"]),
    *((f"{LOCKSTEP} --wave {{out}}/w.{end}", [f"w.{end}", *VIEWS]) for end in ("fst", "vcd")),
]
# Options that write, but no file that is whole or not there: where they are tried
ELSEWHERE = {
    ("lockstep", "report"): "tests/tb/mismatch_test.py",  # a folder, where RTL and model differ
    ("regress", "output"): "tests/regress/regress_test.py",  # a folder that is added to
}
# Disk of $0 KiB, full but for the last page, where to mount it, folder, its copy afterwards, then the
# words of a remount, "--" and the command.
DISK = """
disk=$1 folder=$2 copy=$3
shift 3
mount -t tmpfs -o "size=$0k" none "$disk" || exit 99
cp -r "$folder" "$disk/" && head -c 4096 /dev/zero > "$disk/page" || exit 99
if [ "$1" != -- ]; then mount "$1" "$2" "$disk" || exit 99; shift 2; fi
shift
"$@"
status=$?
cp -r "$disk/${folder##*/}" "$copy"
exit $status
"""
PRINTERS = ["assemble {s} -o -", "check {nex}", "decode {nex} -i {ntr}", "decode {nex} -i {ntr} -o -", "dump {nex}",
            "encode {ntr} -o -", "info {ntr}", "info {ntr} --json", "registers", "vectors list", "vectors emit {vector}",
            "check --page", "help", "help encode", "decode --help", "tv dump {ntv}", "tv verify {ntv}", "--version"]
ENDED = "ended by a signal\n"
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def options_that_write(table=None):
    """As (command, option), of all commands."""
    for row in json.loads(run("help", "--json").stdout) if table is None else table:
        for option in row["options"]:
            if option.get("writes"):
                yield row["name"], option["name"]
        yield from options_that_write(row.get("commands", []))


class ListTest(unittest.TestCase):
    def test_each_option_that_writes_is_in_the_list(self):
        names = {name for name, _ in options_that_write()}
        written = set(ELSEWHERE)
        for command, _ in WRITERS:
            line = command.split()
            name = " ".join(line[:2]) if " ".join(line[:2]) in names else line[0]
            written |= {(name, "output" if word == "-o" else word.removeprefix("--")) for word in line if word[0] == "-"}
        self.assertEqual(sorted(set(options_that_write()) - written), [])
        self.assertEqual([path for path in ELSEWHERE.values() if not (ROOT / path).exists()], [])

    def test_each_form_of_decode_is_in_the_list(self):
        (decode,) = (row for row in json.loads(run("help", "--json").stdout) if row["name"] == "decode")
        (form,) = (option for option in decode["options"] if option["name"] == "to")
        self.assertEqual(set(form["choices"]) - {*FORMS, "lcov"}, set())


class WholeOutputsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.good = good_files(cls.folder)
        cls.make_more()
        cls.right = {}
        for command, names in WRITERS:
            started = time.monotonic()
            done, left = cls.outcome(command, names, cls.fresh())
            assert done.returncode in (0, 1) and sorted(left) == sorted(names), (command, done.stderr, sorted(left))
            cls.right[command] = left, done.returncode, time.monotonic() - started

    @classmethod
    def make_more(cls):
        good = cls.good
        for kind in ("src.nex", "result.json", "vcd", "bytes", "tvs", "ntv", "vector", "renderer", "registers", "ports"):
            good[kind.split(".", maxsplit=1)[0]] = cls.folder / f"more.{kind}"
        good["vector"] = "addr-1-bits"
        good["program"] = ROOT / "build/programs/sort.elf"
        good["ntv"] = ROOT / "tests/data/tandem/atomic32.ntv.gz"
        good["dat"] = cls.folder / "more.dat"
        good["dat"].write_text("# SystemC::Coverage-3\nC '\1f\2rtl/a.v\1l\0023\1n\0021\1page\2v_line/a\1o\2block\1h\2TOP' 1\n")
        good["renderer"].write_text("#!/bin/sh\necho \"<svg><text>\"; cat \"$2\"; echo \"</text></svg>\"\n")
        good["renderer"].chmod(0o755)
        good["bytes"].mkdir()
        good["ports"].mkdir()
        (good["ports"] / "jump-rv32.nti").write_text("ntrace-ingress 2 xlen=32 nblocks=1 itype_w=4 iretire_w=6\nend\n")
        for command in ("encode {ntr} --set trTeSrcBits=4 --set trTeSrcID=1 -o {src}",
                        f"{LOCKSTEP} --results {{result}} --wave {{vcd}} --window 0:200",
                        "vectors emit {vector} --bytes -o {bytes}/addr-1-bits.nex", "tv to-ntr {ntv} -o {registers}"):
            done = run(*words(command, good))
            assert done.returncode == 0, (command, done.stderr)
        good["tvs"].write_text(run("tv", "dump", good["ntv"]).stdout)

    @classmethod
    def fresh(cls, names=()):
        """An empty folder, or one where such files stand already."""
        folder = cls.folder / "out"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name in names:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(OLD)
        return folder

    @staticmethod
    def found(folder, name=None):
        """The files of a folder, without the name by which the command knew it."""
        return {str(path.relative_to(folder)): path.read_bytes().replace(str(name or folder).encode(), b"")
                for path in folder.rglob("*") if path.is_file()}

    @classmethod
    def outcome(cls, command, names, folder, **options):
        """How it ended, and all that is in the folder then."""
        done = run(*words(command, {**cls.good, "out": folder}), cwd=cls.folder, **options)
        return done, cls.found(folder)

    def is_cut(self, command, done, left):
        """Whether a signal ended a recording, which is shorter then, but whole (docs/decisions.md)."""
        if "record -e" not in command or done.returncode != 1 or "recorded up to signal" not in done.stderr:
            return False
        recording = self.folder / "cut"
        recording.write_bytes(left["r"])
        reader = ("tv", "dump") if command.startswith("tv") else ("info",)
        self.assertEqual(run(*reader, recording).returncode, 0, command)
        return True

    def whole_or_as_before(self, command, names, old, done, left):
        """Whether it wrote its files. If not it says why in a line, with status 2."""
        if self.is_cut(command, done, left):
            self.assertEqual(left.keys(), set(names))
            return True
        right = {name: len(content) for name, content in self.right[command][0].items()}
        lost = {name for name in names if left.get(name, OLD) == OLD}
        self.assertEqual({name: len(left[name]) for name in left.keys() - lost},
                         {name: right[name] for name in right.keys() - lost})
        if done.returncode == self.right[command][1]:
            self.assertEqual(lost, set())
            return True
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertEqual(lost & left.keys(), lost if old else set())
        if ENDED in done.stderr:
            return False
        named = [name.split("/", maxsplit=1)[0] for name in lost]
        self.assertTrue(any(name in done.stderr for name in (*named, "a temporary file")), done.stderr)
        self.assertNotIn("Input/output error", done.stderr)
        return False

    def each(self, check, moments=MOMENTS):
        """Calls it for each command, with and without files in the place, at each moment; all of
        those that fail are shown. Returns (command, moment, whether it wrote) of all."""
        outcomes = set()
        for command, names in WRITERS:
            for old in (False, True):
                for moment in range(moments):
                    with self.subTest(command=command, old=old, moment=moment):
                        done, left = check(command, names, self.fresh(names if old else ()), moment)
                        outcomes.add((command, moment, self.whole_or_as_before(command, names, old, done, left)))
        return outcomes

    def under_a_limit(self, command, names, folder, moment):
        largest = max(map(len, self.right[command][0].values()))

        def limited(limit=largest * moment // (MOMENTS - 2)):
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        return self.outcome(command, names, folder, preexec_fn=limited)

    def test_under_a_limit_of_a_files_size(self):
        outcomes = self.each(self.under_a_limit)
        for command, _ in WRITERS:
            self.assertLessEqual({(command, 0, False), (command, MOMENTS - 1, True)}, outcomes)

    def mounted(self, command, folder, pages, *remount):
        """Runs it where `folder` is on a disk of its own, with room for so many pages of 4 KiB."""
        disk, copy = self.folder / "disk", self.folder / "copy"
        disk.mkdir(exist_ok=True)
        shutil.rmtree(copy, ignore_errors=True)
        old = sum(path.is_file() for path in folder.rglob("*"))
        done = subprocess.run(
            ["unshare", "-rm", "sh", "-c", DISK, str(4 * (pages + old + 1)), disk, folder, copy, *remount, "--", NTRACE,
             *words(command, {**self.good, "out": disk / folder.name})],
            capture_output=True, text=True, check=False, cwd=self.folder)
        return done, self.found(copy, disk / folder.name)

    def on_a_full_disk(self, command, _, folder, moment):
        needed = sum(len(content) // 4096 + 2 for content in self.right[command][0].values())
        # In the end room for what stands beside it until it is whole, too, as waves that become a VCD
        pages = needed * moment // (MOMENTS - 2) if moment < MOMENTS - 1 else 3 * needed
        return self.mounted(command, folder, pages)

    def test_on_a_disk_that_becomes_full(self):
        outcomes = self.each(self.on_a_full_disk)
        for command, _ in WRITERS:
            self.assertLessEqual({(command, 0, False), (command, MOMENTS - 1, True)}, outcomes)

    def in_a_read_only_folder(self, command, _, folder, __):
        return self.mounted(command, folder, 1000, "-o", "remount,ro")

    def test_in_a_folder_that_cannot_be_written(self):
        self.assertEqual({written for _, _, written in self.each(self.in_a_read_only_folder, 1)}, {False})

    def stopped(self, command, _, folder, moment):
        """Ends it by a signal after some of its time."""
        running = subprocess.Popen([NTRACE, *words(command, {**self.good, "out": folder})], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(self.right[command][2] * moment / MOMENTS)
        running.send_signal(SIGNALS[moment % 3])
        out, error = running.communicate()
        status = running.returncode
        if status == -SIGNALS[moment % 3]:  # it says nothing, and shells say it
            status, error = 2, ENDED
        return subprocess.CompletedProcess([], status, out, error), self.found(folder)

    def test_ended_by_a_signal(self):
        self.each(self.stopped)

    def test_a_bench_has_one_thread(self):
        """Each thread takes signals, of which output_file.c holds back those of its own."""
        words = f"{LOCKSTEP} --cycles 100000000 -o {self.fresh()}/l.nex".split()
        running = subprocess.Popen([NTRACE, *words], stderr=subprocess.PIPE)
        process = Path(f"/proc/{running.pid}")
        try:
            while sum(map(int, (process / "stat").read_text().rsplit(")", maxsplit=1)[1].split()[11:13])) < 20:
                self.assertIsNone(running.poll())  # at 0.2 s of processor time it is among the cycles
                time.sleep(0.01)
            self.assertEqual(len(list((process / "task").iterdir())), 1)
        finally:
            running.kill()
            running.communicate()

    def at_once(self, command, _, folder, __):
        line = [NTRACE, *words(command, {**self.good, "out": folder})]
        both = [subprocess.Popen(line, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                for _ in range(2)]
        results = [(*running.communicate(), running.returncode) for running in both]
        out, error, status = max(results, key=lambda result: result[2] != self.right[command][1])
        return subprocess.CompletedProcess([], status, out, error), self.found(folder)

    def test_two_at_once(self):
        self.assertEqual([command for command, _, written in self.each(self.at_once, MOMENTS // 4) if not written], [])

    def test_a_reader_that_has_gone(self):
        for command in PRINTERS:
            with self.subTest(command=command):
                reader, writer = os.pipe()
                os.close(reader)
                done = subprocess.run([NTRACE, *words(command, {**self.good, "out": self.fresh()})], stdout=writer,
                                      stderr=subprocess.PIPE, text=True, check=False)
                os.close(writer)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertIn("Broken pipe", done.stderr)


if __name__ == "__main__":
    unittest.main()
