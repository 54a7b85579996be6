// SPDX-License-Identifier: Apache-2.0
// Stream buffer: takes beats of up to IN bytes {MDO, MSEO}, gives as many bytes as its reader takes,
// up to OUT a cycle. All links between transport components end in one.
//
// Byte n lies in lane n mod LANES; each lane is a small memory with one write port and one read
// port, so a beat is rotated, never sorted into all places.
//
// A source that offers nothing within a message was reset: the message is ended here by a byte
// 0xff (MSEO=11), so that what follows is framed. A beat of 0 bytes (in_valid with in_count = 0)
// says that the source has to wait and was not reset. One byte of room is kept for the 0xff.
//
// WHOLE = 1: nothing of a message is offered until its last byte is inside, so that a reader that
// takes bytes in every cycle never finds a gap within a message. A message that fills the buffer
// without an end is passed on as it comes.
//
// Gapless in, gapless out, also with WHOLE = 0: once a message's first byte has been offered there
// is a byte to offer in every cycle until its end, if the source keeps to the same.
`default_nettype none

module nt_stream_buffer #(
    // Most bytes of a beat, 1 to 16
    parameter integer IN = 4,
    // Most bytes offered, 1 to 16
    parameter integer OUT = 4,
    // 1: whole messages only
    parameter integer WHOLE = 0,
    // Bytes held, a multiple of LANES, at least twice as many, and IN + OUT + 1; with WHOLE the
    // longest message and IN + 1 bytes fit
    parameter integer DEPTH = WHOLE != 0 ? 64 :
                      3 << $clog2(IN > OUT ? (IN > 1 ? IN : 2) : (OUT > 1 ? OUT : 2)),
    // Derived; do not set
    parameter integer IN_W  = $clog2(IN + 1),
    parameter integer OUT_W = $clog2(OUT + 1)
) (
    input  wire             clk,
    input  wire             rst,

    // Beats, the first byte lowest
    input  wire             in_valid,
    input  wire [IN_W-1:0]  in_count,
    input  wire [8*IN-1:0]  in,
    output wire             in_ready,   // there is room for any beat

    // Bytes, the first one lowest; while they wait more may come behind them
    output wire [OUT_W-1:0] out_count,  // how many are offered, 0 to OUT
    output wire [8*OUT-1:0] out,        // bytes above out_count are 0
    input  wire [OUT_W-1:0] out_take,   // how many leave now, 0 to out_count
    output wire             empty       // none is held, offered or not
`ifdef FORMAL
    , output wire [8*DEPTH-1:0] f_bytes  // all bytes held, the oldest one lowest
    , output wire [$clog2(DEPTH + 1)-1:0] f_level
    , output wire           f_in_mid     // of the source a message has begun and not ended
    , output reg            f_out_mid    // the same of the reader
    , output wire           f_gap        // the source has waited within a message since the reset
    , output wire           f_mid_message  // the source's message has begun and not ended
`endif
);

    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;
    localparam [7:0] CUT                 = 8'hff;

    // A power of two, at least 2
    localparam integer LANE_W  = $clog2(IN > OUT ? (IN > 1 ? IN : 2) : (OUT > 1 ? OUT : 2));
    localparam integer LANES   = 1 << LANE_W;
    localparam integer ROWS    = DEPTH / LANES;
    localparam integer ROW_W   = $clog2(ROWS);
    localparam integer STEP_W  = LANE_W + 2;         // counts up to 2 * LANES
    localparam integer LEVEL_W = $clog2(DEPTH + 1);
    localparam integer SUM_W   = LEVEL_W + 1;        // more than STEP_W
    localparam integer MOST    = DEPTH - IN - 1;     // with more inside there is no room for a beat

    generate
        if (IN < 1 || IN > 16 || OUT < 1 || OUT > 16 || WHOLE < 0 || WHOLE > 1 ||
            DEPTH % LANES != 0 || DEPTH < 2 * LANES || DEPTH < IN + OUT + 1) begin : check
            nt_stream_buffer_parameters_out_of_range stop();
        end
    endgenerate

    reg [LEVEL_W-1:0] level_reg;       // bytes held
    reg [ROW_W-1:0]   write_row_reg;   // where the next byte goes
    reg [LANE_W-1:0]  write_lane_reg;
    reg [ROW_W-1:0]   read_row_reg;    // where the oldest byte lies
    reg [LANE_W-1:0]  read_lane_reg;
    reg               in_message_reg;  // the source's message has begun and not ended

    wire [SUM_W-1:0]  level = {1'b0, level_reg};

    assign in_ready = level <= MOST[SUM_W-1:0];
    assign empty    = level_reg == {LEVEL_W{1'b0}};

    // What is added and what leaves. There is always room for the byte that ends a message.
    wire              cut    = in_message_reg && !in_valid;
    wire              append = in_valid && in_ready;
    wire [STEP_W-1:0] beat   = {{STEP_W-IN_W{1'b0}}, in_count};
    wire [STEP_W-1:0] added  = cut ? {{STEP_W-1{1'b0}}, 1'b1} : append ? beat : {STEP_W{1'b0}};
    wire [STEP_W-1:0] taken  = {{STEP_W-OUT_W{1'b0}}, out_take};
    wire [SUM_W-1:0]  left   = level - {{SUM_W-STEP_W{1'b0}}, taken};
    wire [SUM_W-1:0]  level_next = left + {{SUM_W-STEP_W{1'b0}}, added};

    wire [8*LANES-1:0] word;
    generate
        if (IN < LANES) begin : narrow_in
            assign word = {{8*(LANES-IN){1'b0}}, cut ? {8*IN{1'b1}} : in};
        end else begin : wide_in
            assign word = cut ? {IN{CUT}} : in;
        end
    endgenerate

    // The ends of messages in what is added
    reg              ends;    // there is one
    reg              continues;  // the last byte ends none
    reg [STEP_W-1:0] end_at;  // bytes up to the last one
    integer i;
    always @* begin
        ends   = 1'b0;
        continues = in_message_reg;
        end_at = {STEP_W{1'b0}};
        for (i = 0; i < IN; i = i + 1) begin
            if (i[STEP_W-1:0] < added) begin
                continues = word[8*i +: 2] != MSEO_END_OF_MESSAGE;
                if (!continues) begin
                    ends   = 1'b1;
                    end_at = i[STEP_W-1:0] + {{STEP_W-1{1'b0}}, 1'b1};
                end
            end
        end
    end

    // Bytes that may be offered
    wire [SUM_W-1:0] whole;
`ifdef FORMAL
    wire f_passing;
`endif
    generate
        if (WHOLE == 0) begin : parts
            wire unused = &{1'b0, ends, end_at};
            assign whole = level;
        end else begin : messages
            reg  [LEVEL_W-1:0] whole_reg;
            reg                passes_reg;  // the newest message did not fit
            wire               passes     = passes_reg || (whole_reg == {LEVEL_W{1'b0}} && !in_ready);
            wire [SUM_W-1:0]   whole_next = ends   ? left + {{SUM_W-STEP_W{1'b0}}, end_at} :
                                            passes ? level_next :
                                            whole - {{SUM_W-STEP_W{1'b0}}, taken};
            wire unused = &{1'b0, whole_next[SUM_W-1]};
            assign whole = {1'b0, whole_reg};
`ifdef FORMAL
            assign f_passing = passes_reg;
`endif
            always @(posedge clk) begin
                whole_reg  <= rst ? {LEVEL_W{1'b0}} : whole_next[LEVEL_W-1:0];
                passes_reg <= !rst && passes && !ends;
            end
        end
    endgenerate

    // Pointers
    localparam integer LAST_ROW = ROWS - 1;
    wire [ROW_W-1:0]  write_row_up = write_row_reg == LAST_ROW[ROW_W-1:0] ? {ROW_W{1'b0}} :
                                     write_row_reg + {{ROW_W-1{1'b0}}, 1'b1};
    wire [ROW_W-1:0]  read_row_up  = read_row_reg == LAST_ROW[ROW_W-1:0] ? {ROW_W{1'b0}} :
                                     read_row_reg + {{ROW_W-1{1'b0}}, 1'b1};
    wire [STEP_W-1:0] write_sum    = {2'b00, write_lane_reg} + added;
    wire [STEP_W-1:0] read_sum     = {2'b00, read_lane_reg} + taken;
    wire              unused_sums  = &{1'b0, write_sum[STEP_W-1], read_sum[STEP_W-1],
                                       level_next[SUM_W-1]};

    always @(posedge clk) begin
        if (rst) begin
            level_reg      <= {LEVEL_W{1'b0}};
            write_row_reg  <= {ROW_W{1'b0}};
            write_lane_reg <= {LANE_W{1'b0}};
            read_row_reg   <= {ROW_W{1'b0}};
            read_lane_reg  <= {LANE_W{1'b0}};
            in_message_reg <= 1'b0;
        end else begin
            level_reg      <= level_next[LEVEL_W-1:0];
            write_lane_reg <= write_sum[LANE_W-1:0];
            read_lane_reg  <= read_sum[LANE_W-1:0];
            if (write_sum[LANE_W]) write_row_reg <= write_row_up;
            if (read_sum[LANE_W])  read_row_reg  <= read_row_up;
            in_message_reg <= continues;
        end
    end

    // Lanes
    wire [16*LANES-1:0] rotated = {word, word} << {write_lane_reg, 3'b000};
    wire [8*LANES-1:0]  bytes;  // of each lane the oldest one
    wire [LANES-1:0]    write_wraps = ~({LANES{1'b1}} << write_lane_reg);  // lanes of the next row
    wire [LANES-1:0]    read_wraps  = ~({LANES{1'b1}} << read_lane_reg);
    wire                unused_half = &{1'b0, rotated[8*LANES-1:0]};
`ifdef FORMAL
    wire [8*DEPTH-1:0]  f_memory;
`endif
    genvar n;
    generate
        for (n = 0; n < LANES; n = n + 1) begin : lane
            reg  [7:0]        bytes_reg [0:ROWS-1];  // no reset: read only where written
            wire [LANE_W-1:0] place = n[LANE_W-1:0] - write_lane_reg;  // in the beat
            wire [ROW_W-1:0]  write_row = write_wraps[n] ? write_row_up : write_row_reg;
            wire [ROW_W-1:0]  read_row  = read_wraps[n] ? read_row_up : read_row_reg;
            always @(posedge clk)
                if ({2'b00, place} < added) bytes_reg[write_row] <= rotated[8*(LANES+n) +: 8];
            assign bytes[8*n +: 8] = bytes_reg[read_row];
`ifdef FORMAL
            genvar f_row;
            for (f_row = 0; f_row < ROWS; f_row = f_row + 1) begin : f_rows
                assign f_memory[8*(f_row*LANES+n) +: 8] = bytes_reg[f_row];
            end
`endif
        end
    endgenerate

    wire [16*LANES-1:0] oldest = {bytes, bytes} >> {read_lane_reg, 3'b000};
    wire                unused_oldest = &{1'b0, oldest[16*LANES-1:8*OUT]};
    assign out_count = whole < OUT[SUM_W-1:0] ? whole[OUT_W-1:0] : OUT[OUT_W-1:0];
    generate
        for (n = 0; n < OUT; n = n + 1) begin : offer
            assign out[8*n +: 8] = n[OUT_W-1:0] < out_count ? oldest[8*n +: 8] : 8'd0;
        end
    endgenerate

`ifdef FORMAL
    // Contract. One byte, any, is watched from its way in to its way out: that it comes out unchanged
    // after exactly as many bytes as there were older ones says that none is dropped, duplicated or
    // overtaken. What is held and where messages end is counted anew.
    localparam integer F_W = SUM_W + 1;
    (* anyseq *) wire              f_pick;     // watch a byte that comes in now ...
    (* anyseq *) wire [STEP_W-1:0] f_pick_at;  // ... this one of the beat
    reg              f_started = 1'b0;
    reg              f_mid;       // of the source a message has begun and not ended
    reg              f_waited;    // the source has waited within a message
    reg [F_W-1:0]    f_held;      // bytes that came in and did not leave
    reg [F_W-1:0]    f_open;      // those among them of the source's unended message
    reg              f_passes;    // it filled the buffer and is offered all the same
    reg              f_watching;
    reg [7:0]        f_byte;      // the watched byte
    reg [F_W-1:0]    f_ahead;     // older bytes still held
    reg              f_stuck;     // in the cycle before there was no room, and nothing was offered
    reg [OUT_W-1:0]  f_kept;      // bytes that were offered in the cycle before and did not leave
    reg [8*OUT-1:0]  f_kept_bytes;

    // What comes in: in_count bytes, or the byte that ends a message whose source has gone
    wire             f_cut   = f_mid && !in_valid;
    wire [STEP_W-1:0] f_added = f_cut ? 1 : in_valid && in_ready ? in_count : 0;
    wire [8*IN-1:0]  f_word  = f_cut ? 8'hff : in;
    wire             f_passes_now = f_passes || (!in_ready && f_open == f_held);
    reg              f_mid_next;
    reg [F_W-1:0]    f_open_next;
    reg              f_ended;
    integer f_i;
    always @* begin
        f_mid_next  = f_mid;
        f_open_next = f_open;
        f_ended     = 1'b0;
        for (f_i = 0; f_i < IN; f_i = f_i + 1) begin
            if (f_i < f_added) begin
                f_mid_next  = f_word[8*f_i +: 2] != MSEO_END_OF_MESSAGE;
                f_open_next = f_mid_next ? f_open_next + 1 : 0;
                f_ended     = f_ended || !f_mid_next;
            end
        end
        // Of a message that is passed on bytes leave before its end is there
        if (f_passes_now && !f_ended) f_open_next = f_open_next - out_take;
    end

    wire [F_W-1:0] f_most  = WHOLE == 0 || f_passes ? f_held : f_held - f_open;
    wire [7:0]     f_taken = out >> 8 * (out_take - 1);  // the last byte that leaves
    wire           f_begin = f_pick && f_pick_at < f_added && !f_watching;
    wire           f_waits = f_mid && in_valid && in_count == 0;
    assign f_gap    = f_waited;
    assign f_in_mid = f_mid;
    assign f_mid_message = in_message_reg;
    assign f_level  = level_reg;

    always @(posedge clk) begin
        f_started <= 1'b1;
        if (rst) begin
            f_mid      <= 1'b0;
            f_out_mid  <= 1'b0;
            f_waited   <= 1'b0;
            f_held     <= 0;
            f_open     <= 0;
            f_passes   <= 1'b0;
            f_watching <= 1'b0;
            f_stuck    <= 1'b0;
            f_kept     <= 0;
        end else begin
            f_mid        <= f_mid_next;
            f_waited     <= f_waited || f_waits;
            f_held       <= f_held - out_take + f_added;
            f_open       <= f_open_next;
            f_passes     <= f_passes_now && !f_ended;
            f_stuck      <= !in_ready && out_count == 0;
            f_kept       <= out_count - out_take;
            f_kept_bytes <= out >> 8 * out_take;
            if (out_take != 0) f_out_mid <= f_taken[1:0] != MSEO_END_OF_MESSAGE;
            if (f_begin) begin
                f_watching <= 1'b1;
                f_byte     <= f_word >> 8 * f_pick_at;
                f_ahead    <= f_held - out_take + f_pick_at;
            end else if (f_watching) begin
                f_watching <= f_ahead >= out_take;
                f_ahead    <= f_ahead - out_take;
            end
        end
    end

    always @* if (!f_started) a_reset: assume (rst);
    always @* if (f_started && !rst) begin
        a_count: assume (in_count <= IN);
        a_take:  assume (out_take <= out_count);
    end

    // Where things lie: byte p of those held is byte start + p of the lanes, in rows
    wire [F_W-1:0] f_start = read_row_reg * LANES + read_lane_reg;
    wire [F_W-1:0] f_end   = f_start + level_reg;
    assign f_bytes = {f_memory, f_memory} >> 8 * f_start;
    wire [7:0] f_newest = f_bytes >> 8 * (f_held - 1);
    wire [7:0] f_watched = f_bytes >> 8 * f_ahead;
    wire [7:0] f_last_offered = f_bytes >> 8 * (f_most - 1);

    always @* if (f_started) begin
        // The watched byte comes out unchanged, in its turn
        if (f_watching && f_ahead < out_count)
            p_order: assert ((out >> 8 * f_ahead & 8'hff) == f_byte);
        // Room for any beat and for the byte that ends a message; nothing is added without room
        p_room: assert (in_ready == (f_held + IN + 1 <= DEPTH));
        if (!rst) p_fits: assert (f_held - out_take + f_added <= DEPTH);
        // As many bytes as there are, with WHOLE of whole messages, up to a word
        p_count: assert (out_count == (f_most < OUT ? f_most : OUT));
        if (WHOLE != 0) p_whole: assert (f_passes || out_count <= f_held - f_open);
        p_empty: assert (empty == (f_held == 0));
        p_zero:  assert (out >> 8 * out_count == 0);
        // A message that fills the buffer is passed on
        if (f_stuck) p_passes: assert (out_count != 0);
        // Bytes that are offered stay until they leave; more may come behind them
        p_stable: assert (out_count >= f_kept &&
                          ((out ^ f_kept_bytes) & ~({8*OUT{1'b1}} << 8 * f_kept)) == 0);
        // Once a message has begun to leave the rest follows without a gap
        if (f_out_mid && (!f_waited || (WHOLE != 0 && !f_passes))) p_gapless: assert (out_count != 0);

        // For the induction: where the next byte goes; the newest byte is the source's last, and the
        // last one offered ends a message
        i_held:   assert (level_reg == f_held && f_held <= DEPTH - f_mid && in_message_reg == f_mid);
        i_rows:   assert (read_row_reg < ROWS && write_row_reg < ROWS);
        i_write:  assert (write_row_reg * LANES + write_lane_reg ==
                          (f_end >= DEPTH ? f_end - DEPTH : f_end));
        i_newest: assert (f_held == 0 ? f_out_mid == f_mid :
                          (f_newest[1:0] == MSEO_END_OF_MESSAGE) == !f_mid);
        i_byte:   assert (!f_watching || (f_ahead < f_held && f_watched == f_byte));
        i_kept:   assert (((f_bytes[8*OUT-1:0] ^ f_kept_bytes) & ~({8*OUT{1'b1}} << 8 * f_kept)) == 0 &&
                          f_kept <= f_most);
        if (WHOLE != 0) begin
            i_open:  assert (f_open <= f_held && f_mid == (f_open != 0 || f_passes) &&
                             (!f_passes || f_open == f_held));
            i_whole: assert (whole == f_most && f_passing == f_passes);
            i_ends:  assert (f_passes || (f_most == 0 ? !f_out_mid :
                             f_last_offered[1:0] == MSEO_END_OF_MESSAGE));
        end
    end

    // The contract can be met
    always @* if (f_started && !rst) begin
        c_word:   cover (out_take == OUT && f_added == IN && f_watching && f_ahead > 0);
        c_cut:    cover (f_cut && f_held == DEPTH - 1);
        c_waits:  cover (f_waits && f_held > 0);
        c_around: cover (f_watching && f_ahead == 0 && out_take != 0 && write_row_reg < read_row_reg);
        if (WHOLE != 0) begin
            c_hold:   cover (f_held > OUT && out_count == 0);
            c_passes: cover (f_passes && out_take != 0);
        end
    end
`endif

endmodule

`default_nettype wire
