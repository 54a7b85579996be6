// SPDX-License-Identifier: Apache-2.0
// Funnels of several shapes side by side; funnel_bench.cpp has the same table.
`default_nettype none

module nt_funnel_top #(
    parameter integer UNITS = 7
) (
    input  wire                    clk,
    input  wire [UNITS-1:0]        rst,
    input  wire [UNITS-1:0]        active,
    input  wire [UNITS-1:0]        enable,
    input  wire [32*UNITS-1:0]     disinput,
    output wire [UNITS-1:0]        empty,
    input  wire [32*UNITS-1:0]     in_valid,
    input  wire [32*16*UNITS-1:0]  in_count,
    input  wire [64*16*UNITS-1:0]  in,
    output wire [32*UNITS-1:0]     in_ready,
    output wire [UNITS-1:0]        out_valid,
    output wire [32*UNITS-1:0]     out_count,
    output wire [64*UNITS-1:0]     out,
    input  wire [UNITS-1:0]        out_ready
);

    // The last unit first
    localparam [8*UNITS-1:0]  INPUTS   = {8'd3, 8'd5, 8'd2, 8'd4, 8'd16, 8'd3, 8'd2};
    localparam [8*UNITS-1:0]  IN_BYTES = {8'd4, 8'd2, 8'd1, 8'd8, 8'd4, 8'd1, 8'd4};
    localparam [8*UNITS-1:0]  OUTS     = {8'd4, 8'd8, 8'd1, 8'd8, 8'd4, 8'd4, 8'd4};
    localparam [16*UNITS-1:0] WHOLES   = {16'h2, 16'hffff, 16'h0, 16'h0, 16'h0, 16'hffff, 16'h0};

    genvar n, i;
    generate
        for (n = 0; n < UNITS; n = n + 1) begin : unit
            localparam I     = {24'd0, INPUTS[8*n +: 8]};
            localparam IN    = {24'd0, IN_BYTES[8*n +: 8]};
            localparam OUT   = {24'd0, OUTS[8*n +: 8]};
            localparam IN_W  = $clog2(IN + 1);
            localparam OUT_W = $clog2(OUT + 1);
            wire [I*IN_W-1:0] counts;
            wire [I*8*IN-1:0] bytes;
            wire [I-1:0]      ready;
            wire [OUT_W-1:0]  count;
            wire [8*OUT-1:0]  beat;
            for (i = 0; i < I; i = i + 1) begin : link
                assign counts[i*IN_W +: IN_W] = in_count[32*(16*n+i) +: IN_W];
                assign bytes[i*8*IN +: 8*IN]  = in[64*(16*n+i) +: 8*IN];
            end
            nt_funnel #(
                .INPUTS(I), .IN_BYTES(IN), .BYTES(OUT), .WHOLE(WHOLES[16*n +: I])
            ) funnel (
                .clk(clk), .rst(rst[n]),
                .trFunnelActive(active[n]), .trFunnelEnable(enable[n]),
                .trFunnelDisInput(disinput[32*n +: 16]), .trFunnelEmpty(empty[n]),
                .in_valid(in_valid[32*n +: I]), .in_count(counts), .in(bytes), .in_ready(ready),
                .out_valid(out_valid[n]), .out_count(count), .out(beat), .out_ready(out_ready[n])
            );
            assign in_ready[32*n +: 32]  = {{32-I{1'b0}}, ready};
            assign out_count[32*n +: 32] = {{32-OUT_W{1'b0}}, count};
            wire [71:0] padded = {{72-8*OUT{1'b0}}, beat};
            assign out[64*n +: 64] = padded[63:0];
        end
    endgenerate

endmodule

`default_nettype wire
