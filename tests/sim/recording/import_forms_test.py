# SPDX-License-Identifier: Apache-2.0
"""Forms that sources of an import have in the field: dumps with arrays, structs and names that come twice, a wider
bus, addresses of RV32 that are sign-extended, maps of paths, what a format may leave out."""
import json
import unittest

from tests.lib.catalogue import ROOT
from tests.sim.recording.import_unknown_test import HEAD, SIGNALS, ImportTest, bits_of, dump, ntrace, row


def plain(name, bits, code):
    return [f"$var wire {bits} {code} rvfi_{name} [{bits - 1}:0] $end"]


class DumpFormTest(ImportTest):
    ROWS = [row(0x100, 0x13), row(0x104, 0x13), row(0x108, 0x13)]
    WANTED = ["M 0x100 0x00000013", "M 0x104 0x00000013", "M 0x108 0x00000013"]

    def check(self, text, *options):
        self.assertEqual(self.listed("rvfi-vcd", text, "--xlen", 32, *options), self.WANTED)

    def beside(self, *declared):
        """A dump with other variables in a scope beside the core."""
        text = dump(self.ROWS, plain)
        return text.replace("$enddefinitions", "$scope module other $end\n" + "\n".join(declared) + "\n$upscope $end\n$enddefinitions")

    def test_what_a_scope_beside_has_does_not_matter(self):
        for about, declared in (
                ("a parameter in capitals", ("$var parameter 32 p VALID $end", "$var wire 1 q valid $end")),
                ("two of a name", ("$var wire 32 p insn $end", "$var wire 32 q insn $end")),
                ("no bits", ("$var wire 0 p valid $end",)),
                ("a number and a text", ("$var real 64 p mode $end", "$var string 0 q valid $end", "$var event 1 r trap $end"))):
            with self.subTest(about=about):
                self.check(self.beside(*declared))
        self.refused("rvfi_insn comes twice in its scope; --map names another", "rvfi-vcd",
                     dump(self.ROWS, lambda n, b, c: plain(n, b, c) + (plain(n, b, "other") if n == "insn" else [])), "--xlen", 32)

    def test_a_memory_beside_may_be_a_vector_of_any_size(self):
        bits = 1 << 20
        text = self.beside(f"$var wire {bits} m memory [{bits - 1}:0] $end")
        self.check(text.replace("#5\n", f"b{'10' * (bits // 2)} m\n#5\n"))

    def test_arrays_have_an_element_for_each_channel(self):
        dumped = ROOT / "tests/sim/recording/data/verilator-structs.vcd.gz"  # of Verilator 5.006, --trace-structs
        pcs = [f"0x{pc:x}" for pc in range(0x80000018, 0x80000058, 4)]
        for scope in [], ["--scope", "top.c"], ["--scope", "s"], ["--scope", "u"]:
            with self.subTest(scope=scope):
                done = ntrace("import", "--format", "rvfi-vcd", dumped, "--xlen", 32, *scope, "-o", self.recording)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                listed = ntrace("info", "--retired", self.recording).stdout
                self.assertEqual([line.split()[2] for line in listed.splitlines()], pcs)
        old = dump(self.ROWS, lambda n, b, c: [f"$var wire {b} {c} rvfi_{n}(0) [{b - 1}:0] $end"] if b > 1 else plain(n, b, c))
        self.check(old)

    def test_instances_with_an_index_are_harts_and_no_channels(self):
        text = dump(self.ROWS, plain, scope="$scope module core[0] $end")
        start, end = text.index("$scope module core"), text.index("$enddefinitions")
        other = text[start:end].replace("core[0]", "core[1]").replace(" s", " o")
        self.check(text[:end].removesuffix("$upscope $end\n") + other + text[end:])

    def test_extended_identifiers_of_vhdl(self):
        self.check(dump(self.ROWS, lambda n, b, c: [f"$var reg {b} {c} \\rvfi_{n}\\[{b - 1}:0] $end"]))

    def test_a_clock_that_is_not_there_is_named(self):
        names = self.folder / "names"
        names.write_text("clk tb.tick\n", encoding="ascii")
        for options in ("--clock", "tb.tick"), ("--map", names):
            self.refused("tb.tick: no such clock of one bit", "rvfi-vcd", dump(self.ROWS, plain), "--xlen", 32, *options)

    def test_x_in_valid_is_of_the_next_instruction(self):
        bad = ["x" if name == "valid" else word for name, word in zip(SIGNALS, self.ROWS[1].split(","))]
        self.refused("time 15, instruction 2: rvfi_valid has x", "rvfi-vcd", dump([self.ROWS[0], ",".join(bad)], plain), "--xlen", 32)

    def test_an_fst_of_either_form_is_named(self):
        for first in b"\0", b"\xfe":
            self.input.write_bytes(first + bytes(40))
            done = ntrace("import", "--format", "rvfi-vcd", self.input, "-o", self.recording)
            self.assertEqual(done.returncode, 2)
            self.assertIn("fst2vcd turns an FST", done.stderr)


class StructTest(ImportTest):
    """trap and intr of CV32E40X are structs of 14 bits."""
    ROWS = [row(0x100, 0x13), row(0x104, 0x13, trap=f"{2 << 3 | 3:x}"), row(0x200, 0x13, intr=f"{2 << 3 | 3:x}"),
            row(0x300, 0x13, intr=f"{0x7ff << 3 | 5:x}")]
    WANTED = ["M 0x100 0x00000013", "exception M 0x104 cause 2 tval unknown", "M 0x200 0x00000013",
              "interrupt M 0x204 cause 2047 tval unknown", "M 0x300 0x00000013"]

    def test_of_a_text(self):
        self.assertEqual(self.listed("rvfi", "\n".join((HEAD, *self.ROWS)) + "\n", "--xlen", 32), self.WANTED)

    def test_of_a_dump(self):
        def value(code, bits, word):
            return [f"b{bits_of(14 if code in ('s2', 's3') else bits, word)} {code}"]
        text = dump(self.ROWS, lambda n, b, c: plain(n, 14 if n in ("trap", "intr") else b, c), value=value)
        self.assertEqual(self.listed("rvfi-vcd", text, "--xlen", 32), self.WANTED)

    def test_an_exception_of_intr_alone_has_its_cause(self):
        text = "\n".join((HEAD, row(0x100, 0x13), row(0x200, 0x13, intr=f"{5 << 3 | 3:x}"))) + "\n"
        self.assertEqual(self.listed("rvfi", text, "--xlen", 32)[1], "exception M 0x104 cause 5 tval unknown")


class BusTest(ImportTest):
    """Masks and data of a bus that is wider than a register, and of several accesses of an instruction."""
    WIDE = {"mem_rmask": 8, "mem_wmask": 8, "mem_rdata": 64, "mem_wdata": 64}

    def accesses(self, rows, factors, *options):
        def value(code, bits, word):
            name = list(SIGNALS)[int(code[1:])]
            return [f"b{bits_of(SIGNALS[name] * factors.get(name, 1), word)} {code}"]
        text = dump(rows, lambda n, b, c: plain(n, b * factors.get(n, 1), c), value=value)
        return [line.split(" ", 3)[3] if line.count(" ") > 2 else "" for line in self.listed("rvfi-vcd", text, "--xlen", 32, *options)]

    def test_a_bus_of_64_bits_on_rv32(self):
        rows = [row(0x100, 0x00002137, rd_addr="2", rd_wdata="2000"),
                row(0x104, 0x00412603, rd_addr="c", mem_addr="2000", mem_rmask="f0", mem_rdata="1122334455667788"),  # lw a2, 4(sp)
                row(0x108, 0x00c102a3, mem_addr="2000", mem_wmask="20", mem_wdata="330000000000")]  # sb a2, 5(sp)
        wanted = ["x2=0x2000", "load 4 0x2004=0x11223344 x12=0x0", "store 1 0x2005=0x33"]
        twice = dict.fromkeys(("mem_rmask", "mem_wmask", "mem_rdata", "mem_wdata"), 2)
        self.assertEqual(self.accesses(rows, twice), wanted)
        lines = self.listed("rvfi", "\n".join((HEAD, *rows)) + "\n", "--xlen", 32)
        self.assertEqual([line.split(" ", 3)[3] for line in lines], wanted)
        # A mask has more bits than there is data: what the data does not have is unknown
        masks = dict.fromkeys(("mem_rmask", "mem_wmask"), 2)
        rows = [rows[0], row(0x104, 0x00412603, rd_addr="c", mem_addr="2000", mem_rmask="f0", mem_rdata="55667788")]
        self.assertEqual(self.accesses(rows, masks)[1], "load 4 0x2004 x12=0x0")

    def test_several_accesses_of_an_instruction(self):
        every = dict.fromkeys(("mem_addr", "mem_rmask", "mem_wmask", "mem_rdata", "mem_wdata"), 4)
        rows = [row(0x100, 0x00002137, rd_addr="2", rd_wdata="2000"),
                row(0x104, 0x00c12023, mem_addr="2000", mem_wmask="f", mem_wdata="1234"),  # sw a2, 0(sp)
                row(0x108, 0xb852, mem_addr=f"{0x1ffc << 32 | 0x1ff8:x}", mem_wmask="ff", mem_wdata=f"{7 << 32 | 6:x}")]  # cm.push
        self.assertEqual(self.accesses(rows, every, "--isa", "zcmp"),
                         ["x2=0x2000", "store 4 0x2000=0x1234", "store 4 0x1ff8=0x6 store 4 0x1ffc=0x7"])
        many = dict.fromkeys(every, 128)
        self.assertEqual(self.accesses(rows, many, "--isa", "zcmp")[2], "store 4 0x1ff8=0x6 store 4 0x1ffc=0x7")
        for name, factor in (("mem_rmask", 3), ("mem_rdata", 3), ("rd_wdata", 4), ("mem_rmask", 128)):
            with self.subTest(name=name, factor=factor), self.assertRaisesRegex(AssertionError, f"rvfi_{name} has"):
                self.accesses(rows, (every if factor == 3 else {}) | {name: factor})


class ZcmpTest(ImportTest):
    """A call, cm.push, cm.popret, and where it returns to."""
    STEPS = [(0x100, 0x008000ef, "108"), (0x108, 0xb842, "10a"), (0x10a, 0xbe42, "104"), (0x104, 0x13, "108")]

    def sources(self):
        code = self.folder / "code"
        code.write_bytes(bytes.fromhex("ef008000" "13000000" "42b8" "42be"))
        pairs = [(f"{pc:x}", f"{bits:04x}" if bits & 3 != 3 else f"{bits:08x}") for pc, bits, _ in self.STEPS]
        return {
            "pc": ("".join(f"{pc}\n" for pc, _ in pairs), ["--image", f"{code},at=0x100,xlen=32"]),
            "rvfi": ("\n".join((HEAD, *(row(pc, bits, pc_wdata=after) for pc, bits, after in self.STEPS))) + "\n", []),
            "spike": ("".join(f"core   0: 3 0x{pc:>08} (0x{insn})\n" for pc, insn in pairs), []),
            "riscv-dv": ("pc,gpr,binary\n" + "".join(f"{pc},,{insn}\n" for pc, insn in pairs), []),
            "sail": ("".join(f"[1] [M]: 0x{pc} (0x{insn}) x\n" for pc, insn in pairs), []),
            "ibex": ("".join(f"1\t2\t{pc}\t{insn}\tx\n" for pc, insn in pairs), []),
            "rocket": ("".join(f"C0: 1 [1] pc=[{pc}] W[r 0=0][0] R[r 0=0] R[r 0=0] inst=[{insn}] x\n" for pc, insn in pairs), []),
            "rvvi": ("".join(f"RET {pc} {insn}\n" for pc, insn in pairs), []),
            "execlog": ("".join(f'0, 0x{pc}, 0x{insn}, "x"\n' for pc, insn in pairs), []),
        }

    def test_each_source_reads_it_where_the_hart_has_it_and_names_the_option_where_not(self):
        for form, (text, options) in self.sources().items():
            with self.subTest(format=form):
                lines = self.listed(form, text, "--xlen", 32, "--isa", "zcmp", *options)
                self.assertEqual([line.split(" x1=")[0] for line in lines], [
                    "M 0x100 0x008000ef", "M 0x108 0xb842", "M 0x10a -", "M 0x104 0x00000013"])
                done = self.imports(form, text, "--xlen", 32, *options)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (0, 1))
                self.assertIn("may be of Zcmp or Zcmt: --isa zcmp,zcmt reads them", done.stderr)

    def test_what_may_access_memory_does_so_in_the_direction_of_its_encoding(self):
        push = '0, 0x108, 0xb842, "cm.push", store, 0x1000, RAM, store, 0x1004, RAM\n'
        vector = '0, 0x100, 0x02056427, "vse32.v v8,(a0)", store, 0x1000\n0, 0x104, 0x02056407, "vle32.v v8,(a0)", load, 0x1000\n'
        self.assertEqual(self.listed("execlog", vector + push, "--xlen", 32, "--isa", "zcmp"), [
            "M 0x100 0x02056427 store 0x1000", "M 0x104 0x02056407 load 0x1000",
            "M 0x108 0xb842 store at an unknown address (0x1000) store at an unknown address (0x1004)"])
        wide = row(0x100, 0x02056427, mem_addr="1000", mem_rmask="f", mem_wmask="f", mem_wdata="7")
        self.assertEqual(self.listed("rvfi", f"{HEAD}\n{wide}\n", "--xlen", 32), ["M 0x100 0x02056427 store 4 0x1000=0x7"])
        self.assertEqual(self.listed("rvvi", "RET 100 02056427 MEM D 4 1000 1000 0\n"), ["M 0x100 0x02056427 store 0x1000"])


class TextFormTest(ImportTest):
    def test_addresses_of_rv32_may_be_sign_extended_in_every_log(self):
        code = self.folder / "code"
        code.write_bytes(bytes.fromhex("13000000"))
        pc, image = "ffffffff80000000", ["--image", f"{code},at=0x80000000,xlen=32"]
        for form, text, options in (
                ("pc", f"{pc}\n", image), ("spike", f"core   0: 3 0x{pc} (0x00000013) x1  0x{pc}\n", []),
                ("riscv-dv", f"pc,gpr,binary\n{pc},ra:{pc},00000013\n", []), ("sail", f"[1] [M]: 0x{pc} (0x00000013) nop\n", []),
                ("rocket", f"C0: 1 [1] pc=[{pc}] W[r 1={pc}][1] R[r 0=0] R[r 0=0] inst=[00000013] nop\n", []),
                ("rvvi", f"RET {pc} 00000013\n", []), ("execlog", f'0, 0x{pc}, 0x13, "nop"\n', []),
                ("ibex", f"1\t2\t{pc}\t00000013\tnop\n", [])):
            with self.subTest(format=form):
                self.assertTrue(self.listed(form, text, "--xlen", 32, *options)[0].startswith("M 0x80000000 0x00000013"))
                if form not in ("pc", "ibex"):
                    self.assertEqual(self.imports(form, text.replace(pc, "ffffffff00000000"), "--xlen", 32).returncode, 2)

    def test_x_in_a_register_of_rocket_and_riscv_dv_is_unknown(self):
        for value in "xxxxxxxxxxxxxxxx", "00000000xxxxXXXX":
            rocket = f"C0: 1 [1] pc=[80000000] W[r 1={value}][1] R[r 0=0] R[r 0=0] inst=[00100093] li ra, 1\n"
            self.assertEqual(self.listed("rocket", rocket), ["M 0x80000000 0x00100093 x1=unknown"])
            self.assertEqual(self.listed("riscv-dv", f"pc,gpr,binary\n80000000,ra:{value},00100093\n"),
                             ["M 0x80000000 0x00100093 x1=unknown"])

    def test_pcs_alone_need_no_registers_in_riscv_dv(self):
        text = "pc,binary\n80000000,00000013\n"
        self.assertEqual(self.listed("riscv-dv", text, "--pcs-only"), ["M 0x80000000 0x00000013"])
        self.refused("gpr: the first line has no such column", "riscv-dv", text)

    def test_rows_of_riscv_dv_that_are_commits(self):
        rows = [f"80000000,{name},,00c12023,{value}\n" for name, value in (("sw", "a2"), ("mem", "0x1"), ("c768_mstatus", "0x2"), ("f8", "0x3"))]
        self.assertEqual(self.listed("riscv-dv", "pc,instr,gpr,binary,operand\n" + "".join(rows)), ["M 0x80000000 0x00c12023"])

    def test_an_ebreak_that_is_expanded_has_its_cause(self):
        log = "Time Cycle PC Instr Mnemonic\n1 ns 1 00000080 00100073 c.ebreak\n2 ns 2 00000000 00000013 nop\n"
        self.assertEqual(self.listed("cv32e40p", log)[0], "exception M 0x80 cause 3 tval unknown")

    def test_an_old_name_of_spikes_traps(self):
        log = "core   0: 3 0x0000000080000000 (0x00000013)\ncore   0: exception trap_hypervisor_ecall, epc 0x0000000080000004\n"
        self.assertIn("cause 10", self.listed("spike", log)[1])

    def test_names_of_columns_may_be_paths(self):
        names = self.folder / "names"
        names.write_text("pc_rdata /tb/core/pc_q\n", encoding="ascii")
        values = row(0x100, 0x13)
        for separator in ".", "/":
            text = separator.join(("", "tb", "core", "rvfi_")) + HEAD.replace(",", ",tb.core.rvfi_") + f"\n{values}\n"
            self.assertEqual(self.listed("rvfi", text, "--xlen", 32), ["M 0x100 0x00000013"])
        text = HEAD.replace("pc_rdata", "tb/core/pc_q") + f"\n{values}\n"
        self.assertEqual(self.listed("rvfi", text, "--xlen", 32, "--map", names), ["M 0x100 0x00000013"])
        self.refused("names are separated by commas", "rvfi", HEAD.replace(",", "\t") + "\n" + values.replace(",", "\t"), "--xlen", 32)

    def test_a_map_of_one_signal_for_two_is_refused(self):
        names = self.folder / "names"
        names.write_text("mem_rmask mask\nmem_wmask mask\n", encoding="ascii")
        self.refused("line 2: one signal for two of ours: mask", "rvfi", f"{HEAD}\n{row(0x100, 0x13)}\n", "--xlen", 32, "--map", names)

    def test_json_has_no_value_of_an_unknown_register(self):
        self.listed("riscv-dv", "pc,gpr,binary\n80000000,ra:xx,00100093\n")
        first = json.loads(ntrace("info", "--retired", "--json", self.recording).stdout.splitlines()[0])
        self.assertNotIn("value", json.dumps(first))


if __name__ == "__main__":
    unittest.main()
