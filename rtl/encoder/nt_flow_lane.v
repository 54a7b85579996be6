// Flow, one lane: what one ingress block does to the flow state, and the messages it causes.
// Combinational; nt_flow chains NBLOCKS of these and holds the state.
//
// A lane causes up to four messages, in this order (slots):
//   0  Error                 messages were lost before; now there is room again
//   1  ProgTraceSync         tracing starts at this block
//      IndirectBranch(Hist)  this block is the target that was awaited
//   2  ProgTraceCorrelation  tracing stops
//      DirectBranch          BTM: the block ends in a taken branch
//      ResourceFull RCODE=0  I-CNT is full
//   3  ResourceFull RCODE=1  HIST is full
//
// A message here is {hist, addr, icnt, btype, code, tcode}, the order of transmission from bit 0:
//   code   SYNC, RCODE, EVCODE or ETYPE      btype  B-TYPE, or CDF
//   icnt   I-CNT, RDATA of RCODE=0 or ECODE  addr   the full address without its bit 0
//   hist   HIST or RDATA of RCODE=1
`default_nettype none

module nt_flow_lane #(
    // Width of addresses, 32 or 64
    parameter XLEN = 64,
    // Width of itype, 3 or 4
    parameter ITYPE_W = 4,
    // Width of iretire (half-words), 2 to 8
    parameter IRETIRE_W = 6,
    // Width of I-CNT with its overflow bit, IRETIRE_W + 1 to 22
    parameter ICNT_W = 22,
    // Width of HIST with its stop bit, 5 to 32
    parameter HIST_W = 32,
    // Width of a message (derived; do not set)
    parameter MESSAGE_W = 12 + ICNT_W + (XLEN - 1) + HIST_W
) (
    // Qualify
    input  wire                    tracing,
    input  wire                    htm,
    input  wire                    hart_runs,
    input  wire [3:0]              evcode,
    input  wire [3:0]              sync_reason,
    input  wire                    drained,     // the FIFO has room to resume after a loss

    // Block
    input  wire [ITYPE_W-1:0]      itype,
    input  wire [XLEN-2:0]         iaddr,
    input  wire [IRETIRE_W-1:0]    iretire,

    // State before the block
    input  wire [1:0]              state,
    input  wire                    is_htm,
    input  wire                    error,
    input  wire                    overrun,
    input  wire                    pending,
    input  wire [1:0]              pending_btype,
    input  wire [ICNT_W-1:0]       icnt,
    input  wire [HIST_W-1:0]       hist,

    // State after it
    output reg  [1:0]              state_next,
    output reg                     is_htm_next,
    output reg                     error_next,
    output reg                     overrun_next,
    output reg                     pending_next,
    output reg  [1:0]              pending_btype_next,
    output reg  [ICNT_W-1:0]       icnt_next,
    output reg  [HIST_W-1:0]       hist_next,

    // Messages
    output reg  [3:0]              message_valid,
    output wire [4*MESSAGE_W-1:0]  message
);

    `include "nt_codes.vh"

    localparam [HIST_W-1:0] HIST_EMPTY = {{HIST_W-1{1'b0}}, 1'b1};
    localparam [ICNT_W-1:0] ICNT_ZERO  = {ICNT_W{1'b0}};
    localparam [XLEN-2:0]   ADDR_NONE  = {XLEN-1{1'b0}};

    // What the block is
    wire [3:0] kind        = {{4-ITYPE_W{1'b0}}, itype};
    wire       retires     = |iretire;
    wire       exception   = kind == ITYPE_EXCEPTION;
    wire       trap        = exception || kind == ITYPE_INTERRUPT;
    wire       has_address = retires || exception;
    wire       branch      = kind == ITYPE_NOT_TAKEN || kind == ITYPE_TAKEN;
    wire       taken       = kind == ITYPE_TAKEN;
    wire       jump        = kind == ITYPE_TRAP_RETURN || kind == ITYPE_INDIRECT ||
                             kind == ITYPE_INDIRECT_CALL || kind == ITYPE_INDIRECT_JUMP ||
                             kind == ITYPE_COROUTINE_SWAP || kind == ITYPE_RETURN ||
                             kind == ITYPE_OTHER_INDIRECT;

    // What tracing does at the block
    wire       off      = state == FLOW_OFF;
    wire       on       = state == FLOW_ON;
    wire       starts   = !on && tracing && has_address && (!error || drained);
    wire       errs     = error && drained && (starts || !tracing);
    wire       resolves = on && pending && has_address;
    wire       awaits   = pending && !has_address;
    wire       stops    = on && !tracing && !(awaits && hart_runs);
    wire       counts   = starts || (on && tracing);
    wire       now_htm  = off ? htm : is_htm;

    // Counters before and after the block
    wire [ICNT_W-1:0] icnt_before = (starts || resolves) ? ICNT_ZERO : icnt;
    wire [HIST_W-1:0] hist_before = (starts || resolves) ? HIST_EMPTY : hist;
    wire [ICNT_W-1:0] icnt_sum    = icnt_before + {{ICNT_W-IRETIRE_W{1'b0}}, iretire};
    wire [HIST_W-1:0] hist_sum    = (now_htm && branch) ? {hist_before[HIST_W-2:0], taken}
                                                        : hist_before;
    wire              waits       = (on && awaits) || jump || trap;
    wire              direct      = counts && taken && !now_htm;
    wire              icnt_full   = counts && icnt_sum[ICNT_W-1] && !direct && !waits;
    wire              hist_full   = counts && hist_sum[HIST_W-1];

    // Messages
    wire       with_hist = hist != HIST_EMPTY;
    wire [5:0] tcode1    = starts ? TCODE_PROG_TRACE_SYNC :
                           with_hist ? TCODE_INDIRECT_BRANCH_HIST : TCODE_INDIRECT_BRANCH;
    wire [3:0] sync      = (!off && overrun) ? SYNC_OVERRUN : sync_reason;
    wire [5:0] tcode2    = stops ? TCODE_PROG_TRACE_CORRELATION :
                           direct ? TCODE_DIRECT_BRANCH : TCODE_RESOURCE_FULL;

    assign message = {
        {hist_sum, ADDR_NONE, ICNT_ZERO, 2'b00, RCODE_HIST, TCODE_RESOURCE_FULL},
        {hist_before, ADDR_NONE, stops ? icnt_before : icnt_sum, {1'b0, is_htm},
         stops ? evcode : RCODE_ICNT, tcode2},
        {hist, iaddr, starts ? ICNT_ZERO : icnt, pending_btype, sync, tcode1},
        {HIST_EMPTY, ADDR_NONE, {{ICNT_W-5{1'b0}}, ECODE_PROGRAM_TRACE}, 2'b00, ETYPE_OVERRUN,
         TCODE_ERROR}
    };

    always @* begin
        message_valid = {hist_full, stops || direct || icnt_full, starts || resolves, errs};

        state_next         = state;
        is_htm_next        = now_htm;
        error_next         = error && !errs;
        overrun_next       = overrun && tracing && !off && !starts;
        pending_next       = pending;
        pending_btype_next = pending_btype;
        icnt_next          = icnt;
        hist_next          = hist;

        if (counts) begin
            state_next   = FLOW_ON;
            pending_next = waits;
            icnt_next    = (direct || icnt_full) ? ICNT_ZERO : icnt_sum;
            hist_next    = hist_full ? HIST_EMPTY : hist_sum;
            if (trap)      pending_btype_next = exception ? BTYPE_EXCEPTION : BTYPE_INTERRUPT;
            else if (jump) pending_btype_next = BTYPE_INDIRECT;
        end else if (stops) begin
            state_next   = FLOW_OFF;
            pending_next = 1'b0;
        end else if (!on) begin
            state_next = tracing ? FLOW_ARMED : FLOW_OFF;
        end else if (trap) begin
            // Still waiting for a target after tracing was turned off: it will be the handler.
            pending_btype_next = BTYPE_INTERRUPT;
        end
    end

`ifdef FORMAL
    // Contract: what holds for the counters before a block holds after it. nt_flow proves that it
    // holds at first.
    wire f_before = state != FLOW_ON ||
                    (hist != {HIST_W{1'b0}} && !hist[HIST_W-1] && (!icnt[ICNT_W-1] || pending));
    wire f_after  = state_next != FLOW_ON ||
                    (hist_next != {HIST_W{1'b0}} && !hist_next[HIST_W-1] &&
                     (!icnt_next[ICNT_W-1] || pending_next));
    wire [ICNT_W:0] f_icnt_sum = {1'b0, icnt_before} + {{ICNT_W+1-IRETIRE_W{1'b0}}, iretire};

    always @* if (f_before) begin
        p_after: assert (f_after);
        // I-CNT never overflows
        if (counts) p_icnt: assert (f_icnt_sum == {1'b0, icnt_sum});
        // A full counter is one that went on, so that there is no third message but Error
        p_two: assert (!(&message_valid[3:1]));
        // HIST has its stop bit, and room for one more bit
        if (counts) p_hist: assert (hist_before != {HIST_W{1'b0}} && !hist_before[HIST_W-1]);
    end
`endif

endmodule

`default_nettype wire
