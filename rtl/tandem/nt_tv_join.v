// Joins two pieces of a group: the second one follows the first one's bytes. Bytes beyond a piece's
// length are 0.
`default_nettype none

module nt_tv_join #(
    // Most bytes of each piece
    parameter A = 1,
    parameter B = 1,
    // Width of each length, and of their sum (derived; do not set)
    parameter A_W   = $clog2(A + 1),
    parameter B_W   = $clog2(B + 1),
    parameter OUT_W = $clog2(A + B + 1)
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

endmodule

`default_nettype wire
