// SPDX-License-Identifier: Apache-2.0
// Trace encoder: what an integrator instantiates. Control registers, triggers, timestamp unit and
// the encoder between the hart's trace ingress port and whoever takes the bytes.
//
// docs/integration.md tells how to connect it. Everything is in one clock.
`include "nt_control_fields.vh"
`default_nettype none

module nt_trace_encoder #(
    `include "nt_encoder_parameters.vh"
    // Widths of ports (derived; do not set)
    parameter integer CONTEXT_W = SCONTEXT_W + HCONTEXT_W > 0 ? SCONTEXT_W + HCONTEXT_W : 1,
    parameter integer TIME_W = TSTAMP_W > 0 ? TSTAMP_W : 1,
    parameter integer TRIGGERS_W = NTRIGGERS > 0 ? NTRIGGERS : 1,
    parameter integer FILTERS_W = NFILTERS > 0 ? NFILTERS * 192 : 1,
    parameter integer COMPARATORS_W = NCOMPARATORS > 0 ? NCOMPARATORS * 160 : 1,
    parameter integer COUNT_W = $clog2(OUT_BYTES + 1)
) (
    input  wire                         clk,
    input  wire                         rst,

    // Control registers: APB4, PCLK is clk and PRESETn not rst
    input  wire                         PSEL,
    input  wire                         PENABLE,
    input  wire [11:0]                  PADDR,
    input  wire                         PWRITE,
    input  wire [31:0]                  PWDATA,
    input  wire [3:0]                   PSTRB,
    output wire                         PREADY,
    output wire [31:0]                  PRDATA,
    output wire                         PSLVERR,

    // Trace ingress port; block 0 in the low bits is the oldest
    input  wire [NBLOCKS*ITYPE_W-1:0]   itype,
    input  wire [NBLOCKS*XLEN-1:0]      iaddr,
    input  wire [NBLOCKS*IRETIRE_W-1:0] iretire,
    input  wire [2*NBLOCKS-1:0]         ilastsize,
    input  wire [NBLOCKS-1:0]           sijump,
    input  wire [5:0]                   cause,
    input  wire [XLEN-1:0]              tval,
    input  wire [2:0]                   priv,
    input  wire [CONTEXT_W-1:0]         hart_context,      // context: scontext, hcontext above it
    input  wire [1:0]                   ctype,
    input  wire [31:0]                  impdef,
    input  wire [NBLOCKS+1:0]           trigger,           // trace-on, trace-off, notify of blocks
    input  wire                         halted,
    input  wire                         reset,
    input  wire                         lowpower,
    input  wire [TIME_W-1:0]            hart_time,         // time
    output wire                         stall,             // retire nothing from the next cycle on

    // External triggers, and those that the encoder fires
    input  wire [TRIGGERS_W-1:0]        ext_trigger,
    output wire [TRIGGERS_W-1:0]        ext_trigger_out,

    // Time
    input  wire                         system_tick,       // a clock of the system's counter
    input  wire [TIME_W-1:0]            shared_time,       // the timestamp of another component
    output wire [TIME_W-1:0]            timestamp,         // for others to share

    // Bytes: {MDO, MSEO}
    output wire                         out_valid,
    output wire [8*OUT_BYTES-1:0]       out,
    output wire [COUNT_W-1:0]           out_count,         // how many, 1 to OUT_BYTES
    input  wire                         out_ready
);

    // Control fields
    wire [`NT_CONTROL_W-1:0]   control;
    wire                       trTsReset;
    wire [FILTERS_W-1:0]       filters;
    wire [COMPARATORS_W-1:0]   comparators;

    // Between the parts
    wire hold = rst || !control[`NT_trTeActive];
    wire trTeEmpty;
    wire stall_or_overflow;
    wire trace_on;
    wire trace_off;

    nt_registers #(
        .XLEN(XLEN), .ITYPE_W(ITYPE_W), .FIFO_DEPTH(FIFO_DEPTH), .SCONTEXT_W(SCONTEXT_W),
        .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W), .TSTAMP_W(TSTAMP_W), .STACK_DEPTH(STACK_DEPTH),
        .REPEAT_W(REPEAT_W), .PERIOD_W(PERIOD_W), .OPTIONS(OPTIONS), .SIJUMP(SIJUMP),
        .DRAFT(DRAFT), .NFILTERS(NFILTERS), .NCOMPARATORS(NCOMPARATORS), .NTRIGGERS(NTRIGGERS)
    ) registers (
        .clk(clk), .rst(rst), .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR), .PWRITE(PWRITE),
        .PWDATA(PWDATA), .PSTRB(PSTRB), .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(PSLVERR),
        .trTeEmpty(trTeEmpty), .stall_or_overflow(stall_or_overflow), .trace_on(trace_on),
        .trace_off(trace_off), .timestamp(timestamp), .trTsReset(trTsReset), .control(control),
        .filters(filters), .comparators(comparators)
    );

    nt_trigger #(
        .NTRIGGERS(NTRIGGERS)
    ) triggers (
        .clk(clk), .rst(hold), .trTeInstTracing(control[`NT_trTeInstTracing]),
        .trTeInstTrigEnable(control[`NT_trTeInstTrigEnable]), .trTeTrigExtInControl(control[`NT_trTeTrigExtInControl]),
        .trTeTrigExtOutControl(control[`NT_trTeTrigExtOutControl]), .trigger(trigger[1:0]),
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
                .external_time(hart_time), .shared_time(shared_time), .timestamp(timestamp)
            );
        end else begin : no_time_unit
            wire unused = &{1'b0, system_tick, shared_time, hart_time, trTsReset, control};
            assign timestamp = 1'b0;
        end
    endgenerate

    nt_encoder #(
        .XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W),
        .ICNT_W(ICNT_W), .HIST_W(HIST_W), .FIFO_DEPTH(FIFO_DEPTH), .SCONTEXT_W(SCONTEXT_W),
        .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W), .TSTAMP_W(TSTAMP_W), .STACK_DEPTH(STACK_DEPTH),
        .PARTIAL_W(PARTIAL_W), .REPEAT_W(REPEAT_W), .PERIOD_W(PERIOD_W), .OPTIONS(OPTIONS),
        .SIJUMP(SIJUMP), .BTYPE_TRAP(BTYPE_TRAP), .DRAFT(DRAFT), .NFILTERS(NFILTERS),
        .NCOMPARATORS(NCOMPARATORS), .NTRIGGERS(NTRIGGERS), .OUT_BYTES(OUT_BYTES)
    ) encoder (
        .clk(clk), .rst(rst), .control(control), .filters(filters), .comparators(comparators),
        .trTeEmpty(trTeEmpty),
        .stall_or_overflow(stall_or_overflow), .itype(itype), .iaddr(iaddr), .iretire(iretire),
        .ilastsize(ilastsize), .sijump(sijump), .cause(cause), .tval(tval), .priv(priv),
        .hart_context(hart_context), .ctype(ctype), .impdef(impdef),
        .notify(trigger[NBLOCKS+1:2]), .ext_trigger(ext_trigger), .trace_on(trace_on),
        .halted(halted), .reset(reset), .lowpower(lowpower), .timestamp(timestamp),
        .stall(stall), .out_valid(out_valid), .out(out), .out_count(out_count),
        .out_ready(out_ready)
    );

endmodule

`default_nettype wire
