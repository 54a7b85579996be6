# SPDX-License-Identifier: Apache-2.0
"""Streams in Python: messages, events, instructions and findings are those of the command."""
import json
import re
import subprocess
import unittest
from collections import Counter

from tests.lib.catalogue import ROOT
from tests.lib.python_package import PackageTest

NEEDS = ("build/programs/sort.ntr", "wheel-if-possible")
NTRACE = ROOT / "build/ntrace"
RECORDING = ROOT / "build/programs/sort.ntr"
SETTINGS = {"trTeSrcBits": 4, "trTeSrcID": 5, "trTsEnable": 1, "trTsActive": 1, "trTsCount": 1, "trTeInstMode": 3}
LIMIT = 20000  # instructions


class StreamTest(PackageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.settings = [word for name, value in SETTINGS.items() for word in ("--set", f"{name}={value}")]
        cls.trace = cls.folder / "sort.nex"
        cls.command("encode", RECORDING, "-o", cls.trace, "--limit", str(LIMIT), *cls.settings)
        cls.data = cls.trace.read_bytes()

    @classmethod
    def command(cls, *words, status=0):
        done = subprocess.run([NTRACE, *words], capture_output=True, text=True, check=False)
        if done.returncode != status:
            raise AssertionError(done.stdout + done.stderr)
        return done.stdout

    def test_messages_and_their_fields_are_those_of_the_dump(self):
        dumped = []
        for offset, fields in re.findall(r"^ *(\d+)  0x\w\w  \d+ \d+ +(.*)$", self.command("dump", self.trace, *self.settings), re.M):
            if fields.startswith("TCODE"):
                dumped.append((int(offset), {}))
            dumped[-1][1].update({name: int(value, 0) for name, value in
                                  re.findall(r"([A-Z][A-Z-]*)\[\d+\] = (0x[0-9A-Fa-f]+|\d+)", fields)})
        found = [(message.offset, message.fields) for message in self.ntrace.messages(self.data, settings=SETTINGS)]
        self.assertGreater(len(found), 1000)
        self.assertEqual(len(found), len(dumped))
        for one, other in zip(found, dumped):
            self.assertEqual(one, other)

    def test_salvage_and_vendors_are_options_of_the_command(self):
        damaged = self.folder / "damaged.nex"
        damaged.write_bytes(self.data[:3000] + self.data[3007:])
        told = [json.loads(line)["kind"] for line in self.command(
            "decode", damaged, "-i", RECORDING, "--salvage", "--to", "json", *self.settings, status=1).splitlines()]
        with self.ntrace.Program(RECORDING) as program:
            found = [event.kind for event in self.ntrace.events(
                damaged.read_bytes(), program, settings=SETTINGS, salvage=True)]
        self.assertEqual(found, told)
        self.assertIn("salvage", found)
        run = bytes.fromhex("6c247f")  # ResourceFull RCODE=9
        statuses = [next(self.ntrace.messages(run, vendor=vendor)).status for vendor in ("", "sifive")]
        self.assertEqual(statuses, ["unknown", "ok"])
        with self.assertRaises(ValueError):
            list(self.ntrace.messages(run, vendor="nobody"))

    def test_instructions_and_events_are_those_of_decode(self):
        pcs = [int(line.split()[0], 16) for line in
               self.command("decode", self.trace, "-i", RECORDING, "--to", "pc", *self.settings).splitlines()]
        counts = json.loads(self.command("decode", self.trace, "-i", RECORDING, "--json", *self.settings))
        with self.ntrace.Program(RECORDING) as program:
            found = list(self.ntrace.instructions(self.data, program, settings=SETTINGS))
            kinds = Counter(event.kind for event in self.ntrace.events(self.data, program, settings=SETTINGS))
        self.assertEqual([one.pc for one in found], pcs)
        self.assertEqual(len(pcs), LIMIT)
        self.assertEqual(counts["instructions"], LIMIT)
        self.assertEqual((kinds["fault"], kinds["stop"]), (0, 1))

    def test_events_go_on_after_the_program_is_closed(self):
        program = self.ntrace.Program(RECORDING)
        events = self.ntrace.events(self.data, program, settings=SETTINGS)
        next(events)
        program.close()
        self.assertEqual(list(events)[-1].kind, "stop")

    def test_a_damaged_stream_has_the_findings_of_check(self):
        damaged = self.folder / "damaged.nex"
        damaged.write_bytes(self.data[:500] + bytes([self.data[500] ^ 0x24]) + self.data[501:])
        judged = json.loads(self.command("check", damaged, "-i", RECORDING, "--json", *self.settings, status=1))
        broken = {rule["id"]: rule["broken"] for rule in judged["results"] if rule.get("broken")}
        with self.ntrace.Program(RECORDING) as program:
            whole = self.ntrace.check(self.data, settings=SETTINGS, program=program, hart=0)
            verdict = self.ntrace.check(damaged.read_bytes(), settings=SETTINGS, program=program, hart=0)
        self.assertEqual((whole.good, whole.findings), (True, []))
        self.assertFalse(verdict.good)
        self.assertEqual({finding.rule: finding.count for finding in verdict.findings}, broken)

    def test_a_fault_of_the_stream_ends_the_instructions_by_name(self):
        with self.ntrace.Program(RECORDING) as program, self.assertRaises(self.ntrace.Error) as raised:
            list(self.ntrace.instructions(self.data[:-1], program, settings=SETTINGS))
        self.assertRegex(raised.exception.name, "fault-cut|cut")

    def test_an_address_is_extended_to_the_width_of_the_build(self):
        extended = {"trTeInstExtendAddrMSB": 1}
        sent = bytes.fromhex("2415FF")  # I-CNT 0, and F-ADDR of one byte, all 1
        for build, bits in (("tiny", 31), ("rv64", 63)):
            with self.subTest(build):
                message = next(self.ntrace.messages(bytearray(sent), settings=extended, build=build))
                self.assertEqual(message.fields["F-ADDR"], (1 << bits) - 1)

    def test_bad_framing_is_a_message_with_its_status(self):
        found = [(message.offset, message.status) for message in self.ntrace.messages(b"\x24\x15\x02\xff")]
        self.assertEqual(found, [(2, "bad-reserved")])

    def test_what_is_of_another_type_raises_type_error_and_what_is_too_big_value_error(self):
        ntrace, data = self.ntrace, self.data
        with ntrace.Program(RECORDING) as program:
            takers = {
                "stream": (lambda it: list(ntrace.messages(it)), lambda it: list(ntrace.events(it, program)), ntrace.check,
                           lambda it: list(ntrace.instructions(it, program))),
                "program": (lambda it: list(ntrace.events(data, it)), lambda it: list(ntrace.instructions(data, it)),
                            lambda it: ntrace.check(data, program=it)),
                "settings": (lambda it: list(ntrace.messages(data, settings=it)), lambda it: ntrace.check(data, settings=it),
                             lambda it: ntrace.encode(RECORDING, settings=it)),
                "build": (lambda it: list(ntrace.messages(data, build=it)), lambda it: ntrace.check(data, build=it)),
                "vendor": (lambda it: list(ntrace.messages(data, vendor=it)),),
                "number": (lambda it: ntrace.encode(RECORDING, limit=it), lambda it: ntrace.encode(RECORDING, hart=it),
                           lambda it: list(ntrace.events(data, program, hart=it)), lambda it: ntrace.check(data, program=program, hart=it)),
            }
            wrong = {"stream": (5, None, "text", [1], {}), "program": (5, "sort.elf", [1]), "settings": (5, "x", ["x"], {1: 2}, {"trTeInstMode": "6"}),
                     "build": (5, [1], {1: 2}, {"XLEN": "32"}), "vendor": (5, None, b"sifive"), "number": ("5", 1.5, [])}
            big = {"stream": (), "program": (), "settings": ({"trTeInstMode": 1 << 70}, {"trTeInstMode": -1}),
                   "build": ({"XLEN": 1 << 70}, {"XLEN": -1}), "vendor": ("nobody",), "number": (-1, 1 << 70)}
            for kind, calls in takers.items():
                for number, call in enumerate(calls):
                    for value in wrong[kind]:
                        with self.subTest(kind=kind, number=number, value=value), self.assertRaises(TypeError):
                            call(value)
                    for value in big[kind]:
                        with self.subTest(kind=kind, number=number, value=value), self.assertRaises(ValueError):
                            call(value)
            self.assertEqual(list(ntrace.messages(memoryview(data))), list(ntrace.messages(data)))
            with self.assertRaises(ValueError), ntrace.RecordingWriter(self.folder / "big.ntr", xlen=64) as writer:
                writer.run(1 << 70)
        self.assertFalse((self.folder / "big.ntr").exists())

    def test_settings_that_are_none_are_refused(self):
        for settings, words in (({"trTeNothing": 1}, "no control field is called trTeNothing"),
                                ({"trTeInstMode": 9}, "trTeInstMode is .*, not 9")):
            with self.subTest(words), self.assertRaisesRegex(ValueError, words):
                self.ntrace.check(self.data, settings=settings)
        with self.assertRaisesRegex(ValueError, "no build is called rv128"):
            list(self.ntrace.messages(self.data, build="rv128"))
        with self.assertRaisesRegex(self.ntrace.Error, "the stream is empty"):
            self.ntrace.check(b"")


if __name__ == "__main__":
    unittest.main()
