# SPDX-License-Identifier: Apache-2.0
"""`ntrace decode --to perfetto` against the Trace Event Format, `calls` and `folded` beside it.
"""
import collections
import json
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT
from tests.lib.programs import Trace, make_recordings, ntrace

NEEDS = ("recordings",)
BOOT2 = ROOT / "tests/data/boot2.ntr"
TIMES = ["--set", "trTsActive=1", "--set", "trTsMode=3", "--set", "trTsCount=1",
         "--set", "trTsEnable=1"]
# Trace Event Format, "Event Descriptions": what each phase must have
REQUIRED = {"B": {"name", "cat", "ph", "ts", "pid", "tid"}, "E": {"ph", "ts", "pid", "tid"},
            "i": {"name", "cat", "ph", "ts", "pid", "tid", "s"}, "M": {"name", "ph", "pid", "args"}}


def problems(trace):
    """What is wrong with a trace by the Trace Event Format: required keys, types, B and E that nest,
    time that goes on."""
    found = []
    if not isinstance(trace.get("traceEvents"), list):
        return ["no traceEvents"]
    if trace.get("displayTimeUnit") not in ("ns", "ms"):
        found.append("displayTimeUnit")
    open_slices, last, named = collections.defaultdict(list), {}, set()
    for number, event in enumerate(trace["traceEvents"]):
        missing = REQUIRED.get(event.get("ph"), {"a known ph"}) - set(event)
        if missing:
            found.append(f"event {number}: no {sorted(missing)}")
            continue
        if event["ph"] == "M":
            if event["name"] in ("process_name", "thread_name"):
                named.add((event["name"], event["pid"], event.get("tid")))
                if not isinstance(event["args"].get("name"), str):
                    found.append(f"event {number}: {event['name']} without a name")
            continue
        track = event["pid"], event["tid"]
        if not isinstance(event["ts"], (int, float)) or event["ts"] < last.get(track, 0):
            found.append(f"event {number}: ts goes back")
        last[track] = event["ts"]
        if ("thread_name", *track) not in named:
            found.append(f"event {number}: on a track without a name")
        if event["ph"] == "B":
            open_slices[track].append(event["name"])
        elif event["ph"] == "E":
            if not open_slices[track]:
                found.append(f"event {number}: E without B")
            else:
                open_slices[track].pop()
        elif event["ph"] == "i" and event["s"] not in ("t", "p", "g"):
            found.append(f"event {number}: scope {event['s']}")
    return found + [f"track {track}: B without E" for track, names in open_slices.items() if names]


def messages(data):
    """A stream cut into messages."""
    start = 0
    for end, byte in enumerate(data, 1):
        if byte & 3 == 3:
            yield data[start:end]
            start = end


def interleave(streams):
    """Whole messages of several harts in turn."""
    parts = [list(messages(stream)) for stream in streams]
    return b"".join(part[i] for i in range(max(map(len, parts))) for part in parts
                    if i < len(part))


class PerfettoTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        make_recordings()
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)
        cls.kernel = Trace(cls.path, "kernel", "--set", "trTeContext=1", *TIMES)
        cls.boot = cls.path / "boot2.nex"
        cls.boot_options = ["--best", "--set", "trTeSrcBits=1"]
        streams = []
        for hart in range(2):
            own = cls.path / f"hart{hart}.nex"
            made = ntrace("encode", BOOT2, "--hart", hart, "-o", own, *cls.boot_options, "--set",
                          f"trTeSrcID={hart}", "--limit", 400_000)
            if made.returncode != 0:
                raise RuntimeError(made.stderr)
            streams.append(own.read_bytes())
        cls.boot.write_bytes(interleave(streams))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def decode_boot(self, *arguments):
        result = ntrace("decode", self.boot, "--image", BOOT2, *self.boot_options, *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def test_the_check_of_the_format_finds_what_is_wrong(self):
        text = self.kernel.to("perfetto", "--time", "0..40000")
        self.assertEqual(problems(json.loads(text)), [])
        events = json.loads(text)["traceEvents"]
        first = next(i for i, event in enumerate(events) if event["ph"] == "B")
        last = max(i for i, event in enumerate(events) if event["ph"] == "E")
        breaks = {"an E is gone": events[:last] + events[last + 1:],
                  "an E too many": events + [events[last]],
                  "no ts": [{k: v for k, v in event.items() if k != "ts"} for event in events],
                  "no thread names": [event for event in events
                                      if event.get("name") != "thread_name"],
                  "time goes back": events[:last] + [{**events[last], "ts": 0}] + events[last + 1:],
                  "another phase": events[:first] + [{**events[first], "ph": "?"}] +
                  events[first + 1:]}
        for what, broken in breaks.items():
            self.assertNotEqual(problems({"displayTimeUnit": "ns", "traceEvents": broken}), [], what)

    def test_a_kernel_with_traps_modes_and_times_is_a_valid_trace(self):
        trace = json.loads(self.kernel.to("perfetto"))
        self.assertEqual(problems(trace), [])
        events = trace["traceEvents"]
        counts = json.loads(self.kernel.run("--json").stdout)
        traps = [event for event in events if event["ph"] == "B" and
                 event["cat"] in ("exception", "interrupt", "trap")]
        self.assertGreaterEqual(len(traps), counts["traps"])  # tasks that go on begin them again
        modes = {event["name"] for event in events if event.get("cat") == "privilege"}
        self.assertEqual(modes, {"M", "S", "U"})
        kinds = {event["name"] for event in events if event.get("cat") == "message"}
        self.assertLessEqual({"ProgTraceSync", "Ownership", "IndirectBranchHist"}, kinds)

    def test_the_hz_of_the_clock_scale_the_time(self):
        ends = [max(event["ts"] for event in json.loads(
            self.kernel.to("perfetto", "--hz", hz))["traceEvents"] if "ts" in event)
            for hz in (1_000_000, 1_000_000_000)]
        self.assertAlmostEqual(ends[0], ends[1] * 1000, delta=1)

    def test_two_harts_are_two_processes(self):
        trace = json.loads(self.decode_boot("--to", "perfetto"))
        self.assertEqual(problems(trace), [])
        names = {event["pid"]: event["args"]["name"] for event in trace["traceEvents"]
                 if event.get("name") == "process_name"}
        self.assertEqual(sorted(names.values()), ["hart 0", "hart 1"])
        for pid in names:
            self.assertTrue(any(event["ph"] == "B" and event["pid"] == pid
                                for event in trace["traceEvents"]))

    def test_each_hart_of_a_stream_decodes_as_it_does_alone(self):
        together = self.decode_boot("--to", "pc").splitlines()
        own, now = {0: [], 1: []}, None
        for line in together:
            if line.startswith("# hart "):
                now = int(line.split()[2])
            else:
                own[now].append(line)
        for hart in range(2):
            alone = self.decode_boot("--to", "pc", "--hart", hart).splitlines()
            self.assertTrue(own[hart] == alone, f"hart {hart}")
        counts = json.loads(self.decode_boot("--json"))
        self.assertEqual([one["instructions"] for one in counts["harts"]],
                         [len(own[one["hart"]]) for one in counts["harts"]])
        self.assertEqual(counts["instructions"], len(own[0]) + len(own[1]))

    def test_offsets_of_two_harts_are_those_of_the_stream(self):
        starts, at = set(), 0
        for message in messages(self.boot.read_bytes()):
            starts.add(at)
            at += len(message)
        own = collections.defaultdict(list)
        for line in self.decode_boot("--to", "json").splitlines():
            event = json.loads(line)
            self.assertIn(event["offset"], starts)
            own[event["hart"]].append(event["offset"])
        for offsets in own.values():
            self.assertEqual(offsets, sorted(offsets))

    def test_messages_of_no_hart_are_skipped_and_told(self):
        # the recording has one hart, the stream is of two
        result = ntrace("decode", self.boot, "--image", ROOT / "tests/data/boot.ntr",
                        *self.boot_options, "--json")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"offset 5: SRC=1: .*there is no hart 1; the recording has "
                                        r"1 \(messages skipped: 4\)")
        self.assertEqual(json.loads(result.stdout)["skipped"], 4)
        # a vendor's message of SRC=1 is one, however long
        vendors = self.path / "vendors.nex"
        vendors.write_bytes(self.boot.read_bytes() + bytes([57 << 2, 1 << 2, *100 * [0], 3]))
        result = ntrace("decode", vendors, "--image", ROOT / "tests/data/boot.ntr",
                        *self.boot_options, "--json")
        self.assertEqual(json.loads(result.stdout)["skipped"], 5)
        own = self.path / "hart1.nex"
        # its sidecar has trTeSrcID, with which a recording of one hart is enough
        result = ntrace("decode", own, "--image", ROOT / "tests/data/boot.ntr", *self.boot_options,
                        "--json", "--no-sidecar")
        self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1))
        self.assertIn("there is no hart 1", result.stderr)

    def test_folded_counts_every_instruction_once(self):
        for trace in (self.kernel, Trace(self.path, "coroutine"), Trace(self.path, "interpreter")):
            lines = trace.to("folded").splitlines()
            counts = json.loads(trace.run("--json").stdout)
            self.assertEqual(sum(int(line.rsplit(" ", 1)[1]) for line in lines),
                             counts["instructions"])
            self.assertEqual(len({line.rsplit(" ", 1)[0] for line in lines}), len(lines))
        self.assertIn(";(exception);", self.kernel.to("folded"))

    def test_folded_by_time_counts_every_tick_once(self):
        lines = self.kernel.to("folded", "--by", "time").splitlines()
        times = [json.loads(line) for line in self.kernel.to("json").splitlines()]
        times = [event["time"] for event in times if "time" in event]
        self.assertEqual(sum(int(line.rsplit(" ", 1)[1]) for line in lines),
                         times[-1] - times[0])

    def test_calls_and_returns_of_a_program_match(self):
        depth = 0
        for line in Trace(self.path, "calls").to("calls").splitlines():
            what = line[14:].strip()
            indent = len(line[14:]) - len(line[14:].lstrip())
            if what.startswith("#"):
                continue
            if what.endswith(" returns"):
                depth -= 1
                self.assertEqual(indent, 2 * depth, line)
            elif not what.startswith(("in ", "jump to ")):
                self.assertEqual(indent, 2 * depth, line)
                depth += 1
            else:
                self.assertLessEqual(indent, 2 * depth, line)
                depth = indent // 2 + 1

    def test_filters_show_what_they_name_and_nothing_else(self):
        trace = Trace(self.path, "calls")
        pcs = trace.pcs()
        low, high = min(pcs[1000:2000]), max(pcs[1000:2000])
        self.assertEqual(trace.pcs("--address", f"{low:#x}..{high:#x}"),
                         [pc for pc in pcs if low <= pc <= high])
        self.assertEqual(trace.pcs("--time", "100..199"), pcs[100:200])
        self.assertEqual(trace.pcs("--time", "147000.."), pcs[147000:])
        functions = {one["name"]: one for one in json.loads(
            trace.run("--to", "stats", "--json").stdout)["functions"] if "name" in one}
        own = trace.pcs("--function", "line_area")
        self.assertEqual(len(own), functions["line_area"]["instructions"])
        both = trace.pcs("--function", "line_area+")
        callees = functions["line_edge"]["instructions"] // 2  # main calls it as often
        self.assertEqual(len(both), len(own) + callees)
        whole = trace.pcs("--function", "main+")
        self.assertEqual(whole, pcs[293:293 + len(whole)])
        for wrong in (["--function", "nobody"], ["--address", "5"], ["--time", "9..3"],
                      ["--address", "x..y"]):
            result = trace.run("--to", "pc", *wrong)
            self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1), wrong)


if __name__ == "__main__":
    unittest.main()
