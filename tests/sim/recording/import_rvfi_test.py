# SPDX-License-Identifier: Apache-2.0
"""`ntrace import --format rvfi`, `rvfi-vcd` and `riscv-dv`: what other benches write becomes a
recording. The dump is written by Icarus."""
import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

COLUMNS = {"valid": 1, "insn": 32, "trap": 1, "intr": 1, "mode": 2, "rd_addr": 5, "rd_wdata": 32,
           "pc_rdata": 32, "pc_wdata": 32, "mem_addr": 32, "mem_rmask": 4, "mem_wmask": 4,
           "mem_rdata": 32, "mem_wdata": 32, "csr_mcause_rdata": 32, "csr_mtval_rdata": 32}


def row(pc, insn, after=None, **values):
    after = pc + (4 if insn & 3 == 3 else 2) if after is None else after
    return dict.fromkeys(COLUMNS, 0) | {"valid": 1, "mode": 3, "insn": insn, "pc_rdata": pc,
                                        "pc_wdata": after} | values


LOOP = [
    row(0x100, 0x4505, rd_addr=10, rd_wdata=1),  # c.li a0, 1
    row(0x102, 0x00A10123, mem_addr=0x2000, mem_wmask=4, mem_wdata=0x00010000),  # sb a0, 2(sp)
    row(0x106, 0x00012583, mem_addr=0x2000, mem_rmask=15, mem_rdata=0x00015678, rd_addr=11,
        rd_wdata=0x15678),  # lw a1, 0(sp)
    row(0x10A, 0x00A58463, after=0x112),  # beq a1, a0, +8 taken
    row(0x112, 0x00000073, after=0x200, trap=1),  # ecall
    row(0x200, 0x00000013, intr=1, csr_mcause_rdata=11),  # nop
    row(0x204, 0x30200073, after=0x116, mode=3),  # mret
    row(0x116, 0x0001, mode=0),  # c.nop
    row(0x200, 0x00000013, intr=1, csr_mcause_rdata=0x80000007),
    row(0x204, 0x30200073, after=0x118),
    row(0x118, 0x0001, mode=0),
]
RETIRED = """\
M 0x100 0x4505 x10=0x1
M 0x102 0x00a10123 store 1 0x2002=0x1
M 0x106 0x00012583 load 4 0x2000=0x15678 x11=0x15678
M 0x10a 0x00a58463
exception M 0x112 cause 11 tval 0x0
M 0x200 0x00000013
M 0x204 0x30200073
U 0x116 0x0001
interrupt U 0x118 cause 7 tval 0x0
M 0x200 0x00000013
M 0x204 0x30200073
U 0x118 0x0001
"""


def ntrace(*arguments):
    return subprocess.run([ROOT / "build/ntrace", *map(str, arguments)], capture_output=True,
                          text=True, check=False)


def text_of(rows, columns=COLUMNS):
    lines = [",".join(f"rvfi_{name}" for name in columns)]
    lines += [",".join(f"{values[name]:x}" for name in columns) for values in rows]
    return "\n".join(lines) + "\n"


class ImportTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.input, self.recording = self.folder / "input", self.folder / "r.ntr"

    def imports(self, form, text, *options):
        self.input.write_text(text, encoding="utf-8")
        return ntrace("import", "--format", form, self.input, "-o", self.recording, "--json",
                      *options)

    def taken(self, done, instructions, breaks=0):
        self.assertEqual(done.returncode, 0, done.stderr)
        summary = json.loads(done.stdout)
        self.assertEqual((summary["instructions"], summary["breaks"]), (instructions, breaks))
        return ntrace("info", "--retired", self.recording).stdout

    def refused(self, done, reason):
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn(reason, done.stderr)
        self.assertFalse(self.recording.exists())

    def retired(self, listed):
        """The list in a few words, without its numbers."""
        return "".join(re.sub(r" +", " ", re.sub(r"^ +\d+ ", "", line)).strip() + "\n"
                       for line in listed.splitlines())


class RvfiTextTest(ImportTest):
    def test_the_text_gives_instructions_traps_modes_and_accesses(self):
        listed = self.taken(self.imports("rvfi", text_of(LOOP), "--xlen", 32), 10)
        self.assertEqual(self.retired(listed), RETIRED)

    def test_what_it_gives_goes_through_the_encoder_and_back(self):
        self.taken(self.imports("rvfi", text_of(LOOP), "--xlen", 32), 10)
        trace = self.folder / "r.nex"
        self.assertEqual(ntrace("encode", self.recording, "-o", trace).returncode, 0)
        done = ntrace("decode", trace, "--image", self.recording, "--to", "pc")
        wanted = [values["pc_rdata"] for values in LOOP if not values["trap"]]
        self.assertEqual([int(line, 16) for line in done.stdout.split()], wanted, done.stderr)

    def test_without_cause_and_with_other_columns_and_comments(self):
        columns = [name for name in COLUMNS if not name.startswith("csr") and name != "valid"]
        text = "# of a bench\n" + text_of(LOOP, columns).replace("\n", ",7\r\n").replace(
            ",7", ",rvfi_order", 1).replace(",200,", ",0x200,")
        listed = self.taken(self.imports("rvfi", text, "--xlen", 32), 10)
        wanted = RETIRED.replace("cause 7 tval 0x0", "cause unknown tval unknown")  # the ecall's is the code's
        self.assertEqual(self.retired(listed), wanted)

    def test_where_it_goes_on_elsewhere_is_a_break(self):
        rows = [row(0x100, 1), row(0x102, 0x8082, after=0x300), row(0x400, 1)]  # nop; ret
        listed = self.taken(self.imports("rvfi", text_of(rows), "--xlen", 32), 3, breaks=1)
        self.assertIn("interrupt M 0x300 cause unknown tval unknown\n", self.retired(listed))

    def test_code_of_no_size_that_is_known_may_trap(self):
        rows = [row(0x100, 1), row(0x102, 0xFFFFFFFF, trap=1), row(0x200, 1, intr=1)]  # nop, erased memory, nop
        listed = self.taken(self.imports("rvfi", text_of(rows), "--xlen", 32), 2)
        self.assertIn("exception M 0x102", self.retired(listed))

    def test_damaged_texts_are_refused_in_a_line(self):
        good = text_of(LOOP)
        for text, reason in (
                ("", "no instruction"), (good.split("\n", 1)[0], "no instruction"),
                (good.replace("rvfi_intr", "rvfi_inter"), "line 1: rvfi_intr is missing"),
                (good.replace("rvfi_trap", "rvfi_intr"), "two columns"),
                (good[:-20], "line 12: another number of columns"),
                (good.replace("4505", "45g5"), "line 2: rvfi_insn: 45g5: no hexadecimal number"),
                (text_of([row(0x101, 1)]), "an odd pc_rdata"),
                (text_of([row(0x100, 1, mode=2)]), "a mode that is neither"),
                (text_of([row(0x100, 0x1F)]), "an instruction of an unknown size"),
                (text_of([row(0x100, 0x10001)]), "bits above"),
                (text_of([row(0x100, 1, rd_addr=32)]), "too wide"),
                (text_of([row(0x1_0000_0000, 1)]), "too wide"),
                (good.replace("4505", '"4505'), "a quote that does not end"),
                (good + "a" * 20000, "line 13")):
            with self.subTest(reason=reason):
                self.refused(self.imports("rvfi", text, "--xlen", 32), reason)


BENCH = """
module core(input wire clk, input wire [{bits}:0] word);
{wires}
    wire clk_i = clk;
endmodule
module top;
    reg clk = 0;
    reg [{bits}:0] rows[0:{last}];
    reg [{bits}:0] word = 'bx;
    integer i;
    core hart(clk, word);
    initial begin
        $readmemh("{folder}/rows.hex", rows);
        $dumpfile("{folder}/dump.vcd");
        $dumpvars(0, top);
        for (i = 0; i <= {last}; i = i + 1) begin
            #5 clk = 1;
            word <= rows[i];
            #5 clk = 0;
        end
        #5 clk = 1;
        #5 clk = 0;
        $finish;
    end
endmodule
"""


class RvfiDumpTest(ImportTest):
    def dump(self, rows, channels, first=None):
        """Icarus dumps the rows, `channels` a cycle; `first` comes before them in the text."""
        rows = rows + [dict.fromkeys(COLUMNS, 0)] * (-len(rows) % channels)
        words, wires, at = [0] * (len(rows) // channels), [], 0
        for name, width in COLUMNS.items():
            size = channels * width
            wires.append(f"    wire [{size - 1}:0] rvfi_{name} = word[{at + size - 1}:{at}];")
            for number, values in enumerate(rows):
                words[number // channels] |= values[name] << (at + number % channels * width)
            at += size
        (self.folder / "rows.hex").write_text("\n".join(f"{word:x}" for word in words), "ascii")
        bench = self.folder / "bench.v"
        bench.write_text(BENCH.format(bits=at - 1, last=len(words) - 1, wires="\n".join(wires),
                                      folder=self.folder), "ascii")
        program = self.folder / "bench"
        subprocess.run(["iverilog", "-g2005", "-o", program, bench], check=True)
        subprocess.run(["vvp", "-n", program], check=True, stdout=subprocess.DEVNULL)
        return (self.folder / "dump.vcd").read_text("ascii")

    def test_a_dump_of_icarus_gives_what_the_text_gives(self):
        wanted = self.taken(self.imports("rvfi", text_of(LOOP), "--xlen", 32), 10)
        for channels in 1, 2, 3:
            with self.subTest(channels=channels):
                dump = self.dump(LOOP, channels)
                self.assertEqual(self.taken(self.imports("rvfi-vcd", dump, "--xlen", 32), 10), wanted)
                self.taken(self.imports("rvfi-vcd", dump, "--xlen", 32, "--scope", "hart", "--clock",
                                        "hart.clk_i"), 10)

    def test_damaged_dumps_are_refused_in_a_line(self):
        dump = self.dump(LOOP, 1)
        head, changes = dump.split("$enddefinitions $end")
        for text, options, reason in (
                ("", [], "no value change dump"), ("a,b\n", [], "no declaration"),
                (head, [], "ends within a declaration"),
                (dump.replace("rvfi_valid", "valido"), [], "no rvfi_valid"),
                (dump.replace("rvfi_intr", "introduction"), [], "rvfi_intr is missing"),
                (re.sub(r"\bclk\w*", "tick", dump), [], "--clock names it"),
                (dump, ["--scope", "nowhere"], "no rvfi_valid"),
                (dump, ["--clock", "nothing"], "nothing: no such clock of one bit"),
                (dump, ["--xlen", 64], "rvfi_pc_rdata has 32 bits, not 64"),
                (dump.replace("$var wire 32", "$var wire 3z"), [], "without a size"),
                (head + "$enddefinitions $end", [], "no instruction in the dump"),
                (head + "$enddefinitions $end" + changes.replace("#5", "q5", 1), [], "no change"),
                (re.sub(r"(?m)^b[01]+1 ", "bx ", dump), [], "time 15, instruction 1: rvfi_insn has x where rvfi_valid is 1")):
            with self.subTest(reason=reason, options=options):
                self.refused(self.imports("rvfi-vcd", text, "--xlen", 32, *options), reason)


# As riscv-dv's documentation shows the format
RISCV_DV = """\
pc,instr,gpr,csr,binary,mode,instr_str,operand,pad
ffffffff8000000c,c.addi,ra:daab700e,,000000b9,3,"c.addi  ra, 14","ra,14",
ffffffff8000000e,lui,sp:ff8e6000,,ff8e6137,3,"lui     sp, 0xff8e6","sp,0xff8e6",
ffffffff80000012,addi,sp:ff8e6541;ft0:3,mstatus:0,54110113,3,"addi    sp, sp, 1345","sp,sp,1345",
ffffffff80000016,c.li,gp:00000000,,00004181,,"c.li    gp, 0","gp,0",
ffffffff80000020,lui,tp:80000000,,80000237,0,"lui     tp, 0x80000","tp,0x80000",
"""


class RiscvDvTest(ImportTest):
    def test_the_csv_gives_instructions_and_registers(self):
        listed = self.retired(self.taken(self.imports("riscv-dv", RISCV_DV), 5, breaks=1))
        self.assertEqual(listed.splitlines(), [
            "M 0xffffffff8000000c 0x00b9 x1=0xdaab700e", "M 0xffffffff8000000e 0xff8e6137 x2=0xff8e6000",
            "M 0xffffffff80000012 0x54110113 x2=0xff8e6541", "M 0xffffffff80000016 0x4181 x3=0x0",
            "interrupt M 0xffffffff80000018 cause unknown tval unknown",
            "U 0xffffffff80000020 0x80000237 x4=0x80000000"])

    def test_damaged_csvs_are_refused_in_a_line(self):
        for old, new, reason in (
                ("binary", "bin", "line 1: binary: the first line has no such column"),
                ("000000b9", "", "line 2: : no instruction"), ("000000b9", "100b9", "no instruction"),
                (",3,", ",2,", "line 2: 2: a mode"), ("ra:daab700e", "ra", "no register and value"),
                ("ra:daab700e", "ra:dz", "no hexadecimal value"), ("8000000c", "8000000d", "no pc"),
                ('"ra,14",', '"ra,14', "a quote that does not end"), ("ra,14", 'ra" 14', "text after"),
                ("ffffffff8000000c", "ffffffff8000000c0", "no pc")):
            with self.subTest(new=new):
                self.refused(self.imports("riscv-dv", RISCV_DV.replace(old, new, 1)), reason)
        self.refused(self.imports("riscv-dv", ""), "no instruction")
        self.refused(self.imports("riscv-dv", RISCV_DV.replace("ffffffff8", "1ffffffff8"), "--xlen", 32), "no pc that fits --xlen")
        self.refused(self.imports("riscv-dv", RISCV_DV, "--clock", "c"), "does not take --scope")


if __name__ == "__main__":
    unittest.main()
