// SPDX-License-Identifier: Apache-2.0
// Lanes of history and of RepeatBranch in a row, each row with its state in a register.
`default_nettype none
`include "nt_descriptor.vh"
`include "nt_lane_state.vh"

module nt_lanes_top #(
    // As in nt_encoder
    parameter integer XLEN = 64,
    parameter integer NBLOCKS = 1,
    parameter integer ICNT_W = 22,
    parameter integer HIST_W = 32,
    parameter integer REPEAT_W = 18,
    parameter integer PERIOD_W = 5,
    // Derived; do not set
    parameter integer COUNT_W   = REPEAT_W == 0 ? 1 : REPEAT_W,
    parameter integer MESSAGE_W = `NT_MESSAGE_W(XLEN, ICNT_W, HIST_W),
    parameter integer HISTORY_W = `NT_HISTORY_STATE_W(HIST_W, REPEAT_W, PERIOD_W),
    parameter integer BRANCH_W  = `NT_REPEAT_STATE_W(XLEN, ICNT_W, HIST_W, REPEAT_W)
) (
    input  wire                           clk,
    input  wire                           rst,

    // History
    input  wire                           repeated,
    input  wire [NBLOCKS-1:0]             clear,
    input  wire [NBLOCKS-1:0]             flush,
    input  wire [NBLOCKS-1:0]             push,
    input  wire [NBLOCKS-1:0]             taken,
    input  wire [NBLOCKS-1:0]             pop,
    input  wire [NBLOCKS-1:0]             hold,
    output wire [NBLOCKS*HIST_W-1:0]      hist,
    output wire [NBLOCKS-1:0]             flush_valid,
    output wire [NBLOCKS*4-1:0]           flush_rcode,
    output wire [NBLOCKS*HIST_W-1:0]      flush_hist,
    output wire [NBLOCKS*COUNT_W-1:0]     flush_hrepeat,
    output wire [NBLOCKS-1:0]             push_valid,
    output wire [NBLOCKS*4-1:0]           push_rcode,
    output wire [NBLOCKS*HIST_W-1:0]      push_hist,
    output wire [NBLOCKS*COUNT_W-1:0]     push_hrepeat,
    output wire [NBLOCKS-1:0]             run,
    output wire [HISTORY_W-1:0]           history,

    // RepeatBranch
    input  wire                           enable,
    input  wire [NBLOCKS-1:0]             branch_run,
    input  wire [4*NBLOCKS-1:0]           in_valid,
    input  wire [4*NBLOCKS*MESSAGE_W-1:0] in,
    output wire [4*NBLOCKS-1:0]           out_valid,
    output wire [4*NBLOCKS*MESSAGE_W-1:0] out
);

    reg  [HISTORY_W-1:0] history_reg;
    reg  [BRANCH_W-1:0]  branch_reg;
    wire [HISTORY_W-1:0] history_at [0:NBLOCKS];
    wire [BRANCH_W-1:0]  branch_at  [0:NBLOCKS];

    assign history_at[0] = history_reg;
    assign branch_at[0]  = branch_reg;
    assign history       = history_reg;

    always @(posedge clk) begin
        history_reg <= history_at[NBLOCKS];
        branch_reg  <= rst ? {BRANCH_W{1'b0}} : branch_at[NBLOCKS];
    end

    genvar b;
    generate
    for (b = 0; b < NBLOCKS; b = b + 1) begin : lanes
        nt_history_lane #(
            .HIST_W(HIST_W), .REPEAT_W(REPEAT_W), .PERIOD_W(PERIOD_W)
        ) history_lane (
            .repeated(repeated),
            .clear(clear[b]), .flush(flush[b]), .push(push[b]), .taken(taken[b]),
            .pop(pop[b]), .hold(hold[b]),
            .state(history_at[b]), .state_next(history_at[b+1]),
            .hist(hist[b*HIST_W +: HIST_W]),
            .flush_valid(flush_valid[b]), .flush_rcode(flush_rcode[b*4 +: 4]),
            .flush_hist(flush_hist[b*HIST_W +: HIST_W]),
            .flush_hrepeat(flush_hrepeat[b*COUNT_W +: COUNT_W]),
            .push_valid(push_valid[b]), .push_rcode(push_rcode[b*4 +: 4]),
            .push_hist(push_hist[b*HIST_W +: HIST_W]),
            .push_hrepeat(push_hrepeat[b*COUNT_W +: COUNT_W]),
            .run(run[b])
        );

        nt_repeat_lane #(
            .XLEN(XLEN), .ICNT_W(ICNT_W), .HIST_W(HIST_W), .REPEAT_W(REPEAT_W)
        ) repeat_lane (
            .enable(enable), .run(branch_run[b]),
            .state(branch_at[b]), .state_next(branch_at[b+1]),
            .in_valid(in_valid[4*b +: 4]), .in(in[4*b*MESSAGE_W +: 4*MESSAGE_W]),
            .out_valid(out_valid[4*b +: 4]), .out(out[4*b*MESSAGE_W +: 4*MESSAGE_W])
        );
    end
    endgenerate

endmodule

`default_nettype wire
