// SPDX-License-Identifier: Apache-2.0
// Joins two pieces of a group: the second one follows the first one's bytes. Bytes beyond a piece's
// length are 0.
`default_nettype none

module nt_tv_join #(
    // Most bytes of each piece
    parameter integer A = 1,
    parameter integer B = 1,
    // Width of each length, and of their sum (derived; do not set)
    parameter integer A_W   = $clog2(A + 1),
    parameter integer B_W   = $clog2(B + 1),
    parameter integer OUT_W = $clog2(A + B + 1)
) (
    input  wire [8*A-1:0]     a,
    input  wire [A_W-1:0]     a_length,
    input  wire [8*B-1:0]     b,
    input  wire [B_W-1:0]     b_length,
    output wire [8*(A+B)-1:0] out,
    output wire [OUT_W-1:0]   length
);

    assign out    = {{8*B{1'b0}}, a} | ({{8*A{1'b0}}, b} << {a_length, 3'd0});
    assign length = {{(OUT_W-A_W){1'b0}}, a_length} + {{(OUT_W-B_W){1'b0}}, b_length};

`ifdef FORMAL
    // Contract: one byte of the result, any
    (* anyconst *) reg [OUT_W-1:0] f_place;
    wire [8*A-1:0]     f_a_rest = a >> {a_length, 3'd0};
    wire [8*B-1:0]     f_b_rest = b >> {b_length, 3'd0};
    wire [8*(A+B)-1:0] f_of_out = out >> {f_place, 3'd0};
    wire [8*A-1:0]     f_of_a   = a >> {f_place, 3'd0};
    wire [8*B-1:0]     f_of_b   = b >> {f_place - {{(OUT_W-A_W){1'b0}}, a_length}, 3'd0};

    always @* begin
        a_lengths: assume (a_length <= A && b_length <= B);
        a_zeros: assume (f_a_rest == {8*A{1'b0}} && f_b_rest == {8*B{1'b0}});
        p_length: assert (length == a_length + b_length && length <= A + B);
        if (f_place < a_length) p_first: assert (f_of_out[7:0] == f_of_a[7:0]);
        else if (f_place < length) p_second: assert (f_of_out[7:0] == f_of_b[7:0]);
        else p_zeros: assert (f_of_out[7:0] == 8'd0);
        c_both: cover (a_length == A && b_length == B);
        c_none: cover (length == {OUT_W{1'b0}});
    end
`endif

endmodule

`default_nettype wire
