# SPDX-License-Identifier: Apache-2.0
"""`ntrace decode`: lines, ranges, counts, exit statuses and what it says of bad input."""
import gzip
import json
import pathlib
import subprocess
import tempfile
import unittest

NTRACE = "build/ntrace"
DATA = pathlib.Path("tests/data/tg-reference")
WHOLE = ["qsort", "rsort", "vvadd", "xrle"]  # the others repeat instructions, see the README there
START = bytes.fromhex("2405000000000007")  # ProgTraceSync SYNC=1 to 0x80000000


def ntrace(*arguments, stdin=None):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, input=stdin,
                          check=False)


def message(tcode, *fields):
    """A message of fields (value, width) if fixed, or value if variable."""
    data, bits = [], 0

    def put(value, width):
        nonlocal bits
        for i in range(width):
            if bits % 6 == 0:
                data.append(0)
            data[-1] |= (value >> i & 1) << (2 + bits % 6)
            bits += 1

    put(tcode, 6)
    for field in fields:
        if isinstance(field, tuple):
            put(*field)
        else:
            put(field, max(1, field.bit_length()))
            bits = 6 * len(data)
            data[-1] |= 1
    data[-1] |= 3
    return bytes(data)


def decode(program, mode, *arguments):
    return ntrace("decode", DATA / f"{program}.{mode}.nex", "--image",
                  DATA / f"{program}.pcinfo.gz", *arguments)


def sequence(program):
    with gzip.open(DATA / f"{program}.pcseq.gz", "rt") as lines:
        return "".join(line.split(",")[0].lower() + "\n" for line in lines if line[:2] == "0x")


class Decode(unittest.TestCase):
    def test_reference_streams_give_the_exact_sequence(self):
        for program in WHOLE:
            expected = sequence(program)
            for mode in ("btm", "htm", "htm-rep"):
                result = decode(program, mode, "--to", "pc")
                self.assertEqual((result.returncode, result.stderr), (0, b""))
                self.assertTrue(result.stdout.decode() == expected, f"{program}.{mode}")

    def test_streams_with_implicit_returns_need_the_setting(self):
        for program in WHOLE:
            expected = sequence(program)
            for mode in ("htm-cs8", "htm-cs8-rep"):
                for setting in ("trTeInstImplicitReturnMode=1", "trTeInstImplicitReturnMode=3",
                                "trTeInstEnImplicitReturn=1"):
                    result = decode(program, mode, "--to", "pc", "--set", setting)
                    self.assertEqual((result.returncode, result.stderr), (0, b""))
                    self.assertTrue(result.stdout.decode() == expected, f"{program}.{mode}")
                self.assertEqual(decode(program, mode, "--json").returncode, 1)

    def test_history_that_is_missing_is_a_fault_in_htm(self):
        # beq, then c.jr: IndirectBranch covers both, without a history bit for the branch
        code = bytes.fromhex("63040000" "8280" "0100")
        bare = message(4, (0, 2), 3, 0)
        start = message(9, (5, 4), 0, 0x800)
        stop = message(33, (4, 4), (0, 2), 0)
        with tempfile.NamedTemporaryFile() as image:
            image.write(code)
            image.flush()
            for stream, arguments, place in (
                    (start + bare + stop, [], None),
                    (start + bare + stop, ["--set", "trTeInstMode=3"], None),
                    (start + bare + stop, ["--set", "trTeInstMode=6"], "offset 4: "),
                    (start + bare + bare + message(33, (4, 4), (1, 2), 0, 1), [],
                     "offset 10: in the message at 4: ")):
                result = ntrace("decode", "-", "--image", f"{image.name},at=0x1000", *arguments,
                                stdin=stream)
                self.assertEqual(result.returncode, 1 if place else 0, result.stderr)
                if place:
                    self.assertIn(place + "a conditional branch has no history bit",
                                  result.stderr.decode())

    def test_ownership_times_and_sources_are_lines_and_counts_of_their_own(self):
        # of RV64; SRC=5 of 4 bits in all but the second message, which has SRC=2
        code = "0x1000,L4\n0x1004,JI2\n"
        stream = b"".join((
            message(9, (5, 4), (3, 4), 0, 0x800, 100),     # ProgTraceSync, TSTAMP=100
            message(2, (5, 4), 0x3b2, 7),                  # Ownership, TSTAMP=7
            message(8, (2, 4), (0, 4), 4, 9),              # Error of another source
            message(4, (5, 4), (2, 2), 2, 0x10, 3),        # IndirectBranch, an exception
            message(33, (5, 4), (4, 4), (0, 2), 0)))       # ProgTraceCorrelation, no TSTAMP
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "F.nex").write_bytes(stream)
            (folder / "F.pcinfo").write_text(code, encoding="ascii")
            settings = ["--set", "trTeSrcBits=4", "--set", "trTeSrcID=5", "--set", "trTsEnable=1",
                        "--config", "rv64"]
            result = ntrace("decode", folder / "F.nex", "--image", folder / "F.pcinfo", "--to",
                            "ranges", *settings)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(result.stdout.decode().splitlines(), [
                "time 100", "sync SYNC=3 at 0x1000",
                "time 107", "ownership V=1 PRV=0 scontext=0x1d",
                "time 110", "0x1000..0x1003 1", "trap B-TYPE=2 to 0x1020",
                "stop EVCODE=4"])
            counts = json.loads(ntrace("decode", folder / "F.nex", "--image", folder / "F.pcinfo",
                                       "--json", *settings).stdout)
            self.assertEqual((counts["ownerships"], counts["skipped"], counts["messages"]),
                             (1, 1, 4))
            plain = ntrace("decode", folder / "F.nex", "--image", folder / "F.pcinfo", *settings)
            self.assertEqual(plain.stdout, b"0x1000\n")

    def test_a_recording_serves_as_the_image(self):
        with tempfile.TemporaryDirectory() as folder:
            recording = pathlib.Path(folder, "vvadd.ntr")
            made = ntrace("import", "--format", "pcseq", DATA / "vvadd.pcseq.gz", "--pcinfo",
                          DATA / "vvadd.pcinfo.gz", "-o", recording)
            self.assertEqual(made.returncode, 0, made.stderr)
            result = ntrace("decode", "--image", recording, "--to", "pc", DATA / "vvadd.htm.nex")
            self.assertEqual(result.stdout.decode(), sequence("vvadd"))

    def test_ranges_name_the_events_too(self):
        lines = decode("vvadd", "htm", "--to", "ranges").stdout.decode().splitlines()
        self.assertEqual(lines[0], "sync SYNC=1 at 0x80000000")
        self.assertRegex(lines[1], r"^0x80000000\.\.0x[0-9a-f]+ [0-9]+$")
        self.assertEqual(lines[-1], "stop EVCODE=0")
        self.assertEqual(sum(int(line.split()[1]) for line in lines if line[:2] == "0x"), 10012)

    def test_counts_come_as_one_json_object(self):
        counts = json.loads(decode("vvadd", "htm", "--json").stdout)
        self.assertEqual((counts["instructions"], counts["messages"], counts["bytes"],
                          counts["faults"]), (10012, 148, 884, 0))
        self.assertEqual(sum(counts["by_tcode"].values()), 148)

    def test_a_stream_comes_through_a_pipe(self):
        stream = (DATA / "vvadd.btm.nex").read_bytes()
        result = ntrace("decode", "-", "--image", DATA / "vvadd.pcinfo.gz", stdin=stream)
        self.assertEqual(result.stdout.decode(), sequence("vvadd"))

    def test_addresses_of_rv32_wrap(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            code = ["0xfffffffc,L2", "0xfffffffe,L2", "0x0,L2", "0x2,JD2,0xfffffffc"]
            ran = [0xfffffffc, 0xfffffffe, 0, 2] * 2
            (folder / "pcinfo").write_text("\n".join([*code, ""]))
            (folder / "pcseq").write_text("".join(
                f"{pc:#x},{'J2' if pc == 2 else 'L2'}\n" for pc in ran))
            ntrace("import", "--format", "pcseq", folder / "pcseq", "--pcinfo", folder / "pcinfo",
                   "--xlen", 32, "-o", folder / "ntr")
            ntrace("encode", folder / "ntr", "-o", folder / "nex")
            shown = ntrace("decode", folder / "nex", "--image", folder / "ntr").stdout.decode()
            self.assertEqual([int(pc, 16) for pc in shown.split()], ran)
            shown = ntrace("decode", folder / "nex", "--image", folder / "ntr", "--to", "ranges")
            self.assertIn(b"\n0xfffffffc..0x3 4\n", shown.stdout)

    def test_faults_are_named_with_offset_and_status_1(self):
        with tempfile.TemporaryDirectory() as folder:
            stream, output = pathlib.Path(folder, "F.nex"), pathlib.Path(folder, "out")
            stream.write_bytes((START + bytes.fromhex("0c07")) * 12)
            result = ntrace("decode", stream, "--image", DATA / "vvadd.pcinfo.gz", "-o", output)
            lines = result.stderr.decode().splitlines()
            self.assertEqual(result.returncode, 1)
            self.assertEqual(len(lines), 12)
            self.assertTrue(lines[0].startswith(f"ntrace decode: {stream}: offset 8: DirectBranch"))
            self.assertIn("2 more faults", lines[10])
            self.assertIn("hint: does the image belong", lines[11])
            shown = output.read_text(encoding="ascii").splitlines()
            self.assertEqual([line for line in shown if line[0] != "#"], ["0x80000000"] * 12)
            self.assertTrue(shown[1].startswith("# fault at offset 8: DirectBranch"))
            self.assertEqual(len([line for line in shown if "# fault" in line]), 12)

    def test_messages_that_n_trace_leaves_out_are_skipped_and_named(self):
        # DataWrite (address, data), Watchpoint, of TCODE 40 twice, a vendor's, ResourceFull RCODE=8
        others = (message(5, (0, 3), 0x123, 0x45678), message(15, 1), message(40, 7, 7),
                  message(40, 1), message(57, 1, 2, 3), message(27, (8, 4), 5))
        stream = START + b"".join(others) + message(33, (4, 4), (0, 2), 1)
        result = ntrace("decode", "-", "--image", DATA / "vvadd.pcinfo.gz", "--json", stdin=stream)
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"DataWrite 1, Watchpoint 1, TCODE 40 2\n", result.stderr)
        counts = json.loads(result.stdout)
        self.assertEqual((counts["instructions"], counts["unknown"], counts["faults"]), (1, 6, 0))
        self.assertEqual(counts["by_tcode"], {
            "ProgTraceSync": 1, "ProgTraceCorrelation": 1, "DataWrite": 1, "Watchpoint": 1,
            "40": 2, "57": 1, "ResourceFull": 1})

    def test_forms_with_a_plain_meaning_are_tolerated_unless_strict(self):
        # j . from 0x80000000; an I-CNT of 23 bits, two stray bytes, an I-CNT of no bits
        stream = (START + message(27, (0, 4), 0x3fffff) + b"\x03\x07" + message(27, (0, 4), 0x400000)
                  + bytes.fromhex("8413"))
        with tempfile.NamedTemporaryFile() as code:
            code.write(bytes.fromhex("01a0"))
            code.flush()
            image = ("--image", f"{code.name},at=0x80000000")
            result = ntrace("decode", "-", *image, "--json", stdin=stream)
            self.assertEqual(result.returncode, 0, result.stderr)
            counts = json.loads(result.stdout)
            self.assertEqual((counts["tolerated"], counts["instructions"], counts["faults"]),
                             ({"wide-field": 1, "empty-field": 1, "stray-byte": 2}, 0x7fffff, 0))
            self.assertRegex(result.stderr.decode(), r"\A(ntrace decode: -: tolerated [12] times: "
                                                     r"[^\n]*\n){3}\Z")
            result = ntrace("decode", "-", *image, "--json", "--strict", stdin=stream)
            self.assertEqual(result.returncode, 1)
            self.assertEqual(json.loads(result.stdout)["tolerated"], {})
            # of two harts nobody knows whose the stray byte is; it is counted once
            stream = b"\x03".join((message(9, (n, 4), (5, 4), 0, 0x40000000) for n in (0, 1, 0)))
            result = ntrace("decode", "-", *image, "--json", "--set", "trTeSrcBits=4", stdin=stream)
            self.assertEqual(json.loads(result.stdout)["tolerated"], {"stray-byte": 2})

    def test_a_hint_names_settings_that_fit_better(self):
        for mode, given, hint in (
                ("htm-cs8", [], "with --set trTeInstEnImplicitReturn=1 the first"),
                ("htm-cs8-rep", [], "with --set trTeInstEnImplicitReturn=1 the first"),
                ("htm", ["trTeSrcBits=2"], "with --set trTeSrcBits=0 the first"),
                ("htm", ["trTeSrcBits=4"], "with --set trTeSrcBits=0 the first"),
                ("btm", [], None), ("htm-rep", [], None)):
            settings = [word for setting in given for word in ("--set", setting)]
            for command in ("decode", "check"):
                if command == "check" and given:
                    continue
                result = ntrace(command, DATA / f"xrle.{mode}.nex", "--image",
                                DATA / "xrle.pcinfo.gz", *settings)
                told = [line for line in result.stderr.decode().splitlines() if "with --set" in line]
                self.assertEqual(len(told), 1 if hint else 0, result.stderr)
                if hint:
                    self.assertIn(hint, told[0])

    def test_a_hint_finds_timestamps_and_sources_that_were_not_told_of(self):
        # c.nops and a c.jr to them: IndirectBranch again and again, with SRC=5 of 6 bits and TSTAMP
        stream = message(9, (5, 6), (5, 4), 0, 0x800, 100)
        stream += b"".join(message(4, (5, 6), (0, 2), 3, 0, 7) for _ in range(40))
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "F.bin").write_bytes(bytes.fromhex("010001008280"))
            (folder / "F.nex").write_bytes(stream)
            arguments = (folder / "F.nex", "--image", f"{folder}/F.bin,at=0x1000")
            result = ntrace("decode", *arguments)
            self.assertRegex(result.stderr.decode(), "with --set trTsEnable=1 --set trTeSrcBits=6 the "
                                                     "first 41 messages decode without a fault\n")
            result = ntrace("decode", *arguments, "--set", "trTsEnable=1", "--set", "trTeSrcBits=6",
                            "--hart", "0", "--set", "trTeSrcID=5")
            self.assertEqual((result.returncode, result.stderr), (0, b""))

    def test_a_hint_names_text_of_hexadecimal_digits(self):
        data = (DATA / "xrle.htm.nex").read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "t.nex")
            for text in (data.hex(), data.hex(" "), data.hex("\n"), ", ".join(f"0x{byte:02X}" for byte in data)):
                path.write_text(text, encoding="ascii")
                for words in (("decode", path, "--image", DATA / "xrle.pcinfo.gz"), ("check", path)):
                    self.assertIn(b"the file is text of hexadecimal digits: `xxd -r -p`", ntrace(*words).stderr)
            for other in (data.hex()[:-20] + "xx" * 10, data.hex(" ").replace(" ", "g"), "24\n"):
                path.write_text(other, encoding="ascii")
                self.assertNotIn(b"hexadecimal", ntrace("check", path).stderr)

    def test_a_hint_doubts_the_image_where_no_settings_help(self):
        for command in ("decode", "check"):
            for stream, image in (("xrle.htm", "mm"), ("vvadd.btm", "xrle"), ("qsort.htm", "towers")):
                result = ntrace(command, DATA / f"{stream}.nex", "--image",
                                DATA / f"{image}.pcinfo.gz")
                self.assertEqual(result.returncode, 1)
                self.assertEqual(result.stderr.decode().count("hint: does the image belong to this"),
                                 1, result.stderr)
        # the code of this one fits, up to a step that the program cannot have taken
        self.assertNotIn(b"hint", decode("median", "btm").stderr)

    def test_a_stream_that_repeats_beyond_all_measure_is_a_fault_unless_allowed(self):
        # beq x0, x0, . and RepeatBranch of it, a quarter million times in a few bytes
        stream = START + message(3, 2) + message(30, 0x3ffff)
        with tempfile.NamedTemporaryFile() as code:
            code.write(bytes.fromhex("63000000"))
            code.flush()
            image = f"{code.name},at=0x80000000"
            for budget, status, told in (("1000", 1, "; --budget BLOCKS allows it"),
                                         ("5000000", 0, "")):
                result = ntrace("decode", "-", "--image", image, "--json", "--budget", budget,
                                stdin=stream)
                self.assertEqual(result.returncode, status, result.stderr)
                self.assertTrue(result.stderr.decode().strip().endswith(told), result.stderr)
        self.assertEqual(json.loads(result.stdout)["instructions"], 1 + 0x3ffff)

    def test_unreadable_input_is_one_line_and_status_2_and_leaves_no_file(self):
        image = DATA / "vvadd.pcinfo.gz"
        stream = DATA / "vvadd.btm.nex"
        with tempfile.TemporaryDirectory() as folder:
            empty, nosync = pathlib.Path(folder, "empty"), pathlib.Path(folder, "nosync")
            empty.write_bytes(b"")
            nosync.write_bytes(b"\xff\x0c\x0b\xff")
            output = pathlib.Path(folder, "out")
            for arguments in ([empty, "-i", image], [nosync, "-i", image], [stream, "-i", empty],
                              [stream, "-i", stream], ["no/file", "-i", image],
                              [stream, "-i", "no/file"], [folder, "-i", image], [stream],
                              [stream, "-i", image, "--to", "nonsense"],
                              [stream, "-i", image, "--set", "nonsense=1"],
                              [stream, "-i", image, "--config", "nonsense"],
                              [stream, stream, "-i", image], [stream, "-i", image, "--hart", "x"]):
                result = ntrace("decode", *arguments, "-o", output)
                self.assertEqual((result.returncode, result.stdout), (2, b""), arguments)
                self.assertEqual(result.stderr.count(b"\n"), 1, result.stderr)
                self.assertTrue(result.stderr.startswith(b"ntrace decode: "))
                self.assertFalse(output.exists())

    def test_a_recording_or_an_elf_file_is_no_trace(self):
        with tempfile.TemporaryDirectory() as folder:
            elf = pathlib.Path(folder, "F.elf")
            elf.write_bytes(b"\x7fELF" + bytes(60))
            for path, what in (("tests/data/boot.ntr", "a recording"), (elf, "an ELF file")):
                for command in (["decode", path, "-i", DATA / "vvadd.pcinfo.gz"], ["dump", path],
                                ["check", path]):
                    result = ntrace(*command)
                    self.assertEqual((result.returncode, result.stdout), (2, b""))
                    self.assertEqual(result.stderr.count(b"\n"), 1)
                    self.assertIn(f"offset 0: {what}, not a trace", result.stderr.decode())

    def test_a_full_disk_is_an_error(self):
        result = decode("vvadd", "btm", "-o", "/dev/full")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.count(b"\n"), 1)


if __name__ == "__main__":
    unittest.main()
