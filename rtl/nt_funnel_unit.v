// SPDX-License-Identifier: Apache-2.0
// A funnel with its control registers and its timestamp unit, as nt_system has them.
`default_nettype none

module nt_funnel_unit #(
    // Inputs, 2 to 16
    parameter integer INPUTS = 2,
    // Bytes a cycle of an input and of the output, 1, 2, 4 or 8
    parameter integer IN_BYTES = 1,
    parameter integer BYTES = 4,
    // Inputs whose messages are held back until they are whole, as in nt_funnel
    parameter [INPUTS-1:0] WHOLE = {INPUTS{IN_BYTES < BYTES}},
    // Width of timestamps, 1 to 63; 0: no timestamp unit
    parameter integer TSTAMP_W = 48,
    // Derived; do not set
    parameter integer TIME_W = TSTAMP_W > 0 ? TSTAMP_W : 1,
    parameter integer IN_COUNT_W = $clog2(IN_BYTES + 1),
    parameter integer COUNT_W = $clog2(BYTES + 1)
) (
    input  wire                         clk,
    input  wire                         rst,

    // APB4
    input  wire                         PSEL,
    input  wire                         PENABLE,
    input  wire [11:0]                  PADDR,
    input  wire                         PWRITE,
    input  wire [31:0]                  PWDATA,
    input  wire [3:0]                   PSTRB,
    output wire                         PREADY,
    output wire [31:0]                  PRDATA,
    output wire                         PSLVERR,

    // Time
    input  wire                         system_tick,
    input  wire [TIME_W-1:0]            external_time,
    input  wire [TIME_W-1:0]            shared_time,
    output wire [TIME_W-1:0]            timestamp,

    // Control fields that others look at
    output wire                         trFunnelActive,
    output wire [15:0]                  trFunnelDisInput,

    // Links
    input  wire [INPUTS-1:0]            in_valid,
    input  wire [INPUTS*IN_COUNT_W-1:0] in_count,
    input  wire [INPUTS*8*IN_BYTES-1:0] in,
    output wire [INPUTS-1:0]            in_ready,
    output wire                         out_valid,
    output wire [COUNT_W-1:0]           out_count,
    output wire [8*BYTES-1:0]           out,
    input  wire                         out_ready
);

    wire       trFunnelEnable;
    wire       trFunnelEmpty;
    wire       trTsActive;
    wire       trTsCount;
    wire       trTsReset;
    wire [2:0] trTsMode;
    wire [1:0] trTsPrescale;

    nt_funnel_registers #(.INPUTS(INPUTS), .TSTAMP_W(TSTAMP_W)) registers (
        .clk(clk), .rst(rst), .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR), .PWRITE(PWRITE),
        .PWDATA(PWDATA), .PSTRB(PSTRB), .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(PSLVERR),
        .trFunnelEmpty(trFunnelEmpty), .timestamp(timestamp), .trFunnelActive(trFunnelActive),
        .trFunnelEnable(trFunnelEnable), .trFunnelDisInput(trFunnelDisInput),
        .trTsActive(trTsActive), .trTsCount(trTsCount), .trTsReset(trTsReset),
        .trTsMode(trTsMode), .trTsPrescale(trTsPrescale)
    );

    generate
        if (TSTAMP_W > 0) begin : time_unit
            nt_timestamp #(.TSTAMP_W(TSTAMP_W)) unit (
                .clk(clk), .rst(rst || !trFunnelActive), .trTsActive(trTsActive),
                .trTsCount(trTsCount), .trTsReset(trTsReset), .trTsRunInDebug(1'b0),
                .trTsMode(trTsMode), .trTsPrescale(trTsPrescale), .halted(1'b0),
                .system_tick(system_tick), .external_time(external_time),
                .shared_time(shared_time), .timestamp(timestamp)
            );
        end else begin : no_time_unit
            wire unused = &{1'b0, system_tick, external_time, shared_time, trTsActive, trTsCount,
                            trTsReset, trTsMode, trTsPrescale};
            assign timestamp = 1'b0;
        end
    endgenerate

    nt_funnel #(.INPUTS(INPUTS), .IN_BYTES(IN_BYTES), .BYTES(BYTES), .WHOLE(WHOLE)) funnel (
        .clk(clk), .rst(rst), .trFunnelActive(trFunnelActive), .trFunnelEnable(trFunnelEnable),
        .trFunnelDisInput(trFunnelDisInput), .trFunnelEmpty(trFunnelEmpty),
        .in_valid(in_valid), .in_count(in_count), .in(in), .in_ready(in_ready),
        .out_valid(out_valid), .out_count(out_count), .out(out), .out_ready(out_ready)
    );

endmodule

`default_nettype wire
