// SPDX-License-Identifier: Apache-2.0
// Trace funnel: several streams of messages become one (Trace Control Interface 1.0, "Trace
// Funnel"). Round robin, one whole message a turn; no input waits for more than one turn of each
// other.
//
// A disabled input is read and discarded. That, and whether it is read at all (trFunnelEnable,
// trFunnelActive), changes where a beat ends a message, so that messages stay whole; of one that was
// under way when the funnel was reset the rest is discarded. With trFunnelEnable = 0 no message
// begins, and what is inside goes on to the output.
`default_nettype none

module nt_funnel #(
    // Inputs, 2 to 16
    parameter integer INPUTS = 2,
    // Most bytes of an input's beat, and of the output's: 1, 2, 4 or 8
    parameter integer IN_BYTES = 4,
    parameter integer BYTES = 4,
    // Inputs whose messages are held back until they are whole: those that are slower than the
    // output, which would keep the others waiting, and those behind a nt_sink_switch, whose
    // messages have gaps
    parameter [INPUTS-1:0] WHOLE = {INPUTS{IN_BYTES < BYTES}},
    // Derived; do not set
    parameter integer IN_W    = $clog2(IN_BYTES + 1),
    parameter integer COUNT_W = $clog2(BYTES + 1)
) (
    input  wire                         clk,
    input  wire                         rst,

    // Control
    input  wire                         trFunnelActive,
    input  wire                         trFunnelEnable,
    input  wire [15:0]                  trFunnelDisInput,
    output wire                         trFunnelEmpty,

    // Inputs: beats of bytes {MDO, MSEO}, the first one lowest
    input  wire [INPUTS-1:0]            in_valid,
    input  wire [INPUTS*IN_W-1:0]       in_count,
    input  wire [INPUTS*8*IN_BYTES-1:0] in,
    output wire [INPUTS-1:0]            in_ready,

    // Output
    output wire                         out_valid,
    output wire [COUNT_W-1:0]           out_count,
    output wire [8*BYTES-1:0]           out,        // bytes above out_count are 0
    input  wire                         out_ready
);

    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;

    generate
        if (INPUTS < 2 || INPUTS > 16 ||
            !(IN_BYTES == 1 || IN_BYTES == 2 || IN_BYTES == 4 || IN_BYTES == 8) ||
            !(BYTES == 1 || BYTES == 2 || BYTES == 4 || BYTES == 8)) begin : check
            nt_funnel_parameters_out_of_range stop();
        end
        if (INPUTS < 16) begin : fewer
            wire unused = &{1'b0, trFunnelDisInput[15:INPUTS]};
        end
    endgenerate

    wire hold = rst || !trFunnelActive;

    // Inputs
    reg  [INPUTS-1:0]         inside_reg;   // of each source a message has begun and not ended
    reg  [INPUTS-1:0]         discard_reg;  // and is discarded
    wire [INPUTS-1:0]         discard = (inside_reg & discard_reg) |
                                        (~inside_reg & trFunnelDisInput[INPUTS-1:0]);
    wire [INPUTS-1:0]         reads   = {INPUTS{trFunnelActive}} &
                                        (inside_reg | {INPUTS{trFunnelEnable}});
    wire [INPUTS-1:0]         inside_next;
    wire [INPUTS-1:0]         buffer_ready;
    wire [INPUTS-1:0]         buffer_empty;
    wire [INPUTS*COUNT_W-1:0] buffer_count;
    wire [INPUTS*8*BYTES-1:0] buffer_bytes;
    wire [INPUTS*COUNT_W-1:0] turn_take;
    wire                      output_ready;

    assign in_ready = reads & (discard | buffer_ready);

`ifdef FORMAL
    // What the buffers hold
    localparam integer F_OWN   = BYTES > 1 ? BYTES : 2;
    localparam integer F_LANES = IN_BYTES > F_OWN ? IN_BYTES : F_OWN;
    localparam integer F_IN    = 8 * 3 * F_LANES;
    localparam integer F_IN_W  = $clog2(3 * F_LANES + 1);
    localparam integer F_OUT   = 3 * F_OWN;
    wire [INPUTS*F_IN-1:0]     f_in_bytes;
    wire [INPUTS*F_IN_W-1:0]   f_in_level;
    wire [INPUTS-1:0]          f_in_mid;
    wire [INPUTS-1:0]          f_in_out_mid;
    wire [INPUTS-1:0]          f_in_gap;
    wire [8*F_OUT-1:0]         f_bytes;
    wire [$clog2(F_OUT+1)-1:0] f_level;
    wire                       f_out_in_mid;
    wire                       f_reads_mid;
    wire                       f_gap;
`endif

    genvar n;
    generate
        for (n = 0; n < INPUTS; n = n + 1) begin : source
            wire [IN_W-1:0]       count = in_count[n*IN_W +: IN_W];
            wire [8*IN_BYTES-1:0] bytes = in[n*8*IN_BYTES +: 8*IN_BYTES];
            reg                   last_ends;  // the beat's last byte ends a message
            integer               i;
            always @* begin
                last_ends = 1'b0;
                for (i = 0; i < IN_BYTES; i = i + 1)
                    if (i[IN_W-1:0] < count) last_ends = bytes[8*i +: 2] == MSEO_END_OF_MESSAGE;
            end
            // A source that offers nothing within a message was reset
            assign inside_next[n] = !in_valid[n] ? 1'b0 :
                                    in_ready[n] && count != {IN_W{1'b0}} ? !last_ends : inside_reg[n];

            nt_stream_buffer #(
                .IN(IN_BYTES), .OUT(BYTES), .WHOLE({31'd0, WHOLE[n]})
            ) buffer (
                .clk(clk), .rst(hold),
                .in_valid(in_valid[n] && reads[n] && !discard[n]), .in_count(count), .in(bytes),
                .in_ready(buffer_ready[n]),
                .out_count(buffer_count[n*COUNT_W +: COUNT_W]),
                .out(buffer_bytes[n*8*BYTES +: 8*BYTES]),
                .out_take(turn_take[n*COUNT_W +: COUNT_W] & {COUNT_W{output_ready}}),
                .empty(buffer_empty[n])
`ifdef FORMAL
                , .f_bytes(f_in_bytes[n*F_IN +: F_IN]), .f_level(f_in_level[n*F_IN_W +: F_IN_W]),
                .f_in_mid(f_in_mid[n]), .f_out_mid(f_in_out_mid[n]), .f_gap(f_in_gap[n])
`endif
            );
        end
    endgenerate

    always @(posedge clk) begin
        inside_reg  <= rst ? {INPUTS{1'b0}} : inside_next;
        discard_reg <= discard | {INPUTS{hold}};
    end

    // Turns
    reg  [INPUTS-1:0]  turn_reg;     // one-hot: whose turn it is, or was last
    reg                unended_reg;  // its message has begun and not ended
    wire [INPUTS-1:0]  turn_next;
    wire               unended_next;
    wire [COUNT_W-1:0] turn_count;
    wire [8*BYTES-1:0] turn_bytes;

    nt_funnel_merge #(.INPUTS(INPUTS), .BYTES(BYTES)) merge (
        .turn(turn_reg), .unended(unended_reg),
        .turn_next(turn_next), .unended_next(unended_next),
        .in_count(buffer_count), .in(buffer_bytes), .in_take(turn_take),
        .out_count(turn_count), .out(turn_bytes)
    );

    always @(posedge clk) begin
        if (hold) begin
            turn_reg    <= {1'b1, {INPUTS-1{1'b0}}};
            unended_reg <= 1'b0;
        end else if (output_ready) begin
            turn_reg    <= turn_next;
            unended_reg <= unended_next;
        end
    end

    // Output. The buffers of the inputs have ended what was cut.
    wire output_empty;
    nt_stream_buffer #(.IN(BYTES), .OUT(BYTES), .WHOLE(0)) buffer (
        .clk(clk), .rst(hold),
        .in_valid(1'b1), .in_count(turn_count), .in(turn_bytes), .in_ready(output_ready),
        .out_count(out_count), .out(out),
        .out_take(out_count & {COUNT_W{out_ready}}), .empty(output_empty)
`ifdef FORMAL
        , .f_bytes(f_bytes), .f_level(f_level), .f_in_mid(f_out_in_mid), .f_out_mid(f_reads_mid),
        .f_gap(f_gap)
`endif
    );

    assign out_valid     = !output_empty && !rst;
    assign trFunnelEmpty = output_empty && !unended_reg && buffer_empty == {INPUTS{1'b1}} &&
                           (inside_reg & ~discard_reg) == {INPUTS{1'b0}};

`ifdef FORMAL
    // Contract, for WHOLE = 0 and powers of two of bytes. One input, any, marks each of
    // its bytes (bit 7); what the others send is not marked, and they are never reset within a
    // message. The funnel does not look at that bit, so nothing is lost by this. One marked byte, any,
    // is watched: that it comes out unchanged, after exactly as many marked ones as there were older
    // ones, says that none is dropped, duplicated or overtaken.
    localparam integer F_W = 8;
    (* anyseq *) wire       f_pick;
    (* anyseq *) wire [3:0] f_pick_at;
    reg              f_started = 1'b0;
    reg [3:0]        f_input;     // the input
    reg [INPUTS-1:0] f_mid;       // of each source a message has begun and not ended
    reg              f_drop;      // that of the input is discarded
    reg              f_waited;    // a source has waited within a message
    reg [F_W-1:0]    f_held;      // marked bytes that came in and did not leave
    reg              f_watching;
    reg [7:0]        f_byte;
    reg [F_W-1:0]    f_ahead;     // older marked ones still held
    reg              f_out_mid;   // a message has begun to leave
    reg              f_owner;     // it is the input's
    reg [F_W-1:0]    f_waits;     // turns of others since the input could have had one

    // Sources
    reg [INPUTS-1:0] f_mid_next;
    reg              f_in_ok;     // marks and MSEO are as assumed
    reg              f_others_ok;
    reg              f_wait;
    reg [7:0]        f_this;
    integer f_i, f_k;
    always @* begin
        f_mid_next  = f_mid;
        f_in_ok     = 1'b1;
        f_others_ok = 1'b1;
        f_wait      = 1'b0;
        f_this      = 0;
        for (f_i = 0; f_i < INPUTS; f_i = f_i + 1) begin
            if (in_count[f_i*IN_W +: IN_W] > IN_BYTES) f_in_ok = 1'b0;
            if (in_valid[f_i] && in_count[f_i*IN_W +: IN_W] == 0 && f_mid[f_i]) f_wait = 1'b1;
            if (!in_valid[f_i] && f_mid[f_i] && f_i != f_input) f_others_ok = 1'b0;
            if (!in_valid[f_i]) f_mid_next[f_i] = 1'b0;
            for (f_k = 0; f_k < IN_BYTES; f_k = f_k + 1) begin
                f_this = in[8*(f_i*IN_BYTES+f_k) +: 8];
                if (in_valid[f_i] && f_k < in_count[f_i*IN_W +: IN_W]) begin
                    if (f_this[7] != (f_i == f_input) || f_this[1:0] == 2'b10 ||
                        (!f_mid_next[f_i] && f_this[1:0] != 2'b00)) f_in_ok = 1'b0;
                    f_mid_next[f_i] = f_this[1:0] != MSEO_END_OF_MESSAGE;
                end
            end
            if (in_valid[f_i] && !in_ready[f_i]) f_mid_next[f_i] = f_mid[f_i];
        end
    end

    // The input's bytes
    wire [INPUTS-1:0]     f_one     = 1 << f_input;
    wire                  f_my_mid  = |(f_mid & f_one);
    wire                  f_my_go   = |(in_valid & in_ready & f_one);
    wire                  f_my_drop = f_my_mid ? f_drop : trFunnelDisInput[f_input];
    wire                  f_cut     = f_my_mid && !f_my_drop && !(|(in_valid & f_one));
    wire [IN_W-1:0]       f_count   = in_count >> f_input * IN_W;
    wire [F_W-1:0]        f_added   = f_cut ? 1 : f_my_go && !f_my_drop ? f_count : 0;
    wire [8*IN_BYTES-1:0] f_word    = f_cut ? 8'hff : in >> f_input * 8 * IN_BYTES;
    wire                  f_begin   = f_pick && f_pick_at < f_added && !f_watching;

    // The output
    reg [F_W-1:0]    f_marked;    // marked bytes that are offered
    reg              f_right;     // the watched one is not among them, or unchanged
    reg              f_out_ok;    // MSEO follows the grammar
    reg              f_single;    // messages are not mixed
    reg              f_out_mid_next;
    reg              f_owner_next;
    reg [7:0]        f_out_byte;
    always @* begin
        f_marked       = 0;
        f_right        = 1'b1;
        f_out_ok       = 1'b1;
        f_single       = 1'b1;
        f_out_mid_next = f_out_mid;
        f_owner_next   = f_owner;
        f_out_byte     = 0;
        for (f_i = 0; f_i < BYTES; f_i = f_i + 1) begin
            f_out_byte = out[8*f_i +: 8];
            if (f_i < out_count) begin
                if (f_out_byte[7] && f_watching && f_marked == f_ahead && f_out_byte != f_byte)
                    f_right = 1'b0;
                if (f_out_byte[7]) f_marked = f_marked + 1;
                if (f_out_mid_next && f_out_byte[7] != f_owner_next) f_single = 1'b0;
                if (f_out_byte[1:0] == 2'b10 || (!f_out_mid_next && f_out_byte[1:0] != 2'b00))
                    f_out_ok = 1'b0;
                f_owner_next   = f_out_byte[7];
                f_out_mid_next = f_out_byte[1:0] != MSEO_END_OF_MESSAGE;
            end
        end
    end
    wire           f_sends = out_valid && out_ready;
    wire [F_W-1:0] f_left  = f_sends ? f_marked : 0;

    // Turns: messages that begin in the beat that goes to the output's buffer
    wire [COUNT_W-1:0] f_offers = buffer_count >> f_input * COUNT_W;
    reg [F_W-1:0]      f_waits_next;
    reg                f_begins;
    reg                f_served;
    always @* begin
        f_waits_next = f_waits;
        f_begins     = !unended_reg;
        f_served     = f_offers == 0 || (unended_reg && turn_reg == f_one);
        for (f_i = 0; f_i < BYTES; f_i = f_i + 1) begin
            if (f_i < turn_count) begin
                if (f_begins && turn_bytes[8*f_i+7]) begin
                    f_served     = 1'b1;
                    f_waits_next = 0;
                end else if (f_begins && !f_served) begin
                    f_waits_next = f_waits_next + 1;
                end
                f_begins = turn_bytes[8*f_i +: 2] == MSEO_END_OF_MESSAGE;
            end
        end
    end

    always @(posedge clk) begin
        f_started <= 1'b1;
        f_input   <= f_input;
        f_mid     <= rst ? 0 : f_mid_next;
        f_waited  <= !rst && (f_waited || f_wait);
        f_drop    <= f_my_drop || hold;
        if (hold) begin
            f_held     <= 0;
            f_watching <= 1'b0;
            f_out_mid  <= 1'b0;
            f_waits    <= 0;
        end else begin
            f_held <= f_held - f_left + f_added;
            if (output_ready) f_waits <= f_waits_next;
            if (f_sends) begin
                f_out_mid <= f_out_mid_next;
                f_owner   <= f_owner_next;
            end
            if (f_begin) begin
                f_watching <= 1'b1;
                f_byte     <= f_word >> 8 * f_pick_at;
                f_ahead    <= f_held - f_left + f_pick_at;
            end else if (f_watching) begin
                f_watching <= f_ahead >= f_left;
                f_ahead    <= f_ahead - f_left;
            end
        end
    end

    always @* begin
        a_input: assume (f_input < INPUTS);
        if (!f_started) a_reset: assume (rst);
        if (f_started && !rst) begin
            a_source: assume (f_in_ok);
            a_others: assume (f_others_ok);
        end
    end

    // For the induction: what the buffers hold
    reg             f_tags_ok;    // each input's buffer has bytes of its own, as MSEO may follow
    reg             f_seq_ok;     // the output's buffer has messages that are not mixed
    reg             f_place_ok;   // the watched byte is where it should be
    reg             f_waits_ok;
    reg [F_W-1:0]   f_inner;      // marked bytes in the output's buffer
    reg [F_W-1:0]   f_turn;       // index of turn_reg
    reg             f_m;
    reg             f_o;
    reg [7:0]       f_b;
    wire [F_IN-1:0]   f_mine  = f_in_bytes >> f_input * F_IN;
    wire [F_IN_W-1:0] f_mine_level = f_in_level >> f_input * F_IN_W;
    wire [7:0]        f_waiting = f_mine >> 8 * (f_ahead - f_inner);
    always @* begin
        f_tags_ok = 1'b1;
        f_b       = 0;
        f_m       = 1'b0;
        for (f_i = 0; f_i < INPUTS; f_i = f_i + 1) begin
            f_m = f_in_out_mid[f_i];
            for (f_k = 0; f_k < 3 * F_LANES; f_k = f_k + 1) begin
                f_b = f_in_bytes[f_i*F_IN+8*f_k +: 8];
                if (f_k < f_in_level[f_i*F_IN_W +: F_IN_W]) begin
                    if (f_b[7] != (f_i == f_input) || f_b[1:0] == 2'b10 ||
                        (!f_m && f_b[1:0] != 2'b00)) f_tags_ok = 1'b0;
                    f_m = f_b[1:0] != MSEO_END_OF_MESSAGE;
                end
            end
            if (f_m != f_in_mid[f_i]) f_tags_ok = 1'b0;
        end
        f_seq_ok   = 1'b1;
        f_place_ok = !f_watching;
        f_inner    = 0;
        f_m        = f_out_mid;
        f_o        = f_owner;
        for (f_k = 0; f_k < F_OUT; f_k = f_k + 1) begin
            f_b = f_bytes[8*f_k +: 8];
            if (f_k < f_level) begin
                if (f_b[1:0] == 2'b10 || (!f_m && f_b[1:0] != 2'b00) || (f_m && f_b[7] != f_o))
                    f_seq_ok = 1'b0;
                if (f_b[7] && f_inner == f_ahead && f_b == f_byte) f_place_ok = 1'b1;
                if (f_b[7]) f_inner = f_inner + 1;
                f_m = f_b[1:0] != MSEO_END_OF_MESSAGE;
                f_o = f_b[7];
            end
        end
        if (f_m != unended_reg || (f_m && f_o != (turn_reg == f_one))) f_seq_ok = 1'b0;
        f_turn = 0;
        for (f_k = 0; f_k < INPUTS; f_k = f_k + 1) if (turn_reg[f_k]) f_turn = f_k;
        // Those whose turn comes before the input's have not had it since
        f_waits_ok = f_waits == 0 ||
                     (f_offers != 0 && f_turn != f_input &&
                      f_waits + (f_input > f_turn ? f_input - f_turn : f_input + INPUTS - f_turn)
                      <= INPUTS);
    end

    always @* if (f_started && !rst) begin
        // The input's bytes come out unchanged and in order, as many as came in
        if (out_valid) p_order: assert (f_right);
        if (out_valid) p_none:  assert (f_marked <= f_held);
        p_empty:  assert (!trFunnelEmpty || f_held == 0);
        // Whole messages, as MSEO may follow each other
        if (out_valid) p_whole: assert (f_single);
        if (out_valid) p_mseo:  assert (f_out_ok);
        // No gap within a message, unless a source had one
        if (f_out_mid && !f_waited) p_gapless: assert (out_valid);
        // Nobody waits for more than a turn of each other
        p_fair:   assert (f_waits < INPUTS);
        // Nothing begins while disabled; a disabled input is read
        if (f_my_go && !f_my_mid) p_disabled: assert (trFunnelActive && trFunnelEnable);
        if (trFunnelActive && (trFunnelEnable || f_my_mid) && f_my_drop)
            p_reads: assert (|(in_ready & f_one));

        i_held:   assert (f_held == f_mine_level + f_inner);
        i_watch:  assert (!f_watching || (f_ahead < f_held &&
                          (f_ahead < f_inner ? f_place_ok : f_waiting == f_byte)));
        i_tags:   assert (f_tags_ok);
        i_seq:    assert (f_seq_ok);
        i_mid:    assert (f_mid == inside_reg && f_out_mid == f_reads_mid &&
                          f_out_in_mid == unended_reg && (!f_my_mid || f_drop == |(discard_reg & f_one)) &&
                          f_in_mid == (f_mid & ~discard_reg));
        i_turn:   assert (turn_reg != 0 && (turn_reg & (turn_reg - 1)) == 0 &&
                          f_in_out_mid == (unended_reg ? turn_reg : 0));
        i_waits:  assert (f_waits_ok);
        i_gap:    assert (f_waited || (f_in_gap == 0 && !f_gap));
    end

    // The contract can be met
    always @* if (f_started && !hold) begin
        c_watch:   cover (f_watching && f_sends && f_ahead == 1 && f_marked == 2);
        c_two:     cover (f_sends && f_out_mid && !f_owner && f_owner_next && f_marked == 1);
        c_cut:     cover (f_cut && f_held > 1);
        c_discard: cover (f_my_go && f_my_drop && f_my_mid);
        c_waits:   cover (f_waits == INPUTS - 1);
        c_flush:   cover (trFunnelEmpty && !trFunnelEnable && f_started && !f_out_mid && f_owner);
    end
`endif

endmodule

`default_nettype wire
