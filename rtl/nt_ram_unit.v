// SPDX-License-Identifier: Apache-2.0
// A RAM sink with its control registers, as nt_system has them.
`default_nettype none

module nt_ram_unit #(
    // As in nt_ram_sink
    parameter integer BYTES = 4,
    parameter integer SRAM_WORDS = 1024,
    parameter integer SMEM = 1,
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
    output wire               trRamActive,
    output wire               trRamEnable,

    // Link
    input  wire               in_valid,
    input  wire [COUNT_W-1:0] in_count,
    input  wire [8*BYTES-1:0] in,
    output wire               in_ready,

    // AXI4 write master of SMEM mode
    output wire               AWVALID,
    output wire [63:0]        AWADDR,
    output wire [7:0]         AWLEN,
    output wire [2:0]         AWSIZE,
    output wire [1:0]         AWBURST,
    output wire [3:0]         AWCACHE,
    output wire [2:0]         AWPROT,
    input  wire               AWREADY,
    output wire               WVALID,
    output wire [31:0]        WDATA,
    output wire [3:0]         WSTRB,
    output wire               WLAST,
    input  wire               WREADY,
    input  wire               BVALID,
    input  wire [1:0]         BRESP,
    output wire               BREADY
);

    wire        trRamMode;
    wire        trRamStopOnWrap;
    wire [31:0] trRamStartLow;
    wire [31:0] trRamStartHigh;
    wire [31:0] trRamLimitLow;
    wire [31:0] trRamLimitHigh;
    wire        trRamEmpty;
    wire        stop;
    wire [63:0] trRamWP;
    wire [63:0] trRamRP;
    wire [31:0] data;
    wire        data_valid;
    wire        error;
    wire [63:0] error_address;
    wire [3:0]  pointer_write;
    wire [31:0] pointer_value;
    wire        data_read;

    nt_ram_registers #(.SRAM_WORDS(SRAM_WORDS), .SMEM(SMEM)) registers (
        .clk(clk), .rst(rst), .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR), .PWRITE(PWRITE),
        .PWDATA(PWDATA), .PSTRB(PSTRB), .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(PSLVERR),
        .trRamEmpty(trRamEmpty), .stop(stop), .trRamWP(trRamWP), .trRamRP(trRamRP), .data(data),
        .data_valid(data_valid), .error(error), .error_address(error_address),
        .pointer_write(pointer_write), .pointer_value(pointer_value), .data_read(data_read),
        .trRamActive(trRamActive), .trRamEnable(trRamEnable), .trRamMode(trRamMode),
        .trRamStopOnWrap(trRamStopOnWrap), .trRamStartLow(trRamStartLow),
        .trRamStartHigh(trRamStartHigh), .trRamLimitLow(trRamLimitLow),
        .trRamLimitHigh(trRamLimitHigh)
    );

    nt_ram_sink #(.BYTES(BYTES), .SRAM_WORDS(SRAM_WORDS), .SMEM(SMEM)) sink (
        .clk(clk), .rst(rst), .trRamActive(trRamActive), .trRamEnable(trRamEnable),
        .trRamMode(trRamMode), .trRamStopOnWrap(trRamStopOnWrap), .trRamStartLow(trRamStartLow),
        .trRamStartHigh(trRamStartHigh), .trRamLimitLow(trRamLimitLow),
        .trRamLimitHigh(trRamLimitHigh), .pointer_write(pointer_write),
        .pointer_value(pointer_value), .data_read(data_read), .trRamEmpty(trRamEmpty),
        .stop(stop), .trRamWP(trRamWP), .trRamRP(trRamRP), .data(data), .data_valid(data_valid),
        .error(error), .error_address(error_address), .in_valid(in_valid), .in_count(in_count),
        .in(in), .in_ready(in_ready), .AWVALID(AWVALID), .AWADDR(AWADDR), .AWLEN(AWLEN),
        .AWSIZE(AWSIZE), .AWBURST(AWBURST), .AWCACHE(AWCACHE), .AWPROT(AWPROT),
        .AWREADY(AWREADY), .WVALID(WVALID), .WDATA(WDATA), .WSTRB(WSTRB), .WLAST(WLAST),
        .WREADY(WREADY), .BVALID(BVALID), .BRESP(BRESP), .BREADY(BREADY)
    );

endmodule

`default_nettype wire
