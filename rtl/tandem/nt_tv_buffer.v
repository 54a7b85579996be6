// SPDX-License-Identifier: Apache-2.0
// Bytes on their way out: what comes in a cycle is put behind what is here, and goes on in words.
//
// Words are read where they lie, without a shift. Where fewer bytes than a word are left and none come
// in this cycle, they go out as a word that is not full, and the next bytes begin at the next word.
`default_nettype none

module nt_tv_buffer #(
    // Bytes of a word: 1, 4, 8, 16, 32
    parameter integer OUT_BYTES = 32,
    // Most bytes that come in a cycle
    parameter integer IN = 120,
    // Bytes of the memory, a power of two, at least IN and two words
    parameter integer SIZE = 256,
    // 1: the groups that come have no end; one is put behind the last if none follows for a while
    parameter integer IMPLIED_END = 0,
    // Derived; do not set
    parameter integer IN_W    = $clog2(IN + 1),
    parameter integer COUNT_W = $clog2(OUT_BYTES + 1)
) (
    input  wire                   clk,
    input  wire                   rst,

    input  wire                   in_valid,
    input  wire [8*IN-1:0]        in,
    input  wire [IN_W-1:0]        in_length,   // at least 1
    output wire                   in_ready,    // there is room for all of it

    output wire                   busy,        // there are bytes, or a group without its end
    output wire                   out_valid,
    output wire [COUNT_W-1:0]     out_count,
    output wire [8*OUT_BYTES-1:0] out_data,    // 0 beyond the count
    input  wire                   out_ready
);

    localparam [7:0] OP_END = 8'd2;
    localparam [3:0] PATIENCE = 4'd15;  // cycles without a group, after which the last one is ended

    localparam integer ADDRESS_W = $clog2(SIZE);
    localparam integer WORDS     = SIZE/OUT_BYTES;
    localparam integer WORD_W    = $clog2(WORDS);
    localparam [ADDRESS_W:0] FULL_SIZE = SIZE[ADDRESS_W:0];
    localparam [ADDRESS_W:0] WORD      = OUT_BYTES[ADDRESS_W:0];

    // No reset: level_reg tells which bytes are here
    reg [8*SIZE-1:0]      memory_reg;
    reg [ADDRESS_W-1:0]   tail_reg;   // where the next byte is put
    reg [WORD_W-1:0]      head_reg;   // the word to read
    reg [ADDRESS_W:0]     level_reg;  // bytes here
    reg                   out_valid_reg;
    reg [COUNT_W-1:0]     out_count_reg;
    reg [8*OUT_BYTES-1:0] out_data_reg;

    // In
    wire                 close;  // an end is put behind the last group
    wire [ADDRESS_W:0]   room   = FULL_SIZE - level_reg;
    wire [ADDRESS_W:0]   length = {{ADDRESS_W+1-IN_W{1'b0}}, in_length};
    wire                 write  = in_valid && in_ready;
    wire [ADDRESS_W:0]   added  = write ? length : {{ADDRESS_W{1'b0}}, close};
    wire [8*SIZE-1:0]    bytes  = {{8*(SIZE-IN){1'b0}}, in_valid ? in : {{8*(IN-1){1'b0}}, OP_END}};
    reg  [8*SIZE-1:0]    turned;
    reg  [SIZE-1:0]      turned_mask;

    assign in_ready = length <= room;

    integer i;
    always @* begin
        turned = bytes;
        for (i = 0; i < SIZE; i = i + 1) turned_mask[i] = i < {{31-ADDRESS_W{1'b0}}, added};
        for (i = 0; i < ADDRESS_W; i = i + 1)
            if (tail_reg[i]) begin
                turned      = (turned << (8 << i)) | (turned >> (8*SIZE - (8 << i)));
                turned_mask = (turned_mask << (1 << i)) | (turned_mask >> (SIZE - (1 << i)));
            end
    end

    integer b;
    always @(posedge clk)
        for (b = 0; b < SIZE; b = b + 1)
            if (turned_mask[b]) memory_reg[8*b +: 8] <= turned[8*b +: 8];

    // Out
    wire                   load  = !out_valid_reg || out_ready;
    wire                   full  = level_reg >= WORD;
    wire                   part  = level_reg != {ADDRESS_W+1{1'b0}} && added == {ADDRESS_W+1{1'b0}} && !full;
    wire                   taken = load && (full || part);
    wire [COUNT_W-1:0]     count = full ? WORD[COUNT_W-1:0] : level_reg[COUNT_W-1:0];
    wire [8*OUT_BYTES-1:0] word  = memory_reg[8*OUT_BYTES*head_reg +: 8*OUT_BYTES];
    wire [8*OUT_BYTES-1:0] shown;
    wire [WORD_W-1:0]      head_next = head_reg + 1'b1;

    genvar n;
    generate
        for (n = 0; n < OUT_BYTES; n = n + 1) begin : byte_of
            assign shown[8*n +: 8] = word[8*n +: 8] & {8{n < count}};
        end
    endgenerate

    wire [ADDRESS_W:0] left = taken ? full ? level_reg - WORD : {ADDRESS_W+1{1'b0}} : level_reg;

    always @(posedge clk) begin
        if (rst) begin
            tail_reg      <= {ADDRESS_W{1'b0}};
            head_reg      <= {WORD_W{1'b0}};
            level_reg     <= {ADDRESS_W+1{1'b0}};
            out_valid_reg <= 1'b0;
            out_count_reg <= {COUNT_W{1'b0}};
            out_data_reg  <= {8*OUT_BYTES{1'b0}};
        end else begin
            // A word that is not full is left behind: then nothing is added
            tail_reg  <= taken && !full ? {head_next, {ADDRESS_W-WORD_W{1'b0}}} : tail_reg + added[ADDRESS_W-1:0];
            level_reg <= left + added;
            if (taken) head_reg <= head_next;
            if (load) begin
                out_valid_reg <= taken;
                out_count_reg <= taken ? count : {COUNT_W{1'b0}};
                out_data_reg  <= shown & {8*OUT_BYTES{taken}};
            end
        end
    end

    generate
        if (IMPLIED_END != 0) begin : ends
            reg       open_reg;   // the last group has no end yet
            reg [3:0] quiet_reg;  // cycles since
            assign close = open_reg && !in_valid && quiet_reg == PATIENCE && level_reg != FULL_SIZE;
            assign busy  = level_reg != {ADDRESS_W+1{1'b0}} || out_valid_reg || open_reg;
            always @(posedge clk)
                if (rst) begin
                    open_reg  <= 1'b0;
                    quiet_reg <= 4'd0;
                end else begin
                    open_reg <= in_valid || (open_reg && !close);
                    if (in_valid) quiet_reg <= 4'd0;
                    else if (quiet_reg != PATIENCE) quiet_reg <= quiet_reg + 4'd1;
                end
`ifdef FORMAL
            always @* if (f_started && !f_rst) begin
                i_quiet: assert (quiet_reg == PATIENCE || {1'b0, quiet_reg} >= f_quiet);
                i_opened: assert (open_reg == f_open);
            end
`endif
        end else begin : has_ends
            assign close = 1'b0;
            assign busy  = level_reg != {ADDRESS_W+1{1'b0}} || out_valid_reg;
        end
    endgenerate

    assign out_valid = out_valid_reg && !rst;
    assign out_count = out_count_reg;
    assign out_data  = out_data_reg;

`ifdef FORMAL
    // Contract. One byte, any, is watched from when it comes to when it goes out.
    (* anyconst *) reg [IN_W-1:0] f_index;  // of the byte among those that come
    (* anyseq *)   reg f_pick;
    reg                 f_started = 1'b0;
    reg                 f_watched;  // a byte is: it is here
    reg [7:0]           f_byte;
    reg [ADDRESS_W+1:0] f_ahead;    // bytes that go out before it
    reg                 f_rst;
    reg                 f_kept;     // what was offered was not taken
    reg [COUNT_W-1:0]   f_count;
    reg [8*OUT_BYTES-1:0] f_data;
    reg                 f_load;
    reg [ADDRESS_W:0]   f_level;
    reg                 f_added;
    reg [4:0]           f_quiet;    // cycles without a group, with room, up to 16
    reg                 f_open;     // a group has come, and no end since

    wire [ADDRESS_W+1:0] f_inside = {1'b0, level_reg} + {{ADDRESS_W+2-COUNT_W{1'b0}}, out_count_reg};
    wire                 f_sent   = out_valid && out_ready;
    wire [7:0]           f_comes  = in_valid ? in >> {f_index, 3'd0} : OP_END;
    wire                 f_begins = !f_watched && f_pick && {{ADDRESS_W+1-IN_W{1'b0}}, f_index} < added;
    wire [ADDRESS_W-1:0] f_base   = {head_reg, {ADDRESS_W-WORD_W{1'b0}}};
    wire [ADDRESS_W-1:0] f_place  = f_base + f_ahead[ADDRESS_W-1:0] - {{ADDRESS_W-COUNT_W{1'b0}}, out_count_reg};
    wire [8*SIZE-1:0]    f_memory = memory_reg >> {f_place, 3'd0};
    wire [8*OUT_BYTES-1:0] f_out  = out_data >> {f_ahead[COUNT_W-1:0], 3'd0};
    wire [8*OUT_BYTES-1:0] f_rest = out_data >> {out_count, 3'd0};

    always @(posedge clk) begin
        f_started <= 1'b1;
        f_rst     <= rst;
        f_kept    <= out_valid && !out_ready;
        f_count   <= out_count;
        f_data    <= out_data;
        f_load    <= load;
        f_level   <= level_reg;
        f_added   <= added != {ADDRESS_W+1{1'b0}};
        f_quiet   <= rst || in_valid || level_reg == FULL_SIZE ? 5'd0 : f_quiet + !f_quiet[4];
        f_open    <= !rst && (in_valid || (f_open && !close));
        if (rst) f_watched <= 1'b0;
        else if (f_begins) begin
            f_watched <= 1'b1;
            f_byte    <= f_comes;
            f_ahead   <= f_inside + f_index - (f_sent ? out_count_reg : {COUNT_W{1'b0}});
        end else if (f_watched && f_sent) begin
            f_watched <= f_ahead >= out_count_reg;
            f_ahead   <= f_ahead - out_count_reg;
        end
    end

    always @* begin
        if (!f_started) a_reset: assume (rst);
        a_length: assume (!in_valid || (in_length >= 1 && in_length <= IN));
    end

    always @* if (f_started && !f_rst && !rst) begin
        p_room: assert (!in_valid || in_ready == (in_length + level_reg <= SIZE));
        p_level: assert (level_reg <= SIZE);
        p_order: assert (!(f_watched && f_sent && f_ahead < out_count) || f_out[7:0] == f_byte);
        p_kept: assert (!f_watched || f_ahead < f_inside);
        p_count: assert (out_valid == (out_count != {COUNT_W{1'b0}}) && out_count <= OUT_BYTES);
        p_zeros: assert (f_rest == {8*OUT_BYTES{1'b0}});
        if (f_kept) p_stable: assert (out_valid && out_count == f_count && out_data == f_data);
        if (f_load && f_level >= OUT_BYTES) p_full: assert (out_count == OUT_BYTES);
        if (f_load && f_level != 0 && !f_added) p_goes: assert (out_valid);
        if (out_valid && out_count != OUT_BYTES && !f_kept) p_short: assert (level_reg == 0);
        p_busy: assert (IMPLIED_END != 0 || busy == (f_inside != 0));
        p_idle: assert (busy || f_inside == 0);
        // The end that is put behind a group: one, once none has come for a while
        if (IMPLIED_END != 0) begin
            p_open: assert (!f_open || busy);
            p_once: assert (!close || f_open);
            p_closed: assert (!(f_quiet[4] && f_inside == 0) || !busy);
            i_open: assert (busy == (f_open || f_inside != 0));
        end
        c_full: cover (level_reg == SIZE && out_valid);
        c_short: cover (out_valid && out_count == 1 && OUT_BYTES > 1);
        c_wraps: cover (tail_reg < f_base && level_reg != 0);
        c_sent: cover (f_watched && f_sent && f_ahead == 1);
    end

    always @* if (f_started) begin
        i_level: assert (rst || f_rst || level_reg <= SIZE);
        i_last: assert (f_rst || !f_quiet[4] || IMPLIED_END == 0 || !f_open);
        i_tail: assert (f_rst || tail_reg == f_base + level_reg[ADDRESS_W-1:0]);
        i_ahead: assert (f_rst || !f_watched || f_ahead < f_inside);
        i_there: assert (f_rst || !f_watched || f_ahead < out_count_reg || f_memory[7:0] == f_byte);
        i_out: assert (f_rst || !f_watched || f_ahead >= out_count_reg || f_out[7:0] == f_byte);
    end
`endif

endmodule

`default_nettype wire
