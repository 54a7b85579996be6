// SPDX-License-Identifier: Apache-2.0
// The synchroniser: bits of another clock through two flip-flops, each on its own. Where several bits belong together, one at a
// time changes (Gray code). Every crossing of this RTL goes through it; a chip replaces this file by its library's cell, which
// keeps ports and parameters. Its flip-flops are to be placed next to each other. docs/crossing.md.
`default_nettype none

module nt_sync2 #(
    parameter integer WIDTH = 1
) (
    input  wire             clk,  // of the output
    input  wire             rst,
    input  wire [WIDTH-1:0] in,   // out of flip-flops of another clock
`ifdef FORMAL
    output wire [WIDTH-1:0] f_meta,  // for proofs of what it is in
`endif
    output wire [WIDTH-1:0] out   // one or two edges later; 0 in reset
);

    generate
        if (WIDTH < 1 || WIDTH > 64) begin : out_of_range
            nt_sync2_parameters_out_of_range stop();
        end
    endgenerate

    (* async_reg = "true" *) reg [WIDTH-1:0] meta_reg;
    (* async_reg = "true" *) reg [WIDTH-1:0] seen_reg;

    assign out = seen_reg;

    always @(posedge clk) begin
        meta_reg <= rst ? {WIDTH{1'b0}} : in;
        seen_reg <= rst ? {WIDTH{1'b0}} : meta_reg;
    end

`ifdef FORMAL
    initial begin
        meta_reg = {WIDTH{1'b0}};
        seen_reg = {WIDTH{1'b0}};
    end
    assign f_meta = meta_reg;
`endif

endmodule

`default_nettype wire
