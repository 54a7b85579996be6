// SPDX-License-Identifier: Apache-2.0
// Kinds of the items of nt_block_queue, as localparams. Included inside modules.
/* verilator lint_off UNUSEDPARAM */ // each module uses its share
localparam [1:0] KIND_INSN = 2'd0;
localparam [1:0] KIND_TRAP = 2'd1;
localparam [1:0] KIND_STOP = 2'd2;
/* verilator lint_on UNUSEDPARAM */
