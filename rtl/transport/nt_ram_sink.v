// SPDX-License-Identifier: Apache-2.0
// Trace RAM sink: bytes become 32-bit words, the first byte on the LSB, in a circular buffer.
//
// Trace Control Interface 1.0, "Trace RAM Sink". SRAM mode (trRamMode = 0) writes memory in here,
// which is read back through trRamRP and trRamData; SMEM mode (1) writes system memory as an AXI4
// master. trRamWP moves over words that are in memory: in SMEM mode, that a response acknowledged.
//
// The sink stops (`stop`, whereupon trRamEnable becomes 0) behind the word at trRamLimit with
// trRamStopOnWrap, and at a response other than OKAY: what is held is dropped, and so is what comes
// up to the end of the message. `error` stays until trRamWPLow is written.
//
// trRamActive = 0 is a reset, but for what AXI demands: bursts that were begun are finished, while
// trRamEmpty is 0 and nothing is taken. The clock, and the slave, must go on until then.
`default_nettype none

module nt_ram_sink #(
    // Most bytes of a beat: 1, 2, 4 or 8
    parameter integer BYTES = 4,
    // Words of the SRAM, a power of two, at least 2; 0: no SRAM mode
    parameter integer SRAM_WORDS = 1024,
    // 1: SMEM mode
    parameter integer SMEM = 1,
    // Of the write master, as in nt_axi_writer
    parameter integer AXI_WORDS = 64,
    parameter integer AXI_BURST = 16,
    parameter integer AXI_OUTSTANDING = 4,
    parameter integer AXI_IDLE_CYCLES = 16,
    // Derived; do not set
    parameter integer COUNT_W = $clog2(BYTES + 1)
) (
    input  wire               clk,
    input  wire               rst,

    // Control
    input  wire               trRamActive,
    input  wire               trRamEnable,
    input  wire               trRamMode,
    input  wire               trRamStopOnWrap,
    input  wire [31:0]        trRamStartLow,
    input  wire [31:0]        trRamStartHigh,
    input  wire [31:0]        trRamLimitLow,
    input  wire [31:0]        trRamLimitHigh,

    // Register accesses
    input  wire [3:0]         pointer_write,  // of trRamRPHigh, RPLow, WPHigh, WPLow
    input  wire [31:0]        pointer_value,
    input  wire               data_read,      // an access to trRamData ends

    // Status
    output wire               trRamEmpty,
    output wire               stop,           // trRamEnable is to become 0
    output wire [63:0]        trRamWP,        // bit 0: trRamWrap
    output wire [63:0]        trRamRP,
    output wire [31:0]        data,           // trRamData, with data_valid
    output wire               data_valid,
    output wire               error,          // a response was not OKAY
    output wire [63:0]        error_address,  // of that burst, with `error`

    // Bytes
    input  wire               in_valid,
    input  wire [COUNT_W-1:0] in_count,
    input  wire [8*BYTES-1:0] in,
    output wire               in_ready,

    // AXI4 write master
    output wire               AWVALID,
    output wire [63:0]        AWADDR,
    output wire [7:0]         AWLEN,
    output wire [2:0]         AWSIZE,
    output wire [1:0]         AWBURST,
    output wire [3:0]         AWCACHE,
    output wire [2:0]         AWPROT,
    input  wire               AWREADY,
    output wire               WVALID,
    output wire [31:0]        WDATA,
    output wire [3:0]         WSTRB,
    output wire               WLAST,
    input  wire               WREADY,
    input  wire               BVALID,
    input  wire [1:0]         BRESP,
    output wire               BREADY
);

    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;
    localparam integer SRAM_W   = SRAM_WORDS > 1 ? $clog2(SRAM_WORDS) : 1;  // of a word's address
    localparam integer LENGTH_W = $clog2(AXI_BURST + 1);

    generate
        if ((BYTES != 1 && BYTES != 2 && BYTES != 4 && BYTES != 8) || SMEM < 0 || SMEM > 1 ||
            (SRAM_WORDS != 0 && (SRAM_WORDS < 2 || SRAM_WORDS != 1 << SRAM_W)) ||
            (SRAM_WORDS == 0 && SMEM == 0) ||
            AXI_WORDS < 2 || (AXI_WORDS & (AXI_WORDS - 1)) != 0 || AXI_BURST < 2 ||
            AXI_BURST > 64 || AXI_BURST > AXI_WORDS || AXI_OUTSTANDING < 2 ||
            (AXI_OUTSTANDING & (AXI_OUTSTANDING - 1)) != 0 || AXI_IDLE_CYCLES < 1 ||
            AXI_IDLE_CYCLES > 255) begin : check
            nt_ram_sink_parameters_out_of_range parameters();
        end
    endgenerate

    // A second mode is there to be chosen only if both are built
    wire smem = SRAM_WORDS == 0 || (SMEM != 0 && trRamMode);

    // The circular buffer, by addresses of words
    wire [61:0] start = smem ? {trRamStartHigh, trRamStartLow[31:2]} : 62'd0;
    wire [61:0] limit = smem ? {trRamLimitHigh, trRamLimitLow[31:2]} :
                               {{62 - SRAM_W{1'b0}}, trRamLimitLow[SRAM_W+1:2]};

    reg [61:0]       wp_reg;
    reg              wrap_reg;
    reg [SRAM_W-1:0] rp_reg;
    reg              loaded_reg;         // the SRAM has read the word at trRamRP
    reg              in_message_reg;     // a message has begun and not ended
    reg              stopped_reg;        // until what was there and the message are gone
    reg              closing_reg;        // bursts from before a reset are not finished
    reg              error_reg;
    reg [61:0]       error_address_reg;  // no reset: valid with error_reg

    wire reset = rst || !trRamActive;

    // Bytes
    wire        accepts = trRamActive && !closing_reg &&
                          ((trRamEnable && !stopped_reg) || in_message_reg);
    wire        buffer_ready;
    wire        buffer_empty;
    wire [2:0]  out_count;
    wire [31:0] out;
    wire [2:0]  out_take;
    wire [8*BYTES-1:0] last_byte = in >> {in_count - 1'b1, 3'b000};

    wire        unused = &{1'b0, last_byte[8*BYTES-1:2], pointer_write[3], trRamStartLow[1:0],
                           trRamLimitLow[1:0]};

    assign in_ready = accepts && buffer_ready;

    nt_stream_buffer #(.IN(BYTES), .OUT(4)) buffer (
        .clk(clk), .rst(reset || closing_reg),
        .in_valid(in_valid && accepts), .in_count(in_count), .in(in), .in_ready(buffer_ready),
        .out_count(out_count), .out(out), .out_take(out_take), .empty(buffer_empty)
    );

    // Words: the last one of all is filled with idle bytes
    wire        ends       = !trRamEnable && !in_message_reg;
    wire        word_valid = (out_count == 3'd4 || (ends && out_count != 3'd0)) && !stopped_reg;
    wire [31:0] word       = out | 32'hffffffff << {out_count, 3'b000};
    wire        word_ready;
    wire        word_take  = word_valid && word_ready;
    assign out_take = word_take || stopped_reg ? out_count : 3'd0;

    // trRamWP is taken to the start where it lies outside of the buffer and a word comes
    wire writer_ready;
    wire writer_idle;
    wire outstanding;
    // `start` is constant without SMEM mode
    // verilator lint_off UNSIGNED
    wire in_range = wp_reg >= start && (wp_reg <= limit || wp_reg == start);
    // verilator lint_on UNSIGNED
    wire place  = !in_range && !outstanding && (out_count != 3'd0 || !writer_idle);
    assign word_ready = smem ? writer_ready : in_range;

    // A word is in memory, or some by a burst
    wire                store = word_take && !smem;
    wire                response;
    wire                response_okay;
    wire [LENGTH_W-1:0] response_words;
    wire                response_wraps;
    wire                heard  = response && !stopped_reg && !closing_reg;
    wire                moves  = store || (heard && response_okay);
    wire                wraps  = store ? wp_reg >= limit : response_wraps;
    wire                failed = heard && !response_okay;
    wire [61:0]         step   = store ? 62'd1 : {{62 - LENGTH_W{1'b0}}, response_words};

    // trRamRP can be used, and trRamWP be written, while no trace is taken
    wire tracing    = trRamEnable || !trRamEmpty;
    wire write_wp   = !tracing || (closing_reg && !trRamEnable);
    wire write_rp   = !tracing && !smem && pointer_write[2];
    wire read_ahead = !tracing && !smem && data_read;

    assign trRamEmpty = buffer_empty && writer_idle && !in_message_reg && !stopped_reg &&
                        !closing_reg;
    assign stop          = stopped_reg;
    assign trRamWP       = {wp_reg, 1'b0, wrap_reg};
    assign trRamRP       = {{62 - SRAM_W{1'b0}}, smem ? {SRAM_W{1'b0}} : rp_reg, 2'b00};
    assign error         = error_reg;
    assign error_address = {error_address_reg, 2'b00};

    always @(posedge clk) begin
        if (reset || closing_reg)
            in_message_reg <= 1'b0;
        else if (in_message_reg && !in_valid)  // the source was reset
            in_message_reg <= 1'b0;
        else if (in_valid && in_ready && in_count != {COUNT_W{1'b0}})
            in_message_reg <= last_byte[1:0] != MSEO_END_OF_MESSAGE;

        if (rst) closing_reg <= 1'b0;
        else closing_reg <= (!trRamActive || closing_reg) && !writer_idle;

        if (reset)
            stopped_reg <= 1'b0;
        else if (failed || (moves && wraps && trRamStopOnWrap))
            stopped_reg <= 1'b1;
        else if (!trRamEnable && !in_message_reg && buffer_empty && writer_idle)
            stopped_reg <= 1'b0;

        if (failed) error_address_reg <= wp_reg;
        if (reset) begin
            wp_reg    <= 62'd0;
            wrap_reg  <= 1'b0;
            error_reg <= 1'b0;
        end else begin
            if (failed) error_reg <= 1'b1;
            if (place) begin
                wp_reg <= start;
            end else if (moves) begin
                wp_reg <= wraps ? start : wp_reg + step;
                if (wraps) wrap_reg <= 1'b1;
            end else if (write_wp) begin
                if (pointer_write[0]) begin
                    wp_reg[29:0] <= smem ? pointer_value[31:2] :
                                    {{30 - SRAM_W{1'b0}}, pointer_value[SRAM_W+1:2]};
                    wrap_reg  <= pointer_value[0];
                    error_reg <= 1'b0;
                end
                if (pointer_write[1]) wp_reg[61:30] <= smem ? pointer_value : 32'd0;
            end
        end

        if (reset)
            rp_reg <= {SRAM_W{1'b0}};
        else if (write_rp)
            rp_reg <= pointer_value[SRAM_W+1:2];
        else if (read_ahead)
            rp_reg <= rp_reg >= limit[SRAM_W-1:0] ? {SRAM_W{1'b0}} : rp_reg + 1'b1;
        loaded_reg <= !reset && !tracing && !smem && !write_rp && !read_ahead;
    end

    // SRAM: the one port is for reading while nothing is written
    wire [SRAM_W-1:0] sram_address = store ? wp_reg[SRAM_W-1:0] : rp_reg;
    wire [31:0]       read_data;
    generate
        if (SRAM_WORDS != 0) begin : sram
            nt_sram #(.WORDS(SRAM_WORDS)) memory (
                .clk(clk),
                .write(store), .address(sram_address), .write_data(word), .read_data(read_data)
            );
        end else begin : no_sram
            wire unused_address = &{1'b0, sram_address};
            assign read_data = 32'd0;
        end
    endgenerate

    wire shown = !tracing && !smem;
    assign data_valid = !shown || loaded_reg;
    assign data       = shown && loaded_reg ? read_data : 32'd0;

    // System memory
    assign AWSIZE  = 3'd2;     // 4 bytes
    assign AWBURST = 2'b01;    // INCR
    assign AWCACHE = 4'b0010;  // not bufferable: a response tells that the words are in memory
    assign AWPROT  = 3'b000;
    assign WSTRB   = 4'b1111;
    generate
        if (SMEM != 0) begin : axi
            nt_axi_writer #(
                .WORDS(AXI_WORDS), .BURST(AXI_BURST), .OUTSTANDING(AXI_OUTSTANDING),
                .IDLE_CYCLES(AXI_IDLE_CYCLES)
            ) writer (
                .clk(clk), .rst(rst),
                .start(start), .limit(limit), .pointer(wp_reg), .stop_on_wrap(trRamStopOnWrap),
                .flush(ends && buffer_empty), .hold(!in_range),
                .drop(stopped_reg || closing_reg || !trRamActive),
                .idle(writer_idle), .outstanding(outstanding),
                .in_valid(word_valid && smem), .in(word), .in_ready(writer_ready),
                .response(response), .response_okay(response_okay),
                .response_words(response_words), .response_wraps(response_wraps),
                .AWVALID(AWVALID), .AWADDR(AWADDR), .AWLEN(AWLEN), .AWREADY(AWREADY),
                .WVALID(WVALID), .WDATA(WDATA), .WLAST(WLAST), .WREADY(WREADY),
                .BVALID(BVALID), .BRESP(BRESP), .BREADY(BREADY)
            );
        end else begin : no_axi
            wire unused_axi = &{1'b0, AWREADY, WREADY, BVALID, BRESP};
            assign {AWVALID, AWADDR, AWLEN, WVALID, WDATA, WLAST, BREADY} = 108'd0;
            assign {writer_ready, outstanding, response, response_okay, response_wraps} = 5'd0;
            assign response_words = {LENGTH_W{1'b0}};
            assign writer_idle    = 1'b1;
        end
    endgenerate

`ifdef FORMAL
    // Contract
    reg         f_started = 1'b0;
    reg         f_ran;         // not in reset in the cycle before
    reg         f_tracing;     // bytes or words were under way, or might come
    reg         f_closing;
    reg         f_in_range;
    reg         f_pointed;     // trRamWP was written, or placed
    reg         f_stop;
    reg         f_store;       // a word went into the SRAM
    reg         f_okay;        // a response acknowledged words
    reg         f_error;       // one was not OKAY
    reg [61:0]  f_words;       // how many it acknowledged
    reg         f_ended;       // that word, or the last one of these, lies at the limit
    reg [61:0]  f_wp;
    reg [SRAM_W-1:0] f_rp;
    reg         f_read;        // an access to trRamData ended
    reg         f_rp_write;
    reg         f_message;     // a message has begun on the link and not ended
    reg [4:0]   f_mode;        // {StopOnWrap, Mode}
    reg [61:0]  f_start;
    reg [61:0]  f_limit;

    reg [SRAM_W-1:0] f_read_at; // what the SRAM read

    wire f_takes = in_valid && in_ready && in_count != {COUNT_W{1'b0}};

    always @(posedge clk) begin
        f_started  <= 1'b1;
        f_ran      <= !reset;
        f_tracing  <= !rst && tracing;
        f_closing  <= closing_reg;
        f_in_range <= in_range;
        f_pointed  <= place || (write_wp && pointer_write[1:0] != 2'd0);
        f_stop     <= stop;
        f_store    <= store;
        f_okay     <= smem && response && response_okay && !stop && !closing_reg;
        f_error    <= response && !response_okay && !stop && !closing_reg;
        f_words    <= {{62 - LENGTH_W{1'b0}}, response_words};
        f_ended    <= store ? wp_reg == limit : wp_reg + response_words - 62'd1 == limit;
        f_wp       <= wp_reg;
        f_rp       <= rp_reg;
        f_read     <= data_read;
        f_rp_write <= pointer_write[2];
        f_mode     <= {3'd0, trRamStopOnWrap, smem};
        f_start    <= start;
        f_limit    <= limit;
        if (rst || !trRamActive || closing_reg) f_message <= 1'b0;
        else if (f_takes) f_message <= last_byte[1:0] != MSEO_END_OF_MESSAGE;
        else if (!in_valid) f_message <= 1'b0;
        f_read_at  <= sram_address;
    end

    always @* if (!f_started) a_reset: assume (rst);
    always @* a_count: assume (in_count <= BYTES);
    // What the tool sets up stays while trace is taken
    always @* a_limits: assume (start <= limit);
    always @* if (f_started && f_ran && f_tracing && !closing_reg)
        a_settings: assume (start == f_start && limit == f_limit &&
                            f_mode == {3'd0, trRamStopOnWrap, smem});
    // The buffer tells whether it holds bytes, and those above its count are 0
    always @* a_buffer: assume (buffer_empty == (out_count == 3'd0) && out_count <= 3'd4 &&
                                (out & 32'hffffffff << {out_count, 3'b000}) == 32'd0);

    always @* if (f_started) begin
        // trRamWP stays in the buffer, moves over what is in memory and over nothing else
        if (f_ran && f_in_range && !f_pointed && f_tracing && !f_closing)
            p_range: assert (in_range);
        if (f_ran && f_store && !f_okay && !f_error)
            p_move: assert (wp_reg == (f_ended ? f_start : f_wp + 62'd1));
        if (f_ran && f_okay)
            p_acknowledged: assert (wp_reg == (f_ended ? f_start : f_wp + f_words));
        if (f_ran && !f_store && !f_okay && !f_pointed) p_stays: assert (wp_reg == f_wp);
        if (f_ran && (f_store || f_okay) && f_ended) p_wrap: assert (wrap_reg);
        // A word is stored where trRamWP stands; trRamData is the word at trRamRP
        if (store) p_inside: assert (in_range && !stop && wp_reg <= limit &&
                                     sram_address == wp_reg[SRAM_W-1:0]);
        if (data_valid && !tracing && !smem)
            p_data: assert (data == read_data && f_read_at == rp_reg && !f_store);
        // Bytes leave the buffer as a word, the last ones of all filled up, or are dropped
        if (out_take != 3'd0)
            p_word: assert (out_take == out_count && (stop || (word_valid &&
                            (out_count == 3'd4 || (ends && !in_message_reg)) &&
                            (smem ? writer_ready : store))));
        // The sink stops where it is full, or where memory fails, which it then says
        if (f_ran && (f_store || f_okay) && f_ended && f_mode[1]) p_full: assert (stop);
        if (f_ran && f_error) p_error: assert (stop && error && error_address == {f_wp, 2'b00});
        // No message begins unless enabled; one that has begun is taken as room allows
        if (in_ready && !f_message) p_disabled: assert (trRamEnable && trRamActive && !stop);
        if (f_message && trRamActive) p_finish: assert (in_ready == buffer_ready);
        // While trace is taken, trRamRP stays
        if (f_ran && f_tracing) p_refused: assert (rp_reg == f_rp);
        if (f_ran && !f_tracing && !f_mode[0] && f_read && !f_rp_write)
            p_next: assert (rp_reg == (f_rp >= f_limit[SRAM_W-1:0] ? 0 : f_rp + 1'b1));
        // Empty is empty
        if (trRamEmpty) p_empty: assert (out_count == 3'd0 && writer_idle && !f_message && !stop);

        // For the induction
        i_message: assert (f_message == in_message_reg);
        if (loaded_reg) i_loaded: assert (f_read_at == rp_reg && !f_store);
        i_mode: assert (writer_idle || closing_reg || smem);
    end

    // The contract can be met
    always @* if (f_started && f_ran && !rst) begin
        c_wrap:  cover (!smem && f_store && f_ended && limit == 62'd2 && !stop);
        c_fill:  cover (word_take && out_count == 3'd3);
        c_full:  cover (smem && stop && !error && wrap_reg && f_limit != f_start);
        c_error: cover (error && f_stop && !stop && f_wp != f_start);
        c_read:  cover (!tracing && data_valid && data == 32'hffffff01 && !smem && f_rp == 1);
        c_close: cover (closing_reg && AWVALID && WVALID && trRamActive);
    end
`endif

endmodule

`default_nettype wire
