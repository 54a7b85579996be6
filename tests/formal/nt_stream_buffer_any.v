// SPDX-License-Identifier: Apache-2.0
// In place of nt_stream_buffer, offers anything at any time: what the reader relies on it assumes.
`default_nettype none

module nt_stream_buffer #(
    parameter integer IN    = 4,
    parameter integer OUT   = 4,
    parameter integer WHOLE = 0,
    parameter integer DEPTH = 64,
    parameter integer IN_W  = $clog2(IN + 1),
    parameter integer OUT_W = $clog2(OUT + 1)
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    input  wire [IN_W-1:0]  in_count,
    input  wire [8*IN-1:0]  in,
    output wire             in_ready,
    output wire [OUT_W-1:0] out_count,
    output wire [8*OUT-1:0] out,
    input  wire [OUT_W-1:0] out_take,
    output wire             empty
);

    (* anyseq *) wire             any_ready;
    (* anyseq *) wire [OUT_W-1:0] any_count;
    (* anyseq *) wire [8*OUT-1:0] any_out;
    (* anyseq *) wire             any_empty;
    assign in_ready  = any_ready;
    assign out_count = any_count;
    assign out       = any_out;
    assign empty     = any_empty;

endmodule

`default_nettype wire
