// SPDX-License-Identifier: Apache-2.0
// Whose bytes go out of a funnel in this cycle: round robin, one whole message a turn. Combinational.
//
// Where a message ends within the beat the next turn begins in the same beat, so that beats are full
// as long as messages have at least half of one. The next turn is the next input's that has bytes;
// the same input's where no other has.
`default_nettype none

module nt_funnel_merge #(
    // Inputs, 2 to 16
    parameter integer INPUTS = 2,
    // Most bytes of a beat
    parameter integer BYTES = 4,
    // Derived; do not set
    parameter integer COUNT_W = $clog2(BYTES + 1)
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
            first_count = first_count | (in_count[i*COUNT_W +: COUNT_W] & {COUNT_W{first[i]}});
            first_bytes = first_bytes | (in[i*8*BYTES +: 8*BYTES] & {8*BYTES{first[i]}});
            other_count = other_count | (in_count[i*COUNT_W +: COUNT_W] & {COUNT_W{second[i]}});
            other_bytes = other_bytes | (in[i*8*BYTES +: 8*BYTES] & {8*BYTES{second[i]}});
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

endmodule

`default_nettype wire
