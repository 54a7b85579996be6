# SPDX-License-Identifier: Apache-2.0
"""The sidecar of a trace: it decodes with what it was made with, and no other is believed."""
import json
import os
import random
import shutil
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import lockstep, run
from tests.lib.catalogue import ROOT

NEEDS = ("bench-rv64", "system-rv64-2")
BOOT = ROOT / "tests/data/boot.ntr"
BOOT2 = ROOT / "tests/data/boot2.ntr"
LIMIT = 3000
BITS = ["trTeContext", "trTeInhibitSrc", "trTeInstEnSequentialJump", "trTeInstEnImplicitReturn",
        "trTeInstEnRepeatedHistory", "trTeInstEnAllJumps", "trTeInstExtendAddrMSB", "trTsEnable",
        "ntEnRepeatBranch", "ntEnSyncICNT", "ntRc7", "ntTrimOwnership"]
WIDER = {"trTeInstMode": [3, 6], "trTeInstSyncMode": [0, 1, 2, 3], "trTeInstSyncMax": [0, 1, 5],
         "trTeInstImplicitReturnMode": [0, 2, 3], "trTeSrcBits": [0, 1, 5, 12], "trTeSrcID": [0, 1, 77],
         "trTsPrescale": [0, 3], "trTsMode": [2, 3, 4]}


def fnv1a(data):
    """As docs/sidecar.md has it."""
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 & (1 << 64) - 1
    return f"0x{value:016x}"


def sealed(sidecar):
    """With the hash of its other members."""
    rest = {name: value for name, value in sidecar.items() if name != "hash"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return {**rest, "hash": fnv1a(text.encode())}


class SidecarTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.trace = self.folder / "a.nex"
        self.beside = self.folder / "a.nex.json"

    def encode(self, *options, source=BOOT):
        done = run("encode", source, "-o", self.trace, "--limit", LIMIT, *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def decode(self, *options):
        return run("decode", self.trace, "--image", BOOT, *options)

    def settle(self, *options):
        """A trace that nothing but its settings decodes, and its sidecar."""
        self.encode("--set", "trTsEnable=1", "--set", "trTeSrcBits=5", "--set", "trTeSrcID=9", *options)
        return json.loads(self.beside.read_text())

    def assert_refused(self, *options):
        done = self.decode(*options)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(f"ntrace decode: {self.beside}: ", done.stderr)
        self.assertIn("--no-sidecar", done.stderr)
        return done.stderr

    def assert_ignored(self, line, *options):
        done = self.decode(*options)
        self.assertEqual(done.stderr.count(str(self.beside)), 1, done.stderr)
        self.assertIn(f"ntrace decode: {self.beside}: ignored: {line}", done.stderr)
        self.assertEqual(done.stdout, self.decode("--no-sidecar", *options).stdout)

    def put(self, sidecar):
        self.beside.write_text(json.dumps(sealed(sidecar)))

    def test_a_trace_decodes_with_its_sidecar_alone_whatever_its_settings_are(self):
        self.encode()
        told = self.decode("--no-sidecar").stdout
        self.assertEqual(len(told.split()), LIMIT)
        source = random.Random(29)
        differ = 0
        for number in range(50):
            values = {field: source.randrange(2) for field in BITS}
            values.update({field: source.choice(some) for field, some in WIDER.items()})
            build = source.choice(["rv64", "rv64-wide"])
            words = [f"--config={build}", *(f"--set={field}={value}" for field, value in values.items())]
            with self.subTest(number=number, words=words):
                self.encode(*words)
                done = self.decode()
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(done.stdout, told)
                checked = run("check", self.trace, "--image", BOOT, "-q")
                self.assertEqual((checked.returncode, checked.stderr), (0, ""), checked.stdout)
                if number % 5 == 0:
                    differ += self.decode("--no-sidecar").stdout != told
                    dumped = run("dump", self.trace, "--json")
                    self.assertEqual(json.loads(dumped.stdout)["errors"], 0)
        self.assertGreater(differ, 5)  # it is the sidecar that does it

    def test_it_has_build_and_contents(self):
        config = self.folder / "mine.cfg"
        shutil.copy(ROOT / "rtl/config/rv64.cfg", config)
        text = config.read_text()
        config.write_text(text.replace("TSTAMP_W", "#", 1) + "TSTAMP_W = 20\n")
        sidecar = self.settle("--config", config)
        self.assertEqual(sidecar["stream"], {"bytes": os.path.getsize(self.trace),
                                             "hash": fnv1a(self.trace.read_bytes())})
        self.assertEqual(sidecar["build"]["name"], "mine")
        self.assertEqual(sidecar["build"]["parameters"]["TSTAMP_W"], 20)
        self.assertEqual(sidecar["images"], [{"name": "boot.ntr", "kind": "recording",
                                              "bytes": os.path.getsize(BOOT), "hash": fnv1a(BOOT.read_bytes())}])
        self.assertEqual(sealed(sidecar)["hash"], sidecar["hash"])
        self.assertEqual(len(self.decode().stdout.split()), LIMIT)
        self.beside.unlink()
        self.assertNotEqual(self.decode().returncode, 0)

    def test_it_has_the_hart(self):
        self.encode("--hart", 1, source=BOOT2)
        done = run("decode", self.trace, "--image", BOOT2)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(run("check", self.trace, "--image", BOOT2, "-q").returncode, 0)
        told = run("decode", self.trace, "--image", BOOT2, "--no-sidecar", "--hart", 1).stdout
        self.assertEqual(done.stdout, told)
        self.assertNotEqual(run("decode", self.trace, "--image", BOOT2, "--hart", 0).stdout, told)

    def test_an_image_of_another_width_is_refused(self):
        self.settle()
        image = self.folder / "code.bin"
        image.write_bytes(bytes(64))
        done = run("decode", self.trace, "--image", f"{image},at=0x1000,xlen=32")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("the trace is of RV64, as its sidecar has it; the image is RV32", done.stderr)

    def test_lockstep_writes_the_same_one(self):
        words = ["--best", "--set", "trTsEnable=1", "--set", "trTeSrcBits=5", "--set", "trTeSrcID=9"]
        self.encode(*words)
        encoded = self.beside.read_bytes()
        status, _, said = lockstep(BOOT, "--limit", LIMIT, *words, "-o", self.trace)
        self.assertEqual((status, said), (0, ""))
        self.assertEqual(self.beside.read_bytes(), encoded)
        status, _, said = lockstep(BOOT, "--limit", LIMIT, *words, "-o", self.trace, "--results", self.beside)
        self.assertIn("is the sidecar of -o", said)
        self.assertEqual(self.beside.read_bytes(), encoded)
        self.beside.unlink()
        lockstep(BOOT, "--limit", LIMIT, *words, "-o", self.trace, "--no-sidecar")
        self.assertEqual(os.listdir(self.folder), ["a.nex"])

    def test_what_a_receiver_recovers_of_two_harts_decodes_too(self):
        for sink in ("smem", "atb", "swt-uart"):
            status, _, said = lockstep(BOOT2, "--harts", 2, "--sink", sink, "--limit", LIMIT, "--best",
                                       "--set", "trTsEnable=1", "--set", "trTsMode=3", "-o", self.trace)
            self.assertEqual((status, said), (0, ""))
            sidecar = json.loads(self.beside.read_text())
            self.assertEqual((sidecar["hart"], sidecar["varying"]), (None, []))
            self.assertEqual(sidecar["settings"]["trTeSrcBits"], 1)
            self.assertNotIn("trTeSrcID", sidecar["settings"])
            done = run("decode", self.trace, "--image", BOOT2, "--json")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertGreater(json.loads(done.stdout)["instructions"], LIMIT)
            self.assertNotEqual(run("decode", self.trace, "--image", BOOT2, "--no-sidecar").returncode, 0)

    def mixed(self):
        """A trace of two harts with the sidecar that a capture of both has; what each ran."""
        told = []
        stream = b""
        for hart in range(2):
            self.encode("--hart", hart, "--best", "--set", "trTsEnable=1", "--set", "trTeSrcBits=4", "--set",
                        f"trTeSrcID={hart}", source=BOOT2)
            told.append(run("decode", self.trace, "-i", BOOT2).stdout)
            self.assertGreater(len(told[-1].split()), 200)
            stream += self.trace.read_bytes()
        sidecar = json.loads(self.beside.read_text())
        del sidecar["settings"]["trTeSrcID"]
        self.trace.write_bytes(stream)
        self.put({**sidecar, "hart": None, "ticks_per_second": 1000,
                  "stream": {"bytes": len(stream), "hash": fnv1a(stream)}})
        return told

    def test_each_file_of_a_stream_that_is_split_decodes_with_its_own_alone(self):
        told = self.mixed()
        self.assertEqual(run("decode", self.trace, "--split", self.folder / "parts").returncode, 0)
        for hart in range(2):
            part = self.folder / f"parts/src{hart}.nex"
            sidecar = json.loads(Path(f"{part}.json").read_text())
            self.assertEqual(sealed(sidecar)["hash"], sidecar["hash"])
            self.assertEqual((sidecar["hart"], sidecar["settings"]["trTeSrcID"], sidecar["ticks_per_second"],
                              sidecar["build"]["name"], sidecar["images"][0]["name"]),
                             (hart, hart, 1000, "rv64", "boot2.ntr"))
            done = run("decode", part, "-i", BOOT2)
            self.assertEqual((done.returncode, done.stderr, done.stdout == told[hart]), (0, "", True))
            done = run("check", part, "-i", BOOT2, "-q")
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
            self.assertNotEqual(run("decode", part, "-i", BOOT2, "--no-sidecar").stdout, told[hart])

    def test_a_split_knows_what_options_give_and_no_more(self):
        told = self.mixed()
        self.beside.unlink()
        options = ["--best", "--set", "trTsEnable=1", "--set", "trTeSrcBits=4"]
        run("decode", self.trace, "--split", self.folder / "parts", *options)
        sidecar = json.loads((self.folder / "parts/src1.nex.json").read_text())
        self.assertEqual((sidecar["build"], sidecar["ticks_per_second"], sidecar["images"]), (None, None, []))
        self.assertNotIn("trTeInstSyncMax", sidecar["settings"])
        done = run("decode", self.folder / "parts/src1.nex", "-i", BOOT2)
        self.assertEqual((done.returncode, done.stderr, done.stdout == told[1]), (0, "", True))
        self.assertIn("179 rules", run("check", self.folder / "parts/src1.nex").stdout)
        run("decode", self.trace, "--split", self.folder / "alone", "--no-sidecar", *options)
        self.assertEqual(sorted(os.listdir(self.folder / "alone")), ["src0.nex", "src1.nex"])

    def test_options_that_are_given_win(self):
        self.settle()
        self.assertEqual(self.decode().returncode, 0)
        for word in ("trTsEnable=0", "trTeSrcBits=4", "trTeInhibitSrc=1"):
            self.assertNotEqual(self.decode("--set", word).returncode, 0, word)
        self.encode("--set", "trTeInstImplicitReturnMode=3")
        self.assertEqual(self.decode().returncode, 0)
        # Coupled: what one gives the other does not take away.
        without = self.decode("--set", "trTeInstEnImplicitReturn=0")
        self.assertEqual(without.stdout, self.decode("--no-sidecar").stdout)

    def test_that_of_another_stream_is_ignored_with_a_line(self):
        self.settle()
        self.encode("--no-sidecar", "--set", "trTsEnable=1")
        self.assert_ignored("of another stream")
        self.assert_ignored("of another stream", "--set", "trTsEnable=1")
        # Of the same length.
        self.encode()
        stream = bytearray(self.trace.read_bytes())
        stream[-2] ^= 4
        self.trace.write_bytes(stream)
        self.assert_ignored("of another stream")

    def test_a_cut_or_damaged_one_is_refused_and_nothing_is_decoded(self):
        self.settle()
        text = self.beside.read_bytes()
        for size in [*range(0, 20), *range(20, len(text) - 2, 97)]:
            self.beside.write_bytes(text[:size])
            self.assert_refused()
        source = random.Random(1)
        for _ in range(60):
            damaged = bytearray(text)
            at = source.randrange(len(text))
            damaged[at] ^= 1 << source.randrange(8)
            self.beside.write_bytes(damaged)
            done = self.decode()
            if done.returncode == 0:  # what is between the words does not matter, nor what begins it
                self.assertTrue(done.stderr == "" and len(done.stdout.split()) == LIMIT)
            else:
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))

    def test_one_whose_beginning_is_damaged_is_refused_too(self):
        self.settle()
        text = self.beside.read_bytes()
        for damaged in (b"\xef\xbb\xbf" + text, b"[" + text[1:], b"#" + text, text[5:], text.replace(b"ntrace_sidecar", b"ntrace_sidecaR"),
                        text.replace(b"ntrace_sidecar", b"intrace_side")):
            self.beside.write_bytes(damaged)
            self.assert_refused()

    def test_a_hostile_one_is_refused_in_a_line(self):
        good = self.settle()
        parameters = good["build"]["parameters"]
        for name, value in (("ntrace_sidecar", 2), ("ntrace_sidecar", "1"), ("stream", []), ("stream", {"bytes": -1}),
                            ("build", []), ("build", {"name": "x\n", "parameters": parameters}),
                            ("build", {"name": "x", "parameters": {**parameters, "XLEN": 48}}),
                            ("build", {"name": "x", "parameters": {**parameters, "NEW": 1}}),
                            ("settings", {"trTeInstMode": 5}), ("settings", {"trTeInstMode": "6"}),
                            ("settings", {"trTeInstMode": 6.0}), ("settings", {"trTeInstMode": 1 << 32}),
                            ("settings", {"trNew": 1}), ("settings", [6]), ("varying", ["trTeInstMode"]),
                            ("varying", {}), ("hart", 1 << 16), ("hart", True), ("ticks_per_second", -1),
                            ("images", [{}]), ("images", [good["images"][0]] * 33), ("new", 1)):
            self.put({**good, name: value})
            self.assert_refused()
        for name in good:
            self.beside.write_text(json.dumps({key: value for key, value in good.items() if key != name}))
            self.assert_refused()
        head = '{"ntrace_sidecar": 1, "hart": '
        text = json.dumps(good)
        for hostile in (head + "[" * 100000, head + "NaN}", head + "1e999}", head + "9" * 400 + "}",
                        head + '"' + "x" * 1000000 + '"}', text.replace('"hart":', '"hart": 1, "hart":'),
                        text + text, text + "\0", head + '"\ud800"}', head + '"\\u0000"}'):
            self.beside.write_bytes(hostile.encode(errors="surrogatepass"))
            self.assert_refused()

    def test_what_is_no_sidecar_is_ignored_and_never_written_over(self):
        self.encode("--no-sidecar")
        for text in ('{"bytes": 1}', "a note\n", "[" * 100000, "x" * 1000000):
            self.beside.write_text(text)
            self.assert_ignored("not the sidecar")
            done = run("encode", BOOT, "-o", self.trace, "--limit", 10)
            self.assertEqual(done.returncode, 2)
            self.assertIn("--no-sidecar writes none", done.stderr)
            self.assertEqual(self.beside.read_text(), text)
        self.beside.unlink()
        self.beside.mkdir()
        self.assertEqual(run("encode", BOOT, "-o", self.trace, "--limit", 10).returncode, 2)
        os.rmdir(self.beside)
        os.mkfifo(self.beside)
        self.assertNotIn("a.nex.json", self.decode().stderr)  # and is not waited for

    def test_an_output_is_not_the_sidecar_that_is_read(self):
        self.settle()
        before = self.beside.read_bytes()
        for words in (["decode", self.trace, "-i", BOOT, "-o"], ["dump", self.trace, "-o"], ["check", self.trace, "--junit"],
                      ["check", self.trace, "--results"], ["decode", self.trace, "-i", BOOT, "--to", "lcov", "--listing"]):
            done = run(*words, self.beside)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"{self.beside}: the sidecar of {self.trace}, which is read", done.stderr)
            self.assertEqual(self.beside.read_bytes(), before)

    def test_a_file_of_a_split_is_not_the_stream_that_is_split(self):
        self.mixed()
        for name, split in ((self.trace, self.folder / "src1.nex"), (self.beside, self.folder / "src1.nex.json")):
            name.rename(split)
        before = (self.folder / "src1.nex").read_bytes()
        done = run("decode", self.folder / "src1.nex", "--split", self.folder)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("which is read; nothing was written", done.stderr)
        self.assertEqual((self.folder / "src1.nex").read_bytes(), before)
        self.assertEqual(sorted(os.listdir(self.folder)), ["src1.nex", "src1.nex.json"])

    def test_both_files_appear_or_neither(self):
        done = run("encode", BOOT, "-o", self.folder / "none/a.nex")
        self.assertEqual(done.returncode, 2)
        recording = self.folder / "cut.ntr"
        recording.write_bytes(BOOT.read_bytes()[:5000])
        self.assertEqual(run("encode", recording, "-o", self.trace).returncode, 2)
        self.assertEqual(os.listdir(self.folder), ["cut.ntr"])

    def test_there_is_none_where_the_trace_is_no_file(self):
        done = run("encode", BOOT, "-o", "-", "--limit", 10, cwd=self.folder, text=False)
        self.assertEqual((done.returncode, os.listdir(self.folder)), (0, []))
        run("encode", BOOT, "-o", "/dev/null", "--limit", 10)
        self.assertFalse(os.path.exists("/dev/null.json"))
        self.settle()
        with open(self.trace, "rb") as trace:
            done = run("decode", "-", "-i", BOOT, stdin=trace)
        self.assertNotEqual(done.returncode, 0)

    def test_an_image_with_other_contents_is_named(self):
        self.settle()
        other = self.folder / "other.ntr"
        content = bytearray(BOOT.read_bytes())
        shutil.copy(BOOT, other)
        self.assertEqual(run("decode", self.trace, "-i", other).stderr, "")  # another name is fine
        other.write_bytes(content + b"\0")
        done = run("decode", self.trace, "-i", other).stderr
        self.assertNotIn("a.nex.json", done)  # what cannot be read has its own line
        shutil.copy(BOOT2, other)
        done = run("decode", self.trace, "-i", other, "--to", "stats")
        self.assertIn(f"{self.beside}: the trace was made with boot.ntr, whose contents {other} has not\n", done.stderr)

    def test_fields_that_changed_within_the_trace_are_left_out_with_a_line(self):
        pins = self.folder / "a.nti"
        pins.write_text("""ntrace-ingress 2 xlen=64 nblocks=1 itype_w=4 iretire_w=6 build=rv64
rst=1
set trTeActive=1 trTeInstMode=3 trTsActive=1 trTsEnable=1
idle
set trTeEnable=1 trTeInstTracing=1
b iaddr=0x1000 iretire=1
halted=1
idle 50
set trTeEnable=0 trTeInstTracing=0
idle
idle 100
set trTeInstMode=6
idle
idle 10
set trTeEnable=1 trTeInstTracing=1
b iaddr=0x2000 iretire=1
halted=1
idle 100
end
""")
        done = run("encode", pins, "-o", self.trace)
        self.assertEqual(done.returncode, 0, done.stderr)
        sidecar = json.loads(self.beside.read_text())
        self.assertEqual(sidecar["varying"], ["trTeInstMode"])
        self.assertNotIn("trTeInstMode", sidecar["settings"])
        self.assertIn("trTsEnable", sidecar["settings"])
        line = f"ntrace dump: {self.beside}: trTeInstMode changed within the trace: not taken from here\n"
        self.assertEqual(run("dump", self.trace).stderr, line)
        self.assertEqual(run("dump", self.trace, "--set", "trTeInstMode=6").stderr, "")


if __name__ == "__main__":
    unittest.main()
