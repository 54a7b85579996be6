// Flow: I-CNT, HIST, awaited targets, start, stop and loss, for all blocks of a cycle.
//
// Holds the flow state and a chain of lanes. Where the messages of a cycle do not fit into the
// message FIFO, all of them are dropped (N-Trace 1.0, "Error Message"): tracing starts anew, with
// an Error message and SYNC=7, once the FIFO has drained to a quarter.
`default_nettype none

module nt_flow #(
    // Width of addresses, 32 or 64
    parameter XLEN = 64,
    // Blocks a cycle, 1 to 4
    parameter NBLOCKS = 1,
    // Width of itype, 3 or 4
    parameter ITYPE_W = 4,
    // Width of iretire (half-words), 2 to 8
    parameter IRETIRE_W = 6,
    // Width of I-CNT with its overflow bit, IRETIRE_W + 1 to 22
    parameter ICNT_W = 22,
    // Width of HIST with its stop bit, 5 to 32
    parameter HIST_W = 32,
    // Messages the FIFO holds, a power of two, at least 8 * NBLOCKS
    parameter FIFO_DEPTH = 32,
    // Width of a message and of the FIFO's level (derived; do not set)
    parameter MESSAGE_W = 12 + ICNT_W + (XLEN - 1) + HIST_W,
    parameter LEVEL_W = $clog2(FIFO_DEPTH) + 1
) (
    input  wire                           clk,
    input  wire                           rst,

    // Qualify
    input  wire                           tracing,
    input  wire                           htm,
    input  wire                           hart_runs,
    input  wire [3:0]                     evcode,
    input  wire [3:0]                     sync_reason,

    // Latched ingress
    input  wire [NBLOCKS*ITYPE_W-1:0]     itype,
    input  wire [NBLOCKS*(XLEN-1)-1:0]    iaddr,
    input  wire [NBLOCKS*IRETIRE_W-1:0]   iretire,

    // Message FIFO
    input  wire [LEVEL_W-1:0]             level,
    output wire                           nearly_full,  // what is under way could still overflow it

    // Messages, oldest first; addresses still full
    output wire [4*NBLOCKS-1:0]           message_valid,
    output wire [4*NBLOCKS*MESSAGE_W-1:0] message,
    output wire                           empty         // no message here, and no stop or Error to come
);

    `include "nt_codes.vh"

    localparam SLOTS = 4 * NBLOCKS;
    localparam COUNT_W = $clog2(SLOTS + 1);
    localparam [LEVEL_W:0] DEPTH  = FIFO_DEPTH[LEVEL_W:0];
    // Three cycles' blocks still come once this is passed: that in the lanes, the latched one, and
    // that of the cycle in which the hart sees the stall. Without an Error message, which needs a
    // drained FIFO, a lane sends two messages at most (nt_flow_lane, p_two): 3 * 2 <= 2 * 4.
    localparam [LEVEL_W:0] STALL  = DEPTH - 2 * SLOTS[LEVEL_W:0];
    localparam [LEVEL_W:0] RESUME = {2'b00, FIFO_DEPTH[LEVEL_W:2]};

    // State
    reg [1:0]        state_reg;
    reg              is_htm_reg;
    reg              error_reg;    // messages were lost, and no Error message tells of it yet
    reg              overrun_reg;  // armed because of a loss
    reg              pending_reg;  // the target of the last instruction, or the handler, is awaited
    reg [1:0]        pending_btype_reg;
    reg [ICNT_W-1:0] icnt_reg;     // no reset: set at each start
    reg [HIST_W-1:0] hist_reg;     // likewise

    reg [SLOTS-1:0]           valid_reg;
    reg [SLOTS*MESSAGE_W-1:0] message_reg;  // no reset: used where valid

    // Lanes
    wire [SLOTS-1:0]           valid_lanes;
    wire [SLOTS*MESSAGE_W-1:0] message_lanes;

    wire [1:0]        state         [0:NBLOCKS];
    wire              is_htm        [0:NBLOCKS];
    wire              error         [0:NBLOCKS];
    wire              overrun       [0:NBLOCKS];
    wire              pending       [0:NBLOCKS];
    wire [1:0]        pending_btype [0:NBLOCKS];
    wire [ICNT_W-1:0] icnt          [0:NBLOCKS];
    wire [HIST_W-1:0] hist          [0:NBLOCKS];

    assign state[0]         = state_reg;
    assign is_htm[0]        = is_htm_reg;
    assign error[0]         = error_reg;
    assign overrun[0]       = overrun_reg;
    assign pending[0]       = pending_reg;
    assign pending_btype[0] = pending_btype_reg;
    assign icnt[0]          = icnt_reg;
    assign hist[0]          = hist_reg;

    // Room: what the FIFO holds and what is on the way to it
    wire [LEVEL_W:0] occupied = {1'b0, level} + {{LEVEL_W+1-COUNT_W{1'b0}}, count(valid_reg)};
    wire [LEVEL_W:0] wanted   = occupied + {{LEVEL_W+1-COUNT_W{1'b0}}, count(valid_lanes)};
    wire             drop     = wanted > DEPTH;
    wire             drained  = occupied <= RESUME;

    genvar b;
    generate
        for (b = 0; b < NBLOCKS; b = b + 1) begin : block
            nt_flow_lane #(
                .XLEN(XLEN), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W), .ICNT_W(ICNT_W),
                .HIST_W(HIST_W)
            ) lane (
                .tracing(tracing), .htm(htm), .hart_runs(hart_runs), .evcode(evcode),
                .sync_reason(sync_reason), .drained(drained),

                .itype(itype[b*ITYPE_W +: ITYPE_W]),
                .iaddr(iaddr[b*(XLEN-1) +: XLEN-1]),
                .iretire(iretire[b*IRETIRE_W +: IRETIRE_W]),

                .state(state[b]), .is_htm(is_htm[b]), .error(error[b]), .overrun(overrun[b]),
                .pending(pending[b]), .pending_btype(pending_btype[b]), .icnt(icnt[b]),
                .hist(hist[b]),

                .state_next(state[b+1]), .is_htm_next(is_htm[b+1]), .error_next(error[b+1]),
                .overrun_next(overrun[b+1]), .pending_next(pending[b+1]),
                .pending_btype_next(pending_btype[b+1]), .icnt_next(icnt[b+1]),
                .hist_next(hist[b+1]),

                .message_valid(valid_lanes[4*b +: 4]),
                .message(message_lanes[4*b*MESSAGE_W +: 4*MESSAGE_W])
            );
        end
    endgenerate

    assign message_valid = valid_reg;
    assign message       = message_reg;
    assign empty         = !(|valid_reg) && state_reg == FLOW_OFF && !error_reg && !tracing;
    assign nearly_full   = occupied > STALL;

    integer i;
    always @(posedge clk) begin
        if (rst) begin
            state_reg         <= FLOW_OFF;
            is_htm_reg        <= 1'b0;
            error_reg         <= 1'b0;
            overrun_reg       <= 1'b0;
            pending_reg       <= 1'b0;
            pending_btype_reg <= 2'b00;
            valid_reg         <= {SLOTS{1'b0}};
        end else if (drop) begin
            state_reg         <= tracing ? FLOW_ARMED : FLOW_OFF;
            is_htm_reg        <= is_htm[NBLOCKS];
            error_reg         <= 1'b1;
            overrun_reg       <= tracing;
            pending_reg       <= 1'b0;
            pending_btype_reg <= 2'b00;
            valid_reg         <= {SLOTS{1'b0}};
        end else begin
            state_reg         <= state[NBLOCKS];
            is_htm_reg        <= is_htm[NBLOCKS];
            error_reg         <= error[NBLOCKS];
            overrun_reg       <= overrun[NBLOCKS];
            pending_reg       <= pending[NBLOCKS];
            pending_btype_reg <= pending_btype[NBLOCKS];
            valid_reg         <= valid_lanes;
        end
        icnt_reg <= icnt[NBLOCKS];
        hist_reg <= hist[NBLOCKS];
        for (i = 0; i < SLOTS; i = i + 1) begin
            if (valid_lanes[i])
                message_reg[i*MESSAGE_W +: MESSAGE_W] <= message_lanes[i*MESSAGE_W +: MESSAGE_W];
        end
    end

    function [COUNT_W-1:0] count(input [SLOTS-1:0] bits);
        integer k;
        begin
            count = {COUNT_W{1'b0}};
            for (k = 0; k < SLOTS; k = k + 1)
                count = count + {{COUNT_W-1{1'b0}}, bits[k]};
        end
    endfunction

`ifdef FORMAL
    // Contract. The messages are read as a decoder would: which may follow which.
    reg               f_started = 1'b0;
    reg [LEVEL_W-1:0] f_level;    // level in the cycle before
    reg [LEVEL_W:0]   f_most;     // level now, had nothing been read
    reg [SLOTS-1:0]   f_wanted;   // what the lanes wanted to send in the cycle before
    reg               f_on;       // between ProgTraceSync and ProgTraceCorrelation
    reg               f_lost;     // messages were lost and no Error message has told of it
    reg               f_traced;   // tracing was never off since the last loss
    reg               f_overrun;  // the same, before the cycle before

    wire f_dropped = f_wanted != message_valid;

    // Walk through the messages of this cycle
    reg               f_on_next;
    reg               f_lost_next;
    reg               f_error_ok;   // an Error message only after a loss
    reg               f_first_ok;   // nothing before the Error message
    reg               f_start_ok;   // ProgTraceSync only where tracing is off
    reg               f_on_ok;      // other messages only where it is on
    reg               f_tcode_ok;   // a message that there is
    reg               f_sync_ok;    // SYNC=7 exactly where tracing resumes after a loss
    reg [5:0]         f_tcode;
    integer           f_slot;
    always @* begin
        f_on_next   = f_on && !f_dropped;
        f_lost_next = f_lost || f_dropped;
        f_error_ok  = 1'b1;
        f_first_ok  = 1'b1;
        f_start_ok  = 1'b1;
        f_on_ok     = 1'b1;
        f_tcode_ok  = 1'b1;
        f_sync_ok   = 1'b1;
        f_tcode     = 6'd0;
        for (f_slot = 0; f_slot < SLOTS; f_slot = f_slot + 1) begin
            if (message_valid[f_slot]) begin
                f_tcode = message[f_slot*MESSAGE_W +: 6];
                if (!(f_tcode == TCODE_DIRECT_BRANCH || f_tcode == TCODE_INDIRECT_BRANCH ||
                      f_tcode == TCODE_ERROR || f_tcode == TCODE_PROG_TRACE_SYNC ||
                      f_tcode == TCODE_RESOURCE_FULL || f_tcode == TCODE_INDIRECT_BRANCH_HIST ||
                      (f_tcode == TCODE_PROG_TRACE_CORRELATION &&
                       !message[f_slot*MESSAGE_W + 11]))) f_tcode_ok = 1'b0;
                if (f_tcode == TCODE_ERROR) begin
                    if (!f_lost_next) f_error_ok = 1'b0;
                    f_on_next   = 1'b0;
                    f_lost_next = 1'b0;
                end else begin
                    if (f_lost_next) f_first_ok = 1'b0;
                    if (f_tcode == TCODE_PROG_TRACE_SYNC) begin
                        if (f_on_next) f_start_ok = 1'b0;
                        if ((message[f_slot*MESSAGE_W + 6 +: 4] == SYNC_OVERRUN) != f_overrun)
                            f_sync_ok = 1'b0;
                    end else if (!f_on_next) begin
                        f_on_ok = 1'b0;
                    end
                    f_on_next = f_tcode != TCODE_PROG_TRACE_CORRELATION;
                end
            end
        end
    end

    always @(posedge clk) begin
        f_started <= 1'b1;
        if (rst) begin
            f_level   <= {LEVEL_W{1'b0}};
            f_most    <= {LEVEL_W+1{1'b0}};
            f_wanted  <= {SLOTS{1'b0}};
            f_on      <= 1'b0;
            f_lost    <= 1'b0;
            f_traced  <= 1'b0;
            f_overrun <= 1'b0;
        end else begin
            f_level   <= level;
            f_most    <= occupied;
            f_wanted  <= valid_lanes;
            f_on      <= f_on_next;
            f_lost    <= f_lost_next;
            f_traced  <= drop ? tracing : f_traced && tracing && state[NBLOCKS] != FLOW_ON;
            f_overrun <= f_traced && state_reg != FLOW_OFF;
        end
    end

    // The FIFO takes what is offered and gives at most one a cycle, none that it does not hold
    always @* if (!f_started) a_reset: assume (rst);
    always @* if (f_started)
        a_level: assume ({1'b0, level} == f_most ||
                         (f_level != {LEVEL_W{1'b0}} && {1'b0, level} + 1 == f_most));
    // Qualify
    always @* if (f_started)
        a_qualify: assume (sync_reason != SYNC_OVERRUN && !(tracing && !hart_runs));

    always @* if (f_started) begin
        // Never more messages than the FIFO can take
        p_room: assert (occupied <= DEPTH);
        // Eight messages a lane still fit where no stall is asked for
        if (!nearly_full) p_stall: assert (occupied + 2 * SLOTS <= DEPTH);
        // A loss is followed by an Error message, before any other, and only a loss is
        p_error_first: assert (f_first_ok);
        p_error_once:  assert (f_error_ok);
        // ProgTraceSync starts, ProgTraceCorrelation stops, the others lie between
        p_start: assert (f_start_ok);
        p_on:    assert (f_on_ok);
        // Messages that the serializer knows; CDF is 0 or 1
        p_tcode: assert (f_tcode_ok);
        // SYNC=7 exactly where tracing starts anew because of a loss
        p_overrun: assert (f_sync_ok);
        // trTeEmpty's share: no message, no stop and no Error message to come
        if (empty) p_empty: assert (message_valid == {SLOTS{1'b0}} && !f_on_next && !f_lost_next);

        // HIST always has its stop bit while tracing; I-CNT can take a block, or starts anew with it
        if (state_reg == FLOW_ON) begin
            p_hist: assert (hist_reg != {HIST_W{1'b0}} && !hist_reg[HIST_W-1]);
            p_icnt: assert (!icnt_reg[ICNT_W-1] || pending_reg);
        end

        // For the induction
        i_on:      assert (f_on_next == (state_reg == FLOW_ON));
        i_lost:    assert (f_lost_next == error_reg);
        i_state:   assert (state_reg != 2'd3 && !(error_reg && state_reg == FLOW_ON));
        i_traced:  assert (f_traced == (overrun_reg && state_reg != FLOW_OFF));
        i_pending: assert (!pending_reg || state_reg == FLOW_ON);
    end

    // The contract can be met: a loss and the way back, both counters full, a full FIFO
    always @* if (f_started && !rst) begin
        c_loss:   cover (f_dropped && f_on);
        c_resume: cover (message_valid[0] && message_valid[1] && f_overrun);
        c_both:   cover (message_valid[2] && message_valid[3] &&
                         message[2*MESSAGE_W +: 6] == TCODE_RESOURCE_FULL);
        c_full:   cover (level == DEPTH);
        c_stop:   cover (f_on && !f_on_next && !f_dropped);
    end
`endif

endmodule

`default_nettype wire
