// SPDX-License-Identifier: Apache-2.0
// What the lockstep bench runs: encoder, triggers, time and PIB, with the registers beside them. The
// harness's top around it takes all inputs through registers (scripts/unit.py), so that one
// evaluation at the clock edge settles a whole cycle, and reads the registers by hierarchical
// reference: rtl/ knows nothing of it.
`include "nt_control_fields.vh"
`default_nettype none

module nt_encoder_top #(
    `include "nt_encoder_parameters.vh"
    // Widths of ports (derived; do not set)
    parameter integer CONTEXT_W = SCONTEXT_W + HCONTEXT_W > 0 ? SCONTEXT_W + HCONTEXT_W : 1,
    parameter integer TIME_W = TSTAMP_W > 0 ? TSTAMP_W : 1,
    parameter integer TRIGGERS_W = NTRIGGERS > 0 ? NTRIGGERS : 1,
    parameter integer FILTERS_W = NFILTERS > 0 ? NFILTERS * 192 : 1,
    parameter integer COMPARATORS_W = NCOMPARATORS > 0 ? NCOMPARATORS * 160 : 1,
    parameter integer COUNT_W = $clog2(OUT_BYTES + 1)
) (
    input  wire        clk,
    input  wire        registers_clk,     // clk while the registers are used, or in reset

    // The cycle
    input  wire         rst,
    input  wire         sink_pib,    // 1: nt_pib takes the bytes, 0: a sink that has ...
    input  wire         sink_ready,  // ... this readiness
    input  wire         PSEL,        // by registers_clk
    input  wire         PENABLE,
    input  wire         PWRITE,
    input  wire [11:0]  PADDR,
    input  wire [31:0]  PWDATA,
    input  wire [3:0]   PSTRB,
    input  wire [`NT_CONTROL_W-1:0] control,
    input  wire         trPibActive,
    input  wire         trPibEnable,
    input  wire [3:0]   trPibMode,
    input  wire [15:0]  trPibDivider,
    input  wire [FILTERS_W-1:0]         filters,
    input  wire [COMPARATORS_W-1:0]     comparators,
    input  wire [NBLOCKS*ITYPE_W-1:0]   itype,
    input  wire [NBLOCKS*XLEN-1:0]      iaddr,
    input  wire [NBLOCKS*IRETIRE_W-1:0] iretire,
    input  wire [2*NBLOCKS-1:0]         ilastsize,
    input  wire [NBLOCKS-1:0]           sijump,
    input  wire [5:0]                   cause,
    input  wire [XLEN-1:0]              tval,
    input  wire [2:0]                   priv,
    input  wire [CONTEXT_W-1:0]         hart_context,
    input  wire [1:0]                   ctype,
    input  wire [31:0]                  impdef,
    input  wire [NBLOCKS+1:0]           trigger,
    input  wire [TRIGGERS_W-1:0]        ext_trigger,
    input  wire [TIME_W-1:0]            hart_time,
    input  wire                         halted,
    input  wire                         reset,
    input  wire                         lowpower,

    // What settles in it
    output wire                         stall,
    output wire                         trTeEmpty,
    output wire                         trPibEmpty,
    output wire                         out_valid,
    output wire [8*OUT_BYTES-1:0]       out,
    output wire [COUNT_W-1:0]           out_count,
    output wire                         out_ready,
    output wire                         TRC_CLK,
    output wire [15:0]                  TRC_DATA,
    output wire [TRIGGERS_W-1:0]        ext_trigger_out,
    output wire [TIME_W-1:0]            timestamp,

    // What the registers answered to the cycle before
    output reg                          PREADY,
    output reg                          PSLVERR,
    output reg  [31:0]                  PRDATA,

    // Hints for the witnesses
    output wire                         hint_dropped,  // the messages of this cycle are dropped
    output wire                         hint_started,  // tracing starts with a block of this cycle
    output wire                         hint_awaits    // after this cycle a target is awaited
);

    // Triggers and time
    wire                  trace_on;
    wire                  trace_off;
    wire                  trTsReset;

    nt_trigger #(.NTRIGGERS(NTRIGGERS)) triggers (
        .clk(clk), .rst(rst || !control[`NT_trTeActive]),
        .trTeInstTracing(control[`NT_trTeInstTracing]), .trTeInstTrigEnable(control[`NT_trTeInstTrigEnable]),
        .trTeTrigExtInControl(control[`NT_trTeTrigExtInControl]), .trTeTrigExtOutControl(control[`NT_trTeTrigExtOutControl]),
        .trigger(trigger[1:0]), .ext_trigger(ext_trigger), .ext_trigger_out(ext_trigger_out),
        .trace_on(trace_on), .trace_off(trace_off)
    );

    nt_timestamp #(.TSTAMP_W(TIME_W)) ts (
        .clk(clk), .rst(rst || !control[`NT_trTeActive]),
        .trTsActive(control[`NT_trTsActive]), .trTsCount(control[`NT_trTsCount]), .trTsReset(trTsReset),
        .trTsRunInDebug(control[`NT_trTsRunInDebug]), .trTsMode(control[`NT_trTsMode]), .trTsPrescale(control[`NT_trTsPrescale]),
        .halted(halted), .system_tick(1'b1), .external_time(hart_time), .shared_time(hart_time),
        .timestamp(timestamp)
    );

    wire       stall_or_overflow;
    wire       pib_ready;
    assign     out_ready = sink_pib ? pib_ready : sink_ready;

    nt_encoder #(
        .XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W),
        .ICNT_W(ICNT_W), .HIST_W(HIST_W), .FIFO_DEPTH(FIFO_DEPTH), .SCONTEXT_W(SCONTEXT_W),
        .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W), .TSTAMP_W(TSTAMP_W), .STACK_DEPTH(STACK_DEPTH),
        .PARTIAL_W(PARTIAL_W), .REPEAT_W(REPEAT_W), .PERIOD_W(PERIOD_W), .OPTIONS(OPTIONS),
        .SIJUMP(SIJUMP), .BTYPE_TRAP(BTYPE_TRAP), .DRAFT(DRAFT), .NFILTERS(NFILTERS),
        .NCOMPARATORS(NCOMPARATORS), .NTRIGGERS(NTRIGGERS), .OUT_BYTES(OUT_BYTES)
    ) encoder (
        .clk(clk), .rst(rst), .control(control),
        .filters(filters), .comparators(comparators),
        .trTeEmpty(trTeEmpty), .stall_or_overflow(stall_or_overflow),
        .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .sijump(sijump),
        .cause(cause), .tval(tval), .priv(priv), .hart_context(hart_context), .ctype(ctype),
        .impdef(impdef), .notify(trigger[NBLOCKS+1:2]), .ext_trigger(ext_trigger),
        .trace_on(trace_on), .halted(halted), .reset(reset), .lowpower(lowpower),
        .timestamp(timestamp), .stall(stall),
        .out_valid(out_valid), .out(out), .out_count(out_count), .out_ready(out_ready)
    );

    // The registers, beside: the control fields that come in are those of the model's registers,
    // and these must hold the same: the probes compare them, and filters and comparators are
    // compared here. Their clock runs only while they are used, or in reset, and what they answer is
    // looked at one cycle later, so that they cost nothing otherwise.
    wire        ready;
    wire        error;
    wire [31:0] rdata;
    wire [FILTERS_W-1:0]       of_filters;
    wire [COMPARATORS_W-1:0]   of_comparators;

    /* verilator lint_off PINMISSING */
    nt_registers #(
        .XLEN(XLEN), .ITYPE_W(ITYPE_W), .FIFO_DEPTH(FIFO_DEPTH), .SCONTEXT_W(SCONTEXT_W),
        .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W), .TSTAMP_W(TSTAMP_W), .STACK_DEPTH(STACK_DEPTH),
        .REPEAT_W(REPEAT_W), .PERIOD_W(PERIOD_W), .OPTIONS(OPTIONS), .SIJUMP(SIJUMP),
        .DRAFT(DRAFT), .NFILTERS(NFILTERS), .NCOMPARATORS(NCOMPARATORS), .NTRIGGERS(NTRIGGERS)
    ) registers (
        .clk(registers_clk), .rst(rst),
        .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR), .PWRITE(PWRITE), .PWDATA(PWDATA),
        .PSTRB(PSTRB), .PREADY(ready), .PRDATA(rdata), .PSLVERR(error),
        .trTeEmpty(trTeEmpty), .stall_or_overflow(stall_or_overflow),
        .trace_on(trace_on), .trace_off(trace_off), .timestamp(timestamp),
        .trTsReset(trTsReset),
        .filters(of_filters), .comparators(of_comparators)
    );
    /* verilator lint_on PINMISSING */

    reg filters_reg;  // compared in the bench

    always @(posedge registers_clk) begin
        PREADY      <= ready;
        PSLVERR     <= error;
        PRDATA      <= rdata;
        filters_reg <= (NFILTERS > 0 && of_filters != filters) ||
                       (NCOMPARATORS > 0 && of_comparators != comparators);
    end

    nt_pib #(.BYTES(OUT_BYTES)) pib (
        .clk(clk), .rst(rst),
        .trPibActive(trPibActive), .trPibEnable(trPibEnable), .trPibMode(trPibMode),
        .trPibClkCenter(1'b0), .trPibCalibrate(1'b0), .trPibDivider(trPibDivider),
        .trPibEmpty(trPibEmpty),
        .in_valid(out_valid && sink_pib), .in_count(out_count), .in(out), .in_ready(pib_ready),
        .TRC_CLK(TRC_CLK), .TRC_DATA(TRC_DATA)
    );

    assign hint_dropped = encoder.flow.drop && !encoder.hold;
    assign hint_awaits  = encoder.flow.block[NBLOCKS-1].awaits_next != 2'd0;
    assign hint_started = (|starts) && !encoder.flow.drop && !encoder.hold;

    wire [NBLOCKS-1:0] starts;
    genvar b;
    generate
        for (b = 0; b < NBLOCKS; b = b + 1) begin : lane
            assign starts[b] = encoder.flow.block[b].lane.starts;
        end
    endgenerate

endmodule

`default_nettype wire
