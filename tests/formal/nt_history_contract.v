// SPDX-License-Identifier: Apache-2.0
// Contract of nt_history_lane, which has no clock: one lane with its state in a register. It stands
// here since nt_flow, whose proofs have the lane inside, has nothing to add to it.
//
// A state stands for a sequence of branches that no message has told of. What goes in is appended to
// it; what goes out is taken from its front, bit by bit, and nothing else happens to it.
`default_nettype none
`include "nt_lane_state.vh"

module nt_history_contract #(
    // As in nt_history_lane
    parameter integer HIST_W = 5,
    parameter integer REPEAT_W = 3,
    parameter integer PERIOD_W = 2
) (
    input wire       clk,
    input wire       repeated,
    input wire       clear,
    input wire       flush,
    input wire       push,
    input wire       taken,
    input wire       hold,
    input wire [11:0] k        // any bit of the sequence
);

    localparam ROOM      = HIST_W - 1;
    localparam FULL      = `NT_HISTORY_FULL(HIST_W);
    localparam PENDING_W = `NT_HISTORY_PENDING_W(HIST_W);
    localparam KEPT      = `NT_HISTORY_KEPT(HIST_W, PERIOD_W);
    localparam PERIODS   = (1 << PERIOD_W) - 1;
    localparam STATE_W   = `NT_HISTORY_STATE_W(HIST_W, REPEAT_W, PERIOD_W);

    reg  [STATE_W-1:0] state_reg;
    wire [STATE_W-1:0] state_next;

    wire [HIST_W-1:0]   hist, flush_hist, push_hist;
    wire                flush_valid, push_valid, run;
    wire [3:0]          flush_rcode, push_rcode;
    wire [REPEAT_W-1:0] flush_hrepeat, push_hrepeat;

    nt_history_lane #(.HIST_W(HIST_W), .REPEAT_W(REPEAT_W), .PERIOD_W(PERIOD_W)) lane (
        .repeated(repeated), .clear(clear), .flush(flush), .push(push), .taken(taken),
        .pop(1'b0), .hold(hold),
        .state(state_reg), .state_next(state_next),
        .hist(hist), .flush_valid(flush_valid), .flush_rcode(flush_rcode),
        .flush_hist(flush_hist), .flush_hrepeat(flush_hrepeat),
        .push_valid(push_valid), .push_rcode(push_rcode), .push_hist(push_hist),
        .push_hrepeat(push_hrepeat), .run(run)
    );

    always @(posedge clk) state_reg <= state_next;

    // The sequence that a state stands for: how long it is, and its bit k
    function [11:0] length_of(input [STATE_W-1:0] state);
        reg [REPEAT_W-1:0]  count;
        reg [PERIOD_W-1:0]  phase, period;
        reg                 in_run;
        reg [PENDING_W-1:0] pending;
        reg [KEPT-1:0]      recent;
        begin
            {count, phase, period, in_run, pending, recent} = state;
            length_of = in_run ? count * period + phase : pending;
        end
    endfunction

    function bit_of(input [STATE_W-1:0] state, input [11:0] at);
        reg [REPEAT_W-1:0]  count;
        reg [PERIOD_W-1:0]  phase, period;
        reg                 in_run;
        reg [PENDING_W-1:0] pending;
        reg [KEPT-1:0]      recent;
        reg [11:0]          back;
        begin
            {count, phase, period, in_run, pending, recent} = state;
            back   = in_run ? phase + period - 1 - at % period : pending - 1 - at;
            bit_of = recent >> back;
        end
    endfunction

    // The same of HIST, which may be repeated
    function [11:0] bits_of(input [HIST_W-1:0] value);
        integer i;
        begin
            bits_of = 0;
            for (i = 1; i < HIST_W; i = i + 1)
                if (value[i]) bits_of = i;
        end
    endfunction

    function hist_bit(input [HIST_W-1:0] value, input [11:0] at);
        reg [11:0] bits, back;
        begin
            bits     = bits_of(value);
            back     = bits - 1 - at % bits;
            hist_bit = value >> back;
        end
    endfunction

    // What a state that is reached is like
    wire [REPEAT_W-1:0]  count;
    wire [PERIOD_W-1:0]  phase, period;
    wire                 in_run;
    wire [PENDING_W-1:0] pending;
    wire [KEPT-1:0]      recent;
    assign {count, phase, period, in_run, pending, recent} = state_reg;

    wire [11:0] held = length_of(state_reg);
    reg         periodic;
    integer     i;
    always @* begin
        periodic = 1'b1;
        for (i = 0; i < KEPT; i = i + 1)
            if (i + period < KEPT && i + period < held)
                periodic = periodic && recent[i] == recent[i + period];
    end
    wire good_run = period != 0 && phase < period && count != 0 && !(&count) && periodic &&
                    (pending <= ROOM ? held == pending : held >= pending);

    // What goes out at a flush, and at a push
    wire [11:0] flush_bits = !flush_valid ? 0 : bits_of(flush_hist) *
                             (flush_rcode == 4'd2 ? flush_hrepeat : 1'b1);
    wire [11:0] push_bits  = !push_valid ? 0 : bits_of(push_hist) *
                             (push_rcode == 4'd2 ? push_hrepeat : 1'b1);
    wire [11:0] first      = (clear || flush) ? 0 : held;
    wire [11:0] left       = length_of(state_next);
    wire        bit_k      = k < first ? bit_of(state_reg, k) : taken;

    reg f_started = 1'b0;
    reg f_repeated;
    always @(posedge clk) begin
        f_started  <= 1'b1;
        f_repeated <= repeated;
        if (!f_started) a_clear: assume (clear);
        else if (!clear) a_repeated: assume (repeated == f_repeated);

        if (f_started) begin
            i_pending: assert (pending <= FULL);
            i_run: assert (!in_run || good_run);
            i_plain: assert (f_repeated || (!in_run && pending <= ROOM));

            // At a flush all goes out: what HIST takes last
            if (flush && !clear) begin
                p_flush_all: assert (flush_bits + bits_of(hist) == held);
                if (k < held)
                    p_flush_bit: assert (bit_of(state_reg, k) ==
                        (k < flush_bits ? hist_bit(flush_hist, k)
                                        : hist_bit(hist, k - flush_bits)));
            end
            // What the lane says of the next flush
            p_run: assert (run == (left > ROOM));
        end

        // At a push one bit comes, and those of the message go
        p_push_all: assert (push_bits + left == first + push);
        if (k < first + push && !(k < first && !f_started))
            p_push_bit: assert (bit_k == (k < push_bits ? hist_bit(push_hist, k)
                                                         : bit_of(state_next, k - push_bits)));

        // HIST never without its stop bit; a count that is one
        p_stop: assert ((hist != 0 || !f_started) && (!push_valid || push_hist > 1) &&
                        (!flush_valid || flush_hist > 1));
        p_rcode: assert (!push_valid || push_rcode == 4'd1 ||
                         (repeated && push_rcode == 4'd2 && push_hrepeat > 1));
        p_flush_rcode: assert (!flush_valid || flush_rcode == 4'd1 ||
                               (repeated && flush_rcode == 4'd2 && flush_hrepeat > 1));

        c_cut: cover (f_started && push_valid && push_rcode == 4'd1 && left > 1);
        c_run: cover (f_started && push_valid && push_rcode == 4'd2 && push_hrepeat > 2);
        c_most: cover (f_started && push_valid && &push_hrepeat);
        c_flush: cover (f_started && flush_valid && flush_rcode == 4'd2 && period == PERIODS);
        c_short: cover (f_started && in_run && pending <= ROOM);
    end

endmodule

`default_nettype wire
