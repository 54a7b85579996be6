// SPDX-License-Identifier: Apache-2.0
// A counter that saturates, behind a FIFO of two entries: what docs/unit.md builds up.
`default_nettype none

module nt_saturating #(
    parameter integer W = 8  // width of an entry and of the count
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         in_valid,
    input  wire [W-1:0] in,
    output wire         in_ready,
    input  wire         enable,    // an entry may be counted
    output wire [W-1:0] count
);

    reg [W-1:0] entry_reg [0:1];
    reg [1:0]   level_reg;
    reg [W-1:0] count_reg;

    wire         push = in_valid && in_ready;
    wire         pop  = enable && level_reg != 2'd0;
    wire [W:0]   sum  = {1'b0, count_reg} + {1'b0, entry_reg[0]};
    wire [1:0]   left = level_reg - {1'b0, pop};

    assign in_ready = level_reg != 2'd2;
    assign count    = count_reg;

    always @(posedge clk) begin
        level_reg <= rst ? 2'd0 : left + {1'b0, push};
        if (pop) entry_reg[0] <= entry_reg[1];
        if (push) entry_reg[left[0]] <= in;
        if (rst) count_reg <= {W{1'b0}};
        else if (pop) count_reg <= sum[W] ? {W{1'b1}} : sum[W-1:0];
    end

endmodule

`default_nettype wire
