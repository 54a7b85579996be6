# SPDX-License-Identifier: Apache-2.0
"""What a source of an import does not know, or gives no meaning to: traps of ecall and ebreak, causes, bits
that are x, masks that are wider than the access; and the forms that dumps of the same signals have."""
import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

NTRACE = ROOT / "build/ntrace"
SIGNALS = {"valid": 1, "insn": 32, "trap": 1, "intr": 1, "mode": 2, "rd_addr": 5, "rd_wdata": 32, "pc_rdata": 32,
           "pc_wdata": 32, "mem_addr": 32, "mem_rmask": 4, "mem_wmask": 4, "mem_rdata": 32, "mem_wdata": 32}
HEAD = ",".join(SIGNALS)


def ntrace(*arguments, **more):
    return subprocess.run([NTRACE, *map(str, arguments)], capture_output=True, text=True, check=False, **more)


def row(pc, insn, after=None, **values):
    """The hexadecimal words of an instruction's signals."""
    after = pc + (4 if insn & 3 == 3 else 2) if after is None else after
    words = dict.fromkeys(SIGNALS, "0") | {"valid": "1", "mode": "3", "insn": f"{insn:x}", "pc_rdata": f"{pc:x}",
                                           "pc_wdata": f"{after:x}"} | values
    return ",".join(words[name] for name in SIGNALS)


class ImportTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.input, self.recording = self.folder / "input", self.folder / "r.ntr"

    def imports(self, form, text, *options):
        self.input.write_text(text, encoding="utf-8")
        self.recording.unlink(missing_ok=True)
        return ntrace("import", "--format", form, self.input, *options, "-o", self.recording)

    def listed(self, form, text, *options):
        done = self.imports(form, text, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        listed = ntrace("info", "--retired", self.recording).stdout.splitlines()
        return [re.sub(r" +", " ", re.sub(r"^ +\d+ ", "", line)).strip() for line in listed]

    def refused(self, reason, form, text, *options):
        done = self.imports(form, text, *options)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn(reason, done.stderr)
        self.assertFalse(self.recording.exists())


class TrapTest(ImportTest):
    def test_ecall_and_ebreak_trap_in_every_source(self):
        code = self.folder / "code"
        code.write_bytes(bytes.fromhex("13000000" "73001000" "0290" "73000000") + bytes(0xf0) + bytes.fromhex("13000000"))
        pcs = [0x80000000, 0x80000004, 0x80000008, 0x8000000a]
        insns = ["00000013", "00100073", "9002", "00000073"]
        # Each is followed by the first instruction of a handler
        sources = {
            "pc": ("".join(f"{pc:x}\n" for pc in pcs), ["--image", f"{code},at=0x80000000,xlen=32"]),
            "riscv-dv": ("pc,gpr,binary,mode\n" + "".join(f"{pc:x},,{insn},3\n" for pc, insn in zip(pcs, insns)), []),
            "spike": ("".join(f"core   0: 3 0x{pc:016x} (0x{insn})\n" for pc, insn in zip(pcs, insns)), []),
            "rvfi": (HEAD + "\n" + "".join(row(pc, int(insn, 16), after=0) + "\n" for pc, insn in zip(pcs, insns)), ["--xlen", 32]),
            "sail": ("".join(f"[{n}] [M]: 0x{pc:x} (0x{insn}) x\n" for n, (pc, insn) in enumerate(zip(pcs, insns))), []),
            "ibex": ("".join(f"1\t2\t{pc:x}\t{insn}\tx\n" for pc, insn in zip(pcs, insns)), []),
            "rocket": ("".join(f"C0: 1 [1] pc=[{pc:x}] W[r 0=0][0] R[r 0=0] R[r 0=0] inst=[{insn}] x\n" for pc, insn in zip(pcs, insns)), []),
            "rvvi": ("".join(f"RET {pc:x} {insn}\n" for pc, insn in zip(pcs, insns)), []),
            "execlog": ("".join(f'0, 0x{pc:x}, 0x{insn}, "x"\n' for pc, insn in zip(pcs, insns)), []),
        }
        for form, (text, options) in sources.items():
            with self.subTest(format=form):
                lines = self.listed(form, text, *options)
                self.assertEqual([line.split(" cause")[0] for line in lines[-3:]], [
                    "exception M 0x80000004", "exception M 0x80000008", "exception M 0x8000000a"])
                self.assertIn("cause 3 tval unknown", lines[-2])
                info = json.loads(ntrace("info", self.recording, "--json").stdout)
                self.assertEqual(info["instructions"], 1)

    def test_an_ecall_has_the_cause_of_its_mode_where_that_is_known(self):
        for mode, cause in (("0", 8), ("1", 9), ("3", 11), ("", "unknown")):
            lines = self.listed("riscv-dv", f"pc,gpr,binary,mode\n80000000,,00000073,{mode}\n80000100,,00000013,3\n")
            self.assertIn(f"cause {cause} ", lines[0])

    def test_a_commit_before_an_exception_at_its_address_did_not_retire(self):
        log = ("core   0: 3 0x0000000080000004 (0x02050407) e8 m1 l16 v8  0x000000000000000000000000000000aa mem 0x80001fff\n"
               "core   0: exception trap_load_access_fault, epc 0x0000000080000004\ncore   0:           tval 0x80002000\n"
               "core   0: 3 0x0000000080000100 (0x00000013)\n")
        lines = self.listed("spike", log)
        self.assertEqual(len(lines), 2)
        self.assertRegex(lines[0], r"exception M 0x80000004 cause 5 tval 0x80002000 v8=0x0+aa load 0x80001fff")
        # One that ran again is another
        again = ("core   0: 3 0x0000000080000004 (0x0000006f)\ncore   0: 0x0000000080000004 (0x0000006f) j .\n"
                 "core   0: exception trap_breakpoint, epc 0x0000000080000004\n")
        self.assertEqual(self.listed("spike", again), ["M 0x80000004 0x0000006f", "exception M 0x80000004 cause 3 tval 0x0"])

    def test_a_trap_without_csrs_has_an_unknown_cause_everywhere(self):
        text = f"{HEAD}\n{row(0x100, 0x00052503, trap='1')}\n{row(0x200, 0x13, intr='1')}\n"
        self.assertEqual(self.listed("rvfi", text, "--xlen", 32)[0], "exception M 0x100 cause unknown tval unknown")
        self.assertIn("exception unknown", ntrace("info", self.recording).stdout)
        info = json.loads(ntrace("info", self.recording, "--json").stdout)
        self.assertEqual((info["exceptions"], info["version"]), ({"unknown": 1}, 3))
        first = json.loads(ntrace("info", "--retired", "--json", self.recording).stdout.splitlines()[0])
        self.assertEqual((first["cause"], first["tval"]), (None, None))

    def test_a_trap_of_14_bits_has_its_cause(self):
        text = f"{HEAD}\n{row(0x100, 0x00052503, trap=f'{5 << 3 | 3:x}')}\n{row(0x200, 0x13, intr='1')}\n"
        self.assertEqual(self.listed("rvfi", text, "--xlen", 32)[0], "exception M 0x100 cause 5 tval unknown")


class AccessTest(ImportTest):
    def accesses(self, *rows, options=()):
        lines = self.listed("rvfi", "\n".join((HEAD, *rows)) + "\n", "--xlen", 32, *options)
        return [line.split(" ", 3)[3] if line.count(" ") > 2 else "" for line in lines]

    def test_a_wide_mask_says_nothing_of_the_access(self):
        base = row(0x100, 0x00002137, rd_addr="2", rd_wdata="2000")
        self.assertEqual(self.accesses(
            base,
            row(0x104, 0x00314603, rd_addr="c", rd_wdata="f", mem_addr="2000", mem_rmask="f", mem_rdata="f000000"),  # lbu
            row(0x108, 0x00211683, rd_addr="d", rd_wdata="f00", mem_addr="2000", mem_rmask="f", mem_rdata="f000000"),  # lh
            row(0x10c, 0x00108093, rd_addr="1", rd_wdata="1", mem_addr="2000", mem_rmask="f", mem_rdata="1")),  # addi
            ["x2=0x2000", "load 1 0x2003=0xf x12=0xf", "load 2 0x2002=0xf00 x13=0xf00", "x1=0x1"])

    def test_without_the_base_register_the_address_is_unknown(self):
        self.assertEqual(self.accesses(row(0x100, 0x00314603, rd_addr="c", rd_wdata="f", mem_addr="2000", mem_rmask="f")),
                         ["load 1 at an unknown address x12=0xf"])
        exact = row(0x100, 0x00314603, mem_addr="2000", mem_rmask="8", mem_rdata="f000000")
        self.assertEqual(self.accesses(exact), ["load 1 0x2003=0xf"])

    def test_x_is_unknown_in_a_value_and_nothing_beside_it(self):
        self.assertEqual(self.accesses(
            row(0x100, 0x13, rd_wdata="xxxxxxxx", mem_addr="xxxxxxxx", mem_rdata="zzzzzzzz", mem_wdata="X"),
            row(0x104, 0x00002137, rd_addr="2", rd_wdata="2000"),
            row(0x108, 0x00012603, rd_addr="c", rd_wdata="xxxxxx01", mem_addr="2000", mem_rmask="f", mem_rdata="xxxxxx01"),
            row(0x10c, 0x00c10023, mem_addr="2000", mem_wmask="1", mem_wdata="xxxxxx01")),
            ["", "x2=0x2000", "load 4 0x2000 x12=unknown", "store 1 0x2000=0x1"])

    def test_x_where_no_instruction_can_be_read_without_it_is_a_line(self):
        good = row(0x100, 0x13)
        for name, value in (("insn", "xxxxxxx3"), ("pc_rdata", "0000010x"), ("trap", "x"), ("valid", "x")):
            bad = ",".join(value if signal == name else word for signal, word in
                           zip(SIGNALS, row(0x104, 0x13).split(",")))
            with self.subTest(signal=name):
                self.refused(f"rvfi_{name} has x", "rvfi", f"{HEAD}\n{good}\n{bad}\n", "--xlen", 32)
                self.assertRegex(self.imports("rvfi", f"{HEAD}\n{good}\n{bad}\n", "--xlen", 32).stderr, r"line 3: instruction [12]:")

    def test_pcs_alone_need_nothing_else(self):
        text = "insn,pc_rdata,mem_addr\n00000013,100,rubbish\n00000073,104,\n00000013,200,x\n"
        lines = self.listed("rvfi", text, "--xlen", 32, "--pcs-only")
        self.assertEqual(lines, ["M 0x100 0x00000013", "exception M 0x104 cause unknown tval unknown", "M 0x200 0x00000013"])
        self.refused("rvfi_trap is missing; --pcs-only does without", "rvfi", text, "--xlen", 32)

    def test_a_trace_of_tandem_leaves_out_what_is_unknown(self):
        text = "\n".join((HEAD, row(0x100, 0x00002137, rd_addr="2", rd_wdata="2000"),
                          row(0x104, 0x00012603, rd_addr="c", rd_wdata="x", mem_addr="2000", mem_rmask="f", mem_rdata="x"),
                          row(0x108, 0x13), row(0x10c, 0x13))) + "\n"
        self.listed("rvfi", text, "--xlen", 32)
        trace = self.folder / "r.ntv"
        self.assertEqual(ntrace("tv", "import", self.recording, "-o", trace).returncode, 0)
        dump = ntrace("tv", "dump", trace).stdout
        self.assertIn("sp = 0x2000", dump)
        self.assertNotIn("a2 =", dump)


def dump(rows, declare, scope="$scope module core $end", states=None, value=None):
    """A value change dump: `declare` writes the variables of a signal of a size, with its codes."""
    codes, lines = {}, ["$timescale 1ns $end", "$scope module tb $end", "$var wire 1 ! clk $end", scope]
    for number, (name, bits) in enumerate(SIGNALS.items()):
        codes[name] = f"s{number}"
        lines += declare(name, bits, codes[name])
    lines += ["$upscope $end", "$upscope $end", "$enddefinitions $end"]
    for time, words in enumerate(rows):
        lines += [f"#{10 * time}", "0!"]
        for name, word in zip(SIGNALS, words.split(",")):
            lines += (value or whole)(codes[name], SIGNALS[name], word)
        lines += [f"#{10 * time + 5}", "1!"]
    text = "\n".join(lines) + "\n"
    return text if states is None else text[:text.index("#0")] + text[text.index("#0"):].translate(str.maketrans(states))


def bits_of(bits, word):
    return "x" * bits if "x" in word else f"{int(word, 16):0{bits}b}"


def whole(code, bits, word):
    return [f"b{bits_of(bits, word)} {code}"]


def single(code, bits, word):
    return [f"{bit}{code}.{n}" for n, bit in enumerate(reversed(bits_of(bits, word)))]


class DumpTest(ImportTest):
    ROWS = [row(0x100, 0x00002137, rd_addr="2", rd_wdata="2000"), row(0x104, 0x00112023, mem_addr="2000", mem_wmask="f", mem_wdata="1234"),
            row(0x108, 0x13)]
    WANTED = ["M 0x100 0x00002137 x2=0x2000", "M 0x104 0x00112023 store 4 0x2000=0x1234", "M 0x108 0x00000013"]

    def check(self, text, *options):
        self.assertEqual(self.listed("rvfi-vcd", text, "--xlen", 32, *options), self.WANTED)

    def test_every_form_of_the_same_signals_is_read(self):
        def plain(name, bits, code):
            return [f"$var wire {bits} {code} rvfi_{name} [{bits - 1}:0] $end"]

        forms = {
            "plain": (plain, {}),
            "no space before the range": (lambda n, b, c: [f"$var wire {b} {c} rvfi_{n}[{b - 1}:0] $end"], {}),
            "escaped": (lambda n, b, c: [f"$var wire {b} {c} \\rvfi_{n}[{b - 1}:0]  $end"], {}),
            "VHDL's range": (lambda n, b, c: [f"$var wire {b} {c} rvfi_{n}({b - 1} downto 0) $end"], {}),
            "split": (lambda n, b, c: [f"$var wire 1 {c}.{i} rvfi_{n} [{i}] $end" for i in reversed(range(b))], {"value": single}),
            "split, no space": (lambda n, b, c: [f"$var reg 1 {c}.{i} rvfi_{n}[{i}] $end" for i in range(b)], {"value": single}),
            "split, VHDL's": (lambda n, b, c: [f"$var reg 1 {c}.{i} rvfi_{n}({i}) $end" for i in range(b)], {"value": single}),
            "split, ranges of a bit": (lambda n, b, c: [f"$var reg 1 {c}.{i} rvfi_{n} [{i}:{i}] $end" for i in range(b)], {"value": single}),
            "split, angle brackets": (lambda n, b, c: [f"$var reg 1 {c}.{i} rvfi_{n}<{i}> $end" for i in range(b)], {"value": single}),
            "capitals": (lambda n, b, c: [f"$var wire {b} {c} RVFI_{n.upper()} [{b - 1}:0] $end"], {}),
            "members with a dot": (lambda n, b, c: [f"$var wire {b} {c} rvfi_o.{n} [{b - 1}:0] $end"], {}),
            "escaped members": (lambda n, b, c: [f"$var wire {b} {c} \\rvfi_o.{n}  [{b - 1}:0] $end"], {}),
            "paths as names": (lambda n, b, c: [f"$var wire {b} {c} top.u1.rvfi_{n} $end"], {}),
            "nine values": (plain, {"states": {"0": "0", "x": "U"}}),
            "a scope without a name": (plain, {"scope": "$scope module $end"}),
            "a scope without kind and name": (plain, {"scope": "$scope $end"}),
            "a record": (lambda n, b, c: [f"$var wire {b} {c} {n} [{b - 1}:0] $end"], {"scope": "$scope struct rvfi_o $end"}),
            "names without prefix": (lambda n, b, c: [f"$var wire {b} {c} {n} $end"], {}),
            "other signals of the same names": (lambda n, b, c: [f"$var wire {b} {c} rvfi_{n} $end", f"$var wire 7 other {n} $end"], {}),
            "others before": (lambda n, b, c: [f"$var wire 7 other {n} $end", f"$var wire {b} {c} rvfi_{n} $end"], {}),
            "a channel's scope": (lambda n, b, c: [f"$var wire {b} {c} {n} $end"], {"scope": "$scope struct rvfi_o[0] $end"}),
        }
        for about, (declare, more) in forms.items():
            with self.subTest(form=about):
                self.check(dump(self.ROWS, declare, **more))

    def test_weak_values_are_0_and_1_and_the_others_unknown(self):
        def weak(code, bits, word):
            return [f"b{bits_of(bits, word).translate(str.maketrans({'0': 'L', '1': 'H', 'x': 'W'}))} {code}"]
        rows = [*self.ROWS[:2], row(0x108, 0x13, rd_wdata="x", mem_rdata="x")]
        self.check(dump(rows, lambda n, b, c: [f"$var wire {b} {c} rvfi_{n} $end"], value=weak))

    def test_bits_beside_those_of_an_access_may_be_x(self):
        rows = [self.ROWS[0], row(0x104, 0x00a11323, mem_addr="2004", mem_wmask="c", mem_wdata="5xxxx")]  # sh a0, 6(sp)

        def partly(code, bits, word):
            return [f"b{bin(int(word.rstrip('x'), 16))[2:]}{'xxxx' * word.count('x')} {code}"] if "x" in word else whole(code, bits, word)
        text = dump(rows, lambda n, b, c: [f"$var wire {b} {c} rvfi_{n} $end"], value=partly)
        self.assertEqual(self.listed("rvfi-vcd", text, "--xlen", 32)[1], "M 0x104 0x00a11323 store 2 0x2006=0x5")

    def test_channels_in_scopes_of_their_own(self):
        codes, lines = {}, ["$timescale 1ns $end", "$scope module tb $end", "$var wire 1 ! clk $end"]
        for channel in 0, 1:
            lines.append(f"$scope struct rvfi_o[{channel}] $end")
            for number, (name, bits) in enumerate(SIGNALS.items()):
                codes[channel, name] = f"c{channel}n{number}"
                lines.append(f"$var wire {bits} {codes[channel, name]} {name} [{bits - 1}:0] $end")
            lines.append("$upscope $end")
        lines += ["$upscope $end", "$enddefinitions $end"]
        rows = [*self.ROWS, ",".join(["0"] * len(SIGNALS))]
        for time in 0, 1:
            lines += [f"#{10 * time}", "0!"]
            for channel in 0, 1:
                for name, word in zip(SIGNALS, rows[2 * time + channel].split(",")):
                    lines += whole(codes[channel, name], SIGNALS[name], word)
            lines += [f"#{10 * time + 5}", "1!"]
        self.check("\n".join(lines) + "\n")

    def without(self, path, name):
        """The map without a line."""
        other = self.folder / "fewer"
        other.write_text("".join(line for line in path.read_text().splitlines(True) if not line.startswith(name)))
        return other

    def test_the_clock_may_be_a_vector_of_one_bit(self):
        for name in ("clk [0:0]", "clk[0]", "CLK"):
            self.check(dump(self.ROWS, lambda n, b, c: [f"$var wire {b} {c} rvfi_{n} [{b - 1}:0] $end"]).replace(" clk ", f" {name} "))

    def test_a_map_has_other_names(self):
        names = self.folder / "names"
        text = dump(self.ROWS, lambda n, b, c: [f"$var wire {b} {c} retire_{n.upper()} [{b - 1}:0] $end"])
        names.write_text("# ours, theirs\n" + "".join(f"{name} core.retire_{name.upper()}\n" for name in SIGNALS), encoding="ascii")
        self.check(text, "--map", names)
        self.refused("no rvfi_valid", "rvfi-vcd", text, "--xlen", 32)
        for bad, reason in (("valid\n", "line 1: expected our name and theirs"), ("valid a b\n", "expected our name"),
                            ("speed a\n", "line 1: no signal of RVFI that is read: speed"), ("valid a\nvalid b\n", "line 2: given twice")):
            names.write_text(bad, encoding="ascii")
            self.refused(reason, "rvfi-vcd", text, "--xlen", 32, "--map", names)
        paths = "".join(f"{name.upper()} = /tb/core/retire_{name.upper()}[{bits - 1}:0]\r\n" for name, bits in SIGNALS.items())
        names.write_text(paths + "clk = /tb/tick\r\n", encoding="ascii", newline="")
        self.check(text.replace(" clk ", " tick "), "--map", names)
        self.refused("no clk, clock or clk_i", "rvfi-vcd", text.replace(" clk ", " tick "), "--xlen", 32, "--map", self.without(names, "clk"))
        names.write_text("insn tb.nowhere\n", encoding="ascii")
        whole_dump = dump(self.ROWS, lambda n, b, c: [f"$var wire {b} {c} rvfi_{n} $end"])
        self.refused("tb.nowhere, for insn, is not in", "rvfi-vcd", whole_dump, "--xlen", 32, "--map", names)
        self.refused("tb.nowhere, for insn, is not in", "rvfi", "\n".join((HEAD, *self.ROWS)), "--xlen", 32, "--map", names)
        names.write_text("pc_rdata = address\n", encoding="ascii")
        csv = "\n".join((HEAD.replace("pc_rdata", "address"), *self.ROWS)) + "\n"
        self.assertEqual(self.listed("rvfi", csv, "--xlen", 32, "--map", names), self.WANTED)

    def test_dumps_of_cores_under_icarus_are_read_as_they_are(self):
        """PicoRV32 and SERV (PyPI, pythondata-cpu-NAME) with RVFI, the latter's dump without its other signals. One
        instruction of each reads memory that nobody wrote."""
        cores = {"picorv32": (14, 4, "0xa 0x45a2 load 4 0x1ff8 x11=unknown", "exception M 0x22 cause 3 tval unknown"),
                 "serv": (21, 7, "0x1c 0x00812583 load 4 0x1ff8 x11=unknown", "exception M 0x38 cause 11 tval 0x0")}
        for core, (count, at, load, trap) in cores.items():
            dumped = ROOT / f"tests/sim/recording/data/{core}.vcd.gz"
            for pcs_only in False, True:
                with self.subTest(core=core, pcs_only=pcs_only):
                    done = ntrace("import", "--format", "rvfi-vcd", dumped, "--xlen", 32, *["--pcs-only"] * pcs_only,
                                  "-o", self.recording)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    lines = [" ".join(line.split()) for line in ntrace("info", "--retired", self.recording).stdout.splitlines()]
                    self.assertEqual(len(lines), count)
                    self.assertEqual(lines[at], f"{at} M {load if not pcs_only else load[:load.index(' load')]}")
                    self.assertIn(trap, lines)

    def test_a_verifier_passes_these_cores(self):
        for core in "picorv32", "serv":
            trace = self.folder / "r.ntv"
            ntrace("import", "--format", "rvfi-vcd", ROOT / f"tests/sim/recording/data/{core}.vcd.gz", "--xlen", 32, "-o", self.recording)
            done = ntrace("tv", "import", self.recording, "-o", trace)
            self.assertIn("1 values of registers are unknown", done.stderr)
            self.assertIn("passed: no difference", ntrace("tv", "verify", trace).stdout)

    def test_x_is_named_with_time_and_instruction(self):
        rows = [self.ROWS[0], row(0x104, 0x13).replace("104", "x", 1)]
        text = dump(rows, lambda n, b, c: [f"$var wire {b} {c} rvfi_{n} $end"])
        self.refused("time 15, instruction 2: rvfi_pc_rdata has x where rvfi_valid is 1", "rvfi-vcd", text, "--xlen", 32)

    def test_waves_are_drawn_of_the_same_forms(self):
        drawn = []
        for declare, more in ((lambda n, b, c: [f"$var wire {b} {c} {n} [{b - 1}:0] $end"], {}),
                              (lambda n, b, c: [f"$var wire 1 {c}.{i} {n}[{i}] $end" for i in range(b)], {"value": single}),
                              (lambda n, b, c: [f"$var wire {b} {c} \\{n}({b - 1} downto 0)  $end"], {"scope": "$scope vhdl_record core $end"})):
            self.input.write_text(dump(self.ROWS, declare, **more), encoding="ascii")
            done = ntrace("wave2svg", self.input, "--signal", "core.pc_rdata", "--signal", "core.rd_addr", "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            drawn.append(json.loads(done.stdout))
        self.assertEqual(drawn[0], drawn[1])
        self.assertEqual(drawn[0], drawn[2])


if __name__ == "__main__":
    unittest.main()
