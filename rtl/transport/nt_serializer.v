// SPDX-License-Identifier: Apache-2.0
// Serializer: messages become bytes of 6 MDO and 2 MSEO bits, one a cycle.
//
// N-Trace 1.0, "N-Trace Transmission Protocol". A message is TCODE in a byte of its own, then up
// to four parts that end at a byte boundary (nt_parts). Once the first byte of a message is offered
// the rest follows without a gap.
`include "nt_descriptor.vh"
`default_nettype none

module nt_serializer #(
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
    // Width of a message, and of SRC's port (derived; do not set)
    parameter integer MESSAGE_W = `NT_MESSAGE_W(XLEN, ICNT_W, HIST_W) + TSTAMP_W,
    parameter integer SRC_ID_W  = SRC_W > 0 ? SRC_W : 1
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
    output wire                 in_ready,    // all of it has been sent

    // Bytes: {MDO, MSEO}
    output wire                 out_valid,
    output wire [7:0]           out,
    input  wire                 out_ready
);

    // The part that is being sent
    localparam [2:0] PART_TCODE  = 3'd0;
    localparam [2:0] PART_COUNT  = 3'd1;
    localparam [2:0] PART_ADDR   = 3'd2;
    localparam [2:0] PART_HIST   = 3'd3;
    localparam [2:0] PART_TSTAMP = 3'd4;

    localparam [1:0] MSEO_NORMAL         = 2'b00;
    localparam [1:0] MSEO_END_OF_FIELD   = 2'b01;
    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;

    // As in nt_parts
    localparam integer TIME_W    = TSTAMP_W > 0 ? TSTAMP_W : 1;
    localparam integer CONTEXT_W = SCONTEXT_W > HCONTEXT_W ? SCONTEXT_W : HCONTEXT_W;
    localparam integer RDATA_END = 4 + HIST_W > 6 + ICNT_W ? 4 + HIST_W : 6 + ICNT_W;
    localparam integer BCNT_END  = REPEAT_W > RDATA_END ? REPEAT_W : RDATA_END;
    localparam integer COUNT_W   = SRC_W + (SCONTEXT_W > 0 && 5 + CONTEXT_W > BCNT_END ? 5 + CONTEXT_W
                                                                               : BCNT_END);
    // The widest part; HIST is narrower than the count with HIST in it
    localparam integer WIDER_W   = COUNT_W > TSTAMP_W ? COUNT_W : TSTAMP_W;
    localparam integer SHIFT_W   = WIDER_W > XLEN - 1 ? WIDER_W : XLEN - 1;

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

    reg second_reg;  // of two messages in one descriptor the second is being sent

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

    wire [SHIFT_W-1:0] wide_count  = {{SHIFT_W-COUNT_W{1'b0}}, count};
    wire [SHIFT_W-1:0] wide_addr   = {{SHIFT_W-XLEN+1{1'b0}}, addr};
    wire [SHIFT_W-1:0] wide_hist   = {{SHIFT_W-HIST_W{1'b0}}, hist};
    wire [SHIFT_W-1:0] wide_tstamp = {{SHIFT_W-TIME_W{1'b0}}, tstamp};

    reg  [2:0]         part_reg;
    reg  [SHIFT_W-1:0] shift_reg;  // no reset: used only inside a message
    reg  [1:0]         fixed_reg;  // bytes, this one included, that fixed-length fields fill

    wire       in_tcode        = part_reg == PART_TCODE;
    wire       in_addr         = part_reg == PART_ADDR;
    wire       rest_is_zero    = shift_reg[SHIFT_W-1:6] == {SHIFT_W-6{1'b0}} &&
                                 !(in_addr && extend && shift_reg[5]);
    wire       end_of_field    = !in_tcode && fixed_reg == 2'd0 && rest_is_zero;
    wire       to_addr         = part_reg == PART_COUNT && has_addr;
    wire       to_hist         = (part_reg == PART_COUNT || in_addr) && has_hist;
    wire       to_tstamp       = part_reg != PART_TSTAMP && has_tstamp;
    wire [2:0] part_after      = to_addr ? PART_ADDR : to_hist ? PART_HIST :
                                 to_tstamp ? PART_TSTAMP : PART_TCODE;
    wire       end_of_message  = end_of_field && part_after == PART_TCODE;
    wire       send            = out_valid && out_ready;

    assign in_ready  = out_ready && end_of_message && !another;
    assign out_valid = in_valid;
    assign out       = {in_tcode ? tcode : shift_reg[5:0] ^ {6{in_addr && inverted}},
                        end_of_message ? MSEO_END_OF_MESSAGE :
                        end_of_field   ? MSEO_END_OF_FIELD : MSEO_NORMAL};

    always @(posedge clk) begin
        if (rst) begin
            part_reg   <= PART_TCODE;
            fixed_reg  <= 2'd0;
            second_reg <= 1'b0;
        end else if (send) begin
            if (in_tcode) begin
                part_reg  <= PART_COUNT;
                fixed_reg <= fixed;
            end else begin
                if (end_of_field) part_reg <= part_after;
                if (fixed_reg != 2'd0) fixed_reg <= fixed_reg - 2'd1;
            end
            if (end_of_message) second_reg <= another;
        end
        if (send) begin
            if (in_tcode)           shift_reg <= wide_count;
            else if (!end_of_field) shift_reg <= {6'd0, shift_reg[SHIFT_W-1:6]};
            else if (to_addr)       shift_reg <= wide_addr;
            else if (to_hist)       shift_reg <= wide_hist;
            else                    shift_reg <= wide_tstamp;
        end
    end

`ifdef FORMAL
    // Contract. The bytes are read back as a receiver would: fields end at MSEO, and each must be
    // the field of the message that is being sent.
    reg                 f_started = 1'b0;
    reg                 f_waits;     // a message was offered and not taken in the cycle before
    reg                 f_holds;     // a byte was offered and not taken in the cycle before
    reg [MESSAGE_W-1:0] f_in;        // the message in the cycle before
    reg [6+SRC_ID_W:0]  f_settings;  // the settings in the cycle before
    reg [7:0]           f_out;       // the byte in the cycle before
    reg [5:0]           f_bytes;     // bytes of this message that were taken
    reg [1:0]           f_field;     // fields of it that have ended, TCODE not counted
    reg [3:0]           f_places;    // bytes of this field that were taken
    reg [1:0]           f_mseo;      // MSEO of the last byte that was taken
    reg                 f_second;    // one message of this descriptor was sent

    `include "nt_parts_contract.vh"

    reg  [F_W-1:0] f_value;          // what the bytes of this field hold
    wire [F_W-1:0] f_place  = {{F_W-6{1'b0}}, out[7:2]} << (6 * f_places);
    wire [F_W-1:0] f_whole  = f_value | f_place;
    wire           f_first  = f_bytes == 6'd0;
    wire [1:0]     f_now    = f_kind(f_field, f_has_addr, f_has_hist);
    wire [F_W-1:0] f_expect = f_now == F_HEAD ? f_head : f_now == F_ADDR ? f_addr :
                              f_now == F_HIST ? f_hist : f_second ? {F_W{1'b0}} : f_time;
    wire           f_ends   = out[1:0] == MSEO_END_OF_MESSAGE;

    always @(posedge clk) begin
        f_started  <= 1'b1;
        f_waits    <= !rst && in_valid && !in_ready;
        f_holds    <= !rst && out_valid && !out_ready;
        f_in       <= in;
        f_settings <= {src_bits, src_id, ts_enable, extend_msb, trim_ownership};
        f_out      <= out;
        if (rst) begin
            f_mseo   <= MSEO_END_OF_MESSAGE;
            f_bytes  <= 6'd0;
            f_field  <= 2'd0;
            f_places <= 4'd0;
            f_value  <= {F_W{1'b0}};
            f_second <= 1'b0;
        end else if (send) begin
            f_mseo   <= out[1:0];
            f_bytes  <= f_ends ? 6'd0 : f_bytes + 6'd1;
            f_field  <= f_ends ? 2'd0 : out[1:0] == MSEO_END_OF_FIELD ? f_field + 2'd1 : f_field;
            f_places <= f_first || out[1:0] != MSEO_NORMAL ? 4'd0 : f_places + 4'd1;
            f_value  <= f_first || out[1:0] != MSEO_NORMAL ? {F_W{1'b0}} : f_whole;
            f_second <= f_ends ? f_pair && !f_second : f_second;
        end
    end

    // The FIFO: reset first; a message stays until it is taken, and so do the settings; messages as
    // the encoder makes them
    always @* if (!f_started) a_reset: assume (rst);
    always @* if (f_started && f_waits) begin
        a_stays:    assume (in_valid && in == f_in);
        a_settings: assume (f_settings == {src_bits, src_id, ts_enable, extend_msb, trim_ownership});
    end
    always @* if (f_started && in_valid) begin
        a_legal: assume (f_legal);
        a_src:   assume (src_bits <= SRC_W);
    end

    always @* if (f_started) begin
        // N-Trace 1.0, "Transitions of MSEO Bits": 11-00 starts, 11-01 and any-10 are reserved.
        // An idle byte (11 after 11) is the PIB's, so the first byte is never 0xFF.
        if (out_valid) begin
            p_mseo_start:    assert (f_mseo != MSEO_END_OF_MESSAGE || out[1:0] == MSEO_NORMAL);
            p_mseo_reserved: assert (out[1:0] != 2'b10);
        end
        // Once the first byte was taken the rest follows without a gap
        if (f_mseo != MSEO_END_OF_MESSAGE) p_gapless: assert (out_valid);
        // A byte that is offered stays until it is taken
        if (f_holds) p_stable: assert (out_valid && out == f_out);
        // The first byte is TCODE, alone
        if (out_valid && f_first) p_tcode: assert (out == {f_tcode, MSEO_NORMAL});
        // Each field ends with what the message has there, the message with its last field
        if (out_valid && out[1:0] != MSEO_NORMAL) begin
            p_field: assert (f_reads(f_now, f_whole, f_places + 4'd1, f_extends, f_expect));
            p_last:  assert (f_ends == (f_field == f_fields));
            // Without its last byte it would be another: but for one that holds the first bit
            // behind fixed-length fields
            p_shortest: assert (f_places == (f_now == F_HEAD ? f_head_bytes : 4'd0) ||
                                !f_reads(f_now, f_value, f_places, f_extends, f_expect));
        end
        // Fixed-length fields are never cut short
        if (out_valid && !f_first && f_now == F_HEAD && f_places < f_head_bytes)
            p_fixed: assert (out[1:0] == MSEO_NORMAL);
        // A descriptor is taken from the FIFO with the last byte of its last message
        p_taken: assert (in_ready == (send && f_ends && (f_second || !f_pair)));
        // It ends before the limit
        p_length: assert (f_bytes < F_MAX_BYTES && F_MAX_BYTES <= F_LIMIT);

        // For the induction: state and reader agree
        i_part: assert (part_reg == (f_first ? PART_TCODE : f_now == F_HEAD ? PART_COUNT :
                                     f_now == F_ADDR ? PART_ADDR :
                                     f_now == F_HIST ? PART_HIST : PART_TSTAMP));
        i_mseo:   assert ((f_mseo == MSEO_END_OF_MESSAGE) == f_first && f_mseo != 2'b10);
        i_field:  assert (f_first || f_field <= f_fields);
        i_second: assert (second_reg == f_second && (!f_second || (f_waits && f_pair)));
        i_idle:   assert (!f_first || (f_places == 4'd0 && f_field == 2'd0 && fixed_reg == 2'd0 &&
                                       f_value == {F_W{1'b0}}));
        if (!f_first) begin
            i_waits:  assert (f_waits);
            i_fixed:  assert (fixed_reg == (f_now == F_HEAD && f_places < f_head_bytes
                                            ? f_head_bytes - f_places : 4'd0));
            i_shift:  assert (shift_reg == (f_now == F_ADDR ? wide_addr : f_expect)
                                           >> (6 * f_places));
            i_value:  assert (f_value == (f_expect & ~(F_ONES << (6 * f_places))));
            i_places: assert (f_places < (f_now == F_HEAD ? F_HEAD_BYTES : f_now == F_ADDR ?
                                          F_ADDR_BYTES : f_now == F_HIST ? F_HIST_BYTES :
                                          F_TSTAMP_BYTES));
            i_bytes:  assert (f_bytes <= {2'b00, f_places} + 1 +
                              (f_field != 2'd0 ? F_HEAD_BYTES : 0) +
                              (f_now != F_ADDR && f_field != 2'd0 && f_has_addr ? F_ADDR_BYTES : 0) +
                              (f_now == F_TSTAMP && f_has_hist ? F_HIST_BYTES : 0));
        end
    end

    // The contract can be met: the longest and the shortest messages, one right after another
    always @* if (f_started && !rst && send) begin
        c_short: cover (f_bytes == 6'd1 && f_ends);
        c_long:  cover (f_bytes >= F_ADDR_BYTES + F_HIST_BYTES && f_ends);
        c_next:  cover (f_first && f_in[5:0] != in[5:0]);
        c_zero:  cover (f_tcode == 6'd33 && f_bytes == 6'd2 && out[7:1] == 7'h01);
        if (OPTIONS > 0) c_extended: cover (f_now == F_ADDR && f_ends && inverted && f_places > 1);
        if (HCONTEXT_W > 0) c_second: cover (f_second && f_tcode == 6'd2 && f_ends);
        if (TSTAMP_W > 0 && SRC_W > 0) c_tstamp: cover (f_now == F_TSTAMP && src_bits != 0 && f_ends);
    end
`endif

endmodule

`default_nettype wire
