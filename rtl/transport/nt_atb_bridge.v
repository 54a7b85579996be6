// SPDX-License-Identifier: Apache-2.0
// ATB bridge: sends the bytes of a link over an AMBA 4 ATB v1.1 interface.
//
// Trace Control Interface 1.0, "Trace ATB Bridge". Transfers are full as long as there are bytes
// for them; what is less goes out when it is flushed, or when nothing more came for a while.
//
// AFVALID: nothing is taken until all that was inside has gone, then AFREADY is 1 for a cycle.
// trAtbBridgeEnable = 0 flushes likewise; the message that has begun is still taken to its end.
// trAtbBridgeActive = 0 is a reset, but for the transfer that is offered: it stays until it is
// taken, as ATB demands, and trAtbBridgeEmpty is 0 until then.
`default_nettype none

module nt_atb_bridge #(
    // Most bytes of a beat: 1, 2, 4 or 8
    parameter integer BYTES = 4,
    // Width of ATDATA in bits: 8, 16, 32, 64 or 128
    parameter integer ATB_W = 32,
    // Cycles without a new byte after which a transfer that is not full goes out, 1 to 255
    parameter integer IDLE_CYCLES = 16,
    // Derived; do not set
    parameter integer COUNT_W   = $clog2(BYTES + 1),
    parameter integer ATBYTES_W = ATB_W > 8 ? $clog2(ATB_W / 8) : 1
) (
    input  wire                 clk,   // ATCLK
    input  wire                 rst,   // not ATRESETn

    // Control
    input  wire                 trAtbBridgeActive,
    input  wire                 trAtbBridgeEnable,
    input  wire [6:0]           trAtbBridgeID,
    output wire                 trAtbBridgeEmpty,
    output wire                 sync_request,  // pulse: a synchronizing message is wanted

    // Bytes: {MDO, MSEO}, the first one lowest
    input  wire                 in_valid,
    input  wire [COUNT_W-1:0]   in_count,
    input  wire [8*BYTES-1:0]   in,
    output wire                 in_ready,

    // ATB
    output wire                 ATVALID,
    input  wire                 ATREADY,
    output wire [6:0]           ATID,
    output wire [ATBYTES_W-1:0] ATBYTES,   // bytes less one; with ATB_W = 8 always 0
    output wire [ATB_W-1:0]     ATDATA,    // the first byte lowest; bytes above ATBYTES are 0
    input  wire                 AFVALID,
    output wire                 AFREADY,
    input  wire                 SYNCREQ
);

    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;
    localparam integer OUT   = ATB_W / 8;
    localparam integer OUT_W = $clog2(OUT + 1);
    localparam [7:0] LAST_IDLE = IDLE_CYCLES[7:0];

    generate
        if (!(BYTES == 1 || BYTES == 2 || BYTES == 4 || BYTES == 8) ||
            !(ATB_W == 8 || ATB_W == 16 || ATB_W == 32 || ATB_W == 64 || ATB_W == 128) ||
            IDLE_CYCLES < 1 || IDLE_CYCLES > 255) begin : check
            nt_atb_bridge_parameters_out_of_range stop();
        end
    endgenerate

    reg                 in_message_reg;    // a message has begun and not ended
    reg                 flush_reg;         // AFVALID was seen and is not answered
    reg                 sync_request_reg;
    reg [7:0]           idle_reg;          // cycles that bytes have waited for more
    reg                 valid_reg;
    reg [6:0]           id_reg;            // these three have no reset: they count while valid
    reg [ATBYTES_W-1:0] last_reg;
    reg [ATB_W-1:0]     data_reg;

    // In
    wire hold    = rst || !trAtbBridgeActive;
    wire accepts = trAtbBridgeActive && !flush_reg && (trAtbBridgeEnable || in_message_reg);
    wire takes   = in_valid && in_ready && in_count != {COUNT_W{1'b0}};
    wire             buffer_ready;
    wire             empty;
    wire [OUT_W-1:0] count;
    wire [ATB_W-1:0] bytes;
    wire [OUT_W-1:0] take;

    assign in_ready = accepts && buffer_ready;

`ifdef FORMAL
    localparam integer F_DEPTH = 3 * (1 << $clog2(BYTES > OUT ? (BYTES > 1 ? BYTES : 2) :
                                          (OUT > 1 ? OUT : 2)));
    wire [8*F_DEPTH-1:0]             f_buffer;
    wire [$clog2(F_DEPTH + 1)-1:0]   f_level;
    wire                             f_buffer_mid;
`endif

    // A source that waits for the flush was not reset: it offers a beat of no bytes
    nt_stream_buffer #(
        .IN(BYTES), .OUT(OUT)
    ) buffer (
        .clk(clk), .rst(hold), .in_valid(in_valid),
        .in_count(accepts ? in_count : {COUNT_W{1'b0}}), .in(in), .in_ready(buffer_ready),
        .out_count(count), .out(bytes), .out_take(take), .empty(empty)
`ifdef FORMAL
        , .f_bytes(f_buffer), .f_level(f_level), .f_mid_message(f_buffer_mid)
`endif
    );

    reg [7:0] last_byte;
    integer i;
    always @* begin
        last_byte = in[7:0];
        for (i = 1; i < BYTES; i = i + 1)
            if (i[COUNT_W-1:0] < in_count) last_byte = in[8*i +: 8];
    end
    wire unused = &{1'b0, last_byte[7:2]};

    // Out
    wire full   = count == OUT[OUT_W-1:0];
    wire some   = count != {OUT_W{1'b0}};
    wire flush  = flush_reg || !trAtbBridgeEnable || idle_reg == LAST_IDLE;
    wire free   = !valid_reg || ATREADY;
    wire load   = free && (full || (some && flush));
    wire [OUT_W-1:0] last = count - {{OUT_W-1{1'b0}}, 1'b1};

    assign take             = load ? count : {OUT_W{1'b0}};
    assign trAtbBridgeEmpty = empty && !valid_reg && !in_message_reg;
    assign AFREADY          = flush_reg && empty && !valid_reg && !rst;
    assign sync_request     = sync_request_reg;
    assign ATVALID          = valid_reg && !rst;
    assign ATID             = id_reg;
    assign ATBYTES          = last_reg;
    assign ATDATA           = data_reg;

    generate
        if (OUT_W > ATBYTES_W) begin : narrow
            wire unused_last = &{1'b0, last[OUT_W-1:ATBYTES_W]};
        end
    endgenerate

    always @(posedge clk) begin
        in_message_reg   <= !hold && (takes ? last_byte[1:0] != MSEO_END_OF_MESSAGE :
                                      in_message_reg && in_valid);
        flush_reg        <= !rst && AFVALID && !AFREADY;
        sync_request_reg <= !hold && SYNCREQ;
        idle_reg         <= hold || load || !some || takes ? 8'd0 :
                            idle_reg == LAST_IDLE ? LAST_IDLE : idle_reg + 8'd1;
        valid_reg        <= !rst && ((valid_reg && !ATREADY) || (load && !hold));
        if (load) begin
            id_reg   <= trAtbBridgeID;
            last_reg <= last[ATBYTES_W-1:0];
            data_reg <= bytes;
        end
    end

`ifdef FORMAL
    // Contract. One byte, any, is watched from its way in to its way out, as in nt_stream_buffer.
    localparam integer F_W = $clog2(F_DEPTH + OUT + 1) + 1;
    (* anyseq *) wire       f_pick;     // watch a byte that comes in now ...
    (* anyseq *) wire [3:0] f_pick_at;  // ... this one of the beat
    reg             f_started = 1'b0;
    reg             f_mid;         // of the source a message has begun and not ended
    reg [F_W-1:0]   f_held;        // bytes that came in and did not leave
    reg             f_watching;
    reg [7:0]       f_byte;        // the watched byte
    reg [F_W-1:0]   f_ahead;       // older bytes still held
    reg [7:0]       f_quiet;       // cycles without a byte coming in, up to IDLE_CYCLES
    reg             f_offered;     // in the cycle before a transfer was offered and not taken: ...
    reg [ATB_W-1:0] f_data;
    reg [6:0]       f_id;
    reg [ATBYTES_W-1:0] f_last;
    reg             f_free;        // a transfer could be offered anew
    reg             f_full;        // bytes for a whole one were there
    reg             f_some;        // some were, and they had to go
    reg             f_partial;     // less than a whole one was allowed to go
    reg             f_asked;       // AFVALID
    reg             f_sync;        // SYNCREQ

    wire           f_cut   = f_mid && !in_valid;
    wire           f_comes = in_valid && in_ready && in_count != 0;
    wire [F_W-1:0] f_added = f_cut ? 1 : f_comes ? in_count : 0;
    wire [F_W-1:0] f_left  = ATVALID && ATREADY ? ATBYTES + 1 : 0;
    wire [F_W-1:0] f_offer = ATVALID ? ATBYTES + 1 : 0;
    wire [8*BYTES-1:0] f_word = f_cut ? 8'hff : in;
    wire [7:0]     f_newest = f_word >> 8 * (f_added - 1);
    wire           f_begin = f_pick && f_pick_at < f_added && !f_watching;
    wire           f_urges = flush_reg || !trAtbBridgeEnable || f_quiet == IDLE_CYCLES;

    always @(posedge clk) begin
        f_started <= 1'b1;
        f_offered <= !rst && ATVALID && !ATREADY;
        f_data    <= ATDATA;
        f_id      <= ATID;
        f_last    <= ATBYTES;
        f_free    <= !hold && (!ATVALID || ATREADY);
        f_full    <= f_level >= OUT;
        f_some    <= f_level != 0 && (flush_reg || !trAtbBridgeEnable);
        f_partial <= f_urges;
        f_asked   <= !rst && AFVALID;
        f_sync    <= !hold && SYNCREQ;
        f_quiet   <= hold || f_comes ? 0 : f_quiet == IDLE_CYCLES ? f_quiet : f_quiet + 1;
        if (hold) begin
            // What is offered on the ATB stays, the rest is dropped
            f_mid      <= 1'b0;
            f_held     <= rst ? 0 : f_offer - f_left;
            f_watching <= f_watching && !rst && ATVALID && !ATREADY && f_ahead <= ATBYTES;
        end else begin
            if (f_added != 0) f_mid <= f_newest[1:0] != MSEO_END_OF_MESSAGE;
            f_held <= f_held - f_left + f_added;
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

    always @* if (!f_started) a_reset: assume (rst);
    always @* if (f_started && !rst) a_count: assume (in_count <= BYTES);

    // All that is held, the oldest byte lowest
    wire [8*(F_DEPTH+OUT)-1:0] f_all = f_buffer << 8 * f_offer | (ATVALID ? ATDATA : 0);
    wire [7:0]                 f_watched = f_all >> 8 * f_ahead;

    always @* if (rst) p_reset: assert (!ATVALID && !AFREADY);

    always @* if (f_started && !rst) begin
        // The watched byte goes out unchanged, in its turn
        if (f_watching && ATVALID && f_ahead <= ATBYTES)
            p_order: assert ((ATDATA >> 8 * f_ahead & 8'hff) == f_byte);
        // What is offered stays until it is taken, whatever happens but a reset
        if (f_offered) p_stays: assert (ATVALID && ATDATA == f_data && ATID == f_id &&
                                        ATBYTES == f_last);
        if (ATVALID) p_zero: assert (ATDATA >> 8 * f_offer == 0 && ATBYTES < OUT);
        // Full transfers, one a cycle, while there are bytes for them; part of one where it must go
        if (f_free && f_full) p_full: assert (ATVALID && ATBYTES == OUT - 1);
        if (f_free && f_some) p_flush: assert (ATVALID);
        if (f_free && ATVALID && ATBYTES != OUT - 1) p_partial: assert (f_partial);
        // A flush is answered when asked for and all has gone
        if (AFREADY) p_answer: assert (f_asked && f_held == 0);
        p_empty: assert (trAtbBridgeEmpty == (f_held == 0 && !f_mid));
        // Disabled it takes no message that has not begun
        if (!trAtbBridgeActive || (!trAtbBridgeEnable && !f_mid)) p_disabled: assert (!in_ready);
        p_sync: assert (sync_request == f_sync);

        i_held: assert (f_held == f_level + f_offer && f_mid == in_message_reg &&
                        f_mid == f_buffer_mid);
        i_byte: assert (!f_watching || (f_ahead < f_held && f_watched == f_byte));
        i_idle: assert (idle_reg <= f_quiet && f_quiet <= IDLE_CYCLES);
        i_asked: assert (!flush_reg || f_asked);
        i_zero: assert (!valid_reg || data_reg >> 8 * f_offer == 0);
    end

    always @* if (f_started && !rst) begin
        c_full:    cover (f_offered && ATVALID && ATBYTES == OUT - 1 && f_watching && f_ahead == 1);
        c_idle:    cover (f_free && ATVALID && ATBYTES != OUT - 1 && trAtbBridgeEnable && !f_asked);
        c_flushed: cover (AFREADY && f_mid && AFVALID);
        c_cut:     cover (f_cut && f_level != 0 && flush_reg);
        c_left:    cover (f_offered && !trAtbBridgeActive);
    end
`endif

endmodule

`default_nettype wire
