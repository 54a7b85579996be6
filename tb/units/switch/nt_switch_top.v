// SPDX-License-Identifier: Apache-2.0
// Sink switches of several shapes side by side; switch_bench.cpp has the same table.
`default_nettype none

module nt_switch_top #(
    parameter integer UNITS = 5
) (
    input  wire                   clk,
    input  wire [UNITS-1:0]       rst,
    input  wire [32*UNITS-1:0]    active,
    input  wire [32*UNITS-1:0]    enable,
    input  wire [UNITS-1:0]       in_valid,
    input  wire [32*UNITS-1:0]    in_count,
    input  wire [64*UNITS-1:0]    in,
    output wire [UNITS-1:0]       in_ready,
    output wire [32*UNITS-1:0]    out_valid,
    output wire [32*8*UNITS-1:0]  out_count,
    output wire [64*8*UNITS-1:0]  out,
    input  wire [32*UNITS-1:0]    out_ready
);

    // The last unit first
    localparam [8*UNITS-1:0] SINKS = {8'd8, 8'd2, 8'd3, 8'd1, 8'd3};
    localparam [8*UNITS-1:0] BYTES = {8'd2, 8'd1, 8'd8, 8'd4, 8'd4};

    genvar n, i;
    generate
        for (n = 0; n < UNITS; n = n + 1) begin : unit
            localparam S       = {24'd0, SINKS[8*n +: 8]};
            localparam B       = {24'd0, BYTES[8*n +: 8]};
            localparam COUNT_W = $clog2(B + 1);
            wire [S-1:0]         valid;
            wire [S*COUNT_W-1:0] counts;
            wire [S*8*B-1:0]     bytes;
            nt_sink_switch #(.SINKS(S), .BYTES(B)) switch (
                .clk(clk), .rst(rst[n]), .active(active[32*n +: S]), .enable(enable[32*n +: S]),
                .in_valid(in_valid[n]), .in_count(in_count[32*n +: COUNT_W]),
                .in(in[64*n +: 8*B]), .in_ready(in_ready[n]),
                .out_valid(valid), .out_count(counts), .out(bytes),
                .out_ready(out_ready[32*n +: S])
            );
            assign out_valid[32*n +: 32] = {{32-S{1'b0}}, valid};
            for (i = 0; i < 8; i = i + 1) begin : link
                if (i < S) begin : used
                    wire [71:0] padded = {{72-8*B{1'b0}}, bytes[i*8*B +: 8*B]};
                    assign out_count[32*(8*n+i) +: 32] = {{32-COUNT_W{1'b0}},
                                                          counts[i*COUNT_W +: COUNT_W]};
                    assign out[64*(8*n+i) +: 64] = padded[63:0];
                end else begin : unused
                    assign out_count[32*(8*n+i) +: 32] = 32'd0;
                    assign out[64*(8*n+i) +: 64] = 64'd0;
                end
            end
        end
    endgenerate

endmodule

`default_nettype wire
