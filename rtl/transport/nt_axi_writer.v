// SPDX-License-Identifier: Apache-2.0
// AXI4 write master of the RAM sink: words go into a circular buffer in system memory in bursts.
//
// A burst (INCR, 32-bit beats) is begun only when all its words are held here, so its data go out
// without a wait of ours; it crosses neither a 4 KiB boundary nor the end of the circular buffer.
// It takes as many words as fit, fewer where no word has come for IDLE_CYCLES or at a flush.
// AWVALID and WVALID wait for nothing but their own handshakes. Where `drop` is 1 no burst is begun
// and the words of none are forgotten; bursts that were begun are finished as AXI demands.
`default_nettype none

module nt_axi_writer #(
    // Words held, a power of two, at least 2 * BURST for bursts back to back
    parameter [31:0] WORDS = 64,
    // Longest burst in words, 2 to 64, at most WORDS
    parameter [31:0] BURST = 16,
    // Bursts without a response at a time, a power of two, at least 2
    parameter [31:0] OUTSTANDING = 4,
    // Cycles without a new word after which a shorter burst goes out, 1 to 255
    parameter [31:0] IDLE_CYCLES = 16,
    // Derived; do not set
    parameter integer LENGTH_W = $clog2(BURST + 1)
) (
    input  wire                clk,
    input  wire                rst,

    // Control; addresses are of words
    input  wire [61:0]         start,         // first word of the circular buffer
    input  wire [61:0]         limit,         // its last word
    input  wire [61:0]         pointer,       // behind the last acknowledged word
    input  wire                stop_on_wrap,  // nothing follows the burst that ends at the limit
    input  wire                flush,         // no further word comes
    input  wire                hold,          // begin no burst
    input  wire                drop,          // nor keep words that none has
    output wire                idle,          // nothing is held and nothing under way
    output wire                outstanding,   // bursts are

    // Words
    input  wire                in_valid,
    input  wire [31:0]         in,
    output wire                in_ready,

    // Responses, in the order of the bursts
    output wire                response,
    output wire                response_okay,
    output wire [LENGTH_W-1:0] response_words,
    output wire                response_wraps,  // the burst ends at the limit

    // AXI4
    output wire                AWVALID,
    output wire [63:0]         AWADDR,
    output wire [7:0]          AWLEN,
    input  wire                AWREADY,
    output wire                WVALID,
    output wire [31:0]         WDATA,
    output wire                WLAST,
    input  wire                WREADY,
    input  wire                BVALID,
    input  wire [1:0]          BRESP,
    output wire                BREADY
);

    localparam integer INDEX_W = $clog2(WORDS);
    localparam integer BURST_W = $clog2(OUTSTANDING);
    localparam [1:0]  OKAY = 2'b00;
    localparam [7:0]  IDLE_LIMIT = IDLE_CYCLES[7:0];
    localparam [31:0] LAST_BEAT = BURST - 32'd1;
    localparam [61:0] LONGEST = {30'd0, LAST_BEAT};
    localparam [INDEX_W:0] FULL = WORDS[INDEX_W:0];
    localparam [BURST_W:0] MOST_BURSTS = OUTSTANDING[BURST_W:0];

    generate
        if (WORDS < 2 || WORDS != 1 << INDEX_W || BURST < 2 || BURST > 64 || BURST > WORDS ||
            OUTSTANDING < 2 || OUTSTANDING != 1 << BURST_W || IDLE_CYCLES < 1 ||
            IDLE_CYCLES > 255) begin : check
            nt_axi_writer_parameters_out_of_range parameters();
        end
    endgenerate

    // Words, a ring: those of bursts begun lie from `sent` to `begun`, the others up to `written`.
    // They need no reset: the indices tell which are valid.
    reg [31:0]        words_reg [0:WORDS-1];
    reg [INDEX_W:0]   written_reg;
    reg [INDEX_W:0]   begun_reg;
    reg [INDEX_W:0]   sent_reg;
    reg [7:0]         quiet_reg;     // cycles without a new word, up to IDLE_CYCLES

    // Bursts, a ring: those from `data_burst` to `next_burst` have words to send, those from
    // `response_burst` on no response. Lengths less one need no reset, as the words.
    reg [LENGTH_W-1:0]    length_reg [0:OUTSTANDING-1];
    reg [OUTSTANDING-1:0] wraps_reg;  // they end at the limit
    reg [BURST_W:0]       next_burst_reg;
    reg [BURST_W:0]       data_burst_reg;
    reg [BURST_W:0]       response_burst_reg;
    reg [LENGTH_W-1:0]    beat_reg;   // of the burst whose words are sent
    reg [61:0]            next_reg;   // address of the next burst, while bursts are outstanding

    reg               awvalid_reg;
    reg [61:0]        awaddr_reg;
    reg [LENGTH_W-1:0] awlen_reg;

    // Words that come
    wire [INDEX_W:0] level = written_reg - sent_reg;
    wire             write = in_valid && in_ready;
    assign in_ready = level < FULL && !drop;

    // The next burst, by words behind its first one
    wire [INDEX_W:0] available = written_reg - begun_reg;
    wire [61:0]      address   = outstanding ? next_reg : pointer;
    wire [61:0]      to_limit  = address >= limit ? 62'd0 : limit - address;
    wire [61:0]      to_page   = {52'd0, ~address[9:0]};
    wire [61:0]      room      = to_limit < to_page ? to_limit : to_page;
    wire [61:0]      longest   = room < LONGEST ? room : LONGEST;
    wire [61:0]      pending   = {{61 - INDEX_W{1'b0}}, available} - 62'd1;
    wire             whole     = pending >= longest;
    wire [61:0]      last      = whole ? longest : pending;
    wire             wraps     = last == to_limit;
    wire [BURST_W:0] bursts    = next_burst_reg - response_burst_reg;
    wire begin_burst = available != 0 && (whole || flush || quiet_reg == IDLE_LIMIT) &&
                       !hold && !drop && !(stop_on_wrap && wraps_reg != 0) &&
                       bursts < MOST_BURSTS && (!awvalid_reg || AWREADY);

    assign outstanding = bursts != 0;
    assign idle        = level == 0 && !outstanding;
    assign AWVALID     = awvalid_reg && !rst;
    assign AWADDR      = {awaddr_reg, 2'b00};
    assign AWLEN       = {{8 - LENGTH_W{1'b0}}, awlen_reg};

    // Its data
    wire send = WVALID && WREADY;
    assign WVALID = sent_reg != begun_reg && !rst;
    assign WDATA  = words_reg[sent_reg[INDEX_W-1:0]];
    assign WLAST  = beat_reg == length_reg[data_burst_reg[BURST_W-1:0]];

    // Its response
    wire [BURST_W-1:0] response_at = response_burst_reg[BURST_W-1:0];
    assign BREADY         = response_burst_reg != data_burst_reg;
    assign response       = BVALID && BREADY;
    assign response_okay  = BRESP == OKAY;
    assign response_words = length_reg[response_at] + 1'b1;
    assign response_wraps = wraps_reg[response_at];

    always @(posedge clk) begin
        if (write) words_reg[written_reg[INDEX_W-1:0]] <= in;
        if (begin_burst) begin
            length_reg[next_burst_reg[BURST_W-1:0]] <= last[LENGTH_W-1:0];
            next_reg   <= wraps ? start : address + last + 62'd1;
            awaddr_reg <= address;
            awlen_reg  <= last[LENGTH_W-1:0];
        end
        if (rst) begin
            written_reg        <= {INDEX_W + 1{1'b0}};
            begun_reg          <= {INDEX_W + 1{1'b0}};
            sent_reg           <= {INDEX_W + 1{1'b0}};
            quiet_reg          <= 8'd0;
            wraps_reg          <= {OUTSTANDING{1'b0}};
            next_burst_reg     <= {BURST_W + 1{1'b0}};
            data_burst_reg     <= {BURST_W + 1{1'b0}};
            response_burst_reg <= {BURST_W + 1{1'b0}};
            beat_reg           <= {LENGTH_W{1'b0}};
            awvalid_reg        <= 1'b0;
        end else begin
            if (drop) written_reg <= begun_reg;
            else if (write) written_reg <= written_reg + 1'b1;
            if (write) quiet_reg <= 8'd0;
            else if (quiet_reg != IDLE_LIMIT) quiet_reg <= quiet_reg + 8'd1;

            if (response) begin
                response_burst_reg     <= response_burst_reg + 1'b1;
                wraps_reg[response_at] <= 1'b0;
            end
            if (AWREADY) awvalid_reg <= 1'b0;
            if (begin_burst) begin
                awvalid_reg    <= 1'b1;
                begun_reg      <= begun_reg + last[INDEX_W:0] + 1'b1;
                next_burst_reg <= next_burst_reg + 1'b1;
                wraps_reg[next_burst_reg[BURST_W-1:0]] <= wraps;
            end

            if (send) begin
                sent_reg <= sent_reg + 1'b1;
                beat_reg <= WLAST ? {LENGTH_W{1'b0}} : beat_reg + 1'b1;
                if (WLAST) data_burst_reg <= data_burst_reg + 1'b1;
            end
        end
    end

`ifdef FORMAL
    // Contract
    localparam [INDEX_W:0] F_ZERO = {INDEX_W + 1{1'b0}};
    localparam [61:0]      F_PAGE_MASK = 62'd1023;

    reg              f_started = 1'b0;
    reg              f_fresh;       // AWVALID is there for the first cycle
    reg              f_aw_waits;    // AWVALID was not taken in the cycle before
    reg              f_w_waits;
    reg [63:0]       f_awaddr;
    reg [7:0]        f_awlen;
    reg [31:0]       f_wdata;
    reg              f_wlast;
    reg              f_no_burst;    // hold or drop in the cycle before
    reg [61:0]       f_start;
    reg [61:0]       f_limit;
    reg [61:0]       f_pointer;     // what the pointer must be, unless idle
    reg              f_was_loose;   // idle, or held back with nothing outstanding
    reg              f_stop_on_wrap;
    reg              f_dead;        // an error or `drop`: nothing more is begun until idle
    reg [INDEX_W:0]  f_owed;        // words announced and not sent
    reg [BURST_W:0]  f_bursts;      // announced and not answered
    reg [BURST_W:0]  f_complete;    // of these, with all data sent
    reg              f_known;       // f_end is valid
    reg [61:0]       f_end;         // where the last burst announced ends, so the next begins
    reg              f_wrapped;     // with stop_on_wrap: one that ended at the limit is not answered

    // One word, any, and one burst, any, are watched
    (* anyseq *) reg f_pick_word;
    (* anyseq *) reg f_pick_burst;
    reg              f_word_watched;
    reg [31:0]       f_word;
    reg [INDEX_W:0]  f_word_ahead;  // words held that go before it
    reg              f_burst_watched;
    reg [INDEX_W:0]  f_burst_ahead; // words announced that go before its first one
    reg [8:0]        f_burst_left;  // of its words
    reg [BURST_W:0]  f_burst_at;    // its place in the ring, for the induction

    wire [61:0]      f_address = AWADDR[63:2];
    wire [61:0]      f_last    = f_address + {54'd0, AWLEN};
    wire             f_at_end  = f_last == f_limit;
    wire [INDEX_W:0] f_new     = f_fresh ? {{INDEX_W + 1{1'b0}} | AWLEN} + 1'b1 : F_ZERO;
    wire [INDEX_W:0] f_owed_now   = f_owed + f_new;
    wire [BURST_W:0] f_bursts_now = f_bursts + f_fresh;
    wire             f_complete_now = send && WLAST;
    wire             f_loose = idle || (hold && !outstanding);

    always @(posedge clk) begin
        f_started      <= 1'b1;
        f_fresh        <= !rst && begin_burst;
        f_aw_waits     <= !rst && AWVALID && !AWREADY;
        f_w_waits      <= !rst && WVALID && !WREADY;
        f_awaddr       <= AWADDR;
        f_awlen        <= AWLEN;
        f_wdata        <= WDATA;
        f_wlast        <= WLAST;
        f_no_burst     <= hold || drop;
        f_start        <= start;
        f_limit        <= limit;
        f_was_loose    <= rst || f_loose;
        f_stop_on_wrap <= stop_on_wrap;
        f_pointer      <= !response || !response_okay || f_dead ? pointer :
                          response_wraps ? start : pointer + response_words;
        if (rst) begin
            f_dead          <= 1'b0;
            f_owed          <= F_ZERO;
            f_bursts        <= {BURST_W + 1{1'b0}};
            f_complete      <= {BURST_W + 1{1'b0}};
            f_known         <= 1'b0;
            f_wrapped       <= 1'b0;
            f_word_watched  <= 1'b0;
            f_burst_watched <= 1'b0;
        end else begin
            f_dead     <= (f_dead && !idle) || drop || (response && !response_okay);
            f_owed     <= f_owed_now - send;
            f_bursts   <= f_bursts_now - response;
            f_complete <= f_complete + f_complete_now - response;
            if (f_fresh) f_end <= f_at_end ? f_start : f_last + 62'd1;
            if (drop || (response && !response_okay) || f_loose) f_known <= 1'b0;
            else if (f_fresh) f_known <= 1'b1;
            if (f_bursts_now == response) f_wrapped <= 1'b0;
            else if (f_fresh && f_at_end) f_wrapped <= 1'b1;

            if (write && f_pick_word && !f_word_watched) begin
                f_word_watched <= 1'b1;
                f_word         <= in;
                f_word_ahead   <= level - send;
            end else if (f_word_watched) begin
                f_word_ahead <= f_word_ahead - send;
                // Sent, or dropped before a burst had it
                if ((send && f_word_ahead == F_ZERO) || (drop && f_word_ahead >= f_owed_now))
                    f_word_watched <= 1'b0;
            end

            if (f_fresh && f_pick_burst && !f_burst_watched) begin
                f_burst_watched <= f_owed != F_ZERO || !send || AWLEN != 8'd0;
                f_burst_ahead   <= f_owed == F_ZERO ? F_ZERO : f_owed - send;
                f_burst_left    <= AWLEN + 9'd1 - (send && f_owed == F_ZERO);
                f_burst_at      <= next_burst_reg - 1'b1;
            end else if (f_burst_watched && send) begin
                if (f_burst_ahead != F_ZERO) f_burst_ahead <= f_burst_ahead - 1'b1;
                else f_burst_left <= f_burst_left - 9'd1;
                if (f_burst_ahead == F_ZERO && f_burst_left == 9'd1) f_burst_watched <= 1'b0;
            end
        end
    end

    // The buffer stays; the pointer is in it, and moves as responses say, until an error
    always @* if (!f_started) a_reset: assume (rst);
    always @* if (f_started && !f_dead && (!hold || outstanding))
        a_range: assume (start <= pointer && pointer <= limit);
    always @* if (f_started && !f_was_loose && !f_dead) begin
        a_steady:  assume (start == f_start && limit == f_limit && stop_on_wrap == f_stop_on_wrap);
        a_pointer: assume (pointer == f_pointer);
    end
    always @* if (f_started && f_dead && !idle) a_dead: assume (drop);
    // A response comes behind address and data of its burst
    always @* if (BVALID) a_response: assume (f_complete != 0 &&
                                              (f_bursts_now != 1 || !AWVALID));

    // For the induction: the bursts of the ring, from the oldest on
    integer          f_k;
    reg [61:0]       f_walk;       // where they end
    reg [INDEX_W:0]  f_unsent;     // words of those whose data are not sent
    reg [INDEX_W:0]  f_before;     // of these, before the watched burst
    reg              f_ring_ok;
    reg [BURST_W:0]  f_at;
    reg              f_word_ok;
    always @* begin
        f_walk    = pointer;
        f_unsent  = F_ZERO;
        f_before  = F_ZERO;
        f_ring_ok = 1'b1;
        for (f_k = 0; f_k < OUTSTANDING; f_k = f_k + 1) begin
            f_at = response_burst_reg + f_k;
            if (f_k < bursts) begin
                if (length_reg[f_at[BURST_W-1:0]] >= BURST) f_ring_ok = 1'b0;
                if (f_k >= f_complete) begin
                    f_unsent = f_unsent + length_reg[f_at[BURST_W-1:0]] + 1'b1;
                    if (f_at == f_burst_at) f_before = f_unsent - length_reg[f_at[BURST_W-1:0]] - 1'b1;
                end
                if (wraps_reg[f_at[BURST_W-1:0]] !=
                    (f_walk + length_reg[f_at[BURST_W-1:0]] == limit) && !f_dead) f_ring_ok = 1'b0;
                if (limit - f_walk < length_reg[f_at[BURST_W-1:0]] && !f_dead)
                    f_ring_ok = 1'b0;
                f_walk = wraps_reg[f_at[BURST_W-1:0]] ? start :
                         f_walk + length_reg[f_at[BURST_W-1:0]] + 62'd1;
            end else if (wraps_reg[f_at[BURST_W-1:0]]) f_ring_ok = 1'b0;
        end
        f_word_ok = 1'b0;
        for (f_k = 0; f_k < WORDS; f_k = f_k + 1)
            if (f_word_ahead == f_k && words_reg[sent_reg[INDEX_W-1:0] + f_k[INDEX_W-1:0]] == f_word)
                f_word_ok = 1'b1;
    end

    always @* if (rst) p_reset: assert (!AWVALID && !WVALID);

    always @* if (f_started && !rst) begin
        // A channel's offer stays as it is until it is taken
        if (f_aw_waits) p_aw_stays: assert (AWVALID && AWADDR == f_awaddr && AWLEN == f_awlen);
        if (f_w_waits)  p_w_stays:  assert (WVALID && WDATA == f_wdata && WLAST == f_wlast);
        // A burst lies in the buffer and in 4 KiB, and begins where the one before ended
        if (AWVALID) begin
            p_page:   assert ((f_address & F_PAGE_MASK) + AWLEN <= F_PAGE_MASK);
            p_length: assert (AWLEN < BURST);
        end
        if (f_fresh) p_buffer: assert (f_start <= f_address && f_last <= f_limit &&
                                       f_last >= f_address);
        if (f_fresh && f_known) p_address: assert (f_address == f_end);
        if (f_fresh) begin
            p_few:   assert (f_bursts < OUTSTANDING);
            p_begun: assert (AWVALID && !f_no_burst);
            if (f_stop_on_wrap) p_stop: assert (!f_wrapped);
        end
        // The pointer stands behind the last burst when all are acknowledged
        if (f_known && !outstanding) p_pointer: assert (pointer == f_end);
        // As many data as were announced, and they flow
        p_data: assert (WVALID == (f_owed_now != F_ZERO));
        // The last word of each burst has WLAST
        if (f_burst_watched && f_burst_ahead == F_ZERO && WVALID)
            p_last: assert (WLAST == (f_burst_left == 9'd1));
        // A word goes out unchanged, in its turn, unless it is dropped
        if (f_word_watched) begin
            p_kept: assert (f_word_ahead < level);
            if (f_word_ahead == F_ZERO && WVALID) p_word: assert (WDATA == f_word);
        end
        // A response is taken when the data are sent
        p_response: assert (BREADY == (f_complete != 0));
        p_idle:     assert (idle == (level == F_ZERO && f_bursts_now == 0));

        // For the induction
        i_fresh:  assert (!f_fresh || (AWVALID && bursts != 0));
        i_level:  assert (level <= FULL && available <= level);
        i_owed:   assert (f_owed_now == begun_reg - sent_reg && f_owed_now <= level);
        i_bursts: assert (f_bursts_now == bursts && bursts <= OUTSTANDING &&
                          f_complete == data_burst_reg - response_burst_reg &&
                          f_complete <= bursts);
        i_ring:   assert (f_ring_ok && f_unsent == f_owed_now + beat_reg);
        i_beat:   assert (data_burst_reg == next_burst_reg ? beat_reg == 0 :
                          beat_reg <= length_reg[data_burst_reg[BURST_W-1:0]]);
        i_aw:     assert (!AWVALID || (bursts != 0 &&
                          length_reg[next_burst_reg[BURST_W-1:0] - 1'b1] == awlen_reg));
        if (outstanding && !f_dead) i_walk: assert (f_walk == next_reg);
        if (f_known) i_known: assert (!f_dead && (f_fresh || f_end == (outstanding ? next_reg : pointer)));
        if (f_word_watched) i_word: assert (f_word_ok);
        if (f_burst_watched)
            i_burst: assert (f_burst_at - data_burst_reg < next_burst_reg - data_burst_reg &&
                             f_burst_left != 0 && f_burst_left <= length_reg[f_burst_at[BURST_W-1:0]] + 9'd1 &&
                             (f_burst_at == data_burst_reg ?
                              f_burst_ahead == 0 && f_burst_left + beat_reg == length_reg[f_burst_at[BURST_W-1:0]] + 9'd1 :
                              f_burst_left == length_reg[f_burst_at[BURST_W-1:0]] + 9'd1 &&
                              f_burst_ahead + beat_reg == f_before));
        i_stop:  assert (!f_stop_on_wrap || !f_wrapped || f_dead ||
                         (bursts != 0 && wraps_reg[next_burst_reg[BURST_W-1:0] - 1'b1]));
        i_clean: assert (!f_was_loose || (f_bursts_now == 0 && !f_wrapped && !f_known));
        if (f_fresh)
            i_next: assert (next_reg == (f_at_end ? f_start : f_last + 62'd1) &&
                            wraps_reg[next_burst_reg[BURST_W-1:0] - 1'b1] == f_at_end &&
                            f_complete < bursts && (f_complete + 1'b1 != bursts || beat_reg == 0));
    end

    // The contract can be met
    always @* if (f_started && !rst) begin
        c_ahead: cover (f_fresh && AWLEN == BURST - 1 && WVALID && !WLAST && f_bursts != 0);
        c_short: cover (f_fresh && AWLEN == 0 && !flush && f_address[9:0] != 10'h3ff && f_address != limit);
        c_page:  cover (f_fresh && f_address[9:0] == 10'h3ff && f_address != limit);
        c_wrap:  cover (response && response_okay && response_wraps && limit != start && outstanding);
        c_error: cover (f_dead && f_was_loose && f_burst_watched == 1'b0 && f_end == limit);
        c_word:  cover (f_word_watched && send && f_word_ahead == F_ZERO && f_bursts == OUTSTANDING);
    end
`endif

endmodule

`default_nettype wire
