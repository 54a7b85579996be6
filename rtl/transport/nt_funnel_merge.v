// Whose bytes go out of a funnel in this cycle: round robin, one whole message a turn. Combinational.
//
// Where a message ends within the beat the next turn begins in the same beat, so that beats are full
// as long as messages have at least half of one. The next turn is the next input's that has bytes;
// the same input's where no other has.
`default_nettype none

module nt_funnel_merge #(
    // Inputs, 2 to 16
    parameter INPUTS = 2,
    // Most bytes of a beat
    parameter BYTES = 4,
    // Derived; do not set
    parameter COUNT_W = $clog2(BYTES + 1)
) (
    // Turn
    input  wire [INPUTS-1:0]         turn,       // one-hot: whose turn it is, or was last
    input  wire                      unended,    // its message has begun and not ended
    output wire [INPUTS-1:0]         turn_next,
    output wire                      unended_next,

    // Bytes that the inputs offer, the first one lowest; those above their count are 0
    input  wire [INPUTS*COUNT_W-1:0] in_count,
    input  wire [INPUTS*8*BYTES-1:0] in,
    output wire [INPUTS*COUNT_W-1:0] in_take,

    // The beat
    output wire [COUNT_W-1:0]        out_count,
    output wire [8*BYTES-1:0]        out
);

    // The next of those that wait, in the order of the inputs, behind one
    function [INPUTS-1:0] next_of(input [INPUTS-1:0] waiting, input [INPUTS-1:0] behind);
        reg [INPUTS-1:0] above;
        begin
            above   = waiting & ~(behind | (behind - {{INPUTS-1{1'b0}}, 1'b1}));
            next_of = above   != {INPUTS{1'b0}} ? above & (~above + {{INPUTS-1{1'b0}}, 1'b1})
                                                : waiting & (~waiting + {{INPUTS-1{1'b0}}, 1'b1});
        end
    endfunction

    wire [INPUTS-1:0] pending;
    genvar n;
    generate
        for (n = 0; n < INPUTS; n = n + 1) begin : input_pending
            assign pending[n] = in_count[n*COUNT_W +: COUNT_W] != {COUNT_W{1'b0}};
        end
    endgenerate

    // Two turns at most
    wire [INPUTS-1:0] first  = unended ? turn : next_of(pending, turn);
    wire [INPUTS-1:0] others = pending & ~first;
    wire              alone  = others == {INPUTS{1'b0}};
    wire [INPUTS-1:0] second = next_of(others, first);

    reg [COUNT_W-1:0] first_count;
    reg [8*BYTES-1:0] first_bytes;
    reg [COUNT_W-1:0] other_count;
    reg [8*BYTES-1:0] other_bytes;
    integer i;
    always @* begin
        first_count = {COUNT_W{1'b0}};
        first_bytes = {8*BYTES{1'b0}};
        other_count = {COUNT_W{1'b0}};
        other_bytes = {8*BYTES{1'b0}};
        for (i = 0; i < INPUTS; i = i + 1) begin
            first_count = first_count | in_count[i*COUNT_W +: COUNT_W] & {COUNT_W{first[i]}};
            first_bytes = first_bytes | in[i*8*BYTES +: 8*BYTES] & {8*BYTES{first[i]}};
            other_count = other_count | in_count[i*COUNT_W +: COUNT_W] & {COUNT_W{second[i]}};
            other_bytes = other_bytes | in[i*8*BYTES +: 8*BYTES] & {8*BYTES{second[i]}};
        end
    end

    // The first turn's message to its end, then as much of the second's as has room
    localparam [COUNT_W-1:0] MOST = BYTES[COUNT_W-1:0];
    wire               first_ends;
    wire [COUNT_W-1:0] first_length;
    wire               second_ends;
    wire [COUNT_W-1:0] second_length;
    wire [8*BYTES-1:0] second_bytes = alone ? first_bytes >> {first_length, 3'b000} : other_bytes;
    wire [COUNT_W-1:0] second_count = alone ? first_count - first_length : other_count;

    nt_message_end #(.BYTES(BYTES)) first_end (
        .count(first_count), .bytes(first_bytes), .ends(first_ends), .length(first_length)
    );
    nt_message_end #(.BYTES(BYTES)) second_end (
        .count(second_count), .bytes(second_bytes), .ends(second_ends), .length(second_length)
    );

    wire [COUNT_W-1:0] room        = first_ends ? MOST - first_length : {COUNT_W{1'b0}};
    wire               fits        = second_length <= room;
    wire [COUNT_W-1:0] second_take = fits ? second_length : room;
    wire [8*BYTES-1:0] joined      = alone ? first_bytes
                                           : (first_bytes & ~({8*BYTES{1'b1}} << {first_length, 3'b000})) |
                                             other_bytes << {first_length, 3'b000};

    assign out_count = first_length + second_take;
    assign out       = joined & ~({8*BYTES{1'b1}} << {out_count, 3'b000});

    generate
        for (n = 0; n < INPUTS; n = n + 1) begin : input_take
            assign in_take[n*COUNT_W +: COUNT_W] =
                first[n]  ? (alone ? out_count : first_length) :
                second[n] ? second_take : {COUNT_W{1'b0}};
        end
    endgenerate

    wire two = second_take != {COUNT_W{1'b0}};
    assign turn_next    = two && !alone ? second : first != {INPUTS{1'b0}} ? first : turn;
    assign unended_next = two ? !(second_ends && fits) :
                          first_length != {COUNT_W{1'b0}} ? !first_ends : unended;

`ifdef FORMAL
    // Contract, about one input, any. Takers are in the order of turns: who goes on, then round robin
    // behind who had the last turn.
    localparam F_W = 8;
    (* anyconst *) wire [3:0] f_input;
    reg  [F_W-1:0]     f_turn;     // index of turn
    reg  [F_W-1:0]     f_before;   // bytes that others have before this input's in the beat
    reg  [F_W-1:0]     f_sum;      // bytes that are taken in all
    reg                f_others;   // others offer bytes
    reg                f_passed;   // it waits while one behind it begins
    reg                f_takes_ok;
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
        for (f_i = 0; f_i < INPUTS; f_i = f_i + 1) if (turn[f_i]) f_turn = f_i;
        for (f_i = 0; f_i < INPUTS; f_i = f_i + 1) begin
            f_sum = f_sum + in_take[f_i*COUNT_W +: COUNT_W];
            if (in_take[f_i*COUNT_W +: COUNT_W] > in_count[f_i*COUNT_W +: COUNT_W])
                f_takes_ok = 1'b0;
            if (f_i != f_input) begin
                if (pending[f_i]) f_others = 1'b1;
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
        a_count: assume (f_count <= BYTES && f_bytes >> 8 * f_count == 0);
        for (f_i = 0; f_i < INPUTS; f_i = f_i + 1)
            assume (in_count[f_i*COUNT_W +: COUNT_W] <= BYTES &&
                    in[f_i*8*BYTES +: 8*BYTES] >> 8 * in_count[f_i*COUNT_W +: COUNT_W] == 0);

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
`endif

endmodule

`default_nettype wire
