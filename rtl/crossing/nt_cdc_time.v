// SPDX-License-Identifier: Apache-2.0
// Clock crossing of a time that counts: `time` of the system's counter into the clock of a hart, for the external timestamp
// mode. It crosses in Gray code, so what arrives is a time that was, two to four edges ago, and it never goes back.
//
// The input may stand, count up by one in a cycle, or begin anew at 0 from a power of two less one (at the end of WIDTH bits).
`default_nettype none

module nt_cdc_time #(
    parameter integer WIDTH = 64
) (
    input  wire             in_clk,
    input  wire             in_rst,
    input  wire [WIDTH-1:0] in,

    input  wire             out_clk,
    input  wire             out_rst,
    output wire [WIDTH-1:0] out      // out of flip-flops
);

    generate
        if (WIDTH < 1 || WIDTH > 64) begin : out_of_range
            nt_cdc_time_parameters_out_of_range stop();
        end
    endgenerate

    // By halves, so that six gates in a row are enough for 64 bits
    function [WIDTH-1:0] binary_of(input [WIDTH-1:0] gray);
        integer shift;
        begin
            binary_of = gray;
            for (shift = 1; shift < WIDTH; shift = shift * 2) binary_of = binary_of ^ (binary_of >> shift);
        end
    endfunction

    reg  [WIDTH-1:0] gray_reg;  // input's clock
    wire [WIDTH-1:0] gray_seen;
    reg  [WIDTH-1:0] out_reg;   // output's clock

`ifdef FORMAL
    wire [WIDTH-1:0] f_sync;
`endif
    nt_sync2 #(.WIDTH(WIDTH)) sync (
`ifdef FORMAL
        .f_meta(f_sync),
`endif
        .clk(out_clk), .rst(out_rst), .in(gray_reg), .out(gray_seen)
    );

    assign out = out_reg;

    always @(posedge in_clk) gray_reg <= in_rst ? {WIDTH{1'b0}} : in ^ (in >> 1);

    always @(posedge out_clk) out_reg <= out_rst ? {WIDTH{1'b0}} : binary_of(gray_seen);

`ifdef FORMAL
    // Contract, with both clocks arbitrary, behind the reset of both sides, at 0
    reg [WIDTH-1:0] f_time = 0;  // of the cycle before
    initial begin
        gray_reg      = 0;
        out_reg       = 0;
    end
    always @* begin
        a_reset: assume (!in_rst && !out_rst);
        a_count: assume (in == f_time || in == f_time + 1'b1);
    end
    always @(posedge in_clk) f_time <= in;

    // How far each is behind; a time of more than half the round never is
    wire [WIDTH-1:0] f_meta = f_time - binary_of(f_sync);
    wire [WIDTH-1:0] f_seen = f_time - binary_of(gray_seen);
    wire [WIDTH-1:0] f_out  = f_time - out_reg;
    // The proof's rounds are short: the output's clock is assumed not to rest for one
    reg  [WIDTH-1:0] f_last = 0;  // `out` of the cycle before
    wire [WIDTH-1:0] f_before = f_time - f_last;
    always @(posedge out_clk) f_last <= out;
    always @* a_near: assume (!f_before[WIDTH-1]);

    always @* begin
        // It is one that was: no later than now
        p_past: assert (f_meta <= f_seen && f_seen <= f_out);
        // It never goes back
        p_forward: assert (f_out <= f_before);

        i_gray: assert (gray_reg == (f_time ^ (f_time >> 1)));
    end

    always @* c_moves: cover (out == 2);
`endif

endmodule

`default_nettype wire
