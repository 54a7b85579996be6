// SPDX-License-Identifier: Apache-2.0
// Contract of nt_pib, included at its foot. The pins are read back as a receiver would, beat by
// beat, and each byte that comes out must be the one that left the buffer. The buffer is assumed to
// keep to its own contract (tests/formal/nt_stream_buffer_any.v offers anything else), with messages
// that fit into it.

// Time, counted anew, and the pins of the cycle before
reg        f_started = 1'b0;
reg        f_ran;          // neither reset nor stopped in the cycle before
reg [3:0]  f_mode;         // trPibMode in the cycle before
reg        f_center;
reg        f_clk;
reg [15:0] f_data;
reg [15:0] f_since;        // cycles since the last tick
reg [15:0] f_period;       // trPibDivider at that tick
reg        f_middle;       // the next tick is in the middle of a beat
reg        f_beat_now;     // a beat begins in this cycle
reg        f_middle_now;
reg        f_any;          // there was a beat since the reset

// The line as it was read up to the beat before
reg [3:0]  f_n;            // beats of a byte or frame that have gone by
reg [7:0]  f_bits;         // the bits that they brought
reg        f_inside;       // of a message
reg        f_frame;        // Manchester: within a frame
reg        f_empty_frame;  // of which only the start bit was seen
reg        f_half;         // Manchester: the first phase
reg        f_idle;         // the beat is idle
reg [3:0]  f_idles;        // idle beats before the byte, up to 8

// The link between buffer and pins
reg [15:0] f_owed;         // bytes that have left the buffer, or the pattern's, and are on the line
reg [1:0]  f_owing;        // how many
reg        f_calibrates;   // they are of the pattern
reg        f_taken_inside; // what has left the buffer last was not the end of a message
reg [1:0]  f_waiting;      // offered in the cycle before ...
reg [15:0] f_buffered;
reg [1:0]  f_take;         // ... and taken
reg        f_link_inside;  // what the link carried last was not the end of a message
reg        f_link_valid;
reg        f_was_ready;
reg        f_was_taking;

wire f_parallel   = f_mode[3];
wire f_wide       = f_mode == MODE_PARALLEL_16;
wire f_uart       = f_mode == MODE_UART;
wire f_manchester = f_mode == MODE_MANCHESTER;
wire f_narrow     = f_parallel && f_mode < 4'd11;
wire [3:0] f_width = f_mode == MODE_PARALLEL_2 ? 4'd2 : f_mode == MODE_PARALLEL_4 ? 4'd4 :
                     f_parallel && !f_narrow ? 4'd8 : 4'd1;
wire [3:0] f_beats = f_mode == MODE_PARALLEL_2 ? 4'd4 : f_mode == MODE_PARALLEL_4 ? 4'd2 :
                     f_parallel && !f_narrow ? 4'd1 : 4'd8;  // of a byte
wire [7:0] f_mask  = 8'hff >> (4'd8 - f_width);
wire [7:0] f_here  = TRC_DATA[7:0] & f_mask;

wire f_due       = runs && f_since == f_period;
wire f_two_ticks = trPibMode == MODE_MANCHESTER || (trPibMode[3] && trPibClkCenter);

// Reading
reg [3:0] f_n_next;
reg [7:0] f_bits_next;
reg       f_inside_next;
reg       f_frame_next;
reg       f_empty_next;
reg       f_idle_next;
reg [3:0] f_idles_next;
reg [1:0] f_got;       // bytes that this cycle completes ...
reg [7:0] f_got_first; // ... and the first one
reg       f_gap;       // an idle beat within a message
reg       f_shape;     // a frame is not as it should be
always @* begin
    f_n_next      = f_n;
    f_bits_next   = f_bits;
    f_inside_next = f_inside;
    f_frame_next  = f_frame;
    f_empty_next  = f_empty_frame;
    f_idle_next   = f_idle;
    f_idles_next  = f_idles;
    f_got         = 2'd0;
    f_got_first   = 8'd0;
    f_gap         = 1'b0;
    f_shape       = 1'b0;
    if (f_beat_now && f_parallel) begin
        f_idle_next = f_n == 4'd0 && !f_inside && f_here == f_mask && (!f_wide || &TRC_DATA[15:8]);
        if (f_idle_next) begin
            f_idles_next = f_idles == 4'd8 ? 4'd8 : f_idles + 4'd1;
        end else begin
            f_bits_next = (f_n == 4'd0 ? 8'd0 : f_bits) | f_here << f_width * f_n;
            f_n_next    = f_n + 4'd1;
            if (f_n_next == f_beats) begin
                f_n_next      = 4'd0;
                f_got_first   = f_bits_next;
                f_got         = f_wide && f_got_first[1:0] != 2'b11 ? 2'd2 : 2'd1;
                f_inside_next = f_got[1] ? TRC_DATA[9:8] != 2'b11 : f_got_first[1:0] != 2'b11;
                f_shape       = f_wide && !f_got[1] && TRC_DATA[15:8] != IDLE;
                f_idles_next  = 4'd0;
            end
        end
    end
    if (f_beat_now && f_uart) begin
        f_idle_next = f_n == 4'd0 && TRC_DATA[0];
        f_gap       = f_idle_next && f_inside;
        if (!f_idle_next) begin
            f_n_next    = f_n + 4'd1;
            f_bits_next = f_n == 4'd0 ? 8'd0 : f_bits | (f_n == 4'd9 ? 8'd0 : f_here << (f_n - 4'd1));
            if (f_n == 4'd9) begin
                f_n_next      = 4'd0;
                f_shape       = !TRC_DATA[0];
                f_got         = 2'd1;
                f_got_first   = f_bits_next;
                f_inside_next = f_got_first[1:0] != 2'b11;
            end
        end
    end
    if (f_beat_now && f_manchester) f_idle_next = !f_frame && !TRC_DATA[0];
    if (f_middle_now && f_manchester) begin
        if (!f_frame) begin
            f_shape      = TRC_DATA[0];
            f_frame_next = f_half;
            f_empty_next = f_half;
        end else if (f_half != TRC_DATA[0]) begin
            f_bits_next  = (f_n == 4'd0 ? 8'd0 : f_bits) | {7'd0, f_half} << f_n;
            f_n_next     = f_n + 4'd1;
            f_empty_next = 1'b0;
            f_shape      = !f_inside && !f_empty_frame && f_n == 4'd0;
            if (f_n == 4'd7) begin
                f_n_next      = 4'd0;
                f_got         = 2'd1;
                f_got_first   = f_bits_next;
                f_inside_next = f_got_first[1:0] != 2'b11;
            end
        end else begin
            f_shape      = TRC_DATA[0] || f_n != 4'd0 || f_inside || f_empty_frame;
            f_frame_next = 1'b0;
        end
    end
end

wire       f_sends = beat && sends;
wire [1:0] f_sent  = !f_sends ? 2'd0 : wide && !single ? 2'd2 : 2'd1;
wire       f_takes_inside = take[1] ? buffered[9:8] != 2'b11 : buffered[1:0] != 2'b11;

always @(posedge clk) begin
    f_started    <= 1'b1;
    f_ran        <= !hold;
    f_mode       <= trPibMode;
    f_center     <= trPibClkCenter;
    f_clk        <= TRC_CLK;
    f_data       <= TRC_DATA;
    f_beat_now   <= !hold && f_due && !f_middle;
    f_middle_now <= !hold && f_due && f_middle;
    f_waiting    <= hold ? 2'd0 : waiting;
    f_buffered   <= buffered;
    f_take       <= hold ? 2'd0 : take;
    if (hold) begin
        f_since        <= 16'd0;
        f_period       <= 16'd0;
        f_middle       <= 1'b0;
        f_any          <= 1'b0;
        f_n            <= 4'd0;
        f_inside       <= 1'b0;
        f_frame        <= 1'b0;
        f_empty_frame  <= 1'b0;
        f_idle         <= 1'b1;
        f_idles        <= 4'd0;
        f_owing        <= 2'd0;
        f_taken_inside <= 1'b0;
        f_link_inside  <= 1'b0;
    end else begin
        f_since <= f_since + 16'd1;
        if (f_due) begin
            f_since  <= 16'd0;
            f_period <= trPibDivider;
            f_middle <= !f_middle && f_two_ticks;
            f_any    <= 1'b1;
        end
        f_n           <= f_n_next;
        f_bits        <= f_bits_next;
        f_inside      <= f_inside_next;
        f_frame       <= f_frame_next;
        f_empty_frame <= f_empty_next;
        f_idle        <= f_idle_next;
        f_idles       <= f_idles_next;
        if (f_beat_now) f_half <= TRC_DATA[0];
        f_owing <= f_owing - f_got + f_sent;
        if (f_sends) begin
            f_owed       <= {second, first};
            f_calibrates <= calibrates;
        end
        if (take != 2'd0) f_taken_inside <= f_takes_inside;
        if (!in_valid) f_link_inside <= 1'b0;
        else if (in_ready && in_count != {COUNT_W{1'b0}}) f_link_inside <= in_last != 2'b11;
    end
end

always @* if (!f_started) a_reset: assume (rst);
// The settings are steady while the PIB is active
always @* if (f_started && f_ran && !hold)
    a_settings: assume (trPibMode == f_mode && trPibClkCenter == f_center);

// What the buffer keeps to: bytes that are offered stay, whole messages, legal MSEO
wire [1:0] f_left_over = f_waiting - f_take;
always @* if (f_started && !hold) begin
    a_stays: assume (waiting >= f_left_over &&
                     (f_left_over == 2'd0 || buffered[7:0] == f_buffered >> 8 * f_take) &&
                     (f_left_over != 2'd2 || buffered == f_buffered));
    a_whole: assume (waiting != 2'd3 && (waiting != 2'd0 || !f_taken_inside) &&
                     (waiting != 2'd1 || buffered[1:0] == 2'b11));
    a_empty: assume (buffer_empty ? waiting == 2'd0 : 1'b1);
    a_legal: assume ((waiting == 2'd0 ||
                      (f_taken_inside ? buffered[1:0] != 2'b10 : buffered[1:0] == 2'b00)) &&
                     (!waiting[1] || (buffered[1:0] == 2'b11 ? buffered[9:8] == 2'b00 :
                                                               buffered[9:8] != 2'b10)));
end

always @* if (rst) p_reset: assert (!TRC_CLK && &TRC_DATA);

always @* if (f_started && !rst) begin
    // TRC_CLK has an edge with each beat, or in the middle of it; no others, and none in reset
    if (f_ran) p_clock: assert ((TRC_CLK != f_clk) ==
                                (f_parallel && (f_center ? f_middle_now : f_beat_now)));
    if (!f_ran) p_stopped: assert (!TRC_CLK && &TRC_DATA);
    // TRC_DATA changes with a beat alone, and in the middle of Manchester's
    if (f_ran && !f_beat_now && !(f_middle_now && f_manchester)) p_steady: assert (TRC_DATA == f_data);
    // Pins that carry nothing are idle
    if (f_ran && f_manchester && f_any) p_unused_low: assert (TRC_DATA[15:1] == 15'd0);
    if (f_ran && !f_manchester && !f_wide)
        p_unused_high: assert (&TRC_DATA[15:8] && (TRC_DATA[7:0] | f_mask) == 8'hff);
    // Each byte that left the buffer, or of the pattern, comes out once, unchanged, in order; idle
    // beats bring none
    if (f_got != 2'd0) p_bytes: assert (f_got == f_owing && f_got_first == f_owed[7:0] &&
                                        (!f_got[1] || TRC_DATA[15:8] == f_owed[15:8]));
    if (f_sends) p_once: assert (f_owing == f_got);
    // Never idle inside a message
    p_gapless: assert (!f_gap);
    if (f_beat_now && f_idle_next) p_idle: assert (f_owing == 2'd0 && !f_inside);
    // Frames of UART and Manchester; the second byte of a beat begins no message
    p_shape: assert (!f_shape);
    // MSEO of what comes out
    if (f_got != 2'd0 && !f_calibrates)
        p_mseo: assert (f_inside ? f_got_first[1:0] != 2'b10 : f_got_first[1:0] == 2'b00);
    // An idle byte before synchronizing messages where bytes have no fixed place
    if (f_got != 2'd0 && !f_calibrates && f_narrow && !f_inside &&
        (f_got_first[7:2] == 6'd9 || f_got_first[7:2] == 6'd11 || f_got_first[7:2] == 6'd12 ||
         f_got_first[7:2] == 6'd29)) p_pad: assert (f_idles >= f_beats);
    // No message begins on the link while disabled or calibrating; one that has begun is taken
    if (!f_link_inside && (!trPibEnable || trPibCalibrate)) p_disabled: assert (!in_ready);
    if (f_link_inside && !hold) p_finish: assert (in_ready == buffer_ready);
    // What is sent has left the buffer, and nothing else; calibration takes nothing
    if (!hold) p_take: assert (take == (f_sends && !calibrates ? f_sent : 2'd0));
    // Empty: nothing inside, and the last beat is over
    if (!hold) p_empty: assert (trPibEmpty == (buffer_empty && f_idle_next));
end

// For the induction: what the pins have shown and what is still to come is what is owed
wire       f_pads  = padded_reg && left_reg != 4'd0;
wire       f_coming = f_manchester && f_middle && (f_beat_now ? TRC_DATA[0] : f_half) == TRC_DATA[0];
wire       f_bit   = f_manchester && f_middle && f_frame && coded_reg;  // its second phase comes
wire [3:0] f_shown = f_n_next + {3'd0, f_bit};
wire [7:0] f_seen  = (f_n_next == 4'd0 ? 8'd0 : f_bits_next) |
                     (f_bit ? {7'd0, TRC_DATA[0]} << f_n_next : 8'd0);
wire [3:0] f_total = f_uart ? 4'd10 : f_beats;
wire [3:0] f_data_shown = f_uart ? f_shown - 4'd1 : f_shown;  // beats with bits of the byte
wire [7:0] f_rest  = shift_reg[7:0] & ~(8'hff << f_width * (f_beats - f_data_shown));
wire       f_start = f_manchester && f_middle && !f_frame && TRC_DATA[0];
wire       f_stop  = f_manchester && f_middle && f_frame && !coded_reg;
always @* if (f_started && !rst) begin
    i_time: assert (divider_reg == f_period - f_since && f_since <= f_period &&
                    middle_reg == f_middle && !(f_beat_now && f_middle_now) &&
                    (!(f_beat_now || f_middle_now) || f_since == 16'd0));
    i_phase: assert (!(f_middle_now && f_middle) && (f_ran || !(f_beat_now || f_middle_now)) &&
                     (!f_middle || (f_ran && (f_manchester || (f_parallel && f_center)))) &&
                     (!f_ran || !f_beat_now || f_middle == (f_manchester || (f_parallel && f_center))));
    i_any: assert ((f_ran || !f_any) && (!f_beat_now || f_any) && (f_since == 16'd0 || f_any) &&
                   (!f_middle || f_any) && (!f_ran || f_any));
    i_mode: assert (f_any ? mode_reg == f_mode && center_reg == f_center :
                    mode_reg == 4'd0 && !busy_reg && !inside_reg && !frame_reg && left_reg == 4'd0 &&
                    !padded_reg && &data_reg && !clk_reg);
    if (f_any) i_legal: assert (f_manchester || f_uart || (f_parallel && f_mode <= 4'd12));
    i_link: assert (f_link_inside == in_message_reg);
    if (f_any) begin
        i_clk: assert (f_parallel || !clk_reg);
        i_n: assert (f_n < f_total && f_n_next < f_total && (f_parallel || f_idles == 4'd0) &&
                     f_idles <= 4'd8 && (f_narrow || f_uart || f_manchester || f_n == 4'd0));
        i_half: assert (!f_manchester || !f_middle || f_beat_now || f_half == TRC_DATA[0]);
        i_left: assert (left_reg == (f_pads ? left_reg : f_shown == 4'd0 ? 4'd0 : f_total - f_shown));
        i_pads: assert (!padded_reg || (f_narrow && f_n_next == 4'd0 && !f_inside_next &&
                                        !inside_reg && f_idles_next >= f_beats - left_reg &&
                                        left_reg < f_beats && f_left_over != 2'd0));
        if (f_pads) i_ones: assert ((shift_reg[7:0] | ~(8'hff >> (4'd8 - f_width * left_reg))) == 8'hff);
        i_owing: assert (f_got != 2'd0 || f_wide || f_owing == {1'b0, f_shown != 4'd0});
        i_owed: assert (f_owing - f_got == 2'd0 || f_wide ||
                        (f_seen | f_rest << f_width * f_data_shown) == f_owed[7:0]);
        if (f_uart && f_shown != 4'd0) i_stop: assert (shift_reg[4'd9 - f_shown]);
        i_wide: assert (!f_wide || f_owing == f_got);
        i_inside: assert (inside_reg == (f_shown != 4'd0 ? f_owed[1:0] != 2'b11 :
                                         f_start || f_inside_next || f_empty_next));
        i_frame: assert (frame_reg == (f_start || (f_frame_next && !f_stop)));
        if (f_start) i_start: assert (coded_reg && !f_inside_next);
        if (f_stop) i_ends: assert (!TRC_DATA[0] && f_n_next == 4'd0 && !f_inside_next &&
                                    !f_empty_next && left_reg == 4'd0);
        if (f_manchester && f_middle && !f_frame && !TRC_DATA[0]) i_quiet: assert (!coded_reg);
        i_frames: assert (f_manchester || (!f_frame && !f_empty_frame));
        i_empty: assert (!f_empty_frame || (f_frame && f_n == 4'd0 && !f_inside));
        i_outside: assert (!f_manchester || f_frame_next || (!f_inside_next && f_n_next == 4'd0));
        i_before_it: assert (!f_manchester || f_frame || (!f_inside && f_n == 4'd0));
        i_over: assert (!f_bit || f_inside_next || f_empty_next || f_n_next != 4'd0);
        i_coded: assert (f_manchester || !coded_reg);
        i_busy: assert (busy_reg == (!f_idle_next || f_pads || (padded_reg && left_reg == 4'd0)));
        i_idle: assert (!f_idle_next || (f_shown == 4'd0 && !f_inside_next && !f_start));
        i_first: assert (f_shown == 4'd0 || f_inside_next || f_calibrates || f_owed[1:0] == 2'b00);
        i_next: assert (f_shown == 4'd0 || !f_inside_next || f_calibrates || f_owed[1:0] != 2'b10);
        if (f_shown != 4'd0 && !f_inside_next && !f_calibrates && f_narrow &&
            (f_owed[7:2] == 6'd9 || f_owed[7:2] == 6'd11 || f_owed[7:2] == 6'd12 ||
             f_owed[7:2] == 6'd29)) i_sync: assert (f_idles_next >= f_beats);
        i_source: assert (calibrate_reg || (f_shown == 4'd0 && (f_start || f_empty_next) ?
                                            !f_taken_inside && f_left_over != 2'd0 :
                                            inside_reg == f_taken_inside));
        i_pattern: assert (f_shown == 4'd0 || f_calibrates == calibrate_reg);
        i_index: assert (pattern_reg != 2'd0 ? calibrate_reg && inside_reg :
                         !(calibrate_reg && inside_reg) ||
                         (f_shown == 4'd0 && (f_start || f_empty_next)));
        i_apart: assert (!calibrate_reg || !f_taken_inside);
    end else begin
        i_before: assert (f_n == 4'd0 && !f_inside && !f_frame && f_owing == 2'd0 && f_idle &&
                          !f_empty_frame && !f_taken_inside && f_idles == 4'd0 &&
                          f_since == 16'd0 && f_period == 16'd0 && pattern_reg == 2'd0);
    end
end

// The contract can be met
always @* if (f_started && f_ran) begin
    c_narrow:     cover (f_got != 2'd0 && f_mode == MODE_PARALLEL_4 && f_idles == 4'd2 && f_center);
    c_one:        cover (f_got != 2'd0 && f_mode == MODE_PARALLEL_1);
    c_eight:      cover (f_got != 2'd0 && f_mode == 4'd11 && f_inside && f_owed == 16'hff13);
    c_odd:        cover (f_got == 2'd1 && f_wide && f_inside && f_period == 16'd2);
    c_uart:       cover (f_got != 2'd0 && f_uart && f_sends);
    c_manchester: cover (f_manchester && f_n == 4'd3 && f_frame && f_bits[2:0] == 3'b100);
    c_calibrate:  cover (f_got != 2'd0 && f_calibrates && !f_inside_next && f_mode == 4'd11);
    c_flush:      cover (trPibEmpty && !f_idle && !trPibEnable);
end
