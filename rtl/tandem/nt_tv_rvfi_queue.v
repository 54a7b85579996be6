// SPDX-License-Identifier: Apache-2.0
// Rows of RVFI that wait for their lanes: what a core shows in a cycle is held, so that it need not stop.
// A row that finds no room, and does not stay until there is, is lost; the next one is marked.
// docs/tandem-rvfi.md.
`default_nettype none

module nt_tv_rvfi_queue #(
    // A row, with VALID_W valid channels in its highest bits
    parameter integer WIDTH = 2,
    parameter integer VALID_W = 1,
    // Rows, 2 to 64
    parameter integer DEPTH = 4
) (
    input  wire             clk,
    input  wire             rst,
    input  wire [WIDTH-1:0] in,          // nothing, if no channel is valid
    input  wire             in_changed,  // the row of the cycle before found no room, and is gone
    output wire             in_ready,    // there is room
    output wire [WIDTH-1:0] out,         // the oldest row; no channel is valid if there is none
    output wire             out_lost,    // before it, others were lost
    output wire             out_valid,
    input  wire             out_ready    // it is done with
);

    localparam integer LEVEL_W = $clog2(DEPTH + 1);
    localparam integer PLACE_W = $clog2(DEPTH);
    localparam [31:0] LAST = DEPTH - 1;
    localparam [31:0] FULL = DEPTH;

    reg [WIDTH:0]       row_reg [0:DEPTH-1];  // no reset: {lost, row}, used only below the level
    reg [LEVEL_W-1:0]   level_reg;
    reg [PLACE_W-1:0]   head_reg;             // of the oldest row
    reg [PLACE_W-1:0]   tail_reg;             // of the next one
    reg                 lost_reg;             // rows were lost, and none came since

    wire         lost = lost_reg || in_changed;
    wire         put  = in_ready && (in[WIDTH-1 -: VALID_W] != {VALID_W{1'b0}} || lost);
    wire         take = out_valid && out_ready;
    wire [WIDTH:0] oldest = row_reg[head_reg];

    assign in_ready  = level_reg != FULL[LEVEL_W-1:0];
    assign out_valid = level_reg != {LEVEL_W{1'b0}};
    assign out       = {oldest[WIDTH-1 -: VALID_W] & {VALID_W{out_valid}}, oldest[WIDTH-VALID_W-1:0]};
    assign out_lost  = oldest[WIDTH] && out_valid;

    always @(posedge clk) begin
        if (rst) begin
            level_reg <= {LEVEL_W{1'b0}};
            head_reg  <= {PLACE_W{1'b0}};
            tail_reg  <= {PLACE_W{1'b0}};
            lost_reg  <= 1'b0;
        end else begin
            level_reg <= level_reg + {{LEVEL_W-1{1'b0}}, put} - {{LEVEL_W-1{1'b0}}, take};
            if (put) tail_reg <= tail_reg == LAST[PLACE_W-1:0] ? {PLACE_W{1'b0}} : tail_reg + 1'b1;
            if (take) head_reg <= head_reg == LAST[PLACE_W-1:0] ? {PLACE_W{1'b0}} : head_reg + 1'b1;
            lost_reg <= lost && !put;
        end
        if (put) row_reg[tail_reg] <= {lost, in};
    end

`ifdef FORMAL
    `include "nt_tv_rvfi_queue_contract.vh"
`endif

endmodule

`default_nettype wire
