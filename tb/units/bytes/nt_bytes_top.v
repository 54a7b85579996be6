// SPDX-License-Identifier: Apache-2.0
// From descriptors to bytes: message stage, message FIFO and serializer of a build, alone.
`include "nt_descriptor.vh"
`default_nettype none

module nt_bytes_top #(
    // As in nt_encoder
    parameter integer XLEN = 64,
    parameter integer NBLOCKS = 1,
    parameter integer ICNT_W = 22,
    parameter integer HIST_W = 32,
    parameter integer FIFO_DEPTH = 32,
    parameter integer SCONTEXT_W = 32,
    parameter integer HCONTEXT_W = 14,
    parameter integer SRC_W = 12,
    parameter integer TSTAMP_W = 48,
    parameter integer REPEAT_W = 18,
    parameter integer OPTIONS = 1,
    parameter integer OUT_BYTES = 1,
    // Derived; do not set
    parameter integer SLOTS    = 4 * NBLOCKS,
    parameter integer IN_W     = `NT_MESSAGE_W(XLEN, ICNT_W, HIST_W),
    parameter integer TIME_W   = TSTAMP_W > 0 ? TSTAMP_W : 1,
    parameter integer SRC_ID_W = SRC_W > 0 ? SRC_W : 1,
    parameter integer LEVEL_W  = $clog2(FIFO_DEPTH) + 1,
    parameter integer COUNT_W  = $clog2(OUT_BYTES + 1)
) (
    input  wire                   clk,
    input  wire                   rst,

    input  wire [3:0]             src_bits,
    input  wire [SRC_ID_W-1:0]    src_id,
    input  wire                   ts_enable,
    input  wire                   extend_msb,
    input  wire                   trim_ownership,

    input  wire [SLOTS-1:0]       in_valid,
    input  wire [SLOTS*IN_W-1:0]  in,
    input  wire [SLOTS-1:0]       in_late,
    input  wire [TIME_W-1:0]      now,
    input  wire [TIME_W-1:0]      then,

    output wire [LEVEL_W-1:0]     level,
    output wire                   out_valid,
    output wire [8*OUT_BYTES-1:0] out,
    output wire [COUNT_W-1:0]     out_count,
    input  wire                   out_ready
);

    localparam MESSAGE_W = IN_W + TSTAMP_W;

    wire [SLOTS-1:0]           message_valid;
    wire [SLOTS*MESSAGE_W-1:0] message_data;
    wire                       fifo_valid;
    wire [MESSAGE_W-1:0]       fifo_data;
    wire                       fifo_ready;

    nt_message #(
        .XLEN(XLEN), .SLOTS(SLOTS), .ICNT_W(ICNT_W), .HIST_W(HIST_W), .TSTAMP_W(TSTAMP_W)
    ) message (
        .clk(clk),
        .in_valid(in_valid), .in(in), .in_late(in_late), .now(now), .then(then),
        .out_valid(message_valid), .out(message_data)
    );

    nt_message_fifo #(
        .WIDTH(MESSAGE_W), .DEPTH(FIFO_DEPTH), .WRITES(SLOTS)
    ) fifo (
        .clk(clk), .rst(rst),
        .write_valid(message_valid), .write_data(message_data), .level(level),
        .read_valid(fifo_valid), .read_data(fifo_data), .read_ready(fifo_ready)
    );

    generate
        if (OUT_BYTES > 1) begin : wide
            nt_serializer_wide #(
                .XLEN(XLEN), .ICNT_W(ICNT_W), .HIST_W(HIST_W),
                .SCONTEXT_W(SCONTEXT_W), .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W),
                .TSTAMP_W(TSTAMP_W), .REPEAT_W(REPEAT_W), .OPTIONS(OPTIONS),
                .OUT_BYTES(OUT_BYTES)
            ) serializer (
                .clk(clk), .rst(rst),
                .src_bits(src_bits), .src_id(src_id), .ts_enable(ts_enable),
                .extend_msb(extend_msb), .trim_ownership(trim_ownership),
                .in_valid(fifo_valid), .in(fifo_data), .in_ready(fifo_ready),
                .out_valid(out_valid), .out(out), .out_count(out_count), .out_ready(out_ready)
            );
        end else begin : narrow
            assign out_count = 1'b1;
            nt_serializer #(
                .XLEN(XLEN), .ICNT_W(ICNT_W), .HIST_W(HIST_W),
                .SCONTEXT_W(SCONTEXT_W), .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W),
                .TSTAMP_W(TSTAMP_W), .REPEAT_W(REPEAT_W), .OPTIONS(OPTIONS)
            ) serializer (
                .clk(clk), .rst(rst),
                .src_bits(src_bits), .src_id(src_id), .ts_enable(ts_enable),
                .extend_msb(extend_msb), .trim_ownership(trim_ownership),
                .in_valid(fifo_valid), .in(fifo_data), .in_ready(fifo_ready),
                .out_valid(out_valid), .out(out), .out_ready(out_ready)
            );
        end
    endgenerate

endmodule

`default_nettype wire
