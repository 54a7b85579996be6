# SPDX-License-Identifier: Apache-2.0
"""`ntrace tv`: dump and assemble; what is cut off or wrong is named, and never half shown."""
import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

PAGE = ROOT / "docs/tandem.md"
C1 = bytes.fromhex("010311b3816200040310341200000000000002")
C2 = bytes.fromhex("01070a0001000c00000000116700011002")
C3 = bytes.fromhex("010311d3f31601042710f9f4fe66ffffffff0603000102")
C8 = bytes.fromhex("01070a0000010000000000" "0441035612080000000000" "0442030300000000000080"
                   "040003b01800000a000000" "0443030000000000000000" "070103" "02")
MEMORY = bytes.fromhex("01" "0b" "08000000800000000031887766554433221109" "03"
                       "08080000800000000025010000000902" "ffffffff" "02")
EVERY = C1 + C2 + C3 + C8 + MEMORY + bytes.fromhex("010a02" "0708" "0102030405060708")


def run(*words, data=None):
    return subprocess.run([str(ROOT / "build/ntrace"), "tv", *map(str, words)], cwd=ROOT,
                          input=data, capture_output=True, check=False)


def dump(stream, *options, xlen=64):
    done = run("dump", "--xlen", xlen, *options, "-", data=stream)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def objects(stream, *options, xlen=64):
    lines = dump(stream, "--json", *options, xlen=xlen)[1].splitlines()
    return [json.loads(line) for line in lines]


class TvCommandTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name, content=None):
        path = Path(self.folder.name) / name
        if content is not None:
            path.write_bytes(content)
        return path

    def assemble(self, text):
        done = run("assemble", self.path("t.s", text.encode()), "-o", "-")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout

    def refused(self, text):
        out = self.path("out")
        done = run("assemble", self.path("t.s", text.encode()), "-o", out)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertEqual(sorted(path.name for path in out.parent.iterdir()), ["t.s"])
        self.assertEqual(done.stderr.count(b"\n"), 1)
        return done.stderr.decode().strip().split(": ", 2)[2]

    def test_text_and_bytes_are_the_page_s(self):
        page = PAGE.read_text(encoding="utf-8")
        text, = re.findall(r"```asm\n(.*?)```", page, re.S)
        stream = bytes.fromhex(re.findall(r"```hex\n(.*?)```", page, re.S)[0])
        self.assertEqual(self.assemble(text), stream)
        status, out, error = dump(stream)
        self.assertEqual((status, out, error), (0, text, ""))
        lines = re.findall(r"```json\n(.*?)```", page, re.S)[0].splitlines()
        self.assertEqual(objects(stream), [json.loads(line) for line in lines])

    def test_text_of_every_opcode_makes_the_same_bytes(self):
        status, out, error = dump(EVERY)
        self.assertEqual((status, error), (0, ""))
        self.assertEqual(self.assemble(out), EVERY)
        in_a_file = self.assemble(".ntv\n" + out)
        self.assertEqual(in_a_file[:4], b"\x89NTV")
        again = run("dump", self.path("f.ntv", in_a_file))
        self.assertEqual((again.returncode, again.stdout.decode()), (0, ".ntv\n" + out))
        self.assertEqual(self.assemble(again.stdout.decode()), in_a_file)

    def test_long_traces_come_back_in_chunks(self):
        stream = C1 * 20000
        status, out, _ = dump(stream)
        self.assertEqual((status, self.assemble(out) == stream), (0, True))
        in_a_file = self.assemble(".ntv\n" + out)
        chunks = -(-len(stream) // 65536) + 1
        self.assertEqual(len(in_a_file), 16 + len(stream) + 8 * chunks)
        again = run("dump", self.path("f.ntv", in_a_file))
        self.assertEqual((again.returncode, again.stdout.decode() == ".ntv\n" + out), (0, True))

    def test_json_has_an_object_for_each_group(self):
        one, = objects(C1)
        self.assertEqual((one["offset"], one["insn"], one["pc"], one["privilege"]),
                         (0, "0x006281b3", None, None))
        self.assertEqual(one["registers"], [{"name": "gp", "value": "0x1234"}])
        self.assertEqual((one["csrs"], one["memory"], one["violations"]), ([], [], []))
        groups = objects(EVERY)
        self.assertEqual([group["group"] for group in groups], [True] * 6 + [False])
        self.assertEqual([group["offset"] for group in groups[:4]], [0, 19, 36, 59])
        self.assertEqual(groups[1]["pc"], "0xc000100")
        self.assertEqual(groups[2]["pc"], "0xc000104")  # incremented, by 4
        self.assertEqual(groups[2]["csrs"], [{"name": "fcsr", "or": "0x1"}])
        self.assertEqual(groups[3]["privilege"], "M")
        self.assertEqual([csr["name"] for csr in groups[3]["csrs"]],
                         ["mepc", "mcause", "mstatus", "mtval"])
        self.assertEqual(groups[4]["memory"], [
            {"name": "request", "operation": "store", "size": 64, "address": "0x80000000",
             "data": "0x1122334455667788"},
            {"name": "response", "size": 64, "result": "success"},
            {"name": "request", "operation": "amo-add", "size": 32, "address": "0x80000008",
             "data": "0x1"},
            {"name": "response", "size": 32, "result": "success", "data": "0xffffffff"}])
        self.assertTrue(groups[4]["initialization"])
        self.assertEqual((groups[5]["reset"], groups[5]["pc"]), (True, None))
        self.assertEqual(groups[6]["mtime"], "0x807060504030201")

    def test_the_pc_of_rv32_wraps(self):
        stream = bytes.fromhex("01070afeffffff02" "0103100100" "02" "011001000201100100" "0302")
        self.assertEqual([group["pc"] for group in objects(stream, xlen=32)],
                         ["0xfffffffe", "0x0", None, None])

    def test_a_cut_shows_no_half_group(self):
        for size in range(1, len(C8)):
            status, out, error = dump(C1 + C8[:size], "--json")
            self.assertEqual((status, len(out.splitlines())), (2, 1))
            self.assertEqual(error, f"ntrace tv dump: -: offset {19 + size}: the stream is cut off "
                                    "within the group or field that begins at offset 19\n")
        self.assertEqual(dump(C1 + C8[:-1])[1], dump(C1)[1])

    def test_wrong_bytes_end_the_dump_with_their_offset(self):
        printed = {"0107100001000c": "offset 2: unknown identifier 16 (chapter 2, identifiers)",
                   "01031003a282000404": "offset 5: unknown opcode 0x82 (chapter 2, opcodes)"}
        for stream, expected in printed.items():
            status, out, error = dump(C1 + bytes.fromhex(stream))
            place = re.sub(r"\d+", lambda at: str(int(at[0]) + len(C1)), expected, count=1)
            self.assertEqual((status, error), (2, f"ntrace tv dump: -: {place}\n"))
            self.assertEqual(out, dump(C1)[1])

    def test_a_broken_rule_is_named_at_its_field(self):
        stream = bytes.fromhex("01" "0400100100000000000000" "02")
        status, out, error = dump(stream)
        self.assertEqual((status, error), (1, ""))
        self.assertIn("zero = 0x1 ; violation x0 at offset 1: x0 is always 0 "
                      "(chapter 3, register addresses)\n", out)
        self.assertEqual(self.assemble(out), stream)
        self.assertEqual(objects(stream)[0]["violations"],
                         [{"name": "x0", "offset": 1, "clause": "chapter 3, register addresses"}])
        without = bytes.fromhex("01100100" "02")
        self.assertEqual((dump(without)[0], dump(without, "--complete")[0]), (0, 1))
        contrary = bytes.fromhex("0103" "1100000000" "02")  # a warning alone
        self.assertEqual(dump(contrary)[0], 0)
        self.assertEqual(objects(contrary)[0]["warnings"][0]["name"], "instruction-length")

    def test_lengths_come_from_options_or_from_the_file(self):
        for xlen, options, expected in ((64, (), "64 64"), (32, (), "0 32"),
                                        (32, ("--flen", 64), "64 32"), (32, ("--mlen", 34), "0 34"),
                                        (64, ("--flen", 0), "0 64")):
            flen, mlen = expected.split()
            self.assertTrue(dump(b"\x0a", *options, xlen=xlen)[1].startswith(
                f".xlen {xlen}\n.flen {flen}\n.mlen {mlen}\nreset"))
        other = bytes.fromhex("070304030201" "01070a0000000002")
        status, out, _ = dump(other, "--mlen", 34, "--eaddr-xlen", xlen=32)
        self.assertEqual((status, self.assemble(out)), (0, other))
        self.assertEqual(self.assemble(".ntv\n" + out)[5:9], bytes([32, 0, 34, 1]))
        file = self.path("f.ntv", self.assemble(".ntv\n.xlen 32\nreset\n"))
        self.assertEqual(run("dump", file, "--xlen", 32, "--flen", 0).returncode, 0)
        for option in (("--xlen", 64), ("--flen", 32), ("--mlen", 34), ("--eaddr-xlen",)):
            done = run("dump", file, *option)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"the file has XLEN 32, FLEN 0, MLEN 32", done.stderr)

    def test_what_is_absent_comes_from_the_option_and_the_file(self):
        text = ".ntv\n.xlen 64\n.flen 64\n.mlen 64\n.absent fcsr\n.absent store\nreset ; offset 0\n"
        file = self.path("f.ntv", self.assemble(text))
        self.assertEqual(run("dump", file).stdout.decode(), text)
        more = run("dump", file, "--absent", "gpr,store").stdout.decode()
        self.assertEqual(more, text.replace(".absent fcsr", ".absent gpr\n.absent fcsr"))
        wrong = run("dump", file, "--absent", "gpr,vpr")
        self.assertEqual((wrong.returncode, wrong.stdout), (2, b""))
        self.assertIn(b"no such kind of element: vpr", wrong.stderr)

    def test_bad_use_is_one_line(self):
        file = self.path("c1", C1)
        empty = self.path("empty", b"")
        uses = (((file,), "XLEN"), ((file, "--xlen", 16), "32 or 64"), ((), "F is missing"),
                ((file, "--xlen", 64, "--mlen", 34), "MLEN is 64 with XLEN 64"),
                ((file, "--xlen", 64, "--flen", 16), "FLEN is 0, 32 or 64"),
                ((file, "--xlen", 32, "--mlen", 64), "32 or 34"), ((file, file), "one file at a time"),
                ((self.path("none"), "--xlen", 64), "No such file"),
                ((empty, "--xlen", 64), "offset 0: the stream is empty"),
                (("tests/data/boot.ntr", "--xlen", 64), "a recording"))
        for words, reason in uses:
            done = run("dump", *words)
            self.assertEqual((done.returncode, done.stdout), (2, b""), words)
            self.assertRegex(done.stderr.decode(), rf"\A[^\n]*{reason}[^\n]*\n\Z")
        for words in ((), ("record",), ("assemble",), ("assemble", file)):
            done = run(*words)
            self.assertEqual((done.returncode, done.stdout), (2, b""), words)
            self.assertEqual(done.stderr.count(b"\n"), 1, words)
        for words in (("--help",), ("dump", "--help"), ("assemble", "--help")):
            done = run(*words)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertIn(b"usage: ntrace tv", done.stdout)

    def test_a_damaged_file_is_named(self):
        good = self.assemble(".ntv\n.xlen 64\nbegin\nreset\nend\n")
        for at, reason in ((5, "offset 12: checksum"), (20, "offset 24: the checksum"),
                           (25, "offset 24: the checksum"),
                           (len(good) - 1, "offset 27: the checksum")):
            bad = bytearray(good)
            bad[at] ^= 1
            done = run("dump", self.path("bad.ntv", bytes(bad)))
            self.assertEqual(done.returncode, 2)
            self.assertIn(reason, done.stderr.decode())
        for size in range(4, len(good)):
            done = run("dump", self.path("bad.ntv", good[:size]))
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"offset {size}: the file is cut off", done.stderr.decode())

    def test_wrong_text_leaves_no_file_and_names_its_place(self):
        page = PAGE.read_text(encoding="utf-8")
        lines = re.findall(r"```errors\n(.*?)```", page, re.S)[0].splitlines()
        self.assertGreater(len(lines), 9)
        for line in lines:
            text, expected = re.fullmatch(r"(.*?) +\| (.*)", line).groups()
            self.assertEqual(self.refused(f".xlen 32\n{text}\n"), f"line 2: {expected}")
        self.assertEqual(self.refused("reset\n"), "line 1: column 1: a bare stream does not tell "
                                                  "XLEN: it must be given, 32 or 64")
        self.assertEqual(self.refused(".xlen 32\n; nothing\n"), "line 2: the text has no field")
        self.assertEqual(self.refused(".xlen 32\nreset\n.flen 0\n"),
                         "line 3: column 1: must come before the first field")


if __name__ == "__main__":
    unittest.main()
