# SPDX-License-Identifier: Apache-2.0
"""Nothing is lost at an end: a recording, an ingress file or `--limit` may end at a trap, at a jump
whose target never comes, within a loop, with the hart halted; what retired is in the bytes, and
decoder, checker and lockstep have all of it."""
import json
import random
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import lockstep, roundtrip, run
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

NEEDS = ("benches", "recordings", "system-rv64-2")
BOOT = ROOT / "tests/data/boot.ntr"
BOOT2 = ROOT / "tests/data/boot2.ntr"
XRLE = ROOT / "tests/data/tg-reference/xrle"
SETTINGS = {"BTM": ["--set", "trTeInstMode=3"], "HTM": [], "best": ["--best"]}
OTHERS = {**{f"returns {mode}": ["--set", f"trTeInstImplicitReturnMode={mode}"] for mode in (1, 2, 3)},
          "BTM, returns, branches repeated": ["--set", "trTeInstMode=3", "--set", "trTeInstImplicitReturnMode=3",
                                              "--set", "ntEnRepeatBranch=1"],
          "jumps by a pair": ["--set", "trTeInstEnSequentialJump=1"],
          "all jumps": ["--set", "trTeInstEnAllJumps=1"],
          "times, context": ["--set", "trTsActive=1", "--set", "trTsCount=1", "--set", "trTsMode=3", "--set",
                                  "trTsEnable=1", "--set", "trTeContext=1"],
          "periods": ["--set", "trTeInstSyncMode=3", "--set", "trTeInstSyncMax=0"]}
SEED, SLICES, EVERY = 16, 300, 10

# Instructions, by what they are called below; `bne` is x0 with x0, so never taken.
CODE = {"nop": 0x00000013, "ecall": 0x00000073, "ebreak": 0x00100073, "mret": 0x30200073, "ret": 0x00008067,
        "jr": 0x00050067, "callr": 0x000500e7, "swap": 0x000280e7, "lui": 0x00001537, "bne": 0x00001463,
        "j self": 0x0000006f, "call": 0x008000ef, "loop": 0xfe000ee3}
BASE = 0x80000000
EXCEPTION = "core   0: exception {}, epc 0x{:016x}\ncore   0:           tval 0x0000000000000000\n"


def walk(*steps):
    """Spike's log of these instructions, and their addresses. A step is a name, `name to ADDRESS`,
    or `trap NAME` (Spike's), which happens where the next instruction would be."""
    log, pcs, pc = "", [], BASE
    for step in steps:
        name, _, target = step.partition(" to ")
        if name.startswith("trap "):
            log += EXCEPTION.format(name[5:], pc)
        else:
            log += f"core   0: 3 0x{pc:016x} (0x{CODE[name]:08x})\n"
            pcs.append(pc)
        pc = int(target, 16) if target else pc + 4
    return log, pcs


SPIN = ["nop", "loop to 80000000"]
ENDS = {
    "straight code": ["nop"] * 17,
    "one instruction": ["nop"],
    "a trap": ["nop"] * 17 + ["trap interrupt #11"],
    "300 instructions and a trap": ["nop"] * 300 + ["trap trap_illegal_instruction"],
    "an ecall": ["nop"] * 5 + ["trap trap_machine_ecall"],
    "an ebreak behind a jump": ["nop", "jr to 80000100", "trap trap_breakpoint"],
    "a trap in the handler": ["nop", "trap trap_machine_ecall to 80000100", "nop", "trap trap_illegal_instruction"],
    "a jump": ["nop", "nop", "jr"],
    "a call by register": ["nop", "callr"],
    "a coroutine swap": ["nop", "swap"],
    "a direct call": ["nop", "call"],
    "a return": ["nop", "ret"],
    "a return from a call": ["nop", "call to 8000000c", "nop", "ret"],
    "a return that was followed": ["nop", "call to 8000000c", "nop", "ret to 80000008", "nop", "ret"],
    "a return from a trap": ["nop", "mret"],
    "a jump by a pair": ["nop", "lui", "jr"],
    "a branch": ["nop"] * 3 + ["bne"],
    "a jump behind branches": ["bne"] * 40 + ["jr"],
    "history that repeats": SPIN * 200 + ["nop"],
    "history that repeats, and its branch": SPIN * 200 + SPIN,
    "history that repeats, and a trap": SPIN * 200 + ["trap interrupt #11"],
    "a jump to itself": ["nop"] + ["j self to 80000004"] * 100,
    "a jump to itself by a register": ["nop"] + ["jr to 80000004"] * 100,
}

HEAD = """ntrace-ingress 2 xlen=64 nblocks=1 itype_w=4 iretire_w=6 ntriggers=1
rst=1
set trTeActive=1 trTeInstMode={mode}
set trTeEnable=1 trTeInstTracing=1
idle
b iaddr=0x80000000 iretire=4 ilastsize=1
"""
JUMP = "b iaddr=0x80000008 iretire=2 ilastsize=1 itype=10\n"
# Lines behind the head, and half-words that retired.
FILES = {
    "at its last block": ("", 4),
    "at a jump": (JUMP, 6),
    "at a jump, and a cycle": (JUMP + "idle\n", 6),
    "at a call": (JUMP.replace("itype=10", "itype=8"), 6),
    "at a taken branch": (JUMP.replace("itype=10", "itype=5"), 6),
    "at a trap": (JUMP.replace("itype=10", "itype=1"), 6),
    "at an interrupt of its own": (JUMP + "b itype=2\n", 6),
    "within a loop": (JUMP.replace("itype=10", "itype=11") + "b iaddr=0x80000008 iretire=2 ilastsize=1 itype=11\n" * 50,
                      106),
    "halted": (JUMP + "halted=1\n", 6),
    "halted for long": (JUMP + "halted=1\n" * 20, 6),
    "in low power": (JUMP + "lowpower=1\n", 6),
    "in reset of the hart": (JUMP + "reset=1\n", 6),
    "while a stop waits": (JUMP + "set trTeInstTracing=0\nidle\nidle 40\n", 6),
    "as tracing stops": (JUMP + "set trTeInstTracing=0\nidle\n", 6),
    "as it is disabled": (JUMP + "set trTeEnable=0\nidle\n", 6),
    "after the hart went on untraced": (JUMP + "set trTeInstTracing=0\nidle\n"
                                        "b iaddr=0x80000100 iretire=2 ilastsize=1\n", 6),
    "before the sink took all": (JUMP + "sink_ready=0\n" * 30, 6),
}


class EndsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.xrle = cls.folder / "xrle.ntr"
        cls.good("import", "--format", "pcseq", f"{XRLE}.pcseq.gz", "--pcinfo", f"{XRLE}.pcinfo.gz", "--xlen", 32, "-o",
                 cls.xrle)
        cls.code = cls.folder / "code"
        cls.code.write_bytes(b"".join(CODE["nop"].to_bytes(4, "little") for _ in range(2))
                             + CODE["jr"].to_bytes(4, "little"))

    @staticmethod
    def good(*arguments):
        done = run(*map(str, arguments))
        assert (done.returncode, done.stderr) == (0, ""), (arguments, done.stderr)
        return done.stdout

    def decoded(self, trace, image, *settings):
        return json.loads(self.good("decode", trace, "--image", image, *settings, "--json"))["instructions"]

    # ---- recordings ----

    def slices(self, recording, config, most):
        """Random limits, the last ones of which are the longest."""
        draw = random.Random(SEED)
        limits = sorted(int(most ** draw.uniform(0.2, 1)) for _ in range(SLICES))
        trace = self.folder / f"{config}.nex"
        for limit in limits if WHOLE else limits[::EVERY]:
            for name, settings in SETTINGS.items():
                with self.subTest(limit=limit, settings=name):
                    options = [*settings, "--config", config]
                    self.good("encode", recording, "--limit", limit, *options, "-o", trace)
                    self.assertEqual(self.decoded(trace, recording, *options), limit)

    def test_as_many_instructions_of_the_boot_come_back_as_were_encoded(self):
        self.slices(BOOT, "rv64", 200_000)

    def test_a_small_build_gives_back_as_many_as_were_encoded(self):
        self.slices(self.xrle, "tiny", 160_000)

    def test_each_of_several_harts_comes_back_up_to_its_limit(self):
        draw = random.Random(SEED)
        trace = self.folder / "hart.nex"
        for hart in (0, 1):
            for limit in (3197, *(draw.randint(1, 200) for _ in range(10))):
                for name, settings in SETTINGS.items():
                    with self.subTest(hart=hart, limit=limit, settings=name):
                        said = json.loads(self.good("encode", BOOT2, "--hart", hart, "--limit", limit, *settings,
                                                    "-o", trace, "--json"))
                        self.assertEqual(self.decoded(trace, BOOT2, "--hart", hart, *settings), said["instructions"])

    def test_the_boot_may_end_within_a_loop_of_returns(self):
        trace = self.folder / "loop.nex"
        for name, settings in {**SETTINGS, **OTHERS}.items():
            with self.subTest(settings=name):
                self.good("encode", BOOT, "--limit", 3194, *settings, "-o", trace)
                self.assertEqual(self.decoded(trace, BOOT, *settings), 3194)

    def recorded(self, name):
        log, pcs = walk(*ENDS[name])
        path, recording = self.folder / "log", self.folder / "end.ntr"
        path.write_text(log, encoding="ascii")
        self.good("import", "--format", "spike", path, "-o", recording)
        return recording, pcs

    def test_a_recording_may_end_anywhere(self):
        trace = self.folder / "end.nex"
        for end in ENDS:
            recording, pcs = self.recorded(end)
            for name, settings in {**SETTINGS, **OTHERS}.items():
                with self.subTest(end=end, settings=name):
                    self.good("encode", recording, *settings, "-o", trace)
                    said = self.good("decode", trace, "--image", recording, *settings)
                    self.assertEqual([int(line, 16) for line in said.split()], pcs)
                    self.good("check", trace, "--image", recording, *settings)

    def test_lockstep_has_all_of_a_recording_that_ends_anywhere(self):
        for end in ENDS:
            recording, pcs = self.recorded(end)
            for name in SETTINGS if WHOLE else ("HTM", "best"):
                with self.subTest(end=end, settings=name):
                    status, summary, said = lockstep(recording, *SETTINGS[name])
                    self.assertEqual((status, said), (0, ""))
                    self.assertEqual((summary["instructions"], summary["roundtrip"], summary["instructions_unjudged"],
                                      summary["instructions_lost"]), (len(pcs), "exact", 0, 0))

    def test_what_shape_writes_has_the_same_end(self):
        ingress, trace = self.folder / "shaped.nti", self.folder / "shaped.nex"
        for end in ("a jump", "a trap", "history that repeats, and a trap"):
            recording, pcs = self.recorded(end)
            with self.subTest(end=end):
                self.good("shape", recording, "-o", ingress)
                self.good("encode", ingress, "-o", trace)
                self.assertEqual(self.decoded(trace, recording), len(pcs))
                self.good("check", trace, "--image", recording, "--ingress", ingress)

    # ---- ingress files ----

    def file(self, lines, mode, head=HEAD):
        path = self.folder / "user.nti"
        path.write_text(head.format(mode=mode) + lines + "end\n", encoding="ascii")
        return path

    def test_an_ingress_file_may_end_anywhere(self):
        trace, image = self.folder / "user.nex", f"{self.code},at=0x80000000,xlen=64"
        for end, (lines, halfwords) in FILES.items():
            for mode in (3, 6):
                with self.subTest(end=end, mode=mode):
                    path = self.file(lines, mode)
                    self.good("encode", path, "-o", trace)
                    if "itype=5" not in lines and "itype=11" not in lines:  # which are other code
                        self.assertEqual(self.decoded(trace, image, "--set", f"trTeInstMode={mode}"), halfwords // 2)
                    status, _, said = lockstep(path, "-o", self.folder / "rtl.nex")
                    self.assertEqual((status, said), (0, ""))
                    self.assertEqual((self.folder / "rtl.nex").read_bytes(), trace.read_bytes())

    def test_lockstep_and_check_have_all_of_an_ingress_file_that_ends_anywhere(self):
        trace, image = self.folder / "user.nex", f"{self.code},at=0x80000000,xlen=64"
        for end, (lines, halfwords) in FILES.items():
            if "itype=5" in lines or "itype=11" in lines or "itype=8" in lines:
                continue
            with self.subTest(end=end):
                path = self.file(lines, 6)
                status, summary, said = lockstep(path, "--image", image)
                self.assertEqual((status, said), (0, ""))
                self.assertEqual((summary["instructions"], summary["roundtrip"], summary["instructions_unjudged"]),
                                 (halfwords // 2, "exact", 0))
                self.good("encode", path, "-o", trace)
                self.good("check", trace, "--image", image, "--ingress", path)

    def test_one_whose_fields_come_by_APB_may_end_anywhere(self):
        setup = "psel=1 pwrite=1 paddr=0 pwdata={:#x} pstrb=15"
        writes = "".join(f"{setup}\n{setup} penable=1\n".format(word, word) for word in (0x61, 0x67))
        head = HEAD.split("set")[0] + writes + HEAD[HEAD.index("b iaddr"):]
        trace, image = self.folder / "apb.nex", f"{self.code},at=0x80000000,xlen=64"
        reads = "psel=1 paddr=0x48\n", "psel=1 paddr=0x48\npsel=1 penable=1 paddr=0x48\n", "psel=1 paddr=0\n"
        for lines in (JUMP, JUMP + "idle 9\n", *(JUMP + read for read in reads)):
            with self.subTest(lines=lines):
                path = self.file(lines, 6, head)
                self.good("encode", path, "-o", trace)
                self.assertEqual(self.decoded(trace, image), 3)
                status, summary, said = lockstep(path, "--image", image)
                self.assertEqual((status, said), (0, ""))
                self.assertEqual((summary["instructions"], summary["roundtrip"], summary["instructions_unjudged"]),
                                 (3, "exact", 0))

    def test_the_end_has_the_time_that_follows(self):
        times = "set trTsActive=1 trTsMode=1 trTsCount=1 trTsEnable=1 trTeActive=1\n"
        head = HEAD.replace("set trTeEnable", times + "idle\nticks 7\nset trTeEnable")
        trace, image = self.folder / "time.nex", f"{self.code},at=0x80000000,xlen=64"
        path = self.file(JUMP, 6, head)
        status, summary, said = lockstep(path, "--image", image, "-o", trace)
        self.assertEqual((status, said), (0, ""))
        self.assertEqual(summary["roundtrip"], "exact")
        self.good("check", trace, "--image", image, "--ingress", path)

    def test_random_ingress_may_be_cut_in_any_cycle(self):
        """Also with a FIFO so full that the stop is lost: then an Error is the end."""
        whole, image = self.folder / "random.nti", self.folder / "random.ntr"
        trace, rtl = self.folder / "cut.nex", self.folder / "cut.rtl.nex"
        draw = random.Random(SEED)
        for seed in range(80 if WHOLE else 8):
            config = ("tiny", "rv64")[seed % 2]
            words = ([], ["--everything"], ["--everything", "--registers"])[seed % 3]
            self.good("shape", "--random", *words, "--config", config, "--cycles", 2000, "--seed", seed, "--format",
                      "text", "-o", whole, "--image-out", image)
            lines = whole.read_text(encoding="ascii").splitlines()
            for cut in (draw.randint(10, len(lines) - 2) for _ in range(4)):
                idle = ["idle"] if lines[cut - 1].startswith("set") else []
                path = self.folder / "cut.nti"
                path.write_text("\n".join(lines[:cut] + idle + ["end\n"]), encoding="ascii")
                with self.subTest(seed=seed, cut=cut):
                    self.good("encode", path, "-o", trace)
                    status, summary, said = lockstep(path, "--image", image, "--sink", "bytes", "-o", rtl)
                    self.assertEqual((status, said, roundtrip(summary)), (0, "", "exact"))
                    self.assertEqual(trace.read_bytes(), rtl.read_bytes())
                    if not words and trace.stat().st_size != 0:
                        self.good("check", trace, "--image", image, "--ingress", path)

    def test_check_takes_a_stop_behind_the_files_last_cycle_and_asks_for_none(self):
        start = "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x40000000\n"
        stop = "ProgTraceCorrelation EVCODE={} CDF=1 I-CNT={} HIST=0x1\n".format
        source, trace = self.folder / "stop.s", self.folder / "stop.nex"
        for lines in (JUMP, JUMP + "set trTeInstTracing=0\nidle\n"):
            path = self.file(lines, 6)
            for messages, broken in ((start, None), (start + stop(4, 6), None), (start + stop(4, 4), "ingress.stop"),
                                     (start + stop(0, 6), "ingress.stop-reason"),
                                     (start + 2 * stop(4, 6), "stop.idle")):
                with self.subTest(messages=messages, lines=lines):
                    source.write_text(messages, encoding="ascii")
                    self.good("assemble", source, "-o", trace)
                    done = run("check", trace, "--image", f"{self.code},at=0x80000000,xlen=64", "--ingress", path)
                    self.assertEqual(done.returncode, 0 if broken is None else 1, done.stdout)
                    self.assertIn(broken or " 0 broken", done.stdout)

    # ---- what does not come back is said ----

    def test_instructions_that_a_reset_cuts_are_said_in_the_verdict(self):
        lines = JUMP + "rst=1\n" + "idle 4\n" + JUMP
        path = self.file(lines, 6)
        image = f"{self.code},at=0x80000000,xlen=64"
        status, summary, said = lockstep(path, "--image", image)
        self.assertEqual((status, said), (0, ""))
        self.assertEqual((summary["roundtrip"], summary["instructions_unjudged"], summary["instructions"]),
                         ("exact but for 3 instructions not judged", 3, 4))
        done = run("lockstep", path, "--image", image, "--quiet")
        self.assertIn("round trip exact but for 3 instructions not judged", done.stdout)

    def test_a_sink_that_takes_nothing_at_the_end_fails(self):
        head = HEAD.replace("trTeActive=1", "trTeActive=1 trPibActive=1 trPibMode=9")
        path = self.file(JUMP, 6, head)
        status, summary, _ = lockstep(path, "--image", f"{self.code},at=0x80000000,xlen=64")
        self.assertEqual(status, 1)
        self.assertRegex(summary["roundtrip"], "expected SYNC=5 at 0x80000000, got the end")


if __name__ == "__main__":
    unittest.main()
