// SPDX-License-Identifier: Apache-2.0
// The register blocks of funnel, PIB, RAM sink and ATB bridge on one bus, a page each as in
// nt_system: 16 the funnel's, 24 the PIB's, 25 the RAM sink's, 26 the bridge's.
`default_nettype none

module nt_components_top #(
    parameter integer INPUTS = 2,
    parameter integer TSTAMP_W = 48,
    parameter integer MODES = 32'h1f30,
    parameter integer CLK_CENTER = 1,
    parameter integer CALIBRATE = 1,
    parameter integer DIVIDER_W = 16,
    parameter integer DIVIDER_RESET = 15,
    parameter integer SRAM_WORDS = 256,
    parameter integer SMEM = 1,
    parameter integer TIME_W = TSTAMP_W > 0 ? TSTAMP_W : 1
) (
    input  wire              clk,
    input  wire              rst,

    input  wire              PSEL,
    input  wire              PENABLE,
    input  wire [16:0]       PADDR,
    input  wire              PWRITE,
    input  wire [31:0]       PWDATA,
    input  wire [3:0]        PSTRB,
    output wire              PREADY,
    output wire [31:0]       PRDATA,
    output wire              PSLVERR,

    input  wire              trFunnelEmpty,
    input  wire [TIME_W-1:0] timestamp,
    input  wire              trPibEmpty,
    input  wire              trRamEmpty,
    input  wire              stop,
    input  wire [63:0]       trRamWP,
    input  wire [63:0]       trRamRP,
    input  wire [31:0]       data,
    input  wire              data_valid,
    input  wire              error,
    input  wire [63:0]       error_address,
    input  wire              trAtbBridgeEmpty,

    output wire [3:0]        pointer_write,
    output wire [31:0]       pointer_value,
    output wire              data_read,
    output wire              trFunnelActive,
    output wire              trFunnelEnable,
    output wire [15:0]       trFunnelDisInput,
    output wire              trTsActive,
    output wire              trTsCount,
    output wire              trTsReset,
    output wire [2:0]        trTsMode,
    output wire [1:0]        trTsPrescale,
    output wire              trPibActive,
    output wire              trPibEnable,
    output wire [3:0]        trPibMode,
    output wire              trPibClkCenter,
    output wire              trPibCalibrate,
    output wire [15:0]       trPibDivider,
    output wire              trRamActive,
    output wire              trRamEnable,
    output wire              trRamMode,
    output wire              trRamStopOnWrap,
    output wire [31:0]       trRamStartLow,
    output wire [31:0]       trRamStartHigh,
    output wire [31:0]       trRamLimitLow,
    output wire [31:0]       trRamLimitHigh,
    output wire              trAtbBridgeActive,
    output wire              trAtbBridgeEnable,
    output wire [6:0]        trAtbBridgeID
);

    wire [3:0]   select = {PADDR[16:12] == 5'd26, PADDR[16:12] == 5'd25, PADDR[16:12] == 5'd24,
                           PADDR[16:12] == 5'd16};
    wire [3:0]   ready;
    wire [3:0]   slverr;
    wire [127:0] read;

    assign PREADY  = !(|select) || |(ready & select);
    assign PSLVERR = |(slverr & select);
    assign PRDATA  = ({32{select[0]}} & read[31:0]) | ({32{select[1]}} & read[63:32]) |
                     ({32{select[2]}} & read[95:64]) | ({32{select[3]}} & read[127:96]);

    nt_funnel_registers #(
        .INPUTS(INPUTS), .TSTAMP_W(TSTAMP_W)
    ) funnel (
        .clk(clk), .rst(rst), .PSEL(PSEL && select[0]), .PENABLE(PENABLE), .PADDR(PADDR[11:0]),
        .PWRITE(PWRITE), .PWDATA(PWDATA), .PSTRB(PSTRB), .PREADY(ready[0]), .PRDATA(read[31:0]),
        .PSLVERR(slverr[0]), .trFunnelEmpty(trFunnelEmpty), .timestamp(timestamp),
        .trFunnelActive(trFunnelActive), .trFunnelEnable(trFunnelEnable),
        .trFunnelDisInput(trFunnelDisInput), .trTsActive(trTsActive), .trTsCount(trTsCount),
        .trTsReset(trTsReset), .trTsMode(trTsMode), .trTsPrescale(trTsPrescale)
    );

    nt_pib_registers #(
        .MODES(MODES), .CLK_CENTER(CLK_CENTER), .CALIBRATE(CALIBRATE), .DIVIDER_W(DIVIDER_W),
        .DIVIDER_RESET(DIVIDER_RESET)
    ) pib (
        .clk(clk), .rst(rst), .PSEL(PSEL && select[1]), .PENABLE(PENABLE), .PADDR(PADDR[11:0]),
        .PWRITE(PWRITE), .PWDATA(PWDATA), .PSTRB(PSTRB), .PREADY(ready[1]), .PRDATA(read[63:32]),
        .PSLVERR(slverr[1]), .trPibEmpty(trPibEmpty), .trPibActive(trPibActive),
        .trPibEnable(trPibEnable), .trPibMode(trPibMode), .trPibClkCenter(trPibClkCenter),
        .trPibCalibrate(trPibCalibrate), .trPibDivider(trPibDivider)
    );

    nt_ram_registers #(
        .SRAM_WORDS(SRAM_WORDS), .SMEM(SMEM)
    ) ram (
        .clk(clk), .rst(rst), .PSEL(PSEL && select[2]), .PENABLE(PENABLE), .PADDR(PADDR[11:0]),
        .PWRITE(PWRITE), .PWDATA(PWDATA), .PSTRB(PSTRB), .PREADY(ready[2]), .PRDATA(read[95:64]),
        .PSLVERR(slverr[2]), .trRamEmpty(trRamEmpty), .stop(stop), .trRamWP(trRamWP),
        .trRamRP(trRamRP), .data(data), .data_valid(data_valid), .error(error),
        .error_address(error_address), .pointer_write(pointer_write),
        .pointer_value(pointer_value), .data_read(data_read), .trRamActive(trRamActive),
        .trRamEnable(trRamEnable), .trRamMode(trRamMode), .trRamStopOnWrap(trRamStopOnWrap),
        .trRamStartLow(trRamStartLow), .trRamStartHigh(trRamStartHigh),
        .trRamLimitLow(trRamLimitLow), .trRamLimitHigh(trRamLimitHigh)
    );

    nt_atb_registers bridge (
        .clk(clk), .rst(rst), .PSEL(PSEL && select[3]), .PENABLE(PENABLE), .PADDR(PADDR[11:0]),
        .PWRITE(PWRITE), .PWDATA(PWDATA), .PSTRB(PSTRB), .PREADY(ready[3]), .PRDATA(read[127:96]),
        .PSLVERR(slverr[3]), .trAtbBridgeEmpty(trAtbBridgeEmpty),
        .trAtbBridgeActive(trAtbBridgeActive), .trAtbBridgeEnable(trAtbBridgeEnable),
        .trAtbBridgeID(trAtbBridgeID)
    );

endmodule

`default_nettype wire
