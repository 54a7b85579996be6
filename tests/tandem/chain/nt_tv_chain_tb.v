// SPDX-License-Identifier: Apache-2.0
// A core's RVFI, read from a file, through nt_tv_rvfi and nt_tv_encoder: the bytes go into another file.
//
//   +rvfi=FILE   of each line the channels of one cycle, as one number: the ports of nt_tv_rvfi from
//                rvfi_valid on, the first in the highest bits
//   +bytes=FILE  the bytes, in hexadecimal
//   +lost=FILE   the numbers of the rows that found no room, with STOPS 0: the core does not wait
`default_nettype none

module nt_tv_chain_tb;
    parameter integer XLEN = 64;
    parameter integer FLEN = 64;
    parameter integer MLEN = 64;
    parameter integer NRET = 1;
    parameter integer CSRS = 6;
    parameter integer ADDRESSES = 2;
    parameter integer LOADS = 1;
    parameter integer DEPTH = 0;
    parameter integer STOPS = 1;
    parameter integer OUT_BYTES = 8;
    localparam FPR_W = FLEN == 0 ? 1 : FLEN;
    localparam CSR_N = CSRS == 0 ? 1 : CSRS;
    localparam ROW_W = NRET*(1 + 64 + 32 + 1 + 1 + 1 + 2 + 5 + XLEN + XLEN + XLEN + XLEN + XLEN/8 + XLEN/8 + XLEN +
                             1 + 64 + 1 + 5 + FPR_W + CSR_N*(12 + 4*XLEN));
    localparam COUNT_W = $clog2(OUT_BYTES + 1);

    reg clk = 1'b0;
    reg rst = 1'b1;
    always #5 clk = !clk;

    reg [ROW_W-1:0] row;
    reg             there = 1'b0;  // a row is shown
    reg             flush = 1'b0;
    reg             out_ready = 1'b0;

    wire [NRET-1:0]             told;
    wire [NRET*64-1:0]          order, mem_paddr, mem_data;
    wire [NRET*32-1:0]          rvfi_insn, insn;
    wire [NRET-1:0]             trap, halt, intr, extamo, frd_wvalid;
    wire [NRET*2-1:0]           mode, mem_size, priv;
    wire [NRET*5-1:0]           rd_addr, frd_addr, gpr_addr, fpr_addr;
    wire [NRET*XLEN-1:0]        rd_wdata, pc_rdata, pc_wdata, mem_addr, mem_wdata, pc_next, gpr_data;
    wire [NRET*XLEN/8-1:0]      rmask, wmask;
    wire [NRET*FPR_W-1:0]       frd_wdata, fpr_data;
    wire [NRET*CSR_N*12-1:0]    number;
    wire [NRET*CSR_N*XLEN-1:0]  csr_rmask, csr_wmask, csr_rdata, csr_wdata;
    assign {told, order, rvfi_insn, trap, halt, intr, mode, rd_addr, rd_wdata, pc_rdata, pc_wdata, mem_addr,
            rmask, wmask, mem_wdata, extamo, mem_paddr, frd_wvalid, frd_addr, frd_wdata, number,
            csr_rmask, csr_wmask, csr_rdata, csr_wdata} = row;

    wire                   rvfi_ready, ready, held, overrun, idle, out_valid;
    wire [NRET-1:0]        valid, insn_valid, insn_size, pc_given, gpr_valid, fpr_valid, paddr_valid, eaddr_valid,
                           mem_valid, priv_valid;
    wire [NRET*4-1:0]      csr_valid;
    wire [NRET*48-1:0]     csr_addr;
    wire [NRET*4*XLEN-1:0] csr_data;
    wire [NRET*MLEN-1:0]   paddr, eaddr;
    wire [COUNT_W-1:0]     out_count;
    wire [8*OUT_BYTES-1:0] out_data;

    nt_tv_rvfi #(
        .XLEN(XLEN), .FLEN(FLEN), .MLEN(MLEN), .NRET(NRET), .CSRS(CSRS), .ADDRESSES(ADDRESSES), .LOADS(LOADS),
        .DEPTH(DEPTH)
    ) rvfi (
        .clk(clk), .rst(rst),
        .rvfi_valid(told & {NRET{there}}), .rvfi_order(order), .rvfi_insn(rvfi_insn), .rvfi_trap(trap),
        .rvfi_halt(halt), .rvfi_intr(intr), .rvfi_mode(mode), .rvfi_rd_addr(rd_addr), .rvfi_rd_wdata(rd_wdata),
        .rvfi_pc_rdata(pc_rdata), .rvfi_pc_wdata(pc_wdata), .rvfi_mem_addr(mem_addr), .rvfi_mem_rmask(rmask),
        .rvfi_mem_wmask(wmask), .rvfi_mem_wdata(mem_wdata), .rvfi_mem_extamo(extamo), .rvfi_mem_paddr(mem_paddr),
        .rvfi_frd_wvalid(frd_wvalid), .rvfi_frd_addr(frd_addr), .rvfi_frd_wdata(frd_wdata),
        .rvfi_csr_addr(number), .rvfi_csr_rmask(csr_rmask), .rvfi_csr_wmask(csr_wmask),
        .rvfi_csr_rdata(csr_rdata), .rvfi_csr_wdata(csr_wdata),
        .rvfi_ready(rvfi_ready), .flush(flush),
        .valid(valid), .insn_valid(insn_valid), .insn_size(insn_size), .insn(insn), .pc_given(pc_given),
        .pc_next(pc_next), .gpr_valid(gpr_valid), .gpr_addr(gpr_addr), .gpr_data(gpr_data),
        .fpr_valid(fpr_valid), .fpr_addr(fpr_addr), .fpr_data(fpr_data),
        .csr_valid(csr_valid), .csr_addr(csr_addr), .csr_data(csr_data),
        .paddr_valid(paddr_valid), .paddr(paddr), .eaddr_valid(eaddr_valid), .eaddr(eaddr),
        .mem_valid(mem_valid), .mem_size(mem_size), .mem_data(mem_data),
        .priv_valid(priv_valid), .priv(priv), .ready(ready),
        .held(held), .overrun(overrun), .gap(), .refused()
    );

    nt_tv_encoder #(
        .XLEN(XLEN), .FLEN(FLEN), .MLEN(MLEN), .NRET(NRET), .OUT_BYTES(OUT_BYTES), .VIRTUAL(ADDRESSES == 0 ? 0 : 1)
    ) encoder (
        .clk(clk), .rst(rst), .ready(ready), .reset(1'b0),
        .init_valid(1'b0), .init_kind(2'd0), .init_addr({MLEN{1'b0}}), .init_size(2'd0), .init_data(64'd0),
        .mtime_valid(1'b0), .mtime(64'd0), .mcycle_valid(1'b0), .mcycle(64'd0),
        .minstret_valid(1'b0), .minstret(64'd0),
        .valid(valid), .insn_valid(insn_valid), .insn_size(insn_size), .insn(insn), .pc_given(pc_given),
        .pc_next(pc_next), .gpr_valid(gpr_valid), .gpr_addr(gpr_addr), .gpr_data(gpr_data),
        .fpr_valid(fpr_valid), .fpr_addr(fpr_addr), .fpr_data(fpr_data),
        .csr_valid(csr_valid), .csr_addr(csr_addr), .csr_data(csr_data),
        .flags_valid({NRET{1'b0}}), .flags({NRET*5{1'b0}}),
        .paddr_valid(paddr_valid), .paddr(paddr), .eaddr_valid(eaddr_valid), .eaddr(eaddr),
        .mem_valid(mem_valid), .mem_size(mem_size), .mem_data(mem_data),
        .priv_valid(priv_valid), .priv(priv),
        .out_valid(out_valid), .out_count(out_count), .out_data(out_data), .out_ready(out_ready), .idle(idle)
    );

    reg [8*1024-1:0] path;
    integer in, out, gone, more, i, quiet, shown;
    initial begin
        if (!$value$plusargs("rvfi=%s", path)) $finish;
        in = $fopen(path, "r");
        if (!$value$plusargs("bytes=%s", path)) $finish;
        out = $fopen(path, "w");
        if (!$value$plusargs("lost=%s", path)) $finish;
        gone = $fopen(path, "w");
        shown = 0;
        repeat (3) @(negedge clk);
        rst   = 1'b0;
        more  = 1;
        quiet = 0;
        while (quiet < 4) begin
            out_ready = $random;
            if (!there && more == 1 && $random % 4 != 0) begin
                more  = $fscanf(in, "%h", row);
                there = more == 1;
            end
            flush = more != 1;
            #1;
            if (^{rvfi_ready, valid, held, overrun, out_valid, idle} === 1'bx) begin
                $display("FAILED: an output is unknown");
                $finish;
            end
            if (out_valid && out_ready)
                for (i = 0; i < out_count; i = i + 1) $fwrite(out, "%02x\n", out_data[8*i +: 8]);
            quiet = more != 1 && !held && idle && !out_valid ? quiet + 1 : 0;
            if (there && !rvfi_ready && STOPS == 0) $fwrite(gone, "%0d\n", shown);
            if (there && (rvfi_ready || STOPS == 0)) begin
                shown = shown + 1;
                @(posedge clk);
                @(negedge clk);
                there = 1'b0;
            end else @(negedge clk);
        end
        if (overrun && STOPS != 0) $display("FAILED: overrun");
        $fclose(gone);
        $fclose(out);
        $display("done");
        $finish;
    end

endmodule

`default_nettype wire
