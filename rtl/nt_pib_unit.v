// SPDX-License-Identifier: Apache-2.0
// A pin interface block with its control registers, as nt_system has them.
`default_nettype none

module nt_pib_unit #(
    // Bytes a cycle, 1, 2, 4 or 8
    parameter integer BYTES = 4,
    // Derived; do not set
    parameter integer COUNT_W = $clog2(BYTES + 1)
) (
    input  wire               clk,
    input  wire               rst,

    // APB4
    input  wire               PSEL,
    input  wire               PENABLE,
    input  wire [11:0]        PADDR,
    input  wire               PWRITE,
    input  wire [31:0]        PWDATA,
    input  wire [3:0]         PSTRB,
    output wire               PREADY,
    output wire [31:0]        PRDATA,
    output wire               PSLVERR,

    // Control fields that others look at
    output wire               trPibActive,
    output wire               trPibEnable,

    // Link
    input  wire               in_valid,
    input  wire [COUNT_W-1:0] in_count,
    input  wire [8*BYTES-1:0] in,
    output wire               in_ready,

    // Pins
    output wire               TRC_CLK,
    output wire [15:0]        TRC_DATA
);

    wire        trPibEmpty;
    wire [3:0]  trPibMode;
    wire        trPibClkCenter;
    wire        trPibCalibrate;
    wire [15:0] trPibDivider;

    nt_pib_registers registers (
        .clk(clk), .rst(rst), .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR), .PWRITE(PWRITE),
        .PWDATA(PWDATA), .PSTRB(PSTRB), .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(PSLVERR),
        .trPibEmpty(trPibEmpty), .trPibActive(trPibActive), .trPibEnable(trPibEnable),
        .trPibMode(trPibMode), .trPibClkCenter(trPibClkCenter), .trPibCalibrate(trPibCalibrate),
        .trPibDivider(trPibDivider)
    );

    nt_pib #(.BYTES(BYTES)) pib (
        .clk(clk), .rst(rst), .trPibActive(trPibActive), .trPibEnable(trPibEnable),
        .trPibMode(trPibMode), .trPibClkCenter(trPibClkCenter), .trPibCalibrate(trPibCalibrate),
        .trPibDivider(trPibDivider), .trPibEmpty(trPibEmpty), .in_valid(in_valid),
        .in_count(in_count), .in(in), .in_ready(in_ready), .TRC_CLK(TRC_CLK), .TRC_DATA(TRC_DATA)
    );

endmodule

`default_nettype wire
