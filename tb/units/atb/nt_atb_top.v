// SPDX-License-Identifier: Apache-2.0
// ATB bridges of several shapes side by side; atb_bench.cpp has the same table.
`default_nettype none

module nt_atb_top #(
    parameter integer UNITS = 8
) (
    input  wire                 clk,
    input  wire [UNITS-1:0]     rst,
    input  wire [UNITS-1:0]     active,
    input  wire [UNITS-1:0]     enable,
    input  wire [32*UNITS-1:0]  id,
    input  wire [UNITS-1:0]     in_valid,
    input  wire [32*UNITS-1:0]  in_count,
    input  wire [64*UNITS-1:0]  in,
    output wire [UNITS-1:0]     in_ready,
    output wire [UNITS-1:0]     empty,
    output wire [UNITS-1:0]     sync_request,
    output wire [UNITS-1:0]     ATVALID,
    input  wire [UNITS-1:0]     ATREADY,
    output wire [32*UNITS-1:0]  ATID,
    output wire [32*UNITS-1:0]  ATBYTES,
    output wire [128*UNITS-1:0] ATDATA,
    input  wire [UNITS-1:0]     AFVALID,
    output wire [UNITS-1:0]     AFREADY,
    input  wire [UNITS-1:0]     SYNCREQ
);

    // The last unit first
    localparam [8*UNITS-1:0] BYTES = {8'd8, 8'd2, 8'd4, 8'd1, 8'd8, 8'd8, 8'd1, 8'd4};
    localparam [8*UNITS-1:0] ATB_W = {8'd64, 8'd16, 8'd64, 8'd128, 8'd8, 8'd128, 8'd8, 8'd32};
    localparam [8*UNITS-1:0] IDLE  = {8'd16, 8'd1, 8'd16, 8'd40, 8'd3, 8'd16, 8'd4, 8'd16};

    genvar n;
    generate
        for (n = 0; n < UNITS; n = n + 1) begin : unit
            localparam B         = {24'd0, BYTES[8*n +: 8]};
            localparam W         = {24'd0, ATB_W[8*n +: 8]};
            localparam COUNT_W   = $clog2(B + 1);
            localparam ATBYTES_W = W > 8 ? $clog2(W / 8) : 1;
            wire [ATBYTES_W-1:0] last;
            wire [W-1:0]         data;
            wire [6:0]           atid;
            nt_atb_bridge #(
                .BYTES(B), .ATB_W(W), .IDLE_CYCLES({24'd0, IDLE[8*n +: 8]})
            ) bridge (
                .clk(clk), .rst(rst[n]), .trAtbBridgeActive(active[n]),
                .trAtbBridgeEnable(enable[n]), .trAtbBridgeID(id[32*n +: 7]),
                .trAtbBridgeEmpty(empty[n]), .sync_request(sync_request[n]),
                .in_valid(in_valid[n]), .in_count(in_count[32*n +: COUNT_W]),
                .in(in[64*n +: 8*B]), .in_ready(in_ready[n]), .ATVALID(ATVALID[n]),
                .ATREADY(ATREADY[n]), .ATID(atid), .ATBYTES(last), .ATDATA(data),
                .AFVALID(AFVALID[n]), .AFREADY(AFREADY[n]), .SYNCREQ(SYNCREQ[n])
            );
            wire [128:0] padded = {{129-W{1'b0}}, data};
            assign ATID[32*n +: 32]     = {25'd0, atid};
            assign ATBYTES[32*n +: 32]  = {{32-ATBYTES_W{1'b0}}, last};
            assign ATDATA[128*n +: 128] = padded[127:0];
        end
    endgenerate

endmodule

`default_nettype wire
