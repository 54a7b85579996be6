// N-Trace encoder: a hart's retirement stream becomes a stream of bytes.
//
//   ingress latch -> qualify -> flow -> message -> message FIFO -> serializer
//
// Latency: a block's message is in the FIFO two cycles after the block was latched, its first byte
// is offered in the cycle after.
`default_nettype none

module nt_encoder #(
    // Width of addresses, 32 or 64
    parameter XLEN = 64,
    // Blocks a cycle, 1 to 4
    parameter NBLOCKS = 1,
    // Width of itype, 3 or 4
    parameter ITYPE_W = 4,
    // Width of iretire (half-words): a block has at most 2^IRETIRE_W - 1; 2 to 8
    parameter IRETIRE_W = 6,
    // Width of I-CNT with its overflow bit, IRETIRE_W + 1, and 5, to 22
    parameter ICNT_W = 22,
    // Width of HIST with its stop bit, 5 to 32
    parameter HIST_W = 32,
    // Messages the FIFO holds, a power of two, 8 * NBLOCKS to 128
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
    // 1: traps are told as B-TYPE 1 and not as 2 and 3
    parameter BTYPE_TRAP = 0,
    // 1: itype codes of the draft ingress text
    parameter DRAFT = 0,
    // Filters, comparators, external triggers
    parameter NFILTERS = 16,
    parameter NCOMPARATORS = 8,
    parameter NTRIGGERS = 8,
    // Bytes a cycle of the serializer, 1 or 4
    parameter OUT_BYTES = 1
) (
    input  wire                         clk,
    input  wire                         rst,

    // Control fields of the Trace Control Interface
    input  wire                         trTeActive,       // 0 holds the encoder in reset
    input  wire                         trTeEnable,
    input  wire                         trTeInstTracing,
    input  wire [2:0]                   trTeInstMode,     // 3 BTM, 6 HTM
    input  wire                         trTeInstStallEna, // ask for a stall rather than lose
    output wire                         trTeEmpty,        // tracing has stopped and all was sent

    // Trace ingress port; block 0 in the low bits is the oldest
    input  wire [NBLOCKS*ITYPE_W-1:0]   itype,
    input  wire [NBLOCKS*XLEN-1:0]      iaddr,
    input  wire [NBLOCKS*IRETIRE_W-1:0] iretire,
    input  wire                         halted,
    input  wire                         reset,
    input  wire                         lowpower,
    output wire                         stall,            // retire nothing from the next cycle on

    // Bytes: {MDO, MSEO}
    output wire                         out_valid,
    output wire [7:0]                   out,
    input  wire                         out_ready
);

    localparam SLOTS     = 4 * NBLOCKS;
    localparam MESSAGE_W = 12 + ICNT_W + (XLEN - 1) + HIST_W;
    localparam LEVEL_W   = $clog2(FIFO_DEPTH) + 1;

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if (!(XLEN == 32 || XLEN == 64) || NBLOCKS < 1 || NBLOCKS > 4 ||
            !(ITYPE_W == 3 || ITYPE_W == 4) || IRETIRE_W < 2 || IRETIRE_W > 8 ||
            ICNT_W < IRETIRE_W + 1 || ICNT_W < 5 || ICNT_W > 22 || HIST_W < 5 || HIST_W > 32 ||
            FIFO_DEPTH < 8 * NBLOCKS || FIFO_DEPTH > 128 ||
            (FIFO_DEPTH & (FIFO_DEPTH - 1)) != 0) begin : check
            nt_encoder_parameters_out_of_range stop();
        end
    endgenerate

    wire hold = rst || !trTeActive;

    // Ingress latch
    wire                         latched_enable;
    wire [2:0]                   latched_mode;
    wire [NBLOCKS*ITYPE_W-1:0]   latched_itype;
    wire [NBLOCKS*(XLEN-1)-1:0]  latched_iaddr;
    wire [NBLOCKS*IRETIRE_W-1:0] latched_iretire;
    wire                         latched_halted;
    wire                         latched_reset;
    wire                         latched_lowpower;

    nt_ingress #(
        .XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W),
        .DRAFT(DRAFT)
    ) ingress (
        .clk(clk), .rst(hold),
        .trTeEnable(trTeEnable), .trTeInstTracing(trTeInstTracing), .trTeInstMode(trTeInstMode),
        .trTeInstEnAllJumps(1'b0),
        .itype(itype), .iaddr(iaddr), .iretire(iretire),
        .halted(halted), .reset(reset), .lowpower(lowpower),
        .latched_enable(latched_enable), .latched_mode(latched_mode),
        .latched_itype(latched_itype), .latched_iaddr(latched_iaddr),
        .latched_iretire(latched_iretire), .latched_halted(latched_halted),
        .latched_reset(latched_reset), .latched_lowpower(latched_lowpower)
    );

    // Qualify
    wire       tracing;
    wire       htm;
    wire       hart_runs;
    wire [3:0] evcode;
    wire [4*NBLOCKS-1:0] sync_reason;

    nt_qualify #(
        .XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W), .CONTEXT_W(0),
        .NFILTERS(0), .NCOMPARATORS(0), .NTRIGGERS(0)
    ) qualify (
        .clk(clk), .rst(hold),
        .trTeInstFilters(16'd0), .filters(1'b0), .comparators(1'b0), .trTeTrigExtInControl(32'd0),
        .enable(latched_enable), .mode(latched_mode),
        .itype(latched_itype), .iaddr(latched_iaddr), .iretire(latched_iretire),
        .priv(3'd0), .hart_context(1'b0), .cause(6'd0), .tval({XLEN{1'b0}}), .impdef(32'd0),
        .notify({NBLOCKS{1'b0}}), .ext_trigger(1'b0),
        .halted(latched_halted), .reset(latched_reset), .lowpower(latched_lowpower),
        .tracing(tracing), .htm(htm), .hart_runs(hart_runs), .evcode(evcode),
        .traced(), .notify6(), .notify0(),
        .sync_reason(sync_reason)
    );

    // Flow
    wire [LEVEL_W-1:0]         level;
    wire [SLOTS-1:0]           flow_valid;
    wire [SLOTS*MESSAGE_W-1:0] flow_message;
    wire                       flow_empty;
    wire                       nearly_full;

    nt_flow #(
        .XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W),
        .ICNT_W(ICNT_W), .HIST_W(HIST_W), .FIFO_DEPTH(FIFO_DEPTH)
    ) flow (
        .clk(clk), .rst(hold),
        .tracing(tracing), .htm(htm), .hart_runs(hart_runs), .evcode(evcode),
        .sync_reason(sync_reason[3:0]),
        .itype(latched_itype), .iaddr(latched_iaddr), .iretire(latched_iretire),
        .level(level), .nearly_full(nearly_full),
        .message_valid(flow_valid), .message(flow_message), .empty(flow_empty)
    );

    // Message
    wire [SLOTS-1:0]           message_valid;
    wire [SLOTS*MESSAGE_W-1:0] message_data;

    nt_message #(
        .XLEN(XLEN), .SLOTS(SLOTS), .ICNT_W(ICNT_W), .HIST_W(HIST_W), .TSTAMP_W(0)
    ) message (
        .clk(clk),
        .in_valid(flow_valid), .in(flow_message), .in_late({SLOTS{1'b0}}),
        .now(1'b0), .then(1'b0),
        .out_valid(message_valid), .out(message_data)
    );

    // Message FIFO
    wire                 fifo_valid;
    wire [MESSAGE_W-1:0] fifo_data;
    wire                 fifo_ready;

    nt_message_fifo #(
        .WIDTH(MESSAGE_W), .DEPTH(FIFO_DEPTH), .WRITES(SLOTS)
    ) fifo (
        .clk(clk), .rst(hold),
        .write_valid(message_valid), .write_data(message_data),
        .level(level),
        .read_valid(fifo_valid), .read_data(fifo_data), .read_ready(fifo_ready)
    );

    // Serializer
    nt_serializer #(
        .XLEN(XLEN), .ICNT_W(ICNT_W), .HIST_W(HIST_W),
        .SCONTEXT_W(0), .HCONTEXT_W(0), .SRC_W(0), .TSTAMP_W(0), .REPEAT_W(0), .OPTIONS(0)
    ) serializer (
        .clk(clk), .rst(hold),
        .src_bits(4'd0), .src_id(1'b0), .ts_enable(1'b0), .extend_msb(1'b0),
        .in_valid(fifo_valid), .in(fifo_data), .in_ready(fifo_ready),
        .out_valid(out_valid), .out(out), .out_ready(out_ready)
    );

    // Disabled, it never stalls: a hart may wait for nobody but a sink that takes bytes.
    assign stall     = trTeEnable && trTeInstStallEna && nearly_full;
    assign trTeEmpty = flow_empty && level == {LEVEL_W{1'b0}};

`ifdef FORMAL
    // The modules' contracts meet: what one assumes the other does. formal.py turns the modules'
    // assumptions into assertions here; those about TCODE and CDF follow from nt_flow's contract,
    // since the FIFO changes nothing.
    reg f_started = 1'b0;
    reg f_quiet;         // the cycle before was empty, and tracing turned off
    reg f_sent = 1'b0;   // a byte has been sent
    always @(posedge clk) begin
        f_started <= 1'b1;
        f_sent    <= f_sent || (out_valid && out_ready);
        f_quiet   <= trTeEmpty && !(trTeEnable && trTeInstTracing);
    end

    always @* if (!f_started) a_reset: assume (rst);

    always @* if (f_started) begin
        // Empty means that no message is held, and none is being sent
        if (trTeEmpty) p_empty: assert (!out_valid && !(|message_valid));
        // Nor will there be one before tracing is turned on
        if (f_quiet) p_quiet: assert (trTeEmpty);
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
