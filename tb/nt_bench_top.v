// Top of the lockstep bench: encoder, PIB, and every probe as a port.
//
// All inputs are of the next cycle: the clock edge takes them into registers, so that nothing in
// the design depends on an input of the top and one evaluation at the edge settles a whole cycle.
// Probes are read by hierarchical reference; rtl/ knows nothing of them. Ports and assignments of
// the probes are made by scripts/probes.py from tb/probes.txt. With NT_WAVES the model's values
// come in beside them, so that one waveform shows both sides.
`default_nettype none
`include "nt_lane_state.vh"
/* verilator lint_off UNUSEDSIGNAL */  // the model's values are only looked at

module nt_bench_top #(
    // As in nt_encoder
    parameter XLEN = 64,
    parameter NBLOCKS = 1,
    parameter ITYPE_W = 4,
    parameter IRETIRE_W = 6,
    parameter ICNT_W = 22,
    parameter HIST_W = 32,
    parameter FIFO_DEPTH = 32,
    // Width of scontext, the low part of context, and of hcontext above it
    parameter SCONTEXT_W = 32,
    parameter HCONTEXT_W = 14,
    // Widest SRC, 0 to 12
    parameter SRC_W = 12,
    // Width of timestamps, 0 (none) to 63
    parameter TSTAMP_W = 48,
    // Return stack, 0 to 32 entries; address bits compared with trTeInstImplicitReturnMode=2
    parameter STACK_DEPTH = 32,
    parameter PARTIAL_W = 12,
    // Width of HREPEAT and B-CNT, 0 (no repeats) to 18; periods of repeated history
    parameter REPEAT_W = 18,
    parameter PERIOD_W = 5,
    // 1: sequential jumps, all-jumps and address MSB extension
    parameter OPTIONS = 1,
    parameter SIJUMP = 1,
    // 1: traps are told as B-TYPE 1 and not as 2 and 3
    parameter BTYPE_TRAP = 0,
    // 1: the ingress port of the draft
    parameter DRAFT = 0,
    // Filters, comparators, external triggers
    parameter NFILTERS = 16,
    parameter NCOMPARATORS = 8,
    parameter NTRIGGERS = 8,
    // Bytes a cycle of the serializer, 1, 4 or 8
    parameter OUT_BYTES = 1,
    // Widths of ports (derived; do not set)
    parameter CONTEXT_W = SCONTEXT_W + HCONTEXT_W > 0 ? SCONTEXT_W + HCONTEXT_W : 1,
    parameter TIME_W = TSTAMP_W > 0 ? TSTAMP_W : 1,
    parameter TRIGGERS_W = NTRIGGERS > 0 ? NTRIGGERS : 1,
    parameter FILTERS_W = NFILTERS > 0 ? NFILTERS * 192 : 1,
    parameter COMPARATORS_W = NCOMPARATORS > 0 ? NCOMPARATORS * 160 : 1,
    parameter COUNT_W = $clog2(OUT_BYTES + 1)
) (
    input  wire        clk,
    input  wire        registers_clk,     // clk while the registers are used, or in reset

    // Inputs of the next cycle
    input  wire         next_PSEL,
    input  wire         next_PENABLE,
    input  wire         next_PWRITE,
    input  wire [11:0]  next_PADDR,
    input  wire [31:0]  next_PWDATA,
    input  wire [3:0]   next_PSTRB,
    input  wire         next_rst,
    input  wire         next_sink_pib,    // 1: nt_pib takes the bytes, 0: a sink that has ...
    input  wire         next_sink_ready,  // ... this readiness
    input  wire         next_trTeActive,
    input  wire         next_trTeEnable,
    input  wire         next_trTeInstTracing,
    input  wire [2:0]   next_trTeInstMode,
    input  wire         next_trTeContext,
    input  wire         next_trTeInstTrigEnable,
    input  wire         next_trTeInstStallEna,
    input  wire         next_trTeInhibitSrc,
    input  wire [1:0]   next_trTeInstSyncMode,
    input  wire [3:0]   next_trTeInstSyncMax,
    input  wire         next_trTeInstEnSequentialJump,
    input  wire         next_trTeInstEnImplicitReturn,
    input  wire [1:0]   next_trTeInstImplicitReturnMode,
    input  wire         next_trTeInstEnRepeatedHistory,
    input  wire         next_trTeInstEnAllJumps,
    input  wire         next_trTeInstExtendAddrMSB,
    input  wire [11:0]  next_trTeSrcID,
    input  wire [3:0]   next_trTeSrcBits,
    input  wire [15:0]  next_trTeInstFilters,
    input  wire         next_trTsActive,
    input  wire         next_trTsCount,
    input  wire         next_trTsRunInDebug,
    input  wire [2:0]   next_trTsMode,
    input  wire [1:0]   next_trTsPrescale,
    input  wire         next_trTsEnable,
    input  wire [31:0]  next_trTeTrigExtInControl,
    input  wire [31:0]  next_trTeTrigExtOutControl,
    input  wire [7:0]   next_ntResumeLevel,
    input  wire         next_ntEnRepeatBranch,
    input  wire         next_ntEnSyncICNT,
    input  wire         next_ntRc7,
    input  wire         next_ntTrimOwnership,
    input  wire         next_trPibActive,
    input  wire         next_trPibEnable,
    input  wire [3:0]   next_trPibMode,
    input  wire [15:0]  next_trPibDivider,
    input  wire         next_load,        // take over filters and comparators
    input  wire [FILTERS_W-1:0]     next_filters,
    input  wire [COMPARATORS_W-1:0] next_comparators,
    input  wire [2*NBLOCKS-1:0]  next_ilastsize,
    input  wire [NBLOCKS-1:0]    next_sijump,
    input  wire [5:0]            next_cause,
    input  wire [XLEN-1:0]       next_tval,
    input  wire [2:0]            next_priv,
    input  wire [CONTEXT_W-1:0]  next_context,
    input  wire [1:0]            next_ctype,
    input  wire [31:0]           next_impdef,
    input  wire [NBLOCKS+1:0]    next_trigger,
    input  wire [TRIGGERS_W-1:0] next_ext_trigger,
    input  wire [TIME_W-1:0]     next_time,
    input  wire                  next_halted,
    input  wire                  next_reset,
    input  wire                  next_lowpower,

`ifdef NT_WAVES
    // For the eye, by the bench's tables: the cycle's number, whether a probe differs, block 0, the
    // messages that are being sent
    input  wire [63:0]     cycle,
    input  wire            mismatch,
    input  wire [8*24-1:0] iaddr_text,
    input  wire [8*24-1:0] itype_name,
    input  wire [8*24-1:0] rtl_message_name,
    input  wire [8*64-1:0] rtl_message_fields,
    input  wire [8*24-1:0] model_message_name,
    input  wire [8*64-1:0] model_message_fields,
`endif

    // Hints for the witnesses
    output wire        hint_dropped,  // the messages of this cycle are dropped
    output wire        hint_started,  // tracing starts with a block of this cycle
    output wire        hint_awaits,   // after this cycle a target is awaited

    // Pins, and probes
    `include "probe_ports.vh"
);

    localparam MESSAGE_W = 12 + ICNT_W + (XLEN - 1) + HIST_W;
    localparam ADDR_AT   = 12 + ICNT_W;
    localparam HIST_AT   = ADDR_AT + XLEN - 1;

    // What the probes look at in the states of nt_history_lane and nt_repeat_lane
    localparam HISTORY_KEPT      = `NT_HISTORY_KEPT(HIST_W, PERIOD_W);
    localparam HISTORY_PENDING_W = `NT_HISTORY_PENDING_W(HIST_W);
    localparam RUN_AT            = PERIOD_W > 0 ? HISTORY_KEPT + HISTORY_PENDING_W : 0;
    localparam BRANCH_W          = `NT_REPEAT_STATE_W(XLEN, ICNT_W, HIST_W, REPEAT_W);

    // The cycle's inputs
    reg rst;
    reg sink_pib;
    reg sink_ready;
    reg trTeActive;
    reg trTeEnable;
    reg trTeInstTracing;
    reg [2:0]                    trTeInstMode;
    reg trTeContext;
    reg trTeInstTrigEnable;
    reg trTeInstStallEna;
    reg trTeInhibitSrc;
    reg [1:0]                    trTeInstSyncMode;
    reg [3:0]                    trTeInstSyncMax;
    reg trTeInstEnSequentialJump;
    reg trTeInstEnImplicitReturn;
    reg [1:0]                    trTeInstImplicitReturnMode;
    reg trTeInstEnRepeatedHistory;
    reg trTeInstEnAllJumps;
    reg trTeInstExtendAddrMSB;
    reg [11:0]                   trTeSrcID;
    reg [3:0]                    trTeSrcBits;
    reg [15:0]                   trTeInstFilters;
    reg trTsActive;
    reg trTsCount;
    reg trTsRunInDebug;
    reg [2:0]                    trTsMode;
    reg [1:0]                    trTsPrescale;
    reg trTsEnable;
    reg [31:0]                   trTeTrigExtInControl;
    reg [31:0]                   trTeTrigExtOutControl;
    reg [7:0]                    ntResumeLevel;
    reg ntEnRepeatBranch;
    reg ntEnSyncICNT;
    reg ntRc7;
    reg ntTrimOwnership;
    reg trPibActive;
    reg trPibEnable;
    reg [3:0]                    trPibMode;
    reg [15:0]                   trPibDivider;
    reg [2*NBLOCKS-1:0]          ilastsize;
    reg [NBLOCKS-1:0]            sijump;
    reg [5:0]                    cause;
    reg [XLEN-1:0]               tval;
    reg [2:0]                    priv;
    reg [CONTEXT_W-1:0]          hart_context;
    reg [1:0]                    ctype;
    reg [31:0]                   impdef;
    reg [NBLOCKS+1:0]            trigger;
    reg [TRIGGERS_W-1:0]         ext_trigger;
    reg [TIME_W-1:0]             hart_time;
    reg halted;
    reg reset;
    reg lowpower;
    reg [NBLOCKS*ITYPE_W-1:0]    itype;
    reg [NBLOCKS*XLEN-1:0]       iaddr;
    reg [NBLOCKS*IRETIRE_W-1:0]  iretire;
    reg [FILTERS_W-1:0]     filters;
    reg [COMPARATORS_W-1:0] comparators;

    always @(posedge clk) begin
        rst                        <= next_rst;
        sink_pib                   <= next_sink_pib;
        sink_ready                 <= next_sink_ready;
        trTeActive                 <= next_trTeActive;
        trTeEnable                 <= next_trTeEnable;
        trTeInstTracing            <= next_trTeInstTracing;
        trTeInstMode               <= next_trTeInstMode;
        trTeContext                <= next_trTeContext;
        trTeInstTrigEnable         <= next_trTeInstTrigEnable;
        trTeInstStallEna           <= next_trTeInstStallEna;
        trTeInhibitSrc             <= next_trTeInhibitSrc;
        trTeInstSyncMode           <= next_trTeInstSyncMode;
        trTeInstSyncMax            <= next_trTeInstSyncMax;
        trTeInstEnSequentialJump   <= next_trTeInstEnSequentialJump;
        trTeInstEnImplicitReturn   <= next_trTeInstEnImplicitReturn;
        trTeInstImplicitReturnMode <= next_trTeInstImplicitReturnMode;
        trTeInstEnRepeatedHistory  <= next_trTeInstEnRepeatedHistory;
        trTeInstEnAllJumps         <= next_trTeInstEnAllJumps;
        trTeInstExtendAddrMSB      <= next_trTeInstExtendAddrMSB;
        trTeSrcID                  <= next_trTeSrcID;
        trTeSrcBits                <= next_trTeSrcBits;
        trTeInstFilters            <= next_trTeInstFilters;
        trTsActive                 <= next_trTsActive;
        trTsCount                  <= next_trTsCount;
        trTsRunInDebug             <= next_trTsRunInDebug;
        trTsMode                   <= next_trTsMode;
        trTsPrescale               <= next_trTsPrescale;
        trTsEnable                 <= next_trTsEnable;
        trTeTrigExtInControl       <= next_trTeTrigExtInControl;
        trTeTrigExtOutControl      <= next_trTeTrigExtOutControl;
        ntResumeLevel              <= next_ntResumeLevel;
        ntEnRepeatBranch           <= next_ntEnRepeatBranch;
        ntEnSyncICNT               <= next_ntEnSyncICNT;
        ntRc7                      <= next_ntRc7;
        ntTrimOwnership            <= next_ntTrimOwnership;
        trPibActive                <= next_trPibActive;
        trPibEnable                <= next_trPibEnable;
        trPibMode                  <= next_trPibMode;
        trPibDivider               <= next_trPibDivider;
        ilastsize                  <= next_ilastsize;
        sijump                     <= next_sijump;
        cause                      <= next_cause;
        tval                       <= next_tval;
        priv                       <= next_priv;
        hart_context               <= next_context;
        ctype                      <= next_ctype;
        impdef                     <= next_impdef;
        trigger                    <= next_trigger;
        ext_trigger                <= next_ext_trigger;
        hart_time                  <= next_time;
        halted                     <= next_halted;
        reset                      <= next_reset;
        lowpower                   <= next_lowpower;
        itype                      <= next_itype;
        iaddr                      <= next_iaddr;
        iretire                    <= next_iretire;
        if (next_load) begin
            filters     <= next_filters;
            comparators <= next_comparators;
        end
    end

    // Triggers and time
    wire                  trace_on;
    wire                  trace_off;
    wire [TRIGGERS_W-1:0] ext_trigger_out;
    wire [TIME_W-1:0]     timestamp;
    wire                  trTsReset;

    nt_trigger #(.NTRIGGERS(NTRIGGERS)) triggers (
        .clk(clk), .rst(rst || !trTeActive),
        .trTeInstTracing(trTeInstTracing), .trTeInstTrigEnable(trTeInstTrigEnable),
        .trTeTrigExtInControl(trTeTrigExtInControl), .trTeTrigExtOutControl(trTeTrigExtOutControl),
        .trigger(trigger[1:0]), .ext_trigger(ext_trigger), .ext_trigger_out(ext_trigger_out),
        .trace_on(trace_on), .trace_off(trace_off)
    );

    nt_timestamp #(.TSTAMP_W(TIME_W)) ts (
        .clk(clk), .rst(rst || !trTeActive),
        .trTsActive(trTsActive), .trTsCount(trTsCount), .trTsReset(trTsReset),
        .trTsRunInDebug(trTsRunInDebug), .trTsMode(trTsMode), .trTsPrescale(trTsPrescale),
        .halted(halted), .system_tick(1'b1), .external_time(hart_time), .shared_time(hart_time),
        .timestamp(timestamp)
    );

    wire       stall;
    wire       stall_or_overflow;
    wire       trTeEmpty;
    wire       trPibEmpty;
    wire       out_valid;
    wire [8*OUT_BYTES-1:0] out;
    wire [COUNT_W-1:0]     out_count;
    wire       pib_ready;
    wire       out_ready = sink_pib ? pib_ready : sink_ready;
    wire       TRC_CLK;
    wire [15:0] TRC_DATA;

    nt_encoder #(
        .XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W),
        .ICNT_W(ICNT_W), .HIST_W(HIST_W), .FIFO_DEPTH(FIFO_DEPTH), .SCONTEXT_W(SCONTEXT_W),
        .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W), .TSTAMP_W(TSTAMP_W), .STACK_DEPTH(STACK_DEPTH),
        .PARTIAL_W(PARTIAL_W), .REPEAT_W(REPEAT_W), .PERIOD_W(PERIOD_W), .OPTIONS(OPTIONS),
        .SIJUMP(SIJUMP), .BTYPE_TRAP(BTYPE_TRAP), .DRAFT(DRAFT), .NFILTERS(NFILTERS),
        .NCOMPARATORS(NCOMPARATORS), .NTRIGGERS(NTRIGGERS), .OUT_BYTES(OUT_BYTES)
    ) encoder (
        .clk(clk), .rst(rst),
        .trTeActive(trTeActive), .trTeEnable(trTeEnable), .trTeInstTracing(trTeInstTracing),
        .trTeInstMode(trTeInstMode), .trTeContext(trTeContext),
        .trTeInstStallEna(trTeInstStallEna), .trTeInhibitSrc(trTeInhibitSrc),
        .trTeInstSyncMode(trTeInstSyncMode), .trTeInstSyncMax(trTeInstSyncMax),
        .trTeInstEnSequentialJump(trTeInstEnSequentialJump),
        .trTeInstEnImplicitReturn(trTeInstEnImplicitReturn),
        .trTeInstImplicitReturnMode(trTeInstImplicitReturnMode),
        .trTeInstEnRepeatedHistory(trTeInstEnRepeatedHistory),
        .trTeInstEnAllJumps(trTeInstEnAllJumps), .trTeInstExtendAddrMSB(trTeInstExtendAddrMSB),
        .trTeSrcID(trTeSrcID), .trTeSrcBits(trTeSrcBits), .trTeInstFilters(trTeInstFilters),
        .filters(filters), .comparators(comparators),
        .trTeTrigExtInControl(trTeTrigExtInControl), .trTsEnable(trTsEnable),
        .ntResumeLevel(ntResumeLevel), .ntEnRepeatBranch(ntEnRepeatBranch),
        .ntEnSyncICNT(ntEnSyncICNT), .ntRc7(ntRc7), .ntTrimOwnership(ntTrimOwnership),
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
    reg        PSEL;
    reg        PENABLE;
    reg        PWRITE;
    reg [11:0] PADDR;
    reg [31:0] PWDATA;
    reg [3:0]  PSTRB;

    always @(posedge registers_clk) begin
        PSEL    <= next_PSEL;
        PENABLE <= next_PENABLE;
        PWRITE  <= next_PWRITE;
        PADDR   <= next_PADDR;
        PWDATA  <= next_PWDATA;
        PSTRB   <= next_PSTRB;
    end

    wire        PREADY;
    wire        PSLVERR;
    wire [31:0] PRDATA;
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
        .PSTRB(PSTRB), .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(PSLVERR),
        .trTeEmpty(trTeEmpty), .stall_or_overflow(stall_or_overflow),
        .trace_on(trace_on), .trace_off(trace_off), .timestamp(timestamp),
        .trTsReset(trTsReset),
        .filters(of_filters), .comparators(of_comparators)
    );
    /* verilator lint_on PINMISSING */

    reg        ready_reg;
    reg        error_reg;
    reg [31:0] rdata_reg;
    reg        filters_reg;

    always @(posedge registers_clk) begin
        ready_reg  <= PREADY;
        error_reg  <= PSLVERR;
        rdata_reg  <= PRDATA;
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

    // The wide serializer's buffer, as words
    wire [8*48-1:0] serializer_bytes;
    wire [47:0]     serializer_valid;
    /* verilator lint_off WIDTH */
    generate
        if (OUT_BYTES > 1) begin : wide
            assign serializer_bytes = encoder.wide.serializer.bytes_reg;
            assign serializer_valid = encoder.wide.serializer.valid_reg;
        end else begin : narrow
            assign serializer_bytes = {8*48{1'b0}};
            assign serializer_valid = 48'd0;
        end
    endgenerate
    /* verilator lint_on WIDTH */

    // A mask of the bytes that are there
    function [63:0] bytes_of(input [7:0] valid);
        bytes_of = {{8{valid[7]}}, {8{valid[6]}}, {8{valid[5]}}, {8{valid[4]}},
                    {8{valid[3]}}, {8{valid[2]}}, {8{valid[1]}}, {8{valid[0]}}};
    endfunction

    `include "probe_assigns.vh"

endmodule

`default_nettype wire
