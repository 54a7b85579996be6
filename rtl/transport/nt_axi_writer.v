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
    // Longest burst in words, 1 to 64, at most WORDS
    parameter [31:0] BURST = 16,
    // Bursts without a response at a time, a power of two, at least 2
    parameter [31:0] OUTSTANDING = 4,
    // Cycles without a new word after which a shorter burst goes out, 1 to 255
    parameter [31:0] IDLE_CYCLES = 16,
    // Derived; do not set
    parameter LENGTH_W = $clog2(BURST + 1)
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

    localparam INDEX_W = $clog2(WORDS);
    localparam BURST_W = $clog2(OUTSTANDING);
    localparam [10:0] PAGE_WORDS = 11'd1024;  // of 4 KiB
    localparam [1:0]  OKAY = 2'b00;
    localparam [7:0]  IDLE_LIMIT = IDLE_CYCLES[7:0];
    localparam [6:0]  LONGEST = BURST[6:0];
    localparam [INDEX_W:0] FULL = WORDS[INDEX_W:0];
    localparam [BURST_W:0] MOST_BURSTS = OUTSTANDING[BURST_W:0];

    generate
        if (WORDS < 2 || WORDS != 1 << INDEX_W || BURST < 1 || BURST > 64 || BURST > WORDS ||
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

    // The next burst
    wire [INDEX_W:0] available = written_reg - begun_reg;
    wire [61:0]      address   = outstanding ? next_reg : pointer;
    wire             at_limit  = address >= limit;
    wire [61:0]      to_limit  = at_limit ? 62'd1 : limit - address + 62'd1;
    wire [10:0]      to_page   = PAGE_WORDS - {1'b0, address[9:0]};
    wire [61:0]      room      = to_limit < {51'd0, to_page} ? to_limit : {51'd0, to_page};
    wire [61:0]      longest   = room < {55'd0, LONGEST} ? room : {55'd0, LONGEST};
    wire [61:0]      pending   = {{61 - INDEX_W{1'b0}}, available};
    wire             whole     = pending >= longest;
    wire [61:0]      count     = whole ? longest : pending;
    wire             wraps     = at_limit || count == to_limit;
    wire [BURST_W:0] bursts    = next_burst_reg - response_burst_reg;
    wire begin_burst = available != 0 && (whole || flush || quiet_reg == IDLE_LIMIT) &&
                       !hold && !drop && !(stop_on_wrap && wraps_reg != 0) &&
                       bursts < MOST_BURSTS && (!awvalid_reg || AWREADY);

    wire [LENGTH_W-1:0] last_beat = count[LENGTH_W-1:0] - 1'b1;

    assign outstanding = bursts != 0;
    assign idle        = level == 0 && !outstanding;
    assign AWVALID     = awvalid_reg;
    assign AWADDR      = {awaddr_reg, 2'b00};
    assign AWLEN       = {{8 - LENGTH_W{1'b0}}, awlen_reg};

    // Its data
    wire send = WVALID && WREADY;
    assign WVALID = sent_reg != begun_reg;
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
            length_reg[next_burst_reg[BURST_W-1:0]] <= last_beat;
            next_reg   <= wraps ? start : address + count;
            awaddr_reg <= address;
            awlen_reg  <= last_beat;
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
                begun_reg      <= begun_reg + count[INDEX_W:0];
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

endmodule

`default_nettype wire
