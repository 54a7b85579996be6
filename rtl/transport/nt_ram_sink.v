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
    parameter BYTES = 4,
    // Words of the SRAM, a power of two, at least 2; 0: no SRAM mode
    parameter SRAM_WORDS = 1024,
    // 1: SMEM mode
    parameter SMEM = 1,
    // Of the write master, as in nt_axi_writer
    parameter AXI_WORDS = 64,
    parameter AXI_BURST = 16,
    parameter AXI_OUTSTANDING = 4,
    parameter AXI_IDLE_CYCLES = 16,
    // Derived; do not set
    parameter COUNT_W = $clog2(BYTES + 1)
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
    localparam SRAM_W   = SRAM_WORDS > 1 ? $clog2(SRAM_WORDS) : 1;  // of a word's address
    localparam LENGTH_W = $clog2(AXI_BURST + 1);

    generate
        if ((BYTES != 1 && BYTES != 2 && BYTES != 4 && BYTES != 8) || SMEM < 0 || SMEM > 1 ||
            (SRAM_WORDS != 0 && (SRAM_WORDS < 2 || SRAM_WORDS != 1 << SRAM_W)) ||
            (SRAM_WORDS == 0 && SMEM == 0)) begin : check
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
    wire [31:0] read_data;
    generate
        if (SRAM_WORDS != 0) begin : sram
            nt_sram #(.WORDS(SRAM_WORDS)) memory (
                .clk(clk),
                .write(store), .address(store ? wp_reg[SRAM_W-1:0] : rp_reg), .write_data(word),
                .read_data(read_data)
            );
        end else begin : no_sram
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

endmodule

`default_nettype wire
