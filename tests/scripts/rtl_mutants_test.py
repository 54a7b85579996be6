# SPDX-License-Identifier: Apache-2.0
"""Which errors scripts/rtl_mutants.py makes of a module, and how its copy chooses one of them."""
import re
import tempfile
import unittest
from pathlib import Path

from scripts import rtl_mutants
from scripts.verilog import Bad

HEAD = "module nt_x (input wire clk, input wire rst, input wire [3:0] a, output reg [3:0] q);\n"


def source_of(body):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "nt_x.v").write_text(f"{HEAD}{body}\nendmodule\n", encoding="ascii")
        return rtl_mutants.find(folder)["rtl/nt_x.v"]


def texts(body):
    return [mutant.text.removeprefix("rtl/nt_x.v: ") for mutant in source_of(body).mutants()]


class MutantsTest(unittest.TestCase):
    def test_each_operator_is_another(self):
        self.assertEqual(texts("wire w = a == 4'd1 && !rst || a >= 4'd2;"), [
            "wire w = a {== => !=} 4'd1 && !rst || a >= 4'd2;",
            "wire w = a == 4'd1 {&& => ||} !rst || a >= 4'd2;",
            "wire w = a == 4'd1 && !rst {|| => &&} a >= 4'd2;",
            "wire w = a == 4'd1 && {! => }rst || a >= 4'd2;",
            "wire w = a == 4'd1 && !rst || a {>= => >} 4'd2;"])

    def test_an_assignment_may_be_missing_and_so_may_a_reset(self):
        self.assertEqual(texts("always @(posedge clk) if (rst) q <= 4'd0; else q <= a;"), [
            "always @(posedge clk) if ({ => !}rst) q <= 4'd0; else q <= a;",
            "always @(posedge clk) if (rst) {q <= 4'd0; => } else q <= a;",
            "always @(posedge clk) if (rst) q <= 4'd0; else {q <= a; => }"])

    def test_nothing_is_missing_that_would_leave_a_latch(self):
        self.assertEqual(texts("reg r; always @* begin r = rst; if (rst) r = clk; end"), [
            "reg r; always @* begin r = rst; if ({ => !}rst) r = clk; end",
            "reg r; always @* begin r = rst; if (rst) {r = clk; => } end"])
        self.assertEqual(texts("reg r; always @* case (a) 4'd1: r = rst; default: r = clk; endcase"), [])

    def test_a_condition_is_negated_once(self):
        self.assertEqual(texts("wire w = rst ? clk : 1'd0;"), ["wire w = { => !}rst ? clk : 1'd0;"])
        self.assertEqual(len(texts("wire w = !rst ? clk : 1'd0;")), 1)

    def test_where_a_choice_takes_the_smaller_value_its_limit_is_right_either_way(self):
        self.assertEqual(texts("wire w = a < q ? a : q;"), ["wire w = { => !}a < q ? a : q;"])
        self.assertEqual(len(texts("wire w = a < q ? a : rst;")), 2)

    def test_what_is_constant_has_none(self):
        self.assertEqual(texts("""
            localparam W = 4 + 1;
            wire [W-1:0] w = {W-4{rst}};
            genvar i;
            generate
                if (W == 5 && W > 2) begin : some
                    for (i = 0; i < W - 1; i = i + 1) begin : one
                        nt_y #(.W(W + 1)) y (.a(w[i+1]), .b(w[2*W-8 +: 1]));
                    end
                end
            endgenerate
            `include "nt_codes.vh"
            wire unused = &{1'b0, w};"""), [])

    def test_what_formal_adds_has_none(self):
        self.assertEqual(texts("`ifdef FORMAL\nwire w = !rst;\n`endif"), [])

    def test_mutants_of_one_text_are_counted(self):
        self.assertEqual(texts("assign w = !rst;\nassign w = !rst;"),
                         ["assign w = {! => }rst;", "assign w = {! => }rst; (again, 2)"])

    def test_what_is_not_understood_is_refused_by_its_line(self):
        with self.assertRaisesRegex(Bad, "nt_x.v: line 3: "):
            source_of("\nwire w = 1 +;")


class CopyTest(unittest.TestCase):
    def test_a_choice_by_number_stands_in_the_copy_and_lines_stay(self):
        source = source_of("wire w =\n    a[0] &&\n    !rst;\nalways @(posedge clk) q <= a;")
        copy = rtl_mutants.copy_of(source)
        self.assertIn("(`NT_MUTANT_IS(1) ? (a[0] || !rst) : (a[0] &&\n    "
                      "(`NT_MUTANT_IS(2) ? (rst) : (!rst))));", copy)
        self.assertIn("begin if (`NT_MUTANT_IS(3)) begin  end else q <= a; end", copy)
        self.assertEqual(copy.count("\n"), source.text.count("\n"))

    def test_every_mutant_of_the_rtl_stands_in_its_copy_once(self):
        numbers = []
        for source in rtl_mutants.find().values():
            copy = rtl_mutants.copy_of(source)
            numbers += map(int, re.findall(r"`NT_MUTANT_IS\((\d+)\)", copy))
        self.assertEqual(sorted(numbers), list(range(1, len(numbers) + 1)))


if __name__ == "__main__":
    unittest.main()
