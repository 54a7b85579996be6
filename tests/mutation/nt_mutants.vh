// SPDX-License-Identifier: Apache-2.0
// Which mutant runs, in a copy of rtl/ that scripts/mutation.py makes: the number in NT_MUTANT, 0
// for none. It is compared as one that appears nowhere else in the Verilated code, so that this
// tells which mutants a build has.
/* verilator lint_off WIDTH */
/* verilator lint_off SELRANGE */
/* verilator lint_off CMPCONST */
/* verilator lint_off UNSIGNED */
/* verilator lint_off LATCH */
/* verilator lint_off UNOPTFLAT */
`ifndef NT_MUTANTS_VH
`define NT_MUTANTS_VH
`ifdef VERILATOR
package nt_mutants;
    int unsigned number = $c32("(std::getenv(\"NT_MUTANT\") ? std::atoi(std::getenv(\"NT_MUTANT\")) : 0)")
                          + 32'h4d000000;
endpackage
`define NT_MUTANT_IS(n) (nt_mutants::number == 32'h4d000000 + 32'd``n)
`else
`define NT_MUTANT_IS(n) (`NT_MUTANT == n)
`endif
`endif
