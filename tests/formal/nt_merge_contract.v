// SPDX-License-Identifier: Apache-2.0
// Contract of nt_funnel_merge, which has no clock: proven by itself, since nt_funnel's own proof uses
// no more of it than that the inputs' bytes go where they should.
`default_nettype none

module nt_merge_contract #(
    // As in nt_funnel_merge
    parameter integer INPUTS = 2,
    parameter integer BYTES = 4,
    parameter integer COUNT_W = $clog2(BYTES + 1)
) (
    input  wire [INPUTS-1:0]         turn,
    input  wire                      unended,
    input  wire [INPUTS*COUNT_W-1:0] in_count,
    input  wire [INPUTS*8*BYTES-1:0] in
);

    wire [INPUTS-1:0]         turn_next;
    wire                      unended_next;
    wire [INPUTS*COUNT_W-1:0] in_take;
    wire [COUNT_W-1:0]        out_count;
    wire [8*BYTES-1:0]        out;
    nt_funnel_merge #(.INPUTS(INPUTS), .BYTES(BYTES)) merge (
        .turn(turn), .unended(unended), .turn_next(turn_next), .unended_next(unended_next),
        .in_count(in_count), .in(in), .in_take(in_take), .out_count(out_count), .out(out)
    );

    // About one input, any. Takers are in the order of turns: who goes on, then round robin
    // behind who had the last turn.
    localparam F_W = 8;
    (* anyconst *) wire [3:0] f_input;
    reg  [F_W-1:0]     f_turn;     // index of turn
    reg  [F_W-1:0]     f_before;   // bytes that others have before this input's in the beat
    reg  [F_W-1:0]     f_sum;      // bytes that are taken in all
    reg                f_others;   // others offer bytes
    reg                f_passed;   // it waits while one behind it begins
    reg                f_takes_ok;
    reg                f_legal;    // counts and what is above them
    integer            f_i;

    // Steps from whose turn it was to an input; 0: it goes on
    function [F_W-1:0] f_steps(input [F_W-1:0] index, input [F_W-1:0] from, input goes_on);
        f_steps = index == from ? (goes_on ? 0 : INPUTS) :
                  index > from ? index - from : index + INPUTS - from;
    endfunction

    wire [COUNT_W-1:0] f_count = in_count >> f_input * COUNT_W;
    wire [COUNT_W-1:0] f_take  = in_take >> f_input * COUNT_W;
    wire [8*BYTES-1:0] f_bytes = in >> f_input * 8 * BYTES;
    wire [8*BYTES-1:0] f_mask  = ~({8*BYTES{1'b1}} << 8 * f_take);
    wire [8*BYTES-1:0] f_place = out >> 8 * f_before;
    wire [7:0]         f_ahead = out >> 8 * (f_before - 1);   // the byte before its first one
    wire [7:0]         f_last  = out >> 8 * (out_count - 1);
    wire [F_W-1:0]     f_mine  = f_steps(f_input, f_turn, unended);
    always @* begin
        f_turn     = 0;
        f_before   = 0;
        f_sum      = 0;
        f_others   = 1'b0;
        f_passed   = 1'b0;
        f_takes_ok = 1'b1;
        f_legal    = 1'b1;
        for (f_i = 0; f_i < INPUTS; f_i = f_i + 1) if (turn[f_i]) f_turn = f_i;
        for (f_i = 0; f_i < INPUTS; f_i = f_i + 1) begin
            f_sum = f_sum + in_take[f_i*COUNT_W +: COUNT_W];
            if (in_take[f_i*COUNT_W +: COUNT_W] > in_count[f_i*COUNT_W +: COUNT_W])
                f_takes_ok = 1'b0;
            if (in_count[f_i*COUNT_W +: COUNT_W] > BYTES ||
                in[f_i*8*BYTES +: 8*BYTES] >> 8 * in_count[f_i*COUNT_W +: COUNT_W] != 0)
                f_legal = 1'b0;
            if (f_i != f_input) begin
                if (in_count[f_i*COUNT_W +: COUNT_W] != 0) f_others = 1'b1;
                if (in_take[f_i*COUNT_W +: COUNT_W] != 0 && f_steps(f_i, f_turn, unended) < f_mine)
                    f_before = f_before + in_take[f_i*COUNT_W +: COUNT_W];
                if (in_take[f_i*COUNT_W +: COUNT_W] != 0 && f_steps(f_i, f_turn, unended) > f_mine)
                    f_passed = f_count != 0 && f_take == 0;
            end
        end
    end

    // Ends of messages among what is taken of it, but for the last byte
    reg f_inner_end;
    always @* begin
        f_inner_end = 1'b0;
        for (f_i = 0; f_i < BYTES - 1; f_i = f_i + 1)
            if (f_i + 1 < f_take && f_bytes[8*f_i +: 2] == 2'b11) f_inner_end = 1'b1;
    end

    always @* begin
        a_turn:  assume (turn != 0 && (turn & (turn - 1)) == 0);
        a_input: assume (f_input < INPUTS);
        a_count: assume (f_legal);

        // The beat is what is taken, nothing else: each input's bytes unchanged and in a row
        p_take:  assert (f_takes_ok);
        p_bytes: assert ((f_place & f_mask) == (f_bytes & f_mask));
        p_sum:   assert (f_sum == out_count && out_count <= BYTES);
        p_zero:  assert (out >> 8 * out_count == 0);
        // A whole message a turn: another follows behind an end alone, and then it does
        if (f_take != 0 && f_before != 0) p_after_end: assert (f_ahead[1:0] == 2'b11);
        if (f_take != 0 && unended && !turn[f_input]) p_goes_on: assert (f_before != 0);
        if (f_others) p_one: assert (!f_inner_end);
        // Round robin: none is passed over; and something goes where something can
        p_round: assert (!f_passed);
        if (f_count != 0 && (!unended || turn[f_input])) p_moves: assert (out_count != 0);
        // Whose turn it is
        if (out_count != 0) begin
            p_unended: assert (unended_next == (f_last[1:0] != 2'b11));
            p_turn:    assert (turn_next[f_input] == (f_take != 0 && f_before + f_take == out_count));
        end else begin
            p_stays: assert (unended_next == unended && turn_next == turn);
        end

        c_two:   cover (f_take == 1 && f_before == BYTES - 1 && f_count == BYTES);
        c_alone: cover (f_inner_end && f_take == BYTES);
    end

endmodule

`default_nettype wire
