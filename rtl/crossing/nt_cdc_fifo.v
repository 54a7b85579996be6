// SPDX-License-Identifier: Apache-2.0
// Clock crossing: a link from one clock to another, by a FIFO of beats with Gray-coded pointers.
//
// A pointer goes through two flip-flops of the other clock; one bit of it changes at a time, so
// what arrives is the pointer of now or of just before. Beats lie in registers of the input's
// clock, which do not change while the output sees them. For place and route: what leads from
// the entries, write_gray_reg and read_gray_reg into the other clock must arrive within one period
// of the faster clock.
//
// The link's rules hold on both sides. A message that the source cuts is ended here, by a beat 0xff
// (MSEO=11). Within a message the output may have to wait for the slower input: it offers a beat
// of no bytes then, which says that nothing was reset.
//
// Both sides are reset together: neither leaves its reset before the other has had a clock edge in
// its own.
`default_nettype none

module nt_cdc_fifo #(
    // Most bytes of a beat: 1, 2, 4 or 8
    parameter integer BYTES = 4,
    // Beats held, a power of two from 4 to 64. 8 are enough for a beat a cycle of the slower clock.
    parameter integer DEPTH = 8,
    // Derived; do not set
    parameter integer COUNT_W = $clog2(BYTES + 1)
) (
    // Input
    input  wire               in_clk,
    input  wire               in_rst,
    input  wire               in_valid,
    input  wire [COUNT_W-1:0] in_count,
    input  wire [8*BYTES-1:0] in,
    output wire               in_ready,
    output wire               in_empty,   // all that went in has come out

    // Output
    input  wire               out_clk,
    input  wire               out_rst,
    output wire               out_valid,
    output wire [COUNT_W-1:0] out_count,
    output wire [8*BYTES-1:0] out,
    input  wire               out_ready
);

    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;
    localparam integer ADDRESS_W = $clog2(DEPTH);
    localparam integer POINTER_W = ADDRESS_W + 1;
    localparam integer ENTRY_W   = COUNT_W + 8 * BYTES;

    // One entry is kept for the beat that ends a message
    localparam [POINTER_W-1:0] MOST = DEPTH[POINTER_W-1:0] - {{POINTER_W-1{1'b0}}, 1'b1};
    localparam [POINTER_W-1:0] ONE  = {{POINTER_W-1{1'b0}}, 1'b1};

    generate
        if (!(BYTES == 1 || BYTES == 2 || BYTES == 4 || BYTES == 8) || DEPTH < 4 || DEPTH > 64 ||
            DEPTH != 1 << ADDRESS_W) begin : check
            nt_cdc_fifo_parameters_out_of_range stop();
        end
    endgenerate

    function [POINTER_W-1:0] binary_of(input [POINTER_W-1:0] gray);
        integer i;
        begin
            binary_of[POINTER_W-1] = gray[POINTER_W-1];
            for (i = POINTER_W - 2; i >= 0; i = i - 1) binary_of[i] = binary_of[i+1] ^ gray[i];
        end
    endfunction

    function ends_message(input [COUNT_W-1:0] count, input [8*BYTES-1:0] bytes);
        integer i;
        begin
            ends_message = 1'b0;
            for (i = 0; i < BYTES; i = i + 1)
                if (i[COUNT_W-1:0] < count) ends_message = bytes[8*i +: 2] == MSEO_END_OF_MESSAGE;
        end
    endfunction

    // Input's clock
    reg [ENTRY_W-1:0]   entry_reg [0:DEPTH-1];  // no reset: read only where written
    reg [POINTER_W-1:0] write_reg;
    reg [POINTER_W-1:0] write_gray_reg;
    wire [POINTER_W-1:0] read_seen;             // read_gray_reg, as it has arrived
    reg                 in_message_reg;         // a message has begun and not ended

    // Output's clock
    reg [POINTER_W-1:0] read_reg;
    reg [POINTER_W-1:0] read_gray_reg;
    wire [POINTER_W-1:0] write_seen;            // write_gray_reg, as it has arrived
    reg                 out_message_reg;        // a message has begun and not ended

`ifdef FORMAL
    wire [POINTER_W-1:0] f_to_in;
    wire [POINTER_W-1:0] f_to_out;
`endif
    nt_sync2 #(.WIDTH(POINTER_W)) to_in (
`ifdef FORMAL
        .f_meta(f_to_in),
`endif
        .clk(in_clk), .rst(in_rst), .in(read_gray_reg), .out(read_seen)
    );
    nt_sync2 #(.WIDTH(POINTER_W)) to_out (
`ifdef FORMAL
        .f_meta(f_to_out),
`endif
        .clk(out_clk), .rst(out_rst), .in(write_gray_reg), .out(write_seen)
    );

    // Input
    wire [POINTER_W-1:0] level = write_reg - binary_of(read_seen);
    wire                 takes = in_valid && in_ready && in_count != {COUNT_W{1'b0}};
    wire                 cut   = in_message_reg && !in_valid;
    wire                 write = takes || cut;
    wire [POINTER_W-1:0] write_next = write_reg + ONE;
    wire [COUNT_W-1:0]   one_byte   = {{COUNT_W-1{1'b0}}, 1'b1};
    wire [8*BYTES-1:0]   end_byte   = {8*BYTES{1'b1}} >> (8 * BYTES - 8);

    assign in_ready = level < MOST;
    assign in_empty = level == {POINTER_W{1'b0}} && !in_message_reg;

    always @(posedge in_clk) begin
        if (write) entry_reg[write_reg[ADDRESS_W-1:0]] <= cut ? {one_byte, end_byte} : {in_count, in};
        if (in_rst) begin
            write_reg      <= {POINTER_W{1'b0}};
            write_gray_reg <= {POINTER_W{1'b0}};
            in_message_reg <= 1'b0;
        end else begin
            if (write) begin
                write_reg      <= write_next;
                write_gray_reg <= write_next ^ (write_next >> 1);
            end
            in_message_reg <= takes ? !ends_message(in_count, in) : in_message_reg && !cut;
        end
    end

    // Output
    wire                 some = write_seen != read_gray_reg;
    wire [ENTRY_W-1:0]   oldest = entry_reg[read_reg[ADDRESS_W-1:0]];
    wire                 read = some && out_ready;
    wire [POINTER_W-1:0] read_next = read_reg + ONE;

    assign out_valid = (some || out_message_reg) && !out_rst;
    assign {out_count, out} = some ? oldest : {ENTRY_W{1'b0}};

    always @(posedge out_clk) begin
        if (out_rst) begin
            read_reg        <= {POINTER_W{1'b0}};
            read_gray_reg   <= {POINTER_W{1'b0}};
            out_message_reg <= 1'b0;
        end else begin
            if (read) begin
                read_reg        <= read_next;
                read_gray_reg   <= read_next ^ (read_next >> 1);
                out_message_reg <= !ends_message(out_count, out);
            end
        end
    end

`ifdef FORMAL
    // Contract, with both clocks arbitrary: each step of the proof may have an edge of either, of
    // both, or of none. It begins behind the reset of both sides.
    initial begin
        write_reg       = 0;
        write_gray_reg  = 0;
        in_message_reg  = 0;
        read_reg        = 0;
        read_gray_reg   = 0;
        out_message_reg = 0;
    end

    always @* begin
        a_reset: assume (!in_rst && !out_rst);
        a_count: assume (in_count <= BYTES);
    end

    // One beat of all is followed: the f_beat-th of each round of the pointers
    reg [POINTER_W-1:0] f_beat;         // any, and stays
    reg [ENTRY_W-1:0] f_entry;          // it, as it went in
    reg               f_written = 1'b0; // odd times
    reg               f_read = 1'b0;
    reg               f_offered = 1'b0; // in the output's cycle before a beat was offered, not taken
    reg [ENTRY_W-1:0] f_offer;

    always @(posedge in_clk) begin
        f_beat <= f_beat;
        if (write_reg == f_beat && ((in_valid && in_ready && in_count != 0) || cut)) begin
            f_entry   <= cut ? {one_byte, end_byte} : {in_count, in};
            f_written <= !f_written;
        end
    end

    always @(posedge out_clk) begin
        if (out_valid && out_ready && out_count != 0 && read_reg == f_beat) f_read <= !f_read;
        f_offered <= some && !out_ready;
        f_offer   <= {out_count, out};
    end

    wire [POINTER_W-1:0] f_level      = write_reg - read_reg;
    wire [POINTER_W-1:0] f_level_seen = write_reg - binary_of(read_seen);
    wire [POINTER_W-1:0] f_level_meta = write_reg - binary_of(f_to_in);
    wire [POINTER_W-1:0] f_more_seen  = binary_of(write_seen) - read_reg;
    wire [POINTER_W-1:0] f_more_meta  = binary_of(f_to_out) - read_reg;
    wire [POINTER_W-1:0] f_turn       = f_beat - read_reg;  // beats before it
    wire                 f_is_inside  = f_turn < f_level;

    always @* begin
        // No beat is lost: there is room for whatever is written
        p_room: assert (!write || f_level < DEPTH);
        // None is doubled or comes before its turn: what is offered was written and not read
        if (some) p_there: assert (f_level != 0);
        // Nor is it changed or out of order: the beat that is followed comes out as it went in
        if (some && read_reg == f_beat) p_same: assert ({out_count, out} == f_entry);
        // It is in there exactly if it was taken once more than given
        p_once: assert (f_is_inside == (f_written != f_read));
        // What is offered stays until it is taken
        if (f_offered) p_stays: assert (some && {out_count, out} == f_offer);
        // A gap within a message says that nothing was reset
        if (!out_valid) p_gap: assert (!out_message_reg);
        if (in_empty) p_empty: assert (f_level == 0 && !some);

        i_write_gray: assert (write_gray_reg == (write_reg ^ (write_reg >> 1)));
        i_read_gray:  assert (read_gray_reg == (read_reg ^ (read_reg >> 1)));
        i_input:  assert (f_level <= f_level_meta && f_level_meta <= f_level_seen &&
                          f_level_seen <= DEPTH && (f_level_seen < DEPTH || !in_message_reg));
        i_output: assert (f_more_seen <= f_more_meta && f_more_meta <= f_level);
        if (f_is_inside) i_entry: assert (entry_reg[f_beat[ADDRESS_W-1:0]] == f_entry &&
                                          f_entry[ENTRY_W-1 -: COUNT_W] != 0);
    end

    always @* begin
        c_full:  cover (f_level == DEPTH);
        c_cut:   cover (some && out_count == 1 && out[7:0] == 8'hff && out_message_reg && cut);
        c_round: cover (some && read_reg == DEPTH);
        c_wait:  cover (out_valid && !some && in_message_reg);
    end
`endif

endmodule

`default_nettype wire
