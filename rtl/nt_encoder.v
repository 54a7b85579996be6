// SPDX-License-Identifier: Apache-2.0
// N-Trace encoder: a hart's retirement stream becomes a stream of bytes.
//
//   ingress latch -> qualify -> flow -> message -> message FIFO -> serializer
//
// Latency: a block's message is in the FIFO two cycles after the block was latched, its first byte
// is offered in the cycle after.
`default_nettype none
`include "nt_control_fields.vh"
`include "nt_descriptor.vh"
`include "nt_lane_state.vh"

module nt_encoder #(
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

    // Control fields of the Trace Control Interface, packed as in nt_control_fields.vh; what acts
    // when: nt_ingress, nt_options
    input  wire [`NT_CONTROL_W-1:0]     control,
    input  wire [FILTERS_W-1:0]         filters,           // registers, see nt_filter
    input  wire [COMPARATORS_W-1:0]     comparators,       // registers, see nt_comparator
    output wire                         trTeEmpty,         // tracing has stopped and all was sent
    output wire                         stall_or_overflow, // sets trTeInstStallOrOverflow

    // Trace ingress port; block 0 in the low bits is the oldest
    input  wire [NBLOCKS*ITYPE_W-1:0]   itype,
    input  wire [NBLOCKS*XLEN-1:0]      iaddr,
    input  wire [NBLOCKS*IRETIRE_W-1:0] iretire,
    input  wire [2*NBLOCKS-1:0]         ilastsize,         // the last instruction has 2^ilastsize
    input  wire [NBLOCKS-1:0]           sijump,
    input  wire [5:0]                   cause,
    input  wire [XLEN-1:0]              tval,
    input  wire [2:0]                   priv,
    input  wire [CONTEXT_W-1:0]         hart_context,      // context: scontext, hcontext above it
    input  wire [1:0]                   ctype,
    input  wire [31:0]                  impdef,
    input  wire [NBLOCKS-1:0]           notify,            // trigger[2] and up
    input  wire [TRIGGERS_W-1:0]        ext_trigger,
    input  wire                         trace_on,          // a trigger turns tracing on (nt_trigger)
    input  wire                         halted,
    input  wire                         reset,
    input  wire                         lowpower,
    input  wire [TIME_W-1:0]            timestamp,         // of this cycle (nt_timestamp)
    output wire                         stall,             // retire nothing from the next cycle on

    // Bytes: {MDO, MSEO}, the first one lowest
    output wire                         out_valid,
    output wire [8*OUT_BYTES-1:0]       out,
    output wire [COUNT_W-1:0]           out_count,         // how many, 1 to OUT_BYTES
    input  wire                         out_ready
);

    localparam integer SLOTS     = 4 * NBLOCKS;
    localparam integer MESSAGE_W = `NT_MESSAGE_W(XLEN, ICNT_W, HIST_W);
    localparam integer ENTRY_W   = MESSAGE_W + TSTAMP_W;
    localparam integer LEVEL_W   = $clog2(FIFO_DEPTH) + 1;
    localparam integer SRC_ID_W  = SRC_W > 0 ? SRC_W : 1;

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if (!(XLEN == 32 || XLEN == 64) || NBLOCKS < 1 || NBLOCKS > 4 ||
            !(ITYPE_W == 3 || ITYPE_W == 4) || IRETIRE_W < 2 || IRETIRE_W > 8 ||
            ICNT_W < IRETIRE_W + 1 || ICNT_W < 5 || ICNT_W > 22 || HIST_W < 5 || HIST_W > 32 ||
            FIFO_DEPTH < `NT_UNDER_WAY(NBLOCKS, SCONTEXT_W, STACK_DEPTH, REPEAT_W, NTRIGGERS) ||
            FIFO_DEPTH > 128 ||
            (FIFO_DEPTH & (FIFO_DEPTH - 1)) != 0 ||
            SCONTEXT_W < 0 || SCONTEXT_W > 59 || HCONTEXT_W < 0 || HCONTEXT_W > 59 ||
            SCONTEXT_W + HCONTEXT_W > XLEN - 1 ||
            (SCONTEXT_W == 0 && HCONTEXT_W > 0) ||
            SRC_W + SCONTEXT_W > 59 || SRC_W + HCONTEXT_W > 59 ||
            SRC_W < 0 || SRC_W > 12 || TSTAMP_W < 0 || TSTAMP_W > 63 ||
            STACK_DEPTH < 0 || STACK_DEPTH > 32 || (STACK_DEPTH & (STACK_DEPTH - 1)) != 0 ||
            ((STACK_DEPTH > 0 || DRAFT != 0) && ITYPE_W != 4) ||
            PARTIAL_W < 1 || PARTIAL_W > XLEN - 1 ||
            REPEAT_W < 0 || REPEAT_W > 18 || PERIOD_W < 0 || PERIOD_W > 5 ||
            // Repeated history: what is pending fits HREPEAT, and the longest period fits HIST
            (PERIOD_W > 0 && (HIST_W - 1 + (HIST_W - 1) / 2 >= (1 << REPEAT_W) - 1 ||
                              (1 << PERIOD_W) > HIST_W)) ||
            OPTIONS < 0 || OPTIONS > 1 || SIJUMP < 0 || SIJUMP > 1 ||
            BTYPE_TRAP < 0 || BTYPE_TRAP > 1 || DRAFT < 0 || DRAFT > 1 || NFILTERS < 0 || NFILTERS > 16 ||
            NCOMPARATORS < 0 || NCOMPARATORS > 8 || NTRIGGERS < 0 || NTRIGGERS > 8 ||
            !(OUT_BYTES == 1 || OUT_BYTES == 4 || OUT_BYTES == 8)) begin : check
            nt_encoder_parameters_out_of_range stop();
        end
    endgenerate

    wire        trTeActive           = control[`NT_trTeActive];
    wire        trTeEnable           = control[`NT_trTeEnable];
    wire        trTeInstTracing      = control[`NT_trTeInstTracing];
    wire        trTeInstStallEna     = control[`NT_trTeInstStallEna];
    wire [7:0]  ntResumeLevel        = control[`NT_ntResumeLevel];

    wire hold = rst || !trTeActive;

    // Options
    wire        ownership;
    wire [1:0]  return_mode;
    wire        sequential_jump;
    wire        repeated;
    wire        repeat_branch;
    wire        all_jumps;
    wire        sync_icnt;
    wire        rc7;
    wire [1:0]  sync_mode;
    wire [3:0]  sync_max;
    wire        extend_msb;
    wire        trim_ownership;
    wire        ts_enable;
    wire [3:0]  src_bits;
    wire [SRC_ID_W-1:0] src_id;

    nt_options #(
        .SCONTEXT_W(SCONTEXT_W), .SRC_W(SRC_W), .TSTAMP_W(TSTAMP_W), .STACK_DEPTH(STACK_DEPTH),
        .REPEAT_W(REPEAT_W), .PERIOD_W(PERIOD_W), .OPTIONS(OPTIONS), .SIJUMP(SIJUMP),
        .DRAFT(DRAFT)
    ) options (
        .clk(clk),
        .idle(hold || (trTeEmpty && !(trTeEnable && (trTeInstTracing || trace_on)))),
        .control(control),
        .ownership(ownership), .return_mode(return_mode), .sequential_jump(sequential_jump),
        .repeated(repeated), .repeat_branch(repeat_branch), .all_jumps(all_jumps),
        .sync_icnt(sync_icnt), .rc7(rc7), .sync_mode(sync_mode), .sync_max(sync_max),
        .extend_msb(extend_msb), .trim_ownership(trim_ownership), .ts_enable(ts_enable), .src_bits(src_bits), .src_id(src_id)
    );

    // Ingress latch
    wire                         latched_enable;
    wire                         latched_asked;
    wire [2:0]                   latched_mode;
    wire [NBLOCKS*ITYPE_W-1:0]   latched_itype;
    wire [NBLOCKS*(XLEN-1)-1:0]  latched_iaddr;
    wire [NBLOCKS*IRETIRE_W-1:0] latched_iretire;
    wire [2*NBLOCKS-1:0]         latched_ilastsize;
    wire [NBLOCKS-1:0]           latched_sijump;
    wire [5:0]                   latched_cause;
    wire [XLEN-1:0]              latched_tval;
    wire [2:0]                   latched_priv;
    wire [CONTEXT_W-1:0]         latched_context;
    wire [1:0]                   latched_ctype;
    wire [31:0]                  latched_impdef;
    wire [NBLOCKS-1:0]           latched_notify;
    wire [TRIGGERS_W-1:0]        latched_ext_trigger;
    wire                         latched_halted;
    wire                         latched_reset;
    wire                         latched_lowpower;
    wire [TIME_W-1:0]            latched_timestamp;

    nt_ingress #(
        .XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W),
        .DRAFT(DRAFT), .CONTEXT_W(CONTEXT_W), .TIME_W(TIME_W), .TRIGGERS_W(TRIGGERS_W)
    ) ingress (
        .clk(clk), .rst(hold),
        .trTeEnable(trTeEnable), .trTeInstTracing(trTeInstTracing), .trace_on(trace_on),
        .trTeInstMode(control[`NT_trTeInstMode]), .trTeInstEnAllJumps(all_jumps),
        .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .sijump(sijump),
        .cause(cause), .tval(tval), .priv(priv), .hart_context(hart_context), .ctype(ctype),
        .impdef(impdef), .notify(notify), .ext_trigger(ext_trigger),
        .halted(halted), .reset(reset), .lowpower(lowpower), .timestamp(timestamp),
        .latched_enable(latched_enable), .latched_asked(latched_asked),
        .latched_mode(latched_mode),
        .latched_itype(latched_itype), .latched_iaddr(latched_iaddr),
        .latched_iretire(latched_iretire), .latched_ilastsize(latched_ilastsize),
        .latched_sijump(latched_sijump), .latched_cause(latched_cause),
        .latched_tval(latched_tval), .latched_priv(latched_priv),
        .latched_context(latched_context), .latched_ctype(latched_ctype),
        .latched_impdef(latched_impdef), .latched_notify(latched_notify),
        .latched_ext_trigger(latched_ext_trigger), .latched_halted(latched_halted),
        .latched_reset(latched_reset), .latched_lowpower(latched_lowpower),
        .latched_timestamp(latched_timestamp)
    );

    // Qualify
    wire                 tracing;
    wire                 htm;
    wire                 may_wait;
    wire [3:0]           evcode;
    wire [NBLOCKS-1:0]   traced;
    wire [NBLOCKS-1:0]   notify6;
    wire [NBLOCKS-1:0]   notify0;
    wire                 notify_idle;
    wire [NBLOCKS-1:0]   hold_branch;
    wire                 crosses;
    wire [4*NBLOCKS-1:0] sync_reason;

    nt_qualify #(
        .XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W),
        .CONTEXT_W(SCONTEXT_W + HCONTEXT_W), .NFILTERS(NFILTERS), .NCOMPARATORS(NCOMPARATORS),
        .NTRIGGERS(NTRIGGERS), .DRAFT(DRAFT)
    ) qualify (
        .clk(clk), .rst(hold),
        .trTeInstFilters(control[`NT_trTeInstFilters]), .filters(filters), .comparators(comparators),
        .trTeTrigExtInControl(control[`NT_trTeTrigExtInControl]),
        .enable(latched_enable), .asked(latched_asked), .mode(latched_mode),
        .itype(latched_itype), .iaddr(latched_iaddr), .iretire(latched_iretire),
        .priv(latched_priv), .hart_context(latched_context), .cause(latched_cause),
        .tval(latched_tval), .impdef(latched_impdef),
        .notify(latched_notify), .ext_trigger(latched_ext_trigger),
        .halted(latched_halted), .reset(latched_reset), .lowpower(latched_lowpower),
        .tracing(tracing), .htm(htm), .may_wait(may_wait), .evcode(evcode),
        .traced(traced), .notify6(notify6), .notify0(notify0), .notify_idle(notify_idle),
        .hold(hold_branch), .crosses(crosses), .sync_reason(sync_reason)
    );

    // Flow
    wire [LEVEL_W-1:0]         level;
    wire [SLOTS-1:0]           flow_valid;
    wire [SLOTS*MESSAGE_W-1:0] flow_message;
    wire [SLOTS-1:0]           flow_late;
    wire [TIME_W-1:0]          flow_now;
    wire [TIME_W-1:0]          flow_then;
    wire                       flow_dropped;
    wire                       flow_empty;
    wire                       nearly_full;

    nt_flow #(
        .XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W),
        .ICNT_W(ICNT_W), .HIST_W(HIST_W), .FIFO_DEPTH(FIFO_DEPTH),
        .SCONTEXT_W(SCONTEXT_W), .HCONTEXT_W(HCONTEXT_W), .TSTAMP_W(TSTAMP_W),
        .STACK_DEPTH(STACK_DEPTH), .PARTIAL_W(PARTIAL_W), .REPEAT_W(REPEAT_W),
        .PERIOD_W(PERIOD_W), .BTYPE_TRAP(BTYPE_TRAP), .DRAFT(DRAFT), .NTRIGGERS(NTRIGGERS)
    ) flow (
        .clk(clk), .rst(hold),
        .tracing(tracing), .htm(htm), .may_wait(may_wait), .evcode(evcode),
        .traced(traced), .notify6(notify6), .notify0(notify0), .notify_idle(notify_idle),
        .hold(hold_branch), .crosses(crosses), .sync_reason(sync_reason),
        .ownership(ownership), .return_mode(return_mode), .sequential_jump(sequential_jump),
        .repeated(repeated), .repeat_branch(repeat_branch), .all_jumps(all_jumps),
        .sync_icnt(sync_icnt), .rc7(rc7), .sync_mode(sync_mode), .sync_max(sync_max),
        .itype(latched_itype), .iaddr(latched_iaddr), .iretire(latched_iretire),
        .ilastsize(latched_ilastsize), .sijump(latched_sijump), .priv(latched_priv),
        .ctype(latched_ctype), .hart_context(latched_context), .timestamp(latched_timestamp),
        .level(level), .resume_level(ntResumeLevel), .nearly_full(nearly_full),
        .message_valid(flow_valid), .message(flow_message), .message_late(flow_late),
        .now(flow_now), .then(flow_then), .dropped(flow_dropped), .empty(flow_empty)
    );

    // Message
    wire [SLOTS-1:0]         message_valid;
    wire [SLOTS*ENTRY_W-1:0] message_data;

    nt_message #(
        .XLEN(XLEN), .SLOTS(SLOTS), .ICNT_W(ICNT_W), .HIST_W(HIST_W), .TSTAMP_W(TSTAMP_W)
    ) message (
        .clk(clk),
        .in_valid(flow_valid), .in(flow_message), .in_late(flow_late),
        .now(flow_now), .then(flow_then),
        .out_valid(message_valid), .out(message_data)
    );

    // Message FIFO
    wire               fifo_valid;
    wire [ENTRY_W-1:0] fifo_data;
    wire               fifo_ready;

    nt_message_fifo #(
        .WIDTH(ENTRY_W), .DEPTH(FIFO_DEPTH), .WRITES(SLOTS)
    ) fifo (
        .clk(clk), .rst(hold),
        .write_valid(message_valid), .write_data(message_data),
        .level(level),
        .read_valid(fifo_valid), .read_data(fifo_data), .read_ready(fifo_ready)
    );

    // Serializer
    wire offers;
    generate
        if (OUT_BYTES == 1) begin : narrow
            nt_serializer #(
                .XLEN(XLEN), .ICNT_W(ICNT_W), .HIST_W(HIST_W), .SCONTEXT_W(SCONTEXT_W),
                .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W), .TSTAMP_W(TSTAMP_W), .REPEAT_W(REPEAT_W),
                .OPTIONS(OPTIONS)
            ) serializer (
                .clk(clk), .rst(hold),
                .src_bits(src_bits), .src_id(src_id), .ts_enable(ts_enable),
                .extend_msb(extend_msb), .trim_ownership(trim_ownership),
                .in_valid(fifo_valid), .in(fifo_data), .in_ready(fifo_ready),
                .out_valid(offers), .out(out), .out_ready(out_ready)
            );
            assign out_count = 1'b1;
        end else begin : wide
            nt_serializer_wide #(
                .XLEN(XLEN), .ICNT_W(ICNT_W), .HIST_W(HIST_W), .SCONTEXT_W(SCONTEXT_W),
                .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W), .TSTAMP_W(TSTAMP_W), .REPEAT_W(REPEAT_W),
                .OPTIONS(OPTIONS), .OUT_BYTES(OUT_BYTES)
            ) serializer (
                .clk(clk), .rst(hold),
                .src_bits(src_bits), .src_id(src_id), .ts_enable(ts_enable),
                .extend_msb(extend_msb), .trim_ownership(trim_ownership),
                .in_valid(fifo_valid), .in(fifo_data), .in_ready(fifo_ready),
                .out_valid(offers), .out(out), .out_count(out_count), .out_ready(out_ready)
            );
        end
    endgenerate

    assign stall_or_overflow = stall || flow_dropped;

    // Disabled, it never stalls: a hart may wait for nobody but a sink that takes bytes.
    assign stall     = trTeEnable && trTeInstStallEna && nearly_full;
    assign trTeEmpty = flow_empty && level == {LEVEL_W{1'b0}} && !offers;
    assign out_valid = offers && !rst;

`ifdef FORMAL
    // The modules' contracts meet: what one assumes the other does. formal.py turns the modules'
    // assumptions into assertions here; the one about messages follows from nt_flow's contract
    // (p_tcode), since the FIFO changes nothing.
    reg f_started = 1'b0;
    reg f_quiet;         // the cycle before was empty, and tracing turned off
    reg f_sent = 1'b0;   // a byte has been sent
    reg [2:0] f_done;    // cycles since trTeEnable is 0 and all that the FIFO held was sent, up to 4

    wire f_is_done = !trTeEnable && level == {LEVEL_W{1'b0}} && !offers;
    always @(posedge clk) begin
        f_started <= 1'b1;
        f_sent    <= f_sent || (out_valid && out_ready);
        f_quiet   <= trTeEmpty && !(trTeEnable && (trTeInstTracing || trace_on));
        f_done    <= hold || !f_is_done ? 3'd0 : f_done[2] ? 3'd4 : f_done + 3'd1;
    end

    reg     f_blocks_ok;
    integer f_b;
    always @* begin
        f_blocks_ok = 1'b1;
        for (f_b = 0; f_b < NBLOCKS; f_b = f_b + 1)
            if (iretire[f_b*IRETIRE_W +: IRETIRE_W] == {IRETIRE_W{1'b0}} &&
                itype[f_b*ITYPE_W +: ITYPE_W] > 2) f_blocks_ok = 1'b0;
    end

    always @* if (!f_started) a_reset: assume (rst);
    // The ingress port: without an instruction there are only exceptions and interrupts
    always @* a_block: assume (f_blocks_ok);

    always @* if (f_started) begin
        // Empty means that no message is held, and none is being sent
        if (trTeEmpty) p_empty: assert (!offers && !(|message_valid));
        // Nor will there be one before tracing is turned on
        if (f_quiet) p_quiet: assert (trTeEmpty);
        // Disabled, and the FIFO sent, it is empty four cycles later, whatever the hart does
        if (f_is_done && f_done == 3'd4) p_bound: assert (trTeEmpty);
        // For the induction
        if (f_done != 3'd0) i_done: assert (!latched_enable && f_done <= 3'd4);
        // Never more of SRC than there is
        i_src: assert (src_bits <= SRC_W);
        // No stall unless allowed
        if (stall) p_stall: assert (trTeEnable && trTeInstStallEna);
    end

    always @* if (f_started && !hold) begin
        c_message: cover (out_valid && out_ready && out[1:0] == 2'b11);
        c_stall:   cover (stall);
        c_empty:   cover (trTeEmpty && f_sent);
    end
`endif

endmodule

`default_nettype wire
