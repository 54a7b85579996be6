// SPDX-License-Identifier: Apache-2.0
// Runs a program of the ingress kit on the example's board, and writes what its port says; the port's rules look on.
//
//   +program=FILE   of `ntrace kit emit`: NAME.hex
//   +port=FILE      an ingress file: `ntrace kit judge NAME --port FILE`
//
// It ends some instructions after the first jump to itself, and after LIMIT cycles in any case.
`include "board_config.vh"
`default_nettype none

module nt_kit_bench;

    localparam integer LIMIT = 20000;

    reg clk = 1'b0;
    reg rst = 1'b1;
    always #5 clk = !clk;

    wire        rvfi_valid;
    wire [31:0] rvfi_pc_rdata, rvfi_pc_wdata;
    nt_board board (
        .clk(clk), .rst(rst), .switches_control(32'd0), .switches_features(32'd0), .switches_own(32'd0), .finished(), .status(),
        .overrun(), .rvfi_ready(1'b1), .rvfi_valid(rvfi_valid), .rvfi_order(), .rvfi_insn(), .rvfi_trap(), .rvfi_halt(),
        .rvfi_intr(), .rvfi_mode(), .rvfi_rd_addr(), .rvfi_rd_wdata(), .rvfi_pc_rdata(rvfi_pc_rdata),
        .rvfi_pc_wdata(rvfi_pc_wdata), .rvfi_mem_addr(), .rvfi_mem_rmask(), .rvfi_mem_wmask(), .rvfi_mem_rdata(),
        .rvfi_mem_wdata(), .rvfi_csr_rdata(), .rvfi_csr_wdata()
    );

    // The board's trace ingress port
    wire [`NT_ITYPE_W-1:0]   itype     = board.itype;
    wire [31:0]              iaddr     = board.iaddr;
    wire [`NT_IRETIRE_W-1:0] iretire   = board.iretire;
    wire [1:0]               ilastsize = board.ilastsize;
    wire                     sijump    = board.sijump;
    wire [5:0]               cause     = board.cause;
    wire [31:0]              tval      = board.tval;
    wire [2:0]               priv      = board.priv;
    wire                     halted    = board.halted;
    wire                     reset     = board.reset;
    wire                     lowpower  = board.lowpower;

    integer cycles = 0, loops = 0;
    wire    done = loops == 4 || cycles == LIMIT;

    nt_ingress_rules #(.XLEN(32), .NBLOCKS(1), .ITYPE_W(`NT_ITYPE_W), .IRETIRE_W(`NT_IRETIRE_W)) rules (
        .clk(clk), .rst(rst), .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .sijump(sijump),
        .priv(priv), .ctype(2'd0), .trigger(3'd0), .halted(halted), .reset(reset), .lowpower(lowpower), .broken()
    );
    nt_ingress_log #(.XLEN(32), .NBLOCKS(1), .ITYPE_W(`NT_ITYPE_W), .IRETIRE_W(`NT_IRETIRE_W)) log (
        .clk(clk), .rst(rst), .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .sijump(sijump),
        .cause(cause), .tval(tval), .priv(priv), .halted(halted), .reset(reset), .lowpower(lowpower), .done(done)
    );

    always @(negedge clk) begin
        cycles = cycles + 1;
        if (cycles == 4) rst = 1'b0;
        if (!rst && rvfi_valid && rvfi_pc_wdata == rvfi_pc_rdata) loops = loops + 1;
        if (done) #10 $finish;
    end

endmodule

`default_nettype wire
