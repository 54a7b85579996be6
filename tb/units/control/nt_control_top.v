// SPDX-License-Identifier: Apache-2.0
// Registers, triggers and timestamp unit together, for their own lockstep with the model.
`include "nt_control_fields.vh"
`default_nettype none

module nt_control_top #(
    // As in nt_encoder
    parameter integer XLEN = 64,
    parameter integer ITYPE_W = 4,
    parameter integer FIFO_DEPTH = 32,
    parameter integer SCONTEXT_W = 32,
    parameter integer HCONTEXT_W = 14,
    parameter integer SRC_W = 12,
    parameter integer TSTAMP_W = 48,
    parameter integer STACK_DEPTH = 32,
    parameter integer REPEAT_W = 18,
    parameter integer PERIOD_W = 5,
    parameter integer OPTIONS = 1,
    parameter integer SIJUMP = 1,
    parameter integer DRAFT = 0,
    parameter integer NFILTERS = 16,
    parameter integer NCOMPARATORS = 8,
    parameter integer NTRIGGERS = 8,
    // Widths of ports (derived; do not set)
    parameter integer TIME_W = TSTAMP_W > 0 ? TSTAMP_W : 1,
    parameter integer TRIGGERS_W = NTRIGGERS > 0 ? NTRIGGERS : 1,
    parameter integer FILTERS_W = NFILTERS > 0 ? NFILTERS * 192 : 1,
    parameter integer COMPARATORS_W = NCOMPARATORS > 0 ? NCOMPARATORS * 160 : 1
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       PSEL,
    input  wire                       PENABLE,
    input  wire [11:0]                PADDR,
    input  wire                       PWRITE,
    input  wire [31:0]                PWDATA,
    input  wire [3:0]                 PSTRB,
    input  wire                       trTeEmpty,
    input  wire                       stall_or_overflow,
    input  wire [1:0]                 trigger,
    input  wire [TRIGGERS_W-1:0]      ext_trigger,
    input  wire                       halted,
    input  wire                       system_tick,
    input  wire [TIME_W-1:0]          external_time,
    input  wire [TIME_W-1:0]          shared_time,
    output wire                       PREADY,
    output wire [31:0]                PRDATA,
    output wire                       PSLVERR,
    output wire [`NT_CONTROL_W-1:0] control,
    output wire                       trTsReset,
    output wire [FILTERS_W-1:0]       filters,
    output wire [COMPARATORS_W-1:0]   comparators,
    output wire [TIME_W-1:0]          timestamp,
    output wire                       trace_on,
    output wire                       trace_off,
    output wire [TRIGGERS_W-1:0]      ext_trigger_out
);

    nt_registers #(
        .XLEN(XLEN), .ITYPE_W(ITYPE_W), .FIFO_DEPTH(FIFO_DEPTH), .SCONTEXT_W(SCONTEXT_W),
        .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W), .TSTAMP_W(TSTAMP_W), .STACK_DEPTH(STACK_DEPTH),
        .REPEAT_W(REPEAT_W), .PERIOD_W(PERIOD_W), .OPTIONS(OPTIONS), .SIJUMP(SIJUMP),
        .DRAFT(DRAFT), .NFILTERS(NFILTERS), .NCOMPARATORS(NCOMPARATORS), .NTRIGGERS(NTRIGGERS)
    ) registers (
        .clk(clk), .rst(rst), .control(control),
        .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR), .PWRITE(PWRITE), .PWDATA(PWDATA),
        .PSTRB(PSTRB), .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(PSLVERR),
        .trTeEmpty(trTeEmpty), .stall_or_overflow(stall_or_overflow),
        .trace_on(trace_on), .trace_off(trace_off), .timestamp(timestamp), .trTsReset(trTsReset),
        .filters(filters), .comparators(comparators)
    );

    wire hold = rst || !control[`NT_trTeActive];

    nt_trigger #(
        .NTRIGGERS(NTRIGGERS)
    ) triggers (
        .clk(clk), .rst(hold), .trTeInstTracing(control[`NT_trTeInstTracing]),
        .trTeInstTrigEnable(control[`NT_trTeInstTrigEnable]), .trTeTrigExtInControl(control[`NT_trTeTrigExtInControl]),
        .trTeTrigExtOutControl(control[`NT_trTeTrigExtOutControl]), .trigger(trigger),
        .ext_trigger(ext_trigger), .ext_trigger_out(ext_trigger_out), .trace_on(trace_on),
        .trace_off(trace_off)
    );

    generate
        if (TSTAMP_W > 0) begin : time_unit
            nt_timestamp #(
                .TSTAMP_W(TSTAMP_W)
            ) unit (
                .clk(clk), .rst(hold), .trTsActive(control[`NT_trTsActive]), .trTsCount(control[`NT_trTsCount]),
                .trTsReset(trTsReset), .trTsRunInDebug(control[`NT_trTsRunInDebug]), .trTsMode(control[`NT_trTsMode]),
                .trTsPrescale(control[`NT_trTsPrescale]), .halted(halted), .system_tick(system_tick),
                .external_time(external_time), .shared_time(shared_time), .timestamp(timestamp)
            );
        end else begin : no_time_unit
            wire unused = &{1'b0, halted, system_tick, external_time, shared_time};
            assign timestamp = 1'b0;
        end
    endgenerate

endmodule

`default_nettype wire
