// SPDX-License-Identifier: Apache-2.0
// Serializer of four or eight bytes a cycle: messages become bytes of 6 MDO and 2 MSEO bits.
//
// A whole message becomes bytes at once (nt_parts, nt_part_bytes) and goes into a buffer as soon
// as the buffer is left with less than a word; the buffer gives as many bytes as it has, up to
// a word. So the words are full while there are messages of a word each on average, and the rest of
// a message follows without a gap once its first byte is offered. A message's first byte is offered
// in the cycle after it was in the FIFO.
`include "nt_descriptor.vh"
`default_nettype none

module nt_serializer_wide #(
    // As in nt_parts
    parameter integer XLEN = 64,
    parameter integer ICNT_W = 22,
    parameter integer HIST_W = 32,
    parameter integer SCONTEXT_W = 32,
    parameter integer HCONTEXT_W = 14,
    parameter integer SRC_W = 12,
    parameter integer TSTAMP_W = 48,
    parameter integer REPEAT_W = 18,
    parameter integer OPTIONS = 1,
    // Bytes of a word, 4 or 8
    parameter integer OUT_BYTES = 4,
    // Width of a message, of SRC's port and of a number of bytes (derived; do not set)
    parameter integer MESSAGE_W = `NT_MESSAGE_W(XLEN, ICNT_W, HIST_W) + TSTAMP_W,
    parameter integer SRC_ID_W  = SRC_W > 0 ? SRC_W : 1,
    parameter integer OUT_W     = $clog2(OUT_BYTES + 1)
) (
    input  wire                 clk,
    input  wire                 rst,

    // Settings, steady while there are messages
    input  wire [3:0]           src_bits,    // width of SRC, 0 to SRC_W
    input  wire [SRC_ID_W-1:0]  src_id,
    input  wire                 ts_enable,   // trTsEnable
    input  wire                 extend_msb,  // trTeInstExtendAddrMSB
    input  wire                 trim_ownership,  // ntTrimOwnership

    // Message FIFO
    input  wire                 in_valid,
    input  wire [MESSAGE_W-1:0] in,          // {TSTAMP, descriptor}
    output wire                 in_ready,    // all of it has been taken over

    // Bytes: {MDO, MSEO}, the first one lowest. While they wait more may come behind them.
    output wire                 out_valid,
    output wire [8*OUT_BYTES-1:0] out,     // bytes above out_count are 0
    output reg  [OUT_W-1:0]     out_count,   // 1 to OUT_BYTES
    input  wire                 out_ready
);

    // As in nt_parts
    localparam integer TIME_W    = TSTAMP_W > 0 ? TSTAMP_W : 1;
    localparam integer CONTEXT_W = SCONTEXT_W > HCONTEXT_W ? SCONTEXT_W : HCONTEXT_W;
    localparam integer RDATA_END = 4 + HIST_W > 6 + ICNT_W ? 4 + HIST_W : 6 + ICNT_W;
    localparam integer BCNT_END  = REPEAT_W > RDATA_END ? REPEAT_W : RDATA_END;
    localparam integer COUNT_W   = SRC_W + (SCONTEXT_W > 0 && 5 + CONTEXT_W > BCNT_END ? 5 + CONTEXT_W
                                                                               : BCNT_END);
    // Bytes behind TCODE, from each part to the end
    localparam integer TSTAMP_BYTES = (TIME_W + 5) / 6 + 1;  // one that is never there
    localparam integer HIST_BYTES   = (HIST_W + 5) / 6 + TSTAMP_BYTES;
    localparam integer ADDR_BYTES   = (XLEN - 1 + 5) / 6 + HIST_BYTES;
    localparam integer COUNT_BYTES  = (COUNT_W + 5) / 6 + ADDR_BYTES;
    localparam integer BYTES        = 1 + COUNT_BYTES;
    localparam integer KEPT         = OUT_BYTES - 1;  // bytes that a message may follow in the buffer
    localparam integer BUFFER       = KEPT + BYTES;

    generate
        if (!(OUT_BYTES == 4 || OUT_BYTES == 8)) begin : check
            nt_serializer_wide_parameters_out_of_range stop();
        end
    endgenerate

    // Parts of the message
    wire [5:0]         tcode;
    wire [COUNT_W-1:0] count;
    wire [1:0]         fixed;
    wire               has_addr;
    wire [XLEN-2:0]    addr;
    wire               extend;
    wire               inverted;
    wire               has_hist;
    wire [HIST_W-1:0]  hist;
    wire               has_tstamp;
    wire [TIME_W-1:0]  tstamp;
    wire               another;

    reg second_reg;  // of two messages in one descriptor the second comes next

    nt_parts #(
        .XLEN(XLEN), .ICNT_W(ICNT_W), .HIST_W(HIST_W),
        .SCONTEXT_W(SCONTEXT_W), .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W), .TSTAMP_W(TSTAMP_W),
        .REPEAT_W(REPEAT_W), .OPTIONS(OPTIONS)
    ) parts (
        .in(in), .second(second_reg),
        .src_bits(src_bits), .src_id(src_id), .ts_enable(ts_enable), .extend_msb(extend_msb),
        .trim_ownership(trim_ownership),
        .tcode(tcode), .count(count), .fixed(fixed),
        .has_addr(has_addr), .addr(addr), .extend(extend), .inverted(inverted),
        .has_hist(has_hist), .hist(hist), .has_tstamp(has_tstamp), .tstamp(tstamp),
        .another(another)
    );

    // The message as bytes, from its end to its beginning
    wire [TSTAMP_BYTES-1:0]   tstamp_valid;
    wire [8*TSTAMP_BYTES-1:0] tstamp_bytes;
    wire [HIST_BYTES-1:0]     hist_valid;
    wire [8*HIST_BYTES-1:0]   hist_bytes;
    wire [ADDR_BYTES-1:0]     addr_valid;
    wire [8*ADDR_BYTES-1:0]   addr_bytes;
    wire [COUNT_BYTES-1:0]    count_valid;
    wire [8*COUNT_BYTES-1:0]  count_bytes;

    nt_part_bytes #(.WIDTH(TIME_W), .REST(1)) tstamp_part (
        .present(has_tstamp), .value(tstamp), .fixed(2'd0), .extend(1'b0), .inverted(1'b0),
        .last(1'b1),
        .rest_valid(1'b0), .rest(8'd0), .valid(tstamp_valid), .bytes(tstamp_bytes)
    );
    nt_part_bytes #(.WIDTH(HIST_W), .REST(TSTAMP_BYTES)) hist_part (
        .present(has_hist), .value(hist), .fixed(2'd0), .extend(1'b0), .inverted(1'b0),
        .last(!has_tstamp),
        .rest_valid(tstamp_valid), .rest(tstamp_bytes), .valid(hist_valid), .bytes(hist_bytes)
    );
    nt_part_bytes #(.WIDTH(XLEN - 1), .REST(HIST_BYTES)) addr_part (
        .present(has_addr), .value(addr), .fixed(2'd0), .extend(extend), .inverted(inverted),
        .last(!has_tstamp && !has_hist),
        .rest_valid(hist_valid), .rest(hist_bytes), .valid(addr_valid), .bytes(addr_bytes)
    );
    nt_part_bytes #(.WIDTH(COUNT_W), .REST(ADDR_BYTES)) count_part (
        .present(1'b1), .value(count), .fixed(fixed), .extend(1'b0), .inverted(1'b0),
        .last(!has_tstamp && !has_hist && !has_addr),
        .rest_valid(addr_valid), .rest(addr_bytes), .valid(count_valid), .bytes(count_bytes)
    );

    wire [BYTES-1:0]   message_valid = {count_valid, 1'b1};
    wire [8*BYTES-1:0] message_bytes = {count_bytes, tcode, 2'b00};

    // The buffer: its first byte lowest, no gaps, 0 where there is none
    reg  [BUFFER-1:0]   valid_reg;
    reg  [8*BUFFER-1:0] bytes_reg;  // no reset: used only where valid

    wire                take        = out_valid && out_ready;
    wire [BUFFER-1:0]   valid_kept  = take ? valid_reg >> OUT_BYTES : valid_reg;
    wire [8*BUFFER-1:0] bytes_kept  = take ? bytes_reg >> 8 * OUT_BYTES : bytes_reg;
    wire                append      = in_valid && !valid_kept[KEPT];

    // How many bytes are kept when a message is appended, 0 to KEPT, and which; how many are offered
    localparam integer KEPT_W = OUT_W - 1;
    reg [KEPT_W-1:0] kept;
    reg [8*KEPT-1:0] kept_bytes;
    integer k;
    always @* begin
        kept       = {KEPT_W{1'b0}};
        kept_bytes = {8*KEPT{1'b0}};
        out_count  = {{OUT_W-1{1'b0}}, 1'b1};
        for (k = 0; k < KEPT; k = k + 1) begin
            if (valid_kept[k]) begin
                kept = k[KEPT_W-1:0] + {{KEPT_W-1{1'b0}}, 1'b1};
                kept_bytes[8*k +: 8] = bytes_kept[8*k +: 8];
            end
            if (valid_reg[k+1]) out_count = k[OUT_W-1:0] + {{OUT_W-2{1'b0}}, 2'd2};
        end
    end

    wire [BUFFER-1:0]   valid_next = append ? valid_kept | {{KEPT{1'b0}}, message_valid} << kept
                                            : valid_kept;
    wire [8*BUFFER-1:0] bytes_next = append ? {{8*BYTES{1'b0}}, kept_bytes} |
                                              {{8*KEPT{1'b0}}, message_bytes} << {kept, 3'b000}
                                            : bytes_kept;

    assign in_ready  = append && !another;
    assign out_valid = valid_reg[0];
    assign out       = bytes_reg[8*OUT_BYTES-1:0];

    always @(posedge clk) begin
        if (rst) begin
            valid_reg  <= {BUFFER{1'b0}};
            second_reg <= 1'b0;
        end else begin
            valid_reg <= valid_next;
            if (append) second_reg <= another;
        end
        bytes_reg <= bytes_next;
    end

`ifdef FORMAL
    // Contract, in two halves. The bytes that a message becomes are read back as a receiver would.
    // In the buffer one byte, any, is watched from its append to its output: that it comes out
    // unchanged after exactly as many bytes as there were older ones says that none is dropped,
    // duplicated or overtaken.
    localparam [1:0] MSEO_NORMAL         = 2'b00;
    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;

    (* anyseq *) wire       f_pick;      // watch a byte that is appended now ...
    (* anyseq *) wire [5:0] f_pick_at;   // ... this one of its message
    reg                     f_started = 1'b0;
    reg                     f_waits;     // a message was offered and not taken the cycle before
    reg                     f_holds;     // bytes were offered and not taken in the cycle before
    reg [MESSAGE_W-1:0]     f_in;        // the message in the cycle before
    reg [6+SRC_ID_W:0]      f_settings;  // the settings in the cycle before
    reg [8*OUT_BYTES-1:0]   f_out;       // the bytes in the cycle before
    reg [OUT_W-1:0]         f_out_count;
    reg                     f_second;    // one message of this descriptor was taken over
    reg [5:0]               f_held;      // bytes appended and not taken, counted anew
    reg                     f_watching;
    reg [7:0]               f_byte;      // the watched byte
    reg [5:0]               f_ahead;     // older bytes still held
    reg [1:0]               f_mseo;      // MSEO of the last byte that was taken

    `include "nt_parts_contract.vh"

    // The message read back
    integer        f_i;
    reg            f_fields_ok;    // each field is that of the message
    reg            f_shortest_ok;  // without its last byte it would be another
    reg            f_grammar_ok;   // bytes without a gap, MSEO=11 in the last one alone, never 10
    reg [1:0]      f_field;
    reg [1:0]      f_now;
    reg [3:0]      f_places;
    reg [F_W-1:0]  f_value;
    reg [F_W-1:0]  f_whole;
    reg [F_W-1:0]  f_expect;
    reg [7:0]      f_this;
    reg [5:0]      f_length;
    reg            f_last;
    always @* begin
        f_fields_ok   = 1'b1;
        f_shortest_ok = 1'b1;
        f_grammar_ok  = 1'b1;
        f_field       = 2'd0;
        f_now         = F_HEAD;
        f_places      = 4'd0;
        f_value       = {F_W{1'b0}};
        f_whole       = {F_W{1'b0}};
        f_expect      = {F_W{1'b0}};
        f_this        = 8'd0;
        f_length      = 6'd1;
        f_last        = 1'b0;
        for (f_i = 1; f_i < BYTES; f_i = f_i + 1) begin
            f_this = message_bytes[8*f_i +: 8];
            if (message_valid[f_i]) begin
                f_length = f_length + 6'd1;
                f_now    = f_kind(f_field, f_has_addr, f_has_hist);
                f_expect = f_now == F_HEAD ? f_head : f_now == F_ADDR ? f_addr :
                           f_now == F_HIST ? f_hist : f_second ? {F_W{1'b0}} : f_time;
                f_whole  = f_value | {{F_W-6{1'b0}}, f_this[7:2]} << (6 * f_places);
                if (!message_valid[f_i-1] || f_this[1:0] == 2'b10 || f_last) f_grammar_ok = 1'b0;
                f_last = f_this[1:0] == MSEO_END_OF_MESSAGE;
                if (f_this[1:0] == MSEO_NORMAL) begin
                    f_places = f_places + 4'd1;
                    f_value  = f_whole;
                end else begin
                    if (!f_reads(f_now, f_whole, f_places + 4'd1, f_extends, f_expect) ||
                        (f_now == F_HEAD && f_places < f_head_bytes) ||
                        f_last != (f_field == f_fields)) f_fields_ok = 1'b0;
                    if (f_places != (f_now == F_HEAD ? f_head_bytes : 4'd0) &&
                        f_reads(f_now, f_value, f_places, f_extends, f_expect))
                        f_shortest_ok = 1'b0;
                    f_field  = f_field + 2'd1;
                    f_places = 4'd0;
                    f_value  = {F_W{1'b0}};
                end
            end
        end
    end

    // The buffer
    wire       f_begin = append && f_pick && f_pick_at < f_length && !f_watching;
    wire [5:0] f_taken = take ? out_count : 6'd0;
    wire [7:0] f_last_taken = out >> 8 * (out_count - 1);

    always @(posedge clk) begin
        f_started   <= 1'b1;
        f_waits     <= !rst && in_valid && !in_ready;
        f_holds     <= !rst && out_valid && !out_ready;
        f_in        <= in;
        f_settings  <= {src_bits, src_id, ts_enable, extend_msb, trim_ownership};
        f_out       <= out;
        f_out_count <= out_count;
        if (rst) begin
            f_second   <= 1'b0;
            f_held     <= 6'd0;
            f_watching <= 1'b0;
            f_mseo     <= MSEO_END_OF_MESSAGE;
        end else begin
            f_second <= append ? f_pair && !f_second : f_second;
            f_held   <= f_held - f_taken + (append ? f_length : 6'd0);
            if (take) f_mseo <= f_last_taken[1:0];
            if (f_begin) begin
                f_watching <= 1'b1;
                f_byte     <= message_bytes >> 8 * f_pick_at;
                f_ahead    <= f_held - f_taken + f_pick_at;
            end else if (f_watching && take) begin
                f_watching <= f_ahead >= f_taken;
                f_ahead    <= f_ahead - f_taken;
            end
        end
    end

    // As for nt_serializer
    always @* if (!f_started) a_reset: assume (rst);
    always @* if (f_started && f_waits) begin
        a_stays:    assume (in_valid && in == f_in);
        a_settings: assume (f_settings == {src_bits, src_id, ts_enable, extend_msb, trim_ownership});
    end
    always @* if (f_started && in_valid) begin
        a_legal: assume (f_legal);
        a_src:   assume (src_bits <= SRC_W);
    end

    // The bytes held end with a message's end, and messages follow each other; the watched one is
    // there
    integer f_k;
    reg     f_whole_ok;
    reg     f_watched_ok;
    always @* begin
        f_whole_ok   = 1'b1;
        f_watched_ok = 1'b0;
        for (f_k = 0; f_k < BUFFER; f_k = f_k + 1) begin
            if (f_held == f_k + 1 && bytes_reg[8*f_k +: 2] != MSEO_END_OF_MESSAGE)
                f_whole_ok = 1'b0;
            if (f_held > f_k + 1 && bytes_reg[8*f_k +: 2] == MSEO_END_OF_MESSAGE &&
                (bytes_reg >> 8 * (f_k + 1) & 3) != MSEO_NORMAL) f_whole_ok = 1'b0;
            if (f_ahead == f_k && bytes_reg[8*f_k +: 8] == f_byte) f_watched_ok = 1'b1;
        end
    end

    always @* if (f_started) begin
        // A message becomes TCODE in a byte of its own and fields that read back, in shortest form
        if (in_valid) begin
            p_tcode:    assert (message_valid[0] && message_bytes[7:0] == {f_tcode, MSEO_NORMAL});
            p_fields:   assert (f_fields_ok);
            p_shortest: assert (f_shortest_ok);
            p_grammar:  assert (f_grammar_ok && f_last);
            p_length:   assert (f_length <= F_MAX_BYTES && F_MAX_BYTES <= F_LIMIT);
        end
        // A descriptor is taken with its last message
        p_taken: assert (in_ready == (append && (f_second || !f_pair)));
        // Nothing is appended unless it fits
        if (append) p_fits: assert (in_valid && f_held - f_taken + f_length <= BUFFER);
        // The watched byte comes out unchanged, in its turn
        if (f_watching && f_ahead < OUT_BYTES)
            p_order: assert (out_valid && f_ahead < out_count &&
                             f_byte == (out >> 8 * f_ahead & 8'hff));
        // As many bytes as there are, up to a word
        p_count: assert (out_valid == (f_held != 6'd0) &&
                         (!out_valid || out_count == (f_held < OUT_BYTES ? f_held : OUT_BYTES)));
        if (out_valid) p_zero: assert (out >> 8 * out_count == 0);
        // Bytes that are offered stay until they are taken; more may come behind them
        if (f_holds) p_stable: assert (out_valid && out_count >= f_out_count &&
                                       ((out ^ f_out) & ~({8*OUT_BYTES{1'b1}} << 8 * f_out_count)) == 0);
        // A message follows the end of one only; once it has begun the rest follows without a gap
        if (out_valid) p_mseo_start: assert (f_mseo != MSEO_END_OF_MESSAGE || out[1:0] == 2'b00);
        if (f_mseo != MSEO_END_OF_MESSAGE) p_gapless: assert (out_valid);

        // For the induction: the buffer has no gaps, is 0 above its bytes, and holds whole messages
        // behind the first; the watched byte lies where it should
        i_second: assert (second_reg == f_second && (!f_second || (f_waits && f_pair)));
        i_held:   assert (f_held <= BUFFER && valid_reg == ~({BUFFER{1'b1}} << f_held));
        if (f_held != 6'd0) i_zero: assert (bytes_reg >> 8 * f_held == {8*BUFFER{1'b0}});
        i_whole: assert (f_whole_ok);
        i_byte:  assert (!f_watching || (f_ahead < f_held && f_watched_ok));
    end

    // The contract can be met: words full across messages; the longest message; a watched byte
    always @* if (f_started && !rst) begin
        c_across: cover (take && out_count == OUT_BYTES && out[9:8] == MSEO_END_OF_MESSAGE && append);
        c_long:   cover (append && f_length >= F_ADDR_BYTES + F_HIST_BYTES + 2);
        c_watch:  cover (f_watching && take && f_ahead == 6'd2 && f_mseo == MSEO_END_OF_MESSAGE);
        c_fill:   cover (f_holds && out_count == OUT_BYTES && f_out_count == 2);
        if (HCONTEXT_W > 0) c_second: cover (append && f_second && f_tcode == 6'd2);
        if (OPTIONS > 0) c_extended: cover (append && inverted && has_addr && f_length == 6'd4);
    end
`endif

endmodule

`default_nettype wire
