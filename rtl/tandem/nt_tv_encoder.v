// SPDX-License-Identifier: Apache-2.0
// Encoder of the tandem-verification trace of a hart: one group for each instruction that retires or
// traps and for each interrupt, with all that it changed. Nothing is lost: `ready` stalls the hart.
//
// "Trace Protocol Specification" of 2018-11-20, chapters 2 and 3. nt_tv_intake registers the port,
// nt_tv_group makes the bytes of each lane, nt_tv_merge joins the lanes, nt_tv_buffer has them wait.
`include "nt_tv_item.vh"
`default_nettype none

module nt_tv_encoder #(
    // Width of GPRs and CSRs, 32 or 64
    parameter integer XLEN = 64,
    // Width of FPRs: 0 (none), 32 or 64
    parameter integer FLEN = 64,
    // Width of addresses: 64 with XLEN 64; 32 or 34 with XLEN 32
    parameter integer MLEN = 64,
    // Lanes: instructions in a cycle, 1 to 4
    parameter integer NRET = 1,
    // Most bytes out in a cycle: 1, 4, 8, 16, 32
    parameter integer OUT_BYTES = 32,
    // 1: effective addresses are sent
    parameter integer VIRTUAL = 1,
    // 1: an end group is left out where a begin group follows soon
    parameter integer IMPLIED_END = 0,
    // 1: a GPR that changes little is sent as offset or mask; needs a copy of the GPRs
    parameter integer INCREMENT = 0,
    // Width of an FPR's port and of out_count (derived; do not set)
    parameter integer FPR_W   = `NT_TV_FPR_W(FLEN),
    parameter integer COUNT_W = $clog2(OUT_BYTES + 1)
) (
    input  wire                   clk,
    input  wire                   rst,

    // All inputs of a cycle are taken, or nothing
    output wire                   ready,

    // Once a cycle, before the lanes: the hart was reset
    input  wire                   reset,

    // What a debug module changed: 0 a register by its address of chapter 3, 1 memory, 2 the pc
    input  wire                   init_valid,
    input  wire [1:0]             init_kind,
    input  wire [MLEN-1:0]        init_addr,
    input  wire [1:0]             init_size,       // of memory: 8 << init_size bits
    input  wire [63:0]            init_data,

    // Unobserved state that changed by itself
    input  wire                   mtime_valid,
    input  wire [63:0]            mtime,
    input  wire                   mcycle_valid,
    input  wire [63:0]            mcycle,
    input  wire                   minstret_valid,
    input  wire [63:0]            minstret,

    // Lanes, the oldest in the low bits
    input  wire [NRET-1:0]        valid,
    input  wire [NRET-1:0]        insn_valid,      // 0: an interrupt
    input  wire [NRET-1:0]        insn_size,       // 0: 16 bits; 1: 32
    input  wire [NRET*32-1:0]     insn,
    input  wire [NRET-1:0]        pc_given,        // 0: an instruction's pc is incremented
    input  wire [NRET*XLEN-1:0]   pc_next,         // after the instruction
    input  wire [NRET-1:0]        gpr_valid,
    input  wire [NRET*5-1:0]      gpr_addr,
    input  wire [NRET*XLEN-1:0]   gpr_data,
    input  wire [NRET-1:0]        fpr_valid,
    input  wire [NRET*5-1:0]      fpr_addr,
    input  wire [NRET*FPR_W-1:0]  fpr_data,
    input  wire [NRET*4-1:0]      csr_valid,
    input  wire [NRET*48-1:0]     csr_addr,
    input  wire [NRET*4*XLEN-1:0] csr_data,
    input  wire [NRET-1:0]        flags_valid,
    input  wire [NRET*5-1:0]      flags,           // of fflags, set by the instruction
    input  wire [NRET-1:0]        paddr_valid,
    input  wire [NRET*MLEN-1:0]   paddr,
    input  wire [NRET-1:0]        eaddr_valid,
    input  wire [NRET*MLEN-1:0]   eaddr,
    input  wire [NRET-1:0]        mem_valid,       // a store
    input  wire [NRET*2-1:0]      mem_size,        // 8 << mem_size bits
    input  wire [NRET*64-1:0]     mem_data,
    input  wire [NRET-1:0]        priv_valid,
    input  wire [NRET*2-1:0]      priv,

    // Bytes, the first one in the low bits, until out_ready
    output wire                   out_valid,
    output wire [COUNT_W-1:0]     out_count,
    output wire [8*OUT_BYTES-1:0] out_data,
    input  wire                   out_ready,

    // Nothing is inside, and no group is open
    output wire                   idle
);

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if ((XLEN != 32 && XLEN != 64) || (FLEN != 0 && FLEN != 32 && FLEN != 64) ||
            (XLEN == 64 ? MLEN != 64 : MLEN != 32 && MLEN != 34) || NRET < 1 || NRET > 4 ||
            (OUT_BYTES != 1 && OUT_BYTES != 4 && OUT_BYTES != 8 && OUT_BYTES != 16 && OUT_BYTES != 32) ||
            VIRTUAL < 0 || VIRTUAL > 1 || IMPLIED_END < 0 || IMPLIED_END > 1 || INCREMENT < 0 || INCREMENT > 1) begin : out_of_range
            nt_tv_encoder_parameters_out_of_range stop_here ();
        end
    endgenerate

    localparam integer ITEM_W   = `NT_TV_ITEM_W(XLEN, FLEN, MLEN);
    localparam integer GROUP    = `NT_TV_GROUP_BYTES(XLEN, FLEN, MLEN, VIRTUAL);
    localparam integer LENGTH_W = $clog2(GROUP + 1);
    localparam integer MERGED   = NRET*GROUP;
    localparam integer MERGED_W = $clog2(MERGED + 1);
    // At least two of the largest groups a lane
    localparam integer SIZE = NRET == 1 ? 256 : NRET == 2 ? 512 : 1024;

    wire                     go;
    wire                     intake_busy;
    wire [NRET-1:0]          item_valid;
    wire [NRET*ITEM_W-1:0]   items;
    wire [NRET-1:0]          group_busy;
    wire [NRET-1:0]          group_valid;
    wire [NRET*8*GROUP-1:0]  groups;
    wire [NRET*LENGTH_W-1:0] lengths;
    wire                     merge_busy;
    wire                     merged_valid;
    wire [8*MERGED-1:0]      merged;
    wire [MERGED_W-1:0]      merged_length;
    wire                     buffer_ready;
    wire                     buffer_busy;

    nt_tv_intake #(
        .XLEN(XLEN),
        .FLEN(FLEN),
        .MLEN(MLEN),
        .NRET(NRET),
        .INCREMENT(INCREMENT)
    ) intake (
        .clk(clk),
        .rst(rst),
        .ready(ready),
        .reset(reset),
        .init_valid(init_valid),
        .init_kind(init_kind),
        .init_addr(init_addr),
        .init_size(init_size),
        .init_data(init_data),
        .mtime_valid(mtime_valid),
        .mtime(mtime),
        .mcycle_valid(mcycle_valid),
        .mcycle(mcycle),
        .minstret_valid(minstret_valid),
        .minstret(minstret),
        .valid(valid),
        .insn_valid(insn_valid),
        .insn_size(insn_size),
        .insn(insn),
        .pc_given(pc_given),
        .pc_next(pc_next),
        .gpr_valid(gpr_valid),
        .gpr_addr(gpr_addr),
        .gpr_data(gpr_data),
        .fpr_valid(fpr_valid),
        .fpr_addr(fpr_addr),
        .fpr_data(fpr_data),
        .csr_valid(csr_valid),
        .csr_addr(csr_addr),
        .csr_data(csr_data),
        .flags_valid(flags_valid),
        .flags(flags),
        .paddr_valid(paddr_valid),
        .paddr(paddr),
        .eaddr_valid(eaddr_valid),
        .eaddr(eaddr),
        .mem_valid(mem_valid),
        .mem_size(mem_size),
        .mem_data(mem_data),
        .priv_valid(priv_valid),
        .priv(priv),
        .go(go),
        .busy(intake_busy),
        .item_valid(item_valid),
        .items(items)
    );

    genvar l;
    generate
        for (l = 0; l < NRET; l = l + 1) begin : lane
            nt_tv_group #(
                .XLEN(XLEN),
                .FLEN(FLEN),
                .MLEN(MLEN),
                .VIRTUAL(VIRTUAL),
                .IMPLIED_END(IMPLIED_END)
            ) group (
                .clk(clk),
                .rst(rst),
                .go(go),
                .item_valid(item_valid[l]),
                .item(items[ITEM_W*l +: ITEM_W]),
                .busy(group_busy[l]),
                .out_valid(group_valid[l]),
                .out(groups[8*GROUP*l +: 8*GROUP]),
                .out_length(lengths[LENGTH_W*l +: LENGTH_W])
            );
        end
    endgenerate

    nt_tv_merge #(
        .NRET(NRET),
        .GROUP(GROUP)
    ) merge (
        .clk(clk),
        .rst(rst),
        .go(go),
        .valid(group_valid),
        .groups(groups),
        .lengths(lengths),
        .busy(merge_busy),
        .out_valid(merged_valid),
        .out(merged),
        .out_length(merged_length)
    );

    nt_tv_buffer #(
        .OUT_BYTES(OUT_BYTES),
        .IN(MERGED),
        .SIZE(SIZE),
        .IMPLIED_END(IMPLIED_END)
    ) buffer (
        .clk(clk),
        .rst(rst),
        .in_valid(merged_valid),
        .in(merged),
        .in_length(merged_length),
        .in_ready(buffer_ready),
        .busy(buffer_busy),
        .out_valid(out_valid),
        .out_count(out_count),
        .out_data(out_data),
        .out_ready(out_ready)
    );

    // All steps move on together, unless the last one waits for room
    assign go   = !merged_valid || buffer_ready;
    assign idle = !intake_busy && group_busy == {NRET{1'b0}} && !merge_busy && !buffer_busy;

endmodule

`default_nettype wire
