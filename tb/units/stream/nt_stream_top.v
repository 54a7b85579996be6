// SPDX-License-Identifier: Apache-2.0
// Stream buffers of several shapes side by side; stream_bench.cpp has the same table.
`default_nettype none

module nt_stream_top #(
    parameter integer UNITS = 10
) (
    input  wire                 clk,
    input  wire [UNITS-1:0]     rst,
    input  wire [UNITS-1:0]     in_valid,
    input  wire [32*UNITS-1:0]  in_count,
    input  wire [64*UNITS-1:0]  in,
    output wire [UNITS-1:0]     in_ready,
    output wire [32*UNITS-1:0]  out_count,
    output wire [128*UNITS-1:0] out,
    input  wire [32*UNITS-1:0]  out_take,
    output wire [UNITS-1:0]     empty
);

    // The last unit first
    localparam [8*UNITS-1:0] INS    = {8'd4, 8'd8, 8'd2, 8'd1, 8'd8, 8'd4, 8'd8, 8'd1, 8'd1, 8'd4};
    localparam [8*UNITS-1:0] OUTS   = {8'd1, 8'd2, 8'd8, 8'd16, 8'd16, 8'd8, 8'd8, 8'd4, 8'd1, 8'd4};
    localparam [UNITS-1:0]   WHOLES = 10'b1110000100;
    localparam [8*UNITS-1:0] DEPTHS = {8'd8, 8'd64, 8'd16, 8'd48, 8'd32, 8'd24, 8'd24, 8'd64, 8'd4,
                                       8'd12};

    genvar n;
    generate
        for (n = 0; n < UNITS; n = n + 1) begin : unit
            localparam IN    = {24'd0, INS[8*n +: 8]};
            localparam OUT   = {24'd0, OUTS[8*n +: 8]};
            localparam IN_W  = $clog2(IN + 1);
            localparam OUT_W = $clog2(OUT + 1);
            wire [OUT_W-1:0] count;
            wire [8*OUT-1:0] bytes;
            nt_stream_buffer #(
                .IN(IN), .OUT(OUT), .WHOLE({31'd0, WHOLES[n]}), .DEPTH({24'd0, DEPTHS[8*n +: 8]})
            ) buffer (
                .clk(clk), .rst(rst[n]),
                .in_valid(in_valid[n]), .in_count(in_count[32*n +: IN_W]), .in(in[64*n +: 8*IN]),
                .in_ready(in_ready[n]),
                .out_count(count), .out(bytes), .out_take(out_take[32*n +: OUT_W]), .empty(empty[n])
            );
            assign out_count[32*n +: 32] = {{32-OUT_W{1'b0}}, count};
            wire [135:0] padded = {{136-8*OUT{1'b0}}, bytes};
            assign out[128*n +: 128] = padded[127:0];
        end
    endgenerate

endmodule

`default_nettype wire
